//! One board under the rules of its environment.

use super::{Action, EnvOptions, LegalMoves, WrongDigits, actions::ActionSpace};
use crate::boards::{MAX_CELLS, candidates_of, write_bits};
use gridmill_board::{Cell, Digit, Shape};

/// Result of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Outcome {
    /// The episode begins; the action was ignored.
    #[default]
    Begun = 0,
    /// The digit of the solution was written.
    Correct = 1,
    /// The digit is not that of the solution.
    Wrong = 2,
    /// The action is not legal and changed nothing.
    Illegal = 3,
    /// An entry was erased.
    Erased = 4,
    /// A note was set or cleared.
    Noted = 5,
}

impl Outcome {
    /// All outcomes, by number.
    pub const ALL: [Self; 6] =
        [Self::Begun, Self::Correct, Self::Wrong, Self::Illegal, Self::Erased, Self::Noted];

    /// Returns the number in arrays.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Correct => "correct",
            Self::Wrong => "wrong",
            Self::Illegal => "illegal",
            Self::Erased => "erased",
            Self::Noted => "noted",
        }
    }
}

/// Counts of an episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct EpisodeState {
    /// Number of the episode in its environment, from 0.
    pub episode: u64,
    /// Actions so far.
    pub steps: u32,
    /// Wrong digits so far, also those that were rejected or erased.
    pub mistakes: u32,
    /// Empty cells.
    pub empty: u16,
    /// Cells that differ from the solution, empty or not.
    pub missing: u16,
    /// Cells that are not given.
    pub open: u16,
    /// Result of the last action.
    pub outcome: Outcome,
}

impl EpisodeState {
    /// Returns true if the board equals the solution.
    pub const fn is_solved(&self) -> bool {
        self.missing == 0
    }

    /// Returns true if an entry is wrong.
    pub const fn has_wrong_entry(&self) -> bool {
        self.missing > self.empty
    }

    /// Returns the state at the begin of an episode.
    pub(super) fn at_begin(episode: u64, puzzle: &[u8]) -> Self {
        let empty = puzzle.iter().map(|&value| u16::from(value == 0)).sum();
        Self { episode, empty, missing: empty, open: empty, ..Self::default() }
    }
}

/// One board, with the rules.
#[derive(Debug)]
pub(super) struct Game<'a> {
    pub(super) shape: Shape,
    pub(super) options: &'a EnvOptions,
    pub(super) puzzle: &'a [u8],
    pub(super) solution: &'a [u8],
    pub(super) board: &'a mut [u8],
    /// Notes of each cell; empty without notes.
    pub(super) notes: &'a mut [u16],
    pub(super) state: &'a mut EpisodeState,
}

