//! `gridmill show`: makes one puzzle of a corpus again and draws it.

use super::{
    draw,
    plan_args::PlanArgs,
    rating::measures,
    steps,
    summary::duration,
    terminal::{COLUMNS, print, wants_colour},
};
use crate::{
    board::Grid,
    corpus::SYSTEM_CLOCK,
    generate::{Generated, Generator, MasterSeed, Rated, SearchDifficulty, Tasks},
    rate::Pencilmarks,
    tables::{Result, escape::visible},
};
use std::time::Duration;

/// Options of `show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Master seed of the corpus: a number, 64 hexadecimal digits, or any text
    #[arg(long, value_name = "SEED")]
    seed: MasterSeed,

    #[command(flatten)]
    plan: PlanArgs,

    /// Index of the puzzle in the corpus, from 0
    #[arg(long, short, value_name = "N", value_parser = crate::tables::numbers::whole)]
    index: u64,

    /// Puzzles in the whole corpus; --givens-mix needs it
    #[arg(long, short = 'n', value_name = "N", value_parser = crate::tables::numbers::whole, hide_short_help = true)]
    count: Option<u64>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let plan = args.plan.plan()?;
    let task = Tasks::new(&plan, args.seed.clone(), args.count)?.task(args.index)?;
    let made =
        Generator::new(plan)?.with_clock(SYSTEM_CLOCK).make(&task).map_err(|e| e.of_puzzle(args.index))?;
    Ok(page(args.index, &made)?)
}

fn page(index: u64, made: &Generated) -> Result<()> {
    let colour = wants_colour();
    let puzzle = made.puzzle.grid();
    let drawings =
        [draw::grid(puzzle, puzzle, colour), draw::grid(&Grid::from(&made.solution), puzzle, colour)];
    print(&draw::pair(("puzzle", &drawings[0]), ("solution", &drawings[1]), COLUMNS))?;
    print(&format!("\n{puzzle}\n{}\n\n", made.solution))?;
    print(&statistics(index, made))?;
    for rated in &made.ratings {
        let Some(path) = &rated.path else { continue };
        if made.ratings.len() > 1 {
            print(&format!("\nsteps by {}:", visible(rated.rulebook().name())))?;
        }
        print(&format!("\n{}", steps::text(&Pencilmarks::new(puzzle), path, colour)))?;
    }
    Ok(())
}

/// `hard, score 584 (hodoku-2.2/2); hardest xyz_wing 180, 57 steps`.
fn rating(rated: &Rated) -> String {
    let (rating, rulebook) = (&rated.rating, rated.rulebook());
    let level = rated.level().map(|level| format!("{}, ", visible(level))).unwrap_or_default();
    let measures = measures(rating, rulebook);
    let Some(hardest) = rating.hardest else {
        let (cells, steps) = (rating.stuck_cells, rating.steps);
        let open = if rating.er_at_least.is_some() {
            format!("; past the rate budget, {measures}")
        } else {
            String::new()
        };
        return format!("not solved: {cells} empty cells after {steps} steps{open}");
    };
    format!("{level}{measures}; hardest step {hardest}, {} steps", rating.steps)
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
    let ratings = made.ratings.iter().map(|rated| ("rating", rating(rated)));
    let guesses = made.search_difficulty.map(|difficulty| {
        ("guesses", format!("{difficulty}, geometric mean over {} transforms", SearchDifficulty::TRANSFORMS))
    });
    let forms = made.forms.as_deref().map(|forms| {
        let (times, class) = (forms.automorphisms, &forms.class_id);
        let many = if times == 1 { "automorphism" } else { "automorphisms" };
        ("class", format!("{class}, {times} {many}; canonical form {}", forms.puzzle))
    });
    rows.into_iter()
        .chain(weight)
        .chain(ratings)
        .chain(guesses)
        .chain(forms)
        .map(|(name, value)| format!("{name:<12}{value}\n"))
        .collect()
}
