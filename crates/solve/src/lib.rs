//! Counts the solutions of a Sudoku grid. All solvers implement the trait [`Solver`], and all are exact.
//!
//! A solver owns its memory. Create it once and use it for many grids: a search allocates nothing. Each search may visit a
//! number of nodes, the budget of the solver; a search that needs more returns an error and never a wrong answer.
//!
//! # Does a grid have exactly one solution?
//!
//! [`Solver::solutions`] distinguishes between none, one and several solutions:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_solve::{Solutions, SolverKind};
//!
//! let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let mut grid = Grid::parse(Shape::STANDARD, text)?;
//! let mut solver = SolverKind::Bitboard.solver(Shape::STANDARD, 1_000_000);
//! let Solutions::Unique(solution) = solver.solutions(&grid)? else { panic!("not unique") };
//! assert!(solution.to_string().starts_with("417369825"));
//!
//! grid.set(Shape::STANDARD.cell(0, 0), None);
//! assert_eq!(solver.solutions(&grid)?, Solutions::Multiple);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How many solutions does it have?
//!
//! [`Solver::count`] counts up to a limit. [`SolverKind`] lists the solvers by name and knows the fastest one for a shape. A
//! search that needs more nodes than its budget returns [`OutOfNodes`]:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_solve::{SolverKind, OutOfNodes};
//!
//! let shape: Shape = "2x2".parse()?;
//! let mut solver = SolverKind::default_for(shape).solver(shape, 10_000);
//! assert_eq!(solver.count(&Grid::empty(shape), u64::MAX)?.solutions, 288);
//!
//! let mut hurried = SolverKind::Backtracking.solver(shape, 5);
//! assert_eq!(hurried.count(&Grid::empty(shape), u64::MAX), Err(OutOfNodes { budget: 5 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which givens does a puzzle need?
//!
//! [`prove`] turns a grid with exactly one solution into a puzzle. [`Remover::remove`] removes every given that the puzzle
//! does not need; if it tries all of them, the result is minimal:
//!
//! ```
//! use gridmill_board::{Cell, Grid, Shape};
//! use gridmill_solve::{SolverKind, prove};
//!
//! let shape: Shape = "2x2".parse()?;
//! let mut solver = SolverKind::DancingLinks.solver(shape, 10_000);
//! let grid = Grid::parse(shape, "123434122143432.")?;
//! let (puzzle, solution) = prove(grid, &mut *solver)?.ok_or("not unique")?;
//!
//! let mut minimal = puzzle.into_grid();
//! let order: Vec<Cell> = shape.all_cells().filter(|&cell| minimal.get(cell).is_some()).collect();
//! let removal = solver.remove(&mut minimal, &solution, &order, 0)?;
//! assert_eq!((removal.givens, removal.checks), (minimal.givens(), 15));
//! assert!(prove(minimal, &mut *solver)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solvers
//!
//! | solver | shapes | method |
//! |---|---|---|
//! | [`SolverKind::Bitboard`] | 9x9 | bit-parallel: each digit of a band is one machine word; AVX-512, AVX2 or portable code |
//! | [`SolverKind::BitParallel`] | all | bit-parallel: each row of a digit is one machine word, an operation works on all digits at once |
//! | [`SolverKind::DancingLinks`] | all | exact cover by dancing links (D. Knuth 2000) |
//! | [`SolverKind::Backtracking`] | all | candidate bit masks, singles, branches on the cell with the fewest candidates; the reference for the others |
//!
//! [`SolverKind::solver`] makes each. Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod backtracking;
mod bit_parallel;
mod bitboard;
mod box_shape;
mod dancing_links;
mod diagnosis;
mod edges;
mod minimal_puzzles;
mod removal_memory;
mod tally;

pub use backtracking::Backtracking;
pub use bit_parallel::BitParallel;
pub use bitboard::Bitboard;
#[doc(hidden)]
pub use bitboard::{force_instruction_set, instruction_sets};
#[doc(hidden)]
pub use box_shape::{in_only_shape, in_shape};
pub use dancing_links::DancingLinks;
pub use diagnosis::{Contradiction, Diagnosis, HouseName};
use gridmill_board::{Cell, Digit, Grid, Puzzle, Shape, Solution};
pub use minimal_puzzles::{EnumerationError, MinimalPuzzles, NeededGivens};
#[doc(hidden)]
pub use removal_memory::RemovalMemory;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
#[doc(hidden)]
pub use tally::{CandidateTally, TieBreaker};

