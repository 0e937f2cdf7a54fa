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
//! last         houses with one empty cell
//! ```

mod apply;
mod dead_end;
mod opening;

pub use self::dead_end::DeadEnd;
use super::{
    Candidates, CellSet, House, HouseSet,
    cell_tables::{CELL_TABLES, CellTables, HouseSlot, LANES},
    singles_queue::SinglesQueue,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};

/// Placed digits and pencilmarks of a 9x9 grid.
///
/// An empty cell may run out of candidates: then the grid has no solution, and no finder says so; [`dead_end`](Self::dead_end) does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pencilmarks {
    values: [Option<Digit>; 81],
    candidates: [u16; 81],
    places: [CellSet; 9],
    positions: [[u16; LANES]; 9],
    empty: CellSet,
    empty_in: [u8; 27],
    placed: [u8; 9],
    givens: CellSet,
    hidden: [HouseSet; 9],
    last: HouseSet,
    singles_queue: SinglesQueue,
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
    /// # Panics
    /// If the grid is not 9x9 with 3x3 boxes.
    pub fn new(puzzle: &Grid) -> Self {
        assert!(puzzle.shape() == Shape::STANDARD, "pencilmarks are for 9x9 grids");
        Self::opening(puzzle)
    }

    /// Blank grid: nothing placed, every candidate present.
    const BLANK: Self = Self {
        values: [None; 81],
        candidates: [0x1FF; 81],
        places: [CellSet::ALL; 9],
        positions: [ALL_POSITIONS; 9],
        empty: CellSet::ALL,
        empty_in: [9; 27],
        placed: [0; 9],
        givens: CellSet::EMPTY,
        hidden: [HouseSet::EMPTY; 9],
        last: HouseSet::EMPTY,
        singles_queue: SinglesQueue::EMPTY,
    };

    /// Returns a blank grid: nothing placed, every candidate present.
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

    /// Returns true if `digit` is a candidate of `cell`.
    #[inline]
    pub fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.places[digit.index()].contains(cell)
    }

    /// The cells that have `digit` as a candidate.
    #[inline]
    pub fn places(&self, digit: Digit) -> CellSet {
        self.places[digit.index()]
    }

    /// The indices in `house` whose cells have `digit` as a candidate, as bits.
    #[inline]
    pub fn positions(&self, house: House, digit: Digit) -> u16 {
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
        self.places[digit.index()] & house.cells()
    }

    /// The cells without a placed digit.
    #[inline]
    pub fn empty(&self) -> CellSet {
        self.empty
    }

    /// Counts the cells of `house` without a placed digit.
    #[inline]
    pub fn empty_in(&self, house: House) -> u32 {
        u32::from(self.empty_in[house.index()])
    }

    /// Counts the cells where `digit` is placed.
    #[inline]
    pub fn placed(&self, digit: Digit) -> u32 {
        u32::from(self.placed[digit.index()])
    }

    /// The cells whose digit was given, not found.
    #[inline]
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// The cells with exactly `count` candidates, 1 to 4.
    #[inline]
    pub fn cells_with(&self, count: u32) -> CellSet {
        let at_least = self.cells_with_at_least();
        at_least[count as usize] - at_least[count as usize + 1]
    }

    /// Returns, at index n from 0 to 5, the cells with at least n candidates.
    #[inline]
    pub fn cells_with_at_least(&self) -> [CellSet; 6] {
        let mut at_least = [CellSet::EMPTY; 6];
        at_least[0] = CellSet::ALL;
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

    /// The houses with one empty cell.
    #[inline]
    pub(super) fn full_but_one(&self) -> HouseSet {
        self.last
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
        let tables = &CELL_TABLES[cell.index()];
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
        self.last -= tables.houses;
        self.last |= last;
        self.hidden[digit.index()] -= tables.houses;
        let losing = self.places[digit.index()] & tables.peers;
        self.places[digit.index()] &= tables.beyond;
        for peer in losing {
            self.lose(peer, digit);
        }
        let candidates = DigitSet::from_bits(std::mem::take(&mut self.candidates[cell.index()]).into());
        for other in candidates - DigitSet::only(digit) {
            self.places[other.index()] &= tables.others;
            self.forget(tables, other);
        }
    }

    /// Returns the singles in order of appearance. Stale hidden singles may be among them.
    #[inline]
    pub(super) fn singles_queue(&self) -> &SinglesQueue {
        &self.singles_queue
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
            self.places[digit.index()] &= CELL_TABLES[cell.index()].others;
            self.lose(cell, digit);
        }
        there
    }

    /// Removes a candidate from its cell and its houses.
    #[expect(clippy::inline_always, reason = "the loops of `place`, in which much of a rating's time goes")]
    #[inline(always)]
    fn lose(&mut self, cell: Cell, digit: Digit) {
        let tables = &CELL_TABLES[cell.index()];
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
    pub fn present(&self, candidates: &Candidates) -> Candidates {
        let mut present = *candidates;
        for digit in DigitSet::full(9) {
            present.restrict(digit, self.places(digit));
        }
        present
    }

    /// The placed digits.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(Shape::STANDARD);
        for cell in CellSet::ALL - self.empty {
            grid.set(cell, self.value(cell));
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{HouseKind, peers},
        *,
    };

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
                let seen = peers(cell).any(|peer| puzzle.get(peer) == Some(digit));
                let expected = puzzle.get(cell).is_none() && !seen && (cell.index(), digit.index()) != (0, 0);
                assert_eq!(marks.candidates(cell).contains(digit), expected);
                assert_eq!(marks.has(cell, digit), expected);
                for kind in HouseKind::ALL {
                    let positions = marks.positions(House::of(kind, cell), digit);
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
            assert_eq!(marks.full_but_one().contains(house), marks.empty_in(house) == 1);
            assert_eq!(marks.empty_in(house), (house.cells() & marks.empty()).len());
        }
        assert_eq!(marks.grid(), puzzle);
    }

    #[test]
    fn cells_with_counts_candidates() {
        let mut marks = Pencilmarks::blank();
        for digit in DigitSet::full(9).skip(2) {
            marks.eliminate(Cell::new(40), digit);
        }
        assert_eq!(marks.cells_with(2), CellSet::only(Cell::new(40)));
        assert_eq!(marks.cells_with(1), CellSet::EMPTY);
        marks.eliminate(Cell::new(40), Digit::from_index(0));
        assert_eq!(marks.cells_with(1), CellSet::only(Cell::new(40)));
        assert_eq!(marks.cells_with(2), CellSet::EMPTY);
    }
}
