//! Files of puzzles that are not made again: anything that [`Puzzles`] reads, each file in a format of its own.

use crate::read::{sources::Sources, splits::SplitChoice};
use gridmill_board::{Canonical, Grid, Shape};
use gridmill_generate::ExcludedClasses;
use gridmill_tables::{
    Error, Result,
    ordered_map::OrderedMap,
    read::{FileList, GridColumns, Puzzles},
};
use std::path::PathBuf;

/// Puzzles whose classes are found at once.
const BLOCK: usize = 8192;

/// Reads the classes of the puzzles of `shape` in files or corpus folders, of all splits, on all cores. They are named by the files or folders, without those
/// above them.
///
/// # Errors
/// [`Error::NoPuzzle`] with path and line for the first row without a puzzle, [`Error::Option`] if there is none or the shape has no canonical
/// forms, [`Error::Io`] or [`Error::Corpus`] for a file that cannot be read.
pub fn read_excluded(paths: &[PathBuf], shape: Shape, columns: &GridColumns) -> Result<ExcludedClasses> {
    let named = |problem: String| Error::option(format!("`exclude`{problem}"));
    Canonical::check_shape(shape).map_err(|error| named(format!(": {error}")))?;
    let sources = Sources::new(paths.to_vec(), SplitChoice::All);
    let (workers, mut classes) = (OrderedMap::new(0)?, Vec::new());
    for file in sources.files()? {
        let mut rows = Puzzles::new(&FileList(vec![file]), shape)?.columns(columns);
        loop {
            let block: Vec<(u64, Grid)> = rows.by_ref().take(BLOCK).collect::<Result<_>>()?;
            if block.is_empty() {
                break;
            }
            let forms = workers.map_slice(&block, || (), |(), _, (_, grid)| grid.canonical());
            for ((line, _), form) in block.iter().zip(forms) {
                let form = form.map_err(|error| rows.problem_at(*line, error.to_string()))?;
                classes.push(form.class_id());
            }
        }
    }
    let names = paths.iter().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
    let names: Vec<String> = names.map(String::from).collect();
    if classes.is_empty() {
        return Err(named(format!(": {} holds no puzzle", names.join(", "))));
    }
    Ok(ExcludedClasses::new(names, classes))
}
