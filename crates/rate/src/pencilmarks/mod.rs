//! The state of a solving path: placed digits and the candidates of the empty cells, kept in three forms that finders read.
//!
//! ```text
//! candidates of a cell     u16, bit = digit - 1         r1c1 {2,7}
//! places of a digit        cells                          2: r1c1 r1c4 ...
//! positions in a house     u16, bit = index in house    2 in row 1: 0b0_0000_1001
//! ```
//!
//! Singles are recorded as candidates go, so they are found without a search:
//!
//! ```text
//! naked        cells with one candidate, in order of appearance
//! hidden       houses with one place, for each digit
//! full_but_one houses with one empty cell
//! ```
//!
//! Grids of a smaller side use the first entries of each table; what they do not have is empty.

mod opening;

use crate::{
    AlmostLockedSet, Candidate, Candidates, CellSet, House, HouseKind, HouseSet, Reason, Step, Technique,
    cell_tables::{CellTables, HouseSlot, LANES, STANDARD, ShapeTables},
    singles_queue::SinglesQueue,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};

/// Placed digits and pencilmarks of a grid with a side up to 9. Cells are numbered row by row in its shape.
///
/// An empty cell may run out of candidates: then the grid has no solution, and no finder says so; [`dead_end`](Self::dead_end) does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pencilmarks {
    shape: Shape,
    tables: &'static ShapeTables,
    values: [Option<Digit>; 81],
    candidates: [u16; 81],
    places: [CellSet; 9],
    positions: [[u16; LANES]; 9],
    empty: CellSet,
    empty_in: [u8; 27],
    placed: [u8; 9],
    givens: CellSet,
    hidden: [HouseSet; 9],
    pub(super) full_but_one: HouseSet,
    pub(super) singles_queue: SinglesQueue,
}

/// All positions of every house; none in the unused lanes.
const ALL_POSITIONS: [u16; LANES] = {
    let mut positions = [0; LANES];
    let mut house = 0;
    while house < 27 {
        positions[house] = 0x1FF;
        house += 1;
    }
    positions
};

impl Pencilmarks {
    /// Places the givens of a puzzle. Givens that contradict each other are placed, too.
    ///
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::Pencilmarks;
    ///
    /// let shape = Shape::new(2, 2)?;
    /// let marks = Pencilmarks::new(&Grid::parse(shape, "1...3......3..2.")?);
    /// assert_eq!(marks.candidates(shape.cell(0, 1)).iter().map(|digit| digit.to_string()).collect::<String>(), "24");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the side of the grid is above 9: see [`supports`](Self::supports).
    pub fn new(puzzle: &Grid) -> Self {
        let shape = puzzle.shape();
        if shape == Shape::STANDARD {
            Self::opening(puzzle)
        } else {
            Self::blank_of(shape).with_givens(puzzle)
        }
    }

    /// Returns true for the shapes of pencilmarks: those with a side up to 9.
    pub fn supports(shape: Shape) -> bool {
        ShapeTables::for_shape(shape).is_some()
    }

    /// Returns a blank grid of a shape.
    fn blank_of(shape: Shape) -> Self {
        let tables = ShapeTables::for_shape(shape);
        assert!(tables.is_some(), "pencilmarks are for sides up to 9");
        let tables = tables.unwrap_or(&STANDARD);
        let (side, all) = (tables.side(), tables.all);
        let digits = (1 << side) - 1;
        let mut marks = Self { shape, tables, empty: all, candidates: [0; 81], ..Self::BLANK };
        marks.candidates[..side * side].fill(digits);
        marks.empty_in = tables.houses.map(|cells| u8::try_from(cells.len()).unwrap_or(u8::MAX));
        for digit in 0..9 {
            let has = digit < side;
            marks.places[digit] = if has { all } else { CellSet::EMPTY };
            marks.positions[digit] = [0; LANES];
            for house in marks.houses().filter(|_| has) {
                marks.positions[digit][house.index()] = digits;
            }
        }
        marks
    }

    /// Blank 9x9 grid: nothing placed, every candidate present.
    const BLANK: Self = Self {
        shape: Shape::STANDARD,
        tables: &STANDARD,
        values: [None; 81],
        candidates: [0x1FF; 81],
        places: [CellSet::ALL; 9],
        positions: [ALL_POSITIONS; 9],
        empty: CellSet::ALL,
        empty_in: [9; 27],
        placed: [0; 9],
        givens: CellSet::EMPTY,
        hidden: [HouseSet::EMPTY; 9],
        full_but_one: HouseSet::EMPTY,
        singles_queue: SinglesQueue::EMPTY,
    };

