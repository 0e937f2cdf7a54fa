//! `gridmill export --to book`: files and folders of pages, and the puzzles on them.

use crate::prelude::*;

/// Runs `export --to book`; returns standard output and error.
fn book(arguments: &[&str], input: &str) -> (Vec<u8>, String) {
    let args = [&["export", "--to=book"], arguments].concat();
    let run = gridmill().args(args).write_stdin(input.to_owned()).assert().success();
    (run.get_output().stdout.clone(), with_slashes(&run.get_output().stderr))
}

fn refused(arguments: &[&str], input: &str) -> String {
    let (_, said) = failure_with(&[&["export"], arguments].concat(), input);
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

#[test]
fn pages_hold_puzzles_by_level_and_their_solutions() {
    let place = Folder::made();
    let rows =
        place.write("rows.csv", format!("puzzle,level\n{PUZZLE},hard\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    let out = place.file("pages");
    let (_, said) = book(&[&rows, "--out", out.to_str().unwrap(), "--title=Three", "--per-page=1"], "");
    assert!(said.ends_with("3 puzzles\n5 pages\n"), "{said}");
    let found = files(&out);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["facts.json", "page-001.svg", "page-002.svg", "page-003.svg", "page-004.svg", "page-005.svg"]
    );
    assert_eq!(titles(&out), ["Three", "Easy 1", "Hard 2", "Hard 3", "Solutions 1 2 3"]);
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
    let place = Folder::made();
    let out = place.named("book.pdf");
    let options = ["-", "--hints", "--paper=6x9in", "--title=Caf\u{e9}"];
    let (_, said) = book(&[&options[..], &["--out", &out]].concat(), PUZZLE);
    assert!(said.ends_with("1 puzzle\n3 pages\n"), "{said}");
    // A letter that no font has is an error before anything is written.
    let other = place.named("other.pdf");
    let said = refused(&["-", "--to=book", "--title=\u{6570} \u{416}", "--out", &other], PUZZLE);
    let expected = "error: the built-in font lacks \u{416} (U+0416), \u{6570} (U+6570); --style font=FILE takes a file that has them";
    assert!(said == expected && !place.has("other.pdf"), "{said}");
    let said = refused(&["-", "--to=book", "--style=font=Cargo.toml", "--out", &other], PUZZLE);
    said.assert_has(&["font Cargo.toml: ", "give a TrueType or OpenType font"]);
    let (stream, _) = book(&options, PUZZLE);
    let file = fs::read(&out).unwrap();
    assert_eq!(file, stream);
    assert!(file.starts_with(b"%PDF-1.7") && file.ends_with(b"%%EOF"));
    assert_eq!((count(&file, "/Type /Page\n"), count(&file, "/FontFile2")), (3, 2));
    assert_eq!(count(&file, "/MediaBox [0 0 432 648]"), 3);
}

/// A puzzle that takes more than singles.
const HARD: &str = ".29.....5.....1.383..42......6....7.2..973..4.4....9......42..165.1.....4.....82.";

/// Hints are of the first step that is no single; small grids have them, too.
#[test]
fn hints_show_a_step_beyond_singles() {
    let place = Folder::made();
    let out = place.file("pages");
    book(
        &["-", "--hints", "--per-page=solutions=0", "--out", out.to_str().unwrap()],
        &format!("{PUZZLE}\n{HARD}\n"),
    );
    let found = files(&out);
    assert_eq!(found.len(), 3, "{:?}", found.keys());
    assert!(found["page-002.svg"].contains("<title>Hints 2</title>"));
}

#[test]
fn a_small_book_of_any_shape_fits_one_picture() {
    let place = Folder::made();
    for (shape, puzzle) in [("2x2", "......34.3....2."), ("2x3", "61...4.....1....2..43..5..6...5.....")] {
        let out = place.named(format!("{shape}.svg"));
        book(&["-", "--box", shape, "--per-page=solutions=0", "--out", &out], puzzle);
        assert!(fs::read_to_string(&out).unwrap().contains(&format!("<desc>1: {puzzle}</desc>")));
    }
}

#[test]
fn impossible_options_are_refused() {
    let place = Folder::made();
    let one = place.named("one.svg");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=31"], PUZZLE), @"error: --per-page 31: a number from 1 to 30");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=12", "--style=large-print"], PUZZLE), @"error: 12 puzzles a page of a4 have digits of 9.9 points; large print has 16 or more: --per-page 4 fits");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--paper=51x51", "--style=large-print"], PUZZLE), @"error: puzzles that fill a page of 51x51 have digits of 0.6 points; large print has 16 or more: give a larger --paper");
    insta::assert_snapshot!(refused(&["-", "--to=text", "--title=No"], PUZZLE), @"error: --title is for --to book, not text");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--out=book.csv"], PUZZLE), @"error: --out book.csv: a file ends in .pdf, .svg, and a folder has no ending");
    let title = format!("--title={}", "Sudoku ".repeat(1000));
    insta::assert_snapshot!(refused(&["-", "--to=book", &title], PUZZLE), @"error: the title does not fit a page of a4: give a shorter title, or a larger --paper");
    let said = refused(&["-", "--to=book", "--out", &one], PUZZLE);
    said.assert_has(&["the book has 2 pages, and", "give a folder, or a .pdf"]);
    assert!(!Path::new(&one).exists());
    let paper = ["export", "-", "--to=book", "--paper=a3x"];
    assert_refusal(&paper, 2, "is no paper: a4, a5, letter, or width x");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--paper=a4,bleed=3cm"], PUZZLE), @r#"error: invalid value 'a4,bleed=3cm' for '--paper <SIZE,bleed=LENGTH>': "3cm" is no length from 0 to 25.4 mm, such as 3mm or 0.125in"#);
    insta::assert_snapshot!(refused(&["-", "--to=book", "--paper=a4,border=3mm"], PUZZLE), @"error: invalid value 'a4,border=3mm' for '--paper <SIZE,bleed=LENGTH>': give SIZE,bleed=LENGTH, or one of these");
    insta::assert_snapshot!(refused(&["-", "--to=text", "--paper=bleed=3mm"], PUZZLE), @"error: --paper bleed=LENGTH is for --to book, not text");
    insta::assert_snapshot!(refused(&["-", "--to=text", "--style=large-print"], PUZZLE), @"error: --style large-print is for --to book, not text");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--style=dark"], PUZZLE), @"error: --style dark is for --to svg and png, not book");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--style=large"], PUZZLE), @"error: invalid value 'large' for '--style <LIST>': give dark,width=PIXELS,font=FILE,black,large-print, or some of these");
    let hints = ["-", "--to=book", "--hints", "--paper=6x9in"];
    insta::assert_snapshot!(refused(&[&hints[..], &["--per-page=hints=4"]].concat(), PUZZLE), @"error: 4 hints a page of 6x9in have candidates of 4.0 points; print has 6 or more: --per-page hints=1 fits");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=hints=2"], PUZZLE), @"error: --per-page hints=... goes with --hints");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=solutions=50", "--paper=5x8in"], PUZZLE), @"error: 50 solutions a page of 5x8in have digits of 2.4 points; print has 5 or more: --per-page solutions=15 fits");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--per-page=solutions=5,solutions=0"], PUZZLE), @"error: invalid value 'solutions=5,solutions=0' for '--per-page <N,hints=N,solutions=N>': solutions is given twice");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--pages=9"], PUZZLE), @"error: --pages 9: the puzzles make 2 pages; give more of them");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--pages=1", "--title=A"], PUZZLE), @"error: --pages 1: no puzzle has a place on so few pages");
    insta::assert_snapshot!(refused(&["-", "--to=book", "--hints=hard"], PUZZLE), @"error: --hints hard: no puzzle has this level; the rows have no levels");
    let front = place.write("front.md", "# Fine\n\nsee [here](a.html)\n");
    let said = refused(&["-", "--to=book", "--front", &front], PUZZLE).replace(&front, "front.md");
    insta::assert_snapshot!(said, @"error: front.md: line 3: links are not known; there are headings, paragraphs, lists, emphasis and ---");
}

