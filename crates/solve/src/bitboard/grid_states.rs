//! States of several grids, a lane for each grid, and one pass over all of them.
//!
//! ```text
//! row         lane 0    lane 1    ...
//! 3 d + b     grid 0    grid 1            candidates of digit d in band b
//! 27 + b                                  cells of band b with a single candidate
//! ```
//!
//! A vector of one grid holds two digits of four bands, of which one is empty, and the tenth digit is empty too: 27 of 40 lanes are in
//! use. Here all are, and no lane is moved to another. The pass does what [`propagate::pass`](super::propagate::pass) does to each grid.

use super::lanes::{GridLanes, Lanes, MAX_LANES, Vector};
use super::layout::{BAND_CELLS, GUARDS};
use super::propagate::{
    Progress, SearchState, alone_in_rows, columns_full, fold, keep, minirow_fields, naked_singles,
    next_columns, row_fields, row_permutations, unrolled,
};

/// First row of the single cells.
const SINGLES: usize = 27;

/// Lanes of a digit in a band, of all grids.
type Row = [u32; MAX_LANES];

#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct GridStates([Row; SINGLES + 3]);

/// Outcome of one pass, one bit for each grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridProgress {
    /// Some cell has no candidate, or some row no place for a digit.
    pub(super) dead: u32,
    /// Every cell has a single.
    full: u32,
    /// No cell became a single.
    unchanged: u32,
}

impl GridProgress {
    /// Grids that need more than another pass.
    #[inline(always)]
    pub(super) const fn ended(self) -> u32 {
        self.dead | self.full | self.unchanged
    }

    /// Returns the outcome for one grid that is not dead, which the pass left as `state`.
    #[inline(always)]
    pub(super) fn of<V: Lanes>(self, grid: usize, state: &SearchState<V>) -> Progress {
        if self.full >> grid & 1 != 0 {
            if columns_full(&state.candidates) { Progress::Solved } else { Progress::Contradiction }
        } else if self.unchanged >> grid & 1 != 0 {
            Progress::NoNewSingles
        } else {
            Progress::Changed
        }
    }
}

/// Repeats an expression for 0, 1 and 2.
macro_rules! three {
    ($i:ident => $value:expr) => {
        unrolled!($i in [0, 1, 2] => $value)
    };
}

impl GridStates {
    pub(super) const EMPTY: Self = Self([[0; MAX_LANES]; SINGLES + 3]);

    #[inline(always)]
    pub(super) fn get<V: Lanes>(&self, grid: usize) -> SearchState<V> {
        let at = |row: usize| self.0[row][grid % MAX_LANES];
        let two = |digit: usize| {
            let (low, high) = (3 * digit, 3 * (digit + 4));
            [at(low), at(low + 1), at(low + 2), 0, at(high), at(high + 1), at(high + 2), 0]
        };
        let singles = [at(SINGLES), at(SINGLES + 1), at(SINGLES + 2), 0];
        let [a, b, c, d] = singles;
        SearchState {
            candidates: [
                V::load(&two(0)),
                V::load(&two(1)),
                V::load(&two(2)),
                V::load(&two(3)),
                V::load(&[at(24), at(25), at(26), 0, 0, 0, 0, 0]),
            ],
            singles: V::load(&[a, b, c, d, a, b, c, d]),
        }
    }

    /// Enters the state of one grid.
    #[inline(always)]
    pub(super) fn set<V: Lanes>(&mut self, grid: usize, state: &SearchState<V>) {
        let mut words = [[0; 8]; 6];
        let [a, b, c, d, e] = state.candidates;
        a.store(&mut words[0]);
        b.store(&mut words[1]);
        c.store(&mut words[2]);
        d.store(&mut words[3]);
        e.store(&mut words[4]);
        state.singles.store(&mut words[5]);
        let [two_digits @ .., ninth, singles] = &words;
        let grid = grid % MAX_LANES;
        for band in 0..3 {
            for (digit, words) in two_digits.iter().enumerate() {
                self.0[3 * digit + band][grid] = words[band];
                self.0[3 * (digit + 4) + band][grid] = words[band + 4];
            }
            self.0[24 + band][grid] = ninth[band];
            self.0[SINGLES + band][grid] = singles[band];
        }
    }

