//! Cuts of the rows of strata at the shares of the splits.

use gridmill_corpus::Shares;

/// Ends of the splits among the rows of a stratum.
pub(super) struct Cuts(Vec<u64>);

impl Cuts {
    /// Returns the cuts of a stratum with `rows` rows, which `before` rows of others come before.
    pub(super) fn of(shares: &Shares, before: u64, rows: u64) -> Self {
        let whole: u128 = shares.billionths().map(u128::from).sum();
        let cut = |sum: u64, rows: u64| (2 * u128::from(sum) * u128::from(rows) + whole) / (2 * whole);
        let mut sum = 0;
        let ends = shares.billionths().map(|share| {
            sum += share;
            // The cuts of strata add up to that of all rows.
            u64::try_from(cut(sum, before + rows) - cut(sum, before)).unwrap_or(u64::MAX)
        });
        Self(ends.collect())
    }

    /// Returns the number of the split that a class goes to which begins at row `place` of its stratum.
    pub(super) fn split_at(&self, place: u64) -> usize {
        let Self(ends) = self;
        ends.iter().position(|&end| place < end).unwrap_or(ends.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts are exact: each split gets its share of the rows, rounded, whatever the strata.
    #[test]
    fn cuts_of_strata_add_up() {
        let shares: Shares = "a:0.7,b:0.2,c:0.1".parse().unwrap();
        let count = |strata: &[u64]| {
            let (mut counts, mut before) = ([0; 3], 0);
            for &rows in strata {
                let cuts = Cuts::of(&shares, before, rows);
                (0..rows).for_each(|place| counts[cuts.split_at(place)] += 1);
                before += rows;
            }
            counts
        };
        assert_eq!(count(&[1000]), [700, 200, 100]);
        assert_eq!(count(&[1; 1000]), [700, 200, 100]);
        assert_eq!(count(&[3, 1, 500, 7, 489]), [700, 200, 100]);
        let [a, b, c] = count(&[333]);
        assert_eq!((a, b, a + b + c), (233, 67, 333));
        let proportions: Shares = "a:7,b:2,c:1".parse().unwrap();
        for (before, rows) in [(0, 1000), (17, 333)] {
            assert_eq!(Cuts::of(&proportions, before, rows).0, Cuts::of(&shares, before, rows).0);
        }
    }
}
