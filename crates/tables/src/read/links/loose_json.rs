//! JSON as links hold it: strict, or with what SudokuPad leaves out to make it shorter.
//!
//! ```text
//! {"cells":[[{"value":5},{}]],"rounded":true}     strict
//! {ce:[[{v:5},]],r:t}                             shortened: bare words, and nothing in the place of an empty object
//! ```
//!
//! Names that are shortened stay as they are: who reads them knows both.

/// Values of a text, at most. Those of the largest puzzles are some thousand.
const MOST: usize = 100_000;
/// Lists and objects within each other, at most.
const DEEPEST: usize = 32;

/// Value of loose JSON. Numbers and flags are text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Loose {
    Text(String),
    List(Vec<Loose>),
    Object(Vec<(String, Loose)>),
}

impl Loose {
    /// Parses a text; `None` if it is damaged, too deep or too large.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parser = Parser { rest: text, values: 0 };
        let value = parser.value(0)?;
        parser.rest.trim_start().is_empty().then_some(value)
    }

    /// Returns the value of the first of these keys that an object has.
    pub(super) fn get(&self, keys: &[&str]) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, value)| value)
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn list(&self) -> Option<&[Self]> {
        if let Self::List(values) = self { Some(values) } else { None }
    }

    /// Returns true for what stands for nothing: `false`, `null`, 0, and text, lists and objects without contents.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Self::Text(text) => matches!(text.as_str(), "" | "f" | "false" | "null" | "undefined" | "0"),
            Self::List(values) => values.iter().all(Self::is_nothing),
            Self::Object(fields) => fields.iter().all(|(_, value)| value.is_nothing()),
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    values: usize,
}

impl Parser<'_> {
    /// Takes a character that comes next, after white space.
    fn take(&mut self, required: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(required);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Loose> {
        self.values += 1;
        if self.values > MOST || depth > DEEPEST {
            return None;
        }
        if self.take('[') {
            return self.members(']', |parser| parser.value(depth + 1)).map(Loose::List);
        }
        if self.take('{') {
            let field = |parser: &mut Self| {
                let key = parser.word()?;
                parser.take(':').then_some(())?;
                Some((key, parser.value(depth + 1)?))
            };
            return self.members('}', field).map(Loose::Object);
        }
        if self.rest.starts_with([',', ']', '}']) {
            return Some(Loose::Object(Vec::new()));
        }
        self.word().map(Loose::Text)
    }

    /// Reads members with commas between them up to `end`.
    fn members<T>(&mut self, end: char, member: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut members = Vec::new();
        if self.take(end) {
            return Some(members);
        }
        loop {
            members.push(member(self)?);
            if self.take(end) {
                return Some(members);
            }
            self.take(',').then_some(())?;
        }
    }

    /// Reads a string in quotes of either kind, or a bare word.
    fn word(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            let end = self.rest.find([',', ':', '[', ']', '{', '}', '"', '\'']).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Some(word.trim().to_owned()).filter(|word| !word.is_empty());
        };
        let (mut word, mut letters) = (String::new(), self.rest[1..].char_indices());
        while let Some((place, letter)) = letters.next() {
            match letter {
                '\\' => word.push(letters.next()?.1),
                _ if letter == quote => {
                    self.rest = &self.rest[place + 2..];
                    return Some(word);
                }
                _ => word.push(letter),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_and_shortened_texts_are_the_same() {
        let strict = r#" {"ce": [[{"v": 5}, {}], [{}, {"v": "it's"}]], "r": true, "l": []} "#;
        let short = r"{ce:[[{v:5},],[,{v:'it\'s'}]],r:true,l:[]}";
        let value = Loose::parse(strict).unwrap();
        assert_eq!(Loose::parse(short).unwrap(), value);
        let cells = value.get(&["cells", "ce"]).and_then(Loose::list).unwrap();
        assert_eq!(cells[0].list().unwrap()[0].get(&["v"]).and_then(Loose::text), Some("5"));
        assert!(cells[0].list().unwrap()[1].is_nothing() && value.get(&["l"]).unwrap().is_nothing());
        assert!(!value.is_nothing() && Loose::parse("[f,0,'',{a:[]}]").unwrap().is_nothing());
    }

    #[test]
    fn damaged_texts_are_refused() {
        for text in ["", "{", "[", "[1", "{a}", "{a:1", "{:1}", "'a", "[1]2", "{a:1}}", "\"\\", "[1 [2]]"] {
            assert_eq!(Loose::parse(text), None, "{text}");
        }
        assert!(Loose::parse(&format!("{}{}", "[".repeat(30), "]".repeat(30))).is_some());
        assert_eq!(Loose::parse(&format!("{}{}", "[".repeat(40), "]".repeat(40))), None);
        assert_eq!(Loose::parse(&"[".repeat(1_000_000)), None);
        assert_eq!(Loose::parse(&format!("[{}]", ",".repeat(200_000))), None);
    }
}
