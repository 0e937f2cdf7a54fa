//! Chains of four and more almost locked sets.
//!
//! ```text
//! A -f- B -x- C -y- D       f, x and y restricted commons, neighbours differ; a digit z of A and D other than f and y goes
//! ```
//!
//! Links lead to later sets of the list only, unless the search is thorough. The graph is walked once from each first set. Only the
//! last set, the first digit f and the last digit x of a chain matter for its extensions.

use super::{
    Als,
    links::{AlsLink, AlsLinks},
    pairs,
};
use crate::{
    AlmostLockedSet, Candidates, CellSet, Reason, SearchFlow, Sink, Step, Technique,
    elimination_order::elimination_order,
};
use gridmill_board::{Digit, DigitSet};
use std::ops::ControlFlow;

/// Memory of the walk. For each set: the ways that reach it by one link and by several, and those already followed.
#[derive(Debug, Default)]
pub(super) struct AlsChainScratch {
    reached: Vec<[Ways; 2]>,
    followed: Vec<[Ways; 2]>,
    /// The sets that were reached, as bits.
    touched: Vec<u64>,
    /// True if chains lead to earlier sets too.
    pub(super) backwards: bool,
}

/// Ways to a set: bit f of entry x for first digit f and last digit x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Ways([u16; 9]);

impl Ways {
    #[inline]
    fn is_empty(&self) -> bool {
        self.0 == [0; 9]
    }

    #[inline]
    fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(ways, other)| *ways &= !other);
        self
    }

    /// Returns the first digits of the ways that do not end with these digits.
    #[inline]
    fn ending_otherwise(mut self, digits: DigitSet) -> u16 {
        digits.for_each(|digit| self.0[digit.index()] = 0);
        self.0.iter().fold(0, |all, ways| all | ways)
    }
}

/// A chain's ends.
#[derive(Debug, Clone, Copy)]
struct AlsChain {
    first: usize,
    last: usize,
    digit: Digit,
    through: DigitSet,
}

/// Passes the chain with the most eliminations to the sink, of equal ones the one with the first eliminations; then all others.
pub(super) fn find(
    sets: &[Als],
    links: &AlsLinks,
    scratch: &mut AlsChainScratch,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut best: Option<((u32, u32), AlsChain, Candidates)> = None;
    let _ = every(sets, links, scratch, |chain, eliminations| {
        let rank = (81 - eliminations.len(), elimination_order(eliminations));
        if best.as_ref().is_none_or(|(lowest, ..)| rank < *lowest) {
            best = Some((rank, chain, *eliminations));
        }
        SearchFlow::Continue(())
    });
    let Some((_, chain, eliminations)) = best else { return SearchFlow::Continue(()) };
    sink(step(sets, links, scratch, (chain, eliminations)))?;
    let mut others = Vec::new();
    let _ = every(sets, links, scratch, |chain, found| {
        if *found != eliminations {
            others.push((chain, *found));
        }
        SearchFlow::Continue(())
    });
    others
        .into_iter()
        .try_for_each(|(chain, eliminations)| sink(step(sets, links, scratch, (chain, eliminations))))
}

/// Every chain with eliminations, one for each pair of ends and of digits.
fn every(
    sets: &[Als],
    links: &AlsLinks,
    scratch: &mut AlsChainScratch,
    mut see: impl FnMut(AlsChain, &Candidates) -> SearchFlow,
) -> SearchFlow {
    scratch.clear(sets.len());
    for first in 0..sets.len() {
        scratch.begin(links, first);
        let mut at = 0;
        while let Some(next) = scratch.next(at) {
            let back = scratch.follow(sets, links, (first, next), &mut see)?;
            at = back.unwrap_or(next + 1);
        }
        scratch.end();
    }
    SearchFlow::Continue(())
}

impl AlsChainScratch {
    fn clear(&mut self, sets: usize) {
        self.touched.clear();
        self.touched.resize(sets.div_ceil(64), 0);
        for ways in [&mut self.reached, &mut self.followed] {
            ways.clear();
            ways.resize(sets, Default::default());
        }
    }

    /// Reaches the sets that are linked to the first.
    fn begin(&mut self, links: &AlsLinks, first: usize) {
        for link in self.links(links, first) {
            self.touched[link.other / 64] |= 1 << (link.other % 64);
            for digit in link.set() {
                self.reached[link.other][0].0[digit.index()] |= 1 << digit.index();
            }
        }
    }

    /// Clears the ways from the first set.
    fn end(&mut self) {
        for word in 0..self.touched.len() {
            while self.touched[word] != 0 {
                let set = 64 * word + self.touched[word].trailing_zeros() as usize;
                self.touched[word] &= self.touched[word] - 1;
                self.reached[set] = Default::default();
                self.followed[set] = Default::default();
            }
        }
    }

