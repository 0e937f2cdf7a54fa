//! Diagonal fill: shuffles independent boxes and completes the rest by backtracking.
//!
//! ```text
//!   7 3 9 . . . . . .      Boxes on the diagonal share no row and no column, so that any order of digits fits
//!   1 5 2 . . . . . .      each of them. Shapes with unequal box sides have as many as the shorter side.
//!   4 8 6 . . . . . .
//!   . . . 2 8 6 . . .      Then: the cell with the fewest candidates (ties at random), its candidates in random
//!   . . . 9 4 1 . . .      order, singles propagated in between. A try that meets too many dead ends is dropped
//!   . . . 7 3 5 . . .      and started again from new boxes.
//!   . . . . . . 3 1 7
//!   ...
//! ```

use super::ShufflePool;
use crate::random::AtRandom;
use gridmill_board::{Grid, Shape, Solution};
use gridmill_solve::{Backtracking, OutOfNodes};
use rand::Rng;

#[derive(Debug)]
pub(super) struct Diagonal {
    shape: Shape,
    budget: u64,
    pool: ShufflePool,
    solver: Backtracking,
}

/// Nodes per cell that one try may visit. A good path needs fewer than one node per cell. A bad one on a large shape would
/// search very long, while a new start succeeds. Part of the stream version.
const NODES_PER_CELL: u64 = 4;

impl Diagonal {
    pub(super) fn new(shape: Shape, budget: u64) -> Self {
        let nodes_per_try = (NODES_PER_CELL * shape.cells() as u64).min(budget);
        Self { shape, budget, pool: ShufflePool::new(shape), solver: Backtracking::new(shape, nodes_per_try) }
    }

    pub(super) fn fill(&mut self, rng: &mut impl Rng) -> Result<Solution, OutOfNodes> {
        let mut left = self.budget;
        loop {
            let start = self.diagonal_boxes(rng);
            let spent = match self.solver.complete(&start, &mut AtRandom(rng)) {
                Ok((Some(solution), _)) => return Ok(solution),
                Ok((None, nodes)) => nodes,
                Err(OutOfNodes { budget }) => budget,
            };
            left = left
                .checked_sub(spent.max(1))
                .filter(|&left| left > 0)
                .ok_or(OutOfNodes { budget: self.budget })?;
        }
    }

    fn diagonal_boxes(&mut self, rng: &mut impl Rng) -> Grid {
        let mut grid = Grid::empty(self.shape);
        let stacks = self.shape.box_rows();
        for k in 0..self.shape.box_rows().min(self.shape.box_cols()) {
            let digits = self.pool.shuffled(k, rng);
            for (cell, &digit) in self.shape.box_cells(k * stacks + k).zip(digits) {
                grid.set(cell, Some(digit));
            }
        }
        grid
    }
}
