//! The classical dig to a minimal puzzle, and how likely the way there was.
//!
//! ```text
//! removed r1 r2 ... rL; stage i: the first i are away; m(i) givens can go at stage i-1
//!
//!             stage 0    1    2   ...   t   ...   L
//! given c     can go  can go ...    needed .. needed      a needed given stays needed: one turning point t
//! given r3    can go  can go  goes                        can go until it goes
//! ```
//!
//! At each step the next given to go is uniform among the m(i) that can: the order of those not yet tried is still
//! random, and those tried and kept are needed. So a way has probability 1/(m(1) ... m(L)), and
//! weight = m(1) ... m(L) / L!, averaged over digs, is exactly the number of minimal puzzles of the grid: each can be
//! reached by all L! orders of its empty cells. The givens that go need no check of their own; the turning point of
//! each that stays is found by bisection between stage 0 and the stage at which it was tried.
//!
//! Importance sampling as in D. E. Knuth, "Estimating the Efficiency of Backtracking Programs", 1975.

use super::{
    Dug, Effort,
    logarithms::{ln, ln_factorial},
    needed,
};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, Solver};

/// Digs `solution` in `order`, which names each cell once, to a minimal puzzle with its weight.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn weighted(
    solution: &Solution,
    order: &[Cell],
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Dug, OutOfNodes> {
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
    let weight = ln_ways(&turned, kept.len()) - ln_factorial(removed.len());
    Ok(Dug { weight: Some(weight), ..Dug::minimal(grid, kept.len()) })
}

/// The sum of ln m over all steps: at stage s, what will go and what is not needed yet.
fn ln_ways(turned: &[usize], kept: usize) -> f64 {
    let steps = turned.len() - 1;
    let mut not_needed = kept;
    let mut sum = 0.0;
    for (stage, &turned) in turned[..steps].iter().enumerate() {
        not_needed -= turned;
        sum += ln(steps - stage + not_needed);
    }
    sum
}

/// The grid of a dig at any of its stages.
struct DigStages<'a> {
    solution: &'a Solution,
    removed: &'a [Cell],
    grid: Grid,
    stage: usize,
}

impl DigStages<'_> {
    /// The first stage at which the given at `cell` is needed, which it is at `needed_at`.
    fn turning_point(
        &mut self,
        cell: Cell,
        needed_at: usize,
        solver: &mut dyn Solver,
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
