//! The closures of one state, layer by layer, and the memory that comparisons share.
//!
//! ```text
//! layer 0     links alone; a round follows them as deep as it needs
//! layer 1     a copy, with patterns
//! layer 2     a copy of layer 1, with simple chains ...      layer 4 continues from layer 1 again
//! ```

use super::{
    super::{
        candidates::{CANDIDATES, CandidateGrid, CandidateId, bits, id},
        dynamic::nested::NestedHints,
        graph::closure::{AncestorWalk, ClosureStatus, LinkMode},
    },
    group_record::GroupRecord,
    hint::depth_for,
    layer::ClosureLayer,
    verity_prefilter::VerityPrefilter,
};

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
    pub(super) shared: Vec<(u16, CandidateId)>,
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
    pub(super) fn layer(&self) -> &ClosureLayer {
        &self.layers[self.current]
    }

    /// Returns the record of a group in the current layer.
    pub(super) fn record(&mut self, group: usize) -> &mut GroupRecord {
        &mut self.layers[self.current].records[group]
    }

    /// Returns the parts that are needed to walk the ancestors of a node.
    pub(super) fn walking(&mut self) -> (&ClosureLayer, &mut AncestorWalk, &NestedHints) {
        (&self.layers[self.current], &mut self.walk, &self.nested_hints)
    }

    fn closure_of(&self, of: CandidateId, on: bool) -> u16 {
        let rank = self.rank[usize::from(of)];
        #[expect(clippy::cast_possible_truncation, reason = "below 729")]
        if on { rank } else { rank + self.ids.len() as u16 }
    }

    /// Follows links from a candidate as deep as hints of `most` nodes need. Returns the number of its closure.
    pub(super) fn follow(&mut self, grid: &CandidateGrid, of: CandidateId, on: bool, most: u32) -> u16 {
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
