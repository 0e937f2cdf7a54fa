//! Canonical forms of existing puzzles and in corpora, as a process; and their laws over many puzzles and grids, some ten minutes on two cores:
//! `cargo test --release --test it -- --ignored canonical::`. Grids of every kind are those of `crates/board`.

use crate::{common::data, prelude::*};
use gridmill::solve::solve;
use rayon::prelude::*;

/// The puzzle with its rows and columns exchanged, and its digits renamed.
fn turned() -> String {
    let cell = |place: usize| PUZZLE.as_bytes()[place % 9 * 9 + place / 9];
    let renamed = |c: u8| if c == b'.' { '.' } else { char::from(b'1' + (c - b'1' + 4) % 9) };
    (0..81).map(|place| renamed(cell(place))).collect()
}

#[test]
fn forms_follow_the_columns_of_the_input() {
    let text = run_with(&["canonical"], &format!("{PUZZLE}\n{}\n{SOLUTION}\n", turned()));
    let value = |name| column(&text, name);
    assert_eq!(value("puzzle")[0], PUZZLE);
    let canonical = PUZZLE.parse::<Grid>().unwrap().canonical().unwrap();
    let Solutions::Unique(solution) = solve(&PUZZLE.parse().unwrap()) else { panic!("no puzzle") };
    let grid = solution.canonical().unwrap();
    assert_eq!(value("canonical_puzzle")[..2], [canonical.form.to_string(), canonical.form.to_string()]);
    assert_eq!(value("canonical_grid")[..2], [grid.form.to_string(), grid.form.to_string()]);
    assert_eq!(value("class_id")[..2], [canonical.class_id().to_string(), canonical.class_id().to_string()]);
    assert_eq!(value("automorphisms"), ["1", "1", "1"]);
    assert_eq!(value("reason"), ["", "", ""]);
    // A complete grid is its own solution.
    assert_eq!(value("canonical_puzzle")[2], value("canonical_grid")[2]);
}

#[test]
fn rows_that_are_no_puzzle_have_a_reason_and_keep_their_place() {
    let two = PUZZLE.replacen("53..7", ".....", 1).replacen("6..195", "......", 1);
    let repeated = PUZZLE.replacen("53", "55", 1);
    let none = PUZZLE.replacen("53..7", "53.27", 1);
    let input = format!("short\n{two}\n{repeated}\n{none}\n{}\n{PUZZLE}\n", ".".repeat(81));
    let text = run_with(&["canonical"], &input);
    let value = |name| column(&text, name);
    let given = |name| value(name).iter().map(|text| !text.is_empty()).collect::<Vec<_>>();
    assert_eq!(given("canonical_puzzle"), [false, true, false, true, true, true]);
    assert_eq!(given("class_id"), given("canonical_puzzle"));
    assert_eq!(given("canonical_grid"), [false, false, false, false, false, true]);
    assert_eq!(given("reason"), [true, true, true, true, true, false]);
    assert_eq!(value("automorphisms")[4], "3359232");
    let rated = run_with(&["rate", "--no-timings"], &input);
    assert_eq!(value("reason"), column(&rated, "reason"));
    let (_, message) = failure_with(&["canonical", "--invalid=stop"], &input);
    assert!(message.contains("5 cells where a 3x3 grid has 81"), "{message}");
}

