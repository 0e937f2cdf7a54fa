//! `gridmill benchmark`: frozen benchmarks, made from one seed, and scores of answers.

use super::{
    args::{ExistingArgs, LicenseArg, RunArgs, by_name},
    limits::warn_about_threads,
    outputs::check_folder,
    signals::end_on_signals,
    terminal::print,
};
use crate::{
    corpus::{
        Answers, BENCHMARK_ROWS, BENCHMARKS, Benchmark, BenchmarkFolder, BenchmarkJob, BenchmarkScore,
        RunHooks, ScoredRows, ShareInterval,
    },
    tables::{numbers::thousands, write::Format},
};
use serde_json::json;
use std::{path::PathBuf, time::Instant};

/// Options of `benchmark`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without --out and --score, the definition is listed. Exit code 1: rows are not those of the definition."
)]
pub(super) struct Args {
    /// Benchmark to list or to make
    #[arg(long, value_name = "NAME", value_parser = by_name(&BENCHMARKS, |benchmark| benchmark.name), ignore_case = true, default_value = BENCHMARKS[0].name, conflicts_with = "score")]
    name: &'static Benchmark,

    /// Make the benchmark in this folder, and compare the hashes of its rows with the definition
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Score a file of answers: CSV or JSON lines with puzzle (or id) and answer; or, in the order of the rows, text with an answer a line or an
    /// array of NumPy
    #[arg(long, value_name = "ANSWERS", requires = "rows", conflicts_with_all = ["out", "resume", "overwrite", "license"])]
    score: Option<PathBuf>,

    /// Folder of the benchmark that the answers are for
    #[arg(value_name = "DIR", requires = "score")]
    rows: Option<PathBuf>,

    /// Print the score as a Markdown table for a paper
    #[arg(long, requires = "score", conflicts_with = "json")]
    markdown: bool,

    /// Make only the first N rows of each stratum, to try programs on; their hash is not compared
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=BENCHMARK_ROWS), requires = "out")]
    first: Option<u64>,

    /// File format [default: parquet]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true, requires = "out")]
    format: Option<Format>,

    #[command(flatten)]
    existing: ExistingArgs,

    #[command(flatten)]
    license: LicenseArg,

    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    match (&args.out, &args.score, &args.rows) {
        (Some(out), ..) => args.make(out),
        (None, Some(answers), Some(rows)) => {
            let score = BenchmarkScore::of(&BenchmarkFolder::open(rows)?, &Answers::read(answers)?)?;
            let text = match (args.run.json, args.markdown) {
                (true, _) => format!("{:#}\n", score.to_json()),
                (false, true) => score_markdown(&score),
                (false, false) => score_text(&score),
            };
            Ok(print(&text)?)
        }
        _ if args.run.json => Ok(print(&definition_json(args.name))?),
        _ => Ok(print(&definition_text(args.name))?),
    }
}

impl Args {
    fn make(&self, out: &std::path::Path) -> anyhow::Result<()> {
        check_folder(out, self.format)?;
        let events = RunHooks::default();
        warn_about_threads(self.run.threads());
        end_on_signals(&events)?;
        let benchmark = self.name;
        let job = BenchmarkJob {
            benchmark,
            rows: self.first.unwrap_or(BENCHMARK_ROWS),
            format: self.format.unwrap_or_default(),
            license: self.license.license.clone(),
            threads: self.run.threads(),
        };
        let start = Instant::now();
        let total = benchmark.rows(job.rows);
        let made = self
            .run
            .progress
            .watch(total, &events.counters, || job.run(out, self.existing.existing(), &events))?;
        made.check()?;
        let seconds = start.elapsed().as_secs_f64();
        self.run.close(
            || {
                let strata = made
                    .contents()
                    .map(|(stratum, hash)| json!({ "stratum": stratum.name, "contents_blake3": hash }));
                json!({
                    "benchmark": benchmark.name, "whole": made.is_whole(), "rows": total, "seconds": seconds, "out": out,
                    "strata": strata.collect::<Vec<_>>(),
                })
            },
            || {
                let splits = benchmark.splits().count();
                let which = if made.is_whole() {
                    format!("these are the rows of {}, with the hash {}", benchmark.name, benchmark.hash())
                } else {
                    format!("the first {} of each split of {}", rows_text(made.rows()), benchmark.name)
                };
                vec![format!("{} rows in {splits} splits, in {seconds:.1} s", thousands(total)), which]
            },
        )
    }
}

fn rows_text(rows: u64) -> String {
    if rows == 1 { "row".to_owned() } else { format!("{} rows", thousands(rows)) }
}

