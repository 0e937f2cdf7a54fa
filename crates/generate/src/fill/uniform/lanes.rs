//! Three sets of digits in one word, and the orders of three digits that fit beside digits already placed.
//!
//! ```text
//! bit   29 28 .. 20   19 18 .. 10    9  8 .. 0      lane 2, lane 1, lane 0: a guard bit, then nine digits
//!        0 [ set ]     0 [ set ]     0 [ set ]      (digit 1 is the lowest bit of its lane)
//! ```
//!
//! A line of a box (one of its rows or columns) is such a word with one digit per lane; the lanes are the cells of the
//! line. The union of the three rows of a box holds the columns of the box as sets, and the union of its columns holds
//! its rows.

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

    /// Creates a line from its digits (from 0), cell by cell.
    pub(super) const fn line(digits: [u32; 3]) -> Self {
        Self(1 << digits[0] | 1 << (digits[1] + WIDTH) | 1 << (digits[2] + 2 * WIDTH))
    }

    /// Creates the word with the same set in all three lanes.
    pub(super) const fn spread(set: u32) -> Self {
        Self(set * EACH)
    }

    /// Returns the set in lane `i`.
    pub(super) const fn lane(self, i: usize) -> u32 {
        self.0 >> SHIFT[i] & LANE
    }

    /// Returns the digit in lane `i`, from 0, if the lane has exactly one.
    pub(super) const fn digit(self, i: usize) -> usize {
        self.lane(i).trailing_zeros() as usize
    }

    /// Returns lane `i` alone.
    pub(super) const fn only(self, i: usize) -> Self {
        Self(self.0 & LANE << SHIFT[i])
    }

    /// Moves each lane one place down, the lowest to the top.
    pub(super) const fn turned(self) -> Self {
        Self(self.0 >> WIDTH | (self.0 & LANE) << (2 * WIDTH))
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the digits of `self`, lane by lane, that `other` lacks.
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the two words in this order, or exchanged; without a branch, which random bits would mispredict.
    pub(super) const fn exchanged(self, other: Self, exchange: bool) -> (Self, Self) {
        let change = (self.0 ^ other.0) & (exchange as u32).wrapping_neg();
        (Self(self.0 ^ change), Self(other.0 ^ change))
    }

    /// Returns true if no lane is empty: adding 511 to a nonempty lane carries into its guard bit.
    pub(super) const fn all_filled(self) -> bool {
        (self.0 + LANE * EACH) & GUARDS == GUARDS
    }
}

/// Returns the union of three lines: the sets of the lines that cross them.
pub(super) const fn union(lines: [Lanes; 3]) -> Lanes {
    lines[0].or(lines[1]).or(lines[2])
}

/// Permutations of three items.
const SIX: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Entries of a table of the 84 sets of three digits, the last ones unused: seven bits need no check of bounds.
const TABLE: usize = 128;

/// Returns the digits of a set of three, lowest first.
const fn digits_of(set: u32) -> [u32; 3] {
    let (low, high) = (set.trailing_zeros(), set.ilog2());
    [low, (set ^ 1 << low ^ 1 << high).trailing_zeros(), high]
}

/// Index in [`ORDERS`] of each set of three digits; 0 for other sets.
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

