//! Search of one unit of a scan: all hitting sets of the unavoidable sets, and which of them have one solution.
//!
//! ```text
//! chosen   cells that are given
//! dead     cells that are not given: their turn in a branch is over, or a bound excludes them
//! unhit    unavoidable sets without a chosen cell
//! left     cells that may still be chosen
//!
//! packing       unhit sets that share no cell: more than `left` of them end the branch
//!               as many as `left`: each holds one of the cells to choose, so all other cells are dead
//! two-packing   unhit sets, at most two with any cell: more than 2 left of them end the branch
//!               2 left:      each cell to choose is in two of them; all other cells are dead
//!               2 left - 1:  each is in one of them at least
//! ```
//!
//! Near the bound, few cells live: some set has one live cell, which is chosen without a branch, or none.

use super::{
    STAGED, Scan,
    stage::{Bits, Stage},
};
use crate::geometry::{CELLS, cells};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{Remover, SolverKind};

/// Differences to other solutions that are kept: known unavoidable sets that a choice may miss.
const KNOWN: usize = 1024;

/// Cells left from which on the cells of a set are ordered: 25 % fewer nodes, which pays for the order.
const ORDERED: u32 = 4;

/// Nodes between two questions whether the search is stopped. A node takes from 0.1 microseconds to some 100, where many sets are listed.
const ASK_EVERY: u64 = 1 << 12;

/// Memory of a search; reused.
pub(super) struct Search<'a> {
    scan: &'a Scan,
    stage: Stage,
    solver: Box<dyn Remover>,
    grid: Grid,
    /// Unavoidable sets that choices missed last, and others.
    known: Vec<u128>,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    pub(super) found: Vec<u128>,
    pub(super) nodes: u64,
    pub(super) checks: u64,
}

/// The search was stopped.
pub(super) struct Stopped;

/// State of a branch.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    pub(super) chosen: u128,
    pub(super) dead: u128,
    pub(super) left: u32,
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
    pub(super) fn new(scan: &'a Scan, is_stopped: &'a (dyn Fn() -> bool + Sync)) -> Self {
        let shape = scan.solution.shape();
        let sets = &scan.sets;
        Self {
            scan,
            stage: Stage::new(),
            solver: SolverKind::default_for(shape).solver(shape, u64::MAX),
            grid: Grid::empty(shape),
            known: sets[..sets.len().min(KNOWN)].to_vec(),
            is_stopped,
            found: Vec::new(),
            nodes: 0,
            checks: 0,
        }
    }

    pub(super) fn scan(&self) -> &'a Scan {
        self.scan
    }

    /// Searches below a unit. The upper levels list the sets that are left; the others have them as bits.
    pub(super) fn unit(&mut self, branch: Branch, sets: &[u128]) -> Result<(), Stopped> {
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

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes % ASK_EVERY == 1 { self.ask() } else { Ok(()) }
    }

    /// Asks whether the search is stopped.
    pub(super) fn ask(&self) -> Result<(), Stopped> {
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
                set => {
                    let place = if self.known.len() < KNOWN { KNOWN } else { KNOWN - 1 };
                    self.known.truncate(place);
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

    /// Returns the cells in which another solution of a choice differs; none if it has one solution.
    fn difference(&mut self, chosen: u128) -> u128 {
        self.checks += 1;
        let solution = &self.scan.solution;
        for cell in solution.shape().all_cells() {
            let given = chosen >> cell.index() & 1 != 0;
            self.grid.set(cell, given.then(|| solution.get(cell)));
        }
        for cell in solution.shape().all_cells().filter(|cell| chosen >> cell.index() & 1 == 0) {
            let known = solution.get(cell);
            let answer = self.solver.has_other_solution(&self.grid, cell, known);
            if answer.unwrap_or_else(|error| unreachable!("{error}")).found {
                return self.solver.first_solution().map_or(0, |other| differing(solution, &other));
            }
            // All solutions agree there, so that it may be given in the next searches.
            self.grid.set(cell, Some(known));
        }
        0
    }

    /// Returns true if no given of a puzzle with one solution can be removed.
    pub(super) fn is_minimal(&mut self, puzzle: u128) -> bool {
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
