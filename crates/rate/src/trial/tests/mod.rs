//! Laws of the measures, against slow definitions.

mod backdoors;
mod braids;
mod collections;
mod measures;
mod methods;
mod oracle;
mod puzzles;
mod rulebook;
