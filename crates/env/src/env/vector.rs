//! `VectorEnv`: steps and episodes of many boards.
//!
//! ```text
//! step, next-step reset:   ended ones begin the next episode, all others act
//! step, same-step reset:   all act, ended ones are copied and begin the next episode
//! ```

use super::{
    Action, ActionSpace, Autoreset, EnvOptions, Episode, EpisodeState, Game, LegalMoves, PuzzleSource,
    write_legal,
};
use crate::{Advice, Boards, Teacher};
use gridmill_board::{Cell, Digit, Shape};

/// Error: options, actions or puzzles that an environment cannot take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnvError {
    /// More digits than a mask has bits.
    #[error("{shape} boxes have {side} digits; environments take up to 16", side = shape.side())]
    Shape {
        /// The shape.
        shape: Shape,
    },
    /// No environment.
    #[error("0 environments; give 1 or more")]
    Empty,
    /// Another number of actions than of environments.
    #[error("{found} actions for {envs} environments; give one each")]
    Length {
        /// Number of actions.
        found: usize,
        /// Number of environments.
        envs: usize,
    },
    /// Number that is no action.
    #[error("actions[{env}] is {found}; give 0 to {last}")]
    Action {
        /// Number of the environment.
        env: usize,
        /// The number.
        found: i64,
        /// Largest number of an action.
        last: usize,
    },
    /// Step before the first reset.
    #[error("there is no episode yet; reset before the first step")]
    NotReset,
    /// Step of an episode that has ended, without autoreset.
    #[error("the episode of environment {env} has ended; reset it before the next step")]
    Ended {
        /// Number of the environment.
        env: usize,
    },
    /// State that these environments cannot be in.
    #[error("the state is not one of these environments: {reason}")]
    #[doc(hidden)]
    State {
        /// The reason.
        reason: &'static str,
    },
    /// Source that returned no puzzle with its solution.
    #[error("the puzzle for environment {env} does not go with its solution")]
    Puzzle {
        /// Number of the environment.
        env: usize,
    },
}

/// Error of a step or a reset: that of the environments, or that of the source of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepError<E> {
    /// Error of the environments.
    #[error(transparent)]
    Env(#[from] EnvError),
    /// Error of the source.
    #[error("{0}")]
    Source(E),
}

/// Last states of the episodes that a step with [`Autoreset::SameStep`] ended, one after the other.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct EndedEpisodes {
    /// Numbers of their environments, ascending.
    pub envs: Vec<usize>,
    /// Counts of each episode.
    pub states: Vec<EpisodeState>,
    /// Cells of each board.
    pub boards: Vec<u8>,
    /// Cells of each puzzle.
    pub puzzles: Vec<u8>,
    /// Notes of each board; empty without notes.
    pub notes: Vec<u16>,
}

/// Boards, counts and episodes of a [`VectorEnv`]: with the same rules and the same source, the same actions lead to the same results.
///
/// Lists have an item, or the cells of a board, for each environment. [`VectorEnv::ended`] is not part of it.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
#[doc(hidden)]
pub struct VectorState {
    /// True after the first reset. Before it, cells and counts are 0.
    pub is_reset: bool,
    /// Cells of the puzzles.
    pub puzzles: Vec<u8>,
    /// Cells of the solutions.
    pub solutions: Vec<u8>,
    /// Cells of the boards: givens and entries.
    pub boards: Vec<u8>,
    /// Notes of the cells as masks; empty without notes.
    pub notes: Vec<u16>,
    /// Counts of the episodes. [`VectorEnv::set_state`] counts `empty`, `missing` and `open` itself.
    pub episodes: Vec<EpisodeState>,
    /// Numbers of the next episodes.
    pub next_episodes: Vec<u64>,
    /// Rewards of the last step.
    pub rewards: Vec<f64>,
    /// True for each episode that the last step solved, or left without a legal action.
    pub terminated: Vec<bool>,
    /// True for each episode that the last step ended by a limit.
    pub truncated: Vec<bool>,
    /// True for each environment that begins an episode before it acts again.
    pub is_over: Vec<bool>,
}

