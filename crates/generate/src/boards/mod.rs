//! Boards derived from puzzles: ambiguous, broken and partly filled ones, each with its label.
//!
//! ```text
//! puzzle, solution --remove givens, add a wrong digit, or fill cells--> board --two solvers--> label
//! ```
//!
//! A board has random numbers of its own, derived from the seed of its puzzle, so that the puzzle is the same without it. Labels are
//! made by the fastest solver for the shape and confirmed by dancing links, which share no code.

mod ambiguous;
mod broken;
mod conflict;
mod hitting_sets;
mod mask;
mod options;
mod partial;
#[cfg(test)]
mod tests;

pub use ambiguous::AmbiguousLabel;
pub use broken::BrokenLabel;
use gridmill_board::{Grid, Shape, Solution};
use gridmill_rate::Step;
use gridmill_solve::{DancingLinks, OutOfNodes, Remover, Solver as _, SolverKind};
pub use mask::CellMask;
pub use options::{BoardKind, BoardOptions, BoardPlan, CountRange, FillOrder};
pub use partial::PartialLabel;
use rand_pcg::Pcg64;

/// Board derived from a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedBoard {
    /// The board.
    pub grid: Grid,
    /// Its label.
    pub label: BoardLabel,
}

/// Label of a board: what is known about its solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardLabel {
    /// Of a board with several solutions.
    Ambiguous(AmbiguousLabel),
    /// Of a board without solution.
    Broken(BrokenLabel),
    /// Of a board on the way to the solution.
    Partial(PartialLabel),
}

/// Error of a board.
#[derive(Debug)]
pub(crate) enum BoardError {
    /// A search reached its budget.
    OutOfNodes(OutOfNodes),
    /// Two solvers differ about this board.
    Disagreement(Grid),
}

impl From<OutOfNodes> for BoardError {
    fn from(error: OutOfNodes) -> Self {
        Self::OutOfNodes(error)
    }
}

/// Puzzle of which a board is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoardSource<'a> {
    /// The puzzle.
    pub puzzle: &'a Grid,
    /// Its solution.
    pub solution: &'a Solution,
    /// Steps by the first rulebook of the plan; none where no order needs them.
    pub path: &'a [Step],
}

/// Makes the boards of a plan; owns its solvers and is reused.
#[derive(Debug)]
pub(crate) struct BoardMaker {
    plan: BoardPlan,
    solvers: TwoSolvers,
    /// Solvers of conflicts, whose searches end early: few givens may take very long.
    of_conflicts: TwoSolvers,
}

/// Solvers that must agree.
#[derive(Debug)]
struct TwoSolvers {
    fast: Box<dyn Remover>,
    other: DancingLinks,
}

impl BoardMaker {
    /// Creates a maker of boards of `shape`; each search may visit `node_budget` nodes.
    pub(crate) fn new(plan: BoardPlan, shape: Shape, node_budget: u64) -> Self {
        let solvers = TwoSolvers::new(shape, node_budget, node_budget);
        let of_conflicts = TwoSolvers::new(shape, conflict::SEARCH_NODES, conflict::CONFIRMING_NODES);
        Self { plan, solvers, of_conflicts }
    }

    /// Returns the kind of the boards.
    pub(crate) const fn kind(&self) -> BoardKind {
        self.plan.kind()
    }

    /// Makes a board; `None` if the puzzle yields none.
    pub(crate) fn make(
        &mut self,
        source: BoardSource<'_>,
        rng: &mut Pcg64,
    ) -> Result<Option<DerivedBoard>, BoardError> {
        let solvers = &mut self.solvers;
        match self.plan {
            BoardPlan::Ambiguous { solutions } => ambiguous::make(source, solutions, solvers, rng),
            BoardPlan::Broken => broken::make(source, solvers, &mut self.of_conflicts, rng),
            BoardPlan::Partial { filled, order } => partial::make(source, filled, order, solvers, rng),
        }
    }
}

impl TwoSolvers {
    fn new(shape: Shape, fast: u64, other: u64) -> Self {
        let kind = SolverKind::default_for(shape);
        Self { fast: kind.solver(shape, fast), other: DancingLinks::new(shape, other) }
    }

    /// Returns all solutions of a board, in ascending order, if there are at most `most`.
    fn list(&mut self, board: &Grid, most: u16) -> Result<Option<Vec<Solution>>, BoardError> {
        let limit = usize::from(most) + 1;
        let found = self.fast.list(board, limit)?;
        if found != self.other.list(board, limit)? {
            return Err(BoardError::Disagreement(board.clone()));
        }
        Ok((found.len() < limit).then_some(found))
    }

    /// Returns true if a board has no solution.
    fn has_none(&mut self, board: &Grid) -> Result<bool, BoardError> {
        let [one, other] = [self.fast.count(board, 1)?, self.other.count(board, 1)?];
        if one.solutions != other.solutions {
            return Err(BoardError::Disagreement(board.clone()));
        }
        Ok(one.solutions == 0)
    }
}
