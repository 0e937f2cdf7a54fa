//! No step is ever wrong: over puzzles of every fill and dig, none removes a candidate of the solution or places another digit.
//!
//! The sweep of a million puzzles takes some three minutes on two idle cores in a release build, that of instances some six on one:
//!
//! ```text
//! cargo test --release --test it -- --ignored --nocapture million
//! ```
//!
//! The `hodoku` rulebook solves all of them, the `se` rulebook, which is several times slower, one in twenty.

use crate::prelude::*;
use gridmill::{
    board::Symmetry,
    generate::{DigMode, Generated, Objective},
    rate::{Finder, SearchFlow, TechniqueSet},
};
use rayon::prelude::*;

/// One in this many puzzles is solved by the `se` rulebook, too.
const ONE_IN: u64 = 20;

/// The rulebooks that are swept.
const RULEBOOKS: [fn() -> &'static Rulebook; 2] = [Rulebook::hodoku, Rulebook::se];

/// First words of techniques that always come after others, or that only the hardest puzzles need. The first three are
/// swept by instances, the others tested against their definition.
const UNNEEDED: [&str; 5] =
    ["franken_", "finned_franken_x_wing", "direct_claiming", "dynamic_plus_", "nested_"];

/// A way to make puzzles, and how many of a million are made so: fewer where they take long.
struct Share {
    name: String,
    plan: Plan,
    of_a_million: u64,
}

/// Every fill, every dig, and digs that stop early or keep a symmetry. The grids of `Fill::Given` are those that are given.
fn shares() -> Vec<Share> {
    let fills = Fill::ALL.map(|fill| Share {
        name: format!("fill {}", fill.name()),
        plan: Plan::default().with_fill(fill),
        of_a_million: if fill == Fill::Selected { 20_000 } else { 200_000 },
    });
    let digs = DigMode::ALL.map(|mode| {
        let (plan, of_a_million) = of_dig(mode);
        Share { name: format!("dig {}", mode.name()), plan, of_a_million }
    });
    let others = [
        ("symmetry rot180", Plan::default().with_dig(Dig::symmetric(Symmetry::Rot180)), 70_000),
        ("givens 24..40", Plan::default().with_dig(Dig::top_down(Givens::Range(24, 40))), 50_000),
    ];
    let others = others.map(|(name, plan, of_a_million)| Share { name: name.to_owned(), plan, of_a_million });
    fills.into_iter().chain(digs).chain(others).collect()
}

/// A plan with a dig, and how many puzzles of a million.
fn of_dig(mode: DigMode) -> (Plan, u64) {
    let (dig, of_a_million) = match mode {
        DigMode::TopDown => (Dig::default(), 60_000),
        DigMode::Weighted => (Dig::Weighted, 60_000),
        DigMode::Enumerated => (Dig::Enumerated, 5_000),
        DigMode::BottomUp => (Dig::bottom_up(Givens::Minimal), 94_000),
        DigMode::Walk => (Dig::walk(Givens::Range(20, 22)).unwrap(), 20_000),
        DigMode::Pattern => (Dig::pattern([PATTERN.parse().unwrap()]).unwrap(), 19_000),
        DigMode::ControlledBias => (Dig::ControlledBias, 1_000),
        DigMode::Climb => {
            let givens = Givens::Minimal.into();
            (Dig::Climb { objective: Objective::Guesses, givens, steps: 100 }, 1_000)
        }
        other => panic!("no share of the puzzles for {}", other.name()),
    };
    (Plan::default().with_dig(dig), of_a_million)
}

/// Thirty givens, symmetric about the centre.
const PATTERN: &str = "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx";

fn is_sound(step: &Step, solution: &Solution) -> bool {
    step.placement.is_none_or(|placed| solution.get(placed.cell) == placed.digit)
        && step.eliminations.iter().all(|gone| solution.get(gone.cell) != gone.digit)
        && (step.placement.is_some() || !step.eliminations.is_empty())
}

/// Counts of a sweep.
#[derive(Clone)]
struct Seen {
    /// Puzzles by share, and how many of them each rulebook took and solved.
    puzzles: Vec<u64>,
    taken: [u64; 2],
    solved: [u64; 2],
    /// Steps of each technique by rulebook.
    steps: [Vec<u64>; 2],
}

impl Seen {
    fn nothing(shares: usize) -> Self {
        let steps = [(); 2].map(|()| vec![0; Technique::COUNT]);
        Self { puzzles: vec![0; shares], taken: [0; 2], solved: [0; 2], steps }
    }

    fn add(&mut self, other: &Self) {
        let add = |one: &mut [u64], other: &[u64]| one.iter_mut().zip(other).for_each(|(a, b)| *a += b);
        add(&mut self.puzzles, &other.puzzles);
        add(&mut self.taken, &other.taken);
        add(&mut self.solved, &other.solved);
        self.steps.iter_mut().zip(&other.steps).for_each(|(one, other)| add(one, other));
    }

    /// The techniques of a rulebook that no step had, but for those that no puzzle of the sweep needs.
    fn unseen(&self, book: usize, rulebook: &Rulebook) -> Vec<&'static str> {
        let unseen =
            rulebook.techniques().iter().filter(|&technique| self.steps[book][technique as usize] == 0);
        unseen.map(Technique::name).filter(|name| !UNNEEDED.iter().any(|one| name.starts_with(one))).collect()
    }

    #[allow(clippy::print_stdout, reason = "what a long test did")]
    fn print(&self, shares: &[Share]) {
        for (share, puzzles) in shares.iter().zip(&self.puzzles) {
            println!("{puzzles:9} puzzles of {}", share.name);
        }
        for (book, rulebook) in RULEBOOKS.map(|book| book()).into_iter().enumerate() {
            println!("{}: {} puzzles, {} solved", rulebook.name(), self.taken[book], self.solved[book]);
            for technique in rulebook.techniques().iter() {
                println!("{:9} {technique}", self.steps[book][technique as usize]);
            }
        }
    }
}

