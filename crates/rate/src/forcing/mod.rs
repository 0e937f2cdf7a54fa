//! Forcing chains and nets: an assumption leads to a contradiction, or several assumptions lead to the same conclusion (verity).
//!
//! ```text
//! contradiction   a is on (off) -> ... -> x on and off, two digits in a cell, none left in a house, ...      a is not (is)
//! verity          a on -> x, a off -> x; or every candidate of a cell -> x; or every place of a digit        x
//! chain           each node follows from the one before, groups of places among them
//! net             nodes follow by naked and hidden singles, too, from several others
//! ```
//!
//! As HoDoKu does (B. Hobiger 2012), a step that places a digit is preferred to one that eliminates, then the first cell, then the
//! lowest digit. A candidate that goes by a contradiction and by a verity goes by the shorter. A net whose ways are all chains is none.

mod direct;
mod kept;
mod outcome;
mod proof;
mod table;
#[cfg(test)]
mod tests;
mod trial;

use super::chains::link_graph::{self, LinkGraph, NodeId, Nodes};
use super::chains::reach::Reach;
use super::chains::tree::Tree;
use super::step_links::successive;
use super::{
    Candidate, Candidates, CellSet, ChainNode, Finder, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, chains,
};
use gridmill_board::DigitSet;
use outcome::{ForcedCandidates, HouseDigit, house_digits};
use table::LinkedNodes;

/// Memory of the search: everything that follows from each candidate, if on and if off.
#[derive(Debug, Default)]
pub(super) struct ForcingScratch {
    on: Vec<ForcedCandidates>,
    off: Vec<ForcedCandidates>,
    tables: table::Tables,
}

/// Assumptions of which one holds: nine at most.
#[derive(Debug, Clone, Copy, Default)]
struct Roots {
    nodes: [NodeId; 9],
    count: usize,
}

impl FromIterator<NodeId> for Roots {
    fn from_iter<I: IntoIterator<Item = NodeId>>(nodes: I) -> Self {
        let mut roots = Self::default();
        roots.count = roots.nodes.iter_mut().zip(nodes).map(|(node, root)| *node = root).count();
        roots
    }
}

impl std::ops::Deref for Roots {
    type Target = [NodeId];

    fn deref(&self) -> &[NodeId] {
        &self.nodes[..self.count]
    }
}

/// Argument for a conclusion: what leads from each assumption to its ends.
#[derive(Debug, Clone)]
struct Argument {
    technique: Technique,
    /// Assumptions, each with an end.
    ways: Vec<(NodeId, NodeId)>,
    /// Nodes of all ways.
    length: usize,
}

