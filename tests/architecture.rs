//! The layers: which module may use which, and how long a file may grow.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use gridmill::schema::Column;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each module of `src/` and the modules and crates it may use. Dependencies point downwards only; among the crates of
/// `crates/`, Cargo sees to that.
const LAYERS: [(&str, &[&str]); 8] = [
    ("run", &["generate", "error"]),
    ("schema", &["board", "rate", "pipeline"]),
    ("facts", &["board", "rate", "generate", "pipeline", "schema"]),
    ("storage", &["error"]),
    (
        "corpus",
        &["board", "solve", "rate", "generate", "pipeline", "schema", "facts", "storage", "error", "escape"],
    ),
    ("compare", &["board", "solve", "rate", "generate", "pipeline", "error", "escape"]),
    (
        "report",
        &["board", "solve", "rate", "generate", "pipeline", "schema", "facts", "compare", "error", "escape"],
    ),
    (
        "cli",
        &[
            "board", "solve", "rate", "generate", "pipeline", "schema", "facts", "corpus", "compare",
            "report", "storage", "error", "escape",
        ],
    ),
];

/// Lines that no file may exceed.
const LONGEST_FILE: usize = 600;

/// Files of `src/` that are no layer: the roots, the functions for the common cases, and modules that every module may use.
const NO_MODULES: [&str; 5] = ["lib.rs", "main.rs", "front_door.rs", "error.rs", "escape.rs"];

/// The sources of a module: its file, its folder, or both.
fn sources(module: &Path) -> Vec<PathBuf> {
    let file = module.with_extension("rs");
    let mut found: Vec<PathBuf> = file.is_file().then_some(file).into_iter().collect();
    for entry in fs::read_dir(module).into_iter().flatten() {
        let path = entry.unwrap().path();
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

/// The modules that `code` names after `crate::`, alone or in braces.
fn modules_used(code: &str) -> BTreeSet<String> {
    let first_word =
        |path: &str| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let modules = code.split("crate::").skip(1).flat_map(|after| match after.strip_prefix('{') {
        Some(list) => top_level_items(list),
        None => vec![after.to_owned()],
    });
    modules
        .map(|path| first_word(&path))
        .filter(|name: &String| name.starts_with(char::is_lowercase))
        .collect()
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
fn modules_use_only_modules_below_them() {
    let src = root().join("src");
    for (module, allowed) in LAYERS {
        for path in sources(&src.join(module)) {
            for used in modules_used(&code(&path)) {
                let fine = used == module || allowed.contains(&used.as_str());
                assert!(fine, "{} uses {used}, which {module} may not", path.display());
            }
        }
    }
}

#[test]
fn every_module_has_a_layer() {
    let src = root().join("src");
    let modules: BTreeSet<String> = fs::read_dir(src)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !NO_MODULES.iter().any(|file| path.ends_with(file)))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(modules, LAYERS.iter().map(|(module, _)| (*module).to_owned()).collect());
}

#[test]
fn the_scanner_sees_what_it_should() {
    let used = |code| modules_used(code).into_iter().collect::<Vec<_>>();
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

/// A module with children is `foo/mod.rs`. Every file of the repository's folders is seen: by name, as the file system lists them.
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
        assert!(!path.with_extension("").is_dir(), "{} stands beside a folder of its name", path.display());
    }
}

#[test]
fn files_stay_readable() {
    for path in every_file() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", path.display());
    }
}

/// Column names in text that name no column: option names, a field of the steps in a path, fields of debug output.
const NO_COLUMNS: [(&str, &[&str]); 4] = [
    ("corpus/classes/key.rs", &["puzzle"]),
    ("corpus/dataset.rs", &["path", "transform"]),
    ("corpus/job.rs", &["er", "ep", "ed"]),
    ("corpus/read/guarded/mod.rs", &["path"]),
];

/// Whatever writes, reads or measures columns takes their names from `schema`. (Pages, tables of `compare` and drawings also have
/// labels such as "givens"; they read no columns.)
#[test]
fn column_names_stand_in_the_schema_alone() {
    let src = root().join("src");
    let folders = ["corpus", "report/summary", "report/metrics"];
    for path in folders.iter().flat_map(|folder| sources(&src.join(folder))) {
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
    for path in sources(&src).into_iter().filter(|path| !path.starts_with(src.join("schema"))) {
        for literal in ["\"_ns\"", "\"t_\""] {
            assert!(!code(&path).contains(literal), "{} holds {literal}", path.display());
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

/// Only `cli` prints, and only `cli` uses anyhow. No crate uses a thread, a file or a clock.
#[test]
fn habits_of_the_lower_layers() {
    let src = root().join("src");
    let top = [src.join("cli"), src.join("main.rs")];
    for path in all_sources().into_iter().filter(|path| !top.iter().any(|top| path.starts_with(top))) {
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
