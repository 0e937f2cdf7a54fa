//! Rows of files with their solutions, in place of answers.

use super::Args;
use crate::{
    cli::{
        args::{InvalidRowsArg, OutputColumnsArg, ProgressArg, RowsOutArgs, ThreadsArg, by_name},
        grid_arguments::GridArgument,
        outputs,
        terminal::{say, tell_standard_input},
    },
    corpus::{CountJob, SolveJob},
    tables::{numbers::thousands, read::TableInput, write::Format},
};
use std::path::{Path, PathBuf};

/// Options of rows with their solutions.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rows of files")]
pub(super) struct RowsArgs {
    /// Write the rows of files with the column solution (.csv, .jsonl, .ndjson, .parquet; - is standard output), in place of answers
    #[arg(long, short, value_name = "FILE", group = "written", conflicts_with_all = ["steps", "next", "json", "candidates", "picture"])]
    pub(super) out: Option<PathBuf>,

    /// File format [default: by the ending of --out; csv for standard output]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true, requires = "out")]
    format: Option<Format>,

    #[command(flatten)]
    columns: OutputColumnsArg,

    #[command(flatten)]
    invalid: InvalidRowsArg,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    progress: ProgressArg,
}

pub(super) fn run(args: &Args, out: &Path) -> anyhow::Result<()> {
    let files = GridArgument::only_files(&args.puzzles, "--out")?;
    let rows = &args.rows;
    let sources = args.split.sources(&files);
    let shape = sources.stated_shape(args.shape, &args.column.named())?;
    let (budgets, invalid, threads) = (args.budgets(), rows.invalid.invalid, rows.threads.threads);
    let mut tables = TableInput::with_columns(sources, shape, &args.column.named())?;
    let inputs = || files.iter().map(PathBuf::as_path);
    tell_standard_input(inputs());
    let to = RowsOutArgs {
        out: out.to_owned(),
        format: rows.format,
        overwrite: args.pictures.overwrite,
        columns: rows.columns.clone(),
    };
    let (all, without, seconds) = if let Some(up_to) = args.count.count_solutions {
        let job = CountJob { shape, up_to, budgets, invalid, threads };
        let (totals, seconds) = outputs::run_adding(&job, &mut tables, inputs(), &to, &rows.progress)?;
        (totals.rows, (totals.rows - totals.counted, "have no number of solutions"), seconds)
    } else {
        let job = SolveJob { shape, budgets, invalid, threads };
        let (totals, seconds) = outputs::run_adding(&job, &mut tables, inputs(), &to, &rows.progress)?;
        (totals.rows, (totals.rows - totals.solved, "have not exactly one solution"), seconds)
    };
    if !rows.progress.is_quiet() {
        say(&closing(all, without, seconds));
    }
    Ok(())
}

fn closing(rows: u64, (without, what): (u64, &str), seconds: f64) -> String {
    let without = if without == 0 { String::new() } else { format!("; {} {what}", thousands(without)) };
    format!("{}{without}", outputs::rows_in_seconds(rows, seconds))
}
