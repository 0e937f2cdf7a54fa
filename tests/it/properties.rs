//! Properties of every puzzle, for random seeds and plans.

use crate::{digs::check, prelude::*};
use gridmill::generate::MasterSeed;
use proptest::prelude::*;

const BUDGET: u64 = 10_000_000;

fn plans() -> impl Strategy<Value = Plan> {
    let shapes = prop::sample::select(vec!["2x2", "2x3", "3x2", "2x4", "3x3"]);
    (shapes, prop::sample::select(Fill::ALL.to_vec()), any::<Option<u16>>(), 0_usize..5).prop_map(
        |(shape, fill, fewest, width)| {
            let shape: Shape = shape.parse().unwrap();
            let fill = if fill.supports(shape) { fill } else { Fill::default_for(shape) };
            // Counts that restarts reach at once: from half of the cells up.
            let (low, high) = (shape.cells() / 2, shape.cells());
            let givens = fewest.map_or(Givens::Minimal, |n| {
                let fewest = low + usize::from(n) % (high - low);
                Givens::Range(fewest, (fewest + width).min(high))
            });
            Plan::for_shape(shape).with_fill(fill).with_dig(Dig::top_down(givens))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: prop::test_runner::RngSeed::Fixed(20_261_121), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn puzzles_are_what_the_plan_says(plan in plans(), seed: [u8; 32]) {
        let mut generator = Generator::new(plan.clone()).unwrap();
        let made = generator.generate_with_seed(seed).unwrap();
        check(&plan, &made);
    }

    /// A used generator, a fresh one, and the seed that a puzzle carries all give the same puzzle.
    #[test]
    fn the_same_seed_gives_the_same_puzzle(plan in plans(), seed: [u8; 32], other: [u8; 32]) {
        let mut used = Generator::new(plan.clone()).unwrap();
        used.generate_with_seed(other).unwrap();
        let made = used.generate_with_seed(seed).unwrap();
        let again = Generator::new(plan).unwrap().generate_with_seed(made.seed).unwrap();
        prop_assert_eq!((&made.puzzle, &made.solution, made.attempts), (&again.puzzle, &again.solution, again.attempts));
        prop_assert_eq!(made.effort, again.effort);
        prop_assert_eq!(made.seed, seed);
    }
}

/// Every one of 10,000 expert puzzles comes out within 22 to 26 givens, and unique.
#[test]
fn expert_puzzles_never_miss() {
    let plan = Plan::default().with_dig(Dig::top_down(Givens::Range(22, 26)));
    let seed: MasterSeed = "ten thousand experts".parse().unwrap();
    let mut generator = Generator::new(plan).unwrap();
    let mut solver = Backtracking::new(Shape::STANDARD, BUDGET);
    let mut seen = std::collections::BTreeMap::<usize, u32>::new();
    for index in 0..10_000 {
        let made = generator.generate_with_seed(seed.puzzle_seed(index)).unwrap();
        assert!((22..=26).contains(&made.givens), "puzzle {index} has {} givens", made.givens);
        assert_eq!(solver.solutions(made.puzzle.grid()).unwrap(), Solutions::Unique(made.solution));
        *seen.entry(made.givens).or_default() += 1;
    }
    assert!(seen.keys().copied().eq(22..=26), "{seen:?}");
}