/// Result of [`Solver::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// Search nodes: the root and every branch.
    pub nodes: u64,
}

/// Result of [`Remover::has_other_solution`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherSolution {
    /// True if another solution exists.
    pub found: bool,
    /// Search nodes: the root and every branch.
    pub nodes: u64,
}

/// Result of [`Remover::remove`]: the givens left, and the work done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Givens left.
    pub givens: usize,
    /// Givens decided: removed, or found to be needed.
    pub checks: u64,
    /// Search nodes visited.
    pub nodes: u64,
    /// True if every given of the order was decided.
    pub all_tried: bool,
}

/// Puzzle to remove givens from, for [`Remover::remove_each`]: the arguments of [`Remover::remove`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc(hidden)]
pub struct RemovalTask<'a> {
    /// The puzzle, which loses givens.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: &'a Solution,
    /// Givens to try, each once, in this order.
    pub order: &'a [Cell],
    /// Number of givens to stop at.
    pub stop_at: usize,
}

/// Error of a search that reached its budget of nodes without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search ran out of its budget of {budget} nodes")]
pub struct OutOfNodes {
    /// Budget of each search, in nodes.
    pub budget: u64,
}

/// Number of solutions of a grid: none, one or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solutions {
    /// No solution: the givens contradict each other.
    None,
    /// Exactly one solution: the grid is a puzzle.
    Unique(Solution),
    /// Two or more solutions.
    Multiple,
}

/// Solver that counts the solutions of a grid, exactly.
///
/// A solver of your own implements [`count`](Self::count) and [`first_solution`](Self::first_solution); the rest follows from them.
pub trait Solver: fmt::Debug + Send {
    /// Counts the solutions of `grid`, stopping at `limit`.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the solver.
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes>;

    /// Returns the first solution that the last search found, or `None` if it found none.
    fn first_solution(&self) -> Option<Solution>;

    /// Distinguishes between none, one and several solutions.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the solver, or if the solver counts a solution without keeping it.
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

    /// Lists the solutions of `grid` in ascending order of their text; `limit` of them, if there are more.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_solve::SolverKind;
    ///
    /// let grid: Grid = "1234 3412 .... ....".parse()?;
    /// let all = SolverKind::DancingLinks.solver(grid.shape(), 1000).list(&grid, 10)?;
    /// let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    /// assert_eq!(texts, ["1234341221434321", "1234341223414123", "1234341241232341", "1234341243212143"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget.
    ///
    /// # Panics
    /// As [`solutions`](Self::solutions).
    fn list(&mut self, grid: &Grid, limit: usize) -> Result<Vec<Solution>, OutOfNodes> {
        tally::list_by_counts(self, grid, limit)
    }

    /// Tells which candidates are in exactly one solution of `grid`, and which in several. A candidate in exactly one solution is a given
    /// that makes the grid a puzzle. With `limit` solutions or more the tally is empty, because which come first depends on the solver.
    ///
    /// ```
    /// use gridmill_board::{Digit, Grid};
    /// use gridmill_solve::{DancingLinks, Solver};
    ///
    /// let grid: Grid = "1234 3412 .... ....".parse()?;
    /// let tally = DancingLinks::new(grid.shape(), 1000).tally(&grid, 10)?;
    /// assert_eq!(tally.solutions, 4);
    /// // Rows 3 and 4 hold 2143 and 4321 in any of two orders of each half.
    /// assert!(tally.once.iter().all(|digits| digits.is_empty()));
    /// assert_eq!(tally.several[8].len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget.
    ///
    /// # Panics
    /// As [`solutions`](Self::solutions).
    #[doc(hidden)]
    fn tally(&mut self, grid: &Grid, limit: u64) -> Result<CandidateTally, OutOfNodes> {
        tally::by_list(self, grid, limit)
    }

