//! Tables and columns that Python holds: Arrow data with the PyCapsule interface.

use crate::{
    arguments::AnyInt,
    capsules,
    errors::InputError,
    values::{Places, as_they_are, iterate, json, numbers, value},
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, UInt64Array, cast::AsArray};
use arrow_schema::{DataType, Field, Metadata};
use arrow_select::{
    concat::concat_batches,
    take::{take, take_record_batch},
};
use gridmill::{
    board::{Digit, Shape},
    tables::{facts::Facts, schema::ColumnId},
};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyIndexError, PyKeyError},
    prelude::*,
    types::{PyCapsule, PyDict, PySlice, PyTuple},
};
use std::sync::Arc;

/// Names of columns that are shown of a table.
const SHOWN: usize = 8;

/// Rows in memory, with named columns.
///
/// Speaks the Arrow PyCapsule interface: pyarrow.table(t), polars.DataFrame(t), pandas.DataFrame.from_arrow(t) and DuckDB take it without copies.
/// `t["puzzle"]` is a column, `t[3]` a row as a dict, `t[2:5]` a table of these rows, `len(t)` the number of rows.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Table {
    batch: RecordBatch,
}

/// A column in memory.
///
/// Speaks the Arrow PyCapsule interface: pyarrow.array(c) and polars.Series(c) take it without copies. `c[3]` is a value, `c[2:5]` a column, `len(c)`
/// the number of rows, `c.to_list()` a list with None for nulls.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Column {
    array: ArrayRef,
    /// True if other rows of the column may be null.
    nullable: bool,
    /// Facts about the table of the column.
    facts: Facts,
}

/// Returns the place of an index, which counts from the end if it is negative.
pub(crate) fn place(index: i128, len: u64) -> PyResult<u64> {
    let place = if index < 0 { index + i128::from(len) } else { index };
    match u64::try_from(place) {
        Ok(place) if place < len => Ok(place),
        _ => Err(PyIndexError::new_err(format!("there is no row {index}; there are {len} rows"))),
    }
}

/// Returns the place of an index in memory.
fn place_in_memory(AnyInt(index): AnyInt, len: usize) -> PyResult<usize> {
    place(index, len as u64).map(|place| usize::try_from(place).unwrap_or(usize::MAX))
}

impl Table {
    /// Creates a table. Its metadata count its rows, so that its facts end where another program drops some.
    pub(crate) fn new(mut batch: RecordBatch) -> Self {
        if batch.schema_ref().metadata().get(Facts::KEY).is_some() {
            let rows = batch.num_rows().to_string();
            batch.schema_metadata_mut().insert(Facts::ROWS_KEY, rows);
        }
        Self { batch }
    }

    /// Creates a table of rows with these facts.
    pub(crate) fn with_facts(batch: RecordBatch, facts: &Facts) -> PyResult<Self> {
        let schema = facts.in_schema(batch.schema_ref());
        let batch = RecordBatch::try_new(schema, batch.columns().to_vec())
            .map_err(|error| capsules::arrow_exception(&error))?;
        Ok(Self::new(batch))
    }

    /// Joins batches of rows of this package, of which there is at least one, as a table of puzzles of one shape.
    pub(crate) fn of_batches(batches: &[RecordBatch], shape: Shape) -> PyResult<Self> {
        let table = Self { batch: joined(batches)? };
        let facts = table.known_facts().with_shape(shape);
        Self::with_facts(table.batch, &facts)
    }

    fn known_facts(&self) -> Facts {
        // The package writes them, so that they can be read.
        Facts::of_metadata(self.batch.schema_ref().metadata()).unwrap_or_default()
    }

    /// Returns some of the rows, with the facts of all: a part of the rows by index is a sample of the same puzzles.
    pub(crate) fn rows(&self, places: Places) -> PyResult<Self> {
        let batch = selected(&self.batch, places)?;
        Self::with_facts(batch, &self.known_facts())
    }

    /// Returns the rows from the last to the first.
    pub(crate) fn reversed(&self) -> PyResult<Self> {
        self.rows(Places::reversed(self.batch.num_rows() as u64))
    }

