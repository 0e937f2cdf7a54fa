//! Forcing nets: everything that follows from an assumption by naked and hidden singles, one after the other.

use super::outcome::ForcedCandidates;
use crate::{Candidate, CellSet, ChainNode, House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};

/// Assumes a candidate on or off, and visits each node in the order in which it follows.
///
/// If the assumption leads to a contradiction, the result contradicts itself.
pub(super) fn propagate(
    marks: &Pencilmarks,
    cell: Cell,
    digit: Digit,
    on: bool,
    mut tell: impl FnMut(ChainNode),
) -> ForcedCandidates {
    let mut state = marks.clone();
    let mut outcome = ForcedCandidates::default();
    tell(ChainNode { cells: CellSet::only(cell), digit, on });
    let mut next = if on {
        Some(Candidate { cell, digit })
    } else {
        state.eliminate(cell, digit);
        single(&state)
    };
    while let Some(Candidate { cell, digit }) = next {
        outcome.on.insert(cell, digit);
        tell(ChainNode { cells: CellSet::only(cell), digit, on: true });
        state.place(cell, digit);
        next = single(&state);
    }
    for digit in DigitSet::full(9) {
        outcome.off.extend(digit, marks.places(digit) - state.places(digit) - outcome.on.cells(digit));
    }
    if let Some(Candidate { cell, digit }) = impossible(&state) {
        outcome.on.insert(cell, digit);
        outcome.off.insert(cell, digit);
    }
    outcome
}

/// Returns a naked or hidden single.
fn single(state: &Pencilmarks) -> Option<Candidate> {
    if let Some(cell) = state.cells_with(1).first() {
        return state.candidates(cell).first().map(|digit| Candidate { cell, digit });
    }
    House::all().find_map(|house| {
        let digit = DigitSet::full(9).find(|&digit| state.positions(house, digit).is_power_of_two())?;
        Some(Candidate { cell: house.cell(state.positions(house, digit).trailing_zeros() as usize), digit })
    })
}

/// Returns a candidate of a cell without candidates, or of a house without a place for its digit.
fn impossible(state: &Pencilmarks) -> Option<Candidate> {
    let any = DigitSet::full(9).fold(CellSet::EMPTY, |any, digit| any | state.places(digit));
    if let Some(cell) = (state.empty() - any).first() {
        return Some(Candidate { cell, digit: Digit::from_index(0) });
    }
    HouseKind::ALL.into_iter().flat_map(HouseKind::houses).find_map(|house| {
        let placed = house.cells().filter_map(|cell| state.value(cell));
        let placed = placed.fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit));
        let mut lacking = DigitSet::full(9) - placed;
        let digit = lacking.find(|&digit| state.positions(house, digit) == 0)?;
        (house.cells() & state.empty()).first().map(|cell| Candidate { cell, digit })
    })
}
