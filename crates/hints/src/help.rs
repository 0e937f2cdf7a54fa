//! Help for one state after another: what is wrong, what is next.

use crate::{
    NotesKind, Problem, State,
    board::{Assumption, Board},
    path::Path,
    problem::problems,
    read::ReadError,
};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};
use gridmill_rate::{
    CandidateData, CellNames, Family, Measure, Pencilmarks, Rater, Rating, Rulebook, Step, StepHelp,
    Technique, Tenths, Wording,
};
use gridmill_solve::{Diagnosis, HouseName, OutOfNodes, Remover, Solutions, SolverKind};
use serde::Serialize;
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

gridmill_board::named_values!(Status {
    Unique "unique", Complete "complete", Wrong "wrong", Multiple "multiple", None "none",
    Contradiction "contradiction", Undecided "undecided", Unreadable "unreadable",
});

impl Status {
    /// Returns true if the state is no way to a solution, or is not known to be one.
    #[doc(hidden)]
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
    /// rulebook of the helper does not fit. `None` where there is no step: if none was requested, for a bad status, and for sides above 9.
    pub rulebook: Option<Arc<Rulebook>>,
    /// Kind of the notes; `None` if the text is no state.
    pub notes: Option<NotesKind>,
    /// Pencilmarks of the board, without what is [assumed](Self::assumed). `None` where the text is no state, and for sides above 9.
    pub marks: Option<Pencilmarks>,
    /// Assumptions that the next step takes from the pattern of partial notes.
    pub assumed: Vec<Assumption>,
    /// Steps on which the next one rests and which the board does not show, in order.
    pub rests_on: Vec<Step>,
    /// The next step; `None` if it was not requested, or if there is none.
    pub next: Option<Step>,
    /// All steps from the state on; `None` if they were not requested.
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
            notes: None,
            marks: None,
            assumed: Vec::new(),
            rests_on: Vec::new(),
            next: None,
            steps: None,
            rating: None,
            stuck_cells: None,
        }
    }

    /// Returns the message with cells in this style. Only the first problem of a wrong state has other words; other messages are English.
    pub fn text(&self, names: CellNames, wording: &Wording) -> String {
        match by_solution(&self.problems) {
            Some(problem) if self.status == Status::Wrong => {
                problem.text(names, wording) + &self.state.as_ref().map(shape_note).unwrap_or_default()
            }
            _ => self.message.clone(),
        }
    }

    /// Returns the pencilmarks that the next step presupposes: those of the board, after the steps that come before it.
    pub fn marks_before_next(&self) -> Option<Pencilmarks> {
        let mut marks = self.marks.clone()?;
        self.rests_on.iter().for_each(|step| marks.apply(step));
        Some(marks)
    }

    /// Returns the answer to a text that is no state.
    pub fn unreadable(problem: impl Into<String>) -> Self {
        Self::new(Status::Unreadable, problem.into(), None)
    }
}

