//! Destinations of rows with added columns, for `rate` and `canonical`.

use super::outputs::Outputs;
use crate::{
    corpus::{AddColumns, RowsOutput, Tables},
    error::{Error, Result},
};
use std::{ffi::OsStr, io::stdout, path::Path};

/// Opens the destination of the rows, before anything is computed: `-` for CSV on standard output, or a file whose ending tells the
/// format.
///
/// # Errors
/// [`Error::Option`] for another ending, and those of opening the file.
pub(super) fn output<J: AddColumns>(
    out: &Path,
    mut outputs: Outputs,
    tables: &Tables,
    job: &J,
) -> Result<RowsOutput> {
    if out.as_os_str() == "-" {
        return Ok(RowsOutput::csv("standard output", stdout()));
    }
    match out.extension().and_then(OsStr::to_str) {
        Some("csv") => Ok(RowsOutput::csv_file(outputs.open(out)?)),
        Some("jsonl" | "ndjson") => Ok(RowsOutput::jsonl_file(outputs.open(out)?)),
        Some("parquet") => RowsOutput::parquet(outputs.open(out)?, tables, job),
        Some(_) | None => {
            let out = out.display();
            let problem = format!("--out {out}: the name must end in .csv, .jsonl, .ndjson or .parquet");
            Err(Error::Option(problem))
        }
    }
}
