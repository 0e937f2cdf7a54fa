//! Metrics of a report: all values of the JSON, which the pages show.

mod checks;
mod columns;
mod comparison;
mod difficulty;
mod examples;
mod overlap;
mod positions;
mod reference;
mod times;
mod unbiased;

use super::{
    stats::wilson,
    summary::{Copies, Summary},
};
use crate::{facts::Facts, pipeline::Plan};
pub(super) use checks::Check;
pub(super) use columns::ColumnMetrics;
pub(super) use comparison::{Categories, Compared, ComparisonMetrics, Difference};
pub(super) use difficulty::{
    Ceiling, DifficultyMetrics, GuessesMetrics, HardPuzzle, HardestStep, RatingOfGivens, TechniqueMetrics,
};
pub(super) use examples::{ExampleMetrics, ExamplePuzzle};
pub(super) use overlap::{PairOverlap, SharedMetrics, SharedRows};
pub(super) use positions::{PositionMetrics, digit_z};
pub(super) use reference::{PUBLISHED, Published};
use serde::Serialize;
pub(super) use times::{Average, TimeMetrics};
pub(super) use unbiased::{MeanOfGivens, UnbiasedEstimate, UnbiasedMean, UnbiasedMetrics, Weighed};

/// The version of the form of reports in JSON and CSV.
pub const SCHEMA: u32 = 4;

/// Where the rows of a corpus come from, as its files state it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Origin {
    /// Name of the corpus.
    pub name: String,
    /// The program that made it, and its version.
    pub program: Option<String>,
    /// The command that makes it again.
    pub command: Option<String>,
    /// The master seed.
    pub seed: Option<String>,
    /// Rows that it should have.
    pub planned_rows: Option<u64>,
    /// Rows of the whole of which it may be a part.
    pub whole_rows: Option<u64>,
    /// The scale of its ratings.
    pub rating_scale: Option<String>,
    /// Plan of its puzzles.
    pub plan: Option<Plan>,
    /// Bias of its grids and puzzles.
    pub bias: Option<Bias>,
    /// Facts about its rows.
    pub facts: Facts,
}

/// Description of the populations that the grids and the puzzles of a corpus are samples of.
#[derive(Debug, Clone, Serialize)]
pub struct Bias {
    /// The distribution of the complete grids.
    pub grids: String,
    /// The bias that the dig adds.
    pub puzzles: String,
}

/// A whole report.
#[derive(Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    schema: u32,
    /// The program and its version.
    pub(super) program: &'static str,
    /// The command that makes this report.
    pub(super) command: String,
    pub(super) corpora: Vec<CorpusMetrics>,
    /// Each corpus but the first, against the first.
    pub(super) comparisons: Vec<ComparisonMetrics>,
    /// Each corpus and each later one: what they share.
    pub(super) overlaps: Vec<PairOverlap>,
    /// Distributions of givens from the literature.
    pub(super) published: &'static [Published],
}

/// Metrics of a corpus.
#[derive(Debug, Serialize)]
pub(super) struct CorpusMetrics {
    #[serde(flatten)]
    pub(super) origin: Origin,
    #[serde(rename = "box")]
    pub(super) shape: crate::board::Shape,
    pub(super) rows: u64,
    /// Rows with a readable puzzle.
    pub(super) puzzles: u64,
    pub(super) distinct: Different,
    pub(super) columns: Vec<ColumnMetrics>,
    pub(super) checks: Vec<Check>,
    pub(super) givens: Option<Histogram>,
    /// Rated puzzles that naked and hidden singles solve, whatever the rulebook; `None` without counts of techniques.
    pub(super) falls_to_singles: Option<Proportion>,
    /// Rows with a readable puzzle and counts of techniques.
    pub(super) paths: u64,
    pub(super) difficulty: Option<DifficultyMetrics>,
    pub(super) times: Vec<TimeMetrics>,
    pub(super) positions: Option<PositionMetrics>,
    pub(super) unbiased: Option<UnbiasedMetrics>,
    pub(super) examples: ExampleMetrics,
}

/// Numbers of distinct puzzles and of copies.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Different {
    /// Puzzles that were compared.
    pub(super) looked_at: u64,
    pub(super) distinct: u64,
    /// `looked_at` less `distinct`.
    pub(super) copies: u64,
    /// One puzzle in this many was compared: 1 if all were.
    pub(super) one_in: u64,
}

