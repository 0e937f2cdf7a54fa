//! Number of essentially different minimal puzzles within a puzzle.
//!
//! Minimal puzzles of one grid are equivalent exactly if an automorphism of the grid takes one to the other. All transforms from the
//! grid to its canonical form differ by automorphisms, so that the least image of a puzzle's cells by them is the same for
//! equivalent puzzles and for no others. Most grids have no automorphism but the identity: no two puzzles within them are equivalent.

use super::MinimalPuzzles;
use gridmill_board::{CanonicalError, Cell, Solution, Transform};

impl MinimalPuzzles {
    /// Counts the classes of the minimal puzzles: those that transforms lead to each other are one. `solution` is their solution.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    /// use gridmill_solve::{BitParallel, Remover};
    ///
    /// let grid: Grid = "1234341221434321".parse()?;
    /// let mut solver = BitParallel::new(grid.shape(), 10_000);
    /// let solution = Solution::new(&grid)?;
    /// let all = solver.minimal_puzzles(&grid, &solution)?;
    /// assert_eq!((all.choices.len(), all.classes(&solution)?), (284, 14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CanonicalError::Shape`] for a shape larger than 9x9.
    ///
    /// # Panics
    /// Panics if the solution has another shape.
    pub fn classes(&self, solution: &Solution) -> Result<u64, CanonicalError> {
        let transforms = solution.canonical_transforms()?;
        if transforms.len() == 1 {
            return Ok(self.choices.len() as u64);
        }
        let images: Vec<CellImages> =
            transforms.iter().map(|transform| CellImages::of(transform, self)).collect();
        let least =
            |&choice: &u64| images.iter().map(|images| images.of_choice(choice)).min().unwrap_or_default();
        let mut forms: Vec<u128> = self.choices.iter().map(least).collect();
        forms.sort_unstable();
        forms.dedup();
        Ok(forms.len() as u64)
    }
}

/// Cells to which a transform takes the givens, one bit each.
struct CellImages {
    needed: u128,
    optional: Vec<u128>,
}

impl CellImages {
    fn of(transform: &Transform, all: &MinimalPuzzles) -> Self {
        let image = |&cell: &Cell| 1 << transform.cell(cell).index();
        Self {
            needed: all.needed.iter().map(image).fold(0, |set, cell: u128| set | cell),
            optional: all.optional.iter().map(image).collect(),
        }
    }

    fn of_choice(&self, choice: u64) -> u128 {
        let chosen = self.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 != 0);
        chosen.fold(self.needed, |set, (_, cell)| set | cell)
    }
}
