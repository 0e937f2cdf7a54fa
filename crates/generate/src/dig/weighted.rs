//! The classical dig to a minimal puzzle, with the probability of its path.
//!
//! ```text
//! removed r1 r2 ... rL; stage i: the first i are removed; m(i) givens are removable at stage i-1
//!
//!             stage 0     1          2   ...   t   ...   L
//! given c     removable  removable ...    needed .. needed      a needed given stays needed: one turning point t
//! given r3    removable  removable  removed                     removable until it is removed
//! ```
//!
//! At each step the next given removed is uniform among the m(i) removable ones: the order of those not yet tried is still
//! random, and those tried and kept are needed. A path therefore has probability 1/(m(1) ... m(L)). The mean over digs of
//! weight = m(1) ... m(L) / L! is exactly the number of minimal puzzles of the grid, because each can be reached by all L!
//! orders of its empty cells. Givens that are removed need no check of their own. For each given that stays, bisection
//! finds the turning point, between stage 0 and the stage at which it was tried.
//!
//! Importance sampling as in D. E. Knuth, "Estimating the Efficiency of Backtracking Programs", 1975.

use super::{
    DigResult, Effort,
    logarithms::{ln, ln_factorial},
    needed,
};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, Remover};

/// Digs `solution` in `order`, which names each cell once, to a minimal puzzle with its weight.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn weighted(
    solution: &Solution,
    order: &[Cell],
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    let mut grid = Grid::from(solution);
    let (mut removed, mut kept) = (Vec::new(), Vec::new());
    for &cell in order {
        if needed(&mut grid, cell, solver, effort)? {
            kept.push((cell, removed.len()));
        } else {
            grid.set(cell, None);
            removed.push(cell);
        }
    }
    let mut stages = DigStages { solution, removed: &removed, grid: grid.clone(), stage: removed.len() };
    // turned[t]: givens needed from stage t on, and not before.
    let mut turned = vec![0; removed.len() + 1];
    for &(cell, needed_at) in &kept {
        turned[stages.turning_point(cell, needed_at, solver, effort)?] += 1;
    }
    let weight = ln_removable(&turned, kept.len()) - ln_factorial(removed.len());
    Ok(DigResult { weight: Some(weight), ..DigResult::minimal(grid, kept.len()) })
}

/// Returns the sum of ln m over all steps. At stage s, m counts the givens removed later and those not needed yet.
fn ln_removable(turned: &[usize], kept: usize) -> f64 {
    let steps = turned.len() - 1;
    let mut not_needed = kept;
    let mut sum = 0.0;
    for (stage, &turned) in turned[..steps].iter().enumerate() {
        not_needed -= turned;
        sum += ln(steps - stage + not_needed);
    }
    sum
}

/// Grid of a dig at any of its stages.
struct DigStages<'a> {
    solution: &'a Solution,
    removed: &'a [Cell],
    grid: Grid,
    stage: usize,
}

impl DigStages<'_> {
    /// Returns the first stage at which the given at `cell` is needed. It is needed at `needed_at`.
    fn turning_point(
        &mut self,
        cell: Cell,
        needed_at: usize,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<usize, OutOfNodes> {
        let (mut low, mut high) = (0, needed_at);
        while low < high {
            let middle = low.midpoint(high);
            self.go_to(middle);
            if needed(&mut self.grid, cell, solver, effort)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(high)
    }

    fn go_to(&mut self, stage: usize) {
        for &cell in self.removed.get(stage..self.stage).unwrap_or_default() {
            self.grid.set(cell, Some(self.solution.get(cell)));
        }
        for &cell in self.removed.get(self.stage..stage).unwrap_or_default() {
            self.grid.set(cell, None);
        }
        self.stage = stage;
    }
}
