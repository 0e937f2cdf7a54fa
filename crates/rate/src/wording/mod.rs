//! Explanations of steps: sentences that say what to look at, and why the step follows.
//!
//! ```text
//! english.txt -parse-> Wording     a template for each technique, and for parts of sentences
//! Step, Notation   -> values of the template's slots -> text
//! ```
//!
//! The sentences are in one file, so that other languages can be added: [`Wording::parse`] reads one, and says what it lacks.

mod explain;

use crate::{Family, Technique, technique::edits};
pub use explain::StepLevels;
use std::{collections::BTreeMap, sync::LazyLock};

/// Templates of the sentences of one language.
///
/// ```
/// use gridmill_rate::{Notation, Reason, Step, Technique, Wording};
/// use gridmill_board::{Cell, Digit, House, HouseKind};
///
/// let house = Reason::House(House::new(HouseKind::Row, 0));
/// let step = Step::place(Technique::HiddenSingle, Cell::new(4), Digit::from_index(6), house);
/// assert_eq!(
///     step.explanation(Wording::english(), &Notation::default()),
///     "In row 1 the digit 7 can only go in r1c5; no other empty cell there can hold it. So r1c5 is 7."
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wording {
    templates: BTreeMap<&'static str, Template>,
}

/// Error in the text of a wording.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct WordingError(#[from] WordingProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum WordingProblem {
    /// A line without a key.
    #[error(
        "line {line} has no key: give `key: text`; a comment begins with `#`, and a line that begins with a space continues the one \
         before"
    )]
    NoKey {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A key that no wording has.
    #[error("line {line}: unknown key `{key}`; the nearest are {}", nearest.join(", "))]
    UnknownKey {
        /// Number of the line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// The nearest keys, best first.
        nearest: Vec<&'static str>,
    },
    /// A key that comes twice.
    #[error("line {line}: `{key}` has a text before")]
    Repeated {
        /// Number of the line, from 1.
        line: usize,
        /// The key.
        key: &'static str,
    },
    /// A slot that the key has not.
    #[error("line {line}: `{key}` has no slot `{slot}`; its slots are {}", slots.join(", "))]
    UnknownSlot {
        /// Number of the line, from 1.
        line: usize,
        /// The key.
        key: &'static str,
        /// The slot.
        slot: String,
        /// The slots of the key.
        slots: &'static [&'static str],
    },
    /// Braces that do not match.
    #[error("line {line}: the braces of `{key}` do not match; a slot is {{name}}, or {{name?one|many}}")]
    Braces {
        /// Number of the line, from 1.
        line: usize,
        /// The key.
        key: &'static str,
    },
    /// Keys without a text.
    #[error("no text for {}", keys.join(", "))]
    Missing {
        /// The keys.
        keys: Vec<&'static str>,
    },
}

impl Wording {
    /// The English wording.
    pub fn english() -> &'static Self {
        static ENGLISH: LazyLock<Wording> =
            LazyLock::new(|| Wording::parse(include_str!("english.txt")).unwrap_or_default());
        &ENGLISH
    }

    /// Returns the text of the English wording: a start for another language.
    pub const fn english_text() -> &'static str {
        include_str!("english.txt")
    }

    /// Reads a wording: lines `key: text`, or `key, key: text` for several keys with one text.
    ///
    /// # Errors
    /// [`WordingError`] for unknown keys and slots, and for keys without a text.
    ///
    /// ```
    /// use gridmill_rate::Wording;
    ///
    /// let text = Wording::english_text().replace("list.and: {first} and {last}", "list.and: {first} und {last}");
    /// assert!(Wording::parse(&text).is_ok());
    /// let error = Wording::parse("xy_wing: {pivots} is wrong").unwrap_err().to_string();
    /// assert!(error.starts_with("line 1: `xy_wing` has no slot `pivots`; its slots are pivot, digits"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, WordingError> {
        let mut templates = BTreeMap::new();
        for (line, entry) in entries(text) {
            let Some((names, sentence)) = entry.split_once(':').filter(|(names, _)| !names.trim().is_empty())
            else {
                return Err(WordingProblem::NoKey { line }.into());
            };
            for name in names.split(',').map(str::trim) {
                let Some((key, slots)) = find(name) else {
                    return Err(WordingProblem::UnknownKey {
                        line,
                        key: name.to_owned(),
                        nearest: nearest(name),
                    }
                    .into());
                };
                let template = Template::parse(sentence.trim(), slots).map_err(|error| match error {
                    TemplateError::Braces => WordingProblem::Braces { line, key },
                    TemplateError::Slot(slot) => WordingProblem::UnknownSlot { line, key, slot, slots },
                })?;
                if templates.insert(key, template).is_some() {
                    return Err(WordingProblem::Repeated { line, key }.into());
                }
            }
        }
        let missing: Vec<_> = all().filter(|key| !templates.contains_key(key)).collect();
        if missing.is_empty() {
            Ok(Self { templates })
        } else {
            Err(WordingProblem::Missing { keys: missing }.into())
        }
    }

    /// Returns the sentence of a key.
    fn fill(&self, key: &str, slots: &Slots) -> String {
        self.templates.get(key).map_or_else(String::new, |template| template.fill(slots))
    }
}

