//! `gridmill minimals`: all minimal puzzles within puzzles.

use super::{
    args::{BudgetArg, InvalidRowsArg, ProgressArg, RowsOutArgs, ThreadsArg, by_name},
    draw,
    grid_arguments::{Answers, GridArguments},
    outputs,
    terminal::{COLUMNS, say, stdout_error, wants_colour, wrapped},
};
use crate::{
    board::{Cell, Grid, Shape, Solution, named_values},
    corpus::MinimalsJob,
    hints::Status,
    solve::{Diagnosis, EnumerationError, MinimalPuzzles, OutOfNodes, Remover, SolverKind},
    tables::{
        Error, Result,
        numbers::{self, thousands},
    },
};
use serde::{Serialize, Serializer};
use std::{collections::BTreeMap, io::Write as _, path::PathBuf};

/// Way to the number of minimal puzzles of a 9x9 grid that has too many to enumerate.
const ESTIMATE: &str =
    "gridmill generate --dig enumerated --from FILE --count 10000 estimates their number within a whole grid";

/// Options of `minimals`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    grids: GridArguments,

    /// Print besides the number: list (only the minimal puzzles, one a line; with --json, they are in each object), classes (the number
    /// of essentially different ones: those that transforms lead to each other are one), or by-givens (the rows of files with the columns
    /// needed_givens, minimal_puzzles and minimal_puzzles_N, the number with N givens; a grid with several solutions has none)
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', value_parser = by_name(&Printed::ALL, Printed::name), ignore_case = true, hide_possible_values = true)]
    print: Vec<Printed>,

    /// Minimal puzzles to find within one puzzle, some 32 bytes of memory each; if there are more, their number is at least this
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = numbers::positive)]
    limit: u64,

    /// Print one JSON object for each puzzle, whatever is wrong with it
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArg,

    #[command(flatten)]
    rows: RowsArgs,
}

/// Results besides the number of minimal puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Printed {
    List,
    Classes,
    ByGivens,
}

named_values!(Printed { List "list", Classes "classes", ByGivens "by-givens" });

/// Options of rows with numbers of minimal puzzles.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rows of files (--print by-givens)")]
struct RowsArgs {
    #[command(flatten)]
    to: RowsOutArgs,

    #[command(flatten)]
    invalid: InvalidRowsArg,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    progress: ProgressArg,
}

impl Args {
    fn prints(&self, printed: Printed) -> bool {
        self.print.contains(&printed)
    }
}

/// Reason why the minimal puzzles of a puzzle were not found.
struct Problem {
    status: Status,
    message: String,
}

impl Problem {
    const fn undecided(message: String) -> Self {
        Self { status: Status::Undecided, message }
    }

    fn out_of_nodes(error: OutOfNodes) -> Self {
        Self::undecided(format!("{error}; raise --budget"))
    }
}

struct Answer<'a> {
    puzzle: &'a Grid,
    solution: Solution,
    found: MinimalPuzzles,
    classes: Option<u64>,
}

/// Work on one puzzle after another.
struct Job<'a> {
    args: &'a Args,
    solver: Option<(Shape, Box<dyn Remover>)>,
    answers: Answers,
    colour: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.prints(Printed::ByGivens) {
        if args.json || args.print.len() > 1 {
            let problem = "--print by-givens writes rows: --json, list and classes do not go with it";
            return Err(Error::option(problem).into());
        }
        return count_by_givens(args);
    }
    if args.rows.to.is_given() {
        return Err(Error::option("--out goes with --print by-givens").into());
    }
    if args.prints(Printed::List) && args.prints(Printed::Classes) && !args.json {
        let problem = "--print list prints puzzles alone; give --json with --print list,classes";
        return Err(Error::option(problem).into());
    }
    let answers = args.grids.answers(["puzzle", "puzzles"])?;
    let mut job = Job { args, solver: None, answers, colour: wants_colour() };
    let is_read = args.grids.each(|grid| job.report(grid));
    job.answers.end(is_read)
}

