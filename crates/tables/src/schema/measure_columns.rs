//! Columns of measures without a rulebook, and by unavoidable sets.

use super::{Column, ColumnKind, ColumnUnit, Invariance, Presence, Promise, ValueSource, id::ColumnId};
use gridmill_generate::{Addition, TrialMeasures, UnavoidableMeasures};
use gridmill_rate::trial::TrialValue;

/// Builds a column of measures without a rulebook: the same for a puzzle and all its transforms.
const fn measure(
    id: ColumnId,
    (kind, presence, promise): (ColumnKind, Presence, Promise),
    meaning: &'static str,
    value: fn(&TrialMeasures) -> Option<u64>,
) -> Column {
    let (source, invariance) = (ValueSource::Measures(value), Invariance::Same);
    Column { id, kind, nullable: true, presence, promise, unit: None, invariance, meaning, source }
}

const TRIAL: (ColumnKind, Presence, Promise) =
    (ColumnKind::U16, Presence::Added(Addition::Trial), Promise::Scale);
const BACKDOOR: (ColumnKind, Presence, Promise) =
    (ColumnKind::U16, Presence::Added(Addition::Backdoors), Promise::Scale);

/// Columns of trial depth, braids and backdoors, in order.
pub(super) const MEASURE_COLUMNS: [Column; 8] = [
    measure(
        ColumnId::TrialDepth,
        TRIAL,
        "trial-and-error depth T&E(n): the fewest levels of copies of the grid with which trying one candidate at a time solves; 0: singles \
         alone; null where the trial budget ran out; [RATINGS.md](RATINGS.md#without-a-rulebook-depth-braids-backdoors)",
        |measures| measures.trial?.depth.exact().map(Into::into),
    ),
    measure(
        ColumnId::B,
        TRIAL,
        "B rating: the length of the longest braid that is needed if short ones are preferred; null for a depth of 2 or more, and where the \
         trial budget ran out",
        |measures| measures.trial?.b().map(Into::into),
    ),
    measure(
        ColumnId::Bxb,
        TRIAL,
        "of puzzles of depth 2: the least length of braids in copies of the grid with which one level of copies solves",
        |measures| measures.trial?.bxb().map(Into::into),
    ),
    measure(ColumnId::Bxbb, TRIAL, "of puzzles of depth 3: the same with two levels of copies", |measures| {
        measures.trial?.bxbb().map(Into::into)
    }),
    measure(
        ColumnId::TrialAtLeast,
        (ColumnKind::U16, Presence::Added(Addition::Trial), Promise::Program),
        "where the trial budget ran out, what `trial_depth` is at least, or, where that is known, what `b`, `bxb` or `bxbb` is at least; null \
         where it did not",
        |measures| measures.trial?.at_least().map(Into::into),
    ),
    Column {
        unit: Some(ColumnUnit::Cells),
        ..measure(
            ColumnId::BackdoorSize,
            BACKDOOR,
            "size of the least backdoors by singles: the fewest cells whose solution digits, given in addition, let singles solve; null \
             where the trial budget ran out",
            |measures| measures.backdoors?.size.exact().map(Into::into),
        )
    },
    measure(
        ColumnId::Backdoors,
        (ColumnKind::U64, Presence::Added(Addition::Backdoors), Promise::Scale),
        "number of backdoors of that size; null where the trial budget ran out",
        |measures| measures.backdoors?.count,
    ),
    Column {
        unit: Some(ColumnUnit::Cells),
        ..measure(
            ColumnId::BackdoorAtLeast,
            (ColumnKind::U16, Presence::Added(Addition::Backdoors), Promise::Program),
            "where the trial budget ran out before a backdoor was found, what `backdoor_size` is at least; null where it did not",
            |measures| match measures.backdoors?.size {
                TrialValue::AtLeast(bound) => Some(bound.into()),
                _ => None,
            },
        )
    },
];

/// Builds a column of measures by unavoidable sets: the same for a puzzle and all its transforms.
const fn by_sets(
    id: ColumnId,
    (kind, promise): (ColumnKind, Promise),
    meaning: &'static str,
    value: fn(&UnavoidableMeasures) -> Option<u64>,
) -> Column {
    let (source, presence) = (ValueSource::Unavoidable(value), Presence::Added(Addition::Unavoidable));
    let invariance = Invariance::Same;
    Column { id, kind, nullable: true, presence, promise, unit: None, invariance, meaning, source }
}

/// Columns of measures by unavoidable sets, in order.
pub(super) const UNAVOIDABLE_COLUMNS: [Column; 3] = [
    by_sets(
        ColumnId::UnavoidableSets,
        (ColumnKind::U32, Promise::Stream),
        "number of minimal unavoidable sets of the solution with up to 10 cells; [RATINGS.md](RATINGS.md#unavoidable-sets)",
        |measures| Some(measures.sets.into()),
    ),
    // Which searches the budget ends is of the program.
    by_sets(
        ColumnId::MaxClique,
        (ColumnKind::U16, Promise::Program),
        "most of these sets that share no cell: no puzzle of the solution has fewer givens; null where the search took more than 1,000,000 \
         nodes",
        |measures| measures.max_clique.map(Into::into),
    ),
    by_sets(
        ColumnId::HitOnce,
        (ColumnKind::U32, Promise::Stream),
        "number of these sets with exactly one given of the puzzle",
        |measures| Some(measures.hit_once.into()),
    ),
];
