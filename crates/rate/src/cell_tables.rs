//! Cell tables: everything that a placement at a cell affects.

use super::{CellSet, House, HouseKind, HouseSet, peers};
use gridmill_board::Cell;

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
    /// Its houses.
    pub(super) houses: HouseSet,
    /// Its slots in row, column and box.
    pub(super) slots: [HouseSlot; 3],
    /// For each house, the indices of cells that are neither this cell nor its peers, as bits.
    pub(super) unseen: [u16; LANES],
}

/// Number of houses, rounded up to fill vector registers.
pub(super) const LANES: usize = 32;

/// [`CellTables`] by cell.
pub(super) static CELL_TABLES: [CellTables; 81] = {
    let slots = [HouseSlot { house: House::from_index(0), bit: 0 }; 3];
    let none = CellTables {
        others: CellSet::EMPTY,
        beyond: CellSet::EMPTY,
        before: CellSet::EMPTY,
        peers: CellSet::EMPTY,
        houses: HouseSet::EMPTY,
        slots,
        unseen: [0; LANES],
    };
    let mut tables = [none; 81];
    let mut cell = 0;
    while cell < 81 {
        let at = Cell::new(cell);
        tables[cell].others = CellSet::ALL.without(at);
        tables[cell].beyond = CellSet::from_bits(!peers(at).bits()).without(at);
        (tables[cell].before, tables[cell].peers) = (CellSet::before(at), peers(at));
        let mut kind = 0;
        while kind < 3 {
            let of = HouseKind::ALL[kind];
            tables[cell].slots[kind] =
                HouseSlot { house: House::of(of, at), bit: 1 << House::index_of(of, at) };
            kind += 1;
        }
        tables[cell].houses = HouseSet::holding(at);
        let mut house = 0;
        while house < 27 {
            let mut index = 0;
            while index < 9 {
                let place = House::from_index(house).cell(index);
                if place.index() != cell && !peers(at).contains(place) {
                    tables[cell].unseen[house] |= 1 << index;
                }
                index += 1;
            }
            house += 1;
        }
        cell += 1;
    }
    tables
};
