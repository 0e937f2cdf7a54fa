//! `gridmill export --to book`: files and folders of pages, and the puzzles on them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Files, PUZZLE, Runs, SOLUTION, gridmill, parsed, with_slashes};
use std::{collections::BTreeMap, fs, path::Path};

/// Runs `export --to book`; returns standard output and error.
fn book(arguments: &[&str], input: &str) -> (Vec<u8>, String) {
    let run = gridmill()
        .args(["export", "--to=book"])
        .args(arguments)
        .write_stdin(input.to_owned())
        .assert()
        .success();
    (run.get_output().stdout.clone(), with_slashes(&run.get_output().stderr))
}

fn refused(arguments: &[&str], input: &str) -> String {
    let run = gridmill().arg("export").args(arguments).write_stdin(input.to_owned()).assert().failure();
    let said = with_slashes(&run.get_output().stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

fn count(bytes: &[u8], part: &str) -> usize {
    bytes.windows(part.len()).filter(|window| *window == part.as_bytes()).count()
}

/// Names and contents of the files of a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path()).unwrap())
    };
    fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap())).collect()
}

/// Levels are grouped from the easiest, and a row keeps its level.
#[test]
fn pages_hold_puzzles_by_level_and_their_solutions() {
    let place = Files::new();
    let rows =
        place.write("rows.csv", format!("puzzle,level\n{PUZZLE},hard\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    let out = place.path("pages");
    let (_, said) = book(&[&rows, "--out", out.to_str().unwrap(), "--title=Three", "--per-page=1"], "");
    assert!(said.ends_with("3 puzzles\n5 pages\n"), "{said}");
    let found = files(&out);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["facts.json", "page-001.svg", "page-002.svg", "page-003.svg", "page-004.svg", "page-005.svg"]
    );
    let title = |n: usize| {
        let page = &found[&format!("page-00{n}.svg")];
        page.split("<title>").nth(1).unwrap().split('<').next().unwrap().to_owned()
    };
    assert_eq!([1, 2, 3, 4, 5].map(title), ["Three", "Easy 1", "Hard 2", "Hard 3", "Solutions 1 2 3"]);
    assert!(found["page-002.svg"].contains(&format!("<desc>1: {PUZZLE}</desc>")));
    assert!(found["page-005.svg"].contains(&format!("1: {SOLUTION}; 2: {SOLUTION}; 3: {SOLUTION}")));
    let facts = parsed(&found["facts.json"]);
    assert!(facts.to_string().contains("export --to book"), "{facts}");
    // A folder is not written over unasked, and one with other files not at all.
    let again = [&rows, "--to=book", "--out", out.to_str().unwrap()];
    assert!(refused(&again, "").contains("exists; give --overwrite"));
    fs::write(out.join("notes.txt"), "mine").unwrap();
    assert!(refused(&[&again[..], &["--overwrite"]].concat(), "").contains("holds notes.txt"));
}

#[test]
fn the_pdf_is_the_same_in_a_file_and_on_a_stream() {
    let place = Files::new();
    let out = place.name("book.pdf");
    let options = ["-", "--hints", "--paper=6x9in", "--title=Caf\u{e9}"];
    let (_, said) = book(&[&options[..], &["--out", &out]].concat(), PUZZLE);
    assert!(said.ends_with("1 puzzle\n3 pages\n"), "{said}");
    // A letter that no font has is an error before anything is written.
    let other = place.name("other.pdf");
    let said = refused(&["-", "--to=book", "--title=\u{6570} \u{416}", "--out", &other], PUZZLE);
    let expected = "error: the built-in font lacks \u{416} (U+0416), \u{6570} (U+6570); give --font a file that has them\n";
    assert!(said == expected && !place.path("other.pdf").exists(), "{said}");
    let said = refused(&["-", "--to=book", "--font=Cargo.toml", "--out", &other], PUZZLE);
    assert!(
        said.contains("font Cargo.toml: ") && said.contains("give a TrueType or OpenType font"),
        "{said}"
    );
    let (stream, _) = book(&options, PUZZLE);
    let file = fs::read(&out).unwrap();
    assert_eq!(file, stream);
    assert!(file.starts_with(b"%PDF-1.7") && file.ends_with(b"%%EOF"));
    assert_eq!((count(&file, "/Type /Page\n"), count(&file, "/FontFile2")), (3, 2));
    assert_eq!(count(&file, "/MediaBox [0 0 432 648]"), 3);
}

/// Hints are of the first step that is no single; small grids have them, too.
#[test]
fn hints_show_a_step_beyond_singles() {
    let hard = ".29.....5.....1.383..42......6....7.2..973..4.4....9......42..165.1.....4.....82.";
    let place = Files::new();
    let out = place.path("pages");
    book(&["-", "--hints", "--no-solutions", "--out", out.to_str().unwrap()], &format!("{PUZZLE}\n{hard}\n"));
    let found = files(&out);
    assert_eq!(found.len(), 3, "{:?}", found.keys());
    assert!(found["page-002.svg"].contains("<title>Hints 2</title>"));
}

#[test]
fn a_small_book_of_any_shape_fits_one_picture() {
    let place = Files::new();
    for (shape, puzzle) in [("2x2", "......34.3....2."), ("2x3", "61...4.....1....2..43..5..6...5.....")] {
        let out = place.name(&format!("{shape}.svg"));
        book(&["-", "--box", shape, "--no-solutions", "--out", &out], puzzle);
        assert!(fs::read_to_string(&out).unwrap().contains(&format!("<desc>1: {puzzle}</desc>")));
    }
}

#[test]
fn impossible_options_are_refused() {
    let place = Files::new();
    let one = place.name("one.svg");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=31"], PUZZLE), @"error: --per-page 31: a page has at most 30 puzzles");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=12", "--large-print"], PUZZLE), @"error: 12 puzzles a page of a4 have digits of 9.7 points; large print has 16 or more: give a smaller --per-page");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--paper=51x51", "--large-print"], PUZZLE), @"error: a puzzle on 51x51 has digits of 0.6 points; large print has 16 or more: give a larger --paper");
    insta::assert_snapshot!(refused(&["-", "--to=text", "--title=No"], PUZZLE), @"error: --title is for --to book, not text");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--out=book.csv"], PUZZLE), @"error: --out book.csv: a file ends in .pdf, .svg, and a folder has no ending");
    let title = format!("--title={}", "Sudoku ".repeat(1000));
    insta::assert_snapshot!(refused(&["-", "--to=book", &title], PUZZLE), @"error: the title does not fit a page of a4: give a shorter title, or a larger --paper");
    let said = refused(&["-", "--to=book", "--out", &one], PUZZLE);
    assert!(
        said.contains("the book has 2 pages, and") && said.contains("give a folder, or a .pdf"),
        "{said}"
    );
    assert!(!Path::new(&one).exists());
    let run = gridmill().args(["export", "-", "--to=book", "--paper=a3x"]).assert().code(2);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("is no paper: a4, a5, letter, 6x9in"));
}

