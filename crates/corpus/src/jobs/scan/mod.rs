//! Scans of complete grids on several threads: all minimal puzzles with at most so many givens.
//!
//! ```text
//! grid -> Scan -> units in random order -> threads -> puzzles
//!                                             |
//!                                             `-> journal, so that a scan that was stopped goes on
//! ```

mod journal;

use crate::make::{folder::Existing, write::Events};
use gridmill_board::{Grid, Solution};
use gridmill_generate::{Message, Setting};
use gridmill_tables::{Error, Result, files::Draft, threads::thread_pool};
use gridmill_unavoidable::{Scan, UnitResult};
use journal::{ScanHeader, ScanJournal};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io::Write as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Scan of grids.
#[derive(Debug, Clone)]
pub struct ScanJob {
    /// The complete grids.
    pub grids: Vec<Solution>,
    /// Most givens of a puzzle.
    pub givens: usize,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Progress of a scan, for another thread.
#[derive(Debug, Default)]
pub struct ScanProgress {
    /// Grids that are done.
    pub grids: AtomicUsize,
    /// Units of the present grid.
    pub units: AtomicU64,
    /// Units of the present grid that are done.
    pub done: AtomicU64,
    /// Units of it that an earlier run has done.
    pub kept: AtomicU64,
    /// Time at which the present grid was begun.
    begun: Mutex<Option<Instant>>,
    /// Puzzles found in all grids.
    pub puzzles: AtomicU64,
}

/// Result of the scan of one grid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScannedGrid {
    /// The minimal puzzles, in the order of their text.
    pub puzzles: Vec<Grid>,
    /// Branches visited, in earlier runs too.
    pub nodes: u64,
    /// Units searched, in earlier runs too.
    pub units: usize,
}

/// Estimate of the time of a scan.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ScanEstimate {
    /// Grids that were tried.
    pub grids: usize,
    /// Units that were searched.
    pub units: u64,
    /// Time of the whole scan on one thread, in seconds.
    pub seconds: f64,
    /// Standard error of it, by the units of each grid; that of the choice of grids is not in it.
    pub standard_error: f64,
}

/// Unit that is searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScannedUnit {
    grid: usize,
    unit: usize,
    nodes: u64,
    puzzles: Vec<String>,
}

/// Grids that an estimate tries, at most.
const ESTIMATED_GRIDS: usize = 8;

impl ScanProgress {
    /// Returns the time that the present grid will take from now on, by the units done so far: they are like a random sample of all. `None`
    /// before the first is done.
    pub fn left(&self) -> Option<Duration> {
        let [units, done, kept] = [&self.units, &self.done, &self.kept].map(|count| count.load(Relaxed));
        let new = done.checked_sub(kept).filter(|&new| new > 0)?;
        let elapsed = lock(&self.begun).as_ref()?.elapsed();
        Some(elapsed.mul_f64(units.saturating_sub(done) as f64 / new as f64))
    }
}

impl ScannedGrid {
    /// Counts the puzzles by their number of givens.
    pub fn by_givens(&self) -> BTreeMap<usize, u64> {
        let mut counts = BTreeMap::new();
        for puzzle in &self.puzzles {
            *counts.entry(puzzle.givens()).or_default() += 1;
        }
        counts
    }
}

