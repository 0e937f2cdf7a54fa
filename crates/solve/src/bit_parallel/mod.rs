//! `BitParallel`: propagates all digits of a row at once, for any shape.
//!
//! The candidates of a row are one word of cells for each digit. An operation on these lanes works on all digits:
//!
//! ```text
//! row 3 of 16x16       digit 1            digit 2            digit 3                digit 16
//! candidates           ..x.....x.......   .x..............   x...x.......x...  ...  ......x.........
//! only_single_bits     ................   .x..............   ................  ...  ......x.........    hidden singles of the row
//! fold (to boxes)      x   x              x                  x   x       x     ...      x               one box: locked candidates
//! once_and_twice       across the lanes: cells with a candidate, cells with several: naked singles
//! ```
//!
//! - Columns and boxes are sums over rows: places that occur once, and more than once. No cell is visited alone.
//! - Propagation places naked singles; if there is none, hidden singles; if there is none, it uses locked candidates.
//! - A branch assigns a candidate, or removes it. Of the cells with two candidates it takes the one at which most branches
//!   have failed (weighted degrees: F. Boussemart and others, "Boosting systematic search by weighting constraints", 2004).
//! - A dig knows the solution. Its searches prefer the known digits, and count failures of cells without their known digit
//!   four times. As soon as each open cell has its known digit as a candidate, these digits complete another solution.
//! - Searches are compiled for each instruction set, by the dispatch of the bitboard. They take the same steps with all.
//! - Boxes that are taller than wide are solved as the transposed grid.
//! - Digs of shapes up to 8x8 go eight at a time, in another layout (`side_by_side`).
//!
//! `docs/notes/shapes.md` has what was tried and rejected.
#![allow(
    clippy::inline_always,
    reason = "operations on lanes become vector instructions only where they are used"
)]
#![allow(clippy::needless_range_loop, reason = "a row is read in several tables at the same place")]
#![allow(clippy::cast_possible_truncation, reason = "cells, digits and columns are below 625")]

mod candidates;
mod dig;
mod lanes;
mod search;
#[cfg(feature = "every-shape")]
mod side_by_side;

#[cfg(feature = "every-shape")]
use super::RemovalTask;
use super::bitboard::{InstructionSet, Task};
use super::{Count, OtherSolution, OutOfNodes, Removal, Remover, Solver};
use candidates::Candidates;
use dig::Dig;
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};
use lanes::Word;
use search::Search;
#[cfg(feature = "every-shape")]
pub(crate) use side_by_side::{Complete, completer};
use std::fmt;

/// Bit-parallel solver for any shape.
///
/// The number of nodes of a search depends on the grid alone; that of a dig on the puzzle and the order.
pub struct BitParallel {
    shape: Shape,
    budget: u64,
    engine: Box<dyn Engine>,
    /// Index of each cell in the engine: its own or, if boxes are taller than wide, that of the transposed grid.
    index: Box<[u16]>,
    /// Givens of the grid in question, 0 for an empty cell.
    values: Box<[u8]>,
    dig: Dig,
    /// Digs of several puzzles at the same time, once they are asked for.
    #[cfg(feature = "every-shape")]
    digs: Option<Box<dyn side_by_side::Digs>>,
    #[cfg(feature = "every-shape")]
    isa: InstructionSet,
}

