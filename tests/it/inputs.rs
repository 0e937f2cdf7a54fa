//! Puzzles as people have them: columns of any name, drawings, formats of other programs, folders.

use crate::{
    common::{OTHER as B, OTHER_SOLUTION as B_SOLVED, SOLUTION as A_SOLVED, names_in},
    prelude::*,
    ways_in::{framed, rows},
};

/// Ratings of the puzzles of an input, as CSV.
fn rate(path: &str, input: &str, options: &[&str]) -> String {
    run_with(&[&["rate", path, "--no-timings"], options].concat(), input)
}

fn report(args: &[&str]) -> Value {
    parsed(&run(&[&["report", "--format=json", "--check=all"], args].concat()))
}

/// Rows that `generate` digs from the grids of an input.
fn dug(path: &str, options: &[&str]) -> String {
    let fixed = ["generate", "--count=4", "--seed=1", "--no-timings", "--progress=never", "--from", path];
    run(&[&fixed, options].concat())
}

#[test]
fn usual_names_of_columns_are_known() {
    let files = Folder::made();
    let expected = dug(&files.write("solved.txt", format!("{A_SOLVED}\n{B_SOLVED}\n")), &[]);
    let pairs = [
        ("puzzle", "solution"),
        ("question", "answer"),
        ("quizzes", "solutions"),
        ("Quiz", "SOLUTION"),
        ("sudoku", "solution"),
        ("clues", "solution"),
    ];
    for (puzzle, solution) in pairs {
        let table =
            format!("source,{puzzle},{solution},rating\nx,{PUZZLE},{A_SOLVED},0\ny,{B},{B_SOLVED},7\n");
        let path = files.write("a.csv", &table);
        let rated = rate(&path, "", &[]);
        assert!(rated.starts_with(&format!("source,{puzzle},{solution},rating,score,level,")), "{rated}");
        assert_eq!(column(&rated, puzzle), [PUZZLE, B]);
        assert_eq!(column(&rated, "reason"), ["", ""]);
        assert_eq!(rate("-", &table, &[]), rated);
        assert_eq!(dug(&path, &[]), expected);
        let corpus = report(&[&path])["corpora"][0].clone();
        assert_eq!(corpus["rows"], 2);
        assert_eq!(names_in(&corpus["columns"]), ["source", "puzzle", "solution", "rating"]);
        // Parquet has the same names.
        let parquet = files.named("rated.parquet");
        run(&["rate", &path, "--out", &parquet, "--overwrite"]);
        assert_eq!(column(&rate(&parquet, "", &[]), puzzle), [PUZZLE, B]);
        assert_eq!(dug(&parquet, &[]), expected);
        assert_eq!(report(&[&parquet])["corpora"][0]["rows"], 2);
    }
}

#[test]
fn of_several_columns_the_first_of_the_documented_order_is_read() {
    let files = Folder::made();
    let table = format!("clues,quiz,puzzle,answer,solution\n30,{A_SOLVED},{B},x,{B_SOLVED}\n");
    let path = files.write("a.csv", table);
    let rated = rate(&path, "", &[]);
    assert_eq!(column(&rated, "reason"), [""]);
    assert_eq!(dug(&path, &[]), dug(&files.write("b.txt", B_SOLVED), &[]));
    assert_eq!(column(&rate(&path, "", &["--column=quiz"]), "reason"), ["nothing to solve"]);
}

