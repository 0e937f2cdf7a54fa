//! Layout of the bits: one for each candidate. Converts 81 bytes to these bits and back.
//!
//! ```text
//! a digit     128 bits: lane 0, 1, 2 = bands (rows 1-3, 4-6, 7-9), lane 3 always empty
//! a lane      31 . . 29|28 ....... 20|19|18 ....... 10|9|8 ........ 0
//!                    G |  row 3      |G |  row 2      |G|  row 1        G: guard, set only inside a calculation
//! a row       bit 3 * (col % 3) + col / 3: bit % 3 is the stack, bit / 3 the column in the stack
//!             bit   8  7  6  5  4  3  2  1  0
//!             col   8  5  2  7  4  1  6  3  0
//! a grid      five vectors of two digits: (1,5) (2,6) (3,7) (4,8) (9,-); the tenth digit is always empty
//! ```
//!
//! A candidate is identified by its bit number in this order (`candidate_bit`), a cell by `cell_bit = 32 * band + bit`.

use wide::u8x16;

/// Bits of the cells of one band.
pub(super) const BAND_CELLS: u32 = 0x1FF | 0x1FF << 10 | 0x1FF << 20;
/// One guard bit above each row.
pub(super) const GUARDS: u32 = 1 << 9 | 1 << 19 | 1 << 29;
/// Lowest bit of each row.
pub(super) const ROW_LOWS: u32 = 1 | 1 << 10 | 1 << 20;

/// Vectors that hold the candidates of a grid.
pub(super) const VECTORS: usize = 5;

/// Candidates of a whole grid, in memory; see the picture above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct CandidateBits(pub(super) [[u32; 8]; VECTORS]);

/// Places of each digit by band: nine digits, and the tenth that is always empty.
pub(super) type DigitMasks = [[u32; 4]; 10];

/// Bit of each cell in its band, for the 27 cells of a band in row-major order.
const BIT_IN_BAND: [u8; 27] = {
    let mut bits = [0; 27];
    let mut at = 0;
    while at < 27 {
        let col = at % 9;
        bits[at] = (10 * (at / 9) + 3 * (col % 3) + col / 3) as u8;
        at += 1;
    }
    bits
};

