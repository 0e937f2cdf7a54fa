//! Summary of a run: counts and times, of a size that does not depend on the number of rows.
//! Rows of a mix have their cost by target: attempts and time.

use crate::rating_totals::{RatingStatistics, RatingTotals};
use gridmill_generate::{CountSums, Effort, Plan, Record, RowCounts, WeightSums, WeightedEstimates};
use hdrhistogram::Histogram;
use serde::Serialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

/// Values of a row that a summary counts.
#[derive(Debug, Clone, PartialEq)]
pub struct RowStatistics {
    givens: usize,
    time_ns: u64,
    attempts: u64,
    effort: Effort,
    weight: Option<f64>,
    counts: Option<RowCounts>,
    /// By each rulebook of the plan.
    ratings: Vec<RatingStatistics>,
    target: usize,
    time: Duration,
}

impl From<&Record> for RowStatistics {
    fn from(Record { made, .. }: &Record) -> Self {
        let time_ns = u64::try_from((made.fill_time + made.dig_time).as_nanos()).unwrap_or(u64::MAX);
        let (givens, attempts, effort, weight) = (made.givens, made.attempts, made.effort, made.weight);
        // Not collected: compiled for size, that calls several functions for each row, also for one without ratings.
        let mut ratings = Vec::new();
        for rated in &made.ratings {
            ratings.push(rated.into());
        }
        let (target, time) = (made.target, made.time);
        let counts = made.counts.clone();
        Self { givens, time_ns, attempts, effort, weight, counts, ratings, target, time }
    }
}

/// Totals of a run. Summaries of disjoint runs merge into that of the whole.
#[derive(Debug, Clone)]
pub struct RunSummary {
    /// Rows by number of givens.
    givens: Vec<u64>,
    times: Histogram<u64>,
    attempts: u64,
    checks: u64,
    nodes: u64,
    weights: WeightSums,
    /// By each rulebook of the plan.
    ratings: Vec<RatingTotals>,
    targets: TargetCosts,
}

/// Longest time of the histogram, in nanoseconds: an hour. Longer times count as an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// Percentiles shown of the time per puzzle.
const PERCENTILES: [(&str, f64); 5] =
    [("p50", 50.0), ("p90", 90.0), ("p99", 99.0), ("p99.9", 99.9), ("max", 100.0)];

impl Default for RunSummary {
    #[expect(clippy::expect_used, reason = "the bounds are constants")]
    fn default() -> Self {
        Self {
            givens: Vec::new(),
            times: Histogram::new_with_max(LONGEST_NS, 3).expect("valid histogram bounds"),
            attempts: 0,
            checks: 0,
            nodes: 0,
            weights: WeightSums::default(),
            ratings: Vec::new(),
            targets: TargetCosts::default(),
        }
    }
}

impl RunSummary {
    /// Adds one row.
    pub fn absorb(&mut self, row: &RowStatistics) {
        *at(&mut self.givens, row.givens) += 1;
        self.times.saturating_record(row.time_ns);
        self.attempts += row.attempts;
        self.checks += row.effort.checks;
        self.nodes += row.effort.nodes;
        if let Some(weight) = row.weight {
            self.weights.absorb(row.givens, weight, row.attempts, row.counts.as_ref());
        }
        RatingTotals::add_each(&mut self.ratings, row.ratings.iter().copied());
        self.targets.absorb(row.target, row.attempts, row.time);
    }

    /// Adds another summary.
    pub fn merge(&mut self, other: &Self) {
        for (givens, rows) in other.givens() {
            *at(&mut self.givens, givens) += rows;
        }
        // Cannot fail: both histograms have the bounds of `default`.
        let _ = self.times.add(&other.times);
        self.attempts += other.attempts;
        self.checks += other.checks;
        self.nodes += other.nodes;
        self.weights.merge(&other.weights);
        RatingTotals::merge_each(&mut self.ratings, &other.ratings);
        self.targets.merge(&other.targets);
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.givens.iter().sum()
    }

    /// Returns the number of rows by number of givens.
    pub fn givens(&self) -> BTreeMap<usize, u64> {
        self.givens.iter().copied().enumerate().filter(|&(_, rows)| rows > 0).collect()
    }

    /// Returns the mean number of givens; `None` without rows.
    pub fn mean_givens(&self) -> Option<f64> {
        let rows = self.rows();
        let total: u64 = self.givens.iter().zip(0..).map(|(rows, givens)| givens * rows).sum();
        (rows > 0).then(|| total as f64 / rows as f64)
    }

    /// Returns the mean number of attempts per row; `None` without rows.
    pub fn mean_attempts(&self) -> Option<f64> {
        let rows = self.rows();
        (rows > 0).then(|| self.attempts as f64 / rows as f64)
    }

    /// Estimates the statistics of all minimal puzzles from the weighted rows, made by `plan`; `None` without weights.
    pub fn weighted(&self, plan: &Plan) -> Option<WeightedEstimates> {
        self.weights.estimates(plan)
    }

    /// Returns the sums over what the attempts of the rows counted, if all rows have that.
    pub fn counts(&self) -> Option<&CountSums> {
        self.weights.counts()
    }

    /// Returns the totals of the ratings by each rulebook of the plan; empty without ratings or rows.
    pub fn ratings(&self) -> &[RatingTotals] {
        &self.ratings
    }

