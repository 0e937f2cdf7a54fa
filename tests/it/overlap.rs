//! `gridmill report` on several corpora: what any two share, as text and up to symmetry.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{Files, PUZZLE, html::assert_well_formed, parsed, run};
use gridmill::{
    board::{Grid, Shape},
    generate::random_transform,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;
use serde_json::Value;
use std::fs;

fn generate(out: &str, options: &[&str]) {
    run(&[&["generate", "--out", out][..], options].concat());
}

/// The puzzles of the rows of a corpus in CSV.
fn puzzles_of(corpus: &str) -> Vec<String> {
    let rows = fs::read_to_string(format!("{corpus}/data/part-00000-of-00001.csv")).unwrap();
    let puzzle = |line: &str| line.split(',').find(|field| field.len() == 81).map(str::to_owned);
    rows.lines().skip(1).filter_map(puzzle).collect()
}

/// Makes three corpora: a training file, a test file that is clean, and one with two images of each of the first 40 test puzzles and a
/// puzzle of the training file as it is. Returns their paths.
fn leaked(files: &Files) -> [String; 3] {
    let [train, test, leak] = ["train", "test", "leak.txt"].map(|name| files.name(name));
    generate(&train, &["-n300", "--seed=11", "--no-timings", "--format=csv"]);
    generate(&test, &["-n100", "--seed=12", "--no-timings", "--format=csv"]);
    let mut rng = Pcg64::seed_from_u64(13);
    let mut lines = vec![puzzles_of(&train)[5].clone()];
    for puzzle in &puzzles_of(&test)[..40] {
        let puzzle: Grid = puzzle.parse().unwrap();
        for _ in 0..2 {
            lines.push(random_transform(&mut rng, Shape::STANDARD).grid(&puzzle).to_string());
        }
    }
    // A row with two solutions has a class, but no solution; one with a digit twice in a row has neither.
    lines.push(format!("{}{}", "123456789", ".".repeat(72)));
    lines.push(format!("{}{}", "11", ".".repeat(79)));
    fs::write(&leak, lines.join("\n")).unwrap();
    [train, test, leak]
}

fn report(form: &str, paths: &[&str], options: &[&str]) -> String {
    run(&[&["report", "--format", form][..], paths, options].concat())
}

#[test]
fn transformed_copies_are_found_in_every_pair() {
    let files = Files::new();
    let [train, test, leak] = leaked(&files);
    let paths = [train.as_str(), &test, &leak];
    let json = parsed(&report("json", &paths, &["--threads=2"]));
    let pairs = json["overlaps"].as_array().unwrap();
    let found = |pair: usize, kind: &str| -> [u64; 6] {
        let kind = &pairs[pair][kind];
        let [first, other] = [&kind["first"], &kind["other"]];
        let values = [
            &kind["shared"],
            &first["in_both"],
            &first["looked_at"],
            &other["in_both"],
            &other["looked_at"],
            &other["without"],
        ];
        values.map(|value| value.as_u64().unwrap())
    };
    let names: Vec<_> = pairs.iter().map(|pair| [&pair["first"], &pair["other"]]).collect();
    assert_eq!(names, [["train", "test"], ["train", "leak"], ["test", "leak"]]);
    for kind in ["text", "equivalent", "solutions"] {
        assert_eq!(found(0, kind), [0, 0, 300, 0, 100, 0], "{kind}");
    }
    assert_eq!(found(1, "text"), [1, 1, 300, 1, 83, 0]);
    assert_eq!(found(1, "equivalent"), [1, 1, 300, 1, 82, 1]);
    assert_eq!(found(2, "text"), [0, 0, 100, 0, 83, 0]);
    assert_eq!(found(2, "equivalent"), [40, 40, 100, 80, 82, 1]);
    assert_eq!(found(2, "solutions"), [40, 40, 100, 80, 81, 2]);
    assert_eq!(pairs[2]["equivalent"]["first"]["share"], 0.4);
    let page = report("html", &paths, &[]);
    assert_well_formed(&page);
    let warnings: Vec<&str> =
        page.split("<p class=\"warning\">").skip(1).map(|rest| rest.split("</p>").next().unwrap()).collect();
    let expected = "test and leak overlap: no puzzle is in both as text; 40 puzzles are in both up to symmetry. That is 40 \
                    of 100 rows of test and 80 of 82 rows of leak.";
    assert!(warnings.contains(&expected), "{warnings:?}");
    let row = "| test and leak | puzzle up to symmetry | 40 | 40 | 40.00 % | 80 | 97.56 % | 100 and 82 rows; without one: 0 and 1 |";
    let markdown = report("md", &paths, &[]);
    assert!(markdown.contains(row), "{markdown}");
    // The same rows in another order, on another number of threads, from files that hold their forms.
    let forms = ["train", "test", "leak"].map(|name| files.name(&format!("forms/{name}.parquet")));
    fs::create_dir(files.name("forms")).unwrap();
    for (path, out) in paths.iter().zip(&forms) {
        run(&["canonical", path, "--out", out]);
    }
    let again = report("json", &[&forms[0], &forms[1], &forms[2]], &["--threads=1", "--check=all"]);
    let again = parsed(&again);
    assert_eq!(again["overlaps"], json["overlaps"]);
    let check = again["corpora"][2]["checks"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&check["name"], &check["looked_at"]), (&"canonical forms agree".into(), &82.into()));
    assert_eq!(check["passed"], true);
}

