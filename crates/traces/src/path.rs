//! Steps of a person as tokens, and the states before them.

use crate::vocabulary::{Mark, Vocabulary};
use gridmill_board::{Digit, Grid};
use gridmill_rate::{Candidate, Candidates, CompactStep, Pencilmarks, Rater, Rating, Step, Technique};

/// Step of a person without its reason: technique, placements and removed candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathStep {
    /// The technique.
    pub technique: Technique,
    /// Digits that it places: one at most, but for templates.
    pub placements: Vec<Candidate>,
    /// Candidates that it removes.
    pub eliminations: Candidates,
}

impl From<&Step> for PathStep {
    fn from(step: &Step) -> Self {
        Self::from(&CompactStep::from(step))
    }
}

impl From<&CompactStep> for PathStep {
    fn from(step: &CompactStep) -> Self {
        Self {
            technique: step.technique,
            placements: step.placements.clone(),
            eliminations: step.eliminations,
        }
    }
}

/// States before each step of a path, and the state after the last one: row by row of cells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PathStates {
    /// Digit of each cell, 0 for an empty one.
    pub digits: Vec<u8>,
    /// Candidates of each cell: bit 0 is digit 1; 0 where a digit stands.
    pub candidates: Vec<u16>,
}

impl PathStates {
    /// Appends a state.
    fn push(&mut self, marks: &Pencilmarks) {
        for cell in marks.shape().all_cells() {
            self.digits.push(marks.value(cell).map_or(0, Digit::value));
            #[expect(clippy::cast_possible_truncation, reason = "nine digits at most")]
            self.candidates.push(marks.candidates(cell).bits() as u16);
        }
    }
}

/// Appends the path by which a rater solves a puzzle, as one sequence of tokens: board, steps, `solved` or `stuck`.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_rate::{Rater, Rulebook};
/// use gridmill_traces::{Vocabulary, encode_path};
///
/// let puzzle: Grid = "......34.3....2.".parse()?;
/// let mut tokens = Vec::new();
/// let rating = encode_path(&mut Rater::new(Rulebook::default_for(puzzle.shape())), &puzzle, &mut tokens);
/// assert!(rating.solved);
/// let names = Vocabulary::of_side(4).ok_or("no such side")?.names();
/// let text: Vec<&str> = tokens[18..22].iter().map(|&token| names[usize::from(token)].as_str()).collect();
/// assert_eq!(text, ["hidden_single_box", "r1c1=3", "hidden_single_box", "r1c2=4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics for a shape with a side above 9.
pub fn encode_path(rater: &mut Rater, puzzle: &Grid, tokens: &mut Vec<u16>) -> Rating {
    let Some(vocabulary) = Vocabulary::of_side(puzzle.shape().side()) else {
        panic!("paths are for sides up to 9");
    };
    vocabulary.encode_board(puzzle, tokens);
    let rating = rater.trace(&mut Pencilmarks::new(puzzle), |_, step| {
        vocabulary.encode_step(&PathStep::from(step), tokens);
    });
    let end = if rating.solved { Mark::Solved } else { Mark::Stuck };
    tokens.extend([vocabulary.mark(end), vocabulary.mark(Mark::Eos)]);
    rating
}

/// Returns the states of the path by which a rater solves a puzzle: one before each step, and the last one.
///
/// # Panics
/// Panics for a shape with a side above 9.
pub fn path_states(rater: &mut Rater, puzzle: &Grid) -> PathStates {
    let mut states = PathStates::default();
    let mut marks = Pencilmarks::new(puzzle);
    rater.trace(&mut marks, |before, _| states.push(before));
    states.push(&marks);
    states
}
