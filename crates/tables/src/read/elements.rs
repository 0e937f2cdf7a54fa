//! Elements of JSON lists, one at a time, in memory that depends only on the longest of them.
//!
//! ```text
//! [ {"puzzle": "53..7..."}, ... ]                       objects
//! [ "53..7...", ... ]                                   strings
//! [ [5,3,0, ...], ... ]                                 cells, 81 in each list, or nine rows of nine in each
//! [ [5,3,0,0,7,0,0,0,0], ... ]                          one grid: nine lists in a row are its rows
//! {"version": 1, "puzzles": [ ... ]}                    the list of a key
//! ["53..7..."]  ["6..19..."]                            several of these, after each other
//! ```
//!
//! Other elements become objects: `{"puzzle": ...}`. Nothing is lost in silence: what follows a list must be another one, and an object around
//! a list has one list, no puzzle, and no key twice. Its other keys are left out.

use super::{
    encoding::TextInput,
    limits::{COLUMNS, LONGEST_LINE, RECORD_BYTES, shown},
    names::ColumnChoice,
};
use crate::{
    error::{Error, Result},
    numbers::thousands,
    schema::ColumnId,
};
use serde::de::IgnoredAny;
use std::{
    collections::BTreeSet,
    io::{self, BufRead as _},
    path::{Path, PathBuf},
};

/// Keys of lists that hold puzzles.
const LISTS: [&str; 8] = ["puzzles", "data", "sudokus", "grids", "boards", "rows", "items", "records"];

/// Part of the document that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The beginning of a list, of an object around one, or the end of the text.
    Begin,
    /// An element of the list, or its end; true before the first.
    List(bool),
    /// An object that is an element itself, or the end of the text.
    Objects,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beginning {
    /// A list, or an object with a list of puzzles.
    List,
    /// An object over several lines.
    Object,
    /// An object in one line, which may be the first of JSON lines, or no JSON.
    Other,
}

pub(super) struct Elements {
    pub(super) path: PathBuf,
    input: TextInput,
    choice: ColumnChoice,
    place: Place,
    /// Hashes of the keys of each object around the list.
    around: Vec<BTreeSet<[u8; 32]>>,
    /// Lists that have ended.
    lists: u64,
    /// Cells of a row: lists of that length are the rows of a grid.
    side: usize,
    /// The line of the next byte, from 1.
    line: u64,
    /// Elements read.
    pub(super) number: u64,
    bytes: Vec<u8>,
    /// A list that was read ahead, of no row of the grid before it.
    next: Option<Vec<u8>>,
}

impl Elements {
    /// Reads the elements of `input`, which errors call `path`, after this number of lines. `is_objects` is true if objects follow each other without a
    /// list around them. An object with a key of the `choice` is a row.
    pub(super) fn new(
        path: &Path,
        (input, lines_before): (TextInput, u64),
        choice: &ColumnChoice,
        side: usize,
        is_objects: bool,
    ) -> Self {
        Self {
            path: path.to_owned(),
            input,
            choice: choice.clone(),
            around: Vec::new(),
            lists: 0,
            place: if is_objects { Place::Objects } else { Place::Begin },
            side,
            line: lines_before + 1,
            number: 0,
            bytes: Vec::new(),
            next: None,
        }
    }

    fn of_text(text: &str, choice: &ColumnChoice, is_objects: bool) -> Self {
        let input = Box::new(io::Cursor::new(text.as_bytes().to_vec()));
        Self::new(Path::new(""), (input, 0), choice, 0, is_objects)
    }

    /// Reads the next element, as an object, into `object`; `false` after the last.
    ///
    /// # Errors
    /// [`Error::Io`] if reading fails, [`Error::Corpus`] with the place of an element that is too long, or of text that is no list.
    pub(super) fn read(&mut self, object: &mut Vec<u8>) -> Result<bool> {
        let read = self.try_read(object);
        if !matches!(read, Ok(true)) {
            (self.place, self.next) = (Place::End, None);
        }
        read
    }

