//! Difficulty without a rulebook: shares of trial depth, braid ratings and backdoor sizes, and other measures by B.

use super::{Proportion, Published, UnbiasedEstimate};
use crate::summary::{Group, TrialClass, TrialCounts, TrialMeasure, ValueSums, mean_of_groups};
use gridmill_tables::schema::ColumnId;
use serde::Serialize;
use std::collections::BTreeMap;

/// Metrics of the rows that are measured without a rulebook.
#[derive(Debug, Serialize)]
pub(crate) struct TrialMetrics {
    /// By measure: `trial_depth`, `b`, `bxb`, `bxbb`, `backdoor_size`, those that a row has.
    pub(crate) shares: Vec<TrialShares>,
    /// Ratings, guesses and backdoor sizes of the rows with each B.
    pub(crate) by_b: Vec<MeasureAt>,
    /// Numbers of least backdoors of the rows with each backdoor size.
    pub(crate) backdoors: Vec<MeasureAt>,
    /// Backdoor sizes among the rows of each level.
    pub(crate) sizes_by_level: Vec<SizeOf>,
    /// Backdoor sizes among the rows of each B.
    pub(crate) sizes_by_b: Vec<SizeOf>,
}

#[derive(Debug, Serialize)]
pub(crate) struct TrialShares {
    pub(crate) of: ColumnId,
    /// Rows with a value or a bound.
    pub(crate) rows: u64,
    /// Rows with only a bound.
    pub(crate) bounds: u64,
    /// Mean of the rows; `None` where a row has only a bound.
    pub(crate) mean: Option<UnbiasedEstimate>,
    /// Mean of all puzzles that weighted rows represent; `None` where a row has only a bound.
    pub(crate) estimated_mean: Option<UnbiasedEstimate>,
    /// Values first, then bounds.
    pub(crate) classes: Vec<TrialShare>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ClassShare {
    pub(crate) value: u8,
    /// True if the value is a lower bound.
    pub(crate) at_least: bool,
    /// Rows, and their share of all that are compared.
    #[serde(flatten)]
    pub(crate) sample: Proportion,
    /// The share of all puzzles that weighted rows represent.
    pub(crate) estimate: Option<UnbiasedEstimate>,
    /// Share of the heaviest row in the weight of the class, 0 to 1.
    pub(crate) largest: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct TrialShare {
    /// The class, among the rows with a value or a bound.
    #[serde(flatten)]
    pub(crate) of: ClassShare,
    pub(crate) published: Option<UnbiasedEstimate>,
    /// Difference of the estimate from the published share, in standard errors of both.
    pub(crate) difference: Option<f64>,
}

/// A number of the rows with a value of another measure.
#[derive(Debug, Serialize)]
pub(crate) struct MeasureAt {
    /// The value of the other measure: B, or the backdoor size.
    pub(crate) at: u8,
    /// Column of the number.
    pub(crate) of: String,
    /// Rows with both.
    pub(crate) rows: u64,
    /// Mean of the rows.
    pub(crate) mean: UnbiasedEstimate,
    /// Least value up to which half of the rows lie; values above 127 tenths of ER, hundredths of guesses or points within 0.8 %.
    pub(crate) median: Option<f64>,
    /// Mean of all puzzles that weighted rows represent.
    pub(crate) estimated_mean: Option<UnbiasedEstimate>,
    /// Their median, by the weights.
    pub(crate) estimated_median: Option<f64>,
    /// Ends of its 95 % interval.
    pub(crate) estimated_median_interval: Option<(f64, f64)>,
}

/// Share of a backdoor size among the rows of a level or of a B.
#[derive(Debug, Serialize)]
pub(crate) struct SizeOf {
    /// The level, or B: `4`, `at least 7`.
    pub(crate) of: String,
    /// The size, among the rows of the level or B.
    #[serde(flatten)]
    pub(crate) size: ClassShare,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RowDesign {
    pub(super) weighted: bool,
    pub(super) independent: bool,
}

impl ClassShare {
    fn of(class: TrialClass, group: &Group, whole: &Group, design: RowDesign) -> Self {
        let (value, at_least) = class.parts();
        let estimate =
            design.weighted.then(|| group.weight.share_of(&whole.weight, design.independent).into());
        Self {
            value,
            at_least,
            sample: Proportion::of(group.rows, whole.rows),
            largest: estimate.map(|_| group.weight.largest_share()),
            estimate,
        }
    }

    pub(crate) fn words(&self) -> String {
        let class = if self.at_least { TrialClass::AtLeast } else { TrialClass::Exactly };
        class(self.value).words()
    }

    /// Returns the share: the estimate, where rows are weighted.
    pub(crate) fn share(&self) -> f64 {
        self.estimate.map_or(self.sample.share, |estimate| estimate.value)
    }
}

impl TrialMetrics {
    /// Measures the rows; `published` has the shares of the same population. `None` of rows that are not measured.
    pub(super) fn of(counts: &TrialCounts, design: RowDesign, published: Option<&Published>) -> Option<Self> {
        let shares = |&measure: &TrialMeasure| TrialShares::of(counts, measure, design, published);
        let shares: Vec<TrialShares> = TrialMeasure::ALL.iter().filter_map(shares).collect();
        if shares.is_empty() {
            return None;
        }
        let by_b = |((b, of), values): (&(u8, String), &ValueSums)| MeasureAt::of(*b, of, values, design);
        let backdoors = |(size, values): (&u8, &ValueSums)| {
            MeasureAt::of(*size, ColumnId::Backdoors.name(), values, design)
        };
        let by_level =
            counts.sizes_by_level.iter().map(|((level, size), group)| (level.clone(), *size, group));
        let of_b = counts.sizes_by_b.iter().map(|((b, size), group)| (b.words(), *size, group));
        Some(Self {
            shares,
            by_b: counts.compared_with_b.iter().filter_map(by_b).collect(),
            backdoors: counts.backdoors.iter().filter_map(backdoors).collect(),
            sizes_by_level: SizeOf::all_of(by_level, design),
            sizes_by_b: SizeOf::all_of(of_b, design),
        })
    }

    /// Returns the shares by a measure, if some row has it.
    pub(crate) fn shares_of(&self, measure: TrialMeasure) -> Option<&TrialShares> {
        self.shares.iter().find(|shares| shares.of == measure.column())
    }
}

impl TrialShares {
    fn of(
        counts: &TrialCounts,
        measure: TrialMeasure,
        design: RowDesign,
        published: Option<&Published>,
    ) -> Option<Self> {
        let classes =
            counts.classes.range((measure, TrialClass::Exactly(0))..=(measure, TrialClass::AtLeast(u8::MAX)));
        let classes: Vec<(TrialClass, &Group)> = classes.map(|((_, class), group)| (*class, group)).collect();
        let mut all = Group::default();
        for (_, group) in &classes {
            all.merge(group);
        }
        let bounds = classes.iter().filter(|(class, _)| class.parts().1).map(|(_, group)| group.rows).sum();
        let published = published.filter(|_| measure == TrialMeasure::B);
        let share = |&(class, group): &(TrialClass, &Group)| {
            let of = ClassShare::of(class, group, &all, design);
            let published = published.filter(|_| !of.at_least).and_then(|known| known.b(of.value));
            let difference = of.estimate.zip(published).and_then(|(one, other)| one.difference(other));
            TrialShare { of, published, difference }
        };
        let exact = classes.iter().map(|(class, group)| (f64::from(class.parts().0), *group));
        let means = (all.rows > 0 && bounds == 0).then(|| means(exact, design));
        (all.rows > 0).then(|| Self {
            of: measure.column(),
            rows: all.rows,
            bounds,
            mean: means.map(|(mean, _)| mean),
            estimated_mean: means.and_then(|(_, estimate)| estimate),
            classes: classes.iter().map(share).collect(),
        })
    }

    pub(crate) fn measure(&self) -> Option<TrialMeasure> {
        TrialMeasure::ALL.into_iter().find(|measure| measure.column() == self.of)
    }
}

/// Returns the mean of groups with a value each, and the estimated one of weighted rows.
fn means<'a>(
    groups: impl Iterator<Item = (f64, &'a Group)> + Clone,
    design: RowDesign,
) -> (UnbiasedEstimate, Option<UnbiasedEstimate>) {
    let rows: f64 = groups.clone().map(|(_, group)| group.rows as f64).sum();
    let mean = groups.clone().map(|(value, group)| value * group.rows as f64).sum::<f64>() / rows;
    let scatter: f64 = groups.clone().map(|(value, group)| (value - mean).powi(2) * group.rows as f64).sum();
    let error = plain_error(rows, (scatter / (rows - 1.0)).sqrt(), design);
    let weighted = mean_of_groups(groups.map(|(value, group)| (value, &group.weight)), design.independent);
    let estimate = weighted.filter(|_| design.weighted).map(|(mean, _)| mean.into());
    (UnbiasedEstimate::plain(mean, error), estimate)
}

/// Returns the standard error of the mean of rows that count the same; `None` where they are not independent, or weighted.
fn plain_error(rows: f64, sd: f64, design: RowDesign) -> Option<f64> {
    (design.independent && !design.weighted && rows > 1.0).then(|| sd / rows.sqrt())
}

impl MeasureAt {
    fn of(at: u8, of: &str, values: &ValueSums, design: RowDesign) -> Option<Self> {
        let spread = values.plain.spread()?;
        let rows = values.plain.count;
        let error = spread.sd.and_then(|sd| plain_error(rows as f64, sd, design));
        let weighted = values.weighted.mean(design.independent).filter(|_| design.weighted);
        // Of equal values the sums leave an error of rounding.
        let is_single = spread.max <= spread.min;
        let weighted = weighted.map(UnbiasedEstimate::from).map(|mean| match mean.error {
            Some(_) if is_single => UnbiasedEstimate::plain(spread.min, Some(0.0)),
            _ => mean,
        });
        let median = weighted.and_then(|_| values.weighted_median(design.independent));
        Some(Self {
            at,
            of: of.to_owned(),
            rows,
            mean: UnbiasedEstimate::plain(spread.mean, error),
            median: values.median(),
            estimated_median: median.map(|median| median.value),
            estimated_median_interval: median.and_then(|median| median.interval),
            estimated_mean: weighted,
        })
    }
}

impl SizeOf {
    /// Measures the shares of sizes among the rows with the same name.
    fn all_of<'a>(
        cells: impl Iterator<Item = (String, TrialClass, &'a Group)>,
        design: RowDesign,
    ) -> Vec<Self> {
        let cells: Vec<(String, TrialClass, &Group)> = cells.collect();
        let mut wholes: BTreeMap<&str, Group> = BTreeMap::new();
        for (of, _, group) in &cells {
            wholes.entry(of).or_default().merge(group);
        }
        let cell = |(of, size, group): &(String, TrialClass, &Group)| Self {
            of: of.clone(),
            size: ClassShare::of(*size, group, &wholes[of.as_str()], design),
        };
        cells.iter().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{metrics::PUBLISHED, summary::RowWeight};

    /// Weights of 1, 1, 2 and 4: B of 0, 0, 1, and at least 3.
    fn counts() -> TrialCounts {
        let mut counts = TrialCounts::default();
        let rows = [
            (TrialClass::Exactly(0), 1.0_f64),
            (TrialClass::Exactly(0), 1.0),
            (TrialClass::Exactly(1), 2.0),
            (TrialClass::AtLeast(3), 4.0),
        ];
        for (class, weight) in rows {
            let weight = RowWeight::of_ln(weight.ln());
            counts.classes.entry((TrialMeasure::B, class)).or_default().add(weight);
            counts.sizes_by_b.entry((class, TrialClass::Exactly(1))).or_default().add(weight);
        }
        counts
    }

    fn metrics(weighted: bool, independent: bool) -> TrialMetrics {
        let published = PUBLISHED.last().filter(|_| weighted);
        TrialMetrics::of(&counts(), RowDesign { weighted, independent }, published).unwrap()
    }

    #[test]
    fn weighted_rows_give_estimates_beside_published_shares() {
        let found = metrics(true, true);
        let [b] = &found.shares[..] else { panic!("{found:?}") };
        assert_eq!((b.of, b.rows, b.bounds), (ColumnId::B, 4, 1));
        assert!(b.mean.is_none() && b.estimated_mean.is_none(), "a bound has no mean");
        let shares: Vec<(String, f64)> =
            b.classes.iter().map(|class| (class.of.words(), class.of.share())).collect();
        assert_eq!(shares, [("0".to_owned(), 0.25), ("1".to_owned(), 0.25), ("at least 3".to_owned(), 0.5)]);
        // W = 8, Q = 22: of B = 0, (9/16 * 2 + 1/16 * 20) / 64 * 4 / 3.
        let estimate = b.classes[0].of.estimate.unwrap();
        assert!((estimate.error.unwrap().powi(2) - (9.0 / 8.0 + 5.0 / 4.0) / 48.0).abs() < 1e-12);
        assert_eq!(b.classes[0].of.largest, Some(0.5));
        let published = b.classes[0].published.unwrap();
        assert!((published.value - 0.291_708).abs() < 1e-12);
        assert!((published.error.unwrap() - (0.291_708_f64 * 0.708_292 / 3.18e6).sqrt()).abs() < 1e-12);
        let error = estimate.error.unwrap().hypot(published.error.unwrap());
        assert!((b.classes[0].difference.unwrap() - (0.25 - 0.291_708) / error).abs() < 1e-9);
        assert!(b.classes[2].published.is_none(), "a bound is no value");
        assert!(found.sizes_by_b.iter().all(|cell| (cell.size.share() - 1.0).abs() < 1e-12));
    }

    #[test]
    fn rows_that_are_not_independent_have_no_errors() {
        let found = metrics(true, false);
        let classes = &found.shares[0].classes;
        assert!(
            classes
                .iter()
                .all(|class| class.of.estimate.unwrap().error.is_none() && class.difference.is_none())
        );
        let found = metrics(false, true);
        assert!(found.shares[0].classes.iter().all(|class| class.of.estimate.is_none()));
        assert!((found.shares[0].classes[0].of.share() - 0.5).abs() < 1e-12);
        let mut counts = counts();
        counts.classes.retain(|(_, class), _| !class.parts().1);
        let mean = |independent| {
            let design = RowDesign { weighted: false, independent };
            TrialMetrics::of(&counts, design, None).unwrap().shares[0].mean.unwrap()
        };
        // Values 0, 0, 1: standard deviation sqrt(1/3).
        assert!((mean(true).value - 1.0 / 3.0).abs() < 1e-12 && mean(false).error.is_none());
        assert!((mean(true).error.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!(
            TrialMetrics::of(&TrialCounts::default(), RowDesign { weighted: true, independent: true }, None)
                .is_none()
        );
    }
}
