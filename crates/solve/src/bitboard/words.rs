//! Vector operations on plain 64-bit words of two bands: by their definition, to test the others against.

use super::lanes::{Bytes, Lanes, Vector, Wide};
use super::layout::VECTORS;
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
    fn load(lanes: &[u32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes.map(u64::from);
        Self([a | b << 32, c | d << 32, e | f << 32, g | h << 32])
    }
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
}

impl Lanes for Words {
    type Bytes = WordsBytes;
    #[inline(always)]
    fn store(self, to: &mut [u32; 8]) {
        *to = from_fn(|lane| (self.0[lane / 2] >> (lane % 2 * 32)) as u32);
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

/// Asserts that the operations of an implementation work on each grid as words do.
#[allow(clippy::missing_panics_doc, reason = "a test")]
pub(super) fn assert_same_for_each_grid<W: Wide>() {
    let mut next = random_bits();
    for round in 0..1000 {
        let mut rows = || -> Vec<[u32; 8]> {
            let kept = [0, !0, 1 << (round % 32)][next() as usize % 3];
            let mut row = || if next().is_multiple_of(3) { [0; 8] } else { from_fn(|_| next() & kept) };
            (0..W::GRIDS).map(|_| row()).collect()
        };
        let (a, b) = (rows(), rows());
        let same = |of: &dyn Fn(W, W) -> W, words: &dyn Fn(Words, Words) -> Words| {
            let mut stored = vec![[0; 8]; W::GRIDS];
            let wide = of(W::gather(&a), W::gather(&b));
            wide.scatter(&mut stored);
            for grid in 0..W::GRIDS {
                let expected = words(Words::load(&a[grid]), Words::load(&b[grid]));
                let mut lanes = [0; 8];
                expected.store(&mut lanes);
                assert_eq!(stored[grid], lanes, "grid {grid}");
                assert_eq!(wide.with_any() >> grid & 1 != 0, !expected.is_zero(), "grid {grid}");
            }
            assert_eq!(wide.with_any() >> W::GRIDS, 0);
        };
        same(&|_, _| W::load(&a[0]), &|_, _| Words::load(&a[0]));
        same(&|_, _| W::splat(a[0][0]), &|_, _| Words::splat(a[0][0]));
        same(&W::and, &Words::and);
        same(&W::or, &Words::or);
        same(&W::xor, &Words::xor);
        same(&W::and_not, &Words::and_not);
        same(&|x, y| x.or(y).sub(y), &|x, y| x.or(y).sub(y));
        same(&|x, _| x.shl::<3>(), &|x, _| x.shl::<3>());
        same(&|x, _| x.shr::<10>(), &|x, _| x.shr::<10>());
        same(&|x, _| x.next_band(), &|x, _| x.next_band());
        same(&|x, _| x.swap_digits(), &|x, _| x.swap_digits());
        assert_same_bytes::<W::Bytes>(&a[0], &b[0]);
    }
}

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
    assert_same_as_words::<super::portable::Portable>();
    assert_same_for_each_grid::<super::lanes::Pair<super::portable::Portable>>();
}
