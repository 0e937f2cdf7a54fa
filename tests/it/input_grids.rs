//! Puzzles dug from grids that are given: which grid is whose, and what is refused.

use crate::{common::HARD, prelude::*};
use gridmill::generate::InputGrids;

/// A complete 4x4 grid, a puzzle of another, and a grid with twelve solutions.
const SMALL: [&str; 3] = ["1234341221434321", "12.43...2.4....2", "1234............"];

/// Rows of a run that succeeds.
fn rows(from: &str, options: &str) -> String {
    run(&[&["generate", "--seed=42", "--no-timings", "--from", from], &words(options)[..]].concat())
}

/// The message of a run that fails with `code`.
fn refusal(from: &str, options: &str, code: i32) -> String {
    let fixed = ["generate", "--seed=42", "--progress=never", "--count=5", "--from", from];
    silent_refusal(&[&fixed[..], &words(options)].concat(), code).replace(from, "FILE")
}

#[test]
fn puzzles_take_the_grids_in_turn() {
    let files = Folder::made();
    let from = files.write("small.txt", SMALL.join("\n"));
    let text = rows(&from, "--box 2x2 --count 30");
    let (puzzles, solutions) = (column(&text, "puzzle"), column(&text, "solution"));
    let shape: Shape = "2x2".parse().unwrap();
    let mut solver = Backtracking::new(shape, 100_000);
    for (index, (puzzle, solution)) in puzzles.iter().zip(&solutions).enumerate() {
        let given = Grid::parse(shape, SMALL[index % 3]).unwrap();
        let Solutions::Unique(found) = solver.solutions(&Grid::parse(shape, puzzle).unwrap()).unwrap() else {
            panic!("row {index} is no puzzle");
        };
        assert_eq!(found.to_string(), *solution);
        assert!(given.is_within(&found), "row {index}: {solution} is no completion of {given}");
    }
    let distinct: std::collections::BTreeSet<_> = solutions.iter().skip(2).step_by(3).collect();
    assert!(distinct.len() > 3, "the partial grid is completed again for each puzzle");
    let shared = column(&rows(&from, "--box 2x2 --count 12 --max-puzzles-per-grid 2"), "solution");
    assert!(shared.chunks(2).all(|pair| pair[0] == pair[1]));
    assert_eq!((shared[0].as_str(), &shared[0]), (SMALL[0], &shared[6]));
}

/// Text, CSV and Parquet with the same grids make the same rows; of a table it is the solutions that count.
#[test]
fn the_kind_of_file_does_not_matter() {
    let files = Folder::made();
    let [parquet, csv] =
        ["parquet", "csv"].map(|format| corpus(&["--seed=1", "--count=20", "--format", format]));
    let file = |folder: &Folder, ending: &str| format!("{}/data/part-00000-of-00001.{ending}", folder.name());
    let table = fs::read(file(&csv, "csv")).unwrap();
    let solutions = files.write("solutions", column(&table, "solution").join("\n"));
    let puzzles =
        files.write("puzzles.csv", format!("id,puzzle\n,{}\n", column(&table, "puzzle").join("\n,")));
    let expected = rows(&solutions, "--count 40 --givens 28");
    let dug = column(&expected, "solution");
    assert_eq!(dug[..20], column(&table, "solution"));
    assert_eq!(dug[20..], dug[..20]);
    for path in [file(&csv, "csv"), file(&parquet, "parquet"), puzzles] {
        assert_eq!(rows(&path, "--count 40 --givens 28"), expected, "{path}");
    }
    let piped = words("generate --seed=42 --no-timings --count=40 --givens=28 --from=-");
    assert_eq!(run_with(&piped, &files.text("solutions")), expected);
}

