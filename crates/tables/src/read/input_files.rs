//! Files to read, the facts that are stated about their rows, and the number of rows that they are expected to have, for progress.

use super::{ROW, detect, is_stream, names::ColumnChoice};
use crate::{
    error::{Error, Result},
    facts::{Facts, InputIdentity},
    files::file_hash,
    storage::is_remote,
};
use gridmill_board::Shape;
use std::{
    fmt::Debug,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

/// Files that are read one after the other. Folders of corpora are inputs too: whoever knows their manifests lists their files.
pub trait InputFiles: Debug + Send {
    /// Returns the files, in the order in which they are read; `-` is standard input.
    ///
    /// # Errors
    /// Those of finding them.
    fn files(&self) -> Result<Vec<PathBuf>>;

    /// Returns the facts that are stated about the rows of all files.
    ///
    /// # Errors
    /// [`Error::Corpus`] for damaged facts and for facts that contradict each other.
    fn facts(&self, choice: &ColumnChoice) -> Result<Facts>;

    /// Identifies the inputs by their names and hashes.
    ///
    /// # Errors
    /// [`Error::Io`] for files that cannot be read.
    fn identities(&self) -> Result<Vec<InputIdentity>>;
}

/// Files alone, none of which is a folder; none at all for rows in memory.
#[derive(Debug, Clone, Default)]
pub struct FileList(pub Vec<PathBuf>);

impl InputFiles for FileList {
    fn files(&self) -> Result<Vec<PathBuf>> {
        Ok(self.0.clone())
    }

    /// Joins the facts that the metadata of the files state. A stream states none.
    fn facts(&self, choice: &ColumnChoice) -> Result<Facts> {
        joined_facts(&self.0, |path| facts_of_file(path, choice))
    }

    fn identities(&self) -> Result<Vec<InputIdentity>> {
        self.0.iter().map(|path| identity(path, file_hash)).collect()
    }
}

/// Joins the facts that several files or folders state, by `of`. A stream is not read, and states none.
///
/// # Errors
/// [`Error::Corpus`] for facts that contradict those before them, and errors of `of`.
pub fn joined_facts(paths: &[PathBuf], of: impl Fn(&Path) -> Result<Facts>) -> Result<Facts> {
    let mut joined: Option<Facts> = None;
    for path in paths {
        let stated = if is_stream(path) { Facts::default() } else { of(path)? };
        joined = Some(match joined {
            None => stated,
            Some(before) => before.join(stated).map_err(|problem| Error::corpus(path.clone(), problem))?,
        });
    }
    Ok(joined.unwrap_or_default())
}

/// Identifies an input by its name and its `hash`. A stream, and what is not on this machine, has no hash.
///
/// # Errors
/// Those of `hash`.
pub fn identity(path: &Path, hash: impl Fn(&Path) -> Result<String>) -> Result<InputIdentity> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let is_here = !is_stream(path) && !is_remote(path);
    let blake3 = if is_here { hash(path)? } else { String::new() };
    Ok(InputIdentity { name, blake3 })
}

/// Returns the facts that the metadata of a file states about its rows. Text states none.
///
/// # Errors
/// [`Error::Corpus`] for damaged facts; those of opening the file.
pub fn facts_of_file(path: &Path, choice: &ColumnChoice) -> Result<Facts> {
    let (format, _) = detect(path, None, choice)?;
    format.facts(path, choice)
}

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
