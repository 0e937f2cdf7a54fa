//! Estimates from weighted rows for all minimal puzzles of the grids they were dug from.

use super::{
    Proportion,
    difficulty::{natural, rating_column},
};
use crate::{
    generate::Fill,
    pipeline::Plan,
    rate::Technique,
    report::summary::{Estimated, PerAttempt, Summary, Weight, mean_of_groups},
    schema::ColumnId,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The sample, and all minimal puzzles. Ratings are in the units of their scale.
#[derive(Debug, Serialize)]
pub(in crate::report) struct UnbiasedMetrics {
    /// Rows with a weight.
    pub(in crate::report) rows: u64,
    /// Number of rows of equal weight with the same information.
    pub(in crate::report) effective_rows: f64,
    /// True if each row has a grid of its own; otherwise errors are not known.
    pub(in crate::report) independent: bool,
    pub(in crate::report) means: Vec<UnbiasedMean>,
    pub(in crate::report) givens: Vec<Weighed>,
    /// By rating of the hardest step.
    pub(in crate::report) hardest_step: Vec<Weighed>,
    /// Up to each rating of the hardest step, that rating included.
    pub(in crate::report) hardest_step_up_to: Vec<Weighed>,
    pub(in crate::report) level: Vec<Weighed>,
    pub(in crate::report) hardest: Vec<Weighed>,
    /// Puzzles that need each technique, and singles alone.
    pub(in crate::report) techniques: Vec<Weighed>,
    /// Minimal puzzles that a grid has on average.
    pub(in crate::report) per_grid: Option<UnbiasedAmount>,
    /// Minimal puzzles of all grids of the shape; only with the uniform fill.
    pub(in crate::report) minimal_puzzles: Option<UnbiasedAmount>,
}

/// A number and its standard error.
#[derive(Debug, Clone, Copy, Serialize)]
pub(in crate::report) struct UnbiasedEstimate {
    pub(in crate::report) value: f64,
    pub(in crate::report) error: Option<f64>,
}

/// A mean of the sample, and of all minimal puzzles.
#[derive(Debug, Serialize)]
pub(in crate::report) struct UnbiasedMean {
    pub(in crate::report) of: ColumnId,
    pub(in crate::report) sample: Option<f64>,
    pub(in crate::report) sample_sd: Option<f64>,
    pub(in crate::report) all: UnbiasedEstimate,
    /// The deviation of single puzzles, where it is known.
    pub(in crate::report) all_sd: Option<f64>,
}

/// A share in the sample, and of all minimal puzzles.
#[derive(Debug, Serialize)]
pub(in crate::report) struct Weighed {
    pub(in crate::report) value: String,
    pub(in crate::report) sample: Proportion,
    pub(in crate::report) all: UnbiasedEstimate,
    /// Share of the heaviest row in the weight of the category, 0 to 1.
    pub(in crate::report) largest: f64,
}

/// A number that may be beyond a float.
#[derive(Debug, Clone, Copy, Serialize)]
pub(in crate::report) struct UnbiasedAmount {
    /// Null if it is beyond a float.
    pub(in crate::report) estimate: Option<f64>,
    /// Its natural logarithm.
    pub(in crate::report) ln: f64,
    pub(in crate::report) relative_error: Option<f64>,
}

impl From<Estimated> for UnbiasedEstimate {
    fn from(Estimated { value, error }: Estimated) -> Self {
        Self { value, error }
    }
}

impl UnbiasedAmount {
    fn new(PerAttempt { ln, relative_error }: PerAttempt) -> Self {
        Self { estimate: Some(ln.exp()).filter(|value| value.is_finite()), ln, relative_error }
    }
}

impl UnbiasedMetrics {
    /// `None` of rows without weights.
    pub(super) fn of(summary: &Summary, plan: Option<&Plan>) -> Option<Self> {
        let weights = &summary.weights;
        let effective_rows = weights.all.effective_rows()?;
        // Rows that share grids are not independent; of other programs' rows it is not known.
        let independent = plan.is_some_and(|plan| plan.max_puzzles_per_grid == 1);
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
        let singles = (!weights.by_technique.is_empty())
            .then(|| weigh("singles alone".to_owned(), &weights.singles_alone));
        let named = Technique::all().filter_map(|technique| {
            let weight = weights.by_technique.get(&(technique as u8))?;
            Some(weigh(technique.name().to_owned(), weight))
        });
        let techniques: Vec<Weighed> = singles.into_iter().chain(named).collect();
        let per_grid =
            plan.filter(|plan| tells_attempts(plan)).and_then(|_| weights.per_attempt(independent));
        let grids =
            plan.filter(|plan| plan.fill == Fill::Uniform).and_then(|plan| plan.shape.complete_grids());
        let all_of = |per_grid: PerAttempt, grids: u128| PerAttempt {
            ln: per_grid.ln + (grids as f64).ln(),
            ..per_grid
        };
        let rating = rating_column(summary, plan);
        let mut means = vec![
            mean(ColumnId::Givens, &givens, f64::from, independent),
            mean(rating, &ratings, natural, independent),
        ];
        means.push(weights.score.mean(independent).map(|all| UnbiasedMean {
            of: ColumnId::Score,
            sample: spread_of_score(summary).map(|spread| spread.0),
            sample_sd: spread_of_score(summary).and_then(|spread| spread.1),
            all: all.into(),
            all_sd: None,
        }));
        Some(Self {
            rows: weights.all.rows,
            effective_rows,
            independent,
            means: means.into_iter().flatten().collect(),
            givens: by_number(&givens, f64::from),
            hardest_step: by_number(&ratings, natural),
            hardest_step_up_to,
            level: by_name(&weights.by_level),
            hardest: by_name(&weights.by_hardest),
            techniques,
            per_grid: per_grid.map(UnbiasedAmount::new),
            minimal_puzzles: per_grid
                .zip(grids)
                .map(|(per_grid, grids)| UnbiasedAmount::new(all_of(per_grid, grids))),
        })
    }
}

/// Returns true if the attempts count the grids tried: not where descents are repeated on given ones, more often on some than on
/// others.
fn tells_attempts(plan: &Plan) -> bool {
    plan.dig.facts().weighted && !plan.attempts_vary_by_grid()
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
    })
}

fn spread_of_score(summary: &Summary) -> Option<(f64, Option<f64>)> {
    let spread = summary.column_of(ColumnId::Score)?.numbers()?.spread()?;
    Some((spread.mean, spread.sd))
}