    /// Returns a blank 9x9 grid: nothing placed, every candidate present.
    pub(super) const fn blank() -> Self {
        Self::BLANK
    }

    /// Places a digit with which the solving path begins, as a given or not.
    pub(super) fn place_first(&mut self, cell: Cell, digit: Digit, given: bool) {
        self.place(cell, digit);
        if given {
            self.givens = self.givens.with(cell);
        }
    }

    /// Returns the shape of the grid.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns true for a 9x9 grid.
    #[inline]
    pub(super) const fn is_standard(&self) -> bool {
        self.tables.is_standard()
    }

    /// Returns the rows and columns of a box.
    #[inline]
    pub(super) const fn box_sides(&self) -> (usize, usize) {
        self.tables.box_sides
    }

    /// Returns all cells of the grid.
    #[inline]
    pub(super) const fn all(&self) -> CellSet {
        self.tables.all
    }

    /// Iterates over the houses of the grid: rows, columns, boxes.
    pub fn houses(&self) -> impl Iterator<Item = House> + Clone + use<> {
        let side = self.tables.side();
        HouseKind::ALL.into_iter().flat_map(move |kind| (0..side).map(move |number| House::new(kind, number)))
    }

    #[inline]
    pub(super) fn houses_of(&self, kind: HouseKind) -> impl Iterator<Item = House> + Clone + use<> {
        (0..self.tables.side()).map(move |number| House::new(kind, number))
    }

    /// Returns the cells of a house; none of one that the shape does not have.
    #[inline]
    pub fn cells_in(&self, house: House) -> CellSet {
        self.tables.houses[house.index()]
    }

    /// Returns the cell at an index of a house, from 0.
    #[inline]
    pub(super) fn cell_in(&self, house: House, index: usize) -> Cell {
        self.tables.indices[house.index()][index]
    }

    #[inline]
    pub(super) fn houses_holding(&self, cell: Cell) -> HouseSet {
        self.tables.cells[cell.index()].houses
    }

    /// Returns the cells that see every one of these.
    #[inline]
    pub(super) fn common_peers(&self, cells: CellSet) -> CellSet {
        cells.iter().fold(self.all(), |seen, cell| seen & self.tables.cells[cell.index()].peers)
    }

    /// Returns the houses that hold every one of these cells.
    #[inline]
    pub(super) fn common_houses(&self, cells: CellSet) -> HouseSet {
        cells.iter().fold(HouseSet::ALL, |houses, cell| houses & self.houses_holding(cell))
    }

