//! Helpers of the tests of all crates: sizes of samples, random numbers, and files that are made from the code.

use std::{env, fs, path::Path};

/// Returns `full` where `GRIDMILL_SAMPLES` is `full`, as in the long form of the long tests, and `quick` elsewhere.
pub fn sample<T>(quick: T, full: T) -> T {
    if env::var_os("GRIDMILL_SAMPLES").is_some_and(|value| value == "full") { full } else { quick }
}

/// Asserts that a file of the repository has a text. With `GRIDMILL_BLESS`, the file gets the text first.
///
/// # Panics
///
/// If the file has another text, or cannot be read or written; names the test, as `cargo test` takes it, that rewrites the file.
pub fn assert_current(file: &str, text: &str, test: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if env::var_os("GRIDMILL_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder of the repository"))
            .expect("the folder can be made");
        fs::write(&path, text).expect("the file can be written");
    }
    let current = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n") == text;
    assert!(current, "{file} is not current: run `GRIDMILL_BLESS=1 cargo test {test}`");
}

/// Random numbers of a seed, by a linear congruential generator (D. Knuth's MMIX).
#[derive(Debug, Clone)]
pub struct Numbers(u64);

impl Numbers {
    /// Begins with this state.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number, whose higher bits are the more random ones.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// Returns a number below `end`.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for n in (1..list.len()).rev() {
            list.swap(n, self.below(n + 1));
        }
    }
}