/// The six lines that each set of three digits can form, and two empty ones.
static ORDERS: [[Lanes; 8]; TABLE] = {
    let mut orders = [[Lanes::NONE; 8]; TABLE];
    let (mut set, mut place) = (0_u32, 0);
    while set < 512 {
        if set.count_ones() == 3 {
            let digits = digits_of(set);
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

/// Returns the lines that the three digits of `set` can form.
const fn orders(set: u32) -> &'static [Lanes; 8] {
    &ORDERS[PLACES[set as usize] as usize % TABLE]
}

/// Returns the line of the digits of `set` in order `number`, below 6.
pub(super) const fn line(set: u32, number: usize) -> Lanes {
    orders(set)[number]
}

/// Ways in which the three digits of a set can be forbidden, one cell each.
const WAYS: usize = 27;
/// Slots for them in a hash table.
const SLOTS: usize = 128;

/// Numbers of the two lines of a set that fit, four bits each, or of two empty lines with a mark: see [`fitting`].
type TwoLines = u8;
const MARK: u8 = 8;
const EMPTY_LINES: TwoLines = (MARK | 6) | (MARK | 7) << 4;

/// Hash tables of the lines that fit, one for each set of three digits.
struct Fitting {
    /// Factor of a set's hash, which has no collisions.
    factors: [u32; TABLE],
    lines: [[TwoLines; SLOTS]; TABLE],
}

static FITTING: Fitting = {
    let mut fitting = Fitting { factors: [0; TABLE], lines: [[EMPTY_LINES; SLOTS]; TABLE] };
    let (mut set, mut factor) = (0_u32, 1_u32);
    while set < 512 {
        if set.count_ones() == 3 {
            let place = PLACES[set as usize] as usize;
            // Any odd number may do; multiplication by another odd number gives the next.
            while !has_own_slots(set, factor) {
                factor = factor.wrapping_mul(0x9e37_79b1);
            }
            fitting.factors[place] = factor;
            let mut way = 0;
            while way < WAYS {
                let forbidden = forbidden(set, way);
                fitting.lines[place][slot(forbidden, factor)] = two_lines(set, forbidden);
                way += 1;
            }
        }
        set += 1;
    }
    fitting
};

/// Returns the digits of `set`, each in the cell where it is forbidden.
const fn forbidden(set: u32, way: usize) -> Lanes {
    let digits = digits_of(set);
    let cells = [way % 3, way / 3 % 3, way / 9];
    Lanes(
        1 << (digits[0] + SHIFT[cells[0]])
            | 1 << (digits[1] + SHIFT[cells[1]])
            | 1 << (digits[2] + SHIFT[cells[2]]),
    )
}

/// Returns the slot of a hash table.
#[inline]
const fn slot(forbidden: Lanes, factor: u32) -> usize {
    (forbidden.0.wrapping_mul(factor) >> (u32::BITS - SLOTS.ilog2())) as usize
}

/// Returns true if all ways have slots of their own.
const fn has_own_slots(set: u32, factor: u32) -> bool {
    let (mut taken, mut way) = (0_u128, 0);
    while way < WAYS {
        let bit = 1 << slot(forbidden(set, way), factor);
        if taken & bit != 0 {
            return false;
        }
        taken |= bit;
        way += 1;
    }
    true
}

/// Returns the first two lines of `set` that fit.
const fn two_lines(set: u32, forbidden: Lanes) -> TwoLines {
    let (mut k, mut found, mut lines): (TwoLines, _, _) = (0, 0, 0);
    while k < 6 {
        if orders(set)[k as usize].and(forbidden).0 == 0 && found < 2 {
            lines |= k << (4 * found);
            found += 1;
        }
        k += 1;
    }
    if found == 2 { lines } else { EMPTY_LINES }
}

/// Returns one of the two lines of the digits of `set` that have no digit in a lane where `forbidden` has it, or the empty
/// line if there is none. The lanes of `forbidden` are disjoint and hold every digit of `set`.
///
/// There are two lines or none. Digits forbidden at three different cells can only rotate, one way or the other. If two digits
/// are forbidden at one cell and the third at another, the third must take the cell of the first two, which take the other
/// cells in either order. Three digits forbidden at one cell leave it empty.
#[inline]
pub(super) fn fitting(set: u32, forbidden: Lanes, second: bool) -> Lanes {
    numbered(set, forbidden, second).0
}

/// Returns that line and its number, which has the [`MARK`] if the line is empty.
#[inline]
fn numbered(set: u32, forbidden: Lanes, second: bool) -> (Lanes, u8) {
    let place = usize::from(PLACES[set as usize]) % TABLE;
    let slot = slot(forbidden.and(Lanes::spread(set)), FITTING.factors[place]);
    let number = FITTING.lines[place][slot] >> (4 * u32::from(second));
    (ORDERS[place][usize::from(number) % 8], number)
}

/// Returns the union of three lines with these sets that avoid `forbidden`; one bit of `bits` decides each. The number has the
/// [`MARK`] if one of the sets has no line.
#[inline]
pub(super) fn fit(sets: Lanes, forbidden: Lanes, bits: usize) -> (Lanes, u8) {
    let line = |i| numbered(sets.lane(i), forbidden, bits >> i & 1 == 1);
    let lines = [line(0), line(1), line(2)];
    (union([lines[0].0, lines[1].0, lines[2].0]), lines[0].1 | lines[1].1 | lines[2].1)
}

/// Returns true if no number has a [`MARK`], and each row and column have a digit in common; with one branch for all.
#[inline]
pub(super) fn is_box(marks: u8, rows: Lanes, cols: Lanes) -> bool {
    let line = |i| cols.and(Lanes::spread(rows.lane(i))).0 + LANE * EACH;
    let empty = !(line(0) & line(1) & line(2)) & GUARDS;
    empty | u32::from(marks & MARK) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves the lemma that gives the superset a constant size: for each of the 1,680 ways to forbid every digit at one
    /// cell of three, three per cell, and each set of three, two lines fit, or none if one cell forbids the whole set.
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
                let fit = orders(set)[..6].iter().filter(|line| line.and(forbidden) == Lanes::NONE);
                let fit: Vec<Lanes> = fit.copied().collect();
                assert_eq!(fit.len(), if [a, b, c].contains(&set) { 0 } else { 2 });
                for (i, second) in [false, true].into_iter().enumerate() {
                    let (line, number) = numbered(set, forbidden, second);
                    assert_eq!(line, fit.get(i).copied().unwrap_or(Lanes::NONE));
                    assert_eq!(number & MARK == 0, !fit.is_empty());
                }
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
