//! Puzzles as people of the trade bring them: each kind of file is read as its cells, or refused with a line that helps.

use crate::{
    common::{OTHER as B, OTHER_SOLUTION as B_SOLVED, SOLUTION as SOLVED},
    prelude::*,
};
use arrow_array::{
    Array, DictionaryArray, Float64Array, Int64Array, LargeStringArray, ListArray, StringViewArray,
    builder::{FixedSizeListBuilder, Int8Builder, LargeListBuilder, ListBuilder},
    types::Int32Type,
};
use gridmill::tables::read::MemoryTable;

/// Puzzles of a file of 9x9 grids, or its error. Both ways to read it agree.
fn read(path: &str) -> Vec<Result<String, String>> {
    let sources = Sources::from(vec![PathBuf::from(path)]);
    let one_by_one = Puzzles::new(&sources, Shape::STANDARD).unwrap().map(|row| match row {
        Ok((_, grid)) => Ok(grid.to_string()),
        Err(error) => Err(error.to_string()),
    });
    let one_by_one: Vec<_> = one_by_one.collect();
    if let Ok(mut tables) = TableInput::new(sources, Shape::STANDARD) {
        let mut batches = Vec::new();
        while let Ok(Some(rows)) = tables.next_rows() {
            batches.extend(
                rows.puzzles.into_iter().filter_map(|(_, puzzle)| puzzle.ok()).map(|grid| grid.to_string()),
            );
        }
        let good: Vec<String> = one_by_one.iter().flatten().cloned().collect();
        assert_eq!(batches, good, "{path}");
    }
    one_by_one
}

pub(super) fn grids(path: &str) -> Vec<String> {
    let rows = read(path);
    rows.into_iter().map(|row| row.unwrap_or_else(|problem| panic!("{problem}"))).collect()
}

/// Rows of a puzzle, the words of each cell joined.
pub(super) fn rows(puzzle: &str, word: impl Fn(char) -> String, between: &str) -> Vec<String> {
    let cells: Vec<char> = puzzle.chars().collect();
    cells.chunks(9).map(|row| row.iter().map(|&c| word(c)).collect::<Vec<_>>().join(between)).collect()
}

/// Rows after their numbers.
fn numbered(rows: &[String], first: usize, between: &str) -> String {
    rows.iter().zip(first..).map(|(row, number)| format!("{number}{between}{row}\n")).collect()
}

/// A grid as a list of lists.
fn nested(puzzle: &str, word: impl Fn(char) -> String) -> String {
    format!("[[{}]]", rows(puzzle, word, ",").join("],["))
}

/// Writes empty cells in this way.
fn empty_as(sign: &str) -> impl Fn(char) -> String {
    move |c| if c == '.' { sign.to_owned() } else { c.to_string() }
}

fn cells(puzzle: &str, sign: &str) -> String {
    puzzle.chars().map(empty_as(sign)).collect()
}

/// A drawing with these texts of rows and rules.
pub(super) fn framed(puzzle: &str, rule: &str, row: impl Fn(&[char]) -> String) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    let mut text = format!("{rule}\n");
    for (number, cells) in cells.chunks(9).enumerate() {
        let boxes: Vec<String> = cells.chunks(3).map(&row).collect();
        text += &format!("|{}|\n", boxes.join("|"));
        if number % 3 == 2 {
            text += &format!("{rule}\n");
        }
    }
    text
}

