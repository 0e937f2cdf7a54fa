//! Almost locked sets as nodes of chains.
//!
//! ```text
//! on 1 r1c1 -> off 1 of {1,2,3} r1c89 -> {2,3} is locked there -> off 2, off 3 in cells that see all their places
//! ```
//!
//! A set leads to groups among the candidates that it eliminates, to further sets that lose a digit, and to cells that keep one
//! candidate.

use super::{Extended, LinkGraph, NodeId, off, on};
use crate::{CellSet, Pencilmarks, als};
use gridmill_board::{Digit, DigitSet};

impl LinkGraph {
    /// Links almost locked sets of two cells and more, with their eliminations when they lose a digit.
    pub(super) fn link_sets(&mut self, marks: &Pencilmarks) {
        als::collect(marks, &mut self.sets);
        self.sets.retain(|set| set.cells().is_several());
        self.triggers.clear();
        self.triggers.resize(self.sets.len(), [None; 9]);
        let sets = std::mem::take(&mut self.sets);
        for number in 0..sets.len() {
            for digit in sets[number].digits() {
                self.link_set(marks, &sets, number, digit);
            }
        }
        self.sets = sets;
    }

    /// The node of a set that loses a digit.
    fn trigger(&mut self, sets: &[als::Als], number: usize, digit: Digit) -> Option<NodeId> {
        if self.triggers[number][digit.index()].is_none() {
            let first = sets[number].places(digit).first()?;
            #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
            let node =
                Extended { cells: sets[number].cells(), first, digit, on: false, set: Some(number as u32) };
            self.triggers[number][digit.index()] = Some(self.extend(node));
        }
        self.triggers[number][digit.index()]
    }

    /// Links a set that loses a digit: to the nodes that follow, and from the nodes that take the digit.
    fn link_set(&mut self, marks: &Pencilmarks, sets: &[als::Als], number: usize, digit: Digit) {
        let set = &sets[number];
        let mut taken = [CellSet::EMPTY; 9];
        for other in set.digits().filter(|&other| other != digit) {
            taken[other.index()] = set.seen(other);
        }
        if taken.iter().all(|cells| cells.is_empty()) {
            return;
        }
        let Some(id) = self.trigger(sets, number, digit) else { return };
        self.link_to_set(set, digit, id);
        for other in DigitSet::full(9) {
            let cells = taken[other.index()];
            for cell in cells {
                self.link(id, off(cell, other));
            }
            for n in 0..self.groups[other.index()].len() {
                let group = self.groups[other.index()][n];
                if group.cells.is_within(cells) {
                    self.link(id, group.on + 1);
                }
            }
        }
        self.link_between_sets(sets, number, id, &taken);
        self.link_forced(marks, set, id, &taken);
    }

    fn link_to_set(&mut self, set: &als::Als, digit: Digit, id: NodeId) {
        let known = self.found[digit.index()].len();
        for cell in set.seen(digit) {
            self.link(on(cell, digit), id);
            for n in 0..self.groups[digit.index()].len() {
                let group = self.groups[digit.index()][n];
                let enters = group.cells.contains(cell)
                    && !group.cells.meets(set.cells())
                    && set.places(digit).is_within(group.cells.common_peers());
                if enters && !self.found[digit.index()][known..].contains(&(group.on, id)) {
                    self.link(group.on, id);
                }
            }
        }
    }

    fn link_between_sets(&mut self, sets: &[als::Als], number: usize, id: NodeId, taken: &[CellSet; 9]) {
        for (n, other) in sets.iter().enumerate() {
            if n == number || other.cells().meets(sets[number].cells()) {
                continue;
            }
            for digit in other.digits() {
                if other.places(digit).is_within(taken[digit.index()])
                    && let Some(triggered) = self.trigger(sets, n, digit)
                {
                    self.link(id, triggered);
                }
            }
        }
    }

    /// Cells with one candidate left; those with two are linked anyway.
    fn link_forced(&mut self, marks: &Pencilmarks, set: &als::Als, id: NodeId, taken: &[CellSet; 9]) {
        let seen = set.digits().fold(CellSet::EMPTY, |seen, digit| seen | set.seen(digit));
        for cell in seen.filter(|&cell| marks.candidates(cell).len() != 2) {
            let mut left = marks.candidates(cell).filter(|digit| !taken[digit.index()].contains(cell));
            if let (Some(digit), None) = (left.next(), left.next()) {
                self.link(id, on(cell, digit));
            }
        }
    }
}
