//! Every dig in one table: what each puzzle must be, checked by the plain solver.

use crate::prelude::*;
use gridmill::{
    board::{Pattern, Symmetry},
    corpus::{JobOptions, OptionValue},
    generate::{DigMode, DigOptions, Generated, GivensMix, Minimality},
};

const CHEQUERS: &str = "x.x..x.xx.x..x.x";
const SPARSE_6X6: &str = "x..x...x..x.x..x...x..x.x..x...x..x.";

/// Each way to dig: options as the command line has them, and puzzles to make.
const TABLE: [(&str, u64); 35] = [
    ("", 10),
    ("--givens 30", 10),
    ("--givens 24 --minimal true", 6),
    ("--givens 26..28 --minimal false", 10),
    ("--box 2x3 --symmetry none --minimal true", 30),
    ("--symmetry rot180", 10),
    ("--symmetry rot90 --givens 32", 5),
    ("--symmetry diagonal --givens 28..30", 5),
    ("--symmetry antidiagonal", 5),
    ("--symmetry horizontal", 5),
    ("--symmetry vertical --box 2x4", 5),
    ("--symmetry full --minimal false --givens 36", 5),
    ("--symmetry rot90 --box 2x3", 20),
    ("--box 2x2 --symmetry rot180 --minimal true", 20),
    ("--dig bottom-up", 5),
    ("--dig bottom-up --givens 28 --minimal false", 5),
    ("--dig bottom-up --box 2x3 --givens 10..11", 20),
    ("--dig walk --givens 21..22", 3),
    ("--dig walk --box 2x3 --givens 8", 10),
    ("--dig controlled-bias --box 2x2", 30),
    ("--dig controlled-bias --box 2x3", 5),
    ("--dig controlled-bias --box 2x4", 2),
    ("--dig weighted", 5),
    ("--dig weighted --box 2x3 --max-puzzles-per-grid 4", 30),
    ("--dig enumerated", 5),
    ("--dig enumerated --box 2x3", 30),
    ("--dig enumerated --box 2x2", 30),
    ("--max-puzzles-per-grid 3 --givens 30", 10),
    ("--mix givens=30:0.2,26..28:0.5,40:0.3 --minimal any", 20),
    ("--dig walk --box 2x3 --mix givens=8:1,9:2", 12),
    ("--dig climb --objective few --givens 20..21", 3),
    ("--dig climb --objective few --box 2x3 --mix givens=8:1,9:2", 12),
    ("--dig climb --objective many --climb-steps 60", 3),
    ("--dig climb --objective guesses --climb-steps 60 --givens 22..25", 3),
    ("--dig climb --objective depth --box 2x4 --climb-steps 20", 3),
];

fn plan(options: &str) -> Plan {
    let mut all = JobOptions::default();
    for option in words(options).chunks(2) {
        let name = option[0].trim_start_matches('-').replace('-', "_");
        all.set(&name, &OptionValue::Text(option[1].to_owned())).unwrap();
    }
    all.plan().unwrap()
}

fn make(plan: &Plan, count: u64) -> Vec<Generated> {
    let tasks = Tasks::new(plan, "42".parse().unwrap(), Some(count)).unwrap();
    let mut generator = Generator::new(plan.clone()).unwrap();
    (0..count).map(|index| generator.make(&tasks.task(index).unwrap()).unwrap()).collect()
}

/// Returns true if the grid without the givens at `cells` still has one solution.
fn unique_without(grid: &Grid, cells: &[Cell], solver: &mut Backtracking) -> bool {
    let mut less = grid.clone();
    for &cell in cells {
        less.set(cell, None);
    }
    solver.count(&less, 2).unwrap().solutions == 1
}

