//! `gridmill solve`: solves puzzles, tells the steps of a person, helps with states of play, and counts solutions.

mod inputs;
pub(in crate::cli) mod pictures;
mod rows;

use self::{
    pictures::{PictureArgs, StepPictures},
    rows::RowsArgs,
};
use super::{
    args::{ColumnArg, SplitArg, by_name},
    draw,
    grid_arguments::{Answers, each_grid},
    terminal::{COLUMNS, rows_out, say, stdout_error, wants_colour, wrapped},
    wording::{self, WordingArgs, Words, measures},
};
use crate::{
    board::{Grid, Shape},
    corpus::{SolutionCount, SolutionCounter, read_rulebook},
    generate::{Budget, Budgets},
    hints::{Extent, Help, HelpData, Helper, NotesKind, Problem, State, StateText, Status},
    rate::{CellNames, Pencilmarks, Rating, Rulebook, Step},
    tables::{Error, Result, escape::visible},
};
use serde_json::json;
use std::io::{BufWriter, Stdout, Write as _};

/// Options of `solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles or states, row by row, with ., 0, _ or * for an empty cell and + before an entry; states as JSON objects; or files of
    /// them; - is standard input
    #[arg(value_name = "PUZZLE|FILE", default_value = "-")]
    puzzles: Vec<String>,

    #[command(flatten)]
    column: ColumnArg,

    #[command(flatten)]
    split: SplitArg,

    /// Box rows x box columns [default: by the number of cells, of 2x3 and 3x2 the one with exactly one solution; 3x3 for streams]
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,

    /// Tell each step that a person would take
    #[arg(long)]
    steps: bool,

    /// Print only the next step
    #[arg(long, conflicts_with = "steps")]
    next: bool,

    /// Candidates that are left, where the state has no notes: 729 characters, nine for each cell, or 81 words of digits; all that no
    /// digit excludes by default
    #[arg(long, value_name = "TEXT")]
    candidates: Option<String>,

    /// Print one JSON object for each puzzle or state, whatever is wrong with it; of standard input, for each line before the next is read
    #[arg(long)]
    json: bool,

    /// Names of cells in texts: r1c1, A1 with rows A to I, or words
    #[arg(long, value_parser = by_name(&CellNames::ALL, CellNames::name), ignore_case = true, default_value = CellNames::default().name())]
    cells: CellNames,

    #[command(flatten)]
    wording: WordingArgs,

    #[command(flatten)]
    count: CountArgs,

    #[command(flatten)]
    pictures: PictureArgs,

    /// Techniques and their order: hodoku, se, basic, braids, or a file [default: hodoku for 9x9, basic for smaller grids]
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Option<String>,

    /// Work that one puzzle may take: nodes=COUNT of its search, and rating=COUNT of the chains of se, or braids, in nodes (candidates that
    /// follow from an assumption), past which er is null [default: nodes=10000000,rating=200000000]
    #[arg(long = "budget", value_name = "NAME=COUNT,...", value_parser = budgets, hide_short_help = true)]
    budgets: Option<Budgets>,

    #[command(flatten)]
    rows: RowsArgs,
}

fn budgets(text: &str) -> std::result::Result<Budgets, String> {
    Budgets::parse(text, &[Budget::Nodes, Budget::Rating])
}

impl Args {
    fn budgets(&self) -> Budgets {
        self.budgets.unwrap_or_default()
    }
}

/// Error of a run in which a puzzle could not be read or has no solution. The puzzles have been reported already.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
struct Unsolved {
    failed: u64,
    all: u64,
}

impl Unsolved {
    fn message(&self) -> String {
        match (self.failed, self.all) {
            (1, 1) => "the puzzle cannot be read or has no solution".to_owned(),
            (failed, all) => format!("{failed} of {all} puzzles cannot be read or have no solution"),
        }
    }
}

