//! Uniqueness checkers compared, as a page: the verdict, what `compare` measured, and percentiles of time.

use super::{
    charts::{Bar, BarChart, Drawing},
    format::{Unit, brief, capital, duration, plain, whole},
    page::{Chart, ChartFiles, Document, Lead, PageBlock, Section, Table, Tile, html, markdown},
    sections::percentiles,
    verdict::checkers_verdict,
};
use crate::compare::{CheckerResult, CheckersReport, Latency, Outcome, Spread, Verdict};

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
    let baseline = report.outcomes.first().map_or("", first);
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

/// Returns the name of the checker that the others are compared with.
fn first(outcome: &Outcome) -> &str {
    outcome.checkers.first().map_or("", |standing| &standing.name)
}

/// Builds the first screen: the verdict and key numbers.
fn lead(report: &CheckersReport) -> Lead {
    let sentences = checkers_verdict(report).into_iter().map(|sentence| format!("{sentence}."));
    let sum = |of: fn(&Outcome) -> u64| report.outcomes.iter().map(of).sum::<u64>() as f64;
    let offences = sum(|outcome| outcome.offences);
    let tile = |name: &str, value: String, about: String| Tile {
        name: name.to_owned(),
        value,
        about,
        picture: None,
        alarm: false,
    };
    let names: Vec<&str> = report.outcomes.first().map_or_else(Vec::new, |outcome| {
        outcome.checkers.iter().map(|standing| standing.name.as_str()).collect()
    });
    let workloads: Vec<&str> = report.outcomes.iter().map(|outcome| outcome.workload.name()).collect();
    let rates = report.outcomes.iter().flat_map(|outcome| {
        outcome
            .checkers
            .iter()
            .filter_map(move |standing| Some((standing.checks_per_second?, standing, outcome)))
    });
    let fastest = rates.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(rate, standing, outcome)| {
        let about = format!("checks a second: {} on {}", standing.name, outcome.workload.name());
        tile("Fastest", brief(rate), about)
    });
    let mut tiles = vec![
        tile("Checkers", names.len().to_string(), names.join(", ")),
        tile("Checks", whole(sum(|outcome| outcome.checks)), format!("on {}", workloads.join(", "))),
        Tile {
            alarm: offences > 0.0,
            ..tile("Contradictions", whole(offences), "checks with a wrong answer".to_owned())
        },
    ];
    tiles.extend(fastest);
    tiles.push(tile(
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
    let baseline = report.outcomes.first().map_or("", first);
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
    let count = report.outcomes.first().map_or(0, |outcome| outcome.checkers.len());
    let known = |&n: &usize| report.outcomes.iter().all(|outcome| outcome.checkers[n].relative.is_some());
    let drawn: Vec<usize> = (0..count).filter(known).collect();
    let series = match report.outcomes.first() {
        Some(outcome) => drawn.iter().map(|&n| outcome.checkers[n].name.clone()).collect(),
        None => Vec::new(),
    };
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

/// Draws the percentiles of the time of a check.
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
    let names: Vec<String> =
        ["checker", "#checks a second"].map(str::to_owned).into_iter().chain(names).collect();
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
    Table::with(&names.iter().map(String::as_str).collect::<Vec<_>>(), outcome.checkers.iter().map(row))
}

fn answers(outcome: &Outcome) -> Table {
    let kinds: Vec<Verdict> = Verdict::of(outcome.workload).collect();
    let names = kinds.iter().map(|verdict| format!("#{}", verdict.name()));
    let names: Vec<String> =
        ["checker", "#nodes mean", "#nodes max"].map(str::to_owned).into_iter().chain(names).collect();
    let row = |CheckerResult { name, nodes_mean, nodes_max, verdicts, .. }: &CheckerResult| {
        let counts = kinds.iter().map(|kind| whole(verdicts.get(kind).copied().unwrap_or(0) as f64));
        let nodes =
            [known_or_dash(*nodes_mean, plain), known_or_dash(nodes_max.map(|max| max as f64), whole)];
        std::iter::once(name.clone()).chain(nodes).chain(counts).collect()
    };
    Table::with(&names.iter().map(String::as_str).collect::<Vec<_>>(), outcome.checkers.iter().map(row))
}

/// Tabulates the questions that two checkers answered alike, of those that both answered.
fn agreement(outcome: &Outcome) -> Table {
    let names = outcome.checkers.iter().map(|standing| standing.name.as_str());
    let heads: Vec<String> =
        std::iter::once("checker".to_owned()).chain(names.clone().map(|name| format!("#{name}"))).collect();
    let cell = |(&agreed, &answered): (&u64, &u64)| match whole(agreed as f64) {
        all if agreed == answered => all,
        some => format!("{some} of {}", whole(answered as f64)),
    };
    let rows = names.zip(outcome.agreed.iter().zip(&outcome.answered));
    let row = |(name, (agreed, answered)): (&str, (&Vec<u64>, &Vec<u64>))| {
        std::iter::once(name.to_owned()).chain(agreed.iter().zip(answered).map(cell)).collect()
    };
    Table::with(&heads.iter().map(String::as_str).collect::<Vec<_>>(), rows.map(row))
}
