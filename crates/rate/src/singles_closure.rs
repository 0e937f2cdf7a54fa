//! The closure under naked and hidden singles: all digits that they place, in whatever order they are taken.
//!
//! A single stays one, or is placed, when other digits are placed. So the order does not matter, and whether singles solve a puzzle is a property
//! of the puzzle and of no rulebook.
//!
//! 9x9 grids are closed in rounds over bits. A row of `candidates` is a band (27 cells), an entry a digit: all digits go through the same
//! operations side by side.
//!
//! ```text
//! band 0   digit 1: 27 bits, digit 2: 27 bits, ... 9, and three lanes that stay empty
//! cell     bit 9 * (row in the band) + column
//! ```

use gridmill_board::{Cell, Shape};

/// Lanes for the nine digits: a multiple of the width of vectors.
const LANES: usize = 12;
/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// Cells of a row, and of the box in the first three columns of a band.
const ROW: u32 = (1 << 9) - 1;
const BOX: u32 = 0b111 | 0b111 << 9 | 0b111 << 18;

/// Bits of the cells of a band, for each digit.
type Lanes = [u32; LANES];

/// Solver of grids of one shape by naked and hidden singles alone.
///
/// # Example
/// ```
/// use gridmill_board::Shape;
/// use gridmill_rate::SinglesClosure;
///
/// let mut closure = SinglesClosure::new(Shape::new(2, 2)?);
/// assert!(closure.solves(&[1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]));
/// assert!(!closure.solves(&[0; 16]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SinglesClosure {
    shape: Shape,
    /// Cells of each house, of shapes other than 9x9.
    houses: Vec<Vec<usize>>,
    /// Houses of each cell.
    houses_of: Vec<[usize; 3]>,
    /// Candidates of each cell.
    cells: Vec<u32>,
}

impl SinglesClosure {
    /// Prepares for grids of `shape`.
    pub fn new(shape: Shape) -> Self {
        let side = shape.side();
        let house = |of: &dyn Fn(Cell) -> usize, number| -> Vec<usize> {
            shape.all_cells().filter(|&cell| of(cell) == number).map(Cell::index).collect()
        };
        let row = |cell| shape.row(cell);
        let col = |cell| shape.col(cell);
        let in_box = |cell| shape.box_of(cell);
        let kinds: [&dyn Fn(Cell) -> usize; 3] = [&row, &col, &in_box];
        let houses = kinds.iter().flat_map(|of| (0..side).map(move |number| house(*of, number)));
        let houses_of = |cell| [row(cell), side + col(cell), 2 * side + in_box(cell)];
        Self {
            shape,
            houses: houses.collect(),
            houses_of: shape.all_cells().map(houses_of).collect(),
            cells: vec![0; shape.cells()],
        }
    }

    /// Returns true if naked and hidden singles alone solve the grid with these digits, cell by cell, 0 for an empty one. A grid that
    /// contradicts itself is not solved.
    ///
    /// # Panics
    /// If `digits` has fewer cells than the shape.
    pub fn solves(&mut self, digits: &[u8]) -> bool {
        let digits = &digits[..self.shape.cells()];
        if self.shape == Shape::STANDARD { solves_standard(digits) } else { self.solves_any(digits) }
    }

