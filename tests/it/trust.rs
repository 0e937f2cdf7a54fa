//! Corpus folders with files that others put there, and runs under unusual limits: nothing lost, nothing written elsewhere, one
//! line.

use crate::{
    corpus::{PLAN, generate, made},
    prelude::*,
};

const JOB: [&str; 2] = ["--count=900", "--shard-rows=300"];

type Change = fn(&mut Value);

/// Manifests that do not follow from their own job, and what is said of each.
const FALSE_MANIFESTS: [(&str, Change); 13] = [
    ("is not the name", |m| m["shards"][0]["name"] = json!("../../payload.txt")),
    ("is not the name", |m| m["shards"][1]["name"] = json!("/tmp/payload.txt")),
    ("is not the name", |m| m["shards"][2]["name"] = json!("part-00001-of-00003.parquet")),
    ("is not the name", |m| m["shards"][2]["name"] = json!("part-00002-of-00003.csv")),
    ("has rows 0 to 299", |m| m["shards"][0]["rows"] = json!(1_000_000_000_000_001_500_u64)),
    ("has rows 300 to 599", |m| m["shards"][1]["first_index"] = json!(301)),
    ("is not the name", |m| m["shards"][1]["first_index"] = json!(u64::MAX)),
    ("is not in its place", |m| m["shards"].as_array_mut().unwrap().swap(0, 1)),
    ("is not in its place", |m| {
        let twice = m["shards"][1].clone();
        m["shards"].as_array_mut().unwrap().push(twice);
    }),
    ("hash that is not 64", |m| m["shards"][0]["blake3"] = json!("../x")),
    ("hash that is not 64", |m| m["shards"][0]["contents_blake3"] = json!("AB".repeat(32))),
    ("part 1/2 is named twice", |m| m["parts"] = json!(["1/2", "1/2"])),
    ("part 1/9 has nothing", |m| m["parts"] = json!(["1/9"])),
];

#[test]
fn manifests_are_compared_with_their_own_job() {
    for (n, (complaint, change)) in FALSE_MANIFESTS.into_iter().enumerate() {
        let folder = made(&JOB);
        folder.change_manifest(change);
        let before = everything(&folder);
        let (outside, path) = (Folder::new(), &folder.name());
        for command in [
            vec!["report", "--out=-", path],
            vec!["merge", path, "--out", &outside.name()],
            [&PLAN[..], &JOB, &["--resume", "--out", path]].concat(),
        ] {
            let message = gridmill().args(&command).stderr_text(1);
            let is_one = message.lines().count() == 1;
            assert!(is_one && message.contains(complaint), "change {n}, {}: {message}", command[0]);
        }
        assert_eq!(everything(&folder), before);
        assert!(!outside.path().exists());
    }
}

/// A manifest may claim to be complete, and name a hash of contents that its rows do not have.
#[test]
fn claims_of_a_manifest_are_counted_and_its_rows_read_again() {
    let whole = made(&JOB);
    let lacking = made(&[&JOB[..], &["--part=1/3"]].concat());
    lacking.change_manifest(|m| m["complete"] = json!(true));
    let rest = Folder::new();
    gridmill().arg("merge").arg(lacking.path()).args(["--out", &rest.name()]).assert().code(1);

    let false_contents = made(&JOB);
    false_contents.change_manifest(|m| m["shards"][1]["contents_blake3"] = json!("0".repeat(64)));
    let merge = gridmill().args(["merge", &false_contents.name(), "--out", &rest.name()]).stderr_text(1);
    assert_eq!(merge.lines().count(), 1, "{merge}");
    merge.assert_has(&["part-00001-of-00003.parquet: its rows are not those"]);
    assert!(!rest.path().exists());

    // A plain resume compares files; --verify reads the rows.
    let mut resume = gridmill();
    resume.args(PLAN).args(JOB).args(["--resume", "--verify", "--out"]).arg(false_contents.path());
    let message = resume.stderr_text(0);
    assert!(message.contains("part-00001-of-00003.parquet was not the file"), "{message}");
    assert_eq!(manifest(&false_contents), manifest(&whole));
}

