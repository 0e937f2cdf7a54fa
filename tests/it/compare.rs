//! `gridmill compare` as a process, and the judging of wrong checkers.

use crate::prelude::*;
use gridmill::{
    report::compare::{Checker, Comparison, Outcome, Question, Sampler, Workload},
    solve::{Count, OtherSolution},
};

/// The names of the checkers that know this shape.
fn known(shape: &str) -> Vec<&'static str> {
    let shape = shape.parse().unwrap();
    SolverKind::ALL.into_iter().filter(|c| c.supports(shape)).map(SolverKind::name).collect()
}

/// Returns the output of a command that succeeds.
fn compare(args: &[&str], input: &str) -> String {
    gridmill().arg("compare").args(args).write_stdin(input).stdout_text()
}

#[test]
fn tables_fit_a_terminal() {
    let text = compare(&["-n40", "--seed=1", "--progress=never"], "");
    for workload in Workload::MADE {
        assert!(text.contains(&format!("{}: ", workload.name())), "{text}");
    }
    assert!(text.contains("dig: 3,240 checks in 20 blocks\n"), "{text}");
    // The verdict comes first, then a table of speeds for each workload.
    let names = known("3x3");
    let (last, first) = names.split_last().unwrap();
    let verdict = format!("{} and {last} agree on all 3,360 checks.\n", first.join(", "));
    // The verdict may take two lines.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text).starts_with(words(&verdict).as_str()), "{text}");
    for name in &names {
        assert_eq!(text.matches(&format!("\n{name}  ")).count(), Workload::MADE.len(), "{text}");
    }
    assert!(text.contains("--full adds") && !text.contains("nodes mean"), "{text}");
    let full = compare(&["-n40", "--seed=1", "--progress=never", "--full"], "");
    assert!(words(&full).starts_with(words(&verdict).as_str()) && !full.contains("--full adds"), "{full}");
    for name in &names {
        // Speeds, nodes and verdicts, agreement.
        assert_eq!(full.matches(&format!("\n{name}  ")).count(), 3 * Workload::MADE.len(), "{full}");
    }
    for table in [&text, &full] {
        assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    }
}

#[test]
fn json_says_what_was_asked_and_found() {
    let args =
        words("-n30 --seed=1 --workload=puzzles,dig --checkers=dancing-links,backtracking --format=json");
    let json = parsed(&compare(&args, ""));
    assert_eq!(json["schema"], 2);
    assert_eq!((&json["box"], &json["limit"], &json["puzzles"]), (&"3x3".into(), &2.into(), &30.into()));
    let outcomes = json["outcomes"].as_array().unwrap();
    let [dig, puzzles] = outcomes.as_slice() else { panic!("{outcomes:?}") };
    assert_eq!((&dig["workload"], &dig["checks"]), (&"dig".into(), &(30 * 81).into()));
    assert_eq!(
        puzzles["checkers"][1]["verdicts"],
        serde_json::json!({"none": 0, "unique": 30, "multiple": 0, "undecided": 0})
    );
    assert_eq!(puzzles["agreed"], serde_json::json!([[30, 30], [30, 30]]));
    assert_eq!(puzzles["offences"], 0);
    for standing in dig["checkers"].as_array().unwrap() {
        let latency = &standing["latency_ns"];
        // 2,430 checks are enough for the 99th percentile, but not for the next.
        assert!(latency["p50"].as_u64().unwrap() <= latency["p99"].as_u64().unwrap());
        assert!(latency["p99.9"].is_null(), "{latency}");
        let curve = standing["curve"].as_array().unwrap();
        assert!(curve.is_sorted_by(
            |a, b| a["percent"].as_f64() < b["percent"].as_f64() && a["ns"].as_u64() <= b["ns"].as_u64()
        ));
        // The curve ends with the last percentile that ten times lie beyond.
        let last = &curve[curve.len() - 1];
        assert!(last["ns"].as_u64().unwrap() <= latency["max"].as_u64().unwrap(), "{last}");
        let beyond = (30.0 * 81.0) * (1.0 - last["percent"].as_f64().unwrap() / 100.0);
        assert!((10.0..30.0).contains(&beyond), "{last}");
        assert!(standing["checks_per_second"].as_f64().unwrap() > 0.0);
        let verdicts = &standing["verdicts"];
        assert_eq!(verdicts["yes"].as_u64().unwrap() + verdicts["no"].as_u64().unwrap(), 30 * 81);
    }
    assert_eq!(dig["checkers"][0]["name"], "dancing-links");
    assert_eq!(dig["checkers"][0]["relative"], serde_json::json!({"q1": 1.0, "median": 1.0, "q3": 1.0}));
}

