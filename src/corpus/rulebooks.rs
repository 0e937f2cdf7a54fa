//! Rulebooks by name or from files.

use super::{Folder, Job, WRITTEN_BY_HAND, read_text};
use crate::{
    error::{Error, Result},
    rate::Rulebook,
};
use std::path::Path;

/// Returns the built-in rulebook of this name, in any case, or reads the one in this file.
///
/// # Errors
/// [`Error::Option`] if there is neither, or if the file is no rulebook, with line and key.
pub fn read_rulebook(name: &str) -> Result<Rulebook> {
    if let Some(rulebook) = Rulebook::by_name(&name.to_ascii_lowercase())
        && !Path::new(name).is_file()
    {
        return Ok(rulebook.clone());
    }
    let path = Path::new(name);
    let text = read_text(path, WRITTEN_BY_HAND).map_err(|error| {
        Error::Option(format!("rulebook {name}: {error}; the built-in ones are hodoku and se"))
    })?;
    Rulebook::parse(&text).map_err(|error| Error::Option(format!("{name}: {error}")))
}

/// Writes the rulebook of `job`, if it has one of its own, to the place where its command reads it.
pub(super) fn write(folder: &Folder, job: &Job) -> Result<()> {
    match &job.plan.rating.rulebook {
        Some(rulebook) if !rulebook.is_built_in() => {
            folder.replace(&folder.rulebook(), rulebook.text().as_bytes())
        }
        _ => Ok(()),
    }
}
