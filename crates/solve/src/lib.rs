//! Counts the solutions of a Sudoku grid. Solvers behind one trait, each exact within a node budget.
//!
//! A solver owns its scratch memory and is reused: no allocation for each search.
//!
//! [`Solver::solutions`] tells no, one and several solutions apart:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_solve::{Band, Solutions, Solver};
//!
//! let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let mut grid = Grid::parse(Shape::STANDARD, text)?;
//! let mut solver = Band::new(1_000_000);
//! let Solutions::Unique(solution) = solver.solutions(&grid)? else { panic!("not unique") };
//! assert!(solution.to_string().starts_with("417369825"));
//!
//! grid.set(Shape::STANDARD.cell(0, 0), None);
//! assert_eq!(solver.solutions(&grid)?, Solutions::Multiple);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Checker`] names the solvers, and gives the fastest one for a shape. [`Solver::count`] counts up to a limit; a search
//! that needs more nodes than its budget returns [`OutOfNodes`]:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_solve::{Checker, OutOfNodes};
//!
//! let shape: Shape = "2x2".parse()?;
//! let mut solver = Checker::default_for(shape).solver(shape, 10_000);
//! assert_eq!(solver.count(&Grid::empty(shape), u64::MAX)?.solutions, 288);
//!
//! let mut hurried = Checker::Bitmask.solver(shape, 5);
//! assert_eq!(hurried.count(&Grid::empty(shape), u64::MAX), Err(OutOfNodes { budget: 5 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`prove`] makes a puzzle of a grid, and [`Solver::remove`] takes away every given that its one solution does not need:
//!
//! ```
//! use gridmill_board::{Cell, Grid, Shape};
//! use gridmill_solve::{Dlx, Solver, prove};
//!
//! let shape: Shape = "2x2".parse()?;
//! let mut solver = Dlx::new(shape, 10_000);
//! let grid = Grid::parse(shape, "123434122143432.")?;
//! let (puzzle, solution) = prove(grid, &mut solver)?.ok_or("not unique")?;
//!
//! let mut minimal = puzzle.into_grid();
//! let order: Vec<Cell> = shape.all_cells().filter(|&cell| minimal.get(cell).is_some()).collect();
//! let removal = solver.remove(&mut minimal, &solution, &order, 0)?;
//! assert_eq!((removal.givens, removal.checks), (minimal.givens(), 15));
//! assert!(prove(minimal, &mut solver)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | solver | shapes | method |
//! |---|---|---|
//! | [`Band`] | 9x9 | bit-parallel: bands of one digit as machine words, on the best instruction set of the machine |
//! | [`Dlx`] | all | exact cover by dancing links (D. Knuth 2000) |
//! | [`Backtrack`] | all | candidate bit masks, singles, the cell with the fewest candidates; the others are tested against it |

mod backtrack;
mod bitboard;
mod dlx;

pub use backtrack::{Backtrack, Choose};
pub use bitboard::{Band, force_instruction_set, instruction_sets};
pub use dlx::Dlx;
use gridmill_board::{Cell, Digit, Grid, Puzzle, Shape, Solution};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a count found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Solutions found, at most the limit asked for.
    pub solutions: u64,
    /// Search nodes: the root and every guess tried.
    pub nodes: u64,
}

/// The answer to the digging question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Differs {
    /// Whether another solution exists.
    pub found: bool,
    /// Search nodes: the root and every guess tried.
    pub nodes: u64,
}

/// What became of a puzzle from which givens were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Givens that are left.
    pub givens: usize,
    /// Givens that were decided: taken away, or shown to be needed.
    pub checks: u64,
    /// Search nodes that this took.
    pub nodes: u64,
    /// Whether every given of the order was decided.
    pub all_tried: bool,
}

/// A search that hit its node budget before it knew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search ran out of its budget of {budget} nodes")]
pub struct OutOfNodes {
    /// The budget.
    pub budget: u64,
}

/// How many solutions a grid has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solutions {
    /// None: the givens contradict each other.
    None,
    /// Exactly one: a puzzle.
    Unique(Solution),
    /// Two or more.
    Multiple,
}

/// A uniqueness checker.
pub trait Solver: fmt::Debug + Send {
    /// Counts the solutions of `grid`, stopping at `limit`.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the budget does not suffice.
    ///
    /// # Panics
    /// If the grid is of another shape than the solver.
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes>;

