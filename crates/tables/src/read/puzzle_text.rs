//! Texts that are one puzzle: cells in a row, and the forms in which other programs give a puzzle.
//!
//! | form of a line | puzzle |
//! |---|---|
//! | cells, and anything behind a blank, `,` `;` `:` `\|` or `#` | the cells |
//! | cells with blanks between rows, boxes or single cells | the cells |
//! | `:0000:x:+53..7...:113 413::`, a line of a library of HoDoKu | the givens, without digits marked by `+` |
//! | a link, see `links` | its givens |
//! | 729 characters, nine for each cell, or 81 words of digits | cells with one digit; refused where the candidates may decide |
//! | as many numbers as a grid with a side above 9 has cells | the numbers, 10 as A |
//!
//! Nothing but a failed first form leads to the others, so lines of cells are read as fast as without them.

use super::{
    drawn::Drawings,
    fields::first_field,
    links::{self, link},
};
use gridmill_board::{DigitSet, Grid, LibraryLine, PencilmarkError, PencilmarkGrid, Shape};
use gridmill_solve::{Solutions, SolverKind};
use std::borrow::Cow;

/// Line that should hold a puzzle.
pub(super) struct LineText<'a> {
    /// The cells, or what stands in their place.
    pub(super) text: Cow<'a, str>,
    /// The puzzle, or the column of the mistake, from 1, and what it is.
    pub(super) grid: Result<Grid, (usize, String)>,
}

impl LineText<'_> {
    /// Returns the puzzle, or the reason why there is none, as rows have it.
    pub(super) fn reason(grid: Result<Grid, (usize, String)>) -> Result<Grid, String> {
        grid.map_err(|(column, problem)| format!("column {column}: {problem}"))
    }
}

/// Reads the puzzle of a line; `None` for a blank line and a comment.
pub(super) fn of_line(shape: Shape, line: &str) -> Option<LineText<'_>> {
    let whole = line.strip_suffix('\n').unwrap_or(line);
    let whole = whole.strip_suffix('\r').unwrap_or(whole);
    if whole.len() == shape.cells()
        && let Ok(grid) = Grid::parse(shape, whole)
    {
        return Some(LineText { text: Cow::Borrowed(whole), grid: Ok(grid) });
    }
    let (before, field) = first_field(line)?;
    Some(match Grid::parse(shape, field) {
        Ok(grid) => LineText { text: Cow::Borrowed(field), grid: Ok(grid) },
        Err(error) => match other_form(shape, line) {
            Some(Ok(grid)) => LineText { text: Cow::Owned(grid.to_string()), grid: Ok(grid) },
            other => {
                let own = || error.place();
                let (column, problem) = other.and_then(Result::err).unwrap_or_else(|| {
                    let (column, problem) = own();
                    (before + column, problem)
                });
                LineText { text: Cow::Borrowed(field), grid: Err((column, problem)) }
            }
        },
    })
}

/// Reads a puzzle in any form of a line but plain cells; `None` if the line has none of them. The error has the column of the mistake.
pub(super) fn other_form(shape: Shape, line: &str) -> Option<Result<Grid, (usize, String)>> {
    let text = line.trim_start();
    let before = line.chars().count() - text.chars().count();
    let text = text.trim_end();
    if LibraryLine::is_begun_by(text) {
        return Some(of_library(shape, text).map_err(|(column, problem)| (before + column, problem)));
    }
    if let Some(link) = link(text) {
        let column = text[..text.find(link).unwrap_or_default()].chars().count();
        return Some(links::puzzle(shape, link).map_err(|problem| (before + column + 1, problem)));
    }
    let text = text.split('#').next().unwrap_or_default();
    if let Some(grid) = spaced(shape, text) {
        return Some(grid.map_err(|(column, problem)| (before + column, problem)));
    }
    let words = text.split_whitespace().take(shape.cells() + 1).count();
    let letters =
        || text.chars().filter(|c| !c.is_whitespace()).take(shape.cells() * shape.side() + 1).count();
    let marks = || of_marks(shape, text);
    if words == shape.cells() {
        return match marks() {
            // A sentence may have as many words.
            Err((_, error)) if error.is_other_text() => None,
            Err((column, error)) => Some(Err((before + column, error.place().2))),
            Ok(grid) => Some(grid.map_err(|problem| (before + 1, problem))),
        };
    }
    (letters() == shape.cells() * shape.side()).then(|| match marks() {
        Err((column, error)) => Err((before + column, error.place().2)),
        Ok(grid) => grid.map_err(|problem| (before + 1, problem)),
    })
}