impl VectorState {
    fn new(envs: usize, cells: usize, has_notes: bool) -> Self {
        Self {
            is_reset: false,
            puzzles: vec![0; envs * cells],
            solutions: vec![0; envs * cells],
            boards: vec![0; envs * cells],
            notes: vec![0; if has_notes { envs * cells } else { 0 }],
            episodes: vec![EpisodeState::default(); envs],
            next_episodes: vec![0; envs],
            rewards: vec![0.0; envs],
            terminated: vec![false; envs],
            truncated: vec![false; envs],
            is_over: vec![false; envs],
        }
    }

    fn lengths(&self) -> [usize; 10] {
        [
            self.puzzles.len(),
            self.solutions.len(),
            self.boards.len(),
            self.notes.len(),
            self.episodes.len(),
            self.next_episodes.len(),
            self.rewards.len(),
            self.terminated.len(),
            self.truncated.len(),
            self.is_over.len(),
        ]
    }
}

/// Many boards, each with its puzzle, solution, entries and counts.
#[derive(Debug, Clone)]
pub struct VectorEnv {
    shape: Shape,
    options: EnvOptions,
    space: ActionSpace,
    state: VectorState,
    ended: EndedEpisodes,
}

impl VectorEnv {
    /// Creates environments without episodes.
    ///
    /// # Errors
    /// [`EnvError`] for a side above 16, or no environment.
    pub fn new(shape: Shape, envs: usize, options: EnvOptions) -> Result<Self, EnvError> {
        if shape.side() > Boards::MAX_SIDE {
            return Err(EnvError::Shape { shape });
        }
        if envs == 0 {
            return Err(EnvError::Empty);
        }
        Ok(Self {
            shape,
            space: ActionSpace::new(shape, options.erase, options.notes),
            state: VectorState::new(envs, shape.cells(), options.notes),
            ended: EndedEpisodes::default(),
            options,
        })
    }

    /// Begins the next episode of all environments, or of those where `which` is true.
    ///
    /// # Errors
    /// [`EnvError::Length`] if `which` has another length, [`EnvError::NotReset`] if the others have no episode yet, and that of the
    /// source. Nothing changes then.
    pub fn reset<S: PuzzleSource>(
        &mut self,
        which: Option<&[bool]>,
        source: &mut S,
    ) -> Result<(), StepError<S::Error>> {
        let envs = self.state.episodes.len();
        if let Some(which) = which {
            if which.len() != envs {
                return Err(EnvError::Length { found: which.len(), envs }.into());
            }
            if !self.state.is_reset && which.contains(&false) {
                return Err(EnvError::NotReset.into());
            }
        }
        let is_requested = |env: &usize| which.is_none_or(|which| which[*env]);
        let episodes = self.next_of((0..envs).filter(is_requested));
        self.begin(&episodes, source)?;
        self.state.is_reset = true;
        Ok(())
    }

    /// Sets the number of the next episode of every environment to 0.
    #[doc(hidden)]
    pub fn restart_numbers(&mut self) {
        self.state.next_episodes.fill(0);
    }

    /// Takes one action in each environment. Results are in [`rewards`](Self::rewards), [`terminated`](Self::terminated),
    /// [`truncated`](Self::truncated) and [`states`](Self::states).
    ///
    /// # Errors
    /// [`EnvError`] for numbers that are no actions, or without a reset; nothing changes then. That of the source: environments that
    /// should begin an episode do so in the next step.
    pub fn step<S: PuzzleSource>(
        &mut self,
        actions: &[i64],
        source: &mut S,
    ) -> Result<(), StepError<S::Error>> {
        let actions = self.check(actions)?;
        let fresh = self.next_of((0..self.state.episodes.len()).filter(|&env| self.state.is_over[env]));
        if let (Some(first), Autoreset::Disabled) = (fresh.first(), self.options.autoreset) {
            return Err(EnvError::Ended { env: first.env }.into());
        }
        self.begin(&fresh, source)?;
        let mut fresh = fresh.into_iter().map(|episode| episode.env).peekable();
        for (env, action) in actions.into_iter().enumerate() {
            if fresh.next_if_eq(&env).is_none() {
                self.act(env, action);
            }
        }
        self.ended = EndedEpisodes::default();
        if self.options.autoreset == Autoreset::SameStep {
            self.begin_ended(source)?;
        }
        Ok(())
    }

