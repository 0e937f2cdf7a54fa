//! Kinds of puzzles to generate, and the way of the `sudoku` crate to make the same.

use anyhow::{Result, ensure};
use gridmill::{
    board::{Cell, Grid, Shape, Symmetry},
    corpus::{JobOptions, OptionValue},
    generate::{Budgets, Effort, Generated, Givens, Plan, is_minimal, random},
    solve::{Remover, Solutions, SolverKind},
};
use rand_pcg::Pcg64;
use sudoku::Sudoku;

/// One way to generate.
pub struct Mode {
    /// The options of `gridmill generate` that mean it.
    pub options: &'static str,
    /// Puzzles of one block.
    pub block: u64,
    pub peer: Option<Peer>,
}

/// Way of the crate to the same kind of puzzle.
#[derive(Clone, Copy)]
pub enum Peer {
    /// `generate_from(generate_solved())`.
    Minimal,
    /// `generate_solved()`, then givens in random order, each away if `solutions_count_up_to(2)` is 1, until this number is
    /// left.
    Target(usize),
}

const fn mode(options: &'static str, block: u64) -> Mode {
    Mode { options, block, peer: None }
}

/// All modes, in the order of the report. A block is long enough that its mean says something, and the report done in minutes.
pub const MODES: [Mode; 20] = [
    Mode { peer: Some(Peer::Minimal), ..mode("(minimal)", 1000) },
    Mode { peer: Some(Peer::Target(46)), ..mode("--givens 46", 4000) },
    mode("--givens 40", 3000),
    Mode { peer: Some(Peer::Target(36)), ..mode("--givens 36", 3000) },
    mode("--givens 32", 2000),
    mode("--givens 30", 2000),
    mode("--givens 28", 1500),
    mode("--givens 26", 1000),
    mode("--givens 24", 500),
    mode("--givens 22", 60),
    mode("--dig walk --givens 21", 50),
    mode("--dig walk --givens 20", 40),
    mode("--dig walk --givens 19", 20),
    mode("--dig walk --givens 19 --fill selected", 40),
    mode("--dig walk --givens 18 --fill selected --attempts 1000000000", 2),
    mode("--symmetry rot180", 500),
    mode("--dig bottom-up", 500),
    mode("--dig controlled-bias", 4),
    mode("--dig weighted", 200),
    mode("--dig enumerated", 100),
];

impl Mode {
    pub fn plan(&self) -> Result<Plan> {
        let words: Vec<&str> = self.options.split(' ').filter(|word| *word != "(minimal)").collect();
        let mut options = JobOptions::default();
        for option in words.chunks(2) {
            let value = OptionValue::Text(option[1].to_owned());
            options.set(option[0].trim_start_matches('-'), &value).map_err(anyhow::Error::msg)?;
        }
        Ok(options.plan()?)
    }

    /// Errors unless the puzzle is what was asked for, by a checker that took no part in it.
    pub fn check(&self, made: &Generated) -> Result<()> {
        let (grid, dig) = (made.puzzle.grid(), self.plan()?.dig);
        let (givens, symmetry) = (dig.options().givens, dig.options().symmetry);
        ensure!(
            is_puzzle(grid, Some(made.solution.cells().iter().map(|digit| digit.value())))?,
            "{grid}: not a puzzle"
        );
        ensure!(grid.givens() == made.givens, "{grid}: {} givens counted", made.givens);
        match givens {
            Givens::Range(fewest, most) => {
                ensure!((fewest..=most).contains(&made.givens), "{grid}: {} givens", made.givens);
            }
            Givens::Minimal if symmetry == Symmetry::None => {
                ensure!(made.minimal == Some(true), "{grid}: not known to be minimal");
            }
            Givens::Minimal => {
                ensure!(made.orbit_minimal == Some(true), "{grid}: not known to be minimal in orbits");
            }
        }
        if made.minimal == Some(true) {
            ensure!(is_minimal(grid, &mut *judge(), &mut Effort::default())?, "{grid}: not minimal");
        }
        let halves = |orbit: &Vec<Cell>| {
            orbit.iter().all(|&cell| grid.get(cell).is_some() == grid.get(orbit[0]).is_some())
        };
        let symmetric = symmetry == Symmetry::None || symmetry.orbits(Shape::STANDARD).iter().all(halves);
        ensure!(symmetric, "{grid}: not symmetric");
        Ok(())
    }
}

impl Peer {
    /// A puzzle of the crate's.
    pub fn make(self, rng: &mut Pcg64) -> Sudoku {
        match self {
            Self::Minimal => Sudoku::generate_from(Sudoku::generate_solved()),
            Self::Target(givens) => dig(givens, rng),
        }
    }

    /// Errors unless the puzzle is what was asked for.
    pub fn check(self, made: Sudoku) -> Result<()> {
        let grid = Grid::parse(Shape::STANDARD, &made.to_str_line())?;
        ensure!(is_puzzle(&grid, None::<[u8; 0]>)?, "{grid}: not a puzzle");
        match self {
            Self::Minimal => {
                ensure!(is_minimal(&grid, &mut *judge(), &mut Effort::default())?, "{grid}: not minimal");
            }
            Self::Target(givens) => ensure!(grid.givens() >= givens, "{grid}: {} givens", grid.givens()),
        }
        Ok(())
    }
}

/// The classical dig with the crate's checks. Where givens run out before the target is met, what is left counts as made.
fn dig(givens: usize, rng: &mut Pcg64) -> Sudoku {
    let mut left = Sudoku::generate_solved();
    let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
    random::shuffle(rng, &mut order);
    let mut count = 81;
    for cell in order {
        if count <= givens {
            break;
        }
        let mut cells = left.to_bytes();
        cells[cell] = 0;
        let without = Sudoku::from_bytes(cells).expect("digits from 0 to 9");
        if without.solutions_count_up_to(2) == 1 {
            left = without;
            count -= 1;
        }
    }
    left
}

/// Returns true if a grid has one solution: this one, if one is given.
fn is_puzzle(grid: &Grid, solution: Option<impl IntoIterator<Item = u8>>) -> Result<bool> {
    let found = judge().solutions(grid)?;
    Ok(match (found, solution) {
        (Solutions::Unique(found), Some(solution)) => {
            found.cells().iter().map(|digit| digit.value()).eq(solution)
        }
        (Solutions::Unique(_), None) => true,
        _ => false,
    })
}

/// Of the checkers, one that makes none of the puzzles.
fn judge() -> Box<dyn Remover> {
    SolverKind::DancingLinks.solver(Shape::STANDARD, Budgets::DEFAULT.nodes)
}