#[test]
fn every_format_has_the_same_rows_in_order() {
    let files = Folder::made();
    let rows = "class_id,puzzle,note\n".to_owned()
        + &(0..300)
            .map(|n| format!("{n},{},\"a, b\"\n", if n % 3 == 0 { PUZZLE } else { "bad" }))
            .collect::<String>();
    files.write("in.csv", rows);
    let text = run(&["canonical", &files.named("in.csv"), "--threads=1"]);
    assert_eq!(text, run(&["canonical", &files.named("in.csv"), "--threads=4"]));
    let header = text.lines().next().unwrap();
    let names = "input_class_id,puzzle,note,canonical_puzzle,canonical_grid,automorphisms,class_id,reason";
    assert_eq!(header, names);
    assert_eq!(column(&text, "input_class_id"), (0..300).map(|n| n.to_string()).collect::<Vec<_>>());
    for name in ["out.csv", "out.jsonl", "out.parquet"] {
        let json = run(&["canonical", &files.named("in.csv"), "--out", &files.named(name), "--json"]);
        let totals = parsed(&json);
        assert_eq!(
            [&totals["rows"], &totals["puzzles"], &totals["automorphic"]],
            [&300.into(), &100.into(), &0.into()] as [&serde_json::Value; 3]
        );
        let again = run(&["canonical", &files.named(name)]);
        for column_name in Column::of_forms_with(&[]).map(Column::name) {
            // The input has an `input_class_id` already.
            let prefix = if column_name == "class_id" { "input_input_" } else { "input_" };
            let kept = column(&again, &format!("{prefix}{column_name}"));
            assert_eq!(kept, column(&text, column_name), "{name}");
        }
        let tables = TableInput::with_columns(
            Sources::from(vec![files.named(name).into()]),
            "3x3".parse().unwrap(),
            &GridColumns::default(),
        );
        assert!(tables.is_ok(), "{name}");
    }
    let message =
        gridmill().args(["canonical", "--out", &files.named("out.txt")]).write_stdin(PUZZLE).stderr_text(2);
    assert!(message.contains("a file ends in .parquet, .csv"), "{message}");
}

#[test]
fn options_add_the_puzzle_within_the_canonical_grid_and_numbers_of_bands() {
    let files = Folder::made();
    let rows = ["generate", "-n30", "--seed=within", "--columns=puzzle", "--progress=never", "--out=-"];
    files.write("rows.csv", run(&rows));
    let images = [
        "augment",
        &files.named("rows.csv"),
        "--times=3",
        "--seed=1",
        "--out",
        &files.named("in.csv"),
        "--progress=never",
    ];
    run(&images);
    let forms = |options: &[&str]| run(&[&["canonical", &files.named("in.csv")], options].concat());
    let plain = forms(&[]);
    let text = forms(&["--add=puzzle_in_canonical_grid,bands"]);
    let added = "puzzle_in_canonical_grid,band_1,band_2,band_3,stack_1,stack_2,stack_3,band_1_gangster,band_2_gangster,\
                 band_3_gangster,stack_1_gangster,stack_2_gangster,stack_3_gangster,reason";
    assert_eq!(text.lines().next().unwrap(), plain.lines().next().unwrap().replace("reason", added));
    let value = |name| column(&text, name);
    let added: Vec<&str> = added.split(',').collect();
    for name in names() {
        assert_eq!(value(name), column(&plain, name));
    }
    for name in &added {
        let values = value(name);
        assert!(values.chunks(3).all(|images| images.iter().all(|image| *image == images[0])), "{name}");
    }
    let (within, grids, classes) =
        (value("puzzle_in_canonical_grid"), value("canonical_grid"), value("class_id"));
    assert_eq!(within.iter().collect::<BTreeSet<_>>().len(), classes.iter().collect::<BTreeSet<_>>().len());
    for row in 0..90 {
        let solution = Solution::new(&grids[row].parse().unwrap()).unwrap();
        let puzzle: Grid = within[row].parse().unwrap();
        assert!(puzzle.is_within(&solution));
        assert_eq!(puzzle.canonical().unwrap().form.to_string(), value("canonical_puzzle")[row]);
        let bands = solution.bands().unwrap().chutes();
        assert_eq!(bands[0].form(), grids[row][..27]);
        for ((band, number), gangster) in bands.iter().zip(&added[1..7]).zip(&added[7..13]) {
            assert_eq!(value(number)[row], band.to_string());
            assert_eq!(value(gangster)[row], band.gangster().to_string());
        }
    }

    let known = run(&[
        "canonical",
        &files.named("in.csv"),
        "--add=bands",
        "--out",
        &files.named("out.parquet"),
        "--json",
    ]);
    assert!(known.contains("\"puzzles\": 90"), "{known}");
    let bytes = files.bytes("out.parquet");
    let command = b"gridmill canonical --add bands\"";
    assert!(bytes.windows(command.len()).any(|window| window == command), "the command is in the history");
    let again = run(&["canonical", &files.named("out.parquet"), "--add=bands"]);
    assert_eq!(column(&again, "input_band_1"), value("band_1"));
    // A grid without exactly one solution has a form of its givens alone.
    let none = run_with(&["canonical", "--add=puzzle_in_canonical_grid,bands"], &".".repeat(81));
    assert!(none.lines().last().unwrap().contains(",,,,,,,,,,,,,"), "{none}");
    let message = gridmill().args(["generate", "-n1", "--columns=puzzle,band_1"]).stderr_text(2);
    assert!(message.contains("the command canonical adds it"), "{message}");
}

