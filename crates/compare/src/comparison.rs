//! One workload through all checkers: timing, and comparison of the answers. Techniques as a checker.

use super::{
    external::External,
    machine::thread_time,
    question::{Question, Reply, Verdict, Workload, objection},
    report::{CheckerResult, ExternalRun, Latency, Mismatch, Outcome, Quantile, Spread},
};
use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook};
use gridmill_solve::{Count, OtherSolution, OutOfNodes, Remover, Solver};
use gridmill_tables::Result;
use hdrhistogram::{Histogram, iterators::IterationValue};
use std::{
    collections::BTreeMap,
    hint::black_box,
    time::{Duration, Instant},
};

/// Warm-up time of each checker before the first block counts.
const WARM_UP: Duration = Duration::from_millis(20);

/// Largest time of the histogram in nanoseconds: an hour. Longer checks count as an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// Values beyond a percentile, at least, for it to be shown.
const BEYOND: f64 = 10.0;

/// Mismatches kept in full.
const MAX_MISMATCHES: usize = 10;

/// Named solver that takes part in a comparison.
#[derive(Debug)]
pub struct Checker {
    /// Name in reports.
    pub name: String,
    /// Solver that answers the questions.
    pub backend: Backend,
}

/// Solver of a checker.
#[derive(Debug)]
pub enum Backend {
    /// A solver of this process.
    BuiltIn(Box<dyn Remover>),
    /// A command.
    External(External),
}

impl Checker {
    /// Builds a checker from a solver of this process.
    pub fn new(name: impl Into<String>, solver: Box<dyn Remover>) -> Self {
        Self { name: name.into(), backend: Backend::BuiltIn(solver) }
    }
}

impl From<External> for Checker {
    fn from(external: External) -> Self {
        Self { name: external.name.clone(), backend: Backend::External(external) }
    }
}

/// All checkers on one kind of questions.
///
/// # Example
/// ```
/// use gridmill_board::{Grid, Shape};
/// use gridmill_compare::{Checker, Question, Comparison, Workload};
/// use gridmill_solve::SolverKind;
///
/// let shape = Shape::STANDARD;
/// let checker = |checker: SolverKind| Checker::new(checker.name(), checker.solver(shape, 1000));
/// let mut checkers = [SolverKind::Backtracking, SolverKind::DancingLinks].map(checker);
/// let mut comparison = Comparison::new(Workload::Files, &checkers, 2);
/// comparison.block(&mut checkers, &[Question::count(Grid::empty(shape))])?;
/// let outcome = comparison.finish().expect("a check was made");
/// assert_eq!(outcome.offences, 0);
/// # Ok::<(), gridmill_tables::Error>(())
/// ```
#[derive(Debug)]
pub struct Comparison {
    workload: Workload,
    limit: u64,
    lanes: Vec<Lane>,
    checks: u64,
    blocks: usize,
    /// Questions on which each pair agreed, and which both answered.
    agreement: Vec<Vec<(u64, u64)>>,
    offences: u64,
    first_offences: Vec<Mismatch>,
}

/// One checker's figures.
#[derive(Debug)]
struct Lane {
    name: String,
    /// Time and checks of each block, in seconds. Not positive where an external checker took no longer than its start-up.
    blocks: Vec<(f64, usize)>,
    latency: Histogram<u64>,
    nodes: u64,
    nodes_max: u64,
    verdicts: BTreeMap<Verdict, u64>,
    /// Replies in the present block, each with the objection to its first solution, if there is one.
    replies: Vec<(Reply, Option<String>)>,
    external: Option<ExternalRun>,
}

impl Comparison {
    /// Builds a comparison of `checkers`, which count up to `limit` solutions.
    pub fn new(workload: Workload, checkers: &[Checker], limit: u64) -> Self {
        Self {
            workload,
            limit,
            lanes: checkers.iter().map(|c| Lane::new(&c.name, workload)).collect(),
            checks: 0,
            blocks: 0,
            agreement: vec![vec![(0, 0); checkers.len()]; checkers.len()],
            offences: 0,
            first_offences: Vec::new(),
        }
    }

