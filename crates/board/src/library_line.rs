//! Lines of HoDoKu's libraries: a puzzle, what was placed in it, and which candidates are gone.
//!
//! ```text
//! :0201-1:347:.6+8..9...:514 728:314 714::
//!  |      |   |         |       |      |  `-- the rest of the line; not read
//!  |      |   |         |       |      `-- candidates that the step places
//!  |      |   |         |       `-- candidates that the step eliminates: digit, row, column
//!  |      |   |         `-- candidates deleted before, in the same form
//!  |      |   `-- 81 cells: `.` or `0` empty, `+` before a digit that was placed, not given
//!  |      `-- the digits that matter
//!  `-- code of the technique, and a variant; 0000 for a puzzle alone
//! ```

use super::{Cell, Digit, Grid, Shape};

/// State of a 9x9 puzzle, and the step that follows, in HoDoKu's form. Fields that the line leaves out are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LibraryLine {
    /// Code of the technique with its variant, as it stands; `0000` for a puzzle alone.
    pub code: String,
    /// Digits that the technique concerns, as they stand; `x` for none.
    pub digits: String,
    /// Givens: the puzzle.
    pub givens: Grid,
    /// Digits that were placed.
    pub entries: Grid,
    /// Candidates deleted before, in the order of the line.
    pub deleted: Vec<(Cell, Digit)>,
    /// Candidates that the step eliminates.
    pub eliminations: Vec<(Cell, Digit)>,
    /// Candidates that the step places.
    pub placements: Vec<(Cell, Digit)>,
}

/// Error: text that is not a line of a library.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct LibraryLineError(#[from] LibraryLineProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum LibraryLineProblem {
    /// Text of another form.
    #[error("not of the form `:code:digits:cells:deleted:eliminations:placements:`")]
    Form,
    /// Too few or too many cells.
    #[error("{found} cells, 81 are needed")]
    Cells {
        /// Number of cells.
        found: usize,
    },
    /// Character that is no cell.
    #[error("column {column}: `{found}` is no cell")]
    Character {
        /// Column of the line, from 1.
        column: usize,
        /// Character found.
        found: char,
    },
    /// Word that is no candidate.
    #[error("`{found}` is no candidate: digit, row and column from 1 to 9")]
    Candidate {
        /// Word found.
        found: String,
    },
}

impl LibraryLineError {
    /// Returns the column of the error in the line, from 1, and a message without it.
    pub fn place(&self) -> (usize, String) {
        match self.0 {
            LibraryLineProblem::Character { column, found } => (column, format!("{found:?} is no cell")),
            _ => (1, self.to_string()),
        }
    }
}

impl LibraryLine {
    /// Returns true if a text begins as a line of a library does: with a code between colons.
    pub fn is_begun_by(text: &str) -> bool {
        let code = text.strip_prefix(':').and_then(|rest| rest.split(':').next()).unwrap_or_default();
        code.len() >= 4 && code.bytes().take(4).all(|byte| byte.is_ascii_digit())
    }

    /// Reads a line. Fields after the cells may be missing.
    ///
    /// ```
    /// use gridmill_board::LibraryLine;
    ///
    /// let cells = "+53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let line = LibraryLine::parse(&format!(":0000:x:{cells}:113 413::"))?;
    /// assert_eq!((line.givens.givens(), line.entries.givens(), line.deleted.len()), (29, 1, 2));
    /// # Ok::<(), gridmill_board::LibraryLineError>(())
    /// ```
    ///
    /// # Errors
    /// [`LibraryLineError`].
    pub fn parse(line: &str) -> Result<Self, LibraryLineError> {
        let fields: Vec<&str> = line.splitn(8, ':').collect();
        let ["", code, digits, cells, rest @ ..] = &fields[..] else {
            return Err(LibraryLineProblem::Form.into());
        };
        let before = code.chars().count() + digits.chars().count() + 3;
        let (givens, entries) = read_cells(cells, before)?;
        let candidates = |field: usize| rest.get(field).map_or(Ok(Vec::new()), |text| read_candidates(text));
        Ok(Self {
            code: (*code).to_owned(),
            digits: (*digits).to_owned(),
            givens,
            entries,
            deleted: candidates(0)?,
            eliminations: candidates(1)?,
            placements: candidates(2)?,
        })
    }
}

