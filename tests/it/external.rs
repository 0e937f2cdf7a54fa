//! External checkers of `gridmill compare`: honest, wrong, failing and endless commands, all as processes.

#![cfg(unix)]
use crate::prelude::*;
use std::thread::sleep;

/// A checker of 4x4 grids by exhaustive search.
const AWK_SOLVER: &str = r#"awk '
    function clash(i, j) {
        return int(i / 4) == int(j / 4) || i % 4 == j % 4 || int(i / 8) == int(j / 8) && int(i % 4 / 2) == int(j % 4 / 2)
    }
    function fits(i, d, j) {
        for (j = 0; j < 16; j++) if (g[j] == d && clash(i, j)) return 0
        return 1
    }
    function count(i, d, n) {
        if (i == 16) return 1
        if (g[i]) return count(i + 1)
        for (d = 1; d <= 4 && n < 2; d++) if (fits(i, d)) { g[i] = d; n += count(i + 1); g[i] = 0 }
        return n + 0
    }
    { for (k = 0; k < 16; k++) { c = substr($0, k + 1, 1); g[k] = c == "." ? 0 : c + 0 } print count(0) }'"#;

/// Arguments for one block of each of `count` minimal puzzles, all of which have one solution.
fn puzzles(count: usize, external: &str) -> Vec<String> {
    ["compare", "--seed=1", "--workload=puzzles", "--checkers=bitboard", "--progress=never"]
        .map(str::to_owned)
        .into_iter()
        .chain([format!("-n{count}"), format!("--external={external}")])
        .collect()
}

