//! Changes of facts by commands, and facts of several tables that are read as one.
//!
//! | command | population, weights | scales | splits |
//! |---|---|---|---|
//! | rate | kept | one more, or the same again | kept |
//! | canonical | kept | kept | kept |
//! | dedup | kept if no row was removed; else distinct rows without weights | kept | kept |
//! | split | kept: a random cut keeps the law | kept | made |
//! | columns left out | kept; weights without their column are void | those without columns dropped | kept |
//! | a part of the rows by index | kept | kept | kept |
//! | augment | images of the rows, grouped by source, with the weight of the source | dropped | kept |
//! | rows that disagree | unknown: another shape; void: weights without their column, or not of each row | kept | kept |
//! | rows that another program selected | a selection without weights, not independent as far as is known | kept | kept |

use super::{
    Facts, HistoryStep, InputIdentity, MeasureDefinition, RatingScale, RowDependence, RowWeights, SplitFacts,
    population::Population,
};
use crate::{
    numbers::thousands,
    schema::{Column, ColumnId, Presence, without_prefix},
};
use gridmill_board::Shape;
use gridmill_generate::{Additions, ExcludedClasses};

/// Rows that were read, as far as facts are compared with them.
#[derive(Debug, Clone, Copy)]
pub struct RowsRead {
    /// Shape of the grids.
    pub shape: Shape,
    /// Rows with a puzzle.
    pub puzzles: u64,
    /// Rows of these with a number in the column of weights that the facts name; `None` without the column.
    pub weighted: Option<u64>,
}

impl Facts {
    /// Adds a command to the history.
    #[must_use]
    pub fn made_by(mut self, command: impl Into<String>, inputs: Vec<InputIdentity>) -> Self {
        self.history.push(HistoryStep {
            program: crate::PROGRAM.to_owned(),
            command: command.into(),
            inputs,
        });
        self
    }

    /// Returns the facts of the rows with ratings on these scales, which are all that they have.
    #[must_use]
    pub fn rated(self, scales: Vec<RatingScale>) -> Self {
        Self { scales, ..self }
    }

    /// Returns the facts of the rows with these measures, which this program took.
    #[must_use]
    pub fn measured(mut self, add: Additions, trial_budget: u64) -> Self {
        self.measures.extend(MeasureDefinition::taken(add, trial_budget));
        self
    }

    /// Returns the facts of one row of each class, of which `removed` others were left out.
    #[must_use]
    pub fn without_duplicates(self, by: &str, removed: u64) -> Self {
        if removed == 0 {
            return self;
        }
        let reason = "duplicates were removed, so that frequent puzzles count as often as rare ones";
        Self {
            population: Population::Distinct { of: Box::new(self.population), by: by.to_owned() },
            rows: RowDependence::Unknown,
            weights: self.weights.void(reason),
            counts: None,
            ..self
        }
    }

    /// Returns the facts of rows from which those in `excluded` files, if there are any, were left out, divided into splits.
    #[must_use]
    pub fn split(self, splits: SplitFacts, left_out: u64) -> Self {
        let by = (left_out > 0).then(|| ExcludedClasses::POPULATION.to_owned());
        let population = self.population.selected(by.into_iter().collect());
        let counts = self.counts.filter(|_| left_out == 0);
        Self { population, counts, splits: Some(splits), ..self }
    }

    /// Returns the facts of the rows of one split.
    #[must_use]
    pub fn of_split(mut self, name: &str) -> Self {
        if let Some(splits) = &mut self.splits {
            splits.name = Some(name.to_owned());
        }
        // What all rows counted is not divided.
        self.counts = None;
        self
    }

    /// Returns the facts of random images of the rows.
    #[must_use]
    pub fn images(self, times: u64) -> Self {
        let rows = match self.rows {
            RowDependence::Independent => RowDependence::GroupedBySource,
            other => other,
        };
        // Attempts are those of the source, which its images do not repeat.
        let weights = match self.weights {
            RowWeights::Ln { column, law, .. } => RowWeights::Ln { column, law, attempts: false },
            other => other,
        };
        Self {
            population: Population::Images { of: Box::new(self.population), times },
            rows,
            weights,
            scales: Vec::new(),
            counts: None,
            ..self
        }
    }

    /// Returns the facts of the rows with columns of these names alone: weights count no more without their column, and scales of which no
    /// column is there are dropped.
    #[must_use]
    pub fn of_columns(self, names: &[&str]) -> Self {
        let weights = match self.weights {
            RowWeights::Ln { column, .. } if !names.contains(&column.as_str()) => {
                RowWeights::Void { reason: format!("the column {column} was left out") }
            }
            RowWeights::Ln { column, law, attempts } => {
                let attempts = attempts && names.contains(&ColumnId::Attempts.name());
                RowWeights::Ln { column, law, attempts }
            }
            other => other,
        };
        let is_measured = |measure: &str| {
            let columns = names.iter().filter_map(|name| Column::named(name));
            columns.into_iter().any(
                |column| matches!(column.presence, Presence::Added(addition) if addition.name() == measure),
            )
        };
        let measures = self.measures.into_iter().filter(|(name, _)| is_measured(name)).collect();
        let is_there =
            |scale: &RatingScale| names.iter().any(|name| without_prefix(name, &scale.prefix).is_some());
        let scales = self.scales.into_iter().filter(is_there).collect();
        Self { weights, scales, measures, ..self }
    }

