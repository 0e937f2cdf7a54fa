//! One propagation pass over all nine digits: naked singles, box-line reduction (locked candidates), hidden singles.
//!
//! ```text
//! minirow        three cells of a row in a box; the minirows of a digit in a band form a 3x3 matrix, row by box
//!                  . # #        A minirow (r, b) is possible only if some permutation matrix inside contains it:
//!                  # # .   ->   m(r, b) and (m(r+1, b+1) and m(r+2, b+2)  or  m(r+1, b+2) and m(r+2, b+1))
//!                  # . .        with all indices modulo 3. Columns: three bands by the three columns of a stack.
//! packing        such a matrix has 9 bits and uses a third of its lane. Five vectors become two: vector v takes bits
//!                3v..3v+2 of each row (minirows), or the field of the v-th row (minicolumns).
//! one in a row   the guard bit less x keeps the guard bit exactly if x is 0, else the lowest bit of x; bits above it are inverted.
//!                Without these bits, x lacks its lowest bit, and another subtraction tells if nothing is left.
//! ```
//!
//! Each rule prepares the next one. A naked single clears its row only; box-line reduction then clears its box and column.
//! After the reduction of columns, then rows, a hidden single of any house is alone in its row: only rows are searched for
//! hidden singles.
//!
//! The pass is bound by latency as much as by work: about 60 dependent steps, 240 to 320 operations. Therefore the cells
//! with one candidate are computed together with the hidden singles and carried to the next pass.
//!
//! `README.md` in this folder follows one elimination through a pass.
//!
//! Sources: box-line reduction as a union of permutation matrices, and the guard bits, are this project's (2026). All
//! hidden singles of a digit in a band at once: `JCZSolve` of the Sudoku forum (about 2012).

use super::{
    lanes::{Lanes, Vector},
    layout::{
        BAND_CELLS, CELL_LANES, CandidateBits, GUARDS, HOUSES, PEERS, ROW_LOWS, VECTORS, candidate_bit,
    },
};

/// Repeats an expression for each of some numbers, unrolled. In a closure, the intrinsics would be compiled without the
/// instruction set of the function around it.
macro_rules! unrolled {
    ($i:ident in [$($number:literal),*] => $value:expr) => {
        [$({
            const $i: usize = $number;
            $value
        }),*]
    };
}
pub(super) use unrolled;

