//! Wordings by language or from files.

use gridmill_generate::without_code;
use gridmill_rate::{Wording, WordingError};
use gridmill_tables::{
    Error, Result,
    files::{WRITTEN_BY_HAND, read_text},
};
use std::path::Path;

/// Returns the wording of a built-in language or of a file; `None` if neither is named.
///
/// # Errors
/// [`Error::Option`] for both, for an unknown language, with those that there are, and for a file that is no wording, with line, key and
/// what is allowed there.
pub fn read_wording(language: Option<&str>, file: Option<&Path>) -> Result<Option<Wording>> {
    let refused = |error: WordingError| Error::option(without_code(&error.to_string()));
    match (language, file) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(Error::option("give a language or the file of a wording, not both")),
        (Some(language), None) => Wording::of_language(language).map(Some).map_err(refused),
        (None, Some(path)) => {
            let refused = |problem: String| {
                Error::option(format!("wording {}: {}", path.display(), without_code(&problem)))
            };
            let text = read_text(path, WRITTEN_BY_HAND).map_err(|error| refused(error.to_string()))?;
            Wording::parse(&text).map(Some).map_err(|error| refused(error.to_string()))
        }
    }
}
