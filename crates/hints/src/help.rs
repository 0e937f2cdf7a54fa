//! Help for one state after another: what is wrong, what is next.

use crate::{
    Problem, State,
    problem::problems,
    read::ReadError,
    replay::{Path, Position},
};
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_rate::{CellNames, Family, Pencilmarks, Rater, Rating, Rulebook, Step};
use gridmill_solve::{Diagnosis, OutOfNodes, Remover, Solutions, SolverKind};
use std::sync::Arc;

/// Status of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The givens have one solution, and nothing contradicts it.
    Unique,
    /// The same, and every cell is filled.
    Complete,
    /// The givens have one solution, and an entry or a note contradicts it; or they have several, and the entries leave none.
    Wrong,
    /// The givens have several solutions.
    Multiple,
    /// The givens have no solution, and no contradiction shows at sight.
    None,
    /// The givens contradict each other at sight.
    Contradiction,
    /// The search for solutions needs more nodes than its budget.
    Undecided,
    /// The text is no state.
    Unreadable,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 8] = [
        Self::Unique,
        Self::Complete,
        Self::Wrong,
        Self::Multiple,
        Self::None,
        Self::Contradiction,
        Self::Undecided,
        Self::Unreadable,
    ];

    /// Returns the name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Complete => "complete",
            Self::Wrong => "wrong",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Contradiction => "contradiction",
            Self::Undecided => "undecided",
            Self::Unreadable => "unreadable",
        }
    }

    /// Returns true if the state is no way to a solution, or is not known to be one.
    pub const fn is_bad(self) -> bool {
        !matches!(self, Self::Unique | Self::Complete | Self::Multiple)
    }
}

/// Everything that is found about a state. Every field is there whatever is wrong with it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Help {
    /// Status.
    pub status: Status,
    /// The status as a sentence without its full stop; of a wrong state, the first problem.
    pub message: String,
    /// The state; `None` if the text is none.
    pub state: Option<State>,
    /// Everything that is wrong, in the order of [`ProblemKind`](crate::ProblemKind); then by house or by cell.
    pub problems: Vec<Problem>,
    /// Solution of the givens, if they have exactly one.
    pub solution: Option<Solution>,
    /// Two solutions of the givens, if they have several; empty otherwise.
    pub solutions: Vec<Solution>,
    /// Cells in which the two differ.
    pub differing_cells: Vec<Cell>,
    /// Rulebook of the steps: without techniques that presume one solution where there are several or candidates decide, and `basic` for shapes that the
    /// rulebook of the helper does not fit. `None` where there can be no step: if none was wanted, for a bad status, and for sides above 9.
    pub rulebook: Option<Arc<Rulebook>>,
    /// Pencilmarks of the state, before the next step; `None` where there is no rulebook.
    pub marks: Option<Pencilmarks>,
    /// The next step; `None` if it was not wanted, or if there is none.
    pub next: Option<Step>,
    /// All steps from the state on; `None` if they were not wanted.
    pub steps: Option<Vec<Step>>,
    /// Rating of these steps.
    pub rating: Option<Rating>,
    /// Empty cells where no technique of the rulebook leads on; `None` if one does, or if all cells are filled.
    pub stuck_cells: Option<u32>,
}

impl Help {
    fn new(status: Status, message: String, state: Option<State>) -> Self {
        Self {
            status,
            message,
            state,
            problems: Vec::new(),
            solution: None,
            solutions: Vec::new(),
            differing_cells: Vec::new(),
            rulebook: None,
            marks: None,
            next: None,
            steps: None,
            rating: None,
            stuck_cells: None,
        }
    }

    /// Returns the message with cells in this style. Only the first problem of a wrong state has other words for them.
    pub fn text(&self, names: CellNames) -> String {
        match by_solution(&self.problems) {
            Some(problem) if self.status == Status::Wrong => {
                problem.text(names) + &self.state.as_ref().map(shape_note).unwrap_or_default()
            }
            _ => self.message.clone(),
        }
    }

    /// Returns the answer to a text that is no state.
    pub fn unreadable(problem: impl Into<String>) -> Self {
        Self::new(Status::Unreadable, problem.into(), None)
    }
}

/// Extent of the help that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Extent {
    /// Status, problems and solutions.
    Solution,
    /// The next step too.
    #[default]
    Next,
    /// All steps to the end, and their rating.
    Steps,
}

