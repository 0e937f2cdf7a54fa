//! Splits that share no class.
//!
//! The classes are put in an order that the seed decides, by a keyed hash of their forms, and cut at the shares of the rows. So the split of
//! a row depends on the seed and on which rows there are, and not on their order or on threads. A class that lies across a cut goes
//! to the split before it: sizes are exact up to one class.
//!
//! ```text
//! keys in order   |--- partition 0 ---|--- partition 1 ---| ...      counted by all threads: rows of each stratum
//! splits          |-- train --------------------|- test --|          cut by all threads: each knows the rows before its partition
//! ```

use super::{
    cuts::Cuts,
    inputs::EquivalenceInputs,
    key::Keys,
    key_file::{KeyFile, RowKey, secret_of},
    place_file::{PlaceBatch, PlaceFile, Places},
    sorter::{Partitioned, Partitions, Scan, Sorter},
    split_folder::{SplitFolder, WorkFiles},
    stratum_values::stratum_values,
    write_places::{MemoryOutput, write_places},
};
use arrow_array::RecordBatch;
use gridmill_board::Shape;
use gridmill_corpus::{
    Equivalence, IfExists, Job, Rule, RunHooks, Selection, Shares, SplitManifest, SplitPlan, SplitRows,
    Stratum, StratumRows,
};
use gridmill_generate::MasterSeed;
use gridmill_tables::{
    Error, Result,
    read::{GridColumns, Invalid, Rows, RowsPart},
    schema::ColumnNames,
    threads::thread_pool,
    write::Format,
};
use rayon::ThreadPool;
use std::{cmp::Ordering, collections::BTreeMap, path::Path, sync::Arc};

/// Strata, at most.
const MAX_STRATA: usize = 10_000;

/// Options of splitting rows.
#[derive(Debug, Clone)]
pub struct SplitJob {
    /// Rows of one class stay together.
    pub by: Equivalence,
    /// The splits.
    pub into: Shares,
    /// Seed of the order of classes.
    pub seed: MasterSeed,
    /// Property whose values have the same shares in each split.
    pub stratify: Option<Stratum>,
    /// File format.
    pub format: Format,
    /// Rows of each file but the last of a split.
    pub shard_rows: u64,
    /// Identifier of the license of the folder, if the maker chose one.
    pub license: Option<String>,
    /// Treatment of rows without a puzzle.
    pub invalid: Invalid,
    /// Bytes of memory to use, about.
    pub memory: u64,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Values of strata by their hashes.
type StratumNames = BTreeMap<[u8; 8], String>;

impl SplitJob {
    /// Splits the rows of `inputs`, without those equivalent to a row of `exclude`, into the folder `out`.
    ///
    /// # Errors
    /// [`Error::Option`] for options that cannot be met, [`Error::NoPuzzle`] for a row without a puzzle unless such are skipped,
    /// [`Error::Io`] and [`Error::Corpus`] for files that fail, [`Error::Interrupted`] once a stop is asked for.
    pub fn run(
        &self,
        inputs: &EquivalenceInputs,
        exclude: Option<&EquivalenceInputs>,
        out: &Path,
        existing: IfExists,
        events: &RunHooks,
    ) -> Result<SplitManifest> {
        let pool = Arc::new(thread_pool(self.threads)?);
        let mut selection = self.selection(inputs.shape());
        selection.inputs = inputs.identify(&pool)?;
        selection.exclude = exclude.map_or_else(|| Ok(Vec::new()), |exclude| exclude.identify(&pool))?;
        selection.columns = inputs.columns.clone();
        selection.output_columns = inputs.output.clone();
        let folder = SplitFolder::open(selection, self.license.as_deref(), (out, existing), |_| Ok(()))?;
        if folder.is_complete() {
            return Ok(folder.into_manifest());
        }
        folder.fill(inputs, &pool, events, |work| self.plan(inputs, exclude, (work, &pool), events))
    }

