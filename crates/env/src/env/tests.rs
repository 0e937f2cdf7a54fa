//! Laws of episodes: rewards add up, masks are right, ends and resets come when they should.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "numbers of actions are small"
)]

use super::*;
use crate::{Boards, Teacher};
use gridmill_board::{Digit, Shape};
use gridmill_generate::Plan;
use gridmill_rate::Rulebook;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Source of puzzles that are functions of environment and episode.
struct Made(Plan);

impl Made {
    fn new(shape: &str) -> (Shape, Self) {
        let shape = shape.parse().unwrap();
        (shape, Self(Plan::for_shape(shape)))
    }
}

impl PuzzleSource for Made {
    type Error = gridmill_generate::Error;

    fn puzzles(
        &mut self,
        episodes: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> Result<(), Self::Error> {
        let mut generator = gridmill_generate::Generator::new(self.0.clone())?;
        for &Episode { env, episode } in episodes {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&(env as u64).to_le_bytes());
            seed[8..16].copy_from_slice(&episode.to_le_bytes());
            let made = generator.generate_with_seed(seed)?;
            puzzles.extend(made.puzzle.grid().cells().iter().map(|cell| cell.map_or(0, Digit::value)));
            solutions.extend(made.solution.cells().iter().map(|digit| digit.value()));
        }
        Ok(())
    }
}

fn empty_cells(board: &[u8]) -> usize {
    board.iter().map(|&value| usize::from(value == 0)).sum()
}

fn all_rules() -> Vec<EnvOptions> {
    let mut rules = Vec::new();
    for legal in [LegalMoves::Candidates, LegalMoves::Empty, LegalMoves::Entries] {
        for wrong in [WrongDigits::Keep, WrongDigits::Reject] {
            for (erase, notes) in [(false, false), (true, false), (true, true)] {
                for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
                    let rewards = Rewards {
                        correct: 1.0,
                        wrong: -2.0,
                        conflict: -0.25,
                        illegal: -8.0,
                        solved: 64.0,
                        step: -0.125,
                    };
                    let max_mistakes = (!erase).then_some(9);
                    rules.push(EnvOptions {
                        legal,
                        wrong,
                        erase,
                        notes,
                        rewards,
                        max_steps: Some(80),
                        max_mistakes,
                        autoreset,
                    });
                }
            }
        }
    }
    rules
}

/// Whatever is done, the counts are those of the boards, the mask tells which actions change something, and the right digits pay
/// once.
#[test]
fn counts_masks_and_rewards_agree_with_the_boards() {
    for (n, rules) in all_rules().into_iter().enumerate() {
        let (shape, mut source) = Made::new(["2x2", "2x3", "3x2"][n % 3]);
        let cells = shape.cells();
        let mut env = VectorEnv::new(shape, 3, rules.clone()).unwrap();
        let actions = env.actions().len();
        let mut random = Pcg64::seed_from_u64(n as u64);
        env.reset(None, &mut source).unwrap();
        let mut returns = [0.0; 3];
        for _ in 0..200 {
            let mut legal = vec![false; 3 * actions];
            env.legal_actions(&mut legal);
            let chosen: Vec<i64> = (0..3)
                .map(|e| {
                    let some: Vec<usize> =
                        (0..actions).filter(|&action| legal[e * actions + action]).collect();
                    if some.is_empty() || random.random_range(0..10) == 0 {
                        random.random_range(0..actions as i64)
                    } else {
                        some[random.random_range(0..some.len())] as i64
                    }
                })
                .collect();
            let before = env.clone();
            env.step(&chosen, &mut source).unwrap();
            let ended = env.ended().clone();
            for e in 0..3 {
                let at_end = ended.envs.iter().position(|&env| env == e);
                let board = match at_end {
                    Some(place) => &ended.boards[place * cells..][..cells],
                    None => &env.boards()[e * cells..][..cells],
                };
                let state = at_end.map_or(env.states()[e], |place| ended.states[place]);
                let was_over = before.terminated()[e] || before.truncated()[e];
                if was_over && rules.autoreset == Autoreset::NextStep {
                    assert_eq!((env.rewards()[e], state.outcome, state.steps), (0.0, Outcome::Begun, 0));
                    assert_eq!(state.episode, before.states()[e].episode + 1);
                    returns[e] = 0.0;
                    continue;
                }
                let (puzzle, solution) =
                    (&before.puzzles()[e * cells..][..cells], &before.solutions()[e * cells..][..cells]);
                let empty = empty_cells(board);
                let missing = board.iter().zip(solution).filter(|(value, right)| value != right).count();
                let open = empty_cells(puzzle);
                assert_eq!(
                    (usize::from(state.empty), usize::from(state.missing), usize::from(state.open)),
                    (empty, missing, open)
                );
                assert!(puzzle.iter().zip(board).all(|(&given, &value)| given == 0 || given == value));
                let is_legal = legal[e * actions + chosen[e] as usize];
                assert_eq!(state.outcome == Outcome::Illegal, !is_legal);
                if !is_legal {
                    assert_eq!(board, &before.boards()[e * cells..][..cells]);
                }
                assert_eq!(state.is_solved(), board == solution);
                returns[e] += env.rewards()[e] - rules.rewards.step;
                match state.outcome {
                    Outcome::Illegal => returns[e] -= rules.rewards.illegal,
                    Outcome::Wrong => returns[e] -= rules.rewards.wrong,
                    _ => {}
                }
                // What is left: a point for each right digit on the board, conflicts, and the solution.
                let points =
                    (open - missing) as f64 + if state.is_solved() { rules.rewards.solved } else { 0.0 };
                let conflicts = (returns[e] - points) / rules.rewards.conflict;
                assert!(
                    conflicts >= 0.0 && conflicts.fract() == 0.0 && conflicts <= f64::from(state.mistakes)
                );
                let has_ended = env.terminated()[e] || env.truncated()[e];
                let over = state.is_solved()
                    || state.steps >= 80
                    || rules.max_mistakes.is_some_and(|most| state.mistakes >= most);
                assert!(has_ended || !over);
                assert!(!(env.terminated()[e] && env.truncated()[e]));
                if at_end.is_some() {
                    returns[e] = 0.0;
                    assert_eq!(env.states()[e].steps, 0);
                }
            }
        }
    }
}

