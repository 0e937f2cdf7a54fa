//! `gridmill minimals` as a process: against definitions, published totals and scans; its errors and limits.

use crate::prelude::*;

/// One grid of each class of 4x4 grids.
pub(super) const SMALL: [&str; 2] = ["1234341221434321", "1234341223414123"];

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

/// All 288 grids of 4x4.
fn all_small() -> Vec<String> {
    let empty = Grid::empty(shape("2x2"));
    let all = DancingLinks::new(empty.shape(), 1_000_000).list(&empty, 1000).unwrap();
    assert_eq!(all.len(), 288);
    all.iter().map(ToString::to_string).collect()
}

/// Removes the cells whose bit is not set.
fn subset(text: &str, cells: u32) -> String {
    let kept = |(cell, digit)| if cells >> cell & 1 != 0 { digit } else { '.' };
    text.chars().enumerate().map(kept).collect()
}

/// Tables have their puzzles in any column, for every command that asks about grids.
#[test]
fn grids_are_read_from_a_named_column() {
    let files = Folder::made();
    let two = files.write("two.csv", format!("id,board\n1,{PUZZLE}\n"));
    for command in [&["minimals", "--print=list"][..], &["unavoidable", "--list"], &["scan", "--givens=1"]] {
        assert_failure(&[command, &[&two]].concat(), "--column");
        run(&[command, &[&two, "--column=board"]].concat());
    }
}

/// The minimal puzzles within a 4x4 puzzle by their definition, from all subsets of its givens and all 288 grids.
fn by_definition(puzzle: &str, grids: &[String]) -> BTreeSet<String> {
    let cells_where = |is: &dyn Fn(usize) -> bool| {
        (0..16).filter(|&cell| is(cell)).fold(0, |set, cell| set | 1_u32 << cell)
    };
    let byte = |text: &str, cell: usize| text.as_bytes()[cell];
    let givens = cells_where(&|cell| byte(puzzle, cell) != b'.');
    // Where each solution agrees with the puzzle; one agrees with all givens.
    let agree: Vec<u32> =
        grids.iter().map(|grid| cells_where(&|cell| byte(grid, cell) == byte(puzzle, cell))).collect();
    let is_unique = |set: u32| agree.iter().filter(|&agree| set & !agree == 0).count() == 1;
    assert!(is_unique(givens));
    let without =
        |set: u32| (0..16).filter(move |cell| set >> cell & 1 != 0).map(move |cell| set & !(1 << cell));
    let minimal = |&set: &u32| set & !givens == 0 && is_unique(set) && !without(set).any(is_unique);
    (0..1 << 16).filter(minimal).map(|set| subset(puzzle, set)).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

fn json(args: &[&str], input: &str) -> Vec<Value> {
    json_lines(&run_with(&[&["minimals", "--json"], args].concat(), input))
}

#[test]
fn those_of_4x4_puzzles_are_those_of_the_definition() {
    let grids = all_small();
    let parts = [0xFFFF, 0xFFFE, 0x7BDF, 0x3FFF, 0xF7A5];
    for text in SMALL.iter().flat_map(|grid| parts.map(|cells| subset(grid, cells))) {
        let listed = run(&["minimals", "--print=list", &text]);
        let listed = lines(&listed);
        let expected = by_definition(&text, &grids);
        assert_eq!(listed.len(), expected.len(), "{text}");
        assert_eq!(listed.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), expected, "{text}");
    }
}

/// Exhaustive totals of 4x4: 25,728, 58,368 and 1,536 minimal puzzles with 4, 5 and 6 givens, of which 36 are essentially different.
#[test]
fn all_4x4_grids_have_the_known_totals() {
    let grids = all_small();
    let rows = json(&["--box", "2x2", "--print=classes", "-"], &grids.join("\n"));
    assert_eq!(rows.len(), 288);
    let mut totals = BTreeMap::new();
    for (givens, count) in rows.iter().flat_map(|row| row["by_givens"].as_object().unwrap()) {
        *totals.entry(givens.as_str()).or_default() += count.as_u64().unwrap();
    }
    assert_eq!(totals, BTreeMap::from([("4", 25_728), ("5", 58_368), ("6", 1536)]));
    let classes = |grid: &str| {
        let row = rows.iter().find(|row| row["puzzle"] == grid).unwrap();
        row["classes"].as_u64().unwrap()
    };
    assert_eq!(SMALL.map(classes).iter().sum::<u64>(), 36);
}

