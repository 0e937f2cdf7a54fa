//! Makes one puzzle from one seed, which becomes a row of a corpus.

use crate::{
    Clock, DerivedBoard, DigResult, DigStart, Digger, Effort, ExcludedClasses, Fill, Givens, Measured,
    Measurer, Minimality, PassResult, PassTarget, Plan, PlanRater, Rated, RowCounts, SymmetryTarget, Task,
    TechniqueOracle,
    boards::{BoardError, BoardMaker, BoardSource},
    dig::{FewerGivensHint, dug, rate_of},
    error::{Error, Result},
    grid_source::GridSource,
    is_minimal, seed,
};
use gridmill_board::{Grid, Puzzle, Solution, Symmetry};
use gridmill_rate::Rulebook;
use gridmill_solve::{OutOfNodes, RemovalTask, Remover};
use rand_pcg::Pcg64;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

/// Puzzle with its solution, the seed that gives it again, and the work that it took.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its unique solution.
    pub solution: Solution,
    /// Seed of the puzzle. [`Generator::generate_with_seed`] makes the puzzle from it again, unless the plan has a mix, several
    /// patterns, several input grids, or shared grids: then only [`Generator::make`] with the same [`Task`] does.
    pub seed: [u8; 32],
    /// Symmetry in whose orbits givens were removed.
    pub symmetry: Symmetry,
    /// Number of givens.
    pub givens: usize,
    /// `Some(true)` if no given can be removed, `None` if that was not established.
    pub minimal: Option<bool>,
    /// `Some(true)` if no orbit of givens can be removed, `None` if that was not established.
    pub orbit_minimal: Option<bool>,
    /// Natural logarithm of the puzzle's weight, if the dig is weighted.
    pub weight: Option<f64>,
    /// Digging passes made, the successful one included.
    pub attempts: u64,
    /// Minimal puzzles that the passes counted, if the plan [counts](Plan::counts_puzzles) them.
    #[doc(hidden)]
    pub counts: Option<RowCounts>,
    /// Work of the uniqueness checks, failed passes included.
    pub effort: Effort,
    /// Time spent making complete grids; zero without a [`Clock`].
    pub fill_time: Duration,
    /// Time spent digging; zero without a [`Clock`].
    pub dig_time: Duration,
    /// Time spent on this puzzle and on those that were rejected in its place, with their ratings; zero without a [`Clock`].
    pub time: Duration,
    /// Number of the target of the puzzle among [`Plan::target_names`]; 0 if the plan has none.
    pub target: usize,
    /// The ratings by each rulebook of the plan.
    pub ratings: Vec<Rated>,
    /// Measures, if the plan adds some or chooses by them.
    pub measured: Option<Box<Measured>>,
    /// The board, if the plan wants one.
    pub board: Option<Box<DerivedBoard>>,
}

/// Makes puzzles by one plan; owns its scratch memory and is reused.
///
/// # Example
/// ```
/// use gridmill_generate::{Dig, Generator, Givens, Plan};
///
/// let plan = Plan::default().with_dig(Dig::top_down(Givens::Range(30, 30)));
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
    source: GridSource,
    digger: Digger,
    /// Diggers of the targets of ER that the plan aims at.
    aimed: Vec<Option<Digger>>,
    checker: Box<dyn Remover>,
    /// One for each rulebook of the plan.
    raters: Vec<PlanRater>,
    measurer: Measurer,
    boards: Option<BoardMaker>,
    /// The last shared grid, by its seed and number.
    shared: Option<(([u8; 32], u64), Solution)>,
    clock: Clock,
    misses: Option<Arc<Rejections>>,
    /// First digs of the tasks to come, in order.
    ahead: VecDeque<DigAhead>,
    /// Time at which the last part of the work ended. The clock is read once for each part: at half a million puzzles a second
    /// each reading is noticeable.
    part_ended: Duration,
    /// True if that was before the turn of a puzzle that was dug ahead: the time since then is not the puzzle's.
    is_paused: bool,
    /// Time at which the work on the puzzle began.
    begun: Duration,
}

/// First grid of a task with its first pass, made before its turn.
#[derive(Debug)]
struct DigAhead {
    task: Task,
    start: DigStart,
    stop_at: usize,
    rng: Pcg64,
    pass: Option<PassResult>,
    spent: Cost,
}

