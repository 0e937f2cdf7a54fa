//! Writer that hashes and counts the bytes that pass through it.

use std::io::{self, Write};

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
