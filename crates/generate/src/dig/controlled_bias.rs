//! Descents that fail at the first given that cannot be removed: rare successes of known probability.
//!
//! ```text
//! order of the cells   d1 d2 d3 ... dj | d(j+1) ...        stage j: the first j givens are removed
//!                      one solution    | several           it succeeds if stage j is minimal
//! ```
//!
//! A descent reaches a minimal puzzle with k of n givens if exactly its n-k empty cells come first: with probability
//! 1/C(n, k) on its grid. Source: D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009. The
//! caller provides a new grid for each descent.
//!
//! Exact shortcut: a given that is removable at stage m is removable at all earlier stages, and none of these is minimal.
//! If stage m has several solutions and such a given is found, the descent has failed. That takes two or three checks, or
//! none if the descent filter decides it.

use super::{
    DigResult, Effort, all_needed, count,
    enumerated::DescentFilter,
    logarithms::{ln, ln_choose},
    needed,
};
use crate::random;
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{OutOfNodes, Remover};
use rand::Rng;

/// Samples minimal puzzles by descents on one grid after another; owns its scratch memory and is reused.
///
/// On shapes where successes are rare, each grid is used for a block of descents, and a filter rejects most of them without
/// a search. A row stands for all successes of its block: one of them, each equally likely, with its weight times their
/// number. Blocks are therefore as exact as single descents: their weights have the same mean.
#[derive(Debug)]
pub(crate) struct DescentSampler {
    shape: Shape,
    order: Vec<Cell>,
    filter: DescentFilter,
    /// Descents on one grid. Part of the stream version.
    block: u64,
}

#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub(crate) struct DescentResult {
    /// A minimal puzzle with its weight, if one succeeded.
    pub dug: Option<DigResult>,
    /// Descents made.
    pub descents: u64,
}

impl DescentSampler {
    pub(crate) fn new(shape: Shape) -> Self {
        let block = if shape.cells() < 64 || !DescentFilter::supports(shape) { 1 } else { 64 };
        Self { shape, order: Vec::with_capacity(shape.cells()), filter: DescentFilter::default(), block }
    }

