//! One puzzle from one seed.

use super::{Plan, seed};
use crate::{
    board::{Cell, Puzzle, Solution},
    error::{Error, Result},
    generate::{Dug, Effort, Filler, random, top_down},
    solve::{OutOfNodes, Solver},
};
use rand_pcg::Pcg64;
use std::time::{Duration, Instant};

/// Digging orders tried on one grid before a fresh grid is made. Part of the stream version.
const ORDERS_A_GRID: u64 = 4;

/// A puzzle, its solution and the seed that gives it again, with what making it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its one solution.
    pub solution: Solution,
    /// The seed: [`Generator::generate_with_seed`] makes this puzzle from it again.
    pub seed: [u8; 32],
    /// Givens of the puzzle.
    pub givens: usize,
    /// `Some(true)` if no given can go, `None` where that was not established.
    pub minimal: Option<bool>,
    /// Digging passes made, the successful one included.
    pub attempts: u64,
    /// Work of the uniqueness checks, failed passes included.
    pub effort: Effort,
    /// Time spent making complete grids.
    pub fill_time: Duration,
    /// Time spent digging.
    pub dig_time: Duration,
}

/// Makes puzzles by one plan; owns its scratch memory and is reused.
///
/// # Example
/// ```
/// use gridmill::pipeline::{Generator, Givens, Plan};
///
/// let plan = Plan { givens: Givens::Range(30, 30), ..Plan::default() };
/// let mut generator = Generator::new(plan)?;
/// let made = generator.generate()?;
/// assert_eq!(made.puzzle.grid().givens(), 30);
/// assert!(made.puzzle.grid().is_within(&made.solution));
/// assert_eq!(generator.generate_with_seed(made.seed)?.puzzle, made.puzzle);
/// # Ok::<(), gridmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    plan: Plan,
    filler: Filler,
    solver: Box<dyn Solver>,
    order: Vec<Cell>,
}

/// What the passes on one puzzle have cost so far.
#[derive(Default)]
struct Spent {
    attempts: u64,
    effort: Effort,
    fill_time: Duration,
    dig_time: Duration,
}

impl Generator {
    /// A generator for `plan`.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan cannot be met.
    pub fn new(plan: Plan) -> Result<Self> {
        plan.validate()?;
        Ok(Self {
            filler: Filler::new(plan.fill, plan.shape, plan.node_budget),
            solver: plan.checker.solver(plan.shape, plan.node_budget),
            order: Vec::with_capacity(plan.shape.cells()),
            plan,
        })
    }

    /// A puzzle from a fresh seed of the operating system.
    ///
    /// # Errors
    /// As [`generate_with_seed`](Self::generate_with_seed).
    pub fn generate(&mut self) -> Result<Generated> {
        self.generate_with_seed(seed::random_seed())
    }

    /// The puzzle that `seed` gives: a function of the seed and the plan alone.
    ///
    /// # Errors
    /// [`Error::Missed`] if the wanted givens were not reached within the attempts, [`Error::OutOfNodes`] if a
    /// search did not fit its budget.
    pub fn generate_with_seed(&mut self, seed: [u8; 32]) -> Result<Generated> {
        let mut spent = Spent::default();
        let mut best = usize::MAX;
        for n in 0.. {
            let mut rng = seed::grid_rng(&seed, n);
            let stop_at = self.plan.givens.stop_at(&mut rng);
            let solution = self.fill(&mut rng, &mut spent)?;
            for _ in 0..ORDERS_A_GRID {
                if spent.attempts == self.plan.attempts {
                    return Err(self.missed(best));
                }
                let dug = self.dig(&solution, stop_at, &mut rng, &mut spent)?;
                if self.plan.givens.accepts(dug.givens) {
                    return Ok(spent.on(dug, solution, seed));
                }
                best = best.min(dug.givens);
            }
        }
        Err(self.missed(best))
    }

    fn fill(&mut self, rng: &mut Pcg64, spent: &mut Spent) -> Result<Solution> {
        let start = Instant::now();
        let filled = self.filler.fill(rng);
        spent.fill_time += start.elapsed();
        filled.map_err(|source| self.out_of_nodes("making a complete", source))
    }

    fn dig(
        &mut self,
        solution: &Solution,
        stop_at: usize,
        rng: &mut Pcg64,
        spent: &mut Spent,
    ) -> Result<Dug> {
        spent.attempts += 1;
        self.order.clear();
        self.order.extend(self.plan.shape.all_cells());
        random::shuffle(rng, &mut self.order);
        let start = Instant::now();
        let dug = top_down(solution, &self.order, stop_at, &mut *self.solver, &mut spent.effort);
        spent.dig_time += start.elapsed();
        dug.map_err(|source| self.out_of_nodes("checking uniqueness in a", source))
    }

    fn out_of_nodes(&self, doing: &str, source: OutOfNodes) -> Error {
        Error::OutOfNodes { doing: format!("{doing} {} grid", self.plan.shape), source }
    }

    fn missed(&self, best: usize) -> Error {
        Error::Missed { wanted: self.plan.givens.to_string(), attempts: self.plan.attempts, best }
    }
}

impl Spent {
    fn on(self, dug: Dug, solution: Solution, seed: [u8; 32]) -> Generated {
        Generated {
            puzzle: Puzzle::from_proven(dug.grid),
            solution,
            seed,
            givens: dug.givens,
            minimal: dug.minimal,
            attempts: self.attempts,
            effort: self.effort,
            fill_time: self.fill_time,
            dig_time: self.dig_time,
        }
    }
}
