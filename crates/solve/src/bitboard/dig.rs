//! Which givens of a complete 9x9 grid can go, tried once each in an order: the same answer as one check a given, sooner.
//!
//! ```text
//! order    . . . . . . . . | w w w w w w w w | x x x x x x x x x ...      . decided, w window, x still given
//! base     kept and x are givens, w and what went are empty: propagated once for the window
//! given    alone in its cell of the base?            it can go, whatever becomes of the rest of the window
//!          last of a seed of which nothing is kept?  it stays
//!          else base, the later of w placed again, the given forbidden: one dive; a solution means that it stays
//! ```
//!
//! A seed is an unavoidable set known beforehand (see `seeds`). Windows never reach past the givens wanted, so that a dig for a
//! target stops exactly where single steps would. The first window of many givens is large and without seeds: early givens
//! nearly always go.
//!
//! Work is told in nodes: one for each base and each dive, and one for each guess in a dive.

use super::lanes::Lanes;
use super::layout::{BAND_CELLS, BIT_OF_CELL, CELL_LANES, CandidateBits, DigitMasks, VECTORS};
use super::propagate::{Progress, SearchState, each, load, pass, single_cells, store};
use super::search::{SearchMemory, find_any_solution};
use super::unavoidable::{GivenCells, NEVER, UnavoidableSets};

/// Cells of the first window: what of it is settled without search is settled at once.
const FIRST: usize = 40;

/// Cells of the other windows.
const WINDOW: usize = 8;

/// Digs for so many givens or more get by without seeds: most of what they try can go.
const SEEDED: usize = 28;

/// Cells as one bit each, by their place in a state: bit `32 * band + bit`.
pub(super) type CellMask = u128;

/// A dig under way, with the room that it needs.
#[derive(Debug)]
pub(super) struct DigState {
    search: SearchMemory,
    seeds: UnavoidableSets,
    /// The complete grid: one candidate a cell.
    known: CandidateBits,
    /// The cells to try, and back (row-major): the place in the order from 1, 0 for what is empty, `NEVER` for what stays.
    order: [u8; 81],
    len: usize,
    places: [u8; 81],
    base: CandidateBits,
    here: CandidateBits,
    /// What is empty for good, and what stays for good.
    pub(super) gone: CellMask,
    kept: GivenCells,
    /// Givens that are left, cells of the order that were tried, and nodes.
    pub(super) givens: usize,
    pub(super) tried: usize,
    pub(super) nodes: u64,
}

/// The cells of a window that are still open to question, in order.
struct Window {
    places: [u8; 81],
    len: usize,
    cells: CellMask,
}

impl DigState {
    pub(super) fn new() -> Self {
        Self {
            search: SearchMemory::new(),
            seeds: UnavoidableSets::new(),
            known: CandidateBits::EMPTY,
            order: [0; 81],
            len: 0,
            places: [0; 81],
            base: CandidateBits::EMPTY,
            here: CandidateBits::EMPTY,
            gone: 0,
            kept: GivenCells::NONE,
            givens: 0,
            tried: 0,
            nodes: 0,
        }
    }

    /// Sets out from a puzzle that is part of a complete grid, to try `cells` (row-major) of its givens; those that are
    /// empty, or named before, count for nothing.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        solution: &[u8; 81],
        masks: &DigitMasks,
        givens: &[bool; 81],
        cells: impl Iterator<Item = usize>,
    ) {
        self.known = CandidateBits::from_masks(masks);
        (self.gone, self.kept, self.len, self.tried, self.nodes) = (0, GivenCells::NONE, 0, 0, 0);
        self.places = [NEVER; 81];
        self.givens = 81;
        for cell in 0..81 {
            if !givens[cell] {
                self.gone |= 1 << BIT_OF_CELL[cell];
                self.places[cell] = 0;
                self.givens -= 1;
            }
        }
        for cell in cells {
            if self.places[cell] == NEVER {
                self.order[self.len] = cell as u8;
                self.len += 1;
                self.places[cell] = self.len as u8;
            }
        }
        self.seeds.set_grid(solution);
    }

    /// Whether every cell of the order was tried.
    pub(super) const fn all_tried(&self) -> bool {
        self.tried == self.len
    }

    /// The next cells, but for those of which it is known that they stay.
    #[inline(always)]
    fn window(&mut self, most: usize) -> Window {
        let mut window = Window { places: [0; 81], len: 0, cells: 0 };
        let mut given = self.kept;
        while self.tried < self.len && window.len < most {
            let cell = usize::from(self.order[self.tried]);
            let rejected = self.seeds.reject(self.tried, &given);
            given.add(cell, &self.seeds);
            if rejected {
                self.kept.add(cell, &self.seeds);
            } else {
                window.places[window.len] = self.tried as u8;
                window.len += 1;
                window.cells |= 1 << BIT_OF_CELL[cell];
            }
            self.tried += 1;
        }
        window
    }
}