/// Work on one state after another.
struct SolveJob<'a> {
    args: &'a Args,
    helper: Helper,
    /// True if the rulebook was named: then it must fit.
    rulebook: Option<Rulebook>,
    out: BufWriter<Stdout>,
    words: Words,
    pictures: Option<StepPictures>,
    colour: bool,
    all: u64,
    failed: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(out) = &args.rows.out {
        return rows::run(args, out);
    }
    if let Some(up_to) = args.count.count_solutions {
        return run_counts(args, up_to);
    }
    if args.candidates.is_some() && !args.steps && !args.next {
        return Err(Error::option("--candidates goes with --steps or --next").into());
    }
    if args.pictures.picture.is_some() && !args.steps && !args.next {
        return Err(Error::option("--picture goes with --steps or --next").into());
    }
    let mut job = SolveJob::new(args)?;
    let is_read = job.read_all();
    // Answers so far are printed, whatever ended the input.
    job.flush()?;
    is_read?;
    let SolveJob { all, failed, pictures, .. } = job;
    pictures.map_or(Ok(()), StepPictures::finish)?;
    if failed > 0 { Err(Unsolved { failed, all }.into()) } else { Ok(()) }
}

impl<'a> SolveJob<'a> {
    fn new(args: &'a Args) -> Result<Self> {
        let rulebook = args.rulebook.as_deref().map(read_rulebook).transpose()?;
        let extent = match (args.steps, args.next) {
            (true, _) => Extent::Steps,
            (_, true) => Extent::Next,
            _ => Extent::Solution,
        };
        let helper = Helper::new(rulebook.as_ref().unwrap_or_else(|| Rulebook::hodoku()))
            .with_extent(extent)
            .with_node_budget(args.budgets().nodes)
            .with_rate_budget(args.budgets().rating);
        let out = BufWriter::new(rows_out()?);
        let words = args.wording.words(args.cells, &args.pictures.style.style())?;
        let pictures = args.pictures.open(&args.puzzles)?.map(|pictures| pictures.with_words(words.clone()));
        Ok(Self { args, helper, rulebook, out, words, pictures, colour: wants_colour(), all: 0, failed: 0 })
    }

    fn report_text(&mut self, read: StateText, number: Option<u64>) -> Result<()> {
        let StateText { id, state, .. } = read;
        let help = match state {
            Ok(state) => self.help(state)?,
            Err(problem) => Help::unreadable(problem.to_string()),
        };
        self.tell(&help, id, number)
    }

    fn report(&mut self, state: State, number: Option<u64>) -> Result<()> {
        let help = self.help(state)?;
        self.tell(&help, serde_json::Value::Null, number)
    }

    fn help(&mut self, mut state: State) -> Result<Help> {
        let shape = state.shape();
        if (self.args.steps || self.args.next) && !self.args.json {
            self.check_shape(shape)?;
        }
        if let Some(text) = self.args.candidates.as_deref().filter(|_| !state.has_notes()) {
            state = match state.with_notes_of(text) {
                Ok(noted) => noted.with_notes_kind(NotesKind::All),
                Err(error) if self.args.json => {
                    return Ok(Help::unreadable(format!("the candidates do not fit the state: {error}")));
                }
                Err(error) => return Err(Error::option(format!("--candidates: {error}"))),
            };
        }
        Ok(self.helper.help(&state))
    }

    /// Checks that there are steps for a shape. As JSON every state has its object, without a step.
    fn check_shape(&self, shape: Shape) -> Result<()> {
        let named = self.rulebook.as_ref().filter(|rulebook| !rulebook.fits(shape));
        let problem = match named {
            _ if !Rulebook::basic().fits(shape) => {
                format!("steps are known for grids with a side up to 9, not for boxes of {shape}")
            }
            Some(rulebook) => {
                format!("the rulebook {} is for 9x9 grids, and boxes of {shape} have basic", rulebook.name())
            }
            None => return Ok(()),
        };
        Err(Error::option(problem))
    }

