//! `gridmill compare`: uniqueness checkers on the same questions.

mod checkers;
mod forms;

use self::{
    checkers::{NamedCommand, checker_kinds, external_checkers, named_checkers},
    forms::{Drafts, Form},
};
use super::{
    args::{BudgetArg, ColumnArg, InvalidArg, PictureArgs, ProgressArg, SplitArg, by_name},
    signals::end_on_signals,
    terminal::{say, tell_standard_input},
};
use crate::{
    board::{Grid, Shape},
    corpus::RunHooks,
    generate::{Budget, MasterSeed},
    report::compare::{
        BLOCK, BLOCKS, Backend, CLOCK, Checker, CheckersReport, Comparison, Machine, Mismatch, Outcome,
        Question, SCHEMA, Sample, Sampler, Workload, block_size, timer_cost_ns,
    },
    solve::{Diagnosis, OutOfNodes, Remover, Solutions, SolverKind},
    tables::{
        Error, Result,
        escape::shell_word,
        numbers,
        numbers::thousands,
        read::{Invalid, Puzzles},
    },
};
use std::{path::PathBuf, sync::atomic::Ordering::Relaxed, time::Duration};

/// Puzzles made when no number is given: seconds of work.
const COUNT: u64 = 1000;

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 the run failed; 2 the command line cannot be met; 3 two checkers disagree, or one shows a \
solution that is none: the first ten such questions go to standard error, after the report.";

/// Options of `compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Args {
    /// Files of puzzles (text, drawn grids, CSV, JSON lines, Parquet, and others of docs/INPUTS.md), or corpus folders; -
    /// for standard input; without files, questions are made from a seed
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    column: ColumnArg,

    #[command(flatten)]
    split: SplitArg,

    /// Puzzles to make, or to read at most [default: 1000, or all of the files]
    #[arg(long, short = 'n', value_name = "N", value_parser = numbers::whole)]
    count: Option<u64>,

    /// Master seed of the questions made: a number, 64 hexadecimal digits, or any text [default: a random one, shown]
    #[arg(long, value_name = "SEED", conflicts_with = "files")]
    seed: Option<MasterSeed>,

    /// Checkers, the first of which the others are measured against: backtracking, bitboard, dancing-links, bit-parallel, technique
    /// [default: all but technique that know the shape]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    checkers: Vec<String>,

    /// Add a checker measured with the others; repeatable. COMMAND is run by `sh -c`. It reads puzzles on
    /// standard input, one a line (`.` for an empty cell), and prints the number of solutions of each on a line, in the
    /// same order: 0, 1, or 2 and more for several. Its start-up is subtracted from its times
    #[arg(long, value_name = "NAME=COMMAND")]
    external: Vec<NamedCommand>,

    /// Seconds after which one run of an external checker is killed, and compare fails
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    external_timeout: u32,

    /// Kinds of questions made [default: all]
    #[arg(long, value_parser = by_name(&Workload::MADE, Workload::name), value_name = "A,B", value_delimiter = ',', conflicts_with = "files")]
    workload: Vec<Workload>,

    /// Box rows x box columns: 2x2, 2x3, 2x4, 3x3, 3x4, 4x4, 5x5 (each side 2 to 5)
    #[arg(long = "box", value_name = "RxC", default_value_t = Shape::STANDARD)]
    shape: Shape,

    /// Solutions at which a count stops
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = numbers::whole)]
    limit: u64,

    #[command(flatten)]
    invalid: InvalidArg,

    #[command(flatten)]
    budget: BudgetArg,

    /// Print nodes, verdicts and the agreement of each pair of checkers too, as all other forms of the report have them
    #[arg(long)]
    full: bool,

    /// File of the report, - for standard output; several for several forms [default: -]
    #[arg(long, short, value_name = "FILE")]
    out: Vec<PathBuf>,

    /// Form: tables for a terminal, a page with charts, Markdown, JSON, or the figures as CSV [default: by the ending of each --out; text
    /// for standard output]
    #[arg(long, value_parser = by_name(&Form::ALL, Form::name), ignore_case = true)]
    format: Option<Form>,

    #[command(flatten)]
    pictures: PictureArgs,

    #[command(flatten)]
    progress: ProgressArg,
}