/// Writes the rows of the files with the numbers of minimal puzzles within them.
fn count_by_givens(args: &Args) -> anyhow::Result<()> {
    let RowsArgs { to, invalid, threads, progress, .. } = &args.rows;
    let (files, mut tables, shape) = args.grids.tables("--print by-givens")?;
    let job = MinimalsJob {
        shape,
        limit: usize::try_from(args.limit).unwrap_or(usize::MAX),
        budgets: args.budget.budgets,
        invalid: invalid.invalid,
        threads: threads.threads,
    };
    let inputs = files.iter().map(PathBuf::as_path);
    let (totals, seconds) = outputs::run_adding(&job, &mut tables, inputs, to, progress)?;
    if !progress.is_quiet() {
        let rows = outputs::rows_in_seconds(totals.rows, seconds);
        let [unique, all, without] =
            [totals.unique, totals.minimal_puzzles, totals.rows - totals.counted].map(thousands);
        say(&format!(
            "{rows}; {unique} with one solution have {all} minimal puzzles; {without} without numbers"
        ));
    }
    Ok(())
}

impl Job<'_> {
    /// Reports the minimal puzzles within a puzzle, or why there are none.
    fn report(&mut self, read: std::result::Result<Grid, String>) -> Result<()> {
        self.answers.all += 1;
        let grid = match read {
            Ok(grid) => grid,
            Err(message) => return self.tell_problem(None, Problem { status: Status::Unreadable, message }),
        };
        match self.answer(&grid) {
            Ok(answer) => self.tell(&answer),
            Err(problem) => self.tell_problem(Some(&grid), problem),
        }
    }

    fn answer<'a>(&mut self, puzzle: &'a Grid) -> std::result::Result<Answer<'a>, Problem> {
        let shape = puzzle.shape();
        let (_, mut solver) = self.solver.take().filter(|(of, _)| *of == shape).unwrap_or_else(|| {
            (shape, SolverKind::default_for(shape).solver(shape, self.args.budget.budgets.nodes))
        });
        let answer = find(puzzle, &mut *solver, self.args);
        self.solver = Some((shape, solver));
        answer
    }

    fn tell(&mut self, answer: &Answer<'_>) -> Result<()> {
        let Self { args, answers, .. } = self;
        if args.json {
            let data = AnswerData::new(answer, args.prints(Printed::List));
            serde_json::to_writer(&mut answers.out, &data).map_err(|error| stdout_error(error.into()))?;
            return answers.write("\n");
        }
        if args.prints(Printed::List) {
            for grid in answer.found.grids(answer.puzzle) {
                writeln!(answers.out, "{grid}").map_err(stdout_error)?;
            }
            return if answer.found.complete { Ok(()) } else { answers.say(&at_least(&answer.found)) };
        }
        let title = if answers.is_single {
            String::new()
        } else {
            format!("puzzle {}: {}\n", answers.all, answer.puzzle)
        };
        answers.write(&(title + &page(answer, self.colour)))
    }

    fn tell_problem(&mut self, puzzle: Option<&Grid>, problem: Problem) -> Result<()> {
        let object = self.args.json.then(|| serde_json::to_string(&AnswerData::of_problem(puzzle, &problem)));
        let object = object.transpose().map_err(|error| stdout_error(error.into()))?;
        self.answers.fail(object, problem.message)
    }
}

/// Finds the minimal puzzles within a grid with exactly one solution.
fn find<'a>(
    grid: &'a Grid,
    solver: &mut dyn Remover,
    args: &Args,
) -> std::result::Result<Answer<'a>, Problem> {
    let diagnosis = Diagnosis::new(grid, solver).map_err(Problem::out_of_nodes)?;
    let status = match &diagnosis {
        Diagnosis::Unique(solution) => return find_within(grid, solution.clone(), solver, args),
        Diagnosis::Multiple(_) => Status::Multiple,
        Diagnosis::NoSolution => Status::None,
        Diagnosis::Contradiction { .. } => Status::Contradiction,
    };
    Err(Problem { status, message: diagnosis.to_string() })
}

fn find_within<'a>(
    puzzle: &'a Grid,
    solution: Solution,
    solver: &mut dyn Remover,
    args: &Args,
) -> std::result::Result<Answer<'a>, Problem> {
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let found = solver.minimal_puzzles_up_to(puzzle, &solution, limit).map_err(|error| match error {
        EnumerationError::OutOfNodes(error) => Problem::out_of_nodes(error),
        error if puzzle.shape() == Shape::STANDARD => Problem::undecided(format!("{error}; {ESTIMATE}")),
        error => Problem::undecided(error.to_string()),
    })?;
    let classes = args.prints(Printed::Classes).then(|| found.classes(&solution)).transpose();
    let classes = classes.map_err(|error| Problem::undecided(error.to_string()))?;
    Ok(Answer { puzzle, solution, found, classes })
}

