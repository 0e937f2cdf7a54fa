//! Grids that can be read in two ways: numbers above 9, digits from 0, wide and tall boxes, candidates that decide. What decides is used;
//! where nothing does, one line says so.

use crate::{common::json_lines as answers, prelude::*};

/// Puzzles with boxes of 3 rows x 2 columns, which have no solution with 2x3 boxes, and their solutions.
const TALL: [[&str; 2]; 3] = [
    [".1...........23..5.......6.21....5.2", "315624652431423165241356564213136542"],
    ["...........4..5.2.5..4...4..1..16..3", "324156152634465321531462643215216543"],
    ["..5..4..2...26.......4.33......4...6", "135624452361264135621453316542543216"],
];
/// A puzzle with one solution in both shapes.
const BOTH: &str = "5.6..2....5......6....2..4.3..13....";

/// The number of a cell as text: `.` for an empty one.
fn number(cell: char) -> String {
    cell.to_digit(36).map_or_else(|| ".".to_owned(), |digit| digit.to_string())
}

fn number_rows(puzzle: &str, side: usize) -> String {
    let numbers: Vec<String> = puzzle.chars().map(number).collect();
    numbers.chunks(side).map(|row| row.join(" ") + "\n").collect()
}

#[test]
fn numbers_above_nine_are_digits_of_large_grids() {
    let folder = Folder::made();
    for (boxes, side, givens) in
        [("2x5", 10, "60"), ("3x4", 12, "90"), ("4x4", 16, "180"), ("5x5", 25, "500")]
    {
        let box_arg = format!("--box={boxes}");
        let words =
            ["generate", "--count=2", "--seed=1", "--minimal=any", "--no-timings", "--progress=never"];
        let made = run(&[&words[..], &[&box_arg, "--givens", givens, "--columns=puzzle,solution"]].concat());
        let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(&made, name));
        let rows: Vec<String> = puzzles.iter().map(|puzzle| number_rows(puzzle, side)).collect();
        let framed = rows[1].replace('\n', " |\n");
        for (name, text) in [
            ("rows.txt", rows.join("\n")),
            ("zeros.txt", rows.join("\n").replace('.', "0")),
            ("title.txt", format!("No 1\n{}No 2\n{framed}", rows[0])),
            ("line.txt", format!("{}\n{}\n", rows[0].replace('\n', " "), rows[1].replace('\n', " "))),
        ] {
            let file = folder.write(name, &text);
            let solved = run(&["solve", &box_arg, "--out=-", "--columns=puzzle,solution", &file]);
            assert_eq!(column(&solved, "solution"), solutions, "{boxes} {name}");
            assert_eq!(column(&solved, "puzzle").join(" ").replace('0', "."), puzzles.join(" "));
            let found = run(&["solve", "--json", &box_arg, &file]);
            let found: Vec<Value> = answers(&found).iter().map(|answer| answer["solution"].clone()).collect();
            assert_eq!(found, solutions, "{boxes} {name}");
        }
        // Without the shape: as an argument, and in a report.
        assert_eq!(answers(&run(&["solve", "--json", &rows[0]]))[0]["solution"], solutions[0].as_str());
        let file = folder.write("report.txt", rows.join("\n"));
        let (code, out, error) = outcome(&["report", &file, "--progress=never"], "");
        assert!(code == 0 && !error.contains("check failed"), "{error}{out}");
        // A number beyond the side is refused with its place.
        let last = format!("{side} ");
        let wrong = rows[0].replacen(&last, &format!("{} ", side + 1), 1);
        if wrong != rows[0] {
            let (code, _, error) =
                outcome(&["solve", &box_arg, "--out=-", &folder.write("wrong.txt", &wrong)], "");
            assert!(
                code == 1 && error.contains(&format!("{} is no cell of a {boxes} grid", side + 1)),
                "{error}"
            );
        }
    }
}

