//! The result of a comparison of checkers in sentences: whether they agree, and which is faster.

use super::format::whole;
use crate::compare::{CheckerResult, CheckersReport, Outcome, Spread, Verdict};

/// Returns one sentence about agreement and, if speeds can be compared, one about speed; without full stops.
pub fn checkers_verdict(report: &CheckersReport) -> Vec<String> {
    let sums = Sums::of(&report.outcomes);
    let speed = if sums.offences == 0 && sums.compared { speed(&report.outcomes) } else { None };
    std::iter::once(sums.agreement()).chain(speed).collect()
}

/// Sums over all workloads.
struct Sums<'a> {
    names: Vec<&'a str>,
    checks: u64,
    offences: u64,
    /// Checks without an answer, by checker.
    undecided: Vec<u64>,
    /// True if two checkers answered one check.
    compared: bool,
    /// Pairs of different checkers with different answers to some check.
    differing: Vec<(usize, usize)>,
}

impl<'a> Sums<'a> {
    fn of(outcomes: &'a [Outcome]) -> Self {
        let names: Vec<&str> = outcomes
            .first()
            .map(|first| first.checkers.iter().map(|s| s.name.as_str()).collect())
            .unwrap_or_default();
        let count = names.len();
        let pairs = || (0..count).flat_map(|one| (0..one).map(move |other| (other, one)));
        let sum = |value: fn(&Outcome) -> u64| outcomes.iter().map(value).sum();
        let gave_up =
            |standing: &CheckerResult| standing.verdicts.get(&Verdict::Undecided).copied().unwrap_or(0);
        let differ = |&(a, b): &(usize, usize)| outcomes.iter().any(|o| o.agreed[a][b] < o.answered[a][b]);
        Self {
            checks: sum(|outcome| outcome.checks),
            offences: sum(|outcome| outcome.offences),
            undecided: (0..count).map(|n| outcomes.iter().map(|o| gave_up(&o.checkers[n])).sum()).collect(),
            compared: pairs().any(|(a, b)| outcomes.iter().any(|outcome| outcome.answered[a][b] > 0)),
            differing: pairs().filter(differ).collect(),
            names,
        }
    }

    fn agreement(&self) -> String {
        let names = list(&self.names, "and");
        let checks = self.checks();
        match self.names.as_slice() {
            _ if self.offences > 0 => self.contradiction(),
            [name] => format!("No answers are compared: {name} is the only checker{}", self.left(&checks)),
            _ if !self.compared => "No answers are compared: no check was decided by two checkers".to_owned(),
            _ if self.undecided.iter().any(|&n| n > 0) => {
                format!("{names} agree wherever they decide{}", self.left(&checks))
            }
            _ if self.checks == 1 => format!("{names} agree on {checks}"),
            _ => format!("{names} agree on all {checks}"),
        }
    }

    /// Formats the number of checks.
    fn checks(&self) -> String {
        match self.checks {
            1 => "1 check".to_owned(),
            more => format!("{} checks", whole(more as f64)),
        }
    }

    /// Formats the checks without an answer: `; of 300 checks, technique left 50 undecided`. Empty if there are none.
    fn left(&self, checks: &str) -> String {
        let left = self.names.iter().zip(&self.undecided).filter(|&(_, &number)| number > 0);
        let left: Vec<String> =
            left.map(|(name, &number)| format!("{name} left {} undecided", whole(number as f64))).collect();
        if left.is_empty() { String::new() } else { format!("; of {checks}, {}", left.join(", ")) }
    }

    fn contradiction(&self) -> String {
        let wrong = match self.names.as_slice() {
            [name] => (*name).to_owned(),
            [_, _] => list(&self.names, "or"),
            _ => "a checker".to_owned(),
        };
        let verb = if self.offences == 1 { "shows" } else { "show" };
        let number = whole(self.offences as f64);
        format!("{number} of {} {verb} that {wrong} is wrong{}", self.checks(), self.suspect())
    }

    /// Names the only checker that takes part in every disagreement, where others could have disagreed without it.
    fn suspect(&self) -> String {
        let in_all = |n: &usize| self.differing.iter().all(|&(a, b)| a == *n || b == *n);
        let suspects: Vec<usize> = (0..self.names.len()).filter(in_all).collect();
        match suspects.as_slice() {
            [one] if self.names.len() > 2 => format!("; {} is part of every disagreement", self.names[*one]),
            _ => String::new(),
        }
    }
}

/// Fewest blocks whose ratios say which checker is faster.
const FEWEST_BLOCKS: usize = 5;

/// Fewest checks of a kind whose speeds say which checker is faster: those of fewer puzzles hang on which puzzles they are.
const FEWEST_CHECKS: u64 = 200;

/// A checker that is faster than another, by its place, and the ratio of the speeds.
type Lead = (usize, usize, f64);

