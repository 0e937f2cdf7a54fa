//! Words for facts: each phrase of pages, cards and summaries that names a population or a quantity, once.

use super::{
    Facts, RowDependence, RowWeights,
    population::{GridPopulation, Population},
};
use gridmill_board::Shape;

/// The closure under naked and hidden singles solves the puzzle. No rulebook's order changes that.
pub const FALL_TO_SINGLES: &str = "fall to singles";

/// The budget of the rater ended before the path did: whether the techniques solve the puzzle is not known.
pub const BEYOND_BUDGET: &str = "not rated within the budget";

/// The rater took a step of the technique. Another path may do without it.
pub const USED_ON_THE_PATH: &str = "used on the path";

/// The puzzle is not solved without it.
pub const NEEDED: &str = "needed";

impl Facts {
    /// Names the puzzles that estimates from the rows are about, such as `all minimal 9x9 puzzles`.
    pub fn population_words(&self, shape: Shape) -> String {
        let side = shape.side();
        self.population.words(&format!("{side}x{side} "))
    }

    /// Names the puzzles of a sample: those that shares without weights are about.
    pub fn sample_words(&self, shape: Shape) -> String {
        match &self.population {
            Population::Unknown => "rows of an unknown population".to_owned(),
            _ => format!("sample of {}", self.population_words(shape)),
        }
    }

    /// Says why there are no standard errors; `None` where there are some.
    pub const fn why_no_errors(&self) -> Option<&'static str> {
        match self.rows {
            RowDependence::Independent => None,
            RowDependence::Unknown => {
                Some("Nothing says whether the rows were drawn independently: there are no standard errors.")
            }
            RowDependence::GroupedByGrid => {
                Some("Rows share grids, and so are not independent: there are no standard errors.")
            }
            RowDependence::GroupedBySource => Some(
                "Rows are images of the same puzzles, and so are not independent: there are no standard errors.",
            ),
        }
    }

    /// Lists what cannot be said of the rows, a sentence each.
    pub fn limits(&self, has_weights: bool) -> Vec<String> {
        let mut limits = Vec::new();
        match &self.population {
            Population::Unknown => limits.push(
                "The files do not say how their rows were drawn: nothing here is an estimate of a larger population."
                    .to_owned(),
            ),
            Population::Mixture { of } => limits.push(format!(
                "Rows of {} designs stand next to each other: shares depend on their numbers, and estimate no population.",
                of.len()
            )),
            Population::Distinct { .. } => limits.push(
                "Duplicates were removed, so that frequent puzzles count as often as rare ones: shares estimate no population.".to_owned(),
            ),
            Population::MinimalPuzzles { .. }
            | Population::Plan { .. }
            | Population::Selection { .. }
            | Population::Images { .. } => {}
        }
        match &self.weights {
            RowWeights::Void { reason } => {
                limits.push(format!("The column `weight` is not used: {reason}."));
                if self.population.is_estimated() {
                    let words = "Rows were drawn with unequal chances: without weights, their shares estimate no population.";
                    limits.push(words.to_owned());
                }
            }
            RowWeights::Unknown if has_weights => limits.push(
                "The column `weight` is not used: nothing says what the rows were weighted for. Corpus folders and Parquet files of gridmill say it."
                    .to_owned(),
            ),
            RowWeights::Unknown | RowWeights::Equal | RowWeights::Ln { .. } => {}
        }
        limits
    }
}

impl Population {
    /// Names the puzzles; `size` is that of the grids and a space.
    fn words(&self, size: &str) -> String {
        match self {
            Self::Unknown => format!("{size}puzzles of an unknown population"),
            Self::MinimalPuzzles { grids } => format!("all minimal {size}puzzles{}", grids.words()),
            Self::Plan { words } => format!("{size}{words}"),
            Self::Selection { of, by } => format!("{} ({})", of.words(size), by.join(", ")),
            Self::Distinct { of, by } => {
                let class = match by.as_str() {
                    "grid" => "one of each grid",
                    "expansion" => "one of each expansion by singles",
                    "puzzle" => "one of each class",
                    _ => "without duplicates",
                };
                format!("{}, {class}", of.words(size))
            }
            Self::Images { of, .. } => format!("images of {}", of.words(size)),
            Self::Mixture { of } => {
                let of: Vec<String> = of.iter().map(|one| one.words(size)).collect();
                format!("a mixture of {}", of.join(" and "))
            }
        }
    }
}

impl GridPopulation {
    fn words(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::Given { grids: 1 } => " of this grid".to_owned(),
            Self::Given { grids } => format!(" of these {grids} grids"),
            Self::Fill { fill } => format!(" of grids as the fill {fill} makes them"),
            Self::Unknown => " of some grids".to_owned(),
        }
    }
}
