//! Destination of text: a stream, or a file that appears under its name once it is whole.

use super::draft::Draft;
use crate::error::{Error, Result};
use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

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
