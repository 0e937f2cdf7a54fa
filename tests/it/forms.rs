//! Puzzles in the forms of other programs: each form with its malformed neighbours, and forms that look alike.

use super::ways_in::grids;
use crate::{common::OTHER as B, prelude::*};
use gridmill::tables::read::{ColumnChoice, FileList, detect, parse_puzzle};

/// `PUZZLE` in links, made by compressors that this project does not have.
const FPUZZLES: &str = "N4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nM4FEA=";
const SUDOKUPAD: &str = "N4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouBM+ZjhI2kSYlLi+EyTMuDSULPi+cLgCWNVYqASSqvL0ytos0oa4Wvy4SqL4eliyWOEq7vTe9P7mwbbhtv6igmzaWbzZ+NpVOZRVvNXllCg13bzdwtoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMLyMO2ZDWSLySO2wjWGLyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUPgAOQAFwAltKADbIAAEAElpQAdSVgZUAewAdohJVwIJKggBXJWQZUAOV1QQAtqKFcqwOaACa6gDW5uVFqtytFAAcgwqAJ4AOmNNFl7tNAA9JXAwIhpXL9QBzSCgA0AMwVspA0pAAAtECAvYgghBc9hsEA===";
const WIKI: &str = "S9B05039d4507b25mbuac06dxch010905b19sdn8209080xch75bk06dx08429r1906dc2r2403045t7708cv03415x0107891z8o02420pax063l066b4i34dk0208cvbf622s040109bdbv051j2i9b9b086u2b0709";

/// The given of each cell, or its candidates: those that the givens leave, and another one where a single is left, which would be a digit.
fn words(puzzle: &str) -> Vec<String> {
    let shape = Shape::STANDARD;
    let grid: Grid = puzzle.parse().unwrap();
    let sees = |a, b| {
        shape.row(a) == shape.row(b) || shape.col(a) == shape.col(b) || shape.box_of(a) == shape.box_of(b)
    };
    let candidates = |cell| {
        let gone: Vec<_> = shape
            .all_cells()
            .filter(|&other| sees(cell, other))
            .filter_map(|other| grid.get(other))
            .collect();
        let left = ('1'..='9').filter(|c| !gone.iter().any(|digit| digit.to_string() == c.to_string()));
        match left.collect::<String>().as_str() {
            "9" => "89".to_owned(),
            single if single.len() == 1 => format!("{single}9"),
            several => several.to_owned(),
        }
    };
    shape
        .all_cells()
        .map(|cell| grid.get(cell).map_or_else(|| candidates(cell), |digit| digit.to_string()))
        .collect()
}

/// The frame of HoDoKu around candidates.
fn hodoku(puzzle: &str) -> String {
    let rule = |c: char| format!("{c}{}{c}{}{c}{}{c}\n", "-".repeat(22), "-".repeat(22), "-".repeat(22));
    let mut text = rule('.');
    for (row, cells) in words(puzzle).chunks(9).enumerate() {
        for three in cells.chunks(3) {
            text += &format!("| {:<6} {:<6} {:<6} ", three[0], three[1], three[2]);
        }
        text += "|\n";
        if row == 2 || row == 5 {
            text += &rule(':');
        }
    }
    text + &rule('\'')
}

/// Rows of candidates without a frame.
fn bare(puzzle: &str) -> String {
    words(puzzle).chunks(9).map(|row| row.join(" ") + "\n").collect()
}

/// The 729 characters of candidates.
fn dense(puzzle: &str) -> String {
    let places =
        |word: &String| ('1'..='9').map(|c| if word.contains(c) { c } else { '.' }).collect::<String>();
    words(puzzle).iter().map(places).collect()
}

fn numbers(puzzle: &str) -> Vec<String> {
    puzzle.chars().map(|c| c.to_digit(10).unwrap_or(0).to_string()).collect()
}

fn nested(puzzle: &str) -> String {
    let rows: Vec<String> = numbers(puzzle).chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    format!("[{}]", rows.join(",\n "))
}

fn rows(puzzle: &str) -> Vec<String> {
    (0..9).map(|row| puzzle[9 * row..9 * row + 9].to_owned()).collect()
}

