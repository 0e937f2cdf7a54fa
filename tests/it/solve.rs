//! `gridmill solve` as a process: findings about puzzles, steps, JSON.

use crate::prelude::*;

fn solve(args: &[&str], input: &str) -> (i32, String, String) {
    outcome(&[&["solve"], args].concat(), input)
}

fn json(args: &[&str], input: &str) -> (i32, Vec<Value>) {
    let (code, out, _) = solve(&[args, &["--json"]].concat(), input);
    (code, json_lines(&out))
}

fn cell_of(candidate: &Value) -> usize {
    usize::try_from(candidate["cell"].as_u64().unwrap()).unwrap()
}

/// Returns the puzzle with its first `count` givens removed.
fn without(count: usize) -> String {
    let mut left = count;
    PUZZLE
        .chars()
        .map(|letter| {
            let gone = letter != '.' && left > 0;
            left -= usize::from(gone);
            if gone { '.' } else { letter }
        })
        .collect()
}

#[test]
fn a_wrong_grid_is_no_solved_puzzle() {
    // A complete grid with two digits exchanged, and one with two equal digits in a row.
    let wrong = SOLUTION.replacen("534", "354", 1);
    for steps in [&["--steps"][..], &["--next"], &[]] {
        let (code, out, error) = solve(&[&[&wrong[..]], steps].concat(), "");
        assert_eq!(code, 1, "{out}");
        assert!(out.ends_with(
            "contradiction: 3 twice in column 1, at r1c1 and r9c1; 5 twice in column 2, at r1c2 and r4c2\n"
        ), "{out}");
        assert_eq!(error, "error: the puzzle cannot be read or has no solution\n");
    }
    let equal = PUZZLE.replacen("53.", "535", 1);
    let (code, out, _) = solve(&[&equal, "--steps"], "");
    assert_eq!(code, 1);
    assert!(out.contains("contradiction: 5 twice in row 1, at r1c1 and r1c3; 5 twice in box 1"), "{out}");
    assert!(!out.contains("places"), "{out}");
}

#[test]
fn every_state_of_a_grid_has_a_word() {
    let status = |puzzle: &str| {
        let (code, lines) = json(&["--steps", puzzle], "");
        (code, lines[0]["status"].as_str().unwrap().to_owned(), lines[0].clone())
    };
    let (code, word, line) = status(PUZZLE);
    assert_eq!((code, &word[..], line["solution"].as_str().unwrap()), (0, "unique", SOLUTION));
    assert_eq!(line["rating"]["solved"], true);
    assert_eq!(line["steps"].as_array().unwrap().len(), 51);
    let (code, word, line) = status(SOLUTION);
    assert_eq!((code, &word[..], line["steps"].as_array().unwrap().len()), (0, "complete", 0));
    let (code, word, line) = status(&without(4));
    assert_eq!((code, &word[..], &line["solution"]), (0, "multiple", &Value::Null));
    let [first, second] = [0, 1].map(|n| line["solutions"][n].as_str().unwrap());
    let differing: Vec<usize> =
        (0..81).filter(|&cell| first.as_bytes()[cell] != second.as_bytes()[cell]).collect();
    assert!(!differing.is_empty());
    assert_eq!(line["differing_cells"], Value::from(differing));
    let (code, word, _) = status(&format!("55{}", ".".repeat(79)));
    assert_eq!((code, &word[..]), (1, "contradiction"));
    // 1 to 8 in a row, 9 beyond its last cell: no digits are equal in a house.
    let (code, word, _) = status(&format!("1234.....{}", "....5....".to_owned() + &".".repeat(63)));
    assert_eq!((code, &word[..]), (0, "multiple"));
}

