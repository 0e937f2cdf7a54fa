//! Tests of the sums over measures without a rulebook.

use super::*;
use crate::summary::DifficultyCounts;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt16Array, UInt64Array};
use std::sync::Arc;

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
    for (steps, values, median) in [(100.0, [2.0, 2.01, 2.01], 2.01), (1.0, [9384.0, 9390.0, 9401.0], 9400.0)]
    {
        let mut binned = ValueSums::new(steps);
        for value in values {
            binned.add(value, None);
        }
        assert_eq!(binned.median(), Some(median));
    }
}