/// Checks that a puzzle is what the plan asks for and what is said of it.
pub(crate) fn check(plan: &Plan, made: &Generated) {
    let grid = made.puzzle.grid();
    let mut solver = Backtracking::new(plan.shape, 10_000_000);
    assert_eq!(solver.solutions(grid).unwrap(), Solutions::Unique(made.solution.clone()));
    assert!(grid.is_within(&made.solution) && grid.givens() == made.givens);

    let given = |orbit: &[Cell]| grid.get(orbit[0]).is_some();
    let DigOptions { mode, givens, givens_mix, symmetry, patterns, .. } = plan.dig.options();
    let orbits = symmetry.orbits(plan.shape);
    for orbit in &orbits {
        assert!(
            orbit.iter().all(|&cell| grid.get(cell).is_some() == given(orbit)),
            "{grid} is not symmetric"
        );
    }
    let minimal = |orbits: Vec<Vec<Cell>>, solver: &mut Backtracking| {
        orbits.iter().filter(|orbit| given(orbit)).all(|orbit| !unique_without(grid, orbit, solver))
    };
    if let Some(claimed) = made.orbit_minimal {
        assert_eq!(minimal(orbits, &mut solver), claimed);
    }
    if let Some(claimed) = made.minimal {
        assert_eq!(minimal(Symmetry::None.orbits(plan.shape), &mut solver), claimed);
    }
    match plan.minimal {
        Minimality::Any => {}
        Minimality::Minimal => assert_eq!(made.minimal, Some(true)),
        Minimality::NotMinimal => assert_eq!(made.minimal, Some(false)),
    }
    let complete = givens == Givens::Minimal && givens_mix.is_none() && patterns.is_empty();
    assert!(!complete || made.orbit_minimal == Some(true));
    assert!(!complete || symmetry != Symmetry::None || made.minimal == Some(true));
    assert!(mode != DigMode::Walk || made.minimal == Some(true));
    if let Givens::Range(fewest, most) = givens {
        assert!((fewest..=most).contains(&made.givens));
    }
    assert_eq!(made.weight.is_some(), mode.facts().weighted);
}

#[test]
#[ignore = "15 s, every dig: bash scripts/long_tests.sh"]
fn long_every_puzzle_of_every_dig_is_what_was_asked_for() {
    for (options, count) in TABLE {
        let plan = plan(options);
        for (index, made) in make(&plan, count).iter().enumerate() {
            println!("{options}: puzzle {index}");
            check(&plan, made);
        }
    }
}

#[test]
#[ignore = "25 s: bash scripts/long_tests.sh"]
fn very_long_digs_made_ahead_change_no_puzzle() {
    for (options, count) in TABLE {
        let (plan, alone) = (plan(options), make(&plan(options), count));
        let tasks = Tasks::new(&plan, "42".parse().unwrap(), Some(count)).unwrap();
        let tasks: Vec<_> = (0..count).map(|index| tasks.task(index).unwrap()).collect();
        let mut generator = Generator::new(plan).unwrap();
        for (batch, expected) in tasks.chunks(7).zip(alone.chunks(7)) {
            generator.dig_ahead(batch);
            // Tasks out of turn, and those that were not announced, are made as well.
            let turns = if batch.len() > 3 { vec![1, 0, 1, 2, 3] } else { (0..batch.len()).collect() };
            for turn in turns {
                assert_eq!(generator.make(&batch[turn]).unwrap(), expected[turn], "{options}");
            }
            generator.dig_ahead(batch);
            for (task, expected) in batch.iter().zip(expected) {
                assert_eq!(generator.make_next(task).unwrap(), *expected, "{options}");
            }
        }
    }
}

#[test]
fn patterns_are_met_exactly_and_taken_in_turn() {
    for (shape, pictures) in [("2x2", vec![CHEQUERS, "xx..x....x.....x"]), ("2x3", vec![SPARSE_6X6])] {
        for minimal in [Minimality::Any, Minimality::NotMinimal] {
            let patterns: Vec<Pattern> = pictures.iter().map(|picture| picture.parse().unwrap()).collect();
            let minimal = if shape == "2x3" { minimal } else { Minimality::Any };
            let (shape, dig) = (shape.parse::<Shape>().unwrap(), Dig::pattern(patterns.clone()).unwrap());
            let plan = Plan::for_shape(shape).with_dig(dig).with_minimal(minimal);
            for (index, made) in make(&plan, 9).iter().enumerate() {
                check(&plan, made);
                let cells = plan.shape.all_cells().filter(|&cell| made.puzzle.grid().get(cell).is_some());
                assert!(cells.eq(patterns[index % patterns.len()].cells()));
            }
        }
    }
}

