//! `DancingLinks`: exact cover by dancing links, for any shape. Branches on the smallest column; givens never enter the matrix.
//!
//! A row of the matrix means "digit d in the cell at row r, column c, box b". It has a node in each of four columns, and
//! each column must be covered exactly once:
//!
//! ```text
//!            d's cell      r has d      c has d      b has d
//! header     0 ..          n^2 ..       2n^2 ..      3n^2 .. 4n^2       n: the side
//! node       4n^2 + 4*row  +1           +2           +3                 row: cell * n + digit
//! ```
//!
//! The number of a node gives its row and its place in the row. `columns`, fixed for the shape, gives its column. `links`
//! holds the neighbours above and below, in a ring through the header. The 65,000 headers and nodes of the largest shape
//! just fit in `u16`; a table with an entry for every `u16` needs no bounds check.
//!
//! Each grid links its own matrix, from the candidates of its open cells: about 230 of the 729 rows for a minimal 9x9
//! puzzle. To choose a row means to cover its four columns: every other row of such a column is removed from its other
//! three columns. `trail` lists the removed rows. To restore them in reverse order, their neighbours are linked to them
//! again: this is the dance of the links.
//!
//! The size of a column is a byte. The mark [`COVERED`] makes the size of a covered column larger than all others:
//!
//! - if a size becomes 1, the column is pushed on `forced`, which is processed before any branch;
//! - if a size becomes 0, this is a contradiction, and the row being chosen is abandoned at once;
//! - the first column of the smallest size is branched on. Headers are not linked: sizes are compared in blocks.
//!
//! Speed relative to the textbook form (linked headers, all 729 rows, givens covered first and uncovered last), which
//! visits the same nodes: 3.1 on random minimal puzzles, 3.5 on puzzles of 17 givens, 3.9 on the hardest.
//!
//! Tried and rejected, with the speed relative to this code:
//!
//! - copy the tables before a branch instead of undoing: 1.00 on minimal puzzles, 0.9 on the hardest;
//! - place naked singles before linking: 0.93;
//! - process `forced` first in, first out: 0.92;
//! - relink all four nodes of a row, also the one by which it was removed: 0.96;
//! - headers in another order than cells first: up to 1.8 times the nodes;
//! - keep the matrix of the last grid and change the difference: saves at most the quarter of the time that linking takes,
//!   and the order of rows, and with it the nodes, would depend on earlier grids.
//!
//! Sources: D. Knuth, "Dancing Links", 2000; D. Knuth, "The Art of Computer Programming" 4B, 7.2.2.1, 2022.

use super::{Count, OtherSolution, OutOfNodes, Remover, Solver, tally};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};

/// Entries of a table: one for every `u16`. A search never touches the part that its shape does not use.
const NODES: usize = 1 << 16;

/// Mark in the size of a column that is covered.
const COVERED: u8 = 0x80;

/// Number of sizes compared at once.
const BLOCK: usize = 32;

/// Neighbours of a node in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Link {
    up: u16,
    down: u16,
}

/// Lengths of the stacks, to which `undo` returns.
#[derive(Clone, Copy)]
struct Mark {
    trail: u16,
    chosen: u16,
}

/// Free digits of each row, column and box.
type FreeDigits = [[DigitSet; Shape::MAX_SIDE]; 3];

/// Dancing-links solver for any shape.
#[doc(hidden)]
pub struct DancingLinks {
    shape: Shape,
    budget: u64,
    /// Number of columns, and the number of the first node.
    headers: u16,
    /// Row, column and box of each cell.
    houses: Box<[[u8; 3]]>,
    columns: Box<[u16; NODES]>,
    links: Box<[Link; NODES]>,
    /// Number of rows of each column; [`COVERED`] from `headers` to the end of the block.
    sizes: Box<[u8; NODES]>,
    /// Candidate that a dig excludes.
    excluded: Option<(Cell, Digit)>,
    /// Number of open cells.
    open: u16,
    /// Columns whose size became 1; some may be covered by now.
    forced: Stack,
    /// Removed rows, each as the node by which it was removed.
    trail: Stack,
    /// Chosen rows, each as one of its nodes.
    chosen: Stack,
    nodes: u64,
    /// The givens; after `solved`, the first solution.
    digits: Box<[Option<Digit>]>,
    solved: bool,
    /// All solutions found, if they are listed.
    listed: Option<Vec<Solution>>,
}