    /// Splits the rows of a corpus that `make` makes in the folder that it is given, and which is removed at the end. A run that goes on
    /// calls it again.
    ///
    /// # Errors
    /// As [`run`](Self::run), and those of `make`.
    pub fn run_generated<E: From<Error>>(
        &self,
        job: &Job,
        (out, existing): (&Path, IfExists),
        events: &RunHooks,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<SplitManifest, E> {
        let shape = job.plan.shape;
        let mut selection = self.selection(shape);
        selection.generated = Some(job.clone());
        let folder = SplitFolder::open(selection, self.license.as_deref(), (out, existing), |_| Ok(()))?;
        if folder.is_complete() {
            return Ok(folder.into_manifest());
        }
        let rows = folder.generated();
        make(&rows)?;
        let inputs = EquivalenceInputs::new(vec![rows], shape, GridColumns::default())?;
        let pool = Arc::new(thread_pool(self.threads)?);
        Ok(folder.fill(&inputs, &pool, events, |work| self.plan(&inputs, None, (work, &pool), events))?)
    }

    /// Splits the rows of `inputs` in memory, and returns those of each split. [`format`](Self::format), [`shard_rows`](Self::shard_rows)
    /// and [`license`](Self::license) are those of folders.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_in_memory(
        &self,
        inputs: &EquivalenceInputs,
        exclude: Option<&EquivalenceInputs>,
        events: &RunHooks,
    ) -> Result<(SplitPlan, Vec<Vec<RecordBatch>>)> {
        let folder = tempfile::tempdir().map_err(Error::io("creating a folder in", std::env::temp_dir()))?;
        let file = |name| folder.path().join(name);
        let work = WorkFiles { keys: file("keys"), places: file("places"), folder: folder.path().to_owned() };
        let pool = Arc::new(thread_pool(self.threads)?);
        let (plan, mut places) = self.plan(inputs, exclude, (&work, &pool), events)?;
        let facts = self.selection(inputs.shape()).facts(inputs.facts()?, &plan);
        let mut out = MemoryOutput::new(self.into.names().map(str::to_owned).collect());
        write_places(inputs, (&mut places, &facts), &mut out, &pool, events)?;
        Ok((plan, out.into_splits()))
    }

    fn selection(&self, shape: Shape) -> Selection {
        Selection {
            by: self.by,
            shape,
            format: self.format,
            shard_rows: self.shard_rows.max(1),
            rule: Rule::Split { into: self.into.clone(), seed: self.seed.clone(), stratify: self.stratify },
            invalid: self.invalid,
            columns: GridColumns::default(),
            output_columns: ColumnNames::default(),
            generated: None,
            inputs: Vec::new(),
            exclude: Vec::new(),
        }
    }

    fn plan(
        &self,
        inputs: &EquivalenceInputs,
        exclude: Option<&EquivalenceInputs>,
        (work, pool): (&WorkFiles, &Arc<ThreadPool>),
        events: &RunHooks,
    ) -> Result<(SplitPlan, PlaceFile)> {
        let keys = Keys::seeded(inputs.shape(), pool, secret_of(&self.seed));
        let mut names = StratumNames::new();
        let mut file = KeyFile::open(&work.keys)?;
        let mut strata = |rows: &Rows| self.strata(rows, &mut names);
        let part = if self.stratify.is_some() { RowsPart::All } else { RowsPart::Puzzles };
        let memory = usize::try_from(self.memory / 2).unwrap_or(usize::MAX);
        let mut by_class = Partitions::<RECORD>::new(&work.folder, memory);
        let mut plan = SplitPlan::default();
        let mut see = |index: u64, key: RowKey| {
            plan.no_puzzle += u64::from(key.is_none());
            key.map_or(Ok(()), |(key, stratum)| by_class.push(record(key, 1, stratum, index)))
        };
        file.complete((inputs, part), (&keys, self.by), (&mut strata, &mut see), self.invalid, events)?;
        plan.rows = file.rows;
        let mut excluded = KeyFile::temporary(&work.folder)?;
        for exclude in exclude.iter().flat_map(|exclude| exclude.each()) {
            let mut none = |rows: &Rows| Ok(vec![[0; 8]; rows.puzzles.len()]);
            excluded.append_keys(&exclude, (&keys, self.by), &mut none, self.invalid, events)?;
        }
        excluded.for_each(|_, key| match key {
            Some((key, _)) => {
                plan.excluded_puzzles += 1;
                by_class.push(record(key, 0, [0; 8], 0))
            }
            None => Ok(()),
        })?;
        let places = Places::new(&work.folder, memory / 2, plan.rows);
        keys.pool().install(|| {
            let strata = assign(&by_class.finish()?, &self.into, (&mut plan, &places))?;
            plan.strata = self.named_strata(strata, &names);
            Ok::<(), Error>(())
        })?;
        let mut places = places.write(Some(&work.places), &work.folder)?;
        plan.classes_in_common = match excluded.rows {
            0 if are_ranges(&file, &mut places, plan.splits.len())? => 0,
            _ => {
                places.rewind()?;
                let sorter = Sorter::new(&work.folder, memory);
                let (files, mut common) = ((&file, Some(&excluded)), 0);
                let mut see = |_, count| common += u64::from(count == 2);
                keys.pool().install(|| each_place_of_classes(files, &mut places, sorter, &mut see))?;
                common
            }
        };
        if plan.classes_in_common > 0 {
            let problem = format!("{} classes would be in more than one split", plan.classes_in_common);
            return Err(Error::corpus(work.places.clone(), problem));
        }
        places.rewind()?;
        Ok((plan, places))
    }

