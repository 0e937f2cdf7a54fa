//! Estimators for all minimal puzzles from weighted rows: each once, for the closing summary, for reports and for documents.
//!
//! Row i stands for w = exp(weight) puzzles. W sums w, Q sums w², the index c sums over the rows of a category, x is the number, a
//! the attempts, n the rows, f = n / (n - 1).

/// An estimator of a statistic of all minimal puzzles, as formulas in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimator {
    /// The statistic.
    pub of: &'static str,
    /// The estimate.
    pub estimate: &'static str,
    /// Its variance, empty where it is none of an estimate.
    pub variance: &'static str,
    /// Author, title and year.
    pub source: &'static str,
}

const COCHRAN: &str = "W. G. Cochran, Sampling Techniques, 3rd edition 1977, chapter 6";

/// The estimators in use. The variances are the delta method's, that is of the linear part of a ratio; rows must be independent.
pub const ESTIMATORS: [Estimator; 4] = [
    Estimator {
        of: "share of a category",
        estimate: "p = Wc / W",
        variance: "f \u{2211} w\u{b2} (1c \u{2212} p)\u{b2} / W\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "mean",
        estimate: "m = \u{2211} w x / W",
        variance: "f \u{2211} w\u{b2} (x \u{2212} m)\u{b2} / W\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "puzzles of a grid",
        estimate: "r = W / \u{2211} a",
        variance: "f \u{2211} (w \u{2212} r a)\u{b2} / (\u{2211} a)\u{b2}",
        source: COCHRAN,
    },
    Estimator {
        of: "effective rows",
        estimate: "W\u{b2} / Q",
        variance: "",
        source: "L. Kish, Survey Sampling, 1965",
    },
];
