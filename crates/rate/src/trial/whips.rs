//! Whips: braids in which each variable has a candidate that the one asserted just before deletes; the first variable, one that the target deletes.
//!
//! ```text
//! braid    a net: each variable is emptied but for one candidate by the target and any of the candidates before
//! whip     a chain: the same, and one of what is deleted there is linked to the candidate just before
//! ```
//!
//! That candidate may be one that was deleted since the singles of the puzzle were placed. D. Berthier's whips need it to be there still, so that
//! an elimination can end a whip, and the order of eliminations matters. Without this, each whip lasts until the target is deleted, or a part of it
//! serves, and the rating is a property of the puzzle.

use super::{
    Trial, TrialValue,
    board::{BANDS, Bands, Board, Closure, LANES, Place},
    engine::{BudgetSpent, Engine},
};
use crate::Pencilmarks;

/// All candidates.
const ALL: Bands = [[u32::MAX; LANES]; BANDS];

impl Trial {
    /// Measures the W rating: the greatest length of a whip that is needed if short ones are preferred.
    ///
    /// 0: singles solve; 1: singles and locked candidates. At least the [B rating](Self::braid_rating), and seldom more.
    /// [`TrialValue::Undefined`] if no whips solve. A whip may use candidates that were deleted before it, as links to the next variable.
    ///
    /// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021, whose whips use none that was deleted: of 21,375 ratings that he
    /// published, 9 are greater by one, and all others equal.
    #[doc(hidden)]
    pub fn whip_rating(&mut self, marks: &Pencilmarks, budget: u64) -> TrialValue {
        self.measure(marks, budget, 1, |engine, mut board, solution, least| {
            let (start, mut length) = (board, 1);
            // Each candidate of a whip is in a cell of its own.
            while usize::from(length) <= engine.layout.shape.cells() {
                let before = board;
                let closure = match length {
                    1 => engine.resolve_by_locked(&mut board)?,
                    _ => engine.delete_refuted(&mut board, &solution, |engine, board, place| {
                        let mut copy = *board;
                        engine.layout.assert(&mut copy, place);
                        engine.has_whip(&copy, &start, place, length - 1)
                    })?,
                };
                if closure != Closure::Open {
                    let is_solved = closure == Closure::Solved;
                    return Ok(if is_solved { TrialValue::Exactly(*least) } else { TrialValue::Undefined });
                }
                length = if length > 1 && board != before { 1 } else { length + 1 };
                *least = length.max(*least);
                if length == 2 && engine.refuted(&board)?.is_empty() {
                    break;
                }
            }
            Ok(TrialValue::Undefined)
        })
    }
}

impl Engine {
    /// Searches a chain of at most so many assertions after the last one that empties a variable.
    fn has_whip(
        &mut self,
        board: &Board,
        start: &Board,
        last: Place,
        assertions: u8,
    ) -> Result<bool, BudgetSpent> {
        self.count()?;
        if assertions == 0 {
            return Ok(self.layout.has_empty(board));
        }
        let mut singles = [[0; LANES]; BANDS];
        if self.layout.find_singles(board, &mut singles) == Closure::Contradiction {
            return Ok(true);
        }
        if !self.waves_contradict(board, &singles, assertions, &ALL) {
            return Ok(false);
        }
        let next =
            self.layout.places(&singles).filter(|&place| self.layout.follows(board, start, last, place));
        for place in next.collect::<Vec<_>>() {
            let mut longer = *board;
            self.layout.assert(&mut longer, place);
            if self.has_whip(&longer, start, place, assertions - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
