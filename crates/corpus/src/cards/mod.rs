//! Cards of data sets: README.md with its metadata, and Croissant.

pub(crate) mod card;
pub(crate) mod dataset;
pub(crate) mod split_card;
