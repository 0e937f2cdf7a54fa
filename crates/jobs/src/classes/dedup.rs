//! Rows without duplicates: the first of each class, in the order of the input.

use super::{
    inputs::EquivalenceInputs,
    key::Keys,
    key_file::{KeyFile, RowKey},
    place_file::Places,
    sorter::{Partitions, Scan, Sorted, Sorter},
    split_folder::SplitFolder,
    write_places::{Destination, MemoryOutput, OneOutput, write_places},
};
use arrow_array::RecordBatch;
use gridmill_corpus::{
    Equivalence, IfExists, Rule, RunHooks, Selection, SplitManifest, SplitPlan, SplitRows,
};
use gridmill_tables::{
    Error, Result,
    files::{Draft, HashingWriter},
    read::{Invalid, Rows, RowsPart},
    threads::thread_pool,
    write::{Format, RowsOutput, text},
};
use rayon::ThreadPool;
use std::{
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// Options of removing duplicates.
#[derive(Debug, Clone)]
pub struct DedupJob {
    /// Relation between rows of which one is kept.
    pub by: Equivalence,
    /// Identifier of the license of a folder, if the maker chose one.
    pub license: Option<String>,
    /// Treatment of rows without a puzzle.
    pub invalid: Invalid,
    /// Bytes of memory to use, about.
    pub memory: u64,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Destination of the rows that are kept.
#[derive(Debug)]
pub enum DedupOutput {
    /// One file or stream.
    Rows(RowsOutput),
    /// A folder of files that a run can go on with.
    Folder {
        /// The folder.
        out: PathBuf,
        /// Treatment of what it holds.
        existing: IfExists,
        /// File format.
        format: Format,
        /// Rows of each file but the last.
        shard_rows: u64,
    },
}

/// File for the rows of classes with several.
#[derive(Debug)]
pub enum DedupReport {
    /// To be written.
    Draft(Draft),
    /// There already: the run that is gone on with must have written it.
    Earlier(PathBuf),
}

/// Totals of removing duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DedupTotals {
    /// Rows read.
    pub rows: u64,
    /// Rows kept, one of each class.
    pub kept: u64,
    /// Rows removed that have the very givens of the one that is kept.
    pub equal: u64,
    /// Rows removed that are equivalent to the one that is kept, with other givens.
    pub equivalent: u64,
    /// Classes of which rows were removed.
    pub groups: u64,
    /// Rows left out because they hold no puzzle or, where solutions are compared, not exactly one solution.
    pub no_puzzle: u64,
}

/// Record by class: key, index, hash of the text.
const RECORD: usize = 16 + 8 + 8;

/// Member of a class with several rows: its index, that of the first, and 1.
const MEMBER: usize = 8 + 8;

impl DedupTotals {
    /// Returns the totals as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let Self { rows, kept, equal, equivalent, groups, no_puzzle } = *self;
        serde_json::json!({
            "rows": rows, "kept": kept, "equal": equal, "equivalent": equivalent, "groups": groups, "no_puzzle": no_puzzle
        })
    }
}

impl DedupJob {
    /// Writes the first row of each class in `inputs` to `out`, and the rows of classes with several to `report`, as CSV.
    ///
    /// # Errors
    /// [`Error::Option`] for options that cannot be met, [`Error::NoPuzzle`] for a row without a puzzle unless such are skipped,
    /// [`Error::Io`] and [`Error::Corpus`] for files that fail, [`Error::Interrupted`] once a stop is asked for.
    pub fn run(
        &self,
        inputs: &EquivalenceInputs,
        out: DedupOutput,
        report: Option<DedupReport>,
        events: &RunHooks,
    ) -> Result<DedupTotals> {
        let pool = Arc::new(thread_pool(self.threads)?);
        match out {
            DedupOutput::Rows(out) => {
                let mut out = OneOutput::new(out);
                let (totals, groups) = self.write(inputs, &mut out, &pool, events)?;
                let report = match report {
                    Some(DedupReport::Draft(draft)) => Some(write_report(draft, inputs, &groups, events)?.0),
                    Some(DedupReport::Earlier(path)) => return Err(not_of_this_run(&path)),
                    None => None,
                };
                out.keep(report)?;
                Ok(totals)
            }
            DedupOutput::Folder { out, existing, format, shard_rows } => {
                let selection = Selection {
                    by: self.by,
                    shape: inputs.shape(),
                    format,
                    shard_rows: shard_rows.max(1),
                    rule: Rule::Dedup,
                    invalid: self.invalid,
                    columns: inputs.columns.clone(),
                    output_columns: inputs.output.clone(),
                    generated: None,
                    inputs: inputs.identify(&pool)?,
                    exclude: Vec::new(),
                };
                let mut report = report;
                let place = (out.as_path(), existing);
                // An earlier report and the new rows are never there together.
                let folder = SplitFolder::open(selection, self.license.as_deref(), place, |is_emptied| {
                    if let (true, Some(DedupReport::Earlier(path))) = (is_emptied, &report) {
                        report = Some(DedupReport::Draft(Draft::open(path, true)?));
                    }
                    match &report {
                        Some(DedupReport::Draft(draft)) if is_emptied => draft.remove_earlier(),
                        _ => Ok(()),
                    }
                })?;
                let report = match report {
                    Some(DedupReport::Earlier(path)) if folder.has_written(&path)? => None,
                    Some(DedupReport::Earlier(path)) => return Err(not_of_this_run(&path)),
                    Some(DedupReport::Draft(draft)) => Some(draft),
                    None => None,
                };
                let manifest = self.write_folder(inputs, (folder, report), &pool, events)?;
                Ok(manifest.plan.as_ref().map(DedupTotals::of).unwrap_or_default())
            }
        }
    }

