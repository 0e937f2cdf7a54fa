//! Measures of a puzzle by the unavoidable sets of its solution.

use gridmill_board::{Grid, Shape, Solution};

/// Unavoidable sets of a puzzle with one solution: the same for all images of the puzzle.
///
/// ```
/// use gridmill_board::{Grid, Solution};
/// use gridmill_generate::UnavoidableMeasures;
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse::<Grid>()?;
/// let measures = UnavoidableMeasures::of(&puzzle, &Solution::new(&solution)?).expect("the feature `unavoidable` is on");
/// assert!(measures.max_clique.is_some_and(|givens| usize::from(givens) <= puzzle.givens()));
/// assert!(measures.hit_once < measures.sets);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnavoidableMeasures {
    /// Number of minimal unavoidable sets of the solution with up to 10 cells.
    pub sets: u32,
    /// Most of them that share no cell: no puzzle of the grid has fewer givens. `None` if the search took more than 1,000,000 nodes.
    pub max_clique: Option<u8>,
    /// Number of those with exactly one given of the puzzle.
    pub hit_once: u32,
}

impl UnavoidableMeasures {
    /// Cells of the largest sets.
    #[doc(hidden)]
    pub const CELLS: usize = 10;

    /// Nodes of the search for the most sets that share no cell.
    #[doc(hidden)]
    pub const CLIQUE_BUDGET: u64 = 1_000_000;

    /// Returns true if puzzles of a shape can be measured: those with a side up to 9.
    #[doc(hidden)]
    pub const fn supports(shape: Shape) -> bool {
        shape.side() <= Shape::STANDARD.side()
    }

    pub(super) const fn bounds() -> [(&'static str, u64); 2] {
        [("cells", Self::CELLS as u64), ("clique_budget", Self::CLIQUE_BUDGET)]
    }

    /// Returns a sentence about the bounds.
    pub(super) fn note() -> String {
        format!(
            "Unavoidable sets are the minimal ones with up to {} cells; where {},000,000 nodes of search did not decide how many can share no cell, \
             `max_clique` is null.",
            Self::CELLS,
            Self::CLIQUE_BUDGET / 1_000_000
        )
    }

    /// Describes the values: `312 sets of up to 10 cells, 12 of them share no cell; 33 have one given`.
    pub(super) fn words(self) -> String {
        let clique = self.max_clique.map_or("the most that share no cell are not known".to_owned(), |most| {
            format!("{most} of them share no cell")
        });
        format!(
            "{} sets of up to {} cells, {clique}; {} have one given",
            self.sets,
            Self::CELLS,
            self.hit_once
        )
    }

    /// Measures a puzzle with its solution. `None` if the crate is built without the feature `unavoidable`.
    ///
    /// # Panics
    /// Panics if its side is above 9.
    pub fn of(puzzle: &Grid, solution: &Solution) -> Option<Self> {
        measure(puzzle, solution)
    }
}

#[cfg(feature = "unavoidable")]
#[expect(clippy::unnecessary_wraps, reason = "there is none without the feature")]
fn measure(puzzle: &Grid, solution: &Solution) -> Option<UnavoidableMeasures> {
    let count = |sets: usize| u32::try_from(sets).unwrap_or(u32::MAX);
    let sets = gridmill_unavoidable::UnavoidableSets::find(solution, UnavoidableMeasures::CELLS);
    let clique = sets.max_clique(UnavoidableMeasures::CLIQUE_BUDGET);
    Some(UnavoidableMeasures {
        sets: count(sets.as_slice().len()),
        max_clique: u8::try_from(clique.sets.len()).ok().filter(|_| clique.is_largest),
        hit_once: count(sets.hit_once(puzzle).count()),
    })
}

#[cfg(not(feature = "unavoidable"))]
const fn measure(_: &Grid, _: &Solution) -> Option<UnavoidableMeasures> {
    None
}
