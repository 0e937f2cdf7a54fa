//! Depth, B, BxB and BxBB as values of puzzles.

use super::oracle::{State, Variables};
use super::puzzles;
use crate::trial::{Trial, TrialValue};
use crate::{Pencilmarks, SinglesClosure};
use gridmill_board::{Grid, Shape};

const BUDGET: u64 = 10_000_000;

/// All four measures.
fn measure(trial: &mut Trial, grid: &Grid, budget: u64) -> [TrialValue; 4] {
    let marks = Pencilmarks::new(grid);
    [
        trial.depth(&marks, budget),
        trial.braid_rating(&marks, budget),
        trial.bxb(&marks, budget),
        trial.bxbb(&marks, budget),
    ]
}

/// Returns the least number of `limits` with which the definition solves.
fn least(grid: &Grid, solve: impl Fn(&mut State, &Variables, u8) -> bool) -> Option<u8> {
    let variables = Variables::new(grid.shape());
    let state = State::new(&variables, &Pencilmarks::new(grid));
    (0..5).find(|&limit| {
        let mut state = state.clone();
        solve(&mut state, &variables, limit) && state.is_solved()
    })
}

#[test]
fn values_of_small_puzzles_are_those_of_the_definition() {
    let mut trial = Trial::new();
    let mut ratings = [0; 6];
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let mut numbers = puzzles::Numbers::new(21);
        for _ in 0..10 {
            let solution = puzzles::solution(shape, &mut numbers);
            let grid = puzzles::puzzle(&solution, 1, &mut numbers);
            let [depth, rating, bxb, bxbb] = measure(&mut trial, &grid, BUDGET);
            assert_eq!(depth.exact(), least(&grid, State::try_all));
            let braids =
                |state: &mut State, variables: &_, length| state.braid_all(variables, usize::from(length));
            assert_eq!(rating.exact(), least(&grid, braids));
            assert_eq!((bxb, bxbb), (TrialValue::Exactly(0), TrialValue::Exactly(0)));
            ratings[usize::from(rating.exact().unwrap())] += 1;
        }
    }
    assert!(ratings[0] > 0 && ratings[2..].iter().sum::<i32>() > 0, "{ratings:?}");
}

/// The measures of puzzles from easy to hard fit together.
#[test]
fn depth_tells_which_braids_are_defined() {
    let mut trial = Trial::new();
    let mut singles = SinglesClosure::new(Shape::STANDARD);
    let mut depths = [0; 4];
    for grid in puzzles::standard() {
        let [depth, rating, bxb, bxbb] = measure(&mut trial, &grid, BUDGET);
        let digits: Vec<u8> =
            grid.cells().iter().map(|cell| cell.map_or(0, gridmill_board::Digit::value)).collect();
        assert_eq!(rating == TrialValue::Exactly(0), singles.solves(&digits), "{grid:?}");
        let depth = depth.exact().unwrap();
        assert_eq!(depth == 0, rating == TrialValue::Exactly(0));
        assert_eq!(depth <= 1, rating.exact().is_some());
        assert_eq!(depth <= 1, bxb == TrialValue::Exactly(0));
        assert_eq!(depth <= 2, bxb.exact().is_some());
        assert_eq!(depth <= 2, bxbb == TrialValue::Exactly(0));
        depths[usize::from(depth)] += 1;
    }
    assert!(depths[0] > 2 && depths[1] > 10 && depths[2] > 2, "{depths:?}");
}

#[test]
fn images_have_equal_values() {
    let mut trial = Trial::new();
    let mut numbers = puzzles::Numbers::new(31);
    for grid in puzzles::standard().iter().step_by(2) {
        let values = measure(&mut trial, grid, BUDGET);
        for _ in 0..3 {
            let image = puzzles::image(grid, &mut numbers);
            assert_eq!(measure(&mut trial, &image, BUDGET), values, "{grid:?} {image:?}");
        }
    }
}

