//! XY-, XYZ- and W-wings: two pincers, one of which holds the digit that goes.
//!
//! ```text
//! XY    pivot {x,y} sees pincers {x,z} and {y,z}                  z goes from cells that see both pincers
//! XYZ   pivot {x,y,z} sees them                                   z goes from cells that see all three
//! W     pincers {x,z} and {x,z}; x has two places in some house,  z goes from cells that see both pincers
//!       of which one sees the one pincer and the other the other
//! ```
//!
//! Order: by cells; the pivot of an XY-wing is tried for each of its three cells in turn. A W-wing's lower digit goes first,
//! by its link's house: rows, columns, boxes.
//!
//! Sources: B. Hobiger's HoDoKu (2008-2012); the wings go back to players' forums of 2005.

use crate::{
    Candidates, CellSet, ChainNode, Finder, House, HouseSet, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, peers, step::alternating,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Finds wings.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    let pairs = marks.cells_with(2);
    if !pairs.is_several() {
        return SearchFlow::Continue(());
    }
    if requested.contains(Technique::XyWing) {
        xy_wings(marks, pairs, sink)?;
    }
    if requested.contains(Technique::XyzWing) {
        xyz_wings(marks, pairs, sink)?;
    }
    if requested.contains(Technique::WWing) {
        w_wings(marks, pairs, sink)?;
    }
    SearchFlow::Continue(())
}

/// Finds XY-wings by their three cells in row-major order.
fn xy_wings(marks: &Pencilmarks, pairs: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
    let mut later = pairs;
    while let Some(one) = later.pop_first() {
        for two in later {
            let shared = marks.candidates(one) & marks.candidates(two);
            if shared.len() != 1 {
                continue;
            }
            let third = (marks.candidates(one) | marks.candidates(two)) - shared;
            for three in with_both(marks, third) & later & after(two) {
                for [pivot, pincer, other] in [[one, two, three], [two, one, three], [three, two, one]] {
                    xy_wing(marks, pivot, pincer, other, sink)?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

fn xy_wing(marks: &Pencilmarks, pivot: Cell, one: Cell, other: Cell, sink: &mut Sink<'_>) -> SearchFlow {
    if !peers(pivot).contains(one) || !peers(pivot).contains(other) {
        return SearchFlow::Continue(());
    }
    let seen = peers(one) & peers(other);
    wing(marks, Technique::XyWing, [pivot, one, other], seen, sink)
}

/// Finds XYZ-wings by pivot, then by pincers.
fn xyz_wings(marks: &Pencilmarks, pairs: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
    for pivot in marks.cells_with(3) {
        let digits = marks.candidates(pivot);
        let mut pincers = pairs & peers(pivot);
        while let Some(one) = pincers.pop_first() {
            if !(marks.candidates(one) - digits).is_empty() {
                continue;
            }
            for other in pincers {
                let differ = marks.candidates(other) != marks.candidates(one);
                if differ && (marks.candidates(other) - digits).is_empty() {
                    let seen = peers(pivot) & peers(one) & peers(other);
                    wing(marks, Technique::XyzWing, [pivot, one, other], seen, sink)?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// Builds the step of a pivot and two pincers, if the digit that the pincers share goes from a cell of `seen`.
fn wing(
    marks: &Pencilmarks,
    technique: Technique,
    cells: [Cell; 3],
    seen: CellSet,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let [pivot, one, other] = cells;
    let goes = marks.candidates(one) & marks.candidates(other);
    let Some(digit) = goes.first().filter(|_| goes.len() == 1) else { return SearchFlow::Continue(()) };
    let eliminations = seen & marks.places(digit);
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    let digits = (marks.candidates(pivot) - goes).iter().chain([digit]).collect();
    let reason = reason(marks, cells, digits);
    sink(Step::eliminate(technique, Candidates::from_cells(digit, eliminations), reason))
}

/// Builds the reason of a pivot and two pincers; the last digit is the one that goes.
pub(super) fn reason(marks: &Pencilmarks, cells: [Cell; 3], digits: Vec<Digit>) -> Reason {
    let [pivot, one, other] = cells;
    let goes = digits.last().copied().map_or(DigitSet::EMPTY, DigitSet::only);
    let link = |pincer| (marks.candidates(pincer) - goes).first();
    let chains = match (goes.first(), link(one), link(other)) {
        (Some(z), Some(x), Some(y)) => {
            let nodes = [(one, z), (one, x), (pivot, x), (pivot, y), (other, y), (other, z)];
            let chain = alternating(nodes.map(|(cell, digit)| (CellSet::only(cell), digit)));
            if marks.candidates(pivot).len() == 2 {
                vec![chain]
            } else {
                // The pivot may hold the digit that goes, too: each of its other digits leads to a pincer.
                vec![to_pincer(&chain[..3]), chain[3..].to_vec()]
            }
        }
        _ => Vec::new(),
    };
    Reason::Wing { cells: cells.to_vec(), digits, chains }
}

/// Turns a chain from a pincer to a pivot round.
fn to_pincer(chain: &[ChainNode]) -> Vec<ChainNode> {
    chain.iter().rev().map(|&node| ChainNode { on: !node.on, ..node }).collect()
}

/// Finds W-wings by pincers.
fn w_wings(marks: &Pencilmarks, pairs: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
    let mut linking = [None; 9];
    let mut later = pairs;
    while let Some(one) = later.pop_first() {
        let digits = marks.candidates(one);
        let Some((low, high)) = digits.first().zip(digits.iter().last()) else { continue };
        let seen = [low, high].map(|digit| peers(one) & marks.places(digit));
        for other in with_both(marks, digits) & later {
            for (seen, goes, link) in [(seen[0], low, high), (seen[1], high, low)] {
                let eliminations = seen & peers(other);
                if eliminations.is_empty() {
                    continue;
                }
                let houses = *linking[link.index()].get_or_insert_with(|| houses_with_two(marks, link));
                for ends in houses.iter().filter_map(|house| ends(marks.places_in(house, link), one, other)) {
                    let cells = vec![one, ends[0], ends[1], other];
                    let nodes = [
                        (one, goes),
                        (one, link),
                        (ends[0], link),
                        (ends[1], link),
                        (other, link),
                        (other, goes),
                    ];
                    let chain = alternating(nodes.map(|(cell, digit)| (CellSet::only(cell), digit)));
                    let reason = Reason::Wing { cells, digits: vec![link, goes], chains: vec![chain] };
                    let eliminations = Candidates::from_cells(goes, eliminations);
                    sink(Step::eliminate(Technique::WWing, eliminations, reason))?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// The houses in which a digit has two places.
fn houses_with_two(marks: &Pencilmarks, digit: Digit) -> HouseSet {
    let two = |house: &House| marks.positions(*house, digit).count_ones() == 2;
    House::all().filter(two).fold(HouseSet::EMPTY, |houses, house| houses | HouseSet::only(house))
}

/// The two places of a link, that which sees `one` first. A place that sees both counts for `one` alone.
fn ends(link: CellSet, one: Cell, other: Cell) -> Option<[Cell; 2]> {
    if link.contains(one) || link.contains(other) {
        return None;
    }
    let (near, rest) = (link & peers(one), link - peers(one));
    Some([near.single()?, (rest & peers(other)).single()?])
}

/// The cells with these two candidates and no other, among those with two.
fn with_both(marks: &Pencilmarks, digits: DigitSet) -> CellSet {
    digits.iter().fold(CellSet::ALL, |cells, digit| cells & marks.places(digit))
}

fn after(cell: Cell) -> CellSet {
    CellSet::from_bits(u128::MAX << cell.index() << 1)
}
