//! The folder of a corpus; files in it are always whole.
//!
//! ```text
//! corpus/
//!   data/part-00000-of-00002.parquet   whole shards and nothing else: readers open the folder as it is
//!   manifest.json   README.md   croissant.json   and patterns.txt, if the plan has patterns, rulebook.toml, if it has one of its own
//!   .work/                             files being written, saved rows, the lock and the journal; gone when the corpus is whole
//! ```
//!
//! A file is written in `.work/`, synced, and renamed to its place; then the folder that holds it is synced.
//!
//! An earlier corpus that is replaced is removed file by file, its manifest last, and `.work/emptying` is there until the new manifest is: a
//! run that was killed meanwhile is resumed by removing the rest.
//!
//! Only `root` itself may be a symbolic link. `.work`, `.work/lock` and `data` must be what they are called: through a link there a run
//! would empty, truncate or delete what belongs to others.
//!
//! An exclusive lock on `.work/lock` keeps two runs out of one folder:
//!
//! ```text
//! create .work -> open lock, no link followed -> lock -> is the path still this file? -> held
//!      ^                                                        | no: the last holder removed it
//!      `--------------------------------------------------------'
//! ```
//!
//! The holder removes the file before it unlocks, so that a finished corpus holds no trace of it. A process that opened the file before
//! that would lock a file without a name, while another process locks a new one. The last check prevents this.

use gridmill_generate::RatingPlan;
use gridmill_rate::Rulebook;
use gridmill_tables::{
    Error, Result,
    files::{open_own, platform, remove_file},
    storage::{self, Address, Version},
    write::Format,
};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Name of the file in `.work/` of a folder whose earlier corpus is being removed.
const EMPTYING: &str = "emptying";

/// Treatment of files that exist already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IfExists {
    /// Refuse a folder that holds anything.
    #[default]
    Refuse,
    /// Keep the whole shards of the same corpus and make the rest.
    Resume,
    /// Remove an earlier corpus first. Files that no corpus has are left alone.
    Overwrite,
}

/// A corpus folder that this process alone writes to.
///
/// It reads the manifest when it is opened, and the manifest saves itself through it: the two files use each other, because a folder
/// without its manifest cannot be judged, and a manifest is only replaced under the folder's lock.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    keeps: fn(&str) -> bool,
    /// True from the removal of an earlier corpus until the manifest of the new one is written.
    is_emptying: AtomicBool,
    /// Dropped last, when `.work/` is empty.
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Folder of this machine, under its lock.
    Local { _lock: Lock },
    /// Prefix of an object store. In place of a lock, the manifest is replaced only if it is the one that this run wrote last.
    Remote {
        manifest: Mutex<Option<Version>>,
        /// Sizes of the objects that were in `data/` when it was opened.
        sizes: BTreeMap<String, u64>,
    },
}

/// Manifest of a folder, with the state in `.work/` that a run goes on with.
pub trait FolderManifest: Sized {
    /// Reads the manifest.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Corpus`] if it is none of this kind.
    fn read(path: &Path) -> Result<Self>;

    /// Returns true for the name of a file in `.work/` that a run needs to go on.
    fn keeps(name: &str) -> bool;

    /// True if such folders may lie in an object store.
    const IN_OBJECT_STORES: bool;
}

impl Folder {
    /// Opens `root` for writing, making it if need be; the manifest of the corpus to go on with, if there is one.
    ///
    /// # Errors
    /// [`Error::Corpus`] if `root` holds something that `existing` does not allow, a link where a folder must be, or another
    /// process writes to it; [`Error::Io`] if it cannot be written to.
    pub fn open<M: FolderManifest>(root: &Path, existing: IfExists) -> Result<(Self, Option<M>)> {
        if storage::is_remote(root) && !M::IN_OBJECT_STORES {
            return Err(storage::only_local(root));
        }
        survey(root, existing)?;
        let place = Place::open(root)?;
        let folder =
            Self { root: root.to_owned(), keeps: M::keeps, is_emptying: AtomicBool::new(false), place };
        // Another run may have ended since: check again under the lock.
        let has_corpus = survey(root, existing)?;
        let is_emptied = existing == IfExists::Overwrite || is_emptying(root);
        let goes_on = existing == IfExists::Resume && has_corpus && !is_emptied;
        let earlier = if goes_on { Some(M::read(&folder.manifest())?) } else { None };
        if is_emptied {
            folder.mark_emptying()?;
        }
        folder.clear_work(earlier.is_some())?;
        if is_emptied {
            folder.remove_corpus()?;
        }
        if folder.is_local() {
            let data = folder.data();
            fs::create_dir_all(&data).map_err(Error::io("creating", &data))?;
        }
        Ok((folder, earlier))
    }

