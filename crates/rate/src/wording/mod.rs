//! Explanations of steps: sentences that say what to look at, and why the step follows.
//!
//! ```text
//! english.txt -parse-> Wording     a template for each technique, and for parts of sentences
//! Step, Notation   -> values of the template's slots -> text
//! ```
//!
//! The sentences are in one file, so that other languages can be added: [`Wording::parse`] reads one, and says what it lacks.

mod chains;
mod explain;
mod keys;
mod patterns;
mod template;
#[cfg(test)]
mod tests;

use crate::technique::edits;
use std::{collections::BTreeMap, sync::LazyLock};
use template::{Slots, Template, TemplateError};

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
#[non_exhaustive]
pub enum WordingError {
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
                return Err(WordingError::NoKey { line });
            };
            for name in names.split(',').map(str::trim) {
                let Some((key, slots)) = keys::find(name) else {
                    return Err(WordingError::UnknownKey {
                        line,
                        key: name.to_owned(),
                        nearest: nearest(name),
                    });
                };
                let template = Template::parse(sentence.trim(), slots).map_err(|error| match error {
                    TemplateError::Braces => WordingError::Braces { line, key },
                    TemplateError::Slot(slot) => WordingError::UnknownSlot { line, key, slot, slots },
                })?;
                if templates.insert(key, template).is_some() {
                    return Err(WordingError::Repeated { line, key });
                }
            }
        }
        let missing: Vec<_> = keys::all().filter(|key| !templates.contains_key(key)).collect();
        if missing.is_empty() { Ok(Self { templates }) } else { Err(WordingError::Missing { keys: missing }) }
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
    let mut keys: Vec<_> = keys::all().map(|key| (edits(name, key), key)).collect();
    keys.sort_unstable();
    keys.into_iter().take(3).map(|(_, key)| key).collect()
}