    /// Returns the cost of each target of the plan's mix, in its order, or of the whole plan without a mix.
    pub fn target_costs(&self, plan: &Plan) -> Vec<TargetCost> {
        self.targets.of(plan)
    }

    /// Returns the time per puzzle (fill and dig) in nanoseconds at p50, p90, p99, p99.9 and the maximum, to three digits;
    /// empty without rows.
    pub fn time_percentiles(&self) -> Vec<(&'static str, u64)> {
        if self.times.is_empty() {
            return Vec::new();
        }
        PERCENTILES.iter().map(|&(name, percent)| (name, self.times.value_at_percentile(percent))).collect()
    }

    /// Returns the summary of rows made by `plan` as JSON, for scripts. `elapsed` is the wall time of the run.
    pub fn to_json(&self, plan: &Plan, elapsed: Duration) -> Value {
        let seconds = elapsed.as_secs_f64();
        let percentiles: serde_json::Map<_, _> =
            self.time_percentiles().into_iter().map(|(name, ns)| (name.to_owned(), json!(ns))).collect();
        let givens: serde_json::Map<_, _> =
            self.givens().iter().map(|(givens, rows)| (givens.to_string(), json!(rows))).collect();
        json!({
            "rows": self.rows(),
            "seconds": seconds,
            "rows_per_second": (seconds > 0.0).then(|| self.rows() as f64 / seconds),
            "mean_givens": self.mean_givens(),
            "givens": givens,
            "weighted": self.weighted(plan),
            "mean_attempts": self.mean_attempts(),
            "checks": self.checks,
            "nodes": self.nodes,
            "puzzle_ns": percentiles,
            "targets": if plan.target_names().is_empty() { Vec::new() } else { self.target_costs(plan) },
            "ratings": RatingTotals::each_to_json(&self.ratings, &plan.rating.rulebooks),
        })
    }
}

/// Returns the value of a number, after those of smaller ones. A list, not a map, because each row looks here.
fn at<T: Clone + Default>(values: &mut Vec<T>, number: usize) -> &mut T {
    if values.len() <= number {
        values.resize(number + 1, T::default());
    }
    &mut values[number]
}

/// Rows, attempts and time by the number of the target.
#[derive(Debug, Clone, Default)]
struct TargetCosts(Vec<Sums>);

#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    rows: u64,
    attempts: u64,
    time: Duration,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.attempts += other.attempts;
        self.time += other.time;
    }
}

/// Cost of the rows of a target.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TargetCost {
    /// The target in words, such as `ER 1.0..2.0`.
    pub target: String,
    /// Rows with this target.
    pub rows: u64,
    /// Attempts of a row, on average; `None` without rows.
    pub mean_attempts: Option<f64>,
    /// Rows a second that one core makes, without encoding and writing them; `None` without rows or times.
    pub rows_per_core_second: Option<f64>,
}

impl TargetCosts {
    pub(super) fn absorb(&mut self, target: usize, attempts: u64, time: Duration) {
        at(&mut self.0, target).add(Sums { rows: 1, attempts, time });
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (target, &sums) in other.0.iter().enumerate() {
            at(&mut self.0, target).add(sums);
        }
    }

    /// Returns the cost of each target of the plan; a level that comes several times in a cycle is one. A plan without targets is one target.
    pub(super) fn of(&self, plan: &Plan) -> Vec<TargetCost> {
        let mut names = plan.target_names();
        if names.is_empty() {
            names.push("all".to_owned());
        }
        let mut found: Vec<(String, Sums)> = Vec::new();
        for (number, name) in names.into_iter().enumerate() {
            let sums = self.0.get(number).copied().unwrap_or_default();
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => known.add(sums),
                None => found.push((name, sums)),
            }
        }
        found.into_iter().map(|(target, sums)| TargetCost::new(target, sums)).collect()
    }
}

impl TargetCost {
    fn new(target: String, Sums { rows, attempts, time }: Sums) -> Self {
        let seconds = time.as_secs_f64();
        Self {
            target,
            rows,
            mean_attempts: (rows > 0).then(|| attempts as f64 / rows as f64),
            rows_per_core_second: (rows > 0 && seconds > 0.0).then(|| rows as f64 / seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_generate::RatingPlan;

    #[test]
    fn costs_add_up_by_target() {
        let mut costs = TargetCosts::default();
        costs.absorb(0, 3, Duration::from_secs(1));
        costs.absorb(2, 5, Duration::from_secs(2));
        let mut other = TargetCosts::default();
        other.absorb(2, 1, Duration::from_secs(2));
        costs.merge(&other);
        let rating = RatingPlan::default().with_levels("easy,hard,easy".parse().unwrap());
        let plan = Plan::default().with_rating(rating);
        let cost = |target: &str, rows, mean_attempts, rows_per_core_second| TargetCost {
            target: target.to_owned(),
            rows,
            mean_attempts,
            rows_per_core_second,
        };
        let expected = [cost("level easy", 3, Some(3.0), Some(0.6)), cost("level hard", 0, None, None)];
        assert_eq!(costs.of(&plan), expected);
        let whole = TargetCosts::default().of(&Plan::default());
        assert_eq!(whole, [cost("all", 0, None, None)]);
    }
}
