//! Least conflicts: the fewest givens that leave no solution together with a wrong digit.
//!
//! ```text
//! smallest hitting set F of the sets so far --solver--> no solution: F is a least conflict
//!        ^                                                  |
//!        '-- givens that no larger choice can respect <-- a solution, which respects as many givens as possible
//! ```
//!
//! If some solution with the wrong digit respects the givens of K and no further given can be added, every conflict has a given outside
//! of K. So a conflict hits the complement of each such K, and a conflict that is a smallest hitting set of some of them is a least one.
//!
//! Source: implicit hitting sets for smallest unsatisfiable subsets (A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest
//! MUS Extraction with Minimal Hitting Set Dualization", CP 2015).

use super::hitting_sets::HittingSets;
use gridmill_board::{Cell, CellSet, Digit, Grid, Solution};
use gridmill_solve::{OutOfNodes, Solver};

/// Nodes that the hitting sets of one conflict may take.
const BUDGET: u64 = 1_000_000;

/// Result of a search for a least conflict.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LeastConflict {
    /// The givens.
    Cells(CellSet),
    /// The search took too much work.
    OutOfBudget,
}

/// Search for the least conflict of a puzzle with a wrong digit.
struct Search<'a> {
    puzzle: &'a Grid,
    wrong: (Cell, Digit),
    givens: CellSet,
    solver: &'a mut dyn Solver,
}

/// Finds a least conflict. The puzzle has no solution with the wrong digit.
pub(super) fn least(
    puzzle: &Grid,
    wrong: (Cell, Digit),
    solver: &mut dyn Solver,
) -> Result<LeastConflict, OutOfNodes> {
    least_within(puzzle, wrong, solver, BUDGET)
}

/// Finds a least conflict within a budget.
pub(super) fn least_within(
    puzzle: &Grid,
    wrong: (Cell, Digit),
    solver: &mut dyn Solver,
    mut budget: u64,
) -> Result<LeastConflict, OutOfNodes> {
    let givens = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()).collect();
    let mut search = Search { puzzle, wrong, givens, solver };
    let mut sets = HittingSets::default();
    loop {
        let Ok(chosen) = sets.smallest(&mut budget) else { return Ok(LeastConflict::OutOfBudget) };
        let Some(solution) = search.solution(chosen)? else { return Ok(LeastConflict::Cells(chosen)) };
        search.add_disjoint_sets(chosen, solution, &mut sets)?;
    }
}

/// Returns these givens of a puzzle and the wrong digit.
pub(super) fn with_givens(puzzle: &Grid, (cell, digit): (Cell, Digit), cells: CellSet) -> Grid {
    let mut grid = Grid::empty(puzzle.shape());
    for cell in cells {
        grid.set(cell, puzzle.get(cell));
    }
    grid.set(cell, Some(digit));
    grid
}

impl Search<'_> {
    /// Returns a solution with these givens and the wrong digit.
    fn solution(&mut self, cells: CellSet) -> Result<Option<Solution>, OutOfNodes> {
        self.solver.count(&with_givens(self.puzzle, self.wrong, cells), 1)?;
        Ok(self.solver.first_solution())
    }

    /// Returns the givens that a solution respects.
    fn respected(&self, solution: &Solution) -> CellSet {
        self.givens.filter(|&cell| self.puzzle.get(cell) == Some(solution.get(cell))).collect()
    }

    /// Adds the complement of the givens that `solution` and others respect, then further ones that are disjoint from it.
    fn add_disjoint_sets(
        &mut self,
        chosen: CellSet,
        solution: Solution,
        sets: &mut HittingSets,
    ) -> Result<(), OutOfNodes> {
        let (mut chosen, mut solution) = (chosen, solution);
        loop {
            let set = self.givens - self.extended(&solution)?;
            sets.add(set);
            chosen |= set;
            match self.solution(chosen)? {
                Some(next) => solution = next,
                None => return Ok(()),
            }
        }
    }

    /// Adds givens to those that a solution respects as long as some solution respects all of them.
    fn extended(&mut self, solution: &Solution) -> Result<CellSet, OutOfNodes> {
        let mut kept = self.respected(solution);
        for cell in self.givens - kept {
            if kept.contains(cell) {
                continue;
            }
            if let Some(solution) = self.solution(kept.with(cell))? {
                kept = self.respected(&solution);
            }
        }
        Ok(kept)
    }
}
