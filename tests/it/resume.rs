//! The rule of `--resume` for folders: what replaces an earlier folder is continued, and rows with an error leave no folder. Folders of
//! `split`, `dedup` and `generate --split` that others have changed, and runs that go on with other options: refused in one line, or what a
//! fresh run makes.

use crate::prelude::*;

fn words_and<'a>(line: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    line.split(' ').chain(more.iter().copied()).collect()
}

/// Marks a folder that is being emptied.
fn mark(folder: &str) {
    let folder = Folder::at(folder.into());
    folder.write(".work/emptying", "");
}

/// A run that replaces an earlier folder, and is killed while it removes it, goes on by `--resume`, with any number of files left.
#[test]
fn a_folder_that_was_being_replaced_is_resumed() {
    let files = Folder::made();
    let rows = files
        .write("rows.csv", run(&["generate", "--seed=3", "--count=40", "--givens=46", "--columns=puzzle"]));
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
        let [out, fresh] = ["out", "fresh"].map(|name| files.named(format!("{name}{number}")));
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
                mark(&out);
                let found = tree(out.as_ref()).len();
                let refused = refusal(&words_and(newer, &["--out", &out]), 1);
                assert!(refused.contains("--resume"), "{refused}");
                assert_eq!(tree(out.as_ref()).len(), found, "a refused run removes nothing");
                run(&words_and(newer, &["--out", &out, "--resume"]));
                assert_eq!(tree(out.as_ref()), tree(fresh.as_ref()), "{newer}, {removed} removed");
                fs::remove_dir_all(&out).unwrap();
                run(&words_and(older, &["--out", &out]));
            } else {
                let refused = refusal(&words_and(newer, &["--out", &out, "--resume"]), 1);
                assert!(
                    refused.contains("resume with the") || refused.contains("is no manifest"),
                    "{refused}"
                );
                assert_eq!(tree(out.as_ref()), whole, "without the mark, other rows stay");
            }
        }
        // What is no file of a corpus is not removed, and readers would trip over it.
        mark(&out);
        fs::write(Path::new(&out).join("data/mine.csv"), "mine").unwrap();
        assert!(
            refusal(&words_and(newer, &["--out", &out, "--resume"]), 1).contains("data/mine.csv is no shard")
        );
        assert_eq!(tree(out.as_ref()).len(), whole.len() + 2);
    }
}

#[test]
fn rows_with_an_error_leave_no_folder_that_refuses_the_corrected_command() {
    let files = Folder::made();
    let rows = run(&["generate", "--seed=3", "--count=9", "--givens=46", "--columns=puzzle"]);
    let rows = files.write("rows.csv", rows.replacen('\n', "\nrubbish\n", 1));
    let out = files.named("out");
    for line in ["split FILE --into a:0.5,b:0.5 --progress never", "dedup FILE --progress never"] {
        let line = line.replace("FILE", &rows);
        for (existing, corrected) in
            [(&[][..], &[][..]), (&[], &["--resume"]), (&["--overwrite"], &[]), (&[], &["--overwrite"])]
        {
            let first = [&["--out", &out, "--invalid", "stop"], existing].concat();
            assert!(refusal(&words_and(&line, &first), 1).contains("rows.csv"));
            run(&words_and(&line, &[&["--out", &out, "--invalid", "skip"], corrected].concat()));
            fs::remove_dir_all(&out).unwrap();
        }
    }
}

/// A file with two columns of puzzles, of which the second has a row without one.
fn two_columns(folder: &Path, rows: usize) -> PathBuf {
    let count = rows.to_string();
    let made = run(&["generate", "-n", &count, "--seed=columns", "--givens=30"]);
    let puzzles = column(&made, "puzzle");
    let rows = puzzles.iter().zip(puzzles.iter().rev()).map(|(one, two)| format!("{one},{two}\n"));
    let path = folder.join("two.csv");
    fs::write(&path, format!("one,two\n{}{},none\n", rows.collect::<String>(), puzzles[0])).unwrap();
    path
}

#[test]
fn a_run_goes_on_with_its_own_options_alone() {
    let place = Folder::made();
    two_columns(place.path(), 60);
    let split = ["split", "two.csv", "--column=one", "--invalid=skip", "--stratify=givens", "--out=sets"];
    place.run(&split);
    let dedup = ["dedup", "two.csv", "--column=one", "--out=kept"];
    place.run(&dedup);
    let whole = |name: &str| everything(&Folder::at(place.file(name)));
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
        let message = place.refusal(&words, 1);
        assert!(message.contains(said), "{words:?}: {message}");
    }
    assert_eq!(["sets", "kept"].map(whole), before);
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

