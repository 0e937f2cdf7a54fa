//! A line for each column of the table.

use crate::summary::{ColumnSummary, Numbers, Summary, Values};
use serde::Serialize;
use std::collections::BTreeMap;

/// Metrics of a column.
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
