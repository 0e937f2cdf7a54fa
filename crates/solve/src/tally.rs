//! List of the solutions of a grid, by any solver that counts, and the tally of their candidates.

use crate::{OutOfNodes, Solutions, Solver};
use gridmill_board::{Cell, DigitSet, Grid, Shape, Solution};

/// Candidates in one solution of a grid, and in several: see [`Solver::tally`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateTally {
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// Search nodes of the count: the root and every branch.
    pub nodes: u64,
    /// Of each cell, the digits that it has in exactly one solution; empty if the limit was reached.
    pub once: Vec<DigitSet>,
    /// Of each cell, the digits that it has in two solutions or more; empty if the limit was reached.
    pub several: Vec<DigitSet>,
}

impl CandidateTally {
    /// Creates the tally of a grid that has more solutions than were to be found.
    pub(super) const fn at_limit(solutions: u64, nodes: u64) -> Self {
        Self { solutions, nodes, once: Vec::new(), several: Vec::new() }
    }

    /// Creates the tally of these solutions, which are all.
    fn from_solutions(solutions: &[Solution], cells: usize, nodes: u64) -> Self {
        let mut once = vec![DigitSet::default(); cells];
        let mut several = once.clone();
        for solution in solutions {
            for ((once, several), &digit) in once.iter_mut().zip(&mut several).zip(solution.cells()) {
                if !once.insert(digit) {
                    several.insert(digit);
                }
            }
        }
        for (once, several) in once.iter_mut().zip(&several) {
            for digit in *several {
                once.remove(digit);
            }
        }
        Self { solutions: solutions.len() as u64, nodes, once, several }
    }
}

/// Counts the solutions, then lists them.
pub(super) fn by_list(
    solver: &mut (impl Solver + ?Sized),
    grid: &Grid,
    limit: u64,
) -> Result<CandidateTally, OutOfNodes> {
    let count = solver.count(grid, limit)?;
    if count.solutions == limit {
        return Ok(CandidateTally::at_limit(limit, count.nodes));
    }
    let solutions = solver.list(grid, usize::try_from(count.solutions).unwrap_or(usize::MAX))?;
    Ok(CandidateTally::from_solutions(&solutions, grid.cells().len(), count.nodes))
}

// Choices between cells, or digits, that a search has no reason to prefer.

/// Decides between equal choices of a search.
pub trait TieBreaker {
    /// Returns a number below `among`, which is at least 1.
    fn pick(&mut self, among: u32) -> u32;
}

/// Always decides for the first choice, which makes counts reproducible.
pub(crate) struct FirstChoice;

impl TieBreaker for FirstChoice {
    fn pick(&mut self, _among: u32) -> u32 {
        0
    }
}

/// Lists at most `limit` solutions in ascending order. A grid with several solutions is divided by the digits of one cell, so that each
/// part has fewer empty cells.
pub(super) fn list_by_counts(
    solver: &mut (impl Solver + ?Sized),
    grid: &Grid,
    limit: usize,
) -> Result<Vec<Solution>, OutOfNodes> {
    let (mut found, mut parts) = (Vec::new(), vec![grid.clone()]);
    while found.len() < limit
        && let Some(part) = parts.pop()
    {
        match solver.solutions(&part)? {
            Solutions::None => {}
            Solutions::Unique(solution) => found.push(solution),
            Solutions::Multiple => {
                let Some((cell, digits)) = fewest_candidates(&part) else { continue };
                for digit in digits {
                    let mut smaller = part.clone();
                    smaller.set(cell, Some(digit));
                    parts.push(smaller);
                }
            }
        }
    }
    sort_solutions(&mut found);
    Ok(found)
}

/// Sorts solutions by their text.
pub(super) fn sort_solutions(solutions: &mut [Solution]) {
    solutions.sort_unstable_by(|one, other| one.cells().cmp(other.cells()));
}

/// Returns the empty cell that the fewest digits fit, but more than one, and these digits; `None` if there is none.
fn fewest_candidates(grid: &Grid) -> Option<(Cell, DigitSet)> {
    let shape = grid.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for (cell, digit) in shape.all_cells().zip(grid.cells()) {
        let Some(digit) = *digit else { continue };
        for (free, house) in free.iter_mut().zip(houses(cell)) {
            free[house].remove(digit);
        }
    }
    let open = shape.all_cells().filter(|&cell| grid.get(cell).is_none()).map(|cell| {
        let [row, col, box_] = houses(cell);
        (cell, free[0][row] & free[1][col] & free[2][box_])
    });
    open.filter(|(_, digits)| digits.len() > 1).min_by_key(|(_, digits)| digits.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, DancingLinks, SolverKind};
    use gridmill_board::Shape;

    /// Two hard puzzles without some givens: 2 to some hundred solutions.
    fn grids() -> Vec<Grid> {
        let texts = [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ];
        let mut grids = Vec::new();
        for text in texts {
            let puzzle = Grid::parse(Shape::STANDARD, text).unwrap();
            for n in 0..12 {
                let mut grid = puzzle.clone();
                let givens = Shape::STANDARD.all_cells().filter(|&cell| puzzle.get(cell).is_some());
                for cell in givens.skip(n).step_by(9) {
                    grid.set(cell, None);
                }
                grids.push(grid);
            }
        }
        grids
    }

    /// By the definition: in how many of all solutions a digit stands in a cell.
    fn expected(solutions: &[Solution], several: bool) -> Vec<DigitSet> {
        let of_cell = |cell: usize| {
            let mut digits = DigitSet::default();
            for digit in DigitSet::full(9) {
                let number = solutions.iter().filter(|solution| solution.cells()[cell] == digit).count();
                if if several { number > 1 } else { number == 1 } {
                    digits.insert(digit);
                }
            }
            digits
        };
        (0..81).map(of_cell).collect()
    }

    #[test]
    fn all_solvers_tally_as_the_definition_says() {
        let mut met = 0;
        for grid in grids() {
            let all = DancingLinks::new(Shape::STANDARD, u64::MAX).list(&grid, 2000).unwrap();
            let limit = all.len() as u64;
            let mut solvers: Vec<Box<dyn crate::Remover>> =
                SolverKind::ALL.map(|kind| kind.solver(Shape::STANDARD, 1_000_000)).into();
            for bitboard in Bitboard::on_each_instruction_set(1_000_000) {
                solvers.push(Box::new(bitboard));
            }
            for solver in &mut solvers {
                let reached = solver.tally(&grid, limit).unwrap();
                assert!(reached.once.is_empty() && reached.solutions == limit);
                if limit == 2000 {
                    continue;
                }
                let tally = solver.tally(&grid, limit + 1).unwrap();
                assert_eq!(tally.solutions, limit);
                assert_eq!(tally.once, expected(&all, false), "{solver:?} {grid}");
                assert_eq!(tally.several, expected(&all, true), "{solver:?} {grid}");
                met += usize::from(limit > 2);
            }
        }
        assert!(met > 20, "{met}");
    }

    #[test]
    fn a_budget_ends_a_tally() {
        let empty = Grid::empty(Shape::STANDARD);
        assert!(Bitboard::new(5).tally(&empty, 1000).is_err());
        assert_eq!(Bitboard::new(1000).tally(&empty, 0).unwrap().solutions, 0);
    }
}
