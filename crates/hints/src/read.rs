//! States from text: JSON, a grid in a line, or a drawing of candidates.
//!
//! | begins with | read as |
//! |---|---|
//! | `{` | an object: `givens` (or `puzzle`), and maybe `entries`, `notes`, `pencilmarks`, `reveal`, `box`, `id` |
//! | `[`, `"` | the givens, as a list of numbers or rows, or as text |
//! | anything else | text, see `text` |

use crate::{NotesKind, State};
use gridmill_board::{Digit, DigitSet, Grid, LibraryLine, PencilmarkGrid, Shape, WikiString};
use gridmill_rate::Pencilmarks;
use serde_json::{Map, Value};
use std::str::FromStr;

/// Reason why a text is no state, as a sentence without its full stop.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(pub(crate) String);

#[doc(hidden)]
impl From<String> for ReadError {
    fn from(problem: String) -> Self {
        Self(problem)
    }
}

impl ReadError {
    fn new(problem: impl Into<String>) -> Self {
        Self(problem.into())
    }
}

/// Text of a state, read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct StateText {
    /// The `id` of a JSON object; null where there is none.
    pub id: Value,
    /// The state, or why there is none.
    pub state: Result<State, ReadError>,
}

impl StateText {
    /// Reads a state. `shape` is that of its grids, if it is known; otherwise the number of cells tells it. Of wide and tall boxes, those count
    /// with which the givens have exactly one solution ([`State::is_shape_assumed`] if that does not decide).
    ///
    /// ```
    /// use gridmill_hints::StateText;
    ///
    /// let read = StateText::read(r#"{"id": 7, "givens": "1...............", "notes": ["", "23"]}"#, None);
    /// assert_eq!(read.id, 7);
    /// assert_eq!(read.state.unwrap_err().to_string(), "notes: 2 cells where a 2x2 grid has 16");
    /// ```
    pub fn read(text: &str, shape: Option<Shape>) -> Self {
        let text = text.trim();
        if !text.starts_with(['{', '[', '"']) {
            let state = read_text(text, shape);
            let state = state.map(|state| if shape.is_some() { state } else { state.in_likely_shape() });
            return Self { id: Value::Null, state };
        }
        match serde_json::from_str::<Value>(text) {
            Ok(mut value) => {
                let id = value.get_mut("id").map(Value::take).unwrap_or_default();
                let stated = shape.is_some() || value.get("box").is_some_and(|shape| !shape.is_null());
                let state = read_json(&value, shape);
                Self { id, state: state.map(|state| if stated { state } else { state.in_likely_shape() }) }
            }
            Err(error) => Self { id: Value::Null, state: Err(ReadError::new(format!("not JSON: {error}"))) },
        }
    }
}

impl State {
    /// Sets the notes from text: as many characters a cell as the grid has digits, of which digits count, or a word of digits a cell,
    /// where `.` or `0` is a cell without notes.
    ///
    /// # Errors
    /// [`ReadError`] for text of another form.
    pub fn with_notes_of(self, text: &str) -> Result<Self, ReadError> {
        let notes = text_notes(text, self.shape())?;
        self.with_notes(notes).map_err(|error| ReadError::new(error.to_string()))
    }
}

impl FromStr for State {
    type Err = ReadError;

    /// Reads a state in any form of [`StateText`].
    fn from_str(text: &str) -> Result<Self, ReadError> {
        StateText::read(text, None).state
    }
}

// States as text.
//
// ```text
// 53..7....6..195...        a grid, row by row, with or without spaces     . 0 and other signs are empty
// 53+4.7....6..195..        a digit after + was entered
// :0000:x:53+4.7...:113:    a line of HoDoKu's libraries: givens, entries and candidates that are gone
// S9B0103...                a state of SudokuWiki
// | 5 3 124 | 26 7 ...      candidates: drawn, a word a cell, or as many characters a cell as there are digits
// ```
//
// A drawing of candidates does not say which digits are givens: each cell with one digit counts as one, as in HoDoKu. The candidates are part
// of the puzzle: givens with several solutions have only those within them.

type ReadResult<T> = Result<T, ReadError>;

