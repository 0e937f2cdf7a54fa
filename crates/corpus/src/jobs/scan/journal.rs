//! Journal of a scan: the units that are searched, one a line, so that a scan that was stopped goes on.
//!
//! ```text
//! first line   the scan: number of givens, hash of the grids
//! a line       {"grid":0,"unit":17,"nodes":4711,"puzzles":[]}
//! ```
//!
//! A line without its end is that of a process that was killed, and its unit is searched again.

use super::ScannedUnit;
use crate::make::folder::Existing;
use gridmill_generate::{Message, Setting};
use gridmill_tables::{Error, Result, files::own_file::open_own};
use serde::{Deserialize, Serialize};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Form of the journal.
const FORM: u32 = 1;

/// Time after which lines are written to the disk.
const SYNC_AFTER: Duration = Duration::from_secs(1);

/// Bytes of the longest line that is read: that of a unit with a million puzzles.
const LONGEST_LINE: u64 = 1 << 27;

/// The scan that a journal is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScanHeader {
    pub scan: u32,
    pub givens: usize,
    pub grids: usize,
    pub blake3: String,
}

impl ScanHeader {
    /// Returns the header of a scan of grids whose texts have this hash.
    pub(super) const fn new(givens: usize, grids: usize, blake3: String) -> Self {
        Self { scan: FORM, givens, grids, blake3 }
    }
}

/// Journal that is appended to. Another scan cannot open it meanwhile.
#[derive(Debug)]
pub(super) struct ScanJournal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl ScanJournal {
    /// Returns the journal of an output file.
    pub(super) fn path_of(out: &Path) -> PathBuf {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".journal");
        out.with_file_name(name)
    }

    /// Opens the journal of an output, and passes the units that it holds to `take`.
    ///
    /// # Errors
    /// [`Error::Corpus`] if it is of another scan, in use, or holds units and is not to be resumed; [`Error::Io`] if it cannot be used.
    pub(super) fn open(
        out: &Path,
        header: &ScanHeader,
        existing: Existing,
        mut take: impl FnMut(ScannedUnit),
    ) -> Result<Self> {
        let path = Self::path_of(out);
        let mut options = OpenOptions::new();
        let file = open_own(&path, options.read(true).write(true).create(true).truncate(false));
        let mut file = file.map_err(Error::io("opening", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::corpus(&path, "another scan is writing here".to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(Error::io("locking", path)(error)),
        }
        if existing == Existing::Overwrite {
            file.set_len(0).map_err(Error::io("writing", &path))?;
        }
        let whole = read(&path, &file, header, existing == Existing::Resume, &mut take)?;
        file.set_len(whole).map_err(Error::io("writing", &path))?;
        file.seek(SeekFrom::End(0)).map_err(Error::io("writing", &path))?;
        let mut journal = Self { path, file, synced: Instant::now() };
        if whole == 0 {
            journal.write_line(header)?;
            journal.sync()?;
        }
        Ok(journal)
    }

    /// Adds a unit.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails.
    pub(super) fn add(&mut self, unit: &ScannedUnit) -> Result<()> {
        self.write_line(unit)?;
        if self.synced.elapsed() > SYNC_AFTER {
            self.sync()?;
        }
        Ok(())
    }

    fn write_line(&mut self, line: &impl Serialize) -> Result<()> {
        let mut bytes =
            serde_json::to_vec(line).map_err(|error| Error::io("writing", &self.path)(error.into()))?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(Error::io("writing", &self.path))
    }

    /// Waits until all lines are on the disk.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails.
    pub(super) fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(Error::io("writing", &self.path))
    }

    /// Removes the journal of a scan whose output is there.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails.
    pub(super) fn remove(self) -> Result<()> {
        // Windows removes no file that is open.
        drop(self.file);
        gridmill_tables::files::own_file::remove_file(&self.path)
    }
}

/// Reads the lines. Returns the bytes of those that are whole; 0 if there is no header.
fn read(
    path: &Path,
    file: &File,
    header: &ScanHeader,
    resume: bool,
    take: &mut impl FnMut(ScannedUnit),
) -> Result<u64> {
    let mut input = BufReader::new(file);
    let (mut whole, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let read = std::io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
        read.map_err(Error::io("reading", path))?;
        if line.last() != Some(&b'\n') {
            return Ok(whole);
        }
        let is_header = whole == 0;
        whole += line.len() as u64;
        if is_header {
            if serde_json::from_slice::<ScanHeader>(&line).ok().as_ref() != Some(header) {
                let problem =
                    Message::from("this is the journal of another scan; remove it, or give another ");
                return Err(Error::corpus(path, problem.set(Setting::Out)));
            }
            if !resume {
                let problem = Message::from("a scan was stopped here; give ").set(Setting::Resume);
                let problem = problem.and(" to go on, or ").set(Setting::Overwrite).and(" to begin again");
                return Err(Error::corpus(path, problem));
            }
        } else {
            let unit = serde_json::from_slice(&line);
            take(unit.map_err(|error| Error::corpus(path, format!("damaged: {error}; remove it")))?);
        }
    }
}