    /// Returns the actions with these numbers.
    fn check(&self, numbers: &[i64]) -> Result<Vec<Action>, EnvError> {
        let envs = self.state.episodes.len();
        if numbers.len() != envs {
            return Err(EnvError::Length { found: numbers.len(), envs });
        }
        if !self.state.is_reset {
            return Err(EnvError::NotReset);
        }
        let last = self.space.len() - 1;
        let action = |(env, &found)| self.space.action(found).ok_or(EnvError::Action { env, found, last });
        numbers.iter().enumerate().map(action).collect()
    }

    /// Returns the next episodes of some environments.
    fn next_of(&self, envs: impl Iterator<Item = usize>) -> Vec<Episode> {
        envs.map(|env| Episode { env, episode: self.state.next_episodes[env] }).collect()
    }

    fn act(&mut self, env: usize, action: Action) {
        let cells = self.shape.cells();
        let range = env * cells..(env + 1) * cells;
        let mut game = Game {
            shape: self.shape,
            options: &self.options,
            puzzle: &self.state.puzzles[range.clone()],
            solution: &self.state.solutions[range.clone()],
            board: &mut self.state.boards[range.clone()],
            notes: self.state.notes.get_mut(range).unwrap_or_default(),
            state: &mut self.state.episodes[env],
        };
        self.state.rewards[env] = game.act(action);
        self.state.terminated[env] = game.is_terminated();
        self.state.truncated[env] = game.is_truncated();
        self.state.is_over[env] = self.state.terminated[env] || self.state.truncated[env];
    }

    /// Begins episodes: takes all puzzles, checks them, and then sets the boards.
    fn begin<S: PuzzleSource>(
        &mut self,
        episodes: &[Episode],
        source: &mut S,
    ) -> Result<(), StepError<S::Error>> {
        if episodes.is_empty() {
            return Ok(());
        }
        let (mut puzzles, mut solutions) = (Vec::new(), Vec::new());
        source.puzzles(episodes, &mut puzzles, &mut solutions).map_err(StepError::Source)?;
        self.check_puzzles(episodes, &puzzles, &solutions)?;
        let cells = self.shape.cells();
        let made = puzzles.chunks_exact(cells).zip(solutions.chunks_exact(cells));
        for (&Episode { env, episode }, (puzzle, solution)) in episodes.iter().zip(made) {
            let range = env * cells..(env + 1) * cells;
            self.state.puzzles[range.clone()].copy_from_slice(puzzle);
            self.state.solutions[range.clone()].copy_from_slice(solution);
            self.state.boards[range.clone()].copy_from_slice(puzzle);
            self.state.notes.get_mut(range).unwrap_or_default().fill(0);
            self.state.episodes[env] = EpisodeState::at_begin(episode, puzzle, solution);
            self.state.next_episodes[env] = episode.wrapping_add(1);
            (self.state.rewards[env], self.state.terminated[env], self.state.truncated[env]) =
                (0.0, false, false);
            self.state.is_over[env] = false;
        }
        Ok(())
    }

    /// Checks that each solution is one, and that its puzzle is part of it.
    fn check_puzzles(&self, episodes: &[Episode], puzzles: &[u8], solutions: &[u8]) -> Result<(), EnvError> {
        let cells = self.shape.cells();
        let refuse = |n: usize| EnvError::Puzzle { env: episodes.get(n).map_or(0, |episode| episode.env) };
        if (puzzles.len(), solutions.len()) != (episodes.len() * cells, episodes.len() * cells) {
            return Err(refuse(puzzles.len().min(solutions.len()) / cells));
        }
        let boards = Boards::new(self.shape, solutions).map_err(|_| refuse(0))?;
        let mut conflicts = vec![false; solutions.len()];
        boards.conflicts(&mut conflicts);
        for (at, ((&puzzle, &solution), &conflict)) in
            puzzles.iter().zip(solutions).zip(&conflicts).enumerate()
        {
            if conflict || solution == 0 || (puzzle != 0 && puzzle != solution) {
                return Err(refuse(at / cells));
            }
        }
        Ok(())
    }

