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
        self.subsets(meeting, (Cells::EMPTY, DigitSet::EMPTY), &mut |(cells, digits)| {
            let spare = i64::from(digits.len()) - i64::from(cells.len());
            if cells.is_several() && spare >= 2 {
                self.with_line((cells, digits), spare, sink)
            } else {
                Found::Continue(())
            }
        })
    }

    /// Adds cells of the line that take some of what is too much.
    fn with_line(&self, core: Cluster, spare: i64, sink: &mut Sink<'_>) -> Found {
        self.subsets(self.line - core.0, (Cells::EMPTY, DigitSet::EMPTY), &mut |line| {
            let (shared, taken) = takes(line, core);
            if shared && taken > 0 && taken < spare {
                let forbidden = line.1 & core.1;
                self.with_square(core, line, forbidden, spare - taken, sink)?;
            }
            Found::Continue(())
        })
    }

    /// Adds cells of the box that take the rest and share nothing with the line but what the meeting has not.
    fn with_square(
        &self,
        core: Cluster,
        line: Cluster,
        forbidden: DigitSet,
        spare: i64,
        sink: &mut Sink<'_>,
    ) -> Found {
        let allowed = (self.square - core.0 - line.0)
            .filter(|&cell| (self.marks.candidates(cell) & forbidden).is_empty())
            .collect();
        self.subsets(allowed, (Cells::EMPTY, DigitSet::EMPTY), &mut |square| {
            let (shared, taken) = takes(square, core);
            if shared && taken == spare { self.step(core, line, square, sink) } else { Found::Continue(()) }
        })
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

    /// All subsets in the order of their cells, each before those that extend it.
    fn subsets(&self, rest: Cells, (cells, digits): Cluster, see: &mut dyn FnMut(Cluster) -> Found) -> Found {
        let mut rest = rest;
        while let Some(cell) = rest.next() {
            let cluster = (cells.with(cell), digits | self.marks.candidates(cell));
            see(cluster)?;
            self.subsets(rest, cluster, see)?;
        }
        Found::Continue(())
    }
}

/// Whether cells share candidates with the meeting, and how many of these they take for themselves.
fn takes((cells, digits): Cluster, core: Cluster) -> (bool, i64) {
    let extra = digits - core.1;
    (!(digits & core.1).is_empty(), i64::from(cells.len()) - i64::from(extra.len()))
}
