//! Curricula: corpora chosen by guesses, quotas in blocks of rows, orders from easy to hard.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, data_bytes, gridmill, manifest, run, run_with};
use std::{collections::BTreeMap, fs};

const GENERATE: [&str; 3] = ["generate", "--seed=42", "--no-timings"];

fn failure(args: &[&str]) -> String {
    let run = gridmill().args(args).arg("--progress=never").assert().failure();
    let message = String::from_utf8_lossy(&run.get_output().stderr).trim_end().to_owned();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

fn numbers(csv_text: &str, name: &str) -> Vec<f64> {
    column(csv_text.as_bytes(), name).iter().map(|text| text.parse().unwrap()).collect()
}

fn counts<T: Ord>(values: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// A filter by guesses keeps the rows of its range, measures them as `rate` does, and counts the digs that it took.
#[test]
fn guesses_keep_the_puzzles_of_their_range() {
    let text = run(&[&GENERATE[..], &["--count=40", "--guesses=1.25..3"]].concat());
    let guesses = numbers(&text, "guesses");
    assert!(guesses.iter().all(|guesses| (1.25..=3.0).contains(guesses)), "{guesses:?}");
    assert!(guesses.contains(&3.0), "the upper end is included: {guesses:?}");
    let rated = run_with(
        &["rate", "--search-difficulty", "--no-timings"],
        &(column(text.as_bytes(), "puzzle").join("\n") + "\n"),
    );
    assert_eq!(column(rated.as_bytes(), "guesses"), column(text.as_bytes(), "guesses"));
    let attempts: f64 = numbers(&text, "attempts").iter().sum();
    assert!((80.0..400.0).contains(&attempts), "about a quarter of all puzzles are in the range: {attempts}");

    // Row by row: the first dig of the unfiltered seed that is in the range, where the first is.
    let all = run(&[&GENERATE[..], &["--count=40", "--search-difficulty"]].concat());
    let [kept, unfiltered] = [&text, &all].map(|text| column(text.as_bytes(), "puzzle"));
    for (row, guesses) in numbers(&all, "guesses").into_iter().enumerate() {
        assert_eq!(kept[row] == unfiltered[row], (1.25..=3.0).contains(&guesses), "row {row}");
    }
    insta::assert_snapshot!(column(text.as_bytes(), "guesses")[..16].join(" "));
}

#[test]
fn ranges_of_guesses_have_their_shares_and_cross_symmetries() {
    let mixes = ["--guesses-mix=0:0.5,0.01..2:0.3,3..9:0.2", "--symmetry-mix=rot180:0.5,none:0.5"];
    let plan = [&GENERATE[..], &["--count=40"], &mixes[..]].concat();
    let text = run(&plan);
    let class = |guesses: f64| {
        if guesses == 0.0 {
            "none"
        } else if guesses <= 2.0 {
            "few"
        } else {
            "many"
        }
    };
    let pairs: Vec<_> =
        numbers(&text, "guesses").into_iter().map(class).zip(column(text.as_bytes(), "symmetry")).collect();
    let pairs = counts(pairs.iter().map(|(class, symmetry)| (*class, symmetry.as_str())));
    let expected = [("few", 6), ("many", 4), ("none", 10)];
    assert!(
        expected.iter().all(|(class, rows)| ["none", "rot180"]
            .iter()
            .all(|symmetry| pairs[&(*class, *symmetry)] == *rows)),
        "{pairs:?}"
    );
    assert_eq!(text, run(&[&plan[..], &["--threads=3"]].concat()));
    let shown = run(&[&["show", "--seed=42", "--count=40", "--index=17"], &mixes[..]].concat());
    assert!(shown.contains(&column(text.as_bytes(), "puzzle")[17]), "{shown}");
}

/// Manifest, card and facts name the choice, and the command of the card makes the same bytes.
#[test]
fn a_corpus_by_guesses_is_described_and_made_again() {
    let made = Folder::new();
    let out = made.path().to_str().unwrap();
    run(&[&GENERATE[..], &["--count=12", "--guesses-mix=0:1,2..4:2", "--level=hard", "--out", out]].concat());
    let found = manifest(&made);
    let plan = &found["job"]["plan"];
    assert_eq!(plan["search_difficulty"], true);
    assert_eq!(plan["rating"]["guesses_mix"], "0.00..0.00:1,2.00..4.00:2");
    let facts = found["facts"].to_string();
    assert!(facts.contains("guesses by quota 0.00..0.00:1,2.00..4.00:2"), "{facts}");
    let card = fs::read_to_string(made.path().join("README.md")).unwrap();
    let card = card.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in [
        "Ranges of guesses and their shares are 0.00..0.00:1,2.00..4.00:2: exact quotas",
        "Only puzzles with level hard, guesses in the range of their quota were kept",
        " --guesses-mix 0.00..0.00:1,2.00..4.00:2 --search-difficulty",
        "the same version of the program give the same puzzles",
    ] {
        assert!(card.contains(told), "{told}: {card}");
    }
    let command = &card[card.find("gridmill generate ").unwrap()..];
    let again = Folder::new();
    let words = command
        .split(' ')
        .skip(1)
        .map(|word| if word == "corpus" { again.path().to_str().unwrap() } else { word });
    let end = command.split(' ').position(|word| word == "corpus").unwrap();
    run(&words.take(end).collect::<Vec<_>>());
    assert_eq!(data_bytes(&again), data_bytes(&made));

    let other =
        [&GENERATE[..], &["--count=12", "--guesses=2..4", "--level=hard", "--resume", "--out", out]].concat();
    let message = failure(&other);
    assert!(message.contains("rating is "), "{message}");
    // Guesses need no rulebook.
    let plain = Folder::new();
    let out = plain.path().to_str().unwrap();
    run(&[&GENERATE[..], &["--count=3", "--guesses=3..5.5", "--out", out]].concat());
    let card = fs::read_to_string(plain.path().join("README.md")).unwrap();
    assert!(
        card.contains(" --guesses 3.00..5.50 --search-difficulty") && !card.contains("--rulebook"),
        "{card}"
    );
    assert!(manifest(&plain)["facts"].to_string().contains("guesses 3.00 to 5.50"));
}

#[test]
fn guesses_that_cannot_be_had_are_told() {
    let generate = |options: &[&str]| failure(&[&GENERATE[..], &["--count=3"], options].concat());
    let message = generate(&["--guesses=5..9", "--givens=50", "--attempts=60"]);
    for told in [
        "puzzle with 50 givens and the wanted rating in 60 attempts",
        "others came: guesses 0.00 60 times",
        "fewer givens: easier puzzles came",
    ] {
        assert!(message.contains(told), "{told}: {message}");
    }
    let message = generate(&["--guesses-mix=5..9:1", "--givens=40", "--attempts=40"]);
    assert!(message.contains("with guesses 5.00..9.00 in 40 attempts"), "{message}");
    for (options, told) in [
        (&["--guesses=5..3"][..], "5.00..3.00 is empty; write the smaller number first"),
        (&["--guesses=many"], "give a number of guesses with at most two decimals, such as 3 or 0.25"),
        (&["--guesses=0.125"], "at most two decimals"),
        (&["--guesses-mix=1..3"], "give ranges of guesses and their shares, such as 0..0.5:0.3,1..3:0.7"),
        (&["--guesses-mix=1..3:1", "--guesses=3"], "cannot be used with"),
        (&["--guesses-mix=1..3:1", "--level-mix=easy:1"], "cannot be used with"),
        (&["--guesses-mix=1..3:1", "--er-mix=1.0..2.0:1"], "cannot be used with"),
        (&["--guesses-mix=1..3:1", "--level-cycle=easy"], "cannot be used with"),
        (&["--guesses=3", "--box=2x3"], "search difficulty is for 9x9 grids"),
        (&["--guesses-mix=0:1", "--start=2"], "give --of N"),
    ] {
        let message = generate(options);
        assert!(message.contains(told), "{options:?}: {message}");
    }
    let message = failure(&["show", "--seed=1", "--index=1", "--guesses-mix=0:1"]);
    assert!(
        message.contains("--count is missing: which puzzle has which target of --guesses-mix"),
        "{message}"
    );
}

#[test]
fn splits_have_the_same_shares_of_every_class_of_guesses() {
    let folder = Folder::new();
    let all = folder.path().join("all.csv");
    let text = run(&[&GENERATE[..], &["--count=300", "--search-difficulty"]].concat());
    fs::write(&all, &text).unwrap();
    let out = folder.path().join("splits");
    run(&[
        "split",
        all.to_str().unwrap(),
        "--into=train:0.5,test:0.5",
        "--stratify=guesses",
        "--seed=1",
        "--out",
        out.to_str().unwrap(),
    ]);
    let found: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("manifest.json")).unwrap()).unwrap();
    let strata = found["plan"]["strata"].as_array().or(found["strata"].as_array()).unwrap();
    let values: Vec<&str> = strata.iter().map(|stratum| stratum["value"].as_str().unwrap()).collect();
    assert!(values.starts_with(&["0", "1", "2", "3"]), "{values:?}");
    for stratum in strata {
        let rows: Vec<u64> =
            stratum["rows"].as_array().unwrap().iter().map(|rows| rows.as_u64().unwrap()).collect();
        assert!(rows[0].abs_diff(rows[1]) <= 1, "{stratum}");
    }
    let whole = |guesses: f64| guesses.floor().to_string();
    let expected = counts(numbers(&text, "guesses").into_iter().filter(|guesses| *guesses < 10.0).map(whole));
    for (value, rows) in expected {
        let stratum = strata.iter().find(|stratum| stratum["value"] == value.as_str()).unwrap();
        assert_eq!(
            stratum["rows"].as_array().unwrap().iter().map(|rows| rows.as_u64().unwrap()).sum::<u64>(),
            rows as u64,
            "{value}"
        );
    }
}
