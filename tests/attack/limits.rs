//! Limits of the system, of threads and of numbers: every run ends in time, by itself or soon after a signal.

use crate::{
    corpora,
    jobs::{self, words},
    prelude::*,
};

const MOST: &str = "18446744073709551615";
/// Time between a signal and the end.
const GRACE: Duration = Duration::from_secs(3);

/// Commands that print, for limits of memory and descriptors and for a full standard output.
const PRINTING: [&str; 20] = [
    "generate --seed 1 --givens 46 --count 300 --progress never",
    "rate INPUTS/puzzles.csv --progress never",
    "report INPUTS/part1 --progress never",
    "report INPUTS/puzzles.csv --format html --progress never",
    "compare INPUTS/puzzles.csv --count 20 --progress never",
    "show 3 --seed 1 --givens 46",
    "solve --steps 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "solve --json INPUTS/puzzles.csv",
    "solve INPUTS/puzzles.csv --out - --progress never",
    "minimals 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "scan 1234341221434321 --givens 5 --progress never",
    "benchmark INPUTS/bench --score INPUTS/answers.csv",
    "unavoidable 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "canonical INPUTS/puzzles.csv --progress never",
    "augment INPUTS/puzzles.csv --times 2 --progress never",
    "dedup INPUTS/classes.csv --progress never",
    "overlap INPUTS/few.csv INPUTS/first.csv --progress never",
    "export INPUTS/puzzles.csv --to jsonl --progress never",
    "techniques",
    "--help",
];

/// Commands that need some memory.
const HEAVY: [&str; 5] = [
    "generate --seed 1 --givens 46 --count 60000 --progress never --out out",
    "report INPUTS/large --progress never",
    "rate INPUTS/large/data/part-00000-of-00001.parquet --out out.parquet --progress never",
    "compare --count 300 --seed 1 --progress never",
    "merge INPUTS/large --out out",
];

/// Runs with extreme numbers that may end by themselves, with success or a word.
const ENDING: [&str; 19] = [
    "generate --seed 1 --count 10 --givens 46 --threads 20000",
    "generate --seed 1 --count 10 --givens 46 --threads 18446744073709551615",
    "rate INPUTS/puzzles.csv --threads 20000",
    "rate INPUTS/puzzles.csv --threads 18446744073709551615",
    "report INPUTS/part1 --threads 20000",
    "report INPUTS/part1 --threads 18446744073709551615",
    "generate --seed 1 --count 10 --givens 46 --shard-rows 18446744073709551615",
    "generate --seed 1 --count 10 --givens 46 --attempts 18446744073709551615 --budget nodes=18446744073709551615",
    "generate --seed 1 --count 10 --givens 46 --max-puzzles-per-grid 18446744073709551615",
    "generate --seed 1 --count 3 --mix givens=30:0.000000001,40:18446744073709551615",
    "show 18446744073709551615 --seed 1 --givens 46",
    "show 18446744073709551614 --seed 1 --mix givens=30:1,40:1 --count 18446744073709551615",
    "report INPUTS/part1 --check duplicates=18446744073709551615",
    "report INPUTS/part1 --check 18446744073709551615",
    "compare INPUTS/puzzles.csv --count 18446744073709551615",
    "compare INPUTS/puzzles.csv --limit 18446744073709551615 --count 5",
    "rate INPUTS/grids.csv --rulebook se --budget rating=18446744073709551615",
    "generate --seed 1 --count 18446744073709551616",
    "generate --seed 1 --givens 46 --count 18446744073709551615 --part 18446744073709551615/18446744073709551615 --shard-rows 1 --out out",
];

/// The last row of the largest corpus, a part of its own.
const LAST: &str = "generate --seed 1 --givens 46 --count 18446744073709551615 --part 2/2 --shard-rows 18446744073709551614 --no-timings --progress never";

