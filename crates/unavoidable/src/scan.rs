//! Scan of a complete grid, or of the givens of a puzzle: all minimal puzzles up to a number of givens.
//!
//! ```text
//! puzzle       a choice of cells that meets every unavoidable set (a hitting set)
//! branch       on a set without a chosen cell, each of its cells in turn; cells whose turn is over are dead
//! unit         a part of the search, searched alone: what threads share, and what a stopped scan does not repeat. Up to 18 givens of a
//!              complete 9x9 grid, choices of two bands (`bands`); else a branch at the top
//! last         a choice that meets all known sets: the solver decides; if it has another solution, the cells that differ are
//!              an unavoidable set that it missed
//! ```
//!
//! Each choice of cells is in one branch alone, and a branch ends only if no puzzle is below (`search`). So the scan is complete
//! whatever sets are known; more sets make it faster.
//!
//! Sources: hitting sets, dead clues and disjoint sets: G. McGuire, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku"
//! (2012). Sets packed twice and the cells that packings exclude are new, as far as known.

use crate::{
    bands::{self, Bands, Pairs, part},
    sets::{CELLS, CompleteGrid, Finder, cells, minimal},
};
use gridmill_board::{Cell, Grid, Shape, Solution, Transform};
use gridmill_solve::{Remover, SolverKind, is_unique};

/// Sets up to this size are known at first: they take 45 ms to find. Others are learned from choices that miss them.
const KNOWN_SIZE: usize = 14;

/// The same within a puzzle, of which searches learn soon what they need.
const KNOWN_WITHIN: usize = 10;

/// Number of units at which branching stops.
const UNITS: usize = 4096;

/// The same within a puzzle, whose scan often takes milliseconds.
const UNITS_WITHIN: usize = 256;

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
    /// Cells that may have givens.
    able: u128,
    givens: u32,
    /// From the grid to the one that is searched: the same or the transposed one.
    turn: Transform,
    searched: Solution,
    /// Known unavoidable sets of it, without cells that have no givens, small ones first.
    sets: Vec<u128>,
    division: Division,
    /// True if searches add sets that choices missed to those that divide the work. Branches of a whole grid have too many choices that miss none.
    learns: bool,
}

