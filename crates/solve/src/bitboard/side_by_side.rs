//! Digs of several puzzles side by side: one pass moves all of them on.
//!
//! ```text
//! slot        a dig at work, and the state of its search in memory
//! step        one pass over the states of all slots, again and again while each has new singles
//! then        each dig of which a state ended goes on by itself: it branches, backtracks, or asks its next question;
//!             a dig that is done leaves its slot to the next puzzle
//! ```
//!
//! A pass is a long chain of dependent operations, so that a processor has room for those of another grid. Questions of one dig
//! depend on each other; puzzles do not. Each dig takes the steps that it would take alone.

use super::dig::{DigState, finish};
use super::lanes::{Lanes, Vector, Wide};
use super::layout::{DigitMasks, VECTORS};
use super::propagate::{SearchState, each, pass_all};
use gridmill_board::Cell;

/// Most grids side by side.
const MOST: usize = 8;

/// A puzzle to dig: its complete grid, its givens, and the cells to try in order.
#[derive(Debug)]
pub(super) struct DigTask<'a> {
    pub(super) solution: [u8; 81],
    pub(super) masks: DigitMasks,
    pub(super) givens: [bool; 81],
    pub(super) cells: &'a [Cell],
    pub(super) stop_at: usize,
    pub(super) budget: u64,
}

impl DigTask<'_> {
    #[inline(always)]
    pub(super) fn prepare(&self, dig: &mut DigState) {
        let cells = self.cells.iter().map(|cell| cell.index());
        dig.prepare(&self.solution, &self.masks, &self.givens, cells, self.stop_at, self.budget);
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

/// Digs every puzzle, `W::GRIDS` at a time, and calls `done` with the number of each and its dig. There is a dig for each grid.
#[inline(always)]
pub(super) fn run<W: Wide>(
    digs: &mut [DigState],
    tasks: &[DigTask<'_>],
    mut done: impl FnMut(usize, &DigState),
) {
    let mut states = SlotStates([[[0; 8]; MOST]; VECTORS + 1]);
    // Task of each slot at work.
    let mut at_work = [None; MOST];
    let mut waiting = 0..tasks.len();
    let mut running = 0_u32;
    for slot in 0..W::GRIDS {
        at_work[slot] = start_next::<W>(slot, &mut digs[slot], tasks, &mut waiting, &mut states, &mut done);
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
            let here = states.get::<W>(slot);
            let dig = &mut digs[slot];
            if let Some(next) = dig.resume::<W>(here, progress.of(slot, &here)) {
                states.set::<W>(slot, &next);
                continue;
            }
            if let Some(task) = at_work[slot] {
                done(task, dig);
            }
            at_work[slot] = start_next::<W>(slot, dig, tasks, &mut waiting, &mut states, &mut done);
            if at_work[slot].is_none() {
                running &= !(1 << slot);
            }
        }
    }
    for slot in 0..W::GRIDS {
        if let Some(task) = at_work[slot] {
            finish::<W>(&mut digs[slot], Some(states.get::<W>(slot)));
            done(task, &digs[slot]);
        }
    }
}

/// Starts the next puzzle in a slot; returns its number. A dig without anything to try is done at once.
#[inline(always)]
fn start_next<W: Wide>(
    slot: usize,
    dig: &mut DigState,
    tasks: &[DigTask<'_>],
    waiting: &mut std::ops::Range<usize>,
    states: &mut SlotStates,
    done: &mut impl FnMut(usize, &DigState),
) -> Option<usize> {
    for task in waiting {
        tasks[task].prepare(dig);
        if let Some(state) = dig.start::<W>() {
            states.set::<W>(slot, &state);
            return Some(task);
        }
        done(task, dig);
    }
    None
}
