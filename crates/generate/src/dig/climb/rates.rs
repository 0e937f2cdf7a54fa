//! Measured rates of climbs from random starts, for messages of plans that another dig cannot meet.

use super::Objective;

/// Puzzles that a climb by an objective finds a minute on one core, from a value on, in the units of [`ClimbRange`](super::ClimbRange).
///
/// Measured by `scripts/frontier_climb.sh` on one core of an AMD EPYC (AVX-512) in 2026-11, by processor time; see `reports/frontier/climb.md`.
const RATES: [(Objective, u32, f64); 4] = [
    (Objective::Er, 90, 750.0),
    (Objective::Er, 100, 1.0),
    (Objective::Guesses, 2000, 500.0),
    (Objective::Guesses, 5000, 70.0),
];

/// Returns the measured rate for values from `least` on: that of the least measured value that is not below it. `None` where there is none.
pub(crate) fn rate_of(objective: Objective, least: u32) -> Option<f64> {
    let measured = RATES.iter().filter(|(of, from, _)| *of == objective && *from >= least);
    measured.min_by_key(|(_, from, _)| *from).map(|(.., rate)| *rate)
}
