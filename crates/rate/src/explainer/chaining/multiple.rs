//! Comparison of closures: contradictions, and conclusions that several closures share.
//!
//! ```text
//! verity_prefilter   finds cells and houses whose candidates share a conclusion
//! hint               the result: ends of chains and a target
//! group_record       the last comparison of each group
//! layer              the closures of one level, with their records
//! closures           the layers of one state
//! collect            compares closures, counts nodes, proposes hints
//! ```
//!
//! Each file uses only those above it.

use super::{
    ChainKind, ChainLevel, LinkKinds,
    candidates::{
        CANDIDATES, CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, HOUSE_CELLS, bits, id, is_pair, parts,
    },
    closure::{
        AncestorWalk, Cause, Closure, ClosureStatus, ConclusionScratch, DEEPEST, LinkMode, with_conclusions,
    },
    dynamic::{NestedHint, NestedHints, RemovedCandidates},
    implications::ImplicationSets,
};
use crate::CellSet;
use gridmill_board::Cell;

// Verity prefilter: cells and houses whose static closures may share a conclusion.
//
// ```text
// r1c1 = {1,2,3}    candidates that are off because of each of the three, by implication sets: if none in common, no closure is
//                   followed
// ```

/// Groups that may share a conclusion: cells, and digits by house.
#[derive(Debug, Default)]
pub(crate) struct VerityPrefilter {
    pub(crate) cells: CellSet,
    pub(crate) digits: [u16; 27],
}

/// Returns true if the Explainer starts static chains from a cell with these candidates, or from a house whose first place is
/// such a cell.
const fn is_source(candidates: u16) -> bool {
    candidates.count_ones() > 2
}

impl VerityPrefilter {
    /// Finds the groups by implication sets.
    pub(crate) fn find(
        grid: &CandidateGrid,
        implications: &mut ImplicationSets,
        scratch: &mut ConclusionScratch,
    ) -> Self {
        implications.update(grid, LinkKinds::Xy);
        let mut verity = Self::default();
        with_conclusions(grid, implications.classes(), scratch, |may_share| verity.ask(grid, may_share));
        verity
    }

    /// Keeps the groups that pass a test.
    fn ask(&mut self, grid: &CandidateGrid, may_share: &dyn Fn(&[CandidateId]) -> bool) {
        let mut group = [0; 9];
        let mut test = |all: &mut dyn Iterator<Item = CandidateId>| {
            let mut count = 0;
            for (slot, own) in group.iter_mut().zip(all) {
                *slot = own;
                count += 1;
            }
            may_share(&group[..count])
        };
        for (cell, &candidates) in grid.cells.iter().enumerate().filter(|(_, of)| is_source(**of)) {
            if test(&mut bits(candidates).map(|digit| id(cell, digit))) {
                self.cells = self.cells.with(Cell::new(cell));
            }
        }
        for (house, positions) in grid.positions.iter().enumerate() {
            let cells = CELL_AT[house].map(usize::from);
            for (digit, &positions) in positions.iter().enumerate().filter(|(_, of)| of.count_ones() > 1) {
                let first = cells[positions.trailing_zeros() as usize];
                if is_source(grid.cells[first])
                    && test(&mut bits(positions).map(|index| id(cells[index], digit)))
                {
                    self.digits[house] |= 1 << digit;
                }
            }
        }
    }

    /// Returns true if there is no such group.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.digits == [0; 27]
    }
}

// Hints that closures give, and the goal of a search for them.

/// End of a chain: a node of a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChainEnd {
    pub(crate) closure: u16,
    pub(crate) node: u16,
}

/// Result of several chains, or of one that contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) kind: ChainKind,
    pub(crate) nodes: u32,
    pub(crate) target: (CandidateId, bool),
    pub(crate) ends: Vec<ChainEnd>,
    /// Cause that the assumptions count as, in a chain that this one is nested in.
    pub(crate) assumed: Cause,
}

impl Hint {
    /// Returns the sort key: the lowest comes first.
    pub(crate) fn key(&self) -> (u32, u8) {
        (self.nodes, self.kind.sort_key())
    }
}

/// Requested hints: the first, or all.
#[derive(Debug)]
pub(crate) enum HintGoal {
    /// The first, if it has at most `round` nodes.
    First { best: Option<Hint>, round: u32 },
    /// All, in the order in which they are collected.
    All(Vec<Hint>),
    /// None: closures are only followed to their ends.
    Nothing,
}