#[test]
fn a_book_of_no_puzzles_is_refused() {
    let place = Folder::made();
    let rows = place.write("rows.csv", "puzzle,level\n");
    for name in ["book.pdf", "book.svg", "pages"] {
        let out = place.named(name);
        let said = gridmill().args(["export", &rows, "--to=book", "--out", &out]).stderr_text(1);
        assert!(
            said.ends_with("rows.csv: the input holds no puzzle, and a book has at least one\n"),
            "{said}"
        );
        assert!(!Path::new(&out).exists(), "{name}");
    }
    let out = place.named("book.pdf");
    let args = ["export", "-", "--to=book", "--title=None", "--invalid=skip", "--out", &out];
    assert_eq!(failure_with(&args, "no puzzle\n").0, 1);
    assert!(!Path::new(&out).exists());
}

/// Levels follow the rulebook that has them all: beginner, easy, medium, hard.
#[test]
fn beginners_come_first() {
    let place = Folder::made();
    let rows =
        place.write("rows.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n{PUZZLE},beginner\n"));
    let out = place.file("pages");
    book(&[&rows, "--out", out.to_str().unwrap(), "--per-page=solutions=0"], "");
    assert_eq!(titles(&out), ["Beginner 1", "Easy 2", "Hard 3"]);
}