/// Reads the givens and the digits placed; `before` characters precede the text.
fn read_cells(text: &str, before: usize) -> Result<(Grid, Grid), LibraryLineError> {
    let shape = Shape::STANDARD;
    let (mut givens, mut entries) = (Grid::empty(shape), Grid::empty(shape));
    let (mut cells, mut is_given) = (shape.all_cells(), true);
    let found = text.chars().filter(|&letter| letter != '+').count();
    for (column, letter) in (before + 1..).zip(text.chars()) {
        if letter == '+' {
            is_given = false;
            continue;
        }
        let cell = cells.next().ok_or(LibraryLineProblem::Cells { found })?;
        match letter {
            '.' | '0' => {}
            '1'..='9' => {
                let of = if is_given { &mut givens } else { &mut entries };
                of.set(cell, u8::try_from(letter).ok().and_then(Digit::from_ascii));
            }
            found => return Err(LibraryLineProblem::Character { column, found }.into()),
        }
        is_given = true;
    }
    if cells.len() == 0 { Ok((givens, entries)) } else { Err(LibraryLineProblem::Cells { found }.into()) }
}

fn read_candidates(text: &str) -> Result<Vec<(Cell, Digit)>, LibraryLineError> {
    text.split_whitespace().map(read_candidate).collect()
}

/// Reads digit, row and column, each one figure.
fn read_candidate(text: &str) -> Result<(Cell, Digit), LibraryLineError> {
    let wrong = || LibraryLineProblem::Candidate { found: text.chars().take(20).collect() };
    let &[digit @ b'1'..=b'9', row @ b'1'..=b'9', col @ b'1'..=b'9'] = text.as_bytes() else {
        return Err(wrong().into());
    };
    let cell = Shape::STANDARD.cell(usize::from(row - b'1'), usize::from(col - b'1'));
    Ok((cell, Digit::from_ascii(digit).ok_or_else(wrong)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn parts_are_distinguished() {
        let line = LibraryLine::parse(&format!(
            ":0201-1:347:{}:514 728:314 714:111:a:b",
            CELLS.replace("98", "9+8")
        ))
        .unwrap();
        assert_eq!((line.code.as_str(), line.digits.as_str()), ("0201-1", "347"));
        assert_eq!(line.entries.to_string().trim_matches('.'), "8");
        assert_eq!(line.givens.givens() + 1, CELLS.bytes().filter(|&byte| byte != b'.').count());
        let name = |(cell, digit): &(Cell, Digit)| format!("{digit}{}", cell.name(Shape::STANDARD));
        assert_eq!(line.deleted.iter().map(name).collect::<Vec<_>>(), ["5r1c4", "7r2c8"]);
        assert_eq!((line.eliminations.len(), line.placements.len()), (2, 1));
        for text in [format!(":0000:x:{CELLS}"), format!(":0000:x:{CELLS}:"), format!(":0000:x:{CELLS}::::")]
        {
            let line = LibraryLine::parse(&text).unwrap();
            assert_eq!((line.givens.to_string().as_str(), line.deleted.len()), (CELLS, 0));
        }
    }

    #[test]
    fn damaged_lines_are_refused() {
        let error = |text: &str| LibraryLine::parse(text).unwrap_err().to_string();
        for text in ["", "0000", ":0000:x", "x:0000:x:y"] {
            assert_eq!(LibraryLine::parse(text), Err(LibraryLineProblem::Form.into()), "{text}");
        }
        assert_eq!(error(&format!(":0000:x:{CELLS}.:")), "82 cells, 81 are needed");
        assert_eq!(error(&format!(":0000:x:{}:", &CELLS[1..])), "80 cells, 81 are needed");
        assert_eq!(error(&format!(":0000:x:{}:", CELLS.replace('7', "a"))), "column 13: `a` is no cell");
        assert_eq!(
            error(&format!(":0000:x:{CELLS}:5a4:")),
            "`5a4` is no candidate: digit, row and column from 1 to 9"
        );
        assert!(LibraryLine::is_begun_by(":0000:") && LibraryLine::is_begun_by(":0402-1:x"));
        for text in ["", ":", "0000", ":000:", ":é000:"] {
            assert!(!LibraryLine::is_begun_by(text), "{text}");
        }
    }
}
