//! Taking givens away: whatever shortcuts a solver takes, what is left is what one check a given leaves.

use crate::{PLENTY, bands};
use gridmill::{
    board::{Cell, Digit, Grid, Shape, Solution},
    generate::{Fill, Filler, random},
    solve::{Bitboard, Count, OtherSolution, OutOfNodes, Removal, Solver},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// `bitboard` without its own way to remove.
#[derive(Debug)]
struct Plain(Bitboard);

impl Solver for Plain {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        self.0.count(grid, limit)
    }
    fn first_solution(&self) -> Option<Solution> {
        self.0.first_solution()
    }
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

/// Random cases; every other one goes on until nothing can go, every fifth begins inside the grid.
fn cases() -> impl Iterator<Item = Case> {
    let mut rng = Pcg64::from_seed([8; 32]);
    let mut filler = Filler::new(Fill::Diagonal, Shape::STANDARD, PLENTY);
    let mut plain = Plain(Bitboard::new(PLENTY));
    (0..).map(move |n| {
        let solution = filler.fill(&mut rng).unwrap();
        let mut order: Vec<Cell> = Shape::STANDARD.all_cells().collect();
        random::shuffle(&mut rng, &mut order);
        let mut puzzle = Grid::from(&solution);
        if n % 5 == 4 {
            plain.remove(&mut puzzle, &solution, &order, 25 + n % 30).unwrap();
            random::shuffle(&mut rng, &mut order);
            order.truncate(60 + n % 22);
            order.retain(|&cell| puzzle.get(cell).is_some());
        }
        let stop_at = if n % 2 == 0 { 0 } else { 20 + random::index_below(&mut rng, 62) };
        Case { solution, puzzle, order, stop_at }
    })
}

fn remove(solver: &mut dyn Solver, case: &Case) -> (Grid, Removal) {
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

#[test]
fn shortcuts_change_nothing() {
    agree(3_000);
}

/// 100,000 grids and orders.
#[test]
#[ignore = "a minute in release mode: cargo test --release --test solvers -- --ignored at_length"]
fn shortcuts_change_nothing_at_length() {
    agree(100_000);
}

/// All targets of one grid and order: a dig for fewer givens goes on where the dig for more stopped.
#[test]
fn every_target_is_met_where_single_steps_meet_it() {
    let mut plain = Plain(Bitboard::new(PLENTY));
    let mut band = Bitboard::new(PLENTY);
    for mut case in cases().step_by(10).take(5) {
        for stop_at in 0..=82 {
            case.stop_at = stop_at;
            let ((expected, plainly), (left, removal)) =
                (remove(&mut plain, &case), remove(&mut band, &case));
            assert_eq!(left, expected, "{stop_at} givens");
            assert_eq!(removal, Removal { nodes: removal.nodes, ..plainly }, "{stop_at} givens");
        }
    }
}

/// The fewest nodes that a search can have are not enough for all of a dig; the solver works on afterwards.
#[test]
fn budgets_are_kept() {
    let (mut small, mut plenty) = (Bitboard::new(1), Bitboard::new(PLENTY));
    let case = cases().next().unwrap();
    let mut puzzle = case.puzzle.clone();
    assert_eq!(small.remove(&mut puzzle, &case.solution, &case.order, 0), Err(OutOfNodes { budget: 1 }));
    let easy = Case { stop_at: 70, ..case };
    assert_eq!(remove(&mut small, &easy), remove(&mut plenty, &easy));
}

/// Cells named twice, and those that are empty already, count for nothing.
#[test]
fn empty_cells_are_passed_over() {
    let mut band = Bitboard::new(PLENTY);
    for mut case in cases().take(20) {
        let once = remove(&mut band, &case);
        case.order = case.order.iter().flat_map(|&cell| [cell, cell]).collect();
        assert_eq!(remove(&mut band, &case).0, once.0);
    }
}
