//! A teacher: the next step of a rulebook on boards without notes.

use gridmill_board::{Grid, GridError, Shape};
use gridmill_rate::{Candidate, Candidates, Pencilmarks, Rater, Rulebook, Technique, UnfitRulebook};

/// Answers with the next step of a rulebook; owns its scratch memory and is reused.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_env::{Advice, Teacher};
/// use gridmill_rate::Rulebook;
///
/// let shape = Shape::new(2, 2)?;
/// let mut teacher = Teacher::new(Rulebook::basic(), shape)?;
/// let Advice::Step(step) = teacher.next_step(&[1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])? else { panic!() };
/// assert_eq!(step.placement.map(|found| (found.cell.index(), found.digit.value())), Some((3, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Teacher {
    rater: Rater,
    grid: Grid,
}

/// Answer of a teacher about one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// Every cell has a digit, and none is twice in a house.
    Complete,
    /// A step.
    Step(TaughtStep),
    /// No technique of the rulebook applies, or the budget ran out.
    Stuck,
    /// The board shows that it has no solution: a digit twice in a house, a cell without candidate, or a digit without place.
    DeadEnd,
}

/// Step of a teacher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaughtStep {
    /// Technique of the step.
    pub technique: Technique,
    /// Digit that the step places, if it does.
    pub placement: Option<Candidate>,
    /// Candidates that the step removes; none if it places a digit.
    pub eliminations: Candidates,
}

impl Teacher {
    /// Creates a teacher by a rulebook for boards of a shape.
    ///
    /// # Errors
    /// [`UnfitRulebook`] if the rulebook does not know the shape.
    pub fn new(rulebook: &Rulebook, shape: Shape) -> Result<Self, UnfitRulebook> {
        rulebook.check_shape(shape)?;
        Ok(Self { rater: Rater::new(rulebook), grid: Grid::empty(shape) })
    }

    /// Sets the limit of the work for one step, in nodes as [`Rater::BUDGET`] counts them.
    #[must_use]
    pub fn with_budget(self, nodes: u64) -> Self {
        Self { rater: self.rater.with_budget(nodes), ..self }
    }

    /// Returns the first step on a board: a placement or eliminations.
    ///
    /// # Errors
    /// [`GridError`] for cells that are no board of the shape.
    pub fn next_step(&mut self, board: &[u8]) -> Result<Advice, GridError> {
        self.grid.set_values(board)?;
        let marks = Pencilmarks::new(&self.grid);
        Ok(self.advice(&marks, &mut |_| ()))
    }

    /// Returns the first step that places a digit, after those that only remove candidates.
    ///
    /// # Errors
    /// [`GridError`] for cells that are no board of the shape.
    pub fn next_placement(&mut self, board: &[u8]) -> Result<Advice, GridError> {
        self.grid.set_values(board)?;
        let mut marks = Pencilmarks::new(&self.grid);
        loop {
            let mut step = None;
            let advice = self.advice(&marks, &mut |found| step = Some(found));
            match (advice, step) {
                (Advice::Step(TaughtStep { placement: None, .. }), Some(step)) => marks.apply(&step),
                _ => return Ok(advice),
            }
        }
    }

    /// Returns the next step from some pencilmarks, and shows it whole.
    fn advice(&mut self, marks: &Pencilmarks, see: &mut dyn FnMut(gridmill_rate::Step)) -> Advice {
        match self.rater.next_step(marks) {
            Err(_) => Advice::DeadEnd,
            Ok(None) if marks.is_complete() => Advice::Complete,
            Ok(None) => Advice::Stuck,
            Ok(Some(next)) => {
                let step = next.step;
                let (technique, placement) = (step.technique, step.placement);
                let eliminations = step.eliminations;
                see(step);
                Advice::Step(TaughtStep { technique, placement, eliminations })
            }
        }
    }
}
