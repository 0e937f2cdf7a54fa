//! Rules that the compiler does not check. Cargo keeps the floors: a crate uses only those below it. No files need each other in a circle,
//! which cannot be read one after the other.

use crate::prelude::*;

/// Lines that no file may exceed: what is read together stands together, up to what one can keep in mind.
const LONGEST_FILE: usize = 1_000;

/// The sources of a module: its file, its folder, or both.
fn sources(module: &Path) -> Vec<PathBuf> {
    let file = module.with_extension("rs");
    let inner =
        if module.is_dir() { sources_below(module, |path| path.ends_with("target")) } else { Vec::new() };
    file.is_file().then_some(file).into_iter().chain(inner).collect()
}

fn sources_below(folder: &Path, is_left_out: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let files = files_below(folder, &is_left_out).into_iter();
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
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
    code_of(&fs::read_to_string(path).unwrap())
}

fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
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
const NO_COLUMNS: [(&str, &[&str]); 16] = [
    ("export/bank.rs", &["w"]),
    ("jobs/src/benchmark/definition.rs", &["er", "guesses"]),
    ("jobs/src/benchmark/score.rs", &["er", "guesses"]),
    ("jobs/src/benchmark/answers.rs", &["puzzle", "solution"]),
    ("splits/equivalence.rs", &["puzzle"]),
    ("jobs/src/classes/overlap.rs", &["puzzle"]),
    ("cards/mod.rs", &["path", "transform"]),
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
    let folders = [
        "tables/src/read",
        "tables/src/write",
        "corpus/src",
        "jobs/src",
        "summary/src",
        "report/src/metrics",
    ];
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
    "jobs/src/solve.rs",
    "jobs/src/augment/mod.rs",
    "jobs/src/export/mod.rs",
    "splits/manifest.rs",
    "jobs/src/classes/dedup.rs",
    "jobs/src/canonical.rs",
    "jobs/src/minimals.rs",
    "jobs/src/rate.rs",
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

/// The one import that may close a circle: a nested chain is searched by a whole search for chains, which is the recursion of the technique.
const RECURSION: [&str; 2] = ["chaining/dynamic.rs", "chaining/mod.rs"];

/// Path of a module in its crate: `["read", "csv"]`.
type ModulePath = Vec<String>;

/// Path of an import as written.
type Import = Vec<String>;

/// The modules of a crate, each with its file and imports.
struct Crate {
    modules: BTreeMap<ModulePath, (PathBuf, Vec<Import>)>,
}

impl Crate {
    /// Reads a crate. Modules of tests are left out.
    fn read(source: &Path) -> Self {
        let mut modules = BTreeMap::new();
        let is_named =
            |path: &Path, names: &[&str]| names.iter().any(|&name| path.file_stem().unwrap() == name);
        for path in sources_below(source, |path| is_named(path, &["tests", "oracle"])) {
            let inner = path.strip_prefix(source).unwrap().with_extension("");
            let mut module: ModulePath = inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if is_named(&path, &["mod"]) || (module.len() == 1 && is_named(&path, &["lib", "main"])) {
                module.pop();
            }
            let imports = imports(&fs::read_to_string(&path).unwrap());
            modules.entry(module).or_insert((path, imports));
        }
        Self { modules }
    }

    /// Returns a path as written in a module from the root of the crate, or `None` if it leads out of the crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut start = module.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (start, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while let Some(("super", after)) =
                    rest.split_first().map(|(word, after)| (word.as_str(), after))
                {
                    start.pop();
                    rest = after;
                }
            }
            child => {
                let child: ModulePath = module.iter().cloned().chain([child.to_owned()]).collect();
                self.modules.contains_key(&child).then_some(())?;
            }
        }
        start.extend_from_slice(rest);
        Some(start)
    }

    /// Returns the module that defines what a path names: imports of the modules on its way are followed.
    fn definition(&self, path: &[String], followed: &mut BTreeSet<Vec<String>>) -> ModulePath {
        let depth = (0..=path.len()).rev().find(|&depth| self.modules.contains_key(&path[..depth])).unwrap();
        let (module, rest) = path.split_at(depth);
        let Some(name) = rest.first() else { return module.to_vec() };
        if followed.insert(path.to_vec()) {
            let (_, imports) = &self.modules[module];
            for import in imports.iter().filter(|import| import.last() == Some(name)) {
                if let Some(mut whole) = self.absolute(module, import).filter(|whole| whole != path) {
                    whole.extend_from_slice(&rest[1..]);
                    return self.definition(&whole, followed);
                }
            }
        }
        module.to_vec()
    }

    /// Returns the modules that each module imports from. A module's head, `mod.rs` or `lib.rs`, holds its children together: its imports
    /// from them are none.
    fn arrows(&self) -> BTreeMap<&ModulePath, BTreeSet<ModulePath>> {
        let arrows_of = |(module, (file, imports)): (_, &(PathBuf, Vec<Import>))| {
            let module: &ModulePath = module;
            let is_head = file.ends_with("mod.rs") || file.ends_with("lib.rs");
            let targets = imports
                .iter()
                .filter_map(|path| self.absolute(module, path))
                .map(|path| self.definition(&path, &mut BTreeSet::new()))
                .filter(|target| target != module && !(is_head && target.starts_with(module)))
                .filter(|target| {
                    !(file.ends_with(RECURSION[0]) && self.modules[target].0.ends_with(RECURSION[1]))
                });
            (module, targets.collect())
        };
        self.modules.iter().map(arrows_of).collect()
    }

    /// Returns the files of the first circle, in the order of its imports.
    fn circle(&self) -> Option<Vec<&Path>> {
        let arrows = self.arrows();
        let mut open: BTreeSet<&ModulePath> = arrows.keys().copied().collect();
        // A module that imports from no open module is in no circle.
        while let Some(&done) =
            open.iter().find(|module| arrows[**module].iter().all(|target| !open.contains(target)))
        {
            open.remove(done);
        }
        let mut way = vec![*open.first()?];
        loop {
            let next = arrows[way[way.len() - 1]].iter().find(|target| open.contains(target)).unwrap();
            if let Some(start) = way.iter().position(|module| *module == next) {
                return Some(way[start..].iter().map(|module| self.modules[*module].0.as_path()).collect());
            }
            way.push(arrows.get_key_value(next).unwrap().0);
        }
    }
}