    fn strata(&self, rows: &Rows, names: &mut StratumNames) -> Result<Vec<[u8; 8]>> {
        let Some(stratify) = self.stratify else { return Ok(vec![[0; 8]; rows.puzzles.len()]) };
        let hash = |value: String| {
            let mut hash = [0; 8];
            hash.copy_from_slice(&blake3::hash(value.as_bytes()).as_bytes()[..8]);
            names.entry(hash).or_insert(value);
            hash
        };
        let strata = stratum_values(stratify, rows)?.into_iter().map(hash).collect();
        if names.len() > MAX_STRATA {
            let problem = format!("{} has more than {MAX_STRATA} values; no strata", stratify.name());
            return Err(Error::option(problem));
        }
        Ok(strata)
    }

    fn named_strata(&self, strata: StratumSplits, names: &StratumNames) -> Vec<StratumRows> {
        if self.stratify.is_none() {
            return Vec::new();
        }
        let named = |(hash, rows)| StratumRows { value: names.get(&hash).cloned().unwrap_or_default(), rows };
        let mut strata: Vec<_> = strata.into_iter().map(named).collect();
        strata.sort_by(|one, two| human_order(&one.value, &two.value));
        strata
    }
}

/// Orders values of strata: finite numbers by size, then all else by its text.
fn human_order(one: &str, other: &str) -> Ordering {
    let number = |value: &str| value.parse().ok().filter(|number: &f64| number.is_finite());
    let [first, second] = [one, other].map(|value| number(value).unwrap_or(f64::INFINITY));
    first.total_cmp(&second).then_with(|| one.cmp(other))
}

/// Returns true if the keys of each split lie in a range of their own, so that no class has rows in several, by the places as they are on the
/// disk. Splits by strata are no ranges.
fn are_ranges(rows: &KeyFile, places: &mut PlaceFile, splits: usize) -> Result<bool> {
    let mut ranges = vec![None; splits];
    rows.for_each(|_, key| {
        if let (Some((key, _)), Some(split)) = (key, places.next()?)
            && let Some(range) = ranges.get_mut(split)
        {
            let key = u128::from_be_bytes(key);
            let (least, greatest) = range.get_or_insert((key, key));
            (*least, *greatest) = (key.min(*least), key.max(*greatest));
        }
        Ok(())
    })?;
    let mut ranges: Vec<_> = ranges.into_iter().flatten().collect();
    ranges.sort_unstable();
    Ok(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0))
}

