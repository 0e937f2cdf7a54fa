//! Estimates from weighted rows for all minimal puzzles of the grids they were dug from.

use super::{Proportion, difficulty::natural};
use crate::{
    stats::Z,
    summary::{Quantile, Scale, Weight, Weights, mean_of_groups, quantile_of_groups, value_of_bin},
};
use gridmill_board::Shape;
use gridmill_generate::{CountEstimates, CountSums, Estimate, GivensCounts, LogEstimate};
use gridmill_rate::Technique;
use gridmill_tables::{
    facts::{BEYOND_BUDGET, FALL_TO_SINGLES, Facts, GridPopulation, RowDependence, RowWeights},
    schema::ColumnId,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The sample, and all minimal puzzles. Ratings are in the units of their scale.
#[derive(Debug, Serialize)]
pub(crate) struct UnbiasedMetrics {
    /// Rows with a weight.
    pub(crate) rows: u64,
    /// Number of rows of equal weight with the same information about what does not depend on the weights (Kish). Estimates have effective
    /// rows of their own.
    pub(crate) effective_rows: f64,
    /// The same for the mean number of givens by the weights, by the variance of 40 batches of rows.
    pub(crate) effective_rows_by_batches: Option<f64>,
    /// Share of the heaviest row in the weight of all, 0 to 1.
    pub(crate) largest_share: f64,
    /// True if each row has a grid of its own; otherwise errors are not known.
    pub(crate) independent: bool,
    /// Attempts that counted all minimal puzzles that they found: then shares by givens, their mean and the numbers of puzzles are from these
    /// counts, and not from the weights.
    pub(crate) counted_attempts: Option<u64>,
    pub(crate) means: Vec<UnbiasedMean>,
    pub(crate) givens: Vec<Weighed>,
    /// Upper limits of the shares next to those seen.
    pub(crate) unseen_givens: Vec<UpperLimit>,
    /// Mean rating of the hardest step by number of givens.
    pub(crate) rating_by_givens: Vec<MeanOfGivens>,
    /// By score, from the lower end of each of twenty bins to a factor of ten.
    pub(crate) score: Vec<Weighed>,
    /// By rating of the hardest step.
    pub(crate) hardest_step: Vec<Weighed>,
    /// Up to each rating of the hardest step, that rating included.
    pub(crate) hardest_step_up_to: Vec<Weighed>,
    pub(crate) level: Vec<Weighed>,
    pub(crate) hardest: Vec<Weighed>,
    /// Puzzles that fall to singles: the closure under naked and hidden singles solves them. `None` of rows that are not rated.
    pub(crate) falls_to_singles: Option<Weighed>,
    /// Puzzles whose rating the budget ended; `None` if there are none.
    pub(crate) beyond_budget: Option<Weighed>,
    /// Puzzles with a step of each technique on their path.
    pub(crate) techniques: Vec<Weighed>,
    /// Minimal puzzles that a grid has on average.
    pub(crate) per_grid: Option<UnbiasedAmount>,
    /// Minimal puzzles of all grids of the shape; only with the uniform fill.
    pub(crate) minimal_puzzles: Option<UnbiasedAmount>,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct UnbiasedEstimate {
    pub(crate) value: f64,
    pub(crate) error: Option<f64>,
    /// Independent puzzles, drawn evenly, whose estimate would have this error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) effective_rows: Option<f64>,
    /// Part of one row in the variance, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) largest_part: Option<f64>,
}

/// Upper limit, with 95 % confidence, of the share of a number of givens that no row has.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct UpperLimit {
    pub(crate) givens: u16,
    /// Poisson's limit of no row, times the weight that a row would have, which continues the weights of the two numbers next to it.
    pub(crate) below: f64,
}

/// A mean of the sample, and of all minimal puzzles.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct UnbiasedMean {
    pub(crate) of: ColumnId,
    pub(crate) sample: Option<f64>,
    pub(crate) sample_sd: Option<f64>,
    pub(crate) all: UnbiasedEstimate,
    /// The deviation of single puzzles, where it is known.
    pub(crate) all_sd: Option<f64>,
    /// Quartiles of all minimal puzzles, by the weights.
    pub(crate) quartiles: Vec<UnbiasedQuantile>,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct UnbiasedQuantile {
    /// Share of the puzzles up to it, 0 to 1.
    pub(crate) share: f64,
    /// The least value up to which the share lies; scores above 127 within 0.8 %.
    pub(crate) value: f64,
    /// Ends of the 95 % interval; null where it reaches beyond the values seen, or rows are not independent.
    pub(crate) interval: Option<(f64, f64)>,
}

/// Mean rating of the hardest step of the puzzles with a number of givens.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct MeanOfGivens {
    pub(crate) givens: u16,
    pub(crate) rows: u64,
    pub(crate) all: UnbiasedEstimate,
    /// Share of the heaviest row, 0 to 1.
    pub(crate) largest: f64,
}

