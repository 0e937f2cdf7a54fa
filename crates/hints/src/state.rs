//! The state of a puzzle at a moment of play: givens, entries and notes.

use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use gridmill_rate::CellNames;
use gridmill_solve::{HouseName, in_only_shape, in_shape};
use std::fmt;

/// State of a puzzle at a moment of play.
///
/// ```
/// use gridmill_hints::State;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let entered = format!("..4{}", ".".repeat(78));
/// let state = State::new(puzzle.parse()?).with_entries(entered.parse()?)?;
/// assert_eq!(state.filled().givens(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    givens: Grid,
    entries: Grid,
    notes: Option<Vec<DigitSet>>,
    /// True if the notes are part of the puzzle.
    are_notes_given: bool,
    /// True if the boxes may as well be those of the transposed shape.
    is_shape_assumed: bool,
}

/// Reason why parts make no state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct StateError(#[from] StateProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum StateProblem {
    /// Entries of another shape than the givens.
    #[error("the entries are {found}, the givens {shape}")]
    Entries {
        /// Shape of the entries.
        found: Shape,
        /// Shape of the givens.
        shape: Shape,
    },
    /// Notes for another number of cells.
    #[error("notes for {found} cells where the grid has {}", .shape.cells())]
    Notes {
        /// Number of cells with notes.
        found: usize,
        /// Shape of the givens.
        shape: Shape,
    },
}

impl State {
    /// Creates the state of a puzzle that nobody has begun.
    pub fn new(givens: Grid) -> Self {
        let entries = Grid::empty(givens.shape());
        Self { givens, entries, notes: None, are_notes_given: false, is_shape_assumed: false }
    }

    /// Sets the digits that the player entered. Digits that repeat a given at its cell are no entries.
    ///
    /// # Errors
    /// [`StateError`] if they are of another shape.
    pub fn with_entries(mut self, mut entries: Grid) -> Result<Self, StateError> {
        let (found, shape) = (entries.shape(), self.givens.shape());
        if found != shape {
            return Err(StateProblem::Entries { found, shape }.into());
        }
        for cell in shape.all_cells() {
            if entries.get(cell).is_some() && entries.get(cell) == self.givens.get(cell) {
                entries.set(cell, None);
            }
        }
        self.entries = entries;
        Ok(self)
    }

    /// Sets the digits that the player noted in each cell, row by row. An empty set is a cell without notes: there, nothing is excluded.
    /// Notes of cells with a digit are not read.
    ///
    /// # Errors
    /// [`StateError`] for another number of cells.
    pub fn with_notes(mut self, notes: Vec<DigitSet>) -> Result<Self, StateError> {
        let shape = self.givens.shape();
        if notes.len() != shape.cells() {
            return Err(StateProblem::Notes { found: notes.len(), shape }.into());
        }
        self.notes = notes.iter().any(|noted| !noted.is_empty()).then_some(notes);
        Ok(self)
    }

    /// Sets the candidates of each cell as part of the puzzle: where the givens have several solutions, only those within the candidates count. An
    /// empty set excludes nothing.
    ///
    /// # Errors
    /// [`StateError`] for another number of cells.
    pub fn with_candidates(self, candidates: Vec<DigitSet>) -> Result<Self, StateError> {
        let noted = self.with_notes(candidates)?;
        Ok(Self { are_notes_given: noted.notes.is_some(), ..noted })
    }

    /// Returns the candidates that are part of the puzzle.
    pub(crate) fn candidates(&self) -> Option<&[DigitSet]> {
        self.notes.as_deref().filter(|_| self.are_notes_given)
    }

    /// Chooses between wide and tall boxes, if nobody has said which: those with which the givens have exactly one solution.
    #[must_use]
    pub(crate) fn in_likely_shape(self) -> Self {
        let Some(givens) = in_only_shape(&self.givens) else {
            return Self { is_shape_assumed: true, ..self };
        };
        let entries = in_shape(&self.entries, givens.shape()).unwrap_or(self.entries);
        Self { givens, entries, ..self }
    }

