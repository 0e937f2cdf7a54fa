//! Works that take turns, so that a slow minute of the machine is everybody's, and the spread of what they take.

use anyhow::Result;
use gridmill::report::compare::Spread;

/// Lets `works` works take turns, whose order rotates from round to round. `work` does one of them in a round, and returns what it took.
pub fn in_turns(
    works: usize,
    rounds: usize,
    mut work: impl FnMut(usize, usize) -> Result<f64>,
) -> Result<Vec<Vec<f64>>> {
    let mut taken = vec![Vec::new(); works];
    for round in 0..rounds {
        for n in (0..works).map(|place| (place + round) % works) {
            taken[n].push(work(n, round)?);
        }
    }
    Ok(taken)
}

/// Median and quartiles, with as many decimals as `digits` gives for the median; nothing of nothing.
pub fn spread(numbers: impl IntoIterator<Item = f64>, digits: impl Fn(f64) -> usize) -> String {
    Spread::of(numbers).map_or_else(String::new, |Spread { q1, median, q3 }| {
        let digits = digits(median);
        format!("{median:.digits$} ({q1:.digits$}-{q3:.digits$})")
    })
}

/// Decimals for three digits that count.
pub fn three_digits(number: f64) -> usize {
    if number < 10.0 { 2 } else { usize::from(number < 100.0) }
}

/// Ratios of the second to the first, round by round.
pub fn ratios(ours: &[f64], theirs: &[f64]) -> impl Iterator<Item = f64> {
    theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours)
}
