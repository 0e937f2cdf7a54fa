//! Ratings against what the programs that the rulebooks follow say, HoDoKu and the Sudoku Explainer; the finders against HoDoKu's library of
//! cases. `shapes` has definitions of the techniques, `transforms` what does not change when a grid is moved.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod shapes;
mod transforms;

use crate::{common::data, prelude::*};
use gridmill::rate::{Candidate, Candidates, Rating, Tenths, library::Case};

fn grid(puzzle: &str) -> Grid {
    Grid::parse(Shape::STANDARD, puzzle).unwrap()
}

/// The rating of a puzzle, and each step shown.
fn rate(rater: &mut Rater, puzzle: &str, mut see: impl FnMut(&Step)) -> Rating {
    rater.trace(&mut Pencilmarks::new(&grid(puzzle)), |_, step| see(step))
}

#[test]
fn every_case_of_the_library_is_found() {
    let [Some(text)] = data::read("library", ["reglib-dev.txt"]) else { return };
    let mut scratch = FinderMemory::default();
    let (mut cases, mut failed) = (0, Vec::new());
    for line in text.lines() {
        let Some(case) = Case::parse(line).unwrap() else { continue };
        cases += 1;
        if !case.passes(&case.found(&mut scratch)) {
            failed.push(line);
        }
    }
    assert!(cases >= 500, "{cases} cases are no library");
    assert!(failed.is_empty(), "{} of {cases}:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn levels_and_scores_are_those_of_hodoku() {
    let [Some(text)] = data::read("ratings", ["hodoku-ratings-dev.tsv"]) else { return };
    let rulebook = Rulebook::hodoku();
    let mut rater = Rater::new(rulebook);
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let [puzzle, level, score, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rating = rater.rate(&mut Pencilmarks::new(&grid(puzzle)));
        assert!(rating.solved, "{puzzle}");
        let ours = rating.level.as_deref().unwrap_or_default();
        assert!(ours.eq_ignore_ascii_case(level), "{puzzle} is {level}, not {ours}");
        assert_eq!(rating.score, score.parse().ok(), "{puzzle}");
        rows += 1;
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        let alone = singles.iter().map(|&single| u32::from(rating.count(single))).sum::<u32>();
        assert!(level != "Easy" || alone == rating.steps, "{puzzle} is easy, and needs more than singles");
    }
    assert!(rows >= 500, "{rows} puzzles are no sample");
}

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

/// Puzzles with ER, EP and ED that the Explainer gave them, the last ones above 6.2.
const RATED: &str = include_str!("../../../crates/rate/src/explainer/chaining/tests/rated.txt");

/// Their hardest techniques up to 6.2.
const HARDEST: &str = "\
    hidden_single hidden_single direct_pointing direct_hidden_pair naked_single direct_hidden_triplet \
    pointing claiming naked_pair x_wing hidden_pair naked_triple swordfish hidden_triple xy_wing \
    xyz_wing unique_rectangle_1 unique_rectangle_2 unique_rectangle_3 unique_rectangle_4 \
    unique_rectangle_3 unique_loop_2 unique_loop_1 naked_quad bug_1 bug_2 bug_4 bug_3 \
    aligned_pair_exclusion";

/// Puzzles that it rates higher than 6.2.
fn beyond() -> impl Iterator<Item = &'static str> {
    RATED.lines().skip(1 + HARDEST.split(' ').count()).map(|line| &line[..81])
}

#[test]
fn hardest_techniques_are_the_explainers() {
    let mut rater = Rater::new(Rulebook::se());
    for (line, name) in RATED.lines().skip(1).zip(HARDEST.split(' ')) {
        let rating = rate(&mut rater, &line[..81], |_| ());
        assert_eq!(rating.hardest.map(Technique::name), Some(name), "{line}");
        assert!(rating.solved && rating.level.is_none());
    }
}

