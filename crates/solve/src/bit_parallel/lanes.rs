//! Lanes of digits: one machine word of cells for each digit of a row, and the operations on all digits at once.
//!
//! Every operation is a plain loop over an array of fixed length, which the compiler turns into vector instructions.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Not, Shl, Shr},
};
use wide::u16x8;

/// Unsigned integer with a bit for each cell of a row.
pub(super) trait Word:
    Copy
    + Eq
    + Send
    + fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<u8>
    + 'static
{
    /// No bit.
    const ZERO: Self;
    /// Every bit.
    const ALL: Self;
    /// Subtracts, and drops the borrow.
    fn minus(self, other: Self) -> Self;
    /// Returns the value.
    fn bits(self) -> u32;
    /// Creates the word of these low bits; the others are dropped.
    fn from_bits(bits: u32) -> Self;
    /// Returns words of at most 16 bits as such.
    fn eight(words: &[Self; 8]) -> [u16; 8];
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const ALL: Self = Self::MAX;
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                self.into()
            }
            #[inline(always)]
            fn from_bits(bits: u32) -> Self {
                bits as Self
            }
            #[inline(always)]
            fn eight(words: &[Self; 8]) -> [u16; 8] {
                words.map(|word| word as u16)
            }
        }
    )*};
}

words!(u16, u32);

/// Words of all digits; the lanes behind the last digit are zero in grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes<W, const L: usize>(pub(super) [W; L]);

impl<W: Word, const L: usize> Lanes<W, L> {
    pub(super) const ZERO: Self = Self([W::ZERO; L]);
    /// True if the lanes are 256 bits. The code that the compiler makes for AVX-512 is slow for all other sizes.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "asked by the code for x86-64"))]
    pub(super) const FILL_A_REGISTER: bool = 8 * size_of::<Self>() == 256;

    /// Copies a word to every lane.
    #[inline(always)]
    pub(super) const fn splat(word: W) -> Self {
        Self([word; L])
    }

    /// Applies an operation to each lane.
    #[inline(always)]
    pub(super) fn map(mut self, op: impl Fn(W) -> W) -> Self {
        for lane in &mut self.0 {
            *lane = op(*lane);
        }
        self
    }

    /// Applies an operation to each two lanes.
    #[inline(always)]
    pub(super) fn zip(mut self, other: Self, op: impl Fn(W, W) -> W) -> Self {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = op(*lane, other);
        }
        self
    }

    /// Keeps the bits that both have.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Combines the bits of both.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Removes the bits of `other`.
    #[inline(always)]
    pub(super) fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Keeps the words that have at most one bit; the others become zero.
    #[inline(always)]
    fn only_single_bits(self) -> Self {
        self.map(|a| if a & a.minus(W::from(1)) == W::ZERO { a } else { W::ZERO })
    }

    /// Returns all bits in the lanes that are zero, and none in the others.
    #[inline(always)]
    fn zero_lanes(self) -> Self {
        self.map(|a| if a == W::ZERO { W::ALL } else { W::ZERO })
    }

    /// Combines the bits of all lanes.
    #[inline(always)]
    pub(super) fn union(self) -> W {
        self.0.into_iter().fold(W::ZERO, |union, lane| union | lane)
    }

    /// Returns true if a bit is set.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.union() != W::ZERO
    }

    /// Returns the bits that are in at least one lane, and those in at least two.
    #[inline(always)]
    fn once_and_twice(mut self) -> (W, W) {
        let mut twice = Self::ZERO;
        let mut len = L;
        while len > 1 {
            let half = len.div_ceil(2);
            for lane in 0..len / 2 {
                let (a, b) = (self.0[lane], self.0[half + lane]);
                twice.0[lane] = twice.0[lane] | twice.0[half + lane] | a & b;
                self.0[lane] = a | b;
            }
            len = half;
        }
        (self.0[0], twice.0[0])
    }

    /// Returns the bits that are in exactly two lanes.
    #[inline(always)]
    fn exactly_two(mut self) -> W {
        let (mut twice, mut thrice) = (Self::ZERO, Self::ZERO);
        let mut len = L;
        while len > 1 {
            let half = len.div_ceil(2);
            for lane in 0..len / 2 {
                let (a, b) = (self.0[lane], self.0[half + lane]);
                let (a2, b2) = (twice.0[lane], twice.0[half + lane]);
                thrice.0[lane] = thrice.0[lane] | thrice.0[half + lane] | a & b2 | a2 & b;
                twice.0[lane] = a2 | b2 | a & b;
                self.0[lane] = a | b;
            }
            len = half;
        }
        twice.0[0] & !thrice.0[0]
    }
}

