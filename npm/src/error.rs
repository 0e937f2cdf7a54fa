//! Errors of input, a line each.

use gridmill_generate::{Error, with_options};
use std::fmt;
use wasm_bindgen::{JsError, JsValue};

/// Problem with what a caller gave, as one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError(String);

impl InputError {
    /// Creates an error of an argument: `the date is "today"; give YYYY-MM-DD`.
    pub(crate) fn new(line: impl Into<String>) -> Self {
        Self(line.into())
    }

    /// Creates an error of the option of this name.
    pub(crate) fn option(name: &str, problem: impl fmt::Display) -> Self {
        Self(format!("{name}: {problem}"))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<InputError> for JsValue {
    /// Makes the exception with the line.
    fn from(error: InputError) -> Self {
        JsError::new(&error.0).into()
    }
}

impl From<Error> for InputError {
    /// Names options as objects of JavaScript do.
    fn from(error: Error) -> Self {
        Self(match error {
            Error::Option(message) => with_options(&message, named),
            error => error.to_string(),
        })
    }
}

/// Names an option as JavaScript writes it: `maxTechnique: "x_wing"`.
fn named(name: &str, value: Option<&str>) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    let name = parts.fold(first, |name, part| {
        let mut letters = part.chars();
        letters
            .next()
            .map_or(name.clone(), |first| format!("{name}{}{}", first.to_ascii_uppercase(), letters.as_str()))
    });
    match value {
        Some(value) if value.parse::<f64>().is_ok() => format!("{name}: {value}"),
        Some(value) => format!("{name}: \"{value}\""),
        None => name,
    }
}
