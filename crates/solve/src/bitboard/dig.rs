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
//! Digs of a walk share the unavoidable sets that their searches found (see `removal_memory`), in place of those of
//! `unavoidable`. A given that they prove needed takes no search.
//!
//! Work is counted in nodes: one for each base, and those of each search (its root and its branches).

use super::{
    lanes::{Bytes, Lanes},
    layout::{BAND_CELLS, BIT_OF_CELL, CELL_LANES, CandidateBits, DigitMasks, VECTORS},
    propagate::{Progress, SearchState, each, load, or_vectors, single_cells, store},
    search::{NearProgress, NearSearch, Search, SearchMemory},
};
use crate::removal_memory::KnownSets;
use gridmill_board::Cell;

/// Cells of the first window. Most of its cells are implied and need no search.
const FIRST_WINDOW: usize = 40;

/// Cells of the other windows.
const WINDOW: usize = 8;

/// Target of givens from which on unavoidable sets are not used: most givens that such a dig tries can be removed.
const USE_SETS_BELOW: usize = 28;

/// Set of cells, one bit for each by its cell bit `32 * band + bit`.
pub(super) type CellMask = u128;

/// A puzzle to dig, within a complete grid. Givens are tried in order until `stop_at` are left; empty cells and repeated ones
/// are ignored. Each search may visit `budget` nodes.
#[derive(Debug)]
pub(super) struct DigTask<'a> {
    pub(super) solution: [u8; 81],
    /// Digits of the solution.
    pub(super) masks: DigitMasks,
    pub(super) givens: [bool; 81],
    pub(super) cells: &'a [Cell],
    pub(super) stop_at: usize,
    /// The dig may end as soon as more givens are known to stay. Only with known sets.
    pub(super) at_most: usize,
    pub(super) budget: u64,
}

/// State of a dig, with the memory that it needs.
#[derive(Debug)]
pub(super) struct DigState {
    memory: SearchMemory,
    unavoidable: UnavoidableSets,
    /// Complete grid: one candidate for each cell.
    known: CandidateBits,
    /// Cells to try, in order, and a place behind the last.
    order: [u8; 82],
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
    /// Givens at which the dig stops.
    stop_at: usize,
    /// Nodes that each search may visit.
    budget: u64,
    pub(super) out_of_nodes: bool,
    window: Window,
    question: Question,
    search: NearSearch,
    /// Sets of this grid that earlier digs found, if the dig may use them.
    pub(super) known_sets: Option<Box<KnownSets>>,
    /// Givens that known sets prove needed.
    proven: CellMask,
    /// Givens above which the dig may end.
    at_most: usize,
    /// True if the dig ended early.
    gave_up: bool,
    /// Cells of `order`.
    order_cells: CellMask,
    /// Cells of `order` that are needed, final.
    needed_cells: CellMask,
    /// Givens outside `order`.
    untouched: usize,
    /// Cells that were removed when `proven` was computed.
    removed_then: CellMask,
}

/// Cells that are decided from one base, as indices into the order.
#[derive(Debug)]
struct Window {
    indices: [u8; 81],
    len: usize,
    cells: CellMask,
    /// Number of the next index.
    next: usize,
    /// Cells that the base does not decide.
    open: CellMask,
}

impl Window {
    const EMPTY: Self = Self { indices: [0; 81], len: 0, cells: 0, next: 0, open: 0 };
}

/// Propagation or search that a dig waits for.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// The base of the window.
    Base,
    /// Another solution without the given at this cell bit.
    Cell(u8),
}

impl DigState {
    pub(super) fn new() -> Self {
        Self {
            memory: SearchMemory::new(),
            unavoidable: UnavoidableSets::new(),
            known: CandidateBits::EMPTY,
            order: [0; 82],
            len: 0,
            turns: [0; 81],
            base: CandidateBits::EMPTY,
            current: CandidateBits::EMPTY,
            removed: 0,
            needed: GivenCells::NONE,
            givens_left: 0,
            tried: 0,
            nodes: 0,
            stop_at: 0,
            budget: 0,
            out_of_nodes: false,
            window: Window::EMPTY,
            question: Question::Base,
            search: NearSearch::new(),
            known_sets: None,
            proven: 0,
            at_most: 0,
            gave_up: false,
            order_cells: 0,
            needed_cells: 0,
            untouched: 0,
            removed_then: 0,
        }
    }

