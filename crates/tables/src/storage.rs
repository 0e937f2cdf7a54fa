//! Files on this machine or in an object store; the only module that knows which.
//!
//! A path such as `s3://bucket/prefix/file` names an object. Object stores are a crate and a feature of the build, `cloud`; without it such a path is
//! refused.
//!
//! ```text
//! path -> Address -> StoredFile  reads, in windows
//!                 -> Upload      writes, whole or not at all
//!                 -> list, replace under a condition, delete
//! ```
//!
//! Files are read in order or at any place, wherever they are. Another crate makes the requests for objects: `gridmill-cloud`.

use crate::{error::Error, files::platform::is_endless};
use bytes::Bytes;
use std::{
    collections::VecDeque,
    fmt::Debug,
    fs::{self, File},
    io::{self, Read, Seek as _, SeekFrom, Write},
    ops::Deref,
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// The beginnings of paths in object stores: Amazon S3 and what speaks its protocol, Google Cloud Storage, Azure Blob Storage.
const SCHEMES: [&str; 3] = ["s3://", "gs://", "az://"];

/// Returns true for a path in an object store.
pub fn is_remote(path: &Path) -> bool {
    path.to_str().is_some_and(|path| SCHEMES.iter().any(|scheme| path.starts_with(scheme)))
}

/// Returns the error of an output that cannot lie in an object store.
pub fn only_local(path: &Path) -> Error {
    Error::option(format!(
        "{}: only generate and merge write to object stores; give a file or folder of this machine",
        path.display()
    ))
}

/// Returns true if a folder is here: in an object store, if an object begins with its name and a slash.
///
/// # Errors
/// Those of an object store that cannot be asked.
pub fn is_folder(path: &Path) -> io::Result<bool> {
    if is_remote(path) { Address::of(path)?.is_folder() } else { Ok(path.is_dir()) }
}

/// Returns true if something is here that can be read as a file.
///
/// # Errors
/// Those of an object store that cannot be asked.
pub fn exists(path: &Path) -> io::Result<bool> {
    if is_remote(path) { Ok(Address::of(path)?.size()?.is_some()) } else { Ok(path.exists()) }
}

/// Returns the size of a file; `None` if there is none, or if it is not regular. A link at `path` itself is not followed.
///
/// # Errors
/// Those of an object store that cannot be asked.
pub fn file_size(path: &Path) -> io::Result<Option<u64>> {
    if is_remote(path) {
        return Address::of(path)?.size();
    }
    Ok(fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file).map(|found| found.len()))
}

/// Returns the names in a folder, sorted; none if there is no such folder.
///
/// # Errors
/// Those of the system or the object store.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    if is_remote(folder) {
        return Ok(Address::of(folder)?.list()?.into_iter().map(|(name, _)| name).collect());
    }
    let list = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        list => list?,
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        let not_utf8 = |name: std::ffi::OsString| {
            let name = name.as_encoded_bytes().escape_ascii();
            let problem = format!("it holds \"{name}\", a name that is not UTF-8; rename it");
            io::Error::new(io::ErrorKind::InvalidData, problem)
        };
        entry?.file_name().into_string().map_err(not_utf8)
    };
    let mut names: Vec<String> = list.map(name).collect::<io::Result<_>>()?;
    names.sort();
    Ok(names)
}

/// Returns true if two paths are one place, as far as that can be determined.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    match (is_remote(one), is_remote(other)) {
        (true, true) => one.components().eq(other.components()),
        (false, false) => match (fs::canonicalize(one), fs::canonicalize(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        },
        _ => false,
    }
}

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

/// Opens the place that a path names.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if it names no bucket, or options in the environment do not fit each other.
pub type OpenPlace = fn(&Path) -> io::Result<Arc<dyn Place>>;

static OPEN: OnceLock<OpenPlace> = OnceLock::new();

/// Lets all readers and writers of this process take paths in object stores. The first call counts.
pub fn set_object_stores(open: OpenPlace) {
    OPEN.get_or_init(|| open);
}

/// Version of an object: its condition for being replaced.
#[derive(Debug, Clone)]
#[expect(clippy::exhaustive_structs, reason = "made by the crate of object stores")]
pub struct Version {
    /// Tag of the contents.
    pub e_tag: Option<String>,
    /// Number or name of the version.
    pub version: Option<String>,
}

