//! Options of making puzzles as people give them, and the plan and job that they mean.
//!
//! The command line and packages for other languages fill in [`JobOptions`]; what is left out follows from the rest. The plan is the
//! same, whoever asks: [`JobOptions::plan`] is the one place where options imply each other.

use super::{
    excluded::read_excluded, grids::read_grids, job::Job, patterns::read_patterns,
    rating_options::RatingOptions,
};
use crate::read::sources::Sources;
use gridmill_board::{Shape, Symmetry};
use gridmill_generate::{
    BoardOptions, BoardPlan, DigMode, DigOptions, Fill, FillOrder, Givens, MasterSeed, Message, Minimality,
    MixLayout, MixOrder, NamedMix, Objective, Plan, Setting, Target, TargetMeasure,
};
use gridmill_rate::Rulebook;
use gridmill_solve::SolverKind;
use gridmill_tables::{Error, Result, numbers, read::GridColumns, schema::ColumnNames, write::Format};
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

/// Options of making puzzles. The default is what the command makes without options.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct JobOptions {
    /// Puzzles to make.
    pub count: Option<u64>,
    /// Index of the first.
    pub start: Option<u64>,
    /// Puzzles in the whole corpus, if it has others.
    pub of: Option<u64>,
    /// Master seed; a random one if it is not given.
    pub seed: Option<MasterSeed>,
    /// Shape of the puzzles.
    pub shape: Option<Shape>,
    /// Method that makes complete grids.
    pub fill: Option<Fill>,
    /// File of grids to dig from.
    pub from: Option<PathBuf>,
    /// Columns of that file, and of excluded ones.
    pub columns: GridColumns,
    /// The dig.
    pub dig: Option<DigMode>,
    /// Measure that a climb raises. If it is not given, the measure of the range, if only one measure has a range.
    pub objective: Option<Objective>,
    /// Neighbours of a climb without a wanted range.
    pub climb_steps: Option<u64>,
    /// Givens to leave.
    pub givens: Option<Givens>,
    /// Symmetry of the cells of the givens.
    pub symmetry: Symmetry,
    /// Targets and their shares, each kind once.
    pub mix: Vec<NamedMix>,
    /// Rows over which mixes have exact quotas; the whole corpus if it is not given.
    pub mix_block: Option<u64>,
    /// Order of the targets of mixes.
    pub mix_order: MixOrder,
    /// File of patterns for the givens.
    pub pattern: Option<PathBuf>,
    /// Condition on the minimality.
    pub minimal: Minimality,
    /// Puzzles in a row that may be dug from one grid.
    pub max_puzzles_per_grid: Option<u64>,
    /// Digs that one puzzle may take.
    pub attempts: Option<u64>,
    /// Nodes that one search may take.
    pub node_budget: Option<u64>,
    /// True for the columns of canonical forms.
    pub canonical: bool,
    /// True to measure the search difficulty.
    pub search_difficulty: bool,
    /// True for the column with the trace of a search.
    pub search_trace: bool,
    /// True for the columns of unavoidable sets.
    pub unavoidable: bool,
    /// Boards that are derived from the puzzles.
    pub board: BoardOptions,
    /// Ratings.
    pub rating: RatingOptions,
    /// Solver that checks uniqueness.
    pub checker: Option<SolverKind>,
    /// File format.
    pub format: Option<Format>,
    /// Rows of each file.
    pub shard_rows: Option<u64>,
    /// True for rows without times.
    pub no_timings: bool,
    /// Files of puzzles that are not made, turned round or not.
    pub exclude: Vec<PathBuf>,
    /// Columns of the rows; all if none is named.
    pub output_columns: ColumnNames,
}

/// Value of an option that is given by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// True or false.
    Flag(bool),
    /// A text or number.
    Text(String),
    /// Several values.
    Several(Vec<String>),
}

/// Sets the option to a value. The error says what is allowed.
type Set = fn(&mut JobOptions, &OptionValue) -> Result<(), String>;