/// Returns the entries of a text with the numbers of their first lines; lines that begin with a space continue an entry.
fn entries(text: &str) -> Vec<(usize, String)> {
    let mut entries: Vec<(usize, String)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        match entries.last_mut() {
            Some((_, entry)) if text.starts_with(' ') => {
                entry.push(' ');
                entry.push_str(text.trim());
            }
            _ => entries.push((line, text.trim_end().to_owned())),
        }
    }
    entries
}

/// Returns the three keys that take the fewest edits to become `name`.
fn nearest(name: &str) -> Vec<&'static str> {
    let mut keys: Vec<_> = all().map(|key| (edits(name, key), key)).collect();
    keys.sort_unstable();
    keys.into_iter().take(3).map(|(_, key)| key).collect()
}

// Templates of sentences: text with slots, and choices between one and many.
//
// ```text
// {cells}                                 the slot's text, a list with "and"
// {cells:or}                              the same with "or"
// {cells?{cells} is|one of {cells} is}    the first text if the slot has one item, else the second
// ```

/// A slot's text, and the number of items that it lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Value {
    text: String,
    /// The same with "or" before the last item.
    or: String,
    count: usize,
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self { or: text.clone(), text, count: 1 }
    }
}

/// Values of slots by name.
#[derive(Debug, Clone, Default)]
struct Slots(Vec<(&'static str, Value)>);

impl Slots {
    /// Adds a slot.
    fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Adds a number.
    fn with_count(self, name: &'static str, count: usize) -> Self {
        self.with(name, Value { count, ..Value::from(count.to_string()) })
    }

    /// Returns the names, each with its text.
    #[cfg(test)]
    fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// Part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Slot(&'static str),
    Or(&'static str),
    Choice(&'static str, Template, Template),
}

/// Sentence with slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Template(Vec<Part>);

/// Error in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum TemplateError {
    /// A brace is not closed, or a choice has not two texts.
    Braces,
    /// A slot that the key has not.
    Slot(String),
}

impl Template {
    /// Reads a template whose slots are among `slots`.
    fn parse(text: &str, slots: &'static [&'static str]) -> Result<Self, TemplateError> {
        TemplateReader { rest: text, slots }.parts(false)
    }

    /// Fills the slots in.
    fn fill(&self, slots: &Slots) -> String {
        let mut text = String::new();
        self.write(slots, &mut text);
        text
    }

    fn write(&self, slots: &Slots, text: &mut String) {
        for part in &self.0 {
            match part {
                Part::Text(part) => text.push_str(part),
                Part::Slot(name) => text.push_str(slots.get(name).map_or("", |value| &value.text)),
                Part::Or(name) => text.push_str(slots.get(name).map_or("", |value| &value.or)),
                Part::Choice(name, one, many) => {
                    let is_one = slots.get(name).is_some_and(|value| value.count == 1);
                    if is_one { one } else { many }.write(slots, text);
                }
            }
        }
    }
}

/// Rest of the text of a template.
struct TemplateReader<'a> {
    rest: &'a str,
    slots: &'static [&'static str],
}

