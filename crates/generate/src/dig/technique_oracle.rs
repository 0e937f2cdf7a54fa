//! Digging within techniques: a given is removed only if the techniques allowed still solve the puzzle.
//!
//! A puzzle that techniques solve has one solution, unless they assume that. Uniqueness techniques do: if one of them was
//! used, a solver confirms the answer.

use super::removal_oracle::{RemovalCheck, RemovalOracle, RemovalVerdict};
use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook, Technique};
use gridmill_solve::{OutOfNodes, Remover};

/// Decides by the techniques of a rulebook which givens can be removed.
///
/// A removal that it allows leaves one solution, which the techniques reach. Removals that they cannot prove are
/// [undecided](RemovalVerdict::Undecided). Work is counted in nodes: one for each step, and those of the solver.
#[derive(Debug)]
pub struct TechniqueOracle {
    rater: Rater,
    checker: Box<dyn Remover>,
}

impl TechniqueOracle {
    /// Creates an oracle of the techniques of `allowed`. They may spend `budget` on each grid ([`Rater::BUDGET`] defines the
    /// unit). `checker` confirms answers that rest on uniqueness techniques.
    pub fn new(allowed: &Rulebook, budget: u64, checker: Box<dyn Remover>) -> Self {
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
