//! `gridmill scan`: all minimal puzzles with few givens in complete grids, or within puzzles.

use super::{
    args::{ExistingArgs, RunArgs},
    grid_arguments::{GridArguments, only_solution},
    limits::warn_about_threads,
    outputs::Outputs,
    progress::clock,
    signals::end_on_signals,
    terminal::{print, rows_out, stdout_error},
};
use crate::{
    board::Grid,
    corpus::{RunHooks, ScanEstimate, ScanJob, ScanProgress, ScanTotals},
    tables::{Error, Result, files::Draft, numbers::thousands, threads::threads},
};
use serde_json::json;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

/// Options of `scan`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    grids: GridArguments,

    /// Most givens of a puzzle: each one more takes some ten times as long
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=81))]
    givens: u64,

    /// Search within the givens of each puzzle alone, not in all of its solution
    #[arg(long)]
    within: bool,

    /// File of the puzzles, one a line, or - for standard output. The journal in the same folder, .gridmill-FILE.scan, lets --resume go on
    /// after a stop
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,

    #[command(flatten)]
    existing: ExistingArgs,

    /// Estimate the time from a few seconds of work, and find nothing
    #[arg(long, conflicts_with_all = ["out", "resume", "overwrite"])]
    estimate: bool,

    #[command(flatten)]
    run: RunArgs,
}

/// Time of an estimate.
const ESTIMATE: Duration = Duration::from_secs(4);

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.out_file().is_none() && (args.existing.resume || args.existing.overwrite) {
        return Err(Error::option("--resume and --overwrite go with --out FILE").into());
    }
    if args.out_file().is_none() && args.run.json && !args.estimate {
        return Err(Error::option("--json goes with --out FILE: standard output has the puzzles").into());
    }
    let events = RunHooks::default();
    warn_about_threads(args.run.threads());
    let words = end_on_signals(&events)?;
    let job = args.job()?;
    if args.estimate {
        let estimate = job.estimate(ESTIMATE, &events)?;
        return Ok(print(&args.estimate_text(&job, &estimate))?);
    }
    if let Some(out) = args.out_file().filter(|out| !Draft::is_direct(out)) {
        let resume = if args.existing.overwrite { "--resume in place of --overwrite" } else { "--resume" };
        let out = out.display();
        let hint = format!("the scan goes on with the same command and {resume}; {out} has the puzzles then");
        words.set(move || hint.clone());
    }
    let (progress, start) = (ScanProgress::default(), Instant::now());
    let totals = args.run.progress.watch_in_words(
        || progress_line(&progress, job.grids.len()),
        || args.scan(&job, &events, &progress),
    )?;
    let seconds = start.elapsed().as_secs_f64();
    args.run.close(
        || {
            let ScanTotals { puzzles, nodes, by_givens, grids } = &totals;
            json!({
                "givens": args.givens, "grids": job.grids.len(), "puzzles": puzzles, "by_givens": by_givens,
                "puzzles_of_grids": grids, "nodes": nodes, "seconds": seconds, "out": args.out,
            })
        },
        || vec![closing(&totals, args.givens, seconds)],
    )
}

impl Args {
    /// Returns the file of the puzzles; `None` for standard output.
    fn out_file(&self) -> Option<&Path> {
        Some(self.out.as_path()).filter(|out| out.as_os_str() != "-")
    }

    fn job(&self) -> Result<ScanJob> {
        let mut grids = Vec::new();
        self.grids.each(|grid| {
            let solved = grid.and_then(|grid| Ok((only_solution(&grid)?, grid)));
            let (solution, puzzle) = solved.map_err(|problem| {
                Error::option(format!(
                    "grid {}: {problem}; a scan needs complete grids, or puzzles",
                    grids.len() + 1
                ))
            })?;
            grids.push((if self.within { puzzle } else { Grid::from(&solution) }, solution));
            Ok(())
        })?;
        let givens = usize::try_from(self.givens).unwrap_or(usize::MAX);
        Ok(ScanJob { grids, givens, threads: self.run.threads() })
    }

    fn scan(&self, job: &ScanJob, events: &RunHooks, progress: &ScanProgress) -> Result<ScanTotals> {
        let files = self.grids.files();
        let mut outputs = Outputs::new(files.iter().map(PathBuf::as_path), self.existing.overwrite);
        let out = self.out_file();
        if let Some(out) = out {
            outputs.enter_file(out)?;
            outputs.enter_file(&ScanJob::journal(out))?;
        }
        let mut rows = if out.is_none() { Some(rows_out()?) } else { None };
        let out = out.map(|out| (out, self.existing.existing()));
        job.run(out, events, progress, |_, scanned| {
            let Some(rows) = &mut rows else { return Ok(()) };
            let text: String = scanned.puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
            rows.write_all(text.as_bytes()).and_then(|()| rows.flush()).map_err(stdout_error)
        })
    }

    fn estimate_text(&self, job: &ScanJob, estimate: &ScanEstimate) -> String {
        let ScanEstimate { grids, units, seconds, standard_error, is_lower_bound, .. } = *estimate;
        let threads = threads(self.run.threads());
        if self.run.json {
            let json = json!({
                "givens": self.givens, "grids": job.grids.len(), "grids_tried": grids, "units_tried": units,
                "thread_seconds": seconds, "standard_error": standard_error, "is_lower_bound": is_lower_bound,
                "threads": threads,
            });
            return format!("{json:#}\n");
        }
        let noun = if job.grids.len() == 1 { "grid" } else { "grids" };
        let more = if is_lower_bound { "more than " } else { "" };
        let error = standard_error.map_or_else(String::new, |error| format!(" ± {}", duration(error)));
        let cut = if is_lower_bound { ", where others took too long" } else { "" };
        format!(
            "{} {noun}, up to {} givens: {more}{}{error} on one thread, by {} of {grids}{cut}; {} with {threads} threads\n",
            thousands(job.grids.len() as u64),
            self.givens,
            duration(seconds),
            match units {
                1 => "1 unit".to_owned(),
                units => format!("{} units", thousands(units)),
            },
            duration(seconds / threads as f64),
        )
    }
}

fn closing(totals: &ScanTotals, givens: u64, seconds: f64) -> String {
    let counts =
        totals.by_givens.iter().map(|(givens, puzzles)| format!("{} of {givens}", thousands(*puzzles)));
    let counts = match counts.collect::<Vec<_>>().join(", ") {
        counts if counts.is_empty() => "none".to_owned(),
        counts => counts,
    };
    let grids = totals.grids.len();
    let noun = if grids == 1 { "grid" } else { "grids" };
    format!(
        "{} {noun} scanned in {}: all minimal puzzles with up to {givens} givens: {counts}",
        thousands(grids as u64),
        duration(seconds)
    )
}

/// Tells how much is done, and the time that the present grid needs.
fn progress_line(progress: &ScanProgress, grids: usize) -> String {
    let [units, done] = [&progress.units, &progress.done].map(|count| thousands(count.load(Relaxed)));
    let of = match grids {
        1 => String::new(),
        all => format!("grid {} of {}: ", (progress.grids.load(Relaxed) + 1).min(all), thousands(all as u64)),
    };
    let left = progress.left().map_or_else(String::new, |left| format!(", {} left", clock(left.as_secs())));
    format!("{of}{done} of {units} units{left}, {} puzzles", thousands(progress.puzzles.load(Relaxed)))
}

/// Formats a time in seconds: `0.5 s`, `3:20`.
fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("{seconds:.1} s");
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
    clock(seconds.round() as u64)
}