impl HintGoal {
    /// The first hint, of any length.
    pub(crate) const FIRST: Self = Self::First { best: None, round: u32::MAX };

    /// Returns the most nodes that a hint may have.
    pub(crate) fn most(&self) -> u32 {
        match self {
            Self::First { best, round } => best.as_ref().map_or(*round, |best| best.nodes),
            Self::All(_) | Self::Nothing => u32::MAX,
        }
    }
}

/// The most nodes of a hint, by round.
pub(crate) const ROUNDS: [u32; 3] = [10, 18, 36];

/// Returns the depth that closures must reach to show all hints with `nodes` nodes.
///
/// The source is on: a node that follows from one that is off at depth k is on after 2 k + 3 nodes, or off after 2 k + 4. The
/// other end of the hint is no source, or it is a source that is on and clashes. Both cases need 2 k + 5 nodes.
///
/// The source is off: each count is one less. The source itself may be the other end, so 2 k + 3 nodes are enough.
fn depth_for(on: bool, nodes: u32) -> u16 {
    let shift = if on { 5 } else { 3 };
    if nodes < shift { 0 } else { u16::try_from((nodes - shift) / 2 + 1).unwrap_or(DEEPEST) }
}

// Groups of closures that are compared, and the record of the last comparison of each.
//
// ```text
// 0..729       a candidate, on and off
// 729..810     the candidates of a cell
// 810..1053    the places of a digit in a house
// ```

pub(crate) const GROUPS: usize = CANDIDATES + 81 + 243;

/// Returns the group of the candidates of a cell.
const fn cell_group(cell: usize) -> usize {
    CANDIDATES + cell
}

/// Returns the group of the places of a digit in a house.
const fn house_group(house: usize, digit: usize) -> usize {
    CANDIDATES + 81 + 9 * house + digit
}

/// Result of the last comparison of a group.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GroupRecord {
    /// Nodes of all closures of the group together.
    pub(crate) nodes: usize,
    /// Lower bound of the nodes of all hints that had too many.
    fewest_rejected: u32,
    /// Lower bound of the nodes of all hints.
    pub(crate) fewest: u32,
}

impl GroupRecord {
    /// Returns the record of a group whose closures have `nodes` together, before any hint is seen.
    pub(crate) const fn new(nodes: usize) -> Self {
        Self { nodes, fewest_rejected: u32::MAX, fewest: u32::MAX }
    }

    /// Returns true if a comparison may give a new hint of at most `most` nodes.
    ///
    /// Closures that did not grow give only the hints that had too many nodes before.
    fn needs_comparison(&self, nodes: usize, most: u32) -> bool {
        self.nodes != nodes || self.fewest_rejected <= most
    }

    /// Records a hint, which is rejected if it has more than `most` nodes.
    pub(crate) fn add(&mut self, nodes: u32, most: u32) {
        self.fewest = self.fewest.min(nodes);
        if nodes > most {
            self.fewest_rejected = self.fewest_rejected.min(nodes);
        }
    }

    /// Makes the next comparison consider all hints again.
    pub(crate) fn reconsider_all(&mut self) {
        self.fewest_rejected = self.fewest;
    }
}

// Closures of all candidates at one level, and the records of their comparison.

/// Closures of all candidates in a state, as one level leaves them.
#[derive(Debug, Default)]
pub(super) struct ClosureLayer {
    /// By rank: first all candidates that are on, then all that are off.
    pub(crate) closures: Vec<Closure>,
    pub(crate) started: Vec<bool>,
    /// By closure: true if no further pattern or nested chain can extend it.
    pub(crate) done: Vec<bool>,
    /// By closure: lower bound of the nodes of any hint that a further extension can give.
    pub(crate) lowest: Vec<u32>,
    pub(crate) records: Vec<GroupRecord>,
    /// True if computed for the current state.
    pub(crate) ready: bool,
    /// True if all closures were followed to the end of the level.
    pub(crate) complete: bool,
}

impl ClosureLayer {
    /// Empties the layer and allocates `count` closures, unless it is ready.
    pub(crate) fn prepare(&mut self, count: usize) {
        if self.ready {
            return;
        }
        self.ready = true;
        self.complete = false;
        self.started.clear();
        self.started.resize(count, false);
        self.done.clear();
        self.done.resize(count, false);
        self.lowest.clear();
        self.lowest.resize(count, 0);
        self.records.clear();
        self.records.resize(GROUPS, GroupRecord::default());
        if self.closures.len() < count {
            self.closures.resize_with(count, Closure::default);
        }
    }

