//! Boards derived from puzzles: ambiguous, broken and partly filled ones, each with its label.
//!
//! ```text
//! puzzle, solution --remove givens, add a wrong digit, or fill cells--> board --two solvers--> label
//! ```
//!
//! A board has random numbers of its own, derived from the seed of its puzzle, so that the puzzle is the same without it. Labels are
//! made by the fastest solver for the shape and confirmed by dancing links, which share no code.

mod options;
#[cfg(test)]
mod tests;

use crate::random;
use gridmill_board::{Cell, CellSet, Digit, DigitSet, Grid, Shape, Solution};
use gridmill_rate::Step;
use gridmill_solve::{DancingLinks, OutOfNodes, Remover, Solutions, Solver, SolverKind};
pub use options::{BoardKind, BoardPlan, CountRange, FillOrder};
use rand::Rng;
use rand_pcg::Pcg64;
use std::fmt;

/// Board derived from a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedBoard {
    /// The board.
    pub grid: Grid,
    /// Its label.
    pub label: BoardLabel,
}

/// Label of a board: what is known about its solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardLabel {
    /// Of a board with several solutions.
    Ambiguous(AmbiguousLabel),
    /// Of a board without solution.
    Broken(BrokenLabel),
    /// Of a board on the way to the solution.
    Partial(PartialLabel),
}

pub(crate) enum BoardError {
    /// A search reached its budget.
    OutOfNodes(OutOfNodes),
    /// Two solvers differ about this board.
    Disagreement(Grid),
}

impl From<OutOfNodes> for BoardError {
    fn from(error: OutOfNodes) -> Self {
        Self::OutOfNodes(error)
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BoardSource<'a> {
    /// The puzzle.
    pub puzzle: &'a Grid,
    /// Its solution.
    pub solution: &'a Solution,
    /// Steps by the first rulebook of the plan; none where no order needs them.
    pub path: &'a [Step],
}

/// Makes the boards of a plan; owns its solvers and is reused.
#[derive(Debug)]
pub(crate) struct BoardMaker {
    plan: BoardPlan,
    solvers: TwoSolvers,
    /// Solvers of conflicts, whose searches end early: few givens may take very long.
    of_conflicts: TwoSolvers,
}

/// Solvers that must agree.
#[derive(Debug)]
struct TwoSolvers {
    fast: Box<dyn Remover>,
    other: DancingLinks,
}

impl BoardMaker {
    /// Creates a maker of boards of `shape`; each search may visit `nodes` nodes.
    pub(crate) fn new(plan: BoardPlan, shape: Shape, nodes: u64) -> Self {
        let solvers = TwoSolvers::new(shape, nodes, nodes);
        let of_conflicts = TwoSolvers::new(shape, SEARCH_NODES, CONFIRMING_NODES);
        Self { plan, solvers, of_conflicts }
    }

    pub(crate) const fn kind(&self) -> BoardKind {
        self.plan.kind()
    }

    /// Makes a board; `None` if the puzzle yields none.
    pub(crate) fn make(
        &mut self,
        source: BoardSource<'_>,
        rng: &mut Pcg64,
    ) -> Result<Option<DerivedBoard>, BoardError> {
        let solvers = &mut self.solvers;
        match self.plan {
            BoardPlan::Ambiguous { solutions } => make_ambiguous(source, solutions, solvers, rng),
            BoardPlan::Broken => make_broken(source, solvers, &mut self.of_conflicts, rng),
            BoardPlan::Partial { filled, order } => make_partial(source, filled, order, solvers, rng),
        }
    }
}

impl TwoSolvers {
    fn new(shape: Shape, fast: u64, other: u64) -> Self {
        let kind = SolverKind::default_for(shape);
        Self { fast: kind.solver_of_rows(shape, fast), other: DancingLinks::new(shape, other) }
    }

    /// Returns all solutions of a board, in ascending order, if there are at most `most`.
    fn list(&mut self, board: &Grid, most: u16) -> Result<Option<Vec<Solution>>, BoardError> {
        let limit = usize::from(most) + 1;
        let found = self.fast.list(board, limit)?;
        if found != self.other.list(board, limit)? {
            return Err(BoardError::Disagreement(board.clone()));
        }
        Ok((found.len() < limit).then_some(found))
    }

