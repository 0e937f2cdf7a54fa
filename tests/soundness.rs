//! No step is ever wrong: over puzzles of every fill and dig, none removes a candidate of the solution or places another digit.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use gridmill::{
    board::Solution,
    generate::{Dig, Fill},
    pipeline::{Generator, Givens, Plan},
    technique::{Family, Finder, Found, Pencilmarks, Rater, Rulebook, Scratch, Step, Technique, Techniques},
};

/// Plans that lead to easy and hard puzzles, one for each fill and dig that is fast enough.
fn plans() -> Vec<Plan> {
    let fills = Fill::ALL.map(|fill| Plan { fill, ..Plan::default() });
    let digs = [
        Plan { dig: Dig::BottomUp, ..Plan::default() },
        Plan { dig: Dig::Weighted, ..Plan::default() },
        Plan { dig: Dig::Walk, givens: Givens::Range(20, 22), ..Plan::default() },
        Plan { symmetry: gridmill::board::Symmetry::Rot180, ..Plan::default() },
        Plan { givens: Givens::Range(24, 40), ..Plan::default() },
    ];
    fills.into_iter().chain(digs).collect()
}

fn is_sound(step: &Step, solution: &Solution) -> bool {
    step.placement.is_none_or(|placed| solution.get(placed.cell) == placed.digit)
        && step.eliminations.iter().all(|gone| solution.get(gone.cell) != gone.digit)
        && (step.placement.is_some() || !step.eliminations.is_empty())
}

/// Every step of both rulebooks on the way to the end of `count` puzzles of each plan.
fn sweep_paths(count: u64) {
    for (n, plan) in (0_u8..).zip(plans()) {
        let mut generator = Generator::new(plan).unwrap();
        let mut raters = [Rulebook::hodoku(), Rulebook::se()].map(Rater::new);
        for index in 0..count {
            let mut seed = [n; 32];
            seed[..8].copy_from_slice(&index.to_le_bytes());
            let made = generator.generate_with_seed(seed).unwrap();
            for rater in &mut raters {
                let mut marks = Pencilmarks::new(made.puzzle.grid());
                let rating = rater.rate(&mut marks, |before, step| {
                    assert!(is_sound(step, &made.solution), "{}: {step}\n{before:?}", made.puzzle);
                    assert_eq!(
                        before.present(&step.eliminations),
                        step.eliminations,
                        "{}: {step}",
                        made.puzzle
                    );
                });
                assert_eq!(rating.solved, rating.stuck_cells == 0);
                assert_eq!(rating.counts.iter().map(|&n| u32::from(n)).sum::<u32>(), rating.steps);
            }
        }
    }
}

/// Every instance of every technique, by either conventions, in every state of the hodoku path.
///
/// Chains with more than links, and chains within chains, take too long for that; they are tested against their definition.
fn sweep_instances(count: u64) {
    let mut generator = Generator::new(Plan::default()).unwrap();
    let mut rater = Rater::new(Rulebook::hodoku());
    let mut scratch = Scratch::default();
    for index in 0..count {
        let mut seed = [77; 32];
        seed[..8].copy_from_slice(&index.to_le_bytes());
        let made = generator.generate_with_seed(seed).unwrap();
        let mut states = Vec::new();
        rater.rate(&mut Pencilmarks::new(made.puzzle.grid()), |before, step| {
            if step.technique.family() != Family::Singles {
                states.push(before.clone());
            }
        });
        for marks in &states {
            for rulebook in [Rulebook::hodoku(), Rulebook::se()] {
                let quick = |technique: &Technique| {
                    !["dynamic_plus_", "nested_"].iter().any(|slow| technique.name().starts_with(slow))
                };
                for technique in Technique::all().filter(quick) {
                    let wanted = Techniques::only(technique);
                    let mut finder = Finder::new(marks, wanted, rulebook.conventions(), &mut scratch);
                    let mut left = 200;
                    let _ = finder.find(technique.family(), &mut |step| {
                        assert_eq!(step.technique, technique);
                        assert!(is_sound(&step, &made.solution), "{}: {step}\n{}", made.puzzle, marks.grid());
                        left -= 1;
                        if left == 0 { Found::Break(()) } else { Found::Continue(()) }
                    });
                }
            }
        }
    }
}

#[test]
fn no_step_is_wrong() {
    sweep_paths(60);
}

#[test]
fn no_instance_is_wrong() {
    sweep_instances(30);
}

/// A million puzzles over all plans.
#[test]
#[ignore = "minutes in a release build"]
fn no_step_of_a_million_puzzles_is_wrong() {
    sweep_paths(1_000_000 / plans().len() as u64 + 1);
}

#[test]
#[ignore = "minutes in a release build"]
fn no_instance_of_many_puzzles_is_wrong() {
    sweep_instances(2000);
}
