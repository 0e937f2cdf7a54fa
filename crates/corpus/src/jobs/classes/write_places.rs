//! Rows of the input, written to the places found for them.

use super::{chosen_rows::chosen_rows, inputs::EquivalenceInputs, place_file::PlaceFile};
use crate::make::write::RunHooks;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use gridmill_tables::{
    Error, JsonLiterals, Result,
    facts::Facts,
    files::{Draft, TextSink},
    read::{RowsPart, Typed},
    write::{Format, PickedColumns, RowsOutput, TableWriter},
};
use rayon::ThreadPool;
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// Destination of rows by split.
pub(super) trait Destination {
    /// Returns the file format; `None` for memory, where rows stay as they are.
    fn format(&self) -> Option<Format>;

    /// Begins the rows, which all have the columns of `schema`, and are encoded on `pool`.
    fn begin(&mut self, schema: &SchemaRef, pool: &Arc<ThreadPool>) -> Result<()>;

    /// Writes rows to split number `split`.
    fn push(&mut self, split: usize, batch: &RecordBatch, literals: &JsonLiterals) -> Result<()>;
}

/// Reads the rows again and writes them to their places, each split in the order of the input. Columns of text get the types that their
/// names say, where the format has types. The rows have these facts, and are encoded on `pool`. Returns the columns.
///
/// # Errors
/// Those of reading and writing, and [`Error::Interrupted`].
pub(super) fn write_places(
    inputs: &EquivalenceInputs,
    (places, facts): (&mut PlaceFile, &Facts),
    out: &mut dyn Destination,
    pool: &Arc<ThreadPool>,
    events: &RunHooks,
) -> Result<SchemaRef> {
    let tables = inputs.tables()?.with_part(RowsPart::Columns)?;
    if let Some(format) = out.format() {
        format.check_columns(&tables)?;
    }
    let schema = SchemaRef::clone(tables.schema());
    let is_text = schema.fields().iter().all(|field| field.data_type() == &DataType::Utf8);
    let gets_types = is_text && out.format() == Some(Format::Parquet);
    let (mut begun, mut typed) = (None, None);
    inputs.for_each_batch(tables, &events.stop, |rows| {
        if begun.is_none() {
            typed = gets_types.then(|| Typed::of(&rows.batch, &schema));
            let schema = typed.as_ref().map_or(&schema, Typed::schema);
            begun = Some(begin(inputs, &facts.in_schema(schema), out, pool)?);
        }
        let Some(columns) = &begun else { return Ok(()) };
        let batch = match &typed {
            Some(typed) => &typed.rows(&rows.batch, &rows.file.0, |row| rows.puzzles[row].0)?,
            None => &rows.batch,
        };
        let batch = &columns.batch(batch)?;
        let literals = rows.literals.select(columns.places().iter().copied().map(Some));
        for (split, picked) in by_split(&places.take(batch.num_rows())?) {
            if picked.len() == batch.num_rows() {
                out.push(split, batch, &literals)?;
            } else {
                let rows = chosen_rows(batch, &picked)
                    .map_err(|error| Error::option(format!("rows cannot be chosen: {error}")))?;
                out.push(split, &rows, &literals.take(&picked.iter().map(|&row| row as usize)))?;
            }
        }
        events.counters.rows.fetch_add(batch.num_rows() as u64, Relaxed);
        Ok(())
    })?;
    match begun {
        Some(columns) => Ok(SchemaRef::clone(columns.schema())),
        None => Ok(SchemaRef::clone(begin(inputs, &facts.in_schema(&schema), out, pool)?.schema())),
    }
}

/// Begins the rows, with the columns that are written.
fn begin(
    inputs: &EquivalenceInputs,
    schema: &SchemaRef,
    out: &mut dyn Destination,
    pool: &Arc<ThreadPool>,
) -> Result<PickedColumns> {
    let columns = PickedColumns::of(inputs.output(), schema)?;
    out.begin(columns.schema(), pool)?;
    Ok(columns)
}

/// Returns the rows of each split that has some.
fn by_split(places: &[Option<usize>]) -> Vec<(usize, Vec<u32>)> {
    let mut splits: Vec<(usize, Vec<u32>)> = Vec::new();
    for (row, place) in (0..).zip(places) {
        let Some(place) = *place else { continue };
        match splits.iter_mut().find(|(split, _)| *split == place) {
            Some((_, rows)) => rows.push(row),
            None => splits.push((place, vec![row])),
        }
    }
    splits
}

/// All rows that are kept, in one file or stream.
pub(super) struct OneOutput {
    format: Format,
    waiting: Option<RowsOutput>,
    begun: Option<TableWriter<TextSink>>,
}

impl OneOutput {
    pub(super) const fn new(out: RowsOutput) -> Self {
        Self { format: out.format(), waiting: Some(out), begun: None }
    }

    /// Gives the file its name, together with that of the report.
    pub(super) fn keep(self, report: Option<Draft>) -> Result<()> {
        let rows = self.begun.map(TableWriter::into_draft).transpose()?.flatten();
        Draft::keep_together(rows.into_iter().chain(report).collect())
    }
}

impl Destination for OneOutput {
    fn format(&self) -> Option<Format> {
        Some(self.format)
    }

    fn begin(&mut self, schema: &SchemaRef, pool: &Arc<ThreadPool>) -> Result<()> {
        let begin = |out: RowsOutput| out.begin(schema).map(|rows| rows.on(pool));
        self.begun = self.waiting.take().map(begin).transpose()?;
        Ok(())
    }

    fn push(&mut self, _: usize, batch: &RecordBatch, literals: &JsonLiterals) -> Result<()> {
        self.begun.as_mut().map_or(Ok(()), |writer| writer.push(batch, literals))
    }
}

/// The rows of each split, in memory.
pub(super) struct MemoryOutput {
    names: Vec<String>,
    splits: Vec<Vec<RecordBatch>>,
}

impl MemoryOutput {
    /// Creates the splits of these names.
    pub(super) fn new(names: Vec<String>) -> Self {
        Self { splits: vec![Vec::new(); names.len()], names }
    }

    /// Returns the rows of each split: batches with the same columns, at least one.
    pub(super) fn into_splits(self) -> Vec<Vec<RecordBatch>> {
        self.splits
    }
}

impl Destination for MemoryOutput {
    fn format(&self) -> Option<Format> {
        None
    }

    fn begin(&mut self, schema: &SchemaRef, _: &Arc<ThreadPool>) -> Result<()> {
        // This program wrote them, so that they can be read.
        let facts = Facts::of_metadata(schema.metadata()).unwrap_or_default();
        for (split, name) in self.splits.iter_mut().zip(&self.names) {
            split.push(RecordBatch::new_empty(facts.clone().of_split(name).in_schema(schema)));
        }
        Ok(())
    }

    fn push(&mut self, split: usize, batch: &RecordBatch, _: &JsonLiterals) -> Result<()> {
        self.splits[split].push(batch.clone());
        Ok(())
    }
}