/// A spent budget leaves a true bound, never another value.
#[test]
fn a_spent_budget_leaves_a_bound() {
    let mut trial = Trial::new();
    let mut bounds = 0;
    for grid in puzzles::standard().iter().step_by(3) {
        let exact = measure(&mut trial, grid, BUDGET);
        for budget in [0, 1, 3, 10, 40, 150, 600, 2500] {
            for (value, exact) in measure(&mut trial, grid, budget).into_iter().zip(exact) {
                match (value, exact) {
                    (TrialValue::AtLeast(least), TrialValue::Exactly(exact)) => assert!(least <= exact),
                    (TrialValue::AtLeast(_), TrialValue::Undefined) => {}
                    _ => assert_eq!(value, exact),
                }
                bounds += usize::from(value != exact);
            }
            assert!(trial.nodes() <= budget);
        }
    }
    assert!(bounds > 100, "{bounds}");
}

#[test]
fn grids_without_one_solution_have_no_values() {
    let mut trial = Trial::new();
    let none = Grid::parse(Shape::new(2, 2).unwrap(), "12....3.....3...");
    let twice = Grid::parse(Shape::new(2, 2).unwrap(), "1.1.............");
    for grid in [none.unwrap(), twice.unwrap()] {
        assert_eq!(measure(&mut trial, &grid, BUDGET), [TrialValue::Undefined; 4], "{grid:?}");
    }
    let several = Grid::parse(Shape::new(2, 2).unwrap(), "12..............").unwrap();
    let [depth, rest @ ..] = measure(&mut trial, &several, BUDGET);
    assert_eq!((depth, rest), (TrialValue::AtLeast(4), [TrialValue::Undefined; 3]));
}

/// The rating of a puzzle is the depth and the braids at this depth, and what a budget leaves open is bounded once.
#[test]
fn a_rating_has_the_braids_of_its_depth() {
    let mut trial = Trial::new();
    let (mut depths, mut bounds) = ([0; 4], 0);
    for grid in puzzles::standard() {
        let [depth, b, bxb, bxbb] = measure(&mut trial, &grid, BUDGET);
        let marks = Pencilmarks::new(&grid);
        let rating = trial.rating(&marks, BUDGET);
        let place = usize::from(depth.exact().unwrap());
        let at_depth = |least: u8, most: u8, value: TrialValue| {
            value.exact().filter(|_| (least..=most).contains(&depth.exact().unwrap()))
        };
        assert_eq!((rating.depth, rating.at_least()), (depth, None));
        assert_eq!(rating.b(), at_depth(0, 1, b));
        assert_eq!((rating.bxb(), rating.bxbb()), (at_depth(2, 2, bxb), at_depth(3, 3, bxbb)));
        depths[place] += 1;
        for budget in [0, 1, 10, 100, 1000] {
            let bounded = trial.rating(&marks, budget);
            let known = [bounded.b(), bounded.bxb(), bounded.bxbb()].into_iter().flatten().next();
            match bounded.at_least() {
                None => assert_eq!(bounded, rating),
                Some(bound) => {
                    let open = if bounded.depth.exact().is_none() { depth } else { rating.braids.unwrap() };
                    assert!(known.is_none() && bound <= open.exact().unwrap(), "{bounded:?} {rating:?}");
                    bounds += 1;
                }
            }
        }
    }
    assert!(depths[0] > 2 && depths[1] > 10 && depths[2] > 2 && bounds > 30, "{depths:?} {bounds}");
}

/// Rounds are equal for images of a puzzle, and get stuck exactly where the depth is 2 or more.
#[test]
fn rounds_tell_the_depth_and_know_no_order() {
    let mut trial = Trial::new();
    let mut numbers = puzzles::Numbers::new(4);
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut grids = vec![Grid::parse(Shape::STANDARD, hard).unwrap()];
    grids.extend(puzzles::standard().into_iter().take(8));
    let small = Shape::new(2, 3).unwrap();
    for _ in 0..8 {
        let solution = puzzles::solution(small, &mut numbers);
        grids.push(puzzles::puzzle(&solution, 1, &mut numbers));
    }
    for grid in grids {
        let marks = Pencilmarks::new(&grid);
        let rounds = trial.rounds(&marks, 0);
        let depth = trial.depth(&marks, BUDGET).exact().unwrap();
        assert_eq!((rounds.rounds == 0, rounds.is_stuck), (depth == 0, depth >= 2), "{grid}");
        let image = puzzles::image(&grid, &mut numbers);
        assert_eq!(trial.rounds(&Pencilmarks::new(&image), 0), rounds, "{grid}");
        let cut = trial.rounds(&marks, rounds.left + 1);
        assert!(cut.rounds <= 1 && cut.left <= rounds.left);
    }
}