/// Reads the digits of a grid with candidates; the inner error is that of candidates that decide, the outer one has a column.
fn of_marks(shape: Shape, text: &str) -> Result<Result<Grid, String>, (usize, PencilmarkError)> {
    let marks = PencilmarkGrid::parse(shape, text).map_err(|error| (error.place().1, error))?;
    Ok(check_candidates(&marks.grid, &marks.candidates).map(|()| marks.grid))
}

/// Reads the givens of a line of a library.
fn of_library(shape: Shape, text: &str) -> Result<Grid, (usize, String)> {
    if shape != Shape::STANDARD {
        return Err((1, format!("lines of HoDoKu's libraries are of 9x9 puzzles, not of a {shape} grid")));
    }
    LibraryLine::parse(text).map(|line| line.givens).map_err(|error| error.place())
}

/// Reads cells with blanks between parts of equal length: rows, boxes or single cells. What follows them is left out.
fn spaced(shape: Shape, text: &str) -> Option<Result<Grid, (usize, String)>> {
    let length = text.split_whitespace().next()?.chars().count();
    let parts = shape.cells() / length;
    if parts < 2 || length * parts != shape.cells() {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().take(parts).collect();
    if words.len() < parts || words.iter().any(|word| word.chars().count() != length) {
        return None;
    }
    Some(Grid::parse(shape, &words.concat()).map_err(|error| {
        let (cell, problem) = error.place();
        // The column of that cell, blanks counted.
        let place = (1..).zip(text.chars()).filter(|(_, c)| !c.is_whitespace()).nth(cell - 1);
        (place.map_or(1, |(column, _)| column), problem)
    }))
}

/// Reads a text that is one puzzle: a line in any of its forms, or a grid that is drawn over several lines, with candidates or without.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_tables::read::parse_puzzle;
///
/// let rows = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79";
/// let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", rows.replace(' ', ""));
/// let grid = parse_puzzle(Shape::STANDARD, rows)?;
/// assert_eq!(parse_puzzle(Shape::STANDARD, &link)?, grid);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The reason why it is none, with the line, if there are several, and the column of the mistake.
pub fn parse_puzzle(shape: Shape, text: &str) -> Result<Grid, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.split(['\n', '\r']).filter(|line| first_field(line).is_some());
    let first = lines.next().unwrap_or_default();
    if lines.next().is_none() {
        let Some(line) = of_line(shape, first) else { return Err("there is no puzzle in it".to_owned()) };
        return LineText::reason(line.grid);
    }
    let one_by_one = |text: &str| spaced(shape, text).and_then(Result::ok);
    if let Some(grid) = one_by_one(text) {
        return Ok(grid);
    }
    let mut drawings = Drawings::of_text(text, shape);
    match (drawings.next_puzzle(), drawings.next_puzzle()) {
        (Some(grid), None) => grid,
        (Some(_), Some(_)) => Err("there are several puzzles in it; give one".to_owned()),
        (None, _) => of_marks(shape, text).map_err(|(_, error)| error.to_string())?,
    }
}

/// Part of a record that the last byte belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// No field in marks; true at the beginning of a field.
    Plain(bool),
    /// A field in marks, which may be at the mark that closes it.
    Marks,
    /// After a mark in a field in marks: its end, or the first of two.
    AfterMark,
}

/// Follows the records of a table.
#[derive(Debug)]
pub(super) struct Marks {
    delimiter: u8,
    /// The line of the next byte, from 1.
    line: u64,
    /// True if the last byte was a carriage return, which ends a line together with a line feed.
    is_after_return: bool,
    within: Within,
    /// The line in which the field in marks begins.
    opened: u64,
}