    fn try_read(&mut self, object: &mut Vec<u8>) -> Result<bool> {
        if !self.next_element()? {
            return Ok(false);
        }
        self.number += 1;
        object.clear();
        if self.bytes.starts_with(b"{") {
            object.append(&mut self.bytes);
            return Ok(true);
        }
        object.extend_from_slice(b"{\"");
        object.extend_from_slice(ColumnId::Puzzle.name().as_bytes());
        object.extend_from_slice(b"\":");
        if self.is_row() {
            object.push(b'[');
            let list = self.lists;
            for row in 1.. {
                object.append(&mut self.bytes);
                if row == self.side || !self.next_element()? {
                    break;
                }
                if !self.is_row() || self.lists != list {
                    self.next = Some(std::mem::take(&mut self.bytes));
                    break;
                }
                object.push(b',');
            }
            object.push(b']');
        } else {
            object.append(&mut self.bytes);
        }
        object.push(b'}');
        Ok(true)
    }

    /// Returns true if the element is a row of a grid: a list of as many values as a row has cells, or a string of as many characters.
    fn is_row(&self) -> bool {
        if let [b'"', inner @ .., b'"'] = self.bytes.as_slice() {
            return str::from_utf8(inner).is_ok_and(|inner| inner.chars().count() == self.side);
        }
        let [b'[', inner @ .., b']'] = self.bytes.as_slice() else { return false };
        // Cells that are objects.
        if inner.trim_ascii().starts_with(b"{") && inner.len() < 64 * self.side {
            let cells: Result<Vec<IgnoredAny>, _> = serde_json::from_slice(&self.bytes);
            return cells.is_ok_and(|cells| cells.len() == self.side);
        }
        // A cell is a number, null, a sign of several bytes, or one of these in quotes.
        let is_cell = |value: &[u8]| (1..=6).contains(&value.trim_ascii().len());
        inner.len() < 64 * self.side
            && inner.split(|&byte| byte == b',').count() == self.side
            && inner.split(|&byte| byte == b',').all(is_cell)
            && !inner.iter().any(|byte| b"[{".contains(byte))
    }

    /// Reads the bytes of the next element; `false` at the end.
    fn next_element(&mut self) -> Result<bool> {
        if let Some(bytes) = self.next.take() {
            self.bytes = bytes;
            return Ok(true);
        }
        loop {
            if self.place == Place::Begin && !self.find_list()? {
                self.place = Place::End;
            }
            let next = self.peek()?;
            match (self.place, next) {
                (Place::End, _) | (Place::Objects, None) => return Ok(false),
                (Place::List(_), Some(b']')) => {
                    self.take()?;
                    self.close_list()?;
                    continue;
                }
                (Place::List(false), Some(b',')) => {
                    self.take()?;
                    self.peek()?;
                }
                (Place::Objects, Some(b',')) | (Place::List(false), _) => {
                    return Err(self.no_list("a comma or ]"));
                }
                _ => {}
            }
            if self.place != Place::Objects {
                self.place = Place::List(false);
            }
            self.value(true)?;
            return Ok(true);
        }
    }

    /// Goes to the first element of the next list; `false` if the text has ended after a list.
    fn find_list(&mut self) -> Result<bool> {
        loop {
            match self.peek()? {
                Some(b'[') => break,
                Some(b'{') => {}
                None if self.lists > 0 && self.around.is_empty() => return Ok(false),
                _ if self.lists > 0 => return Err(self.no_list("another list or the end of the text")),
                _ => return Err(self.no_list("a list")),
            }
            // The value of a key that is no list, or the next object to look into.
            self.take()?;
            self.around.push(BTreeSet::new());
            if self.next_list()?.is_none() {
                return Err(self.no_list("a list under a key such as puzzles"));
            }
        }
        self.take()?;
        self.place = Place::List(true);
        Ok(true)
    }

    /// Reads what follows the list to the end of the objects around it.
    fn close_list(&mut self) -> Result<()> {
        while !self.around.is_empty() {
            if let Some(key) = self.next_list()? {
                return Err(
                    self.problem(&format!("{} is a second list in one object; give one", shown(&key)))
                );
            }
            self.take()?;
            self.around.pop();
        }
        self.lists += 1;
        self.place = Place::Begin;
        Ok(())
    }

