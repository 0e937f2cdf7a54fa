//! Inputs of which no row is a puzzle: what they look like.
//!
//! People have puzzles in forms that are not read here. Their lines would be rows without a puzzle, one after the other; one message that
//! names the form says more.

use super::{LINE, format::Rows, is_stream};
use crate::{error::Error, storage::read_whole};
use arrow_array::cast::AsArray as _;
use arrow_schema::DataType;
use gridmill_board::Shape;
use std::path::Path;

/// Bytes of a file that are looked at.
const BEGINNING: u64 = 4096;

/// Rows of a stream that are looked at.
const ROWS: usize = 40;

/// Splits a reason into the column that it begins with (the first if there is none) and the rest.
pub fn place(reason: String) -> (usize, String) {
    let place = reason.strip_prefix("column ").and_then(|rest| rest.split_once(": "));
    match place.map(|(column, problem)| (column.parse(), problem)) {
        Some((Ok(column), problem)) => (column, problem.to_owned()),
        _ => (1, reason),
    }
}

/// Returns the error of an input none of whose rows is a puzzle of `shape`; `first` are some of them, and
/// `seen` are lines of a stream. It names the form that the input
/// seems to have, or else says what is wrong with the first row.
pub(super) fn describe(first: &Rows, seen: &str, shape: Shape) -> Error {
    let (path, unit) = &first.file;
    let looks = likely_form(&beginning(path, first, seen), shape);
    let reason =
        first.puzzles.first().and_then(|(line, puzzle)| Some((*line, puzzle.as_ref().err()?.clone())));
    let (line, reason) = reason.unwrap_or_default();
    let Some(form) = looks else {
        let (column, problem) = place(reason);
        return Error::NoPuzzle { path: path.clone(), unit, line, column, problem };
    };
    let problem = format!("none of its rows is a puzzle; it looks like {form} ({unit} {line}, {reason})");
    Error::corpus(path.clone(), problem)
}

/// Returns the beginning of the text: of the file or, where that cannot be read again, the lines seen and the first column.
fn beginning(path: &Path, first: &Rows, seen: &str) -> String {
    if first.file.1 == LINE
        && !is_stream(path)
        && let Ok(bytes) = read_whole(path, BEGINNING)
    {
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    match first.batch.columns().first() {
        Some(column) if column.data_type() == &DataType::Utf8 => column
            .as_string::<i32>()
            .iter()
            .flatten()
            .take(ROWS)
            .fold(seen.to_owned() + "\n", |text, row| text + row + "\n"),
        _ => seen.to_owned(),
    }
}

/// Names the form that a text seems to have, with what to give instead.
fn likely_form(text: &str, shape: Shape) -> Option<String> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines().next()?;
    let is_library = |line: &str| {
        line.strip_prefix(':').is_some_and(|rest| rest.split(':').next().is_some_and(is_technique_code))
    };
    let form = if first.starts_with('[') || first.starts_with("\"[") {
        "a JSON array; give JSON lines, an object a line"
    } else if first.starts_with('{') {
        "one JSON document; give JSON lines, an object a line"
    } else if first.contains("://") {
        "links; give the puzzles themselves"
    } else if lines().any(is_library) {
        "a library of HoDoKu (:0000:x:...); give the givens alone, a puzzle a line"
    } else if lines().filter(|line| is_line_of_pencilmarks(line)).count() >= 2 {
        "a grid of pencilmarks; give the 81 cells of the puzzle, . for an empty one"
    } else {
        return other_shapes(
            lines().map(|line| line.split([',', ';', '\t']).next().unwrap_or_default()),
            shape,
        );
    };
    Some(form.to_owned())
}

/// True for the code of a technique in HoDoKu's libraries, such as `0000`, `0402-1` or `0606x`.
fn is_technique_code(code: &str) -> bool {
    code.len() >= 4 && code.bytes().take(4).all(|byte| byte.is_ascii_digit())
}

/// True for a line of at least nine groups of digits, some of several, which lines of a grid may stand between.
fn is_line_of_pencilmarks(line: &str) -> bool {
    let groups = line.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty());
    let (count, wide) =
        groups.fold((0, 0), |(count, wide), group| (count + 1, wide + usize::from(group.len() > 1)));
    let is_other = |c: char| !(c.is_ascii_digit() || " \t|!:.*".contains(c));
    count >= 9 && wide >= 2 && !line.contains(is_other)
}

/// Names the shapes that puzzles have as many cells as these texts, if they all have one size.
fn other_shapes<'a>(mut texts: impl Iterator<Item = &'a str>, shape: Shape) -> Option<String> {
    let cells = texts.next()?.chars().count();
    if cells == shape.cells() || !texts.all(|text| text.chars().count() == cells) {
        return None;
    }
    let sizes = || (2..=5).flat_map(|rows| (2..=5).filter_map(move |cols| Shape::new(rows, cols).ok()));
    let fitting: Vec<String> =
        sizes().filter(|shape| shape.cells() == cells).map(|shape| shape.to_string()).collect();
    (!fitting.is_empty()).then(|| format!("puzzles of {cells} cells, for boxes of {}", fitting.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_people_have_are_named() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let pencilmarks = ".-------.\n| 5 3 124 | 26 7 2468 | 1489 1249 248 |\n| 6 247 247 | 1 9 5 | 3478 234 2478 |\n| 12 9 8 | 23 34 24 | 13457 6 247 |\n";
        for (text, said) in [
            (format!("[{{\"puzzle\": \"{puzzle}\"}}]"), "a JSON array"),
            (format!("[\n\"{puzzle}\"\n]\n"), "a JSON array"),
            (format!("{{\n\"puzzles\": [\"{puzzle}\"]}}"), "one JSON document"),
            (format!("https://www.sudokuwiki.org/sudoku.htm?bd={puzzle}\n"), "links"),
            (format!("# comment\n:0000:x:{puzzle}:::\n"), "a library of HoDoKu"),
            (format!(":0402-1:5:{puzzle}::\n"), "a library of HoDoKu"),
            (pencilmarks.to_owned(), "a grid of pencilmarks"),
            ("1.....\n".repeat(6), ""),
            (format!("{}\n", "1...2.".repeat(6)), "puzzles of 36 cells, for boxes of 2x3 or 3x2"),
            (format!("{}\n", "1..2".repeat(4)), "puzzles of 16 cells, for boxes of 2x2"),
            ("what is this\n".to_owned(), ""),
            (String::new(), ""),
        ] {
            let form = likely_form(&text, Shape::STANDARD).unwrap_or_default();
            assert!(form.starts_with(said) && (form.is_empty() == said.is_empty()), "{text}: {form}");
        }
    }
}
