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

use super::{
    batch::{Batch, MISSING, name_of},
    difficulty::BatchRatings,
    merge_maps,
    numbers::Real,
    rank_counts::{bin_of, value_of_bin},
    weights::{Group, Products, Quantile, RowWeight, quantile_of_groups},
};
use gridmill_rate::Measure;
use gridmill_tables::schema::ColumnId;
use std::collections::BTreeMap;

/// A value of a row, or the lower bound that a budget left. Values come before bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrialClass {
    /// This value.
    Exactly(u8),
    /// This value or more, where the budget ended the search.
    AtLeast(u8),
}

impl TrialClass {
    /// Returns the value or the bound, and whether it is a bound.
    pub const fn parts(self) -> (u8, bool) {
        match self {
            Self::Exactly(value) => (value, false),
            Self::AtLeast(value) => (value, true),
        }
    }

    /// Names the class: `4`, `at least 7`.
    pub fn words(self) -> String {
        match self {
            Self::Exactly(value) => value.to_string(),
            Self::AtLeast(value) => format!("at least {value}"),
        }
    }
}

/// A measure without a rulebook, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrialMeasure {
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
pub struct TrialCounts {
    /// Rows by measure and class.
    pub classes: BTreeMap<(TrialMeasure, TrialClass), Group>,
    /// Backdoor sizes by level, of the first scale with levels.
    pub sizes_by_level: BTreeMap<(String, TrialClass), Group>,
    /// Backdoor sizes by B.
    pub sizes_by_b: BTreeMap<(TrialClass, TrialClass), Group>,
    /// Other measures by B: rows with a value of both.
    pub compared_with_b: BTreeMap<(u8, String), ValueSums>,
    /// Numbers of least backdoors by their size.
    pub backdoors: BTreeMap<u8, ValueSums>,
}

/// Sums over the values of a number, plain and weighted.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueSums {
    /// Sums of rows as they are.
    pub plain: Real,
    /// Sums of rows by their weights.
    pub weighted: Products,
    /// Steps to 1 in which values are binned.
    steps: f64,
    /// By bin of the value in steps, for medians.
    bins: BTreeMap<u16, Group>,
}

impl TrialMeasure {
    /// All, in the order of a report.
    pub const ALL: [Self; 5] = [Self::Depth, Self::B, Self::Bxb, Self::Bxbb, Self::BackdoorSize];

    /// Returns the column of values.
    pub const fn column(self) -> ColumnId {
        match self {
            Self::Depth => ColumnId::TrialDepth,
            Self::B => ColumnId::B,
            Self::Bxb => ColumnId::Bxb,
            Self::Bxbb => ColumnId::Bxbb,
            Self::BackdoorSize => ColumnId::BackdoorSize,
        }
    }

    /// Returns the name on pages.
    pub const fn words(self) -> &'static str {
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
        merge_maps(&mut self.bins, &other.bins, Group::merge);
    }

    /// Returns the least value up to which half of the rows lie; values above 127 steps within 0.8 %.
    pub fn median(&self) -> Option<f64> {
        let rows: u64 = self.bins.values().map(|group| group.rows).sum();
        let mut so_far = 0;
        let half = self.bins.iter().find(|(_, group)| {
            so_far += group.rows;
            2 * so_far >= rows
        });
        half.map(|(&bin, _)| value_of_bin(bin, self.steps))
    }

    /// Returns the least value up to which half of their weight lies.
    pub fn weighted_median(&self, independent: bool) -> Option<Quantile> {
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
        merge_maps(&mut self.classes, classes, Group::merge);
        merge_maps(&mut self.sizes_by_level, sizes_by_level, Group::merge);
        merge_maps(&mut self.sizes_by_b, sizes_by_b, Group::merge);
        merge_maps(&mut self.compared_with_b, compared_with_b, ValueSums::merge);
        merge_maps(&mut self.backdoors, backdoors, ValueSums::merge);
    }
}

/// Columns of a batch with measures without a rulebook.
pub(super) struct TrialColumns {
    depth: Option<Vec<u64>>,
    /// B, `BxB` and `BxBB`.
    ratings: [Option<Vec<u64>>; 3],
    at_least: Option<Vec<u64>>,
    backdoor_size: Option<Vec<u64>>,
    backdoors: Option<Vec<u64>>,
    backdoor_at_least: Option<Vec<u64>>,
}