/// Counts the minimal puzzles within all subsets with up to six givens of both classes of 4x4 grids: each of N minimal puzzles with j givens is in C(16-j, k-j)
/// subsets of k cells, with N of 4, 5 and 6 givens from exhaustive search. Those of other numbers of givens are 0.
#[test]
fn sums_by_givens_over_all_subsets_follow_the_exact_law() {
    const EXACT: [[u64; 3]; 2] = [[12, 256, 16], [128, 176, 0]];
    let choose = |n: u64, k: u64| (1..=k).fold(1, |product, i| product * (n - k + i) / i);
    let files = Folder::made();
    for (grid, exact) in SMALL.iter().zip(EXACT) {
        let few = (0..1_u32 << 16).filter(|cells| cells.count_ones() <= 6);
        let subsets: Vec<String> = few.map(|cells| subset(grid, cells)).collect();
        let path = files.write("subsets.txt", subsets.join("\n"));
        let rows = run(&["minimals", "--print=by-givens", &path, "--box=2x2", "--progress=never"]);
        let mut lines = rows.lines();
        let names = "puzzle,needed_givens,minimal_puzzles,minimal_puzzles_4,minimal_puzzles_5,minimal_puzzles_6,\
                     minimal_puzzles_7,minimal_puzzles_8,reason";
        assert_eq!(lines.next().unwrap(), names);
        let mut sums = vec![[0; 6]; 7];
        for (line, text) in lines.by_ref().zip(&subsets) {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!((fields[0], fields[8]), (text.as_str(), ""), "{line}");
            let givens = text.chars().filter(|&digit| digit != '.').count();
            for (sum, field) in sums[givens].iter_mut().zip(&fields[2..8]) {
                *sum += field.parse::<u64>().unwrap();
            }
        }
        assert_eq!(lines.next(), None);
        for (k, sums) in (0_u64..).zip(&sums) {
            let expected = (4..9).zip(exact.into_iter().chain([0, 0]));
            let expected: Vec<u64> = expected
                .map(|(j, puzzles)| if k < j { 0 } else { puzzles * choose(16 - j, k - j) })
                .collect();
            assert_eq!(sums[1..], expected, "{grid} {k}");
            assert_eq!(sums[0], expected.iter().sum::<u64>(), "{grid} {k}");
        }
    }
}

/// Grids without a number have a reason; options that go with rows are refused elsewhere.
#[test]
fn grids_without_numbers_have_a_reason() {
    let files = Folder::made();
    let path = files.write("grids.txt", [SMALL[0], "11..............", "12w4............"].join("\n"));
    let rows = run(&["minimals", "--print=by-givens", &path, "--limit=283", "--progress=never"]);
    let reasons: Vec<&str> = rows.lines().skip(1).map(|line| line.splitn(9, ',').last().unwrap()).collect();
    assert_eq!(reasons[0], "more than 283 minimal puzzles", "{rows}");
    assert!(reasons[1].contains("twice") && reasons[2].contains("'w'"), "{rows}");
    for (args, said) in [
        (&["minimals", "--print=by-givens", SMALL[0]][..], "--print by-givens goes with files"),
        (&["minimals", SMALL[0], "--out=rows.csv"], "--out goes with --print by-givens"),
        (&["minimals", "--print=by-givens", "--json", &path], "--json, list and classes do not go with it"),
        (&["minimals", "--print=by-givens", "--invalid=stop", &path], "1 twice in row 1"),
    ] {
        let (_, error) = failure_with(args, "");
        assert!(error.contains(said), "{args:?}: {error}");
    }
}

/// Classes by automorphisms of the solution are those by canonical forms of the puzzles.
#[test]
fn classes_are_those_of_canonical_forms() {
    // Givens that exchanging the stacks and renaming the digits leaves as they are.
    let symmetric = ".2..5.4.61.3231564......31.64...5..2";
    for (text, boxes, has_fewer) in
        [(SMALL[0], "2x2", true), (SMALL[1], "2x2", true), (symmetric, "2x3", true), (PUZZLE, "3x3", false)]
    {
        let row = &json(&["--print=list,classes", "--box", boxes, text], "")[0];
        let listed = row["puzzles"].as_array().unwrap();
        let form = |text: &Value| {
            Grid::parse(shape(boxes), text.as_str().unwrap()).unwrap().canonical().unwrap().form
        };
        let forms: BTreeSet<String> = listed.iter().map(|text| form(text).to_string()).collect();
        assert_eq!(row["classes"], forms.len(), "{text}");
        assert_eq!(forms.len() < listed.len(), has_fewer, "{text}");
    }
}

