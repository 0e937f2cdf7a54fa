//! Answers of checkers: validity of one, agreement of two.

use super::{Answer, Question, Workload};
use gridmill_board::{Grid, Solution};
use serde::Serialize;

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

impl Verdict {
    /// All verdicts in the order in which reports show them.
    pub const ALL: [Self; 6] =
        [Self::None, Self::Unique, Self::Multiple, Self::No, Self::Yes, Self::Undecided];

    /// Returns the verdicts that answers to this kind of questions can have.
    pub fn of(workload: Workload) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |verdict| match verdict {
            Self::None | Self::Unique | Self::Multiple => workload != Workload::Dig,
            Self::No | Self::Yes => workload == Workload::Dig,
            Self::Undecided => true,
        })
    }

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::No => "no",
            Self::Yes => "yes",
            Self::Undecided => "undecided",
        }
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
    if !question.grid().is_within(solution) {
        return Some(format!("{solution} does not hold the givens"));
    }
    let (cell, known) = question.known()?;
    let name = || cell.name(question.grid().shape());
    (solution.get(cell) == known).then(|| format!("{solution} has {known} at {}", name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::{Cell, Digit, Shape};

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
