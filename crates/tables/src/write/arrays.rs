//! Rows as Arrow tables: the form in which all writers and observers get them. Tokens of traces are
//! a list of uint16 in Arrow, a list in JSON, numbers between spaces in text.

use super::path;
use crate::{
    error::{Error, Result},
    schema::{ColumnKind, Layout, LayoutColumn, Value},
};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, DictionaryArray, Int32Array, PrimitiveArray, RecordBatch,
    StringArray,
    builder::{BooleanBuilder, Float64Builder, ListBuilder, StringBuilder, UInt16Builder},
    cast::AsArray,
    types::{UInt16Type, UInt32Type, UInt64Type},
};
use arrow_buffer::{Buffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, Schema};
use gridmill_board::{Grid, Solution};
use gridmill_generate::{CellMask, Record};
use gridmill_traces::{SearchOptions, Searcher};
use std::{borrow::Cow, sync::Arc};

/// Builds the table of some rows of a corpus, column by column.
///
/// # Errors
/// [`Error::Option`] if the columns do not fit each other.
pub fn record_batch(records: &[Record], layout: &Layout) -> Result<RecordBatch> {
    let columns = layout.columns();
    let values = |column: &LayoutColumn| {
        array_of(column.column.kind, records.iter().map(|record| column.value(record)))
    };
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.iter().map(values).collect())
        .map_err(|error| Error::option(format!("the columns do not fit: {error}")))
}

/// Returns the columns of such a table.
pub fn arrow_schema(layout: &Layout) -> Schema {
    Schema::new(layout.columns().iter().map(field).collect::<Vec<_>>())
}

/// Builds the array of a column from its values.
pub fn array_of<'a>(kind: ColumnKind, values: impl ExactSizeIterator<Item = Value<'a>>) -> ArrayRef {
    let len = values.len();
    match kind {
        ColumnKind::Grid => {
            let (mut text, mut ends) = (Vec::with_capacity(len * 81), Vec::with_capacity(len + 1));
            ends.push(0);
            let mut present = NullBufferBuilder::new(len);
            for value in values {
                match value {
                    Value::Puzzle(grid) => grid.write_text(&mut text),
                    Value::Solution(solution) => solution.write_text(&mut text),
                    _ => {}
                }
                present.append(matches!(value, Value::Puzzle(_) | Value::Solution(_)));
                ends.push(i32::try_from(text.len()).unwrap_or(i32::MAX));
            }
            let (ends, text) = (OffsetBuffer::new(ends.into()), Buffer::from_vec(text));
            Arc::new(StringArray::new(ends, text, present.finish()))
        }
        ColumnKind::U16 => numbers::<UInt16Type>(values, |n| u16::try_from(n).ok()),
        ColumnKind::U32 => numbers::<UInt32Type>(values, |n| u32::try_from(n).ok()),
        ColumnKind::U64 => numbers::<UInt64Type>(values, Some),
        ColumnKind::Decimal | ColumnKind::F64 => {
            let mut builder = Float64Builder::with_capacity(len);
            values.for_each(|value| builder.append_option(real(value)));
            Arc::new(builder.finish())
        }
        ColumnKind::Bool => {
            let mut builder = BooleanBuilder::with_capacity(len);
            values.for_each(|value| {
                builder.append_option(if let Value::Flag(flag) = value { flag } else { None });
            });
            Arc::new(builder.finish())
        }
        ColumnKind::Name => {
            // A few names: looking through them is faster than hashing each.
            let mut names: Vec<&str> = Vec::new();
            let key = |value| {
                let Value::Name(Some(name)) = value else { return None };
                let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                i32::try_from(place).ok()
            };
            let keys: Int32Array = values.map(key).collect();
            Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(names))))
        }
        ColumnKind::Text => {
            let texts = values.map(|value| match value {
                Value::Cell(cell) => cell.map(|(cell, shape)| Cow::Owned(cell.name(shape))),
                Value::Mask(mask) => mask.map(|mask| Cow::Owned(text(|out| mask.write_text(out)))),
                Value::Name(text) => text.map(Cow::Borrowed),
                Value::CompactPath(path) => path.map(|path| Cow::Owned(path::compact(path))),
                _ => None,
            });
            Arc::new(texts.collect::<StringArray>())
        }
        ColumnKind::Texts => {
            let mut builder = ListBuilder::new(StringBuilder::new());
            for value in values {
                let texts: Option<Vec<String>> = match value {
                    Value::Masks(masks) => masks.map(|masks| texts_of(masks, CellMask::write_text)),
                    Value::Solutions(grids) => grids.map(|grids| texts_of(grids, Solution::write_text)),
                    _ => None,
                };
                for text in texts.iter().flatten() {
                    builder.values().append_value(text);
                }
                builder.append(texts.is_some());
            }
            Arc::new(builder.finish())
        }
        ColumnKind::Path => {
            let paths = values.map(|value| if let Value::Path(path) = value { path } else { None });
            path::array(paths)
        }
        ColumnKind::Tokens => token_array(values.map(|value| {
            if let Value::SearchTrace(puzzle) = value { puzzle.map(tokens_of_search) } else { None }
        })),
    }
}

