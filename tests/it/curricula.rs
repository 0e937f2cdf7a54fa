//! Curricula: corpora chosen by guesses or scores, quotas in blocks of rows, orders from easy to hard.

use crate::{common::made_again, prelude::*};

const GENERATE: [&str; 3] = ["generate", "--seed=42", "--no-timings"];

fn numbers(csv_text: &str, name: &str) -> Vec<f64> {
    column(&csv_text, name).iter().map(|text| text.parse().unwrap()).collect()
}

/// Makes rows of a range. Row by row they are the first dig of the unfiltered seed that is in the range, where the first is.
fn in_range(option: &str, measure: &str, name: &str, (least, most): (f64, f64)) -> String {
    let text = run(&[&GENERATE[..], &["--count=40", option]].concat());
    let values = numbers(&text, name);
    assert!(values.iter().all(|value| (least..=most).contains(value)), "{values:?}");
    let all = run(&[&GENERATE[..], &["--count=40", measure]].concat());
    let [kept, unfiltered] = [&text, &all].map(|text| column(&text, "puzzle"));
    for (row, value) in column(&all, name).into_iter().enumerate() {
        let is_in_range = value.parse().is_ok_and(|value: f64| (least..=most).contains(&value));
        assert_eq!(kept[row] == unfiltered[row], is_in_range, "row {row}");
    }
    let rated = run_with(&["rate", measure, "--no-timings"], &(kept.join("\n") + "\n"));
    assert_eq!(column(&rated, name), column(&text, name));
    text
}

#[test]
fn guesses_keep_the_puzzles_of_their_range() {
    let text = in_range("--guesses=1.25..3", "--add=guesses", "guesses", (1.25, 3.0));
    assert!(numbers(&text, "guesses").contains(&3.0), "the upper end is included: {text}");
    let attempts: f64 = numbers(&text, "attempts").iter().sum();
    assert!((80.0..400.0).contains(&attempts), "about a quarter of all puzzles are in the range: {attempts}");
    insta::assert_snapshot!(column(&text, "guesses")[..16].join(" "), @"1.4 2.0 1.48 2.47 2.0 2.0 2.43 2.37 2.43 2.0 3.0 1.54 2.0 2.0 2.0 2.43");
}

#[test]
fn ranges_of_guesses_have_their_shares_and_cross_symmetries() {
    let mixes = ["--mix=guesses=0:0.5,0.01..2:0.3,3..9:0.2", "--mix=symmetry=rot180:0.5,none:0.5"];
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
        numbers(&text, "guesses").into_iter().map(class).zip(column(&text, "symmetry")).collect();
    let pairs = counts(pairs.iter().map(|(class, symmetry)| (*class, symmetry.as_str())));
    let expected = [("few", 6), ("many", 4), ("none", 10)];
    assert!(
        expected.iter().all(|(class, rows)| ["none", "rot180"]
            .iter()
            .all(|symmetry| pairs[&(*class, *symmetry)] == *rows)),
        "{pairs:?}"
    );
    assert_eq!(text, run(&[&plan[..], &["--threads=3"]].concat()));
    let shown = run(&[&["show", "17", "--seed=42", "--count=40"], &mixes[..]].concat());
    assert!(shown.contains(&column(&text, "puzzle")[17]), "{shown}");
}

#[test]
fn a_corpus_by_guesses_is_described_and_made_again() {
    let made = Folder::new();
    let out = &made.name();
    run(&[&GENERATE[..], &["--count=12", "--mix=guesses=0..1:1,1.01..4:2", "--level=hard", "--out", out]]
        .concat());
    let found = manifest(&made);
    let plan = &found["job"]["plan"];
    assert_eq!(plan["add"], "guesses");
    assert_eq!(plan["rating"]["targets"][0], "guesses=0.00..1.00:1,1.01..4.00:2");
    let facts = found["facts"].to_string();
    assert!(facts.contains("guesses by quota 0.00..1.00:1,1.01..4.00:2"), "{facts}");
    let card = made.card_words();
    card.assert_has(&[
        "Ranges of guesses and their shares are 0.00..1.00:1,1.01..4.00:2: exact quotas",
        "Only puzzles with level hard, guesses in the range of their quota were kept",
        " --mix guesses=0.00..1.00:1,1.01..4.00:2 ",
        "the same version of the program give the same puzzles",
    ]);
    assert_eq!(data_bytes(&made_again(&made)), data_bytes(&made));

    let other =
        [&GENERATE[..], &["--count=12", "--guesses=2..4", "--level=hard", "--resume", "--out", out]].concat();
    assert_failure(&other, "rating is ");
    // Guesses need no rulebook.
    let plain = Folder::new();
    let out = &plain.name();
    run(&[&GENERATE[..], &["--count=3", "--guesses=3..5.5", "--out", out]].concat());
    let card = plain.card();
    assert!(
        card.contains(" --guesses 3.00..5.50 ")
            && card.contains(" --add guesses ")
            && !card.contains("--rulebook"),
        "{card}"
    );
    assert!(manifest(&plain)["facts"].to_string().contains("guesses 3.00 to 5.50"));
}

