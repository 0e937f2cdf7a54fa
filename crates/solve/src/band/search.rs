//! The search: passes until nothing moves, then a guess between two candidates of which one is true.

use super::guess::{guess, guess_near};
use super::lanes::Lanes;
use super::layout::State;
use super::propagate::{Branch, Progress, Waiting, pairs_and_open, pass, store};

/// Room for the branches that wait, before it must grow: nearly every guess settles a cell.
const DEPTH: usize = 81;

/// So many guesses with nothing dead yet are a sign of many solutions: any will do then.
const HASTY: usize = 2;

/// What the search keeps between puzzles: its stack and the first solution.
#[derive(Debug)]
pub(super) struct Search {
    stack: Vec<Waiting>,
    pub(super) first: State,
}

/// Solutions and nodes, or `None` when the nodes ran out.
pub(super) type Outcome = Option<(u64, u64)>;

impl Search {
    pub(super) fn new() -> Self {
        Self { stack: vec![Waiting::EMPTY; DEPTH], first: State::EMPTY }
    }

    /// The place for what waits at a depth.
    #[inline(always)]
    fn room(&mut self, depth: usize) -> &mut Waiting {
        if depth == self.stack.len() {
            self.stack.push(Waiting::EMPTY);
        }
        &mut self.stack[depth]
    }
}

/// Counts the solutions of a state, up to `limit`.
#[inline(always)]
pub(super) fn run<V: Lanes>(search: &mut Search, start: &State, limit: u64, budget: u64) -> Outcome {
    dive(search, Branch::<V>::new(start), limit, budget)
}

/// Counts the solutions below a branch, up to `limit`.
#[inline(always)]
fn dive<V: Lanes>(search: &mut Search, mut here: Branch<V>, limit: u64, budget: u64) -> Outcome {
    let (mut solutions, mut nodes, mut depth) = (0, 1, 0);
    let (mut idle, mut dead) = (false, false);
    while solutions < limit && nodes <= budget {
        match pass(&mut here) {
            Progress::Changed => continue,
            Progress::Idle => {
                let [pairs, open] = pairs_and_open(&here.x);
                if nodes == 1 && !idle && few(pairs) {
                    idle = true;
                } else {
                    guess(&mut here, pairs, open, search.room(depth), !dead && depth >= HASTY);
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
            Progress::Dead => dead = true,
        }
        if depth == 0 {
            break;
        }
        depth -= 1;
        here = Branch::resume(&search.stack[depth]);
    }
    (nodes <= budget).then_some((solutions, nodes))
}

/// Whether there is a solution below a branch, and the nodes it took to know. `known` is a solution but for what the branch
/// forbids: another one mostly agrees with it, and is looked for nearby. Until something is dead, that goes by bold guesses:
/// the branch as it was waits below each of them.
#[inline(always)]
pub(super) fn exists<V: Lanes>(
    search: &mut Search,
    known: &State,
    mut here: Branch<V>,
    budget: u64,
) -> Option<(bool, u64)> {
    let (mut nodes, mut depth) = (1, 0);
    // Guesses that were bold, for they are the first ones; whether there may be more; whether nothing moves here.
    let (mut bold, mut daring, mut idle) = (0, true, false);
    while nodes <= budget {
        match if idle { Progress::Idle } else { pass(&mut here) } {
            Progress::Changed => {}
            Progress::Idle => {
                daring = guess_near(&mut here, known, search.room(depth), daring);
                (nodes, depth, idle) = (nodes + 1, depth + 1, false);
                bold += usize::from(daring);
            }
            Progress::Solved => return Some((true, nodes)),
            Progress::Dead if depth == 0 => return Some((false, nodes)),
            Progress::Dead => {
                (depth, daring) = (depth - 1, false);
                here = Branch::resume(&search.stack[depth]);
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
