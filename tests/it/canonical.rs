//! Canonical forms of existing puzzles and in corpora, as a process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, data_bytes, gridmill, manifest, run_with};
use gridmill::{
    board::{Grid, Shape, Solution},
    corpus::Sources,
    solve::{Solutions, solve},
    tables::{
        read::{GridColumns, TableInput},
        schema::Column,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// Row r1c1 to r9c9, of J. Hsu's singles.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const COMPLETE: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The puzzle with its rows and columns exchanged, and its digits renamed.
fn turned() -> String {
    let cell = |place: usize| PUZZLE.as_bytes()[place % 9 * 9 + place / 9];
    let renamed = |c: u8| if c == b'.' { '.' } else { char::from(b'1' + (c - b'1' + 4) % 9) };
    (0..81).map(|place| renamed(cell(place))).collect()
}

#[test]
fn forms_stand_beside_the_puzzle() {
    let text = run_with(&["canonical", "--progress=never"], &format!("{PUZZLE}\n{}\n{COMPLETE}\n", turned()));
    let value = |name| column(text.as_bytes(), name);
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
    let text = run_with(&["canonical", "--progress=never"], &input);
    let value = |name| column(text.as_bytes(), name);
    let given = |name| value(name).iter().map(|text| !text.is_empty()).collect::<Vec<_>>();
    assert_eq!(given("canonical_puzzle"), [false, true, false, true, true, true]);
    assert_eq!(given("class_id"), given("canonical_puzzle"));
    assert_eq!(given("canonical_grid"), [false, false, false, false, false, true]);
    assert_eq!(given("reason"), [true, true, true, true, true, false]);
    assert_eq!(value("automorphisms")[4], "3359232");
    let rated = run_with(&["rate", "--no-timings", "--progress=never"], &input);
    assert_eq!(value("reason"), column(rated.as_bytes(), "reason"));
    let strict = gridmill().args(["canonical", "--invalid=stop"]).write_stdin(input).assert().failure();
    let message = String::from_utf8_lossy(&strict.get_output().stderr).into_owned();
    assert!(message.contains("5 cells where a 3x3 grid has 81"), "{message}");
}

#[test]
fn every_format_has_the_same_rows_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rows = "class_id,puzzle,note\n".to_owned()
        + &(0..300)
            .map(|n| format!("{n},{},\"a, b\"\n", if n % 3 == 0 { PUZZLE } else { "bad" }))
            .collect::<String>();
    fs::write(path("in.csv"), rows).unwrap();
    let text = run_with(&["canonical", &path("in.csv"), "--progress=never", "--threads=1"], "");
    assert_eq!(text, run_with(&["canonical", &path("in.csv"), "--progress=never", "--threads=4"], ""));
    let header = text.lines().next().unwrap();
    assert_eq!(
        header,
        "input_class_id,puzzle,note,canonical_puzzle,canonical_grid,automorphisms,class_id,reason"
    );
    assert_eq!(
        column(text.as_bytes(), "input_class_id"),
        (0..300).map(|n| n.to_string()).collect::<Vec<_>>()
    );
    for name in ["out.csv", "out.jsonl", "out.parquet"] {
        let json =
            run_with(&["canonical", &path("in.csv"), "--out", &path(name), "--json", "--progress=never"], "");
        let totals: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(
            [&totals["rows"], &totals["puzzles"], &totals["automorphic"]],
            [&300.into(), &100.into(), &0.into()] as [&serde_json::Value; 3]
        );
        let again = run_with(&["canonical", &path(name), "--progress=never"], "");
        for column_name in Column::of_forms().map(Column::name) {
            // The input has an `input_class_id` already.
            let prefix = if column_name == "class_id" { "input_input_" } else { "input_" };
            let kept = column(again.as_bytes(), &format!("{prefix}{column_name}"));
            assert_eq!(kept, column(text.as_bytes(), column_name), "{name}");
        }
        let tables = TableInput::with_columns(
            Sources::from(vec![path(name).into()]),
            "3x3".parse().unwrap(),
            &GridColumns::default(),
        );
        assert!(tables.is_ok(), "{name}");
    }
    let refused =
        gridmill().args(["canonical", "--out", &path("out.txt")]).write_stdin(PUZZLE).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("a file ends in .parquet, .csv"), "{message}");
}

