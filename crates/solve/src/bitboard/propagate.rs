//! One propagation pass over all nine digits: naked singles, box/line interaction, hidden singles.
//!
//! ```text
//! a digit in a band   three rows by three boxes; entry (row, box) is set when the minirow has a candidate
//!                       . # #        a minirow is possible only if some permutation matrix inside holds it:
//!                       # # .   ->   m(r, b) and (m(r+1, b+1) and m(r+2, b+2)  or  m(r+1, b+2) and m(r+2, b+1))
//!                       # . .        all indices modulo 3; the same for columns, three bands by three columns of a stack
//! packed              such 9-bit matrices use a third of their lanes: six digits share a vector, bits 3v..3v+2 of each
//!                     row (or the v-th row field, for columns) being vector v's, so that five vectors become two
//! one a row           x + 0x1FF carries into the guard bit iff x is not empty; x & (x + 0x1FF) is x without its lowest bit
//! ```
//!
//! The order makes each rule feed the next: a naked single clears its row only; the closures carry that into box and
//! column; after columns, then rows, a hidden single of any house is alone in its row, the only house that is looked at.
//! The pass is bound by latency as much as by work (about 65 dependent steps, 250 to 330 operations): who is single is
//! therefore known before the hidden singles are, and carried to the next pass instead of being counted there.
//!
//! Sources: box/line interaction as a union of permutation matrices and the guard bits, this project (2026); hidden singles
//! of a digit at once in a band, the forum's `JCZSolve` (about 2012).

use super::lanes::Lanes;
use super::layout::{BAND_CELLS, CandidateBits, GUARDS, ROW_LOWS, VECTORS};

/// The same expression for each of the five vectors, unrolled: a closure would hide the instruction set from the
/// intrinsics inside it.
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

/// All candidates, in registers.
pub(super) type CandidateVectors<V> = [V; VECTORS];

/// Where the search stands: the candidates, and the cells that have one, the same in both halves.
#[derive(Clone, Copy)]
pub(super) struct SearchState<V> {
    pub(super) x: CandidateVectors<V>,
    pub(super) single: V,
}

/// A branch in memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct SavedState {
    pub(super) state: CandidateBits,
    pub(super) single: [u32; 8],
}

impl SavedState {
    pub(super) const EMPTY: Self = Self { state: CandidateBits::EMPTY, single: [0; 8] };
}

impl<V: Lanes> SearchState<V> {
    /// The branch of a state of which nothing is known yet.
    #[inline(always)]
    pub(super) fn new(state: &CandidateBits) -> Self {
        let x = load(state);
        Self { x, single: singles(&x) }
    }

    /// A branch that waited.
    #[inline(always)]
    pub(super) fn resume(waiting: &SavedState) -> Self {
        Self { x: load(&waiting.state), single: V::load(&waiting.single) }
    }
}

/// What a pass found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// A cell or a row has no candidate left.
    Contradiction,
    /// Every cell holds one digit, and all houses are right.
    Solved,
    /// Candidates went, and more may go.
    Changed,
    /// No more cells came down to one candidate.
    NoNewSingles,
}

/// One lane pattern for the nine digits and nothing for the tenth; lane 3 stays empty.
const fn lanes(band: u32) -> [u32; 8] {
    [band, band, band, 0, band, band, band, 0]
}
const fn half_lanes(band: u32) -> [u32; 8] {
    [band, band, band, 0, 0, 0, 0, 0]
}
static ALL: [u32; 8] = lanes(BAND_CELLS);
static LOW: [u32; 8] = lanes(ROW_LOWS);
static LOW_NINE: [u32; 8] = half_lanes(ROW_LOWS);
static COLUMNS: [u32; 8] = lanes(0x1FF);
static COLUMNS_NINE: [u32; 8] = half_lanes(0x1FF);

#[inline(always)]
pub(super) fn load<V: Lanes>(state: &CandidateBits) -> CandidateVectors<V> {
    each!(I => V::load(&state.0[I]))
}

#[inline(always)]
pub(super) fn store<V: Lanes>(x: &CandidateVectors<V>, state: &mut CandidateBits) {
    each!(I => x[I].store(&mut state.0[I]));
}

/// What some vector has.
#[inline(always)]
pub(super) fn any<V: Lanes>(x: &CandidateVectors<V>) -> V {
    x[0].or(x[1]).or(x[2].or(x[3])).or(x[4])
}

/// CellWords with at least one and at least two candidates, the same in both halves.
#[inline(always)]
fn at_least_one_and_two<V: Lanes>(x: &CandidateVectors<V>) -> [V; 2] {
    let (a, b) = (x[0].or(x[1]), x[2].or(x[3]));
    let (aa, bb) = (x[0].and(x[1]), x[2].and(x[3]));
    let four = a.or(b);
    let (one, two) = (four.or(x[4]), aa.or(bb).or(a.and(b)).or(four.and(x[4])));
    let (o, t) = (one.swap_digits(), two.swap_digits());
    [one.or(o), two.or(t).or(one.and(o))]
}

/// CellWords with exactly two candidates and cells with at least two.
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

