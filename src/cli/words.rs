//! Messages of the library in the words of the command line.

use crate::{
    generate::{self, Setting},
    tables::Error,
};

/// Writes a setting as the option that has it: `--shard-rows 500`.
fn option(setting: Setting, value: Option<&str>) -> String {
    let name = setting.name().replace('_', "-");
    match value {
        Some(value) => format!("--{name} {value}"),
        None => format!("--{name}"),
    }
}

/// Returns the line of an error, with settings as options.
pub(super) fn line(error: &anyhow::Error) -> String {
    match (error.downcast_ref::<Error>(), error.downcast_ref::<generate::Error>()) {
        (Some(error), _) => error.in_words(&option),
        (None, Some(error)) => error.in_words(&option),
        (None, None) => error.to_string(),
    }
}
