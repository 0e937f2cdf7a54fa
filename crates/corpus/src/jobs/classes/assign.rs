//! Classes put into splits, by partition of their keys.
//!
//! ```text
//! keys in order   |--- partition 0 ---|--- partition 1 ---| ...      counted by all threads: rows of each stratum
//! splits          |-- train --------------------|- test --|          cut by all threads: each knows the rows before its partition
//! ```

use super::{
    partitions::Partitioned,
    place_file::{PlaceBatch, Places},
    shares::{Cuts, Shares},
    sorter::Scan,
    split_manifest::{SplitPlan, SplitRows},
};
use gridmill_tables::Result;
use std::collections::BTreeMap;

/// Record by class: key, 0 for an excluded row and 1 for a row to split, stratum, index.
pub(super) const RECORD: usize = 16 + 1 + 8 + 8;

/// Rows of each stratum, by its hash.
type StratumRows = BTreeMap<[u8; 8], u64>;

/// Rows of each stratum in each split.
pub(super) type StratumSplits = BTreeMap<[u8; 8], Vec<u64>>;

/// Counts of the classes of a partition.
#[derive(Debug, Default)]
struct ClassTotals {
    /// Classes without excluded rows.
    classes: u64,
    /// Classes with both excluded rows and rows to split.
    excluded_classes: u64,
    /// Rows that are not excluded.
    rows: StratumRows,
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
///
/// # Errors
/// [`Error::Io`](gridmill_tables::Error::Io) if the disk fails.
pub(super) fn assign(
    by_class: &Partitioned<RECORD>,
    into: &Shares,
    (plan, places): (&mut SplitPlan, &Places),
) -> Result<StratumSplits> {
    let found = by_class.scan_each(|_, rows| ClassTotals::of(rows))?;
    // For each partition, the rows of each stratum in those before it.
    let (mut before, mut strata) = (Vec::with_capacity(found.len()), StratumRows::new());
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
        cuts.insert(stratum, into.cuts(rows_before, rows));
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

/// Adds numbers of splits to their sums.
fn add_each<'a>(sums: impl Iterator<Item = &'a mut u64>, numbers: &[u64]) {
    sums.zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// A stratum whose rows are being put into splits.
struct Filling<'a> {
    cuts: &'a Cuts,
    /// Rows that have a place, those of partitions before included.
    placed: u64,
    /// Rows of the partition in each split.
    splits: Vec<u64>,
}

/// Puts the classes of a partition into splits, where `placed` counts the rows of each stratum that have a place. Returns the rows of each
/// stratum in each split, and the classes of each split.
fn place(
    rows: &mut Scan<'_, RECORD>,
    cuts: &BTreeMap<[u8; 8], Cuts>,
    placed: &StratumRows,
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
    /// Counts the classes of a partition.
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