    /// Puts a block of questions to all checkers, the same as [`new`](Self::new) was given.
    ///
    /// # Errors
    /// Those of an external checker: [`Error::External`](gridmill_tables::Error::External) and [`Error::Interrupted`](gridmill_tables::Error::Interrupted).
    ///
    /// # Panics
    /// If there are fewer checkers.
    pub fn block(&mut self, checkers: &mut [Checker], questions: &[Question]) -> Result<()> {
        if questions.is_empty() {
            return Ok(());
        }
        if self.blocks == 0 {
            for (lane, checker) in self.lanes.iter_mut().zip(&mut *checkers) {
                match &mut checker.backend {
                    Backend::BuiltIn(solver) => warm_up(&mut **solver, questions, self.limit),
                    Backend::External(external) => lane.external = Some(external.prepare(questions)?),
                }
            }
        }
        let (count, turn) = (self.lanes.len(), self.blocks);
        let rotated = (0..count).map(|place| (place + turn) % count);
        for n in rotated.clone() {
            let seconds = match &mut checkers[n].backend {
                Backend::BuiltIn(solver) => time_whole(&mut **solver, questions, self.limit),
                Backend::External(external) => self.lanes[n].run(external, questions)?,
            };
            self.lanes[n].blocks.push((seconds, questions.len()));
        }
        for n in rotated {
            if let Backend::BuiltIn(solver) = &mut checkers[n].backend {
                self.lanes[n].time_each(&mut **solver, questions, self.limit);
            }
        }
        for (n, question) in questions.iter().enumerate() {
            self.judge(n, question);
        }
        self.blocks += 1;
        self.checks += questions.len() as u64;
        Ok(())
    }

    /// Compares the answers to question `n` of the block.
    fn judge(&mut self, n: usize, question: &Question) {
        let mut differs = false;
        for (one, row) in self.lanes.iter().zip(&mut self.agreement) {
            differs |= one.replies[n].1.is_some();
            for (other, (agreed, answered)) in self.lanes.iter().zip(row) {
                if let Some(agree) = one.replies[n].0.answer.agrees(other.replies[n].0.answer) {
                    *agreed += u64::from(agree);
                    *answered += 1;
                    differs |= !agree;
                }
            }
        }
        if differs {
            self.offences += 1;
            if self.first_offences.len() < MAX_MISMATCHES {
                self.first_offences.push(self.mismatch(n, question));
            }
        }
    }

    fn mismatch(&self, n: usize, question: &Question) -> Mismatch {
        let said = |lane: &Lane| {
            let (reply, objection) = &lane.replies[n];
            (lane.name.clone(), objection.clone().unwrap_or_else(|| reply.answer.to_string()))
        };
        Mismatch {
            workload: self.workload,
            number: self.checks + n as u64 + 1,
            question: question.to_string(),
            said: self.lanes.iter().map(said).collect(),
        }
    }

    /// Returns the results; `None` if no question was asked.
    pub fn finish(self) -> Option<Outcome> {
        let first: Vec<f64> = self.lanes.first()?.blocks.iter().map(|&(seconds, _)| seconds).collect();
        let matrix = |part: fn(&(u64, u64)) -> u64| {
            self.agreement.iter().map(|row| row.iter().map(part).collect()).collect()
        };
        Some(Outcome {
            workload: self.workload,
            checks: self.checks,
            blocks: self.blocks,
            agreed: matrix(|pair| pair.0),
            answered: matrix(|pair| pair.1),
            checkers: self.lanes.into_iter().map(|lane| lane.result(&first)).collect::<Option<_>>()?,
            offences: self.offences,
            first_offences: self.first_offences,
        })
    }
}

impl Lane {
    #[expect(clippy::expect_used, reason = "the bounds are constants")]
    fn new(name: &str, workload: Workload) -> Self {
        Self {
            name: name.to_owned(),
            blocks: Vec::new(),
            latency: Histogram::new_with_max(LONGEST_NS, 3).expect("valid histogram bounds"),
            nodes: 0,
            nodes_max: 0,
            verdicts: Verdict::of(workload).map(|verdict| (verdict, 0)).collect(),
            replies: Vec::new(),
            external: None,
        }
    }

    /// Lets an external checker answer a block. Returns the seconds without its start-up.
    fn run(&mut self, external: &mut External, questions: &[Question]) -> Result<f64> {
        let passes = self.external.as_ref().map_or(1, |run| run.passes);
        let (seconds, replies) = external.answer(questions, passes)?;
        self.replies = replies;
        for (reply, _) in &self.replies {
            *self.verdicts.entry(reply.answer.verdict()).or_default() += 1;
        }
        Ok(seconds)
    }