/// The titles of the pages in a folder.
fn titles(folder: &Path) -> Vec<String> {
    let pages = files(folder).into_iter().filter(|(name, _)| name.starts_with("page-"));
    let title = |page: String| page.split("<title>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    pages.map(|(_, page)| title(page)).collect()
}

/// Within a level the lowest score comes first, hints are of the levels that are named, and each puzzle has its level and the page of its
/// solution.
#[test]
fn puzzles_have_their_level_and_the_page_of_their_solution() {
    let place = Folder::made();
    let rows = format!("puzzle,level,score\n{HARD},hard,900\n{HARD},medium,800\n{PUZZLE},hard,204\n");
    let (rows, out) = (place.write("rows.csv", rows), place.file("pages"));
    let name = out.to_str().unwrap();
    book(&[&rows, "--out", name, "--hints=Hard", "--per-page=1,solutions=2"], "");
    assert_eq!(titles(&out), ["Medium 1", "Hard 2", "Hard 3", "Hints 3", "Solutions 1 2", "Solutions 3"]);
    let found = files(&out);
    assert!(found["page-002.svg"].contains(&format!("<desc>2: {PUZZLE}</desc>")));
    for (page, note) in
        [(1, "Medium, solution on page 5"), (2, "Hard, solution on page 5"), (3, "Hard, solution on page 6")]
    {
        assert!(found[&format!("page-00{page}.svg")].contains(&format!(">{note}</text>")), "{page}");
    }
    let said = refused(&[&rows, "--to=book", "--hints=easy,hard"], "");
    assert_eq!(said, "error: --hints easy: no puzzle has this level; there are hard, medium");
    book(&[&rows, "--out", name, "--overwrite", "--per-page=1,solutions=0"], "");
    assert!(files(&out)["page-001.svg"].contains(">Medium</text>"));
}

#[test]
fn a_book_has_grids_of_several_sizes() {
    let place = Folder::made();
    let six = "61...4.....1....2..43..5..6...5.....";
    let large = place.write("large.csv", format!("puzzle,level\n{HARD},hard\n{PUZZLE},easy\n"));
    let small = place.write("six.csv", format!("level,puzzle\neasy,{six}\nbeginner,{six}\n"));
    let tiny = place.write("four.txt", "......34.3....2.\n");
    let out = place.file("pages");
    book(&[&large, &small, &tiny, "--per-page=2", "--hints", "--out", out.to_str().unwrap()], "");
    let titles = titles(&out);
    let x = "\u{d7}";
    let chapters = [
        format!("4{x}4 1"),
        format!("6{x}6 Beginner 2"),
        format!("6{x}6 Easy 3"),
        format!("9{x}9 Easy 4"),
        format!("9{x}9 Hard 5"),
    ];
    assert_eq!(titles[..5], chapters);
    assert_eq!(titles[5..], ["Hints 5", "Solutions 1 2 3 4 5"]);
    // Other layouts have one shape.
    let said = refused(&[&large, &tiny, "--to=text"], "");
    assert!(said.contains("four.txt"), "{said}");
}

#[test]
fn a_number_of_pages_decides_the_puzzles() {
    let place = Folder::made();
    let rows: String =
        (0..30).map(|n| format!("{PUZZLE},{}\n", if n < 20 { "easy" } else { "hard" })).collect();
    let (rows, out) = (place.write("rows.csv", format!("puzzle,level\n{rows}")), place.file("pages"));
    let options = [&rows, "--per-page=4", "--title=Some", "--pages=6", "--out", out.to_str().unwrap()];
    let (_, said) = book(&options, "");
    // Title, three pages of easy puzzles, one of hard ones, solutions: the fifth hard one, which comes next, would begin another page.
    assert!(said.ends_with("6 pages, with 13 of the puzzles\n"), "{said}");
    let titles = titles(&out);
    assert_eq!(titles[3..5], ["Easy 9", "Hard 10 11 12 13"]);
    let (_, said) = book(&[&rows, "--per-page=4", "--pages=10", "--out", &place.named("all.pdf")], "");
    assert!(said.ends_with("10 pages\n"), "{said}");
}

#[test]
fn front_matter_is_set_in_pages() {
    let place = Folder::made();
    let words: Vec<String> = (0..900).map(|n| format!("word{n}")).collect();
    let text = format!(
        "# Copyright\n\n\u{a9} 2026 Somebody\\\nISBN **978-0**\n\n---\n\n## How to play\n\n{}\n\n1. one\n2. two\n",
        words.join(" ")
    );
    let (front, out) = (place.write("front.md", text), place.file("pages"));
    let options = ["-", "--paper=6x9in", "--front", &front, "--title=A", "--out", out.to_str().unwrap()];
    let (_, said) = book(&options, PUZZLE);
    let titles = titles(&out);
    assert_eq!(titles[..3], ["A", "Copyright", "How to play"]);
    assert_eq!(titles[titles.len() - 2..], ["1", "Solutions 1"]);
    assert!(titles.len() > 5 && said.ends_with(&format!("{} pages\n", titles.len())), "{titles:?}");
    let found = files(&out);
    assert!(
        found["page-002.svg"].contains(">ISBN</text>") && found["page-002.svg"].contains(">978-0</text>")
    );
    let shown: String = found.values().filter_map(|page| page.split("<desc>").nth(1)).collect();
    assert!(words.iter().all(|word| shown.contains(word)), "{shown}");
    let last = titles.len();
    assert!(found[&format!("page-{:03}.svg", last - 1)].contains(&format!("solution on page {last}")));
}

/// Pages for a printer: a trim box within the bleed, one ink, and a file that qpdf finds whole.
#[test]
fn pages_are_ready_for_a_printer() {
    let place = Folder::made();
    let (colour, black) = (place.named("colour.pdf"), place.named("black.pdf"));
    let options = ["-", "--hints", "--paper"];
    book(&[&options[..], &["6x9in", "--out", &colour]].concat(), HARD);
    book(&[&options[..], &["6x9in,bleed=0.125in", "--style=black", "--out", &black]].concat(), HARD);
    let [colour, bytes] = [&colour, &black].map(|file| fs::read(file).unwrap());
    assert!(count(&colour, " rg\n") > 0 && count(&colour, " RG\n") > 0 && count(&colour, "/TrimBox") == 0);
    assert_eq!((count(&bytes, " rg\n"), count(&bytes, " RG\n")), (0, 0));
    assert_eq!(count(&bytes, "/MediaBox [0 0 450 666]"), 3);
    assert_eq!(count(&bytes, "/TrimBox [9 9 441 657]"), 3);
    if let Ok(checked) = std::process::Command::new("qpdf").args(["--check", &black]).output() {
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    }
}
