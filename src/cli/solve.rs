//! `gridmill solve`: solves one puzzle, or lists the steps of a person.

use super::{
    draw::{self, Drawing},
    print,
    rating::rate_budget,
};
use crate::{
    board::{Grid, Shape},
    corpus::read_rulebook,
    error::{Error, Result},
    escape::visible,
    generate,
    pipeline::Plan,
    rate::{Family, Pencilmarks, Rater, Rating, Rulebook, Step},
    solve::{Solutions, SolverKind},
};
use std::io::{IsTerminal, stdout};

/// Options of `solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The puzzle, row by row; ., 0, _ or * for an empty cell
    puzzle: String,

    /// Box rows x box columns
    #[arg(long = "box", value_name = "RxC", default_value_t = Shape::STANDARD)]
    shape: Shape,

    /// Tell each step that a person would take
    #[arg(long)]
    steps: bool,

    /// Techniques and their order: hodoku, se, or a file
    #[arg(long, value_name = "RULEBOOK", default_value = "hodoku", requires = "steps")]
    rulebook: String,

    /// Work that the chains of se may take, in nodes (candidates that follow from an assumption)
    #[arg(long, value_name = "NODES", default_value_t = Rater::BUDGET, value_parser = rate_budget, requires = "steps")]
    rate_budget: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let puzzle = Grid::parse(args.shape, args.puzzle.trim())
        .map_err(|error| Error::Option(format!("the puzzle: {error}")))?;
    let colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if !args.steps {
        return Ok(print(&solution(&puzzle, colour)?)?);
    }
    if args.shape != Shape::STANDARD {
        let problem = format!("--steps knows 9x9 grids with 3x3 boxes alone, not {}", args.shape);
        return Err(Error::Option(problem).into());
    }
    let rulebook = read_rulebook(&args.rulebook)?;
    Ok(print(&path(&puzzle, Rater::new(&rulebook).with_budget(args.rate_budget), colour))?)
}

/// Draws the puzzle beside its solution, or states the number of solutions.
fn solution(puzzle: &Grid, colour: bool) -> Result<String> {
    let shape = puzzle.shape();
    let mut solver = SolverKind::default_for(shape).solver(shape, Plan::NODE_BUDGET);
    let solutions = solver.solutions(puzzle).map_err(|source| {
        let advice = "fill in more cells first";
        let doing = format!("solving a {shape} grid");
        Error::from(generate::Error::OutOfNodes { doing, source, advice })
    })?;
    let drawing = |grid: &Grid| draw::grid(grid, puzzle, colour);
    Ok(match solutions {
        Solutions::Unique(solution) => {
            let [left, right] = [drawing(puzzle), drawing(&Grid::from(&solution))];
            draw::pair(("puzzle", &left), ("solution", &right), COLUMNS) + &format!("\n{solution}\n")
        }
        Solutions::None => page(&drawing(puzzle)) + "no solution: the givens contradict each other\n",
        Solutions::Multiple => page(&drawing(puzzle)) + "several solutions: this is no puzzle yet\n",
    })
}

/// Columns of a terminal whose width is not known.
const COLUMNS: usize = 80;

fn page(drawing: &Drawing) -> String {
    drawing.lines.join("\n") + "\n"
}

/// Describes every step; steps harder than a single come with the pencilmarks before them.
fn path(puzzle: &Grid, mut rater: Rater, colour: bool) -> String {
    let mut text = page(&draw::grid(puzzle, puzzle, colour));
    let mut marks = Pencilmarks::new(puzzle);
    let mut steps = 0;
    let rating = rater.trace(&mut marks, |before, step| {
        steps += 1;
        let single = step.technique.family() == Family::Singles;
        if !single {
            text += &format!("\n{}", page(&draw::pencilmarks(before, Some(step), colour)));
        }
        text += &format!("{steps:>3}  {step}\n");
        if !single {
            text.push('\n');
        }
    });
    if !rating.solved {
        text += &format!("\n{}", page(&draw::pencilmarks(&marks, None::<&Step>, colour)));
    }
    text + &closing(&rating, rater.rulebook())
}

fn closing(rating: &Rating, rulebook: &Rulebook) -> String {
    let shown = |rating: Option<u16>| rating.map_or("-".to_owned(), |rating| rulebook.shown(rating));
    let end = match (rating.level, rating.er_at_least) {
        (Some(level), _) => format!("solved, {}", visible(&rulebook.levels()[usize::from(level)].name)),
        (None, _) if rating.solved => "solved".to_owned(),
        (None, Some(er)) => {
            let er = rulebook.shown(er);
            format!("past the rate budget, ER {er} at least, with {} empty cells", rating.stuck_cells)
        }
        (None, None) => format!("stuck with {} empty cells", rating.stuck_cells),
    };
    let score = rating.score.map_or(String::new(), |score| format!(", score {}", f64::from(score) / 10.0));
    let (er, ep, ed) = (shown(rating.er), shown(rating.ep), shown(rating.ed));
    format!(
        "\n{end} in {} steps{score}; ER {er}, EP {ep}, ED {ed} ({})\n",
        rating.steps,
        visible(rulebook.scale())
    )
}
