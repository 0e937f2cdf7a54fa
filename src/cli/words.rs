//! Messages of the library in the words of the command line.

use crate::{generate, tables::Error};

/// Writes an option: `--shard-rows 500`.
pub(super) fn option(name: &str, value: Option<&str>) -> String {
    let name = name.replace('_', "-");
    match value {
        Some(value) => format!("--{name} {value}"),
        None => format!("--{name}"),
    }
}

/// Writes the options that a text names.
pub(super) fn with_options(text: &str) -> String {
    generate::with_options(text, option)
}

/// Returns the line of an error.
pub(super) fn line(error: &anyhow::Error) -> String {
    let is_of_library = error.is::<Error>() || error.is::<generate::Error>();
    if is_of_library { with_options(&error.to_string()) } else { error.to_string() }
}
