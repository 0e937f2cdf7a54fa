//! Digging: removes givens of a complete 9x9 grid, each tried once in an order. The result is that of one uniqueness check
//! for each given, with less work.
//!
//! ```text
//! order     . . . . . . . . | w w w w w w w w | x x x x x x x x x ...      . decided, w window, x still given
//! base      needed givens and x are given, removed givens and w are empty: one propagation for the whole window
//! each w    single in the base?                                    implied: removed, with no search
//!           last of an unavoidable set without needed givens?      needed, with no search (see `unavoidable`)
//!           else: the base, with the later cells w given and the known digit at this cell excluded; one search:
//!                 solution found? needed. None? removed.
//! ```
//!
//! A window never exceeds the number of givens to remove, so that a dig to a target stops exactly where single steps would.
//! The first window of a full grid is large and without unavoidable sets, because early givens can nearly always be
//! removed.
//!
//! Work is counted in nodes: one for each base, and those of each search (its root and its branches).

use super::lanes::Lanes;
use super::layout::{BAND_CELLS, BIT_OF_CELL, CELL_LANES, CandidateBits, DigitMasks, VECTORS};
use super::propagate::{Progress, SearchState, each, load, pass, single_cells, store};
use super::search::{SearchMemory, find_any_solution};
use super::unavoidable::{GivenCells, NOT_TRIED, UnavoidableSets};

/// Cells of the first window. Most of its cells are implied and need no search.
const FIRST_WINDOW: usize = 40;

/// Cells of the other windows.
const WINDOW: usize = 8;

/// Target of givens from which on unavoidable sets are not used: most givens that such a dig tries can be removed.
const USE_SETS_BELOW: usize = 28;

/// Set of cells, one bit for each by its cell bit `32 * band + bit`.
pub(super) type CellMask = u128;

/// State of a dig, with the memory that it needs.
#[derive(Debug)]
pub(super) struct DigState {
    memory: SearchMemory,
    unavoidable: UnavoidableSets,
    /// Complete grid: one candidate for each cell.
    known: CandidateBits,
    /// Cells to try, in order.
    order: [u8; 81],
    len: usize,
    /// Turn of each cell (row-major): its number in `order`, from 1. Empty cells have 0, givens outside `order` have
    /// `NOT_TRIED`.
    turns: [u8; 81],
    /// Candidates with the cells of the window empty, propagated.
    base: CandidateBits,
    /// The base with the undecided and the needed cells of the window given.
    current: CandidateBits,
    /// Empty cells, final.
    pub(super) removed: CellMask,
    /// Givens of `order` that are needed, final.
    needed: GivenCells,
    pub(super) givens_left: usize,
    /// Cells of `order` that were tried.
    pub(super) tried: usize,
    pub(super) nodes: u64,
}

/// Cells of a window, as indices into the order.
struct Window {
    indices: [u8; 81],
    len: usize,
    cells: CellMask,
}

impl DigState {
    pub(super) fn new() -> Self {
        Self {
            memory: SearchMemory::new(),
            unavoidable: UnavoidableSets::new(),
            known: CandidateBits::EMPTY,
            order: [0; 81],
            len: 0,
            turns: [0; 81],
            base: CandidateBits::EMPTY,
            current: CandidateBits::EMPTY,
            removed: 0,
            needed: GivenCells::NONE,
            givens_left: 0,
            tried: 0,
            nodes: 0,
        }
    }

    /// Starts a dig of a puzzle within the complete grid `solution`, which tries `cells` (row-major) in order. Empty cells
    /// and repeated ones are ignored.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        solution: &[u8; 81],
        masks: &DigitMasks,
        givens: &[bool; 81],
        cells: impl Iterator<Item = usize>,
    ) {
        self.known = CandidateBits::from_masks(masks);
        (self.removed, self.needed, self.len, self.tried, self.nodes) = (0, GivenCells::NONE, 0, 0, 0);
        self.turns = [NOT_TRIED; 81];
        self.givens_left = 81;
        for cell in 0..81 {
            if !givens[cell] {
                self.removed |= 1 << BIT_OF_CELL[cell];
                self.turns[cell] = 0;
                self.givens_left -= 1;
            }
        }
        for cell in cells {
            if self.turns[cell] == NOT_TRIED {
                self.order[self.len] = cell as u8;
                self.len += 1;
                self.turns[cell] = self.len as u8;
            }
        }
        self.unavoidable.set_grid(solution);
    }

    /// Returns true if every cell of the order was tried.
    pub(super) const fn all_tried(&self) -> bool {
        self.tried == self.len
    }

    /// Takes up to `most` of the next cells, without those that an unavoidable set proves needed.
    #[inline(always)]
    fn window(&mut self, most: usize) -> Window {
        let mut window = Window { indices: [0; 81], len: 0, cells: 0 };
        let mut given = self.needed;
        while self.tried < self.len && window.len < most {
            let cell = usize::from(self.order[self.tried]);
            let must_stay = self.unavoidable.must_stay(self.tried, &given);
            given.add(cell, &self.unavoidable);
            if must_stay {
                self.needed.add(cell, &self.unavoidable);
            } else {
                window.indices[window.len] = self.tried as u8;
                window.len += 1;
                window.cells |= 1 << BIT_OF_CELL[cell];
            }
            self.tried += 1;
        }
        window
    }
}