#[test]
fn any_other_column_can_be_named() {
    let files = Folder::made();
    let table = format!("id,Grid In,puzzle,Grid Out\n1,{PUZZLE},one,{A_SOLVED}\n2,{B},two,{B_SOLVED}\n");
    let path = files.write("a.csv", &table);
    let rated = rate(&path, "", &["--column=grid in"]);
    assert_eq!(column(&rated, "reason"), ["", ""]);
    assert_eq!(column(&rated, "puzzle"), ["one", "two"]);
    assert_eq!(rate("-", &table, &["--column=grid in"]), rated);
    run(&["compare", &path, "--column=Grid In"]);
    let both = ["--column=Grid In,Grid Out"];
    let metrics = report(&[&[path.as_str()], &both[..]].concat());
    assert!(metrics["command"].as_str().unwrap().ends_with("--column 'Grid In,Grid Out'"));
    let names = names_in(&metrics["corpora"][0]["columns"]);
    assert_eq!(names, ["id", "puzzle", "input_puzzle", "solution"]);
    assert_eq!(dug(&path, &both), dug(&files.write("b.txt", format!("{A_SOLVED}\n{B_SOLVED}\n")), &[]));
    // The puzzles, where only they are named.
    assert_eq!(
        dug(&path, &["--column=Grid In"]),
        dug(&files.write("c.txt", format!("{PUZZLE}\n{B}\n")), &[])
    );
}

#[test]
fn a_column_that_is_not_there_is_one_line() {
    let files = Folder::made();
    let path = files.write("a.csv", format!("id,grid,number\n1,{PUZZLE},5\n"));
    let ending = "a.csv: no column is called puzzle, question, quizzes, quiz, sudoku or clues; the columns are: id, grid, \
                  number; name it with --column";
    assert!(silent_refusal(&["rate", &path, "--progress=never"], 1).ends_with(ending));
    for command in ["rate", "compare", "report"] {
        let line = silent_refusal(&[command, &path, "--column=other", "--progress=never"], 1);
        let ending = "a.csv: no column is called other; the columns are: id, grid, number";
        assert!(line.ends_with(ending), "{line}");
    }
    for (args, columns) in
        [(&["report"][..], "--column=grid,x"), (&["generate", "-n1", "--from"], "--column=,x")]
    {
        let args = [args, &[&path, columns, "--progress=never"]].concat();
        let line = silent_refusal(&args, 1);
        assert!(line.ends_with("no column is called x; the columns are: id, grid, number"), "{line}");
    }
    let line = silent_refusal(&["generate", "-n1", "--column=x", "--progress=never"], 2);
    assert!(line.contains("give --from FILE"), "{line}");
    // PUZZLE column of numbers holds no puzzles.
    let parquet = files.named("a.parquet");
    run(&["rate", &path, "--column=grid", "--out", &parquet]);
    let line = silent_refusal(&["rate", &parquet, "--column=steps", "--progress=never"], 1);
    assert!(
        line.ends_with(
            "a.parquet: the steps column holds whole numbers (16 bits); it must hold text, or lists of cells"
        ),
        "{line}"
    );
    assert!(fs::exists(&parquet).unwrap());
}

fn plain_rows(puzzle: &str) -> Vec<String> {
    rows(puzzle, |c| c.to_string(), "")
}

