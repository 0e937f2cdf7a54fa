//! Quotas of ratings: exact over the corpus, in any order of making.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, data_bytes, gridmill, run};
use std::collections::BTreeMap;

fn failure(args: &[&str]) -> String {
    let quiet = if args[0] == "show" { None } else { Some("--progress=never") };
    let run = gridmill().args(args).args(quiet).assert().failure();
    let message = String::from_utf8_lossy(&run.get_output().stderr).trim_end().to_owned();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

fn counts(values: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(&value[..]).or_default() += 1;
    }
    counts
}

#[test]
fn levels_have_their_shares() {
    let mix =
        ["generate", "--count=41", "--seed=9", "--no-timings", "--level-mix=easy:0.5,Hard:0.25,extreme:0.25"];
    let text = run(&mix);
    let levels = column(text.as_bytes(), "level");
    // 20.5, 10.25 and 10.25, by largest remainders.
    assert_eq!(counts(&levels), [("easy", 21), ("extreme", 10), ("hard", 10)].into());
    let sorted = levels.is_sorted();
    assert!(!sorted, "in random order: 41 levels are sorted once in 10^16 corpora");
    assert_eq!(text, run(&[&mix[..], &["--threads=4"]].concat()));
    // One row alone is the row of the corpus.
    let shown =
        run(&["show", "--seed=9", "--count=41", "--index=17", "--level-mix=easy:0.5,Hard:0.25,extreme:0.25"]);
    assert!(shown.contains(&column(text.as_bytes(), "puzzle")[17]), "{shown}");
}

#[test]
fn ranges_of_er_have_their_shares() {
    let text = run(&[
        "generate",
        "--count=30",
        "--seed=9",
        "--no-timings",
        "--er-mix=1.0..1.5:0.5,2.0..2.6:0.3,6.6..9.0:0.2",
    ]);
    let ers: Vec<f64> = column(text.as_bytes(), "er").iter().map(|er| er.parse().unwrap()).collect();
    let within = |least: f64, most: f64| ers.iter().filter(|er| (least..=most).contains(*er)).count();
    assert_eq!([within(1.0, 1.5), within(2.0, 2.6), within(6.6, 9.0)], [15, 9, 6]);
}

/// Parts, a resumed run and the whole have the same rows, and the card names the shares.
#[test]
fn quotas_hold_over_parts_and_interruptions() {
    let options =
        ["--count=30", "--seed=2", "--shard-rows=10", "--no-timings", "--level-mix=easy:2,medium:1"];
    let make = |folder: &Folder, more: &[&str]| {
        let out = folder.path().to_str().unwrap().to_owned();
        run(&[&["generate", "--out", &out], &options[..], more].concat());
    };
    let whole = Folder::new();
    make(&whole, &[]);
    let parts = [Folder::new(), Folder::new(), Folder::new()];
    for (part, number) in parts.iter().zip(["--part=1/3", "--part=2/3", "--part=3/3"]) {
        make(part, &[number]);
    }
    let joined: BTreeMap<_, _> = parts.iter().flat_map(data_bytes).collect();
    assert_eq!(joined, data_bytes(&whole));
    let resumed = Folder::new();
    make(&resumed, &["--part=2/3"]);
    make(&resumed, &["--resume"]);
    assert_eq!(data_bytes(&resumed), data_bytes(&whole));
    let card = std::fs::read_to_string(whole.path().join("README.md")).unwrap();
    assert!(card.contains("Levels and their shares are easy:2,medium:1: exact quotas"), "{card}");
    assert!(card.replace('\'', "").contains(" --level-mix easy:2,medium:1 "), "{card}");
}

#[test]
fn shares_that_cannot_be_had_are_told() {
    let generate = |options: &[&str]| failure(&[&["generate", "--count=3", "--seed=1"], options].concat());
    let message = generate(&["--level-mix=extreme:1", "--givens=50", "--attempts=40"]);
    let parts = ["of level extreme in 40 attempts", "; others came: easy 40 times", "allow more attempts"];
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    for (options, told) in [
        (
            &["--level-mix=easy:1,trivial:1"][..],
            "level trivial: those of hodoku are easy, medium, hard, unfair, extreme",
        ),
        (&["--level-mix=easy"], "give levels and their shares, such as easy:0.2,medium:0.5,hard:0.3"),
        (&["--er-mix=2.0..1.0:1"], "give ranges of ER and their shares"),
        (&["--level-mix=easy:1", "--level=easy"], "cannot be used with"),
        (&["--er-mix=1.0..2.0:1", "--er=1.0..2.0"], "cannot be used with"),
        (&["--er-mix=1.0..2.0:1", "--rulebook=hodoku"], "rulebook hodoku has a score and no ER"),
        (&["--level-mix=easy:1", "--rulebook=se"], "rulebook se has no levels"),
    ] {
        let message = generate(options);
        assert!(message.contains(told), "{options:?}: {message}");
    }
    let message = failure(&["show", "--seed=1", "--index=1", "--level-mix=easy:1"]);
    assert!(message.contains("--count is missing"), "{message}");
}
