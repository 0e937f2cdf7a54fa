//! `Backtracking`: propagates singles on candidate bit masks, then branches on the cell with the fewest candidates.
//!
//! The candidates of a cell are `row & column & box & allowed`, each a mask of the digits that are still free there:
//!
//! ```text
//! free in row 4      . 2 3 . 5 . 7 . .
//! free in column 7   1 2 . . 5 . . 8 9
//! free in box 6      . 2 . 4 5 6 . . .      allowed: all, except the digit that a dig excludes
//! candidates r4c7    . 2 . . 5 . . . .
//! ```
//!
//! One pass over the open cells places naked singles. When none is left, the digits that only one cell of a house can take
//! (`once & !twice`) are placed: hidden singles. Any shape. The other solvers are tested against this one.

#[cfg(feature = "every-shape")]
use crate::bit_parallel::{Complete, completer};
use crate::{
    Count, OtherSolution, OutOfNodes, Remover, Solver,
    tally::{FirstChoice, TieBreaker},
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};

/// Houses of a cell, as indices into the table of free digits.
#[derive(Clone, Copy)]
pub(super) struct CellHouses {
    row: u8,
    col: u8,
    box_: u8,
}

/// Rows, then columns, then boxes of the largest shape.
const HOUSES: usize = 3 * Shape::MAX_SIDE;
type HouseDigits = [DigitSet; HOUSES];

/// Result of propagation.
enum Propagated {
    Contradiction,
    Solved,
    /// The cell to branch on.
    Open(u16),
}

/// Backtracking solver on candidate bit masks, for any shape.
#[doc(hidden)]
pub struct Backtracking {
    shape: Shape,
    budget: u64,
    houses: Box<[CellHouses]>,
    free: HouseDigits,
    allowed: Box<[DigitSet]>,
    digits: Box<[Option<Digit>]>,
    /// Open cells, one segment for each level of the search, the deepest last.
    open: Vec<u16>,
    /// Placed cells in order: a level undoes its own placements.
    trail: Vec<u16>,
    nodes: u64,
    first: Option<Box<[Digit]>>,
    /// Completes grids of small shapes by the same steps, all digits at once.
    #[cfg(feature = "every-shape")]
    completer: Option<Box<dyn Complete>>,
}

