//! The plain oracle: candidate bit masks, singles propagated, then the cell with the fewest candidates tried.
//!
//! The candidates of a cell are `row & column & box & allowed`, each a mask of the digits still free there:
//!
//! ```text
//! free in row 4      . 2 3 . 5 . 7 . .
//! free in column 7   1 2 . . 5 . . 8 9
//! free in box 6      . 2 . 4 5 6 . . .      allowed: all, but for the digit a dig forbids
//! candidates r4c7    . 2 . . 5 . . . .
//! ```
//!
//! One pass over the open cells places naked singles; when there is none, the digits seen once in a house
//! (`once & !twice`) are hidden singles. Any shape. The other solvers are tested against this one.

use super::{Count, Differs, OutOfNodes, Solver};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use std::fmt;

/// How a search decides among equals.
pub trait Choose {
    /// A number below `among`, which is at least 1.
    fn pick(&mut self, among: u32) -> u32;
}

/// The first in order: what a checker needs.
struct First;

impl Choose for First {
    fn pick(&mut self, _among: u32) -> u32 {
        0
    }
}

/// The houses of a cell, as indices into the table of free digits.
#[derive(Clone, Copy)]
struct Houses {
    row: u8,
    col: u8,
    box_: u8,
}

/// Rows, then columns, then boxes of the largest shape.
const HOUSES: usize = 3 * Shape::MAX_SIDE;
type HouseSets = [DigitSet; HOUSES];

/// What propagation came to.
enum Reached {
    Contradiction,
    Solved,
    /// The cell to branch on.
    Open(u16),
}

/// The bitmask solver for any shape.
pub struct Backtrack {
    shape: Shape,
    budget: u64,
    houses: Box<[Houses]>,
    free: HouseSets,
    allowed: Box<[DigitSet]>,
    digits: Box<[Option<Digit>]>,
    /// Open cells, one segment for each level of the search, the deepest last.
    open: Vec<u16>,
    /// Cells placed, in order, so that a level can take its own back.
    trail: Vec<u16>,
    nodes: u64,
    first: Option<Box<[Digit]>>,
}