/// Every form of the puzzles `PUZZLE` and `B`, or of `PUZZLE` alone: its name, the format that reads it, and its text.
fn samples() -> Vec<(&'static str, &'static str, String, usize)> {
    let (list_a, list_b) = (numbers(PUZZLE).join(","), numbers(B).join(","));
    let spaced = |puzzle: &str, length: usize| {
        puzzle
            .as_bytes()
            .chunks(length)
            .map(|part| String::from_utf8_lossy(part))
            .collect::<Vec<_>>()
            .join(" ")
    };
    vec![
        ("lines", "PlainText", format!("{PUZZLE}\n{B} hard\n"), 2),
        ("zeros", "PlainText", format!("# two\n{}\n{}\n", PUZZLE.replace('.', "0"), B.replace('.', "0")), 2),
        ("rows with blanks", "PlainText", format!("{}\n{} # hard\n", spaced(PUZZLE, 9), spaced(B, 9)), 2),
        ("boxes with blanks", "PlainText", format!("{}\n{}\n", spaced(PUZZLE, 3), spaced(B, 27)), 2),
        ("cells with blanks", "PlainText", format!("{}\n{}\n", spaced(PUZZLE, 1), spaced(B, 1)), 2),
        (
            "library",
            "PlainText",
            format!(":0000:x:{PUZZLE}:::\n:0402-1:5:{}:514 728:314 714::\n", B.replacen("..3.", "+4.3.", 1)),
            2,
        ),
        ("library, cut", "PlainText", format!("# mine\n:0000:x:{PUZZLE}\n:0000:x:{B}:\n"), 2),
        (
            "links",
            "PlainText",
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}\nhttp://a.b/?puzzle={B}\n"),
            2,
        ),
        (
            "links of SudokuWiki",
            "PlainText",
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={WIKI}\n{WIKI}\n{B}\n"),
            3,
        ),
        ("f-puzzles", "PlainText", format!("https://f-puzzles.com/?load={FPUZZLES}\n"), 1),
        ("SudokuPad", "PlainText", format!("https://sudokupad.app/scl{SUDOKUPAD}\n"), 1),
        ("729 characters", "PlainText", format!("{}\n{}\n", dense(PUZZLE), dense(B).replace('.', "0")), 2),
        ("81 words", "PlainText", format!("{}\n{}\n", words(PUZZLE).join(" "), words(B).join(" ")), 2),
        ("pencilmarks", "Drawn", format!("{}\n{}", hodoku(PUZZLE), hodoku(B)), 2),
        ("pencilmarks, titles", "Drawn", format!("Puzzle 1\n{}Puzzle 2\n{}", bare(PUZZLE), bare(B)), 2),
        ("pencilmarks and digits", "Drawn", format!("{}\n{}\n", hodoku(PUZZLE), rows(B).join("\n")), 2),
        ("drawn", "Drawn", format!("{}\n\n{}\n", rows(PUZZLE).join("\n"), rows(B).join("\n")), 2),
        (
            "JSON objects",
            "Json",
            format!("[{{\"id\": 1, \"puzzle\": \"{PUZZLE}\"}},\n {{\"puzzle\": \"{B}\", \"id\": null}}]\n"),
            2,
        ),
        ("JSON strings", "Json", format!("[\"{PUZZLE}\", \"{B}\"]"), 2),
        (
            "JSON strings of other forms",
            "Json",
            format!("[\"https://a.b/?p={PUZZLE}\", \":0000:x:{B}:::\"]"),
            2,
        ),
        ("JSON lists", "Json", format!("[[{list_a}],\n[{list_b}]]"), 2),
        ("JSON rows", "Json", nested(PUZZLE), 1),
        ("JSON grids of rows", "Json", format!("[{},{}]", nested(PUZZLE), nested(B)), 2),
        ("JSON rows of text", "Json", format!("[\"{}\"]", rows(PUZZLE).join("\",\"")), 1),
        (
            "JSON under a key",
            "Json",
            format!("{{\"version\": 2, \"tags\": [\"a\"], \"puzzles\": [\"{PUZZLE}\", \"{B}\"], \"n\": 2}}"),
            2,
        ),
        (
            "JSON of a server",
            "Json",
            format!("{{\n  \"data\": {{\"boards\": [{}, {}]}}\n}}\n", nested(PUZZLE), nested(B)),
            2,
        ),
        ("JSON object", "Json", format!("{{\n  \"quiz\": \"{PUZZLE}\",\n  \"data\": [1]\n}}\n"), 1),
        ("JSON lines", "Jsonl", format!("{{\"puzzle\": \"{PUZZLE}\"}}\n{{\"puzzle\": \"{B}\"}}\n"), 2),
        (
            "JSON lines of lists",
            "Jsonl",
            format!("{{\"puzzle\": [{list_a}]}}\n{{\"puzzle\": {}}}\n", nested(B).replace('\n', "")),
            2,
        ),
        ("table", "Csv", format!("id,puzzle\n1,{PUZZLE}\n2,{B}\n"), 2),
        ("SadMan Sudoku", "Sdk", format!("[Puzzle]\n{}\n", rows(PUZZLE).join("\n")), 1),
    ]
}

