//! Tokens of traces: a list of uint16 in Arrow, a list in JSON, numbers between spaces in text.

use arrow_array::{
    Array, ArrayRef,
    builder::{ListBuilder, UInt16Builder},
    cast::AsArray,
    types::UInt16Type,
};
use arrow_schema::{DataType, Field};
use gridmill_board::Grid;
use gridmill_traces::{SearchOptions, Searcher};
use std::sync::Arc;

/// Returns the tokens of the default search of a puzzle, from its board to its end; none for a side above 9.
pub fn of_search(puzzle: &Grid) -> Vec<u16> {
    let mut tokens = Vec::new();
    if let Ok(mut searcher) = Searcher::new(puzzle.shape(), SearchOptions::default()) {
        searcher.encode(puzzle, &mut tokens);
    }
    tokens
}

/// Returns the type in Arrow.
pub fn data_type() -> DataType {
    DataType::List(item())
}

fn item() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::UInt16, false))
}

/// Returns true for the type in Arrow.
pub fn is_tokens(kind: &DataType) -> bool {
    matches!(kind, DataType::List(item) if item.data_type() == &DataType::UInt16)
}

/// Builds an array of lists of tokens.
pub fn array(lists: impl Iterator<Item = Option<Vec<u16>>>) -> ArrayRef {
    let mut builder = ListBuilder::new(UInt16Builder::new()).with_field(item());
    for list in lists {
        if let Some(list) = &list {
            builder.values().append_slice(list);
        }
        builder.append(list.is_some());
    }
    Arc::new(builder.finish())
}

/// Writes tokens between `separator`s.
pub fn write(tokens: &[u16], separator: u8, out: &mut Vec<u8>) {
    for (place, &token) in tokens.iter().enumerate() {
        if place > 0 {
            out.push(separator);
        }
        out.extend_from_slice(itoa::Buffer::new().format(token).as_bytes());
    }
}

/// Writes the tokens at `row` of an array [of this type](is_tokens) as text; nothing where they are null.
pub fn write_text(array: &dyn Array, row: usize, out: &mut Vec<u8>) {
    if !array.is_null(row) {
        let list = array.as_list::<i32>().value(row);
        write(list.as_primitive::<UInt16Type>().values(), b' ', out);
    }
}