/// A share in the sample, and of all minimal puzzles.
#[derive(Debug, Serialize)]
pub(crate) struct Weighed {
    pub(crate) value: String,
    pub(crate) sample: Proportion,
    pub(crate) all: UnbiasedEstimate,
    /// Share of the heaviest row in the weight of the category, 0 to 1.
    pub(crate) largest: f64,
}

/// A number that may be beyond a float.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct UnbiasedAmount {
    /// Null if it is beyond a float.
    pub(crate) estimate: Option<f64>,
    pub(crate) ln: f64,
    pub(crate) relative_error: Option<f64>,
}

impl From<Estimate> for UnbiasedEstimate {
    fn from(Estimate { value, error, effective_rows, largest_part }: Estimate) -> Self {
        Self { value, error, effective_rows, largest_part }
    }
}

impl UnbiasedQuantile {
    pub(super) const fn of(share: f64, Quantile { value, interval }: Quantile) -> Self {
        Self { share, value, interval }
    }

    /// Returns the quartiles of groups of rows with a value each, in ascending order.
    fn quartiles<'a>(
        groups: &(impl Iterator<Item = (f64, &'a Weight)> + Clone),
        independent: bool,
    ) -> Vec<Self> {
        let quartile = |share| Some(Self::of(share, quantile_of_groups(groups.clone(), share, independent)?));
        [0.25, 0.5, 0.75].into_iter().filter_map(quartile).collect()
    }
}

impl UnbiasedEstimate {
    /// Creates an estimate of which no more is known.
    pub(crate) const fn plain(value: f64, error: Option<f64>) -> Self {
        Self { value, error, effective_rows: None, largest_part: None }
    }

    /// Returns the part of one row in the variance if the error cannot be trusted because of it.
    pub(crate) fn rests_on(self) -> Option<f64> {
        self.largest_part.filter(|&part| part > Estimate::RESTING)
    }

    /// Returns the difference from another estimate, in standard errors of both; `None` where one is not known.
    pub(crate) fn difference(self, other: Self) -> Option<f64> {
        let error = self.error?.hypot(other.error?);
        (error > 0.0).then(|| (self.value - other.value) / error)
    }
}

impl Weighed {
    /// Returns the estimated share with its 95 % interval, which is the share itself where the error is not known.
    pub(super) fn proportion(&self) -> Proportion {
        let (share, half) = (self.all.value, Z * self.all.error.unwrap_or(0.0));
        let (low, high) = ((share - half).max(0.0), (share + half).min(1.0));
        Proportion { rows: self.sample.rows, share, low, high }
    }
}

impl UnbiasedAmount {
    fn new(LogEstimate { ln, relative_error }: LogEstimate) -> Self {
        Self { estimate: Some(ln.exp()).filter(|value| value.is_finite()), ln, relative_error }
    }
}

impl UnbiasedMetrics {
    pub(crate) fn mean(&self, of: ColumnId) -> Option<&UnbiasedMean> {
        self.means.iter().find(|mean| mean.of == of)
    }

    /// Counts the rows with a rating of the hardest step.
    pub(crate) fn rated(&self) -> u64 {
        self.hardest_step_up_to.last().map_or(0, |line| line.sample.rows)
    }

