//! Rows of Python that the library reads as a table: files, lists, NumPy arrays, Arrow data and data frames. `read` returns them.

use crate::{
    arguments::{Items, by_name},
    background::{self, Bar},
    capsules,
    corpus::Corpus,
    errors::{InputError, exception},
    input::{Boxes, Form as PuzzleForm, Puzzles, chosen, for_each_text, is_path, sizes},
    table::{Table, array_of_grids, joined},
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, RecordBatch, StructArray, builder::StringBuilder, cast::AsArray,
    new_empty_array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use arrow_select::{concat::concat, filter::filter_record_batch};
use gridmill::{
    board::{Digit, Grid, Shape},
    corpus::{EquivalenceInputs, Sources, SplitChoice},
    tables::{
        facts::Facts,
        read::{GridColumns, Invalid, MemoryTable, TableInput},
        schema::ColumnId,
    },
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use std::{
    path::PathBuf,
    sync::{Arc, atomic::Ordering::Relaxed},
};

/// Name of the data in messages.
const NAME: &str = "data";

/// Rows with named columns, or the files that hold them.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) source: Source,
    pub(crate) form: Form,
    shape: Shape,
    columns: GridColumns,
}

/// Place of the rows.
#[derive(Debug)]
pub(crate) enum Source {
    /// In memory.
    Table(Box<MemoryTable>),
    /// In files or folders.
    Files(Sources),
}

/// Form in which rows came, and in which they go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    /// A list of texts.
    List,
    /// A NumPy array, with the sizes of its axes but the first.
    Array(Vec<usize>),
    /// A table: Arrow data, a dict of columns, files.
    Table,
}

/// Options that say which puzzles of the data are meant.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    /// Name of the column with the puzzles.
    pub(crate) column: Option<String>,
    /// Name of the column with the solutions.
    pub(crate) solution_column: Option<String>,
    /// Box rows x box columns.
    pub(crate) shape: Option<String>,
    /// Split of files that are of several, or `all`.
    pub(crate) split: Option<String>,
    /// True where splits stay apart, so that none is chosen.
    pub(crate) apart: bool,
}

impl Choice {
    /// Chooses the columns that `column` names: of puzzles, and after a comma of solutions.
    pub(crate) fn of_pair(column: Option<&str>) -> Self {
        let GridColumns { puzzle, solution } = column.map(GridColumns::from).unwrap_or_default();
        Self { column: puzzle, solution_column: solution, ..Self::default() }
    }
}

impl Data {
    /// Takes rows.
    ///
    /// # Errors
    /// `TypeError` for data of another kind, `ValueError` for data without puzzles.
    pub(crate) fn take(object: &Bound<'_, PyAny>, choice: &Choice) -> PyResult<Self> {
        let columns = GridColumns { puzzle: choice.column.clone(), solution: choice.solution_column.clone() };
        let chosen = chosen(choice.shape.as_deref())?;
        if let Some(files) = files(object)? {
            let sources = Sources::new(files, SplitChoice::of_word(choice.split.as_deref()));
            if !choice.apart {
                sources.check_splits().map_err(splits_exception)?;
            }
            let shape = sources.shape(chosen, &columns).map_err(exception)?;
            return Ok(Self { source: Source::Files(sources), form: Form::Table, shape, columns });
        }
        if let Some(split) = &choice.split {
            return Err(InputError::new_err(format!(
                "split={split:?} chooses between files; the data are in memory: leave the option out"
            )));
        }
        let Rows { form, facts, schema, batches } = rows(object)?;
        let table = MemoryTable::new(NAME, schema, batches).map_err(exception)?.with_facts(facts.clone());
        let stated = facts.shape_with(chosen).map_err(InputError::new_err)?;
        let shape = match stated {
            Some(shape) if facts.shape.is_none() => shape,
            _ => table.shape(&columns, stated).map_err(exception)?,
        };
        Ok(Self { source: Source::Table(Box::new(table)), form, shape, columns })
    }

