//! Questions for checkers, and their answers: validity of one, agreement of two.

use gridmill_board::{Cell, Digit, Grid, Solution};
use gridmill_solve::{Count, OtherSolution, OutOfNodes, Remover};
use serde::Serialize;
use std::fmt;

/// A kind of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Workload {
    /// All that digging asks, in its order.
    Dig,
    /// Minimal puzzles.
    Puzzles,
    /// Minimal puzzles without one of their givens.
    Broken,
    /// Minimal puzzles with one given changed so that no solution is left and no two givens clash.
    Empty,
    /// Puzzles brought along.
    Files,
}

gridmill_board::named_values!(Workload { Dig "dig", Puzzles "puzzles", Broken "broken", Empty "empty", Files "files" });

impl Workload {
    /// The kinds that are made, in the order in which reports show them.
    pub const MADE: [Self; 4] = [Self::Dig, Self::Puzzles, Self::Broken, Self::Empty];

    /// Returns a description of the questions: a sentence without its end.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Dig => {
                "every question asked while minimal puzzles are dug: is there a solution that differs"
            }
            Self::Puzzles => "the minimal puzzles that the digs left",
            Self::Broken => "the same without one given, drawn at random: several solutions",
            Self::Empty => "the same with one given changed so that none clash: no solution",
            Self::Files => "the puzzles of the files",
        }
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A checker's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Number of solutions, at most the limit.
    Solutions(u64),
    /// True if another solution exists.
    OtherSolution(bool),
    /// The node budget, or the techniques, did not suffice.
    Undecided,
}

impl Answer {
    /// Compares two answers; `None` if one of them gave up.
    pub fn agrees(self, other: Self) -> Option<bool> {
        (self != Self::Undecided && other != Self::Undecided).then_some(self == other)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solutions(1) => f.write_str("1 solution"),
            Self::Solutions(number) => write!(f, "{number} solutions"),
            Self::OtherSolution(true) => f.write_str("another solution"),
            Self::OtherSolution(false) => f.write_str("no other solution"),
            Self::Undecided => f.write_str("no answer"),
        }
    }
}

/// A grid, and either how many solutions it has or whether one of them differs from a known digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Grid of the question.
    pub grid: Grid,
    /// Cell and its known digit, if it is a question of digging.
    pub known: Option<(Cell, Digit)>,
}

/// Answer of a checker, and the search nodes that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reply {
    pub answer: Answer,
    pub nodes: u64,
}

impl Question {
    /// Builds the question for the number of solutions of `grid`.
    pub const fn count(grid: Grid) -> Self {
        Self { grid, known: None }
    }

    /// Builds the question of digging: has `grid` a solution with a digit other than `known` at the empty `cell`?
    pub const fn has_other_solution(grid: Grid, cell: Cell, known: Digit) -> Self {
        Self { grid, known: Some((cell, known)) }
    }

    #[inline]
    pub(super) fn ask(&self, solver: &mut dyn Remover, limit: u64) -> Reply {
        let reply = match self.known {
            None => solver
                .count(&self.grid, limit)
                .map(|Count { solutions, nodes }| Reply { answer: Answer::Solutions(solutions), nodes }),
            Some((cell, known)) => solver
                .has_other_solution(&self.grid, cell, known)
                .map(|OtherSolution { found, nodes }| Reply { answer: Answer::OtherSolution(found), nodes }),
        };
        reply.unwrap_or_else(|OutOfNodes { budget }| Reply { answer: Answer::Undecided, nodes: budget })
    }
}

impl fmt::Display for Question {
    /// Formats the grid; a question of digging adds the cell and the excluded digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.grid)?;
        match self.known {
            None => Ok(()),
            Some((cell, known)) => write!(f, " {}<>{known}", cell.name(self.grid.shape())),
        }
    }
}

/// Answers by kind, to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No solution.
    None,
    /// One solution.
    Unique,
    /// Two or more.
    Multiple,
    /// No solution that differs.
    No,
    /// One that differs.
    Yes,
    /// No answer: the node budget or the techniques did not suffice.
    Undecided,
}

gridmill_board::named_values!(Verdict {
    None "none", Unique "unique", Multiple "multiple", No "no", Yes "yes", Undecided "undecided"
});

impl Verdict {
    /// Returns the verdicts that answers to this kind of questions can have.
    pub fn of(workload: Workload) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |verdict| match verdict {
            Self::None | Self::Unique | Self::Multiple => workload != Workload::Dig,
            Self::No | Self::Yes => workload == Workload::Dig,
            Self::Undecided => true,
        })
    }
}

impl Answer {
    /// Returns the kind of answer.
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Solutions(0) => Verdict::None,
            Self::Solutions(1) => Verdict::Unique,
            Self::Solutions(_) => Verdict::Multiple,
            Self::OtherSolution(false) => Verdict::No,
            Self::OtherSolution(true) => Verdict::Yes,
            Self::Undecided => Verdict::Undecided,
        }
    }
}

/// Returns the objection to the first solution of an answer, if there is one.
pub(super) fn objection(question: &Question, answer: Answer, first: Option<&Solution>) -> Option<String> {
    let promised = match answer {
        Answer::Solutions(number) => number > 0,
        Answer::OtherSolution(found) => found,
        Answer::Undecided => return None,
    };
    let Some(solution) = first.filter(|_| promised) else {
        // A checker may report another solution without completing it.
        let owed = matches!(answer, Answer::Solutions(number) if number > 0);
        return owed.then(|| format!("{answer}, but shows none"));
    };
    if let Err(error) = Solution::new(&Grid::from(solution)) {
        return Some(format!("{solution} is no solution: {error}"));
    }
    if !question.grid.is_within(solution) {
        return Some(format!("{solution} does not hold the givens"));
    }
    let (cell, known) = question.known?;
    let name = || cell.name(question.grid.shape());
    (solution.get(cell) == known).then(|| format!("{solution} has {known} at {}", name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Shape;

    fn shape() -> Shape {
        "2x2".parse().unwrap()
    }

    #[test]
    fn first_solutions_are_looked_at_closely() {
        let grid = |text| Grid::parse(shape(), text).unwrap();
        let solution = |text| Solution::new(&grid(text)).unwrap();
        let (right, other) = (solution("1234341221434321"), solution("1324241331424231"));
        let question = Question::count(grid("1234............"));
        let objection = |answer, first| super::objection(&question, answer, first);
        assert_eq!(objection(Answer::Solutions(2), Some(&right)), None);
        assert_eq!(objection(Answer::Solutions(0), None), None);
        assert_eq!(objection(Answer::Undecided, None), None);
        insta::assert_snapshot!(objection(Answer::Solutions(1), None).unwrap(), @"1 solution, but shows none");
        insta::assert_snapshot!(objection(Answer::Solutions(1), Some(&other)).unwrap(), @"1324241331424231 does not hold the givens");
        let dig =
            Question::has_other_solution(grid("1234............"), Cell::new(4), Digit::new(3).unwrap());
        insta::assert_snapshot!(super::objection(&dig, Answer::OtherSolution(true), Some(&right)).unwrap(), @"1234341221434321 has 3 at r2c1");
        assert_eq!(super::objection(&dig, Answer::OtherSolution(true), None), None);
    }

    #[test]
    fn giving_up_neither_agrees_nor_disagrees() {
        assert_eq!(Answer::Solutions(2).agrees(Answer::Solutions(2)), Some(true));
        assert_eq!(Answer::OtherSolution(true).agrees(Answer::OtherSolution(false)), Some(false));
        assert_eq!(Answer::Undecided.agrees(Answer::Undecided), None);
    }
}