/// Checkers that cannot all be right.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub(super) struct Contradicted {
    problem: String,
    /// The first such questions and their answers, a line each.
    pub(super) questions: Vec<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let events = RunHooks::default();
    let mut run = CompareRun::new(args, &events)?;
    end_on_signals(&events)?;
    let drafts = Drafts::open(args)?;
    let total = if args.files.is_empty() { run.count } else { 0 };
    args.progress.watch(total, &events.counters, || run.run(args, &events))?;
    let report = run.report(args)?;
    drafts.write(args, &report)?;
    if args.seed.is_none() && args.files.is_empty() && !args.progress.is_quiet() {
        say(&format!("the same questions again: {}", report.command));
    }
    contradiction(&report.outcomes).map_or(Ok(()), |contradicted| Err(contradicted.into()))
}

/// The checkers and their measurements so far.
struct CompareRun {
    checkers: Vec<Checker>,
    comparisons: Vec<(Workload, Comparison)>,
    seed: MasterSeed,
    count: u64,
    puzzles: u64,
    skipped: u64,
    /// Counts of the puzzles of files by their solutions.
    validity: Validity,
}

impl CompareRun {
    fn new(args: &Args, events: &RunHooks) -> Result<Self> {
        args.validate()?;
        let kinds = checker_kinds(&args.checkers, args.shape)?;
        let mut checkers = named_checkers(&kinds, args.shape, args.budget.budgets.nodes);
        let timeout = Duration::from_secs(args.external_timeout.into());
        checkers.extend(external_checkers(&args.external, &checkers, timeout, &events.stop)?);
        let comparison = |workload| (workload, Comparison::new(workload, &checkers, args.limit));
        Ok(Self {
            comparisons: args.workloads().into_iter().map(comparison).collect(),
            checkers,
            seed: args.seed.clone().unwrap_or_else(MasterSeed::random),
            count: args.count.unwrap_or(if args.files.is_empty() { COUNT } else { u64::MAX }),
            puzzles: 0,
            skipped: 0,
            validity: Validity::new(args.shape, args.budget.budgets.nodes),
        })
    }

    fn run(&mut self, args: &Args, events: &RunHooks) -> Result<()> {
        if args.files.is_empty() { self.run_made(args, events) } else { self.run_files(args, events) }
    }

    fn run_made(&mut self, args: &Args, events: &RunHooks) -> Result<()> {
        let mut sampler = Sampler::new(args.shape, self.seed.clone(), args.budget.budgets.nodes);
        let size = block_size(usize::try_from(self.count).unwrap_or(usize::MAX)) as u64;
        while self.puzzles < self.count {
            let indices = self.puzzles..(self.puzzles + size).min(self.count);
            let samples: Vec<Sample> =
                indices.clone().map(|index| sampler.sample(index)).collect::<Result<_>>()?;
            for (workload, comparison) in &mut self.comparisons {
                let questions: Vec<Question> =
                    samples.iter().flat_map(|sample| sample.questions(*workload)).collect();
                go_on(events)?;
                comparison.block(&mut self.checkers, &questions)?;
            }
            self.puzzles = indices.end;
            events.counters.rows.store(self.puzzles, Relaxed);
        }
        Ok(())
    }

    fn run_files(&mut self, args: &Args, events: &RunHooks) -> Result<()> {
        let columns = args.column.named();
        tell_standard_input(args.files.iter().map(PathBuf::as_path));
        let rows = Puzzles::new(&args.split.sources(&args.files), args.shape)?.columns(&columns);
        let mut rows = rows.invalid(args.invalid.invalid);
        let mut first = self.read(&mut rows, BLOCK * BLOCKS)?;
        if first.is_empty() {
            let path = args.files[0].clone();
            let looks = rows.likely_form().map(|form| format!("; it looks like {form}")).unwrap_or_default();
            let problem = format!("there is no puzzle here; lines that are none: {}{looks}", rows.skipped);
            return Err(Error::corpus(path, problem));
        }
        let size = block_size(first.len());
        while !first.is_empty() {
            for block in first.chunks(size) {
                go_on(events)?;
                for (_, comparison) in &mut self.comparisons {
                    comparison.block(&mut self.checkers, block)?;
                }
            }
            first = self.read(&mut rows, BLOCK)?;
        }
        self.skipped = rows.skipped;
        if !args.progress.is_quiet() {
            self.validity.lines().iter().for_each(|line| say(line));
        }
        Ok(())
    }

