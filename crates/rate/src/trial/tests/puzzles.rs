//! Puzzles for the tests, made from a grid by removing givens: no solver is needed for grids of a few cells.

use super::oracle::{State, Variables};
use crate::Pencilmarks;
use gridmill_board::{Digit, Grid, Shape, Solution, Transform};

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
    for band in &mut order {
        numbers.shuffle(band);
    }
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

/// Returns pencilmarks with some digits of the solution, and without some others: they have the solution and maybe more.
pub(super) fn state(
    solution: &Solution,
    givens: usize,
    deleted: usize,
    numbers: &mut Numbers,
) -> Pencilmarks {
    let shape = solution.shape();
    let mut cells: Vec<_> = shape.all_cells().collect();
    numbers.shuffle(&mut cells);
    let mut grid = Grid::empty(shape);
    for &cell in &cells[..givens] {
        grid.set(cell, Some(solution.get(cell)));
    }
    let mut marks = Pencilmarks::new(&grid);
    for _ in 0..deleted {
        let cell = cells[givens + numbers.below(cells.len() - givens)];
        let digit = Digit::from_index(numbers.below(shape.side()));
        if digit != solution.get(cell) {
            marks.eliminate(cell, digit);
        }
    }
    marks
}

/// Returns a random image of a grid.
pub(super) fn image(grid: &Grid, numbers: &mut Numbers) -> Grid {
    let shape = grid.shape();
    let mut lines = |block: usize| {
        let mut order: Vec<Vec<usize>> =
            (0..shape.side() / block).map(|n| (n * block..(n + 1) * block).collect()).collect();
        for block in &mut order {
            numbers.shuffle(block);
        }
        numbers.shuffle(&mut order);
        order.concat()
    };
    let (rows, cols) = (lines(shape.box_rows()), lines(shape.box_cols()));
    let mut digits: Vec<usize> = (0..shape.side()).collect();
    numbers.shuffle(&mut digits);
    Transform::new(shape, &rows, &cols, &digits, numbers.below(2) == 1).unwrap().grid(grid)
}

/// Returns the 9x9 puzzles of the tests of the Explainer, from easy to hard.
pub(super) fn standard() -> Vec<Grid> {
    let lines = include_str!("../../explainer/chaining/tests/rated.txt").lines();
    let puzzles = lines.filter_map(|line| line.get(..81)).filter(|text| !text.starts_with('#'));
    puzzles.map(|text| Grid::parse(Shape::STANDARD, text).unwrap()).collect()
}