/// Work of the passes on one puzzle so far.
#[derive(Debug, Default)]
struct Cost {
    attempts: u64,
    effort: Effort,
    /// Puzzles for which a board was tried.
    boards: u64,
    fill_time: Duration,
    dig_time: Duration,
}

impl Generator {
    /// Creates a generator for `plan`. Its times are zero; [`with_clock`](Self::with_clock) measures them.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan cannot be met.
    pub fn new(plan: Plan) -> Result<Self> {
        plan.validate()?;
        plan.exclude.as_ref().map_or(Ok(()), ExcludedClasses::check_loaded)?;
        let checker = || plan.checker.solver_of_rows(plan.shape, plan.budgets.nodes);
        let digger = match plan.rating.allowed() {
            Some(allowed) => {
                let techniques = TechniqueOracle::new(&allowed, plan.budgets.rating, checker());
                Digger::within(techniques, plan.dig.symmetry(), plan.shape)
            }
            None => Digger::rated_by(&plan.rating, plan.budgets, &plan.dig, plan.shape),
        };
        let aim = |allowed: Option<Rulebook>| {
            let techniques = |allowed| TechniqueOracle::new(&allowed, plan.budgets.rating, checker());
            allowed.map(|allowed| Digger::within(techniques(allowed), plan.dig.symmetry(), plan.shape))
        };
        let aimed = if plan.rating.aim { plan.rating.aimed_targets().map(aim).collect() } else { Vec::new() };
        Ok(Self {
            source: GridSource::new(&plan)?,
            digger,
            aimed,
            checker: checker(),
            raters: raters_of(&plan),
            measurer: Measurer::new(plan.add, plan.shape, plan.budgets.trial),
            boards: plan.board.map(|board| BoardMaker::new(board, plan.shape, plan.budgets.nodes)),
            shared: None,
            clock: Clock::NONE,
            misses: None,
            ahead: VecDeque::new(),
            part_ended: Duration::ZERO,
            is_paused: false,
            begun: Duration::ZERO,
            plan,
        })
    }

