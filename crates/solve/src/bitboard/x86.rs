//! Vector operations as AVX2 and AVX-512 instructions: the only file of this crate with `unsafe` code.
#![allow(unsafe_code, reason = "intrinsics of an instruction set that is found at run time")]

use super::{
    Task,
    enumerate::{self, EnumerationState},
    lanes::{Bytes, GridLanes, Lanes, MAX_LANES, Vector},
    layout::{CandidateBits, DigitMasks, VECTORS},
    search::{self, Search},
};
#[allow(clippy::wildcard_imports, reason = "the names say where they come from")]
use core::arch::x86_64::*;

/// Eight lanes in one register. Only code that runs with a [`CpuFeatures`] as proof of AVX2 creates one.
#[derive(Clone, Copy, Debug)]
struct Avx2(__m256i);

/// Proof that this machine has AVX2, BMI1, BMI2, LZCNT and POPCNT, and with `avx512` also AVX-512 F, VL, BW and DQ.
/// Only [`CpuFeatures::detect`] creates one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CpuFeatures {
    avx512: bool,
}

/// Defines a method of [`CpuFeatures`]: one of two expressions, each compiled for its instruction set.
macro_rules! compiled {
    (
        $(#[$doc:meta])*
        $name:ident $(<$of:ident: $bound:ident>)? ($($argument:ident: $type:ty),*) -> $output:ty {
            avx2 => $avx2:expr,
            avx512 $(if $has_use:expr)? => $avx512:expr,
        }
    ) => {
        $(#[$doc])*
        pub(super) fn $name $(<$of: $bound>)? (self, $($argument: $type),*) -> $output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2 $(<$of: $bound>)? ($($argument: $type),*) -> $output {
                $avx2
            }

            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
            fn avx512 $(<$of: $bound>)? ($($argument: $type),*) -> $output {
                $avx512
            }

            if self.avx512 $(&& $has_use)? {
                // SAFETY: `self` proves every feature that the function names.
                unsafe { avx512($($argument),*) }
            } else {
                // SAFETY: `self` proves every feature that the function names.
                unsafe { avx2($($argument),*) }
            }
        }
    };
}

impl CpuFeatures {
    /// Returns the instruction sets of this file that the machine has, the fastest last.
    pub(super) fn detect() -> Vec<Self> {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq");
        let sets = [(avx2, false), (avx2 && avx512, true)];
        sets.into_iter().filter(|(here, _)| *here).map(|(_, avx512)| Self { avx512 }).collect()
    }

    /// Returns the name in reports.
    pub(super) const fn name(self) -> &'static str {
        if self.avx512 { "avx512" } else { "avx2" }
    }

    /// Finds the places of each digit among the givens.
    #[allow(clippy::unused_self, reason = "the proof")]
    pub(super) fn digit_masks(self, givens: &[u8; 81]) -> DigitMasks {
        // SAFETY: `self` proves AVX2.
        unsafe { digit_masks(givens) }
    }

    /// Returns the digits of a solution.
    #[allow(clippy::unused_self, reason = "the proof")]
    pub(super) fn decode(self, solution: &CandidateBits) -> [u8; 81] {
        // SAFETY: `self` proves AVX2.
        unsafe { decode(solution) }
    }

    /// Returns the number of puzzles that `run` works on side by side.
    pub(super) const fn side_by_side(self) -> usize {
        if self.avx512 { Avx512::GRIDS } else { Avx2::GRIDS }
    }

    compiled! {
        /// Calls `search::run_alone` compiled for this instruction set. With AVX-512, the compiler merges logic operations of the same source
        /// into `vpternlogd`.
        run_alone<S: Search>(search: &mut S, task: &S::Task<'_>) -> () {
            avx2 => search::run_alone::<Avx2, S>(search, task),
            avx512 => search::run_alone::<Avx2, S>(search, task),
        }
    }

    compiled! {
        /// Calls `search::run` compiled for this instruction set: with AVX-512, sixteen grids are in each register.
        run<S: Search>(searches: &mut [S], tasks: &[S::Task<'_>], done: &mut dyn FnMut(usize, &S)) -> () {
            avx2 => search::run::<Avx2, S>(searches, tasks, done),
            avx512 => search::run::<Avx512, S>(searches, tasks, done),
        }
    }

    compiled! {
        /// Runs a task compiled for this instruction set.
        run_task<T: Task>(task: T) -> T::Output {
            avx2 => task.run(),
            avx512 if T::AVX512 => task.run(),
        }
    }

    compiled! {
        /// Calls `enumerate::run` compiled for this instruction set.
        enumerate(enumeration: &mut EnumerationState) -> Option<()> {
            avx2 => enumerate::run::<Avx2>(enumeration),
            avx512 => enumerate::run::<Avx2>(enumeration),
        }
    }
}

/// `CandidateBits::decode_by_lanes` compiled for AVX2.
///
/// # Safety
/// The processor must have AVX2.
#[target_feature(enable = "avx2")]
unsafe fn decode(solution: &CandidateBits) -> [u8; 81] {
    solution.decode_by_lanes()
}

/// Finds the places of each digit among the givens.
///
/// # Safety
/// The processor must have AVX2.
#[target_feature(enable = "avx2")]
unsafe fn digit_masks(givens: &[u8; 81]) -> DigitMasks {
    let mut masks = [[0; 4]; 10];
    for band in 0..3 {
        let bytes = in_bit_order(givens, 27 * band);
        for (digit, mask) in (1..=9).zip(&mut masks) {
            let hits = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(digit));
            mask[band] = _mm256_movemask_epi8(hits).cast_unsigned();
        }
    }
    masks
}

