//! Several puzzles side by side: one pass moves the searches of all of them on.
//!
//! ```text
//! slot        a search at work, and its state in memory
//! step        one pass over the states of all slots, again and again while each has new singles
//! then        each search of which the state ended goes on by itself: it branches, backtracks, or asks its next question;
//!             a search that is done leaves its slot to the next puzzle
//! ```
//!
//! A pass is a long chain of dependent operations, so that a processor has room for those of another grid. States of one search
//! depend on each other; puzzles do not. Each search takes the steps that it would take alone.

use super::lanes::{Lanes, Vector, Wide};
use super::layout::VECTORS;
use super::propagate::{Progress, SearchState, each, pass, pass_all};

/// Most grids side by side.
const MOST: usize = 8;

/// Search of one puzzle, between two passes.
pub(super) trait Search {
    /// Puzzle and question.
    type Task<'a>;
    /// Starts with a task. Returns the first state that needs passes, or `None` if the search is done.
    fn start<W: Wide>(&mut self, task: &Self::Task<'_>) -> Option<SearchState<W::One>>;
    /// Goes on with the state `here` after a pass over it that ended with `progress`. Returns true if `here` is now a state
    /// that needs passes, false if the search is done.
    fn resume<W: Wide>(&mut self, here: &mut SearchState<W::One>, progress: Progress) -> bool;
}

/// Runs one search alone.
#[inline(always)]
pub(super) fn run_alone<V: Lanes, S: Search>(search: &mut S, task: &S::Task<'_>) {
    if let Some(here) = search.start::<V>(task) {
        finish::<V, S>(search, here);
    }
}

/// Runs the rest of a search that needs passes over `here`.
#[inline(always)]
fn finish<W: Wide, S: Search>(search: &mut S, mut here: SearchState<W::One>) {
    loop {
        let progress = pass(&mut here);
        if progress != Progress::Changed && !search.resume::<W>(&mut here, progress) {
            return;
        }
    }
}

/// States of all slots in memory: candidates and singles, of each the rows of all grids.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct SlotStates([[[u32; 8]; MOST]; VECTORS + 1]);

impl SlotStates {
    #[inline(always)]
    fn gather<W: Wide>(&self) -> SearchState<W> {
        let rows = |row: usize| &self.0[row][..W::GRIDS];
        SearchState { candidates: each!(I => W::gather(rows(I))), singles: W::gather(rows(VECTORS)) }
    }

    #[inline(always)]
    fn scatter<W: Wide>(&mut self, state: &SearchState<W>) {
        each!(I => state.candidates[I].scatter(&mut self.0[I][..W::GRIDS]));
        state.singles.scatter(&mut self.0[VECTORS][..W::GRIDS]);
    }

    #[inline(always)]
    fn get<W: Wide>(&self, slot: usize) -> SearchState<W::One> {
        SearchState {
            candidates: each!(I => W::One::load(&self.0[I][slot])),
            singles: W::One::load(&self.0[VECTORS][slot]),
        }
    }

    #[inline(always)]
    fn set<W: Wide>(&mut self, slot: usize, state: &SearchState<W::One>) {
        each!(I => state.candidates[I].store(&mut self.0[I][slot]));
        state.singles.store(&mut self.0[VECTORS][slot]);
    }
}

/// Works on every task, `W::GRIDS` at a time, and calls `done` with the number of each and its search. There is a search for
/// each grid.
#[inline(always)]
pub(super) fn run<W: Wide, S: Search>(
    searches: &mut [S],
    tasks: &[S::Task<'_>],
    done: &mut dyn FnMut(usize, &S),
) {
    let mut states = SlotStates([[[0; 8]; MOST]; VECTORS + 1]);
    // Task of each slot at work.
    let mut at_work = [None; MOST];
    let mut waiting = 0..tasks.len();
    let mut running = 0_u32;
    for slot in 0..W::GRIDS {
        at_work[slot] = start_next::<W, S>(slot, &mut searches[slot], tasks, &mut waiting, &mut states, done);
        running |= u32::from(at_work[slot].is_some()) << slot;
    }
    while running.count_ones() > 1 {
        let mut state = states.gather::<W>();
        let progress = loop {
            let progress = pass_all(&mut state);
            if progress.ended() & running != 0 {
                break progress;
            }
        };
        states.scatter(&state);
        let mut ended = progress.ended() & running;
        while ended != 0 {
            let slot = ended.trailing_zeros() as usize % MOST;
            ended &= ended - 1;
            let mut here = states.get::<W>(slot);
            let search = &mut searches[slot];
            let outcome = progress.of(slot, &here);
            if search.resume::<W>(&mut here, outcome) {
                states.set::<W>(slot, &here);
                continue;
            }
            if let Some(task) = at_work[slot] {
                done(task, search);
            }
            at_work[slot] = start_next::<W, S>(slot, search, tasks, &mut waiting, &mut states, done);
            if at_work[slot].is_none() {
                running &= !(1 << slot);
            }
        }
    }
    for slot in 0..W::GRIDS {
        if let Some(task) = at_work[slot] {
            finish::<W, S>(&mut searches[slot], states.get::<W>(slot));
            done(task, &searches[slot]);
        }
    }
}

/// Starts the next task in a slot; returns its number. A search that ends at its start is done at once.
#[inline(always)]
fn start_next<W: Wide, S: Search>(
    slot: usize,
    search: &mut S,
    tasks: &[S::Task<'_>],
    waiting: &mut std::ops::Range<usize>,
    states: &mut SlotStates,
    done: &mut dyn FnMut(usize, &S),
) -> Option<usize> {
    for task in waiting {
        if let Some(state) = search.start::<W>(&tasks[task]) {
            states.set::<W>(slot, &state);
            return Some(task);
        }
        done(task, search);
    }
    None
}
