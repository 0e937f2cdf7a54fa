//! Columns that options of `canonical` add next to the canonical forms.

use super::{ChuteId, Column, ColumnId, ColumnKind, Invariance, Presence, Promise, Value, ValueSource};
use gridmill_generate::RowForms;

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
fn number<const PLACE: usize>(forms: &RowForms) -> Value<'_> {
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
        number::<0>,
    ),
    band(ChuteId::Band2, "number of the second band of `canonical_grid`", number::<1>),
    band(ChuteId::Band3, "number of the third band of `canonical_grid`", number::<2>),
    band(ChuteId::Stack1, "number of the first stack of `canonical_grid`, as a band", number::<3>),
    band(ChuteId::Stack2, "number of the second stack of `canonical_grid`, as a band", number::<4>),
    band(ChuteId::Stack3, "number of the third stack of `canonical_grid`, as a band", number::<5>),
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
