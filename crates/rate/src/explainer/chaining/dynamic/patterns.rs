//! Patterns that extend an exhausted closure: locked digits, hidden pairs, naked pairs, X-Wings, and at higher levels nested
//! chains. (The Explainer calls them advanced relationships.)
//!
//! ```text
//! 5 was removed from r1c7 r1c8 in this search, so it is locked in box 1: 5 goes from r2c1,
//!     which follows from r1c7 and r1c8 off
//! ```
//!
//! The first kind with an elimination that has parents is taken, and all its eliminations are added at once. Only digits placed
//! before the search count as placed: a node that is on places nothing.

use super::{
    super::{
        candidates::{CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, bits, id, is_pair, parts},
        graph::closure::{Cause, Closure},
        rating::ChainLevel,
    },
    nested::{NestedHint, NestedHints},
    pattern_prefilter::PatternPrefilter,
    placed_counts::PlacedCounts,
};
use crate::{CellSet, House, HouseKind};
use std::sync::Arc;

/// The first of the nine houses of each kind: box, column, row.
const BOX_COLUMN_ROW: [usize; 3] = [18, 9, 0];

/// Number of kinds of patterns, nested chains not counted.
const PATTERNS: usize = 4;

/// Adds the eliminations of the first kind that has any. Returns false if there is none.
///
/// Kinds that gave nothing at a lower level are not tried again: the kinds of a level begin with those of the level that it
/// continues.
pub(crate) fn extend(
    closure: &mut Closure,
    base: &CandidateGrid,
    placed: &PlacedCounts,
    level: ChainLevel,
    nested_hints: &mut NestedHints,
) -> bool {
    let mut search = PatternSearch { closure, base, placed, added: false, parents: Vec::new() };
    if search.closure.kinds_tried < PATTERNS {
        let prefilter = PatternPrefilter::of(base, &search.closure.grid);
        for rule in [
            PatternSearch::locked,
            PatternSearch::hidden_pairs,
            PatternSearch::naked_pairs,
            PatternSearch::x_wings,
        ] {
            rule(&mut search, &prefilter);
            if search.added {
                return true;
            }
        }
        search.closure.kinds_tried = PATTERNS;
    }
    for (kind, &inner) in (PATTERNS..).zip(level.nested()) {
        if search.closure.kinds_tried > kind {
            continue;
        }
        search.chains(inner, nested_hints);
        if search.added {
            return true;
        }
        if !nested_hints.within_budget() {
            return false;
        }
        search.closure.kinds_tried = kind + 1;
    }
    false
}

/// Returns the houses of a bit set: boxes, columns, then rows.
fn among(houses: u32) -> impl Iterator<Item = usize> {
    let of_kind = |first: usize| first..first + 9;
    BOX_COLUMN_ROW.into_iter().flat_map(of_kind).filter(move |&house| houses >> house & 1 == 1)
}

struct PatternSearch<'a> {
    closure: &'a mut Closure,
    base: &'a CandidateGrid,
    placed: &'a PlacedCounts,
    added: bool,
    parents: Vec<u16>,
}

