//! Helpers of the tests of all crates: sizes of samples, and files that are made from the code.

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
