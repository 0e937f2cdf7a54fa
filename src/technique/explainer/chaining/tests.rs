//! The search against the definition, step by step; and the ratings that the Explainer gave.

use super::{
    advanced::Frame,
    grid::Grid,
    hints::Chaining,
    oracle,
    rating::{Level, tenths},
};
use crate::{
    board::{Grid as Board, Shape},
    technique::{
        Conventions, Family, Finder, Found, Pencilmarks, Rater, Rulebook, Scratch, Step, Technique as T,
    },
};

/// Puzzles with ER, EP and ED, as version 1.2.1.3 of the serate command gave them.
const RATED: &str = include_str!("tests/rated.txt");

fn rated() -> impl Iterator<Item = (&'static str, [u16; 3])> {
    RATED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (puzzle, rest) = line.split_once(' ').unwrap();
        let mut ratings = rest.split(' ').next().unwrap().split('/');
        let tenths = |text: &str| text.replace('.', "").parse().unwrap();
        (puzzle, std::array::from_fn(|_| tenths(ratings.next().unwrap())))
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
        let rating = rater.rate(&mut marks(puzzle), |_, _| {});
        assert_eq!((rating.er, rating.ep, rating.ed), (Some(er), Some(ep), Some(ed)), "{puzzle}");
        count += 1;
    }
    assert_eq!(count, 45);
}

/// A stream of numbers (G. Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|n| n);
        for n in (1..N).rev() {
            order.swap(n, self.below(n + 1));
        }
        order
    }

    /// Nine rows, or columns, in another order that keeps bands.
    fn lines(&mut self) -> [usize; 9] {
        let bands: [usize; 3] = self.order();
        let within: [[usize; 3]; 3] = std::array::from_fn(|_| self.order());
        std::array::from_fn(|n| 3 * bands[n / 3] + within[n / 3][n % 3])
    }

    /// A puzzle in another form; what comes first in it is something else.
    fn transformed(&mut self, puzzle: &str) -> String {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.order::<9>());
        let turned = self.below(2) == 1;
        let cells = puzzle.as_bytes();
        let cell = |n: usize| {
            let (row, column) = (rows[n / 9], columns[n % 9]);
            match cells[if turned { 9 * column + row } else { 9 * row + column }] {
                digit @ b'1'..=b'9' => char::from(b"123456789"[digits[usize::from(digit - b'1')]]),
                _ => '.',
            }
        };
        (0..81).map(cell).collect()
    }
}

/// The techniques of a level.
fn rule(level: Level) -> &'static crate::technique::Rule {
    let technique = match level {
        Level::Simple => T::ForcingChain,
        Level::Nishio => T::NishioForcingChains,
        Level::Multiple => T::CellForcingChains,
        Level::Dynamic(0) => T::DynamicCell,
        Level::Dynamic(1) => T::DynamicPlusCell,
        Level::Dynamic(2) => T::NestedForcing,
        Level::Dynamic(3) => T::NestedMultiple,
        Level::Dynamic(4) => T::NestedDynamic,
        Level::Dynamic(_) => T::NestedNested,
    };
    Rulebook::se().rule(technique).unwrap()
}

fn found(marks: &Pencilmarks, level: Level, most: usize, scratch: &mut Scratch) -> Vec<Step> {
    let mut steps = Vec::new();
    let techniques = rule(level).techniques;
    let mut finder = Finder::new(marks, techniques, Conventions::Explainer, scratch);
    let _ = finder.find(Family::Chaining, &mut |step| {
        steps.push(step);
        if steps.len() < most { Found::Continue(()) } else { Found::Break(()) }
    });
    steps
}

/// Compares a level in a state; what the level finds first.
fn compare(marks: &Pencilmarks, level: Level, all: bool, scratch: &mut Scratch) -> Option<Step> {
    let expected = oracle::hints(marks, level);
    let most = if all { usize::MAX } else { 1 };
    let steps = found(marks, level, most, scratch);
    if all || steps.is_empty() {
        assert_eq!(steps.len(), expected.len(), "{level:?} {marks:?}");
    }
    for (step, hint) in steps.iter().zip(&expected) {
        assert_eq!(step.eliminations, hint.eliminations, "{level:?} {} {marks:?}", hint.complexity);
        assert_eq!(step.placement, hint.placement, "{level:?} {marks:?}");
        assert_eq!(rule(level).rating + step.extra, tenths(hint.rating), "{level:?} {marks:?}");
    }
    steps.into_iter().next()
}

