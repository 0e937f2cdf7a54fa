//! The rule of `--resume` for folders: what replaces an earlier folder is continued, and rows with an error leave no folder.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Files, gridmill, run, tree};
use std::{fs, path::Path};

fn words<'a>(line: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    line.split(' ').chain(more.iter().copied()).collect()
}

fn refusal(args: &[&str]) -> String {
    let out = gridmill().args(args).output().unwrap();
    assert_eq!(out.status.code(), Some(1), "{args:?}");
    String::from_utf8(out.stderr).unwrap()
}

/// A run that replaces an earlier folder, and is killed while it removes it, goes on by `--resume`, with any number of files left.
#[test]
fn a_folder_that_was_being_replaced_is_resumed() {
    let files = Files::new();
    let rows = files.name("rows.csv");
    fs::write(&rows, run(&["generate", "--seed=3", "--count=40", "--givens=46", "--columns=puzzle"]))
        .unwrap();
    let generate = "generate --givens 46 --no-timings --progress never --shard-rows 5";
    let split = format!("split {rows} --shard-rows 5 --progress never --format csv");
    let dedup = format!("dedup {rows} --progress never");
    let pairs = [
        (format!("{generate} --seed 1 --count 20"), format!("{generate} --seed 2 --count 12")),
        (format!("{split} --into a:0.5,b:0.5"), format!("{split} --into c:0.2,d:0.8")),
        (dedup.clone(), format!("{dedup} --by row")),
        (format!("{generate} --seed 1 --count 20"), format!("{split} --into c:0.2,d:0.8")),
    ];
    for (number, (older, newer)) in pairs.iter().enumerate() {
        let [out, fresh] = ["out", "fresh"].map(|name| files.name(&format!("{name}{number}")));
        run(&words(newer, &["--out", &fresh]));
        run(&words(older, &["--out", &out]));
        let whole = tree(out.as_ref());
        let shards: Vec<&String> = whole.keys().filter(|name| name.starts_with("data")).collect();
        for removed in [0, 1, shards.len()] {
            for name in &shards[..removed] {
                let _ = fs::remove_file(Path::new(&out).join(name));
            }
            let has_mark = removed > 0;
            if has_mark {
                fs::create_dir_all(Path::new(&out).join(".work")).unwrap();
                fs::write(Path::new(&out).join(".work/emptying"), "").unwrap();
                let found = tree(out.as_ref()).len();
                let refused = refusal(&words(newer, &["--out", &out]));
                assert!(refused.contains("--resume"), "{refused}");
                assert_eq!(tree(out.as_ref()).len(), found, "a refused run removes nothing");
                run(&words(newer, &["--out", &out, "--resume"]));
                assert_eq!(tree(out.as_ref()), tree(fresh.as_ref()), "{newer}, {removed} removed");
                fs::remove_dir_all(&out).unwrap();
                run(&words(older, &["--out", &out]));
            } else {
                let refused = refusal(&words(newer, &["--out", &out, "--resume"]));
                assert!(
                    refused.contains("resume with the") || refused.contains("is no manifest"),
                    "{refused}"
                );
                assert_eq!(tree(out.as_ref()), whole, "without the mark, other rows stay");
            }
        }
        // What is no file of a corpus is not removed, and readers would trip over it.
        fs::create_dir_all(Path::new(&out).join(".work")).unwrap();
        fs::write(Path::new(&out).join(".work/emptying"), "").unwrap();
        fs::write(Path::new(&out).join("data/mine.csv"), "mine").unwrap();
        assert!(refusal(&words(newer, &["--out", &out, "--resume"])).contains("data/mine.csv is no shard"));
        assert_eq!(tree(out.as_ref()).len(), whole.len() + 2);
    }
}

/// The report of a `dedup` that is replaced goes with its folder, and a stopped run finds what it left.
#[test]
fn a_report_that_was_being_replaced_is_resumed() {
    let files = Files::new();
    let rows = files.name("rows.csv");
    let text = run(&["generate", "--seed=3", "--count=9", "--givens=46", "--columns=puzzle"]);
    fs::write(&rows, format!("{text}{}", text.split_once('\n').unwrap().1)).unwrap();
    let [out, report] = ["out", "groups.csv"].map(|name| files.name(name));
    let dedup = format!("dedup {rows} --progress never --out {out} --report {report}");
    run(&words(&dedup, &[]));
    let (whole, groups) = (tree(out.as_ref()), fs::read(&report).unwrap());
    let by_row = format!("{dedup} --by row");
    // Killed with the older report still there.
    fs::create_dir(Path::new(&out).join(".work")).unwrap();
    fs::write(Path::new(&out).join(".work/emptying"), "").unwrap();
    run(&words(&by_row, &["--resume"]));
    assert_ne!(tree(out.as_ref()), whole);
    run(&words(&dedup, &["--overwrite"]));
    assert_eq!((tree(out.as_ref()), fs::read(&report).unwrap()), (whole, groups));
    let own = format!("dedup {rows} --progress never --out {out} --report {rows} --resume");
    let refused = gridmill().args(words(&own, &[])).output().unwrap();
    assert!(String::from_utf8(refused.stderr).unwrap().contains("is an input"));
}

/// A row with an error ends `split` and `dedup`; the command without the error is not refused because of what they left.
#[test]
fn rows_with_an_error_leave_no_folder_that_refuses_the_corrected_command() {
    let files = Files::new();
    let rows = run(&["generate", "--seed=3", "--count=9", "--givens=46", "--columns=puzzle"]);
    let rows = files.write("rows.csv", rows.replacen('\n', "\nrubbish\n", 1));
    let out = files.name("out");
    for line in ["split FILE --into a:0.5,b:0.5 --progress never", "dedup FILE --progress never"] {
        let line = line.replace("FILE", &rows);
        for (existing, corrected) in
            [(&[][..], &[][..]), (&[], &["--resume"]), (&["--overwrite"], &[]), (&[], &["--overwrite"])]
        {
            let first = [&["--out", &out, "--invalid", "stop"], existing].concat();
            assert!(refusal(&words(&line, &first)).contains("rows.csv"));
            run(&words(&line, &[&["--out", &out, "--invalid", "skip"], corrected].concat()));
            fs::remove_dir_all(&out).unwrap();
        }
    }
}
