//! Plain fish: the places of a digit in some lines lie in as many lines across.
//!
//! ```text
//!      c2    c7
//! r1    5 ... 5     the two columns hold 5 in the same two rows alone,
//! r6    5 ... 5     so 5 goes from the rest of the rows
//! ```
//!
//! Order: columns as base before rows, then the base lines colexicographically, then the digit. Each base line has two
//! places at least, and a digit with fewer than 2 n places to fill in the whole grid is passed over.

use crate::{
    board::{Digit, DigitSet},
    technique::{
        Candidates, Cells, Found, House, HouseKind, Houses, Pencilmarks, Reason, Sink, Step, Technique as T,
        Techniques,
        combine::{Order, bits, combine},
    },
};

/// Finds fish, from the smallest.
pub(super) fn find(marks: &Pencilmarks, wanted: Techniques, sink: &mut Sink<'_>) -> Found {
    for (technique, size) in [(T::XWing, 2), (T::Swordfish, 3), (T::Jellyfish, 4)] {
        if wanted.contains(technique) {
            for kinds in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
                sized(marks, size, technique, kinds, sink)?;
            }
        }
    }
    Found::Continue(())
}

/// A fish by its base and cover lines, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fish {
    base: u16,
    digit: Digit,
    cover: u16,
}

fn sized(
    marks: &Pencilmarks,
    size: u32,
    technique: T,
    (base_kind, cover_kind): (HouseKind, HouseKind),
    sink: &mut Sink<'_>,
) -> Found {
    let mut found = Vec::new();
    for digit in DigitSet::full(9).filter(|&digit| marks.placed(digit) + 2 * size <= 9) {
        let lines = lines(marks, digit, base_kind);
        let eligible = |n: &usize| (2..=size).contains(&lines[*n].count_ones());
        let allowed = (0..9).filter(eligible).fold(0, |bits, n| bits | 1 << n);
        let _ = combine(&lines, allowed, size, Order::Colexicographic, &mut |base, cover| {
            found.push(Fish { base, digit, cover });
            Found::Continue(())
        });
    }
    found.sort_unstable();
    for fish in found {
        let houses =
            |kind, lines| bits(lines).fold(Houses::EMPTY, |all, n| all | Houses::only(House::new(kind, n)));
        let (base, cover) = (houses(base_kind, fish.base), houses(cover_kind, fish.cover));
        let places = marks.places(fish.digit);
        let rest = places & cover.cells() - base.cells();
        if !rest.is_empty() {
            let cells = places & base.cells();
            let reason = Reason::Fish { digit: fish.digit, base, cover, cells, fins: Cells::EMPTY };
            sink(Step::eliminate(technique, Candidates::of(fish.digit, rest), reason))?;
        }
    }
    Found::Continue(())
}

/// The digit's positions in each line of a kind.
fn lines(marks: &Pencilmarks, digit: Digit, kind: HouseKind) -> [u16; 9] {
    std::array::from_fn(|n| marks.positions(House::new(kind, n), digit))
}
