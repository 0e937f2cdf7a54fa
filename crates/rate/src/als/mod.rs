//! Almost locked sets that are linked: cells of one house with one candidate more than cells.
//!
//! ```text
//! restricted common   a digit of two sets whose places in one see all its places in the other: only one set can hold it
//! XZ                  A -x- B             z of both goes from all cells that see its places; two such x lock both sets
//! XY-wing             A -x- C -y- B       likewise
//! XY-chain            A -x- ... -y- B     likewise, four sets or more, no digit twice in turn
//! death blossom       each candidate of a stem cell links it to a set: a digit of all sets goes from all cells that see its places
//! ```
//!
//! Definitions and orders are HoDoKu's (B. Hobiger 2012): sets are tried in the order of their list, and sets do not
//! overlap, unless the search is thorough.

mod blossom;
mod chain;
mod links;
mod list;
mod pairs;
mod sets;
#[cfg(test)]
mod tests;

use super::{
    CellSet, Finder, Pencilmarks, SearchFlow, Sink, Technique,
    earlier_state::{KnownEmpty, Snapshot},
};
use list::{AlsChange, AlsList};
pub(super) use sets::{Als, collect};

/// Memory of the search: the sets and links of a state.
#[derive(Debug, Default)]
pub(super) struct AlsScratch {
    list: AlsList,
    links: links::AlsLinks,
    /// True if sets that overlap are linked, too.
    overlapping: bool,
    near: Vec<bool>,
    chain: chain::AlsChainScratch,
    /// For each technique that links sets, without those that overlap.
    nothing_found: [KnownEmpty; 3],
}

impl AlsScratch {
    /// Lists the sets and links of a state, unless they are known.
    fn read(&mut self, marks: &Pencilmarks, now: &Snapshot, overlapping: bool) {
        let anew = self.overlapping != overlapping;
        self.overlapping = overlapping;
        let change = self.list.read(marks, now, anew);
        if change != AlsChange::None {
            self.links.read(&self.list, change, overlapping);
        }
    }
}

/// Finds linked sets.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, thorough, .. } = *finder;
    let scratch = &mut finder.scratch.als;
    let techniques = [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsXyChain, Technique::DeathBlossom];
    let now = Snapshot::of(marks);
    for (n, technique) in
        techniques.into_iter().enumerate().filter(|&(_, technique)| wanted.contains(technique))
    {
        for overlapping in [false, true].into_iter().take(1 + usize::from(thorough)) {
            scratch.read(marks, &now, overlapping);
            let AlsScratch { list, links, near, chain, nothing_found, .. } = &mut *scratch;
            let nothing_found = nothing_found.get_mut(n).filter(|_| !thorough);
            let changed = nothing_found.as_ref().map_or(CellSet::ALL, |before| before.changed(&now));
            let mut any = false;
            let sink = &mut |step| {
                any = true;
                sink(step)
            };
            match technique {
                Technique::AlsXz => pairs::find(list, links, changed, sink)?,
                Technique::AlsXyWing => {
                    pairs::find_wings(list, links, (changed, overlapping), near, sink)?;
                }
                Technique::AlsXyChain => {
                    chain.backwards = thorough;
                    chain::find(list, links, changed, chain, sink)?;
                }
                _ => blossom::find(marks, list, overlapping, sink)?,
            }
            if let Some(nothing_found) = nothing_found.filter(|_| !any) {
                nothing_found.note(&now);
            }
        }
    }
    SearchFlow::Continue(())
}