    /// Returns the first row of each class in `inputs`, in memory.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_in_memory(
        &self,
        inputs: &EquivalenceInputs,
        events: &RunHooks,
    ) -> Result<(DedupTotals, Vec<RecordBatch>)> {
        // The rows of the only split have the facts of all.
        let mut out = MemoryOutput::new(vec!["train".to_owned()]);
        let pool = Arc::new(thread_pool(self.threads)?);
        let (totals, _) = self.write(inputs, &mut out, &pool, events)?;
        Ok((totals, out.into_splits().remove(0)))
    }

    /// Writes the rows to `out`, and returns the members of classes with several.
    fn write(
        &self,
        inputs: &EquivalenceInputs,
        out: &mut dyn Destination,
        pool: &Arc<ThreadPool>,
        events: &RunHooks,
    ) -> Result<(DedupTotals, Sorted<MEMBER>)> {
        let work = std::env::temp_dir();
        let mut keys = KeyFile::temporary(&work)?;
        let (totals, places, groups) = self.places(inputs, &mut keys, (&work, pool), events)?;
        let mut places = places.write(None, &work)?;
        let command = format!("gridmill dedup --by {}", self.by.name());
        let facts = inputs.facts()?.without_duplicates(self.by.name(), totals.plan().duplicates);
        let facts = facts.made_by(command, inputs.identities());
        write_places(inputs, (&mut places, &facts), out, pool, events)?;
        Ok((totals, groups))
    }

    fn write_folder(
        &self,
        inputs: &EquivalenceInputs,
        (mut folder, report): (SplitFolder, Option<Draft>),
        pool: &Arc<ThreadPool>,
        events: &RunHooks,
    ) -> Result<SplitManifest> {
        // The groups are found again for a report.
        let earlier = if report.is_some() { None } else { folder.earlier_places()? };
        if report.is_none() && folder.is_complete() {
            return Ok(folder.into_manifest());
        }
        let mut places = if let Some(places) = earlier {
            places
        } else {
            let work = folder.work_files();
            let mut keys = KeyFile::open(&work.keys)?;
            let found = self.places(inputs, &mut keys, (&work.folder, pool), events);
            let (totals, places, groups) = folder.unless_withdrawn(found)?;
            let places = places.write(Some(&work.places), &work.folder)?;
            folder.set_plan(totals.plan(), &places)?;
            if let Some(report) = report {
                let (report, hash) = write_report(report, inputs, &groups, events)?;
                folder.set_report(hash)?;
                report.keep()?;
            }
            places
        };
        let facts = folder.facts(inputs.facts()?);
        let schema = folder.write(inputs, (&mut places, &facts), pool, events)?;
        // Windows keeps a folder as long as a file in it is open.
        drop(places);
        folder.complete(&schema, facts)
    }

    /// Finds the places of the rows, and the members of classes with several.
    fn places(
        &self,
        inputs: &EquivalenceInputs,
        file: &mut KeyFile,
        (work, pool): (&Path, &Arc<ThreadPool>),
        events: &RunHooks,
    ) -> Result<(DedupTotals, Places, Sorted<MEMBER>)> {
        let keys = Keys::new(inputs.shape(), pool);
        // By text, equal keys are equal texts.
        let is_by_text = self.by == Equivalence::Row;
        let mut texts =
            |rows: &Rows| Ok(if is_by_text { vec![[0; 8]; rows.puzzles.len()] } else { texts(rows) });
        let memory = usize::try_from(self.memory).unwrap_or(usize::MAX);
        let (mut by_class, mut no_puzzle) = (Partitions::<RECORD>::new(work, memory / 2), 0);
        let mut see = |index: u64, key: RowKey| {
            let Some((key, text)) = key else {
                no_puzzle += 1;
                return Ok(());
            };
            let mut record = [0; RECORD];
            record[..16].copy_from_slice(&key);
            record[16..24].copy_from_slice(&index.to_be_bytes());
            record[24..].copy_from_slice(&text);
            by_class.push(record)
        };
        let part = (inputs, RowsPart::Puzzles);
        file.complete(part, (&keys, self.by), (&mut texts, &mut see), self.invalid, events)?;
        let places = Places::new(work, memory / 4, file.rows);
        let groups = Mutex::new(Sorter::<MEMBER>::new(work, memory / 8));
        let found = keys.pool().install(|| {
            by_class.finish()?.scan_each(|_, rows| place_first_rows(rows, is_by_text, &places, &groups))
        })?;
        let totals = DedupTotals { rows: file.rows, no_puzzle, ..DedupTotals::default() };
        let totals = found.iter().fold(totals, DedupTotals::plus);
        let groups = groups.into_inner().unwrap_or_else(PoisonError::into_inner);
        let groups = keys.pool().install(|| groups.finish())?;
        Ok((totals, places, groups))
    }
}

