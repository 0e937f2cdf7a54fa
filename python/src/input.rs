//! Puzzles of Python: text, lists, NumPy arrays, Arrow arrays and data frames.

use crate::{
    capsules,
    errors::exception,
    errors::{InputError, OptionError},
};
use arrow_array::{Array, ArrayRef, cast::AsArray};
use arrow_schema::DataType;
use gridmill::{
    board::{Grid, GridError, Shape, ShapeError},
    tables::{
        facts::{Facts, only_shape},
        read::{GridColumns, parse_puzzle},
        schema::arrow::type_words,
    },
};
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::{
    exceptions::{PyMemoryError, PyTypeError},
    prelude::*,
    types::{PyBytes, PyDict, PySet, PyString},
};

/// Form in which puzzles came, and in which the results go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One text.
    Text,
    /// A list or another iterable of texts.
    List,
    /// A NumPy array of one puzzle.
    OneArray,
    /// A NumPy array of puzzles.
    Arrays,
    /// An Arrow array or a table.
    Arrow,
}

/// Shapes that puzzles may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Boxes {
    /// That of the option `box`.
    Chosen(Shape),
    /// That which the data state, or the only one with as many cells.
    Stated,
    /// Any: the caller writes the cells as they are.
    Any,
}

impl Boxes {
    /// Parses the option `box`.
    ///
    /// # Errors
    /// `ValueError` for a text that is no shape.
    pub(crate) fn of_option(text: Option<&str>) -> PyResult<Self> {
        Ok(chosen(text)?.map_or(Self::Stated, Self::Chosen))
    }

    /// Takes the shape that the data state.
    ///
    /// # Errors
    /// `ValueError` if another one was chosen.
    fn with(self, facts: &Facts) -> PyResult<Self> {
        let chosen = if let Self::Chosen(shape) = self { Some(shape) } else { None };
        let shape = facts.shape_with(chosen).map_err(InputError::new_err)?;
        Ok(shape.map_or(self, Self::Chosen))
    }

    const fn shape(self) -> Option<Shape> {
        if let Self::Chosen(shape) = self { Some(shape) } else { None }
    }

    /// Returns the shape of a grid with this many cells; `None` for none.
    fn of_cells(self, cells: usize) -> Result<Option<Shape>, String> {
        match self {
            Self::Chosen(shape) => Ok((shape.cells() == cells).then_some(shape)),
            Self::Stated => only_shape(cells),
            Self::Any => Ok(Shape::of_cells(cells)),
        }
    }

    /// Reads a puzzle: its cells, or any other form that a line or a drawing of a file may have.
    fn parse(self, text: &str) -> Result<Grid, String> {
        self.parse_cells(text).or_else(|reason| {
            let is_other = text.contains([':', '/', '\n']) || text.len() > Shape::MAX_CELLS;
            let shape = self.shape().unwrap_or(Shape::STANDARD);
            parse_puzzle(shape, text).map_err(|other| if is_other { other } else { reason })
        })
    }

    /// Reads the cells of a puzzle.
    fn parse_cells(self, text: &str) -> Result<Grid, String> {
        let cells: String = text.split_whitespace().collect();
        let shape = match self {
            Self::Chosen(shape) => shape,
            // The error of a text of another length says which there are.
            Self::Stated | Self::Any => match self.of_cells(cells.chars().count())? {
                Some(shape) => shape,
                None => return text.parse().map_err(|error: GridError| error.to_string()),
            },
        };
        Grid::parse(shape, &cells).map_err(|error| error.to_string())
    }
}

/// Returns the facts of puzzles of which the shape is known, if it is.
fn stated(boxes: Boxes) -> Facts {
    boxes.shape().map_or_else(Facts::default, Facts::of_shape)
}

/// Parses the option `box`.
///
/// # Errors
/// `ValueError` for a text that is no shape.
pub(crate) fn chosen(text: Option<&str>) -> PyResult<Option<Shape>> {
    text.map(str::parse)
        .transpose()
        .map_err(|error: ShapeError| OptionError::new_err(format!("box: {error}")))
}

/// Puzzles, owned, so that threads can read them without the GIL.
#[derive(Debug)]
pub(crate) struct Puzzles {
    /// Form in which they came.
    pub(crate) form: Form,
    /// Facts that the data state, and the shape that was chosen.
    pub(crate) facts: Facts,
    cells: Cells,
}

#[derive(Debug)]
enum Cells {
    Grids(Vec<Result<Grid, String>>),
    /// The cells of all puzzles, 0 for an empty one; values beyond those of a byte are 255.
    Digits(Shape, Vec<u8>),
}

