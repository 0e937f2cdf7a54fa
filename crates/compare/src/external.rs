//! External checkers: a command that reads puzzles and prints a number of solutions for each.
//!
//! ```text
//!   one thread writes      ┌───────────┐      another thread reads, and stops at a line that is no count
//!   puzzles, one a line ──>│  command  │──> counts, one a line
//!                          └───────────┘──> messages: a third thread keeps the last line for an error
//!
//!   the caller waits for the end of the output, the time limit or the request to stop
//! ```
//!
//! The threads are independent, so a command that reads nothing, or prints before it has read, blocks no one. The command and the
//! processes that it starts form a process group. What is left of it is killed when the command has ended, or must end; `process_tree` says
//! what Windows does.

use super::{
    ExternalRun, process_tree,
    question::{Answer, Question, Reply},
    report::Spread,
};
use gridmill_board::{Digit, Grid, Shape};
use gridmill_tables::{Error, Result};
use std::{
    collections::BTreeSet,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// Least time of a run beyond its start-up, in seconds and in start-ups: variations of the start-up are small compared with it. Blocks are
/// repeated until it is reached.
const TARGET: (f64, f64) = (0.1, 2.0);

/// Puzzles of a run at most when a block is repeated.
const MAX_PUZZLES: usize = 1 << 20;

/// Runs that measure the start-up: at least, at most, and the time after which no further one starts.
const STARTUP_RUNS: (usize, usize, Duration) = (3, 11, Duration::from_secs(1));

/// Longest pause between two looks at the time limit and the request to stop.
const PAUSE: Duration = Duration::from_millis(20);

/// Bytes of a line of output that are read at most.
const LONGEST_LINE: u64 = 4096;

/// Characters of output that an error quotes at most.
const LONGEST_QUOTE: usize = 160;

/// A checker that is a command of its own, run by `sh -c` (on Windows by `cmd /C`) once for each block.
///
/// It reads grids on standard input, one a line, as [`Grid`] formats them (`.` for an empty cell). It prints the number of solutions of
/// each on a line, in the same order: 0, 1, or anything from 2 for several.
///
/// Of a digging question it receives only the grid. That is enough where the grid has one solution with the known digit, as every grid has
/// that a dig asks about: a second solution is another one.
#[derive(Debug)]
pub struct External {
    pub(super) name: String,
    command: String,
    timeout: Duration,
    stop: Arc<AtomicBool>,
    startup: Option<Startup>,
}

/// Time that a command takes in addition to the checks: its process, and its preparations.
#[derive(Debug, Clone, Copy)]
struct Startup {
    /// The median of the runs.
    time: Duration,
    /// Runs on a grid with one empty cell.
    runs: usize,
}

/// A block as text, and how many times one run reads it.
#[derive(Debug, Clone)]
struct Batch {
    text: Arc<Vec<u8>>,
    puzzles: usize,
    passes: usize,
}

/// Reply, and the objection to it, if there is one.
type Judged = (Reply, Option<String>);

struct Output {
    /// From before the start of the process to the end of its output.
    time: Duration,
    /// Solutions of each puzzle: 0, 1, or 2 for several.
    counts: Vec<u8>,
}

impl External {
    /// Builds a checker from a command for the shell. A run that takes longer than `timeout` is an error, and `stop` ends all.
    pub fn new(
        name: impl Into<String>,
        command: impl Into<String>,
        timeout: Duration,
        stop: Arc<AtomicBool>,
    ) -> Self {
        Self { name: name.into(), command: command.into(), timeout, stop, startup: None }
    }

    /// Kills the commands that run, and lets no other start. For a process that is about to exit.
    pub fn end_all() {
        let running = running();
        running.iter().for_each(|&first| process_tree::kill(first));
        std::mem::forget(running);
    }

    /// Returns the time of the start-up, measured at the first call.
    fn startup(&mut self, shape: Shape) -> Result<Startup> {
        if let Some(startup) = self.startup {
            return Ok(startup);
        }
        let batch = Batch::of([&almost_complete(shape)], 1);
        // The first run reads the program from the disk.
        self.run(&batch)?;
        let (least, most, enough) = STARTUP_RUNS;
        let mut times = Vec::new();
        let start = Instant::now();
        while times.len() < least || times.len() < most && start.elapsed() < enough {
            times.push(self.run(&batch)?.time.as_secs_f64());
        }
        let runs = times.len();
        let median = Spread::of(times).map_or(0.0, |spread| spread.median);
        let startup = Startup { time: Duration::from_secs_f64(median), runs };
        self.startup = Some(startup);
        Ok(startup)
    }

    /// Measures the start-up, and chooses how many times one run reads a block such as `questions`.
    pub(super) fn prepare(&mut self, questions: &[Question]) -> Result<ExternalRun> {
        let passes = self.passes(questions)?;
        let startup = self.startup.unwrap_or(Startup { time: Duration::ZERO, runs: 0 });
        Ok(ExternalRun {
            command: self.command.clone(),
            startup_ns: u64::try_from(startup.time.as_nanos()).unwrap_or(u64::MAX),
            startup_runs: startup.runs,
            passes,
        })
    }

    /// Chooses the number of passes with which a run takes about [`TARGET`] beyond its start-up.
    fn passes(&mut self, questions: &[Question]) -> Result<usize> {
        let Some(first) = questions.first() else { return Ok(1) };
        let startup = self.startup(first.grid.shape())?.time;
        let target = TARGET.0.max(TARGET.1 * startup.as_secs_f64());
        let most = (MAX_PUZZLES / questions.len()).max(1);
        let mut batch = Batch::of(questions.iter().map(|question| &question.grid), 1);
        loop {
            let run = || -> Result<f64> {
                let time = self.run(&batch)?.time.saturating_sub(startup);
                Ok(target / time.as_secs_f64().max(1e-9))
            };
            let first = run()?;
            // A start-up that was slow by chance is not taken for the time of the questions.
            let factor = if first > 2.0 { first } else { run()?.max(first) };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "at least 0, bounded by `most`"
            )]
            let passes = ((factor.min(32.0) * batch.passes as f64).round() as usize).clamp(1, most);
            if factor <= 2.0 || batch.passes == most {
                return Ok(passes);
            }
            batch.passes = passes;
        }
    }

    /// Answers the questions. Returns the seconds for all of them once, without the start-up, and the replies. The seconds are not
    /// positive if a run took no longer than the median start-up.
    ///
    /// # Errors
    /// [`Error::External`] if the command fails, prints something else than a count for each puzzle, or exceeds its time;
    /// [`Error::Interrupted`] if the run was asked to stop.
    pub(super) fn answer(&mut self, questions: &[Question], passes: usize) -> Result<(f64, Vec<Judged>)> {
        let Some(first) = questions.first() else { return Ok((0.0, Vec::new())) };
        let startup = self.startup(first.grid.shape())?.time;
        let batch = Batch::of(questions.iter().map(|question| &question.grid), passes);
        let Output { time, counts } = self.run(&batch)?;
        let seconds = (time.as_secs_f64() - startup.as_secs_f64()) / batch.passes as f64;
        let reply = |(n, question): (usize, &Question)| {
            let count = counts[n];
            let later = counts.iter().skip(n).step_by(questions.len()).find(|&&later| later != count);
            judged(question, count, later.copied())
        };
        Ok((seconds, questions.iter().enumerate().map(reply).collect()))
    }

    fn run(&self, batch: &Batch) -> Result<Output> {
        let start = Instant::now();
        let fail = |problem: String| Error::External { name: self.name.clone(), problem };
        let no_start = |error: io::Error| fail(format!("cannot be started: {error}"));
        let (mut process, (stdin, stdout, stderr)) = Process::start(&self.command).map_err(no_start)?;
        let expected = batch.puzzles * batch.passes;
        let (sender, counts) = mpsc::channel();
        let (message_sender, message) = mpsc::channel();
        let Batch { text, passes, .. } = batch.clone();
        // A thread outlives this function at most until the group is killed and its pipes are closed. Nobody receives then.
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map(drop).map_err(no_start)
        };
        spawn("external-in", Box::new(move || write(stdin, &text, passes)))?;
        spawn(
            "external-out",
            Box::new(move || {
                let counts = read_counts(stdout, expected);
                let _ = sender.send((Instant::now(), counts));
            }),
        )?;
        spawn(
            "external-err",
            Box::new(move || {
                let _ = message_sender.send(last_line(stderr));
            }),
        )?;
        let (end, counts) = loop {
            match counts.recv_timeout(PAUSE) {
                Ok(read) => break read,
                Err(RecvTimeoutError::Timeout) => self.go_on(start)?,
                Err(RecvTimeoutError::Disconnected) => return Err(fail("cannot be read".to_owned())),
            }
        };
        let counts = counts.map_err(|problem| fail(problem.to_string()))?;
        let mut pause = Duration::from_micros(50);
        let status = loop {
            if let Some(status) =
                process.status().map_err(|error| fail(format!("cannot be awaited: {error}")))?
            {
                break status;
            }
            self.go_on(start)?;
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        };
        if !status.success() {
            let message = message.recv_timeout(PAUSE * 10).ok().flatten();
            let message = message.map(|line| format!(": {line}")).unwrap_or_default();
            return Err(fail(format!("{}{message}", ended(status))));
        }
        if counts.len() < expected {
            return Err(fail(Unreadable::Lines { printed: counts.len(), more: false, expected }.to_string()));
        }
        Ok(Output { time: end - start, counts })
    }

    /// Returns an error once a run that began at `start` must end.
    fn go_on(&self, start: Instant) -> Result<()> {
        if self.stop.load(Relaxed) {
            return Err(Error::Interrupted);
        }
        if start.elapsed() > self.timeout {
            let problem =
                format!("did not end within {} s; `external_timeout` sets the limit", self.timeout.as_secs());
            return Err(Error::External { name: self.name.clone(), problem });
        }
        Ok(())
    }
}

