//! Splits of data sets: which one is read, and the manifest of a folder with splits.

pub(crate) mod choice;
pub(crate) mod equivalence;
pub(crate) mod manifest;
pub(crate) mod shares;