/// Runs that are long: they must heed a signal.
const LONG: [&str; 16] = [
    "generate --seed 1 --givens 46 --count 18446744073709551615",
    "generate --seed 1 --givens 46 --count 18446744073709551615 --out out",
    "generate --seed 1 --givens 46 --count 18446744073709551615 --out out --shard-rows 1 --format csv",
    "generate --seed 1 --givens 46 --count 18446744073709551615 --part 2/2 --shard-rows 10000000000000000000",
    "generate --seed 1 --givens 46 --count 18446744073709551615 --threads 20000",
    "generate --seed 1 --givens 46 --count 18446744073709551615 --threads 18446744073709551615",
    "generate --seed 1 --mix givens=46:0.5,40:0.5 --count 18446744073709551615",
    "generate --seed 1 --count 10 --dig walk --givens 17..17 --attempts 18446744073709551615",
    "generate --seed 1 --count 1 --box 5x5 --givens 250 --attempts 18446744073709551615 --budget nodes=18446744073709551615",
    "generate --seed 1 --count 100 --dig controlled-bias",
    "generate --seed 1 --count 10 --max-er 1.2 --givens 20 --rulebook se --attempts 18446744073709551615",
    "scan 534678912672195348198342567859761423426853791713924856961537284287419635345286179 --givens 22",
    "scan 534678912672195348198342567859761423426853791713924856961537284287419635345286179 --givens 22 --out found",
    "compare --seed 1 --count 18446744073709551615",
    "compare --seed 1 --box 5x5 --count 20 --budget nodes=18446744073709551615",
    "generate --seed 1 --count 100000 --box 4x4 --givens 85 --budget nodes=18446744073709551615 --attempts 18446744073709551615",
];

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let jobs = jobs::few(attack, tally);
    let inputs = jobs::inputs(attack);
    let mut cases: Vec<(String, Case)> = Vec::new();
    let least = least_memory(attack);
    let large = "generate --seed 8 --givens 46 --count 60000 --progress never --out large";
    attack.call(&inputs, large).run();
    for line in PRINTING.into_iter().chain(HEAVY) {
        let command = line.split_whitespace().next().unwrap_or_default();
        for share in [0, 10, 20, 40, 70, 120, 200, 400, 900] {
            let kilobytes = least + share * 1024;
            let label = format!("memory/{command}-{}/+{share}MB", line.len());
            cases.push((label, Case::Memory { line, kilobytes }));
        }
    }
    for line in PRINTING {
        let command = line.split_whitespace().next().unwrap_or_default();
        cases.push((format!("full/{command}-{}", line.len()), Case::Full { line }));
        cases.push((format!("null/{command}-{}", line.len()), Case::Null { line }));
    }
    for job in &jobs {
        // With 0, the line on standard error, a file here, could not be written either.
        for (name, option, limits) in
            [("descriptors", "-n", [6, 8, 12, 16, 32, 64]), ("file size", "-f", [1, 2, 4, 8, 16, 64])]
        {
            cases.extend(limits.map(|limit| {
                let before = format!("ulimit {option} {limit}");
                (format!("{name}/{}/{limit}", job.name), Case::Limited { job, before })
            }));
        }
    }
    let short = |line: &str| line.replace(MOST, "MOST").replace(' ', "_");
    cases.extend(ENDING.iter().map(|line| (format!("numbers/{}", short(line)), Case::Ending { line })));
    cases.extend(LONG.iter().map(|line| (format!("signals/{}", short(line)), Case::Long { line })));
    cases.push(("shards/linear".to_owned(), Case::Shards));
    cases.push(("numbers/last".to_owned(), Case::Last));
    attack.dice("order").shuffle(&mut cases);
    attack.in_parallel(&cases, |(label, case)| {
        if attack.wants(label) {
            let group = label.split('/').next().unwrap_or_default();
            tally.count(group, label, case.run(attack, tally, &inputs));
        }
    });
}

/// The least address space in which the program can say its version, in kilobytes.
fn least_memory(attack: &Attack) -> u64 {
    let starts = |kilobytes: &u64| {
        let call =
            Call::new(attack, attack.scratch(), ["--version"]).before(&format!("ulimit -v {kilobytes}"));
        call.run().code == Some(0)
    };
    (1..1000).map(|n| n * 2048).find(starts).unwrap_or(1 << 21)
}

