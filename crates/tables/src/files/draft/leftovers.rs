//! Hidden names of drafts, and what killed processes leave under them.
//!
//! ```text
//! .gridmill-BOOT-XXXXXX.part   BOOT: hash of the number that Linux gives to each start of the machine
//! ```
//!
//! Each process holds a lock on its drafts. A draft that is not locked is of a process that was killed, and is removed. Some file systems that
//! several machines share lock for one machine alone: so names of another machine, or of an earlier start, are left alone. Where the system
//! gives no such number, nothing is removed.

use super::super::platform;
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
};

/// End of the hidden names.
pub(super) const SUFFIX: &str = ".part";

static SEARCHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Beginning of the hidden names of this machine since its start; `None` if that is not known.
static OWN: OnceLock<Option<String>> = OnceLock::new();

fn own() -> Option<&'static str> {
    let own = || {
        let boot = platform::boot_id()?;
        Some(format!(".gridmill-{}-", &blake3::hash(boot.as_bytes()).to_hex()[..12]))
    };
    OWN.get_or_init(own).as_deref()
}

pub(super) fn prefix() -> &'static str {
    own().unwrap_or(".gridmill-")
}

/// Locks a draft that was just made; false if another process has removed it. Where nothing can be locked, nothing is removed either.
pub(super) fn claim(file: &File, path: &Path) -> bool {
    own().is_none()
        || match file.try_lock() {
            Err(fs::TryLockError::Error(_)) => true,
            Err(fs::TryLockError::WouldBlock) => false,
            Ok(()) => is_at(file, path),
        }
}

/// Removes what killed processes left in a folder, once in each process. What cannot be removed does no harm.
pub(super) fn remove(folder: &Path) {
    let Some(prefix) = own() else { return };
    if !SEARCHED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(SUFFIX) {
            let _ = remove_unlocked(&entry.path());
        }
    }
}

/// Removes a draft unless a process holds its lock.
fn remove_unlocked(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    platform::refuse_links(options.read(true));
    let file = options.open(path)?;
    file.try_lock()?;
    match file.metadata()? {
        _ if !is_at(&file, path) => Ok(()),
        found if found.is_dir() => fs::remove_dir_all(path),
        found if found.is_file() => fs::remove_file(path),
        _ => Ok(()),
    }
}

/// Returns true if `path` still names the open file.
fn is_at(file: &File, path: &Path) -> bool {
    let ids = (platform::id_of_file(file), platform::id_of_name(path));
    matches!(ids, (Ok(open), Ok(named)) if open == named)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn drafts_of_killed_processes_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name);
        let own = prefix();
        assert!(own.len() > ".gridmill-".len(), "this machine is known: {own}");
        let [dead, alive, other, link] = [
            format!("{own}dead00.part"),
            format!("{own}alive0.part"),
            ".gridmill-000000000000-dead00.part".to_owned(),
            format!("{own}link00.part"),
        ]
        .map(|draft| name(&draft));
        fs::write(&dead, "rows").unwrap();
        fs::write(&other, "rows").unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let dead_folder = name(&format!("{own}dead01.part"));
        fs::create_dir(&dead_folder).unwrap();
        fs::write(dead_folder.join("a"), "rows").unwrap();
        let held = File::create(&alive).unwrap();
        assert!(claim(&held, &alive));
        remove(folder.path());
        assert_eq!([&dead, &alive, &other, &link].map(|path| path.exists()), [false, true, true, true]);
        assert!(!dead_folder.exists());
        assert!(File::open(&alive).unwrap().try_lock().is_err(), "it stays locked");
        drop(held);
        remove(folder.path());
        assert!(alive.exists(), "a folder is searched once");
        assert!(remove_unlocked(&alive).is_ok() && !alive.exists());
    }

    #[test]
    fn a_draft_that_was_removed_is_not_claimed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("draft");
        let file = File::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!claim(&file, &path));
        let other = File::create(&path).unwrap();
        other.try_lock().unwrap();
        assert!(!claim(&File::open(&path).unwrap(), &path), "another process holds it");
    }
}
