//! Additions of the dynamic levels to one closure: patterns and nested chains that arise after eliminations.
//!
//! ```text
//! placed_counts       skips patterns where too few cells are empty
//! pattern_prefilter   finds digits and houses with a new pattern
//! patterns            adds eliminations by patterns, then by nested chains
//! nested              stores nested hints, and remembers searches for them
//! closure_reuse       proves that a closure is the same after a step
//! ```

use super::{
    ChainLevel,
    candidates::{CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, bits, id, is_pair, parts},
    closure::{Cause, Closure, ClosureStatus},
};
use crate::{CellSet, House, HouseKind, Pencilmarks};
use gridmill_board::Digit;
use std::{collections::BTreeMap, sync::Arc};

// Counts of placed digits and empty cells. The Explainer skips a pattern where they are too high or too low.

/// Counts of the state before the search: an assumption places nothing.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct PlacedCounts {
    /// Empty cells by house.
    empty_in: [u8; 27],
    /// Placed cells by digit.
    placed: [u8; 9],
}

impl PlacedCounts {
    /// Counts the placed digits of a state.
    #[expect(clippy::cast_possible_truncation, reason = "nine at most")]
    pub(crate) fn new(marks: &Pencilmarks) -> Self {
        let mut counts = Self::default();
        for house in House::all() {
            counts.empty_in[house.index()] = marks.empty_in(house) as u8;
        }
        for (digit, placed) in counts.placed.iter_mut().enumerate() {
            *placed = marks.placed(Digit::from_index(digit)) as u8;
        }
        counts
    }
}

// Closure reuse: proof that a closure is the same after a step removed a few candidates.
//
// ```text
// before    r1c1 = 3 on -> r1c7 off -> r4c7 on -> ...           r8c8 <> 5, removed by the step, plays no part:
// now       the same                                            it is not a node, and its removal creates no link
// ```
//
// A closure is the same in both states if the removed candidates never had an influence. Sufficient conditions:
//
// - No removed candidate is a node. So none is turned off, and no link from or to one was used.
// - Links. A strong link through a removed candidate requires it to be one of the last two in its cell or house. Candidates only
//   get fewer, so it is enough to count the others that are left at the end. If two are left, there were never just two with the
//   removed one. If nothing was turned off in the cell or house, no link was created. After a clash, the clashing
//   candidate was not removed from the grid, so three others must be left.
// - Patterns (level 1). If three others are left at the end, the cell or house never was part of a pair. If they do not lie in one
//   segment, the digit never was locked. If two are left, they are a pair now. That is harmless unless another cell, digit or
//   line may have been the same pair at some time: it had both at first and has no other at the end.
// - Chains (level 2). If three others are left, the removed candidate had no strong link, and its removal creates none. In a
//   chain it was at most a last node that is off. No chain eliminated it, for then it would be a node. All this requires that
//   the state before had no chains: those would have no removed candidates as parents and would add no node.
//
// Nested chains of higher levels compare all candidates of a cell or house, so a removed one matters. Those levels start again.

/// Candidates that a step removed from a state.
#[derive(Debug)]
pub(crate) struct RemovedCandidates<'a> {
    base: &'a CandidateGrid,
    pub(crate) ids: Vec<CandidateId>,
    places: [CellSet; 9],
    /// Removed digits by cell; `positions` has removed positions by house and digit.
    cells: Vec<(usize, u16)>,
    positions: Vec<(usize, usize, u16)>,
}

/// Segments of a line, and of a box, that lie in a house of another kind.
const SEGMENTS: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];

impl<'a> RemovedCandidates<'a> {
    /// Returns the removed candidates; `None` if a candidate was added.
    pub(crate) fn between(base: &'a CandidateGrid, now: &CandidateGrid) -> Option<Self> {
        let mut gone = Self {
            base,
            ids: Vec::new(),
            places: [CellSet::EMPTY; 9],
            cells: Vec::new(),
            positions: Vec::new(),
        };
        for digit in 0..9 {
            if !now.places[digit].is_within(base.places[digit]) {
                return None;
            }
            gone.places[digit] = base.places[digit] - now.places[digit];
        }
        for (cell, (&before, &now)) in base.cells.iter().zip(&now.cells).enumerate() {
            if before != now {
                gone.cells.push((cell, before & !now));
                gone.ids.extend(bits(before & !now).map(|digit| id(cell, digit)));
            }
        }
        for (house, (before, now)) in base.positions.iter().zip(&now.positions).enumerate() {
            for digit in (0..9).filter(|&digit| before[digit] != now[digit]) {
                gone.positions.push((house, digit, before[digit] & !now[digit]));
            }
        }
        Some(gone)
    }