#[test]
fn scores_keep_the_puzzles_of_their_range() {
    let text = in_range("--score=300..500", "--rulebook=hodoku", "score", (300.0, 500.0));
    let more = ["--count=40", "--score=300..500", "--rulebook=hodoku", "--threads=3"];
    assert_eq!(text, run(&[&GENERATE[..], &more].concat()));
    let scores = numbers(&text, "score");
    // Both ends are included: the range of one score has exactly it.
    let one = run(&[&GENERATE[..], &["--count=1", &format!("--score={}", scores[0])]].concat());
    assert_eq!(numbers(&one, "score"), scores[..1]);
    let both = run(&[&GENERATE[..], &["--count=8", "--score=300..500", "--er=1.0..2.6"]].concat());
    assert!(numbers(&both, "hodoku_score").iter().all(|score| (300.0..=500.0).contains(score)), "{both}");
    assert!(numbers(&both, "se_er").iter().all(|er| *er <= 2.6), "{both}");
    let small = run(&[&GENERATE[..], &["--count=8", "--score=30..40", "--box=2x3"]].concat());
    assert!(numbers(&small, "score").iter().all(|score| (30.0..=40.0).contains(score)), "{small}");
}

/// Quotas are exact, by threads, parts and streams; manifest, card and facts name them, and the command of the card makes the same bytes.
#[test]
fn ranges_of_scores_have_their_shares_and_are_made_again() {
    let mix = ["--mix=score=0..300:0.5,301..600:0.3,601..1200:0.2", "--mix-block=20"];
    let plan = [&GENERATE[..], &mix[..]].concat();
    let text = run(&[&plan[..], &["--count=40"]].concat());
    let class = |score: &f64| usize::from(*score > 300.0) + usize::from(*score > 600.0);
    let scores = numbers(&text, "score");
    assert!(scores.iter().all(|score| *score <= 1200.0), "{scores:?}");
    for block in scores.chunks(20) {
        assert_eq!(counts(block.iter().map(class)), [(0, 10), (1, 6), (2, 4)].into());
    }
    let some = run(&[&plan[..], &["--start=13", "--count=9", "--threads=3"]].concat());
    assert!(some.lines().skip(1).eq(text.lines().skip(14).take(9)), "{some}");
    let shown = run(&[&["show", "17", "--seed=42"], &mix[..]].concat());
    assert!(shown.contains(&column(&text, "puzzle")[17]), "{shown}");

    let made = Folder::new();
    let out = &made.name();
    let json = parsed(&run(&[&plan[..], &["--count=40", "--json", "--out", out]].concat()));
    let target = &json["targets"][1];
    assert_eq!((target["target"].as_str(), target["rows"].as_u64()), (Some("score 301..600"), Some(12)));
    let found = manifest(&made);
    let rating = &found["job"]["plan"]["rating"];
    assert_eq!(rating["targets"][0], "score=0..300:0.5,301..600:0.3,601..1200:0.2");
    assert_eq!((rating["rulebook"].as_str(), rating.get("score")), (Some("hodoku"), None));
    let facts = found["facts"].to_string();
    assert!(facts.contains("score by quota 0..300:0.5,301..600:0.3,601..1200:0.2"), "{facts}");
    let card = made.card_words();
    card.assert_has(&[
            "Ranges of scores and their shares are 0..300:0.5,301..600:0.3,601..1200:0.2: exact quotas in every block of 20",
            "Only puzzles with a score in the range of their quota were kept",
            " --mix score=0..300:0.5,301..600:0.3,601..1200:0.2 ",
        ]);
    assert_eq!(data_bytes(&made_again(&made)), data_bytes(&made));
    let message = failure(
        &[&GENERATE[..], &["--count=40", "--mix=score=0..300:1", mix[1], "--resume", "--out", out]].concat(),
    );
    assert!(message.contains("rating is "), "{message}");
}

