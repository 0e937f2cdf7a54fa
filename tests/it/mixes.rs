//! Quotas of ratings: exact over the corpus, in any order of making.

use crate::prelude::*;

fn counts(values: &[String]) -> BTreeMap<&str, usize> {
    crate::common::counts(values.iter().map(String::as_str))
}

#[test]
fn levels_have_their_shares() {
    let mix =
        ["generate", "--count=41", "--seed=9", "--no-timings", "--mix=level=easy:0.5,Hard:0.25,extreme:0.25"];
    let text = run(&mix);
    let levels = column(&text, "level");
    // 20.5, 10.25 and 10.25, by largest remainders.
    assert_eq!(counts(&levels), [("easy", 21), ("extreme", 10), ("hard", 10)].into());
    let sorted = levels.is_sorted();
    assert!(!sorted, "in random order: 41 levels are sorted once in 10^16 corpora");
    assert_eq!(text, run(&[&mix[..], &["--threads=4"]].concat()));
    // One row alone is the row of the corpus.
    let shown = run(&["show", "17", "--seed=9", "--count=41", "--mix=level=easy:0.5,Hard:0.25,extreme:0.25"]);
    assert!(shown.contains(&column(&text, "puzzle")[17]), "{shown}");
}

#[test]
fn ranges_of_er_have_their_shares() {
    let text = run(&words(
        "generate --count=30 --seed=9 --no-timings --mix=er=1.0..1.5:0.5,2.0..2.6:0.3,6.6..9.0:0.2",
    ));
    let ers: Vec<f64> = column(&text, "er").iter().map(|er| er.parse().unwrap()).collect();
    let within = |least: f64, most: f64| ers.iter().filter(|er| (least..=most).contains(*er)).count();
    assert_eq!([within(1.0, 1.5), within(2.0, 2.6), within(6.6, 9.0)], [15, 9, 6]);
}

/// Parts, a resumed run and the whole have the same rows, and the card names the shares.
#[test]
fn quotas_hold_over_parts_and_interruptions() {
    let plan = ["--count=30", "--seed=2", "--shard-rows=10", "--no-timings", "--mix=level=easy:2,medium:1"];
    let (whole, parts) = (corpus(&plan), parts(3, &plan));
    let joined: BTreeMap<_, _> = parts.iter().flat_map(data_bytes).collect();
    assert_eq!(joined, data_bytes(&whole));
    run(&[&["generate", "--resume", "--out", &parts[1].name()], &plan[..]].concat());
    assert_eq!(data_bytes(&parts[1]), data_bytes(&whole));
    let card = whole.card();
    assert!(card.contains("Levels and their shares are easy:2,medium:1: exact quotas"), "{card}");
    assert!(card.replace('\'', "").contains(" --mix level=easy:2,medium:1 "), "{card}");
}

/// Every level has each symmetry as often as the shares say, whatever the threads and the parts; the levels stay those without.
#[test]
fn symmetries_have_their_shares_of_each_level() {
    let mixes =
        ["--mix=level=easy:0.5,medium:0.3,hard:0.2", "--mix=symmetry=rot180:0.5,none:0.3,diagonal:0.2"];
    let plan = [&["--count=100", "--seed=6", "--no-timings"], &mixes[..]].concat();
    let text = run(&[&["generate"], &plan[..]].concat());
    let [levels, symmetries, puzzles] = ["level", "symmetry", "puzzle"].map(|name| column(&text, name));
    let pairs: Vec<String> =
        levels.iter().zip(&symmetries).map(|(one, two)| format!("{one} {two}")).collect();
    let expected = [
        ("easy diagonal", 10),
        ("easy none", 15),
        ("easy rot180", 25),
        ("hard diagonal", 4),
        ("hard none", 6),
        ("hard rot180", 10),
        ("medium diagonal", 6),
        ("medium none", 9),
        ("medium rot180", 15),
    ];
    assert_eq!(counts(&pairs), expected.into());
    let given = |puzzle: &str, row: usize, col: usize| puzzle.as_bytes()[9 * row + col] != b'.';
    let is_image = |puzzle: &str, image: fn(usize, usize) -> (usize, usize)| {
        (0..81).all(|cell| {
            let (row, col) = image(cell / 9, cell % 9);
            given(puzzle, cell / 9, cell % 9) == given(puzzle, row, col)
        })
    };
    for (puzzle, symmetry) in puzzles.iter().zip(&symmetries) {
        assert!(symmetry != "rot180" || is_image(puzzle, |row, col| (8 - row, 8 - col)), "{puzzle}");
        assert!(symmetry != "diagonal" || is_image(puzzle, |row, col| (col, row)), "{puzzle}");
    }
    let alone = run(&["generate", "--count=100", "--seed=6", "--no-timings", mixes[0]]);
    assert_eq!(column(&alone, "level"), levels);
    assert_eq!(text, run(&[&["generate", "--threads=3"], &plan[..]].concat()));
    let part = run(&[&["generate", "--shard-rows=25", "--part=2/2"], &plan[..]].concat());
    assert!(part.lines().skip(1).eq(text.lines().skip(51)), "the second part is the second half");

    // Each corpus by itself: no share is a whole row away, and both sums are as without the other mix.
    for count in ["7", "10", "33"] {
        let text = run(&[&["generate", "--count", count, "--seed=6"], &mixes[..]].concat());
        let counted = |name| column(&text, name);
        let alone =
            |mix: &str, name: &str| column(&run(&["generate", "--count", count, "--seed=6", mix]), name);
        assert_eq!(counts(&counted("level")), counts(&alone(mixes[0], "level")));
        assert_eq!(counts(&counted("symmetry")), counts(&alone(mixes[1], "symmetry")));
    }
    let givens =
        run(&words("generate --count=8 --seed=6 --mix=givens=32:0.5,28:0.5 --mix=symmetry=rot180:1,none:1"));
    let [givens, symmetries] = ["givens", "symmetry"].map(|name| column(&givens, name));
    let pairs: Vec<String> =
        givens.iter().zip(&symmetries).map(|(one, two)| format!("{one} {two}")).collect();
    assert_eq!(counts(&pairs), [("28 none", 2), ("28 rot180", 2), ("32 none", 2), ("32 rot180", 2)].into());
}