    /// Measures times by `clock`.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        let raters = self.raters.into_iter().map(|rater| rater.with_clock(clock)).collect();
        Self { raters, clock, ..self }
    }

    /// Counts attempts that give no matching puzzle in `misses`, while they are made.
    #[must_use]
    #[doc(hidden)]
    pub fn with_misses(self, misses: Arc<Rejections>) -> Self {
        Self { misses: Some(misses), ..self }
    }

    /// Makes a puzzle from a fresh seed of the operating system.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    #[cfg(feature = "os-random")]
    pub fn generate(&mut self) -> Result<Generated> {
        self.generate_with_seed(seed::random_seed())
    }

    /// Makes the puzzle of `seed`: a function of the seed and the plan alone. Of a mix, several patterns or several input grids
    /// one is drawn at random. Grids are not shared, because these belong to a corpus.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    pub fn generate_with_seed(&mut self, seed: [u8; 32]) -> Result<Generated> {
        let task = Task::alone(&self.plan, seed);
        self.make(&task)
    }

    /// Makes the puzzle of `task`: a function of the task and the plan alone.
    ///
    /// # Errors
    /// [`Error::Missed`] if the attempts gave no matching puzzle, [`Error::OutOfNodes`] if a search exceeded its budget.
    ///
    /// # Panics
    /// Panics if the task is of another plan, with patterns or input grids that this one does not have.
    pub fn make(&mut self, task: &Task) -> Result<Generated> {
        self.lap();
        self.make_next(task)
    }

    /// Makes the puzzle of `task` right after another one. The time since then counts as time of the grid, which saves one
    /// reading of the clock.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    #[doc(hidden)]
    pub fn make_next(&mut self, task: &Task) -> Result<Generated> {
        let mut spent = Cost::default();
        let (mut best, mut rejected) = (None, BTreeMap::new());
        // What a puzzle counted that was given up.
        self.digger.take_counts();
        self.begun = self.part_ended;
        let mut made_ahead = Duration::ZERO;
        for n in 0.. {
            let ahead = if n == 0 { self.dug_ahead(task) } else { None };
            let (start, stop_at, mut rng, mut dug_ahead) =
                if let Some(DigAhead { start, stop_at, rng, pass, spent: so_far, .. }) = ahead {
                    made_ahead = so_far.fill_time + so_far.dig_time;
                    spent = so_far;
                    (start, stop_at, rng, pass)
                } else {
                    let (start, stop_at, rng) = self.grid(task, n, &mut spent)?;
                    (start, stop_at, rng, None)
                };
            for _ in 0..self.plan.passes_per_grid() {
                if spent.attempts >= self.plan.attempts {
                    return Err(self.missed(task, best, &rejected));
                }
                let pass = match dug_ahead.take() {
                    Some(pass) => pass,
                    None => self.pass(&start, task, stop_at, &mut rng, &mut spent)?,
                };
                spent.attempts += pass.attempts;
                let attempts = pass.attempts;
                let PassResult { dug: Some(mut dug), moved, .. } = pass else {
                    self.count_rejection(attempts, None);
                    continue;
                };
                if dug.givens > task.givens.bounds(self.plan.shape).1 {
                    best = Some(best.map_or(dug.givens, |best: usize| best.min(dug.givens)));
                    self.count_rejection(attempts, Some(dug.givens));
                    continue;
                }
                let solution = moved.as_ref().unwrap_or_else(|| start.solution());
                if task.givens.accepts(dug.givens)
                    && self.is_as_minimal_as_required(&mut dug, &mut spent)?
                    && let Some(AcceptedRatings { mut ratings, mut measured }) =
                        self.accepted_ratings((&dug, solution), task, &mut rejected)
                    && !self.is_rejected(&dug, &mut rejected)
                    && let Ok(board) =
                        self.accepted_board((&dug, solution), &mut ratings, task, &mut spent, &mut rejected)?
                {
                    let solution = moved.unwrap_or_else(|| start.into_solution());
                    let symmetry = self.plan.dig.symmetry().target(task.symmetry);
                    if symmetry == Symmetry::None && self.plan.dig.symmetry().mix().is_some() {
                        // Next to rows with a symmetry: each given is an orbit.
                        dug.orbit_minimal = dug.minimal;
                    }
                    self.measure(&dug.grid, &solution, &mut measured);
                    // Built where it is returned: each copy of it is noticeable.
                    return Ok(Generated {
                        puzzle: Puzzle::from_proven(dug.grid),
                        solution,
                        seed: task.seed,
                        symmetry,
                        givens: dug.givens,
                        minimal: dug.minimal,
                        orbit_minimal: dug.orbit_minimal,
                        weight: dug.weight,
                        attempts: spent.attempts,
                        counts: self.digger.take_counts().filter(|_| self.plan.counts_puzzles()),
                        effort: spent.effort,
                        fill_time: spent.fill_time,
                        dig_time: spent.dig_time,
                        time: self.part_ended.saturating_sub(self.begun) + made_ahead,
                        target: task.target,
                        ratings,
                        measured,
                        board,
                    });
                }
                self.count_rejection(attempts, None);
            }
        }
        Err(self.missed(task, best, &rejected))
    }

    /// Counts a pass, with its attempts, that gave no matching puzzle, because its puzzle had too many `givens` or for another reason.
    fn count_rejection(&self, attempts: u64, givens: Option<usize>) {
        if let Some(misses) = &self.misses {
            misses.add(attempts);
            if let Some(givens) = givens {
                misses.note_givens(givens);
            }
        }
    }

    /// Makes the first digs of `tasks` now, several side by side where the solver does so. [`make`](Self::make) and
    /// [`make_next`](Self::make_next) then find them done, in this order. The puzzles are the same without; the time of digs
    /// side by side is divided among them by their nodes.
    ///
    /// # Panics
    /// As [`make`](Self::make).
    #[doc(hidden)]
    pub fn dig_ahead(&mut self, tasks: &[Task]) {
        self.ahead.clear();
        if self.checker.side_by_side() < 2 || !self.digger.is_single_pass() || !self.aimed.is_empty() {
            return;
        }
        self.lap();
        self.is_paused = false;
        for task in tasks {
            let mut spent = Cost::default();
            // A task that fails here fails again when its turn comes, with a message.
            let Ok((start, stop_at, rng)) = self.grid(task, 0, &mut spent) else { break };
            self.ahead.push_back(DigAhead { task: *task, start, stop_at, rng, pass: None, spent });
        }
        let mut rngs: Vec<_> = self.ahead.iter_mut().map(|dig| &mut dig.rng).collect();
        let orders = self.digger.orders(&mut rngs);
        let orders = orders.chunks(self.plan.shape.cells());
        let removal = |(dig, order)| {
            let DigAhead { start, stop_at, .. }: &DigAhead = dig;
            RemovalTask { puzzle: start.grid(), solution: start.solution(), order, stop_at: *stop_at }
        };
        let mut removals: Vec<_> = self.ahead.iter().zip(orders).map(removal).collect();
        let removed = self.checker.remove_each(&mut removals);
        let puzzles: Vec<_> = removals.into_iter().map(|removal| removal.puzzle).collect();
        let time = self.lap();
        let nodes: u64 = removed.iter().flatten().map(|removal| removal.nodes).sum();
        let whole = removed.iter().take_while(|removal| removal.is_ok()).count();
        self.ahead.truncate(whole);
        for ((dig, puzzle), removal) in self.ahead.iter_mut().zip(puzzles).zip(removed.into_iter().flatten())
        {
            dig.spent.dig_time = time.mul_f64(removal.nodes as f64 / nodes.max(1) as f64);
            let dug = dug(puzzle, &removal, true, &mut dig.spent.effort);
            dig.pass = Some(PassResult { dug: Some(dug), moved: None, attempts: 1 });
        }
    }

    /// Returns the first dig of the task if it was made already.
    fn dug_ahead(&mut self, task: &Task) -> Option<DigAhead> {
        let dig = self.ahead.pop_front_if(|dig| dig.task == *task)?;
        self.is_paused = true;
        if self.works_after_dig() {
            self.run_clock();
        }
        Some(dig)
    }

    /// Returns true if puzzles are checked, rated or measured after their dig.
    fn works_after_dig(&self) -> bool {
        let Plan { minimal, add, exclude, .. } = &self.plan;
        *minimal != Minimality::Any
            || !add.is_empty()
            || exclude.is_some()
            || self.boards.is_some()
            || !self.raters.is_empty()
    }

    /// Begins the time of the puzzle, if it was dug ahead and nothing was done since.
    fn run_clock(&mut self) {
        if std::mem::take(&mut self.is_paused) {
            self.lap();
            self.begun = self.part_ended;
        }
    }

    /// Returns the givens at which a pass stops if the task asks for `stop_at`.
    fn stop_at(&self, stop_at: usize) -> usize {
        // If only minimal puzzles are required, digging never stops early: some of them have a required number of givens.
        if self.plan.minimal == Minimality::Minimal { 0 } else { stop_at }
    }

    /// Makes grid `n` of the task. Returns it with the givens at which its passes stop, and the random numbers for them.
    fn grid(&mut self, task: &Task, n: u64, spent: &mut Cost) -> Result<(DigStart, usize, Pcg64)> {
        self.run_clock();
        let mut rng = seed::grid_rng(&task.seed, n);
        let stop_at = self.stop_at(task.givens.stop_at(&mut rng));
        Ok((self.start(task, n, &mut rng, spent)?, stop_at, rng))
    }

    /// Returns grid `n` of the task, or the puzzle that a bottom-up dig grows instead.
    fn start(&mut self, task: &Task, n: u64, rng: &mut Pcg64, spent: &mut Cost) -> Result<DigStart> {
        if let (Some(seed), Some((known, solution))) = (task.grid_seed, &self.shared)
            && *known == (seed, n)
        {
            return Ok(DigStart::Complete(solution.clone()));
        }
        let made = match self.digger.grow(rng, &mut *self.checker, &mut spent.effort) {
            Ok(Some(grown)) => Ok(grown),
            Ok(None) => self.source.start(task, n, rng),
            Err(source) => Err(source),
        };
        spent.fill_time += self.lap();
        let advice = "raise the node budget";
        let made = made.map_err(|source| self.out_of_nodes("making a complete", source, advice))?;
        self.shared = task.grid_seed.map(|seed| ((seed, n), made.solution().clone()));
        Ok(made)
    }

    fn pass(
        &mut self,
        start: &DigStart,
        task: &Task,
        stop_at: usize,
        rng: &mut Pcg64,
        spent: &mut Cost,
    ) -> Result<PassResult> {
        self.run_clock();
        let target = PassTarget {
            stop_at,
            required: task.givens.bounds(self.plan.shape),
            pattern: task.pattern,
            symmetry: task.symmetry,
            climb: self.plan.climb_target(task.rating, task.givens),
            attempts: self.plan.attempts - spent.attempts,
        };
        let digger = self
            .aimed
            .get_mut(self.plan.rating.aim_place(task.rating))
            .and_then(Option::as_mut)
            .unwrap_or(&mut self.digger);
        let pass = digger.pass(start, &target, rng, &mut *self.checker, &mut spent.effort);
        spent.dig_time += self.lap();
        pass.map_err(|source| self.check_failed(source))
    }

    /// Makes the board of the puzzle, if the plan wants one. Returns [`NoBoard`] if the puzzle yields none, and counts it.
    fn accepted_board(
        &mut self,
        (dug, solution): (&DigResult, &Solution),
        ratings: &mut [Rated],
        task: &Task,
        spent: &mut Cost,
        rejected: &mut BTreeMap<String, u64>,
    ) -> Result<Result<Option<Box<DerivedBoard>>, NoBoard>> {
        let Some(boards) = self.boards.as_mut().filter(|_| cfg!(feature = "boards")) else {
            return Ok(Ok(None));
        };
        let path = ratings.first().and_then(|rated| rated.path.as_deref()).unwrap_or_default();
        let source = BoardSource { puzzle: &dug.grid, solution, path };
        let made = boards.make(source, &mut seed::board_rng(&task.seed, spent.boards));
        let kind = boards.kind();
        spent.boards += 1;
        let made = made.map_err(|error| match error {
            BoardError::OutOfNodes(source) => {
                self.out_of_nodes("labelling the board of a", source, "raise the node budget")
            }
            BoardError::Disagreement(grid) => Error::SolversDisagree { grid: grid.to_string() },
        })?;
        if !self.plan.add.keep_steps() {
            // The board alone needed them.
            for rated in ratings {
                rated.path = None;
            }
        }
        // This time is neither that of the dig nor that of the next grid.
        self.lap();
        Ok(made.map(|board| Some(Box::new(board))).ok_or_else(|| {
            *rejected.entry(kind.rejection().to_owned()).or_default() += 1;
            NoBoard
        }))
    }

    /// Returns true if the plan rejects the puzzle whatever its ratings, and counts it. Comes last: most digs miss for other reasons.
    fn is_rejected(&mut self, dug: &DigResult, rejected: &mut BTreeMap<String, u64>) -> bool {
        let class = self.plan.rejected(&dug.grid);
        if self.plan.exclude.is_some() {
            // This time is neither that of the dig nor that of the next grid.
            self.lap();
        }
        let Some(class) = class else { return false };
        *rejected.entry(class.to_owned()).or_default() += 1;
        true
    }

    /// Takes the measures that the plan adds, but for those by which the puzzle was chosen.
    fn measure(&mut self, puzzle: &Grid, solution: &Solution, measured: &mut Option<Box<Measured>>) {
        let Plan { add, rating, .. } = &self.plan;
        if add.is_empty() {
            return;
        }
        let measured = measured.get_or_insert_default();
        self.measurer.measure_without(rating.selecting_measures(), puzzle, solution, measured);
        // This time is neither that of the dig nor that of the next grid.
        self.lap();
    }

    /// Checks the puzzle's minimality if the plan has a condition on it; returns true if the condition holds.
    fn is_as_minimal_as_required(&mut self, dug: &mut DigResult, spent: &mut Cost) -> Result<bool> {
        let required = match self.plan.minimal {
            Minimality::Any => return Ok(true),
            Minimality::Minimal => true,
            Minimality::NotMinimal => false,
        };
        if dug.minimal.is_none() {
            let minimal = is_minimal(&dug.grid, &mut *self.checker, &mut spent.effort);
            spent.dig_time += self.lap();
            dug.minimal = Some(minimal.map_err(|source| self.check_failed(source))?);
        }
        Ok(dug.minimal == Some(required))
    }

    /// Ends a part of the work and returns its time.
    fn lap(&mut self) -> Duration {
        let now = self.clock.now();
        now.saturating_sub(std::mem::replace(&mut self.part_ended, now))
    }

    fn check_failed(&self, source: OutOfNodes) -> Error {
        let advice = "ask for more givens, or raise the node budget";
        self.out_of_nodes("checking uniqueness in a", source, advice)
    }

    fn out_of_nodes(&self, doing: &str, source: OutOfNodes, advice: &'static str) -> Error {
        Error::OutOfNodes {
            doing: format!("{doing} {} grid", self.plan.shape),
            source,
            advice: advice.into(),
        }
    }
}