/// A share with its 95 % interval (Wilson).
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Proportion {
    pub(super) rows: u64,
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Rows with a value.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Bin {
    /// The value, or the lower end of a range of them.
    pub(super) value: f64,
    #[serde(flatten)]
    pub(super) share: Proportion,
}

/// Rows by value.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Histogram {
    pub(super) rows: u64,
    pub(super) mean: f64,
    pub(super) sd: Option<f64>,
    /// Width of a bin: 0 if it is a single value.
    pub(super) width: f64,
    pub(super) bins: Vec<Bin>,
}

/// Rows in a category.
#[derive(Debug, Serialize)]
pub(super) struct Category {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) share: Proportion,
}

impl Report {
    /// Builds the report of these corpora that `command` makes.
    pub fn new(command: String, mut corpora: Vec<(Origin, Summary)>) -> Self {
        for (_, summary) in &mut corpora {
            summary.settle();
        }
        let overlaps = PairOverlap::of_all(&corpora);
        let corpora: Vec<CorpusMetrics> =
            corpora.into_iter().map(|(origin, summary)| CorpusMetrics::new(origin, &summary)).collect();
        let comparisons = match corpora.split_first() {
            Some((first, others)) => {
                // The pairs with the first corpus come first.
                let others = others.iter().zip(&overlaps);
                others.map(|(other, pair)| ComparisonMetrics::of(first, other, pair.text)).collect()
            }
            None => Vec::new(),
        };
        let published = PUBLISHED;
        Self { schema: SCHEMA, program: crate::PROGRAM, command, corpora, comparisons, overlaps, published }
    }

    /// Returns the checks that failed, in words.
    pub fn failed_checks(&self) -> Vec<String> {
        let failed = self.corpora.iter().flat_map(|corpus| {
            let failed = corpus.checks.iter().filter(|check| check.passed == Some(false));
            failed.map(|check| {
                format!("{}: {}: {} of {}", corpus.origin.name, check.name, check.failed, check.looked_at)
            })
        });
        failed.collect()
    }
}

impl CorpusMetrics {
    fn new(origin: Origin, summary: &Summary) -> Self {
        let copies = Different::of(summary.copies());
        let difficulty = DifficultyMetrics::of(summary, origin.plan.as_ref());
        let levels = difficulty.iter().flat_map(|difficulty| &difficulty.level);
        Self {
            examples: ExampleMetrics::of(&summary.examples, levels.map(|level| level.name.as_str())),
            shape: summary.options().shape,
            rows: summary.rows,
            puzzles: summary.puzzles.rows,
            distinct: copies,
            columns: columns::of(summary),
            checks: checks::of(summary, &origin, copies),
            givens: Histogram::of(
                summary.puzzles.givens.iter().zip(0_u32..).map(|(&rows, g)| (f64::from(g), rows)),
            ),
            paths: summary.falls_to_singles.0,
            falls_to_singles: (summary.falls_to_singles.0 > 0)
                .then(|| Proportion::of(summary.falls_to_singles.1, summary.falls_to_singles.0)),
            difficulty,
            times: times::of(summary, origin.plan.as_ref()),
            positions: PositionMetrics::of(&summary.puzzles),
            unbiased: UnbiasedMetrics::of(summary, &origin.facts),
            origin,
        }
    }
}

impl CorpusMetrics {
    /// Returns the shares of the levels, from the easiest: estimates, where rows are weighted.
    pub(super) fn levels(&self) -> Vec<Category> {
        let levels = self.difficulty.iter().flat_map(|difficulty| &difficulty.level);
        let shown = |level: &Category| {
            let share = match &self.unbiased {
                None => Some(level.share),
                Some(unbiased) => {
                    let line = unbiased.level.iter().find(|line| line.value == level.name);
                    line.map(Weighed::proportion)
                }
            };
            Some(Category { name: level.name.clone(), share: share? })
        };
        levels.filter_map(shown).collect()
    }
}

impl Different {
    const fn of(copies: Copies) -> Self {
        let Copies { looked_at, distinct, one_in } = copies;
        Self { looked_at, distinct, copies: looked_at - distinct, one_in }
    }
}

impl Proportion {
    pub(super) fn of(rows: u64, all: u64) -> Self {
        let (low, high) = wilson(rows, all).unwrap_or_default();
        Self { rows, share: if all == 0 { 0.0 } else { rows as f64 / all as f64 }, low, high }
    }
}