#[test]
fn steps_of_several_solutions_presume_nothing() {
    for rulebook in ["hodoku", "se"] {
        for count in 1..8 {
            let puzzle = without(count);
            let (_, lines) = json(&["--steps", "--rulebook", rulebook, &puzzle], "");
            if lines[0]["status"] != "multiple" {
                continue;
            }
            for step in lines[0]["steps"].as_array().unwrap() {
                let technique: gridmill::rate::Technique =
                    step["technique"].as_str().unwrap().parse().unwrap();
                assert_ne!(technique.family(), gridmill::rate::Family::Uniqueness);
            }
            // No step contradicts either solution.
            for solution in [0, 1].map(|n| lines[0]["solutions"][n].as_str().unwrap().as_bytes()) {
                for step in lines[0]["steps"].as_array().unwrap() {
                    let digit = |candidate: &Value| solution[cell_of(candidate)] - b'0';
                    assert!(
                        step["placements"].as_array().unwrap().iter().all(|c| c["digit"] == digit(c)),
                        "{step}"
                    );
                    assert!(
                        step["eliminations"].as_array().unwrap().iter().all(|c| c["digit"] != digit(c)),
                        "{step}"
                    );
                }
            }
        }
    }
    let (code, out, _) = solve(&["--steps", &without(4)], "");
    assert_eq!(code, 0);
    assert!(out.contains("several solutions; two differ in "), "{out}");
    assert!(out.contains("techniques that presume one solution are left out"), "{out}");
}

/// An application that asks for one step after another, and passes the candidates on, solves the puzzle.
#[test]
fn the_next_step_follows_from_the_candidates() {
    let puzzle = "8..3..9.7..2....8...3.58......61.5..6.1...2.4..9.24......43.6...5....4..1.8..5..3";
    let solution = json(&[puzzle], "").1[0]["solution"].as_str().unwrap().to_owned();
    let mut grid: Vec<u8> = puzzle.bytes().collect();
    let mut candidates: Vec<Vec<u8>> = grid
        .iter()
        .map(|&letter| if letter == b'.' { b"123456789".to_vec() } else { vec![letter] })
        .collect();
    let mut steps = 0;
    while grid.contains(&b'.') {
        steps += 1;
        assert!(steps < 200, "{}", String::from_utf8_lossy(&grid));
        let words: Vec<String> =
            candidates.iter().map(|digits| String::from_utf8(digits.clone()).unwrap()).collect();
        let now = String::from_utf8(grid.clone()).unwrap();
        let (code, lines) = json(&["--next", &now, "--candidates", &words.join(" ")], "");
        let step = &lines[0]["next"];
        assert!(code == 0 && step["text"].is_string(), "{step}");
        let digit = |candidate: &Value| b'0' + u8::try_from(candidate["digit"].as_u64().unwrap()).unwrap();
        let cell = cell_of;
        for placed in step["placements"].as_array().unwrap() {
            grid[cell(placed)] = digit(placed);
        }
        for gone in step["eliminations"].as_array().unwrap() {
            candidates[cell(gone)].retain(|&other| other != digit(gone));
        }
    }
    assert_eq!(String::from_utf8(grid).unwrap(), solution);
    // Where the digit of the solution is gone, that is printed, and no step is.
    let mut words = vec!["123456789"; 81];
    (words[2], words[3]) = ("12", "2");
    let (code, lines) = json(&["--next", PUZZLE, "--candidates", &words.join(" ")], "");
    assert_eq!((code, &lines[0]["status"], &lines[0]["next"]), (1, &"wrong".into(), &Value::Null));
    assert_eq!(lines[0]["message"], "the notes of r1c3 lack its digit in the solution");
    assert_eq!(lines[0]["problems"].as_array().unwrap().len(), 2, "{}", lines[0]["problems"]);
}