    /// Returns the segments of positions in houses of a kind.
    #[inline]
    pub(super) fn segments(&self, kind: HouseKind) -> &'static [u8; 512] {
        &self.tables.segments[usize::from(kind == HouseKind::Column)]
    }

    /// The digit placed at `cell`.
    #[inline]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values[cell.index()]
    }

    /// The candidates of `cell`; none where a digit is placed.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.candidates[cell.index()].into())
    }

    /// The candidates of `cell` as bits, bit 0 for digit 1.
    #[inline]
    pub(super) fn candidate_bits(&self, cell: Cell) -> u16 {
        self.candidates[cell.index()]
    }

    /// Iterates over the candidates, by cell and then by digit.
    pub(crate) fn each_candidate(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        self.empty
            .iter()
            .flat_map(|cell| self.candidates(cell).iter().map(move |digit| Candidate { cell, digit }))
    }

    /// Returns true if `digit` is a candidate of `cell`.
    #[inline]
    pub fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.places[digit.index()].contains(cell)
    }

    /// The cells that have `digit` as a candidate.
    #[inline]
    pub(crate) fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// The indices in `house` whose cells have `digit` as a candidate, as bits.
    #[inline]
    pub(crate) fn positions(&self, house: House, digit: Digit) -> u16 {
        self.positions[digit.index()][house.index()]
    }

    /// The positions of all digits in `house`.
    #[inline]
    pub(super) fn all_positions(&self, house: House) -> [u16; 9] {
        std::array::from_fn(|digit| self.positions[digit][house.index()])
    }

    /// The cells of `house` that have `digit` as a candidate.
    #[inline]
    pub fn places_in(&self, house: House, digit: Digit) -> CellSet {
        self.places[digit.index()] & self.cells_in(house)
    }

    /// The cells without a placed digit.
    #[inline]
    pub fn empty(&self) -> CellSet {
        self.empty
    }

    /// Counts the cells of `house` without a placed digit.
    #[inline]
    pub(crate) fn empty_in(&self, house: House) -> u32 {
        u32::from(self.empty_in[house.index()])
    }

    /// Counts the cells where `digit` is placed.
    #[inline]
    pub(crate) fn placed(&self, digit: Digit) -> u32 {
        u32::from(self.placed[digit.index()])
    }

    /// The cells whose digit was given, not found.
    #[inline]
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// The cells with exactly `count` candidates, 1 to 4.
    #[inline]
    pub(crate) fn cells_with(&self, count: u32) -> CellSet {
        let at_least = self.cells_with_at_least();
        at_least[count as usize] - at_least[count as usize + 1]
    }

    /// Returns, at index n from 0 to 5, the cells with at least n candidates.
    #[inline]
    pub(crate) fn cells_with_at_least(&self) -> [CellSet; 6] {
        let mut at_least = [CellSet::EMPTY; 6];
        at_least[0] = self.all();
        for &places in &self.places {
            at_least[5] |= at_least[4] & places;
            at_least[4] |= at_least[3] & places;
            at_least[3] |= at_least[2] & places;
            at_least[2] |= at_least[1] & places;
            at_least[1] |= places;
        }
        at_least
    }

    /// Returns true if every cell has its digit.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.empty.is_empty()
    }

    /// The cells with one candidate.
    #[inline]
    pub(super) fn naked_singles(&self) -> CellSet {
        self.singles_queue.naked().collect()
    }

    /// For each digit, the houses in which it has one place.
    #[inline]
    pub(super) fn hidden_singles(&self) -> &[HouseSet; 9] {
        &self.hidden
    }

    /// The digits with one place in a house.
    #[inline]
    pub(super) fn hidden_singles_in(&self, house: House) -> DigitSet {
        let bit = |digit: usize| (self.hidden[digit].bits() >> house.index() & 1) << digit;
        DigitSet::from_bits((0..9).fold(0, |digits, digit| digits | bit(digit)))
    }

    /// Places `digit` at an empty cell and removes it from the peers of the cell.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        debug_assert!(self.empty.contains(cell), "a digit is placed once");
        let all = &self.tables.cells;
        let tables = &all[cell.index()];
        self.values[cell.index()] = Some(digit);
        self.empty &= tables.others;
        self.singles_queue.fill(cell);
        self.placed[digit.index()] += 1;
        let mut last = HouseSet::EMPTY;
        for &HouseSlot { house, .. } in &tables.slots {
            let left = &mut self.empty_in[house.index()];
            *left -= 1;
            last |= HouseSet::only_if(*left == 1, house);
            self.positions[digit.index()][house.index()] = 0;
        }
        self.full_but_one -= tables.houses;
        self.full_but_one |= last;
        self.hidden[digit.index()] -= tables.houses;
        let losing = self.places[digit.index()] & tables.peers;
        self.places[digit.index()] &= tables.beyond;
        for peer in losing {
            self.lose(&all[peer.index()], peer, digit);
        }
        let candidates = DigitSet::from_bits(std::mem::take(&mut self.candidates[cell.index()]).into());
        for other in candidates - DigitSet::only(digit) {
            self.places[other.index()] &= tables.others;
            self.forget(tables, other);
        }
    }

    /// Pops stale hidden singles from the front of the queue.
    #[inline]
    pub(super) fn tidy_hidden(&mut self) {
        self.singles_queue.tidy_hidden(&self.hidden);
    }

    /// Removes a candidate. Returns true if it was present.
    #[inline]
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        let there = self.candidates[cell.index()] >> digit.index() & 1 == 1;
        if there {
            let tables = &self.tables.cells[cell.index()];
            self.places[digit.index()] &= tables.others;
            self.lose(tables, cell, digit);
        }
        there
    }

    /// Removes a candidate from its cell and its houses.
    #[expect(clippy::inline_always, reason = "the loops of `place`, in which much of a rating's time goes")]
    #[inline(always)]
    fn lose(&mut self, tables: &CellTables, cell: Cell, digit: Digit) {
        let candidates = &mut self.candidates[cell.index()];
        *candidates &= !(1 << digit.index());
        let left = *candidates;
        if left == 0 {
            self.singles_queue.fill(cell);
        }
        self.singles_queue.add_naked_if(left.is_power_of_two(), cell);
        self.forget(tables, digit);
    }

    /// Removes a candidate from its houses. Branch-free, because many branches would be mispredicted.
    #[expect(clippy::inline_always, reason = "the loops of `place`, in which much of a rating's time goes")]
    #[inline(always)]
    fn forget(&mut self, tables: &CellTables, digit: Digit) {
        let positions = &mut self.positions[digit.index()];
        let mut hidden = HouseSet::EMPTY;
        for &HouseSlot { house, bit } in &tables.slots {
            // If the digit is placed in the house, no position is left to remove. Otherwise the position was present.
            let left = positions[house.index()] & !bit;
            positions[house.index()] = left;
            let is_one = left.is_power_of_two();
            hidden |= HouseSet::only_if(is_one, house);
            self.singles_queue.add_hidden_if(is_one, house, digit);
        }
        self.hidden[digit.index()] -= tables.houses;
        self.hidden[digit.index()] |= hidden;
    }

    /// Returns those of `candidates` that are still present.
    #[doc(hidden)]
    pub fn present(&self, candidates: &Candidates) -> Candidates {
        let mut present = *candidates;
        for digit in DigitSet::full(9) {
            present.restrict(digit, self.places(digit));
        }
        present
    }

    /// The placed digits.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.shape());
        for cell in self.all() - self.empty {
            grid.set(cell, self.value(cell));
        }
        grid
    }
}

