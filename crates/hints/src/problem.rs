//! Everything that is wrong with a state: at sight, and by the solution of its givens.

use crate::{
    NotesKind,
    board::Board,
    state::{cell_names, house_name, houses_of, letter},
};
use gridmill_board::{Cell, Digit, DigitSet, Shape, Solution};
use gridmill_rate::{CellNames, Wording};
use gridmill_solve::HouseName;
use std::fmt;

/// Kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A digit stands more than once in a house.
    Duplicate,
    /// An empty cell sees every digit, or every one that is noted there.
    NoCandidate,
    /// A digit is missing in a house, and no cell is left for it.
    NoPlace,
    /// The player's digit at the cell of a given is another one.
    ChangedGiven,
    /// The player's digit is not that of the solution.
    WrongEntry,
    /// The notes of a cell lack the digit of the solution.
    MissingNote,
}

gridmill_board::named_values!(ProblemKind {
    Duplicate "duplicate", NoCandidate "no_candidate", NoPlace "no_place", ChangedGiven "changed_given",
    WrongEntry "wrong_entry", MissingNote "missing_note",
});

/// One thing that is wrong with a state.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// Kind of problem.
    pub kind: ProblemKind,
    /// Cells that show it; none where a house has no place.
    pub cells: Vec<Cell>,
    /// Digit: the one that stands twice, has no place, or was entered wrongly. `None` for [`ProblemKind::NoCandidate`], and for
    /// [`ProblemKind::MissingNote`] unless the state asks for digits of the solution ([`State::with_reveal`](crate::State::with_reveal)).
    pub digit: Option<Digit>,
    /// House of a duplicate, or without a place.
    pub house: Option<HouseName>,
    shape: Shape,
}

impl Problem {
    /// Returns a sentence without its full stop, such as `5 stands twice in row 1: r1c1 and r1c4`, with cells in this style.
    pub fn text(&self, names: CellNames, wording: &Wording) -> String {
        let cells = cell_names(&self.cells, self.shape, names, wording);
        let digit = self.digit.map(|digit| digit.to_string()).unwrap_or_default();
        let house = self.house.map(|house| match (house, names) {
            (HouseName::Row(row), CellNames::LetterDigit) => ("row", letter(row).to_string()),
            (HouseName::Row(row), _) => ("row", (row + 1).to_string()),
            (HouseName::Column(column), _) => ("column", (column + 1).to_string()),
            (HouseName::Box(number), _) => ("box", (number + 1).to_string()),
        });
        let house = house.map(|(kind, number)| house_name(kind, number, wording)).unwrap_or_default();
        let key = match self.kind {
            ProblemKind::MissingNote if self.digit.is_some() => "missing_digit",
            kind => kind.name(),
        };
        wording.sentence(
            &format!("problem.{key}"),
            &[
                ("cells", &cells),
                ("digit", &[digit]),
                ("house", &[house]),
                ("times", &[cells.len().to_string()]),
                ("more", cells.get(1..).unwrap_or_default()),
            ],
        )
    }
}

impl fmt::Display for Problem {
    /// Writes [`Problem::text`] with cells such as `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(CellNames::RowColumn, Wording::english()))
    }
}

/// Finds all problems of a state.
///
/// Notes count towards cells without candidates and houses without places only where no solution is known: a missing note says more.
pub(crate) fn problems(board: &Board<'_>, solution: Option<&Solution>) -> Vec<Problem> {
    let (state, shape) = (board.state, board.state.shape());
    let mut found = at_sight(board, solution.is_none());
    let mut add = |kind, cell, digit| {
        found.push(Problem { kind, cells: vec![cell], digit, house: None, shape });
    };
    for cell in shape.all_cells() {
        match (state.givens().get(cell), state.entries().get(cell)) {
            (Some(_), Some(entered)) => add(ProblemKind::ChangedGiven, cell, Some(entered)),
            (None, Some(entered)) if solution.is_some_and(|solution| solution.get(cell) != entered) => {
                add(ProblemKind::WrongEntry, cell, Some(entered));
            }
            _ => {}
        }
    }
    if let Some(solution) = solution.filter(|_| board.notes == NotesKind::All) {
        for cell in shape.all_cells() {
            let digit = solution.get(cell);
            if board.noted(cell).is_some_and(|noted| !noted.contains(digit)) {
                add(ProblemKind::MissingNote, cell, Some(digit).filter(|_| state.reveals));
            }
        }
    }
    found
}

/// Digits of each house, and those with a place in it.
struct HouseDigits {
    placed: [DigitSet; Shape::MAX_SIDE],
    possible: [DigitSet; Shape::MAX_SIDE],
}

impl HouseDigits {
    const EMPTY: Self =
        Self { placed: [DigitSet::EMPTY; Shape::MAX_SIDE], possible: [DigitSet::EMPTY; Shape::MAX_SIDE] };
}

/// Constructor of the name of a house.
type HouseOf = fn(usize) -> HouseName;

/// Kinds of houses, in the order of problems.
const KINDS: [HouseOf; 3] = [HouseName::Row, HouseName::Column, HouseName::Box];