enum Case<'a> {
    Memory { line: &'static str, kilobytes: u64 },
    Full { line: &'static str },
    Null { line: &'static str },
    Limited { job: &'a Job, before: String },
    Ending { line: &'static str },
    Long { line: &'static str },
    Shards,
    Last,
}

impl Case<'_> {
    fn run(&self, attack: &Attack, tally: &Tally, inputs: &Path) -> Verdict {
        let room = attack.room();
        let call = |line: &str| Call::new(attack, room.path(), words(line, inputs));
        match self {
            Self::Memory { line, kilobytes } => {
                call(line).before(&format!("ulimit -v {kilobytes}")).run().sound(tally)
            }
            Self::Full { line } => call(line).stdout("/dev/full").run().refused(tally),
            Self::Null { line } => call(line).stdout("/dev/null").run().succeeded(tally),
            Self::Limited { job, before } => limited(attack, tally, job, before, room.path()),
            Self::Ending { line } => {
                let ended = call(line).patience(Duration::from_secs(10)).run();
                ended.sound(tally)?;
                in_time(&ended, Duration::from_secs(8))
            }
            Self::Long { line } => {
                let after = Duration::from_millis(700);
                let call = call(line).stdout("/dev/null").patience(after + 3 * GRACE);
                let ended = call.signal(after, Signal::TERM).run();
                if ended.signal == Some(Signal::TERM.as_raw()) {
                    // It came before the program was ready to heed it.
                    return in_time(&ended, after + GRACE);
                }
                ended.sound(tally)?;
                if ended.code == Some(0) {
                    return fail(Kind::Lost, "exit code 0 of a run that cannot be over");
                }
                in_time(&ended, after + GRACE)
            }
            Self::Shards => shards(attack, tally, room.path()),
            Self::Last => {
                let ended = call(LAST).run();
                ended.succeeded(tally)?;
                let text = String::from_utf8_lossy(&ended.stdout);
                match text.lines().skip(1).collect::<Vec<_>>()[..] {
                    [row] if row.starts_with("18446744073709551614,") => Ok(()),
                    ref rows => fail(Kind::Lost, format!("{} rows in place of the last one", rows.len())),
                }
            }
        }
    }
}

fn in_time(ended: &Ended, most: Duration) -> Verdict {
    if ended.time > most {
        return fail(Kind::Hang, format!("{:.1} s; {}", ended.time.as_secs_f64(), ended.said()));
    }
    Ok(())
}

/// A job under a limit; a file that grows too large may end it by a signal.
fn limited(attack: &Attack, tally: &Tally, job: &Job, before: &str, dir: &Path) -> Verdict {
    job.prepare(dir);
    let ended = job.call(attack, dir).before(before).run();
    let by_limit = ended.signal == Some(Signal::XFSZ.as_raw());
    if !by_limit {
        // The program itself cannot be loaded with fewer descriptors.
        if ended.code == Some(127) {
            return Ok(());
        }
        ended.sound(tally)?;
    }
    if ended.code == Some(0) {
        return job.check_done(dir);
    }
    job.check_interrupted(dir, !by_limit, &BTreeSet::new())?;
    job.finish(attack, tally, dir).map_err(|(kind, problem)| (kind, format!("made again: {problem}")))
}

/// Time grows with the number of shards, not with its square.
fn shards(attack: &Attack, tally: &Tally, dir: &Path) -> Verdict {
    let make = |count: u64, out: &str| -> Verdict<Duration> {
        let line = format!(
            "generate --seed 1 --box 2x2 --fill diagonal --count {count} --shard-rows 1 --format csv --no-timings --progress never --out {out}"
        );
        let start = Instant::now();
        let call = attack.call(dir, line).patience(Duration::from_mins(2));
        call.run().succeeded(tally)?;
        Ok(start.elapsed())
    };
    let (few, many) = (make(1_000, "few")?, make(8_000, "many")?);
    if many > few.mul_f64(16.0) + Duration::from_secs(2) {
        let times = [few, many].map(|time| time.as_secs_f64());
        return fail(Kind::Hang, format!("1,000 shards {:.1} s, 8,000 shards {:.1} s", times[0], times[1]));
    }
    corpora::sound(&dir.join("few"))?;
    let report = ["report", "many", "--check", "0", "--format", "json", "--progress", "never"];
    let ended = Call::new(attack, dir, report).before("ulimit -n 1024").run();
    ended.succeeded(tally)?;
    let merge = Call::new(attack, dir, ["merge", "many", "--out", "merged"]).before("ulimit -n 1024").run();
    merge.succeeded(tally)?;
    corpora::equal(&corpora::settled(&corpora::tree(&dir.join("many"))), &dir.join("merged"))
}
