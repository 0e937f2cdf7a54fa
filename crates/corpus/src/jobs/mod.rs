//! Jobs that make rows of other rows.

pub(crate) mod add_columns;
pub(crate) mod augment;
pub(crate) mod benchmark;
pub(crate) mod canonical;
pub(crate) mod classes;
pub(crate) mod export;
pub(crate) mod minimals;
pub(crate) mod rate;
pub(crate) mod scan;
pub(crate) mod solve;
