//! Cell tables of each shape with a side up to 9: everything that a placement at a cell affects, and the cells of each house.

use super::{CellSet, House, HouseKind, HouseSet};
use gridmill_board::{Cell, Shape};
use std::{fmt, sync::LazyLock};

/// Slot of a cell in a house.
#[derive(Debug, Clone, Copy)]
pub(super) struct HouseSlot {
    /// House of the slot.
    pub(super) house: House,
    /// Index of the cell in the house, as a bit.
    pub(super) bit: u16,
}

/// Sets that a placement at a cell affects.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellTables {
    /// All cells except this one.
    pub(super) others: CellSet,
    /// All cells except this one and its peers.
    pub(super) beyond: CellSet,
    /// The cells before it, row by row.
    pub(super) before: CellSet,
    /// Its peers: the cells that it sees.
    pub(super) peers: CellSet,
    pub(super) houses: HouseSet,
    /// Its slots in row, column and box.
    pub(super) slots: [HouseSlot; 3],
    /// For each house, the indices of cells that are neither this cell nor its peers, as bits. Of the 9x9 grid alone.
    pub(super) unseen: [u16; LANES],
}

/// Number of houses, rounded up to fill vector registers.
pub(super) const LANES: usize = 32;

/// Tables of a shape. Entries of cells and houses that it does not have are empty.
pub(super) struct ShapeTables {
    /// Rows and columns of a box.
    pub(super) box_sides: (usize, usize),
    pub(super) all: CellSet,
    /// [`CellTables`] by cell.
    pub(super) cells: [CellTables; 81],
    pub(super) houses: [CellSet; 27],
    /// Cells of each house by index.
    pub(super) indices: [[Cell; 9]; 27],
    /// Segments of positions in a box or row, and in a column: see `Segments` of `locked`.
    pub(super) segments: [[u8; 512]; 2],
}

/// Tables of the 9x9 grid.
pub(super) static STANDARD: ShapeTables = ShapeTables::new(3, 3);

/// Tables of the smaller shapes.
static SMALL: [LazyLock<ShapeTables>; 5] = [
    LazyLock::new(|| ShapeTables::new(2, 2)),
    LazyLock::new(|| ShapeTables::new(2, 3)),
    LazyLock::new(|| ShapeTables::new(3, 2)),
    LazyLock::new(|| ShapeTables::new(2, 4)),
    LazyLock::new(|| ShapeTables::new(4, 2)),
];

impl ShapeTables {
    /// Returns the tables of a shape; `None` if its side is above 9.
    pub(super) fn for_shape(shape: Shape) -> Option<&'static Self> {
        let small = match (shape.box_rows(), shape.box_cols()) {
            (3, 3) => return Some(&STANDARD),
            (2, 2) => 0,
            (2, 3) => 1,
            (3, 2) => 2,
            (2, 4) => 3,
            (4, 2) => 4,
            _ => return None,
        };
        Some(&SMALL[small])
    }

    /// Returns the side of the grid.
    #[inline]
    pub(super) const fn side(&self) -> usize {
        self.box_sides.0 * self.box_sides.1
    }

    /// Returns true for the 9x9 grid.
    #[inline]
    pub(super) const fn is_standard(&self) -> bool {
        matches!(self.box_sides, (3, 3))
    }

    const fn new(rows: usize, cols: usize) -> Self {
        let side = rows * cols;
        let mut houses = [CellSet::EMPTY; 27];
        let mut indices = [[Cell::new(0); 9]; 27];
        let mut slots = [[HouseSlot { house: House::from_index(0), bit: 0 }; 3]; 81];
        let mut cell = 0;
        while cell < side * side {
            let (row, col) = (cell / side, cell % side);
            let numbers = [row, col, row / rows * rows + col / cols];
            let at = [col, row, row % rows * cols + col % cols];
            let mut kind = 0;
            while kind < 3 {
                let house = House::new(HouseKind::ALL[kind], numbers[kind]);
                houses[house.index()] = houses[house.index()].with(Cell::new(cell));
                indices[house.index()][at[kind]] = Cell::new(cell);
                slots[cell][kind] = HouseSlot { house, bit: 1 << at[kind] };
                kind += 1;
            }
            cell += 1;
        }
        let all = CellSet::from_bits((1 << (side * side)) - 1);
        Self {
            box_sides: (rows, cols),
            all,
            cells: cell_tables(side, all, &houses, &slots),
            houses,
            indices,
            segments: [segments(rows, cols), segments(cols, rows)],
        }
    }
}

