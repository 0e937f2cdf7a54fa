//! `dedup`, `split` and `overlap`: which rows are the same up to symmetry, and what becomes of them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{Folder, Runs, column, data_bytes, everything, gridmill, manifest, parsed, run_in};
use gridmill::{
    board::{Cell, Grid, Shape},
    corpus::{Equivalence, EquivalenceInputs, IfExists, RunHooks, SplitJob},
    generate::random_transform,
    rate::SinglesClosure,
    tables::{
        read::{GridColumns, Invalid},
        write::Format,
    },
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
};

/// Minimal puzzles as text, all of different classes.
fn puzzles(count: usize, seed: &str) -> Vec<String> {
    let count = count.to_string();
    let args = ["generate", "-n", &count, "--seed", seed, "--out=-", "--progress=never"];
    let run = gridmill().args(args).assert().success();
    column(&run.get_output().stdout, "puzzle")
}

/// A random image of each puzzle.
fn images(puzzles: &[String], seed: u8) -> Vec<String> {
    let mut rng = Pcg64::from_seed([seed; 32]);
    let image = |puzzle: &String| {
        let transform = random_transform(&mut rng, Shape::STANDARD);
        transform.grid(&puzzle.parse::<Grid>().unwrap()).to_string()
    };
    puzzles.iter().map(image).collect()
}

fn form(puzzle: &str) -> String {
    puzzle.parse::<Grid>().unwrap().canonical().unwrap().form.to_string()
}

fn write(path: &Path, puzzles: &[String]) {
    fs::write(
        path,
        format!(
            "puzzle,note\n{}",
            puzzles.iter().enumerate().map(|(n, p)| format!("{p},{n}\n")).collect::<String>()
        ),
    )
    .unwrap();
}

/// A run that must fail with this exit code: its last line.
fn refused(folder: &Path, args: &[&str], code: i32) -> String {
    let message = gridmill().current_dir(folder).args(args).stderr_text(code);
    message.lines().last().unwrap().to_owned()
}

/// Puzzles of each file of a folder, by split.
fn splits(folder: &Folder) -> BTreeMap<String, Vec<String>> {
    let mut splits: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, bytes) in data_bytes(folder) {
        splits
            .entry(name.split('-').next().unwrap().to_owned())
            .or_default()
            .extend(column(&bytes, "puzzle"));
    }
    splits
}

fn dedup(folder: &Path, by: &str, threads: &str) -> (Vec<String>, Value) {
    let args = ["dedup", "all.csv", "--by", by, "-j", threads, "--out=kept.csv", "--overwrite", "--json"];
    let summary = serde_json::from_str(&run_in(folder, &args)).unwrap();
    (column(&fs::read(folder.join("kept.csv")).unwrap(), "note"), summary)
}

/// 40 puzzles, their images, the first ten again, and a second puzzle of each of five solutions.
#[test]
fn dedup_keeps_the_first_of_each_class() {
    let folder = tempfile::tempdir().unwrap();
    let first = puzzles(40, "dedup");
    let more: Vec<String> = first[..5].iter().map(|puzzle| easier(puzzle)).collect();
    let all = [&first[..], &images(&first, 1), &first[..10], &images(&more, 2)].concat();
    write(&folder.path().join("all.csv"), &all);
    let numbers = |ranges: &[std::ops::Range<usize>]| {
        ranges.iter().flat_map(Clone::clone).map(|n| n.to_string()).collect::<Vec<_>>()
    };
    for threads in ["1", "3"] {
        let (kept, summary) = dedup(folder.path(), "row", threads);
        assert_eq!(kept, numbers(&[0..80, 90..95]));
        assert_eq!(
            (&summary["equal"], &summary["equivalent"], &summary["groups"]),
            (&10.into(), &0.into(), &10.into())
        );
        let (kept, summary) = dedup(folder.path(), "puzzle", threads);
        assert_eq!(kept, numbers(&[0..40, 90..95]));
        assert_eq!(
            (&summary["equal"], &summary["equivalent"], &summary["groups"]),
            (&10.into(), &40.into(), &40.into())
        );
        let (kept, summary) = dedup(folder.path(), "grid", threads);
        assert_eq!(kept, numbers(&[0..40, 40..40]));
        assert_eq!((&summary["rows"], &summary["kept"]), (&95.into(), &40.into()));
    }
    run_in(folder.path(), &["dedup", "all.csv", "--by=puzzle", "--out=k.parquet", "--report=groups.csv"]);
    let report = fs::read(folder.path().join("groups.csv")).unwrap();
    let (groups, kept) = (column(&report, "group"), column(&report, "kept"));
    assert_eq!(groups.len(), 90);
    // Lines of a table are counted from its header on.
    let places: Vec<usize> =
        column(&report, "row").iter().map(|row| row.parse::<usize>().unwrap() - 2).collect();
    for ((&place, group), (kept, puzzle)) in
        places.iter().zip(&groups).zip(kept.iter().zip(column(&report, "puzzle")))
    {
        let first: usize = group.parse().unwrap();
        assert_eq!((form(&puzzle), kept == "true"), (form(&all[first]), place == first));
        assert_eq!(puzzle, all[place]);
    }
    let again = run_in(folder.path(), &["dedup", "k.parquet"]);
    assert_eq!(column(again.as_bytes(), "note"), numbers(&[0..40, 90..95]));
}

