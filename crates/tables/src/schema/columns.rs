//! The table of columns: each stands here once, in the order of the files.

use super::{
    Column, ColumnKind, ColumnUnit, Invariance, Presence, Promise, Value, ValueSource,
    builders::{ROW, added, columns, number},
    id::ColumnId,
    measure_columns::{FORM_COLUMNS, MEASURE_COLUMNS},
};
use Invariance::{Same, Transformed};
use gridmill_generate::{Addition, AmbiguousLabel, BoardKind, BoardLabel, BrokenLabel, PartialLabel, Record};
use gridmill_rate::{Measure, Technique, Tenths};
use std::sync::LazyLock;

/// Builds a column of boards, or of a kind of them: transforms take it with them.
const fn board(kind: Option<BoardKind>) -> Column {
    let presence = match kind {
        Some(kind) => Presence::BoardLabel(kind),
        None => Presence::Board,
    };
    ROW.presence(presence).invariance(Transformed)
}

/// Builds a column of ratings. The order of steps, and so the sum of ratings, follows the order of cells and digits.
const fn rating(presence: Presence) -> Column {
    let promise = match presence {
        Presence::RatingTimings => Promise::Run,
        // The work of chains and the words of steps are of the program.
        Presence::Budget | Presence::Added(Addition::Path) => Promise::Program,
        Presence::Added(Addition::SearchTrace) => Promise::Stream,
        _ => Promise::Scale,
    };
    ROW.nullable().presence(presence).promise(promise)
}

/// Returns a number of tenths as a whole number.
fn whole(value: Option<Tenths>) -> Value<'static> {
    number(value.map(|value| value.tenths() / 10))
}

fn nanoseconds(time: std::time::Duration) -> Value<'static> {
    Value::Number(Some(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)))
}

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

/// Columns next to rows of any grids: solutions, numbers of solutions, and of the minimal puzzles within them the givens that all have, and their
/// number.
pub(super) static OF_ANY_GRIDS: [Column; 4] = columns! { Row:
    Solution Grid, ROW.nullable().invariance(Transformed),
        "the one solution, row by row; null unless there is exactly one", |_| Value::Number(None);
    SolutionCount U64, ROW.nullable().invariance(Same),
        "number of solutions; null where there are more than were to be counted, or the row is no grid", |_| Value::Number(None);
    NeededGivens U16, ROW.nullable().invariance(Same).unit(ColumnUnit::Cells),
        "givens without which there is another solution; null unless there is exactly one", |_| Value::Number(None);
    MinimalPuzzles U64, ROW.nullable().invariance(Same),
        "number of minimal puzzles within the givens; null where it is not known, with the reason", |_| Value::Number(None);
};

static COLUMNS: [Column; 13] = columns! { Row:
    Index U64, ROW, "place of the puzzle in the corpus, from 0", |row| Value::Number(Some(row.index));
    Puzzle Grid, ROW.invariance(Transformed), "the givens, row by row, `.` for an empty cell; digits are 1-9, then A-P",
        |row| Value::Puzzle(row.made.puzzle.grid());
    Solution Grid, ROW.invariance(Transformed), "the one solution, row by row", |row| Value::Solution(&row.made.solution);
    Givens U16, ROW.invariance(Same).unit(ColumnUnit::Cells), "number of givens", |row| Value::Number(Some(row.made.givens as u64));
    Minimal Bool, ROW.nullable().invariance(Same),
        "true if no given can go without a second solution; null where that was not established", |row| Value::Flag(row.made.minimal);
    Symmetry Name, ROW.presence(Presence::SymmetryMix),
        "symmetry of the cells of the givens that the quota of the row names; `none` without one",
        |row| Value::Name(Some(row.made.symmetry.name()));
    OrbitMinimal Bool, ROW.nullable().presence(Presence::Symmetry),
        "true if no orbit of givens can go without a second solution; null where that was not established",
        |row| Value::Flag(row.made.orbit_minimal);
    Weight F64, ROW.nullable().presence(Presence::Weights).invariance(Same).unit(ColumnUnit::Ln),
        "natural logarithm of the number of minimal puzzles that the row stands for", |row| Value::Real(row.made.weight);
    Attempts U64, ROW.unit(ColumnUnit::Passes), "digs, or tries of a pattern, until one came to a matching puzzle",
        |row| Value::Number(Some(row.made.attempts));
    Checks U64, ROW.promise(Promise::Program).unit(ColumnUnit::Checks),
        "questions decided, failed passes included: mostly whether a given can go", |row| Value::Number(Some(row.made.effort.checks));
    Nodes U64, ROW.promise(Promise::Program).unit(ColumnUnit::Nodes),
        "search nodes that it took to decide them; several questions may share one, or need none",
        |row| Value::Number(Some(row.made.effort.nodes));
    FillNs U64, ROW.presence(Presence::Timings).promise(Promise::Run).unit(ColumnUnit::Nanoseconds),
        "wall time spent making complete grids", |row| nanoseconds(row.made.fill_time);
    DigNs U64, ROW.presence(Presence::Timings).promise(Promise::Run).unit(ColumnUnit::Nanoseconds),
        "wall time of the dig; batched digs share it in proportion to their nodes", |row| nanoseconds(row.made.dig_time);
};

