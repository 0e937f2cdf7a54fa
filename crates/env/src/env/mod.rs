//! Environments: many boards, one action each a step.

#[cfg(test)]
mod tests;
mod vector;

use crate::boards::{MAX_CELLS, candidates_of, write_bits};
use gridmill_board::{Cell, Digit, Shape};
pub use vector::{EndedEpisodes, EnvError, StepError, VectorEnv};

// Actions as numbers.
//
// ```text
// 0 .. cells * side                     place:  cell * side + digit - 1
// then cells more, if entries erase     erase:  cell
// then cells * side more, with notes    note:   cell * side + digit - 1
// ```

/// Action on one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Writes a digit.
    Place {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// Erases an entry.
    Erase {
        /// The cell.
        cell: Cell,
    },
    /// Sets a note of an empty cell, or clears it.
    Note {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
}

/// Numbers of the actions of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionSpace {
    shape: Shape,
    erase: bool,
    notes: bool,
}

impl ActionSpace {
    const fn new(shape: Shape, erase: bool, notes: bool) -> Self {
        Self { shape, erase, notes }
    }

    /// Returns the number of placements.
    const fn placements(self) -> usize {
        self.shape.cells() * self.shape.side()
    }

    /// Returns the number of the first note.
    const fn first_note(self) -> usize {
        self.placements() + if self.erase { self.shape.cells() } else { 0 }
    }

    /// Returns the number of actions.
    #[expect(clippy::len_without_is_empty, reason = "there is always an action")]
    pub const fn len(self) -> usize {
        self.first_note() + if self.notes { self.placements() } else { 0 }
    }

    /// Returns the action with a number; `None` if there is none.
    #[inline]
    pub fn action(self, number: i64) -> Option<Action> {
        let number = usize::try_from(number).ok().filter(|&number| number < self.len())?;
        let candidate = |number: usize| {
            let side = self.shape.side();
            (Cell::new(number / side), Digit::from_index(number % side))
        };
        Some(if number < self.placements() {
            let (cell, digit) = candidate(number);
            Action::Place { cell, digit }
        } else if number < self.first_note() {
            Action::Erase { cell: Cell::new(number - self.placements()) }
        } else {
            let (cell, digit) = candidate(number - self.first_note());
            Action::Note { cell, digit }
        })
    }

    /// Returns the number of an action; `None` if the environment does not have it.
    pub fn index(self, action: Action) -> Option<usize> {
        let (cells, side) = (self.shape.cells(), self.shape.side());
        let candidate = |cell: Cell, digit: Digit| {
            (cell.index() < cells && digit.index() < side).then(|| cell.index() * side + digit.index())
        };
        match action {
            Action::Place { cell, digit } => candidate(cell, digit),
            Action::Erase { cell } => {
                (self.erase && cell.index() < cells).then(|| self.placements() + cell.index())
            }
            Action::Note { cell, digit } => {
                candidate(cell, digit).filter(|_| self.notes).map(|number| self.first_note() + number)
            }
        }
    }
}

// Rules of an environment: legal moves, wrong digits, rewards, ends of episodes.

/// Placements that are legal. A given never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LegalMoves {
    /// Candidates: empty cells, and digits that no peer has.
    Candidates,
    /// Any digit in an empty cell.
    #[default]
    Empty,
    /// Any other digit in any cell that is not given: entries can be replaced.
    Entries,
}

/// Result of a digit that is not that of the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WrongDigits {
    /// It is written.
    #[default]
    Keep,
    /// The board stays as it was.
    Reject,
}

/// Begin of the next episode, as gymnasium's vector environments name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// The step after the last one of an episode ignores its action and begins the next episode, with reward 0.
    #[default]
    NextStep,
    /// The last step of an episode begins the next one; [`EndedEpisodes`] has the last state.
    SameStep,
    /// The caller resets.
    Disabled,
}