/// Environments play the same episodes alone as together.
#[test]
fn episodes_do_not_depend_on_the_number_of_environments() {
    let (shape, mut source) = Made::new("2x3");
    let rules = EnvOptions { max_steps: Some(12), ..EnvOptions::default() };
    let mut together = VectorEnv::new(shape, 4, rules.clone()).unwrap();
    let mut alone = VectorEnv::new(shape, 1, rules).unwrap();
    let mut of_third = |episodes: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
        let second: Vec<Episode> =
            episodes.iter().map(|&Episode { episode, .. }| Episode { env: 2, episode }).collect();
        Made::new("2x3").1.puzzles(&second, puzzles, solutions)
    };
    together.reset(None, &mut source).unwrap();
    alone.reset(None, &mut of_third).unwrap();
    let mut random = Pcg64::seed_from_u64(7);
    for _ in 0..60 {
        let chosen: Vec<i64> = (0..4).map(|_| random.random_range(0..216)).collect();
        together.step(&chosen, &mut source).unwrap();
        alone.step(&chosen[2..3], &mut of_third).unwrap();
        assert_eq!(alone.boards(), &together.boards()[72..108]);
        assert_eq!((alone.rewards()[0], alone.states()[0]), (together.rewards()[2], together.states()[2]));
    }
    assert!(alone.states()[0].episode > 2);
}

/// The teachers solve every puzzle that their techniques solve, and repair wrong entries where that is allowed.
#[test]
fn a_teacher_solves() {
    for legal in [LegalMoves::Candidates, LegalMoves::Empty, LegalMoves::Entries] {
        let (shape, mut source) = Made::new("2x3");
        let rules = EnvOptions { legal, erase: true, ..EnvOptions::default() };
        let mut env = VectorEnv::new(shape, 8, rules).unwrap();
        env.reset(None, &mut source).unwrap();
        let mut teacher = Teacher::new(Rulebook::basic(), shape).unwrap();
        let mut actions = vec![0; 8];
        let mut legal = vec![false; 8 * env.actions().len()];
        let (mut solved, mut stuck) = (0, 0);
        let mut random = Pcg64::seed_from_u64(1);
        for step in 0..200 {
            env.teacher_actions(Some(&mut teacher), &mut actions);
            env.legal_actions(&mut legal);
            for (e, action) in actions.iter_mut().enumerate() {
                let is_over = env.terminated()[e];
                if *action < 0 {
                    stuck += 1;
                    *action = 0;
                } else if !is_over {
                    assert!(legal[e * env.actions().len() + *action as usize]);
                    let cell = (*action as usize / 6).min(35);
                    if step % 9 == 0 && (*action as usize) < 216 {
                        *action = (cell * 6 + random.random_range(0..6)) as i64;
                    }
                }
            }
            env.step(&actions, &mut source).unwrap();
            solved += env.terminated().iter().filter(|&&ended| ended).count();
        }
        assert!(solved > 20 && stuck < 100, "{solved} {stuck}");
    }
}

#[test]
fn forced_cells_teach_without_a_rulebook() {
    let (shape, mut source) = Made::new("2x2");
    let mut env = VectorEnv::new(shape, 5, EnvOptions::default()).unwrap();
    env.reset(None, &mut source).unwrap();
    let mut actions = vec![0; 5];
    env.teacher_actions(None, &mut actions);
    let mut digits = vec![0; 5 * 16];
    Boards::new(shape, env.boards()).unwrap().forced(&mut digits);
    for (e, &action) in actions.iter().enumerate() {
        let digits = &digits[e * 16..][..16];
        let first = digits.iter().position(|&digit| digit > 0);
        assert_eq!(action, first.map_or(-1, |cell| (cell * 4) as i64 + i64::from(digits[cell]) - 1));
    }
}