    fn has_none(&mut self, board: &Grid) -> Result<bool, BoardError> {
        let [one, other] = [self.fast.count(board, 1)?, self.other.count(board, 1)?];
        if one.solutions != other.solutions {
            return Err(BoardError::Disagreement(board.clone()));
        }
        Ok(one.solutions == 0)
    }
}

// `CellMask`: a set of cells as text, one sign for each cell.

/// Set of cells of a shape. Its text has an `x` for a cell of the set and a `.` for any other, in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellMask {
    cells: CellSet,
    shape: Shape,
}

impl CellMask {
    /// Creates the mask of a set of cells of `shape`.
    pub(crate) const fn new(shape: Shape, cells: CellSet) -> Self {
        Self { cells, shape }
    }

    /// Returns the cells.
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// Appends the text to `out`.
    #[doc(hidden)]
    pub fn write_text(&self, out: &mut Vec<u8>) {
        out.extend(self.shape.all_cells().map(|cell| if self.cells.contains(cell) { b'x' } else { b'.' }));
    }
}

impl fmt::Display for CellMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_text(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

// Smallest hitting sets: the fewest cells of which every set of a collection has one.
//
// ```text
// sets {a b} {b c} {c d}     size 1: none     size 2: {b c}
// ```
//
// Iterative deepening: no set of `size` cells is left out before one of `size + 1` is tried. A node takes the unhit set with the fewest
// cells that are still allowed, and tries each of them; a cell that was tried is not allowed in the branches that follow. Disjoint unhit
// sets need a cell each, which is the bound.

/// Collection of sets of cells, with the size below which no hitting set exists.
#[derive(Debug, Default)]
struct HittingSets {
    sets: Vec<CellSet>,
    /// Size of the last smallest hitting set: more sets need no fewer cells.
    size: u32,
}

/// Result of a search: the cells, or nothing within this size.
type Found = Option<CellSet>;

#[derive(Debug)]
struct OutOfBudget;

impl HittingSets {
    fn add(&mut self, set: CellSet) {
        self.sets.push(set);
    }

    /// Returns a smallest hitting set, and takes the nodes of the search off `budget`.
    fn smallest(&mut self, budget: &mut u64) -> Result<CellSet, OutOfBudget> {
        loop {
            if let Some(cells) = self.search(CellSet::EMPTY, CellSet::EMPTY, self.size, budget)? {
                return Ok(cells);
            }
            self.size += 1;
        }
    }

    /// Searches for a hitting set with the cells of `chosen`, at most `left` others, and none that is `barred`.
    fn search(
        &self,
        chosen: CellSet,
        mut barred: CellSet,
        left: u32,
        budget: &mut u64,
    ) -> Result<Found, OutOfBudget> {
        *budget = budget.checked_sub(1).ok_or(OutOfBudget)?;
        let (mut disjoint, mut covered) = (0, CellSet::EMPTY);
        let mut fewest: Option<CellSet> = None;
        for &set in self.sets.iter().filter(|set| !set.meets(chosen)) {
            let allowed = set - barred;
            if !allowed.meets(covered) {
                (disjoint, covered) = (disjoint + 1, covered | allowed);
            }
            if fewest.is_none_or(|fewest| allowed.len() < fewest.len()) {
                fewest = Some(allowed);
            }
        }
        let Some(fewest) = fewest else { return Ok(Some(chosen)) };
        if disjoint > left {
            return Ok(None);
        }
        for cell in fewest {
            if let Some(found) = self.search(chosen.with(cell), barred, left - 1, budget)? {
                return Ok(Some(found));
            }
            barred = barred.with(cell);
        }
        Ok(None)
    }
}

// Least conflicts: the fewest givens that leave no solution together with a wrong digit.
//
// ```text
// smallest hitting set F of the sets so far --solver--> no solution: F is a least conflict
//        ^                                                  |
//        '-- givens that no larger choice can respect <-- a solution, which respects as many givens as possible
// ```
//
// If some solution with the wrong digit respects the givens of K and no further given can be added, every conflict has a given outside
// of K. So a conflict hits the complement of each such K, and a conflict that is a smallest hitting set of some of them is a least one.
//
// Source: implicit hitting sets for smallest unsatisfiable subsets (A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest
// MUS Extraction with Minimal Hitting Set Dualization", CP 2015).

/// Nodes that the hitting sets of one conflict may take.
const BUDGET: u64 = 200_000;

/// Nodes that one search of the fast solver may take.
const SEARCH_NODES: u64 = 5_000;

/// Nodes that the search of the other solver may take, which confirms a conflict.
const CONFIRMING_NODES: u64 = 50_000;

/// Search for the least conflict of a puzzle with a wrong digit.
struct Search<'a> {
    puzzle: &'a Grid,
    wrong: (Cell, Digit),
    givens: CellSet,
    solver: &'a mut dyn Solver,
}