/// Every step on the way to the end of this many puzzles, in shares; all of them by `hodoku`, one in `one_in` by `se`.
fn sweep_paths(puzzles: u64, one_in: u64) -> Seen {
    let shares = shares();
    let nothing = || Seen::nothing(shares.len());
    let mut all = nothing();
    for (n, share) in shares.iter().enumerate() {
        let makers =
            || (Generator::new(share.plan.clone()).unwrap(), RULEBOOKS.map(|book| Rater::new(book())));
        let sweep = |(generator, raters): &mut (Generator, [Rater; 2]), index: u64| {
            let mut seen = nothing();
            let books = if index.is_multiple_of(one_in) { 2 } else { 1 };
            sweep_puzzle(&made(generator, u8::try_from(n).unwrap(), index), &mut raters[..books], &mut seen);
            seen.puzzles[n] = 1;
            seen
        };
        let count = (puzzles * share.of_a_million).div_ceil(1_000_000);
        let swept = (0..count).into_par_iter().map_init(makers, sweep);
        all.add(&swept.reduce(nothing, |mut one, other| {
            one.add(&other);
            one
        }));
    }
    all.print(&shares);
    all
}

/// Makes the puzzle of a share with this number.
fn made(generator: &mut Generator, share: u8, index: u64) -> Generated {
    let mut seed = [share; 32];
    seed[..8].copy_from_slice(&index.to_le_bytes());
    generator.generate_with_seed(seed).unwrap()
}

/// Follows a puzzle by each of the raters.
fn sweep_puzzle(made: &Generated, raters: &mut [Rater], seen: &mut Seen) {
    for (book, rater) in raters.iter_mut().enumerate() {
        let mut marks = Pencilmarks::new(made.puzzle.grid());
        let rating = rater.trace(&mut marks, |before, step| {
            assert!(is_sound(step, &made.solution), "{}: {step}\n{before:?}", made.puzzle);
            assert_eq!(before.present(&step.eliminations), step.eliminations, "{}: {step}", made.puzzle);
        });
        assert_eq!(rating.solved, rating.stuck_cells == 0);
        assert_eq!(
            Technique::all().map(|technique| u32::from(rating.count(technique))).sum::<u32>(),
            rating.steps
        );
        seen.taken[book] += 1;
        seen.solved[book] += u64::from(rating.solved);
        let steps =
            seen.steps[book].iter_mut().zip(Technique::all().map(|technique| rating.count(technique)));
        steps.for_each(|(steps, more)| *steps += u64::from(more));
    }
}

/// Every instance of every technique, by either conventions, in every state of the hodoku path.
///
/// Chains with more than links, and chains within chains, take too long for that; they are tested against their definition.
fn sweep_instances(count: u64) {
    let makers = || {
        (Generator::new(Plan::default()).unwrap(), Rater::new(Rulebook::hodoku()), FinderMemory::default())
    };
    (0..count).into_par_iter().for_each_init(makers, |(generator, rater, memory), index| {
        let made = made(generator, 77, index);
        let mut states = Vec::new();
        rater.trace(&mut Pencilmarks::new(made.puzzle.grid()), |before, step| {
            if step.technique.family() != Family::Singles {
                states.push(before.clone());
            }
        });
        for marks in &states {
            for rulebook in RULEBOOKS.map(|book| book()) {
                let quick = |technique: &Technique| {
                    !["dynamic_plus_", "nested_"].iter().any(|slow| technique.name().starts_with(slow))
                };
                for technique in Technique::all().filter(quick) {
                    let only = TechniqueSet::only(technique);
                    let mut finder = Finder::new(marks, only, rulebook.conventions(), memory);
                    let mut left = 200;
                    let _ = finder.find(technique.family(), &mut |step| {
                        assert_eq!(step.technique, technique);
                        assert!(is_sound(&step, &made.solution), "{}: {step}\n{}", made.puzzle, marks.grid());
                        left -= 1;
                        if left == 0 { SearchFlow::Break(()) } else { SearchFlow::Continue(()) }
                    });
                }
            }
        }
    });
}

#[test]
fn no_step_is_wrong() {
    let seen = sweep_paths(600, 2);
    assert!(seen.puzzles.iter().all(|&puzzles| puzzles > 0), "{:?}", seen.puzzles);
    assert_eq!(shares().iter().map(|share| share.of_a_million).sum::<u64>(), 1_000_000);
}

#[test]
#[ignore = "a minute, five in full: bash scripts/long_tests.sh"]
fn long_no_instance_is_wrong() {
    sweep_instances(sample(8, 30));
}

/// A million puzzles of every fill and dig, and every technique that they need.
#[test]
#[ignore = "minutes in a release build"]
fn no_step_of_a_million_puzzles_is_wrong() {
    let seen = sweep_paths(1_000_000, ONE_IN);
    assert!(seen.puzzles.iter().sum::<u64>() >= 1_000_000);
    assert_eq!(seen.unseen(0, Rulebook::hodoku()), [""; 0]);
    assert_eq!(seen.unseen(1, Rulebook::se()), [""; 0]);
}

#[test]
#[ignore = "minutes in a release build"]
fn no_instance_of_many_puzzles_is_wrong() {
    sweep_instances(2000);
}