    /// Goes to the value of the next key of the innermost object that may hold puzzles, and returns the key; `None` at the end of the object, `}`.
    fn next_list(&mut self) -> Result<Option<String>> {
        loop {
            match (self.peek()?, self.around.last().is_none_or(BTreeSet::is_empty)) {
                (Some(b'}'), _) => return Ok(None),
                (_, true) => {}
                (Some(b','), false) => self.take()?,
                (_, false) => return Err(self.no_list("a comma or }")),
            }
            if self.peek()? != Some(b'"') {
                return Err(self.no_list("a key"));
            }
            self.value(true)?;
            let Ok(key) = serde_json::from_slice::<String>(&self.bytes) else {
                return Err(self.problem("a key is no JSON string"));
            };
            self.enter_key(&key)?;
            if self.peek()? != Some(b':') {
                return Err(self.no_list("a colon"));
            }
            self.take()?;
            let next = self.peek()?;
            let is_list = LISTS.iter().any(|name| key.eq_ignore_ascii_case(name));
            if is_list && matches!(next, Some(b'[' | b'{')) {
                return Ok(Some(key));
            }
            self.skip_value()?;
        }
    }

    /// Checks a key of the innermost object.
    fn enter_key(&mut self, key: &str) -> Result<()> {
        if self.choice.allows(key) {
            let problem = format!("the object has {} and a list of puzzles; give one of them", shown(key));
            return Err(self.problem(&problem));
        }
        let keys = self.around.last_mut();
        let (is_new, keys) =
            keys.map_or((true, 0), |keys| (keys.insert(blake3::hash(key.as_bytes()).into()), keys.len()));
        if !is_new {
            return Err(self.problem(&format!("the key {} comes twice", shown(key))));
        }
        if keys > COLUMNS {
            return Err(self.problem(&format!("the object has more than {COLUMNS} keys")));
        }
        Ok(())
    }

    /// Returns the next byte that is no white space, without taking it.
    fn peek(&mut self) -> Result<Option<u8>> {
        loop {
            let next = self.fill()?.first().copied();
            match next {
                Some(b'\n') => self.line += 1,
                Some(b' ' | b'\t' | b'\r') => {}
                _ => return Ok(next),
            }
            self.input.consume(1);
        }
    }

    /// Takes the byte that was peeked.
    fn take(&mut self) -> Result<()> {
        self.fill()?;
        self.input.consume(1);
        Ok(())
    }

    fn fill(&mut self) -> Result<&[u8]> {
        self.input.fill_buf().map_err(Error::io("reading", &self.path))
    }

    /// Reads a value that is left out. It must be JSON, which is not checked of one longer than a row may be.
    fn skip_value(&mut self) -> Result<()> {
        let read = self.value(false)?;
        if read == self.bytes.len() as u64 && serde_json::from_slice::<IgnoredAny>(&self.bytes).is_err() {
            return Err(self.problem("a value is no JSON"));
        }
        Ok(())
    }

