//! Puzzles of episodes: rows of a stream, made ahead on threads, or rows of an array.
//!
//! ```text
//! environment takes the puzzle of episode k --> asks for that of episode k + 1
//! thread: joins what was asked -blocks of rows-> workers --> channel --> environment, when episode k is over
//! ```

use crate::{errors::exception, rows::digits};
use gridmill::{
    board::Shape,
    corpus::{Block, Counters, Job, Workers},
    env::{Episode, PuzzleSource},
    tables::Error,
};
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);
/// Rows of a block: short, so that an environment waits for few others.
const BLOCK_ROWS: usize = 64;
/// Bits of an index that count environments; those above count episodes.
const ENV_BITS: u32 = 32;

/// Puzzle and solution of some episodes, one after the other.
struct Made {
    episodes: Vec<Episode>,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
}

/// Puzzle of an environment's next episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Empty,
    Asked(u64),
    Ready(u64),
}

/// Thread that makes puzzles, until it is dropped.
#[derive(Debug)]
struct Maker {
    asked: Sender<Vec<Episode>>,
    made: Mutex<Receiver<Result<Made, Error>>>,
    stop: Arc<AtomicBool>,
    process: u32,
}

impl Drop for Maker {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// Puzzles by seed: that of environment e and episode k is row `k * 2^32 + e` of the stream.
#[derive(Debug)]
pub(crate) struct PuzzleStream {
    job: Job,
    threads: usize,
    /// Number of the first environment.
    first_env: u64,
    maker: Option<Maker>,
    slots: Vec<Slot>,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
}

impl PuzzleStream {
    /// Creates a stream for some environments. Threads start with the first puzzle.
    ///
    /// # Errors
    /// Those of the plan.
    pub(crate) fn new(job: Job, threads: usize, envs: usize, first_env: u64) -> Result<Self, Error> {
        gridmill::generate::Tasks::new(&job.plan, job.seed.clone(), None)?;
        let cells = envs * job.plan.shape.cells();
        let (puzzles, solutions) = (vec![0; cells], vec![0; cells]);
        Ok(Self { job, threads, first_env, maker: None, slots: vec![Slot::Empty; envs], puzzles, solutions })
    }

    /// Returns the shape of the puzzles.
    pub(crate) const fn shape(&self) -> Shape {
        self.job.plan.shape
    }

    /// Asks for the puzzles of episodes that are not asked for.
    fn ask(&mut self, episodes: impl Iterator<Item = Episode>) -> Result<(), Error> {
        if self.maker.as_ref().is_some_and(|maker| maker.process != process::id()) {
            // This process was forked and does not have the thread.
            std::mem::forget(self.maker.take());
            self.slots.fill(Slot::Empty);
        }
        let mut list = Vec::new();
        for episode in episodes {
            let slot = &mut self.slots[episode.env];
            if *slot != Slot::Asked(episode.episode) && *slot != Slot::Ready(episode.episode) {
                *slot = Slot::Asked(episode.episode);
                list.push(episode);
            }
        }
        if list.is_empty() {
            return Ok(());
        }
        if self.maker.is_none() {
            let workers = Workers::new(self.job.plan.clone(), self.job.seed.clone(), None, self.threads)?;
            self.maker = Some(Maker::start(workers, self.first_env)?);
        }
        // A thread that has ended has sent its error, which the next puzzle finds.
        let _ = self.maker.as_ref().map(|maker| maker.asked.send(list));
        Ok(())
    }

    /// Waits for the puzzle of an episode.
    ///
    /// # Errors
    /// The exception of a handler of signals, or that of the plan.
    fn wait(&mut self, episode: Episode) -> PyResult<()> {
        while self.slots[episode.env] != Slot::Ready(episode.episode) {
            let Some(maker) = &self.maker else { return Err(PyRuntimeError::new_err("a thread is gone")) };
            let received = maker.made.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
            match received {
                Ok(Ok(made)) => self.store(&made),
                Ok(Err(error)) => {
                    self.forget();
                    return Err(exception(error));
                }
                Err(RecvTimeoutError::Timeout) => {
                    Python::attach(|py| -> PyResult<()> {
                        py.check_signals()?;
                        Ok(())
                    })?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.forget();
                    return Err(PyRuntimeError::new_err("an error in the program: a thread panicked"));
                }
            }
        }
        Ok(())
    }

