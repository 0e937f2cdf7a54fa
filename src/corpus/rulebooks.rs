//! Rulebooks by name or from files.

use crate::{
    error::{Error, Result},
    technique::Rulebook,
};
use std::{fs, path::Path};

/// The built-in rulebook of this name, or the one in this file.
///
/// # Errors
/// [`Error::Option`] if there is neither, or if the file is no rulebook, with line and key.
pub fn read_rulebook(name: &str) -> Result<Rulebook> {
    if let Some(rulebook) = Rulebook::by_name(name) {
        return Ok(rulebook.clone());
    }
    let path = Path::new(name);
    let text = fs::read_to_string(path).map_err(|error| {
        Error::Option(format!("rulebook {name}: {error}; the built-in ones are hodoku and se"))
    })?;
    Rulebook::parse(&text).map_err(|error| Error::Option(format!("{name}: {error}")))
}
