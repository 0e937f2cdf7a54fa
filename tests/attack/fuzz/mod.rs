//! Mutated inputs through every reader and parser, in processes of their own.
//!
//! ```text
//! here --TARGET SEED FROM TO--> worker: input n = f(target, seed, n) -> reader or parser
//!      <-- failures, counts --          says in a file which n it is at, so that an abort or a hang is known
//! ```
//!
//! A failing input is kept in `tests/attack/crashes`, and every file there is tried again first in each run.

mod seeds;
pub(crate) mod targets;

use self::targets::{Input, TARGETS, Target};
use crate::{MEMORY, prelude::*, run::MEMORY_LIMIT, tools::THREADS};
use std::{
    io::Write as _,
    os::unix::fs::FileExt as _,
    panic::{AssertUnwindSafe, catch_unwind},
    process::{ExitCode, Stdio},
    sync::{LazyLock, PoisonError, atomic::AtomicUsize},
};

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
            let job = WorkerJob::Replay { target, file: file.clone() };
            let done = self.watch(&job);
            let failure = done.failures.into_iter().next().or(done.death).map(|(_, failure)| failure);
            self.tally.count_many("replay", 1, failure.map(|failure| (name, failure)));
        }
    }

    /// Tries the inputs of a chunk until one ends the worker; the next to be tried.
    fn cases(&self, chunk: &Chunk) -> u64 {
        let target = chunk.target;
        let seed = self.attack.options.seed;
        let job = WorkerJob::Cases { target, seed, from: chunk.from, to: chunk.to };
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
        let input = input(target, seed, number);
        let name = format!("{}--{seed}-{number}", target.name);
        fs::create_dir_all(crashes()).ok()?;
        fs::write(crashes().join(&name), input).ok()?;
        Some(name)
    }

    /// Runs a worker and watches it.
    fn watch(&self, job: &WorkerJob) -> Done {
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

/// The work of one process.
#[derive(Debug, Clone)]
pub(crate) enum WorkerJob {
    /// Inputs by their numbers.
    Cases { target: &'static Target, seed: u64, from: u64, to: u64 },
    /// One kept input.
    Replay { target: &'static Target, file: PathBuf },
}

/// A job in a folder.
pub(crate) type Placed = (PathBuf, WorkerJob);

impl WorkerJob {
    /// The words that [`parse`](Self::parse) reads, without the folder.
    pub(crate) fn words(&self) -> Vec<String> {
        match self {
            Self::Cases { target, seed, from, to } => {
                vec![target.name.to_owned(), seed.to_string(), from.to_string(), to.to_string()]
            }
            Self::Replay { target, file } => vec![target.name.to_owned(), file.display().to_string()],
        }
    }

    /// Reads a folder and a job.
    pub(crate) fn parse(words: &[String]) -> Result<Placed, String> {
        let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
        let known =
            |name: &String| targets::by_name(name).ok_or_else(|| format!("no target is called {name}"));
        match words {
            [folder, name, seed, from, to] => {
                let job = Self::Cases {
                    target: known(name)?,
                    seed: number(seed)?,
                    from: number(from)?,
                    to: number(to)?,
                };
                Ok((folder.into(), job))
            }
            [folder, name, file] => {
                Ok((folder.into(), Self::Replay { target: known(name)?, file: file.into() }))
            }
            _ => Err("a worker takes FOLDER TARGET SEED FROM TO, or FOLDER TARGET FILE".to_owned()),
        }
    }
}

/// The input `number` of a target.
pub(crate) fn input(target: &Target, seed: u64, number: u64) -> Vec<u8> {
    made(&seeds::of(target), target, seed, number)
}

fn made(seeds: &[Vec<u8>], target: &Target, seed: u64, number: u64) -> Vec<u8> {
    let key = blake3::hash(target.name.as_bytes());
    let key = u64::from_le_bytes(key.as_bytes()[..8].try_into().unwrap()) ^ seed;
    let mut dice = Dice::numbered(key, number);
    mutate(seeds, &WORDS[target.words], &mut dice)
}

/// Words of each format, with the escapes of byte strings.
static WORDS: LazyLock<BTreeMap<&str, Vec<Vec<u8>>>> = LazyLock::new(|| {
    let lists = include_str!("words.txt").lines().filter_map(|line| line.split_once(' '));
    lists.map(|(name, words)| (name, words.split(' ').map(unescaped).collect())).collect()
});

fn unescaped(word: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), word.bytes());
    while let Some(byte) = rest.next() {
        let escape = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escape {
            None => byte,
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(b'x') => {
                let digits = [rest.next(), rest.next()].map(Option::unwrap_or_default);
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            Some(other) => other,
        });
    }
    bytes
}

/// Where the last panic was.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Does the job.
pub(crate) fn run_worker((folder, job): &Placed) -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        let words = panic.payload_as_str().unwrap_or("a panic").replace('\n', " ");
        let place = place.rsplit("/src/").next().unwrap_or_default().to_owned();
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = format!("{place}: {words}");
    }));
    let state = File::create(folder.join("state")).unwrap();
    let mut most = 0;
    match job {
        WorkerJob::Cases { target, seed, from, to } => {
            let seeds = seeds::of(target);
            for number in *from..*to {
                state.write_all_at(format!("{number:<20}").as_bytes(), 0).unwrap();
                try_input(folder, target, number, &made(&seeds, target, *seed, number), &mut most);
            }
        }
        WorkerJob::Replay { target, file } => {
            try_input(folder, target, 0, &fs::read(file).unwrap_or_default(), &mut most);
        }
    }
    println!("held {most}");
    ExitCode::SUCCESS
}