#[test]
fn many_puzzles_come_from_files_and_standard_input() {
    let folder = Folder::made();
    let file = folder.write("puzzles.txt", format!("{PUZZLE}\nnonsense\n{SOLUTION}\n"));
    let (code, out, error) = solve(&["--json", &file], "");
    let words: Vec<Value> = out.lines().map(|line| parsed(line)["status"].clone()).collect();
    assert_eq!((code, words), (1, vec!["unique".into(), "unreadable".into(), "complete".into()]));
    assert!(out.contains("line 2, column 9: 8 cells"), "{out}");
    assert_eq!(error, "error: 1 of 3 puzzles cannot be read or have no solution\n");
    let (code, out, error) = solve(&[&file], "");
    assert!(
        code == 1 && out.contains("puzzle 3: ") && error.contains("line 2, column 9: 8 cells"),
        "{error}"
    );
    let (code, lines) = json(&[], &format!("{PUZZLE}\n{}\n", without(4)));
    assert_eq!((code, lines.len()), (0, 2));
    let (code, out, _) = solve(&[PUZZLE, SOLUTION], "");
    assert_eq!(code, 0);
    assert!(
        out.starts_with(&format!("puzzle 1: {PUZZLE}\n")) && out.contains(&format!("puzzle 2: {SOLUTION}\n")),
        "{out}"
    );
    let (code, _, error) = solve(&["no-such-file.txt"], "");
    assert_eq!(code, 2);
    assert!(error.starts_with("error: the puzzle (there is no file of this name): "), "{error}");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (args, printed) in [
        (&["--candidates", "1", PUZZLE][..], "--candidates goes with --steps or --next"),
        (&["--steps", "--candidates", "1", PUZZLE], "--candidates: found 1 character; give 81 words"),
        (
            &["--steps", "--rulebook=se", "--box=2x2", "1..............."],
            "the rulebook se is for 9x9 grids, and boxes of 2x2 have basic",
        ),
        (
            &["--next", &".".repeat(256)],
            "steps are known for grids with a side up to 9, not for boxes of 4x4",
        ),
        (&["--steps", "--next", PUZZLE], "cannot be used with"),
    ] {
        let (code, _, error) = solve(args, "");
        assert_eq!(code, 2, "{args:?}");
        assert!(error.contains(printed), "{error}");
    }
}

