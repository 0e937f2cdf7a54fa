//! Selected fill: the one of many uniform grids that has the fewest small unavoidable sets.
//!
//! ```text
//! two rows of a band     1 2 3 4 5 6 7 8 9      1 over 4 and 4 over 1: a cycle of two columns; these four cells can trade rows.
//!                        4 5 6 1 2 7 8 9 3      Every puzzle of the grid has a given among them.
//! ```
//!
//! The more small sets a grid has, the more givens its puzzles need. A set of 2n cells, on n columns, has the weight 2^-n: 24 random givens
//! of 81 miss it about as often. The sum over all pairs of rows in bands and columns in stacks is compared.

use super::uniform::Uniform;
use gridmill_board::{Digit, Shape, Solution};
use rand::Rng;

/// Uniform grids of which one is taken. Part of the stream version.
const DRAWS: usize = 256;

/// Most lines of a grid that the uniform fill makes.
const LINES: usize = 9;

/// Makes grids with few small unavoidable sets, of the shapes of the uniform fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Selected {
    shape: Shape,
    uniform: Uniform,
}

impl Selected {
    /// Creates the fill for `shape`; `None` if the shape is not supported.
    pub(super) fn new(shape: Shape) -> Option<Self> {
        Uniform::new(shape).map(|uniform| Self { shape, uniform })
    }

    /// Returns the first of the grids with the least weight of small sets.
    pub(super) fn fill(self, rng: &mut impl Rng) -> Solution {
        let mut best = self.uniform.fill(rng);
        let mut least = self.weight(best.cells(), u32::MAX);
        for _ in 1..DRAWS {
            let next = self.uniform.fill(rng);
            let weight = self.weight(next.cells(), least);
            if weight < least {
                (best, least) = (next, weight);
            }
        }
        best
    }

    /// Returns the weight of the sets in two lines, in units of 2^-16; any larger number once it is not below `enough`.
    fn weight(self, cells: &[Digit], enough: u32) -> u32 {
        let (rows, cols, side) = (self.shape.box_rows(), self.shape.box_cols(), self.shape.side());
        let mut weight = 0;
        for (chute, next_line, next_place) in [(rows, side, 1), (cols, 1, side)] {
            for first in (0..side).step_by(chute) {
                weight += chute_weight(cells, side, (first, chute), (next_line, next_place));
                if weight >= enough {
                    return weight;
                }
            }
        }
        weight
    }
}

/// Returns the weight of the sets in two of the `number` lines from line `first` on. The cell at a place of a line is the one at
/// `line * next_line + place * next_place`.
fn chute_weight(
    cells: &[Digit],
    side: usize,
    (first, number): (usize, usize),
    (next_line, next_place): (usize, usize),
) -> u32 {
    let mut digits = [[0; LINES]; LINES];
    let mut places = [[0; LINES]; LINES];
    for line in 0..number {
        for place in 0..side {
            let digit = cells[(first + line) * next_line + place * next_place].index();
            (digits[line][place], places[line][digit]) = (digit, place);
        }
    }
    let mut weight = 0;
    for (one, digits) in digits[..number].iter().enumerate() {
        for places in &places[..one] {
            let mut open: u32 = (1 << side) - 1;
            while open != 0 {
                let before = open;
                let mut place = open.trailing_zeros() as usize;
                while open >> place & 1 != 0 {
                    open &= !(1 << place);
                    place = places[digits[place]];
                }
                let length = (before ^ open).count_ones() as usize;
                // Two whole lines can always trade places, in every grid.
                if length < side {
                    weight += 1 << (16 - length);
                }
            }
        }
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    fn weight(shape: &str, text: &str) -> u32 {
        let shape: Shape = shape.parse().unwrap();
        let grid = gridmill_board::Grid::parse(shape, text).unwrap();
        Selected::new(shape).unwrap().weight(Solution::new(&grid).unwrap().cells(), u32::MAX)
    }

    #[test]
    fn cycles_of_two_lines_are_weighed() {
        // Every pair of lines in a chute has two cycles of two.
        assert_eq!(weight("2x2", "1234341221434321"), 4 * 2 * (1 << 14));
        // Rows 2 and 4 under rows 1 and 3 are one cycle of four each, the columns have two cycles of two.
        assert_eq!(weight("2x2", "1234341223414123"), by_trades("1234341223414123"));
    }

    /// Weighs a 4x4 grid by the definition: the ways to trade some places of two lines and keep both lines whole.
    fn by_trades(grid: &str) -> u32 {
        let grid: Vec<u8> = grid.bytes().collect();
        let line = |n: usize, rows: bool| -> Vec<u8> {
            (0..4).map(|place| if rows { grid[n * 4 + place] } else { grid[place * 4 + n] }).collect()
        };
        let mut weight = 0;
        for (one, rows) in [(0, true), (2, true), (0, false), (2, false)] {
            let (a, b) = (line(one, rows), line(one + 1, rows));
            let digits = |places: u32, line: &[u8]| -> Vec<u8> {
                let mut all: Vec<u8> =
                    (0..4_usize).filter(|p| places >> p & 1 != 0).map(|p| line[p]).collect();
                all.sort_unstable();
                all
            };
            let trades: Vec<u32> =
                (1..15).filter(|&places| digits(places, &a) == digits(places, &b)).collect();
            let smallest = trades.iter().filter(|&&t| !trades.iter().any(|&s| s != t && s & t == s));
            weight += smallest.map(|t| 1 << (16 - t.count_ones())).sum::<u32>();
        }
        weight
    }

    #[test]
    fn the_least_of_all_draws_is_taken() {
        for shape in ["2x3", "3x2", "3x3"] {
            let shape: Shape = shape.parse().unwrap();
            let (selected, uniform) = (Selected::new(shape).unwrap(), Uniform::new(shape).unwrap());
            for seed in 0..20 {
                let mut rng = Pcg64::from_seed([seed; 32]);
                let draws: Vec<Solution> = (0..DRAWS).map(|_| uniform.fill(&mut rng)).collect();
                let weights: Vec<u32> =
                    draws.iter().map(|draw| selected.weight(draw.cells(), u32::MAX)).collect();
                let least = *weights.iter().min().unwrap();
                let first = weights.iter().position(|&weight| weight == least).unwrap();
                assert_eq!(selected.fill(&mut Pcg64::from_seed([seed; 32])), draws[first]);
                assert!(shape != Shape::STANDARD || weights.iter().max() > weights.iter().min());
            }
        }
    }
}
