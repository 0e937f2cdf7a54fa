//! States as JSON.
//!
//! ```text
//! grid    "53..7...." or [5,3,0,0,7,...] or [[5,3,...],...]      ., 0, "" and null are empty; numbers above 9 may be text
//! notes   ["", "12", [4,7], null, ...], rows of these, or text: nine characters or one word a cell
//! ```

use super::{ReadError, text};
use crate::State;
use gridmill_board::{Digit, DigitSet, Grid, Shape};
use serde_json::{Map, Value};

type Result<T> = std::result::Result<T, ReadError>;

/// Names of the fields, each with the other names that are in use.
const GIVENS: [&str; 2] = ["givens", "puzzle"];
const ENTRIES: [&str; 1] = ["entries"];
const NOTES: [&str; 3] = ["notes", "candidates", "pencilmarks"];

/// Reads a state.
pub(super) fn read(value: &Value, shape: Option<Shape>) -> Result<State> {
    let Value::Object(object) = value else {
        return match value {
            Value::String(text) => text::read(text, shape),
            _ => Ok(State::new(grid("givens", value, shape)?)),
        };
    };
    let shape = match object.get("box") {
        None | Some(Value::Null) => shape,
        Some(Value::String(text)) => {
            Some(text.parse().map_err(|error| ReadError::new(format!("box: {error}")))?)
        }
        Some(_) => return Err(ReadError::new("box: give text such as \"2x3\"")),
    };
    // Rows of a corpus have `puzzle`, and in `givens` a number.
    let named = GIVENS.iter().find_map(|name| Some((*name, object.get(*name)?)).filter(|(_, v)| is_grid(v)));
    let Some((name, givens)) = named else {
        return Err(ReadError::new("no field `givens` (or `puzzle`) with a grid"));
    };
    let mut state = match givens {
        // Text may mark entries by `+`.
        Value::String(text) => text::read(text, shape).map_err(|error| within(name, &error))?,
        _ => State::new(grid(name, givens, shape)?),
    };
    let shape = state.shape();
    if let Some((name, entries)) = field(object, &ENTRIES) {
        let entries = grid(name, entries, Some(shape))?;
        state = state.with_entries(entries).map_err(|error| ReadError::new(error.to_string()))?;
    }
    if let Some((name, notes)) = field(object, &NOTES) {
        let notes = self::notes(notes, shape).map_err(|error| within(name, &error))?;
        state = state.with_notes(notes).map_err(|error| ReadError::new(error.to_string()))?;
    }
    Ok(state)
}

const fn is_grid(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Array(_))
}

/// Returns the first of the fields that is there and not null.
fn field<'a>(object: &'a Map<String, Value>, names: &[&'static str]) -> Option<(&'static str, &'a Value)> {
    names.iter().find_map(|name| Some((*name, object.get(*name)?))).filter(|(_, value)| !value.is_null())
}

fn within(name: &str, error: &ReadError) -> ReadError {
    ReadError::new(format!("{name}: {error}"))
}

/// Reads a grid.
fn grid(name: &str, value: &Value, shape: Option<Shape>) -> Result<Grid> {
    let problem = |problem: String| ReadError::new(format!("{name}: {problem}"));
    let cells = match value {
        Value::String(text) => return text::grid(text, shape).map_err(|error| within(name, &error)),
        Value::Array(items) => flat(items, shape),
        _ => return Err(problem("give text, or a list of numbers".to_owned())),
    };
    let found = cells.len();
    let shape = shape.or_else(|| Shape::of_cells(found));
    let Some(shape) = shape else { return Err(problem(format!("{found} cells make no grid"))) };
    if found != shape.cells() {
        return Err(problem(format!("{found} cells where a {shape} grid has {}", shape.cells())));
    }
    let mut signs = String::with_capacity(found);
    for (cell, value) in shape.all_cells().zip(cells) {
        let digit = digit(value, shape.side());
        let allowed =
            || format!("{} is {value}; allowed are 0 (empty) to {}", cell.name(shape), shape.side());
        signs.push(match digit.ok_or_else(|| problem(allowed()))? {
            Some(digit) => char::from(digit.ascii()),
            None if value == 0 || value == "0" => '0',
            None => '.',
        });
    }
    // As text, because a 0 beside null may be a digit.
    Grid::parse(shape, &signs).map_err(|error| problem(error.place().1))
}