impl Batch {
    fn of<'a>(grids: impl IntoIterator<Item = &'a Grid>, passes: usize) -> Self {
        let (mut text, mut puzzles) = (Vec::new(), 0);
        for grid in grids {
            grid.write_text(&mut text);
            text.push(b'\n');
            puzzles += 1;
        }
        Self { text: Arc::new(text), puzzles, passes }
    }
}

/// Returns a grid with one empty cell: hardly a check, but a program that prepares itself at its first puzzle does so.
fn almost_complete(shape: Shape) -> Grid {
    let mut grid = Grid::empty(shape);
    for cell in shape.all_cells().skip(1) {
        let row = shape.row(cell);
        let shift = row % shape.box_rows() * shape.box_cols() + row / shape.box_rows();
        grid.set(cell, Some(Digit::from_index((shape.col(cell) + shift) % shape.side())));
    }
    grid
}

/// Returns the reply that a count of solutions is, and the objection to it: `later` is a different count of the same grid.
fn judged(question: &Question, count: u8, later: Option<u8>) -> Judged {
    let answer = |count: u8| match question.known {
        None => Answer::Solutions(count.into()),
        Some(_) => Answer::OtherSolution(count > 1),
    };
    let objection = match later {
        Some(later) => {
            Some(format!("{}, then {}", Answer::Solutions(count.into()), Answer::Solutions(later.into())))
        }
        None if count == 0 && question.known.is_some() => Some("0 solutions, where one is known".to_owned()),
        None => None,
    };
    (Reply { answer: answer(count), nodes: 0 }, objection)
}

