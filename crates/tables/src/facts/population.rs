//! Populations: the puzzles that rows are a sample of, and the words of pages, cards and summaries that name a population or a quantity.

use super::{Facts, RowDependence, RowWeights};
use crate::schema::ColumnId;
use gridmill_board::Shape;
use gridmill_generate::{Fill, Plan, SymmetryTarget};
use serde::{Deserialize, Serialize};

/// Populations and conditions that one description has, at most.
const MAX_PARTS: usize = 64;
/// Bytes of a line of words, at most.
const LONGEST_LINE: usize = 400;

/// Returns true for words that a page shows as they are.
pub(super) fn is_short_line(words: &str) -> bool {
    words.len() <= LONGEST_LINE && !words.chars().any(char::is_control)
}

/// Puzzles that rows are a sample of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Population {
    /// All minimal puzzles of grids, each of which counts the same by the weights.
    MinimalPuzzles {
        /// The grids.
        grids: GridPopulation,
    },
    /// Puzzles as a plan makes them: no other population evenly.
    Plan {
        /// The puzzles in words, such as `puzzles dug top-down from uniform grids`.
        words: String,
    },
    /// Those of another population that meet conditions.
    Selection {
        /// The population.
        of: Box<Self>,
        /// The conditions in words, such as `level hard`.
        by: Vec<String>,
    },
    /// One puzzle of each class among rows.
    Distinct {
        /// Population of the rows.
        of: Box<Self>,
        /// Relation of the rows of a class: `row`, `puzzle` or `grid`.
        by: String,
    },
    /// Random images of rows.
    Images {
        /// Population of the rows.
        of: Box<Self>,
        /// Images of each row.
        times: u64,
    },
    /// Rows of several populations next to each other.
    Mixture {
        /// The populations, each once.
        of: Vec<Self>,
    },
    /// Not known.
    #[default]
    #[serde(other)]
    Unknown,
}

/// Complete grids whose puzzles are a population.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum GridPopulation {
    /// All grids of the shape.
    All,
    /// Grids as a fill makes them, not evenly.
    Fill {
        /// Name of the fill.
        fill: String,
    },
    /// Grids of a file.
    Given {
        /// Number of the grids.
        grids: u64,
    },
    /// Grids of a kind that this version does not know.
    #[serde(other)]
    Unknown,
}

impl Population {
    /// Returns the population of the rows that a plan makes.
    pub fn of_plan(plan: &Plan) -> Self {
        let grids = GridPopulation::of_plan(plan);
        let all = if plan.dig.facts().weighted {
            Self::MinimalPuzzles { grids }
        } else {
            Self::Plan { words: words_of_plan(plan, &grids) }
        };
        all.selected(plan.conditions())
    }

    /// Returns the part of the population that meets conditions: all of it if there are none.
    #[must_use]
    pub fn selected(self, conditions: Vec<String>) -> Self {
        if conditions.is_empty() {
            return self;
        }
        match self {
            Self::Selection { of, mut by } => {
                by.extend(conditions);
                Self::Selection { of, by }
            }
            of => Self::Selection { of: Box::new(of), by: conditions },
        }
    }

    /// Returns the mixture of two populations.
    #[must_use]
    pub fn mixed(self, other: Self) -> Self {
        let mut of: Vec<Self> = Vec::new();
        for one in [self, other] {
            let parts = if let Self::Mixture { of } = one { of } else { vec![one] };
            for part in parts {
                if !of.contains(&part) {
                    of.push(part);
                }
            }
        }
        Self::Mixture { of }
    }

    /// Returns true if weights make each puzzle of a part of all minimal puzzles count the same, so that weighted shares are estimates.
    pub fn is_estimated(&self) -> bool {
        match self {
            Self::MinimalPuzzles { .. } => true,
            Self::Selection { of, .. } | Self::Images { of, .. } => of.is_estimated(),
            Self::Unknown | Self::Plan { .. } | Self::Distinct { .. } | Self::Mixture { .. } => false,
        }
    }

