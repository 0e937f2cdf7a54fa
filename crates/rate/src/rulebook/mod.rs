//! An ordered list of techniques with a rating each: data, read from TOML (feature `toml`).
//!
//! ```toml
//! name = "mine"                    # the name in reports
//! scale = "mine/1"                 # the scale of the ratings, with a version
//! conventions = "hodoku"           # or "explainer": whose definitions where the two differ; or "plain"
//! measure = "er"                   # or "score": what puzzles are ranked by; may be left out
//!
//! [[level]]                        # from the easiest; none are needed
//! name = "easy"
//! max_score = 800                  # not for the last
//!
//! [[rule]]                         # in the order in which they are tried
//! technique = "naked_single"       # or several of one family, searched together: ["bug_1", "bug_2"]
//! rating = 2.3                     # one decimal at most
//! level = "easy"                   # needed where there are levels
//! ```

mod built_in;
#[cfg(feature = "toml")]
mod parse;

use crate::{Conventions, Family, Pencilmarks, Technique, TechniqueSet, Tenths};
use gridmill_board::Shape;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// Techniques in the order in which they are tried, with a rating each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    text: Arc<str>,
    name: Arc<str>,
    scale: Arc<str>,
    conventions: Conventions,
    measure: Measure,
    rules: Vec<Rule>,
    levels: Vec<DifficultyLevel>,
}

/// Measure by which a rulebook ranks puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// ER, EP and ED: ratings of single steps, with one decimal, as the Sudoku Explainer has them.
    Er,
    /// The score: the sum of the ratings of all steps, a whole number, as HoDoKu has it. All ratings are whole.
    Score,
}

/// A technique, or several of one family that are searched together, with their rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub(crate) techniques: TechniqueSet,
    pub(crate) family: Family,
    /// Rating of a step, in tenths. An instance may be rated higher.
    pub(crate) rating: u16,
    /// Largest extra rating of an instance, in tenths. Harder instances are ignored.
    pub(crate) most_extra: u16,
    /// Place among the levels of the level that a step raises a puzzle to.
    pub(crate) level: Option<u8>,
}

/// A class of puzzles that people know by name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DifficultyLevel {
    /// The name.
    pub name: Arc<str>,
    /// The highest score of a puzzle of the level; none for the last level.
    pub(crate) max_score: Option<Tenths>,
}

/// Error in the text of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct RulebookError {
    /// The line, from 1.
    pub line: usize,
    /// The key, the error, and the values that are allowed.
    pub problem: String,
}

/// Error of a name or scale that no built-in rulebook has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no scale {name}; there are {}", built_in::kept_scales())]
#[non_exhaustive]
pub struct UnknownScale {
    /// The name or scale that was asked for.
    pub name: String,
}

impl Measure {
    /// Returns the measure of a rulebook that names none.
    fn by_default(conventions: Conventions, rules: &[Rule]) -> Self {
        let is_er = conventions == Conventions::Explainer || rules.iter().any(Rule::has_decimal);
        if is_er { Self::Er } else { Self::Score }
    }
}

impl Rule {
    /// Returns the techniques.
    pub const fn techniques(&self) -> TechniqueSet {
        self.techniques
    }

    /// Returns the family of the techniques.
    pub const fn family(&self) -> Family {
        self.family
    }

    /// Returns the rating of a step. An instance may be rated higher: see [`Step::extra`](crate::Step::extra).
    pub fn rating(&self) -> Tenths {
        Tenths::new(self.rating.into())
    }

    fn has_decimal(&self) -> bool {
        !self.rating().is_whole()
    }

    fn places_digits(&self) -> bool {
        self.techniques.iter().any(places_digits)
    }
}

/// Returns true if some instances of a technique place a digit.
fn places_digits(technique: Technique) -> bool {
    use Technique as T;
    technique.family() == Family::Singles
        || matches!(technique.family(), Family::Forcing | Family::Chaining)
        || matches!(
            technique,
            T::DirectPointing | T::DirectClaiming | T::DirectHiddenPair | T::DirectHiddenTriplet
        )
}

