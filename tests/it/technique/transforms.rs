//! Ratings of images of a puzzle: rows, columns and digits exchanged.
//!
//! The steps do not: the first of several is taken, and which one is first depends on where they stand. But a step of singles,
//! locked candidates or subsets leaves the others what they can do, or does it for them; so in whatever order they
//! are taken, they come to the same end.

use super::grid;
use crate::prelude::*;
use gridmill::{
    board::DigitSet,
    rate::{Candidate, Conventions, Finder, SearchFlow, TechniqueSet},
};

/// Puzzles that these techniques solve, and others.
const PUZZLES: [&str; 5] = [
    "1..456....5.1.9.....9..3....985...4..34..1.9......4..2...7....1.7..653.........7.",
    "....56.8..571....6...........13...953.........7.8...2.5327..9....6.1..4.8...9..7.",
    "...45....4.67...2.7......6......1.3.....27......9..257.61...945.8.......9..3....8",
    "..3..6...4..18..3.8....3..5...76.8.1..1.9..2...........4...29....2.3.....96.48.12",
    "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........296..8....4.4..2....7",
];

const STAY: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const ROWS: [usize; 9] = [5, 3, 4, 8, 7, 6, 0, 2, 1];
const COLS: [usize; 9] = [2, 0, 1, 6, 8, 7, 4, 3, 5];
const DIGITS: [usize; 9] = [8, 0, 3, 1, 6, 5, 2, 7, 4];

fn moves() -> impl Iterator<Item = Transform> {
    let orders = [(STAY, STAY, DIGITS), (ROWS, STAY, STAY), (STAY, COLS, DIGITS), (ROWS, COLS, DIGITS)];
    orders.into_iter().flat_map(|(rows, cols, digits)| {
        [false, true]
            .map(|transposed| Transform::new(Shape::STANDARD, &rows, &cols, &digits, transposed).unwrap())
    })
}

/// The candidates at the end of the way, moved.
fn end(rater: &mut Rater, start: &Pencilmarks, back: &Transform) -> Vec<DigitSet> {
    let mut marks = start.clone();
    rater.rate(&mut marks);
    let mut candidates = vec![DigitSet::EMPTY; 81];
    for cell in (0..81).map(Cell::new) {
        let placed = marks.value(cell).map_or(DigitSet::EMPTY, DigitSet::only);
        for digit in marks.candidates(cell) | placed {
            candidates[back.cell(cell).index()].insert(back.digit(digit));
        }
    }
    candidates
}

#[test]
fn simple_techniques_come_to_the_same_end() {
    let simple = |family| matches!(family, Family::Singles | Family::Locked | Family::Subsets);
    let mut rater = Rater::new(&Rulebook::hodoku().restricted(|rule| simple(rule.family())));
    for puzzle in PUZZLES {
        let puzzle = grid(puzzle);
        let here = end(&mut rater, &Pencilmarks::new(&puzzle), &Transform::identity(Shape::STANDARD));
        for r#move in moves() {
            let moved = Pencilmarks::new(&r#move.grid(&puzzle));
            assert_eq!(end(&mut rater, &moved, &r#move.inverse()), here, "{puzzle} {move:?}");
        }
    }
}

/// Placements and eliminations of a step.
type Effect = (BTreeSet<Candidate>, BTreeSet<Candidate>);

/// The effects of all instances of a technique, moved.
fn effects(marks: &Pencilmarks, technique: Technique, back: &Transform) -> BTreeSet<Effect> {
    let moved = |Candidate { cell, digit }| Candidate { cell: back.cell(cell), digit: back.digit(digit) };
    let mut effects = BTreeSet::new();
    let mut memory = FinderMemory::default();
    let mut finder = Finder::new(marks, TechniqueSet::only(technique), Conventions::Hodoku, &mut memory);
    let _ = finder.find(technique.family(), &mut |step| {
        effects
            .insert((step.placements().map(moved).collect(), step.eliminations.iter().map(moved).collect()));
        SearchFlow::Continue(())
    });
    effects
}

/// Patterns that are listed completely are the same in a moved grid.
#[test]
fn all_instances_of_patterns_move_with_the_grid() {
    let simple = |family| matches!(family, Family::Singles | Family::Locked | Family::Subsets);
    let mut rater = Rater::new(&Rulebook::hodoku().restricted(|rule| simple(rule.family())));
    let mut found = BTreeSet::new();
    for puzzle in PUZZLES {
        let puzzle = grid(puzzle);
        let mut here = Pencilmarks::new(&puzzle);
        rater.rate(&mut here);
        for technique in [
            Technique::FrankenSwordfish,
            Technique::MutantXWing,
            Technique::MutantSwordfish,
            Technique::FinnedMutantXWing,
            Technique::FinnedMutantSwordfish,
            Technique::DualTwoStringKite,
            Technique::DualEmptyRectangle,
            Technique::TemplateSet,
            Technique::TemplateDelete,
        ] {
            let expected = effects(&here, technique, &Transform::identity(Shape::STANDARD));
            found.extend((!expected.is_empty()).then_some(technique));
            for r#move in moves().step_by(3) {
                let mut moved = Pencilmarks::new(&r#move.grid(&puzzle));
                rater.rate(&mut moved);
                assert_eq!(
                    effects(&moved, technique, &r#move.inverse()),
                    expected,
                    "{technique} {puzzle} {move:?}"
                );
            }
        }
    }
    for technique in [Technique::FinnedMutantSwordfish, Technique::TemplateDelete] {
        assert!(found.contains(&technique), "{technique} is in none of the puzzles, only {found:?}");
    }
}

#[test]
fn a_used_rater_rates_like_a_fresh_one() {
    for rulebook in [Rulebook::hodoku(), Rulebook::se()] {
        let mut used = Rater::new(rulebook);
        for puzzle in PUZZLES.map(grid) {
            let fresh = Rater::new(rulebook).rate(&mut Pencilmarks::new(&puzzle));
            assert_eq!(used.rate(&mut Pencilmarks::new(&puzzle)), fresh);
        }
    }
}
