//! The folder of a corpus, in which nothing is ever half written.
//!
//! ```text
//! corpus/
//!   data/part-00000-of-00002.parquet   whole shards and nothing else: readers open the folder as it is
//!   manifest.json   README.md          and patterns.txt, if the plan has patterns, rulebook.toml, if it has one of its own
//!   .work/                             files being written, and the lock; gone when the run ends
//! ```
//!
//! A file is written in `.work/`, synced, and renamed to its place; then the folder that holds it is synced.

use super::Manifest;
use crate::error::{Error, Result};
use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// What to do about what is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Existing {
    /// Refuse a folder that holds anything.
    #[default]
    Refuse,
    /// Keep the whole shards of the same corpus and make the rest.
    Resume,
    /// Remove an earlier corpus first. Files that no corpus has are left alone.
    Overwrite,
}

/// A corpus folder that this process alone writes to.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Held open for the lock on it.
    _lock: File,
}

impl Folder {
    /// Opens `root` for writing, making it if need be; the manifest of the corpus to go on with, if there is one.
    ///
    /// # Errors
    /// [`Error::Corpus`] if `root` holds something that `existing` does not allow, or another process writes to it;
    /// [`Error::Io`] if it cannot be written to.
    pub fn open(root: &Path, existing: Existing) -> Result<(Self, Option<Manifest>)> {
        let earlier = survey(root, existing)?;
        let work = root.join(".work");
        fs::create_dir_all(&work).map_err(Error::io("creating", &work))?;
        let lock = lock(&work, root)?;
        let folder = Self { root: root.to_owned(), _lock: lock };
        folder.clear_work()?;
        if existing == Existing::Overwrite {
            folder.remove_corpus()?;
        }
        let data = folder.data();
        fs::create_dir_all(&data).map_err(Error::io("creating", &data))?;
        Ok((folder, earlier))
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

    /// `rulebook.toml`, there if the plan rates by a rulebook that is not built in.
    pub fn rulebook(&self) -> PathBuf {
        self.root.join("rulebook.toml")
    }

    /// `patterns.txt`, there if the plan has patterns.
    pub fn patterns(&self) -> PathBuf {
        self.root.join("patterns.txt")
    }

    /// A path for a file being written.
    pub(super) fn work(&self, name: &str) -> PathBuf {
        self.root.join(".work").join(name)
    }

    /// Puts a finished and synced file of `.work/` in its place.
    pub(super) fn place(&self, from: &Path, to: &Path) -> Result<()> {
        fs::rename(from, to).map_err(Error::io("renaming to", to))?;
        let parent = to.parent().unwrap_or(&self.root);
        File::open(parent).and_then(|parent| parent.sync_all()).map_err(Error::io("syncing", parent))
    }

    /// Replaces a small file at once.
    pub(super) fn replace(&self, path: &Path, contents: &[u8]) -> Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = self.work(&name);
        let write = || {
            let mut file = File::create(&draft)?;
            file.write_all(contents)?;
            file.sync_all()
        };
        write().map_err(Error::io("writing", path))?;
        self.place(&draft, path)
    }

    /// Removes what an interrupted run left in `.work/`, but for the lock that is held.
    fn clear_work(&self) -> Result<()> {
        let work = self.root.join(".work");
        for entry in entries(&work)?.into_iter().filter(|name| name != "lock") {
            remove(&work.join(entry))?;
        }
        Ok(())
    }

    fn remove_corpus(&self) -> Result<()> {
        for path in [self.manifest(), self.card(), self.patterns(), self.rulebook()] {
            remove(&path)?;
        }
        let data = self.data();
        for name in entries(&data)?.into_iter().filter(|name| is_shard(name)) {
            remove(&data.join(name))?;
        }
        Ok(())
    }
}

impl Drop for Folder {
    /// Leaves no trace of work. Failing to is no error: the next run clears up.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.root.join(".work"));
    }
}

/// Looks at what is in the way before anything is touched.
fn survey(root: &Path, existing: Existing) -> Result<Option<Manifest>> {
    let refuse = |problem: String| Err(Error::Corpus { path: root.to_owned(), problem });
    if root.exists() && !root.is_dir() {
        return refuse("this is a file; give a folder".to_owned());
    }
    let mut found = entries(root)?;
    let data = entries(&root.join("data"))?;
    // What a run leaves that was killed before its first word in the manifest is as good as nothing.
    found.retain(|name| !(name == ".work" || name == "data" && data.is_empty()));
    let foreign = data.iter().find(|name| !is_shard(name));
    let corpus = found.iter().any(|name| name == "manifest.json");
    match existing {
        Existing::Resume if corpus => Manifest::read(&root.join("manifest.json")).map(Some),
        Existing::Refuse if corpus => {
            refuse("a corpus is here already; --resume goes on with it, --overwrite makes it anew".to_owned())
        }
        Existing::Overwrite => match foreign {
            Some(name) => {
                refuse(format!("data/{name} is no shard, and readers would trip over it; move it away"))
            }
            None => Ok(None),
        },
        Existing::Refuse | Existing::Resume => match found.first() {
            Some(name) => refuse(format!(
                "the folder holds {name}, which is no corpus; give another, or --overwrite to use it"
            )),
            None => Ok(None),
        },
    }
}

fn lock(work: &Path, root: &Path) -> Result<File> {
    let path = work.join("lock");
    let file = File::create(&path).map_err(Error::io("creating", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Corpus {
            path: root.to_owned(),
            problem: "another run is writing to this folder".to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(Error::io("locking", path)(error)),
    }
}

/// Names in a folder, sorted; none if there is no such folder.
fn entries(folder: &Path) -> Result<Vec<String>> {
    let list = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        list => list.map_err(Error::io("reading", folder))?,
    };
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        list.map(name).collect::<io::Result<_>>().map_err(Error::io("reading", folder))?;
    names.sort();
    Ok(names)
}

fn is_shard(name: &str) -> bool {
    name.starts_with("part-") && [".parquet", ".csv"].iter().any(|ending| name.ends_with(ending))
}

fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("removing", path)(error)),
        _ => Ok(()),
    }
}
