//! Making of corpora: blocks of rows by a pool of threads, shards, manifest, journal and lock; runs that go on after an interruption.

pub(crate) mod commit;
pub(crate) mod encoded;
pub(crate) mod estimate;
pub(crate) mod excluded;
pub(crate) mod folder;
pub(crate) mod found_shards;
pub(crate) mod grids;
pub(crate) mod job;
pub(crate) mod lock;
pub(crate) mod manifest;
pub(crate) mod merge;
pub(crate) mod new_file;
pub(crate) mod options;
pub(crate) mod patterns;
pub(crate) mod rulebooks;
pub(crate) mod run_summary;
pub(crate) mod saved_rows;
pub(crate) mod shard_file;
pub(crate) mod stream;
pub(crate) mod target_costs;
pub(crate) mod verify;
pub(crate) mod wordings;
pub(crate) mod workers;
pub(crate) mod write;
