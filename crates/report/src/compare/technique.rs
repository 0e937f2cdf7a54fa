//! The checker that proves uniqueness as a person does.

use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook};
use gridmill_solve::{Count, OtherSolution, OutOfNodes, Remover, Solver};

/// The name of the checker.
pub const TECHNIQUE: &str = "technique";

/// Human techniques as a checker: `unique` where they solve the puzzle, undecided otherwise; nodes are steps.
///
/// Techniques that assume a unique solution are left out. Only 9x9 grids are supported.
#[derive(Debug)]
pub struct ByTechnique {
    rater: Rater,
    solution: Option<Solution>,
}

impl Default for ByTechnique {
    /// Returns all techniques of HoDoKu's order that prove something.
    fn default() -> Self {
        let proving = Rulebook::hodoku().restricted(|rule| rule.family() != Family::Uniqueness);
        Self { rater: Rater::new(&proving), solution: None }
    }
}

impl ByTechnique {
    /// Returns the number of steps to the solution; an error if the techniques do not reach it.
    fn solve(&mut self, grid: &Grid) -> Result<u64, OutOfNodes> {
        let mut marks = Pencilmarks::new(grid);
        let rating = self.rater.rate(&mut marks);
        let steps = rating.steps.into();
        self.solution = rating.solved.then(|| Solution::new(&marks.grid()).ok()).flatten();
        if self.solution.is_some() { Ok(steps) } else { Err(OutOfNodes { budget: steps }) }
    }
}

impl Solver for ByTechnique {
    fn count(&mut self, grid: &Grid, _limit: u64) -> Result<Count, OutOfNodes> {
        Ok(Count { solutions: 1, nodes: self.solve(grid)? })
    }

    fn first_solution(&self) -> Option<Solution> {
        self.solution.clone()
    }
}

impl Remover for ByTechnique {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        _cell: Cell,
        _known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        Ok(OtherSolution { found: false, nodes: self.solve(grid)? })
    }
}
