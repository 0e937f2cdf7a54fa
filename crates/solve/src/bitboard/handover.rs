//! Grids that the search is slow on, given to dancing links.
//!
//! ```text
//! search, 32 nodes -> few saved states: 64, 128, 256 ... nodes
//!                  -> ten or more, a contradiction met (`search`): slow -> dancing links, from the start, up to the same limit
//! ```
//!
//! The search branches where most candidates go. If a few cells elsewhere have no digits left between them (a locked set of three
//! or more), it finds that again in each branch: two million nodes for some grids of 17 givens without solution. Dancing links
//! branches on the cell, or the digit of a house, with the fewest choices, and finds the same in some hundred nodes.

use super::{
    InstructionSet,
    search::{CountTask, Counter},
    solution,
};
use crate::{CandidateTally, Count, DancingLinks, OtherSolution, OutOfNodes, Remover, Solver, tally};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};

/// Solver of slow grids, with its memory once there was one.
#[derive(Debug)]
pub(super) struct Handover {
    links: Option<Box<DancingLinks>>,
    /// Nodes of both searches.
    budget: u64,
}

impl Handover {
    pub(super) const fn new(budget: u64) -> Self {
        Self { links: None, budget }
    }

    /// Returns the count of a search that ended. A slow one is counted again.
    #[inline]
    pub(super) fn count(
        &mut self,
        grid: &Grid,
        task: &CountTask,
        counter: &Counter,
    ) -> Result<Count, OutOfNodes> {
        if let Some(nodes) = counter.slow_after() {
            return self.add_nodes(nodes, |links| links.count(grid, task.limit), |count| &mut count.nodes);
        }
        let (solutions, nodes) = counter.result().ok_or(OutOfNodes { budget: self.budget })?;
        Ok(Count { solutions, nodes })
    }

    /// Searches again for a solution with another digit than `known`, after `nodes`.
    pub(super) fn has_other_solution(
        &mut self,
        grid: &Grid,
        (cell, known): (Cell, Digit),
        nodes: u64,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.add_nodes(nodes, |links| links.has_other_solution(grid, cell, known), |other| &mut other.nodes)
    }

    /// Tallies again, after `nodes`.
    pub(super) fn tally(
        &mut self,
        grid: &Grid,
        limit: u64,
        nodes: u64,
    ) -> Result<CandidateTally, OutOfNodes> {
        self.add_nodes(nodes, |links| tally::by_list(links, grid, limit), |tally| &mut tally.nodes)
    }

    /// Returns the first solution of a search that found one.
    pub(super) fn solution(&self, isa: InstructionSet, counter: &Counter) -> Solution {
        let slow = counter.slow_after().and_then(|_| self.first_solution());
        slow.unwrap_or_else(|| solution(&isa.decode(counter)))
    }

    /// Returns the first solution of the last slow grid, if it has any.
    pub(super) fn first_solution(&self) -> Option<Solution> {
        self.links.as_ref()?.first_solution()
    }

