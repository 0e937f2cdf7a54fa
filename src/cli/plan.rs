//! `gridmill plan`: the cost of a large corpus, estimated from a few seconds of work.

use super::{
    args::ThreadsArg,
    plan_args::PlanArgs,
    signals::end_on_signals,
    summary,
    terminal::{COLUMNS, print},
};
use crate::{
    corpus::{
        self, Block, Corpus, CostEstimate, Counters, IfExists, Job, JobOptions, Manifest, Measured, Part,
        RunHooks, RunSummary, Scale, Spread, TargetCost, Workers, WriteReport,
    },
    generate::MasterSeed,
    tables::{
        Error, Result,
        escape::visible,
        numbers::{self, thousands},
        threads::{spawn_small, threads},
        write::Format,
    },
};
use std::{
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// Slices of the measured run, if it has that many rows: their rates are the spread.
const SLICES: u64 = 8;
/// Share of the time for a first look at the rate.
const LOOK: f64 = 0.15;
/// Share of the time for the measured run; the rest is for the merge and the disk.
const RUN: f64 = 0.6;
/// Rows of a block of the first look.
const LOOK_ROWS: u64 = 16;
/// Bytes written to measure the disk.
const DISK_BYTES: usize = 64 << 20;

/// Options of `plan`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Corpus whose plan is estimated, where no options state one
    #[arg(value_name = "CORPUS")]
    corpus: Option<PathBuf>,

    /// Machines, each of which makes one part, and the cores of each, such as 8x64 [default: 1, with the cores of this one]
    #[arg(long, value_name = "N[xCORES]", value_parser = machines)]
    machines: Option<(u64, u64)>,

    /// Seconds to measure
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    seconds: f64,

    #[command(flatten)]
    threads: ThreadsArg,

    /// Print the estimate as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    plan: PlanArgs,
}

/// Parses machines and the cores of each.
fn machines(text: &str) -> Result<(u64, u64), String> {
    let number = |text| {
        numbers::positive(text).map_err(|_| "give N or NxCORES, each 1 or more, such as 8 or 8x64".to_owned())
    };
    match text.split_once('x') {
        Some((machines, cores)) => Ok((number(machines)?, number(cores)?)),
        None => Ok((number(text)?, cores())),
    }
}

fn cores() -> u64 {
    threads(0) as u64
}

impl Args {
    fn job(&self) -> Result<Job> {
        let options = &self.plan.0;
        let Some(corpus) = &self.corpus else {
            // The seed decides which rows are measured.
            let seed = options.seed.clone().unwrap_or_else(|| MasterSeed::from(1));
            return JobOptions { seed: Some(seed), ..options.clone() }.job();
        };
        if *options != (JobOptions { count: options.count, ..JobOptions::default() }) {
            let corpus = visible(&corpus.display().to_string()).into_owned();
            return Err(Error::option(format!(
                "{corpus} states its plan: leave its options but --count out"
            )));
        }
        let mut job = Manifest::read(&corpus.join("manifest.json"))?.job;
        job.count = options.count.unwrap_or(job.count);
        job.validate()?;
        Ok(job)
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if !(args.seconds >= 0.5 && args.seconds <= 86_400.0) {
        return Err(Error::option("--seconds is from 0.5 to 86400").into());
    }
    let job = args.job()?;
    let (machines, cores) = args.machines.unwrap_or_else(|| (1, cores()));
    let scale = Scale { rows: job.count, machines, cores, shard_rows: job.shard_rows };
    let run = measure(&job, args.threads.threads, args.seconds)?;
    let estimate = CostEstimate::new(&run.measured, &scale);
    if args.json {
        let json = serde_json::json!({
            "scale": scale,
            "calibration": {"rows": run.rows, "seconds": run.seconds, "threads": run.threads, "slices": run.slices},
            "measured": run.measured,
            "targets": run.targets,
            "estimate": estimate,
        });
        return Ok(print(&format!("{json:#}\n"))?);
    }
    print(&page(&run, &scale, job.format, &estimate))?;
    if job.plan.has_mix() || job.plan.rating.selects() {
        print(&format!("\nwithout writing, by target:\n{}", summary::targets(&run.targets)))?;
    }
    Ok(())
}

/// Figures of the measured run.
struct Calibration {
    rows: u64,
    seconds: f64,
    threads: usize,
    slices: u64,
    measured: Measured,
    targets: Vec<TargetCost>,
}

/// Makes rows of the job for about this many seconds, writes them to temporary files, and merges them.
fn measure(job: &Job, asked: usize, seconds: f64) -> anyhow::Result<Calibration> {
    let start = Instant::now();
    let events = RunHooks::default();
    end_on_signals(&events)?.set(|| "nothing was written".to_owned());
    let look = first_look(job, asked, seconds)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and small")]
    let rows = (look * seconds * RUN) as u64;
    let (slices, shard_rows) = slices_of(rows);
    let folder = tempfile::tempdir().map_err(Error::io("creating a folder in", &std::env::temp_dir()))?;
    let small = Job { count: slices * shard_rows, shard_rows, ..job.clone() };
    let (whole, merged) = (folder.path().join("whole"), folder.path().join("merged"));
    let Timed { elapsed, slice_seconds, summary } = timed_run(&small, asked, &whole, &events)?;
    let manifest = Manifest::read(&whole.join("manifest.json"))?;
    let bytes: u64 = manifest.shards.iter().map(|shard| shard.size_bytes).sum();
    let (bytes_per_row, bytes_per_file) = sizes(job, asked, &folder.path().join("short"), (bytes, &small))?;
    let merge_start = Instant::now();
    corpus::merge(&[whole], &merged, IfExists::Refuse, &events.stop)?;
    let merge_seconds = merge_start.elapsed().as_secs_f64();
    let threads = threads(asked);
    // More threads than cores share the cores.
    let busy = threads.min(crate::tables::threads::threads(0)) as f64;
    let rate = |rows: f64, seconds: f64| rows / seconds.max(1e-9) / busy;
    let rates: Vec<f64> = slice_seconds.iter().map(|&slice| rate(shard_rows as f64, slice)).collect();
    let mean = rate(small.count as f64, elapsed);
    let rows_per_core_second = Spread {
        low: rates.iter().copied().fold(mean, f64::min),
        mean,
        high: rates.iter().copied().fold(mean, f64::max),
    };
    let measured = Measured {
        rows_per_core_second,
        bytes_per_row,
        bytes_per_file,
        merge_rows_per_second: small.count as f64 / merge_seconds,
        disk_bytes_per_second: disk_rate(&folder.path().join("disk"))?,
    };
    let targets = summary.target_costs(&job.plan);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Calibration { rows: small.count, seconds, threads, slices, measured, targets })
}