    /// Removes the candidates from a closure at the end of a level, 0 to 2. Returns true if it is then the closure of the new
    /// state. If not, it must be discarded.
    pub(crate) fn reuse(&self, closure: &mut Closure, level: usize) -> bool {
        let met = |of: &[CellSet; 9]| of.iter().zip(&self.places).any(|(of, gone)| of.meets(*gone));
        if closure.sets.iter().any(|set| met(&set.places)) {
            return false;
        }
        for &gone in &self.ids {
            closure.grid.remove(gone);
        }
        let clash = matches!(closure.status, ClosureStatus::Clash(_));
        let rest = &closure.grid;
        let enough = |before: u16, rest: u16, gone: u16| match rest.count_ones() {
            _ if level == 0 && !clash && rest | gone == before => true,
            0 | 1 => false,
            2 => level < 2 && !clash,
            _ => true,
        };
        let in_cell = |&(cell, gone): &(usize, u16)| {
            let left = rest.cells[cell];
            enough(self.base.cells[cell], left, gone)
                && (level == 0 || left.count_ones() > 2 || !self.may_be_naked_pair(rest, cell, left))
        };
        let in_house = |&(house, digit, gone): &(usize, usize, u16)| {
            let left = rest.positions[house][digit];
            let segments = &SEGMENTS[..if house < 18 { 3 } else { 6 }];
            enough(self.base.positions[house][digit], left, gone)
                && (level == 0
                    || segments.iter().all(|segment| left & !segment != 0)
                        && (left.count_ones() > 2 || !self.may_be_pair(rest, house, digit, left)))
        };
        self.cells.iter().all(in_cell) && self.positions.iter().all(in_house)
    }

    /// Returns true if another cell may have had the same two candidates at some time.
    fn may_be_naked_pair(&self, rest: &CandidateGrid, cell: usize, pair: u16) -> bool {
        CELL_HOUSES[cell].peers.into_iter().any(|other| {
            let other = other.index();
            rest.cells[other] & !pair == 0 && pair & !self.base.cells[other] == 0
        })
    }

    /// Returns true if another digit, or the digit in another line, may have had the same two positions at some time.
    fn may_be_pair(&self, rest: &CandidateGrid, house: usize, digit: usize, pair: u16) -> bool {
        let same = |house: usize, digit: usize| {
            rest.positions[house][digit] & !pair == 0 && pair & !self.base.positions[house][digit] == 0
        };
        let first = house / 9 * 9;
        (0..9).any(|other| other != digit && same(house, other))
            || house < 18 && (first..first + 9).any(|line| line != house && same(line, digit))
    }
}

// Pattern prefilter: where locked digits, pairs or X-Wings may be new since an earlier state.
//
// ```text
// before   positions of 5 in box 1    now        7 has the same positions: a hidden pair may be new in box 1
//          1 1 .                      1 . .
//          . 1 .                      . 1 .
//          . . .                      . . .
// ```
//
// A pattern counts only if an elimination of this search created it. So two places, or two candidates of a cell, are considered
// only if there were more before. Most states pass this test as having nothing new.

/// Digits and houses that may have a new pattern.
#[derive(Debug, Default)]
struct PatternPrefilter {
    /// Digits that may be locked.
    pub(crate) locked: u16,
    /// Houses that may have hidden pairs, as bits.
    pub(crate) hidden: u32,
    /// Houses that may have naked pairs, as bits.
    pub(crate) naked: u32,
    /// Digits that may have X-Wings with columns, and with rows, as base.
    pub(crate) wings: [u16; 2],
}

