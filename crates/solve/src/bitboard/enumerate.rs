//! Enumeration of all minimal puzzles within a 9x9 puzzle.
//!
//! ```text
//! needed givens                      propagated once: the state of depth 0
//! one more optional given chosen     the state of the next depth: that of the last one with this given, propagated
//! at a transversal                   all optional givens are singles? one solution, with no search
//!                                    else: search from this state for a solution that differs
//! ```
//!
//! Optional givens that are singles in a state follow from the choice: no minimal puzzle below has them.

use super::dig::{ALL, CellMask, half_lanes, lanes};
use super::lanes::Lanes;
use super::layout::{BIT_OF_CELL, CELL_LANES, CandidateBits, DigitMasks, VECTORS};
use super::propagate::{
    Progress, SavedState, SearchState, bivalue_and_open, each, load, or_vectors, pass, single_cells, store,
};
use super::search::{SearchMemory, find_any_solution, find_any_solution_in};
use crate::minimal_puzzles::{ChoiceOracle, MAX_OPTIONAL, TransversalSearch};

/// State of an enumeration, with the memory that it needs.
#[derive(Debug)]
pub(super) struct EnumerationState {
    pub(super) search: TransversalSearch,
    choices: ChoiceStates,
    /// Needed givens, one bit for each cell in row-major order.
    pub(super) needed: u128,
    /// Optional givens, in the same way.
    pub(super) optional: u128,
}

/// Propagated states of the choices on the path.
#[derive(Debug)]
struct ChoiceStates {
    memory: SearchMemory,
    /// Complete grid: one candidate for each cell.
    known: CandidateBits,
    states: Vec<SavedState>,
    /// Givens of the puzzle, by cell bit.
    givens: CellMask,
    /// Optional givens, by cell bit.
    optional: CellMask,
    /// Number of each optional given, by cell bit.
    number: [u8; 128],
    /// Cell bit of each optional given.
    cell_bits: [u8; MAX_OPTIONAL],
    budget: u64,
    nodes: u64,
}

impl EnumerationState {
    pub(super) fn new() -> Self {
        Self {
            search: TransversalSearch::new(),
            choices: ChoiceStates {
                memory: SearchMemory::new(),
                known: CandidateBits::EMPTY,
                states: vec![SavedState::EMPTY; MAX_OPTIONAL + 1],
                givens: 0,
                optional: 0,
                number: [0; 128],
                cell_bits: [0; MAX_OPTIONAL],
                budget: 0,
                nodes: 0,
            },
            needed: 0,
            optional: 0,
        }
    }

    /// Starts with the givens at `givens` (row-major) of a complete grid.
    #[inline(always)]
    pub(super) fn start(&mut self, masks: &DigitMasks, givens: &[bool; 81], budget: u64) {
        let choices = &mut self.choices;
        choices.known = CandidateBits::from_masks(masks);
        (choices.givens, choices.optional, choices.budget, choices.nodes) = (0, 0, budget, 0);
        (self.needed, self.optional) = (0, 0);
        for (cell, _) in givens.iter().enumerate().filter(|(_, given)| **given) {
            choices.givens |= 1 << BIT_OF_CELL[cell];
            self.needed |= 1 << cell;
        }
    }

    /// Returns the nodes visited.
    pub(super) const fn nodes(&self) -> u64 {
        self.choices.nodes
    }
}

/// Enumerates the minimal puzzles. Returns `None` if a search exceeds its budget.
#[inline(always)]
pub(super) fn run<V: Lanes>(state: &mut EnumerationState) -> Option<()> {
    let EnumerationState { search, choices, needed, optional } = state;
    let mut number = 0;
    for (cell, &cell_bit) in BIT_OF_CELL.iter().enumerate() {
        if *needed >> cell & 1 != 0 && !choices.is_needed::<V>(cell_bit)? {
            *needed ^= 1 << cell;
            *optional |= 1 << cell;
            choices.optional |= 1 << cell_bit;
            assert!(usize::from(number) < MAX_OPTIONAL, "more than {MAX_OPTIONAL} optional givens");
            choices.number[usize::from(cell_bit)] = number;
            choices.cell_bits[usize::from(number) % MAX_OPTIONAL] = cell_bit;
            number += 1;
        }
    }
    let all = 1_u64.checked_shl(u32::from(number)).unwrap_or(0).wrapping_sub(1);
    let mut oracle = VectorOracle::<V>(choices, std::marker::PhantomData);
    let here = oracle.0.given::<V>(0);
    let implied = oracle.0.keep::<V>(0, here);
    search.edges.clear();
    search.run(&mut oracle, all, all & !implied)
}

/// [`ChoiceStates`] on an instruction set.
struct VectorOracle<'a, V>(&'a mut ChoiceStates, std::marker::PhantomData<V>);

impl<V: Lanes> ChoiceOracle for VectorOracle<'_, V> {
    #[inline(always)]
    fn choose(&mut self, depth: usize, given: usize) -> u64 {
        let choices = &mut *self.0;
        let cell = V::load(&CELL_LANES[usize::from(choices.cell_bits[given % MAX_OPTIONAL])]);
        let here = SearchState::<V>::restore(&choices.states[depth]);
        let here = assign(&choices.known, here, cell);
        choices.keep::<V>(depth + 1, here)
    }

    #[inline(always)]
    fn difference_at(&mut self, depth: usize, _: u64) -> Option<u64> {
        let here = SearchState::<V>::restore(&self.0.states[depth]);
        self.0.search::<V>(here)
    }

    #[inline(always)]
    fn difference(&mut self, chosen: u64) -> Option<u64> {
        let mut cells = 0;
        let mut left = chosen;
        while left != 0 {
            cells |= 1_u128 << self.0.cell_bits[left.trailing_zeros() as usize % MAX_OPTIONAL];
            left &= left - 1;
        }
        let here = self.0.given::<V>(cells);
        let (here, progress) = propagate(here);
        if progress == Progress::Solved {
            return Some(0);
        }
        self.0.search::<V>(here)
    }
}

