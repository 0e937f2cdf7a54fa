//! Puzzles for the tests, made from a grid by removing givens: no solver is needed for grids of a few cells.

use super::oracle::{State, Variables};
use crate::Pencilmarks;
use gridmill_board::{Digit, Grid, Shape, Solution};

/// A generator of pseudo-random numbers (Knuth's MMIX constants).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for n in (1..list.len()).rev() {
            list.swap(n, self.below(n + 1));
        }
    }
}

/// Returns a complete grid: rows shifted within a band and from band to band, digits renamed, rows of each band and bands exchanged.
pub(super) fn solution(shape: Shape, numbers: &mut Numbers) -> Solution {
    let (side, rows, cols) = (shape.side(), shape.box_rows(), shape.box_cols());
    let mut digits: Vec<usize> = (0..side).collect();
    numbers.shuffle(&mut digits);
    let mut order: Vec<Vec<usize>> =
        (0..cols).map(|band| (0..rows).map(|row| band * rows + row).collect()).collect();
    order.iter_mut().for_each(|band| numbers.shuffle(band));
    numbers.shuffle(&mut order);
    let mut grid = Grid::empty(shape);
    for (row, from) in order.into_iter().flatten().enumerate() {
        for col in 0..side {
            let digit = (from % rows * cols + from / rows + col) % side;
            grid.set(shape.cell(row, col), Some(Digit::from_index(digits[digit])));
        }
    }
    Solution::new(&grid).unwrap()
}

/// Removes givens in random order as long as trial and error of this depth solves: a puzzle with one solution.
pub(super) fn puzzle(solution: &Solution, depth: u8, numbers: &mut Numbers) -> Grid {
    let variables = Variables::new(solution.shape());
    let mut cells: Vec<_> = solution.shape().all_cells().collect();
    numbers.shuffle(&mut cells);
    let mut grid = Grid::from(solution);
    for cell in cells {
        let digit = grid.set(cell, None);
        let mut state = State::new(&variables, &Pencilmarks::new(&grid));
        if !(state.try_all(&variables, depth) && state.is_solved()) {
            grid.set(cell, digit);
        }
    }
    grid
}