/// By the nine segments of a band that hold a digit, row by row: true if all places of a box lie in one row that has others, or all
/// places of a row in one box that has others.
static LOCKED: [bool; 512] = {
    let mut locked = [false; 512];
    let mut segments = 0;
    while segments < 512 {
        let mut n = 0;
        while n < 3 {
            let row = segments >> (3 * n) & 7;
            let column = segments >> n & 0o111;
            let mut k = 0;
            while k < 3 {
                let (in_row, in_box) = (1 << k, 1 << (3 * k));
                locked[segments] |= row == in_row && segments & (0o111 << k) != in_row << (3 * n);
                locked[segments] |= column == in_box && segments & (7 << (3 * k)) != in_box << n;
                k += 1;
            }
            n += 1;
        }
        segments += 1;
    }
    locked
};

/// Returns true if a digit with these places may be locked.
#[expect(clippy::cast_possible_truncation, reason = "a band is 27 bits")]
#[inline]
fn may_be_locked(places: CellSet) -> bool {
    let places = places.bits();
    let mut columns = [0u32; 3];
    let mut any = false;
    for (n, columns) in columns.iter_mut().enumerate() {
        let band = (places >> (27 * n)) as u32 & 0x7FF_FFFF;
        *columns = (band | band >> 9 | band >> 18) & 0x1FF;
        let segments = (band | band >> 1 | band >> 2) & 0o111_111_111;
        let segments = (segments | segments >> 2 | segments >> 4) & 0o007_007_007;
        any |= LOCKED[(segments | segments >> 6 | segments >> 12) as usize & 0x1FF];
    }
    for stack in [0, 3, 6] {
        let [a, b, c] = columns.map(|columns| columns >> stack & 7);
        any |= LOCKED[(a | b << 3 | c << 6) as usize];
    }
    any
}

impl PatternPrefilter {
    pub(crate) fn new(base: &CandidateGrid, now: &CandidateGrid) -> Self {
        let mut prefilter = Self::default();
        for digit in (0..9).filter(|&digit| base.places[digit] != now.places[digit]) {
            prefilter.locked |= u16::from(may_be_locked(now.places[digit])) << digit;
        }
        prefilter.note_naked_pairs(base, now);
        let (base, now) = (base.positions.as_flattened(), now.positions.as_flattened());
        new_pairs(base, now, |at| prefilter.note_pair(now, at / 9, at % 9));
        prefilter
    }

    /// Notes hidden pairs and X-Wings with a digit's two places in a house.
    fn note_pair(&mut self, positions: &[u16], house: usize, digit: usize) {
        let pair = positions[9 * house + digit];
        let same = positions[9 * house..9 * house + 9].iter().filter(|&&other| other == pair).count();
        self.hidden |= u32::from(same > 1) << house;
        if house < 18 {
            let first = house / 9 * 9;
            let same = (first..first + 9).filter(|line| positions[9 * line + digit] == pair).count();
            self.wings[usize::from(house < 9)] |= u16::from(same > 1) << digit;
        }
    }

    fn note_naked_pairs(&mut self, base: &CandidateGrid, now: &CandidateGrid) {
        let mut of_cell = |cell: usize| {
            let pair = now.cells[cell];
            for &house in &CELL_HOUSES[cell].houses {
                let cells = &CELL_AT[usize::from(house)];
                let same = cells.iter().filter(|&&other| now.cells[usize::from(other)] == pair).count();
                self.naked |= u32::from(same > 1) << house;
            }
        };
        new_pairs(&base.cells, &now.cells, &mut of_cell);
    }
}

/// Visits the indices of all entries that have two bits now and had more before.
#[inline]
fn new_pairs(base: &[u16], now: &[u16], mut visit: impl FnMut(usize)) {
    const STRIDE: usize = 16;
    for (n, (base, now)) in base.chunks(STRIDE).zip(now.chunks(STRIDE)).enumerate() {
        let mut any = false;
        for (&base, &now) in base.iter().zip(now) {
            any |= is_pair(now) && base != now;
        }
        if any {
            for (k, (&base, &now)) in base.iter().zip(now).enumerate() {
                if is_pair(now) && base != now {
                    visit(STRIDE * n + k);
                }
            }
        }
    }
}

