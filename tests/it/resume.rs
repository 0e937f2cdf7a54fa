//! The rule of `--resume` for folders: what replaces an earlier folder is continued, and rows with an error leave no folder. Folders of
//! `split`, `dedup` and `generate --split` that others have changed, and runs that go on with other options: refused in one line, or what a
//! fresh run makes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{
    Files, Folder, Runs, everything, gridmill, manifest, parsed, run, run_in, tree, with_slashes, words,
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

fn words_and<'a>(line: &'a str, more: &[&'a str]) -> Vec<&'a str> {
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
        run(&words_and(newer, &["--out", &fresh]));
        run(&words_and(older, &["--out", &out]));
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
                let refused = refusal(&words_and(newer, &["--out", &out]));
                assert!(refused.contains("--resume"), "{refused}");
                assert_eq!(tree(out.as_ref()).len(), found, "a refused run removes nothing");
                run(&words_and(newer, &["--out", &out, "--resume"]));
                assert_eq!(tree(out.as_ref()), tree(fresh.as_ref()), "{newer}, {removed} removed");
                fs::remove_dir_all(&out).unwrap();
                run(&words_and(older, &["--out", &out]));
            } else {
                let refused = refusal(&words_and(newer, &["--out", &out, "--resume"]));
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
        assert!(
            refusal(&words_and(newer, &["--out", &out, "--resume"])).contains("data/mine.csv is no shard")
        );
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
    run(&words_and(&dedup, &[]));
    let (whole, groups) = (tree(out.as_ref()), fs::read(&report).unwrap());
    let by_row = format!("{dedup} --by row");
    // Killed with the older report still there.
    fs::create_dir(Path::new(&out).join(".work")).unwrap();
    fs::write(Path::new(&out).join(".work/emptying"), "").unwrap();
    run(&words_and(&by_row, &["--resume"]));
    assert_ne!(tree(out.as_ref()), whole);
    run(&words_and(&dedup, &["--overwrite"]));
    assert_eq!((tree(out.as_ref()), fs::read(&report).unwrap()), (whole, groups));
    let own = format!("dedup {rows} --progress never --out {out} --report {rows} --resume");
    let refused = gridmill().args(words_and(&own, &[])).output().unwrap();
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
            assert!(refusal(&words_and(&line, &first)).contains("rows.csv"));
            run(&words_and(&line, &[&["--out", &out, "--invalid", "skip"], corrected].concat()));
            fs::remove_dir_all(&out).unwrap();
        }
    }
}

/// A file with two columns of puzzles, of which the second has a row without one.
fn two_columns(folder: &Path, rows: usize) -> PathBuf {
    let count = rows.to_string();
    let args = ["generate", "-n", &count, "--seed=columns", "--givens=30", "--out=-", "--progress=never"];
    let run = gridmill().args(args).assert().success();
    let puzzles = crate::common::column(&run.get_output().stdout, "puzzle");
    let rows = puzzles.iter().zip(puzzles.iter().rev()).map(|(one, two)| format!("{one},{two}\n"));
    let path = folder.join("two.csv");
    fs::write(&path, format!("one,two\n{}{},none\n", rows.collect::<String>(), puzzles[0])).unwrap();
    path
}