impl Backtrack {
    /// A solver for `shape` whose every search may visit `budget` nodes.
    pub fn new(shape: Shape, budget: u64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "house numbers stay below 75")]
        let houses = shape.all_cells().map(|cell| Houses {
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
        }
    }

    /// Completes `grid`, ties among cells and the order of digits decided by `choose`; the nodes it took, and the
    /// solution unless there is none.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the budget does not suffice.
    ///
    /// # Panics
    /// If the grid is of another shape than the solver.
    pub fn complete(
        &mut self,
        grid: &Grid,
        choose: &mut impl Choose,
    ) -> Result<(Option<Solution>, u64), OutOfNodes> {
        if self.load(grid) {
            self.search(0, 1, choose)?;
        }
        let solution = self.first.take().map(|cells| Solution::from_valid(self.shape, cells));
        Ok((solution, self.nodes))
    }

    /// Sets the givens up; false if two of them contradict each other.
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
        let Houses { row, col, box_ } = self.houses[usize::from(cell)];
        self.free[usize::from(row)]
            & self.free[usize::from(col)]
            & self.free[usize::from(box_)]
            & self.allowed[usize::from(cell)]
    }

    #[inline]
    fn place(&mut self, cell: u16, digit: Digit) {
        let Houses { row, col, box_ } = self.houses[usize::from(cell)];
        for house in [row, col, box_] {
            self.free[usize::from(house)].remove(digit);
        }
        self.digits[usize::from(cell)] = Some(digit);
        self.trail.push(cell);
    }

    /// Takes back every placement made since the trail was `mark` long.
    #[inline]
    fn undo(&mut self, mark: usize) {
        for cell in self.trail.drain(mark..) {
            let Houses { row, col, box_ } = self.houses[usize::from(cell)];
            if let Some(digit) = self.digits[usize::from(cell)].take() {
                for house in [row, col, box_] {
                    self.free[usize::from(house)].insert(digit);
                }
            }
        }
    }

    /// Counts solutions below the present state, up to `limit`; the open cells are `open[from..]`.
    fn search(&mut self, from: usize, limit: u64, choose: &mut impl Choose) -> Result<u64, OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(OutOfNodes { budget: self.budget });
        }
        let mark = self.trail.len();
        let found = match self.propagate(from, choose) {
            Reached::Contradiction => 0,
            Reached::Solved => {
                self.keep_first();
                1
            }
            Reached::Open(cell) => self.branch(cell, from, limit, choose)?,
        };
        self.undo(mark);
        Ok(found)
    }

    /// Tries every candidate of `cell` until `limit` solutions are found.
    fn branch(
        &mut self,
        cell: u16,
        from: usize,
        limit: u64,
        choose: &mut impl Choose,
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

    /// Places singles until there is none, then names the cell to branch on.
    fn propagate(&mut self, from: usize, choose: &mut impl Choose) -> Reached {
        loop {
            let Ok(fewest) = self.naked_singles(from) else { return Reached::Contradiction };
            if self.open.len() == from {
                return Reached::Solved;
            }
            match self.hidden_singles(from) {
                Err(Contradiction) => return Reached::Contradiction,
                Ok(true) => {}
                Ok(false) => return Reached::Open(self.pick_cell(from, fewest, choose)),
            }
        }
    }

    /// Places naked singles until a pass finds none, drops placed cells from the open ones, and returns the fewest
    /// candidates that an open cell has.
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
                        candidates.for_each(|digit| self.place(cell, digit));
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

    /// Places every hidden single that one look at all houses shows; whether there was one.
    fn hidden_singles(&mut self, from: usize) -> Result<bool, Contradiction> {
        let hidden = self.seen_once(from)?;
        let mut placed = false;
        for i in from..self.open.len() {
            let cell = self.open[i];
            let Houses { row, col, box_ } = self.houses[usize::from(cell)];
            let wanted = hidden[usize::from(row)] | hidden[usize::from(col)] | hidden[usize::from(box_)];
            if wanted.is_empty() {
                continue;
            }
            // A digit placed a moment ago may have taken the only place of another: that is the contradiction
            // which the next pass finds, so it is enough to look at what is still possible here.
            let mut here = wanted & self.candidates(cell);
            if here.len() > 1 {
                return Err(Contradiction);
            }
            if let Some(digit) = here.next() {
                self.place(cell, digit);
                placed = true;
            }
        }
        Ok(placed)
    }

    /// For each house, the free digits that only one open cell can take.
    fn seen_once(&self, from: usize) -> Result<HouseSets, Contradiction> {
        let (mut once, mut twice) = ([DigitSet::EMPTY; HOUSES], [DigitSet::EMPTY; HOUSES]);
        for &cell in &self.open[from..] {
            let candidates = self.candidates(cell);
            let Houses { row, col, box_ } = self.houses[usize::from(cell)];
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

    /// One of the open cells with `fewest` candidates.
    fn pick_cell(&self, from: usize, fewest: u32, choose: &mut impl Choose) -> u16 {
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

/// A cell without candidate or a digit without place.
struct Contradiction;

impl Solver for Backtrack {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        let solutions = if self.load(grid) && limit > 0 { self.search(0, limit, &mut First)? } else { 0 };
        Ok(Count { solutions, nodes: self.nodes })
    }

    fn first_solution(&self) -> Option<Solution> {
        self.first.as_ref().map(|cells| Solution::from_valid(self.shape, cells.clone()))
    }

    fn differs(&mut self, grid: &Grid, cell: Cell, known: Digit) -> Result<Differs, OutOfNodes> {
        self.allowed[cell.index()].remove(known);
        let count = self.count(grid, 1);
        self.allowed[cell.index()].insert(known);
        count.map(|Count { solutions, nodes }| Differs { found: solutions > 0, nodes })
    }
}

impl fmt::Debug for Backtrack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backtrack")
            .field("shape", &self.shape)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
