//! Digs of eight puzzles of up to 64 cells side by side.
//!
//! ```text
//! slot        a dig at work (`slot`), and its state in a lane of each word (`passes`)
//! singles     a pass over the states of all slots
//! locked      a pass over those without new singles, when there are enough of them
//! then        each slot whose state ended goes on by itself: it branches, backtracks, or asks its next question; one that is
//!             done takes the next puzzle
//! ```
//!
//! Each dig takes the steps that it takes alone: the givens, checks and nodes are the same.

mod complete;
mod passes;
mod slot;

use super::{BitParallel, InstructionSet, Task};
use crate::{OutOfNodes, Removal, RemovalTask};
pub(crate) use complete::{Complete, completer};
use gridmill_board::{Cell, Shape};
pub(super) use passes::GRIDS;
use passes::{Slots, State};
use slot::Slot;
pub(super) use slot::{DigResult, DigTask};
use std::fmt;

/// Slots without new singles for which a pass over locked candidates is made while others have some.
const WAITING: u32 = 5;

/// Digs on grids of one shape.
pub(super) trait Digs: fmt::Debug + Send {
    /// Digs every puzzle. Each search may visit `budget` nodes.
    fn dig_each(&mut self, isa: InstructionSet, tasks: &[DigTask], budget: u64) -> Vec<DigResult>;
}

/// Returns true if digs of this shape go side by side.
pub(super) fn supports(shape: Shape) -> bool {
    shape.side() <= 8
}

/// Creates the digs of a supported shape.
fn digs_of(shape: Shape) -> Box<dyn Digs> {
    match shape.side() {
        4 => Box::new(SideBySide::<2, 4>::new()),
        6 => Box::new(SideBySide::<3, 6>::new()),
        8 => Box::new(SideBySide::<4, 8>::new()),
        _ => unreachable!("shapes up to 8x8"),
    }
}

impl BitParallel {
    /// Removes givens from several puzzles of a shape up to 8x8, side by side.
    pub(super) fn remove_side_by_side(
        &mut self,
        tasks: &mut [RemovalTask<'_>],
    ) -> Vec<Result<Removal, OutOfNodes>> {
        let digs: Vec<_> = tasks.iter().map(|task| self.dig_task(task)).collect();
        let all = self.digs.get_or_insert_with(|| digs_of(self.shape));
        let results = all.dig_each(self.isa, &digs, self.budget);
        let finish = |((task, dig), result): ((&mut RemovalTask<'_>, DigTask), DigResult)| {
            if result.out_of_nodes {
                return Err(OutOfNodes { budget: self.budget });
            }
            for cell in self.shape.all_cells() {
                if result.given >> self.bit(cell) & 1 == 0 {
                    task.puzzle.set(cell, None);
                }
            }
            Ok(Removal {
                givens: result.given.count_ones() as usize,
                checks: result.tried as u64,
                nodes: result.nodes,
                all_tried: result.tried == dig.len,
            })
        };
        tasks.iter_mut().zip(digs).zip(results).map(finish).collect()
    }

    /// Returns the bit of a cell: a row has eight.
    fn bit(&self, cell: Cell) -> usize {
        let (index, side) = (usize::from(self.index[cell.index()]), self.shape.side());
        8 * (index / side) + index % side
    }

    fn dig_task(&self, task: &RemovalTask<'_>) -> DigTask {
        assert_eq!(task.puzzle.shape(), self.shape, "a grid of another shape than the solver's");
        let mut dig = DigTask { solution: [0; 64], given: 0, order: [0; 64], len: 0, stop_at: task.stop_at };
        for cell in self.shape.all_cells() {
            dig.given |= u64::from(task.puzzle.get(cell).is_some()) << self.bit(cell);
            dig.solution[self.bit(cell)] = task.solution.get(cell).index() as u8;
        }
        let mut left = dig.given;
        for &cell in task.order {
            let bit = self.bit(cell);
            if left >> bit & 1 == 1 {
                left &= !(1 << bit);
                dig.order[dig.len] = bit as u8;
                dig.len += 1;
            }
        }
        dig
    }
}

/// Eight slots.
#[derive(Debug)]
struct SideBySide<const BC: usize, const SIDE: usize> {
    states: Slots<BC, SIDE>,
    slots: Vec<Slot<BC, SIDE>>,
}

impl<const BC: usize, const SIDE: usize> SideBySide<BC, SIDE> {
    fn new() -> Self {
        Self { states: Slots::new(), slots: (0..GRIDS).map(|_| Slot::new()).collect() }
    }
}

impl<const BC: usize, const SIDE: usize> Digs for SideBySide<BC, SIDE> {
    fn dig_each(&mut self, isa: InstructionSet, tasks: &[DigTask], budget: u64) -> Vec<DigResult> {
        let mut results = vec![DigResult::default(); tasks.len()];
        isa.run_task(Run { digs: self, tasks, budget, results: &mut results });
        results
    }
}

/// Arguments of [`Digs::dig_each`].
struct Run<'a, const BC: usize, const SIDE: usize> {
    digs: &'a mut SideBySide<BC, SIDE>,
    tasks: &'a [DigTask],
    budget: u64,
    results: &'a mut [DigResult],
}

impl<const BC: usize, const SIDE: usize> Task for Run<'_, BC, SIDE> {
    type Output = ();
    const AVX512: bool = true;