impl DancingLinks {
    /// Creates a solver for `shape`; each of its searches may visit `budget` nodes.
    #[expect(clippy::cast_possible_truncation, reason = "at most 2,500 headers, 25 houses of a kind")]
    pub fn new(shape: Shape, budget: u64) -> Self {
        let cells = shape.cells();
        let houses = shape.all_cells().map(|cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)]);
        let mut dlx = Self {
            shape,
            budget,
            headers: 4 * cells as u16,
            houses: houses.map(|houses| houses.map(|house| house as u8)).collect(),
            columns: table(0),
            links: table(Link { up: 0, down: 0 }),
            sizes: table(0),
            excluded: None,
            open: 0,
            forced: Stack::new(),
            trail: Stack::new(),
            chosen: Stack::new(),
            nodes: 0,
            digits: vec![None; cells].into(),
            solved: false,
            listed: None,
        };
        dlx.number_columns();
        dlx
    }

    /// Changes the budget of the searches that follow.
    pub(crate) const fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Stores the column of every node.
    #[expect(clippy::cast_possible_truncation, reason = "at most 2,500 columns")]
    fn number_columns(&mut self) {
        let (cells, side) = (self.shape.cells(), self.shape.side());
        for cell in 0..cells {
            let [row, col, box_] = self.houses[cell].map(usize::from);
            for digit in 0..side {
                let first = usize::from(self.first_node(cell, digit));
                let house = |kind, number| kind * cells + number * side + digit;
                let columns = [cell, house(1, row), house(2, col), house(3, box_)];
                self.columns[first..first + 4].copy_from_slice(&columns.map(|column| column as u16));
            }
        }
    }

    /// Returns the first of the four nodes of a row.
    #[expect(clippy::cast_possible_truncation, reason = "at most 65,000 nodes")]
    const fn first_node(&self, cell: usize, digit: usize) -> u16 {
        self.headers + 4 * (cell * self.shape.side() + digit) as u16
    }

    /// Links the matrix of the open cells. Returns false if two givens contradict each other.
    fn load(&mut self, grid: &Grid) -> bool {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the solver's");
        self.nodes = 0;
        self.open = 0;
        self.solved = false;
        self.digits.copy_from_slice(grid.cells());
        for stack in [&mut self.forced, &mut self.trail, &mut self.chosen] {
            stack.clear();
        }
        for header in 0..self.headers {
            self.links[usize::from(header)] = Link { up: header, down: header };
        }
        let headers = usize::from(self.headers);
        self.sizes[..headers].fill(0);
        self.sizes[headers..headers.next_multiple_of(BLOCK)].fill(COVERED);
        let free = self.cover_givens();
        if let Some(free) = &free {
            self.link_candidates(free);
        }
        free.is_some()
    }

    /// Marks the columns of the givens as covered. Returns the digits that stay free, or `None` if givens contradict each
    /// other.
    fn cover_givens(&mut self) -> Option<FreeDigits> {
        let mut free = [[DigitSet::full(self.shape.side()); Shape::MAX_SIDE]; 3];
        for cell in 0..self.digits.len() {
            let Some(digit) = self.digits[cell] else { continue };
            for (free, house) in free.iter_mut().zip(self.houses[cell]) {
                if !free[usize::from(house)].remove(digit) {
                    return None;
                }
            }
            self.mark_covered(self.first_node(cell, digit.index()));
        }
        let given_but_excluded =
            self.excluded.is_some_and(|(cell, digit)| self.digits[cell.index()] == Some(digit));
        (!given_but_excluded).then_some(free)
    }

    /// Links the candidates of the open cells.
    fn link_candidates(&mut self, [rows, cols, boxes]: &FreeDigits) {
        let excluded = self.excluded.map(|(cell, digit)| (cell.index(), digit));
        for cell in 0..self.digits.len() {
            if self.digits[cell].is_some() {
                continue;
            }
            self.open += 1;
            let [row, col, box_] = self.houses[cell].map(usize::from);
            for digit in rows[row] & cols[col] & boxes[box_] {
                if excluded != Some((cell, digit)) {
                    let first = self.first_node(cell, digit.index());
                    (first..first + 4).for_each(|node| self.append(node));
                }
            }
        }
    }

    /// Appends `node` to its column.
    #[inline]
    fn append(&mut self, node: u16) {
        let column = self.columns[usize::from(node)];
        let last = self.links[usize::from(column)].up;
        self.links[usize::from(node)] = Link { up: last, down: column };
        self.links[usize::from(last)].down = node;
        self.links[usize::from(column)].up = node;
        self.sizes[usize::from(column)] += 1;
    }

    fn count_from_root(&mut self, limit: u64) -> Result<u64, OutOfNodes> {
        if limit == 0 {
            return Ok(0);
        }
        self.visit()?;
        for column in 0..self.headers {
            match self.sizes[usize::from(column)] {
                0 => return Ok(0),
                size => self.forced.push_if(column, size == 1),
            }
        }
        self.search(limit)
    }

    /// Counts one more node of the search against the budget.
    const fn visit(&mut self) -> Result<(), OutOfNodes> {
        if self.nodes == self.budget {
            return Err(OutOfNodes { budget: self.budget });
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts the solutions below the current state, up to `limit`. It does not undo its own choices: a caller undoes them
    /// before it continues, so that the last branch of all is never undone.
    fn search(&mut self, limit: u64) -> Result<u64, OutOfNodes> {
        if !self.choose_forced() {
            return Ok(0);
        }
        if self.chosen.len == self.open {
            self.keep();
            return Ok(1);
        }
        let (column, size) = self.smallest();
        let mark = Mark { trail: self.trail.len, chosen: self.chosen.len };
        let (mut node, mut found) = (column, 0);
        for _ in 0..size {
            if found == limit {
                break;
            }
            self.undo(mark);
            node = self.links[usize::from(node)].down;
            self.visit()?;
            if self.choose(node) {
                found += self.search(limit - found)?;
            }
        }
        Ok(found)
    }

    /// Chooses the row of every column that has only one. Returns false at a contradiction.
    fn choose_forced(&mut self) -> bool {
        while let Some(column) = self.forced.pop_above(0) {
            if self.sizes[usize::from(column)] == 1 && !self.choose(self.links[usize::from(column)].down) {
                return false;
            }
        }
        true
    }

    /// Chooses the row of `node` and covers its columns. Returns false at a contradiction.
    fn choose(&mut self, node: u16) -> bool {
        self.chosen.push(node);
        let first = row_start(node);
        self.mark_covered(first);
        let consistent = self.cover::<0>(first)
            && self.cover::<1>(first)
            && self.cover::<2>(first)
            && self.cover::<3>(first);
        if !consistent {
            self.forced.clear();
        }
        consistent
    }

    /// Marks the columns of a row as covered: they are not branched on, and their sizes no longer matter.
    fn mark_covered(&mut self, first: u16) {
        for node in first..first + 4 {
            self.sizes[usize::from(self.columns[usize::from(node)])] |= COVERED;
        }
    }

    /// Removes the other rows of the column in which a chosen row has its `PLACE`-th node. A constant `PLACE` fixes the
    /// offsets of the other nodes of these rows: speed 1.03 on minimal puzzles, 1.2 on the hardest.
    #[inline]
    fn cover<const PLACE: u16>(&mut self, first: u16) -> bool {
        let own = first + PLACE;
        let column = self.columns[usize::from(own)];
        let mut node = self.links[usize::from(column)].down;
        while node != column {
            if node != own && !self.remove_row::<PLACE>(node) {
                return false;
            }
            node = self.links[usize::from(node)].down;
        }
        true
    }

    /// Removes the row of `node` from its other three columns. Returns false if one of them becomes empty.
    #[inline]
    fn remove_row<const PLACE: u16>(&mut self, node: u16) -> bool {
        self.trail.push(node);
        let mut consistent = true;
        for step in 1..4 {
            let node = node - PLACE + (PLACE + step) % 4;
            let Link { up, down } = self.links[usize::from(node)];
            self.links[usize::from(up)].down = down;
            self.links[usize::from(down)].up = up;
            let column = self.columns[usize::from(node)];
            let size = &mut self.sizes[usize::from(column)];
            *size -= 1;
            consistent &= *size != 0;
            self.forced.push_if(column, *size == 1);
        }
        consistent
    }

    /// Restores the row of `node`, which must be the last that was removed.
    #[inline]
    fn restore_row(&mut self, node: u16) {
        for step in 1..4 {
            let node = row_start(node) | (node + step) & 3;
            let Link { up, down } = self.links[usize::from(node)];
            self.links[usize::from(up)].down = node;
            self.links[usize::from(down)].up = node;
            self.sizes[usize::from(self.columns[usize::from(node)])] += 1;
        }
    }

    /// Undoes all changes since `mark`.
    fn undo(&mut self, mark: Mark) {
        while let Some(node) = self.trail.pop_above(mark.trail) {
            self.restore_row(node);
        }
        while let Some(node) = self.chosen.pop_above(mark.chosen) {
            for node in row_start(node)..row_start(node) + 4 {
                self.sizes[usize::from(self.columns[usize::from(node)])] &= !COVERED;
            }
        }
    }

    /// Returns the first column of the smallest size, and this size. It is 2 nearly always, and never less once `forced` is
    /// empty.
    fn smallest(&self) -> (u16, u8) {
        let (blocks, _) = self.sizes[..usize::from(self.headers).next_multiple_of(BLOCK)].as_chunks();
        if let Some(column) = first_of(blocks, 2) {
            return (column, 2);
        }
        let least = blocks.as_flattened().iter().copied().fold(COVERED, u8::min);
        (first_of(blocks, least).unwrap_or(0), least)
    }

    /// Keeps the first solution, or each if they are listed.
    fn keep(&mut self) {
        if self.solved && self.listed.is_none() {
            return;
        }
        self.solved = true;
        for &node in &self.chosen.items[..usize::from(self.chosen.len)] {
            let row = usize::from(node - self.headers) / 4;
            self.digits[row / self.shape.side()] = Some(Digit::from_index(row % self.shape.side()));
        }
        if let (Some(solution), Some(listed)) = (self.first_solution(), &mut self.listed) {
            listed.push(solution);
        }
    }
}

/// Returns the first node of the row of `node`. The number of headers is a multiple of four.
const fn row_start(node: u16) -> u16 {
    node & !3
}

/// Returns the first column of this size.
#[expect(clippy::cast_possible_truncation, reason = "at most 2,500 columns")]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "sizes of a block are compared at once, not one after the other"
)]
fn first_of(blocks: &[[u8; BLOCK]], size: u8) -> Option<u16> {
    let has = |block: &[u8; BLOCK]| block.iter().fold(false, |any, &each| any | (each == size));
    let block = blocks.iter().position(has)?;
    let within = blocks[block].iter().position(|&each| each == size)?;
    Some((block * BLOCK + within) as u16)
}

