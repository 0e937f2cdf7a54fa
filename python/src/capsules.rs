//! Arrow data in the capsules of the PyCapsule interface. The only file with `unsafe`.
//!
//! Data given out is owned by the capsule, or by whoever empties it. Data taken in is moved out of its capsule, which is empty after.
#![expect(unsafe_code, reason = "the interface passes pointers")]

use crate::errors::InputError;
use arrow_array::{
    Array, ArrayReader as _, ArrayRef, RecordBatchReader,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi},
    ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream},
    make_array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use gridmill::tables::facts::Facts;
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyTuple},
};
use std::ffi::CStr;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Returns the exception for an error of Arrow.
pub(crate) fn arrow_exception(error: &ArrowError) -> PyErr {
    InputError::new_err(error.to_string())
}

/// Returns a capsule with a schema.
pub(crate) fn schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| arrow_exception(&error))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// Returns a capsule with the schema of an array.
pub(crate) fn field<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyCapsule>> {
    let field = FFI_ArrowSchema::try_from(field).map_err(|error| arrow_exception(&error))?;
    PyCapsule::new_with_value(py, field, SCHEMA)
}

/// Returns capsules with the schema of an array and with the array.
pub(crate) fn array<'py>(py: Python<'py>, of: &Field, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, _) = to_ffi(&array.to_data()).map_err(|error| arrow_exception(&error))?;
    let schema = field(py, of)?;
    (schema, PyCapsule::new_with_value(py, array, ARRAY)?).into_pyobject(py)
}

/// Returns a capsule with a stream of batches.
pub(crate) fn stream(
    py: Python<'_>,
    batches: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), STREAM)
}

/// Arrow data that was taken.
#[derive(Debug)]
pub(crate) struct Taken {
    /// Type of the arrays.
    pub(crate) kind: DataType,
    /// The arrays in order.
    pub(crate) arrays: Vec<ArrayRef>,
    /// Facts of the metadata.
    pub(crate) facts: Facts,
}

/// Returns the facts that the field of arrays states about their rows.
fn facts_of(field: &Field, arrays: &[ArrayRef]) -> PyResult<Facts> {
    let rows = arrays.iter().map(|array| array.len() as u64).sum();
    Facts::of_table(field.metadata(), rows).map_err(InputError::new_err)
}

/// Takes the arrays of an object with `__arrow_c_stream__` or `__arrow_c_array__`; `None` for another object.
///
/// # Errors
/// The exception of the object, or `ValueError` for data that break the interface.
pub(crate) fn take_arrays(object: &Bound<'_, PyAny>) -> PyResult<Option<Taken>> {
    if let Some(method) = object.getattr_opt("__arrow_c_stream__")? {
        return stream_arrays(&method.call0()?).map(Some);
    }
    if let Some(method) = object.getattr_opt("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = method.call0()?.extract()?;
        return one_array(&schema, &array).map(Some);
    }
    Ok(None)
}

fn stream_arrays(capsule: &Bound<'_, PyAny>) -> PyResult<Taken> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name holds a valid stream by the interface; it is moved out, and the capsule keeps an empty one.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.cast().as_ptr()) };
    let reader = ArrayStreamReader::try_new(stream).map_err(|error| arrow_exception(&error))?;
    let field = reader.field().clone();
    let arrays: Vec<ArrayRef> = reader.collect::<Result<_, _>>().map_err(|error| arrow_exception(&error))?;
    let (kind, facts) = (field.data_type().clone(), facts_of(&field, &arrays)?);
    Ok(Taken { kind, arrays, facts })
}

fn one_array(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<Taken> {
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?;
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(ARRAY))?;
    // SAFETY: capsules of these names hold a valid schema and a valid array by the interface; both are moved out, and the capsules keep
    // empty ones. The array is one of the schema.
    let (field, data) = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.cast().as_ptr());
        let array = FFI_ArrowArray::from_raw(array.cast().as_ptr());
        if array.is_released() {
            return Err(InputError::new_err("the Arrow array is released already"));
        }
        (Field::try_from(&schema), from_ffi(array, &schema))
    };
    let array = make_array(data.map_err(|error| arrow_exception(&error))?);
    let (kind, arrays) = (array.data_type().clone(), vec![array]);
    let facts = facts_of(&field.map_err(|error| arrow_exception(&error))?, &arrays)?;
    Ok(Taken { kind, arrays, facts })
}
