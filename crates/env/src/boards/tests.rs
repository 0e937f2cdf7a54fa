//! Answers compared with the definitions, on random boards of all small shapes, consistent or not.

use super::*;
use crate::{Advice, Teacher};
use gridmill_board::{Digit, DigitSet, Grid, HouseKind};
use gridmill_rate::{Pencilmarks, Rater, Rulebook};
use gridmill_solve::{Backtracking, Solver, SolverKind};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

const SHAPES: [(u8, u8); 6] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];

/// Boards at random: every second one is consistent, the others have any digits.
fn random_boards(shape: Shape, count: usize, random: &mut impl Rng) -> Vec<u8> {
    let mut cells = Vec::new();
    for n in 0..count {
        let mut grid = Grid::empty(shape);
        let filled = random.random_range(0..=shape.cells());
        for _ in 0..filled {
            let cell = Cell::new(random.random_range(0..shape.cells()));
            let digit = Digit::from_index(random.random_range(0..shape.side()));
            if n % 2 == 1 || Pencilmarks::new(&grid).has(cell, digit) {
                grid.set(cell, Some(digit));
            }
        }
        cells.extend(grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)));
    }
    cells
}

/// Calls `test` with boards of every small shape.
fn in_every_shape(count: usize, mut test: impl FnMut(Shape, &[u8])) {
    let mut random = Pcg64::seed_from_u64(34);
    for (rows, cols) in SHAPES {
        let shape = Shape::new(rows, cols).unwrap();
        test(shape, &random_boards(shape, count, &mut random));
    }
}

fn grid_of(shape: Shape, board: &[u8]) -> Grid {
    let mut grid = Grid::empty(shape);
    grid.set_values(board).unwrap();
    grid
}

#[test]
fn candidates_and_legal_moves_are_those_of_pencilmarks() {
    in_every_shape(400, |shape, cells| {
        let boards = Boards::new(shape, cells).unwrap();
        let (mut masks, mut moves) = (vec![9; cells.len()], vec![true; cells.len() * shape.side()]);
        boards.candidates(&mut masks);
        boards.legal_moves(&mut moves);
        for (row, board) in boards.iter().enumerate() {
            let marks = Pencilmarks::new(&grid_of(shape, board));
            for cell in shape.all_cells() {
                let at = row * shape.cells() + cell.index();
                assert_eq!(u32::from(masks[at]), marks.candidates(cell).bits(), "{board:?} {cell:?}");
                for digit in DigitSet::full(shape.side()) {
                    assert_eq!(moves[at * shape.side() + digit.index()], marks.has(cell, digit));
                }
            }
        }
    });
}

#[test]
fn conflicts_are_digits_that_a_peer_has() {
    in_every_shape(400, |shape, cells| {
        let boards = Boards::new(shape, cells).unwrap();
        let mut conflicts = vec![true; cells.len()];
        boards.conflicts(&mut conflicts);
        for (row, board) in boards.iter().enumerate() {
            for cell in shape.all_cells() {
                let is_peer = |other: Cell| {
                    other != cell
                        && (shape.row(other) == shape.row(cell)
                            || shape.col(other) == shape.col(cell)
                            || shape.box_of(other) == shape.box_of(cell))
                };
                let value = board[cell.index()];
                let expected = value != 0
                    && shape.all_cells().any(|other| is_peer(other) && board[other.index()] == value);
                assert_eq!(conflicts[row * shape.cells() + cell.index()], expected);
            }
        }
    });
}

#[test]
fn forced_cells_are_the_singles_of_pencilmarks() {
    in_every_shape(400, |shape, cells| {
        let boards = Boards::new(shape, cells).unwrap();
        let (mut digits, mut kinds) = (vec![9; cells.len()], vec![9; cells.len()]);
        let mut first = vec![Some((0, 0)); boards.len()];
        boards.forced(&mut digits);
        boards.forced_kinds(&mut kinds);
        boards.first_forced(&mut first);
        for (row, board) in boards.iter().enumerate() {
            let marks = Pencilmarks::new(&grid_of(shape, board));
            let start = row * shape.cells();
            for cell in shape.all_cells() {
                let hidden = |kind: HouseKind| {
                    let house = gridmill_board::House::of(kind, cell);
                    // Houses of other shapes are numbered by their own rule.
                    let house = marks
                        .houses()
                        .find(|house| house.kind() == kind && marks.cells_in(*house).contains(cell))
                        .unwrap_or(house);
                    marks.candidates(cell).iter().find(|&digit| marks.places_in(house, digit).len() == 1)
                };
                let expected = marks
                    .candidates(cell)
                    .single()
                    .map(|digit| (ForcedKind::NakedSingle, digit))
                    .or_else(|| hidden(HouseKind::Box).map(|digit| (ForcedKind::HiddenInBox, digit)))
                    .or_else(|| hidden(HouseKind::Row).map(|digit| (ForcedKind::HiddenInRow, digit)))
                    .or_else(|| hidden(HouseKind::Column).map(|digit| (ForcedKind::HiddenInColumn, digit)));
                let expected = expected.map_or((0, 0), |(kind, digit)| (kind.number(), digit.value()));
                assert_eq!((kinds[start + cell.index()], digits[start + cell.index()]), expected);
            }
            let digits = &digits[start..start + shape.cells()];
            let found = digits.iter().position(|&digit| digit != 0).map(|cell| (cell, digits[cell]));
            assert_eq!(first[row], found);
        }
    });
}