/// Finds the problems that no solver is needed for.
fn at_sight(board: &Board<'_>, by_notes: bool) -> Vec<Problem> {
    let filled = &board.filled;
    let (shape, full) = (filled.shape(), DigitSet::full(filled.shape().side()));
    let mut houses = [const { HouseDigits::EMPTY }; 3];
    let mut twice = Vec::new();
    for cell in shape.all_cells() {
        let Some(digit) = filled.get(cell) else { continue };
        for (kind, number) in houses_of(shape, cell).into_iter().enumerate() {
            if !houses[kind].placed[number].insert(digit) && !twice.contains(&(kind, number, digit)) {
                twice.push((kind, number, digit));
            }
        }
    }
    twice.sort_unstable_by_key(|&(kind, number, digit)| (kind, number, digit.index()));
    let mut found: Vec<Problem> = Vec::new();
    for (kind, number, digit) in twice {
        let cells = shape
            .all_cells()
            .filter(|&cell| houses_of(shape, cell)[kind] == number && filled.get(cell) == Some(digit))
            .collect();
        let house = Some(KINDS[kind](number));
        found.push(Problem { kind: ProblemKind::Duplicate, cells, digit: Some(digit), house, shape });
    }
    for cell in shape.all_cells().filter(|&cell| filled.get(cell).is_none()) {
        let numbers = houses_of(shape, cell);
        let mut left = full;
        for (kind, number) in numbers.into_iter().enumerate() {
            left -= houses[kind].placed[number];
        }
        if by_notes
            && board.notes == NotesKind::All
            && let Some(noted) = board.noted(cell)
        {
            left &= noted;
        }
        for (kind, number) in numbers.into_iter().enumerate() {
            houses[kind].possible[number] |= left;
        }
        if left.is_empty() {
            let cells = vec![cell];
            found.push(Problem { kind: ProblemKind::NoCandidate, cells, digit: None, house: None, shape });
        }
    }
    for (kind, digits) in houses.iter().enumerate() {
        for number in 0..shape.side() {
            for digit in full - (digits.placed[number] | digits.possible[number]) {
                let house = Some(KINDS[kind](number));
                let (kind, cells) = (ProblemKind::NoPlace, Vec::new());
                found.push(Problem { kind, cells, digit: Some(digit), house, shape });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use gridmill_board::Grid;

    fn problems_of(givens: &str, entries: &str) -> Vec<String> {
        let state = State::new(givens.parse().unwrap()).with_entries(entries.parse().unwrap()).unwrap();
        problems(&Board::new(&state, None), None).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_visible_problem_is_reported() {
        let found = problems_of("1.1. .... ..4. ..4.", "...2 .... .... ....");
        assert_eq!(
            found,
            [
                "1 stands twice in row 1: r1c1 and r1c3",
                "4 stands twice in column 3: r3c3 and r4c3",
                "4 stands twice in box 4: r3c3 and r4c3",
                "no cell of row 2 is left for 1",
                "no cell of column 3 is left for 2",
                "no cell of box 3 is left for 4",
                "no cell of box 4 is left for 2"
            ]
        );
        assert_eq!(
            problems_of("12.. ..3. .... ...4", "12.. .... .... ....")[..1],
            ["no digit is left for r1c4"]
        );
    }

    /// The houses without place and the cells without candidate, by their definition.
    #[test]
    fn dead_ends_are_those_of_the_definition() {
        let mut numbers = gridmill_testing::Numbers::new(7);
        for round in 0..2000 {
            let shape: Shape = ["2x2", "2x3", "3x3"][round % 3].parse().unwrap();
            let mut grid = Grid::empty(shape);
            for cell in shape.all_cells() {
                let value = numbers.below(4 * shape.side());
                grid.set(cell, (value < shape.side()).then(|| Digit::from_index(value)));
            }
            let sees = |cell: Cell, other: Cell| {
                let pairs = houses_of(shape, cell).into_iter().zip(houses_of(shape, other));
                pairs.into_iter().any(|(one, other)| one == other)
            };
            let can = |cell: Cell, digit: Digit| {
                grid.get(cell).is_none()
                    && !shape.all_cells().any(|other| grid.get(other) == Some(digit) && sees(cell, other))
            };
            let all = || DigitSet::full(shape.side()).into_iter();
            let bare = shape
                .all_cells()
                .filter(|&cell| grid.get(cell).is_none() && !all().any(|digit| can(cell, digit)));
            let missing = (0..3 * shape.side()).flat_map(|n| all().map(move |digit| (n, digit))).filter(
                |&(n, digit)| {
                    let (kind, number) = (n / shape.side(), n % shape.side());
                    !shape.all_cells().any(|cell| {
                        houses_of(shape, cell)[kind] == number
                            && (grid.get(cell) == Some(digit) || can(cell, digit))
                    })
                },
            );
            let found = problems(&Board::new(&State::from(&grid), None), None);
            let count = |kind| found.iter().filter(|problem| problem.kind == kind).count();
            assert_eq!(count(ProblemKind::NoCandidate), bare.count(), "{grid}");
            assert_eq!(count(ProblemKind::NoPlace), missing.count(), "{grid}");
        }
    }
}
