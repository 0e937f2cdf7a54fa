//! The lock that keeps two runs out of one corpus folder: an exclusive lock on `.work/lock`.
//!
//! ```text
//! create .work -> open lock, no link followed -> lock -> is the path still this file? -> held
//!      ^                                                        | no: the last holder removed it
//!      `--------------------------------------------------------'
//! ```
//!
//! The holder removes the file before it unlocks, so that a finished corpus holds no trace of it. A process that opened the file before
//! that would lock a file without a name, while another process locks a new one. The last check prevents this.

use gridmill_tables::{
    Error, Result,
    files::{open_own, platform},
};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// Attempts to take a lock that disappears. Each needs another run to end at that moment.
const TRIES: usize = 100;

/// The lock of a corpus folder, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    work: PathBuf,
    /// Locked; `None` once it is closed.
    file: Option<File>,
}

impl Lock {
    /// The name of the file in `.work/`.
    pub(crate) const NAME: &str = "lock";

    /// Takes the lock of the folder `root`, and makes its `.work/` if need be.
    ///
    /// # Errors
    /// [`Error::Corpus`] if another process holds it or a link stands in its place; [`Error::Io`] if it cannot be made.
    pub(crate) fn take(root: &Path) -> Result<Self> {
        let work = root.join(".work");
        let path = work.join(Self::NAME);
        for _ in 0..TRIES {
            match fs::create_dir(&work) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(Error::io("creating", &work)(error));
                }
                _ => refuse_link(&work)?,
            }
            let file = match open(&path) {
                // The last holder removed `.work/` in between.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                file => file.map_err(Error::io("creating", &path))?,
            };
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Self { work, file: Some(file) }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => break,
                Err(TryLockError::Error(error)) => return Err(Error::io("locking", path)(error)),
            }
        }
        let problem = "another run is writing to this folder".to_owned();
        Err(Error::corpus(root, problem))
    }
}

impl Drop for Lock {
    /// Removes the file while the lock is still held, and `.work/` if nothing else is in it. A file that is open may keep a folder of
    /// Windows from being removed, so it is closed before.
    fn drop(&mut self) {
        // A file that cannot be removed does no harm: the next run locks the same file.
        let _ = fs::remove_file(self.work.join(Self::NAME));
        drop(self.file.take());
        let _ = fs::remove_dir(&self.work);
    }
}

/// Opens the file, and makes it if need be. It is never truncated.
fn open(path: &Path) -> std::io::Result<File> {
    open_own(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

/// Returns true if `path` still names the open file.
fn is_at(file: &File, path: &Path) -> bool {
    match (platform::id_of_file(file), platform::id_of_name(path)) {
        (Ok(open), Ok(named)) => open == named,
        _ => false,
    }
}

/// Refuses a link, or a file, where a corpus has a folder of its own.
///
/// # Errors
/// [`Error::Corpus`] if there is one.
pub(crate) fn refuse_link(folder: &Path) -> Result<()> {
    let problem = match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() => {
            "is a symbolic link out of the corpus folder; refusing to follow it"
        }
        Ok(found) if !found.is_dir() => "this is a file",
        _ => return Ok(()),
    };
    let problem = format!("{problem}; a corpus has a folder here: remove it, or give another `out`");
    Err(Error::corpus(folder, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_by_one_and_leaves_no_trace() {
        let root = tempfile::tempdir().unwrap();
        let held = Lock::take(root.path()).unwrap();
        assert!(matches!(Lock::take(root.path()), Err(Error::Corpus { .. })));
        drop(held);
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    /// A locked file that has lost its name is not the lock any more.
    #[cfg(unix)]
    #[test]
    fn a_removed_file_is_no_lock() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("lock");
        let early = open(&path).unwrap();
        assert!(is_at(&early, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&early, &path));
        open(&path).unwrap();
        assert!(!is_at(&early, &path));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_neither_followed_nor_truncated() {
        let root = tempfile::tempdir().unwrap();
        let canary = root.path().join("canary");
        fs::write(&canary, "keep").unwrap();
        fs::create_dir(root.path().join(".work")).unwrap();
        std::os::unix::fs::symlink(&canary, root.path().join(".work/lock")).unwrap();
        assert!(Lock::take(root.path()).is_err());
        assert_eq!(fs::read(&canary).unwrap(), b"keep");
    }

    /// Threads that lock, count and unlock: never two at a time.
    #[test]
    fn runs_in_turn_never_overlap() {
        use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
        let root = tempfile::tempdir().unwrap();
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2000 {
                        if let Ok(lock) = Lock::take(root.path()) {
                            assert_eq!(inside.fetch_add(1, SeqCst), 0, "two hold the lock");
                            taken.fetch_add(1, SeqCst);
                            inside.fetch_sub(1, SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