    /// Returns the number of grids that [`count_each`](Self::count_each), [`solutions_each`](Self::solutions_each) and
    /// [`Remover::remove_each`] work on at the same time, or the last of them alone.
    #[doc(hidden)]
    fn side_by_side(&self) -> usize {
        1
    }

    /// Counts the solutions of several grids, as [`count`](Self::count) does of each, and returns the results in order. Some
    /// solvers work on several grids at the same time, which is faster: see [`side_by_side`](Self::side_by_side).
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver.
    #[doc(hidden)]
    fn count_each(&mut self, grids: &[Grid], limit: u64) -> Vec<Result<Count, OutOfNodes>> {
        grids.iter().map(|grid| self.count(grid, limit)).collect()
    }

    /// Distinguishes between none, one and several solutions of several grids, as [`solutions`](Self::solutions) does for each,
    /// and returns the results in order.
    ///
    /// # Panics
    /// As [`solutions`](Self::solutions).
    #[doc(hidden)]
    fn solutions_each(&mut self, grids: &[&Grid]) -> Vec<Result<Solutions, OutOfNodes>> {
        grids.iter().map(|grid| self.solutions(grid)).collect()
    }

    /// Adds the solution of each grid to `values`, cell by cell, or a 0 for each cell where there is not exactly one. The same as
    /// [`solutions_each`](Self::solutions_each), with less work where the caller needs the digits as numbers.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_solve::{BitParallel, Solver};
    ///
    /// let grids: [Grid; 2] = ["1...3.......4..1".parse()?, "1234341221.34.21".parse()?];
    /// let mut values = Vec::new();
    /// BitParallel::new(grids[0].shape(), 10_000).solve_into(&grids, &mut values)?;
    /// assert_eq!(values[..16], [0; 16]);
    /// assert_eq!(values[16..], [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget. The values of some grids are then missing.
    ///
    /// # Panics
    /// As [`solutions`](Self::solutions).
    #[doc(hidden)]
    fn solve_into(&mut self, grids: &[Grid], values: &mut Vec<u8>) -> Result<(), OutOfNodes> {
        for grid in grids {
            match self.solutions(grid)? {
                Solutions::Unique(solution) => {
                    values.extend(solution.cells().iter().map(|digit| digit.value()));
                }
                Solutions::None | Solutions::Multiple => values.resize(values.len() + grid.cells().len(), 0),
            }
        }
        Ok(())
    }
}

/// Solver that removes givens from puzzles, as digs need it. All solvers of this crate are removers.
///
/// A remover of your own implements [`has_other_solution`](Self::has_other_solution); the rest follows from it.
pub trait Remover: Solver {
    /// Checks whether a solution exists with a digit other than `known` at the empty `cell`.
    ///
    /// One search with `known` excluded decides it. This is the question of digging: if `known` is the digit of the unique
    /// solution and no other solution exists, the given can be removed. (If `cell` holds `known` as a given, no other
    /// solution exists.)
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the solver.
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes>;

    /// Tries each given of a puzzle once, in `order`, and removes it if the solution stays unique. Stops when `stop_at`
    /// givens are left. `order` lists givens, each once; `solution` is the solution of the puzzle.
    ///
    /// All solvers remove the same givens; the number of nodes depends on the solver.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget. Some givens are removed by then.
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver.
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
            let other = self.has_other_solution(puzzle, cell, solution.get(cell))?;
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

    /// Removes givens as [`remove`](Self::remove) does, until every given of the order was tried, and keeps in `memory` what it finds
    /// out about the grid, for the next removals from puzzles of the same grid. A memory of another grid is cleared first.
    ///
    /// It may end early, with `all_tried` false, as soon as more than `at_most` givens are known to stay. Else the same givens are
    /// removed. The number of nodes depends on the memory too.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget. Some givens are removed by then.
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver.
    #[doc(hidden)]
    fn remove_again(
        &mut self,
        memory: &mut RemovalMemory,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        at_most: usize,
    ) -> Result<Removal, OutOfNodes> {
        let _ = (memory, at_most);
        self.remove(puzzle, solution, order, 0)
    }