#[test]
fn quotas_hold_exactly() {
    let options = "--box 2x3 --mix givens=20:0.2,16:0.5,12..13:0.3";
    let (plan, count) = (plan(options), 237);
    let mut met = BTreeMap::<usize, u64>::new();
    let rows = make(&plan, count);
    for made in &rows {
        *met.entry(made.givens.max(13)).or_default() += 1;
    }
    let quotas = "20:0.2,16:0.5,12..13:0.3".parse::<GivensMix>().unwrap().quotas(count);
    assert_eq!(met, BTreeMap::from([(20, quotas[0]), (16, quotas[1]), (13, quotas[2])]));

    let folder = Folder::new();
    let shared = "--count=237 --seed=42 --no-timings --progress=never";
    let run = |more: &str| run(&words(&["generate", shared, options, more].join(" ")));
    let puzzles: Vec<String> = rows.iter().map(|made| made.puzzle.to_string()).collect();
    assert_eq!(column(&run(""), "puzzle"), puzzles);
    let halves = ["1/2", "2/2"].map(|part| run(&format!("--shard-rows 50 --part {part}")));
    assert_eq!(halves.map(|half| column(&half, "puzzle")).concat(), puzzles);
    let out = folder.path().display().to_string();
    run(&format!("--out {out}"));
    assert_eq!(manifest(&folder)["job"]["plan"]["givens_mix"], "20:0.2,16:0.5,12..13:0.3");
}

#[test]
#[ignore = "35 s, every dig at several numbers of threads: bash scripts/long_tests.sh"]
fn very_long_the_same_rows_however_they_are_made() {
    let files = Folder::made();
    let file = files.write("patterns.txt", format!("# two of them\n{CHEQUERS}\n\nxx..x....x.....x\n"));
    let pattern = format!("--box 2x2 --pattern {file}");
    let table = TABLE.iter().map(|&(options, count)| (options, count)).chain([(pattern.as_str(), 6)]);
    for (options, count) in table {
        let count = format!("--count={count}");
        let words: Vec<&str> = options.split_whitespace().chain(["--seed=42", &count]).collect();
        let made =
            |threads: &str| run(&[&["generate", "--no-timings", "--threads", threads], &words[..]].concat());
        let rows = made("1");
        assert_eq!(rows, made("4"), "{options}");
        let puzzles = column(&rows, "puzzle");
        if !options.contains("--pattern") {
            let made = make(&plan(options), puzzles.len() as u64);
            assert!(made.iter().map(|made| made.puzzle.to_string()).eq(puzzles.iter().cloned()), "{options}");
        }
        let last = puzzles.len() - 1;
        let page = run(&[&["show", &last.to_string()], &words[..]].concat());
        assert!(page.contains(&puzzles[last]), "{options}: {page}");
    }
}

/// Names of puzzles for good: this file changes only with the stream version.
#[test]
fn golden_digs() {
    for (name, options) in [
        ("symmetric", "--symmetry rot180"),
        ("bottom_up", "--dig bottom-up"),
        ("walk", "--dig walk --givens 21..22"),
        ("controlled_bias", "--dig controlled-bias --box 2x3"),
        ("controlled_bias_2x4", "--dig controlled-bias --box 2x4"),
        ("weighted", "--dig weighted"),
        ("enumerated", "--dig enumerated"),
        ("enumerated_2x3", "--dig enumerated --box 2x3"),
        ("mix", "--mix givens=30:1,40:2"),
        ("shared_grid", "--max-puzzles-per-grid 2"),
    ] {
        let lines: Vec<String> =
            make(&plan(options).with_fill(Fill::Diagonal), 3).iter().map(promised).collect();
        insta::assert_snapshot!(format!("golden_{name}"), lines.join("\n"));
    }
    let dig = Dig::pattern([SPARSE_6X6.parse().unwrap()]).unwrap();
    let plan = plan("--box 2x3").with_dig(dig).with_fill(Fill::Diagonal);
    let lines: Vec<String> = make(&plan, 3).iter().map(promised).collect();
    insta::assert_snapshot!("golden_pattern", lines.join("\n"));
}

fn promised(made: &Generated) -> String {
    let Generated { puzzle, solution, givens, minimal, orbit_minimal, weight, attempts, .. } = made;
    format!("{puzzle} {solution} {givens} {minimal:?} {orbit_minimal:?} {weight:?} {attempts}")
}

