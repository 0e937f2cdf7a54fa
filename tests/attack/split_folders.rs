//! Folders with splits, as they are on disk.

use crate::{
    corpora::{Entry, Tree, tree},
    tally::{Kind, Verdict, fail},
};
use gridmill::corpus::SplitManifest;
use std::path::Path;

/// Checks a folder after a run that did not end: the manifest parses, and names only files that are there with its hashes.
pub(crate) fn whole_so_far(root: &Path) -> Verdict {
    let found = tree(root);
    if found.contains_key("manifest.json") { check_files(root, &found).map(drop) } else { Ok(()) }
}

/// Checks that a finished folder is sound by itself: its manifest is complete, and nothing but its files lies in `data/`.
pub(crate) fn sound(root: &Path) -> Verdict {
    let found = tree(root);
    let manifest = check_files(root, &found)?;
    let files = found.keys().filter(|name| name.starts_with("data/")).count();
    if !manifest.complete || files != manifest.files.len() {
        return fail(Kind::Lost, format!("{files} files where the manifest names {}", manifest.files.len()));
    }
    let planned: u64 = manifest.plan.iter().flat_map(|plan| &plan.splits).map(|split| split.rows).sum();
    let rows: u64 = manifest.files.iter().map(|file| file.rows).sum();
    if rows != planned {
        return fail(Kind::Lost, format!("{rows} rows where {planned} are planned"));
    }
    is_clean(root)
}

/// Checks that a finished folder holds nothing that a run works with.
pub(crate) fn is_clean(root: &Path) -> Verdict {
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
