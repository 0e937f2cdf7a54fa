//! Vector operations that search and dig are written in: lanes of 32 bits, of one grid or of several, and bytes.

use super::layout::VECTORS;
use std::array::from_fn;
use wide::{u8x16, u32x4};

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

// Vector operations for any machine, by 128-bit vectors of the crate `wide`: SSE2, NEON, or plain words.

/// Eight lanes: a vector for each of two digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable([u32x4; 2]);

impl Portable {
    #[inline(always)]
    fn each(self, op: impl Fn(u32x4) -> u32x4) -> Self {
        let [a, b] = self.0;
        Self([op(a), op(b)])
    }

    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u32x4, u32x4) -> u32x4) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([op(a, c), op(b, d)])
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self([u32x4::splat(value); 2])
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
        self.zip(other, |a, b| a - b)
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        self.each(|a| a << BY)
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        self.each(|a| a >> BY)
    }
}

impl Lanes for Portable {
    type Bytes = PortableBytes;
    #[inline(always)]
    fn load(lanes: &[u32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = *lanes;
        Self([u32x4::new([a, b, c, d]), u32x4::new([e, f, g, h])])
    }
    #[inline(always)]
    fn store(self, to: &mut [u32; 8]) {
        let [low, high] = self.0.map(u32x4::to_array);
        to[..4].copy_from_slice(&low);
        to[4..].copy_from_slice(&high);
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        // The compiler makes one instruction of it.
        self.each(|bands| {
            let [a, b, c, d] = bands.to_array();
            u32x4::new([b, c, a, d])
        })
    }
    #[inline(always)]
    fn swap_digits(self) -> Self {
        let [a, b] = self.0;
        Self([b, a])
    }
    #[inline(always)]
    fn contains_all(self, other: Self) -> bool {
        other.and_not(self).is_zero()
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b] = self.0;
        (a | b).simd_eq(u32x4::ZERO).all()
    }
    #[inline(always)]
    fn halves(self) -> [[u64; 2]; 2] {
        self.0.map(|bands| {
            let [a, b, c, d] = bands.to_array().map(u64::from);
            [a | b << 32, c | d << 32]
        })
    }
    #[inline(always)]
    fn by_band(x: &[Self; VECTORS]) -> [[u32; 8]; 4] {
        let [low, high] = [0, 1].map(|half| u32x4::transpose([0, 1, 2, 3].map(|n| x[n].0[half])));
        from_fn(|band| {
            let mut digits = [0; 8];
            Self([low[band], high[band]]).store(&mut digits);
            digits
        })
    }
    #[inline(always)]
    fn lanes_with_bit(self, bit: usize) -> usize {
        let [low, high] = self.0.map(|bands| (bands << (31 - bit as u32 % 32)).to_bitmask());
        (low | high << 4) as usize
    }
}

/// Four lanes, of as many grids: more would not stay in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct FourGrids(u32x4);

impl Vector for FourGrids {
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self(u32x4::splat(value))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        Self(self.0 << BY)
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        Self(self.0 >> BY)
    }
}

impl GridLanes for FourGrids {
    type One = Portable;
    const GRIDS: usize = 4;
    #[inline(always)]
    fn load_row(row: &[u32; MAX_LANES]) -> Self {
        let [a, b, c, d, ..] = *row;
        Self(u32x4::new([a, b, c, d]))
    }
    #[inline(always)]
    fn store_row(self, row: &mut [u32; MAX_LANES]) {
        row[..4].copy_from_slice(&self.0.to_array());
    }
    #[inline(always)]
    fn without_bits(self) -> u32 {
        self.0.simd_eq(u32x4::ZERO).to_bitmask()
    }
}

/// Two rows of sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortableBytes([u8x16; 2]);

impl Bytes for PortableBytes {
    const ROWS: usize = 2;
    #[inline(always)]
    fn load<'a>(row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        Self([u8x16::new(*row(0)), u8x16::new(*row(1))])
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        Self([u8x16::splat(value); 2])
    }
    #[inline(always)]
    fn shuffle(self, at: Self) -> Self {
        Self(from_fn(|row| self.0[row].shuffle(at.0[row])))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(from_fn(|row| self.0[row].max(other.0[row])))
    }
    #[inline(always)]
    fn equal_mask(self, other: Self) -> u64 {
        let [low, high] = [0, 1].map(|row| self.0[row].simd_eq(other.0[row]).to_bitmask());
        u64::from(low | high << 16)
    }
}
