//! Environments: many boards, one action each a step.

mod vector;

use crate::boards::{MAX_CELLS, candidates_of, write_bits};
use gridmill_board::{Cell, Digit, Shape};
pub use vector::{EndedEpisodes, EnvError, StepError, VectorEnv, VectorState};

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

    const fn placements(self) -> usize {
        self.shape.cells() * self.shape.side()
    }

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

gridmill_board::named_values!(Outcome {
    Begun "begun", Correct "correct", Wrong "wrong", Illegal "illegal", Erased "erased", Noted "noted",
});

impl Outcome {
    /// Returns the number in arrays.
    pub const fn number(self) -> u8 {
        self as u8
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

    pub(crate) const fn has_wrong_entry(&self) -> bool {
        self.missing > self.empty
    }

    fn at_begin(episode: u64, puzzle: &[u8], solution: &[u8]) -> Self {
        Self { episode, ..Self::default() }.counted(puzzle, puzzle, solution)
    }

    /// Returns the state with the counts of these cells.
    fn counted(self, puzzle: &[u8], board: &[u8], solution: &[u8]) -> Self {
        let empty_cells = |cells: &[u8]| cells.iter().map(|&value| u16::from(value == 0)).sum();
        let missing = board.iter().zip(solution).map(|(value, right)| u16::from(value != right)).sum();
        Self { empty: empty_cells(board), missing, open: empty_cells(puzzle), ..self }
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

#[cfg(test)]
mod tests {
    #![allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "numbers of actions are small"
    )]

    use super::*;
    use crate::{Boards, Teacher};
    use gridmill_board::{Digit, Shape};
    use gridmill_generate::Plan;
    use gridmill_rate::Rulebook;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Source of puzzles that are functions of environment and episode.
    struct Made(Plan);

    impl Made {
        fn new(shape: &str) -> (Shape, Self) {
            let shape = shape.parse().unwrap();
            (shape, Self(Plan::for_shape(shape)))
        }
    }

    impl PuzzleSource for Made {
        type Error = gridmill_generate::Error;

        fn puzzles(
            &mut self,
            episodes: &[Episode],
            puzzles: &mut Vec<u8>,
            solutions: &mut Vec<u8>,
        ) -> Result<(), Self::Error> {
            let mut generator = gridmill_generate::Generator::new(self.0.clone())?;
            for &Episode { env, episode } in episodes {
                let mut seed = [0; 32];
                seed[..8].copy_from_slice(&(env as u64).to_le_bytes());
                seed[8..16].copy_from_slice(&episode.to_le_bytes());
                let made = generator.generate_with_seed(seed)?;
                puzzles.extend(made.puzzle.grid().cells().iter().map(|cell| cell.map_or(0, Digit::value)));
                solutions.extend(made.solution.cells().iter().map(|digit| digit.value()));
            }
            Ok(())
        }
    }

    fn empty_cells(board: &[u8]) -> usize {
        board.iter().map(|&value| usize::from(value == 0)).sum()
    }

    fn all_rules() -> Vec<EnvOptions> {
        let mut rules = Vec::new();
        for legal in [LegalMoves::Candidates, LegalMoves::Empty, LegalMoves::Entries] {
            for wrong in [WrongDigits::Keep, WrongDigits::Reject] {
                for (erase, notes) in [(false, false), (true, false), (true, true)] {
                    for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
                        let rewards = Rewards {
                            correct: 1.0,
                            wrong: -2.0,
                            conflict: -0.25,
                            illegal: -8.0,
                            solved: 64.0,
                            step: -0.125,
                        };
                        let max_mistakes = (!erase).then_some(9);
                        rules.push(EnvOptions {
                            legal,
                            wrong,
                            erase,
                            notes,
                            rewards,
                            max_steps: Some(80),
                            max_mistakes,
                            autoreset,
                        });
                    }
                }
            }
        }
        rules
    }

