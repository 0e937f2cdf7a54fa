//! Messages that name settings, which each program writes in its own words.

use std::{borrow::Cow, fmt};

/// A setting of a plan or a job that a message names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// True to limit the dig of each range of ER.
    Aim,
    /// Range of B.
    B,
    /// Range of sizes of backdoors.
    Backdoor,
    /// Least backdoors.
    Backdoors,
    /// Boards with a wrong digit.
    Broken,
    /// The relation by which rows are the same.
    By,
    /// Canonical forms.
    Canonical,
    /// Neighbours of a climb.
    ClimbSteps,
    /// The column with the puzzles.
    Column,
    /// Columns of the rows.
    Columns,
    /// Solving paths as short text.
    CompactPath,
    /// Puzzles in the whole corpus.
    Count,
    /// The dig.
    Dig,
    /// Range of ED.
    Ed,
    /// Range of EP.
    Ep,
    /// Range of ER.
    Er,
    /// Files of puzzles that are not made.
    Exclude,
    /// Time that an external checker may take.
    ExternalTimeout,
    /// The fill.
    Fill,
    /// Order of the entries of partly filled boards.
    FillOrder,
    /// Filled cells of partly filled boards.
    FillTo,
    /// The file format.
    Format,
    /// Grids to dig from.
    From,
    /// The number of givens.
    Givens,
    /// Range of guesses.
    Guesses,
    /// The level.
    Level,
    /// Levels in turn.
    LevelCycle,
    /// Highest rating of a step.
    MaxEr,
    /// Last technique that a puzzle may need.
    MaxTechnique,
    /// Targets and their shares.
    Mix,
    /// Rows over which quotas are exact.
    MixBlock,
    /// Order of the targets of a mix.
    MixOrder,
    /// True for rows without times.
    NoTimings,
    /// Measure that a climb raises.
    Objective,
    /// The destination.
    Out,
    /// True to replace what is there.
    Overwrite,
    /// Patterns of givens.
    Pattern,
    /// The report beside a run.
    Report,
    /// True to go on with what is there.
    Resume,
    /// The rulebook of ratings.
    Rulebook,
    /// Range of scores.
    Score,
    /// Guesses of the solver.
    SearchDifficulty,
    /// Traces of searches.
    SearchTrace,
    /// Rows of a file.
    ShardRows,
    /// The column with the solutions.
    SolutionColumn,
    /// Numbers of solutions of ambiguous boards.
    Solutions,
    /// Index of the first row.
    Start,
    /// Symmetry of the givens.
    Symmetry,
    /// Solving paths.
    Trace,
    /// Trial depth and braids.
    Trial,
    /// Work of a question by trial and error.
    TrialBudget,
    /// Range of trial depths.
    TrialDepth,
    /// Unavoidable sets of the solution.
    Unavoidable,
    /// Puzzles in the whole corpus, of which some are made.
    Whole,
}

