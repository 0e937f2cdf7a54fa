//! The rulebook of braids: its ER is B, and every step is a shortest proof.

use super::{
    is_proof,
    oracle::{self, Numbers, Variables},
    state_of_play,
};
use crate::{
    Candidate, Pencilmarks, Rater, Rating, Reason, Rulebook, Step, Tenths,
    trial::{Braid, Trial, TrialValue, Variable},
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};

const BUDGET: u64 = 10_000_000;

/// Small puzzles that braids solve, and 9x9 puzzles from easy to hard.
fn all_puzzles() -> Vec<Grid> {
    let mut numbers = Numbers::new(8);
    let mut all = Vec::new();
    for shape in [(2, 2), (2, 3), (3, 2), (2, 4)].map(|(rows, cols)| Shape::new(rows, cols).unwrap()) {
        for _ in 0..6 {
            all.push(oracle::puzzle(&oracle::solution(shape, &mut numbers), 1, &mut numbers));
        }
    }
    all.extend(oracle::standard().into_iter().step_by(2));
    all
}

/// Rates a puzzle, and passes each braid with the state before it to `see`.
fn trace(grid: &Grid, mut see: impl FnMut(&Pencilmarks, &Step, &Braid)) -> Rating {
    Rater::new(Rulebook::braids()).trace(&mut Pencilmarks::new(grid), |marks, step| {
        if let Reason::Braid { braid, .. } = &step.reason {
            see(marks, step, braid);
        }
    })
}

fn braid_rating(grid: &Grid) -> TrialValue {
    Trial::new().braid_rating(&Pencilmarks::new(grid), BUDGET)
}

#[test]
fn the_er_is_the_b_rating() {
    let mut seen = [0; 20];
    let mut stuck = 0;
    for grid in all_puzzles() {
        let mut longest = 0;
        let rating = trace(&grid, |_, step, braid| {
            assert_eq!(step.extra, Tenths::new(10 * (u32::try_from(braid.length()).unwrap() - 1)));
            longest = longest.max(braid.length());
        });
        match braid_rating(&grid) {
            TrialValue::Exactly(value) => {
                assert_eq!((rating.er, longest), (Some(Tenths::whole(value.into())), value.into()));
                seen[usize::from(value)] += 1;
            }
            TrialValue::Undefined => {
                assert!(!rating.solved && rating.er_at_least.is_none() && rating.stuck_cells > 0);
                stuck += 1;
            }
            TrialValue::AtLeast(_) => panic!("a large budget"),
        }
    }
    assert!(
        seen.iter().filter(|&&count| count > 0).count() > 6 && seen[0] > 0 && stuck > 0,
        "{seen:?} {stuck}"
    );
}

/// No other candidate has a shorter braid, and none before it one of the same length.
#[test]
fn a_step_is_the_first_of_the_shortest() {
    let mut trial = Trial::new();
    let mut braids = 0;
    for grid in all_puzzles().iter().step_by(3) {
        let variables = Variables::new(grid.shape());
        trace(grid, |marks, _, braid| {
            assert!(is_proof(&variables, &state_of_play(&variables, marks), braid), "{braid:?}");
            let own = (braid.length(), braid.target.cell.index(), braid.target.digit);
            let mut first = Some(own);
            for cell in marks.empty() {
                for digit in marks.candidates(cell) {
                    let target = Candidate { cell, digit };
                    // Some braids of other candidates are long.
                    let Ok(found) = trial.braid(marks, target, 1000) else { continue };
                    let found = found.map(|braid| (braid.length(), cell.index(), digit));
                    first = [first, found].into_iter().flatten().min();
                }
            }
            assert_eq!(first, Some(own));
            braids += 1;
        });
    }
    assert!(braids > 30, "{braids}");
}

