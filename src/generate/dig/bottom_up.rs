//! The other classical generator: givens added to an empty grid until one solution is left.
//!
//! ```text
//! any pair of an empty cell and a digit not yet seen there      solutions then
//!                                                               0   the digit never fits there: another pair
//!                                                               1   a puzzle: the caller minimises it
//!                                                               2+  go on
//! ```
//!
//! Each given is uniform among all pairs of cell and digit that leave a solution. Revealing a given complete grid cell
//! by cell would have the law of top-down digging; here each digit is drawn freely, and the process prefers digits that
//! leave few solutions. So its puzzles have fewer givens, and its grids are not uniform. Source: D. Berthier, "Unbiased
//! Statistics of a CSP - A Controlled-Bias Generator", 2009.

use super::{Effort, count};
use crate::{
    board::{Cell, Digit, DigitSet, Grid, Shape, Solution},
    generate::random,
    solve::{OutOfNodes, Solver},
};
use rand::Rng;

/// Grows puzzles of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct BottomUp {
    shape: Shape,
    peers: Vec<Vec<Cell>>,
    /// The digits that may still be tried at each cell.
    open: Vec<DigitSet>,
    empty: Vec<Cell>,
}

impl BottomUp {
    /// A grower for `shape`.
    pub fn new(shape: Shape) -> Self {
        let sees = |a: Cell, b: Cell| {
            a != b
                && (shape.row(a) == shape.row(b)
                    || shape.col(a) == shape.col(b)
                    || shape.box_of(a) == shape.box_of(b))
        };
        let peers = |cell| shape.all_cells().filter(|&other| sees(cell, other)).collect();
        Self { shape, peers: shape.all_cells().map(peers).collect(), open: Vec::new(), empty: Vec::new() }
    }

    /// A puzzle, mostly with givens that can go, and its solution.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check does not fit the solver's budget.
    pub fn grow(
        &mut self,
        rng: &mut impl Rng,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<(Grid, Solution), OutOfNodes> {
        self.open.clear();
        self.open.resize(self.shape.cells(), DigitSet::full(self.shape.side()));
        self.empty.clear();
        self.empty.extend(self.shape.all_cells());
        let mut grid = Grid::empty(self.shape);
        loop {
            let (place, digit) = self.draw(rng);
            let cell = self.empty[place];
            grid.set(cell, Some(digit));
            // Too few givens cannot be a puzzle: one solution is enough to go on.
            let limit = if grid.givens() < self.shape.fewest_givens() { 1 } else { 2 };
            let solutions = count(&grid, limit, solver, effort)?;
            if solutions == 0 {
                grid.set(cell, None);
                self.open[cell.index()].remove(digit);
                continue;
            }
            if limit == 2
                && solutions == 1
                && let Some(solution) = solver.first_solution()
            {
                return Ok((grid, solution));
            }
            self.place(place, digit);
        }
    }

    /// An empty cell, by its place among them, and an open digit of it: any such pair.
    fn draw(&self, rng: &mut impl Rng) -> (usize, Digit) {
        loop {
            let place = random::index_below(rng, self.empty.len());
            let digit = Digit::from_index(random::index_below(rng, self.shape.side()));
            // A solution is left, so that there is such a pair.
            if self.open[self.empty[place].index()].contains(digit) {
                return (place, digit);
            }
        }
    }

    fn place(&mut self, place: usize, digit: Digit) {
        let cell = self.empty.swap_remove(place);
        for peer in &self.peers[cell.index()] {
            self.open[peer.index()].remove(digit);
        }
    }
}
