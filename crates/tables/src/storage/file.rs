//! Files that are read in order or at any place, wherever they are.

use super::{Address, is_remote};
use crate::files::platform::is_endless;
use bytes::Bytes;
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
    path::Path,
    sync::{Mutex, PoisonError},
};

/// Bytes of an object that are fetched at once, at least: enough that the time of a request is small compared with that of its bytes.
const WINDOW: u64 = 2 << 20;

/// Windows of an object that are held. The columns of a row group are read in turn, each at its own place.
const WINDOWS: usize = 16;

/// A file or an object, open to be read.
#[derive(Debug)]
pub enum StoredFile {
    /// File of this machine.
    Local(File),
    /// Object.
    Remote(RemoteFile),
}

impl StoredFile {
    /// Opens the file or object.
    ///
    /// # Errors
    /// Those of the system or the object store, such as [`io::ErrorKind::NotFound`], and an error for a device without end.
    pub fn open(path: &Path) -> io::Result<Self> {
        if !is_remote(path) {
            if is_endless(path) {
                return Err(endless());
            }
            return Ok(Self::Local(File::open(path)?));
        }
        let address = Address::of(path)?;
        match address.size()? {
            Some(size) => {
                Ok(Self::Remote(RemoteFile { address, size, position: 0, windows: Mutex::default() }))
            }
            None => Err(io::Error::new(io::ErrorKind::NotFound, "there is no such object")),
        }
    }

    /// Returns the size in bytes.
    ///
    /// # Errors
    /// Those of the system.
    pub fn size(&self) -> io::Result<u64> {
        match self {
            Self::Local(file) => Ok(file.metadata()?.len()),
            Self::Remote(file) => Ok(file.size),
        }
    }

    /// Reads up to `length` bytes from byte `start` on; fewer at the end of the file.
    ///
    /// # Errors
    /// Those of the system or the object store.
    pub fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        match self {
            Self::Local(file) => {
                let mut file = file;
                let mut bytes = Vec::with_capacity(length);
                file.seek(SeekFrom::Start(start))?;
                file.take(length as u64).read_to_end(&mut bytes)?;
                Ok(bytes.into())
            }
            Self::Remote(file) => file.read_at(start, length),
        }
    }
}

impl Read for StoredFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Local(file) => file.read(buffer),
            Self::Remote(file) => {
                let bytes = file.read_at(file.position, buffer.len())?;
                buffer[..bytes.len()].copy_from_slice(&bytes);
                file.position += bytes.len() as u64;
                Ok(bytes.len())
            }
        }
    }
}

/// Returns the error of a device that can be read without end.
pub fn endless() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is a device without end; give a file or a pipe")
}

/// Reads a whole file of at most `longest` bytes; of a longer one, one byte more. An object comes in one request, so that all its bytes are
/// of one version.
///
/// # Errors
/// Those of the system or the object store.
pub fn read_whole(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    match StoredFile::open(path)? {
        StoredFile::Remote(file) if file.size <= longest => {
            let (bytes, _) = file.address.read()?.ok_or(io::ErrorKind::NotFound)?;
            Ok(bytes.into())
        }
        file => {
            let mut bytes = Vec::new();
            file.take(longest + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        }
    }
}

/// The place of some bytes of an object, and the bytes.
type Window = (u64, Bytes);

/// Object, of which some windows are held.
#[derive(Debug)]
pub struct RemoteFile {
    address: Address,
    size: u64,
    position: u64,
    /// The last windows that were read, the newest first.
    windows: Mutex<VecDeque<Window>>,
}

impl RemoteFile {
    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let end = start.saturating_add(length as u64).min(self.size);
        if start >= end {
            return Ok(Bytes::new());
        }
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let held = (0..windows.len()).find(|&place| within(&windows[place], start, end).is_some());
        let window = if let Some(window) = held.and_then(|place| windows.remove(place)) {
            window
        } else {
            windows.truncate(WINDOWS - 1);
            let required = (end - start).max(WINDOW).min(self.size - start);
            (start, self.address.read_range(start, required)?)
        };
        let bytes = within(&window, start, end).ok_or(io::ErrorKind::UnexpectedEof);
        windows.push_front(window);
        Ok(bytes?)
    }
}

/// Returns the bytes from `start` to `end` if the window has them all.
fn within((first, bytes): &Window, start: u64, end: u64) -> Option<Bytes> {
    let from = usize::try_from(start.checked_sub(*first)?).ok()?;
    let to = usize::try_from(end - first).ok()?;
    (to <= bytes.len()).then(|| bytes.slice(from..to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_give_what_they_hold() {
        let window = (10, Bytes::from_static(b"abcdef"));
        assert_eq!(within(&window, 10, 16).unwrap(), "abcdef");
        assert_eq!(within(&window, 12, 14).unwrap(), "cd");
        assert_eq!(within(&window, 9, 12), None);
        assert_eq!(within(&window, 15, 17), None);
    }

    #[test]
    fn files_are_read_at_any_place_and_end_where_they_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "0123456789").unwrap();
        let file = StoredFile::open(&path).unwrap();
        assert_eq!(file.size().unwrap(), 10);
        assert_eq!(file.read_at(4, 3).unwrap(), "456");
        assert_eq!(file.read_at(0, 2).unwrap(), "01");
        assert_eq!(file.read_at(8, 9).unwrap(), "89");
        assert_eq!(file.read_at(10, 1).unwrap(), "");
    }
}