#[test]
fn grids_over_several_lines_are_read() {
    let files = Folder::made();
    let lines = |puzzle: &str| plain_rows(puzzle).join("\n") + "\n";
    let spaced = |cells: &[char]| cells.iter().map(|c| format!(" {c}")).collect::<String>() + " ";
    let forum = |puzzle: &str| framed(puzzle, "+-------+-------+-------+", spaced);
    let simple = |puzzle: &str| framed(puzzle, "|---+---+---|", |cells| cells.iter().collect());
    let blank_between_bands = |puzzle: &str| {
        plain_rows(puzzle).chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n")
    };
    let open = |puzzle: &str| {
        let text = framed(puzzle, "--------+-------+--------", spaced);
        text.lines()
            .skip(1)
            .take(11)
            .map(|line| line[2..line.len() - 2].to_owned() + "\n")
            .collect::<String>()
    };
    let spaces = |puzzle: &str| simple(&puzzle.replace('.', " ")).replace("---+---+---", "===========");
    let texts = [
        lines(PUZZLE) + &lines(B),
        format!("Grid 01\n{}Grid 02\n{}", lines(&PUZZLE.replace('.', "0")), lines(&B.replace('.', "0"))),
        format!("{}\n\n{}", lines(&PUZZLE.replace('.', "_")), lines(&B.replace('.', "*"))),
        forum(PUZZLE) + "\n" + &forum(B),
        forum(PUZZLE) + &forum(B),
        simple(PUZZLE) + &simple(B),
        format!(
            "{}\n\nAnother one, from a book:\n\n{}\n",
            blank_between_bands(PUZZLE),
            blank_between_bands(B)
        ),
        open(PUZZLE) + "\n" + &open(B),
        spaces(PUZZLE) + "\n" + &spaces(B),
        format!("# two\n\n{}# and\n{B} hard\n", lines(PUZZLE).replace('\n', " # row\n")),
        format!("Puzzle\n{}Puzzle\n{}", lines(PUZZLE), lines(B)),
    ];
    let expected = rate(&files.write("plain", format!("{PUZZLE}\n{B}\n")), "", &[]);
    let made = dug(&files.named("plain"), &[]);
    for text in texts {
        for text in [text.replace('\n', "\r\n"), format!("\u{feff}{text}"), text.trim_end().to_owned(), text]
        {
            let path = files.write("drawn", &text);
            let rated = rate(&path, "", &[]);
            let found: Vec<String> =
                column(&rated, "puzzle").iter().map(|grid| grid.replace(['0', '_', '*'], ".")).collect();
            assert_eq!(found, [PUZZLE, B], "{text}");
            assert_eq!(column(&rated, "score"), column(&expected, "score"), "{text}");
            assert_eq!(rate("-", &text, &["--invalid=stop"]), rated);
            assert_eq!(dug(&path, &[]), made, "{text}");
            assert_eq!(report(&[&path])["corpora"][0]["rows"], 2, "{text}");
        }
    }
}

/// The program reads its own drawings, also side by side, and the lines below them.
#[test]
fn drawings_of_the_program_are_read() {
    let files = Folder::made();
    for (shape, givens) in [("2x2", "8"), ("2x3", "20"), ("3x3", "40"), ("4x4", "200")] {
        let options = ["--seed=5", "--box", shape, "--givens", givens];
        let corpus = run(&[&["generate", "-n1"], &options[..]].concat());
        let page = run(&[&["show", "0"], &options[..]].concat());
        let drawn: String =
            page.lines().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        let path = files.write("drawn", &drawn);
        let grids = report(&["--box", shape, &path])["corpora"][0]["rows"].clone();
        // The puzzle and its solution, where they are too wide to stand side by side.
        assert_eq!(grids, if shape == "4x4" { 2 } else { 1 }, "{drawn}");
        if shape == "3x3" {
            assert_eq!(column(&rate(&path, "", &[]), "puzzle"), column(&corpus, "puzzle"));
        }
    }
}

