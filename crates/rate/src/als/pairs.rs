//! Two almost locked sets, linked directly (XZ) or by a third (XY-wing).

use super::{Als, links::AlsLinks, list::AlsList};
use crate::{Candidates, CellSet, Reason, SearchFlow, Sink, Step, Technique, earlier_state::KEPT};
use gridmill_board::DigitSet;

/// Returns the eliminations of digits that both sets share, except some: candidates that see all their places.
pub(super) fn shared(one: &Als, other: &Als, except: DigitSet) -> Candidates {
    let mut eliminations = Candidates::EMPTY;
    for digit in (one.seen_digits() & other.seen_digits()) - except {
        eliminations.extend(digit, one.seen(digit) & other.seen(digit));
    }
    eliminations
}

/// Returns true if [`shared`] is not empty.
#[inline]
pub(super) fn share(one: &Als, other: &Als, except: DigitSet) -> bool {
    let mut digits = (one.seen_digits() & other.seen_digits()) - except;
    digits.any(|digit| one.seen(digit).meets(other.seen(digit)))
}

/// Returns the eliminations of two sets that two links lock: each set keeps its other digits, and each linking digit is in one.
fn locked(one: &Als, other: &Als, links: DigitSet) -> Candidates {
    let mut eliminations = Candidates::EMPTY;
    for (set, beside) in [(one, other), (other, one)] {
        for digit in set.digits() - links {
            eliminations.extend(digit, set.seen(digit) - beside.cells());
        }
    }
    eliminations
}

fn step(technique: Technique, eliminations: Candidates, sets: &[&Als], links: DigitSet) -> Step {
    let sets = sets.iter().map(|set| set.as_reason()).collect();
    Step::eliminate(technique, eliminations, Reason::Sets { sets, links })
}

/// Pairs of sets of which one is changed, by the first and then by the second.
pub(super) fn find(list: &AlsList, links: &AlsLinks, changed: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
    for index in list.order() {
        let one = list.set(index);
        let any = list.meets(index, changed);
        for link in links.of(index, false) {
            if !(any || list.meets(link.other(), changed)) {
                continue;
            }
            let other = list.set(link.other());
            let mut eliminations = shared(one, other, DigitSet::only(link.first()));
            if let Some(second) = link.last() {
                eliminations.union(&shared(one, other, DigitSet::only(second)));
                eliminations.union(&locked(one, other, link.set()));
            }
            if !eliminations.is_empty() {
                sink(step(Technique::AlsXz, eliminations, &[one, other], link.set()))?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Pairs of links that share a set, with a changed set among the three, by the first link and then by the second. Marks the sets that are
/// linked to a changed one as `near`.
pub(super) fn find_wings(
    list: &AlsList,
    links: &AlsLinks,
    (changed, overlapping): (CellSet, bool),
    near: &mut Vec<bool>,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let is_changed = |index: usize| !KEPT || list.meets(index, changed);
    near.clear();
    near.resize(list.len(), false);
    for index in list.order().filter(|&index| is_changed(index)) {
        links.of(index, true).iter().for_each(|link| near[link.other()] = true);
    }
    for one in list.order() {
        let later = links.of(one, false);
        for (n, link) in later.iter().enumerate() {
            let other = link.other();
            let any = is_changed(one) || is_changed(other);
            // Links between two later sets, of which one is this link's, come second.
            for (stem, end) in [(one, other), (other, one)] {
                if !(any || near[stem]) {
                    continue;
                }
                let seconds = if stem == one { &later[n + 1..] } else { links.after(list, stem, one) };
                let sight = list.sight(end).without(*link);
                for second in seconds.iter().filter(|second| any || is_changed(second.other())) {
                    if sight.without(*second).meets(list.sight(second.other())) {
                        let digits = link.set() | second.set();
                        wing_by(list, [end, second.other(), stem], digits, overlapping, sink)?;
                    }
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// Builds the step of two sets and the one that links them.
fn wing_by(
    list: &AlsList,
    [one, other, stem]: [usize; 3],
    links: DigitSet,
    overlapping: bool,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let (one, other) = (list.set(one), list.set(other));
    let (single, overlap) = (links.len() == 1, one.cells() & other.cells());
    if single || overlap == one.cells() || overlap == other.cells() || !(overlapping || overlap.is_empty()) {
        return SearchFlow::Continue(());
    }
    if !share(one, other, links) {
        return SearchFlow::Continue(());
    }
    let eliminations = shared(one, other, links);
    sink(step(Technique::AlsXyWing, eliminations, &[one, list.set(stem), other], links))
}
