//! States from text: JSON, a grid in a line, or a drawing of candidates.
//!
//! | begins with | read as |
//! |---|---|
//! | `{` | an object: `givens` (or `puzzle`), and maybe `entries`, `notes`, `box`, `id` |
//! | `[`, `"` | the givens, as a list of numbers or rows, or as text |
//! | anything else | text, see [`text`] |

mod json;
mod text;

use crate::State;
use gridmill_board::Shape;
use serde_json::Value;
use std::str::FromStr;

/// Reason why a text is no state, as a sentence without its full stop.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(pub(crate) String);

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
            let state = text::read(text, shape);
            let state = state.map(|state| if shape.is_some() { state } else { state.in_likely_shape() });
            return Self { id: Value::Null, state };
        }
        match serde_json::from_str::<Value>(text) {
            Ok(mut value) => {
                let id = value.get_mut("id").map(Value::take).unwrap_or_default();
                let stated = shape.is_some() || value.get("box").is_some_and(|shape| !shape.is_null());
                let state = json::read(&value, shape);
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
        let notes = text::notes(text, self.shape())?;
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