impl Backtracking {
    /// Creates a solver for `shape`; each of its searches may visit `budget` nodes.
    pub fn new(shape: Shape, budget: u64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "house numbers stay below 75")]
        let houses = shape.all_cells().map(|cell| CellHouses {
            row: shape.row(cell) as u8,
            col: (Shape::MAX_SIDE + shape.col(cell)) as u8,
            box_: (2 * Shape::MAX_SIDE + shape.box_of(cell)) as u8,
        });
        Self {
            shape,
            budget,
            houses: houses.collect(),
            free: [DigitSet::EMPTY; HOUSES],
            allowed: vec![DigitSet::full(shape.side()); shape.cells()].into(),
            digits: vec![None; shape.cells()].into(),
            open: Vec::with_capacity(4 * shape.cells()),
            trail: Vec::with_capacity(shape.cells()),
            nodes: 0,
            first: None,
            #[cfg(feature = "every-shape")]
            completer: completer(shape.box_rows(), shape.box_cols()),
        }
    }

    /// Counts the solutions of `grid` in which each empty cell has one of its `candidates`, stopping at `limit`. A cell without candidates may
    /// have any digit.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the solver, or if there are not as many candidates as cells.
    pub(crate) fn count_within(
        &mut self,
        grid: &Grid,
        candidates: &[DigitSet],
        limit: u64,
    ) -> Result<Count, OutOfNodes> {
        assert_eq!(candidates.len(), self.allowed.len(), "candidates of another number of cells");
        let full = DigitSet::full(self.shape.side());
        for ((allowed, &digits), given) in self.allowed.iter_mut().zip(candidates).zip(grid.cells()) {
            *allowed = if given.is_some() || digits.is_empty() { full } else { digits };
        }
        let count = self.count(grid, limit);
        self.allowed.fill(full);
        count
    }

    /// Completes `grid`. `choose` decides between cells with equally few candidates, and the order of digits. Returns the
    /// solution, or `None` if there is none, and the nodes visited.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the solver.
    pub fn complete(
        &mut self,
        grid: &Grid,
        choose: &mut impl TieBreaker,
    ) -> Result<(Option<Solution>, u64), OutOfNodes> {
        #[cfg(feature = "every-shape")]
        if let Some(completer) = &mut self.completer {
            assert_eq!(grid.shape(), self.shape, "a grid of another shape than the solver's");
            let mut digits = [0; 64];
            let digits = &mut digits[..self.shape.cells()];
            for (digit, given) in digits.iter_mut().zip(grid.cells()) {
                *digit = given.map_or(0, Digit::value);
            }
            let (found, nodes) = completer.complete(digits, self.budget, choose)?;
            let cells = digits.iter().map(|&digit| Digit::from_index(usize::from(digit) - 1));
            return Ok((found.then(|| Solution::from_valid(self.shape, cells.collect())), nodes));
        }
        self.complete_by_cells(grid, choose)
    }

    /// Completes a grid of any shape, as [`complete`](Self::complete) does.
    fn complete_by_cells(
        &mut self,
        grid: &Grid,
        choose: &mut impl TieBreaker,
    ) -> Result<(Option<Solution>, u64), OutOfNodes> {
        if self.load(grid) {
            self.search(0, 1, choose)?;
        }
        let solution = self.first.take().map(|cells| Solution::from_valid(self.shape, cells));
        Ok((solution, self.nodes))
    }

    /// Places the givens. Returns false if two of them contradict each other.
    fn load(&mut self, grid: &Grid) -> bool {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the solver's");
        self.free.fill(DigitSet::full(self.shape.side()));
        self.open.clear();
        self.trail.clear();
        self.nodes = 0;
        self.first = None;
        let mut consistent = true;
        for (index, &given) in (0..).zip(grid.cells()) {
            self.digits[usize::from(index)] = None;
            match given {
                None => self.open.push(index),
                Some(digit) if self.candidates(index).contains(digit) => self.place(index, digit),
                Some(_) => consistent = false,
            }
        }
        consistent
    }

    #[inline]
    fn candidates(&self, cell: u16) -> DigitSet {
        let CellHouses { row, col, box_ } = self.houses[usize::from(cell)];
        self.free[usize::from(row)]
            & self.free[usize::from(col)]
            & self.free[usize::from(box_)]
            & self.allowed[usize::from(cell)]
    }

    #[inline]
    fn place(&mut self, cell: u16, digit: Digit) {
        let CellHouses { row, col, box_ } = self.houses[usize::from(cell)];
        for house in [row, col, box_] {
            self.free[usize::from(house)].remove(digit);
        }
        self.digits[usize::from(cell)] = Some(digit);
        self.trail.push(cell);
    }

    /// Undoes every placement since the trail had length `mark`.
    #[inline]
    fn undo(&mut self, mark: usize) {
        for cell in self.trail.drain(mark..) {
            let CellHouses { row, col, box_ } = self.houses[usize::from(cell)];
            if let Some(digit) = self.digits[usize::from(cell)].take() {
                for house in [row, col, box_] {
                    self.free[usize::from(house)].insert(digit);
                }
            }
        }
    }

    /// Counts the solutions below the current state, up to `limit`. The open cells are `open[from..]`.
    fn search(&mut self, from: usize, limit: u64, choose: &mut impl TieBreaker) -> Result<u64, OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(OutOfNodes { budget: self.budget });
        }
        let mark = self.trail.len();
        let found = match self.propagate(from, choose) {
            Propagated::Contradiction => 0,
            Propagated::Solved => {
                self.keep_first();
                1
            }
            Propagated::Open(cell) => self.branch(cell, from, limit, choose)?,
        };
        self.undo(mark);
        Ok(found)
    }

    /// Branches on `cell`: tries its candidates until `limit` solutions are found.
    fn branch(
        &mut self,
        cell: u16,
        from: usize,
        limit: u64,
        choose: &mut impl TieBreaker,
    ) -> Result<u64, OutOfNodes> {
        let (mark, end) = (self.trail.len(), self.open.len());
        let mut untried = self.candidates(cell);
        let mut found = 0;
        while found < limit
            && !untried.is_empty()
            && let Some(digit) = untried.nth(choose.pick(untried.len()))
        {
            untried.remove(digit);
            self.open.extend_from_within(from..end);
            self.place(cell, digit);
            found += self.search(end, limit - found, choose)?;
            self.undo(mark);
            self.open.truncate(end);
        }
        Ok(found)
    }

    /// Places singles until none is left, then chooses the cell to branch on.
    fn propagate(&mut self, from: usize, choose: &mut impl TieBreaker) -> Propagated {
        loop {
            let Ok(fewest) = self.naked_singles(from) else { return Propagated::Contradiction };
            if self.open.len() == from {
                return Propagated::Solved;
            }
            match self.hidden_singles(from) {
                Err(Contradiction) => return Propagated::Contradiction,
                Ok(true) => {}
                Ok(false) => return Propagated::Open(self.pick_cell(from, fewest, choose)),
            }
        }
    }

    /// Places naked singles until a pass finds none, and removes placed cells from the open ones. Returns the smallest
    /// number of candidates of an open cell.
    fn naked_singles(&mut self, from: usize) -> Result<u32, Contradiction> {
        loop {
            let (mut kept, mut placed, mut fewest) = (from, false, u32::MAX);
            for i in from..self.open.len() {
                let cell = self.open[i];
                if self.digits[usize::from(cell)].is_some() {
                    continue;
                }
                let candidates = self.candidates(cell);
                match candidates.len() {
                    0 => return Err(Contradiction),
                    1 => {
                        candidates.iter().for_each(|digit| self.place(cell, digit));
                        placed = true;
                    }
                    more => {
                        fewest = fewest.min(more);
                        self.open[kept] = cell;
                        kept += 1;
                    }
                }
            }
            self.open.truncate(kept);
            if !placed {
                return Ok(fewest);
            }
        }
    }

    /// Finds the hidden singles of all houses once and places them. Returns true if it placed any.
    fn hidden_singles(&mut self, from: usize) -> Result<bool, Contradiction> {
        let hidden = self.hidden_digits(from)?;
        let mut placed = false;
        for i in from..self.open.len() {
            let cell = self.open[i];
            let CellHouses { row, col, box_ } = self.houses[usize::from(cell)];
            let digits = hidden[usize::from(row)] | hidden[usize::from(col)] | hidden[usize::from(box_)];
            if digits.is_empty() {
                continue;
            }
            // A digit placed just before may have taken the only place of another one. The next pass finds that
            // contradiction, so only the digits that are still candidates matter here.
            let mut here = digits & self.candidates(cell);
            if here.len() > 1 {
                return Err(Contradiction);
            }
            if let Some(digit) = here.pop_first() {
                self.place(cell, digit);
                placed = true;
            }
        }
        Ok(placed)
    }

    /// Finds, for each house, the free digits that only one open cell can take.
    fn hidden_digits(&self, from: usize) -> Result<HouseDigits, Contradiction> {
        let (mut once, mut twice) = ([DigitSet::EMPTY; HOUSES], [DigitSet::EMPTY; HOUSES]);
        for &cell in &self.open[from..] {
            let candidates = self.candidates(cell);
            let CellHouses { row, col, box_ } = self.houses[usize::from(cell)];
            for house in [row, col, box_].map(usize::from) {
                twice[house] |= once[house] & candidates;
                once[house] |= candidates;
            }
        }
        let mut hidden = [DigitSet::EMPTY; HOUSES];
        for kind in 0..3 {
            for house in kind * Shape::MAX_SIDE..kind * Shape::MAX_SIDE + self.shape.side() {
                if once[house] != self.free[house] {
                    return Err(Contradiction);
                }
                hidden[house] = once[house] - twice[house];
            }
        }
        Ok(hidden)
    }

    /// Chooses one of the open cells with `fewest` candidates.
    fn pick_cell(&self, from: usize, fewest: u32, choose: &mut impl TieBreaker) -> u16 {
        let ties = || self.open[from..].iter().copied().filter(|&cell| self.candidates(cell).len() == fewest);
        #[expect(clippy::cast_possible_truncation, reason = "at most 625 cells")]
        let among = ties().count() as u32;
        ties().nth(choose.pick(among) as usize).unwrap_or(self.open[from])
    }

    fn keep_first(&mut self) {
        if self.first.is_none() {
            self.first = self.digits.iter().copied().collect();
        }
    }
}

