//! Arguments of splits and classes, for rows that are read and rows that are made.

use crate::{
    arguments::{refused, shares_text, wrong_type},
    errors::OptionError,
};
use gridmill::{
    corpus::{Equivalence, IfExists, Job, Shares, SplitJob},
    tables::read::Invalid,
};
use pyo3::{prelude::*, types::PyMapping};

/// Bytes of memory for sorting, about, as by default in the program.
pub(crate) const MEMORY: u64 = 1 << 30;

/// Returns the one of `all` that has this name.
pub(crate) fn by_name<T: Copy>(
    option: &str,
    text: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> PyResult<T> {
    let found = all.iter().copied().find(|&one| name(one).eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        OptionError::new_err(format!("{option} is {text:?}: give one of {}", names.join(", ")))
    })
}

/// Returns the treatment of a folder that is there already.
///
/// # Errors
/// `ValueError` if both are asked for.
pub(crate) fn existing(overwrite: bool, resume: bool) -> PyResult<IfExists> {
    match (resume, overwrite) {
        (true, true) => Err(OptionError::new_err("resume and overwrite cannot go together")),
        (true, false) => Ok(IfExists::Resume),
        (false, true) => Ok(IfExists::Overwrite),
        (false, false) => Ok(IfExists::Refuse),
    }
}

/// Takes shares by name: a dict, or text.
pub(crate) fn shares(name: &str, into: &Bound<'_, PyAny>) -> PyResult<Shares> {
    let text = match (into.cast::<PyMapping>(), into.extract::<String>()) {
        (Ok(shares), _) => shares_text(name, shares)?,
        (_, Ok(text)) => text,
        _ => {
            return Err(wrong_type(
                name,
                into,
                "give a dict of shares, or text such as \"train:0.9,test:0.1\"",
            ));
        }
    };
    text.parse().map_err(|problem: String| refused(name, into, &problem))
}

/// Splits of rows that are made.
#[derive(Debug)]
pub(crate) struct BySplit {
    into: Shares,
    by: Equivalence,
}

impl BySplit {
    /// Takes the arguments `split` and `by`; `None` for rows that stay together.
    ///
    /// # Errors
    /// `ValueError` for values that are not allowed, and for `by` without `split`.
    pub(crate) fn of(split: Option<&Bound<'_, PyAny>>, by: Option<&str>) -> PyResult<Option<Self>> {
        let Some(split) = split else {
            return match by {
                Some(_) => Err(OptionError::new_err("by says which rows stay in one split: give split, too")),
                None => Ok(None),
            };
        };
        let by = by_name("by", by.unwrap_or("puzzle"), &Equivalence::ALL, Equivalence::name)?;
        Ok(Some(Self { into: shares("split", split)?, by }))
    }

    /// Returns the job that splits the rows of `made`.
    pub(crate) fn job(self, made: &Job, license: Option<String>, threads: usize) -> SplitJob {
        SplitJob {
            by: self.by,
            into: self.into,
            seed: made.seed.clone(),
            stratify: None,
            format: made.format,
            shard_rows: made.shard_rows,
            license,
            invalid: Invalid::Stop,
            memory: MEMORY,
            threads,
        }
    }
}
