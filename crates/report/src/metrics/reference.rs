//! Distributions from the literature, to compare with a sample's own: 9x9 minimal puzzles.
//!
//! D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", CISSE 2009, tables 2, 4 and 5; ER by givens and the
//! share solved by singles from the classification results that go with its samples (supplements to "The Hidden Logic of Sudoku"; of all
//! minimal puzzles: 5,926,343 weighted ones). B ratings of all minimal puzzles are those of the same rows, each weighted by C(81, givens);
//! their standard errors follow from the effective number of rows (Kish 1965), all rows taken as independent.

use super::UnbiasedEstimate;
use serde::{Serialize, Serializer};

/// Minimal puzzles by number of givens.
#[derive(Debug, Serialize)]
pub(crate) struct Published {
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    pub(crate) mean: f64,
    pub(crate) sd: f64,
    pub(crate) mean_er: f64,
    pub(crate) sd_er: f64,
    /// Per cent of the puzzles that fall to singles, where it is known.
    pub(crate) falls_to_singles_percent: Option<f64>,
    /// Givens, and the mean ER of puzzles with this number, where it is known.
    pub(crate) mean_er_by_givens: ByNumber,
    /// Givens, and per cent of the puzzles.
    pub(crate) percent: ByNumber,
    /// Givens, and one standard deviation of the estimate, where there is one.
    pub(crate) percent_error: ByNumber,
    /// B ratings, and per cent of the puzzles.
    pub(crate) percent_of_b: ByNumber,
    /// Rows of equal weight with as much information about shares of B as the rows that were counted.
    pub(crate) effective_rows_of_b: Option<f64>,
}

/// Figures of a first number and those that follow it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByNumber(u16, &'static [f64]);

impl ByNumber {
    pub(crate) fn iter(self) -> impl Iterator<Item = (u16, f64)> + Clone {
        (self.0..).zip(self.1.iter().copied())
    }

    /// Returns the figure of a number, if it has one.
    pub(crate) fn get(self, number: u16) -> Option<f64> {
        self.1.get(usize::from(number.checked_sub(self.0)?)).copied()
    }
}

impl Serialize for ByNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

const BERTHIER: &str = "D. Berthier, CISSE 2009";

pub(crate) const PUBLISHED: &[Published] = &[
    Published {
        name: "bottom-up, 1 million",
        source: BERTHIER,
        mean: 23.87,
        sd: 1.08,
        mean_er: 3.50,
        sd_er: 2.33,
        falls_to_singles_percent: None,
        mean_er_by_givens: ByNumber(0, &[]),
        percent: ByNumber(20, &[0.028, 0.856, 8.24, 27.67, 36.38, 20.59, 5.45, 0.72, 0.054, 0.0024]),
        percent_error: ByNumber(0, &[]),
        percent_of_b: ByNumber(0, &[]),
        effective_rows_of_b: None,
    },
    Published {
        name: "top-down, 1 million",
        source: BERTHIER,
        mean: 24.38,
        sd: 1.12,
        mean_er: 3.77,
        sd_er: 2.42,
        falls_to_singles_percent: Some(41.76),
        mean_er_by_givens: ByNumber(20, &[2.75, 3.03, 3.27, 3.44, 3.65, 3.90, 4.22, 4.63, 5.11, 5.43, 6.46]),
        percent: ByNumber(20, &[0.0044, 0.24, 3.45, 17.25, 34.23, 29.78, 12.21, 2.53, 0.27, 0.017, 0.001]),
        percent_error: ByNumber(0, &[]),
        percent_of_b: ByNumber(0, &[]),
        effective_rows_of_b: None,
    },
    Published {
        name: "all minimal puzzles, estimated",
        source: BERTHIER,
        mean: 26.578,
        sd: 1.117,
        mean_er: 4.73,
        sd_er: 2.56,
        falls_to_singles_percent: Some(29.170_8),
        mean_er_by_givens: ByNumber(0, &[]),
        percent: ByNumber(
            20,
            &[
                1.32e-7, 3.148e-5, 3.481_6e-3, 0.147_847, 2.284_853, 13.424_609, 31.909_495, 32.712_245,
                15.479_856, 3.598_318, 0.414_100, 0.024_144, 0.001_02,
            ],
        ),
        percent_error: ByNumber(
            20,
            &[
                0.93e-7, 0.25e-5, 0.000_04, 0.000_45, 0.002_7, 0.010, 0.023, 0.033, 0.031, 0.020, 0.009,
                0.002_8, 0.000_7,
            ],
        ),
        percent_of_b: ByNumber(
            0,
            &[29.170_8, 8.439_1, 12.605_5, 22.264_0, 21.443_7, 4.743_0, 1.047_8, 0.230_2, 0.044_3, 0.009_2],
        ),
        effective_rows_of_b: Some(3.18e6),
    },
];

impl Published {
    /// Returns the share of a number of givens, 0 to 1.
    pub(crate) fn share(&self, givens: u16) -> Option<f64> {
        Some(self.percent.get(givens)? / 100.0)
    }

    /// Returns one standard deviation of a share by givens.
    pub(crate) fn error(&self, givens: u16) -> Option<f64> {
        Some(self.percent_error.get(givens)? / 100.0)
    }

    /// Returns the share of a B rating with its standard error.
    pub(crate) fn b(&self, b: u8) -> Option<UnbiasedEstimate> {
        let share = self.percent_of_b.get(b.into())? / 100.0;
        let error = self.effective_rows_of_b.map(|rows| (share * (1.0 - share) / rows).sqrt());
        Some(UnbiasedEstimate::plain(share, error))
    }
}
