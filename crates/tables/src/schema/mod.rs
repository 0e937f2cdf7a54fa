//! The columns of a corpus, each described once: name, type, unit, meaning and promise.
//!
//! Corpora are written by this table, and reports read by it.
//!
//! ```text
//! ColumnId --column--> Column { kind, unit, presence, promise, meaning, source }
//! Layout   --columns-> the columns of one corpus, with their names, in the order of its files
//! ```

pub mod arrow;
mod builders;
mod columns;
mod id;
mod layout;
mod measure_columns;

use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_generate::{Addition, BoardKind, CellMask, FormFact, Measured, Rated, Record, RowForms};
use gridmill_rate::{Measure, Rulebook, Step, Technique, Tenths};
pub use id::{ChuteId, ColumnId, is_step_count, is_time, without_unit};
pub use layout::{ColumnNames, Layout, LayoutColumn};
use std::sync::LazyLock;

/// Type of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text of a grid, one character a cell.
    Grid,
    /// Whole number of 16 bits.
    U16,
    /// Whole number of 32 bits.
    U32,
    /// Whole number of 64 bits.
    U64,
    /// Number with one decimal or two, as a floating point number of 64 bits.
    Decimal,
    /// Binary floating point number of 64 bits.
    F64,
    /// One of a few texts.
    Name,
    /// Text that differs from row to row.
    Text,
    /// Steps of a solving path.
    Path,
    /// List of texts.
    Texts,
    /// Numbers of tokens.
    Tokens,
    /// True or false.
    Bool,
}

impl ColumnKind {
    /// Returns the name of the type in Parquet readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grid | Self::Text => "string",
            Self::U16 => "uint16",
            Self::U32 => "uint32",
            Self::U64 => "uint64",
            Self::Decimal | Self::F64 => "float64",
            Self::Name => "dictionary of string",
            Self::Path => "list of struct",
            Self::Texts => "list of string",
            Self::Tokens => "list of uint16",
            Self::Bool => "bool",
        }
    }
}

/// Unit of the numbers of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Cells of the grid.
    Cells,
    /// Natural logarithm.
    Ln,
    /// Passes of a dig.
    Passes,
    /// Uniqueness checks.
    Checks,
    /// Search nodes.
    Nodes,
    /// Nanoseconds.
    Nanoseconds,
    /// Steps of a solving path.
    Steps,
    /// Guesses of a search.
    Guesses,
}

gridmill_board::named_values!(ColumnUnit {
    Cells "cells", Ln "ln", Passes "passes", Checks "checks", Nodes "nodes", Nanoseconds "ns", Steps "steps", Guesses "guesses"
});

/// Reproducibility of a column from its seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// The same for good, within a stream version.
    Stream,
    /// The same for good, within a stream version and a version of a built-in scale.
    Scale,
    /// The same on every machine for one version of the program.
    Program,
    /// Different from run to run.
    Run,
}

/// Relation of a value to that of a transformed puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invariance {
    /// A grid, which is transformed with the puzzle.
    Transformed,
    /// The same for a puzzle and all its transforms.
    Same,
    /// May differ: it depends on the order of cells and digits, or on how the row was made.
    Differs,
}

impl Invariance {
    /// Returns the relation for a column of any file. Columns that this program does not know count as the same, but for times, counts
    /// of steps and names of ratings that are in use elsewhere.
    pub fn of(name: &str) -> Self {
        // Columns of other files keep names that are in use so.
        let name = plain_name(name.trim_start_matches("input_"));
        match Column::named(name) {
            Some(column) => column.invariance,
            // `reason` says why a row has no rating.
            None if is_rating(name) || is_time(name) || name == "reason" => Self::Differs,
            None => Self::Same,
        }
    }
}

/// Returns the name of a column without the prefix that it has next to the columns of other rulebooks, which is that of a built-in one;
/// other names as they are.
pub fn plain_name(name: &str) -> &str {
    static PREFIXES: LazyLock<Vec<String>> =
        LazyLock::new(|| Rulebook::all_built_in().iter().map(Rulebook::prefix).collect());
    PREFIXES.iter().find_map(|prefix| without_prefix(name, prefix)).unwrap_or(name)
}

/// Returns the name of a column of ratings without the prefix of its rulebook; `None` for other names.
pub fn without_prefix<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let plain = name.strip_prefix(prefix)?;
    Column::named(plain).is_some_and(Column::is_of_rulebook).then_some(plain)
}

/// Returns true for the name of a column of ratings, of this program or with a name that is in use elsewhere.
pub fn is_rating(name: &str) -> bool {
    let name = plain_name(name);
    match Column::named(name) {
        Some(column) => {
            !matches!(column.source, ValueSource::Row(_) | ValueSource::Canonical(_) | ValueSource::Image(_))
        }
        None => {
            is_step_count(name)
                || ["rating", "difficulty"].iter().any(|known| name.eq_ignore_ascii_case(known))
        }
    }
}

