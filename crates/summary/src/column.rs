//! Summary of one column: types, missing values, and statistics of its values. Times by givens, by the rating of the hardest step, and over
//! the run.

use super::{
    add_counts,
    batch::{Batch, MISSING, Names, each_real, each_whole, type_name},
    merge_maps,
    numbers::Numbers,
};
use arrow_array::{Array, cast::AsArray};
use gridmill_tables::schema::{
    ColumnId,
    arrow::{ArrayKind, text},
    is_time,
};
use std::collections::{BTreeMap, BTreeSet};

/// Most distinct texts that are counted; beyond that no counts are kept.
const FEW_TEXTS: usize = 256;
/// Bytes of a text that is counted; grids are longer, and usually all different.
const LONGEST_TEXT: usize = 64;

/// A column's summary.
#[derive(Debug, Clone)]
pub struct ColumnSummary {
    /// The names of its type: more than one if files differ.
    pub types: BTreeSet<String>,
    /// Rows that have the column.
    pub rows: u64,
    /// Rows without a value.
    pub nulls: u64,
    /// Values.
    pub values: Values,
}

/// Summary of the values.
#[derive(Debug, Clone)]
pub enum Values {
    /// Numbers, whole or real.
    Numbers(Numbers),
    /// Counts of true and false.
    Flags([u64; 2]),
    /// Count of each text; `None` if there are too many.
    Texts(Option<BTreeMap<String, u64>>),
    /// Not summarized, or of different kinds in different files.
    Other,
}

impl ColumnSummary {
    pub(crate) fn new(name: &str, array: &dyn Array) -> Self {
        let data_type = array.data_type();
        let values = match ArrayKind::of(data_type) {
            ArrayKind::Whole => Values::Numbers(Numbers::whole(is_time(name))),
            ArrayKind::Real => Values::Numbers(Numbers::real()),
            ArrayKind::Flag => Values::Flags([0; 2]),
            ArrayKind::Text => Values::Texts(Some(BTreeMap::new())),
            ArrayKind::Other => Values::Other,
        };
        Self { types: BTreeSet::from([type_name(data_type)]), rows: 0, nulls: 0, values }
    }

    pub(crate) fn absorb(&mut self, array: &dyn Array) {
        self.types.insert(type_name(array.data_type()));
        self.rows += array.len() as u64;
        self.nulls += array.logical_null_count() as u64;
        match (ArrayKind::of(array.data_type()), &mut self.values) {
            (ArrayKind::Whole, Values::Numbers(numbers)) => {
                each_whole(array, |_, value| numbers.add_whole(value));
            }
            (ArrayKind::Real, Values::Numbers(numbers)) => {
                each_real(array, |_, value| numbers.add_real(value));
            }
            (ArrayKind::Flag, Values::Flags(counts)) => {
                let array = array.as_boolean();
                let set = array.true_count() as u64;
                counts[0] += set;
                counts[1] += (array.len() - array.null_count()) as u64 - set;
            }
            (ArrayKind::Text, Values::Texts(counts)) => count_texts(counts, array),
            (
                ArrayKind::Whole | ArrayKind::Real | ArrayKind::Flag | ArrayKind::Text | ArrayKind::Other,
                Values::Numbers(_) | Values::Flags(_) | Values::Texts(_) | Values::Other,
            ) => self.values = Values::Other,
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.types.extend(other.types.iter().cloned());
        self.rows += other.rows;
        self.nulls += other.nulls;
        let same = match (&mut self.values, &other.values) {
            (Values::Numbers(mine), Values::Numbers(theirs)) => mine.merge(theirs),
            (Values::Flags(mine), Values::Flags(theirs)) => {
                add_counts(mine, theirs);
                true
            }
            (Values::Texts(mine), Values::Texts(theirs)) => {
                match theirs {
                    Some(theirs) => theirs.iter().for_each(|(text, &count)| add_text(mine, text, count)),
                    None => *mine = None,
                }
                true
            }
            (Values::Numbers(_) | Values::Flags(_) | Values::Texts(_) | Values::Other, _) => false,
        };
        if !same {
            self.values = Values::Other;
        }
    }

    /// Returns the numbers, if it holds any kind of them.
    pub const fn numbers(&self) -> Option<&Numbers> {
        if let Values::Numbers(numbers) = &self.values { Some(numbers) } else { None }
    }
}

fn count_texts(counts: &mut Option<BTreeMap<String, u64>>, array: &dyn Array) {
    if counts.is_none() {
        return;
    }
    if array.as_any_dictionary_opt().is_none() {
        for row in 0..array.len() {
            if let Some(text) = text(array, row) {
                add_text(counts, text, 1);
                if counts.is_none() {
                    return;
                }
            }
        }
        return;
    }
    let names = Names::of(array);
    let mut by_name = vec![0_u64; names.names.len()];
    for &row in &names.rows {
        if let Some(count) = usize::try_from(row).ok().and_then(|row| by_name.get_mut(row)) {
            *count += 1;
        }
    }
    for (name, count) in names.names.iter().zip(by_name).filter(|(_, count)| *count > 0) {
        add_text(counts, name, count);
    }
}

/// Adds a text. Counting ends at a long text or too many texts, in whatever order they come.
fn add_text(counts: &mut Option<BTreeMap<String, u64>>, text: &str, count: u64) {
    let Some(known) = counts else { return };
    if let Some(sum) = known.get_mut(text) {
        *sum += count;
    } else if text.len() <= LONGEST_TEXT && known.len() < FEW_TEXTS {
        known.insert(text.to_owned(), count);
    } else {
        *counts = None;
    }
}

/// Parts into which a run is cut, at most.
const PARTS: u64 = 64;

/// Rows and their time, added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeSum {
    /// Rows with a time.
    pub rows: u64,
    pub(crate) ns: u128,
}