    /// `None` of rows without weights that count.
    pub(super) fn of(scale: Scale<'_>, rating: ColumnId, facts: &Facts) -> Option<Self> {
        let RowWeights::Ln { attempts, .. } = &facts.weights else { return None };
        let weights = scale.weights;
        let effective_rows = weights.all.effective_rows()?;
        let independent = facts.rows == RowDependence::Independent;
        let (mut givens, mut ratings) = (BTreeMap::<u16, Weight>::new(), BTreeMap::<u16, Weight>::new());
        for (&(one, rating), weight) in &weights.by_givens_and_rating {
            givens.entry(one).or_default().merge(weight);
            if let Some(rating) = rating {
                ratings.entry(rating).or_default().merge(weight);
            }
        }
        let weigh = |value: String, weight: &Weight| Weighed {
            value,
            sample: Proportion::of(weight.rows, weights.all.rows),
            all: weight.share_of(&weights.all, independent).into(),
            largest: weight.largest_share(),
        };
        let mut so_far = Weight::default();
        let up_to = ratings.iter().map(|(&rating, weight)| {
            so_far.merge(weight);
            weigh(natural(rating).to_string(), &so_far)
        });
        let hardest_step_up_to = up_to.collect();
        let by_number = |by: &BTreeMap<u16, Weight>, shown: fn(u16) -> f64| {
            by.iter().map(|(&value, weight)| weigh(shown(value).to_string(), weight)).collect::<Vec<_>>()
        };
        let by_name = |by: &BTreeMap<String, Weight>| {
            by.iter().map(|(value, weight)| weigh(value.clone(), weight)).collect::<Vec<_>>()
        };
        let falls_to_singles = (scale.place == 0 && scale.summary.falls_to_singles.0 > 0)
            .then(|| weigh(FALL_TO_SINGLES.to_owned(), &weights.falls_to_singles));
        let beyond_budget =
            (weights.beyond_budget.rows > 0).then(|| weigh(BEYOND_BUDGET.to_owned(), &weights.beyond_budget));
        let named = Technique::all().filter_map(|technique| {
            let weight = weights.by_technique.get(&(technique as u8))?;
            Some(weigh(technique.name().to_owned(), weight))
        });
        let techniques: Vec<Weighed> = named.collect();
        let counted = facts.counts.as_ref().and_then(|counts| Some((counts, counts.estimates(independent)?)));
        let per_grid = match &counted {
            Some((_, estimates)) => Some(estimates.per_grid),
            None if *attempts => weights.per_attempt(independent),
            None => None,
        };
        let is_of_all_grids = facts.population.grids() == Some(&GridPopulation::All);
        let grids = facts.shape.filter(|_| is_of_all_grids).and_then(Shape::complete_grids);
        let all_of = |per_grid: LogEstimate, grids: u128| LogEstimate {
            ln: per_grid.ln + (grids as f64).ln(),
            ..per_grid
        };
        let by_weights = mean(ColumnId::Givens, &givens, f64::from, independent);
        let givens_mean = by_weights.clone().map(|mean| match &counted {
            Some((_, estimates)) => {
                UnbiasedMean { all: estimates.mean_givens.into(), all_sd: Some(estimates.sd_givens), ..mean }
            }
            None => mean,
        });
        let by_givens = match &counted {
            Some((counts, estimates)) => counted_givens(counts, estimates, &givens, weights.all.rows),
            None => by_number(&givens, f64::from),
        };
        let typical: Vec<(u16, f64)> = match &counted {
            Some((counts, _)) => typical_counts(counts),
            None => givens.iter().map(|(&givens, weight)| (givens, weight.typical(&weights.all))).collect(),
        };
        let rating_by_givens = rating_by_givens(weights, independent);
        let score_bins = weights.by_score_bin.iter().map(|(&bin, weight)| {
            let end = super::ratio_end(bin.into());
            weigh(end.to_string(), weight)
        });
        let score = score_bins.collect();
        let rating_mean = mean(rating, &ratings, natural, independent);
        let means = [givens_mean, rating_mean, score_mean(scale, independent)];
        Some(Self {
            rows: weights.all.rows,
            effective_rows,
            effective_rows_by_batches: by_weights
                .as_ref()
                .and_then(|mean| weights.effective_rows_by_batches(mean.all.value, mean.all_sd?)),
            largest_share: weights.all.largest_share(),
            independent,
            counted_attempts: counted.as_ref().map(|(counts, _)| counts.attempts),
            means: means.into_iter().flatten().collect(),
            givens: by_givens,
            unseen_givens: if independent { unseen(&typical) } else { Vec::new() },
            rating_by_givens,
            score,
            hardest_step: by_number(&ratings, natural),
            hardest_step_up_to,
            level: by_name(&weights.by_level),
            hardest: by_name(&weights.by_hardest),
            falls_to_singles,
            beyond_budget,
            techniques,
            per_grid: per_grid.map(UnbiasedAmount::new),
            minimal_puzzles: per_grid
                .zip(grids)
                .map(|(per_grid, grids)| UnbiasedAmount::new(all_of(per_grid, grids))),
        })
    }
}

fn score_mean(scale: Scale<'_>, independent: bool) -> Option<UnbiasedMean> {
    let score = &scale.weights.score;
    score.mean(independent).map(|all| UnbiasedMean {
        of: ColumnId::Score,
        sample: spread_of_score(scale).map(|spread| spread.0),
        sample_sd: spread_of_score(scale).and_then(|spread| spread.1),
        all: all.into(),
        all_sd: score.sd(),
        quartiles: UnbiasedQuantile::quartiles(
            &scale.weights.by_score.iter().map(|(&bin, weight)| (value_of_bin(bin, 1.0), weight)),
            independent,
        ),
    })
}

/// Returns the shares by givens of what attempts counted; `rows` are those of the sample with each number.
fn counted_givens(
    counts: &CountSums,
    estimates: &CountEstimates,
    rows: &BTreeMap<u16, Weight>,
    all: u64,
) -> Vec<Weighed> {
    let line = |(&givens, &share): (&u16, &Estimate)| Weighed {
        value: givens.to_string(),
        sample: Proportion::of(rows.get(&givens).map_or(0, |weight| weight.rows), all),
        all: share.into(),
        largest: counts.by_givens.get(&givens).map_or(0.0, |sums| sums.largest[0] / sums.sum),
    };
    estimates.shares.iter().map(line).collect()
}

/// Returns, for each number of givens, the share that a typical row of these counts: each row by what it counts.
fn typical_counts(counts: &CountSums) -> Vec<(u16, f64)> {
    let all: f64 = counts.by_givens.values().map(|sums| sums.sum).sum();
    let typical = |(&givens, sums): (&u16, &GivensCounts)| {
        (givens, sums.products.get(&givens).map_or(0.0, |squares| squares / sums.sum / all))
    };
    counts.by_givens.iter().map(typical).collect()
}

/// Returns upper limits of the shares next to those whose typical rows count `typical`.
fn unseen(typical: &[(u16, f64)]) -> Vec<UpperLimit> {
    /// -ln 0.05: no event is seen with this probability at least if fewer are expected.
    const NO_EVENT: f64 = 2.995_732_273_553_991;
    let limit = |givens: Option<u16>, ends: [Option<&(u16, f64)>; 2]| {
        let [(end, next), (after, before)] = ends.map(|end| end.copied().unwrap_or_default());
        let is_next = end.abs_diff(after) == 1 && before > 0.0;
        let below = NO_EVENT * next * (next / before);
        Some(UpperLimit { givens: givens?, below }).filter(|_| is_next && below < 1.0)
    };
    let ends = |first: usize, second: usize| [typical.get(first), typical.get(second)];
    let (first, last) = (typical.first(), typical.len());
    let least = first.and_then(|&(givens, _)| limit(givens.checked_sub(1), ends(0, 1)));
    let most =
        typical.last().and_then(|&(givens, _)| limit(Some(givens + 1), ends(last - 1, last.wrapping_sub(2))));
    least.into_iter().chain(most).collect()
}

/// Estimates the mean rating for each number of givens, of rows with a rating.
fn rating_by_givens(weights: &Weights, independent: bool) -> Vec<MeanOfGivens> {
    let mut by_givens: BTreeMap<u16, Vec<(f64, &Weight)>> = BTreeMap::new();
    for (&(givens, rating), weight) in &weights.by_givens_and_rating {
        if let Some(rating) = rating {
            by_givens.entry(givens).or_default().push((natural(rating), weight));
        }
    }
    let estimate = |(givens, groups): (u16, Vec<(f64, &Weight)>)| {
        let mut all = Weight::default();
        for (_, weight) in &groups {
            all.merge(weight);
        }
        let (mean, _) = mean_of_groups(groups.iter().map(|&(x, weight)| (x, weight)), independent)?;
        Some(MeanOfGivens { givens, rows: all.rows, all: mean.into(), largest: all.largest_share() })
    };
    by_givens.into_iter().filter_map(estimate).collect()
}

fn mean(
    of: ColumnId,
    by: &BTreeMap<u16, Weight>,
    value: fn(u16) -> f64,
    independent: bool,
) -> Option<UnbiasedMean> {
    let (all, sd) = mean_of_groups(by.iter().map(|(&x, weight)| (value(x), weight)), independent)?;
    let sample = super::Histogram::of(by.iter().map(|(&x, weight)| (value(x), weight.rows)));
    Some(UnbiasedMean {
        of,
        sample: sample.as_ref().map(|sample| sample.mean),
        sample_sd: sample.and_then(|sample| sample.sd),
        all: all.into(),
        all_sd: Some(sd),
        quartiles: UnbiasedQuantile::quartiles(
            &by.iter().map(|(&x, weight)| (value(x), weight)),
            independent,
        ),
    })
}

fn spread_of_score(scale: Scale<'_>) -> Option<(f64, Option<f64>)> {
    let spread = scale.column_of(ColumnId::Score)?.numbers()?.spread()?;
    Some((spread.mean, spread.sd))
}
