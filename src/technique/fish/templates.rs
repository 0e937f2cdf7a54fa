//! Which places of a digit belong to some way to place it in all houses that lack it.
//!
//! Whatever a pattern of one digit takes away is in none: if every place belongs to some way, no fish need be looked for.

use crate::{
    board::{Cell, Digit},
    technique::{Cells, House, HouseKind, Pencilmarks},
};

/// The places that belong to no way.
pub(super) fn dead(marks: &Pencilmarks, digit: Digit) -> Cells {
    let mut rows = [0; 9];
    for (row, house) in rows.iter_mut().zip(HouseKind::Row.houses()) {
        *row = marks.positions(house, digit);
    }
    let open = (0..9).filter(|&row| rows[row] != 0).fold(0, |open, row| open | 1 << row);
    let (mut alive, mut dead) = (Cells::EMPTY, Cells::EMPTY);
    for cell in marks.places(digit) {
        if alive.contains(cell) {
            continue;
        }
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        let taken = Taken { open, columns: 0, boxes: 0 }.with(row, column);
        match place_rest(&rows, taken) {
            Some(way) => alive |= way.with(cell),
            None => dead = dead.with(cell),
        }
    }
    dead
}

#[derive(Clone, Copy)]
struct Taken {
    open: u16,
    columns: u16,
    boxes: u16,
}

impl Taken {
    fn with(self, row: usize, column: usize) -> Self {
        let number = House::of(HouseKind::Box, Cell::new(9 * row + column)).number();
        Self {
            open: self.open & !(1 << row),
            columns: self.columns | 1 << column,
            boxes: self.boxes | 1 << number,
        }
    }
}

/// Some way to place the digit in the rows that are open.
fn place_rest(rows: &[u16; 9], taken: Taken) -> Option<Cells> {
    /// The columns of a band's boxes.
    const COLUMNS: [u16; 8] = [0, 0o7, 0o70, 0o77, 0o700, 0o707, 0o770, 0o777];
    if taken.open == 0 {
        return Some(Cells::EMPTY);
    }
    let row = taken.open.trailing_zeros() as usize;
    let boxes = COLUMNS[(taken.boxes >> (row / 3 * 3) & 0b111) as usize];
    let mut free = rows[row] & !taken.columns & !boxes;
    while free != 0 {
        let column = free.trailing_zeros() as usize;
        free &= free - 1;
        if let Some(way) = place_rest(rows, taken.with(row, column)) {
            return Some(way.with(Cell::new(9 * row + column)));
        }
    }
    None
}