    /// Returns the next set with ways that were not followed.
    fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.touched.get(word)? & u64::MAX << (from % 64);
        loop {
            while bits != 0 {
                let set = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.reached[set] != self.followed[set] {
                    return Some(set);
                }
            }
            word += 1;
            bits = *self.touched.get(word)?;
        }
    }

    /// Follows the links of a set, once for each way. Returns the earliest set before it that got a new way.
    fn follow(
        &mut self,
        sets: &[Als],
        links: &AlsLinks,
        (first, at): (usize, usize),
        see: &mut impl FnMut(AlsChain, &Candidates) -> SearchFlow,
    ) -> ControlFlow<(), Option<usize>> {
        let mut back = None;
        let [once, more] = [0, 1].map(|n| self.reached[at][n].without(&self.followed[at][n]));
        self.followed[at] = self.reached[at];
        for link in self.links(links, at).filter(|link| link.other != first) {
            for (passed, ends) in
                [(once, false), (more, true)].into_iter().filter(|(ways, _)| !ways.is_empty())
            {
                for (firsts, last, through) in
                    pass(passed, link).into_iter().filter(|(firsts, ..)| *firsts != 0)
                {
                    let reached = &mut self.reached[link.other][1].0[last.index()];
                    if firsts & !*reached != 0 && link.other < at {
                        back = Some(back.map_or(link.other, |back: usize| back.min(link.other)));
                    }
                    *reached |= firsts;
                    self.touched[link.other / 64] |= 1 << (link.other % 64);
                    if ends {
                        finish(sets, (first, link.other, through), firsts, see)?;
                    }
                }
            }
        }
        ControlFlow::Continue(back)
    }

    fn links<'a>(&self, links: &'a AlsLinks, set: usize) -> impl Iterator<Item = &'a AlsLink> + use<'a> {
        let earlier = if self.backwards { links.earlier(set) } else { &[] };
        earlier.iter().chain(links.later(set))
    }
}

/// Returns the ways that pass a link: their first digits, the new last digit, and the digits of the link.
#[inline]
fn pass(ways: Ways, link: &AlsLink) -> [(u16, Digit, DigitSet); 3] {
    const NONE: (u16, Digit, DigitSet) = (0, Digit::from_index(0), DigitSet::EMPTY);
    let (one, other) = link.digits;
    let only = DigitSet::only;
    let Some(other) = other else {
        return [(ways.ending_otherwise(only(one)), one, only(one)), NONE, NONE];
    };
    [
        (ways.0[other.index()], one, only(one)),
        (ways.0[one.index()], other, only(other)),
        (ways.ending_otherwise(only(one) | only(other)), one, only(one) | only(other)),
    ]
}

/// The chains with these ends and first digits.
fn finish(
    sets: &[Als],
    (first, last, through): (usize, usize, DigitSet),
    firsts: u16,
    see: &mut impl FnMut(AlsChain, &Candidates) -> SearchFlow,
) -> SearchFlow {
    if !pairs::share(&sets[first], &sets[last], through) {
        return SearchFlow::Continue(());
    }
    let possible = pairs::shared(&sets[first], &sets[last], through);
    for digit in DigitSet::full(9).filter(|f| firsts >> f.index() & 1 == 1) {
        let mut eliminations = possible;
        eliminations.restrict(digit, CellSet::EMPTY);
        if !eliminations.is_empty() {
            see(AlsChain { first, last, digit, through }, &eliminations)?;
        }
    }
    SearchFlow::Continue(())
}

fn step(
    sets: &[Als],
    links: &AlsLinks,
    scratch: &AlsChainScratch,
    (chain, eliminations): (AlsChain, Candidates),
) -> Step {
    let (told, links) = chain_sets(sets, links, scratch, chain);
    Step::eliminate(Technique::AlsXyChain, eliminations, Reason::Sets { sets: told, links })
}

/// Returns the sets of a shortest chain with these ends, and all digits that link them.
fn chain_sets(
    sets: &[Als],
    links: &AlsLinks,
    scratch: &AlsChainScratch,
    chain: AlsChain,
) -> (Vec<AlmostLockedSet>, DigitSet) {
    let mut paths: Vec<(Vec<usize>, DigitSet, DigitSet)> =
        vec![(vec![chain.first], DigitSet::EMPTY, DigitSet::EMPTY)];
    let mut seen = vec![0_u16; sets.len()];
    let mut n = 0;
    while n < paths.len() {
        let (path, last, all) = paths[n].clone();
        n += 1;
        let Some(&at) = path.last() else { continue };
        for link in scratch.links(links, at).filter(|link| !path.contains(&link.other)) {
            let through = if path.len() == 1 { DigitSet::only(chain.digit) } else { link.set() - last };
            let through = link.set() & through;
            let next: Vec<usize> = path.iter().copied().chain([link.other]).collect();
            if through.is_empty() {
                continue;
            }
            if link.other == chain.last && next.len() > 3 && through == chain.through {
                return (next.iter().map(|&set| sets[set].as_reason()).collect(), all | through);
            }
            let excluded = through.first().map_or(0, |digit| 1 << digit.index());
            if seen[link.other] & excluded == 0 || next.len() <= 3 {
                seen[link.other] |= excluded;
                let last = through.first().map_or(DigitSet::EMPTY, DigitSet::only);
                paths.push((next, last, all | through));
            }
        }
    }
    (vec![sets[chain.first].as_reason(), sets[chain.last].as_reason()], chain.through)
}
