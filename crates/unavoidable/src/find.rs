//! Search for all minimal unavoidable sets of a grid up to a size.
//!
//! A set of cells is unavoidable if another complete grid differs from this one within it alone: a puzzle without any of its
//! cells has both as solutions. The search builds the difference to another grid cell by cell:
//!
//! ```text
//! differ    cells that differ: those with a new digit, and those that must get one
//! pending   (digit, house) whose cell of that digit differs and where the digit has no new cell yet
//! step      choose a pending digit and house, and try each cell of the house for the digit. Its holders in the cell's row,
//!           column and box must differ, too.
//! end       nothing is pending: the differing cells are an unavoidable set
//! ```
//!
//! No minimal set up to the size is missing. Let U be one, H a grid that differs within U, and c the first cell of U. The search
//! begins with c, and at each step one of the tried cells is that of H. All cells that then must differ are in U. The search
//! ends at once where nothing is pending, so either at U or at a part of it, which would be unavoidable.
//!
//! A branch ends if the set must become too large: `differ` counts, and each house and each digit with one differing cell needs
//! another.
//!
//! Sources: unavoidable sets, the Sudoku forum (2005); G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku"
//! (2012), who collect them by known patterns.
#![allow(clippy::cast_possible_truncation, reason = "digits and houses are below 27")]

use gridmill_board::{Shape, Solution};

// A complete grid by cells, houses and digits, as the searches need it.
//
// ```text
// houses   rows 0..9, columns 9..18, boxes 18..27; smaller grids have fewer of each
// groups   houses and digits: bits 0..27 and 27..36 of a `u64`
// holders  cells that lose a digit if it is put at another cell: those that hold it in the row, the column and the box
// ```

/// Cells of the largest shape.
pub(crate) const CELLS: usize = 81;

/// Digits of the largest shape.
pub(crate) const DIGITS: usize = 9;

/// Houses of the largest shape.
pub(crate) const HOUSES: usize = 27;

/// A complete grid.
#[derive(Debug, Clone)]
pub(crate) struct CompleteGrid {
    pub shape: Shape,
    /// Digit of each cell, from 0.
    pub digits: [u8; CELLS],
    /// Row, column and box of each cell.
    pub houses: [[u8; 3]; CELLS],
    /// Cells of each house.
    pub house_cells: [u128; HOUSES],
    /// Cells of each digit.
    pub digit_cells: [u128; DIGITS],
    /// Holders of each digit for each cell.
    pub holders: [[u128; CELLS]; DIGITS],
}

impl CompleteGrid {
    /// Prepares a grid.
    ///
    /// # Panics
    /// Panics if the side is above 9.
    pub(crate) fn new(solution: &Solution) -> Self {
        let shape = solution.shape();
        assert!(shape.side() <= DIGITS, "unavoidable sets are known for sides up to 9");
        let mut grid = Self {
            shape,
            digits: [0; CELLS],
            houses: [[0; 3]; CELLS],
            house_cells: [0; HOUSES],
            digit_cells: [0; DIGITS],
            holders: [[0; CELLS]; DIGITS],
        };
        for cell in shape.all_cells() {
            let at = cell.index();
            let places = [shape.row(cell), 9 + shape.col(cell), 18 + shape.box_of(cell)];
            let digit = solution.get(cell).index();
            grid.digits[at] = digit as u8;
            grid.houses[at] = places.map(|place| place as u8);
            grid.digit_cells[digit] |= 1 << at;
            for place in places {
                grid.house_cells[place] |= 1 << at;
            }
        }
        for digit in 0..shape.side() {
            for at in 0..shape.cells() {
                let seen = grid.houses[at].map(|house| grid.house_cells[usize::from(house)]);
                grid.holders[digit][at] = (seen[0] | seen[1] | seen[2]) & grid.digit_cells[digit];
            }
        }
        grid
    }

    /// Returns the houses of a cell, one bit each.
    pub(crate) fn house_bits(&self, cell: usize) -> u32 {
        self.houses[cell].iter().fold(0, |bits, house| bits | 1 << house)
    }

    /// Returns the groups of a cell: its houses and its digit.
    pub(crate) fn group_bits(&self, cell: usize) -> u64 {
        u64::from(self.house_bits(cell)) | 1 << (HOUSES + usize::from(self.digits[cell]))
    }
}

/// Returns the cells of a set as bits.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

/// Returns the sets that contain no other, small ones first.
pub(crate) fn minimal(mut sets: Vec<u128>) -> Vec<u128> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let mut kept: Vec<u128> = Vec::with_capacity(sets.len());
    for set in sets {
        if kept.iter().all(|smaller| smaller & !set != 0) {
            kept.push(set);
        }
    }
    kept
}

/// State of a branch.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// Cells that differ.
    differ: u128,
    /// Cells with a new digit.
    placed: u128,
    /// Number of differing cells.
    size: usize,
    /// Groups with at least one differing cell, and with at least two.
    once: u64,
    twice: u64,
    /// Houses in which the digit's cell differs.
    lost: [u32; DIGITS],
    /// Houses in which the digit has a new cell.
    regained: [u32; DIGITS],
}

/// Search for unavoidable sets.
#[derive(Debug)]
pub(crate) struct Finder<'a> {
    grid: &'a CompleteGrid,
    /// Largest size.
    most: usize,
    /// Cells that may differ: from the first one on.
    may_differ: u128,
    /// Cells at which each digit can be new, if its holders may differ.
    new_places: [u128; DIGITS],
    houses: [u32; CELLS],
    groups: [u64; CELLS],
    found: Vec<u128>,
    /// The same by cell.
    found_with: Vec<Vec<u128>>,
    nodes: u64,
    budget: u64,
}