    /// Returns true if this is a folder of this machine.
    pub const fn is_local(&self) -> bool {
        matches!(self.place, Place::Local { .. })
    }

    /// Returns true if the file of a shard has this size and hash. The bytes of an object are not read.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read.
    pub fn has_whole(&self, name: &str, size_bytes: u64, blake3: &str) -> Result<bool> {
        match &self.place {
            Place::Local { .. } => {
                gridmill_tables::files::has_size_and_hash(&self.data().join(name), size_bytes, blake3)
            }
            Place::Remote { sizes, .. } => Ok(sizes.get(name) == Some(&size_bytes)),
        }
    }

    /// Reads again which objects are there, for [`has_whole`](Self::has_whole). Files are always looked at again.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be listed.
    pub fn refresh(&mut self) -> Result<()> {
        let data = self.data();
        match &mut self.place {
            Place::Local { .. } => {}
            Place::Remote { sizes, .. } => *sizes = sizes_in(&data).map_err(Error::io("reading", data))?,
        }
        Ok(())
    }

    /// Returns the error of a folder that another run writes to.
    pub fn locked_error(&self) -> Error {
        Error::corpus(self.root.clone(), "another run is writing to this folder".to_owned())
    }

    /// `data/`.
    pub fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// `manifest.json`.
    pub fn manifest(&self) -> PathBuf {
        self.root.join("manifest.json")
    }

    /// `README.md`, the data set card.
    pub fn card(&self) -> PathBuf {
        self.root.join("README.md")
    }

    /// `croissant.json`, the description for catalogs.
    pub fn croissant(&self) -> PathBuf {
        self.root.join("croissant.json")
    }

    /// The file of a rulebook that is not built in, if the plan rates by one: `rulebook.toml`, or `rulebook-2.toml` of a second.
    pub fn rulebook(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// `patterns.txt`, there if the plan has patterns.
    pub fn patterns(&self) -> PathBuf {
        self.root.join("patterns.txt")
    }

    /// Returns a path for a file being written.
    pub fn work(&self, name: &str) -> PathBuf {
        self.root.join(".work").join(name)
    }

    /// Puts a finished and synced file of `.work/` in its place.
    ///
    /// # Errors
    /// [`Error::Io`] if the file system fails.
    #[doc(hidden)]
    pub fn place(&self, from: &Path, to: &Path) -> Result<()> {
        self.rename(from, to)?;
        self.sync(to.parent().unwrap_or(&self.root))
    }

    /// Renames a file of `.work/`, without syncing its new folder.
    #[expect(clippy::unused_self, reason = "the lock on the folder")]
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        fs::rename(from, to).map_err(Error::io("renaming to", to))
    }

    /// Syncs a folder of the corpus. Objects are safe once they are written.
    pub(crate) fn sync(&self, folder: &Path) -> Result<()> {
        if !self.is_local() {
            return Ok(());
        }
        platform::sync_folder(folder).map_err(Error::io("syncing", folder))
    }

