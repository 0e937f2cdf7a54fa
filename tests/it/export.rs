//! `gridmill export`: layouts as their readers expect them, whole or not at all.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use crate::common::{Files, Folder, PUZZLE, Runs, SOLUTION, gridmill, tree, with_slashes};
use serde_json::Value;
use std::{fs, io::Read as _, path::Path};

/// An array: its type, its shape, its bytes.
#[derive(Debug, PartialEq)]
struct Array {
    kind: String,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// Reads NumPy's format by its definition.
fn array(file: &[u8]) -> Array {
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
    let header = std::str::from_utf8(&file[10..10 + length]).unwrap();
    let between =
        |from: &str, to: &str| header.split_once(from).unwrap().1.split_once(to).unwrap().0.to_owned();
    let shape = between("'shape': (", ")");
    let shape =
        shape.split(',').filter(|n| !n.trim().is_empty()).map(|n| n.trim().parse().unwrap()).collect();
    Array { kind: between("'descr': '", "'"), shape, bytes: file[10 + length..].to_vec() }
}

impl Array {
    fn read(path: &Path) -> Self {
        array(&fs::read(path).unwrap())
    }

    fn i32s(&self) -> Vec<i32> {
        assert_eq!(self.kind, "<i4");
        self.bytes.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect()
    }

    fn f64s(&self) -> Vec<f64> {
        assert_eq!(self.kind, "<f8");
        self.bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
    }

