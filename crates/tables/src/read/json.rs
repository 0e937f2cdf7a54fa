//! Puzzles from JSON documents: lists of objects, of strings or of cells, or objects over several lines.
//!
//! The rows are those of [`jsonl`](super::jsonl), numbered by the elements of all lists.

use super::{
    ROW,
    elements::{Beginning, Elements, beginning},
    format::{FileReader, Input, InputFormat},
    has_known_ending,
    jsonl::{JsonLines, Jsonl, open_objects},
    limits::LINE_BYTES,
};
use crate::error::Result;
use gridmill_board::Shape;

/// JSON documents.
#[derive(Debug)]
pub(super) struct Json;

impl InputFormat for Json {
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn row_word(&self) -> &'static str {
        ROW
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        // A list that is called JSON lines is a list.
        if has_known_ending(input) && !input.is_named_as(&Jsonl) {
            return Ok(false);
        }
        Ok(begins(input)? != Beginning::Other)
    }

    fn open(
        &self,
        input: Input,
        shape: Shape,
        read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        let (path, choice) = (input.path().to_owned(), input.choice().clone());
        open_objects(&path, objects(input, shape)?, &choice, shape, read_by_name)
    }
}

/// Recognizes the beginning of a text.
fn begins(input: &mut Input) -> Result<Beginning> {
    if !input.text()?.first_line.trim_start().starts_with(['[', '{']) {
        return Ok(Beginning::Other);
    }
    let mut text = String::new();
    input.look_ahead(|line| {
        text += line;
        (text.len() >= LINE_BYTES).then_some(())
    })?;
    Ok(beginning(&text, input.choice()))
}

fn objects(mut input: Input, shape: Shape) -> Result<JsonLines> {
    let (path, begins) = (input.path().to_owned(), begins(&mut input)?);
    let choice = input.choice().clone();
    let text = input.into_text()?;
    let (text, is_objects) = ((text.input, text.lines_before), begins == Beginning::Object);
    Ok(JsonLines::of_elements(Elements::new(&path, text, &choice, shape.side(), is_objects)))
}
