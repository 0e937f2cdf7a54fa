//! The board that a player sees: the digits of a state, and what its notes exclude.
//!
//! ```text
//! all       a noted cell can hold what is noted there, and nothing else
//! partial   what is noted is possible; what is not noted says nothing, unless all notes of its kind follow a pattern:
//!           a digit that is noted in a box has all of its places there, or a cell that has notes has all of its digits
//! none      the digits alone
//! ```

use crate::{
    NotesKind, State,
    state::{cell_names, house_name, houses_of},
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Solution};
use gridmill_rate::{Candidate, Candidates, CellNames, Pencilmarks, Wording};

/// State as a player sees it.
#[derive(Debug)]
pub(crate) struct Board<'a> {
    pub(crate) state: &'a State,
    pub(crate) notes: NotesKind,
    /// Givens and entries.
    pub(crate) filled: Grid,
}

impl<'a> Board<'a> {
    pub(crate) fn new(state: &'a State, solution: Option<&Solution>) -> Self {
        let filled = state.filled();
        let notes = state.notes_kind().unwrap_or_else(|| likely_kind(state, &filled, solution));
        Self { state, notes, filled }
    }

    /// Returns the notes of an empty cell, if notes count at all.
    pub(crate) fn noted(&self, cell: Cell) -> Option<DigitSet> {
        let counts = self.notes != NotesKind::None && self.filled.get(cell).is_none();
        self.state.notes(cell).filter(|_| counts)
    }

    /// Returns the candidates that the board shows: what the digits allow and, where notes say all, what is noted.
    pub(crate) fn marks(&self) -> Pencilmarks {
        let mut marks = Pencilmarks::new(self.state.givens());
        for cell in marks.empty() {
            if let Some(digit) = self.filled.get(cell) {
                marks.place(cell, digit);
            }
        }
        if self.notes == NotesKind::All {
            for cell in marks.empty() {
                let Some(noted) = self.noted(cell) else { continue };
                for digit in marks.candidates(cell) - noted {
                    marks.eliminate(cell, digit);
                }
            }
        }
        marks
    }

    /// Returns what partial notes exclude by their pattern. A pattern that excludes a digit of the solution is not the player's, and without a
    /// solution none is known to be.
    pub(crate) fn assumptions(&self, solution: Option<&Solution>) -> Vec<Assumption> {
        let Some(solution) = solution.filter(|_| self.notes == NotesKind::Partial) else { return Vec::new() };
        let marks = &self.marks();
        // A single note is no pattern.
        let is_pattern = |all: &Vec<Assumption>| {
            let mut excluded = all.iter().flat_map(|one| one.excluded.iter());
            excluded.all(|gone| solution.get(gone.cell) != gone.digit)
                && all.iter().any(|one| one.cells.len() > 1 || one.digits.len() > 1)
        };
        let patterns = [self.by_box(marks), self.by_cell(marks)];
        let mut found: Vec<_> = patterns.into_iter().filter(is_pattern).flatten().collect();
        found.retain(|one| !one.excluded.is_empty());
        found
    }

    /// Takes the notes of a digit in a box as all of its places there.
    fn by_box(&self, marks: &Pencilmarks) -> Vec<Assumption> {
        let shape = marks.shape();
        let mut found = Vec::new();
        for number in 0..shape.side() {
            let cells = || marks.empty().into_iter().filter(move |&cell| shape.box_of(cell) == number);
            for digit in DigitSet::full(shape.side()) {
                let places = || cells().filter(|&cell| marks.has(cell, digit));
                let is_noted = |cell: &Cell| self.noted(*cell).is_some_and(|noted| noted.contains(digit));
                let noted: Vec<Cell> = places().filter(is_noted).collect();
                if !noted.is_empty() {
                    let excluded = places().filter(|cell| !is_noted(cell));
                    let excluded = excluded.map(|cell| Candidate { cell, digit }).collect();
                    found.push(Assumption {
                        cells: noted,
                        digits: DigitSet::only(digit),
                        excluded,
                        house: Some(number),
                    });
                }
            }
        }
        found
    }