const LEVELS: [Level; 6] =
    [Level::Simple, Level::Nishio, Level::Multiple, Level::Dynamic(0), Level::Dynamic(1), Level::Dynamic(2)];

/// Along a path, wherever no easier rule leads on, all levels until one finds something; how many states.
fn compare_path(puzzle: &str, highest: Level, all: bool) -> usize {
    let mut rater = Rater::new(&Rulebook::se().restricted(|rule| rule.family != Family::Chaining));
    let mut marks = marks(puzzle);
    let mut scratch = Scratch::default();
    let mut states = 0;
    loop {
        rater.rate(&mut marks, |_, _| {});
        if marks.is_complete() {
            return states;
        }
        states += 1;
        let levels = LEVELS.into_iter().take_while(|&level| level <= highest);
        let Some(step) = levels.into_iter().find_map(|level| compare(&marks, level, all, &mut scratch))
        else {
            return states;
        };
        marks.apply(&step);
    }
}

fn compare_transforms(seed: u64, count: usize, hardest: u16, highest: Level, all: bool) {
    let mut random = Random(seed);
    let mut states = 0;
    for _ in 0..count {
        for (puzzle, _) in rated().filter(|(_, [er, ..])| (65..=hardest).contains(er)) {
            states += compare_path(&random.transformed(puzzle), highest, all);
        }
    }
    assert!(states > count);
}

#[test]
fn simple_chains_agree_with_the_definition() {
    compare_transforms(1, 10, 73, Level::Multiple, false);
    compare_transforms(2, 3, 73, Level::Simple, true);
}

#[test]
fn multiple_and_dynamic_chains_agree_with_the_definition() {
    compare_transforms(3, 2, 91, Level::Dynamic(0), false);
    compare_transforms(4, 1, 83, Level::Dynamic(0), true);
}

#[test]
#[ignore = "minutes"]
fn thousands_of_paths_agree_with_the_definition() {
    compare_transforms(5, 200, 73, Level::Dynamic(1), false);
    compare_transforms(6, 20, 73, Level::Multiple, true);
    compare_transforms(7, 200, 92, Level::Dynamic(1), false);
    compare_transforms(8, 5, 92, Level::Dynamic(1), true);
}

#[test]
#[ignore = "many minutes"]
fn nested_chains_agree_with_the_definition() {
    compare_transforms(9, 3, 105, Level::Dynamic(2), false);
}

/// Puzzles of a file named by the environment, one a line.
#[test]
#[ignore = "needs PUZZLES=file, and SKIP and TAKE if not all"]
fn puzzles_of_a_file_agree_with_the_definition() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (skip, take) = (number("SKIP").unwrap_or(0), number("TAKE").unwrap_or(usize::MAX));
    let text = std::fs::read_to_string(std::env::var("PUZZLES").unwrap()).unwrap();
    let puzzles = text.lines().filter(|line| line.len() >= 81 && !line.starts_with(['#', 'p']));
    for line in puzzles.skip(skip).take(take) {
        compare_path(&line[..81].replace('0', "."), Level::Dynamic(2), false);
    }
}

/// A search that may do no work is given up, and the rating says how much it is at least.
#[test]
fn too_much_work_leaves_the_rating_open() {
    let (puzzle, [er, ..]) = rated().last().unwrap();
    let mut rater = Rater::new(Rulebook::se());
    rater.scratch.explainer.chaining.budget = Some(50_000);
    let rating = rater.rate(&mut marks(puzzle), |_, _| {});
    assert!(!rating.solved);
    assert_eq!((rating.er, rating.er_at_least), (None, Some(100)));
    rater.scratch.explainer.chaining.budget = None;
    let rating = rater.rate(&mut marks(puzzle), |_, _| {});
    assert_eq!((rating.er, rating.er_at_least), (Some(er), None));
}

#[test]
fn a_grid_and_its_frame_are_those_of_the_state() {
    let marks = marks(rated().last().unwrap().0);
    let (grid, frame) = (Grid::of(&marks), Frame::of(&marks));
    assert_eq!(grid.cells.iter().filter(|&&cell| cell == 0).count(), 81 - marks.empty().len() as usize);
    assert_ne!(frame, Frame::default());
    assert!(!Chaining::default().gave_up);
}
