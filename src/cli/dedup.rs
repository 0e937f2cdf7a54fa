//! `gridmill dedup`: rows without duplicates. Its options for rows that are read by class are those of `split`, too.

use super::{
    args::{
        ByArg, ExistingArgs, InvalidArg, LicenseArg, MemoryArg, OutputColumnsArg, PuzzleFiles, RunArgs,
        ShapeArg, by_name,
    },
    limits::warn_about_threads,
    outputs::{Destination, Outputs, destination, refuse_inputs_in, rows_output},
    signals::end_on_signals,
    terminal::say,
};
use crate::{
    board::Shape,
    corpus::{
        DedupJob, DedupOutput, DedupReport, DedupTotals, Equivalence, EquivalenceInputs, FewClasses, Job,
        RunHooks, Sources, SplitChoice,
    },
    tables::{Error, Result, escape::visible, numbers::thousands, schema::is_step_count, write::Format},
};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

/// Rows that are read by class, and how.
#[derive(Debug, clap::Args)]
pub(super) struct ClassedRows {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    pub existing: ExistingArgs,

    #[command(flatten)]
    pub invalid: InvalidArg,

    #[command(flatten)]
    pub license: LicenseArg,

    #[command(flatten)]
    pub memory: MemoryArg,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    output: OutputColumnsArg,
}

impl ClassedRows {
    pub(super) fn inputs(&self) -> Result<EquivalenceInputs> {
        warn_about_threads(self.run.threads());
        self.puzzles.tell();
        let (sources, columns) = (self.puzzles.sources(), self.puzzles.columns());
        let shape = sources.stated_shape(self.shape.shape, &columns)?;
        let inputs =
            EquivalenceInputs::new(sources, shape, columns)?.with_output_columns(self.output.names())?;
        if !inputs.left_out().is_empty() && !self.run.progress.is_quiet() {
            say(&format!("left out, because not all files have them: {}", shown(inputs.left_out())));
        }
        Ok(inputs)
    }

    /// Opens files whose rows are left out, read in the same way, of all splits.
    pub(super) fn excluded(&self, files: &[PathBuf], shape: Shape) -> Result<EquivalenceInputs> {
        let sources = Sources::new(files.to_vec(), SplitChoice::All);
        EquivalenceInputs::new(sources, shape, self.puzzles.columns())
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.puzzles.paths()
    }

    /// Checks that no input is in a folder that would be replaced.
    pub(super) fn refuse_own_input<'a>(
        &'a self,
        out: &Path,
        more: impl Iterator<Item = &'a Path>,
    ) -> Result<()> {
        if self.existing.overwrite { refuse_inputs_in(out, self.paths().chain(more)) } else { Ok(()) }
    }
}

/// Lists names of columns, those of counted steps as one.
fn shown(names: &[String]) -> String {
    let one = |name: &String| if is_step_count(name) { "t_*".to_owned() } else { visible(name).into_owned() };
    let mut shown: Vec<String> = names.iter().map(one).collect();
    shown.dedup();
    shown.join(", ")
}

/// Options of `dedup`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    by: ByArg,

    /// File of the rows (.csv, .jsonl, .ndjson, .parquet), - for standard output, or a folder, which an interrupted run can go on with
    #[arg(long, short, value_name = "PATH", default_value = "-")]
    out: PathBuf,

    /// File format [default: by the ending of --out; csv for standard output, parquet for a folder]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true)]
    format: Option<Format>,

    /// Also write the groups of duplicates to this file: group, kept, file, row, puzzle
    #[arg(long, value_name = "FILE.csv")]
    report: Option<PathBuf>,

    #[command(flatten)]
    rows: ClassedRows,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.rows.run.check_output(&args.out)?;
    let events = RunHooks::default();
    end_on_signals(&events)?;
    let inputs = args.rows.inputs()?;
    let mut outputs = Outputs::new(args.rows.paths(), args.rows.existing.overwrite);
    let report = args.report.as_ref().map(|path| args.report_at(path, &mut outputs)).transpose()?;
    let job = DedupJob {
        by: args.by.by,
        license: args.rows.license.license.clone(),
        invalid: args.rows.invalid.invalid,
        memory: args.rows.memory.sorting(),
        threads: args.rows.run.threads(),
    };
    let start = Instant::now();
    let out = args.output(outputs)?;
    let totals =
        args.rows.run.progress.watch(0, &events.counters, || job.run(&inputs, out, report, &events))?;
    let seconds = start.elapsed().as_secs_f64();
    args.rows.run.close(
        || {
            let mut json = totals.to_json();
            json["seconds"] = seconds.into();
            json
        },
        || {
            let lines = closing(args.by.by, &totals, seconds).into_iter();
            lines.chain(FewClasses::note(inputs.shape(), totals.rows)).collect()
        },
    )
}

fn closing(by: Equivalence, totals: &DedupTotals, seconds: f64) -> Vec<String> {
    let DedupTotals { rows, kept, equal, equivalent, groups, no_puzzle } = *totals;
    let mut lines = vec![format!("{} of {} rows kept in {seconds:.1} s", thousands(kept), thousands(rows))];
    let went =
        |count: u64, reason: &str| (count > 0).then(|| format!("{} removed: {reason}", thousands(count)));
    let other = match by {
        Equivalence::Row | Equivalence::Puzzle => "an image of an earlier puzzle",
        Equivalence::Expansion => "the expansion by singles of an image of an earlier puzzle",
        Equivalence::Grid => "the solution of an image of an earlier puzzle",
    };
    lines.extend(went(equal, "the givens of the row that is kept"));
    lines.extend(went(equivalent, other));
    if groups > 0 {
        lines.push(format!("{} groups of duplicates", thousands(groups)));
    }
    lines.extend(went(no_puzzle, "no puzzle with a key"));
    lines
}

impl Args {
    /// Opens the report; one that is there already may be that of the run that is gone on with.
    fn report_at(&self, path: &Path, outputs: &mut Outputs) -> Result<DedupReport> {
        if self.rows.existing.resume && path.is_file() {
            outputs.enter_file(path)?;
            return Ok(DedupReport::Earlier(path.to_owned()));
        }
        outputs.open(path).map(DedupReport::Draft)
    }

    fn output(&self, outputs: Outputs) -> Result<DedupOutput> {
        if destination(&self.out, self.format, &Format::ALL, Format::endings)? != Destination::Folder {
            if self.rows.existing.resume {
                return Err(Error::option("--resume goes with a folder: give --out DIR"));
            }
            return Ok(DedupOutput::Rows(rows_output(&self.out, self.format, outputs)?));
        }
        self.rows.refuse_own_input(&self.out, std::iter::empty())?;
        Ok(DedupOutput::Folder {
            out: self.out.clone(),
            existing: self.rows.existing.existing(),
            format: self.format.unwrap_or_default(),
            shard_rows: Job::SHARD_ROWS,
        })
    }
}
