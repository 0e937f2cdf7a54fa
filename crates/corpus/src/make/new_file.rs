//! A file of a corpus being written, and how it comes to its place.

use super::folder::Folder;
use gridmill_tables::{
    Error, Result,
    storage::{self, Address, PendingUpload, Upload},
};
use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// A shard being written: a draft in `.work/`, or an object that is not there until it is whole.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Draft(File),
    Object(Box<dyn Upload>),
}

/// A shard that is written.
#[derive(Debug)]
pub(crate) enum FinishedFile {
    /// In `.work/`, closed, neither synced nor renamed.
    Draft(PathBuf),
    /// On its way to the object store.
    Object(Box<dyn PendingUpload>),
    /// In its place.
    Placed,
}

impl NewFile {
    /// Begins the shard of this name.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be made.
    pub(crate) fn create(folder: &Folder, name: &str) -> Result<Self> {
        let place = folder.data().join(name);
        if storage::is_remote(&place) { Self::object(place) } else { Self::draft(folder.work(name)) }
    }

    /// Begins an object that will be at `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if `path` names none.
    pub(crate) fn object(path: PathBuf) -> Result<Self> {
        let address = Address::of(&path).map_err(Error::io("creating", &path))?;
        Ok(Self { path, target: Target::Object(address.upload()) })
    }

    /// Begins the draft of a shard at `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be made, or is there already.
    pub(crate) fn draft(path: PathBuf) -> Result<Self> {
        let file = File::create_new(&path).map_err(Error::io("creating", &path))?;
        Ok(Self { path, target: Target::Draft(file) })
    }

    /// Returns the path that messages name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Closes the file.
    pub(crate) fn finish(self) -> FinishedFile {
        match self.target {
            Target::Draft(_) => FinishedFile::Draft(self.path),
            Target::Object(upload) => FinishedFile::Object(upload.finish()),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Draft(file) => file.write(bytes),
            Target::Object(upload) => upload.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Draft(file) => file.flush(),
            Target::Object(upload) => upload.flush(),
        }
    }
}