#[test]
fn shared_grids_are_shared_by_that_many_and_no_more() {
    let made = make(&plan("--max-puzzles-per-grid 3 --givens 40"), 9);
    for group in made.chunks(3) {
        assert!(group.iter().all(|made| made.solution == group[0].solution));
        assert!(group[0].puzzle != group[1].puzzle && group[1].puzzle != group[2].puzzle);
    }
    assert!(made[0].solution != made[3].solution && made[3].solution != made[6].solution);
}

#[test]
fn columns_follow_the_plan() {
    let header = |options: &str| {
        let rows = run(&words(&format!("generate --count=2 --box=2x2 --no-timings {options}")));
        rows.lines().next().unwrap().to_owned()
    };
    insta::assert_snapshot!(header("--dig weighted"), @"index,puzzle,solution,givens,minimal,weight,attempts,checks,nodes");
    insta::assert_snapshot!(header("--symmetry rot90"), @"index,puzzle,solution,givens,minimal,orbit_minimal,attempts,checks,nodes");
    insta::assert_snapshot!(header("--dig bottom-up"), @"index,puzzle,solution,givens,minimal,attempts,checks,nodes");
}

/// The closing summary of a weighted dig says what the rows say about all minimal puzzles, whatever the threads; that of
/// any other dig does not.
#[test]
fn summaries_say_what_weights_mean() {
    let run = |options: &str, threads: &str| {
        let folder = Folder::new();
        let fixed = ["generate", "--count=600", "--seed=1", "--box=2x2", "--json", "--threads", threads];
        let out = ["--out", &folder.name()];
        parsed(&run(&[&fixed, &out[..], &words(options)].concat()))["weighted"].clone()
    };
    let printed = run("--dig weighted", "1");
    assert_eq!(printed, run("--dig weighted", "4"));
    let (total, mean) = (&printed["minimal_puzzles"], &printed["mean_givens"]);
    let off = total["estimate"].as_f64().unwrap() / 85_632.0 - 1.0;
    assert!(off.abs() < 5.0 * total["relative_standard_error"].as_f64().unwrap(), "{printed}");
    let off = mean["estimate"].as_f64().unwrap() - 4.717_489;
    assert!(off.abs() < 5.0 * mean["standard_error"].as_f64().unwrap(), "{printed}");
    assert!(mean["effective_rows"].as_f64().unwrap() < 600.0 && printed["shares"]["5"]["estimate"].is_f64());
    assert_eq!(run("--dig weighted --fill diagonal", "2")["minimal_puzzles"], serde_json::Value::Null);
    assert_eq!(run("", "2"), serde_json::Value::Null);

    let said = |options: &str| {
        let line = format!("generate --count=600 --seed=1 --box=2x2 {options}");
        let text = gridmill().args(words(&line)).stderr_text(0);
        let lines = text.lines().filter(|line| line.starts_with("weighted") || line.starts_with("minimal"));
        lines.collect::<Vec<_>>().join(" | ")
    };
    insta::assert_snapshot!(said("--dig weighted"), @"weighted: mean 4.694 ± 0.025 givens (sd 0.479); its effective sample size is 354 | minimal puzzles: 2.907e2 a grid, 8.373e4 in all, ± 5.04 %");
    insta::assert_snapshot!(said("--dig weighted --fill diagonal --max-puzzles-per-grid 2"), @"weighted: mean 4.711 givens (sd 0.471) | minimal puzzles: 3.010e2 a grid");
    insta::assert_snapshot!(said("--dig controlled-bias"), @"weighted: mean 4.719 ± 0.020 givens (sd 0.487); its effective sample size is 590 | minimal puzzles: 3.139e2 a grid, 9.040e4 in all, ± 4.60 %");
    insta::assert_snapshot!(said(""), @"");
}

#[test]
fn a_corpus_of_patterns_says_how_it_was_made() {
    let (files, again) = (Folder::made(), Folder::new());
    let pattern = files.write("pattern.txt", format!("{CHEQUERS}\n"));
    let folder = corpus(&["--count=5", "--seed=1", "--box=2x2", "--no-timings", "--pattern", &pattern]);
    let card = folder.card();
    assert!(card.contains("The givens fill the cells of a pattern"));
    let command = card.lines().find_map(|line| line.strip_prefix("gridmill ")).unwrap();
    let original = folder.file("patterns.txt").to_str().unwrap().to_owned();
    let command = command.replace("corpus/patterns.txt", &original);
    let command = command.replace("--out corpus", &format!("--out {}", again.path().display()));
    run(&words(&command));
    assert_eq!(everything(&folder), everything(&again));
}

