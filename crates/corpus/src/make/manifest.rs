//! The manifest: the job of a corpus, and the list of its whole shards.
//!
//! A manifest is untrusted input. The names, the order and the rows of its shards are compared with those of its job, and completeness
//! is computed, not read.
//!
//! To rewrite the manifest for each shard would take time quadratic in their number. A run appends each to a journal in `.work/`, and
//! rewrites the manifest when the journal has grown by a share of it; readers of a manifest read its journal too.

use super::{
    folder::{Folder, FolderManifest, JOURNAL, JOURNAL_OBJECT, SAVED_ROWS, is_journal},
    job::{Job, Part},
};
use gridmill_generate::{CountSums, without_code};
use gridmill_rate::{Rulebook, UnknownScale};
use gridmill_tables::{
    Error, Result,
    facts::{Facts, SamplingDesign},
    files::{read_text, remove_file},
    numbers::thousands,
    storage::{self, Address, StoredFile},
    write::arrays::arrow_schema,
};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    ops::{Deref, Range},
    path::{Path, PathBuf},
    slice,
};

/// The version of the manifest's form.
const MANIFEST_VERSION: u32 = 6;

/// Bytes of a manifest or a journal that are read at most: some 700,000 shards.
const LONGEST: u64 = 256 << 20;

/// Bytes of a shard without counts in a manifest, about: a test measures them.
pub(crate) const SHARD_BYTES: usize = 312;

/// A finished shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// File name in `data/`.
    pub name: String,
    /// Index of its first row.
    pub first_index: u64,
    /// Rows in it.
    pub rows: u64,
    /// Size of the file.
    pub size_bytes: u64,
    /// BLAKE3 hash of the file.
    pub blake3: String,
    /// BLAKE3 hash of the same rows as a CSV file without timings: equal whatever the format and the machine.
    pub contents_blake3: String,
    /// Minimal puzzles that the attempts of its rows counted, if the plan counts them. Manifests of earlier programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<CountSums>,
}

#[derive(Deserialize)]
struct Form {
    #[serde(rename = "manifest")]
    version: u32,
    #[serde(default)]
    job: Value,
}

/// Column of every shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestColumn {
    /// Its name.
    pub name: String,
    /// Its type, as Arrow calls it.
    #[serde(rename = "type")]
    pub kind: String,
}

/// Contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    #[serde(rename = "manifest")]
    version: u32,
    /// The program and its version.
    pub program: String,
    /// The scale of the ratings and its version, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_scale: Option<String>,
    /// Identifier of the license, if the maker chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Facts about the rows, for readers that do not know the job: they follow from it, whatever a manifest says. The plan stands in the job.
    #[serde(default, serialize_with = "without_plan")]
    pub facts: Facts,
    /// Job that describes the corpus.
    pub job: Job,
    /// The columns of every shard, in order.
    pub columns: Vec<ManifestColumn>,
    /// The parts that are made here; none where the whole is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// True if every shard of the job is present.
    pub complete: bool,
    /// The finished shards in order.
    pub shards: Vec<Shard>,
}

fn without_plan<S: Serializer>(facts: &Facts, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    let design = facts.design.as_ref().map(|design| SamplingDesign { plan: None, ..design.clone() });
    Facts { design, ..facts.clone() }.serialize(serializer)
}

/// Returns the columns that this program gives the shards of a job.
fn columns_of(job: &Job) -> Vec<ManifestColumn> {
    let column = |field: &std::sync::Arc<arrow_schema::Field>| ManifestColumn {
        name: field.name().clone(),
        kind: field.data_type().to_string(),
    };
    arrow_schema(&job.layout()).fields().iter().map(column).collect()
}

impl FolderManifest for Manifest {
    fn read(path: &Path) -> Result<Self> {
        Self::read(path)
    }

    fn keeps(name: &str) -> bool {
        is_journal(name) || name.ends_with(SAVED_ROWS)
    }

    const IN_OBJECT_STORES: bool = true;
}

impl Shard {
    /// Returns true if the file in the folder is the one that was entered. The bytes of an object are not read.
    pub(crate) fn is_whole_in(&self, folder: &Folder) -> Result<bool> {
        folder.has_whole(&self.name, self.size_bytes, &self.blake3)
    }
}