#[test]
fn a_drawn_grid_that_is_damaged_is_one_line() {
    let files = Folder::made();
    let rows = plain_rows(PUZZLE);
    let lines = |range: std::ops::Range<usize>| rows[range].join("\n") + "\n";
    let strict = |text: &str| {
        let path = files.write("drawn.txt", text);
        let out = files.named("out.csv");
        let line = silent_refusal(&["rate", &path, "--invalid=stop", "--out", &out, "--progress=never"], 1);
        assert!(!fs::exists(&out).unwrap());
        assert_eq!(silent_refusal(&["compare", &path, "--progress=never"], 1), line);
        line.rsplit_once("drawn.txt: ").unwrap().1.to_owned()
    };
    let whole = lines(0..9);
    let cases = [
        // The end of the file, a title, a blank line in the wrong place, a missing blank line.
        (lines(0..6), "line 1, column 1: the grid that begins here has 6 of 9 rows"),
        (
            format!("Grid 1\n{}Grid 2\n{whole}", lines(0..8)),
            "line 2, column 1: the grid that begins here has 8 of 9 rows",
        ),
        (format!("{}\n{whole}", lines(0..8)), "line 1, column 1: the grid that begins here has 8 of 9 rows"),
        (format!("{}\n{whole}", lines(0..6)), "line 1, column 1: the grid that begins here has 6 of 9 rows"),
        (
            format!("{}\n{}", lines(0..3), lines(3..9)),
            "line 1, column 1: the grid that begins here has 6 of 9 rows",
        ),
        (format!("{}{PUZZLE}\n", lines(0..2)), "line 1, column 1: the grid that begins here has 2 of 9 rows"),
        // PUZZLE row that is too short, too long, or holds what is no cell.
        (
            format!("{}{}\n{}", lines(0..3), &rows[3][..8], lines(4..9)),
            "line 4, column 8: 8 cells in a row of a grid that has 9 in each; the grid begins in line 1",
        ),
        (
            format!("{}{}\n{}", lines(0..3), "| 8 . . | . 6 . | . . 3 1 |", lines(4..9)),
            "line 4, column 25: 10 cells in a row of a grid that has 9 in each; the grid begins in line 1",
        ),
        (
            whole.replacen("4..8", "4.w8", 1),
            "line 5, column 3: 'w' is no cell of a 3x3 grid; allowed are 1-9 and . 0 _ * - ? x for empty; the grid begins in line 1",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(strict(&text), expected, "{text}");
    }
    // What follows a damaged grid is read.
    let text = format!("A\n{}B\n{whole}C\n{}", lines(0..8), whole.replacen("4..8", "4.w8", 1)) + &whole;
    let path = files.write("drawn.txt", &text);
    let reasons = column(&rate(&path, "", &[]), "reason");
    assert_eq!((reasons.len(), reasons[1].as_str(), reasons[3].as_str()), (4, "", ""));
    assert!(reasons[0].contains("8 of 9 rows") && reasons[2].starts_with("column 3: 'w'"), "{reasons:?}");
    // Text with a puzzle a line has the messages that it had.
    let path = files.write("lines.txt", format!("{}\n{PUZZLE} # hard\n", &PUZZLE[..9]));
    let line = silent_refusal(&["compare", &path, "--progress=never"], 1);
    assert!(line.ends_with("lines.txt: line 1, column 10: 9 cells where a 3x3 grid has 81"), "{line}");
    let path = files.write("lines.txt", format!("{PUZZLE},1\n{}\n{}\n", &PUZZLE[..9], &PUZZLE[..9]));
    let line = silent_refusal(&["compare", &path, "--progress=never"], 1);
    assert!(line.ends_with("lines.txt: line 2, column 10: 9 cells where a 3x3 grid has 81"), "{line}");
}

#[test]
fn grids_of_other_shapes_are_drawn_too() {
    let files = Folder::made();
    let small = "1...3.......4..1";
    let text = "1.|..\n3.|..\n--+--\n..|..\n4.|.1\n";
    let path = files.write("small.txt", text);
    run(&["compare", &path, "--box=2x2"]);
    assert_eq!(report(&["--box=2x2", &path])["corpora"][0]["rows"], 1);
    let made = |path: &str| dug(path, &["--box=2x2"]);
    assert_eq!(made(&path), made(&files.write("line.txt", small)));
    let line = silent_refusal(&["compare", &path, "--progress=never"], 1);
    assert!(line.ends_with("small.txt: it looks like puzzles of 16 cells; give --box 2x2 (line 1, column 1: 16 cells where a 3x3 grid has 81)"), "{line}");
    // Sixteen characters are a row only where the shape says so.
    let rows = "1234341221434321\n".repeat(16);
    let path = files.write("sixteen.txt", &rows);
    assert_eq!(report(&["--box=2x2", &path])["corpora"][0]["rows"], 16);
    assert_eq!(report(&["--box=4x4", &path])["corpora"][0]["rows"], 1);
}

const SDK: &str = "#PUZZLE Somebody\n#D An example\r\n#L Easy\n[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n\
                   7...2...6\n.6....28.\n...419..5\n....8..79\n[State]\n534678912\n672195348\n198342567\n8...6...3\n4..8.3..1\n\
                   7...2...6\n.6....28.\n...419..5\n....8..79\n[PencilMarks]\n1,2,,3\n";

#[test]
fn files_of_other_programs_are_read() {
    let files = Folder::made();
    let bare = SDK.split("[State]").next().unwrap().replace("[Puzzle]\n", "");
    let empty_state = SDK.replace("[Puzzle]", "[puzzle]").replace("[State]", "[State]\n\n");
    for (name, text) in [("a.sdk", SDK), ("b.SDK", &bare), ("c.txt", SDK), ("d.sdk", &empty_state)] {
        let path = files.write(name, format!("\u{feff}{text}"));
        assert_eq!(column(&rate(&path, "", &["--invalid=stop"]), "puzzle"), [PUZZLE], "{name}");
        assert_eq!(report(&[&path])["corpora"][0]["rows"], 1);
    }
    let short = files.write("short.sdk", SDK.replacen("....8..79\n", "", 1));
    let line = silent_refusal(&["compare", &short, "--progress=never"], 1);
    assert!(
        line.ends_with("short.sdk: line 5, column 1: the grid that begins here has 8 of 9 rows"),
        "{line}"
    );
    let none = files.write("none.sdk", "#PUZZLE Somebody\n[State]\n");
    for command in ["rate", "compare", "report"] {
        let line = silent_refusal(&[command, &none, "--progress=never"], 1);
        assert!(line.ends_with("none.sdk: there is no grid in it"), "{line}");
    }
    let zeros = B.replace('.', "0");
    let collection = files.write("a.sdm", format!("# two\r\n{PUZZLE}\r\n\r\n{zeros}\r\n"));
    assert_eq!(column(&rate(&collection, "", &["--invalid=stop"]), "puzzle"), [PUZZLE, &zeros]);
    let damaged = files.write("b.sdm", format!("{PUZZLE}\n{}\n", &PUZZLE[..80]));
    let line = silent_refusal(&["compare", &damaged, "--progress=never"], 1);
    assert!(line.ends_with("b.sdm: line 2, column 81: 80 cells where a 3x3 grid has 81"), "{line}");
}

#[test]
fn corpus_folders_are_inputs() {
    let files = Folder::made();
    let [corpus, small] = ["corpus", "small"].map(|name| files.named(name));
    let make = ["generate", "-n5", "--seed=3", "--shard-rows=2", "--no-timings", "--progress=never"];
    run(&[&make[..], &["--out", &corpus]].concat());
    let rows = run(&make);
    let expected = column(&rows, "puzzle");
    let text = files.write("b.parquet.txt", B);
    assert_eq!(column(&rate(&corpus, "", &[]), "puzzle"), expected);
    let compared = run(&["compare", &corpus, &text, "--format=json"]);
    assert_eq!(parsed(&compared)["puzzles"], 6);
    let solutions = files.write("solutions", column(&rows, "solution").join("\n"));
    assert_eq!(dug(&corpus, &[]), dug(&solutions, &[]));
    // PUZZLE folder of files without a manifest.
    files.write("small/data/a.csv", format!("quiz\n{PUZZLE}\n"));
    files.write("small/data/b.csv", format!("quiz\n{B}\n"));
    files.write("small/data/notes.txt", "no puzzle");
    assert_eq!(column(&rate(&small, "", &[]), "quiz"), [PUZZLE, B]);
    // Folders that hold nothing, or nothing yet.
    let empty = files.named("empty");
    fs::create_dir(&empty).unwrap();
    let manifest = files.text("corpus/manifest.json");
    let mut manifest = parsed(&manifest);
    (manifest["shards"], manifest["complete"]) = (Value::Array(Vec::new()), false.into());
    let begun = files.named("begun");
    files.write("begun/manifest.json", manifest.to_string());
    for args in [vec!["rate"], vec!["compare"], vec!["generate", "-n1", "--from"]] {
        let line = silent_refusal(&[&args[..], &[&empty, "--progress=never"]].concat(), 1);
        assert!(line.contains("empty: no corpus is here"), "{line}");
        let line = silent_refusal(&[&args[..], &[&begun, "--progress=never"]].concat(), 1);
        assert!(line.contains("begun: the run that makes this corpus has not ended: 0 of its"), "{line}");
    }
    // PUZZLE corpus is neither an output nor replaced by what is dug from it.
    let shard = files.named("corpus/data/part-00000-of-00003.parquet");
    let line = silent_refusal(&["rate", &corpus, "--out", &shard, "--overwrite", "--progress=never"], 2);
    assert!(line.contains("is an input"), "{line}");
    for from in [&corpus, &shard] {
        let line = silent_refusal(&["generate", "-n1", "--from", from, "--out", &corpus, "--overwrite"], 2);
        assert!(line.contains("is an input"), "{line}");
    }
    assert_eq!(column(&rate(&corpus, "", &[]), "puzzle"), expected);
}

/// Forms that people have and that are not read are named, and no row of junk comes out.
#[test]
fn files_without_a_puzzle_are_named() {
    let files = Folder::made();
    let digits = PUZZLE.replace('.', "0");
    for (name, text, said) in [
        (
            "a.html",
            "<!DOCTYPE html>\n<html><body>\n".to_owned(),
            "it looks like HTML; give the puzzles as text",
        ),
        ("a.xlsx", "PK\u{3}\u{4}[Content_Types].xml".to_owned(), "it looks like a spreadsheet"),
        (
            "a.csv",
            "id,puzzle\n1,5.3E+79\n2,3.2E+78\n".to_owned(),
            "it looks like numbers of a spreadsheet, such as 5.3E+79",
        ),
        (
            "b.csv",
            format!("id,puzzle\n1,{}\n", &digits[2..]),
            "it looks like numbers of 81 digits that a spreadsheet has written without their leading zeros",
        ),
        ("s.txt", format!("{}\n", "1..2..".repeat(6)).repeat(2), "give --box 2x3 or --box 3x2"),
        ("junk.txt", "no puzzle\nat all\n".to_owned(), "line 1, column "),
    ] {
        let path = files.write(name, &text);
        for args in [
            &["rate"][..],
            &["canonical"],
            &["export", "--to=jsonl", "--invalid=skip"],
            &["augment", "--times=1", "--invalid=skip"],
            &["dedup", "--invalid=skip"],
            &["compare"],
            &["generate", "--count=1", "--seed=1", "--from"],
            &["report"],
        ] {
            // PUZZLE report finds the size of the grids by itself.
            if args[0] == "report" && name == "s.txt" {
                continue;
            }
            let (code, rows, message) = outcome(&[args, &[&path, "--progress=never"]].concat(), "");
            let is_one_line = message.lines().count() == 1 && message.contains(said);
            assert!(code == 1 && is_one_line, "{args:?}: {message}");
            assert!(rows.lines().count() <= 1, "{args:?}: more than the names of the columns: {rows}");
        }
        let message =
            gridmill().args(["compare", "--invalid=skip", &path, "--progress=never"]).stderr_text(1);
        let said = if name == "junk.txt" { "there is no puzzle here; lines that are none: 2" } else { said };
        assert!(message.contains(said), "{message}");
        if !name.ends_with("csv") {
            let (code, _, line) = outcome(&["rate", "-", "--progress=never"], &text);
            assert!(
                code == 1 && line.contains(if name == "junk.txt" { "line 1, column " } else { said }),
                "{line}"
            );
        }
    }
    // One puzzle is enough for the other rows to be kept with their reasons.
    let path = files.write("one.txt", format!("no puzzle\n{PUZZLE}\n"));
    gridmill().args(["rate", &path]).assert().success();
}