    /// Ends the thread, and forgets what was asked.
    fn forget(&mut self) {
        self.maker = None;
        self.slots.fill(Slot::Empty);
    }

    fn store(&mut self, made: &Made) {
        let cells = self.shape().cells();
        let rows = made.puzzles.chunks_exact(cells).zip(made.solutions.chunks_exact(cells));
        for (&Episode { env, episode }, (puzzle, solution)) in made.episodes.iter().zip(rows) {
            // A reset may have gone past it.
            if self.slots[env] == Slot::Asked(episode) {
                self.puzzles[env * cells..][..cells].copy_from_slice(puzzle);
                self.solutions[env * cells..][..cells].copy_from_slice(solution);
                self.slots[env] = Slot::Ready(episode);
            }
        }
    }
}

impl PuzzleSource for PuzzleStream {
    type Error = PyErr;

    fn puzzles(
        &mut self,
        required: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> PyResult<()> {
        self.ask(required.iter().copied()).map_err(exception)?;
        let cells = self.shape().cells();
        for &episode in required {
            self.wait(episode)?;
        }
        for &Episode { env, .. } in required {
            puzzles.extend_from_slice(&self.puzzles[env * cells..][..cells]);
            solutions.extend_from_slice(&self.solutions[env * cells..][..cells]);
        }
        let next = required.iter().map(|&Episode { env, episode }| Episode { env, episode: episode + 1 });
        self.ask(next).map_err(exception)
    }
}

impl Maker {
    /// Starts the thread.
    fn start(workers: Workers, first_env: u64) -> Result<Self, Error> {
        let (asked, requests) = mpsc::channel();
        let (sender, made) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let work = move || {
            let run = || make_all(&workers, first_env, &requests, &seen, &sender);
            if let Ok(Err(error)) = catch_unwind(AssertUnwindSafe(run)) {
                // The receiver is gone if nobody takes puzzles any more.
                let _ = sender.send(Err(error));
            }
        };
        thread::Builder::new()
            .name("gridmill-episodes".to_owned())
            .spawn(work)
            .map_err(|error| Error::option(format!("a thread cannot be started: {error}")))?;
        Ok(Self { asked, made: Mutex::new(made), stop, process: process::id() })
    }
}

/// Makes what is asked for, until nobody asks any more.
fn make_all(
    workers: &Workers,
    first_env: u64,
    requests: &Receiver<Vec<Episode>>,
    stop: &AtomicBool,
    sender: &Sender<Result<Made, Error>>,
) -> Result<(), Error> {
    while let Ok(mut episodes) = requests.recv() {
        episodes.extend(requests.try_iter().flatten());
        let index = |episode: &Episode| episode.episode << ENV_BITS | (first_env + episode.env as u64);
        let blocks = blocks(&episodes, index);
        let sink = |range: Range<usize>, (puzzles, solutions)| {
            let episodes = episodes[range].to_vec();
            sender.send(Ok(Made { episodes, puzzles, solutions })).map_err(|_| Error::Interrupted)
        };
        workers.run(blocks, stop, &Counters::default(), |records| Ok(digits(records)), sink)?;
    }
    Ok(())
}

/// Returns blocks of rows with consecutive indices, each with its range of episodes.
fn blocks(episodes: &[Episode], index: impl Fn(&Episode) -> u64) -> Vec<Block<Range<usize>>> {
    let mut blocks: Vec<Block<Range<usize>>> = Vec::new();
    for (n, row) in episodes.iter().map(index).enumerate() {
        match blocks.last_mut() {
            Some(block) if block.indices.end == row && block.tag.len() < BLOCK_ROWS => {
                block.indices.end = row + 1;
                block.tag.end = n + 1;
            }
            _ => blocks.push(Block { indices: row..row + 1, tag: n..n + 1 }),
        }
    }
    blocks
}