/// Names of the columns of forms.
fn names() -> impl Iterator<Item = &'static str> {
    Column::of_forms_with(&[]).map(Column::name)
}

/// With other additions, the order of columns stays, and `show` prints the class.
#[test]
fn generated_rows_have_forms_next_to_ratings() {
    let rows = |options: &[&str]| {
        let rated =
            ["generate", "-n1", "--seed=42", "--no-timings", "--rulebook=hodoku", "--add=guesses,path"];
        run(&[&rated[..], options].concat())
    };
    let forms = names().collect::<Vec<_>>().join(",");
    let (plain, text) = (rows(&[]), rows(&["--add=canonical"]));
    assert_eq!(text.lines().next().unwrap(), format!("{},{forms}", plain.lines().next().unwrap()));
    let [class, form] = ["class_id", "canonical_puzzle"].map(|name| column(&text, name).remove(0));
    let shown = run(&["show", "0", "--seed=42", "--add=canonical"]);
    let line = format!("\ncanonical   {class}, 1 automorphism; canonical form {form}\n");
    assert!(shown.contains(&line), "{shown}");
}

#[test]
fn generated_rows_of_other_shapes_have_the_forms_of_the_library() {
    // Large grids take seconds each.
    for (shape, count) in
        [("2x2", 20), ("2x3", 20), ("3x2", 20), ("2x4", 20), ("3x4", sample(4, 20)), ("4x4", sample(2, 20))]
    {
        let (rows, count) = (0..count, format!("-n{count}"));
        let args = ["generate", &count, "--seed=1", "--add=canonical", "--progress=never", "--box", shape];
        let text = run(&args);
        let value = |name| column(&text, name);
        let shape: Shape = shape.parse().unwrap();
        for row in rows {
            let form = |name| Grid::parse(shape, &value(name)[row]).unwrap().canonical().unwrap();
            let (puzzle, grid) = (form("puzzle"), form("solution"));
            assert_eq!(value("canonical_puzzle")[row], puzzle.form.to_string());
            assert_eq!(value("canonical_grid")[row], grid.form.to_string());
            assert_eq!(value("automorphisms")[row], puzzle.automorphisms.to_string());
            assert_eq!(value("class_id")[row], puzzle.class_id().to_string());
        }
    }
}

