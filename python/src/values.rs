//! Values of Arrow arrays as values of Python.

use crate::errors::{InputError, OptionError};
use arrow_array::{
    Array,
    cast::AsArray,
    types::{
        Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
        UInt32Type, UInt64Type,
    },
};
use arrow_schema::DataType;
use numpy::{IntoPyArray, PyArray1};
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

/// Returns the values of a column of numbers or bools in an array of their own type, with any value for a null; `None` for another column.
pub(crate) fn as_they_are<'py>(py: Python<'py>, array: &dyn Array) -> Option<Bound<'py, PyAny>> {
    macro_rules! values {
        ($kind:ty) => {
            PyArray1::from_slice(py, array.as_primitive::<$kind>().values()).into_any()
        };
    }
    Some(match array.data_type() {
        DataType::UInt8 => values!(UInt8Type),
        DataType::UInt16 => values!(UInt16Type),
        DataType::UInt32 => values!(UInt32Type),
        DataType::UInt64 => values!(UInt64Type),
        DataType::Int8 => values!(Int8Type),
        DataType::Int16 => values!(Int16Type),
        DataType::Int32 => values!(Int32Type),
        DataType::Int64 => values!(Int64Type),
        DataType::Float32 => values!(Float32Type),
        DataType::Float64 => values!(Float64Type),
        DataType::Boolean => {
            let values: Vec<bool> = array.as_boolean().values().iter().collect();
            values.into_pyarray(py).into_any()
        }
        _ => return None,
    })
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
    let kind = array.data_type();
    let values = as_they_are(py, array)
        .ok_or_else(|| PyTypeError::new_err(format!("the column holds {kind}, not numbers")))?;
    if nullable || kind.is_floating() {
        let values = values.call_method1("astype", ("float64",))?;
        let nulls: Vec<bool> = (0..array.len()).map(|row| array.is_null(row)).collect();
        values.set_item(nulls.into_pyarray(py), f64::NAN)?;
        return Ok(values);
    }
    if *kind == DataType::Boolean {
        return Ok(values);
    }
    let is_beyond = |&value: &u64| i64::try_from(value).is_err();
    if *kind == DataType::UInt64 && array.as_primitive::<UInt64Type>().values().iter().any(is_beyond) {
        return Err(InputError::new_err("a number of the column is beyond int64"));
    }
    values.call_method1("astype", ("int64",))
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
