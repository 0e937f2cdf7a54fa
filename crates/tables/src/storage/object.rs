//! Objects of object stores, whose requests another crate makes: `gridmill-cloud`.

use bytes::Bytes;
use std::{
    fmt::Debug,
    io::{self, Write},
    ops::Deref,
    path::Path,
    sync::{Arc, OnceLock},
};

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
