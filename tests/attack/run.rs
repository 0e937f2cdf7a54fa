//! The program as a process: with signals, limits and patience, and what every run must keep.

use crate::prelude::*;
use rustix::process::{Pid, kill_process, kill_process_group};
use std::{
    ffi::OsString,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    process::{Child, Stdio},
    sync::atomic::AtomicU64,
};
use wait4::{ResUse, Wait4 as _};

/// The most memory that a run may hold.
pub(crate) const MEMORY_LIMIT: u64 = 512 << 20;
/// Bytes of output that are kept.
const KEPT: u64 = 64 << 20;

/// One run of the program.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    attack: &'a Attack<'a>,
    args: Vec<OsString>,
    dir: PathBuf,
    env: Vec<(&'static str, OsString)>,
    /// A program that runs the program, and its first words.
    runner: Vec<OsString>,
    /// A shell command before the program, such as `ulimit -n 64`.
    before: Option<String>,
    /// A shell command whose output is the program's input.
    feed: Option<String>,
    stdout: Option<PathBuf>,
    signal: Option<(Duration, Signal)>,
    patience: Duration,
}

/// End of a run.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit code, unless a signal ended it.
    pub(crate) code: Option<i32>,
    /// The signal that ended it.
    pub(crate) signal: Option<i32>,
    /// Standard output.
    pub(crate) stdout: Vec<u8>,
    /// Standard error.
    pub(crate) stderr: String,
    /// The most memory held, in bytes.
    pub(crate) memory: u64,
    /// The wall time.
    pub(crate) time: Duration,
    /// True if it had to be stopped.
    pub(crate) hung: bool,
}

static RUNS: AtomicU64 = AtomicU64::new(0);

impl<'a> Call<'a> {
    /// The program with `args`, in the folder `dir`.
    pub(crate) fn new<T: Into<OsString>>(
        attack: &'a Attack<'a>,
        dir: &Path,
        args: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            attack,
            args: args.into_iter().map(Into::into).collect(),
            dir: dir.to_owned(),
            env: Vec::new(),
            runner: Vec::new(),
            before: None,
            feed: None,
            stdout: None,
            signal: None,
            patience: Duration::from_secs(20),
        }
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    /// Runs it by another program, whose words come before its own.
    pub(crate) fn by<T: Into<OsString>>(mut self, runner: impl IntoIterator<Item = T>) -> Self {
        self.runner = runner.into_iter().map(Into::into).collect();
        self
    }

    /// Runs a shell command first, in the same process.
    pub(crate) fn before(mut self, shell: &str) -> Self {
        self.before = Some(shell.to_owned());
        self
    }

    /// Feeds standard input from a shell command.
    pub(crate) fn feed(mut self, shell: &str) -> Self {
        self.feed = Some(shell.to_owned());
        self
    }

    /// Sends standard output to a file or device.
    pub(crate) fn stdout(mut self, path: &str) -> Self {
        self.stdout = Some(path.into());
        self
    }

    /// Sends a signal after a time.
    pub(crate) fn signal(mut self, after: Duration, signal: Signal) -> Self {
        self.signal = Some((after, signal));
        self
    }