/// Returns the cells of a list, of which each may be a row.
fn flat(items: &[Value], shape: Option<Shape>) -> Vec<&Value> {
    let is_row = |item: &Value| {
        item.as_array().is_some_and(|cells| shape.is_none_or(|shape| cells.len() == shape.side()))
    };
    // Notes are lists too: only as many of them as rows are rows.
    let is_rows = !items.is_empty() && items.len() <= Shape::MAX_SIDE && items.iter().all(is_row);
    if is_rows {
        items.iter().filter_map(Value::as_array).flatten().collect()
    } else {
        items.iter().collect()
    }
}

/// Reads the value of a cell; the outer `None` if it is neither a digit nor empty.
#[expect(clippy::option_option, reason = "an empty cell is a good answer, no cell is not")]
fn digit(value: &Value, side: usize) -> Option<Option<Digit>> {
    let fits = |digit: &Digit| digit.index() < side;
    match value {
        Value::Null => Some(None),
        Value::Number(number) => match number.as_u64()? {
            0 => Some(None),
            value => Digit::new(u8::try_from(value).ok()?).filter(fits).map(Some),
        },
        Value::String(text) => match text.as_bytes() {
            [] | [b'.' | b'0' | b'_' | b'*' | b' '] => Some(None),
            &[byte] => Digit::from_ascii(byte).filter(fits).map(Some),
            _ if side > 9 => Digit::new(text.parse().ok()?).filter(fits).map(Some),
            _ => None,
        },
        _ => None,
    }
}

/// Reads notes.
fn notes(value: &Value, shape: Shape) -> Result<Vec<DigitSet>> {
    let items = match value {
        Value::String(text) => return text::notes(text, shape),
        Value::Array(items) => items,
        _ => return Err(ReadError::new("give text, or a list with the digits of each cell")),
    };
    let cells = if items.len() == shape.cells() { items.iter().collect() } else { flat(items, Some(shape)) };
    if cells.len() != shape.cells() {
        let (found, cells) = (cells.len(), shape.cells());
        return Err(ReadError::new(format!("{found} cells where a {shape} grid has {cells}")));
    }
    let read = |(cell, value): (gridmill_board::Cell, &Value)| {
        noted(value, shape.side()).ok_or_else(|| {
            let (cell, side) = (cell.name(shape), shape.side());
            ReadError::new(format!("{cell} is {value}; give digits from 1 to {side} as text or as a list"))
        })
    };
    shape.all_cells().zip(cells).map(read).collect()
}

