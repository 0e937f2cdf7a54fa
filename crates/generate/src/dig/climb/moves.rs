//! Neighbours of a minimal puzzle: some givens out, others in, and those that are no longer needed out.
//!
//! ```text
//! {-2+2}   5 . 7 .   two givens out   . . 7 .   too many    . 4 7 .   candidates in one   . 4 7 .   minimised: as many givens
//!          . 1 . .                    . . . .   solutions:  . . . .   solution alone: one . . . 3   as before, or fewer
//!          . . . 2                    . . . 2   one more in . . . 2   of them in          . . . 2
//! ```
//!
//! A candidate that lies in exactly one solution of a grid is a given that makes it a puzzle again, mostly with another solution. One tally of
//! the solutions ([`Solver::tally`](gridmill_solve::Solver::tally)) finds all of them, and serves several neighbours. Where there are more solutions
//! than [`LIMIT`], random candidates come in first.
//!
//! Median of the best guesses of climbs of 3,000 neighbours, and neighbours a second (one core of a shared EPYC machine, 2026-11):
//!
//! | moves | median | neighbours/s |
//! |---|--:|--:|
//! | one or two out, to 200 solutions, else none | 5.7 | 1,300 |
//! | one or two out, candidates in until 100 solutions are left | 37 | 8,400 |
//! | the same, until 30 | 34 | 8,200 |
//! | two out, until 60 | 26 | 7,000 |
//! | two or three out, until 60 | 24 | 6,300 |
//! | one to four out, until 60 | 28 | 7,400 |
//!
//! Late acceptance (E. Burke, Y. Bykov 2017) in place of moves that rank no lower: median 5 to 7 where these have 13.

use super::Place;
use crate::{
    dig::{Effort, count, minimise},
    random,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};
use gridmill_solve::{CandidateTally, OutOfNodes, Remover};
use rand::Rng;

/// Most givens that a move takes out. Part of the stream version.
const OUT: usize = 2;
/// Most solutions of a grid whose candidates are tallied. Part of the stream version.
const LIMIT: u64 = 50;
/// Random candidates that come in before, at most. Part of the stream version.
const MAX_IN: usize = 3;
/// Candidates that are drawn for them, at most. Part of the stream version.
const DRAWS: usize = 200;
/// Neighbours of one tally, at most. Part of the stream version.
const NEIGHBOURS: usize = 4;

/// Makes neighbours; owns its scratch memory and is reused.
#[derive(Debug)]
pub(super) struct Moves {
    shape: Shape,
    cells: Vec<Cell>,
}

/// Neighbours that a tally has in store.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// The puzzle without the givens that went, with the candidates that came.
    base: Grid,
    /// Candidates in one solution of it, in random order from the end.
    candidates: Vec<(Cell, Digit)>,
    left: usize,
}

impl Moves {
    pub(super) const fn new(shape: Shape) -> Self {
        Self { shape, cells: Vec::new() }
    }

    /// Draws the givens of a move. Returns `None` if too many solutions were left.
    pub(super) fn draw(
        &mut self,
        from: &Grid,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<Neighbours>, OutOfNodes> {
        let mut base = from.clone();
        let out = 1 + random::index_below(rng, OUT);
        self.shuffle_givens(from, rng);
        for &cell in self.cells.iter().take(out) {
            base.set(cell, None);
        }
        self.add_candidates(&mut base, out - 1, rng, solver, effort)?;
        let Some(tally) = self.tally(&mut base, rng, solver, effort)? else { return Ok(None) };
        let mut candidates = listed(&tally.once);
        // A given that went alone would come back alone.
        candidates.retain(|&(cell, digit)| out > 1 || from.get(cell) != Some(digit));
        Ok(Some(Neighbours { base, candidates, left: NEIGHBOURS }))
    }

    /// Tallies the solutions of `base`, and adds candidates to it until there are few enough. Returns `None` if there still are too many.
    fn tally(
        &mut self,
        base: &mut Grid,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<CandidateTally>, OutOfNodes> {
        for n in 0..=MAX_IN {
            if n > 0 {
                self.add_candidates(base, 1, rng, solver, effort)?;
            }
            let tally = solver.tally(base, LIMIT + 1)?;
            effort.add(tally.nodes);
            if tally.solutions <= LIMIT {
                return Ok(Some(tally));
            }
        }
        Ok(None)
    }

    /// Adds so many random digits in random empty cells, each of which leaves a solution.
    fn add_candidates(
        &mut self,
        base: &mut Grid,
        wanted: usize,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<(), OutOfNodes> {
        let mut open: Vec<Cell> = self.shape.all_cells().filter(|&cell| base.get(cell).is_none()).collect();
        let mut added = 0;
        for _ in 0..DRAWS {
            if added == wanted || open.is_empty() {
                break;
            }
            let at = random::index_below(rng, open.len());
            let digit = Digit::from_index(random::index_below(rng, self.shape.side()));
            base.set(open[at], Some(digit));
            if count(base, 1, solver, effort)? == 1 {
                open.swap_remove(at);
                added += 1;
            } else {
                base.set(open[at], None);
            }
        }
        Ok(())
    }

    /// Makes the next neighbour; `None` if there is none left.
    pub(super) fn next(
        &mut self,
        neighbours: &mut Neighbours,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<Place>, OutOfNodes> {
        let Neighbours { base, candidates, left } = neighbours;
        if *left == 0 || candidates.is_empty() {
            return Ok(None);
        }
        *left -= 1;
        let (cell, digit) = candidates.swap_remove(random::index_below(rng, candidates.len()));
        let mut grid = base.clone();
        grid.set(cell, Some(digit));
        effort.add(solver.count(&grid, 2)?.nodes);
        let solution = solver.first_solution();
        let solution = solution.unwrap_or_else(|| unreachable!("the candidate lies in a solution"));
        self.shuffle_givens(&grid, rng);
        let grid = minimise(grid, &solution, &self.cells, 0, solver, effort)?.grid;
        Ok(Some(Place { grid, solution }))
    }

    /// Puts the cells of the givens in random order.
    fn shuffle_givens(&mut self, grid: &Grid, rng: &mut impl Rng) {
        self.cells.clear();
        self.cells.extend(self.shape.all_cells().filter(|&cell| grid.get(cell).is_some()));
        random::shuffle(rng, &mut self.cells);
    }
}

/// Lists the candidates, cell by cell.
fn listed(digits: &[DigitSet]) -> Vec<(Cell, Digit)> {
    let of_cell = |(cell, digits): (usize, &DigitSet)| digits.map(move |digit| (Cell::new(cell), digit));
    digits.iter().enumerate().flat_map(of_cell).collect()
}
