//! Three sets of digits in one word, and the orders of three digits that fit beside what stands there already.
//!
//! ```text
//! bit   29 28 .. 20   19 18 .. 10    9  8 .. 0      lane 2, lane 1, lane 0: a guard bit, then nine digits
//!        0 [ set ]     0 [ set ]     0 [ set ]      (digit 1 is the lowest bit of its lane)
//! ```
//!
//! A line of a box (one of its rows or columns) is such a word with one digit a lane, the lanes being the cells of
//! the line. The union of the three rows of a box then holds the box's columns as sets, and the union of its
//! columns holds its rows.

/// Three sets of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lanes(u32);

const WIDTH: u32 = 10;
/// One bit in each lane.
const EACH: u32 = 1 | 1 << WIDTH | 1 << (2 * WIDTH);
const SHIFT: [u32; 3] = [0, WIDTH, 2 * WIDTH];
const LANE: u32 = (1 << 9) - 1;
const GUARDS: u32 = EACH << 9;

impl Lanes {
    pub(super) const NONE: Self = Self(0);

    /// The digits (from 0) of a line, cell by cell.
    pub(super) const fn line(digits: [u32; 3]) -> Self {
        Self(1 << digits[0] | 1 << (digits[1] + WIDTH) | 1 << (digits[2] + 2 * WIDTH))
    }

    /// The same set in all three lanes.
    pub(super) const fn spread(set: u32) -> Self {
        Self(set * EACH)
    }

    /// The set in lane `i`.
    pub(super) const fn lane(self, i: usize) -> u32 {
        self.0 >> SHIFT[i] & LANE
    }

    /// The digit in lane `i`, from 0, where the lane has but one.
    pub(super) const fn digit(self, i: usize) -> usize {
        self.lane(i).trailing_zeros() as usize
    }

    /// Lane `i` alone.
    pub(super) const fn only(self, i: usize) -> Self {
        Self(self.0 & LANE << SHIFT[i])
    }

    /// Each lane moved one place down, the lowest to the top.
    pub(super) const fn turned(self) -> Self {
        Self(self.0 >> WIDTH | (self.0 & LANE) << (2 * WIDTH))
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The digits of `self`, lane by lane, that `other` lacks.
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The two words in this order, or in the other; without a branch, which chance would mislead.
    pub(super) const fn exchanged(self, other: Self, exchange: bool) -> (Self, Self) {
        let change = (self.0 ^ other.0) & (exchange as u32).wrapping_neg();
        (Self(self.0 ^ change), Self(other.0 ^ change))
    }

    /// Whether no lane is empty: adding 511 carries into the guard of every other lane.
    pub(super) const fn all_filled(self) -> bool {
        (self.0 + LANE * EACH) & GUARDS == GUARDS
    }
}

/// The three lines together: the sets of the lines that cross them.
pub(super) const fn union(lines: [Lanes; 3]) -> Lanes {
    lines[0].or(lines[1]).or(lines[2])
}

/// The six orders of three things.
const SIX: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Sets of three among nine digits.
const TRIPLES: usize = 84;

/// The place in [`ORDERS`] of each set of three digits; 0 for other sets.
static PLACES: [u8; 512] = {
    let mut places = [0; 512];
    let (mut set, mut place) = (0_usize, 0_u8);
    while set < 512 {
        if set.count_ones() == 3 {
            places[set] = place;
            place += 1;
        }
        set += 1;
    }
    places
};

/// The six lines that each set of three digits can make, and two empty ones.
static ORDERS: [[Lanes; 8]; TRIPLES] = {
    let mut orders = [[Lanes::NONE; 8]; TRIPLES];
    let (mut set, mut place) = (0_u32, 0);
    while set < 512 {
        if set.count_ones() == 3 {
            let low = set.trailing_zeros();
            let high = set.ilog2();
            let digits = [low, (set ^ 1 << low ^ 1 << high).trailing_zeros(), high];
            let mut k = 0;
            while k < 6 {
                let [a, b, c] = SIX[k];
                orders[place][k] = Lanes::line([digits[a], digits[b], digits[c]]);
                k += 1;
            }
            place += 1;
        }
        set += 1;
    }
    orders
};

/// The lines that the three digits of `set` can make.
fn orders(set: u32) -> &'static [Lanes; 8] {
    &ORDERS[usize::from(PLACES[set as usize])]
}

/// The line of the digits of `set` in order `number`, below 6.
pub(super) fn ordered(set: u32, number: usize) -> Lanes {
    orders(set)[number]
}

/// One of the two lines of the digits of `set` that have no digit where `forbidden` has it; the empty line where
/// there is no such line.
///
/// If the lanes of `forbidden` are disjoint and hold every digit of `set`, there are two lines or none: digits
/// forbidden at three different cells can only move on in a circle, one way or the other; of digits forbidden at
/// the same, the same and another cell the last must go where the first two may not, and these go either way
/// round; three digits forbidden at one cell leave it empty.
#[inline]
pub(super) fn fitting(set: u32, forbidden: Lanes, second: bool) -> Lanes {
    let orders = orders(set);
    // The empty lines at the end fit always, and are chosen only where no other fits.
    let fits = (0..8).fold(0, |fits, k| fits | u32::from(orders[k].and(forbidden) == Lanes::NONE) << k);
    let first = fits & fits.wrapping_neg();
    let fits = fits ^ first & u32::from(second).wrapping_neg();
    orders[fits.trailing_zeros() as usize & 7]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lemma that makes the superset of constant size: for each of the 1,680 ways to forbid every digit at one
    /// cell of three, three a cell, and each set of three, two lines fit, or none if one cell forbids the whole set.
    #[test]
    fn two_lines_fit_or_none() {
        let mut tried = 0;
        for (a, b) in (0..512_u32).flat_map(|a| (0..512_u32).map(move |b| (a, b))) {
            let c = LANE & !(a | b);
            if a & b != 0 || [a, b, c].iter().any(|cell| cell.count_ones() != 3) {
                continue;
            }
            tried += 1;
            let forbidden = Lanes(a | b << WIDTH | c << (2 * WIDTH));
            for set in (0..512).filter(|set: &u32| set.count_ones() == 3) {
                let fit = orders(set)[..6].iter().filter(|line| line.and(forbidden) == Lanes::NONE).count();
                assert_eq!(fit, if [a, b, c].contains(&set) { 0 } else { 2 });
                let (first, second) = (fitting(set, forbidden, false), fitting(set, forbidden, true));
                assert!(if fit == 0 { first.or(second) == Lanes::NONE } else { first != second });
            }
        }
        assert_eq!(tried, 1680);
    }

    #[test]
    fn empty_lanes_are_seen() {
        for lanes in [Lanes::spread(LANE), Lanes::spread(1), Lanes::line([8, 0, 4])] {
            assert!(lanes.all_filled());
            for i in 0..3 {
                assert!(!lanes.without(lanes.only(i)).all_filled());
            }
        }
    }
}
