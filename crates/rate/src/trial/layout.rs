//! Layouts: which bit of a board is which candidate of a shape, and the operations of `kernel` on the boards of that shape.

use super::{
    board::{BANDS, Bands, Board, Place},
    kernel::{self, Closure},
};
use crate::{CellSet, Pencilmarks, bits::bits};
use gridmill_board::{Cell, Digit, Shape};

/// Layout of a shape: its cells in bands, and the operations on its boards.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    shape: Shape,
    /// Cells of each band.
    band_cells: usize,
    /// Cells that share a house with each cell, and the cell itself.
    seen: Vec<[u32; BANDS]>,
}

/// Calls an operation of `kernel` for the shape.
macro_rules! of_shape {
    ($layout:expr, $operation:ident($($argument:expr),*)) => {
        match ($layout.shape.box_rows(), $layout.shape.box_cols()) {
            (2, 2) => kernel::$operation::<2, 2>($($argument),*),
            (2, 3) => kernel::$operation::<2, 3>($($argument),*),
            (3, 2) => kernel::$operation::<3, 2>($($argument),*),
            (2, 4) => kernel::$operation::<2, 4>($($argument),*),
            (4, 2) => kernel::$operation::<4, 2>($($argument),*),
            _ => kernel::$operation::<3, 3>($($argument),*),
        }
    };
}

impl Layout {
    /// Lays out a shape with a side up to 9.
    pub(super) fn new(shape: Shape) -> Self {
        let band_cells = shape.box_rows() * shape.side();
        let mut layout = Self { shape, band_cells, seen: Vec::new() };
        let house = |cell| (shape.row(cell), shape.col(cell), shape.box_of(cell));
        let seen = |cell| {
            let own = house(cell);
            let mut bands = [0; BANDS];
            for other in shape.all_cells() {
                let its = house(other);
                if own.0 == its.0 || own.1 == its.1 || own.2 == its.2 {
                    bands[other.index() / band_cells] |= 1 << (other.index() % band_cells);
                }
            }
            bands
        };
        layout.seen = shape.all_cells().map(seen).collect();
        layout
    }

    /// Returns the shape.
    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the place of a candidate.
    #[inline]
    pub(super) fn place(&self, cell: Cell, digit: Digit) -> Place {
        let (band, bit) = (cell.index() / self.band_cells, cell.index() % self.band_cells);
        Place { band, bit, lane: digit.index() }
    }

    /// Returns the cell of a candidate.
    #[inline]
    pub(super) fn cell(&self, place: Place) -> Cell {
        Cell::new(place.band * self.band_cells + place.bit)
    }

    /// Copies pencilmarks. Their placed digits are singles of the board.
    pub(super) fn board(&self, marks: &Pencilmarks) -> Board {
        let mut board = Board::EMPTY;
        for cell in self.shape.all_cells() {
            let digits =
                marks.value(cell).map_or_else(|| marks.candidates(cell), gridmill_board::DigitSet::only);
            for digit in digits {
                self.place(cell, digit).join(&mut board.candidates);
            }
        }
        board
    }

    /// Copies pencilmarks whose placed digits are values: they are no singles, and what they delete is gone.
    pub(super) fn board_of_play(&self, marks: &Pencilmarks) -> Board {
        let mut board = self.board(marks);
        for cell in self.shape.all_cells() {
            if let Some(digit) = marks.value(cell) {
                let place = self.place(cell, digit);
                board.placed[place.band] |= 1 << place.bit;
            }
        }
        board
    }

    /// Returns the cells that are placed.
    pub(super) fn placed(&self, board: &Board) -> CellSet {
        let bits = board.placed.iter().enumerate();
        // Shapes with fewer bands have no bits in the others.
        let bits = bits.filter(|(_, bits)| **bits != 0);
        CellSet::from_bits(
            bits.fold(0, |all, (band, &bits)| all | u128::from(bits) << (band * self.band_cells)),
        )
    }

    /// Iterates over the candidates of a set: by digit, then by cell.
    #[inline]
    pub(super) fn places(&self, set: &Bands) -> impl Iterator<Item = Place> + use<> {
        let set = *set;
        (0..self.shape.side()).flat_map(move |lane| {
            (0..BANDS).flat_map(move |band| bits(set[band][lane]).map(move |bit| Place { band, bit, lane }))
        })
    }

    /// Iterates over the candidates of cells that are not placed.
    pub(super) fn open(&self, board: &Board) -> impl Iterator<Item = Place> + use<> {
        let mut open = board.candidates;
        for (band, placed) in open.iter_mut().zip(board.placed) {
            for cells in band {
                *cells &= !placed;
            }
        }
        self.places(&open)
    }

    /// Counts the candidates of each cell; 0 for those that are placed.
    pub(super) fn cell_sizes(&self, board: &Board) -> [u8; 81] {
        let mut sizes = [0; 81];
        for place in self.open(board) {
            sizes[self.cell(place).index()] += 1;
        }
        sizes
    }

    /// Returns the candidates of the first cell with the fewest that is not placed.
    pub(super) fn smallest_cell(&self, board: &Board) -> Vec<Place> {
        let sizes = self.cell_sizes(board);
        let cell = (0..81).filter(|&cell| sizes[cell] > 0).min_by_key(|&cell| sizes[cell]);
        self.open(board).filter(|&place| Some(self.cell(place).index()) == cell).collect()
    }

    /// Finds all singles: see [`kernel::find_singles`].
    #[inline]
    pub(super) fn find_singles(&self, board: &Board, singles: &mut Bands) -> Closure {
        of_shape!(self, find_singles(board, singles))
    }

    /// Places all these singles: see [`kernel::place_all`].
    #[inline]
    pub(super) fn place_all(&self, board: &mut Board, singles: &Bands) {
        of_shape!(self, place_all(board, singles));
    }

    /// Returns true if a variable has no candidate.
    #[inline]
    pub(super) fn has_empty(&self, board: &Board) -> bool {
        of_shape!(self, has_empty(board))
    }

    /// Deletes by locked candidates: see [`kernel::delete_locked`].
    #[inline]
    pub(super) fn delete_locked(&self, board: &mut Board) -> bool {
        of_shape!(self, delete_locked(board))
    }

    /// Asserts a candidate: places it and deletes what is linked to it.
    #[inline]
    pub(super) fn assert(&self, board: &mut Board, place: Place) {
        let seen = &self.seen[place.band * self.band_cells + place.bit];
        let cell = 1 << place.bit;
        for candidates in &mut board.candidates[place.band] {
            *candidates &= !cell;
        }
        for (band, seen) in board.candidates.iter_mut().zip(seen) {
            band[place.lane] &= !seen;
        }
        board.candidates[place.band][place.lane] |= cell;
        board.placed[place.band] |= cell;
    }

    /// Places singles until there is none.
    #[inline]
    pub(super) fn propagate(&self, board: &mut Board) -> Closure {
        of_shape!(self, propagate(board))
    }
}