#[test]
fn existing_rows_of_other_shapes_have_the_same_forms() {
    let count = sample(2, 5);
    let rows = run(&words(&format!("generate -n{count} --seed=1 --box=4x4 --add=canonical --no-timings")));
    let puzzles = column(&rows, "puzzle").join("\n") + "\n1" + &".".repeat(255);
    let found = &run_with(&["canonical", "--box=4x4", "--add=puzzle_in_canonical_grid"], &puzzles);
    for name in ["canonical_puzzle", "canonical_grid", "automorphisms", "class_id"] {
        assert_eq!(column(found, name)[..count], column(&rows, name));
    }
    assert!(column(found, "puzzle_in_canonical_grid")[..count].iter().all(|form| form.len() == 256));
    assert_eq!(column(found, "class_id")[count], "");
    assert_ne!(column(found, "reason")[count], "");
    let (code, message) =
        failure_with(&["canonical", "--progress=never", "--box=4x4", "--add=bands"], &puzzles);
    assert_eq!((code, &message[..]), (2, "error: --add bands is for 9x9 grids, not for 4x4 boxes"));
}

fn solutions(count: usize, seed: u8) -> Vec<Solution> {
    let mut rng = Pcg64::from_seed([seed; 32]);
    let mut filler = Filler::new(Fill::Uniform, Shape::STANDARD, 1_000_000);
    (0..count).map(|_| filler.fill(&mut rng).unwrap()).collect()
}

#[test]
#[ignore = "minutes in release mode: cargo test --release --test it ten_thousand -- --ignored"]
fn ten_thousand_puzzles_and_grids_have_one_form_with_their_images() {
    let puzzles = gridmill::generate(3).take(10_000).map(gridmill::board::Puzzle::into_grid);
    let grids: Vec<Grid> = puzzles.chain(solutions(10_000, 1).iter().map(Grid::from)).collect();
    grids.par_iter().enumerate().for_each(|(number, grid)| {
        let (canonical, mut rng) = (grid.canonical().unwrap(), Pcg64::seed_from_u64(number as u64));
        assert_eq!(canonical.transform.grid(grid), canonical.form, "{grid}");
        for _ in 0..1000 {
            let image = random_transform(&mut rng, Shape::STANDARD).grid(grid);
            let other = image.canonical().unwrap();
            assert_eq!(
                (&other.form, other.automorphisms, other.transform.grid(&image)),
                (&canonical.form, canonical.automorphisms, canonical.form.clone()),
                "{grid} and {image}"
            );
        }
    });
}

/// All puzzles of 17 givens in the collection are inequivalent (G. Royle).
#[test]
fn puzzles_of_17_givens_have_as_many_forms() {
    let [text] = data::read("puzzles_of_17_givens_have_as_many_forms", ["17-clue.txt"]);
    let Some(text) = text else { return };
    let puzzles: Vec<Grid> = text.lines().map(|line| line[..81].parse().unwrap()).collect();
    let forms: BTreeSet<String> = puzzles
        .par_iter()
        .map(|puzzle| puzzle.canonical().unwrap().form.to_string())
        .collect::<Vec<_>>()
        .into_iter()
        .collect();
    assert_eq!((puzzles.len(), forms.len()), (49_158, 49_158));
}

/// Of all grids, classes x group / grids automorphisms on average: 5,472,730,538 x 1,218,998,108,160 / 6,670,903,752,021,072,936,960, which is
/// 1.0000519 (Felgenhauer and Jarvis 2005, Russell and Jarvis 2006). Nearly all automorphic grids have two: of four million grids, some
/// 200 have more than one. Less than 120 or more than 290 come once in a million seeds.
#[test]
#[ignore = "minutes in release mode: cargo test --release --test it automorphic_grids -- --ignored"]
fn automorphic_grids_are_as_frequent_as_known() {
    let mean = 5_472_730_538.0 * 1_218_998_108_160.0 / 6_670_903_752_021_072_936_960.0;
    let automorphic: u32 = (0..40_u8)
        .into_par_iter()
        .map(|seed| {
            let counts = solutions(100_000, 100 + seed).into_iter();
            counts.map(|solution| solution.canonical().unwrap().automorphisms - 1).sum::<u32>()
        })
        .sum();
    let expected = 4e6 * (mean - 1.0);
    assert!((120..=290).contains(&automorphic), "{automorphic} automorphisms, {expected} expected");
}