/// The command in a report asks the same questions again: all but the times is the same.
#[test]
fn reports_name_the_command_that_makes_them() {
    let first = parsed(&compare(&["-n10", "--box=2x3", "--format=json", "--progress=never"], ""));
    let command = first["command"].as_str().unwrap();
    let words: Vec<&str> = command.strip_prefix("gridmill compare ").unwrap().split(' ').collect();
    let second = parsed(&compare(&words, ""));
    assert_eq!(second["command"], command);
    for (one, other) in
        first["outcomes"].as_array().unwrap().iter().zip(second["outcomes"].as_array().unwrap())
    {
        for field in ["nodes_mean", "nodes_max", "verdicts"] {
            assert_eq!(one["checkers"][0][field], other["checkers"][0][field], "{field}");
        }
    }
}

#[test]
fn csv_has_a_row_for_each_workload_and_checker() {
    let text = compare(&["-n10", "--seed=1", "--box=2x2", "--format=csv"], "");
    insta::assert_snapshot!(text.lines().next().unwrap(), @"schema,workload,checker,checks,checks_per_second,relative_q1,relative_median,relative_q3,p50_ns,p90_ns,p99_ns,p99_9_ns,max_ns,nodes_mean,nodes_max,none,unique,multiple,no,yes,undecided,offences,startup_ns");
    let column = |name| crate::common::column(&text, name);
    let names = known("2x2");
    assert_eq!(column("checker"), names.repeat(4));
    assert_eq!(
        column("workload").chunks(names.len()).map(|c| c[0].clone()).collect::<Vec<_>>(),
        Workload::MADE.map(Workload::name)
    );
    assert_eq!((column("unique")[0].as_str(), column("no")[names.len()].as_str()), ("", ""));
    assert_eq!(column("unique")[names.len()], "10");
}

#[test]
fn pages_go_to_files() {
    let folder = Folder::made();
    let page = folder.file("page.md");
    let html = folder.named("page.html");
    fs::write(&page, "something longer than nothing, of before".repeat(1000)).unwrap();
    let page_text = page.display().to_string();
    compare(
        &[
            &["-n20", "--seed=1", "--checkers=backtracking,dancing-links,dancing-links", "--out", &page_text]
                [..],
            &["--out", &html, "--overwrite"],
        ]
        .concat(),
        "",
    );
    let html = fs::read_to_string(html).unwrap();
    crate::common::html::assert_well_formed(&html);
    // The speeds, and rates and times of each of four kinds of questions.
    assert_eq!(
        (html.matches("<figure").count(), html.matches("<details class=\"numbers\">").count()),
        (9, 9)
    );
    assert!(!html.contains("NaN") && html.contains("<td>dancing-links-2</td>"));
    let text = fs::read_to_string(page).unwrap();
    let first = text.lines().next().unwrap();
    let expected = "<!-- gridmill compare --count 20 --seed 1 --workload dig,puzzles,broken,empty --checkers \
                    backtracking,dancing-links,dancing-links --box 3x3 --limit 2 --budget nodes=10000000 --out";
    assert!(first.starts_with(expected) && first.ends_with(" -->"), "{first}");
    assert!(text.contains("| dancing-links-2 |") && !text.contains("of before"), "{text}");
}

