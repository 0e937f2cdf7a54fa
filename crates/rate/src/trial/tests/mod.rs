//! Laws of the measures, against slow definitions.

mod backdoors;
mod oracle;
mod puzzles;
