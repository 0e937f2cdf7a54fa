//! Rows by class: duplicates removed, splits that share no class, overlap between files. Any number of rows, in bounded memory.
//!
//! ```text
//! files -rows-> threads: key of the class -> key file
//!                                         '> Partitions: by class -> threads: place of each row -> Places: by row -> place file
//! files, read again -rows-> with the place file -> one file, or a folder with splits
//! ```
//!
//! The key of a row is a hash of 128 bits: of its text, of the canonical form of its givens, or of that of its solution. Equal keys are
//! taken for equal classes; among a billion rows two classes have the same key with a chance below 1e-20.
//!
//! The key file and the place file of a folder survive a kill, so that a run that goes on finds no form twice.

mod cuts;
mod dedup;
mod inputs;
mod key;
mod key_file;
mod overlap;
mod place_file;
mod sorter;
mod split;
mod split_folder;
mod strata;
mod stratum_values;
mod write_places;

pub use dedup::{DedupJob, DedupOutput, DedupReport, DedupTotals};
pub use inputs::EquivalenceInputs;
pub use key_file::class_keys;
pub use overlap::{Overlap, OverlapCorpus, OverlapJob, OverlapRow, OverlapSide, PairOverlap};
pub use split::SplitJob;
pub(crate) use strata::StrataJob;
