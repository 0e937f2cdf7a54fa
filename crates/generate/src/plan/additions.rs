//! Columns that a plan adds to those that every row has.

use crate::{SearchRater, UnavoidableMeasures};
use gridmill_board::{Canonical, Shape};
use gridmill_rate::Pencilmarks;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Columns of one measure, path or trace that rows may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Addition {
    /// Steps of each solving path.
    Path,
    /// The same steps as short text ([`CompactPath`](gridmill_rate::CompactPath)).
    CompactPath,
    /// Guesses of the bitboard solver ([`SearchDifficulty`](crate::SearchDifficulty)).
    Guesses,
    /// Trace of a depth-first search.
    SearchTrace,
    /// Trial depth and braids ([`gridmill_rate::trial`]).
    Trial,
    /// Least backdoors by singles.
    Backdoors,
    /// Unavoidable sets of the solution ([`UnavoidableMeasures`]).
    Unavoidable,
    /// Canonical forms of puzzle and solution ([`RowForms`](crate::RowForms)).
    Canonical,
}

impl Addition {
    /// All of them, in the order of help.
    pub const ALL: [Self; 8] = [
        Self::Path,
        Self::CompactPath,
        Self::Guesses,
        Self::SearchTrace,
        Self::Trial,
        Self::Backdoors,
        Self::Unavoidable,
        Self::Canonical,
    ];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::CompactPath => "compact_path",
            Self::Guesses => "guesses",
            Self::SearchTrace => "search_trace",
            Self::Trial => "trial",
            Self::Backdoors => "backdoors",
            Self::Unavoidable => "unavoidable",
            Self::Canonical => "canonical",
        }
    }

    /// Checks that puzzles of a shape can have the columns.
    ///
    /// # Errors
    /// A line with the reason.
    pub fn check_shape(self, shape: Shape) -> Result<(), String> {
        let is_supported = match self {
            Self::Path | Self::CompactPath => true,
            Self::Guesses => SearchRater::supports(shape),
            Self::SearchTrace | Self::Trial | Self::Backdoors => Pencilmarks::supports(shape),
            Self::Unavoidable => UnavoidableMeasures::supports(shape),
            Self::Canonical => return Canonical::check_shape(shape).map_err(|error| error.to_string()),
        };
        let name = self.name();
        let refused = || format!("`add={name}` is for grids with a side up to 9, not for {shape} boxes");
        if is_supported { Ok(()) } else { Err(refused()) }
    }
}

/// Set of additions.
///
/// ```
/// use gridmill_generate::{Addition, Additions};
///
/// let columns: Additions = "guesses,canonical".parse()?;
/// assert!(columns.has(Addition::Guesses) && !columns.has(Addition::Path));
/// assert_eq!(columns.with(Addition::Path).to_string(), "path,guesses,canonical");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Additions(u8);

impl Additions {
    /// Returns true if `addition` is one of them.
    pub const fn has(self, addition: Addition) -> bool {
        self.0 & 1 << addition as u8 != 0
    }

    /// Returns true if there is none.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Adds one.
    #[must_use]
    pub const fn with(self, addition: Addition) -> Self {
        Self(self.0 | 1 << addition as u8)
    }

    /// Adds one if `is_needed`.
    #[must_use]
    pub const fn with_if(self, addition: Addition, is_needed: bool) -> Self {
        if is_needed { self.with(addition) } else { self }
    }

    /// Goes through them in order.
    pub fn iter(self) -> impl Iterator<Item = Addition> {
        Addition::ALL.into_iter().filter(move |&addition| self.has(addition))
    }

    /// Returns true if the steps are kept in some form.
    pub const fn keep_steps(self) -> bool {
        self.has(Addition::Path) || self.has(Addition::CompactPath)
    }

    /// Returns true if something is measured without a rulebook.
    pub const fn measure_trial(self) -> bool {
        self.has(Addition::Trial) || self.has(Addition::Backdoors)
    }
}

impl FromIterator<Addition> for Additions {
    fn from_iter<I: IntoIterator<Item = Addition>>(additions: I) -> Self {
        additions.into_iter().fold(Self::default(), Self::with)
    }
}

impl<const N: usize> From<[Addition; N]> for Additions {
    fn from(additions: [Addition; N]) -> Self {
        additions.into_iter().collect()
    }
}

impl FromStr for Additions {
    type Err = String;

    /// Parses names with commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        let named = |name: &str| {
            let found = Addition::ALL.into_iter().find(|addition| addition.name().eq_ignore_ascii_case(name));
            found.ok_or_else(|| {
                let names = Addition::ALL.map(Addition::name).join(", ");
                format!("{name:?} is none of {names}")
            })
        };
        text.split(',').map(|name| named(name.trim())).collect()
    }
}

impl fmt::Display for Additions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Addition::name).collect::<Vec<_>>().join(","))
    }
}

impl TryFrom<String> for Additions {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Additions> for String {
    fn from(additions: Additions) -> Self {
        additions.to_string()
    }
}