/// Reads the notes of a cell.
fn noted(value: &Value, side: usize) -> Option<DigitSet> {
    let mut digits = DigitSet::EMPTY;
    match value {
        Value::Array(items) => {
            for item in items {
                digits.insert(digit(item, side)??);
            }
        }
        Value::String(text) => {
            for letter in text.chars().filter(|letter| !matches!(letter, '.' | '0' | ' ' | ',')) {
                let digit = Digit::from_ascii(u8::try_from(letter).ok()?)?;
                digits.insert(Some(digit).filter(|digit| digit.index() < side)?);
            }
        }
        _ => {
            if let Some(digit) = digit(value, side)? {
                digits.insert(digit);
            }
        }
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StateText;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str) -> std::result::Result<State, String> {
        StateText::read(text, None).state.map_err(|error| error.to_string())
    }

    #[test]
    fn grids_have_several_forms() {
        let numbers: Vec<u8> =
            PUZZLE.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
        let rows: Vec<&[u8]> = numbers.chunks(9).collect();
        let plain = State::new(PUZZLE.parse().unwrap());
        for givens in [
            serde_json::json!(PUZZLE),
            serde_json::json!(numbers),
            serde_json::json!(rows),
            serde_json::json!({ "givens": PUZZLE }),
            serde_json::json!({ "puzzle": rows, "givens": 30, "solution": "" }),
            serde_json::json!({ "givens": numbers, "entries": null, "notes": null }),
            serde_json::json!({ "givens": PUZZLE, "entries": PUZZLE, "notes": vec![""; 81] }),
        ] {
            assert_eq!(read(&givens.to_string()).unwrap(), plain, "{givens}");
        }
    }

    #[test]
    fn notes_have_several_forms() {
        let mut listed = vec![serde_json::json!([]); 81];
        listed[2] = serde_json::json!([1, 4]);
        let mut words = vec![String::new(); 81];
        words[2] = "14".to_owned();
        let dense: String = words.iter().map(|word| format!("{word:.<9}")).collect();
        let spaced: Vec<&str> = words.iter().map(|word| if word.is_empty() { "." } else { word }).collect();
        let rows: Vec<_> = listed.chunks(9).collect();
        for notes in [
            serde_json::json!(listed),
            serde_json::json!(words),
            serde_json::json!(rows),
            serde_json::json!(dense),
            serde_json::json!(spaced.join(" ")),
        ] {
            let state = read(&serde_json::json!({ "givens": PUZZLE, "notes": notes }).to_string()).unwrap();
            let noted: Vec<String> =
                state.notes(gridmill_board::Cell::new(2)).unwrap().map(|digit| digit.to_string()).collect();
            assert_eq!(noted, ["1", "4"], "{notes}");
            assert!(state.notes(gridmill_board::Cell::new(3)).is_none());
        }
    }

    #[test]
    fn numbers_above_nine_are_numbers_or_their_text() {
        let mut cells = vec![serde_json::json!(null); 256];
        cells[0] = serde_json::json!(16);
        let numbers = read(&serde_json::json!(cells).to_string()).unwrap();
        cells[0] = serde_json::json!("16");
        assert_eq!(read(&serde_json::json!({ "givens": cells }).to_string()).unwrap(), numbers);
        assert!(numbers.givens().to_string().starts_with("G."));
        // Numbers from 0 to 15.
        (cells[0], cells[1]) = (serde_json::json!(0), serde_json::json!(15));
        let problem = read(&serde_json::json!(cells).to_string()).unwrap_err();
        assert!(problem.starts_with("givens: 0 occurs with another sign"), "{problem}");
    }

    #[test]
    fn uniqueness_decides_between_wide_and_tall_boxes() {
        let tall = ".1...........23..5.......6.21....5.2";
        let notes = vec![serde_json::json!(null); 36];
        for text in [
            tall.to_owned(),
            serde_json::json!(tall).to_string(),
            serde_json::json!({ "givens": tall, "entries": ".".repeat(36), "notes": notes }).to_string(),
        ] {
            let state = read(&text).unwrap();
            assert_eq!(
                (state.shape().to_string(), state.is_shape_assumed()),
                ("3x2".to_owned(), false),
                "{text}"
            );
            assert_eq!(
                (state.givens().to_string(), state.entries().shape()),
                (tall.to_owned(), state.shape())
            );
        }
        let both = "5.6..2....5......6....2..4.3..13....";
        let assumed = read(both).unwrap();
        assert_eq!((assumed.shape().to_string(), assumed.is_shape_assumed()), ("2x3".to_owned(), true));
        let stated = read(&serde_json::json!({ "givens": both, "box": "3x2" }).to_string()).unwrap();
        assert_eq!((stated.shape().to_string(), stated.is_shape_assumed()), ("3x2".to_owned(), false));
    }

    #[test]
    fn what_is_no_state_says_what_is_wanted() {
        for (text, told) in [
            ("{}", "no field `givens` (or `puzzle`) with a grid"),
            ("{", "not JSON: EOF while parsing an object at line 1 column 1"),
            ("[1,2,3]", "givens: 3 cells make no grid"),
            ("7", "1 cell makes no grid"),
            (r#"{"givens": 7}"#, "no field `givens` (or `puzzle`) with a grid"),
            (r#"{"givens": "1...............", "entries": 4}"#, "entries: give text, or a list of numbers"),
            (
                r#"{"givens": [[5,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}"#,
                "givens: r1c1 is 5; allowed are 0 (empty) to 4",
            ),
            (r#"{"givens": "1...............", "box": 4}"#, "box: give text such as \"2x3\""),
            (
                r#"{"givens": "1...............", "notes": [[[1]],[],[],[]]}"#,
                "notes: 4 cells where a 2x2 grid has 16",
            ),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.starts_with(told), "{text}: {problem}");
        }
        let id = StateText::read(r#"{"id": "a", "givens": ""}"#, None);
        assert!(id.id == "a" && id.state.is_err());
    }
}
