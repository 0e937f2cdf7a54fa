//! `dedup`, `split` and `overlap`: which rows are the same up to symmetry, and what becomes of them.

use crate::{common::image, prelude::*};
use gridmill::{
    corpus::{Equivalence, EquivalenceInputs, IfExists, RunHooks, SplitJob},
    rate::SinglesClosure,
    tables::read::Invalid,
};

/// Minimal puzzles as text, all of different classes.
fn puzzles(count: usize, seed: &str) -> Vec<String> {
    column(&run(&["generate", "-n", &count.to_string(), "--seed", seed]), "puzzle")
}

/// A random image of each puzzle.
pub(super) fn images(puzzles: &[String], seed: u8) -> Vec<String> {
    let mut rng = Pcg64::from_seed([seed; 32]);
    puzzles.iter().map(|puzzle| image(puzzle, &mut rng)).collect()
}

fn form(puzzle: &str) -> String {
    puzzle.parse::<Grid>().unwrap().canonical().unwrap().form.to_string()
}

fn write(folder: &Folder, name: &str, puzzles: &[String]) {
    let rows: String = puzzles.iter().enumerate().map(|(n, puzzle)| format!("{puzzle},{n}\n")).collect();
    folder.write(name, format!("puzzle,note\n{rows}"));
}

/// Puzzles of each file of a folder, by split.
fn splits(folder: &Folder) -> BTreeMap<String, Vec<String>> {
    let mut splits: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, bytes) in data_bytes(folder) {
        let split = name.split('-').next().unwrap().to_owned();
        splits.entry(split).or_default().extend(column(&bytes, "puzzle"));
    }
    splits
}

fn dedup(folder: &Folder, by: &str, threads: &str) -> (Vec<String>, Value) {
    let args = ["dedup", "all.csv", "--by", by, "-j", threads, "--out=kept.csv", "--overwrite", "--json"];
    let summary = serde_json::from_str(&folder.run(&args)).unwrap();
    (column(&folder.bytes("kept.csv"), "note"), summary)
}

/// 40 puzzles, their images, the first ten again, and a second puzzle of each of five solutions.
#[test]
fn dedup_keeps_the_first_of_each_class() {
    let folder = Folder::made();
    let first = puzzles(40, "dedup");
    let more: Vec<String> = first[..5].iter().map(|puzzle| easier(puzzle)).collect();
    let all = [&first[..], &images(&first, 1), &first[..10], &images(&more, 2)].concat();
    write(&folder, "all.csv", &all);
    let numbers = |ranges: &[std::ops::Range<usize>]| {
        ranges.iter().flat_map(Clone::clone).map(|n| n.to_string()).collect::<Vec<_>>()
    };
    for threads in ["1", "3"] {
        for (by, rows, groups) in
            [("row", [0..80, 90..95], [10, 0, 10]), ("puzzle", [0..40, 90..95], [10, 40, 40])]
        {
            let (kept, summary) = dedup(&folder, by, threads);
            assert_eq!(kept, numbers(&rows), "{by}");
            assert_eq!(picked(&summary, &["equal", "equivalent", "groups"]), json!(groups), "{by}");
        }
        let (kept, summary) = dedup(&folder, "grid", threads);
        assert_eq!(kept, numbers(&[0..40, 40..40]));
        assert_eq!(picked(&summary, &["rows", "kept"]), json!([95, 40]));
    }
    folder.run(&["dedup", "all.csv", "--by=puzzle", "--out=k.parquet", "--report=groups.csv"]);
    let report = folder.bytes("groups.csv");
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
    let again = folder.run(&["dedup", "k.parquet"]);
    assert_eq!(column(&again, "note"), numbers(&[0..40, 90..95]));
}