/// Every shape, complete and partial grids, every dig that takes grids: threads do not matter, and `show` and the
/// library make the same rows.
#[test]
#[ignore = "10 s, several numbers of threads: bash scripts/long_tests.sh"]
fn long_the_same_rows_however_they_are_made() {
    let files = Folder::made();
    for (shape, options) in [
        ("2x2", "--dig controlled-bias"),
        ("2x3", "--dig weighted"),
        ("3x2", "--symmetry rot180"),
        ("2x4", "--mix givens=40:1,30:2"),
        ("3x3", ""),
        ("3x3", "--dig walk --givens 22..23"),
        ("3x3", "--max-puzzles-per-grid 3 --givens 30 --minimal false"),
        ("3x4", "--givens 70"),
        ("4x4", "--givens 140"),
        ("5x5", "--givens 420"),
    ] {
        let fixed = ["generate", "--seed=3", "--count=2", "--no-timings", "--box", shape];
        let more = if shape == "5x5" { ["--givens", "420"] } else { ["--fill", "diagonal"] };
        let complete = column(&run(&[&fixed[..], &more].concat()), "solution");
        let half = &complete[1][..complete[1].len() / 2];
        let partial = format!("{half}{}", ".".repeat(complete[1].len() - half.len()));
        let from = files.write("grids", format!("# two\n{}\n{partial} and words\n", complete[0]));
        let options = format!("{options} --box {shape} --count 7");
        let expected = rows(&from, &format!("{options} --threads 1"));
        assert_eq!(expected, rows(&from, &format!("{options} --threads 4")), "{options}");
        let puzzles = column(&expected, "puzzle");
        for index in [5, 6] {
            let show = ["show", &index.to_string(), "--seed=42", "--from", &from];
            let page = run(&[&show[..], &words(&options)].concat());
            assert!(page.contains(&puzzles[index]), "{options}");
        }
    }
}

#[test]
fn the_library_makes_the_rows_of_the_program() {
    let files = Folder::made();
    let from = files.write("small", SMALL.join("\n"));
    let shape: Shape = "2x2".parse().unwrap();
    let given = InputGrids::new("any", SMALL.map(|text| Grid::parse(shape, text).unwrap())).unwrap();
    let plan = Plan::for_shape(shape).with_input_grids(given);
    let tasks = Tasks::new(&plan, "42".parse().unwrap(), None).unwrap();
    let mut generator = Generator::new(plan).unwrap();
    let made = (0..9).map(|index| generator.make(&tasks.task(index).unwrap()).unwrap().puzzle.to_string());
    assert!(made.eq(column(&rows(&from, "--box 2x2 --count 9"), "puzzle")));
    let alone = generator.generate().unwrap();
    assert_eq!(generator.generate_with_seed(alone.seed).unwrap().puzzle, alone.puzzle);
}

/// Names of puzzles for good: this changes only with the stream version.
#[test]
fn golden_given_grids() {
    let files = Folder::made();
    let small = rows(&files.write("small", SMALL.join("\n")), "--box 2x2 --count 6");
    let partial = files.write("partial", format!("123456789{}", ".".repeat(72)));
    let names = ["puzzle", "solution"];
    let lines =
        [small, rows(&partial, "--count 3")].map(|text| names.map(|name| column(&text, name)).concat());
    insta::assert_snapshot!("golden_given_grids", lines.concat().join("\n"));
}

