//! The vector operations that search and dig are written in: eight 32-bit lanes, two digits of four bands; and 32 bytes.

use super::layout::VECTORS;

/// Eight lanes of 32 bits. Every implementation gives the same results, bit for bit.
pub(super) trait Lanes: Copy {
    /// The byte operations of the same instruction set.
    type Bytes: Bytes;
    /// The lanes, lowest first.
    fn load(lanes: &[u32; 8]) -> Self;
    /// Writes the lanes, lowest first.
    fn store(self, to: &mut [u32; 8]);
    /// The same value in every lane.
    fn splat(value: u32) -> Self;
    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in one only.
    fn xor(self, other: Self) -> Self;
    /// Bits here that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    /// Lane by lane; no lane of `other` is larger than here.
    fn sub(self, other: Self) -> Self;
    /// Shift towards higher bits in each lane.
    fn shl<const BY: i32>(self) -> Self;
    /// Shift towards lower bits in each lane.
    fn shr<const BY: i32>(self) -> Self;
    /// Each band's lane takes the next band's value, the last takes the first's; the fourth lane keeps its own.
    fn next_band(self) -> Self;
    /// The two digits change places.
    fn swap_digits(self) -> Self;
    /// Whether every bit of `other` is here.
    fn contains_all(self, other: Self) -> bool;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// The two digits apart: bands 1 and 2 in one word, band 3 in the other.
    fn halves(self) -> [[u64; 2]; 2];
    /// The first eight digits, band by band.
    fn by_band(x: &[Self; VECTORS]) -> [[u32; 8]; 4];
    /// Which lanes hold the bit, one bit a lane.
    fn lanes_with_bit(self, bit: usize) -> usize;
}

/// Two rows of sixteen bytes.
pub(super) trait Bytes: Copy {
    /// Two rows.
    fn load(low: &[u8; 16], high: &[u8; 16]) -> Self;
    /// The same value everywhere.
    fn splat(value: u8) -> Self;
    /// For each index (below 16) of `at` the byte of its row.
    fn shuffle(self, at: Self) -> Self;
    /// Byte by byte.
    fn max(self, other: Self) -> Self;
    /// Where both are the same, one bit a byte.
    fn equal_mask(self, other: Self) -> u32;
}