impl ScanJob {
    /// Scans the grids one after the other, and passes the result of each to `take`. With `out`, the file gets the puzzles, one a line, when all
    /// grids are done; a journal beside it keeps the units until then.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a journal of another scan, [`Error::Io`] if a file cannot
    /// be used, [`Error::Interrupted`] once a stop is asked for.
    pub fn run(
        &self,
        out: Option<(Draft, Existing)>,
        events: &Events,
        progress: &ScanProgress,
        mut take: impl FnMut(usize, &ScannedGrid) -> Result<()>,
    ) -> Result<()> {
        let mut kept: BTreeMap<usize, Vec<ScannedUnit>> = BTreeMap::new();
        let (mut draft, journal) = match out {
            None => (None, None),
            Some((draft, existing)) => {
                let journal = ScanJournal::open(draft.path(), &self.header(), existing, |unit| {
                    kept.entry(unit.grid).or_default().push(unit);
                })?;
                (Some(draft), Some(journal))
            }
        };
        let journal = Mutex::new(journal);
        let pool = thread_pool(self.threads)?;
        for (number, grid) in self.grids.iter().enumerate() {
            let scan = Scan::new(grid, self.givens);
            let earlier = kept.remove(&number).unwrap_or_default();
            let scanned = scan_grid(&scan, number, earlier, &pool, &journal, events, progress)?;
            if let Some(draft) = &mut draft {
                for puzzle in &scanned.puzzles {
                    writeln!(draft, "{puzzle}").map_err(Error::io("writing", draft.path().to_owned()))?;
                }
            }
            take(number, &scanned)?;
            progress.grids.fetch_add(1, Relaxed);
        }
        if let Some(draft) = draft {
            draft.keep()?;
        }
        journal.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), ScanJournal::remove)
    }

    fn header(&self) -> ScanHeader {
        let mut hasher = blake3::Hasher::new();
        for grid in &self.grids {
            hasher.update(grid.to_string().as_bytes());
            hasher.update(b"\n");
        }
        ScanHeader::new(self.givens, self.grids.len(), hasher.finalize().to_string())
    }

    /// Estimates the time of the scan on one thread by searching some of its units for about `time`, on this thread.
    ///
    /// # Errors
    /// [`Error::Interrupted`] once a stop is asked for.
    pub fn estimate(&self, time: Duration, events: &Events) -> Result<ScanEstimate> {
        let tried = self.grids.len().min(ESTIMATED_GRIDS);
        let (mut seconds, mut variance, mut units) = (0.0, 0.0, 0);
        for number in 0..tried {
            let grid = &self.grids[number * self.grids.len() / tried];
            let begun = Instant::now();
            let scan = Scan::new(grid, self.givens);
            seconds += begun.elapsed().as_secs_f64();
            let is_stopped = || events.stop.load(Relaxed);
            let mut searcher = scan.searcher(&is_stopped);
            let mut times = Vec::new();
            let begun = Instant::now();
            for turn in 0..scan.units() {
                let start = Instant::now();
                searcher.search(scan.unit_of_turn(turn)).ok_or(Error::Interrupted)?;
                times.push(start.elapsed().as_secs_f64());
                if begun.elapsed() > time / u32::try_from(tried).unwrap_or(1) {
                    break;
                }
            }
            let (all, n) = (scan.units() as f64, times.len() as f64);
            let mean = times.iter().sum::<f64>() / n.max(1.0);
            let squares = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
            seconds += all * mean;
            // Units are searched without replacement.
            variance += all * all * squares / n.max(1.0) * (1.0 - n / all.max(1.0));
            units += times.len() as u64;
        }
        let whole = self.grids.len() as f64 / tried.max(1) as f64;
        Ok(ScanEstimate {
            grids: tried,
            units,
            seconds: seconds * whole,
            standard_error: variance.sqrt() * whole,
        })
    }
}

/// Searches the units of a grid that are left.
fn scan_grid(
    scan: &Scan,
    number: usize,
    kept: Vec<ScannedUnit>,
    pool: &rayon::ThreadPool,
    journal: &Mutex<Option<ScanJournal>>,
    events: &Events,
    progress: &ScanProgress,
) -> Result<ScannedGrid> {
    let mut is_done = vec![false; scan.units()];
    let mut scanned = ScannedGrid { puzzles: Vec::new(), nodes: 0, units: scan.units() };
    for unit in kept {
        let Some(done) = is_done.get_mut(unit.unit).filter(|done| !**done) else { continue };
        *done = true;
        scanned.nodes += unit.nodes;
        for text in &unit.puzzles {
            scanned.puzzles.push(parse(scan, text)?);
        }
    }
    let left: Vec<usize> =
        (0..scan.units()).map(|turn| scan.unit_of_turn(turn)).filter(|&unit| !is_done[unit]).collect();
    let done = scan.units() - left.len();
    progress.units.store(scan.units() as u64, Relaxed);
    progress.done.store(done as u64, Relaxed);
    progress.kept.store(done as u64, Relaxed);
    *lock(&progress.begun) = Some(Instant::now());
    progress.puzzles.fetch_add(scanned.puzzles.len() as u64, Relaxed);
    let next = AtomicUsize::new(0);
    let gathered = Mutex::new((scanned, None));
    pool.broadcast(|_| {
        let is_failed = || lock(&gathered).1.is_some();
        let is_stopped = || events.stop.load(Relaxed) || is_failed();
        let mut searcher = scan.searcher(&is_stopped);
        while let Some(&unit) = left.get(next.fetch_add(1, Relaxed)).filter(|_| !is_stopped()) {
            let Some(UnitResult { puzzles, nodes, .. }) = searcher.search(unit) else { break };
            let line = ScannedUnit {
                grid: number,
                unit,
                nodes,
                puzzles: puzzles.iter().map(ToString::to_string).collect(),
            };
            let written = lock(journal).as_mut().map_or(Ok(()), |journal| journal.add(&line));
            progress.puzzles.fetch_add(puzzles.len() as u64, Relaxed);
            progress.done.fetch_add(1, Relaxed);
            let mut gathered = lock(&gathered);
            gathered.0.nodes += nodes;
            gathered.0.puzzles.extend(puzzles);
            if let Err(error) = written {
                gathered.1.get_or_insert(error);
            }
        }
    });
    if let Some(journal) = lock(journal).as_mut() {
        journal.sync()?;
    }
    let (mut scanned, error) = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        return Err(error);
    }
    if progress.done.load(Relaxed) < scan.units() as u64 {
        return Err(Error::Interrupted);
    }
    scanned.puzzles.sort_by_cached_key(ToString::to_string);
    Ok(scanned)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a puzzle of a journal.
fn parse(scan: &Scan, text: &str) -> Result<Grid> {
    let grid = Grid::parse(scan.solution().shape(), text).ok().filter(|grid| grid.is_within(scan.solution()));
    let problem = Message::from("a journal has a puzzle of another grid; begin again with ");
    grid.ok_or_else(|| Error::Option(problem.set(Setting::Overwrite)))
}