    /// Sets the time after which a run counts as hung.
    pub(crate) fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    fn command(&self) -> Command {
        let program = &self.attack.options.program;
        let mut command = if self.before.is_some() || self.feed.is_some() {
            let before =
                self.before.as_ref().map_or_else(String::new, |before| format!("{before} || exit 97; "));
            let script = match &self.feed {
                Some(feed) => format!("{feed} | ( {before}exec \"$@\" )"),
                None => format!("{before}exec \"$@\""),
            };
            let mut command = Command::new("bash");
            command.args(["-c", &script, "bash"]).arg(program);
            command
        } else if let [runner, words @ ..] = self.runner.as_slice() {
            let mut command = Command::new(runner);
            command.args(words).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(&self.args).current_dir(&self.dir).stdin(Stdio::null());
        if self.feed.is_some() {
            command.process_group(0);
        }
        command.env_remove("NO_COLOR").env_remove("RUST_BACKTRACE").env("LC_ALL", "C");
        for (name, value) in &self.env {
            command.env(name, value);
        }
        command
    }

    /// Runs it.
    pub(crate) fn run(self) -> Ended {
        let number = RUNS.fetch_add(1, Relaxed);
        let [out, err] = ["out", "err"].map(|name| self.attack.scratch().join(format!(".{name}-{number}")));
        let mut command = self.command();
        let stdout = match &self.stdout {
            // Callers open /dev/null for reading, too.
            Some(path) => File::options().read(true).write(true).open(path).unwrap(),
            None => File::create(&out).unwrap(),
        };
        command.stdout(stdout).stderr(File::create(&err).unwrap());
        let start = Instant::now();
        let child = command.spawn().expect("the program can be started");
        let (done, hung) = self.wait(child, start);
        let time = start.elapsed();
        let ended = Ended {
            code: done.status.code(),
            signal: done.status.signal(),
            stdout: take(&out),
            stderr: String::from_utf8_lossy(&take(&err)).into_owned(),
            memory: done.rusage.maxrss,
            time,
            hung,
        };
        let _ = (fs::remove_file(out), fs::remove_file(err));
        ended
    }

    fn wait(&self, mut child: Child, start: Instant) -> (ResUse, bool) {
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a process has a number");
        let mut signal = self.signal;
        let mut hung = false;
        loop {
            if let Some(done) = child.try_wait4().expect("a child can be waited for") {
                return (done, hung);
            }
            let past = start.elapsed();
            match signal {
                Some((after, which)) if past >= after => {
                    let _ = kill_process(pid, which);
                    signal = None;
                }
                Some((after, _)) if after.saturating_sub(past) < Duration::from_micros(300) => {
                    std::hint::spin_loop();
                    continue;
                }
                _ => {}
            }
            if past > self.patience && !hung {
                hung = true;
                let _ = if self.feed.is_some() {
                    kill_process_group(pid, Signal::KILL)
                } else {
                    kill_process(pid, Signal::KILL)
                };
            }
            thread::sleep(nap(past, signal));
        }
    }
}

/// Time to sleep between two looks: short for short runs, and never past the moment of the signal.
fn nap(past: Duration, signal: Option<(Duration, Signal)>) -> Duration {
    let nap = (past / 20).clamp(Duration::from_micros(100), Duration::from_millis(5));
    match signal {
        Some((after, _)) => nap.min(after.saturating_sub(past + Duration::from_micros(200))),
        None => nap,
    }
}

fn take(path: &Path) -> Vec<u8> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(KEPT).read_to_end(&mut bytes);
    }
    bytes
}

impl Ended {
    /// Checks what holds for every run: an end in time, by an exit code that means something; no panic; no escape
    /// bytes; within the memory limit; one line that begins with `error: ` if and only if it failed.
    pub(crate) fn sound(&self, tally: &Tally) -> Verdict {
        tally.memory(self.memory);
        fail_if(self.hung, Kind::Hang, || format!("no end in {:.1} s", self.time.as_secs_f64()))?;
        let said = self.said();
        if self.memory > MEMORY_LIMIT {
            return fail(Kind::Memory, format!("{} MB; {said}", self.memory >> 20));
        }
        for word in
            ["panicked at", "memory allocation of", "overflowed its stack", "RUST_BACKTRACE", "core dumped"]
        {
            if self.stderr.contains(word) {
                return fail(Kind::Panic, said);
            }
        }
        if self.signal.is_some()
            || self.code == Some(101)
            || self.code.is_some_and(|code| code >= 128 && code != 130)
        {
            return fail(Kind::Panic, said);
        }
        if self.stderr.chars().any(|c| c.is_control() && c != '\n') {
            return fail(Kind::Message, format!("control characters on standard error: {:?}", self.stderr));
        }
        let errors = self.stderr.lines().filter(|line| line.starts_with("error: ")).count();
        match self.code {
            Some(0) if errors == 0 => Ok(()),
            Some(1 | 2 | 3 | 130) if errors == 1 => Ok(()),
            _ => fail(Kind::Message, format!("{errors} error lines; {said}")),
        }
    }

    /// As [`sound`](Self::sound), and the run has succeeded.
    pub(crate) fn succeeded(&self, tally: &Tally) -> Verdict {
        self.sound(tally)?;
        fail_if(self.code != Some(0), Kind::Lost, || format!("it should succeed; {}", self.said()))
    }

    /// As [`sound`](Self::sound), and the run has failed with code 1 or 2.
    pub(crate) fn refused(&self, tally: &Tally) -> Verdict {
        self.sound(tally)?;
        if matches!(self.code, Some(1 | 2)) {
            Ok(())
        } else {
            fail(Kind::Message, format!("it should fail; {}", self.said()))
        }
    }

    /// The end and the last words.
    pub(crate) fn said(&self) -> String {
        let end = match (self.code, self.signal) {
            (Some(code), _) => format!("exit code {code}"),
            (_, signal) => format!("signal {}", signal.unwrap_or_default()),
        };
        let words: String = self.stderr.chars().take(600).collect();
        format!("{end}: {}", words.trim_end().escape_debug())
    }
}
