//! Two almost locked sets, linked directly (XZ) or by a third (XY-wing).

use super::{Als, links::AlsLinks};
use crate::{Candidates, Reason, SearchFlow, Sink, Step, Technique};
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

/// Pairs of sets, by the first and then by the second.
pub(super) fn find(sets: &[Als], links: &AlsLinks, sink: &mut Sink<'_>) -> SearchFlow {
    for (n, one) in sets.iter().enumerate() {
        links.each_pair(n, &mut |link| {
            let other = &sets[link.other()];
            let mut eliminations = shared(one, other, DigitSet::only(link.first()));
            if let Some(second) = link.last() {
                eliminations.union(&shared(one, other, DigitSet::only(second)));
                eliminations.union(&locked(one, other, link.set()));
            }
            if !eliminations.is_empty() {
                sink(step(Technique::AlsXz, eliminations, &[one, other], link.set()))?;
            }
            SearchFlow::Continue(())
        })?;
    }
    SearchFlow::Continue(())
}

/// Pairs of links that share a set, by the first link and then by the second.
pub(super) fn find_wings(
    sets: &[Als],
    links: &AlsLinks,
    overlapping: bool,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut wing = |[one, other, stem]: [usize; 3], links: DigitSet| {
        wing_by(sets, [one, other, stem], links, overlapping, sink)
    };
    for n in 0..sets.len() {
        for &link in links.listed(n, false) {
            let (by, other) = (link.set(), link.other());
            links.each_second(other, (n, other), link, &mut |second| {
                wing([other, second.other(), n], by | second.set())
            })?;
            // Links between two later sets, of which one is this link's.
            links.each_second(n, (other, n), link, &mut |second| {
                wing([n, second.other(), other], by | second.set())
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Builds the step of two sets and the one that links them.
fn wing_by(
    sets: &[Als],
    [one, other, stem]: [usize; 3],
    links: DigitSet,
    overlapping: bool,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let (one, other) = (&sets[one], &sets[other]);
    let (single, overlap) = (links.len() == 1, one.cells() & other.cells());
    if single || overlap == one.cells() || overlap == other.cells() || !(overlapping || overlap.is_empty()) {
        return SearchFlow::Continue(());
    }
    if !share(one, other, links) {
        return SearchFlow::Continue(());
    }
    let eliminations = shared(one, other, links);
    sink(step(Technique::AlsXyWing, eliminations, &[one, &sets[stem], other], links))
}
