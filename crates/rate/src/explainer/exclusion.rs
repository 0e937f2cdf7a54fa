//! Aligned pair exclusion: cells that see two cells forbid pairs of their values. A value without any pair left goes.
//!
//! ```text
//! {1,2} .. {1,3}      (1,1) where the two see each other, and (2,3) where a cell with {2,3} sees both;
//!     {2,3}           a value of which no pair is left goes
//! ```
//!
//! Order: pairs colexicographically by cell. A cell counts if it sees a cell with two candidates and none with one; the two need
//! not see each other, but two cells at least with two candidates must see both.

use super::triplets::{CandidateSnapshot, candidates};
use crate::{
    Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique as T, bits::bits, peers,
};
use gridmill_board::{Cell, DigitSet};

/// Finds aligned pair exclusions.
pub(super) fn find(marks: &Pencilmarks, snapshot: &mut CandidateSnapshot, sink: &mut Sink<'_>) -> SearchFlow {
    let at_least = marks.cells_with_at_least();
    let (singles, excluders) = (at_least[1] - at_least[2], at_least[2] - at_least[3]);
    let base: CellSet =
        at_least[2].filter(|&cell| !peers(cell).meets(singles) && peers(cell).meets(excluders)).collect();
    let now = candidates(marks);
    let changed = if singles.is_empty() { snapshot.changed(&now) } else { CellSet::ALL };
    let mut any = false;
    for second in base {
        let seen = excluders & peers(second);
        // Cells that several of these see.
        let [_, several] = seen.fold([CellSet::EMPTY; 2], |[once, several], cell| {
            [once | peers(cell), several | once & peers(cell)]
        });
        let near = if changed.contains(second) {
            CellSet::ALL
        } else {
            { changed & seen }.fold(changed, |near, cell| near | peers(cell))
        };
        for first in base & several & near & CellSet::before(second) {
            let common = seen & peers(first);
            if may_exclude(marks, first, second, common) {
                pair(marks, first, second, common, &mut |step| {
                    any = true;
                    sink(step)
                })?;
            }
        }
    }
    snapshot.keep(&now, !any && singles.is_empty());
    SearchFlow::Continue(())
}

/// Returns true if a value of either cell has no partner in the other.
#[inline]
fn may_exclude(marks: &Pencilmarks, first: Cell, second: Cell, excluders: CellSet) -> bool {
    let [a, b] = [first, second].map(|cell| marks.candidate_bits(cell));
    // Each excluder removes one partner. The value itself is removed, too, if the two cells see each other.
    let sees = peers(first).contains(second);
    if a.count_ones().min(b.count_ones()) > excluders.len() + u32::from(sees) {
        return false;
    }
    let mut partners: [u16; 9] = std::array::from_fn(|digit| if sees { 1 << digit } else { 0 });
    for pair in excluders.map(|cell| marks.candidate_bits(cell)) {
        for digit in bits(pair) {
            partners[digit] |= pair;
        }
    }
    // An excluder with the value removes all its other digits as partners. The value may pair with itself if the cells do not
    // see each other.
    let own = |digit: usize| if sees { 0 } else { 1 << digit };
    let lonely = |of: u16, others: u16| bits(of).any(|n| others & !(partners[n] & !own(n)) == 0);
    lonely(a, b) || lonely(b, a)
}

fn pair(
    marks: &Pencilmarks,
    first: Cell,
    second: Cell,
    excluders: CellSet,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut partners = [DigitSet::EMPTY; 9];
    if peers(first).contains(second) {
        for digit in DigitSet::full(9) {
            partners[digit.index()].insert(digit);
        }
    }
    for pair in excluders.map(|cell| marks.candidates(cell)) {
        for digit in pair {
            partners[digit.index()] |= pair - DigitSet::only(digit);
        }
    }
    let mut eliminations = Candidates::EMPTY;
    for (cell, other) in [(first, second), (second, first)] {
        let others = marks.candidates(other);
        for digit in marks.candidates(cell).filter(|digit| (others - partners[digit.index()]).is_empty()) {
            eliminations.insert(cell, digit);
        }
    }
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    let reason = Reason::Aligned { cells: vec![first, second], excluders };
    sink(Step::eliminate(T::AlignedPairExclusion, eliminations, reason))
}
