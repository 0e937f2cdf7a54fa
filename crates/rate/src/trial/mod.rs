//! Difficulty without a rulebook: trial-and-error depth, braids and backdoors.
//!
//! Each measure is a function of the puzzle alone: no order of rules decides it, and it is equal for all images of the puzzle. Definitions, with a braid
//! in pictures, are in the README of this folder. Grids have a side up to 9.
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_rate::{Pencilmarks, trial::{Trial, TrialValue}};
//!
//! let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
//! let marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
//! let mut trial = Trial::new();
//! assert_eq!(trial.depth(&marks, 1_000_000), TrialValue::Exactly(1));
//! assert_eq!(trial.braid_rating(&marks, 1_000_000), TrialValue::Exactly(2));
//! # Ok::<(), gridmill_board::GridError>(())
//! ```

pub(crate) mod board;
mod braid;
mod engine;
#[cfg(test)]
mod tests;
mod whips;

use crate::{Candidate, CellSet, HouseKind, Pencilmarks};
use board::{Bands, Board, Closure, Layout, Place};
#[doc(hidden)]
pub use braid::{Braid, BraidLink, Variable};
pub(crate) use engine::LengthReached;
#[doc(hidden)]
pub use engine::{BudgetSpent, TrialRounds};
use engine::{Engine, Method};
use gridmill_board::{Digit, DigitSet, Shape, Solution};
use std::fmt;

/// Version of the definitions, for data: values of one version can be compared.
pub const VERSION: &str = "trial/1";

/// A measure of difficulty, or the bound that a budget left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TrialValue {
    /// The value.
    Exactly(u8),
    /// A lower bound: the value is not known, and not below this.
    AtLeast(u8),
    /// There is no value.
    Undefined,
}

impl TrialValue {
    /// Returns the value if it is exact.
    pub const fn exact(self) -> Option<u8> {
        match self {
            Self::Exactly(value) => Some(value),
            Self::AtLeast(_) | Self::Undefined => None,
        }
    }

    /// Returns the bound of a value that is not known.
    pub const fn bound(self) -> Option<u8> {
        match self {
            Self::AtLeast(bound) => Some(bound),
            Self::Exactly(_) | Self::Undefined => None,
        }
    }
}

impl fmt::Display for TrialValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(value) => write!(f, "{value}"),
            Self::AtLeast(bound) => write!(f, "at least {bound}"),
            Self::Undefined => f.write_str("none"),
        }
    }
}

/// Measures puzzles by trial and error. Its memory is reused from puzzle to puzzle.
///
/// Each question has a budget in nodes. A node is one closure under singles, or one state of the search for a braid: some tenths of a
/// microsecond, and the same count on every machine. If the budget ends before the question is decided, the answer is
/// [`TrialValue::AtLeast`].
#[derive(Debug, Default)]
pub struct Trial {
    engine: Option<Engine>,
}

impl Trial {
    /// Budget of a question unless another is given, in nodes: it decides every puzzle of the collections that this program is checked with.
    pub const BUDGET: u64 = 1_000_000;

    /// Creates an engine without a puzzle.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the nodes that the last question took.
    pub(crate) fn nodes(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.nodes)
    }

    /// Starts a question about a grid of this shape.
    fn begin(&mut self, shape: Shape, budget: u64) -> &mut Engine {
        if self.engine.as_ref().is_some_and(|engine| engine.layout.shape != shape) {
            self.engine = None;
        }
        let engine = self.engine.get_or_insert_with(|| Engine::new(shape));
        engine.begin(budget);
        engine
    }
}

// The measures of a puzzle: trial depth, B, BxB, BxBB.

/// Greatest trial depth that is searched. No puzzle with one solution is known to need more.
const MAX_DEPTH: u8 = 3;

impl Trial {
    /// Measures the trial-and-error depth: the least number of levels of copies with which trial and error solves.
    ///
    /// 0: singles solve. Puzzles with one solution have 0 to 3, as far as known; [`TrialValue::AtLeast`] 4 if three levels do not solve, as in
    /// states with several solutions. [`TrialValue::Undefined`] without a solution.
    ///
    /// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021, T&E(d).
    pub fn depth(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.measure(marks, budget, 1, |engine, mut board, solution, least| {
            engine.start_level(0);
            for depth in 1..=MAX_DEPTH {
                *least = depth;
                let method = Method { depth, braids: 0 };
                if engine.resolve(&mut board, Method::SINGLES, method, 0, &solution)? == Closure::Solved {
                    return Ok(TrialValue::Exactly(depth));
                }
            }
            Ok(TrialValue::AtLeast(MAX_DEPTH + 1))
        })
    }

