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

mod lanes;
#[cfg(feature = "every-shape")]
mod side_by_side;

#[cfg(feature = "every-shape")]
use crate::RemovalTask;
use crate::{
    Count, OtherSolution, OutOfNodes, Removal, Remover, Solver,
    bitboard::{InstructionSet, Task},
};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};
use lanes::{Candidates, Lanes, Word};
#[cfg(feature = "every-shape")]
pub(crate) use side_by_side::{Complete, completer};
use std::fmt;

/// Bit-parallel solver for any shape.
///
/// The number of nodes of a search depends on the grid alone; that of a dig on the puzzle and the order.
#[doc(hidden)]
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

gridmill_board::debug_of_fields!(BitParallel: shape, budget);

// Searches: count the solutions of a grid, or show a solution other than a known one.

/// A candidate to branch on: assigned first, removed second.
#[derive(Clone, Copy, Debug)]
struct Branch {
    row: usize,
    col: usize,
    digit: usize,
}

/// Question to a search. All questions share one search, because it is compiled for each shape and instruction set.
#[derive(Clone, Copy)]
enum Question<'a, W, const SIDE: usize, const L: usize> {
    /// Counts solutions, up to a limit.
    Count { limit: u64 },
    /// Looks for a solution other than the known one. As soon as each open cell has its known digit as a candidate, there is.
    Other { known: &'a [Lanes<W, L>; SIDE] },
    /// Propagates, without branching.
    Propagate,
}

/// Arguments of [`Search::answer`].
struct SearchTask<'a, W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    search: &'a mut Search<W, BR, BC, SIDE, L>,
    start: &'a Candidates<W, BR, BC, SIDE, L>,
    question: Question<'a, W, SIDE, L>,
    budget: u64,
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> Task
    for SearchTask<'_, W, BR, BC, SIDE, L>
{
    type Output = Option<u64>;
    const AVX512: bool = Lanes::<W, L>::FILL_A_REGISTER;
    #[inline(always)]
    fn run(self) -> Option<u64> {
        self.search.answer(self.start, self.question, self.budget)
    }
}

/// State to go back to, and the cell that was branched on before it.
#[derive(Debug)]
struct Saved<W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    state: Candidates<W, BR, BC, SIDE, L>,
    cell: usize,
}

/// Memory of a search.
#[derive(Debug)]
struct Search<W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    isa: InstructionSet,
    /// State at work: in memory, because the compiler would split a local one into words.
    state: Candidates<W, BR, BC, SIDE, L>,
    /// Cell that was branched on before it.
    cell: usize,
    /// Backtrack stack, the next state last.
    stack: Vec<Saved<W, BR, BC, SIDE, L>>,
    /// Contradictions after a branch on each cell: cells that failed often are branched on first.
    failures: [[u32; SIDE]; SIDE],
    /// First solution of the last count.
    first: Option<Candidates<W, BR, BC, SIDE, L>>,
    nodes: u64,
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Search<W, BR, BC, SIDE, L>
{
    fn new(isa: InstructionSet) -> Self {
        let stack = Vec::with_capacity(SIDE * SIDE);
        let failures = [[0; SIDE]; SIDE];
        Self { isa, state: Candidates::all(), cell: 0, stack, failures, first: None, nodes: 0 }
    }

    /// Forgets the failures of earlier searches, so that a result depends on nothing but its question.
    fn forget(&mut self) {
        self.failures = [[0; SIDE]; SIDE];
    }

    /// Counts the solutions of `start`, up to `limit`. Returns `None` if that needs more than `budget` nodes.
    fn count(&mut self, start: &Candidates<W, BR, BC, SIDE, L>, limit: u64, budget: u64) -> Option<u64> {
        self.forget();
        self.first = None;
        self.ask(start, Question::Count { limit }, budget)
    }

    /// Checks whether `start` has a solution other than `known`. Returns `None` if that needs more than `budget` nodes.
    fn has_other(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        known: &[Lanes<W, L>; SIDE],
        budget: u64,
    ) -> Option<bool> {
        self.ask(start, Question::Other { known }, budget).map(|found| found > 0)
    }

    /// Propagates `start`, which has a solution, without branching.
    fn propagated(&mut self, start: &Candidates<W, BR, BC, SIDE, L>) -> Candidates<W, BR, BC, SIDE, L> {
        let consistent = self.ask(start, Question::Propagate, u64::MAX);
        debug_assert_eq!(consistent, Some(1), "the known solution remains");
        self.state
    }

    fn ask(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        question: Question<'_, W, SIDE, L>,
        budget: u64,
    ) -> Option<u64> {
        self.isa.run_task(SearchTask { search: self, start, question, budget })
    }

    /// Answers a question: the number of solutions that it found. Returns `None` if that needs more than `budget` nodes.
    #[inline(always)]
    fn answer(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        question: Question<'_, W, SIDE, L>,
        budget: u64,
    ) -> Option<u64> {
        self.start(start);
        let limit = if let Question::Count { limit } = question { limit } else { 1 };
        let mut found = 0;
        while found < limit && self.settle(budget)? {
            let mut displaced = [W::ZERO; SIDE];
            match question {
                Question::Propagate => return Some(1),
                Question::Count { .. } if self.state.is_solved() => {
                    self.first.get_or_insert(self.state);
                    found += 1;
                    if self.restore() {
                        continue;
                    }
                    break;
                }
                Question::Count { .. } => {}
                Question::Other { known } => {
                    displaced = self.state.displaced(known);
                    if displaced.iter().fold(W::ZERO, |any, &cells| any | cells) == W::ZERO {
                        return Some(1);
                    }
                }
            }
            let mut branch = self.state.branch(&displaced, &self.failures);
            if let Question::Other { known } = question {
                branch = branch.toward(known, &self.state);
            }
            self.push(branch);
        }
        Some(found)
    }

    #[inline(always)]
    fn start(&mut self, start: &Candidates<W, BR, BC, SIDE, L>) {
        self.nodes = 0;
        self.stack.clear();
        (self.state, self.cell) = (*start, 0);
    }

    /// Propagates the state, or else saved states until one is no contradiction. Returns true if there is one, and `None`
    /// beyond the budget.
    #[inline(always)]
    fn settle(&mut self, budget: u64) -> Option<bool> {
        loop {
            if self.nodes == budget {
                return None;
            }
            self.nodes += 1;
            if self.state.propagate().is_ok() {
                return Some(true);
            }
            self.failures[self.cell / SIDE][self.cell % SIDE] += 1;
            if !self.restore() {
                return Some(false);
            }
        }
    }

    /// Goes back to the last saved state. Returns false if there is none.
    #[inline(always)]
    fn restore(&mut self) -> bool {
        let Some(saved) = self.stack.pop() else { return false };
        (self.state, self.cell) = (saved.state, saved.cell);
        true
    }

    /// Assigns a candidate, and saves the state without it.
    #[inline(always)]
    fn push(&mut self, Branch { row, col, digit }: Branch) {
        self.cell = row * SIDE + col;
        self.stack.push(Saved { state: self.state, cell: self.cell });
        if let Some(saved) = self.stack.last_mut() {
            saved.state.exclude(row, col, digit);
        }
        self.state.assign(row, col, digit);
    }
}