#[test]
fn impossible_guesses_and_scores_are_refused() {
    let generate = |options: &[&str]| failure(&[&GENERATE[..], &["--count=3"], options].concat());
    for (options, problems) in [
        (
            &["--guesses=5..9", "--givens=50", "--attempts=60"][..],
            &[
                "puzzle with 50 givens and the required rating in 60 attempts",
                "others came: guesses 0.00 60 times",
                "fewer givens: easier puzzles came",
            ][..],
        ),
        (
            &["--mix=guesses=5..9:1", "--givens=40", "--attempts=40"],
            &["with guesses 5.00..9.00 in 40 attempts"],
        ),
        (&["--guesses=5..3"], &["5.00..3.00 is empty; write the smaller number first"]),
        (&["--guesses=many"], &["give a number of guesses with at most two decimals, such as 3 or 0.25"]),
        (&["--guesses=0.125"], &["at most two decimals"]),
        (&["--mix=guesses=1..3"], &["give ranges of guesses and their shares, such as 0..0.5:0.3,1..3:0.7"]),
        (
            &["--score=5000..6000", "--givens=50", "--attempts=60"],
            &[
                "puzzle with 50 givens and the required rating in 60 attempts",
                "others came: score 100..199 ",
                "fewer givens: easier puzzles came",
            ],
        ),
        (
            &["--mix=score=5..9:1", "--givens=30", "--attempts=40", "--guesses=0"],
            &["with score 5..9 and the required rating in 40 attempts", "more givens: harder puzzles came"],
        ),
        // A puzzle of another level counts by its level.
        (&["--score=0..900", "--level=extreme", "--givens=50", "--attempts=40"], &["others came: easy "]),
        (&["--score=900..300"], &["900..300 is empty; write the smaller number first"]),
        (&["--score=1.5"], &["give a whole number such as 392, or a range such as 300..900 (both included)"]),
        (&["--mix=score=1..3"], &["give ranges of scores and their shares, such as 0..300:0.5,301..900:0.5"]),
        (
            &["--score=3", "--rulebook=se"],
            &["rulebook se rates by ER: leave --rulebook out, or give --rulebook hodoku"],
        ),
        (&["--score=3", "--rulebook=none"], &["these options need ratings: leave --rulebook none out"]),
        (&["--mix=score=1..3:1", "--mix=guesses=1..3:1"], &["give one"]),
    ] {
        generate(options).assert_has(problems);
    }
    for name in ["guesses", "score"] {
        let mix = format!("--mix={name}=1..3:1");
        let one = format!("--{name}=3");
        for other in [&one, "--mix=level=easy:1", "--mix=er=1.0..2.0:1", "--level=easy,hard"] {
            generate(&[&mix, other]).assert_has(&["give one"]);
        }
        generate(&[&mix, "--start=2"]).assert_has(&["or --of N"]);
        failure(&["show", "1", "--seed=1", &mix])
            .assert_has(&["--count is missing: which puzzle has which target of --mix depends"]);
    }
}

#[test]
fn splits_have_the_same_shares_of_every_class_of_guesses_and_scores() {
    for (measure, name) in [("--add=guesses", "guesses"), ("--rulebook=se,hodoku", "score")] {
        check_classes_of_splits(measure, name);
    }
}

fn check_classes_of_splits(measure: &str, name: &str) {
    let files = Folder::made();
    let text = run(&[&GENERATE[..], &["--count=300", measure]].concat());
    let (all, out) = (files.write("all.csv", &text), files.named("splits"));
    let stratify = format!("--stratify={name}");
    run(&["split", &all, "--into=train:0.5,test:0.5", &stratify, "--seed=1", "--out", &out]);
    let found = fs::read_to_string(files.file("splits").join("manifest.json")).unwrap();
    let found = parsed(&found);
    let strata = found["plan"]["strata"].as_array().unwrap();
    for stratum in strata {
        let rows: Vec<u64> =
            stratum["rows"].as_array().unwrap().iter().map(|rows| rows.as_u64().unwrap()).collect();
        assert!(rows[0].abs_diff(rows[1]) <= 1, "{stratum}");
    }
    let prefix = if name == "score" { "hodoku_" } else { "" };
    let class = |text: &String| {
        if (0.0..1.0).contains(&text.parse().unwrap()) && !text.trim_matches(['0', '.']).is_empty() {
            return "0+".to_owned();
        }
        let whole = text.split('.').next().unwrap();
        whole.chars().take(1).chain(whole.chars().skip(1).map(|_| '0')).collect::<String>()
    };
    let expected = counts(column(&text, &format!("{prefix}{name}")).iter().map(class));
    assert!(expected.len() > 5 && strata.len() == expected.len(), "{strata:?}");
    for (value, rows) in expected {
        let stratum = strata.iter().find(|stratum| stratum["value"] == value.as_str()).unwrap();
        assert_eq!(
            stratum["rows"].as_array().unwrap().iter().map(|rows| rows.as_u64().unwrap()).sum::<u64>(),
            rows as u64,
            "{value}"
        );
    }
}