fn read_text(text: &str, shape: Option<Shape>) -> ReadResult<State> {
    if LibraryLine::is_begun_by(text) {
        let line = LibraryLine::parse(text).map_err(problem)?;
        return library_line(line);
    }
    if let Ok(state) = WikiString::parse(shape.unwrap_or(Shape::STANDARD), text) {
        let played = State::new(state.givens).with_entries(state.entries).map_err(problem)?;
        let noted = played.with_notes(state.candidates).map_err(problem)?;
        return Ok(noted.with_notes_kind(NotesKind::All));
    }
    if let Some((cells, entered)) = entries(text) {
        return marked(&text_grid(&cells, shape)?, &entered);
    }
    let of = shape.or_else(|| shape_of_numbers(text)).unwrap_or(Shape::STANDARD);
    let letters = text.chars().filter(|letter| !letter.is_whitespace()).count();
    match PencilmarkGrid::parse(of, text) {
        Ok(drawn) if letters != of.cells() => {
            State::new(drawn.grid).with_candidates(drawn.candidates).map_err(problem)
        }
        Err(error) if has_groups(text, letters, of) && letters != of.cells() => Err(problem(error)),
        _ => Ok(State::new(text_grid(text, shape)?)),
    }
}

/// Returns true if a text with this number of letters is a drawing, or has as many words or letters as candidates have.
fn has_groups(text: &str, letters: usize, shape: Shape) -> bool {
    text.contains(['|', '\n'])
        || text.split_whitespace().count() == shape.cells()
        || letters == shape.cells() * shape.side()
}

/// Returns the shape of a grid with a side above 9 that is written as numbers: as many words as it has cells.
fn shape_of_numbers(text: &str) -> Option<Shape> {
    let is_number = |word: &str| matches!(word, "." | "_" | "*") || word.parse::<u8>().is_ok();
    let words = text.split_whitespace().filter(|word| word.chars().any(|c| c != '|'));
    let shape = Shape::of_cells(words.clone().take_while(|word| is_number(word)).count())?;
    (shape.side() > 9 && words.count() == shape.cells()).then_some(shape)
}

#[expect(clippy::needless_pass_by_value, reason = "the argument of `map_err`")]
fn problem(error: impl ToString) -> ReadError {
    ReadError::new(error.to_string())
}

/// Makes the state of a library's line. Candidates that are gone become notes of all that are left.
fn library_line(line: LibraryLine) -> ReadResult<State> {
    let state = State::new(line.givens).with_entries(line.entries).map_err(problem)?;
    if line.deleted.is_empty() {
        return Ok(state);
    }
    let marks = Pencilmarks::new(&state.filled());
    let mut notes: Vec<DigitSet> = state.shape().all_cells().map(|cell| marks.candidates(cell)).collect();
    for (cell, digit) in line.deleted {
        notes[cell.index()].remove(digit);
    }
    Ok(state.with_notes(notes).map_err(problem)?.with_notes_kind(NotesKind::All))
}

/// Makes the state of a grid in which some digits are marked as entries.
fn marked(filled: &Grid, entered: &[bool]) -> ReadResult<State> {
    let (mut givens, mut entries) = (filled.clone(), filled.clone());
    for (cell, &is_entered) in filled.shape().all_cells().zip(entered) {
        let gone = if is_entered { &mut givens } else { &mut entries };
        gone.set(cell, None);
    }
    State::new(givens).with_entries(entries).map_err(problem)
}

/// Separates cells from their marks `+`; `None` if there are none.
fn entries(text: &str) -> Option<(String, Vec<bool>)> {
    // Frames of drawings have the sign, too.
    if !text.contains('+') || text.contains(['|', '-']) {
        return None;
    }
    let (mut cells, mut entered, mut is_next) = (String::new(), Vec::new(), false);
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if letter == '+' {
            is_next = true;
        } else {
            cells.push(letter);
            entered.push(std::mem::take(&mut is_next));
        }
    }
    Some((cells, entered))
}

/// Reads a grid, with or without spaces.
fn text_grid(text: &str, shape: Option<Shape>) -> ReadResult<Grid> {
    let read = match shape {
        Some(shape) => {
            let cells: String = text.split_whitespace().collect();
            Grid::parse(shape, &cells)
        }
        None => text.parse(),
    };
    read.map_err(|error| ReadError::new(error.to_string()))
}