fn try_input(folder: &Path, target: &Target, number: u64, bytes: &[u8], most: &mut u64) {
    let path = folder.join(target.file);
    if !target.file.is_empty() {
        fs::write(&path, bytes).unwrap();
    }
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(&Input { bytes, path: &path })));
    let held = MEMORY.peak_usage().saturating_sub(before) as u64;
    *most = held.max(*most);
    let say = |kind: &str, problem: &str| {
        let problem: String = problem.chars().take(300).collect();
        println!("{kind} {number} {}", problem.replace('\n', " "));
        std::io::stdout().flush().unwrap();
    };
    match outcome {
        Err(_) => say("panic", &PANIC.lock().unwrap_or_else(PoisonError::into_inner)),
        Ok(Err(problem)) => say("lost", &problem),
        Ok(Ok(())) if held > MEMORY_LIMIT => {
            say("memory", &format!("{} MB for an input of {} bytes", held >> 20, bytes.len()));
        }
        Ok(Ok(())) => {}
    }
}

/// Bytes of an input, at most.
const LONGEST: usize = 1 << 17;

/// An input made from the seeds.
fn mutate(seeds: &[Vec<u8>], words: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = dice.pick(seeds).clone();
    if dice.one_in(200) {
        return bytes;
    }
    let mut steps = 1 + dice.below(3);
    if dice.one_in(8) {
        steps += dice.below(16);
    }
    for _ in 0..steps {
        step(&mut bytes, seeds, words, dice);
    }
    bytes.truncate(LONGEST);
    bytes
}

/// Numbers at the edges of their types.
const EDGES: [u64; 14] = [
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    1 << 40,
    i64::MAX as u64,
    u64::MAX,
];

#[expect(clippy::cast_possible_truncation, reason = "bytes of random words")]
fn step(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[Vec<u8>], dice: &mut Dice) {
    if bytes.is_empty() {
        let word = dice.pick(words);
        bytes.extend_from_slice(word);
        return;
    }
    // Footers and headers are at the ends.
    let place = match dice.below(4) {
        0 => bytes.len() - 1 - dice.below(bytes.len().min(64)),
        1 => dice.below(bytes.len().min(64)),
        _ => dice.below(bytes.len()),
    };
    let rest = bytes.len() - place;
    let most = if dice.one_in(4) { rest } else { 8.min(rest) };
    let length = 1 + dice.below(most);
    let end = (place + length).min(bytes.len());
    match dice.below(14) {
        0 | 1 => bytes[place] ^= 1 << dice.below(8),
        2 => bytes[place] = dice.word() as u8,
        3 => bytes[place] = bytes[place].wrapping_add(if dice.one_in(2) { 1 } else { 0xFF }),
        4 => drop(bytes.drain(place..end)),
        5 => {
            let copy = bytes[place..end].to_vec();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        6 => {
            let copy = bytes[place..end].to_vec();
            let most = if dice.one_in(500) { 4096 } else { 16 };
            let times = 1 + dice.below(most);
            bytes.splice(place..place, copy.repeat(times.min(LONGEST / copy.len().max(1))));
        }
        7 => bytes.truncate(place),
        8 => {
            let edge = dice.pick(&EDGES).to_le_bytes();
            let width = *dice.pick(&[1, 2, 4, 8]);
            let width = width.min(bytes.len() - place);
            bytes[place..place + width].copy_from_slice(&edge[..width]);
        }
        9 => {
            let varint = varint(*dice.pick(&EDGES));
            let over = if dice.one_in(2) { (place + varint.len()).min(bytes.len()) } else { place + 1 };
            bytes.splice(place..over, varint);
        }
        10 => {
            let other = dice.pick(seeds);
            let from = dice.below(other.len());
            let to = from + 1 + dice.below(other.len() - from);
            bytes.splice(place..end, other[from..to.min(other.len())].iter().copied());
        }
        11 => bytes[place..end].reverse(),
        _ => {
            let word = dice.pick(words);
            let over = if dice.one_in(2) { end } else { place };
            bytes.splice(place..over, word.iter().copied());
        }
    }
}

/// A number as Thrift's compact protocol writes unsigned ones.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7F) as u8;
        number >>= 7;
        bytes.push(if number == 0 { low } else { low | 0x80 });
        if number == 0 {
            return bytes;
        }
    }
}