/// Compares the speeds: a checker is faster if the quartiles of the ratios, over blocks in turns, leave no doubt. `None` if there is one
/// checker, or if a speed is not known.
fn speed(outcomes: &[Outcome]) -> Option<String> {
    let names: Vec<&str> = outcomes.first()?.checkers.iter().map(|s| s.name.as_str()).collect();
    let relative = |outcome: &Outcome| outcome.checkers.iter().map(|standing| standing.relative).collect();
    let speeds: Vec<Vec<Spread>> = outcomes.iter().map(relative).collect::<Option<_>>()?;
    let leads: Vec<Option<Lead>> = speeds.iter().map(|speeds| lead(speeds)).collect();
    if names.len() < 2 {
        return None;
    }
    if outcomes.iter().any(|outcome| outcome.blocks < FEWEST_BLOCKS || outcome.checks < FEWEST_CHECKS) {
        return Some(format!(
            "Too few checks to tell which is faster: {FEWEST_CHECKS} or more of each kind do"
        ));
    }
    if leads.iter().all(Option::is_none) {
        return Some(format!("No checker is clearly faster than {}", names[0]));
    }
    let known: Vec<Lead> = leads.iter().copied().flatten().collect();
    let (winner, loser, _) = known[0];
    if known.len() == leads.len() && known.iter().all(|&(a, b, _)| (a, b) == (winner, loser)) {
        let ratios = known.iter().map(|&(_, _, ratio)| ratio);
        let (low, high) = (ratios.clone().fold(f64::INFINITY, f64::min), ratios.fold(0.0, f64::max));
        let (low, high) = (ratio(low), ratio(high));
        let range = if low == high { low } else { format!("{low} to {high}") };
        return Some(format!("{} is {range} times as fast as {}", names[winner], names[loser]));
    }
    // The fastest by medians, in the order of the workloads.
    let mut fastest: Vec<(usize, Vec<&str>)> = Vec::new();
    for (outcome, speeds) in outcomes.iter().zip(&speeds) {
        let first = (0..speeds.len()).max_by(|&a, &b| speeds[a].median.total_cmp(&speeds[b].median))?;
        match fastest.iter_mut().find(|(checker, _)| *checker == first) {
            Some((_, workloads)) => workloads.push(outcome.workload.name()),
            None => fastest.push((first, vec![outcome.workload.name()])),
        }
    }
    let part = |(checker, workloads): &(usize, Vec<&str>)| {
        format!("{} on {}", names[*checker], list(workloads, "and"))
    };
    Some(format!("Fastest: {}", fastest.iter().map(part).collect::<Vec<_>>().join(", ")))
}

/// Returns the fastest checker and the first one, by which speeds are measured, or the first one and the next fastest. `None` if the
/// quartiles leave open whether the first one is faster.
fn lead(speeds: &[Spread]) -> Option<Lead> {
    let others = || speeds.iter().enumerate().skip(1);
    let by_median = |a: &(usize, &Spread), b: &(usize, &Spread)| a.1.median.total_cmp(&b.1.median);
    if let Some((winner, speed)) = others().filter(|(_, speed)| speed.q1 > 1.0).max_by(by_median) {
        return Some((winner, 0, speed.median));
    }
    let (next, speed) = others().max_by(by_median)?;
    others().all(|(_, speed)| speed.q3 < 1.0).then(|| (0, next, 1.0 / speed.median))
}

/// Formats a ratio with three digits.
fn ratio(ratio: f64) -> String {
    match ratio {
        _ if ratio < 10.0 => format!("{ratio:.2}"),
        _ if ratio < 100.0 => format!("{ratio:.1}"),
        _ => whole(ratio),
    }
}

