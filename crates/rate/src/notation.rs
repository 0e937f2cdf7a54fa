//! Names of cells and houses in the text of steps.
//!
//! ```text
//! r1c1         letter and digit
//! r3c46        C46                 r3c4 and r3c6
//! r13c5        A5 C5               only rows are written together there
//! row 3        row C
//! ```

use super::{CellSet, House, HouseKind};
use gridmill_board::{Cell, Shape};

/// Style of the names of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CellNames {
    /// Row and column: `r3c4`.
    #[default]
    RowColumn,
    /// Rows A to I, columns 1 to 9: `C4`, as in HoDoKu's option A1.
    LetterDigit,
    /// Row and column in the words of a [`Wording`](crate::Wording), `row 3 column 4`; `r3c4` where there is none, as in notation.
    Words,
}

gridmill_board::named_values!(CellNames { RowColumn "r1c1", LetterDigit "A1", Words "words" });

/// Names of the cells and houses of a grid: a shape and a style.
///
/// ```
/// use gridmill_board::{Cell, CellSet, Shape};
/// use gridmill_rate::{CellNames, Notation};
///
/// let cells: CellSet = [21, 23, 30].map(Cell::new).into_iter().collect();
/// assert_eq!(Notation::default().cells(cells), "r3c46 r4c4");
/// assert_eq!(Notation::new(Shape::STANDARD, CellNames::LetterDigit).cells(cells), "C46 D4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Notation {
    shape: Shape,
    names: CellNames,
}

impl Default for Notation {
    /// 9x9 grids with cells such as `r1c1`.
    fn default() -> Self {
        Self::new(Shape::STANDARD, CellNames::RowColumn)
    }
}

impl Notation {
    /// Names the cells of this shape in this style.
    ///
    /// # Panics
    /// If the side is above 9.
    pub const fn new(shape: Shape, names: CellNames) -> Self {
        assert!(shape.side() <= 9, "cells are named in grids of side 9 at most");
        Self { shape, names }
    }

    /// The shape.
    #[doc(hidden)]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The style.
    #[doc(hidden)]
    pub const fn names(&self) -> CellNames {
        self.names
    }

    /// Returns the name of a cell.
    pub fn cell(&self, cell: Cell) -> String {
        let (row, column) = (self.shape.row(cell), self.shape.col(cell));
        match self.names {
            CellNames::RowColumn | CellNames::Words => format!("r{}c{}", row + 1, column + 1),
            CellNames::LetterDigit => format!("{}{}", letter(row), column + 1),
        }
    }

    /// Returns the names of cells, those that share rows or columns written together: `r3c46 r5c5`.
    pub fn cells(&self, cells: CellSet) -> String {
        let rows = self.groups(cells, HouseKind::Row);
        if self.names == CellNames::LetterDigit {
            return rows.join(" ");
        }
        let columns = self.groups(cells, HouseKind::Column);
        if columns.len() < rows.len() { columns.join(" ") } else { rows.join(" ") }
    }

    /// Returns the number of a row, column or box as text: a letter for rows in the style of letters.
    #[doc(hidden)]
    pub fn number(&self, house: House) -> String {
        match (house.kind(), self.names) {
            (HouseKind::Row, CellNames::LetterDigit) => letter(house.number()).to_string(),
            _ => (house.number() + 1).to_string(),
        }
    }

    /// Returns the name of a house: `row 3`, or `row C`.
    pub(crate) fn house(self, house: House) -> String {
        let kind = match house.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        format!("{kind} {}", self.number(house))
    }

    /// Returns the cells of a house of this shape.
    pub(crate) fn cells_of(self, house: House) -> CellSet {
        house.cells_in(self.shape)
    }

    /// Returns the house of a kind that holds a cell.
    pub(crate) fn house_of(self, kind: HouseKind, cell: Cell) -> House {
        let number = match kind {
            HouseKind::Row => self.shape.row(cell),
            HouseKind::Column => self.shape.col(cell),
            HouseKind::Box => self.shape.box_of(cell),
        };
        House::new(kind, number)
    }

