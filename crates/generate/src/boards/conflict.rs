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
const BUDGET: u64 = 200_000;

/// Nodes that one search of the fast solver may take.
pub(super) const SEARCH_NODES: u64 = 5_000;

/// Nodes that the search of the other solver may take, which confirms a conflict.
pub(super) const CONFIRMING_NODES: u64 = 50_000;

/// Search for the least conflict of a puzzle with a wrong digit.
struct Search<'a> {
    puzzle: &'a Grid,
    wrong: (Cell, Digit),
    givens: CellSet,
    solver: &'a mut dyn Solver,
}

/// Finds a least conflict; `None` if that takes too much work. The puzzle has no solution with the wrong digit.
pub(super) fn least(puzzle: &Grid, wrong: (Cell, Digit), solver: &mut dyn Solver) -> Option<CellSet> {
    least_within(puzzle, wrong, solver, BUDGET)
}

/// Finds a least conflict within a budget of nodes of hitting sets.
pub(super) fn least_within(
    puzzle: &Grid,
    wrong: (Cell, Digit),
    solver: &mut dyn Solver,
    mut budget: u64,
) -> Option<CellSet> {
    let givens = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()).collect();
    let mut search = Search { puzzle, wrong, givens, solver };
    let mut sets = HittingSets::default();
    loop {
        let chosen = sets.smallest(&mut budget).ok()?;
        match search.solution(chosen).ok()? {
            None => return Some(chosen),
            Some(solution) => search.add_disjoint_sets(chosen, solution, &mut sets),
        }
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
    fn add_disjoint_sets(&mut self, mut chosen: CellSet, mut solution: Solution, sets: &mut HittingSets) {
        loop {
            let set = self.givens - self.extended(&solution);
            sets.add(set);
            chosen |= set;
            let Ok(Some(next)) = self.solution(chosen) else { return };
            solution = next;
        }
    }

    /// Adds givens to those that a solution respects as long as some solution respects all of them. Searches that take too long add none.
    fn extended(&mut self, solution: &Solution) -> CellSet {
        let mut kept = self.respected(solution);
        for cell in self.givens - kept {
            if kept.contains(cell) {
                continue;
            }
            if let Ok(Some(solution)) = self.solution(kept.with(cell)) {
                kept = self.respected(&solution);
            }
        }
        kept
    }
}