/// Writes the text `passes` times. A command that stops reading is no error: its output decides.
fn write(mut stdin: ChildStdin, text: &[u8], passes: usize) {
    for _ in 0..passes {
        if stdin.write_all(text).is_err() {
            return;
        }
    }
}

/// Output that is not a count for each puzzle.
#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error("printed {}{printed} line{} for {expected} puzzle{}; one count a line is expected", if *more { "more than " } else { "" }, plural(*printed), plural(*expected))]
    Lines { printed: usize, more: bool, expected: usize },
    #[error("printed no count on line {line}, but {text:?}")]
    Line { line: usize, text: String },
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

const fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// Reads counts up to the end of the output, or to the first line that is none or too many.
fn read_counts(stdout: ChildStdout, expected: usize) -> Result<Vec<u8>, Unreadable> {
    let mut reader = BufReader::with_capacity(1 << 16, stdout);
    let mut counts = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(counts);
        }
        if counts.len() == expected {
            return Err(Unreadable::Lines { printed: expected, more: true, expected });
        }
        let Some(count) = count(&line) else {
            let text: String = String::from_utf8_lossy(&line).trim().chars().take(LONGEST_QUOTE).collect();
            return Err(Unreadable::Line { line: counts.len() + 1, text });
        };
        counts.push(count);
    }
}

