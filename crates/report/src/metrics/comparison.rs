//! Two corpora against each other: their distributions, and the puzzles and solutions that they share, as text and up to symmetry.

use super::{CorpusMetrics, Histogram, Origin, UnbiasedMetrics, Weighed};
use crate::{
    stats::{ChiSquare, Z, chi_square, kolmogorov_smirnov},
    summary::{Overlap, OverlapSide, Summary},
};
use gridmill_tables::schema::{ColumnId, ColumnUnit, is_step_count, is_time};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Differences of a corpus from the first.
#[derive(Debug, Serialize)]
pub(crate) struct ComparisonMetrics {
    /// The first corpus.
    pub(crate) baseline: String,
    pub(crate) corpus: String,
    /// True of each of the two whose numbers are weighted estimates of its population, in place of those of its rows.
    pub(crate) estimated: [bool; 2],
    pub(crate) numbers: Vec<Compared>,
    /// Level and techniques as counts.
    pub(crate) categories: Vec<Categories>,
    /// Puzzles in both.
    pub(crate) overlap: OverlapMetrics,
}

/// Different puzzles that two corpora share, cell by cell the same.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct OverlapMetrics {
    /// Different puzzles of the first corpus that were compared.
    baseline_looked_at: u64,
    /// Different puzzles of the other corpus that were compared.
    looked_at: u64,
    shared: u64,
    /// One distinct puzzle in this many was compared: 1 if all were.
    one_in: u64,
}

