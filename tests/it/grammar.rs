//! One grammar for all commands: numbers, names in any case, aliases, advice in errors.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Runs, failure, gridmill};

fn output(args: &[&str]) -> String {
    gridmill().args(args).stdout_text()
}

#[test]
fn words_that_mean_the_same_give_the_same() {
    let same: [&[&[&str]]; 6] = [
        &[&["--count=1000"], &["--count=1k"], &["--count=1e3"], &["--count=1_000"], &["-n", "1K"]],
        &[&["--symmetry=rot180"], &["--symmetry=ROT180"], &["--symmetry=rotational"], &["--symmetry=180"]],
        &[&["--dig=bottom-up"], &["--dig=Bottom-Up"], &["--dig=bottom-up", "--attempts=100k"]],
        &[&["--rulebook=se"], &["--rulebook=SE"], &["--rulebook=se"]],
        &[&["--level=easy"], &["--level=Easy", "--rulebook=Hodoku"]],
        &[&["--require=naked_pair"], &["--require=Naked-Pair"], &["--require=NAKED_PAIR"]],
    ];
    for options in same {
        let make = |options: &[&str]| {
            let count =
                if options[0].contains("count") || options[0] == "-n" { &[][..] } else { &["--count=3"] };
            output(&[&["generate", "--seed=4", "--no-timings"], count, options].concat())
        };
        let first = make(options[0]);
        assert!(first.lines().count() > 3);
        for other in &options[1..] {
            assert_eq!(first, make(other), "{other:?}");
        }
    }
}

#[test]
fn numbers_that_are_none_are_refused_in_one_line() {
    for (args, printed) in [
        (&["generate", "--count=1.5"][..], "1_000_000, 1e6 or 1M"),
        (&["generate", "--count=1", "--shard-rows=x"], "1_000_000, 1e6 or 1M"),
        (&["rate", "--rate-budget=0", "-"], "1 or more"),
        (&["compare", "--count=many"], "1_000_000, 1e6 or 1M"),
    ] {
        let message = failure(args);
        assert!(message.contains(printed), "{message}");
    }
}

#[test]
fn few_givens_point_to_the_walk() {
    let message = failure(&["generate", "--count=1", "--seed=1", "--givens=17", "--attempts=200"]);
    assert!(message.contains("give --dig walk, which reaches fewer givens"), "{message}");
    let message = failure(&["generate", "--count=1", "--seed=1", "--out=corpus.parquet"]);
    assert!(message.contains("give --out corpus --format parquet"), "{message}");
    let message = failure(&["generate", "--count=1", "--seed=1", "--rulebook=hodoku", "--er=4.0..4.6"]);
    assert!(message.contains("rulebook hodoku has a score and no ER"), "{message}");
    let message = failure(&["show", "--index=1"]);
    assert!(message.contains("--seed"), "{message}");
}

#[test]
fn show_prints_the_steps() {
    let text = gridmill().args(["show", "--seed=42", "--index=0", "--add=path"]).stdout_text();
    assert!(text.contains("rating      ") && text.contains("\n  1  r"), "{text}");
    assert!(!gridmill_help("show").contains("random one"));
}

fn gridmill_help(command: &str) -> String {
    gridmill().args([command, "--help"]).stdout_text()
}

/// The closing summary has levels or quantiles, the hardest steps, and the time that rating took.
#[test]
fn closing_summaries_know_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let closing = |name: &str, rulebook: &str| {
        let out = folder.path().join(name);
        let run = gridmill()
            .args(["generate", "--count=40", "--seed=3", "--rulebook", rulebook, "--out"])
            .arg(&out)
            .assert()
            .success();
        (String::from_utf8(run.get_output().stderr.clone()).unwrap(), out)
    };
    let (hodoku, out) = closing("hodoku", "hodoku");
    for part in
        ["levels: easy ", ", extreme ", "score: min ", " (hodoku-2.2/2)", "hardest steps: ", "rating time: "]
    {
        assert!(hodoku.contains(part), "{part}: {hodoku}");
    }
    let (se, _) = closing("se", "se");
    for part in [
        "ER: min 1.",
        " (se-1.2.1/1)",
        "hardest steps: ",
        "on all threads",
        "time per puzzle, grid and dig: ",
    ] {
        assert!(se.contains(part), "{part}: {se}");
    }
    assert!(!se.contains("levels: "));
    // `rate` prints the same about the same puzzles, as text and as JSON.
    let rated = folder.path().join("rated.csv");
    let run = gridmill().arg("rate").arg(&out).arg("--out").arg(&rated).arg("--json").assert().success();
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&json["rows"], &json["rated"], &json["measure"]), (&40.into(), &40.into(), &"score".into()));
    let levels: u64 = json["levels"].as_object().unwrap().values().map(|rows| rows.as_u64().unwrap()).sum();
    assert_eq!(levels, json["solved"].as_u64().unwrap());
    let median = format!("median {}", json["quantiles"]["median"]);
    assert!(hodoku.contains(median.trim_end_matches(".0")), "{median}: {hodoku}");
}