static CANONICAL_COLUMNS: [Column; 4] = columns! { Canonical:
    CanonicalPuzzle Text, added(Addition::Canonical, Promise::Stream),
        "canonical (minlex) form of the givens: the least text of all transforms, `.` before every digit",
        |forms| Value::Name(Some(&forms.puzzle));
    CanonicalGrid Text, added(Addition::Canonical, Promise::Stream),
        "canonical form of the solution; null unless there is exactly one", |forms| Value::Name(forms.grid.as_deref());
    Automorphisms U32, added(Addition::Canonical, Promise::Stream),
        "number of orders of rows and columns, transposed or not, that with some renaming of digits take the givens to themselves",
        |forms| Value::Number(Some(forms.automorphisms.into()));
    ClassId Text, added(Addition::Canonical, Promise::Stream),
        "name of the class of equivalent puzzles: 16 hexadecimal digits of a hash of `canonical_puzzle`",
        |forms| Value::Name(Some(&forms.class_id));
};

static BOARD_COLUMNS: [Column; 10] = columns! { Row:
    // The order of entries may follow a scale.
    Board Grid, board(None).promise(Promise::Scale),
        "board derived from the puzzle, `.` for an empty cell; [GENERATING.md](GENERATING.md#boards) has the kinds",
        |row| row.made.board.as_deref().map_or(Value::Number(None), |board| Value::Puzzle(&board.grid));
    SolutionCount U16, board(Some(BoardKind::Ambiguous)).invariance(Same),
        "number of solutions of the board", |row| Value::Number(ambiguous(row).map(|label| label.solutions.len() as u64));
    AllSolutions Texts, board(Some(BoardKind::Ambiguous)),
        "all solutions of the board, in ascending order", |row| Value::Solutions(ambiguous(row).map(|label| &label.solutions[..]));
    AmbiguousCells Text, board(Some(BoardKind::Ambiguous)),
        "mask of the cells where solutions of the board differ: `x` for such a cell, `.` for any other",
        |row| Value::Mask(ambiguous(row).map(|label| &label.ambiguous));
    DifferingSets Texts, board(Some(BoardKind::Ambiguous)),
        "masks of the smallest sets of cells in which two solutions of the board differ: all with the fewest cells",
        |row| Value::Masks(ambiguous(row).map(|label| &label.differing_sets[..]));
    WrongCell Text, board(Some(BoardKind::Broken)), "cell of the wrong digit of the board, such as `r3c4`",
        |row| Value::Cell(broken(row).map(|label| (label.wrong_cell, row.made.solution.shape())));
    WrongDigit U16, board(Some(BoardKind::Broken)), "the wrong digit", |row| number(broken(row).map(|label| label.wrong_digit.value()));
    // The search has a budget.
    Conflict Text, board(Some(BoardKind::Broken)).nullable().promise(Promise::Program),
        "mask of the fewest givens that leave no solution together with the wrong digit, one of several such sets; null where the \
         search for them took too much work",
        |row| Value::Mask(broken(row).and_then(|label| label.conflict.as_ref()));
    Filled U16, board(Some(BoardKind::Partial)).invariance(Same).unit(ColumnUnit::Cells),
        "number of filled cells of the board, givens included", |row| Value::Number(partial(row).map(|label| label.filled as u64));
    Entries Text, board(Some(BoardKind::Partial)).promise(Promise::Scale),
        "mask of the cells of the board that are filled and no givens", |row| Value::Mask(partial(row).map(|label| &label.entries));
};

