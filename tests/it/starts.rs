//! `--start`: some rows of a corpus, in files of their own, are the rows that the whole has there.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, data_bytes, everything, failure, manifest, run};

const PLAN: [&str; 4] = ["--seed=8", "--no-timings", "--progress=never", "--mix=givens=30:0.5,26:0.5"];

fn make(folder: &Folder, more: &[&str]) {
    run(&[&["generate", "--out", &folder.name()], &PLAN[..], more].concat());
}

#[test]
fn rows_are_those_of_the_whole() {
    let whole = run(&[&["generate", "--count=60"], &PLAN[..]].concat());
    for (start, count) in [(0, 5), (17, 31), (59, 1)] {
        let (start, count) = (start.to_string(), count.to_string());
        let some = run(&[&["generate", "--start", &start, "--count", &count, "--of=60"], &PLAN[..]].concat());
        let (first, rows): (usize, usize) = (start.parse().unwrap(), count.parse().unwrap());
        assert!(some.lines().skip(1).eq(whole.lines().skip(1 + first).take(rows)), "{some}");
    }
    // Without a mix, rows need no size of the corpus.
    let plain = ["generate", "--seed=8", "--no-timings", "--progress=never"];
    let whole = run(&[&plain[..], &["--count=600"]].concat());
    let some = run(&[&plain[..], &["--count=31", "--start=365"]].concat());
    assert!(some.lines().skip(1).eq(whole.lines().skip(366).take(31)));
}

/// Files, parts, a merge, a resumed run and the single row: all of one part of the corpus.
#[test]
fn a_folder_of_some_rows_is_whole_by_itself() {
    let some = ["--start=20", "--count=30", "--of=60", "--shard-rows=10", "--format=csv"];
    let month = Folder::new();
    make(&month, &some);
    let manifest = manifest(&month);
    let job = &manifest["job"];
    assert_eq!(
        (job["start"].as_u64(), job["count"].as_u64(), job["of"].as_u64()),
        (Some(20), Some(30), Some(60))
    );
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["facts"]["design"]["count"], 60);
    assert_eq!(manifest["shards"][2]["first_index"], 40);
    let rows: Vec<String> = data_bytes(&month).values().flat_map(|file| column(file, "index")).collect();
    assert!(rows.iter().eq((20..50).map(|index| index.to_string()).collect::<Vec<_>>().iter()), "{rows:?}");

    let [one, two, joined, resumed] = [(); 4].map(|()| Folder::new());
    make(&one, &[&some[..], &["--part=1/2"]].concat());
    make(&two, &[&some[..], &["--part=2/2"]].concat());
    let path = |folder: &Folder| folder.name();
    run(&["merge", &path(&one), &path(&two), "--out", &path(&joined)]);
    assert!(everything(&joined) == everything(&month), "parts make the same folder");
    make(&resumed, &some);
    std::fs::remove_file(resumed.path().join("data/part-00001-of-00003.csv")).unwrap();
    make(&resumed, &[&some[..], &["--resume", "--verify"]].concat());
    assert!(everything(&resumed) == everything(&month), "a resumed run makes the same folder");

    let shown = run(&["show", &path(&month), "33"]);
    let puzzle = &column(&data_bytes(&month)["part-00001-of-00003.csv"], "puzzle")[3];
    assert!(shown.contains(puzzle), "{shown}");
    let card = month.card();
    assert!(card.contains("gridmill generate --count 30 --start 20 --of 60 --seed 8 "), "{card}");
    let report = run(&["report", &path(&month), "--format=md"]);
    assert!(report.contains("a part of 60"), "{report}");
    assert!(!report.contains("rows as planned | 0"), "{report}");

    let month = path(&month);
    let resume =
        |more: &[&str]| failure(&[&["generate", "--out", &month, "--resume"], &PLAN[..], more].concat());
    let moved = resume(&["--start=21", "--count=30", "--of=60", "--shard-rows=10", "--format=csv"]);
    assert!(moved.contains("a different corpus is here: start is 20 there and 21 here"), "{moved}");
}

#[test]
fn rows_beyond_the_corpus_are_refused() {
    for (options, printed) in [
        (&["--count=5", "--start=6", "--of=10"][..], "--of 10 has no rows 6 to 10: give more, or fewer rows"),
        (
            &["--count=5", "--start=6"],
            "--start is within a corpus with quotas, whose size decides which row has which: give --mix-block 1000 or --of N",
        ),
        (&["--count=1", "--start=18446744073709551615", "--of=7"], "start and count add up to more than"),
    ] {
        let message = failure(&[&["generate"], &PLAN[..], options].concat());
        assert!(message.contains(printed), "{message}");
    }
}
