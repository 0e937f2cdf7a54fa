//! Chains of four and more almost locked sets.
//!
//! ```text
//! A -f- B -x- C -y- D       f, x and y restricted commons, no two in turn the same; z of A and D but f and y
//! ```
//!
//! Links lead to later sets of the list alone, unless the search is thorough. From each first set, the graph is walked once: what matters of a chain is its last set, its first digit f and its last x: a bit each of 81.

use super::{
    Als,
    links::{Link, Links},
    pairs,
};
use crate::board::{Digit, DigitSet};
use crate::technique::{AlmostLocked, Candidates, Found, Reason, Sink, Step, Technique};
use std::ops::ControlFlow;

/// For each set, whether it is reached by one link, and by several, and where that was followed: bits 9 * f + x.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    reached: Vec<[u128; 2]>,
    followed: Vec<[u128; 2]>,
    /// Whether chains lead to earlier sets too.
    pub(super) backwards: bool,
}

/// The bits with any f and that x.
const LAST: u128 = {
    let (mut bits, mut f) = (0, 0);
    while f < 9 {
        bits |= 1 << (9 * f);
        f += 1;
    }
    bits
};

/// A chain's ends.
#[derive(Debug, Clone, Copy)]
struct Chain {
    first: usize,
    last: usize,
    digit: Digit,
    through: DigitSet,
}

/// Hands over the chain that eliminates most, of these the one with the first eliminations; then all others.
pub(super) fn find(sets: &[Als], links: &Links, scratch: &mut Scratch, sink: &mut Sink<'_>) -> Found {
    let mut best: Option<((u32, u32), Chain, Candidates)> = None;
    let _ = every(sets, links, scratch, |chain, eliminations| {
        let rank = (81 - eliminations.len(), super::super::chains::order(eliminations));
        if best.as_ref().is_none_or(|(lowest, ..)| rank < *lowest) {
            best = Some((rank, chain, *eliminations));
        }
        Found::Continue(())
    });
    let Some((_, chain, eliminations)) = best else { return Found::Continue(()) };
    sink(step(sets, links, chain, eliminations))?;
    let mut others = Vec::new();
    let _ = every(sets, links, scratch, |chain, found| {
        if *found != eliminations {
            others.push((chain, *found));
        }
        Found::Continue(())
    });
    others.into_iter().try_for_each(|(chain, eliminations)| sink(step(sets, links, chain, eliminations)))
}

/// Every chain with eliminations, one for each pair of ends and of digits.
fn every(
    sets: &[Als],
    links: &Links,
    scratch: &mut Scratch,
    mut see: impl FnMut(Chain, &Candidates) -> Found,
) -> Found {
    for first in 0..sets.len() {
        scratch.begin(links, first, sets.len());
        let mut from = if scratch.backwards { 0 } else { first + 1 };
        while from < sets.len() {
            let before = from;
            from = sets.len();
            for at in before..sets.len() {
                if let Some(back) = scratch.follow(sets, links, (first, at), &mut see)? {
                    from = from.min(back);
                }
            }
        }
    }
    Found::Continue(())
}

impl Scratch {
    /// Reaches the sets that are linked to the first.
    fn begin(&mut self, links: &Links, first: usize, sets: usize) {
        self.reached.clear();
        self.reached.resize(sets, [0; 2]);
        self.followed.clear();
        self.followed.resize(sets, [0; 2]);
        for link in self.links(links, first) {
            for digit in link.set() {
                self.reached[link.other][0] |= 1 << (10 * digit.index());
            }
        }
    }

    /// Follows the links of a set, once for each way to reach it; the earliest set behind it that was reached anew.
    fn follow(
        &mut self,
        sets: &[Als],
        links: &Links,
        (first, at): (usize, usize),
        see: &mut impl FnMut(Chain, &Candidates) -> Found,
    ) -> ControlFlow<(), Option<usize>> {
        let mut back = None;
        if self.reached[at] == self.followed[at] {
            return ControlFlow::Continue(back);
        }
        let [once, more] = [0, 1].map(|n| self.reached[at][n] & !self.followed[at][n]);
        self.followed[at] = self.reached[at];
        for link in self.links(links, at).filter(|link| link.other != first) {
            for (passed, ends) in [(once, false), (more, true)] {
                for (bits, last, through) in pass(passed, link).into_iter().filter(|(bits, ..)| *bits != 0) {
                    let reached = &mut self.reached[link.other][1];
                    if bits & !*reached != 0 && link.other < at {
                        back = Some(back.map_or(link.other, |back: usize| back.min(link.other)));
                    }
                    *reached |= bits;
                    if ends {
                        finish(sets, (first, link.other, last, through), bits, see)?;
                    }
                }
            }
        }
        ControlFlow::Continue(back)
    }

