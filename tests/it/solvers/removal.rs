//! Taking givens away: whatever shortcuts a solver takes, what is left is what one check a given leaves.

use super::{PLENTY, bands, checkers};
use crate::prelude::*;
use gridmill::{
    generate::random,
    solve::{Count, OtherSolution, Removal, RemovalMemory, RemovalTask},
};

/// A solver without its own way to remove.
#[derive(Debug)]
struct Plain<S>(S);

impl<S: Solver> Solver for Plain<S> {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        self.0.count(grid, limit)
    }
    fn first_solution(&self) -> Option<Solution> {
        self.0.first_solution()
    }
}

impl<S: Remover> Remover for Plain<S> {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.0.has_other_solution(grid, cell, known)
    }
}

/// A complete grid, a puzzle inside it (the grid itself, or what a first dig left with some givens back) and an order.
struct Case {
    solution: Solution,
    puzzle: Grid,
    order: Vec<Cell>,
    stop_at: usize,
}

/// Random cases of 9x9.
fn cases() -> impl Iterator<Item = Case> {
    cases_of(Shape::STANDARD, 17)
}

/// Random cases; every other one goes on until nothing can go or `fewest` givens are left, every fifth begins inside the grid.
fn cases_of(shape: Shape, fewest: usize) -> impl Iterator<Item = Case> {
    let mut rng = Pcg64::from_seed([8; 32]);
    let mut filler = Filler::new(Fill::Diagonal, shape, PLENTY);
    let mut plain = Plain(DancingLinks::new(shape, PLENTY));
    let cells = shape.cells();
    (0..).map(move |n| {
        let solution = filler.fill(&mut rng).unwrap();
        let mut order: Vec<Cell> = shape.all_cells().collect();
        random::shuffle(&mut rng, &mut order);
        let mut puzzle = Grid::from(&solution);
        if n % 5 == 4 {
            plain.remove(&mut puzzle, &solution, &order, (cells * 3 / 10).max(fewest) + n % 30).unwrap();
            random::shuffle(&mut rng, &mut order);
            order.truncate(cells * 3 / 4 + n % (cells / 4));
            order.retain(|&cell| puzzle.get(cell).is_some());
        }
        let stop_at = if n % 2 == 0 && fewest <= 17 {
            0
        } else {
            fewest + random::index_below(&mut rng, cells + 1 - fewest)
        };
        Case { solution, puzzle, order, stop_at }
    })
}

fn remove(solver: &mut dyn Remover, case: &Case) -> (Grid, Removal) {
    let mut puzzle = case.puzzle.clone();
    let removal = solver.remove(&mut puzzle, &case.solution, &case.order, case.stop_at).unwrap();
    assert_eq!(removal.givens, puzzle.givens());
    (puzzle, removal)
}

/// Runs this many cases on every instruction set; all but the nodes are as the plain way has them, and those are the same
/// everywhere.
fn agree(many: usize) {
    let mut plain = Plain(Bitboard::new(PLENTY));
    let mut bands = bands(PLENTY);
    for (n, case) in cases().take(many).enumerate() {
        let (puzzle, expected) = remove(&mut plain, &case);
        let mut nodes = None;
        for (_, band) in &mut bands {
            let (left, removal) = remove(&mut **band, &case);
            assert_eq!(left, puzzle, "case {n}: {} by {:?}", case.solution, case.order);
            let nodes = *nodes.get_or_insert(removal.nodes);
            assert_eq!(removal, Removal { nodes, ..expected }, "case {n}");
        }
    }
}

/// The same cases by `bit-parallel`; shapes with boxes taller than wide are solved as transposed grids.
fn agree_on_shape(shape: &str, fewest: usize, many: usize) {
    let shape = shape.parse().unwrap();
    let mut plain = Plain(DancingLinks::new(shape, PLENTY));
    let mut solver = BitParallel::new(shape, PLENTY);
    for (n, case) in cases_of(shape, fewest).take(many).enumerate() {
        let ((puzzle, expected), (left, removal)) = (remove(&mut plain, &case), remove(&mut solver, &case));
        assert_eq!(left, puzzle, "{shape}, case {n}: {} by {:?}", case.solution, case.order);
        assert_eq!(removal, Removal { nodes: removal.nodes, ..expected }, "{shape}, case {n}");
        for mut fresh in BitParallel::on_each_instruction_set(shape, PLENTY) {
            assert_eq!(
                remove(&mut fresh, &case),
                (left.clone(), removal),
                "the nodes depend on earlier digs, or on the instruction set"
            );
        }
    }
}

#[test]
fn shortcuts_change_nothing() {
    agree(3_000);
}