    #[inline(always)]
    fn prepare(&mut self, task: &DigTask<'_>) {
        (self.stop_at, self.budget, self.out_of_nodes) = (task.stop_at, task.budget, false);
        self.window = Window::EMPTY;
        self.known = CandidateBits::from_masks(&task.masks);
        (self.removed, self.needed, self.len, self.tried, self.nodes) = (0, GivenCells::NONE, 0, 0, 0);
        self.order_cells = 0;
        if self.known_sets.is_some() {
            self.enter_without_jumps(task);
        } else {
            self.enter(task);
        }
        self.untouched = self.givens_left - self.len;
        (self.needed_cells, self.gave_up) = (0, false);
        self.unavoidable.set_grid(&task.solution);
        (self.proven, self.removed_then, self.at_most) = (0, ALL, task.at_most);
    }

    /// Enters givens and order.
    #[inline(always)]
    fn enter(&mut self, task: &DigTask<'_>) {
        self.turns = [NOT_TRIED; 81];
        self.givens_left = 81;
        for (cell, given) in task.givens.iter().enumerate() {
            if !given {
                self.removed |= 1 << BIT_OF_CELL[cell];
                self.turns[cell] = 0;
                self.givens_left -= 1;
            }
        }
        for cell in task.cells {
            let cell = cell.index();
            if self.turns[cell] == NOT_TRIED {
                self.order[self.len] = cell as u8;
                self.len += 1;
                self.turns[cell] = self.len as u8;
            }
        }
    }

    /// Enters givens and order of a dig from few givens: which cells are given is not predictable there.
    #[inline(always)]
    fn enter_without_jumps(&mut self, task: &DigTask<'_>) {
        for (cell, &given) in task.givens.iter().enumerate() {
            self.removed |= u128::from(!given) << BIT_OF_CELL[cell];
            self.turns[cell] = if given { NOT_TRIED } else { 0 };
        }
        self.givens_left = (ALL & !self.removed).count_ones() as usize;
        for cell in task.cells {
            let cell = cell.index();
            let new = self.turns[cell] == NOT_TRIED;
            self.order[self.len] = cell as u8;
            self.len += usize::from(new);
            self.turns[cell] = if new { self.len as u8 } else { self.turns[cell] };
            self.order_cells |= u128::from(new) << BIT_OF_CELL[cell];
        }
    }

    /// Finds the givens that known sets prove needed, if cells were removed since they were last found.
    #[inline(always)]
    fn prove_needed(&mut self) {
        if let Some(sets) = &self.known_sets
            && self.removed != self.removed_then
            && self.len <= FIRST_WINDOW
        {
            self.proven = sets.needed(ALL & !self.removed);
            self.removed_then = self.removed;
        }
    }

    /// Returns true if more givens are known to stay than the dig asks for.
    #[inline(always)]
    fn gives_up(&mut self) -> bool {
        if self.at_most == usize::MAX {
            return false;
        }
        let stay = self.needed_cells | self.proven & self.order_cells;
        self.gave_up = self.untouched + stay.count_ones() as usize > self.at_most;
        self.gave_up
    }

    /// Returns true if every cell of the order was tried.
    pub(super) const fn all_tried(&self) -> bool {
        self.tried == self.len && !self.gave_up
    }

    /// Takes the propagated state of the base of the window: cells with a single are removed, with no search.
    #[inline(always)]
    fn take_base<V: Lanes>(&mut self, base: &SearchState<V>, progress: Progress) {
        self.nodes += 1;
        let [[low, high], _] = base.singles.halves();
        let single =
            if progress == Progress::Solved { ALL } else { u128::from(low) | u128::from(high) << 64 };
        let open = self.window.cells & !single;
        let implied = self.window.cells & !open;
        self.window.open = open;
        self.removed |= implied;
        self.givens_left -= implied.count_ones() as usize;
        if open == 0 {
            self.window.next = self.window.len;
        } else {
            store(&base.candidates, &mut self.base);
            assign_known::<V>(self, open);
        }
    }

    /// Keeps the given at `cell_bit` if another solution was `found` without it; else removes it.
    #[inline(always)]
    fn decide<V: Lanes>(&mut self, cell_bit: u8, found: bool) {
        if found {
            let cell = usize::from(self.order[usize::from(self.window.indices[self.window.next - 1])]);
            self.needed_cells |= 1 << cell_bit;
            self.needed.add(cell, &self.unavoidable);
        } else {
            self.removed |= 1 << cell_bit;
            self.givens_left -= 1;
            unassign::<V>(self, cell_bit);
        }
    }

