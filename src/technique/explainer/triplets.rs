//! Aligned triplet exclusion: every triple of values of three cells but some is forbidden by cells that see all three.
//!
//! ```text
//! {1,2} {1,3} {4,5}       (1,3,4) where a cell with {1,3}, {3,4} or {1,3,4} sees all three, and (1,1,x) where the first two
//!    {1,3}  {2,4,5}       see each other; a value of which no triple is left goes
//! ```
//!
//! Order: the first two cells colexicographically; the third among what could exclude for the first, then for the second, by box,
//! row and column of either. A cell counts if it sees a cell with two or three candidates and none with one; two
//! cells at least with two or three candidates must see all three.

use super::around;
use crate::{
    board::{Cell, DigitSet},
    technique::{Candidates, Cells, Found, Pencilmarks, Reason, Sink, Step, Technique as T, peers},
};

/// Finds aligned triplet exclusions.
pub(super) fn find(marks: &Pencilmarks, sink: &mut Sink<'_>) -> Found {
    let at_least = marks.cells_with_at_least();
    let (singles, excluders) = (at_least[1] - at_least[2], at_least[2] - at_least[4]);
    let base: Cells =
        at_least[2].filter(|&cell| !peers(cell).meets(singles) && peers(cell).meets(excluders)).collect();
    for second in base {
        let seen = excluders & peers(second);
        for first in base & Cells::before(second) {
            let common = seen & peers(first);
            if common.is_several() {
                let tail = around(first, excluders).chain(around(second, seen - peers(first)));
                for third in tail.filter(|&third| base.contains(third) && third != first && third != second) {
                    let common = common & peers(third);
                    if common.is_several() {
                        triplet(marks, [first, second, third], common, sink)?;
                    }
                }
            }
        }
    }
    Found::Continue(())
}

/// The values of the third cell that excluders forbid: for each value always, and for each pair of values together.
struct Forbidden {
    pairs: [DigitSet; 9],
    triples: [[DigitSet; 9]; 9],
}

impl Forbidden {
    fn by(marks: &Pencilmarks, excluders: Cells) -> Self {
        let mut forbidden = Self { pairs: [DigitSet::EMPTY; 9], triples: [[DigitSet::EMPTY; 9]; 9] };
        for digits in excluders.map(|cell| marks.candidates(cell)) {
            for a in digits {
                let rest = digits - DigitSet::only(a);
                if rest.len() == 1 {
                    forbidden.pairs[a.index()] = forbidden.pairs[a.index()] | rest;
                    continue;
                }
                for b in rest {
                    let triples = &mut forbidden.triples[a.index()][b.index()];
                    *triples = *triples | rest - DigitSet::only(b);
                }
            }
        }
        forbidden
    }
}

fn triplet(marks: &Pencilmarks, cells: [Cell; 3], excluders: Cells, sink: &mut Sink<'_>) -> Found {
    let [first, second, third] = cells.map(|cell| marks.candidates(cell));
    let sees = |a: usize, b: usize| peers(cells[a]).contains(cells[b]);
    let [ab, ac, bc] = [sees(0, 1), sees(0, 2), sees(1, 2)];
    let forbidden = Forbidden::by(marks, excluders);
    let none_if = |unequal: bool, digit| if unequal { DigitSet::only(digit) } else { DigitSet::EMPTY };
    let mut allowed = [DigitSet::EMPTY; 3];
    for a in first {
        let for_b = second - none_if(ab, a) - forbidden.pairs[a.index()];
        let for_c = third - none_if(ac, a) - forbidden.pairs[a.index()];
        for b in for_b {
            let c =
                for_c - none_if(bc, b) - forbidden.pairs[b.index()] - forbidden.triples[a.index()][b.index()];
            if !c.is_empty() {
                allowed[0].insert(a);
                allowed[1].insert(b);
                allowed[2] = allowed[2] | c;
            }
        }
        if allowed == [first, second, third] {
            return Found::Continue(());
        }
    }
    let mut eliminations = Candidates::EMPTY;
    for ((cell, candidates), allowed) in cells.into_iter().zip([first, second, third]).zip(allowed) {
        for digit in candidates - allowed {
            eliminations.insert(cell, digit);
        }
    }
    if eliminations.is_empty() {
        return Found::Continue(());
    }
    let reason = Reason::Aligned { cells: cells.to_vec(), excluders };
    sink(Step::eliminate(T::AlignedTripletExclusion, eliminations, reason))
}
