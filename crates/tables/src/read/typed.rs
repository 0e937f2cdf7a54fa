//! Columns of text tables, converted to the types of the schema.
//!
//! In CSV every column is text. A column with a name of the schema is read as that column's type, if the values of the first
//! rows allow it; a later value that does not is an error. Other columns stay as they are. An empty field is null.
//!
//! Ratings without a decimal are whole numbers, as the scores of HoDoKu's scale are.

use super::limits::shown;
use crate::{
    error::{Error, Result},
    schema::{Column, ColumnKind, arrow::ArrayKind},
};
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array, cast::AsArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::{path::Path, str::FromStr, sync::Arc};

/// The columns of a table and their types.
#[derive(Debug, PartialEq, Eq)]
pub struct Typed {
    schema: SchemaRef,
    kinds: Vec<Option<ArrayKind>>,
}

impl Typed {
    /// Chooses the types by the first rows of a table of text, whose columns get the `names`.
    pub fn of(first: &RecordBatch, names: &Schema) -> Self {
        let fields = names.fields();
        let kind = |(field, array): (&Arc<Field>, &ArrayRef)| {
            if !is_text(array) {
                return None;
            }
            let kind = match Column::of_name(field.name())?.kind {
                ColumnKind::Decimal if is_whole(array.as_string()) => ArrayKind::Whole,
                kind => kind.into(),
            };
            convert(kind, array.as_string()).ok().flatten().map(|_| kind)
        };
        let kinds: Vec<_> = fields.iter().zip(first.columns()).map(kind).collect();
        let typed = fields.iter().zip(first.columns()).zip(&kinds).map(|((field, array), kind)| {
            let data_type = kind.map_or_else(|| array.data_type().clone(), data_type);
            Field::new(field.name(), data_type, true)
        });
        Self { schema: Arc::new(Schema::new(typed.collect::<Vec<_>>())), kinds }
    }

    /// Returns the columns with their types.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Converts the rows to typed columns; `lines` gives the place of a row in its file.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the first value that is of another type.
    pub fn rows(&self, rows: &RecordBatch, path: &Path, line: impl Fn(usize) -> u64) -> Result<RecordBatch> {
        let columns = self.schema.fields().iter().zip(rows.columns()).zip(&self.kinds);
        let arrays = columns.map(|((field, array), kind)| match kind {
            None if !is_text(array) => Ok(Arc::clone(array)),
            None => Ok(without_empty(array.as_string())),
            Some(kind) => match convert(*kind, array.as_string()) {
                Ok(converted) => Ok(converted.unwrap_or_else(|| without_empty(array.as_string()))),
                Err(row) => {
                    let (found, name) = (array.as_string::<i32>().value(row), field.name());
                    let problem = format!(
                        "line {}: {name} is \"{}\"; it must hold {}",
                        line(row),
                        shown(found),
                        words(*kind)
                    );
                    Err(Error::corpus(path, problem))
                }
            },
        });
        let arrays = arrays.collect::<Result<Vec<_>>>()?;
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
            .map_err(|error| Error::corpus(path, error.to_string()))
    }
}

/// Returns true for a column of text. Tables that are no text have types of their own.
fn is_text(array: &ArrayRef) -> bool {
    array.data_type() == &DataType::Utf8
}

/// Returns the words for a value of a kind in messages.
const fn words(kind: ArrayKind) -> &'static str {
    match kind {
        ArrayKind::Whole => "a whole number",
        ArrayKind::Real => "a number",
        ArrayKind::Flag => "true or false",
        ArrayKind::Text | ArrayKind::Other => "text",
    }
}

const fn data_type(kind: ArrayKind) -> DataType {
    match kind {
        ArrayKind::Whole => DataType::UInt64,
        ArrayKind::Real => DataType::Float64,
        ArrayKind::Flag => DataType::Boolean,
        ArrayKind::Text | ArrayKind::Other => DataType::Utf8,
    }
}

/// Returns true if some of the texts are whole numbers, and none is any other number.
fn is_whole(texts: &StringArray) -> bool {
    let mut texts = texts.iter().flatten().map(str::trim).filter(|text| !text.is_empty()).peekable();
    texts.peek().is_some() && texts.all(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn without_empty(texts: &StringArray) -> ArrayRef {
    Arc::new(texts.iter().map(|text| text.filter(|text| !text.is_empty())).collect::<StringArray>())
}

/// Converts the values to the kind; `None` if the kind is text. The error is the first row that does not convert. Empty text is null.
fn convert(kind: ArrayKind, texts: &StringArray) -> Result<Option<ArrayRef>, usize> {
    fn each<T: FromStr>(texts: &StringArray) -> Result<Vec<Option<T>>, usize> {
        let value = |(row, text): (usize, Option<&str>)| match text.map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|_| row),
        };
        texts.iter().enumerate().map(value).collect()
    }
    Ok(Some(match kind {
        ArrayKind::Whole => Arc::new(UInt64Array::from(each(texts)?)) as ArrayRef,
        ArrayKind::Real => Arc::new(Float64Array::from(each(texts)?)),
        ArrayKind::Flag => Arc::new(BooleanArray::from(each(texts)?)),
        ArrayKind::Text | ArrayKind::Other => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(er: &[&str]) -> RecordBatch {
        let fields = ["puzzle", "er"].map(|name| Field::new(name, DataType::Utf8, true));
        let er: ArrayRef = Arc::new(StringArray::from(er.to_vec()));
        RecordBatch::try_new(Arc::new(Schema::new(fields.to_vec())), vec![er.clone(), er]).unwrap()
    }

    fn typed_by(er: &[&str]) -> Typed {
        let rows = table(er);
        Typed::of(&rows, rows.schema_ref())
    }

    #[test]
    fn known_columns_become_numbers_where_they_are() {
        let typed = typed_by(&["12", "", "72"]);
        assert_eq!(typed.schema().field(1).data_type(), &DataType::UInt64);
        let rows = typed.rows(&table(&["15"]), Path::new("a.csv"), |row| row as u64 + 2).unwrap();
        assert_eq!(rows.column(0).data_type(), &DataType::Utf8);
        let error = typed.rows(&table(&["15", "x"]), Path::new("a.csv"), |row| row as u64 + 2).unwrap_err();
        let empty = typed.rows(&table(&["", "15"]), Path::new("a.csv"), |row| row as u64 + 2).unwrap();
        assert_eq!(empty.columns().iter().map(|column| column.null_count()).collect::<Vec<_>>(), [1, 1]);
        insta::assert_snapshot!(error, @r#"a.csv: line 3: er is "x"; it must hold a whole number"#);
        let natural = typed_by(&["", "7.2", "7"]);
        assert_eq!(natural.schema().field(1).data_type(), &DataType::Float64);
        let foreign = typed_by(&["hard"]);
        assert_eq!(foreign.schema().field(1).data_type(), &DataType::Utf8);
    }
}
