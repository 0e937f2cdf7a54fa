//! Cells and houses of the 9x9 grid, as bits and as constant tables.
//!
//! ```text
//! cells    bit 9 * row + column of a u128                       r1c1 is bit 0, r9c9 bit 80
//! houses   0..9 rows from the top, 9..18 columns from the left, 18..27 boxes row by row
//! index    a cell's place in a house: its column in a row, its row in a column, row by row in a box
//! ```

use gridmill_board::Cell;
use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign},
};

/// A set of cells of the 9x9 grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// All 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// Just this cell.
    #[inline]
    pub const fn only(cell: Cell) -> Self {
        Self(1 << cell.index())
    }

    /// The cells that come before `cell` in row-major order.
    #[inline]
    pub const fn before(cell: Cell) -> Self {
        Self((1 << cell.index()) - 1)
    }

    /// The cells of these bits; bits beyond 80 are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit 0 is r1c1, bit 80 r9c9.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Counts the cells.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if there is more than one cell.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns true if `cell` is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Returns true if every cell of this set is in the other.
    #[inline]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the sets share a cell.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with `cell`.
    #[inline]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// The set without `cell`.
    #[inline]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// The first cell in row-major order.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(self.0.trailing_zeros() as usize)) }
    }

    /// The last cell in row-major order.
    #[inline]
    pub const fn last(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(127 - self.0.leading_zeros() as usize)) }
    }

    /// The cell, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Cell> {
        if self.is_several() { None } else { self.first() }
    }

    /// The cells that see every cell of this set; all cells for the empty set.
    #[inline]
    pub fn common_peers(self) -> Self {
        self.fold(Self::ALL, |seen, cell| seen & peers(cell))
    }

    /// The houses that hold every cell of this set, as bits; all houses for the empty set.
    #[inline]
    pub fn common_houses(self) -> Houses {
        Houses(self.fold(Houses::ALL.0, |houses, cell| houses & HOUSES_OF[cell.index()].0))
    }

    /// The houses that hold a cell of this set.
    #[inline]
    pub fn houses(self) -> Houses {
        Houses(self.fold(0, |houses, cell| houses | HOUSES_OF[cell.index()].0))
    }
}

#[expect(clippy::copy_iterator, reason = "callers iterate over a copy, as over any small set")]
impl Iterator for Cells {
    type Item = Cell;
    /// Takes the first cell out, in row-major order.
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }

    /// Folds word by word, which takes half the time.
    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        for (word, from) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            let mut word = word;
            while word != 0 {
                folded = f(folded, Cell::new(from + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
        folded
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Names in row-major order: `r1c1 r2c3`.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, cell) in self.enumerate() {
            let space = if n == 0 { "" } else { " " };
            write!(f, "{space}r{}c{}", cell.index() / 9 + 1, cell.index() % 9 + 1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Set operators for a newtype over bits.
macro_rules! set_operators {
    ($set:ident) => {
        impl BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
        impl SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }
    };
}

set_operators!(Cells);

/// A row, column or box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// Kind of house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells on top of each other.
    Column,
    /// Three by three.
    Box,
}

impl HouseKind {
    /// Row, column, box.
    pub const ALL: [Self; 3] = [Self::Row, Self::Column, Self::Box];

    /// HoDoKu's order for singles and subsets, and the Explainer's for peers and links.
    pub const BOX_ROW_COLUMN: [Self; 3] = [Self::Box, Self::Row, Self::Column];

    /// The Explainer's order for singles and subsets.
    pub const BOX_COLUMN_ROW: [Self; 3] = [Self::Box, Self::Column, Self::Row];

    /// The nine houses of this kind.
    #[inline]
    pub fn houses(self) -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (0..9).map(move |number| House::new(self, number))
    }
}

impl House {
    /// All 27: rows, columns, boxes.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..27).map(Self)
    }

    /// House `number`, from 0, of a kind.
    ///
    /// # Panics
    /// If the number is above 8.
    #[inline]
    pub const fn new(kind: HouseKind, number: usize) -> Self {
        assert!(number < 9, "a kind has nine houses");
        #[expect(clippy::cast_possible_truncation, reason = "below 27")]
        Self((kind as usize * 9 + number) as u8)
    }

    /// The house of this index, 0 to 26.
    ///
    /// # Panics
    /// If the index is above 26.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 27, "there are 27 houses");
        #[expect(clippy::cast_possible_truncation, reason = "below 27")]
        Self(index as u8)
    }

    /// The house of this kind that holds `cell`.
    #[inline]
    pub const fn of(kind: HouseKind, cell: Cell) -> Self {
        let (row, col) = (cell.index() / 9, cell.index() % 9);
        Self::new(
            kind,
            match kind {
                HouseKind::Row => row,
                HouseKind::Column => col,
                HouseKind::Box => row / 3 * 3 + col / 3,
            },
        )
    }

    /// 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Row, column or box.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// The house's number among those of its kind, from 0.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize % 9
    }

    /// Its nine cells.
    #[inline]
    pub const fn cells(self) -> Cells {
        CELLS_OF[self.0 as usize]
    }

    /// The cell at an index of the house, from 0.
    ///
    /// # Panics
    /// If the index is above 8.
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        let number = self.number();
        Cell::new(match self.kind() {
            HouseKind::Row => 9 * number + index,
            HouseKind::Column => 9 * index + number,
            HouseKind::Box => 27 * (number / 3) + 3 * (number % 3) + 9 * (index / 3) + index % 3,
        })
    }

    /// The index of `cell` in its house of a kind.
    #[inline]
    pub const fn index_of(kind: HouseKind, cell: Cell) -> usize {
        let (row, col) = (cell.index() / 9, cell.index() % 9);
        match kind {
            HouseKind::Row => col,
            HouseKind::Column => row,
            HouseKind::Box => row % 3 * 3 + col % 3,
        }
    }
}

