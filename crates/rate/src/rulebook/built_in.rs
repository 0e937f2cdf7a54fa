//! The built-in rulebooks, whose texts need no reader of TOML, and the scales that are kept. Tests hold what is read equal to what the
//! reader of TOML finds, and released scales as they are.
//!
//! A scale names its version: `hodoku-2.2/2`. Ratings decide which puzzles a plan keeps, so a released scale stays as it is, text and
//! finders. A change makes a new version with a text of its own, which stands in [`KEPT`] before the older one; the older one stays.

use super::{DifficultyLevel, Measure, Rule, Rulebook, UnknownScale};
use crate::{Conventions, Family, Technique, TechniqueSet, Tenths};
use gridmill_board::Shape;
use std::sync::LazyLock;

/// Rulebooks of all scales that are kept; of one name the newest first.
static KEPT: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let texts = [
        (include_str!("../rulebooks/hodoku.toml"), true),
        (include_str!("../rulebooks/se.toml"), cfg!(feature = "explainer")),
        (include_str!("../rulebooks/basic.toml"), true),
        (include_str!("../rulebooks/braids.toml"), cfg!(feature = "trial")),
    ];
    let built = texts.into_iter().filter(|(_, is_built)| *is_built);
    built.map(|(text, _)| read(text).expect("the rulebook is built in")).collect()
});

/// Scales that plans write by the name of the rulebook alone: each was the only one of its name when plans had no versions. For good.
const NAMED_IN_PLANS: [&str; 2] = ["hodoku-2.2/2", "se-1.2.1/1"];

/// Reads a built-in rulebook, which has a key with its value on each line and an empty line before each level and rule.
fn read(text: &str) -> Option<Rulebook> {
    let blocks = |kind: &'static str| text.split("\n\n").filter_map(move |block| block.strip_prefix(kind));
    let levels = blocks("[[level]]").map(|block| {
        let max_score = value(block, "max_score").and_then(|score| score.parse().ok());
        Some(DifficultyLevel { name: value(block, "name")?.into(), max_score })
    });
    let levels: Vec<DifficultyLevel> = levels.collect::<Option<_>>()?;
    let rules = blocks("[[rule]]").map(|block| {
        let names = value(block, "technique")?.split("\", \"");
        let techniques = names.map(|name| name.parse().ok()).collect::<Option<Vec<Technique>>>()?;
        let level = value(block, "level");
        let place = level.and_then(|name| levels.iter().position(|level| &*level.name == name));
        Some(Rule {
            family: techniques.first()?.family(),
            techniques: techniques.into_iter().collect(),
            rating: value(block, "rating")?.parse::<Tenths>().ok()?.tenths().try_into().ok()?,
            most_extra: u16::MAX,
            level: place.and_then(|place| u8::try_from(place).ok()),
        })
    });
    let rules = rules.collect::<Option<Vec<_>>>()?;
    let conventions = match value(text, "conventions")? {
        "hodoku" => Conventions::Hodoku,
        "explainer" => Conventions::Explainer,
        _ => Conventions::Plain,
    };
    let measure = match value(text, "measure") {
        Some("er") => Measure::Er,
        Some(_) => Measure::Score,
        None => Measure::by_default(conventions, &rules),
    };
    let [name, scale] = [value(text, "name")?.into(), value(text, "scale")?.into()];
    Some(Rulebook { text: text.into(), name, scale, conventions, measure, rules, levels })
}

/// Returns the value of the first line with this key, without quotes and brackets.
fn value<'a>(lines: &'a str, key: &str) -> Option<&'a str> {
    let value = lines.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
    Some(value.trim_matches(['[', ']', '"']))
}