    fn tell(&mut self, help: &Help, id: serde_json::Value, number: Option<u64>) -> Result<()> {
        self.all += 1;
        self.failed += u64::from(help.status.is_bad());
        if let (Some(pictures), Some(start), Some(_)) = (&mut self.pictures, &help.marks, &help.rulebook) {
            let next: Vec<_> = help.rests_on.iter().chain(&help.next).cloned().collect();
            pictures.write(self.all, start, help.steps.as_deref().unwrap_or(&next))?;
        }
        let text = if self.args.json {
            HelpData::in_words(help, self.words.names, self.words.wording()).with_id(id).to_json() + "\n"
        } else {
            page(help, number, &self.words, self.colour)
        };
        self.out.write_all(text.as_bytes()).map_err(stdout_error)
    }

    /// Counts and prints a row that is not a puzzle: as an object, or on standard error.
    fn tell_unreadable(&mut self, problem: &str) -> Result<()> {
        if self.args.json {
            return self.tell(&Help::unreadable(problem), serde_json::Value::Null, None);
        }
        self.all += 1;
        self.failed += 1;
        self.flush()?;
        say(problem);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush().map_err(stdout_error)
    }
}

/// Problems that are printed; more are counted.
const LISTED: usize = 8;

/// Draws the state, and its solutions or the steps to them.
fn page(help: &Help, number: Option<u64>, words: &Words, colour: bool) -> String {
    let Some(state) = &help.state else { return format!("{}\n", help.message) };
    let (puzzle, filled) = (state.givens(), state.filled());
    let title = number.map(|number| format!("puzzle {number}: {puzzle}\n")).unwrap_or_default();
    let title = title + &assumption(help);
    let drawing = |grid: &Grid| draw::grid(grid, puzzle, colour);
    let drawn = wording::drawn_lines(&drawing(&filled));
    let body = match (help.status, &help.solution, &help.solutions[..]) {
        (Status::Complete, ..) => drawn + "complete and valid: nothing to solve\n",
        (Status::Unique | Status::Multiple, ..) if let Some(steps) = steps_text(help, words, colour) => {
            let warning = match help.status {
                Status::Multiple => {
                    format!("{}\ntechniques that presume one solution are left out\n", help.message)
                }
                _ => String::new(),
            };
            drawn + &warning + &steps
        }
        (Status::Unique, Some(solution), _) => {
            let [left, right] = [drawing(&filled), drawing(&Grid::from(solution))];
            draw::pair(("puzzle", &left), ("solution", &right), COLUMNS) + &format!("\n{solution}\n")
        }
        (Status::Multiple, _, [one, other]) => {
            let [left, right] = [one, other].map(|solution| drawing(&Grid::from(solution)));
            let pair = draw::pair(("one solution", &left), ("another", &right), COLUMNS);
            format!("{drawn}{}\n\n{pair}\n{one}\n{other}\n", help.message)
        }
        (Status::Wrong, ..) => drawn + &problems(help, words),
        _ => drawn + &format!("{}\n", help.message),
    };
    title + &body
}

/// Returns a line with what a solution rests on besides the givens: candidates, or an assumed shape.
fn assumption(help: &Help) -> String {
    let is_plain =
        !matches!(help.status, Status::Unique | Status::Complete) || help.message == "one solution";
    if is_plain { String::new() } else { format!("{}\n", help.message) }
}

/// Lists problems, or says what else is wrong.
fn problems(help: &Help, words: &Words) -> String {
    if help.problems.is_empty() {
        return format!("{}\n", help.message);
    }
    let text = |problem: &Problem| problem.text(words.names, words.wording()) + "\n";
    let printed: String = help.problems.iter().take(LISTED).map(text).collect();
    match help.problems.len().saturating_sub(LISTED) {
        0 => printed,
        more => format!("{printed}and {more} more\n"),
    }
}