    fn links<'a>(&self, links: &'a Links, set: usize) -> impl Iterator<Item = &'a Link> + use<'a> {
        let earlier = if self.backwards { links.earlier(set) } else { &[] };
        earlier.iter().chain(links.later(set))
    }
}

/// What passes a link: the bits after it, its last digit and the digits through which it passes.
fn pass(bits: u128, link: &Link) -> [(u128, Digit, DigitSet); 3] {
    let (one, other) = link.digits;
    let ending = |digit: Digit| bits & LAST << digit.index();
    let became = |from: u128, old: Digit, new: Digit| from >> old.index() << new.index();
    let merged = |kept: u128, new: Digit| {
        DigitSet::full(9).fold(0, |all, old| all | became(kept & LAST << old.index(), old, new))
    };
    let Some(other) = other else {
        let kept = bits & !ending(one);
        return [(merged(kept, one), one, DigitSet::only(one)), NONE, NONE];
    };
    let (by_one, by_other) = (ending(other), ending(one));
    let both = bits & !by_one & !by_other;
    [
        (became(by_one, other, one), one, DigitSet::only(one)),
        (became(by_other, one, other), other, DigitSet::only(other)),
        (merged(both, one), one, DigitSet::only(one) | DigitSet::only(other)),
    ]
}

const NONE: (u128, Digit, DigitSet) = (0, Digit::from_index(0), DigitSet::EMPTY);

/// The chains that end with these bits.
fn finish(
    sets: &[Als],
    (first, last, x, through): (usize, usize, Digit, DigitSet),
    bits: u128,
    see: &mut impl FnMut(Chain, &Candidates) -> Found,
) -> Found {
    let possible = pairs::shared(&sets[first], &sets[last], through);
    if possible.is_empty() {
        return Found::Continue(());
    }
    for digit in DigitSet::full(9).filter(|f| bits >> (9 * f.index() + x.index()) & 1 == 1) {
        let mut eliminations = possible;
        eliminations.restrict(digit, crate::technique::Cells::EMPTY);
        if !eliminations.is_empty() {
            see(Chain { first, last, digit, through }, &eliminations)?;
        }
    }
    Found::Continue(())
}

fn step(sets: &[Als], links: &Links, chain: Chain, eliminations: Candidates) -> Step {
    let (told, links) = tell(sets, links, chain);
    Step::eliminate(Technique::AlsXyChain, eliminations, Reason::Sets { sets: told, links })
}

/// A shortest chain with these ends, and all digits that link it.
fn tell(sets: &[Als], links: &Links, chain: Chain) -> (Vec<AlmostLocked>, DigitSet) {
    let mut paths: Vec<(Vec<usize>, DigitSet, DigitSet)> =
        vec![(vec![chain.first], DigitSet::EMPTY, DigitSet::EMPTY)];
    let mut seen = vec![0_u16; sets.len()];
    let mut n = 0;
    while n < paths.len() {
        let (path, last, all) = paths[n].clone();
        n += 1;
        let Some(&at) = path.last() else { continue };
        for link in links.later(at).iter().filter(|link| link.other <= chain.last) {
            let through = if path.len() == 1 { DigitSet::only(chain.digit) } else { link.set() - last };
            let through = link.set() & through;
            let next: Vec<usize> = path.iter().copied().chain([link.other]).collect();
            if through.is_empty() {
                continue;
            }
            if link.other == chain.last && next.len() > 3 && through == chain.through {
                return (next.iter().map(|&set| sets[set].told()).collect(), all | through);
            }
            let excluded = through.first().map_or(0, |digit| 1 << digit.index());
            if link.other < chain.last && (seen[link.other] & excluded == 0 || next.len() <= 3) {
                seen[link.other] |= excluded;
                let last = through.first().map_or(DigitSet::EMPTY, DigitSet::only);
                paths.push((next, last, all | through));
            }
        }
    }
    (vec![sets[chain.first].told(), sets[chain.last].told()], chain.through)
}
