//! Columns that files of different tables have in common, so that a list of puzzles can stand next to a CSV.
//!
//! ```text
//! quizzes, solutions, id     Utf8, Utf8, Utf8   \
//! puzzle, level              Utf8, dictionary    + -> puzzle Utf8
//! a list of puzzles          puzzle Utf8        /
//! ```
//!
//! The columns with the grids are called `puzzle` and `solution`. A column whose type differs becomes text, as CSV has it.

use super::{fields::arrow_error, format::Rows, names::ColumnChoice};
use crate::{error::Result, write::cells::Cells};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Columns that several tables have in common.
#[derive(Debug, Clone)]
pub struct CommonColumns {
    schema: SchemaRef,
    choice: ColumnChoice,
    /// Names of the columns that not all tables have.
    left_out: Vec<String>,
}

impl CommonColumns {
    /// Finds the columns in common of tables, in the order of the first; `None` if all have the same columns.
    ///
    /// # Errors
    /// [`Error::Corpus`](crate::Error::Corpus) for a table without puzzles.
    pub fn of(tables: &[(PathBuf, SchemaRef)], choice: &ColumnChoice) -> Result<Option<Self>> {
        if tables.windows(2).all(|pair| pair[0].1.fields() == pair[1].1.fields()) {
            return Ok(None);
        }
        let standard = tables.iter().map(|(path, schema)| choice.with_standard_names(path, schema));
        let standard = standard.collect::<Result<Vec<_>>>()?;
        let (mut fields, mut left_out) = (Vec::new(), Vec::<String>::new());
        for field in standard.iter().flat_map(|schema| schema.fields()) {
            let name = field.name();
            let is_known = fields.iter().any(|known: &Field| known.name() == name) || left_out.contains(name);
            let same: Vec<&Field> =
                standard.iter().filter_map(|schema| schema.field_with_name(name).ok()).collect();
            if is_known {
                continue;
            }
            if same.len() < standard.len() {
                left_out.push(name.clone());
                continue;
            }
            let is_same = same.iter().all(|other| other.data_type() == field.data_type());
            let kind = if is_same { field.data_type().clone() } else { DataType::Utf8 };
            fields.push(Field::new(name, kind, true));
        }
        Ok(Some(Self { schema: Arc::new(Schema::new(fields)), choice: choice.clone(), left_out }))
    }

    /// Returns the columns.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the names of the columns that not all tables have.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Returns the places of the columns in a table.
    ///
    /// # Errors
    /// [`Error::Corpus`](crate::Error::Corpus) for a table that lacks one of them.
    pub(super) fn places(&self, path: &Path, schema: &SchemaRef) -> Result<Vec<usize>> {
        let standard = self.choice.with_standard_names(path, schema)?;
        let place =
            |field: &Arc<Field>| standard.index_of(field.name()).map_err(|error| arrow_error(path, &error));
        self.schema.fields().iter().map(place).collect()
    }

    /// Returns the rows of a table, which has the columns at these places.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) for values without a form as text.
    pub(super) fn rows(&self, rows: Rows, places: &[usize]) -> Result<Rows> {
        let arrays = self.schema.fields().iter().zip(places).map(|(field, &place)| {
            let array = rows.batch.column(place);
            if array.data_type() == field.data_type() { Ok(Arc::clone(array)) } else { text(array, field) }
        });
        let arrays: Vec<ArrayRef> = arrays.collect::<Result<_>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays)
            .map_err(|error| arrow_error(&rows.file.0, &error))?;
        let literals = rows.literals.select(places.iter().copied().map(Some));
        Ok(Rows { batch, literals, ..rows })
    }
}

/// Returns the values of a column as text.
fn text(array: &ArrayRef, field: &Field) -> Result<ArrayRef> {
    let cells = Cells::new(field.name(), array);
    let mut texts = Vec::with_capacity(array.len());
    for row in 0..array.len() {
        let mut text = Vec::new();
        cells.write_text(row, &mut text)?;
        texts.push((!array.is_null(row)).then(|| String::from_utf8_lossy(&text).into_owned()));
    }
    Ok(Arc::new(texts.into_iter().collect::<StringArray>()))
}