fn definition_text(benchmark: &Benchmark) -> String {
    let mut text = format!(
        "{}\nBLAKE3 {}\n\n{:<12}{:<12}{:<14}{:<10}{:>5}  hash of the rows\n",
        benchmark.name,
        benchmark.hash(),
        "split",
        "measure",
        "range",
        "dig",
        "rows"
    );
    for stratum in benchmark.splits() {
        let hash = stratum.contents_blake3.get(..16).unwrap_or(stratum.contents_blake3);
        text += &format!(
            "{:<12}{:<12}{:<14}{:<10}{:>5}  {hash}...\n",
            stratum.name,
            stratum.measure,
            stratum.range,
            stratum.making.dig().name(),
            thousands(stratum.rows)
        );
    }
    text
}

fn definition_json(benchmark: &Benchmark) -> String {
    let strata = benchmark.splits().map(|stratum| {
        json!({
            "stratum": stratum.name, stratum.measure: stratum.range, "dig": stratum.making.dig().name(), "rows": stratum.rows,
            "contents_blake3": stratum.contents_blake3,
        })
    });
    let strata = strata.collect::<Vec<_>>();
    let json = json!({
        "benchmark": benchmark.name, "blake3": benchmark.hash(), "headline": benchmark.headline, "strata": strata,
    });
    format!("{json:#}\n")
}

fn scored_part(score: &BenchmarkScore) -> String {
    let name = score.benchmark.name;
    if score.is_whole {
        name.to_owned()
    } else {
        format!("{name}, the first {} of each stratum", rows_text(score.rows))
    }
}

/// Returns the groups of strata with their names: each measure, and all.
fn groups(score: &BenchmarkScore) -> Vec<(&'static str, ScoredRows)> {
    let measures = score.benchmark.measures().map(|measure| (measure, score.of_measure(measure)));
    measures.chain([("all", score.all())]).collect()
}

/// Returns the table of a score, of at most 80 columns.
fn score_text(score: &BenchmarkScore) -> String {
    let mut text = format!(
        "{}\n\n{:<12}{:<11}{:>6}{:>7}{:>13}{:>8}{:>7}{:>8}{:>8}\n",
        scored_part(score),
        "stratum",
        "range",
        "rows",
        "exact",
        "95 %",
        "cells",
        "se",
        "missing",
        "invalid"
    );
    for stratum in &score.strata {
        text += &score_line(stratum.stratum.name, stratum.stratum.range, &stratum.rows);
    }
    text.push('\n');
    for (name, rows) in groups(score) {
        text += &score_line(name, "", &rows);
    }
    let all = score.all();
    if all.invalid() + all.with_text > 0 {
        let [changed, length, none, with_text] =
            [all.changed_givens, all.wrong_length, all.no_grid, all.with_text].map(thousands);
        text += &format!(
            "\ninvalid: {changed} with a changed given, {length} of a wrong length, {none} without a grid\nread from within other text: {with_text}\n"
        );
    }
    if let Some(ShareInterval { share, low, high }) = score.headline() {
        let strata = score.benchmark.headline.join(", ");
        text += &format!("\nheadline: exact {share:.3} ({low:.3}-{high:.3}), the mean of {strata}\n");
    }
    text
}

fn score_markdown(score: &BenchmarkScore) -> String {
    let mut text = format!(
        "{} ({}).\n\n| stratum | range | rows | exact, % (95 %) | cells, % |\n|---|---|--:|--:|--:|\n",
        scored_part(score),
        score.benchmark.hash().get(..8).unwrap_or_default()
    );
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let interval = |exact: ShareInterval| {
        format!("{} ({} to {})", percent(exact.share), percent(exact.low), percent(exact.high))
    };
    let mut line = |name: &str, range: &str, rows: &ScoredRows| {
        let (number, exact, cells) =
            (thousands(rows.rows), interval(rows.exact()), percent(rows.cells().mean));
        text += &format!("| {name} | {range} | {number} | {exact} | {cells} |\n");
    };
    for stratum in &score.strata {
        line(stratum.stratum.name, stratum.stratum.range, &stratum.rows);
    }
    for (name, rows) in groups(score) {
        line(name, "", &rows);
    }
    if let Some(exact) = score.headline() {
        text += &format!(
            "| **headline** | {} | | **{}** | |\n",
            score.benchmark.headline.join(", "),
            interval(exact)
        );
    }
    text
}

fn score_line(name: &str, range: &str, rows: &ScoredRows) -> String {
    let (exact, cells) = (rows.exact(), rows.cells());
    let error = cells.standard_error.map_or_else(String::new, |error| format!("{error:.3}"));
    format!(
        "{name:<12}{range:<11}{:>6}{:>7.3}{:>13}{:>8.3}{error:>7}{:>8}{:>8}\n",
        thousands(rows.rows),
        exact.share,
        format!("{:.3}-{:.3}", exact.low, exact.high),
        cells.mean,
        thousands(rows.missing),
        thousands(rows.invalid())
    )
}
