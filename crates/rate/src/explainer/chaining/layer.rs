//! The closures of all candidates as one level leaves them, and what is known of groups of them.

use super::{
    carried::Gone,
    closure::Closure,
    grid::{AROUND, NAMES, Name, parts},
    multiple::Compared,
};

/// The closures of all candidates in a state, as a level leaves them.
#[derive(Debug, Default)]
pub(super) struct Layer {
    /// Those of candidates that are on, then of those that are off, by rank.
    pub(super) closures: Vec<Closure>,
    pub(super) started: Vec<bool>,
    /// Of each closure, whether there is nothing more to see, and how few nodes what was seen last has.
    pub(super) done: Vec<bool>,
    pub(super) lowest: Vec<u32>,
    /// By what is compared: a candidate on and off, the candidates of a cell, the places of a digit in a house.
    pub(super) compared: Vec<Compared>,
    /// Whether it is that of the state.
    pub(super) ready: bool,
    /// Whether all was followed to the level's end.
    pub(super) complete: bool,
}

impl Layer {
    /// Makes room for so many closures, if it is not that of the state.
    pub(super) fn prepare(&mut self, count: usize) {
        if self.ready {
            return;
        }
        self.ready = true;
        self.complete = false;
        self.started.clear();
        self.started.resize(count, false);
        self.done.clear();
        self.done.resize(count, false);
        self.lowest.clear();
        self.lowest.resize(count, 0);
        self.compared.clear();
        self.compared.resize(NAMES + 81 + 243, Compared::default());
        if self.closures.len() < count {
            self.closures.resize_with(count, Closure::default);
        }
    }

    /// Forgets what was compared with a closure.
    fn forget(&mut self, of: Name, on: bool) {
        self.compared[usize::from(of)] = Compared::default();
        if on {
            let (cell, digit) = parts(of);
            self.compared[NAMES + cell] = Compared::default();
            for house in AROUND[cell].houses {
                self.compared[group_in(usize::from(house), digit)] = Compared::default();
            }
        }
    }

    /// Keeps the closures that are the same once some candidates went.
    pub(super) fn carry(&mut self, gone: &Gone<'_>, names: &[Name], rank: &[u16], level: usize) {
        self.complete = false;
        for &name in &gone.names {
            let rank = usize::from(rank[usize::from(name)]);
            self.started[rank] = false;
            self.started[rank + names.len()] = false;
            self.forget(name, true);
        }
        for at in 0..self.started.len() {
            if self.started[at] && !gone.carry(&mut self.closures[at], level) {
                self.started[at] = false;
                self.forget(names[at % names.len()], at < names.len());
            }
        }
        self.compared.iter_mut().for_each(Compared::again);
    }
}

/// The number of a digit's places in a house, among what is compared.
pub(super) const fn group_in(house: usize, digit: usize) -> usize {
    NAMES + 81 + 9 * house + digit
}
