//! Rules that the compiler does not check. Cargo keeps the floors: a crate uses only those below it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use gridmill::tables::schema::Column;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Lines that no file may exceed: what is read together stands together, up to what one can keep in mind.
const LONGEST_FILE: usize = 1_000;

/// The sources of a module: its file, its folder, or both.
fn sources(module: &Path) -> Vec<PathBuf> {
    let file = module.with_extension("rs");
    let mut found: Vec<PathBuf> = file.is_file().then_some(file).into_iter().collect();
    for entry in fs::read_dir(module).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.ends_with("target") {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path).into_iter().filter(|inner| inner.starts_with(&path)));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The folder of the root package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file of the root package and of the crates.
fn all_sources() -> Vec<PathBuf> {
    ["src", "crates"].iter().flat_map(|folder| sources(&root().join(folder))).collect()
}

/// The same, and every file of the tests and benches.
fn every_file() -> Vec<PathBuf> {
    let more = ["tests", "benches"].iter().flat_map(|folder| sources(&root().join(folder)));
    all_sources().into_iter().chain(more).collect()
}

/// The code of a file without comments and without its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// A module with children is `foo/mod.rs`. Every file of the repository's folders is seen: by name, as the file system lists them.
#[cfg(unix)] // `find`
#[test]
fn every_file_is_in_one_place() {
    let listed = |folder: &str| {
        let find =
            std::process::Command::new("find").args([folder, "-name", "*.rs"]).current_dir(root()).output();
        String::from_utf8(find.unwrap().stdout)
            .unwrap()
            .lines()
            .map(|line| root().join(line))
            .collect::<Vec<_>>()
    };
    let found: Vec<PathBuf> = ["src", "crates", "tests", "benches"].into_iter().flat_map(listed).collect();
    assert!(found.len() > 300);
    let seen = every_file();
    for path in found {
        assert!(seen.contains(&path), "{} is not looked at", path.display());
        assert!(!path.with_extension("").is_dir(), "{} has a folder of its name", path.display());
    }
}

#[test]
fn files_stay_readable() {
    for path in every_file() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", path.display());
    }
}

/// Options with the names of columns.
const OPTIONS: [&str; 16] = [
    "attempts",
    "b",
    "board",
    "ed",
    "ep",
    "er",
    "givens",
    "guesses",
    "level",
    "minimal",
    "path",
    "score",
    "solution",
    "symmetry",
    "trial_depth",
    "puzzle",
];

/// Column names in text that name no column: option names, a field of the steps in a path, fields of debug output, keys of links.
const NO_COLUMNS: [(&str, &[&str]); 15] = [
    ("jobs/benchmark/definition.rs", &["er", "guesses"]),
    ("jobs/benchmark/score.rs", &["er", "guesses"]),
    ("jobs/benchmark/answers.rs", &["puzzle", "solution"]),
    ("jobs/classes/key.rs", &["puzzle"]),
    ("jobs/classes/overlap.rs", &["puzzle"]),
    ("cards/dataset.rs", &["path", "transform"]),
    ("make/job.rs", &["er", "ep", "ed"]),
    ("options/mod.rs", &OPTIONS),
    ("options/table.rs", &OPTIONS),
    ("make/run_summary.rs", &["givens", "checks", "nodes"]),
    ("read/guarded/mod.rs", &["path"]),
    ("read/links/f_puzzles.rs", &["solution"]),
    ("read/links/mod.rs", &["puzzle", "givens", "board"]),
    ("read/links/sudokupad.rs", &["solution"]),
    ("src/rating_totals.rs", &["score", "er", "solved", "hardest", "rate_ns"]),
];

/// Whatever writes, reads or measures columns takes their names from `schema`. (Pages, tables of `compare` and drawings also have
/// labels such as "givens"; they read no columns.)
#[test]
fn column_names_stand_in_the_schema_alone() {
    let crates = root().join("crates");
    let schema = crates.join("tables/src/schema");
    let folders =
        ["tables/src/read", "tables/src/write", "corpus/src", "report/src/summary", "report/src/metrics"];
    for path in folders.iter().flat_map(|folder| sources(&crates.join(folder))) {
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = code(&path);
        let fine = NO_COLUMNS.iter().filter(|(file, _)| path.ends_with(file)).flat_map(|(_, names)| *names);
        let fine: Vec<&&str> = fine.collect();
        for column in Column::all().filter(|column| !fine.contains(&&column.name())) {
            let literal = format!("\"{}\"", column.name());
            assert!(!text.contains(&literal), "{} holds {literal}", path.display());
        }
    }
    let below =
        [crates.join("board"), crates.join("solve"), crates.join("rate"), crates.join("generate"), schema];
    for path in all_sources().into_iter().filter(|path| !below.iter().any(|fine| path.starts_with(fine))) {
        for literal in ["\"_ns\"", "\"t_\""] {
            assert!(!code(&path).contains(literal), "{} holds {literal}", path.display());
        }
    }
}