#[test]
fn manifests_are_compared_with_their_own_selection() {
    let place = Folder::made();
    two_columns(place.path(), 40);
    let split =
        ["split", "two.csv", "--column=one", "--into=test:0.5,train:0.5", "--format=csv", "--out=sets"];
    place.run(&split);
    let sets = Folder::at(place.file("sets"));
    let whole = sets.bytes("manifest.json");
    for (said, change) in FALSE_MANIFESTS {
        let mut changed: Value = serde_json::from_slice(&whole).unwrap();
        change(&mut changed);
        sets.write("manifest.json", changed.to_string());
        let names = || fs::read_dir(place.path()).unwrap().count();
        let before = (everything(&sets), names());
        let resume = [&split[..], &["--resume"]].concat();
        for (args, code) in
            [(&resume[..], 1), (&["rate", "sets", "--column=one"], 1), (&["report", "sets"], 1)]
        {
            let message = place.refusal(args, code);
            assert!(message.contains(said), "{args:?}: {message}");
        }
        assert!((everything(&sets), names()) == before, "{said}");
    }
}

/// Leaves a folder as a run does that was interrupted before it had a plan.
#[cfg(unix)]
fn without_plan(folder: &Folder) {
    folder.change_manifest(|changed| {
        (changed["plan"], changed["files"], changed["complete"]) = (Value::Null, json!([]), json!(false));
    });
    folder.make(".work");
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
    let place = Folder::made();
    two_columns(place.path(), 40);
    place.write("canary", "keep");
    let split = ["split", "two.csv", "--column=one", "--out=sets"];
    let generate =
        words("generate --seed=1 --givens=40 --count=30 --no-timings --split=a:0.5,b:0.5 --out=made");
    place.run(&split);
    place.run(&generate);
    let [sets, made] = ["sets", "made"].map(|name| Folder::at(place.file(name)));
    let keep = |folder: &Folder| folder.bytes("manifest.json");
    let manifests = [keep(&sets), keep(&made)];
    for plant in [make_pipe as fn(&Path), |path| symlink("../../canary", path).unwrap()] {
        for (folder, args, name) in [
            (&sets, &split[..], "classes.keys"),
            (&sets, &split, "classes.places"),
            (&made, &generate, "generated"),
        ] {
            without_plan(folder);
            plant(&folder.file(".work").join(name));
            let message = place.refusal(&[args, &["--resume"]].concat(), 1);
            assert!(message.contains(&format!(".work/{name}")), "{message}");
            fs::remove_dir_all(folder.file(".work")).unwrap();
        }
    }
    // A folder of another owner is not emptied either.
    place.write("other/file", "keep");
    without_plan(&made);
    symlink("../../other", made.file(".work/generated")).unwrap();
    let message = place.refusal(&[&generate[..], &["--resume"]].concat(), 1);
    assert!(message.contains("is a symbolic link"), "{message}");
    for path in ["canary", "other/file"] {
        assert_eq!(place.bytes(path), b"keep");
    }
    fs::remove_dir_all(made.file(".work")).unwrap();
    for (folder, text, args) in [(&sets, &manifests[0], &split[..]), (&made, &manifests[1], &generate)] {
        let whole = everything(folder);
        place.run(&[args, &["--resume"]].concat());
        assert!(&keep(folder) == text);
        assert_eq!(everything(folder).len(), whole.len());
    }
}

#[test]
fn a_run_with_a_report_goes_on() {
    let place = Folder::made();
    two_columns(place.path(), 600);
    let text = place.text("two.csv");
    place.write("two.csv", format!("{text}{}", text.split_once('\n').unwrap().1));
    let dedup = ["dedup", "two.csv", "--column=one", "--report=groups.csv"];
    let whole = Folder::new();
    place.run(&[&dedup[..], &["--out", &whole.name()]].concat());
    let groups = place.bytes("groups.csv");
    let out = &whole.name();
    let resume = [&dedup[..], &["--resume", "--out", out]].concat();
    // Ended at its last file.
    let mut changed = manifest(&whole);
    let last = changed["files"].as_array_mut().unwrap().pop().unwrap();
    changed["complete"] = json!(false);
    let kept = everything(&whole);
    fs::remove_file(whole.file("data").join(last["name"].as_str().unwrap())).unwrap();
    whole.write("manifest.json", changed.to_string());
    place.run(&resume);
    assert_eq!(everything(&whole), kept);
    assert_eq!(place.bytes("groups.csv"), groups);
    place.remove("groups.csv");
    place.run(&resume);
    assert_eq!(place.bytes("groups.csv"), groups, "a missing one is made again");
    place.write("groups.csv", "mine");
    let message = place.refusal(&resume, 2);
    assert!(message.contains("is not what this run has written"), "{message}");
    assert_eq!(place.bytes("groups.csv"), b"mine");
}