/// Every option by its name, in the order in which they are listed.
const OPTIONS: [(&str, Set); 58] = [
    ("count", |all, value| set(&mut all.count, value, numbers::whole)),
    ("start", |all, value| set(&mut all.start, value, numbers::whole)),
    ("of", |all, value| set(&mut all.of, value, numbers::whole)),
    ("seed", |all, value| set(&mut all.seed, value, parsed)),
    ("box", |all, value| set(&mut all.shape, value, parsed)),
    ("fill", |all, value| set(&mut all.fill, value, |text| named(text, &Fill::ALL, Fill::name))),
    ("from", |all, value| set(&mut all.from, value, path)),
    ("column", |all, value| set(&mut all.columns.puzzle, value, parsed)),
    ("solution_column", |all, value| set(&mut all.columns.solution, value, parsed)),
    ("dig", |all, value| set(&mut all.dig, value, |text| named(text, &DigMode::ALL, DigMode::name))),
    ("objective", |all, value| {
        set(&mut all.objective, value, |text| named(text, &Objective::ALL, Objective::name))
    }),
    ("climb_steps", |all, value| set(&mut all.climb_steps, value, numbers::positive)),
    ("givens", |all, value| set(&mut all.givens, value, parsed)),
    ("symmetry", |all, value| replace(&mut all.symmetry, value, symmetry)),
    ("mix", |all, value| several(&mut all.mix, value, false, parsed)),
    ("mix_block", |all, value| set(&mut all.mix_block, value, numbers::positive)),
    ("mix_order", |all, value| {
        replace(&mut all.mix_order, value, |text| named(text, &MixOrder::ALL, MixOrder::name))
    }),
    ("pattern", |all, value| set(&mut all.pattern, value, path)),
    ("minimal", |all, value| replace(&mut all.minimal, value, minimality)),
    ("max_puzzles_per_grid", |all, value| set(&mut all.max_puzzles_per_grid, value, numbers::whole)),
    ("attempts", |all, value| set(&mut all.attempts, value, numbers::whole)),
    ("node_budget", |all, value| set(&mut all.node_budget, value, numbers::positive)),
    ("canonical", |all, value| switch(&mut all.canonical, value)),
    ("rulebook", |all, value| several(&mut all.rating.rulebook, value, false, parsed)),
    ("trace", |all, value| switch(&mut all.rating.trace, value)),
    ("compact_path", |all, value| switch(&mut all.rating.compact_path, value)),
    ("search_difficulty", |all, value| switch(&mut all.search_difficulty, value)),
    ("search_trace", |all, value| switch(&mut all.search_trace, value)),
    ("unavoidable", |all, value| switch(&mut all.unavoidable, value)),
    ("rate_budget", |all, value| set(&mut all.rating.rate_budget, value, numbers::positive)),
    ("max_technique", |all, value| set(&mut all.rating.max_technique, value, parsed)),
    ("max_er", |all, value| set(&mut all.rating.max_er, value, parsed)),
    ("min_technique", |all, value| set(&mut all.rating.min_technique, value, parsed)),
    ("require", |all, value| several(&mut all.rating.require, value, true, parsed)),
    ("er", |all, value| range(all, TargetMeasure::Er, value)),
    ("ep", |all, value| range(all, TargetMeasure::Ep, value)),
    ("ed", |all, value| range(all, TargetMeasure::Ed, value)),
    ("level", |all, value| set(&mut all.rating.level, value, parsed)),
    ("level_cycle", |all, value| set(&mut all.rating.level_cycle, &joined(value), parsed)),
    ("aim", |all, value| switch(&mut all.rating.aim, value)),
    ("guesses", |all, value| range(all, TargetMeasure::Guesses, value)),
    ("score", |all, value| range(all, TargetMeasure::Score, value)),
    ("trial", |all, value| switch(&mut all.rating.trial.trial, value)),
    ("backdoors", |all, value| switch(&mut all.rating.trial.backdoors, value)),
    ("trial_budget", |all, value| set(&mut all.rating.trial.budget, value, numbers::positive)),
    ("trial_depth", |all, value| range(all, TargetMeasure::TrialDepth, value)),
    ("b", |all, value| range(all, TargetMeasure::B, value)),
    ("backdoor", |all, value| range(all, TargetMeasure::Backdoor, value)),
    ("solutions", |all, value| set(&mut all.board.solutions, value, parsed)),
    ("broken", |all, value| switch(&mut all.board.broken, value)),
    ("fill_to", |all, value| set(&mut all.board.fill_to, value, parsed)),
    ("fill_order", |all, value| {
        set(&mut all.board.fill_order, value, |text| named(text, &FillOrder::ALL, FillOrder::name))
    }),
    ("checker", |all, value| {
        set(&mut all.checker, value, |text| named(text, &SolverKind::ALL, SolverKind::name))
    }),
    ("format", |all, value| set(&mut all.format, value, |text| named(text, &Format::ALL, Format::name))),
    ("shard_rows", |all, value| set(&mut all.shard_rows, value, numbers::positive)),
    ("no_timings", |all, value| switch(&mut all.no_timings, value)),
    ("exclude", |all, value| several(&mut all.exclude, value, false, path)),
    ("columns", |all, value| {
        let mut names: Vec<String> = Vec::new();
        several(&mut names, value, true, parsed)?;
        replace(&mut all.output_columns, &OptionValue::Text(names.join(",")), parsed)
    }),
];