/// Puzzles of several kinds in addition to 60 first ones: with a given more that singles place, and with one that they do not.
#[test]
fn dedup_by_expansion_keeps_one_of_those_that_singles_lead_to_the_same_grid() {
    let folder = tempfile::tempdir().unwrap();
    let first = puzzles(60, "expansion");
    let mut closure = SinglesClosure::new(Shape::STANDARD);
    let (mut same, mut other) = (Vec::new(), Vec::new());
    for puzzle in &first {
        let (grid, expansion) = (puzzle.parse().unwrap(), closure.expand(&puzzle.parse().unwrap()).unwrap());
        let gridmill::solve::Solutions::Unique(solution) = gridmill::solve(&grid) else {
            panic!("no puzzle")
        };
        assert!(expansion.is_within(&solution));
        let more = |is_placed: bool| {
            let is_such =
                |&cell: &Cell| grid.get(cell).is_none() && expansion.get(cell).is_some() == is_placed;
            let cell = Shape::STANDARD.all_cells().find(is_such)?;
            let mut more = grid.clone();
            more.set(cell, Some(solution.get(cell)));
            Some(more.to_string())
        };
        same.extend(more(true));
        other.extend(more(false));
    }
    assert!(same.len() > 20 && other.len() > 20, "{} {}", same.len(), other.len());
    let all = [&first[..], &images(&same, 1), &images(&other, 2)].concat();
    write(&folder.path().join("all.csv"), &all);
    let mut counts = Vec::new();
    for by in ["puzzle", "expansion", "grid"] {
        let (kept, summary) = dedup(folder.path(), by, "2");
        assert_eq!((kept.len() as u64, &kept[..60]), (summary["kept"].as_u64().unwrap(), &numbers(60)[..]));
        counts.push(kept.len());
    }
    assert_eq!(counts, [all.len(), 60 + other.len(), 60]);
    // The others are the last rows.
    let (kept, _) = dedup(folder.path(), "expansion", "1");
    let from = all.len() - other.len();
    assert_eq!(kept[60..], numbers(all.len())[from..]);

    write(&folder.path().join("first.csv"), &first);
    write(&folder.path().join("same.csv"), &images(&same, 3));
    let overlap = ["overlap", "first.csv", "same.csv", "--progress=never"];
    let text = run_in(folder.path(), &[&overlap[..], &["--by=expansion,row"]].concat());
    let (rows, classes) = (same.len(), format!("{0}, in {0} and {0} rows", same.len()));
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("    ")).collect();
    let expected = [
        "first.csv: 60 rows".to_owned(),
        format!("same.csv: {rows} rows"),
        "  the same givens                   none".to_owned(),
        format!("  the same expansion by singles     {classes}"),
    ];
    assert_eq!(lines, expected);
    let plain = run_in(folder.path(), &overlap);
    assert!(!plain.contains("expansion"), "{plain}");
    let with = |option| [&overlap[..], &[option]].concat();
    refused(folder.path(), &with("--fail-on=expansion"), 3);
    run_in(folder.path(), &with("--fail-on=puzzle"));
    // Singles contradict a grid without a solution; one with several has an expansion.
    let none = "55".to_owned() + &".".repeat(79);
    fs::write(folder.path().join("all.csv"), format!("puzzle\n{none}\n{0}\n{0}\n", ".".repeat(81))).unwrap();
    let skip =
        ["dedup", "all.csv", "--by=expansion", "--invalid=skip", "--progress=never", "--json", "--out=k.csv"];
    let summary = parsed(&run_in(folder.path(), &skip));
    assert_eq!((&summary["kept"], &summary["no_puzzle"]), (&1.into(), &1.into()));
}

