//! Vector operations for any machine, on plain 64-bit words of two bands.

use super::lanes::{Bytes, Lanes};
use super::layout::VECTORS;
use std::array::from_fn;

/// Eight lanes. For each of two digits: a word with bands 1 and 2, a word with band 3 and the empty fourth lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable([u64; 4]);

/// Copies a value to both lanes of a word.
const fn twice(lane: u32) -> u64 {
    lane as u64 | (lane as u64) << 32
}

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([op(a, e), op(b, f), op(c, g), op(d, h)])
    }
}

impl Lanes for Portable {
    type Bytes = PortableBytes;
    #[inline(always)]
    fn load(lanes: &[u32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes.map(u64::from);
        Self([a | b << 32, c | d << 32, e | f << 32, g | h << 32])
    }
    #[inline(always)]
    fn store(self, to: &mut [u32; 8]) {
        *to = from_fn(|lane| (self.0[lane / 2] >> (lane % 2 * 32)) as u32);
    }
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self([twice(value); 4])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        self.zip(self, |a, _| a << BY & twice(!0 << BY))
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        self.zip(self, |a, _| a >> BY & twice(!0 >> BY))
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        let [a, b, c, d] = self.0;
        let turn = |two: u64, one: u64| two >> 32 | one << 32;
        let last = |two: u64, one: u64| one >> 32 << 32 | u64::from(two as u32);
        Self([turn(a, b), last(a, b), turn(c, d), last(c, d)])
    }
    #[inline(always)]
    fn swap_digits(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }
    #[inline(always)]
    fn contains_all(self, other: Self) -> bool {
        other.and_not(self).is_zero()
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
    #[inline(always)]
    fn halves(self) -> [[u64; 2]; 2] {
        let [a, b, c, d] = self.0;
        [[a, b], [c, d]]
    }
    #[inline(always)]
    fn by_band(x: &[Self; VECTORS]) -> [[u32; 8]; 4] {
        let mut bands = [[0; 8]; 4];
        for digit in 0..8 {
            let [low, high] = x[digit % 4].halves()[digit / 4];
            (bands[0][digit], bands[1][digit], bands[2][digit]) =
                (low as u32, (low >> 32) as u32, high as u32);
        }
        bands
    }
    #[inline(always)]
    fn lanes_with_bit(self, bit: usize) -> usize {
        (0..8).fold(0, |lanes, lane| {
            lanes | ((self.0[lane / 2] >> (lane % 2 * 32 + bit % 32) & 1) as usize) << lane
        })
    }
}

/// Two rows of sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortableBytes([[u8; 16]; 2]);

impl Bytes for PortableBytes {
    #[inline(always)]
    fn load(low: &[u8; 16], high: &[u8; 16]) -> Self {
        Self([*low, *high])
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        Self([[value; 16]; 2])
    }
    #[inline(always)]
    fn shuffle(self, at: Self) -> Self {
        Self(from_fn(|row| at.0[row].map(|at| self.0[row][usize::from(at % 16)])))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(from_fn(|row| from_fn(|at| self.0[row][at].max(other.0[row][at]))))
    }
    #[inline(always)]
    fn equal_mask(self, other: Self) -> u32 {
        let (one, two) = (self.0.as_flattened(), other.0.as_flattened());
        one.iter().zip(two).rev().fold(0, |bits, (a, b)| bits << 1 | u32::from(a == b))
    }
}
