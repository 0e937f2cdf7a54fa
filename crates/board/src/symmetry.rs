//! `Symmetry`: symmetries of the set of givens, and the orbits of cells under each.
//!
//! ```text
//!   rot180       rot90       diagonal    antidiagonal  horizontal   vertical
//!   a . . .     a . . a      a b . .      . . . a      a . . b      a . . a
//!   b . . .     . . . .      b . . .      . . b .      . . . .      . b b .
//!   . . . b     . . . .      . . . .      . b . .      . . . .      . . . .
//!   . . . a     a . . a      . . . .      a . . .      a . . b      . . . .
//! ```
//!
//! A mirror has the name of the line that it does not move. Every grid is square, so every shape supports every symmetry.
//! If boxes are not square, a diagonal mirror or a quarter turn does not map boxes to boxes.

use crate::{Cell, Shape};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Symmetry of the set of cells that hold givens, whatever their digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "lowercase"))]
pub enum Symmetry {
    /// No symmetry: every cell is its own orbit.
    #[default]
    None,
    /// Half turn.
    Rot180,
    /// Quarter turn, which includes the half turn.
    Rot90,
    /// Mirror in the diagonal from r1c1: exchanges rows and columns.
    Diagonal,
    /// Mirror in the other diagonal.
    Antidiagonal,
    /// Mirror in the horizontal midline: exchanges top and bottom.
    Horizontal,
    /// Mirror in the vertical midline: exchanges left and right.
    Vertical,
    /// All turns and mirrors of the square.
    Full,
}

crate::named_values!(Symmetry {
    None "none", Rot180 "rot180", Rot90 "rot90", Diagonal "diagonal", Antidiagonal "antidiagonal",
    Horizontal "horizontal", Vertical "vertical", Full "full",
});

impl Symmetry {
    /// Returns other words that people use for the symmetry.
    #[doc(hidden)]
    pub const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Rot180 => &["rotational", "rotate180", "180", "point", "half-turn"],
            Self::Rot90 => &["rotate90", "90", "quarter-turn"],
            Self::Diagonal => &["main-diagonal"],
            Self::Antidiagonal => &["anti-diagonal"],
            Self::None | Self::Horizontal | Self::Vertical | Self::Full => &[],
        }
    }

    /// Splits the cells of `shape` into orbits: the smallest sets that the symmetry maps to themselves. Orbits are in
    /// reading order of their first cells, and each orbit is in reading order.
    pub fn orbits(self, shape: Shape) -> Vec<Vec<Cell>> {
        let orbit = |cell| {
            let mut orbit: Vec<Cell> = self.motions().iter().map(|&m| image(shape, m, cell)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit
        };
        shape
            .all_cells()
            .map(|cell| (cell, orbit(cell)))
            .filter(|(c, o)| o[0] == *c)
            .map(|(_, o)| o)
            .collect()
    }

    /// Returns the motions of the square that belong to the symmetry.
    const fn motions(self) -> &'static [Motion] {
        use Motion::{Antidiagonal, Diagonal, Horizontal, Stay, Turn90, Turn180, Turn270, Vertical};
        match self {
            Self::None => &[Stay],
            Self::Rot180 => &[Stay, Turn180],
            Self::Rot90 => &[Stay, Turn90, Turn180, Turn270],
            Self::Diagonal => &[Stay, Diagonal],
            Self::Antidiagonal => &[Stay, Antidiagonal],
            Self::Horizontal => &[Stay, Horizontal],
            Self::Vertical => &[Stay, Vertical],
            Self::Full => &[Stay, Turn90, Turn180, Turn270, Diagonal, Antidiagonal, Horizontal, Vertical],
        }
    }
}

/// Error of a text that names no symmetry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{found:?} is no symmetry; give none, rot180, rot90, diagonal, antidiagonal, horizontal, vertical or full"
)]
pub struct SymmetryError {
    found: String,
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = SymmetryError;

