//! `gridmill benchmark`: a frozen benchmark, made from one seed, and scores of answers.

use super::{
    args::{ExistingArgs, LicenseArg, RunArgs, by_name},
    limits::warn_about_threads,
    outputs::check_folder,
    signals::end_on_signals,
    terminal::{print, say},
};
use crate::{
    corpus::{
        Answers, BENCHMARK, BENCHMARK_ROWS, BENCHMARK_STRATA, BenchmarkFolder, BenchmarkJob, BenchmarkScore,
        RunHooks, ScoredRows, benchmark_hash,
    },
    tables::{format::thousands, write::Format},
};
use serde_json::json;
use std::{path::PathBuf, time::Instant};

/// Options of `benchmark`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without options, the definition is listed. Exit code 1: rows are not those of the definition."
)]
pub(super) struct Args {
    /// Make the benchmark in this folder, and compare the hashes of its rows with the definition
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Score a file of answers: CSV or JSON lines with puzzle (or id) and answer, or an answer a line in the order of the rows
    #[arg(long, value_name = "ANSWERS", requires = "rows", conflicts_with_all = ["out", "resume", "overwrite", "license"])]
    score: Option<PathBuf>,

    /// Folder of the benchmark that the answers are for
    #[arg(long, value_name = "DIR", requires = "score")]
    rows: Option<PathBuf>,

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
            let text = if args.run.json { format!("{:#}\n", score.to_json()) } else { score_text(&score) };
            Ok(print(&text)?)
        }
        _ => Ok(print(&if args.run.json { definition_json() } else { definition_text() })?),
    }
}

impl Args {
    fn make(&self, out: &std::path::Path) -> anyhow::Result<()> {
        check_folder(out, self.format)?;
        let events = RunHooks::default();
        warn_about_threads(self.run.threads());
        end_on_signals(&events)?;
        let job = BenchmarkJob {
            rows: self.first.unwrap_or(BENCHMARK_ROWS),
            format: self.format.unwrap_or_default(),
            license: self.license.license.clone(),
            threads: self.run.threads(),
        };
        let start = Instant::now();
        let total = job.rows * BENCHMARK_STRATA.len() as u64;
        let made = self
            .run
            .progress
            .watch(total, &events.counters, || job.run(out, self.existing.existing(), &events))?;
        made.check()?;
        let seconds = start.elapsed().as_secs_f64();
        if self.run.json {
            let strata = made
                .contents()
                .map(|(stratum, hash)| json!({ "stratum": stratum.name, "contents_blake3": hash }));
            let json = json!({
                "benchmark": BENCHMARK, "whole": made.is_whole(), "rows": total, "seconds": seconds, "out": out,
                "strata": strata.collect::<Vec<_>>(),
            });
            return Ok(print(&format!("{json:#}\n"))?);
        }
        if !self.run.progress.is_quiet() {
            say(&format!(
                "{} rows in {} strata, in {seconds:.1} s",
                thousands(total),
                BENCHMARK_STRATA.len()
            ));
            say(&if made.is_whole() {
                format!("these are the rows of {BENCHMARK}, with the hash {}", benchmark_hash())
            } else {
                format!("the first {} of each stratum of {BENCHMARK}", rows_text(made.rows()))
            });
        }
        Ok(())
    }
}

fn rows_text(rows: u64) -> String {
    if rows == 1 { "row".to_owned() } else { format!("{} rows", thousands(rows)) }
}

fn definition_text() -> String {
    let mut text = format!(
        "{BENCHMARK}\nBLAKE3 {}\n\n{:<10}{:<9}{:<14}{:>5}  hash of the rows\n",
        benchmark_hash(),
        "stratum",
        "measure",
        "range",
        "rows"
    );
    for stratum in &BENCHMARK_STRATA {
        let hash = stratum.contents_blake3.get(..16).unwrap_or(stratum.contents_blake3);
        let rows = thousands(BENCHMARK_ROWS);
        text +=
            &format!("{:<10}{:<9}{:<14}{rows:>5}  {hash}...\n", stratum.name, stratum.measure, stratum.range);
    }
    text
}

fn definition_json() -> String {
    let strata = BENCHMARK_STRATA.iter().map(|stratum| {
        json!({
            "stratum": stratum.name, stratum.measure: stratum.range, "rows": BENCHMARK_ROWS,
            "contents_blake3": stratum.contents_blake3,
        })
    });
    let strata = strata.collect::<Vec<_>>();
    format!("{:#}\n", json!({ "benchmark": BENCHMARK, "blake3": benchmark_hash(), "strata": strata }))
}

/// Returns the table of a score, of at most 80 columns.
fn score_text(score: &BenchmarkScore) -> String {
    let part = if score.is_whole {
        String::new()
    } else {
        format!(", the first {} of each stratum", rows_text(score.rows))
    };
    let mut text = format!(
        "{BENCHMARK}{part}\n\n{:<10}{:<11}{:>6}{:>7}{:>13}{:>8}{:>7}{:>9}{:>9}\n",
        "stratum", "range", "rows", "exact", "95 %", "cells", "se", "missing", "invalid"
    );
    for stratum in &score.strata {
        text += &score_line(stratum.stratum.name, stratum.stratum.range, &stratum.rows);
    }
    text.push('\n');
    for measure in ["er", "guesses"] {
        text += &score_line(measure, "", &score.of_measure(measure));
    }
    text + &score_line("all", "", &score.all())
}

fn score_line(name: &str, range: &str, rows: &ScoredRows) -> String {
    let (exact, cells) = (rows.exact(), rows.cells());
    let error = cells.standard_error.map_or_else(String::new, |error| format!("{error:.3}"));
    format!(
        "{name:<10}{range:<11}{:>6}{:>7.3}{:>13}{:>8.3}{error:>7}{:>9}{:>9}\n",
        thousands(rows.rows),
        exact.share,
        format!("{:.3}-{:.3}", exact.low, exact.high),
        cells.mean,
        thousands(rows.missing),
        thousands(rows.invalid)
    )
}
