//! Small operations on sets kept as bits.

use gridmill_board::DigitSet;

/// Counts the set bits among the lowest nine. A table is faster than counting where the popcnt instruction may not be used.
#[inline]
pub(super) const fn count(bits: u16) -> u32 {
    COUNTS[(bits & 0x1FF) as usize] as u32
}

static COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut n = 1;
    while n < 512 {
        counts[n] = counts[n / 2] + if n % 2 == 1 { 1 } else { 0 };
        n += 1;
    }
    counts
};

/// Returns nine digits as bits, bit 0 for digit 1.
#[inline]
pub(super) const fn digit_bits(digits: DigitSet) -> u16 {
    (digits.bits() & 0x1FF) as u16
}

/// Returns the indices of the set bits, lowest first.
#[inline]
pub(super) fn bits(bits: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut bits = bits.into();
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}
