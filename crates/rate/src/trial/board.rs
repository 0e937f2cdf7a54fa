//! The board: candidates and placed cells as bits, in the layout of `kernel`.

/// Lanes for the digits: a multiple of the width of vectors.
pub(super) const LANES: usize = 12;
/// Greatest number of bands, of 2x4.
pub(super) const BANDS: usize = 4;

/// Bits of the cells of each band, for each digit.
pub(super) type Bands = [[u32; LANES]; BANDS];

/// Candidates, and cells whose digit is placed. A placed cell has one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) candidates: Bands,
    pub(super) placed: [u32; BANDS],
}

impl Board {
    pub(super) const EMPTY: Self = Self { candidates: [[0; LANES]; BANDS], placed: [0; BANDS] };

    /// Returns true if the cell of the candidate is placed.
    #[inline]
    pub(super) fn is_placed(&self, place: Place) -> bool {
        self.placed[place.band] >> place.bit & 1 != 0
    }

    /// Returns true if the other board has all candidates of this one.
    #[inline]
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let pairs = self.candidates.iter().flatten().zip(other.candidates.iter().flatten());
        pairs.fold(0, |beyond, (own, others)| beyond | own & !others) == 0
    }

    /// Counts the candidates.
    pub(super) fn len(&self) -> u32 {
        self.candidates.iter().flatten().map(|cells| cells.count_ones()).sum()
    }

    /// Adds the digits of placed cells to a set.
    #[inline]
    pub(super) fn add_values(&self, set: &mut Bands) {
        for ((set, cells), placed) in set.iter_mut().zip(&self.candidates).zip(self.placed) {
            for (set, cells) in set.iter_mut().zip(cells) {
                *set |= cells & placed;
            }
        }
    }

    /// Keeps the candidates that both have, and places what either has placed.
    #[inline]
    pub(super) fn meet(&mut self, other: &Self) {
        for (band, others) in self.candidates.iter_mut().zip(&other.candidates) {
            for (cells, others) in band.iter_mut().zip(others) {
                *cells &= others;
            }
        }
        for (placed, others) in self.placed.iter_mut().zip(&other.placed) {
            *placed |= others;
        }
    }
}

/// A candidate by its place in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Band, and its cell.
    pub(super) band: usize,
    pub(super) bit: usize,
    /// Digit, from 0.
    pub(super) lane: usize,
}

impl Place {
    /// Returns a number below `BANDS * LANES * 32`.
    #[inline]
    pub(super) const fn id(self) -> usize {
        (self.band * LANES + self.lane) * 32 + self.bit
    }

    /// Returns true if the set holds the candidate.
    #[inline]
    pub(super) fn is_in(self, set: &Bands) -> bool {
        set[self.band][self.lane] >> self.bit & 1 != 0
    }

    /// Removes the candidate from a set.
    #[inline]
    pub(super) fn leave(self, set: &mut Bands) {
        set[self.band][self.lane] &= !(1 << self.bit);
    }

    /// Adds the candidate to a set.
    #[inline]
    pub(super) fn join(self, set: &mut Bands) {
        set[self.band][self.lane] |= 1 << self.bit;
    }
}