/// Formats a list of names: `a, b and c`.
fn list(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., name] => format!("{} {last} {name}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Machine, Workload};
    use gridmill_board::Shape;

    /// A workload of enough checks: name, relative speed and undecided checks of each checker; every pair agrees.
    fn outcome(workload: Workload, checkers: &[(&str, f64, u64)]) -> Outcome {
        let standing = |&(name, median, undecided): &(&str, f64, u64)| CheckerResult {
            name: name.to_owned(),
            checks_per_second: Some(1.0),
            relative: Some(Spread { q1: median * 0.95, median, q3: median * 1.05 }),
            latency_ns: None,
            block_over_single: None,
            curve: Vec::new(),
            nodes_mean: None,
            nodes_max: None,
            external: None,
            verdicts: [(Verdict::Undecided, undecided)].into(),
        };
        let answered = |a: &(&str, f64, u64), b: &(&str, f64, u64)| FEWEST_CHECKS - a.2.max(b.2);
        let matrix: Vec<Vec<u64>> =
            checkers.iter().map(|a| checkers.iter().map(|b| answered(a, b)).collect()).collect();
        Outcome {
            workload,
            checks: FEWEST_CHECKS,
            blocks: FEWEST_BLOCKS,
            checkers: checkers.iter().map(standing).collect(),
            agreed: matrix.clone(),
            answered: matrix,
            offences: 0,
            first_offences: Vec::new(),
        }
    }

    fn verdict(outcomes: Vec<Outcome>) -> String {
        let report = CheckersReport {
            schema: 1,
            program: "",
            command: String::new(),
            machine: Machine { cpu: None, cores: None, os: "", arch: "" },
            shape: Shape::STANDARD,
            limit: 2,
            node_budget: 1,
            puzzles: 10,
            skipped: 0,
            timer_ns: 1,
            clock: "",
            outcomes,
        };
        checkers_verdict(&report).join(". ")
    }

    #[test]
    fn agreement_is_claimed_for_what_was_decided() {
        let of = |checkers: &[(&str, f64, u64)]| verdict(vec![outcome(Workload::Dig, checkers)]);
        insta::assert_snapshot!(of(&[("a", 1.0, 0), ("b", 2.0, 0)]), @"a and b agree on all 200 checks. b is 2.00 times as fast as a");
        insta::assert_snapshot!(of(&[("a", 1.0, 0), ("b", 2.0, 0), ("c", 3.0, 4)]), @"a, b and c agree wherever they decide; of 200 checks, c left 4 undecided. c is 3.00 times as fast as a");
        insta::assert_snapshot!(of(&[("a", 1.0, FEWEST_CHECKS), ("b", 1.0, FEWEST_CHECKS)]), @"No answers are compared: no check was decided by two checkers");
        insta::assert_snapshot!(of(&[("a", 1.0, 0)]), @"No answers are compared: a is the only checker");
        insta::assert_snapshot!(of(&[("a", 1.0, 7)]), @"No answers are compared: a is the only checker; of 200 checks, a left 7 undecided");
    }

    #[test]
    fn contradictions_name_a_suspect_if_there_is_one() {
        let of = |checkers: &[(&str, f64, u64)], differing: &[(usize, usize)]| {
            let mut outcome = outcome(Workload::Puzzles, checkers);
            for &(a, b) in differing {
                outcome.agreed[a][b] -= 3;
                outcome.agreed[b][a] -= 3;
            }
            outcome.offences = 3;
            verdict(vec![outcome])
        };
        let three = [("a", 1.0, 0), ("b", 2.0, 0), ("c", 3.0, 0)];
        insta::assert_snapshot!(of(&three, &[(0, 1), (1, 2)]), @"3 of 200 checks show that a checker is wrong; b is part of every disagreement");
        insta::assert_snapshot!(of(&three, &[(0, 1), (1, 2), (0, 2)]), @"3 of 200 checks show that a checker is wrong");
        insta::assert_snapshot!(of(&three, &[(0, 1)]), @"3 of 200 checks show that a checker is wrong");
        insta::assert_snapshot!(of(&three, &[]), @"3 of 200 checks show that a checker is wrong");
        insta::assert_snapshot!(of(&three[..2], &[(0, 1)]), @"3 of 200 checks show that a or b is wrong");
        insta::assert_snapshot!(of(&three[..1], &[]), @"3 of 200 checks show that a is wrong");
    }

    #[test]
    fn speeds_are_compared_where_they_are_clear() {
        let of = |speeds: &[[f64; 3]]| {
            let workloads = Workload::MADE.iter().zip(speeds);
            let one = |(workload, [a, b, c]): (&Workload, &[f64; 3])| {
                outcome(*workload, &[("a", *a, 0), ("b", *b, 0), ("c", *c, 0)])
            };
            let verdict = verdict(workloads.map(one).collect());
            verdict.split_once(". ").unwrap().1.to_owned()
        };
        insta::assert_snapshot!(of(&[[1.0, 13.3, 1.4]]), @"b is 13.3 times as fast as a");
        insta::assert_snapshot!(of(&[[1.0, 2.0, 1.4], [1.0, 155.0, 1.0]]), @"b is 2.00 to 155 times as fast as a");
        insta::assert_snapshot!(of(&[[1.0, 0.5, 0.1], [1.0, 0.2, 0.1]]), @"a is 2.00 to 5.00 times as fast as b");
        insta::assert_snapshot!(of(&[[1.0, 1.01, 0.1], [1.0, 0.99, 0.1]]), @"No checker is clearly faster than a");
        insta::assert_snapshot!(of(&[[1.0, 2.0, 0.1], [1.0, 0.5, 3.0], [1.0, 5.0, 0.1], [1.0, 0.1, 0.1]]), @"Fastest: b on dig and broken, c on puzzles, a on empty");
    }
}
