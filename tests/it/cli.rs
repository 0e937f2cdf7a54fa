//! The command line: messages, exit codes, and what goes where; one grammar for all commands: numbers, names in any case, aliases, advice in
//! errors.

use crate::prelude::*;
use gridmill::generate::{Budget, Budgets};

#[test]
fn mistakes_get_one_clear_line() {
    let table = r#"
        $ --count=0
        2 error: count 0 makes no corpus; give 1 or more
        $ --count=-5
        2 error: invalid value '-5' for '--count <N>': give a whole number, such as 1000000, 1_000_000, 1e6 or 1M
        $ --count=9 --givens=26..22
        2 error: givens 26..22 is empty; write the smaller number first
        $ --count=9 --givens=16
        2 error: givens 16 cannot be met: a 3x3 puzzle has from 17 to 81
        $ --count=9 --givens=80..82
        2 error: givens 80..82 cannot be met: a 3x3 puzzle has from 17 to 81
        $ --count=9 --givens=
        2 error: invalid value '' for '--givens <GIVENS>': give minimal, easy, medium, hard, expert, a number such as 30, or a range such as 22..26 (both included)
        $ --count=9 --box=2x2 --givens=easy
        2 error: givens 46 cannot be met: a 2x2 puzzle has from 4 to 16
        $ --count=9 --box=7x7
        2 error: invalid value '7x7' for '--box <RxC>': "7x7" is no box shape; give rows x columns, each 2 to 5, such as 2x2, 2x3, 3x3 or 4x4
        $ --count=9 --box=6x6
        2 error: invalid value '6x6' for '--box <RxC>': "6x6" is no box shape; give rows x columns, each 2 to 5, such as 2x2, 2x3, 3x3 or 4x4; boxes of a 6x6 grid are 2x3
        $ --count=9 --er=4.0-4.6
        2 error: invalid value '4.0-4.6' for '--er <ER>': give a rating with one decimal at most, such as 4.4; a range is written 4.0..4.6
        $ --count=9 --part=1-4
        2 error: invalid value '1-4' for '--part <K/N>': give K/N with K from 1 to N, such as 2/8, or auto in a job array
        $ --count -5
        2 error: unexpected argument '-5' found; no option takes a number below 0
        $ --count=9 --diagonal
        2 error: unexpected argument '--diagonal' found; gridmill knows classic Sudoku alone, no variants
        $ --count=9 --part=5/4
        2 error: invalid value '5/4' for '--part <K/N>': give K/N with K from 1 to N, such as 2/8, or auto in a job array
        $ --count=9 --part=1/4 --seed=1
        2 error: part 1/4 has nothing to make: 9 rows in shards of 1000000 are 1 file(s); give --shard-rows 2 or less
        $ --count=9 --shard-rows=0
        2 error: invalid value '0' for '--shard-rows <N>': give a whole number, 1 or more
        $ --count=9 --attempts=0
        2 error: attempts 0 leaves nothing to try; give 1 or more
        $ --count=9 --seed=
        2 error: invalid value '' for '--seed <SEED>': the seed is empty; give a number, 64 hexadecimal digits or any text
        $ --count=9 --fill=magic
        2 error: invalid value 'magic' for '--fill <FILL>' [possible values: uniform, diagonal, digitwise, selected]
        $ --count=9 --fill=uniform --box=3x4
        2 error: fill uniform knows the shapes 2x2, 2x3, 3x2 and 3x3 only; for 3x4 give diagonal or digitwise
        $ --count=9 --gives=30
        2 error: unexpected argument '--gives' found tip: a similar argument exists: '--givens'
        $ --count=9 --format=parquet --out=-
        2 error: Parquet needs a folder: give --out DIR, or --format csv or jsonl for standard output
        $ --count=9 --json --out=-
        2 error: --json, --resume, --split and --overwrite go with a folder: give --out DIR
        $
        2 error: the size of the corpus is missing: give --count
        $ --count=9 --givens=17 --attempts=3 --seed=1
        1 error: puzzle 0: no puzzle with 17 givens in 3 attempts; the best had 24; allow more attempts or more givens, or give --dig walk, which reaches fewer givens
        $ --count=9 --givens=18 --dig=walk --attempts=3 --seed=1
        1 error: puzzle 0: no puzzle with 18 givens in 3 attempts; the best had 25; allow more attempts or more givens, or give --fill selected, whose grids have puzzles with fewer givens
        $ --count=9 --box=5x5 --budget=nodes=20 --seed=1
        1 error: puzzle 0: making a complete 5x5 grid: the search ran out of its budget of 20 nodes; raise the node budget
    "#;
    assert_refusals(&["generate"], table);
    // Windows has no devices in folders.
    #[cfg(unix)]
    assert_refusals(
        &["generate", "--count=9"],
        r"
        $ --out=/dev/null/corpus
        1 error: reading /dev/null/corpus: Not a directory (os error 20)
        $ --out=/dev/null
        1 error: /dev/null: this is a file; give a folder
        ",
    );
}

