//! Corpora: folders of shards with a manifest, made from one seed, and read.
//!
//! ```text
//! make    plan + seed -> blocks of rows -> shards + manifest; resume, merge, parts of other engines
//! splits  folders with splits: manifest, choice of a split
//! read    files and folders -> rows with their facts
//! cards   manifest -> README.md and metadata of a data set
//! ```
//!
//! `gridmill-generate` makes rows, `gridmill-tables` reads and writes them, and the jobs that make rows of other rows are in `gridmill-jobs`.
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod cards;
mod few_classes;
mod make;
mod rating_totals;
mod read;
mod splits;

#[doc(hidden)]
pub use cards::split_card::write_split_card;
pub use few_classes::FewClasses;
pub use make::encoded::BatchObserver;
#[doc(hidden)]
pub use make::encoded::contents_of_file;
pub use make::estimate::{CostEstimate, Limit, Measured, Scale, Spread};
pub use make::folder::{CORPUS_FILES, CORPUS_FOLDERS, Folder, IfExists};
#[doc(hidden)]
pub use make::folder::{is_emptying, refuse_link};
pub use make::job::{Job, Part};
pub use make::manifest::{Manifest, ManifestColumn, Shard};
pub use make::merge::{merge, part_folders};
pub use make::option_files::{
    read_excluded, read_grids, read_patterns, read_rulebook, read_rulebooks, read_wording,
};
pub use make::options::{JobOptions, OptionKind, OptionRow, OptionValue, Preset, ValueName};
pub use make::run_summary::{RowStatistics, RunSummary, TargetCost};
#[doc(hidden)]
pub use make::saved_rows::short_hash;
pub use make::workers::{BLOCK_ROWS, Block, BlockGenerator, Counters, SYSTEM_CLOCK, Workers};
pub use make::write::{Corpus, DistributedCorpus, RunHooks, WriteReport, stream, write_shard};
pub use rating_totals::{RatingStatistics, RatingTotals};
pub use read::reader::{CorpusReader, Provenance};
pub use read::sources::Sources;
pub use splits::choice::SplitChoice;
pub use splits::equivalence::Equivalence;
#[doc(hidden)]
pub use splits::manifest::{InputFile, Rule, Selection, StratumJob};
pub use splits::manifest::{SplitFile, SplitManifest, SplitPlan, SplitRows, StratumRows};
pub use splits::shares::{Shares, Stratum};
