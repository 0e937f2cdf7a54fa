//! Times of rows.

use super::difficulty::natural;
use crate::{
    compare::{Quantile, percentile_curve},
    summary::{Summary, TimeSum},
};
use gridmill_tables::schema::ColumnId;
use serde::Serialize;
use std::collections::BTreeMap;

/// Percentiles shown.
const PERCENTILES: [f64; 9] = [0.0, 10.0, 25.0, 50.0, 75.0, 90.0, 99.0, 99.9, 100.0];

/// Metrics of a column of times, in nanoseconds.
#[derive(Debug, Serialize)]
pub(crate) struct TimeMetrics {
    pub(crate) column: String,
    pub(crate) rows: u64,
    pub(crate) total_ns: f64,
    pub(crate) mean_ns: f64,
    /// To three digits.
    pub(crate) percentiles: Vec<Quantile>,
    /// The whole distribution: each step halves half the distance to 100 %.
    pub(crate) curve: Vec<Quantile>,
    pub(crate) by_givens: Vec<Average>,
    /// By rating of the hardest step.
    pub(crate) by_rating: Vec<Average>,
    /// The column of that rating: `er` or `hardest_score`.
    pub(crate) rating: ColumnId,
    /// Over the run, in equal parts by index.
    pub(crate) by_part: Vec<Average>,
    /// Rows of a part.
    pub(crate) part_rows: u64,
}

/// The mean time of the rows with a number of givens, a rating, or a first index.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Average {
    pub(crate) at: f64,
    pub(crate) rows: u64,
    pub(crate) mean_ns: f64,
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
