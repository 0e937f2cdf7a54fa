//! The columns of a corpus: the one place that says what a row holds.
//!
//! Writers, the data set card and the manifest's hashes all follow [`Layout::columns`].

use super::Job;
use crate::{
    board::{Grid, Solution, Symmetry},
    pipeline::{Rated, Record},
    technique::{Rater, Step, Technique, Techniques},
};
use std::sync::LazyLock;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text of a grid, one character a cell.
    Grid,
    /// A whole number, 16 bits.
    U16,
    /// A whole number, 64 bits.
    U64,
    /// A number, 64 bits, binary floating point.
    F64,
    /// One of a few texts.
    Name,
    /// The steps of a solving path.
    Path,
    /// True or false.
    Bool,
}

impl Kind {
    /// The name of the type in Parquet readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grid => "string",
            Self::U16 => "uint16",
            Self::U64 => "uint64",
            Self::F64 => "float64",
            Self::Name => "dictionary of string",
            Self::Path => "list of struct",
            Self::Bool => "bool",
        }
    }
}

/// What a seed promises of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// The same for good, within a stream version.
    Stream,
    /// The same on every machine for one version of the program.
    Program,
    /// OtherSolution from run to run.
    Run,
}

/// Which corpora have a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// All.
    Always,
    /// Those dug in orbits of a symmetry.
    Symmetry,
    /// Those whose dig knows weights.
    Weights,
    /// Those with timings.
    Timings,
    /// Those with ratings.
    Ratings,
    /// Those whose rulebook has chains that a budget limits.
    Budget,
    /// Those with ratings and timings.
    RatingTimings,
    /// Those whose rulebook has the technique.
    Technique(Technique),
    /// Those with solving paths.
    Trace,
}

/// The choice of columns that a corpus makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    symmetry: bool,
    weights: bool,
    timings: bool,
    ratings: Option<Ratings>,
}

/// The columns of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ratings {
    /// The techniques of the rulebook.
    techniques: Techniques,
    trace: bool,
}

impl Layout {
    /// The layout of a job's rows.
    pub fn of(job: &Job) -> Self {
        Self {
            symmetry: job.plan.dig.symmetry() != Symmetry::None,
            weights: job.plan.dig.facts().weighted,
            timings: job.timings,
            ratings: job
                .plan
                .rating
                .rulebook
                .as_ref()
                .map(|rulebook| Ratings { techniques: rulebook.techniques(), trace: job.plan.rating.trace }),
        }
    }

    /// The layout of the job's contents: the same without timings.
    pub fn of_contents(job: &Job) -> Self {
        Self { timings: false, ..Self::of(job) }
    }

    /// The columns in order.
    pub fn columns(self) -> impl Iterator<Item = &'static Column> + Clone {
        COLUMNS.iter().chain(RATING_COLUMNS.iter()).filter(move |column| match column.presence {
            Presence::Always => true,
            Presence::Symmetry => self.symmetry,
            Presence::Weights => self.weights,
            Presence::Timings => self.timings,
            Presence::Ratings => self.ratings.is_some(),
            Presence::Budget => self.ratings.is_some_and(|ratings| Rater::limits(ratings.techniques)),
            Presence::RatingTimings => self.ratings.is_some() && self.timings,
            Presence::Technique(technique) => {
                self.ratings.is_some_and(|ratings| ratings.techniques.contains(technique))
            }
            Presence::Trace => self.ratings.is_some_and(|ratings| ratings.trace),
        })
    }

    /// The layout of ratings alone.
    pub const fn of_ratings(techniques: Techniques, trace: bool, timings: bool) -> Self {
        Self { symmetry: false, weights: false, timings, ratings: Some(Ratings { techniques, trace }) }
    }

    /// The columns of ratings, in order.
    pub fn rating_columns(self) -> impl Iterator<Item = &'static Column> + Clone {
        self.columns().filter(|column| matches!(column.source, Source::Rating(_) | Source::Count(_)))
    }
}