fn expected(count: usize) -> Vec<&'static str> {
    match count {
        1 => vec![PUZZLE],
        2 => vec![PUZZLE, B],
        _ => vec![PUZZLE, PUZZLE, B],
    }
}

fn dots(text: &str) -> String {
    text.replace('0', ".")
}

#[test]
fn forms_are_recognised_and_read() {
    let files = Folder::made();
    for (name, format, text, count) in samples() {
        for (file, text) in [
            ("plain", text.clone()),
            ("windows.txt", format!("\u{feff}{}", text.replace('\n', "\r\n"))),
            ("cut.json", text.trim_end().to_owned()),
        ] {
            let path = files.write(file, &text);
            let (found, _) =
                detect(Path::new(&path), Some(Shape::STANDARD), &ColumnChoice::default()).unwrap();
            assert_eq!(format!("{found:?}"), format, "{name}");
            assert_eq!(grids(&path), expected(count), "{name}");
            let mut tables = TableInput::new(Sources::from(vec![path.into()]), Shape::STANDARD).unwrap();
            let batch = tables.next_rows().unwrap().unwrap().batch;
            let column = batch.column_by_name("puzzle").or_else(|| batch.column_by_name("quiz")).unwrap();
            let column = arrow_array::cast::AsArray::as_string::<i32>(column);
            let column: Vec<String> = column.iter().map(|text| dots(text.unwrap())).collect();
            assert_eq!(column, expected(count), "{name}");
        }
    }
}

#[test]
fn commands_read_every_form() {
    let files = Folder::made();
    for (name, _, text, count) in samples() {
        let path = files.write("a", &text);
        let rated = run_with(&["rate", "-", "--no-timings", "--invalid=stop"], &text);
        let header = if name == "JSON object" { "quiz" } else { "puzzle" };
        let puzzles: Vec<String> = column(&rated, header).iter().map(|text| dots(text)).collect();
        assert_eq!(puzzles, expected(count), "{name}");
        let report = parsed(&run(&["report", &path, "--format=json", "--check=all"]));
        assert_eq!(report["corpora"][0]["rows"], count, "{name}");
        assert!(!report.to_string().contains("unreadable\":{\"count\":1"), "{name}");
    }
}

/// One puzzle as one text, as arguments and libraries give it.
#[test]
fn a_text_is_one_puzzle() {
    let parse = |text: &str| parse_puzzle(Shape::STANDARD, text).map(|grid| grid.to_string());
    for (name, format, text, count) in samples() {
        if count == 1 && format != "Json" && format != "Sdk" {
            assert_eq!(parse(&text).as_deref(), Ok(PUZZLE), "{name}");
        }
    }
    for text in [
        rows(PUZZLE).join(" "),
        rows(PUZZLE).join("\n"),
        format!("\n{}\n", rows(PUZZLE).join("\r\n")),
        hodoku(PUZZLE),
        bare(PUZZLE),
        words(PUZZLE).join(" "),
        dense(PUZZLE),
        format!("# mine\n{PUZZLE}\n"),
        format!(":0000:x:{PUZZLE}:113::"),
    ] {
        assert_eq!(parse(&text).as_deref(), Ok(PUZZLE), "{text}");
    }
    let error = |text: &str| parse(text).unwrap_err();
    assert_eq!(error("1"), "column 2: 1 cell where a 3x3 grid has 81");
    assert_eq!(error(""), "there is no puzzle in it");
    assert_eq!(
        error(&format!("{}\n\n{}", hodoku(PUZZLE), hodoku(B))),
        "there are several puzzles in it; give one"
    );
    assert_eq!(
        error(&rows(PUZZLE)[..8].join("\n")),
        "line 1, column 1: the grid that begins here has 8 of 9 rows"
    );
    assert!(error("https://sudokupad.app/k7qc98e00u").contains("which only its site knows"));
}

