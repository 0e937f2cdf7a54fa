//! One call of the C library fails, for every call that a command makes: `shim.c`, loaded before the C library.
//!
//! For each kind of call and each error, the first call fails in the first run, the second in the second, until a run
//! meets no fault. Each run must succeed with the right bytes or fail with one line, and leave nothing half written.

use crate::{
    jobs::{self, Output},
    prelude::*,
    steps::Tracer,
};

/// Kinds of calls, and the errors that each may meet.
const FAULTS: [(&str, &[(&str, &str)]); 11] = [
    ("write", &[EIO, ENOSPC, EDQUOT, ("short", "short"), ("none", "none")]),
    ("sync", &[EIO, ENOSPC, EDQUOT]),
    ("rename", &[EIO, ENOSPC, EACCES, EDQUOT]),
    (RENAME_CALL, &[EIO, ENOSPC, EACCES, EINVAL]),
    ("open", &[EIO, ENOSPC, EDQUOT, EMFILE, EACCES]),
    ("openr", &[EMFILE, EACCES, EIO]),
    ("read", &[EIO, ("short", "short")]),
    ("close", &[EIO, ENOSPC, EDQUOT]),
    ("mkdir", &[ENOSPC, EDQUOT, EACCES]),
    ("truncate", &[EIO, ENOSPC]),
    ("unlink", &[EIO, EACCES]),
];
/// Renames by whichever way: some libraries make them without the C library. `tracer.c` fails them, once.
const RENAME_CALL: &str = "rename call";
const EINVAL: (&str, &str) = ("EINVAL", "22");
const EIO: (&str, &str) = ("EIO", "5");
const EACCES: (&str, &str) = ("EACCES", "13");
const EMFILE: (&str, &str) = ("EMFILE", "24");
const ENOSPC: (&str, &str) = ("ENOSPC", "28");
const EDQUOT: (&str, &str) = ("EDQUOT", "122");

/// Calls after which a fault is not moved further.
const MAX_CALLS: u64 = 500;

/// The shim, and the tracer if there is one.
type Tools<'a> = (&'a Path, Option<&'a Tracer>);

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
    let tracer = tracer(attack, tally);
    let mut units = Vec::new();
    for job in &jobs {
        for (call, errors) in FAULTS {
            let traced = call == RENAME_CALL;
            let whens: &[&str] = match traced {
                true if tracer.is_none() => &[],
                true => &["once"],
                false => &["once", "on"],
            };
            for &error in errors {
                units.extend(whens.iter().map(|&when| Unit { job, call, error, when }));
            }
        }
    }
    attack.dice("order").shuffle(&mut units);
    attack.in_parallel(&units, |unit| unit.run(attack, tally, (&shim, tracer.as_ref())));
}

/// The tracer, where it can fail calls.
fn tracer(attack: &Attack, tally: &Tally) -> Option<Tracer> {
    if !cfg!(target_arch = "x86_64") {
        tally.skip("failing renames are traced on x86-64 alone");
        return None;
    }
    Tracer::new(attack).map_err(|reason| tally.skip(&reason)).ok()
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
    fn run(&self, attack: &Attack, tally: &Tally, tools: Tools) {
        let prefix = format!("{}/{}/{}/{}", self.job.name, self.call, self.error.0, self.when);
        if !attack.wants_below(&format!("{prefix}/")) {
            return;
        }
        for number in 1..=MAX_CALLS {
            let label = format!("{prefix}/{number}");
            if attack.is_late() {
                return;
            }
            if !attack.wants(&label) {
                continue;
            }
            let room = attack.room();
            match self.case(attack, tally, (tools, number), room.path()) {
                Ok(true) => tally.count(self.call, &label, Ok(())),
                Ok(false) => return,
                Err(failure) => tally.count(self.call, &label, Err(failure)),
            }
        }
    }

    /// The job with one failing call.
    fn faulty(
        &self,
        attack: &Attack,
        ((shim, tracer), number): (Tools, u64),
        work: &Path,
        hit: &Path,
    ) -> Ended {
        let call = self.job.call(attack, work);
        if let (RENAME_CALL, Some(tracer)) = (self.call, tracer) {
            return tracer.run(call, &format!("rename:{number}:{}", self.error.1), hit).0;
        }
        let fault = format!("{}:{number}:{}:{}", self.call, self.error.1, self.when);
        call.env("LD_PRELOAD", shim.as_os_str())
            .env("ATTACK_FOLDER", work.as_os_str())
            .env("ATTACK_FAULT", fault)
            .env("ATTACK_HIT", hit.as_os_str())
            .run()
    }

    /// One run; false if it met no fault.
    fn case(
        &self,
        attack: &Attack,
        tally: &Tally,
        (tools, number): (Tools, u64),
        dir: &Path,
    ) -> Verdict<bool> {
        let work = dir.join("work");
        fs::create_dir(&work).unwrap();
        let hit = dir.join("hit");
        self.job.prepare(&work);
        let ended = self.faulty(attack, (tools, number), &work, &hit);
        if !hit.exists() {
            ended.succeeded(tally)?;
            self.job.check_done(&work)?;
            return Ok(false);
        }
        ended.sound(tally)?;
        if removes(self.call) {
            remove_drafts(&work);
        }
        if ended.code == Some(0) {
            if self.call == "unlink" {
                // Its lock, which cannot be removed.
                let _ = fs::remove_dir_all(work.join("out/rows/.work"));
            }
            return self.job.check_done(&work).map(|()| true);
        }
        if matches!(self.error.0, "short") {
            return fail(Kind::Lost, format!("a short transfer is no error; {}", ended.said()));
        }
        self.job.check_interrupted(&work, true, &BTreeSet::new())?;
        if matches!(self.job.output, Output::Corpus(_)) && !work.join("out").exists() {
            return self.job.finish(attack, tally, &work).map(|()| true);
        }
        self.job
            .finish(attack, tally, &work)
            .map_err(|(kind, problem)| (kind, format!("made again: {problem}")))?;
        Ok(true)
    }
}

/// True for calls by which drafts are removed; a folder is opened for that. If they fail, a draft may stay.
fn removes(call: &str) -> bool {
    matches!(call, "unlink" | "openr")
}

/// Removes the hidden drafts that a run could not remove, since the call that removes them failed.
fn remove_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let is_draft = name.starts_with(".gridmill-") && name.ends_with(".part");
        match (path.is_dir(), is_draft) {
            (true, true) => fs::remove_dir_all(path).unwrap(),
            (true, false) => remove_drafts(&path),
            (false, true) => fs::remove_file(path).unwrap(),
            (false, false) => {}
        }
    }
}
