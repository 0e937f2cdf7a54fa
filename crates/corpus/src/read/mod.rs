//! Reading of corpora: the files of folders and splits, the facts that they state, and batches of their rows.

pub(crate) mod reader;
pub(crate) mod source_facts;
pub(crate) mod sources;