struct ComparedColumn {
    name: String,
    /// Steps to 1 in which its values are binned.
    steps: f64,
    /// Values of the rows, no number where there is none.
    values: Vec<f64>,
}

/// Returns the number of a row, if there is one that fits a measure.
fn value(column: Option<&Vec<u64>>, row: usize) -> Option<u8> {
    u8::try_from(column?[row]).ok()
}

impl TrialColumns {
    pub(super) fn of(batch: Batch<'_>) -> Self {
        let depth = batch.whole(ColumnId::TrialDepth);
        let ratings = [TrialMeasure::B, TrialMeasure::Bxb, TrialMeasure::Bxbb];
        let rating = |measure: TrialMeasure| {
            depth.as_ref()?;
            batch.whole(measure.column())
        };
        Self {
            ratings: ratings.map(rating),
            at_least: batch.whole(ColumnId::TrialAtLeast),
            backdoor_size: batch.whole(ColumnId::BackdoorSize),
            backdoors: batch.whole(ColumnId::Backdoors),
            backdoor_at_least: batch.whole(ColumnId::BackdoorAtLeast),
            depth,
        }
    }

    /// Returns true if a row can have a class.
    const fn has_any(&self) -> bool {
        self.depth.is_some() || self.backdoor_size.is_some()
    }

    /// Returns the B of each row, [`MISSING`] where there is none.
    pub(super) fn b(&self) -> Option<Vec<u64>> {
        self.ratings[0].as_ref().map(|values| measured(values))
    }

    /// Returns the backdoor size of each row, [`MISSING`] where there is none.
    pub(super) fn backdoor_size(&self) -> Option<Vec<u64>> {
        self.backdoor_size.as_ref().map(|values| measured(values))
    }

    /// Returns the class of a row; `None` where it is not measured.
    fn class(&self, measure: TrialMeasure, row: usize) -> Option<TrialClass> {
        let depth = value(self.depth.as_ref(), row);
        let at_least = || value(self.at_least.as_ref(), row).map(TrialClass::AtLeast);
        let rating = |place: usize, depths: &[u8]| {
            let exact = value(self.ratings[place].as_ref(), row).map(TrialClass::Exactly);
            exact.or_else(|| at_least().filter(|_| depth.is_some_and(|depth| depths.contains(&depth))))
        };
        match measure {
            TrialMeasure::Depth => {
                self.depth.as_ref()?;
                depth.map(TrialClass::Exactly).or_else(at_least)
            }
            TrialMeasure::B => rating(0, &[0, 1]),
            TrialMeasure::Bxb => rating(1, &[2]),
            TrialMeasure::Bxbb => rating(2, &[3]),
            TrialMeasure::BackdoorSize => {
                let exact = value(self.backdoor_size.as_ref(), row).map(TrialClass::Exactly);
                exact.or_else(|| value(self.backdoor_at_least.as_ref(), row).map(TrialClass::AtLeast))
            }
        }
    }
}

/// Returns a column with [`MISSING`] for what is no measure.
fn measured(values: &[u64]) -> Vec<u64> {
    values.iter().map(|&value| if value <= u8::MAX.into() { value } else { MISSING }).collect()
}

