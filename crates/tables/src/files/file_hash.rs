//! Hashes of files.

use super::hashing_writer::HashingWriter;
use crate::{
    error::{Error, Result},
    storage::{self, StoredFile},
};
use std::{io, path::Path};

/// Computes the hash of a file.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read.
pub fn file_hash(path: &Path) -> Result<String> {
    let mut hashed = HashingWriter::new(io::sink());
    let mut file = StoredFile::open(path).map_err(Error::io("reading", path))?;
    io::copy(&mut file, &mut hashed).map_err(Error::io("reading", path))?;
    Ok(hashed.hash())
}

/// Returns true if the file at `path` has this length and this hash. The hash of an object is not computed, because that would take as
/// long as to read the corpus: stores check what they are sent.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read.
pub fn has_size_and_hash(path: &Path, size_bytes: u64, blake3: &str) -> Result<bool> {
    let has_size = storage::file_size(path).map_err(Error::io("reading", path))? == Some(size_bytes);
    Ok(has_size && (storage::is_remote(path) || file_hash(path)? == blake3))
}
