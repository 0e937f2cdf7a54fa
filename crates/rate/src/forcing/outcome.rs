//! Candidates that follow from an assumption, and contradictions among them.

use crate::chains::link_graph::{self, NodeId};
use crate::chains::reach::Consequences;
use crate::{Candidates, CellSet, House, Pencilmarks, peers};
use gridmill_board::{Digit, DigitSet};

/// Candidates that are on, and that are off.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ForcedCandidates {
    pub(super) on: Candidates,
    pub(super) off: Candidates,
}

/// Returns the digits of houses, with their places, that a chain can leave without a place.
///
/// As in HoDoKu, only those count of which no candidate was eliminated except by placements. Digits with two places are left out: a
/// chain that closes them also contradicts itself elsewhere.
pub(super) fn closable(marks: &Pencilmarks) -> Vec<(Digit, CellSet)> {
    let mut allowed = [marks.empty(); 9];
    for cell in CellSet::ALL - marks.empty() {
        if let Some(digit) = marks.value(cell) {
            allowed[digit.index()] -= peers(cell);
        }
    }
    let all = DigitSet::full(9).flat_map(|digit| House::all().map(move |house| (digit, house)));
    let places = all.map(|(digit, house)| (digit, house, marks.places_in(house, digit)));
    let intact = places.filter(|(digit, house, places)| {
        places.len() > 2 && *places == allowed[digit.index()] & house.cells()
    });
    intact.map(|(digit, _, places)| (digit, places)).collect()
}

impl ForcedCandidates {
    /// Collects the nodes that follow by chains.
    pub(super) fn of(all: &Consequences) -> Self {
        Self { on: all.on, off: all.off }
    }

    /// Keeps the candidates that follow from another assumption too.
    pub(super) fn meet(&mut self, other: &Self) {
        for digit in DigitSet::full(9) {
            self.on.restrict(digit, other.on.cells(digit));
            self.off.restrict(digit, other.off.cells(digit));
        }
    }

    /// Returns true if the candidates contradict each other.
    pub(super) fn is_impossible(&self, marks: &Pencilmarks, closable: &[(Digit, CellSet)]) -> bool {
        DigitSet::full(9).any(|digit| self.on.cells(digit).meets(self.off.cells(digit)))
            || !self.closed_cells(marks).is_empty()
            || closable.iter().any(|(digit, places)| places.is_within(self.off.cells(*digit)))
    }

    /// Returns nodes that contradict each other, or none.
    ///
    /// Two digits in a cell, or a digit twice in a house, need no test: each turns the other off.
    pub(super) fn clash(&self, marks: &Pencilmarks, closable: &[(Digit, CellSet)]) -> Vec<NodeId> {
        let off = |cell, digit| link_graph::off(cell, digit);
        if let Some(at) = self.on.iter().find(|at| self.off.cells(at.digit).contains(at.cell)) {
            return vec![link_graph::on(at.cell, at.digit), off(at.cell, at.digit)];
        }
        if let Some(cell) = self.closed_cells(marks).first() {
            return marks.candidates(cell).map(|digit| off(cell, digit)).collect();
        }
        let closed = closable.iter().find(|(digit, places)| places.is_within(self.off.cells(*digit)));
        closed.map_or_else(Vec::new, |&(digit, places)| places.map(|cell| off(cell, digit)).collect())
    }

    /// The cells without a digit that is not off.
    fn closed_cells(&self, marks: &Pencilmarks) -> CellSet {
        DigitSet::full(9).fold(marks.empty(), |closed, digit| {
            closed - (marks.places(digit) - self.off.cells(digit)) - self.on.cells(digit)
        })
    }
}
