//! The column `search_trace`, as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, gridmill, run_with};
use gridmill::{
    board::{Grid, Shape},
    tables::schema::arrow::type_words,
    traces::{Body, SearchOptions, Searcher, Vocabulary, replay},
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use std::fs;

/// Returns the tokens of the default search.
fn tokens(puzzle: &str) -> Vec<u16> {
    let grid: Grid = puzzle.parse().unwrap();
    let mut tokens = Vec::new();
    Searcher::new(grid.shape(), SearchOptions::default()).unwrap().encode(&grid, &mut tokens);
    tokens
}

fn numbers(text: &str) -> Vec<u16> {
    text.split(' ').map(|number| number.parse::<u16>().unwrap()).collect()
}

/// The option adds one column and changes no other; `generate` and `rate` write the default search, in each format.
#[test]
fn the_column_is_the_default_search() {
    let plain = ["generate", "-n40", "--seed=42", "--no-timings", "--progress=never"];
    let csv = run_with(&[&plain[..], &["--add=search_trace"]].concat(), "");
    let without: String = csv.lines().map(|line| format!("{}\n", line.rsplit_once(',').unwrap().0)).collect();
    assert_eq!(without, run_with(&plain, ""));
    let puzzles = column(csv.as_bytes(), "puzzle");
    for (puzzle, text) in puzzles.iter().zip(column(csv.as_bytes(), "search_trace")) {
        assert_eq!(numbers(&text), tokens(puzzle));
        let sequence = Vocabulary::of_side(9).unwrap().decode(&numbers(&text)).unwrap();
        let grid = sequence.grid(Shape::STANDARD).unwrap();
        let Body::Search(events) = sequence.body else { panic!("a search") };
        assert_eq!(replay(&grid, &events).unwrap().solutions.len(), 1);
    }
    let rated = run_with(&["rate", "--add=search_trace", "--no-timings", "--progress=never"], &without);
    assert_eq!(column(rated.as_bytes(), "search_trace"), column(csv.as_bytes(), "search_trace"));
    let jsonl = run_with(&[&plain[..], &["--add=search_trace", "--format=jsonl"]].concat(), "");
    for line in jsonl.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["search_trace"], serde_json::json!(tokens(row["puzzle"].as_str().unwrap())));
    }
}

/// A folder in Parquet has lists, which other formats get.
#[test]
fn parquet_holds_lists_of_numbers() {
    let folder = Folder::new();
    let out = folder.path().join("corpus").display().to_string();
    let options = ["--seed=42", "--no-timings", "--progress=never", "--add=search_trace"];
    run_with(&[&["generate", "-n40", "--out", &out], &options[..]].concat(), "");
    let shard = fs::read_dir(folder.path().join("corpus/data")).unwrap().next().unwrap().unwrap().path();
    let file = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(shard).unwrap()).unwrap();
    let field = file.schema().field_with_name("search_trace").unwrap();
    assert_eq!(type_words(field.data_type()), "lists of whole numbers (16 bits)");
    let back = folder.path().join("back.jsonl").display().to_string();
    run_with(&["rate", &out, "--no-timings", "--progress=never", "--out", &back], "");
    for line in fs::read_to_string(&back).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["search_trace"], serde_json::json!(tokens(row["puzzle"].as_str().unwrap())));
    }
}

#[test]
fn large_grids_are_refused_and_rows_without_a_puzzle_have_none() {
    for args in [
        &["generate", "-n1", "--box=4x4", "--add=search_trace"][..],
        &["rate", "--box=4x4", "--rulebook=basic", "--add=search_trace"],
    ] {
        let run =
            gridmill().args(args).arg("--progress=never").write_stdin(".".repeat(256)).assert().failure();
        let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(message.contains("up to 9"), "{message}");
    }
    let text = run_with(
        &["rate", "--add=search_trace", "--no-timings", "--progress=never"],
        &format!("{}\n", ".".repeat(81)),
    );
    assert_eq!(column(text.as_bytes(), "search_trace"), [""]);
}