#[test]
fn plans_are_read_back() {
    for (options, _) in TABLE {
        let plan = self::plan(options);
        assert_eq!(serde_json::from_str::<Plan>(&serde_json::to_string(&plan).unwrap()).unwrap(), plan);
    }
}

#[test]
fn mistakes_get_one_clear_line() {
    let files = Folder::made();
    let file = |name: &str, text: &str| files.write(name, text);
    let [good, bad, short, few] = [
        file("good", CHEQUERS),
        file("bad", "# a comment\nx.y."),
        file("short", "x.x"),
        file("few", "x..............."),
    ];
    let empty = file("empty", "# nothing\n");
    let sparse = file("sparse", &("x".repeat(17) + &".".repeat(64)));
    let none = files.named("none");
    let absent = no_such_file();
    let table = format!(
        r#"
        --dig dug
        invalid value 'dug' for '--dig <DIG>' [possible values: top-down, bottom-up, walk, pattern, controlled-bias, weighted, enumerated, climb]
        --symmetry round
        invalid value 'round' for '--symmetry <SYMMETRY>' [possible values: none, rot180, rot90, diagonal, antidiagonal, horizontal, vertical, full]
        --minimal maybe
        invalid value 'maybe' for '--minimal <MINIMAL>' [possible values: any, true, false]
        --symmetry full --dig walk --givens 20
        symmetry full needs dig top-down; dig walk knows none
        --symmetry vertical --box 2x4 --givens 31
        no 2x4 puzzle of symmetry vertical has 31 givens: its orbits do not add up to that
        --dig walk
        dig walk needs a number of givens to walk to, such as --givens 19..21
        --dig pattern
        dig pattern needs a pattern: give --pattern FILE
        --dig walk --givens 20 --pattern {good}
        a pattern needs dig pattern, and this is dig walk
        --box 2x2 --givens 8 --pattern {good}
        dig pattern takes its givens from the pattern; leave --givens out
        --pattern {bad}
        {bad} line 2 column 3: 'y' is no mark of a pattern; write x for a given and . for an empty cell
        --pattern {short}
        pattern 1: 3 marks where a 3x3 grid has 81 cells
        --box 2x2 --pattern {few}
        pattern 1: 1 givens where a 2x2 puzzle has 4 or more
        --pattern {empty}
        {empty} holds no pattern; write one a line, or draw it
        --pattern {none}
        reading {none}: {absent}
        --pattern {sparse} --seed 1 --attempts 20
        pattern 1: rows 4 and 5 have no given and are in one band, so every solution has a second one, with these rows exchanged
        --dig weighted --givens 24
        dig weighted gives minimal puzzles as they come, whose weights are known; leave --givens out
        --dig enumerated --givens 24
        dig enumerated gives minimal puzzles as they come, whose weights are known; leave --givens out
        --dig enumerated --symmetry rot180
        symmetry rot180 needs dig top-down; dig enumerated knows none
        --dig enumerated --minimal false
        minimal false cannot be met: dig enumerated gives minimal puzzles only
        --dig enumerated --box 2x4
        dig enumerated knows the shapes 2x2, 2x3, 3x2 and 3x3 only, not 2x4
        --dig enumerated --max-puzzles-per-grid 2
        max puzzles per grid 2 cannot be met: dig enumerated takes a new grid each time
        --dig controlled-bias --attempts 3 --seed 1
        puzzle 0: no minimal puzzle in 3 attempts; allow more attempts or more givens
        --dig controlled-bias --max-puzzles-per-grid 2
        max puzzles per grid 2 cannot be met: dig controlled-bias takes a new grid each time
        --max-puzzles-per-grid 0
        max puzzles per grid 0 leaves nothing to try; give 1 or more
        --minimal false
        minimal false needs a number of givens: without, digging goes on until none can go
        --minimal false --dig walk --givens 20
        minimal false cannot be met: dig walk gives minimal puzzles only
        --minimal true --givens 45 --attempts 2 --seed 1
        puzzle 0: no minimal puzzle with 45 givens in 2 attempts; allow more attempts or more givens
        --mix givens=30:0.5,26
        invalid value 'givens=30:0.5,26' for '--mix <NAME=TARGET:SHARE,...>': "26" has no share; give givens and their shares, such as 30:0.2,26:0.5,22:0.3 (shares above 0, with at most 9 decimals: whole numbers in proportion, or fractions that add up to 1)
        --mix givens=30:1,9:1
        givens 9 cannot be met: a 3x3 puzzle has from 17 to 81
        --givens 30 --mix givens=30:1
        --mix givens=... and --givens exclude each other; give one
        "#
    );
    let lines: Vec<&str> = table.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for entry in lines.chunks(2) {
        let (options, message) = (entry[0], entry[1]);
        let line = format!("generate --count=9 --progress=never {options}");
        let (_, said) = failure_with(&words(&line), "");
        assert_eq!(said.lines().last(), Some(&format!("error: {message}")[..]), "{options}");
        assert!(said.lines().filter(|line| !line.starts_with("seed: ")).count() == 1, "{said}");
    }
    let show = |more: &[&str]| refusal(&[&["show", "--seed=1", "--mix=givens=30:1"], more].concat(), 2);
    insta::assert_snapshot!(show(&["1"]), @"error: --count is missing: which puzzle has which target of --mix depends on the size of the corpus; without one, give --mix-block 1000");
    insta::assert_snapshot!(show(&["9", "--count=9"]), @"error: index 9 is beyond the corpus: 9 puzzles have indices 0 to 8");
}

