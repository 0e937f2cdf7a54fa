//! An ordered list of techniques with a rating each: data, read from TOML.
//!
//! ```toml
//! name = "mine"                    # the name in reports
//! scale = "mine/1"                 # the scale of the ratings, with a version
//! conventions = "hodoku"           # or "explainer": whose definitions where the two differ
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

use super::{Conventions, Family, Technique, TechniqueSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{ops::Range, sync::LazyLock};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// Techniques in the order in which they are tried, with a rating each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    text: String,
    name: String,
    scale: String,
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
    /// The techniques.
    pub techniques: TechniqueSet,
    /// Their family.
    pub family: Family,
    /// Rating of a step, in tenths. An instance may be rated higher.
    pub rating: u16,
    /// Largest extra rating of an instance, in tenths. Harder instances are ignored.
    pub most_extra: u16,
    /// The level that a step raises a puzzle to: its place among the levels.
    pub level: Option<u8>,
}

/// A class of puzzles that people know by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifficultyLevel {
    /// The name.
    pub name: String,
    /// The highest score of a puzzle of the level, in tenths; none for the last level.
    pub max_score: Option<u32>,
}

/// Error in the text of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RulebookError {
    /// The line, from 1.
    pub line: usize,
    /// The key, the error, and the values that are allowed.
    pub problem: String,
}

static HODOKU: LazyLock<Rulebook> = LazyLock::new(|| built_in(include_str!("rulebooks/hodoku.toml")));
static SE: LazyLock<Rulebook> = LazyLock::new(|| built_in(include_str!("rulebooks/se.toml")));

#[expect(clippy::expect_used, reason = "the texts are part of the program, and a test reads them")]
fn built_in(text: &str) -> Rulebook {
    Rulebook::parse(text).expect("built-in rulebooks are sound")
}

impl Rulebook {
    /// HoDoKu's order, scores and levels by its default options (version 2.2; B. Hobiger 2012).
    pub fn hodoku() -> &'static Self {
        &HODOKU
    }

    /// The Sudoku Explainer's order and ratings (version 1.2.1; N. Juillerat 2007).
    ///
    /// Of several steps that a rule finds, the first by its place in the grid is taken. So two puzzles that differ by a
    /// transposition, or by other names for the digits, may be rated a little differently, as they are by the
    /// Explainer.
    pub fn se() -> &'static Self {
        &SE
    }

    /// The built-in rulebook of this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        [Self::hodoku(), Self::se()].into_iter().find(|rulebook| rulebook.name == name)
    }

    /// Returns true if the rulebook is built in, so that its name is enough to load it again.
    pub fn is_built_in(&self) -> bool {
        Self::by_name(&self.name) == Some(self)
    }

    /// Reads a rulebook.
    ///
    /// # Errors
    /// [`RulebookError`] for text that is no TOML, unknown keys and techniques, a technique that comes twice, a rule without
    /// rating, and rules of which none places a digit.
    pub fn parse(text: &str) -> Result<Self, RulebookError> {
        let line_of = |span: Range<usize>| text[..span.start.min(text.len())].matches('\n').count() + 1;
        let table = DeTable::parse(text).map_err(|error| RulebookError {
            line: error.span().map_or(1, line_of),
            problem: error.message().to_owned(),
        })?;
        let read = read(table.get_ref());
        let rulebook =
            read.map_err(|Problem { span, problem }| RulebookError { line: line_of(span), problem })?;
        Ok(Self { text: text.to_owned(), ..rulebook })
    }

    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the beginning of the names of its columns where they stand beside those of other rulebooks: the name in lower case, with
    /// `_` in the place of what is neither letter nor digit, and `_`.
    pub fn prefix(&self) -> String {
        Self::prefix_of(&self.name)
    }

    /// Returns the [`prefix`](Self::prefix) of a rulebook with this name.
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
    pub fn places_digits(&self) -> bool {
        self.rules.iter().any(Rule::places_digits)
    }

    /// This rulebook with those rules alone that `keep` accepts.
    #[must_use]
    pub fn restricted(&self, keep: impl FnMut(&Rule) -> bool) -> Self {
        let mut keep = keep;
        let rules = self.rules.iter().copied().filter(|rule| keep(rule)).collect();
        Self { rules, ..self.clone() }
    }

    /// This rulebook with those steps alone that are rated `max`, in tenths, or less.
    #[must_use]
    pub fn up_to(&self, max: u16) -> Self {
        let rules = self.rules.iter().filter(|rule| rule.rating <= max);
        let rules = rules.map(|rule| Rule { most_extra: max - rule.rating, ..*rule }).collect();
        Self { rules, ..self.clone() }
    }

    /// A rating, given in tenths, as the scale writes it: with one decimal where ER is the measure, whole where the score is.
    pub fn shown(&self, rating: u16) -> String {
        match self.measure {
            Measure::Er => format!("{}.{}", rating / 10, rating % 10),
            Measure::Score => (rating / 10).to_string(),
        }
    }

    /// A score, given in tenths, in the same way.
    pub fn shown_score(&self, score: u32) -> String {
        match self.measure {
            Measure::Er => format!("{}.{}", score / 10, score % 10),
            Measure::Score => (score / 10).to_string(),
        }
    }

    /// The level of a puzzle: its hardest step's, or that of its score if this is higher.
    pub fn level(&self, hardest: u8, score: u32) -> u8 {
        let by_score = self.levels.iter().position(|level| level.max_score.is_none_or(|max| score <= max));
        by_score.and_then(|level| u8::try_from(level).ok()).map_or(hardest, |level| level.max(hardest))
    }
}

