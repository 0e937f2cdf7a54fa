//! Search difficulty in corpora, ratings and reports, as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, data_bytes, gridmill, manifest, run_with};
use gridmill::{
    board::{Grid, Shape},
    generate::SearchRater,
    solve::{Bitboard, prove},
};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

/// A puzzle that singles solve.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A. Inkala's puzzle of 2012, ER 10.7.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn generate(folder: &Folder, options: &[&str]) {
    let out = folder.path().display().to_string();
    run_with(
        &[&["generate", "--seed=42", "--no-timings", "--add=guesses", "--out", &out], options].concat(),
        "",
    );
}

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

/// The option adds one column and changes no other; the values are those of the library and of `rate`.
#[test]
fn a_puzzle_has_the_same_value_wherever_it_appears() {
    let plain = ["generate", "-n300", "--seed=42", "--no-timings"];
    let text = run_with(&[&plain[..], &["--add=guesses"]].concat(), "");
    let without: String =
        text.lines().map(|line| format!("{}\n", line.rsplit_once(',').unwrap().0)).collect();
    assert_eq!(without, run_with(&plain, ""));
    insta::assert_snapshot!(column(text.as_bytes(), "guesses")[..24].join(" "), @"0.0 0.0 1.48 2.47 1.0 0.0 0.0 1.0 1.0 4.0 0.0 1.0 1.0 0.0 2.0 1.0 2.0 0.0 0.0 0.0 0.0 1.0 0.0 0.0");
    let values = guesses(&text, "guesses");
    let mut rater = SearchRater::new();
    for (puzzle, value) in column(text.as_bytes(), "puzzle").iter().zip(&values) {
        let grid = Grid::parse(Shape::STANDARD, puzzle).unwrap();
        let (puzzle, _) = prove(grid, &mut Bitboard::new(1_000_000)).unwrap().unwrap();
        assert_eq!(Some(rater.rate(&puzzle).guesses()), *value, "{puzzle}");
    }
    for threads in ["1", "3"] {
        let rated = run_with(&["rate", "--add=guesses", "--threads", threads], &without);
        assert_eq!(column(rated.as_bytes(), "guesses"), column(text.as_bytes(), "guesses"));
    }
    assert!(values.contains(&Some(0.0)) && values.iter().any(|value| *value > Some(3.0)));
}

#[test]
fn the_value_does_not_depend_on_the_instruction_set() {
    let input = format!("{EASY}\n{HARD}\n");
    let rows = |isa: &str| {
        let run = gridmill()
            .env("GRIDMILL_ISA", isa)
            .args(["rate", "--add=guesses", "--no-timings", "--progress=never"])
            .write_stdin(input.as_str())
            .assert()
            .success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    for isa in gridmill::solve::instruction_sets() {
        assert_eq!(rows(isa), rows(""), "{isa}");
    }
    assert_eq!(column(rows("").as_bytes(), "guesses"), ["0.0", "49.31"]);
}

/// A row that is no puzzle has no value, as in the other columns of ratings.
#[test]
fn rows_without_one_solution_have_no_value() {
    let none = EASY.replacen("53", "55", 1);
    let several = EASY.replacen("53..7", ".....", 1).replacen("6..195", "......", 1);
    let text = run_with(&["rate", "--add=guesses"], &format!("{EASY}\nshort\n{several}\n{none}\n"));
    assert_eq!(guesses(&text, "guesses"), [Some(0.0), None, None, None]);
    assert!(column(text.as_bytes(), "reason")[1..].iter().all(|reason| !reason.is_empty()));
}

/// All formats hold the same numbers; what is read has the hash of what was written.
#[test]
fn formats_hold_the_same_values() {
    let mut hashes = BTreeMap::new();
    for format in ["csv", "jsonl", "parquet"] {
        let folder = Folder::new();
        let options = ["--count=120", "--format", format, "--rulebook=se"];
        generate(&folder, &options);
        generate(&folder, &[&options[..], &["--resume", "--verify"]].concat());
        hashes.insert(manifest(&folder)["shards"][0]["contents_blake3"].to_string(), format);
        let path = folder.path().display().to_string();
        let rated = run_with(&["rate", "--add=guesses", &path], "");
        let kept = guesses(&run_with(&["rate", "--rulebook=se", &path], ""), "guesses");
        let found = guesses(&rated, "guesses");
        assert_eq!(kept, found, "{format}");
        assert!(found.len() == 120 && !found.contains(&None));
        let out = folder.path().with_extension("jsonl").display().to_string();
        run_with(&["rate", "--add=guesses", &path, "--out", &out], "");
        let first: Value =
            serde_json::from_str(fs::read_to_string(&out).unwrap().lines().next().unwrap()).unwrap();
        // Columns of CSV are text.
        let number = |value: &Value| value.to_string().trim_matches('"').parse().ok();
        assert_eq!(number(&first["guesses"]), found[0]);
        assert!(first["input_guesses"].is_null());
    }
    assert_eq!(hashes.len(), 1, "{hashes:?}");
}

#[test]
fn parts_and_resumed_runs_have_the_same_bytes() {
    let plan = ["--count=900", "--shard-rows=300"];
    let whole = Folder::new();
    generate(&whole, &[&plan[..], &["--threads=1"]].concat());
    let expected = data_bytes(&whole);
    let parts = ["1/3", "2/3", "3/3"].map(|part| {
        let folder = Folder::new();
        generate(&folder, &[&plan[..], &["--part", part]].concat());
        folder
    });
    let merged = Folder::new();
    let paths: Vec<String> =
        parts.iter().chain([&merged]).map(|folder| folder.path().display().to_string()).collect();
    gridmill().arg("merge").args(&paths[..3]).args(["--out", &paths[3]]).assert().success();
    assert_eq!(data_bytes(&merged), expected);
    fs::remove_file(whole.path().join("data/part-00001-of-00003.parquet")).unwrap();
    generate(&whole, &[&plan[..], &["--resume"]].concat());
    assert_eq!(data_bytes(&whole), expected);
    let refused = gridmill()
        .args(["generate", "--seed=42", "--no-timings", "--resume", "--progress=never"])
        .args(plan)
        .arg("--out")
        .arg(whole.path())
        .assert()
        .code(1);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("add is \"guesses\" there and absent here"), "{message}");
}

