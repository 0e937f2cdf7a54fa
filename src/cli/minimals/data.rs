//! Answers of `minimals` as JSON.

use super::{Answer, Problem, at_least};
use crate::{
    board::{Cell, Grid},
    hints::Status,
    solve::MinimalPuzzles,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Answer as JSON. All numbers are null that are not known; cells count from 0, row by row.
#[derive(Serialize)]
pub(super) struct AnswerData<'a> {
    puzzle: Option<String>,
    status: &'static str,
    message: Option<String>,
    solution: Option<String>,
    givens: Option<usize>,
    needed: Option<Vec<usize>>,
    optional: Option<Vec<usize>>,
    minimal_puzzles: Option<usize>,
    minimal_puzzles_at_least: Option<usize>,
    by_givens: Option<BTreeMap<usize, u64>>,
    classes: Option<u64>,
    classes_at_least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<PuzzleTexts<'a>>,
}

impl<'a> AnswerData<'a> {
    pub(super) fn new(answer: &'a Answer<'_>, with_puzzles: bool) -> Self {
        let Answer { puzzle, solution, found, classes } = answer;
        let cells = |cells: &[Cell]| Some(cells.iter().map(|cell| cell.index()).collect());
        let (all, some) = (found.complete, !found.complete);
        let count = found.choices.len();
        Self {
            puzzle: Some(puzzle.to_string()),
            status: Status::Unique.name(),
            message: some.then(|| at_least(found)),
            solution: Some(solution.to_string()),
            givens: Some(puzzle.givens()),
            needed: cells(&found.needed),
            optional: cells(&found.optional),
            minimal_puzzles: all.then_some(count),
            minimal_puzzles_at_least: some.then_some(count),
            by_givens: all.then(|| found.by_givens()),
            classes: classes.filter(|_| all),
            classes_at_least: classes.filter(|_| some),
            puzzles: with_puzzles.then_some(PuzzleTexts { puzzle, found }),
        }
    }

    pub(super) fn of_problem(puzzle: Option<&Grid>, problem: &Problem) -> Self {
        Self {
            puzzle: puzzle.map(ToString::to_string),
            status: problem.status.name(),
            message: Some(problem.message.clone()),
            solution: None,
            givens: puzzle.map(Grid::givens),
            needed: None,
            optional: None,
            minimal_puzzles: None,
            minimal_puzzles_at_least: None,
            by_givens: None,
            classes: None,
            classes_at_least: None,
            puzzles: None,
        }
    }
}

/// Minimal puzzles that are written one by one.
struct PuzzleTexts<'a> {
    puzzle: &'a Grid,
    found: &'a MinimalPuzzles,
}

impl Serialize for PuzzleTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.found.grids(self.puzzle).map(|grid| grid.to_string()))
    }
}