/// The first numbers from 0, as text.
fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|n| n.to_string()).collect()
}

/// The puzzle with one more given.
fn easier(puzzle: &str) -> String {
    let grid: Grid = puzzle.parse().unwrap();
    let gridmill::solve::Solutions::Unique(solution) = gridmill::solve(&grid) else { panic!("no puzzle") };
    let place = puzzle.find('.').unwrap();
    let mut text = puzzle.to_owned();
    text.replace_range(place..=place, &solution.to_string()[place..=place]);
    text
}

#[test]
fn splits_share_no_class_and_have_their_sizes() {
    let (folder, first) = (tempfile::tempdir().unwrap(), puzzles(300, "split"));
    // Classes of one, two and three rows.
    let all = [&first[..], &images(&first[..200], 3), &images(&first[..100], 4)].concat();
    write(&folder.path().join("one.csv"), &all[..250]);
    write(&folder.path().join("two.csv"), &all[250..]);
    let out = Folder::new();
    let path = &out.name();
    let split = [
        "split",
        "--into=train:0.7,validation:0.2,test:0.1",
        "--format=csv",
        "--progress=never",
        "--overwrite",
    ];
    run_in(
        folder.path(),
        &[&split[..], &["one.csv", "two.csv", "--out", path, "-j1", "--shard-rows=100", "--seed=7"]].concat(),
    );
    let found = splits(&out);
    let rows: Vec<usize> = found.values().map(Vec::len).collect();
    // In the order of names: test, train, validation; a class of three may lie across each cut.
    for (rows, expected) in rows.iter().zip([60, 420, 120]) {
        assert!(rows.abs_diff(expected) <= 2, "{rows} rows, and not {expected}");
    }
    assert_eq!(rows.iter().sum::<usize>(), all.len());
    let forms = |split: &str| found[split].iter().map(|puzzle| form(puzzle)).collect::<BTreeSet<_>>();
    let [train, validation, test] = ["train", "validation", "test"].map(forms);
    assert_eq!(train.len() + validation.len() + test.len(), 300, "no class is in two");
    assert!(train.is_disjoint(&test) && train.is_disjoint(&validation) && test.is_disjoint(&validation));
    let plan = &manifest(&out)["plan"];
    assert_eq!((&plan["classes"], &plan["classes_in_common"]), (&300.into(), &0.into()));
    assert_eq!(run_in(folder.path(), &["overlap", path, "--fail-on=puzzle"]).matches("none").count(), 9);
    // Rows stay in the order of the input.
    let in_order = |split: &Vec<String>| {
        let places: Vec<_> =
            split.iter().map(|puzzle| all.iter().position(|known| known == puzzle).unwrap()).collect();
        places.is_sorted()
    };
    assert!(found.values().all(in_order));
    // Neither threads nor the order of files decide the split of a row; memory does not either.
    let other = Folder::new();
    run_in(
        folder.path(),
        &[&split[..], &["two.csv", "one.csv", "--out", &other.name(), "-j3", "--seed=7"]].concat(),
    );
    let sets = |folder: &Folder| {
        splits(folder)
            .into_iter()
            .map(|(name, rows)| (name, rows.into_iter().collect::<BTreeSet<_>>()))
            .collect::<Vec<_>>()
    };
    assert_eq!(sets(&out), sets(&other));
    for memory in [1, 2000, 20_000] {
        let little = Folder::new();
        let job = SplitJob {
            by: Equivalence::Puzzle,
            into: "train:0.7,validation:0.2,test:0.1".parse().unwrap(),
            seed: "7".parse().unwrap(),
            stratify: None,
            format: Format::Csv,
            shard_rows: 100,
            license: None,
            invalid: Invalid::Stop,
            memory,
            threads: 2,
        };
        let files = ["one.csv", "two.csv"].map(|name| folder.path().join(name));
        let inputs = EquivalenceInputs::new(files.to_vec(), Shape::STANDARD, GridColumns::default()).unwrap();
        job.run(&inputs, None, little.path(), IfExists::Refuse, &RunHooks::default()).unwrap();
        assert_eq!(data_bytes(&little), data_bytes(&out), "{memory} bytes");
    }
    // Another seed gives other splits.
    run_in(folder.path(), &[&split[..], &["one.csv", "two.csv", "--out", path, "--seed=8"]].concat());
    assert_ne!(sets(&out), sets(&other));
}

