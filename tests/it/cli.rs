//! The command line: messages, exit codes, and what goes where; one grammar for all commands: numbers, names in any case, aliases, advice in
//! errors.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{Folder, Runs, column, failure, gridmill};
use std::process::{Command, Stdio};

/// Every mistake gets one line that says what is wrong and what is allowed, and touches nothing.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of mistakes")]
fn mistakes_get_one_clear_line() {
    let table: [(&[&str], i32, &str); 29] = [
        (&["--count=0"], 2, "error: count 0 makes no corpus; give 1 or more"),
        (
            &["--count=-5"],
            2,
            "error: invalid value '-5' for '--count <N>': give a whole number, such as 1000000, 1_000_000, 1e6 or 1M",
        ),
        (
            &["--count=9", "--givens=26..22"],
            2,
            "error: givens 26..22 is empty; write the smaller number first",
        ),
        (&["--count=9", "--givens=16"], 2, "error: givens 16 cannot be met: a 3x3 puzzle has from 17 to 81"),
        (
            &["--count=9", "--givens=80..82"],
            2,
            "error: givens 80..82 cannot be met: a 3x3 puzzle has from 17 to 81",
        ),
        (
            &["--count=9", "--givens="],
            2,
            "error: invalid value '' for '--givens <GIVENS>': give minimal, easy, medium, hard, expert, a number such as 30, or a range such as 22..26 (both included)",
        ),
        (
            &["--count=9", "--box=2x2", "--givens=easy"],
            2,
            "error: givens 46 cannot be met: a 2x2 puzzle has from 4 to 16",
        ),
        (
            &["--count=9", "--box=7x7"],
            2,
            "error: invalid value '7x7' for '--box <RxC>': \"7x7\" is no box shape; give rows x columns, each 2 to 5, such as 2x2, 2x3, 3x3 or 4x4",
        ),
        (
            &["--count=9", "--box=6x6"],
            2,
            "error: invalid value '6x6' for '--box <RxC>': \"6x6\" is no box shape; give rows x columns, each 2 to 5, such as 2x2, 2x3, 3x3 or 4x4; boxes of a 6x6 grid are 2x3",
        ),
        (
            &["--count=9", "--er=4.0-4.6"],
            2,
            "error: invalid value '4.0-4.6' for '--er <ER>': give a rating with one decimal at most, such as 4.4; a range is written 4.0..4.6",
        ),
        (
            &["--count=9", "--part=1-4"],
            2,
            "error: invalid value '1-4' for '--part <K/N>': give K/N with K from 1 to N, such as 2/8, or auto in a job array",
        ),
        (&["--count", "-5"], 2, "error: unexpected argument '-5' found; no option takes a number below 0"),
        (
            &["--count=9", "--diagonal"],
            2,
            "error: unexpected argument '--diagonal' found; gridmill knows classic Sudoku alone, no variants",
        ),
        (
            &["--count=9", "--part=5/4"],
            2,
            "error: invalid value '5/4' for '--part <K/N>': give K/N with K from 1 to N, such as 2/8, or auto in a job array",
        ),
        (
            &["--count=9", "--part=1/4", "--seed=1"],
            2,
            "error: part 1/4 has nothing to make: 9 rows in shards of 1000000 are 1 file(s); give --shard-rows 2 or less",
        ),
        (
            &["--count=9", "--shard-rows=0"],
            2,
            "error: invalid value '0' for '--shard-rows <N>': give a whole number, 1 or more",
        ),
        (&["--count=9", "--attempts=0"], 2, "error: attempts 0 leaves nothing to try; give 1 or more"),
        (
            &["--count=9", "--seed="],
            2,
            "error: invalid value '' for '--seed <SEED>': the seed is empty; give a number, 64 hexadecimal digits or any text",
        ),
        (
            &["--count=9", "--fill=magic"],
            2,
            "error: invalid value 'magic' for '--fill <FILL>' [possible values: uniform, diagonal, digitwise, selected]",
        ),
        (
            &["--count=9", "--fill=uniform", "--box=3x4"],
            2,
            "error: fill uniform knows the shapes 2x2, 2x3, 3x2 and 3x3 only; for 3x4 give diagonal or digitwise",
        ),
        (
            &["--count=9", "--gives=30"],
            2,
            "error: unexpected argument '--gives' found tip: a similar argument exists: '--givens'",
        ),
        (
            &["--count=9", "--format=parquet", "--out=-"],
            2,
            "error: Parquet needs a folder: give --out DIR, or --format csv or jsonl for standard output",
        ),
        (
            &["--count=9", "--json", "--out=-"],
            2,
            "error: --json, --resume, --split and --overwrite go with a folder: give --out DIR",
        ),
        (&[], 2, "error: the size of the corpus is missing: give --count"),
        (
            &["--count=9", "--givens=17", "--attempts=3", "--seed=1"],
            1,
            "error: puzzle 0: no puzzle with 17 givens in 3 attempts; the best had 24; allow more attempts or more givens, or give --dig walk, which reaches fewer givens",
        ),
        (
            &["--count=9", "--givens=18", "--dig=walk", "--attempts=3", "--seed=1"],
            1,
            "error: puzzle 0: no puzzle with 18 givens in 3 attempts; the best had 25; allow more attempts or more givens, or give --fill selected, whose grids have puzzles with fewer givens",
        ),
        (
            &["--count=9", "--box=5x5", "--budget=nodes=20", "--seed=1"],
            1,
            "error: puzzle 0: making a complete 5x5 grid: the search ran out of its budget of 20 nodes; raise the node budget",
        ),
        (
            &["--count=9", "--out=/dev/null/corpus"],
            1,
            "error: reading /dev/null/corpus: Not a directory (os error 20)",
        ),
        (&["--count=9", "--out=/dev/null"], 1, "error: /dev/null: this is a file; give a folder"),
    ];
    // Windows has no devices in folders.
    for (args, code, message) in table.into_iter().filter(|row| cfg!(unix) || !row.2.contains("/dev/null")) {
        let said = gridmill().arg("generate").args(args).arg("--progress=never").stderr_text(code);
        assert_eq!(said.trim_end(), message, "{args:?}");
    }
}

