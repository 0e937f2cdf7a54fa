//! Values of Arrow arrays as values of Python.

use arrow_array::{
    Array,
    cast::AsArray,
    types::{
        Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
        UInt32Type, UInt64Type,
    },
};
use arrow_schema::DataType;
use pyo3::{IntoPyObjectExt, exceptions::PyTypeError, prelude::*, types::PyDict};

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