    fn time_each(&mut self, solver: &mut dyn Remover, questions: &[Question], limit: u64) {
        self.replies.clear();
        for question in questions {
            let start = Instant::now();
            let reply = black_box(question.ask(solver, limit));
            let time = start.elapsed();
            self.latency.saturating_record(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
            self.nodes += reply.nodes;
            self.nodes_max = self.nodes_max.max(reply.nodes);
            *self.verdicts.entry(reply.answer.verdict()).or_default() += 1;
            let objection = objection(question, reply.answer, solver.first_solution().as_ref());
            self.replies.push((reply, objection));
        }
    }

    /// Returns the figures, with speeds relative to the first checker's block times.
    fn result(self, first: &[f64]) -> Option<CheckerResult> {
        let checks = self.latency.len();
        let percentile = |percent| self.latency.value_at_percentile(percent);
        // A block without a positive time has a speed beyond measure: it sorts last.
        let speed = |amount: f64, time: f64| if time > 0.0 { amount / time } else { f64::INFINITY };
        let rates = Spread::of(self.blocks.iter().map(|&(time, n)| speed(n as f64, time)))?;
        let ratios =
            Spread::of(self.blocks.iter().zip(first).map(|(&(time, _), &first)| speed(first, time)))?;
        let built_in = self.external.is_none();
        // Percentiles that fewer values lie beyond are chance.
        let supported = |percent: f64| checks as f64 * (100.0 - percent) / 100.0 >= BEYOND;
        let tail = |percent| supported(percent).then(|| percentile(percent));
        let total: (f64, usize) =
            self.blocks.iter().fold((0.0, 0), |(time, count), &(more, n)| (time + more, count + n));
        let block_mean_ns = 1e9 * total.0 / total.1.max(1) as f64;
        Some(CheckerResult {
            checks_per_second: Some(rates.median).filter(|rate| rate.is_finite()),
            block_over_single: built_in.then(|| block_mean_ns / self.latency.mean().max(1.0)),
            relative: Some(ratios).filter(|s| [s.q1, s.median, s.q3].iter().all(|ratio| ratio.is_finite())),
            latency_ns: built_in.then(|| Latency {
                p50: percentile(50.0),
                p90: tail(90.0),
                p99: tail(99.0),
                p99_9: tail(99.9),
                max: percentile(100.0),
            }),
            curve: if built_in {
                let curve = percentile_curve(&self.latency).into_iter();
                curve.filter(|point| supported(point.percent)).collect()
            } else {
                Vec::new()
            },
            nodes_mean: built_in.then(|| self.nodes as f64 / checks as f64),
            nodes_max: built_in.then_some(self.nodes_max),
            verdicts: self.verdicts,
            external: self.external,
            name: self.name,
        })
    }
}

/// Returns the whole distribution in few points: each step halves half the distance to 100 %.
pub fn percentile_curve(histogram: &Histogram<u64>) -> Vec<Quantile> {
    let point = |step: IterationValue<u64>| Quantile {
        percent: 100.0 * step.quantile_iterated_to(),
        ns: step.value_iterated_to(),
    };
    let mut curve: Vec<Quantile> = histogram.iter_quantiles(2).map(point).collect();
    curve.dedup_by_key(|point| point.percent.to_bits());
    curve
}

fn warm_up(solver: &mut dyn Remover, questions: &[Question], limit: u64) {
    let start = Instant::now();
    for question in questions.iter().cycle() {
        black_box(question.ask(solver, limit));
        if start.elapsed() > WARM_UP {
            return;
        }
    }
}

/// Measures the seconds of processor time for all questions; more than 0.
fn time_whole(solver: &mut dyn Remover, questions: &[Question], limit: u64) -> f64 {
    let start = thread_time();
    for question in questions {
        black_box(question.ask(solver, limit));
    }
    thread_time().saturating_sub(start).as_secs_f64().max(1e-9)
}

/// The name of the checker.
pub const TECHNIQUE: &str = "technique";

/// Human techniques as a checker: `unique` where they solve the puzzle, undecided otherwise; nodes are steps.
///
/// Techniques that assume a unique solution are left out. Only 9x9 grids are supported.
#[derive(Debug)]
pub struct ByTechnique {
    rater: Rater,
    solution: Option<Solution>,
}

impl Default for ByTechnique {
    /// Returns all techniques of HoDoKu's order that prove something.
    fn default() -> Self {
        let proving = Rulebook::hodoku().restricted(|rule| rule.family() != Family::Uniqueness);
        Self { rater: Rater::new(&proving), solution: None }
    }
}

impl ByTechnique {
    /// Returns the number of steps to the solution; an error if the techniques do not reach it.
    fn solve(&mut self, grid: &Grid) -> Result<u64, OutOfNodes> {
        let mut marks = Pencilmarks::new(grid);
        let rating = self.rater.rate(&mut marks);
        let steps = rating.steps.into();
        self.solution = rating.solved.then(|| Solution::new(&marks.grid()).ok()).flatten();
        if self.solution.is_some() { Ok(steps) } else { Err(OutOfNodes { budget: steps }) }
    }
}

impl Solver for ByTechnique {
    fn count(&mut self, grid: &Grid, _limit: u64) -> Result<Count, OutOfNodes> {
        Ok(Count { solutions: 1, nodes: self.solve(grid)? })
    }

    fn first_solution(&self) -> Option<Solution> {
        self.solution.clone()
    }
}

impl Remover for ByTechnique {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        _cell: Cell,
        _known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        Ok(OtherSolution { found: false, nodes: self.solve(grid)? })
    }
}
