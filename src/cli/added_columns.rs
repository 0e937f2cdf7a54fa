//! Destinations of rows with added columns, and runs of jobs that add them.

use super::{
    args::{ProgressArg, RowsOutArgs},
    limits::warn_about_threads,
    outputs::{Destination, Outputs, destination},
    signals::end_on_signals,
    terminal::rows_out,
};
use crate::{
    corpus::{AddColumns, RunHooks},
    tables::{
        Error, Result,
        format::thousands,
        read::TableInput,
        write::{Format, RowsOutput},
    },
};
use std::{path::Path, time::Instant};

/// Runs a job on rows of files, of which `inputs` must stay as they are: shows its progress, and ends on signals. Returns its totals and
/// seconds.
///
/// # Errors
/// Those of the destination, and of the job.
pub(super) fn run<'a, J: AddColumns>(
    job: &J,
    tables: &mut TableInput,
    inputs: impl Iterator<Item = &'a Path>,
    to: &RowsOutArgs,
    progress: &ProgressArg,
) -> anyhow::Result<(J::Totals, f64)> {
    let events = RunHooks::default();
    warn_about_threads(job.run_options().0);
    end_on_signals(&events)?;
    let out = output(&to.out, to.format, Outputs::new(inputs, to.overwrite))?;
    let out = out.with_columns(to.columns.names());
    let start = Instant::now();
    let expected = if progress.is_quiet() { None } else { tables.expected_rows() };
    let totals = progress.watch(expected.unwrap_or(0), &events.counters, || {
        job.run(tables, out, &events.stop, &events.counters.rows)
    })?;
    Ok((totals, start.elapsed().as_secs_f64()))
}

/// Describes a run in words: `rows` in `seconds`, and how fast.
pub(super) fn rows_in_seconds(rows: u64, seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate for people")]
    let rate = thousands((rows as f64 / seconds.max(1e-9)) as u64);
    format!("{} rows in {seconds:.1} s, {rate} a second", thousands(rows))
}

/// Opens the destination of the rows, before anything is computed: a file or `-` for standard output, in the format asked for or that of the
/// file's ending.
///
/// # Errors
/// [`Error::Option`] for another ending, and those of opening the file.
pub(super) fn output(out: &Path, asked: Option<Format>, mut outputs: Outputs) -> Result<RowsOutput> {
    let format = match (destination(out, asked, &Format::ALL, Format::endings)?, asked) {
        (Destination::StandardOutput, Some(Format::Parquet)) => {
            return Err(Error::option("Parquet needs a file: give --out FILE.parquet"));
        }
        (Destination::StandardOutput, asked) => {
            let format = asked.unwrap_or(Format::Csv);
            return Ok(RowsOutput::stream(format, "standard output", rows_out()?));
        }
        (Destination::File(format), _) => format,
        (Destination::Folder, Some(format)) if !out.is_dir() => format,
        (Destination::Folder, _) => {
            return Err(Error::option(format!(
                "--out {}: the name must end in .csv, .jsonl, .ndjson or .parquet, or --format say the format",
                out.display()
            )));
        }
    };
    Ok(RowsOutput::file(format, outputs.open(out)?))
}
