//! Measures of the same puzzles compared.

use super::{Proportion, UnbiasedEstimate};
use crate::summary::{Group, Ranks, Relations, Weight};
use gridmill_tables::schema::ColumnId;
use serde::Serialize;
use std::collections::BTreeMap;

/// Two measures of the same puzzles: ratings on two scales, or a rating and guesses.
#[derive(Debug, Serialize)]
pub(crate) struct Relation {
    /// Column of the one, an ER if there is one.
    pub(crate) one: String,
    /// Column of the other.
    pub(crate) other: String,
    /// Rows with both.
    pub(crate) rows: u64,
    /// Spearman's rank correlation of the rows, ties at their mean rank; `None` where all rows tie. Ranks are those of bins of 1.6 % or
    /// less; ratings below 128 points or 12.8, and guesses below 1.28, have a bin of their own.
    pub(crate) spearman: Option<f64>,
    /// Its standard error; `None` where rows are not independent, or weighted.
    pub(crate) error: Option<f64>,
    /// The correlation of all puzzles that weighted rows represent.
    pub(crate) estimate: Option<UnbiasedEstimate>,
    /// By bins of both.
    pub(crate) joint: Vec<JointCell>,
}

/// Puzzles in a bin of each of two measures. Bins of ER are whole numbers; others begin at 1, 2, 5, 10, 20 and so on.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct JointCell {
    /// Lower end of the bin of the one.
    pub(crate) one: u64,
    /// Lower end of the bin of the other.
    pub(crate) other: u64,
    pub(crate) rows: u64,
    /// Share of the puzzles in that bin of the one: an estimate where rows are weighted.
    pub(crate) share: f64,
}

/// Puzzles of a level among those with an ER.
#[derive(Debug, Serialize)]
pub(crate) struct LevelOfEr {
    pub(crate) level: String,
    /// Whole part of the ER.
    pub(crate) er: u16,
    /// Rows, and their share of those with the ER.
    #[serde(flatten)]
    pub(crate) sample: Proportion,
    /// The share of all puzzles that weighted rows represent.
    pub(crate) estimate: Option<UnbiasedEstimate>,
    /// Share of the heaviest row in the weight of the cell, 0 to 1.
    pub(crate) largest: Option<f64>,
}

impl Relation {
    /// Measures all pairs; estimates them if `weighted`, and their errors if rows are `independent`.
    pub(super) fn all_of(relations: &Relations, weighted: bool, independent: bool) -> Vec<Self> {
        let relation = |((one, other), ranks): (&(String, String), &Ranks)| {
            let rows = ranks.counts.rows();
            let error = ranks.counts.variance().filter(|_| independent && !weighted).map(f64::sqrt);
            Self {
                one: one.clone(),
                other: other.clone(),
                rows,
                spearman: ranks.counts.spearman(),
                error,
                estimate: ranks.estimate(independent).filter(|_| weighted).map(Into::into),
                joint: joint(&ranks.joint, weighted),
            }
        };
        let mut all: Vec<Self> =
            relations.pairs.iter().map(relation).filter(|relation| relation.rows > 0).collect();
        // Pairs of scales come before guesses.
        all.sort_by_key(|relation| relation.other == ColumnId::Guesses.name());
        all
    }
}

fn joint(cells: &BTreeMap<(u64, u64), Group>, weighted: bool) -> Vec<JointCell> {
    let mut of_one: BTreeMap<u64, (u64, Weight)> = BTreeMap::new();
    for (&(one, _), group) in cells {
        let (rows, weight) = of_one.entry(one).or_default();
        *rows += group.rows;
        weight.merge(&group.weight);
    }
    let cell = |(&(one, other), group): (&(u64, u64), &Group)| {
        let (rows, weight) = &of_one[&one];
        let share = if weighted {
            group.weight.share_of(weight, false).value
        } else {
            group.rows as f64 / *rows as f64
        };
        JointCell { one, other, rows: group.rows, share }
    };
    cells.iter().map(cell).collect()
}

impl LevelOfEr {
    pub(super) fn all_of(relations: &Relations, weighted: bool, independent: bool) -> Vec<Self> {
        let mut of_er: BTreeMap<u16, (u64, Weight)> = BTreeMap::new();
        for ((_, er), group) in &relations.levels {
            let (rows, weight) = of_er.entry(*er).or_default();
            *rows += group.rows;
            weight.merge(&group.weight);
        }
        let cell = |((level, er), group): (&(String, u16), &Group)| {
            let (rows, weight) = &of_er[er];
            Self {
                level: level.clone(),
                er: *er,
                sample: Proportion::of(group.rows, *rows),
                estimate: weighted.then(|| group.weight.share_of(weight, independent).into()),
                largest: weighted.then(|| group.weight.largest_share()),
            }
        };
        relations.levels.iter().map(cell).collect()
    }
}