    /// Measures the B rating: the greatest length of a braid that is needed if short ones are preferred.
    ///
    /// 0: singles solve; 1: singles and locked candidates. [`TrialValue::Undefined`] if no braids solve: exactly where [`depth`](Self::depth) is
    /// 2 or more, or there is no solution.
    ///
    /// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021.
    pub fn braid_rating(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.braids_in_copies(marks, 0, budget)
    }

    /// Measures BxB: the least length p such that trial and error solves if its copies are resolved by braids up to p.
    ///
    /// 0 where the depth is 0 or 1. [`TrialValue::Undefined`] if the depth is 3 or more, or there is no solution.
    ///
    /// Source: D. Berthier, "Hierarchical Classifications in Constraint Satisfaction", 2nd ed. 2024.
    #[doc(hidden)]
    pub fn bxb(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.braids_in_copies(marks, 1, budget)
    }

    /// Measures BxBB: the least length p such that two levels of trial and error solve if the inner copies are resolved by braids up to p.
    ///
    /// 0 where the depth is 0 to 2. [`TrialValue::Undefined`] if the depth is 4 or more, or there is no solution.
    ///
    /// Source: D. Berthier, "Hierarchical Classifications in Constraint Satisfaction", 2nd ed. 2024.
    #[doc(hidden)]
    pub fn bxbb(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.braids_in_copies(marks, 2, budget)
    }

    /// Measures the braids that `depth` levels of copies need.
    fn braids_in_copies(&mut self, marks: &Pencilmarks, depth: u8, budget: u64) -> TrialValue {
        self.measure(marks, budget, 0, |engine, mut board, solution, least| {
            let solved = |board: &mut Board, from, method, engine: &mut Engine| {
                Ok(engine.resolve(board, from, method, 0, &solution)? == Closure::Solved)
            };
            engine.start_level(0);
            if solved(&mut board, Method::SINGLES, Method { depth, braids: 0 }, engine)? {
                return Ok(TrialValue::Exactly(0));
            }
            *least = 1;
            // Braids solve if one more level of copies does.
            if !solved(&mut board.clone(), Method::SINGLES, Method { depth: depth + 1, braids: 0 }, engine)? {
                return Ok(TrialValue::Undefined);
            }
            engine.start_level(0);
            for braids in 1..u8::MAX {
                *least = braids;
                let from = Method { depth, braids: braids - 1 };
                if solved(&mut board, from, Method { depth, braids }, engine)? {
                    return Ok(TrialValue::Exactly(braids));
                }
            }
            Ok(TrialValue::AtLeast(u8::MAX))
        })
    }

    /// Measures a state: 0 where singles solve it, else what `of_open` says of the board that they leave, with its solution and the bound that a
    /// spent budget leaves, at first `least`.
    fn measure(
        &mut self,
        marks: &Pencilmarks,
        budget: u64,
        mut least: u8,
        of_open: impl FnOnce(&mut Engine, Board, Bands, &mut u8) -> Result<TrialValue, BudgetSpent>,
    ) -> TrialValue {
        let engine = self.begin(marks.shape(), budget);
        let mut board = engine.layout.board(marks);
        let closed = match engine.close(&mut board) {
            Err(BudgetSpent) => return TrialValue::AtLeast(0),
            Ok(Closure::Contradiction) => Ok(None),
            Ok(Closure::Solved) => return TrialValue::Exactly(0),
            Ok(Closure::Open) => engine.find_solution(&board),
        };
        let value = closed.and_then(|solution| match solution {
            Some(solution) => of_open(engine, board, solution, &mut least),
            None => Ok(TrialValue::Undefined),
        });
        value.unwrap_or(TrialValue::AtLeast(least))
    }
}

// The measures of one puzzle together: its trial depth, and the braids that it needs.

/// Trial depth of a puzzle, and the length of its braids at this depth: see [`Trial::rating`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TrialRating {
    /// The depth.
    pub depth: TrialValue,
    /// B for a depth of 0 or 1, BxB for 2, BxBB for 3. `None` where the depth is not known or greater.
    pub braids: Option<TrialValue>,
}

impl TrialRating {
    /// Returns B, if it is defined and known.
    pub const fn b(self) -> Option<u8> {
        self.braids_at(0, 1)
    }

    /// Returns BxB of a puzzle of depth 2, if it is known.
    pub const fn bxb(self) -> Option<u8> {
        self.braids_at(2, 2)
    }