impl From<SharedMetrics> for OverlapMetrics {
    fn from(SharedMetrics { shared, one_in, first, other }: SharedMetrics) -> Self {
        Self { baseline_looked_at: first.different, looked_at: other.different, shared, one_in }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    pub(crate) of: String,
    #[serde(serialize_with = "unit_name")]
    pub(crate) unit: Option<ColumnUnit>,
    pub(crate) baseline_mean: f64,
    pub(crate) mean: f64,
    /// `mean` less `baseline_mean`.
    pub(crate) difference: f64,
    /// Its 95 % interval.
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    /// The difference in units of the pooled deviation; `None` where a corpus has no deviation.
    pub(crate) cohens_d: Option<f64>,
    /// Its 95 % interval (L. V. Hedges and I. Olkin 1985).
    pub(crate) d_low: Option<f64>,
    pub(crate) d_high: Option<f64>,
    /// The largest difference between cumulative shares, 0 to 1.
    pub(crate) ks_d: Option<f64>,
    pub(crate) ks_p: Option<f64>,
    pub(crate) chi_square: Option<ChiSquare>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Categories {
    pub(crate) of: &'static str,
    pub(crate) chi_square: Option<ChiSquare>,
    pub(crate) differences: Vec<Difference>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Difference {
    pub(crate) name: String,
    pub(crate) baseline: f64,
    pub(crate) share: f64,
    /// `share` less `baseline`, and its 95 % interval (Newcombe 1998, of Wilson's intervals).
    #[serde(rename = "difference")]
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Writes the name of a unit, empty where there is none.
#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn unit_name<S: Serializer>(unit: &Option<ColumnUnit>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(unit.map_or("", ColumnUnit::name))
}

impl ComparisonMetrics {
    pub(super) fn of(first: &CorpusMetrics, other: &CorpusMetrics, overlap: SharedMetrics) -> Self {
        let ratings = [first, other].map(CorpusMetrics::hardest_step);
        let comparable = ratings.map(|step| Some(step?.column));
        let one_scale = first.origin.rating_scale == other.origin.rating_scale;
        let comparable = one_scale && comparable[0] == comparable[1];
        let [one, two] = ratings.map(|step| step.filter(|_| comparable));
        let column = one.map_or(ColumnId::Er, |step| step.column);
        let histograms = [
            (ColumnId::Givens, first.givens.as_ref(), other.givens.as_ref()),
            (column, one.map(|step| &step.ratings), two.map(|step| &step.ratings)),
        ];
        let is_weighted = [first, other].iter().any(|corpus| corpus.unbiased.is_some());
        let mut numbers: Vec<Compared> = if is_weighted {
            let scores = comparable && column == ColumnId::HardestScore;
            let of = [ColumnId::Givens, column].into_iter().chain(scores.then_some(ColumnId::Score));
            let of = of.take(if comparable { 3 } else { 1 });
            of.filter_map(|of| Compared::of_estimates(of, first, other)).collect()
        } else {
            let histograms = histograms.into_iter();
            histograms.filter_map(|(of, one, two)| Some(Compared::of_histograms(of, one?, two?))).collect()
        };
        numbers.extend(first.columns.iter().filter_map(|one| {
            let two = other.columns.iter().find(|two| two.name == one.name)?;
            let unit = is_time(&one.name).then_some(ColumnUnit::Nanoseconds);
            let apart = [ColumnId::Index, ColumnId::Givens, ColumnId::Er, ColumnId::HardestScore];
            let scored = one.name == ColumnId::Score.name();
            let is_compared = !is_weighted
                && !apart.iter().any(|id| id.name() == one.name)
                && !is_step_count(&one.name)
                && (one_scale || !scored);
            let rows = |corpus: &CorpusMetrics, nulls: u64| corpus.rows - nulls;
            let [a, b] = [
                Moments::of_rows(one.mean?, one.sd, rows(first, one.nulls)),
                Moments::of_rows(two.mean?, two.sd, rows(other, two.nulls)),
            ];
            is_compared.then(|| Compared::of_moments(&one.name, unit, a, b))
        }));
        let categories = [levels(first, other).filter(|_| one_scale), techniques(first, other)];
        Self {
            baseline: first.origin.name.clone(),
            corpus: other.origin.name.clone(),
            estimated: [first, other].map(|corpus| corpus.unbiased.is_some()),
            numbers,
            categories: categories.into_iter().flatten().collect(),
            overlap: overlap.into(),
        }
    }
}

/// Mean and deviation of a number, and how well the mean is known.
#[derive(Debug, Clone, Copy)]
struct Moments {
    mean: f64,
    sd: Option<f64>,
    /// Rows, or the effective rows of the mean.
    rows: f64,
    error: Option<f64>,
}

impl Moments {
    fn of_rows(mean: f64, sd: Option<f64>, rows: u64) -> Self {
        let rows = rows as f64;
        Self { mean, sd, rows, error: sd.map(|sd| sd / rows.sqrt()) }
    }

    /// Returns the estimate of weighted rows, or else what the rows have.
    fn of_corpus(corpus: &CorpusMetrics, of: ColumnId) -> Option<Self> {
        if let Some(unbiased) = &corpus.unbiased {
            let mean = unbiased.mean(of)?;
            let (value, error) = (mean.all.value, mean.all.error);
            let rows = mean.all.effective_rows.unwrap_or(unbiased.effective_rows);
            return Some(Self { mean: value, sd: mean.all_sd, rows, error });
        }
        let histogram = match of {
            ColumnId::Givens => corpus.givens.as_ref()?,
            ColumnId::Score => corpus.difficulty.as_ref()?.score.as_ref()?,
            _ => &corpus.hardest_step()?.ratings,
        };
        Some(Self::of_rows(histogram.mean, histogram.sd, histogram.rows))
    }
}

impl Compared {
    fn of_estimates(of: ColumnId, one: &CorpusMetrics, other: &CorpusMetrics) -> Option<Self> {
        let (one, other) = (Moments::of_corpus(one, of)?, Moments::of_corpus(other, of)?);
        Some(Self::of_moments(of.name(), of.column().unit, one, other))
    }

    fn of_histograms(of: ColumnId, one: &Histogram, other: &Histogram) -> Self {
        let moments = |histogram: &Histogram| Moments::of_rows(histogram.mean, histogram.sd, histogram.rows);
        let (counts, others) = (one.counts(), other.counts());
        let ks = kolmogorov_smirnov(&counts, &others);
        let mut pairs: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        for (value, rows) in &counts {
            pairs.entry(value.to_bits()).or_default().0 += rows;
        }
        for (value, rows) in &others {
            pairs.entry(value.to_bits()).or_default().1 += rows;
        }
        Self {
            ks_d: ks.map(|(d, _)| d),
            ks_p: ks.map(|(_, p)| p),
            chi_square: chi_square(&pairs.into_values().collect::<Vec<_>>()),
            ..Self::of_moments(of.name(), of.column().unit, moments(one), moments(other))
        }
    }

    fn of_moments(of: &str, unit: Option<ColumnUnit>, one: Moments, other: Moments) -> Self {
        let (baseline_mean, mean) = (one.mean, other.mean);
        let difference = mean - baseline_mean;
        let half = one.error.zip(other.error).map(|(a, b)| Z * a.hypot(b));
        let variances = one.sd.zip(other.sd).map(|(a, b)| (a * a, b * b));
        let (n, m) = (one.rows, other.rows);
        let pooled = variances
            .filter(|(a, b)| *a > 0.0 && *b > 0.0)
            .map(|(a, b)| (((n - 1.0) * a + (m - 1.0) * b) / (n + m - 2.0)).sqrt());
        let d = pooled.filter(|pooled| *pooled > 0.0).map(|pooled| difference / pooled);
        let d_half = d.map(|d| Z * ((n + m) / (n * m) + d * d / (2.0 * (n + m))).sqrt());
        Self {
            of: of.to_owned(),
            unit,
            baseline_mean,
            mean,
            difference,
            low: half.map(|half| difference - half),
            high: half.map(|half| difference + half),
            cohens_d: d,
            d_low: d.zip(d_half).map(|(d, half)| d - half),
            d_high: d.zip(d_half).map(|(d, half)| d + half),
            ks_d: None,
            ks_p: None,
            chi_square: None,
        }
    }
}

/// Names, rows and intervals in both, in the order of the first and then of the other.
fn paired<'a>(
    one: &[(&'a str, super::Proportion)],
    other: &[(&'a str, super::Proportion)],
) -> Vec<(&'a str, Option<super::Proportion>, Option<super::Proportion>)> {
    let find = |shares: &[(&str, super::Proportion)], name: &str| {
        shares.iter().find(|(known, _)| *known == name).map(|(_, share)| *share)
    };
    let mut names: Vec<&str> = one.iter().map(|(name, _)| *name).collect();
    names.extend(other.iter().map(|(name, _)| *name).filter(|name| find(one, name).is_none()));
    names.into_iter().map(|name| (name, find(one, name), find(other, name))).collect()
}

fn difference(
    (name, one, other): (&str, Option<super::Proportion>, Option<super::Proportion>),
    (all, others): (u64, u64),
) -> Difference {
    let (a, b) = (
        one.unwrap_or_else(|| super::Proportion::of(0, all)),
        other.unwrap_or_else(|| super::Proportion::of(0, others)),
    );
    let difference = b.share - a.share;
    let below = ((b.share - b.low).powi(2) + (a.high - a.share).powi(2)).sqrt();
    let above = ((b.high - b.share).powi(2) + (a.share - a.low).powi(2)).sqrt();
    Difference {
        name: name.to_owned(),
        baseline: a.share,
        share: b.share,
        value: difference,
        low: difference - below,
        high: difference + above,
    }
}

fn levels(first: &CorpusMetrics, other: &CorpusMetrics) -> Option<Categories> {
    let shares = |corpus: &CorpusMetrics| match &corpus.unbiased {
        Some(unbiased) => Some(effective(unbiased)),
        None => corpus.difficulty.as_ref().map(|d| d.level.iter().map(|c| c.share.rows).sum::<u64>()),
    };
    let all = (shares(first)?, shares(other)?);
    let named = |corpus: &'_ CorpusMetrics| -> Option<Vec<(String, super::Proportion)>> {
        if let Some(unbiased) = &corpus.unbiased {
            return unbiased.level.iter().map(|line| Some((line.value.clone(), estimated(line)?))).collect();
        }
        let levels = corpus.difficulty.iter().flat_map(|difficulty| &difficulty.level);
        Some(levels.map(|level| (level.name.clone(), level.share)).collect())
    };
    let is_weighted = first.unbiased.is_some() || other.unbiased.is_some();
    let (one, two) = (named(first)?, named(other)?);
    let one: Vec<_> = one.iter().map(|(name, share)| (name.as_str(), *share)).collect();
    let two: Vec<_> = two.iter().map(|(name, share)| (name.as_str(), *share)).collect();
    let pairs = paired(&one, &two);
    let rows = |share: &Option<super::Proportion>| share.map_or(0, |share| share.rows);
    let counts: Vec<(u64, u64)> = pairs.iter().map(|(_, a, b)| (rows(a), rows(b))).collect();
    (!pairs.is_empty()).then(|| Categories {
        of: ColumnId::Level.name(),
        chi_square: if is_weighted { None } else { chi_square(&counts) },
        differences: pairs.into_iter().map(|pair| difference(pair, all)).collect(),
    })
}

/// Returns the effective rows as a whole number.
fn effective(unbiased: &UnbiasedMetrics) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to the rows")]
    {
        unbiased.effective_rows.round() as u64
    }
}

/// Returns an estimated share with its 95 % interval, if its error is known.
fn estimated(line: &Weighed) -> Option<super::Proportion> {
    line.all.error.map(|_| line.proportion())
}

/// Techniques on the paths: a path may have several, so that no test over all of them holds.
fn techniques(first: &CorpusMetrics, other: &CorpusMetrics) -> Option<Categories> {
    let rows = |corpus: &CorpusMetrics| {
        let rated = corpus.difficulty.as_ref()?.rated;
        Some(corpus.unbiased.as_ref().map_or(rated, effective))
    };
    let rows = (rows(first)?, rows(other)?);
    let named = |corpus: &CorpusMetrics| -> Option<Vec<(&'static str, super::Proportion)>> {
        let techniques = corpus.difficulty.iter().flat_map(|difficulty| &difficulty.techniques);
        let mut used = techniques.filter(|technique| technique.used.rows > 0);
        let Some(unbiased) = &corpus.unbiased else {
            return Some(used.map(|technique| (technique.name, technique.used)).collect());
        };
        let estimate = |name: &str| unbiased.techniques.iter().find(|line| line.value == name);
        used.try_fold(Vec::new(), |mut named, technique| {
            named.push((technique.name, estimated(estimate(technique.name)?)?));
            Some(named)
        })
    };
    let pairs = paired(&named(first)?, &named(other)?);
    (!pairs.is_empty()).then(|| Categories {
        of: "technique used on the path",
        chi_square: None,
        differences: pairs.into_iter().map(|pair| difference(pair, rows)).collect(),
    })
}

#[derive(Debug, Serialize)]
pub(crate) struct PairOverlap {
    /// The corpus that comes first in the report.
    pub(crate) first: String,
    pub(crate) other: String,
    /// Puzzles that are the same cell by cell.
    pub(crate) text: SharedMetrics,
    /// Puzzles with the same canonical form.
    pub(crate) equivalent: SharedMetrics,
    /// Puzzles whose solutions have the same canonical form.
    pub(crate) solutions: SharedMetrics,
}

/// Rows of two corpora that have a counterpart in the other one.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct SharedMetrics {
    /// Different puzzles, classes of puzzles or classes of solutions in both corpora.
    pub(crate) shared: u64,
    /// One of them in this many was compared, with all its rows: 1 if all were.
    pub(crate) one_in: u64,
    pub(crate) first: SharedRows,
    pub(crate) other: SharedRows,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct SharedRows {
    pub(crate) looked_at: u64,
    /// Different ones among them.
    pub(crate) different: u64,
    /// Rows with a counterpart in the other corpus.
    pub(crate) in_both: u64,
    /// `in_both` of `looked_at`.
    pub(crate) share: f64,
    /// Rows with a readable puzzle that could not be compared: without a canonical form or without exactly one solution.
    pub(crate) without: u64,
}

impl SharedMetrics {
    fn of(overlap: Overlap, without: [u64; 2]) -> Self {
        let Overlap { sides: [first, other], shared, one_in } = overlap;
        let rows = |side: OverlapSide, without: u64| {
            let OverlapSide { rows: looked_at, different, in_both } = side;
            let share = if looked_at == 0 { 0.0 } else { in_both as f64 / looked_at as f64 };
            SharedRows { looked_at, different, in_both, share, without }
        };
        Self { shared, one_in, first: rows(first, without[0]), other: rows(other, without[1]) }
    }
}

impl PairOverlap {
    /// Compares every corpus with every later one. Their summaries are settled, and have forms.
    pub(super) fn of_all(corpora: &[(Origin, Summary)]) -> Vec<Self> {
        let pairs = corpora.iter().enumerate().flat_map(|(n, first)| {
            let others = corpora.iter().skip(n + 1);
            others.filter_map(move |other| Self::of(first, other))
        });
        pairs.collect()
    }

    fn of((first, one): &(Origin, Summary), (other, two): &(Origin, Summary)) -> Option<Self> {
        let (a, b) = one.forms.as_ref().zip(two.forms.as_ref())?;
        let puzzles = [a.puzzles.added, b.puzzles.added];
        let solutions = [a.solutions.added, b.solutions.added];
        let without = |added: [u64; 2]| {
            [one.puzzles.rows.saturating_sub(added[0]), two.puzzles.rows.saturating_sub(added[1])]
        };
        Some(Self {
            first: first.name.clone(),
            other: other.name.clone(),
            text: SharedMetrics::of(one.overlap(two), [0, 0]),
            equivalent: SharedMetrics::of(a.puzzles.overlap(&b.puzzles), without(puzzles)),
            solutions: SharedMetrics::of(a.solutions.overlap(&b.solutions), without(solutions)),
        })
    }

    /// Returns true if anything is in both.
    pub(crate) fn is_any(&self) -> bool {
        [self.text, self.equivalent, self.solutions].iter().any(|kind| kind.shared > 0)
    }

    /// Returns the kind that finds the most puzzles: up to symmetry, or as text where those compared share none up to symmetry.
    pub(crate) fn puzzles(&self) -> SharedMetrics {
        if self.equivalent.shared > 0 { self.equivalent } else { self.text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Proportion;

    fn near(found: f64, expected: f64, by: f64) -> bool {
        (found - expected).abs() <= by
    }

    /// R. G. Newcombe, "Interval Estimation for the Difference between Independent Proportions", 1998: example (a), method 10.
    #[test]
    fn differences_of_shares_have_published_intervals() {
        let found = difference(("", Some(Proportion::of(48, 80)), Some(Proportion::of(56, 70))), (80, 70));
        assert!(near(found.value, 0.2, 1e-12));
        assert!(near(found.low, 0.0524, 5e-5) && near(found.high, 0.3339, 5e-5), "{found:?}");
        let none = difference(("", None, Some(Proportion::of(0, 70))), (80, 70));
        assert!(near(none.value, 0.0, 1e-12) && none.low < 0.0 && none.high > 0.0, "{none:?}");
    }

    /// By hand: deviations of 2 on both sides, 50 rows each, so that half the interval is 1.96 (4/50 + 4/50)^(1/2).
    #[test]
    fn differences_of_means_by_hand() {
        let found = Compared::of_moments(
            "",
            None,
            Moments::of_rows(10.0, Some(2.0), 50),
            Moments::of_rows(12.0, Some(2.0), 50),
        );
        assert!(near(found.cohens_d.unwrap(), 1.0, 1e-12), "{found:?}");
        // By hand: 1.96 (100/2500 + 1/200)^(1/2).
        assert!(near(found.d_low.unwrap(), 0.584_229, 1e-6) && near(found.d_high.unwrap(), 1.415_771, 1e-6));
        assert!(near(found.low.unwrap(), 1.216_014, 1e-6) && near(found.high.unwrap(), 2.783_986, 1e-6));
        let single = Compared::of_moments(
            "",
            None,
            Moments::of_rows(10.0, None, 1),
            Moments::of_rows(12.0, Some(2.0), 50),
        );
        assert_eq!((single.low, single.cohens_d), (None, None));
        let constant = Compared::of_moments(
            "",
            None,
            Moments::of_rows(10.0, Some(0.0), 5),
            Moments::of_rows(12.0, Some(0.0), 5),
        );
        assert_eq!((constant.low, constant.cohens_d), (Some(2.0), None));
        let half_constant = Compared::of_moments(
            "",
            None,
            Moments::of_rows(10.0, Some(2.0), 5),
            Moments::of_rows(12.0, Some(0.0), 5),
        );
        assert_eq!(half_constant.cohens_d, None);
    }
}