/// Enters the place of the first row of each class, and all members of classes with several rows. Returns the counts of classes and rows.
fn place_first_rows(
    rows: &mut Scan<'_, RECORD>,
    is_by_text: bool,
    places: &Places,
    groups: &Mutex<Sorter<MEMBER>>,
) -> Result<DedupTotals> {
    /// Members that are entered together.
    const BATCH: usize = 4096;
    let (mut totals, mut batch) = (DedupTotals::default(), places.batch());
    let mut members: Vec<[u8; MEMBER]> = Vec::new();
    let enter = |members: &mut Vec<_>| {
        let mut groups = groups.lock().unwrap_or_else(PoisonError::into_inner);
        members.drain(..).try_for_each(|member| groups.push(member))
    };
    let index = |record: &[u8; RECORD]| {
        let mut index = [0; 8];
        index.copy_from_slice(&record[16..24]);
        index
    };
    let member = |record: &[u8; RECORD], first: &[u8; RECORD]| {
        let mut member = [0; MEMBER];
        member[..8].copy_from_slice(&index(record));
        member[8..].copy_from_slice(&index(first));
        member
    };
    // The first row of the class, and true if no other was found.
    let mut class: Option<([u8; RECORD], bool)> = None;
    while let Some(record) = rows.next()? {
        let Some((first, is_alone)) = class.as_mut().filter(|(first, _)| first[..16] == record[..16]) else {
            class = Some((record, true));
            totals.kept += 1;
            batch.put(u64::from_be_bytes(index(&record)), 0)?;
            continue;
        };
        if *is_alone {
            members.push(member(first, first));
            totals.groups += 1;
            *is_alone = false;
        }
        members.push(member(&record, first));
        if is_by_text || first[24..] == record[24..] {
            totals.equal += 1;
        } else {
            totals.equivalent += 1;
        }
        if members.len() >= BATCH {
            enter(&mut members)?;
        }
    }
    batch.enter()?;
    enter(&mut members)?;
    Ok(totals)
}

/// Returns a hash of the givens of each row.
fn texts(rows: &Rows) -> Vec<[u8; 8]> {
    let mut text = Vec::new();
    let hash = |(_, grid): &(u64, Result<gridmill_board::Grid, String>)| {
        text.clear();
        if let Ok(grid) = grid {
            grid.write_text(&mut text);
        }
        text_hash(&text)
    };
    rows.puzzles.iter().map(hash).collect()
}

/// Returns a hash of a text, by products that are folded, as in wyhash. It only tells texts of one class from each other, sooner than BLAKE3.
fn text_hash(text: &[u8]) -> [u8; 8] {
    /// Odd numbers with about as many ones as zeros: digits of pi.
    const KEYS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345];
    let mut hash = KEYS[0] ^ text.len() as u64;
    for word in text.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..word.len()].copy_from_slice(word);
        let product = u128::from(hash ^ u64::from_le_bytes(bytes)) * u128::from(KEYS[1]);
        #[expect(clippy::cast_possible_truncation, reason = "both halves")]
        let folded = (product >> 64) as u64 ^ product as u64;
        hash = folded ^ KEYS[0];
    }
    hash.to_le_bytes()
}