    /// Returns BxBB of a puzzle of depth 3, if it is known.
    pub const fn bxbb(self) -> Option<u8> {
        self.braids_at(3, 3)
    }

    /// Returns what a budget left open: a lower bound of the depth where that is not known, else of the length of braids.
    #[doc(hidden)]
    pub const fn at_least(self) -> Option<u8> {
        match (self.depth, self.braids) {
            (TrialValue::AtLeast(bound), _) | (_, Some(TrialValue::AtLeast(bound))) => Some(bound),
            _ => None,
        }
    }

    /// Returns the length of braids if the depth lies within a range.
    const fn braids_at(self, least: u8, most: u8) -> Option<u8> {
        match (self.depth, self.braids) {
            (TrialValue::Exactly(depth), Some(braids)) if least <= depth && depth <= most => braids.exact(),
            _ => None,
        }
    }
}

impl Trial {
    /// Measures the trial depth, and the length of braids at this depth: B, BxB or BxBB. Each of the questions that this takes, at most three, has the
    /// whole budget.
    ///
    /// # Example
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::{Pencilmarks, trial::{Trial, TrialValue}};
    ///
    /// let text = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
    /// let rating = Trial::new().rating(&Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?), 1_000_000);
    /// assert_eq!((rating.depth, rating.b(), rating.bxb()), (TrialValue::Exactly(1), Some(2), None));
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    pub fn rating(&mut self, marks: &Pencilmarks, budget: u64) -> TrialRating {
        let b = self.braid_rating(marks, budget);
        let depth = match b {
            // Most puzzles: singles solve, or braids do.
            TrialValue::Exactly(b) => TrialValue::Exactly(b.min(1)),
            TrialValue::AtLeast(_) | TrialValue::Undefined => self.depth(marks, budget),
        };
        let braids = match depth {
            TrialValue::Exactly(0 | 1) => Some(b),
            TrialValue::Exactly(2) => Some(self.bxb(marks, budget)),
            TrialValue::Exactly(3) => Some(self.bxbb(marks, budget)),
            _ => None,
        };
        TrialRating { depth, braids }
    }
}

// Braids as proofs: the variables and candidates of one shortest braid.

impl Trial {
    /// Finds a shortest braid that proves a candidate false, or `None` if no braid does.
    ///
    /// The singles of the state count like those that follow from the target, so a state is best closed under singles first. There is no braid for a
    /// digit that is placed or no candidate, nor in a state that shows a contradiction. A node is a state of the search.
    ///
    /// # Errors
    /// [`BudgetSpent`] if `budget` nodes ended before a braid was found or excluded.
    ///
    /// # Example
    /// ```
    /// use gridmill_board::{Digit, Grid, Shape};
    /// use gridmill_rate::{Candidate, Pencilmarks, trial::Trial};
    ///
    /// let shape = Shape::new(2, 2)?;
    /// let marks = Pencilmarks::new(&Grid::parse(shape, "1...3......3..2.")?);
    /// let target = Candidate { cell: shape.cell(1, 2), digit: Digit::new(4).ok_or("no digit")? };
    /// let braid = Trial::new().braid(&marks, target, 1000)?;
    /// assert_eq!(braid.map(|braid| braid.length()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn braid(
        &mut self,
        marks: &Pencilmarks,
        target: Candidate,
        budget: u64,
    ) -> Result<Option<Braid>, BudgetSpent> {
        let shape = marks.shape();
        let exists = target.cell.index() < shape.cells() && target.digit.index() < shape.side();
        if !exists || marks.value(target.cell).is_some() || !marks.has(target.cell, target.digit) {
            return Ok(None);
        }
        let engine = self.begin(shape, budget);
        let Some(board) = engine.layout.board_of_play(marks) else { return Ok(None) };
        let place = engine.layout.place(target.cell, target.digit);
        let asserted = engine.shortest_braid(&board, place)?;
        Ok(asserted.and_then(|asserted| engine.proof(board, target, &asserted)))
    }
}