#[test]
fn numbers_of_solutions_are_those_of_the_slow_solver() {
    in_every_shape(120, |shape, cells| {
        if shape.side() > 6 && shape != Shape::STANDARD {
            return;
        }
        let boards = Boards::new(shape, cells).unwrap();
        let mut counts = vec![9; boards.len()];
        boards
            .count_solutions(3, &mut *SolverKind::default_for(shape).solver(shape, u64::MAX), &mut counts)
            .unwrap();
        let mut slow = Backtracking::new(shape, u64::MAX);
        for (board, count) in boards.iter().zip(counts) {
            assert_eq!(count, slow.count(&grid_of(shape, board), 3).unwrap().solutions);
        }
        let mut hurried = Backtracking::new(shape, 1);
        let empty = vec![0; shape.cells()];
        assert!(Boards::new(shape, &empty).unwrap().count_solutions(3, &mut hurried, &mut [0]).is_err());
    });
}

#[test]
fn wrong_cells_are_filled_and_differ() {
    let shape = Shape::new(2, 2).unwrap();
    let board = [1, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
    let solution = [1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 3, 4, 4, 3, 2, 1];
    let mut wrong = [false; 16];
    Boards::new(shape, &board).unwrap().wrong_cells(&Boards::new(shape, &solution).unwrap(), &mut wrong);
    let found: Vec<usize> = (0..16).filter(|&cell| wrong[cell]).collect();
    assert_eq!(found, [2, 3, 15]);
}

#[test]
fn the_largest_shapes_have_masks_of_sixteen_bits() {
    let shape = Shape::new(4, 4).unwrap();
    let mut cells = vec![0; 256];
    cells[..15].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    let boards = Boards::new(shape, &cells).unwrap();
    let (mut masks, mut digits, mut moves) = (vec![0; 256], vec![0; 256], vec![false; 4096]);
    boards.candidates(&mut masks);
    boards.forced(&mut digits);
    boards.legal_moves(&mut moves);
    assert_eq!((masks[15], digits[15], masks[255]), (0x8000, 16, 0xFFFF));
    assert!(moves[15 * 16 + 15] && !moves[15 * 16 + 14]);
}

#[test]
fn cells_that_are_no_boards_are_refused_with_their_row() {
    let error =
        |shape: &str, cells: &[u8]| Boards::new(shape.parse().unwrap(), cells).unwrap_err().to_string();
    let mut cells = vec![0; 3 * 81];
    cells[81 + 10] = 10;
    assert_eq!(error("3x3", &cells), format!("row 1: {}", grid_error(&cells[81..162])));
    assert_eq!(error("3x3", &cells[..100]), "100 cells are not a whole number of boards with 81 cells");
    assert_eq!(error("4x5", &[]), "4x5 boxes have 20 digits; masks of candidates have 16 bits");
    assert!(Boards::new(Shape::STANDARD, &[]).unwrap().is_empty());
}

fn grid_error(board: &[u8]) -> String {
    Grid::empty(Shape::STANDARD).set_values(board).unwrap_err().to_string()
}

/// The teacher answers with the steps of the rater, and its placements on the way solve the puzzle.
#[test]
fn a_teacher_takes_the_steps_of_its_rulebook() {
    let text = "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7";
    let mut grid: Grid = text.parse().unwrap();
    let mut teacher = Teacher::new(Rulebook::hodoku(), Shape::STANDARD).unwrap();
    let mut rater = Rater::new(Rulebook::hodoku());
    let solution = match gridmill_solve::solve(&grid) {
        gridmill_solve::Solutions::Unique(solution) => solution,
        other => panic!("{other:?}"),
    };
    loop {
        let board: Vec<u8> = grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
        let expected = rater.next_step(&Pencilmarks::new(&grid)).unwrap();
        match teacher.next_step(&board).unwrap() {
            Advice::Complete => break,
            Advice::Step(step) => {
                let expected = expected.unwrap().step;
                assert_eq!(
                    (step.technique, step.placement, step.eliminations),
                    (expected.technique, expected.placement, expected.eliminations)
                );
            }
            other => panic!("{other:?}"),
        }
        let Advice::Step(step) = teacher.next_placement(&board).unwrap() else { panic!("{grid}") };
        let placed = step.placement.unwrap();
        assert_eq!(placed.digit, solution.get(placed.cell));
        assert_eq!(grid.set(placed.cell, Some(placed.digit)), None);
    }
    assert_eq!(grid, Grid::from(&solution));
}

#[test]
fn a_teacher_says_why_there_is_no_step() {
    let mut teacher = Teacher::new(Rulebook::basic(), Shape::STANDARD).unwrap();
    let mut board = [0; 81];
    assert_eq!(teacher.next_step(&board), Ok(Advice::Stuck));
    board[..2].fill(5);
    assert_eq!(teacher.next_placement(&board), Ok(Advice::DeadEnd));
    board[0] = 10;
    assert!(teacher.next_step(&board).is_err());
    assert!(teacher.next_step(&board[..80]).is_err());
    assert!(Teacher::new(Rulebook::hodoku(), Shape::new(2, 2).unwrap()).is_err());
}
