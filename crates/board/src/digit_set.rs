//! Sets as bit masks.

use super::Digit;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// A set of digits: bit 0 is digit 1, bit 24 digit 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct DigitSet(u32);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);

    /// Digits 1 to `side`.
    ///
    /// # Panics
    /// If `side` exceeds 25.
    #[inline]
    pub const fn full(side: usize) -> Self {
        assert!(side <= Digit::MAX as usize, "side beyond the largest shape");
        Self((1 << side) - 1)
    }

    /// The digits of these bits; bits beyond 24 are dropped.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::full(Digit::MAX as usize).0)
    }

    /// Just this digit.
    #[inline]
    pub const fn only(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// The digits as bits: bit 0 is digit 1.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many digits.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `digit` is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Adds `digit`; whether it was absent.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) -> bool {
        let absent = !self.contains(digit);
        self.0 |= 1 << digit.index();
        absent
    }

    /// Takes `digit` out; whether it was present.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) -> bool {
        let present = self.contains(digit);
        self.0 &= !(1 << digit.index());
        present
    }

    /// The smallest digit.
    #[inline]
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The digit, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// The `n`-th smallest digit, from 0.
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
    /// Takes the smallest digit out.
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
    fn insert_and_remove_tell_what_changed() {
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
