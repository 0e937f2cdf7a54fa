//! `DigitSet`: a set of digits as a bit mask.

use super::Digit;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// Set of digits: bit 0 is digit 1, bit 24 is digit 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct DigitSet(u32);

impl DigitSet {
    /// Empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the digits 1 to `side`.
    ///
    /// # Panics
    /// Panics if `side` exceeds 25.
    #[inline]
    pub const fn full(side: usize) -> Self {
        assert!(side <= Digit::MAX as usize, "side beyond the largest shape");
        Self((1 << side) - 1)
    }

    /// Creates the set of these bits; bits above 24 are ignored.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::full(Digit::MAX as usize).0)
    }

    /// Creates the set of one digit.
    #[inline]
    pub const fn only(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// Returns the bits: bit 0 is digit 1.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Counts the digits.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set has no digit.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if `digit` is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Inserts `digit`. Returns true if it was absent.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) -> bool {
        let absent = !self.contains(digit);
        self.0 |= 1 << digit.index();
        absent
    }

    /// Removes `digit`. Returns true if it was present.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) -> bool {
        let present = self.contains(digit);
        self.0 &= !(1 << digit.index());
        present
    }

    /// Returns the smallest digit, if any.
    #[inline]
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// Returns the digit of a set with exactly one.
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// Returns the `n`-th smallest digit, from 0.
    #[inline]
    pub fn nth(self, n: u32) -> Option<Digit> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Self(bits).first()
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for DigitSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for DigitSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Sub for DigitSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

#[expect(clippy::copy_iterator, reason = "callers iterate over a copy, as over any small set")]
impl Iterator for DigitSet {
    type Item = Digit;
    /// Removes and returns the smallest digit.
    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = self.first()?;
        self.0 &= self.0 - 1;
        Some(digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insert_and_remove_return_true_on_change() {
        let five = Digit::new(5).unwrap();
        let mut set = DigitSet::EMPTY;
        assert!(set.insert(five) && !set.insert(five));
        assert_eq!(set, DigitSet::only(five));
        assert!(set.remove(five) && !set.remove(five));
        assert!(set.is_empty());
    }

    #[test]
    fn iteration_is_ascending_and_nth_agrees() {
        let set = DigitSet::full(25) - DigitSet::full(3);
        let digits: Vec<_> = set.collect();
        assert_eq!(digits.len(), 22);
        assert!(digits.is_sorted());
        for (n, &digit) in (0..).zip(&digits) {
            assert_eq!(set.nth(n), Some(digit));
        }
        assert_eq!(set.nth(22), None);
    }
}
