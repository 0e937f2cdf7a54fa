//! Rounds of trials: a quick measure of the way through trial and error, for searches that compare many puzzles.
//!
//! ```text
//! round 1   230 candidates tried, each alone, with singles: 60 end with a contradiction, 150 candidates are left on average
//!           the 60 are deleted together, singles placed
//! round 2   120 candidates tried ...                                       solved, or a round that deletes none: the depth is 2 or more
//! ```

use super::{Trial, board::Board, engine::Engine, kernel::Closure};
use crate::Pencilmarks;

/// Rounds of trials of a puzzle: see [`Trial::rounds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub struct TrialRounds {
    /// Rounds made; 0 if singles solve.
    pub rounds: u32,
    /// Tenths of the candidates that a trial leaves on average, summed over the rounds; a contradiction leaves none.
    pub left: u32,
    /// True if a round deleted nothing: the trial depth is 2 or more.
    pub is_stuck: bool,
}

/// Results of one round.
struct Round {
    /// The board without the candidates that ended with a contradiction, before singles are placed.
    next: Board,
    deleted: u32,
    left: u32,
}

impl Trial {
    /// Makes rounds of trials: each tries every candidate alone with singles, then deletes all that ended with a contradiction. Stops when the
    /// grid is solved, when a round deletes nothing, or when the first round leaves less than `least` tenths.
    ///
    /// Equal for all images of a puzzle. Hard puzzles take more rounds, and leave more: of 3x3 puzzles with ER 7 to 9 most take one round, and
    /// those with 10.6 and more, as far as known, get stuck with about 240 candidates left.
    ///
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::{Pencilmarks, trial::Trial};
    ///
    /// let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    /// let mut rounds = |text| Ok::<_, gridmill_board::GridError>(
    ///     Trial::new().rounds(&Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?), 0),
    /// );
    /// assert_eq!(rounds(easy)?.rounds, 0);
    /// assert!(rounds(hard)?.is_stuck);
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    pub fn rounds(&mut self, marks: &Pencilmarks, least: u32) -> TrialRounds {
        let engine = self.begin(marks.shape(), u64::MAX);
        let mut board = engine.layout.board(marks);
        let mut made = TrialRounds::default();
        while engine.layout.propagate(&mut board) == Closure::Open {
            let round = engine.round(&board);
            made.rounds += 1;
            made.left += round.left;
            made.is_stuck = round.deleted == 0;
            if made.is_stuck || made.left < least && made.rounds == 1 {
                break;
            }
            board = round.next;
        }
        made
    }
}

impl Engine {
    /// Tries every candidate of a board that is closed by singles.
    fn round(&self, board: &Board) -> Round {
        let mut next = *board;
        let (mut tried, mut deleted, mut left) = (0, 0, 0);
        for place in self.layout.open(board) {
            let mut copy = *board;
            self.layout.assert(&mut copy, place);
            tried += 1;
            if self.layout.propagate(&mut copy) == Closure::Contradiction {
                place.leave(&mut next.candidates);
                deleted += 1;
            } else {
                left += copy.len();
            }
        }
        Round { next, deleted, left: 10 * left / tried.max(1) }
    }
}