/// Reads notes: as many characters a cell as the grid has digits, or a word a cell.
///
/// In the first form only digits count. In the second, words stand between spaces or commas, and `.` or `0` is a cell without notes.
fn text_notes(text: &str, shape: Shape) -> ReadResult<Vec<DigitSet>> {
    let words: Vec<&str> =
        text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
    if words.len() == shape.cells() {
        // A 0 has a place of its own, or stands alone; 10 is a number.
        let is_number = |word: &&&str| {
            word.contains('0') && word.chars().any(|c| c != '0' && c != '.') && word.len() != shape.side()
        };
        if let Some(word) = words.iter().find(is_number) {
            let side = shape.side();
            return Err(ReadError::new(format!(
                "{word} is no word of digits from 1 to {side}; 10 is written A"
            )));
        }
        return words.iter().map(|word| digits(word.chars(), shape)).collect();
    }
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters.len() == shape.cells() * shape.side() {
        return letters.chunks(shape.side()).map(|cell| digits(cell.iter().copied(), shape)).collect();
    }
    let count = |number: usize, one: &str| {
        if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
    };
    let found = if words.len() > 1 { count(words.len(), "word") } else { count(letters.len(), "character") };
    let (cells, side) = (shape.cells(), shape.side());
    Err(ReadError::new(format!(
        "found {found}; give {cells} words of digits, or {} characters with {side} for each cell",
        cells * side
    )))
}

/// Reads the digits of one cell; other characters stand for digits that are not noted.
fn digits(letters: impl Iterator<Item = char>, shape: Shape) -> ReadResult<DigitSet> {
    let digit = |letter: char| {
        let digit = u8::try_from(letter).ok().and_then(Digit::from_ascii);
        let digit = digit.filter(|digit| digit.index() < shape.side());
        digit.ok_or_else(|| ReadError::new(format!("{letter:?} is no digit of a {shape} grid")))
    };
    letters.filter(char::is_ascii_alphanumeric).filter(|&letter| letter != '0').map(digit).collect()
}

// States as JSON.
//
// ```text
// grid    "53..7...." or [5,3,0,0,7,...] or [[5,3,...],...]      ., 0, -1, "" and null are empty; numbers above 9 may be text
// notes   ["", "12", [4,7], null, ...], rows of these, or text: nine characters or one word a cell;
//         or what they say: "all", "partial" or "none", with the digits themselves in `pencilmarks`
// ```

/// Names of the fields, each with the other names that are in use.
const GIVENS: [&str; 2] = ["givens", "puzzle"];
const ENTRIES: [&str; 1] = ["entries"];
const NOTES: [&str; 3] = ["notes", "candidates", "pencilmarks"];

fn read_json(value: &Value, shape: Option<Shape>) -> ReadResult<State> {
    let Value::Object(object) = value else {
        return match value {
            Value::String(text) => read_text(text, shape),
            _ => Ok(State::new(json_grid("givens", value, shape)?)),
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
        Value::String(text) => read_text(text, shape).map_err(|error| within(name, &error))?,
        _ => State::new(json_grid(name, givens, shape)?),
    };
    let shape = state.shape();
    if let Some((name, entries)) = field(object, &ENTRIES) {
        let entries = json_grid(name, entries, Some(shape))?;
        state = state.with_entries(entries).map_err(|error| ReadError::new(error.to_string()))?;
    }
    let mut notes_names = &NOTES[..];
    if let Some(kind) = object.get(NOTES[0]).and_then(Value::as_str).and_then(notes_kind) {
        notes_names = &NOTES[1..];
        state = state.with_notes_kind(kind);
    }
    match object.get("reveal") {
        None | Some(Value::Null) => {}
        Some(&Value::Bool(reveals)) => state = state.with_reveal(reveals),
        Some(_) => return Err(ReadError::new("reveal: give true or false")),
    }
    if let Some((name, notes)) = field(object, notes_names) {
        let notes = json_notes(notes, shape).map_err(|error| within(name, &error))?;
        state = state.with_notes(notes).map_err(|error| ReadError::new(error.to_string()))?;
    }
    Ok(state)
}

fn notes_kind(name: &str) -> Option<NotesKind> {
    NotesKind::ALL.into_iter().find(|kind| kind.name() == name)
}

const fn is_grid(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Array(_))
}

