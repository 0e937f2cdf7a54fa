//! Links of the chains of a step, for drawings.

use super::{ChainNode, LinkKind, Reason, Step};

/// Link of a chain: a node, and one that follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StepLink {
    /// Node that comes first.
    pub from: ChainNode,
    /// Node that follows.
    pub to: ChainNode,
    /// Kind of the link; `None` if the second node follows by more than a link: by a pattern, a chain within the chain, or singles.
    pub kind: Option<LinkKind>,
}

impl Step {
    /// Returns the links of each of its chains, from the assumption to the end; empty if the step has no chain.
    ///
    /// In a forcing chain a node may follow from several others: then a link leads from each of them. A strong link may need the
    /// candidates that other links of the same node turn off.
    pub fn links(&self) -> Vec<Vec<StepLink>> {
        match &self.reason {
            Reason::Chain(chain) => vec![neighbours(chain)],
            Reason::Chains(chains) => chains.iter().map(|chain| neighbours(chain)).collect(),
            Reason::Forcing { chains, links, .. } => {
                let linked = |(chain, links): (&Vec<ChainNode>, &Vec<[u16; 2]>)| {
                    let node = |place: u16| chain.get(usize::from(place)).copied();
                    links.iter().filter_map(|&[from, to]| Some(direct(node(from)?, node(to)?))).collect()
                };
                chains.iter().zip(links).map(linked).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the links between neighbours of a chain.
fn neighbours(chain: &[ChainNode]) -> Vec<StepLink> {
    let link = |pair: &[ChainNode]| StepLink {
        from: pair[0],
        to: pair[1],
        kind: LinkKind::between(&pair[0], &pair[1]),
    };
    chain.windows(2).map(link).collect()
}

/// Links two nodes of a forcing chain; nodes that share no cell and no house are not linked directly.
fn direct(from: ChainNode, to: ChainNode) -> StepLink {
    let linked = if from.digit == to.digit {
        !(from.cells | to.cells).common_houses().is_empty()
    } else {
        from.cells == to.cells
    };
    StepLink { from, to, kind: LinkKind::between(&from, &to).filter(|_| linked) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Family, Pencilmarks, Rater, Rulebook};
    use gridmill_board::{Grid, Shape};
    use std::collections::BTreeSet;

    /// Every node of a forcing chain but the assumption follows from earlier nodes, and every link is what its kind says.
    #[test]
    fn forcing_chains_have_a_link_to_every_node() {
        let rated = include_str!("explainer/chaining/tests/rated.txt");
        let mut rater = Rater::new(Rulebook::se());
        let (mut seen, mut within) = (BTreeSet::new(), 0);
        for puzzle in rated.lines().filter_map(|line| line.split(' ').next()).filter(|text| text.len() == 81)
        {
            let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
            while let Some((step, _)) = rater.next_step(&marks) {
                let chains = step.links();
                if let Reason::Forcing { chains: nodes, .. } = &step.reason {
                    assert_eq!(chains.len(), nodes.len(), "{step}");
                    for (links, nodes) in chains.iter().zip(nodes) {
                        let place = |node: &ChainNode| nodes.iter().position(|known| known == node).unwrap();
                        assert!(links.iter().all(|link| place(&link.from) < place(&link.to)), "{step}");
                        let reached: BTreeSet<usize> = links.iter().map(|link| place(&link.to)).collect();
                        assert_eq!(reached, (1..nodes.len()).collect(), "{step}");
                        within += links.iter().filter(|link| link.kind.is_none()).count();
                    }
                    seen.insert(step.technique.name());
                } else if step.technique.family() == Family::Chaining {
                    // A loop or chain: its links alternate, up to the end that repeats the start.
                    assert!(chains[0].iter().filter(|link| link.kind.is_none()).count() <= 1, "{step}");
                }
                for link in chains.iter().flatten() {
                    match link.kind {
                        Some(LinkKind::Weak) => assert!(link.from.on && !link.to.on, "{step}"),
                        Some(LinkKind::Strong) => assert!(!link.from.on && link.to.on, "{step}"),
                        None => {}
                    }
                }
                marks.apply(&step);
            }
        }
        assert!(seen.len() >= 8 && within > 0, "{seen:?} {within}");
    }
}