    /// Parses a name or another word for a symmetry, in any case.
    ///
    /// ```
    /// use gridmill_board::Symmetry;
    ///
    /// assert_eq!("Half-turn".parse(), Ok(Symmetry::Rot180));
    /// ```
    fn from_str(text: &str) -> Result<Self, SymmetryError> {
        let is_named = |symmetry: &Self| {
            let is_name = |known: &&str| known.eq_ignore_ascii_case(text);
            is_name(&symmetry.name()) || symmetry.other_names().iter().any(is_name)
        };
        let named = Self::ALL.into_iter().find(is_named);
        named.ok_or_else(|| SymmetryError { found: text.to_owned() })
    }
}

/// One of the eight motions that map a square to itself.
#[derive(Clone, Copy)]
enum Motion {
    Stay,
    Turn90,
    Turn180,
    Turn270,
    Diagonal,
    Antidiagonal,
    Horizontal,
    Vertical,
}

const fn image(shape: Shape, motion: Motion, cell: Cell) -> Cell {
    let (row, col, last) = (shape.row(cell), shape.col(cell), shape.side() - 1);
    match motion {
        Motion::Stay => cell,
        Motion::Turn90 => shape.cell(col, last - row),
        Motion::Turn180 => shape.cell(last - row, last - col),
        Motion::Turn270 => shape.cell(last - col, row),
        Motion::Diagonal => shape.cell(col, row),
        Motion::Antidiagonal => shape.cell(last - col, last - row),
        Motion::Horizontal => shape.cell(last - row, col),
        Motion::Vertical => shape.cell(row, last - col),
    }
}

// `Pattern`: the set of cells that hold givens, drawn with `x` for a given and `.` for an empty cell.

/// Set of cells that hold givens: one mark for each cell of a shape.
#[derive(Clone, PartialEq, Eq)]
pub struct Pattern(Box<[bool]>);

/// Error: a character that is not a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {found:?} is no mark of a pattern; write x for a given and . for an empty cell")]
pub struct PatternError {
    column: usize,
    found: char,
}

impl Pattern {
    /// Returns the number of marks: cells with or without a given.
    #[inline]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the pattern has no marks.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Counts the givens.
    pub fn givens(&self) -> usize {
        self.0.iter().filter(|&&given| given).count()
    }

    /// Iterates over the cells of the givens in reading order.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().filter(|&(_, &given)| given).map(|(index, _)| Cell::new(index))
    }

    /// Checks the number of marks and givens against `shape`. Necessary, not sufficient: a puzzle with these givens may
    /// still not exist.
    ///
    /// # Errors
    /// A message in one sentence.
    pub fn fits(&self, shape: Shape) -> Result<(), String> {
        let (least, given) = (shape.fewest_givens(), self.givens());
        if self.len() != shape.cells() {
            return Err(format!("{} marks where a {shape} grid has {} cells", self.len(), shape.cells()));
        }
        if given < least {
            return Err(format!("{given} givens where a {shape} puzzle has {least} or more"));
        }
        let lines = [
            ("rows", "band", shape.box_rows(), self.empty_lines(shape, Shape::row)),
            ("columns", "stack", shape.box_cols(), self.empty_lines(shape, Shape::col)),
        ];
        for (name, of, height, empty) in lines {
            if let Some(pair) = empty.windows(2).find(|pair| pair[0] / height == pair[1] / height) {
                let (first, second) = (pair[0] + 1, pair[1] + 1);
                return Err(format!(
                    "{name} {first} and {second} have no given and are in one {of}, so every solution has a second one, with these {name} \
                     exchanged"
                ));
            }
        }
        Ok(())
    }

    /// Returns the rows or columns without a given, from 0.
    fn empty_lines(&self, shape: Shape, line: impl Fn(Shape, Cell) -> usize) -> Vec<usize> {
        let mut is_empty = vec![true; shape.side()];
        for cell in self.cells() {
            is_empty[line(shape, cell)] = false;
        }
        (0..shape.side()).filter(|&line| is_empty[line]).collect()
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mark = |(column, found)| match found {
            'x' | 'X' => Ok(true),
            '.' => Ok(false),
            _ => Err(PatternError { column, found }),
        };
        (1..).zip(text.chars()).map(mark).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(feature = "serde")]
