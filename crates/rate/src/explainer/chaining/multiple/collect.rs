//! Comparison of closures, in the order in which the Explainer collects hints.
//!
//! ```text
//! for each cell
//!     for each candidate     contradiction if on, contradiction if off; shared by on and off; shared by all places in a house
//!     shared by all candidates of the cell
//! ```
//!
//! The hint with the fewest nodes comes first. The closure of a candidate is computed once and followed in rounds, each deeper
//! than the one before. A hint with few nodes has no deep ones. So the first round that finds a hint with no more nodes
//! than the round allows has found the one that comes first.

use super::{
    super::{
        candidates::{
            CELL_AT, CELL_HOUSES, CandidateGrid, CandidateId, HOUSE_CELLS, bits, id, is_pair, parts,
        },
        dynamic::nested::NestedHint,
        graph::closure::{Cause, ClosureStatus},
        rating::{ChainKind, ChainLevel},
    },
    closures::Closures,
    group_record::{GroupRecord, cell_group, house_group},
    hint::{ChainEnd, Hint, HintGoal},
};
use crate::CellSet;
use gridmill_board::Cell;

/// Nodes of a chain for a reader, and the places of parent and child.
pub(crate) type ShownChain = (Vec<(CandidateId, bool)>, Vec<[u16; 2]>);

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
                    self.in_house(grid, (cell, digit), kind, level, goal);
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
        (cell, digit): (usize, usize),
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
            for target in cells.map(|cell| id(cell.index(), digit)) {
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
