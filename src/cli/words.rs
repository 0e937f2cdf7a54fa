//! Messages of the library in the words of the command line.

use crate::{
    generate::{self, Setting},
    tables::Error,
};

/// Writes a setting as the option that has it.
fn setting(setting: Setting, value: Option<&str>) -> String {
    option(setting.name(), value)
}

/// Writes the options that a text names.
pub(super) fn with_options(text: &str) -> String {
    generate::with_options(text, option)
}

/// Writes an option: `--shard-rows 500`.
pub(super) fn option(name: &str, value: Option<&str>) -> String {
    let name = name.replace('_', "-");
    match value {
        Some(value) => format!("--{name} {value}"),
        None => format!("--{name}"),
    }
}

/// Returns the line of an error, with settings as options.
pub(super) fn line(error: &anyhow::Error) -> String {
    match (error.downcast_ref::<Error>(), error.downcast_ref::<generate::Error>()) {
        (Some(error), _) => with_options(&error.in_words(&setting)),
        (None, Some(error)) => with_options(&error.in_words(&setting)),
        (None, None) => error.to_string(),
    }
}
