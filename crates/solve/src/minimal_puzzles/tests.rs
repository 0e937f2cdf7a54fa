//! Tests of the enumeration against its definition, and of solvers against each other.

use super::*;
use crate::edges::{BLOCK, bits};
use crate::{Backtracking, Bitboard, DancingLinks, Solutions, Solver, SolverKind};
use gridmill_board::Shape;
use std::collections::BTreeSet;

/// Complete 9x9 grid of a puzzle with 17 givens.
fn complete() -> Solution {
    let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let puzzle = Grid::parse(Shape::STANDARD, text).unwrap();
    let Solutions::Unique(solution) = Bitboard::new(1_000_000).solutions(&puzzle).unwrap() else { panic!() };
    solution
}

/// Puts the cells in an order that depends on `seed`, by a linear congruential generator (D. Knuth's MMIX).
fn shuffled(seed: u64) -> Vec<Cell> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut cells: Vec<Cell> = Shape::STANDARD.all_cells().collect();
    for last in (1..cells.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cells.swap(last, (state >> 33) as usize % (last + 1));
    }
    cells
}

/// A minimal puzzle of the order, with the first `more` of the other givens.
fn puzzle(solution: &Solution, seed: u64, more: usize) -> Grid {
    let order = shuffled(seed);
    let mut grid = Grid::from(solution);
    Bitboard::new(1_000_000).remove(&mut grid, solution, &order, 0).unwrap();
    let empty: Vec<Cell> = order.into_iter().filter(|&cell| grid.get(cell).is_none()).take(more).collect();
    for cell in empty {
        grid.set(cell, Some(solution.get(cell)));
    }
    grid
}

/// Collects the minimal puzzles by their definition: goes through all subsets with one solution, each reached by removing
/// its missing givens in ascending order.
fn depth_first(grid: &mut Grid, solution: &Solution, first: usize, minimal: &mut BTreeSet<String>) {
    let mut solver = Backtracking::new(grid.shape(), 100_000);
    let removable: Vec<Cell> = grid
        .shape()
        .all_cells()
        .filter(|&cell| {
            let Some(digit) = grid.set(cell, None) else { return false };
            let unique = solver.count(grid, 2).unwrap().solutions == 1;
            grid.set(cell, Some(digit));
            unique
        })
        .collect();
    if removable.is_empty() {
        minimal.insert(grid.to_string());
    }
    for cell in removable.into_iter().filter(|cell| cell.index() >= first) {
        grid.set(cell, None);
        depth_first(grid, solution, cell.index() + 1, minimal);
        grid.set(cell, Some(solution.get(cell)));
    }
}

fn texts(puzzle: &Grid, all: &MinimalPuzzles) -> BTreeSet<String> {
    let text = |choice: &u64| {
        let mut grid = puzzle.clone();
        for (_, &cell) in all.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 0) {
            grid.set(cell, None);
        }
        grid.to_string()
    };
    all.choices.iter().map(text).collect()
}

/// Every minimal puzzle is found, and nothing else, on every instruction set.
#[test]
fn they_are_those_of_a_depth_first_enumeration() {
    let solution = complete();
    let mut found = 0;
    for (seed, more) in (0..36).zip([4, 5, 6].into_iter().cycle()) {
        let mut puzzle = puzzle(&solution, seed, more);
        let mut expected = BTreeSet::new();
        depth_first(&mut puzzle, &solution, 0, &mut expected);
        for mut solver in Bitboard::on_each_instruction_set(1_000_000) {
            let all = solver.minimal_puzzles(&puzzle, &solution).unwrap();
            assert_eq!(all.choices.len(), expected.len());
            assert_eq!(texts(&puzzle, &all), expected, "{puzzle}");
        }
        found += expected.len();
    }
    assert!(found > 450, "{found}");
}

