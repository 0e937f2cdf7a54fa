//! Every checker on every question, each tested against the others and against what is known: `table.txt`, counts of whole sets, real
//! collections, and anything at all. `agreement` has random grids, `removal` digs. What takes long is ignored, with the command that runs it.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's way to fail, and to say what it tried"
)]

mod agreement;
mod removal;

use crate::{common::data, prelude::*};
use gridmill::board::GridError;
use proptest::prelude::*;

/// A budget that no test is meant to reach.
const PLENTY: u64 = u64::MAX;

/// All checkers that know `shape`.
fn checkers(shape: Shape) -> impl Iterator<Item = SolverKind> {
    SolverKind::ALL.into_iter().filter(move |checker| checker.supports(shape))
}

/// A solver of each of them, `bitboard` once for each instruction set of this machine.
fn solvers(shape: Shape, budget: u64) -> Vec<(&'static str, Box<dyn Remover>)> {
    checkers(shape)
        .flat_map(|checker| match checker {
            SolverKind::Bitboard => bands(budget),
            other => vec![(other.name(), other.solver(shape, budget))],
        })
        .collect()
}

/// `bitboard` on each instruction set, the one without special needs first.
fn bands(budget: u64) -> Vec<(&'static str, Box<dyn Remover>)> {
    let boxed = |bitboard| ("bitboard", Box::new(bitboard) as Box<dyn Remover>);
    Bitboard::on_each_instruction_set(budget).into_iter().map(boxed).collect()
}

/// Checks that what a solver found is a solution of `grid`.
fn assert_solves(name: &str, grid: &Grid, solution: &Solution) {
    assert!(Solution::new(&Grid::from(solution)).is_ok(), "{name} on {grid}: {solution} is no solution");
    assert!(grid.is_within(solution), "{name} on {grid}: {solution} has other givens");
}

#[test]
fn solvers_have_distinct_names() {
    for solver in SolverKind::ALL {
        assert_eq!(serde_json::to_value(solver).unwrap(), solver.name());
        assert_eq!(SolverKind::from_name(solver.name()), Some(solver));
    }
    assert_eq!(SolverKind::from_name("abacus"), None);
}

/// One row.
struct Case {
    name: &'static str,
    grid: Grid,
    /// The exact count, `None` for a thousand or more.
    count: Option<u64>,
    solution: Option<Solution>,
}

