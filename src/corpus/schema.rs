//! The columns of a corpus: the one place that says what a row holds.
//!
//! Writers, the data set card and the manifest's hashes all follow [`Layout::columns`].

use super::Job;
use crate::{
    board::{Grid, Solution, Symmetry},
    pipeline::Record,
};

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
    /// Differs from run to run.
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
}

/// The choice of columns that a corpus makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    symmetry: bool,
    weights: bool,
    timings: bool,
}

impl Layout {
    /// The layout of a job's rows.
    pub fn of(job: &Job) -> Self {
        Self {
            symmetry: job.plan.symmetry != Symmetry::None,
            weights: job.plan.dig.is_weighted(),
            timings: job.timings,
        }
    }

    /// The layout of the job's contents: the same without timings.
    pub fn of_contents(job: &Job) -> Self {
        Self { timings: false, ..Self::of(job) }
    }

    /// The columns in order.
    pub fn columns(self) -> impl Iterator<Item = &'static Column> + Clone {
        COLUMNS.iter().filter(move |column| match column.presence {
            Presence::Always => true,
            Presence::Symmetry => self.symmetry,
            Presence::Weights => self.weights,
            Presence::Timings => self.timings,
        })
    }
}

/// One value of a row.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// A grid with empty cells.
    Puzzle(&'a Grid),
    /// A complete grid.
    Solution(&'a Solution),
    /// A whole number.
    Number(u64),
    /// A number that need not be whole, or none.
    Real(Option<f64>),
    /// True, false or not known.
    Flag(Option<bool>),
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
    /// Its value in a row.
    pub value: for<'a> fn(&'a Record) -> Value<'a>,
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
        value: |row| Value::Number(row.index),
    },
    Column {
        name: "puzzle",
        kind: Kind::Grid,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "the givens, row by row, `.` for an empty cell; digits are 1-9, then A-P",
        value: |row| Value::Puzzle(row.made.puzzle.grid()),
    },
    Column {
        name: "solution",
        kind: Kind::Grid,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "the one solution, row by row",
        value: |row| Value::Solution(&row.made.solution),
    },
    Column {
        name: "givens",
        kind: Kind::U16,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: Some("cells"),
        meaning: "number of givens",
        value: |row| Value::Number(row.made.givens as u64),
    },
    Column {
        name: "minimal",
        kind: Kind::Bool,
        nullable: true,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        meaning: "true if no given can go without a second solution; null where that was not established",
        value: |row| Value::Flag(row.made.minimal),
    },
    Column {
        name: "orbit_minimal",
        kind: Kind::Bool,
        nullable: true,
        presence: Presence::Symmetry,
        promise: Promise::Stream,
        unit: None,
        meaning: "true if no orbit of givens can go without a second solution; null where that was not established",
        value: |row| Value::Flag(row.made.orbit_minimal),
    },
    Column {
        name: "weight",
        kind: Kind::F64,
        nullable: true,
        presence: Presence::Weights,
        promise: Promise::Stream,
        unit: Some("ln"),
        meaning: "natural logarithm of the number of minimal puzzles that the row stands for",
        value: |row| Value::Real(row.made.weight),
    },
    Column {
        name: "attempts",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: Some("passes"),
        meaning: "digs, or tries of a pattern, until one came to a wanted puzzle",
        value: |row| Value::Number(row.made.attempts),
    },
    Column {
        name: "checks",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Program,
        unit: Some("checks"),
        meaning: "questions decided, failed passes included: mostly whether a given can go",
        value: |row| Value::Number(row.made.effort.checks),
    },
    Column {
        name: "nodes",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Program,
        unit: Some("nodes"),
        meaning: "search nodes that it took to decide them; several questions may share one, or need none",
        value: |row| Value::Number(row.made.effort.nodes),
    },
    Column {
        name: "fill_ns",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Timings,
        promise: Promise::Run,
        unit: Some("ns"),
        meaning: "wall time spent making complete grids",
        value: |row| Value::Number(nanoseconds(row.made.fill_time)),
    },
    Column {
        name: "dig_ns",
        kind: Kind::U64,
        nullable: false,
        presence: Presence::Timings,
        promise: Promise::Run,
        unit: Some("ns"),
        meaning: "wall time spent digging",
        value: |row| Value::Number(nanoseconds(row.made.dig_time)),
    },
];

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