/// Calls `see` for each class, once with each of its places: those of its rows, and [`EXCLUDED`] if it is in the excluded files. `see` gets the
/// place, and how many places of the class it has got so far, this one included. Places are read as they are on the disk.
pub(super) fn each_place_of_classes(
    (rows, excluded): (&KeyFile, Option<&KeyFile>),
    places: &mut PlaceFile,
    mut sorter: Sorter<17>,
    mut see: impl FnMut(u8, usize),
) -> Result<()> {
    let mut put = |key: [u8; 16], place: u8| {
        let mut record = [place; 17];
        record[..16].copy_from_slice(&key);
        sorter.push(record)
    };
    rows.for_each(|_, key| match (key, places.next()?) {
        (Some((key, _)), Some(split)) => put(key, u8::try_from(split).unwrap_or(EXCLUDED - 1)),
        _ => Ok(()),
    })?;
    let mut exclude = |_, key: RowKey| key.map_or(Ok(()), |(key, _)| put(key, EXCLUDED));
    excluded.map_or(Ok(()), |excluded| excluded.for_each(&mut exclude))?;
    let sorted = sorter.finish()?;
    let (mut scan, mut last, mut count) = (sorted.scan()?, None, 0);
    while let Some(record) = scan.next()? {
        if last.is_none_or(|last: [u8; 17]| last[..16] != record[..16]) {
            count = 0;
        }
        if last != Some(record) {
            count += 1;
            see(record[16], count);
        }
        last = Some(record);
    }
    Ok(())
}

/// Place of a class in the excluded files.
const EXCLUDED: u8 = u8::MAX;

/// Record by class: key, 0 for an excluded row and 1 for a row to split, stratum, index.
pub(super) const RECORD: usize = 16 + 1 + 8 + 8;

/// Rows of each stratum, by its hash.
type RowsOfStrata = BTreeMap<[u8; 8], u64>;

type StratumSplits = BTreeMap<[u8; 8], Vec<u64>>;

#[derive(Debug, Default)]
struct ClassTotals {
    /// Classes without excluded rows.
    classes: u64,
    /// Classes with both excluded rows and rows to split.
    excluded_classes: u64,
    /// Rows that are not excluded.
    rows: RowsOfStrata,
}

/// Row of a class that is not excluded.
struct ClassRow {
    /// True for the first row of its class.
    is_first: bool,
    /// The stratum of the class: the least of its rows'.
    stratum: [u8; 8],
    index: u64,
}

/// Returns the record of a row, or of an excluded one if `kind` is 0.
pub(super) fn record(key: [u8; 16], kind: u8, stratum: [u8; 8], index: u64) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..16].copy_from_slice(&key);
    record[16] = kind;
    record[17..25].copy_from_slice(&stratum);
    record[25..].copy_from_slice(&index.to_be_bytes());
    record
}

/// Puts each class into a split, and enters the counts of classes and rows in the plan. Returns the rows of each
/// stratum in each split.
fn assign(
    by_class: &Partitioned<RECORD>,
    into: &Shares,
    (plan, places): (&mut SplitPlan, &Places),
) -> Result<StratumSplits> {
    let found = by_class.scan_each(|_, rows| ClassTotals::of(rows))?;
    // For each partition, the rows of each stratum in those before it.
    let (mut before, mut strata) = (Vec::with_capacity(found.len()), RowsOfStrata::new());
    for ClassTotals { classes, excluded_classes, rows } in found {
        before.push(strata.clone());
        for (stratum, rows) in rows {
            *strata.entry(stratum).or_default() += rows;
        }
        plan.classes += classes + excluded_classes;
        plan.excluded_classes += excluded_classes;
    }
    let (mut rows_before, mut cuts) = (0, BTreeMap::new());
    for (&stratum, &rows) in &strata {
        cuts.insert(stratum, Cuts::of(into, rows_before, rows));
        rows_before += rows;
    }
    plan.excluded = plan.rows - plan.no_puzzle - rows_before;
    let none = |name: &str| SplitRows { name: name.to_owned(), rows: 0, classes: 0 };
    plan.splits = into.names().map(none).collect();
    let placed = by_class.scan_each(|partition, rows| {
        place(rows, &cuts, &before[partition], plan.splits.len(), places.batch())
    })?;
    let none = vec![0; plan.splits.len()];
    let mut strata: StratumSplits = strata.into_keys().map(|stratum| (stratum, none.clone())).collect();
    for (found, classes) in placed {
        for (stratum, rows) in found {
            add_each(strata.entry(stratum).or_insert_with(|| none.clone()).iter_mut(), &rows);
        }
        add_each(plan.splits.iter_mut().map(|split| &mut split.classes), &classes);
    }
    for rows in strata.values() {
        add_each(plan.splits.iter_mut().map(|split| &mut split.rows), rows);
    }
    Ok(strata)
}