impl Serialize for Rulebook {
    /// The name of a built-in rulebook, the text of any other.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.is_built_in() { &self.name } else { &self.text })
    }
}

impl<'de> Deserialize<'de> for Rulebook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match Self::by_name(&text) {
            Some(rulebook) => Ok(rulebook.clone()),
            None => Self::parse(&text).map_err(serde::de::Error::custom),
        }
    }
}

/// Description of an error, and the part of the text that has it.
struct Problem {
    span: Range<usize>,
    problem: String,
}

fn problem<T>(span: Range<usize>, problem: impl Into<String>) -> Result<T, Problem> {
    Err(Problem { span, problem: problem.into() })
}

type Value<'a> = Spanned<DeValue<'a>>;

fn read(table: &DeTable<'_>) -> Result<Rulebook, Problem> {
    only_keys(table, &["name", "scale", "conventions", "measure", "level", "rule"])?;
    let [name, scale] =
        [text_of(table, "name", 0..0)?, text_of(table, "scale", 0..0)?].map(|(_, text)| text.to_owned());
    let conventions = text_of(table, "conventions", 0..0)?;
    let conventions = match conventions.1 {
        "hodoku" => Conventions::Hodoku,
        "explainer" => Conventions::Explainer,
        other => {
            return problem(
                conventions.0,
                format!("conventions = `{other}`: allowed are hodoku and explainer"),
            );
        }
    };
    let levels = tables(table, "level")?.into_iter().map(|(span, level)| read_level(level, span));
    let levels = levels.collect::<Result<Vec<_>, _>>()?;
    let mut rules = Vec::new();
    let mut seen = TechniqueSet::EMPTY;
    let tables = tables(table, "rule")?;
    for (span, rule) in &tables {
        rules.push(read_rule(span.clone(), rule, &levels, &mut seen)?);
    }
    if !rules.iter().any(Rule::places_digits) {
        let first = tables.first().map_or(0..0, |(span, _)| span.clone());
        return problem(
            first,
            "rule: no `technique` ever places a digit; add `naked_single` or `hidden_single`",
        );
    }
    let measure = read_measure(table, conventions, &rules)?;
    Ok(Rulebook { text: String::new(), name, scale, conventions, measure, rules, levels })
}

/// Reads the measure, or chooses it by the rules.
fn read_measure(table: &DeTable<'_>, conventions: Conventions, rules: &[Rule]) -> Result<Measure, Problem> {
    let has_decimals = rules.iter().any(|rule| rule.rating % 10 != 0);
    if !table.contains_key("measure") {
        let is_er = conventions == Conventions::Explainer || has_decimals;
        return Ok(if is_er { Measure::Er } else { Measure::Score });
    }
    match text_of(table, "measure", 0..0)? {
        (_, "er") => Ok(Measure::Er),
        (span, "score") if has_decimals => {
            problem(span, "measure = `score`: a rating has a decimal; make all ratings whole, or give `er`")
        }
        (_, "score") => Ok(Measure::Score),
        (span, other) => problem(span, format!("measure = `{other}`: allowed are er and score")),
    }
}

