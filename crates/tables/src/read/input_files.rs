//! Files to read, and the facts that are stated about their rows.

use super::{detect, is_stream, names::ColumnChoice};
use crate::{
    error::{Error, Result},
    facts::{Facts, InputIdentity},
    files::file_hash,
    storage::is_remote,
};
use std::{
    fmt::Debug,
    path::{Path, PathBuf},
};

/// Files that are read one after the other. Folders of corpora are inputs too: whoever knows their manifests lists their files.
pub trait InputFiles: Debug + Send {
    /// Returns the files, in the order in which they are read; `-` is standard input.
    ///
    /// # Errors
    /// Those of finding them.
    fn files(&self) -> Result<Vec<PathBuf>>;

    /// Returns the facts that are stated about the rows of all files.
    ///
    /// # Errors
    /// [`Error::Corpus`] for damaged facts and for facts that contradict each other.
    fn facts(&self, choice: &ColumnChoice) -> Result<Facts>;

    /// Identifies the inputs by their names and hashes.
    ///
    /// # Errors
    /// [`Error::Io`] for files that cannot be read.
    fn identities(&self) -> Result<Vec<InputIdentity>>;
}

/// Files alone, none of which is a folder; none at all for rows in memory.
#[derive(Debug, Clone, Default)]
pub struct FileList(pub Vec<PathBuf>);

impl InputFiles for FileList {
    fn files(&self) -> Result<Vec<PathBuf>> {
        Ok(self.0.clone())
    }

    /// Joins the facts that the metadata of the files state. A stream states none.
    fn facts(&self, choice: &ColumnChoice) -> Result<Facts> {
        let mut joined: Option<Facts> = None;
        for path in &self.0 {
            let stated = if is_stream(path) { Facts::default() } else { facts_of_file(path, choice)? };
            joined = Some(match joined {
                None => stated,
                Some(before) => {
                    before.join(stated).map_err(|problem| Error::corpus(path.clone(), problem))?
                }
            });
        }
        Ok(joined.unwrap_or_default())
    }

    fn identities(&self) -> Result<Vec<InputIdentity>> {
        let identity = |path: &PathBuf| {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let is_here = !is_stream(path) && !is_remote(path);
            let blake3 = if is_here { file_hash(path)? } else { String::new() };
            Ok(InputIdentity { name, blake3 })
        };
        self.0.iter().map(identity).collect()
    }
}

/// Returns the facts that the metadata of a file states about its rows. Text states none.
///
/// # Errors
/// [`Error::Corpus`] for damaged facts; those of opening the file.
pub fn facts_of_file(path: &Path, choice: &ColumnChoice) -> Result<Facts> {
    let (format, _) = detect(path, None, choice)?;
    format.facts(path, choice)
}
