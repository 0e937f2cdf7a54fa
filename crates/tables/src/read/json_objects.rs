//! Objects of JSON: their keys in order and their values, and puzzles further within them.
//!
//! ```text
//! {"day": "Monday", "easy": {"data": {"puzzle": [5, 3, ...]}}, "hard": {"data": {"puzzle": [...]}}}
//! -> {"day": "Monday", "puzzle": [5, 3, ...]}    a row for each object with a puzzle: its keys, and those around it that are no objects
//!    {"day": "Monday", "puzzle": [...]}          or lists
//! ```
//!
//! The puzzles are under a known name, under the path that the user names (`easy.data.puzzle`), or under the only path whose values are puzzles.
//! Lists on a path are not named: it means all of their elements.

use super::{
    limits::{COLUMNS, listed, shown},
    names::ColumnChoice,
    puzzle_text::{of_list, of_value},
};
use crate::write::json::write_text;
use gridmill_board::{Grid, Shape};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// Keys and values of an object, in their order.
#[derive(Debug)]
pub struct Fields<'a>(pub Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                    if fields.len() > COLUMNS {
                        return Err(A::Error::custom(format!("more than {COLUMNS} keys")));
                    }
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Value of a key.
#[derive(Debug)]
pub enum JsonValue<'a> {
    /// `null`.
    Null,
    /// A string, without its quotes and escapes.
    Text(Cow<'a, str>),
    /// A number, a flag, a list or an object, as it stands in the file.
    Bare(&'a str),
}

impl<'a> JsonValue<'a> {
    /// Reads a value; `None` if it is a string that is no text, such as half of a surrogate pair.
    pub fn of(raw: &'a RawValue) -> Option<Self> {
        let raw = raw.get();
        Some(match raw.as_bytes() {
            [b'"', .., b'"'] if !raw.contains('\\') => Self::Text(Cow::Borrowed(&raw[1..raw.len() - 1])),
            [b'"', ..] => Self::Text(Cow::Owned(serde_json::from_str(raw).ok()?)),
            b"null" => Self::Null,
            _ => Self::Bare(raw),
        })
    }
}

/// Objects within each other that are looked into.
const MAX_DEPTH: usize = 16;

/// Keys that lead to the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Nested {
    Key(String),
    /// All keys, from the outermost.
    Path(Vec<String>),
}

enum Inner<'a> {
    Object(Fields<'a>),
    List(Vec<&'a RawValue>),
    Other,
}

fn inner(raw: &RawValue) -> Inner<'_> {
    match raw.get().as_bytes().first() {
        Some(b'{') => serde_json::from_str(raw.get()).map_or(Inner::Other, Inner::Object),
        Some(b'[') => serde_json::from_str(raw.get()).map_or(Inner::Other, Inner::List),
        _ => Inner::Other,
    }
}

fn grid_of(raw: &RawValue, shape: Shape) -> Option<Grid> {
    match JsonValue::of(raw)? {
        JsonValue::Text(text) => of_value(shape, &text).grid.ok(),
        JsonValue::Bare(text) if text.starts_with('[') => of_list(shape, text).ok(),
        JsonValue::Bare(_) | JsonValue::Null => None,
    }
}

fn is_list_of_grids(items: &[&RawValue], shape: Shape) -> bool {
    !items.is_empty() && items.iter().all(|item| grid_of(item, shape).is_some())
}

impl Nested {
    /// Finds the puzzles within the first object.
    ///
    /// # Errors
    /// A line with what to do, if there are several paths; `None` if there is no puzzle.
    pub(super) fn find(
        object: &Fields<'_>,
        choice: &ColumnChoice,
        shape: Shape,
    ) -> Result<Option<Self>, String> {
        if let Some(path) = choice.path() {
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            let nested = Self::Path(path);
            let mut found = Vec::new();
            nested.add_rows(object, shape, &mut Vec::new(), &mut found);
            return Ok((!found.is_empty()).then_some(nested));
        }
        if choice.is_named() {
            return Ok(None);
        }
        let mut paths: Vec<(Vec<String>, bool)> = Vec::new();
        add_paths(object, shape, &mut Vec::new(), &mut paths);
        let last = |path: &[String]| path.last().cloned().unwrap_or_default();
        if let Some((path, _)) = paths.iter().find(|(path, _)| choice.allows(&last(path))) {
            return Ok(Some(Self::Key(last(path))));
        }
        // A value is the puzzle of a path without a known name if it has an empty cell.
        paths.retain(|(_, is_open)| *is_open);
        match &paths[..] {
            [] => Ok(None),
            [(path, _)] => Ok(Some(Self::Path(path.clone()))),
            several => {
                let names: Vec<String> = several.iter().map(|(path, _)| path.join(".")).collect();
                let names = listed(names.iter().map(String::as_str));
                Err(format!("puzzles are under several keys; name one with `column`: {names}"))
            }
        }
    }

    pub(super) fn key(&self) -> &str {
        match self {
            Self::Key(key) => key,
            Self::Path(path) => path.last().map_or("", String::as_str),
        }
    }

    pub(super) fn rows(&self, object: &Fields<'_>, shape: Shape) -> Result<Vec<Vec<u8>>, String> {
        let mut rows = Vec::new();
        self.add_rows(object, shape, &mut Vec::new(), &mut rows);
        if rows.is_empty() {
            let name = match self {
                Self::Key(key) => key.clone(),
                Self::Path(path) => path.join("."),
            };
            return Err(format!("no puzzle is under {}", shown(&name)));
        }
        Ok(rows)
    }