/// The manifest names the grids by their hash; what goes on with the corpus must have the same.
#[test]
fn a_corpus_knows_its_grids_again() {
    let files = Folder::made();
    let text = SMALL.join("\n") + "\n";
    let from = files.write("my grids.txt", &text);
    let options =
        ["--box=2x2", "--seed=42", "--count=40", "--shard-rows=10", "--no-timings", "--progress=never"];
    let make = |out: &Folder, more: &[&str]| {
        outcome(&[&["generate", "--from", &from, "--out", &out.name()], &options[..], more].concat(), "")
    };
    let whole = Folder::new();
    assert_eq!(make(&whole, &[]).0, 0);
    let recorded = manifest(&whole)["job"]["plan"].clone();
    let hash = blake3::hash(text.as_bytes()).to_string();
    assert_eq!(recorded["fill"], "given");
    assert_eq!(recorded["from"], serde_json::json!({"name": "my grids.txt", "blake3": hash, "grids": 3}));
    let card = whole.card();
    assert!(card.contains(&hash) && card.contains(" --from 'my grids.txt' "), "{card}");

    let halves = ["1/2", "2/2"].map(|part| {
        let folder = Folder::new();
        assert_eq!(make(&folder, &["--part", part]).0, 0);
        folder
    });
    assert_eq!(everything(&merged(&halves)), everything(&whole));

    // The same grids in another form are the same corpus; other grids are not.
    files.write("my grids.txt", format!("# a comment\n{}", text.replace('.', "0")));
    assert_eq!(make(&whole, &["--resume"]).0, 0);
    files.write("my grids.txt", text.replace("12.43...2.4....2", "1234341221434321"));
    let (code, _, message) = make(&whole, &["--resume"]);
    let said = "a different corpus is here: from (its grids' BLAKE3) is";
    assert!(code == 1 && message.contains(said), "{message}");
    let (other, out) = (Folder::new(), Folder::new());
    assert_eq!(make(&other, &["--part=2/2"]).0, 0);
    let merge = ["merge", &halves[0].name(), &other.name(), "--out", &out.name()];
    let message = gridmill().args(merge).stderr_text(1);
    assert!(message.contains("this part is of a different corpus"), "{message}");
    let out = &whole.name();
    let args = [&["generate", "--resume", "--out", out], &options[..]].concat();
    assert_failure(&args, r#"fill is "given" there and "uniform" here"#);
}

/// Grids that are no puzzles are dug from, with a word.
#[test]
fn several_solutions_are_reported() {
    let files = Folder::made();
    let printed = |lines: &[&str]| {
        let path = files.write("grids", lines.join("\n"));
        let options = ["generate", "--count=2", "--seed=1", "--box=2x2", "--progress=never", "--from", &path];
        gridmill().args(options).stderr_text(0).replace(&path, "FILE")
    };
    assert_eq!(printed(&[SMALL[0]]), "");
    let open = "12..............";
    assert_eq!(
        printed(&[open]),
        "grids: the grid has several solutions; each puzzle completes it at random\n"
    );
    let two = "grids: 2 of 3 grids have several solutions; each puzzle completes it at random\n";
    assert_eq!(printed(&[open, SMALL[0], open]), two);
}

/// Every mistake gets one line, with the file and the line in it, before anything is written.
#[test]
fn mistakes_get_one_clear_line() {
    let files = Folder::made();
    let small = |name: &str, lines: &[&str]| files.write(name, lines.join("\n"));
    let good = small("good", &SMALL);
    insta::assert_snapshot!(refusal(&small("bad", &[SMALL[0], "12w4............"]), "--box 2x2", 1), @"error: FILE: line 2, column 3: 'w' is no cell of a 2x2 grid; allowed are 1-4 and . 0 _ * - ? x for empty");
    insta::assert_snapshot!(refusal(&small("short", &["# 9x9?", SMALL[0]]), "", 1), @"error: FILE: it looks like puzzles of 16 cells; give --box 2x2 (line 2, column 17: 16 cells where a 3x3 grid has 81)");
    insta::assert_snapshot!(refusal(&small("none", &[SMALL[0], "", "123....4........"]), "--box 2x2", 1), @"error: FILE: line 3, column 1: contradiction: r1c4 sees every digit; no cell of row 1 is left for 4; no cell of box 1 is left for 4");
    insta::assert_snapshot!(refusal(&small("wrong", &["1234341221434322"]), "--box 2x2", 1), @"error: FILE: line 1, column 1: contradiction: 2 twice in row 4, at r4c3 and r4c4; 2 twice in column 4, at r2c4 and r4c4; 2 twice in box 4, at r4c3 and r4c4");
    insta::assert_snapshot!(refusal(&small("table.csv", &["id,puzzle,solution", "1,,", "2,,1234"]), "--box 2x2", 1), @"error: FILE: line 2, column 1: 0 cells where a 2x2 grid has 16");
    insta::assert_snapshot!(refusal(&small("other.csv", &["id,text", "1,2"]), "", 1), @"error: FILE: no column is called solution, answer, solutions, puzzle, question, quizzes, quiz, sudoku or clues; the columns are: id, text; none of them holds a puzzle");
    insta::assert_snapshot!(refusal(&small("empty", &["# nothing"]), "", 2), @"error: FILE holds no grid to dig from");
    let missing = refusal(&files.named("missing"), "", 1);
    assert_eq!(missing, format!("error: opening FILE: {}", no_such_file()));
    insta::assert_snapshot!(refusal(&good, "--box 2x2 --fill uniform", 2), @"error: --from and --fill exclude each other; give one");
    insta::assert_snapshot!(refusal(&good, "--box 2x2 --dig bottom-up", 2), @"error: dig bottom-up begins with an empty grid; leave --from out");
    let pattern = small("pattern", &["x.x..x.xx.x..x.x"]);
    insta::assert_snapshot!(refusal(&good, &format!("--box 2x2 --pattern {pattern}"), 2), @"error: dig pattern changes the digits of its grid; leave --from out");
    let folder = Folder::new();
    let out = format!("--box 2x2 --out {}", folder.path().display());
    refusal(&small("bad", &[SMALL[0], "12w4............"]), &out, 1);
    assert!(!folder.path().exists());
}

#[test]
fn plans_without_their_grids_are_refused() {
    let shape: Shape = "2x2".parse().unwrap();
    let given = InputGrids::new("any", [Grid::parse(shape, SMALL[0]).unwrap()]).unwrap();
    let plan = Plan::for_shape(shape).with_input_grids(given);
    let problem = |plan: Plan| Generator::new(plan).unwrap_err().to_string();
    insta::assert_snapshot!(problem(Plan::for_shape(shape).with_fill(Fill::Given)), @"fill given needs grids to dig from: give `from=FILE`");
    insta::assert_snapshot!(problem(plan.clone().with_fill(Fill::Uniform)), @"given grids take the place of a fill; fill uniform makes its own");
    insta::assert_snapshot!(problem(plan.clone().with_shape(Shape::STANDARD)), @"the given grids are 2x2, and the puzzles are to be 3x3");
    let read: Plan = serde_json::from_str(&serde_json::to_string(&plan).unwrap()).unwrap();
    assert_eq!(read, plan);
    insta::assert_snapshot!(problem(read), @"the grids of any are not at hand: a manifest holds their hash alone; read them from their file");
}

/// A climb takes the puzzles of a table in place of their solutions; what is no puzzle is named with its line.
#[test]
fn climbs_start_at_puzzles() {
    let files = Folder::made();
    let from = files.write("hard.txt", format!("{HARD}\n"));
    let options = "--dig climb --objective guesses --climb-steps 1 --count 1";
    assert_eq!(column(&rows(&from, options), "puzzle"), [HARD]);
    let from = files.write("small.txt", SMALL.join("\n"));
    insta::assert_snapshot!(refusal(&from, "--box 2x2 --dig climb --objective few", 1), @"error: FILE: line 3, column 1: it has more than one solution; a climb starts from puzzles, which have one");
}

/// A run that was interrupted goes on with the same starts, and refuses others.
#[test]
fn a_corpus_of_climbs_is_resumed_with_its_starts_alone() {
    let files = Folder::made();
    let from = files.write("hard.txt", format!("{HARD}\n"));
    let out = files.named("whole");
    let line = "generate --dig climb --objective guesses --climb-steps 20 --count 4 --shard-rows 2 --seed 5 --no-timings";
    let args = |from| [&words(line)[..], &["--out", &out, "--from", from]].concat();
    run(&args(&from));
    run(&[&args(&from)[..], &["--resume"]].concat());
    let exchange = |c| match c {
        '8' => '9',
        '9' => '8',
        other => other,
    };
    let other = files.write("other.txt", format!("{}\n", HARD.chars().map(exchange).collect::<String>()));
    assert_failure(&[&args(&other)[..], &["--resume"]].concat(), "BLAKE3");
}