/// Condition under which a corpus has a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Every corpus.
    Always,
    /// Corpora dug in orbits of a symmetry.
    Symmetry,
    /// Corpora with several symmetries.
    SymmetryMix,
    /// Corpora whose dig yields weights.
    Weights,
    /// Corpora with timings.
    Timings,
    /// Corpora with ratings.
    Ratings,
    /// Corpora with ratings by a rulebook of this measure.
    Measure(Measure),
    /// Corpora with ER whose rulebook has chains that a budget limits.
    Budget,
    /// Corpora with ratings and timings.
    RatingTimings,
    /// Corpora whose rulebook has the technique.
    Technique(Technique),
    /// Corpora and files to which these columns were added.
    Added(Addition),
    /// Files of canonical forms to which this was added.
    Forms(FormFact),
    /// Corpora with boards.
    Board,
    /// Corpora with boards of this kind.
    BoardLabel(BoardKind),
    /// Files of random images of puzzles.
    Augmented,
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
    /// A number with one decimal, or none.
    Tenths(Option<Tenths>),
    /// A number with two decimals, in hundredths, or none.
    Hundredths(Option<u32>),
    /// True, false or not known.
    Flag(Option<bool>),
    /// A text, or none.
    Name(Option<&'a str>),
    /// The steps of a solving path, or none.
    Path(Option<&'a [Step]>),
    /// The steps of a solving path as short text, or none.
    CompactPath(Option<&'a [Step]>),
    /// The name of a cell of a shape, or none.
    Cell(Option<(Cell, Shape)>),
    /// A set of cells, or none. By reference, because a set of 16 bytes would make the tag of all values as large, and slow to read.
    Mask(Option<&'a CellMask>),
    /// Sets of cells, or none.
    Masks(Option<&'a [CellMask]>),
    /// Complete grids, or none.
    Solutions(Option<&'a [Solution]>),
    /// The tokens of the default search of a puzzle, or none.
    SearchTrace(Option<&'a Grid>),
}

impl Value<'_> {
    /// Returns the missing value of a column of ratings.
    const fn missing(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Bool => Self::Flag(None),
            ColumnKind::F64 => Self::Real(None),
            ColumnKind::Decimal => Self::Tenths(None),
            ColumnKind::Name | ColumnKind::Text => Self::Name(None),
            ColumnKind::Path => Self::Path(None),
            ColumnKind::Texts => Self::Solutions(None),
            ColumnKind::Tokens => Self::SearchTrace(None),
            ColumnKind::Grid | ColumnKind::U16 | ColumnKind::U32 | ColumnKind::U64 => Self::Number(None),
        }
    }
}

/// Function that computes the values of a column.
#[derive(Debug, Clone, Copy)]
pub enum ValueSource {
    /// From the row.
    Row(for<'a> fn(&'a Record) -> Value<'a>),
    /// From the row's rating.
    Rating(for<'a> fn(&'a Rated) -> Value<'a>),
    /// Steps of a technique in the row's rating.
    Count(Technique),
    /// From the row's measures besides ratings.
    Measured(for<'a> fn(&'a Measured) -> Value<'a>),
    /// The row's canonical forms.
    Canonical(for<'a> fn(&'a RowForms) -> Value<'a>),
    /// The source and the transform of an image.
    Image(for<'a> fn(&'a RowImage) -> Value<'a>),
}

/// Source and transform of a row that is an image of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowImage {
    /// Number of the source in the input, from 0.
    pub source_index: u64,
    /// Text of the transform that takes the source to the row.
    pub transform: String,
}

/// Everything about the difficulty of a row; nothing by default.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowRatings<'a> {
    /// Rating by techniques, one for each rulebook.
    pub rated: &'a [Rated],
    /// Measures besides ratings.
    pub measured: Option<&'a Measured>,
}

impl<'a> RowRatings<'a> {
    /// Returns the ratings of a row.
    pub fn of(row: &'a Record) -> Self {
        Self { rated: &row.made.ratings, measured: row.made.measured.as_deref() }
    }
}

/// Description of a column.
#[derive(Debug)]
pub struct Column {
    /// Identity, and so the name.
    pub id: ColumnId,
    /// Type.
    pub kind: ColumnKind,
    /// True if values may be missing.
    pub nullable: bool,
    /// Corpora that have it.
    pub presence: Presence,
    /// Promise of a seed for it.
    pub promise: Promise,
    /// Unit of its numbers, if they have one.
    pub unit: Option<ColumnUnit>,
    /// Relation to the value of a transformed puzzle.
    pub invariance: Invariance,
    /// Meaning, in a sentence.
    pub meaning: &'static str,
    /// Source of its values.
    pub source: ValueSource,
}

impl Column {
    /// Returns every column that some corpus has, in order.
    pub fn all() -> impl Iterator<Item = &'static Self> + Clone {
        columns::all()
    }

    /// Returns the column with this name; `None` for a name that no corpus uses.
    pub fn named(name: &str) -> Option<&'static Self> {
        columns::all().find(|column| column.name() == name)
    }

    /// Returns the column that has this name, alone or after the prefix of any rulebook: enough to read and to describe it.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        Self::named(name).or_else(|| {
            let mut ends = name.match_indices('_').map(|(place, _)| &name[place + 1..]);
            ends.find_map(|end| Self::named(end).filter(|column| column.is_of_rulebook()))
        })
    }

    /// Returns the name in headers and schemas.
    pub const fn name(&self) -> &'static str {
        self.id.name()
    }

    /// Returns the value in a row, of the ratings by the rulebook at a place of the plan.
    #[inline]
    fn value<'a>(&self, row: &'a Record, rulebook: usize) -> Value<'a> {
        match self.source {
            ValueSource::Row(value) => value(row),
            ValueSource::Rating(_) | ValueSource::Count(_) | ValueSource::Measured(_) => {
                self.value_of_ratings(RowRatings::of(row), rulebook)
            }
            ValueSource::Canonical(_) => {
                let measured = row.made.measured.as_deref();
                self.value_of_forms(measured.and_then(|measured| measured.forms.as_deref()))
            }
            ValueSource::Image(_) => Value::missing(self.kind),
        }
    }

    /// Returns true for a column of ratings by a rulebook.
    pub const fn is_of_rulebook(&self) -> bool {
        matches!(self.source, ValueSource::Rating(_) | ValueSource::Count(_))
    }

    /// Returns the columns of canonical forms with those of `added`, in order.
    pub fn of_forms_with(added: &[FormFact]) -> impl Iterator<Item = &'static Self> + Clone {
        columns::all().filter(move |column| match column.presence {
            Presence::Added(Addition::Canonical) => true,
            Presence::Forms(fact) => added.contains(&fact),
            _ => false,
        })
    }

    /// Returns the column of solutions that rows of any grids get: null where there is not exactly one.
    pub fn of_solved_rows() -> &'static Self {
        &columns::OF_ANY_GRIDS[0]
    }

    /// Returns the column of numbers of solutions that rows of any grids get: null where there are too many.
    pub fn of_counted_rows() -> &'static Self {
        &columns::OF_ANY_GRIDS[1]
    }

    /// Returns the columns of the minimal puzzles within rows of any grids: the needed givens, and the number of minimal puzzles.
    pub fn of_minimals() -> [&'static Self; 2] {
        [&columns::OF_ANY_GRIDS[2], &columns::OF_ANY_GRIDS[3]]
    }

    /// Returns the value in the canonical forms of a row, missing where there are none.
    pub fn value_of_forms<'a>(&self, forms: Option<&'a RowForms>) -> Value<'a> {
        match (self.source, forms) {
            (ValueSource::Canonical(value), Some(forms)) => value(forms),
            _ => Value::missing(self.kind),
        }
    }

    /// Returns the columns of images, in order.
    pub fn of_images() -> impl Iterator<Item = &'static Self> + Clone {
        columns::all().filter(|column| column.presence == Presence::Augmented)
    }

    /// Returns the value of an image.
    pub fn value_of_image<'a>(&self, image: &'a RowImage) -> Value<'a> {
        match self.source {
            ValueSource::Image(value) => value(image),
            _ => Value::missing(self.kind),
        }
    }

    /// Returns the value in the ratings of a row by the rulebook at a place, missing where they lack it.
    fn value_of_ratings<'a>(&self, ratings: RowRatings<'a>, rulebook: usize) -> Value<'a> {
        let rated = ratings.rated.get(rulebook);
        let value = match self.source {
            ValueSource::Row(_) | ValueSource::Canonical(_) | ValueSource::Image(_) => None,
            ValueSource::Rating(value) => rated.map(value),
            ValueSource::Count(technique) => {
                rated.map(|rated| Value::Number(Some(rated.rating.count(technique).into())))
            }
            ValueSource::Measured(value) => ratings.measured.map(value),
        };
        value.unwrap_or_else(|| Value::missing(self.kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_has_a_name_and_an_entry_of_its_own() {
        // The score is whole or not by the rulebook: two entries, of which a corpus has one.
        let is_second = |column: &&Column| {
            column.id == ColumnId::Score && column.presence != Presence::Measure(Measure::Er)
        };
        let mut names: Vec<&str> =
            Column::all().filter(|column| !is_second(column)).map(Column::name).collect();
        for column in Column::all() {
            assert_eq!(column.id.column().name(), column.name());
            assert_eq!(Column::named(column.name()).map(|found| found.id), Some(column.id));
            assert_eq!(
                column.unit == Some(ColumnUnit::Nanoseconds),
                is_time(column.name()),
                "{}",
                column.name()
            );
            assert_eq!(matches!(column.id, ColumnId::Technique(_)), is_step_count(column.name()));
        }
        assert_eq!(Invariance::of("input_input_er"), Invariance::Differs);
        assert_eq!(Invariance::of("input_class_id"), Invariance::Same);
        assert_eq!(Invariance::of("my_note"), Invariance::Same);
        assert_eq!(["Rating", "t_new", "slow_ns"].map(Invariance::of), [Invariance::Differs; 3]);
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
