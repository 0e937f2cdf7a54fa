//! Job arrays: the tasks of the examples, in any order, killed and run again, make the corpus of a single run.

#![cfg(unix)]
use crate::prelude::*;
use std::{env, process::Child};

/// Tasks of the array of the examples.
const TASKS: u64 = 64;

/// A folder with the program, for scripts that call it by its name.
fn programs(folder: &Path) -> String {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    let _ = std::os::unix::fs::symlink(crate::common::PATH, programs.join("gridmill"));
    let path = env::var_os("PATH").unwrap();
    let paths = [programs].into_iter().chain(env::split_paths(&path));
    env::join_paths(paths).unwrap().into_string().unwrap()
}

/// A script of `examples/cluster`, for a small corpus in `out`.
fn script(name: &str, out: &Path, count: &str) -> Command {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cluster").join(name);
    let mut command = Command::new("bash");
    command.arg(file).env("PATH", programs(out.parent().unwrap())).env("OUT", out);
    command.env("COUNT", count).env("SEED", "42").env("SHARD_ROWS", "50").stderr(Stdio::null());
    command
}

/// A task of the Slurm script, with the variables of `--array=1-64`.
fn task(number: u64, out: &Path, count: &str) -> Child {
    let mut command = script("slurm.sh", out, count);
    let variables = [("ID", number), ("MIN", 1), ("MAX", TASKS), ("STEP", 1), ("COUNT", TASKS)]
        .map(|(name, value)| (format!("SLURM_ARRAY_TASK_{name}"), value.to_string()));
    command.envs(variables).env("SLURM_CPUS_PER_TASK", "2").spawn().unwrap()
}

#[test]
#[ignore = "10 s: bash scripts/long_tests.sh"]
fn long_tasks_in_any_order_killed_and_run_again_make_the_single_run() {
    let count = "64000";
    let folder = Folder::made();
    let out = folder.file("corpus");
    let mut killed = 0;
    // 37 is prime to 64: each task once, in another order.
    for number in (0..TASKS).map(|n| n * 37 % TASKS + 1) {
        let mut child = task(number, &out, count);
        if number % 8 == 3 {
            let manifest = out.join(format!("parts/{number:02}/manifest.json"));
            while !manifest.exists() && child.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_micros(200));
            }
            child.kill().unwrap();
            killed += u32::from(!child.wait().unwrap().success());
            child = task(number, &out, count);
        }
        assert!(child.wait().unwrap().success(), "task {number}");
    }
    assert!(killed >= 2, "only {killed} tasks were killed in time");
    assert!(script("slurm-merge.sh", &out, count).status().unwrap().success());

    let whole = Folder::new();
    let options = ["generate", "--count", count, "--seed=42", "--shard-rows=50", "--no-timings", "--out"];
    gridmill().args(options).arg(whole.path()).assert().success();
    assert_eq!(tree(&out.join("whole")), everything(&whole));
}

/// The other schedulers number the same parts, and `merge` says which tasks to run again.
#[test]
#[ignore = "3 s, 64 parts: bash scripts/long_tests.sh"]
fn long_parts_that_are_missing_are_named_by_their_numbers() {
    let folder = Folder::made();
    let out = folder.file("corpus");
    let pbs = |number: u64| {
        let mut command = script("pbs.sh", &out, "6400");
        assert!(command.env("PBS_ARRAY_INDEX", number.to_string()).status().unwrap().success());
    };
    let lsf = |number: u64| {
        let mut command = script("lsf.sh", &out, "6400");
        let command = command.env("LSB_JOBINDEX", number.to_string()).env("LSB_JOBINDEX_END", "64");
        assert!(command.status().unwrap().success());
    };
    for number in (1..=TASKS).filter(|number| ![3, 17].contains(number)) {
        if number % 2 == 0 { pbs(number) } else { lsf(number) }
    }
    // A folder that is no part, such as that of logs, is left out.
    fs::create_dir(out.join("parts/logs")).unwrap();
    let merge = || {
        let mut merge = gridmill();
        merge.arg("merge").arg("--parts").arg(out.join("parts")).arg("--out").arg(out.join("parts/whole"));
        merge
    };
    let message = merge().stderr_text(1);
    let expected = "part-00004-of-00128.parquet: no part holds this shard (4 missing of 128); not whole of 64 parts: 3,17\n";
    assert!(message.ends_with(expected), "{message}");
    lsf(3);
    pbs(17);
    merge().assert().success();
    // The whole lies among its parts, and is none of them.
    merge().arg("--resume").assert().success();
    assert!(out.join("parts/whole/data/part-00127-of-00128.parquet").exists());
}

