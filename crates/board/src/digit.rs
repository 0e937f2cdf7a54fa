//! The symbol in a cell.

use std::{fmt, num::NonZeroU8};

/// A digit, 1 to 25. `Option<Digit>` takes one byte: an empty cell costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The largest digit of any shape (5x5 boxes).
    pub const MAX: u8 = 25;

    /// The digit with this value, or `None` outside 1..=25.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= Self::MAX => Some(Self(value)),
            _ => None,
        }
    }

    /// The digit whose place in the order of digits is `index` (0 for digit 1).
    ///
    /// # Panics
    /// If `index` is 25 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::MAX as usize, "digit index beyond the largest shape");
        #[expect(clippy::cast_possible_truncation, reason = "below 25")]
        match Self::new(index as u8 + 1) {
            Some(digit) => digit,
            None => unreachable!(),
        }
    }

    /// 1 to 25.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// 0 to 24: the digit's bit in a [`DigitSet`](super::DigitSet).
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The text form as one ASCII byte: `1` to `9`, then `A` (10) to `P` (25).
    #[inline]
    pub const fn ascii(self) -> u8 {
        Self::ascii_of(self.0.get())
    }

    /// The text form of a cell: `.` for 0, or its digit's. No branch, so that the compiler takes many cells at once.
    #[inline]
    pub(super) const fn ascii_of(value: u8) -> u8 {
        b'0' + value + (b'A' - b'9' - 1) * (value > 9) as u8 - (b'0' - b'.') * (value == 0) as u8
    }

    /// Reads the text form: `1` to `9`, `A` to `P` or `a` to `p`.
    #[inline]
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
}