impl Setting {
    /// Returns the name, with `_` between its words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aim => "aim",
            Self::B => "b",
            Self::Backdoor => "backdoor",
            Self::Backdoors => "backdoors",
            Self::Broken => "broken",
            Self::By => "by",
            Self::Canonical => "canonical",
            Self::ClimbSteps => "climb_steps",
            Self::Column => "column",
            Self::Columns => "columns",
            Self::CompactPath => "compact_path",
            Self::Count => "count",
            Self::Dig => "dig",
            Self::Ed => "ed",
            Self::Ep => "ep",
            Self::Er => "er",
            Self::Exclude => "exclude",
            Self::ExternalTimeout => "external_timeout",
            Self::Fill => "fill",
            Self::FillOrder => "fill_order",
            Self::FillTo => "fill_to",
            Self::Format => "format",
            Self::From => "from",
            Self::Givens => "givens",
            Self::Guesses => "guesses",
            Self::Level => "level",
            Self::LevelCycle => "level_cycle",
            Self::MaxEr => "max_er",
            Self::MaxTechnique => "max_technique",
            Self::Mix => "mix",
            Self::MixBlock => "mix_block",
            Self::MixOrder => "mix_order",
            Self::NoTimings => "no_timings",
            Self::Objective => "objective",
            Self::Out => "out",
            Self::Overwrite => "overwrite",
            Self::Pattern => "pattern",
            Self::Report => "report",
            Self::Resume => "resume",
            Self::Rulebook => "rulebook",
            Self::Score => "score",
            Self::SearchDifficulty => "search_difficulty",
            Self::SearchTrace => "search_trace",
            Self::ShardRows => "shard_rows",
            Self::SolutionColumn => "solution_column",
            Self::Solutions => "solutions",
            Self::Start => "start",
            Self::Symmetry => "symmetry",
            Self::Trace => "trace",
            Self::Trial => "trial",
            Self::TrialBudget => "trial_budget",
            Self::TrialDepth => "trial_depth",
            Self::Unavoidable => "unavoidable",
            Self::Whole => "of",
        }
    }

    /// Returns true if the setting is true or false.
    pub const fn is_switch(self) -> bool {
        matches!(
            self,
            Self::Aim
                | Self::Backdoors
                | Self::Broken
                | Self::Canonical
                | Self::CompactPath
                | Self::NoTimings
                | Self::Overwrite
                | Self::Resume
                | Self::SearchDifficulty
                | Self::SearchTrace
                | Self::Trace
                | Self::Trial
                | Self::Unavoidable
        )
    }
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(Cow<'static, str>),
    Setting(Setting, Option<String>),
}

/// A line about a problem, with advice. It may name settings and values for them.
///
/// ```
/// use gridmill_generate::{Message, Setting};
///
/// let message = Message::from("the corpus has too many files; give ").set_to(Setting::ShardRows, 500).and(" or more");
/// assert_eq!(message.to_string(), "the corpus has too many files; give shard rows 500 or more");
/// let flags = |setting: Setting, value: Option<&str>| format!("--{} {}", setting.name(), value.unwrap_or(""));
/// assert_eq!(message.in_words(&flags), "the corpus has too many files; give --shard_rows 500 or more");
/// assert_eq!(message.settings().collect::<Vec<_>>(), [Setting::ShardRows]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    parts: Vec<Part>,
}

/// Words for a setting and perhaps a value.
pub type Words<'a> = &'a dyn Fn(Setting, Option<&str>) -> String;

impl Message {
    /// Adds text.
    #[must_use]
    pub fn and(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Adds the name of a setting.
    #[must_use]
    pub fn set(mut self, setting: Setting) -> Self {
        self.parts.push(Part::Setting(setting, None));
        self
    }

    /// Adds a setting and a value for it.
    #[must_use]
    pub fn set_to(mut self, setting: Setting, value: impl fmt::Display) -> Self {
        self.parts.push(Part::Setting(setting, Some(value.to_string())));
        self
    }

    /// Adds another message.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.parts.extend(other.parts);
        self
    }

    /// Goes through the settings that the message names.
    pub fn settings(&self) -> impl Iterator<Item = Setting> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Setting(setting, _) => Some(*setting),
            Part::Text(_) => None,
        })
    }

    /// Writes the message with these words for its settings.
    pub fn in_words(&self, words: Words<'_>) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Setting(setting, value) => words(*setting, value.as_deref()).into(),
        };
        self.parts.iter().map(part).collect()
    }
}

/// Names a setting without the signs of a program: `shard rows 500`.
pub fn plain_words(setting: Setting, value: Option<&str>) -> String {
    let name = setting.name().replace('_', " ");
    match value {
        Some(value) => format!("{name} {value}"),
        None => name,
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(&plain_words))
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::default().and(text)
    }
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Self::default().and(text)
    }
}

/// Writes the options that a text names as code, such as `` `shard_rows=500` ``, as a program spells them.
pub fn with_options(text: &str, spell: impl Fn(&str, Option<&str>) -> String) -> String {
    let mut written = String::new();
    for (place, part) in text.split('`').enumerate() {
        let (name, value) = part.split_once('=').map_or((part, None), |(name, value)| (name, Some(value)));
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        match place % 2 {
            0 => written.push_str(part),
            _ if is_name => written.push_str(&spell(name, value)),
            _ => written.push_str(&format!("`{part}`")),
        }
    }
    written
}