/// Returns the first of the fields that is there and not null.
fn field<'a>(object: &'a Map<String, Value>, names: &[&'static str]) -> Option<(&'static str, &'a Value)> {
    names.iter().find_map(|name| Some((*name, object.get(*name)?)).filter(|(_, value)| !value.is_null()))
}

fn within(name: &str, error: &ReadError) -> ReadError {
    ReadError::new(format!("{name}: {error}"))
}

fn json_grid(name: &str, value: &Value, shape: Option<Shape>) -> ReadResult<Grid> {
    let problem = |problem: String| ReadError::new(format!("{name}: {problem}"));
    let cells = match value {
        Value::String(text) => return text_grid(text, shape).map_err(|error| within(name, &error)),
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
    // As text, because a 0 next to null may be a digit.
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
        Value::Number(number) if number.as_i64() == Some(-1) => Some(None),
        Value::Number(number) => match number.as_u64()? {
            0 => Some(None),
            value => Digit::new(u8::try_from(value).ok()?).filter(fits).map(Some),
        },
        Value::String(text) => match text.as_bytes() {
            [] | [b' '] | b"-1" => Some(None),
            &[byte] if Grid::is_empty_sign(char::from(byte)) => Some(None),
            &[byte] => Digit::from_ascii(byte).filter(fits).map(Some),
            _ if side > 9 => Digit::new(text.parse().ok()?).filter(fits).map(Some),
            _ => None,
        },
        _ => None,
    }
}