#[test]
fn parts_need_a_seed_and_an_array() {
    for (options, problem) in [
        (&["--part=auto", "--seed=1"][..], "no job array: none of SLURM_ARRAY_TASK_ID"),
        (&["--part=2/4"], "all parts of a corpus have one seed: give --seed"),
        (&["--part=auto/4", "--seed=1"], "no job array"),
    ] {
        let out = Folder::new();
        let mut run = gridmill();
        run.args(["generate", "--count=8", "--shard-rows=1"]).args(options).arg("--out").arg(out.path());
        let message = run.stderr_text(2);
        assert!(message.contains(problem) && message.lines().count() == 1, "{message}");
        assert!(!out.path().exists());
    }
}

/// Ten thousand parts of one shard each are merged in bounded memory. Their folders are cut from one corpus.
///
/// `cargo test --release --test it -- --ignored job_array::`; `python3 benches scale` measures it.
#[test]
#[ignore = "writes 20,000 files and 10,000 folders"]
fn ten_thousand_parts_are_merged() {
    let (whole, folder) = (Folder::new(), Folder::made());
    let options = ["generate", "--count=10000", "--seed=1", "--shard-rows=1", "--format=csv", "--no-timings"];
    gridmill().args(options).args(["--out", &whole.name()]).assert().success();
    let manifest = crate::common::manifest(&whole);
    let mut shell = manifest.clone();
    shell["shards"] = serde_json::json!([]);
    let (parts, out) = (folder.file("parts"), folder.file("merged"));
    for (number, shard) in (1..).zip(manifest["shards"].as_array().unwrap()) {
        let part = parts.join(format!("{number:05}"));
        fs::create_dir_all(part.join("data")).unwrap();
        let name = shard["name"].as_str().unwrap();
        fs::hard_link(whole.file("data").join(name), part.join("data").join(name)).unwrap();
        let mut manifest = shell.clone();
        manifest["shards"] = serde_json::json!([shard]);
        manifest["parts"] = serde_json::json!([format!("{number}/10000")]);
        manifest["complete"] = false.into();
        fs::write(part.join("manifest.json"), manifest.to_string()).unwrap();
    }
    let mut merge = Command::new(crate::common::PATH);
    merge.arg("merge").arg("--parts").arg(&parts).arg("--out").arg(&out);
    let (succeeded, peak) = peak_memory(merge);
    assert!(succeeded);
    assert!(peak < 64 << 20, "{} MiB", peak >> 20);
    assert_eq!(tree(&out), everything(&whole));
}

/// Reading and writing a manifest takes time in proportion to its shards.
///
/// `cargo test --release --test it -- --ignored --nocapture manifests` prints the figures of docs/SCALE.md.
#[test]
#[ignore = "takes seconds, and measures nothing in a debug build"]
fn manifests_of_many_shards_take_linear_time() {
    use gridmill::{
        corpus::{Job, Manifest, Shard},
        generate::Plan,
    };
    println!("| shards | MB | written in s | read in s |\n|--:|--:|--:|--:|");
    let folder = Folder::made();
    let path = folder.file("manifest.json");
    let times = [100_000, 500_000].map(|shards| {
        let job = Job { shard_rows: 10, ..Job::new(Plan::default(), "1".parse().unwrap(), shards * 10) };
        let mut manifest = Manifest::new(job.clone());
        manifest.shards = (0..shards)
            .map(|number| Shard {
                name: job.shard_name(number),
                first_index: number * 10,
                rows: 10,
                size_bytes: 12_345,
                blake3: "0".repeat(64),
                contents_blake3: "1".repeat(64),
                counts: None,
            })
            .collect();
        let start = Instant::now();
        fs::write(&path, serde_json::to_vec_pretty(&manifest).unwrap()).unwrap();
        let written = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let read = Manifest::read(&path).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(read.shards, manifest.shards);
        let megabytes = fs::metadata(&path).unwrap().len() as f64 / 1e6;
        println!("| {shards} | {megabytes:.1} | {written:.2} | {seconds:.2} |");
        seconds
    });
    // Five times the shards; a quadratic step would take 25 times as long.
    assert!(times[1] < 15.0 * times[0].max(0.1), "{times:?}");
}

/// Runs a command; returns whether it succeeded, and the bytes of memory that it held at most.
fn peak_memory(mut command: Command) -> (bool, u64) {
    use wait4::Wait4;
    let used = command.spawn().unwrap().wait4().unwrap();
    (used.status.success(), used.rusage.maxrss)
}
