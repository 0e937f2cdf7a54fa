//! Least backdoors by singles.
//!
//! Cells whose closures are equal can replace each other, so sets of closures are searched, and each counts as often as there are choices of
//! its cells. A closure that already has a cell does not need it, so no least set has both.

use super::{
    Trial, TrialValue,
    board::Board,
    engine::{BudgetSpent, Engine},
    kernel::Closure,
    layout::Layout,
};
use crate::{CellSet, Pencilmarks};
use gridmill_board::Solution;

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
    pub first: CellSet,
}

impl Backdoors {
    const UNDEFINED: Self =
        Self { size: TrialValue::Undefined, count: None, cells: CellSet::EMPTY, first: CellSet::EMPTY };
}

/// Cells that lead to the same closure.
#[derive(Debug, Clone, Copy)]
struct CellClass {
    cells: CellSet,
    /// Cells that are placed.
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
            let lowest = chosen.iter().filter_map(|cells| cells.first());
            self.first = lowest.fold(CellSet::EMPTY, CellSet::with);
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
    let mut digits = layout.shape().all_cells().map(|cell| layout.place(cell, solution.get(cell)));
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
    for cell in engine.layout.shape().all_cells().filter(|&cell| !placed.contains(cell)) {
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
