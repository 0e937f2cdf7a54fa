//! Exact distributions of small grids: samples against the probabilities.

use crate::{fills::bands::chi_square, prelude::*};
use gridmill::{
    board::ClassId,
    corpus::{Block, Counters, RowStatistics, RunSummary, Workers},
    generate::{
        ExcludedClasses, InputGrids, Record, WeightedEstimates, controlled_bias, random, top_down, weighted,
    },
};
use std::sync::atomic::AtomicBool;

/// Uniform grids and orders of 4x4, and a solver.
struct Small {
    grids: Vec<Solution>,
    order: Vec<Cell>,
    rng: Pcg64,
    solver: Backtracking,
}

impl Small {
    fn new(seed: [u8; 32]) -> Self {
        let shape: Shape = "2x2".parse().unwrap();
        let mut solver = Backtracking::new(shape, 1_000_000);
        let grids = solver.list(&Grid::empty(shape), 1000).unwrap();
        Self { grids, order: shape.all_cells().collect(), rng: Pcg64::from_seed(seed), solver }
    }

    /// Digs the next grid in the next order.
    fn dig<T>(&mut self, dig: impl FnOnce(&Solution, &[Cell], &mut Backtracking) -> T) -> T {
        let grid = random::index_below(&mut self.rng, self.grids.len());
        random::shuffle(&mut self.rng, &mut self.order);
        dig(&self.grids[grid], &self.order, &mut self.solver)
    }
}

/// Top-down minimal puzzles of a uniform grid and order have 4, 5 or 6 givens with exactly known probabilities
/// (exhaustive computation over the 288 grids). Chi-square on 2 degrees of freedom: 27.6 is passed with probability
/// one in a million under the true distribution.
#[test]
fn top_down_clue_counts_of_4x4_follow_the_exact_distribution() {
    const EXPECTED: [f64; 3] = [13_908_043.0 / 21_621_600.0, 53_247_251.0 / 151_351_200.0, 236.0 / 47_775.0];
    let mut small = Small::new(*b"clue counts of 4x4 minimal grids");
    assert_eq!(small.grids.len(), 288);
    let mut counts = [0_u64; 3];
    for _ in 0..100_000 {
        let dug = small.dig(|grid, order, solver| top_down(grid, order, 0, solver, &mut Effort::default()));
        counts[dug.unwrap().givens - 4] += 1;
    }
    let chi2 = chi_square(&counts, |n| EXPECTED[n]);
    assert!(chi2 < 27.6, "chi-square {chi2} of {counts:?}");
}

/// Descents succeed with probability 4331/45045, and then end at 4, 5 or 6 givens with known probabilities
/// (exhaustive computation over the 288 grids). Bounds are passed once in a million under the true distribution: 27.6 for
/// chi-square on 2 degrees of freedom, 4.9 standard deviations for the successes.
#[test]
fn controlled_bias_descents_of_4x4_follow_the_exact_distribution() {
    const EXPECTED: [f64; 3] = [2211.0 / 4331.0, 2090.0 / 4331.0, 30.0 / 4331.0];
    const SUCCESS: f64 = 4331.0 / 45_045.0;
    const DESCENTS: u32 = 200_000;
    let mut small = Small::new(*b"descents at the first lost given");
    let mut counts = [0_u64; 3];
    for _ in 0..DESCENTS {
        let dug =
            small.dig(|grid, order, solver| controlled_bias(grid, order, solver, &mut Effort::default()));
        if let Some(dug) = dug.unwrap() {
            counts[dug.givens - 4] += 1;
            let ways: [f64; 3] = [1820.0, 4368.0, 8008.0];
            assert!((dug.weight.unwrap() - ways[dug.givens - 4].ln()).abs() < 1e-12);
        }
    }
    let chi2 = chi_square(&counts, |n| EXPECTED[n]);
    assert!(chi2 < 27.6, "chi-square {chi2} of {counts:?}");
    let all = f64::from(DESCENTS);
    let z = (counts.iter().sum::<u64>() as f64 - SUCCESS * all) / (SUCCESS * (1.0 - SUCCESS) * all).sqrt();
    assert!(z.abs() < 4.9, "{z} standard deviations");
}