impl Candidates {
    /// Those candidates of `cells` that are among `digits`.
    #[inline]
    pub(crate) fn within(marks: &Pencilmarks, digits: DigitSet, cells: CellSet) -> Self {
        let mut candidates = Self::EMPTY;
        for digit in digits {
            candidates.0[digit.index()] = marks.places(digit) & cells;
        }
        candidates
    }
}

// Steps are applied in HoDoKu's order of eliminations, because it decides which single appears first, and so is taken next:
//
// ```text
// subsets, unique rectangles, BUG+1   by cell; a subset's line before its box
// Sue de Coq                          by cell; the box before the line
// ALS-XZ with two links               what both sets share, then what each locks for itself
// everything else                     by digit, then by cell
// ```

impl Pencilmarks {
    /// Applies a step: first its eliminations in HoDoKu's order, which decides the single that is taken next; then its placement.
    pub fn apply(&mut self, step: &Step) {
        match (&step.reason, step.technique) {
            (Reason::Subset { cells, .. }, _) => {
                self.eliminate_by_cell(self.common_houses(*cells), &step.eliminations);
            }
            (Reason::Deadly { .. }, _) => self.eliminate_by_cell(HouseSet::ROWS, &step.eliminations),
            (Reason::Sets { sets, .. }, Technique::SueDeCoq) => {
                let houses = sets.first().map_or(HouseSet::EMPTY, |core| core.cells.common_houses());
                self.eliminate_by_cell(houses & HouseSet::of_kind(HouseKind::Box), &step.eliminations);
                self.eliminate_by_cell(houses, &step.eliminations);
            }
            (Reason::Sets { sets, links }, Technique::AlsXz) if links.len() == 2 => {
                if let [one, other] = sets[..] {
                    self.eliminate_doubly_linked([one, other], *links);
                }
            }
            _ => {}
        }
        for Candidate { cell, digit } in step.eliminations.iter() {
            self.eliminate(cell, digit);
        }
        for Candidate { cell, digit } in step.placements() {
            self.place(cell, digit);
        }
    }

    /// Eliminates those of the candidates that are in these houses, house by house and cell by cell.
    fn eliminate_by_cell(&mut self, houses: HouseSet, eliminations: &Candidates) {
        let (taken, tables) = (eliminations.all_cells(), self.tables);
        for cell in houses.iter().flat_map(|house| taken & tables.houses[house.index()]) {
            for digit in eliminations.digits(cell) {
                self.eliminate(cell, digit);
            }
        }
    }