/// Row i has level i modulo the cycle, without a size of the corpus.
#[test]
fn levels_come_in_turn() {
    let cycle = "--level=easy,easy,medium,Hard,extreme";
    let text = run(&["generate", "--count=12", "--seed=4", "--no-timings", cycle]);
    let levels = column(&text, "level");
    assert!(
        levels.iter().eq(["easy", "easy", "medium", "hard", "extreme"].iter().cycle().take(12)),
        "{levels:?}"
    );
    let day = run(&["generate", "--start=7", "--count=3", "--seed=4", "--no-timings", cycle]);
    assert!(day.lines().skip(1).eq(text.lines().skip(8).take(3)), "{day}");
    let shown = run(&["show", "8", "--seed=4", cycle]);
    assert!(shown.contains(&column(&text, "puzzle")[8]), "{shown}");
    let folder = Folder::new();
    run(&["generate", "--count=5", "--seed=4", cycle, "--out", &folder.name()]);
    let card = folder.card();
    assert!(card.contains("Levels come in turn, row by row: easy,easy,medium,hard,extreme."), "{card}");
    assert!(card.contains(" --level easy,easy,medium,hard,extreme "), "{card}");
    let facts = crate::common::manifest(&folder)["facts"].to_string();
    assert!(facts.contains("levels in turn, of 5 easy 2, medium 1, hard 1, extreme 1"), "{facts}");
}

#[test]
fn impossible_shares_are_refused() {
    let generate = |options: &[&str]| failure(&[&["generate", "--count=3", "--seed=1"], options].concat());
    let message = generate(&["--mix=level=extreme:1", "--givens=50", "--attempts=40"]);
    let parts = ["of level extreme in 40 attempts", "; others came: easy 40 times", "allow more attempts"];
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    for (options, printed) in [
        (
            &["--mix=level=easy:1,trivial:1"][..],
            "level trivial: those of hodoku are easy, medium, hard, unfair, extreme",
        ),
        (&["--mix=er=1.0..2.0:0.5,1.5..4.0:0.5"], "1.0..2.0 and 1.5..4.0 overlap; give ranges of ER"),
        (&["--mix=level=easy:1,Easy:2"], "Easy is there twice; give levels"),
        (&["--mix=givens=25:0.5,26:0.05"], "the shares add up to 0.55, not 1; give givens"),
        (&["--split=train:0.5,test:0.05"], "the shares add up to 0.55, not 1; give names"),
        (&["--mix=level=easy"], "give levels and their shares, such as easy:0.2,medium:0.5,hard:0.3"),
        (&["--mix=er=2.0..1.0:1"], "give ranges of ER and their shares"),
        (&["--mix=level=easy:1", "--level=easy"], "give one"),
        (&["--mix=er=1.0..2.0:1", "--er=1.0..2.0"], "give one"),
        (&["--mix=er=1.0..2.0:1", "--rulebook=hodoku"], "rulebook hodoku has a score and no ER"),
        (
            &["--mix=level=easy:1", "--rulebook=se"],
            "rulebook se has no levels; levels are those of hodoku and basic: leave --rulebook out, or choose by --er 4.0..4.6",
        ),
        (
            &["--level=easy,", "--rulebook=se"],
            "give a level, or several in turn, such as easy,easy,medium,hard",
        ),
        (&["--level=easy,gentle"], "level gentle: those of hodoku are easy, medium, hard, unfair, extreme"),
        (&["--level=easy", "--mix=level=easy:1"], "give one"),
        (&["--level=easy,hard", "--mix=er=1.0..2.0:1"], "give one"),
        (&["--mix=symmetry=rot180:1", "--symmetry=rot90"], "give one"),
        (&["--mix=symmetry=round:1"], "give symmetries and their shares, such as rot180:0.5,none:0.5"),
        (&["--mix=symmetry=rot90:1,none:1", "--dig=weighted"], "symmetry rot90:1,none:1 needs dig top-down"),
        (
            &["--mix=symmetry=rot90:1,none:1", "--box=2x2", "--givens=7"],
            "no 2x2 puzzle of symmetry rot90 has 7 givens",
        ),
    ] {
        let message = generate(options);
        assert!(message.contains(printed), "{options:?}: {message}");
    }
    for (old, new) in [("--level-mix", "level"), ("--trial-depth-mix", "trial_depth"), ("--er-mix", "er")] {
        let message = generate(&[old, "easy:1"]);
        assert_eq!(message, format!("error: unexpected argument '{old}' found; it is now --mix {new}=..."));
    }
    assert!(!generate(&["--grid-mix", "30:1"]).contains("it is now"));
    for mix in ["--mix=level=easy:1", "--mix=symmetry=none:1"] {
        assert_failure(&["show", "1", "--seed=1", mix], "--count is missing");
    }
    let message = failure(&["generate", "--count=3", "--seed=1", "--start=4", "--mix=symmetry=none:1"]);
    assert!(
        message.contains("--start is within a corpus with quotas")
            && message.ends_with("give --mix-block 1000 or --of N"),
        "{message}"
    );
}
