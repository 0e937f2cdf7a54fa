//! X-chains, which stay with one digit, and XY-chains, which stay in cells with two candidates.
//!
//! ```text
//! X     4 off r1c1, on r1c7, off r5c7, on r5c3 ...            4 goes from cells that see both ends
//! XY    4 off r1c1, on 6 there, off 6 r5c1, on 4 there ...     likewise
//! ```
//!
//! A chain has four to twenty nodes and no cell twice; an X-chain may return to its first cell, which then holds the digit. The shortest walk
//! between two ends is tried first. If it returns to one of its cells, longer ones are searched depth first.

use super::link_graph::{self, LinkGraph, NodeId};
use super::tree::{Along, Tree};
use crate::elimination_order::elimination_order;
use crate::{Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, peers};
use gridmill_board::{Digit, DigitSet};

/// Fewest nodes of a chain.
const SHORTEST: usize = 4;
/// Most nodes of a chain.
const LONGEST: u32 = 20;
/// Most links that the search for a longer chain between two ends tries. Without a bound it could go on for hours where many cells have two
/// candidates.
const MOST_LINKS: u32 = 100_000;

/// Passes the best chain to the sink: most eliminations, then first eliminations, then first found; of chains with the same eliminations
/// the shortest. Then all others.
pub(super) fn find(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    tree: &mut Tree,
    (technique, digits): (Technique, DigitSet),
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut best: Option<Line> = None;
    let mut search = LineSearch { marks, graph, tree, technique };
    search
        .every(digits, |search, ends| {
            let rank = ends.rank();
            // Of two chains with the same rank and different eliminations the earlier one counts.
            let is_shorter = |best: &Line| best.ends.taken == ends.taken && ends.digit == best.ends.digit;
            if best
                .as_ref()
                .is_none_or(|best| rank < best.ends.rank() || rank == best.ends.rank() && is_shorter(best))
            {
                let limit = best
                    .as_ref()
                    .filter(|best| rank == best.ends.rank())
                    .map_or(LONGEST, |best| best.nodes() - 2);
                if let Some(path) = search.path(&ends, limit) {
                    best = Some(Line { ends, path });
                }
            }
            SearchFlow::Continue(())
        })
        .is_continue();
    let Some(best) = best else { return SearchFlow::Continue(()) };
    sink(search.step(&best))?;
    search.every(digits, |search, ends| {
        let is_best = (ends.root, ends.end) == (best.ends.root, best.ends.end);
        match search.path(&ends, LONGEST).filter(|_| !is_best) {
            Some(path) => sink(search.step(&Line { ends, path })),
            None => SearchFlow::Continue(()),
        }
    })
}

/// Ends of chains, and what they eliminate.
#[derive(Debug, Clone, Copy)]
struct Ends {
    root: NodeId,
    end: NodeId,
    digit: Digit,
    taken: CellSet,
    /// Place of the end in the tree of the root.
    place: usize,
}

impl Ends {
    /// Rank of their chains: the lowest is the best.
    fn rank(&self) -> (u32, u32) {
        (81 - self.taken.len(), elimination_order(&Candidates::of(self.digit, self.taken)))
    }
}

/// Chain.
#[derive(Debug)]
struct Line {
    ends: Ends,
    path: Vec<NodeId>,
}

impl Line {
    #[expect(clippy::cast_possible_truncation, reason = "20 at most")]
    fn nodes(&self) -> u32 {
        self.path.len() as u32
    }
}

/// The search in one state.
struct LineSearch<'a> {
    marks: &'a Pencilmarks,
    graph: &'a LinkGraph,
    tree: &'a mut Tree,
    technique: Technique,
}

impl LineSearch<'_> {
    /// Shows all ends that a walk joins and that eliminate something, by their roots.
    fn every(&mut self, digits: DigitSet, mut see: impl FnMut(&mut Self, Ends) -> SearchFlow) -> SearchFlow {
        let (marks, graph) = (self.marks, self.graph);
        let (cells, along) = match self.technique {
            Technique::XyChain => (marks.cells_with(2), Along::CellSet(marks.cells_with(2))),
            _ => (marks.empty(), Along::Digit),
        };
        for cell in cells {
            for digit in marks.candidates(cell) & digits {
                let root = link_graph::off(cell, digit);
                if graph.links(root).is_empty() {
                    continue;
                }
                self.tree.grow_along(graph, root, LONGEST, along);
                for last in self.tree.on().cells(digit) {
                    let end = link_graph::on(last, digit);
                    let Some(place) = self.tree.place(end) else { continue };
                    let taken = marks.places(digit) & peers(cell) & peers(last);
                    if !taken.is_empty() {
                        see(self, Ends { root, end, digit, taken, place })?;
                    }
                }
            }
        }
        SearchFlow::Continue(())
    }

    /// Returns the shortest chain of at most `limit` nodes; `None` if there is none. The tree is that of the root.
    fn path(&mut self, ends: &Ends, limit: u32) -> Option<Vec<NodeId>> {
        let walk = self.tree.path(ends.place);
        if walk.len() >= SHORTEST && is_straight(self.graph, walk) {
            return (walk.len() <= limit as usize).then(|| walk.to_vec());
        }
        // The shortest walk is one link, or returns to one of its cells; a longer one may be a chain.
        let (shortest, mut left) = (walk.len() + 2, MOST_LINKS);
        (shortest..=limit as usize).step_by(2).find_map(|nodes| {
            let mut path = vec![ends.root];
            let been = CellSet::only(self.graph.cell(ends.root));
            self.extend(ends.end, (nodes, &mut left), been, &mut path).then_some(path)
        })
    }

    /// Extends a path that ends with a node that is off to a chain of `nodes` nodes, by at most `left` links. The path has been to some
    /// cells.
    fn extend(
        &self,
        end: NodeId,
        (nodes, left): (usize, &mut u32),
        been: CellSet,
        path: &mut Vec<NodeId>,
    ) -> bool {
        let (graph, marks) = (self.graph, self.marks);
        let (is_xy, off) = (self.technique == Technique::XyChain, path[path.len() - 1]);
        let first = graph.cell(path[0]);
        for &on in graph.links(off) {
            let (cell, digit) = link_graph::candidate(on);
            let follows = if is_xy { cell == graph.cell(off) } else { digit == graph.digit(off) };
            if !follows {
                continue;
            }
            path.push(on);
            if path.len() == nodes {
                // The end of an X-chain may be its first cell.
                if on == end && (is_xy || !been.contains(cell) || cell == first) {
                    return true;
                }
            } else if is_xy || !been.contains(cell) {
                let mut next = (marks.places(digit) & peers(cell)) - been.with(cell);
                if is_xy {
                    next &= marks.cells_with(2);
                }
                for peer in next {
                    let Some(fewer) = left.checked_sub(1) else { return false };
                    *left = fewer;
                    path.push(link_graph::off(peer, digit));
                    if self.extend(end, (nodes, &mut *left), been.with(cell).with(peer), path) {
                        return true;
                    }
                    path.pop();
                }
            }
            path.pop();
        }
        false
    }

    fn step(&self, line: &Line) -> Step {
        let nodes = line.path.iter().map(|&id| self.graph.node(id)).collect();
        let eliminations = Candidates::of(line.ends.digit, line.ends.taken);
        Step::eliminate(self.technique, eliminations, Reason::Chain(nodes))
    }
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
