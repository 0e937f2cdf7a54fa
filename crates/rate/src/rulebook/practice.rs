//! Rulebooks for puzzles that practise one technique: it is tried before everything but singles, locked candidates and subsets.

use super::{Measure, Rule, Rulebook};
use crate::{Conventions, Family, Technique, TechniqueSet, Tenths};

/// Rating of techniques that HoDoKu does not try by default, in tenths, and the name of their level.
const UNRATED: (u16, &str) = (3000, "unfair");

impl Rulebook {
    /// Returns the rulebook of [`hodoku`](Self::hodoku) with `technique` right after singles, locked candidates and subsets.
    ///
    /// Of the puzzles that need more than those, many take a technique that is tried next. In its usual place, simpler ones leave it nothing to
    /// find: of a rare technique, random puzzles that take it are found some thousand times faster by this rulebook. Ratings are HoDoKu's; a
    /// technique that HoDoKu does not try by default has 300 and is unfair. The scale is of this rulebook alone.
    ///
    /// # Example
    /// ```
    /// use gridmill_rate::{Rulebook, Technique};
    ///
    /// let rulebook = Rulebook::practice(Technique::FrankenSwordfish);
    /// assert_eq!(rulebook.name(), "practice");
    /// assert_eq!(rulebook.rules()[11].techniques(), [Technique::FrankenSwordfish].into_iter().collect());
    /// ```
    pub fn practice(technique: Technique) -> Self {
        let hodoku = Self::hodoku();
        let own = TechniqueSet::EMPTY.with(technique);
        let is_basic =
            |rule: &&Rule| matches!(rule.family(), Family::Singles | Family::Locked) || is_small(rule);
        let without =
            hodoku.rules.iter().map(|rule| Rule { techniques: rule.techniques.except(own), ..*rule });
        let others: Vec<Rule> = without.filter(|rule| !rule.techniques.is_empty()).collect();
        let first = others.iter().take_while(is_basic).count();
        let unrated = Rule {
            techniques: own,
            family: technique.family(),
            rating: UNRATED.0,
            most_extra: u16::MAX,
            level: hodoku.level_place(UNRATED.1).and_then(|place| u8::try_from(place).ok()),
        };
        let rated = hodoku.rule(technique).map(|rule| Rule { techniques: own, ..*rule });
        let mut rules = others;
        rules.insert(first, rated.unwrap_or(unrated));
        let scale = format!("practice-{technique}-{}", hodoku.scale);
        let mut rulebook = Self { name: "practice".into(), scale: scale.into(), rules, ..hodoku.clone() };
        rulebook.text = rulebook.to_toml().into();
        rulebook
    }

    /// Writes the rulebook as TOML.
    fn to_toml(&self) -> String {
        let conventions = match self.conventions {
            Conventions::Hodoku => "hodoku",
            Conventions::Explainer => "explainer",
            Conventions::Plain => "plain",
        };
        let measure = match self.measure {
            Measure::Er => "er",
            Measure::Score => "score",
        };
        let (name, scale) = (&self.name, &self.scale);
        let mut text = format!(
            "name = \"{name}\"\nscale = \"{scale}\"\nconventions = \"{conventions}\"\nmeasure = \"{measure}\"\n"
        );
        for level in &self.levels {
            text += &format!("\n[[level]]\nname = \"{}\"\n", level.name);
            if let Some(most) = level.max_score {
                text += &format!("max_score = {}\n", shortest(most));
            }
        }
        for rule in &self.rules {
            let names: Vec<String> = rule.techniques.iter().map(|one| format!("\"{one}\"")).collect();
            text += &format!(
                "\n[[rule]]\ntechnique = [{}]\nrating = {}\n",
                names.join(", "),
                shortest(rule.rating())
            );
            if let Some(level) = self.level_of(rule) {
                text += &format!("level = \"{}\"\n", level.name);
            }
        }
        text
    }
}

/// Returns true for the subsets that HoDoKu tries first: up to triples.
fn is_small(rule: &Rule) -> bool {
    use Technique as T;
    let small =
        [T::LockedPair, T::LockedTriple, T::NakedPair, T::NakedTriple, T::HiddenPair, T::HiddenTriple];
    rule.techniques.iter().all(|technique| small.contains(&technique))
}

/// Returns a number with a decimal only where it has one.
fn shortest(number: Tenths) -> String {
    if number.is_whole() { (number.tenths() / 10).to_string() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every technique stands once, after the eleven basic rules; the text says the same.
    #[test]
    fn a_technique_is_tried_early() {
        for technique in Technique::all() {
            let rulebook = Rulebook::practice(technique);
            let place =
                rulebook.rules().iter().position(|rule| rule.techniques().contains(technique)).unwrap();
            let own = rulebook.rule(technique).unwrap();
            assert_eq!(own.techniques().iter().collect::<Vec<_>>(), [technique]);
            let among_basic =
                Rulebook::hodoku().rules()[..11].iter().any(|rule| rule.techniques().contains(technique));
            assert_eq!(place, 11 - usize::from(among_basic), "{technique}");
            let all: TechniqueSet = Rulebook::hodoku().techniques().with(technique);
            assert_eq!(rulebook.techniques(), all);
            if let Some(rule) = Rulebook::hodoku().rule(technique) {
                assert_eq!(
                    (own.rating(), rulebook.level_of(own)),
                    (rule.rating(), Rulebook::hodoku().level_of(rule))
                );
            }
            #[cfg(feature = "toml")]
            assert_eq!(Rulebook::parse(rulebook.text()), Ok(rulebook));
        }
    }
}
