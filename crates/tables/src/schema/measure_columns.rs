//! Columns of measures besides ratings, and those that options of `canonical` add next to the canonical forms.

use super::{
    ChuteId, Column, ColumnId, ColumnKind, ColumnUnit, Invariance, Presence, Promise, Value, ValueSource,
};
use Addition::{Backdoors, ErImages, Guesses, OpenSteps, Trial, Unavoidable, Whips};
use ColumnKind::{Decimal, U16, U32, U64};
use gridmill_generate::{Addition, Choices, Measured, OpenSteps as Open, RowForms, SearchDifficulty};
use gridmill_rate::trial::{TrialRating, TrialValue};

/// Builds a column of a measure, which is the same for a puzzle and all its transforms.
const fn measure(
    addition: Addition,
    id: ColumnId,
    kind: ColumnKind,
    promise: Promise,
    meaning: &'static str,
    value: for<'a> fn(&'a Measured) -> Value<'a>,
) -> Column {
    let (presence, source) = (Presence::Added(addition), ValueSource::Measured(value));
    Column {
        id,
        kind,
        nullable: true,
        presence,
        promise,
        unit: None,
        invariance: Invariance::Same,
        meaning,
        source,
    }
}

/// Returns a whole number, or none.
fn number<'a>(value: Option<impl Into<u64>>) -> Value<'a> {
    Value::Number(value.map(Into::into))
}

/// Builds a column of open steps. Which path is taken depends on the order of cells.
const fn open(
    id: ColumnId,
    kind: ColumnKind,
    meaning: &'static str,
    value: for<'a> fn(&'a Measured) -> Value<'a>,
) -> Column {
    Column {
        invariance: Invariance::Differs,
        ..measure(OpenSteps, id, kind, Promise::Program, meaning, value)
    }
}

/// Returns the open placements.
fn placements(measured: &Measured) -> Option<Choices> {
    measured.open_steps.and_then(|open: Open| open.placements)
}

/// Returns the open steps of the technique.
fn steps(measured: &Measured) -> Option<Choices> {
    measured.open_steps.and_then(|open: Open| open.steps)
}

