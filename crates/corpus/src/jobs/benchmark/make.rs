//! Makes a benchmark in a folder.

use super::{
    definition::{BENCHMARK_ROWS, BENCHMARKS, Benchmark},
    folder::BenchmarkFolder,
};
use crate::{
    jobs::classes::{Equivalence, StrataJob, StratumJob},
    make::{
        folder::IfExists,
        job::Part,
        workers::Workers,
        write::{Corpus, RunHooks},
    },
};
use gridmill_tables::{Result, write::Format};
use std::path::Path;

/// Options of making a benchmark.
#[derive(Debug, Clone)]
pub struct BenchmarkJob {
    /// The benchmark.
    pub benchmark: &'static Benchmark,
    /// Rows of each split, at most: the first of each, all from [`BENCHMARK_ROWS`] on.
    pub rows: u64,
    /// File format.
    pub format: Format,
    /// Identifier of the license of the folder, if the maker chose one.
    pub license: Option<String>,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

impl Default for BenchmarkJob {
    fn default() -> Self {
        Self {
            benchmark: BENCHMARKS[0],
            rows: BENCHMARK_ROWS,
            format: Format::default(),
            license: None,
            threads: 0,
        }
    }
}

impl BenchmarkJob {
    /// Makes the strata in `out`: a folder with a split for each, which share no class of complete grids.
    ///
    /// # Errors
    /// [`Error::Corpus`](gridmill_tables::Error::Corpus) if `out` holds something that `existing` does not allow,
    /// [`Error::Io`](gridmill_tables::Error::Io) if it cannot be written to, [`Error::Interrupted`](gridmill_tables::Error::Interrupted) once
    /// a stop is asked for.
    pub fn run(&self, out: &Path, existing: IfExists, events: &RunHooks) -> Result<BenchmarkFolder> {
        let strata = StrataJob {
            name: self.benchmark.name.to_owned(),
            strata: self.benchmark.jobs(self.rows, self.format)?,
            by: Equivalence::Grid,
            format: self.format,
            license: self.license.clone(),
            threads: self.threads,
        };
        // Rows that are read again are not made.
        let reading = RunHooks { stop: events.stop.clone(), ..RunHooks::default() };
        strata.run((out, existing), &reading, |stratum, place| self.make(stratum, place, events))?;
        BenchmarkFolder::open(out)
    }

    fn make(&self, StratumJob { job, .. }: &StratumJob, place: &Path, events: &RunHooks) -> Result<()> {
        let workers = Workers::new(job.plan.clone(), job.seed.clone(), job.whole(), self.threads)?;
        let corpus = Corpus::open(job.clone(), Part::WHOLE, place, IfExists::Resume)?;
        corpus.write(&workers, events)?.outcome
    }
}
