//! The options of making puzzles, each in one row: its name, values, default, meaning, how it is set, and how a command has it.
//!
//! The command line, its help and completions, the arguments of Python and the printed command of a corpus are made from these rows.
//! Meanings name options as `` `shard_rows` `` or `` `dig=climb` ``, which each program spells in its own way.

use super::{
    JobOptions, Preset,
    value::{OptionValue, list, named, parsed, path, range, replace, set, several, switch},
};
use crate::make::{folder::rulebook_files, job::Job};
use gridmill_board::Symmetry;
use gridmill_generate::{
    Addition, Additions, Budget, DigMode, DigOptions, ExcludedClasses, Fill, Minimality, MixOrder, NamedMix,
    Objective, RatingPlan, Target, TargetMeasure, TechniqueRange,
};
use gridmill_rate::Rater;
use gridmill_solve::SolverKind;
use gridmill_tables::{escape::shell_word, numbers, write::Format};

/// Kind of the values of an option.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// Nothing: it is true if it is given.
    Switch,
    /// One value of this kind.
    Value(&'static str),
    /// One value of this kind, and others where it is given again.
    Values(&'static str),
    /// As values, and several of them between commas.
    List(&'static str),
    /// Several words of this kind.
    Words(&'static str),
    /// One of these names.
    Name(fn() -> Vec<ValueName>),
}

/// Name of a value that an option takes.
#[derive(Debug, Clone)]
pub struct ValueName {
    /// The name.
    pub name: &'static str,
    /// Other names, which help does not list.
    pub other_names: &'static [&'static str],
    /// Meaning; may be empty.
    pub help: &'static str,
}

/// One option.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// Name, with `_` between words.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: OptionKind,
    /// Meaning, and what is allowed; the values may follow.
    help: &'static str,
    /// Ends the meaning with a list of the values.
    values: fn() -> String,
    /// Default in words; empty for none.
    pub default: &'static str,
    /// True if the short help leaves it out.
    pub is_rare: bool,
    /// True if it is about ratings and other measures.
    pub is_of_ratings: bool,
    /// Measure of which it is the range, in place of `set` and `written`.
    measure: Option<TargetMeasure>,
    set: fn(&mut JobOptions, &OptionValue) -> Result<(), String>,
    written: fn(&Command<'_>) -> Vec<String>,
}

#[derive(Debug, Clone, Copy)]
struct Command<'a> {
    job: &'a Job,
    /// Folder of the corpus, which has the files of patterns and rulebooks.
    out: &'a str,
    /// File of grids, where it is not that of the plan.
    from: Option<&'a str>,
    excluded: &'a [String],
}

impl OptionRow {
    const fn new(
        name: &'static str,
        kind: OptionKind,
        help: &'static str,
        set: fn(&mut JobOptions, &OptionValue) -> Result<(), String>,
    ) -> Self {
        let written = |_: &Command<'_>| Vec::new();
        let (values, measure) = (String::new as fn() -> String, None);
        Self {
            name,
            kind,
            help,
            values,
            default: "",
            is_rare: false,
            is_of_ratings: false,
            measure,
            set,
            written,
        }
    }

    /// Creates the row of the range of a measure.
    const fn range(value: &'static str, measure: TargetMeasure, help: &'static str) -> Self {
        let row = Self::new(measure.name(), Value(value), help, |_, _| Ok(()));
        Self { measure: Some(measure), is_of_ratings: true, ..row }
    }

    /// Ends the meaning with a list of the values.
    const fn values(self, values: fn() -> String) -> Self {
        Self { values, ..self }
    }

    const fn default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    const fn rare(self) -> Self {
        Self { is_rare: true, ..self }
    }

    const fn of_ratings(self) -> Self {
        Self { is_of_ratings: true, ..self }
    }

    const fn written(self, written: fn(&Command<'_>) -> Vec<String>) -> Self {
        Self { written, ..self }
    }

    /// Sets the option.
    ///
    /// # Errors
    /// A line of what is allowed, such as "give one value": each program writes name and value before it in its own way.
    pub fn set(&self, all: &mut JobOptions, value: &OptionValue) -> Result<(), String> {
        match self.measure {
            Some(measure) => range(all, measure, value),
            None => (self.set)(all, value),
        }
    }

    /// Returns the meaning without the default.
    pub fn text(&self) -> String {
        format!("{}{}", self.help, (self.values)())
    }

    /// Returns the meaning with the default.
    pub fn meaning(&self) -> String {
        let default =
            if self.default.is_empty() { String::new() } else { format!(" [default: {}]", self.default) };
        format!("{}{default}", self.text())
    }
}

impl Command<'_> {
    /// Returns the command, every option written out and every word quoted where a shell needs it.
    fn text(&self) -> String {
        let mut words = vec!["gridmill generate".to_owned()];
        // Options that take several words come last.
        let mut last = vec![format!("--out {}", shell_word(self.out))];
        for row in OPTIONS {
            let option = format!("--{}", row.name.replace('_', "-"));
            let values = row.measure.map_or_else(|| (row.written)(self), |measure| self.range(measure));
            let values: Vec<String> = values.iter().map(|value| shell_word(value)).collect();
            match row.kind {
                _ if values.is_empty() => {}
                OptionKind::Switch => words.push(option),
                OptionKind::Words(_) => last.push(format!("{option} {}", values.join(" "))),
                OptionKind::Value(_) | OptionKind::Values(_) | OptionKind::List(_) | OptionKind::Name(_) => {
                    words.extend(values.iter().map(|value| format!("{option} {value}")));
                }
            }
        }
        words.extend(last);
        words.join(" ")
    }

    fn dig(&self) -> DigOptions {
        self.job.plan.dig.options()
    }

    fn rating(&self) -> &RatingPlan {
        &self.job.plan.rating
    }

    fn range(&self, measure: TargetMeasure) -> Vec<String> {
        optional(self.rating().target(measure).and_then(Target::range))
    }
}

/// Returns the mixes, in the order of the help.
fn mixes(to: &Command<'_>) -> Vec<String> {
    let DigOptions { givens_mix, symmetry_mix, .. } = to.dig();
    let level = to.rating().level_mix.iter().map(|mix| format!("level={mix}"));
    let measures = to.rating().targets.iter().filter(|target| target.mix().is_some());
    let givens = givens_mix.map(|mix| format!("givens={mix}"));
    let symmetry = symmetry_mix.map(|mix| format!("symmetry={mix}"));
    level.chain(measures.map(ToString::to_string)).chain(givens).chain(symmetry).collect()
}

/// Returns the rulebooks by their scales, or files in the folder of the corpus.
fn rulebooks(to: &Command<'_>) -> Vec<String> {
    let rulebooks = &to.rating().rulebooks;
    let named = rulebooks.iter().zip(rulebook_files(rulebooks)).map(|(rulebook, file)| match file {
        Some(file) => format!("{}/{file}", to.out),
        None => rulebook.scale().to_owned(),
    });
    if rulebooks.is_empty() { Vec::new() } else { one(named.collect::<Vec<_>>().join(",")) }
}

fn one(value: impl ToString) -> Vec<String> {
    optional(Some(value))
}

fn optional<T: ToString>(value: Option<T>) -> Vec<String> {
    value.into_iter().map(|value| value.to_string()).collect()
}

fn flag(is_on: bool) -> Vec<String> {
    is_on.then(String::new).into_iter().collect()
}

fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<ValueName> {
    all.iter().map(|&value| ValueName { name: name(value), other_names: &[], help: "" }).collect()
}

fn dig_modes() -> Vec<ValueName> {
    let value =
        |mode: DigMode| ValueName { name: mode.name(), other_names: &[], help: mode.facts().distribution };
    DigMode::ALL.map(value).into()
}

fn symmetries() -> Vec<ValueName> {
    let value = |symmetry: Symmetry| ValueName {
        name: symmetry.name(),
        other_names: symmetry.other_names(),
        help: "",
    };
    Symmetry::ALL.map(value).into()
}

use OptionKind::{List, Name, Switch, Value, Values, Words};

/// Names the columns that can be added, with their meanings.
fn additions() -> String {
    let named = Addition::ALL.map(|addition| format!("{} ({})", addition.name(), addition.meaning()));
    let (last, others) = named.split_last().expect("there are some");
    format!(": {} and {last}", others.join(", "))
}

fn presets() -> String {
    let named = Preset::ALL.map(|preset| format!("{} ({})", preset.name(), preset.meaning()));
    format!(": {}", named.join(", "))
}

/// Every option, in the order of help and of commands.
const OPTIONS: &[OptionRow] = &[
    OptionRow::new("count", Value("N"), "Puzzles to make", |all, value| {
        set(&mut all.count, value, numbers::whole)
    })
    .written(|to| one(to.job.count)),
    OptionRow::new(
        "start",
        Value("INDEX"),
        "Index of the first, from 0: the rows are those that a corpus with more puzzles has there",
        |all, value| set(&mut all.start, value, numbers::whole),
    )
    .default("0")
    .rare()
    .written(|to| optional(Some(to.job.start).filter(|&start| start > 0))),
    OptionRow::new(
        "of",
        Value("N"),
        "Puzzles in the whole corpus, of which `start` and `count` make some; a mix without `mix_block` needs it",
        |all, value| set(&mut all.of, value, numbers::whole),
    )
    .default("up to the last that is made")
    .rare()
    .written(|to| optional(to.job.of)),
    OptionRow::new(
        "seed",
        Value("SEED"),
        "Master seed: a number, 64 hexadecimal digits, or any text",
        |all, value| set(&mut all.seed, value, parsed),
    )
    .default("a random one, shown")
    .written(|to| one(&to.job.seed)),
    OptionRow::new(
        "box",
        Value("RxC"),
        "Box rows x box columns: 2x2, 2x3, 2x4, 3x3, 3x4, 4x4, 5x5 (each side 2 to 5)",
        |all, value| set(&mut all.shape, value, parsed),
    )
    .default("3x3")
    .written(|to| one(to.job.plan.shape)),
    OptionRow::new(
        "fill",
        Name(|| names(&Fill::ALL, Fill::name)),
        "Method that makes complete grids",
        |all, value| set(&mut all.fill, value, |text| named(text, &Fill::ALL, Fill::name)),
    )
    .default("uniform for 2x2, 2x3, 3x2 and 3x3, diagonal for other shapes")
    .rare()
    .written(|to| optional(to.job.plan.from.is_none().then(|| to.job.plan.fill.name()))),
    OptionRow::new(
        "from",
        Value("FILE"),
        "File of grids to dig from in place of a fill's, in any format that commands read (docs/INPUTS.md), or a corpus folder; - for standard input. \
         Of a table, the column of solutions, or else that of puzzles. Puzzle N takes grid N modulo their number, completed at random \
         where it has several solutions. For `dig=climb`, puzzles to start from",
        |all, value| set(&mut all.from, value, path),
    )
    .written(|to| optional(to.job.plan.from.as_ref().map(|given| to.from.unwrap_or(given.name())))),
    OptionRow::new(
        "column",
        Value("PUZZLES,SOLUTIONS"),
        "Columns of a table: with the puzzles, and after a comma with the solutions",
        |all, value| replace(&mut all.columns, &value.joined(), |text| Ok(text.into())),
    )
    .default("puzzle, question, quizzes, quiz, sudoku or clues, and solution, answer or solutions, the first that there is")
    .rare(),
    OptionRow::new("dig", Name(dig_modes), "Mode of digging puzzles", |all, value| {
        set(&mut all.dig, value, |text| named(text, &DigMode::ALL, DigMode::name))
    })
    .default("pattern with `pattern`, top-down without")
    .written(|to| one(to.dig().mode.name())),
    OptionRow::new(
        "objective",
        Name(|| names(&Objective::ALL, Objective::name)),
        "Measure that `dig=climb` raises: er, guesses, b, bxb, depth, few or many (givens)",
        |all, value| {
            set(&mut all.dig_options.objective, value, |text| named(text, &Objective::ALL, Objective::name))
        },
    )
    .default("that of the range, such as `er`")
    .rare()
    .written(|to| optional(to.dig().objective.map(Objective::name))),
    OptionRow::new(
        "climb_steps",
        Value("N"),
        "Neighbours to try per climb if no objective range is given",
        |all, value| set(&mut all.dig_options.climb_steps, value, numbers::positive),
    )
    .default("2000")
    .rare()
    .written(|to| optional(to.dig().climb_steps)),
    OptionRow::new(
        "givens",
        Value("GIVENS"),
        "Givens to leave: minimal, a number, a range such as 22..26 (both included), or easy (46), medium (36), hard (30) or expert (22..26)",
        |all, value| set(&mut all.givens, value, parsed),
    )
    .default("minimal")
    .written(|to| optional(to.dig().givens_mix.is_none().then_some(to.dig().givens))),
    OptionRow::new(
        "symmetry",
        Name(symmetries),
        "Symmetry of the cells of the givens; mirrors are named by the line that stays",
        |all, value| {
            replace(&mut all.dig_options.symmetry, value, |text| {
                text.parse().map_or_else(|_| named(text, &Symmetry::ALL, Symmetry::name), Ok)
            })
        },
    )
    .default("none")
    .written(|to| optional(to.dig().symmetry_mix.is_none().then_some(to.dig().symmetry))),
    OptionRow::new(
        "mix",
        Values("NAME=TARGET:SHARE,..."),
        "Exact shares over the whole corpus of levels, ranges of a measure (er, ep, ed, guesses, score, trial_depth, b, backdoor), givens or \
         symmetries, such as level=easy:0.2,hard:0.8 or er=1.0..2.0:0.5,2.1..4.0:0.5: whole numbers in proportion, or fractions that add up \
         to 1. Given twice, the shares of symmetries hold for each target of the other",
        |all, value| several(&mut all.mix, value, parsed::<NamedMix>),
    )
    .written(mixes),
    OptionRow::new(
        "mix_block",
        Value("ROWS"),
        "Rows over which the shares of mixes are exact, block by block: which row has which target then depends on no count",
        |all, value| set(&mut all.base.mix.block, value, numbers::positive),
    )
    .default("the whole corpus")
    .rare()
    .written(|to| optional(to.job.plan.mix.block)),
    OptionRow::new(
        "mix_order",
        Name(|| names(&MixOrder::ALL, MixOrder::name)),
        "Order in which the targets of mixes come: random, or listed, target by target as the mix names them",
        |all, value| replace(&mut all.base.mix.order, value, |text| named(text, &MixOrder::ALL, MixOrder::name)),
    )
    .default("random")
    .rare()
    .written(|to| {
        let order = to.job.plan.mix.order;
        optional((order != MixOrder::default()).then(|| order.name()))
    }),
    OptionRow::new(
        "preset",
        Name(|| names(&Preset::ALL, Preset::name)),
        "Levels with as many givens as people expect of them",
        |all, value| set(&mut all.preset, value, |text| named(text, &Preset::ALL, Preset::name)),
    )
    .values(presets),
    OptionRow::new(
        "pattern",
        Value("FILE"),
        "File of patterns for the givens, one a line, x for a given and . for none; puzzles take them in turn",
        |all, value| set(&mut all.pattern, value, path),
    )
    .rare()
    .written(|to| optional((!to.dig().patterns.is_empty()).then(|| format!("{}/patterns.txt", to.out)))),
    OptionRow::new(
        "minimal",
        Name(|| names(&Minimality::ALL, Minimality::name)),
        "Make only puzzles that are minimal (true), or only puzzles that are not (false)",
        |all, value| {
            replace(&mut all.base.minimal, value, |text| named(text, &Minimality::ALL, Minimality::name))
        },
    )
    .default("any")
    .rare()
    .written(|to| one(to.job.plan.minimal.name())),
    OptionRow::new(
        "max_puzzles_per_grid",
        Value("K"),
        "Puzzles in a row that may be dug from one complete grid",
        |all, value| replace(&mut all.base.max_puzzles_per_grid, value, numbers::whole),
    )
    .default("1")
    .rare()
    .written(|to| one(to.job.plan.max_puzzles_per_grid)),
    OptionRow::new(
        "attempts",
        Value("N"),
        "Digs, tries of a pattern, or neighbours of climbs, that one puzzle may take before the run fails",
        |all, value| set(&mut all.attempts, value, numbers::whole),
    )
    .default("100000; 100000000 for controlled-bias, 10000000 for climb")
    .rare()
    .written(|to| one(to.job.plan.attempts)),
    OptionRow::new(
        "budget",
        Value("NAME=COUNT,..."),
        "Work that one puzzle may take, in nodes: nodes=COUNT of a search for a grid, or of one check, before the run fails; rating=COUNT of \
         the chains of se, or braids (candidates that follow from an assumption), past which er is null, and er_at_least says what it is at \
         least; trial=COUNT of each question of the columns trial and backdoors, past which trial_at_least or backdoor_at_least says that",
        |all, value| replace(&mut all.base.budgets, &value.joined(), parsed),
    )
    .default("nodes=10000000,rating=200000000,trial=1000000")
    .rare()
    .written(|to| {
        one(to.job.plan.budgets.text(|budget| match budget {
            Budget::Nodes => true,
            Budget::Rating => to.rating().rulebooks.iter().any(|book| Rater::limits(book.techniques())),
            Budget::Trial => to.job.plan.add.measure_trial(),
        }))
    }),
    OptionRow::new(
        "board",
        Value("BOARD"),
        "Add a board derived from the puzzle. solutions=RANGE, such as 3 or 2..10: the puzzle without some givens, with this number of \
         solutions, and all of them as columns. broken: the puzzle with a wrong digit that no given shows, and the fewest givens that \
         contradict it as columns. filled=RANGE, such as 40 or 35..60: the puzzle with this number of filled cells, givens included, in the \
         order of the steps by the rulebook, or with filled=RANGE,order=random in random order",
        |all, value| set(&mut all.board, &value.joined(), parsed),
    )
    .rare()
    .written(|to| optional(to.job.plan.board)),
    OptionRow::new(
        "rulebook",
        Values("RULEBOOK"),
        "Rate each puzzle by techniques that people use: hodoku, se, basic, braids, a version of a scale such as hodoku-2.2/2, \
         practice:TECHNIQUE, a file with a rulebook, several between commas, or none",
        |all, value| several(&mut all.rulebook, value, parsed),
    )
    .of_ratings()
    .written(rulebooks),
    OptionRow::new(
        "add",
        List("COLUMNS"),
        "Columns to add",
        |all, value| {
            let mut names: Vec<Additions> = Vec::new();
            list(&mut names, value, parsed)?;
            all.add = names.into_iter().fold(all.add, Additions::and);
            Ok(())
        },
    )
    .values(additions)
    .of_ratings()
    .written(|to| optional((!to.job.plan.add.is_empty()).then_some(to.job.plan.add))),
    OptionRow::new(
        "technique",
        Value("FROM..TO"),
        "Make puzzles whose hardest technique lies in this range, such as naked_pair..xy_wing, naked_pair.. or ..xy_wing: givens are removed only \
         while techniques up to TO, in the rulebook's order, solve the puzzle, and the hardest step is rated as FROM or higher",
        |all, value| {
            let mut range = None;
            set(&mut range, value, parsed::<TechniqueRange>)?;
            let TechniqueRange { from, to } = range.unwrap_or_default();
            (all.base.rating.min_technique, all.base.rating.max_technique) = (from, to);
            Ok(())
        },
    )
    .of_ratings()
    .rare()
    .written(|to| {
        let RatingPlan { min_technique, max_technique, .. } = to.rating();
        let range = TechniqueRange { from: *min_technique, to: *max_technique };
        optional((!range.is_open()).then_some(range))
    }),
    OptionRow::new(
        "max_er",
        Value("ER"),
        "Remove givens only while the puzzle stays solvable at this rating or below",
        |all, value| set(&mut all.base.rating.max_er, value, parsed),
    )
    .of_ratings()
    .rare()
    .written(|to| optional(to.rating().max_er)),
    OptionRow::new(
        "require",
        List("TECHNIQUE"),
        "Keep puzzles that take a step of this technique; may be given several times",
        |all, value| list(&mut all.base.rating.require, value, parsed),
    )
    .of_ratings()
    .rare()
    .written(|to| {
        let names: Vec<_> = to.rating().require.iter().map(|technique| technique.name()).collect();
        optional((!names.is_empty()).then(|| names.join(",")))
    }),
    OptionRow::range(
        "ER",
        TargetMeasure::Er,
        "Keep puzzles with an ER in this range, such as 4.0..4.6 (both included) or 10.5..",
    ),
    OptionRow::range(
        "EP",
        TargetMeasure::Ep,
        "Keep puzzles with an EP in this range: the hardest step up to the first that places a digit",
    )
    .rare(),
    OptionRow::range("ED", TargetMeasure::Ed, "Keep puzzles with an ED in this range: the first step").rare(),
    OptionRow::new(
        "level",
        Value("LEVEL,..."),
        "Keep puzzles of this level, such as hard, or of several in turn, such as easy,easy,medium,hard: row i has level i modulo their number",
        |all, value| set(&mut all.base.rating.levels, &value.joined(), parsed),
    )
    .of_ratings()
    .written(|to| optional(to.rating().levels.as_ref())),
    OptionRow::new(
        "aim",
        Switch,
        "Limit the dig of each range of ER (`er`, `mix=er=...`) to its upper end, if that is 2.0 or below: easy ranges come at once, with more \
         givens than minimal puzzles have",
        |all, value| switch(&mut all.base.rating.aim, value),
    )
    .of_ratings()
    .rare()
    .written(|to| flag(to.rating().aim)),
    OptionRow::range(
        "GUESSES",
        TargetMeasure::Guesses,
        "Keep puzzles whose guesses lie in this range, such as 3..5 (both included, at most two decimals); implies `add=guesses`",
    ),
    OptionRow::range(
        "SCORE",
        TargetMeasure::Score,
        "Keep puzzles with a score in this range, such as 300..900 (both included), by hodoku or another rulebook with scores",
    ),
    OptionRow::range(
        "DEPTH",
        TargetMeasure::TrialDepth,
        "Keep puzzles whose trial depth lies in this range, such as 2 or 1..2 (both included); implies `add=trial`",
    )
    .rare(),
    OptionRow::range(
        "B",
        TargetMeasure::B,
        "Keep puzzles whose B (length of braids) lies in this range, such as 4..6; implies `add=trial`",
    )
    .rare(),
    OptionRow::range(
        "CELLS",
        TargetMeasure::Backdoor,
        "Keep puzzles whose least backdoors have this number of cells, such as 1 or 2..3; implies `add=backdoors`",
    )
    .rare(),
    OptionRow::new(
        "checker",
        Name(|| names(&SolverKind::ALL, SolverKind::name)),
        "Solver that checks uniqueness; decides only the effort columns",
        |all, value| set(&mut all.checker, value, |text| named(text, &SolverKind::ALL, SolverKind::name)),
    )
    .default("the fastest for the shape")
    .rare()
    .written(|to| one(to.job.plan.checker.name())),
    OptionRow::new("format", Name(|| names(&Format::ALL, Format::name)), "File format", |all, value| {
        set(&mut all.format, value, |text| named(text, &Format::ALL, Format::name))
    })
    .default("parquet; csv for rows on standard output")
    .written(|to| one(to.job.format.name())),
    OptionRow::new("shard_rows", Value("N"), "Rows of each file", |all, value| {
        set(&mut all.shard_rows, value, numbers::positive)
    })
    .default("1000000")
    .rare()
    .written(|to| one(to.job.shard_rows)),
    OptionRow::new(
        "no_timings",
        Switch,
        "Leave the _ns columns out, so that the files are the same in every run",
        |all, value| switch(&mut all.no_timings, value),
    )
    .rare()
    .written(|to| flag(!to.job.timings)),
    OptionRow::new(
        "exclude",
        Words("FILE"),
        "Make no puzzle that is equivalent to one of these files: in any format that commands read (docs/INPUTS.md), or corpus folders",
        |all, value| several(&mut all.exclude, value, path),
    )
    .rare()
    .written(|to| to.excluded.to_vec()),
    OptionRow::new(
        "columns",
        Value("NAME,..."),
        "Columns to write, in this order, such as puzzle,solution,level",
        |all, value| replace(&mut all.output_columns, &value.joined(), parsed),
    )
    .default("all")
    .rare()
    .written(|to| optional((!to.job.columns.is_all()).then_some(&to.job.columns))),
];

impl JobOptions {
    /// Returns every option.
    pub const fn rows() -> &'static [OptionRow] {
        OPTIONS
    }
}

impl Job {
    /// Returns the command that makes this corpus again in the folder `out`, every option written out and every word quoted
    /// where a shell needs it. Given grids are looked for in the file `from`, or else under their own name.
    pub fn command(&self, out: &str, from: Option<&str>) -> String {
        let excluded = self.plan.exclude.as_ref().map_or(&[][..], ExcludedClasses::files);
        self.command_with(out, from, excluded)
    }

    /// Returns the command with the files of excluded puzzles under these names.
    pub fn command_with(&self, out: &str, from: Option<&str>, excluded: &[String]) -> String {
        Command { job: self, out, from, excluded }.text()
    }
}
