//! Texts that are one puzzle: cells in a row, and the forms in which other programs give a puzzle. One parser reads the value of a column, an
//! argument, and a line.
//!
//! | form | puzzle |
//! |---|---|
//! | cells, and in a line anything behind a blank, `,` `;` `:` `\|` or `#` | the cells |
//! | cells with blanks, `,` `;` `/` or `\|` between rows, boxes or single cells | the cells |
//! | `:0000:x:+53..7...:113 413::`, a line of a library of HoDoKu, or its cells alone | the givens, without digits marked by `+` |
//! | a link, see `links` | its givens |
//! | `3x3:c9b3_2...`, a game id of Solo, of Simon Tatham's collection | its givens |
//! | 729 characters, nine for each cell, or 81 words of digits | cells with one digit; refused where the candidates may decide |
//! | as many numbers as a grid with a side above 9 has cells | the numbers, 10 as A |
//! | an array, see `arrays`; several lines, see `drawn` | its grid |
//! | fields between blanks of a line, one of them a grid | that field |
//!
//! Nothing but a failed first form leads to the others, so lines of cells are read as fast as without them.
//!
//! Game ids of Solo have letters for runs of empty cells, `a` for one, and `_` between numbers. The numbers before the colon are the rows
//! and columns of a box. Letters after them are options: `x`, `j` and `k` are variants.

use super::{
    arrays::Arrays,
    drawn::Drawings,
    drawn_grid::check_candidates,
    fields::{DELIMITERS, TextGrid, fields_of_line, first_field},
    limits::LINE_BYTES,
    links::{self, link},
    rows_of_cells::cell_of_word,
};
use gridmill_board::{Digit, Grid, GridError, LibraryLine, PencilmarkError, PencilmarkGrid, Shape};
use std::{borrow::Cow, collections::VecDeque};

pub(super) struct LineText<'a> {
    /// The cells, or what stands in their place.
    pub(super) text: Cow<'a, str>,
    pub(super) grid: TextGrid,
}

/// Returns the puzzle, or the reason why there is none, as rows have it.
pub(super) fn reason(grid: TextGrid) -> Result<Grid, String> {
    grid.map_err(|(column, problem)| format!("column {column}: {problem}"))
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
    let found = match Grid::parse(shape, field) {
        Ok(grid) => return Some(of_cells(field, grid)),
        Err(error) => error,
    };
    Some(match other_form(shape, line).or_else(|| only_field(shape, line)) {
        Some(Ok(grid)) => LineText { text: Cow::Owned(grid.to_string()), grid: Ok(grid) },
        Some(Err(problem)) => LineText { text: Cow::Borrowed(field), grid: Err(problem) },
        None => {
            let (column, problem) = found.place();
            LineText { text: Cow::Borrowed(field), grid: Err((before + column, problem)) }
        }
    })
}

/// Reads the puzzle of one field of a line, from 1, with blanks or delimiters between them; `None` for a blank line and a comment.
pub(super) fn of_field(shape: Shape, line: &str, field: usize) -> Option<LineText<'_>> {
    first_field(line)?;
    let mut fields = fields_of_line(line);
    Some(match fields.nth(field - 1) {
        Some((before, text)) => {
            let value = of_value(shape, text);
            let grid = value.grid.map_err(|(column, problem)| (before + column, problem));
            let text =
                if value.is_other_form { Cow::Owned(value_text(text, &grid)) } else { Cow::Borrowed(text) };
            LineText { text, grid }
        }
        None => LineText {
            text: Cow::Borrowed(""),
            grid: Err((1, format!("there is no field {field} in the line"))),
        },
    })
}

/// Returns the cells of a puzzle in another form, or the text where there is none.
fn value_text(text: &str, grid: &TextGrid) -> String {
    grid.as_ref().map_or_else(|_| text.to_owned(), Grid::to_string)
}

/// Returns a line of cells. Signs of several bytes would make it as long as another grid.
fn of_cells(text: &str, grid: Grid) -> LineText<'_> {
    let text = if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(grid.to_string()) };
    LineText { text, grid: Ok(grid) }
}

pub(super) struct Value {
    pub(super) grid: TextGrid,
    /// True if the text is no row of cells, such as a link or a drawing.
    pub(super) is_other_form: bool,
}

