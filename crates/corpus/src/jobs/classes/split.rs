//! Splits that share no class.
//!
//! The classes are put in an order that the seed decides, by a keyed hash of their forms, and cut at the shares of the rows. So the split of
//! a row depends on the seed and on which rows there are, and not on their order or on threads. A class that lies across a cut goes
//! to the split before it: sizes are exact up to one class.

use super::{
    assign::{RECORD, StratumSplits, assign, record},
    inputs::EquivalenceInputs,
    key::{Equivalence, Keys},
    key_file::{KeyFile, RowKey},
    partitions::Partitions,
    place_file::{PlaceFile, Places},
    shares::Shares,
    sorter::Sorter,
    split_folder::{SplitFolder, WorkFiles},
    split_manifest::{Rule, Selection, SplitManifest, SplitPlan, StratumRows},
    stratum::Stratum,
    write_places::{MemoryOutput, write_places},
};
use crate::make::{folder::IfExists, job::Job, write::RunHooks};
use arrow_array::RecordBatch;
use gridmill_board::Shape;
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

/// Context of the order of classes.
const CONTEXT: &str = "gridmill 2026-11-22 order of classes in splits 1";

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

/// Returns the secret of the keys whose order is that of the classes in a split with `seed`.
pub(super) fn secret_of(seed: &MasterSeed) -> [u8; 32] {
    blake3::derive_key(CONTEXT, &seed.puzzle_seed(0))
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
        let mut selection = self.selection(inputs.shape())?;
        selection.inputs = inputs.identify(&pool)?;
        selection.exclude = exclude.map_or_else(|| Ok(Vec::new()), |exclude| exclude.identify(&pool))?;
        selection.columns = inputs.columns().clone();
        selection.output_columns = inputs.output().clone();
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
        let mut selection = self.selection(shape)?;
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
        self.by.check(inputs.shape())?;
        let folder = tempfile::tempdir().map_err(Error::io("creating a folder in", std::env::temp_dir()))?;
        let file = |name| folder.path().join(name);
        let work = WorkFiles { keys: file("keys"), places: file("places"), folder: folder.path().to_owned() };
        let pool = Arc::new(thread_pool(self.threads)?);
        let (plan, mut places) = self.plan(inputs, exclude, (&work, &pool), events)?;
        let facts = self.selection(inputs.shape())?.facts(inputs.facts()?, &plan);
        let mut out = MemoryOutput::new(self.into.names().map(str::to_owned).collect());
        write_places(inputs, (&mut places, &facts), &mut out, &pool, events)?;
        Ok((plan, out.into_splits()))
    }

    fn selection(&self, shape: Shape) -> Result<Selection> {
        self.by.check(shape)?;
        Ok(Selection {
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
        })
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
        plan.rows = file.rows();
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
        plan.classes_in_common = match excluded.rows() {
            0 if are_ranges(&file, &mut places, plan.splits.len())? => 0,
            _ => {
                places.rewind()?;
                let common = Sorter::new(&work.folder, memory);
                keys.pool().install(|| in_common((&file, &excluded), &mut places, common))?
            }
        };
        if plan.classes_in_common > 0 {
            let problem = format!("{} classes would be in more than one split", plan.classes_in_common);
            return Err(Error::corpus(work.places.clone(), problem));
        }
        places.rewind()?;
        Ok((plan, places))
    }

    /// Returns a hash of the stratum of each row.
    fn strata(&self, rows: &Rows, names: &mut StratumNames) -> Result<Vec<[u8; 8]>> {
        let Some(stratify) = self.stratify else { return Ok(vec![[0; 8]; rows.puzzles.len()]) };
        let hash = |value: String| {
            let mut hash = [0; 8];
            hash.copy_from_slice(&blake3::hash(value.as_bytes()).as_bytes()[..8]);
            names.entry(hash).or_insert(value);
            hash
        };
        let strata = stratify.values(rows)?.into_iter().map(hash).collect();
        if names.len() > MAX_STRATA {
            let problem = format!("{} has more than {MAX_STRATA} values; no strata", stratify.name());
            return Err(Error::option(problem));
        }
        Ok(strata)
    }

    /// Returns the rows of each stratum in each split, with its value.
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

/// Counts the classes with rows in more than one split, or in a split and the excluded files, from the places as they are on the disk.
fn in_common(
    (rows, excluded): (&KeyFile, &KeyFile),
    places: &mut PlaceFile,
    mut sorter: Sorter<17>,
) -> Result<u64> {
    let mut put = |key: [u8; 16], place: u8| {
        let mut record = [place; 17];
        record[..16].copy_from_slice(&key);
        sorter.push(record)
    };
    rows.for_each(|_, key| match (key, places.next()?) {
        (Some((key, _)), Some(split)) => put(key, u8::try_from(split).unwrap_or(u8::MAX - 1)),
        _ => Ok(()),
    })?;
    excluded.for_each(|_, key| key.map_or(Ok(()), |(key, _)| put(key, u8::MAX)))?;
    let sorted = sorter.finish()?;
    let (mut scan, mut last, mut counted, mut count) = (sorted.scan()?, [0; 17], false, 0);
    while let Some(record) = scan.next()? {
        let is_same_class = last[..16] == record[..16];
        if is_same_class && !counted && last != record {
            (count, counted) = (count + 1, true);
        }
        counted &= is_same_class;
        last = record;
    }
    Ok(count)
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