    /// Takes the notes of a cell as all of its digits.
    fn by_cell(&self, marks: &Pencilmarks) -> Vec<Assumption> {
        let of_cell = |cell: Cell| {
            let digits = self.noted(cell)? & marks.candidates(cell);
            let excluded =
                (marks.candidates(cell) - digits).into_iter().map(|digit| Candidate { cell, digit });
            Some(Assumption { cells: vec![cell], digits, excluded: excluded.collect(), house: None })
        };
        marks.empty().into_iter().filter_map(of_cell).collect()
    }
}

/// Something that a hint takes from the pattern of partial notes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assumption {
    /// The cells whose notes it rests on.
    pub cells: Vec<Cell>,
    /// The digits that are noted there.
    pub digits: DigitSet,
    /// Candidates that it excludes.
    pub excluded: Candidates,
    /// Number of the box whose places of the digit are noted; `None` if the digits of the cell are.
    pub(crate) house: Option<usize>,
}

impl Assumption {
    /// Returns a sentence without its full stop, such as `your notes show all places of 5 in box 3: r1c7 and r2c8`.
    pub fn text(&self, state: &State, names: CellNames, wording: &Wording) -> String {
        let cells = cell_names(&self.cells, state.shape(), names, wording);
        let digits: Vec<String> = self.digits.iter().map(|digit| digit.to_string()).collect();
        let digits = [digits.join(", ")];
        match self.house {
            Some(number) => {
                let house = [house_name("box", (number + 1).to_string(), wording)];
                let slots: [(_, &[String]); 3] = [("digits", &digits), ("house", &house), ("cells", &cells)];
                wording.sentence("assumed.house", &slots)
            }
            None => wording.sentence("assumed.cell", &[("digits", &digits), ("cells", &cells)]),
        }
    }
}

/// Returns the kind of notes that a state most likely has.
///
/// Notes are partial if most empty cells have none, or if cells lack the digit of the solution in the way of partial notes: each digit is noted
/// at all of its places in a box or at none, or at none in a third of the boxes with several places, or a third of the noted cells lack
/// the digit, and three or more do.
fn likely_kind(state: &State, filled: &Grid, solution: Option<&Solution>) -> NotesKind {
    let shape = state.shape();
    let empty: Vec<Cell> = shape.all_cells().filter(|&cell| filled.get(cell).is_none()).collect();
    let noted: Vec<(Cell, DigitSet)> =
        empty.iter().filter_map(|&cell| Some((cell, state.notes(cell)?))).collect();
    if noted.is_empty() {
        return NotesKind::None;
    }
    if 2 * noted.len() < empty.len() {
        return NotesKind::Partial;
    }
    let lacks = |solution: &Solution| {
        noted.iter().filter(|(cell, digits)| !digits.contains(solution.get(*cell))).count()
    };
    let lack = solution.map_or(0, lacks);
    if lack == 0 {
        return NotesKind::All;
    }
    let (mut several, mut unnoted, mut in_part) = (0, 0, false);
    for number in 0..shape.side() {
        for digit in DigitSet::full(shape.side()) {
            let can = |cell: &Cell| shape.box_of(*cell) == number && can_hold(filled, *cell, digit);
            let places = empty.iter().copied().filter(can);
            let is_noted = |&cell: &Cell| state.notes(cell).is_some_and(|digits| digits.contains(digit));
            let (all, noted) = (places.clone().count(), places.filter(is_noted).count());
            several += usize::from(all > 1);
            unnoted += usize::from(all > 1 && noted == 0);
            in_part |= (1..all).contains(&noted);
        }
    }
    if !in_part || 3 * unnoted >= several || lack >= 3 && 3 * lack >= noted.len() {
        NotesKind::Partial
    } else {
        NotesKind::All
    }
}

/// Returns true if no house of a cell has a digit.
fn can_hold(filled: &Grid, cell: Cell, digit: Digit) -> bool {
    let shape = filled.shape();
    let sees = |other: Cell| {
        houses_of(shape, cell).into_iter().zip(houses_of(shape, other)).any(|(one, other)| one == other)
    };
    !shape.all_cells().any(|other| filled.get(other) == Some(digit) && sees(other))
}