    /// Takes rows to be compared with others: of one shape.
    ///
    /// # Errors
    /// As [`take`](Self::take), and `ValueError` for rows of another shape.
    pub(crate) fn take_like(other: &Self, object: &Bound<'_, PyAny>, choice: &Choice) -> PyResult<Self> {
        let taken = Self::take(object, choice)?;
        let (one, two) = (other.shape, taken.shape);
        if one == two || taken.rows() == Some(0) {
            return Ok(taken);
        }
        Err(InputError::new_err(format!(
            "puzzles with {one} boxes and with {two} boxes are not compared; give puzzles of one shape"
        )))
    }

    /// Returns the shape of the puzzles.
    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the names of the columns with the grids.
    pub(crate) const fn columns(&self) -> &GridColumns {
        &self.columns
    }

    /// Returns the number of rows, if they are in memory.
    pub(crate) fn rows(&self) -> Option<u64> {
        match &self.source {
            Source::Table(table) => Some(table.batches().iter().map(|batch| batch.num_rows() as u64).sum()),
            Source::Files(_) => None,
        }
    }

    /// Returns the rows as those of puzzles of `shape`, to be compared with others.
    pub(crate) fn inputs(&self, shape: Shape) -> Result<EquivalenceInputs, gridmill::Error> {
        match &self.source {
            Source::Table(table) => {
                Ok(EquivalenceInputs::of_memory((**table).clone(), shape, self.columns.clone()))
            }
            Source::Files(files) => EquivalenceInputs::new(files.clone(), shape, self.columns.clone()),
        }
    }
}

impl Form {
    /// Returns rows of the data in the form in which these came.
    pub(crate) fn give(&self, py: Python<'_>, batches: &[RecordBatch], shape: Shape) -> PyResult<Py<PyAny>> {
        match self {
            Self::Table => Table::of_batches(batches, shape)?.into_py_any(py),
            Self::List => {
                let rows = joined(batches)?;
                let texts = rows.column(0).as_string::<i32>();
                texts.iter().collect::<Vec<_>>().into_py_any(py)
            }
            Self::Array(sizes) => {
                let rows = joined(batches)?;
                let texts = rows.column(0).as_string::<i32>();
                let digits = |text: &str| text.bytes().map(value_of).collect::<Vec<u8>>();
                let cells: Vec<u8> = texts.iter().flatten().flat_map(digits).collect();
                let grids = array_of_grids(py, cells, sizes.iter().product())?;
                let sizes: Vec<usize> = std::iter::once(texts.len()).chain(sizes.iter().copied()).collect();
                grids.call_method1("reshape", (sizes,))?.into_py_any(py)
            }
        }
    }
}

/// Returns the exception for files that cannot be read; for those of several splits, with the options that choose.
pub(crate) fn splits_exception(error: gridmill::Error) -> PyErr {
    if let gridmill::Error::Splits { required: None, .. } = error {
        return InputError::new_err(format!(
            "{error}; split=\"NAME\" takes one, split=\"all\" takes all of them"
        ));
    }
    exception(error)
}

fn value_of(byte: u8) -> u8 {
    Digit::from_ascii(byte).map_or(0, Digit::value)
}

