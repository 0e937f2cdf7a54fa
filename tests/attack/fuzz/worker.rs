//! A process that tries inputs, one after the other, and survives what can be survived.

use super::{
    mutate::mutate,
    seeds,
    targets::{self, Input, Target},
};
use crate::{MEMORY, run::MEMORY_LIMIT, tools::Dice};
use std::{
    fs::{self, File},
    io::Write as _,
    os::unix::fs::FileExt as _,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, PoisonError},
};

/// The work of one process.
#[derive(Debug, Clone)]
pub(crate) enum Job {
    /// Inputs by their numbers.
    Cases { target: &'static Target, seed: u64, from: u64, to: u64 },
    /// One kept input.
    Replay { target: &'static Target, file: PathBuf },
}

/// A job in a folder.
pub(crate) type Placed = (PathBuf, Job);

impl Job {
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
    mutate(seeds, target.words, &mut dice)
}

/// Where the last panic was.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Does the job.
pub(crate) fn run((folder, job): &Placed) -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        let words = panic.payload_as_str().unwrap_or("a panic").replace('\n', " ");
        let place = place.rsplit("/src/").next().unwrap_or_default().to_owned();
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = format!("{place}: {words}");
    }));
    let state = File::create(folder.join("state")).unwrap();
    let mut most = 0;
    match job {
        Job::Cases { target, seed, from, to } => {
            let seeds = seeds::of(target);
            for number in *from..*to {
                state.write_all_at(format!("{number:<20}").as_bytes(), 0).unwrap();
                try_input(folder, target, number, &made(&seeds, target, *seed, number), &mut most);
            }
        }
        Job::Replay { target, file } => {
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
