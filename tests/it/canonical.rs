//! Canonical forms of existing puzzles and in corpora, as a process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{Files, PUZZLE, Runs, SOLUTION, column, gridmill, parsed, run, run_with};
use gridmill::{
    board::{Grid, Shape, Solution},
    corpus::Sources,
    solve::{Solutions, solve},
    tables::{
        read::{GridColumns, TableInput},
        schema::Column,
    },
};
use std::{collections::BTreeSet, fs};

/// The puzzle with its rows and columns exchanged, and its digits renamed.
fn turned() -> String {
    let cell = |place: usize| PUZZLE.as_bytes()[place % 9 * 9 + place / 9];
    let renamed = |c: u8| if c == b'.' { '.' } else { char::from(b'1' + (c - b'1' + 4) % 9) };
    (0..81).map(|place| renamed(cell(place))).collect()
}

#[test]
fn forms_follow_the_columns_of_the_input() {
    let text = run_with(&["canonical"], &format!("{PUZZLE}\n{}\n{SOLUTION}\n", turned()));
    let value = |name| column(text.as_bytes(), name);
    assert_eq!(value("puzzle")[0], PUZZLE);
    let canonical = PUZZLE.parse::<Grid>().unwrap().canonical().unwrap();
    let Solutions::Unique(solution) = solve(&PUZZLE.parse().unwrap()) else { panic!("no puzzle") };
    let grid = solution.canonical().unwrap();
    assert_eq!(value("canonical_puzzle")[..2], [canonical.form.to_string(), canonical.form.to_string()]);
    assert_eq!(value("canonical_grid")[..2], [grid.form.to_string(), grid.form.to_string()]);
    assert_eq!(value("class_id")[..2], [canonical.class_id().to_string(), canonical.class_id().to_string()]);
    assert_eq!(value("automorphisms"), ["1", "1", "1"]);
    assert_eq!(value("reason"), ["", "", ""]);
    // A complete grid is its own solution.
    assert_eq!(value("canonical_puzzle")[2], value("canonical_grid")[2]);
}

#[test]
fn rows_that_are_no_puzzle_have_a_reason_and_keep_their_place() {
    let two = PUZZLE.replacen("53..7", ".....", 1).replacen("6..195", "......", 1);
    let repeated = PUZZLE.replacen("53", "55", 1);
    let none = PUZZLE.replacen("53..7", "53.27", 1);
    let input = format!("short\n{two}\n{repeated}\n{none}\n{}\n{PUZZLE}\n", ".".repeat(81));
    let text = run_with(&["canonical"], &input);
    let value = |name| column(text.as_bytes(), name);
    let given = |name| value(name).iter().map(|text| !text.is_empty()).collect::<Vec<_>>();
    assert_eq!(given("canonical_puzzle"), [false, true, false, true, true, true]);
    assert_eq!(given("class_id"), given("canonical_puzzle"));
    assert_eq!(given("canonical_grid"), [false, false, false, false, false, true]);
    assert_eq!(given("reason"), [true, true, true, true, true, false]);
    assert_eq!(value("automorphisms")[4], "3359232");
    let rated = run_with(&["rate", "--no-timings"], &input);
    assert_eq!(value("reason"), column(rated.as_bytes(), "reason"));
    let strict = gridmill().args(["canonical", "--invalid=stop"]).write_stdin(input).assert().failure();
    let message = String::from_utf8_lossy(&strict.get_output().stderr).into_owned();
    assert!(message.contains("5 cells where a 3x3 grid has 81"), "{message}");
}

#[test]
fn every_format_has_the_same_rows_in_order() {
    let files = Files::new();
    let rows = "class_id,puzzle,note\n".to_owned()
        + &(0..300)
            .map(|n| format!("{n},{},\"a, b\"\n", if n % 3 == 0 { PUZZLE } else { "bad" }))
            .collect::<String>();
    fs::write(files.name("in.csv"), rows).unwrap();
    let text = run(&["canonical", &files.name("in.csv"), "--threads=1"]);
    assert_eq!(text, run(&["canonical", &files.name("in.csv"), "--threads=4"]));
    let header = text.lines().next().unwrap();
    assert_eq!(
        header,
        "input_class_id,puzzle,note,canonical_puzzle,canonical_grid,automorphisms,class_id,reason"
    );
    assert_eq!(
        column(text.as_bytes(), "input_class_id"),
        (0..300).map(|n| n.to_string()).collect::<Vec<_>>()
    );
    for name in ["out.csv", "out.jsonl", "out.parquet"] {
        let json = run(&["canonical", &files.name("in.csv"), "--out", &files.name(name), "--json"]);
        let totals = parsed(&json);
        assert_eq!(
            [&totals["rows"], &totals["puzzles"], &totals["automorphic"]],
            [&300.into(), &100.into(), &0.into()] as [&serde_json::Value; 3]
        );
        let again = run(&["canonical", &files.name(name)]);
        for column_name in Column::of_forms().map(Column::name) {
            // The input has an `input_class_id` already.
            let prefix = if column_name == "class_id" { "input_input_" } else { "input_" };
            let kept = column(again.as_bytes(), &format!("{prefix}{column_name}"));
            assert_eq!(kept, column(text.as_bytes(), column_name), "{name}");
        }
        let tables = TableInput::with_columns(
            Sources::from(vec![files.name(name).into()]),
            "3x3".parse().unwrap(),
            &GridColumns::default(),
        );
        assert!(tables.is_ok(), "{name}");
    }
    let message =
        gridmill().args(["canonical", "--out", &files.name("out.txt")]).write_stdin(PUZZLE).stderr_text(2);
    assert!(message.contains("a file ends in .parquet, .csv"), "{message}");
}

