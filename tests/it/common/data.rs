//! Collections of known puzzles, read in place: the folder `GRIDMILL_DATA`, or `../shared/data` next to the repository.

use std::{fs, io::Write as _, path::PathBuf};

/// Reads files of the folder, `None` for each that is not there. Their number goes to standard error, past the harness that keeps
/// back the output of tests that pass.
pub(crate) fn read<const N: usize>(test: &str, names: [&str; N]) -> [Option<String>; N] {
    let default = || concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data").into();
    let folder = std::env::var_os("GRIDMILL_DATA").map_or_else(default, PathBuf::from);
    let texts = names.map(|name| fs::read_to_string(folder.join(name)).ok());
    let absent = texts.iter().filter(|text| text.is_none()).count();
    if absent > 0 {
        let line = format!(
            "{test}: skipped {absent} of {N} collections, not in {}; GRIDMILL_DATA may name another folder\n",
            folder.display()
        );
        // A test does not depend on whether anyone reads this.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    texts
}