impl Rulebook {
    /// HoDoKu's order, scores and levels by its default options (version 2.2; B. Hobiger 2012), in the newest version of the scale.
    ///
    /// # Panics
    /// Never: a test finds it.
    pub fn hodoku() -> &'static Self {
        Self::by_name("hodoku").expect("the rulebook is built in")
    }

    /// The Sudoku Explainer's order and ratings (version 1.2.1; N. Juillerat 2007), in the newest version of the scale.
    ///
    /// Of several steps that a rule finds, the first by its place in the grid is taken. So two puzzles that differ by a
    /// transposition, or by other names for the digits, may be rated a little differently, as they are by the
    /// Explainer.
    ///
    /// # Panics
    /// Never: a test finds it.
    #[cfg(feature = "explainer")]
    pub fn se() -> &'static Self {
        Self::by_name("se").expect("the rulebook is built in")
    }

    /// Singles, locked candidates and subsets with levels for children: the rulebook for grids of any shape with a side up to 9.
    ///
    /// The next step depends on the candidates alone, not on the steps before it.
    ///
    /// # Panics
    /// Never: a test finds it.
    pub fn basic() -> &'static Self {
        Self::by_name("basic").expect("the rulebook is built in")
    }

    /// Singles, and braids by their length: the rulebook for grids of any shape with a side up to 9 whose ER is the B rating.
    ///
    /// Singles are rated 0, a braid by its length. The ER of a puzzle is its B rating: it is equal for all images of the puzzle, and 0 if
    /// singles solve. Puzzles of trial depth 2 and more are not solved. See [`trial`](crate::trial).
    ///
    /// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021.
    ///
    /// # Panics
    /// Never: a test finds it.
    ///
    /// # Example
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::{Pencilmarks, Rater, Rulebook};
    ///
    /// let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
    /// let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
    /// let rating = Rater::new(Rulebook::braids()).rate(&mut marks);
    /// assert_eq!(rating.er.map(f64::from), Some(2.0));
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    #[cfg(feature = "trial")]
    pub fn braids() -> &'static Self {
        Self::by_name("braids").expect("the rulebook is built in")
    }

    /// Returns the built-in rulebook that is used for grids of `shape` where none is named: `hodoku` for 9x9, else `basic`.
    pub fn default_for(shape: Shape) -> &'static Self {
        if shape == Shape::STANDARD { Self::hodoku() } else { Self::basic() }
    }

    /// Returns the rulebooks of all scales that are kept; of one name the newest first.
    pub fn all_built_in() -> &'static [Self] {
        &KEPT
    }

    /// Returns the built-in rulebook that has the most of these levels, in any case; the first of equals.
    ///
    /// ```
    /// use gridmill_rate::Rulebook;
    ///
    /// assert_eq!(Rulebook::of_levels(["Easy", "beginner"]).name(), "basic");
    /// assert_eq!(Rulebook::of_levels(["easy", "hard"]).name(), "hodoku");
    /// ```
    #[doc(hidden)]
    pub fn of_levels<'a>(names: impl IntoIterator<Item = &'a str>) -> &'static Self {
        let names: Vec<&str> = names.into_iter().collect();
        let known =
            |rulebook: &&Self| names.iter().filter(|name| rulebook.level_rank(name).is_some()).count();
        KEPT.iter().rev().max_by_key(known).unwrap_or_else(|| Self::hodoku())
    }

    /// Returns the newest built-in rulebook of this name.
    pub(super) fn by_name(name: &str) -> Option<&'static Self> {
        KEPT.iter().find(|rulebook| &*rulebook.name == name)
    }

    /// Returns the built-in rulebook of this name or scale, in any case: `hodoku` and `hodoku-2.2` are the newest version, `hodoku-2.2/2`
    /// and `hodoku/2` version 2.
    ///
    /// # Errors
    /// [`UnknownScale`], which lists the scales that are kept.
    ///
    /// # Example
    /// ```
    /// use gridmill_rate::Rulebook;
    ///
    /// assert_eq!(Rulebook::built_in("hodoku-2.2/2")?.scale(), "hodoku-2.2/2");
    /// let unknown = Rulebook::built_in("hodoku-2.2/1").unwrap_err();
    /// assert!(unknown.to_string().starts_with("there is no scale hodoku-2.2/1; there are hodoku-2.2/2"));
    /// # Ok::<(), gridmill_rate::UnknownScale>(())
    /// ```
    pub fn built_in(name: &str) -> Result<&'static Self, UnknownScale> {
        let name_or_scale = name.to_ascii_lowercase();
        let (family, version) =
            name_or_scale.split_once('/').map_or((&*name_or_scale, None), |(one, two)| (one, Some(two)));
        let is_requested = |rulebook: &&Self| {
            let (of, number) = rulebook.scale.split_once('/').unwrap_or((&rulebook.scale, ""));
            [of, &rulebook.name].contains(&family) && version.is_none_or(|version| version == number)
        };
        KEPT.iter().find(is_requested).ok_or_else(|| UnknownScale { name: name.to_owned() })
    }

    /// Returns true if the rulebook is built in, so that its scale is enough to load it again.
    #[doc(hidden)]
    pub fn is_built_in(&self) -> bool {
        KEPT.contains(self)
    }

    /// Returns the text that stands for the rulebook in a plan: its name or scale if it is built in, else its own text.
    pub(super) fn text_in_plans(&self) -> &str {
        match (self.is_built_in(), NAMED_IN_PLANS.contains(&&*self.scale)) {
            (true, true) => &self.name,
            (true, false) => &self.scale,
            (false, _) => &self.text,
        }
    }

    /// Returns the built-in rulebook that a plan has by this text.
    pub(super) fn of_plan(text: &str) -> Result<&'static Self, UnknownScale> {
        let written = KEPT.iter().find(|rulebook| rulebook.text_in_plans() == text);
        written.map_or_else(|| Self::built_in(text), Ok)
    }
}

