//! Several puzzles side by side: one pass moves the searches of all of them on.
//!
//! ```text
//! slot        a search at work, and its state: a lane of all rows
//! step        one pass over the states of all slots
//! then        each search of which the state ended goes on by itself: it branches, backtracks, or asks its next question;
//!             a search that is done leaves its slot to the next puzzle
//! ```
//!
//! A pass is a long chain of dependent operations, so that a processor has room for those of another grid. States of one search
//! depend on each other; puzzles do not. Each search takes the steps that it would take alone.

use super::grid_states::GridStates;
use super::lanes::{GridLanes, Lanes, MAX_LANES};
use super::propagate::{Progress, SearchState, pass};

/// Eighths of the slots at work up to which searches go on alone: a pass over all would take longer.
const FEW: usize = 2;

/// Search of one puzzle, between two passes.
pub(super) trait Search {
    /// Puzzle and question.
    type Task<'a>;
    /// Starts with a task. Returns the first state that needs passes, or `None` if the search is done.
    fn start<V: Lanes>(&mut self, task: &Self::Task<'_>) -> Option<SearchState<V>>;
    /// Goes on with the state `here` after a pass over it that ended with `progress`. Returns true if `here` is now a state
    /// that needs passes, false if the search is done.
    fn resume<V: Lanes>(&mut self, here: &mut SearchState<V>, progress: Progress) -> bool;
}

/// Runs one search alone.
#[inline(always)]
pub(super) fn run_alone<V: Lanes, S: Search>(search: &mut S, task: &S::Task<'_>) {
    if let Some(here) = search.start::<V>(task) {
        finish(search, here);
    }
}

/// Runs the rest of a search that needs passes over `here`.
#[inline(always)]
fn finish<V: Lanes, S: Search>(search: &mut S, mut here: SearchState<V>) {
    loop {
        let progress = pass(&mut here);
        if progress != Progress::Changed && !search.resume(&mut here, progress) {
            return;
        }
    }
}

/// Searches at work, one in each slot, and the tasks that wait for a slot.
struct Slots<'a, 'b, S: Search> {
    states: GridStates,
    searches: &'a mut [S],
    tasks: &'a [S::Task<'b>],
    /// Tasks that are at work or done.
    started: usize,
    /// Task of each slot at work.
    at_work: [usize; MAX_LANES],
    /// Slots at work, one bit for each.
    running: u32,
    done: &'a mut dyn FnMut(usize, &S),
}

impl<S: Search> Slots<'_, '_, S> {
    /// Starts the next task in a slot. A search that ends at its start is done at once.
    #[inline(always)]
    fn start_next<V: Lanes>(&mut self, slot: usize) {
        self.running &= !(1 << slot);
        while self.started < self.tasks.len() {
            let task = self.started;
            self.started += 1;
            if let Some(state) = self.searches[slot].start::<V>(&self.tasks[task]) {
                self.states.set(slot, &state);
                self.at_work[slot] = task;
                self.running |= 1 << slot;
                return;
            }
            (self.done)(task, &self.searches[slot]);
        }
    }

    /// Goes on with the search of a slot after a pass.
    #[inline(always)]
    fn resume<V: Lanes>(&mut self, slot: usize, mut here: SearchState<V>, progress: Progress) {
        if self.searches[slot].resume(&mut here, progress) {
            self.states.set(slot, &here);
        } else {
            (self.done)(self.at_work[slot], &self.searches[slot]);
            self.start_next::<V>(slot);
        }
    }
}

/// Works on every task, `G::GRIDS` at a time, and calls `done` with the number of each and its search. There is a search for
/// each grid.
#[inline(always)]
pub(super) fn run<G: GridLanes, S: Search>(
    searches: &mut [S],
    tasks: &[S::Task<'_>],
    done: &mut dyn FnMut(usize, &S),
) {
    let (states, at_work) = (GridStates::EMPTY, [0; MAX_LANES]);
    let mut slots = Slots { states, searches, tasks, started: 0, at_work, running: 0, done };
    for slot in 0..G::GRIDS {
        slots.start_next::<G::One>(slot);
    }
    while slots.running.count_ones() as usize > FEW * G::GRIDS / 8 {
        let progress = slots.states.pass::<G>();
        // Contradictions first: nothing of their states is needed, and each kind has jumps of its own.
        let mut dead = progress.dead & slots.running;
        let mut ended = progress.ended() & slots.running & !dead;
        while dead != 0 {
            let slot = dead.trailing_zeros() as usize % MAX_LANES;
            dead &= dead - 1;
            slots.resume(slot, SearchState::<G::One>::none(), Progress::Contradiction);
        }
        while ended != 0 {
            let slot = ended.trailing_zeros() as usize % MAX_LANES;
            ended &= ended - 1;
            let here = slots.states.get::<G::One>(slot);
            slots.resume(slot, here, progress.of(slot, &here));
        }
    }
    while slots.running != 0 {
        let slot = slots.running.trailing_zeros() as usize % MAX_LANES;
        slots.running &= slots.running - 1;
        finish::<G::One, S>(&mut slots.searches[slot], slots.states.get(slot));
        (slots.done)(slots.at_work[slot], &slots.searches[slot]);
    }
}