impl Manifest {
    /// Returns the manifest of a corpus without shards yet.
    pub fn new(job: Job) -> Self {
        Self {
            version: MANIFEST_VERSION,
            program: gridmill_tables::PROGRAM.to_owned(),
            rating_scale: job.plan.rating.scale(),
            license: None,
            facts: job.facts(gridmill_tables::PROGRAM),
            columns: columns_of(&job),
            job,
            parts: Vec::new(),
            complete: false,
            shards: Vec::new(),
        }
    }

    /// Records that `part` is made here.
    pub fn plan_part(&mut self, part: Part) {
        if part == Part::WHOLE {
            self.parts.clear();
        } else if (self.shards.is_empty() || !self.parts.is_empty()) && !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    /// Returns the rows that should be here.
    pub fn planned(&self) -> Vec<Range<u64>> {
        let parts = if self.parts.is_empty() { &[Part::WHOLE][..] } else { &self.parts };
        parts.iter().filter_map(|part| part.rows(&self.job).ok()).collect()
    }

    /// Returns the number of rows in the finished shards.
    pub fn rows(&self) -> u64 {
        self.shards.iter().map(|shard| shard.rows).sum()
    }

    /// Returns the facts of the rows in the finished shards, with what their attempts counted if all shards have that.
    pub fn facts_of_rows(&self) -> Facts {
        let mut counts = Some(CountSums::default()).filter(|_| !self.shards.is_empty());
        for shard in &self.shards {
            counts = counts.zip(shard.counts.as_ref()).map(|(mut sums, shard)| {
                sums.merge(shard);
                sums
            });
        }
        Facts { counts, ..self.job.facts(&self.program) }
    }

    /// Refuses a corpus of which the run has not ended.
    ///
    /// # Errors
    /// [`Error::Corpus`] about the folder at `path`.
    pub fn check_finished(&self, path: &Path) -> Result<()> {
        let planned: u64 = self.planned().iter().map(|rows| rows.end - rows.start).sum();
        if self.rows() >= planned {
            return Ok(());
        }
        let problem = format!(
            "the run that makes this corpus has not ended: {} of its {} rows are in whole files",
            thousands(self.rows()),
            thousands(planned)
        );
        Err(Error::corpus(path, problem))
    }

    /// Reads a manifest, with the journal of the run that left it, and checks it against its own job.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::Corpus`] if it is no manifest (with line and column), if it has a shard that the job does not have,
    /// in its place, with its name and its rows, or if it is longer than 256 MiB.
    pub fn read(path: &Path) -> Result<Self> {
        let broken = |problem: String| Error::corpus(path, problem);
        let text = read_bounded(path)?;
        let mut manifest = match (serde_json::from_str::<Self>(&text), serde_json::from_str::<Form>(&text)) {
            (_, Ok(Form { version, .. })) if version != MANIFEST_VERSION => {
                let problem = format!(
                    "manifest version {version} is not known; this program reads version {MANIFEST_VERSION}"
                );
                return Err(broken(problem));
            }
            (Err(error), form) => {
                let unknown = form.ok().and_then(|form| unknown_scale(&form.job["plan"]));
                return Err(broken(match unknown {
                    Some(unknown) => format!("its ratings are on a scale that this program lacks: {unknown}"),
                    None => format!("this is no manifest of gridmill: {}", without_code(&error.to_string())),
                }));
            }
            (Ok(manifest), _) => manifest,
        };
        drop(text);
        manifest.job.validate().map_err(|error| broken(error.to_string()))?;
        manifest.facts = manifest.job.facts(&manifest.program);
        manifest.check().map_err(broken)?;
        manifest.replay(&path.with_file_name(".work")).map_err(Error::io("reading", path))?;
        manifest.count();
        Ok(manifest)
    }

    /// Describes the first difference between the shards or parts and those of the job.
    fn check(&self) -> Result<(), String> {
        let mut next = 0;
        for shard in &self.shards {
            let number = self.number_of(shard)?;
            if number < next {
                return Err(format!(
                    "shard {} is not in its place: shards stand in order, each once",
                    shard.name
                ));
            }
            next = number + 1;
        }
        for (n, part) in self.parts.iter().enumerate() {
            if self.parts[..n].contains(part) {
                return Err(format!("part {part} is named twice"));
            }
            part.shards(&self.job).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Returns the number of a shard, if its name, rows and hashes are such as the job gives them.
    pub(crate) fn number_of(&self, shard: &Shard) -> Result<u64, String> {
        let job = &self.job;
        let number = job.shard_with(shard.first_index).filter(|&number| number < job.shards());
        let Some(number) = number.filter(|&number| shard.name == job.shard_name(number)) else {
            let Shard { name, first_index, .. } = shard;
            return Err(format!(
                "{name:?} is not the name of the shard with row {first_index} of this corpus"
            ));
        };
        let (name, rows) = (&shard.name, job.rows_of(number));
        if (shard.first_index, shard.rows) != (rows.start, rows.end - rows.start) {
            return Err(format!(
                "shard {name} has rows {} to {}, not {} from {}",
                rows.start,
                rows.end - 1,
                shard.rows,
                shard.first_index
            ));
        }
        if shard
            .counts
            .as_ref()
            .is_some_and(|counts| !job.plan.counts_puzzles() || !counts.are_of(shard.rows))
        {
            return Err(format!("shard {name} has counts that its rows cannot have"));
        }
        let is_hash = |text: &str| {
            text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        };
        if !is_hash(&shard.blake3) || !is_hash(&shard.contents_blake3) {
            return Err(format!("shard {name} has a hash that is not 64 hexadecimal digits"));
        }
        // Such a file is its own contents.
        if job.format == gridmill_tables::write::Format::Csv
            && !job.timings
            && shard.blake3 != shard.contents_blake3
        {
            return Err(format!("shard {name} has two hashes, and as CSV without timings it must have one"));
        }
        Ok(number)
    }

    /// Enters the shards of a journal, up to the first line that is none: a line that was being written when the run ended.
    fn replay(&mut self, work: &Path) -> io::Result<()> {
        read(work, LONGEST, |line| {
            let shard = serde_json::from_str::<Shard>(line).ok();
            let shard = shard.filter(|shard| self.number_of(shard).is_ok());
            shard.map(|shard| self.enter(shard)).is_some()
        })
    }

    /// Replaces the manifest in `folder` at once: a reader sees the old one or the new one, whole.
    fn write(&self, folder: &Folder) -> Result<()> {
        let path = folder.manifest();
        // Grown by doubling, the text of many shards would take twice its length.
        let mut text = Vec::with_capacity(self.shards.len() * SHARD_BYTES + (1 << 14));
        serde_json::to_writer_pretty(&mut text, self)
            .map_err(|error| Error::corpus(path.clone(), error.to_string()))?;
        text.push(b'\n');
        folder.replace(&path, &text)
    }

    /// Enters a shard, in its place, instead of an older one of its name.
    pub fn enter(&mut self, shard: Shard) {
        match self.place_of(shard.first_index) {
            Ok(place) => self.shards[place] = shard,
            Err(place) => self.shards.insert(place, shard),
        }
        self.count();
    }

    /// Returns the place of the shard that begins with this row, or where it would stand.
    fn place_of(&self, first_index: u64) -> Result<usize, usize> {
        self.shards.binary_search_by_key(&first_index, |shard| shard.first_index)
    }

    /// Returns true if shard `number` is entered.
    pub fn holds(&self, number: u64) -> bool {
        self.place_of(self.job.rows_of(number).start).is_ok()
    }

    /// Returns the entered shards with these numbers.
    pub fn shards_in(&self, numbers: &Range<u64>) -> &[Shard] {
        let place = |number| {
            let first = self.job.rows_of(number).start;
            self.shards.partition_point(|shard| shard.first_index < first)
        };
        let end = if numbers.end >= self.job.shards() { self.shards.len() } else { place(numbers.end) };
        &self.shards[place(numbers.start)..end]
    }

    /// Removes the entries of the shards in `gone`.
    pub fn remove_shards(&mut self, gone: &[String]) {
        if !gone.is_empty() {
            let gone: std::collections::BTreeSet<&String> = gone.iter().collect();
            self.shards.retain(|shard| !gone.contains(&shard.name));
            self.count();
        }
    }

    fn count(&mut self) {
        self.complete = self.shards.len() as u64 == self.job.shards();
    }

    /// Describes the first difference from the corpus of `other`.
    pub fn difference(&self, job: &Job) -> Option<String> {
        if self.program != gridmill_tables::PROGRAM {
            return Some(format!("it was made by {} and this is {}", self.program, gridmill_tables::PROGRAM));
        }
        self.job.difference(job).or_else(|| self.other_columns(job))
    }

    /// Describes the first difference from the columns that this program gives the shards of `job`.
    fn other_columns(&self, job: &Job) -> Option<String> {
        let here = columns_of(job);
        let shown = |column: Option<&ManifestColumn>| {
            column.map_or_else(
                || "absent".to_owned(),
                |ManifestColumn { name, kind }| format!("{name} ({kind})"),
            )
        };
        (0..self.columns.len().max(here.len())).find_map(|place| {
            let (there, here) = (self.columns.get(place), here.get(place));
            let differs =
                || format!("column {} is {} there and {} here", place + 1, shown(there), shown(here));
            (there != here).then(differs)
        })
    }
}

fn read_bounded(path: &Path) -> Result<String> {
    if !storage::is_remote(path) && !fs::metadata(path).map_err(Error::io("reading", path))?.is_file() {
        return Err(Error::corpus(path, "this is no manifest of gridmill: it is no regular file"));
    }
    read_text(path, LONGEST).map_err(Error::io("reading", path))
}

/// Manifest of a run: each entry is on disk at once, at a cost that does not depend on the number of shards.
#[derive(Debug)]
pub(crate) struct OpenManifest {
    manifest: Manifest,
    journal: Option<Journal>,
    /// Shards that only the journal holds.
    unsaved: usize,
}

impl OpenManifest {
    /// Shards of the manifest for each shard of the journal at which the manifest is rewritten. At most nine times its length is
    /// written in all, and a reader of the manifest alone misses at most that share.
    const SHARE: usize = 8;

    pub(crate) const fn new(manifest: Manifest) -> Self {
        Self { manifest, journal: None, unsaved: 0 }
    }

    /// Returns the manifest, to be changed before the next [`save`](Self::save).
    pub(crate) const fn edit(&mut self) -> &mut Manifest {
        &mut self.manifest
    }

    /// Enters shards, in memory and on disk.
    pub(crate) fn enter(&mut self, shards: Vec<Shard>, folder: &Folder) -> Result<()> {
        let mut lines = Vec::new();
        for shard in shards {
            serde_json::to_writer(&mut lines, &shard)
                .map_err(|error| Error::corpus(folder.manifest(), error.to_string()))?;
            lines.push(b'\n');
            self.manifest.enter(shard);
            self.unsaved += 1;
        }
        // If the manifest cannot be rewritten, appending to the journal may still work; the end of the run reports the error.
        if self.unsaved * Self::SHARE >= self.manifest.shards.len() {
            match self.save(folder) {
                // In an object store, it tells that another run has replaced the manifest.
                Err(error) if !folder.is_local() => return Err(error),
                Err(_) => {}
                Ok(()) => return Ok(()),
            }
        }
        let journal = match &mut self.journal {
            Some(journal) => journal,
            none => none.insert(Journal::create(folder)?),
        };
        journal.append(folder, &lines)
    }

    /// Writes the whole manifest; the journal is empty after that.
    pub(crate) fn save(&mut self, folder: &Folder) -> Result<()> {
        self.manifest.write(folder)?;
        self.unsaved = 0;
        clear(folder, self.journal.take().as_ref())
    }

    pub(crate) fn into_manifest(self) -> Manifest {
        self.manifest
    }
}

impl Deref for OpenManifest {
    type Target = Manifest;

    fn deref(&self) -> &Manifest {
        &self.manifest
    }
}

/// Bytes of a line, at most: one has some 300.
const LONGEST_LINE: u64 = 1 << 16;

/// Journal that a run appends to.
#[derive(Debug)]
pub(crate) enum Journal {
    File(File),
    /// Number of the next object.
    Objects(u32),
}

impl Journal {
    /// Begins an empty journal.
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

/// Returns the error of a scale that a plan in JSON names and this program does not have.
fn unknown_scale(plan: &Value) -> Option<UnknownScale> {
    let rulebooks = &plan["rating"]["rulebook"];
    let rulebooks = rulebooks.as_array().map_or(slice::from_ref(rulebooks), Vec::as_slice);
    // The text of a rulebook of one's own has several lines.
    let named = rulebooks.iter().filter_map(Value::as_str).filter(|text| !text.contains('\n'));
    named.map(Rulebook::built_in).find_map(Result::err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::folder::IfExists;
    use gridmill_generate::Plan;

    /// The estimates of large corpora, and the space set aside for a manifest, are as large as manifests are.
    #[test]
    fn a_shard_takes_its_bytes() {
        let job = Job { shard_rows: 100_000, ..Job::new(Plan::default(), "1".parse().unwrap(), 100_000_000) };
        let bytes = |shards: u64| {
            let mut manifest = Manifest::new(job.clone());
            for number in 0..shards {
                let rows = job.rows_of(number);
                manifest.shards.push(Shard {
                    name: job.shard_name(number),
                    first_index: rows.start,
                    rows: rows.end - rows.start,
                    size_bytes: 8_123_456,
                    blake3: "0".repeat(64),
                    contents_blake3: "1".repeat(64),
                    counts: None,
                });
            }
            serde_json::to_vec_pretty(&manifest).unwrap().len()
        };
        let each = (bytes(1000) - bytes(0)) / 1000;
        assert!(each.abs_diff(SHARD_BYTES) <= SHARD_BYTES / 50, "{each} bytes, not {SHARD_BYTES}");
    }

    /// A program with another column, or one of another type, does not go on with the shards.
    #[test]
    fn columns_of_shards_are_compared() {
        let job = Job::new(Plan::default(), "1".parse().unwrap(), 10);
        let manifest = Manifest::new(job.clone());
        assert_eq!(manifest.difference(&job), None);
        let changed = |change: fn(&mut Vec<ManifestColumn>)| {
            let mut manifest = manifest.clone();
            change(&mut manifest.columns);
            manifest.difference(&job).unwrap()
        };
        let more = ManifestColumn { name: "singles".to_owned(), kind: "Boolean".to_owned() };
        assert_eq!(
            changed(|columns| drop(columns.remove(0))),
            "column 1 is puzzle (Utf8) there and index (UInt64) here"
        );
        assert!(changed(|columns| columns[0].kind = "Int64".to_owned()).contains("index (Int64) there"));
        assert!(changed(|columns| columns.swap(1, 2)).starts_with("column 2 is solution"));
        assert!(changed(Vec::clear).starts_with("column 1 is absent there"));
        let mut manifest = manifest.clone();
        manifest.columns.push(more);
        assert!(manifest.difference(&job).unwrap().ends_with("is singles (Boolean) there and absent here"));
    }

    /// With shards entered one by one, all are on disk at each moment, and the manifest is rewritten about 50 times, not 500.
    #[test]
    fn the_manifest_is_rewritten_now_and_then_and_the_journal_holds_the_rest() {
        let root = tempfile::tempdir().unwrap();
        let job = Job { shard_rows: 10, ..Job::new(Plan::default(), "1".parse().unwrap(), 5000) };
        let (folder, _) = Folder::open::<Manifest>(root.path(), IfExists::Refuse).unwrap();
        let mut open = OpenManifest::new(Manifest::new(job.clone()));
        open.save(&folder).unwrap();
        let mut rewritten = 0;
        for number in 0..500 {
            let shard = Shard {
                name: job.shard_name(number),
                first_index: number * 10,
                rows: 10,
                size_bytes: 1,
                blake3: "0".repeat(64),
                contents_blake3: "1".repeat(64),
                counts: None,
            };
            open.enter(vec![shard], &folder).unwrap();
            rewritten += usize::from(open.unsaved == 0);
            if number % 50 == 7 {
                assert_eq!(&Manifest::read(&folder.manifest()).unwrap(), &*open);
            }
        }
        // One for each of the first eight, then at most eight for each time that their number grows by e.
        assert!((30..=60).contains(&rewritten), "{rewritten}");
        assert!(open.complete && open.unsaved > 0);
        open.save(&folder).unwrap();
        assert!(!folder.work("shards.jsonl").exists());
    }
}
