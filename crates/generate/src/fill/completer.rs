//! Completes partial grids at random.
//!
//! ```text
//! 1 2 3 4     1 2 3 4     1 2 3 4      The cell with the fewest candidates (ties at random), its candidates in
//! . . . .     3 . . .     3 4 1 2      random order, singles placed in between. A try that meets too many dead
//! . . . .     . . . .     2 1 4 3      ends is dropped, and the next one may take twice as long.
//! . . . .     . . . .     4 3 2 1
//! ```
//!
//! Distribution: a random path down a search tree, so that completions to which many paths lead are more frequent. A grid
//! with one solution gives that solution.

use crate::random::AtRandom;
use gridmill_board::{Grid, Shape, Solution};
use gridmill_solve::{Backtracking, OutOfNodes};
use rand::Rng;

/// Completes grids of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Completer {
    shape: Shape,
    budget: u64,
    first_try: Backtracking,
}

/// Nodes per cell that the first try may visit. Part of the stream version.
const NODES_PER_CELL: u64 = 4;

impl Completer {
    /// Creates a completer for `shape` that may visit `budget` search nodes per grid.
    pub fn new(shape: Shape, budget: u64) -> Self {
        Self { shape, budget, first_try: Backtracking::new(shape, Self::nodes(shape).min(budget)) }
    }

    const fn nodes(shape: Shape) -> u64 {
        NODES_PER_CELL * shape.cells() as u64
    }

    /// Returns a solution of `grid`, or `None` if it has none: a function of the grid and of the numbers of `rng`.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the completer.
    pub fn complete(&mut self, grid: &Grid, rng: &mut impl Rng) -> Result<Option<Solution>, OutOfNodes> {
        if let Ok((solution, _)) = self.first_try.complete(grid, &mut AtRandom(rng)) {
            return Ok(solution);
        }
        let mut nodes = Self::nodes(self.shape);
        let mut left = self.budget;
        loop {
            left =
                left.checked_sub(nodes).filter(|&left| left > 0).ok_or(OutOfNodes { budget: self.budget })?;
            nodes *= 2;
            let mut solver = Backtracking::new(self.shape, nodes.min(left));
            if let Ok((solution, _)) = solver.complete(grid, &mut AtRandom(rng)) {
                return Ok(solution);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use std::collections::BTreeMap;

    fn grid(shape: &str, text: &str) -> Grid {
        Grid::parse(shape.parse().unwrap(), text).unwrap()
    }

    /// Part of the stream: these grids never change within a stream version.
    #[test]
    fn value_stability() {
        let mut completer = Completer::new(Shape::STANDARD, 1_000_000);
        let partial = grid("3x3", &format!("123456789{}", ".".repeat(72)));
        let grids = [0, 1, 2].map(|seed| {
            completer.complete(&partial, &mut Pcg64::from_seed([seed; 32])).unwrap().unwrap().to_string()
        });
        insta::assert_debug_snapshot!(grids);
    }

    /// A first row of 4x4 has 288/4! = 12 completions. One of probability 1/40 would have 10 or fewer of 2,000 draws with
    /// chance 1e-10.
    #[test]
    fn all_completions_come_and_nothing_else() {
        let partial = grid("2x2", "1234............");
        let mut completer = Completer::new(partial.shape(), 1_000_000);
        let mut rng = Pcg64::from_seed([1; 32]);
        let mut met = BTreeMap::<String, u32>::new();
        for _ in 0..2_000 {
            let solution = completer.complete(&partial, &mut rng).unwrap().unwrap();
            assert!(partial.is_within(&solution));
            *met.entry(solution.to_string()).or_default() += 1;
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&times| times > 10), "{met:?}");
    }

    #[test]
    fn grids_without_solution_have_no_completion_and_budgets_hold() {
        let mut rng = Pcg64::from_seed([2; 32]);
        let dead = grid("2x2", "123....4........");
        assert_eq!(Completer::new(dead.shape(), 1000).complete(&dead, &mut rng), Ok(None));
        let empty = Grid::empty("5x5".parse().unwrap());
        assert_eq!(
            Completer::new(empty.shape(), 50).complete(&empty, &mut rng),
            Err(OutOfNodes { budget: 50 })
        );
    }

    /// Tries with a growing budget solve a grid that few short tries would solve.
    #[test]
    fn one_solution_is_found_however_hard() {
        let hard =
            grid("3x3", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");
        let solution =
            Completer::new(hard.shape(), 10_000_000).complete(&hard, &mut Pcg64::from_seed([3; 32]));
        let solution = solution.unwrap().unwrap();
        assert!(hard.is_within(&solution));
    }
}
