//! Chains and loops of strong and weak links.
//!
//! ```text
//! off -strong-> on -weak-> off -strong-> on ...     if the first is not, the last is
//! ```
//!
//! X-chains stay with one digit, XY-chains in cells with two candidates; nice loops and alternating inference chains (AICs)
//! take any link, and grouped ones lead through groups of places of a digit too. Definitions, and which of many chains comes
//! first, are HoDoKu's (B. Hobiger 2012); nice loops are P. James's and others' of 2005.

pub(super) mod link_graph;
pub(super) mod reach;

use crate::{
    Candidate, Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, TechniqueSet,
    candidates::{ascending, elimination_order},
    peers,
};
use gridmill_board::{Cell, Digit, DigitSet};
use link_graph::{LinkGraph, NodeId, Nodes};
use reach::{Consequences, Reach};

/// Memory of the search.
#[derive(Debug, Default)]
pub(super) struct ChainScratch {
    /// With candidates alone.
    single: LinkGraph,
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
    let Finder { marks, requested, thorough, .. } = *finder;
    let super::FinderMemory {
        chains: ChainScratch { single, grouped, tree, single_reach, reach },
        templates,
        ..
    } = &mut *finder.scratch;
    let lines = [Technique::XChain, Technique::XyChain];
    if lines.iter().any(|&line| requested.contains(line)) || requested.meets(LOOPS) {
        single.read(marks, Nodes::Candidates);
    }
    for technique in lines.into_iter().filter(|&line| requested.contains(line)) {
        // An X-chain eliminates only dead places.
        let digits = match technique {
            Technique::XChain => templates.digits(marks),
            _ => DigitSet::full(9),
        };
        if !digits.is_empty() {
            find_lines(marks, single, tree, technique, digits, sink)?;
        }
    }
    if requested.meets(LOOPS) {
        let (graph, tree, reach) = (&*single, &mut *tree, single_reach);
        reach::NiceLoopSearch { marks, graph, tree, reach, requested, grouped: false }.find(sink)?;
    }
    if requested.meets(GROUPED) {
        let nodes = [Nodes::Groups, Nodes::Sets];
        for nodes in nodes.into_iter().take(if thorough { 2 } else { 1 }) {
            grouped.read(marks, nodes);
            let (graph, tree, reach) = (&*grouped, &mut *tree, &mut *reach);
            reach::NiceLoopSearch { marks, graph, tree, reach, requested, grouped: true }.find(sink)?;
        }
    }
    SearchFlow::Continue(())
}

// X-chains, which stay with one digit, and XY-chains, which stay in cells with two candidates.
//
// ```text
// X     4 off r1c1, on r1c7, off r5c7, on r5c3 ...            4 goes from cells that see both ends
// XY    4 off r1c1, on 6 there, off 6 r5c1, on 4 there ...     likewise
// ```
//
// A chain has four to twenty nodes and no cell twice; an X-chain may return to its first cell, which then holds the digit. The shortest walk
// between two ends is tried first. If it returns to one of its cells, longer ones are searched depth first.

/// Fewest nodes of a chain.
const SHORTEST: usize = 4;
/// Most nodes of a chain.
const LONGEST: u32 = 20;
/// Most links that the search for a longer chain between two ends tries. Without a bound it could go on for hours where many cells have two
/// candidates.
const MAX_LINKS: u32 = 100_000;

