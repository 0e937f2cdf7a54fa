//! Remote pairs: a chain of four cells or more with the same two candidates, which take turns.
//!
//! ```text
//! {a,b} - {a,b} - {a,b} - {a,b}      a cell that sees two cells an odd number of steps apart, three or more, is neither a nor b
//! ```
//!
//! Order: the pair that takes the most first, then HoDoKu's sum of the cells that it takes from, then the shorter chain, then
//! by first cell. The ends of the chain must eliminate its lower digit somewhere, or its higher.
//!
//! Sources: B. Hobiger's HoDoKu (2008-2012), which looks at chains of ten cells at most.

use crate::{
    Candidate, Candidates, CellSet, Finder, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique,
    candidates::ascending, peers, step::alternating,
};
use gridmill_board::{Cell, DigitSet};

/// Cells of the longest chain.
const MOST: usize = 10;

/// Finds remote pairs.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    let mut rest = marks.cells_with(2);
    if !requested.contains(Technique::RemotePair) || rest.len() < 4 {
        return SearchFlow::Continue(());
    }
    let mut all = Vec::new();
    while let Some(first) = rest.first() {
        let digits = marks.candidates(first);
        let cells = digits.iter().fold(rest, |cells, digit| cells & marks.places(digit));
        rest -= cells;
        let anything = digits.into_iter().any(|digit| !(marks.places(digit) - cells).is_empty());
        if cells.len() < 4 || !anything {
            continue;
        }
        for start in cells {
            let mut chain = Chain { marks, digits, free: cells.without(start), cells: [start; MOST], len: 1 };
            chain.grow(&mut all);
        }
    }
    let key = |pair: &Pair| {
        // A pair has two digits in 81 cells at most.
        [162 - pair.eliminations.len() as usize, index_sum(&pair.eliminations), pair.len]
    };
    let keys: Vec<_> = all.iter().map(key).collect();
    ascending(&keys).into_iter().try_for_each(|number| sink(all[number].step()))
}

/// Search for chains that extends one chain cell by cell.
struct Chain<'a> {
    marks: &'a Pencilmarks,
    digits: DigitSet,
    /// The cells with these candidates that are not in it.
    free: CellSet,
    cells: [Cell; MOST],
    len: usize,
}

/// Chain with eliminations.
struct Pair {
    digits: DigitSet,
    cells: [Cell; MOST],
    len: usize,
    eliminations: Candidates,
}

impl Chain<'_> {
    fn grow(&mut self, all: &mut Vec<Pair>) {
        let last = self.cells[self.len - 1];
        if self.len >= 4 && self.len.is_multiple_of(2) {
            self.keep(all);
        }
        if self.len == MOST {
            return;
        }
        for next in self.free & peers(last) {
            self.free = self.free.without(next);
            self.cells[self.len] = next;
            self.len += 1;
            self.grow(all);
            self.len -= 1;
            self.free = self.free.with(next);
        }
    }

    /// Keeps the chain if its ends eliminate something, listed from its lower end.
    fn keep(&self, all: &mut Vec<Pair>) {
        let (first, last) = (self.cells[0], self.cells[self.len - 1]);
        let ends = Candidates::within(self.marks, self.digits, peers(first) & peers(last));
        if first > last || ends.is_empty() {
            return;
        }
        let mut seen = CellSet::EMPTY;
        for from in 0..self.len {
            for to in (from + 3..self.len).step_by(2) {
                seen |= peers(self.cells[from]) & peers(self.cells[to]);
            }
        }
        let eliminations = Candidates::within(self.marks, self.digits, seen);
        all.push(Pair { digits: self.digits, cells: self.cells, len: self.len, eliminations });
    }
}

impl Pair {
    fn step(&self) -> Step {
        let cells = &self.cells[..self.len];
        let (Some(low), Some(high)) = (self.digits.first(), self.digits.iter().last()) else {
            return Step::eliminate(Technique::RemotePair, self.eliminations, Reason::Chain(Vec::new()));
        };
        // The chain begins with a digit that it eliminates.
        let turns = if self.eliminations.cells(low).is_empty() { [high, low] } else { [low, high] };
        let nodes = cells.iter().enumerate().flat_map(|(n, &cell)| {
            let [off, on] = if n % 2 == 0 { turns } else { [turns[1], turns[0]] };
            [(CellSet::only(cell), off), (CellSet::only(cell), on)]
        });
        Step::eliminate(Technique::RemotePair, self.eliminations, Reason::Chain(alternating(nodes)))
    }
}

/// Returns HoDoKu's sort key: later candidates have more weight.
fn index_sum(candidates: &Candidates) -> usize {
    let weigh = |(n, Candidate { cell, digit })| cell.index() * (1 + 80 * n) + usize::from(digit.value());
    candidates.iter().enumerate().map(weigh).sum()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, candidates, cells, digit, leave, taken};
    use super::*;

    fn position(chain: &str) -> Pencilmarks {
        let mut marks = Pencilmarks::blank();
        leave(&mut marks, chain, &[4, 7]);
        marks
    }

    #[test]
    fn four_cells_take_from_what_sees_both_ends() {
        let marks = position("r1c1 r1c5 r5c5 r5c9");
        assert_eq!(taken(&marks, Technique::RemotePair), [candidates("4 r1c9 r5c1, 7 r1c9 r5c1")]);
        assert_eq!(taken(&position("r1c1 r1c5 r5c5"), Technique::RemotePair), []);
    }

    #[test]
    fn a_longer_chain_eliminates_next_to_any_two_unlike_cells() {
        // A ring: of its six chains, the first leads from r1c1 all the way round to r1c5. Outside row 1 it eliminates from cells that
        // see two cells three steps apart, as r1c1 and r5c5 are.
        let steps = all(&position("r1c1 r1c5 r5c5 r5c9 r9c9 r9c1"), Technique::RemotePair);
        let most = steps.first().map(|step| step.eliminations).unwrap();
        assert_eq!(most.cells(digit(4)), cells("r1c2346789 r5c1 r9c5"));
        assert_eq!(most.cells(digit(4)), most.cells(digit(7)));
        assert!(steps.windows(2).all(|two| two[0].eliminations.len() >= two[1].eliminations.len()));
    }

    #[test]
    fn a_ring_of_four_takes_from_each_of_its_lines() {
        let goes = ["r1c2346789", "r2346789c1", "r2346789c5", "r5c2346789"];
        let mut goes = goes.map(|cells| candidates(&format!("4 {cells}, 7 {cells}")));
        goes.sort_unstable();
        assert_eq!(taken(&position("r1c1 r1c5 r5c1 r5c5"), Technique::RemotePair), goes);
    }
}
