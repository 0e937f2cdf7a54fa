//! The journal: shards that are whole and not yet in the manifest, one a line, as JSON.
//!
//! A folder of this machine has one file, `.work/shards.jsonl`, to which lines are appended. In an object store nothing can be
//! appended: each group of lines is an object of its own, `.work/shards-00000000.jsonl` and so on.

use super::{
    folder::Folder,
    names::{JOURNAL, JOURNAL_OBJECT, is_journal},
};
use gridmill_tables::{
    Error, Result,
    files::remove_file,
    storage::{self, Address, StoredFile},
};
use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
};

/// Bytes of a line, at most: one has some 300.
const LONGEST_LINE: u64 = 1 << 16;

/// Journal that a run appends to.
#[derive(Debug)]
pub(crate) enum Journal {
    /// Open file.
    File(File),
    /// Number of the next object.
    Objects(u32),
}

impl Journal {
    /// Begins an empty journal.
    ///
    /// # Errors
    /// [`Error::Io`] if there is one already, or it cannot be made.
    pub(crate) fn create(folder: &Folder) -> Result<Self> {
        let path = folder.work(JOURNAL);
        if storage::is_remote(&path) {
            return Ok(Self::Objects(0));
        }
        Ok(Self::File(File::create_new(&path).map_err(Error::io("creating", &path))?))
    }

    /// Adds whole lines; they are safe when this returns.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails, [`Error::Corpus`] if another run writes to the folder.
    pub(crate) fn append(&mut self, folder: &Folder, lines: &[u8]) -> Result<()> {
        let next = match self {
            Self::File(file) => {
                let written = file.write_all(lines).and_then(|()| file.sync_data());
                return written.map_err(Error::io("writing", folder.work(JOURNAL)));
            }
            Self::Objects(next) => next,
        };
        let path = folder.work(&format!("{JOURNAL_OBJECT}{next:08}.jsonl"));
        let put = Address::of(&path).and_then(|address| address.put_if(lines.to_vec(), None));
        put.map_err(Error::io("writing", &path))?.ok_or_else(|| folder.locked_error())?;
        *next += 1;
        Ok(())
    }
}

/// Removes the journal, once the manifest has what it holds: the one of this run, or that of an earlier one.
///
/// # Errors
/// [`Error::Io`] if that fails.
pub(crate) fn clear(folder: &Folder, journal: Option<&Journal>) -> Result<()> {
    match journal {
        Some(Journal::Objects(count)) => {
            (0..*count).try_for_each(|n| remove_file(&folder.work(&format!("{JOURNAL_OBJECT}{n:08}.jsonl"))))
        }
        None if !folder.is_local() => {
            let work = folder.work("");
            let files = files(&work).map_err(Error::io("reading", work))?;
            files.iter().try_for_each(|path| remove_file(path))
        }
        None | Some(Journal::File(_)) => remove_file(&folder.work(JOURNAL)),
    }
}

/// Calls `see` with each line of the journal in the folder `work`, until it returns false. At most `longest` bytes are read; a longer line than
/// one has is cut, and one that is no text ends the journal.
///
/// # Errors
/// Those of reading.
pub(crate) fn read(work: &Path, longest: u64, mut see: impl FnMut(&str) -> bool) -> io::Result<()> {
    let mut left = longest;
    for path in files(work)? {
        let Ok(file) = StoredFile::open(&path) else { continue };
        let size = file.size()?;
        let (mut input, mut line) = (BufReader::new(file.take(left)), Vec::new());
        while (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
            if !std::str::from_utf8(&line).is_ok_and(&mut see) {
                return Ok(());
            }
            line.clear();
        }
        left = left.saturating_sub(size);
    }
    Ok(())
}

fn files(work: &Path) -> io::Result<Vec<PathBuf>> {
    if storage::is_remote(work) {
        let names = storage::names(work)?;
        return Ok(names.into_iter().filter(|name| is_journal(name)).map(|name| work.join(name)).collect());
    }
    let file = work.join(JOURNAL);
    // To open a pipe would wait for its other end.
    Ok(if file.is_file() { vec![file] } else { Vec::new() })
}