/// Finds a least conflict; `None` if that takes too much work. The puzzle has no solution with the wrong digit.
fn least(puzzle: &Grid, wrong: (Cell, Digit), solver: &mut dyn Solver) -> Option<CellSet> {
    least_within(puzzle, wrong, solver, BUDGET)
}

/// Finds a least conflict within a budget of nodes of hitting sets.
fn least_within(
    puzzle: &Grid,
    wrong: (Cell, Digit),
    solver: &mut dyn Solver,
    mut budget: u64,
) -> Option<CellSet> {
    let givens = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()).collect();
    let mut search = Search { puzzle, wrong, givens, solver };
    let mut sets = HittingSets::default();
    loop {
        let chosen = sets.smallest(&mut budget).ok()?;
        match search.solution(chosen).ok()? {
            None => return Some(chosen),
            Some(solution) => search.add_disjoint_sets(chosen, solution, &mut sets),
        }
    }
}

/// Returns these givens of a puzzle and the wrong digit.
fn with_givens(puzzle: &Grid, (cell, digit): (Cell, Digit), cells: CellSet) -> Grid {
    let mut grid = Grid::empty(puzzle.shape());
    for cell in cells {
        grid.set(cell, puzzle.get(cell));
    }
    grid.set(cell, Some(digit));
    grid
}

impl Search<'_> {
    /// Returns a solution with these givens and the wrong digit.
    fn solution(&mut self, cells: CellSet) -> Result<Option<Solution>, OutOfNodes> {
        self.solver.count(&with_givens(self.puzzle, self.wrong, cells), 1)?;
        Ok(self.solver.first_solution())
    }

    /// Returns the givens that a solution respects.
    fn respected(&self, solution: &Solution) -> CellSet {
        self.givens.iter().filter(|&cell| self.puzzle.get(cell) == Some(solution.get(cell))).collect()
    }

    /// Adds the complement of the givens that `solution` and others respect, then further ones that are disjoint from it.
    fn add_disjoint_sets(&mut self, mut chosen: CellSet, mut solution: Solution, sets: &mut HittingSets) {
        loop {
            let set = self.givens - self.extended(&solution);
            sets.add(set);
            chosen |= set;
            let Ok(Some(next)) = self.solution(chosen) else { return };
            solution = next;
        }
    }

    /// Adds givens to those that a solution respects as long as some solution respects all of them. Searches that take too long add none.
    fn extended(&mut self, solution: &Solution) -> CellSet {
        let mut kept = self.respected(solution);
        for cell in self.givens - kept {
            if kept.contains(cell) {
                continue;
            }
            if let Ok(Some(solution)) = self.solution(kept.with(cell)) {
                kept = self.respected(&solution);
            }
        }
        kept
    }
}

// Partly filled boards: puzzles with some cells filled, on the way to the solution.

/// Label of a partly filled board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialLabel {
    /// Number of filled cells, givens included.
    pub filled: usize,
    /// Cells that are filled and no givens.
    pub entries: CellMask,
}

/// Fills cells; `None` if the puzzle has more givens than any board may have filled cells.
fn make_partial(
    BoardSource { puzzle, solution, path }: BoardSource<'_>,
    range: CountRange,
    order: FillOrder,
    solvers: &mut TwoSolvers,
    rng: &mut impl Rng,
) -> Result<Option<DerivedBoard>, BoardError> {
    let (least, most) = (usize::from(range.least()).max(puzzle.givens()), usize::from(range.most()));
    if least > most {
        return Ok(None);
    }
    let filled = least + random::index_below(rng, most - least + 1);
    let order = match order {
        FillOrder::Path => path_order(puzzle, solution, path, rng)?,
        FillOrder::Random => random_order(puzzle, CellSet::EMPTY, rng),
    };
    let mut grid = puzzle.clone();
    let entries: CellSet = order.into_iter().take(filled - puzzle.givens()).collect();
    for cell in entries {
        grid.set(cell, Some(solution.get(cell)));
    }
    let unique = Solutions::Unique(solution.clone());
    if solvers.fast.solutions(&grid)? != unique || solvers.other.solutions(&grid)? != unique {
        return Err(BoardError::Disagreement(grid));
    }
    let label = PartialLabel { filled, entries: CellMask::new(puzzle.shape(), entries) };
    Ok(Some(DerivedBoard { grid, label: BoardLabel::Partial(label) }))
}