#[test]
fn numbers_are_no_candidates_of_small_grids() {
    let folder = Folder::made();
    let rows = "1 . . . . . . . .\n. 10 . . . . . . .\n".to_owned() + &". . . . . . . . .\n".repeat(7);
    for (name, text) in [("drawn.txt", rows.clone()), ("line.txt", rows.replace('\n', " ") + "\n")] {
        let file = folder.write(name, &text);
        for args in [&["solve"][..], &["rate"], &["generate", "--count=1", "--from"], &["solve", "--out=-"]] {
            let (code, _, error) = outcome(&[args, &[&file[..]]].concat(), "");
            assert!(code == 1, "{args:?} {name}: {error}");
            let (_, out, _) = outcome(&["solve", "--json", &file], "");
            let place = if name == "line.txt" { "column 21" } else { "line 2, column 3" };
            assert!(out.contains("10 is no cell of a 3x3 grid") && out.contains(place), "{name}: {out}");
        }
    }
    let (code, out, _) = outcome(&["solve", "--json", &rows], "");
    assert!(code == 1 && out.contains("10 is no cell of a 3x3 grid"), "{out}");
}

/// Digits from 0 to 8, and hexadecimal ones: a 0 next to another sign for empty loses no given.
#[test]
fn zeros_that_may_be_digits_are_refused() {
    let folder = Folder::made();
    let zero_based = |text: &str| -> String {
        text.chars()
            .map(|c| c.to_digit(10).map_or(c, |digit| char::from_digit(digit - 1, 10).unwrap()))
            .collect()
    };
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.";
    let (from_zero, solution) = (zero_based(&puzzle.replace('9', ".")), zero_based(SOLUTION));
    let printed = "0 occurs with another sign for empty cells, and 9 does not";
    let json = |text: &str| {
        let cell = |c: char| c.to_digit(10).map_or(Value::Null, Value::from);
        serde_json::json!({ "puzzle": text.chars().map(cell).collect::<Vec<_>>() }).to_string() + "\n"
    };
    for (name, text) in [
        ("line.txt", format!("{from_zero}\n")),
        ("rows.txt", from_zero.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect()),
        ("table.csv", format!("puzzle,solution\n{from_zero},{solution}\n")),
        ("list.jsonl", json(&from_zero)),
    ] {
        let file = folder.write(name, text);
        for args in [&["solve"][..], &["rate"], &["solve", "--out=-"]] {
            let (code, out, error) = outcome(&[args, &[&file[..]]].concat(), "");
            assert!(code == 1 && (out.clone() + &error).contains(printed), "{args:?} {name}: {out}{error}");
        }
        let (_, out, error) = outcome(&["report", &file, "--progress=never"], "");
        assert!(error.contains("check failed") || error.contains(printed), "{name}: {error}{out}");
    }
    let (code, out, _) = outcome(&["solve", "--json", &from_zero], "");
    assert!(code == 1 && out.contains(printed), "{out}");
    // The greatest digit shows that digits begin at 1.
    let mixed =
        format!("53007....{}", &"6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    assert_eq!(answers(&run(&["solve", "--json", &mixed]))[0]["solution"], SOLUTION);
    assert_eq!(answers(&run_with(&["solve", "--json", "-"], &json(&mixed)))[0]["solution"], SOLUTION);
    let hexadecimal = format!("0F{}", ".".repeat(254));
    let (code, _, error) = outcome(&["solve", &hexadecimal], "");
    assert!(
        code == 2 && error.contains("0 occurs with another sign for empty cells, and G does not"),
        "{error}"
    );
}

#[test]
fn solutions_or_uniqueness_decide_between_wide_and_tall_boxes() {
    let folder = Folder::made();
    for [puzzle, solution] in TALL {
        let found = answers(&run(&["solve", "--json", puzzle]));
        assert_eq!((&found[0]["solution"], &found[0]["message"]), (&solution.into(), &"one solution".into()));
        // The option rules.
        let (code, out, _) = outcome(&["solve", "--json", "--box=2x3", puzzle], "");
        assert!(code == 1 && out.contains("\"solution\":null"), "{out}");
    }
    let lines = |columns: &[usize]| -> String {
        TALL.iter().map(|row| columns.iter().map(|&n| row[n]).collect::<Vec<_>>().join(",") + "\n").collect()
    };
    let files = [
        folder.write("solutions.csv", format!("puzzle,solution\n{}", lines(&[0, 1]))),
        folder.write("puzzles.txt", lines(&[0])),
        // The puzzle leaves both shapes, the solution does not.
        folder.write("empty.csv", format!("puzzle,solution\n{},{}\n", ".".repeat(36), TALL[0][1])),
    ];
    for file in &files {
        let out = run(&["report", file, "--format=json"]);
        assert!(out.contains("3x2"), "{out}");
        let (_, _, wide) = outcome(&["report", file, "--box=2x3", "--progress=never"], "");
        assert!(wide.contains("check failed"), "{file}: {wide}");
    }
    let (_, _, error) = outcome(&["report", &files[0], "--progress=never"], "");
    assert!(!error.contains("check failed"), "{error}");
    // Nothing decides.
    let (code, out, error) = outcome(&["solve", BOTH], "");
    let printed = "one solution; boxes of 2x3 are assumed, because 3x2 fits as well: box says which";
    assert!(code == 0 && out.contains(printed), "{out}{error}");
    let undecided = folder.write("both.txt", format!("{BOTH}\n"));
    let (code, _, error) = outcome(&["report", &undecided], "");
    assert!(code == 1 && error.contains("36 cells fit boxes of 2x3 and 3x2"), "{error}");
    run(&["report", &undecided, "--box=3x2"]);
    let (code, _, error) = outcome(&["unavoidable", TALL[0][0]], "");
    assert!(code == 0 && !error.contains("assumed"), "{error}");
    let (_, _, error) = outcome(&["unavoidable", BOTH], "");
    assert!(error.contains("boxes of 2x3 are assumed"), "{error}");
}

/// The digit of the solution and the next one in each cell; the first has only its digit.
fn candidates() -> Vec<String> {
    let next = |digit: char| char::from_digit(digit.to_digit(10).unwrap() % 9 + 1, 10).unwrap();
    let mut words: Vec<String> = SOLUTION.chars().map(|digit| format!("{digit}{}", next(digit))).collect();
    words[0].truncate(1);
    words
}

#[test]
fn candidates_that_decide_are_kept_or_refused() {
    let folder = Folder::made();
    let words = candidates();
    let place =
        |word: &String| ('1'..='9').map(|d| if word.contains(d) { d } else { '.' }).collect::<String>();
    let drawn: String = words.chunks(9).map(|row| row.join("  ") + "\n").collect();
    for (name, text) in [
        ("729.txt", words.iter().map(place).collect::<String>() + "\n"),
        ("words.txt", words.join(" ") + "\n"),
        ("drawn.txt", drawn.clone()),
        ("after.txt", format!("A title\n\n{drawn}")),
    ] {
        let file = folder.write(name, &text);
        if name != "after.txt" {
            let found = answers(&run(&["solve", "--json", &file]));
            assert_eq!(found[0]["solution"], SOLUTION, "{name}");
            assert_eq!(found[0]["message"], "within the candidates, one solution", "{name}");
            let page = run(&["solve", &file]);
            page.assert_has(&["within the candidates, one solution", SOLUTION]);
        }
        for args in [&["rate"][..], &["compare"], &["generate", "--count=1", "--from"], &["solve", "--out=-"]]
        {
            let (code, _, error) = outcome(&[args, &[&file[..]]].concat(), "");
            assert!(code == 1 && error.contains("its candidates may decide"), "{args:?} {name}: {error}");
        }
    }
    let found = answers(&run(&["solve", "--json", &words.join(" ")]));
    assert_eq!(found[0]["solution"], SOLUTION);
    let (code, _, error) = outcome(&["unavoidable", &words.join(" ")], "");
    assert!(code == 2 && error.contains("its candidates may decide"), "{error}");
}
