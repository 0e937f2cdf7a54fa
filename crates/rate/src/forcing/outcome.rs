//! Candidates that follow from an assumption, and contradictions among them.

use crate::chains::link_graph::{self, NodeId};
use crate::chains::reach::Consequences;
use crate::{Candidate, Candidates, CellSet, House, HouseKind, Pencilmarks, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Candidates that are on, and that are off.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ForcedCandidates {
    pub(super) on: Candidates,
    pub(super) off: Candidates,
}

/// Digit of a house, with its places.
#[derive(Debug, Clone, Copy)]
pub(super) struct HouseDigit {
    pub(super) digit: Digit,
    pub(super) places: CellSet,
    /// True if no candidate was eliminated except by placements. As in HoDoKu, only such a digit can be left without a place.
    pub(super) is_intact: bool,
}

/// Lists the digits of houses that have places; by kind of house, then by digit.
pub(super) fn house_digits(marks: &Pencilmarks) -> Vec<HouseDigit> {
    let mut allowed = [marks.empty(); 9];
    for cell in CellSet::ALL - marks.empty() {
        if let Some(digit) = marks.value(cell) {
            allowed[digit.index()] -= peers(cell);
        }
    }
    let of_house = |(digit, house): (Digit, House)| {
        let places = marks.places_in(house, digit);
        HouseDigit { digit, places, is_intact: places == allowed[digit.index()] & house.cells() }
    };
    digits_of_houses().map(of_house).filter(|house| !house.places.is_empty()).collect()
}

/// The digits of the rows, then of the columns, then of the boxes.
fn digits_of_houses() -> impl Iterator<Item = (Digit, House)> {
    let of_kind = |kind: HouseKind| {
        DigitSet::full(9).flat_map(move |digit| kind.houses().map(move |house| (digit, house)))
    };
    HouseKind::ALL.into_iter().flat_map(of_kind)
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

    /// Adds candidates that are on, and off.
    pub(super) fn extend(&mut self, other: &Self) {
        self.on.union(&other.on);
        self.off.union(&other.off);
    }

    /// Returns true if the candidates contradict each other.
    ///
    /// Two digits in a cell, or a digit twice in a house, need no test: each turns the other off.
    pub(super) fn is_impossible(&self, marks: &Pencilmarks, houses: &[HouseDigit]) -> bool {
        DigitSet::full(9).any(|digit| self.on.cells(digit).meets(self.off.cells(digit)))
            || !self.closed_cells(marks).is_empty()
            || houses.iter().any(|house| self.closes(house))
    }

    /// Returns the contradictions in HoDoKu's order, each as the nodes that cannot all be.
    pub(super) fn contradictions(
        &self,
        marks: &Pencilmarks,
        houses: &[HouseDigit],
        (assumed, is_on): (Candidate, bool),
    ) -> Vec<Vec<NodeId>> {
        let (on, off) = (link_graph::on, link_graph::off);
        let mut found = Vec::new();
        let Candidate { cell, digit } = assumed;
        let opposite = if is_on { &self.off } else { &self.on };
        if opposite.cells(digit).contains(cell) {
            found.push(vec![if is_on { off(cell, digit) } else { on(cell, digit) }]);
        }
        for digit in DigitSet::full(9) {
            if let Some(cell) = (self.on.cells(digit) & self.off.cells(digit)).first() {
                found.push(vec![off(cell, digit), on(cell, digit)]);
            }
        }
        for one in DigitSet::full(9) {
            for other in DigitSet::full(9).filter(|&other| other > one) {
                if let Some(cell) = (self.on.cells(one) & self.on.cells(other)).first() {
                    found.push(vec![on(cell, one), on(cell, other)]);
                }
            }
        }
        let nodes = |cells: CellSet, digit: Digit, node: fn(Cell, Digit) -> NodeId| {
            cells.map(|cell| node(cell, digit)).collect::<Vec<_>>()
        };
        for (digit, house) in digits_of_houses() {
            let there = self.on.cells(digit) & house.cells();
            if there.is_several() {
                found.push(nodes(there, digit, on));
            }
        }
        for cell in self.closed_cells(marks) {
            found.push(marks.candidates(cell).map(|digit| off(cell, digit)).collect());
        }
        let closed = houses.iter().filter(|house| self.closes(house));
        found.extend(closed.map(|house| nodes(house.places, house.digit, off)));
        found
    }

    /// Returns true if an intact digit of a house is left without a place.
    #[inline]
    fn closes(&self, house: &HouseDigit) -> bool {
        house.places.is_within(self.off.cells(house.digit)) && house.is_intact
    }

    /// The cells without a digit that is not off.
    fn closed_cells(&self, marks: &Pencilmarks) -> CellSet {
        DigitSet::full(9).fold(marks.empty(), |closed, digit| {
            closed - (marks.places(digit) - self.off.cells(digit)) - self.on.cells(digit)
        })
    }
}