    /// Runs one pass over all grids, without a conditional jump.
    #[inline(always)]
    pub(super) fn pass<G: GridLanes>(&mut self) -> GridProgress {
        let (digits, singles) = self.0.split_at_mut(SINGLES);
        let before = three!(B => G::load_row(&singles[B]));
        for three_digits in digits.as_chunks_mut::<9>().0 {
            reduce(three_digits, &before);
        }
        let mut sums = Sums { dead: G::splat(0), open: G::splat(0), changed: G::splat(0) };
        for band in 0..3 {
            sums.add(digits, band, before[band], &mut singles[band]);
        }
        let every = (1 << G::GRIDS) - 1;
        GridProgress {
            dead: every & !sums.dead.without_bits(),
            full: sums.open.without_bits(),
            unchanged: sums.changed.without_bits(),
        }
    }
}

/// Removes the naked singles of three digits, and reduces boxes with columns and rows.
#[inline(always)]
fn reduce<G: GridLanes>(rows: &mut [Row; 9], singles: &[G; 3]) {
    let mut x: [[G; 3]; 3] =
        three!(B => three!(D => naked_singles(G::load_row(&rows[3 * D + B]), singles[B])));
    let fields = row_fields();
    let turned = three!(B => next_columns(pack::<G, 10, 20>(&x[B], fields)));
    let pairs = three!(B => {
        let ([next, after], [next_below, after_below]) = (turned[B], turned[(B + 1) % 3]);
        next.and(after_below).or(after.and(next_below))
    });
    x = three!(B => {
        let m = pack::<G, 10, 20>(&x[B], fields);
        keep_packed::<G, 10, 20>(x[B], m.and(pairs[(B + 1) % 3]), fields)
    });
    let fields = minirow_fields();
    x = three!(B => {
        let m = row_permutations(pack::<G, 3, 6>(&x[B], fields));
        keep_packed::<G, 3, 6>(x[B], m, fields)
    });
    three!(B => three!(D => x[B][D].store_row(&mut rows[3 * D + B])));
}

/// Packs the folded fields of three digits.
#[inline(always)]
fn pack<V: Vector, const ONE: i32, const TWO: i32>(x: &[V; 3], [a, b, c]: [V; 3]) -> V {
    let folded = [fold::<V, 0, ONE, TWO>(x[0]), fold::<V, 1, ONE, TWO>(x[1]), fold::<V, 2, ONE, TWO>(x[2])];
    folded[0].and(a).or(folded[1].and(b)).or(folded[2].and(c))
}

/// Keeps the bits of three digits that a packed vector has.
#[inline(always)]
fn keep_packed<V: Vector, const ONE: i32, const TWO: i32>(x: [V; 3], m: V, [a, b, c]: [V; 3]) -> [V; 3] {
    [
        keep::<V, 0, ONE, TWO>(x[0], m.and(a)),
        keep::<V, 1, ONE, TWO>(x[1], m.and(b)),
        keep::<V, 2, ONE, TWO>(x[2], m.and(c)),
    ]
}

/// Bits that tell the outcome of a pass, collected over the bands.
struct Sums<G> {
    dead: G,
    open: G,
    changed: G,
}

impl<G: GridLanes> Sums<G> {
    /// Finds the hidden singles of a band and the cells with one candidate.
    #[inline(always)]
    fn add(&mut self, digits: &mut [Row], band: usize, before: G, singles: &mut Row) {
        let (all, guard) = (G::splat(BAND_CELLS), G::splat(GUARDS));
        let (mut one, mut two, mut empty, mut cells) = (G::splat(0), G::splat(0), G::splat(0), G::splat(0));
        let mut hidden = [G::splat(0); 9];
        let mut digit = 0;
        while digit < 9 {
            let x = G::load_row(&digits[3 * digit + band]);
            two = two.or(one.and(x));
            one = one.or(x);
            let negated = guard.sub(x);
            empty = empty.or(negated);
            hidden[digit] = alone_in_rows(x, negated, guard);
            cells = cells.or(hidden[digit]);
            digit += 1;
        }
        let mut digit = 0;
        while digit < 9 {
            let row = &mut digits[3 * digit + band];
            G::load_row(row).and_not(cells.and_not(hidden[digit])).store_row(row);
            digit += 1;
        }
        let now = one.and_not(two).or(cells);
        now.store_row(singles);
        self.dead = self.dead.or(all.and_not(one)).or(empty.and(guard));
        self.open = self.open.or(all.and_not(cells));
        self.changed = self.changed.or(now.xor(before));
    }
}
