//! Counts of a stage: cases tried and survived, and those that failed with the command that repeats them.

use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
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
pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