/// The options add columns that all images of a puzzle share, and change no other.
#[test]
fn options_add_the_puzzle_within_the_canonical_grid_and_numbers_of_bands() {
    let files = Files::new();
    let rows = ["generate", "-n30", "--seed=within", "--columns=puzzle", "--progress=never", "--out=-"];
    fs::write(files.name("rows.csv"), run(&rows)).unwrap();
    let images = [
        "augment",
        &files.name("rows.csv"),
        "--times=3",
        "--seed=1",
        "--out",
        &files.name("in.csv"),
        "--progress=never",
    ];
    run(&images);
    let forms = |options: &[&str]| run(&[&["canonical", &files.name("in.csv")], options].concat());
    let plain = forms(&[]);
    assert_eq!(plain, forms(&["--minlex=puzzle"]));
    let text = forms(&["--minlex=solution", "--bands"]);
    let added = "puzzle_in_canonical_grid,band_1,band_2,band_3,stack_1,stack_2,stack_3,band_1_gangster,band_2_gangster,\
                 band_3_gangster,stack_1_gangster,stack_2_gangster,stack_3_gangster,reason";
    assert_eq!(text.lines().next().unwrap(), plain.lines().next().unwrap().replace("reason", added));
    let value = |name| column(text.as_bytes(), name);
    let added: Vec<&str> = added.split(',').collect();
    for name in names() {
        assert_eq!(value(name), column(plain.as_bytes(), name));
    }
    for name in &added {
        let values = value(name);
        assert!(values.chunks(3).all(|images| images.iter().all(|image| *image == images[0])), "{name}");
    }
    let (within, grids, classes) =
        (value("puzzle_in_canonical_grid"), value("canonical_grid"), value("class_id"));
    assert_eq!(within.iter().collect::<BTreeSet<_>>().len(), classes.iter().collect::<BTreeSet<_>>().len());
    for row in 0..90 {
        let solution = Solution::new(&grids[row].parse().unwrap()).unwrap();
        let puzzle: Grid = within[row].parse().unwrap();
        assert!(puzzle.is_within(&solution));
        assert_eq!(puzzle.canonical().unwrap().form.to_string(), value("canonical_puzzle")[row]);
        let bands = solution.bands().unwrap().chutes();
        assert_eq!(bands[0].form(), grids[row][..27]);
        for ((band, number), gangster) in bands.iter().zip(&added[1..7]).zip(&added[7..13]) {
            assert_eq!(value(number)[row], band.to_string());
            assert_eq!(value(gangster)[row], band.gangster().to_string());
        }
    }

    let known =
        run(&["canonical", &files.name("in.csv"), "--bands", "--out", &files.name("out.parquet"), "--json"]);
    assert!(known.contains("\"puzzles\": 90"), "{known}");
    let bytes = fs::read(files.name("out.parquet")).unwrap();
    let command = b"gridmill canonical --bands\"";
    assert!(bytes.windows(command.len()).any(|window| window == command), "the command is in the history");
    let again = run(&["canonical", &files.name("out.parquet"), "--bands"]);
    assert_eq!(column(again.as_bytes(), "input_band_1"), value("band_1"));
    // A grid without exactly one solution has a form of its givens alone.
    let none = run_with(&["canonical", "--minlex=solution", "--bands"], &".".repeat(81));
    assert!(none.lines().last().unwrap().contains(",,,,,,,,,,,,,"), "{none}");
    let message = gridmill().args(["generate", "-n1", "--columns=puzzle,band_1"]).stderr_text(2);
    assert!(message.contains("the command canonical adds it"), "{message}");
}

/// Names of the columns of forms.
fn names() -> impl Iterator<Item = &'static str> {
    Column::of_forms().map(Column::name)
}

/// With other additions, the order of columns stays, and `show` prints the class.
#[test]
fn generated_rows_have_forms_next_to_ratings() {
    let rows = |options: &[&str]| {
        let rated =
            ["generate", "-n1", "--seed=42", "--no-timings", "--rulebook=hodoku", "--add=guesses,path"];
        run(&[&rated[..], options].concat())
    };
    let forms = names().collect::<Vec<_>>().join(",");
    let (plain, text) = (rows(&[]), rows(&["--add=canonical"]));
    assert_eq!(text.lines().next().unwrap(), format!("{},{forms}", plain.lines().next().unwrap()));
    let [class, form] = ["class_id", "canonical_puzzle"].map(|name| column(text.as_bytes(), name).remove(0));
    let shown = run(&["show", "--seed=42", "--index=0", "--add=canonical"]);
    let line = format!("\ncanonical   {class}, 1 automorphism; canonical form {form}\n");
    assert!(shown.contains(&line), "{shown}");
}

/// Forms of the other shapes are those of the library.
#[test]
fn generated_rows_of_other_shapes_have_the_forms_of_the_library() {
    for shape in ["2x2", "2x3", "3x2", "2x4"] {
        let args = ["generate", "-n20", "--seed=1", "--add=canonical", "--progress=never", "--box", shape];
        let text = run(&args);
        let value = |name| column(text.as_bytes(), name);
        let shape: Shape = shape.parse().unwrap();
        for row in 0..20 {
            let form = |name| Grid::parse(shape, &value(name)[row]).unwrap().canonical().unwrap();
            let (puzzle, grid) = (form("puzzle"), form("solution"));
            assert_eq!(value("canonical_puzzle")[row], puzzle.form.to_string());
            assert_eq!(value("canonical_grid")[row], grid.form.to_string());
            assert_eq!(value("automorphisms")[row], puzzle.automorphisms.to_string());
            assert_eq!(value("class_id")[row], puzzle.class_id().to_string());
        }
    }
}
