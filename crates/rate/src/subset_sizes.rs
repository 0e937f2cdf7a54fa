//! Prefilter of subsets: the sizes of the sets of cells in a house that have no more candidates than cells.
//!
//! ```text
//! naked subset of n cells      a set of n cells with n candidates
//! hidden subset of n digits    the other cells of the house: together without these digits, so with no more candidates than cells
//! ```
//!
//! All sets of a house are looked at once for subsets of all sizes, and again only when its candidates change.

use super::{CellSet, House, HouseSet, Pencilmarks};
use gridmill_board::DigitSet;

/// Houses with such a set, by its size.
#[derive(Debug)]
pub(super) struct SubsetSizes {
    /// Rows and columns of a box.
    box_sides: (usize, usize),
    places: [CellSet; 9],
    /// For each house its candidates and the sizes of its sets, as bits.
    known: [([u16; 9], u16); 27],
    with_size: [HouseSet; 10],
}

impl Default for SubsetSizes {
    fn default() -> Self {
        // No digit and no house has these places.
        let (places, known) = ([CellSet::ALL; 9], [([u16::MAX; 9], 0); 27]);
        Self { box_sides: (0, 0), places, known, with_size: [HouseSet::EMPTY; 10] }
    }
}

impl SubsetSizes {
    /// Reads a state.
    pub(super) fn read(&mut self, marks: &Pencilmarks) {
        let places = DigitSet::full(9).map(|digit| marks.places(digit));
        if places.zip(&self.places).all(|(now, then)| now == *then) && marks.box_sides() == self.box_sides {
            return;
        }
        self.box_sides = marks.box_sides();
        for (then, digit) in self.places.iter_mut().zip(DigitSet::full(9)) {
            *then = marks.places(digit);
        }
        self.with_size = [HouseSet::EMPTY; 10];
        for house in House::all() {
            let (positions, sizes) = &mut self.known[house.index()];
            let now = marks.all_positions(house);
            if *positions != now {
                (*positions, *sizes) = (now, sizes_in(marks, house));
            }
            for (size, houses) in self.with_size.iter_mut().enumerate() {
                *houses |= HouseSet::only_if(*sizes >> size & 1 == 1, house);
            }
        }
    }

    /// Returns the houses with a set of `size` cells that has no more candidates.
    pub(super) fn houses(&self, size: u32) -> HouseSet {
        self.with_size[size as usize]
    }
}

/// Returns the sizes of the sets of empty cells with no more candidates than cells, as bits.
fn sizes_in(marks: &Pencilmarks, house: House) -> u16 {
    let mut unions = [0_u16; 512];
    let mut sets = 1;
    for cell in marks.cells_in(house) & marks.empty() {
        let (known, next) = unions.split_at_mut(sets);
        let candidates = marks.candidate_bits(cell);
        next.iter_mut().zip(known).for_each(|(next, union)| *next = *union | candidates);
        sets *= 2;
    }
    // Arithmetic alone, so that the compiler takes eight sets at once.
    let table = unions[..sets].iter().zip(&SIZES[..sets]).zip(&SIZE_BITS[..sets]);
    table.fold(0, |sizes, ((&union, &size), &bit)| {
        let pairs = union - (union >> 1 & 0x5555);
        let fours = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
        let eights = (fours + (fours >> 4)) & 0x0F0F;
        let count = (eights + (eights >> 8)) & 0xFF;
        sizes | bit & 0_u16.wrapping_sub(u16::from(count <= size))
    })
}

/// Sizes of sets, by their bits.
pub(super) static SIZES: [u16; 512] = {
    let mut sizes = [0; 512];
    let mut set = 1;
    while set < 512 {
        sizes[set] = sizes[set / 2] + if set % 2 == 1 { 1 } else { 0 };
        set += 1;
    }
    sizes
};

/// A bit for the size of each set; none for the empty set.
static SIZE_BITS: [u16; 512] = {
    let mut bits = [0; 512];
    let mut set = 1;
    while set < 512 {
        bits[set] = 1 << SIZES[set];
        set += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use super::super::examples::position;
    use super::*;

    #[test]
    fn sizes_are_those_of_the_definition() {
        let marks = position(&[("11 12", "12"), ("13", "123"), ("14 15 16 17", "45678")]);
        let mut sizes = SubsetSizes::default();
        for marks in [&marks, &Pencilmarks::blank(), &marks] {
            sizes.read(marks);
            for house in House::all() {
                let cells: Vec<_> = house.cells().map(|cell| marks.candidates(cell)).collect();
                let expected = (1..512_u32).filter(|set| {
                    let chosen = cells.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
                    let union = chosen.fold(DigitSet::EMPTY, |union, (_, digits)| union | *digits);
                    union.len() <= set.count_ones()
                });
                let expected = expected.fold(0, |sizes, set| sizes | 1 << set.count_ones());
                let found = (1..10).filter(|&size| sizes.houses(size).contains(house));
                assert_eq!(found.fold(0, |sizes, size| sizes | 1 << size), expected, "{house:?}");
            }
        }
    }
}