/// Words that people try get the way to what they want.
#[test]
fn mistakes_say_what_serves_in_their_place() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let table: [(&[&str], i32, &str); 2] = [
        (&["hint"], 2, "error: unrecognized subcommand 'hint'; solve --next tells the next step"),
        (&["rate", puzzle], 1, "; give a file of puzzles, or - for standard input"),
    ];
    for (args, code, end) in table {
        let said = gridmill().args(args).stderr_text(code);
        assert!(said.trim_end().ends_with(end), "{args:?}: {said}");
    }
}

#[test]
fn mistakes_leave_the_folder_unmade() {
    for wrong in ["--count=0", "--givens=3", "--part=1/9", "--attempts=0"] {
        let folder = Folder::new();
        gridmill().args(["generate", "--count=9", wrong, "--out"]).arg(folder.path()).assert().failure();
        assert!(!folder.path().exists(), "{wrong}");
    }
}

#[test]
fn rows_go_to_standard_output_and_words_to_standard_error() {
    let run = gridmill()
        .args(["generate", "--count=300", "--seed=7", "--givens=40", "--no-timings"])
        .assert()
        .success();
    let output = run.get_output();
    assert!(String::from_utf8_lossy(&output.stderr).contains("300 puzzles in"));
    let rows = String::from_utf8(output.stdout.clone()).unwrap();
    let mut lines = rows.lines();
    insta::assert_snapshot!(lines.next().unwrap(), @"index,puzzle,solution,givens,minimal,attempts,checks,nodes");
    assert_eq!(lines.count(), 300);
}