impl Puzzles {
    /// Takes puzzles from an object. Of a table, the column is that called `column`, or the first with a usual name.
    ///
    /// # Errors
    /// `TypeError` for an object that holds no puzzles, `ValueError` for an array or a table of the wrong form. A text that is no puzzle
    /// is an error of its row.
    pub(crate) fn take(object: &Bound<'_, PyAny>, column: Option<&str>, boxes: Boxes) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::of_grids(Form::Text, vec![boxes.parse(text.to_str()?)], boxes));
        }
        if let Some(puzzles) = Self::of_numpy(object, boxes)? {
            return Ok(puzzles);
        }
        if let Some(taken) = capsules::take_arrays(object)? {
            return take_arrow(&taken, column, boxes);
        }
        let mut grids = Vec::new();
        for_each_text(object, |text| grids.push(boxes.parse(text)))?;
        Ok(Self::of_grids(Form::List, grids, boxes))
    }

    /// Takes the only puzzle of an object.
    ///
    /// # Errors
    /// As [`take`](Self::take), and `ValueError` for another number of puzzles or a text that is none.
    pub(crate) fn take_one(object: &Bound<'_, PyAny>, boxes: Boxes) -> PyResult<Grid> {
        let puzzles = Self::take(object, None, boxes)?;
        if puzzles.len() != 1 {
            let found = puzzles.len();
            return Err(InputError::new_err(format!("{found} puzzles where one is required")));
        }
        let mut grid = Grid::empty(Shape::STANDARD);
        puzzles.read(0, &mut grid).map_err(|reason| puzzles.refuse(0, &reason))?;
        Ok(grid)
    }

    fn of_grids(form: Form, grids: Vec<Result<Grid, String>>, boxes: Boxes) -> Self {
        Self { form, facts: stated(boxes), cells: Cells::Grids(grids) }
    }

    /// Takes the puzzles of a NumPy array of whole numbers; `None` for another object, and for an array of texts.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(crate) fn of_numpy(object: &Bound<'_, PyAny>, boxes: Boxes) -> PyResult<Option<Self>> {
        if !has_numpy(object.py()) {
            return Ok(None);
        }
        object.cast::<PyUntypedArray>().map_or(Ok(None), |array| take_numpy(array, boxes))
    }

    /// Returns their number.
    pub(crate) fn len(&self) -> usize {
        match &self.cells {
            Cells::Grids(grids) => grids.len(),
            Cells::Digits(shape, cells) => cells.len() / shape.cells(),
        }
    }

    /// Returns the shape of the first puzzle; 9x9 where there is none.
    pub(crate) fn first_shape(&self) -> Shape {
        match &self.cells {
            Cells::Grids(grids) => grids.iter().flatten().next().map_or(Shape::STANDARD, Grid::shape),
            Cells::Digits(shape, _) => *shape,
        }
    }

    /// Returns the shape of a NumPy array's puzzles.
    pub(crate) const fn shape(&self) -> Option<Shape> {
        match &self.cells {
            Cells::Grids(_) => None,
            Cells::Digits(shape, _) => Some(*shape),
        }
    }

    /// Returns the shape and the cells of all puzzles of a NumPy array, row by row; 0 for an empty cell.
    pub(crate) fn into_digits(self) -> Option<(Shape, Vec<u8>)> {
        match self.cells {
            Cells::Grids(_) => None,
            Cells::Digits(shape, cells) => Some((shape, cells)),
        }
    }

    /// Puts the puzzle of a row into `grid`.
    ///
    /// # Errors
    /// The reason why it is none.
    pub(crate) fn read(&self, row: usize, grid: &mut Grid) -> Result<(), String> {
        let (shape, cells) = match &self.cells {
            Cells::Grids(grids) => {
                grid.clone_from(grids[row].as_ref().map_err(Clone::clone)?);
                return Ok(());
            }
            Cells::Digits(shape, cells) => (*shape, &cells[row * shape.cells()..][..shape.cells()]),
        };
        if grid.shape() != shape {
            *grid = Grid::empty(shape);
        }
        grid.set_values(cells).map_err(|error| error.to_string())
    }

    /// Returns all puzzles, or the reasons why they are none.
    pub(crate) fn into_grids(self) -> Vec<Result<Grid, String>> {
        let rows = self.len();
        let read = |row| {
            let mut grid = Grid::empty(Shape::STANDARD);
            self.read(row, &mut grid).map(|()| grid)
        };
        match self.cells {
            Cells::Grids(grids) => grids,
            Cells::Digits(..) => (0..rows).map(read).collect(),
        }
    }

    /// Returns the exception for the reason why a row is no puzzle.
    pub(crate) fn refuse(&self, row: usize, reason: &str) -> PyErr {
        match self.form {
            Form::Text | Form::OneArray => InputError::new_err(reason.to_owned()),
            Form::List | Form::Arrays | Form::Arrow => InputError::new_err(format!("row {row}: {reason}")),
        }
    }
}

