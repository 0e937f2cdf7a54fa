//! Difficulty without a rulebook: trial depth, braid ratings and backdoors, and other measures of the same rows by B.
//!
//! ```text
//! trial_depth   b   bxb   bxbb   trial_at_least        classes of the row
//!      1        2    -      -           -              depth 1, B 2
//!      1        -    -      -           7              depth 1, B at least 7
//!      2        -    3      -           -              depth 2, BxB 3
//!      -        -    -      -           2              depth at least 2
//! ```
//!
//! A bound is a class of its own, and never counts as a value. B, `BxB` and `BxBB` are read where there is a column of depths, because
//! `b` may be anything in tables made elsewhere.

mod columns;
#[cfg(test)]
mod tests;

use super::{
    batch::{Batch, MISSING},
    difficulty::BatchRatings,
    numbers::Real,
    rank_counts::{bin_of, value_of_bin},
    weights::{Group, Products, Quantile, RowWeight, quantile_of_groups},
};
pub(super) use columns::TrialColumns;
use columns::{ComparedColumn, compared_with_b};
use gridmill_tables::schema::ColumnId;
use std::collections::BTreeMap;

/// A value of a row, or the lower bound that a budget left. Values come before bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TrialClass {
    Exactly(u8),
    AtLeast(u8),
}

/// A measure without a rulebook, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TrialMeasure {
    /// Trial depth, of every measured row.
    Depth,
    /// B rating, of rows of depth 0 and 1.
    B,
    /// Braids within one level of copies, of rows of depth 2.
    Bxb,
    /// Braids within two levels of copies, of rows of depth 3.
    Bxbb,
    /// Cells of the least backdoors.
    BackdoorSize,
}

/// Sums over the rows that are measured without a rulebook.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct TrialCounts {
    pub(crate) classes: BTreeMap<(TrialMeasure, TrialClass), Group>,
    /// Backdoor sizes by level, of the first scale with levels.
    pub(crate) sizes_by_level: BTreeMap<(String, TrialClass), Group>,
    /// Backdoor sizes by B.
    pub(crate) sizes_by_b: BTreeMap<(TrialClass, TrialClass), Group>,
    /// Other measures by B: rows with a value of both.
    pub(crate) compared_with_b: BTreeMap<(u8, String), ValueSums>,
    /// Numbers of least backdoors by their size.
    pub(crate) backdoors: BTreeMap<u8, ValueSums>,
}

/// Sums over the values of a number, plain and weighted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ValueSums {
    pub(crate) plain: Real,
    pub(crate) weighted: Products,
    /// Steps to 1 in which values are binned.
    steps: f64,
    /// By bin of the value in steps, for medians.
    bins: BTreeMap<u16, Group>,
}

impl TrialMeasure {
    pub(crate) const ALL: [Self; 5] = [Self::Depth, Self::B, Self::Bxb, Self::Bxbb, Self::BackdoorSize];

    /// Returns the column of values.
    pub(crate) const fn column(self) -> ColumnId {
        match self {
            Self::Depth => ColumnId::TrialDepth,
            Self::B => ColumnId::B,
            Self::Bxb => ColumnId::Bxb,
            Self::Bxbb => ColumnId::Bxbb,
            Self::BackdoorSize => ColumnId::BackdoorSize,
        }
    }

    /// Returns the name on pages.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Depth => "trial depth",
            Self::B => "B",
            Self::Bxb => "BxB",
            Self::Bxbb => "BxBB",
            Self::BackdoorSize => "backdoor size",
        }
    }
}

impl ValueSums {
    fn new(steps: f64) -> Self {
        Self { plain: Real::default(), weighted: Products::default(), steps, bins: BTreeMap::new() }
    }

    /// Adds a number from 0; anything else is left out.
    fn add(&mut self, value: f64, weight: Option<RowWeight>) {
        let Some(bin) = bin_of(value, self.steps) else { return };
        self.plain.add(value);
        if let Some(weight) = weight {
            self.weighted.add(weight, value);
        }
        self.bins.entry(bin).or_default().add(weight);
    }

