//! The columns of a corpus: the one place that says what a row holds.
//!
//! Writers, the data set card and the manifest's hashes all follow [`columns`].

use crate::{
    board::{Grid, Solution},
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

/// One value of a row.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// A grid with empty cells.
    Puzzle(&'a Grid),
    /// A complete grid.
    Solution(&'a Solution),
    /// A whole number.
    Number(u64),
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
    /// What a seed promises of it.
    pub promise: Promise,
    /// The unit of its numbers, if they have one.
    pub unit: Option<&'static str>,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// Its value in a row.
    pub value: for<'a> fn(&'a Record) -> Value<'a>,
}

const COLUMNS: [Column; 10] = [
    Column {
        name: "index",
        kind: Kind::U64,
        nullable: false,
        promise: Promise::Stream,
        unit: None,
        meaning: "place of the puzzle in the corpus, from 0",
        value: |row| Value::Number(row.index),
    },
    Column {
        name: "puzzle",
        kind: Kind::Grid,
        nullable: false,
        promise: Promise::Stream,
        unit: None,
        meaning: "the givens, row by row, `.` for an empty cell; digits are 1-9, then A-P",
        value: |row| Value::Puzzle(row.made.puzzle.grid()),
    },
    Column {
        name: "solution",
        kind: Kind::Grid,
        nullable: false,
        promise: Promise::Stream,
        unit: None,
        meaning: "the one solution, row by row",
        value: |row| Value::Solution(&row.made.solution),
    },
    Column {
        name: "givens",
        kind: Kind::U16,
        nullable: false,
        promise: Promise::Stream,
        unit: Some("cells"),
        meaning: "number of givens",
        value: |row| Value::Number(row.made.givens as u64),
    },
    Column {
        name: "minimal",
        kind: Kind::Bool,
        nullable: true,
        promise: Promise::Stream,
        unit: None,
        meaning: "true if no given can go without a second solution; null where that was not established",
        value: |row| Value::Flag(row.made.minimal),
    },
    Column {
        name: "attempts",
        kind: Kind::U64,
        nullable: false,
        promise: Promise::Stream,
        unit: Some("passes"),
        meaning: "digging passes until one met the wanted givens",
        value: |row| Value::Number(row.made.attempts),
    },
    Column {
        name: "checks",
        kind: Kind::U64,
        nullable: false,
        promise: Promise::Program,
        unit: Some("checks"),
        meaning: "uniqueness checks made, failed passes included",
        value: |row| Value::Number(row.made.effort.checks),
    },
    Column {
        name: "nodes",
        kind: Kind::U64,
        nullable: false,
        promise: Promise::Program,
        unit: Some("nodes"),
        meaning: "search nodes in those checks",
        value: |row| Value::Number(row.made.effort.nodes),
    },
    Column {
        name: "fill_ns",
        kind: Kind::U64,
        nullable: false,
        promise: Promise::Run,
        unit: Some("ns"),
        meaning: "wall time spent making complete grids",
        value: |row| Value::Number(nanoseconds(row.made.fill_time)),
    },
    Column {
        name: "dig_ns",
        kind: Kind::U64,
        nullable: false,
        promise: Promise::Run,
        unit: Some("ns"),
        meaning: "wall time spent digging",
        value: |row| Value::Number(nanoseconds(row.made.dig_time)),
    },
];

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The columns of a corpus in order, with or without the timings.
pub fn columns(timings: bool) -> impl Iterator<Item = &'static Column> + Clone {
    COLUMNS.iter().filter(move |column| timings || column.promise != Promise::Run)
}