/// The cases as tasks, for digs side by side.
fn tasks(cases: &[Case]) -> Vec<RemovalTask<'_>> {
    cases
        .iter()
        .map(|case| RemovalTask {
            puzzle: case.puzzle.clone(),
            solution: &case.solution,
            order: &case.order,
            stop_at: case.stop_at,
        })
        .collect()
}

/// Digs in batches of 0, 1, 2 and more: as alone, nodes included.
fn agree_in_batches(name: &str, solver: &mut dyn Remover, cases: &[Case]) {
    let (mut rest, mut size) = (cases, 0);
    while !rest.is_empty() {
        let (batch, others) = rest.split_at(size.min(rest.len()));
        let mut together = tasks(batch);
        let removals = solver.remove_each(&mut together);
        assert_eq!(removals.len(), batch.len());
        for ((case, task), removal) in batch.iter().zip(&together).zip(removals) {
            let alone = remove(solver, case);
            assert_eq!((task.puzzle.clone(), removal.unwrap()), alone, "{name}: {}", case.solution);
        }
        (rest, size) = (others, (size + 1) % 40);
    }
}

#[test]
fn digs_side_by_side_are_as_digs_alone() {
    let cases: Vec<Case> = cases().take(2_000).collect();
    for (name, solver) in &mut bands(PLENTY) {
        agree_in_batches(name, &mut **solver, &cases);
    }
}

/// Returns how many digs side by side a budget ends: those that it ends alone.
fn ended(solver: &mut dyn Remover, cases: &[Case]) -> usize {
    let removals = solver.remove_each(&mut tasks(cases));
    for (case, removal) in cases.iter().zip(&removals) {
        let alone = solver.remove(&mut case.puzzle.clone(), &case.solution, &case.order, case.stop_at);
        assert_eq!(*removal, alone, "{}", case.solution);
    }
    removals.iter().filter(|removal| removal.is_err()).count()
}

#[test]
fn a_budget_ends_digs_side_by_side_where_it_ends_digs_alone() {
    let cases: Vec<Case> = cases().take(200).collect();
    for budget in 1..8 {
        for (name, solver) in &mut bands(budget) {
            let failed = ended(&mut **solver, &cases);
            let is_of_some = (1..cases.len()).contains(&failed);
            assert!(is_of_some || budget > 4, "{name}, budget {budget}: {failed} failed");
        }
    }
    for shape in ["2x3", "2x4"].map(|shape| shape.parse().unwrap()) {
        let cases: Vec<Case> = cases_of(shape, 4).take(100).collect();
        let mut failed = 0;
        for budget in 0..6 {
            for solver in &mut BitParallel::on_each_instruction_set(shape, budget) {
                failed += ended(solver, &cases);
            }
        }
        assert!(failed > 100, "{shape}: {failed} failed");
    }
}

/// The same by every instruction set for another shape.
fn agree_side_by_side(shape: &str, fewest: usize, many: usize) {
    let of = shape.parse().unwrap();
    let cases: Vec<Case> = cases_of(of, fewest).take(many).collect();
    for solver in &mut BitParallel::on_each_instruction_set(of, PLENTY) {
        agree_in_batches(shape, solver, &cases);
    }
}

#[test]
#[ignore = "20 s, every shape: bash scripts/long_tests.sh"]
fn long_digs_of_other_shapes_side_by_side_are_as_digs_alone() {
    for (shape, many) in [("2x2", 400), ("2x3", 400), ("3x2", 200), ("2x4", 300), ("4x2", 150), ("2x5", 10)] {
        agree_side_by_side(shape, 4, many);
    }
}

/// Removals from puzzles of one grid after the other, as in a walk: three givens are put back, then others removed.
#[test]
fn a_memory_of_earlier_removals_changes_nothing() {
    let mut rng = Pcg64::from_seed([9; 32]);
    let mut plain = Plain(Bitboard::new(PLENTY));
    let mut bands = bands(PLENTY);
    let mut memories: Vec<RemovalMemory> = bands.iter().map(|_| RemovalMemory::new()).collect();
    let mut ended_early = 0;
    for case in cases().take(20) {
        let mut order: Vec<Cell> = Shape::STANDARD.all_cells().collect();
        let mut puzzle = Grid::from(&case.solution);
        for round in 0..60 {
            random::shuffle(&mut rng, &mut order);
            let empty = order.iter().filter(|&&cell| puzzle.get(cell).is_none());
            for cell in empty.copied().take(3).collect::<Vec<_>>() {
                puzzle.set(cell, Some(case.solution.get(cell)));
            }
            let order = &order[..if round % 3 == 2 { 60 } else { 81 }];
            let at_most = if round % 2 == 0 { usize::MAX } else { 22 + round % 5 };
            let mut left = puzzle.clone();
            let expected = plain.remove(&mut left, &case.solution, order, 0).unwrap();
            let mut nodes = None;
            for ((_, band), memory) in bands.iter_mut().zip(&mut memories) {
                let mut again = puzzle.clone();
                let removal = band.remove_again(memory, &mut again, &case.solution, order, at_most).unwrap();
                assert_eq!(*nodes.get_or_insert(removal.nodes), removal.nodes, "round {round}");
                if removal.all_tried {
                    assert_eq!((&again, removal), (&left, Removal { nodes: removal.nodes, ..expected }));
                } else {
                    assert!(expected.givens > at_most, "round {round}: {} givens", expected.givens);
                    ended_early += 1;
                }
            }
            puzzle = left;
        }
    }
    // About 19 for each instruction set of the machine.
    assert!(ended_early > 15 * bands.len(), "{ended_early}");
}

