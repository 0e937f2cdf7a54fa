//! Houses: rows, columns and boxes, and the constant tables of their cells in the 9x9 grid.
//!
//! ```text
//! houses   0..9 rows from the top, 9..18 columns from the left, 18..27 boxes row by row
//! index    a cell's place in a house: its column in a row, its row in a column, row by row in a box
//! ```
//!
//! Smaller grids have fewer houses of each kind, under the same names: row 4 is the last of a 4x4 grid.

use super::{Cell, CellSet, Shape, macros::set_operators};
use std::fmt;

/// A row, column or box. Methods without a [`Shape`] are about the 9x9 grid.
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
    #[doc(hidden)]
    pub const BOX_ROW_COLUMN: [Self; 3] = [Self::Box, Self::Row, Self::Column];

    /// The Explainer's order for singles and subsets.
    #[doc(hidden)]
    pub const BOX_COLUMN_ROW: [Self; 3] = [Self::Box, Self::Column, Self::Row];

    /// Iterates over the nine houses of this kind.
    #[inline]
    pub fn houses(self) -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (0..9).map(move |number| House::new(self, number))
    }

    /// Iterates over the houses of this kind in grids of `shape`.
    ///
    /// # Panics
    /// Panics if the side is above 9.
    #[inline]
    #[doc(hidden)]
    pub fn houses_in(
        self,
        shape: Shape,
    ) -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + Clone {
        (0..shape.side()).map(move |number| House::new(self, number))
    }
}

impl House {
    /// Iterates over all 27: rows, columns, boxes.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..27).map(Self)
    }

    /// Returns house `number`, from 0, of a kind.
    ///
    /// # Panics
    /// Panics if the number is above 8.
    #[inline]
    pub const fn new(kind: HouseKind, number: usize) -> Self {
        assert!(number < 9, "a kind has nine houses");
        #[expect(clippy::cast_possible_truncation, reason = "below 27")]
        Self((kind as usize * 9 + number) as u8)
    }

    /// Returns the house of this index, 0 to 26.
    ///
    /// # Panics
    /// Panics if the index is above 26.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 27, "there are 27 houses");
        #[expect(clippy::cast_possible_truncation, reason = "below 27")]
        Self(index as u8)
    }

    /// Returns the house of this kind that holds `cell`.
    #[inline]
    pub const fn holding(kind: HouseKind, cell: Cell) -> Self {
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

    /// Returns the index, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind: row, column or box.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Returns the number among those of its kind, from 0.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize % 9
    }

    /// Returns its nine cells.
    #[inline]
    pub const fn cells(self) -> CellSet {
        CELLS_OF[self.0 as usize]
    }

    /// Returns its cells in grids of `shape`; none if these have no such house.
    ///
    /// ```
    /// use gridmill_board::{House, HouseKind, Shape};
    ///
    /// let shape = Shape::new(2, 3)?;
    /// let cells = House::new(HouseKind::Box, 1).cells_in(shape);
    /// assert_eq!(cells.iter().map(|cell| cell.name(shape)).collect::<Vec<_>>().join(" "), "r1c4 r1c5 r1c6 r2c4 r2c5 r2c6");
    /// # Ok::<(), gridmill_board::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the side is above 9.
    pub fn cells_in(self, shape: Shape) -> CellSet {
        let (side, number) = (shape.side(), self.number());
        assert!(side <= 9, "sets of cells are for sides up to 9");
        if number >= side {
            return CellSet::EMPTY;
        }
        match self.kind() {
            HouseKind::Row => (0..side).map(|col| shape.cell(number, col)).collect(),
            HouseKind::Column => (0..side).map(|row| shape.cell(row, number)).collect(),
            HouseKind::Box => shape.box_cells(number).collect(),
        }
    }

    /// Returns the cell at an index of the house, from 0.
    ///
    /// # Panics
    /// Panics if the index is above 8.
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        let number = self.number();
        Cell::new(match self.kind() {
            HouseKind::Row => 9 * number + index,
            HouseKind::Column => 9 * index + number,
            HouseKind::Box => 27 * (number / 3) + 3 * (number % 3) + 9 * (index / 3) + index % 3,
        })
    }

    /// Returns the index of `cell` in its house of a kind.
    #[inline]
    #[doc(hidden)]
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
#[doc(hidden)]
pub struct HouseSet(u32);

impl HouseSet {
    /// All 27.
    pub const ALL: Self = Self((1 << 27) - 1);

    /// The nine rows.
    pub const ROWS: Self = Self(0x1FF);

    /// Returns the three houses that hold `cell`.
    #[inline]
    pub const fn holding(cell: Cell) -> Self {
        HOUSES_OF[cell.index()]
    }

