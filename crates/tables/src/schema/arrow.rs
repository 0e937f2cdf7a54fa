//! Arrow arrays by the kind of their values, whatever type holds them.

use super::ColumnKind;
use arrow_array::{Array, cast::AsArray};
use arrow_schema::DataType;

/// Kind of the values of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrayKind {
    /// Whole numbers of any width.
    Whole,
    /// Floating point numbers.
    Real,
    /// True or false.
    Flag,
    /// Text, with or without a dictionary.
    Text,
    /// Anything else, such as lists.
    Other,
}

impl ArrayKind {
    /// Returns the kind of the values that a type holds.
    pub fn of(data_type: &DataType) -> Self {
        use DataType as D;
        match data_type {
            kind if kind.is_integer() => Self::Whole,
            D::Float32 | D::Float64 => Self::Real,
            D::Boolean => Self::Flag,
            D::Utf8 | D::LargeUtf8 | D::Utf8View => Self::Text,
            D::Dictionary(keys, values)
                if Self::of(values) == Self::Text && Self::of(keys) == Self::Whole =>
            {
                Self::Text
            }
            _ => Self::Other,
        }
    }
}

impl From<ColumnKind> for ArrayKind {
    fn from(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Grid | ColumnKind::Name | ColumnKind::Text => Self::Text,
            ColumnKind::U16 | ColumnKind::U32 | ColumnKind::U64 => Self::Whole,
            ColumnKind::Decimal | ColumnKind::F64 => Self::Real,
            ColumnKind::Bool => Self::Flag,
            ColumnKind::Path | ColumnKind::Texts | ColumnKind::Tokens => Self::Other,
        }
    }
}

/// Returns true for text without a dictionary.
pub const fn is_plain_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// Returns true for a type that may hold grids.
pub fn may_hold_grids(data_type: &DataType) -> bool {
    is_plain_text(data_type) || ArrayKind::of(data_type) == ArrayKind::Text || may_hold_cells(data_type)
}

fn may_hold_cells(data_type: &DataType) -> bool {
    let (DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _)) = data_type
    else {
        return false;
    };
    let is_cell =
        matches!(ArrayKind::of(item.data_type()), ArrayKind::Whole | ArrayKind::Real | ArrayKind::Text);
    is_cell || may_hold_cells(item.data_type())
}

/// Returns the words for a type of columns in messages: a noun in the plural. Types of one meaning and different sizes differ.
pub fn type_words(data_type: &DataType) -> String {
    let words = match data_type {
        DataType::Null => "nothing",
        DataType::Utf8 => "text",
        DataType::LargeUtf8 => "text (of 64-bit offsets)",
        DataType::Utf8View => "text (by views)",
        DataType::Boolean => "true and false",
        kind if kind.is_integer() || kind.is_floating() => {
            let bits = 8 * kind.primitive_width().unwrap_or(0);
            let of = if kind.is_integer() { "whole numbers" } else { "numbers" };
            return format!("{of} ({bits} bits{})", if kind.is_signed_integer() { ", signed" } else { "" });
        }
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => {
            "bytes"
        }
        DataType::Date32 | DataType::Date64 => "dates",
        DataType::Timestamp(..) | DataType::Time32(_) | DataType::Time64(_) => "times",
        DataType::Duration(_) | DataType::Interval(_) => "durations",
        DataType::Struct(_) | DataType::Map(..) => "records",
        DataType::Dictionary(_, values) => return format!("{} (by a dictionary)", type_words(values)),
        DataType::List(of) | DataType::LargeList(of) | DataType::FixedSizeList(of, _) => {
            return format!("lists of {}", type_words(of.data_type()));
        }
        _ => "values of another kind",
    };
    words.to_owned()
}

/// Returns the text at `row`; `None` where the value is null, or the array holds no plain text.
pub fn text(array: &dyn Array, row: usize) -> Option<&str> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        _ => None,
    }
}