impl Rule {
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

fn read_level(table: &DeTable<'_>, span: Range<usize>) -> Result<DifficultyLevel, Problem> {
    only_keys(table, &["name", "max_score"])?;
    let (_, name) = text_of(table, "name", span)?;
    let max_score = table.get("max_score").map(|value| tenths(value, "max_score", 1_000_000)).transpose()?;
    Ok(DifficultyLevel { name: name.to_owned(), max_score })
}

fn read_rule(
    span: Range<usize>,
    table: &DeTable<'_>,
    levels: &[DifficultyLevel],
    seen: &mut TechniqueSet,
) -> Result<Rule, Problem> {
    only_keys(table, &["technique", "rating", "level"])?;
    let (techniques, family) = read_techniques(table, span.clone(), seen)?;
    let Some(rating) = table.get("rating") else {
        return problem(span, "rule without `rating`");
    };
    let rating = u16::try_from(tenths(rating, "rating", 6000)?).unwrap_or(u16::MAX);
    let level = match table.get("level") {
        None if levels.is_empty() => None,
        None => return problem(span, "rule without `level`"),
        Some(_) => {
            let (span, name) = text_of(table, "level", span)?;
            let Some(level) = levels.iter().position(|level| level.name == name) else {
                let names: Vec<_> = levels.iter().map(|level| level.name.as_str()).collect();
                return problem(span, format!("level = `{name}`: allowed are {}", names.join(", ")));
            };
            u8::try_from(level).ok()
        }
    };
    Ok(Rule { techniques, family, rating, most_extra: u16::MAX, level })
}

fn read_techniques(
    table: &DeTable<'_>,
    span: Range<usize>,
    seen: &mut TechniqueSet,
) -> Result<(TechniqueSet, Family), Problem> {
    let Some(value) = table.get("technique") else {
        return problem(span, "rule without `technique`");
    };
    let names: Vec<&Value<'_>> = match value.get_ref() {
        DeValue::Array(names) => names.iter().collect(),
        _ => vec![value],
    };
    let mut techniques = TechniqueSet::EMPTY;
    let mut family = None;
    for name in names {
        let Some(text) = name.get_ref().as_str() else {
            return problem(name.span(), "technique: allowed are a name and a list of names");
        };
        let technique: Technique = match text.parse() {
            Ok(technique) => technique,
            Err(error) => return problem(name.span(), format!("technique: {error}")),
        };
        if seen.contains(technique) {
            return problem(name.span(), format!("technique `{text}` is there twice"));
        }
        if family.is_some_and(|family| family != technique.family()) {
            return problem(
                name.span(),
                format!("technique `{text}` is of another family than those before it"),
            );
        }
        family = Some(technique.family());
        *seen = seen.with(technique);
        techniques = techniques.with(technique);
    }
    match family {
        Some(family) => Ok((techniques, family)),
        None => problem(value.span(), "technique: the list is empty"),
    }
}

fn only_keys(table: &DeTable<'_>, allowed: &[&str]) -> Result<(), Problem> {
    match table.keys().find(|key| !allowed.contains(&key.get_ref().as_ref())) {
        None => Ok(()),
        Some(key) => problem(
            key.span(),
            format!("unknown key `{}`: allowed are {}", key.get_ref(), allowed.join(", ")),
        ),
    }
}

/// The tables of `[[key]]`.
fn tables<'a, 'i>(
    table: &'a DeTable<'i>,
    key: &str,
) -> Result<Vec<(Range<usize>, &'a DeTable<'i>)>, Problem> {
    let Some(value) = table.get(key) else { return Ok(Vec::new()) };
    let Some(list) = value.get_ref().as_array() else {
        return problem(value.span(), format!("{key}: allowed are tables headed [[{key}]]"));
    };
    let one = |value: &'a Value<'i>| match value.get_ref().as_table() {
        Some(table) => Ok((value.span(), table)),
        None => problem(value.span(), format!("{key}: allowed are tables headed [[{key}]]")),
    };
    list.iter().map(one).collect()
}

/// The text under a key that must be there, and where it stands.
fn text_of<'a>(
    table: &'a DeTable<'_>,
    key: &str,
    around: Range<usize>,
) -> Result<(Range<usize>, &'a str), Problem> {
    let Some(value) = table.get(key) else { return problem(around, format!("`{key}` is missing")) };
    match value.get_ref().as_str() {
        Some(text) => Ok((value.span(), text)),
        None => problem(value.span(), format!("{key}: allowed is a text in quotes")),
    }
}

