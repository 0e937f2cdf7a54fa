//! Slices and iterators of rows: `table[2:5]`, `corpus[::-1]`, `for row in table`.

use crate::errors::OptionError;
use pyo3::{prelude::*, types::PySlice};

/// Places of the rows of a slice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places {
    first: u64,
    step: i64,
    len: u64,
}

impl Places {
    /// Returns the places of a slice of `rows` rows.
    ///
    /// # Errors
    /// `ValueError` for a step of 0, and for more rows than a slice can count.
    pub(crate) fn of(slice: &Bound<'_, PySlice>, rows: u64) -> PyResult<Self> {
        let too_many = || OptionError::new_err("there are more rows than a slice can count");
        let found = slice.indices(isize::try_from(rows).map_err(|_| too_many())?)?;
        let len = u64::try_from(found.slicelength).map_err(|_| too_many())?;
        // The start of an empty slice may be before the first row.
        Ok(Self { first: u64::try_from(found.start).unwrap_or(0), step: found.step as i64, len })
    }

    /// Returns the places of all rows, from the last to the first.
    pub(crate) const fn reversed(rows: u64) -> Self {
        Self { first: rows.saturating_sub(1), step: -1, len: rows }
    }

    /// Returns the number of rows.
    pub(crate) const fn len(self) -> u64 {
        self.len
    }

    /// Returns true if the rows are in their order, and next to each other.
    pub(crate) const fn is_run(self) -> bool {
        self.step == 1
    }

    /// Returns true if the rows are from the last to the first.
    pub(crate) const fn is_backward(self) -> bool {
        self.step < 0
    }

    /// Returns the first place and the distance between two places, in the order of the rows.
    pub(crate) fn ascending(self) -> (u64, u64) {
        let stride = self.step.unsigned_abs();
        let before = if self.is_backward() { self.len.saturating_sub(1).saturating_mul(stride) } else { 0 };
        (self.first.saturating_sub(before), stride)
    }

    /// Goes through the places.
    pub(crate) fn each(self) -> impl Iterator<Item = u64> {
        let (first, stride) = self.ascending();
        (0..self.len).map(move |n| {
            let n = if self.is_backward() { self.len - 1 - n } else { n };
            first + n * stride
        })
    }
}

/// Returns an iterator over `object[0]`, `object[1]` and so on.
pub(crate) fn iterate<'py>(object: &Bound<'py, PyAny>, len: u64) -> PyResult<Bound<'py, PyAny>> {
    let builtins = object.py().import("builtins")?;
    let places = builtins.call_method1("range", (len,))?;
    builtins.call_method1("map", (object.getattr("__getitem__")?, places))
}
