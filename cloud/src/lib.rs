//! Object stores for corpora of gridmill: objects in Amazon S3, Google Cloud Storage and Azure Blob Storage, by the `object_store` crate.
//!
//! Credentials, region and endpoint come from the environment, in the variables that the crate reads (`AWS_*`, `GOOGLE_*`, `AZURE_*`).
//! The crate repeats requests that fail, waiting longer each time.

mod clients;
mod upload;

use self::{
    clients::{Client, plain},
    upload::NewObject,
};
use bytes::Bytes;
use gridmill_tables::storage::{Place, Upload, Version, set_object_stores};
use object_store::{
    Error, ObjectStoreExt as _, PutMode, PutOptions, PutPayload, PutResult, Result, UpdateVersion,
    path::Path as Key,
};
use std::{io, path::Path, sync::Arc, thread::sleep, time::Duration};

/// Times that a conditional write is tried. The crate does not repeat one that broke off, because it may have been done.
const TRIES: u32 = 6;

/// Lets all readers and writers of this process take the paths `s3://`, `gs://` and `az://`.
pub fn install() {
    set_object_stores(|path| Ok(Arc::new(Object::of(path)?)));
}

fn version(e_tag: Option<String>, version: Option<String>) -> Version {
    Version { e_tag, version }
}

fn version_of_put(put: PutResult) -> Version {
    version(put.e_tag, put.version)
}

/// Place in an object store: a bucket, and the key of an object or of what begins with it.
#[derive(Debug, Clone)]
struct Object {
    client: Client,
    key: Key,
}

impl Object {
    /// Returns the address that a path names.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if it names no bucket, or options in the environment do not fit each other.
    fn of(path: &Path) -> io::Result<Self> {
        let text = path.to_str().unwrap_or_default();
        let invalid = |problem: String| io::Error::new(io::ErrorKind::InvalidInput, problem);
        let parts = text.split_once("://").filter(|(_, rest)| !rest.is_empty() && !rest.starts_with('/'));
        let (scheme, rest) =
            parts.ok_or_else(|| invalid("it names no bucket; give s3://bucket/prefix".to_owned()))?;
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        let key = Key::parse(key.trim_end_matches('/')).map_err(|error| invalid(error.to_string()))?;
        Ok(Self { client: Client::of(scheme, bucket)?, key })
    }
}

impl Place for Object {
    fn size(&self) -> io::Result<Option<u64>> {
        match self.client.wait(self.client.store().head(&self.key)) {
            Ok(found) => Ok(Some(found.size)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(&error)),
        }
    }

    fn list(&self) -> io::Result<Vec<(String, Option<u64>)>> {
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

    fn read_range(&self, start: u64, length: u64) -> io::Result<Bytes> {
        self.client
            .wait(self.client.store().get_range(&self.key, start..start + length))
            .map_err(|error| plain(&error))
    }

    fn version(&self) -> io::Result<Option<Version>> {
        match self.client.wait(self.client.store().head(&self.key)) {
            Ok(found) => Ok(Some(version(found.e_tag, found.version))),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(&error)),
        }
    }

    fn read(&self) -> io::Result<Option<(Bytes, Version)>> {
        let read = async {
            let found = self.client.store().get(&self.key).await?;
            let version = version(found.meta.e_tag.clone(), found.meta.version.clone());
            Ok((found.bytes().await?, version))
        };
        match self.client.wait(read) {
            Ok(read) => Ok(Some(read)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(plain(&error)),
        }
    }

    fn put(&self, bytes: Vec<u8>) -> io::Result<()> {
        let put = self.client.store().put(&self.key, PutPayload::from(bytes));
        self.client.wait(put).map(drop).map_err(|error| plain(&error))
    }

    fn put_if(&self, bytes: Vec<u8>, expected: Option<&Version>) -> io::Result<Option<Version>> {
        let bytes = Bytes::from(bytes);
        let mode = expected.map_or(PutMode::Create, |version| {
            PutMode::Update(UpdateVersion { e_tag: version.e_tag.clone(), version: version.version.clone() })
        });
        let mut failed = None;
        for attempt in 0..TRIES {
            let options = PutOptions::from(mode.clone());
            let put = self.client.store().put_opts(&self.key, PutPayload::from(bytes.clone()), options);
            match self.client.wait(put) {
                Ok(put) => return Ok(Some(version_of_put(put))),
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

    fn delete(&self) -> io::Result<()> {
        let deleted: Result<()> = self.client.wait(self.client.store().delete(&self.key));
        match deleted {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(plain(&error)),
        }
    }

    fn upload(&self) -> Box<dyn Upload> {
        Box::new(NewObject::new(self.clone()))
    }
}
