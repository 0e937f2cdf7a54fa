//! `gridmill canonical`: canonical forms for puzzles that exist already.

use super::{
    args::{InvalidRowsArg, PuzzleFiles, RowsOutArgs, RunArgs, ShapeArg, by_name},
    outputs,
};
use crate::{
    corpus::{CanonicalJob, CanonicalTotals},
    generate::{Budgets, FormFact},
    tables::{numbers::thousands, read::TableInput},
};
use serde_json::json;

/// Options of `canonical`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    #[command(flatten)]
    shape: ShapeArg,

    /// Columns to add: puzzle_in_canonical_grid (the minlex form of the givens within that of the solution) and bands (the numbers, 1 to 416,
    /// of the bands and stacks of canonical_grid, and their gangsters, 1 to 44; 9x9 only)
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = by_name(&FormFact::ALL, FormFact::name), ignore_case = true, hide_possible_values = true)]
    add: Vec<FormFact>,

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
        added: args.add.clone(),
        budgets: Budgets::DEFAULT,
        invalid: args.invalid.invalid,
        threads: args.run.threads(),
    };
    let mut tables = TableInput::with_columns(args.puzzles.sources(), shape, &args.puzzles.columns())?;
    args.puzzles.tell();
    let (totals, seconds) =
        outputs::run_adding(&job, &mut tables, args.puzzles.paths(), &args.to, &args.run.progress)?;
    args.run.close(
        || {
            let CanonicalTotals { rows, forms, puzzles, automorphic } = totals;
            json!({ "rows": rows, "forms": forms, "puzzles": puzzles, "automorphic": automorphic, "seconds": seconds })
        },
        || vec![closing(&totals, seconds)],
    )
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
