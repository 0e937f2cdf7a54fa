//! `gridmill show`: makes one puzzle of a corpus again and draws it.

use super::{args::PlanArgs, draw, print, summary::duration};
use crate::{
    board::Grid,
    error::{Error, Result},
    escape::visible,
    pipeline::{Generated, Generator, Rated, SYSTEM_CLOCK, Tasks},
};
use std::{
    io::{IsTerminal, stdout},
    time::Duration,
};

/// Options of `show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    plan: PlanArgs,

    /// Index of the puzzle in the corpus, from 0
    #[arg(long, short, value_name = "N")]
    index: u64,

    /// Puzzles in the whole corpus; --givens-mix needs it
    #[arg(long, short = 'n', value_name = "N")]
    count: Option<u64>,
}

/// Columns of a terminal whose width is not known.
const COLUMNS: usize = 80;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let Some(seed) = &args.plan.seed else {
        return Err(Error::Option("--seed is missing: give the master seed of the corpus".to_owned()).into());
    };
    let plan = args.plan.plan()?;
    let task = Tasks::new(&plan, seed.clone(), args.count)?.task(args.index)?;
    let made =
        Generator::new(plan)?.with_clock(SYSTEM_CLOCK).make(&task).map_err(|e| e.of_puzzle(args.index))?;
    Ok(page(args.index, &made)?)
}

fn page(index: u64, made: &Generated) -> Result<()> {
    let colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let puzzle = made.puzzle.grid();
    let drawings =
        [draw::grid(puzzle, puzzle, colour), draw::grid(&Grid::from(&made.solution), puzzle, colour)];
    print(&draw::pair(("puzzle", &drawings[0]), ("solution", &drawings[1]), COLUMNS))?;
    print(&format!("\n{puzzle}\n{}\n\n", made.solution))?;
    print(&statistics(index, made))
}

/// `hard, score 584, ER 180; hardest xyz_wing, 57 steps`.
fn rating(rated: &Rated) -> String {
    let scale = rated.rulebook();
    let (rating, shown) = (&rated.rating, |er: Option<u16>| er.map_or("-".to_owned(), |er| scale.shown(er)));
    let level = rated.level().map(|level| format!("{}, ", visible(level))).unwrap_or_default();
    let (ep, ed) = (shown(rating.ep), shown(rating.ed));
    let (Some(hardest), Some(score)) = (rating.hardest, rating.score) else {
        let open =
            rating.er_at_least.map(|er| format!("; past the rate budget, ER {} at least", scale.shown(er)));
        let (cells, steps) = (rating.stuck_cells, rating.steps);
        return format!("not solved: {cells} empty cells after {steps} steps{}", open.unwrap_or_default());
    };
    format!(
        "{level}score {}, ER {}, EP {ep}, ED {ed} ({}); hardest {hardest}, {} steps",
        f64::from(score) / 10.0,
        shown(rating.er),
        visible(scale.scale()),
        rating.steps
    )
}

fn statistics(index: u64, made: &Generated) -> String {
    let minimal = match (made.minimal, made.orbit_minimal) {
        (Some(true), _) => "yes: no given can go",
        (Some(false), Some(true)) => "no, but no orbit of givens can go",
        (Some(false), _) => "no",
        (None, Some(true)) => "not established; no orbit of givens can go",
        (None, _) => "not established",
    };
    let time = |time: Duration| duration(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    let seed = blake3::Hash::from_bytes(made.seed).to_string();
    let weight = made.weight.map(|weight| ("weight", format!("ln {weight}")));
    let rows = [
        ("index", index.to_string()),
        ("puzzle seed", seed),
        ("givens", made.givens.to_string()),
        ("minimal", minimal.to_owned()),
        ("attempts", made.attempts.to_string()),
        ("checks", format!("{} in {} nodes", made.effort.checks, made.effort.nodes)),
        ("fill, dig", format!("{}, {}", time(made.fill_time), time(made.dig_time))),
    ];
    let rating = made.rated.as_deref().map(|rated| ("rating", rating(rated)));
    rows.into_iter().chain(weight).chain(rating).map(|(name, value)| format!("{name:<12}{value}\n")).collect()
}
