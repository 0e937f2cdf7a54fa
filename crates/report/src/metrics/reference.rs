//! Distributions from the literature, to compare with a sample's own: 9x9 minimal puzzles.
//!
//! D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", CISSE 2009, tables 2, 4 and 5; ER by givens and the
//! share solved by singles from the classification results that go with its samples (supplements to "The Hidden Logic of Sudoku"; of all
//! minimal puzzles: 5,926,343 weighted ones). B ratings of all minimal puzzles are those of the same rows, each weighted by C(81, givens);
//! their standard errors follow from the effective number of rows (Kish 1965), all rows taken as independent.

use super::UnbiasedEstimate;
use serde::Serialize;

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
    pub(crate) mean_er_by_givens: &'static [(u16, f64)],
    /// Givens, and per cent of the puzzles.
    pub(crate) percent: &'static [(u16, f64)],
    /// Givens, and one standard deviation of the estimate, where there is one.
    pub(crate) percent_error: &'static [(u16, f64)],
    /// B ratings, and per cent of the puzzles.
    pub(crate) percent_of_b: &'static [(u8, f64)],
    /// Rows of equal weight with as much information about shares of B as the rows that were counted.
    pub(crate) effective_rows_of_b: Option<f64>,
}

const BERTHIER: &str = "D. Berthier, CISSE 2009";

/// Published results.
pub(crate) const PUBLISHED: &[Published] = &[
    Published {
        name: "bottom-up, 1 million",
        source: BERTHIER,
        mean: 23.87,
        sd: 1.08,
        mean_er: 3.50,
        sd_er: 2.33,
        falls_to_singles_percent: None,
        mean_er_by_givens: &[],
        percent: &[
            (20, 0.028),
            (21, 0.856),
            (22, 8.24),
            (23, 27.67),
            (24, 36.38),
            (25, 20.59),
            (26, 5.45),
            (27, 0.72),
            (28, 0.054),
            (29, 0.0024),
        ],
        percent_error: &[],
        percent_of_b: &[],
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
        mean_er_by_givens: &[
            (20, 2.75),
            (21, 3.03),
            (22, 3.27),
            (23, 3.44),
            (24, 3.65),
            (25, 3.90),
            (26, 4.22),
            (27, 4.63),
            (28, 5.11),
            (29, 5.43),
            (30, 6.46),
        ],
        percent: &[
            (20, 0.0044),
            (21, 0.24),
            (22, 3.45),
            (23, 17.25),
            (24, 34.23),
            (25, 29.78),
            (26, 12.21),
            (27, 2.53),
            (28, 0.27),
            (29, 0.017),
            (30, 0.001),
        ],
        percent_error: &[],
        percent_of_b: &[],
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
        mean_er_by_givens: &[],
        percent: &[
            (20, 1.32e-7),
            (21, 3.148e-5),
            (22, 0.003_481_6),
            (23, 0.147_847),
            (24, 2.284_853),
            (25, 13.424_609),
            (26, 31.909_495),
            (27, 32.712_245),
            (28, 15.479_856),
            (29, 3.598_318),
            (30, 0.414_100),
            (31, 0.024_144),
            (32, 0.001_02),
        ],
        percent_error: &[
            (20, 0.93e-7),
            (21, 0.25e-5),
            (22, 0.000_04),
            (23, 0.000_45),
            (24, 0.002_7),
            (25, 0.010),
            (26, 0.023),
            (27, 0.033),
            (28, 0.031),
            (29, 0.020),
            (30, 0.009),
            (31, 0.002_8),
            (32, 0.000_7),
        ],
        percent_of_b: &[
            (0, 29.170_8),
            (1, 8.439_1),
            (2, 12.605_5),
            (3, 22.264_0),
            (4, 21.443_7),
            (5, 4.743_0),
            (6, 1.047_8),
            (7, 0.230_2),
            (8, 0.044_3),
            (9, 0.009_2),
        ],
        effective_rows_of_b: Some(3.18e6),
    },
];

impl Published {
    /// Returns the share of a number of givens, 0 to 1.
    pub(crate) fn share(&self, givens: u16) -> Option<f64> {
        let found = self.percent.iter().find(|(known, _)| *known == givens);
        found.map(|(_, percent)| percent / 100.0)
    }

    /// Returns the mean ER of puzzles with a number of givens.
    pub(crate) fn er_of(&self, givens: u16) -> Option<f64> {
        let found = self.mean_er_by_givens.iter().find(|(known, _)| *known == givens);
        found.map(|(_, er)| *er)
    }

    /// Returns the share of a B rating with its standard error.
    pub(crate) fn b(&self, b: u8) -> Option<UnbiasedEstimate> {
        let (_, percent) = self.percent_of_b.iter().find(|(known, _)| *known == b)?;
        let share = percent / 100.0;
        let error = self.effective_rows_of_b.map(|rows| (share * (1.0 - share) / rows).sqrt());
        Some(UnbiasedEstimate::plain(share, error))
    }

    /// Returns one standard deviation of a share by givens.
    pub(crate) fn error(&self, givens: u16) -> Option<f64> {
        let found = self.percent_error.iter().find(|(known, _)| *known == givens);
        found.map(|(_, percent)| percent / 100.0)
    }
}
