//! The parts of which the tables of columns consist.

use super::{
    Column, ColumnKind, ColumnUnit, Invariance, Presence, Promise, Value, ValueSource, id::ColumnId,
};
use gridmill_generate::Addition;

/// Declares columns whose values have one source, a row each: identity, type, the common part of such columns, meaning and value.
macro_rules! columns {
    ($source:ident: $($id:ident $(($part:expr))? $kind:ident, $base:expr, $meaning:literal, $value:expr;)*) => {
        [$(Column {
            id: ColumnId::$id $(($part))?,
            kind: ColumnKind::$kind,
            meaning: $meaning,
            source: ValueSource::$source($value),
            ..$base
        }),*]
    };
}
pub(super) use columns;

/// Column of every corpus, from which tables take what they do not state.
pub(super) const ROW: Column = Column {
    id: ColumnId::Index,
    kind: ColumnKind::U64,
    nullable: false,
    presence: Presence::Always,
    promise: Promise::Stream,
    unit: None,
    invariance: Invariance::Differs,
    meaning: "",
    source: ValueSource::Row(|_| Value::Number(None)),
};

impl Column {
    pub(super) const fn nullable(self) -> Self {
        Self { nullable: true, ..self }
    }

    pub(super) const fn unit(self, unit: ColumnUnit) -> Self {
        Self { unit: Some(unit), ..self }
    }

    pub(super) const fn presence(self, presence: Presence) -> Self {
        Self { presence, ..self }
    }

    pub(super) const fn promise(self, promise: Promise) -> Self {
        Self { promise, ..self }
    }

    pub(super) const fn invariance(self, invariance: Invariance) -> Self {
        Self { invariance, ..self }
    }
}

/// Builds a column of an addition, which is the same for a puzzle and all its transforms.
pub(super) const fn added(addition: Addition, promise: Promise) -> Column {
    ROW.nullable().presence(Presence::Added(addition)).promise(promise).invariance(Invariance::Same)
}

pub(super) fn number<'a>(value: Option<impl Into<u64>>) -> Value<'a> {
    Value::Number(value.map(Into::into))
}
