//! Links of the chains of a step, for drawings.

use super::{CellNames, CellSet, ChainNode, Notation, Reason, Step};
use gridmill_board::Digit;

/// Link between two neighbours of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// If the first is off, the second is on.
    Strong,
    /// If the first is on, the second is off.
    Weak,
}

impl LinkKind {
    /// Returns the link between two neighbours; `None` if they do not alternate.
    pub const fn between(from: &ChainNode, to: &ChainNode) -> Option<Self> {
        match (from.on, to.on) {
            (false, true) => Some(Self::Strong),
            (true, false) => Some(Self::Weak),
            (true, true) | (false, false) => None,
        }
    }

    /// Returns the link between two neighbours that share a cell, or a house of one digit, in a grid of the notation's shape; `None` for
    /// others.
    pub(crate) fn direct(notation: Notation, from: &ChainNode, to: &ChainNode) -> Option<Self> {
        let is_linked = if from.digit == to.digit {
            notation.common_houses(from.cells | to.cells).next().is_some()
        } else {
            from.cells == to.cells
        };
        Self::between(from, to).filter(|_| is_linked)
    }

    /// Returns the name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }
}

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
    /// Patterns of strong links have chains too: skyscrapers, kites, empty rectangles and wings. Nodes of several cells are groups.
    ///
    /// In a forcing chain a node may follow from several others: then a link leads from each of them. A strong link may need the
    /// candidates that other links of the same node turn off.
    pub fn links(&self) -> Vec<Vec<StepLink>> {
        let notation = self.notation(CellNames::RowColumn);
        let linked = |(chain, links): (&Vec<ChainNode>, &Vec<[u16; 2]>)| {
            let node = |place: u16| chain.get(usize::from(place)).copied();
            links.iter().filter_map(|&[from, to]| Some(direct(notation, node(from)?, node(to)?))).collect()
        };
        match &self.reason {
            Reason::Chains { chains, links } | Reason::Forcing { chains, links, .. } => {
                chains.iter().zip(links).map(linked).collect()
            }
            Reason::Braid { nodes, links, .. } => vec![linked((nodes, links))],
            reason => reason.chains().iter().map(|chain| neighbours(chain)).collect(),
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
fn direct(notation: Notation, from: ChainNode, to: ChainNode) -> StepLink {
    StepLink { from, to, kind: LinkKind::direct(notation, &from, &to) }
}

/// Returns a chain of nodes that are off and on in turn, the first off.
pub(crate) fn alternating(nodes: impl IntoIterator<Item = (CellSet, Digit)>) -> Vec<ChainNode> {
    let node = |(n, (cells, digit)): (usize, (CellSet, Digit))| ChainNode { cells, digit, on: n % 2 == 1 };
    nodes.into_iter().enumerate().map(node).collect()
}

/// Returns the places of neighbours of a chain, each of which follows from the one before it.
pub(crate) fn successive(chain: &[ChainNode]) -> Vec<[u16; 2]> {
    (1_u16..).take(chain.len().saturating_sub(1)).map(|place| [place - 1, place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Family, House, HouseKind, Pencilmarks, Rater, Rulebook, StepData};
    use gridmill_board::{Cell, DigitSet, Grid, Shape};
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
            while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
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
    /// True if the node is on, or off, because of these nodes alone, by the rules of cells and houses.
    fn follows(marks: &Pencilmarks, node: &ChainNode, parents: &[ChainNode]) -> bool {
        let (Some(cell), true) = (node.cells.first(), node.cells.len() == 1) else { return true };
        let is_off = |other: Cell, digit: Digit| {
            let turned_off =
                |parent: &&ChainNode| !parent.on && parent.digit == digit && parent.cells.contains(other);
            parents.iter().any(|parent| turned_off(&parent))
        };
        if !node.on {
            return parents
                .iter()
                .any(|parent| LinkKind::direct(Notation::default(), parent, node) == Some(LinkKind::Weak));
        }
        let in_cell = marks.candidates(cell) - DigitSet::only(node.digit);
        let in_house = |kind| {
            let house = House::of(kind, cell);
            marks
                .places_in(house, node.digit)
                .without(cell)
                .into_iter()
                .all(|other| is_off(other, node.digit))
        };
        in_cell.into_iter().all(|digit| is_off(cell, digit)) || HouseKind::ALL.into_iter().any(in_house)
    }

    /// Every node of a chain but the assumption has the nodes that it follows from, a link is one of a cell or house, and in chains
    /// without patterns the parents of a node are enough for it.
    #[test]
    fn parents_imply_their_nodes() {
        let rated = include_str!("explainer/chaining/tests/rated.txt");
        let puzzles =
            || rated.lines().filter_map(|line| line.split(' ').next()).filter(|text| text.len() == 81);
        let (mut nets, mut linked, mut within) = (0, 0, 0);
        let (mut placed, mut unexplained) = (0, 0);
        for rulebook in [Rulebook::se(), Rulebook::hodoku()] {
            let is_hodoku = rulebook.name() == "hodoku";
            let mut rater = Rater::new(rulebook);
            for puzzle in puzzles() {
                let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
                while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
                    let data = StepData::from(&step);
                    for (nodes, told) in step.reason.chains().iter().zip(&data.chains) {
                        for (place, (node, told)) in nodes.iter().zip(told).enumerate() {
                            assert_eq!(told.parents.is_empty(), place == 0, "{step}");
                            let parents: Vec<ChainNode> =
                                told.parents.iter().map(|&parent| nodes[usize::from(parent)]).collect();
                            if let Some(link) = told.link {
                                let before = &nodes[place - 1];
                                assert!(told.parents.contains(&u16::try_from(place - 1).unwrap()), "{step}");
                                assert_eq!(
                                    LinkKind::direct(Notation::default(), before, node).map(LinkKind::name),
                                    Some(link),
                                    "{step}"
                                );
                                linked += 1;
                            }
                            let is_forcing = matches!(step.reason, Reason::Chains { .. });
                            nets += usize::from(is_forcing && parents.len() > 1);
                            // The Explainer's patterns and chains within are causes of another kind.
                            let is_implied = place == 0 || follows(&marks, node, &parents);
                            if is_hodoku && is_forcing {
                                (placed, unexplained) =
                                    (placed + usize::from(node.on), unexplained + usize::from(!is_implied));
                            } else if !is_hodoku {
                                within += usize::from(!is_implied);
                            }
                        }
                    }
                    marks.apply(&step);
                }
            }
        }
        assert!(nets > 100 && linked > 5_000 && within > 0, "{nets} {linked} {within}");
        assert!(placed > 500 && unexplained == 0, "{unexplained} of {placed}");
    }
}