    /// Returns true if nobody has said whether the boxes are wide or tall, and nothing decides it.
    pub const fn is_shape_assumed(&self) -> bool {
        self.is_shape_assumed
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.givens.shape()
    }

    /// Returns the puzzle.
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Returns the digits that the player entered. One at the cell of a given differs from it.
    pub const fn entries(&self) -> &Grid {
        &self.entries
    }

    /// Returns the notes of a cell; `None` if there are none.
    pub fn notes(&self, cell: Cell) -> Option<DigitSet> {
        self.notes.as_ref().map(|notes| notes[cell.index()]).filter(|noted| !noted.is_empty())
    }

    /// Returns true if some cell has notes.
    pub const fn has_notes(&self) -> bool {
        self.notes.is_some()
    }

    /// Returns the givens and the entries in one grid. Where they differ, the given stays.
    pub fn filled(&self) -> Grid {
        let mut filled = self.givens.clone();
        for cell in self.shape().all_cells() {
            if let (None, Some(digit)) = (filled.get(cell), self.entries.get(cell)) {
                filled.set(cell, Some(digit));
            }
        }
        filled
    }
}

impl From<Grid> for State {
    fn from(givens: Grid) -> Self {
        Self::new(givens)
    }
}

impl From<&Grid> for State {
    fn from(givens: &Grid) -> Self {
        Self::new(givens.clone())
    }
}

impl From<&Self> for State {
    fn from(state: &Self) -> Self {
        state.clone()
    }
}

// Everything that is wrong with a state: at sight, and by the solution of its givens.

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
    /// Digit: the one that stands twice, has no place, was entered wrongly, or is missing from notes. `None` for
    /// [`ProblemKind::NoCandidate`].
    pub digit: Option<Digit>,
    /// House of a duplicate, or without a place.
    pub house: Option<HouseName>,
    shape: Shape,
}

impl Problem {
    /// Returns a sentence without its full stop, such as `5 stands twice in row 1: r1c1 and r1c4`, with cells in this style.
    pub fn text(&self, names: CellNames) -> String {
        let cells = listed(&self.cells, self.shape, names);
        let digit = self.digit.map(|digit| digit.to_string()).unwrap_or_default();
        let house = match (self.house, names) {
            (Some(HouseName::Row(row)), CellNames::LetterDigit) => format!("row {}", letter(row)),
            (house, _) => house.map(|house| house.to_string()).unwrap_or_default(),
        };
        match self.kind {
            ProblemKind::Duplicate => {
                let times = match self.cells.len() {
                    2 => "twice".to_owned(),
                    times => format!("{times} times"),
                };
                format!("{digit} stands {times} in {house}: {cells}")
            }
            ProblemKind::NoCandidate => format!("no digit is left for {cells}"),
            ProblemKind::NoPlace => format!("no cell of {house} is left for {digit}"),
            ProblemKind::ChangedGiven => format!("{cells} is a given, and {digit} was entered there"),
            ProblemKind::WrongEntry => format!("{cells} is not {digit} in the solution"),
            ProblemKind::MissingNote => {
                format!("{cells} must be {digit} in the solution, which is not among its candidates")
            }
        }
    }
}

impl fmt::Display for Problem {
    /// Writes [`Problem::text`] with cells such as `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(CellNames::RowColumn))
    }
}

/// Returns the letter of a row: A for the first.
fn letter(row: usize) -> char {
    u8::try_from(row).map_or('?', |row| char::from(b'A' + row))
}