/// Finds chains, then nets.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, .. } = *finder;
    let kinds = [
        (false, [Technique::ForcingChainContradiction, Technique::ForcingChainVerity]),
        (true, [Technique::ForcingNetContradiction, Technique::ForcingNetVerity]),
    ];
    for (is_net, techniques) in kinds {
        if !techniques.iter().any(|&technique| wanted.contains(technique)) {
            continue;
        }
        let super::FinderMemory { chains, forcing, .. } = &mut *finder.scratch;
        chains.grouped.read(marks, Nodes::Groups);
        let chains::ChainScratch { grouped, tree, reach, .. } = chains;
        if is_net {
            forcing.tables.read(marks, grouped);
        } else {
            reach.read(grouped);
        }
        let houses = house_digits(marks);
        let mut search = ForcingSearch { marks, graph: grouped, tree, reach, forcing, is_net, houses };
        search.assume();
        let [contradicted, verified] = search.conclusions();
        for is_on in [true, false] {
            let side = |forced: &ForcedCandidates| if is_on { forced.on } else { forced.off };
            let [contradicted, verified] = [side(&contradicted), side(&verified)];
            let mut targets = contradicted;
            targets.union(&verified);
            let mut targets: Vec<Candidate> = targets.iter().collect();
            targets.sort_unstable();
            for target in targets {
                let has = |set: &Candidates| set.cells(target.digit).contains(target.cell);
                let mut arguments = Vec::new();
                if wanted.contains(techniques[0]) && has(&contradicted) {
                    arguments.extend(search.contradiction(target, is_on, techniques[0]));
                }
                if wanted.contains(techniques[1]) && has(&verified) {
                    arguments.extend(search.verity(target, is_on, techniques[1]));
                }
                // Of a digit that is placed, the contradiction comes first, however long it is.
                if let [contradiction, verity] = &mut arguments[..]
                    && !is_on
                    && verity.length < contradiction.length
                {
                    std::mem::swap(contradiction, verity);
                }
                for argument in arguments {
                    sink(search.step(target, is_on, &argument))?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// The search in one state.
struct ForcingSearch<'a> {
    marks: &'a Pencilmarks,
    graph: &'a LinkGraph,
    tree: &'a mut Tree,
    reach: &'a mut Reach,
    forcing: &'a mut ForcingScratch,
    is_net: bool,
    houses: Vec<HouseDigit>,
}

impl ForcingSearch<'_> {
    /// Assumes each candidate on, and off.
    fn assume(&mut self) {
        for outcomes in [&mut self.forcing.on, &mut self.forcing.off] {
            outcomes.resize(link_graph::CANDIDATES, ForcedCandidates::default());
        }
        for Candidate { cell, digit } in candidates(self.marks) {
            let place = link_graph::on(cell, digit) as usize;
            self.forcing.on[place] = self.outcome(link_graph::on(cell, digit));
            self.forcing.off[place] = self.outcome(link_graph::off(cell, digit));
        }
    }

    fn outcome(&mut self, root: NodeId) -> ForcedCandidates {
        if self.is_net {
            self.forcing.tables.forced(root)
        } else {
            ForcedCandidates::of(&self.reach.from(self.graph, root))
        }
    }

    /// Everything that follows from a candidate that is on, or off.
    fn forced(&self, root: NodeId) -> &ForcedCandidates {
        let (cell, digit) = link_graph::candidate(root);
        let outcomes = if link_graph::is_on_candidate(root) { &self.forcing.on } else { &self.forcing.off };
        &outcomes[link_graph::on(cell, digit) as usize]
    }

    /// The candidates whose opposite leads to a contradiction, and those that several assumptions share of which one holds.
    ///
    /// Links of chains go both ways, so a candidate that all of these assumptions lead to is one whose opposite excludes them all. That is a
    /// contradiction, unless the candidates left out of a house have been eliminated.
    fn conclusions(&self) -> [ForcedCandidates; 2] {
        let [mut contradicted, mut verified] = [ForcedCandidates::default(); 2];
        for (roots, is_contradiction) in self.alternatives() {
            let mut common = self.shared(&roots);
            if is_contradiction && !self.is_net {
                contradicted.extend(&common);
            }
            if let Some(cell) = double(&roots) {
                for digit in DigitSet::full(9) {
                    common.on.restrict(digit, CellSet::ALL.without(cell));
                    common.off.restrict(digit, CellSet::ALL.without(cell));
                }
            }
            verified.extend(&common);
        }
        // In a cell without candidates everything leads to a contradiction.
        if self.is_net || self.marks.empty().any(|cell| self.marks.candidates(cell).is_empty()) {
            contradicted = self.contradicted();
        }
        [contradicted, verified]
    }

    /// The candidates whose opposite leads to a contradiction.
    fn contradicted(&self) -> ForcedCandidates {
        let mut contradicted = ForcedCandidates::default();
        let houses: Vec<_> = self.houses.iter().copied().filter(|house| house.is_intact).collect();
        for Candidate { cell, digit } in candidates(self.marks) {
            let is_impossible = |root| self.forced(root).is_impossible(self.marks, &houses);
            if is_impossible(link_graph::off(cell, digit)) {
                contradicted.on.insert(cell, digit);
            }
            if is_impossible(link_graph::on(cell, digit)) {
                contradicted.off.insert(cell, digit);
            }
        }
        contradicted
    }

    /// Lists assumptions of which one holds: a candidate on and off, the candidates of a cell, the places of a digit in a house. Tells
    /// for each whether it is a contradiction if none holds.
    fn alternatives(&self) -> impl Iterator<Item = (Roots, bool)> + use<'_> {
        let marks = self.marks;
        let on = |Candidate { cell, digit }| link_graph::on(cell, digit);
        let doubles = candidates(marks)
            .map(move |at| [on(at), link_graph::opposite(on(at))].into_iter().collect::<Roots>());
        let cells = marks
            .empty()
            .map(move |cell| marks.candidates(cell).map(|digit| on(Candidate { cell, digit })).collect());
        let houses = self.houses.iter().map(move |house| {
            let roots = house.places.map(|cell| on(Candidate { cell, digit: house.digit })).collect();
            (roots, house.is_intact)
        });
        doubles.chain(cells).filter(|roots| !roots.is_empty()).map(|roots| (roots, true)).chain(houses)
    }

    /// Everything that follows from all of these.
    fn shared(&self, roots: &[NodeId]) -> ForcedCandidates {
        let mut common = roots.first().map_or_else(ForcedCandidates::default, |&root| *self.forced(root));
        roots.iter().skip(1).for_each(|&root| common.meet(self.forced(root)));
        common
    }

    /// Returns the shortest contradiction that the opposite of a candidate leads to; `None` if a net is wanted, and there is none.
    fn contradiction(&mut self, target: Candidate, is_on: bool, technique: Technique) -> Option<Argument> {
        let Candidate { cell, digit } = target;
        let root = if is_on { link_graph::off(cell, digit) } else { link_graph::on(cell, digit) };
        let found = self.forced(root).contradictions(self.marks, &self.houses, (target, !is_on));
        if !self.is_net {
            self.tree.grow(self.graph, root, u32::MAX);
        }
        let ways = found.into_iter().map(|ends| ends.into_iter().map(|end| (root, end)).collect());
        self.shortest(ways.collect(), technique, |search, _, end| search.tree.length(end))
    }

    /// Returns the shortest way in which assumptions of which one holds lead to a candidate on, or off.
    fn verity(&mut self, target: Candidate, is_on: bool, technique: Technique) -> Option<Argument> {
        let Candidate { cell, digit } = target;
        let [on, off] = [link_graph::on(cell, digit), link_graph::off(cell, digit)];
        let (end, opposite) = if is_on { (on, off) } else { (off, on) };
        if !self.is_net {
            // Links go both ways: what leads to the target is led to by its opposite, turned round.
            self.tree.grow(self.graph, opposite, u32::MAX);
        }
        let leads = |root: &NodeId| {
            let forced = self.forced(*root);
            (if is_on { forced.on } else { forced.off }).cells(digit).contains(cell)
        };
        let all = self.alternatives().map(|(roots, _)| roots);
        let all = all.filter(|roots| double(roots) != Some(cell) && roots.iter().all(leads));
        let ways = all.map(|roots| roots.iter().map(|&root| (root, end)).collect()).collect();
        self.shortest(ways, technique, |search, root, _| search.tree.length(link_graph::opposite(root)))
    }

    /// Returns the shortest of some arguments, the first of equals; in nets, of those that are no chains.
    fn shortest(
        &mut self,
        arguments: Vec<Vec<(NodeId, NodeId)>>,
        technique: Technique,
        length_of_chain: impl Fn(&Self, NodeId, NodeId) -> Option<usize>,
    ) -> Option<Argument> {
        let mut shortest: Option<Argument> = None;
        for ways in arguments {
            let (mut length, mut is_net) = (0, false);
            for &(root, end) in &ways {
                if self.is_net {
                    if shortest.as_ref().is_some_and(|shortest| length >= shortest.length) {
                        break;
                    }
                    let way = self.forcing.tables.way(root, end);
                    length += way.length();
                    is_net |= way.is_net();
                } else {
                    length += length_of_chain(self, root, end)?;
                }
            }
            if is_net == self.is_net && shortest.as_ref().is_none_or(|shortest| length < shortest.length) {
                shortest = Some(Argument { technique, ways, length });
            }
        }
        shortest
    }

    fn step(&mut self, at: Candidate, is_on: bool, argument: &Argument) -> Step {
        let mut told: Vec<LinkedNodes> =
            argument.ways.iter().map(|&(root, end)| self.tell(root, end)).collect();
        // After a contradiction HoDoKu's trials go on, and the one that they name may follow from what cannot be.
        if self.is_net
            && argument.technique == Technique::ForcingNetContradiction
            && !told.iter().all(|told| proof::is_complete(self.marks, told))
            && let Some(&(root, _)) = argument.ways.first()
        {
            told = proof::refute(self.marks, root).unwrap_or(told);
        }
        let (chains, links) = told.into_iter().unzip();
        let (technique, reason) = (argument.technique, Reason::Chains { chains, links });
        if is_on {
            Step::place(technique, at.cell, at.digit, reason)
        } else {
            Step::eliminate(technique, Candidates::of(at.digit, CellSet::only(at.cell)), reason)
        }
    }

    /// Returns the nodes from an assumption to an end, with the places of each two of which one follows from the other.
    fn tell(&mut self, root: NodeId, end: NodeId) -> LinkedNodes {
        if self.is_net {
            let told = self.forcing.tables.tell(self.graph, root, end);
            if proof::is_complete(self.marks, &told) {
                return told;
            }
            // HoDoKu leaves causes of side branches out.
            return proof::prove(self.marks, root, end).unwrap_or(told);
        }
        self.tree.grow(self.graph, root, u32::MAX);
        let Some(place) = self.tree.place(end) else { return LinkedNodes::default() };
        let chain: Vec<ChainNode> = self.tree.path(place).iter().map(|&id| self.graph.node(id)).collect();
        let links = successive(&chain);
        (chain, links)
    }
}

/// Each candidate.
fn candidates(marks: &Pencilmarks) -> impl Iterator<Item = Candidate> + use<'_> {
    marks.empty().flat_map(|cell| marks.candidates(cell).map(move |digit| Candidate { cell, digit }))
}

/// Returns the cell of a candidate that is assumed on and off.
fn double(roots: &[NodeId]) -> Option<gridmill_board::Cell> {
    match *roots {
        [on, off] if off == link_graph::opposite(on) => Some(link_graph::candidate(on).0),
        _ => None,
    }
}
