//! Signals at random moments, over every mode, format, shard size and command that writes.
//!
//! After each end the outputs are absent, old or whole; then the same command, with `--resume` for a corpus, must leave
//! the bytes of the uninterrupted run.

use crate::{jobs, prelude::*, tools::THREADS};

/// Kills of the quick form, if time allows, and of the long form.
const QUICK: usize = 2_000;
const LONG: usize = 3_000;

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let jobs = jobs::all(attack, tally);
    let goal = if attack.options.quick { QUICK } else { LONG };
    // Every job in turn, in an order that the seed decides, until there are enough kills.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    attack.dice("order").shuffle(&mut order);
    let rounds = 4 * goal.div_ceil(jobs.len().max(1));
    let cases: Vec<(&Job, usize)> = (0..rounds)
        .flat_map(|round| order.iter().map(move |&n| (n, round)))
        .map(|(n, round)| (&jobs[n], round))
        .collect();
    let chunk = THREADS * 16;
    for cases in cases.chunks(chunk) {
        if tally.tried() >= goal as u64 && attack.options.case.is_none() {
            return;
        }
        attack.in_parallel(cases, |(job, round)| {
            let label = format!("{}/{round}", job.name);
            if attack.wants(&label) {
                let mut kills = 0;
                let verdict = case(attack, tally, job, &label, &mut kills);
                if kills > 0 || verdict.is_err() {
                    let failure = verdict.err().map(|failure| (label, failure));
                    tally.count_many(group(&job.name), kills.max(1), failure);
                }
            }
        });
    }
}

/// Jobs of one command and format count together.
fn group(name: &str) -> &str {
    name.split('-').next().unwrap_or(name).trim_end_matches(|c: char| c.is_ascii_digit())
}

/// One command, ended once or several times, and finished.
pub(crate) fn case(attack: &Attack, tally: &Tally, job: &Job, label: &str, kills: &mut u64) -> Verdict {
    let mut dice = attack.dice(label);
    let room = attack.room();
    let dir = room.path();
    job.prepare(dir);
    end(attack, tally, job, dir, (&mut dice, false), kills)?;
    while dice.one_in(3) {
        end(attack, tally, job, dir, (&mut dice, true), kills)?;
    }
    job.finish(attack, tally, dir).map_err(|(kind, problem)| (kind, format!("made again: {problem}")))
}

/// Runs the command and ends it at a random moment.
fn end(
    attack: &Attack,
    tally: &Tally,
    job: &Job,
    dir: &Path,
    (dice, again): (&mut Dice, bool),
    kills: &mut u64,
) -> Verdict {
    let signal =
        *dice.pick(&[Signal::KILL, Signal::KILL, Signal::KILL, Signal::KILL, Signal::TERM, Signal::INT]);
    let again = again && job.is_begun(dir);
    let call = if again { job.again(attack, dir) } else { job.call(attack, dir) };
    let earlier = Job::names(dir);
    let ended = call.signal(moment(dice, job.time), signal).run();
    let by_signal = ended.signal == Some(signal.as_raw());
    if by_signal || ended.code == Some(130) {
        *kills += 1;
    }
    if !by_signal {
        ended.sound(tally)?;
        if !matches!(ended.code, Some(0 | 130)) && !again {
            return fail(Kind::Lost, format!("the first run failed by itself: {}", ended.said()));
        }
    }
    let cleanly = !by_signal && ended.code == Some(130);
    job.check_interrupted(dir, cleanly, &earlier)
        .map_err(|(kind, problem)| (kind, format!("{signal:?}: {problem}")))
}

/// A moment within the run: anywhere, or exponentially near its start or its end.
fn moment(dice: &mut Dice, whole: Duration) -> Duration {
    let near = 0.5_f64.powf(8.0 * dice.unit());
    let share = match dice.below(4) {
        0 => near,
        1 => 1.0 - near,
        _ => 1.05 * dice.unit(),
    };
    whole.mul_f64(share)
}
