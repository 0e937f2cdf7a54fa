//! One call of the C library fails, for every call that a command makes: `shim.c`, loaded before the C library.
//!
//! For each kind of call and each error, the first call fails in the first run, the second in the second, until a run
//! meets no fault. Each run must succeed with the right bytes or fail with one line, and leave nothing half written.

use crate::{
    jobs::{self, Job, Output},
    tally::{Kind, Tally, Verdict, fail},
    tools::Attack,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Kinds of calls, and the errors that each may meet.
const FAULTS: [(&str, &[(&str, &str)]); 10] = [
    ("write", &[EIO, ENOSPC, EDQUOT, ("short", "short"), ("none", "none")]),
    ("sync", &[EIO, ENOSPC, EDQUOT]),
    ("rename", &[EIO, ENOSPC, EACCES, EDQUOT]),
    ("open", &[EIO, ENOSPC, EDQUOT, EMFILE, EACCES]),
    ("openr", &[EMFILE, EACCES, EIO]),
    ("read", &[EIO, ("short", "short")]),
    ("close", &[EIO, ENOSPC, EDQUOT]),
    ("mkdir", &[ENOSPC, EDQUOT, EACCES]),
    ("truncate", &[EIO, ENOSPC]),
    ("unlink", &[EIO, EACCES]),
];
const EIO: (&str, &str) = ("EIO", "5");
const EACCES: (&str, &str) = ("EACCES", "13");
const EMFILE: (&str, &str) = ("EMFILE", "24");
const ENOSPC: (&str, &str) = ("ENOSPC", "28");
const EDQUOT: (&str, &str) = ("EDQUOT", "122");

/// Calls after which a fault is not moved further.
const MOST_CALLS: u64 = 500;

/// A kind of fault in a job.
struct Unit<'a> {
    job: &'a Job,
    call: &'static str,
    error: (&'static str, &'static str),
    when: &'static str,
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let shim = match compile(attack) {
        Ok(shim) => shim,
        Err(reason) => return tally.skip(&reason),
    };
    let mut jobs = jobs::few(attack, tally);
    jobs.extend(jobs::of_rows(attack, tally));
    let mut units = Vec::new();
    for job in &jobs {
        for (call, errors) in FAULTS {
            for &error in errors {
                units.extend(["once", "on"].map(|when| Unit { job, call, error, when }));
            }
        }
    }
    attack.dice("order").shuffle(&mut units);
    attack.in_parallel(&units, |unit| unit.run(attack, tally, &shim));
}

/// Compiles the shim; a reason where that cannot be.
pub(crate) fn compile(attack: &Attack) -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attack/shim.c");
    let shim = attack.scratch().join("shim.so");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&shim)
        .arg(source)
        .arg("-ldl")
        .output();
    match compiled {
        Ok(done) if done.status.success() => Ok(shim),
        Ok(done) => Err(format!("cc: {}", String::from_utf8_lossy(&done.stderr).trim())),
        Err(error) => Err(format!("there is no cc: {error}")),
    }
}

impl Unit<'_> {
    /// Fails call after call until a run meets no fault.
    fn run(&self, attack: &Attack, tally: &Tally, shim: &Path) {
        let prefix = format!("{}/{}/{}/{}", self.job.name, self.call, self.error.0, self.when);
        if !attack.wants_below(&format!("{prefix}/")) {
            return;
        }
        for number in 1..=MOST_CALLS {
            let label = format!("{prefix}/{number}");
            if attack.is_late() {
                return;
            }
            if !attack.wants(&label) {
                continue;
            }
            let room = attack.room();
            match self.case(attack, tally, (shim, number), room.path()) {
                Ok(true) => tally.count(self.call, &label, Ok(())),
                Ok(false) => return,
                Err(failure) => tally.count(self.call, &label, Err(failure)),
            }
        }
    }

    /// One run; false if it met no fault.
    fn case(
        &self,
        attack: &Attack,
        tally: &Tally,
        (shim, number): (&Path, u64),
        dir: &Path,
    ) -> Verdict<bool> {
        let work = dir.join("work");
        fs::create_dir(&work).unwrap();
        let hit = dir.join("hit");
        self.job.prepare(&work);
        let fault = format!("{}:{number}:{}:{}", self.call, self.error.1, self.when);
        let call = self.job.call(attack, &work).env("LD_PRELOAD", shim.as_os_str());
        let ended = call
            .env("ATTACK_FOLDER", work.as_os_str())
            .env("ATTACK_FAULT", fault)
            .env("ATTACK_HIT", hit.as_os_str())
            .run();
        if !hit.exists() {
            ended.succeeded(tally)?;
            self.job.check_done(&work)?;
            return Ok(false);
        }
        ended.sound(tally)?;
        if self.call == "unlink" {
            remove_drafts(&work);
        }
        if ended.code == Some(0) {
            return self.job.check_done(&work).map(|()| true);
        }
        if matches!(self.error.0, "short") {
            return fail(Kind::Lost, format!("a short transfer is no error; {}", ended.said()));
        }
        // A draft that cannot be removed may stay.
        let clean = self.call != "unlink";
        self.job.check_interrupted(&work, clean, &BTreeSet::new())?;
        if matches!(self.job.output, Output::Corpus(_)) && !work.join("out").exists() {
            return self.job.finish(attack, tally, &work).map(|()| true);
        }
        self.job
            .finish(attack, tally, &work)
            .map_err(|(kind, problem)| (kind, format!("made again: {problem}")))?;
        Ok(true)
    }
}

/// Removes the hidden drafts that a run could not remove, since the call that removes them failed.
fn remove_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if path.is_dir() {
            remove_drafts(&path);
        } else if name.starts_with(".gridmill-") && name.ends_with(".part") {
            fs::remove_file(path).unwrap();
        }
    }
}
