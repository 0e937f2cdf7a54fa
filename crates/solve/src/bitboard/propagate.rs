//! One propagation pass over all nine digits: naked singles, box-line reduction (locked candidates), hidden singles.
//!
//! ```text
//! minirow        three cells of a row in a box; the minirows of a digit in a band form a 3x3 matrix, row by box
//!                  . # #        A minirow (r, b) is possible only if some permutation matrix inside contains it:
//!                  # # .   ->   m(r, b) and (m(r+1, b+1) and m(r+2, b+2)  or  m(r+1, b+2) and m(r+2, b+1))
//!                  # . .        with all indices modulo 3. Columns: three bands by the three columns of a stack.
//! packing        such a matrix has 9 bits and uses a third of its lane. Five vectors become two: vector v takes bits
//!                3v..3v+2 of each row (minirows), or the field of the v-th row (minicolumns).
//! one in a row   x + 0x1FF carries into the guard bit exactly if x is not 0; x & (x + 0x1FF) is x without its lowest bit.
//!                The code subtracts 1 from a row with its guard bit set, which gives the same bits.
//! ```
//!
//! Each rule prepares the next one. A naked single clears its row only; box-line reduction then clears its box and column.
//! After the reduction of columns, then rows, a hidden single of any house is alone in its row: only rows are searched for
//! hidden singles.
//!
//! The pass is bound by latency as much as by work: about 65 dependent steps, 250 to 330 operations. Therefore the cells
//! with one candidate are computed beside the hidden singles and carried to the next pass.
//!
//! `README.md` in this folder follows one elimination through a pass.
//!
//! Sources: box-line reduction as a union of permutation matrices, and the guard bits, are this project's (2026). All
//! hidden singles of a digit in a band at once: `JCZSolve` of the Sudoku forum (about 2012).

use super::lanes::{Lanes, Vector, Wide};
use super::layout::{BAND_CELLS, CandidateBits, GUARDS, ROW_LOWS, VECTORS};

/// Repeats an expression for each of the five vectors, unrolled. In a closure, the intrinsics would be compiled without
/// the instruction set of the function around it.
macro_rules! each {
    ($i:ident => $value:expr) => {
        [
            {
                const $i: usize = 0;
                $value
            },
            {
                const $i: usize = 1;
                $value
            },
            {
                const $i: usize = 2;
                $value
            },
            {
                const $i: usize = 3;
                $value
            },
            {
                const $i: usize = 4;
                $value
            },
        ]
    };
}
pub(super) use each;

/// All candidates of a grid, in registers.
pub(super) type CandidateVectors<V> = [V; VECTORS];

/// State of the search: the candidates, and the cells with a single candidate. Both halves of `singles` are the same.
#[derive(Clone, Copy)]
pub(super) struct SearchState<V> {
    pub(super) candidates: CandidateVectors<V>,
    pub(super) singles: V,
}

/// Search state in memory: one slot of the backtrack stack.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct SavedState {
    pub(super) candidates: CandidateBits,
    pub(super) singles: [u32; 8],
}

impl SavedState {
    pub(super) const EMPTY: Self = Self { candidates: CandidateBits::EMPTY, singles: [0; 8] };
}

impl<V: Lanes> SearchState<V> {
    /// Loads candidates and finds the cells with one candidate.
    #[inline(always)]
    pub(super) fn new(state: &CandidateBits) -> Self {
        let x = load(state);
        Self { candidates: x, singles: single_cells(&x) }
    }

    /// Loads a saved state.
    #[inline(always)]
    pub(super) fn restore(saved: &SavedState) -> Self {
        Self { candidates: load(&saved.candidates), singles: V::load(&saved.singles) }
    }
}

/// Result of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// A cell has no candidate, or a digit has no place in some house: no solution.
    Contradiction,
    /// Every cell has one digit, and every house has every digit: a solution.
    Solved,
    /// New singles appeared: another pass may remove more.
    Changed,
    /// No cell became a single: another pass would hardly remove more.
    NoNewSingles,
}

