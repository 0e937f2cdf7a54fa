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
    pub(super) fn only_single_bits(self) -> Self {
        self.map(|a| if a & a.minus(W::from(1)) == W::ZERO { a } else { W::ZERO })
    }

    /// Returns all bits in the lanes that are zero, and none in the others.
    #[inline(always)]
    pub(super) fn zero_lanes(self) -> Self {
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
    pub(super) fn once_and_twice(mut self) -> (W, W) {
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
    pub(super) fn exactly_two(mut self) -> W {
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
pub(super) fn at_least<W: Word, const SIDE: usize, const L: usize>(
    rows: &[Lanes<W, L>; SIDE],
) -> [[W; SIDE]; 3] {
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
