//! Times by givens, by the rating of the hardest step, and over the run.

use super::batch::{Batch, MISSING};
use gridmill_tables::schema::{ColumnId, is_time};
use std::collections::BTreeMap;

/// Parts into which a run is cut, at most.
const PARTS: u64 = 64;

/// Rows and their time, added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TimeSum {
    pub(crate) rows: u64,
    pub(crate) ns: u128,
}

/// Times of one column by properties of the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TimeSums {
    pub(crate) by_givens: BTreeMap<u64, TimeSum>,
    /// By rating of the hardest step, in tenths.
    pub(crate) by_rating: BTreeMap<u64, TimeSum>,
    /// By index, in equal parts of 2^`part_bits` rows.
    pub(crate) by_part: BTreeMap<u64, TimeSum>,
    pub(crate) part_bits: u32,
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
    pub(crate) fn mean(self) -> Option<f64> {
        (self.rows > 0).then(|| self.ns as f64 / self.rows as f64)
    }
}

impl TimeSums {
    /// Adds the times of a batch, of all columns of times by name.
    pub(crate) fn absorb(
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
            for (&key, &sum) in theirs {
                mine.entry(key).or_default().merge(sum);
            }
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
