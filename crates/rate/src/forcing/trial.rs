//! Trial of an assumption: four rounds of naked and hidden singles on a copy of the state.
//!
//! ```text
//! assume r1c1=5 -> off: 5 from the peers, the rest of r1c1 -> round 1: the singles that came to light -> ... -> round 4
//! ```
//!
//! Singles are queued, placed and explained in HoDoKu's order (B. Hobiger 2012), because which cause is named decides the length of a net.

use super::direct::Direct;
use crate::chains::link_graph::{self, NodeId};
use crate::{CellSet, House, HouseKind, Pencilmarks, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Rounds of a trial.
const ROUNDS: usize = 4;

/// The state that trials begin with.
#[derive(Debug, Clone)]
pub(super) struct TrialState {
    places: [CellSet; 9],
    digits: [DigitSet; 81],
    /// Numbers of places by digit and house. They may exceed the places that are left in a cell without candidates.
    counts: [[u8; 27]; 9],
    values: [Option<Digit>; 81],
}

impl Default for TrialState {
    fn default() -> Self {
        let (places, digits) = ([CellSet::EMPTY; 9], [DigitSet::EMPTY; 81]);
        Self { places, digits, counts: [[0; 27]; 9], values: [None; 81] }
    }
}

impl TrialState {
    /// Reads a state.
    pub(super) fn read(&mut self, marks: &Pencilmarks) {
        for digit in DigitSet::full(9) {
            self.places[digit.index()] = marks.places(digit);
            for house in House::all() {
                #[expect(clippy::cast_possible_truncation, reason = "nine at most")]
                let count = marks.positions(house, digit).count_ones() as u8;
                self.counts[digit.index()][house.index()] = count;
            }
        }
        for cell in CellSet::ALL {
            self.digits[cell.index()] = marks.candidates(cell);
            self.values[cell.index()] = marks.value(cell);
        }
    }
}

impl TrialState {
    /// Returns true if a single comes to light without a candidate: its cell or one of its houses has two.
    fn may_lead_on(&self, cell: Cell, digit: Digit) -> bool {
        let counts = HouseKind::ALL.map(|kind| self.counts[digit.index()][House::of(kind, cell).index()]);
        self.digits[cell.index()].len() <= 2 || counts.into_iter().any(|count| count <= 2)
    }
}

/// Single that came to light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Single {
    cell: Cell,
    digit: Digit,
    is_hidden: bool,
}

/// Memory of trials.
#[derive(Debug, Default)]
pub(super) struct Trial {
    state: TrialState,
    naked: Vec<Single>,
    hidden: Vec<Single>,
    round: Vec<Single>,
    /// Place in the list of entries by node, counted from 1; 0 if the node is not entered.
    entered: Vec<u16>,
}

impl Trial {
    /// Appends what follows from a candidate that is on, or off.
    pub(super) fn run(&mut self, before: &TrialState, root: NodeId, is_on: bool, entries: &mut Vec<Direct>) {
        let (cell, digit) = link_graph::candidate(root);
        if !is_on && !before.may_lead_on(cell, digit) {
            entries.push(Direct::new(root, &[0], entries));
            return;
        }
        self.state.clone_from(before);
        self.naked.clear();
        self.hidden.clear();
        self.entered.resize(2 * link_graph::CANDIDATES, 0);
        if is_on {
            self.place(before, cell, digit, None, entries);
        } else {
            self.remove(cell, digit);
            self.enter(root, &[0], entries);
            if let Some(last) = self.state.digits[cell.index()].single() {
                self.place(before, cell, last, None, entries);
            }
        }
        for _ in 0..ROUNDS {
            self.list_round();
            let round = std::mem::take(&mut self.round);
            for single in &round {
                self.place(before, single.cell, single.digit, Some(single.is_hidden), entries);
            }
            let is_over = round.is_empty();
            self.round = round;
            if is_over {
                break;
            }
        }
        for entry in &*entries {
            self.entered[entry.node as usize] = 0;
        }
    }

    /// Lists the singles of a round.
    fn list_round(&mut self) {
        let Self { state, naked, hidden, round, .. } = self;
        round.clear();
        let is_open = |single: &Single| state.values[single.cell.index()].is_none();
        round.extend(naked.iter().filter(|single| is_open(single)));
        for single in hidden.iter().filter(|single| is_open(single)) {
            let count = |kind| state.counts[single.digit.index()][House::of(kind, single.cell).index()];
            if HouseKind::ALL.into_iter().any(|kind| count(kind) == 1) && !round.contains(single) {
                round.push(*single);
            }
        }
    }

