//! The table of speeds in README.md, made from the reports. A test holds it current; `GRIDMILL_BLESS=1 cargo test --test it speed_table`
//! rewrites it, and so does `python3 benches`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{env, fs, path::Path};

const HEAD: &str = "| work | a second | `sudoku` crate 0.8 | ratio |\n|---|--:|--:|--:|\n";

fn read(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap()
}

/// Cells of a row of a table in Markdown.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// The first number of a cell such as `11.9 (11.2-12.2)`, in the first table that has both the row and the column, each found by a test.
fn figure(page: &str, is_column: impl Fn(&str) -> bool, is_row: impl Fn(&str) -> bool) -> f64 {
    let mut columns: Option<usize> = None;
    let mut before = "";
    for line in page.lines() {
        if line.starts_with("|---") {
            columns = cells(before).iter().rposition(|name| is_column(name));
        } else if let (Some(column), true) = (columns, line.starts_with('|'))
            && is_row(cells(line)[0])
        {
            return cells(line)[column].split(' ').next().unwrap().parse().unwrap();
        }
        before = line;
    }
    panic!("a report without a row or a column that README quotes")
}

/// A number with commas between thousands.
fn with_commas(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

fn table() -> String {
    let [generate, solvers, rating] =
        ["generate", "solvers", "rating"].map(|name| read(&format!("reports/{name}/README.md")));
    let mut table = HEAD.to_owned();
    for (work, mode) in [("minimal puzzles", "(minimal)"), ("`--givens 36`", "--givens 36")] {
        let made = |column: &str| figure(&generate, |name| name == column, |row| row == mode);
        let [ours, theirs] = ["puzzles/s", "crate, puzzles/s"].map(made).map(with_commas);
        table += &format!("| {work} | {ours} | {theirs} | {:.1} |\n", made("ratio"));
    }
    let random = |is_column: fn(&str) -> bool| figure(&solvers, is_column, |row| row == "random minimal");
    let theirs = random(|name| name == "crate, checks/s");
    // The last one has the widest vectors of the machine, and several puzzles at the same time.
    let ratio = random(|name| name.starts_with("bitboard"));
    let ours = with_commas((theirs * ratio / 1e4).round() * 1e4);
    table += &format!(
        "| uniqueness checks, random minimal, 64 to a call | {ours} | {} | {ratio:.1} |\n",
        with_commas(theirs)
    );
    let rated = |column: &str| figure(&rating, |name| name == column, |row| row == "random minimal");
    let [hodoku, se] = ["hodoku/s", "se/s"].map(rated).map(with_commas);
    table
        + &format!("| `--rulebook hodoku`, `--rulebook se`, random minimal puzzles | {hodoku}, {se} | | |\n")
}

#[test]
fn the_table_of_speeds_is_that_of_the_reports() {
    let readme = read("README.md");
    let start = readme.find(HEAD).expect("a table of speeds");
    let end = start + readme[start..].find("\n\n").unwrap() + 1;
    let expected = table();
    if env::var_os("GRIDMILL_BLESS").is_some() {
        let page = format!("{}{expected}{}", &readme[..start], &readme[end..]);
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"), page).unwrap();
        return;
    }
    assert_eq!(
        &readme[start..end],
        expected,
        "GRIDMILL_BLESS=1 cargo test --test it speed_table rewrites it"
    );
}

#[test]
fn figures_are_found_in_tables() {
    let page =
        "| a | b | b, wide |\n|---|--:|--:|\n| x | 1.5 (1-2) | 2 |\n\n| c | b |\n|---|--:|\n| y | 7 |\n";
    assert!((figure(page, |name| name == "b", |row| row == "x") - 1.5).abs() < 1e-9);
    assert!((figure(page, |name| name.starts_with('b'), |row| row == "x") - 2.0).abs() < 1e-9);
    assert!((figure(page, |name| name == "b", |row| row == "y") - 7.0).abs() < 1e-9);
    assert_eq!([12.0, 1234.4, 1_234_567.0].map(with_commas), ["12", "1,234", "1,234,567"]);
}