    /// Whatever is done, the counts are those of the boards, the mask tells which actions change something, and the right digits pay
    /// once.
    #[test]
    fn counts_masks_and_rewards_agree_with_the_boards() {
        for (n, rules) in all_rules().into_iter().enumerate() {
            let (shape, mut source) = Made::new(["2x2", "2x3", "3x2"][n % 3]);
            let cells = shape.cells();
            let mut env = VectorEnv::new(shape, 3, rules.clone()).unwrap();
            let actions = env.actions().len();
            let mut random = Pcg64::seed_from_u64(n as u64);
            env.reset(None, &mut source).unwrap();
            let mut returns = [0.0; 3];
            for _ in 0..200 {
                let mut legal = vec![false; 3 * actions];
                env.legal_actions(&mut legal);
                let chosen: Vec<i64> = (0..3)
                    .map(|e| {
                        let some: Vec<usize> =
                            (0..actions).filter(|&action| legal[e * actions + action]).collect();
                        if some.is_empty() || random.random_range(0..10) == 0 {
                            random.random_range(0..actions as i64)
                        } else {
                            some[random.random_range(0..some.len())] as i64
                        }
                    })
                    .collect();
                let before = env.clone();
                env.step(&chosen, &mut source).unwrap();
                let ended = env.ended().clone();
                for e in 0..3 {
                    let at_end = ended.envs.iter().position(|&env| env == e);
                    let board = match at_end {
                        Some(place) => &ended.boards[place * cells..][..cells],
                        None => &env.boards()[e * cells..][..cells],
                    };
                    let state = at_end.map_or(env.states()[e], |place| ended.states[place]);
                    let was_over = before.terminated()[e] || before.truncated()[e];
                    if was_over && rules.autoreset == Autoreset::NextStep {
                        assert_eq!((env.rewards()[e], state.outcome, state.steps), (0.0, Outcome::Begun, 0));
                        assert_eq!(state.episode, before.states()[e].episode + 1);
                        returns[e] = 0.0;
                        continue;
                    }
                    let (puzzle, solution) =
                        (&before.puzzles()[e * cells..][..cells], &before.solutions()[e * cells..][..cells]);
                    let empty = empty_cells(board);
                    let missing = board.iter().zip(solution).filter(|(value, right)| value != right).count();
                    let open = empty_cells(puzzle);
                    assert_eq!(
                        (usize::from(state.empty), usize::from(state.missing), usize::from(state.open)),
                        (empty, missing, open)
                    );
                    assert!(puzzle.iter().zip(board).all(|(&given, &value)| given == 0 || given == value));
                    let is_legal = legal[e * actions + chosen[e] as usize];
                    assert_eq!(state.outcome == Outcome::Illegal, !is_legal);
                    if !is_legal {
                        assert_eq!(board, &before.boards()[e * cells..][..cells]);
                    }
                    assert_eq!(state.is_solved(), board == solution);
                    returns[e] += env.rewards()[e] - rules.rewards.step;
                    match state.outcome {
                        Outcome::Illegal => returns[e] -= rules.rewards.illegal,
                        Outcome::Wrong => returns[e] -= rules.rewards.wrong,
                        _ => {}
                    }
                    // What is left: a point for each right digit on the board, conflicts, and the solution.
                    let points =
                        (open - missing) as f64 + if state.is_solved() { rules.rewards.solved } else { 0.0 };
                    let conflicts = (returns[e] - points) / rules.rewards.conflict;
                    assert!(
                        conflicts >= 0.0
                            && conflicts.fract() == 0.0
                            && conflicts <= f64::from(state.mistakes)
                    );
                    let has_ended = env.terminated()[e] || env.truncated()[e];
                    let over = state.is_solved()
                        || state.steps >= 80
                        || rules.max_mistakes.is_some_and(|most| state.mistakes >= most);
                    assert!(has_ended || !over);
                    // A limit counts in the step that ends the game, too.
                    let is_limit =
                        state.steps >= 80 || rules.max_mistakes.is_some_and(|most| state.mistakes >= most);
                    assert_eq!(env.truncated()[e], is_limit);
                    if at_end.is_some() {
                        returns[e] = 0.0;
                        assert_eq!(env.states()[e].steps, 0);
                    }
                }
            }
        }
    }

