//! Templates: ways to place a digit in all houses that lack it. A place that belongs to no template is dead.
//!
//! ```text
//! x . | . x        the left x belongs to a template with the right y, the right x to one with the left y: no place is dead
//! . . | . .
//! y . | . y
//! ```
//!
//! Prefilter: a pattern of one digit eliminates only dead places. A digit without dead places has no such pattern and is skipped.

use super::{CellSet, House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};

/// Dead places of each digit, valid as long as the digit's places stay the same.
#[derive(Debug, Default)]
pub(super) struct Templates([Known; 9]);

#[derive(Debug, Clone, Default)]
struct Known {
    places: CellSet,
    dead: CellSet,
    /// Templates that were met. Most still are templates after the next step.
    templates: Vec<CellSet>,
}

impl Templates {
    /// Returns the digits with a dead place.
    pub(super) fn digits(&mut self, marks: &Pencilmarks) -> DigitSet {
        let mut digits = DigitSet::EMPTY;
        for digit in DigitSet::full(9).filter(|&digit| !self.dead(marks, digit).is_empty()) {
            digits.insert(digit);
        }
        digits
    }

    /// Returns the dead places of a digit: those that belong to no template.
    #[inline]
    pub(super) fn dead(&mut self, marks: &Pencilmarks, digit: Digit) -> CellSet {
        let known = &mut self.0[digit.index()];
        if known.places != marks.places(digit) {
            known.places = marks.places(digit);
            known.dead = dead(marks, digit, &mut known.templates);
        }
        known.dead
    }
}

fn dead(marks: &Pencilmarks, digit: Digit, templates: &mut Vec<CellSet>) -> CellSet {
    let mut rows = [0; 9];
    for (row, house) in rows.iter_mut().zip(HouseKind::Row.houses()) {
        *row = marks.positions(house, digit);
    }
    let open = (0..9).filter(|&row| rows[row] != 0).fold(0, |open: u16, row| open | 1 << row);
    let (places, mut alive, mut dead) = (marks.places(digit), CellSet::EMPTY, CellSet::EMPTY);
    // No two cells of a template see each other. So one with a cell for each open row is a template still.
    templates.retain_mut(|template| {
        *template &= places;
        template.len() == open.count_ones()
    });
    for template in &*templates {
        alive |= *template;
    }
    for cell in places {
        if alive.contains(cell) {
            continue;
        }
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        let taken = Taken { open, columns: 0, boxes: 0 }.with(row, column);
        match place_rest(&rows, taken) {
            Some(rest) => {
                alive |= rest.with(cell);
                templates.push(rest.with(cell));
            }
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

/// Returns some way to place the digit in all open rows.
fn place_rest(rows: &[u16; 9], taken: Taken) -> Option<CellSet> {
    /// The columns of a band's boxes.
    const COLUMNS: [u16; 8] = [0, 0o7, 0o70, 0o77, 0o700, 0o707, 0o770, 0o777];
    if taken.open == 0 {
        return Some(CellSet::EMPTY);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists all templates by brute force, row by row.
    fn dead_by_listing(marks: &Pencilmarks, digit: Digit) -> CellSet {
        let rows: Vec<CellSet> = HouseKind::Row.houses().map(|row| marks.places_in(row, digit)).collect();
        let mut ways = vec![CellSet::EMPTY];
        for row in rows.into_iter().filter(|row| !row.is_empty()) {
            let free = |way: CellSet, cell: Cell| !way.meets(crate::peers(cell));
            let next =
                |way: CellSet| row.filter(move |&cell| free(way, cell)).map(move |cell| way.with(cell));
            ways = ways.into_iter().flat_map(next).collect();
        }
        ways.into_iter().fold(marks.places(digit), |dead, way| dead - way)
    }

    #[test]
    fn dead_places_are_those_of_no_way() {
        // An X-wing in rows 1 and 5, columns 1 and 4.
        let mut marks = Pencilmarks::blank();
        let digit = Digit::from_index(4);
        for row in [0, 4] {
            for cell in HouseKind::Row.houses().nth(row).unwrap().cells() {
                if ![0, 3].contains(&(cell.index() % 9)) {
                    marks.eliminate(cell, digit);
                }
            }
        }
        for cell in [10, 20, 30, 32, 47, 49, 62, 66, 68, 69, 72, 79, 80].map(Cell::new) {
            marks.eliminate(cell, digit);
        }
        let mut templates = Templates::default();
        let dead = templates.dead(&marks, digit);
        assert_eq!(dead, dead_by_listing(&marks, digit));
        assert!(dead.contains(Cell::new(18)), "r3c1 is in a column of the X-wing");
        assert_eq!(templates.digits(&marks), DigitSet::only(digit));
        assert!(templates.dead(&Pencilmarks::blank(), digit).is_empty(), "what is known is asked anew");
    }
}
