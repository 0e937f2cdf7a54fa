//! Kinds of puzzles to generate, and the way of the `sudoku` crate to make the same.

use anyhow::{Result, ensure};
use gridmill::{
    board::{Cell, Grid, Shape, Symmetry},
    generate::{Budgets, Dig, DigMode, DigOptions, Effort, Fill, Generated, Givens, Plan, is_minimal, random},
    solve::{Remover, Solutions, SolverKind},
};
use rand_pcg::Pcg64;
use sudoku::Sudoku;

/// One way to generate.
pub struct Mode {
    /// The options of `gridmill generate` that mean it.
    pub options: &'static str,
    pub fill: Fill,
    pub dig: DigMode,
    pub givens: Givens,
    pub symmetry: Symmetry,
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

const fn mode(options: &'static str, dig: DigMode, givens: Givens, block: u64) -> Mode {
    Mode { options, fill: Fill::Uniform, dig, givens, symmetry: Symmetry::None, block, peer: None }
}

const fn target(options: &'static str, givens: usize, block: u64) -> Mode {
    mode(options, DigMode::TopDown, Givens::Range(givens, givens), block)
}

const fn walk(options: &'static str, givens: usize, block: u64) -> Mode {
    mode(options, DigMode::Walk, Givens::Range(givens, givens), block)
}

/// All modes, in the order of the report. A block is long enough that its mean says something, and the report done in minutes.
pub const MODES: [Mode; 20] = [
    Mode { peer: Some(Peer::Minimal), ..mode("(minimal)", DigMode::TopDown, Givens::Minimal, 1000) },
    Mode { peer: Some(Peer::Target(46)), ..target("--givens 46", 46, 4000) },
    target("--givens 40", 40, 3000),
    Mode { peer: Some(Peer::Target(36)), ..target("--givens 36", 36, 3000) },
    target("--givens 32", 32, 2000),
    target("--givens 30", 30, 2000),
    target("--givens 28", 28, 1500),
    target("--givens 26", 26, 1000),
    target("--givens 24", 24, 500),
    target("--givens 22", 22, 60),
    walk("--dig walk --givens 21", 21, 50),
    walk("--dig walk --givens 20", 20, 40),
    walk("--dig walk --givens 19", 19, 20),
    Mode { fill: Fill::Selected, ..walk("--dig walk --givens 19 --fill selected", 19, 40) },
    Mode {
        fill: Fill::Selected,
        ..walk("--dig walk --givens 18 --fill selected --attempts 1000000000", 18, 2)
    },
    Mode { symmetry: Symmetry::Rot180, ..mode("--symmetry rot180", DigMode::TopDown, Givens::Minimal, 500) },
    mode("--dig bottom-up", DigMode::BottomUp, Givens::Minimal, 500),
    mode("--dig controlled-bias", DigMode::ControlledBias, Givens::Minimal, 4),
    mode("--dig weighted", DigMode::Weighted, Givens::Minimal, 200),
    mode("--dig enumerated", DigMode::Enumerated, Givens::Minimal, 100),
];

impl Mode {
    pub fn plan(&self) -> Plan {
        let Self { fill, dig: mode, givens, symmetry, .. } = *self;
        let mut options = DigOptions::new(mode);
        (options.givens, options.symmetry) = (givens, symmetry);
        let dig = Dig::try_from(options).expect("options that go together");
        // What a walk to 18 givens needs.
        let attempts =
            if givens == Givens::Range(18, 18) { 1_000_000_000 } else { mode.facts().default_attempts };
        Plan::default().with_fill(fill).with_dig(dig).with_attempts(attempts)
    }

    /// Errors unless the puzzle is what was asked for, by a checker that took no part in it.
    pub fn check(&self, made: &Generated) -> Result<()> {
        let grid = made.puzzle.grid();
        ensure!(
            is_puzzle(grid, Some(made.solution.cells().iter().map(|digit| digit.value())))?,
            "{grid}: not a puzzle"
        );
        ensure!(grid.givens() == made.givens, "{grid}: {} givens counted", made.givens);
        match self.givens {
            Givens::Range(fewest, most) => {
                ensure!((fewest..=most).contains(&made.givens), "{grid}: {} givens", made.givens);
            }
            Givens::Minimal if self.symmetry == Symmetry::None => {
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
        let symmetric =
            self.symmetry == Symmetry::None || self.symmetry.orbits(Shape::STANDARD).iter().all(halves);
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
