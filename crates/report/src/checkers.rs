//! Uniqueness checkers compared, as a page: what `compare` measured, percentiles of time, and the result in sentences.

use crate::{
    charts::{Bar, BarChart, Drawing},
    compare::{CheckerResult, CheckersReport, Latency, Outcome, Spread, Verdict},
    format::{Unit, brief, capital, duration, plain, whole},
    page::{Chart, ChartFiles, Document, Lead, PageBlock, Section, Table, Tile, html, markdown},
    sections::percentiles,
};

/// Renders the page with charts, whole in one file.
pub fn checkers_html(report: &CheckersReport) -> String {
    html(&document(report))
}

/// Renders the page as Markdown, charts as their tables.
pub fn checkers_markdown(report: &CheckersReport) -> String {
    markdown(&document(report))
}

/// Returns every chart as two files of its own, by name: `NAME` 85 mm wide, `NAME-wide` 170 mm.
pub fn checkers_charts(report: &CheckersReport) -> Vec<ChartFiles> {
    document(report).charts()
}

fn document(report: &CheckersReport) -> Document {
    let baseline = baseline(report);
    let charts = |of: fn(&Outcome) -> PageBlock| report.outcomes.iter().map(of);
    let speed =
        std::iter::once(PageBlock::Chart(Box::new(speeds(report, baseline)))).chain(charts(rates)).collect();
    let latency = charts(latency).collect();
    let questions = report.outcomes.iter().flat_map(questions).collect();
    let provenance =
        Section { folded: true, ..Section::open("provenance", "Provenance", provenance(report)) };
    Document {
        command: report.command.clone(),
        title: format!("Uniqueness checkers, {} boxes", report.shape),
        lead: lead(report),
        sections: vec![
            Section::open("speed", "Speed", speed),
            Section::open("latency", "Time of a check", latency),
            Section::open("questions", "Questions and answers", questions),
            provenance,
        ],
        closing: format!("Made by {}. Times are those of this run.", report.program),
    }
}

/// Formats a figure; one that is not known of an external checker is a dash.
fn known_or_dash(figure: Option<f64>, format: impl FnOnce(f64) -> String) -> String {
    figure.map_or_else(|| "-".to_owned(), format)
}

/// Returns the names of the checkers, which are the same for all workloads.
fn names(outcomes: &[Outcome]) -> Vec<&str> {
    let checkers = outcomes.first().into_iter().flat_map(|outcome| &outcome.checkers);
    checkers.map(|standing| standing.name.as_str()).collect()
}

/// Returns the name of the checker that the others are compared with.
fn baseline(report: &CheckersReport) -> &str {
    names(&report.outcomes).first().copied().unwrap_or_default()
}

/// Builds the first screen: the verdict and key numbers.
fn lead(report: &CheckersReport) -> Lead {
    let sentences = checkers_verdict(report).into_iter().map(|sentence| format!("{sentence}."));
    let sum = |of: fn(&Outcome) -> u64| report.outcomes.iter().map(of).sum::<u64>() as f64;
    let offences = sum(|outcome| outcome.offences);
    let names = names(&report.outcomes);
    let workloads: Vec<&str> = report.outcomes.iter().map(|outcome| outcome.workload.name()).collect();
    let rates = report.outcomes.iter().flat_map(|outcome| {
        outcome
            .checkers
            .iter()
            .filter_map(move |standing| Some((standing.checks_per_second?, standing, outcome)))
    });
    let fastest = rates.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(rate, standing, outcome)| {
        let about = format!("checks a second: {} on {}", standing.name, outcome.workload.name());
        Tile::new("Fastest", brief(rate), about)
    });
    let mut tiles = vec![
        Tile::new("Checkers", names.len().to_string(), names.join(", ")),
        Tile::new("Checks", whole(sum(|outcome| outcome.checks)), format!("on {}", workloads.join(", "))),
        Tile {
            alarm: offences > 0.0,
            ..Tile::new("Contradictions", whole(offences), "checks with a wrong answer")
        },
    ];
    tiles.extend(fastest);
    tiles.push(Tile::new(
        "Puzzles",
        whole(report.puzzles as f64),
        format!("counted up to {} solutions", report.limit),
    ));
    let skipped = (report.skipped > 0)
        .then(|| format!("Lines that were no puzzles and were skipped: {}.", whole(report.skipped as f64)));
    Lead {
        findings: sentences.collect::<Vec<_>>().join(" "),
        warnings: skipped
            .into_iter()
            .chain(report.contradictions().into_iter().map(|line| format!("{line}.")))
            .collect(),
        tiles,
        ..Lead::default()
    }
}

/// Returns the machine, the command and the method.
fn provenance(report: &CheckersReport) -> Vec<PageBlock> {
    let CheckersReport { program, machine, puzzles, limit, node_budget, timer_ns, .. } = report;
    let baseline = baseline(report);
    let words = format!(
        "{program} on {machine}; {} puzzles, counted up to {limit} solutions, at most {} nodes a search.",
        whole(*puzzles as f64),
        whole(*node_budget as f64),
    );
    let method = format!(
        "Every checker gets the same blocks of questions in rotated order, built-in ones on one thread. Checks a second are the median of \
         blocks; relative speed is that over {baseline}, the median and the quartiles of the ratios within blocks. Times of \
         single checks come from a second pass and include the clock's own {timer_ns} ns; rates and ratios do not."
    );
    let mut blocks =
        vec![PageBlock::Text(words), PageBlock::Code(report.command.clone()), PageBlock::Text(method)];
    blocks.extend(externals(report));
    blocks
}

