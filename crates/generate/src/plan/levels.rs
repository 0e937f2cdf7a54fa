//! Names of levels, and levels in turn: row i of a corpus has level i modulo their number.

use super::mix::{Mix, MixTarget};
use std::{fmt, str::FromStr};

/// Name of a level of the rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelName(pub String);

impl FromStr for LevelName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() { Err("give the name of a level".to_owned()) } else { Ok(Self(text.to_owned())) }
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Levels and their shares, such as `easy:0.2,hard:0.8`.
pub type LevelMix = Mix<LevelName>;

impl MixTarget for LevelName {
    const EXAMPLE: (&'static str, &'static str) = ("levels", "easy:0.2,medium:0.5,hard:0.3");

    fn overlaps(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

/// Levels that rows have in turn, such as `easy,easy,medium,hard`. Needs no size of the corpus.
///
/// # Example
/// ```
/// use gridmill_generate::LevelCycle;
///
/// let week: LevelCycle = "easy,easy,medium,medium,hard,unfair,extreme".parse()?;
/// assert_eq!(week.levels()[6].0, "extreme");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelCycle(Vec<LevelName>);

impl LevelCycle {
    pub(crate) fn of(level: String) -> Self {
        Self(vec![LevelName(level)])
    }

    /// Returns the levels of one round.
    #[doc(hidden)]
    pub fn levels(&self) -> &[LevelName] {
        &self.0
    }

    /// Returns the cycle of other names.
    #[doc(hidden)]
    pub fn map(self, map: impl FnMut(LevelName) -> LevelName) -> Self {
        Self(self.0.into_iter().map(map).collect())
    }

    /// Counts each level of one round, in the order of their first turns.
    #[doc(hidden)]
    pub fn counts(&self) -> Vec<(&LevelName, usize)> {
        let mut counts: Vec<(&LevelName, usize)> = Vec::new();
        for level in &self.0 {
            match counts.iter_mut().find(|(known, _)| *known == level) {
                Some((_, times)) => *times += 1,
                None => counts.push((level, 1)),
            }
        }
        counts
    }

    pub(crate) fn number_at(&self, index: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "below the number of levels")]
        let number = (index % self.0.len() as u64) as usize;
        number
    }
}

impl FromStr for LevelCycle {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let levels: Result<Vec<LevelName>, _> = text.split(',').map(|level| level.trim().parse()).collect();
        levels
            .map(Self)
            .map_err(|_| "give a level, or several in turn, such as easy,easy,medium,hard".to_owned())
    }
}

gridmill_board::text_in_data!(LevelCycle);

impl fmt::Display for LevelCycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, level) in self.0.iter().enumerate() {
            write!(f, "{}{level}", if place > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_in_turn() {
        let cycle: LevelCycle = "easy, easy,hard".parse().unwrap();
        assert_eq!(cycle.to_string(), "easy,easy,hard");
        let levels: Vec<&str> = (0..7).map(|index| &*cycle.levels()[cycle.number_at(index)].0).collect();
        assert_eq!(levels, ["easy", "easy", "hard", "easy", "easy", "hard", "easy"]);
        assert_eq!(cycle.levels()[cycle.number_at(u64::MAX)].0, "easy");
        let counts: Vec<_> = cycle.counts().into_iter().map(|(level, times)| (&*level.0, times)).collect();
        assert_eq!(counts, [("easy", 2), ("hard", 1)]);
        for bad in ["", ",", "easy,", "easy,,hard"] {
            assert!(bad.parse::<LevelCycle>().is_err(), "{bad}");
        }
    }
}
