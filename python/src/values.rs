//! Values of Arrow arrays as values of Python.

use crate::errors::{InputError, OptionError};
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
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PySlice},
};

/// Returns the value at `row`, `None` where it is null: text, a number, a bool, a list or a dict.
///
/// # Errors
/// `TypeError` for a type that no column has.
pub(crate) fn value(py: Python<'_>, array: &dyn Array, row: usize) -> PyResult<Py<PyAny>> {
    if array.is_null(row) {
        return Ok(py.None());
    }
    match array.data_type() {
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).into_py_any(py),
        DataType::Utf8View => array.as_string_view().value(row).into_py_any(py),
        DataType::Utf8 => array.as_string::<i32>().value(row).into_py_any(py),
        DataType::Boolean => array.as_boolean().value(row).into_py_any(py),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into_py_any(py),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into_py_any(py),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into_py_any(py),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_py_any(py),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into_py_any(py),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into_py_any(py),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_py_any(py),
        DataType::Float32 => array.as_primitive::<Float32Type>().value(row).into_py_any(py),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into_py_any(py),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_py_any(py),
        DataType::Dictionary(..) => {
            // The keys of all rows would be normalized for each.
            let row = array.slice(row, 1);
            let dictionary = row.as_any_dictionary();
            value(py, dictionary.values(), dictionary.normalized_keys()[0])
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>().value(row);
            let values: PyResult<Vec<_>> = (0..list.len()).map(|item| value(py, &list, item)).collect();
            values?.into_py_any(py)
        }
        DataType::Struct(fields) => {
            let (dict, values) = (PyDict::new(py), array.as_struct());
            for (field, column) in fields.iter().zip(values.columns()) {
                dict.set_item(field.name(), value(py, column, row)?)?;
            }
            dict.into_py_any(py)
        }
        other => Err(PyTypeError::new_err(format!("no Python value for {other}"))),
    }
}

/// Returns the value of a JSON text: a dict, a list and so on.
///
/// # Errors
/// `ValueError` for text that is no JSON.
pub(crate) fn json(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (text,))?.unbind())
}

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

/// Places of the rows of a slice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places {
    first: u64,
    step: i64,
    len: u64,
}

impl Places {
    /// Returns the places of a slice of `rows` rows.
    ///
    /// # Errors
    /// `ValueError` for a step of 0, and for more rows than a slice can count.
    pub(crate) fn of(slice: &Bound<'_, PySlice>, rows: u64) -> PyResult<Self> {
        let too_many = || OptionError::new_err("there are more rows than a slice can count");
        let found = slice.indices(isize::try_from(rows).map_err(|_| too_many())?)?;
        let len = u64::try_from(found.slicelength).map_err(|_| too_many())?;
        // The start of an empty slice may be before the first row.
        Ok(Self { first: u64::try_from(found.start).unwrap_or(0), step: found.step as i64, len })
    }

    /// Returns the places of all rows, from the last to the first.
    pub(crate) const fn reversed(rows: u64) -> Self {
        Self { first: rows.saturating_sub(1), step: -1, len: rows }
    }

    /// Returns the number of rows.
    pub(crate) const fn len(self) -> u64 {
        self.len
    }

    /// Returns true if the rows are in their order, and next to each other.
    pub(crate) const fn is_run(self) -> bool {
        self.step == 1
    }

    /// Returns true if the rows are from the last to the first.
    pub(crate) const fn is_backward(self) -> bool {
        self.step < 0
    }

    /// Returns the first place and the distance between two places, in the order of the rows.
    pub(crate) fn ascending(self) -> (u64, u64) {
        let stride = self.step.unsigned_abs();
        let before = if self.is_backward() { self.len.saturating_sub(1).saturating_mul(stride) } else { 0 };
        (self.first.saturating_sub(before), stride)
    }

    /// Goes through the places.
    pub(crate) fn each(self) -> impl Iterator<Item = u64> {
        let (first, stride) = self.ascending();
        (0..self.len).map(move |n| {
            let n = if self.is_backward() { self.len - 1 - n } else { n };
            first + n * stride
        })
    }
}

/// Returns an iterator over `object[0]`, `object[1]` and so on.
pub(crate) fn iterate<'py>(object: &Bound<'py, PyAny>, len: u64) -> PyResult<Bound<'py, PyAny>> {
    let builtins = object.py().import("builtins")?;
    let places = builtins.call_method1("range", (len,))?;
    builtins.call_method1("map", (object.getattr("__getitem__")?, places))
}
