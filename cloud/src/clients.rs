//! Clients of buckets, and the threads that their requests run on: made once a process.

use object_store::{
    Error, ObjectStore, aws::AmazonS3Builder, azure::MicrosoftAzureBuilder, gcp::GoogleCloudStorageBuilder,
};
use std::{
    collections::BTreeMap,
    error, fmt, io, process,
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

/// Words in the answers of stores, and the sentence for each. The first that is found counts.
const WORDS: [(&[&str], &str); 8] = [
    (
        &["NoSuchBucket", "ContainerNotFound", "The specified bucket does not exist"],
        "there is no such bucket; make it first, or give another",
    ),
    (
        &["ExpiredToken", "TokenRefreshRequired", "RequestExpired"],
        "the credentials have expired; get new ones, and resume the run",
    ),
    (
        &["InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "AuthenticationFailed"],
        "the credentials are not accepted; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or those of your store",
    ),
    (
        &["169.254.169.254", "metadata.google.internal"],
        "no credentials are found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or those of your store",
    ),
    (
        &[
            "PermanentRedirect",
            "AuthorizationHeaderMalformed",
            "incorrectly configured region",
            "IllegalLocationConstraint",
        ],
        "the bucket is in another region; set AWS_REGION to it",
    ),
    (
        &["AccessDenied", "403 Forbidden", "AuthorizationFailure"],
        "access is denied; the credentials need the right to list, read and write here",
    ),
    (
        &["SlowDown", "503 Service", "Too Many Requests"],
        "the store asks for fewer requests and went on asking; resume the run later",
    ),
    (
        &["dns error", "tcp connect error", "Connection refused", "connection refused"],
        "the store cannot be reached; check the network and the endpoint (AWS_ENDPOINT_URL)",
    ),
];

/// Longest answer of a store that is shown.
const LONGEST: usize = 300;

/// Returns an error with one plain line.
pub(super) fn plain(error: &Error) -> io::Error {
    let all = chain(error);
    let known = WORDS.iter().find(|(words, _)| words.iter().any(|word| all.contains(word)));
    let kind = match error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        _ => io::ErrorKind::Other,
    };
    let shown = match known {
        Some((_, sentence)) => (*sentence).to_owned(),
        None => one_line(&all),
    };
    io::Error::new(kind, shown)
}

/// Returns the messages of an error and of its causes.
fn chain(error: &dyn error::Error) -> String {
    let mut all = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        if !all.contains(&text) {
            all = format!("{all}: {text}");
        }
        source = cause.source();
    }
    all
}

/// Joins the lines of a message, and cuts a long one.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers_have_a_sentence_and_others_one_line() {
        let generic = |text: &str| Error::Generic { store: "S3", source: text.to_owned().into() };
        let shown = |text: &str| plain(&generic(text)).to_string();
        assert!(shown("<Code>NoSuchBucket</Code>").starts_with("there is no such bucket"));
        assert!(
            shown("400: <Code>ExpiredToken</Code> 403 Forbidden").starts_with("the credentials have expired")
        );
        assert!(shown("301 PermanentRedirect").contains("AWS_REGION"));
        assert_eq!(shown("odd\n  answer"), "Generic S3 error: odd answer");
        assert!(shown(&"x".repeat(2000)).len() < 310);
    }
}
