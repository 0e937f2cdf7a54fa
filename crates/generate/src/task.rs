//! Tasks of a corpus: turns the index of a puzzle into its seeds and target.
//!
//! ```text
//!               .- seed of the puzzle
//! index --------+- seed of its grids, one for each K indices in a row, if grids are shared
//!               +- targets: by quota, if the plan has mixes; level number index modulo the levels, if it has a cycle
//!               +- pattern: number index modulo the patterns, if the plan has some
//!               '- input grid: number index / K modulo the input grids, if the plan has some and its tries draw none
//! ```

use super::{
    Givens, GivensMix, GivensTarget, LevelCycle, MasterSeed, MixLayout, Plan, SymmetryTarget,
    plan::{AnyMix, CrossedQuotas, Quotas},
    seed,
};
use crate::error::{Error, Result};
use rand::Rng as _;

/// Puzzle to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// Seed of the puzzle alone.
    pub seed: [u8; 32],
    /// Seed of the grids that it shares with its neighbours.
    pub(super) grid_seed: Option<[u8; 32]>,
    pub(super) givens: Givens,
    /// Number of the target of the mix or the cycle of ratings, if the plan has one.
    pub(super) rating: usize,
    /// Number of the symmetry, if the plan has a mix of them.
    pub(super) symmetry: usize,
    pub(super) pattern: usize,
    pub(super) input_grid: u64,
    /// Number of the target among [`Plan::target_names`]; 0 if the plan has none.
    pub(super) target: usize,
}

/// Tasks of a corpus: each a function of the master seed, the plan, the index and, for a mix over the whole corpus, the count.
#[derive(Debug, Clone)]
pub struct Tasks {
    seed: MasterSeed,
    targets: Targets,
    ratings: RatingTargets,
    symmetries: SymmetryTargets,
    puzzles_per_grid: u64,
    patterns: usize,
    input_grids: u64,
    count: Option<u64>,
}

#[derive(Debug, Clone)]
enum Targets {
    Fixed(Givens),
    Quotas(GivensMix, Quotas),
}

#[derive(Debug, Clone)]
enum RatingTargets {
    /// One for all, or none.
    Fixed,
    Quotas(Quotas),
    InTurn(LevelCycle),
}

#[derive(Debug, Clone)]
enum SymmetryTargets {
    /// One for all.
    Fixed,
    Quotas(Quotas),
    /// By quota within each target of the ratings.
    WithRatings(CrossedQuotas),
    /// By quota within each target of the givens.
    WithGivens(CrossedQuotas),
}

/// Returns the error for a mix without the size of the corpus.
fn no_count() -> Error {
    Error::option(format!(
        "`count` is missing: which puzzle has which target of `mix` depends on the size of the corpus; without one, give `mix_block={}`",
        MixLayout::BLOCK
    ))
}

impl Tasks {
    /// Creates the tasks of a corpus of `count` puzzles. A mix needs a count or [blocks](MixLayout); other plans accept `None`.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan cannot be met, or has a mix without blocks and there is no count.
    pub fn new(plan: &Plan, seed: MasterSeed, count: Option<u64>) -> Result<Self> {
        plan.validate()?;
        let quotas =
            |mix: &dyn AnyMix, key: [u8; 32]| Quotas::new(mix, &key, count, plan.mix).ok_or_else(no_count);
        let targets = match plan.dig.givens() {
            GivensTarget::Fixed(givens) => Targets::Fixed(*givens),
            GivensTarget::Mix(mix) => Targets::Quotas(mix.clone(), quotas(mix, seed.quota_key())?),
        };
        let rating_quotas = plan.rating.mix().map(|mix| quotas(mix, seed.rating_quota_key())).transpose()?;
        let symmetries = match (plan.dig.symmetry(), &rating_quotas, &targets) {
            (SymmetryTarget::Fixed(_), ..) => SymmetryTargets::Fixed,
            (SymmetryTarget::Mix(mix), Some(ratings), _) => {
                SymmetryTargets::WithRatings(CrossedQuotas::new(ratings, mix))
            }
            (SymmetryTarget::Mix(mix), None, Targets::Quotas(_, givens)) => {
                SymmetryTargets::WithGivens(CrossedQuotas::new(givens, mix))
            }
            (SymmetryTarget::Mix(mix), None, Targets::Fixed(_)) => {
                SymmetryTargets::Quotas(quotas(mix, seed.symmetry_quota_key())?)
            }
        };
        let ratings = match (rating_quotas, plan.rating.turns()) {
            (Some(quotas), _) => RatingTargets::Quotas(quotas),
            (None, Some(cycle)) => RatingTargets::InTurn(cycle.clone()),
            (None, None) => RatingTargets::Fixed,
        };
        let puzzles_per_grid = plan.max_puzzles_per_grid;
        let (patterns, input_grids) = (plan.dig.patterns().len(), input_grids(plan));
        Ok(Self { seed, targets, ratings, symmetries, puzzles_per_grid, patterns, input_grids, count })
    }