/// Solvers find the same, in the same order; instruction sets also visit the same nodes.
#[test]
fn all_solvers_agree() {
    let solution = complete();
    for seed in 100..106 {
        let puzzle = puzzle(&solution, seed, 6);
        let fast: Vec<MinimalPuzzles> = Bitboard::on_each_instruction_set(1_000_000)
            .iter_mut()
            .map(|solver| solver.minimal_puzzles(&puzzle, &solution).unwrap())
            .collect();
        assert!(fast.iter().all(|all| *all == fast[0]) && fast[0].choices.is_sorted());
        let backtracking = Backtracking::new(Shape::STANDARD, 10_000_000).minimal_puzzles(&puzzle, &solution);
        let links = DancingLinks::new(Shape::STANDARD, 10_000_000).minimal_puzzles(&puzzle, &solution);
        for other in [backtracking.unwrap(), links.unwrap()] {
            assert_eq!(MinimalPuzzles { nodes: fast[0].nodes, ..other }, fast[0]);
        }
    }
}

/// A given is needed exactly if the puzzle has another solution without it, for every solver, of puzzles with few and with all
/// givens; instruction sets also visit the same nodes.
#[test]
fn needed_givens_are_those_without_which_there_are_more_solutions() {
    let solution = complete();
    let mut counter = Bitboard::new(1_000_000);
    let (mut found, mut fast_nodes) = (0, Vec::new());
    for more in [0, 3, 8, 57] {
        let puzzle = puzzle(&solution, 7, more);
        let mut expected = Vec::new();
        for cell in Shape::STANDARD.all_cells().filter(|&cell| puzzle.get(cell).is_some()) {
            let mut without = puzzle.clone();
            without.set(cell, None);
            if counter.count(&without, 2).unwrap().solutions == 2 {
                expected.push(cell);
            }
        }
        found += expected.len();
        for mut solver in Bitboard::on_each_instruction_set(1_000_000) {
            let needed = solver.needed_givens(&puzzle, &solution).unwrap();
            assert_eq!(needed.cells, expected, "{puzzle}");
            fast_nodes.push(needed.nodes);
        }
        for kind in SolverKind::ALL {
            let needed = kind.solver(Shape::STANDARD, 10_000_000).needed_givens(&puzzle, &solution).unwrap();
            assert_eq!(needed.cells, expected, "{kind:?} {puzzle}");
        }
        assert!(fast_nodes.iter().all(|&nodes| nodes == fast_nodes[0] && nodes > 0));
        fast_nodes.clear();
    }
    assert!(found > 40, "{found}");
    assert!(Bitboard::new(1).needed_givens(&puzzle(&solution, 7, 0), &solution).is_err());
}

/// Edges found before all else, and edges found by checks of transversals, lead to the same puzzles, within random subsets of
/// 33 givens as the dig `enumerated` has them.
#[test]
fn edges_first_and_edges_by_checks_agree() {
    let solution = complete();
    let mut solvers = Bitboard::on_each_instruction_set(1_000_000);
    let mut solver = Bitboard::new(1_000_000);
    let (mut subsets, mut found) = (0, 0);
    for seed in 0.. {
        let mut puzzle = Grid::empty(Shape::STANDARD);
        for &cell in &shuffled(seed)[..33] {
            puzzle.set(cell, Some(solution.get(cell)));
        }
        if solver.count(&puzzle, 2).unwrap().solutions != 1 {
            continue;
        }
        let expected = all_by_searches(&mut solver, &puzzle, &solution).unwrap();
        for solver in &mut solvers {
            let all = solver.minimal_puzzles(&puzzle, &solution).unwrap();
            assert_eq!(MinimalPuzzles { nodes: expected.nodes, ..all }, expected, "{puzzle}");
        }
        (subsets, found) = (subsets + 1, found + expected.choices.len());
        if subsets == 8 {
            break;
        }
    }
    assert!(found > 2000, "{found}");
}

/// Sets of 4 of 14 givens as hidden edges.
struct HiddenEdges<'a>(&'a [u64]);

impl ChoiceOracle for HiddenEdges<'_> {
    fn difference(&mut self, chosen: u64) -> Option<u64> {
        Some(self.0.iter().copied().find(|edge| edge & chosen == 0).unwrap_or(0))
    }
}