/// Returns the files that an object names: a path, or a list of paths. A text is no path.
fn files(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<PathBuf>>> {
    if is_path(object)? {
        return Ok(Some(vec![object.extract()?]));
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let Items(items): Items<Bound<'_, PyAny>> = object.extract()?;
    match items.first() {
        Some(first) if is_path(first)? => {
            items.iter().map(PyAnyMethods::extract).collect::<PyResult<_>>().map(Some)
        }
        _ => Ok(None),
    }
}

/// Rows with their columns.
struct Rows {
    form: Form,
    /// Facts that the rows state.
    facts: Facts,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

fn rows(object: &Bound<'_, PyAny>) -> PyResult<Rows> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "data is one text; give a list of texts, or a pathlib.Path for a file",
        ));
    }
    if let Ok(columns) = object.cast::<PyDict>() {
        return table_of_columns(columns);
    }
    // Other threads of Python go on while its rows are made.
    if let Ok(corpus) = object.cast::<Corpus>() {
        let batches = corpus.get().batches(object.py())?;
        let facts = corpus.get().job().facts(gridmill::tables::PROGRAM);
        return Ok(Rows { form: Form::Table, facts, schema: batches[0].schema(), batches });
    }
    if let Some(taken) = capsules::take_arrays(object)? {
        return of_arrow(taken);
    }
    let (form, texts) = puzzles(object)?;
    let batch = batch([(ColumnId::Puzzle.name().to_owned(), texts)])?;
    Ok(Rows { form, facts: Facts::default(), schema: batch.schema(), batches: vec![batch] })
}

/// Takes Arrow data: a table, or one column of puzzles.
fn of_arrow(capsules::Taken { kind, arrays, facts }: capsules::Taken) -> PyResult<Rows> {
    let DataType::Struct(fields) = kind else {
        let schema = Arc::new(Schema::new(vec![Field::new(ColumnId::Puzzle.name(), kind, true)]));
        let batch = |array| RecordBatch::try_new(Arc::clone(&schema), vec![array]);
        let batches = arrays.into_iter().map(batch).collect::<Result<_, _>>();
        let batches = batches.map_err(|error| capsules::arrow_exception(&error))?;
        return Ok(Rows { form: Form::Table, facts, schema: Arc::clone(&schema), batches });
    };
    let schema = Arc::new(Schema::new(fields));
    let batch = |array: ArrayRef| {
        let rows: &StructArray = array.as_struct();
        if rows.null_count() > 0 {
            return Err(InputError::new_err("the Arrow table has rows that are null"));
        }
        RecordBatch::try_new(Arc::clone(&schema), rows.columns().to_vec())
            .map_err(|error| capsules::arrow_exception(&error))
    };
    let batches = arrays.into_iter().map(batch).collect::<PyResult<_>>()?;
    Ok(Rows { form: Form::Table, facts, schema, batches })
}

/// Takes a dict of columns: puzzles and solutions in any form, everything else as Arrow data.
fn table_of_columns(columns: &Bound<'_, PyDict>) -> PyResult<Rows> {
    let (mut taken, mut facts) = (Vec::new(), Facts::default());
    for (name, values) in columns {
        let name: String = name.extract()?;
        let array = match capsules::take_arrays(&values)? {
            Some(capsules::Taken { kind, arrays, facts: stated }) => {
                facts = facts.join(stated).map_err(InputError::new_err)?;
                let arrays: Vec<&dyn Array> = arrays.iter().map(AsRef::as_ref).collect();
                if arrays.is_empty() {
                    new_empty_array(&kind)
                } else {
                    concat(&arrays).map_err(|error| capsules::arrow_exception(&error))?
                }
            }
            None => puzzles(&values)?.1,
        };
        taken.push((name, array));
    }
    if taken.is_empty() {
        return Err(InputError::new_err("the dict has no columns; give {\"puzzle\": ...}"));
    }
    let batch = batch(taken)?;
    Ok(Rows { form: Form::Table, facts, schema: batch.schema(), batches: vec![batch] })
}

fn batch(columns: impl IntoIterator<Item = (String, ArrayRef)>) -> PyResult<RecordBatch> {
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(columns).map_err(|error| capsules::arrow_exception(&error))
}

