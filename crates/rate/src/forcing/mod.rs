//! Forcing chains and nets: an assumption leads to a contradiction, or several assumptions lead to the same conclusion (verity).
//!
//! ```text
//! contradiction   a is on (off) -> ... -> x on and off, two digits in a cell, none left in a house, ...      a is not (is)
//! verity          a on -> x, a off -> x; or every candidate of a cell -> x; or every place of a digit        x
//! chain           each node follows from the one before, groups of places among them
//! net             each node follows from all before, as a naked or hidden single
//! ```
//!
//! By HoDoKu (B. Hobiger 2012): a step that places a digit is preferred to one that eliminates, then the first cell, then the
//! lowest digit.

mod net;
mod outcome;
#[cfg(test)]
mod tests;

use super::chains::link_graph::{self, LinkGraph, NodeId, Nodes};
use super::chains::reach::Reach;
use super::chains::tree::Tree;
use super::{
    Candidate, Candidates, CellSet, ChainNode, Finder, House, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, chains,
};
use gridmill_board::{Cell, Digit, DigitSet};
use outcome::ForcedCandidates;

/// Memory of the search: everything that follows from each candidate, if on and if off.
#[derive(Debug, Default)]
pub(super) struct ForcingScratch {
    on: Vec<ForcedCandidates>,
    off: Vec<ForcedCandidates>,
}

/// Conclusion, with the argument for it.
#[derive(Debug, Clone)]
struct Conclusion {
    at: Candidate,
    placed: bool,
    argument: Argument,
}

#[derive(Debug, Clone)]
enum Argument {
    /// Its opposite leads to a contradiction.
    Contradiction,
    /// All of these lead to it.
    Verity(Vec<NodeId>),
}