/// Mistakes are named with their places, and rows after them are read.
#[test]
fn malformed_neighbours_are_rows_without_a_puzzle() {
    let files = Folder::made();
    let short = |text: &str| text.replacen("124", "1w4", 1);
    for (text, said) in [
        (format!(":0000:x:{}:::\n{PUZZLE}\n", &PUZZLE[1..]), "line 1, column 1: 80 cells, 81 are needed"),
        (format!(":0000:x:{}:::\n{PUZZLE}\n", PUZZLE.replace('7', "a")), "line 1, column 13: 'a' is no cell"),
        (format!(":0000:x:{PUZZLE}:5a4:::\n{PUZZLE}\n"), "line 1, column 1: `5a4` is no candidate"),
        (
            format!("{}\n{PUZZLE}\n", rows(PUZZLE).join(" ").replacen('7', "w", 1)),
            "line 1, column 5: 'w' is no cell",
        ),
        (
            format!("{}\n{PUZZLE}\n", rows(PUZZLE)[..8].join(" ")),
            "line 1, column 10: 9 cells where a 3x3 grid has 81",
        ),
        (format!("{}\n{PUZZLE}\n", dense(PUZZLE).replacen("12", "1w", 1)), "is no candidate of a 3x3 grid"),
        (
            format!("https://f-puzzles.com/?load={}\n{PUZZLE}\n", &FPUZZLES[..90]),
            "line 1, column 1: the link is damaged",
        ),
        (format!("see https://a.b/c\n{PUZZLE}\n"), "line 1, column 5: the link has no puzzle that is read"),
        (format!("{}{PUZZLE}\n", short(&bare(PUZZLE))), "line 1, column "),
        (
            format!("{}\nx\n{}", bare(PUZZLE).lines().take(8).collect::<Vec<_>>().join("\n"), bare(PUZZLE)),
            "line 1, column 1: the grid that begins here has 8 of 9 rows",
        ),
        (
            format!("[\"{}\", \"{PUZZLE}\"]", &PUZZLE[1..]),
            "row 1, column 81: 80 cells where a 3x3 grid has 81",
        ),
        (format!("[[1,2,3], \"{PUZZLE}\"]"), "row 1, column 1: 3 cells where a 3x3 grid has 81"),
        (
            format!("[{}, \"{PUZZLE}\"]", nested(PUZZLE).replacen('5', "10", 1)),
            "row 1, column 1: cell 1: 10 is no digit; allowed are 0 (empty) to 9",
        ),
        (
            format!("[{}, \"{PUZZLE}\"]", nested(PUZZLE).replacen('5', "\"w\"", 1)),
            "row 1, column 1: cell 1: 'w' is no cell",
        ),
        (
            format!("[{{\"puzzle\": true}}, {{\"puzzle\": \"{PUZZLE}\"}}]"),
            "row 1, column 1: the puzzle is no string",
        ),
    ] {
        let path = files.write("a", &text);
        let said_by = |found: Result<(u64, Grid), gridmill::tables::Error>| {
            found.map(|(_, grid)| grid.to_string()).map_err(|error| error.to_string())
        };
        let mut puzzles = Puzzles::new(&FileList(vec![path.into()]), Shape::STANDARD).unwrap();
        let first = said_by(puzzles.next().unwrap()).unwrap_err();
        assert!(first.contains(said), "{text}: {first}");
        assert_eq!(said_by(puzzles.last().unwrap()).as_deref(), Ok(PUZZLE), "{text}");
    }
    for (text, said) in [
        (format!("[\"{PUZZLE}\" \"{PUZZLE}\"]"), "where a comma or ] should be (row 2 of the JSON list)"),
        (format!("[\"{PUZZLE}\","), "line 1: the end of the text where the rest of it should be (row 2"),
        (format!("[{{\"puzzle\":\"{PUZZLE}\"}}, {{\"puzzle\":1,}}]"), "row 2: column "),
        ("[]".to_owned(), "no column is called puzzle"),
        ("[{\"a\": 1}]".to_owned(), "the columns are: a; none of them holds a puzzle"),
    ] {
        let path = files.write("a", &text);
        let opened = Puzzles::new(&FileList(vec![path.into()]), Shape::STANDARD).unwrap();
        let last = opened.map(|row| row.map_err(|error| error.to_string())).last().unwrap().unwrap_err();
        assert!(last.contains(said), "{text}: {last}");
    }
}

/// Rows of puzzles, drawn or in lines, are separated by blanks in an argument.
#[test]
fn a_table_without_header_is_read_by_number() {
    let files = Folder::made();
    let table = format!("1,easy,{PUZZLE}\n2,hard,{B}\n");
    for name in ["a.csv", "a.txt"] {
        let path = files.write(name, &table);
        for args in [&["rate"][..], &["canonical"], &["report"], &["compare"]] {
            let said = gridmill().args(args).args([&path, "--progress=never"]).stderr_text(1);
            assert!(
                said.contains("column 3 holds puzzles; name it with --column 3"),
                "{args:?} {name}: {said}"
            );
        }
        let rated = run(&["rate", &path, "--column=3", "--no-timings"]);
        assert!(rated.starts_with("1,2,3,score,"), "{rated}");
        assert_eq!(column(&rated, "3"), [PUZZLE, B]);
        assert_eq!(column(&rated, "2"), ["easy", "hard"]);
    }
    // PUZZLE column that is called by a number is that column.
    let path = files.write("b.csv", format!("1,3\n{PUZZLE},{B}\n"));
    let rated = run(&["rate", &path, "--column=3", "--no-timings"]);
    assert_eq!(column(&rated, "3"), [B]);
}