    /// Searches again after `nodes`, which are added to those of the result.
    #[cold]
    fn add_nodes<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut DancingLinks) -> Result<T, OutOfNodes>,
        nodes_of: impl FnOnce(&mut T) -> &mut u64,
    ) -> Result<T, OutOfNodes> {
        let links = self.links.get_or_insert_with(|| Box::new(DancingLinks::new(Shape::STANDARD, 0)));
        links.set_budget(self.budget - nodes);
        let mut result = search(links).map_err(|_| OutOfNodes { budget: self.budget })?;
        *nodes_of(&mut result) += nodes;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Solutions, SolverKind};
    use gridmill_board::Transform;
    use gridmill_testing::{Numbers, sample};

    /// Without solution: a search without handover takes two million nodes.
    const SLOW: &str = "5.....96..........46...8.1....48..5....5..84..........1...4....8....1............";

    /// Permutes digits, bands, stacks, and the lines of each.
    fn image(grid: &Grid, numbers: &mut Numbers) -> Grid {
        let mut digits: [usize; 9] = std::array::from_fn(|n| n);
        numbers.shuffle(&mut digits);
        let mut lines = || {
            let mut lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
            for band in &mut lines {
                numbers.shuffle(band);
            }
            numbers.shuffle(&mut lines);
            lines.concat()
        };
        let (rows, cols) = (lines(), lines());
        Transform::new(Shape::STANDARD, &rows, &cols, &digits, false).unwrap().grid(grid)
    }

    fn images(count: usize) -> Vec<Grid> {
        let (slow, mut numbers) = (Grid::parse(Shape::STANDARD, SLOW).unwrap(), Numbers::new(17));
        let images = (1..count).map(|_| image(&slow, &mut numbers));
        [slow.clone()].into_iter().chain(images).collect()
    }

    /// Every way to search hands them over, also those of several grids, between which other grids keep their results.
    #[test]
    fn slow_grids_take_few_nodes() {
        let images = images(20);
        let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let unique = Grid::parse(Shape::STANDARD, unique).unwrap();
        let grids: Vec<Grid> = images.iter().flat_map(|image| [image.clone(), unique.clone()]).collect();
        for mut solver in Bitboard::on_each_instruction_set(5_000) {
            let counts = solver.count_each(&grids, 2);
            for (grid, count) in grids.iter().zip(counts) {
                let alone = solver.count(grid, 2);
                assert_eq!(alone, count, "{grid}");
                assert_eq!(alone.unwrap().solutions, u64::from(*grid == unique), "{grid}");
            }
            for pair in solver.solutions_each(&grids.iter().collect::<Vec<_>>()).chunks(2) {
                assert!(matches!(pair, [Ok(Solutions::None), Ok(Solutions::Unique(_))]));
            }
            for image in &images {
                let cell = Shape::STANDARD.all_cells().find(|&cell| image.get(cell).is_none()).unwrap();
                assert!(!solver.has_other_solution(image, cell, Digit::from_index(0)).unwrap().found);
                let tally = solver.tally(image, 2).unwrap();
                assert!(tally.solutions == 0 && tally.nodes <= 5_000 && tally.once.len() == 81);
            }
        }
        let mut small = Bitboard::new(35);
        assert_eq!(small.count(&images[0], 2), Err(OutOfNodes { budget: 35 }));
    }

    /// All solvers agree on slow grids less some givens, also with several solutions, and on the solution of those with one.
    #[test]
    fn solvers_agree_near_slow_grids() {
        let mut numbers = Numbers::new(3);
        let (count, step, least) = sample((24, 4, 6), (60, 10, 20));
        let mut near = images(count);
        for (n, grid) in near.iter_mut().enumerate() {
            for _ in 0..n / step {
                grid.set(Cell::new(numbers.below(81)), None);
            }
        }
        for limit in [2, 50] {
            let mut bitboard = Bitboard::new(1_000_000);
            let together = bitboard.count_each(&near, limit);
            let mut handed_over = 0;
            for (grid, count) in near.iter().zip(together) {
                let count = count.unwrap();
                assert_eq!(bitboard.count(grid, limit), Ok(count));
                let first = bitboard.first_solution();
                assert_eq!(first.is_some(), count.solutions > 0);
                handed_over += usize::from(bitboard.engine.counters[0].slow_after().is_some());
                for kind in SolverKind::ALL {
                    let budget = if kind == SolverKind::DancingLinks { 1_000_000 } else { 1_000 };
                    let mut other = kind.solver_of_rows(Shape::STANDARD, budget);
                    let Ok(found) = other.count(grid, limit) else {
                        assert_ne!(kind, SolverKind::DancingLinks, "{grid}");
                        continue;
                    };
                    assert_eq!(found.solutions, count.solutions, "{grid} {kind:?}");
                    assert!(count.solutions != 1 || first == other.first_solution(), "{grid} {kind:?}");
                }
            }
            assert!(handed_over > least, "{handed_over}");
        }
    }
}
