//! The columns of `--add unavoidable`, and the mean number of small unavoidable sets.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Files, column, parsed, run, run_with};
use gridmill::{
    board::{Grid, Shape, Solution},
    generate::{Fill, Filler, UnavoidableMeasures, random_transform},
    unavoidable::UnavoidableSets,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;

const GENERATE: [&str; 4] = ["generate", "--seed=42", "--no-timings", "--progress=never"];
const NAMES: [&str; 3] = ["unavoidable_sets", "max_clique", "hit_once"];

fn grid(text: &str) -> Grid {
    Grid::parse(Shape::STANDARD, text).unwrap()
}

#[test]
fn values_are_those_of_unavoidable_and_show() {
    let text = run(&[&GENERATE[..], &["--count=60", "--add=unavoidable"]].concat());
    let puzzles = column(text.as_bytes(), "puzzle").join("\n") + "\n";
    let values = NAMES.map(|name| column(text.as_bytes(), name));

    let answers = run_with(&["unavoidable", "--json"], &puzzles);
    assert_eq!(answers.lines().count(), 60);
    for (row, answer) in answers.lines().enumerate() {
        let answer = parsed(answer);
        assert_eq!((&answer["complete_to"], &answer["max_clique_is_largest"]), (&10.into(), &true.into()));
        let found = ["sets", "max_clique", "hit_once"].map(|name| answer[name].to_string());
        assert_eq!(found, [0, 1, 2].map(|at| values[at][row].clone()));
    }
    let shown = run(&["show", "--seed=42", "--index=7", "--add=unavoidable"]);
    let [sets, clique, once] = [0, 1, 2].map(|at| &values[at][7]);
    let expected = format!(
        "unavoidable {sets} sets of up to 10 cells, {clique} of them share no cell; {once} have one given"
    );
    assert!(shown.contains(&expected), "{expected}\n{shown}");
    let first: Vec<String> =
        (0..8).map(|row| [0, 1, 2].map(|at| values[at][row].as_str()).join("/")).collect();
    insta::assert_snapshot!(first.join(" "), @"123/9/22 120/12/21 120/12/21 123/10/29 98/10/23 116/11/35 119/12/45 115/12/24");
}

/// Every image of a puzzle has its values.
#[test]
fn images_of_a_puzzle_have_equal_values() {
    let text = run(&[&GENERATE[..], &["--count=20"]].concat());
    let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(text.as_bytes(), name));
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
    let files = Files::new();
    let input = files.write("puzzles.txt", ".....41.2..3....\nshort\n");
    let rated = files.name("rated.parquet");
    run(&["rate", &input, "--box=2x2", "--rulebook=none", "--add=unavoidable", "--out", &rated]);
    let again = run(&["rate", &rated, "--rulebook=none", "--add=unavoidable"]);
    assert!(!again.contains("input_"), "{again}");
    let values = NAMES.map(|name| column(again.as_bytes(), name));
    assert_eq!(values, [["10", ""], ["4", ""], ["8", ""]]);
    let other = run(&["rate", &rated, "--rulebook=basic"]);
    assert_eq!(NAMES.map(|name| column(other.as_bytes(), name)), values);
}

/// The mean number of unavoidable sets of four cells of all grids is known exactly: 11.579 (their sum over all grids, divided by the number of
/// grids). The mean of a sample of uniform grids lies within 5 of its standard errors but for a chance of one in 1.7 million.
#[test]
fn uniform_grids_have_the_exact_mean_of_smallest_sets() {
    const MEAN: f64 = 82_120_835_397_888.0 / 7_092_292_600_576.0;
    const GRIDS: usize = 2_000;
    let mut filler = Filler::new(Fill::Uniform, Shape::STANDARD, u64::MAX);
    let mut rng = Pcg64::from_seed(*b"unavoidable sets of four cells..");
    let counts: Vec<f64> = (0..GRIDS)
        .map(|_| UnavoidableSets::find(&filler.fill(&mut rng).unwrap(), 4).as_slice().len() as f64)
        .collect();
    let mean = counts.iter().sum::<f64>() / GRIDS as f64;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / (GRIDS - 1) as f64;
    let standard_error = (variance / GRIDS as f64).sqrt();
    assert!((mean - MEAN).abs() < 5.0 * standard_error, "{mean} ± {standard_error}");
    // The standard deviation is 3.6, so that a bias of a twentieth is seen.
    assert!(5.0 * standard_error < MEAN / 20.0, "{standard_error}");
}