/// Reads a number of solutions of any size; 2 means several.
fn count(line: &[u8]) -> Option<u8> {
    let digits = line.trim_ascii();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    Some(match &digits[zeros..] {
        [] => 0,
        [b'1'] => 1,
        _ => 2,
    })
}

/// Reads messages to their end, and returns the last line that is not blank; at most its last 4096 bytes.
fn last_line(mut stderr: ChildStderr) -> Option<String> {
    let mut kept = Vec::new();
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut piece) {
        kept.extend_from_slice(&piece[..length]);
        kept.drain(..kept.len().saturating_sub(piece.len()));
    }
    let text = String::from_utf8_lossy(&kept);
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(last.chars().take(LONGEST_QUOTE).collect())
}

/// Describes an end that is no success.
fn ended(status: ExitStatus) -> String {
    match (status.code(), process_tree::signal(status)) {
        (Some(code), _) => format!("ended with exit code {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => format!("ended with {status}"),
    }
}

/// First processes of commands that have not been awaited.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running command. On drop, a command whose first process was not awaited is killed with all processes that it started, and that
/// process is awaited.
struct Process {
    child: Child,
}

/// The ends of a command's pipes.
type Pipes = (ChildStdin, ChildStdout, ChildStderr);

impl Process {
    fn start(command: &str) -> io::Result<(Self, Pipes)> {
        let mut shell = process_tree::shell(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Held until the command is entered: `end_all` misses none.
        let mut running = running();
        let child = shell.spawn()?;
        running.insert(child.id());
        drop(running);
        let mut process = Self { child };
        let child = &mut process.child;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("a pipe is missing"));
        };
        Ok((process, (stdin, stdout, stderr)))
    }

    /// Returns the exit status once the command has ended, and kills the processes that it left.
    fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        let first = self.child.id();
        process_tree::status(&mut self.child, || {
            running().remove(&first);
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut running = running();
        if running.remove(&self.child.id()) {
            process_tree::kill(self.child.id());
            // Nothing is left to be done if it is gone, or cannot be awaited.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_solve::{Backtracking, Solver};

    #[test]
    fn counts_are_numbers_of_any_size() {
        let read = "0|1\n| 2\r\n|6670903752021072936960|007|000|001||x|-1|1.0|1 2".split('|');
        let found: Vec<Option<u8>> = read.map(|line| count(line.as_bytes())).collect();
        assert_eq!(found[..7], [0, 1, 2, 2, 2, 0, 1].map(Some));
        assert_eq!(found[7..], [None; 5]);
    }

    #[test]
    fn the_grid_of_the_start_up_has_one_solution() {
        for shape in ["2x2", "2x3", "3x2", "3x3", "2x5", "5x5"] {
            let shape: Shape = shape.parse().unwrap();
            let grid = almost_complete(shape);
            assert_eq!(grid.givens() + 1, shape.cells());
            assert_eq!(Backtracking::new(shape, 100).count(&grid, 2).unwrap().solutions, 1, "{grid}");
        }
    }
}
