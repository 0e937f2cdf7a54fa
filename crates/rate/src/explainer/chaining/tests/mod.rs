//! Compares the search with the oracle step by step, and with ratings that the Explainer gave.

use super::{
    ChainLevel, Chaining, LEVELS as ALL, LinkKinds,
    candidates::{CandidateGrid, bits, id},
    closure::{Closure, ClosureStatus, DEEPEST, LinkMode},
    dynamic::PlacedCounts,
    implications::{ChainSources, ImplicationSets},
    oracle, technique, tenths,
};
use crate::{
    Conventions, Family, Finder, FinderMemory, House, HouseKind, Pencilmarks, Rater, Rulebook, SearchFlow,
    Step, Technique as T, Tenths, testing::image,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid as Board, Shape};
use std::{
    collections::BTreeMap,
    ops::RangeInclusive,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

/// Puzzles with ER, EP and ED, as version 1.2.1.3 of the serate command gave them.
const RATED: &str = include_str!("rated.txt");

fn rated() -> impl Iterator<Item = (&'static str, [Tenths; 3])> {
    RATED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (puzzle, rest) = line.split_once(' ').unwrap();
        let mut ratings = rest.split(' ').next().unwrap().split('/');
        let number = |text: &str| text.parse().unwrap();
        (puzzle, std::array::from_fn(|_| number(ratings.next().unwrap())))
    })
}

fn marks(puzzle: &str) -> Pencilmarks {
    Pencilmarks::new(&Board::parse(Shape::STANDARD, puzzle).unwrap())
}

#[test]
fn the_ratings_are_the_explainers() {
    let mut rater = Rater::new(Rulebook::se());
    let mut count = 0;
    for (puzzle, [er, ep, ed]) in rated() {
        let rating = rater.rate(&mut marks(puzzle));
        assert_eq!((rating.er, rating.ep, rating.ed), (Some(er), Some(ep), Some(ed)), "{puzzle}");
        count += 1;
    }
    assert_eq!(count, 45);
}

fn rule(level: ChainLevel) -> &'static crate::Rule {
    let technique = match level {
        ChainLevel::Simple => T::ForcingChain,
        ChainLevel::Nishio => T::NishioForcingChains,
        ChainLevel::Multiple => T::CellForcingChains,
        ChainLevel::Dynamic(0) => T::DynamicCell,
        ChainLevel::Dynamic(1) => T::DynamicPlusCell,
        ChainLevel::Dynamic(2) => T::NestedForcing,
        ChainLevel::Dynamic(3) => T::NestedMultiple,
        ChainLevel::Dynamic(4) => T::NestedDynamic,
        ChainLevel::Dynamic(_) => T::NestedNested,
    };
    Rulebook::se().rule(technique).unwrap()
}

fn found(marks: &Pencilmarks, level: ChainLevel, most: usize, scratch: &mut FinderMemory) -> Vec<Step> {
    let mut steps = Vec::new();
    let techniques = rule(level).techniques;
    let mut finder = Finder::new(marks, techniques, Conventions::Explainer, scratch);
    let _ = finder.find(Family::Chaining, &mut |step| {
        steps.push(step);
        if steps.len() < most { SearchFlow::Continue(()) } else { SearchFlow::Break(()) }
    });
    steps
}

/// Compares a level with the oracle in one state. Returns the first step.
fn compare(marks: &Pencilmarks, level: ChainLevel, all: bool, scratch: &mut FinderMemory) -> Option<Step> {
    let expected = oracle::hints(marks, level);
    let most = if all { usize::MAX } else { 1 };
    let steps = found(marks, level, most, scratch);
    if all || steps.is_empty() {
        assert_eq!(steps.len(), expected.len(), "{level:?} {marks:?}");
    }
    for (step, hint) in steps.iter().zip(&expected) {
        assert_eq!(step.eliminations, hint.eliminations, "{level:?} {} {marks:?}", hint.complexity);
        assert_eq!(step.placement, hint.placement, "{level:?} {marks:?}");
        assert_eq!(step.technique, technique(hint.kind, level), "{level:?} {marks:?}");
        assert_eq!(
            rule(level).rating() + step.extra,
            Tenths::new(tenths(hint.rating).into()),
            "{level:?} {marks:?}"
        );
    }
    steps.into_iter().next()
}

