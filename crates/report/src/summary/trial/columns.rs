//! Columns of measures without a rulebook, and the class of a row in each.

use super::{TrialClass, TrialMeasure};
use crate::summary::{
    batch::{Batch, MISSING, name_of},
    difficulty::BatchRatings,
};
use gridmill_rate::Measure;
use gridmill_tables::schema::ColumnId;

/// Columns of a batch with measures without a rulebook.
#[derive(Debug)]
pub(in crate::summary) struct TrialColumns {
    depth: Option<Vec<u64>>,
    /// B, `BxB` and `BxBB`.
    ratings: [Option<Vec<u64>>; 3],
    at_least: Option<Vec<u64>>,
    backdoor_size: Option<Vec<u64>>,
    pub(super) backdoors: Option<Vec<u64>>,
    backdoor_at_least: Option<Vec<u64>>,
}

/// A number that is compared with B.
pub(super) struct ComparedColumn {
    pub(super) name: String,
    /// Steps to 1 in which its values are binned.
    pub(super) steps: f64,
    /// Values of the rows, no number where there is none.
    pub(super) values: Vec<f64>,
}

/// Returns the number of a row, if there is one that fits a measure.
fn value(column: Option<&Vec<u64>>, row: usize) -> Option<u8> {
    u8::try_from(column?[row]).ok()
}

impl TrialColumns {
    pub(in crate::summary) fn of(batch: Batch<'_>) -> Self {
        let depth = batch.whole(ColumnId::TrialDepth);
        let ratings = [TrialMeasure::B, TrialMeasure::Bxb, TrialMeasure::Bxbb];
        let rating = |measure: TrialMeasure| {
            depth.as_ref()?;
            batch.whole(measure.column())
        };
        Self {
            ratings: ratings.map(rating),
            at_least: batch.whole(ColumnId::TrialAtLeast),
            backdoor_size: batch.whole(ColumnId::BackdoorSize),
            backdoors: batch.whole(ColumnId::Backdoors),
            backdoor_at_least: batch.whole(ColumnId::BackdoorAtLeast),
            depth,
        }
    }

    /// Returns true if a row can have a class.
    pub(super) const fn has_any(&self) -> bool {
        self.depth.is_some() || self.backdoor_size.is_some()
    }

    /// Returns the B of each row, [`MISSING`] where there is none.
    pub(in crate::summary) fn b(&self) -> Option<Vec<u64>> {
        self.ratings[0].as_ref().map(|values| measured(values))
    }

    /// Returns the backdoor size of each row, [`MISSING`] where there is none.
    pub(in crate::summary) fn backdoor_size(&self) -> Option<Vec<u64>> {
        self.backdoor_size.as_ref().map(|values| measured(values))
    }

    /// Returns the class of a row; `None` where it is not measured.
    pub(super) fn class(&self, measure: TrialMeasure, row: usize) -> Option<TrialClass> {
        let depth = value(self.depth.as_ref(), row);
        let at_least = || value(self.at_least.as_ref(), row).map(TrialClass::AtLeast);
        let rating = |place: usize, depths: &[u8]| {
            let exact = value(self.ratings[place].as_ref(), row).map(TrialClass::Exactly);
            exact.or_else(|| at_least().filter(|_| depth.is_some_and(|depth| depths.contains(&depth))))
        };
        match measure {
            TrialMeasure::Depth => {
                self.depth.as_ref()?;
                depth.map(TrialClass::Exactly).or_else(at_least)
            }
            TrialMeasure::B => rating(0, &[0, 1]),
            TrialMeasure::Bxb => rating(1, &[2]),
            TrialMeasure::Bxbb => rating(2, &[3]),
            TrialMeasure::BackdoorSize => {
                let exact = value(self.backdoor_size.as_ref(), row).map(TrialClass::Exactly);
                exact.or_else(|| value(self.backdoor_at_least.as_ref(), row).map(TrialClass::AtLeast))
            }
        }
    }
}

/// Returns a column with [`MISSING`] for what is no measure.
fn measured(values: &[u64]) -> Vec<u64> {
    values.iter().map(|&value| if value <= u8::MAX.into() { value } else { MISSING }).collect()
}

/// Returns the numbers that are compared with B: the rating on each scale, guesses, and the backdoor size.
pub(super) fn compared_with_b(
    batch: Batch<'_>,
    scales: &[(&str, &BatchRatings<'_>)],
    columns: &TrialColumns,
) -> Vec<ComparedColumn> {
    let natural = |values: &[u64], steps: f64| {
        values.iter().map(|&v| if v == MISSING { f64::NAN } else { v as f64 / steps }).collect()
    };
    let of_scale = |&(prefix, ratings): &(&str, &BatchRatings<'_>)| {
        let batch = Batch::new(batch.table, prefix);
        Some(match ratings.measure()? {
            Measure::Er => {
                let values = natural(ratings.ratings()?, 10.0);
                ComparedColumn { name: name_of(ColumnId::Er, prefix).into_owned(), steps: 10.0, values }
            }
            Measure::Score => {
                let values = batch.numbers(ColumnId::Score)?;
                ComparedColumn { name: name_of(ColumnId::Score, prefix).into_owned(), steps: 1.0, values }
            }
        })
    };
    let guesses = batch.numbers(ColumnId::Guesses).map(|values| ComparedColumn {
        name: ColumnId::Guesses.name().to_owned(),
        steps: 100.0,
        values,
    });
    let sizes = columns.backdoor_size().map(|sizes| ComparedColumn {
        name: ColumnId::BackdoorSize.name().to_owned(),
        steps: 1.0,
        values: natural(&sizes, 1.0),
    });
    scales.iter().filter_map(of_scale).chain(guesses).chain(sizes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_of_the_first_value_that_is_missing() {
        let column = |values: [u64; 6]| Some(values.to_vec());
        let no = MISSING;
        let columns = TrialColumns {
            depth: column([0, 1, 1, 2, 3, no]),
            ratings: [
                column([0, 2, no, no, no, no]),
                column([no, no, no, no, no, no]),
                column([no, no, no, no, 2, no]),
            ],
            at_least: column([no, no, 7, 4, no, 2]),
            backdoor_size: column([0, 1, no, no, 300, no]),
            backdoors: None,
            backdoor_at_least: column([no, no, 3, no, no, no]),
        };
        let classes = |measure| [0, 1, 2, 3, 4, 5].map(|row| columns.class(measure, row));
        let (exact, bound) = (|n| Some(TrialClass::Exactly(n)), |n| Some(TrialClass::AtLeast(n)));
        assert_eq!(
            classes(TrialMeasure::Depth),
            [exact(0), exact(1), exact(1), exact(2), exact(3), bound(2)]
        );
        assert_eq!(classes(TrialMeasure::B), [exact(0), exact(2), bound(7), None, None, None]);
        assert_eq!(classes(TrialMeasure::Bxb), [None, None, None, bound(4), None, None]);
        assert_eq!(classes(TrialMeasure::Bxbb), [None, None, None, None, exact(2), None]);
        assert_eq!(classes(TrialMeasure::BackdoorSize), [exact(0), exact(1), bound(3), None, None, None]);
        assert_eq!(columns.backdoor_size(), column([0, 1, no, no, no, no]));
    }
}