/// Divides a measured run into slices; returns their number and the rows of one.
fn slices_of(rows: u64) -> (u64, u64) {
    let slices = rows.clamp(1, SLICES);
    (slices, (rows / slices).clamp(1, 1 << 24))
}

/// Returns the rows a second of all threads, from a short run that writes nothing.
///
/// A row under way cannot be stopped, and one of a hard search may take minutes. So the run has a thread of its own, which is left alone if no row
/// came in `seconds`.
fn first_look(job: &Job, asked: usize, seconds: f64) -> Result<f64> {
    let workers = Workers::new(job.plan.clone(), job.seed.clone(), job.whole(), asked)?;
    let (counters, stop) = (Arc::new(Counters::default()), Arc::new(AtomicBool::new(false)));
    let count = job.count;
    let blocks = (0..count)
        .step_by(16)
        .map(move |first| Block { indices: first..first.saturating_add(LOOK_ROWS).min(count), tag: () });
    let (ended, end) = mpsc::channel();
    let start = Instant::now();
    let run = {
        let (counters, stop) = (Arc::clone(&counters), Arc::clone(&stop));
        move || {
            // The receiver is gone if it waits no longer.
            let _ = ended.send(workers.run(blocks, &stop, &counters, |_| Ok(()), |(), ()| Ok(())));
        }
    };
    thread::Builder::new().spawn(run).map_err(Error::io("starting", "a thread"))?;
    let mut made = end.recv_timeout(Duration::from_secs_f64(seconds * LOOK));
    stop.store(true, Relaxed);
    if made.is_err() {
        made = end.recv_timeout(Duration::from_secs_f64(seconds * (1.0 - LOOK)));
    }
    let rows = counters.rows.load(Relaxed);
    match made {
        Ok(Err(error)) if !matches!(error, Error::Interrupted) => Err(error),
        _ if rows > 0 => Ok(rows as f64 / start.elapsed().as_secs_f64()),
        _ => Err(Error::option(format!("no puzzle was made in {seconds:.1} s: give --seconds more"))),
    }
}

/// Result of a measured run: its seconds, those of each slice, and the totals of its rows.
struct Timed {
    elapsed: f64,
    slice_seconds: Vec<f64>,
    summary: RunSummary,
}