/// The puzzle yields no board of the plan.
struct NoBoard;

/// Creates the raters of a plan, which keep the steps if a board follows them.
fn raters_of(plan: &Plan) -> Vec<PlanRater> {
    let mut raters = PlanRater::all_of(&plan.rating, plan.add.keep_steps(), plan.budgets.rating);
    if plan.board.is_some_and(|board| board.follows_path()) && !raters.is_empty() {
        let first = raters.remove(0).with_steps();
        raters.insert(0, first);
    }
    raters
}

// Count of attempts that gave no puzzle, for those who wait for one.

/// Attempts of generators that gave no matching puzzle, which other threads may read at any time.
#[derive(Debug)]
pub struct Rejections {
    attempts: AtomicU64,
    fewest: AtomicUsize,
}

impl Default for Rejections {
    fn default() -> Self {
        Self { attempts: AtomicU64::new(0), fewest: AtomicUsize::new(usize::MAX) }
    }
}

impl Rejections {
    /// Returns the number of attempts that failed.
    pub fn attempts(&self) -> u64 {
        self.attempts.load(Relaxed)
    }

    /// Returns the fewest givens of the puzzles that had too many, if there were any.
    pub fn fewest_givens(&self) -> Option<usize> {
        Some(self.fewest.load(Relaxed)).filter(|&fewest| fewest != usize::MAX)
    }