    /// Eliminates what two sets with two links exclude: for each link, the digits that both share, but not the link itself; then the
    /// digits of the first that are no links; then those of the second.
    fn eliminate_doubly_linked(&mut self, [one, other]: [AlmostLockedSet; 2], links: DigitSet) {
        let before = self.places;
        let shared = one.digits & other.digits;
        let (both, mut lists) = (one.cells | other.cells, Vec::new());
        for link in links {
            for digit in shared - DigitSet::only(link) {
                let places = before[digit.index()];
                lists.push((digit, (places & (places & both).common_peers()) - both));
            }
        }
        for (set, other) in [(one, other), (other, one)] {
            for digit in set.digits - links {
                let places = before[digit.index()];
                lists.push((digit, (places & (places & set.cells).common_peers()) - set.cells - other.cells));
            }
        }
        for (digit, cells) in lists {
            for cell in cells {
                self.eliminate(cell, digit);
            }
        }
    }
}

// Pencilmarks that show at sight that there is no solution.

/// Reason why pencilmarks have no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct DeadEnd(#[from] DeadEndProblem);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum DeadEndProblem {
    #[error("{digit} stands twice in {house}")]
    Twice { digit: Digit, house: House },
    #[error("{} has no candidate", cell.name(*shape))]
    NoCandidate { cell: Cell, shape: Shape },
    #[error("{house} has no place for {digit}")]
    NoPlace { digit: Digit, house: House },
}

impl Pencilmarks {
    /// Returns the first reason, in the order of [`DeadEnd`], why there is no solution; `None` if none shows at sight.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_rate::Pencilmarks;
    ///
    /// let twice: Grid = "5..5.............................................................................".parse()?;
    /// assert_eq!(Pencilmarks::new(&twice).dead_end().unwrap().to_string(), "5 stands twice in row 1");
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    pub fn dead_end(&self) -> Option<DeadEnd> {
        if !self.is_dead_end() {
            return None;
        }
        let (shape, all_digits) = (self.shape(), DigitSet::full(self.shape().side()));
        let in_houses = || self.houses().flat_map(|house| all_digits.iter().map(move |digit| (house, digit)));
        let placed = |house: House, digit| {
            self.cells_in(house).iter().filter(|&c| self.value(c) == Some(digit)).count()
        };
        let twice = in_houses().find(|&(house, digit)| placed(house, digit) > 1);
        let bare = || self.empty().iter().find(|&cell| self.candidates(cell).is_empty());
        let missing = || {
            let is_missing = |&(house, digit): &(House, Digit)| {
                self.positions(house, digit) == 0 && placed(house, digit) == 0
            };
            in_houses().find(is_missing)
        };
        twice
            .map(|(house, digit)| DeadEndProblem::Twice { digit, house })
            .or_else(|| bare().map(|cell| DeadEndProblem::NoCandidate { cell, shape }))
            .or_else(|| missing().map(|(house, digit)| DeadEndProblem::NoPlace { digit, house }))
            .map(DeadEnd)
    }

    /// Returns true if there is a reason: in one pass over the cells, because most states have none.
    fn is_dead_end(&self) -> bool {
        let all_digits = (1_u16 << self.tables.side()) - 1;
        // Digits of each house that are placed, and that are placed or candidates.
        let (mut placed, mut there) = ([0_u16; 27], [0_u16; 27]);
        let (mut is_twice, mut is_bare) = (false, false);
        for cell in self.all() {
            let value = self.value(cell).map_or(0, |digit| 1_u16 << digit.index());
            let digits = value | self.candidate_bits(cell);
            is_bare |= digits == 0;
            for slot in &self.tables.cells[cell.index()].slots {
                is_twice |= placed[slot.house.index()] & value != 0;
                placed[slot.house.index()] |= value;
                there[slot.house.index()] |= digits;
            }
        }
        is_twice || is_bare || self.houses().any(|house| there[house.index()] != all_digits)
    }
}

// Searches that go on from an earlier state of a path.
//
// A step leaves most cells as they are. A pattern whose cells are unchanged eliminates no more than it did before, so where nothing was
// found, only patterns with a changed cell are searched again.

/// True if searches go on from earlier states.
pub(super) const KEPT: bool = cfg!(feature = "kept-state");

