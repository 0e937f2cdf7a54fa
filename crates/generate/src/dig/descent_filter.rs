//! Descents that have failed, told without a search.
//!
//! ```text
//! givens left   . . 5 | . 2 .      1  exchanging two digits in cells that are all empty gives another solution:
//!               . a . | b . .         too many givens are away
//!               . b . | a . .      2  yet a given is the only digit left for its cell, or the only place left for its
//!               8 . . | . . 3         digit in a house: it could have gone at this stage, and at every earlier one
//! ```
//!
//! Together: the stage at which a given first could not go is passed, and no stage before was minimal. Both are
//! sufficient, not necessary: what they leave open is searched.

use gridmill_board::{Cell, Shape, Solution};

/// A set of cells, one bit each; shapes of more cells are not known here.
type Cells = u128;

/// What is known of one grid; made once for many descents.
#[derive(Debug, Default)]
pub(super) struct DescentFilter {
    /// The cells of two digits that can be exchanged among themselves: smallest sets first.
    pairs: Vec<Cells>,
    /// The houses of each cell: rows, columns and boxes as sets, each below its number.
    houses: Vec<[Cells; 3]>,
    /// Row, column and box of each cell, and its digit.
    cells: Vec<([usize; 3], usize)>,
    side: usize,
}

/// Larger sets are rarely empty all over.
const LARGEST: u32 = 12;

impl DescentFilter {
    /// Whether grids of this shape can be looked at.
    pub(super) const fn knows(shape: Shape) -> bool {
        shape.cells() <= Cells::BITS as usize
    }

    /// Looks at a complete grid of a shape that it knows.
    pub(super) fn look_at(&mut self, solution: &Solution) {
        let shape = solution.shape();
        self.side = shape.side();
        let place = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
        self.cells.clear();
        self.cells.extend(shape.all_cells().map(|cell| (place(cell), solution.get(cell).index())));
        if self.houses.len() != shape.cells() {
            let house = |cell, kind: usize| {
                let same = shape.all_cells().filter(|&other| place(other)[kind] == place(cell)[kind]);
                same.fold(0, |set, other| set | bit(other))
            };
            self.houses = shape.all_cells().map(|cell| [0, 1, 2].map(|kind| house(cell, kind))).collect();
        }
        self.find_pairs(shape);
    }

    fn find_pairs(&mut self, shape: Shape) {
        // Where each digit stands in each row, column and box.
        let mut stands = [[[0_u8; Shape::MAX_SIDE]; 3]; Shape::MAX_SIDE];
        for (index, &(houses, digit)) in (0..).zip(&self.cells) {
            for (kind, house) in houses.into_iter().enumerate() {
                stands[digit][kind][house] = index;
            }
        }
        self.pairs.clear();
        for a in 0..self.side {
            for b in a + 1..self.side {
                let mut rows_left = (1_u32 << self.side) - 1;
                while rows_left != 0 {
                    let mut chain = 0;
                    let mut reached = 1_u32 << rows_left.trailing_zeros();
                    rows_left &= !reached;
                    while reached != 0 {
                        let row = reached.trailing_zeros() as usize;
                        reached &= reached - 1;
                        let (at, other) = (stands[a][0][row], stands[b][0][row]);
                        chain |= 1 << at | 1 << other;
                        let [_, col, box_] = self.cells[usize::from(at)].0;
                        for linked in [stands[b][1][col], stands[b][2][box_]] {
                            let row = 1 << shape.row(Cell::new(usize::from(linked)));
                            reached |= rows_left & row;
                            rows_left &= !row;
                        }
                        let [_, col, box_] = self.cells[usize::from(other)].0;
                        for linked in [stands[a][1][col], stands[a][2][box_]] {
                            let row = 1 << shape.row(Cell::new(usize::from(linked)));
                            reached |= rows_left & row;
                            rows_left &= !row;
                        }
                    }
                    if Cells::count_ones(chain) <= LARGEST {
                        self.pairs.push(chain);
                    }
                }
            }
        }
        self.pairs.sort_unstable_by_key(|pair| pair.count_ones());
    }

    /// Whether a descent that comes to the stage with just these givens `left` fails, as far as this can tell.
    pub(super) fn fails(&self, left: &[Cell]) -> bool {
        let given = left.iter().fold(0, |set, &cell| set | bit(cell));
        self.pairs.iter().any(|pair| pair & given == 0) && self.has_single(left, given)
    }

    /// Whether one of the givens follows from the others at once.
    fn has_single(&self, left: &[Cell], given: Cells) -> bool {
        let mut seen = [[0_u32; Shape::MAX_SIDE]; 3];
        let mut stands = [0; Shape::MAX_SIDE];
        for &cell in left {
            let (houses, digit) = self.cells[cell.index()];
            for (kind, house) in houses.into_iter().enumerate() {
                seen[kind][house] |= 1 << digit;
            }
            stands[digit] |= bit(cell);
        }
        let all = (1_u32 << self.side) - 1;
        let naked = |cell: Cell| {
            let [row, col, box_] = self.cells[cell.index()].0;
            seen[0][row] | seen[1][col] | seen[2][box_] == all
        };
        left.iter().any(|&cell| naked(cell)) || left.iter().any(|&cell| self.is_hidden(cell, given, &stands))
    }

    /// Whether the digit of a given has no other place in one of its houses.
    fn is_hidden(&self, cell: Cell, given: Cells, stands: &[Cells; Shape::MAX_SIDE]) -> bool {
        let mut others = stands[self.cells[cell.index()].1] & !bit(cell);
        let mut taken = given & !bit(cell);
        while others != 0 {
            let [row, col, box_] = self.houses[others.trailing_zeros() as usize];
            taken |= row | col | box_;
            others &= others - 1;
        }
        self.houses[cell.index()].iter().any(|&house| house & !taken == bit(cell))
    }
}

const fn bit(cell: Cell) -> Cells {
    1 << cell.index()
}