    /// Returns a row as a dict.
    pub(crate) fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, column) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            dict.set_item(field.name(), value(py, column, row)?)?;
        }
        Ok(dict)
    }

    /// Returns the grids of a column as an array of uint8.
    fn grids<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let texts = self.batch.column_by_name(name).and_then(|column| texts(column));
        let texts = texts.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let cells = texts.iter().flatten().next().map_or(Shape::STANDARD.cells(), |text| text.len());
        let mut digits = Vec::with_capacity(texts.len() * cells);
        for text in texts {
            let text = text.filter(|text| text.len() == cells);
            let text =
                text.ok_or_else(|| InputError::new_err(format!("{name} holds grids of several sizes")))?;
            digits.extend(text.bytes().map(|byte| Digit::from_ascii(byte).map_or(0, Digit::value)));
        }
        array_of_grids(py, digits, cells)
    }
}

/// Returns the texts of a column of text.
fn texts(column: &ArrayRef) -> Option<Vec<Option<&str>>> {
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().iter().collect()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().iter().collect()),
        DataType::Utf8View => Some(column.as_string_view().iter().collect()),
        _ => None,
    }
}

/// Returns an array of uint8 with a grid in each row.
pub(crate) fn array_of_grids(py: Python<'_>, digits: Vec<u8>, cells: usize) -> PyResult<Bound<'_, PyAny>> {
    py.import("numpy")?;
    let rows = digits.len() / cells;
    Ok(digits.into_pyarray(py).reshape([rows, cells])?.into_any())
}

/// Returns the rows of a batch at these places.
fn selected(batch: &RecordBatch, places: Places) -> PyResult<RecordBatch> {
    if places.is_run() {
        let (first, _) = places.ascending();
        return Ok(batch.slice(in_memory(first)?, in_memory(places.len())?));
    }
    let places = UInt64Array::from_iter_values(places.each());
    take_record_batch(batch, &places).map_err(|error| capsules::arrow_exception(&error))
}

/// Returns the place of a row in memory.
fn in_memory(place: u64) -> PyResult<usize> {
    usize::try_from(place).map_err(|_| PyIndexError::new_err(format!("there is no row {place}")))
}

/// Joins batches with the same columns, of which there is at least one.
pub(crate) fn joined(batches: &[RecordBatch]) -> PyResult<RecordBatch> {
    let joined = concat_batches(batches[0].schema_ref(), batches);
    joined.map_err(|error| capsules::arrow_exception(&error))
}

#[pymethods]
impl Table {
    /// Facts about the rows as a dict: `shape`, `population`, `design`, `rows`, `weights`, `scales`, `splits` and `history`, each absent
    /// if it is not known.
    #[getter]
    fn facts(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &self.known_facts().to_json())
    }

    /// Box rows x box columns of the puzzles, such as "2x3"; None if the table does not state them.
    #[getter]
    fn r#box(&self) -> Option<String> {
        self.known_facts().shape.map(|shape| shape.to_string())
    }

    /// Names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The puzzles as a NumPy array of uint8 with shape (rows, cells), 0 for an empty cell.
    #[getter]
    fn puzzles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.grids(py, ColumnId::Puzzle.name())
    }

    /// The solutions as a NumPy array of uint8 with shape (rows, cells).
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.grids(py, ColumnId::Solution.name())
    }

    /// The boards as a NumPy array of uint8 with shape (rows, cells), 0 for an empty cell.
    ///
    /// >>> import gridmill
    /// >>> table = gridmill.generate(2, seed=42, broken=True).table()
    /// >>> (table.boards > 0).sum(axis=1) - (table.puzzles > 0).sum(axis=1)
    /// array([1, 1])
    #[getter]
    pub(crate) fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.grids(py, ColumnId::Board.name())
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(this.as_any(), this.get().batch.num_rows() as u64)
    }

    fn __getitem__(&self, py: Python<'_>, key: Key<'_>) -> PyResult<Py<PyAny>> {
        match key {
            Key::Name(name) => match self.batch.schema_ref().column_with_name(&name) {
                Some((place, field)) => {
                    let array = Arc::clone(self.batch.column(place));
                    Ok(Py::new(
                        py,
                        Column { array, nullable: field.is_nullable(), facts: self.known_facts() },
                    )?
                    .into_any())
                }
                None => Err(PyKeyError::new_err(name)),
            },
            Key::Rows(slice) => self.rows(Places::of(&slice, self.batch.num_rows() as u64)?)?.into_py_any(py),
            Key::Row(index) => {
                Ok(self.row(py, place_in_memory(index, self.batch.num_rows())?)?.into_any().unbind())
            }
        }
    }

    fn __repr__(&self) -> String {
        let (rows, names) = (self.batch.num_rows(), self.column_names());
        let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let more = names
            .len()
            .checked_sub(SHOWN + 1)
            .map_or(String::new(), |more| format!(" and {} more", more + 1));
        format!("<gridmill.Table of {rows} rows: {shown}{more}>")
    }

    /// Returns a capsule with the Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::schema(py, self.batch.schema_ref())
    }

    /// Returns a capsule with the rows as an Arrow stream. They come with their own types, whatever schema is asked for.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        capsules::stream(py, Box::new(batches))
    }
}