/// Describes the requested steps; `None` if none were.
fn steps_text(help: &Help, words: &Words, colour: bool) -> Option<String> {
    let (rulebook, start) = (help.rulebook.as_deref()?, help.marks.as_ref()?);
    Some(match (&help.steps, &help.rating) {
        (Some(steps), Some(rating)) => all_steps(start, steps, (rating, rulebook), words, colour),
        (None, _) => match &help.next {
            Some(next) => {
                let path: Vec<Step> = help.rests_on.iter().chain([next]).cloned().collect();
                // Chosen words explain each step at its place.
                let explained = path.iter().filter(|_| words.chosen.is_none());
                let explanations: Vec<String> = explained.map(|step| words.explanation(step)).collect();
                assumptions(help, words)
                    + &wording::steps_text(start, &path, words, colour)
                    + &explanations.join("\n")
            }
            None => format!("no technique of {} applies\n", visible(rulebook.name())),
        },
        (Some(_), None) => "the candidates leave no solution\n".to_owned(),
    })
}

/// Tells what the next step takes from the notes.
fn assumptions(help: &Help, words: &Words) -> String {
    let Some(state) = &help.state else { return String::new() };
    help.assumed.iter().map(|one| wrapped(&one.text(state, words.names, words.wording()))).collect()
}

fn all_steps(
    start: &Pencilmarks,
    steps: &[Step],
    (rating, rulebook): (&Rating, &Rulebook),
    words: &Words,
    colour: bool,
) -> String {
    let mut text = wording::steps_text(start, steps, words, colour);
    if !rating.solved {
        let mut marks = start.clone();
        for step in steps {
            marks.apply(step);
        }
        text += &format!("\n{}", wording::drawn_lines(&draw::pencilmarks(&marks, None::<&Step>, colour)));
    }
    let end = match &rating.level {
        Some(level) => format!("solved, {}", visible(level)),
        None if rating.solved => "solved".to_owned(),
        None if rating.er_at_least.is_some() => {
            format!("past the rate budget with {} empty cells", rating.stuck_cells)
        }
        None => format!("stuck with {} empty cells", rating.stuck_cells),
    };
    text + &format!("\n{end} in {} steps; {}\n", rating.steps, measures(rating, rulebook))
}

/// Options of counting.
#[derive(Debug, clap::Args)]
struct CountArgs {
    /// Count the solutions, in place of solving, up to N, a million by default; --json prints an object for each puzzle, --out adds the
    /// column solution_count
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1000000",
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["steps", "next", "candidates", "picture"]
    )]
    count_solutions: Option<u64>,
}

/// Counting of one grid after another.
struct CountRun<'a> {
    args: &'a Args,
    up_to: u64,
    counter: Option<(Shape, SolutionCounter)>,
    answers: Answers,
}

/// Prints the numbers of solutions of all grids.
fn run_counts(args: &Args, up_to: u64) -> anyhow::Result<()> {
    let answers = Answers::new(&args.puzzles, ["puzzle", "grids"])?;
    let mut job = CountRun { args, up_to, counter: None, answers };
    let is_read = each_grid(&args.puzzles, (&args.column, &args.split), args.shape, |grid| job.report(grid));
    job.answers.end(is_read)
}

impl CountRun<'_> {
    fn report(&mut self, read: std::result::Result<Grid, String>) -> Result<()> {
        self.answers.all += 1;
        let (found, grid) = match read.and_then(|grid| Ok((self.count(&grid)?, grid))) {
            Ok(found) => found,
            Err(problem) => {
                let object = json!({ "puzzle": null, "solution_count": null, "message": problem });
                return self.answers.fail(self.args.json.then(|| object.to_string()), problem);
            }
        };
        let (count, message) = (found.exactly(), found.to_string());
        let text = if self.args.json {
            json!({ "puzzle": grid.to_string(), "solution_count": count, "message": message }).to_string()
        } else if self.answers.is_single {
            message
        } else {
            format!("puzzle {}: {message}", self.answers.all)
        };
        self.answers.write(&(text + "\n"))
    }

    fn count(&mut self, grid: &Grid) -> std::result::Result<SolutionCount, String> {
        let shape = grid.shape();
        let counter = self.counter.take().filter(|(of, _)| *of == shape);
        let new = || (shape, SolutionCounter::new(shape, self.up_to, self.args.budgets().nodes));
        self.counter.insert(counter.unwrap_or_else(new)).1.count(grid)
    }
}
