//! Scan of a complete grid: all minimal puzzles with at most so many givens.
//!
//! ```text
//! puzzle       a choice of cells that meets every unavoidable set (a hitting set)
//! branch       on a set without a chosen cell, each of its cells in turn; cells whose turn is over are dead
//! unit         a branch at the top, searched alone: what threads share, and what a stopped scan does not repeat
//! last         a choice that meets all known sets: the solver decides; if it has another solution, the cells that differ are
//!              an unavoidable set that it missed
//! ```
//!
//! Each choice of cells is in one branch alone, and a branch ends only if no puzzle is below (`search`). So the scan is complete
//! whatever sets are known; more sets make it faster.
//!
//! Sources: hitting sets, dead clues and disjoint sets: G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku"
//! (2012). Sets packed twice and the cells that packings exclude are new, as far as known.

mod search;
mod stage;

use crate::{
    find::Finder,
    geometry::{CompleteGrid, cells, minimal},
};
use gridmill_board::{Cell, Grid, Solution};
use search::{Branch, Search};

/// Sets up to this size are known at first. A grid with puzzles of 17 givens takes 338 s with 12, because the solver has to check 200
/// times as many choices, and 124 s with 14, which take 60 ms to find.
const KNOWN_SIZE: usize = 14;

/// Branching goes on until there are so many units.
const UNITS: usize = 4096;

/// Cells to choose from which on sets are bits of a stage.
const STAGED: u32 = 10;

/// A scan, divided into units.
///
/// # Example
/// ```
/// use gridmill_board::{Grid, Solution};
/// use gridmill_unavoidable::Scan;
///
/// let grid = Solution::new(&"1234341221434321".parse::<Grid>()?)?;
/// let scan = Scan::new(&grid, 4);
/// let mut searcher = scan.searcher(&|| false);
/// let found: usize = (0..scan.units()).filter_map(|unit| searcher.search(unit)).map(|unit| unit.puzzles.len()).sum();
/// assert_eq!(found, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scan {
    solution: Solution,
    givens: u32,
    /// Known unavoidable sets, small ones first.
    sets: Vec<u128>,
    units: Vec<Unit>,
}

/// Branch that is searched alone.
#[derive(Debug, Clone, Copy)]
struct Unit {
    chosen: u128,
    dead: u128,
}

/// Result of the search of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct UnitResult {
    /// The minimal puzzles, in the order of their givens' cells.
    pub puzzles: Vec<Grid>,
    /// Branches visited.
    pub nodes: u64,
    /// Choices of cells whose solutions were counted. It depends on the units searched before.
    pub checks: u64,
}

/// Searches units; owns its memory. Each thread has its own.
pub struct UnitSearcher<'a>(Search<'a>);

impl Scan {
    /// Prepares a scan for all minimal puzzles of a grid with at most `givens` givens. Takes some 70 milliseconds for 9x9.
    ///
    /// # Panics
    /// Panics if the side is above 9.
    pub fn new(solution: &Solution, givens: usize) -> Self {
        let grid = CompleteGrid::new(solution);
        let known = KNOWN_SIZE.min(2 * grid.shape.side());
        let found = Finder::new(&grid, known, u64::MAX).run().unwrap_or_default();
        let givens = u32::try_from(givens.min(grid.shape.cells())).unwrap_or(u32::MAX);
        let mut scan = Self {
            solution: solution.clone(),
            givens,
            sets: minimal(found),
            units: vec![Unit { chosen: 0, dead: 0 }],
        };
        scan.divide();
        scan
    }

    /// Branches until there are enough units. A unit that hits all sets stays.
    fn divide(&mut self) {
        for depth in 0..self.givens {
            if self.units.len() >= UNITS {
                break;
            }
            let mut units = Vec::new();
            for unit in &self.units {
                if unit.chosen.count_ones() < depth {
                    units.push(*unit);
                    continue;
                }
                match self.live_sets(*unit).min_by_key(|set| set.count_ones()) {
                    None => units.push(*unit),
                    Some(set) => {
                        let mut dead = unit.dead;
                        for cell in cells(set) {
                            units.push(Unit { chosen: unit.chosen | 1 << cell, dead });
                            dead |= 1 << cell;
                        }
                    }
                }
            }
            self.units = units;
        }
    }

    /// Returns the sets that a unit does not hit, without dead cells.
    fn live_sets(&self, unit: Unit) -> impl Iterator<Item = u128> {
        let Unit { chosen, dead } = unit;
        self.sets.iter().filter(move |set| *set & chosen == 0).map(move |set| set & !dead)
    }

    /// Returns the complete grid.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the largest number of givens.
    pub fn givens(&self) -> usize {
        self.givens as usize
    }

    /// Returns the number of units: a function of grid and number of givens.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Returns the unit whose turn is `turn`. In this order, the units searched so far are like a random sample of all.
    ///
    /// # Panics
    /// Panics if there are no more than `turn` units.
    pub fn unit_of_turn(&self, turn: usize) -> usize {
        let units = self.units.len();
        assert!(turn < units, "{units} units");
        // Steps by the golden ratio, to the next number that shares no divisor with the number of units.
        let golden = (units * 618 / 1000).max(1);
        let step = (golden..golden + units).find(|&step| greatest_divisor(step, units) == 1).unwrap_or(1);
        (turn as u128 * step as u128 % units as u128) as usize
    }

    /// Returns the only unit whose search can find a puzzle of the grid; `None` for a puzzle with more givens, and for one that misses a known
    /// unavoidable set.
    pub fn unit_of(&self, puzzle: &Grid) -> Option<usize> {
        let given = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some());
        let givens = given.fold(0, |set, cell| set | 1_u128 << cell.index());
        let leads_to = |unit: &Unit| unit.chosen & !givens == 0 && unit.dead & givens == 0;
        self.units.iter().position(leads_to).filter(|_| givens.count_ones() <= self.givens)
    }

    /// Creates a searcher. Its searches end early if `is_stopped` returns true; it is asked some hundred times a second or more.
    pub fn searcher<'a>(&'a self, is_stopped: &'a (dyn Fn() -> bool + Sync)) -> UnitSearcher<'a> {
        UnitSearcher(Search::new(self, is_stopped))
    }
}

impl UnitSearcher<'_> {
    /// Searches a unit. Returns `None` if it was stopped.
    ///
    /// # Panics
    /// Panics if there is no such unit.
    pub fn search(&mut self, unit: usize) -> Option<UnitResult> {
        let Self(search) = self;
        let scan = search.scan();
        let unit = scan.units[unit];
        let sets: Vec<u128> = scan.live_sets(unit).collect();
        let left = scan.givens - unit.chosen.count_ones();
        (search.nodes, search.checks) = (0, 0);
        search.found.clear();
        search.unit(Branch { chosen: unit.chosen, dead: unit.dead, left }, &sets).ok()?;
        let mut found = Vec::new();
        for puzzle in std::mem::take(&mut search.found) {
            search.ask().ok()?;
            if search.is_minimal(puzzle) {
                found.push(puzzle);
            }
        }
        found.sort_unstable();
        let puzzles = found.iter().map(|&puzzle| scan.puzzle(puzzle)).collect();
        Some(UnitResult { puzzles, nodes: search.nodes, checks: search.checks })
    }
}

impl Scan {
    fn puzzle(&self, givens: u128) -> Grid {
        let mut grid = Grid::empty(self.solution.shape());
        for cell in cells(givens).map(Cell::new) {
            grid.set(cell, Some(self.solution.get(cell)));
        }
        grid
    }
}

impl std::fmt::Debug for UnitSearcher<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UnitSearcher").finish_non_exhaustive()
    }
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}
