//! Plain Sudoku, and what a link holds that is none.

use super::super::limits::shown;
use gridmill_board::{Cell, Digit, Grid, Shape};
use std::fmt;

/// Reason why a puzzle of a link is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refused {
    /// The data are damaged, or of a form that is not known.
    Damaged,
    /// The decompressed data are too long.
    TooLong,
    /// The puzzle has another rule, of this name.
    Variant(String),
    /// The puzzle has another number of rows or of cells in a row.
    Size { found: usize, shape: Shape },
    /// Value of a cell that is no digit.
    Value { cell: String, found: String },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => write!(f, "the link is damaged, or of a form that is not read"),
            Self::TooLong => write!(f, "the puzzle of the link is too long"),
            Self::Variant(name) => write!(f, "the puzzle of the link has {name}; only plain Sudoku is read"),
            Self::Size { found, shape } => {
                let side = shape.side();
                write!(
                    f,
                    "the puzzle of the link has {found} rows or columns where a {shape} grid has {side}"
                )
            }
            Self::Value { cell, found } => write!(f, "the link has {found:?} at {cell}, which is no digit"),
        }
    }
}

/// Returns the error for a key that is not of plain Sudoku.
pub(super) fn variant(names: &[(&str, &str)], key: &str) -> Refused {
    let name = names.iter().find(|(known, _)| *known == key).map(|(_, name)| (*name).to_owned());
    Refused::Variant(name.unwrap_or_else(|| format!("the rule or drawing {:?}", shown(key))))
}

/// Checks the number of rows, and of cells in a row.
pub(super) fn check_side(shape: Shape, found: usize) -> Result<(), Refused> {
    if found == shape.side() { Ok(()) } else { Err(Refused::Size { found, shape }) }
}

/// Sets a cell to the digit of this text. Digits from 10 on are numbers or letters.
pub(super) fn set(grid: &mut Grid, cell: Cell, text: &str) -> Result<(), Refused> {
    let number = text.parse().ok().and_then(Digit::new);
    let letter = || <[u8; 1]>::try_from(text.as_bytes()).ok().and_then(|[byte]| Digit::from_ascii(byte));
    let digit = number.or_else(letter).filter(|digit| digit.index() < grid.shape().side());
    let digit = digit.ok_or_else(|| Refused::Value { cell: cell.name(grid.shape()), found: shown(text) })?;
    grid.set(cell, Some(digit));
    Ok(())
}
