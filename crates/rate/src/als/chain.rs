//! Chains of four and more almost locked sets.
//!
//! ```text
//! A -f- B -x- C -y- D       f, x and y restricted commons, neighbours differ; a digit z of A and D other than f and y goes
//! ```
//!
//! Links lead to later sets of the list only, unless the search is thorough. Only the last set, the first set with its digit f and the
//! last digit x of a chain matter for its extensions. So chains from all first sets are followed at once: each set has a row of bits for
//! each last digit x, with a bit for each beginning, which is a first set with a digit f.

use super::{Als, AlsLink, AlsLinks, AlsList};
use crate::{
    AlmostLockedSet, Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique,
    candidates::elimination_order, pencilmarks::KEPT,
};
use gridmill_board::{Cell, Digit, DigitSet};
use std::num::NonZeroU32;

/// Memory of the search.
#[derive(Debug, Default)]
pub(super) struct AlsChainScratch {
    /// Beginnings: the first set and the digit that leaves it.
    beginnings: Vec<(usize, Digit)>,
    /// The first beginning of each set, and the end of its beginnings.
    starts: Vec<[usize; 2]>,
    /// For each set and last digit the place of its rows, or none.
    rows: Vec<Option<NonZeroU32>>,
    /// The rows, three together: beginnings from which one link leads there; from which several do; and, of these, those at whose
    /// eliminations a chain of three links and more was looked. The first words belong to no row.
    bits: Vec<u64>,
    /// Words of a row.
    words: usize,
    /// Last digits with rows, by set.
    arrived: Vec<DigitSet>,
    /// Sets that a chain with a changed set may have.
    may_lead: Vec<bool>,
    /// Those of them that lead to a changed set.
    leads: Vec<bool>,
    /// True if chains lead to earlier sets too.
    pub(super) backwards: bool,
}

/// A chain's ends.
#[derive(Debug, Clone, Copy)]
struct AlsChain {
    first: usize,
    last: usize,
    digit: Digit,
    through: DigitSet,
}

/// A chain's place in the order of discovery: by the first set, the set before the last, the last set, its link, and the first digit.
type Discovery = (u16, u16, u16, usize, Digit);

/// Negated number of eliminations, their order, and the discovery: the lowest is the best.
type Rank = ((u32, u32), Discovery);

/// Passes the chain with the most eliminations to the sink, of equal ones the one with the first eliminations; then all others. Only chains
/// with a changed set are searched.
pub(super) fn find_chains(
    list: &AlsList,
    links: &AlsLinks,
    changed: CellSet,
    scratch: &mut AlsChainScratch,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    scratch.select(list, links, changed);
    let mut best: Option<(Rank, AlsChain, Candidates)> = None;
    scratch.every(list, links, |discovery, chain, eliminations| {
        let rank = ((81 - eliminations.len(), elimination_order(eliminations.iter())), discovery);
        if best.as_ref().is_none_or(|(lowest, ..)| rank < *lowest) {
            best = Some((rank, chain, *eliminations));
        }
    });
    let Some((_, chain, eliminations)) = best else { return SearchFlow::Continue(()) };
    sink(step(list, links, scratch, (chain, eliminations)))?;
    let mut others = Vec::new();
    scratch.every(list, links, |discovery, chain, found| {
        if *found != eliminations {
            others.push((discovery, chain, *found));
        }
    });
    others.sort_unstable_by_key(|(discovery, ..)| *discovery);
    others
        .into_iter()
        .try_for_each(|(_, chain, eliminations)| sink(step(list, links, scratch, (chain, eliminations))))
}

impl AlsChainScratch {
    /// Selects the sets that lead to a changed set, and those that one leads to.
    fn select(&mut self, list: &AlsList, links: &AlsLinks, changed: CellSet) {
        let (all, is_changed) = (self.backwards || !KEPT, |index: usize| list.cells[index].meets(changed));
        self.may_lead.clear();
        self.may_lead.resize(list.sets.len(), all);
        if all {
            return;
        }
        for at in list.order() {
            self.may_lead[at] |= is_changed(at);
            if self.may_lead[at] {
                links.of(at, false).iter().for_each(|link| self.may_lead[link.other()] = true);
            }
        }
        // Where a set is led to by a changed one, its own ancestors matter only if they lead to a changed one.
        self.leads.clear();
        self.leads.resize(list.sets.len(), false);
        for at in list.order().rev() {
            let leads = is_changed(at) || links.of(at, false).iter().any(|link| self.leads[link.other()]);
            self.leads[at] = leads;
            self.may_lead[at] |= leads;
        }
    }

