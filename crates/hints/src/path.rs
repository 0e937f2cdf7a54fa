//! The place of a state on the path that the rulebook takes from its givens, and what the next step rests on.
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
//!
//! The board does not show such removals. If the next step does not hold without them, those that it needs come before it.

use crate::board::{Assumption, Board};
use gridmill_board::Grid;
use gridmill_rate::{Candidate, Pencilmarks, Rater, Step};

/// Steps of one rulebook from the givens of one puzzle, as far as they were asked for.
#[derive(Debug, Default)]
pub(crate) struct Path {
    givens: Option<Grid>,
    steps: Vec<Step>,
    is_ended: bool,
}

/// The next step, and what it presupposes.
#[derive(Debug)]
pub(crate) struct Next {
    /// Marks of the board, without what is assumed.
    pub(crate) marks: Pencilmarks,
    pub(crate) assumed: Vec<Assumption>,
    /// Steps that come before it, because the board does not show what they remove.
    pub(crate) rests_on: Vec<Step>,
    pub(crate) step: Option<Step>,
}

/// Answer to whether a step was taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Yes,
    No,
    /// It removes candidates of which the board says nothing.
    Unknown,
}

/// Something that must be gone from the board before a step holds.
#[derive(Debug, Clone)]
enum Premise {
    Note(Assumption),
    Step(Step),
}

impl Path {
    /// Starts at other givens; a path of the same givens is kept.
    fn begin(&mut self, givens: &Grid) {
        if self.givens.as_ref() != Some(givens) {
            *self = Self { givens: Some(givens.clone()), ..Self::default() };
        }
    }