/// Without a legal action the episode ends, and is not solved.
#[test]
fn a_full_board_ends_an_episode() {
    let shape = Shape::new(2, 2).unwrap();
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let source = |_: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
        puzzles.extend([0].iter().chain(&solution[1..]));
        solutions.extend(solution);
        Ok::<(), ()>(())
    };
    let ends = |rules: EnvOptions| {
        let mut env = VectorEnv::new(shape, 1, rules).unwrap();
        env.reset(None, &mut source.clone()).unwrap();
        env.step(&[1], &mut source.clone()).unwrap();
        (env.terminated()[0], env.states()[0].is_solved(), env.rewards()[0])
    };
    assert_eq!(ends(EnvOptions::default()), (true, false, -1.0));
    assert_eq!(ends(EnvOptions { erase: true, ..EnvOptions::default() }), (false, false, -1.0));
    assert_eq!(
        ends(EnvOptions { legal: LegalMoves::Entries, ..EnvOptions::default() }),
        (false, false, -1.0)
    );
    assert_eq!(
        ends(EnvOptions { wrong: WrongDigits::Reject, ..EnvOptions::default() }),
        (false, false, -1.0)
    );
    // No peer allows the digit, so that the action is not legal.
    assert_eq!(
        ends(EnvOptions { legal: LegalMoves::Candidates, ..EnvOptions::default() }),
        (false, false, -1.0)
    );
}

#[test]
fn bad_calls_are_refused_and_change_nothing() {
    let (shape, mut source) = Made::new("2x2");
    let text = |error: StepError<gridmill_generate::Error>| error.to_string();
    let rules = EnvOptions { autoreset: Autoreset::Disabled, max_steps: Some(1), ..EnvOptions::default() };
    let mut env = VectorEnv::new(shape, 2, rules).unwrap();
    assert_eq!(
        text(env.step(&[0, 0], &mut source).unwrap_err()),
        "there is no episode yet; reset before the first step"
    );
    assert!(env.reset(Some(&[true, false]), &mut source).is_err());
    env.reset(None, &mut source).unwrap();
    let before = env.clone();
    assert_eq!(text(env.step(&[0], &mut source).unwrap_err()), "1 actions for 2 environments; give one each");
    assert_eq!(text(env.step(&[0, 64], &mut source).unwrap_err()), "actions[1] is 64; give 0 to 63");
    assert_eq!(text(env.step(&[-1, 0], &mut source).unwrap_err()), "actions[0] is -1; give 0 to 63");
    assert!(env.reset(Some(&[true]), &mut source).is_err());
    let mut broken = |episodes: &[Episode], puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>| {
        puzzles.extend(vec![0; episodes.len() * 16]);
        solutions.extend(vec![1; episodes.len() * 16]);
        Ok::<(), std::convert::Infallible>(())
    };
    assert_eq!(env.reset(None, &mut broken).unwrap_err(), StepError::Env(EnvError::Puzzle { env: 0 }));
    assert_eq!((env.boards(), env.states()), (before.boards(), before.states()));
    env.step(&[0, 0], &mut source).unwrap();
    assert_eq!(env.truncated(), [true, true]);
    env.reset(Some(&[true, false]), &mut source).unwrap();
    assert_eq!(
        text(env.step(&[0, 0], &mut source).unwrap_err()),
        "the episode of environment 1 has ended; reset it before the next step"
    );
    assert_eq!(VectorEnv::new(shape, 0, EnvOptions::default()).unwrap_err(), EnvError::Empty);
    assert!(VectorEnv::new(Shape::new(5, 5).unwrap(), 1, EnvOptions::default()).is_err());
}

#[test]
fn numbers_and_actions_agree() {
    for (erase, notes, len) in
        [(false, false, 729), (true, false, 810), (false, true, 1458), (true, true, 1539)]
    {
        let space = ActionSpace::new(Shape::STANDARD, erase, notes);
        assert_eq!(space.len(), len);
        for (index, number) in (0..len).zip(0..) {
            let action = space.action(number).unwrap();
            assert_eq!(space.index(action), Some(index));
        }
        for number in [-1, i64::try_from(len).unwrap(), i64::MIN, i64::MAX] {
            assert_eq!(space.action(number), None);
        }
        assert_eq!(space.index(Action::Erase { cell: Cell::new(80) }).is_some(), erase);
    }
    let digit = Digit::from_index(4);
    let space = ActionSpace::new(Shape::STANDARD, false, false);
    assert_eq!(space.index(Action::Place { cell: Cell::new(2), digit }), Some(22));
}