#[test]
fn splits_do_not_mix_by_accident() {
    let place = Folder::made();
    let stdout = |args: &[&str]| place.run(args);
    let generate = ["generate", "--seed=1", "--givens=40", "--count=200", "--no-timings", "--out=sets"];
    place.run(&[&generate[..], &["--split=train:0.9,test:0.1"]].concat());
    // The same files as a hub has them, without a manifest.
    place.make("hub");
    for name in ["train", "test"] {
        let file = format!("{name}-00000-of-00001.parquet");
        fs::copy(place.file("sets/data").join(&file), place.file("hub").join(file)).unwrap();
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
            let message = place.refusal(&[args, input].concat(), 2);
            assert_eq!(message, format!("error: {said}"), "{args:?} {input:?}");
        }
    }
    place.refusal(&["solve", "sets"], 2);
    let hub = ["hub/train-00000-of-00001.parquet", "hub/test-00000-of-00001.parquet"];
    place.refusal(&[&["report", "--join"], &hub[..]].concat(), 2);
    assert!(place.refusal(&["generate", "--from=sets", "-n=3"], 2).contains("give the files of one"));
    assert_eq!(names(place.path()), ["hub", "sets"]);

    for input in ["sets", "hub"] {
        let rows = |split: &str| stdout(&["export", "--to=text", input, "--split", split]);
        let (train, test) = (rows("train"), rows("TEST"));
        assert_eq!((train.lines().count(), test.lines().count()), (180, 20));
        assert_eq!(rows("all").lines().count(), 200);
        assert!(train.lines().all(|puzzle| !test.contains(puzzle)));
        let message = place.refusal(&["export", "--to=text", input, "--split=val"], 2);
        assert_eq!(message, "error: no file belongs to split val; they belong to test, train");
        assert_eq!(stdout(&["rate", input, "--split=test", "--no-timings"]).lines().count(), 21);
        assert!(stdout(&["report", input, "--split=test"]).contains("20"));
    }
    // No file is passed over because its name has no split.
    fs::copy(place.file("hub/test-00000-of-00001.parquet"), place.file("more.parquet")).unwrap();
    let message = place.refusal(&["rate", "sets", "more.parquet", "--split=test"], 2);
    assert!(message.contains("more.parquet: its name tells no split, where test is required"), "{message}");
    // The set that is named is the split that is read.
    place.run(&["export", "sets", "--to=hrm", "--set=test", "--out=hrm"]);
    place.run(&["export", "sets", "--to=hrm", "--split=train", "--out=hrm"]);
    for (set, groups) in [("train", 180), ("test", 20)] {
        let about = parsed(&place.text(format!("hrm/{set}/dataset.json")));
        assert_eq!(about["total_groups"], groups);
    }
    // Splits of one folder are compared with each other, also without a manifest.
    for input in ["sets", "hub"] {
        let pairs = parsed(&stdout(&["overlap", input, "--json"]));
        let first = if input == "sets" { "sets/train" } else { "hub/test" };
        assert_eq!(pairs["corpora"][0]["name"], first);
        assert_eq!(pairs["corpora"].as_array().unwrap().len(), 2);
        // One split is compared with another corpus, or all of them as one.
        for (split, rows) in [("--split=test", 20), ("--split=all", 200)] {
            let found = parsed(&stdout(&["overlap", input, "more.parquet", split, "--json"]));
            assert_eq!(picked(&found["corpora"][0], &["name", "rows"]), json!([input, rows]));
            assert_eq!(found["pairs"][0]["rows"], serde_json::json!([20, 20]));
        }
    }
}

#[test]
fn parts_of_folders_are_not_taken_for_the_whole() {
    let place = Folder::made();
    let generate = ["generate", "--seed=1", "--givens=46", "--count=90", "--format=csv", "--no-timings"];
    place.run(&[&generate[..], &["--split=a:0.5,b:0.5", "--out=sets"]].concat());
    place.run(&[&generate[..], &["--shard-rows=30", "--out=corpus"]].concat());
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
            let message = place.refusal(&[&args[..], &[input]].concat(), 1);
            assert!(message.contains(said), "{args:?}: {message}");
        }
    };
    let file = place.file("sets/data/b-00000-of-00001.csv");
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
    let sets = Folder::at(place.file("sets"));
    sets.change_manifest(|changed| {
        changed["files"].as_array_mut().unwrap().pop();
        changed["complete"] = json!(false);
    });
    refuse("sets", "has not ended: 1 of its 2 files are whole");
    place.remove("corpus/data/part-00001-of-00003.csv");
    refuse("corpus", "part-00001-of-00003.csv: it is missing");
    let corpus = Folder::at(place.file("corpus"));
    corpus.change_manifest(|changed| drop(changed["shards"].as_array_mut().unwrap().remove(1)));
    for args in [&["rate"][..], &["export", "--to=text"], &["dedup", "--out=kept.csv"]] {
        let message = place.refusal(&[args, &["corpus"]].concat(), 1);
        assert!(message.contains("has not ended: 60 of its 90 rows are in whole files"), "{message}");
    }
}

#[test]
fn standard_input_is_one_input() {
    let place = Folder::made();
    for args in
        [&["overlap", "-", "-"][..], &["rate", "-", "-"], &["dedup", "-", "-"], &["canonical", "-", "-"]]
    {
        let message = place.refusal(args, 2);
        assert_eq!(message, "error: standard input is named twice, and can be read once", "{args:?}");
    }
}
