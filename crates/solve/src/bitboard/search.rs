//! Depth-first search: passes until no new single appears, then a branch on two candidates of which one is true.

use super::branch::{branch, branch_toward};
use super::lanes::Lanes;
use super::layout::CandidateBits;
use super::propagate::{CandidateVectors, Progress, SavedState, SearchState, bivalue_and_open, pass, store};

/// Stack slots allocated up front. Nearly every branch solves a cell, so the stack hardly ever grows beyond them.
const DEPTH: usize = 81;

/// Branches without any contradiction after which cells are no longer scored: many solutions are likely, and any
/// branch finds one.
const UNSCORED_DEPTH: usize = 2;

/// Memory kept between puzzles: the backtrack stack and the first solution.
#[derive(Debug)]
pub(super) struct SearchMemory {
    stack: Vec<SavedState>,
    pub(super) first: CandidateBits,
}

/// Solutions and nodes, or `None` if the budget of nodes ran out.
pub(super) type SolutionsAndNodes = Option<(u64, u64)>;

impl SearchMemory {
    pub(super) fn new() -> Self {
        Self { stack: vec![SavedState::EMPTY; DEPTH], first: CandidateBits::EMPTY }
    }

    /// Stack slot for the state saved at `depth`.
    #[inline(always)]
    fn slot(&mut self, depth: usize) -> &mut SavedState {
        if depth == self.stack.len() {
            self.stack.push(SavedState::EMPTY);
        }
        &mut self.stack[depth]
    }
}

/// Counts the solutions of `start`, up to `limit`.
#[inline(always)]
pub(super) fn run<V: Lanes>(
    memory: &mut SearchMemory,
    start: &CandidateBits,
    limit: u64,
    budget: u64,
) -> SolutionsAndNodes {
    count_solutions(memory, SearchState::<V>::new(start), limit, budget)
}

/// Counts the solutions below a search state, up to `limit`.
#[inline(always)]
fn count_solutions<V: Lanes>(
    memory: &mut SearchMemory,
    mut here: SearchState<V>,
    limit: u64,
    budget: u64,
) -> SolutionsAndNodes {
    let (mut solutions, mut nodes, mut depth) = (0, 1, 0);
    let (mut extra_pass_done, mut contradiction_met) = (false, false);
    while solutions < limit && nodes <= budget {
        match pass(&mut here) {
            Progress::Changed => continue,
            Progress::NoNewSingles => {
                let [bivalue, open] = bivalue_and_open(&here.candidates);
                if nodes == 1 && !extra_pass_done && few_bivalue_cells(bivalue) {
                    extra_pass_done = true;
                } else {
                    let unscored = !contradiction_met && depth >= UNSCORED_DEPTH;
                    branch(&mut here, bivalue, open, memory.slot(depth), unscored);
                    (nodes, depth) = (nodes + 1, depth + 1);
                }
                continue;
            }
            Progress::Solved => {
                if solutions == 0 {
                    store(&here.candidates, &mut memory.first);
                }
                solutions += 1;
            }
            Progress::Contradiction => contradiction_met = true,
        }
        if depth == 0 {
            break;
        }
        depth -= 1;
        here = SearchState::restore(&memory.stack[depth]);
    }
    (nodes <= budget).then_some((solutions, nodes))
}

/// Searches for any solution below `here`. Returns whether one exists and the nodes visited, or `None` if the budget
/// ran out.
///
/// `known` is a solution of the grid, except that `here` excludes one of its candidates. Another solution mostly agrees
/// with it, so the search starts close to `known`. Until the first contradiction, each branch speculates: it assigns the
/// known digits of several bivalue cells at once, and saves the unchanged state for backtracking.
#[inline(always)]
pub(super) fn find_any_solution<V: Lanes>(
    memory: &mut SearchMemory,
    known: &CandidateBits,
    here: SearchState<V>,
    budget: u64,
) -> Option<(bool, u64)> {
    let (solution, nodes) = find_any_solution_in(memory, known, here, budget)?;
    Some((solution.is_some(), nodes))
}

/// The same; returns the solution.
#[inline(always)]
pub(super) fn find_any_solution_in<V: Lanes>(
    memory: &mut SearchMemory,
    known: &CandidateBits,
    mut here: SearchState<V>,
    budget: u64,
) -> Option<(Option<CandidateVectors<V>>, u64)> {
    let (mut nodes, mut depth) = (1, 0);
    // Once speculation stops, it never resumes: the slots below `speculative_depth` are those that it saved. Their
    // states are unchanged, thus propagated already.
    let (mut speculative_depth, mut may_speculate, mut propagated) = (0, true, false);
    while nodes <= budget {
        match if propagated { Progress::NoNewSingles } else { pass(&mut here) } {
            Progress::Changed => {}
            Progress::NoNewSingles => {
                may_speculate = branch_toward(&mut here, known, memory.slot(depth), may_speculate);
                (nodes, depth, propagated) = (nodes + 1, depth + 1, false);
                speculative_depth += usize::from(may_speculate);
            }
            Progress::Solved => return Some((Some(here.candidates), nodes)),
            Progress::Contradiction if depth == 0 => return Some((None, nodes)),
            Progress::Contradiction => {
                (depth, may_speculate) = (depth - 1, false);
                here = SearchState::restore(&memory.stack[depth]);
                propagated = depth < speculative_depth;
                speculative_depth = speculative_depth.min(depth);
            }
        }
    }
    None
}

/// Returns true below six bivalue cells: one more pass at the root is then worth its time.
#[inline(always)]
fn few_bivalue_cells<V: Lanes>(bivalue: V) -> bool {
    let [[low, high], _] = bivalue.halves();
    low.count_ones() + high.count_ones() < 6
}
