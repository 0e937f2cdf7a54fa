//! `gridmill rate`: ratings for puzzles that exist already.

use super::{
    args::{InvalidRowsArg, PuzzleFiles, RowsOutArgs, RunArgs, ShapeArg},
    outputs,
    plan_args::MeasureArgs,
    summary,
};
use crate::{
    corpus::{RateJob, RateTotals, RatingTotals, read_rulebooks},
    rate::Rulebook,
    tables::{Result, escape::visible, numbers::thousands, read::TableInput},
};
use std::{path::Path, sync::Arc};

/// Options of `rate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    /// Techniques, their order and ratings: hodoku, se, basic, braids, a version of a scale such as hodoku-2.2/2,
    /// practice:TECHNIQUE, a file, several between commas, such as hodoku,se, or none [default: hodoku, basic for grids that are not 9x9]
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Option<String>,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    measures: MeasureArgs,

    #[command(flatten)]
    to: RowsOutArgs,

    #[command(flatten)]
    invalid: InvalidRowsArg,

    /// Leave the rate_ns column out
    #[arg(long)]
    no_timings: bool,

    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.run.check_output(&args.to.out)?;
    let job = args.job()?;
    let mut tables = TableInput::with_columns(args.puzzles.sources(), job.shape, &args.puzzles.columns())?;
    args.puzzles.tell();
    let inputs = args.puzzles.paths().chain(args.rulebook.as_deref().map(Path::new));
    let (totals, seconds) = outputs::run_adding(&job, &mut tables, inputs, &args.to, &args.run.progress)?;
    args.run.close(
        || {
            let mut json = RatingTotals::each_to_json(&totals.ratings, &job.rulebooks);
            (json["rows"], json["seconds"]) = (totals.rows.into(), seconds.into());
            json
        },
        || closing(&totals, &job.rulebooks, seconds).lines().map(str::to_owned).collect(),
    )
}

fn closing(totals: &RateTotals, rulebooks: &[Arc<Rulebook>], seconds: f64) -> String {
    let solved = match (rulebooks, totals.ratings.as_slice()) {
        ([], _) => format!("{} measured", thousands(totals.measured)),
        (_, []) => "0 solved by the techniques".to_owned(),
        (_, [one]) => format!("{} solved by the techniques", thousands(one.solved)),
        (rulebooks, several) => {
            let each = rulebooks.iter().zip(several);
            let each = each.map(|(rulebook, totals)| {
                format!("{} solved by {}", thousands(totals.solved), visible(rulebook.name()))
            });
            each.collect::<Vec<_>>().join(", ")
        }
    };
    let without = match totals.rows - totals.measured {
        0 => String::new(),
        without => format!("; {} without a rating", thousands(without)),
    };
    let rows = outputs::rows_in_seconds(totals.rows, seconds);
    let ratings = summary::ratings(&totals.ratings, rulebooks);
    format!("{rows}; {solved}{without}\n{ratings}")
}

impl Args {
    fn job(&self) -> Result<RateJob> {
        let measures = &self.measures.0;
        let shape = self.puzzles.sources().stated_shape(self.shape.shape, &self.puzzles.columns())?;
        let rulebook = self.rulebook.as_deref().unwrap_or(Rulebook::default_for(shape).name());
        Ok(RateJob {
            shape,
            rulebooks: if rulebook == "none" { Vec::new() } else { read_rulebooks(&[rulebook])? },
            add: measures.add,
            timings: !self.no_timings,
            invalid: self.invalid.invalid,
            budgets: measures.base.budgets,
            threads: self.run.threads(),
        })
    }
}