/// `row 3`, `column 9`, `box 1`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number() + 1)
    }
}

/// A set of houses: bit `index` for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Houses(u32);

impl Houses {
    /// No house.
    pub const EMPTY: Self = Self(0);

    /// All 27.
    pub const ALL: Self = Self((1 << 27) - 1);

    /// The nine rows.
    pub const ROWS: Self = Self(0x1FF);

    /// Just this house.
    #[inline]
    pub const fn only(house: House) -> Self {
        Self(1 << house.0)
    }

    /// The three houses that hold `cell`.
    #[inline]
    pub const fn holding(cell: Cell) -> Self {
        HOUSES_OF[cell.index()]
    }

    /// The nine houses of a kind.
    #[inline]
    pub const fn of(kind: HouseKind) -> Self {
        Self(0x1FF << (9 * kind as u32))
    }

    /// The houses of these bits; bits beyond 26 are dropped.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit 0 is row 1, bit 9 column 1, bit 18 box 1.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Just this house if `kept`, else none. Branch-free.
    #[inline]
    pub(super) const fn only_if(kept: bool, house: House) -> Self {
        Self((kept as u32) << house.0)
    }

    /// Counts the houses.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if `house` is in the set.
    #[inline]
    pub const fn contains(self, house: House) -> bool {
        self.0 >> house.0 & 1 == 1
    }

    /// The first house.
    #[inline]
    pub const fn first(self) -> Option<House> {
        #[expect(clippy::cast_possible_truncation, reason = "below 27")]
        if self.0 == 0 { None } else { Some(House(self.0.trailing_zeros() as u8)) }
    }

    /// All cells of the houses.
    #[inline]
    pub fn cells(self) -> Cells {
        self.fold(Cells::EMPTY, |cells, house| cells | house.cells())
    }
}

#[expect(clippy::copy_iterator, reason = "callers iterate over a copy, as over any small set")]
impl Iterator for Houses {
    type Item = House;
    /// Takes the first house out.
    #[inline]
    fn next(&mut self) -> Option<House> {
        let house = self.first()?;
        self.0 &= self.0 - 1;
        Some(house)
    }
}

set_operators!(Houses);

/// The 20 cells that share a house with `cell`.
#[inline]
pub const fn peers(cell: Cell) -> Cells {
    PEERS[cell.index()]
}

const CELLS_OF: [Cells; 27] = {
    let mut cells = [Cells::EMPTY; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            let house = House::of(HouseKind::ALL[kind], Cell::new(cell)).index();
            cells[house] = cells[house].with(Cell::new(cell));
            kind += 1;
        }
        cell += 1;
    }
    cells
};

const HOUSES_OF: [Houses; 81] = {
    let mut houses = [Houses::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            houses[cell].0 |= 1 << House::of(HouseKind::ALL[kind], Cell::new(cell)).index();
            kind += 1;
        }
        cell += 1;
    }
    houses
};

const PEERS: [Cells; 81] = {
    let mut peers = [Cells::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            peers[cell].0 |= House::of(HouseKind::ALL[kind], Cell::new(cell)).cells().0;
            kind += 1;
        }
        peers[cell] = peers[cell].without(Cell::new(cell));
        cell += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_know_their_cells_and_cells_their_houses() {
        for house in House::all() {
            assert_eq!(house.cells().len(), 9);
            for index in 0..9 {
                let cell = house.cell(index);
                assert!(house.cells().contains(cell));
                assert_eq!(House::of(house.kind(), cell), house);
                assert_eq!(House::index_of(house.kind(), cell), index);
            }
        }
        assert_eq!(House::new(HouseKind::Box, 8).to_string(), "box 9");
    }

    #[test]
    fn every_cell_has_twenty_peers_which_are_mutual() {
        for cell in Cells::ALL {
            assert_eq!(peers(cell).len(), 20);
            assert!(!peers(cell).contains(cell));
            assert!(peers(cell).all(|peer| peers(peer).contains(cell)));
        }
    }

    #[test]
    fn common_houses_and_peers_are_intersections() {
        let two: Cells = [0, 1].map(Cell::new).into_iter().collect();
        assert_eq!(
            two.common_houses().map(|house| house.to_string()).collect::<Vec<_>>(),
            ["row 1", "box 1"]
        );
        assert_eq!(two.common_peers().len(), 13);
        assert_eq!(Cells::EMPTY.common_peers(), Cells::ALL);
        assert_eq!(two.to_string(), "r1c1 r1c2");
    }
}
