//! The Explainer's chains: cycles, forcing chains, and everything that follows from each candidate, on and off.
//!
//! ```text
//! simple     cycles and chains from one candidate back to it              6.5 to 7.0
//! nishio     a contradiction of one digit                                 7.5
//! multiple   chains from all candidates of a cell, all places of a house  8.0
//! dynamic    what was turned off counts as gone                           8.5
//! (+)        and so does what locked digits, pairs and X-Wings turn off   9.0
//! nested     and what chains turn off                                     9.5 to 11.0
//! ```
//!
//! Each is rated by its kind and its nodes ([`rating`]). All instances are sorted by rating, then nodes, then kind, then as they are
//! come by; of those that take away the same, the first stays.
//!
//! ```text
//! colours    what follows statically from all candidates, as sets      simple, agreeing: where chains are worth following
//! closure    what follows from one, node by node                       search: of all candidates, level upon level
//! ```
//!
//! Source: the Sudoku Explainer 1.2.1 (N. Juillerat 2007).

mod advanced;
mod agreeing;
mod carried;
mod closure;
mod colours;
mod flood;
mod grid;
mod hints;
mod layer;
mod multiple;
mod nested;
mod net;
mod news;
#[cfg(test)]
mod oracle;
mod rating;
mod search;
mod simple;
#[cfg(test)]
mod tests;
mod trace;

pub(crate) use hints::Chaining;
pub(super) use hints::{TECHNIQUES, find};
