//! Layout of a mix over the rows of a corpus: the rows that have exact quotas, and the order of targets within them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Order in which the targets of a mix come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MixOrder {
    /// Random, by the seed.
    #[default]
    Random,
    /// Target by target, as the mix lists them.
    Listed,
}

impl MixOrder {
    /// All orders.
    pub const ALL: [Self; 2] = [Self::Random, Self::Listed];

    /// Returns the name in options and plans.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Listed => "listed",
        }
    }
}

/// Rows over which the quotas of mixes are exact, and the order of targets among them.
///
/// In blocks, which row has which target depends on the seed and the index alone; so a corpus needs no size.
///
/// ```
/// use gridmill_generate::{MixLayout, MixOrder};
///
/// assert_eq!(MixLayout::default().to_string(), "exact quotas over the whole corpus, in random order");
/// let layout = MixLayout { block: Some(1000), order: MixOrder::Listed };
/// assert_eq!(layout.to_string(), "exact quotas in every block of 1000 rows, in the order of the mix");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MixLayout {
    /// Rows of a block; `None` for one block with all rows of the corpus.
    pub block: Option<u64>,
    /// Order of the targets in a block.
    pub order: MixOrder,
}

impl MixLayout {
    /// Rows of a block where a corpus has no end and no block is given.
    pub const BLOCK: u64 = 1000;
}

impl fmt::Display for MixLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(rows) => write!(f, "exact quotas in every block of {rows} rows")?,
            None => f.write_str("exact quotas over the whole corpus")?,
        }
        f.write_str(match self.order {
            MixOrder::Random => ", in random order",
            MixOrder::Listed => ", in the order of the mix",
        })
    }
}
