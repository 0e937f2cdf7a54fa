//! Levels, steps and ratings of 4x4, 6x6 and 8x8 puzzles, as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, column, manifest, parsed, refusal, run, run_in, run_with, words};
use gridmill::{
    board::{Grid, Shape},
    rate::{CompactPath, Pencilmarks, Rater, Rulebook},
};

const SIX: &str = "--box=2x3";

fn generate(options: &[&str]) -> String {
    run(&[&["generate", "--seed=3", "--no-timings"], options].concat())
}

fn levels(text: &str) -> Vec<(String, usize)> {
    let all = column(text.as_bytes(), "level");
    let names = Rulebook::basic().levels().iter().map(|level| level.name.to_string());
    names.map(|name| (name.clone(), all.iter().filter(|level| **level == name).count())).collect()
}

#[test]
fn quotas_of_levels_are_exact_in_any_number_of_threads() {
    let mix = "--mix=level=easy:0.5,medium:0.3,hard:0.2";
    for shape in [SIX, "--box=3x2", "--box=2x4"] {
        let text = generate(&["-n20", shape, mix, "--threads=1"]);
        let counts = levels(&text).into_iter().map(|(_, count)| count).collect::<Vec<_>>();
        assert_eq!(counts, [0, 10, 6, 4], "{shape}");
        assert_eq!(text, generate(&["-n20", shape, mix, "--threads=3"]));
    }
    let text = generate(&["-n10", "--box=2x2", "--givens=8", "--mix=level=beginner:0.4,easy:0.6"]);
    assert_eq!(levels(&text)[..2], [("beginner".to_owned(), 4), ("easy".to_owned(), 6)]);
}

/// The rulebook of small grids is taken by itself, and rates as the library and `rate` do.
#[test]
fn ratings_are_those_of_basic() {
    let folder = Folder::new();
    let out = &folder.name();
    let options = ["-n30", SIX, "--level=medium", "--add=path", "--format=csv", "--out", out];
    generate(&options);
    assert_eq!(manifest(&folder)["facts"]["scales"][0]["scale"], "basic/1");
    let rated = run(&["rate", out, "--no-timings"]);
    let by_name = run(&["rate", out, "--rulebook=basic", "--no-timings"]);
    assert_eq!(rated, by_name);
    let (puzzles, scores) = (column(rated.as_bytes(), "puzzle"), column(rated.as_bytes(), "score"));
    assert_eq!(levels(&rated)[2], ("medium".to_owned(), 30));
    let mut rater = Rater::new(Rulebook::basic());
    for (puzzle, score) in puzzles.iter().zip(scores) {
        let grid = Grid::parse(SIX[6..].parse().unwrap(), puzzle).unwrap();
        let rating = rater.rate(&mut Pencilmarks::new(&grid));
        assert_eq!(rating.score.map(|score| Rulebook::basic().shown(score)), Some(score));
    }
    let page = run_in(folder.path(), &["report", ".", "--out", "page.html"]);
    assert_eq!(page, "");
}

#[test]
fn limits_and_filters_know_small_grids() {
    let text = generate(&["-n10", SIX, "--max-technique=full_house"]);
    assert_eq!(levels(&text)[0], ("beginner".to_owned(), 10));
    let text = generate(&["-n5", "--box=2x4", "--require=naked_pair"]);
    assert!(column(text.as_bytes(), "t_naked_pair").iter().all(|steps| steps != "0"));
    assert_eq!(levels(&text)[3].1, 5);
    let text = generate(&["-n5", "--box=4x2", "--min-technique=naked_single"]);
    assert_eq!(levels(&text)[..2].iter().map(|(_, count)| count).sum::<usize>(), 0);
}

