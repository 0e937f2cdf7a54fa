//! `table.txt` through every checker: `name:shape:puzzle:count:solution`.

use super::{PLENTY, assert_solves, solvers};
use gridmill::{
    board::{Grid, Shape, Solution},
    generate::random_transform,
    solve::{Remover, Solutions},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;

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

/// Rows one after the other through the same solver: nothing is left from the one before.
#[test]
fn solvers_remember_nothing() {
    let standard: Vec<_> = cases().into_iter().filter(|case| case.grid.shape() == Shape::STANDARD).collect();
    for (who, mut solver) in solvers(Shape::STANDARD, PLENTY) {
        for case in standard.iter().chain(standard.iter().rev()) {
            case.check(who, &mut *solver);
        }
    }
}

/// The moves of `Transform` change no count, and take the solution to the solution.
#[test]
#[ignore = "15 s: bash scripts/long_tests.sh"]
fn long_counts_are_symmetric() {
    let mut rng = Pcg64::from_seed([1; 32]);
    for case in cases() {
        for _ in 0..5 {
            let transform = random_transform(&mut rng, case.grid.shape());
            let moved = Case {
                name: case.name,
                grid: transform.grid(&case.grid),
                count: case.count,
                solution: case.solution.as_ref().map(|solution| transform.solution(solution)),
            };
            for (who, mut solver) in solvers(transform.target(), PLENTY) {
                moved.check(who, &mut *solver);
            }
        }
    }
}