/// Repeats the bits of a band in every lane, except the fourth lanes, which are always empty.
const fn lanes(band: u32) -> [u32; 8] {
    [band, band, band, 0, band, band, band, 0]
}
/// Repeats the bits of a band for digit 9 only: the tenth digit of its vector is always empty.
const fn half_lanes(band: u32) -> [u32; 8] {
    [band, band, band, 0, 0, 0, 0, 0]
}
static ALL: [u32; 8] = lanes(BAND_CELLS);
static LOW: [u32; 8] = lanes(ROW_LOWS);
static LOW_NINE: [u32; 8] = half_lanes(ROW_LOWS);
static COLUMNS: [u32; 8] = lanes(0x1FF);
static COLUMNS_NINE: [u32; 8] = half_lanes(0x1FF);

#[inline(always)]
pub(super) fn load<V: Vector>(state: &CandidateBits) -> CandidateVectors<V> {
    each!(I => V::load(&state.0[I]))
}

#[inline(always)]
pub(super) fn store<V: Lanes>(x: &CandidateVectors<V>, state: &mut CandidateBits) {
    each!(I => x[I].store(&mut state.0[I]));
}

/// Combines the five vectors with OR.
#[inline(always)]
pub(super) fn or_vectors<V: Vector>(x: &CandidateVectors<V>) -> V {
    x[0].or(x[1]).or(x[2].or(x[3])).or(x[4])
}

/// Finds the cells with at least one and at least two candidates. Both halves of each are the same.
#[inline(always)]
fn at_least_one_and_two<V: Vector>(x: &CandidateVectors<V>) -> [V; 2] {
    let (a, b) = (x[0].or(x[1]), x[2].or(x[3]));
    let (aa, bb) = (x[0].and(x[1]), x[2].and(x[3]));
    let four = a.or(b);
    let (one, two) = (four.or(x[4]), aa.or(bb).or(a.and(b)).or(four.and(x[4])));
    let (o, t) = (one.swap_digits(), two.swap_digits());
    [one.or(o), two.or(t).or(one.and(o))]
}

/// Finds the bivalue cells (exactly two candidates) and the open cells (at least two).
#[inline(always)]
pub(super) fn bivalue_and_open<V: Lanes>(x: &CandidateVectors<V>) -> [V; 2] {
    let (mut one, mut two, mut three) = (x[0].or(x[1]), x[0].and(x[1]), V::splat(0));
    let mut i = 2;
    while i < VECTORS {
        three = three.or(two.and(x[i]));
        two = two.or(one.and(x[i]));
        one = one.or(x[i]);
        i += 1;
    }
    let (o, t, h) = (one.swap_digits(), two.swap_digits(), three.swap_digits());
    let open = two.or(t).or(one.and(o));
    [open.and_not(three.or(h).or(two.and(o)).or(one.and(t))), open]
}

/// Finds the cells with exactly one candidate.
#[inline(always)]
pub(super) fn single_cells<V: Lanes>(x: &CandidateVectors<V>) -> V {
    let [one, two] = at_least_one_and_two(x);
    one.and_not(two)
}

/// Removes the digit of each naked single from the rest of its row. Box-line reduction then removes it from the rest of
/// the box and the column. If two naked singles in a row have the same digit, the higher one loses its only candidate.
#[inline(always)]
fn naked_singles<V: Vector>(x: &mut CandidateVectors<V>, singles: V) {
    let (guard, low) = (V::splat(GUARDS), V::load(&LOW));
    let less = each!(I => x[I].and(singles).or(guard).sub(low));
    let hit = each!(I => less[I].and(guard));
    let rows = each!(I => hit[I].sub(hit[I].shr::<9>()));
    *x = each!(I => x[I].and_not(rows[I].and_not(singles.and_not(less[I]))));
}

/// Packs three fields of five vectors into two vectors.
#[inline(always)]
fn pack<V: Vector>(x: &CandidateVectors<V>, fields: [V; 3]) -> [V; 2] {
    let [a, b, c] = fields;
    [x[0].and(a).or(x[1].and(b)).or(x[2].and(c)), x[3].and(a).or(x[4].and(b))]
}

