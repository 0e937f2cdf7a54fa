//! Minimal unavoidable sets of a grid.
#![allow(clippy::cast_possible_truncation, reason = "digits and houses are below 27")]

use gridmill_board::{CellSet, Grid, Shape, Solution};
use std::collections::BTreeMap;

/// Minimal unavoidable sets of a complete grid, small ones first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnavoidableSets {
    sets: Vec<CellSet>,
    complete_to: usize,
}

impl UnavoidableSets {
    /// Finds all minimal unavoidable sets with at most `cells` cells. Up to 10 cells take some 1.4 milliseconds for a 9x9 grid, each two
    /// more some five times as long.
    ///
    /// # Panics
    /// Panics if the side is above 9.
    pub fn find(solution: &Solution, cells: usize) -> Self {
        Self::find_within(solution, cells, u64::MAX)
    }

    /// Finds minimal unavoidable sets with at most `cells` cells, by searches of at most `budget` nodes each. Where a search ends early, the
    /// sets are those of the largest size that was searched whole: [`complete_to`](Self::complete_to).
    ///
    /// # Panics
    /// As [`find`](Self::find).
    pub fn find_within(solution: &Solution, cells: usize, budget: u64) -> Self {
        let grid = CompleteGrid::new(solution);
        let of_size = |size| {
            let sets = Finder::new(&grid, size, budget).run()?;
            Some(Self {
                sets: minimal(sets).into_iter().map(CellSet::from_bits).collect(),
                complete_to: size,
            })
        };
        let most = cells.min(grid.shape.cells());
        // Where the budget is too small for the largest size, the others are tried one after the other.
        of_size(most).or_else(|| (4..most).map_while(of_size).last()).unwrap_or_default()
    }

    /// Returns the sets: by size, then by cells.
    pub fn as_slice(&self) -> &[CellSet] {
        &self.sets
    }

    /// Returns the size up to which no minimal set is missing.
    pub const fn complete_to(&self) -> usize {
        self.complete_to
    }

    /// Counts the sets of each size that occurs.
    pub fn by_size(&self) -> Vec<(usize, usize)> {
        let mut sizes = BTreeMap::new();
        for set in &self.sets {
            *sizes.entry(set.len() as usize).or_default() += 1;
        }
        sizes.into_iter().collect()
    }

    /// Returns the sets with exactly one given of a puzzle of this grid: without it, the puzzle has several solutions.
    pub fn hit_once<'a>(&'a self, puzzle: &Grid) -> impl Iterator<Item = CellSet> + 'a {
        let givens = givens(puzzle);
        self.sets.iter().copied().filter(move |set| (*set & givens).len() == 1)
    }

    /// Returns the sets without a given of a puzzle of this grid: each proves that it has several solutions.
    pub fn missed<'a>(&'a self, puzzle: &Grid) -> impl Iterator<Item = CellSet> + 'a {
        let givens = givens(puzzle);
        self.sets.iter().copied().filter(move |set| !set.meets(givens))
    }

    /// Finds the most of these sets that share no cell, by a search of at most `budget` nodes. No puzzle of the grid has fewer givens.
    pub fn max_clique(&self, budget: u64) -> MaxClique {
        find(&self.sets, budget)
    }
}

fn givens(puzzle: &Grid) -> CellSet {
    let given = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some());
    given.collect()
}

// Most unavoidable sets that share no cell: a largest clique of the graph whose edges join disjoint sets.
//
// Branch and bound by greedy colouring (E. Tomita and T. Seki, "An efficient branch-and-bound algorithm for finding a maximum clique",
// 2003; with bits, P. San Segundo, D. Rodriguez-Losada and A. Jimenez 2011): sets of one colour all meet each other, so that a clique has
// one of them at most.

/// Unavoidable sets that share no cell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaxClique {
    /// The sets.
    pub sets: Vec<CellSet>,
    /// True if no larger choice exists among the sets searched; false if the budget ended before that was known.
    pub is_largest: bool,
}

/// Set of unavoidable sets, one bit each.
type Bits = Vec<u64>;

struct CliqueSearch {
    /// Sets disjoint from each set.
    disjoint: Vec<Bits>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    nodes: u64,
    budget: u64,
}

