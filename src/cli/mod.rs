//! The command line: arguments, progress, messages. The only layer that prints.
//!
//! Data goes to standard output, everything else to standard error.

mod about;
mod args;
mod augment;
mod benchmark;
pub mod bindings;
mod canonical;
mod compare;
mod dedup;
mod draw;
mod export;
mod generate;
mod grid_arguments;
mod job_array;
mod limits;
mod messages;
mod minimals;
mod outputs;
mod overlap;
mod plan;
mod plan_args;
mod progress;
#[cfg(test)]
mod python_options;
mod rate;
mod report;
mod scan;
mod show;
mod signals;
mod solve;
mod split;
mod style;
mod summary;
mod techniques;
mod terminal;
mod unavoidable;
mod wording;

use crate::{
    board::Shape,
    tables::{Error, storage},
};
use clap::{Args as _, CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind};
use std::{
    ffi::OsString,
    io::{self, Write, stdout},
    process::ExitCode,
};
use terminal::{say, stdout_error};

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 the run failed; 2 the command line cannot be met; 3 compare found a checker wrong, \
techniques --check a case, or overlap --fail-on an overlap; 130 interrupted.

Environment: GRIDMILL_ISA=portable|avx2|avx512 forces an instruction set of the solvers; NO_COLOR leaves colours out.";

/// Sudoku corpora by the million, the same puzzles from the same seed on any machine.
#[derive(Debug, Parser)]
#[command(name = "gridmill", version, after_help = EXIT_CODES, max_term_width = 100)]
#[command(arg_required_else_help = true)]
struct Cli {
    /// Print how to cite gridmill, as BibTeX
    #[arg(long, exclusive = true)]
    cite: bool,

    #[command(flatten)]
    common: args::CommonArgs,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a corpus of puzzles from one seed
    Generate(generate::Args),
    /// Make one puzzle of a corpus again and draw it
    Show(show::Args),
    /// Rate existing puzzles by the techniques that a person would need
    Rate(rate::Args),
    /// Find the canonical forms of existing puzzles: which are equal up to symmetry
    Canonical(canonical::Args),
    /// Solve puzzles, or print the steps that a person would take
    Solve(solve::Args),
    /// Find all minimal puzzles within puzzles: their number, or each of them
    Minimals(minimals::Args),
    /// Find the unavoidable sets of complete grids, or of the solutions of puzzles
    Unavoidable(unavoidable::Args),
    /// Find all minimal puzzles with few givens in complete grids
    Scan(scan::Args),
    /// List the techniques that ratings and steps know, or check them against a library of cases
    Techniques(techniques::Args),
    /// Compare uniqueness checkers: speed, nodes, agreement
    Compare(compare::Args),
    /// Summarise corpora or puzzle files as an HTML report or as data
    Report(report::Args),
    /// Remove duplicate puzzles, exact or up to symmetry
    Dedup(dedup::Args),
    /// Divide rows into training and test sets that share no puzzle, even up to symmetry
    Split(split::Args),
    /// Count the puzzles that corpora have in common, even up to symmetry
    Overlap(overlap::Args),
    /// Write puzzles in a layout that other programs read
    Export(export::Args),
    /// Write random images of puzzles: the same puzzles with digits relabelled, rows and columns permuted, transposed
    Augment(augment::Args),
    /// Make the frozen benchmark gridmill-bench-1, or score answers to its puzzles
    Benchmark(benchmark::Args),
    /// Join the parts of a corpus made with `generate --part`
    Merge(generate::MergeArgs),
    /// Estimate time, bytes and files of a large corpus from a few seconds of work
    Plan(plan::Args),
    /// Print version, processor, instruction sets and limits, and check the rows of a seed
    Doctor,
    /// Print completions for a shell
    Completions(about::CompletionsArgs),
    /// Print manual pages, or write them all into a folder
    Man(about::ManArgs),
}

/// Exit code of a command that is done.
const SUCCESS: u8 = 0;

/// Exit code of a run that failed.
const FAILURE: u8 = 1;

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os()))
}

/// Runs the program on these arguments, the first of which is its name, and returns its exit code. It takes the signals of the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    if let Some(problem) = limits::too_little_memory(0) {
        say(&format!("error: {problem}"));
        return FAILURE;
    }
    keep_freed_memory();
    #[cfg(feature = "cloud")]
    crate::cloud::install();
    signals::survive_file_size_limits();
    let cli = program().try_get_matches_from(arguments).and_then(|found| Cli::from_arg_matches(&found));
    let done = match cli {
        Ok(Cli { cite: true, command: None, .. }) => about::cite(),
        Ok(Cli { cite: false, command: Some(command), .. }) => {
            force_instruction_set().and_then(|()| command.run())
        }
        Ok(Cli { cite, .. }) => {
            let problem = if cite {
                "--cite takes no command"
            } else {
                "no command is given; gridmill --help lists them"
            };
            return usage(program().error(ErrorKind::MissingSubcommand, problem));
        }
        Err(error) => return usage(error),
    };
    match done {
        Ok(()) => SUCCESS,
        Err(error) => failed(&error),
    }
}