/// Reduces boxes and rows: keeps the minirows of each digit that some placement in the three rows of a band uses.
#[inline(always)]
fn box_line_rows<V: Vector>(x: &mut CandidateVectors<V>) {
    let fields = [V::splat(ROW_LOWS * 0o007), V::splat(ROW_LOWS * 0o070), V::splat(ROW_LOWS * 0o700)];
    let [m, n] = pack(
        &[
            x[0].or(x[0].shr::<3>()).or(x[0].shr::<6>()),
            x[1].or(x[1].shr::<3>()).or(x[1].shl::<3>()),
            x[2].or(x[2].shl::<3>()).or(x[2].shl::<6>()),
            x[3].or(x[3].shr::<3>()).or(x[3].shr::<6>()),
            x[4].or(x[4].shr::<3>()).or(x[4].shl::<3>()),
        ],
        fields,
    );
    let (m, n) = (row_permutations(m), row_permutations(n));
    let (m0, m1, m2) = (m.and(fields[0]), m.and(fields[1]), m.and(fields[2]));
    let (n0, n1) = (n.and(fields[0]), n.and(fields[1]));
    x[0] = x[0].and(m0.or(m0.shl::<3>()).or(m0.shl::<6>()));
    x[1] = x[1].and(m1.or(m1.shl::<3>()).or(m1.shr::<3>()));
    x[2] = x[2].and(m2.or(m2.shr::<3>()).or(m2.shr::<6>()));
    x[3] = x[3].and(n0.or(n0.shl::<3>()).or(n0.shl::<6>()));
    x[4] = x[4].and(n1.or(n1.shl::<3>()).or(n1.shr::<3>()));
}

/// Keeps the entries of 3x3 matrices (row of the band by box) that some permutation matrix inside contains.
#[inline(always)]
fn row_permutations<V: Vector>(m: V) -> V {
    let next = m.shr::<1>().and(V::splat(ROW_LOWS * 0o333)).or(m.shl::<2>().and(V::splat(ROW_LOWS * 0o444)));
    let after = m.shr::<2>().and(V::splat(ROW_LOWS * 0o111)).or(m.shl::<1>().and(V::splat(ROW_LOWS * 0o666)));
    let pairs = next.and(next_row(after)).or(after.and(next_row(next)));
    m.and(next_row(pairs))
}

/// Gives each row of a band the value of its next row, modulo 3.
#[inline(always)]
fn next_row<V: Vector>(v: V) -> V {
    v.shr::<10>().or(v.shl::<20>())
}

/// Reduces boxes and columns: keeps the minicolumns of each digit that some placement in the three columns of a stack
/// uses.
#[inline(always)]
fn box_line_columns<V: Vector>(x: &mut CandidateVectors<V>) {
    let fields = [V::splat(0x1FF), V::splat(0x1FF << 10), V::splat(0x1FF << 20)];
    let [m, n] = pack(
        &[
            x[0].or(x[0].shr::<10>()).or(x[0].shr::<20>()),
            x[1].or(x[1].shr::<10>()).or(x[1].shl::<10>()),
            x[2].or(x[2].shl::<10>()).or(x[2].shl::<20>()),
            x[3].or(x[3].shr::<10>()).or(x[3].shr::<20>()),
            x[4].or(x[4].shr::<10>()).or(x[4].shl::<10>()),
        ],
        fields,
    );
    let (m, n) = (column_permutations(m), column_permutations(n));
    let (m0, m1, m2) = (m.and(fields[0]), m.and(fields[1]), m.and(fields[2]));
    let (n0, n1) = (n.and(fields[0]), n.and(fields[1]));
    x[0] = x[0].and(m0.or(m0.shl::<10>()).or(m0.shl::<20>()));
    x[1] = x[1].and(m1.or(m1.shl::<10>()).or(m1.shr::<10>()));
    x[2] = x[2].and(m2.or(m2.shr::<10>()).or(m2.shr::<20>()));
    x[3] = x[3].and(n0.or(n0.shl::<10>()).or(n0.shl::<20>()));
    x[4] = x[4].and(n1.or(n1.shl::<10>()).or(n1.shr::<10>()));
}

/// Keeps the entries of 3x3 matrices (band by column of the stack) that some permutation matrix inside contains.
#[inline(always)]
fn column_permutations<V: Vector>(m: V) -> V {
    let next = m.shr::<3>().and(V::splat(ROW_LOWS * 0o077)).or(m.shl::<6>().and(V::splat(ROW_LOWS * 0o700)));
    let after = m.shr::<6>().and(V::splat(ROW_LOWS * 0o007)).or(m.shl::<3>().and(V::splat(ROW_LOWS * 0o770)));
    let pairs = next.and(after.next_band()).or(after.and(next.next_band()));
    m.and(pairs.next_band())
}