/// Contradiction: a cell without candidates, or a digit without a place in a house.
struct Contradiction;

impl Solver for Backtracking {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        let solutions =
            if self.load(grid) && limit > 0 { self.search(0, limit, &mut FirstChoice)? } else { 0 };
        Ok(Count { solutions, nodes: self.nodes })
    }

    fn first_solution(&self) -> Option<Solution> {
        self.first.as_ref().map(|cells| Solution::from_valid(self.shape, cells.clone()))
    }
}

impl Remover for Backtracking {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.allowed[cell.index()].remove(known);
        let count = self.count(grid, 1);
        self.allowed[cell.index()].insert(known);
        count.map(|Count { solutions, nodes }| OtherSolution { found: solutions > 0, nodes })
    }
}

gridmill_board::debug_of_fields!(Backtracking: shape, budget);

#[cfg(all(test, feature = "every-shape"))]
mod tests {
    use super::*;

    /// Pseudo-random choices (xorshift), and the number of them.
    struct Choices(u64, u64);

    impl TieBreaker for Choices {
        fn pick(&mut self, among: u32) -> u32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.1 += 1;
            #[expect(clippy::cast_possible_truncation, reason = "below `among`")]
            {
                (self.0 % u64::from(among)) as u32
            }
        }
    }

    /// The same choices in the same order, solutions, nodes and ends by the budget: what is made from a seed does not change.
    #[test]
    fn small_grids_are_completed_by_the_same_steps() {
        let mut choices = Choices(0x5EED, 0);
        let (mut none, mut out_of_nodes) = (0, 0);
        for shape in ["2x2", "2x3", "2x4"].map(|shape| shape.parse::<Shape>().unwrap()) {
            for n in 0..2_000 {
                let budget = if n % 4 == 0 { choices.pick(20).into() } else { 1_000 };
                let mut solver = Backtracking::new(shape, budget);
                // Givens at random: few of these grids have a solution if there are many givens.
                let mut grid = Grid::empty(shape);
                let side = u32::try_from(shape.side()).unwrap();
                for cell in shape.all_cells() {
                    let digit = Digit::from_index(choices.pick(side) as usize);
                    let mut peers = shape.all_cells().filter(|&peer| {
                        let same = |house: fn(Shape, Cell) -> usize| house(shape, peer) == house(shape, cell);
                        same(Shape::row) || same(Shape::col) || same(Shape::box_of)
                    });
                    let clashes = peers.any(|peer| grid.get(peer) == Some(digit));
                    if choices.pick(10) < n % 6 && (!clashes || n % 16 == 15) {
                        grid.set(cell, Some(digit));
                    }
                }
                let (mut a, mut b) = (Choices(n.into(), 0), Choices(n.into(), 0));
                (a.0, b.0) = (a.0 + 1, b.0 + 1);
                let result = solver.complete(&grid, &mut a);
                assert_eq!(result, solver.complete_by_cells(&grid, &mut b), "{grid}");
                assert_eq!((a.0, a.1), (b.0, b.1), "{grid}: other choices");
                none += usize::from(matches!(result, Ok((None, _))));
                out_of_nodes += usize::from(result.is_err());
            }
        }
        assert!(none > 500 && out_of_nodes > 100, "{none} without a solution, {out_of_nodes} out of nodes");
    }
}
