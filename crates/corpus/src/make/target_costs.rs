//! Cost of the rows of each target of a mix: attempts and time.

use gridmill_generate::Plan;
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

/// Rows, attempts and time by the number of the target.
#[derive(Debug, Clone, Default)]
pub(super) struct TargetCosts(BTreeMap<usize, Sums>);

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
        self.0.entry(target).or_default().add(Sums { rows: 1, attempts, time });
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (&target, &sums) in &other.0 {
            self.0.entry(target).or_default().add(sums);
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
            let sums = self.0.get(&number).copied().unwrap_or_default();
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
        let rating = RatingPlan::default().with_level_cycle("easy,hard,easy".parse().unwrap());
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
