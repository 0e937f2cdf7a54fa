//! One puzzle from one seed.

use super::{Givens, Minimality, Plan, PlanRater, Rated, Task, seed, source::Source};
use crate::{
    Digger, Dug, Effort, Goal, Limited, Pass, Start,
    error::{Error, Result},
    is_minimal,
};
use gridmill_board::{Cell, Puzzle, Solution};
use gridmill_solve::{OutOfNodes, Solver};
use rand_pcg::Pcg64;
use std::time::{Duration, Instant};

/// A puzzle, its solution and the seed that gives it again, with what making it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its one solution.
    pub solution: Solution,
    /// The seed: [`Generator::generate_with_seed`] makes this puzzle from it again, unless the plan has a mix, several
    /// patterns or given grids, or shared grids, when it takes the [`Task`].
    pub seed: [u8; 32],
    /// Givens of the puzzle.
    pub givens: usize,
    /// `Some(true)` if no given can go, `None` where that was not established.
    pub minimal: Option<bool>,
    /// `Some(true)` if no orbit of givens can go, `None` where that was not established.
    pub orbit_minimal: Option<bool>,
    /// The natural logarithm of the puzzle's weight, if its dig knows one.
    pub weight: Option<f64>,
    /// Digging passes made, the successful one included.
    pub attempts: u64,
    /// Work of the uniqueness checks, failed passes included.
    pub effort: Effort,
    /// Time spent making complete grids.
    pub fill_time: Duration,
    /// Time spent digging.
    pub dig_time: Duration,
    /// The rating, where the plan wants one.
    pub rated: Option<Box<Rated>>,
}