/// One value of a row.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// A grid with empty cells.
    Puzzle(&'a Grid),
    /// A complete grid.
    Solution(&'a Solution),
    /// A whole number, or none.
    Number(Option<u64>),
    /// A number that need not be whole, or none.
    Real(Option<f64>),
    /// True, false or not known.
    Flag(Option<bool>),
    /// One of a few texts, or none.
    Name(Option<&'a str>),
    /// The steps of a solving path, or none.
    Path(Option<&'a [Step]>),
}

impl Value<'_> {
    /// No value, of the kind that a column of ratings holds.
    const fn missing(kind: Kind) -> Self {
        match kind {
            Kind::Bool => Self::Flag(None),
            Kind::F64 => Self::Real(None),
            Kind::Name => Self::Name(None),
            Kind::Path => Self::Path(None),
            Kind::Grid | Kind::U16 | Kind::U64 => Self::Number(None),
        }
    }
}

/// Where a column takes its values from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// The row.
    Row(for<'a> fn(&'a Record) -> Value<'a>),
    /// The row's rating.
    Rating(for<'a> fn(&'a Rated) -> Value<'a>),
    /// The steps of a technique in the row's rating.
    Count(Technique),
}

/// A column.
#[derive(Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether values may be missing.
    pub nullable: bool,
    /// Which corpora have it.
    pub presence: Presence,
    /// What a seed promises of it.
    pub promise: Promise,
    /// The unit of its numbers, if they have one.
    pub unit: Option<&'static str>,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// Where its values come from.
    pub source: Source,
}

impl Column {
    /// The value in a row.
    pub fn value<'a>(&self, row: &'a Record) -> Value<'a> {
        match self.source {
            Source::Row(value) => value(row),
            Source::Rating(_) | Source::Count(_) => self.value_of_rating(row.made.rated.as_deref()),
        }
    }

    /// The value of a rating, missing where there is none.
    pub fn value_of_rating<'a>(&self, rated: Option<&'a Rated>) -> Value<'a> {
        match (self.source, rated) {
            (Source::Rating(value), Some(rated)) => value(rated),
            (Source::Count(technique), Some(rated)) => {
                Value::Number(Some(rated.rating.counts[technique as usize].into()))
            }
            _ => Value::missing(self.kind),
        }
    }
}

const COLUMNS: [Column; 12] = [
    Column {
        name: "index",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "place of the puzzle in the corpus, from 0",
        source: Source::Row(|row| Value::Number(Some(row.index))),
    },
    Column {
        name: "puzzle",
        kind: Kind::Grid,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "the givens, row by row, `.` for an empty cell; digits are 1-9, then A-P",
        source: Source::Row(|row| Value::Puzzle(row.made.puzzle.grid())),
    },
    Column {
        name: "solution",
        kind: Kind::Grid,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "the one solution, row by row",
        source: Source::Row(|row| Value::Solution(&row.made.solution)),
    },
    Column {
        name: "givens",
        kind: Kind::U16,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: Some("cells"),
        meaning: "number of givens",
        source: Source::Row(|row| Value::Number(Some(row.made.givens as u64))),
    },
    Column {
        name: "minimal",
        kind: Kind::Bool,
        nullable: true,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "true if no given can go without a second solution; null where that was not established",
        source: Source::Row(|row| Value::Flag(row.made.minimal)),
    },
    Column {
        name: "orbit_minimal",
        kind: Kind::Bool,
        nullable: true,
        presence: Presence::Symmetry,
        promise: Promise::Stream,
        unit: None,
        meaning: "true if no orbit of givens can go without a second solution; null where that was not established",
        source: Source::Row(|row| Value::Flag(row.made.orbit_minimal)),
    },
    Column {
        name: "weight",
        kind: Kind::F64,
        nullable: true,
        presence: Presence::Weights,
        promise: Promise::Stream,
        unit: Some("ln"),
        meaning: "natural logarithm of the number of minimal puzzles that the row stands for",
        source: Source::Row(|row| Value::Real(row.made.weight)),
    },
    Column {
        name: "attempts",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: Some("passes"),
        meaning: "digs, or tries of a pattern, until one came to a wanted puzzle",
        source: Source::Row(|row| Value::Number(Some(row.made.attempts))),
    },
    Column {
        name: "checks",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Program,
        unit: Some("checks"),
        meaning: "questions decided, failed passes included: mostly whether a given can go",
        source: Source::Row(|row| Value::Number(Some(row.made.effort.checks))),
    },
    Column {
        name: "nodes",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Program,
        unit: Some("nodes"),
        meaning: "search nodes that it took to decide them; several questions may share one, or need none",
        source: Source::Row(|row| Value::Number(Some(row.made.effort.nodes))),
    },
    Column {
        name: "fill_ns",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Timings,
        promise: Promise::Run,
        unit: Some("ns"),
        meaning: "wall time spent making complete grids",
        source: Source::Row(|row| Value::Number(Some(nanoseconds(row.made.fill_time)))),
    },
    Column {
        name: "dig_ns",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Timings,
        promise: Promise::Run,
        unit: Some("ns"),
        meaning: "wall time spent digging",
        source: Source::Row(|row| Value::Number(Some(nanoseconds(row.made.dig_time)))),
    },
];

