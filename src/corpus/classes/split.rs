//! Splits that share no class.
//!
//! The classes are put in an order that the seed decides, by a keyed hash of their forms, and cut at the shares of the rows. So the split of
//! a row depends on the seed and on which rows there are, and not on their order or on threads. A class that lies across a cut goes
//! to the split before it: sizes are exact up to one class.

use super::{
    inputs::ClassInputs,
    key::{Equivalence, Keys},
    key_file::KeyFile,
    place_file::{MOST_SPLITS, PlaceFile, Places},
    sorter::{Sorted, Sorter},
    split_folder::SplitFolder,
    split_manifest::{Rule, Selection, SplitManifest, SplitPlan, SplitRows, StratumRows},
    write_places::write_places,
};
use crate::{
    board::Shape,
    corpus::{
        Existing, Format, GridColumns, Job, cells_as_text::write_cell, read::format::Rows, write::Events,
    },
    error::{Error, Result},
    pipeline::MasterSeed,
    schema::ColumnId,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, path::Path, str::FromStr};

/// Context of the order of classes.
const CONTEXT: &str = "gridmill 2026-11-22 order of classes in splits 1";

/// Strata, at most.
const MOST_STRATA: usize = 10_000;

/// Part of a share of 1: nine decimals.
const ONE: u64 = 1_000_000_000;

/// One split: its name and its share of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Share {
    name: String,
    /// In billionths.
    billionths: u64,
}

/// Splits and their shares, which add up to 1: `train:0.9,test:0.1`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shares(Vec<Share>);

impl Shares {
    /// Returns the names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|share| share.name.as_str())
    }

    /// Returns the number of the split that a class goes to which begins at row `place` of `rows` rows. The rows are a stratum that
    /// `before` rows of others come before.
    fn split_at(&self, place: u64, before: u64, rows: u64) -> usize {
        let mut sum = 0;
        let cut = |sum: u64, rows: u64| {
            (2 * u128::from(sum) * u128::from(rows) + u128::from(ONE)) / (2 * u128::from(ONE))
        };
        for (number, share) in self.0.iter().enumerate() {
            sum += share.billionths;
            // The cuts of strata add up to that of all rows.
            if u128::from(place) < cut(sum, before + rows) - cut(sum, before) {
                return number;
            }
        }
        self.0.len() - 1
    }
}

impl FromStr for Shares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let help = "give names and shares that add up to 1, such as train:0.9,test:0.1";
        let mut shares: Vec<Share> = Vec::new();
        for part in text.split(',') {
            let (name, share) =
                part.split_once(':').ok_or_else(|| format!("{part:?} has no share; {help}"))?;
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if name.is_empty() || name.len() > 64 || !name.bytes().all(is_name) {
                return Err(format!(
                    "{name:?} is no name of a split: letters, digits and _, at most 64; {help}"
                ));
            }
            let billionths = billionths(share)
                .filter(|share| (1..=ONE).contains(share))
                .ok_or_else(|| format!("{share:?} is no share above 0, with up to nine decimals; {help}"))?;
            if shares.iter().any(|share| share.name.eq_ignore_ascii_case(name)) {
                return Err(format!("{name} is there twice; {help}"));
            }
            shares.push(Share { name: name.to_owned(), billionths });
        }
        let sum: u64 = shares.iter().map(|share| share.billionths).sum();
        if sum != ONE {
            return Err(format!("the shares add up to {}, not 1; {help}", decimal(sum)));
        }
        if shares.len() > MOST_SPLITS {
            return Err(format!("{} splits are too many: at most {MOST_SPLITS}", shares.len()));
        }
        Ok(Self(shares))
    }
}

/// Parses a decimal with up to nine decimals.
fn billionths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || whole.len() > 3 || decimals.len() > 9 || text == "." {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    Some(whole * ONE + format!("{decimals:0<9}").parse::<u64>().ok()?)
}

fn decimal(billionths: u64) -> String {
    let decimals = format!("{:09}", billionths % ONE);
    let text = format!("{}.{}", billionths / ONE, decimals.trim_end_matches('0'));
    text.trim_end_matches('.').to_owned()
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = self.0.iter().map(|share| format!("{}:{}", share.name, decimal(share.billionths)));
        f.write_str(&shares.collect::<Vec<_>>().join(","))
    }
}