/// Puzzles of 9x9 and 6x6 with few optional givens, in a file: the listed puzzles are those that a scan finds within.
#[test]
fn those_of_larger_puzzles_are_those_of_a_scan() {
    let count = sample(1, 3);
    for (boxes, seed, more) in [("3x3", 1, 5), ("3x3", 2, 6), ("2x3", 3, 5), ("3x2", 4, 6)] {
        let seed = format!("--seed={seed}");
        let rows = run(&["generate", &format!("--count={count}"), &seed, "--box", boxes, "--fill=digitwise"]);
        let mut puzzles = Vec::new();
        for row in rows.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let mut left = more;
            let with_more = |(puzzle, digit): (char, char)| {
                let is_added = puzzle == '.' && left > 0;
                left -= usize::from(is_added);
                if is_added { digit } else { puzzle }
            };
            puzzles.push(fields[1].chars().zip(fields[2].chars()).map(with_more).collect::<String>());
        }
        let answers = json(&["--box", boxes, "--print=list"], &puzzles.join("\n"));
        assert_eq!(answers.len(), count);
        for (text, answer) in puzzles.iter().zip(&answers) {
            let givens = format!("--givens={}", answer["givens"]);
            let found = run(&["scan", text, "--within", &givens, "--box", boxes]);
            let expected: BTreeSet<&str> = found.lines().collect();
            let listed = answer["puzzles"].as_array().unwrap().iter();
            let listed: BTreeSet<&str> = listed.map(|text| text.as_str().unwrap()).collect();
            assert_eq!(listed, expected, "{text}");
            assert_eq!(answer["minimal_puzzles"], expected.len());
            let needed = answer["needed"].as_array().unwrap();
            let in_all = |cell: &Value| {
                let cell = usize::try_from(cell.as_u64().unwrap()).unwrap();
                expected.iter().all(|text| text.as_bytes()[cell] != b'.')
            };
            assert!(needed.iter().all(in_all));
            let optional = answer["optional"].as_array().unwrap();
            assert_eq!(answer["givens"], needed.len() + optional.len());
        }
    }
}

