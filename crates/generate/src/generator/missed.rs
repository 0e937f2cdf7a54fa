//! Messages of generators that give up on a puzzle.

use super::Generator;
use crate::{
    Fill, Givens, Minimality, SymmetryTarget, Task,
    dig::{FewerGivensHint, rate_of},
    error::Error,
};
use std::collections::BTreeMap;

impl Generator {
    /// Returns the error of a task whose attempts gave no wanted puzzle.
    pub(super) fn missed(&self, task: &Task, best: Option<usize>, rejected: &BTreeMap<String, u64>) -> Error {
        let minimal = match self.plan.minimal {
            Minimality::Minimal => "minimal ",
            Minimality::NotMinimal => "non-minimal ",
            Minimality::Any => "",
        };
        let wanted = match (self.plan.dig.patterns(), task.givens) {
            ([], Givens::Minimal) => "minimal puzzle".to_owned(),
            ([], givens @ Givens::Range(..)) => format!("{minimal}puzzle with {givens} givens"),
            ([_, ..], _) => format!("{minimal}puzzle with the givens of pattern {}", task.pattern + 1),
        };
        let rating = &self.plan.rating;
        let several = rating.selecting_kinds() > 1;
        let target = match rating.target_words(task.rating) {
            Some(target) if several => format!(" {target} and the wanted rating"),
            Some(target) => format!(" {target}"),
            None if rating.selects() => " and the wanted rating".to_owned(),
            None => String::new(),
        };
        let symmetry = match self.plan.dig.symmetry() {
            SymmetryTarget::Fixed(_) => String::new(),
            mix @ SymmetryTarget::Mix(_) => format!(" of symmetry {}", mix.target(task.symmetry)),
        };
        let board = self.plan.board.map(|board| format!(" {}", board.kind().condition()));
        let wanted = wanted + &symmetry + &target + &board.unwrap_or_default();
        let more = "allow more attempts or more givens";
        // Grids are selected in place of uniform ones alone.
        let helps = |fewer: &FewerGivensHint| !fewer.is_fill || self.plan.fill == Fill::Uniform;
        let advice = match self.plan.dig.facts().fewer_givens.filter(helps) {
            _ if is_mostly(EXCLUDED, rejected) => "allow more attempts, or exclude fewer puzzles".into(),
            _ if let Some(kind) = self.plan.board.map(|board| board.kind())
                && is_mostly(kind.rejection(), rejected) =>
            {
                format!("allow more attempts, or another value of `{}`", kind.option())
            }
            _ if best.is_none() && !rejected.is_empty() => {
                let advice = self.plan.rating.advice(rejected, task.rating);
                format!("{advice}{}", self.climb_advice(task, rejected).unwrap_or_default())
            }
            Some(FewerGivensHint { advice, .. }) if best.is_some() => format!("{more}, or give {advice}"),
            _ => more.into(),
        };
        let came = (!rejected.is_empty()).then(|| came(rejected));
        Error::Missed { wanted, attempts: self.plan.attempts, best, came, advice }
    }

    /// Names the climb that finds harder puzzles, with its measured rate, where easier ones came.
    fn climb_advice(&self, task: &Task, rejected: &BTreeMap<String, u64>) -> Option<String> {
        if self.plan.dig.objective().is_some() || !self.plan.rating.came_too_easy(rejected, task.rating) {
            return None;
        }
        let (objective, least) = self.plan.harder_objective(task.rating)?;
        let how = match rate_of(objective, least) {
            Some(rate) => format!("which finds about {rate} a minute and core"),
            None => "with hard puzzles to start from by `from=FILE`".to_owned(),
        };
        Some(format!("; or give `dig=climb` and `objective={}`, {how}", objective.name()))
    }
}

/// Classes of ratings that a message names; the rest is counted.
const CLASSES: usize = 5;

/// Words for puzzles of a class that the plan excludes.
pub(super) const EXCLUDED: &str = "of an excluded class";

/// Returns true if no reason rejected more puzzles than this one.
fn is_mostly(reason: &str, rejected: &BTreeMap<String, u64>) -> bool {
    rejected.get(reason).is_some_and(|&times| rejected.values().all(|&other| other <= times))
}

/// Lists the most frequent ratings of rejected puzzles: `easy 60 times, medium 25 times`.
fn came(rejected: &BTreeMap<String, u64>) -> String {
    let mut classes: Vec<(&String, &u64)> = rejected.iter().collect();
    classes.sort_by_key(|&(name, times)| (std::cmp::Reverse(times), name));
    let named = classes.iter().take(CLASSES).map(|(name, times)| format!("{name} {times} times"));
    let mut text = named.collect::<Vec<_>>().join(", ");
    if classes.len() > CLASSES {
        let others: u64 = classes[CLASSES..].iter().map(|(_, times)| **times).sum();
        text += &format!(", others {others} times");
    }
    text
}