/// CellWords with one candidate.
#[inline(always)]
pub(super) fn singles<V: Lanes>(x: &CandidateVectors<V>) -> V {
    let [one, two] = at_least_one_and_two(x);
    one.and_not(two)
}

/// In each row that holds a naked single of a digit, leaves the digit nowhere else. The boxes and columns follow from
/// the interaction closures. Of two naked singles of one digit in a row the higher loses its only candidate.
#[inline(always)]
fn naked_singles<V: Lanes>(x: &mut CandidateVectors<V>, single: V) {
    let (guard, low) = (V::splat(GUARDS), V::load(&LOW));
    let less = each!(I => x[I].and(single).or(guard).sub(low));
    let hit = each!(I => less[I].and(guard));
    let rows = each!(I => hit[I].sub(hit[I].shr::<9>()));
    *x = each!(I => x[I].and_not(rows[I].and_not(single.and_not(less[I]))));
}

/// Packs three fields of five vectors into two.
#[inline(always)]
fn pack<V: Lanes>(x: &CandidateVectors<V>, fields: [V; 3]) -> [V; 2] {
    let [a, b, c] = fields;
    [x[0].and(a).or(x[1].and(b)).or(x[2].and(c)), x[3].and(a).or(x[4].and(b))]
}

/// Box/line interaction in the bands: digit by digit, the minirows that some placement of the three rows uses.
#[inline(always)]
fn box_line_rows<V: Lanes>(x: &mut CandidateVectors<V>) {
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

/// Keeps, of matrices of row in the band by box, the entries that some permutation matrix inside has.
#[inline(always)]
fn row_permutations<V: Lanes>(m: V) -> V {
    let next = m.shr::<1>().and(V::splat(ROW_LOWS * 0o333)).or(m.shl::<2>().and(V::splat(ROW_LOWS * 0o444)));
    let after = m.shr::<2>().and(V::splat(ROW_LOWS * 0o111)).or(m.shl::<1>().and(V::splat(ROW_LOWS * 0o666)));
    let pairs = next.and(next_row(after)).or(after.and(next_row(next)));
    m.and(next_row(pairs))
}

#[inline(always)]
fn next_row<V: Lanes>(v: V) -> V {
    v.shr::<10>().or(v.shl::<20>())
}

/// Box/line interaction in the stacks: digit by digit, the minicolumns that some placement of the three columns uses.
#[inline(always)]
fn box_line_columns<V: Lanes>(x: &mut CandidateVectors<V>) {
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

/// Keeps, of matrices of band by column in the stack, the entries that some permutation matrix inside has.
#[inline(always)]
fn column_permutations<V: Lanes>(m: V) -> V {
    let next = m.shr::<3>().and(V::splat(ROW_LOWS * 0o077)).or(m.shl::<6>().and(V::splat(ROW_LOWS * 0o700)));
    let after = m.shr::<6>().and(V::splat(ROW_LOWS * 0o007)).or(m.shl::<3>().and(V::splat(ROW_LOWS * 0o770)));
    let pairs = next.and(after.next_band()).or(after.and(next.next_band()));
    m.and(pairs.next_band())
}

/// Whether every digit has a place in every column.
#[inline(always)]
fn columns_full<V: Lanes>(x: &CandidateVectors<V>) -> bool {
    let rows = each!(I => x[I].or(x[I].shr::<10>()).or(x[I].shr::<20>()));
    let next = each!(I => rows[I].next_band());
    let full = each!(I => rows[I].or(next[I]).or(next[I].next_band()));
    full[0].and(full[1]).and(full[2].and(full[3])).contains_all(V::load(&COLUMNS))
        && full[4].contains_all(V::load(&COLUMNS_NINE))
}

/// One pass over everything.
#[inline(always)]
pub(super) fn pass<V: Lanes>(branch: &mut SearchState<V>) -> Progress {
    let SearchState { x, single } = branch;
    naked_singles(x, *single);
    box_line_columns(x);
    box_line_rows(x);
    // Hidden singles: rows with one candidate, after the closures those of boxes and columns too.
    let (all, guard) = (V::load(&ALL), V::splat(GUARDS));
    let low = each!(I => V::load(if I < 4 { &LOW } else { &LOW_NINE }));
    let less = each!(I => x[I].or(guard).sub(low[I]));
    let filled = less[0].and(less[1]).and(less[2].and(less[3])).and(less[4]);
    // The hidden singles take candidates from their own cells only: who is single is known without waiting for them.
    let [one, two] = at_least_one_and_two(x);
    if !one.and(all).or(filled.and(guard)).contains_all(all.or(guard)) {
        return Progress::Contradiction;
    }
    let more = each!(I => guard.and_not(x[I].and(less[I]).or(guard).sub(low[I])));
    let hidden = each!(I => x[I].and(more[I].sub(more[I].shr::<9>())));
    let cells = any(&hidden);
    let cells = cells.or(cells.swap_digits());
    if cells.contains_all(all) {
        return if columns_full(x) { Progress::Solved } else { Progress::Contradiction };
    }
    *x = each!(I => x[I].and_not(cells.and_not(hidden[I])));
    let now = one.and_not(two).or(cells);
    let idle = now.xor(*single).is_zero();
    *single = now;
    if idle { Progress::NoNewSingles } else { Progress::Changed }
}
