//! Positions and steps for the tests of the families, written as people write them.

use crate::{
    Candidate, Candidates, CellSet, Conventions, Family, Finder, FinderMemory, House, HouseKind, Notation,
    Pencilmarks, Rater, Rulebook, SearchFlow, Step, Technique, TechniqueSet, library::Case,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Transform};
use gridmill_testing::{Numbers, sample};
use std::collections::BTreeMap;

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

/// Returns the 9x9 puzzles of the tests of the Explainer, from easy to hard.
pub(super) fn rated() -> Vec<Grid> {
    let lines = include_str!("explainer/chaining/tests/rated.txt").lines();
    let puzzles = lines.filter_map(|line| line.get(..81)).filter(|text| !text.starts_with('#'));
    puzzles.map(|text| Grid::parse(Shape::STANDARD, text).unwrap()).collect()
}

/// Returns a random image of a grid.
pub(super) fn image(grid: &Grid, numbers: &mut Numbers) -> Grid {
    let shape = grid.shape();
    let mut lines = |block: usize| {
        let mut order: Vec<Vec<usize>> =
            (0..shape.side() / block).map(|n| (n * block..(n + 1) * block).collect()).collect();
        for block in &mut order {
            numbers.shuffle(block);
        }
        numbers.shuffle(&mut order);
        order.concat()
    };
    let (rows, cols) = (lines(shape.box_rows()), lines(shape.box_cols()));
    let mut digits: Vec<usize> = (0..shape.side()).collect();
    numbers.shuffle(&mut digits);
    Transform::new(shape, &rows, &cols, &digits, numbers.below(2) == 1).unwrap().grid(grid)
}

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

/// Reads a position as `testdata/positions.txt` and `testdata/textbooks.txt` describe it.
pub(super) fn position(text: &str) -> Pencilmarks {
    if let Some(state) = text.strip_prefix(':') {
        return Case::parse(&format!(":::{state}:::")).unwrap().unwrap().marks;
    }
    let mut marks = Pencilmarks::blank();
    for condition in text.split(", ") {
        let (what, named) = condition.split_once(" in ").unwrap();
        let (verb, figures) = what.split_once(' ').unwrap_or(("", what));
        let digits: DigitSet = figures.bytes().map(|figure| digit(figure - b'0')).collect();
        let named = cells(named);
        let others_in = |kind: HouseKind| -> CellSet {
            kind.houses().filter(|house| house.cells().meets(named)).flat_map(House::cells).collect()
        };
        let (from, gone) = match verb {
            "" => (named, DigitSet::full(9) - digits),
            "no" => (named, digits),
            "rows" => (others_in(HouseKind::Row) - named, digits),
            "columns" => (others_in(HouseKind::Column) - named, digits),
            "entry" | "given" => {
                for cell in named {
                    marks.place_first(cell, digits.first().unwrap(), verb == "given");
                }
                continue;
            }
            _ => panic!("{condition}"),
        };
        for cell in from {
            for digit in gone {
                marks.eliminate(cell, digit);
            }
        }
    }
    marks
}

/// Returns all steps of a technique by HoDoKu's conventions.
pub(super) fn all(marks: &Pencilmarks, technique: Technique) -> Vec<Step> {
    steps(marks, technique, Conventions::Hodoku, &mut FinderMemory::default())
}

/// Compares searches of a technique along paths with memory of the states before and with none.
pub(super) fn assert_memory_changes_nothing(technique: Technique) {
    let mut scratch = FinderMemory::default();
    let turned: String = HARD.chars().rev().collect();
    // A path, and another with what was kept of the first.
    let (path, others) = (states(HARD), states(&turned));
    let found = path.iter().chain(others.iter().take(sample(3, usize::MAX))).map(|marks| {
        let steps = steps(marks, technique, Conventions::Hodoku, &mut scratch);
        assert!(steps == all(marks, technique), "{technique:?} in {:?}", marks.grid());
        steps.len()
    });
    assert!(found.sum::<usize>() > 0, "{technique:?} has steps");
}

/// Returns all steps of a technique, by this memory of the states before.
pub(super) fn steps(
    marks: &Pencilmarks,
    technique: Technique,
    conventions: Conventions,
    scratch: &mut FinderMemory,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let requested = TechniqueSet::only(technique);
    let _ = Finder::new(marks, requested, conventions, scratch).find(technique.family(), &mut |step| {
        steps.push(step);
        SearchFlow::Continue(())
    });
    assert!(steps.iter().all(|step| step.technique == technique), "only the requested technique is found");
    let there = |Candidate { cell, digit }: Candidate| marks.has(cell, digit);
    assert!(steps.iter().all(|step| step.eliminations.iter().all(there)), "only what is there is taken");
    steps
}

/// Returns the effects of all steps in order, each once, as `testdata/positions.txt` writes them.
pub(super) fn found(marks: &Pencilmarks, technique: Technique, conventions: Conventions) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for step in steps(marks, technique, conventions, &mut FinderMemory::default()) {
        let of = |sign: &'static str, candidates: Candidates| {
            DigitSet::full(9).iter().filter_map(move |digit| {
                let cells = candidates.cells(digit);
                (!cells.is_empty()).then(|| format!("{sign}{digit} {}", Notation::default().cells(cells)))
            })
        };
        let effect = of("=", step.placements().collect()).chain(of("", step.eliminations));
        let effect = effect.collect::<Vec<_>>().join(", ");
        if !found.contains(&effect) {
            found.push(effect);
        }
    }
    found
}

/// Line of a table of positions.
struct Example {
    line: &'static str,
    technique: Technique,
    found: Vec<String>,
    expected: &'static str,
}

/// Searches the positions of a table, each by its conventions.
fn examples(table: &'static str) -> impl Iterator<Item = Example> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).flat_map(|line| {
        let (head, rest) = line.split_once(": ").unwrap();
        let (state, expected) = rest.split_once(" -> ").unwrap();
        let (conventions, name) = head.rsplit_once(' ').unwrap_or(("hodoku", head));
        let (marks, technique) = (position(state), name.parse().unwrap());
        conventions.split(' ').map(move |name| {
            let conventions = match name {
                "hodoku" => Conventions::Hodoku,
                "explainer" => Conventions::Explainer,
                _ => Conventions::Plain,
            };
            Example { line, technique, found: found(&marks, technique, conventions), expected }
        })
    })
}

#[test]
fn positions_have_their_steps() {
    for Example { line, found, expected, .. } in examples(include_str!("../testdata/positions.txt")) {
        let found = if found.is_empty() { "none".to_owned() } else { found.join("; ") };
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn each_example_of_a_textbook_is_found_and_every_family_has_three() {
    let mut counts = BTreeMap::new();
    for Example { line, technique, found, expected } in examples(include_str!("../testdata/textbooks.txt")) {
        assert!(found.iter().any(|found| found == expected), "{line}: {found:?}");
        *counts.entry(technique.family().name()).or_insert(0) += 1;
    }
    let others = [Family::Braids.name()];
    for technique in Technique::all().map(|technique| technique.family().name()) {
        assert!(others.contains(&technique) || counts[technique] >= 3, "{technique}: {counts:?}");
    }
}
