//! `gridmill split`: training and test sets that share no puzzle up to symmetry.

use super::{
    args::{ByArg, SeedArg, by_name},
    dedup::ClassedRows,
    outputs,
    signals::end_on_signals,
};
use crate::{
    corpus::{Equivalence, FewClasses, Job, RunHooks, Shares, SplitJob, SplitManifest, SplitPlan, Stratum},
    tables::{
        escape::visible,
        numbers::{self, thousands},
        write::Format,
    },
};
use serde_json::json;
use std::{path::PathBuf, time::Instant};

/// Options of `split`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Splits and their shares of the rows: whole numbers in proportion, or fractions that add up to 1
    #[arg(long, value_name = "NAME:SHARE,...", default_value = "train:0.9,validation:0.05,test:0.05")]
    into: Shares,

    #[command(flatten)]
    by: ByArg,

    #[command(flatten)]
    seed: SeedArg,

    /// Give each split the same shares of every level, rating, number of givens, or class of guesses or scores
    #[arg(long, value_parser = by_name(&Stratum::ALL, Stratum::name), value_name = "COLUMN", ignore_case = true)]
    stratify: Option<Stratum>,

    /// Leave out every row that is the same as one of these files, such as a benchmark
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,

    /// Folder of the splits
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    /// File format [default: parquet; csv for rows on standard output]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true)]
    format: Option<Format>,

    /// Rows of each file
    #[arg(long, value_name = "N", default_value_t = Job::SHARD_ROWS, value_parser = numbers::positive, hide_short_help = true)]
    shard_rows: u64,

    #[command(flatten)]
    rows: ClassedRows,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let events = RunHooks::default();
    let exclude = args.exclude.iter().map(PathBuf::as_path);
    outputs::check_folder(&args.out, args.format)?;
    args.rows.refuse_own_input(&args.out, exclude)?;
    end_on_signals(&events)?;
    let inputs = args.rows.inputs()?;
    let exclude = match args.exclude.as_slice() {
        [] => None,
        files => Some(args.rows.excluded(files, inputs.shape())?),
    };
    let job = SplitJob {
        by: args.by.by,
        into: args.into.clone(),
        seed: args.seed.seed.clone(),
        stratify: args.stratify,
        format: args.format.unwrap_or_default(),
        shard_rows: args.shard_rows,
        license: args.rows.license.license.clone(),
        invalid: args.rows.invalid.invalid,
        memory: args.rows.memory.sorting(),
        threads: args.rows.run.threads(),
    };
    let start = Instant::now();
    let manifest = args.rows.run.progress.watch(0, &events.counters, || {
        job.run(&inputs, exclude.as_ref(), &args.out, args.rows.existing.existing(), &events)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    args.rows.run.close(
        || json!({ "plan": manifest.plan, "files": manifest.files.len(), "seconds": seconds, "out": args.out }),
        || {
            let mut lines = closing(args.by.by, &manifest, seconds);
            let plan = manifest.plan.as_ref();
            if exclude.is_some() {
                let puzzles = thousands(plan.map_or(0, |plan| plan.excluded_puzzles));
                lines.push(format!("excluded: {puzzles} puzzles in {}", excluded_names(&args.exclude)));
            }
            lines.extend(FewClasses::note(inputs.shape(), plan.map_or(0, |plan| plan.rows)));
            lines
        },
    )
}

fn excluded_names(files: &[PathBuf]) -> String {
    let names = files.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>().join(", ");
    visible(&names).into_owned()
}

pub(super) fn closing(by: Equivalence, manifest: &SplitManifest, seconds: f64) -> Vec<String> {
    let none = SplitPlan::default();
    let plan = manifest.plan.as_ref().unwrap_or(&none);
    let mut lines = vec![format!(
        "{} rows, {} classes by {}, in {seconds:.1} s",
        thousands(plan.rows),
        thousands(plan.classes),
        by.name()
    )];
    let width = plan.splits.iter().map(|split| split.name.len()).max().unwrap_or_default();
    lines.extend(plan.splits.iter().map(|split| {
        let (rows, classes) = (thousands(split.rows), thousands(split.classes));
        format!("{:width$}  {rows:>13} rows  {classes:>13} classes", split.name)
    }));
    lines.push(format!("classes in more than one split: {}", thousands(plan.classes_in_common)));
    if plan.excluded > 0 {
        lines.push(format!(
            "left out: {} rows of {} classes that are in the excluded files",
            thousands(plan.excluded),
            thousands(plan.excluded_classes)
        ));
    }
    if plan.no_puzzle > 0 {
        lines.push(format!("left out: {} rows without a puzzle", thousands(plan.no_puzzle)));
    }
    lines
}