/// Columns of measures, in order. Which searches a budget ends is of the program.
pub(super) const MEASURE_COLUMNS: [Column; 23] = [
    Column {
        unit: Some(ColumnUnit::Guesses),
        invariance: Invariance::Differs,
        ..measure(
            Guesses,
            ColumnId::Guesses,
            Decimal,
            Promise::Program,
            "search difficulty: geometric mean of the guesses of the solver over 32 transforms of the puzzle, to two decimals; null where a search of a grid larger than 9x9 takes a million nodes",
            |measured| Value::Hundredths(measured.guesses.map(SearchDifficulty::hundredths)),
        )
    },
    measure(
        Trial,
        ColumnId::TrialDepth,
        U16,
        Promise::Scale,
        "trial-and-error depth T&E(n): the fewest levels of copies of the grid with which trying one candidate at a time solves; 0: singles \
         alone; null where the trial budget ran out; [RATINGS.md](RATINGS.md#without-a-rulebook-depth-braids-backdoors)",
        |measured| number(measured.trial.and_then(|trial| trial.depth.exact())),
    ),
    measure(
        Trial,
        ColumnId::B,
        U16,
        Promise::Scale,
        "B rating: the length of the longest braid that is needed if short ones are preferred; null for a depth of 2 or more, and where the \
         trial budget ran out",
        |measured| number(measured.trial.and_then(TrialRating::b)),
    ),
    measure(
        Trial,
        ColumnId::Bxb,
        U16,
        Promise::Scale,
        "of puzzles of depth 2: the least length of braids in copies of the grid with which one level of copies solves",
        |measured| number(measured.trial.and_then(TrialRating::bxb)),
    ),
    measure(
        Trial,
        ColumnId::Bxbb,
        U16,
        Promise::Scale,
        "of puzzles of depth 3: the same with two levels of copies",
        |measured| number(measured.trial.and_then(TrialRating::bxbb)),
    ),
    measure(
        Trial,
        ColumnId::TrialAtLeast,
        U16,
        Promise::Program,
        "where the trial budget ran out, what `trial_depth` is at least, or, where that is known, what `b`, `bxb` or `bxbb` is at least; null \
         where it did not",
        |measured| number(measured.trial.and_then(TrialRating::at_least)),
    ),
    Column {
        unit: Some(ColumnUnit::Cells),
        ..measure(
            Backdoors,
            ColumnId::BackdoorSize,
            U16,
            Promise::Scale,
            "size of the least backdoors by singles: the fewest cells whose solution digits, given in addition, let singles solve; null \
             where the trial budget ran out",
            |measured| number(measured.backdoors.and_then(|backdoors| backdoors.size.exact())),
        )
    },
    measure(
        Backdoors,
        ColumnId::Backdoors,
        U64,
        Promise::Scale,
        "number of backdoors of that size; null where the trial budget ran out",
        |measured| number(measured.backdoors.and_then(|backdoors| backdoors.count)),
    ),
    Column {
        unit: Some(ColumnUnit::Cells),
        ..measure(
            Backdoors,
            ColumnId::BackdoorAtLeast,
            U16,
            Promise::Program,
            "where the trial budget ran out before a backdoor was found, what `backdoor_size` is at least; null where it did not",
            |measured| number(measured.backdoors.and_then(|backdoors| backdoors.size.bound())),
        )
    },
    measure(
        Whips,
        ColumnId::W,
        U16,
        Promise::Scale,
        "W rating: the length of the longest whip (a braid that is a chain) that is needed if short ones are preferred; null where no whips solve, and where the trial budget ran \
         out; [RATINGS.md](RATINGS.md#without-a-rulebook-depth-braids-backdoors)",
        |measured| number(measured.whips.and_then(TrialValue::exact)),
    ),
    measure(
        Whips,
        ColumnId::WAtLeast,
        U16,
        Promise::Program,
        "where the trial budget ran out, what `w` is at least; null where it did not",
        |measured| number(measured.whips.and_then(TrialValue::bound)),
    ),
    open(
        ColumnId::OpenPlacementsLeast,
        U16,
        "least number of digits that naked and hidden singles can place at a step of the path, without the steps at which singles fill every empty cell; null if the rulebook does not \
         solve, and without such steps; [RATINGS.md](RATINGS.md#open-steps)",
        |measured| number(placements(measured).map(|choices| choices.least)),
    ),
    open(ColumnId::OpenPlacementsAt, U16, "the first step with that number, from 1", |measured| {
        number(placements(measured).map(|choices| choices.least_at))
    }),
    open(ColumnId::OpenPlacementsMean, Decimal, "mean of these numbers, to two decimals", |measured| {
        Value::Hundredths(placements(measured).map(|choices| choices.mean))
    }),
    open(
        ColumnId::OpenStepsLeast,
        U16,
        "least number of different steps of the path's technique at a step of the path, without the steps at which singles fill every empty cell; null if the rulebook does not \
         solve, and without such steps; [RATINGS.md](RATINGS.md#open-steps)",
        |measured| number(steps(measured).map(|choices| choices.least)),
    ),
    open(ColumnId::OpenStepsAt, U16, "the first step with that number, from 1", |measured| {
        number(steps(measured).map(|choices| choices.least_at))
    }),
    open(ColumnId::OpenStepsMean, Decimal, "mean of these numbers, to two decimals", |measured| {
        Value::Hundredths(steps(measured).map(|choices| choices.mean))
    }),
    open(
        ColumnId::OpenIndex,
        Decimal,
        "rating of each step divided by the number of open steps, summed, to two decimals; null if the rulebook does not solve",
        |measured| Value::Hundredths(measured.open_steps.map(|open| open.index)),
    ),
    measure(
        ErImages,
        ColumnId::ErLeast,
        Decimal,
        Promise::Scale,
        "least ER by se of the images of the puzzle, whose number is in the facts; null where an image has none; \
         [RATINGS.md](RATINGS.md#er-of-images)",
        |measured| Value::Tenths(measured.er_images.map(|er| er.least)),
    ),
    measure(
        ErImages,
        ColumnId::ErMost,
        Decimal,
        Promise::Scale,
        "largest ER by se of these images",
        |measured| Value::Tenths(measured.er_images.map(|er| er.most)),
    ),
    measure(
        Unavoidable,
        ColumnId::UnavoidableSets,
        U32,
        Promise::Stream,
        "number of minimal unavoidable sets of the solution with up to 10 cells; [RATINGS.md](RATINGS.md#unavoidable-sets)",
        |measured| number(measured.unavoidable.map(|measures| measures.sets)),
    ),
    measure(
        Unavoidable,
        ColumnId::MaxClique,
        U16,
        Promise::Program,
        "most of these sets that share no cell: no puzzle of the solution has fewer givens; null where the search took more than 1,000,000 \
         nodes",
        |measured| number(measured.unavoidable.and_then(|measures| measures.max_clique)),
    ),
    measure(
        Unavoidable,
        ColumnId::HitOnce,
        U32,
        Promise::Stream,
        "number of these sets with exactly one given of the puzzle",
        |measured| number(measured.unavoidable.map(|measures| measures.hit_once)),
    ),
];