    /// Passes every chain with eliminations, at least once for each pair of ends and of digits.
    fn every(
        &mut self,
        list: &AlsList,
        links: &AlsLinks,
        mut see: impl FnMut(Discovery, AlsChain, &Candidates),
    ) {
        self.begin(list, links);
        loop {
            let mut grew = false;
            for at in list.order() {
                if !self.arrived[at].is_empty() {
                    grew |= self.follow(list, links, at, &mut see);
                }
            }
            // Without links to earlier sets, a set has all that leads to it when it is followed.
            if !self.backwards || !grew {
                return;
            }
        }
    }

    /// Lists the beginnings and reaches the sets that they are linked to.
    fn begin(&mut self, list: &AlsList, links: &AlsLinks) {
        self.beginnings.clear();
        self.starts.clear();
        self.starts.resize(list.sets.len(), [0; 2]);
        for first in list.order().filter(|&first| self.may_lead[first]) {
            let start = self.beginnings.len();
            let digits = self.links(links, first).fold(DigitSet::EMPTY, |all, link| all | link.both);
            self.beginnings.extend(digits.iter().map(|digit| (first, digit)));
            self.starts[first] = [start, self.beginnings.len()];
        }
        self.words = self.beginnings.len().div_ceil(64);
        self.rows.clear();
        self.rows.resize(9 * list.sets.len(), None);
        self.arrived.clear();
        self.arrived.resize(list.sets.len(), DigitSet::EMPTY);
        self.bits.clear();
        self.bits.push(0);
        for n in 0..self.beginnings.len() {
            let (first, digit) = self.beginnings[n];
            for link in links.of(first, self.backwards).iter().filter(|link| link.both.contains(digit)) {
                if self.may_lead[link.other()] {
                    let row = self.row(link.other(), digit);
                    self.bits[row + n / 64] |= 1 << (n % 64);
                }
            }
        }
    }

    /// Returns the place of the rows of a set and a last digit. They are made, empty, if there are none.
    #[expect(clippy::cast_possible_truncation, reason = "27 houses have few sets")]
    fn row(&mut self, set: usize, last: Digit) -> usize {
        let place = 9 * set + last.index();
        if let Some(row) = self.rows[place] {
            return row.get() as usize;
        }
        let row = self.bits.len();
        self.bits.resize(row + 3 * self.words, 0);
        self.rows[place] = NonZeroU32::new(row as u32);
        self.arrived[set] |= DigitSet::only(last);
        row
    }

    /// Follows the links of a set. Returns true if another set got a beginning.
    fn follow(
        &mut self,
        list: &AlsList,
        links: &AlsLinks,
        at: usize,
        see: &mut impl FnMut(Discovery, AlsChain, &Candidates),
    ) -> bool {
        let (arrived, words, mut grew) = (self.arrived[at], self.words, false);
        for link in links.of(at, self.backwards) {
            if !self.may_lead[link.other()] {
                continue;
            }
            for (n, (digits, last, through)) in passes(arrived, *link).into_iter().enumerate() {
                if digits.is_empty() {
                    continue;
                }
                let into = self.row(link.other(), last);
                for word in 0..words {
                    let (mut once, mut more) = (0, 0);
                    for digit in digits {
                        let from = self.rows[9 * at + digit.index()].map_or(0, NonZeroU32::get) as usize;
                        once |= self.bits[from + word];
                        more |= self.bits[from + words + word];
                    }
                    let allowed = if self.backwards { !self.own(link.other(), word) } else { u64::MAX };
                    let reached = &mut self.bits[into + words + word];
                    grew |= (once | more) & allowed & !*reached != 0;
                    *reached |= (once | more) & allowed;
                    let mut ends = more & allowed;
                    if through.len() == 1 {
                        let ended = &mut self.bits[into + 2 * words + word];
                        ends &= !*ended;
                        *ended |= ends;
                    }
                    while ends != 0 {
                        let (first, digit) = self.beginnings[64 * word + ends.trailing_zeros() as usize];
                        ends &= ends - 1;
                        let chain = AlsChain { first, last: link.other(), digit, through };
                        if let Some(eliminations) = chain.eliminations(list) {
                            let [start, before, end] =
                                [first, at, link.other()].map(|index| list.rank[index]);
                            see((start, before, end, n, digit), chain, &eliminations);
                        }
                    }
                }
            }
        }
        grew
    }