/// Reads the value of a column that is text: cells, or any other form of a puzzle.
pub(super) fn of_value(shape: Shape, text: &str) -> Value {
    let text = text.trim_matches(|c: char| c.is_whitespace() && c != '\t');
    let quoted = ['"', '\'', '`'].iter().find_map(|&mark| text.strip_prefix(mark)?.strip_suffix(mark));
    let text = quoted.unwrap_or(text);
    match Grid::parse(shape, text) {
        Ok(grid) => Value { grid: Ok(grid), is_other_form: quoted.is_some() || !text.is_ascii() },
        Err(error) => {
            // As of a line: no form of a puzzle is that long, and each takes its time.
            let other = if text.len() > LINE_BYTES { None } else { other_value(shape, text) };
            let grid = other.unwrap_or_else(|| Err(error.place()));
            Value { grid, is_other_form: true }
        }
    }
}

/// Reads the value of a column that is a list, written as JSON: cells, rows of cells, or text.
pub(super) fn of_list(shape: Shape, list: &str) -> Result<Grid, String> {
    let (mut arrays, mut grids) = (Arrays::new(shape.side()), VecDeque::new());
    for (line, text) in (1..).zip(list.lines()) {
        arrays.feed(line, text, &mut grids);
    }
    arrays.end(&mut grids);
    let length = |found| Err(GridError::Length { found, shape }.to_string());
    match (grids.pop_front(), grids.pop_front()) {
        (None, _) => length(arrays.left_out),
        (Some(grid), None) => grid.parse(shape).map_err(|(line, column, problem)| {
            match grid.places.iter().position(|&place| place == (line, column)) {
                Some(cell) if grid.places.len() == shape.cells() => format!("cell {}: {problem}", cell + 1),
                _ => problem,
            }
        }),
        (Some(_), Some(_)) => length((2 + grids.len()) * shape.cells()),
    }
}

/// Reads a text of one or several lines in any form but plain cells; `None` if it has none of them.
fn other_value(shape: Shape, text: &str) -> Option<TextGrid> {
    let mut lines = text.split(['\n', '\r']).filter(|line| first_field(line).is_some());
    let first = lines.next()?;
    if lines.next().is_none() {
        return other_form(shape, first);
    }
    if let Some(Ok(grid)) = spaced(shape, text) {
        return Some(Ok(grid));
    }
    let mut drawings = Drawings::of_text(text, shape);
    Some(match (drawings.next_puzzle(), drawings.next_puzzle()) {
        (Some(grid), None) => grid.map_err(|problem| (1, problem)),
        (Some(_), Some(_)) => Err((1, "there are several puzzles in it; give one".to_owned())),
        (None, _) => match of_marks(shape, text) {
            Ok(grid) => grid.map_err(|problem| (1, problem)),
            Err((_, error)) => Err((1, error.to_string())),
        },
    })
}

