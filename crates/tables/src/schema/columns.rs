//! The table of columns: each stands here once, in the order of the files.

use super::{
    Column, ColumnKind, ColumnUnit, Invariance, Presence, Promise, RowImage, Value, ValueSource,
    id::ColumnId,
    measure_columns::{FORM_COLUMNS, MEASURE_COLUMNS},
};
use gridmill_generate::{
    Addition, AmbiguousLabel, BoardKind, BoardLabel, BrokenLabel, PartialLabel, Record, RowForms,
};
use gridmill_rate::{Measure, Technique, Tenths};
use std::sync::LazyLock;

const SOLUTION: Column = Column {
    id: ColumnId::Solution,
    kind: ColumnKind::Grid,
    nullable: false,
    presence: Presence::Always,
    promise: Promise::Stream,
    unit: None,
    invariance: Invariance::Transformed,
    meaning: "the one solution, row by row",
    source: ValueSource::Row(|row| Value::Solution(&row.made.solution)),
};

/// Solutions next to rows of any grids.
pub(super) static SOLVED_ROWS: Column = Column {
    nullable: true,
    meaning: "the one solution, row by row; null unless there is exactly one",
    ..SOLUTION
};

/// Numbers of solutions next to rows of any grids.
pub(super) static COUNTED_ROWS: Column = COUNTED;

const COUNTED: Column = Column {
    id: ColumnId::SolutionCount,
    kind: ColumnKind::U64,
    nullable: true,
    invariance: Invariance::Same,
    meaning: "number of solutions; null where there are more than were to be counted, or the row is no grid",
    ..SOLUTION
};

/// Minimal puzzles within rows of any grids: the givens that all have, and the number of them.
pub(super) static MINIMALS_OF_ROWS: [Column; 2] = [
    Column {
        id: ColumnId::NeededGivens,
        kind: ColumnKind::U16,
        unit: Some(ColumnUnit::Cells),
        meaning: "givens without which there is another solution; null unless there is exactly one",
        ..COUNTED
    },
    Column {
        id: ColumnId::MinimalPuzzles,
        meaning: "number of minimal puzzles within the givens; null where it is not known, with the reason",
        ..COUNTED
    },
];

