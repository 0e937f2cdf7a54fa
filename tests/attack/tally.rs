//! Counts of a stage: cases tried and survived, and those that failed with the command that repeats them. The table at the end, and the
//! figures as files.

use crate::{options::Options, prelude::*};
use gridmill::report::compare::Machine;
use serde::Serialize;
use serde_json::json;
use std::{
    fmt::Write as _,
    sync::{MutexGuard, PoisonError},
};

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Wrong or missing data, or a write outside the folders named.
    Lost,
    /// A panic, an abort, or the end by a signal that nobody sent.
    Panic,
    /// No end in time.
    Hang,
    /// More than 512 MB.
    Memory,
    /// A wrong exit code, or not one clear line.
    Message,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 5] = [Self::Lost, Self::Panic, Self::Hang, Self::Memory, Self::Message];

    /// The name in tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Panic => "panic",
            Self::Hang => "hang",
            Self::Memory => "memory",
            Self::Message => "message",
        }
    }
}

/// Reason why a case failed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Failure {
    /// The kind.
    pub(crate) kind: Kind,
    /// The case.
    pub(crate) case: String,
    /// The difference.
    pub(crate) problem: String,
}

/// Result of a case or of a check within it.
pub(crate) type Verdict<T = ()> = Result<T, (Kind, String)>;

/// A failure of a kind.
pub(crate) fn fail<T>(kind: Kind, problem: impl Into<String>) -> Verdict<T> {
    Err((kind, problem.into()))
}

/// Fails if this is so.
pub(crate) fn fail_if(is_so: bool, kind: Kind, problem: impl FnOnce() -> String) -> Verdict {
    if is_so { fail(kind, problem()) } else { Ok(()) }
}

/// Counts of one stage, from several threads.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Its name.
    pub(crate) stage: &'static str,
    /// Its purpose.
    pub(crate) about: &'static str,
    /// Cases that it must try.
    pub(crate) goal: u64,
    start: Instant,
    counts: Mutex<Counts>,
}

/// The counts.
#[derive(Debug, Default, Clone, Serialize)]
pub(crate) struct Counts {
    /// Cases tried.
    pub(crate) tried: u64,
    /// Cases of each group: tried, and survived.
    pub(crate) groups: BTreeMap<String, (u64, u64)>,
    /// The failures: at most [`KEPT`] of a group; all are counted in `failed`.
    pub(crate) failures: Vec<Failure>,
    /// Failures of each kind.
    pub(crate) failed: BTreeMap<Kind, u64>,
    /// The most memory that one process held, in bytes, or that one fuzzed input took.
    pub(crate) most_memory: u64,
    /// Parts that this machine does not allow.
    pub(crate) skipped: Vec<String>,
    /// Seconds taken.
    pub(crate) seconds: f64,
}

/// Failures of a group that are kept in full.
const KEPT: u64 = 30;