/// Reads a puzzle in any form of a line but plain cells; `None` if the line has none of them. The error has the column of the mistake.
pub(super) fn other_form(shape: Shape, line: &str) -> Option<TextGrid> {
    let text = line.trim_start();
    let before = line.chars().count() - text.chars().count();
    let text = text.trim_end();
    let moved = |found: TextGrid| found.map_err(|(column, problem)| (before + column, problem));
    if let Some(line) = library_line(text) {
        return Some(moved(of_library(shape, &line)));
    }
    if let Some(link) = link(text) {
        let column = text[..text.find(link).unwrap_or_default()].chars().count();
        return Some(links::puzzle(shape, link).map_err(|problem| (before + column + 1, problem)));
    }
    if let Some(found) = solo_id(shape, text) {
        return Some(moved(found));
    }
    if Arrays::are_begun_by(text, shape.side()) {
        let mut drawings = Drawings::of_text(text, shape);
        return match (drawings.next_grid_place(), drawings.next_puzzle()) {
            (Some(grid), None) => Some(moved(grid)),
            (Some(_), Some(_)) => {
                Some(Err((before + 1, "there are several puzzles in it; give one".to_owned())))
            }
            (None, _) => None,
        };
    }
    let text = text.split('#').next().unwrap_or_default();
    if let Some(grid) = spaced(shape, text) {
        return Some(moved(grid));
    }
    if let Some(grid) = delimited(shape, text) {
        return Some(Ok(grid));
    }
    let words = text
        .split([' ', '\t', ',', ';', '|'])
        .filter(|word| !word.is_empty())
        .take(shape.cells() + 1)
        .count();
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

/// Reads the only field of a line that is a puzzle, between blanks: `hash puzzle rating`. Of a puzzle and its solution it is the
/// puzzle. `None` if there is none.
fn only_field(shape: Shape, line: &str) -> Option<TextGrid> {
    // A table without a header, whose columns would be lost; a statement of a language may end in a semicolon.
    let line = line.trim_end().trim_end_matches(';');
    if line.contains(DELIMITERS) || line.trim_start().starts_with(['|', ':']) {
        return None;
    }
    let is_complete = |grid: &Grid| grid.givens() == shape.cells();
    let mut grids =
        fields_of_line(line).filter_map(|(before, field)| Some((before, Grid::parse(shape, field).ok()?)));
    let first = grids.next()?;
    let others: Vec<(usize, Grid)> = grids.take(3).collect();
    if others.is_empty() {
        return Some(Ok(first.1));
    }
    let mut open = std::iter::once(first).chain(others).filter(|(_, grid)| !is_complete(grid));
    match (open.next(), open.next()) {
        (Some((_, grid)), None) => Some(Ok(grid)),
        (_, second) => {
            let column = second.map_or(1, |(before, _)| before + 1);
            Some(Err((
                column,
                "several fields of the line are puzzles; name one by its number with `column`".to_owned(),
            )))
        }
    }
}

/// Reads the digits of a grid with candidates; the inner error is that of candidates that decide, the outer one has a column.
fn of_marks(shape: Shape, text: &str) -> Result<Result<Grid, String>, (usize, PencilmarkError)> {
    let marks = PencilmarkGrid::parse(shape, text).map_err(|error| (error.place().1, error))?;
    Ok(check_candidates(&marks.grid, &marks.candidates).map(|()| marks.grid))
}

/// Returns a line of a library of HoDoKu: as it is, without its first colon, or its cells alone, of which some are marked by `+`.
fn library_line(text: &str) -> Option<Cow<'_, str>> {
    if LibraryLine::is_begun_by(text) {
        return Some(Cow::Borrowed(text));
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let line = format!(":{text}");
        if LibraryLine::is_begun_by(&line) && line.matches(':').count() > 2 {
            return Some(Cow::Owned(line));
        }
    }
    let (_, cells) = first_field(text)?;
    let is_marked = cells.contains('+') && cells.chars().all(|c| matches!(c, '+' | '.' | '0'..='9'));
    let count = cells.chars().filter(|&c| c != '+').count();
    (is_marked && count == Shape::STANDARD.cells()).then(|| Cow::Owned(format!(":0000:x:{text}")))
}

fn of_library(shape: Shape, text: &str) -> Result<Grid, (usize, String)> {
    if shape != Shape::STANDARD {
        return Err((1, format!("lines of HoDoKu's libraries are of 9x9 puzzles, not of a {shape} grid")));
    }
    LibraryLine::parse(text).map(|line| line.givens).map_err(|error| error.place())
}

/// Returns true for what may be between the parts of a puzzle in one line.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '/' | '|')
}

/// Reads cells with a delimiter between each two, of which empty cells may be nothing.
fn delimited(shape: Shape, text: &str) -> Option<Grid> {
    let delimiter = DELIMITERS.into_iter().find(|&sign| text.matches(sign).count() + 1 == shape.cells())?;
    let cells = text.split(delimiter).map(|word| cell_of_word(word.trim(), shape.side()).ok().flatten());
    Grid::parse(shape, &cells.collect::<Option<String>>()?).ok()
}

