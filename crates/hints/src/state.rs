//! The state of a puzzle at a moment of play: givens, entries and notes; and names of cells.

use gridmill_board::{Cell, DigitSet, Grid, Shape};
use gridmill_rate::{CellNames, Wording};
use gridmill_solve::{in_only_shape, in_shape};

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
    notes_kind: Option<NotesKind>,
    /// True if the notes are part of the puzzle.
    are_notes_given: bool,
    /// True if problems name digits of the solution.
    pub(crate) reveals: bool,
    /// True if the boxes may as well be those of the transposed shape.
    is_shape_assumed: bool,
}

/// Kind of the notes of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NotesKind {
    /// A noted cell can hold what is noted there, and nothing else.
    All,
    /// A noted digit is possible, and one that is not noted may be possible too.
    Partial,
    /// Nothing: the digits alone count.
    None,
}

gridmill_board::named_values!(NotesKind { All "all", Partial "partial", None "none" });

/// Reason why parts make no state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct StateError(#[from] StateProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum StateProblem {
    #[error("the entries are {found}, the givens {shape}")]
    Entries { found: Shape, shape: Shape },
    #[error("notes for {found} cells where the grid has {}", .shape.cells())]
    Notes { found: usize, shape: Shape },
}

impl State {
    /// Creates the state of a puzzle that nobody has begun.
    pub fn new(givens: Grid) -> Self {
        let entries = Grid::empty(givens.shape());
        Self {
            givens,
            entries,
            notes: None,
            notes_kind: None,
            are_notes_given: false,
            reveals: false,
            is_shape_assumed: false,
        }
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
    /// Notes of cells with a digit are not read. What the notes say is found from them, unless
    /// [`with_notes_kind`](Self::with_notes_kind) sets it.
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

    /// Sets what the notes say.
    #[must_use]
    pub fn with_notes_kind(self, kind: NotesKind) -> Self {
        Self { notes_kind: Some(kind), ..self }
    }

    /// Sets whether problems name digits of the solution that the player does not know yet; they do not by default.
    #[must_use]
    pub fn with_reveal(self, reveals: bool) -> Self {
        Self { reveals, ..self }
    }

    /// Returns what the notes say, if that is known: it was set, or they are part of the puzzle.
    pub(crate) fn notes_kind(&self) -> Option<NotesKind> {
        self.notes_kind.or_else(|| self.are_notes_given.then_some(NotesKind::All))
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
    #[doc(hidden)]
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

/// Returns the letter of a row: A for the first.
pub(crate) fn letter(row: usize) -> char {
    u8::try_from(row).map_or('?', |row| char::from(b'A' + row))
}

/// Returns the names of cells in this style.
pub(crate) fn cell_names(cells: &[Cell], shape: Shape, names: CellNames, wording: &Wording) -> Vec<String> {
    let name = |&cell: &Cell| match names {
        CellNames::LetterDigit => format!("{}{}", letter(shape.row(cell)), shape.col(cell) + 1),
        CellNames::Words => wording.cell_in_words(shape, cell),
        _ => cell.name(shape),
    };
    cells.iter().map(name).collect()
}

pub(crate) fn house_name(kind: &str, number: String, wording: &Wording) -> String {
    wording.sentence(&format!("house.{kind}"), &[("number", &[number])])
}

/// Returns the numbers of the row, column and box of a cell.
pub(crate) fn houses_of(shape: Shape, cell: Cell) -> [usize; 3] {
    [shape.row(cell), shape.col(cell), shape.box_of(cell)]
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
}
