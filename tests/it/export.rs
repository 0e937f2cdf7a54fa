//! `gridmill export`: layouts as their readers expect them, whole or not at all.

use crate::common::{HARD, OTHER};
use crate::prelude::*;
use std::io::Read as _;

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
    let (found, said) = failure_with(&[&["export"], arguments].concat(), input);
    assert!(found == code && said.lines().count() == 1, "{said}");
    said
}

fn made(folder: &Folder, options: &[&str]) -> String {
    run(&[&["generate", "--seed=5", "--out", &folder.name()], options].concat());
    folder.name()
}

#[test]
fn numpy_has_the_grids_and_the_columns() {
    let (folder, place) = (Folder::new(), Folder::made());
    let corpus =
        made(&folder, &["--count=300", "--rulebook=hodoku", "--technique=..naked_pair", "--givens=30"]);
    let rows = export(&[&corpus, "--to=jsonl"]);
    let rows = json_lines(&rows);
    // The same table as text: its types are guessed from names and values.
    let csv = place.write("rows.jsonl", rows.iter().map(|row| format!("{row}\n")).collect::<String>());
    for (input, whole) in [(corpus.as_str(), "<u8"), (&csv, "<f8")] {
        let out = place.file(&whole[1..]);
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
        let (folder, place) = (Folder::new(), Folder::made());
        let corpus = made(&folder, &["--count=40", "--box", shape]);
        let shape_option = format!("--box={shape}");
        let write = |name: &str, more: &[&str]| {
            let out = place.file(name);
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
                let givens = |cells: &[u8]| cells.iter().filter(|&&given| given > 1).count();
                assert_eq!(givens(input), givens(&plus_one));
                let grid: String = label.iter().map(|digit| char::from(b'0' - 1 + digit)).collect();
                let grid = gridmill::board::Grid::parse(shape.parse().unwrap(), &grid).unwrap();
                assert!(gridmill::board::Solution::new(&grid).is_ok(), "{grid}");
                different += usize::from(n > 0 && input != example(0).0);
            }
        }
        assert_eq!(different, 40 * 7, "images differ from their puzzle");
        let [about, facts] =
            ["dataset.json", "facts.json"].map(|name| parsed(&fs::read_to_string(set.join(name)).unwrap()));
        assert_eq!(facts["population"]["kind"], "images", "{facts}");
        let last = &facts["history"].as_array().unwrap().last().unwrap()["command"];
        assert!(last.as_str().unwrap().starts_with("gridmill export --to hrm"), "{last}");
        let found = picked(&about, &["seq_len", "vocab_size", "total_groups", "pad_id"]);
        assert_eq!(found, json!([cells, side + 2, 40, 0]));
        assert_eq!(fs::read(out.join("identifiers.json")).unwrap(), b"[\"<blank>\"]\n");
        // Another set is added to the folder.
        export(&[&corpus, &shape_option, "--to=hrm", "--set=test", "--out", out.to_str().unwrap()]);
        assert!(out.join("test/all__inputs.npy").exists());
    }
}