/// Returns the empty cells of a puzzle in the order of the steps; cells that no step fills follow in random order.
fn path_order(
    puzzle: &Grid,
    solution: &Solution,
    path: &[Step],
    rng: &mut impl Rng,
) -> Result<Vec<Cell>, BoardError> {
    let mut order = Vec::with_capacity(puzzle.shape().cells());
    let mut placed = CellSet::EMPTY;
    for candidate in path.iter().flat_map(Step::placements) {
        if candidate.digit != solution.get(candidate.cell) {
            return Err(BoardError::Disagreement(puzzle.clone()));
        }
        if puzzle.get(candidate.cell).is_none() && !placed.contains(candidate.cell) {
            placed = placed.with(candidate.cell);
            order.push(candidate.cell);
        }
    }
    order.extend(random_order(puzzle, placed, rng));
    Ok(order)
}

/// Returns the empty cells of a puzzle that are not `placed`, in random order.
fn random_order(puzzle: &Grid, placed: CellSet, rng: &mut impl Rng) -> Vec<Cell> {
    let is_open = |cell: &Cell| puzzle.get(*cell).is_none() && !placed.contains(*cell);
    let mut open: Vec<Cell> = puzzle.shape().all_cells().filter(is_open).collect();
    random::shuffle(rng, &mut open);
    open
}

// Broken boards: puzzles with one wrong digit, which leaves no solution although no house shows a digit twice.

/// Label of a board with a wrong digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenLabel {
    /// Cell of the wrong digit.
    pub wrong_cell: Cell,
    /// The wrong digit.
    pub wrong_digit: Digit,
    /// Fewest givens that leave no solution together with the wrong digit; `None` if the search for them took too much work.
    pub conflict: Option<CellMask>,
}

/// Adds a wrong digit; `None` if every wrong digit is shown by a given that its cell sees.
fn make_broken(
    BoardSource { puzzle, solution, .. }: BoardSource<'_>,
    solvers: &mut TwoSolvers,
    of_conflicts: &mut TwoSolvers,
    rng: &mut impl Rng,
) -> Result<Option<DerivedBoard>, BoardError> {
    let wrong = hidden_mistakes(puzzle, solution);
    if wrong.is_empty() {
        return Ok(None);
    }
    let (wrong_cell, wrong_digit) = wrong[random::index_below(rng, wrong.len())];
    let mut grid = puzzle.clone();
    grid.set(wrong_cell, Some(wrong_digit));
    if !solvers.has_none(&grid)? {
        return Err(BoardError::Disagreement(grid));
    }
    let cells = least(puzzle, (wrong_cell, wrong_digit), &mut *of_conflicts.fast);
    let conflict = match cells {
        Some(cells) => confirmed(puzzle, (wrong_cell, wrong_digit), cells, of_conflicts)?,
        None => None,
    };
    let label = BoardLabel::Broken(BrokenLabel { wrong_cell, wrong_digit, conflict });
    Ok(Some(DerivedBoard { grid, label }))
}

/// Returns the mask of a conflict that the other solver confirms; `None` if that takes too much work.
fn confirmed(
    puzzle: &Grid,
    wrong: (Cell, Digit),
    cells: CellSet,
    solvers: &mut TwoSolvers,
) -> Result<Option<CellMask>, BoardError> {
    let conflict = with_givens(puzzle, wrong, cells);
    match solvers.other.count(&conflict, 1) {
        Ok(count) if count.solutions > 0 => Err(BoardError::Disagreement(conflict)),
        Ok(_) => Ok(Some(CellMask::new(puzzle.shape(), cells))),
        Err(OutOfNodes { .. }) => Ok(None),
    }
}

