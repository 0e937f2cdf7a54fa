//! Clients of buckets, and the threads that their requests run on: made once a process.

use super::errors::plain;
use object_store::{
    ObjectStore, aws::AmazonS3Builder, azure::MicrosoftAzureBuilder, gcp::GoogleCloudStorageBuilder,
};
use std::{
    collections::BTreeMap,
    fmt, io, process,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::runtime::{Builder, Runtime};

/// Threads that wait for requests. Their work is small: it is the network that takes time.
const THREADS: usize = 2;

/// Clients of this process.
static CLIENTS: Mutex<Option<Clients>> = Mutex::new(None);

struct Clients {
    /// A forked process has the clients of the first one and none of its threads.
    process: u32,
    runtime: Arc<Runtime>,
    buckets: BTreeMap<String, Arc<dyn ObjectStore>>,
}

/// Client of a bucket.
#[derive(Clone)]
pub(super) struct Client {
    store: Arc<dyn ObjectStore>,
    runtime: Arc<Runtime>,
}

impl Client {
    /// Returns the client of a bucket.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the environment's options do not fit each other.
    pub(super) fn of(scheme: &str, bucket: &str) -> io::Result<Self> {
        let mut clients = CLIENTS.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.as_ref().is_some_and(|clients| clients.process != process::id()) {
            // To end a runtime is to wait for its threads, which are not in this process.
            std::mem::forget(clients.take());
        }
        let clients = match &mut *clients {
            Some(clients) => clients,
            none => none.insert(Clients::new()?),
        };
        let name = format!("{scheme}://{bucket}");
        let store = if let Some(store) = clients.buckets.get(&name) {
            Arc::clone(store)
        } else {
            let store = open(scheme, &name).map_err(|error| plain(&error))?;
            clients.buckets.insert(name, Arc::clone(&store));
            store
        };
        Ok(Self { store, runtime: Arc::clone(&clients.runtime) })
    }

    pub(super) fn store(&self) -> &dyn ObjectStore {
        &*self.store
    }

    /// Returns the store, for work that outlives this client.
    pub(super) fn shared_store(&self) -> Arc<dyn ObjectStore> {
        Arc::clone(&self.store)
    }

    /// Runs a request to its end.
    pub(super) fn wait<T>(&self, request: impl Future<Output = T>) -> T {
        self.runtime.block_on(request)
    }

    pub(super) fn runtime(&self) -> &Arc<Runtime> {
        &self.runtime
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.store, f)
    }
}

impl Clients {
    fn new() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("storage")
            .enable_all()
            .build()?;
        Ok(Self { process: process::id(), runtime: Arc::new(runtime), buckets: BTreeMap::new() })
    }
}

fn open(scheme: &str, url: &str) -> object_store::Result<Arc<dyn ObjectStore>> {
    Ok(match scheme {
        "s3" => Arc::new(AmazonS3Builder::from_env().with_url(url).build()?),
        "gs" => Arc::new(GoogleCloudStorageBuilder::from_env().with_url(url).build()?),
        _ => Arc::new(MicrosoftAzureBuilder::from_env().with_url(url).build()?),
    })
}