/// Describes the runs of external checkers, if there are any.
fn externals(report: &CheckersReport) -> Vec<PageBlock> {
    let mut table = Table::new(&["checker", "command", "#start-up", "#runs", "questions", "#passes"]);
    for outcome in &report.outcomes {
        for standing in &outcome.checkers {
            let Some(run) = &standing.external else { continue };
            let startup = duration(run.startup_ns as f64);
            let numbers = [startup, whole(run.startup_runs as f64)];
            let words = [standing.name.clone(), run.command.clone()];
            let passes = [outcome.workload.name().to_owned(), whole(run.passes as f64)];
            table.row(words.into_iter().chain(numbers).chain(passes));
        }
    }
    if table.rows.is_empty() {
        return Vec::new();
    }
    let words = "External checkers are commands, run by `sh -c` once for each block, which they read in several passes if it is \
                 short. The start-up is the median of runs on a grid with one empty cell; it was subtracted from the time of each \
                 run. Its reading, printing and threads are its own; single checks were not timed, and nodes are not known.";
    vec![PageBlock::Text(words.to_owned()), PageBlock::Table("External checkers".to_owned(), table)]
}

fn speeds(report: &CheckersReport, baseline: &str) -> Chart {
    // Only checkers whose speed is known for every workload have bars.
    let names = names(&report.outcomes);
    let known = |&n: &usize| report.outcomes.iter().all(|outcome| outcome.checkers[n].relative.is_some());
    let drawn: Vec<usize> = (0..names.len()).filter(known).collect();
    let series = drawn.iter().map(|&n| names[n].to_owned()).collect();
    let value = |Spread { q1, median, q3 }: Spread| (median, Some((q1, q3)));
    let bar = |outcome: &Outcome| Bar {
        values: drawn.iter().filter_map(|&n| outcome.checkers[n].relative.map(value)).collect(),
        ..Bar::of(outcome.workload.name(), 0.0, None)
    };
    let bars = report.outcomes.iter().map(bar).collect();
    let log = report.outcomes.iter().flat_map(|outcome| &outcome.checkers).any(is_far_slower);
    let drawing = Drawing::Bars(BarChart { unit: Unit::Ratio, log, series, behind: None, bars });
    let title = format!("Speed over {baseline}");
    let caption = "Times as fast, with quartiles, by kind of question.".to_owned();
    let mut table = Table::new(&[
        "questions",
        "checker",
        "#checks",
        "#blocks",
        "#checks a second",
        "#relative",
        "#q1",
        "#q3",
    ]);
    for outcome in &report.outcomes {
        for CheckerResult { name, checks_per_second, relative, .. } in &outcome.checkers {
            let counts = [outcome.checks as f64, outcome.blocks as f64].map(whole);
            let counts = counts.into_iter().chain([known_or_dash(*checks_per_second, whole)]);
            let words = [outcome.workload.name().to_owned(), name.clone()].into_iter();
            let relative = [|s: Spread| s.median, |s: Spread| s.q1, |s: Spread| s.q3]
                .map(|part| known_or_dash(relative.map(part), plain));
            table.row(words.chain(counts).chain(relative));
        }
    }
    Chart { id: "speed".to_owned(), title, caption, quantity: String::new(), drawing, table }
}

/// True for a checker whose bar would not be seen next to that of the first.
fn is_far_slower(standing: &CheckerResult) -> bool {
    standing.relative.is_some_and(|relative| relative.median < 0.1)
}

fn latency(outcome: &Outcome) -> PageBlock {
    let name = outcome.workload.name();
    let timed = outcome.checkers.iter().filter(|standing| !standing.curve.is_empty());
    let curves: Vec<_> = timed.map(|standing| (standing.name.as_str(), standing.curve.as_slice())).collect();
    let words = ("check", format!("Percentiles of time: {name}"));
    percentiles(format!("time-{name}"), words, &curves)
}

/// Describes the questions of a workload, and the answers in folded tables; wrong answers are shown.
fn questions(outcome: &Outcome) -> Vec<PageBlock> {
    let name = outcome.workload.name();
    let (checks, blocks) = (whole(outcome.checks as f64), whole(outcome.blocks as f64));
    let mut content = vec![PageBlock::Text(format!(
        "{}: {}. {checks} checks in {blocks} blocks.",
        capital(name),
        outcome.workload.meaning()
    ))];
    for offence in &outcome.first_offences {
        let said: Vec<String> = offence.said.iter().map(|(name, said)| format!("{name}: {said}")).collect();
        content.push(PageBlock::Warning(format!(
            "{} {}: {}",
            offence.number,
            offence.question,
            said.join("; ")
        )));
    }
    let tables = vec![
        PageBlock::Table(format!("Time of a check: {name}"), times(outcome)),
        PageBlock::Table(format!("Nodes and answers: {name}"), answers(outcome)),
        PageBlock::Table(format!("Same answers: {name}"), agreement(outcome)),
    ];
    content.push(PageBlock::Folded(format!("Times, answers and agreement: {name}"), tables));
    content
}

