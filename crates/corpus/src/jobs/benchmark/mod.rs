//! A frozen benchmark: puzzles of twelve strata of difficulty, made by one command from one seed, and scores of answers.
//!
//! ```text
//! definition -> a job for each stratum -> a folder with a split for each -hashes-> the rows of the definition, or not
//! folder -> questions; file of answers -> Answers; both -> BenchmarkScore: shares with intervals, by stratum
//! ```

mod answers;
mod definition;
mod folder;
mod make;
mod score;
#[cfg(test)]
mod tests;

pub use answers::{Answer, Answers};
pub use definition::{BENCHMARK, BENCHMARK_ROWS, BENCHMARK_STRATA, BenchmarkStratum, benchmark_hash};
pub use folder::{BenchmarkFolder, Question};
pub use make::BenchmarkJob;
pub use score::{BenchmarkScore, CellShare, ScoredRows, ShareInterval, StratumScore};
