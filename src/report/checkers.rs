//! Uniqueness checkers beside each other, as a page: what `compare` measured, with percentiles of time.

use super::{
    charts::{Bar, bars},
    format::{Unit, capital, duration, plain, whole},
    page::{Chart, Document, PageBlock, Section, Table, html, markdown},
    sections::percentiles,
    verdict::checkers_verdict,
};
use crate::compare::{CheckersReport, Latency, Outcome, Spread, Standing, Verdict};

/// Renders the page with charts, whole in one file.
pub fn checkers_html(report: &CheckersReport) -> String {
    html(&document(report))
}

/// Renders the page as Markdown, charts as their tables.
pub fn checkers_markdown(report: &CheckersReport) -> String {
    markdown(&document(report))
}

fn document(report: &CheckersReport) -> Document {
    let overview =
        Section { id: "overview".to_owned(), title: "Overview".to_owned(), blocks: overview(report) };
    Document {
        command: report.command.clone(),
        title: format!("Uniqueness checkers, {} boxes", report.shape),
        sections: std::iter::once(overview).chain(report.outcomes.iter().map(section)).collect(),
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

fn overview(report: &CheckersReport) -> Vec<PageBlock> {
    let CheckersReport { program, machine, puzzles, limit, node_budget, timer_ns, skipped, .. } = report;
    let baseline = report.outcomes.first().map_or("", first);
    let mut words = format!(
        "{program} on {machine}; {} puzzles, counted up to {limit} solutions, at most {} nodes a search.",
        whole(*puzzles as f64),
        whole(*node_budget as f64),
    );
    if *skipped > 0 {
        words += &format!(" Lines that were no puzzles and were skipped: {}.", whole(*skipped as f64));
    }
    let method = format!(
        "Every checker gets the same blocks of questions in rotated order, built-in ones on one thread. Checks a second are the median of \
         blocks; relative speed is that over {baseline}, the median and the quartiles of the ratios within blocks. Times of \
         single checks come from a second pass and include the clock's own {timer_ns} ns; rates and ratios do not."
    );
    let verdict: Vec<String> =
        checkers_verdict(report).into_iter().map(|sentence| format!("{sentence}.")).collect();
    let mut blocks = vec![
        PageBlock::Text(verdict.join(" ")),
        PageBlock::Text(words),
        PageBlock::Code(report.command.clone()),
        PageBlock::Text(method),
    ];
    blocks.extend(externals(report));
    blocks.push(PageBlock::Chart(speeds(report, baseline)));
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
    let names: Vec<&str> = match report.outcomes.first() {
        Some(outcome) => drawn.iter().map(|&n| outcome.checkers[n].name.as_str()).collect(),
        None => Vec::new(),
    };
    let value = |Spread { q1, median, q3 }: Spread| (median, Some((q1, q3)));
    let bar = |outcome: &'_ Outcome| Bar {
        name: outcome.workload.name(),
        values: drawn.iter().filter_map(|&n| outcome.checkers[n].relative.map(value)).collect(),
    };
    let drawn: Vec<Bar<'_>> = report.outcomes.iter().map(bar).collect();
    let title = format!("Speed over {baseline}");
    let caption = "Times as fast, with quartiles, by kind of question.";
    let svg = bars("svg-speed", &title, caption, (Unit::Ratio, &names), &drawn);
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
        for Standing { name, checks_per_second, relative, .. } in &outcome.checkers {
            let counts = [outcome.checks as f64, outcome.blocks as f64].map(whole);
            let counts = counts.into_iter().chain([known_or_dash(*checks_per_second, whole)]);
            let words = [outcome.workload.name().to_owned(), name.clone()].into_iter();
            let relative = [|s: Spread| s.median, |s: Spread| s.q1, |s: Spread| s.q3]
                .map(|part| known_or_dash(relative.map(part), plain));
            table.row(words.chain(counts).chain(relative));
        }
    }
    Chart { id: "speed".to_owned(), title, caption: caption.to_owned(), svg, table }
}

fn section(outcome: &Outcome) -> Section {
    let name = outcome.workload.name();
    let (checks, blocks) = (whole(outcome.checks as f64), whole(outcome.blocks as f64));
    let mut content = vec![PageBlock::Text(format!(
        "{}. {checks} checks in {blocks} blocks.",
        capital(outcome.workload.meaning())
    ))];
    for offence in &outcome.first_offences {
        let said: Vec<String> = offence.said.iter().map(|(name, said)| format!("{name}: {said}")).collect();
        content.push(PageBlock::Text(format!(
            "{} {}: {}",
            offence.number,
            offence.question,
            said.join("; ")
        )));
    }
    let timed = outcome.checkers.iter().filter(|standing| !standing.curve.is_empty());
    let curves: Vec<_> = timed.map(|standing| (standing.name.as_str(), standing.curve.as_slice())).collect();
    let words = ("check", format!("Percentiles of time: {name}"));
    content.push(PageBlock::Chart(percentiles(format!("time-{name}"), words, &curves)));
    content.push(PageBlock::Chart(rates(outcome)));
    content.push(PageBlock::Table(format!("Time of a check: {name}"), times(outcome)));
    content.push(PageBlock::Table(format!("Nodes and answers: {name}"), answers(outcome)));
    content.push(PageBlock::Table(format!("Same answers: {name}"), agreement(outcome)));
    Section { id: name.to_owned(), title: capital(name), blocks: content }
}

fn rates(outcome: &Outcome) -> Chart {
    let bar = |standing: &'_ Standing| Some((standing.name.clone(), standing.checks_per_second?));
    let rates: Vec<(String, f64)> = outcome.checkers.iter().filter_map(bar).collect();
    let drawn: Vec<Bar<'_>> =
        rates.iter().map(|(name, rate)| Bar { name, values: vec![(*rate, None)] }).collect();
    let title = format!("Checks a second: {}", outcome.workload.name());
    let caption = "Of one thread, the median of blocks.";
    let id = format!("rate-{}", outcome.workload.name());
    let svg = bars(&format!("svg-{id}"), &title, caption, (Unit::Count, &["checks a second"]), &drawn);
    let row = |(name, rate): &(String, f64)| vec![name.clone(), whole(*rate)];
    let table = Table::with(&["checker", "#checks a second"], rates.iter().map(row));
    Chart { id, title, caption: caption.to_owned(), svg, table }
}

fn times(outcome: &Outcome) -> Table {
    let names = Latency::NAMES.iter().map(|name| format!("#{name}"));
    let names: Vec<String> =
        ["checker", "#checks a second"].map(str::to_owned).into_iter().chain(names).collect();
    let row = |standing: &Standing| {
        let time =
            |n: usize| known_or_dash(standing.latency_ns.map(|times| times.named()[n].1 as f64), duration);
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
    let row = |Standing { name, nodes_mean, nodes_max, verdicts, .. }: &Standing| {
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