/// Puzzles of several kinds in addition to 60 first ones: with a given more that singles place, and with one that they do not.
#[test]
fn dedup_by_expansion_keeps_one_of_those_that_singles_lead_to_the_same_grid() {
    let folder = Folder::made();
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
    write(&folder, "all.csv", &all);
    let mut counts = Vec::new();
    for by in ["puzzle", "expansion", "grid"] {
        let (kept, summary) = dedup(&folder, by, "2");
        assert_eq!((kept.len() as u64, &kept[..60]), (summary["kept"].as_u64().unwrap(), &numbers(60)[..]));
        counts.push(kept.len());
    }
    assert_eq!(counts, [all.len(), 60 + other.len(), 60]);
    // The others are the last rows.
    let (kept, _) = dedup(&folder, "expansion", "1");
    let from = all.len() - other.len();
    assert_eq!(kept[60..], numbers(all.len())[from..]);

    write(&folder, "first.csv", &first);
    write(&folder, "same.csv", &images(&same, 3));
    let overlap = ["overlap", "first.csv", "same.csv", "--progress=never"];
    let text = folder.run(&[&overlap[..], &["--by=expansion,row"]].concat());
    let (rows, classes) = (same.len(), format!("{0}, in {0} and {0} rows", same.len()));
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("    ")).collect();
    let expected = [
        "first.csv: 60 rows".to_owned(),
        format!("same.csv: {rows} rows"),
        "  the same givens                   none".to_owned(),
        format!("  the same expansion by singles     {classes}"),
    ];
    assert_eq!(lines, expected);
    let plain = folder.run(&overlap);
    assert!(!plain.contains("expansion"), "{plain}");
    let with = |option| [&overlap[..], &[option]].concat();
    folder.refusal(&with("--fail-on=expansion"), 3);
    folder.run(&with("--fail-on=puzzle"));
    // Singles contradict a grid without a solution; one with several has an expansion.
    let none = "55".to_owned() + &".".repeat(79);
    folder.write("all.csv", format!("puzzle\n{none}\n{0}\n{0}\n", ".".repeat(81)));
    let skip =
        ["dedup", "all.csv", "--by=expansion", "--invalid=skip", "--progress=never", "--json", "--out=k.csv"];
    let summary = parsed(&folder.run(&skip));
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
    let (folder, first) = (Folder::made(), puzzles(300, "split"));
    // Classes of one, two and three rows.
    let all = [&first[..], &images(&first[..200], 3), &images(&first[..100], 4)].concat();
    write(&folder, "one.csv", &all[..250]);
    write(&folder, "two.csv", &all[250..]);
    let out = Folder::new();
    let path = &out.name();
    let split = words("split --into=train:0.7,validation:0.2,test:0.1 --format=csv --overwrite");
    folder.run(
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
    assert_eq!(folder.run(&["overlap", path, "--fail-on=puzzle"]).matches("none").count(), 9);
    // Rows stay in the order of the input.
    let in_order = |split: &Vec<String>| {
        let places: Vec<_> =
            split.iter().map(|puzzle| all.iter().position(|known| known == puzzle).unwrap()).collect();
        places.is_sorted()
    };
    assert!(found.values().all(in_order));
    // Neither threads nor the order of files decide the split of a row; memory does not either.
    let other = Folder::new();
    folder.run(&[&split[..], &["two.csv", "one.csv", "--out", &other.name(), "-j3", "--seed=7"]].concat());
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
        let files = ["one.csv", "two.csv"].map(|name| folder.file(name));
        let inputs = EquivalenceInputs::new(files.to_vec(), Shape::STANDARD, GridColumns::default()).unwrap();
        job.run(&inputs, None, little.path(), IfExists::Refuse, &RunHooks::default()).unwrap();
        assert_eq!(data_bytes(&little), data_bytes(&out), "{memory} bytes");
    }
    // Another seed gives other splits.
    folder.run(&[&split[..], &["one.csv", "two.csv", "--out", path, "--seed=8"]].concat());
    assert_ne!(sets(&out), sets(&other));
}

