//! Options of boards that are derived from puzzles.

use super::args::by_name;
use crate::generate::{BoardOptions, CountRange, FillOrder};

/// Options of boards. One of them makes boards of one kind.
#[derive(Debug, clap::Args)]
pub(super) struct BoardArgs {
    /// Add an ambiguous board: the puzzle without some givens, with so many solutions, such as 3 or 2..10, and all of them as columns
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["broken", "fill_to"], hide_short_help = true)]
    solutions: Option<CountRange>,

    /// Add a broken board: the puzzle with a wrong digit that no given shows, and the fewest givens that contradict it as columns
    #[arg(long, conflicts_with = "fill_to", hide_short_help = true)]
    broken: bool,

    /// Add a partly filled board: the puzzle with so many filled cells, givens included, such as 40 or 35..60
    #[arg(long, value_name = "RANGE", hide_short_help = true)]
    fill_to: Option<CountRange>,

    /// Order in which cells are filled: path, that of the steps by the rulebook, or random [default: path]
    #[arg(long, ignore_case = true, value_parser = by_name(&FillOrder::ALL, FillOrder::name), requires = "fill_to", hide_short_help = true)]
    fill_order: Option<FillOrder>,
}

impl BoardArgs {
    /// Returns the options.
    pub(super) const fn options(&self) -> BoardOptions {
        BoardOptions {
            solutions: self.solutions,
            broken: self.broken,
            fill_to: self.fill_to,
            fill_order: self.fill_order,
        }
    }
}
