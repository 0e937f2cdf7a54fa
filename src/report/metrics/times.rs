//! Times of rows.

use super::difficulty::natural;
use crate::{
    compare::{Quantile, percentile_curve},
    report::summary::{Summary, TimeSum},
    schema::ColumnId,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Percentiles shown.
const PERCENTILES: [f64; 9] = [0.0, 10.0, 25.0, 50.0, 75.0, 90.0, 99.0, 99.9, 100.0];

/// Metrics of a column of times, in nanoseconds.
#[derive(Debug, Serialize)]
pub(in crate::report) struct TimeMetrics {
    pub(in crate::report) column: String,
    pub(in crate::report) rows: u64,
    pub(in crate::report) total_ns: f64,
    pub(in crate::report) mean_ns: f64,
    /// To three digits.
    pub(in crate::report) percentiles: Vec<Quantile>,
    /// The whole distribution: each step halves half the distance to 100 %.
    pub(in crate::report) curve: Vec<Quantile>,
    pub(in crate::report) by_givens: Vec<Average>,
    /// By rating of the hardest step.
    pub(in crate::report) by_rating: Vec<Average>,
    /// The column of that rating: `er` or `hardest_score`.
    pub(in crate::report) rating: ColumnId,
    /// Over the run, in equal parts by index.
    pub(in crate::report) by_part: Vec<Average>,
    /// Rows of a part.
    pub(in crate::report) part_rows: u64,
}

/// The mean time of the rows with a number of givens, a rating, or a first index.
#[derive(Debug, Clone, Copy, Serialize)]
pub(in crate::report) struct Average {
    pub(in crate::report) at: f64,
    pub(in crate::report) rows: u64,
    pub(in crate::report) mean_ns: f64,
}

pub(super) fn of(summary: &Summary, rating: ColumnId) -> Vec<TimeMetrics> {
    let times = summary.times().filter(|(_, histogram)| !histogram.is_empty());
    let figures = times.filter_map(|(name, histogram)| {
        let column = &summary.columns.iter().find(|(known, _)| known == name)?.1;
        let spread = column.numbers()?.spread()?;
        let by = summary.times.get(name).cloned().unwrap_or_default();
        Some(TimeMetrics {
            column: name.to_owned(),
            rows: histogram.len(),
            total_ns: spread.mean * histogram.len() as f64,
            mean_ns: spread.mean,
            percentiles: PERCENTILES
                .map(|percent| Quantile { percent, ns: histogram.value_at_percentile(percent) })
                .to_vec(),
            curve: percentile_curve(histogram),
            by_givens: means(&by.by_givens, |givens| givens as f64),
            by_rating: means(&by.by_rating, natural),
            rating,
            by_part: means(&by.by_part, |part| (part << by.part_bits) as f64),
            part_rows: 1 << by.part_bits,
        })
    });
    figures.collect()
}

fn means(sums: &BTreeMap<u64, TimeSum>, at: impl Fn(u64) -> f64) -> Vec<Average> {
    let mean =
        |(&key, sum): (&u64, &TimeSum)| Some(Average { at: at(key), rows: sum.rows, mean_ns: sum.mean()? });
    sums.iter().filter_map(mean).collect()
}