    #[inline(always)]
    fn run(self) {
        let Self { digs: SideBySide { states, slots }, tasks, budget, results } = self;
        let mut at_work = [0; GRIDS];
        let mut running = 0_u32;
        let mut waiting = 0_u32;
        let mut next = 0;
        for slot in 0..GRIDS {
            if let Some((task, state)) = start_next(&mut slots[slot], tasks, &mut next, results) {
                at_work[slot] = task;
                running |= 1 << slot;
                states.set(slot, &state);
            }
        }
        while running != 0 {
            let singles = states.singles();
            let (mut failed, mut propagated) = (0, 0);
            for slot in 0..GRIDS {
                let bad = singles.contradiction[slot] != 0;
                let done = singles.new[slot] == 0;
                failed |= u32::from(bad) << slot;
                waiting |= u32::from(done) << slot;
                propagated |= u32::from(done & states.is_solved(slot)) << slot;
            }
            failed &= running;
            waiting &= running & !failed;
            propagated &= waiting;
            waiting &= !propagated;
            if waiting != 0 && (waiting.count_ones() >= WAITING || waiting == running & !failed & !propagated)
            {
                let mut which = [0; GRIDS];
                for slot in 0..GRIDS {
                    which[slot] = if waiting >> slot & 1 == 1 { u64::MAX } else { 0 };
                }
                let changed = states.locked_candidates(&which);
                for slot in 0..GRIDS {
                    propagated |= u32::from(changed[slot] == 0) << slot & waiting;
                }
                waiting = 0;
            }
            let mut ended = failed | propagated;
            while ended != 0 {
                let slot = ended.trailing_zeros() as usize % GRIDS;
                ended &= ended - 1;
                let (dig, task) = (&mut slots[slot], &tasks[at_work[slot]]);
                let state = if failed >> slot & 1 == 1 {
                    dig.backtrack(task, budget)
                } else {
                    dig.advance(&states.get(slot), task, budget)
                };
                if let Some(state) = state {
                    states.set(slot, &state);
                    continue;
                }
                results[at_work[slot]] = dig.result;
                if let Some((task, state)) = start_next(dig, tasks, &mut next, results) {
                    at_work[slot] = task;
                    states.set(slot, &state);
                } else {
                    running &= !(1 << slot);
                }
            }
        }
    }
}

/// Starts the next task in a slot. Returns its number and the first state. Tasks with nothing to do are done at once.
#[inline(always)]
fn start_next<const BC: usize, const SIDE: usize>(
    slot: &mut Slot<BC, SIDE>,
    tasks: &[DigTask],
    next: &mut usize,
    results: &mut [DigResult],
) -> Option<(usize, State<SIDE>)> {
    while let Some(task) = tasks.get(*next) {
        let number = *next;
        *next += 1;
        if let Some(state) = slot.start(task) {
            return Some((number, state));
        }
        results[number] = slot.result;
    }
    None
}
