//! Sue de Coq: cells where a box meets a line, locked together with cells of the line and cells of the box.
//!
//! ```text
//! n cells of the meeting with n + 2 candidates or more, a cells of the line and b of the box that take what is too much:
//! together as many cells as candidates, and line and box cells share none but those of their own
//! -> what the line cells do not have goes from the rest of the box, and the other way round
//! ```
//!
//! By the forum user of that name (2005); in HoDoKu's order (B. Hobiger 2012): rows before columns, then boxes.

use super::{
    AlmostLocked, Candidates, Cells, Finder, Found, HouseKind, Pencilmarks, Reason, Sink, Step, Technique,
};
use crate::board::DigitSet;

/// Finds Sue de Coqs.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> Found {
    let Finder { marks, wanted, .. } = *finder;
    if !wanted.contains(Technique::SueDeCoq) {
        return Found::Continue(());
    }
    for line in HouseKind::Row.houses().chain(HouseKind::Column.houses()) {
        for square in HouseKind::Box.houses() {
            let [line, square] = [line, square].map(|house| house.cells() & marks.empty());
            let meeting = line & square;
            if meeting.is_several() {
                Search { marks, line, square }.in_meeting(meeting, sink)?;
            }
        }
    }
    Found::Continue(())
}

/// Cells and their candidates.
type Cluster = (Cells, DigitSet);

/// The empty cells of a line and a box.
#[derive(Debug, Clone, Copy)]
struct Search<'a> {
    marks: &'a Pencilmarks,
    line: Cells,
    square: Cells,
}

impl Search<'_> {
    /// Two cells of the meeting, or three, in order.
    fn in_meeting(&self, meeting: Cells, sink: &mut Sink<'_>) -> Found {
        for core in Subsets::new(self.marks, meeting) {
            let spare = core.1.len().saturating_sub(core.0.len());
            if core.0.is_several() && spare >= 2 {
                self.with_line(core, spare, sink)?;
            }
        }
        Found::Continue(())
    }

    /// Adds cells of the line that take some of what is too much.
    fn with_line(&self, core: Cluster, spare: u32, sink: &mut Sink<'_>) -> Found {
        if !Subsets::new(self.marks, self.square - core.0).any(|square| takes(square, core).is_some()) {
            return Found::Continue(());
        }
        for line in Subsets::new(self.marks, self.line - core.0) {
            if let Some(taken) = takes(line, core).filter(|&taken| taken < spare) {
                self.with_square(core, line, spare - taken, sink)?;
            }
        }
        Found::Continue(())
    }

    /// Adds cells of the box that take the rest and share nothing with the line but what the meeting has not.
    fn with_square(&self, core: Cluster, line: Cluster, spare: u32, sink: &mut Sink<'_>) -> Found {
        let forbidden = line.1 & core.1;
        let allowed = (self.square - core.0 - line.0)
            .filter(|&cell| (self.marks.candidates(cell) & forbidden).is_empty())
            .collect();
        for square in Subsets::new(self.marks, allowed) {
            if takes(square, core) == Some(spare) {
                self.step(core, line, square, sink)?;
            }
        }
        Found::Continue(())
    }

    fn step(&self, core: Cluster, line: Cluster, square: Cluster, sink: &mut Sink<'_>) -> Found {
        let both = line.1 & square.1;
        let from_square = ((core.1 | square.1) - line.1) | both;
        let from_line = ((core.1 | line.1) - square.1) | both;
        let mut eliminations = Candidates::within(self.marks, from_square, self.square - square.0 - core.0);
        eliminations.union(&Candidates::within(self.marks, from_line, self.line - line.0 - core.0));
        if eliminations.is_empty() {
            return Found::Continue(());
        }
        let sets = [core, square, line].map(|(cells, digits)| AlmostLocked { cells, digits }).to_vec();
        let reason = Reason::Sets { sets, links: core.1 };
        sink(Step::eliminate(Technique::SueDeCoq, eliminations, reason))
    }
}

/// How many candidates of the meeting cells take for themselves, if they share any and take one.
#[inline]
fn takes((cells, digits): Cluster, core: Cluster) -> Option<u32> {
    let extra = digits - core.1;
    let shares = extra != digits;
    cells.len().checked_sub(extra.len()).filter(|&taken| shares && taken > 0)
}

/// All subsets of cells of a house, each before those that extend it, with their candidates.
#[derive(Debug, Clone, Copy)]
struct Subsets {
    cells: [Option<(Cells, DigitSet)>; 9],
    count: usize,
    chosen: [usize; 9],
    clusters: [Cluster; 10],
    depth: usize,
}

impl Subsets {
    fn new(marks: &Pencilmarks, cells: Cells) -> Self {
        let mut all = [None; 9];
        let clusters = cells.map(|cell| Some((Cells::only(cell), marks.candidates(cell))));
        let count = all.iter_mut().zip(clusters).map(|(cell, cluster)| *cell = cluster).count();
        let clusters = [(Cells::EMPTY, DigitSet::EMPTY); 10];
        Self { cells: all, count, chosen: [0; 9], clusters, depth: 0 }
    }
}

#[expect(clippy::copy_iterator, reason = "a search branches from a copy")]
impl Iterator for Subsets {
    type Item = Cluster;

    #[inline]
    fn next(&mut self) -> Option<Cluster> {
        let mut next = if self.depth == 0 { 0 } else { self.chosen[self.depth - 1] + 1 };
        while next == self.count {
            self.depth = self.depth.checked_sub(1)?;
            next = self.chosen[self.depth] + 1;
        }
        let (cells, digits) = self.cells[next]?;
        let before = self.clusters[self.depth];
        self.chosen[self.depth] = next;
        self.depth += 1;
        self.clusters[self.depth] = (before.0 | cells, before.1 | digits);
        Some(self.clusters[self.depth])
    }
}