impl UnknownScale {
    /// Returns true for a version of a scale that has others.
    #[doc(hidden)]
    pub fn is_version(&self) -> bool {
        self.name.split_once('/').is_some_and(|(family, _)| Rulebook::built_in(family).is_ok())
    }
}

/// Lists the kept scales in words: `a, b and c`.
pub(super) fn kept_scales() -> String {
    let mut scales: Vec<&str> = KEPT.iter().map(Rulebook::scale).collect();
    let last = scales.pop().unwrap_or_default();
    if scales.is_empty() { last.to_owned() } else { format!("{} and {last}", scales.join(", ")) }
}

// Rulebooks for puzzles that practise one technique: it is tried before everything but singles, locked candidates and subsets.

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

    #[cfg(feature = "toml")]
    #[test]
    fn texts_are_read_as_toml() {
        for rulebook in &*KEPT {
            assert_eq!(Rulebook::parse(rulebook.text()).as_ref(), Ok(rulebook));
        }
    }

    /// FNV-1a of everything that a rulebook says (G. Fowler, L. Noll, K. Vo 1991).
    fn hash(rulebook: &Rulebook) -> u64 {
        let names = |rule: &Rule| rule.techniques().iter().map(Technique::name).collect::<Vec<_>>().join("+");
        let rules = rulebook.rules().iter().map(|rule| {
            let level = rulebook.level_of(rule).map(|level| level.name.to_string());
            format!("{} {} {level:?}\n", names(rule), rule.rating())
        });
        let levels = rulebook.levels().iter().map(|level| format!("{} {:?}\n", level.name, level.max_score));
        let (conventions, measure) = (rulebook.conventions(), rulebook.measure());
        let head = format!("{} {} {conventions:?} {measure:?}\n", rulebook.name(), rulebook.scale());
        let text: String = std::iter::once(head).chain(levels).chain(rules).collect();
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Released scales never change: a new version has a line of its own. What the finders do is held by `tests/it/scales.rs`.
    #[test]
    fn kept_scales_are_as_released() {
        let hashes: Vec<_> = KEPT.iter().map(|book| (book.scale(), format!("{:016x}", hash(book)))).collect();
        let released = [
            ("hodoku-2.2/2", "e9c412d108b897d1"),
            ("se-1.2.1/1", "720ab890493b728d"),
            ("basic/1", "94ba0e7ea1cb5066"),
            ("braids/1", "cb78f56f4b3492e2"),
        ];
        assert_eq!(hashes, released.map(|(scale, hash)| (scale, hash.to_owned())));
    }

    #[test]
    fn scales_are_found_by_name_and_version() {
        for (name, scale) in [
            ("hodoku", "hodoku-2.2/2"),
            ("HoDoKu-2.2", "hodoku-2.2/2"),
            ("hodoku-2.2/2", "hodoku-2.2/2"),
            ("hodoku/2", "hodoku-2.2/2"),
            ("se-1.2.1/1", "se-1.2.1/1"),
            ("basic", "basic/1"),
        ] {
            assert_eq!(Rulebook::built_in(name).map(Rulebook::scale), Ok(scale));
        }
        for (name, is_version) in
            [("hodoku/3", true), ("se-1.2.1/", true), ("hodoku-2.2/", true), ("other", false), ("a/1", false)]
        {
            let unknown = Rulebook::built_in(name).unwrap_err();
            assert_eq!(unknown.is_version(), is_version, "{unknown}");
        }
        for rulebook in &*KEPT {
            assert_eq!(Rulebook::of_plan(rulebook.text_in_plans()), Ok(rulebook));
        }
    }

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
