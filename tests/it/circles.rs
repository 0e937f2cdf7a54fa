//! Files that need each other in a circle cannot be read one after the other: there are none. Reads the imports of every source file.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The one import that may close a circle: a nested chain is searched by a whole search for chains, which is the recursion of the technique.
const RECURSION: [&str; 2] = ["chaining/dynamic.rs", "chaining/mod.rs"];

/// Path of a module in its crate: `["read", "csv"]`.
type ModulePath = Vec<String>;

/// Import: its path as written, and true if it is `pub`.
type Import = (Vec<String>, bool);

/// The modules of a crate, each with its file and imports.
struct Crate {
    modules: BTreeMap<ModulePath, (PathBuf, Vec<Import>)>,
}

impl Crate {
    /// Reads a crate. Modules of tests are left out.
    fn read(source: &Path) -> Self {
        let mut modules = BTreeMap::new();
        let mut folders = vec![source.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                if name == "tests" || name == "oracle" {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let inner = path.strip_prefix(source).unwrap().with_extension("");
                    let mut module: ModulePath =
                        inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                    if name == "mod" || (module.len() == 1 && (name == "lib" || name == "main")) {
                        module.pop();
                    }
                    let imports = imports(&fs::read_to_string(&path).unwrap());
                    modules.entry(module).or_insert((path, imports));
                }
            }
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
            for (import, _) in imports.iter().filter(|(import, _)| import.last() == Some(name)) {
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
                .filter_map(|(path, _)| self.absolute(module, path))
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
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (start, _) in code.match_indices("use ") {
        let line = code[..start].rsplit('\n').next().unwrap().trim();
        if line.is_empty() || (line.starts_with("pub") && !line.contains(' ')) {
            let tree = code[start + 4..].split(';').next().unwrap();
            let mut paths = Vec::new();
            leaves(&[], tree, &mut paths);
            found.extend(paths.into_iter().map(|path| (path, !line.is_empty())));
        }
    }
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in code.split(|c: char| !is_path(c)).filter(|word| word.contains("::")) {
        let path: Vec<String> = word.split("::").map(str::to_owned).collect();
        if !path.iter().any(String::is_empty) {
            found.push((path, false));
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for folder in crates.chain(["", "python", "npm"].map(|folder| root.join(folder))) {
        let found = Crate::read(&folder.join("src"));
        assert_eq!(found.circle(), None, "{}", folder.display());
    }
}