/// Creates a table with an entry for every `u16`.
#[expect(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn table<T: Clone>(value: T) -> Box<[T; NODES]> {
    match vec![value; NODES].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the vector has NODES items"),
    }
}

/// Stack of columns or nodes. It has an entry for every `u16`, so it is never full.
struct Stack {
    items: Box<[u16; NODES]>,
    len: u16,
}

impl Stack {
    fn new() -> Self {
        Self { items: table(0), len: 0 }
    }

    const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, item: u16) {
        self.push_if(item, true);
    }

    /// Pushes `item` if `condition` is true, without a conditional jump. This and the missing capacity check give speed 1.2.
    #[inline]
    fn push_if(&mut self, item: u16, condition: bool) {
        self.items[usize::from(self.len)] = item;
        self.len += u16::from(condition);
    }

    /// Pops the top item if the stack has more than `mark` items.
    #[inline]
    fn pop_above(&mut self, mark: u16) -> Option<u16> {
        if self.len <= mark {
            return None;
        }
        self.len -= 1;
        Some(self.items[usize::from(self.len)])
    }
}

impl Solver for DancingLinks {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        let solutions = if self.load(grid) { self.count_from_root(limit)? } else { 0 };
        Ok(Count { solutions, nodes: self.nodes })
    }

    fn first_solution(&self) -> Option<Solution> {
        let cells: Option<_> = self.digits.iter().copied().collect();
        cells.filter(|_| self.solved).map(|cells| Solution::from_valid(self.shape, cells))
    }

    fn list(&mut self, grid: &Grid, limit: usize) -> Result<Vec<Solution>, OutOfNodes> {
        self.listed = Some(Vec::new());
        let count = self.count(grid, limit as u64);
        let mut listed = self.listed.take().unwrap_or_default();
        if let (Ok(_), Some(first)) = (&count, listed.first()) {
            // The last solution is in its place.
            self.digits.iter_mut().zip(first.cells()).for_each(|(cell, &digit)| *cell = Some(digit));
        }
        count?;
        tally::sort_solutions(&mut listed);
        Ok(listed)
    }
}