/// Exit code, standard output and standard error of a run.
fn run(args: &[String]) -> (i32, String, String) {
    let output = gridmill().args(args).timeout(Duration::from_mins(2)).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap().trim_end().to_owned();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The report of a run that succeeds.
fn json(args: &[String]) -> serde_json::Value {
    let (code, report, said) = run(&[args, &["--format=json".to_owned()]].concat());
    assert_eq!(code, 0, "{said}");
    serde_json::from_str(&report).unwrap()
}

/// Exit code and message of one puzzle with this command and time limit, and the time that it took.
fn failure(command: &str, limit: u32) -> (i32, String, Duration) {
    let start = Instant::now();
    let limit = format!("--external-timeout={limit}");
    let (code, report, said) = run(&[puzzles(1, &format!("mine={command}")), vec![limit]].concat());
    assert!(report.is_empty(), "{report}");
    (code, said, start.elapsed())
}

#[test]
fn honest_commands_agree_with_built_in_checkers() {
    let files = Folder::made();
    let (html, markdown) = (files.named("page.html"), files.named("page.md"));
    let json = files.named("page.json");
    let args: Vec<String> = ["compare", "--seed=1", "--box=2x2", "-n4", "--progress=never"]
        .map(str::to_owned)
        .into_iter()
        .chain([format!("--external=awk={AWK_SOLVER}"), format!("--out={html}"), format!("--out={json}")])
        .chain([format!("--out={markdown}")])
        .collect();
    let (code, printed, said) = run(&args);
    assert_eq!((code, printed.as_str()), (0, ""), "{said}");
    let report = parsed(&fs::read_to_string(&json).unwrap());
    let outcomes = report["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 4);
    for outcome in outcomes {
        assert_eq!((&outcome["offences"], &outcome["agreed"]), (&0.into(), &outcome["answered"]));
        let [built_in, .., awk] = outcome["checkers"].as_array().unwrap().as_slice() else { panic!() };
        assert_eq!((&awk["name"], &awk["verdicts"]), (&"awk".into(), &built_in["verdicts"]));
        for unknown in ["latency_ns", "nodes_mean", "nodes_max"] {
            assert!(awk[unknown].is_null() && !built_in[unknown].is_null(), "{unknown}");
        }
        assert_eq!(awk["curve"], serde_json::json!([]));
        assert!(awk["checks_per_second"].as_f64().unwrap() > 0.0 && awk["relative"]["median"].is_f64());
        assert!(built_in["external"].is_null());
        assert_eq!(awk["external"]["command"], AWK_SOLVER);
        for number in ["startup_ns", "startup_runs", "passes"] {
            assert!(awk["external"][number].as_u64().unwrap() > 0, "{number}");
        }
    }
    let command = report["command"].as_str().unwrap();
    command.assert_has(&["--external $'awk=awk", "--external-timeout 600"]);
    let page = fs::read_to_string(markdown).unwrap();
    page.assert_has(&["## Provenance", "External checkers", "| awk |"]);
    assert!(!page.contains("NaN") && page.contains("| - | - |"), "{page}");
    let page = fs::read_to_string(html).unwrap();
    crate::common::html::assert_well_formed(&page);
}

#[test]
fn tables_show_a_dash_for_what_is_not_known() {
    let (code, text, said) =
        run(&[puzzles(2, "long-name-of-24-letters-=awk '{print 1}'"), vec!["--full".into()]].concat());
    assert_eq!(code, 0, "{said}");
    assert!(text.starts_with("bitboard and long-name-of-24-letters- agree on all 2 checks.\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let rows: Vec<_> =
        text.lines().filter(|line| line.starts_with("long-name-of-24-letters-  ")).map(words).collect();
    assert_eq!([rows[0][4..].join(" "), rows[1][1..].join(" ")], ["- - -", "- - 2"], "{text}");
    text.assert_has(&["long-name-of-24-letters-: external; its start-up,", "was subtracted;"]);
}

#[test]
fn start_up_is_not_time_of_checks() {
    let report = json(&puzzles(2, "slow=sleep 0.1; awk '{print 1}'"));
    let slow = &report["outcomes"][0]["checkers"][1];
    let startup = slow["external"]["startup_ns"].as_u64().unwrap();
    assert!((100_000_000..5_000_000_000).contains(&startup), "{startup}");
    assert!(slow["external"]["passes"].as_u64().unwrap() > 100, "{slow}");
    // With its start-up, it would make ten checks a second.
    assert!(slow["checks_per_second"].as_f64().unwrap() > 1000.0, "{slow}");
}

#[test]
fn wrong_commands_are_found() {
    let (code, text, said) = run(&puzzles(3, "liar=awk '{print 20}'"));
    assert_eq!(code, 3);
    assert!(text.starts_with("3 of 3 checks show that bitboard or liar is wrong.\n"), "{text}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "error: 3 questions show that a checker is wrong; the first:");
    assert!(
        lines[1].starts_with("puzzles 1: ")
            && lines[1].ends_with(" -- bitboard: 1 solution; liar: 2 solutions"),
        "{said}"
    );

    let (code, _, said) = run(&puzzles(1, "fickle=awk '{print (NR > 1 ? 0 : 1)}'"));
    assert_eq!(code, 3);
    assert!(said.ends_with("fickle: 1 solution, then 0 solutions"), "{said}");

    // Of a digging question, one solution is known.
    let args = words("compare --seed=1 -n1 --workload=dig --checkers=bitboard");
    let (code, _, said) = outcome(&[&args[..], &["--external=none=awk '{print 0}'"]].concat(), "");
    assert_eq!(code, 3);
    assert!(said.contains("none: 0 solutions, where one is known"), "{said}");
}

#[test]
fn failures_get_one_clear_line() {
    let table = [
        (
            "echo loading; echo one >&2; echo 'no table' >&2; echo >&2; exit 7",
            "printed no count on line 1, but \"loading\"",
        ),
        ("echo one >&2; echo 'no table' >&2; echo >&2; exit 7", "ended with exit code 7: no table"),
        ("cat > /dev/null; kill -9 $$", "was ended by signal 9"),
        ("awk 'NR == 1 {print 1}'", "printed 1 line for "),
        ("exit 0", "printed 0 lines for 1 puzzle; one count a line is expected"),
        ("awk '{print 1; print 1}'", "printed more than 1 line for 1 puzzle; one count a line is expected"),
        ("yes 1", "printed more than 1 line for 1 puzzle; one count a line is expected"),
        ("yes | tr -d '\\n'", "printed no count on line 1, but \"yyyy"),
        ("echo -1", "printed no count on line 1, but \"-1\""),
        ("exec < /dev/null; sleep 1000", "did not end within 1 s; --external-timeout sets the limit"),
        ("sleep 1000", "did not end within 1 s; --external-timeout sets the limit"),
        ("echo 1; exec > /dev/null; sleep 1000", "did not end within 1 s; --external-timeout sets the limit"),
        ("sleep 1000 & echo 1", "did not end within 1 s; --external-timeout sets the limit"),
    ];
    let check = |(command, problem): (&str, &str)| {
        let limit = if problem.starts_with("did not end") { 1 } else { 60 };
        let (code, said, time) = failure(command, limit);
        assert!(said.starts_with(&format!("error: external checker mine {problem}")), "{command}: {said}");
        assert!(
            code == 1 && said.lines().count() == 1 && time < Duration::from_secs(30),
            "{command}: {said}"
        );
    };
    // All wait at once.
    thread::scope(|scope| table.map(|row| drop(scope.spawn(move || check(row)))));
    let (code, said, _) = failure("./no-such-program -n 2", 60);
    assert_eq!(code, 1);
    said.assert_has(&["ended with exit code 127: ", "no-such-program"]);
}

/// Pipes hold 64 KiB; the input of a run, its output and its messages are longer.
#[test]
fn order_of_reading_and_printing_is_free() {
    let commands = [
        "awk '{n++} END {while (n-- > 0) print 1}'",
        "awk '{print 1; for (i = 0; i < 5; i++) print $0 > \"/dev/stderr\"}'",
    ];
    for command in commands {
        let report = json(&puzzles(2, &format!("mine={command}")));
        let external = &report["outcomes"][0]["checkers"][1]["external"];
        assert!(external["passes"].as_u64().unwrap() > 1000, "{command}");
    }
}

#[test]
fn mistakes_are_refused() {
    let bad = |more: &[&str]| refusal(&[&["compare", "-n1", "--seed=1"], more].concat(), 2);
    insta::assert_snapshot!(bad(&["--external=cat"]), @r#"error: invalid value 'cat' for '--external <NAME=COMMAND>': give a name and a command, such as mine="./my-solver""#);
    insta::assert_snapshot!(bad(&["--external=a b=cat"]), @r#"error: invalid value 'a b=cat' for '--external <NAME=COMMAND>': "a b" is no name; allowed are 1 to 24 letters, digits, - and _, of which the first is a letter or digit"#);
    insta::assert_snapshot!(bad(&["--external=bitboard=cat"]), @"error: bitboard is the name of a built-in checker; give the external one another name");
    insta::assert_snapshot!(bad(&["--external=a=cat", "--external=a=tac"]), @"error: two external checkers are called a; give each its own name");
    insta::assert_snapshot!(bad(&["--external=a=cat", "--limit=3"]), @"error: limit 3 goes beyond external checkers, which tell none, one and several solutions apart; leave --limit out");
    insta::assert_snapshot!(bad(&["--external=a=cat", "--external-timeout=0"]), @"error: invalid value '0' for '--external-timeout <SECONDS>': 0 is not in 1..=4294967295");
}

/// True if a process runs.
fn runs(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}

/// Waits for a file with text, and returns its lines.
fn lines_of(path: &Path, count: usize) -> Vec<String> {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.lines().count() == count {
            return text.lines().map(str::to_owned).collect();
        }
        assert!(start.elapsed() < Duration::from_mins(1), "{text}");
        sleep(Duration::from_millis(20));
    }
}

/// Signals and the time limit end the command and all that it has started. `compare` itself ends in an orderly way.
#[test]
fn no_process_is_left() {
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    let folder = Folder::made();
    let pids = folder.file("pids");
    let command = format!("mine=sleep 1000 & echo $! > {0}; echo $$ >> {0}; wait", pids.display());
    for (signals, code) in [(1, 130), (2, 130), (0, 1)] {
        let _ = fs::remove_file(&pids);
        let limit = if signals == 0 { "--external-timeout=1" } else { "--external-timeout=600" };
        let mut compare = Command::new(crate::common::PATH)
            .args(puzzles(1, &command))
            .arg(limit)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = lines_of(&pids, 2);
        let start = Instant::now();
        for _ in 0..signals {
            let sent =
                Command::new("sh").args(["-c", &format!("kill -INT {}", compare.id())]).status().unwrap();
            assert!(sent.success());
        }
        assert_eq!(compare.wait().unwrap().code(), Some(code));
        assert!(start.elapsed() < Duration::from_secs(30));
        let gone = || !started.iter().any(|pid| runs(pid));
        while !gone() && start.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(20));
        }
        assert!(gone(), "{started:?}");
    }
}
