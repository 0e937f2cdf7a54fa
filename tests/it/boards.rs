//! Boards in corpora, as a process: rows, formats, images, commands that read them, messages.

use crate::prelude::*;
use gridmill::{corpus::Manifest, generate::BoardKind};

/// Options of each kind of boards.
const KINDS: [&[&str]; 4] = [
    &["--board=solutions=2..10"],
    &["--board=broken"],
    &["--board=filled=35..60"],
    &["--board=filled=40,order=random"],
];

fn generate(options: &[&str]) -> String {
    run(&[&["generate", "--seed=5", "--no-timings"], options].concat())
}

fn made(options: &[&str]) -> Folder {
    corpus(&[&["--seed=5", "--no-timings"], options].concat())
}

/// Returns the lists of a column: texts with spaces between, or JSON where the rows came from JSON lines.
fn lists(text: &str, name: &str) -> Vec<Vec<String>> {
    let split = |texts: &String| match serde_json::from_str(texts) {
        Ok(listed) => listed,
        Err(_) => texts.split(' ').map(str::to_owned).collect(),
    };
    column(&text, name).iter().map(split).collect()
}

#[test]
fn rows_do_not_depend_on_threads_parts_and_starts() {
    for kind in KINDS {
        let whole = generate(&[kind, &["-n90", "--threads=1"]].concat());
        assert_eq!(generate(&[kind, &["-n90", "--threads=3"]].concat()), whole);
        let lines: Vec<&str> = whole.lines().collect();
        let some = generate(&[kind, &["--start=50", "-n7"]].concat());
        assert_eq!(some.lines().skip(1).collect::<Vec<_>>(), lines[51..58], "{kind:?}");
        let plain = generate(&["-n90", "--columns=puzzle,solution"]);
        assert!(column(&whole, "board").iter().all(|board| board.len() == 81));
        if *kind != ["--board=solutions=2..10"] {
            // Puzzles that yield a board are those of the plan without boards.
            assert_eq!(column(&whole, "puzzle"), column(&plain, "puzzle"), "{kind:?}");
        }
    }
}

#[test]
fn formats_hold_the_same_rows() {
    let [count, shard] = sample(["-n9", "--shard-rows=3"], ["-n60", "--shard-rows=20"]);
    for kind in KINDS {
        let mut contents = Vec::new();
        for format in ["parquet", "csv", "jsonl"] {
            let options = [kind, &[count, shard, "--format", format]].concat();
            let whole = made(&options);
            let parts = parts(2, &[&["--seed=5", "--no-timings"], &options[..]].concat());
            assert_eq!(data_bytes(&merged(&parts)), data_bytes(&whole), "{kind:?} {format}");
            let read = Manifest::read(&whole.file("manifest.json")).unwrap();
            contents.push(read.shards.iter().map(|shard| shard.contents_blake3.clone()).collect::<Vec<_>>());
            // Rows that are read again, and written as CSV.
            let rated = run(&["rate", &whole.name(), "--no-timings"]);
            let rows = generate(&[kind, &[count]].concat());
            for name in ["board", "all_solutions", "differing_sets", "wrong_cell", "conflict", "entries"] {
                if rows.lines().next().unwrap().split(',').any(|known| known == name) {
                    assert_eq!(lists(&rated, name), lists(&rows, name), "{format}");
                }
            }
        }
        assert!(contents.iter().all(|one| one == &contents[0]), "{kind:?}");
    }
}

#[test]
fn lists_have_the_form_of_each_format() {
    let options = ["--board=solutions=2", "-n1", "--columns=all_solutions,solution_count"];
    let csv = generate(&options);
    let both = lists(&csv, "all_solutions").remove(0);
    assert_eq!(both.len(), 2);
    let json = generate(&[&options[..], &["--format=jsonl"]].concat());
    let row = parsed(&json);
    assert_eq!(row["all_solutions"], serde_json::json!(both));
    assert_eq!(row["solution_count"], 2);
}

#[test]
fn boards_are_read_by_column() {
    let files = Folder::made();
    let partial = files.write("partial.csv", generate(&["-n20", "--board=filled=50", "--rulebook=se"]));
    let rated = run(&["rate", &partial, "--column=board", "--no-timings"]);
    assert_eq!(rated.lines().count(), 21);
    let [before, after] = ["steps", "hodoku_steps"].map(|name| numbers(&column(&rated, name)));
    assert!(before.iter().zip(&after).all(|(before, after)| before > after), "{rated}");
    let broken = files.write("broken.csv", generate(&["-n5", "--board=broken"]));
    let rated = run(&["rate", &broken, "--column=board", "--no-timings"]);
    assert!(column(&rated, "reason").iter().all(|reason| !reason.is_empty()), "{rated}");
}

fn numbers(texts: &[String]) -> Vec<u64> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn grid(text: &str) -> Grid {
    Grid::parse(Shape::STANDARD, text).unwrap()
}