static IMAGE_COLUMNS: [Column; 2] = columns! { Image:
    SourceIndex U64, ROW.presence(Presence::Augmented).invariance(Same),
        "number of the row in the input of which the row is an image, from 0", |image| Value::Number(Some(image.source_index));
    Transform Text, ROW.presence(Presence::Augmented).invariance(Same),
        "transform from that row to this one, as text: [TRAINING.md](TRAINING.md#the-transform-as-text)",
        |image| Value::Name(Some(&image.transform));
};

static RATING_COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    use Presence::{Added, Budget, Measure as Measured, RatingTimings, Ratings};
    let mut columns = Vec::from(columns! { Rating:
        Score Decimal, rating(Measured(Measure::Er)), "sum of the ratings of all steps; null unless solved",
            |rated| Value::Tenths(rated.rating.score);
        Score U32, rating(Measured(Measure::Score)), "sum of the scores of all steps; null unless solved",
            |rated| whole(rated.rating.score);
        Level Name, rating(Ratings), "level of the hardest step, or of the score if that is higher; null unless solved",
            |rated| Value::Name(rated.level());
        Er Decimal, rating(Measured(Measure::Er)), "rating of the hardest step, on the scale of the rulebook; null unless solved",
            |rated| Value::Tenths(rated.rating.er);
        Ep Decimal, rating(Measured(Measure::Er)), "rating of the hardest step up to the first that places a digit",
            |rated| Value::Tenths(rated.rating.ep);
        Ed Decimal, rating(Measured(Measure::Er)), "rating of the first step", |rated| Value::Tenths(rated.rating.ed);
        Hardest Name, rating(Ratings), "technique of the hardest step, the first of equals; null unless solved",
            |rated| Value::Name(rated.rating.hardest.map(Technique::name));
        HardestScore U32, rating(Measured(Measure::Score)), "score of the hardest step; null unless solved",
            |rated| whole(rated.rating.er);
        Steps U16, rating(Ratings).unit(ColumnUnit::Steps), "steps taken", |rated| number(Some(rated.rating.steps));
        Solved Bool, rating(Ratings), "whether the techniques of the rulebook lead to the solution",
            |rated| Value::Flag(Some(rated.rating.solved));
        StuckCells U16, rating(Ratings).unit(ColumnUnit::Cells), "empty cells where the techniques lead no further; 0 if solved",
            |rated| number(Some(rated.rating.stuck_cells));
        ErAtLeast Decimal, rating(Budget), "where the rate budget ran out, what er is at least; null where it did not, solved or stuck",
            |rated| Value::Tenths(rated.rating.er_at_least);
    });
    columns.extend(MEASURE_COLUMNS);
    columns.extend(Technique::all().map(|technique| Column {
        id: ColumnId::Technique(technique),
        kind: ColumnKind::U16,
        meaning: technique.count_column().1,
        source: ValueSource::Count(technique),
        ..rating(Presence::Technique(technique)).unit(ColumnUnit::Steps)
    }));
    columns.extend(columns! { Rating:
        Path Path, rating(Added(Addition::Path)),
            "the steps in order, each with all that a drawing of it needs; [RATINGS.md](RATINGS.md#solving-paths) lists the fields",
            |rated| Value::Path(rated.path.as_deref());
        CompactPath Text, rating(Added(Addition::CompactPath)),
            "the steps in order as short text, each with technique, placements and eliminations, such as `naked r5c5=4;pointing r458c7-6`; \
             [RATINGS.md](RATINGS.md#solving-paths) has the grammar",
            |rated| Value::CompactPath(rated.path.as_deref());
    });
    columns.extend(columns! { Measured:
        SearchTrace Tokens, rating(Added(Addition::SearchTrace)),
            "trace of a depth-first search with singles, as tokens of `gridmill-trace-1`, from the board to the end: default orders, up to the \
             first solution, at most 100,000 events; [TRACES.md](TRACES.md) lists tokens and orders",
            |measured| Value::SearchTrace(measured.searched.as_ref());
    });
    columns.extend(columns! { Rating:
        RateNs U64, rating(RatingTimings).unit(ColumnUnit::Nanoseconds), "wall time spent rating", |rated| nanoseconds(rated.time);
    });
    columns
});

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

impl ColumnId {
    /// Returns the description of the column.
    ///
    /// # Panics
    /// Never: a test finds an entry for each.
    pub fn column(self) -> &'static Column {
        all().find(|column| column.id == self).expect("each column has an entry in the table")
    }
}