#[test]
fn what_needs_chains_is_unrated_without_them() {
    let mut without = Rater::new(&Rulebook::se().up_to(Tenths::new(62)));
    let mut whole = Rater::new(Rulebook::se());
    for puzzle in beyond() {
        let rating = rate(&mut without, puzzle, |_| ());
        assert!(!rating.solved, "{puzzle}");
        assert_eq!((rating.er, rating.score, rating.hardest), (None, None, None));
        assert!(rating.ed.is_none_or(|ed| ed <= Tenths::new(62)));
        assert!(rate(&mut whole, puzzle, |_| ()).er.is_some_and(|er| er > Tenths::new(62)), "{puzzle}");
    }
}

/// A budget equal to the work of a puzzle is enough, and one less is not.
#[test]
fn the_work_of_a_puzzle_is_its_least_budget() {
    let mut whole = Rater::new(Rulebook::se());
    let mut worked = 0;
    for puzzle in beyond() {
        let rating = rate(&mut whole, puzzle, |_| ());
        let mut enough = Rater::new(Rulebook::se()).with_budget(rating.nodes);
        assert_eq!(rate(&mut enough, puzzle, |_| ()), rating, "{puzzle}");
        if rating.nodes > 0 {
            worked += 1;
            let mut short = Rater::new(Rulebook::se()).with_budget(rating.nodes - 1);
            let open = rate(&mut short, puzzle, |_| ());
            assert_eq!((open.er, open.solved, open.hardest), (None, false, None), "{puzzle}");
            assert!(open.er_at_least.is_some() && open.er_at_least <= rating.er, "{puzzle}");
        }
    }
    assert!(worked > 7);
}

fn number(text: &str) -> Tenths {
    text.parse().unwrap()
}

/// `{1.0 Hidden Single=21, 1.2 Hidden Single=34}` as steps of each rating.
fn histogram(text: &str) -> BTreeMap<Tenths, u32> {
    let mut steps = BTreeMap::new();
    for part in text.trim_matches(['{', '}']).split(", ") {
        let (name, count) = part.split_once('=').unwrap();
        *steps.entry(number(name.split(' ').next().unwrap())).or_default() += count.parse::<u32>().unwrap();
    }
    steps
}

/// Not only the ratings, but how many steps of each rating there were. From (+) on the original's order is its own: there 1 % may
/// differ.
#[test]
#[ignore = "10 s, long paths: bash scripts/long_tests.sh"]
fn long_steps_are_the_explainers() {
    let [Some(text)] = data::read("steps", ["se-steps-dev.tsv"]) else { return };
    let se = Rulebook::se();
    let mut rater = Rater::new(se);
    let (mut compared, mut different) = (0, 0);
    for line in text.lines().skip(1) {
        let [puzzle, ratings, _hardest, steps] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let expected: Vec<_> = ratings.split('/').map(number).collect();
        let mut ours = BTreeMap::<Tenths, u32>::new();
        let mut plus = false;
        let rating = rate(&mut rater, puzzle, |step| {
            let base = se.rule(step.technique).unwrap().rating();
            plus |= base >= Tenths::whole(9);
            *ours.entry(base + step.extra).or_default() += 1;
        });
        let same = [rating.er, rating.ep, rating.ed].map(Option::unwrap)[..] == expected[..]
            && ours == histogram(steps);
        assert!(same || plus, "{line}: {rating:?}");
        different += usize::from(!same);
        compared += 1;
    }
    println!("{compared} puzzles compared step by step, {different} different, with steps by (+)");
    assert!(compared > 300 && different * 100 <= compared);
}

#[test]
fn many_ratings_are_the_explainers() {
    let [Some(text)] = data::read("ratings", ["se-ratings-dev.csv"]) else { return };
    let mut rater = Rater::new(Rulebook::se());
    let mut compared = 0;
    for line in text.lines().skip_while(|line| !line.starts_with("puzzle")).skip(1).step_by(7) {
        let [puzzle, _clues, rating] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(rate(&mut rater, puzzle, |_| ()).er, Some(number(rating)), "{line}");
        compared += 1;
    }
    println!("{compared} ratings compared");
    assert!(compared > 1000);
}
