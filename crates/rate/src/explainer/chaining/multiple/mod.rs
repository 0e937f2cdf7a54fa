//! Comparison of closures: contradictions, and conclusions that several closures share.
//!
//! ```text
//! verity_prefilter   finds cells and houses whose candidates share a conclusion
//! hint               the result: ends of chains and a target
//! group_record       the last comparison of each group
//! layer              the closures of one level, with their records
//! closures           the layers of one state
//! collect            compares closures, counts nodes, proposes hints
//! ```
//!
//! Each file uses only those above it.

pub(crate) mod closures;
mod collect;
pub(crate) mod group_record;
pub(crate) mod hint;
pub(crate) mod layer;
pub(crate) mod verity_prefilter;
