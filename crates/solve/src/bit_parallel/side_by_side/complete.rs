//! Completes grids of up to 64 cells as `Backtracking` does: the same choices, solutions and nodes, by passes over all digits at once.

use super::passes::{Slots, State};
use crate::bit_parallel::{InstructionSet, Task};
use crate::{OutOfNodes, TieBreaker};
use std::fmt;

/// Completes grids of one shape.
pub(crate) trait Complete: fmt::Debug + Send {
    /// Completes a grid, in place: digits from 1, 0 for an empty cell. Returns whether there is a solution, and the nodes visited.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search needs more than `budget` nodes.
    fn complete(
        &mut self,
        digits: &mut [u8],
        budget: u64,
        choose: &mut dyn TieBreaker,
    ) -> Result<(bool, u64), OutOfNodes>;
}

/// Creates what completes grids of boxes with two rows and up to four columns. Returns `None` for other boxes.
pub(crate) fn completer(box_rows: usize, box_cols: usize) -> Option<Box<dyn Complete>> {
    let isa = InstructionSet::selected();
    Some(match (box_rows, box_cols) {
        (2, 2) => Box::new(Completion::<2, 4> { isa, levels: Vec::new() }),
        (2, 3) => Box::new(Completion::<3, 6> { isa, levels: Vec::new() }),
        (2, 4) => Box::new(Completion::<4, 8> { isa, levels: Vec::new() }),
        _ => return None,
    })
}

/// Propagated state with a cell to branch on.
#[derive(Debug)]
struct Level<const SIDE: usize> {
    state: State<SIDE>,
    cell: usize,
    /// Digits of the cell that were not tried, a bit for each.
    untried: u32,
}

#[derive(Debug)]
struct Completion<const BC: usize, const SIDE: usize> {
    isa: InstructionSet,
    /// Levels of the search, the deepest last.
    levels: Vec<Level<SIDE>>,
}

/// Arguments of a search.
struct Run<'a, const BC: usize, const SIDE: usize> {
    start: State<SIDE>,
    levels: &'a mut Vec<Level<SIDE>>,
    budget: u64,
    choose: &'a mut dyn TieBreaker,
}

impl<const BC: usize, const SIDE: usize> Complete for Completion<BC, SIDE> {
    fn complete(
        &mut self,
        digits: &mut [u8],
        budget: u64,
        choose: &mut dyn TieBreaker,
    ) -> Result<(bool, u64), OutOfNodes> {
        let cells = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| 8 * row + col));
        let mut givens = [0; SIDE];
        for (cell, &digit) in cells().zip(&*digits) {
            if digit > 0 {
                givens[usize::from(digit) - 1] |= 1 << cell;
            }
        }
        if Slots::<BC, SIDE>::clash(&givens) {
            return Ok((false, 0));
        }
        let empty = Slots::<BC, SIDE>::FULL & !givens.iter().fold(0, |all, cells| all | cells);
        let start = State { digits: givens.map(|cells| cells | empty), placed: 0 };
        let run = Run::<BC, SIDE> { start, levels: &mut self.levels, budget, choose };
        let (solution, nodes) = self.isa.run_task(run)?;
        for (cell, digit) in cells().zip(&mut *digits) {
            for (value, cells) in (1..).zip(solution.iter().flatten()) {
                if cells >> cell & 1 == 1 {
                    *digit = value;
                }
            }
        }
        Ok((solution.is_some(), nodes))
    }
}

impl<const BC: usize, const SIDE: usize> Task for Run<'_, BC, SIDE> {
    type Output = Result<(Option<[u64; SIDE]>, u64), OutOfNodes>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { start: mut state, levels, budget, choose } = self;
        levels.clear();
        let mut nodes = 0;
        loop {
            nodes += 1;
            if nodes > budget {
                return Err(OutOfNodes { budget });
            }
            let mut more = Some(true);
            while more == Some(true) {
                more = Slots::<BC, SIDE>::singles_of(&mut state);
            }
            if more.is_some() {
                if state.placed == Slots::<BC, SIDE>::FULL {
                    return Ok((Some(state.digits), nodes));
                }
                let cell = pick_cell(&state, Slots::<BC, SIDE>::FULL & !state.placed, choose);
                let digits = (0..).zip(state.digits);
                let untried =
                    digits.fold(0, |untried, (digit, cells)| untried | ((cells >> cell & 1) as u32) << digit);
                levels.push(Level { state, cell, untried });
            }
            while levels.pop_if(|level| level.untried == 0).is_some() {}
            let Some(level) = levels.last_mut() else { return Ok((None, nodes)) };
            let digit = nth(level.untried.into(), choose.pick(level.untried.count_ones()));
            level.untried &= !(1 << digit);
            state = level.state;
            for (other, cells) in state.digits.iter_mut().enumerate() {
                if other != digit {
                    *cells &= !(1 << level.cell);
                }
            }
        }
    }
}

/// Chooses one of the `open` cells with the fewest candidates.
#[inline(always)]
fn pick_cell<const SIDE: usize>(state: &State<SIDE>, open: u64, choose: &mut dyn TieBreaker) -> usize {
    // Binary digits of the number of candidates of each cell, the lowest first.
    let mut sums = [0; 4];
    for mut carry in state.digits {
        for sum in &mut sums {
            (*sum, carry) = (*sum ^ carry, *sum & carry);
        }
    }
    let mut fewest = open;
    for sum in sums.into_iter().rev() {
        if fewest & !sum != 0 {
            fewest &= !sum;
        }
    }
    nth(fewest, choose.pick(fewest.count_ones()))
}

/// Returns the place of the `n`-th bit, from 0.
#[inline(always)]
fn nth(mut bits: u64, n: u32) -> usize {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize % 64
}
