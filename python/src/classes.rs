//! `dedup`, `overlap`, `class_keys`: rows by class.

use crate::{
    arguments::{Items, MEMORY, by_name, number, seed_text},
    background::{self, Bar},
    data::{Choice, Data, Source},
    errors::{OptionError, warn_few_classes},
    table::Column,
    values::json,
};
use arrow_array::StringArray;
use gridmill::{
    board::Shape,
    corpus::{DedupJob, Equivalence, OverlapJob, OverlapSide, Sources},
    generate::MasterSeed,
    tables::{facts::Facts, read::Invalid},
};
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::sync::Arc;

/// Removes duplicates: keeps the first row of each class, in order.
///
/// `by` says which rows are the same: `"row"`, the same givens; `"puzzle"`, givens equal up to symmetry; `"expansion"`, givens with all digits that singles place that are; `"grid"`, solutions that
/// are. `data` is a list of texts, a NumPy array, Arrow data, a data frame, a dict of columns, a `Corpus`, or a `pathlib.Path` of a file or
/// folder (or a list of these). Lists and arrays come back as such, everything else as a `Table` with all columns. `column` names the column
/// with the puzzles, and `box` their size, such as `"2x3"`, where the number of cells does not say it; `split` is the split to read of files that
/// are of several, such as `"train"`, or `"all"`. A row without a puzzle is a ValueError,
/// or is left out with `invalid="skip"`. `return_counts=True` returns the rows and a dict of what went, as `gridmill dedup --json` prints it.
///
/// >>> import gridmill
/// >>> puzzle = "1...3.......4..1"
/// >>> gridmill.dedup([puzzle, puzzle[::-1], puzzle.replace("4", "2"), "1" + "." * 15], box="2x2")
/// ['1...3.......4..1', '1...............']
#[pyfunction]
#[pyo3(signature = (data, *, by="puzzle", return_counts=false, column=None, r#box=None, split=None, invalid="stop", threads=0, progress=None))]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn dedup(
    data: &Bound<'_, PyAny>,
    by: &str,
    return_counts: bool,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let py = data.py();
    let job = DedupJob {
        by: by_name("by", by, &Equivalence::ALL, Equivalence::name)?,
        license: None,
        invalid: by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?,
        memory: MEMORY,
        threads,
    };
    let data = Data::take(data, &Choice { column, shape: r#box, split, ..Choice::default() })?;
    let (form, shape, bar) = (data.form.clone(), data.shape(), Bar::new("dedup", data.rows(), progress));
    let (totals, batches) =
        background::run(py, bar, move |events| job.run_in_memory(&data.inputs(data.shape())?, events))?;
    warn_few_classes(py, shape, totals.rows)?;
    let rows = form.give(py, &batches, shape)?;
    if return_counts { (rows, json(py, &totals.to_json().to_string())?).into_py_any(py) } else { Ok(rows) }
}

/// Returns the seed, 0 if none is given.
pub(crate) fn master_seed(seed: Option<&Bound<'_, PyAny>>) -> PyResult<MasterSeed> {
    let text = seed.map_or_else(|| Ok("0".into()), seed_text)?;
    text.parse().map_err(|error| OptionError::new_err(format!("seed: {error}")))
}

/// Computes the key of the class of each row: 32 hexadecimal digits, the same for rows that are the same by `by`.
///
/// Takes what `dedup` takes, and returns a `Column` of texts in the order of the rows; with `invalid="skip"`, a row without a puzzle has a null.
/// With a `seed`, the order of the keys is that of the classes in `split` with this seed: each split is a range of keys. Programs that shuffle
/// rows between machines group or sort by it.
///
/// >>> import gridmill
/// >>> puzzle = "1...3.......4..1"
/// >>> keys = gridmill.class_keys([puzzle, puzzle[::-1], "1" + "." * 15], box="2x2")
/// >>> len(keys[0]), keys[0] == keys[1], keys[0] == keys[2]
/// (32, True, False)
#[pyfunction]
#[pyo3(signature = (data, *, by="puzzle", seed=None, column=None, r#box=None, split=None, invalid="stop", threads=0, progress=None))]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn class_keys(
    data: &Bound<'_, PyAny>,
    by: &str,
    seed: Option<&Bound<'_, PyAny>>,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Column> {
    let py = data.py();
    let by = by_name("by", by, &Equivalence::ALL, Equivalence::name)?;
    let invalid = by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?;
    let seed = seed.map(|seed| master_seed(Some(seed))).transpose()?;
    let data = Data::take(data, &Choice { column, shape: r#box, split, ..Choice::default() })?;
    let bar = Bar::new("class_keys", data.rows(), progress);
    let keys = background::run(py, bar, move |events| {
        let inputs = data.inputs(data.shape())?;
        gridmill::corpus::class_keys(&inputs, by, seed.as_ref(), invalid, threads, events)
    })?;
    let text = |key: [u8; 16]| format!("{:032x}", u128::from_be_bytes(key));
    let texts: StringArray = keys.into_iter().map(|key| key.map(text)).collect();
    Ok(Column::new(Arc::new(texts), Facts::default()))
}

/// Finds puzzles that sets of rows have in common: as text, up to symmetry, and by their solutions.
///
/// Give two or more sets, each in a form that `dedup` takes; named ones are called by their names. A folder with splits is as many sets as it has
/// splits, unless `split` takes one of them, or `"all"` takes them as one.
/// `by` is one relation or a list of them, as for `dedup`; by default `"row"`, `"puzzle"` and `"grid"`.
/// `against`, a set or a tuple of sets, is compared with the others only: pairs among these, and among the others, are left out.
/// Returns a dict as `gridmill overlap --json` prints it: `corpora`, and `pairs` with `by`, `classes`, `rows` and some examples. Rows in memory
/// are counted from 0.
///
/// >>> import gridmill
/// >>> found = gridmill.overlap(train=["1...3.......4..1"], test=["1..4.......3...1"])
/// >>> [(pair["by"], pair["classes"]) for pair in found["pairs"]]
/// [('row', 0), ('puzzle', 1), ('grid', 0)]
#[pyfunction]
#[pyo3(signature = (*data, against=None, by=None, column=None, r#box=None, split=None, threads=0, progress=None, **named))]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn overlap(
    data: &Bound<'_, PyTuple>,
    against: Option<&Bound<'_, PyAny>>,
    by: Option<Relations>,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let py = data.py();
    let choice = Choice { column, shape: r#box, split, apart: true, ..Choice::default() };
    let mut sides: Vec<(Option<String>, Data)> = Vec::new();
    let mut add = |name: Option<String>, data: &Bound<'_, PyAny>| -> PyResult<()> {
        let taken = match sides.first() {
            Some((_, first)) => Data::take_like(first, data, &choice)?,
            None => Data::take(data, &choice)?,
        };
        sides.push((name, taken));
        Ok(())
    };
    for data in data {
        add(None, &data)?;
    }
    for (name, data) in named.into_iter().flatten() {
        add(Some(name.extract()?), &data)?;
    }
    let own = data.len() + named.map_or(0, PyDictMethods::len);
    match against.map(|against| (against, against.cast::<PyTuple>())) {
        Some((_, Ok(sets))) => sets.iter().try_for_each(|set| add(None, &set))?,
        Some((set, Err(_))) => add(None, set)?,
        None => {}
    }
    let rows = sides.iter().map(|(_, data)| data.rows()).sum();
    let by = by.map_or_else(|| Ok(OverlapJob::RELATIONS.to_vec()), Relations::named)?;
    let job = OverlapJob { by, memory: MEMORY, threads };
    let overlap = background::run(py, Bar::new("overlap", rows, progress), move |events| {
        let shape = sides.first().map_or(Shape::STANDARD, |(_, data)| data.shape());
        let mut compared = Vec::new();
        for (number, (name, data)) in sides.iter().enumerate() {
            let of_set = sides_of(name.as_deref(), number, data, shape)?;
            let is_against = number >= own;
            compared.extend(of_set.into_iter().map(|side| OverlapSide { is_against, ..side }));
        }
        job.compare(&compared, shape, events)
    })?;
    json(py, &overlap.to_json().to_string())
}

/// Relations by name: one, or a list.
#[derive(FromPyObject)]
pub(crate) enum Relations {
    One(String),
    Several(Items<String>),
}

impl Relations {
    /// Returns the relations of these names.
    fn named(self) -> PyResult<Vec<Equivalence>> {
        let names = match self {
            Self::One(name) => vec![name],
            Self::Several(Items(names)) => names,
        };
        names.iter().map(|name| by_name("by", name, &Equivalence::ALL, Equivalence::name)).collect()
    }
}

/// Returns one side, or those of a folder with splits.
fn sides_of(
    name: Option<&str>,
    number: usize,
    data: &Data,
    shape: Shape,
) -> Result<Vec<OverlapSide>, gridmill::Error> {
    let inputs =
        |sources: Sources| gridmill::corpus::EquivalenceInputs::new(sources, shape, data.columns().clone());
    let path = match &data.source {
        Source::Files(sources) if sources.paths().len() == 1 => {
            Some(sources.paths()[0].display().to_string())
        }
        Source::Files(_) | Source::Table(_) => None,
    };
    let name = name.map(str::to_owned).or(path).unwrap_or_else(|| format!("data {}", number + 1));
    if let Source::Files(sources) = &data.source {
        return OverlapSide::of_sources(&name, sources, inputs);
    }
    Ok(vec![OverlapSide { name, inputs: data.inputs(shape)?, is_against: false }])
}
