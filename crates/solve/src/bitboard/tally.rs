//! Tally of the candidates in the solutions of a grid: which are in one solution, and which in several.
//!
//! ```text
//! solution        once    several     a candidate of the solution that is in `once` already enters `several`;
//! 1  5 at r1c1    5                   those of `once` alone are in exactly one solution
//! 2  5 at r1c1    5       5
//! 3  8 at r1c1    5 8     5
//! ```

use super::{
    lanes::Lanes,
    layout::{BIT_OF_CELL, CandidateBits, candidate_bit},
    propagate::{Progress, SearchState, store},
    search::{CountSearch, CountTask, Search, SearchMemory, SolutionsAndNodes},
};
use gridmill_board::{Digit, DigitSet};

/// Search that visits all solutions up to a limit, and tallies their candidates.
#[derive(Debug)]
pub(super) struct Tally {
    memory: SearchMemory,
    search: CountSearch,
    once: CandidateBits,
    several: CandidateBits,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            memory: SearchMemory::new(),
            search: CountSearch::new(0, 0),
            once: CandidateBits::EMPTY,
            several: CandidateBits::EMPTY,
        }
    }

    /// Solutions and nodes of a search that ended.
    pub(super) fn result(&self) -> SolutionsAndNodes {
        self.search.result()
    }

    /// Returns, for each cell, the digits in exactly one solution and those in several.
    pub(super) fn digits(&self) -> [Vec<DigitSet>; 2] {
        let mut digits = [vec![DigitSet::default(); 81], vec![DigitSet::default(); 81]];
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            let bit = candidate_bit(digit, BIT_OF_CELL[cell].into());
            if self.once.has(bit) {
                digits[usize::from(self.several.has(bit))][cell].insert(Digit::from_index(digit));
            }
        }
        digits
    }

    #[inline(always)]
    fn add<V: Lanes>(&mut self, solution: &SearchState<V>) {
        let mut bits = CandidateBits::EMPTY;
        store(&solution.candidates, &mut bits);
        let (once, several) = (self.once.0.as_flattened_mut(), self.several.0.as_flattened_mut());
        for ((once, several), &bits) in once.iter_mut().zip(several).zip(bits.0.as_flattened()) {
            *several |= *once & bits;
            *once |= bits;
        }
    }
}

impl Search for Tally {
    type Task<'a> = CountTask;

    #[inline(always)]
    fn start<V: Lanes>(&mut self, task: &CountTask) -> Option<SearchState<V>> {
        self.search = CountSearch::new(task.limit, task.budget);
        (self.once, self.several) = (CandidateBits::EMPTY, CandidateBits::EMPTY);
        if task.limit == 0 {
            return None;
        }
        // Not in a closure: it would be compiled without the instruction set of the function around it.
        Some(SearchState::new(&task.start))
    }

    #[inline(always)]
    fn resume<V: Lanes>(&mut self, here: &mut SearchState<V>, progress: Progress) -> bool {
        if progress == Progress::Solved {
            self.add::<V>(here);
        }
        self.search.resume(&mut self.memory, here, progress)
    }
}
