//! Links where a corpus has folders of its own.

use gridmill_tables::{Error, Result};
use std::{fs, path::Path};

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