/// Returns what `write` writes.
fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut text = Vec::new();
    write(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns what `write` writes of each item.
fn texts_of<T>(items: &[T], write: fn(&T, &mut Vec<u8>)) -> Vec<String> {
    items.iter().map(|item| text(|out| write(item, out))).collect()
}

/// Returns the floating point number nearest to the value.
fn real(value: Value<'_>) -> Option<f64> {
    match value {
        Value::Real(number) => number,
        Value::Tenths(number) => number.map(f64::from),
        Value::Hundredths(hundredths) => hundredths.map(|hundredths| f64::from(hundredths) / 100.0),
        _ => None,
    }
}

/// Builds an array of whole numbers, null where there is none or where it does not fit.
fn numbers<'a, T: ArrowPrimitiveType<Native: Default>>(
    values: impl ExactSizeIterator<Item = Value<'a>>,
    fit: impl Fn(u64) -> Option<T::Native>,
) -> ArrayRef {
    let mut nulls = NullBufferBuilder::new(values.len());
    let number = |value| {
        let number = if let Value::Number(Some(number)) = value { fit(number) } else { None };
        nulls.append(number.is_some());
        number.unwrap_or_default()
    };
    let numbers: Vec<T::Native> = values.map(number).collect();
    Arc::new(PrimitiveArray::<T>::new(numbers.into(), nulls.finish()))
}

/// Returns a column as an Arrow field.
pub fn field(column: &LayoutColumn) -> Field {
    let kind = match column.column.kind {
        ColumnKind::Grid | ColumnKind::Text => DataType::Utf8,
        ColumnKind::U16 => DataType::UInt16,
        ColumnKind::U64 => DataType::UInt64,
        ColumnKind::U32 => DataType::UInt32,
        ColumnKind::Decimal | ColumnKind::F64 => DataType::Float64,
        ColumnKind::Bool => DataType::Boolean,
        ColumnKind::Name => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        ColumnKind::Path => path::data_type(),
        ColumnKind::Texts => DataType::new_list(DataType::Utf8, true),
        ColumnKind::Tokens => token_type(),
    };
    Field::new(column.name(), kind, column.column.nullable)
}

/// Returns the tokens of the default search of a puzzle, from its board to its end; none for a side above 9.
fn tokens_of_search(puzzle: &Grid) -> Vec<u16> {
    let mut tokens = Vec::new();
    if let Ok(mut searcher) = Searcher::new(puzzle.shape(), SearchOptions::default()) {
        searcher.encode(puzzle, &mut tokens);
    }
    tokens
}

fn token_type() -> DataType {
    DataType::List(token_item())
}

fn token_item() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::UInt16, false))
}

/// Returns true for the type in Arrow.
pub fn is_tokens(kind: &DataType) -> bool {
    matches!(kind, DataType::List(item) if item.data_type() == &DataType::UInt16)
}

fn token_array(lists: impl Iterator<Item = Option<Vec<u16>>>) -> ArrayRef {
    let mut builder = ListBuilder::new(UInt16Builder::new()).with_field(token_item());
    for list in lists {
        if let Some(list) = &list {
            builder.values().append_slice(list);
        }
        builder.append(list.is_some());
    }
    Arc::new(builder.finish())
}

/// Writes tokens between `separator`s.
fn write_tokens(tokens: &[u16], separator: u8, out: &mut Vec<u8>) {
    for (place, &token) in tokens.iter().enumerate() {
        if place > 0 {
            out.push(separator);
        }
        out.extend_from_slice(itoa::Buffer::new().format(token).as_bytes());
    }
}

/// Writes the tokens at `row` of an array [of this type](is_tokens) as text; nothing where they are null.
pub fn write_tokens_of_row(array: &dyn Array, row: usize, out: &mut Vec<u8>) {
    if !array.is_null(row) {
        let list = array.as_list::<i32>().value(row);
        write_tokens(list.as_primitive::<UInt16Type>().values(), b' ', out);
    }
}
