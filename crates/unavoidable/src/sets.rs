//! Minimal unavoidable sets of a grid.

use crate::{
    clique::{self, MaxClique},
    find::Finder,
    geometry::{CompleteGrid, minimal},
};
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
        clique::find(&self.sets, budget)
    }
}

fn givens(puzzle: &Grid) -> CellSet {
    let given = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some());
    given.fold(CellSet::EMPTY, CellSet::with)
}
