//! `gridmill overlap`: puzzles that corpora have in common.

use super::{
    args::{ColumnArg, MemoryArg, RunArgs, ShapeArg, SplitArg, by_name},
    limits::warn_about_threads,
    signals::end_on_signals,
    terminal::{print, say, tell_standard_input},
};
use crate::{
    corpus::{Equivalence, EquivalenceInputs, Overlap, OverlapCorpus, OverlapJob, PairOverlap, RunHooks},
    tables::numbers::thousands,
};
use std::{fmt, path::PathBuf};

/// Options of `overlap`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code 3: --fail-on found something.")]
pub(super) struct Args {
    /// Corpora to compare: files of puzzles in any format of docs/INPUTS.md, folders, or one folder with splits
    #[arg(value_name = "CORPUS_OR_FILE", required = true)]
    files: Vec<PathBuf>,

    /// Compare these with the other corpora only: pairs among these, and among the others, are left out
    #[arg(long, value_name = "CORPUS_OR_FILE", num_args = 1..)]
    against: Vec<PathBuf>,

    /// Relations to compare by: the same givens (row), up to symmetry (puzzle), with all digits that singles place, up to symmetry
    /// (expansion), or solutions up to symmetry (grid)
    #[arg(long, value_parser = by_name(&Equivalence::ALL, Equivalence::name), value_name = "A,B", value_delimiter = ',', ignore_case = true, default_value = "row,puzzle,grid")]
    by: Vec<Equivalence>,

    /// Fail if two corpora share a row (row), a puzzle up to symmetry (puzzle), its expansion by singles (expansion), or a solution up to
    /// symmetry (grid)
    #[arg(long, value_parser = by_name(&Equivalence::ALL, Equivalence::name), value_name = "WHICH", ignore_case = true)]
    fail_on: Option<Equivalence>,

    #[command(flatten)]
    column: ColumnArg,

    #[command(flatten)]
    split: SplitArg,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    memory: MemoryArg,

    #[command(flatten)]
    run: RunArgs,
}

/// Error: corpora have something in common that they must not.
#[derive(Debug)]
pub(super) struct Overlaps(Equivalence);

impl fmt::Display for Overlaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Equivalence::Row => "corpora have puzzles in common",
            Equivalence::Puzzle => "corpora have puzzles in common, up to symmetry",
            Equivalence::Expansion => {
                "corpora have puzzles whose expansions by singles are the same, up to symmetry"
            }
            Equivalence::Grid => "corpora have puzzles whose solutions are the same, up to symmetry",
        })
    }
}

impl std::error::Error for Overlaps {}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let events = RunHooks::default();
    warn_about_threads(args.run.threads());
    let files = [&args.files[..], &args.against].concat();
    tell_standard_input(files.iter().map(PathBuf::as_path));
    end_on_signals(&events)?;
    let by = args.by.iter().copied().chain(args.fail_on).collect();
    let job = OverlapJob { by, memory: args.memory.sorting(), threads: args.run.threads() };
    let columns = args.column.named();
    let all = args.split.sources(&files);
    all.check_standard_input()?;
    let shape = all.stated_shape(args.shape.shape, &columns)?;
    let sources = args.split.sources(&args.files);
    let against = (!args.against.is_empty()).then(|| args.split.sources(&args.against));
    let inputs = |sources| EquivalenceInputs::new(sources, shape, columns.clone());
    let overlap = args
        .run
        .progress
        .watch(0, &events.counters, || job.run((&sources, against.as_ref()), shape, inputs, &events))?;
    if args.run.json {
        print(&format!("{:#}\n", overlap.to_json()))?;
    } else {
        print(&as_text(&overlap))?;
    }
    for OverlapCorpus { name, no_puzzle, no_solution, .. } in &overlap.corpora {
        if *no_puzzle > 0 {
            say(&format!("{name}: {} rows hold no puzzle and were not compared", thousands(*no_puzzle)));
        }
        if *no_solution > 0 {
            let rows = thousands(*no_solution);
            say(&format!(
                "{name}: {rows} rows have not exactly one solution; their solutions were not compared"
            ));
        }
    }
    match args.fail_on.filter(|&by| overlap.is_found(by)) {
        Some(by) => Err(Overlaps(by).into()),
        None => Ok(()),
    }
}

fn as_text(overlap: &Overlap) -> String {
    let mut text = String::new();
    let first = overlap.pairs.first().map(|pair| pair.by);
    for pair in &overlap.pairs {
        let [one, two] = pair.corpora.map(|corpus| &overlap.corpora[corpus]);
        if Some(pair.by) == first {
            if !text.is_empty() {
                text.push('\n');
            }
            let rows = [one, two].map(|corpus| thousands(corpus.rows));
            text += &format!("{}: {} rows\n{}: {} rows\n", one.name, rows[0], two.name, rows[1]);
        }
        text += &lines(pair);
    }
    text
}

fn lines(pair: &PairOverlap) -> String {
    let relation = match pair.by {
        Equivalence::Row => "the same givens",
        Equivalence::Puzzle => "the same puzzle up to symmetry",
        Equivalence::Expansion => "the same expansion by singles",
        Equivalence::Grid => "the same solution up to symmetry",
    };
    let count = match (pair.classes, pair.rows.map(thousands)) {
        (0, _) => "none".to_owned(),
        (classes, [one, two]) => format!("{}, in {one} and {two} rows", thousands(classes)),
    };
    let mut lines = format!("  {relation:<32}  {count}\n");
    // Wider relations repeat the examples of narrower ones.
    for example in pair.examples.iter().take(usize::from(pair.by != Equivalence::Grid)) {
        for row in example {
            lines += &format!("    {}:{}\n      {}\n", row.file.display(), row.line, row.puzzle);
        }
    }
    lines
}