impl DedupTotals {
    fn plus(self, other: &Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            kept: self.kept + other.kept,
            equal: self.equal + other.equal,
            equivalent: self.equivalent + other.equivalent,
            groups: self.groups + other.groups,
            no_puzzle: self.no_puzzle + other.no_puzzle,
        }
    }

    /// Returns the rows as a folder's manifest has them.
    fn plan(&self) -> SplitPlan {
        SplitPlan {
            rows: self.rows,
            no_puzzle: self.no_puzzle,
            duplicates: self.equal + self.equivalent,
            equal: self.equal,
            groups: self.groups,
            classes: self.kept,
            splits: vec![SplitRows { name: "train".to_owned(), rows: self.kept, classes: self.kept }],
            ..SplitPlan::default()
        }
    }

    fn of(plan: &SplitPlan) -> Self {
        Self {
            rows: plan.rows,
            kept: plan.classes,
            equal: plan.equal,
            equivalent: plan.duplicates.saturating_sub(plan.equal),
            groups: plan.groups,
            no_puzzle: plan.no_puzzle,
        }
    }
}

/// Writes the rows of classes with several: `group,kept,file,row,puzzle`, in the order of the input. `group` is the number of the first
/// row of the class, from 0, and `row` that of the row in its file, from 1. Returns the file, which has no name yet, and its hash.
fn write_report(
    report: Draft,
    inputs: &EquivalenceInputs,
    groups: &Sorted<MEMBER>,
    events: &RunHooks,
) -> Result<(Draft, String)> {
    let path = report.path().to_owned();
    let mut out = BufWriter::with_capacity(1 << 16, HashingWriter::new(report));
    let mut write = |lines: Vec<u8>| out.write_all(&lines).map_err(Error::io("writing", &path));
    write(b"group,kept,file,row,puzzle\n".to_vec())?;
    let mut members = groups.scan()?;
    let (mut member, mut first) = (next_member(&mut members)?, 0);
    inputs.for_each_batch(inputs.tables()?, &events.stop, |rows| {
        let mut lines = Vec::new();
        while let Some((index, group)) = member {
            let Some((line, grid)) =
                usize::try_from(index - first).ok().and_then(|row| rows.puzzles.get(row))
            else {
                break;
            };
            let name = inputs.shown(&rows.file.0).display().to_string();
            let puzzle = grid.as_ref().map_or_else(|_| String::new(), ToString::to_string);
            let fields = [group.to_string(), (index == group).to_string(), name, line.to_string(), puzzle];
            lines.extend(text::lines(|writer| writer.write_record(&fields))?);
            member = next_member(&mut members)?;
        }
        first += rows.puzzles.len() as u64;
        write(lines)
    })?;
    let out = out.into_inner().map_err(|error| Error::io("writing", &path)(error.into_error()))?;
    let hash = out.hash();
    Ok((out.into_inner(), hash))
}

fn not_of_this_run(path: &Path) -> Error {
    Error::option(format!(
        "{}: it exists, and is not what this run has written; give another `report`, or remove it",
        path.display()
    ))
}

fn next_member(members: &mut Scan<'_, MEMBER>) -> Result<Option<(u64, u64)>> {
    let member = members.next()?.map(u128::from_be_bytes);
    #[expect(clippy::cast_possible_truncation, reason = "two numbers of 64 bits")]
    Ok(member.map(|both| ((both >> 64) as u64, both as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Texts that differ in one or two cells, in their order, or in their length.
    #[test]
    fn different_texts_have_different_hashes() {
        let empty = [b'.'; 81];
        let mut texts = vec![Vec::new(), empty[1..].to_vec()];
        for one in 0..81 {
            for other in one..81 {
                for digits in [*b"11", *b"12", *b"21", *b"99"] {
                    let mut text = empty.to_vec();
                    (text[one], text[other]) = (digits[0], digits[1]);
                    texts.push(text);
                }
            }
        }
        texts.sort();
        texts.dedup();
        let hashes: BTreeSet<_> = texts.iter().map(|text| text_hash(text)).collect();
        assert_eq!(hashes.len(), texts.len());
    }
}