fn program() -> clap::Command {
    Cli::command()
        .mut_subcommand("show", |show| plan_args::hidden(show, &["seed", "columns"]))
        .mut_subcommand("plan", |plan| plan_args::hidden(plan, &["count"]))
        .mut_subcommands(with_short_help)
}

/// Leaves the options of every command out of the help of one, and says where they stand.
fn with_short_help(command: clap::Command) -> clap::Command {
    let after = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
    let after =
        format!("{after}`gridmill --help` lists the options of every command: threads (-j) and progress.");
    let of_every = args::CommonArgs::augment_args(clap::Command::new("every"));
    let hidden = |command: clap::Command, common: &clap::Arg| {
        let id = common.get_id();
        if command.get_arguments().any(|argument| argument.get_id() == id) {
            command.mut_arg(id, |argument| argument.hide(true))
        } else {
            // Otherwise clap adds it, and shows it.
            command.arg(common.clone().hide(true))
        }
    };
    of_every.get_arguments().fold(command.after_help(after), hidden)
}

/// The environment variable that names the instruction set to use.
const ISA: &str = "GRIDMILL_ISA";

/// Uses the instruction set that the environment names, if it names one.
fn force_instruction_set() -> anyhow::Result<()> {
    match std::env::var(ISA) {
        Ok(name) if !name.is_empty() => crate::solve::force_instruction_set(&name)
            .map_err(|problem| Error::option(format!("{ISA}: {problem}")).into()),
        _ => Ok(()),
    }
}

/// Lets the C library keep what is freed for what comes next. glibc gives memory back to the system above a bound that follows the
/// largest block freed so far; with that of the start, 128 KiB, each page of a Parquet file would be requested again.
fn keep_freed_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(16 << 20)));
}

impl Command {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Generate(args) => generate::run(args),
            Self::Show(args) => show::run(&args),
            Self::Rate(args) => rate::run(&args),
            Self::Canonical(args) => canonical::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Minimals(args) => minimals::run(&args),
            Self::Unavoidable(args) => unavoidable::run(&args),
            Self::Scan(args) => scan::run(&args),
            Self::Techniques(args) => techniques::run(&args),
            Self::Compare(args) => compare::run(&args),
            Self::Report(args) => report::run(&args),
            Self::Dedup(args) => dedup::run(&args),
            Self::Split(args) => split::run(&args),
            Self::Overlap(args) => overlap::run(&args),
            Self::Export(args) => export::run(&args),
            Self::Augment(args) => augment::run(&args),
            Self::Benchmark(args) => benchmark::run(&args),
            Self::Merge(args) => generate::merge(&args),
            Self::Plan(args) => plan::run(&args),
            Self::Doctor => about::doctor(),
            Self::Completions(args) => about::completions(&args),
            Self::Man(args) => about::man(&args),
        }
    }
}

/// Prints help and version unchanged, and a mistake in one line instead of clap's five.
fn usage(error: clap::Error) -> u8 {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let printed = error.print().and_then(|()| stdout().flush());
        return match printed {
            _ if error.use_stderr() => 2,
            Ok(()) => SUCCESS,
            Err(error) => failed(&stdout_error(error).into()),
        };
    }
    say(&messages::of_mistake(error));
    2
}

fn failed(error: &anyhow::Error) -> u8 {
    if matches!(error.downcast_ref(), Some(Error::OutputClosed)) {
        return SUCCESS;
    }
    let advice = match error.downcast_ref() {
        Some(Error::Splits { required: None, .. }) => {
            "; --split NAME takes one, --split all takes all of them"
        }
        Some(Error::Io { path, source, .. })
            if source.kind() == io::ErrorKind::NotFound && is_puzzle(&path.to_string_lossy()) =>
        {
            "; give a file of puzzles, or - for standard input"
        }
        _ => "",
    };
    say(&format!("error: {}{advice}", messages::of_error(error)));
    if let Some(contradicted) = error.downcast_ref::<compare::Contradicted>() {
        contradicted.questions.iter().for_each(|question| say(question));
    }
    exit_code(error)
}

/// Returns true for the text of a puzzle where the name of a file was expected.
fn is_puzzle(text: &str) -> bool {
    Shape::of_cells(text.len()).is_some() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn exit_code(error: &anyhow::Error) -> u8 {
    if matches!(error.downcast_ref(), Some(crate::generate::Error::Option(_))) {
        return 2;
    }
    match error.downcast_ref::<Error>() {
        Some(Error::Interrupted) => 130,
        Some(Error::Option(_) | Error::Splits { .. }) => 2,
        // A path that this build cannot use.
        Some(Error::Io { path, source, .. })
            if source.kind() == io::ErrorKind::Unsupported && storage::is_remote(path) =>
        {
            2
        }
        None if error.is::<compare::Contradicted>()
            || error.is::<techniques::CasesFailed>()
            || error.is::<overlap::Overlaps>() =>
        {
            3
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        program().debug_assert();
    }

    #[test]
    fn every_command_takes_the_options_of_every_command() {
        let mut program = program();
        program.build();
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            for name in ["threads", "progress"] {
                assert!(
                    command.get_arguments().any(|argument| argument.get_long() == Some(name)),
                    "{}",
                    command.get_name()
                );
            }
        }
    }
}
