//! Difficulty of the puzzles.

use super::{Category, Histogram, Proportion};
use crate::summary::{DifficultyCounts, Distribution, Scale, Values};
use gridmill_generate::Plan;
use gridmill_rate::{Measure, Rulebook, Technique};
use gridmill_tables::{facts::RatingScale, schema::ColumnId};
use serde::Serialize;
use std::collections::BTreeMap;

/// Bins of a histogram of scores, about.
const SCORE_BINS: u32 = 40;

/// Metrics of difficulty. Ratings and scores are in the units of their scale.
#[derive(Debug, Serialize)]
pub(crate) struct DifficultyMetrics {
    /// Rows that have a rating, solved or not.
    pub(crate) rated: u64,
    /// Rows that the techniques solve; `None` without the column.
    pub(crate) solved: Option<Proportion>,
    /// Rows whose rating the budget ended, so that it is not known whether the techniques solve them; `None` where no column says so.
    pub(crate) beyond_budget: Option<Proportion>,
    /// `None` where no row is solved.
    pub(crate) hardest_step: Option<HardestStep>,
    pub(crate) score: Option<Histogram>,
    /// The same in bins of equal ratio, twenty to a factor of ten; `None` if a score is not positive.
    pub(crate) score_by_ratio: Option<Histogram>,
    /// From the easiest.
    pub(crate) level: Vec<Category>,
    /// Rows by the technique of their hardest step, the most frequent first.
    pub(crate) hardest_technique: Vec<Category>,
    /// By table of techniques.
    pub(crate) techniques: Vec<TechniqueMetrics>,
    /// Rows with steps of both of two techniques, each pair once.
    pub(crate) together: Vec<Together>,
    pub(crate) hardest: Vec<HardPuzzle>,
}

/// Ratings of the hardest step of each solved puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct HardestStep {
    /// The column: `er` or `hardest_score`.
    pub(crate) column: ColumnId,
    pub(crate) ratings: Histogram,
    pub(crate) by_givens: Vec<GivensRating>,
    pub(crate) of_givens: Vec<RatingOfGivens>,
    /// From the easiest: what share the steps rated this much or less solve.
    pub(crate) ceilings: Vec<Ceiling>,
}

/// Rows with a number of givens and a rating of the hardest step.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct GivensRating {
    pub(crate) givens: u16,
    pub(crate) rating: f64,
    pub(crate) rows: u64,
}

/// The ratings of the hardest steps of the rows with a number of givens.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct RatingOfGivens {
    pub(crate) givens: u16,
    pub(crate) rows: u64,
    pub(crate) mean: f64,
    pub(crate) q25: f64,
    pub(crate) median: f64,
    pub(crate) q75: f64,
}

/// Share of puzzles that steps up to a rating solve.
#[derive(Debug, Serialize)]
pub(crate) struct Ceiling {
    pub(crate) rating: f64,
    /// The techniques that are the hardest of puzzles with this rating, the most frequent first.
    pub(crate) techniques: Vec<String>,
    /// Rows with this rating or less, of those rated.
    #[serde(flatten)]
    pub(crate) solved: Proportion,
}

