//! `gridmill solve`: solves puzzles, tells the steps of a person, and helps with states of play.

mod counts;
mod inputs;
pub(in crate::cli) mod pictures;
mod rows;
mod states;
mod text;

use self::{
    counts::CountArgs,
    pictures::{PictureArgs, StepPictures},
    rows::RowsArgs,
};
use super::{
    args::{RateBudgetArg, by_name},
    columns::ColumnArg,
    puzzle_files::SplitArg,
    terminal::{rows_out, say, stdout_error, wants_colour},
    wording::{WordingArgs, Words},
};
use crate::{
    board::Shape,
    corpus::read_rulebook,
    generate::Plan,
    hints::{Extent, Help, HelpData, Helper, NotesKind, State, StateText},
    rate::{CellNames, Rulebook},
    tables::{Error, Result},
};
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

    #[command(flatten)]
    budget: RateBudgetArg,

    #[command(flatten)]
    rows: RowsArgs,
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
    if args.count.count_solutions {
        return counts::run(args);
    }
    if args.candidates.is_some() && !args.steps && !args.next {
        return Err(Error::option("--candidates goes with --steps or --next").into());
    }
    if let Some((_, form)) = args.pictures.chosen().filter(|_| !args.steps && !args.next) {
        let problem = format!("--{} goes with --steps or --next", form.ending());
        return Err(Error::option(problem).into());
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
            .with_node_budget(Plan::NODE_BUDGET)
            .with_rate_budget(args.budget.nodes());
        let out = BufWriter::new(rows_out()?);
        let words = args.wording.words(args.cells)?;
        let pictures = args.pictures.open(&args.puzzles)?.map(|pictures| pictures.with_words(words.clone()));
        Ok(Self { args, helper, rulebook, out, words, pictures, colour: wants_colour(), all: 0, failed: 0 })
    }

    /// Reports the state of a text, or that it is none.
    fn report_text(&mut self, read: StateText, number: Option<u64>) -> Result<()> {
        let StateText { id, state, .. } = read;
        let help = match state {
            Ok(state) => self.help(state)?,
            Err(problem) => Help::unreadable(problem.to_string()),
        };
        self.tell(&help, id, number)
    }

    /// Reports a state.
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

    /// Prints what was found.
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
            text::page(help, number, &self.words, self.colour)
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