impl Marks {
    pub(super) const fn new(delimiter: u8, line: u64) -> Self {
        Self { delimiter, line, is_after_return: false, within: Within::Plain(true), opened: line }
    }

    /// Returns the line of the next byte, from 1.
    pub(super) const fn line(&self) -> u64 {
        self.line
    }

    /// Follows bytes of a record.
    ///
    /// # Errors
    /// The line of a misplaced mark, and what is wrong.
    pub(super) fn follow(&mut self, bytes: &[u8]) -> Result<(), (u64, String)> {
        let Some((&last, most)) = bytes.split_last() else { return Ok(()) };
        // Without an early exit, which the compiler vectorises.
        let has_special =
            most.iter().fold(false, |found, &byte| found | matches!(byte, b'"' | b'\n' | b'\r'));
        if has_special || !matches!(self.within, Within::Plain(_)) {
            return bytes.iter().try_for_each(|&byte| self.follow_byte(byte));
        }
        if let Some(&before) = most.last() {
            self.is_after_return = false;
            self.within = Within::Plain(before == self.delimiter);
        }
        self.follow_byte(last)
    }

    /// Follows one byte.
    pub(super) fn follow_byte(&mut self, byte: u8) -> Result<(), (u64, String)> {
        let line = self.line;
        if byte == b'\r' || byte == b'\n' && !self.is_after_return {
            self.line += 1;
        }
        self.is_after_return = byte == b'\r';
        let ends_field = byte == self.delimiter || matches!(byte, b'\r' | b'\n');
        self.within = match (self.within, byte) {
            (Within::Plain(true), b'"') => {
                self.opened = line;
                Within::Marks
            }
            (Within::Plain(false), b'"') => {
                let problem = "a quotation mark is within a field; put the field in quotation marks and write \
                               the mark twice";
                return Err((line, problem.to_owned()));
            }
            (Within::Marks, b'"') => Within::AfterMark,
            (Within::Marks, _) | (Within::AfterMark, b'"') => Within::Marks,
            (Within::AfterMark, _) if !ends_field => {
                let problem = format!(
                    "text follows the quotation mark that closes the field begun in line {}; write a mark within \
                     a field twice",
                    self.opened
                );
                return Err((line, problem));
            }
            _ => Within::Plain(ends_field),
        };
        Ok(())
    }

    /// Checks that the input may end here.
    ///
    /// # Errors
    /// The line of a mark that opens a field without end, and what is wrong.
    pub(super) fn end(&self) -> Result<(), (u64, String)> {
        if self.within == Within::Marks {
            return Err((
                self.opened,
                "the quotation mark that opens a field here has no closing one".to_owned(),
            ));
        }
        Ok(())
    }
}

/// Nodes of the search by which candidates are found not to matter.
const NODE_BUDGET: u64 = 100_000;

/// Checks that a grid without these candidates is the same puzzle: it has one solution or none, or they exclude no more than its digits.
///
/// # Errors
/// A line that says that the candidates may decide.
pub(super) fn check_candidates(grid: &Grid, candidates: &[DigitSet]) -> Result<(), String> {
    let shape = grid.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for cell in shape.all_cells() {
        let Some(digit) = grid.get(cell) else { continue };
        for (free, house) in free.iter_mut().zip(houses(cell)) {
            free[house].remove(digit);
        }
    }
    let excludes = |cell| {
        let [row, col, box_] = houses(cell);
        let noted = candidates[cell.index()];
        !noted.is_empty()
            && grid.get(cell).is_none()
            && !((free[0][row] & free[1][col] & free[2][box_]) - noted).is_empty()
    };
    if !shape.all_cells().any(excludes) {
        return Ok(());
    }
    let mut solver = SolverKind::default_for(shape).solver(shape, NODE_BUDGET);
    match solver.solutions(grid) {
        Ok(Solutions::None | Solutions::Unique(_)) => Ok(()),
        Ok(Solutions::Multiple) | Err(_) => Err(
            "its digits alone have several solutions, and its candidates may decide; solve reads them if a file begins with them".to_owned()
        ),
    }
}
