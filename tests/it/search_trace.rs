//! The column `search_trace`, as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, parsed, run, run_with};
use gridmill::{
    board::{Grid, Shape},
    tables::schema::arrow::type_words,
    traces::{Body, SearchOptions, Searcher, Vocabulary, replay},
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
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

#[test]
fn the_column_is_the_default_search() {
    let plain = ["generate", "-n40", "--seed=42", "--no-timings", "--add=search_trace"];
    let csv = run(&plain);
    let puzzles = column(csv.as_bytes(), "puzzle");
    for (puzzle, text) in puzzles.iter().zip(column(csv.as_bytes(), "search_trace")) {
        assert_eq!(numbers(&text), tokens(puzzle));
        let sequence = Vocabulary::of_side(9).unwrap().decode(&numbers(&text)).unwrap();
        let grid = sequence.grid(Shape::STANDARD).unwrap();
        let Body::Search(events) = sequence.body else { panic!("a search") };
        assert_eq!(replay(&grid, &events).unwrap().solutions.len(), 1);
    }
    let jsonl = run(&[&plain[..], &["--format=jsonl"]].concat());
    for line in jsonl.lines() {
        let row = parsed(line);
        assert_eq!(row["search_trace"], serde_json::json!(tokens(row["puzzle"].as_str().unwrap())));
    }
}

/// A folder in Parquet has lists, which other formats get.
#[test]
fn parquet_holds_lists_of_numbers() {
    let folder = Folder::new();
    let out = folder.path().join("corpus").display().to_string();
    let options = ["--seed=42", "--no-timings", "--progress=never", "--add=search_trace"];
    run(&[&["generate", "-n40", "--out", &out], &options[..]].concat());
    let shard = fs::read_dir(folder.path().join("corpus/data")).unwrap().next().unwrap().unwrap().path();
    let file = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(shard).unwrap()).unwrap();
    let field = file.schema().field_with_name("search_trace").unwrap();
    assert_eq!(type_words(field.data_type()), "lists of whole numbers (16 bits)");
    let back = folder.path().join("back.jsonl").display().to_string();
    run(&["rate", &out, "--no-timings", "--out", &back]);
    for line in fs::read_to_string(&back).unwrap().lines() {
        let row = parsed(line);
        assert_eq!(row["search_trace"], serde_json::json!(tokens(row["puzzle"].as_str().unwrap())));
    }
}

#[test]
fn rows_without_a_puzzle_have_none() {
    let text = run_with(&["rate", "--add=search_trace", "--no-timings"], &format!("{}\n", ".".repeat(81)));
    assert_eq!(column(text.as_bytes(), "search_trace"), [""]);
}