#[test]
fn a_puzzle_has_a_page() {
    insta::assert_snapshot!(run(&["minimals", PUZZLE]), @r"
    puzzle                      needed givens
    ┌───────┬───────┬───────┐   ┌───────┬───────┬───────┐
    │ 5 3 . │ . 7 . │ . . . │   │ . . . │ . . . │ . . . │
    │ 6 . . │ 1 9 5 │ . . . │   │ . . . │ . . . │ . . . │
    │ . 9 8 │ . . . │ . 6 . │   │ . . 8 │ . . . │ . 6 . │
    ├───────┼───────┼───────┤   ├───────┼───────┼───────┤
    │ 8 . . │ . 6 . │ . . 3 │   │ . . . │ . 6 . │ . . . │
    │ 4 . . │ 8 . 3 │ . . 1 │   │ . . . │ . . . │ . . 1 │
    │ 7 . . │ . 2 . │ . . 6 │   │ . . . │ . 2 . │ . . . │
    ├───────┼───────┼───────┤   ├───────┼───────┼───────┤
    │ . 6 . │ . . . │ 2 8 . │   │ . . . │ . . . │ 2 8 . │
    │ . . . │ 4 1 9 │ . . 5 │   │ . . . │ . . . │ . . . │
    │ . . . │ . 8 . │ . 7 9 │   │ . . . │ . . . │ . 7 . │
    └───────┴───────┴───────┘   └───────┴───────┴───────┘
    30 givens: 8 needed, in every minimal puzzle; 22 optional
    416 minimal puzzles
           20             1
           21            57
           22           144
           23           169
           24            42
           25             3
    ");
    let small = run(&["minimals", "--print=classes", "1.34", "3412", "2143", "4321"]);
    insta::assert_snapshot!(small, @r"
    puzzle          needed givens
    ┌─────┬─────┐   ┌─────┬─────┐
    │ 1 . │ 3 4 │   │ . . │ . . │
    │ 3 4 │ 1 2 │   │ . . │ . . │
    ├─────┼─────┤   ├─────┼─────┤
    │ 2 1 │ 4 3 │   │ . . │ . . │
    │ 4 3 │ 2 1 │   │ . . │ . . │
    └─────┴─────┘   └─────┴─────┘
    15 givens: 0 needed, in every minimal puzzle; 15 optional
    195 minimal puzzles, 14 essentially different
            4             9
            5           176
            6            10
    ");
    // A minimal puzzle holds itself alone.
    let minimal = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    assert!(run(&["minimals", minimal]).ends_with("17 givens: 17 needed, in every minimal puzzle; 0 optional\n1 minimal puzzle\n       17             1\n"));
    assert_eq!(run(&["minimals", "--print=list", minimal]), format!("{minimal}\n"));
}

/// A limit below the number gives `at least`, and one that is equal to it the number.
#[test]
fn limits_give_at_least() {
    let all = json(&[PUZZLE], "");
    let count = all[0]["minimal_puzzles"].as_u64().unwrap();
    let at =
        |limit: u64| json(&["--limit", &limit.to_string(), "--print=list,classes", PUZZLE], "").remove(0);
    assert_eq!(at(count)["minimal_puzzles"], count);
    let fewer = at(count - 1);
    assert_eq!(fewer["minimal_puzzles_at_least"], count - 1);
    assert_eq!(fewer["classes_at_least"], count - 1);
    assert!(["minimal_puzzles", "by_givens", "classes"].iter().all(|name| fewer[name].is_null()), "{fewer}");
    assert_eq!(fewer["puzzles"].as_array().unwrap().len() as u64, count - 1);
    let page = run(&["minimals", "--limit=10", PUZZLE]);
    assert!(page.ends_with("at least 10 minimal puzzles: there are more than --limit\n"), "{page}");
    let (code, list, said) = outcome(&["minimals", "--print=list", "--limit=10", PUZZLE], "");
    assert_eq!((code, list.lines().count()), (0, 10));
    assert_eq!(said, "at least 10 minimal puzzles: there are more than --limit\n");
}

#[test]
fn mistakes_get_one_clear_line() {
    let several = PUZZLE.replacen("53", "..", 1);
    let large = ".".repeat(256);
    let table = format!(
        "
        $ {several}
        1 error: several solutions; two differ in...
        $ 55...............................................................................
        1 error: contradiction: 5 twice in row 1...
        $ {SOLUTION}
        1 error: 81 givens are optional; minimal puzzles are enumerated for up to 64; gridmill generate --dig enumerated --from FILE...
        $ 12
        2 error: the grid (there is no file of this name):...
        $ --box=2x2 {PUZZLE}
        2 error: the grid (there is no file of this name):...
        $ --limit=0 {PUZZLE}
        2 error: invalid value '0' for '--limit <N>': give a whole number, 1 or more
        $ --print list,classes {PUZZLE}
        2 error: --print list prints puzzles alone; give --json with --print list,classes
        $ --budget=nodes=1 --box=4x4 {large}
        1 error: the search ran out of its budget of 1 nodes; raise --budget
        "
    );
    assert_refusals(&["minimals"], &table);
}

/// Puzzles of a file are answered one by one; those without an answer are reported, and the run fails at the end.
#[test]
fn each_puzzle_of_a_file_is_answered() {
    let files = Folder::made();
    let several = PUZZLE.replacen("53", "..", 1);
    let file = files.write("puzzles.txt", format!("{PUZZLE}\n{several}\nnonsense\n{PUZZLE}\n"));
    let (code, out, said) = outcome(&["minimals", "--print=list", &file], "");
    assert_eq!((code, out), (1, run(&["minimals", "--print=list", PUZZLE]).repeat(2)));
    let said = lines(&said);
    assert!(said[0].starts_with("puzzle 2: several solutions"), "{said:?}");
    assert!(said[1].starts_with("puzzle 3: ") && said[1].contains("line 3"), "{said:?}");
    assert_eq!(said[2..], ["error: 2 of 4 puzzles have no answer"]);
    let (code, out, _) = outcome(&["minimals", "--json", &file], "");
    let rows = json_lines(&out);
    assert_eq!(code, 1);
    let status: Vec<&str> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["unique", "multiple", "unreadable", "unique"]);
    assert_eq!((&rows[1]["puzzle"], &rows[1]["minimal_puzzles"]), (&Value::from(several), &Value::Null));
}
