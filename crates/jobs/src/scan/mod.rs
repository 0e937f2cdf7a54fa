//! Scans of grids on several threads: all minimal puzzles up to a number of givens.
//!
//! ```text
//! grid -> Scan -> units in random order -> threads -> puzzles
//!                                             |
//!                                             `-> journal, so that a scan that was stopped goes on
//! ```

mod journal;
#[cfg(test)]
mod tests;

use gridmill_board::{Grid, Solution};
use gridmill_corpus::{IfExists, RunHooks};
use gridmill_tables::{
    Error, Result,
    files::{Draft, HashingWriter, file_hash},
    threads::{lock, thread_pool},
};
use gridmill_unavoidable::{Scan, UnitResult};
use journal::{Finished, ScanHeader, ScanJournal, UnitLines};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Scan of grids.
#[derive(Debug, Clone)]
pub struct ScanJob {
    /// The givens that puzzles may have, and the complete grid: all of it, or a puzzle and its solution.
    pub grids: Vec<(Grid, Solution)>,
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
    /// Branches visited, in earlier runs too. Depends on the order in which threads took the units.
    pub nodes: u64,
    /// Units searched, in earlier runs too.
    pub units: usize,
}

/// Totals of a scan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScanTotals {
    /// Puzzles found.
    pub puzzles: u64,
    /// Branches visited. Depends on the order in which threads took the units.
    pub nodes: u64,
    /// Puzzles by their number of givens.
    pub by_givens: BTreeMap<usize, u64>,
    /// Puzzles of each grid.
    pub grids: Vec<u64>,
}

/// Estimate of the time of a scan.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ScanEstimate {
    /// Grids that were tried.
    pub grids: usize,
    /// Units that were searched to their end.
    pub units: u64,
    /// Time of the whole scan on one thread, in seconds.
    pub seconds: f64,
    /// Standard error of it, by the units of each grid; that of the choice of grids is not in it. `None` if one unit of a grid is all that is
    /// known.
    pub standard_error: Option<f64>,
    /// True if units were cut off, so that the scan takes longer.
    pub is_lower_bound: bool,
}

struct OpenOutput {
    draft: Draft,
    /// The journal and the units that it holds; none for an output that is no regular file.
    journal: Option<(ScanJournal, Option<UnitLines>)>,
}

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

impl ScanTotals {
    fn add(&mut self, scanned: &ScannedGrid) {
        self.nodes += scanned.nodes;
        self.grids.push(scanned.puzzles.len() as u64);
        for (givens, puzzles) in scanned.by_givens() {
            self.puzzles += puzzles;
            *self.by_givens.entry(givens).or_default() += puzzles;
        }
    }
}

impl ScanJob {
    /// Returns the path of the journal of an output file.
    pub fn journal(out: &Path) -> PathBuf {
        ScanJournal::path_of(out)
    }

    /// Scans the grids one after the other, and passes the result of each to `take`. With `out`, the file gets the puzzles, one a line, when all
    /// grids are done; its journal keeps the units until then. A scan that is finished already is not repeated under [`IfExists::Resume`].
    ///
    /// # Errors
    /// [`Error::Option`] for an output that exists and may not be replaced, [`Error::Corpus`] for a journal of another scan, [`Error::Io`] if a
    /// file cannot be used, [`Error::Interrupted`] once a stop is asked for.
    pub fn run(
        &self,
        out: Option<(&Path, IfExists)>,
        events: &RunHooks,
        progress: &ScanProgress,
        mut take: impl FnMut(usize, &ScannedGrid) -> Result<()>,
    ) -> Result<ScanTotals> {
        let (mut draft, mut journal, mut kept) = (None, None, None);
        if let Some((path, existing)) = out {
            let opened = match self.open(path, existing)? {
                Ok(opened) => opened,
                Err(finished) => return Ok(finished),
            };
            draft = Some(HashingWriter::new(opened.draft));
            (journal, kept) = opened.journal.unzip();
        }
        let mut kept = kept.flatten();
        let journal = Mutex::new(journal.take());
        let pool = thread_pool(self.threads)?;
        let mut totals = ScanTotals::default();
        for (number, (puzzle, grid)) in self.grids.iter().enumerate() {
            let scan = Scan::within(puzzle, grid, self.givens);
            let scanned = scan_grid(&scan, (number, kept.as_mut()), &pool, &journal, events, progress)?;
            if let (Some(draft), Some((path, _))) = (&mut draft, out) {
                for puzzle in &scanned.puzzles {
                    writeln!(draft, "{puzzle}").map_err(Error::io("writing", path))?;
                }
            }
            totals.add(&scanned);
            take(number, &scanned)?;
            progress.grids.fetch_add(1, Relaxed);
        }
        drop(kept);
        let mut journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(draft) = draft {
            let finished = Finished { totals: totals.clone(), blake3: draft.hash() };
            journal.as_mut().map_or(Ok(()), |journal| journal.enter_result(&finished))?;
            draft.into_inner().keep()?;
            journal.take().map_or(Ok(()), |journal| journal.close(&finished))?;
        }
        Ok(totals)
    }