/// Returns the imports of a source: `use` items, and paths from `crate`, `super`, `self` or a child in the code.
fn imports(text: &str) -> Vec<Import> {
    let code = code_of(text);
    let mut found = Vec::new();
    for (start, _) in code.match_indices("use ") {
        let line = code[..start].rsplit('\n').next().unwrap().trim();
        if line.is_empty() || (line.starts_with("pub") && !line.contains(' ')) {
            let tree = code[start + 4..].split(';').next().unwrap();
            leaves(&[], tree, &mut found);
        }
    }
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in code.split(|c: char| !is_path(c)).filter(|word| word.contains("::")) {
        let path: Vec<String> = word.split("::").map(str::to_owned).collect();
        if !path.iter().any(String::is_empty) {
            found.push(path);
        }
    }
    found
}

/// Adds the paths of a tree such as `super::{Cell, house::{House, peers}}`.
fn leaves(prefix: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let (head, inner) = tree.split_once('{').map_or((tree, None), |(head, inner)| (head, Some(inner)));
    let head = head.split(" as ").next().unwrap();
    let parts = head.split("::").map(str::trim).filter(|part| !part.is_empty());
    let path: Vec<String> = prefix.iter().cloned().chain(parts.map(str::to_owned)).collect();
    let Some(inner) = inner.and_then(|inner| inner.rsplit_once('}')).map(|(inner, _)| inner) else {
        if path.len() > prefix.len() {
            paths.push(path.into_iter().filter(|part| part != "*").collect());
        }
        return;
    };
    let (mut depth, mut start) = (0, 0);
    for (at, sign) in inner.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                leaves(&path, &inner[start..at], paths);
                start = at + 1;
            }
            _ => {}
        }
    }
    leaves(&path, &inner[start..], paths);
}

/// Files of a circle of three, in memory.
#[test]
fn a_circle_is_found() {
    let module = |name: &str, text: &str| {
        (vec![name.to_owned()], (PathBuf::from(format!("{name}.rs")), imports(text)))
    };
    let mut modules = BTreeMap::from([
        (Vec::new(), (PathBuf::from("lib.rs"), imports("pub use a::A;\nuse c::C;"))),
        module("a", "use super::b::{B, more::{D}};"),
        module("b", "fn f() { crate::c::C::new() }"),
        module("c", "use super::C2;"),
    ]);
    assert_eq!(Crate { modules: modules.clone() }.circle(), None);
    modules.insert(vec!["c".to_owned()], (PathBuf::from("c.rs"), imports("use crate::A;")));
    let found = Crate { modules };
    assert_eq!(found.circle().unwrap(), ["a.rs", "b.rs", "c.rs"].map(Path::new));
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for folder in crates.chain(["", "python", "npm"].map(|folder| root().join(folder))) {
        let found = Crate::read(&folder.join("src"));
        assert_eq!(found.circle(), None, "{}", folder.display());
    }
}
