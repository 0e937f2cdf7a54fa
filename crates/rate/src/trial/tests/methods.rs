//! The result of each method, candidate by candidate, against the definition.

use super::oracle::{State, Variables};
use super::puzzles;
use crate::Pencilmarks;
use crate::trial::{
    board::{BANDS, Board, LANES},
    engine::{Engine, Method},
    kernel::Closure,
};
use gridmill_board::{DigitSet, Shape};

/// Resolves a state by a method, without a known solution.
fn resolved(marks: &Pencilmarks, method: Method) -> (Closure, Board, Engine) {
    let mut engine = Engine::new(marks.shape());
    engine.begin(u64::MAX);
    let mut board = engine.layout.board(marks);
    let mut closure = engine.close(&mut board).unwrap();
    if closure == Closure::Open {
        engine.start_level(0);
        closure = engine.resolve(&mut board, Method::SINGLES, method, 0, &[[0; LANES]; BANDS]).unwrap();
    }
    (closure, board, engine)
}

/// Compares with the definition. Returns the closure.
fn compare(marks: &Pencilmarks, depth: u8, braids: u8) -> Closure {
    let (closure, board, engine) = resolved(marks, Method { depth, braids });
    let variables = Variables::new(marks.shape());
    let mut state = State::new(&variables, marks);
    let is_consistent = state.try_braids(&variables, depth, usize::from(braids));
    assert_eq!(closure != Closure::Contradiction, is_consistent, "{depth} {braids}");
    if is_consistent {
        assert_eq!(closure == Closure::Solved, state.is_solved(), "{depth} {braids}");
        for cell in marks.shape().all_cells() {
            for digit in DigitSet::full(marks.shape().side()) {
                let found = engine.layout.place(cell, digit).is_in(&board.candidates);
                assert_eq!(
                    found,
                    state.possible[variables.id(cell, digit)],
                    "{depth} {braids}: {cell:?} {digit}"
                );
            }
        }
    }
    closure
}

/// Compares random states of a shape: with so many givens, and candidates deleted. Some must stay open, not all.
fn compare_states(sides: (u8, u8), (givens, deleted): (usize, usize), rounds: usize, methods: &[(u8, u8)]) {
    let shape = Shape::new(sides.0, sides.1).unwrap();
    let mut numbers = puzzles::Numbers::new(7);
    let mut open = 0;
    for _ in 0..rounds {
        let solution = puzzles::solution(shape, &mut numbers);
        let marks = puzzles::state(&solution, givens, deleted, &mut numbers);
        for &(depth, braids) in methods {
            open += usize::from(compare(&marks, depth, braids) == Closure::Open);
        }
    }
    assert!((1..rounds * methods.len()).contains(&open), "{open} of {rounds} stay open");
}

#[test]
fn all_methods_agree_on_4x4() {
    compare_states(
        (2, 2),
        (4, 4),
        60,
        &[(0, 0), (0, 1), (0, 2), (0, 5), (1, 0), (2, 0), (1, 1), (1, 2), (2, 1)],
    );
}

#[test]
fn braids_agree_on_6x6() {
    compare_states((2, 3), (9, 14), 25, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 0)]);
    compare_states((3, 2), (9, 14), 25, &[(0, 1), (0, 2), (0, 3), (1, 0)]);
}

#[test]
fn trials_of_trials_agree_on_6x6() {
    compare_states((2, 3), (15, 12), 8, &[(2, 0), (1, 1), (1, 2)]);
}

#[test]
fn singles_and_locked_candidates_agree_on_larger_shapes() {
    for (sides, givens) in [((2, 4), 24), ((4, 2), 24), ((3, 3), 30)] {
        compare_states(sides, (givens, 80), 20, &[(0, 0), (0, 1)]);
    }
}

/// States that have no solution: a candidate of the solution is deleted.
#[test]
fn contradictions_agree() {
    let shape = Shape::new(2, 3).unwrap();
    let mut numbers = puzzles::Numbers::new(11);
    let mut contradictions = 0;
    for _ in 0..20 {
        let solution = puzzles::solution(shape, &mut numbers);
        let mut marks = puzzles::state(&solution, 13, 12, &mut numbers);
        let cell = marks.empty().first().unwrap();
        marks.eliminate(cell, solution.get(cell));
        for (depth, braids) in [(0, 0), (0, 1), (0, 3), (1, 0), (1, 1)] {
            contradictions += usize::from(compare(&marks, depth, braids) == Closure::Contradiction);
        }
    }
    assert!(contradictions > 20, "{contradictions}");
}