impl Rulebook {
    /// Reads a rulebook from TOML.
    ///
    /// # Errors
    /// [`RulebookError`] for text that is no TOML, unknown keys and techniques, a technique that comes twice, a rule without
    /// rating, and rules of which none places a digit.
    #[cfg(feature = "toml")]
    pub fn parse(text: &str) -> Result<Self, RulebookError> {
        parse::parse(text)
    }

    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the prefix of its column names where a file has columns of several rulebooks: the name in lower case, with
    /// `_` in the place of what is neither letter nor digit, and `_`.
    #[doc(hidden)]
    pub fn prefix(&self) -> String {
        Self::prefix_of(&self.name)
    }

    /// Returns the [`prefix`](Self::prefix) of a rulebook with this name.
    #[doc(hidden)]
    pub fn prefix_of(name: &str) -> String {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        name.to_lowercase().chars().map(plain).collect::<String>() + "_"
    }

    /// The scale of the ratings, with its version.
    pub fn scale(&self) -> &str {
        &self.scale
    }

    /// Whose definitions hold where programs differ.
    pub const fn conventions(&self) -> Conventions {
        self.conventions
    }

    /// The measure by which puzzles are ranked.
    ///
    /// A text that does not name one has [`Measure::Er`] if it follows the Explainer or if a rating has a decimal, else
    /// [`Measure::Score`].
    pub const fn measure(&self) -> Measure {
        self.measure
    }

    /// The rules, in the order in which they are tried.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The levels, from the easiest.
    pub fn levels(&self) -> &[DifficultyLevel] {
        &self.levels
    }

    /// All techniques of the rules.
    pub fn techniques(&self) -> TechniqueSet {
        self.rules.iter().flat_map(|rule| rule.techniques.iter()).collect()
    }

    /// The rule with this technique.
    pub fn rule(&self, technique: Technique) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.techniques.contains(technique))
    }

    /// Returns true if some rule places digits.
    #[doc(hidden)]
    pub fn places_digits(&self) -> bool {
        self.rules.iter().any(Rule::places_digits)
    }

    /// This rulebook with those rules alone that `keep` accepts.
    #[must_use]
    #[doc(hidden)]
    pub fn restricted(&self, keep: impl FnMut(&Rule) -> bool) -> Self {
        let mut keep = keep;
        let rules = self.rules.iter().copied().filter(|rule| keep(rule)).collect();
        Self { rules, ..self.clone() }
    }

    /// This rulebook with those steps alone that are rated `max` or less.
    #[must_use]
    #[doc(hidden)]
    pub fn up_to(&self, max: Tenths) -> Self {
        let max = u16::try_from(max.tenths()).unwrap_or(u16::MAX);
        let rules = self.rules.iter().filter(|rule| rule.rating <= max);
        let rules = rules.map(|rule| Rule { most_extra: max - rule.rating, ..*rule }).collect();
        Self { rules, ..self.clone() }
    }

    /// Returns a rating or score as the scale writes it: with one decimal where ER is the measure, whole where the score is.
    #[doc(hidden)]
    pub fn shown(&self, number: Tenths) -> String {
        match self.measure {
            Measure::Er => number.to_string(),
            Measure::Score => (number.tenths() / 10).to_string(),
        }
    }

    /// Returns the level that a step of `rule` raises a puzzle to; `None` where the rulebook has no levels.
    #[doc(hidden)]
    pub fn level_of(&self, rule: &Rule) -> Option<&DifficultyLevel> {
        self.levels.get(usize::from(rule.level?))
    }

    /// Returns the place of the level of this name among the [`levels`](Self::levels).
    #[doc(hidden)]
    pub fn level_place(&self, name: &str) -> Option<usize> {
        self.levels.iter().position(|level| &*level.name == name)
    }

    /// Returns the place of the level of this name, in any case, from the easiest.
    #[doc(hidden)]
    pub fn level_rank(&self, name: &str) -> Option<usize> {
        self.levels.iter().position(|level| level.name.eq_ignore_ascii_case(name))
    }

    /// Returns the level of a solved puzzle: its hardest step's, or that of its score if this is higher.
    pub(crate) fn level(&self, hardest: u8, score: Tenths) -> Option<&DifficultyLevel> {
        let by_score = self.levels.iter().position(|level| level.max_score.is_none_or(|max| score <= max));
        self.levels.get(by_score?.max(hardest.into()))
    }
}

