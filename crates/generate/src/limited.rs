//! Uniqueness as a person proves it: by techniques that are allowed, and by them alone.
//!
//! Digging with this in place of a solver leaves puzzles that the techniques solve, which therefore have one solution. Techniques that
//! take one solution for granted prove nothing: where one of them was used, a checker is asked as well.

use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook, Technique};
use gridmill_solve::{Count, OtherSolution, OutOfNodes, Solver};

/// A solver that takes what the techniques of a rulebook cannot decide for several solutions.
///
/// What it counts as one solution is one. Work is told in nodes: one for each step, and those of the checker.
#[derive(Debug)]
pub struct Limited {
    rater: Rater,
    checker: Box<dyn Solver>,
    solution: Option<Solution>,
}

impl Limited {
    /// A solver by these techniques, which have `budget` for each grid ([`Rater::BUDGET`] says of what); `checker` is asked
    /// where one of them takes one solution for granted.
    pub fn new(allowed: &Rulebook, budget: u64, checker: Box<dyn Solver>) -> Self {
        Self { rater: Rater::new(allowed).with_budget(budget), checker, solution: None }
    }

    /// Whether the techniques solve `grid`, whether one of them took one solution for granted, and the steps.
    fn solve(&mut self, grid: &Grid) -> (bool, bool, u64) {
        let mut marks = Pencilmarks::new(grid);
        let rating = self.rater.rate(&mut marks);
        self.solution = rating.solved.then(|| Solution::new(&marks.grid()).ok()).flatten();
        let assumed = |technique: Technique| {
            technique.family() == Family::Uniqueness && rating.counts[technique as usize] > 0
        };
        (self.solution.is_some(), Technique::all().any(assumed), rating.steps.into())
    }
}

impl Solver for Limited {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        let (solved, assumed, steps) = self.solve(grid);
        if solved && assumed {
            let count = self.checker.count(grid, limit)?;
            return Ok(Count { nodes: count.nodes + steps, ..count });
        }
        Ok(Count { solutions: if solved { 1 } else { limit.min(2) }, nodes: steps })
    }

    fn first_solution(&self) -> Option<Solution> {
        self.solution.clone()
    }

    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        let (solved, assumed, steps) = self.solve(grid);
        if solved && assumed {
            let other = self.checker.has_other_solution(grid, cell, known)?;
            return Ok(OtherSolution { nodes: other.nodes + steps, ..other });
        }
        Ok(OtherSolution { found: !solved, nodes: steps })
    }
}