fn compare_transforms(seed: u64, count: usize, ratings: RangeInclusive<u32>, highest: ChainLevel, all: bool) {
    let mut numbers = gridmill_testing::Numbers::new(seed);
    let mut states = 0;
    for _ in 0..count {
        for (puzzle, _) in rated().filter(|(_, [er, ..])| ratings.contains(&er.tenths())) {
            states +=
                compare_path(&image(&puzzle.parse().unwrap(), &mut numbers).to_string(), highest, all).states;
        }
    }
    assert!(states > count);
}

#[test]
fn simple_chains_agree_with_the_definition() {
    compare_transforms(1, 4, 65..=73, ChainLevel::Simple, false);
    compare_transforms(2, 2, 65..=73, ChainLevel::Simple, true);
}

#[test]
fn multiple_and_dynamic_chains_agree_with_the_definition() {
    compare_transforms(3, 2, 75..=86, ChainLevel::Dynamic(0), false);
    compare_transforms(4, 1, 80..=82, ChainLevel::Dynamic(0), true);
    compare_transforms(10, 1, 97..=97, ChainLevel::Dynamic(1), false);
}

#[test]
#[ignore = "minutes in release mode: cargo test --release -p gridmill-rate --lib -- --ignored thousands_of_paths"]
fn thousands_of_paths_agree_with_the_definition() {
    compare_transforms(5, 200, 65..=73, ChainLevel::Dynamic(1), false);
    compare_transforms(6, 20, 65..=73, ChainLevel::Multiple, true);
    compare_transforms(7, 200, 65..=92, ChainLevel::Dynamic(1), false);
    compare_transforms(8, 5, 65..=92, ChainLevel::Dynamic(1), true);
}

#[test]
#[ignore = "many minutes in release mode: cargo test --release -p gridmill-rate --lib -- --ignored nested_chains"]
fn nested_chains_agree_with_the_definition() {
    compare_transforms(9, 1, 97..=105, ChainLevel::Dynamic(2), false);
}

/// Implication sets show exactly the candidates with chains to their own negation: those whose closures clash.
#[test]
fn implication_sets_show_all_self_contradictions() {
    let (mut implications, mut sources) = (ImplicationSets::default(), ChainSources::default());
    let mut closure = Closure::default();
    let mut count = 0;
    for (puzzle, _) in rated().filter(|(_, [er, ..])| (66..=73).contains(&er.tenths())) {
        let mut states = Vec::new();
        Rater::new(Rulebook::se())
            .trace(&mut marks(puzzle), |marks, _| states.push(CandidateGrid::new(marks)));
        for grid in states {
            implications.update(&grid, LinkKinds::Xy);
            implications.find_sources(&grid, LinkKinds::Xy, &mut sources);
            let mut expected = Vec::new();
            for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
                for (own, on) in
                    bits(candidates).flat_map(|digit| [true, false].map(|on| (id(cell, digit), on)))
                {
                    closure.start(&grid, own, on, false);
                    closure.run(&grid, LinkMode { by_cell: true, dynamic: false }, DEEPEST);
                    expected.extend(matches!(closure.status, ClosureStatus::Clash(_)).then_some((own, on)));
                }
            }
            assert_eq!(sources.chains, expected);
            assert_eq!(implications.may_have_chains(&grid, LinkKinds::Xy), !expected.is_empty());
            count += expected.len();
        }
    }
    assert!(count > 100);
}

/// Returns a blank grid with two restrictions: the only places of a digit in a house, and cells with only two digits.
fn sketch(only: &[(HouseKind, usize, usize, [usize; 2])], pairs: &[(usize, [usize; 2])]) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    let digit = |figure: usize| Digit::from_index(figure - 1);
    for &(kind, number, figure, places) in only {
        let house = House::new(kind, number - 1);
        for index in (1..=9).filter(|index| !places.contains(index)) {
            marks.eliminate(house.cell(index - 1), digit(figure));
        }
    }
    for &(cell, figures) in pairs {
        for figure in (1..=9).filter(|figure| !figures.contains(figure)) {
            marks.eliminate(Cell::new(cell), digit(figure));
        }
    }
    marks
}