/// The turning points found by bisection give the same weight as asking every given at every step.
#[test]
fn weights_agree_with_asking_every_given_at_every_step() {
    let mut small = Small::new(*b"every given at every single step");
    for _ in 0..300 {
        small.dig(|solution, order, solver| {
            let dug = weighted(solution, order, solver, &mut Effort::default()).unwrap();
            let mut grid = Grid::from(solution);
            let mut expected = 0.0;
            let mut steps = 0;
            for &cell in order {
                let mut goes = |cell: Cell| {
                    let mut less = grid.clone();
                    less.set(cell, None).is_some() && solver.count(&less, 2).unwrap().solutions == 1
                };
                let removable = order.iter().filter(|&&cell| goes(cell)).count();
                if goes(cell) {
                    steps += 1;
                    expected += (removable as f64).ln() - f64::from(steps).ln();
                    grid.set(cell, None);
                }
            }
            assert_eq!(dug.grid, grid);
            assert!((dug.weight.unwrap() - expected).abs() < 1e-9, "{dug:?}: {expected}");
        });
    }
}

/// Returns the plan of a dig on 4x4.
fn plan_of(dig: Dig) -> Plan {
    let attempts = dig.facts().default_attempts;
    Plan::for_shape("2x2".parse().unwrap()).with_dig(dig).with_attempts(attempts)
}

/// Returns the closing summary of `rows` rows of a plan, from row `first`.
pub(super) fn estimated(plan: &Plan, seed: &str, first: u64, rows: u64) -> WeightedEstimates {
    let tasks = Tasks::new(plan, seed.parse().unwrap(), None).unwrap();
    let mut generator = Generator::new(plan.clone()).unwrap();
    let mut summary = RunSummary::default();
    for index in first..first + rows {
        let made = generator.make(&tasks.task(index).unwrap()).unwrap();
        summary.absorb(&RowStatistics::from(&Record { index, made }));
    }
    summary.weighted(plan).unwrap()
}

/// The summary's estimates against the exact numbers of minimal 4x4 puzzles: 25,728, 58,368 and 1,536 with 4, 5 and 6
/// givens, 85,632 in all, mean 4.717489. Each of fifteen estimates within 5 of its standard errors, which true ones pass
/// but once in 110,000; the errors are small enough for the test to mean something.
#[test]
#[ignore = "25 s: bash scripts/long_tests.sh"]
fn very_long_summaries_of_weighted_digs_estimate_all_minimal_puzzles_of_4x4() {
    for (dig, rows) in [(Dig::Weighted, 60_000), (Dig::ControlledBias, 20_000), (Dig::Enumerated, 20_000)] {
        let estimated = estimated(&plan_of(dig.clone()), "all minimal puzzles of 4x4", 0, rows);
        let (mean, total) = (estimated.mean_givens, estimated.total.unwrap());
        let relative = total.relative_error.unwrap();
        let shares = [(4, 25_728.0), (5, 58_368.0), (6, 1536.0)].map(|(givens, puzzles)| {
            let share = estimated.shares[&givens];
            (share.value - puzzles / 85_632.0, share.error.unwrap())
        });
        let others =
            [(mean.value - 4.717_489, mean.error.unwrap()), (total.value() / 85_632.0 - 1.0, relative)];
        for (off, error) in shares.into_iter().chain(others) {
            assert!(off.abs() < 5.0 * error, "{} {off} +- {error}: {estimated:?}", dig.name());
        }
        assert!(mean.error.unwrap() < 0.01 && relative < 0.02, "{estimated:?}");
        let effective = mean.effective_rows.unwrap() / rows as f64;
        assert!((0.1..1.5).contains(&effective), "{estimated:?}");
    }
}