/// Tries the givens until `stop_at` are left or all are tried. Returns false if a search exceeds `budget` nodes.
#[inline(always)]
pub(super) fn run<V: Lanes>(dig: &mut DigState, stop_at: usize, budget: u64) -> bool {
    let mut size = if dig.givens_left > FIRST_WINDOW { FIRST_WINDOW } else { WINDOW };
    while dig.tried < dig.len && dig.givens_left > stop_at {
        if size == WINDOW && stop_at < USE_SETS_BELOW && dig.unavoidable.is_empty() {
            dig.unavoidable.find::<V::Bytes>(&dig.turns);
        }
        let window = dig.window(size.min(dig.givens_left - stop_at));
        if !decide_window::<V>(dig, &window, budget) {
            return false;
        }
        size = WINDOW;
    }
    true
}

/// Decides every cell of a window.
#[inline(always)]
fn decide_window<V: Lanes>(dig: &mut DigState, window: &Window, budget: u64) -> bool {
    let base = propagate_emptied::<V>(dig, dig.removed | window.cells);
    dig.nodes += 1;
    let [[low, high], _] = base.singles.halves();
    let open = window.cells & !(u128::from(low) | u128::from(high) << 64);
    let implied = window.cells & !open;
    dig.removed |= implied;
    dig.givens_left -= implied.count_ones() as usize;
    if open == 0 {
        return true;
    }
    store(&base.candidates, &mut dig.base);
    assign_known::<V>(dig, open);
    for &index in &window.indices[..window.len] {
        let index = usize::from(index);
        let cell = usize::from(dig.order[index]);
        let cell_bit = BIT_OF_CELL[cell];
        if open >> cell_bit & 1 == 0 {
            continue;
        }
        if dig.unavoidable.must_stay(index, &dig.needed) {
            dig.needed.add(cell, &dig.unavoidable);
            continue;
        }
        let start = exclude_known::<V>(dig, cell_bit);
        let Some((found, nodes)) = find_any_solution(&mut dig.memory, &dig.known, start, budget) else {
            return false;
        };
        dig.nodes += nodes;
        if found {
            dig.needed.add(cell, &dig.unavoidable);
        } else {
            dig.removed |= 1 << cell_bit;
            dig.givens_left -= 1;
            unassign::<V>(dig, cell_bit);
        }
    }
    true
}

/// Propagates the grid with these cells empty, without branching.
#[inline(always)]
fn propagate_emptied<V: Lanes>(dig: &DigState, empty: CellMask) -> SearchState<V> {
    let [low, high] = [V::load(&lanes(empty)), V::load(&half_lanes(empty))];
    let known = load::<V>(&dig.known);
    let x = each!(I => known[I].or(if I + 1 < VECTORS { low } else { high }));
    let mut state = SearchState { candidates: x, singles: V::load(&lanes(!empty & ALL)) };
    while pass(&mut state) == Progress::Changed {}
    state
}

/// Sets `current` to the base with these cells given.
#[inline(always)]
fn assign_known<V: Lanes>(dig: &mut DigState, given: CellMask) {
    let given = V::load(&lanes(given));
    let (base, known) = (load::<V>(&dig.base), load::<V>(&dig.known));
    let x = each!(I => base[I].and_not(given.and_not(known[I])));
    store(&x, &mut dig.current);
}

/// Returns `current` with one cell empty and its known digit excluded.
#[inline(always)]
fn exclude_known<V: Lanes>(dig: &DigState, cell_bit: u8) -> SearchState<V> {
    let cell = V::load(&CELL_LANES[usize::from(cell_bit)]);
    let (base, current, known) = (load::<V>(&dig.base), load::<V>(&dig.current), load::<V>(&dig.known));
    let x = each!(I => current[I].and_not(cell).or(base[I].and(cell).and_not(known[I])));
    SearchState { candidates: x, singles: single_cells(&x) }
}

/// Empties a cell of `current` again.
#[inline(always)]
fn unassign<V: Lanes>(dig: &mut DigState, cell_bit: u8) {
    let cell = V::load(&CELL_LANES[usize::from(cell_bit)]);
    let (base, current) = (load::<V>(&dig.base), load::<V>(&dig.current));
    let x = each!(I => current[I].or(base[I].and(cell)));
    store(&x, &mut dig.current);
}

/// All cells.
pub(super) const ALL: CellMask = BAND_CELLS as u128 | (BAND_CELLS as u128) << 32 | (BAND_CELLS as u128) << 64;

/// Converts a set of cells to lanes, the same for both digits of a vector.
pub(super) fn lanes(cells: CellMask) -> [u32; 8] {
    let [a, b, c] = [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32];
    [a, b, c, 0, a, b, c, 0]
}

/// Converts a set of cells to lanes for digit 9 only: the tenth digit of its vector is always empty.
pub(super) fn half_lanes(cells: CellMask) -> [u32; 8] {
    [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32, 0, 0, 0, 0, 0]
}
