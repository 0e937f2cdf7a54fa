//! Files: drafts that appear under their names once they are whole, hashes, texts that are read whole.

pub mod draft;
pub mod platform;

use crate::{
    error::{Error, Result},
    storage::{self, Address, StoredFile},
};
pub use draft::{Draft, FileNames, FolderDraft};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
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
    /// Number of bytes written.
    pub bytes: u64,
}

impl<W: Write> HashingWriter<W> {
    /// Passes bytes on to `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, hasher: blake3::Hasher::new(), bytes: 0 }
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

/// Opens a file of the program's own in `.work/`: no link is followed, and no pipe is waited for.
///
/// # Errors
/// Those of the system, and [`io::ErrorKind::InvalidInput`] for what is no regular file.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    platform::refuse_links(options);
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file; remove it"))
}

/// Removes a file if it exists. A link is removed, not its target.
///
/// # Errors
/// [`Error::Io`] if it cannot be removed.
pub fn remove_file(path: &Path) -> Result<()> {
    if storage::is_remote(path) {
        return Address::of(path).and_then(|address| address.delete()).map_err(Error::io("removing", path));
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("removing", path)(error)),
        _ => Ok(()),
    }
}

/// Bytes of a file that a person writes, at most.
pub const WRITTEN_BY_HAND: u64 = 16 << 20;

/// Reads the text of a file of at most `longest` bytes.
///
/// # Errors
/// Those of the system, or an error for a longer file, which is not read to its end.
pub fn read_text(path: &Path, longest: u64) -> io::Result<String> {
    let text = storage::read_whole(path, longest)?;
    if text.len() as u64 > longest {
        let problem = format!("it is longer than {} MiB", longest >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    String::from_utf8(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Bytes that are written at once.
const BUFFER: usize = 1 << 16;

/// Destination of text.
pub enum TextSink {
    /// A stream, such as standard output.
    Stream(Box<dyn Write + Send>),
    /// A file that has no name yet.
    File(Draft),
}

impl TextSink {
    /// Gathers small writes.
    pub fn buffered(self) -> BufWriter<Self> {
        BufWriter::with_capacity(BUFFER, self)
    }

    /// Writes what is buffered, and gives a file its name. Errors call the destination `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written, [`Error::OutputClosed`] if its reader went away.
    pub fn finish(out: BufWriter<Self>, path: &Path) -> Result<()> {
        out.into_inner().map_err(|error| output_error(path, error.into_error()))?.keep(path)
    }

    /// Gives a file its name. Errors call the destination `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written, [`Error::OutputClosed`] if its reader went away.
    pub fn keep(self, path: &Path) -> Result<()> {
        match self {
            Self::Stream(mut out) => out.flush().map_err(|error| output_error(path, error)),
            Self::File(draft) => draft.keep(),
        }
    }

    /// Ends a stream, or returns the file, which has no name yet. Errors call the destination `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written, [`Error::OutputClosed`] if its reader went away.
    pub fn into_draft(self, path: &Path) -> Result<Option<Draft>> {
        match self {
            Self::Stream(mut out) => out.flush().map(|()| None).map_err(|error| output_error(path, error)),
            Self::File(draft) => Ok(Some(draft)),
        }
    }
}

impl Write for TextSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(out) => out.write(bytes),
            Self::File(draft) => draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stream(out) => out.flush(),
            Self::File(draft) => draft.flush(),
        }
    }
}

/// Converts an error of writing; a reader that went away is no failure.
pub fn output_error(path: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::io("writing", path)(error),
    }
}

impl std::fmt::Debug for TextSink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stream(_) => f.write_str("Stream"),
            Self::File(draft) => f.debug_tuple("File").field(draft).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_are_refused_and_not_read_to_their_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_text(&path, 5).unwrap(), "12345");
        assert_eq!(read_text(&path, 4).unwrap_err().to_string(), "it is longer than 0 MiB");
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 5).unwrap_err().to_string(), "it is not UTF-8 text");
        #[cfg(unix)]
        assert!(read_text(Path::new("/dev/zero"), 1 << 20).is_err());
    }
}
