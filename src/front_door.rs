//! Functions for the common cases, without solvers, budgets, plans or threads to choose.

use crate::{
    board::{Grid, Puzzle, Shape},
    generate::{Generator, MasterSeed, Plan, RatingPlan, Tasks},
    hints::{Help, Helper, State},
    rate::{Pencilmarks, Rater, Rating, Rulebook},
    solve::{Solutions, solve},
};

/// Reason why a grid is not rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// It is of another shape.
    #[error("the grid is not 9x9; ratings are for 9x9 puzzles")]
    OtherShape,
    /// It has no solution.
    #[error("the grid has no solution; ratings are for grids with exactly one")]
    NoSolution,
    /// It has several solutions.
    #[error("the grid has several solutions; ratings are for grids with exactly one")]
    SeveralSolutions,
}

/// Rates a 9x9 puzzle by the scale of the Sudoku Explainer.
///
/// [`Rater`] rates by other rulebooks, and returns the steps.
///
/// # Errors
/// [`RateError`] if the grid is not 9x9 or has not exactly one solution.
///
/// ```
/// use gridmill::board::Grid;
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(gridmill::rate(&grid)?.er.map(f64::from), Some(1.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(grid: &Grid) -> Result<Rating, RateError> {
    check(grid)?;
    Ok(Rater::new(Rulebook::se()).rate(&mut Pencilmarks::new(grid)))
}

/// Generates minimal 9x9 puzzles without end. They are the rows of the corpus with this seed:
/// `gridmill generate --seed SEED`.
///
/// [`Plan`] has other sizes, numbers of givens, symmetries and ways to dig, and `corpus::Workers` use all cores.
///
/// ```
/// let puzzles: Vec<_> = gridmill::generate(42).take(10).collect();
/// assert!(puzzles.iter().all(|puzzle| gridmill::solve::is_unique(puzzle.grid())));
/// ```
///
/// # Panics
/// The iterator panics if a puzzle takes more work than the default plan allows. No seed is known that does.
pub fn generate(seed: u64) -> impl Iterator<Item = Puzzle> {
    let (plan, seed) = (Plan::default(), MasterSeed::from(seed));
    let tasks = Tasks::new(&plan, seed, None).unwrap_or_else(|error| fails(&error));
    let generator = Generator::new(plan).unwrap_or_else(|error| fails(&error));
    puzzles(tasks, generator)
}

/// Generates minimal 9x9 puzzles of a level without end: `easy`, `medium`, `hard`, `unfair` or `extreme`, by the rulebook of HoDoKu.
/// They are the rows of the corpus with this seed: `gridmill generate --seed SEED --level LEVEL`.
///
/// A puzzle takes milliseconds; of the level `extreme`, some tens of them.
///
/// ```
/// let hard = gridmill::generate_level(42, "hard")?.next().expect("without end");
/// assert!(gridmill::solve::is_unique(hard.grid()));
/// # Ok::<(), gridmill::generate::Error>(())
/// ```
///
/// # Errors
/// [`Error::Option`](crate::generate::Error::Option) for a level that is none of these.
///
/// # Panics
/// The iterator panics if 100,000 digs in a row give no puzzle of the level. No seed is known for which they do.
pub fn generate_level(
    seed: u64,
    level: &str,
) -> crate::generate::Result<impl Iterator<Item = Puzzle> + use<>> {
    let rating = RatingPlan::by([Rulebook::hodoku().clone()]).with_level(level);
    let plan = Plan::default().with_rating(rating);
    let tasks = Tasks::new(&plan, MasterSeed::from(seed), None)?;
    Ok(puzzles(tasks, Generator::new(plan)?))
}

/// Answers what to do next in a puzzle, and what is wrong with it, for any state of play: by the rulebook of HoDoKu, and by `basic` for
/// grids smaller than 9x9.
///
/// [`Helper`] keeps its memory from state to state, goes by other rulebooks, and returns all steps.
///
/// ```
/// use gridmill::{board::Grid, hints::Status, rate::Technique};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let help = gridmill::hint(&grid);
/// assert_eq!(help.status, Status::Unique);
/// assert_eq!(help.next.expect("a step").technique, Technique::NakedSingle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(state: impl Into<State>) -> Help {
    Helper::new(Rulebook::hodoku()).help(&state.into())
}

/// Checks that a grid is a 9x9 puzzle.
fn check(grid: &Grid) -> Result<(), RateError> {
    if grid.shape() != Shape::STANDARD {
        return Err(RateError::OtherShape);
    }
    match solve(grid) {
        Solutions::Unique(_) => Ok(()),
        Solutions::None => Err(RateError::NoSolution),
        Solutions::Multiple => Err(RateError::SeveralSolutions),
    }
}

/// Makes the puzzles of tasks, from the first on.
fn puzzles(tasks: Tasks, mut generator: Generator) -> impl Iterator<Item = Puzzle> {
    (0..).map(move |index| {
        let made = tasks.task(index).and_then(|task| generator.make(&task));
        made.unwrap_or_else(|error| fails(&error)).puzzle
    })
}

fn fails(error: &crate::generate::Error) -> ! {
    panic!("the default plan cannot be met: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hints::Status;

    /// The first row that the README shows.
    #[test]
    fn puzzles_are_the_rows_of_the_corpus() {
        let expected = "2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1..";
        assert_eq!(generate(42).next().unwrap().to_string(), expected);
    }

    #[test]
    fn puzzles_of_a_level_have_that_level() {
        for level in ["easy", "medium", "hard", "unfair", "extreme"] {
            for puzzle in generate_level(7, level).unwrap().take(3) {
                let rating = Rater::new(Rulebook::hodoku()).rate(&mut Pencilmarks::new(puzzle.grid()));
                assert_eq!(rating.level.as_deref(), Some(level));
            }
        }
        let refused = generate_level(7, "expert").err().unwrap().to_string();
        assert!(refused.contains("easy, medium, hard, unfair, extreme"), "{refused}");
    }

    #[test]
    fn hints_are_for_any_state() {
        let puzzle = generate(42).next().unwrap();
        assert!(hint(puzzle.grid()).next.is_some());
        let empty = hint(".".repeat(81).parse::<Grid>().unwrap());
        assert!(empty.status == Status::Multiple && empty.solutions.len() == 2);
    }

    #[test]
    fn grids_that_cannot_be_rated_are_refused() {
        let problem = |text: &str| rate(&text.parse().unwrap()).unwrap_err().to_string();
        assert!(problem(&".".repeat(16)).contains("9x9"));
        assert!(problem(&".".repeat(81)).contains("several solutions"));
        assert!(problem(&format!("11{}", ".".repeat(79))).contains("no solution"));
    }
}