/// Reads cells with blanks, commas or the like between parts of equal length: rows, boxes or single cells. What follows them is left out.
fn spaced(shape: Shape, text: &str) -> Option<TextGrid> {
    let parts = || text.split(is_between).filter(|part| !part.is_empty());
    let length = parts().next()?.chars().count();
    let count = shape.cells() / length;
    let is_part = [1, shape.box_cols(), shape.box_rows(), shape.side()].contains(&length);
    // Signs between other parts may have come there by mistake.
    let has_blanks = || text.trim().chars().all(|c| c.is_whitespace() || !is_between(c));
    if count < 2 || length * count != shape.cells() || !is_part && !has_blanks() {
        return None;
    }
    let words: Vec<&str> = parts().take(count).collect();
    if words.len() < count || words.iter().any(|word| word.chars().count() != length) {
        return None;
    }
    Some(Grid::parse(shape, &words.concat()).map_err(|error| {
        let (cell, problem) = error.place();
        // The column of that cell, with what is between.
        let place = (1..).zip(text.chars()).filter(|&(_, c)| !is_between(c)).nth(cell - 1);
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
        return reason(line.grid);
    }
    // The places of a text of several lines are in the reason.
    of_value(shape, text).grid.map_err(|(_, problem)| problem)
}

/// Reads a game id of Solo; `None` if a text is none.
fn solo_id(shape: Shape, text: &str) -> Option<TextGrid> {
    let id = text.strip_prefix("Game ID:").map_or(text, str::trim_start);
    let before = text.chars().count() - id.chars().count();
    let end = id.find([':', '#'])?;
    let (params, description) = (&id[..end], &id[end + 1..]);
    let (rows, rest) = number_at_start(params)?;
    let (cols, options) = number_at_start(rest.strip_prefix('x')?)?;
    let is_options = options.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !is_options || description.contains(char::is_whitespace) || description.is_empty() {
        return None;
    }
    let problem = |problem: String| Some(Err((before + 1, problem)));
    if id[end..].starts_with('#') {
        return problem(
            "an id of Solo with a seed, from which only Solo makes the puzzle; give the id with its cells"
                .to_owned(),
        );
    }
    // Letters of levels and symmetries have their own letters and digits behind them.
    let variant = [('x', "diagonals"), ('j', "irregular regions"), ('k', "killer cages")];
    if let Some((_, name)) = variant.iter().find(|(letter, _)| options.starts_with(*letter)) {
        return problem(format!("the puzzle of Solo has {name}; only plain Sudoku is read"));
    }
    let of = Shape::new(rows, cols).ok();
    if of != Some(shape) {
        return problem(format!(
            "the puzzle of Solo has boxes of {rows}x{cols}, not of {shape}; give `box={rows}x{cols}`"
        ));
    }
    Some(solo_cells(shape, description).map_err(|(column, found)| (before + end + 1 + column, found)))
}

/// Reads the number that a text begins with; returns what follows it.
fn number_at_start(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn solo_cells(shape: Shape, description: &str) -> TextGrid {
    let mut cells = String::new();
    let (mut rest, mut column) = (description, 1);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            'a'..='z' => {
                cells.extend(std::iter::repeat_n('.', (u32::from(c) - u32::from('a') + 1) as usize));
                1
            }
            '_' => 1,
            '0'..='9' => {
                let Some((value, after)) = number_at_start(rest) else {
                    return Err((column, "a number is too large".to_owned()));
                };
                let digit = Digit::new(value).filter(|digit| digit.index() < shape.side());
                let problem = || (column, format!("{value} is no digit; allowed are 1 to {}", shape.side()));
                cells.push(char::from(digit.ok_or_else(problem)?.ascii()));
                rest.len() - after.len()
            }
            other => return Err((column, format!("{other:?} is no cell of an id of Solo"))),
        };
        if cells.len() > Shape::MAX_CELLS {
            break;
        }
        rest = &rest[length..];
        column += length;
    }
    Grid::parse(shape, &cells).map_err(|error| (1, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, shape: &str) -> Option<Result<String, String>> {
        let found = solo_id(shape.parse().unwrap(), text)?;
        Some(found.map(|grid| grid.to_string()).map_err(|(column, problem)| format!("{column}: {problem}")))
    }

    #[test]
    fn ids_of_solo_hold_puzzles() {
        for (text, cells) in [
            ("2x2:1_2b3k", "12..3..........."),
            ("2x2dn:1_2b3k", "12..3..........."),
            ("Game ID: 2x2:a4_3m", ".43............."),
        ] {
            assert_eq!(read(text, "2x2"), Some(Ok(cells.to_owned())), "{text}");
        }
        assert_eq!(
            read("4x4:16_10zzzzzzzzzs_1", "4x4").map(|found| found.map(|cells| cells[..3].to_owned())),
            Some(Ok("GA.".to_owned()))
        );
        for (text, said) in [
            ("2x2:1_5b3k", "7: 5 is no digit; allowed are 1 to 4"),
            ("2x2:1_2b3j", "5: 15 cells where a 2x2 grid has 16"),
            ("2x2:1_2?3k", "8: '?' is no cell of an id of Solo"),
            ("3x3:1_2b3k", "1: the puzzle of Solo has boxes of 3x3, not of 2x2; give `box=3x3`"),
            ("2x2x:1_2b3k", "1: the puzzle of Solo has diagonals; only plain Sudoku is read"),
            ("2x2#1234", "1: an id of Solo with a seed"),
        ] {
            let found = read(text, "2x2").unwrap().unwrap_err();
            assert!(found.starts_with(said), "{text}: {found}");
        }
        for text in ["", "2x2", "1:2", "2x2:", "axb:c", "12.4x", "2x2: a b"] {
            assert!(read(text, "2x2").is_none(), "{text}");
        }
    }
}
