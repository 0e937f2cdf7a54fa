//! Measures without a rulebook in corpora and ratings: trial depth, braids, backdoors, as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Files, Folder, HARD, PUZZLE, column, failure, manifest, run, run_with};
use gridmill::{
    board::{Grid, Shape, Solution},
    corpus::Sources,
    generate::random_transform,
    rate::{
        Pencilmarks,
        trial::{Trial, TrialValue},
    },
    tables::{facts::Facts, read::TableInput},
};
use rand::SeedableRng as _;
use std::collections::BTreeMap;

const GENERATE: [&str; 3] = ["generate", "--seed=42", "--no-timings"];
const NAMES: [&str; 8] =
    ["trial_depth", "b", "bxb", "bxbb", "trial_at_least", "backdoor_size", "backdoors", "backdoor_at_least"];

fn numbers(csv_text: &str, name: &str) -> Vec<Option<u64>> {
    column(csv_text.as_bytes(), name).iter().map(|text| text.parse().ok()).collect()
}

fn marks(text: &str) -> Pencilmarks {
    Pencilmarks::new(&Grid::parse(Shape::STANDARD, text).unwrap())
}

#[test]
fn values_are_those_of_the_library_and_show() {
    let options = ["--add=trial", "--add=backdoors"];
    let text = run(&[&GENERATE[..], &["--count=150"], &options[..]].concat());
    let mut trial = Trial::new();
    let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(text.as_bytes(), name));
    let [depths, b, sizes, counts] =
        ["trial_depth", "b", "backdoor_size", "backdoors"].map(|name| numbers(&text, name));
    let exact = |value: TrialValue| value.exact().map(u64::from);
    for (row, puzzle) in puzzles.iter().enumerate() {
        let solution = Solution::new(&Grid::parse(Shape::STANDARD, &solutions[row]).unwrap()).unwrap();
        let found = trial.backdoors(&marks(puzzle), &solution, Trial::BUDGET);
        assert_eq!((sizes[row], counts[row]), (exact(found.size), found.count), "{puzzle}");
        assert_eq!(depths[row], exact(trial.depth(&marks(puzzle), Trial::BUDGET)), "{puzzle}");
        assert_eq!(b[row], exact(trial.braid_rating(&marks(puzzle), Trial::BUDGET)), "{puzzle}");
        assert_eq!(b[row] == Some(0), sizes[row] == Some(0), "{puzzle}");
    }
    assert!(b.iter().max() >= Some(&Some(4)) && depths.contains(&Some(0)), "{b:?}");
    let shown = run(&[&["show", "--seed=42", "--index=7"], &options[..]].concat());
    let expected = format!(
        "\ntrial       depth {}, B {}\nbackdoors   {} of size {}\n",
        depths[7].unwrap(),
        b[7].unwrap(),
        counts[7].unwrap(),
        sizes[7].unwrap()
    );
    assert!(shown.contains(&expected), "{expected}\n{shown}");
    insta::assert_snapshot!(column(text.as_bytes(), "b")[..24].join(" "), @"0 0 2 3 3 1 0 3 2 3 0 2 3 0 4 2 4 0 0 0 0 2 0 0");
}