/// Finds a largest clique.
pub(crate) fn find(sets: &[CellSet], budget: u64) -> MaxClique {
    let words = sets.len().div_ceil(64);
    let disjoint = sets.iter().map(|set| bits_of(words, sets, |other| !set.meets(*other))).collect();
    let mut search = CliqueSearch { disjoint, chosen: Vec::new(), best: Vec::new(), nodes: 0, budget };
    let is_largest = search.extend(&bits_of(words, sets, |_| true)).is_some();
    let mut best: Vec<CellSet> = search.best.iter().map(|&number| sets[number]).collect();
    best.sort_unstable();
    MaxClique { sets: best, is_largest }
}

fn bits_of(words: usize, sets: &[CellSet], holds: impl Fn(&CellSet) -> bool) -> Bits {
    let mut bits = vec![0; words];
    for (number, _) in sets.iter().enumerate().filter(|(_, set)| holds(set)) {
        bits[number / 64] |= 1 << (number % 64);
    }
    bits
}

impl CliqueSearch {
    /// Extends the chosen sets by some of `able`. Returns `None` if the budget is spent.
    fn extend(&mut self, able: &Bits) -> Option<()> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return None;
        }
        if self.chosen.len() > self.best.len() {
            self.best.clone_from(&self.chosen);
        }
        let mut able = able.clone();
        // The sets with the highest colours first: those left then need fewer colours.
        for (number, colours) in self.coloured(&able).into_iter().rev() {
            if self.chosen.len() + colours <= self.best.len() {
                return Some(());
            }
            let below =
                able.iter().zip(&self.disjoint[number]).map(|(able, disjoint)| able & disjoint).collect();
            self.chosen.push(number);
            let done = self.extend(&below);
            self.chosen.pop();
            done?;
            able[number / 64] &= !(1 << (number % 64));
        }
        Some(())
    }

    /// Returns the sets by colour, each with the number of colours so far.
    fn coloured(&self, able: &Bits) -> Vec<(usize, usize)> {
        let mut left = able.clone();
        let mut order = Vec::new();
        let mut colours = 0;
        while left.iter().any(|&word| word != 0) {
            colours += 1;
            let mut same = left.clone();
            while let Some(number) = first(&same) {
                order.push((number, colours));
                left[number / 64] &= !(1 << (number % 64));
                same[number / 64] &= !(1 << (number % 64));
                for (same, disjoint) in same.iter_mut().zip(&self.disjoint[number]) {
                    *same &= !disjoint;
                }
            }
        }
        order
    }
}

fn first(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(64 * word + bits[word].trailing_zeros() as usize)
}

// Search for all minimal unavoidable sets of a grid up to a size.
//
// A set of cells is unavoidable if another complete grid differs from this one within it alone: a puzzle without any of its
// cells has both as solutions. The search builds the difference to another grid cell by cell:
//
// ```text
// differ    cells that differ: those with a new digit, and those that must get one
// pending   (digit, house) whose cell of that digit differs and where the digit has no new cell yet
// step      choose a pending digit and house, and try each cell of the house for the digit. Its holders in the cell's row,
//           column and box must differ, too.
// end       nothing is pending: the differing cells are an unavoidable set
// ```
//
// No minimal set up to the size is missing. Let U be one, H a grid that differs within U, and c the first cell of U. The search
// begins with c, and at each step one of the tried cells is that of H. All cells that then must differ are in U. The search
// ends at once where nothing is pending, so either at U or at a part of it, which would be unavoidable.
//
// A branch ends if the set must become too large: `differ` counts, and each house and each digit with one differing cell needs
// another.
//
// Sources: unavoidable sets, the Sudoku forum (2005); G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku"
// (2012), who collect them by known patterns.

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
const DIGITS: usize = 9;

/// Houses of the largest shape.
const HOUSES: usize = 27;

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
    fn house_bits(&self, cell: usize) -> u32 {
        self.houses[cell].iter().fold(0, |bits, house| bits | 1 << house)
    }

    /// Returns the groups of a cell: its houses and its digit.
    fn group_bits(&self, cell: usize) -> u64 {
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
