//! Rows that files are expected to have, for progress.

use super::{ROW, detect, names::ColumnChoice};
use gridmill_board::Shape;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

/// Bytes that a line has which holds a puzzle.
const PUZZLE_BYTES: usize = 81;
/// Largest file whose lines are counted: a second of reading.
const MAX_BYTES: u64 = 1 << 30;

/// Returns the number of rows of all files: that of Parquet files by their metadata, that of text by its lines that are long enough for a
/// 9x9 puzzle. `None` if a file can be read once only, is very large, or has no such lines.
pub(super) fn expected_rows<'a>(mut files: impl Iterator<Item = &'a PathBuf>) -> Option<u64> {
    files.try_fold(0_u64, |all, path| Some(all + rows_of(path)?))
}

fn rows_of(path: &Path) -> Option<u64> {
    // Neither a stream nor an object of a store.
    if !path.is_file() {
        return None;
    }
    let (format, _) = detect(path, Some(Shape::STANDARD), &ColumnChoice::default()).ok()?;
    if let Some(file) = format.open_chunked(path, &ColumnChoice::default()).ok()? {
        return Some(file.rows());
    }
    // The rows of a JSON list are not its lines.
    if format.description().row_word == ROW {
        return None;
    }
    let file = File::open(path).ok()?;
    if file.metadata().ok()?.len() > MAX_BYTES {
        return None;
    }
    Some(long_lines(BufReader::with_capacity(1 << 16, file))?).filter(|&rows| rows > 0)
}

fn long_lines(mut file: impl BufRead) -> Option<u64> {
    let (mut lines, mut length) = (0, 0);
    loop {
        let buffer = file.fill_buf().ok()?;
        if buffer.is_empty() {
            return Some(lines + u64::from(length >= PUZZLE_BYTES));
        }
        for (place, part) in buffer.split(|&byte| matches!(byte, b'\n' | b'\r')).enumerate() {
            if place > 0 {
                lines += u64::from(length >= PUZZLE_BYTES);
                length = 0;
            }
            length += part.len();
        }
        let read = buffer.len();
        file.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_puzzles_are_counted() {
        let puzzle = ".".repeat(81);
        let text = format!("puzzle,name\n{puzzle},a\n# short\n\n{puzzle}\r\n{puzzle}\r# short\r{puzzle}");
        for capacity in [1, 7, 100, 1000] {
            assert_eq!(long_lines(BufReader::with_capacity(capacity, text.as_bytes())), Some(4));
        }
        assert_eq!(long_lines(&b""[..]), Some(0));
    }
}
