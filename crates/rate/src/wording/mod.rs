//! Wordings: the sentences of one language, which explain steps and name problems.
//!
//! ```text
//! en.txt -parse-> Wording     a template for each technique, and for parts of sentences
//! Step, Notation   -> values of the template's slots -> text
//! ```
//!
//! A language is one file. That of English is the model: its keys and the slots of its texts are those of every language.

mod explain;

use crate::{Role, Technique, technique::nearest};
pub use explain::StepLevels;
use gridmill_board::{Cell, Shape};
use std::sync::LazyLock;

/// Languages of the built-in wordings, and their files.
const LANGUAGES: &[(&str, &str)] = &[
    ("en", include_str!("en.txt")),
    #[cfg(feature = "languages")]
    ("de", include_str!("de.txt")),
    #[cfg(feature = "languages")]
    ("fr", include_str!("fr.txt")),
    #[cfg(feature = "languages")]
    ("es", include_str!("es.txt")),
    #[cfg(feature = "languages")]
    ("ja", include_str!("ja.txt")),
];

/// Templates of the sentences of one language.
///
/// ```
/// use gridmill_board::{Grid, Shape};
/// use gridmill_rate::{Notation, Pencilmarks, Rater, Rulebook, Wording};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
/// let next = Rater::new(Rulebook::hodoku()).next_step(&marks)?.ok_or("stuck")?;
/// assert_eq!(
///     next.step.explanation(Wording::english(), &Notation::default()),
///     "5 is the only digit that is still possible in r5c5. So r5c5 is 5."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wording {
    /// Templates by key, in the order of the keys.
    templates: Vec<(String, Template)>,
}

/// Error in the text of a wording, or an unknown language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WordingError(String);

