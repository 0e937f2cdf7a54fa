//! Proofs of nets: all causes of each node, where HoDoKu names some of them alone.
//!
//! ```text
//! on            -> off   all others of the cell, and the digit in all peers
//! off ... off   -> on    the last candidate of a cell, the last place of a house
//! off ... off   -> group of the last places of a house that lie in another house, too; off beside it there
//! ```
//!
//! Nodes are listed in the order in which they follow, round by round, so causes come before their effects.

use super::table::LinkedNodes;
use crate::chains::link_graph::{self, NodeId};
use crate::{CellSet, ChainNode, House, HouseKind, LinkKind, Notation, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};

/// Returns true if each node but the first follows from its causes by the rules of cells and houses.
pub(super) fn is_complete(marks: &Pencilmarks, (nodes, links): &LinkedNodes) -> bool {
    (1..).zip(nodes.iter().skip(1)).all(|(place, node)| {
        let causes = links.iter().filter(|link| usize::from(link[1]) == place);
        let causes: Vec<&ChainNode> = causes.filter_map(|link| nodes.get(usize::from(link[0]))).collect();
        follows(marks, node, &causes)
    })
}

/// Returns true if a node follows from these alone.
fn follows(marks: &Pencilmarks, node: &ChainNode, causes: &[&ChainNode]) -> bool {
    if !node.on {
        return causes
            .iter()
            .any(|cause| LinkKind::direct(Notation::default(), cause, node) == Some(LinkKind::Weak));
    }
    let off = |digit: Digit| {
        let of_digit = causes.iter().filter(|cause| !cause.on && cause.digit == digit);
        of_digit.fold(CellSet::EMPTY, |all, cause| all | cause.cells)
    };
    let in_cell = node.cells.single().is_some_and(|cell| {
        let others = marks.candidates(cell) - DigitSet::only(node.digit);
        others.into_iter().all(|other| off(other).contains(cell))
    });
    let gone = node.cells | off(node.digit);
    in_cell
        || node
            .cells
            .common_houses()
            .into_iter()
            .any(|house| marks.places_in(house, node.digit).is_within(gone))
}

/// Proves a candidate, on or off, from an assumption. `None` if singles and groups do not lead there.
pub(super) fn prove(marks: &Pencilmarks, root: NodeId, to: NodeId) -> Option<LinkedNodes> {
    let target = node(to)?;
    let mut proof = Proof::new(marks, node(root)?);
    let mut next = 0;
    // The assumption may lead to itself, or to its opposite.
    let mut end = None;
    while next < proof.nodes.len() && end.is_none() {
        proof.follow(next);
        next += 1;
        end = proof.nodes.iter().skip(1).position(|(known, _)| *known == target).map(|before| before + 1);
    }
    Some(proof.tell(end?))
}

/// Contradictions among which the shortest is told.
const MAX_CLASHES: u32 = 50;

/// Proves that an assumption contradicts itself: chains to a candidate on and off, or one to the opposite of the assumption. `None` if
/// singles and groups lead to no contradiction.
pub(super) fn refute(marks: &Pencilmarks, root: NodeId) -> Option<Vec<LinkedNodes>> {
    let mut proof = Proof::new(marks, node(root)?);
    let (mut next, mut clashes, mut shortest) = (0, 0, None);
    while next < proof.nodes.len() && clashes < MAX_CLASHES {
        let known = proof.nodes.len();
        proof.follow(next);
        next += 1;
        for later in known..proof.nodes.len() {
            let opposite = ChainNode { on: !proof.nodes[later].0.on, ..proof.nodes[later].0 };
            let earlier = proof.nodes[..later].iter().position(|(node, _)| *node == opposite);
            if let Some(earlier) = earlier {
                clashes += 1;
                let ends = [earlier, later].into_iter().filter(|&end| end > 0);
                let told: Vec<LinkedNodes> = ends.map(|end| proof.tell(end)).collect();
                let length =
                    |told: &Vec<LinkedNodes>| told.iter().map(|(nodes, _)| nodes.len()).sum::<usize>();
                if shortest.as_ref().is_none_or(|shortest| length(&told) < length(shortest)) {
                    shortest = Some(told);
                }
            }
        }
    }
    shortest
}

