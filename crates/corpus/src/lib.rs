//! Corpora: folders of shards with a manifest, made from one seed, and the jobs that read them and make others of them.
//!
//! ```text
//! make    plan + seed -> blocks of rows -> shards + manifest; resume, merge, parts of other engines
//! read    files and folders -> rows with their facts
//! jobs    rows -> rows: solve, minimals, rate, canonical, augment, dedup, split, overlap, export
//! cards   manifest -> README.md and metadata of a data set
//! ```

mod cards;
mod few_classes;
mod jobs;
mod make;
mod rating_totals;
mod read;

pub use few_classes::FewClasses;
pub use jobs::add_columns::{AddColumns, added_columns};
pub use jobs::augment::{AugmentJob, AugmentTotals, Augmented};
pub use jobs::benchmark::{
    Answer, Answers, BENCHMARK_ROWS, BENCHMARKS, Benchmark, BenchmarkFolder, BenchmarkJob, BenchmarkScore,
    BenchmarkStratum, CellShare, Fault, Making, Question, ScoredRows, ShareInterval, StratumScore,
};
pub use jobs::canonical::{CanonicalJob, CanonicalRow, CanonicalTotals};
pub use jobs::classes::{
    DedupJob, DedupOutput, DedupReport, DedupTotals, Equivalence, EquivalenceInputs, Overlap, OverlapCorpus,
    OverlapJob, OverlapRow, OverlapSide, PairOverlap, Shares, SplitFile, SplitJob, SplitManifest, SplitPlan,
    SplitRows, Stratum, StratumRows, class_keys,
};
pub use jobs::export::{
    BookChoice, BookOptions, ExportJob, ExportLayout, ExportOutput, Exported, OpenOutputs, PerPage,
    lacking_letters, read_font,
};
pub use jobs::minimals::{MinimalCounts, MinimalsJob, MinimalsTotals};
pub use jobs::rate::{RateJob, RateTotals};
pub use jobs::scan::{ScanEstimate, ScanJob, ScanProgress, ScanTotals, ScannedGrid};
pub use jobs::solve::{CountJob, CountTotals, SolutionCount, SolutionCounter, SolveJob, SolveTotals};
pub use make::encoded::BatchObserver;
pub use make::estimate::{CostEstimate, Limit, Measured, Scale, Spread};
pub use make::folder::{CORPUS_FILES, CORPUS_FOLDERS, Folder, IfExists};
pub use make::job::{Job, Part};
pub use make::manifest::{Manifest, ManifestColumn, Shard};
pub use make::merge::{merge, part_folders};
pub use make::option_files::{
    read_excluded, read_grids, read_patterns, read_rulebook, read_rulebooks, read_wording,
};
pub use make::options::{JobOptions, OptionKind, OptionRow, OptionValue, Preset, ValueName};
pub use make::run_summary::{RowStatistics, RunSummary, TargetCost};
pub use make::workers::{BLOCK_ROWS, Block, BlockGenerator, Counters, SYSTEM_CLOCK, Workers};
pub use make::write::{Corpus, DistributedCorpus, RunHooks, WriteReport, stream, write_shard};
pub use rating_totals::{RatingStatistics, RatingTotals};
pub use read::reader::{CorpusReader, Provenance};
pub use read::sources::Sources;
pub use read::splits::SplitChoice;
