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

/// Puzzles with the ER, EP and ED that the Explainer 1.2.1.3 gave them, and their hardest technique.
const RATED: [(&str, [u32; 3], &str); 29] = [
    (
        "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7",
        [12, 12, 12],
        "hidden_single",
    ),
    (
        "....5..89..71.......9..754.24.........62159...7.......3..5..8...9...24.....93..2.",
        [15, 12, 12],
        "hidden_single",
    ),
    (
        "......7.9...189....6....1..2.....45.3...18..2.....5.18.8.6.......4....2.7.1.2.8.3",
        [17, 12, 12],
        "direct_pointing",
    ),
    (
        "..3456......1.9..6..8.3.....8......3...9..12..1.....47..26.1....31.9.4...4...2.5.",
        [20, 12, 12],
        "direct_hidden_pair",
    ),
    (
        "..34....9.....9.....9.7.1542...6.3.13.5..........2......48....7...59.6...326..8..",
        [23, 15, 15],
        "naked_single",
    ),
    (
        "1...5..8.....89...6..3...4..91.3...5...6.5..4.4...2.1.7.2...19..1..........2...58",
        [25, 12, 12],
        "direct_hidden_triplet",
    ),
    (
        "......78..567....2...2...4.2.4....65.18.........362.......9...1591...4.....5.4...",
        [26, 12, 12],
        "pointing",
    ),
    (
        "12...6.8.....89........7.51.......68.1.83...2.9..6......8.4..9..429....3.........",
        [28, 12, 12],
        "claiming",
    ),
    (
        "1..456....5.1.9.....9..3....985...4..34..1.9......4..2...7....1.7..653.........7.",
        [30, 12, 12],
        "naked_pair",
    ),
    (
        "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.",
        [32, 12, 12],
        "x_wing",
    ),
    (
        "1....6.....71..2...6.7...45.8...1..3....9...1..1872.6....2...9.5.2...4.8....4.3..",
        [34, 12, 12],
        "hidden_pair",
    ),
    (
        "............7.9.31.8...25..2......5....9..........4873.325.81..8....1.6.9.536....",
        [36, 12, 12],
        "naked_triple",
    ),
    (
        "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...",
        [38, 15, 15],
        "swordfish",
    ),
    (
        "....56.8..571....6...........13...953.........7.8...2.5327..9....6.1..4.8...9..7.",
        [40, 12, 12],
        "hidden_triple",
    ),
    (
        "....56..9...1....689.....4..7...8...5897..6.1.....2..7.12.7.........43......6.5..",
        [42, 12, 12],
        "xy_wing",
    ),
    (
        "..3..6...4..18..3.8....3..5...76.8.1..1.9..2...........4...29....2.3.....96.48.12",
        [44, 20, 20],
        "xyz_wing",
    ),
    (
        ".2....78945....2..6...3..4...1..5.......614..8.439.6....65..........8...9......78",
        [45, 12, 12],
        "unique_rectangle_1",
    ),
    (
        ".2....78...718...6..8.2.541.3.5..614.....4....6...........1..6.7..963...98...2...",
        [45, 12, 12],
        "unique_rectangle_2",
    ),
    (
        "1....6...4.7.....3..9.2.5......9..4..362.1...9..7......9..128.7..8.7..26....3....",
        [45, 12, 12],
        "unique_rectangle_3",
    ),
    (
        "....5.7....6..923.7.93.....21.5..8....7.4.5.....9.....3..1...4..6...4..8..8.7..1.",
        [45, 12, 12],
        "unique_rectangle_4",
    ),
    (
        ".2.....89...1..23.69..7...5..1..7...8.6.4......521...........51..4...87......56..",
        [46, 12, 12],
        "unique_rectangle_3",
    ),
    (
        "....56...4.6..9.......1...42..83.9....79.1...8..........2...8.66.812..9.9.1.6.2..",
        [46, 12, 12],
        "unique_loop_2",
    ),
    (
        "1..4...8.4.7.....6.6..2.....7.94..6.3.8..1.......35..2.1.....27732...5........61.",
        [47, 15, 15],
        "unique_loop_1",
    ),
    (
        "...45....4.67...2.7......6......1.3.....27......9..257.61...945.8.......9..3....8",
        [50, 12, 12],
        "naked_quad",
    ),
    (
        "1..4.67.9....8.23..6.....45..4.9.....3.6..9.49..32..5..9.........193....7....2...",
        [56, 12, 12],
        "bug_1",
    ),
    (
        "...456.8.4..1.9....8......123...8..........429.6....35....9....5.1.2.....947..1..",
        [57, 12, 12],
        "bug_2",
    ),
    (
        "1.....7...5.189....8.......2....5.......1...2..62..3....2...45...864.....745....3",
        [57, 12, 12],
        "bug_4",
    ),
    (
        "12.4....9..6....2....2.......56.3..8..1.2.45.8.....2.....3.4......1.5.9.93......7",
        [59, 12, 12],
        "bug_3",
    ),
    (
        "..3...7.945....2.6.9..73......9..1.7...7.1.25....4...3..6.1....84.....5.9..6.....",
        [62, 12, 12],
        "aligned_pair_exclusion",
    ),
];