impl Remover for DancingLinks {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.excluded = Some((cell, known));
        let count = self.count(grid, 1);
        self.excluded = None;
        count.map(|Count { solutions, nodes }| OtherSolution { found: solutions > 0, nodes })
    }
}

gridmill_board::debug_of_fields!(DancingLinks: shape, budget);

#[cfg(test)]
mod tests {
    use super::*;

    /// Undoing everything after a search restores the matrix that was linked.
    #[test]
    fn undoing_restores_the_links() {
        for (shape, givens) in [("2x2", 0), ("2x3", 4), ("3x3", 9), ("4x4", 16), ("5x5", 25)] {
            let shape = shape.parse().unwrap();
            let mut grid = Grid::empty(shape);
            for digit in 0..givens {
                grid.set(shape.cell(0, digit), Some(Digit::from_index(digit)));
            }
            let mut dlx = DancingLinks::new(shape, 100_000);
            assert!(dlx.load(&grid));
            let before = (dlx.links.clone(), dlx.sizes.clone());
            let _ = dlx.count_from_root(500);
            dlx.undo(Mark { trail: 0, chosen: 0 });
            let rows = usize::from(dlx.headers) * (1 + shape.side());
            assert_eq!(dlx.links[..rows], before.0[..rows], "{shape}");
            assert_eq!(dlx.sizes, before.1, "{shape}");
        }
    }

    #[test]
    fn the_largest_shape_fits() {
        let dlx = DancingLinks::new("5x5".parse().unwrap(), 1);
        assert_eq!(dlx.first_node(624, 24), 64_996);
        assert_eq!(dlx.columns[64_996..65_000], [624, 625 + 624, 1250 + 624, 1875 + 624]);
    }
}
