//! Opening and removal of single files.

use super::platform;
use crate::{
    error::{Error, Result},
    storage::{self, Address},
};
use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

/// Opens a file of the program's own in `.work/`: no link is followed, and no pipe is waited for.
///
/// # Errors
/// Those of the system, and [`io::ErrorKind::InvalidInput`] for what is no regular file.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    platform::refuse_links(options);
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file; remove it"))
}

/// Removes a file if it exists. A link is removed, not its target.
///
/// # Errors
/// [`Error::Io`] if it cannot be removed.
pub fn remove_file(path: &Path) -> Result<()> {
    if storage::is_remote(path) {
        return Address::of(path).and_then(|address| address.delete()).map_err(Error::io("removing", path));
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("removing", path)(error)),
        _ => Ok(()),
    }
}
