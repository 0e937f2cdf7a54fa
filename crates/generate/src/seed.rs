//! Seeds: derives the 32-byte seed of a puzzle from the master seed and the puzzle's index.
//!
//! ```text
//! text of --seed --derive_key("gridmill ... stream 1")--> master key
//! master key --keyed hash(domain, index, 0)--------------> puzzle seed -----> Pcg64 of its first grid
//! puzzle seed --keyed hash(domain, 0, n)-----------------> Pcg64 of its n-th further grid
//! puzzle seed --keyed hash(domain, 0, n)-----------------> Pcg64 that completes an input grid for the n-th time
//! puzzle seed --keyed hash(domain, 0, n)-----------------> Pcg64 of the board of its n-th puzzle
//! master key --keyed hash(domain, index / K, 0)----------> seed of the grids that K puzzles in a row share, if any do
//! ```
//!
//! BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn 2020) keeps the seeds of neighbouring indices and neighbouring
//! master seeds apart; `master + index` would make the corpora of seeds 1 and 2 share nearly all puzzles, and
//! streams cut from one PCG by `advance` are correlated.

use rand::SeedableRng;
use rand_pcg::Pcg64;
use std::{fmt, str::FromStr};

/// Names the first version, because seeds are still derived as then.
const CONTEXT: &str = "gridmill 2026-11-21 master seed, stream 1";

/// Purpose of a keyed hash; no domain serves two purposes.
#[derive(Debug, Clone, Copy)]
#[repr(u8)]
enum Domain {
    Puzzle = 1,
    FurtherGrid = 2,
    SharedGrid = 3,
    Quotas = 4,
    LonePuzzle = 5,
    Completion = 6,
    RatingQuotas = 7,
    SymmetryQuotas = 8,
    QuotaBlock = 9,
    Board = 12,
}

/// Seed of a whole corpus: a number, 32 bytes, or any text.
#[derive(Clone, PartialEq, Eq)]
pub struct MasterSeed {
    text: String,
    key: [u8; 32],
}

/// Error of an empty master seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the seed is empty; give a number, 64 hexadecimal digits or any text")]
pub struct EmptySeed;

impl MasterSeed {
    /// Creates a seed of 32 random bytes from the operating system.
    ///
    /// # Panics
    /// Panics if the operating system provides no random numbers.
    #[cfg(feature = "os-random")]
    pub fn random() -> Self {
        Self::from_bytes(random_seed())
    }

    fn from_bytes(bytes: [u8; 32]) -> Self {
        Self { text: blake3::Hash::from_bytes(bytes).to_string(), key: derive(b'b', &bytes) }
    }

    /// Returns the seed of puzzle `index`.
    pub fn puzzle_seed(&self, index: u64) -> [u8; 32] {
        keyed(&self.key, Domain::Puzzle, index, 0)
    }

    /// Returns the seed of the grids that the puzzles of `group` share.
    pub(super) fn grid_seed(&self, group: u64) -> [u8; 32] {
        keyed(&self.key, Domain::SharedGrid, group, 0)
    }

    /// Returns the key that spreads quotas over a corpus.
    pub(super) fn quota_key(&self) -> [u8; 32] {
        keyed(&self.key, Domain::Quotas, 0, 0)
    }

    /// Returns the key that spreads quotas of ratings over a corpus.
    pub(super) fn rating_quota_key(&self) -> [u8; 32] {
        keyed(&self.key, Domain::RatingQuotas, 0, 0)
    }

    /// Returns the key that spreads quotas of symmetries over a corpus without other quotas.
    pub(super) fn symmetry_quota_key(&self) -> [u8; 32] {
        keyed(&self.key, Domain::SymmetryQuotas, 0, 0)
    }
}

/// Returns 32 random bytes from the operating system.
#[cfg(feature = "os-random")]
pub(super) fn random_seed() -> [u8; 32] {
    let mut bytes = [0; 32];
    let filled = rand::TryRng::try_fill_bytes(&mut rand::rngs::SysRng, &mut bytes);
    assert!(filled.is_ok(), "the operating system gave no random numbers");
    bytes
}

/// Returns the key that spreads quotas over a block of rows, from the key of the quotas.
pub(super) fn block_key(key: &[u8; 32], block: u64) -> [u8; 32] {
    keyed(key, Domain::QuotaBlock, block, 0)
}

/// Returns the random numbers for grid `n` (from 0) of the puzzle with this seed.
pub(super) fn grid_rng(puzzle_seed: &[u8; 32], n: u64) -> Pcg64 {
    match n {
        0 => Pcg64::from_seed(*puzzle_seed),
        n => Pcg64::from_seed(keyed(puzzle_seed, Domain::FurtherGrid, 0, n)),
    }
}

