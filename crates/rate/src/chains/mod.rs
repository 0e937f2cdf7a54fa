//! Chains and loops of strong and weak links.
//!
//! ```text
//! off -strong-> on -weak-> off -strong-> on ...     if the first is not, the last is
//! ```
//!
//! X-chains stay with one digit, XY-chains in cells with two candidates; nice loops and alternating inference chains (AICs)
//! take any link, and grouped ones lead through groups of places of a digit too. Definitions, and which of many chains comes
//! first, are HoDoKu's (B. Hobiger 2012); nice loops are P. James's and others' of 2005.

mod lines;
pub(super) mod link_graph;
mod loops;
pub(super) mod reach;
#[cfg(test)]
mod tests;
pub(super) mod tree;

use super::{Finder, SearchFlow, Sink, Technique, TechniqueSet};
use gridmill_board::DigitSet;

use link_graph::{LinkGraph, Nodes};
use reach::Reach;
use tree::Tree;

/// Memory of the search.
#[derive(Debug, Default)]
pub(super) struct ChainScratch {
    /// With candidates alone.
    single: LinkGraph,
    /// With groups.
    pub(super) grouped: LinkGraph,
    pub(super) tree: Tree,
    single_reach: Reach,
    pub(super) reach: Reach,
}

const LOOPS: TechniqueSet = TechniqueSet::only(Technique::ContinuousNiceLoop)
    .with(Technique::DiscontinuousNiceLoop)
    .with(Technique::Aic);
const GROUPED: TechniqueSet = TechniqueSet::only(Technique::GroupedContinuousNiceLoop)
    .with(Technique::GroupedDiscontinuousNiceLoop)
    .with(Technique::GroupedAic);

/// Finds chains and loops: X-chains, XY-chains, loops and AICs, grouped ones, the best of each kind first.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, thorough, .. } = *finder;
    let super::FinderMemory {
        chains: ChainScratch { single, grouped, tree, single_reach, reach },
        templates,
        ..
    } = &mut *finder.scratch;
    let lines = [Technique::XChain, Technique::XyChain];
    if lines.iter().any(|&line| wanted.contains(line)) || wanted.meets(LOOPS) {
        single.read(marks, Nodes::Candidates);
    }
    for technique in lines.into_iter().filter(|&line| wanted.contains(line)) {
        // An X-chain eliminates only dead places.
        let digits = match technique {
            Technique::XChain => templates.digits(marks),
            _ => DigitSet::full(9),
        };
        if !digits.is_empty() {
            lines::find(marks, single, tree, (technique, digits), sink)?;
        }
    }
    if wanted.meets(LOOPS) {
        let graph = &*single;
        loops::NiceLoopSearch { marks, graph, tree: &mut *tree, reach: single_reach, wanted, grouped: false }
            .find(sink)?;
    }
    if wanted.meets(GROUPED) {
        grouped.read(marks, Nodes::Groups);
        let graph = &*grouped;
        loops::NiceLoopSearch { marks, graph, tree: &mut *tree, reach: &mut *reach, wanted, grouped: true }
            .find(sink)?;
        if thorough {
            grouped.read(marks, Nodes::Sets);
            let graph = &*grouped;
            loops::NiceLoopSearch {
                marks,
                graph,
                tree: &mut *tree,
                reach: &mut *reach,
                wanted,
                grouped: true,
            }
            .find(sink)?;
        }
    }
    SearchFlow::Continue(())
}
