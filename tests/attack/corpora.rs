//! Folders as they are on disk, and whether a corpus or splits in one are whole.

use crate::prelude::*;
use gridmill::corpus::{Manifest, Sources, SplitManifest};

/// Entry at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A file with these bytes.
    File(Vec<u8>),
    /// A folder.
    Folder,
    /// A symbolic link to this path.
    Link(String),
    /// A pipe or a device, which is not read.
    Special,
}

/// Everything below a folder, by path from there.
pub(crate) type Tree = BTreeMap<String, Entry>;

/// Reads a folder; empty if there is none.
pub(crate) fn tree(root: &Path) -> Tree {
    let mut all = Tree::new();
    gather(root, "", &mut all);
    all
}

fn gather(folder: &Path, prefix: &str, all: &mut Tree) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_symlink() {
            let target = fs::read_link(&path).unwrap_or_default();
            all.insert(name, Entry::Link(target.display().to_string()));
        } else if kind.is_dir() {
            gather(&path, &format!("{name}/"), all);
            all.insert(name, Entry::Folder);
        } else if !kind.is_file() {
            all.insert(name, Entry::Special);
        } else {
            all.insert(name, Entry::File(fs::read(&path).unwrap_or_default()));
        }
    }
}

/// Writes a tree below a folder.
pub(crate) fn plant(root: &Path, tree: &Tree) {
    fs::create_dir_all(root).unwrap();
    for (name, entry) in tree {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match entry {
            Entry::File(bytes) => fs::write(&path, bytes).unwrap(),
            Entry::Folder => fs::create_dir_all(&path).unwrap(),
            Entry::Special => panic!("{name} cannot be planted"),
            Entry::Link(target) => std::os::unix::fs::symlink(target, &path).unwrap(),
        }
    }
}

/// The tree without the folder of work, which a run may leave.
pub(crate) fn settled(tree: &Tree) -> Tree {
    tree.iter()
        .filter(|(name, _)| !(name.as_str() == ".work" || name.starts_with(".work/")))
        .map(|(name, entry)| (name.clone(), entry.clone()))
        .collect()
}

/// The first difference between two trees, in words.
pub(crate) fn difference(expected: &Tree, found: &Tree) -> Option<String> {
    let names = expected.keys().chain(found.keys());
    let name = names.into_iter().find(|&name| expected.get(name) != found.get(name))?;
    let shown = |entry: Option<&Entry>| match entry {
        None => "absent".to_owned(),
        Some(Entry::File(bytes)) => {
            format!("a file of {} bytes ({})", bytes.len(), &blake3::hash(bytes).to_hex()[..8])
        }
        Some(Entry::Folder) => "a folder".to_owned(),
        Some(Entry::Special) => "a pipe or a device".to_owned(),
        Some(Entry::Link(target)) => format!("a link to {target}"),
    };
    Some(format!("{name} is {} and should be {}", shown(found.get(name)), shown(expected.get(name))))
}

/// Checks that a finished tree is the expected one.
pub(crate) fn equal(expected: &Tree, root: &Path) -> Verdict {
    match difference(&settled(expected), &settled(&tree(root))) {
        None => Ok(()),
        Some(difference) => fail(Kind::Lost, difference),
    }
}

/// Checks a corpus folder after a run that did not end: every file in `data/` is whole and the one expected, the manifest
/// parses and names only files that are there with its hashes, and nothing else lies about. Returns the shards that the
/// manifest names.
pub(crate) fn whole_so_far(root: &Path, expected: &Tree) -> Verdict<u64> {
    let found = settled(&tree(root));
    for (name, entry) in &found {
        if name != "manifest.json" && expected.get(name) != Some(entry) {
            let only = |tree: &Tree| {
                tree.get_key_value(name)
                    .map(|(name, entry)| (name.clone(), entry.clone()))
                    .into_iter()
                    .collect()
            };
            let difference = difference(&only(expected), &only(&found)).unwrap_or_default();
            return fail(Kind::Lost, format!("after the end, {difference}"));
        }
    }
    if !found.contains_key("manifest.json") {
        return Ok(0);
    }
    let manifest = match Manifest::read(&root.join("manifest.json")) {
        Ok(manifest) => manifest,
        Err(error) => return fail(Kind::Lost, format!("after the end, {error}")),
    };
    for shard in &manifest.shards {
        let Some(Entry::File(bytes)) = found.get(&format!("data/{}", shard.name)) else {
            return fail(Kind::Lost, format!("the manifest names {}, which is not there", shard.name));
        };
        if blake3::hash(bytes).to_string() != shard.blake3 || bytes.len() as u64 != shard.size_bytes {
            return fail(Kind::Lost, format!("{} is not the file that the manifest names", shard.name));
        }
    }
    Ok(manifest.shards.len() as u64)
}

