//! Files that appear under their names once they are whole.
//!
//! ```text
//! open:  DIR/.gridmill-XXXXXX.part, made new   write   keep:  flush, sync, rename to DIR/NAME, sync DIR
//!                                                      drop:  remove
//! ```
//!
//! A process that ends at once drops nothing: it calls [`Draft::remove_all`] first. What a killed process leaves is removed by the next one
//! that opens a draft in the folder (`leftovers`).
//!
//! Each draft has a name of its own, so that two runs with the same output do not write to one file: one of their files remains, and
//! it is whole. A file that is replaced stays as it was until the new one is on the disk.
//!
//! - A new file has the permissions of any new file (the umask decides), one that replaces another those of the other.
//! - A link is replaced like a file, with `overwrite` alone; what it points to stays as it is.
//! - A path that is no regular file (`/dev/null`, `/dev/stdout`, a named pipe) cannot be replaced, and is written to directly.

mod folder;
mod leftovers;

pub use self::folder::{FileNames, FolderDraft};
use super::{platform, remove_file};
use crate::{
    error::{Error, Result},
    storage,
    threads::Background,
};
use std::{
    collections::BTreeSet,
    fs::{self, File, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tempfile::{PathPersistError, TempDir, TempPath};

/// A file that appears under its name once it is whole. Dropped before [`keep`](Self::keep), it leaves nothing.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: Arc<File>,
    /// `None` for a path that is written to directly.
    place: Option<Place>,
    /// Bytes that came since the last sync began.
    unsynced: usize,
    /// Sync of the bytes before.
    syncing: Option<Background<io::Result<()>>>,
}

/// Bytes that come before a thread syncs them. Those of a large file would otherwise wait in memory for its end.
const SYNC_BYTES: usize = 256 << 20;

#[derive(Debug)]
struct Place {
    /// The hidden name, removed on drop.
    draft: Hidden,
    /// The name that it gets, the links to its folder resolved.
    target: PathBuf,
    /// True if a file of that name may be replaced.
    overwrite: bool,
}

impl Draft {
    /// Opens a draft of the file at `path`. An existing file is replaced with `overwrite` alone.
    ///
    /// # Errors
    /// [`Error::Option`] if the file exists and may not be replaced, [`Error::Io`] if it cannot be written.
    pub fn open(path: &Path, overwrite: bool) -> Result<Self> {
        if storage::is_remote(path) {
            return Err(storage::only_local(path));
        }
        let failed = || Error::io("creating", path);
        let path = path.to_owned();
        let target = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                return Err(failed()(io::ErrorKind::IsADirectory.into()));
            }
            _ if Self::is_direct(&path) => return Self::direct(path),
            Ok(_) if !overwrite => return Err(exists(&path)),
            Ok(found) => {
                // A file that may not be written is not replaced either, although its folder would allow it.
                File::options().write(true).open(&path).map_err(failed())?;
                (new_target(&path).map_err(failed())?, Some(found.permissions()))
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed()(error)),
            // A link to what is not there.
            Err(_) if !overwrite && fs::symlink_metadata(&path).is_ok() => return Err(exists(&path)),
            Err(_) => (new_target(&path).map_err(failed())?, None),
        };
        let (target, permissions) = target;
        let (file, draft) = new_draft(&target, permissions).map_err(failed())?;
        Ok(Self::new(path, file, Some(Place { draft, target, overwrite })))
    }

    /// Returns true for a path that is written to directly, because it is a device, a pipe, or an open file of a process.
    pub fn is_direct(path: &Path) -> bool {
        match fs::metadata(path) {
            Ok(found) => !found.is_dir() && (!found.is_file() || is_of_a_process(path)),
            Err(_) => platform::is_device(path),
        }
    }

    fn direct(path: PathBuf) -> Result<Self> {
        let file = File::options().append(true).open(&path).map_err(Error::io("creating", &path))?;
        Ok(Self::new(path, file, None))
    }

    fn new(path: PathBuf, file: File, place: Option<Place>) -> Self {
        Self { path, file: Arc::new(file), place, unsynced: 0, syncing: None }
    }

    /// Returns the path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the first bytes of the file.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails, as for a path that is no regular file.
    pub fn write_at_start(&mut self, bytes: &[u8]) -> Result<()> {
        platform::write_all_at(&self.file, bytes, 0).map_err(Error::io("writing", &self.path))
    }

    /// Gives the file its name, once its contents are on the disk.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails, [`Error::Option`] if a file that may not be replaced has appeared there.
    pub fn keep(mut self) -> Result<()> {
        self.sync()?;
        let Self { path, place, file, .. } = self;
        // Windows renames no file that is open. Elsewhere the lock keeps other processes from the hidden name until then.
        let _locked = if cfg!(windows) { None } else { Some(file) };
        let failed = || Error::io("writing", &path);
        let Some(Place { draft, target, overwrite }) = place else { return Ok(()) };
        match draft.rename(&target, overwrite) {
            Ok(()) => sync_folder(&target).map_err(failed()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(error) => Err(failed()(error)),
        }
    }

    /// Gives files of one run their names, so that none of them ever stands next to an earlier file of another: all are on the disk first,
    /// then the earlier ones are removed but that of the first name, and the files get their names in order. Runs with the same first folder
    /// take turns.
    ///
    /// # Errors
    /// As [`keep`](Self::keep). If a file may not be replaced, none is.
    pub fn keep_together(mut drafts: Vec<Self>) -> Result<()> {
        drafts.iter_mut().try_for_each(Self::sync)?;
        let first = drafts.iter().find_map(|draft| draft.place.as_ref());
        let _turn = first.map(|place| turn_in(folder_of(&place.target))).transpose()?;
        drafts.iter().try_for_each(Self::check_free)?;
        drafts.iter().skip(1).try_for_each(Self::remove_earlier)?;
        drafts.into_iter().try_for_each(Self::keep)
    }

    /// Removes the file that this one is to replace.
    ///
    /// # Errors
    /// [`Error::Io`] if that fails.
    pub fn remove_earlier(&self) -> Result<()> {
        let Some(Place { target, .. }) = &self.place else { return Ok(()) };
        remove_file(target)?;
        sync_folder(target).map_err(Error::io("writing", &self.path))
    }

    /// Puts the contents on the disk.
    fn sync(&mut self) -> Result<()> {
        let failed = || Error::io("writing", &self.path);
        self.syncing.take().map_or(Ok(()), Background::wait).map_err(failed())?;
        if self.place.is_some() { self.file.sync_all().map_err(failed()) } else { Ok(()) }
    }

    /// Refuses a file that has appeared under the name and may not be replaced.
    fn check_free(&self) -> Result<()> {
        match &self.place {
            Some(Place { target, overwrite: false, .. }) if fs::symlink_metadata(target).is_ok() => {
                Err(exists(&self.path))
            }
            _ => Ok(()),
        }
    }

    /// Writes the whole file and gives it its name.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
    pub fn keep_with(mut self, contents: &[u8]) -> Result<()> {
        self.write_all(contents).map_err(Error::io("writing", &self.path))?;
        self.keep()
    }

    /// Removes every draft of the process, which is about to end. From here on, threads that open, keep or drop one wait.
    pub fn remove_all() {
        let names = hidden_names();
        for name in names.iter() {
            // The process is about to end: a failure cannot be handled.
            let _ = fs::remove_file(name).or_else(|_| fs::remove_dir_all(name));
        }
        std::mem::forget(names);
    }
}

static HIDDEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn hidden_names() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    HIDDEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the builder of hidden names next to `target`, where what killed processes left is removed.
fn hidden_builder(target: &Path, is_folder: bool) -> tempfile::Builder<'static, 'static> {
    leftovers::remove(folder_of(target));
    let mut builder = tempfile::Builder::new();
    builder.prefix(leftovers::prefix()).suffix(leftovers::SUFFIX);
    platform::for_all(&mut builder, is_folder);
    builder
}

/// A hidden name, in [`HIDDEN`] for as long as a file has it; `None` once it has another. On drop the file is removed.
#[derive(Debug)]
struct Hidden(Option<TempPath>);

impl Hidden {
    /// Makes a file with a new hidden name next to `target`.
    fn new(target: &Path) -> io::Result<(File, Self)> {
        let builder = hidden_builder(target, false);
        let mut names = hidden_names();
        loop {
            let (file, name) = builder.tempfile_in(folder_of(target))?.into_parts();
            if leftovers::claim(&file, &name) {
                names.insert(name.to_path_buf());
                return Ok((file, Self(Some(name))));
            }
        }
    }

    /// Gives the file the name `target`.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if a file of that name is there and may not be replaced.
    fn rename(mut self, target: &Path, overwrite: bool) -> io::Result<()> {
        let mut names = hidden_names();
        let Some(name) = self.0.take() else { return Ok(()) };
        let hidden = name.to_path_buf();
        let renamed = if overwrite { name.persist(target) } else { rename_to_new(name, target) };
        let renamed = renamed.map_err(|failed| failed.error);
        names.remove(&hidden);
        renamed
    }
}