    /// Places singles of any shape until there is none.
    fn solves_any(&mut self, digits: &[u8]) -> bool {
        let all = if self.shape.side() >= 32 { u32::MAX } else { (1 << self.shape.side()) - 1 };
        self.cells.fill(all);
        let mut placed = vec![false; digits.len()];
        let mut waiting: Vec<(usize, u32)> = Vec::new();
        let given = digits.iter().enumerate().filter(|(_, digit)| **digit != 0);
        waiting.extend(given.map(|(cell, &digit)| (cell, 1 << (digit - 1))));
        loop {
            while let Some((cell, digit)) = waiting.pop() {
                if self.cells[cell] & digit == 0 {
                    return false;
                }
                if std::mem::replace(&mut placed[cell], true) {
                    continue;
                }
                for house in self.houses_of[cell] {
                    for &peer in &self.houses[house] {
                        self.cells[peer] &= !digit;
                    }
                }
                self.cells[cell] = digit;
            }
            if placed.iter().all(|&placed| placed) {
                return true;
            }
            let naked = (0..placed.len()).filter(|&cell| !placed[cell] && self.cells[cell].is_power_of_two());
            waiting.extend(naked.map(|cell| (cell, self.cells[cell])));
            for house in &self.houses {
                let (mut once, mut twice) = (0, 0);
                for &cell in house {
                    twice |= once & self.cells[cell];
                    once |= self.cells[cell];
                }
                if once != all {
                    return false;
                }
                let hidden = once & !twice;
                let single = |&cell: &usize| (!placed[cell]).then_some((cell, self.cells[cell] & hidden));
                waiting.extend(house.iter().filter_map(single).filter(|(_, digit)| digit.is_power_of_two()));
            }
            if waiting.is_empty() {
                return false;
            }
        }
    }
}

/// Bits in each band of a cell's row, column and box.
const PEERS: [[u32; 3]; 81] = {
    let mut peers = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        let column = (1 << col) | (1 << (9 + col)) | (1 << (18 + col));
        peers[cell] = [column; 3];
        peers[cell][row / 3] |= ROW << (9 * (row % 3)) | BOX << (3 * (col / 3));
        cell += 1;
    }
    peers
};

/// Bits that are the only ones of their row, column or box, for each digit.
#[inline]
fn hidden_singles(candidates: &[Lanes; 3]) -> [Lanes; 3] {
    let (mut once, mut twice) = ([0; LANES], [0; LANES]);
    for band in candidates {
        for row in 0..3 {
            for lane in 0..LANES {
                let bits = band[lane] >> (9 * row) & ROW;
                twice[lane] |= once[lane] & bits;
                once[lane] |= bits;
            }
        }
    }
    let mut singles = [[0; LANES]; 3];
    for (band, found) in candidates.iter().zip(&mut singles) {
        for lane in 0..LANES {
            let bits = band[lane];
            let columns = once[lane] & !twice[lane];
            let mut single = bits & (columns | columns << 9 | columns << 18);
            for n in 0..3 {
                let (row, in_box) = (bits & (ROW << (9 * n)), bits & (BOX << (3 * n)));
                single |= if row & row.wrapping_sub(1) == 0 { row } else { 0 };
                single |= if in_box & in_box.wrapping_sub(1) == 0 { in_box } else { 0 };
            }
            found[lane] = single;
        }
    }
    singles
}

/// Returns true if singles solve a 9x9 grid.
fn solves_standard(digits: &[u8]) -> bool {
    let mut candidates = [[0; LANES]; 3];
    for band in &mut candidates {
        band[..9].fill(BAND);
    }
    let mut placed = [0_u32; 3];
    let mut news = [[0; LANES]; 3];
    for (cell, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        news[cell / 27][usize::from(digit) - 1] |= 1 << (cell % 27);
    }
    loop {
        for (band, news) in news.iter().enumerate() {
            // A cell with two digits shows when one of them is removed by the other.
            let mut taken = 0;
            for lane in news {
                taken |= lane;
            }
            for lane in 0..LANES {
                candidates[band][lane] &= !taken | news[lane];
            }
            placed[band] |= taken;
        }
        for (band, news) in news.iter().enumerate() {
            for (lane, &bits) in news.iter().enumerate() {
                let mut left = bits;
                while left != 0 {
                    let cell = 27 * band + left.trailing_zeros() as usize;
                    left &= left - 1;
                    for (band, peers) in PEERS[cell].iter().enumerate() {
                        candidates[band][lane] &= !peers;
                    }
                }
            }
            for lane in 0..LANES {
                candidates[band][lane] |= news[lane];
            }
        }
        if placed == [BAND; 3] {
            return is_solution(&candidates);
        }
        let hidden = hidden_singles(&candidates);
        let mut found = 0;
        for band in 0..3 {
            let (mut once, mut twice) = (0, 0);
            for lane in candidates[band] {
                twice |= once & lane;
                once |= lane;
            }
            if once != BAND {
                return false;
            }
            let (naked, free) = (once & !twice, !placed[band]);
            for lane in 0..LANES {
                let single = (candidates[band][lane] & naked | hidden[band][lane]) & free;
                news[band][lane] = single;
                found |= single;
            }
        }
        if found == 0 {
            return false;
        }
    }
}