/// Returns the error of two options that exclude each other.
pub(super) fn exclude(one: Setting, other: Setting) -> Error {
    Error::Option(Message::default().set(one).and(" and ").set(other).and(" exclude each other; give one"))
}

fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

#[expect(clippy::unnecessary_wraps, reason = "as other parsers")]
fn path(text: &str) -> Result<PathBuf, String> {
    Ok(PathBuf::from(text))
}

fn minimality(text: &str) -> Result<Minimality, String> {
    named(text, &Minimality::ALL, Minimality::name)
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    Symmetry::from_name(text).map_or_else(|| named(text, &Symmetry::ALL, Symmetry::name), Ok)
}

/// Returns the value of this name, in any case.
fn named<T: Copy>(text: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    let found = all.iter().copied().find(|&value| name(value).eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&value| name(value)).collect();
        format!("give one of {}", names.join(", "))
    })
}

fn single_text(value: &OptionValue) -> Result<String, String> {
    match value {
        OptionValue::Flag(flag) => Ok(flag.to_string()),
        OptionValue::Text(text) => Ok(text.clone()),
        OptionValue::Several(_) => Err("give one value".to_owned()),
    }
}

/// Returns several values as one text, between commas.
fn joined(value: &OptionValue) -> OptionValue {
    match value {
        OptionValue::Several(texts) => OptionValue::Text(texts.join(",")),
        value => value.clone(),
    }
}

fn set<T>(
    option: &mut Option<T>,
    value: &OptionValue,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    *option = Some(parse(&single_text(value)?)?);
    Ok(())
}

fn replace<T>(
    option: &mut T,
    value: &OptionValue,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    *option = parse(&single_text(value)?)?;
    Ok(())
}

fn switch(option: &mut bool, value: &OptionValue) -> Result<(), String> {
    match value {
        OptionValue::Flag(flag) => *option = *flag,
        OptionValue::Text(_) | OptionValue::Several(_) => return Err("it is true or false".to_owned()),
    }
    Ok(())
}

fn several<T>(
    option: &mut Vec<T>,
    value: &OptionValue,
    divides: bool,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    let texts = match value {
        OptionValue::Several(texts) => texts.clone(),
        value => {
            let text = single_text(value)?;
            if divides { text.split(',').map(str::to_owned).collect() } else { vec![text] }
        }
    };
    *option = texts.iter().map(|text| parse(text)).collect::<Result<_, _>>()?;
    Ok(())
}

/// Sets the range of a measure.
fn range(all: &mut JobOptions, measure: TargetMeasure, value: &OptionValue) -> Result<(), String> {
    let target = Target::range_of(measure, &single_text(value)?).map_err(|error| error.to_string())?;
    all.rating.targets.retain(|known| known.measure() != measure);
    all.rating.targets.push(target);
    Ok(())
}