    /// Returns the task of puzzle `index`.
    ///
    /// # Errors
    /// [`Error::Option`] if the corpus has no such puzzle.
    pub fn task(&self, index: u64) -> Result<Task> {
        if let Some(count) = self.count.filter(|&count| index >= count) {
            let problem = format!(
                "index {index} is beyond the corpus: {count} puzzles have indices 0 to {}",
                count - 1
            );
            return Err(Error::option(problem));
        }
        let (shared, group) = (self.puzzles_per_grid > 1, index / self.puzzles_per_grid);
        #[expect(clippy::cast_possible_truncation, reason = "below the number of patterns")]
        let pattern = (index % self.patterns.max(1) as u64) as usize;
        let (givens, givens_seat) = match &self.targets {
            Targets::Fixed(givens) => (*givens, (0, 0)),
            Targets::Quotas(mix, quotas) => {
                let seat = quotas.seat(index);
                (*mix.target(seat.0), seat)
            }
        };
        let rating_seat = match &self.ratings {
            RatingTargets::Fixed => (0, 0),
            RatingTargets::Quotas(quotas) => quotas.seat(index),
            RatingTargets::InTurn(cycle) => (cycle.number_at(index), 0),
        };
        let symmetry = match &self.symmetries {
            SymmetryTargets::Fixed => 0,
            SymmetryTargets::Quotas(quotas) => quotas.seat(index).0,
            SymmetryTargets::WithRatings(crossed) => crossed.number(rating_seat),
            SymmetryTargets::WithGivens(crossed) => crossed.number(givens_seat),
        };
        Ok(Task {
            seed: self.seed.puzzle_seed(index),
            grid_seed: shared.then(|| self.seed.grid_seed(group)),
            givens,
            rating: rating_seat.0,
            symmetry,
            target: match (&self.ratings, &self.targets) {
                (RatingTargets::Quotas(_) | RatingTargets::InTurn(_), _) => rating_seat.0,
                (RatingTargets::Fixed, Targets::Quotas(..)) => givens_seat.0,
                (RatingTargets::Fixed, Targets::Fixed(_)) => symmetry,
            },
            pattern,
            input_grid: group % self.input_grids,
        })
    }
}

impl Task {
    /// Returns the task of a puzzle outside a corpus: its seed draws the target, the pattern and the input grid.
    pub(super) fn alone(plan: &Plan, seed: [u8; 32]) -> Self {
        let mut rng = seed::lone_rng(&seed);
        let (givens, givens_number) = match plan.dig.givens() {
            GivensTarget::Fixed(givens) => (*givens, None),
            GivensTarget::Mix(mix) => {
                let number = mix.number_at(rng.next_u64());
                (*mix.target(number), Some(number))
            }
        };
        let pattern = crate::random::index_below(&mut rng, plan.dig.patterns().len().max(1));
        let input_grid = crate::random::below(&mut rng, input_grids(plan));
        let rating = if plan.rating.has_targets() { plan.rating.target_at(rng.next_u64()) } else { 0 };
        let symmetry = plan.dig.symmetry().mix().map_or(0, |mix| mix.number_at(rng.next_u64()));
        let target = if plan.rating.has_targets() { rating } else { givens_number.unwrap_or(symmetry) };
        Self { seed, grid_seed: None, givens, rating, symmetry, pattern, input_grid, target }
    }
}

/// Returns the number of input grids, or 1 if there are none.
fn input_grids(plan: &Plan) -> u64 {
    plan.from.as_ref().map_or(1, |grids| grids.len().max(1))
}