#[test]
fn blocks_have_exact_shares_and_need_no_count() {
    let mixes =
        ["--mix=level=easy:0.5,medium:0.3,hard:0.2", "--mix=symmetry=rot180:0.5,none:0.5", "--mix-block=20"];
    let plan = [&GENERATE[..], &mixes[..]].concat();
    let text = run(&[&plan[..], &["--count=50"]].concat());
    let [levels, symmetries] = ["level", "symmetry"].map(|name| column(&text, name));
    for block in [0..20, 20..40] {
        let pairs = counts(block.map(|row| (levels[row].as_str(), symmetries[row].as_str())));
        let expected = [("easy", 5), ("medium", 3), ("hard", 2)];
        let expected = expected
            .iter()
            .flat_map(|(level, rows)| ["none", "rot180"].map(|symmetry| ((*level, symmetry), *rows)));
        assert_eq!(pairs, expected.collect());
    }
    assert_ne!(levels[..20], levels[20..40], "each block has an order of its own");
    assert!(
        !levels[..20]
            .is_sorted_by_key(|level| ["easy", "medium", "hard"].iter().position(|name| name == level))
    );
    let more = run(&[&plan[..], &["--count=61", "--threads=3"]].concat());
    assert!(more.lines().take(51).eq(text.lines()), "a longer corpus begins with the same rows");
    let some = run(&[&plan[..], &["--start=33", "--count=10"]].concat());
    assert!(some.lines().skip(1).eq(text.lines().skip(34).take(10)), "{some}");
    let shown = run(&[&["show", "47", "--seed=42"], &mixes[..]].concat());
    assert!(shown.contains(&column(&text, "puzzle")[47]), "{shown}");
    insta::assert_snapshot!(levels[..20].join(" "), @"easy easy hard hard medium easy medium medium easy easy easy medium easy easy medium hard easy medium easy hard");

    let (whole, resumed) = (Folder::new(), Folder::new());
    let make = |folder: &Folder, more: &[&str]| {
        let files = ["--count=50", "--shard-rows=10", "--out", &folder.name()];
        run(&[&plan[..], &files[..], more].concat());
    };
    make(&whole, &[]);
    make(&resumed, &["--part=2/3"]);
    make(&resumed, &["--resume"]);
    assert_eq!(data_bytes(&resumed), data_bytes(&whole));
    whole.card_words().assert_has(&[
        "exact quotas in every block of 20 rows, in random order; the same shares of each level",
        " --mix-block 20 ",
    ]);
    let out = whole.path().to_str().unwrap();
    let message = failure(
        &[&plan[..3], &mixes[..2], &["--count=50", "--shard-rows=10", "--resume", "--out", out]].concat(),
    );
    assert!(message.contains("mix_block is 20 there and absent here"), "{message}");
}

#[test]
fn listed_targets_come_one_after_the_other() {
    let mix = ["--mix=givens=40:0.5,34:0.3,28:0.2", "--mix-order=listed", "--count=20"];
    let text = run(&[&GENERATE[..], &mix[..]].concat());
    let expected = |rows: [usize; 3]| {
        [40.0, 34.0, 28.0]
            .into_iter()
            .zip(rows)
            .flat_map(|(givens, rows)| vec![givens; rows])
            .collect::<Vec<f64>>()
    };
    assert_eq!(numbers(&text, "givens"), expected([10, 6, 4]));
    let blocks = run(&[&GENERATE[..], &mix[..], &["--mix-block=10"]].concat());
    assert_eq!(numbers(&blocks, "givens"), [expected([5, 3, 2]), expected([5, 3, 2])].concat());
    let folder = Folder::new();
    run(&[&GENERATE[..], &mix[..], &["--out", &folder.name()]].concat());
    let card = folder.card_words();
    assert!(card.contains("exact quotas over the whole corpus, in the order of the mix."), "{card}");
    assert!(card.contains(" --mix-order listed "), "{card}");
    assert_eq!(manifest(&folder)["job"]["plan"]["mix_order"], "listed");
    for option in ["--mix-block=10", "--mix-order=listed"] {
        let message = failure(&[&GENERATE[..], &["--count=3", option]].concat());
        let name = option.split('=').next().unwrap();
        assert!(
            message.contains(&format!(
                "{name} is about the targets of a mix: give --mix level=easy:0.5,hard:0.5"
            )),
            "{message}"
        );
    }
    let message = failure(&[&GENERATE[..], &["--count=3", "--mix=givens=40:1", "--mix-block=0"]].concat());
    assert!(message.contains("--mix-block"), "{message}");
}