/// A number from 0 to `most` with one decimal at most, in tenths.
fn tenths(value: &Value<'_>, key: &str, most: u32) -> Result<u32, Problem> {
    let number = match value.get_ref() {
        DeValue::Integer(number) => number.as_str().parse().ok(),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    };
    let tenths = number.map(|number: f64| number * 10.0);
    match tenths {
        Some(tenths)
            if (tenths - tenths.round()).abs() < 1e-6 && (0.0..=f64::from(most) * 10.0).contains(&tenths) =>
        {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
            Ok(tenths.round() as u32)
        }
        _ => problem(
            value.span(),
            format!("{key}: allowed is a number from 0 to {most} with one decimal at most"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n";

    #[test]
    fn the_built_in_rulebooks_have_their_published_ratings() {
        let rating = |rulebook: &Rulebook, technique| rulebook.rule(technique).map(|rule| rule.rating);
        assert_eq!(rating(Rulebook::hodoku(), Technique::SashimiSwordfish), Some(2400));
        assert_eq!(rating(Rulebook::se(), Technique::XyzWing), Some(44));
        assert_eq!(rating(Rulebook::se(), Technique::Skyscraper), None);
        assert_eq!(Rulebook::by_name("se"), Some(Rulebook::se()));
        assert_eq!(Rulebook::by_name("other"), None);
    }

    #[test]
    fn the_measure_follows_the_ratings_unless_it_is_named() {
        let measure = |conventions: &str, named: &str, rating: &str| {
            let head = HEAD.replace("hodoku", conventions);
            let text = format!("{head}{named}\n[[rule]]\ntechnique = \"naked_single\"\nrating = {rating}");
            let rulebook = Rulebook::parse(&text).unwrap();
            (rulebook.measure(), rulebook.shown(30), rulebook.shown_score(12_340))
        };
        let [er, score] = [(Measure::Er, "3.0", "1234.0"), (Measure::Score, "3", "1234")]
            .map(|(measure, shown, score)| (measure, shown.to_owned(), score.to_owned()));
        assert_eq!(measure("hodoku", "", "3"), score);
        assert_eq!(measure("hodoku", "", "2.3"), er);
        assert_eq!(measure("explainer", "", "3"), er);
        assert_eq!(measure("explainer", "measure = \"score\"", "3"), score);
        assert_eq!(measure("hodoku", "measure = \"er\"", "3"), er);
        assert_eq!(Rulebook::hodoku().measure(), Measure::Score);
        assert_eq!(Rulebook::se().measure(), Measure::Er);
    }

    #[test]
    fn a_level_is_raised_by_the_score() {
        let hodoku = Rulebook::hodoku();
        let name = |level: u8| hodoku.levels()[usize::from(level)].name.as_str();
        assert_eq!(name(hodoku.level(0, 8000)), "easy");
        assert_eq!(name(hodoku.level(0, 8010)), "medium");
        assert_eq!(name(hodoku.level(3, 8000)), "unfair");
        assert_eq!(name(hodoku.level(0, 18010)), "extreme");
    }

    #[test]
    fn faults_are_named_by_line_and_key() {
        let rule = |text: &str| format!("{HEAD}[[rule]]\n{text}\n");
        for (text, line, part) in [
            ("name = ".to_owned(), 1, ""),
            ("name = 3".to_owned(), 1, "name"),
            ("name = \"mine\"\nscale = 3".to_owned(), 2, "scale"),
            (HEAD.replace("hodoku", "mine"), 3, "conventions"),
            (
                format!("{HEAD}measure = \"hardness\"\n[[rule]]\ntechnique = \"naked_single\"\nrating = 3"),
                4,
                "er and score",
            ),
            (
                format!("{HEAD}measure = \"score\"\n[[rule]]\ntechnique = \"naked_single\"\nrating = 2.3"),
                4,
                "has a decimal",
            ),
            (HEAD.to_owned(), 1, "`technique` ever places a digit"),
            (rule("technique = \"naked_pair\"\nrating = 3"), 4, "`technique` ever places a digit"),
            (rule("technique = \"naked_single\""), 4, "without `rating`"),
            (rule("rating = 3"), 4, "without `technique`"),
            (rule("technique = \"nakedsingle\"\nrating = 3"), 5, "naked_single"),
            (rule("technique = \"naked_single\"\nrating = \"hard\""), 6, "one decimal"),
            (rule("technique = \"naked_single\"\nrating = 2.35"), 6, "one decimal"),
            (rule("technique = \"naked_single\"\nrating = 3\nlevel = \"easy\""), 7, "level"),
            (rule("technique = [\"naked_single\", \"x_wing\"]\nrating = 3"), 5, "another family"),
            (rule("technique = [\"naked_single\", \"naked_single\"]\nrating = 3"), 5, "twice"),
            (rule("technique = \"naked_single\"\nrating = 3\ncolour = 1"), 7, "unknown key `colour`"),
        ] {
            let error = Rulebook::parse(&text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.problem.contains(part), "{text}: {error}");
        }
    }
}
