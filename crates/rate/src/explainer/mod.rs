//! Techniques that only the Sudoku Explainer (N. Juillerat 2007) has, and techniques that it tries in an order of its own.
//!
//! ```text
//! fish        X-wing, swordfish, jellyfish      columns before rows
//! wings       XY-wing, XYZ-wing                 by pivot, then by the pivot's peers
//! loops       unique rectangles and loops       all are found, then sorted by rating and type
//! bug         bivalue universal graves          types 1 to 4
//! exclusion   aligned pair exclusion
//! triplets    aligned triplet exclusion
//! chaining    cycles, forcing chains and everything that follows from candidates
//! ```
//!
//! The order within each is the Explainer's, because its ratings depend on which of several steps is taken.

mod bug;
pub(super) mod chaining;
mod exclusion;
mod fish;
mod loops;

mod triplets;
mod wings;

use super::{
    CellSet, Conventions, Family, Finder, House, HouseKind, SearchFlow, Sink, Technique as T, TechniqueSet,
    peers,
};
use gridmill_board::Cell;

/// Memory of the searches.
#[derive(Debug, Default)]
pub(super) struct ExplainerScratch {
    fish: Vec<fish::PlainFish>,
    loops: loops::UniqueLoopScratch,
    pairs: triplets::CandidateSnapshot,
    triplets: triplets::CandidateSnapshot,
    pub(super) chaining: Box<chaining::Chaining>,
}

/// Techniques that only the Explainer has.
const ALONE: TechniqueSet = TechniqueSet::only(T::UniqueLoop1)
    .with(T::UniqueLoop2)
    .with(T::UniqueLoop3)
    .with(T::UniqueLoop4)
    .with(T::Bug1)
    .with(T::Bug2)
    .with(T::Bug3)
    .with(T::Bug4)
    .with(T::AlignedPairExclusion)
    .with(T::AlignedTripletExclusion)
    .or(chaining::TECHNIQUES);

/// All techniques that are searched here under the conventions of the Explainer.
const ALL: TechniqueSet = ALONE
    .with(T::XWing)
    .with(T::Swordfish)
    .with(T::Jellyfish)
    .with(T::XyWing)
    .with(T::XyzWing)
    .with(T::UniqueRectangle1)
    .with(T::UniqueRectangle2)
    .with(T::UniqueRectangle3)
    .with(T::UniqueRectangle4);

/// Returns the techniques that are searched here.
pub(super) const fn techniques(conventions: Conventions) -> TechniqueSet {
    match conventions {
        Conventions::Hodoku | Conventions::Plain => ALONE,
        Conventions::Explainer => ALL,
    }
}

/// Finds `wanted` techniques of a family.
pub(super) fn find(
    finder: &mut Finder<'_>,
    wanted: TechniqueSet,
    family: Family,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let Finder { marks, scratch, .. } = finder;
    let ExplainerScratch { fish, loops, pairs, triplets, chaining } = &mut scratch.explainer;
    match family {
        Family::Fish => fish::find(marks, wanted, fish, sink),
        Family::Wings => wings::find(marks, wanted, sink),
        Family::Uniqueness => {
            loops::find(marks, wanted, loops, sink)?;
            bug::find(marks, wanted, sink)
        }
        Family::Exclusion => {
            if wanted.contains(T::AlignedPairExclusion) {
                exclusion::find(marks, pairs, sink)?;
            }
            if wanted.contains(T::AlignedTripletExclusion) {
                triplets::find(marks, triplets, sink)?;
            }
            SearchFlow::Continue(())
        }
        Family::Chaining => chaining::find(marks, wanted, chaining, sink),
        _ => SearchFlow::Continue(()),
    }
}

/// Returns those of `cells` that see `cell`, in the order of the Explainer: box, row, column.
fn around(cell: Cell, cells: CellSet) -> impl Iterator<Item = Cell> {
    let seen = cells & peers(cell);
    let [in_box, in_row] = [HouseKind::Box, HouseKind::Row].map(|kind| seen & House::of(kind, cell).cells());
    in_box.chain(in_row - in_box).chain(seen - in_box - in_row)
}

#[cfg(test)]
mod tests;