/// The two classes of 4x4 grids have 284 and 304 minimal puzzles, and tries succeed on them with different probabilities. Estimates for both grids
/// together are those of all their puzzles, also where a filter drops rows. Each of eight estimates within 5 of its standard errors, which true ones
/// pass but once in 210,000; the errors are small enough for the bias of tries that stay on one grid, of 0.04 givens, to be seen.
#[test]
fn all_puzzles_of_several_given_grids_count_the_same() {
    let shape: Shape = "2x2".parse().unwrap();
    let grids = ["1234341221434321", "1234341223414123"].map(|text| Grid::parse(shape, text).unwrap());
    let mut puzzles = Vec::new();
    for grid in &grids {
        let mut solver = BitParallel::new(shape, 100_000);
        let all = solver.minimal_puzzles(grid, &Solution::new(grid).unwrap()).unwrap();
        for choice in &all.choices {
            let mut puzzle = grid.clone();
            for (_, &cell) in (0..).zip(&all.optional).filter(|(n, _)| choice >> n & 1 == 0) {
                puzzle.set(cell, None);
            }
            puzzles.push(puzzle);
        }
    }
    assert_eq!(puzzles.len(), 284 + 304);
    let of_more = puzzles.iter().filter(|puzzle| puzzle.givens() > 4);
    let classes: Vec<ClassId> = of_more.map(|puzzle| puzzle.canonical().unwrap().class_id()).collect();
    let given = InputGrids::new("two", grids).unwrap();
    let plans = [Dig::Enumerated, Dig::ControlledBias, Dig::Weighted].map(plan_of);
    let filtered = plans[2].clone().with_excluded(ExcludedClasses::new(["five and six"], classes));
    for (plan, most) in plans.into_iter().map(|plan| (plan, 6)).chain([(filtered, 4)]) {
        let plan = plan.with_input_grids(given.clone());
        let rows = if plan.dig.facts().name == "weighted" { 20_000 } else { 6000 };
        let estimated = estimated(&plan, "two given grids", 0, rows);
        let of: Vec<usize> = puzzles.iter().map(Grid::givens).filter(|&givens| givens <= most).collect();
        let mean = of.iter().sum::<usize>() as f64 / of.len() as f64;
        let (found, number) = (estimated.mean_givens, estimated.per_grid);
        let off = number.value() / (of.len() as f64 / 2.0) - 1.0;
        let relative = number.relative_error.unwrap();
        assert!((found.value - mean).abs() <= 5.0 * found.error.unwrap(), "{plan:?} {mean} {estimated:?}");
        assert!(off.abs() < 5.0 * relative && relative < 0.02, "{plan:?} {off} {estimated:?}");
        assert!(found.error.unwrap() < 0.008, "{estimated:?}");
    }
}

/// Standard errors are as large as the estimates scatter. Over 200 runs the mean square of (estimate - truth) / error is
/// 1 with a standard deviation of 0.1 for normal estimates; the bounds are five of these.
#[test]
#[ignore = "a minute: bash scripts/long_tests.sh"]
fn very_long_standard_errors_are_honest() {
    for dig in [Dig::Weighted, Dig::ControlledBias, Dig::Enumerated] {
        let (mut means, mut totals) = (0.0, 0.0);
        for run in 0..200 {
            let estimated = estimated(&plan_of(dig.clone()), "two hundred runs", run * 300, 300);
            means += ((estimated.mean_givens.value - 4.717_489) / estimated.mean_givens.error.unwrap())
                .powi(2)
                / 200.0;
            let total = estimated.total.unwrap();
            let off = total.value() / 85_632.0 - 1.0;
            totals += (off / total.relative_error.unwrap()).powi(2) / 200.0;
        }
        assert!(
            (0.5..1.5).contains(&means) && (0.5..1.5).contains(&totals),
            "{}: {means} {totals}",
            dig.name()
        );
    }
}

/// A million 9x9 puzzles dug top-down from uniform grids. D. Berthier 2009 (table 2) has mean 24.38 and standard
/// deviation 1.12 for a million from grids of his own; means of a million scatter by 0.0011.
#[test]
#[ignore = "15 seconds in release mode: cargo test --release --test it -- --ignored distributions::"]
fn top_down_puzzles_of_9x9_have_the_known_mean() {
    let plan = Plan::default();
    let workers = Workers::new(plan, "a million".parse().unwrap(), 1_000_000, 0).unwrap();
    let blocks = (0..1000).map(|n| Block { indices: 1000 * n..1000 * (n + 1), tag: () });
    let mut counts = std::collections::BTreeMap::<usize, u64>::new();
    let givens = |records: &[Record]| Ok(records.iter().map(|record| record.made.givens).collect::<Vec<_>>());
    let count = |(), givens: Vec<usize>| {
        for givens in givens {
            *counts.entry(givens).or_default() += 1;
        }
        Ok(())
    };
    workers.run(blocks, &AtomicBool::new(false), &Counters::default(), givens, count).unwrap();
    let mean_of = |of: &dyn Fn(f64) -> f64| {
        counts.iter().map(|(&givens, &rows)| of(givens as f64) * rows as f64).sum::<f64>() / 1e6
    };
    let mean = mean_of(&|givens| givens);
    let sd = mean_of(&|givens| (givens - mean).powi(2)).sqrt();
    println!("mean {mean:.4}, standard deviation {sd:.4}, {counts:?}");
    assert!((24.38..24.42).contains(&mean) && (1.10..1.14).contains(&sd), "{mean} {sd}");
}
