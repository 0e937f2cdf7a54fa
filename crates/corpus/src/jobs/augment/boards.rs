//! Columns of boards in images: grids and masks are transformed, lists of them in order again, cells and digits renamed.

use super::table::Image;
use arrow_array::{
    Array, ArrayRef, PrimitiveArray, StringArray,
    builder::{ListBuilder, StringBuilder},
    cast::AsArray,
    types::UInt16Type,
};
use arrow_schema::DataType;
use gridmill_board::{Cell, Digit, Transform};
use gridmill_tables::schema::{Column, ColumnId, arrow::text};
use std::sync::Arc;

/// Form of a column of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardForm {
    /// A grid or a mask, or several.
    Grids,
    /// The name of a cell.
    Cell,
    /// A digit.
    Digit,
}

impl BoardForm {
    /// Returns the form of a column that a transform changes with the board; `None` for other columns, and other types.
    pub(super) fn of(name: &str, kind: &DataType) -> Option<Self> {
        let is_list = matches!(kind, DataType::List(item) if item.data_type() == &DataType::Utf8);
        match Column::named(name)?.id {
            ColumnId::Board
            | ColumnId::AmbiguousCells
            | ColumnId::Conflict
            | ColumnId::Entries
            | ColumnId::AllSolutions
            | ColumnId::DifferingSets => (kind == &DataType::Utf8 || is_list).then_some(Self::Grids),
            ColumnId::WrongCell => (kind == &DataType::Utf8).then_some(Self::Cell),
            ColumnId::WrongDigit => [DataType::Utf8, DataType::UInt16].contains(kind).then_some(Self::Digit),
            _ => None,
        }
    }

    /// Returns the column of images: the value of each source, transformed.
    pub(super) fn images(self, array: &ArrayRef, images: &[Image]) -> ArrayRef {
        match (self, array.data_type()) {
            (_, DataType::List(_)) => lists(array, images),
            (Self::Digit, DataType::UInt16) => {
                let digits = array.as_primitive::<UInt16Type>();
                let digit = |image: &Image| {
                    let value = digits.is_valid(image.row).then(|| digits.value(image.row))?;
                    Some(u8::try_from(value).map_or(value, |small| renamed(small, &image.transform).into()))
                };
                Arc::new(images.iter().map(digit).collect::<PrimitiveArray<UInt16Type>>())
            }
            _ => {
                let one = |image: &Image| {
                    text(array, image.row).map(|value| self.transformed(value, &image.transform))
                };
                Arc::new(images.iter().map(one).collect::<StringArray>())
            }
        }
    }

    /// Transforms a text; one of another form stays.
    fn transformed(self, text: &str, transform: &Transform) -> String {
        match self {
            Self::Grids => match serde_json::from_str::<Vec<String>>(text) {
                Ok(several) => {
                    serde_json::json!(in_order(several.iter().map(String::as_str), transform)).to_string()
                }
                Err(_) => in_order(text.split(' '), transform).join(" "),
            },
            Self::Cell => cell_named(text, transform)
                .map_or_else(|| text.to_owned(), |cell| transform.cell(cell).name(transform.target())),
            Self::Digit => text
                .trim()
                .parse()
                .map_or_else(|_| text.to_owned(), |digit| renamed(digit, transform).to_string()),
        }
    }
}

/// Transforms lists of texts.
fn lists(array: &ArrayRef, images: &[Image]) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for image in images {
        let is_there = array.is_valid(image.row);
        if is_there {
            let texts = array.as_list::<i32>().value(image.row);
            let texts = texts.as_string::<i32>().iter().flatten();
            for text in in_order(texts, &image.transform) {
                builder.values().append_value(text);
            }
        }
        builder.append(is_there);
    }
    Arc::new(builder.finish())
}

/// Transforms texts, and puts them in ascending order.
fn in_order<'a>(texts: impl Iterator<Item = &'a str>, transform: &Transform) -> Vec<String> {
    let mut texts: Vec<String> = texts.map(|text| grid(text, transform)).collect();
    texts.sort_unstable();
    texts
}

/// Transforms a grid or a mask; a text of another length stays.
fn grid(text: &str, transform: &Transform) -> String {
    let shape = transform.shape();
    if text.len() != shape.cells() || !text.is_ascii() {
        return text.to_owned();
    }
    let mut moved = vec![b'.'; text.len()];
    for (cell, byte) in shape.all_cells().zip(text.bytes()) {
        let digit = Digit::from_ascii(byte).filter(|digit| digit.index() < shape.side());
        moved[transform.cell(cell).index()] = digit.map_or(byte, |digit| transform.digit(digit).ascii());
    }
    String::from_utf8_lossy(&moved).into_owned()
}

/// Returns the cell of a name such as `r3c4`.
fn cell_named(text: &str, transform: &Transform) -> Option<Cell> {
    transform.shape().all_cells().find(|cell| cell.name(transform.shape()) == text.trim())
}

/// Returns the digit that takes the place of this one; another number stays.
fn renamed(value: u8, transform: &Transform) -> u8 {
    let digit = Digit::new(value).filter(|digit| digit.index() < transform.shape().side());
    digit.map_or(value, |digit| transform.digit(digit).value())
}
