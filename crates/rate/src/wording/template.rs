//! Templates of sentences: text with slots, and choices between one and many.
//!
//! ```text
//! {cells}                                 the slot's text, a list with "and"
//! {cells:or}                              the same with "or"
//! {cells?{cells} is|one of {cells} is}    the first text if the slot has one item, else the second
//! ```

/// A slot's text, and the number of items that it lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Value {
    pub(super) text: String,
    /// The same with "or" before the last item.
    pub(super) or: String,
    pub(super) count: usize,
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self { or: text.clone(), text, count: 1 }
    }
}

/// Values of slots by name.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots(Vec<(&'static str, Value)>);

impl Slots {
    /// Adds a slot.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Adds a number.
    pub(super) fn with_count(self, name: &'static str, count: usize) -> Self {
        self.with(name, Value { count, ..Value::from(count.to_string()) })
    }

    /// Returns the names, each with its text.
    #[cfg(test)]
    pub(super) fn names(&self) -> Vec<&'static str> {
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
pub(super) struct Template(Vec<Part>);

/// Error in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TemplateError {
    /// A brace is not closed, or a choice has not two texts.
    Braces,
    /// A slot that the key has not.
    Slot(String),
}

impl Template {
    /// Reads a template whose slots are among `slots`.
    pub(super) fn parse(text: &str, slots: &'static [&'static str]) -> Result<Self, TemplateError> {
        TemplateReader { rest: text, slots }.parts(false)
    }

    /// Fills the slots in.
    pub(super) fn fill(&self, slots: &Slots) -> String {
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