    /// Opens an output, or returns the totals of a scan that is finished.
    fn open(&self, out: &Path, existing: IfExists) -> Result<std::result::Result<OpenOutput, ScanTotals>> {
        if Draft::is_direct(out) {
            if existing == IfExists::Resume {
                return Err(Error::option(format!(
                    "{} is not a regular file, so that no journal is kept: leave out `resume`",
                    out.display()
                )));
            }
            return Ok(Ok(OpenOutput { draft: Draft::open(out, true)?, journal: None }));
        }
        let found = ScanJournal::find(out)?;
        let is_there = fs::symlink_metadata(out).is_ok();
        match (existing, found) {
            (IfExists::Resume, Some(journal)) => self.resume(out, is_there, journal),
            (IfExists::Resume, None) if is_there => Err(Error::option(format!(
                "{} exists, and no journal shows that this scan wrote it; give `overwrite` to replace it",
                out.display()
            ))),
            (IfExists::Refuse, Some(journal)) if !is_finished(&journal)? => {
                let problem =
                    "a scan was stopped here; give `resume` to go on, or `overwrite` to begin again";
                Err(Error::corpus(&journal.path, problem))
            }
            (_, found) => self.begin(out, existing == IfExists::Overwrite, found).map(Ok),
        }
    }

    fn begin(&self, out: &Path, overwrite: bool, earlier: Option<ScanJournal>) -> Result<OpenOutput> {
        let header = ScanHeader { replaces: fs::symlink_metadata(out).is_ok(), ..self.header() };
        let draft = Draft::open(out, overwrite)?;
        Ok(OpenOutput { draft, journal: Some((ScanJournal::create(out, header, earlier)?, None)) })
    }

    /// Goes on with a scan.
    fn resume(
        &self,
        out: &Path,
        is_there: bool,
        mut journal: ScanJournal,
    ) -> Result<std::result::Result<OpenOutput, ScanTotals>> {
        if !journal.header.is_of(&self.header()) {
            if !is_there && is_finished(&journal)? {
                return self.begin(out, false, Some(journal)).map(Ok);
            }
            let problem = "this is the journal of another scan; resume with its grids, givens and program, or give another `out`";
            return Err(Error::corpus(&journal.path, problem));
        }
        let found = journal.read()?;
        let is_result = |finished: &Finished| Ok::<_, Error>(is_there && file_hash(out)? == finished.blake3);
        if let Some(finished) = &found.finished
            && is_result(finished)?
        {
            if found.units > 0 {
                drop(found.lines);
                journal.close(finished)?;
            }
            return Ok(Err(finished.totals.clone()));
        }
        if found.finished.is_some() && found.units == 0 && !is_there {
            drop(found.lines);
            return self.begin(out, false, Some(journal)).map(Ok);
        }
        if is_there && !journal.header.replaces {
            let problem = format!("{} exists, and is not what this scan wrote; move it away", out.display());
            return Err(Error::option(problem));
        }
        let draft = Draft::open(out, journal.header.replaces)?;
        journal.go_on(&found.lines)?;
        Ok(Ok(OpenOutput { draft, journal: Some((journal, Some(found.lines))) }))
    }

    fn header(&self) -> ScanHeader {
        let mut hasher = blake3::Hasher::new();
        for (puzzle, _) in &self.grids {
            hasher.update(puzzle.to_string().as_bytes());
            hasher.update(b"\n");
        }
        ScanHeader {
            program: gridmill_tables::PROGRAM.to_owned(),
            givens: self.givens,
            grids: self.grids.len(),
            blake3: hasher.finalize().to_string(),
            replaces: false,
        }
    }

