//! SIGKILL before each modifying system call, and at random moments: commands that choose, change or export rows.
//!
//! `tracer.c` counts the calls of all threads with seccomp and ptrace, so that calls which libraries make without the C library count
//! too. N grows until a run meets no kill. After each kill the outputs are absent, old or whole, and the same command (`--resume` for a
//! folder with splits) leaves the bytes of the uninterrupted run.

use crate::{
    jobs::{self, Output},
    kills,
    prelude::*,
};

/// Calls after which a kill is not moved further.
const MAX_CALLS: u64 = 2_000;
/// Kills of one job at random moments in the long form.
const RANDOM: usize = 40;
const QUICK: usize = 4;

/// The runner that counts system calls.
#[derive(Debug)]
pub(crate) struct Tracer(PathBuf);

impl Tracer {
    /// Compiles it, and tries it; a reason where that cannot be.
    pub(crate) fn new(attack: &Attack) -> Result<Self, String> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attack/tracer.c");
        let tracer = attack.scratch().join("tracer");
        let compiled = Command::new("cc").args(["-O1", "-o"]).arg(&tracer).arg(source).output();
        match compiled {
            Ok(done) if done.status.success() => {}
            Ok(done) => return Err(format!("cc: {}", String::from_utf8_lossy(&done.stderr).trim())),
            Err(error) => return Err(format!("there is no cc: {error}")),
        }
        let tried = Command::new(&tracer).args(["any:0:kill", "none", "/bin/true"]).status();
        if tried.is_ok_and(|status| status.success()) {
            Ok(Self(tracer))
        } else {
            Err("processes cannot be traced here".to_owned())
        }
    }

    /// Runs a command with `fault`; also true if the call came.
    pub(crate) fn run(&self, call: Call, fault: &str, hit: &Path) -> (Ended, bool) {
        let _ = fs::remove_file(hit);
        let words = [self.0.as_os_str(), fault.as_ref(), hit.as_os_str()];
        (call.by(words).run(), hit.exists())
    }
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let jobs = jobs::of_rows(attack, tally);
    let random = if attack.options.quick { QUICK } else { RANDOM };
    let cases: Vec<_> = (0..random).flat_map(|round| jobs.iter().map(move |job| (job, round))).collect();
    attack.in_parallel(&cases, |(job, round)| {
        let label = format!("{}/random/{round}", job.name);
        if attack.wants(&label) {
            let mut kills = 0;
            let verdict = kills::case(attack, tally, job, &label, &mut kills);
            if kills > 0 || verdict.is_err() {
                tally.count_many("at random", kills.max(1), verdict.err().map(|failure| (label, failure)));
            }
        }
    });
    match Tracer::new(attack) {
        Ok(tracer) => attack.in_parallel(&jobs, |job| each_call(attack, tally, job, &tracer)),
        Err(reason) => tally.skip(&reason),
    }
}

/// Kills one job before each call. The quick form takes every seventh, from a place that the seed decides.
fn each_call(attack: &Attack, tally: &Tally, job: &Job, tracer: &Tracer) {
    if !attack.wants_below(&format!("{}/", job.name)) {
        return;
    }
    let stride = if attack.options.quick { 7 } else { 1 };
    let first = 1 + attack.dice(&job.name).below(stride) as u64;
    for number in (first..MAX_CALLS).step_by(stride) {
        let label = format!("{}/{number}", job.name);
        if attack.is_late() {
            return;
        }
        if !attack.wants(&label) {
            continue;
        }
        match case(attack, tally, job, (tracer, number)) {
            Ok(true) => tally.count(&job.name, &label, Ok(())),
            Ok(false) => return,
            Err(failure) => tally.count(&job.name, &label, Err(failure)),
        }
    }
}

/// One run, killed before call `number`, and finished; false if it ended before. Every third time the run that finishes is killed as well.
fn case(attack: &Attack, tally: &Tally, job: &Job, (tracer, number): (&Tracer, u64)) -> Verdict<bool> {
    let room = attack.room();
    let work = room.path().join("work");
    fs::create_dir(&work).unwrap();
    job.prepare(&work);
    let (hit, earlier) = (room.path().join("hit"), BTreeSet::new());
    let (ended, is_hit) = tracer.run(job.call(attack, &work), &format!("any:{number}:kill"), &hit);
    if !is_hit {
        ended.succeeded(tally)?;
        return job.check_done(&work).map(|()| false);
    }
    if ended.signal != Some(Signal::KILL.as_raw()) {
        return fail(Kind::Lost, format!("it was killed, and ended with {}", ended.said()));
    }
    job.check_interrupted(&work, false, &earlier)?;
    if job.output == Output::Splits && number.is_multiple_of(3) && job.is_begun(&work) {
        tracer.run(job.again(attack, &work), &format!("any:{}:kill", number / 2 + 1), &hit);
        job.check_interrupted(&work, false, &earlier)
            .map_err(|(kind, problem)| (kind, format!("killed twice: {problem}")))?;
    }
    job.finish(attack, tally, &work).map_err(|(kind, problem)| (kind, format!("made again: {problem}")))?;
    Ok(true)
}