/// Times of one column by properties of the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeSums {
    /// Times by number of givens.
    pub by_givens: BTreeMap<u64, TimeSum>,
    /// By rating of the hardest step, in tenths.
    pub by_rating: BTreeMap<u64, TimeSum>,
    /// By index, in equal parts of 2^`part_bits` rows.
    pub by_part: BTreeMap<u64, TimeSum>,
    /// Bits of a row's place in its part.
    pub part_bits: u32,
}

impl TimeSum {
    fn add(&mut self, ns: u64) {
        self.rows += 1;
        self.ns += u128::from(ns);
    }

    fn merge(&mut self, other: Self) {
        self.rows += other.rows;
        self.ns += other.ns;
    }

    /// Returns the mean, in nanoseconds.
    pub fn mean(self) -> Option<f64> {
        (self.rows > 0).then(|| self.ns as f64 / self.rows as f64)
    }
}

impl TimeSums {
    /// Adds the times of a batch, of all columns of times by name.
    pub fn absorb(
        all: &mut BTreeMap<String, Self>,
        batch: Batch<'_>,
        givens: &[u64],
        ratings: Option<&[u64]>,
    ) {
        let schema = batch.table.schema_ref();
        let index = batch.whole(ColumnId::Index);
        for name in schema.fields().iter().map(|field| field.name()).filter(|name| is_time(name)) {
            let Some(times) = batch.times(name) else { continue };
            let mine = all.entry(name.clone()).or_default();
            add_by_key(&mut mine.by_givens, givens, &times);
            if let Some(ratings) = ratings {
                add_by_key(&mut mine.by_rating, ratings, &times);
            }
            if let Some(index) = &index {
                mine.add_parts(index, &times);
            }
        }
    }

    fn add_parts(&mut self, index: &[u64], times: &[u64]) {
        let Some(&last) = index.iter().filter(|index| **index != MISSING).max() else { return };
        self.widen(last);
        let bits = self.part_bits;
        let parts: Vec<u64> =
            index.iter().map(|&index| if index == MISSING { MISSING } else { index >> bits }).collect();
        add_by_key(&mut self.by_part, &parts, times);
    }

    /// Makes parts so wide that `last` falls into one of the first [`PARTS`].
    fn widen(&mut self, last: u64) {
        let mut bits = self.part_bits;
        while last >> bits >= PARTS {
            bits += 1;
        }
        self.widen_to(bits);
    }

    fn widen_to(&mut self, bits: u32) {
        let by = bits.saturating_sub(self.part_bits);
        if by > 0 {
            let mut wider: BTreeMap<u64, TimeSum> = BTreeMap::new();
            for (part, &sum) in &self.by_part {
                wider.entry(part >> by).or_default().merge(sum);
            }
            (self.by_part, self.part_bits) = (wider, bits);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        let bits = self.part_bits.max(other.part_bits);
        self.widen_to(bits);
        other.widen_to(bits);
        for (mine, theirs) in [
            (&mut self.by_givens, &other.by_givens),
            (&mut self.by_rating, &other.by_rating),
            (&mut self.by_part, &other.by_part),
        ] {
            merge_maps(mine, theirs, |mine, &sum| mine.merge(sum));
        }
    }
}

/// Adds times by their keys. Rows with equal keys are first added up, because most neighbours by index have them.
fn add_by_key(sums: &mut BTreeMap<u64, TimeSum>, keys: &[u64], times: &[u64]) {
    let mut near: Vec<(u64, TimeSum)> = Vec::new();
    for (&key, &time) in keys.iter().zip(times).filter(|(key, time)| **key != MISSING && **time != MISSING) {
        let place = near.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
            near.push((key, TimeSum::default()));
            near.len() - 1
        });
        near[place].1.add(time);
    }
    for (key, sum) in near {
        sums.entry(key).or_default().merge(sum);
    }
}