fn utf16(text: &str, is_big_endian: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
    [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn signs_for_empty_are_read_everywhere() {
    let files = Folder::made();
    for sign in ["-", "?", "x", "X", "·", "•", "□", "*", "_", "0"] {
        let line = cells(PUZZLE, sign);
        let drawn = rows(PUZZLE, empty_as(sign), "").join("\n");
        let spaced = rows(PUZZLE, empty_as(sign), " ").join("\n");
        for (name, text) in [
            ("a.txt", line.clone()),
            ("b.csv", format!("id,puzzle\n1,{line}\n")),
            ("c.jsonl", format!("{{\"puzzle\":\"{line}\"}}\n")),
            ("d.txt", drawn),
            ("e.txt", spaced.clone()),
            (
                "f.txt",
                framed(PUZZLE, "+---+---+---+", |cells| cells.iter().map(|&c| empty_as(sign)(c)).collect()),
            ),
            ("g.csv", rows(PUZZLE, empty_as(sign), ",").join("\n")),
            ("h.json", nested(PUZZLE, |c| format!("\"{}\"", empty_as(sign)(c)))),
        ] {
            assert_eq!(grids(&files.write(name, &text)), [PUZZLE], "{name}: {text}");
        }
    }
    // -1 is no digit 1, wherever it stands.
    for text in [
        rows(PUZZLE, empty_as("-1"), " ").join("\n"),
        rows(PUZZLE, empty_as("-1"), " ").join(" "),
        rows(PUZZLE, empty_as("-1"), ",").join("\n"),
    ] {
        assert_eq!(grids(&files.write("minus", &text)), [PUZZLE], "{text}");
    }
    // A row of dashes alone is a row in such a drawing.
    let gap = format!("{}{}{}", &PUZZLE[..36], ".".repeat(9), &PUZZLE[45..]);
    assert_eq!(grids(&files.write("dashes.txt", rows(&gap, empty_as("-"), "").join("\n"))), [gap]);
}

#[test]
fn drawings_with_blanks_and_labels_are_read() {
    let files = Folder::made();
    let blank = |cells: &[char]| -> Vec<String> { cells.iter().map(|&c| empty_as(" ")(c)).collect() };
    let padded = framed(PUZZLE, "+-------+-------+-------+", |cells| format!(" {} ", blank(cells).join(" ")));
    let tight = framed(PUZZLE, "+-----+-----+-----+", |cells| blank(cells).join(" "));
    let each = framed(PUZZLE, "+---+---+---+", |cells| {
        blank(cells).iter().map(|c| format!(" {c} ")).collect::<Vec<_>>().join("|")
    });
    let double = padded.replace('|', "║").replace(['+', '-'], "═");
    let plain = rows(PUZZLE, empty_as("."), " ");
    let lettered = |head: &str, rule: &str| -> String {
        let rows = plain
            .iter()
            .zip('A'..)
            .map(|(row, label)| format!("{label} | {} | {} | {}\n", &row[..5], &row[6..11], &row[12..]));
        let rows: Vec<String> = rows.collect();
        format!(
            "{head}\n{rule}\n{}{rule}\n{}{rule}\n{}",
            rows[..3].concat(),
            rows[3..6].concat(),
            rows[6..].concat()
        )
    };
    let [from_zero, numbered] = [0, 1].map(|first| numbered(&plain, first, "  "));
    let head = "   1 2 3 4 5 6 7 8 9\n";
    let markdown = |has_labels: bool, head: &str| -> String {
        let row = |(row, label): (String, char)| {
            if has_labels { format!("| {label} | {row} |\n") } else { format!("| {row} |\n") }
        };
        let all: String = rows(PUZZLE, empty_as(" "), " | ").into_iter().zip('A'..).map(row).collect();
        format!("{head}\n{}\n{all}", head.replace(|c| c != '|', "-"))
    };
    // A Markdown table without a head of its own: the first row stands there.
    let rows_only =
        rows(PUZZLE, empty_as(" "), " | ").iter().map(|row| format!("| {row} |")).collect::<Vec<_>>();
    let headless =
        format!("{}\n|---|---|---|---|---|---|---|---|---|\n{}\n", rows_only[0], rows_only[1..].join("\n"));
    for text in [
        padded,
        tight,
        each,
        double,
        lettered("    1 2 3   4 5 6   7 8 9", "  +-------+-------+------"),
        lettered("    A B C   D E F   G H I", ""),
        numbered.clone(),
        from_zero.clone(),
        format!("{head}{numbered}"),
        format!("   0 1 2 3 4 5 6 7 8\n{from_zero}"),
        format!("{head}   -----------------\n{numbered}"),
        markdown(true, "|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"),
        markdown(true, "|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |").replace("| A |", "| **A** |"),
        markdown(true, "|   | A | B | C | D | E | F | G | H | I |"),
        markdown(false, "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"),
        markdown(false, "|   |   |   |   |   |   |   |   |   |"),
        headless,
        plain.iter().zip(1..).map(|(row, label)| format!("Row {label}: {row}\n")).collect(),
    ] {
        assert_eq!(grids(&files.write("drawn.txt", &text)), [PUZZLE], "{text}");
        // Two of them in a file.
        assert_eq!(grids(&files.write("two.txt", format!("{text}\n{text}"))), [PUZZLE, PUZZLE], "{text}");
    }
    // A grid whose first row counts is no head.
    let counting = format!("123456789{}", ".".repeat(72));
    for text in [
        rows(&counting, empty_as("."), " ").join("\n"),
        rows(&counting, empty_as(""), ",").join("\n"),
        rows(&counting, empty_as("."), "").join("\n"),
    ] {
        assert_eq!(grids(&files.write("counting.txt", &text)), [counting.as_str()], "{text}");
    }
}

#[test]
fn tables_of_spreadsheets_are_read() {
    let files = Folder::made();
    let lines = rows(PUZZLE, empty_as("."), "").join("\n");
    for (name, text) in [
        ("sep.csv", format!("sep=;\r\nid;puzzle\r\n1;{PUZZLE}\r\n").into_bytes()),
        ("sep.txt", format!("\u{feff}SEP=,\nid,puzzle\n1,{PUZZLE}\n").into_bytes()),
        ("name.csv", format!("\"Name, first\";puzzle\n\"A, B\";{PUZZLE}\n").into_bytes()),
        ("plain-name.csv", format!("Name, first;puzzle\nA, B;{PUZZLE}\n").into_bytes()),
        ("little.csv", utf16(&format!("id,puzzle\r\n1,{PUZZLE}\r\n"), false)),
        ("big.txt", utf16(&format!("id\tpuzzle\r\n1\t{PUZZLE}\r\n"), true)),
        ("lines16.txt", utf16(&format!("{PUZZLE}\r\n"), false)),
        ("latin.csv", [b"author,puzzle\nJos\xE9,", PUZZLE.as_bytes(), b"\n"].concat()),
        (
            "latin-dots.csv",
            [
                &b"puzzle\n"[..],
                &PUZZLE.bytes().map(|c| if c == b'.' { 0xB7 } else { c }).collect::<Vec<_>>(),
                b"\n",
            ]
            .concat(),
        ),
        ("hash.csv", format!("# id,puzzle\n1,{PUZZLE}\n").into_bytes()),
        ("hash-one.csv", format!("#puzzle\n{PUZZLE}\n").into_bytes()),
        ("hash.txt", format!("% made by hand\n#id,puzzle\n1,{PUZZLE}\n").into_bytes()),
        ("comments.sdm", format!("% easy\n{PUZZLE}\n").into_bytes()),
        ("comments.txt", format!("% 1..2\n% easy\n{lines}\n").into_bytes()),
        ("lines.csv", format!("id,puzzle\n1,\"{lines}\"\n").into_bytes()),
        ("array.csv", format!("id,puzzle\n1,\"{}\"\n", nested(PUZZLE, empty_as("0"))).into_bytes()),
        (
            "numpy.csv",
            format!("id,puzzle\n1,\"[[{}]]\"\n", rows(PUZZLE, empty_as("0"), " ").join("]\n [")).into_bytes(),
        ),
        ("one-column.csv", format!("{PUZZLE}\n").into_bytes()),
    ] {
        let path = files.write(name, &text);
        assert_eq!(grids(&path), [PUZZLE], "{name}: {}", String::from_utf8_lossy(&text));
    }
    // Values of other columns stay.
    let path = files.write("latin.csv", [b"author,puzzle\nJos\xE9,", PUZZLE.as_bytes(), b"\n"].concat());
    let rated = run(&["rate", &path, "--no-timings", "--progress=never"]);
    assert_eq!(column(&rated, "author"), ["José"]);
}

#[test]
fn cells_in_fields_are_read() {
    let files = Folder::made();
    let numbers: Vec<String> = (1..=81).map(|number| format!("c{number}")).collect();
    let names: Vec<String> =
        (1..=9).flat_map(|row| (1..=9).map(move |col| format!("r{row}c{col}"))).collect();
    let wide = |puzzle: &str, sign: &str| rows(puzzle, empty_as(sign), ",").join(",");
    let both = |puzzle: &str, solution: &str| format!("{},{}", wide(puzzle, "0"), wide(solution, "0"));
    let field_rows = |between: &str, sign: &str| rows(PUZZLE, empty_as(sign), between).join("\r\n");
    let float = |c: char| if c == '.' { String::new() } else { format!("{c}.0") };
    for (name, text) in [
        ("comma.csv", field_rows(",", "")),
        ("semicolon.csv", field_rows(";", "")),
        ("tab.tsv", field_rows("\t", "")),
        ("tab.txt", field_rows("\t", "")),
        ("quoted.csv", rows(PUZZLE, |c| format!("\"{}\"", empty_as("")(c)), ",").join("\n")),
        ("sep-rows.csv", format!("sep=;\n{}", field_rows(";", ""))),
        ("pandas.csv", format!("0,1,2,3,4,5,6,7,8\n{}\n", rows(PUZZLE, float, ",").join("\n"))),
        ("index.csv", format!(",0,1,2,3,4,5,6,7,8\n{}", numbered(&rows(PUZZLE, empty_as("0"), ","), 0, ","))),
        (
            "index-blank.csv",
            format!("n;a;b;c;d;e;f;g;h;i\n{}", numbered(&rows(PUZZLE, empty_as(""), ";"), 1, ";")),
        ),
        ("trailing.csv", rows(PUZZLE, empty_as(""), ",").join(",\n") + ",\n"),
        ("columns.csv", format!("A,B,C,D,E,F,G,H,I\n{}\n", field_rows(",", ""))),
        ("wide.csv", format!("{}\n{}\n", numbers.join(","), wide(PUZZLE, "0"))),
        ("wide-names.csv", format!("id,{},level\n7,{},easy\n", names.join(","), wide(PUZZLE, ""))),
        ("wide-bare.csv", format!("{}\n", wide(PUZZLE, "?"))),
        ("wide.txt", format!("{}\n{}\n", numbers.join(","), wide(PUZZLE, "0"))),
        ("wide-both.csv", format!("{},{}\n{}\n", numbers.join(","), names.join(","), both(PUZZLE, SOLVED))),
    ] {
        assert_eq!(grids(&files.write(name, &text)), [PUZZLE], "{name}: {text}");
    }
    // A first row of empty cells only.
    let open = format!("{}{}", ".".repeat(9), &B[9..]);
    for between in [",", "\t"] {
        let path = files.write("open.tsv", rows(&open, empty_as(""), between).join("\n"));
        assert_eq!(grids(&path), [open.as_str()]);
    }
    let path = files.write(
        "wide-both.csv",
        format!("n,{},{}\nab,{}\n", numbers.join(","), names.join(","), both(PUZZLE, SOLVED)),
    );
    let rated = run(&["rate", &path, "--no-timings", "--progress=never"]);
    assert_eq!(column(&rated, "solution"), [SOLVED]);
    assert_eq!(column(&rated, "n"), ["ab"]);
}

#[test]
fn lines_with_other_fields_are_read() {
    let files = Folder::made();
    let zeros = B.replace('.', "0");
    for line in [
        format!("7f2c {PUZZLE}  1.5"),
        format!("7f2c {PUZZLE} {SOLVED}  1.5"),
        format!("no. 3: {PUZZLE}"),
        format!("0000:x:{PUZZLE}:::"),
        rows(PUZZLE, empty_as("."), "").join(","),
        rows(PUZZLE, empty_as("."), "").join("/"),
        rows(PUZZLE, empty_as("."), "").join("|"),
        format!("3x3:{}", solo(PUZZLE)),
        format!("3x3dh:{}", solo(PUZZLE)),
        format!("board = [[{}]]", rows(PUZZLE, empty_as("0"), ", ").join("], [")),
    ] {
        assert_eq!(grids(&files.write("lines.txt", format!("{line}\n{B}\n"))), [PUZZLE, B], "{line}");
    }
    // Digits marked by + are entries.
    let marked = format!("{}+4{}", &PUZZLE[..2], &PUZZLE[3..]);
    for line in [marked.clone(), format!("{marked}:113 413:"), format!("0000:x:{marked}:::")] {
        assert_eq!(grids(&files.write("marked.txt", format!("{line}\n{B}\n"))), [PUZZLE, B], "{line}");
    }
    // Two puzzles in a line: the number of the field says which.
    let path = files.write("two.txt", format!("a {PUZZLE} {zeros}\n"));
    let problem = read(&path)[0].clone().unwrap_err();
    assert!(problem.contains("several fields of the line are puzzles; name one by its number"), "{problem}");
    for (field, expected) in [("2", PUZZLE), ("3", zeros.as_str())] {
        let rated = run(&["rate", &path, "--column", field, "--no-timings", "--progress=never"]);
        assert_eq!(column(&rated, "puzzle"), [expected]);
    }
    let line = silent_refusal(&["compare", &path, "--column=1", "--progress=never"], 1);
    assert!(line.contains("1 cell where a 3x3 grid has 81"), "{line}");
}

/// The id that Solo gives a puzzle.
fn solo(puzzle: &str) -> String {
    let (mut id, mut empty) = (String::new(), 0);
    let flush = |id: &mut String, empty: &mut u8| {
        while *empty > 0 {
            let run = (*empty).min(26);
            id.push(char::from(b'a' + run - 1));
            *empty -= run;
        }
    };
    for c in puzzle.chars() {
        if c == '.' {
            empty += 1;
            continue;
        }
        flush(&mut id, &mut empty);
        if id.ends_with(|c: char| c.is_ascii_digit()) {
            id.push('_');
        }
        id.push(c);
    }
    flush(&mut id, &mut empty);
    id
}

#[test]
fn latex_and_marks_around_values_are_read() {
    let files = Folder::made();
    let ruled = |rule: &str, rows: Vec<String>| {
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
        bands.join(&format!("\n{rule}\n"))
    };
    let array = rows(PUZZLE, empty_as(" "), " & ").into_iter().map(|row| row + " \\\\").collect();
    let array = format!("\\begin{{array}}{{ccc|ccc|ccc}}\n{}\n\\end{{array}}\n", ruled("\\hline", array));
    let package =
        rows(PUZZLE, empty_as(" "), "|").iter().map(|row| format!("|{row}|.\n")).collect::<String>();
    let package = format!("\\begin{{sudoku}}\n{package}\\end{{sudoku}}\n");
    let delimited = rows(PUZZLE, empty_as(""), ",").join(",");
    for text in [array, package] {
        assert_eq!(grids(&files.write("latex.txt", &text)), [PUZZLE], "{text}");
        let table = format!("id,puzzle\n1,\"{text}\"\n");
        assert_eq!(grids(&files.write("latex.csv", &table)), [PUZZLE], "{table}");
    }
    for value in [format!("'{PUZZLE}'"), format!("`{PUZZLE}`"), delimited] {
        let table = format!("id,puzzle\n1,\"{value}\"\n");
        assert_eq!(grids(&files.write("value.csv", &table)), [PUZZLE], "{table}");
    }
}

#[test]
fn printed_arrays_are_read() {
    let files = Folder::made();
    let numpy = |puzzle: &str| format!("[[{}]]", rows(puzzle, empty_as("0"), " ").join("]\n ["));
    let python =
        |sign: &str| format!("[\n    [{}],\n]", rows(PUZZLE, empty_as(sign), ", ").join("],\n    ["));
    let c = format!("{{\n{{{}}}\n}}", rows(PUZZLE, empty_as("0"), ",").join("},\n{"));
    for text in [
        numpy(PUZZLE),
        rows(PUZZLE, empty_as("0"), ", ").iter().map(|row| format!("[{row}]\n")).collect(),
        rows(PUZZLE, empty_as("None"), ", ").iter().map(|row| format!("[{row}],\n")).collect(),
        rows(PUZZLE, empty_as("0"), " ").iter().map(|row| format!("[ {row} ]\n")).collect(),
        format!("[{}]\n", rows(PUZZLE, empty_as("0"), ",").join(",")),
        nested(PUZZLE, |c| if c == '.' { "{}".to_owned() } else { format!("{{\"value\":{c}}}") }),
        format!("String puzzle = \"{PUZZLE}\";\n"),
        format!("array({}, dtype=int8)\n", python("0")),
        format!(">>> board\n{}", numpy(PUZZLE)),
        format!("import numpy as np\n\nboard = np.array({})\nprint(solve(board))\n", python("0")),
        format!("# mine\nboard = {}\n", python("None")),
        format!("board = {}\n", python("-1")),
        format!("grid = {}\n", python("''")),
        c.clone() + ";\n",
        format!("#include <stdio.h>\nint board[9][9] = {c};\nint main() {{ return 0; }}\n"),
        format!("int[,] board = new int[9, 9] {c};\n"),
        format!("const board = {};\n", python("0")),
        format!("c({})\n", rows(PUZZLE, empty_as("NA"), ", ").join(",\n  ")),
        format!("rows = [\n    '{}',\n]\n", rows(PUZZLE, empty_as("."), "").join("',\n    '")),
        format!(
            "[[{}]]\n",
            rows(PUZZLE, |c| if c == '.' { "nan".to_owned() } else { format!("{c}.") }, " ").join("]\n [")
        ),
    ] {
        assert_eq!(grids(&files.write("array.txt", &text)), [PUZZLE], "{text}");
    }
    let two = format!("[{}\n\n {}]", numpy(PUZZLE), numpy(B));
    assert_eq!(grids(&files.write("two.txt", two)), [PUZZLE, B]);
    for (text, said) in [
        (
            numpy(PUZZLE).replacen("8 0 0 0 6", "8 0 0 6", 1),
            "line 1, column 3: 80 cells where a 3x3 grid has 81",
        ),
        (numpy(PUZZLE).replacen("8 0 0 0 6", "8 0 12 0 6", 1), "12 is no digit; allowed are 0 (empty) to 9"),
        (
            numpy(PUZZLE).replacen("8 0 0 0 6", "8 ... 6", 1),
            "the print leaves out cells; print the whole array",
        ),
        (
            numpy(&PUZZLE.replace('9', "8")).replacen("8 0 0 0 6", "8 0 -1 0 6", 1),
            "0 occurs with another sign",
        ),
    ] {
        let found = read(&files.write("bad.txt", &text));
        assert!(found.len() == 1 && found[0].as_ref().unwrap_err().contains(said), "{text}: {found:?}");
    }
}

#[test]
fn formats_of_apps_are_read() {
    let files = Folder::made();
    let zeros = B.replace('.', "0");
    let version: String =
        PUZZLE.chars().map(|c| if c == '.' { "0|1,2,|1|".to_owned() } else { format!("{c}|-|0|") }).collect();
    let lists = |puzzle: &str| nested(puzzle, empty_as("0"));
    let object = |c: char| if c == '.' { "null".to_owned() } else { format!("{{\"cell\":{c}}}") };
    for (name, text) in [
        (
            "a.opensudoku",
            format!(
                "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>x</name>\n<game data=\"{PUZZLE}\" />\n<!-- <game data=\"1\"/> -->\n<game note='a>b' data=\"{zeros}\"/>\n</opensudoku>\n"
            ),
        ),
        (
            "b.xml",
            format!(
                "<?xml version='1.0'?><opensudoku version='2'><game data='version: 1&#10;{version}'/><game data=\"{B}\"></game></opensudoku>"
            ),
        ),
        (
            "c.jsonl",
            format!("{{\"size\":9,\"puzzle\":{}}}\n{{\"size\":9,\"puzzle\":{}}}\n", lists(PUZZLE), lists(B)),
        ),
    ] {
        assert_eq!(grids(&files.write(name, &text)), [PUZZLE, B], "{name}");
    }
    for (name, text) in [
        (
            "a.ipuz",
            format!(
                "{{\"version\": \"http://ipuz.org/v2\",\n\"kind\": [\"http://ipuz.org/sudoku#1\"],\n\"puzzle\": {},\n\"solution\": {}}}",
                lists(PUZZLE),
                lists(SOLVED)
            ),
        ),
        (
            "b.ipuz",
            format!("{{\"kind\":[\"http://ipuz.org/sudoku#1\"],\"puzzle\":{}}}", nested(PUZZLE, object)),
        ),
        ("c.ss", framed(PUZZLE, "*-----------*", |cells| cells.iter().collect())),
        (
            "d.sdx",
            rows(PUZZLE, |c| if c == '.' { "123456789".to_owned() } else { c.to_string() }, " ")
                .join("\n")
                .replacen("123456789", "u4", 1),
        ),
        ("e.sdk", format!("#AMe\n#LEasy\n{}\n", rows(PUZZLE, empty_as("."), "").join("\n"))),
    ] {
        assert_eq!(grids(&files.write(name, &text)), [PUZZLE], "{name}: {text}");
    }
    let none = files.write("none.opensudoku", "<opensudoku><name>x</name></opensudoku>");
    let line = silent_refusal(&["rate", &none, "--progress=never"], 1);
    assert!(line.ends_with("there is no game in it"), "{line}");
}

#[test]
fn nested_json_is_read_by_its_path() {
    let files = Folder::made();
    let list = |puzzle: &str| format!("[{}]", rows(puzzle, empty_as("0"), ",").join(","));
    let day = format!(
        "{{\"day\": \"Monday\", \"easy\": {{\"data\": {{\"hints\": [1], \"puzzle\": {}, \"solution\": {}}}}}, \"hard\": {{\"data\": {{\"puzzle\": {}, \"solution\": {}}}}}}}",
        list(PUZZLE),
        list(SOLVED),
        list(B),
        list(B_SOLVED)
    );
    let board = format!(
        "{{\"newboard\": {{\"grids\": [{{\"value\": {}, \"solution\": {}, \"difficulty\": \"Medium\"}}], \"results\": 1}}}}",
        nested(PUZZLE, empty_as("0")),
        nested(SOLVED, empty_as("0"))
    );
    let lines = |puzzle: &str| format!("{{\"id\": 1, \"data\": {{\"puzzle\": \"{puzzle}\"}}}}\n");
    for (name, text, expected) in [
        ("day.json", day.clone(), &[PUZZLE, B][..]),
        ("pretty.json", day.replace(", \"", ",\n  \""), &[PUZZLE, B]),
        ("board.json", board.clone(), &[PUZZLE]),
        ("lines.jsonl", lines(PUZZLE) + &lines(B), &[PUZZLE, B]),
        ("object.jsonl", format!("{{\"puzzle\": {{\"cells\": \"{PUZZLE}\"}}}}\n"), &[PUZZLE]),
        ("list.json", format!("[{},{}]", lines(PUZZLE), lines(B)), &[PUZZLE, B]),
    ] {
        assert_eq!(grids(&files.write(name, &text)), expected, "{name}");
    }
    let path = files.write("day.json", &day);
    let rated = run(&["rate", &path, "--no-timings", "--progress=never"]);
    assert_eq!(column(&rated, "day"), ["Monday", "Monday"]);
    assert_eq!(column(&rated, "solution"), [SOLVED, B_SOLVED]);
    let rated = run(&["rate", &path, "--column=hard.data.puzzle", "--no-timings", "--progress=never"]);
    assert_eq!(column(&rated, "puzzle"), [B]);
    let several =
        files.write("several.json", format!("{{\"a\": {{\"x\": \"{PUZZLE}\"}}, \"b\": {{\"y\": \"{B}\"}}}}"));
    let line = silent_refusal(&["rate", &several, "--progress=never"], 1);
    assert!(line.ends_with("puzzles are under several keys; name one with --column: a.x, b.y"), "{line}");
    // Advice that cannot help is not given.
    let none = files.write("none.json", "{\"a\": {\"x\": 1}, \"b\": \"hello\"}");
    let line = silent_refusal(&["rate", &none, "--progress=never"], 1);
    assert!(line.ends_with("the columns are: a, b; none of them holds a puzzle"), "{line}");
    let none = files.write("none.csv", "id,text\n1,hello\n");
    let line = silent_refusal(&["rate", &none, "--progress=never"], 1);
    assert!(line.ends_with("the columns are: id, text; none of them holds a puzzle"), "{line}");
}

/// Digits of the cells, row by row.
fn digits(puzzle: &str) -> impl Iterator<Item = i8> {
    puzzle.bytes().map(|c| if c == b'.' { 0 } else { i8::try_from(c - b'0').unwrap() })
}

/// Both puzzles as columns of each type that holds grids.
fn columns() -> Vec<(&'static str, ArrayRef)> {
    let both = [PUZZLE, B];
    let dictionary: DictionaryArray<Int32Type> = both.into_iter().map(Some).collect();
    let flat = ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>(
        both.map(|puzzle| Some(digits(puzzle).map(|digit| Some(i64::from(digit))).collect::<Vec<_>>())),
    );
    let mut nested = ListBuilder::new(ListBuilder::new(Int8Builder::new()));
    let mut large = LargeListBuilder::new(Int8Builder::new());
    let mut fixed = FixedSizeListBuilder::new(Int8Builder::new(), 81);
    for puzzle in both {
        for row in digits(puzzle).collect::<Vec<_>>().chunks(9) {
            nested.values().values().append_slice(row);
            nested.values().append(true);
        }
        nested.append(true);
        large.values().append_slice(&digits(puzzle).collect::<Vec<_>>());
        large.append(true);
        fixed.values().append_slice(&digits(puzzle).collect::<Vec<_>>());
        fixed.append(true);
    }
    let floats =
        ListArray::from_iter_primitive::<arrow_array::types::Float64Type, _, _>(both.map(|puzzle| {
            Some(digits(puzzle).map(|digit| (digit > 0).then_some(f64::from(digit))).collect::<Vec<_>>())
        }));
    let drawn = both.map(|puzzle| rows(puzzle, empty_as("."), "").join("\n"));
    vec![
        ("dictionary", Arc::new(dictionary) as ArrayRef),
        ("flat", Arc::new(flat)),
        ("nested", Arc::new(nested.finish())),
        ("large", Arc::new(large.finish())),
        ("fixed", Arc::new(fixed.finish())),
        ("floats", Arc::new(floats)),
        ("large text", Arc::new(LargeStringArray::from(both.to_vec()))),
        ("text by views", Arc::new(StringViewArray::from(both.to_vec()))),
        ("drawn text", Arc::new(StringArray::from(drawn.to_vec()))),
    ]
}

#[test]
fn columns_of_arrow_are_read_whatever_type_they_have() {
    let files = Folder::made();
    for (name, column_of_puzzles) in columns() {
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
        let fields = [("n", &numbers), ("puzzle", &column_of_puzzles)]
            .map(|(name, array)| Field::new(name, array.data_type().clone(), true));
        let schema = Arc::new(Schema::new(fields.to_vec()));
        let batch = RecordBatch::try_new(Arc::clone(&schema), vec![numbers, column_of_puzzles]).unwrap();
        let path = files.file("grids.parquet");
        let mut writer = ArrowWriter::try_new(File::create(&path).unwrap(), batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        let path = path.to_str().unwrap().to_owned();
        assert_eq!(grids(&path), [PUZZLE, B], "{name}");
        let rated = run(&["rate", &path, "--no-timings", "--progress=never"]);
        let empty = if rated.contains('.') { "." } else { "0" };
        let expected = [PUZZLE, B].map(|text| text.replace('.', empty));
        assert_eq!(column(&rated, "puzzle"), expected, "{name}");
        if name != "drawn text" {
            let metrics =
                parsed(&run(&["report", &path, "--format=json", "--progress=never", "--check=all"]));
            assert_eq!(metrics["corpora"][0]["rows"], 2, "{name}");
            assert_eq!(metrics["corpora"][0]["box"], "3x3", "{name}");
        }
        let table = MemoryTable::new("data", schema, vec![batch]).unwrap();
        let mut tables = table.tables(Shape::STANDARD, &GridColumns::default()).unwrap();
        let rows = tables.next_rows().unwrap().unwrap();
        let found: Vec<String> =
            rows.puzzles.iter().map(|(_, grid)| grid.as_ref().unwrap().to_string()).collect();
        assert_eq!(found, [PUZZLE, B], "{name}");
    }
    // Numbers are no grids.
    let array: ArrayRef = Arc::new(Float64Array::from(vec![1.0]));
    let batch = RecordBatch::try_from_iter([("puzzle", array)]).unwrap();
    let table = MemoryTable::new("data", batch.schema(), vec![batch]).unwrap();
    let error = table.tables(Shape::STANDARD, &GridColumns::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "data: the puzzle column holds numbers (64 bits); it must hold text, or lists of cells"
    );
}

/// Shapes other than 9x9 follow from the first grids, or are asked for.
#[test]
fn shapes_follow_from_the_grids() {
    let files = Folder::made();
    let made = |shape: &str, options: &[&str]| {
        run(&[&["generate", "-n3", "--seed=4", "--progress=never", "--no-timings", "--box", shape], options]
            .concat())
    };
    for shape in ["2x2", "2x4", "3x2", "4x4"] {
        let table = made(shape, &[]);
        let puzzles = column(&table, "puzzle");
        let path = files.write("made.csv", &table);
        let solved = run(&["solve", &path, "--out=-", "--progress=never"]);
        assert_eq!(column(&solved, "solution"), column(&table, "solution"), "{shape}");
        let lines = files.write("lines.txt", puzzles.join("\n"));
        let rated = run(&["solve", &lines, "--out=-", "--progress=never"]);
        assert_eq!(column(&rated, "puzzle"), puzzles, "{shape}");
        let line = silent_refusal(&["compare", &lines, "--progress=never"], 1);
        let cells = puzzles[0].len();
        assert!(line.contains(&format!("puzzles of {cells} cells")) && line.contains("give --box"), "{line}");
    }
    // Sides over 9 as numbers, in text and in lists.
    let table = made("4x4", &[]);
    let puzzles = column(&table, "puzzle");
    let number = |c: char| if c == '.' { ".".to_owned() } else { c.to_digit(36).unwrap().to_string() };
    let text: String = puzzles[0]
        .chars()
        .collect::<Vec<_>>()
        .chunks(16)
        .map(|row| row.iter().map(|&c| number(c)).collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    let lists = format!("[[{}]]", text.trim_end().replace('\n', "],[").replace(' ', ",").replace('.', "0"));
    for (name, text) in [
        ("numbers.txt", text.clone()),
        ("lists.json", lists),
        ("fields.csv", text.replace(' ', ",").replace('.', "")),
    ] {
        let solved = run(&["solve", &files.write(name, &text), "--out=-", "--progress=never"]);
        assert_eq!(column(&solved, "solution"), [column(&table, "solution")[0].clone()], "{name}");
    }
    // Nothing decides: no solution, and one with either box.
    let both = files.write("both.txt", "5346........................1.......\n");
    let line = silent_refusal(&["rate", &both, "--progress=never"], 1);
    assert!(line.contains("36 cells fit boxes of 2x3 and 3x2") && line.contains("give --box"), "{line}");
}
