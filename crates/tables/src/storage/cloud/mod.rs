//! Objects in Amazon S3, Google Cloud Storage and Azure Blob Storage, by the `object_store` crate.
//!
//! Credentials, region and endpoint come from the environment, in the variables that the crate reads (`AWS_*`, `GOOGLE_*`, `AZURE_*`).
//! The crate repeats requests that fail, waiting longer each time.

mod clients;
mod upload;

use self::clients::{Client, plain};
pub use self::upload::{PendingUpload, Upload};
use bytes::Bytes;
use object_store::{
    Error, ObjectStoreExt as _, PutMode, PutOptions, PutPayload, PutResult, Result, UpdateVersion,
    path::Path as Key,
};
use std::{io, path::Path, thread::sleep, time::Duration};

/// Times that a conditional write is tried. The crate does not repeat one that broke off, because it may have been done.
const TRIES: u32 = 6;

/// Version of an object: its condition for being replaced.
#[derive(Debug, Clone)]
pub struct Version(UpdateVersion);

impl From<PutResult> for Version {
    fn from(put: PutResult) -> Self {
        Self(put.into())
    }
}

/// Place in an object store: a bucket, and the key of an object or of what begins with it.
#[derive(Debug, Clone)]
pub struct Address {
    client: Client,
    key: Key,
}

impl Address {
    /// Returns the address that a path names.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if it names no bucket, or options in the environment do not fit each other.
    pub fn of(path: &Path) -> io::Result<Self> {
        let text = path.to_str().unwrap_or_default();
        let invalid = |problem: String| io::Error::new(io::ErrorKind::InvalidInput, problem);
        let parts = text.split_once("://").filter(|(_, rest)| !rest.is_empty() && !rest.starts_with('/'));
        let (scheme, rest) =
            parts.ok_or_else(|| invalid("it names no bucket; give s3://bucket/prefix".to_owned()))?;
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        let key = Key::parse(key.trim_end_matches('/')).map_err(|error| invalid(error.to_string()))?;
        Ok(Self { client: Client::of(scheme, bucket)?, key })
    }

    /// Returns the size of the object; `None` if there is none.
    ///
    /// # Errors
    /// Those of the object store, in plain words.
    pub fn size(&self) -> io::Result<Option<u64>> {
        match self.client.wait(self.client.store().head(&self.key)) {
            Ok(found) => Ok(Some(found.size)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(&error)),
        }
    }

    /// Returns true if an object's key begins with this one and a slash.
    ///
    /// # Errors
    /// As [`size`](Self::size); also if there is no such bucket.
    pub fn is_folder(&self) -> io::Result<bool> {
        Ok(!self.list()?.is_empty())
    }

    /// Returns the names under this key, up to their next slash, sorted, and the sizes of those that are objects.
    ///
    /// # Errors
    /// As [`is_folder`](Self::is_folder).
    pub fn list(&self) -> io::Result<Vec<(String, Option<u64>)>> {
        let found = self
            .client
            .wait(self.client.store().list_with_delimiter(Some(&self.key)))
            .map_err(|error| plain(&error))?;
        let name = |key: &Key| key.filename().unwrap_or_default().to_owned();
        let folders = found.common_prefixes.iter().map(|key| (name(key), None));
        let objects = found.objects.iter().map(|object| (name(&object.location), Some(object.size)));
        let mut names: Vec<_> = folders.chain(objects).collect();
        names.sort();
        Ok(names)
    }

    /// Reads `length` bytes from byte `start` on.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn read_range(&self, start: u64, length: u64) -> io::Result<Bytes> {
        self.client
            .wait(self.client.store().get_range(&self.key, start..start + length))
            .map_err(|error| plain(&error))
    }

    /// Returns the version of the object; `None` if there is none.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn version(&self) -> io::Result<Option<Version>> {
        match self.client.wait(self.client.store().head(&self.key)) {
            Ok(found) => Ok(Some(Version(UpdateVersion { e_tag: found.e_tag, version: found.version }))),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(&error)),
        }
    }

    /// Reads the whole object, of one version; `None` if there is none.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn read(&self) -> io::Result<Option<(Bytes, Version)>> {
        let read = async {
            let found = self.client.store().get(&self.key).await?;
            let version =
                UpdateVersion { e_tag: found.meta.e_tag.clone(), version: found.meta.version.clone() };
            Ok((found.bytes().await?, Version(version)))
        };
        match self.client.wait(read) {
            Ok(read) => Ok(Some(read)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(&error)),
        }
    }

    /// Writes the object, in the place of one that is there.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn put(&self, bytes: Vec<u8>) -> io::Result<()> {
        let put = self.client.store().put(&self.key, PutPayload::from(bytes));
        self.client.wait(put).map(drop).map_err(|error| plain(&error))
    }

    /// Writes the object if there is none, or if the present one has the version `expected`. Returns the version of the new object, or
    /// `None` if the condition does not hold.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn put_if(&self, bytes: Vec<u8>, expected: Option<&Version>) -> io::Result<Option<Version>> {
        let bytes = Bytes::from(bytes);
        let mode = expected.map_or(PutMode::Create, |version| PutMode::Update(version.0.clone()));
        let mut failed = None;
        for attempt in 0..TRIES {
            let options = PutOptions::from(mode.clone());
            let put = self.client.store().put_opts(&self.key, PutPayload::from(bytes.clone()), options);
            match self.client.wait(put) {
                Ok(put) => return Ok(Some(put.into())),
                Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                    // An earlier try may have been done although its answer was lost.
                    return Ok(self.read()?.filter(|(found, _)| *found == bytes).map(|(_, version)| version));
                }
                Err(Error::NotFound { .. }) if expected.is_some() && self.size()?.is_none() => {
                    return Ok(None);
                }
                Err(error @ Error::Generic { .. }) => failed = Some(error),
                Err(error) => return Err(plain(&error)),
            }
            sleep(Duration::from_millis(100 << attempt));
        }
        Err(failed.map_or_else(|| io::ErrorKind::TimedOut.into(), |error| plain(&error)))
    }

    /// Removes the object if there is one.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub fn delete(&self) -> io::Result<()> {
        let deleted: Result<()> = self.client.wait(self.client.store().delete(&self.key));
        match deleted {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(plain(&error)),
        }
    }

    /// Begins to write the object, in the place of one that is there. It appears when it is whole.
    pub fn upload(&self) -> Upload {
        Upload::new(self.clone())
    }
}
