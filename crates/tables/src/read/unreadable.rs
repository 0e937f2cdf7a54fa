//! Inputs of which no row is a puzzle: what they look like.
//!
//! People have puzzles in forms that are not read here: web pages, spreadsheets, tables without a header. Their lines would be rows without a
//! puzzle, one after the other; one message that names the form says more.

use super::{
    LINE,
    encoding::decoded_beginning,
    fields::{DELIMITERS, column_of_grids},
    format::{Rows, place},
    is_stream,
};
use crate::{error::Error, storage::read_whole};
use arrow_array::cast::AsArray as _;
use arrow_schema::DataType;
use gridmill_board::Shape;
use std::path::Path;

/// Bytes of a file that are looked at.
const BEGINNING: u64 = 4096;

/// Rows of a stream that are looked at.
const ROWS: usize = 40;

/// Returns the error of an input none of whose rows is a puzzle of `shape`; `first` are some of them, and
/// `seen` are lines of a stream. It names the form that the input
/// seems to have, or else says what is wrong with the first row.
pub(super) fn describe(first: &Rows, seen: &str, shape: Shape) -> Error {
    let (path, unit) = &first.file;
    let looks = likely_form(&beginning(path, first, seen), shape);
    let reason =
        first.puzzles.first().and_then(|(line, puzzle)| Some((*line, puzzle.as_ref().err()?.clone())));
    let (line, reason) = reason.unwrap_or_default();
    let Some(form) = looks.or_else(|| form_of_reason(&reason, shape)) else {
        let (column, problem) = place(reason);
        return Error::NoPuzzle { path: path.clone(), unit, line, column, problem };
    };
    let problem = format!("none of its rows is a puzzle; it looks like {form} ({unit} {line}, {reason})");
    Error::corpus(path.clone(), problem)
}

/// Names the form that a file, or what was `seen` of a stream, seems to have; `None` if it seems to be none that has a name.
pub(super) fn form_of_file(path: &Path, seen: &str, shape: Shape) -> Option<String> {
    let whole = if is_stream(path) { None } else { read_whole(path, BEGINNING).ok() };
    let text = whole.map_or_else(|| seen.to_owned(), |bytes| decoded_beginning(&bytes));
    likely_form(&text, shape)
}

/// Returns the beginning of the text: of the file or, where that cannot be read again, the lines seen and the first column.
fn beginning(path: &Path, first: &Rows, seen: &str) -> String {
    if first.file.1 == LINE
        && !is_stream(path)
        && let Ok(bytes) = read_whole(path, BEGINNING)
    {
        return decoded_beginning(&bytes);
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

/// Beginnings of files that are no text, and names of their forms.
const BINARY: [(&str, &str); 9] = [
    ("PK\u{3}\u{4}", "a spreadsheet or another ZIP archive; save it as CSV"),
    ("\u{1f}\u{fffd}", "a gzip archive; unpack it first"),
    ("(\u{fffd}/\u{fffd}", "an archive of zstd; unpack it first"),
    ("%PDF", "a PDF document; give the puzzles as text"),
    ("\u{fffd}PNG", "a picture; give the puzzles as text"),
    ("GIF8", "a picture; give the puzzles as text"),
    ("{\\rtf", "a document of a text processor; save it as plain text"),
    ("SQLite format 3", "a database of SQLite; save the table as CSV"),
    ("\u{fffd}\u{fffd}", "no text; give the puzzles as text, a table or Parquet"),
];

fn likely_form(text: &str, shape: Shape) -> Option<String> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines().next()?;
    if let Some((_, form)) = BINARY.iter().find(|(begin, _)| text.starts_with(begin)) {
        return Some((*form).into());
    }
    let lower = text.to_ascii_lowercase();
    if first.starts_with('<')
        && ["<!doctype html", "<html", "<head", "<body", "<table"].iter().any(|tag| lower.contains(tag))
    {
        return Some("HTML; give the puzzles as text".into());
    }
    if first.starts_with("<?xml") || first.starts_with('<') && lower.contains("</") {
        return Some("XML; give the puzzles as text".into());
    }
    if text.contains('\0') {
        return Some("no text; give the puzzles as text, a table or Parquet".into());
    }
    let without_header =
        lines().filter(|line| !line.starts_with('#')).take(ROWS).map(|line| column_of_grids(line, shape));
    if let Some(column) = common(without_header) {
        return Some(format!(
            "a table without header, whose column {column} holds puzzles; name it with `column={column}`"
        ));
    }
    if has_blanks_for_cells(text, shape) {
        return Some(
            "rows whose empty cells are blanks, which no bars count; write . for an empty cell".into(),
        );
    }
    numbers_of_spreadsheets(lines().take(ROWS), shape).or_else(|| {
        other_shapes(lines().map(|line| line.split(DELIMITERS).next().unwrap_or_default()), shape)
    })
}

/// Returns true for lines of digits and blanks, of which as many as a grid has rows are no longer than a row with blanks between its cells, and
/// some shorter than a row.
fn has_blanks_for_cells(text: &str, shape: Shape) -> bool {
    let side = shape.side();
    let rows: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).take(side).collect();
    let is_row =
        |line: &&str| line.len() < 2 * side && line.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
    let digits = |line: &str| line.bytes().filter(u8::is_ascii_digit).count();
    rows.len() == side
        && rows.iter().all(is_row)
        && rows.iter().all(|line| digits(line) <= side)
        && rows.iter().any(|line| digits(line) < side)
}

