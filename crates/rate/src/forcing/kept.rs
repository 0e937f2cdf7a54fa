//! Trials that are kept from one search for nets to the next.
//!
//! A trial is unchanged by candidates that are gone if it did not turn them off, and leaves two candidates or more in their cells and two
//! places or more in their houses, without those that are gone. Then no single comes to light that did not before, at any time of the
//! trial: what is left at its end was there all along. Cells that were filled, and houses in which the digit was placed, have no
//! candidates that a trial could leave alone.

use super::direct::Direct;
use crate::chains::link_graph::{self, NodeId};
use crate::{
    Candidates, CellSet, Pencilmarks,
    earlier_state::{KEPT, Snapshot},
};
use gridmill_board::{Digit, DigitSet};

/// Most units with a candidate that is gone. Trials are made anew if there are more.
const MAX_UNITS: usize = 80;

/// Trials of the last search.
#[derive(Debug, Default)]
pub(super) struct KeptTrials {
    state: Option<Snapshot>,
    /// Trial of each candidate, on and off.
    trials: Vec<KeptTrial>,
    /// Number of the search, and whether trials of the one before may be used.
    search: u32,
    follows: bool,
    gone: Candidates,
    /// The digits with a candidate that is gone.
    digits: DigitSet,
    /// The cells with a candidate that is gone and with others, and the digits of houses likewise, each with what is left there.
    cells: Vec<(CellSet, DigitSet)>,
    houses: Vec<(Digit, CellSet)>,
}

/// Trial.
#[derive(Debug, Clone, Default)]
struct KeptTrial {
    /// Number of the last search in which it was valid.
    search: u32,
    entries: Vec<Direct>,
    off: Candidates,
}

impl KeptTrials {
    /// Begins a search.
    pub(super) fn begin(&mut self, marks: &Pencilmarks) {
        let now = Snapshot::of(marks);
        let before = self.state.replace(now).filter(|before| before.changed(&now).is_some());
        self.search += 1;
        self.trials.resize(2 * link_graph::CANDIDATES, KeptTrial::default());
        self.follows = before.is_some_and(|before| self.list_units(marks, before.gone(&now)));
    }

    /// Lists the cells and houses with candidates that are gone. Returns false if there are too many.
    fn list_units(&mut self, marks: &Pencilmarks, gone: Candidates) -> bool {
        self.gone = gone;
        self.cells.clear();
        self.houses.clear();
        self.digits = DigitSet::EMPTY;
        for cell in gone.all_cells() & marks.empty() {
            self.cells.push((CellSet::only(cell), marks.candidates(cell)));
        }
        for digit in DigitSet::full(9).filter(|&digit| !gone.cells(digit).is_empty()) {
            self.digits |= DigitSet::only(digit);
            for house in gone.cells(digit).houses() {
                let places = marks.places_in(house, digit);
                if !places.is_empty() {
                    self.houses.push((digit, places));
                }
            }
        }
        self.cells.len() + self.houses.len() <= MAX_UNITS
    }

    /// Appends the entries of a trial of the search before and returns true, if it is unchanged.
    pub(super) fn take(&mut self, root: NodeId, entries: &mut Vec<Direct>) -> bool {
        let Self { search, gone, cells, houses, .. } = self;
        let trial = &mut self.trials[root as usize];
        let off = &trial.off;
        let is_unchanged = KEPT
            && self.follows
            && trial.search + 1 == *search
            && self.digits.into_iter().all(|digit| !off.cells(digit).meets(gone.cells(digit)))
            && houses.iter().all(|&(digit, places)| (places - off.cells(digit)).is_several())
            && cells.iter().all(|&(cell, digits)| {
                let mut left = digits.filter(|&digit| !off.cells(digit).meets(cell));
                left.nth(1).is_some()
            });
        if is_unchanged {
            trial.search = *search;
            entries.extend_from_slice(&trial.entries);
        }
        is_unchanged
    }

    /// Keeps a trial.
    pub(super) fn put(&mut self, root: NodeId, entries: &[Direct]) {
        if !KEPT {
            return;
        }
        let trial = &mut self.trials[root as usize];
        trial.search = self.search;
        trial.entries.clear();
        trial.entries.extend_from_slice(entries);
        trial.off = Candidates::EMPTY;
        for entry in entries.iter().filter(|entry| !link_graph::is_on_candidate(entry.node)) {
            let (cell, digit) = link_graph::candidate(entry.node);
            trial.off.insert(cell, digit);
        }
    }
}
