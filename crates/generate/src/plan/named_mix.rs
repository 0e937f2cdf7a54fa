//! Mixes of any kind by their names, as options give them: `level=easy:0.2,hard:0.8`.

use super::{GivensMix, LevelMix, SymmetryMix, Target, TargetMeasure};
use std::{fmt, str::FromStr};

/// Mix with the name of its targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedMix {
    /// Numbers of givens.
    Givens(GivensMix),
    /// Symmetries.
    Symmetry(SymmetryMix),
    /// Levels.
    Level(LevelMix),
    /// Ranges of a measure.
    Measure(Target),
}

impl NamedMix {
    /// Returns the name of the targets, which is that of the option for one of them.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Givens(_) => "givens",
            Self::Symmetry(_) => "symmetry",
            Self::Level(_) => "level",
            Self::Measure(target) => target.measure().name(),
        }
    }

    /// Goes through the names that a mix may have, in the order of help.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["level"].into_iter().chain(TargetMeasure::ALL.map(TargetMeasure::name)).chain(["givens", "symmetry"])
    }
}

impl FromStr for NamedMix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, targets) = text.split_once('=').unwrap_or_default();
        let targets = targets.trim();
        match name.trim() {
            "givens" => targets.parse().map(Self::Givens),
            "symmetry" => targets.parse().map(Self::Symmetry),
            "level" => targets.parse().map(Self::Level),
            name => {
                let unknown = || {
                    let names = Self::names().collect::<Vec<_>>().join(", ");
                    format!(
                        "give NAME=TARGET:SHARE,... with a name of {names}, such as level=easy:0.5,hard:0.5"
                    )
                };
                let measure = TargetMeasure::from_name(name).ok_or_else(unknown)?;
                Target::mix_of(measure, targets).map(Self::Measure)
            }
        }
    }
}

impl fmt::Display for NamedMix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Givens(mix) => write!(f, "givens={mix}"),
            Self::Symmetry(mix) => write!(f, "symmetry={mix}"),
            Self::Level(mix) => write!(f, "level={mix}"),
            Self::Measure(target) => write!(f, "{target}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixes_are_read_as_they_are_written() {
        for text in [
            "givens=30:0.2,26:0.8",
            "symmetry=rot180:0.5,none:0.5",
            "level=easy:0.2,hard:0.8",
            "er=1.0..2.0:0.5,2.1..4.0:0.5",
            "b=1..3:1",
        ] {
            let mix: NamedMix = text.parse().unwrap();
            assert_eq!(mix.to_string(), text);
            assert!(
                text.starts_with(&format!("{}=", mix.name()))
                    && NamedMix::names().any(|name| name == mix.name())
            );
        }
        insta::assert_snapshot!("easy:1".parse::<NamedMix>().unwrap_err(), @"give NAME=TARGET:SHARE,... with a name of level, er, ep, ed, guesses, score, trial_depth, b, backdoor, givens, symmetry, such as level=easy:0.5,hard:0.5");
        insta::assert_snapshot!("b=3".parse::<NamedMix>().unwrap_err(), @r#""3" has no share; give ranges of B and their shares, such as 1..3:0.5,4..6:0.5 (shares above 0, with at most 9 decimals: whole numbers in proportion, or fractions that add up to 1)"#);
    }
}
