//! Metrics of a report: all values of the JSON, which the pages show.

mod checks;
mod columns;
mod comparison;
mod difficulty;
mod examples;
mod positions;
mod reference;
mod relations;
mod trial;
mod unbiased;

use crate::{
    stats::{power_of_ten, wilson},
    summary::{Copies, Scale, Summary},
};
pub(super) use checks::Check;
pub(super) use columns::{Average, ColumnMetrics, TimeMetrics};
pub(super) use comparison::{
    Categories, Compared, ComparisonMetrics, Difference, PairOverlap, SharedMetrics, SharedRows,
};
use difficulty::rating_column;
pub(super) use difficulty::{
    Ceiling, DifficultyMetrics, HardPuzzle, HardestStep, RatingOfGivens, TechniqueMetrics,
};
pub(super) use examples::{ExampleMetrics, ExamplePuzzle};
use gridmill_generate::Plan;
use gridmill_tables::facts::{Facts, RowDependence};
pub(super) use positions::{PositionMetrics, digit_z};
pub(super) use reference::{PUBLISHED, Published};
pub(super) use relations::{JointCell, LevelOfEr, Relation};
use serde::{Serialize, Serializer};
use serde_json::json;
use trial::RowDesign;
pub(super) use trial::{MeasureAt, SizeOf, TrialMetrics, TrialShare, TrialShares};
pub(super) use unbiased::{MeanOfGivens, UnbiasedEstimate, UnbiasedMean, UnbiasedMetrics, Weighed};

/// The version of the form of reports in JSON and CSV.
pub const SCHEMA: u32 = 6;

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
    pub(super) program: &'static str,
    pub(super) command: String,
    pub(super) corpora: Vec<CorpusMetrics>,
    /// Each corpus but the first, against the first.
    pub(super) comparisons: Vec<ComparisonMetrics>,
    /// Each corpus and each later one: what they share.
    pub(super) overlaps: Vec<PairOverlap>,
    /// Distributions of givens from the literature.
    pub(super) published: &'static [Published],
}

#[derive(Debug, Serialize)]
pub(super) struct CorpusMetrics {
    #[serde(flatten)]
    pub(super) origin: Origin,
    #[serde(rename = "box")]
    pub(super) shape: gridmill_board::Shape,
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
    /// Ratings and guesses compared.
    pub(super) relations: Vec<Relation>,
    /// Levels of the first scale with a score by ER of the first that has one.
    pub(super) levels_by_er: Vec<LevelOfEr>,
    /// Measures without a rulebook; `None` of rows without them.
    pub(super) trial: Option<TrialMetrics>,
    /// Beginning of the names of the columns of ratings: those of the first scale, where there are several.
    pub(super) prefix: String,
    /// Name of the rulebook where there are several; in titles.
    #[serde(skip)]
    pub(super) rulebook: Option<String>,
    /// Ratings on the other scales.
    pub(super) further_scales: Vec<FurtherScale>,
}

/// Ratings of a corpus on a scale that is not its first: metrics of the corpus without what has nothing to do with ratings.
#[derive(Debug)]
pub(super) struct FurtherScale(pub(super) CorpusMetrics);

impl Serialize for FurtherScale {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(CorpusMetrics { origin, prefix, difficulty, unbiased, examples, .. }) = self;
        let scale = &origin.rating_scale;
        json!({ "prefix": prefix, "rating_scale": scale, "difficulty": difficulty, "unbiased": unbiased, "examples": examples })
            .serialize(serializer)
    }
}

/// Numbers of distinct puzzles and of copies.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Different {
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

