//! `gridmill solve`: solves puzzles, or tells the steps of a person.

mod candidates;
mod json;
mod text;

use super::{
    args::RateBudgetArg,
    puzzle_files::SplitArg,
    terminal::{print, say, tell_standard_input, wants_colour},
};
use crate::{
    board::{Grid, Shape, Solution},
    corpus::read_rulebook,
    generate::{self, Plan},
    rate::{Family, Pencilmarks, Rater, Rating, Rulebook, Step},
    solve::{Diagnosis, Remover, SolverKind},
    tables::{Error, Result, read::Puzzles},
};
use std::path::{Path, PathBuf};

/// Options of `solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles, row by row, with ., 0, _ or * for an empty cell; or files of puzzles; - is standard input
    #[arg(value_name = "PUZZLE|FILE", default_value = "-")]
    puzzles: Vec<String>,

    #[command(flatten)]
    split: SplitArg,

    /// Box rows x box columns
    #[arg(long = "box", value_name = "RxC", default_value_t = Shape::STANDARD)]
    shape: Shape,

    /// Tell each step that a person would take
    #[arg(long)]
    steps: bool,

    /// Tell the next step alone
    #[arg(long, conflicts_with = "steps")]
    next: bool,

    /// Candidates that are left: 729 characters, nine for each cell, or 81 words of digits; all that no given excludes by default
    #[arg(long, value_name = "TEXT")]
    candidates: Option<String>,

    /// Print one JSON object a puzzle
    #[arg(long)]
    json: bool,

    /// Techniques and their order: hodoku, se, or a file
    #[arg(long, value_name = "RULEBOOK", default_value = "hodoku")]
    rulebook: String,

    #[command(flatten)]
    budget: RateBudgetArg,
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

/// Findings about one puzzle.
struct Findings {
    puzzle: Grid,
    diagnosis: Diagnosis,
    path: Option<Path9x9>,
}

/// Steps of a person from one state.
struct Path9x9 {
    /// State before the first step.
    start: Pencilmarks,
    steps: Vec<Step>,
    /// `None` where only the next step was wanted.
    rating: Option<Rating>,
    /// Error of the candidates that were given: one that the solution needs is missing.
    wrong_candidate: Option<String>,
}