impl Engine {
    /// Finds the candidates that a shortest braid asserts, in order.
    fn shortest_braid(&mut self, board: &Board, target: Place) -> Result<Option<Vec<Place>>, BudgetSpent> {
        let mut copy = *board;
        self.layout.assert(&mut copy, target);
        if self.close(&mut copy)? != Closure::Contradiction {
            return Ok(None);
        }
        for length in 1..u8::MAX {
            if self.has_braid(board, target, length)? {
                let mut path = std::mem::take(&mut self.path);
                path.reverse();
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Names the variables of a braid by its target and the candidates that it asserts.
    fn proof(&self, mut board: Board, target: Candidate, asserted: &[Place]) -> Option<Braid> {
        let layout = &self.layout;
        let variables = variables(layout);
        layout.assert(&mut board, layout.place(target.cell, target.digit));
        let mut links = Vec::new();
        for &place in asserted {
            let candidate = Candidate { cell: layout.cell(place), digit: Digit::from_index(place.lane) };
            let is_only = |&&variable: &&Variable| left(layout, &board, variable).eq([candidate]);
            links.push(BraidLink { variable: *variables.iter().find(is_only)?, candidate });
            layout.assert(&mut board, place);
        }
        let is_empty = |&variable: &Variable| left(layout, &board, variable).next().is_none();
        Some(Braid { target, links, last: variables.into_iter().find(is_empty)? })
    }
}

/// Lists all variables: cells, then digits of rows, columns and boxes.
fn variables(layout: &Layout) -> Vec<Variable> {
    let shape = layout.shape;
    let cells = shape.all_cells().map(Variable::Cell);
    let houses = HouseKind::ALL.into_iter().flat_map(|kind| kind.houses_in(shape));
    let in_house =
        |house| DigitSet::full(shape.side()).iter().map(move |digit| Variable::House(house, digit));
    cells.chain(houses.flat_map(in_house)).collect()
}

/// Iterates over the candidates of a variable.
fn left<'a>(
    layout: &'a Layout,
    board: &'a Board,
    variable: Variable,
) -> impl Iterator<Item = Candidate> + 'a {
    let (cells, digits) = match variable {
        Variable::Cell(cell) => (CellSet::only(cell), DigitSet::full(layout.shape.side())),
        Variable::House(house, digit) => (house.cells_in(layout.shape), DigitSet::only(digit)),
    };
    let all =
        cells.into_iter().flat_map(move |cell| digits.iter().map(move |digit| Candidate { cell, digit }));
    all.filter(|candidate| layout.place(candidate.cell, candidate.digit).is_in(&board.candidates))
}

// Least backdoors by singles.
//
// Cells whose closures are equal can replace each other, so sets of closures are searched, and each counts as often as there are choices of
// its cells. A closure that already has a cell does not need it, so no least set has both.

/// Least backdoors of a puzzle: see [`Trial::backdoors`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backdoors {
    /// Number of cells of a least backdoor, 0 if singles solve. [`TrialValue::Undefined`] if the solution does not fit the state.
    pub size: TrialValue,
    /// Number of least backdoors; `None` if the budget ran out before all were counted.
    pub count: Option<u64>,
    /// Cells of the least backdoors that were found, all together: the strong candidates are their solution digits.
    pub cells: CellSet,
    /// One least backdoor, if any was found: the first by its lowest cell, then by the next.
    pub(crate) first: CellSet,
}

impl Backdoors {
    const UNDEFINED: Self =
        Self { size: TrialValue::Undefined, count: None, cells: CellSet::EMPTY, first: CellSet::EMPTY };
}

/// Cells that lead to the same closure.
#[derive(Debug, Clone, Copy)]
struct CellClass {
    cells: CellSet,
    placed: CellSet,
    board: Board,
}

/// Least sets found so far.
#[derive(Debug, Default)]
struct Least {
    count: u64,
    cells: CellSet,
    first: CellSet,
}

impl Least {
    /// Counts the choices of one cell from each class.
    fn add(&mut self, chosen: &[CellSet]) {
        self.count += chosen.iter().map(|cells| u64::from(cells.len())).product::<u64>();
        self.cells = chosen.iter().fold(self.cells, |all, &cells| all | cells);
        if self.first.is_empty() {
            self.first = chosen.iter().filter_map(|cells| cells.first()).collect();
        }
    }
}

