//! Inputs are never replaced or removed, by whatever names they are read and written.

#[cfg(unix)]
use super::common::Runs;
use super::common::{gridmill, tree};
use std::{fs, path::Path};

/// Makes a link. On Windows that takes a privilege, and the commands with links are left out.
fn link(target: &str, path: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, path).unwrap();
    #[cfg(windows)]
    let _ = (target, path);
}

#[test]
fn inputs_are_neither_replaced_nor_removed() {
    let place = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let quiet = if line.starts_with("merge") { None } else { Some("--progress=never") };
        let args = line.split(' ').chain(quiet);
        gridmill().current_dir(place.path()).args(args).assert()
    };
    let generate = "generate --seed=1 --givens=46 --count=40 --no-timings --shard-rows=20 --format=csv";
    run(&format!("{generate} --out=corpus")).success();
    let path = |name: &str| place.path().join(name);
    fs::create_dir(path("rows")).unwrap();
    fs::copy(path("corpus/data/part-00000-of-00002.csv"), path("rows/a.csv")).unwrap();
    // A folder whose shards are those of the corpus, by a link and by their inodes.
    for name in ["linked", "hard"] {
        fs::create_dir(path(name)).unwrap();
        fs::copy(path("corpus/manifest.json"), path(name).join("manifest.json")).unwrap();
    }
    link("../corpus/data", &path("linked/data"));
    fs::create_dir(path("hard/data")).unwrap();
    for number in 0..2 {
        let shard = format!("data/part-0000{number}-of-00002.csv");
        fs::hard_link(path("corpus").join(&shard), path("hard").join(&shard)).unwrap();
    }
    link("corpus", &path("alias"));
    let before = tree(place.path());
    for line in [
        "canonical rows --out rows/a.csv --overwrite",
        "rate rows --out rows/a.csv --overwrite",
        "augment rows --times=1 --out rows/a.csv --overwrite",
        "export rows --to=sudoku-extreme --out rows/a.csv --overwrite",
        "dedup rows --out rows/a.csv --overwrite",
        "dedup rows --out kept.csv --report rows/a.csv --overwrite",
        "report rows --out rows/a.csv --overwrite",
        "report corpus --out corpus/croissant.json --overwrite",
        "split corpus --out corpus --overwrite",
        "split linked --out corpus --overwrite",
        "split hard --out corpus --overwrite",
        "split corpus --out alias --overwrite",
        "split rows --exclude linked --out corpus --overwrite",
        "dedup linked --out corpus --overwrite",
        "merge linked --out corpus --overwrite",
        "merge hard --out corpus --overwrite",
        "generate --from linked --count=3 --out corpus --overwrite",
        "generate --seed=1 --givens=46 --count=40 --no-timings --shard-rows=20 --format=csv --out=corpus --resume --report corpus/croissant.json",
    ]
    .into_iter()
    .filter(|line| cfg!(unix) || !["linked", "alias"].iter().any(|link| line.contains(link)))
    {
        let failed = run(line).code(2);
        let said = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
        assert!(
            ["is an input", "is a file of a corpus"].iter().any(|why| said.contains(why)),
            "{line}: {said}"
        );
        assert!(tree(place.path()) == before, "{line} has changed a file");
    }
}

/// A name that is not UTF-8 is said, and not passed over.
#[cfg(unix)]
#[test]
fn names_of_files_are_not_passed_over() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("rows")).unwrap();
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    for name in [&b"a.txt"[..], b"b\xff.txt"] {
        fs::write(place.path().join("rows").join(std::ffi::OsStr::from_bytes(name)), puzzle).unwrap();
    }
    let said = gridmill().current_dir(place.path()).args(["rate", "rows", "--progress=never"]).stderr_text(1);
    assert_eq!(said, "error: reading rows: it holds \"b\\xff.txt\", a name that is not UTF-8; rename it\n");
}