/// Steps have the cells and houses of their shape, in text, in JSON and as rows.
#[test]
fn steps_are_those_of_the_shape() {
    let puzzle = "......34.3....2.";
    let next = run(&["solve", "--box=2x2", "--next", puzzle]);
    assert!(next.contains("r1c1: hidden single (box) in box 1 places 3\n"), "{next}");
    let json = run(&["solve", "--box=2x2", "--steps", "--json", puzzle]);
    let line = parsed(&json);
    assert_eq!(
        (line["rating"]["level"].as_str(), line["rating"]["scale"].as_str()),
        (Some("easy"), Some("basic/1"))
    );
    let first = &line["steps"][0];
    assert_eq!(
        (&first["cells"], &first["houses"]),
        (&serde_json::json!([0, 1, 4, 5]), &serde_json::json!(["b1"]))
    );
    let row = run(&words("generate -n1 --seed=3 --box=2x4 --require=pointing --add=path --no-timings"));
    let path = parsed(&column(row.as_bytes(), "path")[0]);
    let shape: Shape = "2x4".parse().unwrap();
    let cells = path.as_array().unwrap().iter().flat_map(|step| step["cells"].as_array().unwrap());
    assert!(cells.into_iter().all(|cell| cell.as_u64().unwrap() < shape.cells() as u64));
    let shown = run(&["show", "--seed=3", "--index=0", "--box=2x4", "--require=pointing", "--add=path"]);
    assert!(shown.contains("hard, score ") && shown.contains("(basic/1)"), "{shown}");
    let drawn = shown.lines().filter(|line| line.starts_with("│ ")).map(|line| line.chars().count());
    assert!(drawn.into_iter().all(|width| width < 80));
}

#[test]
fn impossible_options_are_refused_with_possible_ones() {
    for (args, printed) in [
        (
            &["generate", "-n1", "--box=2x2", "--rulebook=hodoku"][..],
            "error: rulebook hodoku is for 9x9 grids, because of x_wing; rulebook basic rates boxes of 2x2",
        ),
        (&["solve", "--steps", "--rulebook=se", SIX, &".".repeat(36)], "boxes of 2x3 have basic"),
        (
            &["generate", "-n1", "--box=4x4", "--level=easy"],
            "ratings are for grids with a side up to 9; boxes of 4x4 make a side of 16",
        ),
        (
            &["generate", "-n1", "--box=2x2", "--er=1.2..2.0"],
            "ER, EP and ED are of 9x9 grids; for boxes of 2x2 choose by --level",
        ),
        (
            &["generate", "-n1", "--box=2x2", "--level=expert"],
            "those of basic are beginner, easy, medium, hard",
        ),
        (
            &["generate", "-n1", "--box=3x4", "--add=trial"],
            "--add trial is for grids with a side up to 9, not for 3x4 boxes",
        ),
    ] {
        let message = refusal(args, 2);
        assert!(message.contains(printed) && message.lines().count() == 1, "{message}");
    }
    let rated = run_with(&["rate", "--box=2x2", "--no-timings"], "......34.3....2.\n1...............\n");
    assert_eq!(column(rated.as_bytes(), "level"), ["easy", ""]);
}

/// Steps as short text name the cells of their shape, and lead to the solution.
#[test]
fn compact_paths_are_in_the_shape_of_the_grid() {
    for (shape, boxes) in [("2x2", "--box=2x2"), ("2x3", SIX)] {
        let shape: Shape = shape.parse().unwrap();
        let text = generate(&["-n20", boxes, "--level=easy", "--add=compact_path"]);
        let columns = ["puzzle", "solution", "compact_path"].map(|name| column(text.as_bytes(), name));
        for ((puzzle, solution), path) in columns[0].iter().zip(&columns[1]).zip(&columns[2]) {
            let mut grid = Grid::parse(shape, puzzle).unwrap();
            for step in CompactPath::parse(path, shape).unwrap().steps() {
                for placed in &step.placements {
                    grid.set(placed.cell, Some(placed.digit));
                }
            }
            assert_eq!(grid.to_string(), *solution, "{puzzle}: {path}");
        }
    }
}
