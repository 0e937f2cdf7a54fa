//! Corpora made by the real program: same bytes however they are made, whole files whatever happens. `--start`: some rows of a corpus, in
//! files of their own, are the rows that the whole has there.

use crate::prelude::*;

pub(super) const PLAN: [&str; 7] =
    ["generate", "--seed", "42", "--givens", "46", "--no-timings", "--progress=never"];

pub(super) fn generate(folder: &Folder, more: &[&str]) {
    gridmill().args(PLAN).args(more).args(["--out", &folder.name()]).assert().success();
}

pub(super) fn made(options: &[&str]) -> Folder {
    let folder = Folder::new();
    generate(&folder, options);
    folder
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for format in ["parquet", "csv"] {
        let [one, two, four] = ["1", "2", "4"].map(|threads| {
            made(&["--count=1500", "--shard-rows=700", "--format", format, "--threads", threads])
        });
        assert_eq!(data_bytes(&one).len(), 3);
        assert_eq!(data_bytes(&one), data_bytes(&two));
        assert_eq!(data_bytes(&one), data_bytes(&four));
        assert_eq!(one.bytes("manifest.json"), four.bytes("manifest.json"));
    }
}

#[test]
fn parts_copied_or_merged_together_are_the_single_run() {
    let job = ["--count=1500", "--shard-rows=200"];
    let whole = made(&job);
    let parts = parts(4, &[&PLAN[1..], &job].concat());
    let copied: BTreeMap<_, _> = parts.iter().flat_map(data_bytes).collect();
    assert_eq!(copied, data_bytes(&whole));

    let merged = Folder::new();
    let twice = parts.iter().chain(&parts[1..2]).map(Folder::path);
    let merge = ["merge", "--progress=never", "--out"];
    gridmill().args(merge).arg(merged.path()).args(twice).assert().success().stderr("");
    assert_eq!(data_bytes(&merged), data_bytes(&whole));
    for name in ["manifest.json", "README.md"] {
        assert_eq!(merged.bytes(name), whole.bytes(name), "{name}");
    }
}

#[test]
fn merge_refuses_what_does_not_fit_and_writes_nothing() {
    let part = |more: &[&str]| made(&[&["--count=400", "--shard-rows=100"], more].concat());
    let (first, second) = (part(&["--part=1/2"]), part(&["--part=2/2"]));
    let foreign = part(&["--part=2/2", "--fill=digitwise"]);
    let tampered = part(&["--part=2/2"]);
    let shard = tampered.file("data/part-00003-of-00004.parquet");
    let mut bytes = fs::read(&shard).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&shard, bytes).unwrap();

    for (parts, complaint) in [
        (vec![&first], "part-00002-of-00004.parquet: no part holds this shard (2 missing of 4)"),
        (vec![&first, &foreign], r#"fill is "digitwise" there and "uniform" here"#),
        (vec![&first, &tampered], "not the one that its manifest names"),
    ] {
        let out = Folder::new();
        let merge = gridmill()
            .arg("merge")
            .args(parts.iter().map(|part| part.path()))
            .args(["--out", &out.name()])
            .stderr_text(1);
        assert!(merge.contains(complaint) && merge.lines().count() == 1, "{merge}");
        assert!(!out.path().exists());
    }
    gridmill().args(["merge", &first.name(), &second.name(), "--out", &first.name()]).stderr_text(1);
    assert_eq!(data_bytes(&first).len(), 2);
}

#[test]
fn hashes_in_the_manifest_are_those_of_the_files() {
    let [parquet, csv] =
        ["parquet", "csv"].map(|format| made(&["--count=600", "--shard-rows=250", "--format", format]));
    let shards = |folder: &Folder| manifest(folder)["shards"].as_array().unwrap().clone();
    for (shard, twin) in shards(&csv).iter().zip(shards(&parquet)) {
        let file = fs::read(csv.file("data").join(shard["name"].as_str().unwrap())).unwrap();
        assert_eq!(shard["blake3"], blake3::hash(&file).to_string());
        assert_eq!(
            shard["contents_blake3"], shard["blake3"],
            "a CSV file without timings is its own contents"
        );
        assert_eq!(shard["contents_blake3"], twin["contents_blake3"], "contents do not depend on the format");
        let file = fs::read(parquet.file("data").join(twin["name"].as_str().unwrap())).unwrap();
        assert_eq!(twin["blake3"], blake3::hash(&file).to_string());
        assert_eq!(twin["size_bytes"], file.len());
    }
}