    pub(crate) fn add(&self, attempts: u64) {
        self.attempts.fetch_add(attempts, Relaxed);
    }

    /// Notes a puzzle with too many givens.
    fn note_givens(&self, givens: usize) {
        self.fewest.fetch_min(givens, Relaxed);
    }
}

// Ratings and measures by which a plan accepts or rejects a puzzle.

#[derive(Debug, Default)]
struct AcceptedRatings {
    pub ratings: Vec<Rated>,
    /// The measures that decide, if some do.
    pub measured: Option<Box<Measured>>,
}

impl Generator {
    /// Rates the puzzle by each rulebook of the plan, and takes the measures that decide, before ratings that take longer. Returns `None` if the plan rejects the puzzle by one of them, and counts it.
    fn accepted_ratings(
        &mut self,
        (dug, solution): (&DigResult, &Solution),
        task: &Task,
        rejected: &mut BTreeMap<String, u64>,
    ) -> Option<AcceptedRatings> {
        let mut required = AcceptedRatings::default();
        let mut must_measure = !self.plan.rating.selecting_measures().is_empty();
        for place in 0..=self.raters.len() {
            if must_measure && !self.plan.rating.rejects_before_measures(place) {
                required.measured = Some(self.accepted_measures(dug, solution, task, rejected)?);
                must_measure = false;
            }
            let Some(rater) = self.raters.get_mut(place) else { break };
            let rated = rater.rate(&dug.grid);
            if !self.plan.rating.accepts(place, &rated, task.rating) {
                let class = self.plan.rating.class_of_rejected(place, &rated, task.rating);
                *rejected.entry(class).or_default() += 1;
                self.lap();
                return None;
            }
            required.ratings.push(rated);
        }
        if !required.ratings.is_empty() {
            // Ratings measure their own time.
            self.lap();
        }
        Some(required)
    }

