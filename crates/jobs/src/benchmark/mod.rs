//! Frozen benchmarks: puzzles in strata of difficulty, made by one command from one seed, and scores of answers.
//!
//! ```text
//! definition -> a job for each stratum -> a folder with a split for each -hashes-> the rows of the definition, or not
//! folder -> questions; file of answers -> Answers; both -> BenchmarkScore: shares with intervals, by stratum
//! ```

mod answers;
mod definition;
mod folder;
mod score;
#[cfg(test)]
mod tests;

pub use answers::{Answer, Answers, Fault};
pub use definition::{BENCHMARK_ROWS, BENCHMARKS, Benchmark, BenchmarkStratum, Making};
pub use folder::{BenchmarkFolder, BenchmarkJob, Question};
pub use score::{BenchmarkScore, CellShare, ScoredRows, ShareInterval, StratumScore};
