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
use crate::elimination_order::{ascending, elimination_order};
use crate::{Candidate, Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, peers};
use gridmill_board::{Cell, Digit, DigitSet};

/// Fewest nodes of a chain.
const SHORTEST: usize = 4;
/// Most nodes of a chain.
const LONGEST: u32 = 20;
/// Most links that the search for a longer chain between two ends tries. Without a bound it could go on for hours where many cells have two
/// candidates.
const MAX_LINKS: u32 = 100_000;

/// Passes the best chain to the sink: most eliminations, then first eliminations, then first found; of chains with the same eliminations
/// the shortest. Then all others.
pub(super) fn find(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    tree: &mut Tree,
    (technique, digits): (Technique, DigitSet),
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut search = LineSearch { marks, graph, tree, technique, grown: None };
    let ends = search.ends(digits);
    let ranks: Vec<_> = ends.iter().map(|ends| [ends.rank().0 as usize, ends.rank().1 as usize, 0]).collect();
    let mut best: Option<Line> = None;
    for ends in ascending(&ranks).into_iter().map(|number| &ends[number]) {
        let rank = ends.rank();
        let limit = match &best {
            None => LONGEST,
            Some(best) if rank > best.ends.rank() => break,
            // Of two chains with the same rank and different eliminations the earlier one counts.
            Some(best) if (ends.taken, ends.digit) != (best.ends.taken, best.ends.digit) => continue,
            Some(best) => best.nodes() - 2,
        };
        if let Some(path) = search.path(ends, limit) {
            best = Some(Line { ends: *ends, path });
        }
    }
    let Some(best) = best else { return SearchFlow::Continue(()) };
    sink(search.step(&best))?;
    for ends in ends.iter().filter(|ends| (ends.root, ends.end) != (best.ends.root, best.ends.end)) {
        if let Some(path) = search.path(ends, LONGEST) {
            sink(search.step(&Line { ends: *ends, path }))?;
        }
    }
    SearchFlow::Continue(())
}

/// Ends of chains, and what they eliminate.
#[derive(Debug, Clone, Copy)]
struct Ends {
    root: NodeId,
    end: NodeId,
    digit: Digit,
    taken: CellSet,
}

impl Ends {
    /// Rank of their chains: the lowest is the best.
    fn rank(&self) -> (u32, u32) {
        let taken = self.taken.map(|cell| Candidate { cell, digit: self.digit });
        (81 - self.taken.len(), elimination_order(taken))
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
    /// Root of the tree.
    grown: Option<NodeId>,
}

impl LineSearch<'_> {
    /// Lists the ends that a walk may join and that eliminate something, by their roots.
    fn ends(&mut self, digits: DigitSet) -> Vec<Ends> {
        let (marks, graph) = (self.marks, self.graph);
        let is_xy = self.technique == Technique::XyChain;
        let pairs = is_xy.then(|| Pairs::read(marks));
        let mut all = Vec::new();
        for cell in if is_xy { marks.cells_with(2) } else { marks.empty() } {
            for digit in marks.candidates(cell) & digits {
                let root = link_graph::off(cell, digit);
                if graph.links(root).is_empty() {
                    continue;
                }
                let places = marks.places(digit) & peers(cell);
                let on = match &pairs {
                    Some(pairs) => pairs.on((cell, digit)),
                    None => self.tree(root).on().cells(digit),
                };
                for last in on {
                    let taken = places & peers(last);
                    if !taken.is_empty() {
                        all.push(Ends { root, end: link_graph::on(last, digit), digit, taken });
                    }
                }
            }
        }
        all
    }

    /// The tree of a root.
    fn tree(&mut self, root: NodeId) -> &mut Tree {
        if self.grown != Some(root) {
            let along = match self.technique {
                Technique::XyChain => Along::CellSet(self.marks.cells_with(2)),
                _ => Along::Digit,
            };
            self.tree.grow_along(self.graph, root, LONGEST, along);
            self.grown = Some(root);
        }
        self.tree
    }

    /// Returns the shortest chain of at most `limit` nodes; `None` if there is none.
    fn path(&mut self, ends: &Ends, limit: u32) -> Option<Vec<NodeId>> {
        let graph = self.graph;
        let tree = self.tree(ends.root);
        let walk = tree.path(tree.place(ends.end)?);
        if walk.len() >= SHORTEST && is_straight(graph, walk) {
            return (walk.len() <= limit as usize).then(|| walk.to_vec());
        }
        // The shortest walk is one link, or returns to one of its cells; a longer one may be a chain.
        let (shortest, mut left) = (walk.len() + 2, MAX_LINKS);
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

/// Cells with two candidates, by the lower and by the higher of them.
struct Pairs {
    lower: [CellSet; 9],
    higher: [CellSet; 9],
    digits: [(Digit, Digit); 81],
}

impl Pairs {
    fn read(marks: &Pencilmarks) -> Self {
        let none = [CellSet::EMPTY; 9];
        let first = Digit::from_index(0);
        let mut pairs = Self { lower: none, higher: none, digits: [(first, first); 81] };
        for cell in marks.cells_with(2) {
            let mut digits = marks.candidates(cell);
            if let (Some(lower), Some(higher)) = (digits.next(), digits.next()) {
                pairs.lower[lower.index()] |= CellSet::only(cell);
                pairs.higher[higher.index()] |= CellSet::only(cell);
                pairs.digits[cell.index()] = (lower, higher);
            }
        }
        pairs
    }

    /// Returns the cells where a digit follows if it is not in a cell of two candidates, by walks of any length.
    fn on(&self, (cell, digit): (Cell, Digit)) -> CellSet {
        let (lower, _) = self.digits[cell.index()];
        // Cells whose lower candidate follows, and those whose higher one does; found, and of these not followed yet.
        let only = CellSet::only(cell);
        let mut found = if digit == lower { [CellSet::EMPTY, only] } else { [only, CellSet::EMPTY] };
        let mut new = found;
        while new != [CellSet::EMPTY; 2] {
            let mut next = [CellSet::EMPTY; 2];
            for (cells, is_lower) in [(new[0], true), (new[1], false)] {
                cells.for_each(|at| {
                    let (lower, higher) = self.digits[at.index()];
                    let digit = if is_lower { lower } else { higher }.index();
                    next[0] |= self.higher[digit] & peers(at);
                    next[1] |= self.lower[digit] & peers(at);
                });
            }
            new = [next[0] - found[0], next[1] - found[1]];
            found = [found[0] | new[0], found[1] | new[1]];
        }
        found[0] & self.lower[digit.index()] | found[1] & self.higher[digit.index()]
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