fn rename_to_new(name: TempPath, target: &Path) -> std::result::Result<(), PathPersistError> {
    match name.persist_noclobber(target) {
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Err(failed),
        Err(failed) if fs::symlink_metadata(target).is_ok() => {
            Err(PathPersistError { error: io::ErrorKind::AlreadyExists.into(), path: failed.path })
        }
        // File systems without hard links refuse this kind of renaming.
        Err(failed) => failed.path.persist(target),
        Ok(()) => Ok(()),
    }
}

/// A folder with a hidden name, in [`HIDDEN`] until it is dropped, and removed then.
#[derive(Debug)]
struct Hiding {
    folder: Option<TempDir>,
    /// Keeps other processes from removing it.
    _locked: Option<File>,
}

impl Hiding {
    /// Makes an empty folder with a new hidden name next to `target`.
    fn folder(target: &Path) -> io::Result<Self> {
        let builder = hidden_builder(target, true);
        let mut names = hidden_names();
        loop {
            let folder = builder.tempdir_in(folder_of(target))?;
            let opened = match File::open(folder.path()) {
                // Others cannot open it either, and so not remove it.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => None,
                opened => Some(opened?),
            };
            if opened.as_ref().is_none_or(|file| leftovers::claim(file, folder.path())) {
                names.insert(folder.path().to_owned());
                return Ok(Self { folder: Some(folder), _locked: opened });
            }
        }
    }

    fn path(&self) -> &Path {
        self.folder.as_ref().map_or(Path::new(""), TempDir::path)
    }

    /// Leaves the folder, which has another name.
    fn forget(mut self) {
        if let Some(folder) = self.folder.take() {
            hidden_names().remove(&folder.keep());
        }
    }
}

