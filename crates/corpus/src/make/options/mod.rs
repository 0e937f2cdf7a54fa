//! Options of making puzzles as people give them, and the plan and job that they mean.
//!
//! The command line and packages for other languages fill in [`JobOptions`]; what is left out follows from the rest. The plan is the
//! same, whoever asks: [`JobOptions::plan`] is the one place where options imply each other. `table.rs` has each option in a row.

mod table;
mod value;

pub use table::{OptionKind, OptionRow, ValueName};
pub use value::OptionValue;

use super::{
    job::Job,
    option_files::{read_excluded, read_grids, read_patterns, read_rulebooks},
};
use crate::read::sources::Sources;
use gridmill_board::{Shape, Symmetry};
use gridmill_generate::{
    Addition, Additions, BoardPlan, Budget, DigMode, DigOptions, Fill, Givens, LevelMix, LevelName,
    MasterSeed, MixOrder, NamedMix, Objective, Plan, RatingPlan, Target, TargetMeasure,
};
use gridmill_rate::{Measure, Rulebook};
use gridmill_solve::SolverKind;
use gridmill_tables::{
    Error, Result, escape::visible, read::GridColumns, schema::ColumnNames, write::Format,
};
use std::path::{Path, PathBuf};

/// Options of making puzzles. The default is what the command makes without options.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JobOptions {
    /// Parts of the plan that are taken as they are given. Levels may be in any case, and measures with a range are taken.
    pub base: Plan,
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
    /// Options of the dig that stay as they are given. A climb without an objective raises the measure of the range, if only one has a range.
    pub dig_options: DigOptions,
    /// Givens to leave.
    pub givens: Option<Givens>,
    /// Targets and their shares, each kind once.
    pub mix: Vec<NamedMix>,
    /// Name of mixes that go together.
    pub preset: Option<Preset>,
    /// File of patterns for the givens.
    pub pattern: Option<PathBuf>,
    /// Digs that one puzzle may take.
    pub attempts: Option<u64>,
    /// Columns to add; those of measures that others select by are added, too.
    pub add: Additions,
    /// Boards that are derived from the puzzles.
    pub board: Option<BoardPlan>,
    /// Names or files of rulebooks, several of them between commas; `none` for none. Where there is none, those that other options need.
    pub rulebook: Vec<String>,
    /// Solver that checks uniqueness.
    pub checker: Option<SolverKind>,
    /// File format.
    pub format: Option<Format>,
    /// Rows of each file.
    pub shard_rows: Option<u64>,
    /// True for rows without times.
    pub no_timings: bool,
    /// Files of puzzles that are not made, nor any equivalent ones.
    pub exclude: Vec<PathBuf>,
    /// Columns of the rows; all if none is named.
    pub output_columns: ColumnNames,
}

/// Mixes that go together, under one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// Easy, medium and hard puzzles with as many givens as newspapers print.
    Newspaper,
}

gridmill_board::named_values!(Preset { Newspaper "newspaper" });

impl Preset {
    /// Returns the mixes, whose targets come together: the first of each, then the second.
    const fn mixes(self) -> [&'static str; 2] {
        match self {
            Self::Newspaper => ["level=easy:1,medium:1,hard:1", "givens=38..40:1,32..34:1,26..30:1"],
        }
    }

    pub(super) fn meaning(self) -> String {
        let [one, other] = self.mixes();
        format!("`mix={one}`, `mix={other}` and `mix_order=listed`")
    }
}

fn exclude(one: &str, other: &str) -> Error {
    Error::option(format!("`{one}` and `{other}` exclude each other; give one"))
}

