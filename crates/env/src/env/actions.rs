//! Actions as numbers.
//!
//! ```text
//! 0 .. cells * side                     place:  cell * side + digit - 1
//! then cells more, if entries erase     erase:  cell
//! then cells * side more, with notes    note:   cell * side + digit - 1
//! ```

use gridmill_board::{Cell, Digit, Shape};

/// Action on one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Writes a digit.
    Place {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// Erases an entry.
    Erase {
        /// The cell.
        cell: Cell,
    },
    /// Sets a note of an empty cell, or clears it.
    Note {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
}

/// Numbers of the actions of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionSpace {
    shape: Shape,
    erase: bool,
    notes: bool,
}

impl ActionSpace {
    pub(super) const fn new(shape: Shape, erase: bool, notes: bool) -> Self {
        Self { shape, erase, notes }
    }

    /// Returns the number of placements.
    pub(super) const fn placements(self) -> usize {
        self.shape.cells() * self.shape.side()
    }

    /// Returns the number of the first note.
    pub(super) const fn first_note(self) -> usize {
        self.placements() + if self.erase { self.shape.cells() } else { 0 }
    }

    /// Returns the number of actions.
    #[expect(clippy::len_without_is_empty, reason = "there is always an action")]
    pub const fn len(self) -> usize {
        self.first_note() + if self.notes { self.placements() } else { 0 }
    }

    /// Returns the action with a number; `None` if there is none.
    #[inline]
    pub fn action(self, number: i64) -> Option<Action> {
        let number = usize::try_from(number).ok().filter(|&number| number < self.len())?;
        let candidate = |number: usize| {
            let side = self.shape.side();
            (Cell::new(number / side), Digit::from_index(number % side))
        };
        Some(if number < self.placements() {
            let (cell, digit) = candidate(number);
            Action::Place { cell, digit }
        } else if number < self.first_note() {
            Action::Erase { cell: Cell::new(number - self.placements()) }
        } else {
            let (cell, digit) = candidate(number - self.first_note());
            Action::Note { cell, digit }
        })
    }

    /// Returns the number of an action; `None` if the environment does not have it.
    pub fn index(self, action: Action) -> Option<usize> {
        let (cells, side) = (self.shape.cells(), self.shape.side());
        let candidate = |cell: Cell, digit: Digit| {
            (cell.index() < cells && digit.index() < side).then(|| cell.index() * side + digit.index())
        };
        match action {
            Action::Place { cell, digit } => candidate(cell, digit),
            Action::Erase { cell } => {
                (self.erase && cell.index() < cells).then(|| self.placements() + cell.index())
            }
            Action::Note { cell, digit } => {
                candidate(cell, digit).filter(|_| self.notes).map(|number| self.first_note() + number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_actions_agree() {
        for (erase, notes, len) in
            [(false, false, 729), (true, false, 810), (false, true, 1458), (true, true, 1539)]
        {
            let space = ActionSpace::new(Shape::STANDARD, erase, notes);
            assert_eq!(space.len(), len);
            for (index, number) in (0..len).zip(0..) {
                let action = space.action(number).unwrap();
                assert_eq!(space.index(action), Some(index));
            }
            for number in [-1, i64::try_from(len).unwrap(), i64::MIN, i64::MAX] {
                assert_eq!(space.action(number), None);
            }
            assert_eq!(space.index(Action::Erase { cell: Cell::new(80) }).is_some(), erase);
        }
        let digit = Digit::from_index(4);
        let space = ActionSpace::new(Shape::STANDARD, false, false);
        assert_eq!(space.index(Action::Place { cell: Cell::new(2), digit }), Some(22));
    }
}