/// Place in an object store: a bucket, and the key of an object or of what begins with it. All errors are those of the store, in plain words.
#[expect(clippy::missing_errors_doc, reason = "above")]
pub trait Place: Debug + Send + Sync {
    /// Returns the size of the object; `None` if there is none.
    fn size(&self) -> io::Result<Option<u64>>;

    /// Returns the names under this key, up to their next slash, sorted, and the sizes of those that are objects.
    fn list(&self) -> io::Result<Vec<(String, Option<u64>)>>;

    /// Reads `length` bytes from byte `start` on.
    fn read_range(&self, start: u64, length: u64) -> io::Result<Bytes>;

    /// Reads the whole object, of one version; `None` if there is none.
    fn read(&self) -> io::Result<Option<(Bytes, Version)>>;

    /// Returns the version of the object; `None` if there is none.
    fn version(&self) -> io::Result<Option<Version>>;

    /// Writes the object, in the place of one that is there.
    fn put(&self, bytes: Vec<u8>) -> io::Result<()>;

    /// Writes the object if there is none, or if the present one has the version `expected`. Returns the version of the new object, or
    /// `None` if the condition does not hold.
    fn put_if(&self, bytes: Vec<u8>, expected: Option<&Version>) -> io::Result<Option<Version>>;

    /// Removes the object if there is one.
    fn delete(&self) -> io::Result<()>;

    /// Begins to write the object, in the place of one that is there. It appears when it is whole.
    fn upload(&self) -> Box<dyn Upload>;
}

/// Object being written. It goes away if it is dropped unfinished.
pub trait Upload: Write + Debug + Send {
    /// Sends the rest. The object is whole once [`PendingUpload::wait`] says so.
    fn finish(self: Box<Self>) -> Box<dyn PendingUpload>;
}

/// Object that is written and not yet known to be whole.
pub trait PendingUpload: Debug + Send {
    /// Waits until the object is whole.
    ///
    /// # Errors
    /// Those of the object store, in plain words.
    fn wait(self: Box<Self>) -> io::Result<()>;
}

/// A place that a path names.
#[derive(Debug, Clone)]
pub struct Address(Arc<dyn Place>);

impl Address {
    /// Returns the address that a path names.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`] without [object stores](set_object_stores); else as [`OpenPlace`].
    pub fn of(path: &Path) -> io::Result<Self> {
        let problem = "this program was built without object stores; build it with its feature `cloud`";
        let open = OPEN.get().ok_or_else(|| io::Error::new(io::ErrorKind::Unsupported, problem))?;
        open(path).map(Self)
    }

    /// Returns true if an object's key begins with this one and a slash.
    ///
    /// # Errors
    /// Those of the object store; also if there is no such bucket.
    pub fn is_folder(&self) -> io::Result<bool> {
        Ok(!self.list()?.is_empty())
    }
}

impl Deref for Address {
    type Target = dyn Place;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_object_stores_begin_with_a_scheme() {
        for path in ["s3://bucket", "gs://bucket/prefix", "az://container/a/b"] {
            assert!(is_remote(Path::new(path)), "{path}");
        }
        for path in ["s3:/bucket", "corpus", "/s3://bucket", "https://host/file", ""] {
            assert!(!is_remote(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn places_are_compared_by_what_they_lead_to() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("inner");
        fs::create_dir(&inner).unwrap();
        assert!(is_same_place(&inner, &root.path().join("inner/../inner")));
        assert!(!is_same_place(&inner, root.path()));
        assert!(!is_same_place(&root.path().join("a"), &root.path().join("a")), "neither is there");
        assert!(is_same_place(Path::new("s3://b/p"), Path::new("s3://b/p/")));
        assert!(!is_same_place(Path::new("s3://b/p"), Path::new("s3://b/q")));
    }

    #[test]
    fn without_object_stores_a_path_in_an_object_store_is_refused() {
        let problem = StoredFile::open(Path::new("s3://bucket/file")).unwrap_err();
        assert_eq!(problem.kind(), io::ErrorKind::Unsupported);
        assert!(problem.to_string().contains("its feature `cloud`"), "{problem}");
    }

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
