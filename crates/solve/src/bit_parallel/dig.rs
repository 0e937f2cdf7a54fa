//! Digs: removes givens of a puzzle whose solution is known.

use super::{
    candidates::Candidates,
    lanes::{Lanes, Word},
    search::Search,
};

/// Givens to try, and the result so far.
#[derive(Debug)]
pub(super) struct Dig<'a> {
    /// Digit of each cell, from 0.
    pub(super) solution: &'a [u8],
    /// Marks the givens.
    pub(super) given: &'a mut [bool],
    pub(super) order: &'a [u16],
    pub(super) stop_at: usize,
    pub(super) budget: u64,
    pub(super) givens: usize,
    pub(super) checks: u64,
    pub(super) nodes: u64,
    pub(super) tried: usize,
}

const WINDOW: usize = 8;

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> Search<W, BR, BC, SIDE, L> {
    pub(super) fn dig(&mut self, dig: &mut Dig<'_>) -> Option<()> {
        let mut known = [Lanes::ZERO; SIDE];
        for (cell, &digit) in dig.solution.iter().enumerate() {
            let word: &mut W = &mut known[cell / SIDE].0[usize::from(digit)];
            *word = *word | W::from(1) << (cell % SIDE) as u32;
        }
        self.forget();
        let mut size = SIDE * SIDE / 2;
        while dig.tried < dig.order.len() && dig.givens > dig.stop_at {
            let window = self.window(dig, size.min(dig.givens - dig.stop_at));
            self.decide(dig, &window, &known)?;
            size = WINDOW;
        }
        Some(())
    }

    fn window(&mut self, dig: &mut Dig<'_>, most: usize) -> Vec<u16> {
        let mut window = Vec::new();
        while dig.tried < dig.order.len() && window.len() < most {
            let cell = dig.order[dig.tried];
            dig.tried += 1;
            if dig.given[usize::from(cell)] && !window.contains(&cell) {
                window.push(cell);
            }
        }
        window
    }

    fn decide(&mut self, dig: &mut Dig<'_>, window: &[u16], known: &[Lanes<W, L>; SIDE]) -> Option<()> {
        for &cell in window {
            dig.given[usize::from(cell)] = false;
        }
        let mut base = Candidates::<W, BR, BC, SIDE, L>::all();
        let mut given = [W::ZERO; SIDE];
        for (cell, &is_given) in dig.given.iter().enumerate() {
            given[cell / SIDE] = given[cell / SIDE] | W::from(is_given.into()) << (cell % SIDE) as u32;
        }
        for row in 0..SIDE {
            let mask = Lanes::splat(given[row]);
            base.rows[row] = base.rows[row].and_not(mask).or(known[row].and(mask));
        }
        let _ = base.propagate();
        dig.nodes += 1;
        dig.checks += window.len() as u64;
        let mut open = Vec::new();
        for &cell in window {
            let (row, col) = (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
            if base.placed[row].bits() >> col & 1 == 1 {
                dig.givens -= 1;
            } else {
                open.push(cell);
            }
        }
        let mut current = base;
        for &cell in &open {
            let (row, col) = (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
            current.assign(row, col, dig.solution[usize::from(cell)].into());
        }
        for &cell in &open {
            let (row, col) = (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
            let mut start = current;
            start.copy_cell(&base, row, col);
            start.exclude(row, col, dig.solution[usize::from(cell)].into());
            let other = self.has_other(&start, known, dig.budget)?;
            dig.nodes += self.nodes;
            if other {
                dig.given[usize::from(cell)] = true;
            } else {
                dig.givens -= 1;
                current.copy_cell(&base, row, col);
            }
        }
        Some(())
    }
}
