//! Data sets on disk: shards, manifest, readers of puzzles; files appear only when they are whole.
//!
//! Layer 4.

mod add_columns;
mod augment;
mod blocks;
mod canonical;
mod card;
mod cells_as_json;
mod cells_as_text;
mod classes;
mod commit;
mod dataset;
mod draft;
mod encoded;
mod estimate;
mod export;
mod files;
mod folder;
mod found_shards;
mod grids;
mod hashing_writer;
mod images;
mod job;
mod journal;
mod json_lines;
mod lock;
mod manifest;
mod merge;
mod new_file;
mod parquet;
mod path;
mod patterns;
mod rate;
mod read;
mod reader;
mod row_workers;
mod rulebooks;
mod sample_rows;
mod saved_rows;
mod shard_file;
mod small;
mod source_facts;
mod split_card;
mod stream;
mod table_writer;
mod text;
mod text_sink;
mod typed;
mod verify;
mod write;

pub use add_columns::{AddColumns, added_columns};
pub use augment::{AugmentJob, AugmentTotals, Augmented};
pub use canonical::{CanonicalJob, CanonicalRow, CanonicalTotals};
pub(crate) use card::thousands;
pub use classes::{
    ClassInputs, DedupJob, DedupOutput, DedupReport, DedupTotals, Equivalence, Overlap, OverlapCorpus,
    OverlapJob, OverlapRow, OverlapSide, PairOverlap, Shares, SplitFile, SplitJob, SplitManifest, SplitPlan,
    SplitRows, Stratum, StratumRows, class_keys,
};
pub use draft::{Draft, FolderDraft};
pub use encoded::BatchObserver;
pub use estimate::{CostEstimate, Limit, Measured, Scale, Spread};
pub use export::{ExportJob, ExportLayout, ExportOutput, Exported, OpenOutputs};
pub use folder::{CORPUS_FILES, CORPUS_FOLDERS, Existing, Folder};
pub use found_shards::part_folders;
pub use grids::read_grids;
pub use job::{Format, Job, Part};
pub use manifest::{Manifest, ManifestColumn, Shard};
pub use merge::merge;
pub use parquet::{arrow_schema, record_batch};
pub use patterns::read_patterns;
pub use rate::{RateJob, RateTotals};
pub use read::{
    Puzzles,
    format::Rows,
    memory::MemoryTable,
    names::GridColumns,
    sources::{Sources, SplitChoice},
    table::Tables,
};
pub use reader::{CorpusReader, Provenance};
pub use rulebooks::{read_rulebook, read_rulebooks};
pub(crate) use small::{WRITTEN_BY_HAND, read_text};
pub use stream::stream;
pub use table_writer::RowsOutput;
pub use write::{Corpus, DistributedCorpus, Events, Written, write_shard};