    /// Returns the nine houses of a kind.
    #[inline]
    pub const fn of_kind(kind: HouseKind) -> Self {
        Self(0x1FF << (9 * kind as u32))
    }

    /// Returns the set of these bits: bit 0 is row 1, bit 9 column 1, bit 18 box 1. Bits beyond 26 are dropped.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the set of one house if `kept`, else the empty set, without a branch.
    #[inline]
    pub const fn only_if(kept: bool, house: House) -> Self {
        Self((kept as u32) << house.0)
    }

    /// Returns the first house.
    #[inline]
    pub const fn first(self) -> Option<House> {
        #[expect(clippy::cast_possible_truncation, reason = "below 27")]
        if self.0 == 0 { None } else { Some(House(self.0.trailing_zeros() as u8)) }
    }

    /// Returns all cells of the houses.
    #[inline]
    pub fn cells(self) -> CellSet {
        self.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells())
    }
}

set_operators!(HouseSet of House by from_index in u32, Houses);

impl CellSet {
    /// Returns the cells that see every cell of this set; all cells for the empty set.
    #[inline]
    pub fn common_peers(self) -> Self {
        self.iter().fold(Self::ALL, |seen, cell| seen & peers(cell))
    }

    /// Returns the houses that hold every cell of this set; all houses for the empty set.
    #[inline]
    #[doc(hidden)]
    pub fn common_houses(self) -> HouseSet {
        self.iter().fold(HouseSet::ALL, |houses, cell| houses & HouseSet::holding(cell))
    }

    /// Returns the houses that hold a cell of this set.
    #[inline]
    #[doc(hidden)]
    pub fn houses(self) -> HouseSet {
        self.iter().fold(HouseSet::EMPTY, |houses, cell| houses | HouseSet::holding(cell))
    }
}

/// Returns the 20 cells that share a house with `cell`.
#[inline]
pub const fn peers(cell: Cell) -> CellSet {
    PEERS[cell.index()]
}

const CELLS_OF: [CellSet; 27] = {
    let mut cells = [CellSet::EMPTY; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            let house = House::holding(HouseKind::ALL[kind], Cell::new(cell)).index();
            cells[house] = cells[house].with(Cell::new(cell));
            kind += 1;
        }
        cell += 1;
    }
    cells
};

const HOUSES_OF: [HouseSet; 81] = {
    let mut houses = [HouseSet::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            houses[cell].0 |= 1 << House::holding(HouseKind::ALL[kind], Cell::new(cell)).index();
            kind += 1;
        }
        cell += 1;
    }
    houses
};

const PEERS: [CellSet; 81] = {
    let mut peers = [CellSet::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            let house = House::holding(HouseKind::ALL[kind], Cell::new(cell)).cells();
            peers[cell] = CellSet::from_bits(peers[cell].bits() | house.bits());
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
                assert_eq!(House::holding(house.kind(), cell), house);
                assert_eq!(House::index_of(house.kind(), cell), index);
            }
        }
        assert_eq!(House::new(HouseKind::Box, 8).to_string(), "box 9");
    }

    #[test]
    fn houses_of_every_shape_cover_the_grid_once_a_kind() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, cols).unwrap();
            for kind in HouseKind::ALL {
                let mut seen = CellSet::EMPTY;
                for house in kind.houses_in(shape) {
                    let cells = house.cells_in(shape);
                    assert!(cells.len() as usize == shape.side() && !cells.meets(seen));
                    assert!(shape != Shape::STANDARD || cells == house.cells());
                    seen |= cells;
                }
                assert_eq!(seen.len() as usize, shape.cells());
                assert!(shape.side() == 9 || House::new(kind, shape.side()).cells_in(shape).is_empty());
            }
        }
    }

    #[test]
    fn every_cell_has_twenty_peers_which_are_mutual() {
        for cell in CellSet::ALL {
            assert_eq!(peers(cell).len(), 20);
            assert!(!peers(cell).contains(cell));
            assert!(peers(cell).iter().all(|peer| peers(peer).contains(cell)));
        }
    }

    #[test]
    fn common_houses_and_peers_are_intersections() {
        let two: CellSet = [0, 1].map(Cell::new).into_iter().collect();
        assert_eq!(
            two.common_houses().iter().map(|house| house.to_string()).collect::<Vec<_>>(),
            ["row 1", "box 1"]
        );
        assert_eq!(two.common_peers().len(), 13);
        assert_eq!(CellSet::EMPTY.common_peers(), CellSet::ALL);
        assert_eq!(two.to_string(), "r1c1 r1c2");
    }
}