/// Returns true if every digit has a place in every column.
#[inline(always)]
fn columns_full<V: Lanes>(x: &CandidateVectors<V>) -> bool {
    let rows = each!(I => x[I].or(x[I].shr::<10>()).or(x[I].shr::<20>()));
    let next = each!(I => rows[I].next_band());
    let full = each!(I => rows[I].or(next[I]).or(next[I].next_band()));
    full[0].and(full[1]).and(full[2].and(full[3])).contains_all(V::load(&COLUMNS))
        && full[4].contains_all(V::load(&COLUMNS_NINE))
}

/// Removes naked singles and reduces boxes with rows and columns. Returns the candidates less the lowest bit of each row,
/// with its guard bit where the row has a candidate, and whether each row has a candidate of every digit.
#[inline(always)]
fn reduce<V: Vector>(x: &mut CandidateVectors<V>, singles: V) -> (CandidateVectors<V>, V) {
    naked_singles(x, singles);
    box_line_columns(x);
    box_line_rows(x);
    let guard = V::splat(GUARDS);
    let less = each!(I => x[I].or(guard).sub(row_lows::<V, I>()));
    let filled = less[0].and(less[1]).and(less[2].and(less[3])).and(less[4]);
    (less, filled.and(guard))
}

/// Lowest bit of each row, of the digits of a vector.
#[inline(always)]
fn row_lows<V: Vector, const I: usize>() -> V {
    V::load(if I + 1 < VECTORS { &LOW } else { &LOW_NINE })
}

/// Finds hidden singles: digits with one place in a row. After the reductions, this includes those of boxes and columns.
/// Returns them and their cells; `less` is as of [`reduce`].
#[inline(always)]
fn hidden_singles<V: Vector>(
    x: &CandidateVectors<V>,
    less: &CandidateVectors<V>,
) -> (CandidateVectors<V>, V) {
    let guard = V::splat(GUARDS);
    let more = each!(I => guard.and_not(x[I].and(less[I]).or(guard).sub(row_lows::<V, I>())));
    let hidden = each!(I => x[I].and(more[I].sub(more[I].shr::<9>())));
    let cells = or_vectors(&hidden);
    (hidden, cells.or(cells.swap_digits()))
}

/// Runs one pass.
#[inline(always)]
pub(super) fn pass<V: Lanes>(state: &mut SearchState<V>) -> Progress {
    let SearchState { candidates: x, singles } = state;
    let (less, filled) = reduce(x, *singles);
    let (all, guard) = (V::load(&ALL), V::splat(GUARDS));
    // A hidden single removes candidates of its own cell only, so this need not wait for the hidden singles.
    let [one, two] = at_least_one_and_two(x);
    if !one.and(all).or(filled).contains_all(all.or(guard)) {
        return Progress::Contradiction;
    }
    let (hidden, cells) = hidden_singles(x, &less);
    if cells.contains_all(all) {
        return if columns_full(x) { Progress::Solved } else { Progress::Contradiction };
    }
    *x = each!(I => x[I].and_not(cells.and_not(hidden[I])));
    let now = one.and_not(two).or(cells);
    let unchanged = now.xor(*singles).is_zero();
    *singles = now;
    if unchanged { Progress::NoNewSingles } else { Progress::Changed }
}

/// Outcome of one pass over several grids, one bit for each grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideProgress {
    /// Some cell has no candidate, or some row no place for a digit.
    dead: u32,
    /// Every cell has a single.
    full: u32,
    /// No cell became a single.
    unchanged: u32,
}

impl WideProgress {
    /// Grids that need more than another pass.
    #[inline(always)]
    pub(super) const fn ended(self) -> u32 {
        self.dead | self.full | self.unchanged
    }