/// Beyond a budget there are bounds, and never another value; the facts state the budget of each kind of measure.
#[test]
fn budgets_leave_bounds_and_facts_state_them() {
    let input = format!("{PUZZLE}\n{HARD}\nshort\n");
    let rows = |options: &[&str]| {
        run_with(&[&["rate", "--rulebook=none", "--add=trial", "--add=backdoors"], options].concat(), &input)
    };
    let (exact, bounded) = (rows(&[]), rows(&["--trial-budget=40"]));
    let row = |text: &str, at: usize| NAMES.map(|name| column(text.as_bytes(), name)[at].clone()).join(" ");
    let rows =
        [row(&exact, 0), row(&exact, 1), row(&bounded, 1), row(&exact, 2)].map(|row| format!("[{row}]"));
    insta::assert_snapshot!(rows.join("\n"), @r"
    [0 0    0 1 ]
    [2  4   2 7 ]
    [    1   1]
    [       ]
    ");

    let folder = Files::new();
    let out = folder.name("rated.parquet");
    let again = folder.name("again.parquet");
    let budget = ["--trial-budget=5000"];
    run_with(&[&["rate", "--rulebook=none", "--add=trial", "--out", &out], &budget[..]].concat(), &input);
    run(&["rate", &out, "--rulebook=none", "--add=backdoors", "--out", &again]);
    let facts = TableInput::new(Sources::from(vec![again.clone().into()]), Shape::STANDARD);
    let facts: Facts = facts.unwrap().facts().clone();
    let budgets: Vec<_> = facts
        .measures
        .iter()
        .map(|(name, of)| (&name[..], of.version.as_deref(), of.bounds["budget"]))
        .collect();
    assert_eq!(budgets, [("backdoors", Some("trial/1"), 1_000_000), ("trial", Some("trial/1"), 5000)]);
    assert!(facts.scales.is_empty());
    let back = run(&["rate", &again, "--rulebook=se"]);
    assert_eq!(numbers(&back, "trial_depth"), [Some(0), Some(2), None]);
    assert!(!back.lines().next().unwrap().contains("input_"), "{back}");
}

/// Filters and mixes choose by exact values; the manifest resumes them, and `split` spreads them.
#[test]
fn rows_are_chosen_by_measures() {
    let kept = run(&[&GENERATE[..], &["--count=30", "--b=3..4", "--backdoor=1"]].concat());
    let [b, sizes] = ["b", "backdoor_size"].map(|name| numbers(&kept, name));
    assert!(b.iter().all(|&b| b == Some(3) || b == Some(4)) && b.contains(&Some(3)), "{b:?}");
    assert!(sizes.iter().all(|&size| size == Some(1)), "{sizes:?}");

    let folder = Folder::new();
    let out = folder.name();
    let mix =
        [&GENERATE[..], &["--count=40", "--mix=b=0:0.25,1..2:0.25,3..9:0.5", "--format=csv", "--out", &out]];
    run(&mix.concat());
    run(&[&mix.concat()[..], &["--resume", "--verify"]].concat());
    assert_eq!(manifest(&folder)["job"]["plan"]["add"], "trial");
    let text = run(&["rate", &out, "--rulebook=none", "--add=trial"]);
    let mut classes = BTreeMap::new();
    for b in numbers(&text, "b") {
        *classes.entry(b.unwrap().div_ceil(2).min(2)).or_insert(0) += 1;
    }
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), [(0, 10), (1, 10), (2, 20)]);

    let files = Files::new();
    let parts = files.name("parts");
    run(&["split", &out, "--into=train:0.5,test:0.5", "--stratify=b", "--out", &parts]);
    let easy = |split: &str| {
        let rows = run(&["rate", &parts, "--split", split, "--rulebook=none", "--add=trial"]);
        numbers(&rows, "b").into_iter().filter(|&b| b == Some(0)).count()
    };
    assert_eq!(["train", "test"].map(easy), [5, 5]);
}

#[test]
fn mistakes_are_refused_in_one_line() {
    let files = Files::new();
    let puzzles = files.write("puzzles.txt", format!("{PUZZLE}\n"));
    let printed = |args: &[&str]| failure(&[&GENERATE[..], &["--count=1"], args].concat());
    insta::assert_snapshot!([
        failure(&["rate", &puzzles, "--rulebook=none"]),
        printed(&["--add=trial", "--box=4x4"]),
        printed(&["--trial-budget=5"]),
        printed(&["--b=2", "--mix=b=1:1"]),
        printed(&["--mix=b=1:1", "--mix=er=1.0..2.0:1"]),
        printed(&["--trial-depth=2", "--attempts=20"]),
        printed(&["--b=x"]),
    ].join("\n"), @r"
    error: there is nothing to measure: name a rulebook, or give --add guesses or other columns
    error: --add trial is for grids with a side up to 9, not for 4x4 boxes
    error: --trial-budget limits measures: give --add trial or --add backdoors
    error: --mix b=... and --b exclude each other; give one
    error: only one mix of levels or of a measure has shares: give one --mix
    error: puzzle 0: no minimal puzzle and the required rating in 20 attempts; others came: trial depth 1 12 times, trial depth 0 8 times; allow more attempts or fewer givens: easier puzzles came than are required; or give --dig climb and --objective depth, with hard puzzles to start from by --from FILE
    error: invalid value 'x' for '--b <B>': give a whole number such as 2, or a range such as 4..6 (both included)
    ");
}

/// Every image of a puzzle has its values: 1,000 puzzles with 20 images each, of which some are hard.
#[test]
#[ignore = "a minute: bash scripts/long_tests.sh"]
fn long_images_of_a_puzzle_have_equal_values() {
    let text = run(&[&GENERATE[..], &["--count=1000", "--add=trial", "--add=backdoors"]].concat());
    let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(text.as_bytes(), name));
    let values: Vec<_> = NAMES.map(|name| numbers(&text, name)).into_iter().collect();
    let mut rng = rand_pcg::Pcg64::seed_from_u64(35);
    let mut trial = Trial::new();
    for (row, (puzzle, solution)) in puzzles.iter().zip(&solutions).enumerate() {
        let [puzzle, solution] = [puzzle, solution].map(|text| Grid::parse(Shape::STANDARD, text).unwrap());
        let solution = Solution::new(&solution).unwrap();
        for _ in 0..20 {
            let transform = random_transform(&mut rng, Shape::STANDARD);
            let image = Pencilmarks::new(&transform.grid(&puzzle));
            let rating = trial.rating(&image, Trial::BUDGET);
            let backdoors = trial.backdoors(&image, &transform.solution(&solution), Trial::BUDGET);
            let exact = |value: TrialValue| value.exact().map(u64::from);
            assert_eq!(
                [exact(rating.depth), rating.b().map(u64::from), exact(backdoors.size), backdoors.count],
                [values[0][row], values[1][row], values[5][row], values[6][row]],
                "{transform}"
            );
        }
    }
}
