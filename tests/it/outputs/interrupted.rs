//! Runs that lose their terminal, their standard output or their memory: one line, nothing lost without a word, nothing left behind.

use crate::prelude::*;

/// Runs a line of a shell, in which `gridmill` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let line = line.replace("gridmill", PATH);
    Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap()
}

/// The loss of the terminal is an interruption like any other, but not where it is ignored.
#[test]
fn a_hangup_leaves_no_draft() {
    let place = Folder::made();
    let rows = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    place.write("rows.txt", rows.repeat(400_000));
    let rate = ["rate", "rows.txt", "--rulebook=se", "--out=rated.csv", "--progress=never"];
    let begin = |program: &str, before: &[&str]| {
        let child = Command::new(program)
            .args(before)
            .args(rate)
            .current_dir(place.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while !names(place.path()).iter().any(|name| name.strip_suffix(".part").is_some()) {
            assert!(start.elapsed() < Duration::from_mins(1), "no draft appears");
            thread::sleep(Duration::from_millis(2));
        }
        child
    };
    let hang_up =
        |id: u32| assert!(Command::new("kill").args(["-HUP", &id.to_string()]).status().unwrap().success());
    let child = begin(PATH, &[]);
    hang_up(child.id());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "error: interrupted\n");
    assert_eq!(names(place.path()), ["rows.txt"]);
    // Under nohup the run goes on.
    let mut child = begin("nohup", &[PATH]);
    hang_up(child.id());
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none_or(|status| status.success()), "it was not to end");
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    child.wait().unwrap();
}

/// Opens `/dev/null` for reading and writing, as Python's `DEVNULL` and Node's `ignore` do.
fn null() -> Stdio {
    fs::File::options().read(true).write(true).open("/dev/null").unwrap().into()
}

/// A caller that wants no output gets none, and no error. Rust's runtime makes a closed output the same device.
#[test]
fn null_devices_are_outputs_however_they_are_opened() {
    let place = Folder::made();
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let generate = "generate --seed 1 --givens 46 --count 9";
    let run = |line: &str, err: Stdio| {
        let mut command = Command::new(PATH);
        command.args(line.split(' ')).current_dir(place.path()).stdin(null()).stdout(null()).stderr(err);
        command.output().unwrap()
    };
    // The first makes what the others read.
    for line in [
        &format!("{generate} --out corpus"),
        generate,
        "--version",
        "help rate",
        "show corpus 0 --progress never",
        "show corpus 0 --picture pictures",
        "rate corpus",
        "rate corpus --json --out rated.csv",
        "canonical corpus",
        "augment corpus --times 2",
        "dedup corpus",
        "split corpus --into train:0.5,test:0.5 --out sets --json",
        "export corpus --to text",
        "report corpus",
        &format!("solve --json {puzzle}"),
        &format!("solve --steps --picture steps {puzzle}"),
        &format!("minimals {puzzle} --progress never"),
        &format!("unavoidable {puzzle} --progress never"),
        "overlap corpus corpus --json",
        "techniques --progress never",
        "man --progress never",
        "completions bash --progress never",
    ] {
        let ended = run(line, Stdio::piped());
        assert!(ended.status.success(), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
    }
    assert_eq!(names(place.path()), ["corpus", "pictures", "rated.csv", "sets", "steps"]);
    for line in [generate, "rate corpus", "dedup corpus", "overlap corpus corpus --json", "techniques"] {
        assert!(run(line, null()).status.success(), "{line}");
        for out in [">&-", "> /dev/null", "| head -c 1"] {
            let ended = shell(place.path(), &format!("gridmill {line} {out}"));
            assert!(ended.status.success(), "{line} {out}: {}", String::from_utf8_lossy(&ended.stderr));
        }
        // What takes no writes is no output.
        let ended = shell(place.path(), &format!("gridmill {line} --progress never 1< /dev/null"));
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(said, "error: writing standard output: it is not open for writing\n", "{line}");
        assert_eq!(ended.status.code(), Some(1), "{line}");
    }
}

/// Threads that cannot be had are done without, or named in one line.
#[test]
fn threads_that_cannot_start_are_no_crash() {
    let place = Folder::made();
    let generate =
        "gridmill generate --seed 1 --givens 46 --count 300 --shard-rows 1 --progress never --format csv";
    for (number, limit) in
        [380_000, 400_000, 430_000, 470_000, 520_000, 600_000, 700_000].into_iter().enumerate()
    {
        let ended = shell(place.path(), &format!("ulimit -v {limit}; {generate} -j 2 --out corpus{number}"));
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(matches!(ended.status.code(), Some(0 | 1)), "{limit}: {:?} {said}", ended.status);
        assert!(!said.contains("panicked"), "{limit}: {said}");
    }
}