/// Makes a corpus in `out`, and measures it.
fn timed_run(job: &Job, asked: usize, out: &Path, events: &RunHooks) -> Result<Timed> {
    let workers = Workers::new(job.plan.clone(), job.seed.clone(), job.whole(), asked)?;
    let (ended, end) = mpsc::channel::<()>();
    let all = job.count.div_ceil(job.shard_rows);
    let start = Instant::now();
    let corpus = Corpus::open(job.clone(), Part::WHOLE, out, IfExists::Refuse)?;
    let (written, mut passed) = thread::scope(|scope| {
        let watch = spawn_small(scope, move || {
            let mut passed = Vec::new();
            while end.recv_timeout(Duration::from_millis(2)) == Err(mpsc::RecvTimeoutError::Timeout) {
                let slices = events.counters.rows.load(Relaxed) / job.shard_rows;
                pass(&mut passed, slices.min(all - 1), start.elapsed().as_secs_f64());
            }
            passed
        });
        let watch = watch.map_err(Error::io("starting", "a thread"))?;
        let written = corpus.write(&workers, events);
        drop(ended);
        Ok::<_, Error>((written, watch.join().unwrap_or_default()))
    })?;
    let WriteReport { summary, outcome, .. } = written?;
    outcome?;
    let elapsed = start.elapsed().as_secs_f64();
    pass(&mut passed, all, elapsed);
    let slices = passed.iter().scan(0.0, |before, &now| {
        let slice = now - *before;
        *before = now;
        Some(slice)
    });
    Ok(Timed { elapsed, slice_seconds: slices.collect(), summary })
}

/// Enters the times at which the first `slices` slices had passed. Those that passed since the last look share the time since then:
/// a thread that waits for a core looks late.
fn pass(passed: &mut Vec<f64>, slices: u64, now: f64) {
    let before = passed.last().copied().unwrap_or(0.0);
    let new = slices.saturating_sub(passed.len() as u64);
    passed.extend((1..=new).map(|slice| before + (now - before) * slice as f64 / new as f64));
}

/// Returns the bytes of a row and of a file without rows, from files of two lengths.
fn sizes(job: &Job, asked: usize, out: &Path, (bytes, long): (u64, &Job)) -> Result<(f64, f64)> {
    let rows = LOOK_ROWS.min(job.count);
    let per_row = bytes as f64 / long.count as f64;
    if long.shard_rows < 16 * rows {
        return Ok((per_row, 0.0));
    }
    let short = Job { count: rows, shard_rows: rows, ..job.clone() };
    timed_run(&short, asked, out, &RunHooks::default())?;
    let manifest = Manifest::read(&out.join("manifest.json"))?;
    let short: u64 = manifest.shards.iter().map(|shard| shard.size_bytes).sum();
    let per_file = bytes as f64 / long.count.div_ceil(long.shard_rows) as f64;
    let slope = (per_file - short as f64) / (long.shard_rows - rows) as f64;
    Ok((slope, (short as f64 - slope * rows as f64).max(0.0)))
}

/// Returns the bytes a second that are written to a new file and synced.
fn disk_rate(path: &Path) -> Result<f64> {
    let block = vec![0x5a; 1 << 20];
    let start = Instant::now();
    let write = || {
        let mut file = File::create_new(path)?;
        (0..DISK_BYTES >> 20).try_for_each(|_| file.write_all(&block))?;
        file.sync_all()
    };
    write().map_err(Error::io("writing", path))?;
    Ok(DISK_BYTES as f64 / start.elapsed().as_secs_f64().max(1e-9))
}