    /// Replaces a small file at once.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    #[doc(hidden)]
    pub fn replace(&self, path: &Path, contents: &[u8]) -> Result<()> {
        if let Place::Remote { manifest, .. } = &self.place {
            return self.replace_object(path, contents, manifest);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = self.work(&name);
        remove_file(&draft)?;
        let write = || {
            let mut file = File::create_new(&draft)?;
            file.write_all(contents)?;
            file.sync_all()
        };
        write().map_err(Error::io("writing", path))?;
        self.place(&draft, path)?;
        if path == self.manifest() && self.is_emptying.swap(false, Relaxed) {
            remove_file(&self.work(EMPTYING))?;
        }
        Ok(())
    }

    /// Returns true if an earlier corpus was removed, and the manifest of the new one is not written yet.
    #[doc(hidden)]
    pub fn is_emptied(&self) -> bool {
        self.is_emptying.load(Relaxed)
    }

    /// Replaces an object, the manifest under its condition.
    fn replace_object(&self, path: &Path, contents: &[u8], manifest: &Mutex<Option<Version>>) -> Result<()> {
        let address = Address::of(path).map_err(Error::io("writing", path))?;
        if path != self.manifest() {
            return address.put(contents.to_vec()).map_err(Error::io("writing", path));
        }
        let mut version = manifest.lock().unwrap_or_else(PoisonError::into_inner);
        let written = address.put_if(contents.to_vec(), version.as_ref());
        *version = Some(written.map_err(Error::io("writing", path))?.ok_or_else(|| self.locked_error())?);
        Ok(())
    }

    /// Returns the names of the files of saved rows in `.work/`.
    pub(crate) fn saved_rows(&self) -> Result<Vec<String>> {
        let names = entries(&self.root.join(".work"))?;
        Ok(names.into_iter().filter(|name| name.ends_with(SAVED_ROWS)).collect())
    }

    /// Removes the files of an interrupted run in `.work/`, except the held lock, the mark of a folder that is being emptied and, for a run
    /// that goes on, the journal and saved rows.
    fn clear_work(&self, goes_on: bool) -> Result<()> {
        let work = self.root.join(".work");
        let kept = |name: &str| [Lock::NAME, EMPTYING].contains(&name) || goes_on && (self.keeps)(name);
        for entry in entries(&work)?.into_iter().filter(|name| !kept(name)) {
            let path = work.join(entry);
            match fs::symlink_metadata(&path) {
                Ok(found) if self.is_local() && found.is_dir() => {
                    fs::remove_dir_all(&path).map_err(Error::io("removing", &path))?;
                }
                _ => remove_file(&path)?,
            }
        }
        Ok(())
    }

    /// Notes that an earlier corpus is being removed.
    fn mark_emptying(&self) -> Result<()> {
        if !self.is_local() {
            return Ok(());
        }
        self.is_emptying.store(true, Relaxed);
        let mark = self.work(EMPTYING);
        // The mark of an earlier run stays, because this one may be killed at any moment.
        if !is_emptying(&self.root) {
            remove_file(&mark)?;
            File::create_new(&mark).map_err(Error::io("creating", &mark))?;
        }
        self.sync(&self.work(""))
    }

    /// Removes an earlier corpus: its manifest last, because readers and the next run judge a folder by it.
    fn remove_corpus(&self) -> Result<()> {
        let data = self.data();
        for name in entries(&data)?.into_iter().filter(|name| is_shard(name)) {
            remove_file(&data.join(name))?;
        }
        for name in CORPUS_FILES.iter().rev() {
            remove_file(&self.root.join(name))?;
        }
        if let Place::Remote { manifest, .. } = &self.place {
            *manifest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        Ok(())
    }
}

impl Drop for Folder {
    /// Clears `.work/`, except a journal that the manifest does not hold yet and rows of shards that are not whole. A failure is no
    /// error: the next run clears up.
    fn drop(&mut self) {
        if self.is_local() {
            let _ = self.clear_work(true);
        }
    }
}

impl Place {
    /// Takes the lock of a folder, which is made if need be, or reads what is at a prefix.
    fn open(root: &Path) -> Result<Self> {
        if !storage::is_remote(root) {
            fs::create_dir_all(root).map_err(Error::io("creating", root))?;
            return Ok(Self::Local { _lock: Lock::take(root)? });
        }
        let read = || {
            let manifest = Address::of(&root.join("manifest.json"))?.version()?;
            Ok(Self::Remote { manifest: Mutex::new(manifest), sizes: sizes_in(&root.join("data"))? })
        };
        read().map_err(Error::io("reading", root))
    }
}

/// Returns the sizes of the objects with this prefix, by their names.
fn sizes_in(data: &Path) -> io::Result<BTreeMap<String, u64>> {
    let objects = Address::of(data)?.list()?;
    Ok(objects.into_iter().filter_map(|(name, size)| Some((name, size?))).collect())
}

/// Checks the existing files before anything is changed; true if there is a corpus.
fn survey(root: &Path, existing: IfExists) -> Result<bool> {
    let refuse = |problem: &str| Err(Error::corpus(root, problem));
    if storage::is_remote(root) {
        if storage::file_size(root).map_err(Error::io("reading", root))?.is_some() {
            return refuse("this is an object; give a prefix");
        }
    } else {
        if root.exists() && !root.is_dir() {
            return refuse("this is a file; give a folder");
        }
        for name in CORPUS_FOLDERS {
            refuse_link(&root.join(name))?;
        }
    }
    let mut found = entries(root)?;
    let data = entries(&root.join("data"))?;
    // A run that was killed before it wrote a manifest leaves nothing worth keeping.
    found.retain(|name| !(name == ".work" || name == "data" && data.is_empty()));
    // What an earlier run did not remove.
    let existing =
        if existing == IfExists::Resume && is_emptying(root) { IfExists::Overwrite } else { existing };
    let foreign = data.iter().find(|name| !is_shard(name) || is_folder(&root.join("data").join(name)));
    let corpus = found.iter().any(|name| name == "manifest.json");
    match existing {
        IfExists::Resume if corpus => Ok(true),
        IfExists::Refuse if corpus => {
            refuse("a corpus is here already; `resume` goes on with it, `overwrite` replaces it")
        }
        IfExists::Overwrite => match foreign {
            Some(name) => {
                refuse(&format!("data/{name} is no shard, and readers would trip over it; move it away"))
            }
            None => Ok(corpus),
        },
        IfExists::Refuse | IfExists::Resume => match found.first() {
            Some(name) => refuse(&format!(
                "the folder holds {name}, which is no corpus; give another, or `overwrite` to use it"
            )),
            None => Ok(false),
        },
    }
}

/// Returns true if a run that was to replace the corpus of a folder ended before the new one had a manifest.
pub fn is_emptying(root: &Path) -> bool {
    !storage::is_remote(root)
        && fs::symlink_metadata(root.join(".work").join(EMPTYING)).is_ok_and(|found| found.is_file())
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Returns the names in a folder, sorted; none if there is no such folder.
fn entries(folder: &Path) -> Result<Vec<String>> {
    storage::names(folder).map_err(Error::io("reading", folder))
}

/// Returns true for the name of a shard: `part-00000-of-00002.parquet`, or the name of a split in place of `part`.
fn is_shard(name: &str) -> bool {
    let is_number = |text: &str| text.len() >= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = Format::ALL.iter().find_map(|format| name.strip_suffix(format.name())?.strip_suffix('.'));
    let Some((rest, of)) = numbered.and_then(|name| name.rsplit_once("-of-")) else { return false };
    rest.rsplit_once('-').is_some_and(|(_, number)| is_number(number) && is_number(of))
}

/// Files of rulebooks of one's own in a corpus, in the order of the plan.
pub(crate) const RULEBOOKS: [&str; RatingPlan::MAX_RULEBOOKS] =
    ["rulebook.toml", "rulebook-2.toml", "rulebook-3.toml", "rulebook-4.toml"];

/// Files of a corpus besides those in its folders. The manifest is the first.
pub const CORPUS_FILES: [&str; 8] = [
    "manifest.json",
    "README.md",
    "croissant.json",
    "patterns.txt",
    RULEBOOKS[0],
    RULEBOOKS[1],
    RULEBOOKS[2],
    RULEBOOKS[3],
];

/// Folders of a corpus: its shards, and what a run works with.
pub const CORPUS_FOLDERS: [&str; 2] = ["data", ".work"];

/// Ending of the files of saved rows in `.work/`.
pub(crate) const SAVED_ROWS: &str = ".rows";

/// Name of the journal in `.work/`.
pub(crate) const JOURNAL: &str = "shards.jsonl";

/// Beginning of the names of the journal's objects in `.work/`.
pub(crate) const JOURNAL_OBJECT: &str = "shards-";

/// Returns true for the name of a journal in `.work/`.
pub(crate) fn is_journal(name: &str) -> bool {
    name == JOURNAL || name.starts_with(JOURNAL_OBJECT)
}

/// Returns the file of each rulebook in a corpus; none for those that are built in.
pub(crate) fn rulebook_files(rulebooks: &[Arc<Rulebook>]) -> impl Iterator<Item = Option<&'static str>> {
    let mut files = RULEBOOKS.into_iter();
    rulebooks.iter().map(move |rulebook| if rulebook.is_built_in() { None } else { files.next() })
}

/// Attempts to take a lock that disappears. Each needs another run to end at that moment.
const TRIES: usize = 100;

/// The lock of a corpus folder, held until it is dropped.
#[derive(Debug)]
struct Lock {
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
        Err(Error::corpus(root, "another run is writing to this folder"))
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
pub fn refuse_link(folder: &Path) -> Result<()> {
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
