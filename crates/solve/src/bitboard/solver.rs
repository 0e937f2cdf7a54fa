//! `Bitboard`: the fast 9x9 solver behind the trait of all solvers.

use super::{Engine, layout::CELL_OF_BIT};
use crate::{Count, MinimalPuzzles, OtherSolution, OutOfNodes, Removal, Solver};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};

/// Bit-parallel solver for 9x9 grids with 3x3 boxes, on the fastest instruction set of this machine.
///
/// Nodes and first solutions are the same on every machine.
#[derive(Debug)]
pub struct Bitboard {
    engine: Engine,
    budget: u64,
    found: bool,
}

impl Bitboard {
    /// Creates a solver; each of its searches may visit `budget` nodes.
    pub fn new(budget: u64) -> Self {
        Self { engine: Engine::new(), budget, found: false }
    }

    /// Creates a solver for each instruction set of this machine, the portable one first: for tests and benches.
    pub fn on_each_instruction_set(budget: u64) -> Vec<Self> {
        Engine::every().into_iter().map(|engine| Self { engine, budget, found: false }).collect()
    }

    /// Returns the instruction set in use: `portable`, `avx2` or `avx512`.
    pub const fn instruction_set(&self) -> &'static str {
        self.engine.instruction_set()
    }

    fn out_of_nodes(&self) -> OutOfNodes {
        OutOfNodes { budget: self.budget }
    }
}

/// Converts a grid to the values of the engine: 0 for an empty cell.
///
/// # Panics
/// Panics if the shape is not 3x3.
fn values(grid: &Grid) -> [u8; 81] {
    bytes(grid.cells(), |cell| cell.map_or(0, Digit::value))
}

/// Converts 81 cells to bytes. Their number is known to the compiler, so that this is a copy.
fn bytes<T>(cells: &[T], value: impl Fn(&T) -> u8) -> [u8; 81] {
    let Ok(cells): Result<&[T; 81], _> = cells.try_into() else {
        panic!("a grid of another shape than the solver's");
    };
    let mut values = [0; 81];
    for (to, cell) in values.iter_mut().zip(cells) {
        *to = value(cell);
    }
    values
}

impl Solver for Bitboard {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        self.found = false;
        let counted = self.engine.count(&values(grid), limit, self.budget);
        let (solutions, nodes) = counted.ok_or_else(|| self.out_of_nodes())?;
        self.found = solutions > 0;
        Ok(Count { solutions, nodes })
    }

    fn first_solution(&self) -> Option<Solution> {
        let cells = || self.engine.solution().iter().map(|&value| Digit::new(value)).collect::<Option<_>>();
        self.found.then(cells).flatten().map(|cells| Solution::from_valid(Shape::STANDARD, cells))
    }

    fn write_first_solution(&self, cells: &mut [u8]) -> bool {
        if self.found {
            cells.copy_from_slice(self.engine.solution());
        }
        self.found
    }

    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.found = false;
        let result = self.engine.has_other_solution(&values(grid), cell.index(), known.value(), self.budget);
        let (found, nodes) = result.ok_or_else(|| self.out_of_nodes())?;
        self.found = found;
        Ok(OtherSolution { found, nodes })
    }

    /// Removes the same givens as the default method, with fewer searches. `nodes` counts the nodes of these searches, and
    /// one for each propagation that several givens share.
    fn remove(
        &mut self,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        stop_at: usize,
    ) -> Result<Removal, OutOfNodes> {
        let givens = values(puzzle).map(|value| value > 0);
        let known = bytes(solution.cells(), |digit| digit.value());
        let cells = order.iter().map(|cell| cell.index());
        let result = self.engine.dig(&known, &givens, cells, stop_at, self.budget);
        let Some(dig) = result else { return Err(self.out_of_nodes()) };
        let mut removed = dig.removed;
        while removed != 0 {
            puzzle.set(Cell::new(CELL_OF_BIT[removed.trailing_zeros() as usize].into()), None);
            removed &= removed - 1;
        }
        Ok(Removal {
            givens: dig.givens_left,
            checks: dig.tried as u64,
            nodes: dig.nodes,
            all_tried: dig.all_tried(),
        })
    }

    fn minimal_puzzles(&mut self, puzzle: &Grid, solution: &Solution) -> Result<MinimalPuzzles, OutOfNodes> {
        let givens = values(puzzle).map(|value| value > 0);
        let known = bytes(solution.cells(), |digit| digit.value());
        let result = self.engine.minimal_puzzles(&known, &givens, self.budget);
        let Some(state) = result else { return Err(self.out_of_nodes()) };
        let cells = |set: u128| (0..81).filter(|cell| set >> cell & 1 != 0).map(Cell::new).collect();
        Ok(MinimalPuzzles {
            needed: cells(state.needed),
            optional: cells(state.optional),
            choices: state.search.found.clone(),
            nodes: state.nodes(),
        })
    }
}