#[test]
fn lines_have_the_form_of_their_layout() {
    let place = Folder::made();
    let table =
        &place.write("mine.csv", format!("id,question,source\n007,{PUZZLE},\"a, b\"\n8,{PUZZLE},c\n"));
    assert_eq!(export(&[table, "--to=text"]), format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!(export(&[table, "--to=SDM"]), format!("{0}\n{0}\n", PUZZLE.replace('.', "0")));
    let first = export(&[table, "--to=jsonl"]).lines().next().unwrap().to_owned();
    assert_eq!(first, format!(r#"{{"id":"007","question":"{PUZZLE}","source":"a, b"}}"#));
    let hard = HARD;
    let text = &place.write("plain.txt", format!("{hard}\n"));
    let guesses: f64 = column(&run(&["rate", text, "--add=guesses"]), "guesses")[0].parse().unwrap();
    let solution = gridmill::solve(&hard.parse().unwrap());
    let gridmill::solve::Solutions::Unique(solution) = solution else { panic!("one solution") };
    let row = format!("plain,{hard},{solution},{}\n", guesses.round());
    assert_eq!(export(&[text, "--to=sudoku-extreme"]), format!("source,question,answer,rating\n{row}"));
    let with_source = export(&[table, "--to=sudoku-extreme"]);
    assert_eq!(with_source.lines().nth(1).unwrap(), format!("\"a, b\",{PUZZLE},{SOLUTION},0"));
}

#[test]
fn rows_that_are_no_puzzles_are_named_or_counted() {
    let place = Folder::made();
    let out = place.file("out");
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
    let (code, out, said) = outcome(&["export", "-", "--to=sudoku-extreme", "--invalid=skip"], &input);
    assert_eq!((code, out.lines().count()), (0, 2));
    assert!(said.contains("1 puzzle; 2 rows left out"), "{said}");
}

#[test]
fn mistakes_get_one_clear_line() {
    let files = Folder::made();
    let input = files.write("a.txt", format!("{PUZZLE}\n"));
    insta::assert_snapshot!(refused(&[&input, "--to=hrm"], "", 2), @"error: the layout hrm is a folder: give --out DIR");
    insta::assert_snapshot!(refused(&[&input, "--to=text", "--augment=2"], "", 2), @"error: --augment is for --to hrm, not text");
    insta::assert_snapshot!(refused(&[&input, "--to=hrm", "--set=../x", "--out=o"], "", 2), @"error: --set is the name of a folder: letters, digits, - and _");
    insta::assert_snapshot!(refused(&["-", "--to=sudoku-extreme", "--box=2x2"], "12..............\n", 2), @"error: the layout sudoku-extreme is for 3x3 boxes, not 2x2");
    let said = refused(&[&input, "--to=text", "--out", &input, "--overwrite"], "", 2);
    assert!(said.ends_with("a.txt is an input; give the output another name"), "{said}");
    files.write("n/solutions.npy", "theirs");
    let said = refused(&[&input, "--to=numpy", "--out", &files.named("n")], "", 2);
    assert!(said.ends_with("n/solutions.npy exists; give --overwrite to replace it"), "{said}");
    assert_eq!(tree(Path::new(&files.named("n"))).len(), 1);
    export(&[&input, "--to=numpy", "--out", &files.named("n"), "--overwrite"]);
    assert_eq!(Array::read(Path::new(&files.named("n/solutions.npy"))).bytes, digits(SOLUTION));
}

#[test]
fn what_is_not_of_the_layout_stays_and_links_are_not_followed() {
    let files = Folder::made();
    let folder = Folder::new();
    let first = made(&folder, &["--count=30", "--givens=40"]);
    files.write("mine/train/notes.txt", "keep");
    let said = refused(&[&first, "--to=hrm", "--out", &files.named("mine"), "--overwrite"], "", 2);
    assert!(said.contains("mine/train holds notes.txt, which is not of this layout"), "{said}");
    let said = refused(&[&first, "--to=numpy", "--out", &files.named("mine"), "--overwrite"], "", 2);
    assert!(said.contains("mine holds train, which is not of this layout"), "{said}");
    assert_eq!(files.bytes("mine/train/notes.txt"), b"keep");
    // On Windows, a link takes a privilege.
    #[cfg(unix)]
    {
        files.make("elsewhere");
        files.make("linked");
        std::os::unix::fs::symlink("../elsewhere", files.named("linked/train")).unwrap();
        let said = refused(&[&first, "--to=hrm", "--out", &files.named("linked"), "--overwrite"], "", 2);
        assert!(said.contains("linked/train is a symbolic link"), "{said}");
        assert_eq!(fs::read_dir(files.named("elsewhere")).unwrap().count(), 0);
    }
}

#[test]
fn layouts_are_read_again() {
    let place = Folder::made();
    let puzzles = format!("{PUZZLE}\n{OTHER}\n");
    let input = &place.write("puzzles.txt", &puzzles);
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
        let out = place.file(name);
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
    let ipuz = parsed(&run_with(
        &["export", "-", "--to=ipuz", "--box=3x2"],
        "..1.2..6...5....3...2.1....4.2..5...\n",
    ));
    assert_eq!(ipuz["kind"][0], "http://ipuz.org/sudoku#1");
    assert_eq!(ipuz["puzzle"][1], serde_json::json!([0, 6, 0, 0, 0, 5]));
    let two = format!("{PUZZLE}\n{PUZZLE}\n");
    insta::assert_snapshot!(refused(&["-", "--to=sdk"], &two, 2), @"error: a file of the layout sdk has one puzzle; give --out DIR for a folder of files");
    insta::assert_snapshot!(refused(&["-", "--to=svg"], "", 1), @"error: standard output: the input holds no puzzle, and the file has one");
    insta::assert_snapshot!(refused(&["-", "--to=opensudoku", "--box=2x2"], "12..............\n", 2), @"error: the layout opensudoku is for 3x3 boxes, not 2x2");
}