/// The manifest, the card and `show` know the option; without it, nothing of it appears.
#[test]
fn the_option_is_in_manifest_card_and_printed_command() {
    let folder = Folder::new();
    generate(&folder, &["--count=20"]);
    let found = manifest(&folder);
    assert_eq!((&found["manifest"], &found["job"]["plan"]["add"]), (&4.into(), &"guesses".into()));
    let card = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(card.contains(" --add guesses --checker bitboard --format parquet "), "{card}");
    assert!(card.contains("| `guesses` | float64, nullable | guesses | search difficulty"), "{card}");
    let plain = Folder::new();
    let out = plain.path().display().to_string();
    run_with(&["generate", "--seed=42", "--no-timings", "--count=20", "--out", &out], "");
    for file in ["manifest.json", "README.md"] {
        let text = fs::read_to_string(plain.path().join(file)).unwrap();
        assert!(!text.contains("guesses"), "{file}: {text}");
    }
    let args = ["show", "--seed=42", "--index=0", "--add=guesses"];
    let shown =
        String::from_utf8(gridmill().args(args).assert().success().get_output().stdout.clone()).unwrap();
    assert!(shown.contains("\nguesses     0.00, geometric mean over 32 transforms\n"), "{shown}");
}

#[test]
fn larger_shapes_are_refused() {
    let args = ["generate", "-n1", "--seed=1", "--box=3x4", "--add=guesses", "--progress=never"];
    let refused = gridmill().args(args).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert_eq!(message, "error: --add guesses is for grids with a side up to 9, not for 3x4 boxes\n");
}

/// The report's rank correlation is that of the definition, with ER and with scores; parts add up to the whole.
#[test]
fn reports_show_the_rank_correlation_with_ratings() {
    for (rulebook, beside, steps) in [("se", "er", 10.0), ("hodoku", "score", 1.0)] {
        let plan = ["--count=600", "--shard-rows=200", "--rulebook", rulebook];
        let whole = Folder::new();
        generate(&whole, &plan);
        let path = whole.path().display().to_string();
        let json: Value = serde_json::from_str(&run_with(&["report", &path, "--format=json"], "")).unwrap();
        let found = json["corpora"][0]["relations"][0].clone();
        let text = run_with(
            &[&["generate", "--seed=42", "--no-timings", "--add=guesses", "--format=csv"], &plan[..]]
                .concat(),
            "",
        );
        let both = guesses(&text, beside).into_iter().zip(guesses(&text, "guesses"));
        let pairs: Vec<(f64, f64)> = both.filter_map(|(rating, guesses)| Some((rating?, guesses?))).collect();
        let binned: Vec<_> =
            pairs.iter().map(|&(rating, guesses)| (bin(rating * steps), bin(guesses * 100.0))).collect();
        assert_eq!((&found["one"], &found["other"]), (&beside.into(), &"guesses".into()));
        assert_eq!(found["rows"].as_u64(), Some(pairs.len() as u64));
        let (rho, expected) = (found["spearman"].as_f64().unwrap(), spearman(&binned));
        assert!((rho - expected).abs() < 1e-12 && rho > 0.3, "{rulebook}: {rho}, not {expected}");
        assert!((rho - spearman(&pairs)).abs() < 1e-3, "the bins hardly matter");
        let column =
            json["corpora"][0]["columns"].as_array().unwrap().iter().find(|c| c["name"] == "guesses");
        assert_eq!(column.unwrap()["min"], 0.0);
        let page = run_with(&["report", &path, "--format=md"], "");
        let rating = if beside == "er" { "ER" } else { "score" };
        let sentence = format!("Rank correlation of search difficulty and {rating} (Spearman): {rho:.3}");
        assert!(page.contains(&sentence), "{sentence}");
        let parts = ["2/3", "1/3", "3/3"].map(|part| {
            let folder = Folder::new();
            generate(&folder, &[&plan[..], &["--part", part]].concat());
            folder
        });
        let paths = [0, 1, 2].map(|n: usize| parts[n].path().display().to_string());
        let joined = run_with(&["report", &paths[0], &paths[1], &paths[2], "--format=json"], "");
        let joined: Value = serde_json::from_str(&joined).unwrap();
        assert_eq!(joined["corpora"][0]["relations"][0], found);
    }
    let plain = run_with(&["generate", "-n50", "--seed=1", "--rulebook=se", "--no-timings"], "");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain.csv");
    fs::write(&file, plain).unwrap();
    let json: Value =
        serde_json::from_str(&run_with(&["report", &file.display().to_string(), "--format=json"], ""))
            .unwrap();
    assert_eq!(json["corpora"][0]["relations"], Value::Array(Vec::new()));
}