impl TryFrom<String> for Shares {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shares> for String {
    fn from(shares: Shares) -> Self {
        shares.to_string()
    }
}

/// Property whose values have the same shares in each split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stratum {
    /// The column `level`.
    Level,
    /// The column `er`.
    Er,
    /// The number of givens.
    Givens,
}

impl Stratum {
    /// Every property.
    pub const ALL: [Self; 3] = [Self::Level, Self::Er, Self::Givens];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level => ColumnId::Level.name(),
            Self::Er => ColumnId::Er.name(),
            Self::Givens => ColumnId::Givens.name(),
        }
    }

    /// Returns the value of each row.
    fn values(self, rows: &Rows) -> Result<Vec<String>> {
        if self == Self::Givens {
            let givens = |grid: &Result<_, _>| grid.as_ref().map_or(0, crate::board::Grid::givens);
            return Ok(rows.puzzles.iter().map(|(_, grid)| givens(grid).to_string()).collect());
        }
        let name = self.name();
        let Some(column) = rows.batch.column_by_name(name) else {
            let problem = format!("no column is called {name}; `gridmill rate` adds ratings");
            return Err(Error::Corpus { path: rows.file.0.clone(), problem });
        };
        let value = |row| {
            let mut text = Vec::new();
            write_cell(column, row, &mut text)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        };
        (0..rows.batch.num_rows()).map(value).collect()
    }
}

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
    /// True if rows without a puzzle are counted and left out.
    pub skip_invalid: bool,
    /// Bytes of memory to use, about.
    pub memory: u64,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Record by class: key, 0 for an excluded row and 1 for a row to split, stratum, index.
