//! Rows of the input, chosen by their numbers and written to the places found for them.
//!
//! The columns of corpora and of most other tables are copied here: `arrow-select`, which knows all types, is compiled without
//! optimisation, to be built sooner.

use super::{inputs::EquivalenceInputs, place_file::PlaceFile};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, RecordBatch, StringArray, UInt32Array,
    cast::AsArray as _, downcast_primitive_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::take::take;
use gridmill_corpus::RunHooks;
use gridmill_tables::{
    Error, JsonLiterals, Result,
    facts::Facts,
    files::{Draft, TextSink},
    read::{RowsPart, Typed},
    write::{Format, PickedColumns, RowsOutput, TableWriter},
};
use rayon::ThreadPool;
use std::sync::{Arc, atomic::Ordering::Relaxed};

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
        let literals = rows.literals.select(columns.places.iter().copied().map(Some));
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
    let columns = PickedColumns::of(&inputs.output, schema)?;
    out.begin(columns.schema(), pool)?;
    Ok(columns)
}

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
        Self { format: out.format, waiting: Some(out), begun: None }
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

pub(super) struct MemoryOutput {
    names: Vec<String>,
    splits: Vec<Vec<RecordBatch>>,
}

impl MemoryOutput {
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

/// Returns the rows of these numbers, which ascend.
fn chosen_rows(batch: &RecordBatch, rows: &[u32]) -> Result<RecordBatch, ArrowError> {
    let columns = batch.columns().iter().map(|column| values(column, rows)).collect::<Result<_, _>>()?;
    RecordBatch::try_new(batch.schema(), columns)
}

fn values(column: &ArrayRef, rows: &[u32]) -> Result<ArrayRef, ArrowError> {
    let array = &**column;
    Ok(downcast_primitive_array!(
        array => Arc::new(numbers(array, rows)),
        DataType::Utf8 => Arc::new(texts(array.as_string(), rows)?),
        DataType::Boolean => {
            let array = array.as_boolean();
            Arc::new(BooleanArray::new(bits(array.values(), rows), nulls(array, rows)))
        }
        _ => take(array, &UInt32Array::from(rows.to_vec()), None)?
    ))
}

fn numbers<T: ArrowPrimitiveType>(array: &PrimitiveArray<T>, rows: &[u32]) -> PrimitiveArray<T> {
    let values: Vec<T::Native> = rows.iter().map(|&row| array.values()[row as usize]).collect();
    PrimitiveArray::new(values.into(), nulls(array, rows)).with_data_type(array.data_type().clone())
}

fn texts(array: &StringArray, rows: &[u32]) -> Result<StringArray, ArrowError> {
    let (offsets, text) = (array.offsets(), array.value_data());
    let end_of = |row: u32| offsets[row as usize + 1];
    let lengths = rows.iter().map(|&row| usize::try_from(end_of(row) - offsets[row as usize]).unwrap_or(0));
    let offsets_of_chosen = OffsetBuffer::from_lengths(lengths);
    let mut chosen = Vec::with_capacity(usize::try_from(offsets_of_chosen[rows.len()]).unwrap_or(0));
    // Rows that follow each other are copied together.
    for run in rows.chunk_by(|one, other| one + 1 == *other) {
        let (start, end) = (offsets[run[0] as usize], end_of(run[run.len() - 1]));
        let range = usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0);
        chosen.extend_from_slice(&text[range]);
    }
    StringArray::try_new(offsets_of_chosen, Buffer::from_vec(chosen), nulls(array, rows))
}

fn bits(bits: &BooleanBuffer, rows: &[u32]) -> BooleanBuffer {
    BooleanBuffer::collect_bool(rows.len(), |place| bits.value(rows[place] as usize))
}

fn nulls(array: &dyn Array, rows: &[u32]) -> Option<NullBuffer> {
    let nulls = array.nulls().filter(|nulls| nulls.null_count() > 0)?;
    Some(NullBuffer::new(bits(nulls.inner(), rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{DictionaryArray, Float64Array, UInt16Array, UInt64Array, types::Int8Type};
    use arrow_select::take::take_record_batch;

    #[test]
    fn chosen_rows_are_those_of_arrow() {
        let names: DictionaryArray<Int8Type> =
            (0..300).map(|n| (n % 4 > 0).then_some(["a", "b", "c"][n % 3])).collect();
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("index", Arc::new(UInt64Array::from_iter_values(0..300))),
            ("text", Arc::new((0..300).map(|n| Some("7".repeat(n % 9))).collect::<StringArray>())),
            (
                "some text",
                Arc::new((0..300).map(|n| (n % 5 > 0).then(|| n.to_string())).collect::<StringArray>()),
            ),
            ("givens", Arc::new((0..300).map(|n| (n % 7 > 0).then_some(n)).collect::<UInt16Array>())),
            ("weight", Arc::new(Float64Array::from_iter_values((0..300).map(f64::from)))),
            (
                "minimal",
                Arc::new((0..300).map(|n| (n % 2 > 0).then_some(n % 3 > 0)).collect::<BooleanArray>()),
            ),
            ("name", Arc::new(names)),
        ];
        let whole = RecordBatch::try_from_iter(columns).unwrap();
        for batch in [whole.clone(), whole.slice(13, 250)] {
            let count = u32::try_from(batch.num_rows()).unwrap();
            let all: Vec<u32> = (0..count).collect();
            let some = |one_in: u32| (0..count).filter(|row| row * 7 % 11 % one_in == 0).collect();
            for rows in [all.clone(), some(2), some(5), vec![count - 1], Vec::new()] {
                let expected = take_record_batch(&batch, &UInt32Array::from(rows.clone())).unwrap();
                assert_eq!(chosen_rows(&batch, &rows).unwrap(), expected);
            }
        }
    }
}