const COLUMNS: [Column; 13] = [
    Column {
        id: ColumnId::Index,
        kind: ColumnKind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        invariance: Invariance::Differs,
        meaning: "place of the puzzle in the corpus, from 0",
        source: ValueSource::Row(|row| Value::Number(Some(row.index))),
    },
    Column {
        id: ColumnId::Puzzle,
        kind: ColumnKind::Grid,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        invariance: Invariance::Transformed,
        meaning: "the givens, row by row, `.` for an empty cell; digits are 1-9, then A-P",
        source: ValueSource::Row(|row| Value::Puzzle(row.made.puzzle.grid())),
    },
    SOLUTION,
    Column {
        id: ColumnId::Givens,
        kind: ColumnKind::U16,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: Some(ColumnUnit::Cells),
        invariance: Invariance::Same,
        meaning: "number of givens",
        source: ValueSource::Row(|row| Value::Number(Some(row.made.givens as u64))),
    },
    Column {
        id: ColumnId::Minimal,
        kind: ColumnKind::Bool,
        nullable: true,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: None,
        invariance: Invariance::Same,
        meaning: "true if no given can go without a second solution; null where that was not established",
        source: ValueSource::Row(|row| Value::Flag(row.made.minimal)),
    },
    Column {
        id: ColumnId::Symmetry,
        kind: ColumnKind::Name,
        nullable: false,
        presence: Presence::SymmetryMix,
        promise: Promise::Stream,
        unit: None,
        invariance: Invariance::Differs,
        meaning: "symmetry of the cells of the givens that the quota of the row names; `none` without one",
        source: ValueSource::Row(|row| Value::Name(Some(row.made.symmetry.name()))),
    },
    Column {
        id: ColumnId::OrbitMinimal,
        kind: ColumnKind::Bool,
        nullable: true,
        presence: Presence::Symmetry,
        promise: Promise::Stream,
        unit: None,
        invariance: Invariance::Differs,
        meaning: "true if no orbit of givens can go without a second solution; null where that was not established",
        source: ValueSource::Row(|row| Value::Flag(row.made.orbit_minimal)),
    },
    Column {
        id: ColumnId::Weight,
        kind: ColumnKind::F64,
        nullable: true,
        presence: Presence::Weights,
        promise: Promise::Stream,
        unit: Some(ColumnUnit::Ln),
        invariance: Invariance::Same,
        meaning: "natural logarithm of the number of minimal puzzles that the row stands for",
        source: ValueSource::Row(|row| Value::Real(row.made.weight)),
    },
    Column {
        id: ColumnId::Attempts,
        kind: ColumnKind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Stream,
        unit: Some(ColumnUnit::Passes),
        invariance: Invariance::Differs,
        meaning: "digs, or tries of a pattern, until one came to a matching puzzle",
        source: ValueSource::Row(|row| Value::Number(Some(row.made.attempts))),
    },
    Column {
        id: ColumnId::Checks,
        kind: ColumnKind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Program,
        unit: Some(ColumnUnit::Checks),
        invariance: Invariance::Differs,
        meaning: "questions decided, failed passes included: mostly whether a given can go",
        source: ValueSource::Row(|row| Value::Number(Some(row.made.effort.checks))),
    },
    Column {
        id: ColumnId::Nodes,
        kind: ColumnKind::U64,
        nullable: false,
        presence: Presence::Always,
        promise: Promise::Program,
        unit: Some(ColumnUnit::Nodes),
        invariance: Invariance::Differs,
        meaning: "search nodes that it took to decide them; several questions may share one, or need none",
        source: ValueSource::Row(|row| Value::Number(Some(row.made.effort.nodes))),
    },
    Column {
        id: ColumnId::FillNs,
        kind: ColumnKind::U64,
        nullable: false,
        presence: Presence::Timings,
        promise: Promise::Run,
        unit: Some(ColumnUnit::Nanoseconds),
        invariance: Invariance::Differs,
        meaning: "wall time spent making complete grids",
        source: ValueSource::Row(|row| Value::Number(Some(nanoseconds(row.made.fill_time)))),
    },
    Column {
        id: ColumnId::DigNs,
        kind: ColumnKind::U64,
        nullable: false,
        presence: Presence::Timings,
        promise: Promise::Run,
        unit: Some(ColumnUnit::Nanoseconds),
        invariance: Invariance::Differs,
        meaning: "wall time of the dig; batched digs share it in proportion to their nodes",
        source: ValueSource::Row(|row| Value::Number(Some(nanoseconds(row.made.dig_time)))),
    },
];

/// Returns every column that some corpus has, in order.
pub(super) fn all() -> impl Iterator<Item = &'static Column> + Clone {
    COLUMNS
        .iter()
        .chain(RATING_COLUMNS.iter())
        .chain(&CANONICAL_COLUMNS)
        .chain(&FORM_COLUMNS)
        .chain(&BOARD_COLUMNS)
        .chain(&IMAGE_COLUMNS)
}

/// Builds a column of canonical forms.
const fn canonical(
    id: ColumnId,
    kind: ColumnKind,
    meaning: &'static str,
    value: for<'a> fn(&'a RowForms) -> Value<'a>,
) -> Column {
    let (presence, promise, source) =
        (Presence::Added(Addition::Canonical), Promise::Stream, ValueSource::Canonical(value));
    let invariance = Invariance::Same;
    Column { id, kind, nullable: true, presence, promise, unit: None, invariance, meaning, source }
}

static CANONICAL_COLUMNS: [Column; 4] = [
    canonical(
        ColumnId::CanonicalPuzzle,
        ColumnKind::Text,
        "canonical (minlex) form of the givens: the least text of all transforms, `.` before every digit",
        |forms| Value::Name(Some(&forms.puzzle)),
    ),
    canonical(
        ColumnId::CanonicalGrid,
        ColumnKind::Text,
        "canonical form of the solution; null unless there is exactly one",
        |forms| Value::Name(forms.grid.as_deref()),
    ),
    canonical(
        ColumnId::Automorphisms,
        ColumnKind::U32,
        "number of orders of rows and columns, transposed or not, that with some renaming of digits take the givens to themselves",
        |forms| Value::Number(Some(forms.automorphisms.into())),
    ),
    canonical(
        ColumnId::ClassId,
        ColumnKind::Text,
        "name of the class of equivalent puzzles: 16 hexadecimal digits of a hash of `canonical_puzzle`",
        |forms| Value::Name(Some(&forms.class_id)),
    ),
];