/// Links in the place of a corpus's own folders and files lead to what belongs to others.
#[cfg(unix)]
#[test]
fn links_are_refused_and_what_they_lead_to_is_left_alone() {
    use std::os::unix::fs::symlink;
    let strangers = Folder::made();
    let canaries = ["part-00000-of-00003.parquet", "notes.txt", "lock", "shards.jsonl"];
    for name in canaries {
        strangers.write(name, "years of work");
    }
    let left_alone = || {
        canaries.iter().all(|name| strangers.bytes(name) == b"years of work")
            && fs::read_dir(strangers.path()).unwrap().count() == canaries.len()
    };
    for (link, modes) in [
        (".work", ["--resume", "--overwrite"]),
        ("data", ["--resume", "--overwrite"]),
        (".work/lock", ["--resume", "--overwrite"]),
    ] {
        for mode in modes {
            let folder = made(&JOB);
            let path = folder.file(link);
            if link == "data" {
                fs::remove_dir_all(&path).unwrap();
            }
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let target =
                if link.ends_with("lock") { strangers.file("lock") } else { strangers.path().into() };
            symlink(target, &path).unwrap();
            assert_refusal(&[&PLAN[..], &JOB, &[mode, "--out", &folder.name()]].concat(), 1, link);
            assert!(left_alone(), "{link} {mode}");
        }
    }
    // Links to files are replaced, not written through.
    let folder = made(&JOB);
    let expected = data_bytes(&folder);
    let links = ["data/part-00000-of-00003.parquet", "README.md"].map(|name| folder.file(name));
    for link in &links {
        fs::remove_file(link).unwrap();
        symlink(strangers.file("notes.txt"), link).unwrap();
    }
    generate(&folder, &[&JOB[..], &["--resume"]].concat());
    assert!(left_alone());
    assert_eq!(data_bytes(&folder), expected);
    assert!(links.iter().all(|link| !fs::symlink_metadata(link).unwrap().is_symlink()));
}

#[test]
fn folders_called_like_shards_are_not_removed() {
    let folder = Folder::new();
    let table = folder.file("data/part-00000.parquet");
    fs::create_dir_all(&table).unwrap();
    fs::write(table.join("rows"), "theirs").unwrap();
    let overwrite = ["--overwrite", "--out", &folder.name()];
    let said = "data/part-00000.parquet is no shard";
    assert_refusal(&[&PLAN[..], &JOB, &overwrite].concat(), 1, said);
    assert_eq!(fs::read(table.join("rows")).unwrap(), b"theirs");
}

#[test]
#[ignore = "20 s: bash scripts/long_tests.sh"]
fn long_a_killed_merge_resumes_to_the_same_bytes() {
    let job = ["--count=4000", "--shard-rows=10"];
    let whole = made(&job);
    let mut interrupted = 0;
    for round in 0..10_u64 {
        let out = Folder::new();
        let merge = || {
            let mut merge = Command::new(crate::common::PATH);
            merge.arg("merge").arg(whole.path()).args(["--resume", "--out"]).arg(out.path());
            merge.stderr(Stdio::null()).spawn().unwrap()
        };
        let mut child = merge();
        while !out.has("manifest.json") && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_millis(7 * round));
        child.kill().unwrap();
        interrupted += u32::from(!child.wait().unwrap().success());
        assert!(merge().wait().unwrap().success(), "round {round}");
        assert_eq!(everything(&out), everything(&whole), "round {round}");
    }
    assert!(interrupted >= 3, "only {interrupted} merges were interrupted: the moments miss the run");
}

/// Shards that a killed run had made whole are in the manifest or in its journal, and `report` counts them.
#[test]
#[ignore = "3 s, a real kill among many files: bash scripts/long_tests.sh"]
fn long_the_journal_holds_what_the_manifest_does_not() {
    let folder = Folder::new();
    let many = ["--count=9000000", "--shard-rows=20", "--out", &folder.name()];
    let mut child = start(&[&PLAN[..], &many].concat());
    let journal = folder.file(".work/shards.jsonl");
    wait_until(|| fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) >= 20);
    child.kill().unwrap();
    child.wait().unwrap();
    let listed = manifest(&folder)["shards"].as_array().unwrap().len();
    let read = gridmill::corpus::Manifest::read(&folder.file("manifest.json")).unwrap();
    let there = data_bytes(&folder).len();
    assert!(read.shards.len() > listed, "{} of {listed}", read.shards.len());
    assert!(there >= read.shards.len(), "{there} files, {} entered", read.shards.len());
    let report = parsed(&run(&["report", "--format=json", &folder.name()]));
    assert_eq!(report["corpora"][0]["rows"], json!(read.rows()));
    // A line that was being written when the run ended is no shard. The kill itself may have left one: the cut goes through the line before.
    let entered = read.shards.len();
    let text = fs::read_to_string(&journal).unwrap();
    let whole_lines = text.rfind('\n').unwrap();
    fs::write(&journal, &text[..whole_lines - 10]).unwrap();
    let cut = gridmill::corpus::Manifest::read(&folder.file("manifest.json")).unwrap();
    assert_eq!(cut.shards.len(), entered - 1);
}

/// Starts a run of `count` rows that prints its progress each second, and kills it after `seconds`; the times and rows that were
/// shown, `None` if half the rows were made by then: the end of the run, where its file gets its name, must be far.
fn kill_after(
    seconds: usize,
    count: u64,
    arguments: &[&str],
    folder: &Folder,
) -> Option<Vec<(Instant, u64)>> {
    let mut command = Command::new(crate::common::PATH);
    command.args(arguments).arg(folder.path()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut shown = Vec::new();
    for line in std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap())) {
        let line = line.unwrap();
        // The closing summary begins otherwise.
        let Some((rows, _)) = line.split_once(" of ") else { break };
        let Ok(rows) = rows.replace(',', "").parse() else { break };
        if rows > count / 2 {
            break;
        }
        shown.push((Instant::now(), rows));
        if shown.len() == seconds {
            break;
        }
    }
    let _ = child.kill();
    child.wait().unwrap();
    (shown.len() == seconds).then_some(shown)
}

