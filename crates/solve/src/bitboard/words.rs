//! Vector operations on plain 64-bit words of two bands: by their definition, to test the others against.

use super::{
    grid_states::GridStates,
    lanes::{Bytes, GridLanes, Lanes, MAX_LANES, Vector},
    layout::{CandidateBits, VECTORS, digit_masks},
    propagate::{Progress, SearchState, pass, store},
};
use std::array::from_fn;

/// Eight lanes. For each of two digits: a word with bands 1 and 2, a word with band 3 and the empty fourth lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words([u64; 4]);

/// Copies a value to both lanes of a word.
const fn twice(lane: u32) -> u64 {
    lane as u64 | (lane as u64) << 32
}

impl Words {
    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([op(a, e), op(b, f), op(c, g), op(d, h)])
    }
}

impl Vector for Words {
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self([twice(value); 4])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        self.zip(self, |a, _| a << BY & twice(!0 << BY))
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        self.zip(self, |a, _| a >> BY & twice(!0 >> BY))
    }
}

impl Lanes for Words {
    type Bytes = WordsBytes;
    #[inline(always)]
    fn load(lanes: &[u32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes.map(u64::from);
        Self([a | b << 32, c | d << 32, e | f << 32, g | h << 32])
    }
    #[inline(always)]
    fn store(self, to: &mut [u32; 8]) {
        *to = from_fn(|lane| (self.0[lane / 2] >> (lane % 2 * 32)) as u32);
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        let [a, b, c, d] = self.0;
        let turn = |two: u64, one: u64| two >> 32 | one << 32;
        let last = |two: u64, one: u64| one >> 32 << 32 | u64::from(two as u32);
        Self([turn(a, b), last(a, b), turn(c, d), last(c, d)])
    }
    #[inline(always)]
    fn swap_digits(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }
    #[inline(always)]
    fn contains_all(self, other: Self) -> bool {
        other.and_not(self).is_zero()
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
    #[inline(always)]
    fn halves(self) -> [[u64; 2]; 2] {
        let [a, b, c, d] = self.0;
        [[a, b], [c, d]]
    }
    #[inline(always)]
    fn by_band(x: &[Self; VECTORS]) -> [[u32; 8]; 4] {
        let mut bands = [[0; 8]; 4];
        for digit in 0..8 {
            let [low, high] = x[digit % 4].halves()[digit / 4];
            (bands[0][digit], bands[1][digit], bands[2][digit]) =
                (low as u32, (low >> 32) as u32, high as u32);
        }
        bands
    }
    #[inline(always)]
    fn lanes_with_bit(self, bit: usize) -> usize {
        (0..8).fold(0, |lanes, lane| {
            lanes | ((self.0[lane / 2] >> (lane % 2 * 32 + bit % 32) & 1) as usize) << lane
        })
    }
}

/// Two rows of sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordsBytes([[u8; 16]; 2]);

impl Bytes for WordsBytes {
    const ROWS: usize = 2;
    #[inline(always)]
    fn load<'a>(row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        Self([*row(0), *row(1)])
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        Self([[value; 16]; 2])
    }
    #[inline(always)]
    fn shuffle(self, at: Self) -> Self {
        Self(from_fn(|row| at.0[row].map(|at| self.0[row][usize::from(at % 16)])))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(from_fn(|row| from_fn(|at| self.0[row][at].max(other.0[row][at]))))
    }
    #[inline(always)]
    fn equal_mask(self, other: Self) -> u64 {
        let (one, two) = (self.0.as_flattened(), other.0.as_flattened());
        one.iter().zip(two).rev().fold(0, |bits, (a, b)| bits << 1 | u64::from(a == b))
    }
}

/// Asserts that the operations of an implementation are those of words, on random bits.
#[allow(clippy::missing_panics_doc, reason = "a test")]
pub(super) fn assert_same_as_words<V: Lanes>() {
    let mut next = random_bits();
    for round in 0..1000 {
        // Sparse and equal lanes too, where tests for all bits and for none can hold.
        let mut lanes = |kept: u32| -> [u32; 8] { from_fn(|_| if kept == 0 { 0 } else { next() & kept }) };
        let (a, b) = (lanes(if round % 5 == 0 { 0 } else { u32::MAX }), lanes(1 << (round % 32)));
        let same = |one: V, other: Words| {
            let mut stored = [[0; 8]; 2];
            one.store(&mut stored[0]);
            other.store(&mut stored[1]);
            assert_eq!(stored[0], stored[1]);
        };
        let (va, vb, wa, wb) = (V::load(&a), V::load(&b), Words::load(&a), Words::load(&b));
        same(V::splat(a[0]), Words::splat(a[0]));
        same(va.and(vb), wa.and(wb));
        same(va.or(vb), wa.or(wb));
        same(va.xor(vb), wa.xor(wb));
        same(va.and_not(vb), wa.and_not(wb));
        same(va.or(vb).sub(vb), wa.or(wb).sub(wb));
        same(va.shl::<3>(), wa.shl::<3>());
        same(va.shl::<20>(), wa.shl::<20>());
        same(va.shr::<10>(), wa.shr::<10>());
        same(va.next_band(), wa.next_band());
        same(va.swap_digits(), wa.swap_digits());
        for (one, other) in [(va, vb), (va.or(vb), vb), (vb, vb)] {
            let words = [one, other].map(|lanes| {
                let mut stored = [0; 8];
                lanes.store(&mut stored);
                Words::load(&stored)
            });
            assert_eq!(one.contains_all(other), words[0].contains_all(words[1]));
            assert_eq!(one.is_zero(), words[0].is_zero());
        }
        assert_eq!(va.halves(), wa.halves());
        assert_eq!(va.lanes_with_bit(round), wa.lanes_with_bit(round));
        let x = [va, vb, va.xor(vb), va.swap_digits(), vb];
        let y = [wa, wb, wa.xor(wb), wa.swap_digits(), wb];
        assert_eq!(V::by_band(&x)[..3], Words::by_band(&y)[..3]);
        assert_same_bytes::<V::Bytes>(&a, &b);
    }
}

/// Asserts that the operations of an implementation are those of numbers, lane by lane, on random bits.
#[allow(clippy::missing_panics_doc, reason = "a test")]
pub(super) fn assert_same_for_each_lane<G: GridLanes>() {
    let mut next = random_bits();
    for round in 0..1000 {
        let mut row = || -> [u32; MAX_LANES] {
            let kept = [0, !0, 1 << (round % 32)][next() as usize % 3];
            from_fn(|_| if next().is_multiple_of(3) { 0 } else { next() & kept })
        };
        let (a, b) = (row(), row());
        let same = |vector: G, number: &dyn Fn(u32, u32) -> u32| {
            let mut stored = [0; MAX_LANES];
            vector.store_row(&mut stored);
            for grid in 0..G::GRIDS {
                let expected = number(a[grid], b[grid]);
                assert_eq!(stored[grid], expected, "grid {grid}");
                assert_eq!(vector.without_bits() >> grid & 1 != 0, expected == 0, "grid {grid}");
            }
            assert_eq!(vector.without_bits().checked_shr(G::GRIDS as u32).unwrap_or(0), 0);
        };
        let (x, y) = (G::load_row(&a), G::load_row(&b));
        same(G::splat(a[0]), &|_, _| a[0]);
        same(x.and(y), &|a, b| a & b);
        same(x.or(y), &|a, b| a | b);
        same(x.xor(y), &|a, b| a ^ b);
        same(x.and_not(y), &|a, b| a & !b);
        same(x.or(y).sub(y), &|a, b| (a | b) - b);
        same(x.shl::<3>(), &|a, _| a << 3);
        same(x.shr::<10>(), &|a, _| a >> 10);
    }
}

/// Asserts that one pass over several grids does to each what a pass over it alone does: states near a solution, and random bits.
#[allow(clippy::missing_panics_doc, reason = "a test")]
pub(super) fn assert_same_passes<G: GridLanes>() {
    let mut next = random_bits();
    let mut outcomes = [0; 4];
    for round in 0..2000 {
        let mut states = GridStates::EMPTY;
        let mut alone: Vec<SearchState<Words>> = Vec::new();
        for grid in 0..G::GRIDS {
            let mut masks = digit_masks(&from_fn(|cell| SOLVED[cell] - b'0'));
            let empty: [u32; 3] = from_fn(|_| if round % 3 == 0 { next() & next() } else { next() | next() });
            for (digit, band) in (0..9).flat_map(|digit| (0..3).map(move |band| (digit, band))) {
                masks[digit][band] &= !empty[band];
            }
            let mut state = CandidateBits::from_masks(&masks);
            // A few candidates less.
            for row in state.0.iter_mut().flatten() {
                *row &= if round % 2 == 0 { !0 } else { next() | next() | next() | next() };
            }
            alone.push(SearchState::new(&state));
            states.set(grid, &alone[grid]);
        }
        let progress = states.pass::<G>();
        for (grid, state) in alone.iter_mut().enumerate() {
            let expected = pass(state);
            outcomes[expected as usize] += 1;
            let after: SearchState<Words> = states.get(grid);
            if progress.dead >> grid & 1 != 0 {
                assert_eq!(expected, Progress::Contradiction);
                continue;
            }
            assert_eq!(progress.of(grid, &after), expected);
            assert_eq!(progress.ended() >> grid & 1 != 0, expected != Progress::Changed);
            let mut both = [CandidateBits::EMPTY; 2];
            store(&after.candidates, &mut both[0]);
            store(&state.candidates, &mut both[1]);
            if expected != Progress::Solved && expected != Progress::Contradiction {
                assert_eq!(both[0], both[1]);
                assert_eq!(after.singles.halves(), state.singles.halves());
            }
        }
    }
    assert!(outcomes.iter().all(|&number| number > 100), "{outcomes:?}");
}

/// A solution, in row-major order.
const SOLVED: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns a function that gives the same numbers each time.
fn random_bits() -> impl FnMut() -> u32 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as u32
    }
}