// Patterns that extend an exhausted closure: locked digits, hidden pairs, naked pairs, X-Wings, and at higher levels nested
// chains. (The Explainer calls them advanced relationships.)
//
// ```text
// 5 was removed from r1c7 r1c8 in this search, so it is locked in box 1: 5 goes from r2c1,
//     which follows from r1c7 and r1c8 off
// ```
//
// The first kind with an elimination that has parents is taken, and all its eliminations are added at once. Only digits placed
// before the search count as placed: a node that is on places nothing.

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
        let prefilter = PatternPrefilter::new(base, &search.closure.grid);
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
                self.add(rest.iter().map(|cell| id(cell.index(), digit)), 0);
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
            self.add(rest.iter().map(|cell| id(cell.index(), digit)), 0);
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

// Nested hints: chains within chains, and the memory of searches for them.
//
// ```text
// outer closure    r1c1 = 3 on -> ... -> candidates left -> chains among them -> their eliminations, off -> ...
// ```
//
// Many closures leave the same candidates: the closures of two candidates one of which must hold; those of one candidate before
// and after a step that removed only candidates that it turns off. So hints are remembered by the candidates left. A remembered
// search counts the same work as a new one, so that the work of a puzzle does not depend on the memory.
//
// The search for nested chains is a whole [`Chaining`](super::super::Chaining) again. This is the one circle between the files,
// and it is the recursion of the technique itself: each level of nesting is searched by lower levels.

/// Node of a nested chain: candidate, on or off, cause.
type NestedNode = (CandidateId, bool, Cause);

/// Hint that another search uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NestedHint {
    /// Chains, each from its end to its start.
    pub(crate) chains: Vec<Vec<NestedNode>>,
    /// Cause that the assumptions count as.
    pub(crate) assumed: Cause,
    pub(crate) nodes: u32,
    /// Eliminations by cell, then by digit.
    pub(crate) eliminations: Vec<CandidateId>,
}

impl NestedHint {
    /// Returns true if two hints have the same chains.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let same = |(a, b): (&Vec<NestedNode>, &Vec<NestedNode>)| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.0, a.1) == (b.0, b.1))
        };
        std::ptr::eq(self, other)
            || self.chains.len() == other.chains.len() && self.chains.iter().zip(&other.chains).all(same)
    }
}

/// Sorted hints of a search.
pub(crate) type HintList = Arc<[Arc<NestedHint>]>;

/// Nested hints that gave nodes of a search, and the work of the search.
#[derive(Debug, Default)]
pub(crate) struct NestedHints {
    all: Vec<Arc<NestedHint>>,
    /// Search for nested hints, with its memory.
    pub(crate) inner: Option<Box<super::Chaining>>,
    pub(crate) work: u64,
    pub(crate) budget: u64,
}

impl NestedHints {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    pub(crate) const fn within_budget(&self) -> bool {
        self.work <= self.budget
    }

    /// Returns a hint by its number, from 1.
    pub(crate) fn get(&self, number: u32) -> &NestedHint {
        &self.all[number as usize - 1]
    }

    /// Stores a hint and returns its number.
    #[expect(clippy::cast_possible_truncation, reason = "not that many")]
    pub(crate) fn keep(&mut self, nested: &Arc<NestedHint>) -> u32 {
        self.all.push(nested.clone());
        self.all.len() as u32
    }
}

/// Memory of past searches: state and level to hints.
#[derive(Debug, Default)]
pub(crate) struct HintMemo {
    /// By the hash of the state. Of two states with one hash, the later one is kept.
    entries: BTreeMap<(u64, ChainLevel), MemoEntry>,
    /// Remembered nodes.
    size: usize,
    /// The list without hints, which most searches find.
    none: HintList,
}

#[derive(Debug)]
struct MemoEntry {
    places: [CellSet; 9],
    placed: PlacedCounts,
    hints: HintList,
    work: u64,
}

/// Most remembered nodes; beyond it the memory is cleared.
const MAX_NODES: usize = 4_000_000;

impl HintMemo {
    /// Hashes a state by the multiplicative method of D. Knuth (1973).
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    fn hash(grid: &CandidateGrid) -> u64 {
        let add = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        grid.places.iter().fold(0, |hash, places| {
            let bits = places.bits();
            add(add(hash, bits as u64), (bits >> 64) as u64)
        })
    }

