//! Canonical forms of a row: of its puzzle and of its solution.

use gridmill_board::{CanonicalError, Grid, GridBands, Solution};

/// Canonical forms of a row, as its columns have them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowForms {
    /// Text of the form of the givens.
    pub puzzle: String,
    /// Text of the form of the solution, if there is exactly one.
    pub grid: Option<String>,
    /// Number of automorphisms of the givens.
    pub automorphisms: u32,
    /// Name of the class of the givens, 16 hexadecimal digits.
    pub class_id: String,
    /// Text of the givens within the form of the solution, if asked for.
    pub puzzle_in_grid: Option<String>,
    /// Numbers of the bands and stacks of the form of the solution, if asked for; `None` for any shape but 9x9.
    pub bands: Option<GridBands>,
}

/// Facts of canonical forms besides the usual ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormFact {
    /// The least text of the images of the givens within the form of the solution.
    PuzzleInGrid,
    /// Numbers of bands and stacks, and their gangsters; 9x9 only.
    Bands,
}

gridmill_board::named_values!(FormFact { PuzzleInGrid "puzzle_in_canonical_grid", Bands "bands" });

/// Finds the forms of a puzzle of a plan, which was checked for the shape.
pub(super) fn of_puzzle(puzzle: &Grid, solution: &Solution) -> Option<Box<RowForms>> {
    if !cfg!(feature = "classes") {
        return None;
    }
    match RowForms::of(puzzle, Some(solution)) {
        Ok(forms) => Some(Box::new(forms)),
        // A puzzle has no digit twice in a house.
        Err(error) => unreachable!("{error}"),
    }
}

impl RowForms {
    /// Describes the forms of the givens: `a0c1..., 1 automorphism; canonical form ....`.
    pub(super) fn words(&self) -> String {
        let many = if self.automorphisms == 1 { "automorphism" } else { "automorphisms" };
        format!("{}, {} {many}; canonical form {}", self.class_id, self.automorphisms, self.puzzle)
    }

    /// Finds the forms of a grid and of its solution, if it has exactly one.
    ///
    /// # Errors
    /// As [`Grid::canonical`]: a shape whose forms cannot be found, or a digit twice in a house.
    pub fn of(grid: &Grid, solution: Option<&Solution>) -> Result<Self, CanonicalError> {
        Self::with(grid, solution, &[])
    }

    /// Finds the forms of a grid and of its solution, if it has exactly one, and the facts of `added`.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn with(
        grid: &Grid,
        solution: Option<&Solution>,
        added: &[FormFact],
    ) -> Result<Self, CanonicalError> {
        let canonical = grid.canonical()?;
        let of_solution = solution.map(Solution::canonical).transpose()?;
        let solution_form = || Some(of_solution.as_ref()?.transform.solution(solution?));
        let within = solution.filter(|_| added.contains(&FormFact::PuzzleInGrid));
        let puzzle_in_grid = within.map(|solution| grid.canonical_within(solution)).transpose()?;
        let bands = if added.contains(&FormFact::Bands) {
            solution_form().and_then(|form| form.bands())
        } else {
            None
        };
        Ok(Self {
            puzzle: canonical.form.to_string(),
            grid: of_solution.map(|canonical| canonical.form.to_string()),
            automorphisms: canonical.automorphisms,
            class_id: canonical.class_id().to_string(),
            puzzle_in_grid: puzzle_in_grid.map(|form| form.to_string()),
            bands,
        })
    }
}