#[test]
fn the_stream_is_the_corpus() {
    let folder = Folder::new();
    let options =
        ["generate", "--count=700", "--seed=words", "--givens=40", "--no-timings", "--progress=never"];
    gridmill()
        .args(options)
        .args(["--format=csv", "--shard-rows=700", "--out"])
        .arg(folder.path())
        .assert()
        .success();
    let stream = gridmill().args(options).assert().success().get_output().stdout.clone();
    assert_eq!(crate::common::data_bytes(&folder).into_values().next().unwrap(), stream);
}

/// Names of seeds and puzzles for good: this file changes only with the stream version.
#[test]
fn golden_corpora() {
    for (name, options) in [
        ("uniform", ["--fill=uniform", "--givens=minimal", "--box=3x3"]),
        ("diagonal", ["--fill=diagonal", "--givens=minimal", "--box=3x3"]),
        ("digitwise", ["--fill=digitwise", "--givens=minimal", "--box=3x3"]),
        ("selected", ["--fill=selected", "--givens=minimal", "--box=3x3"]),
        ("expert", ["--fill=diagonal", "--givens=expert", "--box=3x3"]),
        ("exact", ["--fill=diagonal", "--givens=23", "--box=3x3"]),
        ("box_2x3", ["--fill=digitwise", "--givens=10..12", "--box=2x3"]),
        ("box_4x4", ["--fill=diagonal", "--givens=130", "--box=4x4"]),
    ] {
        let rows = gridmill()
            .args(["generate", "--count=3", "--seed=42", "--no-timings"])
            .args(options)
            .stdout_text();
        // Effort is no part of the promise: the columns up to `attempts` are.
        let promised: Vec<String> =
            rows.lines().map(|row| row.split(',').take(6).collect::<Vec<_>>().join(",")).collect();
        insta::assert_snapshot!(format!("golden_{name}"), promised.join("\n"));
    }
}

#[test]
fn show_makes_the_same_puzzle_alone() {
    let options = ["--seed=42", "--givens=22..26", "--fill=digitwise"];
    let corpus = gridmill()
        .args(["generate", "--count=40"])
        .args(options)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    for index in [0, 7, 39] {
        let page = gridmill().args(["show", "--index", &index.to_string()]).args(options).assert().success();
        let page = String::from_utf8(page.get_output().stdout.clone()).unwrap();
        for name in ["puzzle", "solution"] {
            assert!(page.contains(&column(&corpus, name)[index]), "{page}");
        }
        // The two lines of 81 cells are there to be copied; all others fit a terminal.
        assert!(page.lines().all(|line| line.len() == 81 || line.chars().count() <= 80), "{page}");
    }
    gridmill().args(["show", "--index=1"]).assert().code(2);
}