fn assert_same_bytes<B: Bytes>(a: &[u32; 8], b: &[u32; 8]) {
    let rows = |lanes: &[u32; 8]| -> [[u8; 16]; 2] {
        from_fn(|row| from_fn(|at| (lanes[4 * row + at / 4] >> (at % 4 * 8)) as u8))
    };
    let (a, b) = (rows(a), rows(b));
    let places = a.map(|row| row.map(|byte| byte % 16));
    // Rows of sixteen equal bytes tell each byte of a result.
    let tell = |mask: &dyn Fn(u8) -> u64| -> Vec<u64> { (0..=u8::MAX).map(mask).collect() };
    let of = |rows: &[[u8; 16]; 2]| (B::load(|row| &rows[row % 2]), WordsBytes::load(|row| &rows[row]));
    let ((va, wa), (vb, wb), (vp, wp)) = (of(&a), of(&b), of(&places));
    for (one, other) in [(va.max(vb), wa.max(wb)), (vb.shuffle(vp), wb.shuffle(wp)), (va, wa)] {
        let [one, other] = [
            tell(&|value| one.equal_mask(B::splat(value))),
            // The rows repeat where there are more than two.
            tell(&|value| {
                let rows = other.equal_mask(WordsBytes::splat(value));
                (0..B::ROWS / 2).fold(0, |mask, _| mask << 32 | rows)
            }),
        ];
        assert_eq!(one, other);
    }
}

#[test]
fn portable_vectors_are_as_words() {
    assert_same_as_words::<super::lanes::Portable>();
    assert_same_for_each_lane::<super::lanes::FourGrids>();
    assert_same_passes::<super::lanes::FourGrids>();
}