fn first(marks: &Pencilmarks, level: ChainLevel) -> (T, u32, String) {
    let step = found(marks, level, 1, &mut FinderMemory::default()).remove(0);
    let gone: Vec<String> = DigitSet::full(9)
        .iter()
        .filter(|&digit| !step.eliminations.cells(digit).is_empty())
        .map(|digit| format!("{}: {}", digit.value(), step.eliminations.cells(digit)))
        .collect();
    (step.technique, (rule(level).rating() + step.extra).tenths(), gone.join("; "))
}

/// An X-Wing read as a loop of four nodes (Sudopedia, "X-Wing").
#[test]
fn an_x_wing_is_a_bidirectional_x_cycle() {
    let marks = sketch(&[(HouseKind::Row, 1, 1, [1, 5]), (HouseKind::Row, 6, 1, [1, 5])], &[]);
    let gone = "1: r2c1 r2c5 r3c1 r3c5 r4c1 r4c5 r5c1 r5c5 r7c1 r7c5 r8c1 r8c5 r9c1 r9c5".to_owned();
    assert_eq!(first(&marks, ChainLevel::Simple), (T::BidirectionalXCycle, 65, gone));
}

/// A naked triple of three pairs read as a loop (Sudopedia, "XY-Chain": closed, an XY-ring).
#[test]
fn three_pairs_in_a_row_are_a_bidirectional_y_cycle() {
    let marks = sketch(&[], &[(0, [1, 2]), (4, [2, 3]), (8, [1, 3])]);
    let rest = "r1c2 r1c3 r1c4 r1c6 r1c7 r1c8";
    let gone = format!("1: {rest}; 2: {rest}; 3: {rest}");
    assert_eq!(first(&marks, ChainLevel::Simple), (T::BidirectionalYCycle, 65, gone));
}

/// A skyscraper (SudokuWiki, "Simple Colouring"; HoDoKu, "Single Digit Patterns") eliminates 4 from all cells that see both roofs.
/// The Explainer eliminates one candidate at a time.
#[test]
fn a_skyscraper_is_a_forcing_x_chain() {
    let marks = sketch(&[(HouseKind::Column, 2, 4, [1, 4]), (HouseKind::Column, 8, 4, [1, 5])], &[]);
    let steps = found(&marks, ChainLevel::Simple, usize::MAX, &mut FinderMemory::default());
    let gone: Vec<String> = steps.iter().map(|step| step.eliminations.all_cells().to_string()).collect();
    assert_eq!(gone[..4], ["r4c7", "r4c9", "r5c1", "r5c3"]);
    assert_eq!(first(&marks, ChainLevel::Simple), (T::ForcingXChain, 66, "4: r4c7".to_owned()));
}

/// A search whose budget runs out gives a lower bound of the rating.
#[test]
fn too_much_work_leaves_the_rating_open() {
    let (puzzle, [er, ..]) = &rated().last().unwrap();
    let mut rater = Rater::new(Rulebook::se()).with_budget(50_000);
    let rating = rater.rate(&mut marks(puzzle));
    assert!(!rating.solved && rating.stuck_cells > 0 && rating.er.is_none());
    assert!(
        rating.er_at_least.is_some_and(|least| (Tenths::new(85)..*er).contains(&least)),
        "{:?}",
        rating.er_at_least
    );
    let mut rater = Rater::new(Rulebook::se());
    let rating = rater.rate(&mut marks(puzzle));
    assert_eq!((rating.er, rating.er_at_least), (Some(*er), None));
}

#[test]
fn a_grid_and_its_counts_are_those_of_the_state() {
    let marks = marks(rated().last().unwrap().0);
    let (grid, placed) = (CandidateGrid::new(&marks), PlacedCounts::new(&marks));
    assert_eq!(grid.cells.iter().filter(|&&cell| cell == 0).count(), 81 - marks.empty().len() as usize);
    assert_ne!(placed, PlacedCounts::default());
    assert!(!Chaining::default().ran_out);
}

// Compares the search with the oracle on the puzzles of a file: every chaining step on the way to the end of each.
//
// ```text
// no easier rule applies -> level after level: do both find nothing? -> both find the same first step -> apply it, and go on
// ```
//
// The oracle is slow from the nested levels on. So the highest level to compare is a parameter. Above it the search continues
// alone, so that the easier steps after it are compared too.