    /// Reads the next questions of the files: `most`, or fewer at their end or at the count asked for.
    fn read(&mut self, rows: &mut Puzzles, most: usize) -> Result<Vec<Question>> {
        let left = usize::try_from(self.count - self.puzzles).unwrap_or(usize::MAX);
        let mut questions = Vec::new();
        while questions.len() < most.min(left)
            && let Some(row) = rows.next()
        {
            let (line, grid) = row?;
            self.validity.count(&grid, |problem| rows.problem_at(line, problem));
            questions.push(Question::count(grid));
        }
        self.puzzles += questions.len() as u64;
        Ok(questions)
    }

    fn report(self, args: &Args) -> Result<CheckersReport> {
        let outcomes: Vec<Outcome> =
            self.comparisons.into_iter().filter_map(|(_, comparison)| comparison.finish()).collect();
        if outcomes.is_empty() {
            let problem =
                "no such question could be made: every change of a given leaves a solution; raise --count";
            return Err(Error::option(problem));
        }
        Ok(CheckersReport {
            schema: SCHEMA,
            program: crate::tables::PROGRAM,
            command: args.command(&self.checkers, &self.seed),
            machine: Machine::here(),
            shape: args.shape,
            limit: args.limit,
            node_budget: args.budget.budgets.nodes,
            puzzles: self.puzzles,
            skipped: self.skipped,
            timer_ns: timer_cost_ns(),
            clock: CLOCK,
            outcomes,
        })
    }
}

impl Args {
    fn validate(&self) -> Result<()> {
        let problem = match self {
            Self { count: Some(0), .. } => "count 0 compares nothing; give 1 or more".to_owned(),
            Self { limit: 0 | 1, .. } => {
                format!("limit {} does not tell one solution from several; give 2 or more", self.limit)
            }
            Self { limit: 3.., external, .. } if !external.is_empty() => format!(
                "limit {} goes beyond external checkers, which tell none, one and several solutions apart; leave --limit out",
                self.limit
            ),
            _ => return Ok(()),
        };
        Err(Error::option(problem))
    }

    fn workloads(&self) -> Vec<Workload> {
        match (self.files.is_empty(), self.workload.is_empty()) {
            (false, _) => vec![Workload::Files],
            (true, true) => Workload::MADE.into(),
            (true, false) => Workload::MADE.into_iter().filter(|kind| self.workload.contains(kind)).collect(),
        }
    }

    /// Returns the command that makes the report again, with every option that affects it.
    fn command(&self, checkers: &[Checker], seed: &MasterSeed) -> String {
        let mut words = vec!["gridmill compare".to_owned()];
        let mut option = |name: &str, value: String| words.push(format!("--{name} {}", shell_word(&value)));
        if self.files.is_empty() {
            option("count", self.count.unwrap_or(COUNT).to_string());
            option("seed", seed.to_string());
            option("workload", join(self.workloads().into_iter().map(Workload::name)));
        } else if let Some(count) = self.count {
            option("count", count.to_string());
        }
        option("checkers", self.checkers_named(checkers));
        for NamedCommand { name, command } in &self.external {
            option("external", format!("{name}={command}"));
        }
        if !self.external.is_empty() {
            option("external-timeout", self.external_timeout.to_string());
        }
        option("box", self.shape.to_string());
        option("limit", self.limit.to_string());
        option("budget", self.budget.budgets.text(|budget| budget == Budget::Nodes));
        if let Some(column) = &self.column.column {
            option("column", column.clone());
        }
        for path in &self.out {
            option("out", path.display().to_string());
        }
        if let Some(form) = self.format {
            option("format", form.name().to_owned());
        }
        if let Some(path) = &self.pictures.svg {
            option("svg", path.display().to_string());
        }
        if self.invalid.invalid == Invalid::Skip {
            option("invalid", self.invalid.invalid.name().to_owned());
        }
        words.extend(self.full.then(|| "--full".to_owned()));
        words.extend(self.files.iter().map(|file| shell_word(&file.display().to_string())));
        words.join(" ")
    }

    fn checkers_named(&self, checkers: &[Checker]) -> String {
        if self.checkers.is_empty() {
            let built_in = checkers.iter().filter(|checker| is_built_in(checker));
            join(built_in.map(|checker| checker.name.as_str()))
        } else {
            self.checkers.join(",")
        }
    }
}

/// Returns an error once the run must stop.
fn go_on(events: &RunHooks) -> Result<()> {
    if events.stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
}