/// Another variable, candidate or target in the place of one of a braid, or a link less, is no proof.
#[test]
fn a_changed_braid_is_no_proof() {
    let hard = |grid: &Grid| matches!(braid_rating(grid), TrialValue::Exactly(3..=4));
    let (variables, mut changed) = (Variables::new(Shape::STANDARD), 0);
    let mut see = |marks: &Pencilmarks, _: &Step, braid: &Braid| {
        let state = state_of_play(&variables, marks);
        let mut refuse = |change: &dyn Fn(&mut Braid)| {
            let mut other = braid.clone();
            change(&mut other);
            assert!(!is_proof(&variables, &state, &other), "{other:?}");
            changed += 1;
        };
        let open = marks
            .empty()
            .iter()
            .filter(|&cell| marks.candidates(cell).len() > 2 && cell != braid.target.cell);
        let linked = |cell: Cell| braid.links.iter().any(|link| link.candidate.cell == cell);
        if let Some(cell) = open.into_iter().find(|&cell| !linked(cell) && braid.last != Variable::Cell(cell))
        {
            refuse(&|braid| braid.last = Variable::Cell(braid.target.cell));
            for n in 0..braid.links.len() {
                let digit = marks.candidates(cell).first().unwrap();
                refuse(&|braid| braid.links[n].candidate = Candidate { cell, digit });
            }
        }
        for n in 0..braid.links.len() {
            refuse(&|braid| {
                braid.links.remove(n);
            });
            refuse(&|braid| braid.links[n].variable = braid.last);
            let others = DigitSet::full(9) - DigitSet::only(braid.links[n].candidate.digit);
            let other = others.first().unwrap();
            refuse(&|braid| braid.links[n].candidate.digit = other);
        }
    };
    oracle::standard().iter().filter(|grid| hard(grid)).for_each(|grid| drop(trace(grid, &mut see)));
    assert!(changed > 100, "{changed}");
}

/// A rulebook up to a length solves exactly the puzzles with no higher B.
#[test]
fn braids_up_to_a_length_solve_up_to_that_rating() {
    let (puzzles, mut solved): (Vec<_>, _) = (all_puzzles().into_iter().step_by(2).collect(), 0);
    let values: Vec<TrialValue> = puzzles.iter().map(braid_rating).collect();
    for most in 0..5 {
        let mut rater = Rater::new(&Rulebook::braids().up_to(Tenths::whole(u32::from(most))));
        for (grid, value) in puzzles.iter().zip(&values) {
            let rating = rater.rate(&mut Pencilmarks::new(grid));
            assert_eq!(rating.solved, value.exact().is_some_and(|value| value <= most), "{most} {value:?}");
            solved += usize::from(rating.solved);
        }
    }
    assert!(solved > 25, "{solved}");
}

/// A spent budget leaves a lower bound, which rises with it, up to the value.
#[test]
fn a_budget_leaves_a_lower_bound() {
    let grid = oracle::standard().into_iter().max_by_key(|grid| braid_rating(grid).exact()).unwrap();
    let value = braid_rating(&grid).exact().unwrap();
    let mut bounds = Vec::new();
    for budget in (0..).map(|n| 10 << n) {
        let rating = Rater::new(Rulebook::braids()).with_budget(budget).rate(&mut Pencilmarks::new(&grid));
        assert!(rating.nodes <= budget);
        if rating.solved {
            assert_eq!((rating.er, rating.er_at_least), (Some(Tenths::whole(value.into())), None));
            break;
        }
        bounds.push(rating.er_at_least.unwrap());
    }
    assert!(bounds.is_sorted() && bounds.iter().all(|&bound| bound <= Tenths::whole(value.into())));
    bounds.dedup();
    assert!(bounds.len() > 2, "{bounds:?}");
    assert_eq!(bounds[0], Tenths::whole(1));
}

/// States that singles would go on from, or that have several solutions or none, give proofs or nothing.
#[test]
fn any_state_is_taken() {
    let mut numbers = Numbers::new(3);
    let mut rater = Rater::new(Rulebook::braids()).with_budget(200_000);
    for shape in [(2, 2), (2, 3), (3, 3)].map(|(rows, cols)| Shape::new(rows, cols).unwrap()) {
        let variables = Variables::new(shape);
        for _ in 0..20 {
            let solution = oracle::solution(shape, &mut numbers);
            let mut marks = oracle::state(&solution, shape.side(), 40, &mut numbers);
            let random = Cell::new(numbers.below(shape.cells()));
            marks.eliminate(random, Digit::from_index(numbers.below(shape.side())));
            rater.trace(&mut marks, |before, step| {
                if let Reason::Braid { braid, .. } = &step.reason {
                    assert!(is_proof(&variables, &state_of_play(&variables, before), braid));
                }
            });
        }
    }
}