/// Returns true if NumPy is loaded; otherwise no object can be an array.
fn has_numpy(py: Python<'_>) -> bool {
    let module = py.import("sys").and_then(|sys| sys.getattr("modules")?.get_item("numpy"));
    module.is_ok_and(|module| !module.is_none())
}

/// Shows the texts of an iterable.
///
/// # Errors
/// `TypeError` for another object, or one that holds something else.
pub(crate) fn for_each_text(object: &Bound<'_, PyAny>, mut see: impl FnMut(&str)) -> PyResult<()> {
    let kind = object.get_type().name()?;
    let no_puzzles = || {
        PyTypeError::new_err(format!(
            "{kind} holds no puzzles: give a text, a list of texts, a NumPy array of shape (n, 81), or an Arrow array or table"
        ))
    };
    if object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyDict>()
        || object.is_instance_of::<PySet>()
    {
        return Err(no_puzzles());
    }
    // An array may have more rows than fit in memory, all at the same place. Other objects may state any length.
    if has_numpy(object.py())
        && let Ok(array) = object.cast::<PyUntypedArray>()
    {
        let rows = array.shape().first().copied().unwrap_or(0);
        Vec::<[u8; 64]>::new().try_reserve_exact(rows).map_err(|_| too_many(rows, "rows"))?;
    }
    for (row, item) in object.try_iter().map_err(|_| no_puzzles())?.enumerate() {
        let item = item?;
        let Ok(text) = item.cast::<PyString>() else {
            let kind = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("row {row} is {kind}; it must be text")));
        };
        see(text.to_str()?);
        if row % 65_536 == 65_535 {
            object.py().check_signals()?;
        }
    }
    Ok(())
}

/// Returns the sizes of a NumPy array; none of another object.
pub(crate) fn sizes(object: &Bound<'_, PyAny>) -> Vec<usize> {
    object.cast::<PyUntypedArray>().map_or_else(|_| Vec::new(), |array| array.shape().to_vec())
}

fn too_many(count: usize, kind: &str) -> PyErr {
    PyMemoryError::new_err(format!("{count} {kind} do not fit in memory"))
}

/// Returns true for a path of pathlib or the like; a text is none.
pub(crate) fn is_path(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.hasattr("__fspath__")
}

/// Takes the puzzles of an array of whole numbers; `None` if it holds texts.
fn take_numpy(array: &Bound<'_, PyUntypedArray>, boxes: Boxes) -> PyResult<Option<Puzzles>> {
    let dtype = array.dtype();
    let kind = dtype.kind();
    if matches!(kind, b'U' | b'O' | b'T') && array.ndim() == 1 {
        return Ok(None);
    }
    if !matches!(kind, b'u' | b'i') {
        return Err(PyTypeError::new_err(format!(
            "an array of {dtype} holds no puzzles; give whole numbers"
        )));
    }
    let (form, shape) = numpy_shape(array.shape(), boxes)?;
    let cells = match (kind, dtype.itemsize()) {
        (b'u', 1) => digits::<u8>(array),
        (b'u', 2) => digits::<u16>(array),
        (b'u', 4) => digits::<u32>(array),
        (b'u', _) => digits::<u64>(array),
        (_, 1) => digits::<i8>(array),
        (_, 2) => digits::<i16>(array),
        (_, 4) => digits::<i32>(array),
        (_, _) => digits::<i64>(array),
    };
    Ok(Some(Puzzles { form, facts: stated(boxes), cells: Cells::Digits(shape, cells?) }))
}