impl PatternSearch<'_> {
    /// Adds a removed candidate as a parent.
    #[inline]
    fn parent(&mut self, gone: CandidateId) {
        self.parents.push(self.closure.number(gone, false));
    }

    fn add(&mut self, ids: impl Iterator<Item = CandidateId>, nested: u32) {
        let kept = self.closure.keep_parents(&self.parents);
        for id in ids {
            self.closure.add_advanced(id, kept, nested);
        }
        self.added = true;
    }

    /// Locked digits: all places in a box lie in a line, or all places in a line in a box.
    fn locked(&mut self, prefilter: &PatternPrefilter) {
        if prefilter.locked == 0 {
            return;
        }
        for (house_kind, cover_kind) in
            [(HouseKind::Box, 9), (HouseKind::Box, 0), (HouseKind::Column, 18), (HouseKind::Row, 18)]
        {
            for house in house_kind.houses() {
                self.locked_in(house, cover_kind, prefilter.locked);
            }
        }
    }

    fn locked_in(&mut self, house: House, cover_kind: usize, digits: u16) {
        let h = house.index();
        let segments: [u16; 3] = if house.kind() == HouseKind::Box && cover_kind == 9 {
            [0o111, 0o222, 0o444]
        } else {
            [0o007, 0o070, 0o700]
        };
        let mut locked = [0u16; 3];
        for digit in bits(digits) {
            let positions = self.closure.grid.positions[h][digit];
            if positions & positions.wrapping_sub(1) == 0 || positions == self.base.positions[h][digit] {
                continue;
            }
            for (locked, segment) in locked.iter_mut().zip(segments) {
                *locked |= u16::from(positions & !segment == 0) << digit;
            }
        }
        for (locked, segment) in locked.into_iter().zip(segments) {
            for digit in bits(locked) {
                let gone = self.base.positions[h][digit] & !self.closure.grid.positions[h][digit] & !segment;
                let at = usize::from(CELL_AT[h][segment.trailing_zeros() as usize]);
                let kind = match cover_kind {
                    18 => 0,
                    0 => 1,
                    _ => 2,
                };
                let cover = usize::from(CELL_HOUSES[at].houses[kind]);
                let cells = House::all().nth(cover).map_or(CellSet::EMPTY, House::cells);
                let rest = (cells - house.cells()) & self.closure.grid.places[digit];
                if gone == 0 || rest.is_empty() {
                    continue;
                }
                self.parents.clear();
                for index in bits(gone) {
                    self.parent(id(usize::from(CELL_AT[h][index]), digit));
                }
                self.add(rest.map(|cell| id(cell.index(), digit)), 0);
            }
        }
    }

    /// Hidden pairs: two digits with the same two places in a house.
    fn hidden_pairs(&mut self, prefilter: &PatternPrefilter) {
        for h in among(prefilter.hidden) {
            if self.placed.empty_in[h] <= 4 {
                continue;
            }
            let positions = self.closure.grid.positions[h];
            for high in 1..9 {
                if !is_pair(positions[high]) {
                    continue;
                }
                for low in (0..high).filter(|&low| positions[low] == positions[high]) {
                    self.hidden_pair(h, [low, high], positions[high]);
                }
            }
        }
    }

    fn hidden_pair(&mut self, h: usize, digits: [usize; 2], pair: u16) {
        let keep = 1 << digits[0] | 1 << digits[1];
        let cells = |pair: u16| bits(pair).map(move |index| usize::from(CELL_AT[h][index]));
        let grid = &self.closure.grid;
        if cells(pair).all(|cell| grid.cells[cell] & !keep == 0) {
            return;
        }
        self.parents.clear();
        for index in bits(0x1FF & !pair) {
            let cell = usize::from(CELL_AT[h][index]);
            let gone = self.base.cells[cell] & !self.closure.grid.cells[cell] & keep;
            for digit in bits(gone) {
                self.parent(id(cell, digit));
            }
        }
        if !self.parents.is_empty() {
            let mut gone = [(0, 0); 2];
            for (slot, cell) in gone.iter_mut().zip(cells(pair)) {
                *slot = (cell, self.closure.grid.cells[cell] & !keep);
            }
            gone.sort_unstable();
            self.add(gone.into_iter().flat_map(|(cell, digits)| bits(digits).map(move |d| id(cell, d))), 0);
        }
    }

    /// Naked pairs: two cells of a house with the same two candidates.
    fn naked_pairs(&mut self, prefilter: &PatternPrefilter) {
        for h in among(prefilter.naked) {
            if self.placed.empty_in[h] < 4 {
                continue;
            }
            let cells = CELL_AT[h].map(usize::from);
            for high in 1..9 {
                let pair = self.closure.grid.cells[cells[high]];
                if !is_pair(pair) {
                    continue;
                }
                for low in 0..high {
                    if self.closure.grid.cells[cells[low]] == pair {
                        self.naked_pair(h, [cells[low], cells[high]], pair);
                    }
                }
            }
        }
    }

    fn naked_pair(&mut self, h: usize, pair: [usize; 2], digits: u16) {
        let others = CELL_AT[h].map(usize::from);
        let mut others: [usize; 9] = others;
        others.sort_unstable();
        let others = others.into_iter().filter(|cell| !pair.contains(cell));
        if others.clone().all(|cell| self.closure.grid.cells[cell] & digits == 0) {
            return;
        }
        self.parents.clear();
        for cell in pair {
            for digit in bits(self.base.cells[cell] & !digits) {
                self.parent(id(cell, digit));
            }
        }
        if !self.parents.is_empty() {
            let mut gone = [(0, 0); 9];
            for (slot, cell) in gone.iter_mut().zip(others) {
                *slot = (cell, self.closure.grid.cells[cell] & digits);
            }
            self.add(gone.into_iter().flat_map(|(cell, digits)| bits(digits).map(move |d| id(cell, d))), 0);
        }
    }

    /// X-Wings: a digit with the same two places in two lines.
    fn x_wings(&mut self, prefilter: &PatternPrefilter) {
        for (base, digits) in [9, 0].into_iter().zip(prefilter.wings) {
            if digits == 0 {
                continue;
            }
            let pairs: [u16; 9] = std::array::from_fn(|n| {
                let lines = self.closure.grid.positions[base + n].iter().zip(self.placed.placed).enumerate();
                lines.fold(0, |all, (digit, (&positions, placed))| {
                    all | u16::from(is_pair(positions) && placed <= 5) << digit & digits
                })
            });
            for high in 1..9 {
                for low in 0..high {
                    for digit in bits(pairs[high] & pairs[low]) {
                        let positions = self.closure.grid.positions[base + high][digit];
                        if positions == self.closure.grid.positions[base + low][digit] {
                            self.x_wing([base + low, base + high], positions, digit);
                        }
                    }
                }
            }
        }
    }

    fn x_wing(&mut self, lines: [usize; 2], positions: u16, digit: usize) {
        let mut rest = CellSet::EMPTY;
        let mut own = CellSet::EMPTY;
        for house in House::all().filter(|house| lines.contains(&house.index())) {
            own |= house.cells();
            for index in bits(positions) {
                let across = if house.kind() == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
                rest |= House::new(across, index).cells();
            }
        }
        let rest = (rest - own) & self.closure.grid.places[digit];
        if rest.is_empty() {
            return;
        }
        self.parents.clear();
        for line in lines {
            for index in bits(self.base.positions[line][digit] & !positions) {
                self.parent(id(usize::from(CELL_AT[line][index]), digit));
            }
        }
        if !self.parents.is_empty() {
            self.add(rest.map(|cell| id(cell.index(), digit)), 0);
        }
    }

    /// Nested chains of a level among the candidates left.
    fn chains(&mut self, level: ChainLevel, nested_hints: &mut NestedHints) {
        let mut inner = nested_hints.inner.take().unwrap_or_default();
        let left = nested_hints.budget.saturating_sub(nested_hints.work);
        let (hints, work) = inner.hints(&self.closure.grid, self.placed, level, left);
        nested_hints.work += work;
        nested_hints.inner = Some(inner);
        for hint in hints.iter() {
            self.chain(hint, nested_hints);
        }
    }

    fn chain(&mut self, hint: &Arc<NestedHint>, nested_hints: &mut NestedHints) {
        self.parents.clear();
        for &(own, on, cause) in hint.chains.iter().flatten() {
            if !on {
                continue;
            }
            let (cell, digit) = parts(own);
            match if cause == Cause::None { hint.assumed } else { cause } {
                Cause::Cell => {
                    for other in bits(self.base.cells[cell] & !self.closure.grid.cells[cell]) {
                        self.parent_once(id(cell, other));
                    }
                }
                Cause::House(kind) => {
                    let h = usize::from(CELL_HOUSES[cell].houses[usize::from(kind)]);
                    let gone = self.base.positions[h][digit] & !self.closure.grid.positions[h][digit];
                    for index in bits(gone) {
                        self.parent_once(id(usize::from(CELL_AT[h][index]), digit));
                    }
                }
                Cause::None | Cause::Advanced => {}
            }
        }
        if !self.parents.is_empty() {
            let nested = nested_hints.keep(hint);
            self.add(hint.eliminations.iter().copied(), nested);
        }
    }

    fn parent_once(&mut self, gone: CandidateId) {
        let number = self.closure.number(gone, false);
        if !self.parents.contains(&number) {
            self.parents.push(number);
        }
    }
}
