//! Progress on standard error during a run.

use super::terminal::say;
use crate::{
    corpus::Counters,
    tables::{numbers::thousands, threads::spawn_small},
};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    sync::{atomic::Ordering::Relaxed, mpsc},
    thread,
    time::{Duration, Instant},
};

/// Conditions for showing progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum When {
    /// A bar on a terminal, a plain line every few seconds elsewhere.
    #[default]
    Auto,
    /// As auto, but with a plain line every second.
    Always,
    /// Neither progress nor the closing summary.
    Never,
}

/// Time between two lines.
pub const PAUSE: Duration = Duration::from_secs(5);

/// Time between two lines where progress was asked for.
pub const SHORT_PAUSE: Duration = Duration::from_secs(1);

const BAR: &str = "{bar:20} {percent:>3} % {human_pos}/{human_len} {msg}";
/// Shown where the total is not known.
const COUNT: &str = "{spinner} {human_pos} rows {msg}";
const COLOURED_BAR: &str = "{bar:20.cyan/dim} {percent:>3} % {human_pos}/{human_len} {msg}";

/// Progress of a run.
#[derive(Debug, clap::Args)]
pub(super) struct ProgressArg {
    /// Progress on standard error: auto and always draw a bar on a terminal and print a line now and then elsewhere
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", global = true)]
    progress: When,
}

impl ProgressArg {
    /// Runs `work` and shows the progress of `counters` towards `total`, 0 if it is not known.
    pub(super) fn watch<T>(&self, total: u64, counters: &Counters, work: impl FnOnce() -> T) -> T {
        let mut lines = ProgressLines::new(total);
        alongside(self.progress, |ended| draw_bar(total, counters, ended), || lines.line(counters), work)
    }

    /// Runs `work` and shows its progress in words: `line` is called for each of them.
    pub(super) fn watch_in_words<T>(
        &self,
        line: impl Fn() -> String + Send + Sync,
        work: impl FnOnce() -> T,
    ) -> T {
        alongside(self.progress, |ended| draw_words(&line, ended), &line, work)
    }

    /// Returns true if only errors are printed.
    pub(super) fn is_quiet(&self) -> bool {
        self.progress == When::Never
    }
}

/// Runs `work`, with a bar on a terminal, or lines.
fn alongside<T>(
    when: When,
    bar: impl FnOnce(&mpsc::Receiver<()>) + Send,
    line: impl FnMut() -> String + Send,
    work: impl FnOnce() -> T,
) -> T {
    if when == When::Never {
        return work();
    }
    let (done, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Without the thread, the work goes on without progress.
        let _ = spawn_small(scope, move || {
            if stderr().is_terminal() { bar(&ended) } else { print_lines(when, line, &ended) }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Waits for `pause`, and returns true if the work is still running.
fn goes_on(ended: &mpsc::Receiver<()>, pause: Duration) -> bool {
    ended.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout)
}

fn draw_bar(total: u64, counters: &Counters, ended: &mpsc::Receiver<()>) {
    let bar = if total == 0 { ProgressBar::no_length() } else { ProgressBar::new(total) };
    let template = match (total, std::env::var_os("NO_COLOR").is_some()) {
        (0, _) => COUNT,
        (_, true) => BAR,
        (_, false) => COLOURED_BAR,
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
    let start = Instant::now();
    while goes_on(ended, Duration::from_millis(100)) {
        bar.set_position(counters.rows.load(Relaxed));
        bar.set_message(status(total, counters, start));
    }
    bar.finish_and_clear();
}

fn draw_words(line: &impl Fn() -> String, ended: &mpsc::Receiver<()>) {
    let bar = ProgressBar::new_spinner();
    while goes_on(ended, Duration::from_millis(100)) {
        bar.set_message(line());
        bar.tick();
    }
    bar.finish_and_clear();
}

fn print_lines(when: When, mut line: impl FnMut() -> String, ended: &mpsc::Receiver<()>) {
    let pause = if when == When::Always { SHORT_PAUSE } else { PAUSE };
    while goes_on(ended, pause) {
        say(&line());
    }
}

/// Lines about the progress of one run.
#[derive(Debug)]
pub struct ProgressLines {
    total: u64,
    start: Instant,
    rows: u64,
    attempts: u64,
}

impl ProgressLines {
    /// Begins to count a run of `total` rows, 0 if their number is not known.
    pub fn new(total: u64) -> Self {
        Self { total, start: Instant::now(), rows: 0, attempts: 0 }
    }

    /// Returns the next line: rows, rate, time left, and attempts in vain since the last line.
    pub fn line(&mut self, counters: &Counters) -> String {
        let (rows, attempts) = (counters.rows.load(Relaxed), counters.misses.attempts());
        let in_vain = if rows > 0 && rows == self.rows && attempts > self.attempts {
            format!("; none in the last {} attempts", thousands(attempts - self.attempts))
        } else {
            String::new()
        };
        (self.rows, self.attempts) = (rows, attempts);
        let of = match self.total {
            0 => "rows".to_owned(),
            total => format!("of {} puzzles", thousands(total)),
        };
        format!("{} {of}, {}{in_vain}", thousands(rows), status(self.total, counters, self.start))
    }
}

/// Rate, time left and, where they are counted, mean givens.
fn status(total: u64, counters: &Counters, start: Instant) -> String {
    let rows = counters.rows.load(Relaxed);
    if rows == 0 {
        return tried(counters).unwrap_or_else(|| "starting".to_owned());
    }
    let rate = rows as f64 / start.elapsed().as_secs_f64();
    let left = total.saturating_sub(rows) as f64 / rate;
    let givens = match counters.givens.load(Relaxed) {
        0 => String::new(),
        givens => format!(", {:.1} givens", givens as f64 / rows as f64),
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
    let (rate, left) = (rate.round() as u64, left.round() as u64);
    let left = if total == 0 { String::new() } else { format!(", {} left", clock(left)) };
    format!("{}/s{left}{givens}", thousands(rate))
}

/// Tells what was tried in vain so far; `None` if nothing was.
fn tried(counters: &Counters) -> Option<String> {
    let misses = &counters.misses;
    let best =
        misses.fewest_givens().map_or_else(String::new, |givens| format!(", the best with {givens} givens"));
    Some(misses.attempts())
        .filter(|&attempts| attempts > 0)
        .map(|attempts| format!("no matching puzzle yet in {} attempts{best}", thousands(attempts)))
}

/// Formats seconds as `5 s`, `3:20` or `2:03:20`.
pub(super) fn clock(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_read_as_people_write_them() {
        assert_eq!([5, 200, 7400].map(clock), ["5 s", "3:20", "2:03:20"]);
    }
}
