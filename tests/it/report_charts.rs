//! Pages and pictures of reports on sample corpora and odd ones: every number is one, and every place lies in its box.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{
    Files, PUZZLE,
    drawing::{assert_numbers, assert_pictures},
    gridmill, run,
};
use std::fs;

const HARD: &str = ".29.....5.....1.383..42......6....7.2..973..4.4....9......42..165.1.....4.....82.";

/// Writes the report on these files in every form, with all pictures, and checks each of them.
fn check(place: &Files, name: &str, inputs: &[&str]) {
    let outs: Vec<String> =
        ["html", "md", "json", "csv"].iter().map(|form| place.name(&format!("{name}.{form}"))).collect();
    let folder = place.path(&format!("{name}-pictures"));
    let mut command = gridmill();
    command.args(["report", "--progress=never", "--check=20", "--svg"]).arg(&folder).args(inputs);
    for out in &outs {
        command.args(["--out", out]);
    }
    command.assert().success();
    for out in &outs {
        let text = fs::read_to_string(out).unwrap();
        assert_numbers(out, &text);
        if out.ends_with("html") {
            assert_pictures(out, &text);
        }
    }
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let shown = path.display().to_string();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert_numbers(&shown, &text);
        if shown.ends_with("svg") {
            assert_eq!(assert_pictures(&shown, &text), 1, "{shown}");
        }
    }
}

#[test]
#[ignore = "10 s, many charts: bash scripts/long_tests.sh"]
fn long_pictures_of_corpora_have_numbers_within_their_boxes() {
    let place = Files::new();
    let samples = [
        ("rated", "--count=150 --rulebook=hodoku"),
        ("both", "--count=60 --rulebook=hodoku --rulebook=se --add guesses"),
        ("shared-grids", "--count=200 --max-puzzles-per-grid=10 --rulebook=hodoku"),
        ("nearly-full", "--count=30 --givens=80..81"),
        ("one-row", "--count=1 --rulebook=hodoku"),
        ("weighted", "--count=80 --dig=enumerated --rulebook=hodoku"),
        ("small-grids", "--count=200 --box=2x2 --dig=weighted --add trial,backdoors"),
    ];
    for (name, options) in samples {
        let out = place.name(name);
        let words: Vec<&str> = options.split(' ').collect();
        run(&[&["generate", "--seed=7", "--out", &out][..], &words].concat());
        check(&place, name, &[&out]);
    }
    let [rated, shared, one] = ["rated", "shared-grids", "one-row"].map(|name| place.name(name));
    check(&place, "compared", &[&rated, &shared, &one]);
}

/// Tables of others may hold anything: no rows, equal values, none, zeros, and the ends of the numbers.
#[test]
fn pictures_of_odd_tables_have_numbers_within_their_boxes() {
    let place = Files::new();
    let names = "index,puzzle,givens,er,score,hardest_score,level,hardest,solved,guesses,fill_ns,solve_ns,t_naked_single,t_x_wing,weight";
    let most = u64::MAX.to_string();
    let row = |n: usize, puzzle: &str, values: [&str; 8]| {
        let [er, score, level, solved, guesses, fill, solve, weight] = values;
        format!(
            "{n},{puzzle},30,{er},{score},{score},{level},x_wing,{solved},{guesses},{fill},{solve},{n},0,{weight}\n"
        )
    };
    let tables: Vec<(&str, Vec<String>)> = vec![
        ("no-rows", Vec::new()),
        ("a-row", vec![row(0, PUZZLE, ["1.2", "4", "easy", "true", "0", "0", "0", "0.0"])]),
        (
            "equal-rows",
            (0..40).map(|n| row(n, PUZZLE, ["2.0", "100", "easy", "true", "1", "5", "5", "1.5"])).collect(),
        ),
        ("no-values", (0..40).map(|n| row(n, if n % 2 == 0 { PUZZLE } else { HARD }, [""; 8])).collect()),
        (
            "zeros",
            (0..4000)
                .map(|n| {
                    let puzzle = if n % 3 == 0 { PUZZLE } else { HARD };
                    row(n, puzzle, ["0", "0", "hard", "false", "0", "0", "0", "0"])
                })
                .collect(),
        ),
        (
            "ends",
            (0..60)
                .map(|n| {
                    let (puzzle, ends) = match n % 3 {
                        0 => (PUZZLE, ["11.9", "4294967295", "own", "true", "1e300", &most, "1", "1e300"]),
                        1 => (
                            HARD,
                            [
                                "-3",
                                "1",
                                "a level with a very long name indeed",
                                "true",
                                "5e-324",
                                "1",
                                &most,
                                "-1e300",
                            ],
                        ),
                        _ => (HARD, ["1e300", "0", "easy", "false", "-1e300", "0", "1", "5e-324"]),
                    };
                    row(n, puzzle, ends)
                })
                .collect(),
        ),
    ];
    let files: Vec<String> = tables
        .iter()
        .map(|(name, rows)| {
            let file = place.write(&format!("{name}-rows.csv"), format!("{names}\n{}", rows.concat()));
            check(&place, name, &[&file]);
            file
        })
        .collect();
    check(&place, "all-odd", &files.iter().map(String::as_str).collect::<Vec<_>>());
}