/// Counts of vectors: bits that are in at least one of them, in two, and in three.
#[derive(Clone, Copy)]
struct Counts([u16x8; 3]);

impl Counts {
    const NONE: Self = Self([u16x8::ZERO; 3]);

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let (Self([a1, a2, a3]), Self([b1, b2, b3])) = (self, other);
        Self([a1 | b1, a2 | b2 | a1 & b1, a3 | b3 | a1 & b2 | a2 & b1])
    }
}

/// Returns for each row the bits that are in at least one, two and three lanes. The words have 16 bits. Adds the lanes of a row in groups of
/// eight, then the eight sums of eight rows at once, transposed.
#[inline(always)]
fn at_least<W: Word, const SIDE: usize, const L: usize>(rows: &[Lanes<W, L>; SIDE]) -> [[W; SIDE]; 3] {
    let mut result = [[W::ZERO; SIDE]; 3];
    for first in (0..SIDE).step_by(8) {
        let here = first..SIDE.min(first + 8);
        let mut of_rows = [[u16x8::ZERO; 8]; 3];
        for row in here.clone() {
            let mut sum = Counts::NONE;
            for lanes in rows[row].0.as_chunks::<8>().0 {
                let lanes = u16x8::new(W::eight(lanes));
                sum = sum.plus(Counts([lanes, u16x8::ZERO, u16x8::ZERO]));
            }
            for count in 0..3 {
                of_rows[count][row - first] = sum.0[count];
            }
        }
        let of_lanes = of_rows.map(u16x8::transpose);
        let sum = (0..8).fold(Counts::NONE, |sum, lane| sum.plus(Counts(of_lanes.map(|lanes| lanes[lane]))));
        for count in 0..3 {
            let words = sum.0[count].to_array();
            for row in here.clone() {
                result[count][row] = W::from_bits(words[row - first].into());
            }
        }
    }
    result
}

// Candidates of a grid, and their propagation: naked singles, hidden singles and locked candidates.

/// Candidates of all cells: for each row, a word of cells for each digit.
///
/// `BR` rows x `BC` columns are a box, `SIDE` is their product, and `L` lanes hold the digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    pub(super) rows: [Lanes<W, L>; SIDE],
    /// Cells whose only candidate was removed from their peers.
    pub(super) placed: [W; SIDE],
}