    /// Returns the outcome for one grid, which the pass left as `state`.
    #[inline(always)]
    pub(super) fn of<V: Lanes>(self, grid: usize, state: &SearchState<V>) -> Progress {
        if self.dead >> grid & 1 != 0 {
            Progress::Contradiction
        } else if self.full >> grid & 1 != 0 {
            if columns_full(&state.candidates) { Progress::Solved } else { Progress::Contradiction }
        } else if self.unchanged >> grid & 1 != 0 {
            Progress::NoNewSingles
        } else {
            Progress::Changed
        }
    }
}

/// Runs one pass over several grids: that of [`pass`] on each, without a conditional jump.
#[inline(always)]
pub(super) fn pass_all<W: Wide>(state: &mut SearchState<W>) -> WideProgress {
    let SearchState { candidates: x, singles } = state;
    let (less, filled) = reduce(x, *singles);
    let (all, guard) = (W::load(&ALL), W::splat(GUARDS));
    let [one, two] = at_least_one_and_two(x);
    let dead = all.or(guard).and_not(one.and(all).or(filled)).with_any();
    let (hidden, cells) = hidden_singles(x, &less);
    let open = all.and_not(cells).with_any();
    *x = each!(I => x[I].and_not(cells.and_not(hidden[I])));
    let now = one.and_not(two).or(cells);
    let changed = now.xor(*singles).with_any();
    *singles = now;
    let every = (1 << W::GRIDS) - 1;
    WideProgress { dead, full: every & !open, unchanged: every & !changed }
}

#[cfg(test)]
mod tests {
    use super::super::{layout::candidate_bit, portable::Portable};
    use super::*;

    /// Bits of a band, from its three rows.
    const fn band(rows: [u32; 3]) -> u32 {
        rows[0] | rows[1] << 10 | rows[2] << 20
    }

    /// Candidates of a grid without eliminations.
    fn full() -> CandidateBits {
        let mut state = CandidateBits::EMPTY;
        for digit in 0..9 {
            for band in 0..3 {
                let lane = candidate_bit(digit, 32 * band) / 32;
                state.0.as_flattened_mut()[lane] = BAND_CELLS;
            }
        }
        state
    }

    /// Follows the example of README.md: digit 5 in band 1.
    #[test]
    fn the_example_of_the_readme_holds() {
        const FIVE: usize = 4;
        let (before, after) = (band([0o030, 0o242, 0o204]), band([0o010, 0o242, 0o204]));
        let lane = candidate_bit(FIVE, 0) / 32;
        let mut start = full();
        start.0.as_flattened_mut()[lane] = before;

        let mut minirows = [0; 8];
        row_permutations(Portable::splat(band([0o003, 0o006, 0o006]))).store(&mut minirows);
        assert_eq!(minirows, [band([0o001, 0o006, 0o006]); 8]);

        let mut state = SearchState::<Portable>::new(&start);
        assert_eq!(pass(&mut state), Progress::Changed);
        let mut end = CandidateBits::EMPTY;
        store(&state.candidates, &mut end);
        let lanes = end.0.as_flattened();
        assert_eq!(lanes[lane], after);
        // The hidden single at r1c2, bit 3: no other digit is left there, and no other 5 in column 2.
        for digit in (0..9).filter(|&digit| digit != FIVE) {
            assert_eq!(lanes[candidate_bit(digit, 0) / 32], BAND_CELLS & !(1 << 3));
        }
        assert_eq!(lanes[lane + 1..lane + 3], [BAND_CELLS & !band([0o010; 3]); 2]);
        assert_eq!(state.singles.halves(), [[1 << 3, 0]; 2]);
    }

    /// A cell with three candidates is open, one with two is bivalue, one with one is neither.
    #[test]
    fn bivalue_cells_are_counted_across_vectors() {
        let mut state = CandidateBits::EMPTY;
        for (cell_bit, digits) in [(0, &[0, 4][..]), (1, &[0, 8]), (2, &[1, 2, 8]), (3, &[7])] {
            for &digit in digits {
                state.0.as_flattened_mut()[candidate_bit(digit, cell_bit) / 32] |= 1 << cell_bit;
            }
        }
        let [bivalue, open] = bivalue_and_open(&load::<Portable>(&state));
        assert_eq!(bivalue.halves(), [[0b0011, 0]; 2]);
        assert_eq!(open.halves(), [[0b0111, 0]; 2]);
    }
}
