//! Open steps: the choices that a solver has at each step of the path.
//!
//! ```text
//! marks of a step --every naked and hidden single--------> digits that can be placed     open placements
//!                 --every step of the path's technique---> effects, each counted once    open steps
//! ```
//!
//! A step that is one of many is found soon, a step that is the only one may be looked for long. The rulebook is the default one of the shape
//! ([`Rulebook::default_for`]), so that the technique of the path is the cheapest that has a step.
//!
//! Towards the end each empty cell can be filled, in any order. Least numbers and means leave these steps out: there is one choice for
//! the last cell of every puzzle.
//!
//! Source: R. Pelanek, "Difficulty rating of Sudoku puzzles by a computational model" (FLAIRS 2011): people's times follow from the difficulty
//! of the steps together with the number of steps that are possible at the same time.

use super::{Measured, Meter};
use gridmill_board::{Digit, Grid, Shape, Solution};
use gridmill_rate::{
    Candidates, Finder, FinderMemory, Pencilmarks, Rater, Rulebook, SearchFlow, Step, TechniqueSet,
};

/// Choices of one kind over the steps of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choices {
    /// The least number.
    pub least: u16,
    /// The first step with that number, from 1.
    pub least_at: u16,
    /// The mean, in hundredths.
    pub mean: u32,
}

impl Choices {
    /// Summarises the choices of some steps, each with its number; `None` if there are none.
    fn of(steps: &[(u16, u16)]) -> Option<Self> {
        let (least, least_at) = steps.iter().map(|&(at, choices)| (choices, at)).min()?;
        let sum: u64 = steps.iter().map(|&(_, choices)| u64::from(choices)).sum();
        let count = steps.len() as u64;
        // The mean of numbers below 2^16 fits.
        let mean = u32::try_from((sum * 100 + count / 2) / count).unwrap_or(u32::MAX);
        Some(Self { least, least_at, mean })
    }
}

/// Open placements and steps of a solving path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenSteps {
    /// Digits that naked and hidden singles place; `None` if they fill every empty cell from the first step on.
    pub placements: Option<Choices>,
    /// Steps of the technique of the path; `None` likewise.
    pub steps: Option<Choices>,
    /// The rating of each step divided by its number of open steps, summed, in hundredths.
    pub index: u32,
}

impl OpenSteps {
    pub(super) fn words(self) -> String {
        let of = |choices: Option<Choices>| {
            choices.map_or("all".to_owned(), |choices| {
                let Choices { least, least_at, mean } = choices;
                format!("{least} at step {least_at}, mean {}.{:02}", mean / 100, mean % 100)
            })
        };
        let (placements, steps) = (of(self.placements), of(self.steps));
        format!("placements {placements}; steps {steps}; index {}.{:02}", self.index / 100, self.index % 100)
    }
}

/// Takes the measure; owns its scratch memory and is reused.
pub(super) struct OpenStepsMeter {
    rulebook: &'static Rulebook,
    rater: Rater,
    memory: FinderMemory,
}

impl OpenStepsMeter {
    pub(super) fn new(shape: Shape) -> Self {
        let rulebook = Rulebook::default_for(shape);
        Self { rulebook, rater: Rater::new(rulebook), memory: FinderMemory::default() }
    }

    /// Measures a puzzle; `None` if the rulebook does not solve it.
    fn open_steps(&mut self, puzzle: &Grid) -> Option<OpenSteps> {
        let Self { rulebook, rater, memory } = self;
        let (mut placements, mut steps) = (Vec::new(), Vec::new());
        let (mut at, mut index) = (0_u16, 0.0);
        let rating = rater.trace(&mut Pencilmarks::new(puzzle), |marks, step| {
            at += 1;
            let (placed, open) = (open_placements(marks), open_like(step, marks, rulebook, memory));
            if u32::from(placed) < marks.empty().len() {
                placements.push((at, placed));
                steps.push((at, open));
            }
            if let Some(rule) = rulebook.rule(step.technique) {
                index += f64::from((rule.rating() + step.extra).tenths()) / f64::from(open);
            }
        });
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
        let index = (index * 10.0).round() as u32;
        let (placements, steps) = (Choices::of(&placements), Choices::of(&steps));
        rating.solved.then_some(OpenSteps { placements, steps, index })
    }
}

