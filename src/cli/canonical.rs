//! `gridmill canonical`: canonical forms for puzzles that exist already.

use super::{
    added_columns,
    args::{InvalidRowsArg, RowsOutArgs, RunArgs, by_name},
    limits::warn_about_threads,
    outputs::Outputs,
    puzzle_files::PuzzleFiles,
    signals::end_on_signals,
    terminal::{print, say},
};
use crate::{
    board::Shape,
    corpus::{AddColumns as _, CanonicalJob, CanonicalTotals, RunHooks},
    generate::{FormOptions, Minlex, Plan},
    tables::{format::thousands, read::TableInput},
};
use std::time::Instant;

/// Options of `canonical`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    /// Minlex form of the givens: that of the puzzle only, or also that within the minlex form of its solution, as
    /// puzzle_in_canonical_grid
    #[arg(long, value_parser = by_name(&Minlex::ALL, Minlex::name), value_name = "OF", ignore_case = true, default_value = "puzzle")]
    minlex: Minlex,

    /// Add the numbers, 1 to 416, of the bands and stacks of canonical_grid, and their gangsters, 1 to 44
    #[arg(long)]
    bands: bool,

    #[command(flatten)]
    to: RowsOutArgs,

    #[command(flatten)]
    invalid: InvalidRowsArg,

    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.run.check_output(&args.to.out)?;
    let job = CanonicalJob {
        forms: FormOptions { minlex: args.minlex, bands: args.bands },
        node_budget: Plan::NODE_BUDGET,
        invalid: args.invalid.invalid,
        threads: args.run.threads(),
    };
    let mut tables =
        TableInput::with_columns(args.puzzles.sources(), Shape::STANDARD, &args.puzzles.columns())?;
    let events = RunHooks::default();
    warn_about_threads(args.run.threads());
    args.puzzles.tell();
    end_on_signals(&events)?;
    let outputs = Outputs::new(args.puzzles.paths(), args.to.overwrite);
    let out = added_columns::output(&args.to.out, args.to.format, outputs)?;
    let out = out.with_columns(args.to.columns.names());
    let start = Instant::now();
    let expected = if args.run.progress.is_quiet() { None } else { tables.expected_rows() };
    let totals = args.run.progress.watch(expected.unwrap_or(0), &events.counters, || {
        job.run(&mut tables, out, &events.stop, &events.counters.rows)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if args.run.json {
        let CanonicalTotals { rows, forms, puzzles, automorphic } = totals;
        let json = serde_json::json!({
            "rows": rows, "forms": forms, "puzzles": puzzles, "automorphic": automorphic, "seconds": seconds
        });
        return Ok(print(&format!("{json:#}\n"))?);
    }
    if !args.run.progress.is_quiet() {
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
