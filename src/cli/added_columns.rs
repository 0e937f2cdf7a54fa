//! Destinations of rows with added columns, for `rate` and `canonical`.

use super::{
    outputs::{Outputs, by_ending},
    terminal::rows_out,
};
use crate::tables::{
    Error, Result,
    write::{Format, RowsOutput},
};
use std::path::Path;

/// Opens the destination of the rows, before anything is computed: a file or `-` for standard output, in the format asked for or that of the
/// file's ending.
///
/// # Errors
/// [`Error::Option`] for another ending, and those of opening the file.
pub(super) fn output((out, asked): (&Path, Option<Format>), mut outputs: Outputs) -> Result<RowsOutput> {
    match (out.as_os_str() == "-", format_of(out, asked)?) {
        (true, Format::Parquet) => {
            Err(Error::Option("Parquet needs a file: give --out FILE.parquet".to_owned()))
        }
        (true, format) => Ok(RowsOutput::stream(format, "standard output", rows_out()?)),
        (false, format) => Ok(RowsOutput::file(format, outputs.open(out)?)),
    }
}

/// Returns the format asked for, or else the one of the file's ending.
fn format_of(out: &Path, asked: Option<Format>) -> Result<Format> {
    let is_ndjson = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ndjson"));
    match asked.or_else(|| by_ending(out, &Format::ALL, Format::name)) {
        Some(format) => Ok(format),
        None if is_ndjson => Ok(Format::Jsonl),
        None if out.as_os_str() == "-" => Ok(Format::Csv),
        None => Err(Error::Option(format!(
            "--out {}: the name must end in .csv, .jsonl, .ndjson or .parquet, or --format say the format",
            out.display()
        ))),
    }
}
