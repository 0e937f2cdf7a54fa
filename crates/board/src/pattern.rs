//! `Pattern`: the set of cells that hold givens, drawn with `x` for a given and `.` for an empty cell.

use super::{Cell, Shape};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Set of cells that hold givens: one mark for each cell of a shape.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(try_from = "String", into = "String"))]
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
        Ok(())
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

impl TryFrom<String> for Pattern {
    type Error = PatternError;
    fn try_from(text: String) -> Result<Self, PatternError> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.to_string()
    }
}

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
    fn pictures_round_trip_and_errors_name_the_column() {
        let picture = "x..x.xx......x.x";
        let pattern: Pattern = picture.parse().unwrap();
        assert_eq!((pattern.to_string().as_str(), pattern.givens(), pattern.len()), (picture, 6, 16));
        assert!(pattern.cells().map(Cell::index).eq([0, 3, 5, 6, 13, 15]));
        assert_eq!(pattern.fits("2x2".parse().unwrap()), Ok(()));
        insta::assert_snapshot!(pattern.fits(Shape::STANDARD).unwrap_err(), @"16 marks where a 3x3 grid has 81 cells");
        let few: Pattern = "x..............x".parse().unwrap();
        insta::assert_snapshot!(few.fits("2x2".parse().unwrap()).unwrap_err(), @"2 givens where a 2x2 puzzle has 4 or more");
        insta::assert_snapshot!("x.1".parse::<Pattern>().unwrap_err(), @"column 3: '1' is no mark of a pattern; write x for a given and . for an empty cell");
    }
}