#[test]
fn mistakes_say_what_serves_in_their_place() {
    let said = refusal(&["hint"], 2);
    assert_eq!(said, "error: unrecognized subcommand 'hint'; solve --next tells the next step");
    let said = refusal(&["rate", PUZZLE], 1);
    assert!(said.ends_with("; give a file of puzzles, or - for standard input"), "{said}");
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
    let (code, rows, said) = outcome(&words("generate --count=300 --seed=7 --givens=40 --no-timings"), "");
    assert!(code == 0 && said.contains("300 puzzles in"), "{said}");
    let mut lines = rows.lines();
    insta::assert_snapshot!(lines.next().unwrap(), @"index,puzzle,solution,givens,minimal,attempts,checks,nodes");
    assert_eq!(lines.count(), 300);
}

#[test]
fn the_stream_is_the_corpus() {
    let folder = Folder::new();
    let options = words("generate --count=700 --seed=words --givens=40 --no-timings");
    run(&[&options[..], &["--format=csv", "--shard-rows=700", "--out", &folder.name()]].concat());
    assert_eq!(data_bytes(&folder).into_values().next().unwrap(), run(&options).as_bytes());
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
        let rows = run(&[&["generate", "--count=3", "--seed=42", "--no-timings"], &options[..]].concat());
        // Effort is no part of the promise: the columns up to `attempts` are.
        let promised: Vec<String> =
            rows.lines().map(|row| row.split(',').take(6).collect::<Vec<_>>().join(",")).collect();
        insta::assert_snapshot!(format!("golden_{name}"), promised.join("\n"));
    }
}

#[test]
fn show_makes_the_same_puzzle_alone() {
    let options = ["--seed=42", "--givens=22..26", "--fill=digitwise"];
    let corpus = run(&[&["generate", "--count=40"], &options[..]].concat());
    for index in [0, 7, 39] {
        let page = run(&[&["show", &index.to_string()], &options[..]].concat());
        for name in ["puzzle", "solution"] {
            assert!(page.contains(&column(&corpus, name)[index]), "{page}");
        }
        // The two lines of 81 cells are there to be copied; all others fit a terminal.
        assert!(page.lines().all(|line| line.len() == 81 || line.chars().count() <= 80), "{page}");
    }
    gridmill().args(["show", "1"]).assert().code(2);
}

#[test]
fn the_summary_is_json_on_request() {
    let folder = Folder::new();
    let options = ["generate", "--count=500", "--seed=1", "--givens=45..46", "--json", "--out"];
    let json = parsed(&run(&[&options[..], &[&folder.name()]].concat()));
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
    let report = run(&["doctor"]);
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
    let entry = run(&["--cite"]);
    assert!(entry.starts_with("@software{gridmill,\n") && entry.ends_with("\n}\n"), "{entry}");
    assert_eq!(entry.matches('{').count(), entry.matches('}').count(), "{entry}");
    gridmill().args(["--cite", "techniques"]).stderr_text(2);
}

/// Options of every command, which the help of none lists.
const OF_EVERY: [&str; 2] = ["--threads", "--progress"];

#[test]
fn completions_know_every_option() {
    let script = run(&["completions", "bash"]);
    let folder = Folder::made();
    let path = folder.file("gridmill.bash");
    std::fs::write(&path, &script).unwrap();
    #[cfg(unix)]
    assert!(Command::new("bash").arg("-n").arg(&path).status().unwrap().success());
    let listed = options();
    let of_every =
        |(command, _): &(String, String)| OF_EVERY.map(|option| (command.clone(), option.to_owned()));
    for (command, option) in listed.iter().flat_map(of_every).chain(listed.clone()) {
        let (_, case) = script.split_once(&format!("gridmill__subcmd__{command})")).expect(&command);
        let (words, _) = case.split_once("COMPREPLY").unwrap();
        assert!(words.contains(&option), "{command} {option}");
    }
    for shell in ["zsh", "fish"] {
        assert!(run(&["completions", shell]).contains("generate"));
    }
}

