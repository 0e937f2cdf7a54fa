//! Making of corpora: blocks of rows by a pool of threads, shards, manifest, journal and lock; runs that go on after an interruption.

pub(crate) mod encoded;
pub(crate) mod estimate;
pub(crate) mod folder;
pub(crate) mod job;
pub(crate) mod manifest;
pub(crate) mod merge;
pub(crate) mod option_files;
pub(crate) mod options;
pub(crate) mod run_summary;
pub(crate) mod saved_rows;
pub(crate) mod shard_file;
pub(crate) mod workers;
pub(crate) mod write;
