//! Numbers of solutions, in place of solutions.

use super::Args;
use crate::{
    board::{Grid, Shape},
    cli::{
        grid_arguments::{GridArgument, Unanswered, each_grid},
        terminal::{rows_out, say, stdout_error},
    },
    corpus::{SolutionCount, SolutionCounter},
    generate::Plan,
    tables::Result,
};
use serde_json::json;
use std::io::{BufWriter, Stdout, Write as _};

/// Options of counting.
#[derive(Debug, clap::Args)]
pub(super) struct CountArgs {
    /// Count the solutions, in place of solving; --json prints an object for each puzzle, --out adds the column solution_count
    #[arg(long, conflicts_with_all = ["steps", "next", "candidates", "svg"])]
    pub(super) count_solutions: bool,

    /// Most solutions that are counted; of more, "more than N" is said [default: 1000000]
    #[arg(long, value_name = "N", requires = "count_solutions", value_parser = clap::value_parser!(u64).range(1..))]
    up_to: Option<u64>,
}

impl CountArgs {
    /// Returns the most solutions that are counted.
    pub(super) fn up_to(&self) -> u64 {
        self.up_to.unwrap_or(1_000_000)
    }
}

/// Counting of one grid after another.
struct Job<'a> {
    args: &'a Args,
    out: BufWriter<Stdout>,
    is_single: bool,
    counter: Option<(Shape, SolutionCounter)>,
    all: u64,
    failed: u64,
    /// Problem of the last grid that has one.
    problem: String,
}

/// Prints the numbers of solutions of all grids.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let is_single = GridArgument::is_single(&GridArgument::all_of(&args.puzzles));
    let out = BufWriter::new(rows_out()?);
    let mut job = Job { args, out, is_single, counter: None, all: 0, failed: 0, problem: String::new() };
    let is_read = each_grid(&args.puzzles, (&args.column, &args.split), args.shape, |grid| job.report(grid));
    job.out.flush().map_err(stdout_error)?;
    is_read?;
    Ok(Unanswered::check(job.failed, job.all, "grids", job.problem)?)
}

impl Job<'_> {
    fn report(&mut self, read: std::result::Result<Grid, String>) -> Result<()> {
        self.all += 1;
        let grid = match read {
            Ok(grid) => grid,
            Err(problem) => return self.tell_problem(problem),
        };
        let found = match self.count(&grid) {
            Ok(found) => found,
            Err(problem) => return self.tell_problem(problem),
        };
        let (count, message) = (found.exactly(), found.to_string());
        let text = if self.args.json {
            json!({ "puzzle": grid.to_string(), "solution_count": count, "message": message }).to_string()
        } else if self.is_single {
            message
        } else {
            format!("puzzle {}: {message}", self.all)
        };
        writeln!(self.out, "{text}").map_err(stdout_error)
    }

    fn count(&mut self, grid: &Grid) -> std::result::Result<SolutionCount, String> {
        let shape = grid.shape();
        let counter = self.counter.take().filter(|(of, _)| *of == shape);
        let new = || (shape, SolutionCounter::new(shape, self.args.count.up_to(), Plan::NODE_BUDGET));
        self.counter.insert(counter.unwrap_or_else(new)).1.count(grid)
    }

    /// Counts a grid without an answer, and says why: as an object, or on standard error.
    fn tell_problem(&mut self, problem: String) -> Result<()> {
        self.failed += 1;
        if self.args.json {
            let object = json!({ "puzzle": null, "solution_count": null, "message": problem });
            writeln!(self.out, "{object}").map_err(stdout_error)?;
        } else if !self.is_single {
            self.out.flush().map_err(stdout_error)?;
            say(&format!("puzzle {}: {problem}", self.all));
        }
        self.problem = problem;
        Ok(())
    }
}