/// Returns what all agree on; `None` if there is none, or one says nothing.
fn common<T: PartialEq>(mut found: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = found.next()??;
    found.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// Names what spreadsheets make of puzzles that are written with digits alone: numbers.
fn numbers_of_spreadsheets<'a>(lines: impl Iterator<Item = &'a str>, shape: Shape) -> Option<String> {
    let (mut rows, mut short, mut rounded) = (0, 0, 0);
    for line in lines {
        let fields = || line.split(DELIMITERS).map(|field| field.trim_matches(['"', ' ']));
        // Headers and comments have no digits in such number.
        if !fields().any(|field| field.bytes().next().is_some_and(|byte| byte.is_ascii_digit())) {
            continue;
        }
        rows += 1;
        short += usize::from(fields().any(|field| is_short(field, shape)));
        rounded += usize::from(fields().any(|field| is_rounded(field, shape)));
    }
    let (all, half) = (|count: usize| count > 0 && count == rows, rows.div_ceil(2));
    if all(rounded) {
        return Some("numbers of a spreadsheet, such as 5.3E+79, which have lost their digits; save the puzzles as text".into());
    }
    (short > 0 && short >= half).then(|| {
        let cells = shape.cells();
        format!(
            "numbers of {cells} digits that a spreadsheet has written without their leading zeros; save the puzzles as text, with . for an \
             empty cell"
        )
    })
}

/// Returns true for digits alone, somewhat fewer than a grid has cells.
fn is_short(field: &str, shape: Shape) -> bool {
    let cells = shape.cells();
    (cells - cells / 4..cells).contains(&field.len()) && field.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for a number such as 5.3E+79 with as many digits as a grid has cells, or somewhat fewer.
fn is_rounded(field: &str, shape: Shape) -> bool {
    let Some((number, exponent)) = field.split_once(['e', 'E']) else { return false };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || b".,".contains(&byte));
    let digits = exponent.trim_start_matches('+').parse::<usize>().map_or(0, |exponent| exponent + 1);
    is_number && (shape.cells() - shape.cells() / 4..=shape.cells()).contains(&digits)
}

/// Names the shapes that puzzles have as many cells as these texts, if they all have one size.
fn other_shapes<'a>(mut texts: impl Iterator<Item = &'a str>, shape: Shape) -> Option<String> {
    let cells = texts.next()?.chars().count();
    if !texts.all(|text| text.chars().count() == cells) {
        return None;
    }
    of_cells(cells, shape)
}

/// Names the shapes of puzzles with this many cells, if `shape` has others, and the option that says which.
fn of_cells(cells: usize, shape: Shape) -> Option<String> {
    let wide = Shape::of_cells(cells).filter(|_| cells != shape.cells())?;
    let tall = wide.transposed();
    Some(if wide == tall {
        format!("puzzles of {cells} cells; give `box={wide}`")
    } else {
        format!("puzzles of {cells} cells, for boxes of {wide} or {tall}; give `box={wide}` or `box={tall}`")
    })
}

/// Names the shapes of a puzzle that has another number of cells than `shape`, by the reason why it is none.
pub(super) fn form_of_reason(reason: &str, shape: Shape) -> Option<String> {
    let text = reason.split(": ").last()?;
    let (found, _) = text.split_once(" cells where a ")?;
    of_cells(found.parse().ok()?, shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_people_have_are_named() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let digits = puzzle.replace('.', "0");
        for (text, said) in [
            ("<!DOCTYPE html>\n<html><body>\n".to_owned(), "HTML"),
            (format!("<table><tr><td>{puzzle}</td></tr></table>"), "HTML"),
            (format!("<?xml version='1.0'?><p>{puzzle}</p>"), "XML"),
            ("PK\u{3}\u{4}xl/workbook.xml".to_owned(), "a spreadsheet"),
            ("%PDF-1.7\n".to_owned(), "a PDF"),
            ("SQLite format 3\0".to_owned(), "a database of SQLite"),
            ("a\0b".to_owned(), "no text"),
            (
                format!("1,easy,{puzzle}\n2,hard,\"{puzzle}\"\n"),
                "a table without header, whose column 3 holds puzzles; name it with `column=3",
            ),
            (format!("id;{puzzle}\n"), "a table without header, whose column 2"),
            (format!("1,easy,{puzzle}\n2,{puzzle},hard\n"), ""),
            ("id,puzzle\n1,5.3E+79\n2,\"1,2e+80\"\n".to_owned(), "numbers of a spreadsheet, such as 5.3E+79"),
            ("id,puzzle\n1,5.3E+79\n2,5.3E+7\n".to_owned(), ""),
            (format!("id,puzzle\n1,{}\n2,{}\n", &digits[2..], &digits[1..]), "numbers of 81 digits"),
            (format!("id,puzzle\n1,{}\n", &digits[40..]), ""),
            ("1.....\n".repeat(6), ""),
            (
                format!("{}\n", "1...2.".repeat(6)),
                "puzzles of 36 cells, for boxes of 2x3 or 3x2; give `box=2x3` or `box=3x2`",
            ),
            (format!("{}\n", "1..2".repeat(4)), "puzzles of 16 cells; give `box=2x2`"),
            (
                "53  7\n6  195\n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28\n   419  5\n    8  79\n"
                    .to_owned(),
                "rows whose empty cells are blanks",
            ),
            ("what is this\n".to_owned(), ""),
            (String::new(), ""),
        ] {
            let form = likely_form(&text, Shape::STANDARD).unwrap_or_default();
            assert!(form.starts_with(said) && (form.is_empty() == said.is_empty()), "{text}: {form}");
        }
    }
}
