//! Descents that give up at the first given that cannot go: rare successes, of known probability.
//!
//! ```text
//! order of the cells   d1 d2 d3 ... dj | d(j+1) ...        stage j: the first j givens are away
//!                      one solution    | several           it succeeds if stage j is minimal
//! ```
//!
//! A minimal puzzle with k of n givens is met if just its n-k empty cells come first: with probability 1/C(n, k) on
//! its grid. GridSource: D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009; a new grid for
//! each descent is the caller's part.
//!
//! Shortcut, exact: a given that can go at stage m can go at all earlier ones, so that none of them is minimal. If
//! stage m has several solutions and such a given is found, the descent has failed: two or three checks, or none at all
//! where a look at the grid tells as much.

use super::{
    Dug, Effort, all_needed, count,
    descent_filter::DescentFilter,
    logarithms::{ln, ln_choose},
    needed,
};
use crate::random;
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{OutOfNodes, Solver};
use rand::Rng;

/// Makes descents on one grid after another; owns its scratch memory and is reused.
///
/// On shapes where successes are rare, a grid is used for a block of descents, and what is known of it rules most of them
/// out without a search. A row stands for all successes of its block: one of them, each equally likely, its weight times
/// their number. So blocks are as exact as single descents, whose mean they are.
#[derive(Debug)]
pub struct DescentSampler {
    shape: Shape,
    order: Vec<Cell>,
    doomed: DescentFilter,
    /// Descents on one grid. Part of the stream version.
    block: u64,
}

/// What the descents on a grid came to.
#[derive(Debug, Clone, PartialEq)]
pub struct DescentResult {
    /// A minimal puzzle with its weight, if one succeeded.
    pub dug: Option<Dug>,
    /// Descents made.
    pub descents: u64,
}

impl DescentSampler {
    /// Descents on grids of `shape`.
    pub fn new(shape: Shape) -> Self {
        let block = if shape.cells() < 64 || !DescentFilter::knows(shape) { 1 } else { 64 };
        Self { shape, order: Vec::with_capacity(shape.cells()), doomed: DescentFilter::default(), block }
    }

    /// Descents in random orders on `solution`, `at_most` as many.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check does not fit the solver's budget.
    pub fn sample(
        &mut self,
        solution: &Solution,
        at_most: u64,
        rng: &mut impl Rng,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<DescentResult, OutOfNodes> {
        self.order.clear();
        self.order.extend(self.shape.all_cells());
        let descents = self.block.min(at_most);
        let look = self.block > 1;
        if look {
            self.doomed.look_at(solution);
        }
        let (mut kept, mut successes) = (None, 0);
        for _ in 0..descents {
            let away = away(&self.order);
            random::shuffle_from(rng, &mut self.order, away);
            if look && self.doomed.fails(&self.order[away..]) {
                continue;
            }
            random::shuffle(rng, &mut self.order[..away]);
            if let Some(dug) = controlled_bias(solution, &self.order, solver, effort)? {
                successes += 1;
                if random::index_below(rng, successes) == 0 {
                    kept = Some(dug);
                }
            }
        }
        let weighted = |dug: Dug| Dug { weight: dug.weight.map(|weight| weight + ln(successes)), ..dug };
        Ok(DescentResult { dug: kept.map(weighted), descents })
    }
}

/// Givens to take away at once, where the two questions are cheapest together (9x9: 46, so that 35 are left).
const fn away(order: &[Cell]) -> usize {
    order.len() * 4 / 7
}

/// One descent on `solution` in `order`, which names each cell once: a minimal puzzle with its weight, or nothing.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn controlled_bias(
    solution: &Solution,
    order: &[Cell],
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Option<Dug>, OutOfNodes> {
    let (away, rest) = order.split_at(away(order));
    let mut grid = Grid::from(solution);
    for &cell in away {
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

/// Takes givens away in `order` until one cannot go.
fn descend(
    mut grid: Grid,
    order: &[Cell],
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Option<Dug>, OutOfNodes> {
    for (n, &cell) in order.iter().enumerate() {
        if needed(&mut grid, cell, solver, effort)? {
            let minimal = all_needed(&mut grid, order[n + 1..].iter().copied(), solver, effort)?;
            let givens = order.len() - n;
            let weight = Some(ln_choose(grid.shape().cells(), givens));
            return Ok(minimal.then(|| Dug { weight, ..Dug::minimal(grid, givens) }));
        }
        grid.set(cell, None);
    }
    // Not met: without givens there are several solutions.
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fill, Filler};
    use gridmill_solve::Backtracking;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    /// The descent as its law has it: every given counted, one after the other.
    fn plainly(solution: &Solution, order: &[Cell], solver: &mut Backtracking) -> Option<Grid> {
        let mut grid = Grid::from(solution);
        let mut unique = |grid: &Grid| solver.count(grid, 2).unwrap().solutions == 1;
        let mut goes = |grid: &mut Grid, cell: Cell| {
            let digit = grid.set(cell, None);
            let goes = unique(grid);
            if !goes {
                grid.set(cell, digit);
            }
            goes
        };
        let gone = order.iter().take_while(|&&cell| goes(&mut grid, cell)).count();
        order[gone..].iter().all(|&cell| !goes(&mut grid.clone(), cell)).then_some(grid)
    }

    /// Neither many givens at once nor a look at the grid changes what a descent comes to.
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
            let mut doomed = DescentFilter::default();
            let mut told = 0;
            for _ in 0..descents {
                let solution = filler.fill(&mut rng).unwrap();
                random::shuffle(&mut rng, &mut order);
                let expected = plainly(&solution, &order, &mut solver);
                let dug = controlled_bias(&solution, &order, &mut solver, &mut Effort::default()).unwrap();
                assert_eq!(dug.map(|dug| dug.grid), expected);
                doomed.look_at(&solution);
                // At any stage, not only at the one that is asked about.
                for away in 1..order.len() {
                    assert!(!doomed.fails(&order[away..]) || expected.is_none(), "{solution} {away}");
                }
                told += usize::from(doomed.fails(&order[away(&order)..]));
            }
            assert!(told as f64 > least * f64::from(descents), "{shape}: {told} of {descents}");
        }
    }

    /// Weights of blocks count the minimal puzzles of 4x4 too: 85,632 on 288 grids, with 4.717489 givens on average
    /// (exhaustive computation). Each within 5 of its standard errors, which a true estimate passes but once in 1.7 million.
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
            let landed =
                descents.sample(&solution, u64::MAX, &mut rng, &mut solver, &mut Effort::default()).unwrap();
            assert_eq!(landed.descents, BLOCK);
            let row = landed.dug.map_or((0.0, 0.0), |dug| (dug.weight.unwrap().exp(), dug.givens as f64));
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
            let landed = descents.sample(&solution, at_most, &mut rng, &mut solver, &mut Effort::default());
            assert_eq!(landed.unwrap().descents, made);
        }
    }
}
