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
    candidates::check_candidates,
    drawn::Drawings,
    fields::first_field,
    links::{self, link},
};
use gridmill_board::{Grid, LibraryLine, PencilmarkError, PencilmarkGrid, Shape};
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