/// Tries the givens until `stop_at` are left or all are tried; whether every dive kept to `budget` nodes.
#[inline(always)]
pub(super) fn run<V: Lanes>(dig: &mut DigState, stop_at: usize, budget: u64) -> bool {
    let mut size = if dig.givens > FIRST { FIRST } else { WINDOW };
    while dig.tried < dig.len && dig.givens > stop_at {
        if size == WINDOW && stop_at < SEEDED && dig.seeds.is_empty() {
            dig.seeds.find::<V::Bytes>(&dig.places);
        }
        let window = dig.window(size.min(dig.givens - stop_at));
        if !settle::<V>(dig, &window, budget) {
            return false;
        }
        size = WINDOW;
    }
    true
}

/// Decides every cell of a window.
#[inline(always)]
fn settle<V: Lanes>(dig: &mut DigState, window: &Window, budget: u64) -> bool {
    let base = propagated::<V>(dig, dig.gone | window.cells);
    dig.nodes += 1;
    let [[low, high], _] = base.singles.halves();
    let open = window.cells & !(u128::from(low) | u128::from(high) << 64);
    let free = window.cells & !open;
    dig.gone |= free;
    dig.givens -= free.count_ones() as usize;
    if open == 0 {
        return true;
    }
    store(&base.candidates, &mut dig.base);
    place::<V>(dig, open);
    for &place in &window.places[..window.len] {
        let place = usize::from(place);
        let cell = usize::from(dig.order[place]);
        let at = BIT_OF_CELL[cell];
        if open >> at & 1 == 0 {
            continue;
        }
        if dig.seeds.reject(place, &dig.kept) {
            dig.kept.add(cell, &dig.seeds);
            continue;
        }
        let question = without_known::<V>(dig, at);
        let Some((found, nodes)) = find_any_solution(&mut dig.search, &dig.known, question, budget) else {
            return false;
        };
        dig.nodes += nodes;
        if found {
            dig.kept.add(cell, &dig.seeds);
        } else {
            dig.gone |= 1 << at;
            dig.givens -= 1;
            give_back::<V>(dig, at);
        }
    }
    true
}

/// What follows without guessing when these cells are empty.
#[inline(always)]
fn propagated<V: Lanes>(dig: &DigState, empty: CellMask) -> SearchState<V> {
    let [low, high] = [V::load(&lanes(empty)), V::load(&half_lanes(empty))];
    let known = load::<V>(&dig.known);
    let x = each!(I => known[I].or(if I + 1 < VECTORS { low } else { high }));
    let mut state = SearchState { candidates: x, singles: V::load(&lanes(!empty & ALL)) };
    while pass(&mut state) == Progress::Changed {}
    state
}

/// `here` is the base with these cells given.
#[inline(always)]
fn place<V: Lanes>(dig: &mut DigState, given: CellMask) {
    let given = V::load(&lanes(given));
    let (base, known) = (load::<V>(&dig.base), load::<V>(&dig.known));
    let x = each!(I => base[I].and_not(given.and_not(known[I])));
    store(&x, &mut dig.here);
}

/// `here` with one cell empty and its known digit forbidden.
#[inline(always)]
fn without_known<V: Lanes>(dig: &DigState, at: u8) -> SearchState<V> {
    let cell = V::load(&CELL_LANES[usize::from(at)]);
    let (base, here, known) = (load::<V>(&dig.base), load::<V>(&dig.here), load::<V>(&dig.known));
    let x = each!(I => here[I].and_not(cell).or(base[I].and(cell).and_not(known[I])));
    SearchState { candidates: x, singles: single_cells(&x) }
}

/// Empties a cell of `here` again.
#[inline(always)]
fn give_back<V: Lanes>(dig: &mut DigState, at: u8) {
    let cell = V::load(&CELL_LANES[usize::from(at)]);
    let (base, here) = (load::<V>(&dig.base), load::<V>(&dig.here));
    let x = each!(I => here[I].or(base[I].and(cell)));
    store(&x, &mut dig.here);
}

/// Every cell.
const ALL: CellMask = BAND_CELLS as u128 | (BAND_CELLS as u128) << 32 | (BAND_CELLS as u128) << 64;

fn lanes(cells: CellMask) -> [u32; 8] {
    let [a, b, c] = [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32];
    [a, b, c, 0, a, b, c, 0]
}

fn half_lanes(cells: CellMask) -> [u32; 8] {
    [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32, 0, 0, 0, 0, 0]
}
