//! Columns of numbers as NumPy arrays of few types, for models.

use crate::errors::InputError;
use arrow_array::{
    Array, ArrowPrimitiveType,
    cast::AsArray,
    types::{
        Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
        UInt32Type, UInt64Type,
    },
};
use arrow_schema::DataType;
use numpy::IntoPyArray;
use pyo3::{exceptions::PyTypeError, prelude::*};

/// Returns the numbers of a column: as float64, NaN for null, if it is `nullable` or holds fractions, otherwise as int64 or bool.
///
/// # Errors
/// `TypeError` for a column that holds no numbers, `ValueError` for a number beyond int64.
pub(crate) fn numbers<'py>(
    py: Python<'py>,
    array: &dyn Array,
    nullable: bool,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?;
    match (array.data_type(), nullable) {
        (DataType::UInt8, false) => whole::<UInt8Type>(py, array),
        (DataType::UInt16, false) => whole::<UInt16Type>(py, array),
        (DataType::UInt32, false) => whole::<UInt32Type>(py, array),
        (DataType::UInt64, false) => whole::<UInt64Type>(py, array),
        (DataType::Int8, false) => whole::<Int8Type>(py, array),
        (DataType::Int16, false) => whole::<Int16Type>(py, array),
        (DataType::Int32, false) => whole::<Int32Type>(py, array),
        (DataType::Int64, false) => whole::<Int64Type>(py, array),
        (DataType::UInt8, true) => Ok(real(py, array.as_primitive::<UInt8Type>(), f64::from)),
        (DataType::UInt16, true) => Ok(real(py, array.as_primitive::<UInt16Type>(), f64::from)),
        (DataType::UInt32, true) => Ok(real(py, array.as_primitive::<UInt32Type>(), f64::from)),
        (DataType::Int8, true) => Ok(real(py, array.as_primitive::<Int8Type>(), f64::from)),
        (DataType::Int16, true) => Ok(real(py, array.as_primitive::<Int16Type>(), f64::from)),
        (DataType::Int32, true) => Ok(real(py, array.as_primitive::<Int32Type>(), f64::from)),
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        (DataType::UInt64, true) => Ok(real(py, array.as_primitive::<UInt64Type>(), |value| value as f64)),
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        (DataType::Int64, true) => Ok(real(py, array.as_primitive::<Int64Type>(), |value| value as f64)),
        (DataType::Float32, _) => Ok(real(py, array.as_primitive::<Float32Type>(), f64::from)),
        (DataType::Float64, _) => Ok(real(py, array.as_primitive::<Float64Type>(), f64::from)),
        (DataType::Boolean, true) => Ok(real(py, array.as_boolean(), f64::from)),
        (DataType::Boolean, false) => {
            let values: Vec<bool> = array.as_boolean().values().iter().collect();
            Ok(values.into_pyarray(py).into_any())
        }
        (other, _) => Err(PyTypeError::new_err(format!("the column holds {other}, not numbers"))),
    }
}

/// Returns the values of a column without nulls as int64.
fn whole<'py, T: ArrowPrimitiveType<Native: TryInto<i64>>>(
    py: Python<'py>,
    array: &dyn Array,
) -> PyResult<Bound<'py, PyAny>> {
    let values = array.as_primitive::<T>().values().iter();
    let values = values.map(|&value| value.try_into()).collect::<Result<Vec<i64>, _>>();
    let values = values.map_err(|_| InputError::new_err("a number of the column is beyond int64"))?;
    Ok(values.into_pyarray(py).into_any())
}

/// Returns values as float64, NaN for null.
fn real<T>(
    py: Python<'_>,
    values: impl IntoIterator<Item = Option<T>>,
    real: impl Fn(T) -> f64,
) -> Bound<'_, PyAny> {
    let values: Vec<f64> = values.into_iter().map(|value| value.map_or(f64::NAN, &real)).collect();
    values.into_pyarray(py).into_any()
}