/// Finds chains, then nets.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, .. } = *finder;
    let kinds = [
        (false, Technique::ForcingChainContradiction, Technique::ForcingChainVerity),
        (true, Technique::ForcingNetContradiction, Technique::ForcingNetVerity),
    ];
    for (is_net, contradiction, verity) in kinds {
        if !wanted.contains(contradiction) && !wanted.contains(verity) {
            continue;
        }
        let super::FinderMemory { chains, forcing, .. } = &mut *finder.scratch;
        chains.grouped.read(marks, Nodes::Groups);
        let chains::ChainScratch { grouped, tree, reach, .. } = chains;
        if !is_net {
            reach.read(grouped);
        }
        let mut search = ForcingSearch { marks, graph: grouped, tree, reach, forcing, is_net };
        search.assume();
        let mut conclusions = search.contradictions(wanted.contains(contradiction));
        if wanted.contains(verity) {
            search.verities(&mut conclusions);
        }
        conclusions.sort_by_key(|found| (!found.placed, found.at.cell, found.at.digit));
        for conclusion in conclusions {
            let technique =
                if matches!(conclusion.argument, Argument::Contradiction) { contradiction } else { verity };
            sink(search.step(technique, &conclusion))?;
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
}

impl ForcingSearch<'_> {
    /// Assumes each candidate on, and off.
    fn assume(&mut self) {
        for outcomes in [&mut self.forcing.on, &mut self.forcing.off] {
            outcomes.resize(link_graph::CANDIDATES, ForcedCandidates::default());
        }
        for cell in self.marks.empty() {
            for digit in self.marks.candidates(cell) {
                let place = link_graph::on(cell, digit) as usize;
                self.forcing.on[place] = self.outcome(cell, digit, true);
                self.forcing.off[place] = self.outcome(cell, digit, false);
            }
        }
    }

    fn outcome(&mut self, cell: Cell, digit: Digit, on: bool) -> ForcedCandidates {
        if self.is_net {
            return net::propagate(self.marks, cell, digit, on, |_| ());
        }
        let root = if on { link_graph::on(cell, digit) } else { link_graph::off(cell, digit) };
        ForcedCandidates::of(&self.reach.from(self.graph, root))
    }

    fn contradictions(&self, wanted: bool) -> Vec<Conclusion> {
        let mut conclusions = Vec::new();
        let closable = outcome::closable(self.marks);
        for cell in self.marks.empty().filter(|_| wanted) {
            for digit in self.marks.candidates(cell) {
                let place = link_graph::on(cell, digit) as usize;
                for (outcomes, placed) in [(&self.forcing.off, true), (&self.forcing.on, false)] {
                    if outcomes[place].is_impossible(self.marks, &closable) {
                        let at = Candidate { cell, digit };
                        conclusions.push(Conclusion { at, placed, argument: Argument::Contradiction });
                    }
                }
            }
        }
        conclusions
    }

    fn verities(&self, conclusions: &mut Vec<Conclusion>) {
        for cell in self.marks.empty() {
            for digit in self.marks.candidates(cell) {
                let mut common = self.forcing.on[link_graph::on(cell, digit) as usize];
                common.meet(&self.forcing.off[link_graph::on(cell, digit) as usize]);
                let roots = [link_graph::on(cell, digit), link_graph::off(cell, digit)];
                conclude(&common, CellSet::only(cell), &roots, conclusions);
            }
        }
        for cell in self.marks.empty() {
            let candidates = self.marks.candidates(cell).map(|digit| link_graph::on(cell, digit));
            self.all_lead(&candidates.collect::<Vec<_>>(), conclusions);
        }
        for house in House::all() {
            for digit in DigitSet::full(9) {
                let places = self.marks.places_in(house, digit).map(|cell| link_graph::on(cell, digit));
                self.all_lead(&places.collect::<Vec<_>>(), conclusions);
            }
        }
    }

    /// Adds the conclusions that all of these candidates share.
    fn all_lead(&self, roots: &[NodeId], conclusions: &mut Vec<Conclusion>) {
        let Some((&first, rest)) = roots.split_first() else { return };
        let mut common = self.forcing.on[first as usize];
        for &root in rest {
            common.meet(&self.forcing.on[root as usize]);
        }
        conclude(&common, CellSet::EMPTY, roots, conclusions);
    }

    fn step(&mut self, technique: Technique, conclusion: &Conclusion) -> Step {
        let Conclusion { at: Candidate { cell, digit }, placed, .. } = *conclusion;
        let chains = match &conclusion.argument {
            Argument::Contradiction => self.tell_contradiction(cell, digit, !placed),
            Argument::Verity(roots) => {
                let target = if placed { link_graph::on(cell, digit) } else { link_graph::off(cell, digit) };
                roots.iter().map(|&root| self.paths_to(root, &[target])).collect::<Vec<_>>().concat()
            }
        };
        let reason = Reason::Chains(chains);
        if placed {
            Step::place(technique, cell, digit, reason)
        } else {
            Step::eliminate(technique, Candidates::of(digit, CellSet::only(cell)), reason)
        }
    }

    /// Returns the path from a root to each target.
    fn paths_to(&mut self, root: NodeId, targets: &[NodeId]) -> Vec<Vec<ChainNode>> {
        if self.is_net {
            let (cell, digit) = (self.graph.cell(root), self.graph.digit(root));
            let mut told = Vec::new();
            net::propagate(self.marks, cell, digit, self.graph.is_on(root), |node| told.push(node));
            return vec![told];
        }
        self.tree.grow(self.graph, root, u32::MAX);
        let nodes = |path: &[NodeId]| path.iter().map(|&id| self.graph.node(id)).collect();
        let reached = targets.iter().filter_map(|&target| self.tree.place(target)).collect::<Vec<_>>();
        reached.into_iter().map(|place| nodes(self.tree.path(place))).collect()
    }

    fn tell_contradiction(&mut self, cell: Cell, digit: Digit, on: bool) -> Vec<Vec<ChainNode>> {
        let place = link_graph::on(cell, digit) as usize;
        let outcome = if on { self.forcing.on[place] } else { self.forcing.off[place] };
        let targets = outcome.clash(self.marks, &outcome::closable(self.marks));
        self.paths_to(if on { link_graph::on(cell, digit) } else { link_graph::off(cell, digit) }, &targets)
    }
}

/// Adds the nodes of `common` outside `except` as conclusions of all roots.
fn conclude(common: &ForcedCandidates, except: CellSet, roots: &[NodeId], conclusions: &mut Vec<Conclusion>) {
    for (set, placed) in [(&common.on, true), (&common.off, false)] {
        for at in set.iter().filter(|at| !except.contains(at.cell)) {
            conclusions.push(Conclusion { at, placed, argument: Argument::Verity(roots.to_vec()) });
        }
    }
}