fn add_each<'a>(sums: impl Iterator<Item = &'a mut u64>, numbers: &[u64]) {
    sums.zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// A stratum whose rows are being put into splits.
struct Filling<'a> {
    cuts: &'a Cuts,
    /// Rows that have a place, those of partitions before included.
    placed: u64,
    splits: Vec<u64>,
}

/// Puts the classes of a partition into splits, where `placed` counts the rows of each stratum that have a place. Returns the rows of each
/// stratum in each split, and the classes of each split.
fn place(
    rows: &mut Scan<'_, RECORD>,
    cuts: &BTreeMap<[u8; 8], Cuts>,
    placed: &RowsOfStrata,
    splits: usize,
    mut batch: PlaceBatch<'_>,
) -> Result<(StratumSplits, Vec<u64>)> {
    let mut strata: BTreeMap<[u8; 8], Filling<'_>> = BTreeMap::new();
    for (&stratum, cuts) in cuts {
        let placed = placed.get(&stratum).copied().unwrap_or_default();
        strata.insert(stratum, Filling { cuts, placed, splits: vec![0; splits] });
    }
    let (mut classes, mut split) = (vec![0; splits], 0);
    for_each_row(rows, |row| {
        let Some(stratum) = strata.get_mut(&row.stratum) else { return Ok(()) };
        if row.is_first {
            split = stratum.cuts.split_at(stratum.placed);
            classes[split] += 1;
        }
        stratum.placed += 1;
        stratum.splits[split] += 1;
        batch.put(row.index, split)
    })?;
    batch.enter()?;
    Ok((strata.into_iter().map(|(stratum, filling)| (stratum, filling.splits)).collect(), classes))
}

impl ClassTotals {
    fn of(rows: &mut Scan<'_, RECORD>) -> Result<Self> {
        let mut totals = Self::default();
        totals.excluded_classes = for_each_row(rows, |row| {
            totals.classes += u64::from(row.is_first);
            *totals.rows.entry(row.stratum).or_default() += 1;
            Ok(())
        })?;
        Ok(totals)
    }
}

/// Shows the rows by class, without the excluded classes. Returns the number of those that have rows to split.
fn for_each_row(rows: &mut Scan<'_, RECORD>, mut see: impl FnMut(ClassRow) -> Result<()>) -> Result<u64> {
    let (mut class, mut is_counted, mut excluded_classes): (Option<[u8; RECORD]>, _, _) = (None, false, 0);
    while let Some(record) = rows.next()? {
        let known = class.filter(|first| first[..16] == record[..16]);
        let first = known.unwrap_or(record);
        class = Some(first);
        is_counted &= known.is_some();
        if first[16] == 0 {
            // Excluded rows come before others of their class.
            if record[16] == 1 && !is_counted {
                (excluded_classes, is_counted) = (excluded_classes + 1, true);
            }
            continue;
        }
        let (mut stratum, mut index) = ([0; 8], [0; 8]);
        stratum.copy_from_slice(&first[17..25]);
        index.copy_from_slice(&record[25..]);
        see(ClassRow { is_first: known.is_none(), stratum, index: u64::from_be_bytes(index) })?;
    }
    Ok(excluded_classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that are not finite are words: sorting needs a total order.
    #[test]
    fn values_of_strata_have_an_order() {
        let sorted = ["-1", "0", "1.5", "7", "10", "", "NaN", "easy", "inf", "nan"];
        for seed in 0..50_usize {
            let mut values = sorted;
            for place in 0..values.len() {
                values.swap(place, (place * 7 + seed * 13 + place * seed) % sorted.len());
            }
            values.sort_by(|one, two| human_order(one, two));
            assert_eq!(values, sorted);
        }
    }
}