impl Tally {
    /// No cases yet.
    pub(crate) fn new(stage: &'static str, about: &'static str, goal: u64) -> Self {
        Self { stage, about, goal, start: Instant::now(), counts: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a case of a group.
    pub(crate) fn count(&self, group: &str, case: &str, verdict: Verdict) {
        self.count_many(group, 1, verdict.err().map(|failure| (case.to_owned(), failure)));
    }

    /// Counts `tried` cases of a group of which one may have failed.
    pub(crate) fn count_many(&self, group: &str, tried: u64, failure: Option<(String, (Kind, String))>) {
        let mut counts = self.lock();
        counts.tried += tried;
        let survived = tried - u64::from(failure.is_some());
        let entry = counts.groups.entry(group.to_owned()).or_default();
        (entry.0, entry.1) = (entry.0 + tried, entry.1 + survived);
        let failed = entry.0 - entry.1;
        if let Some((case, (kind, problem))) = failure {
            *counts.failed.entry(kind).or_default() += 1;
            if failed <= KEPT {
                eprintln!("{} {case}: {}: {problem}", self.stage, kind.name());
                counts.failures.push(Failure { kind, case, problem });
            }
        }
    }

    /// Notes how much memory a case took.
    pub(crate) fn memory(&self, bytes: u64) {
        let mut counts = self.lock();
        counts.most_memory = counts.most_memory.max(bytes);
    }

    /// Notes a part that cannot run here, once.
    pub(crate) fn skip(&self, reason: &str) {
        let mut counts = self.lock();
        if !counts.skipped.iter().any(|known| known == reason) {
            println!("{}: skipped: {reason}", self.stage);
            counts.skipped.push(reason.to_owned());
        }
    }

    /// Cases tried so far.
    pub(crate) fn tried(&self) -> u64 {
        self.lock().tried
    }

    /// Ends the clock of the stage; the counts.
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = self.lock();
        if counts.seconds == 0.0 {
            counts.seconds = self.start.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        }
        counts.clone()
    }

    /// One line about the stage.
    pub(crate) fn line(&self) -> String {
        let counts = self.counts();
        let failed: u64 = counts.failed.values().sum();
        format!(
            "{:<9} {:>10} tried, {:>10} survived, {failed} failed, {:.0} MB at most, {:.1} s",
            self.stage,
            counts.tried,
            counts.tried - failed,
            megabytes(counts.most_memory),
            counts.seconds
        )
    }
}

/// Bytes as megabytes of 2^20.
#[expect(clippy::cast_precision_loss, reason = "shown with no decimals")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Prints the failures and the sums; true if the attack failed.
pub(crate) fn print_table(options: &Options, tallies: &[Tally], time: Duration) -> bool {
    let counts: Vec<(&Tally, Counts)> = tallies.iter().map(|tally| (tally, tally.counts())).collect();
    let mut failed = false;
    for (tally, counts) in &counts {
        for failure in &counts.failures {
            println!(
                "\n{}: {}\n  {}",
                failure.kind.name(),
                failure.problem,
                again(options, tally.stage, &failure.case)
            );
        }
        failed |= !counts.failed.is_empty();
        if counts.tried < tally.goal {
            println!("\n{}: {} cases, and {} are needed", tally.stage, counts.tried, tally.goal);
            failed = true;
        }
    }
    println!("\n{}", table(&counts));
    println!("{:.0} s; {}", time.as_secs_f64(), if failed { "FAILED" } else { "nothing lost" });
    failed
}

/// The command that repeats a case.
fn again(options: &Options, stage: &str, case: &str) -> String {
    let form = if options.quick { " --quick" } else { "" };
    format!("bash scripts/attack.sh{form} --seed {} --only {stage} --case '{case}'", options.seed)
}

fn table(counts: &[(&Tally, Counts)]) -> String {
    let mut text = "| stage | tried | survived |".to_owned();
    for kind in Kind::ALL {
        let _ = write!(text, " {} |", kind.name());
    }
    text += " most memory, MB | seconds |\n|---|--:|--:|";
    text += &"--:|".repeat(Kind::ALL.len() + 2);
    text.push('\n');
    for (tally, counts) in counts {
        let failed: u64 = counts.failed.values().sum();
        let _ = write!(text, "| {} | {} | {} |", tally.stage, counts.tried, counts.tried - failed);
        for kind in Kind::ALL {
            let _ = write!(text, " {} |", counts.failed.get(&kind).copied().unwrap_or(0));
        }
        let _ = writeln!(text, " {:.0} | {:.0} |", megabytes(counts.most_memory), counts.seconds);
    }
    text
}

/// Writes `README.md` and `attack.json`.
pub(crate) fn write_figures(folder: &Path, options: &Options, tallies: &[Tally], time: Duration) {
    let counts: Vec<(&Tally, Counts)> = tallies.iter().map(|tally| (tally, tally.counts())).collect();
    let command = format!("bash scripts/attack.sh {}", options.words.join(" "));
    let command = command.split(" --report").next().unwrap_or_default().trim().to_owned();
    let machine = Machine::here();
    let mut text = format!(
        "<!-- {command} -->\n# The attack\n\n{} on {machine}, seed {}, {:.0} seconds.\n\n",
        gridmill::tables::PROGRAM,
        options.seed,
        time.as_secs_f64()
    );
    text += "A case is one kill, one failing call of the C library, one disk, one race, one changed file, one limit, one bomb or one \
             fuzzed input. It survives if nothing is lost, nothing outside the folders named is written, the program neither panics nor \
             hangs nor takes more than 512 MB, and ends with one clear line where it fails. \
             [tests/attack](../../tests/attack/README.md) describes the stages.\n\n";
    text += &table(&counts);
    for (tally, counts) in &counts {
        let _ = write!(
            text,
            "\n## {}\n\n{}.\n\n| group | tried | survived |\n|---|--:|--:|\n",
            tally.stage, tally.about
        );
        for (group, (tried, survived)) in &counts.groups {
            let _ = writeln!(text, "| {group} | {tried} | {survived} |");
        }
        for reason in &counts.skipped {
            let _ = writeln!(text, "\nSkipped: {reason}.");
        }
    }
    let stages: serde_json::Map<String, serde_json::Value> = counts
        .iter()
        .map(|(tally, counts)| (tally.stage.to_owned(), json!({ "goal": tally.goal, "counts": counts })))
        .collect();
    let figures = json!({
        "schema": 1,
        "program": gridmill::tables::PROGRAM,
        "command": command,
        "seed": options.seed,
        "machine": machine,
        "seconds": time.as_secs_f64(),
        "stages": stages,
    });
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("README.md"), text).unwrap();
    fs::write(folder.join("attack.json"), format!("{figures:#}\n")).unwrap();
}