/// Repeats an expression for each of the five vectors.
macro_rules! each {
    ($i:ident => $value:expr) => {
        $crate::bitboard::propagate::unrolled!($i in [0, 1, 2, 3, 4] => $value)
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

    /// Returns a state without candidates.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { candidates: [V::splat(0); VECTORS], singles: V::splat(0) }
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
static GUARD: [u32; 8] = lanes(GUARDS);
static GUARD_NINE: [u32; 8] = half_lanes(GUARDS);
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

/// Combines the five vectors with OR.
#[inline(always)]
pub(super) fn or_vectors<V: Lanes>(x: &CandidateVectors<V>) -> V {
    x[0].or(x[1]).or(x[2].or(x[3])).or(x[4])
}

/// Finds the cells with at least one and at least two candidates. Both halves of each are the same.
#[inline(always)]
fn at_least_one_and_two<V: Lanes>(x: &CandidateVectors<V>) -> [V; 2] {
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
pub(super) fn naked_singles<V: Vector>(x: V, singles: V) -> V {
    let guard = V::splat(GUARDS);
    let single = x.and(singles);
    let negated = guard.sub(single);
    let none = negated.and(guard);
    single.and(negated).or(x.and(none.sub(none.shr::<9>())))
}

/// Puts the three fields of `x` on top of each other, in field `AT`. Fields are `ONE` bits apart, the outer ones `TWO`.
#[inline(always)]
pub(super) fn fold<V: Vector, const AT: usize, const ONE: i32, const TWO: i32>(x: V) -> V {
    match AT {
        0 => x.or(x.shr::<ONE>()).or(x.shr::<TWO>()),
        1 => x.or(x.shr::<ONE>()).or(x.shl::<ONE>()),
        _ => x.or(x.shl::<ONE>()).or(x.shl::<TWO>()),
    }
}

/// Keeps the bits of `x` whose field of `m` at `AT` has them, in each of the three fields.
#[inline(always)]
pub(super) fn keep<V: Vector, const AT: usize, const ONE: i32, const TWO: i32>(x: V, m: V) -> V {
    x.and(match AT {
        0 => m.or(m.shl::<ONE>()).or(m.shl::<TWO>()),
        1 => m.or(m.shl::<ONE>()).or(m.shr::<ONE>()),
        _ => m.or(m.shr::<ONE>()).or(m.shr::<TWO>()),
    })
}

/// Minirows of a band as three fields: the columns of each stack.
#[inline(always)]
pub(super) fn minirow_fields<V: Vector>() -> [V; 3] {
    [V::splat(ROW_LOWS * 0o007), V::splat(ROW_LOWS * 0o070), V::splat(ROW_LOWS * 0o700)]
}

/// Rows of a band as three fields.
#[inline(always)]
pub(super) fn row_fields<V: Vector>() -> [V; 3] {
    [V::splat(0x1FF), V::splat(0x1FF << 10), V::splat(0x1FF << 20)]
}

/// Packs the folded fields of five vectors into two vectors.
#[inline(always)]
fn pack<V: Lanes, const ONE: i32, const TWO: i32>(x: &CandidateVectors<V>, [a, b, c]: [V; 3]) -> [V; 2] {
    [
        fold::<V, 0, ONE, TWO>(x[0])
            .and(a)
            .or(fold::<V, 1, ONE, TWO>(x[1]).and(b))
            .or(fold::<V, 2, ONE, TWO>(x[2]).and(c)),
        fold::<V, 0, ONE, TWO>(x[3]).and(a).or(fold::<V, 1, ONE, TWO>(x[4]).and(b)),
    ]
}

/// Keeps the bits of five vectors that two packed vectors have.
#[inline(always)]
fn keep_packed<V: Lanes, const ONE: i32, const TWO: i32>(
    x: &mut CandidateVectors<V>,
    [m, n]: [V; 2],
    [a, b, c]: [V; 3],
) {
    x[0] = keep::<V, 0, ONE, TWO>(x[0], m.and(a));
    x[1] = keep::<V, 1, ONE, TWO>(x[1], m.and(b));
    x[2] = keep::<V, 2, ONE, TWO>(x[2], m.and(c));
    x[3] = keep::<V, 0, ONE, TWO>(x[3], n.and(a));
    x[4] = keep::<V, 1, ONE, TWO>(x[4], n.and(b));
}

/// Reduces boxes and rows: keeps the minirows of each digit that some placement in the three rows of a band uses.
#[inline(always)]
fn box_line_rows<V: Lanes>(x: &mut CandidateVectors<V>) {
    let fields = minirow_fields();
    let [m, n] = pack::<V, 3, 6>(x, fields);
    keep_packed::<V, 3, 6>(x, [row_permutations(m), row_permutations(n)], fields);
}

/// Keeps the entries of 3x3 matrices (row of the band by box) that some permutation matrix inside contains.
#[inline(always)]
pub(super) fn row_permutations<V: Vector>(m: V) -> V {
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
fn box_line_columns<V: Lanes>(x: &mut CandidateVectors<V>) {
    let fields = row_fields();
    let [m, n] = pack::<V, 10, 20>(x, fields);
    keep_packed::<V, 10, 20>(x, [column_permutations(m), column_permutations(n)], fields);
}

/// Moves the entries of 3x3 matrices (band by column of the stack) by one column and by two, modulo 3.
#[inline(always)]
pub(super) fn next_columns<V: Vector>(m: V) -> [V; 2] {
    [
        m.shr::<3>().and(V::splat(ROW_LOWS * 0o077)).or(m.shl::<6>().and(V::splat(ROW_LOWS * 0o700))),
        m.shr::<6>().and(V::splat(ROW_LOWS * 0o007)).or(m.shl::<3>().and(V::splat(ROW_LOWS * 0o770))),
    ]
}

/// Keeps the entries of 3x3 matrices (band by column of the stack) that some permutation matrix inside contains.
#[inline(always)]
fn column_permutations<V: Lanes>(m: V) -> V {
    let [next, after] = next_columns(m);
    let pairs = next.and(after.next_band()).or(after.and(next.next_band()));
    m.and(pairs.next_band())
}

/// Returns true if every digit has a place in every column.
#[inline(always)]
pub(super) fn columns_full<V: Lanes>(x: &CandidateVectors<V>) -> bool {
    let rows = each!(I => x[I].or(x[I].shr::<10>()).or(x[I].shr::<20>()));
    let next = each!(I => rows[I].next_band());
    let full = each!(I => rows[I].or(next[I]).or(next[I].next_band()));
    full[0].and(full[1]).and(full[2].and(full[3])).contains_all(V::load(&COLUMNS))
        && full[4].contains_all(V::load(&COLUMNS_NINE))
}

/// Removes naked singles and reduces boxes with rows and columns.
#[inline(always)]
fn reduce<V: Lanes>(x: &mut CandidateVectors<V>, singles: V) {
    *x = each!(I => naked_singles(x[I], singles));
    box_line_columns(x);
    box_line_rows(x);
}

/// Guard bits of the rows of digits: the tenth digit has none.
#[inline(always)]
fn guards<V: Lanes, const I: usize>() -> V {
    V::load(if I + 1 < VECTORS { &GUARD } else { &GUARD_NINE })
}

/// Keeps the rows of `x` with one bit; `negated` is the guard bit less each row.
#[inline(always)]
pub(super) fn alone_in_rows<V: Vector>(x: V, negated: V, guard: V) -> V {
    let one = guard.sub(x.and_not(negated)).and(guard);
    x.and(one.sub(one.shr::<9>()))
}

/// Finds hidden singles: digits with one place in a row. After the reductions, this includes those of boxes and columns.
/// Returns them and their cells.
#[inline(always)]
fn hidden_singles<V: Lanes>(
    x: &CandidateVectors<V>,
    negated: &CandidateVectors<V>,
) -> (CandidateVectors<V>, V) {
    let hidden = each!(I => alone_in_rows(x[I], negated[I], guards::<V, I>()));
    let cells = or_vectors(&hidden);
    (hidden, cells.or(cells.swap_digits()))
}

/// Runs one pass.
#[inline(always)]
pub(super) fn pass<V: Lanes>(state: &mut SearchState<V>) -> Progress {
    let SearchState { candidates: x, singles } = state;
    reduce(x, *singles);
    let all = V::load(&ALL);
    // A row of a digit without a place keeps its guard bit.
    let negated = each!(I => guards::<V, I>().sub(x[I]));
    let empty = or_vectors(&negated).and(V::splat(GUARDS));
    // A hidden single removes candidates of its own cell only, so this need not wait for the hidden singles.
    let [one, two] = at_least_one_and_two(x);
    if !all.and_not(one).or(empty).is_zero() {
        return Progress::Contradiction;
    }
    let (hidden, cells) = hidden_singles(x, &negated);
    if cells.contains_all(all) {
        return if columns_full(x) { Progress::Solved } else { Progress::Contradiction };
    }
    *x = each!(I => x[I].and_not(cells.and_not(hidden[I])));
    let now = one.and_not(two).or(cells);
    let unchanged = now.xor(*singles).is_zero();
    *singles = now;
    if unchanged { Progress::NoNewSingles } else { Progress::Changed }
}

// Branching: chooses two candidates of which one is true, by the number of candidates that each would remove.
//
// Bivalue cells (two candidates) come first. The score of such a cell counts the cells among its peers that hold one of
// its two digits. A bivalue peer counts five, because it becomes a single at once. If the best score is low, bilocation
// pairs (the two places of a digit in a house) are scored in a similar way. The candidate that removes more is tried
// first.

/// Set of cells as two words: bands 1 and 2, then band 3.
type CellWords = [u64; 2];

/// Score of the best bivalue cell below which bilocation pairs are scored too.
const BILOCATION_BELOW: u32 = 8;

/// Two candidates of which one is true, each as digit and cell bit, and the score of the pair.
#[derive(Clone, Copy)]
struct BranchChoice {
    first: [usize; 2],
    second: [usize; 2],
    score: u32,
}

/// Scores branches: the places of each digit and the bivalue cells, as plain words.
struct BranchScorer {
    places: [CellWords; 16],
    bivalue: CellWords,
}

impl BranchScorer {
    #[inline(always)]
    fn new<V: Lanes>(x: &CandidateVectors<V>, bivalue: V) -> Self {
        let mut places = [[0; 2]; 16];
        let halves = each!(I => x[I].halves());
        for i in 0..4 {
            [places[i], places[i + 4]] = halves[i];
        }
        places[8] = halves[4][0];
        Self { places, bivalue: bivalue.halves()[0] }
    }

    /// Scores the removal of one candidate in each of these cells.
    #[inline(always)]
    fn weight(&self, gone: CellWords) -> u32 {
        count(gone) + 4 * count(intersection(gone, self.bivalue))
    }

    /// Scores the placement of `digit` at a cell.
    #[inline(always)]
    fn effect(&self, digit: usize, cell_bit: usize) -> u32 {
        self.weight(intersection(self.places[digit], PEERS[cell_bit]))
    }

    /// Orders two candidates: the one with the larger effect first.
    #[inline(always)]
    fn between(&self, a: [usize; 2], b: [usize; 2], score: u32) -> BranchChoice {
        let swap = self.effect(a[0], a[1]) < self.effect(b[0], b[1]);
        let (first, second) = if swap { (b, a) } else { (a, b) };
        BranchChoice { first, second, score }
    }

    /// Chooses the first bivalue cell; one must exist.
    #[inline(always)]
    fn first_bivalue<V: Lanes>(&self, x: &CandidateVectors<V>) -> BranchChoice {
        let cell_bit = lowest_cell(self.bivalue) % 128;
        let digits = V::load(&V::by_band(x)[cell_bit / 32]).lanes_with_bit(cell_bit % 32);
        let [first, second] = DIGITS_OF_BIVALUE[digits % 256].map(usize::from);
        self.between([first, cell_bit], [second, cell_bit], BILOCATION_BELOW)
    }

    /// Chooses the bivalue cell with the best score; one must exist.
    #[inline(always)]
    fn best_bivalue<V: Lanes>(&self, x: &CandidateVectors<V>) -> BranchChoice {
        let bands = V::by_band(x);
        let mut best = 0;
        let [mut left, mut last] = self.bivalue;
        while left != 0 {
            best = best.max(self.key::<V>(&bands, left.trailing_zeros() as usize % 64));
            left &= left - 1;
        }
        while last != 0 {
            best = best.max(self.key::<V>(&bands, 64 + last.trailing_zeros() as usize % 64));
            last &= last - 1;
        }
        let (cell_bit, digits) = (best as usize % 128, best as usize >> 8 & 255);
        let [first, second] = DIGITS_OF_BIVALUE[digits].map(usize::from);
        self.between([first, cell_bit], [second, cell_bit], best >> 16)
    }

    /// Returns score, digits and cell of a bivalue cell in one number: `max` compares without a conditional jump.
    #[inline(always)]
    fn key<V: Lanes>(&self, bands: &[[u32; 8]; 4], cell_bit: usize) -> u32 {
        let digits = V::load(&bands[cell_bit / 32]).lanes_with_bit(cell_bit % 32);
        let [first, second] = DIGITS_OF_BIVALUE[digits % 256].map(usize::from);
        let seen = union(self.places[first], self.places[second]);
        self.weight(intersection(seen, PEERS[cell_bit])) << 16 | (digits << 8 | cell_bit) as u32
    }

    /// Chooses the bilocation pair with the best score, or `best` if none scores more.
    #[cold]
    #[inline(never)]
    fn best_bilocation(&self, mut best: Option<BranchChoice>) -> Option<BranchChoice> {
        for digit in 0..9 {
            for &house in &HOUSES {
                let two = intersection(self.places[digit], house);
                if count(two) != 2 {
                    continue;
                }
                let (a, b) = (lowest_cell(two), highest_cell(two));
                let score = self.effect(digit, a) + self.effect(digit, b) + 1;
                if best.is_none_or(|best| score > best.score) {
                    best = Some(self.between([digit, a], [digit, b], score));
                }
            }
        }
        best
    }
}

/// Branches: removes one of two candidates from `here`, and the other one from `saved`. `unscored` takes the first
/// bivalue cell without scoring any.
#[inline(always)]
pub(super) fn branch<V: Lanes>(
    here: &mut SearchState<V>,
    bivalue: V,
    open: V,
    saved: &mut SavedState,
    unscored: bool,
) {
    store(&here.candidates, &mut saved.candidates);
    let scorer = BranchScorer::new(&here.candidates, bivalue);
    let mut best = None;
    if scorer.bivalue != [0; 2] {
        best = Some(if unscored {
            scorer.first_bivalue(&here.candidates)
        } else {
            scorer.best_bivalue(&here.candidates)
        });
    }
    match best {
        Some(BranchChoice { first, second, score }) if score >= BILOCATION_BELOW => {
            let cell = cell(first[1]);
            saved.candidates.clear(candidate_bit(first[0], first[1]));
            here.singles.or(cell).store(&mut saved.singles);
            *here =
                SearchState { candidates: without(&here.candidates, second), singles: here.singles.or(cell) };
        }
        low => {
            branch_on_bilocation(
                &mut here.candidates,
                scorer.best_bilocation(low),
                open.halves()[0],
                &mut saved.candidates,
            );
            single_cells::<V>(&load(&saved.candidates)).store(&mut saved.singles);
            here.singles = single_cells(&here.candidates);
        }
    }
}

/// Branches close to a known solution, in bivalue cells that hold the known digit. Returns true if it speculated.
///
/// With `may_speculate`, it assigns the known digit to the first such cell of each band, and saves the unchanged state.
/// Otherwise, it removes the known digit from the first such cell, and saves the state that keeps it.
#[inline(always)]
pub(super) fn branch_toward<V: Lanes>(
    here: &mut SearchState<V>,
    known: &CandidateBits,
    saved: &mut SavedState,
    may_speculate: bool,
) -> bool {
    let [bivalue, open] = bivalue_and_open(&here.candidates);
    let known = load::<V>(known);
    let agree = each!(I => here.candidates[I].and(known[I]));
    let agree = or_vectors(&agree);
    let cells = bivalue.and(agree.or(agree.swap_digits()));
    if cells.is_zero() {
        branch(here, bivalue, open, saved, true);
        return false;
    }
    if may_speculate {
        store(&here.candidates, &mut saved.candidates);
        here.singles.store(&mut saved.singles);
        let first = cells.and_not(cells.or(V::splat(TOP)).sub(V::splat(1)));
        here.candidates = each!(I => here.candidates[I].and_not(first.and_not(known[I])));
        here.singles = here.singles.or(first);
    } else {
        let first = V::load(&CELL_LANES[lowest_cell(cells.halves()[0]) % 128]);
        here.singles = here.singles.or(first);
        store(&each!(I => here.candidates[I].and_not(first.and_not(known[I]))), &mut saved.candidates);
        here.singles.store(&mut saved.singles);
        here.candidates = each!(I => here.candidates[I].and_not(first.and(known[I])));
    }
    may_speculate
}

/// Bit above all cells of a band.
const TOP: u32 = 1 << 31;

/// Branches on `best`, a bilocation pair or a bivalue cell. If there is none, `saved` loses the first digit of the first
/// open cell, and `x` loses the other digits of that cell.
#[cold]
#[inline(never)]
fn branch_on_bilocation<V: Lanes>(
    x: &mut CandidateVectors<V>,
    best: Option<BranchChoice>,
    open: CellWords,
    saved: &mut CandidateBits,
) {
    if let Some(BranchChoice { first, second, .. }) = best {
        saved.clear(candidate_bit(first[0], first[1]));
        *x = without(x, second);
        return;
    }
    let (cell_bit, all) = (lowest_cell(open), *saved);
    let mut digits = (0..9).filter(|&digit| all.has(candidate_bit(digit, cell_bit)));
    saved.clear(candidate_bit(digits.next().unwrap_or(0), cell_bit));
    for digit in digits {
        *x = without(x, [digit, cell_bit]);
    }
}

/// Returns the candidates without one: `digit` at a cell.
#[inline(always)]
fn without<V: Lanes>(x: &CandidateVectors<V>, [digit, cell_bit]: [usize; 2]) -> CandidateVectors<V> {
    let cell = cell::<V>(cell_bit);
    each!(I => x[I].and_not(cell.and(V::load(&DIGIT_LANES[digit][I]))))
}

/// Returns a cell as lanes, the same in both halves.
#[inline(always)]
fn cell<V: Lanes>(cell_bit: usize) -> V {
    V::splat(1 << (cell_bit % 32)).and(V::load(&BAND_LANES[cell_bit / 32]))
}

static BAND_LANES: [[u32; 8]; 4] = {
    let mut bands = [[0; 8]; 4];
    let mut lane = 0;
    while lane < 8 {
        bands[lane % 4][lane] = !0;
        lane += 1;
    }
    bands
};

static DIGIT_LANES: [[[u32; 8]; VECTORS]; 16] = {
    let mut digits = [[[0; 8]; VECTORS]; 16];
    let mut pair = 0;
    while pair < 9 * 4 {
        let (digit, band) = (pair / 4, pair % 4);
        let lane = candidate_bit(digit, 0) / 32 + band;
        digits[digit][lane / 8][lane % 8] = !0;
        pair += 1;
    }
    digits
};

/// Digits of a bivalue cell, by the bits of its digits among the first eight. Where only one bit is set, the other digit
/// is the ninth.
static DIGITS_OF_BIVALUE: [[u8; 2]; 256] = {
    let mut two_of = [[0, 8]; 256];
    let mut digits = 1u32;
    while digits < 256 {
        two_of[digits as usize][0] = digits.trailing_zeros() as u8;
        if digits.count_ones() == 2 {
            two_of[digits as usize][1] = digits.ilog2() as u8;
        }
        digits += 1;
    }
    two_of
};

/// Returns the first cell of a set that is not empty.
#[inline(always)]
fn lowest_cell(cells: CellWords) -> usize {
    let cell_bit = if cells[0] == 0 { 64 + cells[1].trailing_zeros() } else { cells[0].trailing_zeros() };
    cell_bit as usize
}

/// Returns the last cell of a set that is not empty.
#[inline(always)]
fn highest_cell(cells: CellWords) -> usize {
    let cell_bit = if cells[1] == 0 { cells[0].ilog2() } else { 64 + cells[1].ilog2() };
    cell_bit as usize
}

#[inline(always)]
fn count(cells: CellWords) -> u32 {
    cells[0].count_ones() + cells[1].count_ones()
}

#[inline(always)]
fn intersection(a: CellWords, b: CellWords) -> CellWords {
    [a[0] & b[0], a[1] & b[1]]
}

#[inline(always)]
fn union(a: CellWords, b: CellWords) -> CellWords {
    [a[0] | b[0], a[1] | b[1]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::{lanes::Portable, layout::candidate_bit};

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