    /// Removes givens from several puzzles, as [`remove`](Self::remove) does from each, and returns the results in order.
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver.
    #[doc(hidden)]
    fn remove_each(&mut self, tasks: &mut [RemovalTask<'_>]) -> Vec<Result<Removal, OutOfNodes>> {
        let remove = |task: &mut RemovalTask<'_>| {
            self.remove(&mut task.puzzle, task.solution, task.order, task.stop_at)
        };
        tasks.iter_mut().map(remove).collect()
    }

    /// Finds the needed givens of `puzzle`: those without which it has another solution, which every minimal puzzle within it has.
    /// `solution` is the only solution of the puzzle.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    /// use gridmill_solve::SolverKind;
    ///
    /// let grid: Grid = "1234341221434321".parse()?;
    /// let puzzle: Grid = "12.434...1.3..2.".parse()?;
    /// let mut solver = SolverKind::BitParallel.solver(grid.shape(), 10_000);
    /// let needed = solver.needed_givens(&puzzle, &Solution::new(&grid)?)?;
    /// assert_eq!(needed.cells.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver.
    fn needed_givens(&mut self, puzzle: &Grid, solution: &Solution) -> Result<NeededGivens, OutOfNodes> {
        minimal_puzzles::needed_by_searches(self, puzzle, solution)
    }

    /// Enumerates as `minimal_puzzles_up_to` does, without a limit.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver, or if more than 64 givens of the puzzle
    /// are not needed.
    #[doc(hidden)]
    fn minimal_puzzles(&mut self, puzzle: &Grid, solution: &Solution) -> Result<MinimalPuzzles, OutOfNodes> {
        minimal_puzzles::all_by_searches(self, puzzle, solution)
    }

    /// Enumerates all minimal puzzles within `puzzle`: the subsets of its givens with one solution that lose it with any given.
    /// `solution` is the only solution of the puzzle. Ends with `limit` minimal puzzles if there are more; each takes some 32 bytes of
    /// memory. With the feature `minimal-puzzles`.
    ///
    /// All solvers find the same puzzles; the number of nodes depends on the solver.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    /// use gridmill_solve::SolverKind;
    ///
    /// let grid: Grid = "1234341221434321".parse()?;
    /// let solution = Solution::new(&grid)?;
    /// let mut solver = SolverKind::BitParallel.solver(grid.shape(), 10_000);
    /// let some = solver.minimal_puzzles_up_to(&grid, &solution, 10)?;
    /// assert_eq!((some.choices.len(), some.complete), (10, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EnumerationError`] if a search exceeds the budget, or if more than 64 givens of the puzzle are not needed.
    ///
    /// # Panics
    /// Panics if the shape of a grid is not that of the solver.
    #[cfg(feature = "minimal-puzzles")]
    fn minimal_puzzles_up_to(
        &mut self,
        puzzle: &Grid,
        solution: &Solution,
        limit: usize,
    ) -> Result<MinimalPuzzles, EnumerationError> {
        minimal_puzzles::by_searches(self, puzzle, solution, limit)
    }
}

/// Solvers by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SolverKind {
    /// Backtracking with candidate bit masks: any shape.
    Backtracking,
    /// Bit-parallel, by bands of digits: 9x9 with 3x3 boxes.
    Bitboard,
    /// Dancing links: any shape.
    DancingLinks,
    /// Bit-parallel, by rows of digits: any shape.
    BitParallel,
}

gridmill_board::named_values!(SolverKind {
    Backtracking "backtracking", Bitboard "bitboard", DancingLinks "dancing-links",
    BitParallel "bit-parallel",
});

impl SolverKind {
    /// Returns the solver of this name.
    ///
    /// ```
    /// use gridmill_solve::SolverKind;
    ///
    /// assert_eq!(SolverKind::from_name("bitboard"), Some(SolverKind::Bitboard));
    /// assert_eq!(SolverKind::from_name("abacus"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns true if the solver supports grids of this shape.
    #[inline]
    pub fn supports(self, shape: Shape) -> bool {
        match self {
            Self::Backtracking | Self::DancingLinks => true,
            Self::BitParallel => cfg!(feature = "every-shape") || shape.side() < Shape::STANDARD.side(),
            Self::Bitboard => shape == Shape::STANDARD,
        }
    }

