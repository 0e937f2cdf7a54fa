//! The first grids of a file, by which the shape of all is known.

use arrow_array::{Array as _, RecordBatch};
use gridmill_board::{Grid, Shape, Solution};
use gridmill_solve::{in_only_shape, in_shape};
use gridmill_tables::{read::ColumnChoice, schema::arrow::text};
use std::path::Path;

/// Rows that are looked at.
const ROWS: usize = 16;

/// Puzzles and solutions of the first rows that have a puzzle.
#[derive(Debug, Clone, Default)]
pub(super) struct FirstGrids {
    puzzles: Vec<String>,
    solutions: Vec<String>,
}

impl FirstGrids {
    /// Takes the grids of the first rows of a batch.
    pub(super) fn of(path: &Path, choice: &ColumnChoice, batch: &RecordBatch) -> Self {
        let schema = batch.schema_ref();
        let Ok(puzzle) = choice.text_place(path, schema) else { return Self::default() };
        let solution = choice.solution_place(path, schema, puzzle).ok().flatten();
        let puzzles = batch.column(puzzle);
        let rows = || (0..puzzles.len()).filter(|&row| text(puzzles, row).is_some()).take(ROWS);
        let texts =
            |place| rows().filter_map(|row| text(batch.column(place), row)).map(str::to_owned).collect();
        Self { puzzles: texts(puzzle), solutions: solution.map(texts).unwrap_or_default() }
    }

    /// Counts the cells of the first puzzle.
    pub(super) fn cells(&self) -> Option<usize> {
        self.puzzles.first().map(String::len)
    }

    /// Counts the cells of the first text that is a grid of some shape.
    pub(super) fn cells_of_grid(&self) -> Option<usize> {
        let is_grid = |text: &&String| {
            Shape::of_cells(text.len()).is_some_and(|shape| Grid::parse(shape, text).is_ok())
        };
        self.puzzles.iter().find(is_grid).map(String::len)
    }

    /// Returns the shape of grids with this many cells: of wide and tall boxes, those of the first solution that is valid with one of them
    /// only, or else of the first puzzle that has exactly one solution with one of them only. 9x9 if no shape has that number of cells, because
    /// invalid puzzles are reported row by row.
    ///
    /// # Errors
    /// A line that names both shapes, if nothing decides.
    pub(super) fn shape(&self, cells: usize) -> Result<Shape, String> {
        let Some(wide) = Shape::of_cells(cells) else { return Ok(Shape::STANDARD) };
        let grids = |texts: &[String]| -> Vec<Grid> {
            texts.iter().filter_map(|text| Grid::parse(wide, text).ok()).collect()
        };
        if wide == wide.transposed() {
            return Ok(wide);
        }
        let is_valid =
            |grid: &Grid, shape| in_shape(grid, shape).is_some_and(|grid| Solution::new(&grid).is_ok());
        let by_solution = grids(&self.solutions).into_iter().find_map(|grid| {
            match [wide, wide.transposed()].map(|shape| is_valid(&grid, shape)) {
                [true, false] => Some(wide),
                [false, true] => Some(wide.transposed()),
                _ => None,
            }
        });
        let by_puzzle = || grids(&self.puzzles).iter().find_map(in_only_shape).map(|grid| grid.shape());
        let tall = wide.transposed();
        by_solution.or_else(by_puzzle).ok_or_else(|| {
            format!(
                "{cells} cells fit boxes of {wide} and {tall}, and neither solutions nor uniqueness decides; give `box={wide}` or `box={tall}`"
            )
        })
    }
}
