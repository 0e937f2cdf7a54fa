//! Treatment of rows without a puzzle.

use serde::{Deserialize, Serialize};

/// Treatment of rows that hold no puzzle: the same choice for every command that reads rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// The first such row is an error, with its file and line.
    #[default]
    Stop,
    /// Such rows are counted and passed over.
    Skip,
}

impl Invalid {
    /// Every treatment.
    pub const ALL: [Self; 2] = [Self::Stop, Self::Skip];

    /// Returns the name in options and manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Skip => "skip",
        }
    }
}
