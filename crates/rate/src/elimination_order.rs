//! HoDoKu's order of eliminations, by which it chooses among equal chains.

use super::Candidate;
use gridmill_board::Cell;

/// Returns a sum that is lower for eliminations in earlier cells; later eliminations have more weight (B. Hobiger 2012). The eliminations
/// come by digit and then by cell.
#[inline]
pub(super) fn elimination_order(eliminations: impl Iterator<Item = Candidate>) -> u32 {
    let weighed = eliminations.zip((1..).step_by(80));
    #[expect(clippy::cast_possible_truncation, reason = "below 81")]
    let cell = |cell: Cell| cell.index() as u32;
    weighed.map(|(at, weight)| cell(at.cell) * weight + u32::from(at.digit.value())).sum()
}

/// Returns the numbers of keys in ascending order, of equal keys the earlier first. One function for all searches: each sort of another type
/// is 20 KB of code in a browser.
pub(super) fn ascending(keys: &[[usize; 3]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by_key(|&number| (keys[number], number));
    order
}