impl Trial {
    /// Finds the least backdoors by singles: the least sets of cells whose solution digits, given in addition, let naked and hidden singles
    /// solve the state.
    ///
    /// One node is one closure under singles: about 50 for size 1, a thousand for size 2, ten thousands for size 3. The size is exact as
    /// soon as one set is found; it is a lower bound if `budget` nodes ended before that.
    ///
    /// Source: R. Williams, C. Gomes, B. Selman, "Backdoors to Typical Case Complexity", 2003; strong candidates after D. Berthier.
    ///
    /// # Example
    /// ```
    /// use gridmill_board::{Grid, Shape, Solution};
    /// use gridmill_rate::{Pencilmarks, trial::{Trial, TrialValue}};
    ///
    /// let shape = Shape::new(2, 2)?;
    /// let marks = Pencilmarks::new(&Grid::parse(shape, "12...4..........")?);
    /// let solution = Solution::new(&Grid::parse(shape, "1234341221434321")?)?;
    /// let backdoors = Trial::new().backdoors(&marks, &solution, 1000);
    /// assert_eq!(backdoors.size, TrialValue::Exactly(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn backdoors(&mut self, marks: &Pencilmarks, solution: &Solution, budget: u64) -> Backdoors {
        let engine = self.begin(marks.shape(), budget);
        let mut board = engine.layout.board(marks);
        if solution.shape() != marks.shape() || !holds(&engine.layout, &board, solution) {
            return Backdoors::UNDEFINED;
        }
        match engine.close(&mut board) {
            Err(BudgetSpent) => Backdoors { size: TrialValue::AtLeast(0), ..Backdoors::UNDEFINED },
            Ok(Closure::Contradiction) => Backdoors::UNDEFINED,
            Ok(Closure::Solved) => Backdoors {
                size: TrialValue::Exactly(0),
                count: Some(1),
                cells: CellSet::EMPTY,
                first: CellSet::EMPTY,
            },
            Ok(Closure::Open) => least_sets(engine, &board, solution),
        }
    }
}

/// Returns true if the board has every digit of the solution.
fn holds(layout: &Layout, board: &Board, solution: &Solution) -> bool {
    let mut digits = layout.shape.all_cells().map(|cell| layout.place(cell, solution.get(cell)));
    digits.all(|place| place.is_in(&board.candidates))
}

/// Searches the sets of one cell, then of two, and so on. The sets of a state that singles do not solve have at least one cell, and all its
/// empty cells are one that solves.
fn least_sets(engine: &mut Engine, board: &Board, solution: &Solution) -> Backdoors {
    let mut least = Least::default();
    let mut classes = Vec::new();
    let mut size = 1;
    let mut outcome = collect_classes(engine, board, solution, &mut classes, &mut least);
    let mut chosen = Vec::new();
    while outcome.is_ok() && least.count == 0 {
        size += 1;
        outcome = add_sets(engine, &classes, None, size, &mut chosen, &mut least);
    }
    Backdoors {
        size: if least.count > 0 { TrialValue::Exactly(size) } else { TrialValue::AtLeast(size) },
        count: outcome.is_ok().then_some(least.count),
        cells: least.cells,
        first: least.first,
    }
}

/// Closes the board with each empty cell, and groups the cells by their closures. Cells that solve alone are the least sets.
fn collect_classes(
    engine: &mut Engine,
    board: &Board,
    solution: &Solution,
    classes: &mut Vec<CellClass>,
    least: &mut Least,
) -> Result<(), BudgetSpent> {
    let placed = engine.layout.placed(board);
    for cell in engine.layout.shape.all_cells().filter(|&cell| !placed.contains(cell)) {
        let mut board = *board;
        let place = engine.layout.place(cell, solution.get(cell));
        engine.layout.assert(&mut board, place);
        if engine.close(&mut board)? == Closure::Solved {
            least.add(&[CellSet::only(cell)]);
            continue;
        }
        let placed = engine.layout.placed(&board);
        match classes.iter_mut().find(|class| class.placed == placed) {
            Some(class) => class.cells = class.cells.with(cell),
            None => classes.push(CellClass { cells: CellSet::only(cell), placed, board }),
        }
    }
    Ok(())
}

/// Adds the sets of `size` classes, in order, to those that are chosen and led to the board, and keeps those that solve.
fn add_sets(
    engine: &mut Engine,
    classes: &[CellClass],
    board: Option<&Board>,
    size: u8,
    chosen: &mut Vec<CellSet>,
    least: &mut Least,
) -> Result<(), BudgetSpent> {
    let placed = board.map_or(CellSet::EMPTY, |board| engine.layout.placed(board));
    for (n, class) in classes.iter().enumerate() {
        // One of them follows from the other.
        if class.cells.is_within(placed) || chosen.iter().any(|cells| cells.is_within(class.placed)) {
            continue;
        }
        let mut both = class.board;
        if let Some(board) = board {
            both.meet(board);
            let closure = engine.close(&mut both)?;
            if size == 1 {
                if closure == Closure::Solved {
                    chosen.push(class.cells);
                    least.add(chosen);
                    chosen.pop();
                }
                continue;
            }
        }
        chosen.push(class.cells);
        let outcome = add_sets(engine, &classes[n + 1..], Some(&both), size - 1, chosen, least);
        chosen.pop();
        outcome?;
    }
    Ok(())
}
