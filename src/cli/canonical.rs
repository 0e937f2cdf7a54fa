//! `gridmill canonical`: canonical forms for puzzles that exist already.

use super::{
    args::{InvalidRowsArg, PuzzleFiles, RowsOutArgs, RunArgs, ShapeArg, by_name},
    outputs,
    terminal::{print, say},
};
use crate::{
    corpus::{CanonicalJob, CanonicalTotals},
    generate::{Budgets, FormOptions, Minlex},
    tables::{numbers::thousands, read::TableInput},
};

/// Options of `canonical`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    #[command(flatten)]
    shape: ShapeArg,

    /// Minlex form of the givens: that of the puzzle only, or also that within the minlex form of its solution, as
    /// puzzle_in_canonical_grid
    #[arg(long, value_parser = by_name(&Minlex::ALL, Minlex::name), value_name = "OF", ignore_case = true, default_value = "puzzle")]
    minlex: Minlex,

    /// Add the numbers, 1 to 416, of the bands and stacks of canonical_grid, and their gangsters, 1 to 44; 9x9 only
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
    let shape = args.puzzles.sources().stated_shape(args.shape.shape, &args.puzzles.columns())?;
    let job = CanonicalJob {
        shape,
        forms: FormOptions { minlex: args.minlex, bands: args.bands },
        budgets: Budgets::DEFAULT,
        invalid: args.invalid.invalid,
        threads: args.run.threads(),
    };
    let mut tables = TableInput::with_columns(args.puzzles.sources(), shape, &args.puzzles.columns())?;
    args.puzzles.tell();
    let (totals, seconds) =
        outputs::run_adding(&job, &mut tables, args.puzzles.paths(), &args.to, &args.run.progress)?;
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
    let rows = outputs::rows_in_seconds(totals.rows, seconds);
    let automorphic = thousands(totals.automorphic);
    let without = match totals.rows - totals.puzzles {
        0 => String::new(),
        without => format!("; {} are no puzzles", thousands(without)),
    };
    format!("{rows}; {automorphic} with several automorphisms{without}")
}