    /// Returns the beginnings of a set in a word, as bits.
    fn own(&self, set: usize, word: usize) -> u64 {
        let below = |bits: usize| if bits < 64 { (1 << bits) - 1 } else { u64::MAX };
        let [from, to] = self.starts[set].map(|place| place.saturating_sub(64 * word));
        below(to) & !below(from)
    }

    /// The links of a set that chains follow.
    fn links<'a>(&'a self, links: &'a AlsLinks, index: usize) -> impl Iterator<Item = &'a AlsLink> {
        links.of(index, self.backwards).iter().filter(|link| self.may_lead[link.other()])
    }
}

/// Returns which last digits pass a link, the new last digit, and the digits of the link.
#[inline]
fn passes(arrived: DigitSet, link: AlsLink) -> [(DigitSet, Digit, DigitSet); 3] {
    const NONE: (DigitSet, Digit, DigitSet) = (DigitSet::EMPTY, Digit::from_index(0), DigitSet::EMPTY);
    let [one, both] = [DigitSet::only(link.first), link.both];
    let Some(last) = link.last else { return [(arrived - one, link.first, one), NONE, NONE] };
    let other = DigitSet::only(last);
    [(arrived & other, link.first, one), (arrived & one, last, other), (arrived - both, link.first, both)]
}

impl AlsChain {
    /// Returns what the chain removes; `None` if nothing.
    #[inline]
    fn eliminations(&self, list: &AlsList) -> Option<Candidates> {
        let (first, last) = (&list.sets[self.first], &list.sets[self.last]);
        let except = self.through | DigitSet::only(self.digit);
        share(first, last, except).then(|| shared(first, last, except))
    }
}

fn step(
    list: &AlsList,
    links: &AlsLinks,
    scratch: &AlsChainScratch,
    (chain, eliminations): (AlsChain, Candidates),
) -> Step {
    let (sets, links) = chain_sets(list, links, scratch, chain);
    Step::eliminate(Technique::AlsXyChain, eliminations, Reason::Sets { sets, links })
}

/// Returns the sets of a shortest chain with these ends, and all digits that link them.
fn chain_sets(
    list: &AlsList,
    links: &AlsLinks,
    scratch: &AlsChainScratch,
    chain: AlsChain,
) -> (Vec<AlmostLockedSet>, DigitSet) {
    let mut paths: Vec<(Vec<usize>, DigitSet, DigitSet)> =
        vec![(vec![chain.first], DigitSet::EMPTY, DigitSet::EMPTY)];
    let mut seen = vec![0_u16; list.sets.len()];
    let mut n = 0;
    while n < paths.len() {
        let (path, last, all) = paths[n].clone();
        n += 1;
        let Some(&at) = path.last() else { continue };
        for link in links.of(at, scratch.backwards).iter().filter(|link| !path.contains(&link.other())) {
            let through = if path.len() == 1 { DigitSet::only(chain.digit) } else { link.both - last };
            let through = link.both & through;
            let next: Vec<usize> = path.iter().copied().chain([link.other()]).collect();
            if through.is_empty() {
                continue;
            }
            if link.other() == chain.last && next.len() > 3 && through == chain.through {
                return (next.iter().map(|&set| list.sets[set].as_reason()).collect(), all | through);
            }
            let excluded = through.first().map_or(0, |digit| 1 << digit.index());
            if seen[link.other()] & excluded == 0 || next.len() <= 3 {
                // A path of two sets is too short for an end after it, so it stands for no longer one.
                seen[link.other()] |= if next.len() < 3 { 0 } else { excluded };
                let last = through.first().map_or(DigitSet::EMPTY, DigitSet::only);
                paths.push((next, last, all | through));
            }
        }
    }
    (vec![list.sets[chain.first].as_reason(), list.sets[chain.last].as_reason()], chain.through)
}