/// Cell of each bit of a band, from 0 to 26; 0 for bits that are no cells.
static CELL_IN_BAND: [u8; 32] = {
    let mut cells = [0; 32];
    let mut cell = 0;
    while cell < 27 {
        cells[BIT_IN_BAND[cell] as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// Bit of each cell in its band, filled up to whole vectors.
#[cfg(target_arch = "x86_64")]
static LANE_SHIFTS: [u32; 32] = {
    let mut shifts = [0; 32];
    let mut cell = 0;
    while cell < 27 {
        shifts[cell] = BIT_IN_BAND[cell] as u32;
        cell += 1;
    }
    shifts
};

/// Cell bit of each cell, in row-major order.
pub(super) static BIT_OF_CELL: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = (32 * (cell / 27)) as u8 + BIT_IN_BAND[cell % 27];
        cell += 1;
    }
    places
};

/// Row-major cell of each cell bit; 0 for bits that no cell has.
pub(super) static CELL_OF_BIT: [u8; 128] = {
    let mut cells = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        cells[BIT_OF_CELL[cell] as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// Lanes of each cell bit, the same in both halves of a vector.
pub(super) static CELL_LANES: [[u32; 8]; 128] = {
    let mut lanes = [[0; 8]; 128];
    let mut at = 0;
    while at < 96 {
        lanes[at][at / 32] = 1 << (at % 32);
        lanes[at][at / 32 + 4] = 1 << (at % 32);
        at += 1;
    }
    lanes
};

/// The 20 peers of each cell bit: the other cells of its row, column and box.
pub(super) static PEERS: [[u64; 2]; 128] = peers();

impl CandidateBits {
    /// No candidate at all.
    pub(super) const EMPTY: Self = Self([[0; 8]; VECTORS]);

    /// Returns the candidates of a grid before any elimination: a given has its digit, an empty cell all nine.
    pub(super) fn from_masks(masks: &DigitMasks) -> Self {
        let mut given = [0; 4];
        for mask in masks {
            for (all, one) in given.iter_mut().zip(mask) {
                *all |= one;
            }
        }
        let free = [BAND_CELLS & !given[0], BAND_CELLS & !given[1], BAND_CELLS & !given[2], 0];
        let mut state = Self::EMPTY;
        for (digit, mask) in masks.iter().take(9).enumerate() {
            for band in 0..4 {
                state.0.as_flattened_mut()[lane(digit) + band] = free[band] | mask[band];
            }
        }
        state
    }

    /// Removes the candidate of this bit number.
    #[inline(always)]
    pub(super) fn clear(&mut self, candidate: usize) {
        self.0.as_flattened_mut()[candidate / 32] &= !(1 << (candidate % 32));
    }

    /// Returns true if the candidate of this bit number is present.
    pub(super) fn has(&self, candidate: usize) -> bool {
        self.0.as_flattened()[candidate / 32] >> (candidate % 32) & 1 != 0
    }

    /// Returns the digit of each cell of a solution: every cell has one candidate.
    pub(super) fn decode(&self) -> [u8; 81] {
        let mut grid = [0; 81];
        for digit in 0..9 {
            let bands = &self.0.as_flattened()[lane(usize::from(digit))..][..3];
            for (band, &cells) in bands.iter().enumerate() {
                let mut left = cells;
                // A band has three cells of each digit: no jump depends on the bits.
                for _ in 0..3 {
                    let bit = left.trailing_zeros() as usize;
                    grid[27 * band + usize::from(CELL_IN_BAND[bit % 32])] = digit + 1;
                    left &= left.wrapping_sub(1);
                }
            }
        }
        grid
    }
}

#[cfg(target_arch = "x86_64")]
impl CandidateBits {
    /// Returns the same as [`decode`](Self::decode), by the four bits of each digit: cells are lanes of vectors, where a vector can be shifted by
    /// several numbers at once.
    #[inline(always)]
    pub(super) fn decode_by_lanes(&self) -> [u8; 81] {
        let words = self.0.as_flattened();
        let mut grid = [0; 81];
        for band in 0..3 {
            let mut planes = [0; 4];
            for digit in 1..=9 {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    *plane |= words[lane(digit - 1) + band] * (digit >> bit & 1) as u32;
                }
            }
            let digit = |at: u32| {
                let bit = |plane: usize| (planes[plane] >> at & 1) << plane;
                (bit(0) | bit(1) | bit(2) | bit(3)) as u8
            };
            let mut digits = [0; 32];
            for (digit_of, at) in digits.iter_mut().zip(LANE_SHIFTS) {
                *digit_of = digit(at);
            }
            grid[27 * band..][..27].copy_from_slice(&digits[..27]);
        }
        grid
    }
}

/// Returns the bit number of a candidate: `cell` from 0 to 80 in row-major order, `digit` from 1 to 9.
pub(super) fn candidate(cell: usize, digit: u8) -> usize {
    candidate_bit(usize::from(digit) - 1, 32 * (cell / 27) + usize::from(BIT_IN_BAND[cell % 27]))
}

/// Returns the bit number of a candidate: `digit` from 0 to 8, and a cell bit.
#[inline(always)]
pub(super) const fn candidate_bit(digit: usize, cell_bit: usize) -> usize {
    32 * lane(digit) + cell_bit
}

/// Returns the lane of a digit's first band, counted over the five vectors; digits from 0 to 8.
#[inline(always)]
const fn lane(digit: usize) -> usize {
    if digit < 8 { 8 * (digit % 4) + digit / 4 * 4 } else { 32 }
}

/// Finds the places of each digit; values above 9 count as empty.
pub(super) fn digit_masks(givens: &[u8; 81]) -> DigitMasks {
    let mut masks = [[0; 4]; 16];
    let mut add = |at: usize, given: u8| {
        masks[usize::from(given.wrapping_sub(1) & 15)][at / 27] |= 1 << BIT_IN_BAND[at % 27];
    };
    // Only the givens: empty cells would wait for each other at one place in memory.
    let (rows, last) = givens.as_chunks::<16>();
    for (row, bytes) in rows.iter().enumerate() {
        let mut left = !u8x16::new(*bytes).simd_eq(u8x16::ZERO).to_bitmask() & 0xFFFF;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            add(16 * row + at, bytes[at % 16]);
            left &= left - 1;
        }
    }
    add(80, last[0]);
    let mut digits = [[0; 4]; 10];
    digits[..9].copy_from_slice(&masks[..9]);
    digits
}

/// Cells of each house: rows, columns, boxes.
pub(super) static HOUSES: [[u64; 2]; 27] = {
    let mut houses = [[0; 2]; 27];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        let at = 32 * (cell / 27) + BIT_IN_BAND[cell % 27] as usize;
        houses[row][at / 64] |= 1 << (at % 64);
        houses[9 + col][at / 64] |= 1 << (at % 64);
        houses[18 + row / 3 * 3 + col / 3][at / 64] |= 1 << (at % 64);
        cell += 1;
    }
    houses
};

const fn peers() -> [[u64; 2]; 128] {
    let mut table = [[0; 2]; 128];
    let mut cell = 0;
    while cell < 81 {
        let mut seen = [0u64; 3];
        let mut other = 0;
        while other < 81 {
            let (row, col) = (cell / 9 == other / 9, cell % 9 == other % 9);
            let box_ = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (row || col || box_) {
                seen[other / 27] |= 1 << BIT_IN_BAND[other % 27];
            }
            other += 1;
        }
        table[32 * (cell / 27) + BIT_IN_BAND[cell % 27] as usize] = [seen[0] | seen[1] << 32, seen[2]];
        cell += 1;
    }
    table
}
