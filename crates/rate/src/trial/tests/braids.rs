//! Braids as proofs: replayed by their definition, and none is shorter.

use super::oracle::{State, Variables};
use super::puzzles;
use crate::trial::{Braid, BudgetSpent, Trial, Variable};
use crate::{Candidate, Pencilmarks};
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
fn replay(variables: &Variables, state: &State, braid: &Braid) {
    let mut state = state.clone();
    state.assert(variables, variables.id(braid.target.cell, braid.target.digit));
    let mut used = Vec::new();
    for link in &braid.links {
        let id = variables.id(link.candidate.cell, link.candidate.digit);
        let number = number(variables, link.variable);
        let left: Vec<_> = variables.variables[number].iter().filter(|&&id| state.possible[id]).collect();
        assert_eq!(left, [&id], "{braid:?}");
        assert!(!state.value[id], "{braid:?}");
        used.push(number);
        state.assert(variables, id);
    }
    let last = number(variables, braid.last);
    assert!(variables.variables[last].iter().all(|&id| !state.possible[id]), "{braid:?}");
    used.push(last);
    used.sort_unstable();
    used.dedup();
    assert_eq!(used.len(), braid.length());
}

/// Checks all candidates of a state: each has a braid exactly if singles refute it, and a shortest one up to `limit`.
fn check(marks: &Pencilmarks, limit: usize) -> usize {
    let shape = marks.shape();
    let variables = Variables::new(shape);
    let mut state = State::new(&variables, marks);
    for cell in shape.all_cells() {
        if let Some(digit) = marks.value(cell) {
            state.value[variables.id(cell, digit)] = true;
        }
    }
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
            replay(&variables, &state, &braid);
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
    for puzzle in puzzles::standard().iter().step_by(9) {
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
