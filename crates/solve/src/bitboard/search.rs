//! The search: passes until nothing moves, then a guess between two candidates of which one is true.

use super::branch::{branch, branch_toward};
use super::lanes::Lanes;
use super::layout::CandidateBits;
use super::propagate::{Progress, SavedState, SearchState, bivalue_and_open, pass, store};

/// Room for the branches that wait, before it must grow: nearly every guess settles a cell.
const DEPTH: usize = 81;

/// So many guesses with nothing dead yet are a sign of many solutions: any will do then.
const UNSCORED_DEPTH: usize = 2;

/// What the search keeps between puzzles: its stack and the first solution.
#[derive(Debug)]
pub(super) struct SearchMemory {
    stack: Vec<SavedState>,
    pub(super) first: CandidateBits,
}

/// Solutions and nodes, or `None` when the nodes ran out.
pub(super) type SolutionsAndNodes = Option<(u64, u64)>;

impl SearchMemory {
    pub(super) fn new() -> Self {
        Self { stack: vec![SavedState::EMPTY; DEPTH], first: CandidateBits::EMPTY }
    }

    /// The place for what waits at a depth.
    #[inline(always)]
    fn room(&mut self, depth: usize) -> &mut SavedState {
        if depth == self.stack.len() {
            self.stack.push(SavedState::EMPTY);
        }
        &mut self.stack[depth]
    }
}

/// Counts the solutions of a state, up to `limit`.
#[inline(always)]
pub(super) fn run<V: Lanes>(
    search: &mut SearchMemory,
    start: &CandidateBits,
    limit: u64,
    budget: u64,
) -> SolutionsAndNodes {
    dive(search, SearchState::<V>::new(start), limit, budget)
}

/// Counts the solutions below a branch, up to `limit`.
#[inline(always)]
fn dive<V: Lanes>(
    search: &mut SearchMemory,
    mut here: SearchState<V>,
    limit: u64,
    budget: u64,
) -> SolutionsAndNodes {
    let (mut solutions, mut nodes, mut depth) = (0, 1, 0);
    let (mut idle, mut dead) = (false, false);
    while solutions < limit && nodes <= budget {
        match pass(&mut here) {
            Progress::Changed => continue,
            Progress::NoNewSingles => {
                let [pairs, open] = bivalue_and_open(&here.x);
                if nodes == 1 && !idle && few(pairs) {
                    idle = true;
                } else {
                    branch(&mut here, pairs, open, search.room(depth), !dead && depth >= UNSCORED_DEPTH);
                    (nodes, depth) = (nodes + 1, depth + 1);
                }
                continue;
            }
            Progress::Solved => {
                if solutions == 0 {
                    store(&here.x, &mut search.first);
                }
                solutions += 1;
            }
            Progress::Contradiction => dead = true,
        }
        if depth == 0 {
            break;
        }
        depth -= 1;
        here = SearchState::resume(&search.stack[depth]);
    }
    (nodes <= budget).then_some((solutions, nodes))
}

/// Whether there is a solution below a branch, and the nodes it took to know. `known` is a solution but for what the branch
/// forbids: another one mostly agrees with it, and is looked for nearby. Until something is dead, that goes by bold guesses:
/// the branch as it was waits below each of them.
#[inline(always)]
pub(super) fn find_any_solution<V: Lanes>(
    search: &mut SearchMemory,
    known: &CandidateBits,
    mut here: SearchState<V>,
    budget: u64,
) -> Option<(bool, u64)> {
    let (mut nodes, mut depth) = (1, 0);
    // Guesses that were bold, for they are the first ones; whether there may be more; whether nothing moves here.
    let (mut bold, mut daring, mut idle) = (0, true, false);
    while nodes <= budget {
        match if idle { Progress::NoNewSingles } else { pass(&mut here) } {
            Progress::Changed => {}
            Progress::NoNewSingles => {
                daring = branch_toward(&mut here, known, search.room(depth), daring);
                (nodes, depth, idle) = (nodes + 1, depth + 1, false);
                bold += usize::from(daring);
            }
            Progress::Solved => return Some((true, nodes)),
            Progress::Contradiction if depth == 0 => return Some((false, nodes)),
            Progress::Contradiction => {
                (depth, daring) = (depth - 1, false);
                here = SearchState::resume(&search.stack[depth]);
                idle = depth < bold;
                bold = bold.min(depth);
            }
        }
    }
    None
}

/// Whether these are so few cells of two candidates that one more pass at the root is worth its time.
#[inline(always)]
fn few<V: Lanes>(pairs: V) -> bool {
    let [[a, b], _] = pairs.halves();
    a.count_ones() + b.count_ones() < 6
}