    /// Returns a step of the path, searching it if it was never asked for; `None` past the end. `marks` is the state before it.
    fn step(&mut self, number: usize, marks: &Pencilmarks, rater: &mut Rater) -> Option<&Step> {
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

    /// Returns the marks of a board from which all steps to the end follow. `assumptions` are what its notes exclude by their pattern.
    pub(crate) fn marks(
        &mut self,
        board: &Board<'_>,
        assumptions: &[Assumption],
        rater: &mut Rater,
    ) -> Pencilmarks {
        let visible = visible(board, assumptions);
        let (marks, ..) = self.position(board, &visible, rater);
        if are_same(&marks, &visible) { marks } else { visible }
    }

    /// Finds the next step of a board.
    pub(crate) fn next(
        &mut self,
        board: &Board<'_>,
        assumptions: Vec<Assumption>,
        rater: &mut Rater,
    ) -> Next {
        let visible = visible(board, &assumptions);
        let (marks, taken, is_on_path) = self.position(board, &visible, rater);
        let step = if is_on_path {
            self.step(taken, &marks, rater).cloned()
        } else {
            rater.next_step(&marks).ok().flatten().map(|next| next.step)
        };
        // The marks of the path remember in which order singles came to light.
        if assumptions.is_empty() && are_same(&marks, &visible) {
            return Next { marks, assumed: Vec::new(), rests_on: Vec::new(), step };
        }
        let Some(step) = step else {
            return Next { marks: visible, assumed: assumptions, rests_on: Vec::new(), step };
        };
        let earlier = self.steps[..taken].iter().filter(|step| step.placement.is_none());
        let notes = assumptions.into_iter().map(Premise::Note).collect();
        Search { shown: board.marks(), rater }.next(notes, earlier, &marks, &step)
    }

    /// Finds how far a board has come on the path: its marks, the number of steps that were taken, and whether nothing else was done.
    fn position(
        &mut self,
        board: &Board<'_>,
        visible: &Pencilmarks,
        rater: &mut Rater,
    ) -> (Pencilmarks, usize, bool) {
        self.begin(board.state.givens());
        let mut marks = Pencilmarks::new(board.state.givens());
        let (mut taken, mut seen) = (0, 0);
        let mut ahead = marks.clone();
        while let Some(step) = self.step(seen, &ahead, rater) {
            let answer = is_taken(step, board, visible);
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
        let is_on_path = !add_rest(&mut marks, board, visible);
        (marks, taken, is_on_path)
    }
}

/// Returns the candidates that a board shows, without what is assumed.
fn visible(board: &Board<'_>, assumptions: &[Assumption]) -> Pencilmarks {
    let mut marks = board.marks();
    for one in assumptions {
        one.apply(&mut marks);
    }
    marks
}

/// Returns whether a board shows that a step was taken.
fn is_taken(step: &Step, board: &Board<'_>, visible: &Pencilmarks) -> Taken {
    let mut places = false;
    for placed in step.placements() {
        places = true;
        if board.filled.get(placed.cell) != Some(placed.digit) {
            return Taken::No;
        }
    }
    let mut is_known = true;
    for gone in step.eliminations.iter().filter(|gone| visible.has(gone.cell, gone.digit)) {
        if board.noted(gone.cell).is_some_and(|noted| noted.contains(gone.digit)) {
            return Taken::No;
        }
        is_known = false;
    }
    if places || is_known { Taken::Yes } else { Taken::Unknown }
}

/// Adds entries that the marks lack, cell by cell, and then removes what is not visible, cell by cell and digit by digit. Returns true
/// if that changed the marks.
fn add_rest(marks: &mut Pencilmarks, board: &Board<'_>, visible: &Pencilmarks) -> bool {
    let mut is_changed = false;
    for cell in marks.empty() {
        if let Some(digit) = board.filled.get(cell) {
            marks.place(cell, digit);
            is_changed = true;
        }
    }
    for cell in marks.empty() {
        for digit in marks.candidates(cell) - visible.candidates(cell) {
            is_changed |= marks.eliminate(cell, digit);
        }
    }
    is_changed
}

/// Returns true if two marks of one board have the same candidates.
fn are_same(one: &Pencilmarks, other: &Pencilmarks) -> bool {
    one.empty().into_iter().all(|cell| one.candidates(cell) == other.candidates(cell))
}

impl Assumption {
    fn apply(&self, marks: &mut Pencilmarks) {
        for Candidate { cell, digit } in self.excluded.iter() {
            marks.eliminate(cell, digit);
        }
    }
}

/// Search for what a step rests on.
struct Search<'a> {
    /// Marks of the board by its digits, and by notes that say all.
    shown: Pencilmarks,
    rater: &'a mut Rater,
}

impl Search<'_> {
    /// Leads from the board to a step: first the step, then earlier steps of the path as far as they hold on the board, and last what
    /// the rulebook finds there. Where that goes beyond `ahead`, the marks of the path, it is the next step itself.
    fn next<'s>(
        mut self,
        notes: Vec<Premise>,
        earlier: impl Iterator<Item = &'s Step>,
        ahead: &Pencilmarks,
        step: &Step,
    ) -> Next {
        if let Some(again) = self.rater.find_again(step, &self.shown) {
            return self.whole(&[], Some(again));
        }
        let (mut marks, mut premises) = (self.shown.clone(), notes);
        for premise in &premises {
            premise.apply(&mut marks);
        }
        for step in earlier {
            if let Some(again) = self.rater.find_again(step, &marks) {
                marks.apply(&again);
                premises.push(Premise::Step(again));
            }
        }
        loop {
            if let Some(again) = self.rater.find_again(step, &marks) {
                return self.least(premises, again);
            }
            let Some(other) = self.rater.next_step(&marks).ok().flatten().map(|next| next.step) else {
                return self.first(premises);
            };
            if other.placement.is_some() || !ahead.present(&other.eliminations).is_empty() {
                return self.least(premises, other);
            }
            marks.apply(&other);
            premises.push(Premise::Step(other));
        }
    }

    /// Takes the first step of the premises as the next one: what leads nowhere is a step all the same.
    fn first(&mut self, mut premises: Vec<Premise>) -> Next {
        let place = premises.iter().position(|premise| matches!(premise, Premise::Step(_)));
        let rest = place.map(|place| premises.split_off(place)).unwrap_or_default();
        match rest.into_iter().next() {
            Some(Premise::Step(step)) => self.least(premises, step),
            _ => self.whole(&[], None),
        }
    }

    /// Leaves out premises without which all that follows holds, from the last to the first.
    fn least(&mut self, premises: Vec<Premise>, step: Step) -> Next {
        let mut before = vec![self.shown.clone()];
        for premise in &premises {
            let mut marks = before[before.len() - 1].clone();
            premise.apply(&mut marks);
            before.push(marks);
        }
        let all = premises.clone();
        let mut kept: Vec<Premise> = Vec::new();
        for (premise, marks) in premises.into_iter().zip(before).rev() {
            if self.replay(marks, &kept, &step).is_none() {
                kept.insert(0, premise);
            }
        }
        // Steps remove more where others were left out before them.
        let (premises, step) = self.replay(self.shown.clone(), &kept, &step).unwrap_or((all, step));
        self.whole(&premises, Some(step))
    }

    /// Takes premises as they are.
    fn whole(&self, premises: &[Premise], step: Option<Step>) -> Next {
        let (mut marks, mut assumed, mut rests_on) = (self.shown.clone(), Vec::new(), Vec::new());
        for premise in premises {
            match premise {
                Premise::Note(note) => {
                    note.apply(&mut marks);
                    assumed.push(note.clone());
                }
                Premise::Step(step) => rests_on.push(step.clone()),
            }
        }
        Next { marks, assumed, rests_on, step }
    }

    /// Applies premises one after another, as long as each holds, and then finds the step. Returns the premises and the step as they are in these marks.
    fn replay(
        &mut self,
        mut marks: Pencilmarks,
        premises: &[Premise],
        step: &Step,
    ) -> Option<(Vec<Premise>, Step)> {
        let mut held = Vec::new();
        for premise in premises {
            let again = match premise {
                Premise::Note(_) => premise.clone(),
                Premise::Step(step) => Premise::Step(self.rater.find_again(step, &marks)?),
            };
            again.apply(&mut marks);
            held.push(again);
        }
        Some((held, self.rater.find_again(step, &marks)?))
    }
}

impl Premise {
    fn apply(&self, marks: &mut Pencilmarks) {
        match self {
            Self::Note(note) => note.apply(marks),
            Self::Step(step) => marks.apply(step),
        }
    }
}