    /// The first solution that the last search met, `None` if it met none.
    fn first_solution(&self) -> Option<Solution>;

    /// The digging question: given that `known` at the empty `cell` leads to a solution, is there another one,
    /// with a different digit there? One search that forbids `known` answers it. (Where `known` is a given, there is
    /// none.)
    ///
    /// # Errors
    /// [`OutOfNodes`] if the budget does not suffice.
    ///
    /// # Panics
    /// If the grid is of another shape than the solver.
    fn differs(&mut self, grid: &Grid, cell: Cell, known: Digit) -> Result<Differs, OutOfNodes>;

    /// Tries each given of a puzzle once in `order`, and takes it away where one solution remains, until `stop_at` givens
    /// are left. `order` names givens, each once; `solution` is the puzzle's.
    ///
    /// What is left is the same for all solvers; the nodes are each solver's own.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the budget does not suffice for a search; some givens are gone then.
    ///
    /// # Panics
    /// If a grid is of another shape than the solver.
    fn remove(
        &mut self,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        stop_at: usize,
    ) -> Result<Removal, OutOfNodes> {
        let mut removal = Removal { givens: puzzle.givens(), checks: 0, nodes: 0, all_tried: false };
        for &cell in order {
            let Some(given) = puzzle.get(cell) else { continue };
            if removal.givens <= stop_at {
                return Ok(removal);
            }
            puzzle.set(cell, None);
            let other = self.differs(puzzle, cell, solution.get(cell))?;
            removal.checks += 1;
            removal.nodes += other.nodes;
            if other.found {
                puzzle.set(cell, Some(given));
            } else {
                removal.givens -= 1;
            }
        }
        Ok(Removal { all_tried: true, ..removal })
    }

    /// Tells none, one and several solutions apart.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the budget does not suffice.
    ///
    /// # Panics
    /// If the grid is of another shape than the solver, or if the solver counts a solution that it does not keep.
    fn solutions(&mut self, grid: &Grid) -> Result<Solutions, OutOfNodes> {
        Ok(match self.count(grid, 2)?.solutions {
            0 => Solutions::None,
            1 => match self.first_solution() {
                Some(solution) => Solutions::Unique(solution),
                None => panic!("{self:?} counted a solution of {grid} and did not keep it"),
            },
            _ => Solutions::Multiple,
        })
    }
}

/// The uniqueness checkers by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checker {
    /// [`Backtrack`]: any shape.
    Bitmask,
    /// [`Band`]: 9x9 with 3x3 boxes.
    Band,
    /// [`Dlx`]: any shape.
    Dlx,
}

impl Checker {
    /// All checkers, in the order in which help lists them.
    pub const ALL: [Self; 3] = [Self::Bitmask, Self::Band, Self::Dlx];

    /// The name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bitmask => "bitmask",
            Self::Band => "band",
            Self::Dlx => "dlx",
        }
    }

    /// Whether the checker knows grids of this shape.
    #[inline]
    pub fn supports(self, shape: Shape) -> bool {
        match self {
            Self::Bitmask | Self::Dlx => true,
            Self::Band => shape == Shape::STANDARD,
        }
    }

    /// The fastest checker for grids of this shape.
    pub fn default_for(shape: Shape) -> Self {
        if shape == Shape::STANDARD { Self::Band } else { Self::Dlx }
    }

    /// A solver for `shape` whose every search may visit `budget` nodes.
    ///
    /// # Panics
    /// The solver panics on grids of a shape that the checker does not [support](Self::supports).
    pub fn solver(self, shape: Shape, budget: u64) -> Box<dyn Solver> {
        match self {
            Self::Bitmask => Box::new(Backtrack::new(shape, budget)),
            Self::Band => Box::new(Band::new(budget)),
            Self::Dlx => Box::new(Dlx::new(shape, budget)),
        }
    }
}

/// Makes a [`Puzzle`] of a grid by solving it; `None` unless it has exactly one solution.
///
/// # Errors
/// [`OutOfNodes`] if the solver's budget does not suffice.
pub fn prove(grid: Grid, solver: &mut dyn Solver) -> Result<Option<(Puzzle, Solution)>, OutOfNodes> {
    Ok(match solver.solutions(&grid)? {
        Solutions::Unique(solution) => Some((Puzzle::from_proven(grid), solution)),
        Solutions::None | Solutions::Multiple => None,
    })
}