/// The options add columns that all images of a puzzle share, and change no other.
#[test]
fn options_add_the_puzzle_within_the_canonical_grid_and_numbers_of_bands() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rows = ["generate", "-n30", "--seed=within", "--columns=puzzle", "--progress=never", "--out=-"];
    fs::write(path("rows.csv"), run_with(&rows, "")).unwrap();
    let images =
        ["augment", &path("rows.csv"), "--times=3", "--seed=1", "--out", &path("in.csv"), "--progress=never"];
    run_with(&images, "");
    let forms = |options: &[&str]| {
        run_with(&[&["canonical", &path("in.csv"), "--progress=never"], options].concat(), "")
    };
    let plain = forms(&[]);
    assert_eq!(plain, forms(&["--minlex=puzzle"]));
    let text = forms(&["--minlex=solution", "--bands"]);
    let added = "puzzle_in_canonical_grid,band_1,band_2,band_3,stack_1,stack_2,stack_3,band_1_gangster,band_2_gangster,\
                 band_3_gangster,stack_1_gangster,stack_2_gangster,stack_3_gangster,reason";
    assert_eq!(text.lines().next().unwrap(), plain.lines().next().unwrap().replace("reason", added));
    let value = |name| column(text.as_bytes(), name);
    let added: Vec<&str> = added.split(',').collect();
    for name in names() {
        assert_eq!(value(name), column(plain.as_bytes(), name));
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

    let known = run_with(
        &[
            "canonical",
            &path("in.csv"),
            "--bands",
            "--out",
            &path("out.parquet"),
            "--json",
            "--progress=never",
        ],
        "",
    );
    assert!(known.contains("\"puzzles\": 90"), "{known}");
    let bytes = fs::read(path("out.parquet")).unwrap();
    let command = b"gridmill canonical --bands\"";
    assert!(bytes.windows(command.len()).any(|window| window == command), "the command is in the history");
    let again = run_with(&["canonical", &path("out.parquet"), "--bands", "--progress=never"], "");
    assert_eq!(column(again.as_bytes(), "input_band_1"), value("band_1"));
    // A grid without exactly one solution has a form of its givens alone.
    let none = run_with(&["canonical", "--minlex=solution", "--bands", "--progress=never"], &".".repeat(81));
    assert!(none.lines().last().unwrap().contains(",,,,,,,,,,,,,"), "{none}");
    let refused = gridmill().args(["generate", "-n1", "--columns=puzzle,band_1"]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("the command canonical adds it"), "{message}");
}

/// Names of the columns of forms.
fn names() -> impl Iterator<Item = &'static str> {
    Column::of_forms().map(Column::name)
}

fn generate(folder: &Folder, options: &[&str]) {
    let out = folder.path().display().to_string();
    let common =
        ["generate", "--seed=42", "--no-timings", "--add=canonical", "--progress=never", "--out", &out];
    run_with(&[&common[..], options].concat(), "");
}

/// The option adds four columns and changes no other; the values are those of `gridmill canonical`.
#[test]
fn generated_rows_have_the_forms_of_the_command() {
    let plain = ["generate", "-n300", "--seed=42", "--no-timings", "--progress=never"];
    let without = run_with(&plain, "");
    for threads in ["--threads=1", "--threads=3"] {
        let text = run_with(&[&plain[..], &["--add=canonical", threads]].concat(), "");
        let of_input: String =
            text.lines().map(|line| format!("{}\n", line.rsplitn(5, ',').last().unwrap())).collect();
        assert_eq!(of_input, without);
        let beside = run_with(&["canonical", "--progress=never"], &without);
        for name in names() {
            assert_eq!(column(text.as_bytes(), name), column(beside.as_bytes(), name), "{name}");
        }
    }
    // Beside ratings, the other columns stay, too.
    let rated = ["--rulebook=hodoku", "--add=guesses", "--add=path"];
    let header = |options: &[&str]| {
        let text = run_with(&[&plain[..], &rated, options].concat(), "");
        text.lines().next().unwrap().to_owned()
    };
    let forms = names().collect::<Vec<_>>().join(",");
    assert_eq!(header(&["--add=canonical"]), format!("{},{forms}", header(&[])));
}

