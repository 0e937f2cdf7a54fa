//! The library's error: what went wrong, where, and what is allowed.

use gridmill_generate as generate;
use std::{io, path::PathBuf};

/// Everything that can fail.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option, or two together, that cannot be met. The text names options as code ([`generate::with_options`]).
    #[error("{0}")]
    Option(String),
    /// A puzzle that could not be made: any error of the generator but [`generate::Error::Option`].
    #[error(transparent)]
    Generate(generate::Error),
    /// A file or folder that could not be used.
    #[error("{doing} {}: {source}", path.display())]
    Io {
        /// Operation that failed.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's word.
        source: io::Error,
    },
    /// Standard output was closed by its reader.
    #[error("standard output was closed")]
    OutputClosed,
    /// A folder that does not hold what it should.
    #[error("{}: {problem}", path.display())]
    Corpus {
        /// The folder or file.
        path: PathBuf,
        /// Description of the problem, with advice.
        problem: String,
    },
    /// Files of several splits where none is chosen, or none of the one that is.
    #[error("{}", describe_splits(found, required.as_deref()))]
    Splits {
        /// Names of the splits that the files are of, in order.
        found: Vec<String>,
        /// Name of the split that was asked for.
        required: Option<String>,
    },
    /// A line of text, or a row of a table, that is no puzzle.
    #[error("{}: {unit} {line}, column {column}: {problem}", path.display())]
    NoPuzzle {
        /// The file, `-` for standard input.
        path: PathBuf,
        /// `line` or, in a Parquet file, `row`.
        unit: &'static str,
        /// Its number, from 1.
        line: u64,
        /// The character of the error, from 1: within the line, or within the value of a table's `puzzle`
        /// column.
        column: usize,
        /// The value found, and the values allowed.
        problem: String,
    },
    /// The command of an external checker that failed.
    #[error("external checker {name} {problem}")]
    External {
        /// The checker's name.
        name: String,
        /// The failure, as the rest of a sentence.
        problem: String,
    },
    /// The run was asked to stop.
    #[error("interrupted")]
    Interrupted,
}

fn describe_splits(found: &[String], required: Option<&str>) -> String {
    match (required, found) {
        (None, found) => {
            format!("the files are of several splits ({}), which must not mix by accident", found.join(", "))
        }
        (Some(required), []) => {
            format!("no file belongs to split {required}: file names contain no split name")
        }
        (Some(required), found) => {
            format!("no file belongs to split {required}; they belong to {}", found.join(", "))
        }
    }
}

/// A result with the library's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns an error of the options.
    pub fn option(problem: impl Into<String>) -> Self {
        Self::Option(problem.into())
    }

    /// Returns an error about what a folder or file holds.
    pub fn corpus(path: impl Into<PathBuf>, problem: impl Into<String>) -> Self {
        Self::Corpus { path: path.into(), problem: problem.into() }
    }

    /// Returns an error of the system about `path`.
    pub fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { doing, path, source }
    }
}

impl From<generate::Error> for Error {
    fn from(error: generate::Error) -> Self {
        match error {
            generate::Error::Option(problem) => Self::Option(problem),
            other => Self::Generate(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_solve::OutOfNodes;

    #[test]
    fn errors_of_the_generator_read_the_same() {
        let all = || {
            let missed = |best| generate::Error::Missed {
                required: "puzzle".to_owned(),
                attempts: 5,
                best,
                came: None,
                advice: "allow more".into(),
            };
            let source = OutOfNodes { budget: 7 };
            [
                generate::Error::option("give one"),
                generate::Error::OutOfNodes {
                    doing: "digging".to_owned(),
                    source,
                    advice: "raise it".into(),
                },
                missed(None),
                missed(Some(24)),
                missed(Some(24)).of_puzzle(3),
            ]
        };
        for (before, after) in all().into_iter().zip(all().map(Error::from)) {
            assert_eq!(before.to_string(), after.to_string());
        }
    }
}
