//! Estimates with their standard errors.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// Estimate of a number, with its standard error if that is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    #[serde(rename = "estimate")]
    pub value: f64,
    /// Standard error, in the same unit; `None` if rows depend on each other, or if there is only one.
    #[serde(rename = "standard_error")]
    pub error: Option<f64>,
    /// Number of independent puzzles, drawn evenly, whose estimate would have this error: the variance of the quantity among puzzles over the
    /// square of the error. Each estimate has its own.
    pub effective_rows: Option<f64>,
    /// Part of the sum of squares behind the error that is of one row, 0 to 1. Above [`RESTING`](Self::RESTING), the error cannot be trusted.
    pub largest_part: Option<f64>,
}

/// Estimate of a number that may be too large for a float, by its logarithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogEstimate {
    /// Natural logarithm of the estimate.
    pub ln: f64,
    /// Standard error relative to the estimate; `None` if rows depend on each other, or if there is only one.
    pub relative_error: Option<f64>,
}

impl Estimate {
    /// Part of the sum of squares from which an estimate rests on one row.
    pub const RESTING: f64 = 0.1;

    /// Creates an estimate of which no more is known.
    pub const fn plain(value: f64, error: Option<f64>) -> Self {
        Self { value, error, effective_rows: None, largest_part: None }
    }

    /// Creates an estimate of a mean over puzzles. `variance` is that of the number among puzzles; one row adds up to the square of `term` to the
    /// sum of `squares` behind the error.
    pub fn of_mean(value: f64, error: Option<f64>, variance: f64, (term, squares): (f64, f64)) -> Self {
        let effective_rows = error.filter(|&error| error > 0.0).map(|error| variance / (error * error));
        let largest_part = (squares > 0.0).then(|| (term * term / squares).min(1.0));
        Self { value, error, effective_rows, largest_part }
    }

    /// Returns true if one row makes too much of the error for it to be trusted.
    pub fn rests_on_one_row(&self) -> bool {
        self.largest_part.is_some_and(|part| part > Self::RESTING)
    }
}

impl LogEstimate {
    /// Returns the estimate; infinite if it exceeds 1.8e308.
    pub fn value(self) -> f64 {
        self.ln.exp()
    }
}

impl Serialize for LogEstimate {
    /// Writes `estimate` (null if it exceeds 1.8e308), `ln` and `relative_standard_error`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("LogEstimate", 3)?;
        fields.serialize_field("estimate", &self.value())?;
        fields.serialize_field("ln", &self.ln)?;
        fields.serialize_field("relative_standard_error", &self.relative_error)?;
        fields.end()
    }
}