    /// Returns the fastest solver for grids of this shape.
    pub fn default_for(shape: Shape) -> Self {
        let fast = if shape == Shape::STANDARD { Self::Bitboard } else { Self::BitParallel };
        if fast.supports(shape) { fast } else { Self::DancingLinks }
    }

    /// Creates a solver for `shape`; each of its searches may visit `budget` nodes.
    ///
    /// # Panics
    /// The solver panics on grids of a shape that it does not [support](Self::supports).
    pub fn solver(self, shape: Shape, budget: u64) -> Box<dyn Remover> {
        match self {
            Self::Backtracking => Box::new(Backtracking::new(shape, budget)),
            Self::Bitboard => Box::new(Bitboard::new(budget)),
            Self::DancingLinks => Box::new(DancingLinks::new(shape, budget)),
            Self::BitParallel => Box::new(BitParallel::new(shape, budget)),
        }
    }

    /// Creates the [`solver`](Self::solver) for searches whose nodes are promised, such as those of rows that a seed decides: each is one
    /// search, however long it takes.
    ///
    /// # Panics
    /// As [`solver`](Self::solver).
    #[doc(hidden)]
    pub fn solver_of_rows(self, shape: Shape, budget: u64) -> Box<dyn Remover> {
        match self {
            Self::Bitboard => Box::new(Bitboard::new(budget).without_handover()),
            other => other.solver(shape, budget),
        }
    }
}

/// Solves a grid by the fastest solver for its shape, without a budget.
///
/// The search for some grids larger than 9x9 takes very long; a [`Solver`] with a budget always ends.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_solve::{Solutions, solve};
///
/// let grid: Grid = ".... ..34 .3.. ..2.".parse()?;
/// let Solutions::Unique(solution) = solve(&grid) else { panic!("not unique") };
/// assert_eq!(solution.to_string(), "3412123423414123");
/// # Ok::<(), gridmill_board::GridError>(())
/// ```
pub fn solve(grid: &Grid) -> Solutions {
    unlimited(grid.shape()).solutions(grid).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Returns true if a grid has exactly one solution. Takes as long as [`solve`].
pub fn is_unique(grid: &Grid) -> bool {
    count_solutions(grid, 2) == 1
}

/// Counts the solutions of a grid, stopping at `limit`. Takes as long as [`solve`] for each solution.
///
/// ```
/// use gridmill_board::{Grid, Shape};
///
/// let empty = Grid::empty("2x2".parse()?);
/// assert_eq!(gridmill_solve::count_solutions(&empty, 1000), 288);
/// # Ok::<(), gridmill_board::ShapeError>(())
/// ```
pub fn count_solutions(grid: &Grid, limit: u64) -> u64 {
    let count = unlimited(grid.shape()).count(grid, limit).unwrap_or_else(|error| unreachable!("{error}"));
    count.solutions
}

/// Diagnoses a grid: its contradictions, or its solution, or two of its solutions.
pub fn diagnose(grid: &Grid) -> Diagnosis {
    Diagnosis::new(grid, &mut *unlimited(grid.shape())).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Creates the fastest solver for a shape, with a budget that no search reaches.
fn unlimited(shape: Shape) -> Box<dyn Remover> {
    SolverKind::default_for(shape).solver(shape, u64::MAX)
}

/// Solves a grid and turns it into a [`Puzzle`]. Returns `None` unless the grid has exactly one solution.
///
/// # Errors
/// [`OutOfNodes`] if the search exceeds the budget of the solver.
pub fn prove(grid: Grid, solver: &mut dyn Solver) -> Result<Option<(Puzzle, Solution)>, OutOfNodes> {
    Ok(match solver.solutions(&grid)? {
        Solutions::Unique(solution) => Some((Puzzle::from_proven(grid), solution)),
        Solutions::None | Solutions::Multiple => None,
    })
}
