//! `gridmill generate`: a corpus from one seed. `gridmill merge`: its parts joined into one.

use super::{
    args::{ExistingArgs, LicenseArg, ProgressArg, RunArgs, by_name, column_words, sorting},
    job_array,
    limits::{too_little_memory, warn_about_threads},
    outputs::{Outputs, check_folder, refuse_inputs_in},
    plan_args::PlanArgs,
    report::DeferredReport,
    signals::{InterruptMessage, end_on_signals},
    split, summary,
    terminal::{print, rows_out, say},
};
use crate::{
    corpus::{
        self, Corpus, Equivalence, FewClasses, IfExists, Job, Part, Provenance, RunHooks, Shares, SplitJob,
        Workers, WriteReport, stream,
    },
    generate::{CountSums, Plan},
    tables::{Error, Result, facts::Facts, numbers::thousands, read::Invalid, write::Format},
};
use arrow_array::RecordBatch;
use bytesize::ByteSize;
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Options of `generate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    plan: PlanArgs,

    /// Folder of the corpus, here or in an object store (s3://, gs://, az://), or - for rows on standard output; {part} in it stands for the number of the part, such as 007 of 100
    #[arg(long, short, value_name = "DIR", default_value = "-")]
    out: PathBuf,

    /// Make only part K of N of the corpus, in whole files. In a job array, auto reads K and N from the variables of Slurm, Grid Engine,
    /// LSF or AWS Batch; Kubernetes and PBS give only K: give auto/N
    #[arg(long, value_name = "K/N", default_value_t = Part::WHOLE, value_parser = job_array::part, hide_short_help = true)]
    part: Part,

    #[command(flatten)]
    existing: ExistingArgs,

    /// With --resume, read the rows of whole files again and compare them with the manifest
    #[arg(long, requires = "resume", hide_short_help = true)]
    verify: bool,

    /// Divide the rows into splits with no puzzle in common, even up to symmetry: names and shares, such as train:0.98,test:0.02
    #[arg(long, value_name = "NAME:SHARE,...", conflicts_with_all = ["part", "verify"], hide_short_help = true)]
    split: Option<Shares>,

    /// Rows that stay in one split: equal givens (row), givens equal up to symmetry (puzzle), givens with all digits that singles place
    /// equal up to symmetry (expansion), or solutions equal up to symmetry (grid)
    #[arg(
        long,
        value_parser = by_name(&Equivalence::ALL, Equivalence::name),
        value_name = "WHICH",
        ignore_case = true,
        default_value = "puzzle",
        requires = "split",
        hide_short_help = true
    )]
    split_by: Equivalence,

    #[command(flatten)]
    license: LicenseArg,

    #[command(flatten)]
    run: RunArgs,

    /// Write a report on the rows, as gridmill report does: FILE.html, .md, .json or .csv
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    report: Option<PathBuf>,
}

pub(super) fn run(mut args: Args) -> anyhow::Result<()> {
    args.out = job_array::named(&args.out, args.part);
    args.report = args.report.map(|file| job_array::named(&file, args.part));
    args.refuse_own_input()?;
    let job = args.job()?;
    let events = Arc::new(RunHooks::default());
    warn_about_threads(args.run.threads());
    // The thread that writes takes as much: a run failed under a limit of 508 MB.
    if let Some(problem) = too_little_memory(1) {
        anyhow::bail!(problem);
    }
    tell_grids(&job.plan);
    args.tell_few_classes(&job);
    let last_words = end_on_signals(&events)?;
    let workers = Workers::new(job.plan.clone(), job.seed.clone(), job.whole(), args.run.threads())?;
    let report = args.report_at_the_end(&job)?;
    if args.to_stdout() {
        return args.stream(&job, &workers, &events, report);
    }
    let Some(split) = args.split_job(&job) else {
        return args.make(
            &job,
            (&args.out, args.existing.existing()),
            &workers,
            &events,
            (report, &last_words),
        );
    };
    let start = Instant::now();
    let split = split.run_generated(&job, (&args.out, args.existing.existing()), &events, |rows| {
        args.make(&job, (rows, IfExists::Resume), &workers, &events, (report, &last_words))
    })?;
    for line in split::closing(args.split_by, &split, start.elapsed().as_secs_f64()) {
        args.tell(&line);
    }
    Ok(())
}

impl Args {
    fn job(&self) -> Result<Job> {
        let mut options = self.plan.0.clone();
        if self.to_stdout() {
            if options.format == Some(Format::Parquet) {
                let problem =
                    "Parquet needs a folder: give --out DIR, or --format csv or jsonl for standard output";
                return Err(Error::option(problem));
            }
            options.format.get_or_insert(Format::Csv);
        }
        check_folder(&self.out, self.plan.0.format)?;
        if options.seed.is_none() && self.part != Part::WHOLE {
            return Err(Error::option("all parts of a corpus have one seed: give --seed"));
        }
        let job = options.job()?;
        self.part.shards(&job)?;
        Ok(job)
    }

    /// Returns the options of splitting the rows, if they are to be split.
    fn split_job(&self, job: &Job) -> Option<SplitJob> {
        Some(SplitJob {
            by: self.split_by,
            into: self.split.clone()?,
            seed: job.seed.clone(),
            stratify: None,
            format: job.format,
            shard_rows: job.shard_rows,
            license: self.license.license.clone(),
            invalid: Invalid::Stop,
            memory: sorting(ByteSize::gib(1)),
            threads: self.run.threads(),
        })
    }

    /// Makes the rows in the folder `out`.
    fn make(
        &self,
        job: &Job,
        (out, existing): (&Path, IfExists),
        workers: &Workers,
        events: &Arc<RunHooks>,
        (report, last_words): (Option<DeferredReport>, &InterruptMessage),
    ) -> anyhow::Result<()> {
        let mut corpus = Corpus::open(job.clone(), self.part, out, existing)?;
        if self.plan.0.seed.is_none() {
            say(&format!("seed: {}", job.seed));
        }
        if self.verify {
            corpus.verify()?;
        }
        if let Some(license) = &self.license.license {
            corpus.set_license(license.clone());
        }
        let (files, whole, hint) = (corpus.files(), corpus.files_whole(), self.resume_hint(job));
        let counted = Arc::clone(events);
        last_words.set(move || {
            let (shards, rows) = (counted.shards.load(Relaxed), counted.rows_saved.load(Relaxed));
            rest_of(whole + shards, files, rows, &hint)
        });
        let total = corpus.rows_missing();
        let start = Instant::now();
        let see = report.as_ref().map(|report| |rows: &RecordBatch| report.see(rows));
        let see = see.as_ref().map(|see| see as &(dyn Fn(&RecordBatch) + Sync));
        let written = self
            .run
            .progress
            .watch(total, &events.counters, || corpus.write_observed(workers, events, see))?;
        let kept = (written.rows_kept > 0).then_some(out);
        let counts = written.counts.clone();
        let rows_saved = events.rows_saved.load(Relaxed);
        self.close(job, written, rows_saved, start.elapsed())?;
        if let Some(report) = report {
            report.write(&self.provenance(job, counts), &self.out, kept)?;
        }
        Ok(())
    }

    /// Checks that the grids are not in the corpus that is replaced.
    fn refuse_own_input(&self) -> Result<()> {
        if self.existing.overwrite { refuse_inputs_in(&self.out, self.plan.0.files()) } else { Ok(()) }
    }

    /// Opens the report, which is neither an input nor a file of the corpus.
    fn report_at_the_end(&self, job: &Job) -> Result<Option<DeferredReport>> {
        // A resumed run replaces the report of the interrupted one.
        let overwrite = self.existing.overwrite || self.existing.resume;
        let mut files = Outputs::new(self.plan.0.files().chain([self.out.as_path()]), overwrite);
        let open = |path: &PathBuf| DeferredReport::open(path, job, &mut files);
        self.report.as_ref().map(open).transpose()
    }

    fn to_stdout(&self) -> bool {
        self.out.as_os_str() == "-"
    }

    /// Returns the provenance of the rows, whose attempts counted these puzzles, for the report.
    fn provenance(&self, job: &Job, counts: Option<CountSums>) -> Provenance {
        let planned = self.part.rows(job).into_iter().collect();
        let provenance = Provenance::of_job(job, crate::tables::PROGRAM);
        let facts = Facts { counts, ..provenance.facts };
        Provenance { planned, facts, ..provenance }
    }

    fn stream(
        &self,
        job: &Job,
        workers: &Workers,
        events: &RunHooks,
        report: Option<DeferredReport>,
    ) -> anyhow::Result<()> {
        let ExistingArgs { resume, overwrite } = self.existing;
        if self.run.json || resume || self.split.is_some() || overwrite && self.report.is_none() {
            let problem = "--json, --resume, --split and --overwrite go with a folder: give --out DIR";
            return Err(Error::option(problem).into());
        }
        if self.plan.0.seed.is_none() {
            say(&format!("seed: {}", job.seed));
        }
        let start = Instant::now();
        let rows = self.part.rows(job)?;
        let total = rows.end - rows.start;
        let mut out = io::BufWriter::with_capacity(1 << 16, rows_out()?.lock());
        let totals = self.run.progress.watch(total, &events.counters, || {
            let see = report.as_ref().map(|report| |rows: &RecordBatch| report.see(rows));
            let see = see.as_ref().map(|see| see as &(dyn Fn(&RecordBatch) + Sync));
            stream(job, self.part, &mut out, (workers, see), events)
        })?;
        if let Some(report) = report {
            report.write(&self.provenance(job, totals.counts().cloned()), &self.out, None)?;
        }
        self.tell(&summary::text(&totals, &job.plan, start.elapsed(), None));
        Ok(())
    }

    fn close(
        &self,
        job: &Job,
        written: WriteReport,
        rows_saved: u64,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        let WriteReport { summary, rows_kept, remade, outcome, shards, .. } = written;
        for name in &remade {
            say(&format!("{name} was not the file that the manifest names, and was made again"));
        }
        if let Err(error) = outcome {
            rest_of(shards.0, shards.1, rows_saved, &self.resume_hint(job)).lines().for_each(say);
            return Err(error.into());
        }
        if rows_kept > 0 {
            say(&format!("{} rows were there already", thousands(rows_kept)));
        }
        if self.run.json {
            let mut json = summary.to_json(&job.plan, elapsed);
            json["rows_kept"] = rows_kept.into();
            json["files"] = shards.1.into();
            json["out"] = self.out.display().to_string().into();
            print(&format!("{json:#}\n"))?;
        } else {
            let files = self.split.is_none().then_some((shards.1, self.out.as_path()));
            self.tell(&summary::text(&summary, &job.plan, elapsed, files));
        }
        Ok(())
    }

    fn resume_hint(&self, job: &Job) -> String {
        let from = self.plan.0.from.as_ref().map(|path| path.display().to_string());
        let shown = |path: &PathBuf| path.display().to_string();
        let excluded: Vec<String> = self.plan.0.exclude.iter().map(shown).collect();
        let command = job.command_with(&shown(&self.out), from.as_deref(), &excluded);
        let part = if self.part == Part::WHOLE { String::new() } else { format!(" --part {}", self.part) };
        let columns = column_words(&self.plan.0.columns).map(|words| format!(" {words}")).unwrap_or_default();
        let split = match &self.split {
            Some(split) => format!(" --split {split} --split-by {}", self.split_by.name()),
            None => String::new(),
        };
        format!("{command}{columns}{part}{split} --resume")
    }

    /// Says that rows repeat, where there are few classes.
    fn tell_few_classes(&self, job: &Job) {
        if let Some(note) = FewClasses::note(job.plan.shape, job.count) {
            self.tell(&note);
        }
    }

    fn tell(&self, text: &str) {
        if !self.run.progress.is_quiet() {
            text.lines().for_each(say);
        }
    }
}

/// Says that given grids are no puzzles, where some have several solutions.
fn tell_grids(plan: &Plan) {
    if let Some((from, partial @ 1..)) = plan.from.as_ref().and_then(|from| Some((from, from.partial()?))) {
        let (which, verb) = match (from.len(), partial) {
            (1, _) => ("the grid".to_owned(), "has"),
            (all, 1) => (format!("1 of {} grids", thousands(all)), "has"),
            (all, some) => (format!("{} of {} grids", thousands(some), thousands(all)), "have"),
        };
        say(&format!(
            "{}: {which} {verb} several solutions; each puzzle completes it at random",
            from.name()
        ));
    }
}

/// Message for a run that ends early: the files that are whole, the rows that are saved, and the command that makes the rest.
fn rest_of(whole: u64, files: u64, rows_saved: u64, hint: &str) -> String {
    let saved = match rows_saved {
        0 => String::new(),
        rows => format!(", {} more rows are saved", thousands(rows)),
    };
    format!("{whole} of {files} files are whole{saved}; to make the rest:\n{hint}")
}

/// Options of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct MergeArgs {
    /// Folders made by `generate --part K/N`
    #[arg(required_unless_present = "parts_in", value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// Folder whose folders are the parts; those without a manifest are left out
    #[arg(long = "parts", id = "parts_in", value_name = "DIR", conflicts_with = "folders")]
    parts_in: Option<PathBuf>,

    /// Folder of the whole corpus, here or in an object store (s3://, gs://, az://)
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    existing: ExistingArgs,

    #[command(flatten)]
    progress: ProgressArg,
}

const MERGE_HINT: &str = "the same command with --resume goes on";

pub(super) fn merge(args: &MergeArgs) -> anyhow::Result<()> {
    check_folder(&args.out, None)?;
    let events = RunHooks::default();
    end_on_signals(&events)?.set(|| MERGE_HINT.to_owned());
    let parts = match &args.parts_in {
        Some(parent) => &corpus::part_folders(parent, &args.out)?,
        None => &args.folders,
    };
    if args.existing.overwrite {
        refuse_inputs_in(&args.out, parts.iter().map(PathBuf::as_path))?;
    }
    let merged = corpus::merge(parts, &args.out, args.existing.existing(), &events.stop);
    if matches!(merged, Err(Error::Interrupted)) {
        say(MERGE_HINT);
    }
    let manifest = merged?;
    if !args.progress.is_quiet() {
        let (rows, files) = (thousands(manifest.rows()), manifest.shards.len());
        say(&format!("{rows} rows in {files} file(s) in {}", args.out.join("data").display()));
    }
    Ok(())
}
