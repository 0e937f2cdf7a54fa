//! `gridmill scan` and `gridmill unavoidable` as processes: against the enumeration of minimal puzzles; errors. The columns
//! of `--add unavoidable`.

use crate::{minimals::SMALL, prelude::*};
use gridmill::generate::UnavoidableMeasures;

fn lines(text: &str) -> BTreeSet<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_scan_of_a_whole_small_grid_is_the_list_of_its_minimal_puzzles() {
    for grid in SMALL {
        let expected = lines(&run(&["minimals", "--print=list", grid]));
        let found = run(&["scan", grid, "--givens=16"]);
        assert_eq!(lines(&found), expected);
        assert_eq!(found.lines().count(), expected.len());
        let few = lines(&run(&["scan", grid, "--givens=4", "--threads=1"]));
        let is_few = |puzzle: &&String| puzzle.bytes().filter(|&byte| byte != b'.').count() == 4;
        assert_eq!(few, expected.iter().filter(is_few).cloned().collect());
    }
}

/// 36 givens of `SOLUTION`; the scan learns most of its sets.
#[test]
fn a_scan_within_a_puzzle_lists_its_minimal_puzzles_with_few_givens() {
    let puzzle = "53.678.1.......348..8.42.678....1.23..6.5..917...24.5....5....4..74.9.35....8.1.9";
    let all = lines(&run(&["minimals", "--print=list", puzzle]));
    let found = run(&["scan", puzzle, "--within", "--givens=26"]);
    let is_few = |puzzle: &&String| puzzle.bytes().filter(|&byte| byte != b'.').count() <= 26;
    let few: BTreeSet<String> = all.iter().filter(is_few).cloned().collect();
    assert!((10..all.len()).contains(&few.len()), "{} of {}", few.len(), all.len());
    assert_eq!((found.lines().count(), lines(&found)), (few.len(), few));
}

#[test]
fn a_scan_touches_no_file_but_its_own() {
    let files = Folder::made();
    let out = files.named("found");
    let [visible, other] =
        ["found.journal", "other"].map(|name| files.write(name, "mine, without an end of line"));
    let scan = ["scan", SMALL[0], "--givens=4", "--out", &out, "--progress=never"];
    run(&scan);
    run(&[&scan[..], &["--overwrite"]].concat());
    assert_eq!(fs::read_to_string(&visible).unwrap(), "mine, without an end of line");
    files.remove(".gridmill-found.scan");
    fs::remove_file(&out).unwrap();

    fs::hard_link(&other, files.named(".gridmill-found.scan")).unwrap();
    for words in [&[][..], &["--resume"], &["--overwrite"]] {
        let refused = failure(&[&scan[..], words].concat());
        assert!(refused.contains("keeps its journal here, and this is not one; move it away"), "{refused}");
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine, without an end of line");
    }
    files.remove(".gridmill-found.scan");

    for name in [".gridmill-found.scan", "found"] {
        let input = files.write(name, SMALL[0]);
        let own = ["scan", "--box=2x2", &input, "--givens=4", "--out", &out, "--progress=never"];
        for words in [&[][..], &["--resume"], &["--overwrite"]] {
            assert_failure(&[&own[..], words].concat(), "is an input; give the output another name");
            assert_eq!(fs::read_to_string(&input).unwrap(), SMALL[0]);
        }
        fs::remove_file(input).unwrap();
    }
}

/// Devices and pipes get the puzzles, and no journal; there is nothing to resume.
#[cfg(unix)]
#[test]
fn a_scan_to_a_device_or_a_pipe_keeps_no_journal() {
    let files = Folder::made();
    let scan = ["scan", SMALL[0], "--givens=4", "--progress=never", "--out"];
    for words in [&[][..], &["--overwrite"]] {
        run(&[&scan[..], &["/dev/null"], words].concat());
    }
    let pipe = files.named("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let read = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    run(&[&scan[..], &[&pipe]].concat());
    assert_eq!(read.join().unwrap().lines().count(), 12);
    for name in ["/dev/.gridmill-null.scan", "/dev/null.journal", &files.named(".gridmill-pipe.scan")] {
        assert!(!fs::exists(name).unwrap(), "{name}");
    }
    for out in ["/dev/null", &pipe] {
        let refused = gridmill().args(scan).args([out, "--resume"]).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        let refused = String::from_utf8(refused.stderr).unwrap();
        refused.assert_has(&["is not a regular file, so that no journal is kept: leave out --resume"]);
    }
}

#[test]
fn an_estimate_finds_nothing_and_says_how_long() {
    let text = run(&["scan", SMALL[0], "--givens=6", "--estimate"]);
    assert!(text.starts_with("1 grid, up to 6 givens: "), "{text}");
    let json = parsed(&run(&["scan", SMALL[0], "--givens=6", "--estimate", "--json"]));
    // All units were searched, so that no error is left.
    assert_eq!(json["standard_error"], 0.0);
    assert_eq!(json["is_lower_bound"], false);
}

#[test]
fn a_grid_of_several_solutions_is_refused() {
    let error = failure(&["scan", "1...............", "--givens=5"]);
    assert!(error.contains("grid 1: ") && error.contains("needs complete grids"), "{error}");
    for bad in [
        &["scan", SOLUTION][..],
        &["scan", SOLUTION, "--givens=0"],
        &["scan", SOLUTION, "--givens=9", "--resume"],
    ] {
        assert!(failure(bad).starts_with("error: "), "{bad:?}");
    }
    let large = run(&["generate", "--box=2x5", "--givens=100", "--count=1", "--columns=solution"]);
    assert_failure(&["scan", large.lines().nth(1).unwrap(), "--givens=20"], "sides up to 9");
}

#[test]
fn unavoidable_sets_are_counted_listed_and_hit() {
    let json = parsed(&run(&["unavoidable", PUZZLE, "--json", "--list"]));
    assert_eq!((json["grid"].as_str(), json["solution"].as_str()), (Some(PUZZLE), Some(SOLUTION)));
    let sets = json["cells"].as_array().unwrap();
    assert_eq!(json["sets"], sets.len());
    let givens: BTreeSet<u64> =
        (0..).zip(PUZZLE.bytes()).filter(|(_, byte)| *byte != b'.').map(|(cell, _)| cell).collect();
    let hits = |set: &Value| {
        set.as_array().unwrap().iter().filter(|cell| givens.contains(&cell.as_u64().unwrap())).count()
    };
    assert!(sets.iter().all(|set| hits(set) > 0), "a puzzle hits every set");
    assert_eq!(json["hit_once"], sets.iter().filter(|set| hits(set) == 1).count());
    let clique = json["max_clique_cells"].as_array().unwrap();
    let cells: Vec<u64> =
        clique.iter().flat_map(|set| set.as_array().unwrap()).map(|cell| cell.as_u64().unwrap()).collect();
    assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), cells.len(), "no cell twice");
    assert_eq!(json["max_clique"], clique.len());

    let listed = run(&["unavoidable", PUZZLE, "--list"]);
    assert_eq!(listed.lines().count(), sets.len());
    assert_eq!(listed.lines().next().unwrap().split(' ').count(), 4);
    insta::assert_snapshot!(run(&["unavoidable", PUZZLE]));
}