/// Returns a candidate as a node; `None` for groups.
fn node(id: NodeId) -> Option<ChainNode> {
    let (cell, digit) = link_graph::is_candidate(id).then(|| link_graph::candidate(id))?;
    Some(ChainNode { cells: CellSet::only(cell), digit, on: link_graph::is_on_candidate(id) })
}

struct Proof<'a> {
    marks: &'a Pencilmarks,
    /// Nodes with their causes.
    nodes: Vec<(ChainNode, Vec<usize>)>,
    /// Places of the candidates that are off.
    off: [[Option<usize>; 81]; 9],
    on: [CellSet; 9],
}

impl<'a> Proof<'a> {
    fn new(marks: &'a Pencilmarks, root: ChainNode) -> Self {
        let mut proof = Self { marks, nodes: Vec::new(), off: [[None; 81]; 9], on: [CellSet::EMPTY; 9] };
        proof.enter(root, Vec::new());
        proof
    }

    /// Adds a node, unless it is known.
    fn enter(&mut self, node: ChainNode, causes: Vec<usize>) {
        if let (false, Some(cell)) = (node.on, node.cells.single()) {
            let known = &mut self.off[node.digit.index()][cell.index()];
            if known.is_some() {
                return;
            }
            *known = Some(self.nodes.len());
        } else if node.cells.is_several() {
            if self.nodes.iter().any(|(known, _)| *known == node) {
                return;
            }
        } else {
            let on = &mut self.on[node.digit.index()];
            if node.cells.is_within(*on) {
                return;
            }
            *on |= node.cells;
        }
        self.nodes.push((node, causes));
    }

    /// Adds all that follows from a node directly, together with those before.
    fn follow(&mut self, place: usize) {
        let ChainNode { cells, digit, on } = self.nodes[place].0;
        let off = |cell, digit| ChainNode { cells: CellSet::only(cell), digit, on: false };
        if on {
            if let Some(cell) = cells.single() {
                for other in self.marks.candidates(cell) - DigitSet::only(digit) {
                    self.enter(off(cell, other), vec![place]);
                }
            }
            for peer in (cells.common_peers() & self.marks.places(digit)) - cells {
                self.enter(off(peer, digit), vec![place]);
            }
        } else if let Some(cell) = cells.single() {
            self.last_of_cell(cell);
            for kind in HouseKind::ALL {
                self.last_of_house(House::of(kind, cell), digit);
            }
        }
    }

    fn last_of_cell(&mut self, cell: Cell) {
        let candidates = self.marks.candidates(cell);
        let mut left = candidates.filter(|digit| self.off[digit.index()][cell.index()].is_none());
        let (Some(digit), None) = (left.next(), left.next()) else { return };
        let causes = candidates.filter_map(|other| self.off[other.index()][cell.index()]).collect();
        self.enter(ChainNode { cells: CellSet::only(cell), digit, on: true }, causes);
    }

    /// Adds the last place of a digit in a house, or the last places if they lie in another house, too.
    fn last_of_house(&mut self, house: House, digit: Digit) {
        let places = self.marks.places_in(house, digit);
        let off = &self.off[digit.index()];
        let left: CellSet = places.filter(|cell| off[cell.index()].is_none()).collect();
        let in_several = left.common_houses().len() > 1;
        if left.is_empty() || left.is_several() && !in_several {
            return;
        }
        let causes = places.filter_map(|cell| off[cell.index()]).collect();
        self.enter(ChainNode { cells: left, digit, on: true }, causes);
    }

    /// Returns a node with all that leads to it, and the places of each two of which one follows from the other.
    #[expect(clippy::cast_possible_truncation, reason = "some thousand at most")]
    fn tell(&self, end: usize) -> LinkedNodes {
        let mut is_needed = vec![false; end + 1];
        is_needed[end] = true;
        for place in (0..=end).rev() {
            if is_needed[place] {
                for &cause in &self.nodes[place].1 {
                    is_needed[cause] = true;
                }
            }
        }
        is_needed[0] = true;
        let places: Vec<usize> = (0..=end).filter(|&place| is_needed[place]).collect();
        let position = |place: usize| places.partition_point(|&known| known < place) as u16;
        let chain = places.iter().map(|&place| self.nodes[place].0).collect();
        let links = places.iter().flat_map(|&place| {
            let mut causes = self.nodes[place].1.clone();
            causes.sort_unstable();
            causes.into_iter().map(move |cause| [position(cause), position(place)])
        });
        (chain, links.collect())
    }
}