    /// Returns the houses that hold all of some cells: row, column, box.
    pub(crate) fn common_houses(self, cells: CellSet) -> impl Iterator<Item = House> + use<> {
        let (notation, first) = (self, cells.first());
        HouseKind::ALL
            .into_iter()
            .filter_map(move |kind| first.map(|cell| notation.house_of(kind, cell)))
            .filter(move |&house| cells.is_within(notation.cells_of(house)))
    }

    /// Returns the cells by rows, or by columns; lines that hold the same columns, or rows, are one group.
    fn groups(self, cells: CellSet, kind: HouseKind) -> Vec<String> {
        let mut groups: Vec<(Vec<usize>, String)> = Vec::new();
        for line in 0..self.shape.side() {
            let indices: String = (0..self.shape.side())
                .filter(|&index| {
                    let (row, column) = if kind == HouseKind::Column { (index, line) } else { (line, index) };
                    cells.contains(self.shape.cell(row, column))
                })
                .map(|index| (index + 1).to_string())
                .collect();
            match groups.iter_mut().find(|(_, others)| *others == indices) {
                _ if indices.is_empty() => {}
                Some((lines, _)) if self.names != CellNames::LetterDigit => lines.push(line),
                _ => groups.push((vec![line], indices)),
            }
        }
        let word = |(lines, indices): (Vec<usize>, String)| {
            let numbers: String = lines.iter().map(|line| (line + 1).to_string()).collect();
            match (self.names, kind) {
                (CellNames::LetterDigit, _) => format!("{}{indices}", letter(lines[0])),
                (_, HouseKind::Column) => format!("r{indices}c{numbers}"),
                _ => format!("r{numbers}c{indices}"),
            }
        };
        groups.into_iter().map(word).collect()
    }
}

/// Returns the letter of a row: A to I.
fn letter(row: usize) -> char {
    char::from(b'A' + u8::try_from(row).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(shape: Shape, names: &[(usize, usize)]) -> CellSet {
        names.iter().map(|&(row, column)| shape.cell(row - 1, column - 1)).collect()
    }

    #[test]
    fn cells_are_written_together() {
        let standard = Shape::STANDARD;
        let [plain, letters, words] = CellNames::ALL.map(|names| Notation::new(standard, names));
        for (names, expected, lettered) in [
            (&[(3, 4), (3, 6)][..], "r3c46", "C46"),
            (&[(1, 5), (3, 5)], "r13c5", "A5 C5"),
            (&[(1, 2), (1, 8), (4, 2), (4, 8)], "r14c28", "A28 D28"),
            (&[(1, 1), (2, 2)], "r1c1 r2c2", "A1 B2"),
            (&[(9, 9)], "r9c9", "I9"),
        ] {
            assert_eq!(plain.cells(cells(standard, names)), expected);
            assert_eq!(words.cells(cells(standard, names)), expected);
            assert_eq!(letters.cells(cells(standard, names)), lettered);
        }
    }

    /// Each shape names each cell by its own rows and columns, and its houses hold side cells each.
    #[test]
    fn every_shape_has_its_own_rows_and_boxes() {
        for text in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
            let shape: Shape = text.parse().unwrap();
            let notation = Notation::new(shape, CellNames::RowColumn);
            for cell in shape.all_cells() {
                assert_eq!(notation.cell(cell), cell.name(shape));
                assert_eq!(notation.cells(CellSet::only(cell)), cell.name(shape));
                for kind in HouseKind::ALL {
                    let house = notation.house_of(kind, cell);
                    assert!(notation.cells_of(house).contains(cell), "{text} {house}");
                    assert_eq!(notation.cells_of(house).len() as usize, shape.side());
                }
            }
        }
        let six: Shape = "2x3".parse().unwrap();
        let notation = Notation::new(six, CellNames::RowColumn);
        assert_eq!(notation.cells(cells(six, &[(2, 1), (5, 1)])), "r25c1");
        let houses: Vec<House> = notation.common_houses(cells(six, &[(3, 4), (4, 4)])).collect();
        assert_eq!(houses, [House::new(HouseKind::Column, 3), House::new(HouseKind::Box, 3)]);
    }
}