    /// Returns true if the words of the population are short lines, and not too many.
    pub fn is_printable(&self) -> bool {
        self.printable_parts(MAX_PARTS).is_some()
    }

    /// Returns how many of `left` parts remain after those of this population; `None` if they are too many, or not printable.
    fn printable_parts(&self, left: usize) -> Option<usize> {
        let left = left.checked_sub(1)?;
        let lines = |lines: &[String]| lines.iter().all(|line| is_short_line(line));
        match self {
            Self::MinimalPuzzles { grids: GridPopulation::Fill { fill } } => {
                is_short_line(fill).then_some(left)
            }
            Self::MinimalPuzzles { .. } | Self::Unknown => Some(left),
            Self::Plan { words } => is_short_line(words).then_some(left),
            Self::Selection { of, by } if lines(by) => of.printable_parts(left.checked_sub(by.len())?),
            Self::Distinct { of, by } if is_short_line(by) => of.printable_parts(left),
            Self::Images { of, .. } => of.printable_parts(left),
            Self::Mixture { of } => of.iter().try_fold(left, |left, one| one.printable_parts(left)),
            Self::Selection { .. } | Self::Distinct { .. } => None,
        }
    }

    /// Returns the grids whose minimal puzzles, or some of them, the rows were drawn from; `None` of other populations.
    pub fn grids(&self) -> Option<&GridPopulation> {
        match self {
            Self::MinimalPuzzles { grids } => Some(grids),
            Self::Selection { of, .. } | Self::Images { of, .. } => of.grids(),
            Self::Unknown | Self::Plan { .. } | Self::Distinct { .. } | Self::Mixture { .. } => None,
        }
    }

    /// Returns true if the population is all minimal puzzles of all grids of the shape.
    pub const fn is_all_minimal(&self) -> bool {
        matches!(self, Self::MinimalPuzzles { grids: GridPopulation::All })
    }
}

impl GridPopulation {
    fn of_plan(plan: &Plan) -> Self {
        match (&plan.from, plan.fill) {
            (Some(grids), _) => Self::Given { grids: grids.len() },
            (None, Fill::Uniform) => Self::All,
            (None, fill) => Self::Fill { fill: fill.name().to_owned() },
        }
    }
}

impl RowDependence {
    /// Returns the dependence of the rows of a plan: each has a grid of its own or given ones, or some share one that was drawn.
    pub fn of_plan(plan: &Plan) -> Self {
        if plan.dig.objective().is_some() && plan.from.is_some() {
            // Climbs that were given up begin again at a puzzle that is drawn.
            return Self::Unknown;
        }
        // Input grids are the population: given these, each row is drawn by itself.
        if plan.max_puzzles_per_grid == 1 { Self::Independent } else { Self::GroupedByGrid }
    }
}

impl RowWeights {
    /// Returns the weights of the rows of a plan.
    pub fn of_plan(plan: &Plan) -> Self {
        let dig = plan.dig.facts();
        if !dig.weighted {
            return Self::Equal;
        }
        Self::Ln { column: ColumnId::Weight.name().to_owned(), law: dig.name.to_owned(), attempts: true }
    }
}

/// Describes the puzzles of an unweighted plan without the conditions that they meet.
fn words_of_plan(plan: &Plan, grids: &GridPopulation) -> String {
    let grids = match grids {
        GridPopulation::All => "uniform grids".to_owned(),
        GridPopulation::Fill { fill } => format!("{fill} grids"),
        GridPopulation::Given { grids: 1 } => "one given grid".to_owned(),
        GridPopulation::Given { grids } => format!("{grids} given grids"),
        GridPopulation::Unknown => "grids".to_owned(),
    };
    let symmetric = match plan.dig.symmetry() {
        symmetry if symmetry.is_none() => String::new(),
        SymmetryTarget::Fixed(symmetry) => format!(", symmetric by {symmetry}"),
        SymmetryTarget::Mix(mix) => format!(", symmetric by quota {mix}"),
    };
    plan.dig.facts().population.replace("{grids}", &grids) + &symmetric
}

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