impl JobOptions {
    /// Goes through the names of all options.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::rows().iter().map(|row| row.name)
    }

    /// Returns the option that has the place of one of an earlier version, such as `er_mix`; `None` for other names.
    pub fn renamed(name: &str) -> Option<String> {
        let added = |name: &str| Some(format!("`add={name}`"));
        let budget = |budget: Budget| Some(format!("`budget={}=...`", budget.name()));
        match name {
            "node_budget" => return budget(Budget::Nodes),
            "rate_budget" => return budget(Budget::Rating),
            "trial_budget" => return budget(Budget::Trial),
            "min_technique" => return Some("`technique=FROM..`".to_owned()),
            "max_technique" => return Some("`technique=..TO`".to_owned()),
            "solution_column" => return Some("`column=PUZZLES,SOLUTIONS`".to_owned()),
            "level_cycle" => return Some("`level=LEVEL,...`".to_owned()),
            "solutions" => return Some("`board=solutions=RANGE`".to_owned()),
            "broken" => return Some("`board=broken`".to_owned()),
            "fill_to" => return Some("`board=filled=RANGE`".to_owned()),
            "fill_order" => return Some("`board=filled=RANGE,order=random`".to_owned()),
            "er_images" => return Some("`add=er_images:K`".to_owned()),
            "trace" => return added("path"),
            "search_difficulty" => return added("guesses"),
            name if Addition::ALL.iter().any(|addition| addition.name() == name) => return added(name),
            _ => {}
        }
        let kind = name.strip_suffix("_mix").filter(|kind| NamedMix::names().any(|name| name == *kind))?;
        Some(format!("`mix={kind}=...`"))
    }

    /// Sets the option of this name.
    ///
    /// # Errors
    /// The rest of a line that begins with name and value, such as "give one value": each language writes these in its own way.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), String> {
        let Some(row) = Self::rows().iter().find(|row| row.name == name) else {
            if let Some(new) = Self::renamed(name) {
                return Err(format!("there is no such option any more; give {new}"));
            }
            let all: Vec<&str> = Self::names().collect();
            return Err(format!("there is no such option; there are: {}", all.join(", ")));
        };
        row.set(self, value)
    }

    /// Goes through the files that the options name, or may name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = [self.from.as_deref(), self.pattern.as_deref()];
        let excluded = self.exclude.iter().map(PathBuf::as_path);
        // Rulebooks may be files.
        let named = self.rulebook.iter().map(String::as_str);
        let rulebooks = named.clone().chain(named.flat_map(|names| names.split(','))).map(Path::new);
        files.into_iter().flatten().chain(rulebooks).chain(excluded)
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
        if let Some(preset) = self.preset {
            let mut written_out = Self { preset: None, ..self.clone() };
            written_out.mix.extend(preset.mixes().iter().filter_map(|mix| mix.parse().ok()));
            written_out.base.mix.order = MixOrder::Listed;
            return written_out.plan();
        }
        let GridColumns { puzzle, solution } = &self.columns;
        // Solutions of excluded puzzles are not read.
        let is_idle = solution.is_some() || puzzle.is_some() && self.exclude.is_empty();
        if self.from.is_none() && is_idle {
            return Err(Error::option("`column` names a column of a file: give `from=FILE`"));
        }
        self.check_mixes()?;
        if self.from.is_some() && self.fill.is_some() {
            return Err(exclude("from", "fill"));
        }
        let shape = self.shape();
        Sources::from(self.from.iter().chain(&self.exclude).cloned().collect::<Vec<_>>())
            .check_standard_input()?;
        let implied = if self.pattern.is_some() { DigMode::Pattern } else { DigMode::default() };
        let mode = self.dig.unwrap_or(implied);
        let nodes = self.base.budgets.nodes;
        // A climb starts from puzzles.
        let reads_puzzles = mode == DigMode::Climb;
        let read = |path: &PathBuf| read_grids(path, shape, nodes, &self.columns, reads_puzzles);
        let from = self.from.as_ref().map(read).transpose().map_err(|error| match error {
            // A split divides what is made.
            Error::Splits { .. } => Error::option(format!("`from`: {error}; give the files of one")),
            error => error,
        })?;
        let implied_fill = if from.is_some() { Fill::Given } else { Fill::default_for(shape) };
        let objective = self.objective(mode);
        let mut dig = self.dig_options.clone();
        (dig.mode, dig.objective, dig.givens) = (mode, objective, self.givens.unwrap_or_default());
        for mix in &self.mix {
            match mix {
                NamedMix::Givens(mix) => dig.givens_mix = Some(mix.clone()),
                NamedMix::Symmetry(mix) => dig.symmetry_mix = Some(mix.clone()),
                NamedMix::Level(_) | NamedMix::Measure(_) => {}
            }
        }
        dig.patterns = self.pattern.as_deref().map(read_patterns).transpose()?.unwrap_or_default();
        let mut plan = self
            .base
            .clone()
            .with_shape(shape)
            .with_fill(self.fill.unwrap_or(implied_fill))
            .with_checker(self.checker.unwrap_or_else(|| SolverKind::default_for(shape)))
            .with_dig(dig.try_into()?)
            .with_rating(self.rating_plan(objective)?);
        plan.from = from;
        plan.attempts = self.attempts.unwrap_or(plan.attempts);
        let selecting = plan.rating.selecting_measures();
        plan.add = self
            .add
            .and(selecting)
            .with_if(Addition::Trial, objective.is_some_and(Objective::is_by_trial))
            .with_if(Addition::Guesses, objective == Some(Objective::Guesses));
        if plan.budgets.changes(Budget::Trial) && !plan.add.measure_trial() {
            let problem = "`budget=trial=...` limits measures: give `add=trial` or `add=backdoors`";
            return Err(Error::option(problem));
        }
        plan.board = self.board;
        if !self.exclude.is_empty() {
            plan.exclude = Some(read_excluded(&self.exclude, shape, &self.excluded_columns())?);
        }
        plan.validate()?;
        Ok(plan)
    }

    /// Checks that each kind of target has one mix, and no single target next to it.
    fn check_mixes(&self) -> Result<()> {
        let rating = &self.base.rating;
        for (place, mix) in self.mix.iter().enumerate() {
            let shown = format!("mix={}=...", mix.name());
            if self.mix[..place].iter().any(|other| other.name() == mix.name()) {
                return Err(Error::option(format!("`{shown}` is given twice; give one")));
            }
            let is_single = match mix {
                NamedMix::Givens(_) => self.givens.is_some(),
                NamedMix::Symmetry(_) => self.dig_options.symmetry != Symmetry::None,
                NamedMix::Level(_) => rating.levels.is_some(),
                NamedMix::Measure(target) => rating.target(target.measure()).is_some(),
            };
            if is_single {
                return Err(exclude(&shown, mix.name()));
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
        let measured = self.measured();
        let mut implied = measured.iter().filter_map(|target| of_measure(target.measure()));
        let only = implied.next().filter(|_| mode == DigMode::Climb && implied.next().is_none());
        self.dig_options.objective.or(only)
    }

    fn measured(&self) -> Vec<Target> {
        let mixed = self.mix.iter().filter_map(|mix| match mix {
            NamedMix::Measure(target) => Some(target),
            NamedMix::Givens(_) | NamedMix::Symmetry(_) | NamedMix::Level(_) => None,
        });
        self.base.rating.targets.iter().chain(mixed).cloned().collect()
    }

    fn level_mix(&self) -> Option<&LevelMix> {
        self.mix.iter().find_map(|mix| if let NamedMix::Level(mix) = mix { Some(mix) } else { None })
    }

    fn rating_plan(&self, objective: Option<Objective>) -> Result<RatingPlan> {
        let (shape, targets, level_mix) = (self.shape(), self.measured(), self.level_mix());
        let mut plan = self.base.rating.clone();
        let mixes = targets.iter().filter(|target| target.mix().is_some()).count() + level_mix.iter().count();
        if mixes > 0 && plan.turns().is_some() {
            return Err(exclude("level=LEVEL,...", "mix"));
        }
        if mixes > 1 {
            return Err(Error::option("only one mix of levels or of a measure has shares: give one `mix`"));
        }
        let needs_er = plan.max_er.is_some() || targets.iter().any(|target| target.measure().is_of_er());
        let names: Vec<&str> = match self.rulebook.as_slice() {
            [] => self.implied_rulebooks(needs_er, objective).into_iter().collect(),
            [only] if only == "none" => Vec::new(),
            several => several.iter().map(String::as_str).collect(),
        };
        let rulebooks = if names.is_empty() { Vec::new() } else { read_rulebooks(&names)? };
        let has_er = rulebooks.iter().any(|book| book.measure() == Measure::Er && book.fits(shape));
        if needs_er && shape != Shape::STANDARD && !has_er {
            let problem = format!("ER, EP and ED are of 9x9 grids; for boxes of {shape} choose by `level`");
            return Err(Error::option(problem));
        }
        plan.rulebooks = rulebooks;
        let levels = plan.technique_rulebook().cloned();
        let as_named = |level: &str| as_named(level, levels.as_deref());
        plan.level_mix =
            level_mix.cloned().map(|mix| mix.map(|LevelName(level)| LevelName(as_named(&level))));
        plan.levels = plan.levels.map(|levels| levels.map(|LevelName(level)| LevelName(as_named(&level))));
        plan.targets = targets;
        plan.targets.sort_by_key(|target| target.measure().name());
        if let Some(rulebook) = levels.filter(|_| needs_er && plan.er_rulebook().is_none()) {
            return Err(Error::option(format!(
                "rulebook {} has a score and no ER, EP or ED: leave `rulebook` out or give `rulebook=se` for `er`, `ep`, `ed` and `max_er`, \
                 or choose by `level`",
                visible(rulebook.name())
            )));
        }
        if plan.rulebooks.is_empty()
            && (self.base.budgets.changes(Budget::Rating)
                || self.add.keep_steps()
                || !plan.is_without_rulebook())
        {
            return Err(Error::option(
                "these options need ratings: leave `rulebook=none` out, or give `rulebook=hodoku`, se or a file",
            ));
        }
        Ok(plan)
    }

    /// Returns the rulebooks that the options imply. A climb by ER has `se`, and a board that follows a path the default one.
    fn implied_rulebooks(&self, needs_er: bool, objective: Option<Objective>) -> Option<&'static str> {
        let default = Rulebook::default_for(self.shape()).name();
        let rating = &self.base.rating;
        let by_level = rating.levels.is_some() || self.level_mix().is_some();
        let by_score = self.measured().iter().any(|target| target.measure() == TargetMeasure::Score);
        let by_technique = !rating.is_without_rulebook();
        let needs_er = needs_er || objective == Some(Objective::Er);
        let needs_steps =
            by_technique || self.add.keep_steps() || self.board.is_some_and(|board| board.follows_path());
        match (by_level || by_score, needs_er) {
            (true, true) => Some("hodoku,se"),
            (false, true) => Some("se"),
            (true, false) => Some(default),
            (false, false) => needs_steps.then_some(default),
        }
    }

    /// Builds the job of these options; the seed is random if there is none.
    ///
    /// # Errors
    /// As [`plan`](Self::plan), and [`Error::Option`] without a count.
    pub fn job(&self) -> Result<Job> {
        let count =
            self.count.ok_or_else(|| Error::option("the size of the corpus is missing: give `count`"))?;
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

/// Returns the name of a level as the rulebook writes it, whatever its case here.
fn as_named(level: &str, rulebook: Option<&Rulebook>) -> String {
    let levels = rulebook.map_or(&[][..], Rulebook::levels);
    let found = levels.iter().find(|known| known.name.eq_ignore_ascii_case(level));
    found.map_or(level, |known| &known.name).to_owned()
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
            ("add", text("canonical")),
            ("no_timings", OptionValue::Flag(false)),
            ("symmetry", text("half-turn")),
            ("require", OptionValue::Several(vec!["x_wing".into(), "xy_wing".into()])),
            ("level", OptionValue::Several(vec!["hard".into(), "unfair".into()])),
        ];
        let job = job(&all).unwrap();
        assert_eq!((job.count, job.seed.to_string().as_str()), (1000, "-7"));
        assert!(job.plan.add.has(Addition::Canonical) && job.timings && job.plan.rating.require.len() == 2);
        assert_eq!(job.plan.rating.levels.map(|levels| levels.to_string()).as_deref(), Some("hard,unfair"));
        assert_eq!(*job.plan.dig.symmetry(), Symmetry::Rot180.into());
        assert_eq!(job.plan.minimal, gridmill_generate::Minimality::NotMinimal);
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
                insta::assert_snapshot!(job(ranges).unwrap_err(), @"dig climb needs a measure to raise, such as `objective=er`");
            }
        }
    }

    /// The help of mixes is written by hand: it has every name.
    #[test]
    fn help_names_every_mix() {
        let help = |name: &str| JobOptions::rows().iter().find(|row| row.name == name).unwrap().text();
        let text = help("mix");
        let words: Vec<&str> = text.split([' ', ',', '(', ')', '=']).collect();
        for name in NamedMix::names().filter(|name| !["level", "symmetry"].contains(name)) {
            assert!(words.contains(&name), "{name}");
        }
    }

    #[test]
    fn mistakes_are_told_in_one_line() {
        let problem = |name, value| job(&[("count", text("10")), (name, value)]).unwrap_err();
        insta::assert_snapshot!(problem("givens", text("many")), @r#"givens is Text("many"): give minimal, easy, medium, hard, expert, a number such as 30, or a range such as 22..26 (both included)"#);
        insta::assert_snapshot!(problem("aim", text("yes")), @r#"aim is Text("yes"): it is true or false"#);
        insta::assert_snapshot!(problem("dig", text("deep")), @r#"dig is Text("deep"): give one of top-down, bottom-up, walk, pattern, controlled-bias, weighted, enumerated, climb"#);
        insta::assert_snapshot!(problem("count", OptionValue::Several(vec!["1".into(), "2".into()])), @r#"count is Several(["1", "2"]): give one value"#);
        insta::assert_snapshot!(problem("er", text("9..1")), @r#"er is Text("9..1"): 9.0..1.0 is empty; write the smaller number first"#);
        insta::assert_snapshot!(problem("column", text("puzzle")), @"`column` names a column of a file: give `from=FILE`");
        let unknown = problem("colour", text("red"));
        assert!(
            unknown.ends_with("columns") && unknown.contains("there is no such option; there are: count, ")
        );
        insta::assert_snapshot!(job(&[]).unwrap_err(), @"the size of the corpus is missing: give `count`");
    }
}