#[test]
fn unavoidable_goes_on_after_a_bad_grid() {
    let files = Folder::made();
    let path = files.write("grids.txt", format!("{}\n1...............\n{}\n", SMALL[0], SMALL[1]));
    let (code, text, _) = outcome(&["unavoidable", "--box=2x2", "--json", &path], "");
    let answers = json_lines(&text);
    assert_eq!((code, answers.len()), (1, 3));
    assert!(answers[1]["message"].is_string() && answers[2]["message"].is_null());
    // As solve and minimals.
    refusal(&["unavoidable", "1..............."], 1);
}

const GENERATE: [&str; 4] = ["generate", "--seed=42", "--no-timings", "--progress=never"];
const NAMES: [&str; 3] = ["unavoidable_sets", "max_clique", "hit_once"];

fn grid(text: &str) -> Grid {
    Grid::parse(Shape::STANDARD, text).unwrap()
}

#[test]
fn values_are_those_of_unavoidable_and_show() {
    let text = run(&[&GENERATE[..], &["--count=60", "--add=unavoidable"]].concat());
    let puzzles = column(&text, "puzzle").join("\n") + "\n";
    let values = NAMES.map(|name| column(&text, name));

    let answers = run_with(&["unavoidable", "--json"], &puzzles);
    assert_eq!(answers.lines().count(), 60);
    for (row, answer) in answers.lines().enumerate() {
        let answer = parsed(answer);
        assert_eq!((&answer["complete_to"], &answer["max_clique_is_largest"]), (&10.into(), &true.into()));
        let found = ["sets", "max_clique", "hit_once"].map(|name| answer[name].to_string());
        assert_eq!(found, [0, 1, 2].map(|at| values[at][row].clone()));
    }
    let shown = run(&["show", "7", "--seed=42", "--add=unavoidable"]);
    let [sets, clique, once] = [0, 1, 2].map(|at| &values[at][7]);
    let expected = format!(
        "unavoidable {sets} sets of up to 10 cells, {clique} of them share no cell; {once} have one given"
    );
    assert!(shown.contains(&expected), "{expected}\n{shown}");
    let first: Vec<String> =
        (0..8).map(|row| [0, 1, 2].map(|at| values[at][row].as_str()).join("/")).collect();
    insta::assert_snapshot!(first.join(" "), @"123/9/22 120/12/21 120/12/21 123/10/29 98/10/23 116/11/35 119/12/45 115/12/24");
}

#[test]
fn images_of_a_puzzle_have_equal_values() {
    let text = run(&[&GENERATE[..], &["--count=20"]].concat());
    let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(&text, name));
    let mut rng = Pcg64::seed_from_u64(37);
    for (puzzle, solution) in puzzles.iter().zip(&solutions) {
        let (puzzle, solution) = (grid(puzzle), Solution::new(&grid(solution)).unwrap());
        let measures = UnavoidableMeasures::of(&puzzle, &solution).unwrap();
        assert!(usize::from(measures.max_clique.unwrap()) <= puzzle.givens());
        for _ in 0..4 {
            let transform = random_transform(&mut rng, Shape::STANDARD);
            let image = UnavoidableMeasures::of(&transform.grid(&puzzle), &transform.solution(&solution));
            assert_eq!(image, Some(measures), "{transform}");
        }
    }
}

/// Facts state the bounds, so that columns measured again take the place of those there; rows without a puzzle have no values.
#[test]
fn columns_are_measured_again_in_their_place() {
    let files = Folder::made();
    let input = files.write("puzzles.txt", ".....41.2..3....\nshort\n");
    let rated = files.named("rated.parquet");
    run(&["rate", &input, "--box=2x2", "--rulebook=none", "--add=unavoidable", "--out", &rated]);
    let again = run(&["rate", &rated, "--rulebook=none", "--add=unavoidable"]);
    assert!(!again.contains("input_"), "{again}");
    let values = NAMES.map(|name| column(&again, name));
    assert_eq!(values, [["10", ""], ["4", ""], ["8", ""]]);
    let other = run(&["rate", &rated, "--rulebook=basic"]);
    assert_eq!(NAMES.map(|name| column(&other, name)), values);
}