/// Parts of a reward; the reward of a step is their sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rewards {
    /// Digit of the solution, when it is written. Taken back when the digit is erased or replaced.
    pub correct: f64,
    /// Digit that is not that of the solution.
    pub wrong: f64,
    /// Digit that a peer has, in addition to `wrong`.
    pub conflict: f64,
    /// Action that is not legal; it changes nothing.
    pub illegal: f64,
    /// The board equals the solution.
    pub solved: f64,
    /// Each step.
    pub step: f64,
}

impl Rewards {
    /// A reward for each digit: 1 for a right one, -1 for a wrong one or an illegal action, and 1 for the solution.
    pub const DENSE: Self =
        Self { correct: 1.0, wrong: -1.0, conflict: 0.0, illegal: -1.0, solved: 1.0, step: 0.0 };
    /// 1 for the solution, and nothing else.
    pub const SPARSE: Self =
        Self { correct: 0.0, wrong: 0.0, conflict: 0.0, illegal: 0.0, solved: 1.0, step: 0.0 };
}

/// Rules of an environment.
#[derive(Debug, Clone, PartialEq)]
pub struct EnvOptions {
    /// Placements that are legal.
    pub legal: LegalMoves,
    /// Result of a wrong digit.
    pub wrong: WrongDigits,
    /// True if entries can be erased.
    pub erase: bool,
    /// True if notes can be set and cleared.
    pub notes: bool,
    /// Parts of the reward.
    pub rewards: Rewards,
    /// Steps after which an episode is truncated; `None` for no limit.
    pub max_steps: Option<u32>,
    /// Wrong digits after which an episode is truncated; `None` for no limit.
    pub max_mistakes: Option<u32>,
    /// Begin of the next episode.
    pub autoreset: Autoreset,
}

impl Default for EnvOptions {
    /// Any digit in an empty cell, dense rewards, no limits.
    fn default() -> Self {
        Self {
            legal: LegalMoves::default(),
            wrong: WrongDigits::default(),
            erase: false,
            notes: false,
            rewards: Rewards::DENSE,
            max_steps: None,
            max_mistakes: None,
            autoreset: Autoreset::default(),
        }
    }
}

// Puzzles of the episodes, which the caller makes.

/// Episode that needs a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Episode {
    /// Number of the environment, from 0.
    pub env: usize,
    /// Number of the episode in its environment, from 0.
    pub episode: u64,
}

/// Source of puzzles. If a puzzle is a function of its [`Episode`], episodes do not depend on the number of environments or on the
/// actions in others.
pub trait PuzzleSource {
    /// Error of the source.
    type Error;

    /// Appends the cells of a puzzle and of its solution for each episode, in order.
    ///
    /// # Errors
    /// That of the source. The environments are as they were before the call.
    fn puzzles(
        &mut self,
        episodes: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> Result<(), Self::Error>;
}

impl<E, F: FnMut(&[Episode], &mut Vec<u8>, &mut Vec<u8>) -> Result<(), E>> PuzzleSource for F {
    type Error = E;

    fn puzzles(
        &mut self,
        episodes: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> Result<(), E> {
        self(episodes, puzzles, solutions)
    }
}

// One board under the rules of its environment.

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
    pub(crate) const fn has_wrong_entry(&self) -> bool {
        self.missing > self.empty
    }

    /// Returns the state at the begin of an episode.
    fn at_begin(episode: u64, puzzle: &[u8]) -> Self {
        let empty = puzzle.iter().map(|&value| u16::from(value == 0)).sum();
        Self { episode, empty, missing: empty, open: empty, ..Self::default() }
    }
}

/// One board, with the rules.
#[derive(Debug)]
struct Game<'a> {
    shape: Shape,
    options: &'a EnvOptions,
    puzzle: &'a [u8],
    solution: &'a [u8],
    board: &'a mut [u8],
    /// Notes of each cell; empty without notes.
    notes: &'a mut [u16],
    state: &'a mut EpisodeState,
}

impl Game<'_> {
    /// Takes an action. Returns its reward.
    fn act(&mut self, action: Action) -> f64 {
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
    fn is_terminated(&self) -> bool {
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
    fn is_truncated(&self) -> bool {
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
fn write_legal(
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