#[test]
fn a_report_goes_where_out_says_in_the_form_of_its_name() {
    let files = Folder::made();
    let made = ["-n2", "--seed=1", "--box=2x2", "--workload=puzzles"];
    let (json, csv, any) = (files.named("a.JSON"), files.named("a.csv"), files.named("any"));
    assert_eq!(compare(&[&made[..], &["--out", &json, "--out", &csv]].concat(), ""), "");
    let figures: serde_json::Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    assert_eq!(figures["outcomes"][0]["workload"], "puzzles");
    assert_eq!(fs::read_to_string(csv).unwrap().lines().count(), 1 + known("2x2").len());
    let tables = compare(&[&made[..], &["--out=-", "--out", &files.named("b.txt")]].concat(), "");
    assert_eq!(files.text("b.txt"), tables);
    assert!(tables.contains("agree on all"), "{tables}");
    compare(&[&made[..], &["--out", &any, "--format=md"]].concat(), "");
    assert!(fs::read_to_string(&any).unwrap().starts_with("<!-- gridmill compare "));
    assert!(compare(&[&made[..], &["--format=html"]].concat(), "").contains("<html"));
    let refused = |more: &[&str]| failure_with(&[&["compare"], &made[..], more].concat(), "");
    assert_eq!(
        refused(&["--out=-", "--out=-"]),
        (2, "error: standard output holds one report; give --out - once".to_owned())
    );
    let (code, said) = refused(&["--out", &files.named("c")]);
    assert!(
        code == 2 && said.ends_with("must end in .txt, .html, .md, .json or .csv, or --format say its form"),
        "{said}"
    );
}

#[test]
fn files_of_every_kind_are_compared() {
    let folder = Folder::made();
    let out = folder.named("corpus");
    gridmill().args(["generate", "-n50", "--seed=1", "--out", &out]).assert().success();
    let parquet = format!("{out}/data/part-00000-of-00001.parquet");
    let text = folder.write("puzzles.txt", format!("# one\n{PUZZLE} rest\n\n"));
    let checks = |args: &[&str], input: &str| {
        let json = parsed(&compare(&[args, &["--format=json"]].concat(), input));
        assert_eq!(json["outcomes"][0]["workload"], "files");
        json["outcomes"][0]["checks"].as_u64().unwrap()
    };
    assert_eq!(checks(&[&parquet, &text], ""), 51);
    assert_eq!(checks(&[&parquet, "--count=7"], ""), 7);
    assert_eq!(checks(&["-"], &format!("{PUZZLE}\n{PUZZLE}\n")), 2);
    assert_eq!(checks(&["-"], &format!("id,puzzle\n1,{PUZZLE}\n")), 1);
    assert_eq!(checks(&["-", "--box=2x2"], "1...............\n1234341221434321"), 2);
}

