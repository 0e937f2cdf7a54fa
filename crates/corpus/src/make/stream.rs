//! Rows as text on a stream, in order.

use super::{
    encoded::{BatchObserver, observed, tallies, text_header, text_rows},
    job::{Job, Part},
    workers::{Workers, shard_blocks},
    write::RunHooks,
};
use crate::make::run_summary::RunSummary;
use gridmill_tables::{Error, Result, write::Format};
use std::io::{self, Write};

/// Writes the rows of `part` of `job` as text to `out`, in order, and returns their totals.
///
/// # Errors
/// [`Error::Option`] if the job cannot be met or its format needs a file, [`Error::OutputClosed`] if the reader went away, or what stopped the
/// making.
pub fn stream(
    job: &Job,
    part: Part,
    out: &mut impl Write,
    (workers, observer): (&Workers, BatchObserver<'_>),
    events: &RunHooks,
) -> Result<RunSummary> {
    if job.format == Format::Parquet {
        let problem = "Parquet needs a folder: give `out=DIR`, or `format=csv` or jsonl for standard output";
        return Err(Error::option(problem));
    }
    let shards = part.shards(job)?;
    let closed = |error: io::Error| match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", "standard output")(error),
    };
    let layout = &job.layout();
    let mut summary = RunSummary::default();
    out.write_all(&text_header(job.format, layout)?).map_err(closed)?;
    workers.run(
        shards.flat_map(|n| shard_blocks(job, n)),
        &events.stop,
        &events.counters,
        |records| {
            let batch = observed(records, layout, observer)?;
            Ok((text_rows(job.format, &batch)?, tallies(records)))
        },
        |_, (rows, tallies)| {
            out.write_all(&rows).map_err(closed)?;
            for tally in tallies {
                summary.absorb(&tally);
            }
            Ok(())
        },
    )?;
    out.flush().map_err(closed)?;
    Ok(summary)
}