    /// Returns what holds of these facts for rows that were read: nothing of rows of another shape, no weights where a row has none, and no
    /// counts but those of as many rows.
    #[must_use]
    pub fn agreeing_with(mut self, rows: RowsRead) -> Self {
        self.counts = self.counts.filter(|counts| counts.rows == rows.puzzles);
        if self.shape.is_some_and(|stated| stated != rows.shape) {
            return Self::of_shape(rows.shape);
        }
        let RowWeights::Ln { column, .. } = &self.weights else { return self };
        let reason = match rows.weighted {
            None => format!("the rows have no column {column}"),
            Some(weighted) if weighted < rows.puzzles => {
                let without = thousands(rows.puzzles - weighted);
                format!("{without} of {} rows have no weight", thousands(rows.puzzles))
            }
            Some(_) => return self,
        };
        Self { rows: RowDependence::Unknown, weights: RowWeights::Void { reason }, counts: None, ..self }
    }

    /// Returns the facts of rows that another program selected from those that these describe.
    #[must_use]
    pub fn selected_outside(self) -> Self {
        Self {
            population: self.population.selected(vec!["selected by another program".to_owned()]),
            rows: RowDependence::Unknown,
            weights: self.weights.void("another program selected the rows, by a rule that is not known"),
            counts: None,
            ..self
        }
    }
}

impl RowWeights {
    /// Returns weights that count no more, if there are any.
    #[must_use]
    pub fn void(self, reason: &str) -> Self {
        match self {
            Self::Ln { .. } => Self::Void { reason: reason.to_owned() },
            other @ (Self::Unknown | Self::Equal | Self::Void { .. }) => other,
        }
    }
}

impl Facts {
    /// Joins the facts of parts of one table: equal facts stay, different ones make a mixture, of which only the shape and common scales
    /// are known.
    ///
    /// # Errors
    /// A line that names two shapes that contradict each other.
    pub fn join(self, other: Self) -> Result<Self, String> {
        let shape = match (self.shape, other.shape) {
            (Some(one), Some(two)) if one != two => {
                return Err(format!("the data state {one} boxes and {two} boxes; give puzzles of one shape"));
            }
            (one, two) => one.or(two),
        };
        let splits = joined_splits(self.splits.clone(), other.splits.clone());
        if self.is_of_the_same_rows(&other) {
            let rows = if self.rows == other.rows { self.rows } else { RowDependence::Unknown };
            let counts = self.counts.clone().zip(other.counts).map(|(mut counts, others)| {
                counts.merge(&others);
                counts
            });
            return Ok(Self { shape, rows, counts, splits, ..self });
        }
        let scales = self.scales.iter().filter(|scale| other.scales.contains(scale)).cloned().collect();
        let is_common =
            |(name, definition): &(String, MeasureDefinition)| other.measures.get(name) == Some(definition);
        let measures = self.measures.into_iter().filter(is_common).collect();
        let weights = match (&self.weights, &other.weights) {
            (one, two) if one == two && !matches!(one, RowWeights::Ln { .. }) => self.weights.clone(),
            (RowWeights::Ln { .. }, _) | (_, RowWeights::Ln { .. }) => RowWeights::Void {
                reason:
                    "rows of several designs stand next to each other, whose weights have no common scale"
                        .to_owned(),
            },
            _ => RowWeights::Unknown,
        };
        let mut history = self.history;
        let news = other.history.into_iter();
        for step in news {
            if !history.contains(&step) {
                history.push(step);
            }
        }
        Ok(Self {
            shape,
            population: self.population.mixed(other.population),
            design: None,
            rows: RowDependence::Unknown,
            weights,
            scales,
            measures,
            counts: None,
            splits,
            history,
        })
    }

    /// Returns true if both describe rows of one design, of whichever split or part.
    fn is_of_the_same_rows(&self, other: &Self) -> bool {
        self.population == other.population
            && self.design == other.design
            && self.weights == other.weights
            && self.scales == other.scales
            && self.measures == other.measures
            && (self.design.is_some() || (self.is_unknown() && other.is_unknown()))
    }

    /// Returns true if nothing but the shape is known.
    pub fn is_unknown(&self) -> bool {
        Self { shape: None, ..self.clone() } == Self::default()
    }
}

/// Returns the splits of rows of two splits: of one cut, all of them; of two, none that is known.
fn joined_splits(one: Option<SplitFacts>, other: Option<SplitFacts>) -> Option<SplitFacts> {
    let (one, other) = (one?, other?);
    if one == other {
        return Some(one);
    }
    let whole = |splits: SplitFacts| SplitFacts { name: None, ..splits };
    let (one, other) = (whole(one), whole(other));
    (one == other).then_some(one)
}
