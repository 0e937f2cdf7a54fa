//! `gridmill canonical`: canonical forms for puzzles that exist already.

use super::{
    added_columns,
    args::by_name,
    limits::tell_threads,
    outputs::Outputs,
    progress,
    puzzle_files::PuzzleFiles,
    signals::end_on_signals,
    terminal::{print, say},
};
use crate::{
    board::Shape,
    corpus::{CanonicalJob, CanonicalTotals, Events},
    generate::Plan,
    tables::{Error, format::thousands, read::Tables, write::Format},
};
use std::{path::PathBuf, time::Instant};

/// Options of `canonical`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    /// File of the rows, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,

    /// File format [default: by the ending of --out; csv for standard output]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true)]
    format: Option<Format>,

    /// Replace the output file
    #[arg(long)]
    overwrite: bool,

    /// Stop at the first row that has no puzzle with exactly one solution
    #[arg(long)]
    strict: bool,

    /// Threads, 0 for one a core; the rows do not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Print the closing summary as JSON on standard output
    #[arg(long)]
    json: bool,

    /// Progress on standard error: auto and always draw a bar on a terminal and print a line now and then elsewhere
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    progress: progress::When,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.json && args.out.as_os_str() == "-" {
        let problem = "--json takes standard output: give --out FILE for the rows";
        return Err(Error::Option(problem.to_owned()).into());
    }
    let job = CanonicalJob { node_budget: Plan::NODE_BUDGET, strict: args.strict, threads: args.threads };
    let mut tables = Tables::with_columns(args.puzzles.sources(), Shape::STANDARD, &args.puzzles.columns())?;
    let events = Events::default();
    tell_threads(args.threads);
    args.puzzles.tell();
    end_on_signals(&events)?;
    let outputs = Outputs::new(args.puzzles.paths(), args.overwrite);
    let out = added_columns::output((&args.out, args.format), outputs)?;
    let start = Instant::now();
    let expected = if args.progress == progress::When::Never { None } else { tables.expected_rows() };
    let totals = progress::watch(args.progress, expected.unwrap_or(0), &events.counters, || {
        job.run(&mut tables, out, &events.stop, &events.counters.rows)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let CanonicalTotals { rows, forms, puzzles, automorphic } = totals;
        let json = serde_json::json!({
            "rows": rows, "forms": forms, "puzzles": puzzles, "automorphic": automorphic, "seconds": seconds
        });
        return Ok(print(&format!("{json:#}\n"))?);
    }
    if args.progress != progress::When::Never {
        say(&closing(&totals, seconds));
    }
    Ok(())
}

fn closing(totals: &CanonicalTotals, seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate for people")]
    let rate = thousands((totals.rows as f64 / seconds.max(1e-9)) as u64);
    let rows = thousands(totals.rows);
    let automorphic = thousands(totals.automorphic);
    let without = match totals.rows - totals.puzzles {
        0 => String::new(),
        without => format!("; {} are no puzzles", thousands(without)),
    };
    format!(
        "{rows} rows in {seconds:.1} s, {rate} a second; {automorphic} with several automorphisms{without}"
    )
}
