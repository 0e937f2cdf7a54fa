//! Two almost locked sets, linked directly (XZ) or by a third (XY-wing).

use super::{
    Als,
    links::{AlsLink, AlsLinks},
};
use crate::{Candidates, Reason, SearchFlow, Sink, Step, Technique};
use gridmill_board::DigitSet;

/// Returns the eliminations of digits that both sets share, except some: candidates that see all their places.
pub(super) fn shared(one: &Als, other: &Als, except: DigitSet) -> Candidates {
    let mut eliminations = Candidates::EMPTY;
    for digit in (one.digits() & other.digits()) - except {
        eliminations.extend(digit, one.seen(digit) & other.seen(digit));
    }
    eliminations
}

/// Returns true if [`shared`] is not empty.
#[inline]
pub(super) fn share(one: &Als, other: &Als, except: DigitSet) -> bool {
    let mut digits = (one.digits() & other.digits()) - except;
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
        for link in links.later(n) {
            let other = &sets[link.other];
            let mut eliminations = shared(one, other, DigitSet::only(link.digits.0));
            if let Some(second) = link.digits.1 {
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

/// Pairs of links that share a set, by the first link and then by the second.
pub(super) fn find_wings(
    sets: &[Als],
    links: &AlsLinks,
    overlapping: bool,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for n in 0..sets.len() {
        for (place, link) in links.later(n).iter().enumerate() {
            for second in &links.later(n)[place + 1..] {
                wing(sets, [link.other, second.other, n], [link, second], overlapping, sink)?;
            }
            // A link between two later sets of which the second is this link's.
            for second in links.earlier(link.other).iter().filter(|second| second.other > n) {
                wing(sets, [n, second.other, link.other], [link, second], overlapping, sink)?;
            }
            for second in links.later(link.other) {
                wing(sets, [n, second.other, link.other], [link, second], overlapping, sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Builds the step of two sets and the one that links them. Most pairs share only the linking digits and give none.
#[inline]
fn wing(
    sets: &[Als],
    ends: [usize; 3],
    [first, second]: [&AlsLink; 2],
    overlapping: bool,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let links = first.set() | second.set();
    if ((sets[ends[0]].digits() & sets[ends[1]].digits()) - links).is_empty() {
        return SearchFlow::Continue(());
    }
    wing_by(sets, ends, links, overlapping, sink)
}

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