#[test]
fn manual_pages_have_every_option() {
    let plain = |roff: &str| roff.replace('\\', "");
    let folder = Folder::made();
    let out = folder.named("pages");
    gridmill().args(["man", "--out", &out]).assert().success().stdout("");
    let options = options();
    for of_command in options.chunk_by(|(one, _), (next, _)| one == next) {
        let command = &of_command[0].0;
        let page = run(&["man", command]);
        for (_, option) in of_command {
            assert!(plain(&page).contains(option), "{command} {option}");
        }
        let path = folder.file(format!("pages/gridmill-{command}.1"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), page);
    }
    let page = plain(&run(&["man"]));
    assert!(
        page.contains("gridmill-generate(1)") && OF_EVERY.iter().all(|option| page.contains(option)),
        "{page}"
    );
    gridmill().args(["man", "--out", &out]).assert().code(2);
    gridmill().args(["man", "--out", &out, "--overwrite"]).assert().success();
    gridmill().args(["man", "grind"]).assert().code(2);
}

/// Each command with each of its long options, as the help lists them.
fn options() -> Vec<(String, String)> {
    let help = run(&["--help"]);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Lines that go on with a description are indented further.
    let names =
        commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let all: Vec<_> = names
        .filter(|name| *name != "help")
        .flat_map(|name| {
            let help = run(&[name, "--help"]);
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

#[test]
fn show_takes_the_plan_from_a_corpus() {
    let place = Folder::made();
    let plan = "--count=40 --seed=9 --mix=givens=30:0.5,26:0.5 --symmetry=rot180 --rulebook=hodoku --no-timings --progress=never";
    for more in ["--out=corpus", "--split=train:0.5,test:0.5 --out=sets"] {
        place.run(&words(&format!("generate {plan} {more}")));
    }
    // The time of each part differs from run to run.
    let page = |line: &str| {
        let page = place.run(&words(&format!("show {line}")));
        page.lines().filter(|line| !line.starts_with("fill, dig")).map(str::to_owned).collect::<Vec<_>>()
    };
    let file = "corpus/data/part-00000-of-00001.parquet";
    for index in [0, 17, 39] {
        let options = "--seed=9 --count=40 --mix=givens=30:0.5,26:0.5 --symmetry=rot180 --rulebook=hodoku";
        let expected = page(&format!("{index} {options}"));
        for (corpus, more) in [("corpus", ""), (file, " --count=40"), ("sets", " --count=40")] {
            assert_eq!(page(&format!("{corpus} {index}{more}")), expected, "{corpus}");
        }
    }
    place.write("rows.csv", format!("puzzle\n{}\n", ".".repeat(81)));
    for (line, code, stated) in [
        ("corpus 40", 2, "index 40 is beyond the corpus"),
        ("corpus 3 --givens=30", 2, "corpus states its plan: leave the options of the plan out"),
        ("corpus 3 --rulebook=se", 2, "corpus states its plan"),
        ("corpus", 2, "corpus: give CORPUS INDEX, or INDEX with --seed and the options of its plan"),
        ("corpus --seed=9", 2, "corpus: give CORPUS INDEX"),
        ("3", 2, "3: give CORPUS INDEX"),
        ("", 2, "<CORPUS|INDEX>"),
        ("corpus 3 --count=41", 1, "it has 40 puzzles, and --count is 41"),
        ("rows.csv 0", 1, "it does not state the seed and the plan of its rows"),
    ] {
        let said = place.refusal(&words(&format!("show {line}")), code);
        assert!(said.contains(stated), "{line}: {said}");
    }
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
            run(&[&["generate", "--seed=4", "--no-timings"], count, options].concat())
        };
        let first = make(options[0]);
        assert!(first.lines().count() > 3);
        for other in &options[1..] {
            assert_eq!(first, make(other), "{other:?}");
        }
    }
}

#[test]
fn options_that_do_not_serve_are_refused_in_one_line() {
    for (args, printed) in [
        (&["generate", "--count=1.5"][..], "1_000_000, 1e6 or 1M"),
        (&["generate", "--count=1", "--shard-rows=x"], "1_000_000, 1e6 or 1M"),
        (&["rate", "--budget=rating=0", "-"], "1 or more"),
        (&["compare", "--count=many"], "1_000_000, 1e6 or 1M"),
        (&["generate", "--count=1", "--out=corpus.parquet"], "give --out corpus --format parquet"),
        (
            &["generate", "--count=1", "--rulebook=hodoku", "--er=4.0..4.6"],
            "rulebook hodoku has a score and no ER",
        ),
        (&["show", "1"], "--seed"),
    ] {
        assert_failure(args, printed);
    }
}

#[test]
fn show_prints_the_steps() {
    let text = gridmill().args(["show", "0", "--seed=42", "--add=path"]).stdout_text();
    assert!(text.contains("rating      ") && text.contains("\n  1  r"), "{text}");
    assert!(!run(&["show", "--help"]).contains("random one"));
}

#[test]
fn closing_summaries_know_ratings() {
    let folder = Folder::made();
    let closing = |rulebook: &str| {
        let out = folder.named(rulebook);
        let args = ["generate", "--count=40", "--seed=3", "--rulebook", rulebook, "--out", &out];
        (gridmill().args(args).stderr_text(0), out)
    };
    let (hodoku, out) = closing("hodoku");
    hodoku.assert_has(&[
        "levels: easy ",
        ", extreme ",
        "score: min ",
        " (hodoku-2.2/2)",
        "hardest steps: ",
        "rating time: ",
    ]);
    let (se, _) = closing("se");
    se.assert_has(&[
        "ER: min 1.",
        " (se-1.2.1/1)",
        "hardest steps: ",
        "on all threads",
        "time per puzzle, grid and dig: ",
    ]);
    assert!(!se.contains("levels: "));
    // `rate` prints the same about the same puzzles, as text and as JSON.
    let json = parsed(&run(&["rate", &out, "--out", &folder.named("rated.csv"), "--json"]));
    assert_eq!(picked(&json, &["rows", "rated", "measure"]), json!([40, 40, "score"]));
    let levels: u64 = json["levels"].as_object().unwrap().values().map(|rows| rows.as_u64().unwrap()).sum();
    assert_eq!(levels, json["solved"].as_u64().unwrap());
    let median = format!("median {}", json["quantiles"]["median"]);
    assert!(hodoku.contains(median.trim_end_matches(".0")), "{median}: {hodoku}");
}

/// Options of earlier versions name those that have their place, in one line.
#[test]
fn options_of_every_command_stand_before_or_after_its_name() {
    let rows = ["generate", "--count=3", "--seed=1", "--no-timings"];
    let quiet = ["--threads=1", "--progress=never"];
    let after = gridmill().args(rows).args(quiet).assert().success();
    let before = gridmill().args(quiet).args(rows).assert().success();
    assert_eq!(before.get_output(), after.get_output());
    assert!(before.get_output().stderr.is_empty());
    for arguments in [&["-h"][..], &["--help"]] {
        let (all, one) = (run(arguments), run(&[&["generate"], arguments].concat()));
        for option in OF_EVERY {
            assert!(all.contains(option) && !one.contains(option), "{arguments:?}: {option}");
        }
    }
    let (_, alone) = failure_with(&["--threads=2"], "");
    assert_eq!(alone, "error: no command is given; gridmill --help lists them");
}

#[test]
fn old_options_name_the_new_ones() {
    for (command, old, new) in [
        ("generate", "--node-budget", "--budget nodes=..."),
        ("generate", "--level-cycle", "--level LEVEL,..."),
        ("generate", "--fill-to", "--board filled=RANGE"),
        ("generate", "--broken", "--board broken"),
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
        ("show", "--dark", "--style dark"),
        ("solve", "--width", "--style width=PIXELS"),
        ("solve", "--font", "--style font=FILE"),
        ("export", "--black", "--style black"),
        ("export", "--large-print", "--style large-print"),
        ("export", "--bleed", "--paper bleed=LENGTH"),
        ("plan", "--cores", "--machines NxCORES"),
        ("benchmark", "--rows", "benchmark DIR --score ANSWERS"),
        ("show", "--index", "show INDEX, or show CORPUS INDEX"),
        ("show", "-i", "show INDEX, or show CORPUS INDEX"),
        ("minimals", "--list", "--print list"),
        ("minimals", "--classes", "--print classes"),
        ("minimals", "--by-givens", "--print by-givens"),
        ("canonical", "--minlex", "--add puzzle_in_canonical_grid"),
        ("canonical", "--bands", "--add bands"),
        ("report", "--duplicates-up-to", "--check duplicates=N"),
    ] {
        let message = gridmill().args([command, old, "1"]).stderr_text(2);
        let expected = format!("error: unexpected argument '{old}' found; it is now {new}");
        assert_eq!(message.trim_end(), expected);
    }
}

#[test]
fn help_states_the_budgets_of_the_library() {
    for (command, used) in [("generate", &Budget::ALL[..]), ("solve", &[Budget::Nodes, Budget::Rating])] {
        let help = run(&[command, "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
        let default = Budgets::DEFAULT.text(|budget| used.contains(&budget));
        assert!(help.contains(&format!("[default: {default}]")), "{command}: {help}");
    }
}
