//! The floor plan: which room may use which, and how large a room's files may grow.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each room of `src/` and the rooms and crates it may use. Dependencies fall downwards only; among the crates of
/// `crates/`, Cargo sees to that.
const FLOORS: [(&str, &[&str]); 5] = [
    ("run", &["generate", "error"]),
    ("corpus", &["board", "solve", "technique", "generate", "pipeline", "error", "escape"]),
    ("compare", &["board", "solve", "technique", "generate", "pipeline", "error", "escape"]),
    ("report", &["board", "solve", "technique", "generate", "pipeline", "compare", "error", "escape"]),
    (
        "cli",
        &[
            "board",
            "solve",
            "technique",
            "generate",
            "pipeline",
            "corpus",
            "compare",
            "report",
            "error",
            "escape",
        ],
    ),
];

/// Lines that no file of `src/` and `crates/` may exceed.
const LONGEST_FILE: usize = 600;

/// Files of `src/` that are no room: who says what there is, and what every room may use.
const NO_ROOMS: [&str; 4] = ["lib.rs", "main.rs", "error.rs", "escape.rs"];

/// The sources of a folder, or of a room that is one file.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let file = folder.with_extension("rs");
    if file.is_file() {
        return vec![file];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
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

/// The code of a file without comments and without its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The rooms that `code` names after `crate::`, alone or in braces.
fn rooms_used(code: &str) -> BTreeSet<String> {
    let first_word =
        |path: &str| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let rooms = code.split("crate::").skip(1).flat_map(|after| match after.strip_prefix('{') {
        Some(list) => top_level_items(list),
        None => vec![after.to_owned()],
    });
    rooms.map(|path| first_word(&path)).filter(|name: &String| name.starts_with(char::is_lowercase)).collect()
}

/// The items of a list in braces, up to its closing brace.
fn top_level_items(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut items = vec![String::new()];
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            _ => {}
        }
        match items.last_mut() {
            Some(item) if c != ',' || depth > 0 => item.push(c),
            _ => items.push(String::new()),
        }
    }
    items
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let src = root().join("src");
    for (room, allowed) in FLOORS {
        for path in sources(&src.join(room)) {
            for used in rooms_used(&code(&path)) {
                let fine = used == room || allowed.contains(&used.as_str());
                assert!(fine, "{} uses {used}, which {room} may not", path.display());
            }
        }
    }
}

#[test]
fn every_room_is_on_the_plan() {
    let src = root().join("src");
    let rooms: BTreeSet<String> = fs::read_dir(src)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !NO_ROOMS.iter().any(|file| path.ends_with(file)))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(rooms, FLOORS.iter().map(|(room, _)| (*room).to_owned()).collect());
}

#[test]
fn the_scanner_sees_what_it_should() {
    let used = |code| rooms_used(code).into_iter().collect::<Vec<_>>();
    assert_eq!(used("use crate::board::Cell; let x = crate::solve::prove();"), ["board", "solve"]);
    assert_eq!(
        used("use crate::{\n    board::{Cell, Grid},\n    error::{Error, Result},\n};"),
        ["board", "error"]
    );
    assert_eq!(used("crate::PROGRAM; use crate::{Error, generate};"), ["generate"]);
    assert_eq!(
        used("use crate::{corpus::thousands, pipeline::{run::{A, B}, Plan}};"),
        ["corpus", "pipeline"]
    );
}

#[test]
fn files_stay_readable() {
    for path in all_sources() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", path.display());
    }
}

#[test]
fn each_file_opens_with_its_purpose() {
    for path in all_sources() {
        assert!(fs::read_to_string(&path).unwrap().starts_with("//! "), "{}", path.display());
    }
}

/// Only the roof prints, and only the roof knows anyhow; no crate knows a thread, a file or a clock.
#[test]
fn habits_of_the_lower_floors() {
    let src = root().join("src");
    let roof = [src.join("cli"), src.join("main.rs")];
    for path in all_sources().into_iter().filter(|path| !roof.iter().any(|roof| path.starts_with(roof))) {
        let code = code(&path);
        for word in ["println!", "eprintln!", "anyhow", "stdout()", "stderr()"] {
            assert!(!code.contains(word), "{} holds {word}", path.display());
        }
    }
    let crates = root().join("crates");
    for path in sources(&crates).into_iter().filter(|path| !path.iter().any(|part| part == "tests")) {
        let code = code(&path);
        for word in ["Instant", "std::fs", "rayon", "thread::"] {
            assert!(!code.contains(word), "{} holds {word}", path.display());
        }
    }
}
