//! Making of corpora: blocks of rows by a pool of threads, shards, manifest, journal and lock; runs that go on after an interruption.

pub(crate) mod commit;
pub(crate) mod encoded;
pub(crate) mod estimate;
pub(crate) mod folder;
pub(crate) mod found_shards;
pub(crate) mod job;
pub(crate) mod lock;
pub(crate) mod manifest;
pub(crate) mod new_file;
pub(crate) mod options;
pub(crate) mod plan_files;
pub(crate) mod run_summary;
pub(crate) mod saved_rows;
pub(crate) mod shard_file;
pub(crate) mod verify;
pub(crate) mod workers;
pub(crate) mod write;