/// Source byte of each bit of a band, or `N` for none. The first table looks up bytes 0-15 (lower half) and 11-26 (upper
/// half) of the band; the second adds byte 16, which the first lacks, from bytes 9-24.
const BAND_SHUFFLE: [[i8; 32]; 2] = {
    const N: i8 = -1;
    [
        [
            0, 3, 6, 1, 4, 7, 2, 5, 8, N, 9, 12, 15, 10, 13, N, 0, 3, 6, N, 7, 10, 13, 8, 11, 14, 9, 12, 15,
            N, N, N,
        ],
        [N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, 7, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N],
    ]
};

macro_rules! op {
    ($call:expr) => {
        // SAFETY: an `Avx2` exists only where AVX2 was detected, see the type.
        unsafe { $call }
    };
}

impl Vector for Avx2 {
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self(op!(_mm256_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(op!(_mm256_and_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(op!(_mm256_or_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(op!(_mm256_xor_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(op!(_mm256_andnot_si256(other.0, self.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(op!(_mm256_sub_epi32(self.0, other.0)))
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        Self(op!(_mm256_slli_epi32::<BY>(self.0)))
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        Self(op!(_mm256_srli_epi32::<BY>(self.0)))
    }
}

impl Lanes for Avx2 {
    type Bytes = Self;
    #[inline(always)]
    fn load(lanes: &[u32; 8]) -> Self {
        // SAFETY: 32 readable bytes; any alignment is fine for `loadu`.
        Self(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u32; 8]) {
        // SAFETY: 32 writable bytes; any alignment is fine for `storeu`.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        Self(op!(_mm256_shuffle_epi32::<0b11_00_10_01>(self.0)))
    }
    #[inline(always)]
    fn swap_digits(self) -> Self {
        Self(op!(_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)))
    }
    #[inline(always)]
    fn contains_all(self, other: Self) -> bool {
        op!(_mm256_testc_si256(self.0, other.0)) != 0
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        op!(_mm256_testz_si256(self.0, self.0)) != 0
    }
    #[inline(always)]
    fn halves(self) -> [[u64; 2]; 2] {
        let mut words = [[0; 2]; 2];
        // SAFETY: 32 writable bytes; any alignment is fine for `storeu`.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
        words
    }
    #[inline(always)]
    fn by_band(x: &[Self; VECTORS]) -> [[u32; 8]; 4] {
        let [a, b, c, d] = [x[0].0, x[1].0, x[2].0, x[3].0];
        let (ab, cd) = op!((_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d)));
        let (ef, gh) = op!((_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d)));
        let bands = op!([
            _mm256_unpacklo_epi64(ab, cd),
            _mm256_unpackhi_epi64(ab, cd),
            _mm256_unpacklo_epi64(ef, gh)
        ]);
        let mut words = [[0; 8]; 4];
        Self(bands[0]).store(&mut words[0]);
        Self(bands[1]).store(&mut words[1]);
        Self(bands[2]).store(&mut words[2]);
        words
    }
    #[inline(always)]
    fn lanes_with_bit(self, bit: usize) -> usize {
        // Shifts the bit of each lane to its sign.
        let up = op!(_mm_cvtsi32_si128(31 - (bit as u32 % 32).cast_signed()));
        op!(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sll_epi32(self.0, up)))).cast_unsigned() as usize
    }
}

/// Sixteen lanes in one register. Only code that runs with AVX-512 F and DQ creates one.
#[derive(Clone, Copy, Debug)]
struct Avx512(__m512i);

impl Vector for Avx512 {
    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self(op!(_mm512_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(op!(_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(op!(_mm512_or_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(op!(_mm512_xor_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(op!(_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(op!(_mm512_sub_epi32(self.0, other.0)))
    }
    #[inline(always)]
    fn shl<const BY: i32>(self) -> Self {
        Self(op!(_mm512_sll_epi32(self.0, _mm_cvtsi32_si128(BY))))
    }
    #[inline(always)]
    fn shr<const BY: i32>(self) -> Self {
        Self(op!(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(BY))))
    }
}

impl GridLanes for Avx2 {
    type One = Self;
    const GRIDS: usize = 8;
    #[inline(always)]
    fn load_row(row: &[u32; MAX_LANES]) -> Self {
        // SAFETY: at least 32 readable bytes; any alignment is fine for `loadu`.
        Self(unsafe { _mm256_loadu_si256(row.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store_row(self, row: &mut [u32; MAX_LANES]) {
        // SAFETY: at least 32 writable bytes; any alignment is fine for `storeu`.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn without_bits(self) -> u32 {
        let zero = op!(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()));
        op!(_mm256_movemask_ps(_mm256_castsi256_ps(zero))).cast_unsigned()
    }
}

impl GridLanes for Avx512 {
    type One = Avx2;
    const GRIDS: usize = 16;
    #[inline(always)]
    fn load_row(row: &[u32; MAX_LANES]) -> Self {
        // SAFETY: 64 readable bytes; any alignment is fine for `loadu`.
        Self(unsafe { _mm512_loadu_si512(row.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store_row(self, row: &mut [u32; MAX_LANES]) {
        // SAFETY: 64 writable bytes; any alignment is fine for `storeu`.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn without_bits(self) -> u32 {
        op!(_mm512_testn_epi32_mask(self.0, self.0)).into()
    }
}

impl Bytes for Avx2 {
    const ROWS: usize = 2;
    #[inline(always)]
    fn load<'a>(row: impl Fn(usize) -> &'a [u8; 16]) -> Self {
        let [low, high] = [row(0), row(1)];
        // SAFETY: 16 readable bytes each; any alignment is fine for `loadu2`.
        Self(unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) })
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        Self(op!(_mm256_set1_epi8(value.cast_signed())))
    }
    #[inline(always)]
    fn shuffle(self, at: Self) -> Self {
        Self(op!(_mm256_shuffle_epi8(self.0, at.0)))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(op!(_mm256_max_epu8(self.0, other.0)))
    }
    #[inline(always)]
    fn equal_mask(self, other: Self) -> u64 {
        u64::from(op!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(self.0, other.0))).cast_unsigned())
    }
}

/// Loads the 27 bytes from `start`, each at the bit of its cell, with zeros between them.
#[inline]
#[target_feature(enable = "avx2")]
fn in_bit_order(givens: &[u8; 81], start: usize) -> __m256i {
    // SAFETY: a slice of 16 readable bytes; `start` is at most 54, so it ends at or before byte 81.
    let from = |offset: usize| unsafe { _mm_loadu_si128(givens[start + offset..][..16].as_ptr().cast()) };
    // SAFETY: 32 readable bytes.
    let order = |part: usize| unsafe { _mm256_loadu_si256(BAND_SHUFFLE[part].as_ptr().cast()) };
    let main = _mm256_shuffle_epi8(_mm256_set_m128i(from(11), from(0)), order(0));
    let rest = _mm256_shuffle_epi8(_mm256_set_m128i(from(9), from(9)), order(1));
    _mm256_or_si256(main, rest)
}

#[cfg(test)]
mod tests {

    #[test]
    fn every_instruction_set_is_as_words() {
        use super::super::words::{assert_same_as_words, assert_same_for_each_lane, assert_same_passes};
        for features in super::CpuFeatures::detect() {
            if features.avx512 {
                assert_same_for_each_lane::<super::Avx512>();
                assert_same_passes::<super::Avx512>();
            } else {
                assert_same_as_words::<super::Avx2>();
                assert_same_for_each_lane::<super::Avx2>();
                assert_same_passes::<super::Avx2>();
            }
        }
    }
}