/// Shares hold within each number of givens, and add up.
#[test]
fn strata_have_the_same_shares() {
    let folder = tempfile::tempdir().unwrap();
    let all = puzzles(400, "strata");
    write(&folder.path().join("all.csv"), &all);
    let out = Folder::new();
    let path = &out.name();
    run_in(
        folder.path(),
        &["split", "all.csv", "--into=a:0.75,b:0.25", "--stratify=givens", "--format=csv", "--out", path],
    );
    let count = |rows: &[String]| {
        let mut counts = BTreeMap::new();
        for row in rows {
            *counts.entry(row.bytes().filter(|&byte| byte != b'.').count()).or_insert(0_i32) += 1;
        }
        counts
    };
    let (found, whole) = (splits(&out), count(&all));
    assert_eq!(found["a"].len(), 300);
    let b = count(&found["b"]);
    for (givens, rows) in &whole {
        let (expected, got) = (f64::from(*rows) / 4.0, f64::from(b.get(givens).copied().unwrap_or_default()));
        assert!((got - expected).abs() <= 1.0, "{got} of {rows} rows with {givens} givens");
    }
    let strata = manifest(&out)["plan"]["strata"].as_array().unwrap().clone();
    let listed: Vec<usize> =
        strata.iter().map(|stratum| stratum["value"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(listed, whole.keys().copied().collect::<Vec<_>>());
    let message =
        refused(folder.path(), &["split", "all.csv", "--stratify=er", "--out=x", "--progress=never"], 1);
    assert!(message.contains("no column is called er"), "{message}");
}

/// Every image of a test puzzle in the training file is found, and nothing else.
#[test]
fn a_leak_is_found_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (test, other) = (puzzles(60, "test"), puzzles(140, "train"));
    let leaked = images(&test, 5);
    let train = [&other[..70], &leaked, &other[70..], &test[..5]].concat();
    write(&folder.path().join("train.csv"), &train);
    fs::write(folder.path().join("test.txt"), test.join("\n") + "\n").unwrap();
    let result = parsed(&run_in(folder.path(), &["overlap", "train.csv", "test.txt", "--json"]));
    let pair = |by: &str| {
        let pairs = result["pairs"].as_array().unwrap();
        let pair = pairs.iter().find(|pair| pair["by"] == by).unwrap();
        (
            pair["classes"].as_u64().unwrap(),
            pair["rows"][0].as_u64().unwrap(),
            pair["rows"][1].as_u64().unwrap(),
        )
    };
    assert_eq!((pair("row"), pair("puzzle"), pair("grid")), ((5, 5, 5), (60, 65, 60), (60, 65, 60)));
    let example = &result["pairs"][1]["examples"][0];
    assert_eq!(form(example[0]["puzzle"].as_str().unwrap()), form(example[1]["puzzle"].as_str().unwrap()));
    let place = usize::try_from(example[0]["row"].as_u64().unwrap()).unwrap();
    assert_eq!(example[0]["puzzle"], train[place - 2]);
    // Groups: only pairs of a corpus and one of `--against`, whose common puzzles with each other do not count.
    write(&folder.path().join("again.csv"), &test);
    let against = ["overlap", "train.csv", "--against", "test.txt", "again.csv", "--by=row", "--json"];
    let found = parsed(&run_in(folder.path(), &against));
    let corpora =
        |pair: &serde_json::Value| [0, 1].map(|side| pair["corpora"][side].as_str().unwrap().to_owned());
    let pairs: Vec<_> = found["pairs"].as_array().unwrap().iter().map(corpora).collect();
    assert_eq!(pairs, [["train.csv", "test.txt"], ["train.csv", "again.csv"]]);
    let apart = ["overlap", "test.txt", "again.csv", "--fail-on=row", "--progress=never"];
    refused(folder.path(), &apart, 3);
    write(&folder.path().join("other.csv"), &other);
    run_in(folder.path(), &["overlap", "other.csv", "--against", "test.txt", "again.csv", "--fail-on=grid"]);
    for (by, code) in [("row", 3), ("puzzle", 3), ("grid", 3)] {
        refused(
            folder.path(),
            &["overlap", "train.csv", "test.txt", "--fail-on", by, "--progress=never"],
            code,
        );
    }
    let out = Folder::new();
    let path = &out.name();
    run_in(
        folder.path(),
        &["split", "train.csv", "--exclude=test.txt", "--into=train:1", "--format=csv", "--out", path],
    );
    assert_eq!(splits(&out)["train"], other, "the rest, in order");
    let plan = &manifest(&out)["plan"];
    assert_eq!(
        (&plan["excluded_puzzles"], &plan["excluded"], &plan["excluded_classes"], &plan["classes"]),
        (&60.into(), &65.into(), &60.into(), &200.into())
    );
    run_in(folder.path(), &["overlap", path, "test.txt", "--fail-on=grid"]);
}

/// Kills runs of a command at moments spread over the time that it takes, goes on with each, and compares the folders with `whole`.
fn kill_and_go_on(folder: &Path, args: &[&str], whole: &Folder) {
    let start = std::time::Instant::now();
    run_in(folder, &[args, &["--out", &whole.name()]].concat());
    let mut took = start.elapsed();
    let mut killed = 0;
    // Another load may make runs faster or slower than the one that was timed.
    for attempt in 0..60_u32 {
        let out = Folder::new();
        let args = [args, &["--out", out.path().to_str().unwrap()]].concat();
        let mut child = Command::new(crate::common::PATH)
            .current_dir(folder)
            .args(&args)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(took * (attempt % 12 + 1) / 13);
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            took = took * 4 / 5;
        } else if out.path().join("manifest.json").exists() {
            killed += 1;
        }
        run_in(folder, &[&args[..], &["--resume"]].concat());
        assert_eq!(everything(&out), everything(whole), "attempt {attempt}");
        assert!(!out.path().join(".work").exists());
        if killed == 8 {
            return;
        }
    }
    panic!("{killed} of 60 runs were killed after they began");
}