/// Division of a scan into units.
#[derive(Debug, Clone)]
enum Division {
    Branches(Vec<Unit>),
    Bands(Bands),
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
    /// Branches visited. Like `checks`, it depends on the units searched before.
    pub nodes: u64,
    /// Choices of cells whose solutions were counted.
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
        Self::within(&Grid::from(solution), solution, givens)
    }

    /// Prepares a scan for all minimal puzzles with at most `givens` givens, all of them givens of a puzzle with this solution.
    ///
    /// # Panics
    /// Panics if the side is above 9, or if the solution does not have the givens of the puzzle.
    pub fn within(puzzle: &Grid, solution: &Solution, givens: usize) -> Self {
        assert!(puzzle.is_within(solution), "the givens of the puzzle are not those of the solution");
        let grid = CompleteGrid::new(solution);
        let able = givens_of(puzzle);
        let is_whole = puzzle.givens() == grid.shape.cells();
        let (known, units) = if is_whole { (KNOWN_SIZE, UNITS) } else { (KNOWN_WITHIN, UNITS_WITHIN) };
        let found = Finder::new(&grid, known.min(2 * grid.shape.side()), u64::MAX).run().unwrap_or_default();
        let sets = minimal(found.into_iter().map(|set| set & able).collect());
        let givens = u32::try_from(givens.min(grid.shape.cells())).unwrap_or(u32::MAX);
        let new = |turn: Transform, sets, division| {
            let searched = turn.solution(solution);
            let learns = !is_whole || matches!(division, Division::Bands(_));
            Self { solution: solution.clone(), able, givens, turn, searched, sets, division, learns }
        };
        let same = Transform::identity(grid.shape);
        let whole = Unit { chosen: 0, dead: !able };
        if grid.shape != Shape::STANDARD || givens > bands::MOST || !is_whole {
            // No puzzle has one solution if all givens have several.
            let units = if is_unique(puzzle) { divide(&sets, whole, givens, units) } else { Vec::new() };
            return new(same, sets, Division::Branches(units));
        }
        let order: Vec<usize> = (0..grid.shape.side()).collect();
        let turn = Transform::new(grid.shape, &order, &order, &order, true).unwrap_or(same);
        let turned: Vec<u128> = sets.iter().map(|&set| image(&turn, set)).collect();
        let [rows, columns] = [&sets, &turned].map(|sets| Bands::new(sets, givens as usize));
        if rows.pairs() <= columns.pairs() {
            new(same, sets, Division::Bands(rows))
        } else {
            new(turn, turned, Division::Bands(columns))
        }
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
        match &self.division {
            Division::Branches(units) => units.len(),
            Division::Bands(bands) => bands.units,
        }
    }

    /// Returns the unit whose turn is `turn`. In this order, the units searched so far are like a random sample of all.
    ///
    /// # Panics
    /// Panics if there are no more than `turn` units.
    pub fn unit_of_turn(&self, turn: usize) -> usize {
        let units = self.units();
        assert!(turn < units, "{units} units");
        // Steps by the golden ratio, to the next number that shares no divisor with the number of units.
        let golden = (units * 618 / 1000).max(1);
        let step = (golden..golden + units).find(|&step| greatest_divisor(step, units) == 1).unwrap_or(1);
        (turn as u128 * step as u128 % units as u128) as usize
    }

    /// Returns the only unit whose search can find a puzzle of the grid; `None` for a puzzle with more givens, and for one that misses a known
    /// unavoidable set.
    pub fn unit_of(&self, puzzle: &Grid) -> Option<usize> {
        let givens = image(&self.turn, givens_of(puzzle));
        self.unit_with(givens).filter(|_| givens.count_ones() <= self.givens)
    }

    fn unit_with(&self, givens: u128) -> Option<usize> {
        match &self.division {
            Division::Branches(units) => {
                units.iter().position(|unit| unit.chosen & !givens == 0 && unit.dead & givens == 0)
            }
            Division::Bands(bands) => bands.unit_of(givens),
        }
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
        let scan = search.scan;
        (search.nodes, search.checks) = (0, 0);
        search.found.clear();
        match &scan.division {
            Division::Branches(units) => {
                let Unit { chosen, dead } = units[unit];
                search.forget();
                let sets: Vec<u128> = live_sets(&search.sets, units[unit]).collect();
                search.unit(Branch { chosen, dead, left: scan.givens - chosen.count_ones() }, &sets).ok()?;
            }
            Division::Bands(bands) => search.pairs(bands.unit(unit)).ok()?,
        }
        let mut found = Vec::new();
        for puzzle in std::mem::take(&mut search.found) {
            search.ask().ok()?;
            // Fewer givens in the last band than allowed may be those of another unit.
            if search.is_minimal(puzzle) && scan.unit_with(puzzle) == Some(unit) {
                found.push(image(&scan.turn.inverse(), puzzle));
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

/// Branches until there are enough units. A unit that hits all sets stays.
fn divide(sets: &[u128], whole: Unit, givens: u32, units: usize) -> Vec<Unit> {
    let mut all = vec![whole];
    for depth in 0..givens {
        if all.len() >= units {
            break;
        }
        let mut units = Vec::new();
        for unit in &all {
            if unit.chosen.count_ones() < depth {
                units.push(*unit);
                continue;
            }
            match live_sets(sets, *unit).min_by_key(|set| set.count_ones()) {
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
        all = units;
    }
    all
}

/// Returns the sets that a unit does not hit, without dead cells.
fn live_sets(sets: &[u128], unit: Unit) -> impl Iterator<Item = u128> {
    let Unit { chosen, dead } = unit;
    sets.iter().filter(move |set| *set & chosen == 0).map(move |set| set & !dead)
}

/// Returns the cells with givens.
fn givens_of(puzzle: &Grid) -> u128 {
    let given = puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some());
    given.fold(0, |set, cell| set | 1 << cell.index())
}

/// Returns the images of cells.
fn image(turn: &Transform, set: u128) -> u128 {
    cells(set).fold(0, |image, cell| image | 1 << turn.cell(Cell::new(cell)).index())
}

gridmill_board::debug_of_fields!(['a] UnitSearcher<'a>:);

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

// Up to 128 unavoidable sets as bits, for the lower levels of a scan.

/// Most sets of a stage: one bit each. Sets beyond it are dropped; the solver then has more to check.
const MAX_SETS: usize = 128;

/// Set of unavoidable sets of a stage, one bit each.
type Bits = u128;

/// Unavoidable sets, small ones first.
#[derive(Debug, Clone)]
struct Stage {
    sets: [u128; MAX_SETS],
    number: usize,
    /// Sets with each cell.
    with: [Bits; CELLS],
    /// Sets that share no cell with each set.
    disjoint: [Bits; MAX_SETS],
}

impl Stage {
    /// Creates a stage without sets.
    const fn new() -> Self {
        Self { sets: [0; MAX_SETS], number: 0, with: [0; CELLS], disjoint: [0; MAX_SETS] }
    }

    /// Starts with sets of cells, of which it keeps the smallest that contain no other. Returns false if one is empty.
    fn start(&mut self, sets: &mut [u128]) -> bool {
        sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        if sets.first().is_some_and(|set| *set == 0) {
            return false;
        }
        self.clear();
        for &set in &*sets {
            if self.number == MAX_SETS {
                break;
            }
            if self.sets[..self.number].iter().any(|smaller| smaller & !set == 0) {
                continue;
            }
            self.add(set);
        }
        self.join(!0);
        true
    }

    fn clear(&mut self) {
        self.number = 0;
        self.with = [0; CELLS];
    }

    fn add(&mut self, set: u128) {
        self.sets[self.number] = set;
        for cell in cells(set) {
            self.with[cell] |= 1 << self.number;
        }
        self.number += 1;
    }

    /// Finds the sets that share none of some cells.
    fn join(&mut self, able: u128) {
        for number in 0..self.number {
            let met = cells(self.sets[number] & able).fold(0, |met, cell| met | self.with[cell]);
            self.disjoint[number] = !met;
        }
    }

    const fn all(&self) -> Bits {
        if self.number == MAX_SETS { !0 } else { (1 << self.number) - 1 }
    }

    /// Returns the cells of the first of some sets.
    #[inline]
    const fn first(&self, sets: Bits) -> u128 {
        self.sets[sets.trailing_zeros() as usize % MAX_SETS]
    }

    /// Returns those that share no cell with the first.
    #[inline]
    const fn disjoint_from_first(&self, sets: Bits) -> Bits {
        sets & self.disjoint[sets.trailing_zeros() as usize % MAX_SETS]
    }

    /// Returns those without a cell.
    #[inline]
    const fn without(&self, sets: Bits, cell: usize) -> Bits {
        sets & !self.with[cell % CELLS]
    }

    /// Returns those with one of these cells at least, and those with at least two and three.
    #[inline]
    fn counts(&self, mut cells: u128) -> [Bits; 3] {
        let [mut one, mut two, mut three] = [0; 3];
        while cells != 0 {
            let with = self.with[cells.trailing_zeros() as usize % CELLS];
            three |= two & with;
            two |= one & with;
            one |= with;
            cells &= cells - 1;
        }
        [one, two, three]
    }
}

// Search of one unit of a scan: all hitting sets of the unavoidable sets, and which of them have one solution.
//
// ```text
// chosen   cells that are given
// dead     cells that are not given: their turn in a branch is over, or a bound excludes them
// unhit    unavoidable sets without a chosen cell
// left     cells that may still be chosen
//
// packing       unhit sets that share no cell: more than `left` of them end the branch
//               as many as `left`: each holds one of the cells to choose, so all other cells are dead
// two-packing   unhit sets, at most two with any cell: more than 2 left of them end the branch
//               2 left:      each cell to choose is in two of them; all other cells are dead
//               2 left - 1:  each is in one of them at least
// ```
//
// Near the bound, few cells live: some set has one live cell, which is chosen without a branch, or none.

/// Differences to other solutions that are kept, where none are learned.
const KNOWN: usize = 1024;

/// Most sets that are known once some have been learned.
const LEARNED: usize = 8192;

/// Cells left from which on the cells of a set are ordered: 25 % fewer nodes, which pays for the order.
const ORDERED: u32 = 4;

/// Nodes between two questions whether the search is stopped. A node takes from 0.1 microseconds to some 100, where many sets are listed.
const ASK_EVERY: u64 = 1 << 12;

/// Memory of a search; reused.
struct Search<'a> {
    scan: &'a Scan,
    stage: Stage,
    solver: Box<dyn Remover>,
    grid: Grid,
    /// Unavoidable sets that choices missed last, and others.
    known: Vec<u128>,
    most_known: usize,
    /// Unavoidable sets that divide units: those known at first, and others that choices missed.
    sets: Vec<u128>,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    found: Vec<u128>,
    nodes: u64,
    checks: u64,
}

/// The search was stopped.
struct Stopped;

#[derive(Clone, Copy)]
struct Branch {
    chosen: u128,
    dead: u128,
    left: u32,
}

/// Consequence of the bounds for a branch.
enum Bounded {
    /// No hitting set is below.
    Over,
    /// The next cell is in this set.
    Set(u128),
    /// This cell is chosen in every hitting set.
    Cell(u128),
}

impl<'a> Search<'a> {
    fn new(scan: &'a Scan, is_stopped: &'a (dyn Fn() -> bool + Sync)) -> Self {
        let shape = scan.searched.shape();
        let sets = &scan.sets;
        let most_known = if scan.learns { LEARNED } else { KNOWN };
        Self {
            scan,
            stage: Stage::new(),
            solver: SolverKind::default_for(shape).solver(shape, u64::MAX),
            grid: Grid::empty(shape),
            known: sets[..sets.len().min(most_known)].to_vec(),
            most_known,
            sets: sets.clone(),
            is_stopped,
            found: Vec::new(),
            nodes: 0,
            checks: 0,
        }
    }

    /// Searches below a unit. The upper levels list the sets that are left; the others have them as bits.
    fn unit(&mut self, branch: Branch, sets: &[u128]) -> Result<(), Stopped> {
        if branch.left <= STAGED {
            let mut sets = sets.to_vec();
            if !self.stage.start(&mut sets) {
                return Ok(());
            }
            return self.below(self.stage.all(), branch);
        }
        self.count_node()?;
        let Some(&smallest) = sets.iter().min_by_key(|set| set.count_ones()) else {
            return self.hits_all(branch);
        };
        let Branch { chosen, mut dead, left } = branch;
        for cell in cells(smallest) {
            let rest: Vec<u128> =
                sets.iter().filter(|set| *set >> cell & 1 == 0).map(|set| set & !dead).collect();
            self.unit(Branch { chosen: chosen | 1 << cell, dead, left: left - 1 }, &rest)?;
            dead |= 1 << cell;
        }
        Ok(())
    }

    /// Searches the last band below each pair of choices that meet the sets within both bands.
    fn pairs(&mut self, pairs: Pairs<'_>) -> Result<(), Stopped> {
        let [outer, inner, last] = pairs.bands;
        let able = bands::cells_of(last);
        let left = u32::try_from(pairs.left).unwrap_or(0);
        self.ask()?;
        self.forget();
        let (within, mut across): (Vec<u128>, Vec<u128>) = self.sets.iter().partition(|&set| set & able == 0);
        let parts = within.iter().map(|&set| (part(set, outer), part(set, inner)));
        let mut within: Vec<(u32, u32)> = parts.filter(|set| set.1 != 0).collect();
        within.sort_by_key(|set| set.1.count_ones());
        // Sets with few cells in the last band bound its search; those with few in the inner one are often unhit.
        across.sort_by_key(|&set| 2 * part(set, last).count_ones() + part(set, inner).count_ones());
        let across: Vec<(u128, usize)> =
            across.iter().map(|&set| (set, bands::mini_row(part(set, last)))).collect();
        pairs.each(&within, |choice, others| {
            self.count_node()?;
            let chosen = bands::whole(choice, outer);
            self.stage.clear();
            // A set within three cells of a row and a box shares no cell with those of other rows and boxes.
            let mut in_mini_row = [0; bands::MINI_ROWS + 1];
            for &(set, mini_row) in across.iter().filter(|(set, _)| set & chosen == 0).take(MAX_SETS) {
                in_mini_row[mini_row] |= 1 << self.stage.number;
                self.stage.add(set);
            }
            self.stage.join(able);
            for &other in others {
                let other = bands::whole(other, inner);
                let unhit =
                    cells(other).fold(self.stage.all(), |unhit, cell| self.stage.without(unhit, cell));
                let least = in_mini_row[..bands::MINI_ROWS].iter().filter(|&sets| unhit & sets != 0).count();
                if least <= pairs.left {
                    self.below(unhit, Branch { chosen: chosen | other, dead: !able, left })?;
                }
            }
            Ok(())
        })
    }

    /// Makes room for sets to learn: what choices of other units missed helps less than what is learned here.
    fn forget(&mut self) {
        if self.sets.len() >= LEARNED {
            self.sets.sort_by_key(|set| set.count_ones());
            self.sets.truncate(LEARNED / 2);
            self.known.clone_from(&self.sets);
        }
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes % ASK_EVERY == 1 { self.ask() } else { Ok(()) }
    }

    /// Asks whether the search is stopped.
    fn ask(&self) -> Result<(), Stopped> {
        if (self.is_stopped)() { Err(Stopped) } else { Ok(()) }
    }

    fn below(&mut self, mut unhit: Bits, mut branch: Branch) -> Result<(), Stopped> {
        let next;
        loop {
            self.count_node()?;
            if unhit == 0 {
                return self.hits_all(branch);
            }
            match branch.left {
                0 => return Ok(()),
                1 => return self.last(unhit, branch),
                _ => {}
            }
            match self.bound(unhit, &mut branch) {
                Bounded::Over => return Ok(()),
                Bounded::Set(set) => {
                    next = set;
                    break;
                }
                Bounded::Cell(cell) => {
                    branch.chosen |= cell;
                    branch.left -= 1;
                    unhit = self.stage.without(unhit, cell.trailing_zeros() as usize);
                }
            }
        }
        if branch.left >= ORDERED {
            let (mut order, mut number) = ([(0, 0); CELLS], 0);
            for cell in cells(next) {
                order[number] = (self.stage.without(unhit, cell).count_ones(), cell);
                number += 1;
            }
            // Cells in many sets come first, because they are dead below the others.
            order[..number].sort_unstable();
            return order[..number].iter().try_for_each(|&(_, cell)| self.choose(unhit, &mut branch, cell));
        }
        cells(next).try_for_each(|cell| self.choose(unhit, &mut branch, cell))
    }

    /// Searches the branch with a cell chosen. The cell is dead after it.
    fn choose(&mut self, unhit: Bits, branch: &mut Branch, cell: usize) -> Result<(), Stopped> {
        let Branch { chosen, dead, left } = *branch;
        branch.dead |= 1 << cell;
        let below = Branch { chosen: chosen | 1 << cell, dead, left: left - 1 };
        self.below(self.stage.without(unhit, cell), below)
    }

    /// Chooses the last cell.
    fn last(&mut self, mut unhit: Bits, branch: Branch) -> Result<(), Stopped> {
        let mut able = !branch.dead;
        while unhit != 0 {
            able &= self.stage.first(unhit);
            if able == 0 {
                return Ok(());
            }
            unhit &= unhit - 1;
        }
        for cell in cells(able) {
            self.hits_all(Branch { chosen: branch.chosen | 1 << cell, left: 0, ..branch })?;
        }
        Ok(())
    }

    /// Bounds the cells to choose by packings, and excludes cells.
    #[inline]
    fn bound(&self, unhit: Bits, branch: &mut Branch) -> Bounded {
        let Branch { dead, left, .. } = *branch;
        let mut next = self.stage.first(unhit) & !dead;
        let mut live = next;
        let mut packed = 1;
        let mut rest = self.stage.disjoint_from_first(unhit);
        while rest != 0 {
            packed += 1;
            if packed > left {
                return Bounded::Over;
            }
            let set = self.stage.first(rest) & !dead;
            live |= set;
            if has_fewer(set, next) {
                next = set;
            }
            rest = self.stage.disjoint_from_first(rest);
        }
        if next == 0 {
            return Bounded::Over;
        }
        if packed < left {
            let (twice_packed, once, twice) = self.pack_twice(unhit, dead);
            live = match (2 * left).checked_sub(twice_packed) {
                None => return Bounded::Over,
                Some(0) => twice,
                Some(1) => once,
                Some(_) => return Bounded::Set(next),
            };
            next &= live;
        }
        branch.dead |= !live;
        let [one, two, three] = self.stage.counts(live);
        if unhit & !one != 0 {
            return Bounded::Over;
        }
        let (single, double) = (unhit & !two, unhit & !three);
        if single != 0 {
            return Bounded::Cell(self.stage.first(single) & live);
        }
        Bounded::Set(if double == 0 { next } else { self.stage.first(double) & live })
    }

    /// Packs sets so that no live cell is in more than two. Returns their number, and the cells in one at least and in two.
    #[inline]
    fn pack_twice(&self, unhit: Bits, dead: u128) -> (u32, u128, u128) {
        let (mut packed, mut once, mut twice) = (0, 0, 0);
        let mut rest = unhit;
        while rest != 0 {
            let set = self.stage.first(rest) & !dead;
            rest &= rest - 1;
            packed += 1;
            let mut full = once & set;
            twice |= full;
            once |= set;
            while full != 0 {
                rest = self.stage.without(rest, full.trailing_zeros() as usize);
                full &= full - 1;
            }
        }
        (packed, once, twice)
    }

    /// Handles a choice that hits all sets of the stage: a puzzle if it has one solution. Otherwise it misses another unavoidable set,
    /// whose cells are tried.
    fn hits_all(&mut self, branch: Branch) -> Result<(), Stopped> {
        let Branch { chosen, mut dead, left } = branch;
        let missed = match self.known.iter().position(|set| set & chosen == 0) {
            Some(place) => {
                // Sets that are often missed move to the front.
                self.known.swap(place, place / 2);
                self.known[place / 2]
            }
            None => match self.difference(chosen) {
                0 => {
                    self.found.push(chosen);
                    return Ok(());
                }
                mut set => {
                    if self.scan.learns && self.sets.len() < LEARNED {
                        set = self.shrunk(set);
                        self.sets.push(set);
                    }
                    self.known.truncate(self.most_known - 1);
                    self.known.push(set);
                    set
                }
            },
        };
        if left == 0 {
            return Ok(());
        }
        for cell in cells(missed & !dead) {
            self.count_node()?;
            self.hits_all(Branch { chosen: chosen | 1 << cell, dead, left: left - 1 })?;
            dead |= 1 << cell;
        }
        Ok(())
    }

    /// Returns the cells, of those that may be given, in which another solution of a choice differs; none if it has one solution.
    fn difference(&mut self, chosen: u128) -> u128 {
        self.checks += 1;
        let solution = &self.scan.searched;
        for cell in solution.shape().all_cells() {
            let given = chosen >> cell.index() & 1 != 0;
            self.grid.set(cell, given.then(|| solution.get(cell)));
        }
        for cell in solution.shape().all_cells().filter(|cell| chosen >> cell.index() & 1 == 0) {
            let known = solution.get(cell);
            let answer = self.solver.has_other_solution(&self.grid, cell, known);
            if answer.unwrap_or_else(|error| unreachable!("{error}")).found {
                return self
                    .solver
                    .first_solution()
                    .map_or(0, |other| differing(solution, &other) & self.scan.able);
            }
            // All solutions agree there, so that it may be given in the next searches.
            self.grid.set(cell, Some(known));
        }
        0
    }

    /// Returns a minimal unavoidable set within one.
    fn shrunk(&mut self, mut set: u128) -> u128 {
        for cell in cells(set) {
            if set >> cell & 1 != 0 {
                let within = self.difference(self.scan.able & !set | 1 << cell);
                set = if within == 0 { set } else { within };
            }
        }
        set
    }

    /// Returns true if no given of a puzzle with one solution can be removed.
    fn is_minimal(&mut self, puzzle: u128) -> bool {
        cells(puzzle).all(|cell| self.difference(puzzle & !(1 << cell)) != 0)
    }
}

fn differing(solution: &Solution, other: &Solution) -> u128 {
    let differs = |cell: &Cell| solution.get(*cell) != other.get(*cell);
    solution.shape().all_cells().filter(differs).fold(0, |set, cell| set | 1 << cell.index())
}

/// Returns true if the first set has fewer cells.
#[inline]
const fn has_fewer(mut first: u128, mut second: u128) -> bool {
    while second != 0 {
        if first == 0 {
            return true;
        }
        first &= first - 1;
        second &= second - 1;
    }
    false
}