/// Puzzles that it rates higher than 6.2.
const BEYOND: [&str; 16] = [
    "..34..78.4.71....3.6.2..4.52....5..8.....8......34.6.....89...66.5.....4.71......",
    "1...56.....7.89....8.3....1..5.....87...2....93...41..3.4...82.....4.9...9...561.",
    "1....6.8..5......2789....64.....7..3...19....9..8....75..3...7..3.......8.4.7..95",
    "12...67...5....1..7...3.56.2.7.9..3.......842.3..6......49........8...9...5...47.",
    ".23...7...5.7.........1.64...56.781.3...2....67..9......49...6.....61.....78...2.",
    "12.4...89...18..3.6...7..4.2.....5.4..9.....87...6.....3.7....2.....5.1.91.8.....",
    "...456..9...1..2...6..2..5.......36..15.68.....43..8...81..........9.54.9......7.",
    "1.3.5.......1....6.......5..7...4.1..6.5.3.729...2.6....26..5.1.9....8..7.......3",
    "12.4...8.........6.89..315...4.....3.....75....59.4.2..48.619..731.........7.....",
    ".2...6...4...8..3...9...1......4.3...9....47...12.8.9.5.6.9...7.325.4......8.....",
    "12..56....57..92.6..6.....42.......853...79...6.8.......5.1...7.....2...9.....8.5",
    "..34..7..45...9..66.....15.....6..97......4..9.67....137.....18.6...1.....42.....",
    "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........296..8....4.4..2....7",
    "..6..3...9..7...1..5..8....7..9..4....2..6..1.3..5..........29...8....4.4..2....7",
    "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........29...8....4.4.92....7",
    "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........29...8.7..4.4..2....7",
];

#[test]
fn ratings_are_the_explainers() {
    let mut rater = Rater::new(Rulebook::se());
    for (puzzle, [er, ep, ed], hardest) in RATED {
        let rating = rate(&mut rater, puzzle, |_| ());
        assert_eq!(
            [rating.er, rating.ep, rating.ed],
            [er, ep, ed].map(|tenths| Some(Tenths::new(tenths))),
            "{puzzle}"
        );
        assert_eq!(rating.hardest.map(Technique::name), Some(hardest), "{puzzle}");
        assert!(rating.solved && rating.level.is_none());
    }
}

#[test]
fn what_needs_chains_is_unrated_without_them() {
    let mut without = Rater::new(&Rulebook::se().up_to(Tenths::new(62)));
    let mut whole = Rater::new(Rulebook::se());
    for puzzle in BEYOND {
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
    for puzzle in BEYOND {
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