/// Requested extent of help.
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
        let solution = help.solution.clone();
        let board = Board::new(state, solution.as_ref());
        help.notes = Some(board.notes);
        help.problems = problems(&board, solution.as_ref());
        if Pencilmarks::supports(state.shape()) {
            help.marks = Some(board.marks());
        }
        if !help.problems.is_empty() && !help.status.is_bad() {
            help.status = Status::Wrong;
            help.message = help.text(CellNames::RowColumn, Wording::english());
        } else if help.status == Status::Multiple && board.filled != *state.givens() {
            match self.solver(state.shape()).count(&board.filled, 1) {
                Ok(count) if count.solutions == 0 => {
                    help.status = Status::Wrong;
                    help.message = format!("the entries leave no solution{}", shape_note(state));
                }
                Ok(_) | Err(_) => {}
            }
        } else if help.status == Status::Unique && board.filled.givens() == board.filled.cells().len() {
            help.status = Status::Complete;
        }
        if self.extent != Extent::Solution && !help.status.is_bad() {
            self.add_steps(&mut help, &board, is_by_candidates);
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
                    Solutions::None | Solutions::Multiple => Diagnosis::new(givens, solver)?,
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

    /// Adds the requested steps.
    fn add_steps(&mut self, help: &mut Help, board: &Board<'_>, is_by_candidates: bool) {
        let shape = board.state.shape();
        let guide = match help.status {
            _ if !self.guide.rulebook.fits(shape) => &mut self.basic,
            // Candidates that are part of the puzzle can forbid the exchange by which such techniques argue.
            Status::Multiple => &mut self.cautious,
            _ if is_by_candidates => &mut self.cautious,
            _ => &mut self.guide,
        };
        let Guide { rulebook, rater, path } = guide;
        if !rulebook.fits(shape) {
            return;
        }
        let assumed = board.assumptions(help.solution.as_ref());
        let (marks, end);
        if self.extent == Extent::Steps {
            marks = path.marks(board, &assumed, rater);
            let (mut last, mut steps) = (marks.clone(), Vec::new());
            // Marks of several solutions may be at a dead end, where no step means anything.
            if marks.dead_end().is_none() {
                help.rating = Some(rater.trace(&mut last, |_, step| steps.push(step.clone())));
            }
            help.next = steps.first().cloned();
            help.steps = Some(steps);
            help.assumed = assumed;
            end = last.empty().len();
        } else {
            let next = path.next(board, assumed, rater);
            end = next.marks.empty().len();
            (marks, help.next) = (next.marks, next.step);
            (help.assumed, help.rests_on) = (next.assumed, next.rests_on);
        }
        let is_end = self.extent == Extent::Steps || help.next.is_none();
        help.stuck_cells = Some(end).filter(|&cells| is_end && cells > 0);
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

// Help as one JSON object, always of the same shape.

/// Help as plain data. Cells are numbered row by row from 0; fields that do not apply are null or empty.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HelpData {
    /// The `id` of the state, as it was given.
    pub(crate) id: serde_json::Value,
    /// The givens; null if the text is no state.
    pub(crate) puzzle: Option<String>,
    /// The entries; null if the text is no state.
    pub(crate) entries: Option<String>,
    pub(crate) status: &'static str,
    /// The status as a sentence; of a wrong state, the first problem.
    pub(crate) message: String,
    /// Everything that is wrong.
    pub problems: Vec<ProblemData>,
    /// The solution of the givens, if they have exactly one.
    #[doc(hidden)]
    pub solution: Option<String>,
    /// Two solutions, if there are several.
    #[doc(hidden)]
    pub solutions: Vec<String>,
    /// Cells in which the two differ.
    #[doc(hidden)]
    pub differing_cells: Vec<usize>,
    /// Name of what the notes say; null if the text is no state.
    pub(crate) notes: Option<&'static str>,
    /// Candidates of each cell that the next step presupposes, as text; empty for a cell with a digit. Null if the text is no state, and for
    /// sides above 9.
    pub(crate) candidates: Option<Vec<String>>,
    /// Assumptions that the next step takes from the pattern of partial notes.
    pub(crate) assumed: Vec<AssumptionData>,
    /// Steps on which the next one rests and which the board does not show, in order.
    pub(crate) rests_on: Vec<StepHelp>,
    pub(crate) next: Option<StepHelp>,
    pub(crate) steps: Option<Vec<StepHelp>>,
    /// Rating of these steps.
    pub(crate) rating: Option<RatingData>,
    /// End of the rulebook.
    #[doc(hidden)]
    pub stuck: Option<StuckData>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProblemData {
    /// Name of the kind.
    pub kind: &'static str,
    /// Cells that show it.
    pub cells: Vec<usize>,
    /// The digit, if one matters.
    pub digit: Option<u8>,
    /// The house, if one matters: `r1`, `c1` or `b1`.
    pub(crate) house: Option<String>,
    /// The problem as a sentence.
    pub(crate) message: String,
}

/// Something that is taken from the pattern of partial notes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub(crate) struct AssumptionData {
    /// The cells whose notes it rests on.
    cells: Vec<usize>,
    /// The digits that are noted there.
    digits: Vec<u8>,
    excluded: Vec<CandidateData>,
    /// The assumption as a sentence.
    message: String,
}

/// End of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StuckData {
    pub(crate) rulebook: String,
    /// Version of its scale.
    pub(crate) scale: String,
    /// Empty cells.
    pub(crate) cells: u32,
}

/// A rating in the units of its scale; the fields are those of the columns of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RatingData {
    /// Version of the scale.
    pub(crate) scale: String,
    /// True if the rules solved the puzzle.
    pub(crate) solved: bool,
    /// Level; null unless solved.
    pub(crate) level: Option<String>,
    /// Fields of the scale's measure.
    #[serde(flatten)]
    measure: MeasureData,
    /// The hardest technique; null unless solved.
    pub(crate) hardest: Option<&'static str>,
    pub(crate) steps: u32,
    /// Empty cells that are left.
    pub(crate) stuck_cells: u8,
}

/// Fields that depend on the measure of the rulebook.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum MeasureData {
    /// The Explainer's: ratings of steps.
    Er {
        /// The hardest step.
        er: Option<Tenths>,
        /// The hardest step up to the first that places a digit.
        ep: Option<Tenths>,
        /// The first step.
        ed: Option<Tenths>,
        /// Lower bound of the ER if the budget ran out.
        er_at_least: Option<Tenths>,
        /// Sum of the ratings.
        score: Option<Tenths>,
    },
    /// HoDoKu's: scores of steps.
    Score {
        /// Sum of the scores.
        score: Option<u32>,
        /// The hardest step.
        hardest_score: Option<u32>,
    },
}