// Two almost locked sets, linked directly (XZ) or by a third (XY-wing).

/// Returns the eliminations of digits that both sets share, except some: candidates that see all their places.
pub(super) fn shared(one: &Als, other: &Als, except: DigitSet) -> Candidates {
    let mut eliminations = Candidates::EMPTY;
    for digit in (one.seen_digits & other.seen_digits) - except {
        eliminations.extend(digit, one.seen(digit) & other.seen(digit));
    }
    eliminations
}

/// Returns true if [`shared`] is not empty.
#[inline]
pub(super) fn share(one: &Als, other: &Als, except: DigitSet) -> bool {
    let digits = (one.seen_digits & other.seen_digits) - except;
    digits.iter().any(|digit| one.seen(digit).meets(other.seen(digit)))
}

/// Returns the eliminations of two sets that two links lock: each set keeps its other digits, and each linking digit is in one.
fn locked(one: &Als, other: &Als, links: DigitSet) -> Candidates {
    let mut eliminations = Candidates::EMPTY;
    for (set, other) in [(one, other), (other, one)] {
        for digit in set.digits - links {
            eliminations.extend(digit, set.seen(digit) - other.cells);
        }
    }
    eliminations
}

fn pair_step(technique: Technique, eliminations: Candidates, sets: &[&Als], links: DigitSet) -> Step {
    let sets = sets.iter().map(|set| set.as_reason()).collect();
    Step::eliminate(technique, eliminations, Reason::Sets { sets, links })
}

/// Pairs of sets of which one is changed, by the first and then by the second.
pub(super) fn find_pairs(
    list: &AlsList,
    links: &AlsLinks,
    changed: CellSet,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for index in list.order() {
        let one = &list.sets[index];
        let any = list.cells[index].meets(changed);
        for link in links.of(index, false) {
            if !(any || list.cells[link.other()].meets(changed)) {
                continue;
            }
            let other = &list.sets[link.other()];
            let mut eliminations = shared(one, other, DigitSet::only(link.first));
            if let Some(second) = link.last {
                eliminations.union(&shared(one, other, DigitSet::only(second)));
                eliminations.union(&locked(one, other, link.both));
            }
            if !eliminations.is_empty() {
                sink(pair_step(Technique::AlsXz, eliminations, &[one, other], link.both))?;
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
    changed: CellSet,
    overlapping: bool,
    near: &mut Vec<bool>,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let is_changed = |index: usize| !KEPT || list.cells[index].meets(changed);
    near.clear();
    near.resize(list.sets.len(), false);
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
                let sight = list.sights[end].without(*link);
                for second in seconds.iter().filter(|second| any || is_changed(second.other())) {
                    if sight.without(*second).meets(list.sights[second.other()]) {
                        let digits = link.both | second.both;
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
    let (one, other) = (&list.sets[one], &list.sets[other]);
    let (single, overlap) = (links.len() == 1, one.cells & other.cells);
    if single || overlap == one.cells || overlap == other.cells || !(overlapping || overlap.is_empty()) {
        return SearchFlow::Continue(());
    }
    if !share(one, other, links) {
        return SearchFlow::Continue(());
    }
    let eliminations = shared(one, other, links);
    sink(pair_step(Technique::AlsXyWing, eliminations, &[one, &list.sets[stem], other], links))
}

// Death blossom: each candidate of a stem cell sees all of its places in a set, its petal; whatever the stem is, one petal
// is locked.

/// The petals so far.
#[derive(Debug, Clone)]
struct Flower<'a> {
    stem: Cell,
    petals: Vec<&'a Als>,
    cells: CellSet,
    shared: DigitSet,
}

/// By stem, then by the petals of its digits.
pub(super) fn find_blossoms(
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
    let Some(digit) = rest.pop_first() else { return eliminate(marks, flower, sink) };
    let stem = flower.stem;
    for set in list.iter().filter(|set| set.seen(digit).contains(stem)) {
        let shared = flower.shared & set.digits;
        if shared.is_empty() || !overlapping && set.cells.meets(flower.cells) {
            continue;
        }
        let before = (flower.cells, flower.shared);
        (flower.cells, flower.shared) = (flower.cells | set.cells, shared);
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