/// Forms of the other shapes are those of the library.
#[test]
fn generated_rows_of_other_shapes_have_the_forms_of_the_library() {
    for shape in ["2x2", "2x3", "3x2", "2x4"] {
        let args = ["generate", "-n20", "--seed=1", "--add=canonical", "--progress=never", "--box", shape];
        let text = run_with(&args, "");
        let value = |name| column(text.as_bytes(), name);
        let shape: Shape = shape.parse().unwrap();
        for row in 0..20 {
            let form = |name| Grid::parse(shape, &value(name)[row]).unwrap().canonical().unwrap();
            let (puzzle, grid) = (form("puzzle"), form("solution"));
            assert_eq!(value("canonical_puzzle")[row], puzzle.form.to_string());
            assert_eq!(value("canonical_grid")[row], grid.form.to_string());
            assert_eq!(value("automorphisms")[row], puzzle.automorphisms.to_string());
            assert_eq!(value("class_id")[row], puzzle.class_id().to_string());
        }
    }
    for shape in ["3x4", "4x4", "5x5"] {
        let args = ["generate", "-n1", "--seed=1", "--add=canonical", "--progress=never", "--box", shape];
        let refused = gridmill().args(args).assert().code(2);
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        let known = "canonical forms are made for boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3";
        assert_eq!(message, format!("error: {known}, not of {shape}\n"));
        assert!(refused.get_output().stdout.is_empty());
    }
}

/// All formats hold the same forms; what is read has the hash of what was written; reports read it.
#[test]
fn formats_of_corpora_hold_the_same_forms() {
    let mut hashes = BTreeMap::new();
    for format in ["csv", "jsonl", "parquet"] {
        let folder = Folder::new();
        let options = ["--count=120", "--format", format];
        generate(&folder, &options);
        generate(&folder, &[&options[..], &["--resume", "--verify"]].concat());
        hashes.insert(manifest(&folder)["shards"][0]["contents_blake3"].to_string(), format);
        let path = folder.path().display().to_string();
        let again = run_with(&["canonical", &path, "--progress=never"], "");
        for name in names() {
            let (kept, found) = (format!("input_{name}"), column(again.as_bytes(), name));
            assert_eq!(column(again.as_bytes(), &kept), found, "{format}, {name}");
        }
        let page = run_with(&["report", &path, "--format=md", "--progress=never"], "");
        assert!(page.contains("120 Sudoku puzzles"), "{page}");
    }
    assert_eq!(hashes.len(), 1, "{hashes:?}");
}

#[test]
fn parts_and_resumed_runs_with_forms_have_the_same_bytes() {
    let plan = ["--count=600", "--shard-rows=300"];
    let whole = Folder::new();
    generate(&whole, &[&plan[..], &["--threads=1"]].concat());
    let expected = data_bytes(&whole);
    let parts = ["1/2", "2/2"].map(|part| {
        let folder = Folder::new();
        generate(&folder, &[&plan[..], &["--part", part]].concat());
        folder
    });
    let merged = Folder::new();
    let paths: Vec<String> =
        parts.iter().chain([&merged]).map(|folder| folder.path().display().to_string()).collect();
    gridmill().arg("merge").args(&paths[..2]).args(["--out", &paths[2]]).assert().success();
    assert_eq!(data_bytes(&merged), expected);
    fs::remove_file(whole.path().join("data/part-00001-of-00002.parquet")).unwrap();
    generate(&whole, &[&plan[..], &["--resume"]].concat());
    assert_eq!(data_bytes(&whole), expected);
    let refused = gridmill()
        .args(["generate", "--seed=42", "--no-timings", "--resume", "--progress=never"])
        .args(plan)
        .arg("--out")
        .arg(whole.path())
        .assert()
        .code(1);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("add is \"canonical\" there and absent here"), "{message}");
}

/// The manifest, the card and `show` know the option; without it, nothing of it appears.
#[test]
fn the_option_is_in_manifest_card_and_printed_command() {
    let folder = Folder::new();
    generate(&folder, &["--count=20"]);
    let found = manifest(&folder);
    assert_eq!((&found["manifest"], &found["job"]["plan"]["add"]), (&4.into(), &"canonical".into()));
    let card = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(card.contains(" --add canonical --checker bitboard --format parquet "), "{card}");
    assert!(card.contains("| `class_id` | string, nullable |  | name of the class"), "{card}");
    let plain = Folder::new();
    let out = plain.path().display().to_string();
    run_with(&["generate", "--seed=42", "--no-timings", "--count=20", "--progress=never", "--out", &out], "");
    for file in ["manifest.json", "README.md"] {
        let text = fs::read_to_string(plain.path().join(file)).unwrap();
        assert!(!text.contains("canonical") && !text.contains("class_id"), "{file}: {text}");
    }
    let shown = run_with(&["show", "--seed=42", "--index=0", "--add=canonical"], "");
    let text = run_with(&["generate", "-n1", "--seed=42", "--add=canonical", "--progress=never"], "");
    let [class, form] = ["class_id", "canonical_puzzle"].map(|name| column(text.as_bytes(), name).remove(0));
    let line = format!("\nclass       {class}, 1 automorphism; canonical form {form}\n");
    assert!(shown.contains(&line), "{shown}");
}
