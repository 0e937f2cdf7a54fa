//! Vector operations that search and dig are written in: eight 32-bit lanes (two digits of four bands), and 32 bytes.

use super::layout::VECTORS;

/// Lanes of 32 bits, eight for each grid. All implementations return the same bits.
pub(super) trait Vector: Copy {
    /// Copies the same eight lanes to each grid, lowest first.
    fn load(lanes: &[u32; 8]) -> Self;
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
    /// Gives each band the value of its next band, modulo 3. The fourth lane is unchanged.
    fn next_band(self) -> Self;
    /// Exchanges the two digits.
    fn swap_digits(self) -> Self;
}

/// Eight lanes: one grid.
pub(super) trait Lanes: Vector {
    /// Byte operations of the same instruction set.
    type Bytes: Bytes;
    /// Writes the lanes, lowest first.
    fn store(self, to: &mut [u32; 8]);
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

/// Lanes of several grids side by side.
pub(super) trait Wide: Vector {
    /// Vector of one of the grids.
    type One: Lanes;
    /// Byte operations of the same instruction set.
    type Bytes: Bytes;
    /// Number of grids.
    const GRIDS: usize;
    /// Loads the lanes of each grid.
    fn gather(rows: &[[u32; 8]]) -> Self;
    /// Writes the lanes of each grid.
    fn scatter(self, rows: &mut [[u32; 8]]);
    /// Returns the set of grids that have any bit, one bit for each grid.
    fn with_any(self) -> u32;
}

impl<V: Lanes> Wide for V {
    type One = Self;
    type Bytes = <V as Lanes>::Bytes;
    const GRIDS: usize = 1;
    #[inline(always)]
    fn gather(rows: &[[u32; 8]]) -> Self {
        Self::load(&rows[0])
    }
    #[inline(always)]
    fn scatter(self, rows: &mut [[u32; 8]]) {
        self.store(&mut rows[0]);
    }
    #[inline(always)]
    fn with_any(self) -> u32 {
        u32::from(!self.is_zero())
    }
}

/// Two vectors, as the lanes of twice as many grids.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V>(pub(super) V, pub(super) V);

impl<V: Vector> Vector for Pair<V> {
    #[inline(always)]
    fn load(lanes: &[u32; 8]) -> Self {
        Self(V::load(lanes), V::load(lanes))
    }
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self(V::splat(value), V::splat(value))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0), self.1.and(other.1))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0), self.1.or(other.1))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0), self.1.xor(other.1))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0.and_not(other.0), self.1.and_not(other.1))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0), self.1.sub(other.1))
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        Self(self.0.shl::<BY>(), self.1.shl::<BY>())
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        Self(self.0.shr::<BY>(), self.1.shr::<BY>())
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        Self(self.0.next_band(), self.1.next_band())
    }
    #[inline(always)]
    fn swap_digits(self) -> Self {
        Self(self.0.swap_digits(), self.1.swap_digits())
    }
}

impl<V: Wide> Wide for Pair<V> {
    type One = V::One;
    type Bytes = V::Bytes;
    const GRIDS: usize = 2 * V::GRIDS;
    #[inline(always)]
    fn gather(rows: &[[u32; 8]]) -> Self {
        Self(V::gather(&rows[..V::GRIDS]), V::gather(&rows[V::GRIDS..]))
    }
    #[inline(always)]
    fn scatter(self, rows: &mut [[u32; 8]]) {
        self.0.scatter(&mut rows[..V::GRIDS]);
        self.1.scatter(&mut rows[V::GRIDS..]);
    }
    #[inline(always)]
    fn with_any(self) -> u32 {
        self.0.with_any() | self.1.with_any() << V::GRIDS
    }
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