/// Describes an answer: the puzzle next to the needed givens, and counts.
fn page(answer: &Answer<'_>, colour: bool) -> String {
    let Answer { puzzle, found, classes, .. } = answer;
    let mut needed = Grid::empty(puzzle.shape());
    for &cell in &found.needed {
        needed.set(cell, puzzle.get(cell));
    }
    let [left, right] = [*puzzle, &needed].map(|grid| draw::grid(grid, grid, colour));
    let mut text = draw::pair(("puzzle", &left), ("needed givens", &right), COLUMNS);
    let [given, needed, optional] = [puzzle.givens(), found.needed.len(), found.optional.len()];
    text += &format!("{given} givens: {needed} needed, in every minimal puzzle; {optional} optional\n");
    let classes = |least: &str| {
        let counted = |classes| format!(", {least}{} essentially different", thousands(classes));
        classes.map(counted).unwrap_or_default()
    };
    if !found.complete {
        return text + &wrapped(&format!("{}{}", at_least(found), classes("of these at least ")));
    }
    text += &format!("{}{}\n", minimal_puzzles(found.choices.len()), classes(""));
    for (givens, puzzles) in found.by_givens() {
        text += &format!("{givens:>9} {:>13}\n", thousands(puzzles));
    }
    text
}

fn minimal_puzzles(count: usize) -> String {
    let noun = if count == 1 { "minimal puzzle" } else { "minimal puzzles" };
    format!("{} {noun}", thousands(count as u64))
}

/// Says that the limit ended an enumeration.
fn at_least(found: &MinimalPuzzles) -> String {
    format!("at least {}: there are more than --limit", minimal_puzzles(found.choices.len()))
}

/// Answer as JSON. All numbers are null that are not known; cells count from 0, row by row.
#[derive(Default, Serialize)]
struct AnswerData<'a> {
    puzzle: Option<String>,
    status: &'static str,
    message: Option<String>,
    solution: Option<String>,
    givens: Option<usize>,
    needed: Option<Vec<usize>>,
    optional: Option<Vec<usize>>,
    minimal_puzzles: Option<usize>,
    minimal_puzzles_at_least: Option<usize>,
    by_givens: Option<BTreeMap<usize, u64>>,
    classes: Option<u64>,
    classes_at_least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<PuzzleTexts<'a>>,
}

impl<'a> AnswerData<'a> {
    fn new(answer: &'a Answer<'_>, with_puzzles: bool) -> Self {
        let Answer { puzzle, solution, found, classes } = answer;
        let cells = |cells: &[Cell]| Some(cells.iter().map(|cell| cell.index()).collect());
        let (all, some) = (found.complete, !found.complete);
        let count = found.choices.len();
        Self {
            puzzle: Some(puzzle.to_string()),
            status: Status::Unique.name(),
            message: some.then(|| at_least(found)),
            solution: Some(solution.to_string()),
            givens: Some(puzzle.givens()),
            needed: cells(&found.needed),
            optional: cells(&found.optional),
            minimal_puzzles: all.then_some(count),
            minimal_puzzles_at_least: some.then_some(count),
            by_givens: all.then(|| found.by_givens()),
            classes: classes.filter(|_| all),
            classes_at_least: classes.filter(|_| some),
            puzzles: with_puzzles.then_some(PuzzleTexts { puzzle, found }),
        }
    }

    fn of_problem(puzzle: Option<&Grid>, problem: &Problem) -> Self {
        Self {
            puzzle: puzzle.map(ToString::to_string),
            status: problem.status.name(),
            message: Some(problem.message.clone()),
            givens: puzzle.map(Grid::givens),
            ..Self::default()
        }
    }
}

struct PuzzleTexts<'a> {
    puzzle: &'a Grid,
    found: &'a MinimalPuzzles,
}

impl Serialize for PuzzleTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.found.grids(self.puzzle).map(|grid| grid.to_string()))
    }
}