/// A contradiction: a cell without candidates, or a digit without a place in a house.
#[derive(Debug)]
pub(super) struct Contradiction;

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Candidates<W, BR, BC, SIDE, L>
{
    /// True if naked and hidden singles are found at the same time: neither waits for the other. It pays in 15x15 and 16x16.
    const AT_ONCE: bool = L == 16 && SIDE > 12;

    /// All cells of a row.
    #[inline(always)]
    pub(super) fn full() -> W {
        W::from_bits(((1_u64 << SIDE) - 1) as u32)
    }

    /// First cell of each box of a row.
    #[inline(always)]
    fn first_cells() -> W {
        W::from_bits((0..BR).fold(0, |bits, stack| bits | 1 << (stack * BC)))
    }

    /// The lanes of digits, all bits set.
    #[inline(always)]
    fn digits() -> Lanes<W, L> {
        let mut lanes = Lanes::ZERO;
        for lane in &mut lanes.0[..SIDE] {
            *lane = W::ALL;
        }
        lanes
    }

    /// Every digit in every cell.
    pub(super) fn all() -> Self {
        let row = Lanes::splat(Self::full()).and(Self::digits());
        Self { rows: [row; SIDE], placed: [W::ZERO; SIDE] }
    }

    /// Reduces each box of a row to its first cell: set if any cell of the box is.
    #[inline(always)]
    fn fold(cells: W) -> W {
        let mut folded = cells;
        let mut covered = 1;
        while covered < BC {
            let step = covered.min(BC - covered);
            folded = folded | folded >> step as u32;
            covered += step;
        }
        folded & Self::first_cells()
    }

    /// Fills the boxes whose first cell is set.
    #[inline(always)]
    fn fill(first: W) -> W {
        (first << BC as u32).minus(first)
    }

    /// Keeps one candidate of a cell.
    #[inline(always)]
    pub(super) fn assign(&mut self, row: usize, col: usize, digit: usize) {
        let cell = W::from(1) << col as u32;
        let keep = self.rows[row].0[digit];
        for lane in &mut self.rows[row].0 {
            *lane = *lane & !cell;
        }
        self.rows[row].0[digit] = keep | cell;
    }

    /// Copies the candidates of a cell.
    #[inline(always)]
    pub(super) fn copy_cell(&mut self, from: &Self, row: usize, col: usize) {
        let cell = Lanes::splat(W::from(1) << col as u32);
        self.rows[row] = self.rows[row].and_not(cell).or(from.rows[row].and(cell));
    }

    /// Removes a candidate.
    #[inline(always)]
    pub(super) fn exclude(&mut self, row: usize, col: usize, digit: usize) {
        let word = &mut self.rows[row].0[digit];
        *word = *word & !(W::from(1) << col as u32);
    }

    /// Returns true if every cell has one candidate.
    #[inline(always)]
    pub(super) fn is_solved(&self) -> bool {
        self.placed.iter().fold(W::ALL, |all, &row| all & row) == Self::full()
    }

    /// Propagates until nothing changes. The order of singles does not matter: they have one fixpoint, for which locked candidates wait.
    #[inline(always)]
    pub(super) fn propagate(&mut self) -> Result<(), Contradiction> {
        if Self::AT_ONCE {
            loop {
                while self.singles()? {}
                if self.is_solved() || !self.locked_candidates() {
                    return Ok(());
                }
            }
        }
        loop {
            let any_new = self.naked_singles()?;
            if !any_new && self.is_solved() {
                return Ok(());
            }
            if !self.hidden_singles()? && !any_new && !self.locked_candidates() {
                return Ok(());
            }
        }
    }

    /// Returns the cells with two candidates.
    #[inline(always)]
    pub(super) fn pairs(&self) -> [W; SIDE] {
        if Self::AT_ONCE {
            let [_, twice, thrice] = at_least(&self.rows);
            std::array::from_fn(|row| twice[row] & !thrice[row])
        } else {
            self.rows.map(Lanes::exactly_two)
        }
    }

    /// Removes the digits of cells with one candidate from their peers. Small grids repeat that until there is no new such
    /// cell. Returns true if there may be one.
    ///
    /// Locked candidates wait for the last single in any case, so that states and nodes do not depend on the order of singles.
    #[inline(always)]
    fn naked_singles(&mut self) -> Result<bool, Contradiction> {
        loop {
            let (mut every, mut any_new) = (W::ALL, W::ZERO);
            let mut new = [W::ZERO; SIDE];
            for row in 0..SIDE {
                let (once, twice) = self.rows[row].once_and_twice();
                every = every & once;
                new[row] = once & !twice & !self.placed[row];
                any_new = any_new | new[row];
                self.placed[row] = self.placed[row] | new[row];
            }
            if every != Self::full() {
                return Err(Contradiction);
            }
            if any_new == W::ZERO {
                return Ok(false);
            }
            self.place(&new)?;
            if SIDE > 8 {
                return Ok(true);
            }
        }
    }

    /// Assigns hidden singles, and removes the digits of these and of naked singles from their peers. Returns false if there are no
    /// new ones.
    #[inline(always)]
    fn singles(&mut self) -> Result<bool, Contradiction> {
        let [once, twice, _] = at_least(&self.rows);
        let mut hidden = [Lanes::ZERO; SIDE];
        let in_column = self.find_hidden(&mut hidden)?;
        for row in 0..SIDE {
            hidden[row] = hidden[row].or(self.rows[row].and_not(in_column));
        }
        let [some, several, _] = at_least(&hidden);
        let (mut every, mut clash, mut any_new) = (W::ALL, W::ZERO, W::ZERO);
        let mut new = [W::ZERO; SIDE];
        for row in 0..SIDE {
            every = every & once[row];
            clash = clash | several[row];
            new[row] = (once[row] & !twice[row] | some[row]) & !self.placed[row];
            any_new = any_new | new[row];
            self.placed[row] = self.placed[row] | new[row];
        }
        if every != Self::full() || clash != W::ZERO {
            return Err(Contradiction);
        }
        if any_new == W::ZERO {
            return Ok(false);
        }
        for row in 0..SIDE {
            self.rows[row] = self.rows[row].and(hidden[row].or(Lanes::splat(!some[row])));
        }
        self.place(&new)?;
        Ok(true)
    }

    /// Removes the digits of the new placed cells from their peers.
    #[inline(always)]
    fn place(&mut self, new: &[W; SIDE]) -> Result<(), Contradiction> {
        let mut columns = Lanes::ZERO;
        let mut bad = Lanes::ZERO;
        for band in 0..BC {
            let mut boxes = Lanes::ZERO;
            for row in band * BR..(band + 1) * BR {
                let placed = self.rows[row].and(Lanes::splat(new[row]));
                let in_row = placed.map(|cells| cells & cells.minus(W::from(1)));
                bad = bad.or(in_row).or(columns.and(placed));
                columns = columns.or(placed);
                let here = placed.map(Self::fold);
                bad = bad.or(boxes.and(here));
                boxes = boxes.or(here);
            }
            let boxes = boxes.map(Self::fill);
            for row in band * BR..(band + 1) * BR {
                let placed = self.rows[row].and(Lanes::splat(new[row]));
                let elsewhere = placed.zero_lanes().and_not(boxes);
                self.rows[row] = self.rows[row].and(elsewhere.or(placed));
            }
        }
        if bad.any() {
            return Err(Contradiction);
        }
        for row in 0..SIDE {
            let placed = self.rows[row].and(Lanes::splat(new[row]));
            self.rows[row] = self.rows[row].and_not(columns).or(placed);
        }
        Ok(())
    }

    /// Finds hidden singles of rows and boxes: digits that have one place there. Returns the digits that columns have in several
    /// places.
    #[inline(always)]
    fn find_hidden(&self, hidden: &mut [Lanes<W, L>; SIDE]) -> Result<Lanes<W, L>, Contradiction> {
        let (mut once, mut twice) = (Lanes::ZERO, Lanes::ZERO);
        let mut bad = Lanes::ZERO;
        for band in 0..BC {
            let (mut band_once, mut band_twice) = (Lanes::ZERO, Lanes::ZERO);
            for row in band * BR..(band + 1) * BR {
                let cells = self.rows[row];
                bad = bad.or(cells.zero_lanes());
                band_twice = band_twice.or(band_once.and(cells));
                band_once = band_once.or(cells);
            }
            twice = twice.or(band_twice).or(once.and(band_once));
            once = once.or(band_once);
            let empty = band_once.map(Self::fold).zip(Lanes::splat(Self::first_cells()), |a, b| b & !a);
            bad = bad.or(empty);
            let several = band_once.map(|cells| cells & cells.minus(Self::first_cells())).or(band_twice);
            let several = several.map(Self::fold).map(Self::fill);
            for row in band * BR..(band + 1) * BR {
                let cells = self.rows[row];
                hidden[row] = cells.and_not(several).or(cells.only_single_bits());
            }
        }
        let bad = bad.or(Lanes::splat(Self::full()).and_not(once));
        if bad.and(Self::digits()).any() {
            return Err(Contradiction);
        }
        Ok(twice)
    }

    /// Assigns hidden singles. Returns true if there are new ones.
    #[inline(always)]
    fn hidden_singles(&mut self) -> Result<bool, Contradiction> {
        let mut hidden = [Lanes::ZERO; SIDE];
        let twice = self.find_hidden(&mut hidden)?;
        let (mut any_new, mut clash) = (W::ZERO, W::ZERO);
        for row in 0..SIDE {
            let cells = self.rows[row];
            let singles = hidden[row].or(cells.and_not(twice));
            let (some, several) = singles.once_and_twice();
            clash = clash | several;
            any_new = any_new | some & !self.placed[row];
            self.rows[row] = cells.and(singles.or(Lanes::splat(!some)));
        }
        if clash == W::ZERO { Ok(any_new != W::ZERO) } else { Err(Contradiction) }
    }

    /// Removes candidates by locked candidates, in rows and in columns. Returns true if it removed any.
    #[inline(always)]
    fn locked_candidates(&mut self) -> bool {
        let mut changed = Lanes::ZERO;
        let mut in_band = [Lanes::ZERO; BC];
        for band in 0..BC {
            // Rows: a digit that a row has in one box only, and a digit that a box has in one row only.
            let mut boxes = [Lanes::ZERO; BR];
            let (mut once, mut twice) = (Lanes::ZERO, Lanes::ZERO);
            let mut claimed = Lanes::ZERO;
            for row in 0..BR {
                boxes[row] = self.rows[band * BR + row].map(Self::fold);
                twice = twice.or(once.and(boxes[row]));
                once = once.or(boxes[row]);
                let single = boxes[row].only_single_bits();
                claimed = claimed.or(single);
            }
            for row in 0..BR {
                let cells = self.rows[band * BR + row];
                let single = boxes[row].only_single_bits();
                let pointing = boxes[row].and_not(twice);
                let away = claimed.and_not(single).map(Self::fill);
                let allowed = pointing.map(Self::fill).or(pointing.zero_lanes());
                let left = cells.and_not(away).and(allowed);
                changed = changed.or(cells.and_not(left));
                self.rows[band * BR + row] = left;
                in_band[band] = in_band[band].or(left);
            }
        }
        // Columns: a digit that a column has in one band only, and a digit that a box has in one column only.
        let (mut once, mut twice) = (Lanes::ZERO, Lanes::ZERO);
        let mut pointing_once = Lanes::ZERO;
        let mut pointing = [Lanes::ZERO; BC];
        for band in 0..BC {
            let cells = in_band[band];
            twice = twice.or(once.and(cells));
            once = once.or(cells);
            let several = cells.map(|cells| Self::fill(Self::fold(cells & cells.minus(Self::first_cells()))));
            pointing[band] = cells.and_not(several);
            pointing_once = pointing_once.or(pointing[band]);
        }
        for band in 0..BC {
            let claimed = in_band[band].and_not(twice);
            let kept = claimed.or(claimed.map(|cells| !Self::fill(Self::fold(cells))));
            let away = pointing_once.and_not(pointing[band]);
            let allowed = kept.and_not(away);
            changed = changed.or(in_band[band].and_not(allowed));
            for row in band * BR..(band + 1) * BR {
                self.rows[row] = self.rows[row].and(allowed);
            }
        }
        changed.any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random rows with few bits, with some and with many.
    fn agree<const SIDE: usize>(mut state: u64) {
        for n in 0..300 {
            let mut rows = [Lanes::<u16, 16>::ZERO; SIDE];
            for row in &mut rows {
                for lane in &mut row.0 {
                    *lane = u16::MAX;
                    for _ in 0..n % 5 {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        *lane &= (state >> 48) as u16;
                    }
                }
            }
            let [once, twice, thrice] = at_least(&rows);
            for row in 0..SIDE {
                for bit in 0..16 {
                    let lanes = rows[row].0.iter().filter(|&lane| lane >> bit & 1 == 1).count();
                    let counts = [once, twice, thrice].map(|count| count[row] >> bit & 1 == 1);
                    assert_eq!(counts, [lanes >= 1, lanes >= 2, lanes >= 3], "{rows:?}");
                }
                assert_eq!(rows[row].once_and_twice(), (once[row], twice[row]));
                assert_eq!(rows[row].exactly_two(), twice[row] & !thrice[row]);
            }
        }
    }

    #[test]
    fn counts_of_eight_rows_at_once_are_those_of_each_row() {
        agree::<16>(1);
        agree::<15>(2);
        agree::<8>(3);
    }
}