    /// Returns the start of the search for the next cell that needs one, or the next base.
    #[inline(always)]
    fn next_question<V: Lanes>(&mut self) -> Option<SearchState<V>> {
        while self.window.next < self.window.len {
            let index = usize::from(self.window.indices[self.window.next]);
            self.window.next += 1;
            let cell = usize::from(self.order[index]);
            let cell_bit = BIT_OF_CELL[cell];
            if self.window.open >> cell_bit & 1 == 0 {
                continue;
            }
            self.prove_needed();
            if self.proven >> cell_bit & 1 != 0 || self.unavoidable.must_stay(index, &self.needed) {
                self.needed_cells |= 1 << cell_bit;
                self.needed.add(cell, &self.unavoidable);
                continue;
            }
            if self.gives_up() {
                return None;
            }
            (self.question, self.search) = (Question::Cell(cell_bit), NearSearch::new());
            return Some(exclude_known(self, cell_bit));
        }
        self.next_base::<V>(WINDOW)
    }

    /// Returns the base of the next window of up to `size` cells, or `None` if the dig is done.
    #[inline(always)]
    fn next_base<V: Lanes>(&mut self, size: usize) -> Option<SearchState<V>> {
        if self.all_tried() || self.givens_left <= self.stop_at {
            return None;
        }
        let known = match &self.known_sets {
            Some(sets) => sets.has_lasting(),
            None => false,
        };
        if size == WINDOW && self.stop_at < USE_SETS_BELOW && self.unavoidable.is_empty() && !known {
            self.unavoidable.find::<V::Bytes>(&self.turns);
            if let Some(sets) = &mut self.known_sets {
                self.unavoidable.for_each(|cells| sets.add_lasting(cells));
            }
        }
        self.prove_needed();
        self.take_window(size.min(self.givens_left - self.stop_at));
        if known && self.window.len == 0 || self.gives_up() {
            return None;
        }
        // One search without a base before it.
        if known && self.window.len == 1 {
            let cell_bit = BIT_OF_CELL[usize::from(self.order[usize::from(self.window.indices[0])])];
            self.window.next = 1;
            (self.question, self.search) = (Question::Cell(cell_bit), NearSearch::new());
            return Some(excluded_alone(self, cell_bit));
        }
        self.question = Question::Base;
        Some(emptied(self, self.removed | self.window.cells))
    }

    /// Takes up to `most` of the next cells into the window, without those that an unavoidable set proves needed.
    #[inline(always)]
    fn take_window(&mut self, most: usize) {
        let (mut len, mut cells) = (0, 0);
        let mut given = self.needed;
        while self.tried < self.len && len < most {
            let cell = usize::from(self.order[self.tried]);
            let must_stay =
                self.proven >> BIT_OF_CELL[cell] & 1 != 0 || self.unavoidable.must_stay(self.tried, &given);
            given.add(cell, &self.unavoidable);
            if must_stay {
                self.needed_cells |= 1 << BIT_OF_CELL[cell];
                self.needed.add(cell, &self.unavoidable);
            } else {
                self.window.indices[len] = self.tried as u8;
                len += 1;
                cells |= 1 << BIT_OF_CELL[cell];
            }
            self.tried += 1;
        }
        (self.window.len, self.window.cells, self.window.next) = (len, cells, 0);
    }
}

impl Search for DigState {
    type Task<'a> = DigTask<'a>;

    #[inline(always)]
    fn start<V: Lanes>(&mut self, task: &DigTask<'_>) -> Option<SearchState<V>> {
        self.prepare(task);
        let size = if self.givens_left > FIRST_WINDOW { FIRST_WINDOW } else { WINDOW };
        self.next_base::<V>(size)
    }

    #[inline(always)]
    fn resume<V: Lanes>(&mut self, here: &mut SearchState<V>, progress: Progress) -> bool {
        match self.question {
            Question::Base => self.take_base(here, progress),
            Question::Cell(cell_bit) => {
                let Self { search, memory, known, budget, known_sets, .. } = self;
                let found = match search.resume(memory, known, here, progress, *budget) {
                    NearProgress::Branched => return true,
                    NearProgress::Found => {
                        if let Some(sets) = known_sets {
                            sets.add(difference(known, here));
                        }
                        true
                    }
                    NearProgress::NoSolution => false,
                    NearProgress::OutOfNodes => {
                        self.out_of_nodes = true;
                        return false;
                    }
                };
                self.nodes += self.search.nodes;
                self.decide::<V>(cell_bit, found);
            }
        }
        match self.next_question::<V>() {
            Some(next) => *here = next,
            None => return false,
        }
        true
    }
}

