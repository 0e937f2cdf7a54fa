//! `read`: rows of files, or of data in memory, as a table.

use crate::{
    background,
    by_split::by_name,
    data::{Choice, Data, Source},
    errors::InputError,
    progress::Bar,
    table::{Table, joined},
};
use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use gridmill::tables::read::{Invalid, MemoryTable, TableInput};
use pyo3::{prelude::*, types::PyString};
use std::{path::PathBuf, sync::atomic::Ordering::Relaxed};

/// Reads rows with puzzles: of a file, of a folder that `gridmill` made, or of several of them, in any format that `gridmill` reads.
///
/// `data` is a path as text or as a `pathlib.Path`, a list of `Path`, or anything that `dedup` takes. All columns are kept; those of the puzzles and
/// solutions are called `puzzle` and `solution`. `column` and `solution_column` name them in the file, `box` is their size where the number of cells
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
#[pyo3(signature = (data, *, column=None, solution_column=None, r#box=None, split=None, invalid="stop", progress=None))]
pub(crate) fn read(
    data: &Bound<'_, PyAny>,
    column: Option<String>,
    solution_column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    progress: Option<bool>,
) -> PyResult<Table> {
    let py = data.py();
    let invalid = by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?;
    let choice = Choice { column, solution_column, shape: r#box, split, ..Choice::default() };
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
