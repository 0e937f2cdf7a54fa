//! What one puzzle of a corpus is to be: its place in the corpus turned into seeds and a target.
//!
//! ```text
//!               .- seed of the puzzle
//! index --------+- seed of its grids, one for each K indices in a row, where grids are shared
//!               +- target: by quota, where the plan has a mix
//!               +- pattern: number index modulo the patterns, where the plan has some
//!               '- given grid: number index / K modulo the given grids, where the plan has some
//! ```

use super::{Givens, MasterSeed, Plan, mix::Quotas, seed};
use crate::error::{Error, Result};
use rand::Rng as _;

/// One puzzle to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The puzzle's own seed.
    pub seed: [u8; 32],
    /// The seed of the grids it shares with its neighbours.
    pub(super) grid_seed: Option<[u8; 32]>,
    pub(super) givens: Givens,
    pub(super) pattern: usize,
    pub(super) given: u64,
}

/// The tasks of a corpus: each a function of the master seed, the plan, the index and, for a mix, the count.
#[derive(Debug, Clone)]
pub struct Tasks {
    seed: MasterSeed,
    givens: Givens,
    quotas: Option<Quotas>,
    puzzles_a_grid: u64,
    patterns: usize,
    given: u64,
    count: Option<u64>,
}

impl Tasks {
    /// The tasks of a corpus of `count` puzzles; `None` will do unless the plan has a mix.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan cannot be met, or has a mix and there is no count.
    pub fn new(plan: &Plan, seed: MasterSeed, count: Option<u64>) -> Result<Self> {
        plan.validate()?;
        let quotas = match (&plan.givens_mix, count) {
            (None, _) => None,
            (Some(mix), Some(count)) => Some(Quotas::new(mix, &seed.quota_key(), count)),
            (Some(_), None) => {
                let problem = "--count is missing: which puzzle has which target of --givens-mix depends on the size of \
                               the corpus";
                return Err(Error::Option(problem.to_owned()));
            }
        };
        let (givens, puzzles_a_grid) = (plan.givens, plan.max_puzzles_per_grid);
        let (patterns, given) = (plan.patterns.len(), given_grids(plan));
        Ok(Self { seed, givens, quotas, puzzles_a_grid, patterns, given, count })
    }

    /// The task of puzzle `index`.
    ///
    /// # Errors
    /// [`Error::Option`] if the corpus has no such puzzle.
    pub fn task(&self, index: u64) -> Result<Task> {
        if let Some(count) = self.count.filter(|&count| index >= count) {
            let problem = format!(
                "index {index} is beyond the corpus: {count} puzzles have indices 0 to {}",
                count - 1
            );
            return Err(Error::Option(problem));
        }
        let (shared, group) = (self.puzzles_a_grid > 1, index / self.puzzles_a_grid);
        #[expect(clippy::cast_possible_truncation, reason = "below the number of patterns")]
        let pattern = (index % self.patterns.max(1) as u64) as usize;
        Ok(Task {
            seed: self.seed.puzzle_seed(index),
            grid_seed: shared.then(|| self.seed.grid_seed(group)),
            givens: self.quotas.as_ref().map_or(self.givens, |quotas| quotas.target(index)),
            pattern,
            given: group % self.given,
        })
    }
}

impl Task {
    /// The task of a puzzle that is in no corpus: target, pattern and given grid are drawn by its seed.
    pub(super) fn alone(plan: &Plan, seed: [u8; 32]) -> Self {
        let mut rng = seed::lone_rng(&seed);
        let givens = plan.givens_mix.as_ref().map_or(plan.givens, |mix| mix.target_at(rng.next_u64()));
        let pattern = crate::random::index_below(&mut rng, plan.patterns.len().max(1));
        let given = crate::random::below(&mut rng, given_grids(plan));
        Self { seed, grid_seed: None, givens, pattern, given }
    }
}

/// How many grids puzzles take in turn, at least 1.
fn given_grids(plan: &Plan) -> u64 {
    plan.from.as_ref().map_or(1, |given| given.len().max(1))
}