/// Returns the estimate for people: at most 24 lines of 80 columns.
fn page(run: &Calibration, scale: &Scale, format: Format, estimate: &CostEstimate) -> String {
    let Measured {
        rows_per_core_second: rate,
        bytes_per_row,
        bytes_per_file,
        merge_rows_per_second,
        disk_bytes_per_second,
    } = run.measured;
    let Scale { rows, machines, cores, shard_rows } = *scale;
    let plural = |number: u64, one: &str, many: &str| {
        format!("{} {}", thousands(number), if number == 1 { one } else { many })
    };
    let spread = |of: Spread, shown: fn(f64) -> String| {
        format!("{} ({} to {})", shown(of.mean), shown(of.low), shown(of.high))
    };
    let mut lines = vec![
        format!(
            "{} rows on {} of {}, {}",
            thousands(rows),
            plural(machines, "machine", "machines"),
            plural(cores, "core", "cores"),
            format.name()
        ),
        String::new(),
        format!(
            "measured       {} rows in {:.1} s on {}",
            thousands(run.rows),
            run.seconds,
            plural(run.threads as u64, "thread", "threads")
        ),
        format!(
            "rows           {} a second and core; slices {} to {}",
            whole(rate.mean),
            whole(rate.low),
            whole(rate.high)
        ),
        format!("bytes          {bytes_per_row:.1} a row, and {} a file", whole(bytes_per_file)),
        format!("merge          {} rows a second", whole(merge_rows_per_second)),
        format!("disk           {} a second, synced", size(disk_bytes_per_second)),
        String::new(),
        format!("core hours     {}", spread(estimate.core_hours, figure)),
        format!("time           {}", spread(estimate.seconds, span)),
        format!("data           {}, {} a machine", size(estimate.bytes), size(estimate.bytes_per_machine)),
        format!(
            "files          {} of {} rows, {} a machine",
            thousands(estimate.files),
            thousands(shard_rows.min(rows)),
            thousands(estimate.files_per_machine)
        ),
        format!(
            "manifest       {}, {} a part",
            size(estimate.manifest_bytes),
            size(estimate.part_manifest_bytes)
        ),
        format!("merge          {} on one machine", span(estimate.merge_seconds)),
        format!(
            "dedup          {} of keys to sort, {} of temporary files",
            size(estimate.dedup_sorted_bytes),
            size(estimate.dedup_temporary_bytes)
        ),
        String::new(),
    ];
    let mut met = estimate.met(rows).peekable();
    match (met.peek(), estimate.limits.iter().find(|limit| limit.rows >= rows)) {
        (None, Some(next)) => {
            lines.push(format!("breaks first   nothing; from {:.0e} rows:", next.rows as f64));
            lines.push(format!("               {}", next.text));
        }
        _ => lines.extend((0..).zip(met).map(|(place, limit)| {
            let name = if place == 0 { "breaks first" } else { "then" };
            format!("{name:<15}{}", limit.text)
        })),
    }
    let part = if machines > 1 { format!(" --part auto/{machines}") } else { String::new() };
    lines.push(format!("set            --shard-rows {}{part}", estimate.shard_rows));
    debug_assert!(lines.len() <= 24 && lines.iter().all(|line| line.len() <= COLUMNS), "{lines:?}");
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn whole(number: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and only shown")]
    thousands(number.round() as u64)
}

/// Formats a positive number with two decimals below 100, and none above.
fn figure(number: f64) -> String {
    if number < 100.0 { format!("{number:.2}") } else { whole(number) }
}

/// Formats bytes in powers of a thousand: `312 MB`.
fn size(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    let mut scaled = (bytes, 0);
    while scaled.0 >= 999.5 && scaled.1 + 1 < units.len() {
        scaled = (scaled.0 / 1000.0, scaled.1 + 1);
    }
    let decimals = usize::from(scaled.0 < 99.95 && scaled.1 > 0);
    format!("{:.decimals$} {}", scaled.0, units[scaled.1])
}

/// Formats seconds in the largest fitting unit: `3.4 hours`.
fn span(seconds: f64) -> String {
    let day = 86_400.0;
    let units = [(365.25 * day, "years"), (day, "days"), (3600.0, "hours"), (60.0, "minutes")];
    let fitting = units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    let (unit, name) = fitting.unwrap_or((1.0, "seconds"));
    let number = seconds / unit;
    if number < 100.0 { format!("{number:.1} {name}") } else { format!("{} {name}", whole(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_people_write_them() {
        assert_eq!(
            [0.0, 999.0, 1500.0, 312e6, 99.96e9, 6.94e13].map(size),
            ["0 B", "999 B", "1.5 kB", "312 MB", "100 GB", "69.4 TB"]
        );
        assert_eq!(
            [0.5, 119.0, 120.0, 8640.0, 2.4e6, 1e9, 1e15].map(span),
            [
                "0.5 seconds",
                "119 seconds",
                "2.0 minutes",
                "2.4 hours",
                "27.8 days",
                "31.7 years",
                "31,688,088 years"
            ]
        );
    }

    #[test]
    fn slices_that_are_seen_late_share_the_time() {
        let mut passed = Vec::new();
        for (slices, now) in [(0, 1.0), (1, 2.0), (1, 2.5), (3, 6.0), (SLICES, 16.0)] {
            pass(&mut passed, slices, now);
        }
        assert_eq!(passed, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]);
    }

    #[test]
    fn few_rows_make_as_many_slices() {
        let slices = [0, 1, 3, 8, 100, u64::MAX].map(slices_of);
        assert_eq!(slices, [(1, 1), (1, 1), (3, 1), (8, 1), (8, 12), (8, 1 << 24)]);
    }

    #[test]
    fn the_page_fits_a_terminal() {
        let measured = Measured {
            rows_per_core_second: Spread { low: 123_456.7, mean: 234_567.8, high: 345_678.9 },
            bytes_per_row: 123.4,
            bytes_per_file: 123_456.0,
            merge_rows_per_second: 1_234_567.8,
            disk_bytes_per_second: 1.234e9,
        };
        let run = Calibration {
            rows: 1_234_567,
            seconds: 5.1,
            threads: 128,
            slices: SLICES,
            measured,
            targets: Vec::new(),
        };
        for (rows, machines) in [(1, 1), (1_000_000_000_000, 1000), (10_u64.pow(16), 100_000), (1000, 64)] {
            for shard_rows in [1, 1_000_000, 1_000_000_000] {
                let scale = Scale { rows, machines, cores: 128, shard_rows };
                let text = page(&run, &scale, Format::Parquet, &CostEstimate::new(&measured, &scale));
                assert!(text.lines().count() <= 24, "{text}");
                assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
            }
        }
    }
}
