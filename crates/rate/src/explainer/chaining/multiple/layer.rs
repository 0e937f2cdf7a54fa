//! Closures of all candidates at one level, and the records of their comparison.

use super::{
    super::{
        candidates::{CELL_HOUSES, CandidateId, parts},
        dynamic::closure_reuse::RemovedCandidates,
        graph::closure::Closure,
    },
    group_record::{GROUPS, GroupRecord, cell_group, house_group},
};

/// Closures of all candidates in a state, as one level leaves them.
#[derive(Debug, Default)]
pub(crate) struct ClosureLayer {
    /// By rank: first all candidates that are on, then all that are off.
    pub(crate) closures: Vec<Closure>,
    pub(crate) started: Vec<bool>,
    /// By closure: true if no further pattern or nested chain can extend it.
    pub(crate) done: Vec<bool>,
    /// By closure: lower bound of the nodes of any hint that a further extension can give.
    pub(crate) lowest: Vec<u32>,
    /// By group.
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
