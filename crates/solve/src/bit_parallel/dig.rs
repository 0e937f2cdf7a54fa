//! Digs: tries each given of a puzzle once, in an order, and removes it if the solution stays unique. The result is that of one
//! uniqueness check for each given, with less work.
//!
//! ```text
//! order     . . . . . . . . | w w w w w w w w | x x x x x x x x x ...      . decided, w window, x still given
//! base      needed givens and x are given, removed givens and w are empty: one propagation for the whole window
//! each w    single in the base?      implied: removed, with no search
//!           else: the base, with the later cells w given and the known digit at this cell excluded; one search:
//!                 another solution shown? needed. None? removed.
//! ```
//!
//! A window never exceeds the number of givens to remove, so that a dig to a target stops exactly where single steps would.

use super::{
    candidates::Candidates,
    lanes::{Lanes, Word},
    search::Search,
};

/// Cells of a window after the first. The speed hardly depends on it: 4 to 20 take the same time within a twentieth.
pub(super) const WINDOW: usize = 8;

/// Givens to try, and the result so far.
#[derive(Debug, Default)]
pub(super) struct Dig {
    /// Digit of each cell, from 0.
    pub(super) solution: Vec<u8>,
    /// True for the cells that are given.
    pub(super) given: Vec<bool>,
    /// Givens to try, each once.
    pub(super) order: Vec<u16>,
    /// Givens left.
    pub(super) givens: usize,
    /// Givens of `order` that were tried.
    pub(super) tried: usize,
    pub(super) nodes: u64,
    /// Cells of the window that the base does not imply.
    open: Vec<u16>,
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Search<W, BR, BC, SIDE, L>
{
    /// Tries the givens until `stop_at` are left or all are tried. Returns `None` if a search exceeds `budget` nodes.
    pub(super) fn dig(&mut self, dig: &mut Dig, stop_at: usize, budget: u64) -> Option<()> {
        self.forget();
        let mut known = [Lanes::ZERO; SIDE];
        for (cell, &digit) in dig.solution.iter().enumerate() {
            let word: &mut W = &mut known[cell / SIDE].0[usize::from(digit)];
            *word = *word | W::from(1) << (cell % SIDE) as u32;
        }
        // Early givens can nearly always be removed: the first window is half of the grid.
        let mut size = if dig.givens > SIDE * SIDE / 2 { SIDE * SIDE / 2 } else { WINDOW };
        while dig.tried < dig.order.len() && dig.givens > stop_at {
            let end = dig.order.len().min(dig.tried + size.min(dig.givens - stop_at));
            self.decide_window(dig, end, &known, budget)?;
            size = WINDOW;
        }
        Some(())
    }

    /// Decides the givens of the order up to `end`.
    fn decide_window(
        &mut self,
        dig: &mut Dig,
        end: usize,
        known: &[Lanes<W, L>; SIDE],
        budget: u64,
    ) -> Option<()> {
        let window = &dig.order[dig.tried..end];
        for &cell in window {
            dig.given[usize::from(cell)] = false;
        }
        let base = self.base(&dig.given, known);
        dig.nodes += 1;
        let place = |cell: u16| (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
        dig.open.clear();
        let mut current = base;
        for &cell in window {
            let (row, col) = place(cell);
            if base.placed[row].bits() >> col & 1 == 0 {
                dig.open.push(cell);
                current.assign(row, col, dig.solution[usize::from(cell)].into());
            }
        }
        dig.givens -= window.len() - dig.open.len();
        for &cell in &dig.open {
            let (row, col) = place(cell);
            let mut start = current;
            start.copy_cell(&base, row, col);
            start.exclude(row, col, dig.solution[usize::from(cell)].into());
            let needed = self.has_other(&start, known, budget)?;
            dig.nodes += self.nodes;
            dig.given[usize::from(cell)] = needed;
            if !needed {
                dig.givens -= 1;
                current.copy_cell(&base, row, col);
            }
        }
        dig.tried = end;
        Some(())
    }

    /// Propagates the givens, without branching.
    fn base(&mut self, is_given: &[bool], known: &[Lanes<W, L>; SIDE]) -> Candidates<W, BR, BC, SIDE, L> {
        let mut base = Candidates::all();
        for (row, is_given) in is_given.chunks_exact(SIDE).enumerate() {
            let given = (0..).zip(is_given).fold(0, |cells, (col, &given)| cells | u32::from(given) << col);
            let given = Lanes::splat(W::from_bits(given));
            base.rows[row] = base.rows[row].and_not(given).or(known[row].and(given));
        }
        self.propagated(&base)
    }
}