#[test]
fn strata_have_the_same_shares() {
    let folder = Folder::made();
    let all = puzzles(400, "strata");
    write(&folder, "all.csv", &all);
    let out = Folder::new();
    let path = &out.name();
    folder.run(
        &[&words("split all.csv --into=a:0.75,b:0.25 --stratify=givens --format=csv --out")[..], &[path]]
            .concat(),
    );
    let count =
        |rows: &[String]| counts(rows.iter().map(|row| row.bytes().filter(|&byte| byte != b'.').count()));
    let (found, whole) = (splits(&out), count(&all));
    assert_eq!(found["a"].len(), 300);
    let b = count(&found["b"]);
    for (givens, rows) in &whole {
        let got = b.get(givens).copied().unwrap_or_default();
        assert!((4 * got).abs_diff(*rows) <= 4, "{got} of {rows} rows with {givens} givens");
    }
    let strata = manifest(&out)["plan"]["strata"].as_array().unwrap().clone();
    let listed: Vec<usize> =
        strata.iter().map(|stratum| stratum["value"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(listed, whole.keys().copied().collect::<Vec<_>>());
    let message = folder.refusal(&["split", "all.csv", "--stratify=er", "--out=x", "--progress=never"], 1);
    assert!(message.contains("no column is called er"), "{message}");
}

#[test]
fn a_leak_is_found_whole() {
    let folder = Folder::made();
    let (test, other) = (puzzles(60, "test"), puzzles(140, "train"));
    let leaked = images(&test, 5);
    let train = [&other[..70], &leaked, &other[70..], &test[..5]].concat();
    write(&folder, "train.csv", &train);
    folder.write("test.txt", test.join("\n") + "\n");
    let result = parsed(&folder.run(&["overlap", "train.csv", "test.txt", "--json"]));
    for (by, found) in
        [("row", json!([5, [5, 5]])), ("puzzle", json!([60, [65, 60]])), ("grid", json!([60, [65, 60]]))]
    {
        let pair = result["pairs"].as_array().unwrap().iter().find(|pair| pair["by"] == by).unwrap();
        assert_eq!(picked(pair, &["classes", "rows"]), found, "{by}");
    }
    let example = &result["pairs"][1]["examples"][0];
    assert_eq!(form(example[0]["puzzle"].as_str().unwrap()), form(example[1]["puzzle"].as_str().unwrap()));
    let place = usize::try_from(example[0]["row"].as_u64().unwrap()).unwrap();
    assert_eq!(example[0]["puzzle"], train[place - 2]);
    // Groups: only pairs of a corpus and one of `--against`, whose common puzzles with each other do not count.
    write(&folder, "again.csv", &test);
    let against = ["overlap", "train.csv", "--against", "test.txt", "again.csv", "--by=row", "--json"];
    let found = parsed(&folder.run(&against));
    let corpora =
        |pair: &serde_json::Value| [0, 1].map(|side| pair["corpora"][side].as_str().unwrap().to_owned());
    let pairs: Vec<_> = found["pairs"].as_array().unwrap().iter().map(corpora).collect();
    assert_eq!(pairs, [["train.csv", "test.txt"], ["train.csv", "again.csv"]]);
    let apart = ["overlap", "test.txt", "again.csv", "--fail-on=row", "--progress=never"];
    folder.refusal(&apart, 3);
    write(&folder, "other.csv", &other);
    folder.run(&["overlap", "other.csv", "--against", "test.txt", "again.csv", "--fail-on=grid"]);
    for (by, code) in [("row", 3), ("puzzle", 3), ("grid", 3)] {
        folder.refusal(&["overlap", "train.csv", "test.txt", "--fail-on", by, "--progress=never"], code);
    }
    let out = Folder::new();
    let path = &out.name();
    folder.run(
        &[&words("split train.csv --exclude=test.txt --into=train:1 --format=csv --out")[..], &[path]]
            .concat(),
    );
    assert_eq!(splits(&out)["train"], other, "the rest, in order");
    let plan = &manifest(&out)["plan"];
    let excluded = picked(plan, &["excluded_puzzles", "excluded", "excluded_classes", "classes"]);
    assert_eq!(excluded, json!([60, 65, 60, 200]));
    folder.run(&["overlap", path, "test.txt", "--fail-on=grid"]);
}

#[test]
fn bad_rows_end_the_run_or_are_counted() {
    let folder = Folder::made();
    let good = puzzles(4, "bad");
    let two = ".".repeat(81);
    let rows = [good[0].clone(), "short".to_owned(), good[1].clone(), two, good[2].clone()];
    write(&folder, "all.csv", &rows);
    let dedup = ["dedup", "all.csv", "--out=kept.csv", "--progress=never", "--by"];
    let message = folder.refusal(&[&dedup[..], &["puzzle"]].concat(), 1);
    assert!(message.contains("all.csv: line 3, column 6: 5 cells"), "{message}");
    assert!(!folder.has("kept.csv"));
    folder.run(&[&dedup[..], &["puzzle", "--invalid=skip"]].concat());
    assert_eq!(column(&folder.bytes("kept.csv"), "note"), ["0", "2", "3", "4"]);
    // The empty grid has no solution of its own.
    let summary = folder.run(&[&dedup[..], &["grid", "--invalid=skip", "--overwrite", "--json"]].concat());
    assert_eq!(parsed(&summary)["no_puzzle"], 2);
    assert_eq!(column(&folder.bytes("kept.csv"), "note"), ["0", "2", "4"]);
    write(&folder, "inside/all.csv", &good);
    for (args, said) in [
        (&["split", "all.csv", "--out=o", "--into=train:0.9"][..], "add up to 0.9, not 1"),
        (&["split", "all.csv", "--out=o", "--memory=1MiB"][..], "64.0 MiB or more"),
        (&["dedup", "all.csv", "--out=o.csv", "--resume"][..], "--resume goes with a folder"),
        (&["dedup", "all.csv", "--out=all.csv", "--overwrite"][..], "is an input"),
        (&["dedup", "inside/all.csv", "--out=inside", "--overwrite"][..], "would remove it"),
        (&["overlap", "all.csv"][..], "nothing to be compared with"),
    ] {
        let message = folder.refusal(args, 2);
        assert!(message.contains(said), "{message}");
    }
    assert!(!folder.has("o"));
    // Standard input is read twice all the same, and called by its name.
    let (_, message) = failure_with(&["dedup", "-", "--progress=never"], "short\n");
    assert!(message.starts_with("error: -: line 1, column 6: 5 cells"), "{message}");
    let text = format!("{}\n{}\n{}\n", good[0], images(&good[..1], 8)[0], good[1]);
    assert_eq!(column(&run_with(&["dedup"], &text), "puzzle"), good[..2]);
}

/// Columns keep their types, and tables of text get those of the schema.
#[test]
fn a_folder_is_one_that_readers_open() {
    let folder = Folder::made();
    folder.run(&["generate", "-n=50", "--seed=1", "--out=corpus", "--rulebook=se", "--no-timings"]);
    folder.run(&words("generate -n=50 --seed=1 --out=text --rulebook=se --format=csv --no-timings"));
    for (name, from) in [("a", "corpus"), ("b", "text")] {
        folder.run(&["split", from, "--into=train:0.8,test:0.2", "--out", name, "--license=CC0-1.0"]);
        let card = folder.text(format!("{name}/README.md"));
        assert!(card.contains("license: cc0-1.0\nsize_categories:\n- n<1K\n"), "{card}");
        assert!(card.contains("  - split: test\n    path: data/test-*.parquet\n"), "{card}");
        let croissant = parsed(&folder.text(format!("{name}/croissant.json")));
        assert_eq!(croissant["recordSet"][1]["@id"], "test");
        assert_eq!(croissant["distribution"][0]["includes"], "data/train-*.parquet");
    }
    let rows = |name: &str| folder.run(&["export", name, "--to=jsonl"]);
    assert_eq!(rows("a/data/test-00000-of-00001.parquet"), rows("b/data/test-00000-of-00001.parquet"));
    assert!(rows("b/data/test-00000-of-00001.parquet").contains("\"givens\":2"), "numbers are numbers");
    assert_eq!(folder.run(&["export", "a", "--to=jsonl", "--split=all"]).lines().count(), 50);
}