/// Passes the best chain to the sink: most eliminations, then first eliminations, then first found; of chains with the same eliminations
/// the shortest. Then all others.
fn find_lines(
    marks: &Pencilmarks,
    graph: &LinkGraph,
    tree: &mut Tree,
    technique: Technique,
    digits: DigitSet,
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
        let taken = self.taken.iter().map(|cell| Candidate { cell, digit: self.digit });
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
                    Some(pairs) => pairs.on(cell, digit),
                    None => self.tree(root).on.cells(digit),
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
            self.extend(ends.end, nodes, &mut left, been, &mut path).then_some(path)
        })
    }

    /// Extends a path that ends with a node that is off to a chain of `nodes` nodes, by at most `left` links. The path has been to some
    /// cells.
    fn extend(
        &self,
        end: NodeId,
        nodes: usize,
        left: &mut u32,
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
                    if self.extend(end, nodes, &mut *left, been.with(cell).with(peer), path) {
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
        let eliminations = Candidates::from_cells(line.ends.digit, line.ends.taken);
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
            if let (Some(lower), Some(higher)) = (digits.pop_first(), digits.pop_first()) {
                pairs.lower[lower.index()] |= CellSet::only(cell);
                pairs.higher[higher.index()] |= CellSet::only(cell);
                pairs.digits[cell.index()] = (lower, higher);
            }
        }
        pairs
    }

    /// Returns the cells where a digit follows if it is not in a cell of two candidates, by walks of any length.
    fn on(&self, cell: Cell, digit: Digit) -> CellSet {
        let (lower, _) = self.digits[cell.index()];
        // Cells whose lower candidate follows, and those whose higher one does; found, and of these not followed yet.
        let only = CellSet::only(cell);
        let mut found = if digit == lower { [CellSet::EMPTY, only] } else { [only, CellSet::EMPTY] };
        let mut new = found;
        while new != [CellSet::EMPTY; 2] {
            let mut next = [CellSet::EMPTY; 2];
            for (cells, is_lower) in [(new[0], true), (new[1], false)] {
                cells.iter().for_each(|at| {
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

// Breadth-first tree of one node: its consequences, with the path to each.
//
// ```text
// unreached   the places of each digit that are not off yet:  on r1c1 -> unreached & peers of r1c1, in one operation
// ```
//
// Consequences of a node come in the order of its links. So of several shortest paths the one is kept that HoDoKu keeps.

/// Links that a tree follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Along {
    /// All.
    Everything,
    /// Those between candidates of the root's digit.
    Digit,
    /// Strong ones in the cells, weak ones between them.
    CellSet(CellSet),
}

/// A node that was reached.
#[derive(Debug, Clone, Copy)]
struct Reached {
    id: NodeId,
    parent: u32,
    cost: u32,
}

/// Everything that follows from a node.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Number of the growth in which a node was last reached, and its place there.
    seen: Vec<(u32, u32)>,
    growth: u32,
    nodes: Vec<Reached>,
    unreached: [CellSet; 9],
    unreached_digits: [DigitSet; 81],
    pub(crate) on: Candidates,
    path: Vec<NodeId>,
}

impl Default for Tree {
    fn default() -> Self {
        let (unreached, unreached_digits) = ([CellSet::EMPTY; 9], [DigitSet::EMPTY; 81]);
        let (seen, nodes, path) = (Vec::new(), Vec::new(), Vec::new());
        Self { seen, growth: 0, nodes, unreached, unreached_digits, on: Candidates::EMPTY, path }
    }
}

impl Tree {
    /// Grows from `root`, no longer chains than of `length` nodes.
    pub(crate) fn grow(&mut self, graph: &LinkGraph, root: NodeId, length: u32) {
        if graph.is_weighted() {
            self.grow_weighted(graph, root);
        } else {
            self.grow_along(graph, root, length, Along::Everything);
        }
    }

    /// Grows along some of the links.
    #[inline]
    fn grow_along(&mut self, graph: &LinkGraph, root: NodeId, length: u32, along: Along) {
        self.plant(graph, root);
        let limit = 2 * length.min(1 << 20);
        let mut n = 0;
        while let Some(&Reached { id, cost, .. }) = self.nodes.get(n)
            && cost + 4 <= limit
        {
            if link_graph::is_on_candidate(id) {
                self.put_off(graph, id, n, cost + 2, along);
                if along != Along::Everything || !graph.has_groups() {
                    n += 1;
                    continue;
                }
            }
            for &to in graph.links(id) {
                let follows = match along {
                    Along::Everything => true,
                    Along::Digit => graph.digit(to) == graph.digit(id),
                    Along::CellSet(_) => graph.cell(to) == graph.cell(id),
                };
                if follows && self.seen[to as usize].0 != self.growth {
                    self.reach(to, n, cost + 2);
                }
            }
            n += 1;
        }
    }

    /// Turns off the rest of the cell, row, column and box of a candidate that is on.
    #[inline]
    fn put_off(&mut self, graph: &LinkGraph, id: NodeId, parent: usize, cost: u32, along: Along) {
        let (cell, digit) = (graph.cell(id), graph.digit(id));
        let mut seen = self.unreached[digit.index()] & peers(cell);
        match along {
            Along::Everything => {
                for other in self.unreached_digits[cell.index()].iter().filter(|&other| other != digit) {
                    self.reach_off(cell, other, parent, cost);
                }
            }
            Along::Digit => {}
            Along::CellSet(cells) => seen &= cells,
        }
        if !seen.is_several() {
            seen.iter().for_each(|peer| self.reach_off(peer, digit, parent, cost));
            return;
        }
        for kind in HouseKind::ALL {
            let there = seen & House::holding(kind, cell).cells();
            for peer in there {
                self.reach_off(peer, digit, parent, cost);
            }
            seen -= there;
        }
    }

    #[inline]
    fn reach_off(&mut self, cell: Cell, digit: Digit, parent: usize, cost: u32) {
        self.unreached[digit.index()] = self.unreached[digit.index()].without(cell);
        self.unreached_digits[cell.index()].remove(digit);
        self.push(link_graph::off(cell, digit), parent, cost);
    }

    /// Grows along links of different cost. A cheaper path replaces a dearer one.
    fn grow_weighted(&mut self, graph: &LinkGraph, root: NodeId) {
        self.plant(graph, root);
        let mut n = 0;
        while let Some(&Reached { id, cost, .. }) = self.nodes.get(n) {
            for &to in graph.links(id) {
                let cost = cost + graph.cost(id, to);
                if self.seen[to as usize].0 == self.growth {
                    self.shorten(to, n, cost);
                } else {
                    self.reach(to, n, cost);
                }
            }
            n += 1;
        }
    }

    fn plant(&mut self, graph: &LinkGraph, root: NodeId) {
        self.growth += 1;
        self.seen.resize(self.seen.len().max(graph.len()), (0, 0));
        self.nodes.clear();
        self.on = Candidates::EMPTY;
        self.unreached = graph.places;
        self.unreached_digits = graph.digits;
        self.reach(root, 0, 0);
    }

    #[inline]
    fn reach(&mut self, id: NodeId, parent: usize, cost: u32) {
        if link_graph::is_candidate(id) {
            let (cell, digit) = link_graph::candidate(id);
            if !link_graph::is_on_candidate(id) {
                return self.reach_off(cell, digit, parent, cost);
            }
            self.on.insert(cell, digit);
        }
        self.push(id, parent, cost);
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
    fn push(&mut self, id: NodeId, parent: usize, cost: u32) {
        self.seen[id as usize] = (self.growth, self.nodes.len() as u32);
        self.nodes.push(Reached { id, parent: parent as u32, cost });
    }

    /// Replaces the path to a node that was reached before by a cheaper one, unless the old one is a link from the root.
    fn shorten(&mut self, id: NodeId, parent: usize, cost: u32) {
        let reached = &mut self.nodes[self.seen[id as usize].1 as usize];
        if reached.parent != 0 && reached.cost > cost {
            #[expect(clippy::cast_possible_truncation, reason = "some thousands")]
            let parent = parent as u32;
            *reached = Reached { parent, cost, ..*reached };
        }
    }

    /// Returns the number of nodes reached, the root included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node that was reached as the `place`-th.
    #[inline]
    pub(crate) fn node(&self, place: usize) -> NodeId {
        self.nodes[place].id
    }

    /// The places of a digit that are off.
    #[inline]
    pub(crate) fn off(&self, graph: &LinkGraph, digit: Digit) -> CellSet {
        graph.places[digit.index()] - self.unreached[digit.index()]
    }

    /// All candidates that were reached.
    pub(crate) fn consequences(&self, graph: &LinkGraph) -> Consequences {
        let mut off = Candidates::EMPTY;
        for digit in DigitSet::full(9) {
            off.extend(digit, self.off(graph, digit));
        }
        Consequences { on: self.on, off }
    }

    /// A node's place among those reached.
    #[inline]
    pub(crate) fn place(&self, id: NodeId) -> Option<usize> {
        let (growth, place) = self.seen[id as usize];
        (growth == self.growth).then_some(place as usize)
    }

    /// Returns the cost of the path to the node at a place: two for each link, more through almost locked sets.
    #[inline]
    pub(crate) fn cost(&self, place: usize) -> u32 {
        self.nodes[place].cost
    }

    /// Returns the number of nodes of the path from the root to a node, where all links cost the same.
    #[inline]
    pub(crate) fn length(&self, id: NodeId) -> Option<usize> {
        self.place(id).map(|place| self.nodes[place].cost as usize / 2 + 1)
    }

    /// Returns the path from the root to the node at a place.
    pub(crate) fn path(&mut self, place: usize) -> &[NodeId] {
        self.path.clear();
        let mut at = place;
        while at != 0 {
            self.path.push(self.nodes[at].id);
            at = self.nodes[at].parent as usize;
        }
        self.path.push(self.nodes[0].id);
        self.path.reverse();
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Tree,
        link_graph::{self, LinkGraph, Nodes},
        reach::Reach,
    };
    use crate::{
        Candidates,
        Conventions::Hodoku,
        House, HouseKind, Pencilmarks, Rater, Reason, Rulebook, Technique,
        candidates::elimination_order,
        peers,
        testing::{HARD, all, assert_memory_changes_nothing, found, position, rated, states},
    };
    use gridmill_board::{Cell, Digit};

    /// Returns the eliminations of the preferred step, and the nodes of its chain.
    fn first(marks: &Pencilmarks, technique: Technique) -> (String, usize) {
        let nodes = match &all(marks, technique)[0].reason {
            Reason::Chain(nodes) => nodes.len(),
            reason => panic!("{reason:?} is no chain"),
        };
        (found(marks, technique, Hodoku).remove(0), nodes)
    }

    #[test]
    fn an_x_chain_takes_what_sees_both_ends() {
        // 5: r1c1 = r5c1 - r6c2 = r6c8 - r9c8 = r9c5.
        let marks = position("no 5 in r2346789c1 r6c345679 r9c234679");
        assert_eq!(first(&marks, Technique::XChain), ("5 r1c5".to_owned(), 6));
    }

    #[test]
    fn an_xy_chain_takes_what_sees_both_ends() {
        let long = position("12 in r1c1, 23 in r1c2, 34 in r6c2, 45 in r6c9, 15 in r9c9");
        assert_eq!(first(&long, Technique::XyChain), ("1 r1c9 r9c1".to_owned(), 10));
        let short = position("12 in r1c1, 23 in r1c5, 34 in r5c5, 14 in r5c9");
        assert_eq!(first(&short, Technique::XyChain), ("1 r1c9 r5c1".to_owned(), 8));
    }

    /// r1c1 1 = r7c1 4 = r7c7 3 = r1c7 2 = r1c1: each cell keeps its two digits.
    #[test]
    fn a_continuous_loop_locks_its_cells() {
        let ring = position("columns 1 in r17c1, rows 4 in r7c17, columns 3 in r17c7, rows 2 in r1c17");
        let (taken, nodes) = first(&ring, Technique::ContinuousNiceLoop);
        let expected = "1 r17c7, 2 r7c17, 3 r17c1, 4 r1c17, 5 r17c17, 6 r17c17, 7 r17c17, 8 r17c17, 9 r17c17";
        assert_eq!((taken.as_str(), nodes), (expected, 8));
    }

    /// r1c1 1 = r7c1 4 = r7c2 6 = r2c2 - 1 = r1c1: 1 is there or there.
    #[test]
    fn a_discontinuous_loop_of_strong_links_leaves_one_digit() {
        let links = "rows 4 in r7c12, columns 6 in r27c2, no 1 in r1c23 r2c13 r3c123";
        let expected = "2 r1c1, 3 r1c1, 4 r1c1, 5 r1c1, 6 r1c1, 7 r1c1, 8 r1c1, 9 r1c1";
        let marks = position(&format!("columns 1 in r17c1, {links}"));
        assert_eq!(first(&marks, Technique::DiscontinuousNiceLoop).0, expected);
        let found = found(&position(links), Technique::DiscontinuousNiceLoop, Hodoku);
        assert!(!found.contains(&expected.to_owned()));
    }

    #[test]
    fn an_inference_chain_of_one_digit_takes_what_sees_both_ends() {
        // 1 at r1c1 = r7c1 - r7c7 = r1c7.
        let marks = position("columns 1 in r17c1 r17c7");
        assert_eq!(first(&marks, Technique::Aic), ("1 r1c2345689".to_owned(), 4));
    }

    #[test]
    fn groups_are_links_of_grouped_chains() {
        // 1 in row 1 at c1 or c78, in column 9 at r3 or r9.
        let both_ends = position("rows 1 in r1c178 r7c18, columns 1 in r39c9");
        let expected = "1 r2345689c1".to_owned();
        assert_eq!(first(&both_ends, Technique::GroupedAic), (expected, 6));
        let round = position("rows 1 in r1c178, columns 1 in r39c9, rows 2 in r9c19, columns 3 in r19c1");
        let (taken, nodes) = first(&round, Technique::GroupedContinuousNiceLoop);
        let rest = ["4", "5", "6", "7", "8", "9"].map(|digit| format!("{digit} r1c1 r9c19")).join(", ");
        assert_eq!((taken, nodes), (format!("1 r23c78 r9c1, 2 r1c1, 3 r9c9, {rest}"), 8));
    }

    /// A chain of ten nodes whose eliminations come first, and one of eight.
    #[test]
    fn the_chain_with_the_first_eliminations_is_preferred_to_a_shorter_one() {
        let long = "12 in r1c1, 23 in r1c2, 34 in r6c2, 45 in r6c9, 15 in r4c9";
        let short = "67 in r8c5, 78 in r8c8, 89 in r5c8, 69 in r5c3";
        assert_eq!(first(&position(short), Technique::XyChain), ("6 r5c5 r8c3".to_owned(), 8));
        let both = position(&format!("{long}, {short}"));
        assert_eq!(first(&both, Technique::XyChain), ("1 r1c9 r4c1".to_owned(), 10));
    }

    /// Takes the nodes of a chain.
    type See<'a> = dyn FnMut(&[(Cell, Digit)]) + 'a;

    /// Every chain by its definition, depth first: no cell twice but by the strong link of an XY-chain, 20 nodes at most.
    fn walk(marks: &Pencilmarks, is_xy: bool, path: &mut Vec<(Cell, Digit)>, see: &mut See<'_>) {
        let (cell, digit) = path[path.len() - 1];
        let alone = |house: House, digit| marks.places_in(house, digit).len() == 2;
        let strong: Vec<(Cell, Digit)> = if is_xy {
            marks.candidates(cell).iter().filter(|&other| other != digit).map(|other| (cell, other)).collect()
        } else {
            let sees = |&peer: &Cell| {
                HouseKind::ALL.into_iter().any(|kind| {
                    let house = House::holding(kind, cell);
                    house.cells().contains(peer) && alone(house, digit)
                })
            };
            (marks.places(digit) & peers(cell)).iter().filter(sees).map(|peer| (peer, digit)).collect()
        };
        for on in strong {
            let closes = !is_xy && on.0 == path[0].0;
            if !is_xy && !closes && path.iter().any(|node| node.0 == on.0) {
                continue;
            }
            path.push(on);
            if on.1 == path[0].1 && path.len() >= 4 {
                see(path);
            }
            if path.len() < 20 && !closes {
                let next = marks.places(on.1) & peers(on.0);
                for peer in next.iter().filter(|&peer| !is_xy || marks.candidates(peer).len() == 2) {
                    if path.iter().all(|node| node.0 != peer) {
                        path.push((peer, on.1));
                        walk(marks, is_xy, path, see);
                        path.pop();
                    }
                }
            }
            path.pop();
        }
    }

    #[test]
    fn the_best_line_is_the_best_of_all_simple_paths() {
        let mut seen = [0, 0];
        for puzzle in rated().iter().take(40) {
            let mut marks = Pencilmarks::new(puzzle);
            let mut rater = Rater::new(Rulebook::hodoku());
            while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
                // Before a single there are too many open cells for a search of all paths.
                let is_late = marks.empty().len() < 55 && step.placement.is_none();
                for (n, technique) in
                    [Technique::XChain, Technique::XyChain].into_iter().enumerate().filter(|_| is_late)
                {
                    let mut best: Option<(u32, u32, Candidates)> = None;
                    for cell in marks.empty() {
                        for digit in marks
                            .candidates(cell)
                            .iter()
                            .filter(|_| n == 0 || marks.candidates(cell).len() == 2)
                        {
                            walk(&marks, n == 1, &mut vec![(cell, digit)], &mut |path| {
                                let (end, _) = path[path.len() - 1];
                                let taken = Candidates::from_cells(
                                    digit,
                                    marks.places(digit) & peers(cell) & peers(end),
                                );
                                let rank = (81 - taken.len(), elimination_order(taken.iter()), taken);
                                if !taken.is_empty()
                                    && best.is_none_or(|best| (rank.0, rank.1) < (best.0, best.1))
                                {
                                    best = Some(rank);
                                }
                            });
                        }
                    }
                    let ours = all(&marks, technique).first().map(|step| step.eliminations);
                    assert_eq!(ours, best.map(|(.., taken)| taken), "{technique} in {}", marks.grid());
                    seen[n] += usize::from(ours.is_some());
                }
                marks.apply(&step);
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }

    /// Closures of all roots, which share those of the nodes that they lead to and are kept from step to step, and trees of each root by itself
    /// in a new graph.
    #[test]
    fn a_node_reaches_what_its_tree_does() {
        let mut tree = Tree::default();
        let mut kept =
            [Nodes::Candidates, Nodes::Groups].map(|nodes| (nodes, LinkGraph::default(), Reach::default()));
        let mut count = 0;
        for marks in &states(HARD) {
            for (nodes, graph, reach) in &mut kept {
                graph.read(marks, *nodes);
                reach.read(graph);
                let graph = &mut LinkGraph::default();
                graph.read(marks, *nodes);
                for cell in marks.empty() {
                    for digit in marks.candidates(cell) {
                        for root in [link_graph::off(cell, digit), link_graph::on(cell, digit)] {
                            tree.grow(graph, root, u32::MAX);
                            let (expected, found) = (tree.consequences(graph), reach.from(graph, root));
                            assert_eq!(
                                (found.on, found.off),
                                (expected.on, expected.off),
                                "{cell:?} {digit}"
                            );
                            count += found.on.len();
                        }
                    }
                }
            }
        }
        assert!(count > 10_000);
    }

    #[test]
    fn loops_are_searched_from_step_to_step_without_difference() {
        for technique in [
            Technique::DiscontinuousNiceLoop,
            Technique::Aic,
            Technique::GroupedDiscontinuousNiceLoop,
            Technique::GroupedAic,
        ] {
            assert_memory_changes_nothing(technique);
        }
    }
}
