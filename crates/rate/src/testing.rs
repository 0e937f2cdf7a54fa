//! Positions and steps for the tests of the families, written as people write them.

use super::{
    Candidate, Candidates, CellSet, Conventions, Finder, FinderMemory, HouseKind, Pencilmarks, Rater,
    Rulebook, SearchFlow, Step, Technique, TechniqueSet, peers,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};

/// Returns the states of a path by the rulebook `hodoku`, for searches that are compared with their definitions.
pub(super) fn states(puzzle: &str) -> Vec<Pencilmarks> {
    let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
    let mut states = Vec::new();
    Rater::new(Rulebook::hodoku()).trace(&mut marks, |marks, _| states.push(marks.clone()));
    states
}

/// A puzzle whose path has almost locked sets, forcing chains and nets.
pub(super) const HARD: &str =
    "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........296..8....4.4..2....7";

/// Returns the digit of a figure.
pub(super) fn digit(value: u8) -> Digit {
    Digit::new(value).unwrap()
}

/// `r1c1 r2c34`: rows and columns, each of several figures.
pub(super) fn cells(text: &str) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for word in text.split_whitespace() {
        let (rows, columns) = word.strip_prefix('r').and_then(|word| word.split_once('c')).unwrap();
        for row in rows.bytes() {
            for column in columns.bytes() {
                cells = cells.with(Cell::new(usize::from(row - b'1') * 9 + usize::from(column - b'1')));
            }
        }
    }
    cells
}

/// `5 r1c1 r2c34`, several digits' parted by commas.
pub(super) fn candidates(text: &str) -> Candidates {
    let mut candidates = Candidates::EMPTY;
    for part in text.split(',') {
        let (value, rest) = part.trim().split_once(' ').unwrap();
        candidates.extend(digit(value.parse().unwrap()), cells(rest));
    }
    candidates
}

/// Nothing placed, and a digit in the named places of some rows, or columns, alone.
pub(super) fn with_lines(kind: HouseKind, value: u8, text: &str) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    let keep = cells(text);
    for house in kind.houses().filter(|house| house.cells().meets(keep)) {
        for cell in house.cells() - keep {
            marks.eliminate(cell, digit(value));
        }
    }
    marks
}

/// Removes a digit from the named cells.
pub(super) fn without(marks: &mut Pencilmarks, value: u8, text: &str) {
    for cell in cells(text) {
        marks.eliminate(cell, digit(value));
    }
}

/// Leaves the named cells these candidates alone.
pub(super) fn leave(marks: &mut Pencilmarks, text: &str, values: &[u8]) {
    for cell in cells(text) {
        for other in DigitSet::full(9).filter(|digit| !values.contains(&digit.value())) {
            marks.eliminate(cell, other);
        }
    }
}

/// All steps of a technique by HoDoKu's conventions.
pub(super) fn all(marks: &Pencilmarks, technique: Technique) -> Vec<Step> {
    all_by(marks, technique, &mut FinderMemory::default())
}

/// Compares searches of a technique along paths with memory of the states before and with none.
pub(super) fn assert_memory_changes_nothing(technique: Technique) {
    let mut scratch = FinderMemory::default();
    let turned: String = HARD.chars().rev().collect();
    let paths = [states(HARD), states(&turned)];
    let found = paths.iter().flatten().map(|marks| {
        let steps = all_by(marks, technique, &mut scratch);
        assert!(steps == all(marks, technique), "{technique:?} in {:?}", marks.grid());
        steps.len()
    });
    assert!(found.sum::<usize>() > 0, "{technique:?} has steps");
}

/// All steps of a technique, by this memory of the states before.
fn all_by(marks: &Pencilmarks, technique: Technique, scratch: &mut FinderMemory) -> Vec<Step> {
    let mut steps = Vec::new();
    let wanted = TechniqueSet::only(technique);
    let _ = Finder::new(marks, wanted, Conventions::Hodoku, scratch).find(technique.family(), &mut |step| {
        steps.push(step);
        SearchFlow::Continue(())
    });
    assert!(steps.iter().all(|step| step.technique == technique), "only what is wanted is found");
    let there = |Candidate { cell, digit }: Candidate| marks.has(cell, digit);
    assert!(steps.iter().all(|step| step.eliminations.iter().all(there)), "only what is there is taken");
    steps
}

/// Returns the eliminations of each step of a technique.
pub(super) fn taken(marks: &Pencilmarks, technique: Technique) -> Vec<Candidates> {
    let mut taken: Vec<_> = all(marks, technique).into_iter().map(|step| step.eliminations).collect();
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// The cells of several cells' common peers that hold a digit.
pub(super) fn seeing_all(marks: &Pencilmarks, value: u8, text: &str) -> Candidates {
    let seen = cells(text).fold(CellSet::ALL, |seen, cell| seen & peers(cell));
    Candidates::of(digit(value), seen & marks.places(digit(value)))
}