fn cases() -> Vec<Case> {
    let rows = include_str!("table.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(case).collect()
}

fn case(row: &'static str) -> Case {
    let fields: Vec<_> = row.split(':').collect();
    let [name, shape, puzzle, count, solution] = fields[..] else { panic!("five fields: {row}") };
    let shape: Shape = shape.parse().unwrap();
    let grid = |text| Grid::parse(shape, text).unwrap_or_else(|error| panic!("{name}: {error}"));
    Case {
        name,
        grid: grid(puzzle),
        count: (count != "1000+").then(|| count.parse().unwrap()),
        solution: (!solution.is_empty()).then(|| Solution::new(&grid(solution)).unwrap()),
    }
}

impl Case {
    /// The count up to `limit`; that of all solutions is not asked where there are too many.
    fn up_to(&self, limit: u64) -> Option<u64> {
        self.count.map(|count| count.min(limit)).or((limit <= 1000).then_some(limit))
    }

    fn check(&self, who: &str, solver: &mut dyn Remover) {
        let Self { name, grid, .. } = self;
        for limit in [0, 1, 2, 3, 1000, u64::MAX] {
            let Some(expected) = self.up_to(limit) else { continue };
            let count = solver.count(grid, limit).unwrap();
            assert_eq!(count.solutions, expected, "{who} on {name}, limit {limit}");
            let first = solver.first_solution();
            assert_eq!(first.is_some(), expected > 0, "{who} on {name}, limit {limit}: a first solution");
            if let Some(solution) = &first {
                assert_solves(who, grid, solution);
            }
        }
        match (solver.solutions(grid).unwrap(), self.count) {
            (Solutions::Unique(solution), Some(1)) => {
                assert_eq!(Some(solution), self.solution, "{who}: {name}");
            }
            (Solutions::None, Some(0)) => {}
            (Solutions::Multiple, count) => assert!(count.is_none_or(|count| count > 1), "{who}: {name}"),
            (other, count) => panic!("{who} on {name}: {other:?} where there are {count:?}"),
        }
    }
}

#[test]
#[ignore = "10 s, every solver with every limit: bash scripts/long_tests.sh"]
fn long_every_row_with_every_limit() {
    for case in cases() {
        for (who, mut solver) in solvers(case.grid.shape(), PLENTY) {
            case.check(who, &mut *solver);
        }
    }
}

#[test]
fn solvers_remember_nothing() {
    let standard: Vec<_> = cases().into_iter().filter(|case| case.grid.shape() == Shape::STANDARD).collect();
    for (who, mut solver) in solvers(Shape::STANDARD, PLENTY) {
        for case in standard.iter().chain(standard.iter().rev()) {
            case.check(who, &mut *solver);
        }
    }
}

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

#[test]
fn there_are_288_grids_of_4x4() {
    let empty = Grid::empty(shape("2x2"));
    for (who, mut solver) in solvers(empty.shape(), PLENTY) {
        assert_eq!(solver.count(&empty, u64::MAX).unwrap().solutions, 288, "{who}");
    }
}

/// With the first row given there are 28,200,960 / 6! grids.
#[test]
#[ignore = "10 s, an exact count: bash scripts/long_tests.sh"]
fn long_there_are_39168_grids_of_6x6_with_a_given_row() {
    for text in ["2x3", "3x2"] {
        let grid = Grid::parse(shape(text), &format!("123456{}", ".".repeat(30))).unwrap();
        for (who, mut solver) in solvers(grid.shape(), PLENTY) {
            assert_eq!(solver.count(&grid, u64::MAX).unwrap().solutions, 39_168, "{who} on {text}");
        }
    }
}

#[test]
#[ignore = "40 seconds in release mode: cargo test --release --test it -- --ignored 28200960"]
fn there_are_28200960_grids_of_6x6() {
    let empty = Grid::empty(shape("2x3"));
    for (who, mut solver) in solvers(empty.shape(), PLENTY) {
        assert_eq!(solver.count(&empty, u64::MAX).unwrap().solutions, 28_200_960, "{who}");
    }
}

/// Valid puzzles of 4x4 by number of givens, from 0: every subset of every grid tried (an exhaustive count).
const VALID: [u64; 17] = [
    0, 0, 0, 0, 25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552, 522_624,
    161_280, 34_560, 4_608, 288,
];

/// Those among them from which no given can go.
const MINIMAL: [u64; 17] = [0, 0, 0, 0, 25_728, 58_368, 1_536, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// All subsets of one grid of each of the two essentially different kinds, times the grids of its kind.
#[test]
#[ignore = "10 s, an exact count: bash scripts/long_tests.sh"]
fn long_the_puzzles_of_4x4_are_as_many_as_counted() {
    let kinds = [("1234341221434321", 96), ("1234341223414123", 192)]
        .map(|(text, grids)| (Solution::new(&Grid::parse(shape("2x2"), text).unwrap()).unwrap(), grids));
    for (who, mut solver) in solvers(shape("2x2"), PLENTY) {
        let (mut valid, mut minimal) = ([0; 17], [0; 17]);
        for (kind, grids) in &kinds {
            let is_valid = valid_subsets(kind, &mut *solver);
            for (subset, _) in is_valid.iter().enumerate().filter(|&(_, &is_valid)| is_valid) {
                let givens = subset.count_ones() as usize;
                let needed = |bit: usize| subset >> bit & 1 == 0 || !is_valid[subset & !(1 << bit)];
                valid[givens] += grids;
                minimal[givens] += if (0..16).all(needed) { *grids } else { 0 };
            }
        }
        assert_eq!(valid, VALID, "{who}");
        assert_eq!(minimal, MINIMAL, "{who}");
    }
}

/// Returns, for each subset of cells as bits, true if they make a puzzle.
fn valid_subsets(solution: &Solution, solver: &mut dyn Remover) -> Vec<bool> {
    let is_valid = |subset: u32| {
        let mut grid = Grid::from(solution);
        for cell in solution.shape().all_cells().filter(|cell| subset >> cell.index() & 1 == 0) {
            grid.set(cell, None);
        }
        solver.count(&grid, 2).unwrap().solutions == 1
    };
    (0..1 << 16).map(is_valid).collect()
}

/// The checker decides what a puzzle costs, never which puzzle it is.
#[test]
fn a_seed_gives_the_same_puzzle_whoever_checks() {
    for (text, seeds) in [("2x2", 20), ("2x3", 20), ("3x3", 10), ("2x4", 10)] {
        for seed in 0..seeds {
            let made = checkers(shape(text)).map(|checker| {
                let plan = Plan::for_shape(shape(text)).with_checker(checker);
                let made = Generator::new(plan).unwrap().generate_with_seed([seed; 32]).unwrap();
                (made.puzzle, made.solution, made.minimal, made.effort.checks)
            });
            let made: Vec<_> = made.collect();
            assert!(made.iter().all(|other| *other == made[0]), "{text}, seed {seed}: {made:?}");
        }
    }
}

/// Folder, true if their puzzles have one solution. The puzzle is the first thing in a line.
const FILES: [(&str, bool); 9] = [
    ("17-clue.txt", true),
    ("top1465.txt", true),
    ("hardest-1106.txt", true),
    ("hardest-11plus-5000.txt", true),
    ("se-ratings-dev.csv", true),
    ("se-ratings-extreme-dev.txt", true),
    ("se-steps-dev.tsv", true),
    ("hodoku-ratings-dev.tsv", true),
    ("multiple-solutions.txt", false),
];

/// Far above what the hardest puzzles known take.
const BUDGET: u64 = 1_000_000;

fn puzzles(name: &str, text: &str) -> Vec<Grid> {
    let lines = text.lines().filter_map(|line| line.get(..81));
    let grids: Vec<_> = lines.filter_map(|line| Grid::parse(Shape::STANDARD, line).ok()).collect();
    assert!(grids.len() > 300, "{name}: only {} puzzles", grids.len());
    grids
}

/// Solves at most `most` puzzles of each file, evenly spread.
fn come_out_right(most: usize) {
    let texts = data::read("collections", FILES.map(|(file, _)| file));
    for ((file, unique), text) in FILES.into_iter().zip(texts) {
        let Some(grids) = text.map(|text| puzzles(file, &text)) else { continue };
        let step = grids.len().div_ceil(most);
        for (name, mut solver) in solvers(Shape::STANDARD, BUDGET) {
            for grid in grids.iter().step_by(step) {
                match solver.solutions(grid).unwrap() {
                    Solutions::Unique(solution) if unique => assert_solves(name, grid, &solution),
                    Solutions::Multiple if !unique => {}
                    other => panic!("{name} on {grid} of {file}: {other:?}"),
                }
            }
        }
        println!("{file}: {} of {} puzzles tried", grids.len().div_ceil(step), grids.len());
    }
}

#[test]
#[ignore = "20 s: bash scripts/long_tests.sh"]
fn long_samples_of_collections_come_out_right() {
    come_out_right(300);
}

#[test]
#[ignore = "15 seconds in release mode: cargo test --release --test it -- --ignored whole_collections"]
fn whole_collections_come_out_right() {
    come_out_right(usize::MAX);
}

fn any_shape() -> impl Strategy<Value = Shape> {
    (2..=5_u8, 2..=5_u8).prop_map(|(rows, cols)| Shape::new(rows, cols).unwrap())
}

/// Shapes on which a test's searches stay short.
fn small_shape() -> impl Strategy<Value = Shape> {
    (2..=4_u8, 2..=4_u8).prop_map(|(rows, cols)| Shape::new(rows, cols).unwrap())
}

/// A grid with any digits anywhere, from hardly any to one in every cell.
fn clues() -> impl Strategy<Value = Grid> {
    (small_shape(), 1..=12_u32).prop_flat_map(|(shape, weight)| {
        let digit = (0..shape.side()).prop_map(|index| Some(Digit::from_index(index)));
        let cell = prop_oneof![12 => Just(None), weight => digit];
        prop::collection::vec(cell, shape.cells()).prop_map(move |cells| {
            let mut grid = Grid::empty(shape);
            for (cell, digit) in shape.all_cells().zip(cells) {
                grid.set(cell, digit);
            }
            grid
        })
    })
}

/// A character that is a cell of some shape.
fn cell_character() -> impl Strategy<Value = char> {
    prop::sample::select(".0_*123456789ABCDEFGHIJKLMNOPabcdefghijklmnop".chars().collect::<Vec<_>>())
}

/// Checks that text that parses has one character for each cell, and that the grid's text parses to the same grid.
fn check_parse(shape: Shape, text: &str) {
    match Grid::parse(shape, text) {
        Ok(grid) => assert_eq!(Grid::parse(shape, &grid.to_string()), Ok(grid)),
        Err(GridError::Length { found, .. }) => assert_ne!(found, shape.cells()),
        Err(GridError::Character { column, found, .. }) => {
            assert_eq!(text.chars().nth(column - 1), Some(found));
        }
        Err(other) => panic!("{text:?}: {other}"),
    }
}

proptest! {
    #[test]
    fn any_bytes_into_the_parser(shape in any_shape(), bytes: Vec<u8>) {
        check_parse(shape, &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn nearly_right_text_into_the_parser(
        shape in any_shape(), text in prop::collection::vec(cell_character(), 625), at in 0..625_usize, odd: char,
    ) {
        let mut cells: String = text[..shape.cells()].iter().collect();
        check_parse(shape, &cells);
        let at = at % shape.cells();
        cells.replace_range(at..=at, &odd.to_string());
        check_parse(shape, &cells);
    }

    #[test]
    fn any_clues_into_every_solver(grid in clues(), budget in 0..300_u64, limit in 0..50_u64) {
        for (name, mut solver) in solvers(grid.shape(), budget) {
            match solver.count(&grid, limit) {
                Ok(count) => {
                    prop_assert!(count.nodes <= budget && count.solutions <= limit, "{name}: {count:?}");
                }
                Err(error) => prop_assert_eq!(error, OutOfNodes { budget }, "{}", name),
            }
            if let Some(solution) = solver.first_solution() {
                assert_solves(name, &grid, &solution);
            }
        }
    }

    #[test]
    fn any_dig_into_every_solver(grid in clues(), budget in 0..300_u64, cell: u16, digit: u8) {
        let cell = Cell::new(usize::from(cell) % grid.shape().cells());
        let digit = Digit::from_index(usize::from(digit) % grid.shape().side());
        for (name, mut solver) in solvers(grid.shape(), budget) {
            let unasked = solver.count(&grid, 2);
            match solver.has_other_solution(&grid, cell, digit) {
                Ok(differs) => {
                    prop_assert!(differs.nodes <= budget, "{name}: {differs:?}");
                    let other = solver.first_solution();
                    prop_assert_eq!(other.is_some(), differs.found, "{}", name);
                    prop_assert!(other.is_none_or(|other| other.get(cell) != digit), "{name}");
                }
                Err(error) => prop_assert_eq!(error, OutOfNodes { budget }, "{}", name),
            }
            prop_assert_eq!(solver.count(&grid, 2), unasked, "{} remembers what a dig forbade", name);
        }
    }

    /// The nodes reported are what the search needs: as budget they suffice, and one fewer does not.
    #[test]
    fn budgets_are_exact(grid in clues()) {
        for ((name, mut solver), n) in solvers(grid.shape(), 500).into_iter().zip(0..) {
            let Ok(count) = solver.count(&grid, 2) else { continue };
            let again = |budget| solvers(grid.shape(), budget).remove(n).1.count(&grid, 2);
            prop_assert_eq!(again(count.nodes), Ok(count), "{}", name);
            if let Some(budget) = count.nodes.checked_sub(1) {
                prop_assert_eq!(again(budget), Err(OutOfNodes { budget }), "{}", name);
            }
        }
    }
}