    /// Makes a block of descents in random orders on `solution`, and no more than `at_most`.
    pub(crate) fn sample(
        &mut self,
        solution: &Solution,
        at_most: u64,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<DescentResult, OutOfNodes> {
        self.order.clear();
        self.order.extend(self.shape.all_cells());
        let descents = self.block.min(at_most);
        let filtered = self.block > 1;
        if filtered {
            self.filter.prepare(solution);
        }
        let (mut kept, mut successes) = (None, 0);
        for _ in 0..descents {
            let first = removed_at_once(&self.order);
            random::shuffle_from(rng, &mut self.order, first);
            if filtered && self.filter.rejects(&self.order[first..]) {
                continue;
            }
            random::shuffle(rng, &mut self.order[..first]);
            if let Some(dug) = controlled_bias(solution, &self.order, solver, effort)? {
                successes += 1;
                if random::index_below(rng, successes) == 0 {
                    kept = Some(dug);
                }
            }
        }
        let weighted =
            |dug: DigResult| DigResult { weight: dug.weight.map(|weight| weight + ln(successes)), ..dug };
        Ok(DescentResult { dug: kept.map(weighted), descents })
    }
}

/// Returns the number of givens to remove at once: where the two questions together are cheapest (9x9: 46, which leaves
/// 35).
const fn removed_at_once(order: &[Cell]) -> usize {
    order.len() * 4 / 7
}

/// Makes one descent on `solution` in `order`, which names each cell once. Returns a minimal puzzle with its weight, or
/// `None` if the descent fails.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn controlled_bias(
    solution: &Solution,
    order: &[Cell],
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<Option<DigResult>, OutOfNodes> {
    let (removed, rest) = order.split_at(removed_at_once(order));
    let mut grid = Grid::from(solution);
    for &cell in removed {
        grid.set(cell, None);
    }
    if count(&grid, 2, solver, effort)? == 1 {
        return descend(grid, rest, solver, effort);
    }
    if !all_needed(&mut grid, rest.iter().copied(), solver, effort)? {
        return Ok(None);
    }
    descend(Grid::from(solution), order, solver, effort)
}

/// Removes givens in `order` until one cannot be removed.
fn descend(
    mut grid: Grid,
    order: &[Cell],
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<Option<DigResult>, OutOfNodes> {
    for (n, &cell) in order.iter().enumerate() {
        if needed(&mut grid, cell, solver, effort)? {
            let minimal = all_needed(&mut grid, order[n + 1..].iter().copied(), solver, effort)?;
            let givens = order.len() - n;
            let weight = Some(ln_choose(grid.shape().cells(), givens));
            return Ok(minimal.then(|| DigResult { weight, ..DigResult::minimal(grid, givens) }));
        }
        grid.set(cell, None);
    }
    // Not reached: a grid without givens has several solutions.
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fill, Filler};
    use gridmill_solve::{Backtracking, Solver};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    /// Makes the descent by its definition: counts the solutions without each given, one after the other.
    fn plain_descent(solution: &Solution, order: &[Cell], solver: &mut Backtracking) -> Option<Grid> {
        let mut grid = Grid::from(solution);
        let mut unique = |grid: &Grid| solver.count(grid, 2).unwrap().solutions == 1;
        let mut removable = |grid: &mut Grid, cell: Cell| {
            let digit = grid.set(cell, None);
            let stays_unique = unique(grid);
            if !stays_unique {
                grid.set(cell, digit);
            }
            stays_unique
        };
        let removed = order.iter().take_while(|&&cell| removable(&mut grid, cell)).count();
        order[removed..].iter().all(|&cell| !removable(&mut grid.clone(), cell)).then_some(grid)
    }

    /// Neither removing many givens at once nor the filter changes the result of a descent.
    #[test]
    fn shortcuts_change_nothing() {
        for (shape, descents, least) in
            [("2x2", 4000, 0.3), ("2x3", 4000, 0.3), ("2x4", 1000, 0.5), ("3x3", 600, 0.6)]
        {
            let shape: Shape = shape.parse().unwrap();
            let mut rng = Pcg64::from_seed(*b"descents with and without a look");
            let mut solver = Backtracking::new(shape, 1_000_000);
            let mut filler = Filler::new(Fill::default_for(shape), shape, 1_000_000);
            let mut order: Vec<Cell> = shape.all_cells().collect();
            let mut filter = DescentFilter::default();
            let mut rejected = 0;
            for _ in 0..descents {
                let solution = filler.fill(&mut rng).unwrap();
                random::shuffle(&mut rng, &mut order);
                let expected = plain_descent(&solution, &order, &mut solver);
                let dug = controlled_bias(&solution, &order, &mut solver, &mut Effort::default()).unwrap();
                assert_eq!(dug.map(|dug| dug.grid), expected);
                filter.prepare(&solution);
                // Sound at any stage, not only at the one where descents use it.
                for first in 1..order.len() {
                    assert!(!filter.rejects(&order[first..]) || expected.is_none(), "{solution} {first}");
                }
                rejected += usize::from(filter.rejects(&order[removed_at_once(&order)..]));
            }
            assert!(rejected as f64 > least * f64::from(descents), "{shape}: {rejected} of {descents}");
        }
    }

    /// The weights of blocks, too, count the minimal puzzles of 4x4: 85,632 on 288 grids, with 4.717489 givens on average
    /// (exhaustive computation). Each estimate is within 5 of its standard errors; a correct one exceeds that once in 1.7
    /// million.
    #[test]
    fn blocks_weigh_what_their_descents_do() {
        const BLOCK: u64 = 8;
        let shape: Shape = "2x2".parse().unwrap();
        let mut rng = Pcg64::from_seed(*b"blocks of eight descents of 4x4.");
        let mut solver = Backtracking::new(shape, 1_000_000);
        let mut filler = Filler::new(Fill::Uniform, shape, 1_000_000);
        let mut descents = DescentSampler { block: BLOCK, ..DescentSampler::new(shape) };
        let mut rows = Vec::new();
        for _ in 0..40_000 {
            let solution = filler.fill(&mut rng).unwrap();
            let result =
                descents.sample(&solution, u64::MAX, &mut rng, &mut solver, &mut Effort::default()).unwrap();
            assert_eq!(result.descents, BLOCK);
            let row = result.dug.map_or((0.0, 0.0), |dug| (dug.weight.unwrap().exp(), dug.givens as f64));
            rows.push(row);
        }
        let n = rows.len() as f64;
        let all: f64 = rows.iter().map(|row| row.0).sum();
        let error =
            |of: &dyn Fn(f64, f64) -> f64| rows.iter().map(|&(w, k)| of(w, k).powi(2)).sum::<f64>().sqrt();
        let mean = all / n;
        let z = (mean / BLOCK as f64 - 85_632.0 / 288.0) / (error(&|w, _| w - mean) / n / BLOCK as f64);
        assert!(z.abs() < 5.0, "{z}");
        let givens = rows.iter().map(|(w, k)| w * k).sum::<f64>() / all;
        let z = (givens - 4.717_489) / (error(&|w, k| w * (k - givens)) / all);
        assert!(z.abs() < 5.0, "{z}");
    }

    #[test]
    fn no_more_descents_than_allowed() {
        let solution =
            Filler::new(Fill::Uniform, Shape::STANDARD, 1).fill(&mut Pcg64::from_seed([1; 32])).unwrap();
        let mut descents = DescentSampler::new(Shape::STANDARD);
        let mut solver = Backtracking::new(Shape::STANDARD, 1_000_000);
        for (at_most, made) in [(3, 3), (64, 64), (1000, 64)] {
            let mut rng = Pcg64::from_seed([2; 32]);
            let result = descents.sample(&solution, at_most, &mut rng, &mut solver, &mut Effort::default());
            assert_eq!(result.unwrap().descents, made);
        }
    }
}
