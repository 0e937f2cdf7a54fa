//! Minimal unavoidable sets of a grid.

use crate::find::{CompleteGrid, Finder, minimal};
use gridmill_board::{CellSet, Grid, Solution};
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
    given.fold(CellSet::EMPTY, CellSet::with)
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