const fn is_built_in(checker: &Checker) -> bool {
    matches!(checker.backend, Backend::BuiltIn(_))
}

fn join<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(",")
}

/// Returns the first offences as an error, if there are any.
fn contradiction(outcomes: &[Outcome]) -> Option<Contradicted> {
    let total: u64 = outcomes.iter().map(|outcome| outcome.offences).sum();
    let first = outcomes.iter().flat_map(|outcome| &outcome.first_offences).take(10);
    let verb = if total == 1 { "question shows" } else { "questions show" };
    (total > 0).then(|| Contradicted {
        problem: format!("{total} {verb} that a checker is wrong; the first:"),
        questions: first.map(offence).collect(),
    })
}

fn offence(offence: &Mismatch) -> String {
    let said = offence.said.iter().map(|(name, said)| format!("{name}: {said}"));
    let said = said.collect::<Vec<_>>().join("; ");
    format!("{} {}: {} -- {said}", offence.workload, offence.number, offence.question)
}

/// Counts of puzzles by the number of their solutions, found by a solver of its own that is not timed.
struct Validity {
    solver: Box<dyn Remover>,
    one: u64,
    several: u64,
    none: u64,
    unknown: u64,
    /// The first grid that is no puzzle, and why.
    first: Option<Error>,
}

impl Validity {
    fn new(shape: Shape, nodes: u64) -> Self {
        let solver = SolverKind::default_for(shape).solver(shape, nodes);
        Self { solver, one: 0, several: 0, none: 0, unknown: 0, first: None }
    }

    /// Counts a grid; `problem_at` says where it is.
    fn count(&mut self, grid: &Grid, problem_at: impl FnOnce(String) -> Error) {
        let found = self.solver.solutions(grid);
        let count = match &found {
            Ok(Solutions::Unique(_)) => &mut self.one,
            Ok(Solutions::Multiple) => &mut self.several,
            Ok(Solutions::None) => &mut self.none,
            Err(OutOfNodes { .. }) => &mut self.unknown,
        };
        *count += 1;
        if matches!(found, Ok(Solutions::Multiple | Solutions::None)) && self.first.is_none() {
            let diagnosis = Diagnosis::new(grid, &mut *self.solver);
            self.first = diagnosis.ok().map(|diagnosis| problem_at(diagnosis.to_string()));
        }
    }

    /// Returns the counts, and the first grid that is no puzzle, a line each.
    fn lines(&self) -> Vec<String> {
        let all = self.one + self.several + self.none + self.unknown;
        let counts = [
            (self.one, "with one solution"),
            (self.several, "with several"),
            (self.none, "without a solution"),
            (self.unknown, "not decided within --budget"),
        ];
        let counts = counts.into_iter().filter(|&(count, _)| count > 0);
        let counts: Vec<String> =
            counts.map(|(count, which)| format!("{} {which}", thousands(count))).collect();
        let puzzles = if all == 1 { "grid" } else { "grids" };
        let line = format!("{} {puzzles}: {}", thousands(all), counts.join(", "));
        std::iter::once(line).chain(self.first.iter().map(ToString::to_string)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_shown_and_end_with_code_3() {
        let offence = |number| Mismatch {
            workload: Workload::Dig,
            number,
            question: "1... r1c2<>3".to_owned(),
            said: vec![
                ("one".to_owned(), "no other solution".to_owned()),
                ("two".to_owned(), "another solution".to_owned()),
            ],
        };
        let outcome = |offences, first: Vec<Mismatch>| Outcome {
            workload: Workload::Dig,
            checks: 100,
            blocks: 1,
            checkers: Vec::new(),
            agreed: Vec::new(),
            answered: Vec::new(),
            offences,
            first_offences: first,
        };
        assert!(contradiction(&[outcome(0, Vec::new())]).is_none());
        let two = contradiction(&[outcome(1, vec![offence(5)]), outcome(1, vec![offence(7)])]).unwrap();
        insta::assert_snapshot!(format!("{two}\n{}", two.questions.join("\n")));
        let many = contradiction(&[
            outcome(8, (1..9).map(offence).collect()),
            outcome(9, (1..10).map(offence).collect()),
        ]);
        assert_eq!(many.unwrap().questions.len(), 10);
        assert_eq!(super::super::exit_code(&two.into()), 3);
    }
}