/// Checks that a finished corpus is sound by itself: its manifest is complete for its part, hashes agree, and every row of
/// every shard is a puzzle.
pub(crate) fn sound(root: &Path) -> Verdict {
    let expected = settled(&tree(root));
    let shards = whole_so_far(root, &expected)?;
    let manifest =
        Manifest::read(&root.join("manifest.json")).map_err(|error| (Kind::Lost, error.to_string()))?;
    let planned: u64 = manifest.planned().iter().map(|rows| rows.end - rows.start).sum();
    let mut rows = 0;
    for shard in &manifest.shards {
        let files = vec![root.join("data").join(&shard.name)];
        let puzzles = gridmill::tables::read::Puzzles::new(&Sources::from(files), manifest.job.plan.shape);
        let puzzles = puzzles.map_err(|error| (Kind::Lost, error.to_string()))?;
        let whole = usize::try_from(shard.rows).unwrap_or(usize::MAX);
        for row in puzzles.take(whole) {
            row.map_err(|error| (Kind::Lost, error.to_string()))?;
            rows += 1;
        }
    }
    if shards == 0 || rows != planned {
        return fail(Kind::Lost, format!("{rows} rows in {shards} shards where {planned} are planned"));
    }
    Ok(())
}

/// Checks a folder after a run that did not end: the manifest parses, and names only files that are there with its hashes.
pub(crate) fn splits_whole_so_far(root: &Path) -> Verdict {
    let found = tree(root);
    if found.contains_key("manifest.json") { check_files(root, &found).map(drop) } else { Ok(()) }
}

/// Checks that a finished folder is sound by itself: its manifest is complete, and nothing but its files lies in `data/`.
pub(crate) fn sound_splits(root: &Path) -> Verdict {
    let found = tree(root);
    let manifest = check_files(root, &found)?;
    let files = found.keys().filter(|name| name.starts_with("data/")).count();
    if !manifest.complete || files != manifest.files.len() {
        return fail(Kind::Lost, format!("{files} files where the manifest names {}", manifest.files.len()));
    }
    let planned: u64 = manifest.plan.iter().flat_map(|plan| &plan.splits).map(|split| split.rows).sum();
    let rows: u64 = manifest.files.iter().map(|file| file.rows).sum();
    fail_if(rows != planned, Kind::Lost, || format!("{rows} rows where {planned} are planned"))?;
    is_clean_of_work(root)
}

/// Checks that a finished folder holds nothing that a run works with.
pub(crate) fn is_clean_of_work(root: &Path) -> Verdict {
    let left = tree(root).into_keys().find(|name| name.starts_with(".work/"));
    left.map_or(Ok(()), |name| fail(Kind::Lost, format!("{name} is left in a finished folder")))
}

fn check_files(root: &Path, found: &Tree) -> Verdict<SplitManifest> {
    let manifest = SplitManifest::read(&root.join("manifest.json"))
        .map_err(|error| (Kind::Lost, format!("after the end, {error}")))?;
    for file in &manifest.files {
        let Some(Entry::File(bytes)) = found.get(&format!("data/{}", file.name)) else {
            return fail(Kind::Lost, format!("the manifest names {}, which is not there", file.name));
        };
        if blake3::hash(bytes).to_string() != file.blake3 || bytes.len() as u64 != file.size_bytes {
            return fail(Kind::Lost, format!("{} is not the file that the manifest names", file.name));
        }
    }
    Ok(manifest)
}
