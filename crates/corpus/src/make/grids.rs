//! Files of grids to dig from: anything that [`Puzzles`] reads.

use crate::read::sources::Sources;
use gridmill_board::Shape;
use gridmill_generate::{InputGrids, InputGridsBuilder};
use gridmill_tables::{
    Error, Result,
    read::{GridColumns, Puzzles},
};
use std::path::Path;

/// Reads the grids of `shape` in a file or a corpus folder: of a table its column of solutions or, where there is none, of puzzles. If `columns` names only
/// that of puzzles, it is read.
/// As puzzles that a climb starts from, the column of puzzles, none of which may have several solutions.
/// Solving each of them may visit `node_budget` search nodes. Their name is that of the file or folder, without those above it.
///
/// # Errors
/// [`Error::NoPuzzle`] with path and line for the first that is no grid or has no solution, [`Error::Option`] if there is
/// none, [`Error::Io`] or [`Error::Corpus`] if the file cannot be read.
pub fn read_grids(
    path: &Path,
    shape: Shape,
    node_budget: u64,
    columns: &GridColumns,
    are_puzzles: bool,
) -> Result<InputGrids> {
    let rows = Puzzles::new(&Sources::from(vec![path.to_owned()]), shape)?.columns(columns);
    let mut rows = if are_puzzles { rows } else { rows.solutions_first() };
    let gathering = InputGridsBuilder::new(shape, node_budget);
    let mut gathering = if are_puzzles { gathering.keeping_puzzles() } else { gathering };
    while let Some(row) = rows.next() {
        let (line, grid) = row?;
        gathering.add(grid).map_err(|unfit| rows.problem_at(line, unfit.to_string()))?;
    }
    if gathering.is_empty() {
        return Err(Error::option(format!("{} holds no grid to dig from", path.display())));
    }
    Ok(gathering.finish(path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())?)
}
