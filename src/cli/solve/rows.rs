//! Rows of files with their solutions, in place of answers.

use super::Args;
use crate::{
    cli::{
        args::{InvalidRowsArg, OutputColumnsArg, ProgressArg, ThreadsArg, by_name},
        grid_arguments::GridArgument,
        limits::warn_about_threads,
        outputs::{self, Outputs},
        signals::end_on_signals,
        terminal::{say, tell_standard_input},
    },
    corpus::{AddColumns as _, CountJob, RunHooks, SolveJob},
    tables::{Result, numbers::thousands, read::TableInput, write::Format},
};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

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

/// Writes the rows of the files with their solutions.
pub(super) fn run(args: &Args, out: &Path) -> anyhow::Result<()> {
    let files = GridArgument::only_files(&args.puzzles, "--out")?;
    let rows = &args.rows;
    let sources = args.split.sources(&files);
    let shape = sources.stated_shape(args.shape, &args.column.named())?;
    let (budgets, invalid, threads) = (args.budgets(), rows.invalid.invalid, rows.threads.threads);
    let mut tables = TableInput::with_columns(sources, shape, &args.column.named())?;
    let events = RunHooks::default();
    warn_about_threads(threads);
    tell_standard_input(files.iter().map(PathBuf::as_path));
    end_on_signals(&events)?;
    let outputs = Outputs::new(files.iter().map(PathBuf::as_path), args.pictures.overwrite);
    let out = outputs::rows_output(out, rows.format, outputs)?.with_columns(rows.columns.names());
    let start = Instant::now();
    let expected = if rows.progress.is_quiet() { None } else { tables.expected_rows() };
    let (all, without) = rows.progress.watch(expected.unwrap_or(0), &events.counters, || -> Result<_> {
        let (stop, done) = (&events.stop, &events.counters.rows);
        if let Some(up_to) = args.count.count_solutions {
            let job = CountJob { shape, up_to, budgets, invalid, threads };
            let totals = job.run(&mut tables, out, stop, done)?;
            return Ok((totals.rows, (totals.rows - totals.counted, "have no number of solutions")));
        }
        let job = SolveJob { shape, budgets, invalid, threads };
        let totals = job.run(&mut tables, out, stop, done)?;
        Ok((totals.rows, (totals.rows - totals.solved, "have not exactly one solution")))
    })?;
    if !rows.progress.is_quiet() {
        say(&closing(all, without, start.elapsed().as_secs_f64()));
    }
    Ok(())
}

fn closing(rows: u64, (without, what): (u64, &str), seconds: f64) -> String {
    let without = if without == 0 { String::new() } else { format!("; {} {what}", thousands(without)) };
    format!("{}{without}", outputs::rows_in_seconds(rows, seconds))
}