impl TemplateReader<'_> {
    /// Reads parts up to the end, or in a choice up to `|` or `}`.
    fn parts(&mut self, in_choice: bool) -> Result<Template, TemplateError> {
        let mut parts = Vec::new();
        loop {
            let is_end = |c: char| matches!(c, '{' | '}') || in_choice && c == '|';
            let end = self.rest.find(is_end).unwrap_or(self.rest.len());
            if end > 0 {
                parts.push(Part::Text(self.rest[..end].to_owned()));
            }
            self.rest = &self.rest[end..];
            match self.rest.chars().next() {
                None if !in_choice => return Ok(Template(parts)),
                Some('{') => {
                    self.rest = &self.rest[1..];
                    parts.push(self.slot()?);
                }
                Some(_) if in_choice => return Ok(Template(parts)),
                _ => return Err(TemplateError::Braces),
            }
        }
    }

    /// Reads a slot after its brace.
    fn slot(&mut self) -> Result<Part, TemplateError> {
        let end = self.rest.find(['{', '}', '?', '|', ':']).ok_or(TemplateError::Braces)?;
        let name = &self.rest[..end];
        let known = self.slots.iter().copied().find(|&slot| slot == name);
        let slot = known.ok_or_else(|| TemplateError::Slot(name.to_owned()))?;
        self.rest = &self.rest[end..];
        if self.pass('}').is_ok() {
            return Ok(Part::Slot(slot));
        }
        if let Some(rest) = self.rest.strip_prefix(":or}") {
            self.rest = rest;
            return Ok(Part::Or(slot));
        }
        self.pass('?')?;
        let one = self.parts(true)?;
        self.pass('|')?;
        let many = self.parts(true)?;
        self.pass('}')?;
        Ok(Part::Choice(slot, one, many))
    }

    fn pass(&mut self, mark: char) -> Result<(), TemplateError> {
        self.rest = self.rest.strip_prefix(mark).ok_or(TemplateError::Braces)?;
        Ok(())
    }
}

// Keys of a wording, and the slots of each.

type Names = &'static [&'static str];

/// Keys that are not techniques: words, parts of sentences, and forms of some techniques.
const PARTS: &[(&str, Names)] = &[
    ("house.row", &["number"]),
    ("house.column", &["number"]),
    ("house.box", &["number"]),
    ("houses.row", &["numbers"]),
    ("houses.column", &["numbers"]),
    ("houses.box", &["numbers"]),
    ("list.and", &["first", "last"]),
    ("list.or", &["first", "last"]),
    ("list.more", &["first", "last"]),
    ("node.on", &["cells", "digit"]),
    ("node.off", &["cells", "digit"]),
    ("removal", &["digits", "cells"]),
    ("chain.start", &["node"]),
    ("chain.first", &["statement"]),
    ("chain.next", &["statement"]),
    ("chain.strong_house", &["node", "cells", "house"]),
    ("chain.strong_cell", &["node"]),
    ("chain.weak_house", &["node", "house", "digit"]),
    ("chain.weak_cell", &["node", "other"]),
    ("chain.left_house", &["node", "cells", "house"]),
    ("chain.left_cell", &["node"]),
    ("conclusion.either", &["cells", "digit"]),
    ("conclusion.cross", &["first", "last"]),
    ("conclusion.loop", &[]),
    ("conclusion.false", &["cells", "digit"]),
    ("conclusion.two_digits", &["cells", "digit"]),
    ("conclusion.true", &["cells", "digit"]),
    ("conclusion.never", &["cells", "digit", "other"]),
    ("story.one", &["assumption"]),
    ("story.long", &["assumption", "end", "count"]),
    ("story.within", &["count"]),
    ("story.nested", &[]),
    ("story.patterns", &[]),
    ("set", &["name", "cells", "digits"]),
    ("forcing.double", FORCING),
    ("forcing.contradiction", FORCING),
    ("forcing.cell", FORCING),
    ("forcing.house", FORCING),
    ("braid.no_digit", &["cell"]),
    ("braid.no_place", &["digit", "house"]),
    ("deadly.rectangle", PATTERN),
    ("deadly.avoidable", PATTERN),
    ("deadly.loop", PATTERN),
    ("deadly.bug", PATTERN),
    ("deadly.one", &[]),
    ("deadly.naked", &["extra", "house"]),
    ("deadly.hidden", &["extra", "house"]),
    ("als_xz.double", SETS),
    ("level.where", &["places"]),
    ("level.digits", &["digits"]),
    ("level.cell_placed", &["cells"]),
    ("level.cell_removed", &["cells"]),
    ("level.digit_placed", &["digits"]),
    ("level.digit_removed", &["digits"]),
];

const FORCING: Names = &["assumptions", "stories", "result", "cells", "digit", "digits", "house"];
const CHAIN: Names = &["story", "conclusion", "eliminations"];
const SETS: Names = &["sets", "last", "links", "common", "eliminations"];
const PATTERN: Names = &["cells", "digits", "roof", "one"];
const DEADLY: Names = &[
    "pattern",
    "cells",
    "digits",
    "roof",
    "further",
    "subset",
    "house",
    "digit",
    "goes",
    "target",
    "corner",
    "eliminations",
];

