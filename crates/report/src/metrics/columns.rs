//! A line for each column of the table, and the times of rows.

use super::difficulty::natural;
use crate::{
    compare::{Quantile, percentile_curve},
    summary::{ColumnSummary, Numbers, Summary, TimeSum, Values},
};
use gridmill_tables::schema::ColumnId;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(crate) struct ColumnMetrics {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// Rows without a value, files without the column included.
    pub(crate) nulls: u64,
    /// Values that are no finite numbers.
    pub(crate) not_finite: u64,
    pub(crate) min: Option<f64>,
    pub(crate) q25: Option<f64>,
    pub(crate) median: Option<f64>,
    pub(crate) q75: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) mean: Option<f64>,
    pub(crate) sd: Option<f64>,
    /// True if the quartiles are exact; else they are within 0.1 %.
    pub(crate) exact: bool,
    /// Rows by value, of flags and of few texts.
    pub(crate) values: Option<BTreeMap<String, u64>>,
}

pub(super) fn of(summary: &Summary) -> Vec<ColumnMetrics> {
    summary.columns.iter().map(|(name, column)| figures(name, column, summary.rows)).collect()
}

fn figures(name: &str, column: &ColumnSummary, rows: u64) -> ColumnMetrics {
    let numbers = column.numbers();
    let spread = numbers.and_then(Numbers::spread);
    let quartiles = numbers.and_then(Numbers::quartiles);
    let quartile = |n: usize| quartiles.map(|quartiles| quartiles[n]);
    let values = match &column.values {
        Values::Flags([yes, no]) => {
            Some([("true", *yes), ("false", *no)].map(|(name, rows)| (name.to_owned(), rows)).into())
        }
        Values::Texts(counts) => counts.clone().filter(|counts| !counts.is_empty()),
        Values::Numbers(_) | Values::Other => None,
    };
    ColumnMetrics {
        name: name.to_owned(),
        kind: column.types.iter().cloned().collect::<Vec<_>>().join(" or "),
        nulls: column.nulls + (rows - column.rows),
        not_finite: numbers.map_or(0, Numbers::not_finite),
        min: spread.map(|spread| spread.min),
        q25: quartile(0),
        median: quartile(1),
        q75: quartile(2),
        max: spread.map(|spread| spread.max),
        mean: spread.map(|spread| spread.mean),
        sd: spread.and_then(|spread| spread.sd),
        exact: numbers.is_none_or(Numbers::is_exact),
        values,
    }
}

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
    pub(crate) part_rows: u64,
}

/// The mean time of the rows with a number of givens, a rating, or a first index.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Average {
    pub(crate) at: f64,
    pub(crate) rows: u64,
    pub(crate) mean_ns: f64,
}

pub(super) fn times_of(summary: &Summary, rating: ColumnId) -> Vec<TimeMetrics> {
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
