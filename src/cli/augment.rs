//! `gridmill augment`: random images of puzzles that exist already, as rows.

use super::{
    args::{ColumnArgs, InvalidArg, RowsOutArgs, RunArgs, SeedArg, ShapeArg, SplitArg, by_name},
    limits::warn_about_threads,
    outputs::{self, Outputs},
    signals::end_on_signals,
    terminal::{say, tell_standard_input},
};
use crate::{
    corpus::{AugmentJob, AugmentTotals, RateJob, RunHooks, read_rulebooks},
    generate::{TransformGroup, TransformKind},
    tables::{
        Result,
        numbers::{self, thousands},
        schema::{is_rating, is_step_count},
    },
};
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

/// Options of `augment`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of puzzles (text, drawn grids, CSV, JSON lines, Parquet, and others of docs/INPUTS.md), or corpus folders, of one
    /// split; - is standard input
    #[arg(value_name = "CORPUS_OR_FILE", default_value = "-")]
    files: Vec<PathBuf>,

    /// Random images of each row
    #[arg(long, value_name = "K", value_parser = numbers::positive)]
    times: u64,

    /// Put each row itself before its images, with the transform that changes nothing
    #[arg(long)]
    keep_original: bool,

    /// Kinds of transforms to make images of, such as digits,bands,stacks [default: all that keep the shape]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', ignore_case = true, value_parser = by_name(&TransformKind::ALL, TransformKind::name))]
    only: Vec<TransformKind>,

    #[command(flatten)]
    seed: SeedArg,

    /// Rate the images by hodoku, se, basic, braids, a file with a rulebook, or several between commas, in columns as those of `gridmill rate`
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Option<String>,

    #[command(flatten)]
    columns: ColumnArgs,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    to: RowsOutArgs,

    #[command(flatten)]
    invalid: InvalidArg,

    #[command(flatten)]
    split: SplitArg,

    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.run.check_output(&args.to.out)?;
    let job = args.job()?;
    let mut augmented = job.open(args.split.sources(&args.files), &args.columns.named())?;
    let events = RunHooks::default();
    warn_about_threads(args.run.threads());
    tell_standard_input(args.files.iter().map(PathBuf::as_path));
    end_on_signals(&events)?;
    let inputs = args.files.iter().map(PathBuf::as_path).chain(args.rulebook.as_deref().map(Path::new));
    let out = outputs::rows_output(&args.to.out, args.to.format, Outputs::new(inputs, args.to.overwrite))?;
    let out = out.with_columns(args.to.columns.names());
    let left_out = augmented.left_out.clone();
    if !args.run.progress.is_quiet() && !left_out.is_empty() {
        say(&tell_left_out(&left_out, args.rulebook.is_some()));
    }
    let start = Instant::now();
    let totals = args
        .run
        .progress
        .watch(0, &events.counters, || job.run(&mut augmented, out, &events.stop, &events.counters.rows))?;
    let seconds = start.elapsed().as_secs_f64();
    args.run.close(
        || {
            let AugmentTotals { rows, skipped, images } = totals;
            json!({ "rows": rows, "skipped": skipped, "images": images, "left_out": left_out, "seconds": seconds })
        },
        || vec![closing(&totals, args, seconds)],
    )
}

/// Names the columns that images do not have.
fn tell_left_out(names: &[String], rates: bool) -> String {
    let mut shown: Vec<&str> =
        names.iter().map(|name| if is_step_count(name) { "t_*" } else { name.as_str() }).collect();
    shown.dedup();
    let advice =
        if !rates && names.iter().any(|name| is_rating(name)) { "; --rulebook rates the images" } else { "" };
    format!("left out, because images may have other values: {}{advice}", shown.join(", "))
}

fn closing(totals: &AugmentTotals, args: &Args, seconds: f64) -> String {
    let images = if args.times == 1 { "image" } else { "images" };
    let originals = if args.keep_original { " and the row itself" } else { "" };
    let sources = match totals.rows - totals.skipped {
        1 => "1 row".to_owned(),
        sources => format!("{} rows", thousands(sources)),
    };
    let skipped = match totals.skipped {
        0 => String::new(),
        1 => "; 1 row left out".to_owned(),
        skipped => format!("; {} rows left out", thousands(skipped)),
    };
    format!(
        "{}: {} {images}{originals} for each of {sources}{skipped}",
        outputs::rows_in_seconds(totals.images, seconds),
        thousands(args.times),
    )
}

impl Args {
    fn job(&self) -> Result<AugmentJob> {
        let shape = self.split.sources(&self.files).stated_shape(self.shape.shape, &self.columns.named())?;
        let group = match self.only.as_slice() {
            [] => TransformGroup::full(shape),
            kinds => TransformGroup::generated_by(shape, kinds)?,
        };
        Ok(AugmentJob {
            times: self.times,
            keep_original: self.keep_original,
            group,
            seed: self.seed.seed.clone(),
            rate: (self.rulebook.as_deref().map(|names| read_rulebooks(&[names])).transpose()?)
                .map(|rulebooks| RateJob::new(shape, rulebooks, self.run.threads())),
            invalid: self.invalid.invalid,
            threads: self.run.threads(),
        })
    }
}
