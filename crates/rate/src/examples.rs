//! Small positions for tests of finders, and the steps found in them as text.

use super::{
    Candidate, Conventions, Finder, FinderMemory, Pencilmarks, SearchFlow, Step, Technique, TechniqueSet,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// An empty grid in which some cells (`12 13` is r1c2 r1c3) have some digits alone.
pub(super) fn position(restrictions: &[(&str, &str)]) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    for (cells, digits) in restrictions {
        for cell in cells.split(' ').map(cell) {
            for digit in DigitSet::full(9).filter(|digit| !digits.contains(&digit.to_string())) {
                marks.eliminate(cell, digit);
            }
        }
    }
    marks
}

/// Takes a digit from cells.
pub(super) fn without(mut marks: Pencilmarks, digit: u8, cells: &str) -> Pencilmarks {
    for cell in cells.split(' ').map(cell) {
        marks.eliminate(cell, Digit::new(digit).unwrap());
    }
    marks
}

fn cell(name: &str) -> Cell {
    let number: usize = name.parse().unwrap();
    Cell::new(number / 10 * 9 + number % 10 - 10)
}

/// All steps of a technique.
pub(super) fn steps(marks: &Pencilmarks, technique: Technique, conventions: Conventions) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut scratch = FinderMemory::default();
    let _ = Finder::new(marks, TechniqueSet::only(technique), conventions, &mut scratch).find(
        technique.family(),
        &mut |step| {
            steps.push(step);
            SearchFlow::Continue(())
        },
    );
    steps
}

/// Returns the effect of each step in order: `2=13` places 2 at r1c3, `2-13 2-14` eliminates 2 from r1c3 and r1c4. Repetitions are
/// left out.
pub(super) fn found(marks: &Pencilmarks, technique: Technique, conventions: Conventions) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for step in steps(marks, technique, conventions) {
        let text = |sign| {
            move |Candidate { cell, digit }| {
                format!("{digit}{sign}{}{}", cell.index() / 9 + 1, cell.index() % 9 + 1)
            }
        };
        let does = step.placements().map(text('=')).chain(step.eliminations.iter().map(text('-')));
        let does = does.collect::<Vec<_>>().join(" ");
        if !found.contains(&does) {
            found.push(does);
        }
    }
    found
}