    /// Takes the measures by which the plan chooses. Returns `None` if the plan rejects the puzzle by one of them, and counts it.
    fn accepted_measures(
        &mut self,
        dug: &DigResult,
        solution: &Solution,
        task: &Task,
        rejected: &mut BTreeMap<String, u64>,
    ) -> Option<Box<Measured>> {
        let mut measured = Box::<Measured>::default();
        let measures = self.plan.rating.selecting_measures();
        let missed = measures.iter().find_map(|addition| {
            self.measurer.measure_one(addition, &dug.grid, solution, &mut measured);
            self.plan.rating.rejected_by(addition, &measured, task.rating)
        });
        // This time is neither that of the dig nor that of the next grid.
        self.lap();
        let Some(class) = missed else { return Some(measured) };
        *rejected.entry(class).or_default() += 1;
        None
    }
}

// Messages of generators that give up on a puzzle.

impl Generator {
    /// Returns the error of a task whose attempts gave no matching puzzle.
    fn missed(&self, task: &Task, best: Option<usize>, rejected: &BTreeMap<String, u64>) -> Error {
        let minimal = match self.plan.minimal {
            Minimality::Minimal => "minimal ",
            Minimality::NotMinimal => "non-minimal ",
            Minimality::Any => "",
        };
        let required = match (self.plan.dig.patterns(), task.givens) {
            ([], Givens::Minimal) => "minimal puzzle".to_owned(),
            ([], givens @ Givens::Range(..)) => format!("{minimal}puzzle with {givens} givens"),
            ([_, ..], _) => format!("{minimal}puzzle with the givens of pattern {}", task.pattern + 1),
        };
        let rating = &self.plan.rating;
        let several = rating.selecting_kinds() > 1;
        let target = match rating.target_words(task.rating) {
            Some(target) if several => format!(" {target} and the required rating"),
            Some(target) => format!(" {target}"),
            None if rating.selects() => " and the required rating".to_owned(),
            None => String::new(),
        };
        let symmetry = match self.plan.dig.symmetry() {
            SymmetryTarget::Fixed(_) => String::new(),
            mix @ SymmetryTarget::Mix(_) => format!(" of symmetry {}", mix.target(task.symmetry)),
        };
        let board = self.plan.board.map(|board| format!(" {}", board.kind().condition()));
        let required = required + &symmetry + &target + &board.unwrap_or_default();
        let more = "allow more attempts or more givens";
        // Grids are selected in place of uniform ones alone.
        let helps = |fewer: &FewerGivensHint| !fewer.is_fill || self.plan.fill == Fill::Uniform;
        let advice = match self.plan.dig.facts().fewer_givens.filter(helps) {
            _ if let Some(advice) = mostly(rejected).find_map(|class| self.plan.advice(class)) => advice,
            _ if best.is_none() && !rejected.is_empty() => {
                let advice = self.plan.rating.advice(rejected, task.rating);
                format!("{advice}{}", self.climb_advice(task, rejected).unwrap_or_default())
            }
            Some(FewerGivensHint { advice, .. }) if best.is_some() => format!("{more}, or give {advice}"),
            _ => more.into(),
        };
        let came = (!rejected.is_empty()).then(|| came(rejected));
        Error::Missed { required, attempts: self.plan.attempts, best, came, advice }
    }