    /// Adds the rows of an object. The keys of those around it are in `around`, which ends with those of the object.
    fn add_rows<'a>(
        &self,
        object: &Fields<'a>,
        shape: Shape,
        around: &mut Vec<Vec<(String, &'a RawValue)>>,
        rows: &mut Vec<Vec<u8>>,
    ) {
        let depth = around.len();
        around.push(object.0.clone());
        for (key, raw) in &object.0 {
            let (is_step, is_last) = match self {
                Self::Key(name) => (true, key.eq_ignore_ascii_case(name)),
                Self::Path(path) => (path.get(depth) == Some(key), depth + 1 == path.len()),
            };
            match inner(raw) {
                _ if !is_step || depth > MAX_DEPTH => {}
                Inner::List(items) if is_last && is_list_of_grids(&items, shape) => {
                    rows.extend(items.iter().map(|item| row(around, key, item)));
                }
                Inner::Other | Inner::List(_) if is_last => rows.push(row(around, key, raw)),
                Inner::Object(object) => self.add_rows(&object, shape, around, rows),
                Inner::List(items) => {
                    for item in items {
                        if let Inner::Object(object) = inner(item) {
                            self.add_rows(&object, shape, around, rows);
                        }
                    }
                }
                Inner::Other => {}
            }
        }
        around.pop();
    }
}

/// Adds the paths of values that are puzzles, each with whether some value has an empty cell.
fn add_paths(
    object: &Fields<'_>,
    shape: Shape,
    path: &mut Vec<String>,
    paths: &mut Vec<(Vec<String>, bool)>,
) {
    if path.len() > MAX_DEPTH {
        return;
    }
    for (key, raw) in &object.0 {
        path.push(key.clone());
        if let Some(grid) = grid_of(raw, shape) {
            let is_open = grid.givens() < shape.cells();
            match paths.iter_mut().find(|(known, _)| known == path) {
                Some((_, any_open)) => *any_open |= is_open,
                None => paths.push((path.clone(), is_open)),
            }
        } else {
            match inner(raw) {
                Inner::Object(object) => add_paths(&object, shape, path, paths),
                Inner::List(items) if is_list_of_grids(&items, shape) => paths.push((path.clone(), true)),
                Inner::List(items) => {
                    for item in items {
                        if let Inner::Object(object) = inner(item) {
                            add_paths(&object, shape, path, paths);
                        }
                    }
                }
                Inner::Other => {}
            }
        }
        path.pop();
    }
}

/// Returns a row with the puzzle under `key`: the other values of the innermost object, and those around it that are neither objects nor lists.
fn row(around: &[Vec<(String, &RawValue)>], key: &str, puzzle: &RawValue) -> Vec<u8> {
    let mut row: Vec<(&str, &str)> = Vec::new();
    let innermost = around.len().saturating_sub(1);
    for (place, fields) in around.iter().enumerate() {
        for (name, raw) in fields {
            let is_part = matches!(raw.get().as_bytes().first(), Some(b'{' | b'['));
            let is_own = place == innermost;
            if !is_own && (is_part || row.iter().any(|(other, _)| other == name)) {
                continue;
            }
            row.retain(|(other, _)| other != name);
            row.push((name, if is_own && name == key { puzzle.get() } else { raw.get() }));
        }
    }
    let mut object = vec![b'{'];
    for (name, value) in row {
        if object.len() > 1 {
            object.push(b',');
        }
        write_text(name, &mut object);
        object.push(b':');
        object.extend_from_slice(value.as_bytes());
    }
    object.push(b'}');
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::GridColumns;

    const A: &str = "1..4........4..1";
    const B: &str = "2..4........4..2";

    fn rows(text: &str, column: Option<&str>) -> Result<Vec<String>, String> {
        let object: Fields<'_> = serde_json::from_str(text).unwrap();
        let columns = GridColumns { puzzle: column.map(str::to_owned), solution: None };
        let choice = ColumnChoice::puzzles(&columns);
        let Some(nested) = Nested::find(&object, &choice, "2x2".parse().unwrap())? else {
            return Ok(Vec::new());
        };
        let rows = nested.rows(&object, "2x2".parse().unwrap())?;
        Ok(rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect())
    }

    #[test]
    fn puzzles_within_objects_are_rows() {
        let day = format!(
            r#"{{"day":1,"easy":{{"n":2,"data":{{"hints":[1],"puzzle":"{A}"}}}},"hard":{{"data":{{"puzzle":"{B}"}}}}}}"#
        );
        let easy = format!(r#"{{"day":1,"n":2,"hints":[1],"puzzle":"{A}"}}"#);
        assert_eq!(rows(&day, None), Ok(vec![easy.clone(), format!(r#"{{"day":1,"puzzle":"{B}"}}"#)]));
        assert_eq!(rows(&day, Some("easy.data.puzzle")), Ok(vec![easy]));
        assert_eq!(rows(&day, Some("easy.data.no")), Ok(vec![]));
        assert_eq!(rows(&day, Some("no")), Ok(vec![]));
        // The only values that are puzzles, in a list.
        let board = format!(
            r#"{{"a":{{"grids":[{{"value":"{A}","full":"1234341221434321"}},{{"value":"{B}"}}]}},"results":2}}"#
        );
        let found = rows(&board, None).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[1], format!(r#"{{"results":2,"value":"{B}"}}"#));
        let several = format!(r#"{{"a":{{"x":"{A}"}},"b":{{"y":"{B}"}}}}"#);
        assert_eq!(
            rows(&several, None),
            Err("puzzles are under several keys; name one with `column`: a.x, b.y".to_owned())
        );
        let list = format!(r#"{{"a":{{"x":["{A}","{B}"]}}}}"#);
        assert_eq!(rows(&list, None).unwrap().len(), 2);
        assert_eq!(rows(r#"{"a":{"x":1}}"#, None), Ok(vec![]));
    }
}