#[test]
fn wrong_forms_in_columns_fail_a_check() {
    let files = Files::new();
    let [forms, other] = ["forms.csv", "other.txt"].map(|name| files.name(name));
    fs::write(&forms, format!("puzzle,class_id\n{PUZZLE},0123456789abcdef\n")).unwrap();
    fs::write(&other, PUZZLE).unwrap();
    let json = parsed(&report("json", &[&forms, &other], &["--check=all"]));
    let check = json["corpora"][0]["checks"].as_array().unwrap().last().unwrap();
    assert_eq!((&check["name"], &check["passed"]), (&"canonical forms agree".into(), &false.into()));
    // Of what is no class, the form is computed.
    fs::write(&forms, format!("puzzle,class_id\n{PUZZLE},training\n")).unwrap();
    let json = parsed(&report("json", &[&forms, &other], &[]));
    assert_eq!(json["overlaps"][0]["equivalent"]["shared"], 1);
}

#[test]
fn forms_are_compared_where_shapes_have_them_and_thinned_sets_say_so() {
    let files = Files::new();
    let [small, same, large, other] = ["small", "same", "large", "other"].map(|name| files.name(name));
    generate(&small, &["-n60", "--seed=1", "--box=2x3"]);
    generate(&same, &["-n60", "--seed=2", "--box=2x3"]);
    generate(&large, &["-n2", "--seed=1", "--box=3x4"]);
    generate(&other, &["-n2", "--seed=2", "--box=3x4"]);
    let overlaps =
        |paths: [&str; 2], options: &[&str]| parsed(&report("json", &paths, options))["overlaps"][0].clone();
    // 6x6 has 49 classes of grids, so that two sets of sixty grids share some.
    assert!(overlaps([&small, &same], &[])["solutions"]["shared"].as_u64().unwrap() > 10);
    let none = overlaps([&large, &other], &[]);
    assert_eq!((&none["text"]["shared"], &none["equivalent"]), (&0.into(), &Value::Null));
    let page = report("md", &[&large, &other], &[]);
    assert!(
        page.contains("no two share a puzzle as text") && page.contains("compared as text only"),
        "{page}"
    );
    let thinned = overlaps([&small, &same], &["--duplicates-up-to=20"]);
    assert!(thinned["equivalent"]["one_in"].as_u64().unwrap() >= 4, "{thinned}");
    assert!(report("md", &[&small, &same], &["--duplicates-up-to=20"]).contains("| one in "));
}

/// Two digs of the same grids share every solution and no puzzle; of many pairs the open table has what is shared alone.
#[test]
fn pairs_that_share_only_solutions_have_one_warning() {
    let files = Files::new();
    let [one, half_turn, diagonal, other] =
        ["one", "half_turn", "diagonal", "other"].map(|name| files.name(name));
    generate(&one, &["-n30", "--seed=21"]);
    generate(&half_turn, &["-n30", "--seed=21", "--symmetry=rot180"]);
    generate(&diagonal, &["-n20", "--seed=21", "--symmetry=diagonal"]);
    generate(&other, &["-n30", "--seed=22"]);
    let page = report("md", &[&one, &half_turn, &diagonal, &other], &[]);
    let warnings: Vec<&str> = page.lines().filter(|line| line.contains("**Warning:**")).collect();
    let expected = "No puzzle is in both, but solutions are, up to symmetry: one and half_turn 30; one and diagonal 20; half_turn and \
                    diagonal 20.";
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains(expected), "{warnings:?}");
    let pairs = |title: &str| {
        let (_, rest) = page.split_once(title).unwrap_or_else(|| panic!("no {title}"));
        let table = rest.trim_start().lines().skip_while(|line| !line.starts_with('|'));
        table
            .take_while(|line| line.starts_with('|'))
            .filter(|line| line.contains("solution up to symmetry"))
            .count()
    };
    assert_eq!((pairs("Puzzles and solutions in both"), pairs("All pairs")), (3, 6));
    let none = report("md", &[&one, &other], &[]);
    assert!(none.contains("no two share a puzzle or a solution, also up to symmetry"), "{none}");
}
