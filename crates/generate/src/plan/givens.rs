//! Number of givens to leave and symmetry of their cells: of one puzzle, and of a whole corpus, by quota where there are several.

use super::mix::{Mix, MixTarget};
use crate::random;
use gridmill_board::{Shape, Symmetry};
use rand::Rng;
use std::{fmt, str::FromStr};

/// Number of givens to leave in a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Givens {
    /// As few as the dig can: until no given can be removed.
    #[default]
    Minimal,
    /// From the first number to the last, both included.
    Range(usize, usize),
}

/// Numbers of givens to leave in the puzzles of a corpus.
///
/// # Example
/// ```
/// use gridmill_generate::{Givens, GivensMix, GivensTarget};
///
/// let mix: GivensMix = "30:0.2,26:0.8".parse()?;
/// let targets: Vec<Givens> = GivensTarget::from(mix).targets().collect();
/// assert_eq!(targets, [Givens::Range(30, 30), Givens::Range(26, 26)]);
/// # Ok::<(), String>(())
/// ```
pub type GivensTarget = PuzzleTarget<Givens>;

impl GivensTarget {
    /// Describes the puzzles that have these numbers of givens; `None` if all do.
    pub(super) fn population(&self) -> Option<String> {
        match self {
            Self::Fixed(Givens::Minimal) => None,
            Self::Fixed(Givens::Range(few, many)) if few == many => Some(format!("{few} givens")),
            Self::Fixed(Givens::Range(few, many)) => Some(format!("{few} to {many} givens")),
            Self::Mix(mix) => Some(format!("givens by quota {mix}")),
        }
    }
}

impl Givens {
    /// Words for numbers of givens in 9x9 puzzles, the same in every version. The difficulty for a person depends on more than givens.
    #[doc(hidden)]
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("easy", Self::Range(46, 46)),
        ("medium", Self::Range(36, 36)),
        ("hard", Self::Range(30, 30)),
        ("expert", Self::Range(22, 26)),
    ];

    /// Returns the number of givens at which a dig stops: drawn uniformly from a range of several numbers.
    pub(crate) fn stop_at(self, rng: &mut impl Rng) -> usize {
        match self {
            Self::Minimal => 0,
            Self::Range(fewest, most) if fewest == most => fewest,
            Self::Range(fewest, most) => fewest + random::index_below(rng, most - fewest + 1),
        }
    }

    /// Returns the fewest and the most givens that are required in a puzzle of `shape`.
    pub(crate) const fn bounds(self, shape: Shape) -> (usize, usize) {
        match self {
            Self::Minimal => (0, shape.cells()),
            Self::Range(fewest, most) => (fewest, most),
        }
    }

    /// Returns true if a puzzle with this many givens is required.
    pub(crate) const fn accepts(self, givens: usize) -> bool {
        match self {
            Self::Minimal => true,
            Self::Range(fewest, most) => fewest <= givens && givens <= most,
        }
    }
}

impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Minimal => f.write_str("minimal"),
            Self::Range(fewest, most) if fewest == most => write!(f, "{fewest}"),
            Self::Range(fewest, most) => write!(f, "{fewest}..{most}"),
        }
    }
}

impl FromStr for Givens {
    type Err = String;

    /// Parses `minimal`, `N`, `A..B` with both ends included (`A..=B` and `A-B` mean the same), or `easy` (46),
    /// `medium` (36), `hard` (30) or `expert` (22..26), in any case.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<usize>().ok();
        let range = ["..=", "..", "-"].iter().find_map(|mark| text.split_once(mark));
        let parsed = match range {
            _ if text.eq_ignore_ascii_case("minimal") => Some(Self::Minimal),
            Some((fewest, most)) => number(fewest).zip(number(most)).map(|(a, b)| Self::Range(a, b)),
            None => {
                let preset = Self::PRESETS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                preset.map(|(_, givens)| givens).or_else(|| number(text).map(|n| Self::Range(n, n)))
            }
        };
        parsed.ok_or_else(|| {
            "give minimal, easy, medium, hard, expert, a number such as 30, or a range such as 22..26 (both included)".to_owned()
        })
    }
}

gridmill_board::text_in_data!(Givens);

/// Numbers of givens and their shares.
pub type GivensMix = Mix<Givens>;

impl MixTarget for Givens {
    const EXAMPLE: (&'static str, &'static str) = ("givens", "30:0.2,26:0.5,22:0.3");

    /// A minimal puzzle may have any number of givens, but none is asked for: it overlaps another minimal target only.
    fn overlaps(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Range(fewest, most), Self::Range(least, greatest)) => fewest <= greatest && least <= most,
            (one, other) => one == other,
        }
    }
}

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
pub type SymmetryTarget = PuzzleTarget<Symmetry>;

impl SymmetryTarget {
    /// Returns true if no puzzle has a symmetry.
    #[doc(hidden)]
    pub fn is_none(&self) -> bool {
        self.targets().all(|symmetry| symmetry == Symmetry::None)
    }
}

/// Target of the puzzles of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzleTarget<T> {
    /// The same for each puzzle.
    #[doc(hidden)]
    Fixed(T),
    /// By quota.
    #[doc(hidden)]
    Mix(Mix<T>),
}

impl<T: Copy> PuzzleTarget<T> {
    /// Returns every target that some puzzle can have.
    #[doc(hidden)]
    pub fn targets(&self) -> impl Iterator<Item = T> + '_ {
        let (fixed, mix) = match self {
            Self::Fixed(target) => (Some(*target), None),
            Self::Mix(mix) => (None, Some(mix.targets().copied())),
        };
        fixed.into_iter().chain(mix.into_iter().flatten())
    }

    /// Returns the quotas, if there are some.
    #[doc(hidden)]
    pub const fn mix(&self) -> Option<&Mix<T>> {
        match self {
            Self::Fixed(_) => None,
            Self::Mix(mix) => Some(mix),
        }
    }

    pub(crate) fn target(&self, number: usize) -> T {
        match self {
            Self::Fixed(target) => *target,
            Self::Mix(mix) => *mix.target(number),
        }
    }
}

impl<T> From<T> for PuzzleTarget<T> {
    fn from(target: T) -> Self {
        Self::Fixed(target)
    }
}

impl<T> From<Mix<T>> for PuzzleTarget<T> {
    fn from(mix: Mix<T>) -> Self {
        Self::Mix(mix)
    }
}

#[doc(hidden)]
impl<T: fmt::Display> fmt::Display for PuzzleTarget<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(target) => target.fmt(f),
            Self::Mix(mix) => mix.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_round_trip() {
        for text in ["minimal", "30", "22..26"] {
            assert_eq!(text.parse::<Givens>().unwrap().to_string(), text);
        }
        assert_eq!("22..=26".parse(), Ok(Givens::Range(22, 26)));
        assert_eq!("22-26".parse(), Ok(Givens::Range(22, 26)));
        assert_eq!("Expert".parse(), Ok(Givens::Range(22, 26)));
        for (word, givens) in Givens::PRESETS {
            assert_eq!(word.parse(), Ok(givens));
        }
        for bad in ["", "few", "22..", "..26", "-3", "1..2..3", "3.5"] {
            assert!(bad.parse::<Givens>().is_err(), "{bad}");
        }
    }
}
