//! The steps of the `hodoku` rulebook against those that HoDoKu 2.2.4 printed.

use super::{data, grid};
use gridmill::{
    board::{Cell, Digit},
    rate::{Candidate, Candidates, Pencilmarks, Rater, Rulebook, Step, Technique},
};
use std::collections::BTreeMap;

/// A line of HoDoKu's output for a step: its technique, and what it does.
#[derive(Debug, PartialEq, Eq)]
struct Printed {
    name: String,
    placement: Option<Candidate>,
    eliminations: Candidates,
}

impl Printed {
    /// Reads `Hidden Single: r1c4=7`, or `XY-Wing: ... => r12c6,r3c5<>3, r3c5<>8 ; ...`.
    fn parse(text: &str) -> Self {
        let line = text.split(" ; ").next().unwrap();
        let (about, does) = line.split_once(" => ").or_else(|| line.split_once(": ")).unwrap();
        let name = about.split(": ").next().unwrap().split(" in ").next().unwrap().trim().to_owned();
        let (mut placement, mut eliminations) = (None, Candidates::EMPTY);
        for part in does.trim().split(", ") {
            let (cells, digit) = part.split_once("<>").or_else(|| part.split_once('=')).unwrap();
            let digit = Digit::new(digit.parse().unwrap()).unwrap();
            for cell in cells.split(',').flat_map(cells_of) {
                if part.contains('=') {
                    placement = Some(Candidate { cell, digit });
                } else {
                    eliminations.insert(cell, digit);
                }
            }
        }
        Self { name, placement, eliminations }
    }

    fn of(step: &Step) -> Self {
        Self {
            name: hodokus(step.technique).to_owned(),
            placement: step.placement,
            eliminations: step.eliminations,
        }
    }
}

/// Returns the cells of `r12c345`.
fn cells_of(text: &str) -> impl Iterator<Item = Cell> + '_ {
    let (rows, columns) = text.trim().strip_prefix('r').unwrap().split_once('c').unwrap();
    let index = |digit: u8| usize::from(digit - b'1');
    rows.bytes()
        .flat_map(move |row| columns.bytes().map(move |column| Cell::new(9 * index(row) + index(column))))
}

/// Returns the name that HoDoKu prints.
fn hodokus(technique: Technique) -> &'static str {
    match technique {
        Technique::Pointing => "Locked Candidates Type 1 (Pointing)",
        Technique::Claiming => "Locked Candidates Type 2 (Claiming)",
        Technique::NakedQuad => "Naked Quadruple",
        Technique::HiddenQuad => "Hidden Quadruple",
        Technique::UniqueRectangle1 => "Uniqueness Test 1",
        Technique::UniqueRectangle2 => "Uniqueness Test 2",
        Technique::UniqueRectangle3 => "Uniqueness Test 3",
        Technique::UniqueRectangle4 => "Uniqueness Test 4",
        Technique::UniqueRectangle5 => "Uniqueness Test 5",
        Technique::UniqueRectangle6 => "Uniqueness Test 6",
        Technique::AlsXyChain => "Almost Locked Set Chain",
        _ => technique.title(),
    }
}

/// From each state of HoDoKu's path, the next step is HoDoKu's: the same technique, the same digit placed, the same candidates gone.
/// Where HoDoKu tries digits by brute force, no technique applies.
#[test]
fn every_step_is_that_of_hodoku() {
    let [Some(text)] = data::read("steps", ["hodoku-steps-dev.tsv"]) else { return };
    let mut rater = Rater::new(Rulebook::hodoku());
    let (mut steps, mut paths, mut failed) = (0, 0, Vec::new());
    let mut differing: BTreeMap<(String, String), u32> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let [puzzle, _, _, path] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut marks = Pencilmarks::new(&grid(puzzle));
        let before = failed.len();
        for (n, expected) in path.split(" | ").enumerate() {
            let printed = Printed::parse(expected);
            let ours = rater.next_step(&marks).unwrap().map(|next| next.step);
            steps += 1;
            match &ours {
                None if printed.name == "Brute Force" => {}
                Some(step) if Printed::of(step) == printed => {
                    marks.apply(step);
                    continue;
                }
                _ => {
                    let name = ours.as_ref().map_or("none", |step| hodokus(step.technique));
                    *differing.entry((printed.name.clone(), name.to_owned())).or_default() += 1;
                    let found = ours.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string);
                    failed.push(format!("{puzzle} step {}: {expected}\n  ours: {found}", n + 1));
                    if ours.as_ref().map(Printed::of).is_none_or(|ours| {
                        (ours.placement, ours.eliminations) != (printed.placement, printed.eliminations)
                    }) {
                        break;
                    }
                    marks.apply(ours.as_ref().unwrap());
                    continue;
                }
            }
            let Candidate { cell, digit } = printed.placement.unwrap();
            marks.place(cell, digit);
        }
        paths += u32::from(failed.len() == before);
    }
    for (names, count) in &differing {
        println!("{count} x HoDoKu: {}, gridmill: {}", names.0, names.1);
    }
    println!("{paths} paths are equal, {} of {steps} steps differ", failed.len());
    assert!(steps > 10_000, "{steps} steps are too few");
    assert!(failed.is_empty(), "{} steps differ:\n{}", failed.len(), failed.join("\n"));
}