impl Histogram {
    /// Of values and their counts, ascending; `None` without rows.
    pub(super) fn of(counts: impl Iterator<Item = (f64, u64)>) -> Option<Self> {
        let counts: Vec<(f64, u64)> = counts.filter(|(_, rows)| *rows > 0).collect();
        let rows: u64 = counts.iter().map(|(_, rows)| rows).sum();
        if rows == 0 {
            return None;
        }
        let mean = counts.iter().map(|&(value, rows)| value * rows as f64).sum::<f64>() / rows as f64;
        let scatter: f64 = counts.iter().map(|&(value, rows)| (value - mean).powi(2) * rows as f64).sum();
        let sd = (rows > 1).then(|| (scatter / (rows - 1) as f64).sqrt());
        let bins =
            counts.iter().map(|&(value, count)| Bin { value, share: Proportion::of(count, rows) }).collect();
        Some(Self { rows, mean, sd, width: 0.0, bins })
    }

    /// Builds the histogram of estimated shares of values that are numbers, ascending; `None` without a value.
    pub(super) fn of_estimates(lines: &[Weighed], mean: &UnbiasedMean) -> Option<Self> {
        let bin = |line: &Weighed| Some(Bin { value: line.value.parse().ok()?, share: line.proportion() });
        let bins: Vec<Bin> = lines.iter().filter_map(bin).collect();
        let rows = bins.iter().map(|bin| bin.share.rows).sum();
        (rows > 0).then_some(Self { rows, mean: mean.all.value, sd: mean.all_sd, width: 0.0, bins })
    }

    /// Builds the histogram in about `most` bins of a round width.
    pub(super) fn coarse(counts: &[(f64, u64)], most: u32) -> Option<Self> {
        let exact = Self::of(counts.iter().copied())?;
        let (least, greatest) = (counts.first()?.0, counts.last()?.0);
        let width = round_up((greatest - least) / f64::from(most));
        if width == 0.0 {
            return Some(exact);
        }
        let mut bins: std::collections::BTreeMap<i64, u64> = std::collections::BTreeMap::new();
        for &(value, rows) in counts {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "far below 2^63 for any width that fits the range"
            )]
            let bin = (value / width).floor() as i64;
            *bins.entry(bin).or_default() += rows;
        }
        let bin = |(&bin, &rows): (&i64, &u64)| Bin {
            value: bin as f64 * width,
            share: Proportion::of(rows, exact.rows),
        };
        Some(Self { width, bins: bins.iter().map(bin).collect(), ..exact })
    }

    /// Builds the histogram in bins of equal ratio, twenty to a factor of ten; `None` if a value is not positive.
    pub(super) fn by_ratio(counts: &[(f64, u64)]) -> Option<Self> {
        let exact = Self::of(counts.iter().copied())?;
        if counts.first()?.0 <= 0.0 {
            return None;
        }
        // The end of a bin belongs to the next one, also where the logarithm is rounded.
        let place = |value: f64| {
            let rough = (value.log10() * BINS_OF_TEN).floor();
            if value >= ratio_end(rough + 1.0) {
                rough + 1.0
            } else if value < ratio_end(rough) {
                rough - 1.0
            } else {
                rough
            }
        };
        let mut bins: Vec<(f64, u64)> = Vec::new();
        for &(value, rows) in counts {
            let place = place(value);
            match bins.last_mut() {
                Some((last, sum)) if (*last - place).abs() < 0.5 => *sum += rows,
                _ => bins.push((place, rows)),
            }
        }
        let bin = |(place, rows): (f64, u64)| Bin {
            value: ratio_end(place),
            share: Proportion::of(rows, exact.rows),
        };
        Some(Self { bins: bins.into_iter().map(bin).collect(), ..exact })
    }

    /// Returns values and their rows.
    pub(super) fn counts(&self) -> Vec<(f64, u64)> {
        self.bins.iter().map(|bin| (bin.value, bin.share.rows)).collect()
    }

    /// Returns the share at a value.
    pub(super) fn share_at(&self, value: f64) -> Option<Proportion> {
        self.bins.iter().find(|bin| (bin.value - value).abs() < 1e-9).map(|bin| bin.share)
    }
}

/// Bins of equal ratio to a factor of ten.
const BINS_OF_TEN: f64 = 20.0;

/// Returns the lower end of a bin of equal ratio.
pub(super) fn ratio_end(place: f64) -> f64 {
    10_f64.powf(place / BINS_OF_TEN)
}

/// Returns the upper end of the bin of equal ratio that begins at `value`.
pub(super) fn next_ratio_end(value: f64) -> f64 {
    ratio_end((value.log10() * BINS_OF_TEN).round() + 1.0)
}

/// Rounds up to 1, 2 or 5 times a power of ten; 0 for 0.
fn round_up(width: f64) -> f64 {
    if width <= 0.0 || !width.is_finite() {
        return 0.0;
    }
    let power = 10_f64.powf(width.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= width).unwrap_or(10.0);
    step * power
}
