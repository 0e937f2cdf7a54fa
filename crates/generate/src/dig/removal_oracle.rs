//! Decides which givens can be removed: exact solvers, or techniques that may leave a question undecided.

use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_solve::{OutOfNodes, Removal, Remover};
use std::fmt;

/// Answer of a [`RemovalOracle`] about one given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovalVerdict {
    /// The solution stays unique without the given.
    Removable,
    /// Without the given there is another solution.
    Needed,
    /// The oracle cannot tell; a dig keeps the given.
    Undecided,
}

/// Result of [`RemovalOracle::check_removal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovalCheck {
    /// The answer.
    pub verdict: RemovalVerdict,
    /// Work of the check, in nodes.
    pub nodes: u64,
}

/// Decides for a dig whether a given can be removed.
///
/// Each [`Remover`] is one, and decides every question. [`TechniqueOracle`](super::TechniqueOracle) leaves open what its
/// techniques cannot prove.
pub trait RemovalOracle: fmt::Debug {
    /// Returns true if every given that stays is proven to be needed. An oracle that may answer
    /// [`RemovalVerdict::Undecided`] returns false.
    fn is_exact(&self) -> bool;

    /// Checks whether the given `known` of `cell`, where `grid` is empty, can be removed from the puzzle.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds its budget.
    fn check_removal(&mut self, grid: &Grid, cell: Cell, known: Digit) -> Result<RemovalCheck, OutOfNodes>;

    /// Tries each given of `puzzle` once, in `order`, and removes it if that is possible. Stops when `stop_at` givens are
    /// left. `solution` is the solution of the puzzle. See [`Remover::remove`], which solvers use.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds its budget. Some givens are removed by then.
    fn remove_givens(
        &mut self,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        stop_at: usize,
    ) -> Result<Removal, OutOfNodes> {
        let mut removal = Removal { givens: puzzle.givens(), checks: 0, nodes: 0, all_tried: false };
        for &cell in order {
            let Some(given) = puzzle.get(cell) else { continue };
            if removal.givens <= stop_at {
                return Ok(removal);
            }
            puzzle.set(cell, None);
            let check = self.check_removal(puzzle, cell, solution.get(cell))?;
            removal.checks += 1;
            removal.nodes += check.nodes;
            match check.verdict {
                RemovalVerdict::Removable => removal.givens -= 1,
                RemovalVerdict::Needed | RemovalVerdict::Undecided => {
                    puzzle.set(cell, Some(given));
                }
            }
        }
        Ok(Removal { all_tried: true, ..removal })
    }
}

impl<S: Remover + ?Sized> RemovalOracle for S {
    fn is_exact(&self) -> bool {
        true
    }

    fn check_removal(&mut self, grid: &Grid, cell: Cell, known: Digit) -> Result<RemovalCheck, OutOfNodes> {
        let other = self.has_other_solution(grid, cell, known)?;
        let verdict = if other.found { RemovalVerdict::Needed } else { RemovalVerdict::Removable };
        Ok(RemovalCheck { verdict, nodes: other.nodes })
    }

    fn remove_givens(
        &mut self,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        stop_at: usize,
    ) -> Result<Removal, OutOfNodes> {
        self.remove(puzzle, solution, order, stop_at)
    }
}