impl JobOptions {
    /// Goes through the names of all options.
    pub fn names() -> impl Iterator<Item = &'static str> {
        OPTIONS.iter().map(|(name, _)| *name)
    }

    /// Returns the way to write an option of an earlier version, such as `er_mix`; `None` for other names.
    pub fn renamed(name: &str) -> Option<String> {
        let kind = name.strip_suffix("_mix").filter(|kind| NamedMix::names().any(|name| name == *kind))?;
        Some(format!("mix {kind}=..."))
    }

    /// Sets the option of this name.
    ///
    /// # Errors
    /// The rest of a line that begins with name and value, such as "give one value": each language writes these in its own way.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), String> {
        let Some((_, set)) = OPTIONS.iter().find(|(known, _)| *known == name) else {
            if let Some(new) = Self::renamed(name) {
                return Err(format!("there is no such option any more; give {new}"));
            }
            let all: Vec<&str> = Self::names().collect();
            return Err(format!("there is no such option; there are: {}", all.join(", ")));
        };
        set(self, value)
    }

    /// Goes through the files that the options name, or may name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = [self.from.as_deref(), self.pattern.as_deref()];
        let excluded = self.exclude.iter().map(PathBuf::as_path);
        files.into_iter().flatten().chain(self.rating.files()).chain(excluded)
    }

    /// Returns the columns of excluded files: no more than that of the puzzles.
    pub fn excluded_columns(&self) -> GridColumns {
        GridColumns { puzzle: self.columns.puzzle.clone(), solution: None }
    }

    /// Returns the shape of the puzzles.
    pub fn shape(&self) -> Shape {
        self.shape.unwrap_or(Shape::STANDARD)
    }

    /// Builds the plan of these options; reads the files that they name.
    ///
    /// # Errors
    /// [`Error::Option`] for options that do not go together, and those of the files.
    pub fn plan(&self) -> Result<Plan> {
        let named =
            [(Setting::Column, &self.columns.puzzle), (Setting::SolutionColumn, &self.columns.solution)];
        let reads = |setting| self.from.is_some() || setting == Setting::Column && !self.exclude.is_empty();
        if let Some((setting, _)) =
            named.into_iter().find(|(setting, name)| name.is_some() && !reads(*setting))
        {
            let problem = Message::default().set(setting).and(" names a column of a file: give ");
            return Err(Error::Option(problem.set_to(Setting::From, "FILE")));
        }
        self.check_mixes()?;
        if self.from.is_some() && self.fill.is_some() {
            return Err(exclude(Setting::From, Setting::Fill));
        }
        let shape = self.shape();
        Sources::from(self.from.iter().chain(&self.exclude).cloned().collect::<Vec<_>>())
            .check_standard_input()?;
        let implied = if self.pattern.is_some() { DigMode::Pattern } else { DigMode::default() };
        let mode = self.dig.unwrap_or(implied);
        let node_budget = self.node_budget.unwrap_or(Plan::NODE_BUDGET);
        // A climb starts from puzzles.
        let reads_puzzles = mode == DigMode::Climb;
        let read = |path: &PathBuf| read_grids(path, shape, node_budget, &self.columns, reads_puzzles);
        let from = self.from.as_ref().map(read).transpose().map_err(|error| match error {
            // A split divides what is made.
            Error::Splits { .. } => {
                let problem = Message::default().set(Setting::From);
                Error::Option(problem.and(format!(": {error}; give the files of one")))
            }
            error => error,
        })?;
        let implied_fill = if from.is_some() { Fill::Given } else { Fill::default_for(shape) };
        let mut dig = DigOptions::new(mode);
        let objective = self.objective(mode);
        (dig.objective, dig.climb_steps) = (objective, self.climb_steps);
        dig.givens = self.givens.unwrap_or_default();
        dig.symmetry = self.symmetry;
        for mix in &self.mix {
            match mix {
                NamedMix::Givens(mix) => dig.givens_mix = Some(mix.clone()),
                NamedMix::Symmetry(mix) => dig.symmetry_mix = Some(mix.clone()),
                NamedMix::Level(_) | NamedMix::Measure(_) => {}
            }
        }
        dig.patterns = self.pattern.as_deref().map(read_patterns).transpose()?.unwrap_or_default();
        let board = self.board.plan()?;
        let mut plan = Plan::for_shape(shape)
            .with_dig(dig.try_into()?)
            .with_minimal(self.minimal)
            .with_fill(self.fill.unwrap_or(implied_fill))
            .with_max_puzzles_per_grid(self.max_puzzles_per_grid.unwrap_or(1))
            .with_node_budget(node_budget)
            .with_mix_layout(MixLayout { block: self.mix_block, order: self.mix_order })
            .with_rating(self.rating_options(objective, board).plan(shape)?);
        plan.rating.trial.measures |= objective.is_some_and(Objective::is_by_trial);
        plan.from = from;
        plan.attempts = self.attempts.unwrap_or(plan.attempts);
        plan.checker = self.checker.unwrap_or(plan.checker);
        let climbs_by_guesses = objective == Some(Objective::Guesses);
        plan.search_difficulty =
            self.search_difficulty || plan.rating.selects_by_guesses() || climbs_by_guesses;
        plan.search_trace = self.search_trace;
        plan.unavoidable = self.unavoidable;
        plan.canonical = self.canonical;
        plan.board = board;
        if !self.exclude.is_empty() {
            plan.exclude = Some(read_excluded(&self.exclude, shape, &self.excluded_columns())?);
        }
        plan.validate()?;
        Ok(plan)
    }

    /// Checks that each kind of target has one mix, and no single target next to it.
    fn check_mixes(&self) -> Result<()> {
        for (place, mix) in self.mix.iter().enumerate() {
            let shown = Message::default().set_to(Setting::Mix, format!("{}=...", mix.name()));
            if self.mix[..place].iter().any(|other| other.name() == mix.name()) {
                return Err(Error::Option(shown.and(" is given twice; give one")));
            }
            let is_single = match mix {
                NamedMix::Givens(_) => self.givens.is_some(),
                NamedMix::Symmetry(_) => self.symmetry != Symmetry::None,
                NamedMix::Level(_) => self.rating.level.is_some() || self.rating.level_cycle.is_some(),
                NamedMix::Measure(target) => {
                    self.rating.targets.iter().any(|range| range.measure() == target.measure())
                }
            };
            if is_single {
                let cycle = matches!(mix, NamedMix::Level(_)) && self.rating.level.is_none();
                let single = if cycle { Setting::LevelCycle } else { mix.setting() };
                return Err(Error::Option(
                    shown.and(" and ").set(single).and(" exclude each other; give one"),
                ));
            }
        }
        Ok(())
    }

    /// Returns the measure that a climb raises: the one that is given, or else the only one that has required values.
    fn objective(&self, mode: DigMode) -> Option<Objective> {
        let of_measure = |measure: TargetMeasure| match measure {
            TargetMeasure::Er => Some(Objective::Er),
            TargetMeasure::Guesses => Some(Objective::Guesses),
            TargetMeasure::TrialDepth => Some(Objective::Depth),
            TargetMeasure::B => Some(Objective::B),
            TargetMeasure::Ep | TargetMeasure::Ed | TargetMeasure::Score | TargetMeasure::Backdoor => None,
        };
        let mixed = self.mix.iter().filter_map(|mix| match mix {
            NamedMix::Measure(target) => Some(target),
            NamedMix::Givens(_) | NamedMix::Symmetry(_) | NamedMix::Level(_) => None,
        });
        let mut implied =
            self.rating.targets.iter().chain(mixed).filter_map(|target| of_measure(target.measure()));
        let only = implied.next().filter(|_| mode == DigMode::Climb && implied.next().is_none());
        self.objective.or(only)
    }

    /// Returns the options of ratings, with their mixes. Where no rulebook is named, a climb by ER has `se`, and a board that follows a path the
    /// default one.
    fn rating_options(&self, objective: Option<Objective>, board: Option<BoardPlan>) -> RatingOptions {
        let mut rating = self.rating.clone();
        for mix in &self.mix {
            match mix {
                NamedMix::Level(mix) => rating.level_mix = Some(mix.clone()),
                NamedMix::Measure(target) => rating.targets.push(target.clone()),
                NamedMix::Givens(_) | NamedMix::Symmetry(_) => {}
            }
        }
        if rating.rulebook.is_empty() {
            let implied = rating.implied(self.shape());
            if objective == Some(Objective::Er) {
                let books = implied.filter(|books| books.contains("se"));
                rating.rulebook = vec![books.unwrap_or("se").to_owned()];
            } else if board.is_some_and(|board| board.follows_path()) {
                let books = implied.unwrap_or_else(|| Rulebook::default_for(self.shape()).name());
                rating.rulebook = vec![books.to_owned()];
            }
        }
        rating
    }

    /// Builds the job of these options; the seed is random if there is none.
    ///
    /// # Errors
    /// As [`plan`](Self::plan), and [`Error::Option`] without a count.
    pub fn job(&self) -> Result<Job> {
        let count = self.count.ok_or_else(|| {
            Error::Option(Message::from("the size of the corpus is missing: give ").set(Setting::Count))
        })?;
        let seed = self.seed.clone().unwrap_or_else(MasterSeed::random);
        let mut job = Job::new(self.plan()?, seed, count);
        (job.start, job.of) = (self.start.unwrap_or(0), self.of);
        job.format = self.format.unwrap_or_default();
        job.shard_rows = self.shard_rows.unwrap_or(Job::SHARD_ROWS);
        job.timings = !self.no_timings;
        job.columns.clone_from(&self.output_columns);
        job.validate()?;
        Ok(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> OptionValue {
        OptionValue::Text(value.into())
    }

    fn job(options: &[(&str, OptionValue)]) -> Result<Job, String> {
        let mut all = JobOptions::default();
        options.iter().try_for_each(|(name, value)| {
            all.set(name, value).map_err(|problem| format!("{name} is {value:?}: {problem}"))
        })?;
        all.job().map_err(|error| error.to_string())
    }

    #[test]
    fn options_by_name_are_those_of_the_plan() {
        let all = [
            ("count", text("1k")),
            ("seed", text("-7")),
            ("givens", text("30..32")),
            ("minimal", OptionValue::Flag(false)),
            ("canonical", OptionValue::Flag(true)),
            ("no_timings", OptionValue::Flag(false)),
            ("symmetry", text("half-turn")),
            ("require", OptionValue::Several(vec!["x_wing".into(), "xy_wing".into()])),
            ("level_cycle", OptionValue::Several(vec!["hard".into(), "unfair".into()])),
        ];
        let job = job(&all).unwrap();
        assert_eq!((job.count, job.seed.to_string().as_str()), (1000, "-7"));
        assert!(job.plan.canonical && job.timings && job.plan.rating.require.len() == 2);
        assert_eq!(
            job.plan.rating.level_cycle.map(|cycle| cycle.to_string()).as_deref(),
            Some("hard,unfair")
        );
        assert_eq!(*job.plan.dig.symmetry(), Symmetry::Rot180.into());
        assert_eq!(job.plan.minimal, Minimality::NotMinimal);
    }

    #[test]
    fn a_range_of_one_measure_is_the_objective_of_a_climb() {
        let job = |ranges: &[(&str, &str)]| {
            let climb = [("count", text("1")), ("dig", text("climb"))];
            let ranges = ranges.iter().map(|&(name, value)| (name, text(value)));
            job(&climb.into_iter().chain(ranges).collect::<Vec<_>>())
        };
        for (name, value, objective) in [
            ("er", "10.0..12.0", "er"),
            ("mix", "er=8.0..9.0:0.5,9.1..10.0:0.5", "er"),
            ("guesses", "10..90", "guesses"),
            ("trial_depth", "2", "depth"),
            ("b", "8..", "b"),
        ] {
            let implied = job(&[(name, value), ("givens", "22..25")]).unwrap();
            assert_eq!(
                implied.plan,
                job(&[(name, value), ("givens", "22..25"), ("objective", objective)]).unwrap().plan
            );
            assert_eq!(implied.plan.dig.objective().map(Objective::name), Some(objective));
        }
        let named = job(&[("er", "8.0..9.0"), ("objective", "few")]).unwrap();
        assert_eq!(named.plan.dig.objective(), Some(Objective::Few));
        for ranges in [&[("er", "8.0..9.0"), ("guesses", "10..90")][..], &[("givens", "20..22")], &[]] {
            insta::allow_duplicates! {
                insta::assert_snapshot!(job(ranges).unwrap_err(), @"dig climb needs a measure to raise, such as objective er");
            }
        }
    }

    #[test]
    fn mistakes_are_told_in_one_line() {
        let problem = |name, value| job(&[("count", text("10")), (name, value)]).unwrap_err();
        insta::assert_snapshot!(problem("givens", text("many")), @r#"givens is Text("many"): give minimal, easy, medium, hard, expert, a number such as 30, or a range such as 22..26 (both included)"#);
        insta::assert_snapshot!(problem("canonical", text("yes")), @r#"canonical is Text("yes"): it is true or false"#);
        insta::assert_snapshot!(problem("dig", text("deep")), @r#"dig is Text("deep"): give one of top-down, bottom-up, walk, pattern, controlled-bias, weighted, enumerated, climb"#);
        insta::assert_snapshot!(problem("count", OptionValue::Several(vec!["1".into(), "2".into()])), @r#"count is Several(["1", "2"]): give one value"#);
        insta::assert_snapshot!(problem("er", text("9..1")), @r#"er is Text("9..1"): 9.0..1.0 is empty; write the smaller number first"#);
        insta::assert_snapshot!(problem("column", text("puzzle")), @"column names a column of a file: give from FILE");
        let unknown = problem("colour", text("red"));
        assert!(
            unknown.ends_with("columns") && unknown.contains("there is no such option; there are: count, ")
        );
        insta::assert_snapshot!(job(&[]).unwrap_err(), @"the size of the corpus is missing: give count");
    }
}