    /// Estimates the time of the scan on one thread by searching some of its units for about `time`, on this thread. A unit that takes
    /// longer is cut off after as much again.
    ///
    /// # Errors
    /// [`Error::Interrupted`] once a stop is asked for.
    pub fn estimate(&self, time: Duration, events: &RunHooks) -> Result<ScanEstimate> {
        let tried = self.grids.len().min(ESTIMATED_GRIDS);
        let share = time / u32::try_from(tried.max(1)).unwrap_or(1);
        let (mut seconds, mut variance, mut units, mut is_lower_bound) = (0.0, Some(0.0), 0, false);
        for number in 0..tried {
            let (puzzle, grid) = &self.grids[number * self.grids.len() / tried];
            let begun = Instant::now();
            let scan = Scan::within(puzzle, grid, self.givens);
            seconds += begun.elapsed().as_secs_f64();
            let begun = Instant::now();
            let is_stopped = || events.stop.load(Relaxed) || begun.elapsed() > 2 * share;
            let mut searcher = scan.searcher(&is_stopped);
            let (mut times, mut cut_off) = (Vec::new(), 0.0);
            for turn in 0..scan.units() {
                let start = Instant::now();
                let is_whole = searcher.search(scan.unit_of_turn(turn)).is_some();
                if events.stop.load(Relaxed) {
                    return Err(Error::Interrupted);
                }
                if !is_whole {
                    cut_off = start.elapsed().as_secs_f64();
                    break;
                }
                times.push(start.elapsed().as_secs_f64());
                if begun.elapsed() > share {
                    break;
                }
            }
            is_lower_bound |= cut_off > 0.0;
            let (all, n) = (scan.units() as f64, times.len() as f64);
            let searched = if cut_off > 0.0 { n + 1.0 } else { n.max(1.0) };
            seconds += all * (times.iter().sum::<f64>() + cut_off) / searched;
            let mean = times.iter().sum::<f64>() / n.max(1.0);
            let squares = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
            // Units are searched without replacement. One of several tells nothing of the others.
            let error = all * all * squares / n.max(1.0) * (1.0 - n / all.max(1.0));
            variance = variance.filter(|_| n > 1.0 || n >= all).map(|sum| sum + error);
            units += times.len() as u64;
        }
        let whole = self.grids.len() as f64 / tried.max(1) as f64;
        Ok(ScanEstimate {
            grids: tried,
            units,
            seconds: seconds * whole,
            standard_error: variance.filter(|_| !is_lower_bound).map(|variance| variance.sqrt() * whole),
            is_lower_bound,
        })
    }
}

/// Returns true for the journal of a scan whose output has its name.
fn is_finished(journal: &ScanJournal) -> Result<bool> {
    let found = journal.read()?;
    Ok(found.finished.is_some() && found.units == 0)
}

/// Searches the units of a grid that are left.
fn scan_grid(
    scan: &Scan,
    (number, kept): (usize, Option<&mut UnitLines>),
    pool: &rayon::ThreadPool,
    journal: &Mutex<Option<ScanJournal>>,
    events: &RunHooks,
    progress: &ScanProgress,
) -> Result<ScannedGrid> {
    let mut is_done = vec![false; scan.units()];
    let mut scanned = ScannedGrid { puzzles: Vec::new(), nodes: 0, units: scan.units() };
    if let Some(kept) = kept {
        kept.each_of_grid(number, |unit| {
            let is_new = is_done.get_mut(unit.unit).is_some_and(|done| !std::mem::replace(done, true));
            let puzzles = puzzles_of(scan, &unit).filter(|_| is_new);
            scanned.nodes = scanned.nodes.saturating_add(unit.nodes);
            puzzles.map(|puzzles| scanned.puzzles.extend(puzzles)).is_some()
        })?;
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
            let texts = puzzles.iter().map(ToString::to_string).collect();
            let entry = ScannedUnit { grid: number, unit, nodes, puzzles: texts };
            let written = lock(journal).as_mut().map_or(Ok(()), |journal| journal.add(entry));
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

/// Parses the puzzles of a unit of a journal; `None` unless they are distinct puzzles that the search of this unit can find.
fn puzzles_of(scan: &Scan, unit: &ScannedUnit) -> Option<Vec<Grid>> {
    let shape = scan.solution().shape();
    let mut puzzles: Vec<Grid> = Vec::new();
    let givens = |puzzle: &Grid| {
        shape
            .all_cells()
            .filter(|&cell| puzzle.get(cell).is_some())
            .fold(0, |set, cell| set | 1_u128 << cell.index())
    };
    for text in &unit.puzzles {
        let puzzle = Grid::parse(shape, text).ok().filter(|puzzle| puzzle.is_within(scan.solution()))?;
        let is_next = puzzles.last().is_none_or(|last| givens(last) < givens(&puzzle));
        if !is_next || scan.unit_of(&puzzle) != Some(unit.unit) {
            return None;
        }
        puzzles.push(puzzle);
    }
    Some(puzzles)
}
