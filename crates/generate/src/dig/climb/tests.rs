//! Laws of climbs, by other solvers and by ratings made again.

use super::*;
use crate::{
    Addition, Budgets, Dig, Fill, Filler, Generator, InputGridsBuilder, Plan, SearchRater, TargetMeasure,
    dig::is_minimal,
};
use gridmill_solve::{Backtracking, Solutions, Solver, SolverKind};
use gridmill_testing::sample;
use rand::SeedableRng;
use rand_pcg::Pcg64;

fn start(shape: Shape, rng: &mut Pcg64) -> DigStart {
    DigStart::Complete(Filler::new(Fill::default_for(shape), shape, 1_000_000).fill(rng).unwrap())
}

fn solver(shape: Shape) -> Box<dyn Remover> {
    SolverKind::default_for(shape).solver(shape, 10_000_000)
}

/// Asserts that a puzzle is minimal with this solution, by the plain solver.
fn assert_minimal(grid: &Grid, solution: &Solution) {
    let mut plain = Backtracking::new(grid.shape(), 100_000_000);
    assert_eq!(plain.solutions(grid).unwrap(), Solutions::Unique(solution.clone()));
    assert!(is_minimal(grid, &mut plain, &mut Effort::default()).unwrap(), "{grid}");
}

#[test]
fn every_neighbour_is_a_minimal_puzzle() {
    for shape in ["2x2", "2x3", "3x3"] {
        let shape: Shape = shape.parse().unwrap();
        let mut rng = Pcg64::from_seed([1; 32]);
        let (mut solver, mut effort) = (solver(shape), Effort::default());
        let mut moves = Moves::new(shape);
        let mut here = Climb::begin(&start(shape, &mut rng), u64::MAX, &mut rng, &mut *solver, &mut effort)
            .unwrap()
            .here;
        let mut made = 0;
        for _ in 0..60 {
            let drawn = moves.draw(&here.grid, &mut rng, &mut *solver, &mut effort).unwrap();
            let Some(mut neighbours) = drawn else { continue };
            while let Some(next) = moves.next(&mut neighbours, &mut rng, &mut *solver, &mut effort).unwrap() {
                assert_minimal(&next.grid, &next.solution);
                (here, made) = (next, made + 1);
            }
        }
        assert!(made > 20, "{shape}: {made}");
    }
}

fn ranks(objective: Objective, steps: u64) -> Vec<(Grid, Rank)> {
    let shape = Shape::STANDARD;
    let mut rng = Pcg64::from_seed([5; 32]);
    let (mut solver, mut effort) = (solver(shape), Effort::default());
    let mut climber = Climber::new(objective, steps, &RatingPlan::default(), Budgets::DEFAULT, shape);
    let goal = climber.judge.goal(&ClimbTarget::new(None));
    let mut climb =
        Climb::begin(&start(shape, &mut rng), u64::MAX, &mut rng, &mut *solver, &mut effort).unwrap();
    let mut rank = climber.judge.rank(&climb.here.grid, &goal);
    let mut met = vec![(climb.here.grid.clone(), rank)];
    while climb.neighbours < steps {
        if let Some(next) =
            climber.step(&mut climb, rank, &goal, &mut rng, &mut *solver, &mut effort).unwrap()
        {
            rank = next;
            met.push((climb.here.grid.clone(), rank));
        }
    }
    met
}