#[derive(Debug, Serialize)]
pub(crate) struct TechniqueMetrics {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    #[serde(flatten)]
    pub(crate) used: Proportion,
    pub(crate) uses: u64,
    /// Steps in a row whose path has one.
    pub(crate) mean_uses: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Together {
    pub(crate) one: &'static str,
    pub(crate) other: &'static str,
    pub(crate) rows: u64,
    /// Observed frequency over that of independent techniques.
    pub(crate) lift: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct HardPuzzle {
    pub(crate) puzzle: String,
    pub(crate) er: Option<f64>,
    pub(crate) score: Option<f64>,
    pub(crate) hardest: Option<String>,
}

/// Returns the column of the hardest step's rating on a scale: that of its measure, as facts state it or rows show it.
pub(super) fn rating_column(scale: Scale<'_>, stated: Option<&RatingScale>) -> ColumnId {
    match stated.and_then(RatingScale::known_measure).or(scale.difficulty.measure) {
        Some(Measure::Score) => ColumnId::HardestScore,
        Some(Measure::Er) | None => ColumnId::Er,
    }
}

/// Returns a rating, given in tenths.
pub(super) fn natural(tenths: impl Into<u64>) -> f64 {
    tenths.into() as f64 / 10.0
}

impl DifficultyMetrics {
    /// `None` of rows without any rating.
    pub(super) fn of(scale: Scale<'_>, stated: Option<&RatingScale>, plan: Option<&Plan>) -> Option<Self> {
        let difficulty = scale.difficulty;
        let with_rating: u64 = difficulty.by_givens.values().sum();
        let values = |id: ColumnId| scale.column_of(id).map_or(0, |column| column.rows - column.nulls);
        let (solved, rated) = match scale.column_of(ColumnId::Solved).map(|column| &column.values) {
            Some(Values::Flags([yes, no])) => (Some(*yes), yes + no),
            Some(Values::Numbers(_) | Values::Texts(_) | Values::Other) | None => {
                let with_value = [ColumnId::Level, ColumnId::Score, ColumnId::ErAtLeast].map(values);
                (None, with_value.into_iter().fold(difficulty.counted, u64::max))
            }
        };
        let rated = rated.max(with_rating);
        let has_budget = match stated {
            Some(scale) => scale.budget.is_some(),
            None => difficulty.measure != Some(Measure::Score),
        };
        let is_stated = !has_budget || scale.column_of(ColumnId::ErAtLeast).is_some();
        let beyond_budget = is_stated.then(|| Proportion::of(values(ColumnId::ErAtLeast), rated));
        let score = scale.column_of(ColumnId::Score).and_then(|column| column.numbers()?.distribution());
        let score_by_ratio = score.and_then(|scores| Histogram::by_ratio(&scores.counts()));
        let score = score.and_then(|scores| Histogram::coarse(&scores.counts(), SCORE_BINS));
        let level = match scale.column_of(ColumnId::Level).map(|column| &column.values) {
            Some(Values::Texts(Some(counts))) => levels(counts, plan),
            Some(Values::Texts(None) | Values::Numbers(_) | Values::Flags(_) | Values::Other) | None => {
                Vec::new()
            }
        };
        if rated == 0 && score.is_none() && level.is_empty() {
            return None;
        }
        Some(Self {
            rated,
            solved: solved.map(|solved| Proportion::of(solved, rated)),
            beyond_budget,
            hardest_step: HardestStep::of(difficulty, rating_column(scale, stated), rated),
            score,
            score_by_ratio,
            level,
            hardest_technique: hardest_technique(difficulty),
            techniques: techniques(difficulty),
            together: together(difficulty),
            hardest: difficulty
                .hardest
                .iter()
                .map(|hard| HardPuzzle {
                    puzzle: hard.puzzle.clone(),
                    er: hard.er.0.map(natural),
                    score: hard.score.0.map(natural),
                    hardest: hard.hardest.clone(),
                })
                .collect(),
        })
    }
}

impl DifficultyMetrics {
    /// Returns the share of rated rows that the techniques do not solve; `None` where it is not known, as of ratings that a budget may have
    /// ended.
    pub(crate) fn beyond_techniques(&self) -> Option<f64> {
        let (solved, ended) = (self.solved?, self.beyond_budget?);
        let beyond = self.rated.saturating_sub(solved.rows).saturating_sub(ended.rows);
        (self.rated > 0).then(|| beyond as f64 / self.rated as f64)
    }

    /// Returns the rows whose rating the budget ended, if there are some.
    pub(crate) fn ended_by_budget(&self) -> Option<Proportion> {
        self.beyond_budget.filter(|ended| ended.rows > 0)
    }
}

impl HardestStep {
    fn of(difficulty: &DifficultyCounts, column: ColumnId, rated: u64) -> Option<Self> {
        let mut rows_by_rating: BTreeMap<u16, u64> = BTreeMap::new();
        for (&(_, rating), rows) in &difficulty.by_givens {
            *rows_by_rating.entry(rating).or_default() += rows;
        }
        Some(Self {
            column,
            ratings: Histogram::of(rows_by_rating.iter().map(|(&rating, &rows)| (natural(rating), rows)))?,
            by_givens: by_givens(difficulty),
            of_givens: of_givens(difficulty),
            ceilings: ceilings(difficulty, &rows_by_rating, rated),
        })
    }
}

/// In the order of the plan's rulebook, or of the built-in one that has the most of them; others by name.
fn levels(counts: &BTreeMap<String, u64>, plan: Option<&Plan>) -> Vec<Category> {
    let rulebook: &Rulebook = match plan.and_then(|plan| plan.rating.technique_rulebook()) {
        Some(rulebook) => rulebook,
        None => Rulebook::of_levels(counts.keys().map(String::as_str)),
    };
    let place = |name: &str| rulebook.level_place(name);
    let all = counts.values().sum();
    let mut levels: Vec<(&String, &u64)> = counts.iter().collect();
    levels.sort_by_key(|(name, _)| (place(name).unwrap_or(usize::MAX), (*name).clone()));
    levels
        .into_iter()
        .map(|(name, &rows)| Category { name: name.clone(), share: Proportion::of(rows, all) })
        .collect()
}

fn by_givens(difficulty: &DifficultyCounts) -> Vec<GivensRating> {
    let cell = |(&(givens, rating), &rows): (&(u16, u16), &u64)| GivensRating {
        givens,
        rating: natural(rating),
        rows,
    };
    difficulty.by_givens.iter().map(cell).collect()
}

fn of_givens(difficulty: &DifficultyCounts) -> Vec<RatingOfGivens> {
    let mut by_givens: BTreeMap<u16, Vec<(u16, u64)>> = BTreeMap::new();
    for (&(givens, rating), &rows) in &difficulty.by_givens {
        by_givens.entry(givens).or_default().push((rating, rows));
    }
    let figures = |(givens, counts): (u16, Vec<(u16, u64)>)| {
        let mut distribution = Distribution::default();
        for &(rating, rows) in &counts {
            distribution.add(rating.into(), rows);
        }
        let rows: u64 = counts.iter().map(|(_, rows)| rows).sum();
        let tenths: f64 = counts.iter().map(|&(rating, rows)| f64::from(rating) * rows as f64).sum();
        let [q25, median, q75] =
            [0.25, 0.5, 0.75].map(|share| distribution.quantile(share).unwrap_or_default() / 10.0);
        RatingOfGivens { givens, rows, mean: tenths / rows as f64 / 10.0, q25, median, q75 }
    };
    by_givens.into_iter().map(figures).collect()
}

fn ceilings(difficulty: &DifficultyCounts, rows_by_rating: &BTreeMap<u16, u64>, rated: u64) -> Vec<Ceiling> {
    let mut so_far = 0;
    let ceiling = |(&rating, rows): (&u16, &u64)| {
        so_far += rows;
        let hardest = difficulty.by_hardest.iter().filter(|((_, known), _)| *known == rating);
        let mut hardest: Vec<(&String, u64)> = hardest.map(|((name, _), &rows)| (name, rows)).collect();
        hardest.sort_by_key(|&(name, rows)| (std::cmp::Reverse(rows), name));
        let techniques = hardest.into_iter().map(|(name, _)| name.clone()).collect();
        Ceiling { rating: natural(rating), techniques, solved: Proportion::of(so_far, rated) }
    };
    rows_by_rating.iter().map(ceiling).collect()
}

fn hardest_technique(difficulty: &DifficultyCounts) -> Vec<Category> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for ((name, _), rows) in &difficulty.by_hardest {
        *counts.entry(name).or_default() += rows;
    }
    let all = counts.values().sum();
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(name, rows)| (std::cmp::Reverse(rows), name));
    let category =
        |(name, rows): (&str, u64)| Category { name: name.to_owned(), share: Proportion::of(rows, all) };
    counts.into_iter().map(category).collect()
}