impl Serialize for Rulebook {
    /// The name or scale of a built-in rulebook, the text of any other.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text_in_plans())
    }
}

impl<'de> Deserialize<'de> for Rulebook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match Self::of_plan(&text) {
            Ok(rulebook) => Ok(rulebook.clone()),
            // The text of a rulebook has several lines.
            Err(unknown) if !text.contains('\n') => Err(serde::de::Error::custom(unknown)),
            #[cfg(feature = "toml")]
            Err(_) => Self::parse(&text).map_err(serde::de::Error::custom),
            #[cfg(not(feature = "toml"))]
            Err(_) => Err(serde::de::Error::custom("only built-in rulebooks are known without TOML")),
        }
    }
}

// Shapes of grids that a rulebook rates.

/// Reason why a rulebook does not rate grids of a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct UnfitRulebook(#[from] UnfitRulebookProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum UnfitRulebookProblem {
    #[error("ratings are for grids with a side up to 9; boxes of {shape} make a side of {}", shape.side())]
    Side { shape: Shape },
    #[error(
        "rulebook {rulebook} is for 9x9 grids, because of {technique}; rulebook basic rates boxes of {shape}"
    )]
    Technique { rulebook: String, technique: Technique, shape: Shape },
}

impl Rulebook {
    /// Returns true if the rulebook rates grids of `shape`; [`check_shape`](Self::check_shape) has the reason if not.
    #[doc(hidden)]
    pub fn fits(&self, shape: Shape) -> bool {
        self.check_shape(shape).is_ok()
    }

    /// Checks that the rulebook rates grids of `shape`. Any rulebook rates 9x9 grids; one whose techniques
    /// [know any shape](crate::Family::is_of_any_shape) rates all shapes with a side up to 9.
    ///
    /// ```
    /// use gridmill_board::Shape;
    /// use gridmill_rate::Rulebook;
    ///
    /// let shape = Shape::new(2, 3)?;
    /// assert!(Rulebook::basic().check_shape(shape).is_ok());
    /// let refused = Rulebook::hodoku().check_shape(shape).unwrap_err().to_string();
    /// assert_eq!(refused, "rulebook hodoku is for 9x9 grids, because of x_wing; rulebook basic rates boxes of 2x3");
    /// # Ok::<(), gridmill_board::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`UnfitRulebook`] if it does not.
    pub fn check_shape(&self, shape: Shape) -> Result<(), UnfitRulebook> {
        if shape == Shape::STANDARD {
            return Ok(());
        }
        if !Pencilmarks::supports(shape) {
            return Err(UnfitRulebookProblem::Side { shape }.into());
        }
        let techniques = self.rules.iter().flat_map(|rule| rule.techniques.iter());
        match techniques.into_iter().find(|technique| !technique.family().is_of_any_shape()) {
            None => Ok(()),
            Some(technique) => {
                Err(UnfitRulebookProblem::Technique { rulebook: self.name.to_string(), technique, shape }
                    .into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rulebooks_have_their_published_ratings() {
        let rating = |rulebook: &Rulebook, technique| rulebook.rule(technique).map(Rule::rating);
        assert_eq!(rating(Rulebook::hodoku(), Technique::SashimiSwordfish), Some(Tenths::whole(240)));
        assert_eq!(rating(Rulebook::se(), Technique::XyzWing), Some(Tenths::new(44)));
        assert_eq!(rating(Rulebook::se(), Technique::Skyscraper), None);
        assert_eq!(Rulebook::by_name("se"), Some(Rulebook::se()));
        assert_eq!(Rulebook::by_name("other"), None);
    }

    #[test]
    fn a_level_is_raised_by_the_score() {
        let hodoku = Rulebook::hodoku();
        let name = |hardest: u8, score: u32| &*hodoku.level(hardest, Tenths::whole(score)).unwrap().name;
        assert_eq!(name(0, 800), "easy");
        assert_eq!(name(0, 801), "medium");
        assert_eq!(name(3, 800), "unfair");
        assert_eq!(name(0, 1801), "extreme");
        assert_eq!(Rulebook::se().level(0, Tenths::whole(3)), None);
    }
}
