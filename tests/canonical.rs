//! Canonical forms of existing puzzles, as a process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{column, gridmill};
use gridmill::{
    board::Grid,
    corpus::{GridColumns, Tables},
    schema::Column,
    solve::{Solutions, solve},
};
use std::fs;

/// Row r1c1 to r9c9, of J. Hsu's singles.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const COMPLETE: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn run(args: &[&str], input: &str) -> String {
    let run = gridmill().args(args).write_stdin(input).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// The puzzle with its rows and columns exchanged, and its digits renamed.
fn turned() -> String {
    let cell = |place: usize| PUZZLE.as_bytes()[place % 9 * 9 + place / 9];
    let renamed = |c: u8| if c == b'.' { '.' } else { char::from(b'1' + (c - b'1' + 4) % 9) };
    (0..81).map(|place| renamed(cell(place))).collect()
}

#[test]
fn forms_stand_beside_the_puzzle() {
    let text = run(&["canonical", "--progress=never"], &format!("{PUZZLE}\n{}\n{COMPLETE}\n", turned()));
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
    let text = run(&["canonical", "--progress=never"], &input);
    let value = |name| column(text.as_bytes(), name);
    let given = |name| value(name).iter().map(|text| !text.is_empty()).collect::<Vec<_>>();
    assert_eq!(given("canonical_puzzle"), [false, true, false, true, true, true]);
    assert_eq!(given("class_id"), given("canonical_puzzle"));
    assert_eq!(given("canonical_grid"), [false, false, false, false, false, true]);
    assert_eq!(given("reason"), [true, true, true, true, true, false]);
    assert_eq!(value("automorphisms")[4], "3359232");
    let rated = run(&["rate", "--no-timings", "--progress=never"], &input);
    assert_eq!(value("reason"), column(rated.as_bytes(), "reason"));
    let strict = gridmill().args(["canonical", "--strict"]).write_stdin(input).assert().failure();
    let message = String::from_utf8_lossy(&strict.get_output().stderr).into_owned();
    assert!(message.contains("5 cells where a 3x3 grid has 81"), "{message}");
}

#[test]
fn every_format_has_the_same_rows_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rows = "class_id,puzzle,note\n".to_owned()
        + &(0..300)
            .map(|n| format!("{n},{},\"a, b\"\n", if n % 3 == 0 { PUZZLE } else { "bad" }))
            .collect::<String>();
    fs::write(path("in.csv"), rows).unwrap();
    let text = run(&["canonical", &path("in.csv"), "--progress=never", "--threads=1"], "");
    assert_eq!(text, run(&["canonical", &path("in.csv"), "--progress=never", "--threads=4"], ""));
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
        let json =
            run(&["canonical", &path("in.csv"), "--out", &path(name), "--json", "--progress=never"], "");
        let totals: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(
            [&totals["rows"], &totals["puzzles"], &totals["automorphic"]],
            [&300.into(), &100.into(), &0.into()] as [&serde_json::Value; 3]
        );
        let again = run(&["canonical", &path(name), "--progress=never"], "");
        for column_name in Column::of_forms().map(Column::name) {
            // The input has an `input_class_id` already.
            let prefix = if column_name == "class_id" { "input_input_" } else { "input_" };
            let kept = column(again.as_bytes(), &format!("{prefix}{column_name}"));
            assert_eq!(kept, column(text.as_bytes(), column_name), "{name}");
        }
        let tables =
            Tables::with_columns(vec![path(name).into()], "3x3".parse().unwrap(), &GridColumns::default());
        assert!(tables.is_ok(), "{name}");
    }
    let refused =
        gridmill().args(["canonical", "--out", &path("out.txt")]).write_stdin(PUZZLE).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("must end in .csv"), "{message}");
}