/// Options of the work on each puzzle.
struct SolveJob<'a> {
    args: &'a Args,
    solver: Box<dyn Remover>,
    rulebook: Rulebook,
    /// The rulebook without techniques that presume one solution.
    without_uniqueness: Rulebook,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let wants_steps = args.steps || args.next;
    if wants_steps && args.shape != Shape::STANDARD {
        let problem = format!("steps are known for 9x9 grids with 3x3 boxes alone, not {}", args.shape);
        return Err(Error::option(problem).into());
    }
    if args.candidates.is_some() && !wants_steps {
        return Err(Error::option("--candidates goes with --steps or --next").into());
    }
    let rulebook = read_rulebook(&args.rulebook)?;
    let mut job = SolveJob {
        args,
        solver: SolverKind::default_for(args.shape).solver(args.shape, Plan::NODE_BUDGET),
        without_uniqueness: rulebook.restricted(|rule| rule.family() != Family::Uniqueness),
        rulebook,
    };
    let (mut all, mut failed) = (0, 0);
    let is_single = matches!(&args.puzzles[..], [only] if !is_file(only));
    for argument in &args.puzzles {
        if !is_file(argument) {
            all += 1;
            failed += u64::from(!job.report(&job.parse(argument)?, (!is_single).then_some(all))?);
            continue;
        }
        tell_standard_input([Path::new(argument)]);
        for row in Puzzles::new(&args.split.sources(&[PathBuf::from(argument)]), args.shape)? {
            all += 1;
            match row {
                Ok((_, grid)) => failed += u64::from(!job.report(&grid, Some(all))?),
                Err(error @ Error::NoPuzzle { .. }) => {
                    failed += 1;
                    say(&error.to_string());
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    if failed > 0 { Err(Unsolved { failed, all }.into()) } else { Ok(()) }
}

/// Returns true for the name of a file, as opposed to a puzzle.
fn is_file(argument: &str) -> bool {
    argument == "-" || Path::new(argument).exists()
}

impl SolveJob<'_> {
    fn parse(&self, argument: &str) -> Result<Grid> {
        Grid::parse(self.args.shape, argument.trim())
            .map_err(|error| Error::option(format!("the puzzle (there is no file of this name): {error}")))
    }

    /// Prints what is found about a puzzle. Returns false if it has no solution.
    fn report(&mut self, puzzle: &Grid, number: Option<u64>) -> Result<bool> {
        let findings = self.findings(puzzle)?;
        let rulebook = self.rulebook_for(&findings.diagnosis);
        if self.args.json {
            print(&(json::line(&findings, rulebook, self.args.next) + "\n"))?;
        } else {
            let colour = wants_colour();
            let title = number.map(|number| format!("puzzle {number}: {puzzle}\n")).unwrap_or_default();
            print(&(title + &text::page(&findings, rulebook, colour)))?;
        }
        let is_wrong = findings.path.is_some_and(|path| path.wrong_candidate.is_some());
        Ok(!is_wrong && matches!(findings.diagnosis, Diagnosis::Unique(_) | Diagnosis::Multiple(_)))
    }

    fn rulebook_for(&self, diagnosis: &Diagnosis) -> &Rulebook {
        if matches!(diagnosis, Diagnosis::Multiple(_)) { &self.without_uniqueness } else { &self.rulebook }
    }

    fn findings(&mut self, puzzle: &Grid) -> Result<Findings> {
        let shape = puzzle.shape();
        let diagnosis = Diagnosis::of(puzzle, &mut *self.solver).map_err(|source| {
            let advice = "fill in more cells first";
            let doing = format!("solving a {shape} grid");
            Error::from(generate::Error::OutOfNodes { doing, source, advice: advice.into() })
        })?;
        let has_solution = matches!(diagnosis, Diagnosis::Unique(_) | Diagnosis::Multiple(_));
        let wants_steps = (self.args.steps || self.args.next) && has_solution;
        let path = if wants_steps { Some(self.path(puzzle, &diagnosis)?) } else { None };
        Ok(Findings { puzzle: puzzle.clone(), diagnosis, path })
    }

    fn path(&self, puzzle: &Grid, diagnosis: &Diagnosis) -> Result<Path9x9> {
        let mut start = Pencilmarks::new(puzzle);
        if let Some(text) = &self.args.candidates {
            candidates::restrict(&mut start, text)?;
        }
        if let Diagnosis::Unique(solution) = diagnosis
            && let Some(problem) = missing(&start, solution)
        {
            return Ok(Path9x9 { start, steps: Vec::new(), rating: None, wrong_candidate: Some(problem) });
        }
        let mut rater = Rater::new(self.rulebook_for(diagnosis)).with_budget(self.args.budget.nodes());
        if self.args.next {
            let steps = rater.next_step(&start).ok().flatten().map(|next| next.step).into_iter().collect();
            return Ok(Path9x9 { start, steps, rating: None, wrong_candidate: None });
        }
        let (mut marks, mut steps) = (start.clone(), Vec::new());
        let rating = rater.trace(&mut marks, |_, step| steps.push(step.clone()));
        Ok(Path9x9 { start, steps, rating: Some(rating), wrong_candidate: None })
    }
}

/// Describes the first cell whose digit in the solution is not among its candidates.
fn missing(marks: &Pencilmarks, solution: &Solution) -> Option<String> {
    let shape = solution.shape();
    let is_gone = |cell: &crate::board::Cell| {
        marks.value(*cell).is_none() && !marks.candidates(*cell).contains(solution.get(*cell))
    };
    let cell = shape.all_cells().find(is_gone)?;
    Some(format!(
        "{} must be {} in the solution, which is not among its candidates",
        cell.name(shape),
        solution.get(cell)
    ))
}