    fn merge(&mut self, other: &Self) {
        self.plain.merge(&other.plain);
        self.weighted.merge(&other.weighted);
        merge_groups(&mut self.bins, &other.bins);
    }

    /// Returns the least value up to which half of the rows lie; values above 127 steps within 0.8 %.
    pub(crate) fn median(&self) -> Option<f64> {
        let rows: u64 = self.bins.values().map(|group| group.rows).sum();
        let mut so_far = 0;
        let half = self.bins.iter().find(|(_, group)| {
            so_far += group.rows;
            2 * so_far >= rows
        });
        half.map(|(&bin, _)| value_of_bin(bin, self.steps))
    }

    /// Returns the least value up to which half of their weight lies.
    pub(crate) fn weighted_median(&self, independent: bool) -> Option<Quantile> {
        let bins = self.bins.iter().map(|(&bin, group)| (value_of_bin(bin, self.steps), &group.weight));
        quantile_of_groups(bins, 0.5, independent)
    }
}

impl TrialCounts {
    /// Adds the rows with a readable puzzle; `weights` has the logarithms of the weights.
    pub(super) fn absorb(
        &mut self,
        batch: Batch<'_>,
        columns: &TrialColumns,
        scales: &[(&str, &BatchRatings<'_>)],
        givens: &[u64],
        weights: Option<&[f64]>,
    ) {
        if !columns.has_any() {
            return;
        }
        let levels = scales.iter().find(|(_, ratings)| ratings.has_levels());
        let compared = compared_with_b(batch, scales, columns);
        for row in (0..givens.len()).filter(|&row| givens[row] != MISSING) {
            let weight = weights.and_then(|weights| RowWeight::of_ln(weights[row]));
            for measure in TrialMeasure::ALL {
                if let Some(class) = columns.class(measure, row) {
                    self.classes.entry((measure, class)).or_default().add(weight);
                }
            }
            let b = columns.class(TrialMeasure::B, row);
            if let Some(size) = columns.class(TrialMeasure::BackdoorSize, row) {
                if let Some(level) = levels.and_then(|(_, ratings)| ratings.level(row)) {
                    self.sizes_by_level.entry((level.to_owned(), size)).or_default().add(weight);
                }
                if let Some(b) = b {
                    self.sizes_by_b.entry((b, size)).or_default().add(weight);
                }
                if let (TrialClass::Exactly(size), Some(backdoors)) = (size, &columns.backdoors)
                    && backdoors[row] != MISSING
                {
                    let known = self.backdoors.entry(size).or_insert_with(|| ValueSums::new(1.0));
                    known.add(backdoors[row] as f64, weight);
                }
            }
            if let Some(TrialClass::Exactly(b)) = b {
                self.add_compared(b, &compared, row, weight);
            }
        }
    }

    fn add_compared(&mut self, b: u8, compared: &[ComparedColumn], row: usize, weight: Option<RowWeight>) {
        for column in compared.iter().filter(|column| column.values[row].is_finite()) {
            let known = self.compared_with_b.entry((b, column.name.clone()));
            known.or_insert_with(|| ValueSums::new(column.steps)).add(column.values[row], weight);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let Self { classes, sizes_by_level, sizes_by_b, compared_with_b, backdoors } = other;
        merge_groups(&mut self.classes, classes);
        merge_groups(&mut self.sizes_by_level, sizes_by_level);
        merge_groups(&mut self.sizes_by_b, sizes_by_b);
        merge_values(&mut self.compared_with_b, compared_with_b);
        merge_values(&mut self.backdoors, backdoors);
    }
}

fn merge_groups<K: Ord + Clone>(mine: &mut BTreeMap<K, Group>, theirs: &BTreeMap<K, Group>) {
    for (key, group) in theirs {
        mine.entry(key.clone()).or_default().merge(group);
    }
}

fn merge_values<K: Ord + Clone>(mine: &mut BTreeMap<K, ValueSums>, theirs: &BTreeMap<K, ValueSums>) {
    for (key, values) in theirs {
        mine.entry(key.clone()).or_insert_with(|| ValueSums::new(values.steps)).merge(values);
    }
}