    /// Reads a value and its bytes, all of them if `is_kept`; returns their number. Its form is checked where it is parsed.
    fn value(&mut self, is_kept: bool) -> Result<u64> {
        self.bytes.clear();
        let mut read = 0;
        let (mut depth, mut in_string, mut is_escaped, mut has_ended) = (0_u64, false, false, false);
        while !has_ended {
            let buffer = self.input.fill_buf().map_err(Error::io("reading", &self.path))?;
            if buffer.is_empty() {
                return Err(self.no_list("the rest of it"));
            }
            let mut taken = 0;
            for &byte in buffer {
                if depth == 0 && !in_string && (byte.is_ascii_whitespace() || b",]}:".contains(&byte)) {
                    has_ended = true;
                    break;
                }
                taken += 1;
                match byte {
                    _ if is_escaped => is_escaped = false,
                    b'\\' if in_string => is_escaped = true,
                    b'"' => in_string = !in_string,
                    _ if in_string => {}
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth == 0 && !in_string && b"]}\"".contains(&byte) {
                    has_ended = true;
                    break;
                }
            }
            self.line += buffer[..taken].iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
            if is_kept || self.bytes.len() + taken <= RECORD_BYTES {
                self.bytes.extend_from_slice(&buffer[..taken]);
            }
            self.input.consume(taken);
            read += taken as u64;
            if self.bytes.len() > RECORD_BYTES {
                let most = thousands(RECORD_BYTES as u64);
                let row = self.number + 1;
                let problem =
                    format!("row {row}: it has more than {most} bytes; at most that many are allowed");
                return Err(Error::corpus(self.path.clone(), problem));
            }
            if read > LONGEST_LINE {
                let most = thousands(LONGEST_LINE);
                let problem = format!("a value has more than {most} bytes; at most that many are allowed");
                return Err(self.problem(&problem));
            }
            if read == 0 {
                return Err(self.no_list("a value"));
            }
        }
        Ok(read)
    }

    /// Returns the error for a place where something else was expected.
    fn no_list(&mut self, expected: &str) -> Error {
        let found = match self.peek() {
            Ok(Some(byte)) => format!("{:?}", char::from(byte)),
            Ok(None) => "the end of the text".to_owned(),
            Err(error) => return error,
        };
        let row = self.number + 1;
        self.problem(&format!("{found} where {expected} should be (row {row} of the JSON list)"))
    }

    /// Returns an error for the present line.
    fn problem(&self, problem: &str) -> Error {
        Error::corpus(self.path.clone(), format!("line {}: {problem}", self.line))
    }
}

/// Recognizes a document by its beginning. An object that has a key of the `choice` is a row.
pub(super) fn beginning(text: &str, choice: &ColumnChoice) -> Beginning {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('[') {
        let first = rest.trim_start().chars().next();
        let is_value = first.is_none_or(|c| "[{\"]n-".contains(c) || c.is_ascii_digit());
        return if is_value { Beginning::List } else { Beginning::Other };
    }
    if !text.starts_with('{') {
        return Beginning::Other;
    }
    let is_row = keys_of_first_object(text).iter().any(|key| choice.allows(key));
    if !is_row && Elements::of_text(text, choice, false).find_list().is_ok() {
        return Beginning::List;
    }
    let mut object = Elements::of_text(text, choice, true);
    match object.next_element() {
        Ok(true) if object.line > 1 => Beginning::Object,
        _ => Beginning::Other,
    }
}

/// Returns true if a text that begins with a bracket may be JSON, not an array of another language: an object begins with a key, a list with a text
/// in double quotation marks, or lists of anything else are lists of JSON as far as they are there.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let first = text.trim_start_matches(|c: char| c.is_whitespace() || c == '[');
    let opened = text[..text.len() - first.len()].matches('[').count();
    // A list of numbers is a grid, or a row.
    if opened == 1 && !first.starts_with(['{', '"', ']']) && !first.is_empty() {
        return false;
    }
    if let Some(inside) = first.strip_prefix('{') {
        let inside = inside.trim_start();
        let key = inside.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let has_key =
            key.is_some_and(|(_, rest)| rest.trim_start().is_empty() || rest.trim_start().starts_with(':'));
        // No array of another language has what ends a key.
        return has_key || inside.is_empty() || inside.starts_with('}') || inside.contains("\":");
    }
    let mut rest = text;
    while let Some(end) = rest.find(']') {
        let list = rest[..end].rfind('[').map(|begin| &rest[begin..=end]);
        let is_list = |list: &str| serde_json::from_str::<Vec<IgnoredAny>>(list).is_ok();
        if list.is_some_and(|list| !list[1..].trim_start().starts_with('"') && !is_list(list)) {
            return false;
        }
        rest = &rest[end + 1..];
    }
    !first.starts_with('\'')
}