impl Drop for Hiding {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.take() {
            let path = folder.path().to_owned();
            drop(folder);
            hidden_names().remove(&path);
        }
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        if let Some(name) = self.0.take() {
            let mut names = hidden_names();
            names.remove(&*name);
            drop(name);
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = (&*self.file).write(bytes)?;
        self.unsynced += written;
        if self.unsynced >= SYNC_BYTES
            && self.place.is_some()
            && self.syncing.as_ref().is_none_or(Background::is_done)
        {
            self.syncing.take().map_or(Ok(()), Background::wait)?;
            let file = Arc::clone(&self.file);
            self.syncing = Some(Background::start(move || file.sync_data()));
            self.unsynced = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until no other run gives files in `folder` their names; the turn ends when the file is dropped.
fn turn_in(folder: &Path) -> Result<File> {
    platform::lock_folder(folder).map_err(Error::io("locking", folder))
}

fn exists(path: &Path) -> Error {
    Error::option(format!("{} exists; give `overwrite` to replace it", path.display()))
}

/// True for the open files of a process, which may be regular files.
fn is_of_a_process(path: &Path) -> bool {
    platform::is_of_a_process(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns the path of a file, with the links to its folder resolved.
fn new_target(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(folder_of(path).canonicalize()?.join(name))
}

fn new_draft(target: &Path, permissions: Option<Permissions>) -> io::Result<(File, Hidden)> {
    let (file, draft) = Hidden::new(target)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    Ok((file, draft))
}

fn sync_folder(target: &Path) -> io::Result<()> {
    platform::sync_readable_folder(folder_of(target))
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    fn names(folder: &Path) -> Vec<String> {
        let name =
            |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_draft_is_hidden_until_it_is_kept_and_leaves_nothing_when_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.csv");
        let draft = Draft::open(&path, false).unwrap();
        let [hidden] = names(folder.path()).try_into().unwrap();
        assert!(hidden.starts_with(".gridmill-"), "{hidden}");
        drop(draft);
        assert_eq!(names(folder.path()), [""; 0]);
        Draft::open(&path, false).unwrap().keep_with(b"rows").unwrap();
        assert_eq!(
            (names(folder.path()), fs::read(&path).unwrap()),
            (vec!["o.csv".to_owned()], b"rows".to_vec())
        );
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.csv");
        let [first, second] = [(); 2].map(|()| Draft::open(&path, false).unwrap());
        first.keep_with(b"first").unwrap();
        let problem = second.keep_with(b"second").unwrap_err().to_string();
        assert!(problem.contains("give `overwrite`"), "{problem}");
        assert_eq!((names(folder.path()).len(), fs::read(&path).unwrap()), (1, b"first".to_vec()));
        let third = Draft::open(&path, true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first", "it stays until the new one is whole");
        third.keep_with(b"third").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"third");
    }

    /// The second file of an earlier run never stands next to the first of a new one, also where the new run fails between.
    #[test]
    fn files_of_one_run_are_kept_together() {
        let folder = tempfile::tempdir().unwrap();
        let [rows, report] = ["rows.csv", "report.csv"].map(|name| folder.path().join(name));
        let draft = |path: &Path, text: &str, overwrite| {
            let mut draft = Draft::open(path, overwrite).unwrap();
            draft.write_all(text.as_bytes()).unwrap();
            draft
        };
        let keep =
            |text: &str| Draft::keep_together(vec![draft(&rows, text, true), draft(&report, text, true)]);
        let found = || [&rows, &report].map(|path| fs::read_to_string(path).ok());
        keep("one").unwrap();
        keep("two").unwrap();
        assert_eq!(found(), [Some("two".to_owned()), Some("two".to_owned())]);
        let late = draft(&report, "three", true);
        let first = Draft { path: rows.clone(), ..Draft::open(&rows, true).unwrap() };
        fs::remove_file(first.place.as_ref().unwrap().draft.0.as_ref().unwrap()).unwrap();
        assert!(Draft::keep_together(vec![first, late]).is_err(), "the first has lost its draft");
        assert_eq!(found(), [Some("two".to_owned()), None]);
        let [first, second] = [&rows, &report].map(|path| draft(path, "four", path == &rows));
        fs::write(&report, "a stranger's").unwrap();
        assert!(
            Draft::keep_together(vec![first, second]).unwrap_err().to_string().contains("give `overwrite`")
        );
        assert_eq!(found(), [Some("two".to_owned()), Some("a stranger's".to_owned())]);
    }

    /// Windows has no modes.
    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_a_new_file_or_of_the_file_that_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let [path, plain] = ["o.csv", "plain"].map(|name| folder.path().join(name));
        fs::write(&plain, "").unwrap();
        Draft::open(&path, false).unwrap().keep().unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        Draft::open(&path, true).unwrap().keep().unwrap();
        assert_eq!(mode(&path), 0o640);
    }

    /// On Windows, a link takes a privilege.
    #[cfg(unix)]
    #[test]
    fn links_are_replaced_and_what_they_point_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [elsewhere, link, dangling] =
            ["far", "link.csv", "none.csv"].map(|name| folder.path().join(name));
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("o.csv"), "old").unwrap();
        symlink("far/o.csv", &link).unwrap();
        symlink("far/absent.csv", &dangling).unwrap();
        for path in [&link, &dangling] {
            assert!(matches!(Draft::open(path, false), Err(Error::Option(_))));
            Draft::open(path, true).unwrap().keep_with(b"new").unwrap();
            assert!(fs::symlink_metadata(path).unwrap().is_file());
            assert_eq!(fs::read(path).unwrap(), b"new");
        }
        assert_eq!(names(&elsewhere), ["o.csv"]);
        assert_eq!(fs::read(elsewhere.join("o.csv")).unwrap(), b"old");
    }

    #[cfg(windows)]
    #[test]
    fn devices_are_written_to_directly() {
        Draft::open(Path::new("NUL"), false).unwrap().keep_with(b"rows").unwrap();
        assert!(Draft::open(&std::env::temp_dir(), true).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_written_to_directly() {
        Draft::open(Path::new("/dev/null"), false).unwrap().keep_with(b"rows").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file(), "it stays what it is");
        assert!(is_of_a_process(Path::new("/dev/stdout")) && is_of_a_process(Path::new("/dev/fd/1")));
        assert!(!is_of_a_process(Path::new("stdout")) && !is_of_a_process(Path::new("/dev/shm/o.csv")));
        assert!(Draft::open(&std::env::temp_dir(), true).is_err());
        let full =
            Draft::open(Path::new("/dev/full"), false).unwrap().keep_with(b"rows").unwrap_err().to_string();
        assert!(full.starts_with("writing /dev/full: "), "{full}");
    }
}