/// The largest words of 16 bits, whose singles are found in another order than those of smaller shapes.
#[test]
fn shortcuts_change_nothing_on_some_large_grids() {
    for (shape, fewest) in [("3x5", 100), ("4x4", 130)] {
        agree_on_shape(shape, fewest, 3);
    }
}

#[test]
#[ignore = "20 s: bash scripts/long_tests.sh"]
fn long_shortcuts_change_nothing_on_other_shapes() {
    for (shape, many) in
        [("2x2", 500), ("2x3", 500), ("3x2", 500), ("2x4", 200), ("4x2", 200), ("2x5", 60), ("3x3", 300)]
    {
        agree_on_shape(shape, 4, many);
    }
    for (shape, fewest, many) in
        [("3x4", 0, 10), ("5x3", 95, 6), ("4x4", 120, 6), ("4x5", 210, 4), ("5x5", 340, 4)]
    {
        agree_on_shape(shape, fewest, many);
    }
}

/// 20,000 grids and orders of small shapes, and minimal puzzles of 16x16.
#[test]
#[ignore = "some minutes in release mode: cargo test --release --test it -- --ignored at_length"]
fn shortcuts_change_nothing_on_other_shapes_at_length() {
    for (shape, many) in [("2x3", 10_000), ("2x4", 5_000), ("4x2", 5_000), ("3x4", 500), ("4x4", 100)] {
        agree_on_shape(shape, 0, many);
        agree_side_by_side(shape, 0, many);
    }
}

/// 100,000 grids and orders.
#[test]
#[ignore = "a minute in release mode: cargo test --release --test it -- --ignored at_length"]
fn shortcuts_change_nothing_at_length() {
    agree(100_000);
}

#[test]
fn all_checkers_remove_the_same() {
    for shape in ["2x3", "3x3", "2x4"].map(|text| text.parse().unwrap()) {
        for case in cases_of(shape, 4).take(60) {
            let left = checkers(shape).map(|checker| {
                let (puzzle, removal) = remove(&mut *checker.solver(shape, PLENTY), &case);
                (puzzle, removal.givens, removal.checks, removal.all_tried)
            });
            let left: Vec<_> = left.collect();
            assert!(left.iter().all(|other| *other == left[0]), "{} by {:?}", case.solution, case.order);
        }
    }
}

/// The fewest nodes that a search can have are not enough for all of a dig; the solver works on afterwards.
#[test]
fn budgets_are_kept() {
    budget_is_kept(&mut Bitboard::new(1), &mut Bitboard::new(PLENTY));
    let parallel = |budget| BitParallel::new(Shape::STANDARD, budget);
    budget_is_kept(&mut parallel(1), &mut parallel(PLENTY));
}

fn budget_is_kept(small: &mut dyn Remover, plenty: &mut dyn Remover) {
    let case = cases().next().unwrap();
    let mut puzzle = case.puzzle.clone();
    assert_eq!(small.remove(&mut puzzle, &case.solution, &case.order, 0), Err(OutOfNodes { budget: 1 }));
    let easy = Case { stop_at: 70, ..case };
    assert_eq!(remove(small, &easy), remove(plenty, &easy));
}

#[test]
fn empty_cells_are_passed_over() {
    for mut case in cases().take(20) {
        let repeated: Vec<Cell> = case.order.iter().flat_map(|&cell| [cell, cell]).collect();
        let order = std::mem::replace(&mut case.order, repeated);
        let twice =
            [&mut Bitboard::new(PLENTY) as &mut dyn Remover, &mut BitParallel::new(Shape::STANDARD, PLENTY)]
                .map(|solver| remove(solver, &case).0);
        case.order = order;
        assert_eq!(twice, [(); 2].map(|()| remove(&mut Bitboard::new(PLENTY), &case).0));
    }
}