const RECORD: usize = 16 + 1 + 8 + 8;

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
        inputs: &ClassInputs,
        exclude: Option<&ClassInputs>,
        out: &Path,
        existing: Existing,
        events: &Events,
    ) -> Result<SplitManifest> {
        let mut selection = self.selection(inputs.shape(), exclude)?;
        selection.inputs = inputs.identify()?;
        let folder = SplitFolder::open(selection, self.license.as_deref(), out, existing)?;
        if folder.is_complete() {
            return Ok(folder.into_manifest());
        }
        self.finish(folder, inputs, exclude, events)
    }

    /// Splits the rows of a corpus that `make` makes in the folder that it is given, and which is removed at the end. A run that goes on
    /// calls it again.
    ///
    /// # Errors
    /// As [`run`](Self::run), and those of `make`.
    pub fn run_generated<E: From<Error>>(
        &self,
        job: &Job,
        (out, existing): (&Path, Existing),
        events: &Events,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<SplitManifest, E> {
        let shape = job.plan.shape;
        let mut selection = self.selection(shape, None)?;
        selection.generated = Some(job.clone());
        let folder = SplitFolder::open(selection, self.license.as_deref(), out, existing)?;
        if folder.is_complete() {
            return Ok(folder.into_manifest());
        }
        let rows = folder.generated();
        make(&rows)?;
        let inputs = ClassInputs::new(vec![rows], shape, GridColumns::default())?;
        Ok(self.finish(folder, &inputs, None, events)?)
    }

    fn selection(&self, shape: Shape, exclude: Option<&ClassInputs>) -> Result<Selection> {
        self.by.check(shape)?;
        Ok(Selection {
            by: self.by,
            shape,
            format: self.format,
            shard_rows: self.shard_rows.max(1),
            rule: Rule::Split { into: self.into.clone(), seed: self.seed.clone(), stratify: self.stratify },
            generated: None,
            inputs: Vec::new(),
            exclude: exclude.map_or_else(|| Ok(Vec::new()), ClassInputs::identify)?,
        })
    }

    /// Finds the places of the rows, unless an earlier run did, and writes them.
    fn finish(
        &self,
        mut folder: SplitFolder,
        inputs: &ClassInputs,
        exclude: Option<&ClassInputs>,
        events: &Events,
    ) -> Result<SplitManifest> {
        let mut places = if let Some(places) = folder.earlier_places()? {
            places
        } else {
            let (plan, places) = self.plan(inputs, exclude, &folder, events)?;
            folder.set_plan(plan)?;
            places
        };
        let schema = write_places(inputs, &mut places, &mut folder.writer(), events)?;
        folder.complete(&schema)
    }

    fn plan(
        &self,
        inputs: &ClassInputs,
        exclude: Option<&ClassInputs>,
        folder: &SplitFolder,
        events: &Events,
    ) -> Result<(SplitPlan, PlaceFile)> {
        let secret = blake3::derive_key(CONTEXT, &self.seed.puzzle_seed(0));
        let keys = Keys::seeded(inputs.shape(), self.threads, secret)?;
        let mut names = StratumNames::new();
        let mut file = KeyFile::open(&folder.keys())?;
        let mut strata = |rows: &Rows| self.strata(rows, &mut names);
        file.complete(inputs, (&keys, self.by), &mut strata, self.skip_invalid, events)?;
        let memory = usize::try_from(self.memory / 2).unwrap_or(usize::MAX);
        let mut sorter = Sorter::<RECORD>::new(&folder.work(), memory);
        let mut excluded = KeyFile::temporary(&folder.work())?;
        for exclude in exclude.iter().flat_map(|exclude| exclude.each()) {
            let mut none = |rows: &Rows| Ok(vec![[0; 8]; rows.puzzles.len()]);
            excluded.append_keys(&exclude, (&keys, self.by), &mut none, self.skip_invalid, events)?;
        }
        excluded.for_each(|_, key| match key {
            Some((key, _)) => sorter.push(record(key, 0, [0; 8], 0)),
            None => Ok(()),
        })?;
        let mut plan = SplitPlan { rows: file.rows(), ..SplitPlan::default() };
        file.for_each(|index, key| {
            plan.no_puzzle += u64::from(key.is_none());
            key.map_or(Ok(()), |(key, stratum)| sorter.push(record(key, 1, stratum, index)))
        })?;
        let sorted = keys.pool().install(|| sorter.finish())?;
        let totals = totals(&sorted, &mut plan)?;
        let places = Places::new(&folder.work(), memory / 2);
        let places = self.assign(&sorted, &totals, &names, (&mut plan, places))?;
        drop(sorted);
        let mut places = places.write(plan.rows, Some(&folder.places()), &folder.work())?;
        let common = Sorter::new(&folder.work(), memory);
        plan.classes_in_common =
            keys.pool().install(|| in_common((&file, &excluded), &mut places, common))?;
        match PlaceFile::open(&folder.places(), plan.rows)? {
            Some(places) if plan.classes_in_common == 0 => Ok((plan, places)),
            _ => {
                let problem = format!("{} classes would be in more than one split", plan.classes_in_common);
                Err(Error::Corpus { path: folder.places(), problem })
            }
        }
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
        if names.len() > MOST_STRATA {
            let problem = format!("{} has more than {MOST_STRATA} values; no strata", stratify.name());
            return Err(Error::Option(problem));
        }
        Ok(strata)
    }

    /// Puts each class into a split.
    fn assign(
        &self,
        sorted: &Sorted<RECORD>,
        totals: &BTreeMap<[u8; 8], u64>,
        names: &StratumNames,
        (plan, mut places): (&mut SplitPlan, Places),
    ) -> Result<Places> {
        let splits = self.into.names().count();
        let mut before = 0;
        // For each stratum: rows of those before it, its rows, and its rows that have a place, by split.
        let mut strata: BTreeMap<[u8; 8], (u64, u64, Vec<u64>)> = BTreeMap::new();
        for (&stratum, &rows) in totals {
            strata.insert(stratum, (before, rows, vec![0; splits]));
            before += rows;
        }
        plan.splits =
            self.into.names().map(|name| SplitRows { name: name.to_owned(), rows: 0, classes: 0 }).collect();
        let mut split = 0;
        for_each_row(sorted, |row| {
            let Some((before, rows, placed)) = strata.get_mut(&row.stratum) else { return Ok(()) };
            if row.is_first {
                split = self.into.split_at(placed.iter().sum(), *before, *rows);
                plan.splits[split].classes += 1;
            }
            plan.splits[split].rows += 1;
            placed[split] += 1;
            places.put(row.index, split)
        })?;
        if self.stratify.is_some() {
            let named = |(hash, (_, _, rows)): (_, (_, _, Vec<u64>))| StratumRows {
                value: names.get(&hash).cloned().unwrap_or_default(),
                rows,
            };
            plan.strata = strata.into_iter().map(named).collect();
            plan.strata.sort_by(|one, two| {
                human_order(&one.value)
                    .partial_cmp(&human_order(&two.value))
                    .unwrap_or(std::cmp::Ordering::Equal)
            });
        }
        Ok(places)
    }
}

