//! X-chains, which stay with one digit, and XY-chains, which stay in cells with two candidates.
//!
//! ```text
//! X     4 off r1c1, on r1c7, off r5c7, on r5c3 ...            4 goes from cells that see both ends
//! XY    4 off r1c1, on 6 there, off 6 r5c1, on 4 there ...     likewise
//! ```
//!
//! A chain has four to twenty nodes and no cell twice; an X-chain may return to its first cell, which then holds the digit.

use super::link_graph::{self, LinkGraph, NodeId};
use super::tree::{Along, Tree};
use crate::elimination_order::elimination_order;
use crate::{Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Most nodes of a chain.
const LONGEST: u32 = 20;

/// Passes the best chain to the sink: most eliminations, then shortest, then first eliminations. Then all others.
pub(super) fn find(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    tree: &mut Tree,
    (technique, digits): (Technique, DigitSet),
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut best: Option<([u32; 3], NodeId, NodeId)> = None;
    every(marks, graph, tree, (technique, digits), |eliminations, path| {
        let count = 81 - eliminations.len();
        #[expect(clippy::cast_possible_truncation, reason = "20 at most")]
        let rank = || [count, path.len() as u32, elimination_order(&eliminations)];
        if best.is_none_or(|(best, ..)| rank() < best) {
            best = Some((rank(), path[0], path[path.len() - 1]));
        }
        SearchFlow::Continue(())
    })
    .is_continue();
    let Some((_, root, end)) = best else { return SearchFlow::Continue(()) };
    for wants_best in [true, false] {
        every(marks, graph, tree, (technique, digits), |eliminations, path| {
            if (path[0] == root && path[path.len() - 1] == end) == wants_best {
                let nodes = path.iter().map(|&id| graph.node(id)).collect();
                sink(Step::eliminate(technique, eliminations, Reason::Chain(nodes)))?;
            }
            SearchFlow::Continue(())
        })?;
    }
    SearchFlow::Continue(())
}

/// Every chain with eliminations.
fn every(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    tree: &mut Tree,
    (technique, digits): (Technique, DigitSet),
    mut see: impl FnMut(Candidates, &[NodeId]) -> SearchFlow,
) -> SearchFlow {
    let (cells, along) = match technique {
        Technique::XyChain => (marks.cells_with(2), Along::CellSet(marks.cells_with(2))),
        _ => (marks.empty(), Along::Digit),
    };
    for cell in cells {
        for digit in marks.candidates(cell) & digits {
            let root = link_graph::off(cell, digit);
            if !graph.links(root).is_empty() {
                tree.grow_along(graph, root, LONGEST, along);
                ends(marks, graph, tree, (cell, digit), &mut see)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// The chains of a tree that end with its digit.
fn ends(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    tree: &mut Tree,
    (cell, digit): (Cell, Digit),
    see: &mut impl FnMut(Candidates, &[NodeId]) -> SearchFlow,
) -> SearchFlow {
    for end in tree.on().cells(digit) {
        let Some(place) = tree.place(link_graph::on(end, digit)).filter(|&place| tree.cost(place) >= 6)
        else {
            continue;
        };
        let taken = marks.places(digit) & peers(cell) & peers(end);
        if !taken.is_empty() {
            let path = tree.path(place);
            if is_straight(graph, path) {
                see(Candidates::of(digit, taken), path)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Returns true if no cell occurs twice. Exceptions: the two nodes of a cell on an XY-chain, and the first cell as the last.
fn is_straight(graph: &LinkGraph, path: &[NodeId]) -> bool {
    let mut left = CellSet::EMPTY;
    path.windows(2).enumerate().all(|(n, pair)| {
        let [from, to] = [pair[0], pair[1]].map(|id| graph.cell(id));
        if from == to {
            return true;
        }
        left = left.with(from);
        !left.contains(to) || n + 2 == path.len() && to == graph.cell(path[0])
    })
}
