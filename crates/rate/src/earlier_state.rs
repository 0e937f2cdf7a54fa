//! Searches that go on from an earlier state of a path.
//!
//! A step leaves most cells as they are. A pattern whose cells are unchanged eliminates no more than it did before, so where nothing was
//! found, only patterns with a changed cell are searched again.

use super::{Candidates, CellSet, Pencilmarks};
use gridmill_board::DigitSet;

/// True if searches go on from earlier states.
pub(super) const KEPT: bool = cfg!(feature = "kept-state");

/// Candidates and empty cells of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    places: [CellSet; 9],
    empty: CellSet,
}

impl Snapshot {
    /// Keeps a state.
    pub(super) fn of(marks: &Pencilmarks) -> Self {
        let mut places = [CellSet::EMPTY; 9];
        places.iter_mut().zip(DigitSet::full(9)).for_each(|(cells, digit)| *cells = marks.places(digit));
        Self { places, empty: marks.empty() }
    }

    /// Returns the cells that have changed since; `None` if a candidate or an empty cell is new, so that no path leads from one state to
    /// the other.
    pub(super) fn changed(&self, now: &Self) -> Option<CellSet> {
        if !KEPT {
            return None;
        }
        let (mut gone, mut new) = (self.empty - now.empty, now.empty - self.empty);
        for (before, now) in self.places.iter().zip(&now.places) {
            gone |= *before - *now;
            new |= *now - *before;
        }
        new.is_empty().then_some(gone)
    }

    /// Returns the candidates that are gone since.
    pub(super) fn gone(&self, now: &Self) -> Candidates {
        let mut gone = Candidates::EMPTY;
        for (digit, (before, now)) in DigitSet::full(9).zip(self.places.iter().zip(&now.places)) {
            gone.extend(digit, *before - *now);
        }
        gone
    }
}

/// Last state in which a search found nothing.
#[derive(Debug, Default)]
pub(super) struct KnownEmpty(Option<Snapshot>);

impl KnownEmpty {
    /// Returns the cells that have changed since nothing was found; all if nothing is known.
    pub(super) fn changed(&self, now: &Snapshot) -> CellSet {
        self.0.and_then(|before| before.changed(now)).unwrap_or(CellSet::ALL)
    }

    /// Records that nothing was found.
    pub(super) fn note(&mut self, now: &Snapshot) {
        if KEPT {
            self.0 = Some(*now);
        }
    }
}