// Reference values of collections, which belong to their makers: read in place from the folder `GRIDMILL_DATA`.

/// Reads the rows of a table below its heading; none, with a line, if it is not there.
fn rows(name: &str) -> Vec<Vec<String>> {
    let folder = std::env::var_os("GRIDMILL_DATA").unwrap_or_default();
    let Ok(text) = std::fs::read_to_string(std::path::Path::new(&folder).join(name)) else {
        eprintln!("skipped {name}: not in the folder that GRIDMILL_DATA names");
        return Vec::new();
    };
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn grid(row: &[String]) -> Grid {
    Grid::parse(Shape::STANDARD, &row[0]).unwrap()
}

/// Fails with the rows whose reference is another value. An empty reference is none.
fn compare(name: &str, column: usize, mut of: impl FnMut(&[String]) -> Option<TrialValue>) {
    let mut differences = Vec::new();
    for row in rows(name) {
        let Some(expected) = row.get(column).and_then(|text| text.parse().ok()) else { continue };
        let Some(found) = of(&row) else { continue };
        if found != TrialValue::Exactly(expected) {
            differences.push(format!("{}: {found:?}, not {expected}", row[0]));
        }
    }
    assert!(differences.is_empty(), "{name}:\n{}", differences.join("\n"));
}

#[test]
#[ignore = "seconds in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored reference_b"]
fn reference_b_ratings_are_equal() {
    let mut trial = Trial::new();
    compare("braid-ratings-dev.tsv", 1, |row| {
        Some(trial.braid_rating(&Pencilmarks::new(&grid(row)), u64::MAX))
    });
}

/// Some published ones are greater by one: those whips need links that were not deleted.
#[test]
#[ignore = "seconds in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored reference_w"]
fn reference_w_ratings_are_nearly_all_equal() {
    let (mut trial, mut greater, rows) = (Trial::new(), 0, rows("braid-ratings-dev.tsv"));
    for row in &rows {
        let published: u8 = row[2].parse().unwrap();
        let found = trial.whip_rating(&Pencilmarks::new(&grid(row)), u64::MAX).exact().unwrap();
        assert!(found <= published && published <= found + 1, "{row:?} {found}");
        greater += usize::from(found < published);
    }
    assert!(1000 * greater <= rows.len(), "{greater}");
}

#[test]
#[ignore = "a minute in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored reference_depths"]
fn reference_depths_and_braids_in_copies_are_equal() {
    let mut trial = Trial::new();
    let name = "te-depth-dev.tsv";
    compare(name, 1, |row| Some(trial.depth(&Pencilmarks::new(&grid(row)), u64::MAX)));
    compare(name, 2, |row| (row[1] == "2").then(|| trial.bxb(&Pencilmarks::new(&grid(row)), u64::MAX)));
    compare(name, 3, |row| (row[1] == "3").then(|| trial.bxbb(&Pencilmarks::new(&grid(row)), u64::MAX)));
}

#[test]
#[ignore = "half a minute in release mode: GRIDMILL_DATA=... cargo test --release -p gridmill-rate --lib -- --ignored a_thousand_puzzles"]
fn images_of_a_thousand_puzzles_have_equal_values() {
    let mut trial = Trial::new();
    let mut numbers = oracle::Numbers::new(41);
    let mut puzzles: Vec<Grid> =
        rows("braid-ratings-dev.tsv").iter().take(900).map(|row| grid(row)).collect();
    let hard = rows("te-depth-dev.tsv");
    puzzles.extend(hard.iter().filter(|row| row[1] != "0").step_by(8).take(100).map(|row| grid(row)));
    for puzzle in puzzles {
        let mut values = |grid: &Grid| {
            let marks = Pencilmarks::new(grid);
            (trial.depth(&marks, u64::MAX), trial.braid_rating(&marks, u64::MAX))
        };
        let expected = values(&puzzle);
        for _ in 0..20 {
            assert_eq!(values(&oracle::image(&puzzle, &mut numbers)), expected, "{puzzle:?}");
        }
    }
}
