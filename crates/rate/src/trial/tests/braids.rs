//! Braids as proofs: replayed by their definition, and none is shorter.

use super::oracle::{State, Variables};
use super::puzzles;
use crate::trial::{Braid, BraidLink, BudgetSpent, Trial, Variable};
use crate::{Candidate, House, Pencilmarks};
use gridmill_board::{Digit, DigitSet, Grid, HouseKind, Shape};

/// Returns the number of a variable in the lists of the definition.
fn number(variables: &Variables, variable: Variable) -> usize {
    let square = variables.side * variables.side;
    match variable {
        Variable::Cell(cell) => cell.index(),
        Variable::House(house, digit) => {
            let kind = match house.kind() {
                HouseKind::Row => 1,
                HouseKind::Column => 2,
                HouseKind::Box => 3,
            };
            kind * square + house.number() * variables.side + digit.index()
        }
    }
}

/// Replays a braid: each variable has its candidate alone when its turn comes, the last has none, all differ.
pub(super) fn is_proof(variables: &Variables, state: &State, braid: &Braid) -> bool {
    let mut state = state.clone();
    state.assert(variables, variables.id(braid.target.cell, braid.target.digit));
    let mut used = Vec::new();
    for link in &braid.links {
        let id = variables.id(link.candidate.cell, link.candidate.digit);
        let number = number(variables, link.variable);
        let left: Vec<_> = variables.candidates[number].iter().filter(|&&id| state.possible[id]).collect();
        if left != [&id] || state.value[id] {
            return false;
        }
        used.push(number);
        state.assert(variables, id);
    }
    let last = number(variables, braid.last);
    used.push(last);
    used.sort_unstable();
    used.dedup();
    used.len() == braid.length() && variables.candidates[last].iter().all(|&id| !state.possible[id])
}

/// Returns a state with its placed digits as values.
pub(super) fn state_of_play(variables: &Variables, marks: &Pencilmarks) -> State {
    let mut state = State::new(variables, marks);
    for cell in marks.shape().all_cells() {
        if let Some(digit) = marks.value(cell) {
            state.value[variables.id(cell, digit)] = true;
        }
    }
    state
}

/// Checks all candidates of a state: each has a braid exactly if singles refute it, and a shortest one up to `limit`.
fn check(marks: &Pencilmarks, limit: usize) -> usize {
    let shape = marks.shape();
    let variables = Variables::new(shape);
    let state = state_of_play(&variables, marks);
    let mut trial = Trial::new();
    let mut longest = 0;
    for cell in marks.empty() {
        for digit in marks.candidates(cell) {
            let mut copy = state.clone();
            copy.assert(&variables, variables.id(cell, digit));
            let is_refuted = !copy.close(&variables);
            // Some shortest braids of hard puzzles are long.
            let Ok(braid) = trial.braid(marks, Candidate { cell, digit }, 5000) else { continue };
            assert_eq!(braid.is_some(), is_refuted);
            let Some(braid) = braid else { continue };
            assert_eq!(braid.target, Candidate { cell, digit });
            assert!(is_proof(&variables, &state, &braid), "{braid:?}");
            let shorter = (braid.length() - 1).min(limit);
            assert!(shorter == 0 || !state.has_braid(&variables, variables.id(cell, digit), shorter));
            longest = longest.max(braid.length());
        }
    }
    longest
}

#[test]
fn braids_are_shortest_proofs_in_small_shapes() {
    let mut longest = 0;
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let mut numbers = puzzles::Numbers::new(5);
        for _ in 0..6 {
            let solution = puzzles::solution(shape, &mut numbers);
            let puzzle = puzzles::puzzle(&solution, 1, &mut numbers);
            longest = longest.max(check(&Pencilmarks::new(&puzzle), 4));
        }
    }
    assert!(longest >= 5, "{longest}");
}

#[test]
fn braids_are_proofs_in_standard_puzzles() {
    let mut longest = 0;
    for puzzle in puzzles::standard().iter().step_by(15) {
        longest = longest.max(check(&Pencilmarks::new(puzzle), 1));
    }
    assert!(longest >= 6, "{longest}");
}

#[test]
fn there_are_no_braids_where_there_is_nothing_to_prove() {
    let shape = Shape::new(2, 2).unwrap();
    let mut trial = Trial::new();
    let grid = Grid::parse(shape, "1...3......3..2.").unwrap();
    let marks = Pencilmarks::new(&grid);
    for cell in Shape::STANDARD.all_cells() {
        for digit in DigitSet::full(9) {
            let is_candidate = cell.index() < 16 && digit.index() < 4 && marks.has(cell, digit);
            let found = trial.braid(&marks, Candidate { cell, digit }, 1000).unwrap();
            assert!(found.is_none() || is_candidate, "{cell:?} {digit}");
        }
    }
    let twice = Pencilmarks::new(&Grid::parse(shape, "1..1............").unwrap());
    let target = Candidate { cell: shape.cell(1, 0), digit: Digit::from_index(1) };
    assert_eq!(trial.braid(&twice, target, 1000), Ok(None));
    assert_eq!(trial.braid(&Pencilmarks::new(&Grid::empty(shape)), target, 0), Err(BudgetSpent));
}

/// The picture of the README, and its braid: the first that is found is as long.
#[test]
fn the_braid_of_the_readme_holds() {
    let readme = include_str!("../README.md");
    let picture = readme.split("```text\n").nth(1).unwrap();
    let rows = picture.lines().filter_map(|line| line.strip_prefix('r'));
    let shape = Shape::new(2, 3).unwrap();
    let mut marks = Pencilmarks::new(&Grid::empty(shape));
    for (row, line) in rows.take(6).enumerate() {
        let cells = line.split_whitespace().skip(1).filter(|word| *word != "|").take(6);
        for (col, text) in cells.enumerate() {
            let cell = shape.cell(row, col);
            for digit in DigitSet::full(6).filter(|digit| !text.contains(&digit.to_string())) {
                marks.eliminate(cell, digit);
            }
        }
    }
    for cell in marks.empty() {
        if let Some(digit) = marks.candidates(cell).single() {
            marks.place(cell, digit);
        }
    }
    let digit = Digit::from_index;
    let candidate = |row: usize, col: usize, digit| Candidate { cell: shape.cell(row - 1, col - 1), digit };
    let house = |kind, number: usize, digit| Variable::House(House::new(kind, number - 1), digit);
    let link = |variable, candidate| BraidLink { variable, candidate };
    let braid = Braid {
        target: candidate(6, 6, digit(1)),
        links: vec![
            link(house(HouseKind::Column, 6, digit(0)), candidate(3, 6, digit(0))),
            link(house(HouseKind::Box, 2, digit(1)), candidate(2, 4, digit(1))),
        ],
        last: Variable::Cell(shape.cell(3, 3)),
    };
    let variables = Variables::new(shape);
    assert!(is_proof(&variables, &State::new(&variables, &marks), &braid));
    let found = Trial::new().braid(&marks, braid.target, 1000).unwrap().unwrap();
    assert_eq!(found.length(), braid.length());
}
