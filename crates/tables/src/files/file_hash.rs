//! Hashes of files, read or being written.

use crate::{
    error::{Error, Result},
    storage::{self, StoredFile},
};
use std::{
    io::{self, Write},
    path::Path,
};

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

/// Writer that keeps the BLAKE3 hash and the number of the bytes written.
#[derive(Debug)]
pub struct HashingWriter<W> {
    inner: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> HashingWriter<W> {
    /// Passes bytes on to `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, hasher: blake3::Hasher::new(), bytes: 0 }
    }

    /// Returns the number of bytes written.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the writer that the bytes went to.
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// Returns the BLAKE3 hash of the bytes written, as hexadecimal digits.
    pub fn hash(&self) -> String {
        self.hasher.finalize().to_string()
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