/// Function that takes a value from the forms of a row.
type FormValue = for<'a> fn(&'a RowForms) -> Value<'a>;

/// Builds a column that all images of a puzzle share.
const fn form(
    id: ColumnId,
    kind: ColumnKind,
    presence: Presence,
    meaning: &'static str,
    value: FormValue,
) -> Column {
    let (promise, invariance, source) = (Promise::Stream, Invariance::Same, ValueSource::Canonical(value));
    Column { id, kind, nullable: true, presence, promise, unit: None, invariance, meaning, source }
}

/// Builds the column of the number of a band or stack.
const fn band(id: ChuteId, meaning: &'static str, value: FormValue) -> Column {
    form(ColumnId::Band(id), ColumnKind::U16, Presence::Bands, meaning, value)
}

/// Builds the column of the gangster of a band or stack.
const fn gangster(id: ChuteId, meaning: &'static str, value: FormValue) -> Column {
    form(ColumnId::BandGangster(id), ColumnKind::U16, Presence::Bands, meaning, value)
}

/// Returns the number of the band or stack at `PLACE`: bands first.
fn chute_number<const PLACE: usize>(forms: &RowForms) -> Value<'_> {
    Value::Number(forms.bands.map(|bands| bands.chutes()[PLACE].value().into()))
}

/// Returns the gangster of the band or stack at `PLACE`.
fn gangster_of<const PLACE: usize>(forms: &RowForms) -> Value<'_> {
    Value::Number(forms.bands.map(|bands| bands.chutes()[PLACE].gangster().value().into()))
}

pub(super) static FORM_COLUMNS: [Column; 13] = [
    form(
        ColumnId::PuzzleInCanonicalGrid,
        ColumnKind::Text,
        Presence::CanonicalWithin,
        "the givens within `canonical_grid`: the least image by transforms that take the solution there; null unless there is exactly one",
        |forms| Value::Name(forms.puzzle_in_grid.as_deref()),
    ),
    band(
        ChuteId::Band1,
        "number of the first band of `canonical_grid`, 1 to 416: the place of its minlex form among all; the least of the six",
        chute_number::<0>,
    ),
    band(ChuteId::Band2, "number of the second band of `canonical_grid`", chute_number::<1>),
    band(ChuteId::Band3, "number of the third band of `canonical_grid`", chute_number::<2>),
    band(ChuteId::Stack1, "number of the first stack of `canonical_grid`, as a band", chute_number::<3>),
    band(ChuteId::Stack2, "number of the second stack of `canonical_grid`, as a band", chute_number::<4>),
    band(ChuteId::Stack3, "number of the third stack of `canonical_grid`, as a band", chute_number::<5>),
    gangster(
        ChuteId::Band1,
        "gangster of `band_1`, 1 to 44: its class by the digits of columns, in the order of the least band number in each",
        gangster_of::<0>,
    ),
    gangster(ChuteId::Band2, "gangster of `band_2`", gangster_of::<1>),
    gangster(ChuteId::Band3, "gangster of `band_3`", gangster_of::<2>),
    gangster(ChuteId::Stack1, "gangster of `stack_1`", gangster_of::<3>),
    gangster(ChuteId::Stack2, "gangster of `stack_2`", gangster_of::<4>),
    gangster(ChuteId::Stack3, "gangster of `stack_3`", gangster_of::<5>),
];
