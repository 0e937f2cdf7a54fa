//! Measures of the same rows compared: ratings of several scales, B, backdoor sizes, and guesses.
//!
//! ```text
//! columns   er | score of each scale, b, backdoor_size, guesses        pairs: each with each, in this order
//! Ranks     fine bins (rank correlation) and coarse ones (tables)
//! ```

use super::{
    batch::{Batch, MISSING, name_of, tenths},
    difficulty::BatchRatings,
    merge_maps,
    rank_counts::{RankCell, RankCounts, bin, weighted_spearman},
    trial::{TrialColumns, TrialMeasure},
    weights::{Group, RowWeight, Weight},
};
use gridmill_generate::Estimate;
use gridmill_rate::Measure;
use gridmill_tables::schema::ColumnId;
use std::collections::BTreeMap;

/// Rows by two measures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ranks {
    /// Pairs of ranks, counted.
    pub counts: RankCounts,
    /// By the bins of the counts, of rows with a weight.
    weights: BTreeMap<(u16, u16), Weight>,
    /// By coarse bins, as their lower ends: whole ratings, and 1, 2, 5, 10, 20 and so on of others.
    pub joint: BTreeMap<(u64, u64), Group>,
}

/// All pairs of measures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Relations {
    /// By names of the columns.
    pub pairs: BTreeMap<(String, String), Ranks>,
    /// By level of the first scale with a score, and whole ER of the first that has one.
    pub levels: BTreeMap<(String, u16), Group>,
}

/// Kind of a measure, which decides about its coarse bins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// In tenths.
    Er,
    Score,
    /// B or the backdoor size.
    Trial,
    /// In hundredths.
    Guesses,
}

/// A measure of each row, [`MISSING`] where there is none.
struct MeasureOfRows {
    kind: Kind,
    name: String,
    values: Vec<u64>,
}

impl Kind {
    /// Returns the lower end of the coarse bin of a value.
    fn coarse(self, value: u64) -> u64 {
        let whole = match self {
            Self::Er => return value / 10,
            Self::Trial => return value,
            Self::Score => value,
            Self::Guesses => value / 100,
        };
        let power = 10_u64.pow(whole.max(1).ilog10());
        [5, 2, 1].into_iter().map(|step| step * power).find(|&end| end <= whole).unwrap_or(0)
    }
}

impl MeasureOfRows {
    fn of_scale(ratings: &BatchRatings<'_>, prefix: &str, rows: usize) -> Option<Self> {
        let (kind, id) = match ratings.measure? {
            Measure::Er => (Kind::Er, ColumnId::Er),
            Measure::Score => (Kind::Score, ColumnId::Score),
        };
        let value = |row| match kind {
            Kind::Er => ratings.rating(row).map(u64::from),
            Kind::Score | Kind::Trial | Kind::Guesses => ratings.score(row).map(|tenths| tenths / 10),
        };
        let values = (0..rows).map(|row| value(row).unwrap_or(MISSING)).collect();
        Some(Self { kind, name: name_of(id, prefix).into_owned(), values })
    }

    /// Returns the measures without a rulebook.
    fn of_trial(columns: &TrialColumns) -> impl Iterator<Item = Self> {
        let of = |(measure, values): (TrialMeasure, Option<Vec<u64>>)| {
            Some(Self { kind: Kind::Trial, name: measure.column().name().to_owned(), values: values? })
        };
        let measures =
            [(TrialMeasure::B, columns.b()), (TrialMeasure::BackdoorSize, columns.backdoor_size())];
        measures.into_iter().filter_map(of)
    }

    fn guesses(batch: Batch<'_>) -> Option<Self> {
        let hundredths = |guesses: f64| tenths(guesses * 10.0);
        let values = batch.numbers(ColumnId::Guesses)?.into_iter().map(hundredths).collect();
        Some(Self { kind: Kind::Guesses, name: ColumnId::Guesses.name().to_owned(), values })
    }
}

