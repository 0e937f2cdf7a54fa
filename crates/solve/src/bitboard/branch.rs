//! Branching: chooses two candidates of which one is true, by the number of candidates that each would remove.
//!
//! Bivalue cells (two candidates) come first. The score of such a cell counts the cells among its peers that hold one of
//! its two digits. A bivalue peer counts five, because it becomes a single at once. If the best score is low, bilocation
//! pairs (the two places of a digit in a house) are scored in a similar way. The candidate that removes more is tried
//! first.

use super::lanes::Lanes;
use super::layout::{CELL_LANES, CandidateBits, HOUSES, PEERS, VECTORS, candidate_bit};
use super::propagate::{
    CandidateVectors, SavedState, SearchState, bivalue_and_open, each, load, or_vectors, single_cells, store,
};

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

/// Lanes of each band.
static BAND_LANES: [[u32; 8]; 4] = {
    let mut bands = [[0; 8]; 4];
    let mut lane = 0;
    while lane < 8 {
        bands[lane % 4][lane] = !0;
        lane += 1;
    }
    bands
};

/// Lanes of each digit.
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