/// A run that is killed at any moment leaves what `--resume` makes the whole of.
#[test]
#[ignore = "12 s, real kills, as in the attack: bash scripts/long_tests.sh"]
fn long_a_killed_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let first = puzzles(3000, "kill");
    write(&folder.path().join("all.csv"), &[&first[..], &images(&first, 6), &images(&first, 7)].concat());
    let whole = Folder::new();
    kill_and_go_on(folder.path(), &["dedup", "all.csv", "--by=grid", "--progress=never"], &whole);
    let data = crate::common::data_bytes(&whole);
    assert_eq!(data.keys().collect::<Vec<_>>(), ["train-00000-of-00001.parquet"]);
    // With strata, whose names come from rows that the killed run had read.
    let split = ["split", "all.csv", "--by=grid", "--stratify=givens", "--progress=never"];
    let whole = Folder::new();
    kill_and_go_on(folder.path(), &split, &whole);
    assert!(manifest(&whole)["plan"]["strata"].as_array().unwrap().iter().all(|one| one["value"] != ""));
    let split = ["split", "all.csv", "--into=train:0.9,test:0.1", "--shard-rows=500", "--progress=never"];
    let whole = Folder::new();
    kill_and_go_on(folder.path(), &split, &whole);
    let resume = ["--resume", "--out", &whole.name()];
    let message = refused(folder.path(), &[&split[..], &resume, &["--seed=3"]].concat(), 1);
    assert!(message.contains(r#"seed is "0" there and "3" here"#), "{message}");
    // A file of a finished folder that was changed is made again.
    let changed = whole.path().join("data/test-00000-of-00002.parquet");
    let before = everything(&whole);
    fs::write(&changed, b"x").unwrap();
    run_in(folder.path(), &[&split[..], &resume].concat());
    assert_eq!(everything(&whole), before);
}

#[test]
fn bad_rows_end_the_run_or_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let good = puzzles(4, "bad");
    let two = ".".repeat(81);
    let rows = [good[0].clone(), "short".to_owned(), good[1].clone(), two, good[2].clone()];
    write(&folder.path().join("all.csv"), &rows);
    let dedup = ["dedup", "all.csv", "--out=kept.csv", "--progress=never", "--by"];
    let message = refused(folder.path(), &[&dedup[..], &["puzzle"]].concat(), 1);
    assert!(message.contains("all.csv: line 3, column 6: 5 cells"), "{message}");
    assert!(!folder.path().join("kept.csv").exists());
    run_in(folder.path(), &[&dedup[..], &["puzzle", "--invalid=skip"]].concat());
    assert_eq!(column(&fs::read(folder.path().join("kept.csv")).unwrap(), "note"), ["0", "2", "3", "4"]);
    // The empty grid has no solution of its own.
    let summary =
        run_in(folder.path(), &[&dedup[..], &["grid", "--invalid=skip", "--overwrite", "--json"]].concat());
    assert_eq!(parsed(&summary)["no_puzzle"], 2);
    assert_eq!(column(&fs::read(folder.path().join("kept.csv")).unwrap(), "note"), ["0", "2", "4"]);
    fs::create_dir(folder.path().join("inside")).unwrap();
    write(&folder.path().join("inside/all.csv"), &good);
    for (args, said) in [
        (&["split", "all.csv", "--out=o", "--into=train:0.9"][..], "add up to 0.9, not 1"),
        (&["split", "all.csv", "--out=o", "--memory=1MiB"][..], "64.0 MiB or more"),
        (&["dedup", "all.csv", "--out=o.csv", "--resume"][..], "--resume goes with a folder"),
        (&["dedup", "all.csv", "--out=all.csv", "--overwrite"][..], "is an input"),
        (&["dedup", "inside/all.csv", "--out=inside", "--overwrite"][..], "would remove it"),
        (&["overlap", "all.csv"][..], "nothing to be compared with"),
    ] {
        let message = refused(folder.path(), args, 2);
        assert!(message.contains(said), "{message}");
    }
    assert!(!folder.path().join("o").exists());
    // Standard input is read twice all the same, and called by its name.
    let mut command = gridmill();
    let message = command.args(["dedup", "-", "--progress=never"]).write_stdin("short\n").stderr_text(1);
    assert!(message.starts_with("error: -: line 1, column 6: 5 cells"), "{message}");
    let text = format!("{}\n{}\n{}\n", good[0], images(&good[..1], 8)[0], good[1]);
    let run = gridmill().args(["dedup"]).write_stdin(text).assert().success();
    assert_eq!(column(&run.get_output().stdout, "puzzle"), good[..2]);
}