/// Counts of comparisons.
#[derive(Debug, Default)]
struct Tally {
    /// States in which no easier rule applies.
    states: usize,
    /// By level: states in which it was compared, and states in which it had a step.
    compared: BTreeMap<ChainLevel, [usize; 2]>,
    /// Steps above the highest level, found by the search alone.
    beyond: usize,
}

impl Tally {
    fn report(&self, puzzles: usize) -> String {
        let mut text = format!("{puzzles} puzzles agree in {} states that need chains\n", self.states);
        for (level, [compared, steps]) in &self.compared {
            text += &format!("{level:?}: compared in {compared} states, the first to lead on in {steps}\n");
        }
        text + &format!("{} steps of higher levels were not compared\n", self.beyond)
    }

    fn add(&mut self, other: &Self) {
        self.states += other.states;
        self.beyond += other.beyond;
        for (&level, counts) in &other.compared {
            let sum = self.compared.entry(level).or_default();
            (sum[0], sum[1]) = (sum[0] + counts[0], sum[1] + counts[1]);
        }
    }
}

/// Solves a puzzle and compares each level up to `highest`.
fn compare_path(puzzle: &str, highest: ChainLevel, all: bool) -> Tally {
    let mut rater = Rater::new(&Rulebook::se().restricted(|rule| rule.family != Family::Chaining));
    let (mut marks, mut scratch, mut tally) = (marks(puzzle), FinderMemory::default(), Tally::default());
    loop {
        rater.rate(&mut marks);
        if marks.is_complete() {
            return tally;
        }
        tally.states += 1;
        let mut step = None;
        for level in ALL.into_iter().take_while(|&level| level <= highest) {
            let [compared, steps] = tally.compared.entry(level).or_default();
            step = compare(&marks, level, all, &mut scratch);
            *compared += 1;
            *steps += usize::from(step.is_some());
            if step.is_some() {
                break;
            }
        }
        if step.is_none() {
            let beyond = ALL.into_iter().filter(|&level| level > highest);
            step = beyond.into_iter().find_map(|level| found(&marks, level, 1, &mut scratch).pop());
            tally.beyond += usize::from(step.is_some());
        }
        let Some(step) = step else { return tally };
        marks.apply(&step);
    }
}

/// Reads environment variables. `PUZZLES` names the file, one puzzle a line; `SKIP` and `TAKE` choose among them. `LEVEL` is the
/// highest level to compare, from 0 (8.5) to 5 (11.0), 1 by default. Counts are written to a file next to that of the puzzles.
#[test]
#[ignore = "needs PUZZLES=file: bash scripts/oracle.sh"]
fn puzzles_of_a_file_agree_with_the_definition() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (skip, take) = (number("SKIP").unwrap_or(0), number("TAKE").unwrap_or(usize::MAX));
    let highest = ChainLevel::Dynamic(number("LEVEL").map_or(1, |level| u8::try_from(level).unwrap()));
    let file = std::env::var("PUZZLES").unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let puzzles = text.lines().filter_map(|line| line.get(..81)).filter(|puzzle| is_puzzle(puzzle));
    let puzzles: Vec<String> = puzzles.skip(skip).take(take).map(|puzzle| puzzle.replace('0', ".")).collect();
    assert!(!puzzles.is_empty());
    let tally = on_all_threads(&puzzles, |puzzle| compare_path(puzzle, highest, false));
    std::fs::write(format!("{file}.compared"), tally.report(puzzles.len())).unwrap();
}

fn is_puzzle(text: &str) -> bool {
    text.bytes().all(|cell| matches!(cell, b'0'..=b'9' | b'.'))
}

/// Sums over puzzles, which threads take one by one.
fn on_all_threads(puzzles: &[String], of: impl Fn(&str) -> Tally + Sync) -> Tally {
    let (next, sum) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        while let Some(puzzle) = puzzles.get(next.fetch_add(1, Relaxed)) {
            let tally = of(puzzle);
            sum.lock().unwrap().add(&tally);
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    sum.into_inner().unwrap()
}