/// The first grid that is not a puzzle is reported with its reason; none is left out.
#[test]
fn grids_are_counted_by_their_solutions() {
    let printed = |grids: &[&str]| {
        let arguments = ["compare", "-", "--box=2x2", "--checkers=backtracking,dancing-links"];
        let printed = gridmill().args(arguments).write_stdin(grids.join("\n")).stderr_text(0);
        printed.lines().filter(|line| !line.contains("puzzles, ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, several, none) = ("1234341221434321", "12..............", "11..............");
    assert_eq!(printed(&[one]), ["1 grid: 1 with one solution"]);
    let all = [
        "3 grids: 1 with one solution, 1 with several, 1 without a solution",
        "-: line 2, column 1: several solutions; two differ in ",
    ];
    let found = printed(&[one, several, none]);
    assert!(found.len() == 2 && found[0] == all[0] && found[1].starts_with(all[1]), "{found:?}");
    let contradiction = "-: line 1, column 1: contradiction: 1 twice in row 1, at r1c1 and r1c2; 1 twice in box 1, at r1c1 and r1c2";
    assert_eq!(printed(&[none, one])[1], contradiction);
}

#[test]
fn bad_lines_are_reported_or_counted() {
    let input = format!("{PUZZLE}\n{}\n", PUZZLE.replacen('7', "w", 1));
    let (code, said) = failure_with(&["compare", "-"], &input);
    assert_eq!(code, 1);
    insta::assert_snapshot!(said, @"error: -: line 2, column 5: 'w' is no cell of a 3x3 grid; allowed are 1-9 and . 0 _ * - ? x for empty");
    let (_, said) = failure_with(&["compare", "-"], &format!("puzzle\n{PUZZLE}\n{}\n", &PUZZLE[1..]));
    insta::assert_snapshot!(said, @"error: -: line 3, column 81: 80 cells where a 3x3 grid has 81");

    let text = compare(&["-", "--invalid=skip"], &input);
    assert!(text.contains("1 line was no puzzle and was skipped.\n"), "{text}");
    let (code, said) = failure_with(&["compare", "-", "--invalid=skip"], "nothing\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(said, @"error: -: there is no puzzle here; lines that are none: 1");
}

#[test]
fn mistakes_get_one_clear_line() {
    let there_are = |shape: &str| {
        let more = if shape == "3x3" { ", technique" } else { "" };
        format!("for {shape} there are {}{more}", known(shape).join(", "))
    };
    let table: [(&[&str], i32, String); 8] = [
        (&["--checkers=magic"], 2, format!("error: no checker is called \"magic\"; {}", there_are("3x3"))),
        (&["--checkers=dancing-links,", "--box=2x2"], 2, format!("error: no checker is called \"\"; {}", there_are("2x2"))),
        (&["-n0"], 2, "error: count 0 compares nothing; give 1 or more".into()),
        (&["--limit=1"], 2, "error: limit 1 does not tell one solution from several; give 2 or more".into()),
        (
            &["--workload=files"],
            2,
            "error: invalid value 'files' for '--workload <A,B>' [possible values: dig, puzzles, broken, empty]".into(),
        ),
        (
            &["-", "--seed=1"],
            2,
            "error: the argument '[FILE]...' cannot be used with '--seed <SEED>'".into(),
        ),
        (&["/dev/null/x"], 1, "error: opening /dev/null/x: Not a directory (os error 20)".into()),
        (
            &["-n1", "--seed=1", "--out=/dev/null/x.md"],
            1,
            "error: creating /dev/null/x.md: Not a directory (os error 20)".into(),
        ),
    ];
    for (args, code, message) in table {
        // Windows has no devices in folders.
        if cfg!(unix) || !message.contains("/dev/null") {
            assert_eq!(failure_with(&[&["compare"][..], args].concat(), ""), (code, message), "{args:?}");
        }
    }
}

#[test]
fn checkers_may_give_up() {
    let json =
        parsed(&compare(&["-", "--budget=nodes=3", "--format=json"], &format!("{}\n", ".".repeat(81))));
    let outcome = &json["outcomes"][0];
    assert_eq!((&outcome["offences"], &outcome["answered"][0][1]), (&0.into(), &0.into()));
    assert_eq!(outcome["checkers"][0]["verdicts"]["undecided"], 1);
}

/// Error of a checker.
#[derive(Debug, Clone, Copy)]
enum Lie {
    /// Misses that there are several solutions, and that one differs.
    Count,
    /// Shows a solution of another puzzle.
    Solution,
}

#[derive(Debug)]
struct Liar {
    honest: Backtracking,
    lie: Lie,
}

impl Solver for Liar {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        let count = self.honest.count(grid, limit)?;
        let solutions = if matches!(self.lie, Lie::Count) { count.solutions.min(1) } else { count.solutions };
        Ok(Count { solutions, ..count })
    }

    fn first_solution(&self) -> Option<Solution> {
        let other = Grid::parse("2x2".parse().unwrap(), "1234341221434321").unwrap();
        match self.lie {
            Lie::Count => self.honest.first_solution(),
            Lie::Solution => self.honest.first_solution().and(Solution::new(&other).ok()),
        }
    }
}

impl Remover for Liar {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        let differs = self.honest.has_other_solution(grid, cell, known)?;
        Ok(OtherSolution { found: differs.found && !matches!(self.lie, Lie::Count), ..differs })
    }
}

/// Forty samples through an honest checker and a liar.
fn race_a_liar(lie: Lie, workload: Workload) -> Outcome {
    let shape: Shape = "2x2".parse().unwrap();
    let honest = || Backtracking::new(shape, 10_000);
    let mut contestants = [
        Checker::new("honest", Box::new(honest())),
        Checker::new("liar", Box::new(Liar { honest: honest(), lie })),
    ];
    let mut comparison = Comparison::new(workload, &contestants, 2);
    let mut sampler = Sampler::new(shape, "liars".parse().unwrap(), 10_000);
    for index in 0..40 {
        let questions: Vec<Question> = sampler.sample(index).unwrap().questions(workload).collect();
        comparison.block(&mut contestants, &questions).unwrap();
    }
    comparison.finish().unwrap()
}

#[test]
fn wrong_counts_are_found_and_ten_are_kept() {
    let outcome = race_a_liar(Lie::Count, Workload::Broken);
    assert_eq!((outcome.checks, outcome.offences, outcome.first_offences.len()), (40, 40, 10));
    assert_eq!((outcome.agreed[0][0], outcome.agreed[0][1], outcome.answered[0][1]), (40, 0, 40));
    let [(honest, several), (liar, one)] = &outcome.first_offences[9].said[..] else { panic!() };
    assert_eq!([honest, several, liar, one], ["honest", "2 solutions", "liar", "1 solution"]);
    assert_eq!(outcome.first_offences[9].number, 10);

    assert_eq!(race_a_liar(Lie::Count, Workload::Puzzles).offences, 0);
    let dig = race_a_liar(Lie::Count, Workload::Dig);
    assert!(dig.offences > 100 && dig.first_offences[0].question.contains("<>"), "{dig:?}");
}

#[test]
fn solutions_that_are_none_are_found_though_counts_agree() {
    let outcome = race_a_liar(Lie::Solution, Workload::Puzzles);
    assert_eq!(outcome.agreed[0][1], 40);
    assert!(outcome.offences > 30, "{}", outcome.offences);
    let said = &outcome.first_offences[0].said[1];
    assert_eq!((said.0.as_str(), said.1.as_str()), ("liar", "1234341221434321 does not hold the givens"));
    assert_eq!(race_a_liar(Lie::Solution, Workload::Empty).offences, 0);
}

/// A busy machine changes the times that pass, not the processor time that rates are made of; few checks name no winner, and no
/// percentile rests on fewer than ten values beyond it.
#[test]
#[ignore = "10 s, measures times: bash scripts/long_tests.sh"]
fn long_few_checks_and_busy_machines_are_not_believed() {
    let text = compare(&["--count=50", "--seed=1", "--workload=puzzles"], "");
    assert!(text.contains("Too few checks to tell which is faster: 200 or more of each kind do."), "{text}");
    let json = |count: &str| -> serde_json::Value {
        serde_json::from_str(&compare(
            &["--count", count, "--seed=1", "--workload=puzzles", "--format=json"],
            "",
        ))
        .unwrap()
    };
    let latency = |json: &serde_json::Value| json["outcomes"][0]["checkers"][0]["latency_ns"].clone();
    let few = latency(&json("50"));
    assert!(
        few["p50"].is_u64() && few["p90"].is_null() && few["p99"].is_null() && few["p99.9"].is_null(),
        "{few}"
    );
    let more = latency(&json("1000"));
    assert!(more["p90"].is_u64() && more["p99"].is_u64() && more["p99.9"].is_null(), "{more}");

    // Each core has three other threads to run.
    let busy = std::sync::atomic::AtomicBool::new(true);
    let rate =
        |json: &serde_json::Value| json["outcomes"][0]["checkers"][0]["checks_per_second"].as_f64().unwrap();
    let alone = rate(&json("1000"));
    let threads = 3 * std::thread::available_parallelism().map_or(1, usize::from);
    let loaded = std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while busy.load(std::sync::atomic::Ordering::Relaxed) {
                    std::hint::black_box([0_u64; 64].iter().sum::<u64>());
                }
            });
        }
        let loaded = rate(&json("1000"));
        busy.store(false, std::sync::atomic::Ordering::Relaxed);
        loaded
    });
    // By the time that passes it would be a quarter at most; caches and clock speeds are shared, too.
    assert!(loaded > 0.4 * alone, "{loaded} checks a second of {alone}");
}
