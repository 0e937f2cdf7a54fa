//! Canonical forms of a row: of its puzzle and of its solution.

use gridmill_board::{CanonicalError, Grid, Solution};

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
}

impl RowForms {
    /// Finds the forms of a grid and of its solution, if it has exactly one.
    ///
    /// # Errors
    /// As [`Grid::canonical`]: a shape whose forms cannot be found, or a digit twice in a house.
    pub fn of(grid: &Grid, solution: Option<&Solution>) -> Result<Self, CanonicalError> {
        let canonical = grid.canonical()?;
        let of_solution = solution.map(Solution::canonical).transpose()?;
        Ok(Self {
            puzzle: canonical.form.to_string(),
            grid: of_solution.map(|canonical| canonical.form.to_string()),
            automorphisms: canonical.automorphisms,
            class_id: canonical.class_id().to_string(),
        })
    }
}