impl HelpData {
    /// Converts help, with cells such as `r1c1` in its texts and English explanations.
    pub fn new(help: &Help) -> Self {
        Self::in_words(help, CellNames::RowColumn, Wording::english())
    }

    /// Converts help, with cells in this style; explanations and problems are in these words.
    pub fn in_words(help: &Help, names: CellNames, wording: &Wording) -> Self {
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        let explained = |step: &Step| StepHelp::new(step, wording, &step.notation(names));
        let rulebook = help.rulebook.as_deref();
        let stuck = |(rulebook, cells): (&Rulebook, u32)| StuckData {
            rulebook: rulebook.name().to_owned(),
            scale: rulebook.scale().to_owned(),
            cells,
        };
        Self {
            id: serde_json::Value::Null,
            puzzle: help.state.as_ref().map(|state| state.givens().to_string()),
            entries: help.state.as_ref().map(|state| state.entries().to_string()),
            status: help.status.name(),
            message: help.text(names, wording),
            problems: help.problems.iter().map(|problem| ProblemData::new(problem, names, wording)).collect(),
            solution: help.solution.as_ref().map(ToString::to_string),
            solutions: help.solutions.iter().map(ToString::to_string).collect(),
            differing_cells: indices(&help.differing_cells),
            notes: help.notes.map(NotesKind::name),
            candidates: help.marks_before_next().as_ref().map(candidates),
            assumed: help
                .state
                .iter()
                .flat_map(|state| {
                    help.assumed.iter().map(|one| AssumptionData::new(one, state, names, wording))
                })
                .collect(),
            rests_on: help.rests_on.iter().map(explained).collect(),
            next: help.next.as_ref().map(explained),
            steps: help.steps.as_ref().map(|steps| steps.iter().map(explained).collect()),
            rating: rulebook.zip(help.rating.as_ref()).map(|(of, rating)| RatingData::new(rating, of)),
            stuck: rulebook.zip(help.stuck_cells).map(stuck),
        }
    }

    /// Sets the `id` with which the state came.
    #[must_use]
    pub fn with_id(self, id: serde_json::Value) -> Self {
        Self { id, ..self }
    }

    /// Writes one line of JSON, without its end.
    pub fn to_json(&self) -> String {
        // Text, numbers and lists always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns the candidates of each cell as text.
fn candidates(marks: &Pencilmarks) -> Vec<String> {
    let text = |cell| marks.candidates(cell).into_iter().map(|digit| digit.to_string()).collect();
    marks.shape().all_cells().map(text).collect()
}

impl AssumptionData {
    /// Converts an assumption about a state, with cells in this style and these words.
    fn new(one: &Assumption, state: &State, names: CellNames, wording: &Wording) -> Self {
        Self {
            cells: one.cells.iter().map(|cell| cell.index()).collect(),
            digits: one.digits.iter().map(Digit::value).collect(),
            excluded: one.excluded.iter().map(CandidateData::from).collect(),
            message: one.text(state, names, wording),
        }
    }
}

impl ProblemData {
    /// Converts a problem, with cells in this style and these words.
    fn new(problem: &Problem, names: CellNames, wording: &Wording) -> Self {
        Self {
            kind: problem.kind.name(),
            cells: problem.cells.iter().map(|cell| cell.index()).collect(),
            digit: problem.digit.map(Digit::value),
            house: problem.house.map(|house| match house {
                HouseName::Row(row) => format!("r{}", row + 1),
                HouseName::Column(col) => format!("c{}", col + 1),
                HouseName::Box(number) => format!("b{}", number + 1),
            }),
            message: problem.text(names, wording),
        }
    }
}

impl RatingData {
    /// Converts a rating by this rulebook.
    pub fn new(rating: &Rating, rulebook: &Rulebook) -> Self {
        let whole = |number: Option<Tenths>| number.map(|number| number.tenths() / 10);
        Self {
            scale: rulebook.scale().to_owned(),
            solved: rating.solved,
            level: rating.level.as_deref().map(str::to_owned),
            measure: match rulebook.measure() {
                Measure::Er => MeasureData::Er {
                    er: rating.er,
                    ep: rating.ep,
                    ed: rating.ed,
                    er_at_least: rating.er_at_least,
                    score: rating.score,
                },
                Measure::Score => {
                    MeasureData::Score { score: whole(rating.score), hardest_score: whole(rating.er) }
                }
            },
            hardest: rating.hardest.map(Technique::name),
            steps: rating.steps,
            stuck_cells: rating.stuck_cells,
        }
    }
}
