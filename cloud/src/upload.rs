//! Objects being written: small ones in one request, others by multipart upload. Both appear whole or not at all.

use super::{Object, clients::plain};
use bytes::Bytes;
use gridmill_tables::storage::{PendingUpload, Place as _, Upload};
use object_store::{ObjectStoreExt as _, PutPayload, Result, WriteMultipart, path::Path as Key};
use std::{
    fmt,
    io::{self, Write},
};
use tokio::task::JoinHandle;

/// Bytes of a request. A store takes at most 10,000 of them for one object, so an object has at most 80 GiB.
const CHUNK: usize = 8 << 20;

/// Requests of an object that run at once.
const AT_ONCE: usize = 4;

/// Object being written. It goes away if it is dropped unfinished.
pub(super) struct NewObject {
    object: Object,
    buffer: Vec<u8>,
    hasher: blake3::Hasher,
    bytes: u64,
    /// There once a first chunk was full.
    parts: Option<WriteMultipart>,
}

/// Object that is written and not yet known to be whole.
#[derive(Debug)]
struct SentObject {
    object: Object,
    task: JoinHandle<Result<()>>,
    hash: blake3::Hash,
    bytes: u64,
}

impl NewObject {
    pub(super) fn new(object: Object) -> Self {
        Self { object, buffer: Vec::new(), hasher: blake3::Hasher::new(), bytes: 0, parts: None }
    }

    /// Sends the full buffer.
    fn send(&mut self) -> io::Result<()> {
        let chunk = Bytes::from(std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK)));
        let Object { client, key } = &self.object;
        let sent: Result<()> = client.wait(async {
            let parts = match &mut self.parts {
                Some(parts) => parts,
                none => {
                    let upload = client.store().put_multipart(key).await?;
                    none.insert(WriteMultipart::new_with_chunk_size(upload, CHUNK))
                }
            };
            parts.wait_for_capacity(AT_ONCE).await?;
            parts.put(chunk);
            Ok(())
        });
        sent.map_err(|error| plain(&error))
    }
}

impl Upload for NewObject {
    fn finish(mut self: Box<Self>) -> Box<dyn PendingUpload> {
        let (hash, bytes) = (self.hasher.finalize(), self.bytes);
        let (parts, rest) = (self.parts.take(), Bytes::from(std::mem::take(&mut self.buffer)));
        let object = self.object.clone();
        let (store, key): (_, Key) = (object.client.shared_store(), object.key.clone());
        let task = object.client.runtime().spawn(async move {
            let Some(mut parts) = parts else {
                return store.put(&key, PutPayload::from(rest)).await.map(drop);
            };
            parts.put(rest);
            parts.finish().await.map(drop)
        });
        Box::new(SentObject { object, task, hash, bytes })
    }
}

impl Write for NewObject {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = &bytes[..bytes.len().min(CHUNK - self.buffer.len())];
        self.buffer.extend_from_slice(taken);
        self.hasher.update(taken);
        self.bytes += taken.len() as u64;
        if self.buffer.len() == CHUNK {
            self.send()?;
        }
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for NewObject {
    /// Takes back what was sent. A store keeps the parts of an upload whose process was killed until its own rules remove them; they are
    /// no object.
    fn drop(&mut self) {
        if let Some(parts) = self.parts.take() {
            let _ = self.object.client.wait(parts.abort());
        }
    }
}

impl fmt::Debug for NewObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewObject")
            .field("key", &self.object.key)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl PendingUpload for SentObject {
    fn wait(mut self: Box<Self>) -> io::Result<()> {
        let done = self.object.client.wait(&mut self.task).unwrap_or_else(|error| Err(error.into()));
        match done {
            Ok(()) => Ok(()),
            // The last request may have been done although its answer was lost.
            Err(error) => {
                if self.is_whole().unwrap_or(false) {
                    Ok(())
                } else {
                    Err(plain(&error))
                }
            }
        }
    }
}

impl SentObject {
    /// Returns true if the object holds what was sent.
    fn is_whole(&self) -> io::Result<bool> {
        if self.object.size()? != Some(self.bytes) {
            return Ok(false);
        }
        let (mut hasher, mut next) = (blake3::Hasher::new(), 0);
        while next < self.bytes {
            let chunk = self.object.read_range(next, (self.bytes - next).min(CHUNK as u64))?;
            hasher.update(&chunk);
            next += chunk.len() as u64;
        }
        Ok(hasher.finalize() == self.hash)
    }
}
