//! Backdoors against all sets of cells.

use super::{oracle, puzzles};
use crate::trial::{Trial, TrialValue};
use crate::{CellSet, Pencilmarks};
use gridmill_board::{Grid, Shape, Solution};

const BUDGET: u64 = 1_000_000;

/// Compares with the definition for all sizes up to the least.
fn check(marks: &Pencilmarks, solution: &Solution, trial: &mut Trial) -> u8 {
    let found = trial.backdoors(marks, solution, BUDGET);
    let size = found.size.exact().unwrap();
    for smaller in 0..size {
        assert_eq!(oracle::backdoors(marks, solution, usize::from(smaller)).0, 0);
    }
    let (count, cells) = oracle::backdoors(marks, solution, usize::from(size));
    assert_eq!(found.count, Some(count));
    assert_eq!(found.cells, cells.into_iter().collect::<CellSet>());
    assert_eq!(found.first.len(), u32::from(size));
    size
}

/// Puzzles of small shapes, of which some need two cells.
#[test]
fn small_shapes_agree_with_all_sets() {
    let mut trial = Trial::new();
    let mut sizes = [0; 4];
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let mut numbers = puzzles::Numbers::new(1);
        for _ in 0..if shape.side() < 8 { 6 } else { 2 } {
            let solution = puzzles::solution(shape, &mut numbers);
            let grid = puzzles::puzzle(&solution, 1, &mut numbers);
            sizes[usize::from(check(&Pencilmarks::new(&grid), &solution, &mut trial))] += 1;
        }
    }
    assert!(sizes[0] > 0 && sizes[1] > 0, "{sizes:?}");
}

/// States with several solutions need more cells: the backdoors lead to the solution that is given.
#[test]
fn few_givens_need_more_cells() {
    let shape = Shape::new(2, 3).unwrap();
    let mut numbers = puzzles::Numbers::new(2);
    let mut trial = Trial::new();
    let mut sizes = [0; 8];
    for _ in 0..4 {
        let solution = puzzles::solution(shape, &mut numbers);
        let mut grid = puzzles::puzzle(&solution, 0, &mut numbers);
        let givens: Vec<_> = shape.all_cells().filter(|&cell| grid.get(cell).is_some()).collect();
        for &cell in givens.iter().take(3) {
            grid.set(cell, None);
        }
        sizes[usize::from(check(&Pencilmarks::new(&grid), &solution, &mut trial))] += 1;
    }
    assert!(sizes[2] + sizes[3] > 0, "{sizes:?}");
}

/// The budget bounds the size from below, and the size stays exact when the count does not.
#[test]
fn a_spent_budget_bounds_the_size() {
    let shape = Shape::new(2, 3).unwrap();
    let solution = puzzles::solution(shape, &mut puzzles::Numbers::new(3));
    let mut few = Grid::empty(shape);
    for cell in shape.all_cells().take(14) {
        few.set(cell, Some(solution.get(cell)));
    }
    let few = Pencilmarks::new(&few);
    let mut trial = Trial::new();
    let whole = trial.backdoors(&few, &solution, BUDGET);
    let nodes = trial.nodes();
    let size = whole.size.exact().unwrap();
    let mut bounds = 0;
    for budget in (0..nodes).step_by(usize::try_from(nodes / 30 + 1).unwrap()) {
        let found = trial.backdoors(&few, &solution, budget);
        assert_eq!((found.count, trial.nodes()), (None, budget));
        match found.size {
            TrialValue::AtLeast(least) => {
                assert!(least <= size);
                bounds += 1;
            }
            value => assert_eq!(value, TrialValue::Exactly(size)),
        }
    }
    assert!(bounds > 10);
}

#[test]
fn other_solutions_and_contradictions_have_no_backdoors() {
    let shape = Shape::new(2, 2).unwrap();
    let solution = Solution::new(&Grid::parse(shape, "1234341221434321").unwrap()).unwrap();
    let mut trial = Trial::new();
    for text in ["2...............", "11..............", "1234341221434312"] {
        let marks = Pencilmarks::new(&Grid::parse(shape, text).unwrap());
        assert_eq!(trial.backdoors(&marks, &solution, BUDGET).size, TrialValue::Undefined, "{text}");
    }
    let standard = Pencilmarks::new(&Grid::empty(Shape::STANDARD));
    assert_eq!(trial.backdoors(&standard, &solution, BUDGET).size, TrialValue::Undefined);
}