/// Groups of one kind: rows, columns, boxes, digits.
const KINDS: [u32; 4] = [0, 9, 18, 27];

/// Number of bits of each nine-bit set.
const ONES: [usize; 512] = {
    let mut ones = [0; 512];
    let mut set = 1;
    while set < 512 {
        ones[set] = ones[set / 2] + set % 2;
        set += 1;
    }
    ones
};

impl<'a> Finder<'a> {
    pub(crate) fn new(grid: &'a CompleteGrid, most: usize, budget: u64) -> Self {
        let mut houses = [0; CELLS];
        let mut groups = [0; CELLS];
        for cell in 0..grid.shape.cells() {
            houses[cell] = grid.house_bits(cell);
            groups[cell] = grid.group_bits(cell);
        }
        let new_places = [0; DIGITS];
        Self {
            grid,
            most,
            may_differ: 0,
            new_places,
            houses,
            groups,
            found: Vec::new(),
            found_with: vec![Vec::new(); CELLS],
            nodes: 0,
            budget,
        }
    }

    /// Returns unavoidable sets, all minimal ones up to the size among them; `None` if the search exceeds its budget of nodes.
    pub(crate) fn run(mut self) -> Option<Vec<u128>> {
        let cells = self.grid.shape.cells();
        for first in (0..cells).rev() {
            self.allow(first);
            let mut root = Node::default();
            self.lose(&mut root, 1 << first);
            self.branch(&root)?;
        }
        Some(self.found)
    }

    /// Lets one more cell differ.
    fn allow(&mut self, cell: usize) {
        self.may_differ |= 1 << cell;
        let own = usize::from(self.grid.digits[cell]);
        for digit in (0..self.grid.shape.side()).filter(|&digit| digit != own) {
            if self.grid.holders[digit][cell] & !self.may_differ == 0 {
                self.new_places[digit] |= 1 << cell;
            }
        }
        let seen = self.grid.houses[cell].map(|house| self.grid.house_cells[usize::from(house)]);
        let holders = &self.grid.holders[own];
        let able = cells((seen[0] | seen[1] | seen[2]) & self.may_differ & !self.grid.digit_cells[own])
            .filter(|&place| holders[place] & !self.may_differ == 0);
        self.new_places[own] = able.fold(self.new_places[own], |places, place| places | 1 << place);
    }

    /// Makes more cells differ.
    #[inline]
    fn lose(&self, node: &mut Node, lost: u128) {
        for cell in cells(lost) {
            node.size += 1;
            node.twice |= node.once & self.groups[cell];
            node.once |= self.groups[cell];
            node.lost[usize::from(self.grid.digits[cell])] |= self.houses[cell];
        }
        node.differ |= lost;
    }

    /// Returns the least size of a set below the node.
    #[inline]
    fn least_size(node: &Node) -> usize {
        let alone = node.once & !node.twice;
        let kinds = KINDS.map(|first| ONES[(alone >> first & 0x1FF) as usize]);
        node.size + kinds[0].max(kinds[1]).max(kinds[2]).max(kinds[3])
    }

    /// Returns a pending digit with the cells at which it can be put in one of its houses: at most one cell if some house has so few, or two, or
    /// those of the first house.
    #[inline]
    fn pending(&self, node: &Node) -> Option<(usize, u128)> {
        let mut best: Option<(usize, u128)> = None;
        for digit in 0..self.grid.shape.side() {
            let mut pending = node.lost[digit] & !node.regained[digit];
            if pending == 0 {
                continue;
            }
            if best.is_some_and(|(_, able)| is_at_most_two(able)) {
                break;
            }
            let mut places = self.new_places[digit] & !node.placed;
            let mut taken = node.regained[digit];
            while taken != 0 {
                places &= !self.grid.house_cells[taken.trailing_zeros() as usize % HOUSES];
                taken &= taken - 1;
            }
            while pending != 0 {
                let house = pending.trailing_zeros() as usize % HOUSES;
                pending &= pending - 1;
                let able = places & self.grid.house_cells[house];
                if able & able.wrapping_sub(1) == 0 {
                    return Some((digit, able));
                }
                if best.is_none_or(|(_, best)| is_at_most_two(able) && !is_at_most_two(best)) {
                    best = Some((digit, able));
                }
            }
        }
        best
    }

    /// Returns true if a known set with one of the cells `new` is a part of `differ`.
    #[inline]
    fn holds_known_set(&self, differ: u128, new: u128) -> bool {
        cells(new).any(|cell| self.found_with[cell].iter().any(|set| set & !differ == 0))
    }

    fn branch(&mut self, node: &Node) -> Option<()> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return None;
        }
        let Some((digit, places)) = self.pending(node) else {
            self.found.push(node.differ);
            for cell in cells(node.differ) {
                self.found_with[cell].push(node.differ);
            }
            return Some(());
        };
        for cell in cells(places) {
            let mut child = *node;
            child.placed |= 1 << cell;
            child.regained[digit] |= self.houses[cell];
            let lost = (self.grid.holders[digit][cell] | 1 << cell) & !node.differ;
            self.lose(&mut child, lost);
            if Self::least_size(&child) <= self.most && !self.holds_known_set(child.differ, lost) {
                self.branch(&child)?;
            }
        }
        Some(())
    }
}

/// Returns true for a set of two cells, one or none.
const fn is_at_most_two(set: u128) -> bool {
    let rest = set & set.wrapping_sub(1);
    rest & rest.wrapping_sub(1) == 0
}