/// All keys.
fn all() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|(key, _)| *key).chain(Technique::all().map(Technique::name))
}

/// Returns the slots of a key, and the key itself; `None` for others.
fn find(key: &str) -> Option<(&'static str, Names)> {
    let part = PARTS.iter().copied().find(|(known, _)| *known == key);
    part.or_else(|| {
        let technique = Technique::all().find(|technique| technique.name() == key)?;
        Some((technique.name(), of_technique(technique)))
    })
}

fn of_technique(technique: Technique) -> Names {
    use Technique as T;
    match technique {
        T::NakedSingle => &["cell", "digit"],
        T::DirectPointing | T::DirectClaiming => &["house", "cover", "digit", "cells", "cell", "target"],
        T::DirectHiddenPair | T::DirectHiddenTriplet => &["house", "digits", "cells", "cell", "digit"],
        T::Skyscraper | T::TwoStringKite => &[
            "digit",
            "house_1",
            "pair_1",
            "house_2",
            "pair_2",
            "linking",
            "shared",
            "endpoints",
            "eliminations",
        ],
        T::DualTwoStringKite => &[
            "digit",
            "house_1",
            "pair_1",
            "house_2",
            "pair_2",
            "house_3",
            "pair_3",
            "house_4",
            "pair_4",
            "linking",
            "shared",
            "endpoints_1",
            "endpoints_2",
            "eliminations",
        ],
        T::EmptyRectangle => &[
            "digit",
            "shared",
            "cells",
            "line_1",
            "line_2",
            "house",
            "pair",
            "near",
            "far",
            "target",
            "eliminations",
        ],
        T::DualEmptyRectangle => &[
            "digit",
            "shared",
            "cells",
            "house_1",
            "pair_1",
            "house_2",
            "pair_2",
            "far",
            "target",
            "eliminations",
        ],
        T::TemplateSet => &["digit", "cells"],
        T::TemplateDelete => &["digit", "cells", "eliminations"],
        T::SimpleColorsTrap => &["digit", "color_1", "color_2", "target", "eliminations"],
        T::SimpleColorsWrap => &["digit", "color_1", "color_2", "false", "eliminations"],
        T::MultiColors1 | T::MultiColors2 => {
            &["digit", "color_1", "opposite_1", "color_2", "opposite_2", "eliminations"]
        }
        T::WWing => &["pincers", "digits", "digit", "link", "linking", "house", "eliminations"],
        T::RemotePair => &["cells", "digits", "eliminations"],
        T::AlsXz | T::AlsXyWing | T::AlsXyChain => SETS,
        T::DeathBlossom => &["stem", "digits", "sets", "common", "eliminations"],
        T::SueDeCoq => &["core", "digits", "box", "digits_1", "line", "digits_2", "eliminations"],
        T::TurbotFish => CHAIN,
        _ => match technique.family() {
            Family::Singles => &["cell", "digit", "house"],
            Family::Locked => &["house", "cover", "digit", "cells", "eliminations"],
            Family::Subsets => &["house", "digits", "cells", "eliminations"],
            Family::Fish => &["digit", "base", "cover", "cells", "fins", "eliminations"],
            Family::SingleDigit | Family::Chains | Family::Als | Family::Coloring => CHAIN,
            Family::Uniqueness => DEADLY,
            Family::Wings => &[
                "pivot",
                "digits",
                "pincer_1",
                "digit_1",
                "pincer_2",
                "digit_2",
                "pincers",
                "digit",
                "eliminations",
            ],
            Family::Exclusion => &["cells", "excluders", "eliminations"],
            Family::Braids => &["story", "result"],
            Family::Forcing => &["assumptions", "stories", "result"],
            Family::Chaining => of_chaining(technique),
        },
    }
}

fn of_chaining(technique: Technique) -> Names {
    use Technique as T;
    match technique {
        T::BidirectionalXCycle
        | T::BidirectionalYCycle
        | T::BidirectionalCycle
        | T::ForcingXChain
        | T::ForcingChain => CHAIN,
        _ => &["argument"],
    }
}

#[cfg(test)]
mod tests {
    use super::{explain::Phrases, *};
    use crate::{
        CellNames, FinderMemory, House, HouseKind, Notation, Reason, Step, Technique, library::Case,
    };
    use gridmill_board::{Cell, Digit};

