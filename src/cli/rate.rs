//! `gridmill rate`: ratings for puzzles that exist already.

use super::{
    added_columns,
    args::by_name,
    limits::tell_threads,
    numbers,
    outputs::Outputs,
    progress,
    puzzle_files::PuzzleFiles,
    signals::end_on_signals,
    summary,
    terminal::{print, say},
};
use crate::{
    board::Shape,
    corpus::{Events, RateJob, RateTotals, read_rulebooks},
    generate::{Plan, RatingTotals},
    rate::{Rater, Rulebook},
    tables::{Error, Result, escape::visible, format::thousands, read::Tables, write::Format},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

/// Options of `rate`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    /// Techniques, their order and ratings: hodoku, se, a file, or several between commas, such as hodoku,se
    #[arg(long, alias = "rate", value_name = "RULEBOOK", default_value = "hodoku")]
    rulebook: String,

    /// Keep the steps of each solving path in a column
    #[arg(long)]
    trace: bool,

    /// Measure the guesses that the bitboard solver needs, in a column: their geometric mean over 32 transforms of the puzzle
    #[arg(long)]
    search_difficulty: bool,

    /// Work that the chains of se may take on one puzzle, in nodes (candidates that follow from an assumption); past it er is
    /// null, and er_at_least says what it is at least
    #[arg(long, value_name = "NODES", default_value_t = Rater::BUDGET, value_parser = numbers::positive)]
    rate_budget: u64,

    /// File of the rows, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,

    /// File format [default: by the ending of --out; csv for standard output]
    #[arg(long, value_parser = by_name(&Format::ALL, Format::name), ignore_case = true)]
    format: Option<Format>,

    /// Replace the output file
    #[arg(long)]
    overwrite: bool,

    /// Stop at the first row that has no puzzle with exactly one solution
    #[arg(long)]
    strict: bool,

    /// Leave the rate_ns column out
    #[arg(long)]
    no_timings: bool,

    /// Threads, 0 for one a core; the rows do not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Print the closing summary as JSON on standard output
    #[arg(long)]
    json: bool,

    /// Progress on standard error: auto and always draw a bar on a terminal and print a line now and then elsewhere
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    progress: progress::When,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if args.json && args.out.as_os_str() == "-" {
        let problem = "--json takes standard output: give --out FILE for the rows";
        return Err(Error::Option(problem.to_owned()).into());
    }
    let job = args.job()?;
    let mut tables = Tables::with_columns(args.puzzles.sources(), Shape::STANDARD, &args.puzzles.columns())?;
    let events = Events::default();
    tell_threads(args.threads);
    args.puzzles.tell();
    end_on_signals(&events)?;
    let inputs = args.puzzles.paths().chain([Path::new(&args.rulebook)]);
    let out = added_columns::output((&args.out, args.format), Outputs::new(inputs, args.overwrite))?;
    let start = Instant::now();
    let expected = if args.progress == progress::When::Never { None } else { tables.expected_rows() };
    let totals = progress::watch(args.progress, expected.unwrap_or(0), &events.counters, || {
        job.run(&mut tables, out, &events.stop, &events.counters.rows)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let mut json = RatingTotals::each_to_json(&totals.ratings, &job.rulebooks);
        (json["rows"], json["seconds"]) = (totals.rows.into(), seconds.into());
        return Ok(print(&format!("{json:#}\n"))?);
    }
    if args.progress != progress::When::Never {
        closing(&totals, &job.rulebooks, seconds).lines().for_each(say);
    }
    Ok(())
}

fn closing(totals: &RateTotals, rulebooks: &[Arc<Rulebook>], seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate for people")]
    let rate = thousands((totals.rows as f64 / seconds.max(1e-9)) as u64);
    let solved = match (rulebooks, totals.ratings.as_slice()) {
        (_, []) => "0 solved by the techniques".to_owned(),
        (_, [one]) => format!("{} solved by the techniques", thousands(one.solved())),
        (rulebooks, several) => {
            let each = rulebooks.iter().zip(several);
            let each = each.map(|(rulebook, totals)| {
                format!("{} solved by {}", thousands(totals.solved()), visible(rulebook.name()))
            });
            each.collect::<Vec<_>>().join(", ")
        }
    };
    let rated = totals.ratings.first().map_or(0, RatingTotals::rated);
    let without = match totals.rows - rated {
        0 => String::new(),
        without => format!("; {} without a rating", thousands(without)),
    };
    let rows = thousands(totals.rows);
    let ratings = summary::ratings(&totals.ratings, rulebooks);
    format!("{rows} rows in {seconds:.1} s, {rate} a second; {solved}{without}\n{ratings}")
}

impl Args {
    fn job(&self) -> Result<RateJob> {
        Ok(RateJob {
            rulebooks: read_rulebooks(&[&self.rulebook])?,
            trace: self.trace,
            rate_budget: self.rate_budget,
            search_difficulty: self.search_difficulty,
            timings: !self.no_timings,
            strict: self.strict,
            node_budget: Plan::NODE_BUDGET,
            threads: self.threads,
        })
    }
}
