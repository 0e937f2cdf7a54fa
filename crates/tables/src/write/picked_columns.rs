//! Columns of rows that an output has, where a user names them.

use crate::{
    error::{Error, Result},
    facts::Facts,
    schema::ColumnNames,
};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Columns picked from rows.
#[derive(Debug, Clone)]
pub struct PickedColumns {
    places: Vec<usize>,
    schema: SchemaRef,
}

impl PickedColumns {
    /// Picks columns of rows with this schema. Facts in it become those of rows with these columns.
    ///
    /// # Errors
    /// [`Error::Option`] for a column that is not there.
    pub fn of(names: &ColumnNames, schema: &SchemaRef) -> Result<Self> {
        let there: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let places = names.places(&there)?;
        let picked: Vec<&str> = places.iter().map(|&place| there[place]).collect();
        let schema = match Facts::of_metadata(schema.metadata()) {
            Ok(facts) if !names.is_all() && facts != Facts::default() => {
                facts.of_columns(&picked).in_schema(schema)
            }
            Ok(_) | Err(_) => SchemaRef::clone(schema),
        };
        let schema = schema.project(&places).map_err(|error| cannot_pick(&error))?;
        Ok(Self { places, schema: schema.into() })
    }

    /// Returns the picked columns.
    pub const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the places of the picked columns among all.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Returns the rows with the picked columns alone.
    ///
    /// # Errors
    /// [`Error::Option`] for rows of another schema.
    pub fn batch(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        batch.project(&self.places).map_err(|error| cannot_pick(&error))
    }
}

fn cannot_pick(error: &arrow_schema::ArrowError) -> Error {
    Error::option(format!("the columns cannot be picked: {error}"))
}