    /// Places a digit and enters it with its causes, then all that it turns off. `hidden` tells the kind of single; `None` is an
    /// assumption.
    fn place(
        &mut self,
        before: &TrialState,
        cell: Cell,
        digit: Digit,
        hidden: Option<bool>,
        entries: &mut Vec<Direct>,
    ) {
        let position = entries.len();
        let house = HouseKind::ALL.map(|kind| House::of(kind, cell));
        let least = |house: &House| self.state.counts[digit.index()][house.index()];
        let [row, column, square] = house;
        let mut house = row;
        for other in [column, square] {
            if least(&other) < least(&house) {
                house = other;
            }
        }
        let had = self.fill(cell, digit);
        let mut causes = [0; Direct::CAUSES];
        let place = |entered: &[u16], node: NodeId| entered[node as usize].saturating_sub(1);
        let count = match hidden {
            None => 1,
            Some(false) => {
                let others = before.digits[cell.index()] - DigitSet::only(digit);
                let nodes = others.map(|other| place(&self.entered, link_graph::off(cell, other)));
                causes.iter_mut().zip(nodes).map(|(cause, node)| *cause = node).count()
            }
            Some(true) => {
                let others = (before.places[digit.index()] & house.cells()).without(cell);
                let nodes = others.map(|other| place(&self.entered, link_graph::off(other, digit)));
                causes.iter_mut().zip(nodes).map(|(cause, node)| *cause = node).count()
            }
        };
        self.enter(link_graph::on(cell, digit), &causes[..count], entries);
        #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
        let cause = [position as u16];
        for other in before.places[digit.index()] & peers(cell) {
            self.enter(link_graph::off(other, digit), &cause, entries);
        }
        for other in had - DigitSet::only(digit) {
            self.enter(link_graph::off(cell, other), &cause, entries);
        }
    }

    /// Enters a node, unless it is entered.
    fn enter(&mut self, node: NodeId, causes: &[u16], entries: &mut Vec<Direct>) {
        if self.entered[node as usize] == 0 {
            entries.push(Direct::new(node, causes, entries));
            #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
            let place = entries.len() as u16;
            self.entered[node as usize] = place;
        }
    }

    /// Places a digit in the copy. Returns the candidates that the cell had.
    fn fill(&mut self, cell: Cell, digit: Digit) -> DigitSet {
        let state = &mut self.state;
        let had = std::mem::replace(&mut state.digits[cell.index()], DigitSet::EMPTY);
        if state.values[cell.index()].replace(digit) == Some(digit) {
            return had;
        }
        for other in had {
            state.places[other.index()] = state.places[other.index()].without(cell);
        }
        for peer in state.places[digit.index()] & peers(cell) {
            self.remove(peer, digit);
        }
        let state = &mut self.state;
        for other in had {
            for house in HouseKind::ALL.map(|kind| House::of(kind, cell)) {
                let count = &mut state.counts[other.index()][house.index()];
                *count = count.saturating_sub(1);
                if *count == 1
                    && other != digit
                    && let Some(place) = (state.places[other.index()] & house.cells()).first()
                {
                    self.hidden.push(Single { cell: place, digit: other, is_hidden: true });
                }
            }
        }
        had
    }

    /// Removes a candidate from the copy.
    fn remove(&mut self, cell: Cell, digit: Digit) {
        let state = &mut self.state;
        let digits = &mut state.digits[cell.index()];
        digits.remove(digit);
        state.places[digit.index()] = state.places[digit.index()].without(cell);
        if digits.is_empty() {
            return;
        }
        if let Some(last) = digits.single() {
            self.naked.push(Single { cell, digit: last, is_hidden: false });
        }
        for house in HouseKind::ALL.map(|kind| House::of(kind, cell)) {
            let count = &mut state.counts[digit.index()][house.index()];
            *count = count.saturating_sub(1);
            if *count == 1 {
                if let Some(place) = (state.places[digit.index()] & house.cells()).first() {
                    self.hidden.push(Single { cell: place, digit, is_hidden: true });
                }
            } else if *count == 0 {
                let is_dropped =
                    |single: &Single| single.digit == digit && house.cells().contains(single.cell);
                if let Some(place) = self.hidden.iter().position(is_dropped) {
                    self.hidden.remove(place);
                }
            }
        }
    }
}