/// Takes puzzles as texts: a NumPy array of digits, or an iterable of texts, which stay as they are.
fn puzzles(object: &Bound<'_, PyAny>) -> PyResult<(Form, ArrayRef)> {
    let mut texts = StringBuilder::new();
    let Some(puzzles) = Puzzles::of_numpy(object, Boxes::Any)? else {
        for_each_text(object, |text| texts.append_value(text))?;
        return Ok((Form::List, Arc::new(texts.finish())));
    };
    let mut grid = Grid::empty(Shape::STANDARD);
    for row in 0..puzzles.len() {
        puzzles.read(row, &mut grid).map_err(|reason| puzzles.refuse(row, &reason))?;
        texts.append_value(grid.to_string());
    }
    let sizes = sizes(object);
    let rows = usize::from(puzzles.form != PuzzleForm::OneArray);
    Ok((Form::Array(sizes[rows..].to_vec()), Arc::new(texts.finish())))
}

/// Reads rows with puzzles: of a file, of a folder that `gridmill` made, or of several of them, in any format that `gridmill` reads.
///
/// `data` is a path as text or as a `pathlib.Path`, a list of `Path`, or anything that `dedup` takes. All columns are kept; those of the puzzles and
/// solutions are called `puzzle` and `solution`. `column`, such as `"quiz,answer"`, names them in the file, `box` is their size where the number of cells
/// does not say it, `split` the split to read of files that are of several, or `"all"`. A row without a puzzle is a ValueError, or is left out with
/// `invalid="skip"`. All rows are in memory.
///
/// >>> import gridmill, os, tempfile
/// >>> folder = os.path.join(tempfile.mkdtemp(), "corpus")
/// >>> _ = gridmill.generate(10, seed=42).save(folder)
/// >>> table = gridmill.read(folder)
/// >>> table.puzzles.shape, table.box
/// ((10, 81), '3x3')
#[pyfunction]
#[pyo3(signature = (data, *, column=None, r#box=None, split=None, invalid="stop", progress=None))]
pub(crate) fn read(
    data: &Bound<'_, PyAny>,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    progress: Option<bool>,
) -> PyResult<Table> {
    let py = data.py();
    let invalid = by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?;
    let choice = Choice { shape: r#box, split, ..Choice::of_pair(column.as_deref()) };
    let path;
    let data = if data.is_instance_of::<PyString>() {
        path = data.extract::<PathBuf>()?.into_pyobject(py)?;
        &path
    } else {
        data
    };
    let data = Data::take(data, &choice)?;
    let (shape, bar) = (data.shape(), Bar::new("read", data.rows(), progress));
    let (batches, facts) = background::run(py, bar, move |events| {
        let mut tables = match &data.source {
            Source::Table(table) => table.tables(shape, data.columns())?,
            Source::Files(files) => TableInput::with_columns(files.clone(), shape, data.columns())?,
        };
        let (facts, schema) = (tables.facts().clone(), tables.schema().clone());
        let mut batches = Vec::new();
        while let Some(rows) = tables.next_rows()? {
            let problem = rows
                .puzzles
                .iter()
                .enumerate()
                .find_map(|(row, (_, puzzle))| Some((row, puzzle.as_ref().err()?)));
            if let Some((row, problem)) = problem.filter(|_| invalid == Invalid::Stop) {
                return Err(rows.error_at(row, problem.clone()));
            }
            let keep: BooleanArray = rows.puzzles.iter().map(|(_, puzzle)| Some(puzzle.is_ok())).collect();
            events.counters.rows.fetch_add(keep.len() as u64, Relaxed);
            batches.push(if keep.false_count() == 0 { rows.batch } else { kept(&rows.batch, &keep) });
        }
        let table = MemoryTable::new("data", schema, batches)?.with_standard_names(data.columns())?;
        Ok((table.batches().to_vec(), facts))
    })?;
    if batches.is_empty() {
        return Err(InputError::new_err("data holds no rows"));
    }
    Table::with_facts(joined(&batches)?, &facts.with_shape(shape))
}

fn kept(batch: &RecordBatch, keep: &BooleanArray) -> RecordBatch {
    filter_record_batch(batch, keep).unwrap_or_else(|error| unreachable!("one value a row: {error}"))
}
