//! The built-in rulebooks as tables, which need no reader of TOML, and the scales that are kept. Tests hold the tables equal to their
//! texts, and released ones as they are.
//!
//! A scale names its version: `hodoku-2.2/2`. Ratings decide which puzzles a plan keeps, so a released scale stays as it is, table and
//! finders. A change makes a new version with a table of its own, which stands in [`KEPT`] before the older one; the older one stays.

use super::{DifficultyLevel, Measure, Rule, Rulebook, UnknownScale};
use crate::{Conventions, Family, Technique, Technique as T, TechniqueSet, Tenths};
use gridmill_board::Shape;
use std::sync::LazyLock;

/// Rulebooks of all scales that are kept; of one name the newest first.
static KEPT: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    let (explainer, trial) = (cfg!(feature = "explainer"), cfg!(feature = "trial"));
    let tables = [(HODOKU, true), (SE, explainer), (BASIC, true), (BRAIDS, trial)];
    tables.iter().filter(|(_, is_built)| *is_built).map(|(table, _)| table.rulebook()).collect()
});

/// Scales that plans write by the name of the rulebook alone: each was the only one of its name when plans had no versions. For good.
const NAMED_IN_PLANS: [&str; 2] = ["hodoku-2.2/2", "se-1.2.1/1"];

/// Rulebook as a table.
struct BuiltIn {
    text: &'static str,
    name: &'static str,
    scale: &'static str,
    conventions: Conventions,
    measure: Measure,
    /// Name and highest score of each level.
    levels: &'static [(&'static str, Option<u32>)],
    /// Techniques, rating in tenths, and place of the level of each rule.
    rules: &'static [(&'static [Technique], u16, Option<u8>)],
}

impl BuiltIn {
    pub(super) fn rulebook(&self) -> Rulebook {
        let level = |&(name, max_score): &(&str, Option<u32>)| DifficultyLevel {
            name: name.into(),
            max_score: max_score.map(Tenths::whole),
        };
        let rule = |&(techniques, rating, level): &(&[Technique], u16, Option<u8>)| Rule {
            techniques: techniques.iter().copied().collect(),
            family: techniques[0].family(),
            rating,
            most_extra: u16::MAX,
            level,
        };
        Rulebook {
            text: self.text.into(),
            name: self.name.into(),
            scale: self.scale.into(),
            conventions: self.conventions,
            measure: self.measure,
            rules: self.rules.iter().map(rule).collect(),
            levels: self.levels.iter().map(level).collect(),
        }
    }
}

/// [`Rulebook::hodoku`].
const HODOKU: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/hodoku.toml"),
    name: "hodoku",
    scale: "hodoku-2.2/2",
    conventions: Conventions::Hodoku,
    measure: Measure::Score,
    levels: &[
        ("easy", Some(800)),
        ("medium", Some(1000)),
        ("hard", Some(1600)),
        ("unfair", Some(1800)),
        ("extreme", None),
    ],
    rules: &[
        (&[T::FullHouse], 40, Some(0)),
        (&[T::NakedSingle], 40, Some(0)),
        (&[T::HiddenSingle], 140, Some(0)),
        (&[T::LockedPair], 400, Some(1)),
        (&[T::LockedTriple], 600, Some(1)),
        (&[T::Pointing], 500, Some(1)),
        (&[T::Claiming], 500, Some(1)),
        (&[T::NakedPair], 600, Some(1)),
        (&[T::NakedTriple], 800, Some(1)),
        (&[T::HiddenPair], 700, Some(1)),
        (&[T::HiddenTriple], 1000, Some(1)),
        (&[T::NakedQuad], 1200, Some(2)),
        (&[T::HiddenQuad], 1500, Some(2)),
        (&[T::XWing], 1400, Some(2)),
        (&[T::Swordfish], 1500, Some(2)),
        (&[T::Jellyfish], 1600, Some(2)),
        (&[T::RemotePair], 1100, Some(2)),
        (&[T::BugPlus1], 1000, Some(2)),
        (&[T::Skyscraper], 1300, Some(2)),
        (&[T::TwoStringKite], 1500, Some(2)),
        (&[T::TurbotFish], 1200, Some(2)),
        (&[T::EmptyRectangle], 1200, Some(2)),
        (&[T::WWing], 1500, Some(2)),
        (&[T::XyWing], 1600, Some(2)),
        (&[T::XyzWing], 1800, Some(2)),
        (
            &[
                T::UniqueRectangle1,
                T::UniqueRectangle2,
                T::UniqueRectangle3,
                T::UniqueRectangle4,
                T::UniqueRectangle5,
                T::UniqueRectangle6,
                T::HiddenRectangle,
            ],
            1000,
            Some(2),
        ),
        (&[T::AvoidableRectangle1, T::AvoidableRectangle2], 1000, Some(2)),
        (&[T::FinnedXWing], 1300, Some(2)),
        (&[T::SashimiXWing], 1500, Some(2)),
        (&[T::FinnedSwordfish], 2000, Some(3)),
        (&[T::SashimiSwordfish], 2400, Some(3)),
        (&[T::FinnedJellyfish], 2500, Some(3)),
        (&[T::SashimiJellyfish], 2600, Some(3)),
        (&[T::SueDeCoq], 2500, Some(3)),
        (&[T::SimpleColorsTrap, T::SimpleColorsWrap], 1500, Some(2)),
        (&[T::MultiColors1, T::MultiColors2], 2000, Some(2)),
        (&[T::XChain], 2600, Some(3)),
        (&[T::XyChain], 2600, Some(3)),
        (&[T::ContinuousNiceLoop, T::DiscontinuousNiceLoop, T::Aic], 2800, Some(3)),
        (&[T::GroupedContinuousNiceLoop, T::GroupedDiscontinuousNiceLoop, T::GroupedAic], 3000, Some(3)),
        (&[T::AlsXz], 3000, Some(3)),
        (&[T::AlsXyWing], 3200, Some(3)),
        (&[T::AlsXyChain], 3400, Some(3)),
        (&[T::FrankenXWing], 3000, Some(3)),
        (&[T::FrankenSwordfish], 3500, Some(3)),
        (&[T::FinnedFrankenXWing], 3900, Some(3)),
        (&[T::FinnedFrankenSwordfish], 4100, Some(3)),
        (&[T::ForcingChainContradiction, T::ForcingChainVerity], 5000, Some(4)),
        (&[T::ForcingNetContradiction, T::ForcingNetVerity], 7000, Some(4)),
    ],
};

