//! Resolution by braids: search for the contradiction with the fewest assertions.
//!
//! A braid of length n is a set of n - 1 candidates, each the only one of a variable after those before, that empties a variable. The order does
//! not matter for what they delete, so sets are searched: depth first, without a candidate after all sets with it have been tried.
//!
//! The bound: placing all singles at once deletes all that any one of them deletes. So if k such waves give no contradiction, k assertions
//! give none.

use super::{
    board::{BANDS, Bands, Board, LANES, Place},
    engine::{BudgetSpent, Engine},
    kernel::{self, Closure},
};

impl Engine {
    /// Deletes what braids up to `length` prove false, until nothing changes. The board is closed under singles, and braids up to `from`.
    pub(super) fn resolve_by_braids(
        &mut self,
        board: &mut Board,
        from: u8,
        length: u8,
        known: &Bands,
    ) -> Result<Closure, BudgetSpent> {
        let mut current = from + 1;
        while current <= length {
            let before = *board;
            let closure = if current == 1 {
                self.resolve_by_locked(board)?
            } else {
                self.delete_by_braids(board, current, known)?
            };
            if closure != Closure::Open {
                return Ok(closure);
            }
            current = if current > 1 && *board != before { 1 } else { current + 1 };
        }
        Ok(Closure::Open)
    }

    /// Deletes what locked candidates delete: braids of length 1.
    fn resolve_by_locked(&mut self, board: &mut Board) -> Result<Closure, BudgetSpent> {
        while self.layout.delete_locked(board) {
            let closure = self.close(board)?;
            if closure != Closure::Open {
                return Ok(closure);
            }
        }
        Ok(Closure::Open)
    }

    /// Deletes what braids up to this length prove false, in one pass.
    fn delete_by_braids(
        &mut self,
        board: &mut Board,
        length: u8,
        known: &Bands,
    ) -> Result<Closure, BudgetSpent> {
        let open: Vec<Place> = self.layout.open(board).filter(|place| !place.is_in(known)).collect();
        for place in open {
            let is_open = place.is_in(&board.candidates) && !board.is_placed(place);
            if !is_open || !self.has_braid(board, place, length)? {
                continue;
            }
            place.leave(&mut board.candidates);
            let closure = self.close(board)?;
            if closure != Closure::Open {
                return Ok(closure);
            }
        }
        Ok(Closure::Open)
    }

    /// Returns true if a braid up to this length proves the candidate false; its assertions are then in `path`.
    pub(super) fn has_braid(&mut self, board: &Board, place: Place, length: u8) -> Result<bool, BudgetSpent> {
        let mut copy = *board;
        self.layout.assert(&mut copy, place);
        self.path.clear();
        self.search(&copy, length - 1, &[[u32::MAX; LANES]; BANDS])
    }

    /// Searches a set of at most `assertions` of the allowed singles that empties a variable.
    fn search(&mut self, board: &Board, assertions: u8, allowed: &Bands) -> Result<bool, BudgetSpent> {
        self.count()?;
        if assertions == 0 {
            return Ok(self.layout.has_empty(board));
        }
        let mut singles = [[0; LANES]; BANDS];
        if self.layout.find_singles(board, &mut singles) == Closure::Contradiction {
            return Ok(true);
        }
        if !self.waves_contradict(board, &singles, assertions, allowed) {
            return Ok(false);
        }
        let mut own = *allowed;
        for place in self.layout.places(&singles).filter(|place| place.is_in(allowed)).collect::<Vec<_>>() {
            let mut longer = *board;
            self.layout.assert(&mut longer, place);
            if self.search(&longer, assertions - 1, &own)? {
                self.path.push(place);
                return Ok(true);
            }
            place.leave(&mut own);
        }
        Ok(false)
    }

    /// Returns true if `waves` waves of all allowed singles, of which the first is given, give a contradiction.
    fn waves_contradict(&self, board: &Board, first: &Bands, waves: u8, allowed: &Bands) -> bool {
        let mut board = *board;
        let mut singles = *first;
        for _ in 0..waves {
            for (band, allowed) in singles.iter_mut().zip(allowed) {
                for (cells, allowed) in band.iter_mut().zip(allowed) {
                    *cells &= allowed;
                }
            }
            if kernel::is_empty(&singles) {
                return false;
            }
            self.layout.place_all(&mut board, &singles);
            if self.layout.find_singles(&board, &mut singles) == Closure::Contradiction {
                return true;
            }
        }
        false
    }
}
