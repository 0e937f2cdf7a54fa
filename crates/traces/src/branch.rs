//! Choice of the constraint that a guess branches on.

use crate::{
    event::{Alternatives, Constraint},
    options::BranchOrder,
    random::Random,
    state::{State, candidate},
    tables::{ShapeTables, house},
};
use gridmill_board::{Cell, Digit};

/// Returns the constraint that an order chooses in a state that is neither complete nor dead, and its candidates, ascending.
pub(crate) fn branch(
    state: &State,
    tables: &ShapeTables,
    order: BranchOrder,
    random: &mut Random,
) -> (Constraint, Alternatives) {
    let cell = match order {
        BranchOrder::Rows => state.empty.trailing_zeros() as usize,
        BranchOrder::Random => nth(state.empty, random.below(state.empty.count_ones() as usize)),
        BranchOrder::Fewest => fewest(state).0.trailing_zeros() as usize,
        BranchOrder::RandomFewest => {
            let cells = fewest(state).0;
            nth(cells, random.below(cells.count_ones() as usize))
        }
        BranchOrder::FewestPlaces => {
            let (cells, count) = fewest(state);
            match fewest_places(state, tables, count) {
                Some((house, digit)) => return of_place(state, tables, house, digit),
                None => cells.trailing_zeros() as usize,
            }
        }
    };
    let mut alternatives = Alternatives::EMPTY;
    for digit in (0..tables.side).filter(|&digit| state.allows(cell, digit)) {
        alternatives.push(candidate(cell, digit));
    }
    (Constraint::Cell(Cell::new(cell)), alternatives)
}

/// Returns the places of a digit in a house.
fn of_place(state: &State, tables: &ShapeTables, number: usize, digit: usize) -> (Constraint, Alternatives) {
    let mut alternatives = Alternatives::EMPTY;
    let mut places = state.places_in(tables, number, digit);
    while places != 0 {
        alternatives.push(candidate(places.trailing_zeros() as usize, digit));
        places &= places - 1;
    }
    (Constraint::Place(house(tables.side, number), Digit::from_index(digit)), alternatives)
}

/// Returns the `n`-th of some cells, from 0.
fn nth(cells: u128, n: usize) -> usize {
    (0..n).fold(cells, |left, _| left & (left - 1)).trailing_zeros() as usize
}

/// Returns the empty cells with the fewest candidates, and how many those are. Every empty cell has a candidate.
fn fewest(state: &State) -> (u128, u32) {
    // Cells with at least 1, 2 ... candidates: `at_least[n]` for n + 1.
    let mut at_least = [0; 9];
    for places in state.places {
        for n in (1..9).rev() {
            at_least[n] |= at_least[n - 1] & places;
        }
        at_least[0] |= places;
    }
    for (count, next) in (1..).zip(&at_least[1..]) {
        let cells = state.empty & !next;
        if cells != 0 {
            return (cells, count);
        }
    }
    (state.empty, 9)
}

/// Returns the first house and the least digit with the fewest places, if those are fewer than `most`.
fn fewest_places(state: &State, tables: &ShapeTables, most: u32) -> Option<(usize, usize)> {
    let (mut found, mut best) = (None, most);
    for house in 0..3 * tables.side {
        for digit in (0..tables.side).filter(|&digit| state.lacks(house, digit)) {
            let count = state.places_in(tables, house, digit).count_ones();
            if count < best {
                (found, best) = (Some((house, digit)), count);
            }
        }
    }
    found
}