/// Returns the numbers that are compared with B: the rating on each scale, guesses, and the backdoor size.
fn compared_with_b(
    batch: Batch<'_>,
    scales: &[(&str, &BatchRatings<'_>)],
    columns: &TrialColumns,
) -> Vec<ComparedColumn> {
    let natural = |values: &[u64], steps: f64| {
        values.iter().map(|&v| if v == MISSING { f64::NAN } else { v as f64 / steps }).collect()
    };
    let of_scale = |&(prefix, ratings): &(&str, &BatchRatings<'_>)| {
        let batch = Batch::new(batch.table, prefix);
        Some(match ratings.measure? {
            Measure::Er => {
                let values = natural(ratings.ratings()?, 10.0);
                ComparedColumn { name: name_of(ColumnId::Er, prefix).into_owned(), steps: 10.0, values }
            }
            Measure::Score => {
                let values = batch.numbers(ColumnId::Score)?;
                ComparedColumn { name: name_of(ColumnId::Score, prefix).into_owned(), steps: 1.0, values }
            }
        })
    };
    let guesses = batch.numbers(ColumnId::Guesses).map(|values| ComparedColumn {
        name: ColumnId::Guesses.name().to_owned(),
        steps: 100.0,
        values,
    });
    let sizes = columns.backdoor_size().map(|sizes| ComparedColumn {
        name: ColumnId::BackdoorSize.name().to_owned(),
        steps: 1.0,
        values: natural(&sizes, 1.0),
    });
    scales.iter().filter_map(of_scale).chain(guesses).chain(sizes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DifficultyCounts;
    use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt16Array, UInt64Array};
    use std::sync::Arc;

    #[test]
    fn bounds_are_of_the_first_value_that_is_missing() {
        let column = |values: [u64; 6]| Some(values.to_vec());
        let no = MISSING;
        let columns = TrialColumns {
            depth: column([0, 1, 1, 2, 3, no]),
            ratings: [
                column([0, 2, no, no, no, no]),
                column([no, no, no, no, no, no]),
                column([no, no, no, no, 2, no]),
            ],
            at_least: column([no, no, 7, 4, no, 2]),
            backdoor_size: column([0, 1, no, no, 300, no]),
            backdoors: None,
            backdoor_at_least: column([no, no, 3, no, no, no]),
        };
        let classes = |measure| [0, 1, 2, 3, 4, 5].map(|row| columns.class(measure, row));
        let (exact, bound) = (|n| Some(TrialClass::Exactly(n)), |n| Some(TrialClass::AtLeast(n)));
        assert_eq!(
            classes(TrialMeasure::Depth),
            [exact(0), exact(1), exact(1), exact(2), exact(3), bound(2)]
        );
        assert_eq!(classes(TrialMeasure::B), [exact(0), exact(2), bound(7), None, None, None]);
        assert_eq!(classes(TrialMeasure::Bxb), [None, None, None, bound(4), None, None]);
        assert_eq!(classes(TrialMeasure::Bxbb), [None, None, None, None, exact(2), None]);
        assert_eq!(classes(TrialMeasure::BackdoorSize), [exact(0), exact(1), bound(3), None, None, None]);
        assert_eq!(columns.backdoor_size(), column([0, 1, no, no, no, no]));
    }

    /// Four rows: B 2 and backdoors of one cell, B at least 7, depth 2, no puzzle.
    fn batch() -> RecordBatch {
        let whole = |values: [Option<u16>; 4]| Arc::new(UInt16Array::from(values.to_vec())) as ArrayRef;
        let real = |values: [Option<f64>; 4]| Arc::new(Float64Array::from(values.to_vec())) as ArrayRef;
        let levels = StringArray::from(vec![Some("hard"), Some("hard"), None, Some("easy")]);
        let counts = UInt64Array::from(vec![Some(5), None, Some(9), Some(1)]);
        RecordBatch::try_from_iter_with_nullable([
            ("trial_depth", whole([Some(1), Some(1), Some(2), Some(0)]), true),
            ("b", whole([Some(2), None, None, Some(0)]), true),
            ("bxb", whole([None, None, Some(3), None]), true),
            ("trial_at_least", whole([None, Some(7), None, None]), true),
            ("backdoor_size", whole([Some(1), None, Some(2), Some(0)]), true),
            ("backdoor_at_least", whole([None, Some(2), None, None]), true),
            ("backdoors", Arc::new(counts), true),
            ("er", real([Some(7.1), Some(9.0), None, Some(1.2)]), true),
            ("level", Arc::new(levels), true),
            ("guesses", real([Some(0.125), Some(3.0), Some(4.0), Some(0.0)]), true),
        ])
        .unwrap()
    }

    fn absorb(counts: &mut TrialCounts, table: &RecordBatch, givens: &[u64]) {
        let batch = Batch::new(table, "");
        let ratings = BatchRatings::of(batch, &mut DifficultyCounts::default());
        counts.absorb(batch, &TrialColumns::of(batch), &[("", &ratings)], givens, None);
    }

    #[test]
    fn rows_are_counted_by_class_level_and_b() {
        let (table, mut counts) = (batch(), TrialCounts::default());
        absorb(&mut counts, &table, &[25, 24, 23, MISSING]);
        let (exact, bound) = (TrialClass::Exactly, TrialClass::AtLeast);
        let classes: Vec<_> = counts.classes.iter().map(|(&key, group)| (key, group.rows)).collect();
        assert_eq!(
            classes,
            [
                ((TrialMeasure::Depth, exact(1)), 2),
                ((TrialMeasure::Depth, exact(2)), 1),
                ((TrialMeasure::B, exact(2)), 1),
                ((TrialMeasure::B, bound(7)), 1),
                ((TrialMeasure::Bxb, exact(3)), 1),
                ((TrialMeasure::BackdoorSize, exact(1)), 1),
                ((TrialMeasure::BackdoorSize, exact(2)), 1),
                ((TrialMeasure::BackdoorSize, bound(2)), 1),
            ]
        );
        let levels: Vec<_> = counts.sizes_by_level.keys().cloned().collect();
        assert_eq!(levels, [("hard".to_owned(), exact(1)), ("hard".to_owned(), bound(2))]);
        let of_b: Vec<_> = counts.sizes_by_b.keys().copied().collect();
        assert_eq!(of_b, [(exact(2), exact(1)), (bound(7), bound(2))]);
        let found = |name: &str| counts.compared_with_b[&(2, name.to_owned())].plain.spread().unwrap().mean;
        let expected = [("er", 7.1), ("guesses", 0.125), ("backdoor_size", 1.0)];
        assert!(expected.iter().all(|&(name, mean)| (found(name) - mean).abs() < 1e-12));
        assert_eq!(counts.compared_with_b.len(), 3);
        assert_eq!(counts.backdoors.keys().copied().collect::<Vec<_>>(), [1, 2]);
    }

    /// Rows of parts add up to the whole in any order.
    #[test]
    fn parts_add_up() {
        let (table, mut whole) = (batch(), TrialCounts::default());
        absorb(&mut whole, &table, &[25, 24, 23, 22]);
        let mut parts = TrialCounts::default();
        for row in [2, 0, 3, 1] {
            let mut part = TrialCounts::default();
            absorb(&mut part, &table.slice(row, 1), &[25]);
            parts.merge(&part);
        }
        assert_eq!(whole, parts);
    }

    /// A table made elsewhere may call anything b.
    #[test]
    fn b_is_read_beside_depths_alone() {
        let table = batch().project(&[1, 7, 9]).unwrap();
        let mut counts = TrialCounts::default();
        absorb(&mut counts, &table, &[25, 24, 23, 22]);
        assert_eq!(counts, TrialCounts::default());
        assert_eq!(TrialColumns::of(Batch::new(&table, "")).b(), None);
    }

    fn weight(ln: f64) -> Option<RowWeight> {
        RowWeight::of_ln(ln)
    }

    /// Half of the weight lies up to another value than half of the rows; parts add up in any order.
    #[test]
    fn medians_are_those_of_rows_and_of_weights() {
        let rows = [(1.2, 0.0), (1.5, 0.0), (2.3, 0.0), (7.1, 2.0), (8.3, 0.0), (f64::NAN, 9.0), (-1.0, 9.0)];
        let mut whole = ValueSums::new(10.0);
        for (value, ln) in rows {
            whole.add(value, weight(ln));
        }
        assert_eq!(whole.median(), Some(2.3));
        assert_eq!(whole.weighted_median(false), Some(Quantile { value: 7.1, interval: None }));
        let mut parts = ValueSums::new(10.0);
        for (value, ln) in rows.into_iter().rev() {
            let mut part = ValueSums::new(10.0);
            part.add(value, weight(ln));
            parts.merge(&part);
        }
        assert_eq!(whole, parts);
        assert_eq!((ValueSums::new(1.0).median(), ValueSums::new(1.0).weighted_median(true)), (None, None));
        // 2.005 is the middle of 2.00 and 2.01, and 9,407.5 that of 128 numbers: they have no digits that the bins lack.
        for (steps, values, median) in
            [(100.0, [2.0, 2.01, 2.01], 2.01), (1.0, [9384.0, 9390.0, 9401.0], 9400.0)]
        {
            let mut binned = ValueSums::new(steps);
            for value in values {
                binned.add(value, None);
            }
            assert_eq!(binned.median(), Some(median));
        }
    }
}
