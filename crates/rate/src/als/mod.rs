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
mod pairs;
mod sets;
#[cfg(test)]
mod tests;

use super::{CellSet, Finder, Pencilmarks, SearchFlow, Sink, Technique};
use gridmill_board::DigitSet;
pub(super) use sets::{Als, collect};

/// Memory of the search: the sets and links of a state.
#[derive(Debug, Default)]
pub(super) struct AlsScratch {
    state: Option<([CellSet; 9], bool)>,
    sets: Vec<Als>,
    links: links::AlsLinks,
    chain: chain::AlsChainScratch,
}

impl AlsScratch {
    /// Lists the sets and links of a state, unless they are known.
    fn read(&mut self, marks: &Pencilmarks, overlapping: bool) {
        let mut places = [CellSet::EMPTY; 9];
        places.iter_mut().zip(DigitSet::full(9)).for_each(|(cells, digit)| *cells = marks.places(digit));
        if self.state != Some((places, overlapping)) {
            self.state = Some((places, overlapping));
            collect(marks, &mut self.sets);
            self.links.read(&self.sets, overlapping);
        }
    }
}

/// Finds linked sets.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, thorough, .. } = *finder;
    let scratch = &mut finder.scratch.als;
    let techniques = [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsXyChain, Technique::DeathBlossom];
    for technique in techniques.into_iter().filter(|&technique| wanted.contains(technique)) {
        for overlapping in [false, true].into_iter().take(1 + usize::from(thorough)) {
            scratch.read(marks, overlapping);
            let AlsScratch { sets, links, chain, .. } = scratch;
            if matches!(technique, Technique::AlsXyWing | Technique::AlsXyChain) {
                links.list(thorough);
            }
            match technique {
                Technique::AlsXz => pairs::find(sets, links, sink)?,
                Technique::AlsXyWing => pairs::find_wings(sets, links, overlapping, sink)?,
                Technique::AlsXyChain => {
                    chain.backwards = thorough;
                    chain::find(sets, links, chain, sink)?;
                }
                _ => blossom::find(marks, sets, overlapping, sink)?,
            }
        }
    }
    SearchFlow::Continue(())
}
