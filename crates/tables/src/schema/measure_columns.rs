//! Columns of measures besides ratings, and those that options of `canonical` add next to the canonical forms.

use super::{
    ChuteId, Column, ColumnId, ColumnKind, ColumnUnit, Invariance, Presence, Promise, Value, ValueSource,
    builders::{ROW, added, columns, number},
};
use Addition::{Backdoors, ErImages, Guesses, OpenSteps, Trial, Unavoidable, Whips};
use Promise::{Program, Scale, Stream};
use gridmill_generate::{Addition, Choices, FormFact, Measured, RowForms, SearchDifficulty};
use gridmill_rate::trial::{TrialRating, TrialValue};

/// Column of open steps. Which path is taken depends on the order of cells.
const OPEN: Column = added(OpenSteps, Program).invariance(Invariance::Differs);

fn placements(measured: &Measured) -> Option<Choices> {
    measured.open_steps.and_then(|open| open.placements)
}

fn steps(measured: &Measured) -> Option<Choices> {
    measured.open_steps.and_then(|open| open.steps)
}

/// Columns of measures, in order. Which searches a budget ends is of the program.
pub(super) const MEASURE_COLUMNS: [Column; 23] = columns! { Measured:
    Guesses Decimal, added(Guesses, Program).invariance(Invariance::Differs).unit(ColumnUnit::Guesses),
        "search difficulty: geometric mean of the guesses of the solver over 32 transforms of the puzzle, to two decimals; null where a search of a grid larger than 9x9 takes a million nodes",
        |measured| Value::Hundredths(measured.guesses.map(SearchDifficulty::hundredths));
    TrialDepth U16, added(Trial, Scale),
        "trial-and-error depth T&E(n): the fewest levels of copies of the grid with which trying one candidate at a time solves; 0: singles \
         alone; null where the trial budget ran out; [RATINGS.md](RATINGS.md#without-a-rulebook-depth-braids-backdoors)",
        |measured| number(measured.trial.and_then(|trial| trial.depth.exact()));
    B U16, added(Trial, Scale),
        "B rating: the length of the longest braid that is needed if short ones are preferred; null for a depth of 2 or more, and where the \
         trial budget ran out",
        |measured| number(measured.trial.and_then(TrialRating::b));
    Bxb U16, added(Trial, Scale),
        "of puzzles of depth 2: the least length of braids in copies of the grid with which one level of copies solves",
        |measured| number(measured.trial.and_then(TrialRating::bxb));
    Bxbb U16, added(Trial, Scale), "of puzzles of depth 3: the same with two levels of copies",
        |measured| number(measured.trial.and_then(TrialRating::bxbb));
    TrialAtLeast U16, added(Trial, Program),
        "where the trial budget ran out, what `trial_depth` is at least, or, where that is known, what `b`, `bxb` or `bxbb` is at least; null \
         where it did not",
        |measured| number(measured.trial.and_then(TrialRating::at_least));
    BackdoorSize U16, added(Backdoors, Scale).unit(ColumnUnit::Cells),
        "size of the least backdoors by singles: the fewest cells whose solution digits, given in addition, let singles solve; null \
         where the trial budget ran out",
        |measured| number(measured.backdoors.and_then(|backdoors| backdoors.size.exact()));
    Backdoors U64, added(Backdoors, Scale), "number of backdoors of that size; null where the trial budget ran out",
        |measured| number(measured.backdoors.and_then(|backdoors| backdoors.count));
    BackdoorAtLeast U16, added(Backdoors, Program).unit(ColumnUnit::Cells),
        "where the trial budget ran out before a backdoor was found, what `backdoor_size` is at least; null where it did not",
        |measured| number(measured.backdoors.and_then(|backdoors| backdoors.size.bound()));
    W U16, added(Whips, Scale),
        "W rating: the length of the longest whip (a braid that is a chain) that is needed if short ones are preferred; null where no whips solve, and where the trial budget ran \
         out; [RATINGS.md](RATINGS.md#without-a-rulebook-depth-braids-backdoors)",
        |measured| number(measured.whips.and_then(TrialValue::exact));
    WAtLeast U16, added(Whips, Program), "where the trial budget ran out, what `w` is at least; null where it did not",
        |measured| number(measured.whips.and_then(TrialValue::bound));
    OpenPlacementsLeast U16, OPEN,
        "least number of digits that naked and hidden singles can place at a step of the path, without the steps at which singles fill every empty cell; null if the rulebook does not \
         solve, and without such steps; [RATINGS.md](RATINGS.md#open-steps)",
        |measured| number(placements(measured).map(|choices| choices.least));
    OpenPlacementsAt U16, OPEN, "the first step with that number, from 1",
        |measured| number(placements(measured).map(|choices| choices.least_at));
    OpenPlacementsMean Decimal, OPEN, "mean of these numbers, to two decimals",
        |measured| Value::Hundredths(placements(measured).map(|choices| choices.mean));
    OpenStepsLeast U16, OPEN,
        "least number of different steps of the path's technique at a step of the path, without the steps at which singles fill every empty cell; null if the rulebook does not \
         solve, and without such steps; [RATINGS.md](RATINGS.md#open-steps)",
        |measured| number(steps(measured).map(|choices| choices.least));
    OpenStepsAt U16, OPEN, "the first step with that number, from 1", |measured| number(steps(measured).map(|choices| choices.least_at));
    OpenStepsMean Decimal, OPEN, "mean of these numbers, to two decimals",
        |measured| Value::Hundredths(steps(measured).map(|choices| choices.mean));
    OpenIndex Decimal, OPEN,
        "rating of each step divided by the number of open steps, summed, to two decimals; null if the rulebook does not solve",
        |measured| Value::Hundredths(measured.open_steps.map(|open| open.index));
    ErLeast Decimal, added(ErImages, Scale),
        "least ER by se of the images of the puzzle, whose number is in the facts; null where an image has none; \
         [RATINGS.md](RATINGS.md#er-of-images)",
        |measured| Value::Tenths(measured.er_images.map(|er| er.least));
    ErMost Decimal, added(ErImages, Scale), "largest ER by se of these images",
        |measured| Value::Tenths(measured.er_images.map(|er| er.most));
    UnavoidableSets U32, added(Unavoidable, Stream),
        "number of minimal unavoidable sets of the solution with up to 10 cells; [RATINGS.md](RATINGS.md#unavoidable-sets)",
        |measured| number(measured.unavoidable.map(|measures| measures.sets));
    MaxClique U16, added(Unavoidable, Program),
        "most of these sets that share no cell: no puzzle of the solution has fewer givens; null where the search took more than 1,000,000 \
         nodes",
        |measured| number(measured.unavoidable.and_then(|measures| measures.max_clique));
    HitOnce U32, added(Unavoidable, Stream), "number of these sets with exactly one given of the puzzle",
        |measured| number(measured.unavoidable.map(|measures| measures.hit_once));
};

