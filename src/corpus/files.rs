//! Checks and removal of single files and folders.

use crate::{
    error::{Error, Result},
    storage::{self, Address},
};
use std::{fs, io, path::Path};

/// Refuses a link, or a file, where a corpus has a folder of its own.
///
/// # Errors
/// [`Error::Corpus`] if there is one.
pub(super) fn refuse_link(folder: &Path) -> Result<()> {
    let problem = match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() => {
            "this is a symbolic link, and what it leads to is not the corpus's"
        }
        Ok(found) if !found.is_dir() => "this is a file",
        _ => return Ok(()),
    };
    let problem = format!("{problem}; a corpus has a folder here: remove it, or give another --out");
    Err(Error::Corpus { path: folder.to_owned(), problem })
}

/// Removes a file if it exists. A link is removed, not its target.
pub(super) fn remove_file(path: &Path) -> Result<()> {
    if storage::is_remote(path) {
        return Address::of(path).and_then(|address| address.delete()).map_err(Error::io("removing", path));
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("removing", path)(error)),
        _ => Ok(()),
    }
}