/// Returns the cells where a solution differs from the known one.
#[inline(always)]
fn difference<V: Lanes>(known: &CandidateBits, solution: &SearchState<V>) -> CellMask {
    let known = load::<V>(known);
    let same = each!(I => known[I].and(solution.candidates[I]));
    let [[a, b], [c, d]] = or_vectors(&same).halves();
    ALL & !(u128::from(a | c) | u128::from(b | d) << 64)
}

/// Returns the grid with these cells empty.
#[inline(always)]
fn emptied<V: Lanes>(dig: &DigState, empty: CellMask) -> SearchState<V> {
    let [low, high] = [V::load(&lanes(empty)), V::load(&half_lanes(empty))];
    let known = load::<V>(&dig.known);
    let x = each!(I => known[I].or(if I + 1 < VECTORS { low } else { high }));
    SearchState { candidates: x, singles: V::load(&lanes(!empty & ALL)) }
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

/// Returns the grid with the removed cells and one more empty, and its known digit excluded.
#[inline(always)]
fn excluded_alone<V: Lanes>(dig: &DigState, cell_bit: u8) -> SearchState<V> {
    let cell = V::load(&CELL_LANES[usize::from(cell_bit)]);
    let known = load::<V>(&dig.known);
    let SearchState { candidates: x, .. } = emptied::<V>(dig, dig.removed | 1 << cell_bit);
    let x = each!(I => x[I].and_not(cell.and(known[I])));
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

// Unavoidable sets found without search: sets of cells of a complete grid of which every puzzle keeps at least one.
//
// ```text
// group       nine cells: those of a digit (position: row), of a row (position: column), of a column (position: row)
// two digits  rows are linked where a column or a box joins the cell of one digit to the cell      4 . 7
//             of the other; both digits can be exchanged within linked rows alone                  7 . 4
// two lines   of one band or stack: positions are linked where a digit of one line stands at       1 2 3
//             another position of the other; the lines can be exchanged within linked positions    2 3 1
// turn        number of a cell in the dig order, from 1
// label       latest turn that a position reaches by links: positions of one set have the same label
// trigger     position that has the label as its own turn. It holds the cell of the set that is tried last: this cell
//             must stay if no other cell of the set is given.
// ```
//
// A few rounds of links are enough for small sets, which matter most. A set is dropped if a link from it leads to another
// label after these rounds: it is not complete.
//
// Sources: unavoidable sets, the Sudoku forum (2005); G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku"
// (2012).

/// Largest set, in positions. Larger sets hardly ever decide a cell.
const MAX_POSITIONS: u32 = 6;

/// Turn of a given that is not in the dig order.
const NOT_TRIED: u8 = 82;

/// More sets than a grid can have: four for each of 36 pairs of digits, four for each of 18 pairs of lines.
const MAX_SETS: usize = 256;

/// Groups: digits, rows and columns.
const GROUPS: usize = 27;
const FIRST_ROW: usize = 9;
const FIRST_COLUMN: usize = 18;

/// One byte for each position, padded to half a vector.
type ByteRow = [u8; 16];

/// Unavoidable set: two groups, the positions of its cells in both, and the next set with the same last cell (0: none).
#[derive(Clone, Copy, Debug)]
struct UnavoidableSet {
    groups: [u8; 2],
    positions: u16,
    next: u8,
}

/// Set of given cells, as the given positions of each group.
#[derive(Clone, Copy, Debug)]
struct GivenCells([u16; GROUPS]);

/// Unavoidable sets of a grid, in lists by the turn of their last cell, and the grid by groups.
#[derive(Debug)]
struct UnavoidableSets {
    first: [u8; 82],
    sets: [UnavoidableSet; MAX_SETS],
    len: usize,
    /// Turns of the cells of each group.
    turns: [ByteRow; GROUPS],
    /// Key of each position: for a digit, its column at each row; for a line, its digit at each position.
    keys: [ByteRow; GROUPS],
    key_positions: [ByteRow; GROUPS],
    /// Box of each digit at each row.
    boxes: [ByteRow; 9],
    /// Row of each digit in each box.
    box_positions: [ByteRow; 9],
    /// Digits of the grid from 0 to 8, in row-major order.
    digits: [u8; 81],
}

impl UnavoidableSets {
    pub(super) const fn new() -> Self {
        Self {
            first: [0; 82],
            sets: [UnavoidableSet { groups: [0; 2], positions: 0, next: 0 }; MAX_SETS],
            len: 1,
            turns: [[0; 16]; GROUPS],
            keys: [[0; 16]; GROUPS],
            key_positions: [[0; 16]; GROUPS],
            boxes: [[0; 16]; 9],
            box_positions: [[0; 16]; 9],
            digits: [0; 81],
        }
    }

    /// Returns true if the cell at `index` (from 0) in the dig order is the last one of a set without a cell in `given`.
    #[inline(always)]
    fn must_stay(&self, index: usize, given: &GivenCells) -> bool {
        let mut at = usize::from(self.first[index + 1]);
        while at != 0 {
            let set = &self.sets[at];
            let [a, b] = set.groups.map(usize::from);
            if (given.0[a] | given.0[b]) & set.positions == 0 {
                return true;
            }
            at = usize::from(set.next);
        }
        false
    }

    /// Starts with a grid of digits from 1 to 9, and no sets.
    #[inline(always)]
    fn set_grid(&mut self, solution: &[u8; 81]) {
        for (digit, &value) in self.digits.iter_mut().zip(solution) {
            *digit = (value - 1) % 9;
        }
        self.first = [0; 82];
        self.len = 1;
    }

    /// Returns true if no set was found yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 1
    }

    /// Calls `add` with the cells of each set, as cell bits.
    pub(super) fn for_each(&self, mut add: impl FnMut(u128)) {
        for set in &self.sets[1..self.len.min(MAX_SETS)] {
            let mut cells = 0;
            for group in set.groups.map(usize::from) {
                for at in (0..9).filter(|at| set.positions >> at & 1 != 0) {
                    let cell = match group {
                        0..FIRST_ROW => 9 * at + usize::from(self.keys[group][at]),
                        FIRST_ROW..FIRST_COLUMN => 9 * (group - FIRST_ROW) + at,
                        _ => 9 * at + group - FIRST_COLUMN,
                    };
                    cells |= 1 << BIT_OF_CELL[cell];
                }
            }
            add(cells);
        }
    }

    /// Finds the sets. `turns` (row-major) has the turn of each cell: 0 for an empty cell, `NOT_TRIED` for a given that is
    /// not in the dig order.
    #[inline(always)]
    pub(super) fn find<B: Bytes>(&mut self, turns: &[u8; 81]) {
        self.index_cells(turns);
        for first in (0..DIGIT_PAIRS.len()).step_by(B::ROWS) {
            let pairs = Pairs { of: &DIGIT_PAIRS, first };
            let link = linked::<B>(pairs, &self.key_positions, &self.keys);
            let by_box = linked::<B>(pairs, &self.box_positions, &self.boxes);
            self.label(pairs, link, by_box, 2);
        }
        for first in (0..LINE_PAIRS.len()).step_by(B::ROWS) {
            let pairs = Pairs { of: &LINE_PAIRS, first };
            let link = linked::<B>(pairs, &self.key_positions, &self.keys);
            self.label(pairs, link, link.shuffle(link).shuffle(link), 3);
        }
    }

    /// Enters every cell in its groups.
    #[inline(always)]
    fn index_cells(&mut self, turns: &[u8; 81]) {
        for row in 0..9 {
            for col in 0..9 {
                let (cell, box_) = (9 * row + col, row / 3 * 3 + col / 3);
                let (digit, turn) = (usize::from(self.digits[cell]), turns[cell]);
                (self.turns[digit][row], self.turns[FIRST_ROW + row][col]) = (turn, turn);
                self.turns[FIRST_COLUMN + col][row] = turn;
                (self.keys[digit][row], self.key_positions[digit][col]) = (col as u8, row as u8);
                (self.boxes[digit][row], self.box_positions[digit][box_]) = (box_ as u8, row as u8);
                (self.keys[FIRST_ROW + row][col], self.key_positions[FIRST_ROW + row][digit]) =
                    (digit as u8, col as u8);
                (self.keys[FIRST_COLUMN + col][row], self.key_positions[FIRST_COLUMN + col][digit]) =
                    (digit as u8, row as u8);
            }
        }
    }

    /// Labels the positions of pairs of groups, linked by `a` and `b`, and adds the sets of at least `least` positions.
    #[inline(always)]
    fn label<B: Bytes>(&mut self, pairs: Pairs, a: B, b: B, least: u32) {
        let turns = |of: usize| B::load(|row| &self.turns[pairs.at(row)[of]]);
        let own = turns(0).max(turns(1));
        let (aa, bb) = (a.shuffle(a), b.shuffle(b));
        let mut labels = own;
        for _ in 0..ROUNDS {
            labels = labels.max(labels.shuffle(a));
            labels = labels.max(labels.shuffle(aa));
            labels = labels.max(labels.shuffle(b));
            labels = labels.max(labels.shuffle(bb));
        }
        let incomplete = !(labels.equal_mask(labels.shuffle(a)) & labels.equal_mask(labels.shuffle(b)));
        let not_tried = labels.equal_mask(B::splat(NOT_TRIED));
        let mut triggers = labels.equal_mask(own) & !incomplete & !not_tried & pairs.bytes::<B>();
        while triggers != 0 {
            let at = triggers.trailing_zeros() as usize;
            triggers &= triggers - 1;
            let (row, position) = (at / 16, at % 16);
            let [x, y] = pairs.at(row);
            let last = self.turns[x][position].max(self.turns[y][position]);
            let set = labels.equal_mask(B::splat(last)) >> (16 * row) & NINE_BYTES;
            let size = set.count_ones();
            let complete = incomplete >> (16 * row) & set == 0;
            self.add([x, y], set as u16, last, complete & (least..=MAX_POSITIONS).contains(&size));
        }
    }

    /// Adds a set to the list of the turn of its last cell, if it is to be `kept`: that is not predictable, so without a jump.
    #[inline(always)]
    fn add(&mut self, groups: [usize; 2], positions: u16, last: u8, kept: bool) {
        let first = &mut self.first[usize::from(last)];
        self.sets[self.len % MAX_SETS] =
            UnavoidableSet { groups: groups.map(|group| group as u8), positions, next: *first };
        *first = if kept { self.len as u8 } else { *first };
        self.len += usize::from(kept);
    }
}

/// Rounds of label propagation, each up to three links of either kind.
const ROUNDS: usize = 3;

/// Mask of the bytes of nine positions.
const NINE_BYTES: u64 = 0x1FF;

/// Pairs of groups, one for each row of bytes.
#[derive(Clone, Copy)]
struct Pairs {
    of: &'static [[usize; 2]],
    first: usize,
}

impl Pairs {
    /// Returns the pair of a row. Rows behind the last pair repeat it.
    #[inline(always)]
    fn at(self, row: usize) -> [usize; 2] {
        self.of[(self.first + row).min(self.of.len() - 1)]
    }

    /// Mask of the bytes of all positions, without rows behind the last pair.
    #[inline(always)]
    fn bytes<B: Bytes>(self) -> u64 {
        let rows = B::ROWS.min(self.of.len() - self.first);
        (0..rows).fold(0, |bytes, row| bytes | NINE_BYTES << (16 * row))
    }
}

/// Returns for each position in the first group of a pair the position with the same key in the second.
#[inline(always)]
fn linked<B: Bytes>(pairs: Pairs, positions: &[ByteRow], keys: &[ByteRow]) -> B {
    B::load(|row| &positions[pairs.at(row)[1]]).shuffle(B::load(|row| &keys[pairs.at(row)[0]]))
}

const DIGIT_PAIRS: [[usize; 2]; 36] = {
    let mut pairs = [[0; 2]; 36];
    let (mut a, mut n) = (0, 0);
    while a < 9 {
        let mut b = a + 1;
        while b < 9 {
            pairs[n] = [a, b];
            n += 1;
            b += 1;
        }
        a += 1;
    }
    pairs
};

/// Pairs of rows of a band, and of columns of a stack.
const LINE_PAIRS: [[usize; 2]; 18] = {
    let mut pairs = [[0; 2]; 18];
    let mut n = 0;
    while n < 18 {
        let first = FIRST_ROW + n / 3 * 3;
        pairs[n] = [first + n % 3 / 2, first + 1 + (n % 3).div_ceil(2)];
        n += 1;
    }
    pairs
};

impl GivenCells {
    /// No cell.
    pub(super) const NONE: Self = Self([0; GROUPS]);

    /// Adds a cell (row-major) of the grid of `sets`.
    #[inline(always)]
    pub(super) fn add(&mut self, cell: usize, sets: &UnavoidableSets) {
        let (digit, row, col) = (usize::from(sets.digits[cell]), cell / 9, cell % 9);
        self.0[digit] |= 1 << row;
        self.0[FIRST_ROW + row] |= 1 << col;
        self.0[FIRST_COLUMN + col] |= 1 << row;
    }
}