/// Candidates and empty cells of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    places: [CellSet; 9],
    empty: CellSet,
}

impl Snapshot {
    /// Keeps a state.
    pub(super) fn new(marks: &Pencilmarks) -> Self {
        let mut places = [CellSet::EMPTY; 9];
        places.iter_mut().zip(DigitSet::full(9)).for_each(|(cells, digit)| *cells = marks.places(digit));
        Self { places, empty: marks.empty() }
    }

    /// Returns the cells that have changed since; `None` if a candidate or an empty cell is new, so that no path leads from one state to
    /// the other.
    pub(super) fn changed(&self, now: &Self) -> Option<CellSet> {
        if !KEPT {
            return None;
        }
        let (mut gone, mut new) = (self.empty - now.empty, now.empty - self.empty);
        for (before, now) in self.places.iter().zip(&now.places) {
            gone |= *before - *now;
            new |= *now - *before;
        }
        new.is_empty().then_some(gone)
    }

    /// Returns the candidates that are gone since.
    pub(super) fn gone(&self, now: &Self) -> Candidates {
        let mut gone = Candidates::EMPTY;
        for (digit, (before, now)) in DigitSet::full(9).iter().zip(self.places.iter().zip(&now.places)) {
            gone.extend(digit, *before - *now);
        }
        gone
    }
}

/// Last state in which a search found nothing.
#[derive(Debug, Default)]
pub(super) struct KnownEmpty(Option<Snapshot>);

impl KnownEmpty {
    /// Returns the cells that have changed since nothing was found; all if nothing is known.
    pub(super) fn changed(&self, now: &Snapshot) -> CellSet {
        self.0.and_then(|before| before.changed(now)).unwrap_or(CellSet::ALL)
    }

    /// Records that nothing was found.
    pub(super) fn note(&mut self, now: &Snapshot) {
        if KEPT {
            self.0 = Some(*now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HouseKind, Rater, Rulebook, peers};
    use gridmill_board::Grid;

    /// Row 1 of a puzzle, and the state by the definition.
    #[test]
    fn the_three_forms_agree_after_placements_and_eliminations() {
        let puzzle = Grid::parse(
            Shape::STANDARD,
            "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7",
        )
        .unwrap();
        let mut marks = Pencilmarks::new(&puzzle);
        marks.eliminate(Cell::new(0), Digit::from_index(0));
        assert_eq!(marks.givens().len(), 26);
        for cell in CellSet::ALL {
            for digit in DigitSet::full(9) {
                let seen = peers(cell).iter().any(|peer| puzzle.get(peer) == Some(digit));
                let expected = puzzle.get(cell).is_none() && !seen && (cell.index(), digit.index()) != (0, 0);
                assert_eq!(marks.candidates(cell).contains(digit), expected);
                assert_eq!(marks.has(cell, digit), expected);
                for kind in HouseKind::ALL {
                    let positions = marks.positions(House::holding(kind, cell), digit);
                    assert_eq!(positions >> House::index_of(kind, cell) & 1 == 1, expected);
                }
            }
        }
        assert_eq!(marks.naked_singles(), marks.cells_with(1));
        for house in House::all() {
            for digit in DigitSet::full(9) {
                let is_one = marks.positions(house, digit).is_power_of_two();
                assert_eq!(marks.hidden_singles()[digit.index()].contains(house), is_one);
            }
            assert_eq!(marks.full_but_one.contains(house), marks.empty_in(house) == 1);
            assert_eq!(marks.empty_in(house), (house.cells() & marks.empty()).len());
        }
        assert_eq!(marks.grid(), puzzle);
    }

    /// Random givens, which may contradict each other, in every small shape.
    #[test]
    fn the_three_forms_agree_in_small_shapes() {
        let mut numbers = gridmill_testing::Numbers::new(1);
        let mut draw = |below| numbers.below(below);
        for n in 0..400 {
            let (rows, cols) = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)][n % 5];
            let shape = Shape::new(rows, cols).unwrap();
            let mut grid = Grid::empty(shape);
            for cell in shape.all_cells() {
                let given = draw(4) == 0;
                grid.set(cell, given.then(|| Digit::from_index(draw(shape.side()))));
            }
            let mut marks = Pencilmarks::new(&grid);
            let gone = shape.cell(draw(shape.side()), draw(shape.side()));
            let lost = marks.candidates(gone).first();
            assert_eq!(lost.is_some_and(|digit| marks.eliminate(gone, digit)), lost.is_some());
            assert_eq!((marks.grid(), marks.shape()), (grid.clone(), shape));
            assert_eq!(marks.empty() | marks.givens(), shape.all_cells().collect());
            for cell in shape.all_cells() {
                let sees = |other: Cell| {
                    marks.houses().any(|house| {
                        [cell, other].into_iter().all(|cell| house.cells_in(shape).contains(cell))
                    })
                };
                let seen =
                    |digit| shape.all_cells().any(|other| grid.get(other) == Some(digit) && sees(other));
                for digit in DigitSet::full(9) {
                    let has = digit.index() < shape.side()
                        && grid.get(cell).is_none()
                        && !seen(digit)
                        && (cell, Some(digit)) != (gone, lost);
                    assert_eq!(marks.has(cell, digit), has, "{grid} {cell:?} {digit}");
                    assert_eq!(marks.candidates(cell).contains(digit), has);
                }
            }
            assert_eq!(marks.naked_singles(), marks.cells_with(1));
            for house in House::all() {
                let cells = house.cells_in(shape);
                assert_eq!(
                    (marks.cells_in(house), marks.empty_in(house)),
                    (cells, (cells & marks.empty()).len())
                );
                assert_eq!(marks.full_but_one.contains(house), marks.empty_in(house) == 1);
                for digit in DigitSet::full(9) {
                    let places = marks.places_in(house, digit);
                    let at = cells.iter().enumerate().filter(|&(_, cell)| places.contains(cell));
                    assert_eq!(marks.positions(house, digit), at.fold(0, |bits, (n, _)| bits | 1 << n));
                    let is_hidden = marks.hidden_singles()[digit.index()].contains(house);
                    assert_eq!(is_hidden, places.len() == 1);
                }
            }
        }
    }