#[test]
fn ranks_never_fall_and_no_puzzle_comes_twice() {
    for (objective, steps) in [
        (Objective::Er, 150),
        (Objective::Guesses, 300),
        (Objective::B, 100),
        (Objective::Bxb, 100),
        (Objective::Depth, 150),
        (Objective::Few, 400),
        (Objective::Many, 400),
    ] {
        let met = ranks(objective, steps);
        assert!(met.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{objective:?}");
        assert!(met.first().unwrap().1 < met.last().unwrap().1, "{objective:?} stands still");
        let texts: BTreeSet<String> = met.iter().map(|(grid, _)| grid.to_string()).collect();
        assert_eq!(texts.len(), met.len(), "{objective:?}");
        let fresh = Judge::new(objective, &RatingPlan::default(), Budgets::DEFAULT, Shape::STANDARD).rank(
            &met.last().unwrap().0,
            &Climber::new(objective, 1, &RatingPlan::default(), Budgets::DEFAULT, Shape::STANDARD)
                .judge
                .goal(&ClimbTarget::new(None)),
        );
        assert_eq!(fresh, met.last().unwrap().1, "{objective:?}");
    }
}

/// Climbs with a pool until this many neighbours were made.
fn with_pool(objective: Objective, least: u32, attempts: u64) -> (ClimbResult, Rank, Effort) {
    let shape = Shape::STANDARD;
    let mut rng = Pcg64::from_seed([6; 32]);
    let (mut solver, mut effort) = (solver(shape), Effort::default());
    let mut climber = Climber::new(objective, 1, &RatingPlan::default(), Budgets::DEFAULT, shape);
    let target = ClimbTarget::new(Some(ClimbRange { least, most: 200 }));
    let start = start(shape, &mut rng);
    let result = climber.climb(&start, &target, attempts, &mut rng, &mut *solver, &mut effort).unwrap();
    let goal = climber.judge.goal(&target);
    assert!(goal.is_far);
    let rank = climber.judge.rank(&result.dug.grid, &goal);
    assert_minimal(&result.dug.grid, &result.solution);
    (result, rank, effort)
}

/// The best of a pool is kept, and the pool rises: what 1,500 more neighbours find ranks higher. Part of the stream.
#[test]
fn pools_keep_their_best_and_rise() {
    let mut rows = Vec::new();
    for (objective, least) in [(Objective::Er, 100), (Objective::Depth, 2), (Objective::Many, 36)] {
        let ranks: Vec<_> = [500, 1000, 2000].map(|attempts| with_pool(objective, least, attempts)).into();
        assert!(ranks.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{objective:?}");
        assert!(ranks[0].1 < ranks[2].1, "{objective:?} stands still");
        let (result, ..) = &ranks[2];
        assert!((2000..2010).contains(&result.neighbours), "{objective:?}");
        rows.push(format!("{:6}{} {}", objective.name(), result.dug.grid, result.neighbours));
    }
    insta::assert_snapshot!(rows.join("\n"), @r"
    er    ....4......5...21...6...39.7....68..6.295................17.....4..2..6...1..8.5. 2001
    depth ....4......5...21...6...39.7....68..6.295................17.....4..2..6...1..8.5. 2001
    many  .1..7.3..93.....1.7.6..1...3..7.....8...5.....6.2..5....4..7..3....2.7816..13..54 2003
    ");
}

#[test]
fn a_full_pool_takes_what_ranks_higher_than_its_worst() {
    let met = ranks(Objective::Few, 3000);
    assert!(met.len() > POOL + 10, "{}", met.len());
    let solution = start(Shape::STANDARD, &mut Pcg64::from_seed([1; 32])).solution().clone();
    let place = |grid: &Grid| Place { grid: grid.clone(), solution: solution.clone() };
    let mut pool = Pool::new(met[0].1, place(&met[0].0));
    for (number, (grid, rank)) in met.iter().enumerate() {
        pool.offer(*rank, place(grid));
        pool.offer(*rank, place(grid));
        let mut seen: Vec<Rank> = met[..=number].iter().map(|(_, rank)| *rank).collect();
        seen.sort_unstable_by_key(|&rank| std::cmp::Reverse(rank));
        seen.truncate(POOL);
        assert_eq!(pool.len(), seen.len());
        assert_eq!(pool.greatest(), seen[0]);
        assert_eq!(pool.least(), (seen.len() == POOL).then(|| seen[POOL - 1]));
    }
    let best = pool.into_best().grid;
    assert!(met.iter().any(|(grid, rank)| *grid == best && *rank == met.last().unwrap().1));
}

fn generated(plan: &Plan, seed: u8) -> crate::Generated {
    Generator::new(plan.clone()).unwrap().generate_with_seed([seed; 32]).unwrap()
}

#[test]
fn rows_do_not_depend_on_the_solver() {
    for (shape, kinds) in [
        ("3x3", vec![SolverKind::Bitboard, SolverKind::BitParallel, SolverKind::DancingLinks]),
        ("2x3", vec![SolverKind::BitParallel, SolverKind::DancingLinks, SolverKind::Backtracking]),
    ] {
        let shape: Shape = shape.parse().unwrap();
        for objective in [Objective::Few, Objective::Guesses] {
            let dig = Dig::Climb { objective, givens: crate::Givens::Minimal.into(), steps: sample(20, 60) };
            let plan = Plan::for_shape(shape).with_dig(dig);
            let rows: Vec<_> =
                kinds.iter().map(|&kind| generated(&plan.clone().with_checker(kind), 3)).collect();
            assert!(rows.iter().all(|row| row.puzzle == rows[0].puzzle && row.solution == rows[0].solution));
            assert!(rows.iter().all(|row| row.effort.checks == rows[0].effort.checks));
            assert_minimal(rows[0].puzzle.grid(), &rows[0].solution);
        }
    }
}

#[test]
fn a_climb_stays_below_the_upper_end_of_its_range() {
    let range = TargetMeasure::Guesses.range("4..6").unwrap();
    let rating = RatingPlan::default().with_target("guesses=4..6".parse().unwrap());
    let plan = Plan::default()
        .with_dig(Dig::climb(Objective::Guesses))
        .with_columns([Addition::Guesses])
        .with_rating(rating);
    let mut rater = SearchRater::new();
    for seed in 0..4 {
        let made = generated(&plan, seed);
        assert!(range.contains(rater.rate(&made.puzzle).unwrap().hundredths()), "{seed}");
    }
    // A start above the range goes down to it.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut start = InputGridsBuilder::new(Shape::STANDARD, 1_000_000).keeping_puzzles();
    start.add(hard.parse().unwrap()).unwrap();
    let made = generated(&plan.with_input_grids(start.finish("hard").unwrap()), 1);
    assert!(range.contains(rater.rate(&made.puzzle).unwrap().hundredths()));
}

#[test]
fn numbers_of_givens_are_reached() {
    let climb = |objective, givens: &str| {
        let dig = Dig::Climb { objective, givens: givens.parse::<crate::Givens>().unwrap().into(), steps: 1 };
        generated(&Plan::default().with_dig(dig), 2).givens
    };
    assert_eq!(climb(Objective::Few, "20"), 20);
    assert!((28..=29).contains(&climb(Objective::Many, "28..29")));
}

/// A climb starts at the puzzles of a file in turn, and a grid with several solutions is none.
#[test]
fn given_puzzles_are_starts() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let builder = || InputGridsBuilder::new(Shape::STANDARD, 1_000_000).keeping_puzzles();
    let mut starts = builder();
    starts.add(hard.parse().unwrap()).unwrap();
    let dig = Dig::Climb { objective: Objective::Guesses, givens: crate::Givens::Minimal.into(), steps: 1 };
    let plan = Plan::default().with_dig(dig).with_input_grids(starts.finish("hard").unwrap());
    assert_eq!(generated(&plan, 1).puzzle.to_string(), hard);
    // In a range that the start is in, the end is another puzzle.
    let mut starts = builder();
    starts.add(hard.parse().unwrap()).unwrap();
    let plan = Plan::default().with_dig(Dig::climb(Objective::Guesses)).with_columns([Addition::Guesses]);
    let rating = RatingPlan::default().with_target("guesses=10..90".parse().unwrap());
    let plan = plan.with_rating(rating).with_input_grids(starts.finish("hard").unwrap());
    assert_ne!(generated(&plan, 1).puzzle.to_string(), hard);
    let several = builder().add(Grid::empty(Shape::STANDARD)).unwrap_err().to_string();
    insta::assert_snapshot!(several, @"it has more than one solution; a climb starts from puzzles, which have one");
}

/// Part of the stream: these rows never change within a stream version.
#[test]
fn value_stability() {
    let rows = Objective::ALL.map(|objective| {
        let steps = if matches!(objective, Objective::Few | Objective::Many) { 400 } else { 60 };
        let dig = Dig::Climb { objective, givens: crate::Givens::Minimal.into(), steps };
        let made = generated(&Plan::default().with_dig(dig), 7);
        format!("{:8}{} {} {}", objective.name(), made.puzzle, made.givens, made.attempts)
    });
    insta::assert_snapshot!(rows.join("\n"));
}

#[test]
fn plans_that_do_not_go_together_are_refused_in_one_line() {
    let problem = |plan: Plan| plan.validate().unwrap_err().to_string();
    let small = || Plan::for_shape("2x3".parse().unwrap());
    insta::assert_snapshot!(problem(small().with_dig(Dig::climb(Objective::Er))), @"`objective=er` is for 9x9 grids, not for boxes of 2x3");
    let large = Plan::for_shape("4x4".parse().unwrap()).with_dig(Dig::climb(Objective::Few));
    insta::assert_snapshot!(problem(large), @"`objective=few` is for grids of up to 9x9 cells, not for boxes of 4x4");
    let none = Dig::Climb { objective: Objective::Few, givens: crate::Givens::Minimal.into(), steps: 0 };
    insta::assert_snapshot!(problem(Plan::default().with_dig(none)), @"`climb_steps=0` leaves nothing to try; give 1 or more");
    let by_score = RatingPlan::by([gridmill_rate::Rulebook::hodoku().clone()]);
    insta::assert_snapshot!(problem(Plan::default().with_dig(Dig::climb(Objective::Er)).with_rating(by_score)), @"`objective=er` needs an ER, and rulebook hodoku has a score; give `rulebook=se`");
    let mut options = crate::DigOptions::new(crate::DigMode::Climb);
    insta::assert_snapshot!(Dig::try_from(options.clone()).unwrap_err(), @"dig climb needs a measure to raise, such as `objective=er`");
    (options.mode, options.objective) = (crate::DigMode::Walk, Some(Objective::Few));
    insta::assert_snapshot!(Dig::try_from(options).unwrap_err(), @"`objective` needs `dig=climb`, and this is dig walk");
}

/// A plan that gives up because easier puzzles came names the climb, with a rate where one was measured.
#[test]
fn plans_that_give_up_name_the_climb() {
    let message = |er: &str| {
        let rating = RatingPlan::by([gridmill_rate::Rulebook::se().clone()])
            .with_target(format!("er={er}").parse().unwrap());
        let plan = Plan::default().with_rating(rating).with_attempts(2);
        Generator::new(plan).unwrap().generate_with_seed([1; 32]).unwrap_err().to_string()
    };
    let rate = rate_of(Objective::Er, 90).unwrap();
    let advice =
        format!("; or give `dig=climb` and `objective=er`, which finds about {rate} a minute and core");
    assert!(message("9.0..9.5").ends_with(&advice), "{}", message("9.0..9.5"));
    let without = "; or give `dig=climb` and `objective=er`, with hard puzzles to start from by `from=FILE`";
    assert!(message("11.0..12.0").ends_with(without), "{}", message("11.0..12.0"));
    assert!(!message("1.0").contains("climb"));
}
