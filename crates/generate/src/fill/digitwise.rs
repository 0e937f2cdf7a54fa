//! Digitwise fill: places digit by digit, box by box, with a list of forbidden positions and a step back.
//!
//! ```text
//! digit 1: box 1, box 2, ... box 9;  digit 2: box 1, ...        a step is one (digit, box)
//! available = positions of the box that are empty, whose row and column lack the digit, and not forbidden
//! one at random; none left: lift this step's prohibitions, forbid the previous step's position, redo that step
//! ```
//!
//! The search is complete: it can make every grid. On large shapes it may search long below a choice without any
//! completion. Such a try is dropped after a number of steps and started again from an empty grid.

use crate::random;
use gridmill_board::{Cell, Digit, Shape, Solution};
use gridmill_solve::OutOfNodes;
use rand::Rng;

/// Steps per cell that one try may take. Part of the stream version.
const STEPS_PER_CELL: u64 = 20;

#[derive(Debug)]
pub(super) struct Digitwise {
    shape: Shape,
    budget: u64,
    /// The cells of each box in reading order; a position is an index into them and a bit of the masks below.
    boxes: Vec<Vec<Cell>>,
    /// For each box and line, the positions on that line: rows, then columns.
    row_positions: Vec<Vec<u32>>,
    col_positions: Vec<Vec<u32>>,
    state: SearchState,
}

#[derive(Debug, Default)]
struct SearchState {
    /// Empty positions of each box.
    empty: Vec<u32>,
    /// Rows and columns that hold each digit.
    rows: Vec<u32>,
    cols: Vec<u32>,
    /// The position chosen and the positions forbidden at each step.
    chosen: Vec<u32>,
    forbidden: Vec<u32>,
}

impl Digitwise {
    pub(super) fn new(shape: Shape, budget: u64) -> Self {
        let boxes: Vec<Vec<Cell>> = (0..shape.side()).map(|b| shape.box_cells(b).collect()).collect();
        let positions = |line: fn(Shape, Cell) -> usize| {
            let of_box = |cells: &Vec<Cell>| {
                let on = |wanted| {
                    let hit = cells.iter().enumerate().filter(|&(_, &cell)| line(shape, cell) == wanted);
                    hit.fold(0, |mask, (position, _)| mask | 1 << position)
                };
                (0..shape.side()).map(on).collect()
            };
            boxes.iter().map(of_box).collect()
        };
        let (row_positions, col_positions) = (positions(Shape::row), positions(Shape::col));
        Self { shape, budget, boxes, row_positions, col_positions, state: SearchState::default() }
    }

    pub(super) fn fill(&mut self, rng: &mut impl Rng) -> Result<Solution, OutOfNodes> {
        let mut left = self.budget;
        loop {
            let allowance = left.min(STEPS_PER_CELL * self.shape.cells() as u64);
            if self.try_once(rng, allowance) {
                return Ok(self.solution());
            }
            left -= allowance;
            if left == 0 {
                return Err(OutOfNodes { budget: self.budget });
            }
        }
    }

    /// Makes one try from an empty grid; returns true if the grid is complete within `allowance` steps.
    fn try_once(&mut self, rng: &mut impl Rng, allowance: u64) -> bool {
        self.state.reset(self.shape);
        let mut step = 0;
        for _ in 0..allowance {
            let available = self.available(step);
            if available != 0 {
                let pick = random::below(rng, u64::from(available.count_ones()));
                self.place(step, nth_bit(available, pick));
                step += 1;
                if step == self.shape.cells() {
                    return true;
                }
            } else {
                // Step 0 never fails: a complete search has always a position left for it.
                self.state.forbidden[step] = 0;
                step -= 1;
                let failed = self.take_back(step);
                self.state.forbidden[step] |= 1 << failed;
            }
        }
        false
    }

    const fn digit_and_box(&self, step: usize) -> (usize, usize) {
        (step / self.shape.side(), step % self.shape.side())
    }

    fn available(&self, step: usize) -> u32 {
        let (digit, b) = self.digit_and_box(step);
        let taken = |lines: u32, positions: &[u32]| {
            positions
                .iter()
                .enumerate()
                .filter(|&(line, _)| lines >> line & 1 == 1)
                .fold(0, |all, (_, p)| all | p)
        };
        self.state.empty[b]
            & !self.state.forbidden[step]
            & !taken(self.state.rows[digit], &self.row_positions[b])
            & !taken(self.state.cols[digit], &self.col_positions[b])
    }

    fn place(&mut self, step: usize, position: u32) {
        self.state.chosen[step] = position;
        self.toggle(step, position);
    }

    fn take_back(&mut self, step: usize) -> u32 {
        let position = self.state.chosen[step];
        self.toggle(step, position);
        position
    }

    /// Flips the bits of a position: placing and taking back are the same operation.
    fn toggle(&mut self, step: usize, position: u32) {
        let (digit, b) = self.digit_and_box(step);
        let cell = self.boxes[b][position as usize];
        self.state.empty[b] ^= 1 << position;
        self.state.rows[digit] ^= 1 << self.shape.row(cell);
        self.state.cols[digit] ^= 1 << self.shape.col(cell);
    }

    fn solution(&self) -> Solution {
        let mut grid = vec![Digit::from_index(0); self.shape.cells()];
        for (step, &position) in self.state.chosen.iter().enumerate() {
            let (digit, b) = self.digit_and_box(step);
            grid[self.boxes[b][position as usize].index()] = Digit::from_index(digit);
        }
        Solution::from_valid(self.shape, grid.into())
    }
}

impl SearchState {
    fn reset(&mut self, shape: Shape) {
        let refill = |list: &mut Vec<u32>, len, value| {
            list.clear();
            list.resize(len, value);
        };
        refill(&mut self.empty, shape.side(), (1 << shape.side()) - 1);
        refill(&mut self.rows, shape.side(), 0);
        refill(&mut self.cols, shape.side(), 0);
        refill(&mut self.chosen, shape.cells(), 0);
        refill(&mut self.forbidden, shape.cells(), 0);
    }
}

/// Returns the index of the `n`-th lowest bit of `mask`, from 0.
fn nth_bit(mut mask: u32, n: u64) -> u32 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros()
}