/// Returns the tables of each cell, given the cells of each house and the slots of each cell.
const fn cell_tables(
    side: usize,
    all: CellSet,
    houses: &[CellSet; 27],
    slots: &[[HouseSlot; 3]; 81],
) -> [CellTables; 81] {
    let none = CellTables {
        others: CellSet::EMPTY,
        beyond: CellSet::EMPTY,
        before: CellSet::EMPTY,
        peers: CellSet::EMPTY,
        houses: HouseSet::EMPTY,
        slots: slots[0],
        unseen: [0; LANES],
    };
    let mut tables = [none; 81];
    let mut cell = 0;
    while cell < side * side {
        let at = Cell::new(cell);
        let (mut seen, mut holding) = (0, 0);
        let mut kind = 0;
        while kind < 3 {
            let house = slots[cell][kind].house.index();
            seen |= houses[house].bits();
            holding |= 1 << house;
            kind += 1;
        }
        tables[cell].others = all.without(at);
        tables[cell].beyond = CellSet::from_bits(all.bits() & !seen);
        tables[cell].before = CellSet::before(at);
        tables[cell].peers = CellSet::from_bits(seen).without(at);
        tables[cell].houses = HouseSet::from_bits(holding);
        tables[cell].slots = slots[cell];
        if side == 9 {
            tables[cell].unseen = unseen(seen);
        }
        cell += 1;
    }
    tables
}

/// Returns the indices, in each house of the 9x9 grid, of cells that are not among `seen`, as bits.
const fn unseen(seen: u128) -> [u16; LANES] {
    let mut unseen = [0; LANES];
    let mut house = 0;
    while house < 27 {
        let mut index = 0;
        while index < 9 {
            if seen >> House::from_index(house).cell(index).index() & 1 == 0 {
                unseen[house] |= 1 << index;
            }
            index += 1;
        }
        house += 1;
    }
    unseen
}

/// Returns, for each set of positions in a house of `runs` runs of `len` cells, nine times the segment that holds several of them;
/// 0 where none does.
const fn segments(runs: usize, len: usize) -> [u8; 512] {
    let mut table = [0; 512];
    let mut positions = 1_usize;
    while positions < 1 << (runs * len) {
        let (mut in_runs, mut in_strides) = (0, 0);
        let mut position = 0;
        while position < runs * len {
            if positions >> position & 1 == 1 {
                in_runs |= 1_u32 << (position / len);
                in_strides |= 1_u32 << (position % len);
            }
            position += 1;
        }
        if positions.count_ones() > 1 {
            #[expect(clippy::cast_possible_truncation, reason = "six segments at most")]
            if in_runs.is_power_of_two() {
                table[positions] = 9 * (1 + in_runs.trailing_zeros() as u8);
            } else if in_strides.is_power_of_two() {
                table[positions] = 9 * (1 + runs as u8 + in_strides.trailing_zeros() as u8);
            }
        }
        positions += 1;
    }
    table
}

impl PartialEq for ShapeTables {
    fn eq(&self, other: &Self) -> bool {
        self.box_sides == other.box_sides
    }
}

impl Eq for ShapeTables {}

impl fmt::Debug for ShapeTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ShapeTables").field(&self.box_sides).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::peers;

    #[test]
    fn tables_are_those_of_the_shape() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, cols).unwrap();
            let tables = ShapeTables::for_shape(shape).unwrap();
            assert_eq!(
                (tables.box_sides, tables.all),
                ((shape.box_rows(), shape.box_cols()), shape.all_cells().collect())
            );
            for house in House::all() {
                assert_eq!(tables.houses[house.index()], house.cells_in(shape));
                let cells = house.cells_in(shape).iter().enumerate();
                assert!(cells.into_iter().all(|(n, cell)| tables.indices[house.index()][n] == cell));
            }
            for cell in shape.all_cells() {
                let of = &tables.cells[cell.index()];
                let holds = |house: &House| house.cells_in(shape).contains(cell);
                let houses: Vec<House> = House::all().filter(holds).collect();
                assert!(of.houses.iter().eq(houses.iter().copied()));
                let seen = houses.iter().fold(CellSet::EMPTY, |all, house| all | house.cells_in(shape));
                assert_eq!(of.peers, seen.without(cell));
                assert_eq!((of.others, of.beyond), (tables.all.without(cell), tables.all - seen));
                assert!(shape != Shape::STANDARD || of.peers == peers(cell));
                for slot in of.slots {
                    let index = slot.bit.trailing_zeros() as usize;
                    assert_eq!(tables.indices[slot.house.index()][index], cell);
                }
            }
        }
        assert!(ShapeTables::for_shape(Shape::new(2, 5).unwrap()).is_none());
    }
}