/// A run that must fail with this exit code: its one line.
fn refused(folder: &Path, args: &[&str], code: i32) -> String {
    let mut command = gridmill();
    let run = command
        .current_dir(folder)
        .args(args)
        .arg("--progress=never")
        .timeout(Duration::from_mins(1))
        .assert()
        .code(code);
    let message = with_slashes(&run.get_output().stderr);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// Whatever decides the rows is compared before a run goes on with those of another.
#[test]
fn a_run_goes_on_with_its_own_options_alone() {
    let place = tempfile::tempdir().unwrap();
    two_columns(place.path(), 60);
    let split = ["split", "two.csv", "--column=one", "--invalid=skip", "--stratify=givens", "--out=sets"];
    run_in(place.path(), &split);
    let dedup = ["dedup", "two.csv", "--column=one", "--out=kept"];
    run_in(place.path(), &dedup);
    let whole = |name: &str| everything(&Folder::at(place.path().join(name)));
    let before = ["sets", "kept"].map(whole);
    let change = |args: &[&str], from: &str, to: &[&str]| -> Vec<String> {
        let kept = args.iter().filter(|&&word| word != from).map(|&word| word.to_owned());
        kept.chain(to.iter().map(|&word| word.to_owned())).chain(["--resume".to_owned()]).collect()
    };
    for (args, from, to, said) in [
        (&split[..], "--column=one", &["--column=two"][..], "columns is "),
        (&split, "--column=one", &[], "columns is "),
        (&split, "--invalid=skip", &[], "invalid is \"skip\" there and \"stop\" here"),
        (&split, "--stratify=givens", &[], "stratify is "),
        (&split, "", &["--into=train:0.5,test:0.5"], "into is "),
        (&split, "", &["--by=row"], "by is "),
        (&split, "", &["--seed=7"], "seed is "),
        (&split, "", &["--format=csv"], "format is "),
        (&split, "", &["--shard-rows=7"], "shard_rows is "),
        (&split, "", &["--exclude", "two.csv"], "exclude is "),
        (&dedup, "--column=one", &["--column=two", "--invalid=skip"], "columns is "),
        (&dedup, "", &["--invalid=skip"], "invalid is \"stop\" there and \"skip\" here"),
    ] {
        let words = change(args, from, to);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let message = refused(place.path(), &words, 1);
        assert!(message.contains(said), "{words:?}: {message}");
    }
    assert_eq!(["sets", "kept"].map(whole), before);
}

/// Starts a run that writes many files, and kills it once the first is whole.
fn interrupted(folder: &Path, args: &[&str], out: &Folder) {
    let mut child = Command::new(crate::common::PATH)
        .current_dir(folder)
        .args(args)
        .args(["--out", &out.name()])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let data = out.path().join("data");
    while fs::read_dir(&data).map_or(0, Iterator::count) == 0 {
        assert!(start.elapsed() < Duration::from_mins(1), "no file appears");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it had hundreds of files to write");
}

/// Places that are not those of the interrupted run are found again.
#[test]
#[ignore = "10 s, many damaged folders: bash scripts/long_tests.sh"]
fn long_places_of_rows_are_not_believed() {
    let place = tempfile::tempdir().unwrap();
    two_columns(place.path(), 200);
    let split = ["split", "two.csv", "--column=one", "--into=train:0.8,test:0.2", "--shard-rows=3"];
    let whole = Folder::new();
    run_in(place.path(), &[&split[..], &["--out", &whole.name()]].concat());
    let changes: [fn(Vec<u8>) -> Vec<u8>; 5] = [
        |places| vec![0; places.len()],
        |places| places.into_iter().rev().collect(),
        |places| vec![200; places.len()],
        |places| places[1..].to_vec(),
        |_| Vec::new(),
    ];
    for change in changes {
        let out = Folder::new();
        interrupted(place.path(), &split, &out);
        assert!(manifest(&out)["places_blake3"].is_string() && manifest(&out)["complete"] == false);
        let path = out.path().join(".work/classes.places");
        fs::write(&path, change(fs::read(&path).unwrap())).unwrap();
        run_in(place.path(), &[&split[..], &["--resume", "--out", &out.name()]].concat());
        assert!(everything(&out) == everything(&whole));
        assert!(!out.path().join(".work").exists());
    }
}

type Change = fn(&mut Value);

/// Manifests that do not follow from their own selection, and what is said of each.
const FALSE_MANIFESTS: [(&str, Change); 11] = [
    ("has the splits", |m| m["plan"]["splits"][0]["name"] = json!("../../evil")),
    ("has the splits", |m| m["plan"]["splits"][1]["name"] = json!("/evil")),
    ("has the splits", |m| drop(m["plan"]["splits"].as_array_mut().unwrap().pop())),
    ("do not add up", |m| m["plan"]["splits"][0]["rows"] = json!(u64::MAX)),
    ("do not add up", |m| m["plan"]["excluded"] = json!(7)),
    ("is not one of its plan", |m| m["files"][0]["name"] = json!("../../evil.csv")),
    ("is not one of its plan", |m| m["files"][0]["rows"] = json!(1)),
    ("is not one of its plan", |m| m["files"][0]["split"] = json!("train")),
    ("is not one of its plan", |m| {
        let twice = m["files"][0].clone();
        m["files"].as_array_mut().unwrap().push(twice);
    }),
    ("is called complete with 1 of its files", |m| drop(m["files"].as_array_mut().unwrap().pop())),
    ("has no plan", |m| m["plan"] = Value::Null),
];

/// Every command that reads such a folder refuses it, and writes nothing.
#[test]
fn manifests_are_compared_with_their_own_selection() {
    let place = tempfile::tempdir().unwrap();
    two_columns(place.path(), 40);
    let split =
        ["split", "two.csv", "--column=one", "--into=test:0.5,train:0.5", "--format=csv", "--out=sets"];
    run_in(place.path(), &split);
    let sets = Folder::at(place.path().join("sets"));
    let whole = fs::read(sets.path().join("manifest.json")).unwrap();
    for (said, change) in FALSE_MANIFESTS {
        let mut changed: Value = serde_json::from_slice(&whole).unwrap();
        change(&mut changed);
        fs::write(sets.path().join("manifest.json"), changed.to_string()).unwrap();
        let names = || fs::read_dir(place.path()).unwrap().count();
        let before = (everything(&sets), names());
        let resume = [&split[..], &["--resume"]].concat();
        for (args, code) in
            [(&resume[..], 1), (&["rate", "sets", "--column=one"], 1), (&["report", "sets"], 1)]
        {
            let message = refused(place.path(), args, code);
            assert!(message.contains(said), "{args:?}: {message}");
        }
        assert!((everything(&sets), names()) == before, "{said}");
    }
}

/// Leaves a folder as a run does that was interrupted before it had a plan.
#[cfg(unix)]
fn without_plan(folder: &Folder) {
    let mut changed = manifest(folder);
    (changed["plan"], changed["files"], changed["complete"]) = (Value::Null, json!([]), json!(false));
    fs::write(folder.path().join("manifest.json"), changed.to_string()).unwrap();
    fs::create_dir(folder.path().join(".work")).unwrap();
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Links are not followed and pipes not waited for, whatever they are called. Windows has no pipes in folders, and a link takes a privilege.
#[cfg(unix)]
#[test]
fn files_in_work_are_regular_files() {
    use std::os::unix::fs::symlink;
    let place = tempfile::tempdir().unwrap();
    two_columns(place.path(), 40);
    let canary = place.path().join("canary");
    fs::write(&canary, "keep").unwrap();
    let split = ["split", "two.csv", "--column=one", "--out=sets"];
    let generate =
        words("generate --seed=1 --givens=40 --count=30 --no-timings --split=a:0.5,b:0.5 --out=made");
    run_in(place.path(), &split);
    run_in(place.path(), &generate);
    let [sets, made] = ["sets", "made"].map(|name| Folder::at(place.path().join(name)));
    let keep = |folder: &Folder| fs::read(folder.path().join("manifest.json")).unwrap();
    let manifests = [keep(&sets), keep(&made)];
    for plant in [make_pipe as fn(&Path), |path| symlink("../../canary", path).unwrap()] {
        for (folder, args, name) in [
            (&sets, &split[..], "classes.keys"),
            (&sets, &split, "classes.places"),
            (&made, &generate, "generated"),
        ] {
            without_plan(folder);
            plant(&folder.path().join(".work").join(name));
            let message = refused(place.path(), &[args, &["--resume"]].concat(), 1);
            assert!(message.contains(&format!(".work/{name}")), "{message}");
            fs::remove_dir_all(folder.path().join(".work")).unwrap();
        }
    }
    // A folder of another owner is not emptied either.
    fs::create_dir(place.path().join("other")).unwrap();
    fs::write(place.path().join("other/file"), "keep").unwrap();
    without_plan(&made);
    symlink("../../other", made.path().join(".work/generated")).unwrap();
    let message = refused(place.path(), &[&generate[..], &["--resume"]].concat(), 1);
    assert!(message.contains("is a symbolic link"), "{message}");
    for path in [canary, place.path().join("other/file")] {
        assert_eq!(fs::read(path).unwrap(), b"keep");
    }
    fs::remove_dir_all(made.path().join(".work")).unwrap();
    for (folder, text, args) in [(&sets, &manifests[0], &split[..]), (&made, &manifests[1], &generate)] {
        let whole = everything(folder);
        run_in(place.path(), &[args, &["--resume"]].concat());
        assert!(&keep(folder) == text);
        assert_eq!(everything(folder).len(), whole.len());
    }
}

/// Files that a run worked with go, also if it ended between its last file and this.
#[test]
fn a_whole_folder_keeps_no_work() {
    let place = tempfile::tempdir().unwrap();
    let generate =
        words("generate --seed=1 --givens=40 --count=30 --no-timings --split=a:0.5,b:0.5 --out=made");
    run_in(place.path(), &generate);
    let made = Folder::at(place.path().join("made"));
    let whole = everything(&made);
    fs::create_dir_all(made.path().join(".work/generated/data")).unwrap();
    for name in ["classes.keys", "classes.places", "generated/manifest.json"] {
        fs::write(made.path().join(".work").join(name), "left").unwrap();
    }
    run_in(place.path(), &[&generate[..], &["--resume"]].concat());
    assert!(everything(&made) == whole);
    assert!(!made.path().join(".work").exists());
}

/// A run with a report goes on, keeps the report of its own, and refuses a stranger's.
#[test]
fn a_run_with_a_report_goes_on() {
    let place = tempfile::tempdir().unwrap();
    two_columns(place.path(), 600);
    let text = fs::read_to_string(place.path().join("two.csv")).unwrap();
    fs::write(place.path().join("two.csv"), format!("{text}{}", text.split_once('\n').unwrap().1)).unwrap();
    let dedup = ["dedup", "two.csv", "--column=one", "--report=groups.csv"];
    let whole = Folder::new();
    run_in(place.path(), &[&dedup[..], &["--out", &whole.name()]].concat());
    let groups = fs::read(place.path().join("groups.csv")).unwrap();
    let out = &whole.name();
    let resume = [&dedup[..], &["--resume", "--out", out]].concat();
    // Ended at its last file.
    let mut changed = manifest(&whole);
    let last = changed["files"].as_array_mut().unwrap().pop().unwrap();
    changed["complete"] = json!(false);
    let kept = everything(&whole);
    fs::remove_file(whole.path().join("data").join(last["name"].as_str().unwrap())).unwrap();
    fs::write(whole.path().join("manifest.json"), changed.to_string()).unwrap();
    run_in(place.path(), &resume);
    assert_eq!(everything(&whole), kept);
    assert_eq!(fs::read(place.path().join("groups.csv")).unwrap(), groups);
    fs::remove_file(place.path().join("groups.csv")).unwrap();
    run_in(place.path(), &resume);
    assert_eq!(fs::read(place.path().join("groups.csv")).unwrap(), groups, "a missing one is made again");
    fs::write(place.path().join("groups.csv"), "mine").unwrap();
    let message = refused(place.path(), &resume, 2);
    assert!(message.contains("is not what this run has written"), "{message}");
    assert_eq!(fs::read(place.path().join("groups.csv")).unwrap(), b"mine");
}

/// Rows of several splits meet only if that is asked for.
#[test]
fn splits_do_not_mix_by_accident() {
    let place = tempfile::tempdir().unwrap();
    let stdout = |args: &[&str]| gridmill().current_dir(place.path()).args(args).stdout_text();
    let generate = ["generate", "--seed=1", "--givens=40", "--count=200", "--no-timings", "--out=sets"];
    run_in(place.path(), &[&generate[..], &["--split=train:0.9,test:0.1"]].concat());
    // The same files as a hub has them, without a manifest.
    fs::create_dir(place.path().join("hub")).unwrap();
    for name in ["train", "test"] {
        let file = format!("{name}-00000-of-00001.parquet");
        fs::copy(place.path().join("sets/data").join(&file), place.path().join("hub").join(file)).unwrap();
    }
    let said = "the files are of several splits (test, train), which must not mix by accident; --split NAME takes one, --split all takes all of them";
    let commands: [&[&str]; 11] = [
        &["export", "--to=text"],
        &["export", "--to=hrm", "--out=hrm"],
        &["export", "--to=hrm", "--set=other", "--out=hrm"],
        &["export", "--to=numpy", "--out=numpy"],
        &["rate"],
        &["canonical"],
        &["report"],
        &["dedup", "--out=kept.csv"],
        &["split", "--out=again"],
        &["augment", "--times=1"],
        &["compare"],
    ];
    for input in
        [&["sets"][..], &["hub"], &["hub/train-00000-of-00001.parquet", "hub/test-00000-of-00001.parquet"]]
    {
        for args in commands.into_iter().filter(|args| args[0] != "report" || input.len() == 1) {
            let message = refused(place.path(), &[args, input].concat(), 2);
            assert_eq!(message.trim_end(), format!("error: {said}"), "{args:?} {input:?}");
        }
    }
    refused(place.path(), &["solve", "sets"], 2);
    refused(
        place.path(),
        &["report", "--join", "hub/train-00000-of-00001.parquet", "hub/test-00000-of-00001.parquet"],
        2,
    );
    assert!(refused(place.path(), &["generate", "--from=sets", "-n=3"], 2).contains("give the files of one"));
    let mut left: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["hub", "sets"]);

    for input in ["sets", "hub"] {
        let rows = |split: &str| stdout(&["export", "--to=text", input, "--split", split]);
        let (train, test) = (rows("train"), rows("TEST"));
        assert_eq!((train.lines().count(), test.lines().count()), (180, 20));
        assert_eq!(rows("all").lines().count(), 200);
        assert!(train.lines().all(|puzzle| !test.contains(puzzle)));
        let message = refused(place.path(), &["export", "--to=text", input, "--split=val"], 2);
        assert_eq!(message, "error: no file belongs to split val; they belong to test, train\n");
        assert_eq!(stdout(&["rate", input, "--split=test", "--no-timings"]).lines().count(), 21);
        assert!(stdout(&["report", input, "--split=test"]).contains("20"));
    }
    // No file is passed over because its name has no split.
    fs::copy(place.path().join("hub/test-00000-of-00001.parquet"), place.path().join("more.parquet"))
        .unwrap();
    let message = refused(place.path(), &["rate", "sets", "more.parquet", "--split=test"], 2);
    assert!(message.contains("more.parquet: its name tells no split, where test is required"), "{message}");
    // The set that is named is the split that is read.
    run_in(place.path(), &["export", "sets", "--to=hrm", "--set=test", "--out=hrm"]);
    run_in(place.path(), &["export", "sets", "--to=hrm", "--split=train", "--out=hrm"]);
    for (set, groups) in [("train", 180), ("test", 20)] {
        let path = place.path().join("hrm").join(set).join("dataset.json");
        let about: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        assert_eq!(about["total_groups"], groups);
    }
    // Splits of one folder are compared with each other, also without a manifest.
    for input in ["sets", "hub"] {
        let pairs = parsed(&stdout(&["overlap", input, "--json"]));
        assert_eq!(
            pairs["corpora"][0]["name"],
            format!("{input}/{}", if input == "sets" { "train" } else { "test" })
        );
        assert_eq!(pairs["corpora"].as_array().unwrap().len(), 2);
        // One split is compared with another corpus, or all of them as one.
        for (split, rows) in [("--split=test", 20), ("--split=all", 200)] {
            let found = parsed(&stdout(&["overlap", input, "more.parquet", split, "--json"]));
            assert_eq!(
                (&found["corpora"][0]["name"], &found["corpora"][0]["rows"]),
                (&input.into(), &rows.into())
            );
            assert_eq!(found["pairs"][0]["rows"], serde_json::json!([20, 20]));
        }
    }
}

/// A folder that is not finished, or lacks a file, is not read as if it were whole.
#[test]
fn parts_of_folders_are_not_taken_for_the_whole() {
    let place = tempfile::tempdir().unwrap();
    let generate = ["generate", "--seed=1", "--givens=46", "--count=90", "--format=csv", "--no-timings"];
    run_in(place.path(), &[&generate[..], &["--split=a:0.5,b:0.5", "--out=sets"]].concat());
    run_in(place.path(), &[&generate[..], &["--shard-rows=30", "--out=corpus"]].concat());
    let commands: [&[&str]; 6] = [
        &["overlap", "corpus"],
        &["rate", "--split=b"],
        &["report", "--split=b"],
        &["export", "--to=jsonl", "--split=b"],
        &["dedup", "--out=kept.csv", "--split=b"],
        &["canonical", "--split=all"],
    ];
    let refuse = |input: &str, said: &str| {
        for args in commands {
            let args: Vec<&str> = match (args[0], input) {
                ("overlap", _) | (_, "sets") => args.to_vec(),
                _ => args.iter().copied().filter(|word| !word.starts_with("--split")).collect(),
            };
            let message = refused(place.path(), &[&args[..], &[input]].concat(), 1);
            assert!(message.contains(said), "{args:?}: {message}");
        }
    };
    let file = place.path().join("sets/data/b-00000-of-00001.csv");
    let whole = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    refuse("sets", "sets/data/b-00000-of-00001.csv: it is missing");
    #[cfg(unix)]
    {
        make_pipe(&file);
        refuse("sets", "this is no regular file");
        fs::remove_file(&file).unwrap();
    }
    fs::write(&file, &whole[..200]).unwrap();
    refuse("sets", "it has 200 bytes, where its manifest has ");
    fs::write(&file, &whole).unwrap();
    let other = file.with_file_name("b-00001-of-00002.csv");
    fs::write(&other, &whole).unwrap();
    refuse("sets", "b-00001-of-00002.csv: its manifest does not name this file");
    fs::remove_file(&other).unwrap();
    let sets = Folder::at(place.path().join("sets"));
    let mut changed = manifest(&sets);
    changed["files"].as_array_mut().unwrap().pop();
    changed["complete"] = json!(false);
    fs::write(sets.path().join("manifest.json"), changed.to_string()).unwrap();
    refuse("sets", "has not ended: 1 of its 2 files are whole");
    fs::remove_file(place.path().join("corpus/data/part-00001-of-00003.csv")).unwrap();
    refuse("corpus", "part-00001-of-00003.csv: it is missing");
    let corpus = Folder::at(place.path().join("corpus"));
    let mut changed = manifest(&corpus);
    changed["shards"].as_array_mut().unwrap().remove(1);
    fs::write(corpus.path().join("manifest.json"), changed.to_string()).unwrap();
    for args in [&["rate"][..], &["export", "--to=text"], &["dedup", "--out=kept.csv"]] {
        let message = refused(place.path(), &[args, &["corpus"]].concat(), 1);
        assert!(message.contains("has not ended: 60 of its 90 rows are in whole files"), "{message}");
    }
}

/// Standard input is read once, so it cannot be two inputs.
#[test]
fn standard_input_is_one_input() {
    let place = tempfile::tempdir().unwrap();
    for args in
        [&["overlap", "-", "-"][..], &["rate", "-", "-"], &["dedup", "-", "-"], &["canonical", "-", "-"]]
    {
        let message = refused(place.path(), args, 2);
        assert_eq!(message, "error: standard input is named twice, and can be read once\n", "{args:?}");
    }
}