/// Returns the random numbers that complete an input grid for pass `n` of the puzzle, or the puzzles, with this seed. They
/// are not those of the dig, so that a grid with one solution is dug in the same way whether it is complete or not.
pub(super) fn completion_rng(seed: &[u8; 32], n: u64) -> Pcg64 {
    Pcg64::from_seed(keyed(seed, Domain::Completion, 0, n))
}

/// Returns the random numbers for the board of the `n`-th puzzle (from 0) that was dug from this seed and had no other flaw.
pub(super) fn board_rng(puzzle_seed: &[u8; 32], n: u64) -> Pcg64 {
    Pcg64::from_seed(keyed(puzzle_seed, Domain::Board, 0, n))
}

/// Returns the random numbers that decide, for a puzzle outside a corpus, what its place in a corpus would decide.
pub(super) fn lone_rng(puzzle_seed: &[u8; 32]) -> Pcg64 {
    Pcg64::from_seed(keyed(puzzle_seed, Domain::LonePuzzle, 0, 0))
}

fn keyed(key: &[u8; 32], domain: Domain, index: u64, attempt: u64) -> [u8; 32] {
    let mut message = [0; 17];
    message[0] = domain as u8;
    message[1..9].copy_from_slice(&index.to_le_bytes());
    message[9..].copy_from_slice(&attempt.to_le_bytes());
    *blake3::keyed_hash(key, &message).as_bytes()
}

/// Derives a key. The first byte distinguishes the number 42 from the text "42" in other encodings.
fn derive(kind: u8, bytes: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
    hasher.update(&[kind]).update(bytes);
    *hasher.finalize().as_bytes()
}

impl FromStr for MasterSeed {
    type Err = EmptySeed;

    /// Parses decimal digits that fit a `u64` as a number, 64 hexadecimal digits as bytes, anything else as text.
    fn from_str(text: &str) -> Result<Self, EmptySeed> {
        if text.is_empty() {
            return Err(EmptySeed);
        }
        let number =
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
        Ok(match (number, blake3::Hash::from_hex(text)) {
            (Some(number), _) => number.into(),
            (None, Ok(bytes)) => Self::from_bytes(bytes.into()),
            (None, Err(_)) => Self { text: text.to_owned(), key: derive(b't', text.as_bytes()) },
        })
    }
}

impl From<u64> for MasterSeed {
    /// Returns the seed that the number's digits parse to.
    fn from(number: u64) -> Self {
        Self { text: number.to_string(), key: derive(b'n', &number.to_le_bytes()) }
    }
}

gridmill_board::text_in_data!(MasterSeed);

impl fmt::Display for MasterSeed {
    /// Writes a form that parses to the same seed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for MasterSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MasterSeed({:?})", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng as _;

    fn seed(text: &str) -> MasterSeed {
        text.parse().unwrap()
    }

    /// Part of the stream: these values never change within a stream version.
    #[test]
    fn value_stability() {
        let masters =
            ["42", "0", "18446744073709551615", "18446744073709551616", "a garden", &"5a".repeat(32)];
        let seeds = masters.map(|text| {
            (
                text,
                [0, 1, u64::MAX]
                    .map(|index| blake3::Hash::from_bytes(seed(text).puzzle_seed(index)).to_string()),
            )
        });
        insta::assert_debug_snapshot!("puzzle_seeds", seeds);
        let puzzle = seed("42").puzzle_seed(0);
        insta::assert_debug_snapshot!("first_words", [0, 1, 2].map(|n| grid_rng(&puzzle, n).next_u64()));
    }

    #[test]
    fn forms_of_one_seed_agree_and_others_differ() {
        assert_eq!(seed("042"), seed("42"));
        assert_eq!(seed(&"AB".repeat(32)), seed(&"ab".repeat(32)));
        for other in ["+42", "42 ", "0x2a", "43"] {
            assert_ne!(seed(other).puzzle_seed(0), seed("42").puzzle_seed(0), "{other}");
        }
        assert_eq!("".parse::<MasterSeed>(), Err(EmptySeed));
    }

    #[test]
    fn the_shown_form_parses_to_the_same_seed() {
        for original in [seed("42"), seed("a garden"), MasterSeed::random()] {
            assert_eq!(seed(&original.to_string()), original);
        }
    }

    /// Neither neighbouring indices nor neighbouring masters share a seed.
    #[test]
    fn neighbours_share_nothing() {
        let all: std::collections::BTreeSet<_> = (0..100)
            .flat_map(|master| (0..100).map(move |index| seed(&master.to_string()).puzzle_seed(index)))
            .collect();
        assert_eq!(all.len(), 10_000);
    }
}