fn rates(outcome: &Outcome) -> PageBlock {
    let rate = |standing: &CheckerResult| Some((standing.name.clone(), standing.checks_per_second?));
    let rates: Vec<(String, f64)> = outcome.checkers.iter().filter_map(rate).collect();
    let bars = rates.iter().map(|(name, rate)| Bar::of(name, *rate, None)).collect();
    let series = vec!["checks a second".to_owned()];
    let drawing = Drawing::Bars(BarChart { unit: Unit::Count, log: false, series, behind: None, bars });
    let title = format!("Checks a second: {}", outcome.workload.name());
    let caption = "Of one thread, the median of blocks.".to_owned();
    let row = |(name, rate): &(String, f64)| vec![name.clone(), whole(*rate)];
    let table = Table::with(&["checker", "#checks a second"], rates.iter().map(row));
    let id = format!("rate-{}", outcome.workload.name());
    PageBlock::Chart(Box::new(Chart { id, title, caption, quantity: String::new(), drawing, table }))
}

fn times(outcome: &Outcome) -> Table {
    let names = Latency::NAMES.iter().map(|name| format!("#{name}"));
    let row = |standing: &CheckerResult| {
        let time = |n: usize| {
            known_or_dash(
                standing.latency_ns.and_then(|times| times.named()[n].1).map(|ns| ns as f64),
                duration,
            )
        };
        let rate = known_or_dash(standing.checks_per_second, whole);
        [standing.name.clone(), rate].into_iter().chain((0..Latency::NAMES.len()).map(time)).collect()
    };
    let rows = outcome.checkers.iter().map(row).collect();
    Table { rows, ..Table::new(&["checker", "#checks a second"]).and(names) }
}

fn answers(outcome: &Outcome) -> Table {
    let kinds: Vec<Verdict> = Verdict::of(outcome.workload).collect();
    let names = kinds.iter().map(|verdict| format!("#{}", verdict.name()));
    let row = |CheckerResult { name, nodes_mean, nodes_max, verdicts, .. }: &CheckerResult| {
        let counts = kinds.iter().map(|kind| whole(verdicts.get(kind).copied().unwrap_or(0) as f64));
        let nodes =
            [known_or_dash(*nodes_mean, plain), known_or_dash(nodes_max.map(|max| max as f64), whole)];
        std::iter::once(name.clone()).chain(nodes).chain(counts).collect()
    };
    let rows = outcome.checkers.iter().map(row).collect();
    Table { rows, ..Table::new(&["checker", "#nodes mean", "#nodes max"]).and(names) }
}

/// Tabulates the questions that two checkers answered alike, of those that both answered.
fn agreement(outcome: &Outcome) -> Table {
    let names = outcome.checkers.iter().map(|standing| standing.name.as_str());
    let heads = names.clone().map(|name| format!("#{name}"));
    let cell = |(&agreed, &answered): (&u64, &u64)| match whole(agreed as f64) {
        all if agreed == answered => all,
        some => format!("{some} of {}", whole(answered as f64)),
    };
    let rows = names.zip(outcome.agreed.iter().zip(&outcome.answered));
    let row = |(name, (agreed, answered)): (&str, (&Vec<u64>, &Vec<u64>))| {
        std::iter::once(name.to_owned()).chain(agreed.iter().zip(answered).map(cell)).collect()
    };
    Table { rows: rows.map(row).collect(), ..Table::new(&["checker"]).and(heads) }
}

/// Returns one sentence about agreement and, if speeds can be compared, one about speed; without full stops.
pub fn checkers_verdict(report: &CheckersReport) -> Vec<String> {
    let sums = Sums::of(&report.outcomes);
    let speed = if sums.offences == 0 && sums.compared { speed(&report.outcomes) } else { None };
    std::iter::once(sums.agreement()).chain(speed).collect()
}

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
        let names = names(outcomes);
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
type SpeedLead = (usize, usize, f64);

/// Compares the speeds: a checker is faster if the quartiles of the ratios, over blocks in turns, leave no doubt. `None` if there is one
/// checker, or if a speed is not known.
fn speed(outcomes: &[Outcome]) -> Option<String> {
    let names = names(outcomes);
    let relative = |outcome: &Outcome| outcome.checkers.iter().map(|standing| standing.relative).collect();
    let speeds: Vec<Vec<Spread>> = outcomes.iter().map(relative).collect::<Option<_>>()?;
    let leads: Vec<Option<SpeedLead>> = speeds.iter().map(|speeds| speed_lead(speeds)).collect();
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
    let known: Vec<SpeedLead> = leads.iter().copied().flatten().collect();
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
fn speed_lead(speeds: &[Spread]) -> Option<SpeedLead> {
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
