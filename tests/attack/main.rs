//! The attack: kills, failing calls, full disks, races, tampered files, limits, bombs and fuzzing, counted.
//!
//! Run by `scripts/attack.sh`. Each stage works in a scratch folder of its own and counts cases tried and survived; one
//! difference makes the exit code 1. README.md in this folder lists the stages and shows how to repeat a case.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the scratch folder must work; a case returns its failure"
)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own")]

mod bombs;
mod corpora;
mod disks;
mod faults;
mod fuzz;
mod jobs;
mod kills;
mod limits;
mod links;
mod options;
mod oracles;
mod prelude;
mod races;
mod resumed;
mod run;
mod steps;
mod tally;
mod tampered;
mod tools;

use options::Options;
use peak_alloc::PeakAlloc;
use std::{process::ExitCode, time::Instant};
use tally::Tally;
use tools::Attack;

/// Counts what the readers and parsers allocate while they are fuzzed.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A stage: its name, its purpose, the share of the time in the quick form, and the code.
type Stage = (&'static str, &'static str, u32, fn(&Attack, &Tally));

const STAGES: [Stage; 12] = [
    ("kills", "signals at random moments, then the same command again", 15, kills::run),
    ("steps", "SIGKILL before each modifying system call, then the same command again", 20, steps::run),
    ("faults", "one call of the C library fails, for every call", 36, faults::run),
    ("oracles", "answers by brute force", 12, oracles::run),
    ("resumed", "killed runs resumed with other options, inputs and files", 12, resumed::run),
    ("disks", "file systems with few blocks or few files", 8, disks::run),
    ("races", "two or three runs on the same output", 8, races::run),
    ("tampered", "manifests and shards changed by hand", 20, tampered::run),
    ("links", "symbolic links in place of files and folders", 5, links::run),
    ("limits", "ulimit, threads and extreme counts", 36, limits::run),
    ("bombs", "small files that want much memory or time", 55, bombs::run),
    ("fuzz", "mutated files and options through every reader and parser", 30, fuzz::run),
];

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("error: {problem}");
            return ExitCode::from(2);
        }
    };
    if let Some(job) = &options.worker {
        return fuzz::run_worker(job);
    }
    attack(&options)
}

fn attack(options: &Options) -> ExitCode {
    let start = Instant::now();
    println!("seed {}, {} form", options.seed, options.form());
    let mut tallies = Vec::new();
    for (name, about, seconds, run) in STAGES {
        if options.only.is_empty() || options.only.iter().any(|only| only == name) {
            let tally = Tally::new(name, about, options.goal(name));
            let attack = Attack::new(options, name, seconds, start);
            run(&attack, &tally);
            println!("{}", tally.line());
            tallies.push(tally);
        }
    }
    let failed = tally::print_table(options, &tallies, start.elapsed());
    if let Some(folder) = &options.report {
        tally::write_figures(folder, options, &tallies, start.elapsed());
    }
    ExitCode::from(u8::from(failed))
}