    /// Names the climb that finds harder puzzles, with its measured rate, where easier ones came.
    fn climb_advice(&self, task: &Task, rejected: &BTreeMap<String, u64>) -> Option<String> {
        if self.plan.dig.objective().is_some() || !self.plan.rating.came_too_easy(rejected, task.rating) {
            return None;
        }
        let (objective, least) = self.plan.harder_objective(task.rating)?;
        let how = match rate_of(objective, least) {
            Some(rate) => format!("which finds about {rate} a minute and core"),
            None => "with hard puzzles to start from by `from=FILE`".to_owned(),
        };
        Some(format!("; or give `dig=climb` and `objective={}`, {how}", objective.name()))
    }
}

/// Classes of ratings that a message names; the rest is counted.
const CLASSES: usize = 5;

/// Goes through the classes of which most puzzles were rejected.
fn mostly(rejected: &BTreeMap<String, u64>) -> impl Iterator<Item = &str> {
    let most = rejected.values().max();
    rejected.iter().filter(move |&(_, times)| Some(times) == most).map(|(class, _)| class.as_str())
}

/// Lists the most frequent ratings of rejected puzzles: `easy 60 times, medium 25 times`.
fn came(rejected: &BTreeMap<String, u64>) -> String {
    let mut classes: Vec<(&String, &u64)> = rejected.iter().collect();
    classes.sort_by_key(|&(name, times)| (std::cmp::Reverse(times), name));
    let named = classes.iter().take(CLASSES).map(|(name, times)| format!("{name} {times} times"));
    let mut text = named.collect::<Vec<_>>().join(", ");
    if classes.len() > CLASSES {
        let others: u64 = classes[CLASSES..].iter().map(|(_, times)| **times).sum();
        text += &format!(", others {others} times");
    }
    text
}

/// Puzzle and its place in the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Index of the puzzle, from 0.
    pub index: u64,
    /// The puzzle with its statistics.
    pub made: Generated,
}