/// Returns true if each digit stands once in each house.
fn is_solution(candidates: &[Lanes; 3]) -> bool {
    let mut cells = [0_u32; 3];
    for (cells, band) in cells.iter_mut().zip(candidates) {
        for lane in band {
            if *cells & lane != 0 {
                return false;
            }
            *cells |= lane;
        }
    }
    cells == [BAND; 3] && each_house_once(candidates)
}

/// Returns true if no digit stands twice in a row, a column or a box.
fn each_house_once(candidates: &[Lanes; 3]) -> bool {
    (0..9).all(|lane| {
        let mut columns = 0;
        let mut is_once = true;
        for band in candidates {
            for n in 0..3 {
                let row = band[lane] >> (9 * n) & ROW;
                is_once &= row.is_power_of_two() && columns & row == 0;
                is_once &= (band[lane] & (BOX << (3 * n))).is_power_of_two();
                columns |= row;
            }
        }
        is_once
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pencilmarks, Rater, Rulebook};
    use gridmill_board::Grid;

    const SINGLES: &str = "name = \"singles\"\nscale = \"singles/1\"\nconventions = \"hodoku\"\n\
        [[rule]]\ntechnique = \"full_house\"\nrating = 1\n[[rule]]\ntechnique = \"naked_single\"\nrating = 2\n\
        [[rule]]\ntechnique = \"hidden_single\"\nrating = 3\n";

    fn digits(text: &str) -> Vec<u8> {
        text.bytes().map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 }).collect()
    }

    /// Random grids, solvable or not, and puzzles: the fast closure, the plain one, and a rulebook of singles agree.
    #[test]
    fn all_three_ways_agree() {
        let mut plain = SinglesClosure::new(Shape::STANDARD);
        let rulebook = Rulebook::parse(SINGLES).unwrap();
        let mut rater = Rater::new(&rulebook);
        let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut solved = [0, 0];
        for round in 0..3000 {
            let mut grid = digits(solution);
            let keep = 22 + next(20);
            for cell in &mut grid {
                if next(81) >= keep {
                    *cell = 0;
                }
            }
            if round % 7 == 0 {
                // A wrong digit: a contradiction in most grids.
                let cell = usize::try_from(next(81)).unwrap();
                grid[cell] = 1 + u8::try_from(next(9)).unwrap();
            }
            let fast = solves_standard(&grid);
            assert_eq!(fast, plain.solves_any(&grid), "{grid:?}");
            solved[usize::from(fast)] += 1;
            if round % 7 != 0 {
                let text: String = grid.iter().map(|digit| char::from(b'0' + digit)).collect();
                let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, &text).unwrap());
                assert_eq!(fast, rater.rate(&mut marks).solved, "{text}");
            }
        }
        assert!(solved.iter().all(|&count| count > 300), "{solved:?}");
    }

    #[test]
    fn other_shapes_are_closed() {
        let mut small = SinglesClosure::new(Shape::new(2, 3).unwrap());
        assert!(!small.solves(&[0; 36]));
        let full: Vec<u8> = digits("123456456123231564564231312645645312");
        assert!(small.solves(&full));
        let mut one = full.clone();
        (one[0], one[7], one[20]) = (0, 0, 0);
        assert!(small.solves(&one));
        let mut wrong = full;
        wrong[0] = 2;
        assert!(!small.solves(&wrong));
    }
}
