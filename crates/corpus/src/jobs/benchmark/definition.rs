//! Definition of the benchmark: its strata, their jobs, and the hashes of their rows.
//!
//! The rows of a stratum are those of `gridmill generate --count 1000 --seed "gridmill-bench-1 NAME"` with the range of the stratum: minimal
//! puzzles of uniform grids, of which the digs keep those within the range. So the rows of a stratum are independent, and the first rows of
//! it are those of a smaller one.

use crate::{
    jobs::classes::StratumJob,
    make::{
        job::Job,
        options::{JobOptions, OptionValue},
    },
};
use gridmill_generate::Addition;
use gridmill_tables::{Error, Result, write::Format};

/// Name of the benchmark, with its version, and the beginning of the seeds of its strata.
pub const BENCHMARK: &str = "gridmill-bench-1";

/// Rows of each stratum.
pub const BENCHMARK_ROWS: u64 = 1000;

/// Options that all strata share, as `generate` has them. The scales are named with their versions.
const OPTIONS: [(&str, &str); 2] = [
    ("rulebook", "se-1.2.1/1,hodoku-2.2/2"),
    (
        "columns",
        "index,puzzle,solution,givens,se_er,se_ep,se_ed,hodoku_level,hodoku_score,guesses,attempts,class_id",
    ),
];

/// Stratum of the benchmark: puzzles whose difficulty is in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchmarkStratum {
    /// Name of the split.
    pub name: &'static str,
    /// Measure of the difficulty, an option of `generate`: `er` or `guesses`.
    pub measure: &'static str,
    /// Range of the measure, both ends included, as the option writes it.
    pub range: &'static str,
    /// BLAKE3 hash of the rows as CSV.
    pub contents_blake3: &'static str,
}

const fn stratum(
    (measure, name, range): (&'static str, &'static str, &'static str),
    contents_blake3: &'static str,
) -> BenchmarkStratum {
    BenchmarkStratum { name, measure, range, contents_blake3 }
}

/// Strata of the benchmark, by measure, the easiest first.
pub const BENCHMARK_STRATA: [BenchmarkStratum; 12] = [
    stratum(("er", "er_1", "1.0..1.5"), "d3d6203d08207e9c3a7a972dc92c7aba271cf543099439e312f4b1c01509f603"),
    stratum(("er", "er_2", "1.6..2.5"), "d53dded8ada6d9c4d0d67fa827153da0ec9f981ed233ef20d15e1e2357f70813"),
    stratum(("er", "er_3", "2.6..6.4"), "69b0e8e1737740f604b3cd3fbd94d87943a022d71a3c5c2d9523d29c1443afbb"),
    stratum(("er", "er_4", "6.5..7.9"), "1db3877c2ffb6843da7124fe392f014d902d0d3b319afcdaa25960a910e0c3b4"),
    stratum(("er", "er_5", "8.0..8.9"), "de47c1bab9cf8e41d0c6ce3ee66f60ac204e0cb481e1c64f69d2357636433f47"),
    stratum(("er", "er_6", "9.0..11.9"), "5b21701a48833483463669c637049dba95264cc00f0675a1957952ee7f749b0d"),
    stratum(
        ("guesses", "guesses_1", "0"),
        "80f6413491bfbd088beb9c7b9a6fe78b10885178eafe44255d04e779cb1b769f",
    ),
    stratum(
        ("guesses", "guesses_2", "0.01..1.99"),
        "db5ead02e9c281c6ee74add74a22bdcdfbb9f2edc7792b2f7a7dcc39a3f3853d",
    ),
    stratum(
        ("guesses", "guesses_3", "2..3.99"),
        "a2f2448388e9c68e328e06b7ff21cf7b5a2e8fe01a90ff1aceb4b269b3cb7420",
    ),
    stratum(
        ("guesses", "guesses_4", "4..5.99"),
        "e1901285c8a49e90c031664e950d85c6ba9705785b1a231f6f13ec5751452ccf",
    ),
    stratum(
        ("guesses", "guesses_5", "6..9.99"),
        "4d02580834fb5d6718294e30741dd214d9ca854b50908c23e5c58909589a6503",
    ),
    stratum(
        ("guesses", "guesses_6", "10..1000"),
        "08b61841704db79480faf73c01854c85c44185b4ec449506f682d39162cecbd6",
    ),
];

/// Returns the hash of the whole benchmark: BLAKE3 of a line for each stratum, its name and the hash of its rows with a space between.
pub fn benchmark_hash() -> String {
    let lines = BENCHMARK_STRATA.map(|stratum| format!("{} {}\n", stratum.name, stratum.contents_blake3));
    blake3::hash(lines.concat().as_bytes()).to_string()
}

impl BenchmarkStratum {
    /// Returns the job that makes its first `rows` rows in files of `format`.
    pub(super) fn job(&self, rows: u64, format: Format) -> Result<StratumJob> {
        let mut options = JobOptions {
            count: Some(rows),
            shard_rows: Some(rows),
            seed: format!("{BENCHMARK} {}", self.name).parse().ok(),
            format: Some(format),
            no_timings: true,
            add: [Addition::Guesses, Addition::Canonical].into(),
            ..JobOptions::default()
        };
        for (name, value) in OPTIONS.into_iter().chain([(self.measure, self.range)]) {
            options.set(name, &OptionValue::Text(value.to_owned())).map_err(Error::option)?;
        }
        Ok(StratumJob { name: self.name.to_owned(), job: options.job()? })
    }
}

/// Returns the jobs of all strata, with `rows` rows each.
pub(super) fn jobs(rows: u64, format: Format) -> Result<Vec<StratumJob>> {
    BENCHMARK_STRATA.iter().map(|stratum| stratum.job(rows, format)).collect()
}

/// Returns true if the jobs are those of the benchmark, whatever the number of rows and the format.
pub(super) fn are_jobs_of_benchmark(strata: &[StratumJob]) -> bool {
    let Some(first) = strata.first() else { return false };
    let Job { count, format, .. } = first.job;
    jobs(count, format).is_ok_and(|jobs| jobs == strata)
}