/// Builds a column that all images of a puzzle share.
const fn form(presence: Presence) -> Column {
    ROW.nullable().presence(presence).invariance(Invariance::Same)
}

/// Column of the number, or of the gangster, of a band or stack.
const BAND: Column = form(Presence::Forms(FormFact::Bands));

/// Returns the number of the band or stack at `PLACE`: bands first.
fn chute_number<const PLACE: usize>(forms: &RowForms) -> Value<'_> {
    number(forms.bands.map(|bands| bands.chutes()[PLACE].value()))
}

/// Returns the gangster of the band or stack at `PLACE`.
fn gangster_of<const PLACE: usize>(forms: &RowForms) -> Value<'_> {
    number(forms.bands.map(|bands| bands.chutes()[PLACE].gangster().value()))
}

pub(super) static FORM_COLUMNS: [Column; 13] = columns! { Canonical:
    PuzzleInCanonicalGrid Text, form(Presence::Forms(FormFact::PuzzleInGrid)),
        "the givens within `canonical_grid`: the least image by transforms that take the solution there; null unless there is exactly one",
        |forms| Value::Name(forms.puzzle_in_grid.as_deref());
    Band(ChuteId::Band1) U16, BAND,
        "number of the first band of `canonical_grid`, 1 to 416: the place of its minlex form among all; the least of the six",
        chute_number::<0>;
    Band(ChuteId::Band2) U16, BAND, "number of the second band of `canonical_grid`", chute_number::<1>;
    Band(ChuteId::Band3) U16, BAND, "number of the third band of `canonical_grid`", chute_number::<2>;
    Band(ChuteId::Stack1) U16, BAND, "number of the first stack of `canonical_grid`, as a band", chute_number::<3>;
    Band(ChuteId::Stack2) U16, BAND, "number of the second stack of `canonical_grid`, as a band", chute_number::<4>;
    Band(ChuteId::Stack3) U16, BAND, "number of the third stack of `canonical_grid`, as a band", chute_number::<5>;
    BandGangster(ChuteId::Band1) U16, BAND,
        "gangster of `band_1`, 1 to 44: its class by the digits of columns, in the order of the least band number in each",
        gangster_of::<0>;
    BandGangster(ChuteId::Band2) U16, BAND, "gangster of `band_2`", gangster_of::<1>;
    BandGangster(ChuteId::Band3) U16, BAND, "gangster of `band_3`", gangster_of::<2>;
    BandGangster(ChuteId::Stack1) U16, BAND, "gangster of `stack_1`", gangster_of::<3>;
    BandGangster(ChuteId::Stack2) U16, BAND, "gangster of `stack_2`", gangster_of::<4>;
    BandGangster(ChuteId::Stack3) U16, BAND, "gangster of `stack_3`", gangster_of::<5>;
};