#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Bin {
    /// The value, or the lower end of a range of them.
    pub(super) value: f64,
    #[serde(flatten)]
    pub(super) share: Proportion,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Histogram {
    pub(super) rows: u64,
    pub(super) mean: f64,
    pub(super) sd: Option<f64>,
    /// Width of a bin: 0 if it is a single value.
    pub(super) width: f64,
    pub(super) bins: Vec<Bin>,
}

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
        Self {
            schema: SCHEMA,
            program: gridmill_tables::PROGRAM,
            command,
            corpora,
            comparisons,
            overlaps,
            published,
        }
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
    fn new(mut origin: Origin, summary: &Summary) -> Self {
        origin.facts = origin.facts.agreeing_with(summary.rows_read());
        origin.plan = origin.plan.filter(|plan| plan.shape == summary.options.shape);
        let further = summary.scales().skip(1);
        let further_scales: Vec<FurtherScale> = further
            .map(|scale| FurtherScale(Self::of_scale(origin.clone(), scale)))
            .filter(|FurtherScale(metrics)| metrics.difficulty.is_some())
            .collect();
        let copies = Different::of(summary.copies());
        let checks = checks::of(summary, &origin, copies);
        let Some(first) = summary.scales().next() else { return Self::empty(origin, summary) };
        let mut metrics = Self::of_scale(origin, first);
        let stated = metrics.origin.facts.scales.first();
        metrics.times = columns::times_of(summary, rating_column(first, stated));
        if further_scales.is_empty() {
            metrics.rulebook = None;
        }
        let weighted = metrics.unbiased.is_some();
        let independent = metrics.origin.facts.rows == RowDependence::Independent;
        let published = metrics.comparable().filter(|_| weighted);
        Self {
            distinct: copies,
            columns: columns::of(summary),
            checks,
            givens: Histogram::of(
                summary.puzzles.givens.iter().zip(0_u32..).map(|(&rows, g)| (f64::from(g), rows)),
            ),
            paths: summary.falls_to_singles.0,
            falls_to_singles: (summary.falls_to_singles.0 > 0)
                .then(|| Proportion::of(summary.falls_to_singles.1, summary.falls_to_singles.0)),
            positions: PositionMetrics::of(&summary.puzzles),
            relations: Relation::all_of(&summary.relations, weighted, independent),
            levels_by_er: LevelOfEr::all_of(&summary.relations, weighted, independent),
            trial: TrialMetrics::of(&summary.trial, RowDesign { weighted, independent }, published),
            further_scales,
            ..metrics
        }
    }

    fn of_scale(mut origin: Origin, scale: Scale<'_>) -> Self {
        let stated = origin.facts.scales.get(scale.place).cloned();
        if origin.facts.scales.len() > 1 {
            origin.rating_scale = stated.as_ref().map(|stated| stated.scale.clone());
        }
        let difficulty = DifficultyMetrics::of(scale, stated.as_ref(), origin.plan.as_ref());
        let levels = difficulty.iter().flat_map(|difficulty| &difficulty.level);
        let rating = rating_column(scale, stated.as_ref());
        let named = stated.as_ref().map(|stated| stated.rulebook.clone());
        Self {
            examples: ExampleMetrics::of(scale.examples, levels.map(|level| level.name.as_str())),
            unbiased: UnbiasedMetrics::of(scale, rating, &origin.facts),
            difficulty,
            prefix: scale.prefix.to_owned(),
            rulebook: named.or_else(|| Some(scale.prefix.trim_end_matches('_').to_owned())),
            ..Self::empty(origin, scale.summary)
        }
    }

    /// Builds metrics without any but the numbers of rows.
    fn empty(origin: Origin, summary: &Summary) -> Self {
        Self {
            shape: summary.options.shape,
            rows: summary.rows,
            puzzles: summary.puzzles.rows,
            distinct: Different { looked_at: 0, distinct: 0, copies: 0, one_in: 1 },
            columns: Vec::new(),
            checks: Vec::new(),
            givens: None,
            falls_to_singles: None,
            paths: 0,
            difficulty: None,
            times: Vec::new(),
            positions: None,
            unbiased: None,
            examples: ExampleMetrics::default(),
            relations: Vec::new(),
            levels_by_er: Vec::new(),
            trial: None,
            prefix: String::new(),
            rulebook: None,
            further_scales: Vec::new(),
            origin,
        }
    }
}

impl CorpusMetrics {
    /// Returns the metrics of each scale, those of the first being these.
    pub(super) fn scales(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.further_scales.iter().map(|FurtherScale(metrics)| metrics))
    }

    /// Returns the published statistics of all minimal puzzles, which come last, if the rows represent the same population.
    pub(super) fn comparable(&self) -> Option<&'static Published> {
        let is_same =
            self.origin.facts.population.is_all_minimal() && self.shape == gridmill_board::Shape::STANDARD;
        PUBLISHED.last().filter(|_| is_same)
    }

    pub(super) fn hardest_step(&self) -> Option<&HardestStep> {
        self.difficulty.as_ref()?.hardest_step.as_ref()
    }

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
    pub(super) fn points(&self) -> Vec<(f64, f64)> {
        self.bins.iter().map(|bin| (bin.value, bin.share.share)).collect()
    }

    /// Returns the values of the first and the last bin.
    pub(super) fn ends(&self) -> [f64; 2] {
        [self.bins.first(), self.bins.last()].map(|bin| bin.map_or(0.0, |bin| bin.value))
    }

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

    pub(super) fn counts(&self) -> Vec<(f64, u64)> {
        self.bins.iter().map(|bin| (bin.value, bin.share.rows)).collect()
    }

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
    let power = power_of_ten(width.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= width).unwrap_or(10.0);
    step * power
}