/// [`Rulebook::se`].
const SE: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/se.toml"),
    name: "se",
    scale: "se-1.2.1/1",
    conventions: Conventions::Explainer,
    measure: Measure::Er,
    levels: &[],
    rules: &[
        (&[T::FullHouse], 10, None),
        (&[T::HiddenSingle], 12, None),
        (&[T::DirectPointing], 17, None),
        (&[T::DirectClaiming], 19, None),
        (&[T::DirectHiddenPair], 20, None),
        (&[T::NakedSingle], 23, None),
        (&[T::DirectHiddenTriplet], 25, None),
        (&[T::Pointing], 26, None),
        (&[T::Claiming], 28, None),
        (&[T::NakedPair], 30, None),
        (&[T::XWing], 32, None),
        (&[T::HiddenPair], 34, None),
        (&[T::NakedTriple], 36, None),
        (&[T::Swordfish], 38, None),
        (&[T::HiddenTriple], 40, None),
        (&[T::XyWing], 42, None),
        (&[T::XyzWing], 44, None),
        (
            &[
                T::UniqueRectangle1,
                T::UniqueRectangle2,
                T::UniqueRectangle3,
                T::UniqueRectangle4,
                T::UniqueLoop1,
                T::UniqueLoop2,
                T::UniqueLoop3,
                T::UniqueLoop4,
            ],
            45,
            None,
        ),
        (&[T::NakedQuad], 50, None),
        (&[T::Jellyfish], 52, None),
        (&[T::HiddenQuad], 54, None),
        (&[T::Bug1, T::Bug2, T::Bug3, T::Bug4], 56, None),
        (&[T::AlignedPairExclusion], 62, None),
        (
            &[
                T::BidirectionalXCycle,
                T::BidirectionalYCycle,
                T::BidirectionalCycle,
                T::ForcingXChain,
                T::ForcingChain,
            ],
            65,
            None,
        ),
        (&[T::AlignedTripletExclusion], 75, None),
        (&[T::NishioForcingChains], 75, None),
        (&[T::CellForcingChains, T::RegionForcingChains], 80, None),
        (&[T::DynamicDouble, T::DynamicContradiction, T::DynamicCell, T::DynamicRegion], 85, None),
        (
            &[T::DynamicPlusDouble, T::DynamicPlusContradiction, T::DynamicPlusCell, T::DynamicPlusRegion],
            90,
            None,
        ),
        (&[T::NestedForcing], 95, None),
        (&[T::NestedMultiple], 100, None),
        (&[T::NestedDynamic], 105, None),
        (&[T::NestedNested], 110, None),
    ],
};

/// [`Rulebook::basic`].
const BASIC: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/basic.toml"),
    name: "basic",
    scale: "basic/1",
    conventions: Conventions::Plain,
    measure: Measure::Score,
    levels: &[("beginner", None), ("easy", None), ("medium", None), ("hard", None)],
    rules: &[
        (&[T::FullHouse], 10, Some(0)),
        (&[T::HiddenSingleBox], 20, Some(1)),
        (&[T::HiddenSingle], 30, Some(2)),
        (&[T::NakedSingle], 50, Some(2)),
        (&[T::Pointing], 200, Some(3)),
        (&[T::Claiming], 200, Some(3)),
        (&[T::NakedPair], 300, Some(3)),
        (&[T::HiddenPair], 400, Some(3)),
        (&[T::NakedTriple], 500, Some(3)),
        (&[T::HiddenTriple], 600, Some(3)),
        (&[T::NakedQuad], 700, Some(3)),
        (&[T::HiddenQuad], 800, Some(3)),
    ],
};

/// [`Rulebook::braids`].
const BRAIDS: BuiltIn = BuiltIn {
    text: include_str!("../rulebooks/braids.toml"),
    name: "braids",
    scale: "braids/1",
    conventions: Conventions::Plain,
    measure: Measure::Er,
    levels: &[],
    rules: &[(&[T::NakedSingle], 0, None), (&[T::HiddenSingle], 0, None), (&[T::Braid], 10, None)],
};

impl Rulebook {
    /// HoDoKu's order, scores and levels by its default options (version 2.2; B. Hobiger 2012), in the newest version of the scale.
    ///
    /// # Panics
    /// Never: a test finds it.
    pub fn hodoku() -> &'static Self {
        Self::by_name(HODOKU.name).expect("the rulebook is built in")
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
        Self::by_name(SE.name).expect("the rulebook is built in")
    }

    /// Singles, locked candidates and subsets with levels for children: the rulebook for grids of any shape with a side up to 9.
    ///
    /// The next step depends on the candidates alone, not on the steps before it.
    ///
    /// # Panics
    /// Never: a test finds it.
    pub fn basic() -> &'static Self {
        Self::by_name(BASIC.name).expect("the rulebook is built in")
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
        Self::by_name(BRAIDS.name).expect("the rulebook is built in")
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
    fn tables_are_the_texts() {
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