/// Key of a table: the name of a column, a slice of rows, or the number of a row.
#[derive(FromPyObject)]
enum Key<'py> {
    #[pyo3(annotation = "str")]
    Name(String),
    #[pyo3(annotation = "slice")]
    Rows(Bound<'py, PySlice>),
    #[pyo3(annotation = "int")]
    Row(AnyInt),
}

/// Key of a column: a slice, or the number of a value.
#[derive(FromPyObject)]
enum ValueKey<'py> {
    #[pyo3(annotation = "slice")]
    Values(Bound<'py, PySlice>),
    #[pyo3(annotation = "int")]
    Value(AnyInt),
}

impl Column {
    pub(crate) const fn new(array: ArrayRef, facts: Facts) -> Self {
        Self { array, nullable: true, facts }
    }

    /// Returns the field of the column, with the facts in its metadata.
    fn field(&self) -> Field {
        let mut metadata = Metadata::default();
        self.facts.put(&mut metadata);
        if metadata.get(Facts::KEY).is_some() {
            metadata.insert(Facts::ROWS_KEY, self.array.len().to_string());
        }
        Field::new("", self.array.data_type().clone(), true).with_metadata(metadata)
    }
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(this.as_any(), this.get().array.len() as u64)
    }

    fn __getitem__(&self, py: Python<'_>, key: ValueKey<'_>) -> PyResult<Py<PyAny>> {
        match key {
            ValueKey::Values(slice) => {
                let places = Places::of(&slice, self.array.len() as u64)?;
                let place = UInt64Array::from_iter_values(places.each());
                let array =
                    take(&self.array, &place, None).map_err(|error| capsules::arrow_exception(&error))?;
                Self { array, nullable: self.nullable, facts: self.facts.clone() }.into_py_any(py)
            }
            ValueKey::Value(index) => value(py, &self.array, place_in_memory(index, self.array.len())?),
        }
    }

    /// Returns the values as a list, with None for nulls.
    fn to_list(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        (0..self.array.len()).map(|row| value(py, &self.array, row)).collect()
    }

    /// Returns the values as a NumPy array: numbers and bools without nulls as they are, everything else as objects.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import("numpy")?;
        let values = if self.array.null_count() > 0 { None } else { as_they_are(py, &self.array) };
        values.map_or_else(|| numpy.call_method1("array", (self.to_list(py)?, "object")), Ok)
    }

    /// Returns numbers as a NumPy array whose type does not depend on the rows: float64 with NaN for null if the column may have nulls or
    /// holds fractions, otherwise int64 or bool.
    ///
    /// >>> import gridmill
    /// >>> table = gridmill.rate(["." * 80 + "1"])
    /// >>> table["score"].to_numbers()
    /// array([nan])
    fn to_numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers(py, &self.array, self.nullable)
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.Column of {} values: {}>", self.array.len(), self.array.data_type())
    }

    /// Returns a capsule with the Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::field(py, &self.field())
    }

    /// Returns capsules with the Arrow schema and the Arrow array. They have their own type, whatever schema is asked for.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        drop(requested_schema);
        capsules::array(py, &self.field(), &self.array)
    }
}
