//! Search difficulty in corpora, ratings and reports, as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, HARD, PUZZLE, Runs, column, corpus, gridmill, parsed, parts, run, run_with};
use gridmill::{
    board::{Grid, Shape},
    generate::{SearchDifficulty, SearchRater},
    solve::{Bitboard, prove},
};
use serde_json::Value;
use std::fs;

fn guesses(csv_text: &str, name: &str) -> Vec<Option<f64>> {
    column(csv_text.as_bytes(), name).iter().map(|text| text.parse().ok()).collect()
}

/// Mean ranks of the values, by definition.
fn ranks(values: &[f64]) -> Vec<f64> {
    let count = |test: &dyn Fn(f64) -> bool| values.iter().filter(|value| test(**value)).count() as f64;
    let rank = |&value: &f64| {
        count(&|other| other < value) + f64::midpoint(count(&|other| other.total_cmp(&value).is_eq()), 1.0)
    };
    values.iter().map(rank).collect()
}

fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let [one, other] = [
        ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>()),
        ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>()),
    ];
    let mean = f64::midpoint(pairs.len() as f64, 1.0);
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    sum(&one, &other) / (sum(&one, &one) * sum(&other, &other)).sqrt()
}

/// The least number of the bin of `number`: seven binary digits are kept.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn bin(number: f64) -> f64 {
    let number = number.round() as u64;
    let dropped = (64 - number.leading_zeros()).saturating_sub(7);
    (number >> dropped << dropped) as f64
}

#[test]
fn values_are_those_of_the_library() {
    let text = run(&["generate", "-n300", "--seed=42", "--no-timings", "--add=guesses"]);
    insta::assert_snapshot!(column(text.as_bytes(), "guesses")[..24].join(" "), @"0.0 0.0 1.48 2.47 1.0 0.0 0.0 1.0 1.0 4.0 0.0 1.0 1.0 0.0 2.0 1.0 2.0 0.0 0.0 0.0 0.0 1.0 0.0 0.0");
    let values = guesses(&text, "guesses");
    let mut rater = SearchRater::new();
    for (puzzle, value) in column(text.as_bytes(), "puzzle").iter().zip(&values) {
        let grid = Grid::parse(Shape::STANDARD, puzzle).unwrap();
        let (puzzle, _) = prove(grid, &mut Bitboard::new(1_000_000)).unwrap().unwrap();
        assert_eq!(rater.rate(&puzzle).map(SearchDifficulty::guesses), *value, "{puzzle}");
    }
    assert!(values.contains(&Some(0.0)) && values.iter().any(|value| *value > Some(3.0)));
}

#[test]
fn the_value_does_not_depend_on_the_instruction_set() {
    let input = format!("{PUZZLE}\n{HARD}\n");
    let rows = |isa: &str| {
        gridmill()
            .env("GRIDMILL_ISA", isa)
            .args(["rate", "--add=guesses", "--no-timings"])
            .write_stdin(input.as_str())
            .stdout_text()
    };
    for isa in gridmill::solve::instruction_sets() {
        assert_eq!(rows(isa), rows(""), "{isa}");
    }
    assert_eq!(column(rows("").as_bytes(), "guesses"), ["0.0", "49.31"]);
}

/// A row that is no puzzle has no value, as in the other columns of ratings.
#[test]
fn rows_without_one_solution_have_no_value() {
    let none = PUZZLE.replacen("53", "55", 1);
    let several = PUZZLE.replacen("53..7", ".....", 1).replacen("6..195", "......", 1);
    let text = run_with(&["rate", "--add=guesses"], &format!("{PUZZLE}\nshort\n{several}\n{none}\n"));
    assert_eq!(guesses(&text, "guesses"), [Some(0.0), None, None, None]);
    assert!(column(text.as_bytes(), "reason")[1..].iter().all(|reason| !reason.is_empty()));
}

/// The report's rank correlation is that of the definition, with ER and with scores; parts add up to the whole.
#[test]
#[ignore = "20 s, chains of se on many rows: bash scripts/long_tests.sh"]
fn long_reports_show_the_rank_correlation_with_ratings() {
    for (rulebook, rating, steps) in [("se", "er", 10.0), ("hodoku", "score", 1.0)] {
        let size = ["--count=600", "--shard-rows=200", "--rulebook", rulebook];
        let plan = [&["--seed=42", "--no-timings", "--add=guesses"], &size[..]].concat();
        let (whole, parts) = (corpus(&plan), parts(3, &plan));
        let path = &whole.name();
        let json = parsed(&run(&["report", path, "--format=json"]));
        let found = json["corpora"][0]["relations"][0].clone();
        let text = run(&[&["generate", "--format=csv"], &plan[..]].concat());
        let both = guesses(&text, rating).into_iter().zip(guesses(&text, "guesses"));
        let pairs: Vec<(f64, f64)> = both.filter_map(|(rating, guesses)| Some((rating?, guesses?))).collect();
        let binned: Vec<_> =
            pairs.iter().map(|&(rating, guesses)| (bin(rating * steps), bin(guesses * 100.0))).collect();
        assert_eq!((&found["one"], &found["other"]), (&rating.into(), &"guesses".into()));
        assert_eq!(found["rows"].as_u64(), Some(pairs.len() as u64));
        let (rho, expected) = (found["spearman"].as_f64().unwrap(), spearman(&binned));
        assert!((rho - expected).abs() < 1e-12 && rho > 0.3, "{rulebook}: {rho}, not {expected}");
        assert!((rho - spearman(&pairs)).abs() < 1e-3, "the bins hardly matter");
        let column =
            json["corpora"][0]["columns"].as_array().unwrap().iter().find(|c| c["name"] == "guesses");
        assert_eq!(column.unwrap()["min"], 0.0);
        let page = run(&["report", path, "--format=md"]);
        let rating = if rating == "er" { "ER" } else { "score" };
        let sentence = format!("Rank correlation of search difficulty and {rating} (Spearman): {rho:.3}");
        assert!(page.contains(&sentence), "{sentence}");
        let paths: Vec<String> = parts.iter().map(Folder::name).collect();
        let joined = run(&["report", &paths[1], &paths[0], &paths[2], "--format=json"]);
        let joined = parsed(&joined);
        assert_eq!(joined["corpora"][0]["relations"][0], found);
    }
    let plain = run(&["generate", "-n50", "--seed=1", "--rulebook=se", "--no-timings"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain.csv");
    fs::write(&file, plain).unwrap();
    let json = parsed(&run(&["report", &file.display().to_string(), "--format=json"]));
    assert_eq!(json["corpora"][0]["relations"], Value::Array(Vec::new()));
}