/// Searches on grids of one shape, whose boxes are not taller than wide.
trait Engine: fmt::Debug + Send {
    /// Counts the solutions of a grid up to `limit`, without those that have `excluded` (cell and digit, from 0). In
    /// `givens`, 0 is an empty cell. Returns `None` if a search needs more than `budget` nodes.
    fn count(
        &mut self,
        givens: &[u8],
        excluded: Option<(usize, usize)>,
        limit: u64,
        budget: u64,
    ) -> Option<u64>;
    /// Returns the nodes of the last count.
    fn nodes(&self) -> u64;
    /// Writes the first solution of the last count, and returns true; returns false if it found none.
    fn solution(&self, values: &mut [u8]) -> bool;
    /// Tries the givens of a puzzle until `stop_at` are left or all are tried. Returns `None` as `count` does.
    fn dig(&mut self, dig: &mut Dig, stop_at: usize, budget: u64) -> Option<()>;
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> Engine
    for Search<W, BR, BC, SIDE, L>
{
    fn count(
        &mut self,
        givens: &[u8],
        excluded: Option<(usize, usize)>,
        limit: u64,
        budget: u64,
    ) -> Option<u64> {
        let mut start = Candidates::all();
        if let Some((cell, digit)) = excluded {
            start.exclude(cell / SIDE, cell % SIDE, digit);
            if usize::from(givens[cell]) == digit + 1 {
                (self.first, self.nodes) = (None, 0);
                return Some(0);
            }
        }
        for (cell, &given) in givens.iter().enumerate() {
            if given > 0 {
                start.assign(cell / SIDE, cell % SIDE, usize::from(given) - 1);
            }
        }
        self.count(&start, limit, budget)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn solution(&self, values: &mut [u8]) -> bool {
        let Some(first) = &self.first else { return false };
        for (row, lanes) in first.rows.iter().enumerate() {
            for (digit, lane) in lanes.0.into_iter().enumerate() {
                let mut cells = lane.bits();
                while cells != 0 {
                    values[row * SIDE + cells.trailing_zeros() as usize] = digit as u8 + 1;
                    cells &= cells - 1;
                }
            }
        }
        true
    }

    fn dig(&mut self, dig: &mut Dig, stop_at: usize, budget: u64) -> Option<()> {
        self.dig(dig, stop_at, budget)
    }
}

/// Creates the engine of boxes that are not taller than wide.
fn engine(box_rows: usize, box_cols: usize, isa: InstructionSet) -> Box<dyn Engine> {
    match (box_rows, box_cols) {
        (2, 2) => Box::new(Search::<u16, 2, 2, 4, 8>::new(isa)),
        (2, 3) => Box::new(Search::<u16, 2, 3, 6, 8>::new(isa)),
        (2, 4) => Box::new(Search::<u16, 2, 4, 8, 8>::new(isa)),
        #[cfg(feature = "every-shape")]
        (box_rows, box_cols) => large_engine(box_rows, box_cols, isa),
        #[cfg(not(feature = "every-shape"))]
        _ => panic!("boxes of {box_rows}x{box_cols} need the feature every-shape"),
    }
}

/// Creates the engine of boxes that are not taller than wide, of grids from 9x9 on.
#[cfg(feature = "every-shape")]
fn large_engine(box_rows: usize, box_cols: usize, isa: InstructionSet) -> Box<dyn Engine> {
    match (box_rows, box_cols) {
        (2, 5) => Box::new(Search::<u16, 2, 5, 10, 16>::new(isa)),
        (3, 3) => Box::new(Search::<u16, 3, 3, 9, 16>::new(isa)),
        (3, 4) => Box::new(Search::<u16, 3, 4, 12, 16>::new(isa)),
        (3, 5) => Box::new(Search::<u16, 3, 5, 15, 16>::new(isa)),
        (4, 4) => Box::new(Search::<u16, 4, 4, 16, 16>::new(isa)),
        (4, 5) => Box::new(Search::<u32, 4, 5, 20, 20>::new(isa)),
        (5, 5) => Box::new(Search::<u32, 5, 5, 25, 28>::new(isa)),
        _ => unreachable!("boxes of 2 to 5 rows and columns"),
    }
}

impl BitParallel {
    /// Creates a solver for `shape`; each of its searches may visit `budget` nodes.
    pub fn new(shape: Shape, budget: u64) -> Self {
        Self::on(InstructionSet::selected(), shape, budget)
    }

    /// Creates a solver for each instruction set of this machine, the portable one first: for tests and benches.
    pub fn on_each_instruction_set(shape: Shape, budget: u64) -> Vec<Self> {
        InstructionSet::detect().into_iter().map(|isa| Self::on(isa, shape, budget)).collect()
    }

    fn on(isa: InstructionSet, shape: Shape, budget: u64) -> Self {
        let (rows, cols) = (shape.box_rows(), shape.box_cols());
        let index = |cell: Cell| {
            let (row, col) = (shape.row(cell), shape.col(cell));
            (if rows > cols { col * shape.side() + row } else { cell.index() }) as u16
        };
        Self {
            shape,
            budget,
            engine: engine(rows.min(cols), rows.max(cols), isa),
            index: shape.all_cells().map(index).collect(),
            values: vec![0; shape.cells()].into(),
            dig: Dig::default(),
            #[cfg(feature = "every-shape")]
            digs: None,
            #[cfg(feature = "every-shape")]
            isa,
        }
    }

    /// Loads a puzzle, its solution, and the givens of `order` without repetitions.
    fn start_dig(&mut self, puzzle: &Grid, solution: &Solution, order: &[Cell]) {
        assert_eq!(puzzle.shape(), self.shape, "a grid of another shape than the solver's");
        let Self { dig, index, .. } = self;
        dig.solution.resize(index.len(), 0);
        dig.given.clear();
        dig.given.resize(index.len(), false);
        dig.order.clear();
        // Here `given` marks the givens of the order, so that each enters it once.
        for &cell in order {
            let at = usize::from(index[cell.index()]);
            if puzzle.get(cell).is_some() && !dig.given[at] {
                dig.given[at] = true;
                dig.order.push(index[cell.index()]);
            }
        }
        for ((given, digit), &at) in puzzle.cells().iter().zip(solution.cells()).zip(index.iter()) {
            dig.given[usize::from(at)] = given.is_some();
            dig.solution[usize::from(at)] = digit.index() as u8;
        }
        (dig.givens, dig.tried, dig.nodes) = (puzzle.givens(), 0, 0);
    }

    fn search(
        &mut self,
        grid: &Grid,
        excluded: Option<(Cell, Digit)>,
        limit: u64,
    ) -> Result<Count, OutOfNodes> {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the solver's");
        for (&index, given) in self.index.iter().zip(grid.cells()) {
            self.values[usize::from(index)] = given.map_or(0, Digit::value);
        }
        let excluded = excluded.map(|(cell, digit)| (usize::from(self.index[cell.index()]), digit.index()));
        let solutions = self.engine.count(&self.values, excluded, limit, self.budget);
        let solutions = solutions.ok_or(OutOfNodes { budget: self.budget })?;
        Ok(Count { solutions, nodes: self.engine.nodes() })
    }
}

impl Solver for BitParallel {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        self.search(grid, None, limit)
    }

    #[cfg(feature = "every-shape")]
    fn side_by_side(&self) -> usize {
        // Without vectors of 256 bits, one puzzle after the other is as fast.
        let alone = !side_by_side::supports(self.shape) || self.isa == InstructionSet::Portable;
        if alone { 1 } else { side_by_side::GRIDS }
    }

    fn first_solution(&self) -> Option<Solution> {
        let mut values = vec![0; self.shape.cells()];
        self.engine.solution(&mut values).then(|| {
            let cells = self
                .index
                .iter()
                .map(|&index| Digit::from_index(usize::from(values[usize::from(index)]) - 1));
            Solution::from_valid(self.shape, cells.collect())
        })
    }
}

impl Remover for BitParallel {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        let count = self.search(grid, Some((cell, known)), 1)?;
        Ok(OtherSolution { found: count.solutions > 0, nodes: count.nodes })
    }

    fn remove(
        &mut self,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        stop_at: usize,
    ) -> Result<Removal, OutOfNodes> {
        self.start_dig(puzzle, solution, order);
        let done = self.engine.dig(&mut self.dig, stop_at, self.budget);
        for (cell, &index) in self.shape.all_cells().zip(&self.index) {
            if !self.dig.given[usize::from(index)] {
                puzzle.set(cell, None);
            }
        }
        let Dig { givens, tried, nodes, .. } = self.dig;
        let all_tried = tried == self.dig.order.len();
        done.map(|()| Removal { givens, checks: tried as u64, nodes, all_tried })
            .ok_or(OutOfNodes { budget: self.budget })
    }

    #[cfg(feature = "every-shape")]
    fn remove_each(&mut self, tasks: &mut [RemovalTask<'_>]) -> Vec<Result<Removal, OutOfNodes>> {
        if side_by_side::supports(self.shape) {
            return self.remove_side_by_side(tasks);
        }
        let remove = |task: &mut RemovalTask<'_>| {
            self.remove(&mut task.puzzle, task.solution, task.order, task.stop_at)
        };
        tasks.iter_mut().map(remove).collect()
    }
}

impl fmt::Debug for BitParallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BitParallel")
            .field("shape", &self.shape)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
