//! Numbers of solutions.

use super::Boards;
use gridmill_board::Grid;
use gridmill_solve::{OutOfNodes, Solver};

/// Puzzles for each grid that a solver works on at the same time: few stay over at the end of a batch.
const BATCH: usize = 8;

impl Boards<'_> {
    /// Writes the number of solutions of each board, up to `limit`. A solver such as the
    /// [default](gridmill_solve::SolverKind::default_for) of the shape searches several boards at once.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget of the solver.
    ///
    /// # Panics
    /// If `out` is not as long as there are boards, or the solver does not support the shape.
    pub fn count_solutions(
        &self,
        limit: u64,
        solver: &mut dyn Solver,
        out: &mut [u64],
    ) -> Result<(), OutOfNodes> {
        assert_eq!(out.len(), self.len(), "an answer a board");
        let together = BATCH * solver.side_by_side();
        let mut grids = vec![Grid::empty(self.shape); together.min(self.len())];
        let cells = self.shape.cells();
        for (boards, out) in self.cells.chunks(together * cells).zip(out.chunks_mut(together)) {
            let grids = &mut grids[..out.len()];
            for (grid, board) in grids.iter_mut().zip(boards.chunks_exact(cells)) {
                // The values were checked.
                let set = grid.set_values(board);
                debug_assert_eq!(set, Ok(()), "values are checked");
            }
            for (out, count) in out.iter_mut().zip(solver.count_each(grids, limit)) {
                *out = count?.solutions;
            }
        }
        Ok(())
    }
}