/// Columns keep their types, and tables of text get those of the schema.
#[test]
fn a_folder_is_one_that_readers_open() {
    let folder = tempfile::tempdir().unwrap();
    run_in(
        folder.path(),
        &["generate", "-n=50", "--seed=1", "--out=corpus", "--rulebook=se", "--no-timings"],
    );
    run_in(
        folder.path(),
        &["generate", "-n=50", "--seed=1", "--out=text", "--rulebook=se", "--format=csv", "--no-timings"],
    );
    for (name, from) in [("a", "corpus"), ("b", "text")] {
        run_in(
            folder.path(),
            &["split", from, "--into=train:0.8,test:0.2", "--out", name, "--license=CC0-1.0"],
        );
        let card = fs::read_to_string(folder.path().join(name).join("README.md")).unwrap();
        assert!(card.contains("license: cc0-1.0\nsize_categories:\n- n<1K\n"), "{card}");
        assert!(card.contains("  - split: test\n    path: data/test-*.parquet\n"), "{card}");
        let croissant: Value =
            serde_json::from_slice(&fs::read(folder.path().join(name).join("croissant.json")).unwrap())
                .unwrap();
        assert_eq!(croissant["recordSet"][1]["@id"], "test");
        assert_eq!(croissant["distribution"][0]["includes"], "data/train-*.parquet");
    }
    let rows = |name: &str| run_in(folder.path(), &["export", name, "--to=jsonl"]);
    assert_eq!(rows("a/data/test-00000-of-00001.parquet"), rows("b/data/test-00000-of-00001.parquet"));
    assert!(rows("b/data/test-00000-of-00001.parquet").contains("\"givens\":2"), "numbers are numbers");
    assert_eq!(run_in(folder.path(), &["export", "a", "--to=jsonl", "--split=all"]).lines().count(), 50);
}