impl Branch {
    /// Prefers the known digit of the cell.
    #[inline(always)]
    fn toward<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>(
        self,
        known: &[Lanes<W, L>; SIDE],
        state: &Candidates<W, BR, BC, SIDE, L>,
    ) -> Self {
        let kept = known[self.row].and(state.rows[self.row]);
        let digit = kept.0.iter().position(|cells| cells.bits() >> self.col & 1 == 1);
        Self { digit: digit.unwrap_or(self.digit), ..self }
    }
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Candidates<W, BR, BC, SIDE, L>
{
    /// Returns the open cells that lost their known digit.
    #[inline(always)]
    fn displaced(&self, known: &[Lanes<W, L>; SIDE]) -> [W; SIDE] {
        let mut displaced = [W::ZERO; SIDE];
        for row in 0..SIDE {
            displaced[row] = known[row].and_not(self.rows[row]).union() & !self.placed[row];
        }
        displaced
    }

    /// Chooses the open cell with the fewest candidates; of those with two the one that failed most, where the
    /// failures of displaced cells count four times.
    #[inline(always)]
    fn branch(&self, displaced: &[W; SIDE], failures: &[[u32; SIDE]; SIDE]) -> Branch {
        let mut best = (0, 0, 0);
        let pairs = self.pairs();
        for row in 0..SIDE {
            let mut left = pairs[row].bits();
            while left != 0 {
                let col = left.trailing_zeros() as usize;
                left &= left - 1;
                let failed = failures[row][col] + 1;
                let weight = if displaced[row].bits() >> col & 1 == 1 { 4 * failed + 1 } else { failed };
                if weight > best.0 {
                    best = (weight, row, col);
                }
            }
        }
        let (weight, row, col) = best;
        if weight == 0 {
            return self.branch_smallest(failures);
        }
        Branch { row, col, digit: self.first_digit(row, col).1 }
    }

    /// Chooses the open cell with the fewest candidates, and the most failures among these.
    #[inline(always)]
    fn branch_smallest(&self, failures: &[[u32; SIDE]; SIDE]) -> Branch {
        let mut best = (u32::MAX, 0, Branch { row: 0, col: 0, digit: 0 });
        for row in 0..SIDE {
            let mut left = (Self::full() & !self.placed[row]).bits();
            while left != 0 {
                let col = left.trailing_zeros() as usize;
                left &= left - 1;
                let (size, digit) = self.first_digit(row, col);
                let failed = failures[row][col];
                if size < best.0 || size == best.0 && failed > best.1 {
                    best = (size, failed, Branch { row, col, digit });
                }
            }
        }
        best.2
    }

    /// Returns the number of candidates of a cell, and the first.
    #[inline(always)]
    fn first_digit(&self, row: usize, col: usize) -> (u32, usize) {
        let (mut size, mut first) = (0, 0);
        for (digit, cells) in self.rows[row].0.iter().enumerate().rev() {
            if cells.bits() >> col & 1 == 1 {
                (size, first) = (size + 1, digit);
            }
        }
        (size, first)
    }
}

// Digs: tries each given of a puzzle once, in an order, and removes it if the solution stays unique. The result is that of one
// uniqueness check for each given, with less work.
//
// ```text
// order     . . . . . . . . | w w w w w w w w | x x x x x x x x x ...      . decided, w window, x still given
// base      needed givens and x are given, removed givens and w are empty: one propagation for the whole window
// each w    single in the base?      implied: removed, with no search
//           else: the base, with the later cells w given and the known digit at this cell excluded; one search:
//                 another solution shown? needed. None? removed.
// ```
//
// A window never exceeds the number of givens to remove, so that a dig to a target stops exactly where single steps would.

/// Cells of a window after the first. The speed hardly depends on it: 4 to 20 take the same time within a twentieth.
const WINDOW: usize = 8;

/// Givens to try, and the result so far.
#[derive(Debug, Default)]
struct Dig {
    /// Digit of each cell, from 0.
    solution: Vec<u8>,
    /// True for the cells that are given.
    given: Vec<bool>,
    /// Givens to try, each once.
    order: Vec<u16>,
    /// Givens left.
    givens: usize,
    /// Givens of `order` that were tried.
    tried: usize,
    nodes: u64,
    /// Cells of the window that the base does not imply.
    open: Vec<u16>,
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Search<W, BR, BC, SIDE, L>
{
    /// Tries the givens until `stop_at` are left or all are tried. Returns `None` if a search exceeds `budget` nodes.
    fn dig(&mut self, dig: &mut Dig, stop_at: usize, budget: u64) -> Option<()> {
        self.forget();
        let mut known = [Lanes::ZERO; SIDE];
        for (cell, &digit) in dig.solution.iter().enumerate() {
            let word: &mut W = &mut known[cell / SIDE].0[usize::from(digit)];
            *word = *word | W::from(1) << (cell % SIDE) as u32;
        }
        // Early givens can nearly always be removed: the first window is half of the grid.
        let mut size = if dig.givens > SIDE * SIDE / 2 { SIDE * SIDE / 2 } else { WINDOW };
        while dig.tried < dig.order.len() && dig.givens > stop_at {
            let end = dig.order.len().min(dig.tried + size.min(dig.givens - stop_at));
            self.decide_window(dig, end, &known, budget)?;
            size = WINDOW;
        }
        Some(())
    }

    /// Decides the givens of the order up to `end`.
    fn decide_window(
        &mut self,
        dig: &mut Dig,
        end: usize,
        known: &[Lanes<W, L>; SIDE],
        budget: u64,
    ) -> Option<()> {
        let window = &dig.order[dig.tried..end];
        for &cell in window {
            dig.given[usize::from(cell)] = false;
        }
        let base = self.base(&dig.given, known);
        dig.nodes += 1;
        let place = |cell: u16| (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
        dig.open.clear();
        let mut current = base;
        for &cell in window {
            let (row, col) = place(cell);
            if base.placed[row].bits() >> col & 1 == 0 {
                dig.open.push(cell);
                current.assign(row, col, dig.solution[usize::from(cell)].into());
            }
        }
        dig.givens -= window.len() - dig.open.len();
        for &cell in &dig.open {
            let (row, col) = place(cell);
            let mut start = current;
            start.copy_cell(&base, row, col);
            start.exclude(row, col, dig.solution[usize::from(cell)].into());
            let needed = self.has_other(&start, known, budget)?;
            dig.nodes += self.nodes;
            dig.given[usize::from(cell)] = needed;
            if !needed {
                dig.givens -= 1;
                current.copy_cell(&base, row, col);
            }
        }
        dig.tried = end;
        Some(())
    }

    /// Propagates the givens, without branching.
    fn base(&mut self, is_given: &[bool], known: &[Lanes<W, L>; SIDE]) -> Candidates<W, BR, BC, SIDE, L> {
        let mut base = Candidates::all();
        for (row, is_given) in is_given.chunks_exact(SIDE).enumerate() {
            let given = (0..).zip(is_given).fold(0, |cells, (col, &given)| cells | u32::from(given) << col);
            let given = Lanes::splat(W::from_bits(given));
            base.rows[row] = base.rows[row].and_not(given).or(known[row].and(given));
        }
        self.propagated(&base)
    }
}