impl Game<'_> {
    /// Takes an action. Returns its reward.
    pub(super) fn act(&mut self, action: Action) -> f64 {
        let was_missing = self.state.missing;
        let (outcome, is_seen) = match action {
            Action::Place { cell, digit } => self.place(cell, digit),
            Action::Erase { cell } => (self.erase(cell), false),
            Action::Note { cell, digit } => (self.note(cell, digit), false),
        };
        self.state.steps = self.state.steps.saturating_add(1);
        self.state.outcome = outcome;
        let rewards = &self.options.rewards;
        let mut reward = rewards.step;
        // A cell fewer to go is a right digit, one more is a right digit that went.
        reward += rewards.correct * (f64::from(was_missing) - f64::from(self.state.missing));
        match outcome {
            Outcome::Wrong if is_seen => reward += rewards.wrong + rewards.conflict,
            Outcome::Wrong => reward += rewards.wrong,
            Outcome::Illegal => reward += rewards.illegal,
            Outcome::Begun | Outcome::Correct | Outcome::Erased | Outcome::Noted => {}
        }
        if self.state.is_solved() {
            reward += rewards.solved;
        }
        reward
    }

    /// Writes a digit. Returns the outcome, and true if a peer has the digit.
    fn place(&mut self, cell: Cell, digit: Digit) -> (Outcome, bool) {
        let (at, value) = (cell.index(), digit.value());
        let (before, right) = (self.board[at], self.solution[at]);
        let is_seen = sees(self.shape, self.board, cell, value);
        let is_legal = self.puzzle[at] == 0
            && match self.options.legal {
                LegalMoves::Candidates => before == 0 && !is_seen,
                LegalMoves::Empty => before == 0,
                LegalMoves::Entries => before != value,
            };
        if !is_legal {
            return (Outcome::Illegal, is_seen);
        }
        let is_right = value == right;
        if !is_right {
            self.state.mistakes = self.state.mistakes.saturating_add(1);
        }
        if is_right || self.options.wrong == WrongDigits::Keep {
            self.write(at, value);
        }
        (if is_right { Outcome::Correct } else { Outcome::Wrong }, is_seen)
    }

    fn erase(&mut self, cell: Cell) -> Outcome {
        let at = cell.index();
        if self.puzzle[at] != 0 || self.board[at] == 0 {
            return Outcome::Illegal;
        }
        self.write(at, 0);
        Outcome::Erased
    }

    fn note(&mut self, cell: Cell, digit: Digit) -> Outcome {
        let at = cell.index();
        if self.board[at] != 0 {
            return Outcome::Illegal;
        }
        self.notes[at] ^= 1 << digit.index();
        Outcome::Noted
    }

    /// Sets the value of a cell, 0 for none, and clears its notes.
    fn write(&mut self, at: usize, value: u8) {
        let (before, right) = (self.board[at], self.solution[at]);
        self.board[at] = value;
        if let Some(notes) = self.notes.get_mut(at) {
            *notes = 0;
        }
        let state = &mut *self.state;
        state.empty = state.empty + u16::from(value == 0) - u16::from(before == 0);
        state.missing = state.missing + u16::from(value != right) - u16::from(before != right);
    }

    /// Returns true if the episode is over: solved, or without a legal action.
    pub(super) fn is_terminated(&self) -> bool {
        let state = &*self.state;
        if state.is_solved() {
            return true;
        }
        let can_erase = self.options.erase && state.empty < state.open;
        let can_note = self.options.notes && state.empty > 0;
        let can_place = || match self.options.legal {
            LegalMoves::Entries => true,
            LegalMoves::Empty => state.empty > 0,
            // Without a wrong entry, the digits of the solution are candidates.
            LegalMoves::Candidates => !state.has_wrong_entry() || self.has_candidate(),
        };
        !(can_erase || can_note || can_place())
    }

    fn has_candidate(&self) -> bool {
        let mut masks = [0; MAX_CELLS];
        candidates_of(self.shape, self.board, &mut masks[..self.shape.cells()]);
        masks != [0; MAX_CELLS]
    }

    /// Returns true if a limit is reached.
    pub(super) fn is_truncated(&self) -> bool {
        self.options.max_steps.is_some_and(|most| self.state.steps >= most)
            || self.options.max_mistakes.is_some_and(|most| self.state.mistakes >= most)
    }
}

/// Returns true if a peer of a cell has this value.
fn sees(shape: Shape, board: &[u8], cell: Cell, value: u8) -> bool {
    let (side, at) = (shape.side(), cell.index());
    let (row, column) = (shape.row(cell), shape.col(cell));
    let in_row = (0..side).map(|other| row * side + other);
    let in_column = (0..side).map(|other| other * side + column);
    let (height, width) = (shape.box_rows(), shape.box_cols());
    let corner = row / height * height * side + column / width * width;
    let in_box = (0..side).map(|n| corner + n / width * side + n % width);
    in_row.chain(in_column).chain(in_box).any(|other| other != at && board[other] == value)
}

/// Writes true for each legal action on a board.
pub(super) fn write_legal(
    space: ActionSpace,
    shape: Shape,
    options: &EnvOptions,
    puzzle: &[u8],
    board: &[u8],
    out: &mut [bool],
) {
    let side = shape.side();
    let (placements, rest) = out.split_at_mut(space.placements());
    let (erasures, notes) = rest.split_at_mut(space.first_note() - space.placements());
    match options.legal {
        LegalMoves::Candidates => {
            let mut masks = [0; MAX_CELLS];
            candidates_of(shape, board, &mut masks[..shape.cells()]);
            write_bits(shape, &masks, placements);
        }
        LegalMoves::Empty => {
            for (out, &value) in placements.chunks_exact_mut(side).zip(board) {
                out.fill(value == 0);
            }
        }
        LegalMoves::Entries => {
            for ((out, &value), &given) in placements.chunks_exact_mut(side).zip(board).zip(puzzle) {
                out.fill(given == 0);
                if value != 0 {
                    out[usize::from(value) - 1] = false;
                }
            }
        }
    }
    for ((out, &value), &given) in erasures.iter_mut().zip(board).zip(puzzle) {
        *out = given == 0 && value != 0;
    }
    for (out, &value) in notes.chunks_exact_mut(side).zip(board) {
        out.fill(value == 0);
    }
}