/// Returns the form and the shape of puzzles by the shape of their array.
fn numpy_shape(sizes: &[usize], boxes: Boxes) -> PyResult<(Form, Shape)> {
    let square = |side: usize| side.saturating_mul(side);
    let found = match *sizes {
        [cells] => Some((Form::OneArray, cells)),
        [rows, columns] if rows == columns && Shape::of_cells(columns).is_none() => {
            Some((Form::OneArray, square(rows)))
        }
        // (16, 16) is one grid with 4x4 boxes, and otherwise 16 grids with 2x2 boxes.
        [rows, columns] if boxes.shape().is_some_and(|shape| rows == columns && shape.side() == rows) => {
            Some((Form::OneArray, square(rows)))
        }
        [_, cells] => Some((Form::Arrays, cells)),
        [_, rows, columns] if rows == columns => Some((Form::Arrays, square(rows))),
        _ => None,
    };
    let shape = match found {
        Some((form, cells)) => boxes.of_cells(cells).map_err(InputError::new_err)?.map(|shape| (form, shape)),
        None => None,
    };
    shape.ok_or_else(|| {
        InputError::new_err(match boxes.shape() {
            Some(shape) => format!(
                "an array of shape {sizes:?} holds no puzzles with {shape} boxes; give (n, {cells}), (n, {side}, {side}), ({cells},) or ({side}, {side})",
                cells = shape.cells(),
                side = shape.side(),
            ),
            None => format!(
                "an array of shape {sizes:?} holds no puzzles; give (n, 81), (n, 9, 9), (81,) or (9, 9), or the same for another size"
            ),
        })
    })
}

/// Copies the cells of an array in the order of rows, whatever its strides.
fn digits<T: Element + Copy>(array: &Bound<'_, PyUntypedArray>) -> PyResult<Vec<u8>>
where
    u8: TryFrom<T>,
{
    // An array with the bytes of numbers in another order is of the same kind, but not of this type.
    let array = array.cast::<PyArrayDyn<T>>().map_err(|_| {
        PyTypeError::new_err("the array has its bytes in another order; give array.astype('uint8')")
    })?;
    let array = array.try_readonly().map_err(|error| InputError::new_err(error.to_string()))?;
    let digit = |&value: &T| u8::try_from(value).unwrap_or(u8::MAX);
    // An array in the order of Fortran is a slice as well, by columns.
    let cells = array.as_slice().ok().filter(|_| array.is_c_contiguous());
    let mut digits = Vec::new();
    digits.try_reserve_exact(array.len()).map_err(|_| too_many(array.len(), "cells"))?;
    match cells {
        Some(cells) => digits.extend(cells.iter().map(digit)),
        None => digits.extend(array.as_array().iter().map(digit)),
    }
    Ok(digits)
}

/// Takes the texts of arrays, or of a column of tables.
fn take_arrow(taken: &capsules::Taken, column: Option<&str>, boxes: Boxes) -> PyResult<Puzzles> {
    let boxes = boxes.with(&taken.facts)?;
    let mut grids = Vec::new();
    // The type tells the column, also of a table without rows.
    let place = match &taken.kind {
        DataType::Struct(fields) => {
            let columns = GridColumns { puzzle: column.map(str::to_owned), solution: None };
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            Some(columns.puzzle_place(names.as_slice()).map_err(exception)?)
        }
        _ => None,
    };
    for array in &taken.arrays {
        let texts = place.map_or(array, |place| array.as_struct().column(place));
        push_texts(texts, boxes, &mut grids)?;
    }
    Ok(Puzzles::of_grids(Form::Arrow, grids, boxes))
}

fn push_texts(array: &ArrayRef, boxes: Boxes, grids: &mut Vec<Result<Grid, String>>) -> PyResult<()> {
    let mut push =
        |texts: &mut dyn Iterator<Item = Option<&str>>| {
            grids.extend(texts.map(|text| {
                text.map_or_else(|| Err("the value is null".to_owned()), |text| boxes.parse(text))
            }));
        };
    match array.data_type() {
        DataType::Utf8 => push(&mut array.as_string::<i32>().iter()),
        DataType::LargeUtf8 => push(&mut array.as_string::<i64>().iter()),
        DataType::Utf8View => push(&mut array.as_string_view().iter()),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let mut values = Vec::new();
            push_texts(dictionary.values(), boxes, &mut values)?;
            let keys = dictionary.keys();
            // Where there is no value, all keys are null.
            let places = if values.is_empty() { vec![0; keys.len()] } else { dictionary.normalized_keys() };
            grids.extend(places.into_iter().enumerate().map(|(row, place)| {
                if keys.is_null(row) { Err("the value is null".to_owned()) } else { values[place].clone() }
            }));
        }
        other => {
            let kind = type_words(other);
            return Err(PyTypeError::new_err(format!("Arrow data of {kind} hold no puzzles; give text")));
        }
    }
    Ok(())
}
