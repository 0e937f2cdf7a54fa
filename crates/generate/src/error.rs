//! Error of the crate: the problem, and the values that are allowed.

use gridmill_solve::OutOfNodes;

/// Error of a plan or of a puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Option, or a combination of options, that cannot be met. The text names options as code, such as `` `node_budget=1000` ``.
    #[error("{0}")]
    Option(String),
    /// A search for one puzzle reached its node budget.
    #[error("{doing}: {source}; {advice}")]
    OutOfNodes {
        /// Purpose of the search, in words.
        #[doc(hidden)]
        doing: String,
        /// The budget.
        source: OutOfNodes,
        /// Advice to the user.
        #[doc(hidden)]
        advice: String,
    },
    /// The attempts gave no matching puzzle.
    #[error("no {required} in {attempts} attempts{}; {advice}", nearest(*best, came.as_deref()))]
    Missed {
        /// The required puzzle, in words.
        #[doc(hidden)]
        required: String,
        /// Attempts made.
        #[doc(hidden)]
        attempts: u64,
        /// The fewest givens reached, if puzzles had too many.
        #[doc(hidden)]
        best: Option<usize>,
        /// The ratings of the puzzles that came in place of these, the most frequent first.
        #[doc(hidden)]
        came: Option<String>,
        /// Advice to the user.
        #[doc(hidden)]
        advice: String,
    },
    /// Two solvers differ about the solutions of a grid: one of them is wrong.
    #[error("internal error: solvers disagree on {grid}; please report it")]
    SolversDisagree {
        /// Text of the grid.
        #[doc(hidden)]
        grid: String,
    },
    /// Another error, for one puzzle of a corpus.
    #[error("puzzle {index}: {source}")]
    Puzzle {
        /// Its index in the corpus.
        index: u64,
        /// The error.
        source: Box<Error>,
    },
}

/// Result with the error of the crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Describes the nearest miss of a search.
fn nearest(best: Option<usize>, came: Option<&str>) -> String {
    let best = best.map(|givens| format!("; the best had {givens}"));
    let came = came.map(|came| format!("; others came: {came}"));
    best.into_iter().chain(came).collect()
}

impl Error {
    /// Returns an error of the options.
    #[doc(hidden)]
    pub fn option(problem: impl Into<String>) -> Self {
        Self::Option(problem.into())
    }

    /// Adds the index of the puzzle to the error.
    #[must_use]
    #[doc(hidden)]
    pub fn of_puzzle(self, index: u64) -> Self {
        Self::Puzzle { index, source: Box::new(self) }
    }
}

/// Writes the options that a text names as code, such as `` `overwrite` `` or `` `shard_rows=500` ``, as a program spells them: `spell` is
/// given the name and perhaps a value. Other text stays as it is.
///
/// ```
/// use gridmill_generate::with_options;
///
/// let flags = |name: &str, value: Option<&str>| match value {
///     Some(value) => format!("--{} {value}", name.replace('_', "-")),
///     None => format!("--{name}"),
/// };
/// assert_eq!(with_options("give `shard_rows=500` or `overwrite`", flags), "give --shard-rows 500 or --overwrite");
/// assert_eq!(with_options("a `b c` d `", flags), "a `b c` d `");
/// ```
pub fn with_options(text: &str, spell: impl Fn(&str, Option<&str>) -> String) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, code) = (&rest[..start], &rest[start + 1..]);
        written.push_str(before);
        let name = code.bytes().take_while(|&byte| byte.is_ascii_lowercase() || byte == b'_').count();
        let end = match code.as_bytes().get(name) {
            Some(b'`') => Some(name),
            Some(b'=') => code.find('`'),
            _ => None,
        };
        if let Some(end) = end.filter(|_| name > 0) {
            written.push_str(&spell(&code[..name], code.get(name + 1..end)));
            rest = &code[end + 1..];
        } else {
            written.push('`');
            rest = code;
        }
    }
    written + rest
}

/// Returns a text of another source, such as a parser's, with quotation marks for backticks: it names no options.
pub fn without_code(text: &str) -> String {
    text.replace('`', "\"")
}