impl Ranks {
    fn add(&mut self, (x, y): (u64, u64), coarse: (u64, u64), weight: Option<RowWeight>) {
        self.counts.add(x, y);
        if let Some(weight) = weight {
            self.weights.entry((bin(x), bin(y))).or_default().add(weight);
        }
        self.joint.entry(coarse).or_default().add(weight);
    }

    fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        merge_maps(&mut self.weights, &other.weights, Weight::merge);
        merge_maps(&mut self.joint, &other.joint, Group::merge);
    }

    /// Estimates the rank correlation of all puzzles that weighted rows represent.
    pub fn estimate(&self, independent: bool) -> Option<Estimate> {
        let mut all = Weight::default();
        self.weights.values().for_each(|weight| all.merge(weight));
        let cell = |(&bins, weight): (&(u16, u16), &Weight)| {
            let (p, q) = weight.shares_in(&all);
            (bins, p, q)
        };
        let cells: Vec<RankCell> = self.weights.iter().map(cell).collect();
        let (value, variance) = weighted_spearman(&cells)?;
        let rows = all.rows as f64;
        let error = (independent && all.rows > 1).then(|| (variance * rows / (rows - 1.0)).sqrt());
        Some(Estimate::plain(value, error))
    }
}

impl Relations {
    /// Adds the rows with a readable puzzle; `scales` has the ratings of each scale with the prefix of its columns, and `weights` the
    /// logarithms of the weights.
    pub(super) fn absorb(
        &mut self,
        batch: Batch<'_>,
        scales: &[(&str, &BatchRatings<'_>)],
        trial: &TrialColumns,
        givens: &[u64],
        weights: Option<&[f64]>,
    ) {
        let weight = |row: usize| weights.and_then(|weights| RowWeight::of_ln(weights[row]));
        let of_scales = scales
            .iter()
            .filter_map(|(prefix, ratings)| MeasureOfRows::of_scale(ratings, prefix, givens.len()));
        let mut measures: Vec<MeasureOfRows> =
            of_scales.chain(MeasureOfRows::of_trial(trial)).chain(MeasureOfRows::guesses(batch)).collect();
        measures.sort_by_key(|measure| measure.kind);
        let readable = || (0..givens.len()).filter(|&row| givens[row] != MISSING);
        for (n, one) in measures.iter().enumerate() {
            for other in &measures[n + 1..] {
                let ranks = self.pairs.entry((one.name.clone(), other.name.clone())).or_default();
                for row in readable() {
                    let (x, y) = (one.values[row], other.values[row]);
                    if x != MISSING && y != MISSING {
                        ranks.add((x, y), (one.kind.coarse(x), other.kind.coarse(y)), weight(row));
                    }
                }
            }
        }
        let of = |measure| scales.iter().map(|(_, ratings)| *ratings).find(|r| r.measure == Some(measure));
        let (Some(levels), Some(ers)) = (of(Measure::Score), of(Measure::Er)) else { return };
        for row in readable() {
            if let (Some(level), Some(er)) = (levels.level(row), ers.rating(row)) {
                self.levels.entry((level.to_owned(), er / 10)).or_default().add(weight(row));
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        merge_maps(&mut self.pairs, &other.pairs, Ranks::merge);
        merge_maps(&mut self.levels, &other.levels, Group::merge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coarse_bins_begin_at_round_numbers() {
        let scores = [0, 1, 2, 4, 5, 9, 10, 19, 20, 499, 500, 5000, 99_999];
        assert_eq!(
            scores.map(|score| Kind::Score.coarse(score)),
            [0, 1, 2, 2, 5, 5, 10, 10, 20, 200, 500, 5000, 50_000]
        );
        assert_eq!([0, 99, 100, 250].map(|guesses| Kind::Guesses.coarse(guesses)), [0, 0, 1, 2]);
        assert_eq!([10, 19, 113].map(|er| Kind::Er.coarse(er)), [1, 1, 11]);
        assert_eq!([0, 1, 13].map(|b| Kind::Trial.coarse(b)), [0, 1, 13]);
    }
}