fn json_notes(value: &Value, shape: Shape) -> ReadResult<Vec<DigitSet>> {
    let items = match value {
        Value::String(text) => return text_notes(text, shape),
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
    let of_letter = |letter: char| {
        let digit = Digit::from_ascii(u8::try_from(letter).ok()?)?;
        Some(digit).filter(|digit| digit.index() < side)
    };
    match value {
        Value::Array(items) => items.iter().map(|item| digit(item, side)?).collect(),
        Value::String(text) => {
            text.chars().filter(|letter| !matches!(letter, '.' | '0' | ' ' | ',')).map(of_letter).collect()
        }
        _ => Some(digit(value, side)?.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StateText;
    use gridmill_board::Cell;

    #[test]
    fn entries_are_marked_by_plus() {
        let state = read_text("1+2.. .... ..3. ...+4", None).unwrap();
        assert_eq!(state.givens().to_string(), "1.........3.....");
        assert_eq!(state.entries().to_string(), ".2.............4");
        // A mark before an empty cell says nothing.
        assert_eq!(
            read_text("1+... .... ..3. ....", None).unwrap(),
            read_text("1... .... ..3. ....", None).unwrap()
        );
    }

    #[test]
    fn numbers_above_nine_are_digits() {
        let row = "16 . 3 10 . . . . . . . . . . . 11\n".to_owned();
        let text = row + &". ".repeat(240);
        for shape in [None, Some("4x4".parse().unwrap())] {
            let state = read_text(&text, shape).unwrap();
            assert!(state.givens().to_string().starts_with("G.3A...........B."));
        }
        let shape = Shape::STANDARD;
        let ten = format!("10 {}", "1 ".repeat(80));
        assert!(read_text(&ten.replace(' ', "\n"), None).unwrap_err().to_string().contains("10 is no cell"));
        assert!(
            text_notes(&ten, shape)
                .unwrap_err()
                .to_string()
                .starts_with("10 is no word of digits from 1 to 9")
        );
    }

    #[test]
    fn numbers_are_written_in_words() {
        let shape = Shape::STANDARD;
        let problem = |text: &str| text_notes(text, shape).unwrap_err().to_string();
        assert!(problem("7").starts_with("found 1 character; give 81 words of digits, or 729 characters"));
        assert!(problem("1 2 3").starts_with("found 3 words; "));
        let small: Shape = "2x2".parse().unwrap();
        assert_eq!(
            text_notes(&"5 ".repeat(16), small).unwrap_err().to_string(),
            "'5' is no digit of a 2x2 grid"
        );
    }

    #[test]
    fn states_of_other_programs_keep_entries_and_candidates() {
        let cells = "+53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let state = read_text(&format!(":0000:x:{cells}:213 413::"), None).unwrap();
        assert_eq!((state.givens().givens(), state.entries().givens()), (29, 1));
        let noted = |cell: usize| {
            state.notes(Cell::new(cell)).unwrap().iter().map(|digit| digit.to_string()).collect::<String>()
        };
        // r1c3 has 1, 2 and 4 without the candidates that are gone; r1c4 has all.
        assert_eq!((noted(2), noted(3)), ("1".to_owned(), "26".to_owned()));
        let small: Shape = "2x2".parse().unwrap();
        let drawn =
            "| 1 24 | 3 24 |\n| 234 234 | 124 12 |\n|------\n| 2 134 | 14 134 |\n| 34 134 | 124 1234 |";
        let state = read_text(drawn, Some(small)).unwrap();
        assert_eq!(state.givens().to_string(), "1.3.....2.......");
        assert_eq!(state.notes(Cell::new(1)).unwrap().len(), 2);
        let problem = read_text("| 1 24 | 3 24 |\n| 234", Some(small)).unwrap_err().to_string();
        assert!(problem.starts_with("found 5 groups of 9 characters"), "{problem}");
        // As many characters as cells are a grid, whatever stands between them.
        let spaced = read_text("1 . 3 . . . . . 2 . . . . . . .", Some(small)).unwrap();
        assert!(!spaced.has_notes());
        assert!(read_text("S4B1603000000200000", Some(small)).unwrap().entries().givens() == 1);
    }

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read_json(text: &str) -> std::result::Result<State, String> {
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
            assert_eq!(read_json(&givens.to_string()).unwrap(), plain, "{givens}");
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
            let state =
                read_json(&serde_json::json!({ "givens": PUZZLE, "notes": notes }).to_string()).unwrap();
            let noted: Vec<String> = state
                .notes(gridmill_board::Cell::new(2))
                .unwrap()
                .iter()
                .map(|digit| digit.to_string())
                .collect();
            assert_eq!(noted, ["1", "4"], "{notes}");
            assert!(state.notes(gridmill_board::Cell::new(3)).is_none());
        }
    }

    #[test]
    fn notes_say_what_they_are() {
        let mut words = vec![""; 81];
        words[2] = "14";
        let state = |notes: Value, reveal: Value| {
            let object = serde_json::json!({ "givens": PUZZLE, "notes": notes, "pencilmarks": words, "reveal": reveal });
            read_json(&object.to_string())
        };
        for kind in NotesKind::ALL {
            let read = state(kind.name().into(), true.into()).unwrap();
            assert_eq!((read.notes_kind(), read.reveals), (Some(kind), true));
            assert_eq!(read.notes(Cell::new(2)).unwrap().len(), 2);
        }
        let read = state(Value::Null, Value::Null).unwrap();
        assert_eq!((read.notes_kind(), read.reveals, read.has_notes()), (None, false, true));
        assert!(state("some".into(), Value::Null).unwrap_err().starts_with("notes: "));
        assert_eq!(state(Value::Null, 1.into()).unwrap_err(), "reveal: give true or false");
    }

    #[test]
    fn numbers_above_nine_are_numbers_or_their_text() {
        let mut cells = vec![serde_json::json!(null); 256];
        cells[0] = serde_json::json!(16);
        let numbers = read_json(&serde_json::json!(cells).to_string()).unwrap();
        cells[0] = serde_json::json!("16");
        assert_eq!(read_json(&serde_json::json!({ "givens": cells }).to_string()).unwrap(), numbers);
        assert!(numbers.givens().to_string().starts_with("G."));
        // Numbers from 0 to 15.
        (cells[0], cells[1]) = (serde_json::json!(0), serde_json::json!(15));
        let problem = read_json(&serde_json::json!(cells).to_string()).unwrap_err();
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
            let state = read_json(&text).unwrap();
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
        let assumed = read_json(both).unwrap();
        assert_eq!((assumed.shape().to_string(), assumed.is_shape_assumed()), ("2x3".to_owned(), true));
        let stated = read_json(&serde_json::json!({ "givens": both, "box": "3x2" }).to_string()).unwrap();
        assert_eq!((stated.shape().to_string(), stated.is_shape_assumed()), ("3x2".to_owned(), false));
    }

    #[test]
    fn errors_name_what_is_required() {
        for (text, expected) in [
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
            let problem = read_json(text).unwrap_err();
            assert!(problem.starts_with(expected), "{text}: {problem}");
        }
        let id = StateText::read(r#"{"id": "a", "givens": ""}"#, None);
        assert!(id.id == "a" && id.state.is_err());
    }
}
