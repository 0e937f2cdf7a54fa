//! What follows from an assumption, and whether that can be.

use crate::board::DigitSet;
use crate::technique::chains::network::{self, Id, Network};
use crate::technique::chains::tree::Tree;
use crate::technique::{Candidates, Cells, House, Pencilmarks, peers};

/// Candidates that are on, and that are off.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome {
    pub(super) on: Candidates,
    pub(super) off: Candidates,
}

/// The cells where no placed digit forbids a digit, even if it was eliminated since.
pub(super) fn allowed(marks: &Pencilmarks) -> [Cells; 9] {
    let mut allowed = [marks.empty(); 9];
    for cell in Cells::ALL - marks.empty() {
        if let Some(digit) = marks.value(cell) {
            allowed[digit.index()] -= peers(cell);
        }
    }
    allowed
}

impl Outcome {
    /// What a tree reached.
    pub(super) fn of(network: &Network, tree: &Tree) -> Self {
        let mut off = Candidates::EMPTY;
        for digit in DigitSet::full(9) {
            off.extend(digit, tree.off(network, digit));
        }
        Self { on: *tree.on(), off }
    }

    /// Keeps what follows from another assumption too.
    pub(super) fn meet(&mut self, other: &Self) {
        for digit in DigitSet::full(9) {
            self.on.restrict(digit, other.on.cells(digit));
            self.off.restrict(digit, other.off.cells(digit));
        }
    }

    /// Whether it contradicts itself.
    pub(super) fn is_impossible(&self, marks: &Pencilmarks, allowed: &[Cells; 9]) -> bool {
        let mut once = Cells::EMPTY;
        for digit in DigitSet::full(9) {
            let on = self.on.cells(digit);
            if on.meets(self.off.cells(digit)) || on.meets(once) {
                return true;
            }
            once |= on;
        }
        !self.clash(marks, allowed).is_empty()
    }

    /// Nodes that contradict each other; none if all can be.
    pub(super) fn clash(&self, marks: &Pencilmarks, allowed: &[Cells; 9]) -> Vec<Id> {
        self.on_and_off()
            .or_else(|| self.two_in_a_cell(marks))
            .or_else(|| self.two_in_a_house())
            .or_else(|| self.none_in_a_cell(marks))
            .or_else(|| self.none_in_a_house(allowed))
            .unwrap_or_default()
    }

    fn on_and_off(&self) -> Option<Vec<Id>> {
        let at = self.on.iter().find(|at| self.off.cells(at.digit).contains(at.cell))?;
        Some(vec![network::on(at.cell, at.digit), network::off(at.cell, at.digit)])
    }

    fn two_in_a_cell(&self, marks: &Pencilmarks) -> Option<Vec<Id>> {
        marks.empty().find_map(|cell| {
            let digits = self.on.digits(cell);
            (digits.len() > 1).then(|| digits.map(|digit| network::on(cell, digit)).collect())
        })
    }

    fn two_in_a_house(&self) -> Option<Vec<Id>> {
        DigitSet::full(9).find_map(|digit| {
            let on = self.on.cells(digit);
            let house = House::all().find(|house| (on & house.cells()).is_several());
            house
                .filter(|_| on.is_several())
                .map(|house| (on & house.cells()).map(|cell| network::on(cell, digit)).collect())
        })
    }

    fn none_in_a_cell(&self, marks: &Pencilmarks) -> Option<Vec<Id>> {
        let open = DigitSet::full(9).fold(Cells::EMPTY, |open, digit| {
            open | (marks.places(digit) - self.off.cells(digit)) | self.on.cells(digit)
        });
        (marks.empty() - open)
            .first()
            .map(|cell| marks.candidates(cell).map(|digit| network::off(cell, digit)).collect())
    }

    fn none_in_a_house(&self, allowed: &[Cells; 9]) -> Option<Vec<Id>> {
        DigitSet::full(9).find_map(|digit| {
            let [allowed, off] = [allowed[digit.index()], self.off.cells(digit)];
            let closed = |house: &House| {
                let there = allowed & house.cells();
                !there.is_empty() && there.is_within(off)
            };
            let house = House::all().find(closed)?;
            Some((off & house.cells()).map(|cell| network::off(cell, digit)).collect())
        })
    }
}