/// A document without pages is no PDF.
#[test]
fn a_book_of_no_puzzles_is_refused() {
    let place = Files::new();
    let rows = place.write("rows.csv", "puzzle,level\n");
    for name in ["book.pdf", "book.svg", "pages"] {
        let out = place.name(name);
        let said = gridmill().args(["export", &rows, "--to=book", "--out", &out]).stderr_text(1);
        assert!(
            said.ends_with("rows.csv: the input holds no puzzle, and a book has at least one\n"),
            "{said}"
        );
        assert!(!Path::new(&out).exists(), "{name}");
    }
    let out = place.name("book.pdf");
    gridmill()
        .args(["export", "-", "--to=book", "--title=None", "--invalid=skip", "--out", &out])
        .write_stdin("no puzzle\n")
        .assert()
        .code(1);
    assert!(!Path::new(&out).exists());
}

/// Levels follow the rulebook that has them all: beginner, easy, medium, hard.
#[test]
fn beginners_come_first() {
    let place = Files::new();
    let rows =
        place.write("rows.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n{PUZZLE},beginner\n"));
    let out = place.path("pages");
    book(&[&rows, "--out", out.to_str().unwrap(), "--no-solutions"], "");
    let found = files(&out);
    let title = |n: usize| {
        let page = &found[&format!("page-00{n}.svg")];
        page.split("<title>").nth(1).unwrap().split('<').next().unwrap().to_owned()
    };
    assert_eq!([1, 2, 3].map(title), ["Beginner 1", "Easy 2", "Hard 3"]);
}