    #[test]
    fn cells_with_counts_candidates() {
        let mut marks = Pencilmarks::blank();
        for digit in DigitSet::full(9).iter().skip(2) {
            marks.eliminate(Cell::new(40), digit);
        }
        assert_eq!(marks.cells_with(2), CellSet::only(Cell::new(40)));
        assert_eq!(marks.cells_with(1), CellSet::EMPTY);
        marks.eliminate(Cell::new(40), Digit::from_index(0));
        assert_eq!(marks.cells_with(1), CellSet::only(Cell::new(40)));
        assert_eq!(marks.cells_with(2), CellSet::EMPTY);
    }

    fn reason(text: &str) -> Option<String> {
        let marks = Pencilmarks::new(&text.parse::<Grid>().unwrap());
        let reason = marks.dead_end();
        let step = Rater::new(Rulebook::default_for(marks.shape())).next_step(&marks);
        assert_eq!(step.as_ref().err(), reason.as_ref());
        reason.map(|reason| reason.to_string())
    }

    #[test]
    fn small_grids_name_their_own_cells_and_houses() {
        assert_eq!(reason("123.4...........").as_deref(), None);
        assert_eq!(reason("123....4........").unwrap(), "r1c4 has no candidate");
        assert_eq!(reason("1.....1.........").as_deref(), None);
        assert_eq!(reason("1....1..........").unwrap(), "1 stands twice in box 1");
        assert_eq!(reason("12....3..3......").unwrap(), "row 1 has no place for 3");
        let six = ".".repeat(24);
        assert_eq!(reason(&format!("12345......6{six}")).unwrap(), "r1c6 has no candidate");
    }

    #[test]
    fn grids_without_solution_at_sight_have_no_next_step() {
        let empty = ".".repeat(63);
        assert_eq!(reason(&format!("12345678.........9{empty}")).unwrap(), "r1c9 has no candidate");
        assert_eq!(reason(&format!("5.......5.........{empty}")).unwrap(), "5 stands twice in row 1");
        assert_eq!(reason(&format!("123456.........9..{empty}")).unwrap(), "row 1 has no place for 9");
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert_eq!(reason(puzzle), None);
        let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(reason(solved), None);
        let mut rater = Rater::new(Rulebook::hodoku());
        assert!(rater.next_step(&Pencilmarks::new(&solved.parse().unwrap())).unwrap().is_none());
    }
}