    /// Forgets all searches.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.size = 0;
    }

    /// Returns the list without hints.
    pub(crate) fn none(&self) -> HintList {
        self.none.clone()
    }

    /// Returns the hints of a state and the work of the search that found them.
    pub(crate) fn get(
        &self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
    ) -> Option<(HintList, u64)> {
        let known = self.entries.get(&(Self::hash(grid), level))?;
        let is_same = known.places == grid.places && known.placed == *placed;
        is_same.then(|| (known.hints.clone(), known.work))
    }

    pub(crate) fn put(
        &mut self,
        grid: &CandidateGrid,
        placed: &PlacedCounts,
        level: ChainLevel,
        hints: &HintList,
        work: u64,
    ) {
        let size =
            hints.iter().flat_map(|hint| &hint.chains).map(|chain| chain.len() + 8).sum::<usize>() + 64;
        if self.size + size > MAX_NODES {
            self.clear();
        }
        self.size += size;
        let entry = MemoEntry { places: grid.places, placed: placed.clone(), hints: hints.clone(), work };
        self.entries.insert((Self::hash(grid), level), entry);
    }
}

#[cfg(test)]
mod tests {
    use super::{PlacedCounts, *};
    use crate::{
        Pencilmarks, Rater, Rulebook,
        explainer::chaining::{
            ChainLevel, ClosureSearch, candidates::CandidateId, closure::Cause, implications::ImplicationSets,
        },
    };
    use gridmill_board::{Cell, Grid as Board, Shape};

    type HintWithChains = Option<(u32, (CandidateId, bool), Vec<Vec<(CandidateId, bool, Cause)>>)>;

    fn found(search: &mut ClosureSearch, marks: &Pencilmarks, level: ChainLevel) -> HintWithChains {
        search.nested_hints().budget = u64::MAX;
        let (grid, placed) = (CandidateGrid::new(marks), PlacedCounts::new(marks));
        let hint = search.first(&grid, &placed, level, &mut ImplicationSets::default())?;
        Some((hint.nodes, hint.target, search.closures.chains(&hint)))
    }

    /// Compares all levels of all states of a path, with and without closure reuse.
    #[test]
    fn reused_closures_give_the_hints_of_new_ones() {
        let mut count = 0;
        for (puzzle, highest) in [
            ("..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........296..8....4.4..2....7", 1),
            ("..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........29...8....4.4.92....7", 2),
        ] {
            let mut states = Vec::new();
            let mut marks = Pencilmarks::new(&Board::parse(Shape::STANDARD, puzzle).unwrap());
            Rater::new(Rulebook::se()).trace(&mut marks, |marks, _| states.push(marks.clone()));
            let mut carrying = ClosureSearch { reuses_closures: true, ..ClosureSearch::default() };
            for marks in states.iter().take(40) {
                let mut fresh = ClosureSearch::default();
                for level in (0..=highest).map(ChainLevel::Dynamic) {
                    let expected = found(&mut fresh, marks, level);
                    assert_eq!(found(&mut carrying, marks, level), expected, "{level:?} {marks:?}");
                    count += usize::from(expected.is_some());
                }
            }
        }
        assert!(count > 40);
    }

    #[test]
    fn no_elimination_creates_no_pattern() {
        let grid = CandidateGrid::new(&Pencilmarks::blank());
        let PatternPrefilter { locked, hidden, naked, wings } = PatternPrefilter::new(&grid, &grid);
        assert_eq!((locked, hidden, naked, wings), (0, 0, 0, [0; 2]));
    }

    #[test]
    fn segments_of_a_band_show_locked_digits() {
        assert!([0o463, 0o011, 0o321, 0o174].into_iter().all(|segments: usize| LOCKED[segments]));
        assert!([0, 0o001, 0o421, 0o033, 0o777].into_iter().all(|segments: usize| !LOCKED[segments]));
        let cells = |ids: &[usize]| ids.iter().map(|&cell| Cell::new(cell)).collect::<CellSet>();
        assert!(may_be_locked(cells(&[0, 1, 5])) && may_be_locked(cells(&[0, 9, 45])));
        assert!(!may_be_locked(cells(&[0, 3, 9, 12])) && !may_be_locked(CellSet::ALL));
    }
}