/// Places the known digits at the cells of `cells`.
#[inline(always)]
fn assign<V: Lanes>(known: &CandidateBits, here: SearchState<V>, cells: V) -> SearchState<V> {
    let known = load::<V>(known);
    let x = each!(I => here.candidates[I].and_not(cells.and_not(known[I])));
    SearchState { candidates: x, singles: here.singles.or(cells) }
}

/// Repeats passes until no new single appears.
#[inline(always)]
fn propagate<V: Lanes>(mut here: SearchState<V>) -> (SearchState<V>, Progress) {
    loop {
        let progress = pass(&mut here);
        if progress != Progress::Changed {
            return (here, progress);
        }
    }
}

impl ChoiceStates {
    /// Returns the candidates with the needed givens and `chosen` given, before any elimination.
    #[inline(always)]
    fn given<V: Lanes>(&self, chosen: CellMask) -> SearchState<V> {
        self.with_givens(self.givens & !self.optional | chosen)
    }

    #[inline(always)]
    fn with_givens<V: Lanes>(&self, given: CellMask) -> SearchState<V> {
        let empty = ALL & !given;
        let [low, high] = [V::load(&lanes(empty)), V::load(&half_lanes(empty))];
        let known = load::<V>(&self.known);
        let x = each!(I => known[I].or(if I + 1 < VECTORS { low } else { high }));
        SearchState { candidates: x, singles: V::load(&lanes(given)) }
    }

    /// Checks whether the puzzle has another solution without the given at a cell.
    #[inline(always)]
    fn is_needed<V: Lanes>(&mut self, cell_bit: u8) -> Option<bool> {
        let cell = V::load(&CELL_LANES[usize::from(cell_bit)]);
        let here = self.with_givens::<V>(self.givens & !(1 << cell_bit));
        let known = load::<V>(&self.known);
        let x = each!(I => here.candidates[I].and_not(cell.and(known[I])));
        let start = SearchState { candidates: x, singles: single_cells(&x) };
        let (found, nodes) = find_any_solution(&mut self.memory, &self.known, start, self.budget)?;
        self.nodes += nodes;
        Some(found)
    }

    /// Propagates `here`, keeps it as the state of `depth` and returns the optional givens that are singles.
    #[inline(always)]
    fn keep<V: Lanes>(&mut self, depth: usize, here: SearchState<V>) -> u64 {
        let (here, progress) = propagate(here);
        let state = &mut self.states[depth];
        store(&here.candidates, &mut state.candidates);
        self.nodes += 1;
        if progress == Progress::Solved {
            V::load(&lanes(ALL)).store(&mut state.singles);
            return !0;
        }
        here.singles.store(&mut state.singles);
        self.numbers(cells_of(here.singles) & self.optional)
    }

    /// Searches for another solution below `here`, which is propagated, and returns its difference.
    ///
    /// The puzzle has one solution, so that another one of a choice differs at an optional given. Excludes the known digit of
    /// one after the other; a search without a result proves that the given follows, and it is placed.
    #[inline(always)]
    fn search<V: Lanes>(&mut self, mut here: SearchState<V>) -> Option<u64> {
        loop {
            let [bivalue, _] = bivalue_and_open(&here.candidates);
            let open = self.optional & !cells_of(here.singles);
            if open == 0 {
                return Some(0);
            }
            let two = open & cells_of(bivalue);
            let cell_bit = (if two == 0 { open } else { two }).trailing_zeros() as usize % 128;
            let cell = V::load(&CELL_LANES[cell_bit]);
            let known = load::<V>(&self.known);
            let x = each!(I => here.candidates[I].and_not(cell.and(known[I])));
            let start = SearchState { candidates: x, singles: here.singles.or(cell.and(bivalue)) };
            let (found, nodes) = find_any_solution_in(&mut self.memory, &self.known, start, self.budget)?;
            self.nodes += nodes;
            if let Some(other) = found {
                let same = each!(I => other[I].and(known[I]));
                let same = or_vectors(&same);
                return Some(self.numbers(!cells_of(same.or(same.swap_digits())) & self.optional));
            }
            let progress;
            (here, progress) = propagate(assign(&self.known, here, cell));
            if progress == Progress::Solved {
                return Some(0);
            }
        }
    }

    /// Converts cell bits to numbers of optional givens.
    #[inline(always)]
    fn numbers(&self, mut cells: CellMask) -> u64 {
        let mut set = 0;
        while cells != 0 {
            set |= 1 << (self.number[cells.trailing_zeros() as usize % 128] % 64);
            cells &= cells - 1;
        }
        set
    }
}

/// Returns the cells of a vector whose halves are the same.
#[inline(always)]
fn cells_of<V: Lanes>(v: V) -> CellMask {
    let [[low, high], _] = v.halves();
    u128::from(low) | u128::from(high) << 64
}