/// Helps with states by one rulebook; owns its memory and is reused.
///
/// ```
/// use gridmill_hints::{Helper, State, Status};
/// use gridmill_rate::Rulebook;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut helper = Helper::new(Rulebook::hodoku());
/// let help = helper.help(&State::new(puzzle.parse()?));
/// assert_eq!(help.status, Status::Unique);
/// println!("{}", help.next.ok_or("stuck")?);
///
/// let entered = format!("..8{}", ".".repeat(78));
/// let help = helper.help(&State::new(puzzle.parse()?).with_entries(entered.parse()?)?);
/// assert_eq!(help.status, Status::Wrong);
/// assert_eq!(help.problems.last().ok_or("fine")?.to_string(), "r1c3 is not 8 in the solution");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Helper {
    guide: Guide,
    /// For several solutions: without techniques that presume one.
    cautious: Guide,
    /// For shapes that the rulebook does not fit.
    basic: Guide,
    nodes: u64,
    solver: Option<(Shape, Box<dyn Remover>)>,
    solved: Option<(Grid, Diagnosis)>,
    extent: Extent,
}

/// Rulebook, and the path of the last puzzle by it.
#[derive(Debug)]
struct Guide {
    rulebook: Arc<Rulebook>,
    rater: Rater,
    path: Path,
}

impl Guide {
    fn new(rulebook: Rulebook, budget: u64) -> Self {
        let rater = Rater::new(&rulebook).with_budget(budget);
        Self { rulebook: Arc::new(rulebook), rater, path: Path::default() }
    }
}

impl Helper {
    /// The default budget of a search for solutions, in nodes.
    pub const NODE_BUDGET: u64 = 10_000_000;

    /// Creates a helper by this rulebook, which tells the next step.
    pub fn new(rulebook: &Rulebook) -> Self {
        let cautious = rulebook.restricted(|rule| rule.family() != Family::Uniqueness);
        Self {
            guide: Guide::new(rulebook.clone(), Rater::BUDGET),
            cautious: Guide::new(cautious, Rater::BUDGET),
            basic: Guide::new(Rulebook::basic().clone(), Rater::BUDGET),
            nodes: Self::NODE_BUDGET,
            solver: None,
            solved: None,
            extent: Extent::default(),
        }
    }

    /// Sets the extent of the help.
    #[must_use]
    pub fn with_extent(self, extent: Extent) -> Self {
        Self { extent, ..self }
    }

    /// Sets the budget of a search for solutions, in nodes.
    #[must_use]
    pub fn with_node_budget(self, nodes: u64) -> Self {
        Self { nodes, solver: None, solved: None, ..self }
    }

    /// Sets the budget of a search for chains, in nodes as [`Rater::BUDGET`] counts them.
    #[must_use]
    pub fn with_rate_budget(self, nodes: u64) -> Self {
        let with = |guide: Guide| Guide::new(Rulebook::clone(&guide.rulebook), nodes);
        Self { guide: with(self.guide), cautious: with(self.cautious), ..self }
    }

    /// Reads a state and helps with it.
    pub fn answer(&mut self, text: &str) -> Help {
        match text.parse::<State>() {
            Ok(state) => self.help(&state),
            Err(ReadError(problem)) => Help::unreadable(problem),
        }
    }

    /// Helps with a state.
    pub fn help(&mut self, state: &State) -> Help {
        let diagnosis = self.diagnose(state.givens()).cloned();
        // Candidates that are part of the puzzle matter where the givens leave several solutions.
        let within = state.candidates().filter(|_| matches!(diagnosis, Ok(Diagnosis::Multiple(_))));
        let diagnosis = match within {
            Some(candidates) => Diagnosis::within(state.givens(), candidates, self.nodes),
            None => diagnosis,
        };
        let diagnosis = match diagnosis {
            Ok(diagnosis) => diagnosis,
            Err(OutOfNodes { budget }) => {
                let message = format!(
                    "the search for solutions takes more than {budget} nodes; fill in more cells first{}",
                    shape_note(state)
                );
                return Help::new(Status::Undecided, message, Some(state.clone()));
            }
        };
        let filled = state.filled();
        let is_by_candidates = within.is_some();
        let begin = if is_by_candidates { "within the candidates, " } else { "" };
        let message = format!("{begin}{diagnosis}{}", shape_note(state));
        let mut help = Help::new(Status::Unique, message, Some(state.clone()));
        help.differing_cells = diagnosis.differing_cells();
        match diagnosis {
            Diagnosis::Contradiction { .. } => help.status = Status::Contradiction,
            Diagnosis::NoSolution => help.status = Status::None,
            Diagnosis::Unique(solution) => help.solution = Some(solution),
            Diagnosis::Multiple(solutions) => {
                help.status = Status::Multiple;
                help.solutions = solutions.to_vec();
            }
        }
        help.problems = problems(state, &filled, help.solution.as_ref());
        if !help.problems.is_empty() && !help.status.is_bad() {
            help.status = Status::Wrong;
            help.message = help.text(CellNames::RowColumn);
        } else if help.status == Status::Multiple && filled != *state.givens() {
            match self.solver(state.shape()).count(&filled, 1) {
                Ok(count) if count.solutions == 0 => {
                    help.status = Status::Wrong;
                    help.message = format!("the entries leave no solution{}", shape_note(state));
                }
                Ok(_) | Err(_) => {}
            }
        } else if help.status == Status::Unique && filled.givens() == filled.cells().len() {
            help.status = Status::Complete;
        }
        if self.extent != Extent::Solution && !help.status.is_bad() {
            self.add_steps(&mut help, state, &filled, is_by_candidates);
        }
        help
    }

