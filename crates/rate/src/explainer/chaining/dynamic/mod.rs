//! Additions of the dynamic levels to one closure: patterns and nested chains that arise after eliminations.
//!
//! ```text
//! placed_counts       skips patterns where too few cells are empty
//! pattern_prefilter   finds digits and houses with a new pattern
//! patterns            adds eliminations by patterns, then by nested chains
//! nested              stores nested hints, and remembers searches for them
//! closure_reuse       proves that a closure is the same after a step
//! ```

pub(crate) mod closure_reuse;
pub(crate) mod nested;
pub(crate) mod pattern_prefilter;
pub(crate) mod patterns;
pub(crate) mod placed_counts;
