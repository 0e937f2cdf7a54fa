//! `Digit`: the symbol in a cell.

use crate::macros::set_operators;
use std::{fmt, num::NonZeroU8};

/// Digit from 1 to 25. `Option<Digit>` takes one byte too, with `None` for an empty cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Largest digit of any shape (5x5 boxes).
    pub const MAX: u8 = 25;

    /// Creates the digit with this value; `None` outside 1..=25.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= Self::MAX => Some(Self(value)),
            _ => None,
        }
    }

    /// Returns the cell with this value: empty for 0. The value is at most 25; a loop over cells is a copy.
    #[inline]
    pub(super) const fn of_cell(value: u8) -> Option<Self> {
        debug_assert!(value <= Self::MAX, "a value beyond all shapes");
        match NonZeroU8::new(value) {
            Some(value) => Some(Self(value)),
            None => None,
        }
    }

    /// Creates the digit with this index: 0 for digit 1.
    ///
    /// # Panics
    /// Panics if `index` is 25 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::MAX as usize, "digit index beyond the largest shape");
        #[expect(clippy::cast_possible_truncation, reason = "below 25")]
        match Self::new(index as u8 + 1) {
            Some(digit) => digit,
            None => unreachable!(),
        }
    }

    /// Returns the value, 1 to 25.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// Returns the index, 0 to 24: the bit of the digit in a [`DigitSet`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the text form as one ASCII byte: `1` to `9`, then `A` (10) to `P` (25).
    #[inline]
    #[doc(hidden)]
    pub const fn ascii(self) -> u8 {
        Self::ascii_of(self.0.get())
    }

    /// Returns the text form of a cell: `.` for 0, or that of the digit. It has no conditional jump, so that the compiler can
    /// vectorise a loop over cells.
    #[inline]
    pub(super) const fn ascii_of(value: u8) -> u8 {
        b'0' + value + (b'A' - b'9' - 1) * (value > 9) as u8 - (b'0' - b'.') * (value == 0) as u8
    }

    /// Reads the text form: `1` to `9`, `A` to `P` or `a` to `p`.
    #[inline]
    #[doc(hidden)]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        match byte {
            b'1'..=b'9' => Self::new(byte - b'0'),
            b'A'..=b'P' => Self::new(byte - b'A' + 10),
            b'a'..=b'p' => Self::new(byte - b'a' + 10),
            _ => None,
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.ascii()))
    }
}

// `DigitSet`: a set of digits as a bit mask.

/// Set of digits: bit 0 is digit 1, bit 24 is digit 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct DigitSet(u32);

impl DigitSet {
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
    #[doc(hidden)]
    pub fn nth(self, n: u32) -> Option<Digit> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Self(bits).first()
    }
}

set_operators!(DigitSet of Digit by from_index in u32, Digits);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_round_trips_for_all_25() {
        for value in 1..=Digit::MAX {
            let digit = Digit::new(value).unwrap();
            assert_eq!(Digit::from_ascii(digit.ascii()), Some(digit));
            assert_eq!(Digit::from_ascii(digit.ascii().to_ascii_lowercase()), Some(digit));
            assert_eq!(Digit::from_index(digit.index()), digit);
        }
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(26), None);
        assert_eq!(Digit::from_ascii(b'Q'), None);
        assert_eq!(size_of::<Option<Digit>>(), 1);
    }

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
        let digits: Vec<_> = set.iter().collect();
        assert_eq!(digits.len(), 22);
        assert!(digits.is_sorted());
        for (n, &digit) in (0..).zip(&digits) {
            assert_eq!(set.nth(n), Some(digit));
        }
        assert_eq!(set.nth(22), None);
    }
}
