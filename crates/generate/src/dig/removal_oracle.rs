//! Decides which givens can be removed: exact solvers, or techniques that may leave a question undecided.

use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook, Technique};
use gridmill_solve::{OutOfNodes, Removal, Remover};
use std::fmt;

// Grids that digs start from.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DigStart {
    Complete(Solution),
    /// A puzzle grown from an empty grid, mostly with givens that can be removed, and its solution.
    Grown(Grid, Solution),
    Puzzle(Grid, Solution),
}

impl DigStart {
    pub(crate) const fn solution(&self) -> &Solution {
        match self {
            Self::Complete(solution) | Self::Grown(_, solution) | Self::Puzzle(_, solution) => solution,
        }
    }

    pub(crate) fn grid(&self) -> Grid {
        match self {
            Self::Complete(solution) => Grid::from(solution),
            Self::Grown(grid, _) | Self::Puzzle(grid, _) => grid.clone(),
        }
    }

    pub(crate) fn into_solution(self) -> Solution {
        match self {
            Self::Complete(solution) | Self::Grown(_, solution) | Self::Puzzle(_, solution) => solution,
        }
    }
}

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
/// Each [`Remover`] is one, and decides every question. [`TechniqueOracle`] leaves open what its
/// techniques cannot prove.
pub trait RemovalOracle: fmt::Debug {
    /// Returns true if every given that stays is proven to be needed. An oracle that may answer
    /// [`RemovalVerdict::Undecided`] returns false.
    fn is_exact(&self) -> bool;

    /// Checks whether the given `known` of `cell`, where `grid` is empty, can be removed from the puzzle.
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

// Digging within techniques: a given is removed only if the techniques allowed still solve the puzzle.
//
// A puzzle that techniques solve has one solution, unless they assume that. Uniqueness techniques do: if one of them was
// used, a solver confirms the answer.

/// Decides by the techniques of a rulebook which givens can be removed.
///
/// A removal that it allows leaves one solution, which the techniques reach. Removals that they cannot prove are
/// [undecided](RemovalVerdict::Undecided). Work is counted in nodes: one for each step, and those of the solver.
#[derive(Debug)]
pub(crate) struct TechniqueOracle {
    rater: Rater,
    checker: Box<dyn Remover>,
}

impl TechniqueOracle {
    /// Creates an oracle of the techniques of `allowed`. They may spend `budget` on each grid ([`Rater::BUDGET`] defines the
    /// unit). `checker` confirms answers that rest on uniqueness techniques.
    pub(crate) fn new(allowed: &Rulebook, budget: u64, checker: Box<dyn Remover>) -> Self {
        Self { rater: Rater::new(allowed).with_budget(budget), checker }
    }
}

impl RemovalOracle for TechniqueOracle {
    fn is_exact(&self) -> bool {
        false
    }

    fn check_removal(&mut self, grid: &Grid, cell: Cell, known: Digit) -> Result<RemovalCheck, OutOfNodes> {
        let mut marks = Pencilmarks::new(grid);
        let rating = self.rater.rate(&mut marks);
        let steps = u64::from(rating.steps);
        // Uniqueness techniques can fill a grid with several solutions wrongly.
        if !rating.solved || Solution::new(&marks.grid()).is_err() {
            return Ok(RemovalCheck { verdict: RemovalVerdict::Undecided, nodes: steps });
        }
        let assumes_uniqueness =
            |technique: Technique| technique.family() == Family::Uniqueness && rating.count(technique) > 0;
        if !Technique::all().any(assumes_uniqueness) {
            return Ok(RemovalCheck { verdict: RemovalVerdict::Removable, nodes: steps });
        }
        let confirmed = self.checker.check_removal(grid, cell, known)?;
        Ok(RemovalCheck { nodes: confirmed.nodes + steps, ..confirmed })
    }
}