fn techniques(difficulty: &DifficultyCounts) -> Vec<TechniqueMetrics> {
    let figures = |technique: Technique| {
        let (used, uses) = (difficulty.used[technique as usize], difficulty.uses[technique as usize]);
        TechniqueMetrics {
            name: technique.name(),
            title: technique.title(),
            used: Proportion::of(used, difficulty.counted),
            uses,
            mean_uses: (used > 0).then(|| uses as f64 / used as f64),
        }
    };
    difficulty.columns.iter().map(figures).collect()
}

fn together(difficulty: &DifficultyCounts) -> Vec<Together> {
    let rows_of = |technique: Technique| difficulty.used[technique as usize];
    let used: Vec<Technique> =
        difficulty.columns.iter().filter(|&technique| rows_of(technique) > 0).collect();
    let pairs =
        used.iter().enumerate().flat_map(|(n, &one)| used[n + 1..].iter().map(move |&other| (one, other)));
    let figures = |(one, other): (Technique, Technique)| {
        let rows = difficulty.together[one as usize * Technique::COUNT + other as usize];
        let chance = rows_of(one) as f64 / difficulty.counted as f64 * rows_of(other) as f64;
        Together { one: one.name(), other: other.name(), rows, lift: rows as f64 / chance }
    };
    pairs.map(figures).filter(|pair| pair.rows > 0).collect()
}