/// Builds a column of boards: transforms take it with them.
const fn board(
    id: ColumnId,
    kind: ColumnKind,
    presence: Presence,
    meaning: &'static str,
    value: RowValue,
) -> Column {
    let (promise, source) = (Promise::Stream, ValueSource::Row(value));
    let invariance = Invariance::Transformed;
    Column { id, kind, nullable: false, presence, promise, unit: None, invariance, meaning, source }
}

/// Function that takes a value from a row.
type RowValue = for<'a> fn(&'a Record) -> Value<'a>;

/// Returns the label of the row's board, if it has one.
fn label(row: &Record) -> Option<&BoardLabel> {
    row.made.board.as_deref().map(|board| &board.label)
}

fn ambiguous(row: &Record) -> Option<&AmbiguousLabel> {
    if let Some(BoardLabel::Ambiguous(label)) = label(row) { Some(label) } else { None }
}

fn broken(row: &Record) -> Option<&BrokenLabel> {
    if let Some(BoardLabel::Broken(label)) = label(row) { Some(label) } else { None }
}

fn partial(row: &Record) -> Option<&PartialLabel> {
    if let Some(BoardLabel::Partial(label)) = label(row) { Some(label) } else { None }
}

static BOARD_COLUMNS: [Column; 10] = [
    Column {
        // The order of entries may follow a scale.
        promise: Promise::Scale,
        ..board(
            ColumnId::Board,
            ColumnKind::Grid,
            Presence::Board,
            "board derived from the puzzle, `.` for an empty cell; [GENERATING.md](GENERATING.md#boards) has the kinds",
            |row| row.made.board.as_deref().map_or(Value::Number(None), |board| Value::Puzzle(&board.grid)),
        )
    },
    Column {
        invariance: Invariance::Same,
        ..board(
            ColumnId::SolutionCount,
            ColumnKind::U16,
            Presence::BoardLabel(BoardKind::Ambiguous),
            "number of solutions of the board",
            |row| Value::Number(ambiguous(row).map(|label| label.solutions.len() as u64)),
        )
    },
    board(
        ColumnId::AllSolutions,
        ColumnKind::Texts,
        Presence::BoardLabel(BoardKind::Ambiguous),
        "all solutions of the board, in ascending order",
        |row| Value::Solutions(ambiguous(row).map(|label| &label.solutions[..])),
    ),
    board(
        ColumnId::AmbiguousCells,
        ColumnKind::Text,
        Presence::BoardLabel(BoardKind::Ambiguous),
        "mask of the cells where solutions of the board differ: `x` for such a cell, `.` for any other",
        |row| Value::Mask(ambiguous(row).map(|label| label.ambiguous)),
    ),
    board(
        ColumnId::DifferingSets,
        ColumnKind::Texts,
        Presence::BoardLabel(BoardKind::Ambiguous),
        "masks of the smallest sets of cells in which two solutions of the board differ: all with the fewest cells",
        |row| Value::Masks(ambiguous(row).map(|label| &label.differing_sets[..])),
    ),
    board(
        ColumnId::WrongCell,
        ColumnKind::Text,
        Presence::BoardLabel(BoardKind::Broken),
        "cell of the wrong digit of the board, such as `r3c4`",
        |row| Value::Cell(broken(row).map(|label| (label.wrong_cell, row.made.solution.shape()))),
    ),
    board(
        ColumnId::WrongDigit,
        ColumnKind::U16,
        Presence::BoardLabel(BoardKind::Broken),
        "the wrong digit",
        |row| Value::Number(broken(row).map(|label| label.wrong_digit.value().into())),
    ),
    Column {
        nullable: true,
        // The search has a budget.
        promise: Promise::Program,
        ..board(
            ColumnId::Conflict,
            ColumnKind::Text,
            Presence::BoardLabel(BoardKind::Broken),
            "mask of the fewest givens that leave no solution together with the wrong digit, one of several such sets; null where the \
             search for them took too much work",
            |row| Value::Mask(broken(row).and_then(|label| label.conflict)),
        )
    },
    Column {
        unit: Some(ColumnUnit::Cells),
        invariance: Invariance::Same,
        ..board(
            ColumnId::Filled,
            ColumnKind::U16,
            Presence::BoardLabel(BoardKind::Partial),
            "number of filled cells of the board, givens included",
            |row| Value::Number(partial(row).map(|label| label.filled as u64)),
        )
    },
    Column {
        promise: Promise::Scale,
        ..board(
            ColumnId::Entries,
            ColumnKind::Text,
            Presence::BoardLabel(BoardKind::Partial),
            "mask of the cells of the board that are filled and no givens",
            |row| Value::Mask(partial(row).map(|label| label.entries)),
        )
    },
];