    /// Copies the episodes that have ended, and begins the next ones. Rewards and ends stay those of the step.
    fn begin_ended<S: PuzzleSource>(&mut self, source: &mut S) -> Result<(), StepError<S::Error>> {
        let episodes = self.next_of((0..self.state.episodes.len()).filter(|&env| self.state.is_over[env]));
        let cells = self.shape.cells();
        let mut ended = EndedEpisodes::default();
        let mut results = Vec::new();
        for &Episode { env, .. } in &episodes {
            let range = env * cells..(env + 1) * cells;
            ended.envs.push(env);
            ended.states.push(self.state.episodes[env]);
            ended.boards.extend(&self.state.boards[range.clone()]);
            ended.puzzles.extend(&self.state.puzzles[range.clone()]);
            ended.notes.extend(self.state.notes.get(range).unwrap_or_default());
            results.push((self.state.rewards[env], self.state.terminated[env], self.state.truncated[env]));
        }
        self.begin(&episodes, source)?;
        for (&env, result) in ended.envs.iter().zip(results) {
            (self.state.rewards[env], self.state.terminated[env], self.state.truncated[env]) = result;
        }
        self.ended = ended;
        Ok(())
    }

    /// Writes true for each legal action of each environment.
    ///
    /// # Panics
    /// If `out` does not have room for [`actions`](Self::actions) in each environment.
    pub fn legal_actions(&self, out: &mut [bool]) {
        assert_eq!(out.len(), self.state.episodes.len() * self.space.len(), "an answer an action");
        let cells = self.shape.cells();
        let boards = self.state.puzzles.chunks_exact(cells).zip(self.state.boards.chunks_exact(cells));
        for ((puzzle, board), out) in boards.zip(out.chunks_exact_mut(self.space.len())) {
            write_legal(self.space, self.shape, &self.options, puzzle, board, out);
        }
    }

    /// Writes the number of the action that a teacher would take, -1 for none: the next digit by its rulebook, or without a
    /// teacher the first forced cell.
    ///
    /// A wrong entry is erased or replaced first, where the rules allow that; otherwise there is no action on its board.
    ///
    /// # Panics
    /// If `out` is not as long as there are environments, or the teacher is for another shape.
    pub fn teacher_actions(&self, mut teacher: Option<&mut Teacher>, out: &mut [i64]) {
        assert_eq!(out.len(), self.state.episodes.len(), "an action an environment");
        let cells = self.shape.cells();
        for (env, (out, board)) in out.iter_mut().zip(self.state.boards.chunks_exact(cells)).enumerate() {
            let action = if self.state.episodes[env].has_wrong_entry() {
                self.correction(env)
            } else {
                self.next_digit(board, teacher.as_deref_mut())
            };
            let number = action.and_then(|action| self.space.index(action));
            *out = number.and_then(|number| i64::try_from(number).ok()).unwrap_or(-1);
        }
    }

    /// Returns the action that corrects the first wrong entry of an environment.
    fn correction(&self, env: usize) -> Option<Action> {
        let range = env * self.shape.cells()..(env + 1) * self.shape.cells();
        let (board, solution) = (&self.state.boards[range.clone()], &self.state.solutions[range]);
        let at = board.iter().zip(solution).position(|(&value, &right)| value != 0 && value != right)?;
        let cell = Cell::new(at);
        match self.options.legal {
            LegalMoves::Entries => Some(Action::Place { cell, digit: Digit::new(solution[at])? }),
            LegalMoves::Candidates | LegalMoves::Empty => Some(Action::Erase { cell }),
        }
    }

    /// Returns the placement of a teacher on a board without wrong entries.
    fn next_digit(&self, board: &[u8], teacher: Option<&mut Teacher>) -> Option<Action> {
        let Some(teacher) = teacher else {
            let mut found = [None];
            Boards::new(self.shape, board).ok()?.first_forced(&mut found);
            let (cell, digit) = found[0]?;
            return Some(Action::Place { cell: Cell::new(cell), digit: Digit::new(digit)? });
        };
        match teacher.next_placement(board).ok()? {
            Advice::Step(step) => {
                step.placement.map(|found| Action::Place { cell: found.cell, digit: found.digit })
            }
            Advice::Complete | Advice::Stuck | Advice::DeadEnd => None,
        }
    }

