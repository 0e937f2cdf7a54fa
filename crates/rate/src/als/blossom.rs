//! Death blossom: each candidate of a stem cell sees all of its places in a set, its petal; whatever the stem is, one petal
//! is locked.

use super::{Als, list::AlsList};
use crate::{AlmostLockedSet, Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique};
use gridmill_board::{Cell, Digit, DigitSet};

/// The petals so far.
#[derive(Debug, Clone)]
struct Flower<'a> {
    stem: Cell,
    petals: Vec<&'a Als>,
    cells: CellSet,
    shared: DigitSet,
}

/// By stem, then by the petals of its digits.
pub(super) fn find(
    marks: &Pencilmarks,
    list: &AlsList,
    overlapping: bool,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for stem in marks.empty() {
        let digits = marks.candidates(stem);
        let seen = |digit: Digit| list.iter().any(|set| set.seen(digit).contains(stem));
        if !digits.into_iter().all(seen) {
            continue;
        }
        let mut flower =
            Flower { stem, petals: Vec::new(), cells: CellSet::EMPTY, shared: DigitSet::full(9) };
        grow(marks, list, digits, overlapping, &mut flower, sink)?;
    }
    SearchFlow::Continue(())
}

/// Tries the petals of the next digit.
fn grow<'a>(
    marks: &Pencilmarks,
    list: &'a AlsList,
    digits: DigitSet,
    overlapping: bool,
    flower: &mut Flower<'a>,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut rest = digits;
    let Some(digit) = rest.next() else { return eliminate(marks, flower, sink) };
    let stem = flower.stem;
    for set in list.iter().filter(|set| set.seen(digit).contains(stem)) {
        let shared = flower.shared & set.digits();
        if shared.is_empty() || !overlapping && set.cells().meets(flower.cells) {
            continue;
        }
        let before = (flower.cells, flower.shared);
        (flower.cells, flower.shared) = (flower.cells | set.cells(), shared);
        flower.petals.push(set);
        grow(marks, list, rest, overlapping, flower, sink)?;
        flower.petals.pop();
        (flower.cells, flower.shared) = before;
    }
    SearchFlow::Continue(())
}

/// Eliminates digits that all petals share from cells that see all their places.
fn eliminate(marks: &Pencilmarks, flower: &Flower<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let mut eliminations = Candidates::EMPTY;
    for digit in flower.shared - marks.candidates(flower.stem) {
        let places = flower.petals.iter().fold(CellSet::EMPTY, |all, petal| all | petal.places(digit));
        let seen = marks.places(digit) & places.common_peers();
        eliminations.extend(digit, (seen - flower.cells).without(flower.stem));
    }
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    let stem = AlmostLockedSet { cells: CellSet::only(flower.stem), digits: marks.candidates(flower.stem) };
    let sets = [stem].into_iter().chain(flower.petals.iter().map(|petal| petal.as_reason())).collect();
    let reason = Reason::Sets { sets, links: stem.digits };
    sink(Step::eliminate(Technique::DeathBlossom, eliminations, reason))
}