    /// Finds the solutions of givens; those of the last givens are kept.
    fn diagnose(&mut self, givens: &Grid) -> Result<&Diagnosis, OutOfNodes> {
        let found = match self.solved.take() {
            Some((of, diagnosis)) if of == *givens => diagnosis,
            _ => {
                let solver = self.solver(givens.shape());
                match solver.solutions(givens)? {
                    Solutions::Unique(solution) => Diagnosis::Unique(solution),
                    Solutions::None | Solutions::Multiple => Diagnosis::of(givens, solver)?,
                }
            }
        };
        let (_, diagnosis) = self.solved.insert((givens.clone(), found));
        Ok(diagnosis)
    }

    fn solver(&mut self, shape: Shape) -> &mut dyn Remover {
        let solver = match self.solver.take() {
            Some((of, solver)) if of == shape => solver,
            _ => SolverKind::default_for(shape).solver(shape, self.nodes),
        };
        &mut *self.solver.insert((shape, solver)).1
    }

    /// Adds the steps that are wanted.
    fn add_steps(&mut self, help: &mut Help, state: &State, filled: &Grid, is_by_candidates: bool) {
        let guide = match help.status {
            _ if !self.guide.rulebook.fits(state.shape()) => &mut self.basic,
            // Candidates that are part of the puzzle can forbid the exchange by which such techniques argue.
            Status::Multiple => &mut self.cautious,
            _ if is_by_candidates => &mut self.cautious,
            _ => &mut self.guide,
        };
        let Guide { rulebook, rater, path } = guide;
        if !rulebook.fits(state.shape()) {
            return;
        }
        path.begin(state.givens());
        let Position { marks, taken, is_on_path } = path.position(state, filled, rater);
        let mut end = marks.clone();
        if self.extent == Extent::Steps {
            let mut steps = Vec::new();
            // Marks of several solutions may be at a dead end, where no step means anything.
            if marks.dead_end().is_none() {
                help.rating = Some(rater.trace(&mut end, |_, step| steps.push(step.clone())));
            }
            help.next = steps.first().cloned();
            help.steps = Some(steps);
        } else if is_on_path {
            help.next = path.step(taken, &marks, rater).cloned();
        } else {
            help.next = rater.next_step(&marks).ok().flatten().map(|next| next.step);
        }
        let is_end = self.extent == Extent::Steps || help.next.is_none();
        help.stuck_cells = Some(end.empty().len()).filter(|&cells| is_end && cells > 0);
        help.rulebook = Some(Arc::clone(rulebook));
        help.marks = Some(marks);
    }
}

/// Returns the end of a message for a state whose shape is assumed; empty for others.
fn shape_note(state: &State) -> String {
    if !state.is_shape_assumed() {
        return String::new();
    }
    let (shape, other) = (state.shape(), state.shape().transposed());
    format!("; boxes of {shape} are assumed, because {other} fits as well: box says which")
}

/// Returns the problem that says most: the first by the solution, or else the first.
fn by_solution(problems: &[Problem]) -> Option<&Problem> {
    use crate::ProblemKind::{ChangedGiven, MissingNote, WrongEntry};
    let says_most = |problem: &&Problem| matches!(problem.kind, ChangedGiven | WrongEntry | MissingNote);
    problems.iter().find(says_most).or(problems.first())
}