#[test]
fn killed_runs_resume_to_the_same_bytes() {
    let job = ["--count=4500", "--shard-rows=900", "--threads=2"];
    let whole = made(&job);
    let expected = data_bytes(&whole);
    let mut interrupted = 0;
    for round in 0..sample(8_u64, 20) {
        let folder = Folder::new();
        let mut kills = 0;
        loop {
            let mut child = start(&[&PLAN[..], &job, &["--resume", "--out", &folder.name()]].concat());
            // Moments spread over the run; each try gets twice the time of the last, so that every round ends.
            thread::sleep(Duration::from_millis((1 + (7 * round + 11) % 60) << kills.min(8)));
            child.kill().unwrap();
            let done = child.wait().unwrap().success();
            whole_files_only(&folder, &expected);
            if done {
                break;
            }
            kills += 1;
        }
        interrupted += u32::from(kills > 0);
        assert_eq!(data_bytes(&folder), expected, "round {round}");
        assert!(!folder.has(".work"));
    }
    assert!(
        interrupted >= sample(4, 10),
        "only {interrupted} rounds were interrupted: the moments miss the run"
    );
}

/// Whatever is in `data/` is a whole shard with the right bytes.
fn whole_files_only(folder: &Folder, expected: &std::collections::BTreeMap<String, Vec<u8>>) {
    if folder.has("data") {
        for (name, bytes) in data_bytes(folder) {
            assert_eq!(Some(&bytes), expected.get(&name), "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_keeps_whole_files_and_says_how_to_resume() {
    let folder = Folder::new();
    let line = "generate --seed=42 --count=100000000 --givens=46 --shard-rows=1000 --out";
    let child = start(&[&words(line)[..], &[&folder.name()]].concat());
    wait_until(|| folder.has("data/part-00002-of-100000.parquet"));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("--count 100000000 --seed 42") && message.contains("--resume"), "{message}");
    assert!(!folder.has(".work"));
    let manifest = manifest(&folder);
    let entered = names_in(&manifest["shards"]);
    assert!(entered.len() >= 3);
    assert!(data_bytes(&folder).into_keys().eq(entered));
}

/// A file-size limit stands in for a full disk: writes fail in the middle of a shard.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_whole_files_and_leaves_no_partial_one() {
    let folder = Folder::new();
    // A shard of 800 rows takes 147,000 bytes; the limit counts blocks of 512 or 1,024 bytes, as the shell has it.
    let command = format!(
        "trap '' XFSZ; ulimit -f 100; exec {} generate --seed 1 --count 3000 --shard-rows 800 --givens 46 --format csv \
         --no-timings --progress never --out {}",
        crate::common::PATH,
        folder.path().display()
    );
    let ended = Command::new("sh").args(["-c", &command]).output().unwrap();
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{message}");
    assert!(message.contains("too large") && message.contains("--resume"), "{message}");
    assert!(data_bytes(&folder).is_empty() && !folder.has(".work"));

    let line = "generate --seed=1 --count=3000 --shard-rows=800 --givens=46 --format=csv --no-timings --resume --out";
    run(&[&words(line)[..], &[&folder.name()]].concat());
    assert_eq!(data_bytes(&folder).len(), 4);
}

#[test]
fn a_changed_shard_is_made_again_on_resume() {
    let folder = made(&["--count=900", "--shard-rows=300"]);
    let expected = data_bytes(&folder);
    let [changed, lost] =
        ["part-00000-of-00003.parquet", "part-00002-of-00003.parquet"].map(|n| folder.file("data").join(n));
    let mut bytes = fs::read(&changed).unwrap();
    bytes[100] ^= 1;
    fs::write(&changed, bytes).unwrap();
    fs::remove_file(lost).unwrap();
    let again = ["--count=900", "--shard-rows=300", "--resume", "--out"];
    let message = gridmill().args(PLAN).args(again).arg(folder.path()).stderr_text(0);
    message.assert_has(&["part-00000-of-00003.parquet was not the file that the manifest names"]);
    assert_eq!(data_bytes(&folder), expected);
    assert_eq!(manifest(&folder)["complete"], true);
}

#[test]
fn folders_with_other_contents_are_refused_untouched() {
    let refused = |folder: &Folder, more: &[&str], complaint: &str| {
        let before = everything(folder);
        let message = gridmill().args(PLAN).args(more).args(["--out", &folder.name()]).stderr_text(1);
        assert!(message.contains(complaint) && message.lines().count() == 1, "{message}");
        assert_eq!(everything(folder), before);
    };
    let corpus = made(&["--count=300"]);
    refused(&corpus, &["--count=300"], "--resume goes on with it, --overwrite replaces it");
    refused(
        &corpus,
        &["--resume", "--count=300", "--fill=digitwise"],
        r#"fill is "uniform" there and "digitwise" here"#,
    );
    refused(&corpus, &["--resume", "--count=301"], "count is 300 there and 301 here");

    let foreign = Folder::new();
    foreign.write("data/thesis.parquet", "years of work");
    refused(&foreign, &["--count=300"], "the folder holds data");
    refused(&foreign, &["--count=300", "--resume"], "the folder holds data");
    refused(&foreign, &["--count=300", "--overwrite"], "data/thesis.parquet is no shard");

    corpus.write("manifest.json", "{\n \"manifest\": 1,\n \"program\": oops");
    refused(
        &corpus,
        &["--count=300", "--resume"],
        "no manifest of gridmill: expected value at line 3 column 13",
    );
}

#[test]
fn overwrite_replaces_a_corpus_and_nothing_else() {
    let folder = made(&["--count=900", "--shard-rows=300"]);
    folder.write("notes.txt", "mine");
    generate(&folder, &["--count=200", "--overwrite"]);
    assert!(data_bytes(&folder).into_keys().eq(["part-00000-of-00001.parquet"]));
    assert_eq!(folder.bytes("notes.txt"), b"mine");
}

#[test]
fn two_runs_cannot_share_a_folder() {
    let folder = Folder::new();
    let args = ["generate", "--seed=1", "--count=100000000", "--progress=never", "--out", &folder.name()];
    let mut first = start(&args);
    wait_until(|| folder.has("manifest.json"));
    let message = refusal(&[&args[..], &["--resume"]].concat(), 1);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(message.contains("another run is writing to this folder"), "{message}");
}

const STARTED_PLAN: [&str; 4] =
    ["--seed=8", "--no-timings", "--progress=never", "--mix=givens=30:0.5,26:0.5"];

fn make(folder: &Folder, more: &[&str]) {
    run(&[&["generate", "--out", &folder.name()], &STARTED_PLAN[..], more].concat());
}

#[test]
fn rows_are_those_of_the_whole() {
    let whole = run(&[&["generate", "--count=60"], &STARTED_PLAN[..]].concat());
    for (start, count) in [(0, 5), (17, 31), (59, 1)] {
        let (start, count) = (start.to_string(), count.to_string());
        let some = run(
            &[&["generate", "--start", &start, "--count", &count, "--of=60"], &STARTED_PLAN[..]].concat()
        );
        let (first, rows): (usize, usize) = (start.parse().unwrap(), count.parse().unwrap());
        assert!(some.lines().skip(1).eq(whole.lines().skip(1 + first).take(rows)), "{some}");
    }
    // Without a mix, rows need no size of the corpus.
    let plain = ["generate", "--seed=8", "--no-timings", "--progress=never"];
    let whole = run(&[&plain[..], &["--count=600"]].concat());
    let some = run(&[&plain[..], &["--count=31", "--start=365"]].concat());
    assert!(some.lines().skip(1).eq(whole.lines().skip(366).take(31)));
}

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

    let joined = merged(&parts(2, &[&STARTED_PLAN[..], &some].concat()));
    assert!(everything(&joined) == everything(&month), "parts make the same folder");
    let resumed = Folder::new();
    make(&resumed, &some);
    resumed.remove("data/part-00001-of-00003.csv");
    make(&resumed, &[&some[..], &["--resume", "--verify"]].concat());
    assert!(everything(&resumed) == everything(&month), "a resumed run makes the same folder");

    let path = month.name();
    let shown = run(&["show", &path, "33"]);
    let puzzle = &column(&data_bytes(&month)["part-00001-of-00003.csv"], "puzzle")[3];
    assert!(shown.contains(puzzle), "{shown}");
    let card = month.card();
    assert!(card.contains("gridmill generate --count 30 --start 20 --of 60 --seed 8 "), "{card}");
    let report = run(&["report", &path, "--format=md"]);
    assert!(report.contains("a part of 60"), "{report}");
    assert!(!report.contains("rows as planned | 0"), "{report}");

    let moved = ["--start=21", "--count=30", "--of=60", "--shard-rows=10", "--format=csv"];
    let moved = failure(&[&["generate", "--out", &path, "--resume"], &STARTED_PLAN[..], &moved].concat());
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
        assert_failure(&[&["generate"], &STARTED_PLAN[..], options].concat(), printed);
    }
}