    /// Clears the records of all groups that a closure is part of.
    fn forget(&mut self, of: CandidateId, on: bool) {
        self.records[usize::from(of)] = GroupRecord::default();
        if on {
            let (cell, digit) = parts(of);
            self.records[cell_group(cell)] = GroupRecord::default();
            for house in CELL_HOUSES[cell].houses {
                self.records[house_group(usize::from(house), digit)] = GroupRecord::default();
            }
        }
    }

    /// Keeps the closures that are the same after some candidates were removed.
    pub(crate) fn reuse(
        &mut self,
        removed: &RemovedCandidates<'_>,
        ids: &[CandidateId],
        rank: &[u16],
        level: usize,
    ) {
        self.complete = false;
        for &id in &removed.ids {
            let rank = usize::from(rank[usize::from(id)]);
            self.started[rank] = false;
            self.started[rank + ids.len()] = false;
            self.forget(id, true);
        }
        for at in 0..self.started.len() {
            if self.started[at] && !removed.reuse(&mut self.closures[at], level) {
                self.started[at] = false;
                self.forget(ids[at % ids.len()], at < ids.len());
            }
        }
        self.records.iter_mut().for_each(GroupRecord::reconsider_all);
    }
}

// The closures of one state, layer by layer, and the memory that comparisons share.
//
// ```text
// layer 0     links alone; a round follows them as deep as it needs
// layer 1     a copy, with patterns
// layer 2     a copy of layer 1, with simple chains ...      layer 4 continues from layer 1 again
// ```

/// Closures of all candidates of a state.
#[derive(Debug, Default)]
pub(crate) struct Closures {
    pub(crate) layers: Vec<ClosureLayer>,
    /// The layer of the level that is searched.
    pub(crate) current: usize,
    /// The candidates by rank.
    pub(crate) ids: Vec<CandidateId>,
    /// The ranks by candidate.
    pub(crate) rank: Vec<u16>,
    /// Digits that the search skips, as bits.
    pub(crate) skipped_digits: u16,
    pub(crate) mode: LinkMode,
    pub(crate) nested_hints: NestedHints,
    /// Restricts static chains.
    pub(crate) verity: VerityPrefilter,
    /// Memory of one comparison: shared conclusions, by their number in the first closure.
    shared: Vec<(u16, CandidateId)>,
    walk: AncestorWalk,
}

impl Closures {
    /// Numbers the candidates of a new state and discards all layers.
    pub(crate) fn reset(&mut self, grid: &CandidateGrid) {
        self.ids.clear();
        self.rank.clear();
        self.rank.resize(CANDIDATES, u16::MAX);
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for digit in bits(candidates) {
                #[expect(clippy::cast_possible_truncation, reason = "below 729")]
                {
                    self.rank[usize::from(id(cell, digit))] = self.ids.len() as u16;
                }
                self.ids.push(id(cell, digit));
            }
        }
        self.layers.iter_mut().for_each(|layer| layer.ready = false);
        self.nested_hints.clear();
    }

    /// Makes a layer the current one.
    pub(crate) fn select(&mut self, layer: usize) {
        self.current = layer;
        if self.layers.len() <= layer {
            self.layers.resize_with(layer + 1, ClosureLayer::default);
        }
        self.prepare(layer);
    }

    /// Prepares a layer for the closures of all candidates, on and off.
    pub(crate) fn prepare(&mut self, layer: usize) {
        let count = 2 * self.ids.len();
        self.layers[layer].prepare(count);
    }

    /// Returns the current layer.
    fn layer(&self) -> &ClosureLayer {
        &self.layers[self.current]
    }

    /// Returns the record of a group in the current layer.
    fn record(&mut self, group: usize) -> &mut GroupRecord {
        &mut self.layers[self.current].records[group]
    }

    /// Returns the parts that are needed to walk the ancestors of a node.
    fn walking(&mut self) -> (&ClosureLayer, &mut AncestorWalk, &NestedHints) {
        (&self.layers[self.current], &mut self.walk, &self.nested_hints)
    }

    fn closure_of(&self, of: CandidateId, on: bool) -> u16 {
        let rank = self.rank[usize::from(of)];
        #[expect(clippy::cast_possible_truncation, reason = "below 729")]
        if on { rank } else { rank + self.ids.len() as u16 }
    }

    /// Follows links from a candidate as deep as hints of `most` nodes need. Returns the number of its closure.
    fn follow(&mut self, grid: &CandidateGrid, of: CandidateId, on: bool, most: u32) -> u16 {
        let at = self.closure_of(of, on);
        if self.current == 0 {
            self.follow_links(grid, usize::from(at), (of, on), depth_for(on, most));
        }
        at
    }

    /// Follows links in a closure of layer 0 to a depth.
    pub(crate) fn follow_links(
        &mut self,
        grid: &CandidateGrid,
        at: usize,
        (of, on): (CandidateId, bool),
        depth: u16,
    ) {
        let layer = &mut self.layers[0];
        let closure = &mut layer.closures[at];
        if !layer.started[at] {
            layer.started[at] = true;
            closure.start(grid, of, on, self.mode.dynamic);
        }
        if closure.status == ClosureStatus::Open {
            let before = closure.nodes.len();
            closure.run(grid, self.mode, depth);
            self.nested_hints.work += (closure.nodes.len() - before) as u64;
        }
    }

    /// Starts a closure of one layer as a copy of the same closure in a lower one.
    pub(crate) fn copy(&mut self, at: usize, from: usize, to: usize) {
        let (lower, upper) = self.layers.split_at_mut(to);
        let layer = &mut upper[0];
        layer.closures[at].copy(&lower[from].closures[at]);
        layer.started[at] = true;
        layer.done[at] = false;
        layer.lowest[at] = 0;
    }
}