/// Builds a column of images.
const fn image(
    id: ColumnId,
    kind: ColumnKind,
    meaning: &'static str,
    value: for<'a> fn(&'a RowImage) -> Value<'a>,
) -> Column {
    let (presence, promise, source) = (Presence::Augmented, Promise::Stream, ValueSource::Image(value));
    let invariance = Invariance::Same;
    Column { id, kind, nullable: false, presence, promise, unit: None, invariance, meaning, source }
}

static IMAGE_COLUMNS: [Column; 2] = [
    image(
        ColumnId::SourceIndex,
        ColumnKind::U64,
        "number of the row in the input of which the row is an image, from 0",
        |image| Value::Number(Some(image.source_index)),
    ),
    image(
        ColumnId::Transform,
        ColumnKind::Text,
        "transform from that row to this one, as text: [TRAINING.md](TRAINING.md#the-transform-as-text)",
        |image| Value::Name(Some(&image.transform)),
    ),
];

/// Builds a column of ratings.
const fn rating(
    id: ColumnId,
    kind: ColumnKind,
    presence: Presence,
    unit: Option<ColumnUnit>,
    meaning: &'static str,
    source: ValueSource,
) -> Column {
    let promise = match presence {
        Presence::RatingTimings => Promise::Run,
        // The work of chains and the words of steps are of the program.
        Presence::Budget | Presence::Added(Addition::Path) => Promise::Program,
        Presence::Added(Addition::SearchTrace) => Promise::Stream,
        _ => Promise::Scale,
    };
    // The order of steps, and so the sum of ratings, follows the order of cells and digits.
    let invariance = Invariance::Differs;
    Column { id, kind, nullable: true, presence, promise, unit, invariance, meaning, source }
}

