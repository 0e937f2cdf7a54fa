//! What to guess: two candidates of which one is true, chosen for how much each would take away.
//!
//! A cell of two candidates is scored by the candidates of its two digits that it sees (either digit counts once a cell),
//! those in other cells of two counting five: each of them becomes a single at once. Where the best score is poor, the two
//! places of a digit in a house are scored alike. The candidate with the larger effect is tried first.

use super::lanes::Lanes;
use super::layout::{CELL_LANES, CandidateBits, HOUSES, PEERS, VECTORS, candidate_bit};
use super::propagate::{
    CandidateVectors, SavedState, SearchState, any, bivalue_and_open, each, load, singles, store,
};

/// CellWords as two words: bands 1 and 2, then band 3.
type CellWords = [u64; 2];

/// Below this score of the best cell, the places of digits in houses are looked at too.
const BILOCATION_BELOW: u32 = 8;

/// Two candidates of which one is true, each a digit and a cell, and how much they would take away.
#[derive(Clone, Copy)]
struct BranchChoice {
    first: [usize; 2],
    second: [usize; 2],
    score: u32,
}

/// The places of each digit and the cells of two candidates, as plain words.
struct BranchScorer {
    places: [CellWords; 16],
    pairs: CellWords,
}

impl BranchScorer {
    #[inline(always)]
    fn new<V: Lanes>(x: &CandidateVectors<V>, pairs: V) -> Self {
        let mut places = [[0; 2]; 16];
        let halves = each!(I => x[I].halves());
        for i in 0..4 {
            [places[i], places[i + 4]] = halves[i];
        }
        places[8] = halves[4][0];
        Self { places, pairs: pairs.halves()[0] }
    }

    /// How much goes when these candidates go.
    #[inline(always)]
    fn weight(&self, gone: CellWords) -> u32 {
        count(gone) + 4 * count(both(gone, self.pairs))
    }

    /// How much goes when `digit` is placed at a cell.
    #[inline(always)]
    fn effect(&self, digit: usize, at: usize) -> u32 {
        self.weight(both(self.places[digit], PEERS[at]))
    }

    /// A guess between two candidates, the one with more effect first.
    #[inline(always)]
    fn between(&self, a: [usize; 2], b: [usize; 2], score: u32) -> BranchChoice {
        let swap = self.effect(a[0], a[1]) < self.effect(b[0], b[1]);
        let (first, second) = if swap { (b, a) } else { (a, b) };
        BranchChoice { first, second, score }
    }

    /// The first of the cells of two candidates, of which there must be some.
    #[inline(always)]
    fn first_bivalue<V: Lanes>(&self, x: &CandidateVectors<V>) -> BranchChoice {
        let at = lowest_cell(self.pairs) % 128;
        let digits = V::load(&V::by_band(x)[at / 32]).lanes_with_bit(at % 32);
        let [first, second] = DIGITS_OF_BIVALUE[digits % 256].map(usize::from);
        self.between([first, at], [second, at], BILOCATION_BELOW)
    }

    /// The best of the cells of two candidates, of which there must be some.
    #[inline(always)]
    fn best_bivalue<V: Lanes>(&self, x: &CandidateVectors<V>) -> BranchChoice {
        let bands = V::by_band(x);
        let [mut left, later] = self.pairs;
        let (mut best, mut base) = (0, 0);
        for _ in 0..count(self.pairs) {
            // On to the third band, without a branch.
            let done = u64::from(left == 0).wrapping_neg();
            left |= later & done;
            base |= 64 & done;
            let at = (base | u64::from(left.trailing_zeros())) as usize % 128;
            left &= left - 1;
            let digits = V::load(&bands[at / 32]).lanes_with_bit(at % 32);
            let [first, second] = DIGITS_OF_BIVALUE[digits % 256].map(usize::from);
            let seen = either(self.places[first], self.places[second]);
            // Score, digits and cell in one number, so that the larger one wins without a branch.
            let key = self.weight(both(seen, PEERS[at])) << 16 | (digits << 8 | at) as u32;
            best = best.max(key);
        }
        let (at, digits) = (best as usize % 128, best as usize >> 8 & 255);
        let [first, second] = DIGITS_OF_BIVALUE[digits].map(usize::from);
        self.between([first, at], [second, at], best >> 16)
    }

