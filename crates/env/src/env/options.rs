//! Rules of an environment: legal moves, wrong digits, rewards, ends of episodes.

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
    /// The last step of an episode begins the next one; [`EndedEpisodes`](super::EndedEpisodes) has the last state.
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
