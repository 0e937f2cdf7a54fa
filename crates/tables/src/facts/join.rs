//! Facts of several tables that are read as one.

use super::{Facts, MeasureDefinition, RowDependence, RowWeights, SplitFacts};

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
