//! Vector operations that search and dig are written in: lanes of 32 bits, of one grid or of several, and bytes.

use super::layout::VECTORS;

/// Most lanes of a vector.
pub(super) const MAX_LANES: usize = 16;

/// Lanes of 32 bits. All implementations return the same bits.
pub(super) trait Vector: Copy {
    /// Copies a value to every lane.
    fn splat(value: u32) -> Self;
    /// Keeps the bits that both have.
    fn and(self, other: Self) -> Self;
    /// Combines the bits of both.
    fn or(self, other: Self) -> Self;
    /// Keeps the bits that exactly one has.
    fn xor(self, other: Self) -> Self;
    /// Removes the bits of `other`.
    fn and_not(self, other: Self) -> Self;
    /// Subtracts lane by lane. No lane of `other` may exceed the lane of `self`.
    fn sub(self, other: Self) -> Self;
    /// Shifts each lane left, to higher bits.
    fn shl<const BY: i32>(self) -> Self;
    /// Shifts each lane right, to lower bits.
    fn shr<const BY: i32>(self) -> Self;
}

/// Eight lanes of one grid: two digits of four bands.
pub(super) trait Lanes: Vector {
    /// Byte operations of the same instruction set.
    type Bytes: Bytes;
    /// Loads the lanes, lowest first.
    fn load(lanes: &[u32; 8]) -> Self;
    /// Writes the lanes, lowest first.
    fn store(self, to: &mut [u32; 8]);
    /// Gives each band the value of its next band, modulo 3. The fourth lane is unchanged.
    fn next_band(self) -> Self;
    /// Exchanges the two digits.
    fn swap_digits(self) -> Self;
    /// Returns true if `self` has every bit of `other`.
    fn contains_all(self, other: Self) -> bool;
    /// Returns true if no bit is set.
    fn is_zero(self) -> bool;
    /// Splits the two digits. Of each: bands 1 and 2 in the first word, band 3 in the second.
    fn halves(self) -> [[u64; 2]; 2];
    /// Transposes the first eight digits: the lanes of each band, one lane for each digit.
    fn by_band(x: &[Self; VECTORS]) -> [[u32; 8]; 4];
    /// Returns the set of lanes that have this bit, one bit for each lane.
    fn lanes_with_bit(self, bit: usize) -> usize;
}

/// A lane for each of several grids: one digit of one band.
pub(super) trait GridLanes: Vector {
    /// Vector of one of the grids.
    type One: Lanes;
    /// Number of grids.
    const GRIDS: usize;
    /// Loads the lanes, lowest first.
    fn load_row(row: &[u32; MAX_LANES]) -> Self;
    /// Writes the lanes, lowest first.
    fn store_row(self, row: &mut [u32; MAX_LANES]);
    /// Returns the set of grids with no bit, one bit for each grid.
    fn without_bits(self) -> u32;
}

/// Rows of sixteen bytes.
pub(super) trait Bytes: Copy {
    /// Number of rows.
    const ROWS: usize;
    /// Loads each row.
    fn load<'a>(row: impl Fn(usize) -> &'a [u8; 16]) -> Self;
    /// Copies a value to every byte.
    fn splat(value: u8) -> Self;
    /// Looks up, for each index (below 16) in `at`, the byte of `self` in the same row.
    fn shuffle(self, at: Self) -> Self;
    /// Keeps the larger of each two bytes.
    fn max(self, other: Self) -> Self;
    /// Returns the set of bytes that are equal, one bit for each byte.
    fn equal_mask(self, other: Self) -> u64;
}
