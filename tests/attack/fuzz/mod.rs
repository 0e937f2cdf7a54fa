//! Mutated inputs through every reader and parser, in processes of their own.
//!
//! ```text
//! here --TARGET SEED FROM TO--> worker: input n = f(target, seed, n) -> reader or parser
//!      <-- failures, counts --          says in a file which n it is at, so that an abort or a hang is known
//! ```
//!
//! A failing input is kept in `tests/attack/crashes`, and every file there is tried again first in each run.

mod mutate;
mod seeds;
pub(crate) mod targets;
pub(crate) mod worker;

use crate::{
    tally::{Kind, Tally},
    tools::{Attack, THREADS},
};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};
use targets::{TARGETS, Target};
use worker::Job;

/// Time that one input may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Address space of a worker in kilobytes: an input that wants more ends it.
const ADDRESSES: u64 = 3 << 20;
/// Deaths of workers after which a target is given up.
const DEATHS: u64 = 40;

/// Inputs of one target that are still to be tried.
#[derive(Debug)]
struct Chunk {
    target: &'static Target,
    from: u64,
    to: u64,
}

/// State that the threads share.
struct Run<'a> {
    attack: &'a Attack<'a>,
    tally: &'a Tally,
    chunks: AtomicUsize,
    deaths: Mutex<BTreeMap<&'static str, u64>>,
    kept: Mutex<BTreeMap<String, u64>>,
    workers: AtomicUsize,
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let run = Run {
        attack,
        tally,
        chunks: AtomicUsize::new(0),
        deaths: Mutex::default(),
        kept: Mutex::default(),
        workers: AtomicUsize::new(0),
    };
    run.replay();
    if let Some(case) = &attack.options.case {
        return run.one(case);
    }
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| run.work());
        }
    });
}

/// The folder of kept inputs.
fn crashes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attack/crashes")
}