// Comparison of closures, in the order in which the Explainer collects hints.
//
// ```text
// for each cell
//     for each candidate     contradiction if on, contradiction if off; shared by on and off; shared by all places in a house
//     shared by all candidates of the cell
// ```
//
// The hint with the fewest nodes comes first. The closure of a candidate is computed once and followed in rounds, each deeper
// than the one before. A hint with few nodes has no deep ones. So the first round that finds a hint with no more nodes
// than the round allows has found the one that comes first.

/// Nodes of a chain for a reader, and the places of parent and child.
type ShownChain = (Vec<(CandidateId, bool)>, Vec<[u16; 2]>);

/// Returns true if a candidate that is on, or off, may turn on another of its digit (Nishio prefilter).
fn may_contradict(grid: &CandidateGrid, cell: usize, digit: usize) -> bool {
    let around = &CELL_HOUSES[cell];
    let left = grid.places[digit] - around.peers;
    let by_on = (0..27u8).zip(HOUSE_CELLS).any(|(house, cells)| {
        grid.positions[usize::from(house)][digit] != 0
            && !(left & cells).is_several()
            && !around.houses.contains(&house)
    });
    by_on || around.houses.iter().any(|&house| is_pair(grid.positions[usize::from(house)][digit]))
}

impl Closures {
    /// Proposes all hints to the goal, in the order in which the Explainer collects them.
    pub(crate) fn collect(&mut self, grid: &CandidateGrid, level: ChainLevel, goal: &mut HintGoal) {
        if matches!(goal, HintGoal::Nothing) {
            return;
        }
        let fewest = if level == ChainLevel::Multiple { 3 } else { 2 };
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            if candidates.count_ones() >= fewest {
                self.at_cell(grid, cell, level, goal);
            }
        }
    }

    fn at_cell(&mut self, grid: &CandidateGrid, cell: usize, level: ChainLevel, goal: &mut HintGoal) {
        let candidates = grid.cells[cell];
        let mut all = [0; 9];
        let mut count = 0;
        let alone = level != ChainLevel::Multiple || self.verity.cells.contains(Cell::new(cell));
        for digit in bits(candidates & !self.skipped_digits) {
            let own = id(cell, digit);
            if level == ChainLevel::Nishio && !may_contradict(grid, cell, digit) {
                continue;
            }
            let on = if alone { self.follow(grid, own, true, goal.most()) } else { 0 };
            all[count] = on;
            count += 1;
            if level != ChainLevel::Multiple {
                self.contradiction(grid, on, (own, false), goal);
                let off = self.follow(grid, own, false, goal.most());
                self.contradiction(grid, off, (own, true), goal);
                if level >= ChainLevel::Dynamic(0) && candidates.count_ones() >= 3 {
                    let kind = (ChainKind::Double, Cause::None);
                    self.shared(grid, &[on, off], (usize::from(own), kind), goal);
                }
            }
            if level != ChainLevel::Nishio {
                for kind in 0..3 {
                    self.in_house(grid, cell, digit, kind, level, goal);
                }
            }
        }
        if level != ChainLevel::Nishio && alone {
            let kind = (ChainKind::Cell, Cause::Cell);
            self.shared(grid, &all[..count], (cell_group(cell), kind), goal);
        }
    }

    fn in_house(
        &mut self,
        grid: &CandidateGrid,
        cell: usize,
        digit: usize,
        kind: u8,
        level: ChainLevel,
        goal: &mut HintGoal,
    ) {
        let around = &CELL_HOUSES[cell];
        let house = usize::from(around.houses[usize::from(kind)]);
        let positions = grid.positions[house][digit];
        if positions.count_ones() < 2
            || positions.trailing_zeros() != u32::from(around.index[usize::from(kind)])
        {
            return;
        }
        if level == ChainLevel::Multiple && self.verity.digits[house] >> digit & 1 == 0 {
            return;
        }
        let mut all = [0; 9];
        let mut count = 0;
        let most = goal.most();
        for index in bits(positions) {
            all[count] = self.follow(grid, id(usize::from(CELL_AT[house][index]), digit), true, most);
            count += 1;
        }
        self.shared(
            grid,
            &all[..count],
            (house_group(house, digit), (ChainKind::House, Cause::House(kind))),
            goal,
        );
    }

    fn contradiction(
        &mut self,
        grid: &CandidateGrid,
        at: u16,
        target: (CandidateId, bool),
        goal: &mut HintGoal,
    ) {
        if let ClosureStatus::Clash(clash) = self.layer().closures[usize::from(at)].status {
            let ends = clash.map(|node| ChainEnd { closure: at, node });
            self.propose(grid, (ChainKind::Contradiction, Cause::None), &ends, target, goal);
        }
    }

    /// Proposes the nodes that all closures share, in the order of the first closure: on before off.
    ///
    /// A group is skipped if its closures did not grow since the last round and gave no hint that had too many nodes for it.
    fn shared(
        &mut self,
        grid: &CandidateGrid,
        all: &[u16],
        (group, kind): (usize, (ChainKind, Cause)),
        goal: &mut HintGoal,
    ) {
        let most = goal.most();
        let closures = &self.layer().closures;
        let nodes = all.iter().map(|&at| closures[usize::from(at)].nodes.len()).sum();
        if !self.record(group).needs_comparison(nodes, most) {
            return;
        }
        let mut record = GroupRecord::new(nodes);
        for on in [true, false] {
            let mut found = std::mem::take(&mut self.shared);
            let least = self.find_shared(all, on, most, &mut found);
            record.add(least, most);
            for &(_, target) in &found {
                let mut ends = [ChainEnd { closure: 0, node: 0 }; 9];
                for (end, &closure) in ends.iter_mut().zip(all) {
                    let node = self.layer().closures[usize::from(closure)].number(target, on);
                    *end = ChainEnd { closure, node };
                }
                let nodes = self.propose(grid, kind, &ends[..all.len()], (target, on), goal);
                record.add(nodes, most);
            }
            self.shared = found;
        }
        *self.record(group) = record;
    }

    /// Finds shared nodes that may have few enough ancestors, by their number in the first closure. Returns a lower bound of the
    /// ancestors of all others.
    fn find_shared(&self, all: &[u16], on: bool, most: u32, found: &mut Vec<(u16, CandidateId)>) -> u32 {
        let closures = &self.layer().closures;
        let of = |at: &u16| &closures[usize::from(*at)];
        let mut common: [CellSet; 9] = of(&all[0]).sets[usize::from(on)].places;
        for at in &all[1..] {
            for (cells, more) in common.iter_mut().zip(&of(at).sets[usize::from(on)].places) {
                *cells &= *more;
            }
        }
        found.clear();
        let mut fewest = u32::MAX;
        for (digit, cells) in common.into_iter().enumerate() {
            for target in cells.iter().map(|cell| id(cell.index(), digit)) {
                let least: u32 = all.iter().map(of).map(|from| from.fewest(from.number(target, on))).sum();
                if least <= most {
                    found.push((of(&all[0]).number(target, on), target));
                } else {
                    fewest = fewest.min(least);
                }
            }
        }
        found.sort_unstable();
        fewest
    }

    /// Takes a hint if it has an effect and serves the goal. Returns its nodes, or any number above the most that are allowed.
    fn propose(
        &mut self,
        grid: &CandidateGrid,
        (kind, assumed): (ChainKind, Cause),
        ends: &[ChainEnd],
        target: (CandidateId, bool),
        goal: &mut HintGoal,
    ) -> u32 {
        let most = goal.most();
        if target.1 && grid.cells[parts(target.0).0].count_ones() < 2 {
            return 0;
        }
        // In a static closure each node has one parent, so its ancestors are a path.
        let nodes = if self.mode.dynamic {
            self.count_nodes(ends, most)
        } else {
            ends.iter().map(|end| self.layer().closures[usize::from(end.closure)].fewest(end.node)).sum()
        };
        let hint = || Hint { kind, nodes, target, ends: ends.to_vec(), assumed };
        match goal {
            HintGoal::First { best, .. } => {
                let key = (nodes, kind.sort_key());
                if nodes <= most && best.as_ref().is_none_or(|best| key < best.key()) {
                    *best = Some(hint());
                }
            }
            HintGoal::All(all) => all.push(hint()),
            HintGoal::Nothing => {}
        }
        nodes
    }

    /// Counts the nodes of chains, nested chains included. Stops at any number above `most`.
    pub(crate) fn count_nodes(&mut self, ends: &[ChainEnd], most: u32) -> u32 {
        let mut nodes = 0;
        let mut nested: Vec<u32> = Vec::new();
        let (layer, walk, nested_hints) = self.walking();
        for end in ends {
            let closure = &layer.closures[usize::from(end.closure)];
            let found = walk.ancestors(closure, end.node);
            nodes += u32::try_from(found.len()).unwrap_or(u32::MAX);
            if nodes > most {
                return nodes;
            }
            for &node in found {
                let inner = closure.nodes[usize::from(node)].nested;
                let known = |other: &u32| {
                    *other == inner || nested_hints.get(*other).is_like(nested_hints.get(inner))
                };
                if inner != 0 && !nested.iter().any(known) {
                    nested.push(inner);
                    nodes += nested_hints.get(inner).nodes;
                }
            }
        }
        nodes
    }

    /// Returns the chains of a hint, each from its end to its start.
    pub(crate) fn chains(&mut self, hint: &Hint) -> Vec<Vec<(CandidateId, bool, Cause)>> {
        let (layer, walk, _) = self.walking();
        let chain = |end: &ChainEnd| {
            let closure = &layer.closures[usize::from(end.closure)];
            let nodes = walk.ancestors(closure, end.node).iter();
            nodes
                .map(|&node| closure.nodes[usize::from(node)])
                .map(|node| (node.id, node.on, node.cause))
                .collect()
        };
        hint.ends.iter().map(chain).collect()
    }

    /// Returns the chains of a hint for a reader: from start to end, each node after all its parents, and of each chain the places of
    /// parent and child.
    pub(crate) fn chains_to_show(&mut self, hint: &Hint) -> Vec<ShownChain> {
        let (layer, walk, _) = self.walking();
        let chain = |end: &ChainEnd| {
            let closure = &layer.closures[usize::from(end.closure)];
            let mut nodes = walk.ancestors(closure, end.node).to_vec();
            // Nodes are numbered by arrival, so parents come first.
            nodes.sort_unstable();
            let named = |node: u16| {
                let node = closure.nodes[usize::from(node)];
                (node.id, node.on)
            };
            let shown: Vec<(CandidateId, bool)> = nodes.iter().map(|&node| named(node)).collect();
            // A parent that equals an earlier node is listed as that one.
            let place = |node: u16| shown.iter().position(|&known| known == named(node));
            let links = (0_u16..).zip(&nodes).flat_map(|(to, &node)| {
                let parents = closure.parents(node).iter().filter_map(|&parent| place(parent));
                parents.filter_map(move |from| Some([u16::try_from(from).ok()?, to]))
            });
            let links = links.collect();
            (shown, links)
        };
        hint.ends.iter().map(chain).collect()
    }

    /// Converts a hint to one that is nested in other searches.
    pub(crate) fn nested(&mut self, hint: &Hint, eliminations: Vec<CandidateId>) -> NestedHint {
        NestedHint { chains: self.chains(hint), assumed: hint.assumed, nodes: hint.nodes, eliminations }
    }
}