impl Meter for OpenStepsMeter {
    fn measure(&mut self, puzzle: &Grid, _: &Solution, measured: &mut Measured) {
        measured.open_steps = self.open_steps(puzzle);
    }
}

/// Counts the digits that naked and hidden singles place.
fn open_placements(marks: &Pencilmarks) -> u16 {
    let mut open = Candidates::default();
    for cell in marks.empty() {
        if let Some(digit) = marks.candidates(cell).single() {
            open.insert(cell, digit);
        }
    }
    for house in marks.houses() {
        for digit in (0..marks.shape().side()).map(Digit::from_index) {
            let places = marks.places_in(house, digit);
            if places.len() == 1 {
                open.extend(digit, places);
            }
        }
    }
    open.len().try_into().unwrap_or(u16::MAX)
}

/// Counts the steps of the same technique with different effects, at least one.
fn open_like(step: &Step, marks: &Pencilmarks, rulebook: &Rulebook, memory: &mut FinderMemory) -> u16 {
    let mut effects = vec![(step.placement, step.eliminations)];
    let requested = TechniqueSet::only(step.technique);
    let mut finder = Finder::new(marks, requested, rulebook.conventions(), memory);
    let _ = finder.find(step.technique.family(), &mut |found| {
        let effect = (found.placement, found.eliminations);
        if !effects.contains(&effect) {
            effects.push(effect);
        }
        SearchFlow::Continue(())
    });
    effects.len().try_into().unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Plan};
    use gridmill_board::House;
    use gridmill_rate::Technique;

    fn measured(text: &str, shape: &str) -> Option<OpenSteps> {
        let shape = shape.parse().unwrap();
        OpenStepsMeter::new(shape).open_steps(&Grid::parse(shape, text).unwrap())
    }

    /// Two cells are empty, each the last of its column: two full houses are open, then one.
    #[test]
    fn a_grid_that_lacks_two_cells_is_open_everywhere() {
        let open = measured("..34341221434321", "2x2").unwrap();
        assert_eq!((open.placements, open.steps), (None, None));
        let rating = Rulebook::basic().rule(Technique::FullHouse).unwrap().rating().tenths();
        assert_eq!(open.index, 10 * rating / 2 + 10 * rating);
    }

    /// Open placements, counted again cell by cell in each state of the path.
    #[test]
    fn numbers_are_those_of_the_definition() {
        let mut generator = Generator::new(Plan::default()).unwrap();
        let mut hard = 0;
        for n in 0..40 {
            let made = generator.generate_with_seed([n; 32]).unwrap();
            let found = OpenStepsMeter::new(Shape::STANDARD).open_steps(made.puzzle.grid());
            let mut counts = Vec::new();
            let rating = Rater::new(Rulebook::hodoku()).trace(
                &mut Pencilmarks::new(made.puzzle.grid()),
                |marks, _| {
                    let mut open = 0;
                    for cell in marks.empty() {
                        for digit in marks.candidates(cell) {
                            let alone = |house: House| marks.places_in(house, digit).len() == 1;
                            let houses = marks.houses().filter(|&house| marks.cells_in(house).contains(cell));
                            open +=
                                u16::from(marks.candidates(cell).len() == 1 || houses.into_iter().any(alone));
                        }
                    }
                    counts.push((open, marks.empty().len()));
                },
            );
            assert_eq!(found.is_some(), rating.solved);
            let Some(found) = found else { continue };
            let counted = counts.iter().zip(1_u16..).filter(|((open, empty), _)| u32::from(*open) < *empty);
            let least = counted.map(|(&(open, _), at)| (open, at)).min();
            assert_eq!(found.placements.map(|choices| (choices.least, choices.least_at)), least);
            let score = rating.score.unwrap().tenths();
            assert!(found.index <= 10 * score && found.index > 0);
            hard += u32::from(found.steps.unwrap().least == 1);
        }
        assert!(hard > 5);
    }

    /// The second puzzle is beyond the rulebook.
    #[test]
    fn value_stability() {
        let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let words = measured(easy, "3x3").map(OpenSteps::words).unwrap();
        insta::assert_snapshot!(words, @"placements 10 at step 40, mean 16.33; steps 1 at step 8, mean 4.30; index 101.29");
        assert_eq!(measured(hard, "3x3"), None);
    }
}
