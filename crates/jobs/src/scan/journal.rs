//! Journal of a scan: the units that are searched, one a line, so that a scan that was stopped goes on.
//!
//! ```text
//! DIR/NAME                     the output
//! DIR/.gridmill-NAME.scan      its journal:
//!   gridmill scan 2 HASH {"program":"gridmill 1.0.0","givens":17,"grids":1,"blake3":"…","replaces":false}
//!   HASH {"unit":{"grid":0,"unit":17,"nodes":4711,"puzzles":[]}}
//!   HASH {"finished":{"totals":{…},"blake3":"…"}}      the hash of the output
//! ```
//!
//! A file without the first line is not a journal, and is neither written nor removed. Each hash covers the first line too, so that a line of
//! another journal is not taken. A last line that is cut off is that of a process that was killed, and its unit is searched again. Of a scan
//! that is finished the first line and the last remain, so that `--resume` knows its output.

use super::{ScanTotals, ScannedUnit};
use gridmill_corpus::short_hash;
use gridmill_tables::{
    Error, Result,
    files::{
        Draft, open_own,
        platform::{self, FileId},
    },
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    fmt::Write as _,
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead as _, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// Beginning of a journal, with the version of its form.
const MAGIC: &str = "gridmill scan 2 ";

/// Time after which lines are written to the disk.
const SYNC_AFTER: Duration = Duration::from_secs(1);

/// Bytes of the longest line: that of a unit with some 190,000 puzzles. A unit with more is not kept, and is searched again.
const LONGEST_LINE: u64 = 1 << 24;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScanHeader {
    /// The program, which decides what the numbers of units mean.
    pub program: String,
    pub givens: usize,
    pub grids: usize,
    /// Hash of the grids.
    pub blake3: String,
    /// True if the scan was to replace a file that was there.
    pub replaces: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Unit(ScannedUnit),
    Finished(Finished),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Finished {
    pub totals: ScanTotals,
    /// Hash of the output.
    pub blake3: String,
}

/// Journal that is appended to. Another scan cannot open it meanwhile.
pub(super) struct ScanJournal {
    pub(super) path: PathBuf,
    file: Arc<File>,
    pub(super) header: ScanHeader,
    /// The first line, which every hash covers.
    first: Vec<u8>,
    /// Bytes of the lines that hold.
    end: u64,
    synced: Instant,
}

pub(super) struct FoundUnits {
    /// Number of units.
    pub units: u64,
    /// Result, if the scan was finished.
    pub finished: Option<Finished>,
    /// The units.
    pub lines: UnitLines,
}

pub(super) struct UnitLines {
    lines: Lines,
    /// Unit that was read and is of a later grid.
    next: Option<ScannedUnit>,
}

impl ScanHeader {
    pub(super) fn is_of(&self, other: &Self) -> bool {
        let key = |of: &Self| (of.program.clone(), of.givens, of.grids, of.blake3.clone());
        key(self) == key(other)
    }

    fn line(&self) -> Vec<u8> {
        line(MAGIC.as_bytes(), self, MAGIC)
    }
}

impl ScanJournal {
    pub(super) fn path_of(out: &Path) -> PathBuf {
        let mut name = std::ffi::OsString::from(".gridmill-");
        name.push(out.file_name().unwrap_or_default());
        name.push(".scan");
        out.with_file_name(name)
    }

    /// Opens the journal of an output; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a file that is not a journal, which stays as it is, and for a journal in use; [`Error::Io`] if it cannot be used.
    pub(super) fn find(out: &Path) -> Result<Option<Self>> {
        let path = Self::path_of(out);
        // Nothing is opened for writing before it is known as a journal.
        let file = match open_own(&path, OpenOptions::new().read(true)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(Error::io("opening", &path))?,
        };
        let mut first = Vec::new();
        let mut input = BufReader::new(&file).take(1 << 12);
        input.read_until(b'\n', &mut first).map_err(Error::io("reading", &path))?;
        let text = first.strip_prefix(MAGIC.as_bytes());
        let Some(header) = text.and_then(|text| parse::<ScanHeader>(MAGIC.as_bytes(), text)) else {
            let problem =
                "a scan keeps its journal here, and this is not one; move it away, or give another `out`";
            return Err(Error::corpus(path, problem));
        };
        let id = platform::id_of_file(&file).map_err(Error::io("opening", &path))?;
        drop(file);
        let file = open_locked(&path, Some(id))?;
        let end = first.len() as u64;
        Ok(Some(Self { path, file: Arc::new(file), header, first, end, synced: Instant::now() }))
    }

    /// Begins a journal; with `replaces`, in the place of one that was found.
    ///
    /// # Errors
    /// [`Error::Corpus`] if another scan began meanwhile; [`Error::Io`] if it cannot be written.
    pub(super) fn create(out: &Path, header: ScanHeader, earlier: Option<Self>) -> Result<Self> {
        let (path, first) = (Self::path_of(out), header.line());
        let replaces = earlier.is_some();
        // Windows replaces no file that is open.
        drop(earlier);
        let kept = Draft::open(&path, replaces).and_then(|draft| draft.keep_with(&first));
        kept.map_err(|error| if matches!(error, Error::Option(_)) { in_use(&path) } else { error })?;
        let file = open_locked(&path, None)?;
        let end = first.len() as u64;
        Ok(Self { path, file: Arc::new(file), header, first, end, synced: Instant::now() })
    }

    /// Reads all lines once, and keeps none of them. What follows the last unit is cut off later, by [`go_on`](Self::go_on).
    ///
    /// # Errors
    /// [`Error::Corpus`] for a line that is damaged, unless it is the last.
    pub(super) fn read(&self) -> Result<FoundUnits> {
        let mut lines = self.lines(u64::MAX)?;
        let (mut units, mut finished, mut grid, mut end) = (0, None, 0, lines.end);
        while let Some(entry) = lines.next()? {
            match entry {
                Entry::Unit(unit) if finished.is_none() && (grid..self.header.grids).contains(&unit.grid) => {
                    (units, grid, end) = (units + 1, unit.grid, lines.end);
                }
                Entry::Finished(its) if finished.is_none() => finished = Some(its),
                _ => return Err(lines.damaged()),
            }
        }
        Ok(FoundUnits { units, finished, lines: UnitLines { lines: self.lines(end)?, next: None } })
    }

    /// Cuts off what follows the units that were found, and appends there.
    pub(super) fn go_on(&mut self, found: &UnitLines) -> Result<()> {
        self.end = found.lines.input.get_ref().end;
        self.file.set_len(self.end).map_err(Error::io("writing", &self.path))
    }

    fn lines(&self, end: u64) -> Result<Lines> {
        let size = self.file.metadata().map_err(Error::io("reading", &self.path))?.len();
        let at = self.first.len() as u64;
        let input = FileRange { file: Arc::clone(&self.file), at, end: end.min(size).max(at) };
        Ok(Lines {
            path: self.path.clone(),
            first: self.first.clone(),
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            number: 1,
            end: at,
        })
    }

    /// Adds a unit.
    pub(super) fn add(&mut self, unit: ScannedUnit) -> Result<()> {
        self.write(&Entry::Unit(unit))?;
        if self.synced.elapsed() > SYNC_AFTER { self.sync() } else { Ok(()) }
    }

    /// Enters the result, before the output gets its name.
    pub(super) fn enter_result(&mut self, finished: &Finished) -> Result<()> {
        self.write(&Entry::Finished(finished.clone()))?;
        self.sync()
    }

    /// Removes the units of a scan whose output is there. First line and result remain.
    pub(super) fn close(self, finished: &Finished) -> Result<()> {
        let Self { path, file, header, .. } = self;
        // From now on the output is not this scan's to replace.
        let mut text = ScanHeader { replaces: false, ..header }.line();
        let last = line(&text, &Entry::Finished(finished.clone()), "");
        text.extend(last);
        // Windows replaces no file that is open.
        drop(file);
        Draft::open(&path, true)?.keep_with(&text)
    }

    fn write(&mut self, entry: &Entry) -> Result<()> {
        let bytes = line(&self.first, entry, "");
        if bytes.len() as u64 > LONGEST_LINE {
            return Ok(());
        }
        platform::write_all_at(&self.file, &bytes, self.end).map_err(Error::io("writing", &self.path))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Waits until all lines are on the disk.
    pub(super) fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(Error::io("writing", &self.path))
    }
}

impl UnitLines {
    /// Passes the units of a grid to `take`, which returns false for one that the scan cannot have.
    pub(super) fn each_of_grid(
        &mut self,
        grid: usize,
        mut take: impl FnMut(ScannedUnit) -> bool,
    ) -> Result<()> {
        loop {
            let unit = match self.next.take() {
                Some(unit) => unit,
                None => match self.lines.next()? {
                    Some(Entry::Unit(unit)) => unit,
                    _ => return Ok(()),
                },
            };
            if unit.grid != grid {
                self.next = Some(unit);
                return Ok(());
            }
            if !take(unit) {
                return Err(self.lines.damaged());
            }
        }
    }
}

struct Lines {
    path: PathBuf,
    first: Vec<u8>,
    input: BufReader<FileRange>,
    line: Vec<u8>,
    /// Number of the line that was read last.
    number: u64,
    /// Byte at which the line that was read last ends.
    end: u64,
}

impl Lines {
    /// Reads a line; `None` at the end, and for a last line that is not what was written.
    fn next(&mut self) -> Result<Option<Entry>> {
        let failed = || Error::io("reading", &self.path);
        self.line.clear();
        let mut line = Read::take(&mut self.input, LONGEST_LINE + 1);
        let read = line.read_until(b'\n', &mut self.line).map_err(failed())? as u64;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let entry = if read > LONGEST_LINE { None } else { parse(&self.first, &self.line) };
        if entry.is_some() {
            self.end += read;
            return Ok(entry);
        }
        let is_last = self.input.fill_buf().map_err(failed())?.is_empty();
        if is_last { Ok(None) } else { Err(self.damaged()) }
    }

    fn damaged(&self) -> Error {
        let problem = format!(
            "line {} is damaged: remove this line and give `resume` to search its unit again, or `overwrite` to begin again",
            self.number
        );
        Error::corpus(&self.path, problem)
    }
}

/// Bytes of a file that is written at its end meanwhile.
struct FileRange {
    file: Arc<File>,
    at: u64,
    end: u64,
}

impl Read for FileRange {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let size = left.min(bytes.len());
        platform::read_exact_at(&self.file, &mut bytes[..size], self.at)?;
        self.at += size as u64;
        Ok(size)
    }
}

/// Returns a line with its hash, after `before`.
fn line(first: &[u8], value: &impl Serialize, before: &str) -> Vec<u8> {
    // Numbers and texts always have a form in JSON.
    let json = serde_json::to_vec(value).unwrap_or_default();
    let mut text = format!("{before}{} ", hex(&short_hash(first, &json))).into_bytes();
    text.extend(json);
    text.push(b'\n');
    text
}

/// Parses a line that begins with its hash; `None` if it is not what was written.
fn parse<T: DeserializeOwned>(first: &[u8], line: &[u8]) -> Option<T> {
    let line = line.strip_suffix(b"\n")?;
    let at = line.iter().position(|&byte| byte == b' ')?;
    let (its, json) = (&line[..at], &line[at + 1..]);
    if hex(&short_hash(first, json)).as_bytes() != its {
        return None;
    }
    serde_json::from_slice(json).ok()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A text takes all that is written.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Opens a journal for one scan alone. It is the file with this id, and still has its name once it is locked.
fn open_locked(path: &Path, id: Option<FileId>) -> Result<File> {
    let file = open_own(path, OpenOptions::new().read(true).write(true));
    let file = file.map_err(Error::io("opening", path))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(in_use(path)),
        Err(TryLockError::Error(error)) => return Err(Error::io("locking", path)(error)),
    }
    let opened = platform::id_of_file(&file).map_err(Error::io("opening", path))?;
    let is_same = id.is_none_or(|id| id == opened) && platform::id_of_name(path).is_ok_and(|id| id == opened);
    if is_same { Ok(file) } else { Err(in_use(path)) }
}

fn in_use(path: &Path) -> Error {
    Error::corpus(path, "another scan is writing here".to_owned())
}
