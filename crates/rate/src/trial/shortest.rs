//! The braids of a state: one for each candidate that braids prove false, the shortest first.

use super::{
    Trial,
    board::{BANDS, Board, LANES, Place},
    engine::{BudgetSpent, Engine},
    kernel::Closure,
    proof::Braid,
};
use crate::{Candidate, Pencilmarks, SearchFlow};
use gridmill_board::Digit;

/// Error: the budget ended. There is no other braid shorter than this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LengthReached(pub(crate) u8);

impl Trial {
    /// Passes a shortest braid of each candidate that braids prove false to `see`, until it stops: by length, then by cell, then by digit.
    ///
    /// All braids are of this state: what the first ones prove false is still a candidate for the others.
    pub(crate) fn each_braid(
        &mut self,
        marks: &Pencilmarks,
        budget: u64,
        see: &mut dyn FnMut(Braid) -> SearchFlow,
    ) -> Result<SearchFlow, LengthReached> {
        let engine = self.begin(marks.shape(), budget);
        let board = engine.layout.board_of_play(marks);
        if engine.layout.find_singles(&board, &mut [[0; LANES]; BANDS]) == Closure::Contradiction {
            return Ok(SearchFlow::Continue(()));
        }
        let mut targets = engine.refuted(&board).map_err(|BudgetSpent| LengthReached(1))?;
        for length in 1..u8::MAX {
            let mut longer = Vec::new();
            for place in targets {
                if !engine.has_braid(&board, place, length).map_err(|BudgetSpent| LengthReached(length))? {
                    longer.push(place);
                    continue;
                }
                let asserted: Vec<Place> = engine.path.iter().rev().copied().collect();
                if let Some(braid) = engine.proof(board, engine.candidate(place), &asserted)
                    && see(braid).is_break()
                {
                    return Ok(SearchFlow::Break(()));
                }
            }
            targets = longer;
            if targets.is_empty() {
                break;
            }
        }
        Ok(SearchFlow::Continue(()))
    }
}

impl Engine {
    /// Lists the candidates whose closure is a contradiction, by cell and then by digit: each has a braid, and no other has one.
    fn refuted(&mut self, board: &Board) -> Result<Vec<Place>, BudgetSpent> {
        let mut open: Vec<Place> = self.layout.open(board).collect();
        open.sort_by_key(|&place| (self.layout.cell(place).index(), place.lane));
        let mut refuted = Vec::new();
        for place in open {
            let mut copy = *board;
            self.layout.assert(&mut copy, place);
            if self.close(&mut copy)? == Closure::Contradiction {
                refuted.push(place);
            }
        }
        Ok(refuted)
    }

    /// Returns the candidate of a place.
    fn candidate(&self, place: Place) -> Candidate {
        Candidate { cell: self.layout.cell(place), digit: Digit::from_index(place.lane) }
    }
}