crate::text_in_data!(Pattern);

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|&given| if given { 'x' } else { '.' }).collect::<String>())
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_tile_the_grid() {
        for symmetry in Symmetry::ALL {
            for shape in ["2x2", "2x3", "3x2", "3x3", "4x4"] {
                let shape: Shape = shape.parse().unwrap();
                let mut cells: Vec<Cell> = symmetry.orbits(shape).concat();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(shape.all_cells()), "{} {shape}", symmetry.name());
            }
        }
    }

    /// Burnside: the number of orbits is the average number of cells that the motions leave in place.
    #[test]
    fn number_of_orbits_agrees_with_burnside() {
        let orbits = |symmetry: Symmetry| symmetry.orbits(Shape::STANDARD).len();
        assert_eq!(Symmetry::ALL.map(orbits), [81, 41, 21, 45, 45, 45, 45, 15]);
    }

    #[test]
    fn mirrors_are_named_by_their_fixed_line() {
        let fixed = |symmetry: Symmetry| -> Vec<String> {
            let orbits = symmetry.orbits(Shape::STANDARD);
            orbits.into_iter().filter(|o| o.len() == 1).map(|o| o[0].name(Shape::STANDARD)).collect()
        };
        assert_eq!(fixed(Symmetry::Horizontal)[..2], ["r5c1", "r5c2"]);
        assert_eq!(fixed(Symmetry::Vertical)[..2], ["r1c5", "r2c5"]);
        assert_eq!(fixed(Symmetry::Diagonal)[..2], ["r1c1", "r2c2"]);
        assert_eq!(fixed(Symmetry::Antidiagonal)[..2], ["r1c9", "r2c8"]);
        assert_eq!(fixed(Symmetry::Full), ["r5c5"]);
    }

    #[test]
    fn pictures_round_trip_and_errors_name_the_column() {
        let picture = "x..x.xx......x.x";
        let pattern: Pattern = picture.parse().unwrap();
        assert_eq!((pattern.to_string().as_str(), pattern.givens(), pattern.len()), (picture, 6, 16));
        assert!(pattern.cells().map(Cell::index).eq([0, 3, 5, 6, 13, 15]));
        assert_eq!(pattern.fits("2x2".parse().unwrap()), Ok(()));
        insta::assert_snapshot!(pattern.fits(Shape::STANDARD).unwrap_err(), @"16 marks where a 3x3 grid has 81 cells");
        let few: Pattern = "x..............x".parse().unwrap();
        insta::assert_snapshot!(few.fits("2x2".parse().unwrap()).unwrap_err(), @"2 givens where a 2x2 puzzle has 4 or more");
        for (picture, said) in [
            (
                "........xxxxxxxx",
                "rows 1 and 2 have no given and are in one band, so every solution has a second one, with these rows exchanged",
            ),
            (
                "xx..xx..xx..xx..",
                "columns 3 and 4 have no given and are in one stack, so every solution has a second one, with these columns exchanged",
            ),
        ] {
            let pattern: Pattern = picture.parse().unwrap();
            assert_eq!(pattern.fits("2x2".parse().unwrap()), Err(said.to_owned()));
        }
        let of_two_bands: Pattern = "....xxxx....xxxx".parse().unwrap();
        assert_eq!(of_two_bands.fits("2x2".parse().unwrap()), Ok(()));
        insta::assert_snapshot!("x.1".parse::<Pattern>().unwrap_err(), @"column 3: '1' is no mark of a pattern; write x for a given and . for an empty cell");
    }
}
