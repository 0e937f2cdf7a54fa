//! Symmetry of the puzzles of a corpus: one for all, or several by quota.

use super::SymmetryMix;
use gridmill_board::Symmetry;
use std::fmt;

/// Symmetry of the givens' cells in the puzzles of a corpus.
///
/// # Example
/// ```
/// use gridmill_board::Symmetry;
/// use gridmill_generate::{SymmetryMix, SymmetryTarget};
///
/// let mix: SymmetryMix = "rot180:0.5,none:0.5".parse()?;
/// let targets: Vec<Symmetry> = SymmetryTarget::from(mix).targets().collect();
/// assert_eq!(targets, [Symmetry::Rot180, Symmetry::None]);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymmetryTarget {
    /// The same for each puzzle.
    Fixed(Symmetry),
    /// By quota.
    Mix(SymmetryMix),
}

impl SymmetryTarget {
    /// Returns every symmetry that some puzzle can have.
    pub fn targets(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let (fixed, mix) = match self {
            Self::Fixed(symmetry) => (Some(*symmetry), None),
            Self::Mix(mix) => (None, Some(mix.targets().copied())),
        };
        fixed.into_iter().chain(mix.into_iter().flatten())
    }

    /// Returns true if no puzzle has a symmetry.
    pub fn is_none(&self) -> bool {
        self.targets().all(|symmetry| symmetry == Symmetry::None)
    }

    /// Returns the quotas, if there are some.
    pub const fn mix(&self) -> Option<&SymmetryMix> {
        match self {
            Self::Fixed(_) => None,
            Self::Mix(mix) => Some(mix),
        }
    }

    /// Returns the symmetry of a target by its number.
    pub(crate) fn target(&self, number: usize) -> Symmetry {
        match self {
            Self::Fixed(symmetry) => *symmetry,
            Self::Mix(mix) => *mix.target(number),
        }
    }
}

impl From<Symmetry> for SymmetryTarget {
    fn from(symmetry: Symmetry) -> Self {
        Self::Fixed(symmetry)
    }
}

impl From<SymmetryMix> for SymmetryTarget {
    fn from(mix: SymmetryMix) -> Self {
        Self::Mix(mix)
    }
}

impl fmt::Display for SymmetryTarget {
    /// The symmetry, or the mix.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(symmetry) => symmetry.fmt(f),
            Self::Mix(mix) => mix.fmt(f),
        }
    }
}