#[test]
fn the_summary_is_json_on_request() {
    let folder = Folder::new();
    let run = gridmill()
        .args(["generate", "--count=500", "--seed=1", "--givens=45..46", "--json", "--out"])
        .arg(folder.path())
        .assert()
        .success();
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(json["rows"], 500);
    assert_eq!(json["givens"]["45"].as_u64().unwrap() + json["givens"]["46"].as_u64().unwrap(), 500);
    assert!(json["puzzle_ns"]["p99"].as_u64() >= json["puzzle_ns"]["p50"].as_u64());
    assert!(json["rows_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let mut child = Command::new(crate::common::PATH)
        .args(["generate", "--count=100000000", "--givens=46", "--progress=never"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("seed: "));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

/// A report of a fault has the version, the instruction sets and whether rows are right, on each instruction set.
#[test]
fn doctor_checks_rows_and_names_the_instruction_set() {
    let report = stdout(&["doctor"]);
    assert!(
        report.starts_with(&format!("program           gridmill {},", env!("CARGO_PKG_VERSION"))),
        "{report}"
    );
    assert!(
        report.contains("rows              1,000 of seed 42 in ") && report.ends_with(", as promised\n"),
        "{report}"
    );
    let portable = gridmill().arg("doctor").env("GRIDMILL_ISA", "portable").stdout_text();
    assert!(portable.contains("; portable is used\n") && portable.contains("as promised"), "{portable}");
}

/// `--cite` stands alone: it is refused with a command.
#[test]
fn citations_are_bibtex() {
    let entry = stdout(&["--cite"]);
    assert!(entry.starts_with("@software{gridmill,\n") && entry.ends_with("\n}\n"), "{entry}");
    assert_eq!(entry.matches('{').count(), entry.matches('}').count(), "{entry}");
    gridmill().args(["--cite", "techniques"]).stderr_text(2);
}

/// Completions are scripts that the shell can read, and know every command and option of the help.
#[test]
fn completions_know_every_option() {
    let script = stdout(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gridmill.bash");
    std::fs::write(&path, &script).unwrap();
    #[cfg(unix)]
    assert!(Command::new("bash").arg("-n").arg(&path).status().unwrap().success());
    for (command, option) in options() {
        let (_, case) = script.split_once(&format!("gridmill__subcmd__{command})")).expect(&command);
        let (words, _) = case.split_once("COMPREPLY").unwrap();
        assert!(words.contains(&option), "{command} {option}");
    }
    for shell in ["zsh", "fish"] {
        assert!(stdout(&["completions", shell]).contains("generate"));
    }
}

/// Each command has a page with all its options, printed or in a folder, where none is replaced unasked.
#[test]
fn manual_pages_have_every_option() {
    let plain = |roff: &str| roff.replace('\\', "");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("pages").display().to_string();
    gridmill().args(["man", "--out", &out]).assert().success().stdout("");
    for (command, option) in options() {
        let page = stdout(&["man", &command]);
        assert!(plain(&page).contains(&option), "{command} {option}");
        let path = folder.path().join(format!("pages/gridmill-{command}.1"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), page);
    }
    assert!(plain(&stdout(&["man"])).contains("gridmill-generate(1)"));
    gridmill().args(["man", "--out", &out]).assert().code(2);
    gridmill().args(["man", "--out", &out, "--overwrite"]).assert().success();
    gridmill().args(["man", "grind"]).assert().code(2);
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(gridmill().args(args).assert().success().get_output().stdout.clone()).unwrap()
}

/// Each command with each of its long options, as the help lists them.
fn options() -> Vec<(String, String)> {
    let help = stdout(&["--help"]);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Lines that go on with a description are indented further.
    let names =
        commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let all: Vec<_> = names
        .filter(|name| *name != "help")
        .flat_map(|name| {
            let help = stdout(&[name, "--help"]);
            let words: Vec<String> = help
                .lines()
                .filter(|line| line.trim_start().starts_with('-'))
                .filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")))
                // A value that may be left out follows in brackets.
                .map(|word| word.split([',', '[']).next().unwrap_or_default().to_owned())
                .collect();
            words.into_iter().map(move |word| (name.to_owned(), word))
        })
        .collect();
    assert!(all.len() > 80 && all.contains(&("generate".to_owned(), "--seed".to_owned())), "{all:?}");
    all
}

/// A corpus states the plan of its rows: a folder, one of its files, and the folder of its splits make each row again.
#[test]
fn show_takes_the_plan_from_a_corpus() {
    let place = tempfile::tempdir().unwrap();
    let plan = "--count=40 --seed=9 --mix=givens=30:0.5,26:0.5 --symmetry=rot180 --rulebook=hodoku --no-timings --progress=never";
    let generate = |more: &str| {
        let words = format!("generate {plan} {more}");
        gridmill().current_dir(place.path()).args(words.split(' ')).assert().success();
    };
    generate("--out=corpus");
    generate("--split=train:0.5,test:0.5 --out=sets");
    let show = |words: &str| {
        let mut command = gridmill();
        command.current_dir(place.path()).arg("show").args(words.split(' '));
        command.assert()
    };
    // The time of each part differs from run to run.
    let page = |words: &str| {
        let run = show(words).success();
        let page = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        page.lines().filter(|line| !line.starts_with("fill, dig")).map(str::to_owned).collect::<Vec<_>>()
    };
    let file = "corpus/data/part-00000-of-00001.parquet";
    for index in [0, 17, 39] {
        let options = "--seed=9 --count=40 --mix=givens=30:0.5,26:0.5 --symmetry=rot180 --rulebook=hodoku";
        let expected = page(&format!("{options} --index={index}"));
        for (corpus, more) in [("corpus", ""), (file, " --count=40"), ("sets", " --count=40")] {
            assert_eq!(page(&format!("{corpus} {index}{more}")), expected, "{corpus}");
        }
    }
    std::fs::write(place.path().join("rows.csv"), format!("puzzle\n{}\n", ".".repeat(81))).unwrap();
    for (words, code, stated) in [
        ("corpus 40", 2, "index 40 is beyond the corpus"),
        ("corpus 3 --givens=30", 2, "corpus states its plan: leave the options of the plan out"),
        ("corpus 3 --rulebook=se", 2, "corpus states its plan"),
        ("corpus", 2, "<INDEX>"),
        ("corpus 3 --count=41", 1, "it has 40 puzzles, and --count is 41"),
        ("rows.csv 0", 1, "it does not state the seed and the plan of its rows"),
    ] {
        let run = show(words).code(code);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(said.contains(stated) && said.lines().count() == 1, "{words}: {said}");
    }
}

fn output(args: &[&str]) -> String {
    gridmill().args(args).stdout_text()
}

#[test]
fn words_that_mean_the_same_give_the_same() {
    let same: [&[&[&str]]; 6] = [
        &[&["--count=1000"], &["--count=1k"], &["--count=1e3"], &["--count=1_000"], &["-n", "1K"]],
        &[&["--symmetry=rot180"], &["--symmetry=ROT180"], &["--symmetry=rotational"], &["--symmetry=180"]],
        &[&["--dig=bottom-up"], &["--dig=Bottom-Up"], &["--dig=bottom-up", "--attempts=100k"]],
        &[&["--rulebook=se"], &["--rulebook=SE"], &["--rulebook=se"]],
        &[&["--level=easy"], &["--level=Easy", "--rulebook=Hodoku"]],
        &[&["--require=naked_pair"], &["--require=Naked-Pair"], &["--require=NAKED_PAIR"]],
    ];
    for options in same {
        let make = |options: &[&str]| {
            let count =
                if options[0].contains("count") || options[0] == "-n" { &[][..] } else { &["--count=3"] };
            output(&[&["generate", "--seed=4", "--no-timings"], count, options].concat())
        };
        let first = make(options[0]);
        assert!(first.lines().count() > 3);
        for other in &options[1..] {
            assert_eq!(first, make(other), "{other:?}");
        }
    }
}

#[test]
fn numbers_that_are_none_are_refused_in_one_line() {
    for (args, printed) in [
        (&["generate", "--count=1.5"][..], "1_000_000, 1e6 or 1M"),
        (&["generate", "--count=1", "--shard-rows=x"], "1_000_000, 1e6 or 1M"),
        (&["rate", "--budget=rating=0", "-"], "1 or more"),
        (&["compare", "--count=many"], "1_000_000, 1e6 or 1M"),
    ] {
        let message = failure(args);
        assert!(message.contains(printed), "{message}");
    }
}

#[test]
fn few_givens_point_to_the_walk() {
    let message = failure(&["generate", "--count=1", "--seed=1", "--givens=17", "--attempts=200"]);
    assert!(message.contains("give --dig walk, which reaches fewer givens"), "{message}");
    let message = failure(&["generate", "--count=1", "--seed=1", "--out=corpus.parquet"]);
    assert!(message.contains("give --out corpus --format parquet"), "{message}");
    let message = failure(&["generate", "--count=1", "--seed=1", "--rulebook=hodoku", "--er=4.0..4.6"]);
    assert!(message.contains("rulebook hodoku has a score and no ER"), "{message}");
    let message = failure(&["show", "--index=1"]);
    assert!(message.contains("--seed"), "{message}");
}

#[test]
fn show_prints_the_steps() {
    let text = gridmill().args(["show", "--seed=42", "--index=0", "--add=path"]).stdout_text();
    assert!(text.contains("rating      ") && text.contains("\n  1  r"), "{text}");
    assert!(!gridmill_help("show").contains("random one"));
}

fn gridmill_help(command: &str) -> String {
    gridmill().args([command, "--help"]).stdout_text()
}

/// The closing summary has levels or quantiles, the hardest steps, and the time that rating took.
#[test]
fn closing_summaries_know_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let closing = |name: &str, rulebook: &str| {
        let out = folder.path().join(name);
        let run = gridmill()
            .args(["generate", "--count=40", "--seed=3", "--rulebook", rulebook, "--out"])
            .arg(&out)
            .assert()
            .success();
        (String::from_utf8(run.get_output().stderr.clone()).unwrap(), out)
    };
    let (hodoku, out) = closing("hodoku", "hodoku");
    for part in
        ["levels: easy ", ", extreme ", "score: min ", " (hodoku-2.2/2)", "hardest steps: ", "rating time: "]
    {
        assert!(hodoku.contains(part), "{part}: {hodoku}");
    }
    let (se, _) = closing("se", "se");
    for part in [
        "ER: min 1.",
        " (se-1.2.1/1)",
        "hardest steps: ",
        "on all threads",
        "time per puzzle, grid and dig: ",
    ] {
        assert!(se.contains(part), "{part}: {se}");
    }
    assert!(!se.contains("levels: "));
    // `rate` prints the same about the same puzzles, as text and as JSON.
    let rated = folder.path().join("rated.csv");
    let run = gridmill().arg("rate").arg(&out).arg("--out").arg(&rated).arg("--json").assert().success();
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&json["rows"], &json["rated"], &json["measure"]), (&40.into(), &40.into(), &"score".into()));
    let levels: u64 = json["levels"].as_object().unwrap().values().map(|rows| rows.as_u64().unwrap()).sum();
    assert_eq!(levels, json["solved"].as_u64().unwrap());
    let median = format!("median {}", json["quantiles"]["median"]);
    assert!(hodoku.contains(median.trim_end_matches(".0")), "{median}: {hodoku}");
}

/// Options of earlier versions name those that have their place, in one line.
#[test]
fn old_options_name_the_new_ones() {
    for (command, old, new) in [
        ("generate", "--node-budget", "--budget nodes=..."),
        ("rate", "--rate-budget", "--budget rating=..."),
        ("rate", "--trial-budget", "--budget trial=..."),
        ("solve", "--wording", "--language FILE.txt"),
        ("solve", "--svg", "--picture FILE.svg"),
        ("show", "--png", "--picture FILE.png"),
        ("export", "--hints-per-page", "--per-page hints=N"),
        ("export", "--solutions-per-page", "--per-page solutions=N"),
        ("export", "--no-solutions", "--per-page solutions=0"),
        ("solve", "--up-to", "--count-solutions=N"),
        ("generate", "--min-technique", "--technique FROM.."),
        ("generate", "--max-technique", "--technique ..TO"),
        ("generate", "--er-images", "--add er_images:K"),
        ("report", "--solution-column", "--column PUZZLES,SOLUTIONS"),
    ] {
        let message = gridmill().args([command, old, "1"]).stderr_text(2);
        let expected = format!("error: unexpected argument '{old}' found; it is now {new}");
        assert_eq!(message.trim_end(), expected);
    }
}