    /// Returns the shape of the boards.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of environments.
    pub const fn envs(&self) -> usize {
        self.state.episodes.len()
    }

    /// Returns the numbers of the actions.
    pub const fn actions(&self) -> ActionSpace {
        self.space
    }

    /// Returns the rules.
    #[doc(hidden)]
    pub const fn options(&self) -> &EnvOptions {
        &self.options
    }

    /// Returns the cells of all boards: givens and entries, 0 for an empty cell.
    pub fn boards(&self) -> &[u8] {
        &self.state.boards
    }

    /// Returns the givens of all boards.
    pub fn puzzles(&self) -> &[u8] {
        &self.state.puzzles
    }

    /// Returns the solutions of all boards.
    pub fn solutions(&self) -> &[u8] {
        &self.state.solutions
    }

    /// Returns the notes of all cells as masks; empty without notes.
    pub fn notes(&self) -> &[u16] {
        &self.state.notes
    }

    /// Returns the counts of all episodes.
    pub fn states(&self) -> &[EpisodeState] {
        &self.state.episodes
    }

    /// Returns the rewards of the last step.
    pub fn rewards(&self) -> &[f64] {
        &self.state.rewards
    }

    /// Returns true for each episode that the last step solved, or left without a legal action.
    pub fn terminated(&self) -> &[bool] {
        &self.state.terminated
    }

    /// Returns true for each episode that the last step ended by a limit.
    pub fn truncated(&self) -> &[bool] {
        &self.state.truncated
    }

    /// Returns boards, counts and episodes: what [`set_state`](Self::set_state) goes on from.
    #[doc(hidden)]
    pub const fn state(&self) -> &VectorState {
        &self.state
    }

    /// Goes on from a state of environments with the same shape, number and rules.
    ///
    /// # Errors
    /// [`EnvError::State`] for lists of other lengths, and for boards that do not go with their puzzles; nothing changes then.
    #[doc(hidden)]
    pub fn set_state(&mut self, mut state: VectorState) -> Result<(), EnvError> {
        let (envs, cells) = (self.envs(), self.shape.cells());
        let empty = VectorState::new(envs, cells, self.options.notes);
        let state = if state.is_reset {
            let required = empty.lengths();
            if state.lengths() != required {
                return Err(EnvError::State { reason: "it is of other boards, or of another number" });
            }
            self.check_state(&state)?;
            let boards = state.puzzles.chunks_exact(cells).zip(state.boards.chunks_exact(cells));
            for ((counts, (puzzle, board)), solution) in
                state.episodes.iter_mut().zip(boards).zip(state.solutions.chunks_exact(cells))
            {
                *counts = counts.counted(puzzle, board, solution);
            }
            state
        } else {
            empty
        };
        self.state = state;
        self.ended = EndedEpisodes::default();
        Ok(())
    }

    /// Checks puzzles, solutions, boards and notes.
    fn check_state(&self, state: &VectorState) -> Result<(), EnvError> {
        let refuse = |reason| Err(EnvError::State { reason });
        let all = self.next_of(0..self.envs());
        if self.check_puzzles(&all, &state.puzzles, &state.solutions).is_err() {
            return refuse("a puzzle does not go with its solution");
        }
        let is_changed = |(&given, &value): (&u8, &u8)| given != 0 && given != value;
        if Boards::new(self.shape, &state.boards).is_err()
            || state.puzzles.iter().zip(&state.boards).any(is_changed)
        {
            return refuse("a board does not go with its puzzle");
        }
        let side = self.shape.side();
        let is_stray =
            |(&value, &note): (&u8, &u16)| note != 0 && (value != 0 || u32::from(note) >> side != 0);
        if state.boards.iter().zip(&state.notes).any(is_stray) {
            return refuse("a note is not of an empty cell, or of no digit");
        }
        Ok(())
    }

    /// Returns the episodes that the last step ended; empty unless [`Autoreset::SameStep`] is set.
    pub const fn ended(&self) -> &EndedEpisodes {
        &self.ended
    }
}