    /// The explanations of the example of each technique.
    fn explanations() -> Vec<(Technique, String)> {
        let (mut scratch, notation) = (FinderMemory::default(), Notation::default());
        let cases =
            include_str!("../../testdata/steps.txt").lines().filter_map(|line| Case::parse(line).unwrap());
        let mut explained = Vec::new();
        for case in cases {
            let step = case.step(&mut scratch).unwrap();
            let phrases = Phrases { wording: Wording::english(), notation: &notation };
            let (key, slots) = phrases.of(&step);
            let (_, needed) = super::find(key).unwrap();
            let missing: Vec<_> = needed.iter().filter(|slot| !slots.names().contains(slot)).collect();
            assert!(missing.is_empty(), "{key} lacks {missing:?}");
            explained.push((step.technique, step.explanation(Wording::english(), &notation)));
        }
        explained
    }

    #[test]
    fn every_technique_is_explained_in_whole_sentences() {
        let explained = explanations();
        assert_eq!(
            explained.iter().map(|(technique, _)| *technique).collect::<Vec<_>>(),
            Technique::all().collect::<Vec<_>>()
        );
        for (technique, text) in explained {
            assert!(text.ends_with('.'), "{technique}: {text}");
            for wrong in ["  ", " .", " ,", ",,", "..", "{", "}", "()", "and and", " in  ", ". ,"] {
                assert!(!text.contains(wrong), "{technique} has `{wrong}`: {text}");
            }
        }
    }

    /// Another shape and the style of letters reach every name.
    #[test]
    fn names_are_those_of_the_notation() {
        let six = Notation::new("2x3".parse().unwrap(), CellNames::LetterDigit);
        let (three, cells) = (Digit::new(3).unwrap(), [20, 22].map(Cell::new).into_iter().collect());
        let house = House::new(HouseKind::Row, 3);
        let reason =
            Reason::Intersection { house, cover: House::new(HouseKind::Box, 3), digit: three, cells };
        let step = Step::place(Technique::DirectClaiming, Cell::new(9), three, reason);
        assert_eq!(
            step.explanation(Wording::english(), &six),
            "In row D the digit 3 can only go in D3 or D5, and these cells are all in box 4, so 3 cannot stand anywhere else in box 4. That \
         leaves only B4 for it in row B. So B4 is 3."
        );
    }

    /// A wording with one line changed is refused, and the error says the line and what is allowed there.
    #[test]
    fn errors_name_the_line_and_what_is_allowed() {
        let replaced = |from: &str, to: &str| {
            Wording::parse(&Wording::english_text().replacen(from, to, 1)).unwrap_err()
        };
        let line =
            |text: &str| 1 + Wording::english_text().lines().position(|line| line.starts_with(text)).unwrap();
        let row = line("house.row");
        assert_eq!(
            replaced("house.row: row {number}", "house.row: row {num}").to_string(),
            format!("line {row}: `house.row` has no slot `num`; its slots are number")
        );
        assert_eq!(
            replaced("house.row: row {number}", "house.row: row {number").to_string(),
            format!(
                "line {row}: the braces of `house.row` do not match; a slot is {{name}}, or {{name?one|many}}"
            )
        );
        assert_eq!(
            replaced("house.row:", "house.raw:"),
            WordingProblem::UnknownKey {
                line: row,
                key: "house.raw".to_owned(),
                nearest: vec!["house.row", "houses.row", "house.box"]
            }
            .into()
        );
        assert_eq!(
            replaced("house.row:", "house.box:"),
            WordingProblem::Repeated { line: row + 2, key: "house.box" }.into()
        );
        assert_eq!(
            replaced("house.row: row {number}\n", ""),
            WordingProblem::Missing { keys: vec!["house.row"] }.into()
        );
        assert_eq!(replaced("house.row:", "house.row"), WordingProblem::NoKey { line: row }.into());
        for wrong in ["{cells?one}", "{cells?one|two|three}", "{cells?one|two", "}", "{", "{cells:if}"] {
            assert!(
                Template::parse(wrong, &["cells"]).is_err_and(|error| error == TemplateError::Braces),
                "{wrong}"
            );
        }
    }

    #[test]
    fn choices_follow_the_number_of_items() {
        let template = Template::parse("{n?{n} is|all of {n:or} are} here", &["n"]).unwrap();
        let phrases = Phrases { wording: Wording::english(), notation: &Notation::default() };
        let list =
            |items: &[&str]| phrases.list(&items.iter().map(|&item| item.to_owned()).collect::<Vec<_>>());
        let filled = |items| template.fill(&Slots::default().with("n", list(items)));
        assert_eq!(filled(&["a"]), "a is here");
        assert_eq!(filled(&["a", "b", "c"]), "all of a, b or c are here");
    }
}
