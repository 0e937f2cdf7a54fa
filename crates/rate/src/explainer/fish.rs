//! Plain fish: the places of a digit in n lines lie in n lines across.
//!
//! ```text
//!      c2    c7
//! r1    5 ... 5     the two columns hold 5 in the same two rows alone,
//! r6    5 ... 5     so 5 goes from the rest of the rows
//! ```
//!
//! Order: columns as base before rows, then the base lines colexicographically, then the digit. Each base line has two
//! places at least, and a digit with fewer than 2 n places to fill in the whole grid is skipped.

use crate::{
    Candidates, CellSet, House, HouseKind, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique as T, TechniqueSet,
    bits::bits,
    subset_search::{Order, each_subset},
};
use gridmill_board::{Digit, DigitSet};

/// Finds fish, from the smallest.
pub(super) fn find(
    marks: &Pencilmarks,
    wanted: TechniqueSet,
    found: &mut Vec<PlainFish>,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for (technique, size) in [(T::XWing, 2), (T::Swordfish, 3), (T::Jellyfish, 4)] {
        if wanted.contains(technique) {
            for kinds in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
                collect(marks, size, kinds.0, found);
                emit(marks, technique, kinds, found, sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Fish, with base and cover lines as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlainFish {
    base: u16,
    digit: Digit,
    cover: u16,
}

/// All fish with a base of one kind, in order.
fn collect(marks: &Pencilmarks, size: u32, base: HouseKind, found: &mut Vec<PlainFish>) {
    found.clear();
    for digit in DigitSet::full(9).filter(|&digit| marks.placed(digit) + 2 * size <= 9) {
        let lines = lines(marks, digit, base);
        let eligible = |n: &usize| (2..=size).contains(&lines[*n].count_ones());
        let allowed = (0..9).filter(eligible).fold(0, |bits, n| bits | 1 << n);
        let _ = each_subset(&lines, allowed, size, Order::Colexicographic, &mut |base, cover| {
            found.push(PlainFish { base, digit, cover });
            SearchFlow::Continue(())
        });
    }
    found.sort_unstable();
}

/// Passes the fish with eliminations to the sink.
fn emit(
    marks: &Pencilmarks,
    technique: T,
    kinds: (HouseKind, HouseKind),
    found: &[PlainFish],
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for &PlainFish { base, digit, cover } in found {
        let (base, cover) = (houses(kinds.0, base), houses(kinds.1, cover));
        let places = marks.places(digit);
        let rest = (places & cover.cells()) - base.cells();
        if !rest.is_empty() {
            let cells = places & base.cells();
            let reason = Reason::Fish { digit, base, cover, cells, fins: CellSet::EMPTY, chains: Vec::new() };
            sink(Step::eliminate(technique, Candidates::of(digit, rest), reason))?;
        }
    }
    SearchFlow::Continue(())
}

/// The houses of a kind by their numbers, as bits.
fn houses(kind: HouseKind, numbers: u16) -> HouseSet {
    bits(numbers).fold(HouseSet::EMPTY, |houses, n| houses | HouseSet::only(House::new(kind, n)))
}

/// The digit's positions in each line of a kind.
fn lines(marks: &Pencilmarks, digit: Digit, kind: HouseKind) -> [u16; 9] {
    std::array::from_fn(|n| marks.positions(House::new(kind, n), digit))
}