/// Numbers before words, by size.
fn human_order(value: &str) -> (f64, &str) {
    (value.parse().unwrap_or(f64::INFINITY), value)
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
    rows.for_each(|_, key| match (key, places.take(1)?[0]) {
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

/// Row of a class that is not excluded.
struct ClassRow {
    /// True for the first row of its class.
    is_first: bool,
    /// The stratum of the class: the least of its rows'.
    stratum: [u8; 8],
    index: u64,
}

fn record(key: [u8; 16], kind: u8, stratum: [u8; 8], index: u64) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..16].copy_from_slice(&key);
    record[16] = kind;
    record[17..25].copy_from_slice(&stratum);
    record[25..].copy_from_slice(&index.to_be_bytes());
    record
}

/// Counts classes and excluded rows, and the rows of each stratum.
fn totals(sorted: &Sorted<RECORD>, plan: &mut SplitPlan) -> Result<BTreeMap<[u8; 8], u64>> {
    let mut totals = BTreeMap::new();
    for_each_row(sorted, |row| {
        plan.classes += u64::from(row.is_first);
        *totals.entry(row.stratum).or_default() += 1;
        Ok(())
    })?;
    let rows: u64 = totals.values().sum();
    plan.excluded = plan.rows - plan.no_puzzle - rows;
    plan.excluded_classes = excluded_classes(sorted)?;
    plan.classes += plan.excluded_classes;
    Ok(totals)
}

/// Counts the classes with both excluded rows and rows to split.
fn excluded_classes(sorted: &Sorted<RECORD>) -> Result<u64> {
    let (mut scan, mut last, mut counted, mut count) = (sorted.scan()?, None, false, 0);
    while let Some(record) = scan.next()? {
        if record[16] == 0 {
            last = Some(record);
            counted = false;
        } else if !counted && last.is_some_and(|last: [u8; RECORD]| last[..16] == record[..16]) {
            (count, counted) = (count + 1, true);
        }
    }
    Ok(count)
}

/// Shows the rows by class, without the excluded classes.
fn for_each_row(sorted: &Sorted<RECORD>, mut see: impl FnMut(ClassRow) -> Result<()>) -> Result<()> {
    let mut scan = sorted.scan()?;
    let mut class: Option<[u8; RECORD]> = None;
    while let Some(record) = scan.next()? {
        let first = match class {
            Some(first) if first[..16] == record[..16] => first,
            _ => *class.insert(record),
        };
        let is_excluded = first[16] == 0;
        if !is_excluded {
            let (mut stratum, mut index) = ([0; 8], [0; 8]);
            stratum.copy_from_slice(&first[17..25]);
            index.copy_from_slice(&record[25..]);
            let is_first = first == record;
            see(ClassRow { is_first, stratum, index: u64::from_be_bytes(index) })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_back_as_they_are_written() {
        for (text, shown) in [
            ("train:0.9,test:0.1", "train:0.9,test:0.1"),
            ("a:1", "a:1"),
            ("a:1.0", "a:1"),
            ("a:.333333333,b:0.333333333,c:0.333333334", "a:0.333333333,b:0.333333333,c:0.333333334"),
        ] {
            let shares: Shares = text.parse().unwrap();
            assert_eq!(shares.to_string(), shown);
            assert_eq!(shown.parse(), Ok(shares));
        }
        for bad in [
            "",
            "train",
            "train:",
            "train:0.9",
            "train:0.9,test:0.2",
            "train:0.9,train:0.1",
            "a:0.5,A:0.5",
            "a b:1",
            "a:1,b:0",
            "a:-1,b:2",
            "a:1e0",
            "a:0.9999999999",
            "../a:1",
            "a:.",
            "é:1",
            "a:NaN",
            "a:1,",
        ] {
            assert!(bad.parse::<Shares>().is_err(), "{bad}");
        }
    }

    /// Cuts are exact: each split gets its share of the rows, rounded, whatever the strata.
    #[test]
    fn cuts_of_strata_add_up() {
        let shares: Shares = "a:0.7,b:0.2,c:0.1".parse().unwrap();
        let count = |strata: &[u64]| {
            let (mut counts, mut before) = ([0; 3], 0);
            for &rows in strata {
                (0..rows).for_each(|place| counts[shares.split_at(place, before, rows)] += 1);
                before += rows;
            }
            counts
        };
        assert_eq!(count(&[1000]), [700, 200, 100]);
        assert_eq!(count(&[1; 1000]), [700, 200, 100]);
        assert_eq!(count(&[3, 1, 500, 7, 489]), [700, 200, 100]);
        let [a, b, c] = count(&[333]);
        assert_eq!((a, b, a + b + c), (233, 67, 333));
    }
}