#[test]
fn symmetries_hold_in_every_shape() {
    for symmetry in Symmetry::ALL {
        for shape in ["2x2", "2x3", "3x2"] {
            let shape: Shape = shape.parse().unwrap();
            let plan = Plan::for_shape(shape).with_dig(Dig::symmetric(symmetry));
            for made in make(&plan, 5) {
                check(&plan, &made);
            }
        }
    }
}

#[test]
fn targets_out_of_reach_are_refused_at_once() {
    let start = std::time::Instant::now();
    let refused = |args: &[&str]| refusal(&[&["generate", "--count=10", "--seed=1"], args].concat(), 2);
    let said = refused(&["--box=4x4", "--givens=30"]);
    insta::assert_snapshot!(said, @"error: givens 30 are out of reach: of 16x16 puzzles (4x4 boxes), those with 75 to 256 can be made; a 4x4 grid has 2x2 boxes");
    for args in [
        &["--box=4x4", "--givens=20..74"][..],
        &["--box=4x4", "--mix=givens=100:0.5,30:0.5"],
        &["--box=4x4", "--dig=walk", "--givens=60"],
        &["--box=3x4", "--givens=20"],
        &["--box=4x3", "--givens=34"],
        &["--box=5x5", "--givens=150"],
        &["--box=4x5", "--givens=100"],
        &["--box=2x5", "--givens=21"],
    ] {
        assert!(refused(args).contains("can be made"), "{args:?}");
    }
    assert!(refused(&["--givens=16"]).contains("cannot be met"));
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "each is refused before anything is dug");
    for args in [
        &["--box=2x5", "--givens=30"][..],
        &["--box=3x4", "--givens=45..50"],
        &["--box=4x4", "--givens=90..100"],
    ] {
        run(&[&["generate", "--count=3", "--seed=1"], args].concat());
    }
}

#[test]
#[ignore = "10 s: bash scripts/long_tests.sh"]
fn very_long_rejected_attempts_are_reported() {
    let line = "generate --count=1 --seed=1 --givens=17 --attempts=300000 --progress=always -j1";
    let said = gridmill().args(words(line)).stderr_text(1);
    let printed = said.lines().find(|line| line.contains("no matching puzzle yet in")).unwrap();
    assert!(printed.contains(" attempts, the best with "), "{printed}");
    for (args, advice) in [
        (&["--rulebook=hodoku", "--level=extreme", "--givens=46"][..], "fewer givens: easier"),
        (&["--er=1.0..1.2"], "more givens: harder"),
    ] {
        let fixed = ["generate", "--count=1", "--seed=1", "--attempts=40", "--progress=never"];
        let said = gridmill().args(fixed).args(args).stderr_text(1);
        let end = format!("allow more attempts or {advice} puzzles came than are required\n");
        assert!(said.ends_with(&end), "{said}");
    }
}