/// Returns the keys of the object that a text begins with, as far as they are there.
fn keys_of_first_object(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut elements = Elements::of_text(text, &ColumnChoice::default(), true);
    let mut next = |keys: &mut Vec<String>| -> Result<bool> {
        elements.peek()?;
        elements.take()?;
        if elements.peek()? != Some(b'"') {
            return Ok(false);
        }
        elements.value(true)?;
        keys.push(serde_json::from_slice(&elements.bytes).unwrap_or_default());
        if elements.peek()? != Some(b':') {
            return Ok(false);
        }
        elements.take()?;
        elements.peek()?;
        elements.skip_value()?;
        Ok(elements.peek()? == Some(b','))
    };
    while matches!(next(&mut keys), Ok(true)) {}
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements of a text for grids of 4x4, as objects, and the error at the end.
    fn all(text: &str) -> (Vec<String>, Option<String>) {
        let choice = ColumnChoice::default();
        let is_objects = beginning(text, &choice) == Beginning::Object;
        let input = Box::new(io::BufReader::with_capacity(3, io::Cursor::new(text.as_bytes().to_vec())));
        let mut elements = Elements::new(Path::new("a"), (input, 0), &choice, 4, is_objects);
        let (mut found, mut object) = (Vec::new(), Vec::new());
        loop {
            match elements.read(&mut object) {
                Ok(true) => found.push(String::from_utf8(object.clone()).unwrap()),
                Ok(false) => return (found, None),
                Err(error) => {
                    assert!(!elements.read(&mut object).unwrap(), "an error is the end");
                    return (found, Some(error.to_string()));
                }
            }
        }
    }

    #[test]
    fn elements_are_objects() {
        let list = r#"[ {"a": "]}\"["},{"b":[{}]} , "x", null,
        [1,2, 3],12 ]"#;
        let objects = [
            r#"{"a": "]}\"["}"#,
            r#"{"b":[{}]}"#,
            r#"{"puzzle":"x"}"#,
            r#"{"puzzle":null}"#,
            r#"{"puzzle":[1,2, 3]}"#,
            r#"{"puzzle":12}"#,
        ];
        let within = format!(r#"{{"n": {{"data": [1]}}, "z": "\"", "Puzzles":{list}, "more": [{{}}]}}"#);
        let deeper = format!("{{\"data\":{{\"items\" :{list}}},\"n\":1}} ");
        for text in [list, &within, &deeper] {
            assert_eq!(all(text), (objects.map(str::to_owned).to_vec(), None), "{text}");
        }
        let lines = "{\n\"a\": 1}\n\n{\"b\":\n2}\n";
        assert_eq!(all(lines).0, ["{\n\"a\": 1}", "{\"b\":\n2}"]);
        assert_eq!(all("[]"), (vec![], None));
    }

    #[test]
    fn rows_of_a_grid_belong_together() {
        let row = "[1,0,null,\".\"]";
        let grid = format!("{{\"puzzle\":[{}]}}", [row; 4].join(","));
        assert_eq!(all(&format!("[{}]", [row; 8].join(" , "))).0, [grid.clone(), grid.clone()]);
        let short = format!("{{\"puzzle\":[{row},{row}]}}");
        let then = format!("[{row},{row},\"1234341221434321\",{}]", [row; 4].join(","));
        assert_eq!(all(&then).0[0].replace(",]", "]"), short);
        assert_eq!(all(&then).0[1..], ["{\"puzzle\":\"1234341221434321\"}".to_owned(), grid]);
        let texts = "[\"1...\",\"..3.\",\"....\",\"...4\"]";
        assert_eq!(all(texts).0, [format!("{{\"puzzle\":{texts}}}")]);
    }

    #[test]
    fn lists_follow_each_other() {
        let expected = ["x", "y", "z"].map(|text| format!("{{\"puzzle\":\"{text}\"}}"));
        for text in [
            "[\"x\",\"y\"]\n[\"z\"]\n",
            "[\"x\"][][\"y\",\"z\"]",
            "{\"puzzles\":[\"x\",\"y\"]}\n\n{\"n\":2,\"puzzles\":[\"z\"],\"m\":[]}",
            "[\"x\"]{\"data\":{\"rows\":[\"y\",\"z\"],\"n\":1},\"n\":1}",
            "{\"puzzl\\u0065s\":[\"x\",\"y\",\"z\"]}",
        ] {
            assert_eq!(all(text), (expected.to_vec(), None), "{text}");
        }
        // Rows of a grid are in one list.
        let row = "[1,0,null,\".\"]";
        let short = format!("{{\"puzzle\":[{row},{row}]}}");
        let lists = all(&format!("[{row},{row}] [{row},{row}]"));
        assert_eq!(lists, (vec![short.clone(), short], None));
    }

    #[test]
    fn what_is_no_other_list_is_refused() {
        let error = |text: &str| all(text).1.unwrap_or_default();
        let list_or_end = "where another list or the end of the text should be (row 2 of the JSON list)";
        for (text, found) in [("[1]x", "'x'"), ("[1]\n,[2]", "','"), ("{\"data\":[1]}]", "']'")] {
            let line = text.lines().count();
            assert_eq!(error(text), format!("a: line {line}: {found} {list_or_end}"));
        }
        for (text, problem) in [
            ("{\"puzzles\":[1],\n\"data\":[2]}", "line 2: data is a second list in one object; give one"),
            (
                "{\"data\":{\"rows\":[1]},\"items\":{}}",
                "line 1: items is a second list in one object; give one",
            ),
            ("{\"data\":[1],\"data\":[2]}", "line 1: the key data comes twice"),
            ("{\"n\":1,\"\\u006e\":1,\"data\":[1]}", "line 1: the key n comes twice"),
            (
                "[1] {\"data\":[1],\"puzzle\":1}",
                "line 1: the object has puzzle and a list of puzzles; give one of them",
            ),
            (
                "[1] {\"n\":1}",
                "line 1: '}' where a list under a key such as puzzles should be (row 2 of the JSON list)",
            ),
            ("{\"data\":[1] \"n\":1}", "line 1: '\"' where a comma or } should be (row 2 of the JSON list)"),
            ("{\"n\":1x,\"data\":[1]}", "line 1: a value is no JSON"),
            ("[1] {\"n\":[},\"data\":[1]}", "line 1: a value is no JSON"),
            ("{\"data\":[1],}", "line 1: '}' where a key should be (row 2 of the JSON list)"),
            (
                "{\"data\":[1]",
                "line 1: the end of the text where a comma or } should be (row 2 of the JSON list)",
            ),
        ] {
            assert_eq!(error(text), format!("a: {problem}"), "{text}");
        }
        let keys: String = (0..=COLUMNS).map(|n| format!("\"{n}\":0,")).collect();
        assert_eq!(
            error(&format!("[] {{{keys}\"data\":[]}}")),
            "a: line 1: the object has more than 1024 keys"
        );
    }

    #[test]
    fn damage_has_a_place() {
        let error = |text: &str| all(text).1.unwrap_or_default();
        assert_eq!(error("[\n1 2]"), "a: line 2: '2' where a comma or ] should be (row 2 of the JSON list)");
        assert_eq!(
            error("[\n1,"),
            "a: line 2: the end of the text where the rest of it should be (row 2 of the JSON list)"
        );
        assert_eq!(
            error("[[1,\n\n2"),
            "a: line 3: the end of the text where the rest of it should be (row 1 of the JSON list)"
        );
        assert_eq!(error("[1,]"), "a: line 1: ']' where a value should be (row 2 of the JSON list)");
        let long = format!("[1,\"{}\"]", "x".repeat(2 << 20));
        assert_eq!(error(&long), "a: row 2: it has more than 1,048,576 bytes; at most that many are allowed");
    }

    #[test]
    fn documents_are_told_from_lines() {
        let begins = |text| beginning(text, &ColumnChoice::default());
        for text in ["[", "[1", " [\n{", "[\"a", "[]", "{\"puzzles\": [", "{\"a\":1,\n \"data\":{\"rows\":["]
        {
            assert_eq!(begins(text), Beginning::List, "{text}");
        }
        for text in [
            "[Puzzle]",
            "{\"puzzle\":\"\"}",
            "{\"puzzle\":\"\",\"data\":[1]}\n{}",
            "{\"data\":1}\n",
            "{",
            "x",
            "{\n",
        ] {
            assert_eq!(begins(text), Beginning::Other, "{text}");
        }
        assert_eq!(begins("{\n\"puzzle\": \"\"\n}"), Beginning::Object);
    }
}
