//! Classes of equivalent puzzles and of equivalent solutions, for corpora that are compared up to symmetry.
//!
//! A class is named by [`Canonical::class_id`]. Rows that `gridmill canonical` has written hold theirs; of others, the canonical forms
//! are found here. The solution is the one of the row, or else that of the solver.

use super::{batch::Batch, class_set::ClassSet, puzzles::Offences, verify::NODE_BUDGET};
use arrow_array::Array;
use gridmill_board::{Canonical, Grid, Shape, Solution, Transform};
use gridmill_solve::{Remover, Solutions, SolverKind};
use gridmill_tables::schema::{ColumnId, arrow::text};

/// Bits of the hash that are 0 for rows whose columns are compared with computed forms: one row in 64.
const SAMPLED_BITS: u32 = 6;

/// Classes of a corpus.
#[derive(Debug, Clone)]
pub(crate) struct FormSets {
    pub(crate) puzzles: ClassSet,
    /// Of the rows with a known solution.
    pub(crate) solutions: ClassSet,
    /// Rows whose columns were compared with computed forms.
    pub(crate) compared: u64,
    /// Those of them whose columns hold another class.
    pub(crate) other_forms: Offences,
}

/// Finds canonical forms.
#[derive(Debug)]
pub(crate) struct FormFinder {
    shape: Shape,
    solver: Box<dyn Remover>,
    /// True if the columns of all rows are compared with computed forms.
    compare_all: bool,
}

/// Columns of a batch with forms and solutions.
#[derive(Clone, Copy)]
pub(crate) struct FormColumns<'a> {
    class_id: Option<&'a dyn Array>,
    puzzle: Option<&'a dyn Array>,
    grid: Option<&'a dyn Array>,
    solution: Option<&'a dyn Array>,
}

impl<'a> FormColumns<'a> {
    pub(crate) fn of(batch: Batch<'a>) -> Self {
        Self {
            class_id: batch.texts(ColumnId::ClassId),
            puzzle: batch.texts(ColumnId::CanonicalPuzzle),
            grid: batch.texts(ColumnId::CanonicalGrid),
            solution: batch.texts(ColumnId::Solution),
        }
    }

    /// Returns the class of the puzzle of a row, if the columns hold it.
    fn class(self, row: usize, shape: Shape) -> Option<u64> {
        let named = self.class_id.and_then(|column| text(column, row)).and_then(parse_class);
        named.or_else(|| class_of_form(shape, text(self.puzzle?, row)?))
    }
}

impl FormSets {
    pub(crate) fn new(limit: usize) -> Self {
        let (puzzles, solutions) = (ClassSet::new(limit), ClassSet::new(limit));
        Self { puzzles, solutions, compared: 0, other_forms: Offences::default() }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.puzzles.merge(&other.puzzles);
        self.solutions.merge(&other.solutions);
        self.compared += other.compared;
        self.other_forms.merge(&other.other_forms);
    }

    pub(crate) fn settle(&mut self) {
        self.puzzles.settle();
        self.solutions.settle();
    }
}

impl FormFinder {
    /// Builds a finder; `compare_all` compares the columns of all rows with computed forms, not only those of one in 64.
    pub(crate) fn new(shape: Shape, compare_all: bool) -> Self {
        Self { shape, solver: SolverKind::default_for(shape).solver(shape, NODE_BUDGET), compare_all }
    }

    /// Adds the classes of a row: the `puzzle`, whose `hash` decides whether columns are compared, and its solution.
    pub(crate) fn add(
        &mut self,
        (row, columns): (usize, FormColumns<'_>),
        (puzzle, hash): (&str, u128),
        sets: &mut FormSets,
    ) {
        let shape = self.shape;
        let Ok(grid) = Grid::parse(shape, puzzle) else { return };
        let computed = || Some(grid.canonical().ok()?.class_id().value());
        let held = columns.class(row, shape);
        if let Some(class) = held
            && (self.compare_all || hash.trailing_zeros() >= SAMPLED_BITS)
        {
            sets.compared += 1;
            if computed() != Some(class) {
                sets.other_forms.add(puzzle);
            }
        }
        if let Some(class) = held.or_else(computed) {
            sets.puzzles.add(class);
        }
        let held = columns.grid.and_then(|column| class_of_form(shape, text(column, row)?));
        let solution = columns.solution.and_then(|column| text(column, row));
        if let Some(class) = held.or_else(|| self.class_of_solution(&grid, solution)) {
            sets.solutions.add(class);
        }
    }

    /// Returns the class of the solution that the row holds, or that the solver finds.
    fn class_of_solution(&mut self, grid: &Grid, held: Option<&str>) -> Option<u64> {
        let held = held.and_then(|text| Solution::new(&Grid::parse(self.shape, text).ok()?).ok());
        let solution = match held.filter(|solution| grid.is_within(solution)) {
            Some(solution) => solution,
            None => match self.solver.solutions(grid) {
                Ok(Solutions::Unique(solution)) => solution,
                Ok(Solutions::None | Solutions::Multiple) | Err(_) => return None,
            },
        };
        Some(solution.canonical().ok()?.class_id().value())
    }
}

/// Reads a class: 16 hexadecimal digits.
fn parse_class(text: &str) -> Option<u64> {
    let is_class = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_class.then(|| u64::from_str_radix(text, 16).ok())?
}

/// Names the class of a canonical form.
fn class_of_form(shape: Shape, form: &str) -> Option<u64> {
    let form = Grid::parse(shape, form).ok()?;
    let canonical = Canonical { form, transform: Transform::identity(shape), automorphisms: 1 };
    Some(canonical.class_id().value())
}
