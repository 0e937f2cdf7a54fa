//! Range of the hardest technique: `naked_pair..xy_wing`, `naked_pair..` or `..xy_wing`.

use gridmill_rate::Technique;
use std::{fmt, str::FromStr};

/// Easiest and hardest technique that the puzzles of a plan may take as their hardest one.
///
/// ```
/// use gridmill_generate::TechniqueRange;
///
/// let range: TechniqueRange = "naked_pair..xy_wing".parse()?;
/// assert_eq!(range.from.map(|technique| technique.name()), Some("naked_pair"));
/// assert_eq!(range.to_string(), "naked_pair..xy_wing");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TechniqueRange {
    /// Technique whose rating the hardest step reaches; `None` for any.
    pub from: Option<Technique>,
    /// Last technique, in the order of the rulebook, that may be needed; `None` for any.
    pub to: Option<Technique>,
}

impl TechniqueRange {
    /// Returns true if there is no limit.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }
}

impl FromStr for TechniqueRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |name: &str| name.trim().parse::<Technique>().map_err(|error| error.to_string());
        let end = |name: &str| if name.trim().is_empty() { Ok(None) } else { parse(name).map(Some) };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match (end(from)?, end(to)?) {
            (None, None) => Err("give FROM..TO, such as naked_pair..xy_wing, FROM.. or ..TO".to_owned()),
            (from, to) => Ok(Self { from, to }),
        }
    }
}

impl fmt::Display for TechniqueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.from, self.to].map(|end| end.map_or("", Technique::name));
        write!(f, "{from}..{to}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        for text in ["naked_pair..xy_wing", "naked_pair..", "..xy_wing"] {
            assert_eq!(text.parse::<TechniqueRange>().unwrap().to_string(), text);
        }
        assert_eq!("x_wing".parse::<TechniqueRange>().unwrap().to_string(), "x_wing..x_wing");
        let problem = |text: &str| text.parse::<TechniqueRange>().unwrap_err();
        insta::assert_snapshot!(problem(".."), @"give FROM..TO, such as naked_pair..xy_wing, FROM.. or ..TO");
        insta::assert_snapshot!(problem(""), @"give FROM..TO, such as naked_pair..xy_wing, FROM.. or ..TO");
        assert!(problem("..swordfsh").contains("nearest names are swordfish"));
    }
}
