//! Columns of a batch by name and kind, whatever Arrow type holds them.

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, RecordBatch,
    cast::AsArray,
    downcast_integer_array,
    types::{Float32Type, Float64Type},
};
use arrow_schema::DataType;
use gridmill_tables::schema::{
    ColumnId,
    arrow::ArrayKind,
    arrow::{is_plain_text, text},
};
use std::{borrow::Cow, collections::BTreeMap};

pub(crate) const MISSING: u64 = u64::MAX;

pub(crate) fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "string".to_owned(),
        DataType::Boolean => "bool".to_owned(),
        DataType::Dictionary(_, values) => format!("dictionary of {}", type_name(values)),
        DataType::List(field) | DataType::LargeList(field) => {
            format!("list of {}", type_name(field.data_type()))
        }
        DataType::Struct(_) => "struct".to_owned(),
        other => other.to_string().to_lowercase(),
    }
}

/// Calls `see` with each row and whole number of `array`.
pub(crate) fn each_whole(array: &dyn Array, mut see: impl FnMut(usize, i128)) {
    downcast_integer_array! {
        array => each(array, |row, value| see(row, value.into())),
        _ => {}
    }
}

/// Calls `see` with each row and float of `array`.
pub(crate) fn each_real(array: &dyn Array, mut see: impl FnMut(usize, f64)) {
    match array.data_type() {
        DataType::Float32 => {
            each(array.as_primitive::<Float32Type>(), |row, value| see(row, value.into()));
        }
        DataType::Float64 => each(array.as_primitive::<Float64Type>(), see),
        _ => {}
    }
}

#[inline]
fn each<T: ArrowPrimitiveType>(array: &PrimitiveArray<T>, mut see: impl FnMut(usize, T::Native)) {
    if array.null_count() == 0 {
        array.values().iter().enumerate().for_each(|(row, &value)| see(row, value));
    } else {
        array.iter().enumerate().for_each(|(row, value)| {
            if let Some(value) = value {
                see(row, value);
            }
        });
    }
}

/// Repeated texts: the distinct ones, and the place of each row's text among them.
#[derive(Debug)]
pub struct Names<'a> {
    pub names: Vec<&'a str>,
    /// [`MISSING`] where there is none.
    pub rows: Vec<u64>,
}

impl<'a> Names<'a> {
    pub fn of(array: &'a dyn Array) -> Self {
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            let mut rows = vec![MISSING; array.len()];
            each_whole(dictionary.keys(), |row, key| rows[row] = u64::try_from(key).unwrap_or(MISSING));
            let values = dictionary.values();
            let name = |n| text(&**values, n).unwrap_or("");
            return Self { names: (0..values.len()).map(name).collect(), rows };
        }
        let (mut places, mut names) = (BTreeMap::new(), Vec::new());
        let mut place = |row| {
            let Some(name) = text(array, row) else { return MISSING };
            *places.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() as u64 - 1
            })
        };
        let rows = (0..array.len()).map(&mut place).collect();
        Self { names, rows }
    }

    /// Returns the text of a row.
    pub fn get(&self, row: usize) -> Option<&'a str> {
        self.names.get(usize::try_from(self.rows[row]).ok()?).copied()
    }
}

/// Returns a natural rating in tenths, [`MISSING`] for what is no rating.
pub(crate) fn tenths(rating: f64) -> u64 {
    let tenths = (rating * 10.0).round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
    if (0.0..1e9).contains(&tenths) { tenths as u64 } else { MISSING }
}

/// Batch of rows whose columns are read by identity, those of ratings on one scale.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    pub table: &'a RecordBatch,
    /// Beginning of the names of the columns of ratings.
    prefix: &'a str,
}

/// Returns the name that a column has next to those of other rulebooks.
pub(crate) fn name_of(id: ColumnId, prefix: &str) -> Cow<'static, str> {
    let is_plain = prefix.is_empty() || !id.column().is_of_rulebook();
    if is_plain { Cow::Borrowed(id.name()) } else { Cow::Owned(format!("{prefix}{}", id.name())) }
}

impl<'a> Batch<'a> {
    pub const fn new(table: &'a RecordBatch, prefix: &'a str) -> Self {
        Self { table, prefix }
    }

    pub fn rows(self) -> usize {
        self.table.num_rows()
    }

    /// Returns the column, if the batch has one of this name and kind.
    pub fn column(self, id: ColumnId) -> Option<&'a ArrayRef> {
        self.named(&name_of(id, self.prefix), id.column().kind.into())
    }

    fn named(self, name: &str, kind: ArrayKind) -> Option<&'a ArrayRef> {
        self.table.column_by_name(name).filter(|array| ArrayKind::of(array.data_type()) == kind)
    }

    /// Returns a column of text without dictionary.
    pub fn texts(self, id: ColumnId) -> Option<&'a dyn Array> {
        let plain = |array: &&ArrayRef| is_plain_text(array.data_type());
        self.column(id).filter(plain).map(|array| &**array)
    }

    pub fn names(self, id: ColumnId) -> Option<Names<'a>> {
        self.column(id).map(|array| Names::of(&**array))
    }

    /// Returns whole numbers from 0, [`MISSING`] where there is none.
    pub fn whole(self, id: ColumnId) -> Option<Vec<u64>> {
        self.column(id).map(|array| self.whole_of(array))
    }

    /// Returns nanoseconds of a column of any file, [`MISSING`] where there are none.
    pub fn times(self, name: &str) -> Option<Vec<u64>> {
        self.named(name, ArrayKind::Whole).map(|array| self.whole_of(array))
    }

    fn whole_of(self, array: &dyn Array) -> Vec<u64> {
        let mut values = vec![MISSING; self.rows()];
        each_whole(array, |row, value| values[row] = u64::try_from(value).unwrap_or(MISSING));
        values
    }

    /// Returns the weights in the column of this name, NaN where there is none.
    pub fn weights(self, name: &str) -> Option<Vec<f64>> {
        let array = self.named(name, ArrayKind::Real)?;
        let mut values = vec![f64::NAN; self.rows()];
        each_real(&**array, |row, value| values[row] = value);
        Some(values)
    }

    /// Returns numbers, whole or not, NaN where there is none.
    pub fn numbers(self, id: ColumnId) -> Option<Vec<f64>> {
        let array = self.table.column_by_name(&name_of(id, self.prefix))?;
        let mut values = vec![f64::NAN; self.rows()];
        match ArrayKind::of(array.data_type()) {
            ArrayKind::Whole => each_whole(&**array, |row, value| values[row] = value as f64),
            ArrayKind::Real => each_real(&**array, |row, value| values[row] = value),
            ArrayKind::Flag | ArrayKind::Text | ArrayKind::Other => return None,
        }
        Some(values)
    }

    /// Returns ratings in tenths, [`MISSING`] where there are none.
    pub fn ratings(self, id: ColumnId) -> Option<Vec<u64>> {
        Some(self.numbers(id)?.into_iter().map(tenths).collect())
    }

    pub fn flags(self, id: ColumnId) -> Option<&'a BooleanArray> {
        self.column(id).map(AsArray::as_boolean)
    }
}