#[test]
fn aimed_digs_stay_within_their_range() {
    let plan = [&GENERATE[..], &["--count=40", "--mix=er=1.0..1.2:0.5,1.8..2.0:0.25,6.6..7.2:0.25", "--aim"]]
        .concat();
    let text = run(&plan);
    let ers = numbers(&text, "er");
    let within = |least: f64, most: f64| ers.iter().filter(|er| (least..=most).contains(*er)).count();
    assert_eq!([within(1.0, 1.2), within(1.8, 2.0), within(6.6, 7.2)], [20, 10, 10]);
    let attempts: Vec<f64> = numbers(&text, "attempts");
    let mut of_easiest = ers.iter().zip(&attempts).filter(|(er, _)| **er <= 1.2);
    assert!(
        of_easiest.all(|(_, attempts)| *attempts < 1.5),
        "each dig that stays within 1.2 ends in the range"
    );
    assert_eq!(text, run(&[&plan[..], &["--threads=3"]].concat()));
    // Rows of the range that is not aimed at are those of the plan without an aim.
    let usual = run(&plan[..plan.len() - 1]);
    let [puzzles, others] = [&text, &usual].map(|text| column(&text, "puzzle"));
    let same: Vec<bool> = puzzles.iter().zip(&others).map(|(puzzle, other)| puzzle == other).collect();
    assert!(same.iter().zip(&ers).all(|(same, er)| *same || *er < 6.6), "{same:?} of {ers:?}");
    assert!(same.iter().filter(|same| !**same).count() > 15, "{same:?}");
    let known = [
        "2...7....5.......3...4...59..6.3.71......76....1..8.9.....85..7.823.....6.....1..",
        "1..9.....37.84.....4...7.......68.3....1....6.1..954....27..1.....2..395.3.....82",
        "57...3......7..5.2..864...3.......7.7.59.2.6..82.....1...8..14..2...7......1.6..8",
    ];
    assert_eq!(
        puzzles[..3],
        known,
        "part of the stream: these rows never change within a version of the scale"
    );
    let folder = Folder::new();
    run(&[&plan[..], &["--out", &folder.name()]].concat());
    let card = folder.card_words();
    card.assert_has(&["Digs were aimed at ranges of ER that end at 1.2 or 2.0", " --aim "]);
    let facts = manifest(&folder)["facts"].to_string();
    assert!(facts.contains("dug within steps up to the upper end of ranges of ER (1.2, 2.0)"), "{facts}");
    let message = failure(&[&GENERATE[..], &["--count=3", "--aim"]].concat());
    assert!(
        message.contains("--aim limits the dig to a range of ER: give --er 1.0..1.5 or --mix er=1.0..1.5:1"),
        "{message}"
    );
}

#[test]
fn the_cost_of_each_target_is_said() {
    let mix = ["--seed=42", "--mix=guesses=0:0.5,2..4:0.5"];
    let folder = Folder::new();
    let text = run(&[&["generate", "--count=20", "--json", "--out", &folder.name()], &mix[..]].concat());
    let json = parsed(&text);
    let targets = json["targets"].as_array().unwrap();
    assert_eq!(
        targets.iter().map(|target| target["target"].as_str().unwrap()).collect::<Vec<_>>(),
        ["guesses 0.00..0.00", "guesses 2.00..4.00"]
    );
    assert!(
        targets
            .iter()
            .all(|target| target["rows"] == 10 && target["rows_per_core_second"].as_f64().unwrap() > 0.0)
    );
    let mean: f64 = targets.iter().map(|target| target["mean_attempts"].as_f64().unwrap()).sum::<f64>() / 2.0;
    assert!((mean - json["mean_attempts"].as_f64().unwrap()).abs() < 1e-9, "{json}");
    let again = Folder::new();
    let printed = gridmill()
        .args([&["generate", "--count=20", "--out", &again.name()], &mix[..]].concat())
        .stderr_text(0);
    printed.assert_has(&["guesses 0.00..0.00  10 rows, ", " attempts a row, "]);
    let plan = run(&[&["plan", "--count=1000", "--seconds=0.5"], &mix[..]].concat());
    plan.assert_has(&["by target:\nguesses 0.00..0.00  ", "a second and core"]);
    let filter = run(&["plan", "--count=1000", "--seconds=0.5", "--guesses=1..9"]);
    assert!(filter.contains("by target:\nall  "), "{filter}");
}
