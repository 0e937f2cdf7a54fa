//! Rows of a batch, chosen by their numbers.
//!
//! The columns of corpora and of most other tables are copied here: `arrow-select`, which knows all types, is compiled without
//! optimisation, to be built sooner.

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, RecordBatch, StringArray, UInt32Array,
    cast::AsArray as _, downcast_primitive_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;
use std::sync::Arc;

/// Returns the rows of these numbers, which ascend.
///
/// # Errors
/// [`ArrowError`] for columns that cannot be copied.
pub(super) fn chosen_rows(batch: &RecordBatch, rows: &[u32]) -> Result<RecordBatch, ArrowError> {
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