/// The player's digits and notes are no givens: what is next is the step of the stored path, and what is wrong is printed in full.
#[test]
fn states_have_entries_and_notes() {
    let state = r#"{"id": "s1", "givens": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "entries": [0,0,5,2], "notes": null}"#
        .replace('\n', " ");
    let whole = |entries: &str| {
        let entries = format!("{entries:.<81}");
        format!(r#"{{"id": "s2", "givens": "{PUZZLE}", "entries": "{entries}"}}"#)
    };
    let input =
        [state, whole("..52"), whole("....8"), whole("534678912"), PUZZLE.to_owned(), "[7]".to_owned()];
    let (code, lines) = json(&["--next"], &input.join("\n"));
    assert_eq!((code, lines.len()), (1, 6));
    let status: Vec<&str> = lines.iter().map(|line| line["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["unreadable", "wrong", "wrong", "unique", "unique", "unreadable"]);
    assert_eq!(
        (&lines[0]["id"], &lines[1]["id"], &lines[4]["id"]),
        (&"s1".into(), &"s2".into(), &Value::Null)
    );
    let kinds = |line: &Value| -> Vec<String> {
        let problems = line["problems"].as_array().unwrap().iter();
        problems
            .map(|problem| format!("{} {}", problem["kind"].as_str().unwrap(), problem["cells"]))
            .collect()
    };
    assert_eq!(
        kinds(&lines[1]),
        ["duplicate [0,2]", "duplicate [0,2]", "wrong_entry [2]", "wrong_entry [3]"]
    );
    assert!(kinds(&lines[2]).contains(&"changed_given [4]".to_owned()));
    // Every object has the same fields, in the same order.
    let fields = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(lines.iter().all(|line| fields(line) == fields(&lines[0])), "{:?}", fields(&lines[0]));
    let (code, out, _) = solve(&["--next", &whole("....8")], "");
    assert!(code == 1 && out.contains("r1c5 is a given, and 8 was entered there\n"), "{out}");
}

#[test]
fn grids_come_in_many_forms() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    for args in [rows.clone(), vec![&rows.join(" ")]] {
        let (code, lines) = json(&args, "");
        assert_eq!((code, lines[0]["solution"].as_str().unwrap()), (0, SOLUTION));
    }
    let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}");
    assert_eq!(json(&[&link], "").1[0]["solution"].as_str().unwrap(), SOLUTION);
    let (code, out, _) = solve(&["--next", "1...", "....", "..3.", "...2"], "");
    assert!(code == 0 && out.contains("several solutions"), "{out}");
    let (code, lines) = json(&["--steps", "1...3......3..2."], "");
    assert_eq!((code, &lines[0]["rating"]["scale"]), (0, &"basic/1".into()));
    let (_, lines) = json(&["--next", "no puzzle"], "");
    assert_eq!(lines[0]["status"], "unreadable");
}

/// Sends lines to `solve --json -`, each after the answer to the one before; returns the answers.
fn served(args: &[&str], lines: &[String]) -> (Vec<Value>, Option<i32>) {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gridmill"))
        .args([&["solve", "--json"], args].concat())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut ask = |line: &String| -> Value {
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    };
    let answers = lines.iter().map(&mut ask).collect();
    drop(input);
    (answers, child.wait().unwrap().code())
}

/// A server keeps one process: each answer comes before the next question, whatever the first line is.
#[test]
fn every_line_is_answered_before_the_next_is_sent() {
    let good = |id: &str| format!(r#"{{"id": {id}, "givens": "{PUZZLE}"}}"#);
    let ids =
        ["0", "18446744073709551615", "-1", "1.5", "\"a\"", "true", "null", "[1,{}]", r#"{"a":[null]}"#];
    let mut lines: Vec<(String, &str)> = ids.iter().map(|id| (good(id), "unique")).collect();
    for line in [
        "",
        " ",
        "{bad",
        "[1,2",
        "null",
        "7",
        "\"",
        "# a comment",
        "puzzle,solution",
        "| 1 24 | 3 24 |",
        "\u{feff}",
    ] {
        lines.push((line.to_owned(), "unreadable"));
    }
    lines.push((r#"{"id":1}"#.to_owned(), "unreadable"));
    lines.push((format!(r#"{{"id":[2],"givens":"{PUZZLE}","box":"9x9"}}"#), "unreadable"));
    lines.push((PUZZLE.to_owned(), "unique"));
    lines.push((format!("{PUZZLE},{SOLUTION}"), "unique"));
    lines.push((format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}"), "unique"));
    lines.push((format!("[{}]", vec!["0"; 81].join(",")), "multiple"));
    // Each line is the first once, and they come in another order each time.
    for first in 0..lines.len() {
        let order: Vec<_> = (0..lines.len()).map(|n| &lines[(first + n * 5) % lines.len()]).collect();
        let sent: Vec<String> = order.iter().map(|(line, _)| line.clone()).collect();
        let (answers, code) = served(&["--next", "-"], &sent);
        assert_eq!(code, Some(1));
        for ((line, status), answer) in order.iter().zip(&answers) {
            assert_eq!(answer["status"], *status, "{line}: {answer}");
            let id = serde_json::from_str::<Value>(line).ok().and_then(|state| state.get("id").cloned());
            assert_eq!(answer["id"], id.unwrap_or_default(), "{line}");
            let message = answer["message"].as_str().unwrap();
            assert!(!message.contains("file") && !message.contains("--"), "{line}: {message}");
        }
    }
    // Standard input is the default, and candidates that do not fit a state end no server.
    let (answers, code) = served(&[], &[String::new(), PUZZLE.to_owned()]);
    assert_eq!((&answers[1]["solution"], code), (&SOLUTION.into(), Some(1)));
    let small = r#"{"givens": "1...3......3..2."}"#.to_owned();
    let words = vec!["123456789"; 81].join(" ");
    let (answers, _) = served(&["--next", "--candidates", &words], &[small, PUZZLE.to_owned()]);
    assert_eq!((&answers[0]["status"], &answers[1]["status"]), (&"unreadable".into(), &"unique".into()));
}

#[test]
fn steps_without_notes_rest_on_what_is_shown() {
    let state = r#"{"givens": "..5.7946..1.6...2....8.....7..3.5....6..4..9....9.1..6.....8....3...7.4..7219.3..",
        "entries": "38.2....19...5........1.9......6...4...7.2.......8.......43...2...52...94....6..."}"#;
    let (_, lines) = json(&["--next", &state.replace('\n', "")], "");
    let [earlier, next] = [&lines[0]["rests_on"][0], &lines[0]["next"]];
    assert_eq!((&earlier["technique"], &next["technique"]), (&"pointing".into(), &"claiming".into()));
    // r7c7 and r7c8 lose 5.
    assert_eq!((&lines[0]["candidates"][60], &lines[0]["candidates"][61]), (&"167".into(), &"17".into()));
    assert_eq!((&lines[0]["notes"], &lines[0]["assumed"]), (&"none".into(), &serde_json::json!([])));
    let (_, text, _) = solve(&["--next", state], "");
    assert!(text.contains("  1  r7c12: pointing") && text.contains("  2  r56c7: claiming"), "{text}");
}

/// Notes of digits with two places in a box are no errors; a missing note is one without its digit, unless the state asks for it.
#[test]
fn partial_notes_are_no_errors() {
    let mut notes = vec![""; 81];
    (notes[2], notes[3]) = ("12", "26");
    let ask = |kind: &str, reveal: bool| {
        let state =
            serde_json::json!({ "givens": PUZZLE, "notes": kind, "pencilmarks": notes, "reveal": reveal });
        json(&["--next", &state.to_string()], "").1[0].clone()
    };
    let partial = ask("partial", false);
    assert_eq!((&partial["status"], &partial["notes"]), (&"unique".into(), &"partial".into()));
    assert!(partial["next"]["levels"]["where"].is_string(), "{partial}");
    let all = ask("all", false);
    let problem = &all["problems"][0];
    assert_eq!(picked(problem, &["kind", "cells", "digit"]), json!(["missing_note", [2], null]));
    assert!(!all["message"].as_str().unwrap().contains('4'), "{all}");
    assert_eq!(ask("all", true)["problems"][0]["digit"], 4);
    assert_eq!(ask("none", false)["notes"], "none");
}

#[test]
fn puzzles_are_answered_as_they_come() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gridmill"))
        .args(["solve", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut lines = output.lines().map(|line| line.unwrap());
    for number in 1..4 {
        input.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
        assert_eq!(lines.next().unwrap(), format!("puzzle {number}: {PUZZLE}"));
        assert!(lines.by_ref().any(|line| line == SOLUTION));
    }
    drop((input, lines));
    assert!(child.wait().unwrap().success());
}

/// Messages in JSON are about the state: who sent it may know no command line.
#[test]
fn messages_in_json_name_no_files_or_options() {
    for argument in ["no puzzle", "{bad", "[1,2", r#"{"id": 1}"#, "https://sudokupad.app/abc", "123"] {
        let (code, lines) = json(&[argument], "");
        let message = lines[0]["message"].as_str().unwrap();
        assert!(code == 1 && !message.contains("file") && !message.contains("--"), "{argument}: {message}");
    }
    let short = json(&["https://sudokupad.app/abc"], "").1;
    assert!(short[0]["message"].as_str().unwrap().contains("link"), "{}", short[0]["message"]);
}

#[test]
fn rows_of_files_get_their_solutions() {
    let folder = Folder::made();
    let path = |name: &str| folder.named(name);
    let words = "generate --count 300 --seed 3 --givens 25..40 --minimal any --no-timings --out";
    run(&[words.split(' ').collect(), vec![&path("made")[..]]].concat());
    let made = run(&["solve", &path("made"), "--out=-", "--columns=solution,input_solution,givens"]);
    let [found, given] = ["solution", "input_solution"].map(|name| column(&made, name));
    assert!(found.len() == 300 && found == given);
    assert_eq!(made.lines().next().unwrap(), "solution,input_solution,givens");
    for name in ["solved.csv", "solved.jsonl", "solved.parquet"] {
        run(&["solve", &path("made"), "--threads=3", "--out", &path(name)]);
        let again = run(&["canonical", &path(name), "--columns=solution"]);
        assert_eq!(column(&again, "solution"), found, "{name}");
    }
    let message = gridmill().args(["solve", &path("made"), "--out", &path("solved.csv")]).stderr_text(2);
    assert!(message.contains("--overwrite"), "{message}");
}

#[test]
fn rows_without_one_solution_have_a_reason() {
    let several = ".".repeat(81);
    let text = format!("{PUZZLE}\n{several}\n{}\nabc\n{SOLUTION}\n", PUZZLE.replacen("53.", "535", 1));
    let (code, out, _) = solve(&["--out=-", "--progress=never"], &text);
    assert_eq!(code, 0);
    assert_eq!(column(&out, "solution"), [SOLUTION, "", "", "", SOLUTION]);
    let reasons = column(&out, "reason");
    assert!(reasons[0].is_empty() && reasons[1].contains("several solutions"), "{reasons:?}");
    assert!(reasons[2].contains("contradiction: 5 twice in row 1"), "{reasons:?}");
    assert!(reasons[3].contains("3 cells where a 3x3 grid has 81") && reasons[4].is_empty(), "{reasons:?}");
    let (_, rows, _) = solve(&["--out=-", "--format=jsonl", "--progress=never"], &text);
    let second = parsed(rows.lines().nth(1).unwrap());
    assert_eq!((&second["solution"], &second["puzzle"]), (&Value::Null, &several.as_str().into()));
    let folder = Folder::made();
    // States keep the player's entries with the solution of their givens.
    let states =
        folder.write("states.jsonl", format!("{{\"givens\": \"{PUZZLE}\", \"entries\": \"{several}\"}}\n"));
    let solved = run(&["solve", &states, "--column=givens", "--out=-"]);
    assert_eq!(solved.lines().next().unwrap(), "givens,entries,solution,reason");
    assert_eq!(column(&solved, "entries"), [several.as_str()]);
    assert_eq!(column(&solved, "solution"), [SOLUTION]);
    let file = folder.file("out.parquet");
    let (code, _, error) = solve(&["--invalid=stop", "--out", &file.display().to_string()], &text);
    assert_eq!(code, 1);
    assert!(error.contains("line 2") && error.contains("several solutions") && !file.exists(), "{error}");
    for (options, problem) in [
        (&[PUZZLE, "--out=-"][..], "--out goes with files"),
        (&["--out=-", "--next"], "cannot be used with"),
        (&["--format=csv"], "--out"),
    ] {
        let (code, _, error) = solve(options, &text);
        assert!(code == 2 && error.contains(problem), "{options:?}: {error}");
    }
}

#[test]
fn solutions_are_counted() {
    let files = Folder::made();
    let (one, two, open) = ("1.34341221434321", "..34..1221434321", "................");
    let path = files.write("grids.txt", [one, two, open, "11..............", "12w4............"].join("\n"));
    let counted = run(&["solve", two, "--count-solutions"]);
    assert_eq!(counted, "1 solution\n");
    assert_eq!(run(&["solve", open, "--count-solutions"]), "288 solutions\n");
    assert_eq!(run(&["solve", open, "--count-solutions=10"]), "more than 10 solutions\n");
    let table = run(&["solve", &path, "--count-solutions=288", "--out=-", "--progress=never"]);
    assert_eq!(column(&table, "solution_count"), ["1", "1", "288", "0", ""]);
    assert!(column(&table, "reason")[4].contains("'w' is no cell"), "{table}");
    let fewer = run(&["solve", &path, "--count-solutions=5", "--out=-", "--progress=never"]);
    assert_eq!(column(&fewer, "reason")[2], "more than 5 solutions");
    let (code, objects) = json(&[&path, "--count-solutions=5"], "");
    assert_eq!(code, 1);
    assert_eq!((&objects[0]["solution_count"], &objects[2]["solution_count"]), (&1.into(), &Value::Null));
    assert_eq!(objects[2]["message"], "more than 5 solutions");
    let (code, _, said) = solve(&[one, "--up-to=5"], "");
    assert!(code == 2 && said.contains("--count-solutions"), "{said}");
}