    fn texts(&self) -> Vec<String> {
        let width: usize = self.kind.strip_prefix("<U").unwrap().parse().unwrap();
        let text = |bytes: &[u8]| {
            let points = bytes.as_chunks().0.iter().map(|point| u32::from_le_bytes(*point));
            points.filter(|&point| point != 0).map(|point| char::from_u32(point).unwrap()).collect()
        };
        self.bytes.chunks(4 * width).map(text).collect()
    }
}

fn digits(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
}

fn export(arguments: &[&str]) -> String {
    gridmill().arg("export").args(arguments).stdout_text()
}

fn refused(arguments: &[&str], input: &str, code: i32) -> String {
    let run = gridmill().arg("export").args(arguments).write_stdin(input.to_owned()).assert().code(code);
    let said = with_slashes(&run.get_output().stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

fn made(folder: &Folder, options: &[&str]) -> String {
    let out = folder.path().display().to_string();
    gridmill().args(["generate", "--seed=5", "--out", &out]).args(options).assert().success();
    out
}

#[test]
fn numpy_has_the_grids_and_the_columns() {
    let (folder, place) = (Folder::new(), tempfile::tempdir().unwrap());
    let corpus =
        made(&folder, &["--count=300", "--rulebook=hodoku", "--technique=..naked_pair", "--givens=30"]);
    let rows = export(&[&corpus, "--to=jsonl"]);
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The same table as text: its types are guessed from names and values.
    let csv = place.path().join("rows.jsonl");
    fs::write(&csv, rows.iter().map(|row| format!("{row}\n")).collect::<String>()).unwrap();
    for (input, whole) in [(corpus.as_str(), "<u8"), (csv.to_str().unwrap(), "<f8")] {
        let out = place.path().join(&whole[1..]);
        export(&[input, "--to=numpy", "--out", out.to_str().unwrap()]);
        for (name, column) in [("puzzles.npy", "puzzle"), ("solutions.npy", "solution")] {
            let found = Array::read(&out.join(name));
            assert_eq!((found.kind.as_str(), found.shape.as_slice()), ("|u1", &[300, 81][..]));
            let expected: Vec<u8> =
                rows.iter().flat_map(|row| digits(row[column].as_str().unwrap())).collect();
            assert_eq!(found.bytes, expected, "{name}");
        }
        let mut zip = zip::ZipArchive::new(fs::File::open(out.join("columns.npz")).unwrap()).unwrap();
        let mut column = |name: &str| {
            let mut bytes = Vec::new();
            zip.by_name(&format!("{name}.npy")).unwrap().read_to_end(&mut bytes).unwrap();
            let found = array(&bytes);
            assert_eq!(found.shape, [300]);
            found
        };
        assert_eq!(column("index").kind, whole);
        let score = column("score").f64s();
        let expected: Vec<f64> = rows.iter().map(|row| row["score"].as_f64().unwrap()).collect();
        assert_eq!(score, expected);
        let level = column("level").texts();
        assert!(level.iter().zip(&rows).all(|(level, row)| row["level"] == **level), "{level:?}");
        // Null where it was not established, which -1 says.
        assert_eq!((column("minimal").kind.as_str(), column("minimal").bytes), ("|i1", vec![u8::MAX; 300]));
    }
}

#[test]
fn hrm_has_groups_of_a_puzzle_and_its_images() {
    for (shape, cells, side) in [("3x3", 81, 9_u8), ("2x3", 36, 6)] {
        let (folder, place) = (Folder::new(), tempfile::tempdir().unwrap());
        let corpus = made(&folder, &["--count=40", "--box", shape]);
        let shape_option = format!("--box={shape}");
        let write = |name: &str, more: &[&str]| {
            let out = place.path().join(name);
            let fixed = [&corpus, &shape_option, "--to=hrm", "--augment=7", "--out", out.to_str().unwrap()];
            export(&[&fixed[..], more].concat());
            let files = tree(&out);
            (out, files.into_values().collect::<Vec<_>>())
        };
        let (out, bytes) = write("a", &["--seed=1"]);
        assert_eq!(bytes, write("b", &["--seed=1", "--threads=1"]).1, "threads");
        assert_ne!(bytes, write("c", &["--seed=2"]).1, "another seed");
        let set = out.join("train");
        let read = |name: &str| Array::read(&set.join(format!("all__{name}.npy")));
        let (inputs, labels) = (read("inputs"), read("labels"));
        assert_eq!((&inputs.shape[..], &labels.shape[..]), (&[320, cells][..], &[320, cells][..]));
        assert_eq!(read("puzzle_identifiers").i32s(), vec![0; 320]);
        assert_eq!(read("puzzle_indices").i32s(), (0..=320).collect::<Vec<_>>());
        assert_eq!(read("group_indices").i32s(), (0..=40).map(|group| 8 * group).collect::<Vec<_>>());
        let texts = export(&[&corpus, &shape_option, "--to=text"]);
        let mut different = 0;
        for (group, text) in texts.lines().enumerate() {
            let example = |n: usize| {
                let place = (8 * group + n) * cells..(8 * group + n + 1) * cells;
                (&inputs.bytes[place.clone()], &labels.bytes[place])
            };
            let plus_one: Vec<u8> = digits(text).iter().map(|digit| digit + 1).collect();
            assert_eq!(example(0).0, plus_one, "the first of a group is the puzzle");
            for n in 0..8 {
                let (input, label) = example(n);
                assert!(input.iter().zip(label).all(|(&given, &digit)| given == 1 || given == digit));
                assert_eq!(
                    input.iter().filter(|&&given| given > 1).count(),
                    plus_one.iter().filter(|&&given| given > 1).count()
                );
                let grid: String = label.iter().map(|digit| char::from(b'0' - 1 + digit)).collect();
                let grid = gridmill::board::Grid::parse(shape.parse().unwrap(), &grid).unwrap();
                assert!(gridmill::board::Solution::new(&grid).is_ok(), "{grid}");
                different += usize::from(n > 0 && input != example(0).0);
            }
        }
        assert_eq!(different, 40 * 7, "images differ from their puzzle");
        let about: Value = serde_json::from_slice(&fs::read(set.join("dataset.json")).unwrap()).unwrap();
        let facts: Value = serde_json::from_slice(&fs::read(set.join("facts.json")).unwrap()).unwrap();
        assert_eq!(facts["population"]["kind"], "images", "{facts}");
        assert!(
            facts["history"].as_array().unwrap().last().unwrap()["command"]
                .as_str()
                .unwrap()
                .starts_with("gridmill export --to hrm")
        );
        let expected = [
            ("seq_len", cells as u64),
            ("vocab_size", u64::from(side) + 2),
            ("total_groups", 40),
            ("pad_id", 0),
        ];
        assert!(expected.iter().all(|(key, value)| about[key].as_u64() == Some(*value)), "{about}");
        assert_eq!(fs::read(out.join("identifiers.json")).unwrap(), b"[\"<blank>\"]\n");
        // Another set is added to the folder.
        export(&[&corpus, &shape_option, "--to=hrm", "--set=test", "--out", out.to_str().unwrap()]);
        assert!(out.join("test/all__inputs.npy").exists());
    }
}

#[test]
fn lines_have_the_form_of_their_layout() {
    let place = tempfile::tempdir().unwrap();
    let table = place.path().join("mine.csv");
    fs::write(&table, format!("id,question,source\n007,{PUZZLE},\"a, b\"\n8,{PUZZLE},c\n")).unwrap();
    let table = table.to_str().unwrap();
    assert_eq!(export(&[table, "--to=text"]), format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!(export(&[table, "--to=SDM"]), format!("{0}\n{0}\n", PUZZLE.replace('.', "0")));
    let first = export(&[table, "--to=jsonl"]).lines().next().unwrap().to_owned();
    assert_eq!(first, format!(r#"{{"id":"007","question":"{PUZZLE}","source":"a, b"}}"#));
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let text = place.path().join("plain.txt");
    fs::write(&text, format!("{hard}\n")).unwrap();
    let text = text.to_str().unwrap();
    let rated = gridmill().args(["rate", text, "--add=guesses"]).assert().success();
    let guesses: f64 = crate::common::column(&rated.get_output().stdout, "guesses")[0].parse().unwrap();
    let solution = gridmill::solve(&hard.parse().unwrap());
    let gridmill::solve::Solutions::Unique(solution) = solution else { panic!("one solution") };
    assert_eq!(
        export(&[text, "--to=sudoku-extreme"]),
        format!("source,question,answer,rating\nplain,{hard},{solution},{}\n", guesses.round())
    );
    let with_source = export(&[table, "--to=sudoku-extreme"]);
    assert_eq!(with_source.lines().nth(1).unwrap(), format!("\"a, b\",{PUZZLE},{SOLUTION},0"));
}

/// Rows that cannot be exported are named or counted, and an export that fails leaves nothing.
#[test]
fn rows_that_are_no_puzzles_are_named_or_counted() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let input = format!("{PUZZLE}\n{}\nbad\n", PUZZLE.replacen("53", "55", 1));
    for layout in ["hrm", "numpy"] {
        let said = refused(&["-", "--to", layout, "--out", out.to_str().unwrap()], &input, 1);
        assert!(
            said.starts_with("error: -: line 2, column 1: contradiction: 5 twice in row 1, at r1c1 and r1c2"),
            "{said}"
        );
        assert!(!out.exists() || tree(&out).is_empty(), "{layout}");
    }
    let said = refused(&["-", "--to=text"], &input, 1);
    assert!(said.starts_with("error: -: line 3, column "), "{said}");
    let run = gridmill()
        .args(["export", "-", "--to=sudoku-extreme", "--invalid=skip"])
        .write_stdin(input)
        .assert()
        .success();
    assert_eq!(String::from_utf8_lossy(&run.get_output().stdout).lines().count(), 2);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("1 puzzle; 2 rows left out"), "{said}");
}

#[test]
fn mistakes_get_one_clear_line() {
    let files = Files::new();
    fs::write(files.name("a.txt"), format!("{PUZZLE}\n")).unwrap();
    let input = files.name("a.txt");
    insta::assert_snapshot!(refused(&[&input, "--to=hrm"], "", 2), @"error: the layout hrm is a folder: give --out DIR");
    insta::assert_snapshot!(refused(&[&input, "--to=text", "--augment=2"], "", 2), @"error: --augment is for --to hrm, not text");
    insta::assert_snapshot!(refused(&[&input, "--to=hrm", "--set=../x", "--out=o"], "", 2), @"error: --set is the name of a folder: letters, digits, - and _");
    insta::assert_snapshot!(refused(&["-", "--to=sudoku-extreme", "--box=2x2"], "12..............\n", 2), @"error: the layout sudoku-extreme is for 3x3 boxes, not 2x2");
    let said = refused(&[&input, "--to=text", "--out", &input, "--overwrite"], "", 2);
    assert!(said.ends_with("a.txt is an input; give the output another name\n"), "{said}");
    fs::create_dir(files.name("n")).unwrap();
    fs::write(files.name("n/solutions.npy"), "theirs").unwrap();
    let said = refused(&[&input, "--to=numpy", "--out", &files.name("n")], "", 2);
    assert!(said.ends_with("n/solutions.npy exists; give --overwrite to replace it\n"), "{said}");
    assert_eq!(tree(Path::new(&files.name("n"))).len(), 1);
    export(&[&input, "--to=numpy", "--out", &files.name("n"), "--overwrite"]);
    assert_eq!(Array::read(Path::new(&files.name("n/solutions.npy"))).bytes, digits(SOLUTION));
}

/// A folder is replaced as a whole or not at all: by runs that are killed, by two at once, and where something else is in it.
#[test]
fn folders_are_never_of_two_runs() {
    let files = Files::new();
    let folder = Folder::new();
    let first = made(&folder, &["--count=3000", "--givens=40"]);
    let folder = Folder::new();
    let second = made(&folder, &["--count=3000", "--givens=44"]);
    for (layout, set) in [("numpy", "out"), ("hrm", "out/train")] {
        let args = |input: &str| {
            ["export", input, "--to", layout, "--out", &files.name("out"), "--overwrite", "--progress=never"]
                .map(str::to_owned)
        };
        let alone = [&first, &second].map(|input| {
            gridmill().args(args(input)).assert().success();
            tree(Path::new(&files.name(set)))
        });
        assert!(alone[0] != alone[1]);
        let mut killed = 0;
        for round in 0..24_u64 {
            let runs: Vec<_> = [&first, &second]
                .into_iter()
                .map(|input| {
                    let mut run = std::process::Command::new(crate::common::PATH);
                    run.args(args(input)).stderr(std::process::Stdio::null()).spawn().unwrap()
                })
                .collect();
            for (number, mut run) in (0_u64..).zip(runs) {
                // Windows exchanges no folders at once: between its renames, there is none.
                if cfg!(unix) && round % 3 < 2 {
                    std::thread::sleep(std::time::Duration::from_millis(3 * (round % 8) + number));
                    run.kill().unwrap();
                }
                killed += u32::from(!run.wait().unwrap().success());
            }
            let found = tree(Path::new(&files.name(set)));
            assert!(alone.contains(&found), "{layout}, round {round}");
        }
        assert!(killed > 0 || cfg!(windows), "no run was killed");
        fs::remove_dir_all(files.name("out")).unwrap();
    }
    for entry in fs::read_dir(files.path("")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_draft =
            name.strip_prefix(".gridmill-").is_some_and(|rest| rest.strip_suffix(".part").is_some());
        assert!(is_draft, "{name} was left behind");
    }
    // What is not of the layout stays, and a link is not followed.
    fs::create_dir_all(files.name("mine/train")).unwrap();
    fs::write(files.name("mine/train/notes.txt"), "keep").unwrap();
    let said = refused(&[&first, "--to=hrm", "--out", &files.name("mine"), "--overwrite"], "", 2);
    assert!(said.contains("mine/train holds notes.txt, which is not of this layout"), "{said}");
    let said = refused(&[&first, "--to=numpy", "--out", &files.name("mine"), "--overwrite"], "", 2);
    assert!(said.contains("mine holds train, which is not of this layout"), "{said}");
    assert_eq!(fs::read(files.name("mine/train/notes.txt")).unwrap(), b"keep");
    // On Windows, a link takes a privilege.
    #[cfg(unix)]
    {
        fs::create_dir(files.name("elsewhere")).unwrap();
        fs::create_dir(files.name("linked")).unwrap();
        std::os::unix::fs::symlink("../elsewhere", files.name("linked/train")).unwrap();
        let said = refused(&[&first, "--to=hrm", "--out", &files.name("linked"), "--overwrite"], "", 2);
        assert!(said.contains("linked/train is a symbolic link"), "{said}");
        assert_eq!(fs::read_dir(files.name("elsewhere")).unwrap().count(), 0);
    }
}

/// Reads what is written for other programs again, as the same puzzles.
#[test]
fn layouts_are_read_again() {
    let place = tempfile::tempdir().unwrap();
    let puzzles = format!(
        "{PUZZLE}\n..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n"
    );
    let input = place.path().join("puzzles.txt");
    fs::write(&input, &puzzles).unwrap();
    let input = input.to_str().unwrap();
    for (layout, name) in [
        ("jsonl", "a.jsonl"),
        ("json", "a.json"),
        ("csv", "a.csv"),
        ("sdm", "a.sdm"),
        ("text", "a.txt"),
        ("hodoku", "hodoku.txt"),
        ("sudokuwiki", "wiki.txt"),
        ("sudoku-coach", "coach.txt"),
        ("f-puzzles", "f-puzzles.txt"),
        ("sudokupad", "pad.txt"),
        ("opensudoku", "a.opensudoku"),
        ("sdk", "sadman"),
        ("ipuz", "ipuz"),
    ] {
        let out = place.path().join(name);
        export(&[input, "--to", layout, "--out", out.to_str().unwrap()]);
        let file = |number: u8| out.join(format!("00000{number}.{layout}"));
        let paths = if out.is_dir() { vec![file(1), file(2)] } else { vec![out.clone()] };
        let paths = paths.iter().map(|path| path.to_str().unwrap());
        let read = export(&paths.chain(["--to=text"]).collect::<Vec<_>>());
        assert_eq!(read.replace('0', "."), puzzles, "{layout}");
    }
}

#[test]
fn a_file_holds_one_puzzle_or_a_folder_all() {
    let ipuz = export_of("..1.2..6...5....3...2.1....4.2..5...\n", &["-", "--to=ipuz", "--box=3x2"]);
    let ipuz: Value = serde_json::from_str(&ipuz).unwrap();
    assert_eq!(ipuz["kind"][0], "http://ipuz.org/sudoku#1");
    assert_eq!(ipuz["puzzle"][1], serde_json::json!([0, 6, 0, 0, 0, 5]));
    let two = format!("{PUZZLE}\n{PUZZLE}\n");
    insta::assert_snapshot!(refused(&["-", "--to=sdk"], &two, 2), @"error: a file of the layout sdk has one puzzle; give --out DIR for a folder of files");
    insta::assert_snapshot!(refused(&["-", "--to=svg"], "", 1), @"error: standard output: the input holds no puzzle, and the file has one");
    insta::assert_snapshot!(refused(&["-", "--to=opensudoku", "--box=2x2"], "12..............\n", 2), @"error: the layout opensudoku is for 3x3 boxes, not 2x2");
}

fn export_of(input: &str, arguments: &[&str]) -> String {
    gridmill().arg("export").args(arguments).write_stdin(input.to_owned()).stdout_text()
}