impl Wording {
    /// The English wording.
    pub fn english() -> &'static Self {
        static ENGLISH: LazyLock<Wording> =
            LazyLock::new(|| Wording::read(LANGUAGES[0].1, None).unwrap_or_default());
        &ENGLISH
    }

    /// Returns the codes of the built-in languages, English first; the others are there with the feature `languages`.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|(code, _)| *code)
    }

    /// Returns the file of a built-in language: a start for another wording.
    pub fn text_of(language: &str) -> Option<&'static str> {
        LANGUAGES.iter().find(|(code, _)| *code == language).map(|(_, text)| *text)
    }

    /// Returns the wording of a built-in language.
    ///
    /// # Errors
    /// [`WordingError`] for other languages, with those that there are.
    pub fn of_language(language: &str) -> Result<Self, WordingError> {
        let unknown = || {
            let codes = Self::languages().collect::<Vec<_>>().join(", ");
            WordingError(format!("there is no language `{language}`; there are {codes}"))
        };
        Self::text_of(language).ok_or_else(unknown).and_then(Self::parse)
    }

    /// Reads a wording: lines `key: text`, or `key, key: text` for several keys with one text.
    ///
    /// # Errors
    /// [`WordingError`] for keys and slots that English does not have, and for those that only English has.
    ///
    /// ```
    /// use gridmill_rate::Wording;
    ///
    /// let english = Wording::text_of("en").unwrap();
    /// let text = english.replace("list.and: {first} and {last}", "list.and: {first} und {last}");
    /// assert!(Wording::parse(&text).is_ok());
    /// let error = Wording::parse("xy_wing: {pivots} is wrong").unwrap_err().to_string();
    /// assert!(error.starts_with("line 1: `xy_wing` has no slot `pivots`; its slots are pivot, digits, digit_1"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, WordingError> {
        Self::read(text, Some(Self::english()))
    }

    /// Reads a wording with the keys and slots of a model.
    fn read(text: &str, model: Option<&Self>) -> Result<Self, WordingError> {
        let mut wording = Self::default();
        for (line, entry) in entries(text) {
            let at = |problem: String| WordingError(format!("line {line}: {problem}"));
            let Some((keys, sentence)) = entry.split_once(':').filter(|(keys, _)| !keys.trim().is_empty())
            else {
                return Err(at("there is no key; give `key: text`. A comment begins with `#`, and a line that begins with a space \
                               continues the one before"
                    .to_owned()));
            };
            for key in keys.split(',').map(str::trim) {
                let template = Template::parse(sentence.trim()).ok_or_else(|| {
                    at(format!(
                        "the braces of `{key}` do not match; a slot is {{name}}, {{name:or}} or {{name?one|many}}"
                    ))
                })?;
                if let Some(model) = model {
                    model.check(key, &template).map_err(at)?;
                }
                match wording.place(key) {
                    Ok(_) => return Err(at(format!("`{key}` has a text before"))),
                    Err(place) => wording.templates.insert(place, (key.to_owned(), template)),
                }
            }
        }
        let keys = model.iter().flat_map(|model| &model.templates).map(|(key, _)| key.as_str());
        let missing: Vec<&str> = keys.filter(|key| wording.get(key).is_none()).collect();
        let (listed, others) = missing.split_at(missing.len().min(5));
        if listed.is_empty() {
            return Ok(wording);
        }
        let more = if others.is_empty() { "" } else { " and others" };
        Err(WordingError(format!("there is no text for `{}`{more}", listed.join("`, `"))))
    }

    /// Returns the place of a key, or the place where it would be.
    fn place(&self, key: &str) -> Result<usize, usize> {
        self.templates.binary_search_by(|(known, _)| known.as_str().cmp(key))
    }

    fn get(&self, key: &str) -> Option<&Template> {
        self.place(key).ok().map(|place| &self.templates[place].1)
    }

    /// Checks that a text has the slots of the text that this wording has for the key.
    fn check(&self, key: &str, template: &Template) -> Result<(), String> {
        let optional = optional(key);
        let Some(own) = self.get(key).or(optional.as_ref()) else {
            let nearest = nearest(key, &mut self.templates.iter().map(|(known, _)| known.as_str()));
            return Err(format!("unknown key `{key}`; the nearest are {}", nearest.join(", ")));
        };
        let slots = own.slots(false);
        let difference = |these: &[&str], others: &[&str]| -> Option<String> {
            these.iter().find(|slot| !others.contains(slot)).map(|slot| (*slot).to_owned())
        };
        let problem = if let Some(slot) = difference(&template.slots(false), &slots) {
            format!("has no slot `{slot}`")
        } else if let Some(slot) = difference(&own.slots(true), &template.slots(true)) {
            format!("must print `{slot}` in each of its forms")
        } else {
            return Ok(());
        };
        let listed = if slots.is_empty() { "none".to_owned() } else { slots.join(", ") };
        Err(format!("`{key}` {problem}; its slots are {listed}"))
    }

    /// Returns the sentence of a key, such as those that begin with `problem.`. Slots are lists of one item or more.
    #[doc(hidden)]
    pub fn sentence(&self, key: &str, slots: &[(&'static str, &[String])]) -> String {
        let all = Slots::default();
        self.fill(key, &slots.iter().fold(all, |all, (name, items)| all.with(name, self.list(items))))
    }

    /// Returns the text of a key that a wording may leave out, such as those that begin with `book.`.
    #[doc(hidden)]
    pub fn optional(&self, key: &str, slots: &[(&'static str, &[String])]) -> Option<String> {
        self.get(key).map(|_| self.sentence(key, slots))
    }

    /// Returns the name of a technique for people: the English one, unless the wording has another.
    pub fn title(&self, technique: Technique) -> String {
        let own = self.optional(&(TITLE.to_owned() + technique.name()), &[]);
        own.unwrap_or_else(|| technique.title().to_owned())
    }

    /// Returns the name of a level for people: that of the rulebook, unless the wording has another.
    pub fn level(&self, name: &str) -> String {
        let own = self.optional(&(LEVEL.to_owned() + &name.to_lowercase()), &[]);
        own.unwrap_or_else(|| name.to_owned())
    }

    /// Returns a word of the legends of pictures: the name of a [`Role`], or of another mark, such as `strong_link`. Without one of the wording
    /// it is the name in English words.
    #[doc(hidden)]
    pub fn legend(&self, name: &str) -> String {
        debug_assert!(is_mark(name), "{name} is no mark");
        let own = self.optional(&(LEGEND.to_owned() + name), &[]);
        own.unwrap_or_else(|| match name {
            "als" => "set".to_owned(),
            "assumption" => "start".to_owned(),
            name => name.replace('_', " "),
        })
    }

    /// Returns the name of a cell in words.
    #[doc(hidden)]
    pub fn cell_in_words(&self, shape: Shape, cell: Cell) -> String {
        let [row, column] = [shape.row(cell), shape.col(cell)].map(|number| (number + 1).to_string());
        self.fill("cell", &Slots::default().with("row", row).with("column", column))
    }

    /// Returns the sentence of a key.
    fn fill(&self, key: &str, slots: &Slots) -> String {
        let template = self.get(key);
        debug_assert!(template.is_some(), "there is no text for {key}");
        template.map_or_else(String::new, |template| template.fill(slots))
    }

    /// Joins items by commas, and the last by "and", or by "or".
    fn list(&self, items: &[String]) -> Value {
        let [text, or] = ["list.and", "list.or"].map(|key| self.joined(items, key));
        Value { text, or, count: items.len() }
    }

    fn joined(&self, items: &[String], last_key: &str) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [first, between @ .., last] => {
                let before =
                    between.iter().fold(first.clone(), |all, item| self.join("list.more", all, item));
                self.join(last_key, before, last)
            }
        }
    }

    /// Joins two texts: items, or sentences.
    fn join(&self, key: &str, first: String, last: &str) -> String {
        self.fill(key, &Slots::default().with("first", first).with("last", last.to_owned()))
    }
}

/// Beginning of the keys of names of techniques.
const TITLE: &str = "title.";
/// Beginning of the keys of names of levels. Rulebooks have levels of their own, so any name may follow.
const LEVEL: &str = "difficulty.";
/// Beginning of the keys of the words of legends.
const LEGEND: &str = "legend.";
/// Words of legends, next to the names of roles.
const MARKS: &str = "chain cover digit_removed_elsewhere end excluding_candidate extra_candidate fin first_colour fourth_colour indirect \
                     linking_digit off on on_and_off order pattern place_of_the_digit removed second_colour strong_link third_colour \
                     weak_link";
/// Keys of the words of books, with their slots.
const BOOK: [(&str, &str); 8] = [
    ("book.solutions", ""),
    ("book.hints", ""),
    ("book.on_page", "{page}"),
    ("book.page", "{page}"),
    ("book.puzzle", ""),
    ("book.puzzles", ""),
    ("book.range", "{first}{last}"),
    ("book.rules", "{digits}"),
];

/// Returns true for the names of roles and of other marks in legends.
fn is_mark(name: &str) -> bool {
    Role::ALL.iter().any(|role| role.name() == name) || MARKS.split(' ').any(|known| known == name)
}

/// Returns a text with the slots of a key that a wording may leave out, because its English is elsewhere; `None` for other keys.
fn optional(key: &str) -> Option<Template> {
    let is_title = key.strip_prefix(TITLE).is_some_and(|name| name.parse::<Technique>().is_ok());
    let is_mark = key.strip_prefix(LEGEND).is_some_and(is_mark);
    if is_title || is_mark || key.starts_with(LEVEL) {
        return Some(Template::default());
    }
    let (_, slots) = BOOK.iter().find(|(known, _)| *known == key)?;
    Template::parse(slots)
}

/// Returns the entries of a text with the numbers of their first lines; lines that begin with a space continue an entry.
fn entries(text: &str) -> Vec<(usize, String)> {
    let mut entries: Vec<(usize, String)> = Vec::new();
    for (line, text) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
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

    fn with_count(self, name: &'static str, count: usize) -> Self {
        self.with(name, Value { count, ..Value::from(count.to_string()) })
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// Part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Slot(String),
    Or(String),
    Choice(String, Template, Template),
}

/// Sentence with slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Template(Vec<Part>);

impl Template {
    /// Reads a template; `None` if a brace is not closed, or a choice has not two texts.
    fn parse(text: &str) -> Option<Self> {
        TemplateReader { rest: text }.parts(0)
    }

    /// Returns the slots that occur; with `always`, those that are printed whatever the slots list.
    fn slots(&self, always: bool) -> Vec<&str> {
        let mut slots = Vec::new();
        for part in &self.0 {
            let of_part = match part {
                Part::Text(_) => continue,
                Part::Slot(name) | Part::Or(name) => vec![name.as_str()],
                Part::Choice(name, one, many) => {
                    let [mut one, many] = [one, many].map(|form| form.slots(always));
                    if always {
                        one.retain(|slot| many.contains(slot));
                        one
                    } else {
                        [vec![name.as_str()], one, many].concat()
                    }
                }
            };
            for slot in of_part {
                if !slots.contains(&slot) {
                    slots.push(slot);
                }
            }
        }
        slots
    }

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

/// Choices within one another, at most.
const MAX_CHOICES: usize = 4;

/// Rest of the text of a template.
struct TemplateReader<'a> {
    rest: &'a str,
}

impl TemplateReader<'_> {
    /// Reads parts up to the end, or within choices up to `|` or `}`.
    fn parts(&mut self, choices: usize) -> Option<Template> {
        let (in_choice, mut parts) = (choices > 0, Vec::new());
        loop {
            let is_end = |c: char| matches!(c, '{' | '}') || in_choice && c == '|';
            let end = self.rest.find(is_end).unwrap_or(self.rest.len());
            if end > 0 {
                parts.push(Part::Text(self.rest[..end].to_owned()));
            }
            self.rest = &self.rest[end..];
            match self.rest.chars().next() {
                None if !in_choice => return Some(Template(parts)),
                Some('{') => {
                    self.pass("{")?;
                    parts.push(self.slot(choices + 1)?);
                }
                Some(_) if in_choice => return Some(Template(parts)),
                _ => return None,
            }
        }
    }

    /// Reads a slot after its brace.
    fn slot(&mut self, choices: usize) -> Option<Part> {
        let end = self.rest.find(['{', '}', '?', '|', ':'])?;
        let name = self.rest[..end].to_owned();
        self.rest = &self.rest[end..];
        if self.pass("}").is_some() {
            return Some(Part::Slot(name));
        }
        if self.pass(":or}").is_some() {
            return Some(Part::Or(name));
        }
        // A file may come from anywhere, so the depth of choices has a bound.
        self.pass("?").filter(|()| choices <= MAX_CHOICES)?;
        let one = self.parts(choices)?;
        self.pass("|")?;
        let many = self.parts(choices)?;
        self.pass("}")?;
        Some(Part::Choice(name, one, many))
    }

    fn pass(&mut self, mark: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(mark)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{explain::Phrases, *};
    use crate::{
        CellNames, FinderMemory, House, HouseKind, Notation, Reason, Step, Technique, library::Case,
    };
    use gridmill_board::{Cell, Digit};
    use std::collections::BTreeSet;

    /// The example of each technique.
    fn examples() -> Vec<Step> {
        let mut scratch = FinderMemory::default();
        let cases =
            include_str!("../../testdata/steps.txt").lines().filter_map(|line| Case::parse(line).unwrap());
        cases.map(|case| case.step(&mut scratch).unwrap()).collect()
    }

    /// Every built-in language has a text for every technique, whose slots have values and which ends as sentences end.
    #[test]
    fn every_technique_is_explained_in_whole_sentences() {
        let examples = examples();
        assert_eq!(
            examples.iter().map(|step| step.technique).collect::<Vec<_>>(),
            Technique::all().collect::<Vec<_>>()
        );
        for (language, text) in LANGUAGES {
            let wording = Wording::parse(text).unwrap_or_else(|error| panic!("{language}: {error}"));
            for names in CellNames::ALL {
                let notation = Notation::new("3x3".parse().unwrap(), names);
                for step in &examples {
                    let (key, slots) = Phrases { wording: &wording, notation: &notation }.of(step);
                    let needed = wording.get(key).unwrap().slots(false);
                    let missing: Vec<_> = needed.iter().filter(|slot| slots.get(slot).is_none()).collect();
                    assert!(missing.is_empty(), "{language}: {key} lacks {missing:?}");
                    let (explanation, levels) =
                        (step.explanation(&wording, &notation), step.levels(&wording, &notation));
                    for text in [&explanation, &levels.place, &levels.cell, &levels.digit] {
                        let name = format!("{language}: {}: {text}", step.technique);
                        assert!(text.ends_with(['.', '\u{3002}']), "{name}");
                        for wrong in ["  ", " .", " ,", ",,", "..", "{", "}", "()", " in  ", ". ,", "|"] {
                            assert!(!text.contains(wrong), "{name} has `{wrong}`");
                        }
                    }
                }
            }
        }
    }

    /// A language is another one: no text but those of punctuation and names is that of English, and what each names is the same.
    #[test]
    fn languages_say_the_same_in_other_words() {
        let places = |text: &str| -> BTreeSet<String> {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            let is_place =
                |word: &&str| word.len() == 4 && word.starts_with('r') && word.as_bytes()[2] == b'c';
            words.filter(is_place).map(str::to_owned).collect()
        };
        let notation = Notation::default();
        for (language, text) in &LANGUAGES[1..] {
            let wording = Wording::parse(text).unwrap();
            for (key, template) in &Wording::english().templates {
                let is_bare = template.0.iter().all(
                    |part| !matches!(part, Part::Text(text) if text.contains(|c: char| c.is_alphabetic())),
                );
                assert!(is_bare || template != wording.get(key).unwrap(), "{language}: {key} is English");
            }
            for step in examples() {
                let [own, english] = [&wording, Wording::english()]
                    .map(|wording| places(&step.explanation(wording, &notation)));
                assert_eq!(own, english, "{language}: {}", step.technique);
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
        let english = LANGUAGES[0].1;
        let replaced = |from: &str, to: &str| {
            assert!(english.contains(from));
            Wording::parse(&english.replacen(from, to, 1)).unwrap_err().to_string()
        };
        let line = |text: &str| 1 + english.lines().position(|line| line.starts_with(text)).unwrap();
        let row = line("house.row");
        let whole = "house.row: row {number}\n";
        for (from, to, problem) in [
            (whole, "house.row: row {num}\n", "`house.row` has no slot `num`; its slots are number"),
            (
                whole,
                "house.row: row\n",
                "`house.row` must print `number` in each of its forms; its slots are number",
            ),
            (
                whole,
                "house.row: {number?row {number}|rows}\n",
                "`house.row` must print `number` in each of its forms; its slots are number",
            ),
            (
                whole,
                "house.row: row {number\n",
                "the braces of `house.row` do not match; a slot is {name}, {name:or} or {name?one|many}",
            ),
            (
                "house.row:",
                "house.raw:",
                "unknown key `house.raw`; the nearest are house.row, houses.row, house.box",
            ),
            (
                "house.row:",
                "house.row",
                "there is no key; give `key: text`. A comment begins with `#`, and a line that begins with a space continues the one \
                 before",
            ),
        ] {
            assert_eq!(replaced(from, to), format!("line {row}: {problem}"));
        }
        let problem = format!("line {}: `house.box` has a text before", row + 2);
        assert_eq!(replaced("house.row:", "house.box:"), problem);
        assert_eq!(replaced(whole, ""), "there is no text for `house.row`");
        assert!(replaced(&english[english.find("\nlist").unwrap()..], "\n").ends_with(" and others"));
        let one = "story.nested";
        let slotless = replaced(&format!("{one}: "), &format!("{one}: {{count}} "));
        assert_eq!(slotless, format!("line {}: `{one}` has no slot `count`; its slots are none", line(one)));
        assert_eq!(
            Wording::of_language("xx").unwrap_err().to_string(),
            format!(
                "there is no language `xx`; there are {}",
                Wording::languages().collect::<Vec<_>>().join(", ")
            )
        );
        for wrong in ["{cells?one}", "{cells?one|two|three}", "{cells?one|two", "}", "{", "{cells:if}"] {
            assert!(Template::parse(wrong).is_none(), "{wrong}");
        }
        assert!(Template::parse(&"{cells?".repeat(1 << 20)).is_none());
    }

    /// A title is that of the wording, or else the English one.
    #[test]
    fn titles_are_those_of_the_wording() {
        let text = LANGUAGES[0].1.to_owned() + "title.naked_single: Nackter Einer\n";
        let wording = Wording::parse(&text).unwrap();
        assert_eq!(wording.title(Technique::NakedSingle), "Nackter Einer");
        assert_eq!(wording.title(Technique::XWing), Technique::XWing.title());
        let error = Wording::parse(&text.replace("title.naked_single", "title.bare_single")).unwrap_err();
        assert!(error.to_string().contains("unknown key `title.bare_single`"), "{error}");
    }

    /// Each language has a word for every mark and role of a picture.
    #[test]
    fn legends_are_in_each_language() {
        let english = Wording::english();
        assert_eq!(english.legend("als"), "set");
        assert_eq!(english.legend("strong_link"), "strong link");
        let shown = Role::ALL.iter().map(|role| role.name()).filter(|name| *name != "eliminated");
        let names: Vec<&str> = shown.chain(MARKS.split(' ')).collect();
        for (language, text) in &LANGUAGES[1..] {
            let wording = Wording::parse(text).unwrap();
            for name in &names {
                assert!(wording.get(&format!("legend.{name}")).is_some(), "{language} lacks {name}");
            }
            let error =
                Wording::parse(&text.replace("legend.strong_link", "legend.string_link")).unwrap_err();
            assert!(error.to_string().contains("unknown key `legend.string_link`"), "{error}");
        }
    }

    #[test]
    fn choices_follow_the_number_of_items() {
        let template = Template::parse("{n?{n} is|all of {n:or} are} here").unwrap();
        let list = |items: &[&str]| {
            Wording::english().list(&items.iter().map(|&item| item.to_owned()).collect::<Vec<_>>())
        };
        let filled = |items| template.fill(&Slots::default().with("n", list(items)));
        assert_eq!(filled(&["a"]), "a is here");
        assert_eq!(filled(&["a", "b", "c"]), "all of a, b or c are here");
    }
}