/// Makes puzzles by one plan; owns its scratch memory and is reused.
///
/// # Example
/// ```
/// use gridmill_generate::{Generator, Givens, Plan};
///
/// let plan = Plan { givens: Givens::Range(30, 30), ..Plan::default() };
/// let mut generator = Generator::new(plan)?;
/// let made = generator.generate()?;
/// assert_eq!(made.puzzle.grid().givens(), 30);
/// assert!(made.puzzle.grid().is_within(&made.solution));
/// assert_eq!(generator.generate_with_seed(made.seed)?.puzzle, made.puzzle);
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    plan: Plan,
    source: Source,
    digger: Digger,
    /// What the dig asks: the checker, or the techniques that are allowed.
    solver: Box<dyn Solver>,
    /// The checker, where the dig asks techniques.
    checker: Option<Box<dyn Solver>>,
    rater: Option<PlanRater>,
    /// The cells of each pattern of the plan.
    patterns: Vec<Vec<Cell>>,
    /// The last shared grid, by its seed and number.
    shared: Option<(([u8; 32], u64), Solution)>,
    /// When the last part of the work ended: the clock is read once for each, which is felt at 200,000 puzzles a second.
    clock: Instant,
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
        let checker = || plan.checker.solver(plan.shape, plan.node_budget);
        let limited =
            plan.rating.allowed().map(|allowed| Limited::new(&allowed, plan.rating.budget, checker()));
        let rulebook = plan.rating.rulebook.clone();
        Ok(Self {
            source: Source::new(&plan)?,
            digger: Digger::new(plan.dig, plan.shape, plan.symmetry),
            checker: limited.is_some().then(checker),
            solver: limited.map_or_else(checker, |limited| Box::new(limited)),
            rater: rulebook.map(|rulebook| PlanRater::new(rulebook, plan.rating.trace, plan.rating.budget)),
            patterns: plan.patterns.iter().map(|pattern| pattern.cells().collect()).collect(),
            shared: None,
            clock: Instant::now(),
            plan,
        })
    }

    /// A puzzle from a fresh seed of the operating system.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    pub fn generate(&mut self) -> Result<Generated> {
        self.generate_with_seed(seed::random_seed())
    }

    /// The puzzle that `seed` gives: a function of the seed and the plan alone. A mix, several patterns and
    /// several given grids are drawn from by chance, and grids are not shared: these belong to a corpus.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    pub fn generate_with_seed(&mut self, seed: [u8; 32]) -> Result<Generated> {
        let task = Task::alone(&self.plan, seed);
        self.make(&task)
    }

    /// The puzzle that `task` asks for: a function of the task and the plan alone.
    ///
    /// # Errors
    /// [`Error::Missed`] if no wanted puzzle was met within the attempts, [`Error::OutOfNodes`] if a search did not fit
    /// its budget.
    pub fn make(&mut self, task: &Task) -> Result<Generated> {
        self.lap();
        self.make_next(task)
    }

    /// As [`make`](Self::make), right after another puzzle: what little lay between counts as making the grid.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    pub fn make_next(&mut self, task: &Task) -> Result<Generated> {
        let mut spent = Spent::default();
        let mut best = None;
        for n in 0.. {
            let mut rng = seed::grid_rng(&task.seed, n);
            let stop_at = task.givens.stop_at(&mut rng);
            let start = self.start(task, n, &mut rng, &mut spent)?;
            for _ in 0..self.plan.dig.passes_a_grid() {
                if spent.attempts >= self.plan.attempts {
                    return Err(self.missed(task, best));
                }
                let Pass { dug: Some(mut dug), moved, .. } =
                    self.pass(&start, task, stop_at, &mut rng, &mut spent)?
                else {
                    continue;
                };
                if dug.givens > task.givens.bounds(self.plan.shape).1 {
                    best = Some(best.map_or(dug.givens, |best: usize| best.min(dug.givens)));
                } else if task.givens.accepts(dug.givens)
                    && self.is_as_minimal_as_wanted(&mut dug, &mut spent)?
                    && let Some(rated) = self.rate_wanted(&dug)
                {
                    let solution = moved.unwrap_or_else(|| start.into_solution());
                    return Ok(Generated { rated, ..spent.on(dug, solution, task.seed) });
                }
            }
        }
        Err(self.missed(task, best))
    }

    /// Grid `n` of the task, or the puzzle that a bottom-up dig grows in its place.
    fn start(&mut self, task: &Task, n: u64, rng: &mut Pcg64, spent: &mut Spent) -> Result<Start> {
        if let (Some(seed), Some((known, solution))) = (task.grid_seed, &self.shared)
            && *known == (seed, n)
        {
            return Ok(Start::Complete(solution.clone()));
        }
        let made = if self.plan.dig.starts_from_a_grid() {
            self.source.grid(task, n, rng).map(Start::Complete)
        } else {
            self.digger.grow(rng, &mut *self.solver, &mut spent.effort)
        };
        spent.fill_time += self.lap();
        let advice = "raise the node budget";
        let made = made.map_err(|source| self.out_of_nodes("making a complete", source, advice))?;
        self.shared = task.grid_seed.map(|seed| ((seed, n), made.solution().clone()));
        Ok(made)
    }

    fn pass(
        &mut self,
        start: &Start,
        task: &Task,
        stop_at: usize,
        rng: &mut Pcg64,
        spent: &mut Spent,
    ) -> Result<Pass> {
        let goal = Goal {
            // All of the way down where only minimal puzzles are wanted: some of them have wanted givens.
            stop_at: if self.plan.minimal == Minimality::Minimal { 0 } else { stop_at },
            wanted: task.givens.bounds(self.plan.shape),
            pattern: self.patterns.get(task.pattern).map_or(&[], Vec::as_slice),
            attempts: self.plan.attempts - spent.attempts,
        };
        let pass = self.digger.pass(start, &goal, rng, &mut *self.solver, &mut spent.effort);
        spent.dig_time += self.lap();
        let mut pass = pass.map_err(|source| self.unchecked(source))?;
        spent.attempts += pass.attempts;
        if self.checker.is_some()
            && let Some(dug) = &mut pass.dug
        {
            // That techniques cannot do without a given says nothing of solutions.
            (dug.minimal, dug.orbit_minimal) = (None, None);
        }
        Ok(pass)
    }

    /// The puzzle's rating if the plan wants one; `None` if it is not as the plan wants it.
    #[expect(clippy::option_option, reason = "not wanted, and wanted without a rating")]
    fn rate_wanted(&mut self, dug: &Dug) -> Option<Option<Box<Rated>>> {
        let Some(rater) = &mut self.rater else { return Some(None) };
        let rated = rater.rate(&dug.grid);
        // Ratings keep their own time.
        self.lap();
        self.plan.rating.accepts(&rated).then(|| Some(Box::new(rated)))
    }

    /// Establishes whether the puzzle is minimal if the plan minds; whether it may stay.
    fn is_as_minimal_as_wanted(&mut self, dug: &mut Dug, spent: &mut Spent) -> Result<bool> {
        let wanted = match self.plan.minimal {
            Minimality::Any => return Ok(true),
            Minimality::Minimal => true,
            Minimality::NotMinimal => false,
        };
        if dug.minimal.is_none() {
            let checker = self.checker.as_deref_mut().unwrap_or(&mut *self.solver);
            let minimal = is_minimal(&dug.grid, checker, &mut spent.effort);
            spent.dig_time += self.lap();
            dug.minimal = Some(minimal.map_err(|source| self.unchecked(source))?);
        }
        Ok(dug.minimal == Some(wanted))
    }

    /// The time since the last lap.
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.clock, now)
    }

    fn unchecked(&self, source: OutOfNodes) -> Error {
        let advice = "ask for more givens, or raise the node budget";
        self.out_of_nodes("checking uniqueness in a", source, advice)
    }

    fn out_of_nodes(&self, doing: &str, source: OutOfNodes, advice: &'static str) -> Error {
        Error::OutOfNodes { doing: format!("{doing} {} grid", self.plan.shape), source, advice }
    }

    fn missed(&self, task: &Task, best: Option<usize>) -> Error {
        let minimal = match self.plan.minimal {
            Minimality::Minimal => "minimal ",
            Minimality::NotMinimal => "non-minimal ",
            Minimality::Any => "",
        };
        let wanted = match task.givens {
            _ if !self.patterns.is_empty() => {
                format!("{minimal}puzzle with the givens of pattern {}", task.pattern + 1)
            }
            Givens::Minimal => "minimal puzzle".to_owned(),
            givens @ Givens::Range(..) => format!("{minimal}puzzle with {givens} givens"),
        };
        let rated = if self.plan.rating.selects() { " and the wanted rating" } else { "" };
        let wanted = wanted + rated;
        Error::Missed { wanted, attempts: self.plan.attempts, best }
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
            orbit_minimal: dug.orbit_minimal,
            weight: dug.weight,
            attempts: self.attempts,
            effort: self.effort,
            fill_time: self.fill_time,
            dig_time: self.dig_time,
            rated: None,
        }
    }
}