/// Edges that fill more than one block: their minimal transversals are those of a scan of all sets.
#[test]
fn transversals_of_many_edges_are_those_of_a_scan() {
    const ALL: u64 = (1 << 14) - 1;
    let sets = (0..=ALL).filter(|set| set.count_ones() == 4);
    let edges: Vec<u64> = sets.filter(|set| set.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 != 0).collect();
    assert!(edges.len() > 2 * BLOCK, "{}", edges.len());
    let meets_all = |set: u64| edges.iter().all(|edge| edge & set != 0);
    let minimal = |set: u64| bits(set).all(|given| !meets_all(set & !(1 << given)));
    let expected: Vec<u64> = (0..=ALL).filter(|&set| meets_all(set) && minimal(set)).collect();
    let mut search = TransversalSearch::new();
    for &edge in &edges {
        search.edges.add(edge);
    }
    search.run_complete(ALL);
    assert_eq!(search.found, expected);
    search.edges.clear();
    search.run(&mut HiddenEdges(&edges), ALL).unwrap();
    assert_eq!(search.found, expected);
    assert!(expected.len() > 100, "{}", expected.len());
}

/// A minimal puzzle holds itself alone.
#[test]
fn minimal_puzzles_hold_themselves() {
    let solution = complete();
    let puzzle = puzzle(&solution, 1, 0);
    let all = Bitboard::new(1_000_000).minimal_puzzles(&puzzle, &solution).unwrap();
    assert_eq!((all.needed.len(), all.optional.len(), all.choices), (puzzle.givens(), 0, vec![0]));
}

#[test]
fn a_small_budget_is_an_error() {
    let solution = complete();
    let puzzle = puzzle(&solution, 2, 6);
    assert_eq!(Bitboard::new(1).minimal_puzzles(&puzzle, &solution), Err(OutOfNodes { budget: 1 }));
    let mut plain = Backtracking::new(Shape::STANDARD, 1);
    assert_eq!(plain.minimal_puzzles(&puzzle, &solution), Err(OutOfNodes { budget: 1 }));
}

/// A limit ends the enumeration with some of the minimal puzzles, on every path; one that is large enough changes nothing.
#[test]
fn limits_end_the_enumeration() {
    let solution = complete();
    let puzzle = puzzle(&solution, 3, 8);
    let all = Bitboard::new(1_000_000).minimal_puzzles(&puzzle, &solution).unwrap();
    let count = all.choices.len();
    assert!(all.complete && count > 20, "{count}");
    let mut solvers: Vec<Box<dyn Remover>> = vec![Box::new(Backtracking::new(Shape::STANDARD, 1_000_000))];
    solvers
        .extend(Bitboard::on_each_instruction_set(1_000_000).into_iter().map(|solver| Box::new(solver) as _));
    for solver in &mut solvers {
        for limit in [0, 1, count / 2, count - 1, count, count + 1, usize::MAX] {
            let some = solver.minimal_puzzles_up_to(&puzzle, &solution, limit).unwrap();
            assert_eq!((some.choices.len(), some.complete), (limit.min(count), limit >= count));
            assert!(
                some.choices.is_sorted() && some.choices.iter().all(|choice| all.choices.contains(choice))
            );
            assert_eq!((some.needed, some.optional), (all.needed.clone(), all.optional.clone()));
        }
    }
}

/// Too many unavoidable sets for the fast search: searches find minimal puzzles, too.
#[test]
fn many_unavoidable_sets_leave_some_minimal_puzzles() {
    let solution = complete();
    let mut puzzle = Grid::empty(Shape::STANDARD);
    for &cell in &shuffled(1)[..58] {
        puzzle.set(cell, Some(solution.get(cell)));
    }
    let mut solver = Bitboard::new(1_000_000);
    let some = solver.minimal_puzzles_up_to(&puzzle, &solution, 300).unwrap();
    assert_eq!((some.choices.len(), some.complete), (300, false));
    for grid in some.grids(&puzzle) {
        assert_eq!(solver.count(&grid, 2).unwrap().solutions, 1);
        let itself = solver.minimal_puzzles(&grid, &solution).unwrap();
        assert_eq!((itself.needed.len(), itself.choices), (grid.givens(), vec![0]));
    }
}

#[test]
fn a_complete_grid_has_too_many_optional_givens() {
    let solution = complete();
    let grid = Grid::from(&solution);
    for kind in SolverKind::ALL {
        let result = kind.solver(Shape::STANDARD, 1_000_000).minimal_puzzles_up_to(&grid, &solution, 10);
        assert_eq!(result, Err(EnumerationError::TooManyOptional(81)), "{kind:?}");
    }
}
