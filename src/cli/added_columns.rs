//! Destinations of rows with added columns, for `rate` and `canonical`.

use super::{
    outputs::{Destination, Outputs, destination},
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
