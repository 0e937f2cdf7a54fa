//! Keys of classes for programs that compare rows by means of their own, such as an engine that shuffles rows between machines.

use super::{
    inputs::EquivalenceInputs,
    key::{Equivalence, Keys},
    key_file::KeyFile,
    split::secret_of,
};
use crate::make::write::RunHooks;
use gridmill_generate::MasterSeed;
use gridmill_tables::{
    Error, Result,
    read::{Invalid, Rows},
    threads::thread_pool,
};
use std::sync::Arc;

/// Computes the key of the class of each row, in order: rows have the same key if they are the same by `by`.
///
/// Keys are those of [`DedupJob`](super::dedup::DedupJob). With a seed they are those of a [`SplitJob`](super::split::SplitJob) with that seed: a split is
/// a range of them. A skipped row has no key.
///
/// # Errors
/// [`Error::NoPuzzle`] for the first row without a puzzle otherwise, [`Error::Option`] if the shape has no canonical form, those of
/// reading, and [`Error::Interrupted`].
pub fn class_keys(
    inputs: &EquivalenceInputs,
    by: Equivalence,
    seed: Option<&MasterSeed>,
    invalid: Invalid,
    threads: usize,
    events: &RunHooks,
) -> Result<Vec<Option<[u8; 16]>>> {
    by.check(inputs.shape())?;
    let pool = Arc::new(thread_pool(threads)?);
    let keys = match seed {
        Some(seed) => Keys::seeded(inputs.shape(), &pool, secret_of(seed)),
        None => Keys::new(inputs.shape(), &pool),
    };
    let folder = std::env::temp_dir();
    let mut file = KeyFile::temporary(&folder)?;
    let mut no_details = |rows: &Rows| Ok(vec![[0; 8]; rows.puzzles.len()]);
    file.append_keys(inputs, (&keys, by), &mut no_details, invalid, events)?;
    let mut found = Vec::new();
    file.for_each(|_, key| {
        found.push(key.map(|(key, _)| key));
        Ok::<(), Error>(())
    })?;
    Ok(found)
}
