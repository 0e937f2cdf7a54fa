//! Cells, houses and peers of one shape, as bits.
//!
//! A set of cells has bit `cell.index()`. Houses are numbered by side: rows from 0, columns from `side`, boxes from `2 * side`. This is
//! the order of hidden singles and the numbering of tokens; [`House`] itself always counts nine of a kind.

use gridmill_board::{Cell, House, HouseKind, Shape};
use gridmill_rate::Pencilmarks;
use std::sync::OnceLock;

/// Largest number of cells of a supported shape.
pub(crate) const CELLS: usize = 81;
/// Largest number of houses.
pub(crate) const HOUSES: usize = 27;
/// Largest side.
pub(crate) const SIDE: usize = 9;

/// Error of a grid that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("traces are for grids with a side up to 9, not for {shape} boxes")]
#[non_exhaustive]
pub struct UnsupportedShape {
    /// Shape of the grid.
    pub shape: Shape,
}

/// Cells, houses and peers of one shape.
#[derive(Debug, Clone)]
pub(crate) struct ShapeTables {
    pub(crate) shape: Shape,
    pub(crate) side: usize,
    /// All cells.
    pub(crate) all: u128,
    /// Cells of each house.
    pub(crate) houses: [u128; HOUSES],
    /// Cells that share a house with a cell, without it.
    pub(crate) peers: [u128; CELLS],
    /// Row, column and box of each cell.
    pub(crate) houses_of: [[u8; 3]; CELLS],
}

impl ShapeTables {
    /// Returns the tables of a shape with a side up to 9, which are made once.
    pub(crate) fn of(shape: Shape) -> Result<&'static Self, UnsupportedShape> {
        static TABLES: [OnceLock<ShapeTables>; 16] = [const { OnceLock::new() }; 16];
        if !Pencilmarks::supports(shape) {
            return Err(UnsupportedShape { shape });
        }
        // A box has 2 to 5 rows and columns.
        let place = 4 * (shape.box_rows() - 2) + shape.box_cols() - 2;
        Ok(TABLES[place].get_or_init(|| Self::new(shape)))
    }

    /// Creates the tables of a shape with a side up to 9.
    fn new(shape: Shape) -> Self {
        let side = shape.side();
        let mut tables = Self {
            shape,
            side,
            all: (1 << shape.cells()) - 1,
            houses: [0; HOUSES],
            peers: [0; CELLS],
            houses_of: [[0; 3]; CELLS],
        };
        for cell in shape.all_cells() {
            let numbers = HouseKind::ALL.map(|kind| number_of(shape, kind, cell));
            for number in numbers {
                tables.houses[number] |= 1 << cell.index();
            }
            #[expect(clippy::cast_possible_truncation, reason = "below 27")]
            let small = numbers.map(|number| number as u8);
            tables.houses_of[cell.index()] = small;
        }
        for cell in 0..shape.cells() {
            let seen = tables.houses_of[cell]
                .iter()
                .fold(0, |seen, &house| seen | tables.houses[usize::from(house)]);
            tables.peers[cell] = seen & !(1 << cell);
        }
        tables
    }
}

/// Returns the number of the house of a kind that holds `cell`.
pub(crate) fn number_of(shape: Shape, kind: HouseKind, cell: Cell) -> usize {
    match kind {
        HouseKind::Row => shape.row(cell),
        HouseKind::Column => shape.side() + shape.col(cell),
        HouseKind::Box => 2 * shape.side() + shape.box_of(cell),
    }
}

/// Returns the house with a number in grids of this side.
pub(crate) fn house(side: usize, number: usize) -> House {
    House::new(HouseKind::ALL[number / side], number % side)
}

/// Returns the number of a house in grids of this side.
pub(crate) fn number(side: usize, house: House) -> usize {
    house.kind() as usize * side + house.number()
}
