//! The place of a state on the path that the rulebook takes from its givens.
//!
//! ```text
//! path of the givens   place 4 | remove 7, 8 | place 9 | remove 2 | ...
//! state                4 there | gone        | missing              -> next: place 9
//! ```
//!
//! The order in which a rulebook takes singles depends on the order in which they came to light, and avoidable rectangles on which
//! digits are givens. So a step is the one of the path only if the path is followed from the givens. A step counts as taken if the
//! state has all that it places and none of what it removes. Without notes, nobody knows what was removed: then removals count as
//! taken if a later placement is there.

use crate::State;
use gridmill_board::Grid;
use gridmill_rate::{Pencilmarks, Rater, Step};

/// Steps of one rulebook from the givens of one puzzle, as far as they were asked for.
#[derive(Debug, Default)]
pub(crate) struct Path {
    givens: Option<Grid>,
    steps: Vec<Step>,
    is_ended: bool,
}

/// Point of a path that a state has reached.
#[derive(Debug)]
pub(crate) struct Position {
    /// Marks of the state: those of the path, with what the player did beside it.
    pub marks: Pencilmarks,
    /// Steps of the path that were taken.
    pub taken: usize,
    /// True if the state is a state of the path: nothing was done beside it.
    pub is_on_path: bool,
}

/// Answer to whether a step was taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Yes,
    No,
    /// It removes candidates of cells without notes.
    Unknown,
}

impl Path {
    /// Starts at other givens; a path of the same givens is kept.
    pub(crate) fn begin(&mut self, givens: &Grid) {
        if self.givens.as_ref() != Some(givens) {
            *self = Self { givens: Some(givens.clone()), ..Self::default() };
        }
    }

    /// Returns a step of the path, searching it if it was never asked for; `None` past the end. `marks` is the state before it.
    pub(crate) fn step(&mut self, number: usize, marks: &Pencilmarks, rater: &mut Rater) -> Option<&Step> {
        debug_assert!(number <= self.steps.len(), "steps are asked for in order");
        if number == self.steps.len() && !self.is_ended {
            // Marks at a dead end have no step.
            match rater.next_step(marks).ok().flatten() {
                Some(next) => self.steps.push(next.step),
                None => self.is_ended = true,
            }
        }
        self.steps.get(number)
    }

    /// Finds how far a state has come on the path of its givens, which [`begin`](Self::begin) was told.
    pub(crate) fn position(&mut self, state: &State, filled: &Grid, rater: &mut Rater) -> Position {
        let mut marks = Pencilmarks::new(state.givens());
        let (mut taken, mut seen) = (0, 0);
        let mut ahead = marks.clone();
        while let Some(step) = self.step(seen, &ahead, rater) {
            let answer = is_taken(step, state, filled);
            if answer == Taken::No {
                break;
            }
            ahead.apply(step);
            seen += 1;
            if answer == Taken::Yes {
                taken = seen;
            }
        }
        if taken == seen {
            marks = ahead;
        } else {
            self.steps[..taken].iter().for_each(|step| marks.apply(step));
        }
        let is_on_path = !add_rest(&mut marks, state, filled);
        Position { marks, taken, is_on_path }
    }
}

/// Returns whether a state shows that a step was taken.
fn is_taken(step: &Step, state: &State, filled: &Grid) -> Taken {
    let mut places = false;
    for placed in step.placements() {
        places = true;
        if filled.get(placed.cell) != Some(placed.digit) {
            return Taken::No;
        }
    }
    let mut is_known = true;
    for gone in step.eliminations.iter().filter(|gone| filled.get(gone.cell).is_none()) {
        match state.notes(gone.cell) {
            Some(noted) if noted.contains(gone.digit) => return Taken::No,
            Some(_) => {}
            None => is_known = false,
        }
    }
    if places || is_known { Taken::Yes } else { Taken::Unknown }
}

/// Adds entries that the marks lack, cell by cell, and then removes what is not noted, cell by cell and digit by digit. Returns true
/// if that changed the marks.
fn add_rest(marks: &mut Pencilmarks, state: &State, filled: &Grid) -> bool {
    let mut is_changed = false;
    for cell in marks.empty() {
        if let Some(digit) = filled.get(cell) {
            marks.place(cell, digit);
            is_changed = true;
        }
    }
    for cell in marks.empty() {
        let Some(noted) = state.notes(cell) else { continue };
        for digit in marks.candidates(cell) - noted {
            is_changed |= marks.eliminate(cell, digit);
        }
    }
    is_changed
}