    /// Environments go on from a state as those that it was taken of, in every way to reset.
    #[test]
    fn a_state_goes_on_as_its_environments() {
        for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
            let (shape, mut source) = Made::new("2x2");
            let rules = EnvOptions {
                max_steps: Some(9),
                notes: true,
                erase: true,
                autoreset,
                ..EnvOptions::default()
            };
            let mut env = VectorEnv::new(shape, 5, rules.clone()).unwrap();
            let mut other = VectorEnv::new(shape, 5, rules).unwrap();
            other.set_state(env.state().clone()).unwrap();
            assert!(other.step(&[0; 5], &mut source).is_err(), "there is no episode yet");
            env.reset(None, &mut source).unwrap();
            let mut random = Pcg64::seed_from_u64(7);
            let actions = env.actions().len() as i64;
            for step in 0..120 {
                let mut state = env.state().clone();
                if step % 7 == 0 {
                    // These are counted.
                    state
                        .episodes
                        .iter_mut()
                        .for_each(|counts| (counts.empty, counts.missing, counts.open) = (0, 0, 0));
                    other.set_state(state).unwrap();
                }
                let chosen: Vec<i64> = (0..5).map(|_| random.random_range(0..actions)).collect();
                env.step(&chosen, &mut source).unwrap();
                other.step(&chosen, &mut source).unwrap();
                assert_eq!(env.state(), other.state());
                assert_eq!(env.ended().states, other.ended().states);
            }
            assert!(env.states()[0].episode > 5);
        }
    }

    #[test]
    fn states_of_other_environments_are_refused() {
        let (shape, mut source) = Made::new("2x2");
        let rules = EnvOptions { notes: true, ..EnvOptions::default() };
        let mut env = VectorEnv::new(shape, 2, rules).unwrap();
        env.reset(None, &mut source).unwrap();
        let good = env.state().clone();
        let at = good.boards.iter().position(|&value| value != 0).unwrap();
        let changes: [&dyn Fn(&mut VectorState); 7] = [
            &|state| state.is_over.clear(),
            &|state| state.notes.clear(),
            &|state| state.boards[at] = 0,
            &|state| state.boards.fill(5),
            &|state| state.solutions[at] = 0,
            &|state| state.notes[at] = 1,
            &|state| state.notes.fill(16),
        ];
        for (n, change) in changes.into_iter().enumerate() {
            let mut state = good.clone();
            change(&mut state);
            assert!(matches!(env.set_state(state), Err(EnvError::State { .. })), "{n}");
            assert_eq!(*env.state(), good);
        }
    }

    /// Environments play the same episodes alone as together.
    #[test]
    fn episodes_do_not_depend_on_the_number_of_environments() {
        let (shape, mut source) = Made::new("2x3");
        let rules = EnvOptions { max_steps: Some(12), ..EnvOptions::default() };
        let mut together = VectorEnv::new(shape, 4, rules.clone()).unwrap();
        let mut alone = VectorEnv::new(shape, 1, rules).unwrap();
        let mut of_third = |episodes: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
            let second: Vec<Episode> =
                episodes.iter().map(|&Episode { episode, .. }| Episode { env: 2, episode }).collect();
            Made::new("2x3").1.puzzles(&second, puzzles, solutions)
        };
        together.reset(None, &mut source).unwrap();
        alone.reset(None, &mut of_third).unwrap();
        let mut random = Pcg64::seed_from_u64(7);
        for _ in 0..60 {
            let chosen: Vec<i64> = (0..4).map(|_| random.random_range(0..216)).collect();
            together.step(&chosen, &mut source).unwrap();
            alone.step(&chosen[2..3], &mut of_third).unwrap();
            assert_eq!(alone.boards(), &together.boards()[72..108]);
            assert_eq!(
                (alone.rewards()[0], alone.states()[0]),
                (together.rewards()[2], together.states()[2])
            );
        }
        assert!(alone.states()[0].episode > 2);
    }

    /// The teachers solve every puzzle that their techniques solve, and repair wrong entries where that is allowed.
    #[test]
    fn a_teacher_solves() {
        for legal in [LegalMoves::Candidates, LegalMoves::Empty, LegalMoves::Entries] {
            let (shape, mut source) = Made::new("2x3");
            let rules = EnvOptions { legal, erase: true, ..EnvOptions::default() };
            let mut env = VectorEnv::new(shape, 8, rules).unwrap();
            env.reset(None, &mut source).unwrap();
            let mut teacher = Teacher::new(Rulebook::basic(), shape).unwrap();
            let mut actions = vec![0; 8];
            let mut legal = vec![false; 8 * env.actions().len()];
            let (mut solved, mut stuck) = (0, 0);
            let mut random = Pcg64::seed_from_u64(1);
            for step in 0..200 {
                env.teacher_actions(Some(&mut teacher), &mut actions);
                env.legal_actions(&mut legal);
                for (e, action) in actions.iter_mut().enumerate() {
                    let is_over = env.terminated()[e];
                    if *action < 0 {
                        stuck += 1;
                        *action = 0;
                    } else if !is_over {
                        assert!(legal[e * env.actions().len() + *action as usize]);
                        let cell = (*action as usize / 6).min(35);
                        if step % 9 == 0 && (*action as usize) < 216 {
                            *action = (cell * 6 + random.random_range(0..6)) as i64;
                        }
                    }
                }
                env.step(&actions, &mut source).unwrap();
                solved += env.terminated().iter().filter(|&&ended| ended).count();
            }
            assert!(solved > 20 && stuck < 100, "{solved} {stuck}");
        }
    }

    #[test]
    fn forced_cells_teach_without_a_rulebook() {
        let (shape, mut source) = Made::new("2x2");
        let mut env = VectorEnv::new(shape, 5, EnvOptions::default()).unwrap();
        env.reset(None, &mut source).unwrap();
        let mut actions = vec![0; 5];
        env.teacher_actions(None, &mut actions);
        let mut digits = vec![0; 5 * 16];
        Boards::new(shape, env.boards()).unwrap().forced(&mut digits);
        for (e, &action) in actions.iter().enumerate() {
            let digits = &digits[e * 16..][..16];
            let first = digits.iter().position(|&digit| digit > 0);
            assert_eq!(action, first.map_or(-1, |cell| (cell * 4) as i64 + i64::from(digits[cell]) - 1));
        }
    }

    /// Without a legal action the episode ends, and is not solved.
    #[test]
    fn a_full_board_ends_an_episode() {
        let shape = Shape::new(2, 2).unwrap();
        let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let source = |_: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
            puzzles.extend([0].iter().chain(&solution[1..]));
            solutions.extend(solution);
            Ok::<(), ()>(())
        };
        let ends = |rules: EnvOptions| {
            let mut env = VectorEnv::new(shape, 1, rules).unwrap();
            env.reset(None, &mut source.clone()).unwrap();
            env.step(&[1], &mut source.clone()).unwrap();
            (env.terminated()[0], env.states()[0].is_solved(), env.rewards()[0])
        };
        assert_eq!(ends(EnvOptions::default()), (true, false, -1.0));
        assert_eq!(ends(EnvOptions { erase: true, ..EnvOptions::default() }), (false, false, -1.0));
        assert_eq!(
            ends(EnvOptions { legal: LegalMoves::Entries, ..EnvOptions::default() }),
            (false, false, -1.0)
        );
        assert_eq!(
            ends(EnvOptions { wrong: WrongDigits::Reject, ..EnvOptions::default() }),
            (false, false, -1.0)
        );
        // No peer allows the digit, so that the action is not legal.
        assert_eq!(
            ends(EnvOptions { legal: LegalMoves::Candidates, ..EnvOptions::default() }),
            (false, false, -1.0)
        );
    }

    #[test]
    fn bad_calls_are_refused_and_change_nothing() {
        let (shape, mut source) = Made::new("2x2");
        let text = |error: StepError<gridmill_generate::Error>| error.to_string();
        let rules =
            EnvOptions { autoreset: Autoreset::Disabled, max_steps: Some(1), ..EnvOptions::default() };
        let mut env = VectorEnv::new(shape, 2, rules).unwrap();
        assert_eq!(
            text(env.step(&[0, 0], &mut source).unwrap_err()),
            "there is no episode yet; reset before the first step"
        );
        assert!(env.reset(Some(&[true, false]), &mut source).is_err());
        env.reset(None, &mut source).unwrap();
        let before = env.clone();
        assert_eq!(
            text(env.step(&[0], &mut source).unwrap_err()),
            "1 actions for 2 environments; give one each"
        );
        assert_eq!(text(env.step(&[0, 64], &mut source).unwrap_err()), "actions[1] is 64; give 0 to 63");
        assert_eq!(text(env.step(&[-1, 0], &mut source).unwrap_err()), "actions[0] is -1; give 0 to 63");
        assert!(env.reset(Some(&[true]), &mut source).is_err());
        let mut broken = |episodes: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
            puzzles.extend(vec![0; episodes.len() * 16]);
            solutions.extend(vec![1; episodes.len() * 16]);
            Ok::<(), std::convert::Infallible>(())
        };
        assert_eq!(env.reset(None, &mut broken).unwrap_err(), StepError::Env(EnvError::Puzzle { env: 0 }));
        assert_eq!((env.boards(), env.states()), (before.boards(), before.states()));
        env.step(&[0, 0], &mut source).unwrap();
        assert_eq!(env.truncated(), [true, true]);
        env.reset(Some(&[true, false]), &mut source).unwrap();
        assert_eq!(
            text(env.step(&[0, 0], &mut source).unwrap_err()),
            "the episode of environment 1 has ended; reset it before the next step"
        );
        assert_eq!(VectorEnv::new(shape, 0, EnvOptions::default()).unwrap_err(), EnvError::Empty);
        assert!(VectorEnv::new(Shape::new(5, 5).unwrap(), 1, EnvOptions::default()).is_err());
    }

    #[test]
    fn numbers_and_actions_agree() {
        for (erase, notes, len) in
            [(false, false, 729), (true, false, 810), (false, true, 1458), (true, true, 1539)]
        {
            let space = ActionSpace::new(Shape::STANDARD, erase, notes);
            assert_eq!(space.len(), len);
            for (index, number) in (0..len).zip(0..) {
                let action = space.action(number).unwrap();
                assert_eq!(space.index(action), Some(index));
            }
            for number in [-1, i64::try_from(len).unwrap(), i64::MIN, i64::MAX] {
                assert_eq!(space.action(number), None);
            }
            assert_eq!(space.index(Action::Erase { cell: Cell::new(80) }).is_some(), erase);
        }
        let digit = Digit::from_index(4);
        let space = ActionSpace::new(Shape::STANDARD, false, false);
        assert_eq!(space.index(Action::Place { cell: Cell::new(2), digit }), Some(22));
    }
}
