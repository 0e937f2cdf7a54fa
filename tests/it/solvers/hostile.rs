//! Anything at all: never a panic, never a node beyond the budget.

use super::{assert_solves, solvers};
use gridmill::{
    board::{Cell, Digit, Grid, GridError, Shape},
    solve::OutOfNodes,
};
use proptest::prelude::*;

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