/// Files below the program that write options: the commands that cards and manifests show.
const COMMANDS: [&str; 11] = [
    "jobs/count.rs",
    "jobs/augment/mod.rs",
    "jobs/export/mod.rs",
    "jobs/classes/split_manifest.rs",
    "jobs/classes/dedup.rs",
    "jobs/canonical.rs",
    "jobs/minimals.rs",
    "jobs/rate.rs",
    "make/options/table.rs",
    "cards/card.rs",
    "cards/split_card.rs",
];

/// Messages of the library name options as code, which each program spells in its own way: no text below the program has an option.
#[test]
fn no_message_below_the_program_names_an_option() {
    let is_option = |text: &str| {
        text.match_indices("--").any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + 2..].chars().next();
            before.is_some_and(|c| c == ' ' || c == '"') && after.is_some_and(|c| c.is_ascii_lowercase())
        })
    };
    for path in sources(&root().join("crates")) {
        if COMMANDS.iter().any(|file| path.ends_with(file)) || path.ends_with("tests.rs") {
            continue;
        }
        for line in code(&path).lines().filter(|line| !line.contains("#[ignore")) {
            assert!(!is_option(line), "{}: {}", path.display(), line.trim());
        }
    }
}

/// A doc comment begins with a verb in the third person or with the noun that it describes, and says things in standard terms.
#[test]
fn doc_comments_begin_with_a_verb_or_a_noun() {
    let paragraph = |line: &str| {
        let text = line.trim_start().strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        text.map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    for path in every_file() {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let first = paragraph(line).split(' ').next().unwrap_or_default().to_owned();
            assert!(
                !["What", "How", "Whether", "So"].contains(&first.as_str()),
                "{}:{number}: {line}",
                path.display()
            );
        }
    }
}

#[test]
fn each_file_opens_with_its_purpose() {
    for path in all_sources() {
        assert!(fs::read_to_string(&path).unwrap().starts_with("//! "), "{}", path.display());
    }
}

/// Crates that use no thread, no file and no clock.
const PURE: [&str; 6] = ["board", "solve", "rate", "generate", "env", "traces"];

/// Only `cli` and examples print, and only `cli` uses anyhow. Puzzles are made, solved and rated without threads, files and clocks.
#[test]
fn habits_of_the_lower_floors() {
    let src = root().join("src");
    let top = [src.join("cli"), src.join("main.rs")];
    let is_of_tests = |path: &Path| path.iter().any(|part| part == "tests" || part == "examples");
    let below = all_sources().into_iter().filter(|path| !top.iter().any(|top| path.starts_with(top)));
    for path in below.filter(|path| !is_of_tests(path)) {
        let code = code(&path);
        for word in ["println!", "eprintln!", "anyhow", "stdout()", "stderr()", "clap::"] {
            assert!(!code.contains(word), "{} holds {word}", path.display());
        }
    }
    let crates = root().join("crates");
    let pure = PURE.iter().flat_map(|name| sources(&crates.join(name)));
    for path in pure.filter(|path| !is_of_tests(path)) {
        let code = code(&path);
        for word in ["Instant", "std::fs", "rayon", "thread::"] {
            assert!(!code.contains(word), "{} holds {word}", path.display());
        }
    }
}

/// Every check runs with the oldest version of Rust that `Cargo.toml` allows.
#[test]
fn the_stated_version_of_rust_is_the_checked_one() {
    let value = |file: &str, key: &str| {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        line.trim_matches([' ', '=', '"']).to_owned()
    };
    assert_eq!(value("rust-toolchain.toml", "channel"), value("Cargo.toml", "rust-version") + ".0");
}
