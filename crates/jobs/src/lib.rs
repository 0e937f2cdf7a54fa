//! Jobs that make rows of other rows, on all threads and in bounded memory.
//!
//! ```text
//! files -TableInput-> batches of rows -job-> rows with more columns, fewer rows, splits, or files for other programs
//! ```
//!
//! | jobs | |
//! |---|---|
//! | [`SolveJob`], [`CountJob`], [`RateJob`], [`CanonicalJob`], [`MinimalsJob`] | columns that are added to rows ([`AddColumns`]) |
//! | [`AugmentJob`] | other puzzles of the same classes |
//! | [`DedupJob`], [`SplitJob`], [`OverlapJob`] | rows by class |
//! | [`ExportJob`] | files for other programs, and books |
//! | [`ScanJob`] | minimal puzzles with few givens in complete grids |
//! | [`BenchmarkJob`] | the benchmarks, and scores of answers |

mod add_columns;
mod augment;
mod benchmark;
mod canonical;
mod classes;
mod column_job;
mod export;
mod minimals;
mod rate;
mod scan;
mod solve;

pub use add_columns::AddColumns;
pub use augment::{AugmentJob, AugmentTotals, Augmented};
pub use benchmark::{
    Answer, Answers, BENCHMARK_ROWS, BENCHMARKS, Benchmark, BenchmarkFolder, BenchmarkJob, BenchmarkScore,
    BenchmarkStratum, CellShare, Fault, Making, Question, ScoredRows, ShareInterval, StratumScore,
};
pub use canonical::{CanonicalJob, CanonicalRow, CanonicalTotals};
pub use classes::{
    DedupJob, DedupOutput, DedupReport, DedupTotals, EquivalenceInputs, Overlap, OverlapCorpus, OverlapJob,
    OverlapRow, OverlapSide, PairOverlap, SplitJob, class_keys,
};
pub use export::{
    BookChoice, BookOptions, ExportJob, ExportLayout, ExportOutput, Exported, OpenOutputs, PerPage,
    lacking_letters, read_font,
};
pub use minimals::{MinimalCounts, MinimalsJob, MinimalsTotals};
pub use rate::{RateJob, RateTotals};
pub use scan::{ScanEstimate, ScanJob, ScanProgress, ScanTotals, ScannedGrid};
pub use solve::{CountJob, CountTotals, SolutionCount, SolutionCounter, SolveJob, SolveTotals};