/// Lists empty cells with wrong digits that no given shows in their row, column and box, in ascending order.
fn hidden_mistakes(puzzle: &Grid, solution: &Solution) -> Vec<(Cell, Digit)> {
    let shape = puzzle.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for cell in shape.all_cells() {
        if let Some(digit) = puzzle.get(cell) {
            for (free, house) in free.iter_mut().zip(houses(cell)) {
                free[house].remove(digit);
            }
        }
    }
    let empty = shape.all_cells().filter(|&cell| puzzle.get(cell).is_none());
    let wrong = empty.flat_map(|cell| {
        let [row, col, box_] = houses(cell);
        let mut digits = free[0][row] & free[1][col] & free[2][box_];
        digits.remove(solution.get(cell));
        digits.iter().map(move |digit| (cell, digit))
    });
    wrong.collect()
}

// Ambiguous boards: puzzles that lose givens until they have several solutions.
//
// ```text
// order of removal   r3c1  r7c8  r2c2           numbers of solutions 1, 1, 4: in 2..10, so three givens go
//                    r5c5                       38: jumped over the range, so another order is drawn
// ```

/// Orders of removal that are drawn for one puzzle.
const ORDERS: usize = 64;

/// Label of a board with several solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmbiguousLabel {
    /// All solutions, in ascending order of their text.
    pub solutions: Vec<Solution>,
    /// Cells where solutions differ.
    pub ambiguous: CellMask,
    /// Smallest sets of cells in which two solutions differ: all of those with the fewest cells, in ascending order of their text.
    pub differing_sets: Vec<CellMask>,
}

/// Removes givens until the number of solutions is in the range; `None` if all orders jump over it.
fn make_ambiguous(
    BoardSource { puzzle, .. }: BoardSource<'_>,
    range: CountRange,
    solvers: &mut TwoSolvers,
    rng: &mut impl Rng,
) -> Result<Option<DerivedBoard>, BoardError> {
    let mut order: Vec<Cell> = puzzle.shape().all_cells().filter(|&c| puzzle.get(c).is_some()).collect();
    for _ in 0..ORDERS {
        random::shuffle(rng, &mut order);
        let Some(grid) = first_in_range(puzzle, &order, range, solvers)? else { continue };
        let Some(solutions) = solvers.list(&grid, range.most())? else {
            return Err(BoardError::Disagreement(grid));
        };
        let label = BoardLabel::Ambiguous(AmbiguousLabel::of(solutions));
        return Ok(Some(DerivedBoard { grid, label }));
    }
    Ok(None)
}

/// Removes givens in this order until the number of solutions is in the range; `None` if it jumps over it.
fn first_in_range(
    puzzle: &Grid,
    order: &[Cell],
    range: CountRange,
    solvers: &mut TwoSolvers,
) -> Result<Option<Grid>, BoardError> {
    let mut board = puzzle.clone();
    for &cell in order {
        board.set(cell, None);
        let count = solvers.fast.count(&board, u64::from(range.most()) + 1)?;
        if range.contains(count.solutions) {
            return Ok(Some(board));
        }
        if count.solutions > u64::from(range.most()) {
            break;
        }
    }
    Ok(None)
}

impl AmbiguousLabel {
    fn of(solutions: Vec<Solution>) -> Self {
        let mut ambiguous = CellSet::EMPTY;
        let mut smallest: Vec<CellSet> = Vec::new();
        for (place, one) in solutions.iter().enumerate() {
            for other in &solutions[..place] {
                let differ = differing(one, other);
                ambiguous |= differ;
                let least = smallest.first().map_or(u32::MAX, |set| set.len());
                if differ.len() < least {
                    smallest.clear();
                }
                if differ.len() <= least && !smallest.contains(&differ) {
                    smallest.push(differ);
                }
            }
        }
        let shape = solutions.first().map_or(gridmill_board::Shape::STANDARD, Solution::shape);
        // The text of `.` comes before that of `x`, as its cell is empty.
        smallest.sort_unstable_by_key(|set| set.bits().reverse_bits());
        let mask = |cells| CellMask::new(shape, cells);
        let differing_sets = smallest.into_iter().map(mask).collect();
        Self { solutions, ambiguous: mask(ambiguous), differing_sets }
    }
}

fn differing(one: &Solution, other: &Solution) -> CellSet {
    one.shape().all_cells().filter(|&cell| one.get(cell) != other.get(cell)).collect()
}