#[test]
fn images_have_the_labels_of_their_boards() {
    let files = Folder::made();
    let mut solver = DancingLinks::new(Shape::STANDARD, u64::MAX);
    for (n, kind) in KINDS.into_iter().enumerate() {
        for ending in ["csv", "jsonl", "parquet"] {
            let from = made(&[kind, &["-n8", "--format", ending]].concat());
            let out = files.named(format!("{n}.{ending}"));
            run(&["augment", &from.name(), "--times=3", "--seed=1", "--out", &out]);
            let images = run(&["rate", &out, "--no-timings"]);
            let get = |name| column(&images, name);
            assert_eq!(get("puzzle").len(), 24);
            for (row, board) in get("board").iter().map(|text| grid(text)).enumerate() {
                let (puzzle, solution) = (grid(&get("puzzle")[row]), grid(&get("solution")[row]));
                match n {
                    0 => {
                        let solutions = &lists(&images, "all_solutions")[row];
                        assert_ambiguous(&board, solutions, &get("ambiguous_cells")[row]);
                    }
                    1 => {
                        let (name, digit) = (&get("wrong_cell")[row], &get("wrong_digit")[row]);
                        let wrong =
                            Shape::STANDARD.all_cells().find(|c| c.name(Shape::STANDARD) == *name).unwrap();
                        assert_eq!(board.get(wrong).map(|digit| digit.to_string()).as_ref(), Some(digit));
                        assert!(puzzle.get(wrong).is_none());
                        let mask = &get("conflict")[row];
                        let mut conflict = masked(&puzzle, mask);
                        assert_eq!(conflict.givens(), mask.matches('x').count());
                        conflict.set(wrong, board.get(wrong));
                        assert_eq!(solver.count(&conflict, 1).unwrap().solutions, 0);
                    }
                    _ => {
                        assert!(board.is_within(&Solution::new(&solution).unwrap()));
                        let entries = masked(&board, &get("entries")[row]).givens();
                        assert_eq!(board.givens(), puzzle.givens() + entries);
                        assert_eq!(board.givens().to_string(), get("filled")[row]);
                    }
                }
            }
        }
    }
}

/// Returns the digits of a grid in the cells of a mask.
fn masked(grid: &Grid, mask: &str) -> Grid {
    let mut kept = grid.clone();
    for (cell, _) in mask.bytes().enumerate().filter(|(_, mark)| *mark != b'x') {
        kept.set(Cell::new(cell), None);
    }
    kept
}

fn assert_ambiguous(board: &Grid, solutions: &[String], mask: &str) {
    let mut solver = Backtracking::new(Shape::STANDARD, u64::MAX);
    let found: Vec<String> = solver.list(board, 100).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(solutions, found);
    let differ =
        |place: usize| solutions.iter().any(|s| s.as_bytes()[place] != solutions[0].as_bytes()[place]);
    let expected: String = (0..81).map(|place| if differ(place) { 'x' } else { '.' }).collect();
    assert_eq!(mask, expected);
}

#[test]
fn boards_are_in_manifests_cards_and_docs() {
    let bias = words(&fs::read_to_string("docs/BIAS.md").unwrap()).join(" ");
    for (kind, options) in BoardKind::ALL.into_iter().zip(KINDS) {
        assert!(bias.contains(kind.law()), "{}", kind.law());
        let folder = made(&[options, &["-n5"]].concat());
        let card = folder.card();
        assert!(card.contains(kind.law()), "{card}");
        assert!(card.contains(&format!(" {} ", options[0].replacen('=', " ", 1))), "{card}");
        let population = manifest(&folder)["facts"]["population"].to_string();
        assert!(population.contains(kind.condition()), "{population}");
        let path = folder.name();
        let shown = run(&["show", &path, "2"]);
        let board = &column(&generate(&[options, &["-n5"]].concat()), "board")[2];
        assert!(shown.contains("\nboard\n") && shown.contains(board.as_str()), "{shown}");
        let page = run(&["report", &path, "--out=-", "--format=md"]);
        assert!(page.contains("5 minimal 9x9 puzzles"), "{page}");
    }
}

#[test]
fn small_grids_have_boards_and_search_difficulty() {
    for (shape, board) in
        [("2x2", "--board=solutions=2..4"), ("2x3", "--board=broken"), ("2x3", "--board=filled=20..30")]
    {
        let text = generate(&["-n20", "--box", shape, board, "--add=guesses"]);
        let boxes = format!("--box={shape}");
        let rated = run_with(&["rate", "-", &boxes, "--add=guesses", "--no-timings"], &text);
        assert_eq!(column(&rated, "guesses"), column(&text, "guesses"));
        let shown = run(&["show", "3", "--seed=5", &boxes, board, "--add=guesses"]);
        assert!(shown.contains("geometric mean over 32 transforms"), "{shown}");
    }
}

#[test]
fn impossible_options_are_refused() {
    let refused = |options: &[&str]| refusal(&[&["generate", "-n1", "--seed=1"], options].concat(), 2);
    let all = [
        refused(&["--board=solutions=1..3"]),
        refused(&["--board=solutions=9..2"]).lines().next().unwrap().to_owned(),
        refused(&["--board=solutions=many"]).lines().next().unwrap().to_owned(),
        refused(&["--board=filled=90"]),
        refused(&["--board=filled=40", "--rulebook=none"]),
        refused(&["--board=broken", "--box=3x4"]),
        refused(&["--board=solutions=2", "--dig=weighted"]),
        refused(&["--board=broken", "--columns=puzzle,filled"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
    assert!(refused(&["--fill-order=random"]).contains("it is now --board filled=RANGE,order=random"));
}

#[test]
fn few_classes_are_reported() {
    let files = Folder::made();
    let said = |args: &[&str]| gridmill().args(args).stderr_text(0);
    let generated = said(&["generate", "-n2000", "--seed=1", "--box=2x2", "--out", &files.named("small")]);
    assert!(generated.contains("4x4 grids have 36 essentially different minimal puzzles"), "{generated}");
    let split =
        said(&["split", &files.named("small"), "--into=train:0.5,test:0.5", "--out", &files.named("split")]);
    assert!(split.contains("36 classes") && split.contains("rows repeat them"), "{split}");
    let removed = said(&["dedup", &files.named("small"), "--by=puzzle", "--out", &files.named("few.csv")]);
    assert!(removed.contains("36 of 2,000 rows kept") && removed.contains("rows repeat them"), "{removed}");
    let other = said(&["generate", "-n2000", "--seed=1", "--box=2x3", "--out", &files.named("six")]);
    assert!(!other.contains("essentially different"), "{other}");
}