/// Lists cells: `r1c1, r1c2 and r1c3`.
fn listed(cells: &[Cell], shape: Shape, names: CellNames) -> String {
    let name = |&cell: &Cell| match names {
        CellNames::LetterDigit => format!("{}{}", letter(shape.row(cell)), shape.col(cell) + 1),
        _ => cell.name(shape),
    };
    let names: Vec<String> = cells.iter().map(name).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Finds all problems of a state.
///
/// Notes count towards cells without candidates and houses without places only where no solution is known: a missing note says more.
pub(crate) fn problems(state: &State, filled: &Grid, solution: Option<&Solution>) -> Vec<Problem> {
    let shape = state.shape();
    let mut found = at_sight(state, filled, solution.is_none());
    let mut add = |kind, cell, digit| {
        found.push(Problem { kind, cells: vec![cell], digit: Some(digit), house: None, shape });
    };
    for cell in shape.all_cells() {
        match (state.givens().get(cell), state.entries().get(cell)) {
            (Some(_), Some(entered)) => add(ProblemKind::ChangedGiven, cell, entered),
            (None, Some(entered)) if solution.is_some_and(|solution| solution.get(cell) != entered) => {
                add(ProblemKind::WrongEntry, cell, entered);
            }
            _ => {}
        }
    }
    let empty = |cell: &Cell| filled.get(*cell).is_none();
    if let Some(solution) = solution.filter(|_| state.has_notes()) {
        for cell in shape.all_cells().filter(empty) {
            let digit = solution.get(cell);
            if state.notes(cell).is_some_and(|noted| !noted.contains(digit)) {
                add(ProblemKind::MissingNote, cell, digit);
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

/// Returns the numbers of the row, column and box of a cell.
fn houses_of(shape: Shape, cell: Cell) -> [usize; 3] {
    [shape.row(cell), shape.col(cell), shape.box_of(cell)]
}

/// Finds the problems that no solver is needed for.
fn at_sight(state: &State, filled: &Grid, by_notes: bool) -> Vec<Problem> {
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
        if by_notes && let Some(noted) = state.notes(cell) {
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

    const PUZZLE: &str = "1... .... ..3. ....";

    #[test]
    fn entries_are_what_the_player_added() {
        let state = State::new(PUZZLE.parse().unwrap());
        let state = state.with_entries("1.2. .... ..4. ....".parse().unwrap()).unwrap();
        // The whole grid may be passed as entries; a changed given is still reported.
        assert_eq!(state.entries().to_string(), "..2.......4.....");
        assert_eq!(state.filled().to_string(), "1.2.......3.....");
    }

    #[test]
    fn parts_of_other_shapes_are_refused() {
        let state = || State::new(PUZZLE.parse().unwrap());
        let problem = state().with_entries(Grid::empty(Shape::STANDARD)).unwrap_err().to_string();
        assert_eq!(problem, "the entries are 3x3, the givens 2x2");
        let problem = state().with_notes(vec![DigitSet::EMPTY; 81]).unwrap_err().to_string();
        assert_eq!(problem, "notes for 81 cells where the grid has 16");
        assert!(!state().with_notes(vec![DigitSet::EMPTY; 16]).unwrap().has_notes());
    }

    fn problems_of(givens: &str, entries: &str) -> Vec<String> {
        let state = State::new(givens.parse().unwrap()).with_entries(entries.parse().unwrap()).unwrap();
        problems(&state, &state.filled(), None).iter().map(ToString::to_string).collect()
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
        let mut digits = 7_u64;
        for round in 0..2000 {
            let shape: Shape = ["2x2", "2x3", "3x3"][round % 3].parse().unwrap();
            let mut grid = Grid::empty(shape);
            for cell in shape.all_cells() {
                digits =
                    digits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let value = (digits >> 33) as usize % (4 * shape.side());
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
            let found = problems(&State::from(&grid), &grid, None);
            let count = |kind| found.iter().filter(|problem| problem.kind == kind).count();
            assert_eq!(count(ProblemKind::NoCandidate), bare.count(), "{grid}");
            assert_eq!(count(ProblemKind::NoPlace), missing.count(), "{grid}");
        }
    }
}