static RATING_COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    use Presence::{Added, Budget, Measure as Measured, RatingTimings, Ratings};
    let count = |technique: Technique| {
        let (id, presence) = (ColumnId::Technique(technique), Presence::Technique(technique));
        let (_, meaning) = technique.count_column();
        rating(id, ColumnKind::U16, presence, Some(ColumnUnit::Steps), meaning, ValueSource::Count(technique))
    };
    let mut columns = vec![
        rating(
            ColumnId::Score,
            ColumnKind::Decimal,
            Measured(Measure::Er),
            None,
            "sum of the ratings of all steps; null unless solved",
            ValueSource::Rating(|rated| Value::Tenths(rated.rating.score)),
        ),
        rating(
            ColumnId::Score,
            ColumnKind::U32,
            Measured(Measure::Score),
            None,
            "sum of the scores of all steps; null unless solved",
            ValueSource::Rating(|rated| whole(rated.rating.score)),
        ),
        rating(
            ColumnId::Level,
            ColumnKind::Name,
            Ratings,
            None,
            "level of the hardest step, or of the score if that is higher; null unless solved",
            ValueSource::Rating(|rated| Value::Name(rated.level())),
        ),
        rating(
            ColumnId::Er,
            ColumnKind::Decimal,
            Measured(Measure::Er),
            None,
            "rating of the hardest step, on the scale of the rulebook; null unless solved",
            ValueSource::Rating(|rated| Value::Tenths(rated.rating.er)),
        ),
        rating(
            ColumnId::Ep,
            ColumnKind::Decimal,
            Measured(Measure::Er),
            None,
            "rating of the hardest step up to the first that places a digit",
            ValueSource::Rating(|rated| Value::Tenths(rated.rating.ep)),
        ),
        rating(
            ColumnId::Ed,
            ColumnKind::Decimal,
            Measured(Measure::Er),
            None,
            "rating of the first step",
            ValueSource::Rating(|rated| Value::Tenths(rated.rating.ed)),
        ),
        rating(
            ColumnId::Hardest,
            ColumnKind::Name,
            Ratings,
            None,
            "technique of the hardest step, the first of equals; null unless solved",
            ValueSource::Rating(|rated| Value::Name(rated.rating.hardest.map(Technique::name))),
        ),
        rating(
            ColumnId::HardestScore,
            ColumnKind::U32,
            Measured(Measure::Score),
            None,
            "score of the hardest step; null unless solved",
            ValueSource::Rating(|rated| whole(rated.rating.er)),
        ),
        rating(
            ColumnId::Steps,
            ColumnKind::U16,
            Ratings,
            Some(ColumnUnit::Steps),
            "steps taken",
            ValueSource::Rating(|rated| Value::Number(Some(rated.rating.steps.into()))),
        ),
        rating(
            ColumnId::Solved,
            ColumnKind::Bool,
            Ratings,
            None,
            "whether the techniques of the rulebook lead to the solution",
            ValueSource::Rating(|rated| Value::Flag(Some(rated.rating.solved))),
        ),
        rating(
            ColumnId::StuckCells,
            ColumnKind::U16,
            Ratings,
            Some(ColumnUnit::Cells),
            "empty cells where the techniques lead no further; 0 if solved",
            ValueSource::Rating(|rated| Value::Number(Some(rated.rating.stuck_cells.into()))),
        ),
        rating(
            ColumnId::ErAtLeast,
            ColumnKind::Decimal,
            Budget,
            None,
            "where the rate budget ran out, what er is at least; null where it did not, solved or stuck",
            ValueSource::Rating(|rated| Value::Tenths(rated.rating.er_at_least)),
        ),
    ];
    columns.extend(MEASURE_COLUMNS);
    columns.extend(Technique::all().map(count));
    columns.push(rating(
        ColumnId::Path,
        ColumnKind::Path,
        Added(Addition::Path),
        None,
        "the steps in order, each with all that a drawing of it needs; [RATINGS.md](RATINGS.md#solving-paths) lists the fields",
        ValueSource::Rating(|rated| Value::Path(rated.path.as_deref())),
    ));
    columns.push(rating(
        ColumnId::CompactPath,
        ColumnKind::Text,
        Added(Addition::CompactPath),
        None,
        "the steps in order as short text, each with technique, placements and eliminations, such as `naked r5c5=4;pointing r458c7-6`; \
         [RATINGS.md](RATINGS.md#solving-paths) has the grammar",
        ValueSource::Rating(|rated| Value::CompactPath(rated.path.as_deref())),
    ));
    columns.push(rating(
        ColumnId::SearchTrace,
        ColumnKind::Tokens,
        Added(Addition::SearchTrace),
        None,
        "trace of a depth-first search with singles, as tokens of `gridmill-trace-1`, from the board to the end: default orders, up to the \
         first solution, at most 100,000 events; [TRACES.md](TRACES.md) lists tokens and orders",
        ValueSource::Measured(|measured| Value::SearchTrace(measured.searched.as_ref())),
    ));
    columns.push(rating(
        ColumnId::RateNs,
        ColumnKind::U64,
        RatingTimings,
        Some(ColumnUnit::Nanoseconds),
        "wall time spent rating",
        ValueSource::Rating(|rated| Value::Number(Some(nanoseconds(rated.time)))),
    ));
    columns
});

/// Returns a number of tenths as a whole number.
fn whole(number: Option<Tenths>) -> Value<'static> {
    Value::Number(number.map(|number| u64::from(number.tenths() / 10)))
}

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl ColumnId {
    /// Returns the description of the column.
    ///
    /// # Panics
    /// Never: a test finds an entry for each.
    pub fn column(self) -> &'static Column {
        all().find(|column| column.id == self).expect("each column has an entry in the table")
    }
}