#[test]
#[ignore = "30 s: bash scripts/long_tests.sh"]
fn long_a_killed_run_keeps_the_rows_of_a_file_that_is_not_whole() {
    const LOST: Duration = Duration::from_secs(10);
    // One file, however many rows a machine makes.
    let plan = ["generate", "--seed=9", "--no-timings", "--progress=always", "--shard-rows=1000000000"];
    // Doubled until half the run takes long enough on this machine.
    let mut count = 100_000;
    let (folder, shown, count) = loop {
        let (folder, rows) = (Folder::new(), format!("--count={count}"));
        let arguments = [&plan[..], &["--threads=1", &rows, "--out"]].concat();
        if let Some(shown) = kill_after(13, count, &arguments, &folder) {
            break (folder, shown, rows);
        }
        count *= 2;
    };
    let killed = shown.last().unwrap().0;
    let safe = shown.iter().filter(|(time, _)| killed - *time >= LOST).map(|(_, rows)| *rows).max().unwrap();
    assert!(data_bytes(&folder).is_empty());
    let message = gridmill().args(plan).args([&count, "--resume", "--out"]).arg(folder.path()).stderr_text(0);
    let kept =
        message.lines().find_map(|line| line.strip_suffix(" rows were there already")).expect(&message);
    let kept: u64 = kept.replace(',', "").parse().unwrap();
    assert!(safe > 0 && kept >= safe, "{kept} rows were kept, {safe} were made ten seconds before");
    let whole = Folder::new();
    gridmill().args(plan).args([&count, "--out"]).arg(whole.path()).assert().success();
    assert_eq!(everything(&folder), everything(&whole));
}

#[test]
fn extreme_counts_are_met_or_refused() {
    let most = u64::MAX.to_string();
    let folder = Folder::new();
    for (options, complaint) in [
        (vec!["-n", &most], "a folder holds at most 500000: give --shard-rows"),
        (vec!["-n", &most, "--shard-rows", &most, "--part", "1/2"], "part 1/2 has nothing to make"),
        (vec!["-n", "1000", "--shard-rows", &most, "--part", "1/2"], "part 1/2 has nothing to make"),
    ] {
        assert_refusal(&[&PLAN[..], &options, &["--out", &folder.name()]].concat(), 2, complaint);
        assert!(!folder.path().exists());
    }
    // The second half of one file is that file.
    generate(&folder, &["-n", "1000", "--shard-rows", &most, "--part", "2/2"]);
    assert_eq!(manifest(&folder)["shards"][0]["rows"], 1000);
    let mut child = Command::new(crate::common::PATH)
        .args(PLAN)
        .args(["-n", &most, "--shard-rows", &most, "--part", "1/1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    assert!(lines.nth(100).unwrap().unwrap().starts_with("99,"));
    drop(lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn threads_are_capped_with_a_word() {
    let args = ["generate", "-n", "3", "--seed=1", "--givens=46", "-j", &usize::MAX.to_string()];
    let message = gridmill().args(args).stderr_text(0);
    assert!(message.contains("threads are used in place of 18446744073709551615"), "{message}");
}

#[cfg(unix)]
#[test]
fn too_little_address_space_is_said_beforehand() {
    let command = format!("ulimit -v 100000; exec {} generate -n 10 --seed 1", crate::common::PATH);
    let run = Command::new("sh").args(["-c", &command]).output().unwrap();
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("(ulimit -v)") && message.lines().count() == 1, "{message}");
}

#[test]
fn instruction_sets_give_the_same_rows() {
    let rows = |isa: &str, dig: &[&str]| {
        let args = [&["generate", "-n", "200", "--seed=9", "--no-timings"], dig].concat();
        gridmill().env("GRIDMILL_ISA", isa).args(args).stdout_text()
    };
    for dig in [
        &["--dig=top-down"][..],
        &["--dig=bottom-up"],
        &["--dig=weighted"],
        &["--givens=46"],
        &["--add=guesses"],
    ] {
        let expected = rows("", dig);
        for isa in gridmill::solve::instruction_sets() {
            assert!(rows(isa, dig) == expected, "{isa} {dig:?}");
        }
    }
    let message = gridmill().env("GRIDMILL_ISA", "sse9").args(["generate", "-n", "1"]).stderr_text(2);
    assert_eq!(message.lines().count(), 1, "{message}");
    message.assert_has(&[r#"there is no instruction set "sse9" here; this machine has portable"#]);
}