impl Run<'_> {
    /// True if there have been enough inputs.
    fn is_done(&self) -> bool {
        let (attack, tally) = (self.attack, self.tally);
        if attack.options.quick {
            return attack.is_late();
        }
        tally.tried() >= tally.goal && attack.start.elapsed() >= attack.options.least()
    }

    /// Takes the targets in turn, so that each gets its share whatever the time.
    fn work(&self) {
        while !self.is_done() {
            let number = self.chunks.fetch_add(1, Relaxed);
            let (target, round) = (&TARGETS[number % TARGETS.len()], (number / TARGETS.len()) as u64);
            let size = target.share * if self.attack.options.quick { 40 } else { 200 };
            let mut chunk = Chunk { target, from: round * size, to: (round + 1) * size };
            while chunk.from < chunk.to {
                chunk.from = self.cases(&chunk);
            }
        }
    }

    /// The input of one label, `TARGET/NUMBER`.
    fn one(&self, case: &str) {
        let found = case.split_once('/').and_then(|(name, number)| {
            Some((TARGETS.iter().find(|target| target.name == name)?, number.parse::<u64>().ok()?))
        });
        match found {
            Some((target, number)) => drop(self.cases(&Chunk { target, from: number, to: number + 1 })),
            None => println!("no fuzzed input is called {case}; give TARGET/NUMBER"),
        }
    }

    /// Every kept input once more.
    fn replay(&self) {
        let Ok(entries) = fs::read_dir(crashes()) else { return };
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(target) = targets::of_file(&name) else { continue };
            let job = Job::Replay { target, file: file.clone() };
            let done = self.watch(&job);
            let failure = done.failures.into_iter().next().or(done.death).map(|(_, failure)| failure);
            self.tally.count_many("replay", 1, failure.map(|failure| (name, failure)));
        }
    }

    /// Tries the inputs of a chunk until one ends the worker; the next to be tried.
    fn cases(&self, chunk: &Chunk) -> u64 {
        let target = chunk.target;
        let seed = self.attack.options.seed;
        let job = Job::Cases { target, seed, from: chunk.from, to: chunk.to };
        let done = self.watch(&job);
        let mut next = chunk.to;
        let mut failures = done.failures;
        if let Some((at, failure)) = done.death {
            next = at.max(chunk.from) + 1;
            failures.push((next - 1, failure));
            let mut deaths = self.deaths.lock().unwrap_or_else(PoisonError::into_inner);
            let count = deaths.entry(target.name).or_default();
            *count += 1;
            if *count >= DEATHS {
                self.tally.skip(&format!("the rest of {}: {DEATHS} workers died", target.name));
                next = chunk.to;
            }
        }
        self.tally.memory(done.memory);
        self.tally.count_many(target.name, (next - chunk.from).saturating_sub(failures.len() as u64), None);
        for (number, (kind, problem)) in failures {
            let file = self.keep(target, number, kind, &problem);
            let problem = format!("{problem}{}", file.map(|file| format!(" ({file})")).unwrap_or_default());
            self.tally.count_many(
                target.name,
                1,
                Some((format!("{}/{number}", target.name), (kind, problem))),
            );
        }
        next
    }

    /// Keeps an input, unless there are enough of its kind.
    fn keep(&self, target: &Target, number: u64, kind: Kind, problem: &str) -> Option<String> {
        let letters: String = problem.chars().filter(|c| c.is_alphabetic()).take(24).collect();
        let key = format!("{}{}{letters}", target.name, kind.name());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let count = kept.entry(key).or_default();
        *count += 1;
        if *count > 2 {
            return None;
        }
        let seed = self.attack.options.seed;
        let input = worker::input(target, seed, number);
        let name = format!("{}--{seed}-{number}", target.name);
        fs::create_dir_all(crashes()).ok()?;
        fs::write(crashes().join(&name), input).ok()?;
        Some(name)
    }

    /// Runs a worker and watches it.
    fn watch(&self, job: &Job) -> Done {
        let folder = self.attack.folder(&format!("worker-{}", self.workers.fetch_add(1, Relaxed)));
        let [out, err, state] = ["out", "err", "state"].map(|name| folder.join(name));
        let program = std::env::current_exe().expect("the attack knows its program");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -c 0; ulimit -v {ADDRESSES}; exec \"$@\""), "sh"]).arg(program);
        command.arg("--fuzz-worker").arg(&folder).args(job.words()).stdin(Stdio::null());
        command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
        let mut child = command.spawn().expect("a worker can be started");
        let (mut seen, mut since) = (String::new(), Instant::now());
        let mut hung = false;
        let status = loop {
            if let Some(status) = child.try_wait().expect("a worker can be waited for") {
                break status;
            }
            let now = fs::read_to_string(&state).unwrap_or_default();
            if now != seen {
                (seen, since) = (now, Instant::now());
            } else if since.elapsed() > PATIENCE {
                hung = true;
                let _ = child.kill();
            }
            thread::sleep(Duration::from_millis(5));
        };
        let at = fs::read_to_string(&state).unwrap_or_default().trim().parse().unwrap_or(0);
        let mut done = Done::parse(&fs::read_to_string(&out).unwrap_or_default());
        if !status.success() {
            let said = fs::read_to_string(&err).unwrap_or_default();
            let said: String = said.trim().chars().take(300).collect();
            let kind = match () {
                () if hung => Kind::Hang,
                () if said.contains("memory allocation") => Kind::Memory,
                () => Kind::Panic,
            };
            done.death = Some((at, (kind, format!("the worker ended: {status}; {said}"))));
        }
        let _ = fs::remove_dir_all(folder);
        done
    }
}

/// The words of a worker.
#[derive(Debug, Default)]
struct Done {
    failures: Vec<(u64, (Kind, String))>,
    death: Option<(u64, (Kind, String))>,
    memory: u64,
}

impl Done {
    /// Reads lines `KIND NUMBER PROBLEM` and `memory BYTES`.
    fn parse(text: &str) -> Self {
        let mut done = Self::default();
        for line in text.lines() {
            let mut words = line.splitn(3, ' ');
            let (word, number) =
                (words.next().unwrap_or_default(), words.next().and_then(|n| n.parse().ok()));
            let (Some(number), problem) = (number, words.next().unwrap_or_default()) else { continue };
            match Kind::ALL.into_iter().find(|kind| kind.name() == word) {
                Some(kind) if !problem.is_empty() => done.failures.push((number, (kind, problem.to_owned()))),
                _ => done.memory = done.memory.max(number),
            }
        }
        done
    }
}
