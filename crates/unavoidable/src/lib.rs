//! Unavoidable sets of Sudoku grids, and scans of grids for all puzzles with few givens. For grids with a side up to 9.
//!
//! A set of cells of a complete grid is unavoidable if another grid differs from it within these cells alone. A puzzle without a given
//! in the set has both grids as solutions. [`UnavoidableSets`] finds all minimal ones up to a size:
//!
//! ```
//! use gridmill_board::{Grid, Solution};
//! use gridmill_unavoidable::UnavoidableSets;
//!
//! let text = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
//! let grid = Solution::new(&text.parse::<Grid>()?)?;
//! let sets = UnavoidableSets::find(&grid, 10);
//! assert_eq!(sets.complete_to(), 10);
//! assert_eq!(sets.by_size()[0], (4, 11));
//!
//! let clique = sets.max_clique(1_000_000);
//! assert!(clique.is_largest && clique.sets.len() == 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No puzzle of a grid has fewer givens than there are unavoidable sets that share no cell. [`Scan`] finds every minimal puzzle of a
//! grid up to a number of givens.

mod bands;
mod scan;
mod sets;
#[cfg(test)]
mod tests;

pub use scan::{Scan, UnitResult, UnitSearcher};
pub use sets::{MaxClique, UnavoidableSets};