/// Every column that some corpus has.
pub(super) fn all_columns() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().chain(RATING_COLUMNS.iter())
}

/// A rating's column.
const fn rating(
    name: &'static str,
    kind: Kind,
    presence: Presence,
    unit: Option<&'static str>,
    meaning: &'static str,
    source: Source,
) -> Column {
    let promise = if matches!(presence, Presence::RatingTimings) { Promise::Run } else { Promise::Program };
    Column { name, kind, nullable: true, presence, promise, unit, meaning, source }
}

static RATING_COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    use Presence::{Budget, RatingTimings, Ratings, Trace};
    let count = |technique: Technique| {
        let ((name, meaning), presence) = (technique.count_column(), Presence::Technique(technique));
        rating(name, Kind::U16, presence, Some("steps"), meaning, Source::Count(technique))
    };
    let mut columns = vec![
        rating(
            "score",
            Kind::F64,
            Ratings,
            None,
            "sum of the ratings of all steps; null unless solved",
            Source::Rating(|rated| Value::Real(rated.rating.score.map(|score| f64::from(score) / 10.0))),
        ),
        rating(
            "level",
            Kind::Name,
            Ratings,
            None,
            "level of the hardest step, or of the score if that is higher; null unless solved",
            Source::Rating(|rated| Value::Name(rated.level())),
        ),
        rating(
            "er",
            Kind::U16,
            Ratings,
            Some("tenths"),
            "rating of the hardest step, on the scale of the rulebook; null unless solved",
            Source::Rating(|rated| Value::Number(rated.rating.er.map(u64::from))),
        ),
        rating(
            "ep",
            Kind::U16,
            Ratings,
            Some("tenths"),
            "rating of the hardest step up to the first that places a digit",
            Source::Rating(|rated| Value::Number(rated.rating.ep.map(u64::from))),
        ),
        rating(
            "ed",
            Kind::U16,
            Ratings,
            Some("tenths"),
            "rating of the first step",
            Source::Rating(|rated| Value::Number(rated.rating.ed.map(u64::from))),
        ),
        rating(
            "hardest",
            Kind::Name,
            Ratings,
            None,
            "technique of the hardest step, the first of equals; null unless solved",
            Source::Rating(|rated| Value::Name(rated.rating.hardest.map(Technique::name))),
        ),
        rating(
            "steps",
            Kind::U16,
            Ratings,
            Some("steps"),
            "steps taken",
            Source::Rating(|rated| Value::Number(Some(rated.rating.steps.into()))),
        ),
        rating(
            "solved",
            Kind::Bool,
            Ratings,
            None,
            "whether the techniques of the rulebook lead to the solution",
            Source::Rating(|rated| Value::Flag(Some(rated.rating.solved))),
        ),
        rating(
            "stuck_cells",
            Kind::U16,
            Ratings,
            Some("cells"),
            "empty cells where the techniques lead no further; 0 if solved",
            Source::Rating(|rated| Value::Number(Some(rated.rating.stuck_cells.into()))),
        ),
        rating(
            "er_at_least",
            Kind::U16,
            Budget,
            Some("tenths"),
            "where the rate budget ran out, what er is at least; null where it did not, solved or stuck",
            Source::Rating(|rated| Value::Number(rated.rating.er_at_least.map(u64::from))),
        ),
    ];
    columns.extend(Technique::all().map(count));
    columns.push(rating(
        "path",
        Kind::Path,
        Trace,
        None,
        "the steps in order: technique, placements and eliminations as {cell, digit}, the cells that it points at, and of chains the \
         kind, what they start from and how many nodes they have; cells are numbered row by row from 0",
        Source::Rating(|rated| Value::Path(rated.path.as_deref())),
    ));
    columns.push(rating(
        "rate_ns",
        Kind::U64,
        RatingTimings,
        Some("ns"),
        "wall time spent rating",
        Source::Rating(|rated| Value::Number(Some(nanoseconds(rated.time)))),
    ));
    columns
});

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