    /// The best of all pairs of places of a digit in a house, if any scores more than `best`.
    #[cold]
    #[inline(never)]
    fn best_bilocation(&self, mut best: Option<BranchChoice>) -> Option<BranchChoice> {
        for digit in 0..9 {
            for &house in &HOUSES {
                let two = both(self.places[digit], house);
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

/// Takes one of two candidates away here, and the other in the branch that waits. `hasty` takes the first cell it sees.
#[inline(always)]
pub(super) fn branch<V: Lanes>(
    here: &mut SearchState<V>,
    pairs: V,
    open: V,
    waiting: &mut SavedState,
    hasty: bool,
) {
    store(&here.x, &mut waiting.state);
    let board = BranchScorer::new(&here.x, pairs);
    let mut best = None;
    if board.pairs != [0; 2] {
        best = Some(if hasty { board.first_bivalue(&here.x) } else { board.best_bivalue(&here.x) });
    }
    match best {
        Some(BranchChoice { first, second, score }) if score >= BILOCATION_BELOW => {
            let cell = cell(first[1]);
            waiting.state.clear(candidate_bit(first[0], first[1]));
            here.single.or(cell).store(&mut waiting.single);
            *here = SearchState { x: without(&here.x, second), single: here.single.or(cell) };
        }
        poor => {
            branch_on_bilocation(
                &mut here.x,
                board.best_bilocation(poor),
                open.halves()[0],
                &mut waiting.state,
            );
            singles::<V>(&load(&waiting.state)).store(&mut waiting.single);
            here.single = singles(&here.x);
        }
    }
}

/// Guesses beside a solution that is known, in cells of two candidates of which the known digit is one: in the first, that it is
/// the other digit; or, if `bold`, in the first of each band, that it is the known one, while the branch as it was waits.
/// Whether the guess was bold.
#[inline(always)]
pub(super) fn branch_toward<V: Lanes>(
    here: &mut SearchState<V>,
    known: &CandidateBits,
    waiting: &mut SavedState,
    bold: bool,
) -> bool {
    let [pairs, open] = bivalue_and_open(&here.x);
    let known = load::<V>(known);
    let agree = each!(I => here.x[I].and(known[I]));
    let agree = any(&agree);
    let cells = pairs.and(agree.or(agree.swap_digits()));
    if cells.is_zero() {
        branch(here, pairs, open, waiting, true);
        return false;
    }
    if bold {
        store(&here.x, &mut waiting.state);
        here.single.store(&mut waiting.single);
        let first = cells.and_not(cells.or(V::splat(TOP)).sub(V::splat(1)));
        here.x = each!(I => here.x[I].and_not(first.and_not(known[I])));
        here.single = here.single.or(first);
    } else {
        let first = V::load(&CELL_LANES[lowest_cell(cells.halves()[0]) % 128]);
        here.single = here.single.or(first);
        store(&each!(I => here.x[I].and_not(first.and_not(known[I]))), &mut waiting.state);
        here.single.store(&mut waiting.single);
        here.x = each!(I => here.x[I].and_not(first.and(known[I])));
    }
    bold
}

/// A bit above all cells of a band.
const TOP: u32 = 1 << 31;

/// Guesses where no cell of two candidates is worth much. Where nothing has two candidates or places: a digit of the first
/// open cell here, and its others in the state that waits.
#[cold]
#[inline(never)]
fn branch_on_bilocation<V: Lanes>(
    x: &mut CandidateVectors<V>,
    best: Option<BranchChoice>,
    open: CellWords,
    waiting: &mut CandidateBits,
) {
    if let Some(BranchChoice { first, second, .. }) = best {
        waiting.clear(candidate_bit(first[0], first[1]));
        *x = without(x, second);
        return;
    }
    let (at, all) = (lowest_cell(open), *waiting);
    let mut digits = (0..9).filter(|&digit| all.has(candidate_bit(digit, at)));
    waiting.clear(candidate_bit(digits.next().unwrap_or(0), at));
    for digit in digits {
        *x = without(x, [digit, at]);
    }
}

/// The candidates but one: a digit at a cell.
#[inline(always)]
fn without<V: Lanes>(x: &CandidateVectors<V>, [digit, at]: [usize; 2]) -> CandidateVectors<V> {
    let cell = cell::<V>(at);
    each!(I => x[I].and_not(cell.and(V::load(&DIGIT_LANES[digit][I]))))
}

/// A cell, for all digits.
#[inline(always)]
fn cell<V: Lanes>(at: usize) -> V {
    V::splat(1 << (at % 32)).and(V::load(&BAND_LANES[at / 32]))
}

/// The lanes of each band.
static BAND_LANES: [[u32; 8]; 4] = {
    let mut bands = [[0; 8]; 4];
    let mut lane = 0;
    while lane < 8 {
        bands[lane % 4][lane] = !0;
        lane += 1;
    }
    bands
};

/// The lanes of each digit.
static DIGIT_LANES: [[[u32; 8]; VECTORS]; 16] = {
    let mut digits = [[[0; 8]; VECTORS]; 16];
    let mut at = 0;
    while at < 9 * 4 {
        let lane = candidate_bit(at / 4, 0) / 32 + at % 4;
        digits[at / 4][lane / 8][lane % 8] = !0;
        at += 1;
    }
    digits
};

/// The two digits of a cell, by the bits of those among the first eight: the ninth is the other where there is but one.
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

/// The first cell of some.
#[inline(always)]
fn lowest_cell(cells: CellWords) -> usize {
    let at = if cells[0] == 0 { 64 + cells[1].trailing_zeros() } else { cells[0].trailing_zeros() };
    at as usize
}

/// The last cell of some.
#[inline(always)]
fn highest_cell(cells: CellWords) -> usize {
    let at = if cells[1] == 0 { cells[0].ilog2() } else { 64 + cells[1].ilog2() };
    at as usize
}

#[inline(always)]
fn count(cells: CellWords) -> u32 {
    cells[0].count_ones() + cells[1].count_ones()
}

#[inline(always)]
fn both(a: CellWords, b: CellWords) -> CellWords {
    [a[0] & b[0], a[1] & b[1]]
}

#[inline(always)]
fn either(a: CellWords, b: CellWords) -> CellWords {
    [a[0] | b[0], a[1] | b[1]]
}
