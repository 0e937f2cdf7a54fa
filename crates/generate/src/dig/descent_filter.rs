//! Rejects failing descents without a search.
//!
//! ```text
//! givens left   . . 5 | . 2 .      1  exchanging two digits in cells that are all empty gives another solution:
//!               . a . | b . .         too many givens are removed
//!               . b . | a . .      2  a given is the only digit possible in its cell, or its cell is the only place
//!               8 . . | . . 3         for it in a house: it is removable at this stage, and at every earlier one
//! ```
//!
//! Together: the descent has passed the stage at which a given first cannot be removed, and no earlier stage was minimal.
//! Both conditions are sufficient, not necessary: descents that pass the filter are searched.

use gridmill_board::{Cell, Shape, Solution};

/// Set of cells, one bit each; shapes with more cells are not supported.
type Cells = u128;

/// Filter for the descents on one grid; prepared once for many descents.
#[derive(Debug, Default)]
pub(super) struct DescentFilter {
    /// Unavoidable sets: cells in which two digits can be exchanged. Smallest sets first.
    unavoidable: Vec<Cells>,
    /// Cells of the row, the column and the box of each cell.
    houses: Vec<[Cells; 3]>,
    /// Numbers of the row, the column and the box of each cell, and its digit.
    cells: Vec<([usize; 3], usize)>,
    side: usize,
}

/// Size of the largest sets that are kept: larger ones are rarely without a given.
const LARGEST_SET: u32 = 12;

impl DescentFilter {
    /// Returns true if the filter supports grids of this shape.
    pub(super) const fn supports(shape: Shape) -> bool {
        shape.cells() <= Cells::BITS as usize
    }

    /// Prepares the filter for a complete grid of a supported shape.
    pub(super) fn prepare(&mut self, solution: &Solution) {
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
        self.find_unavoidable_sets(shape);
    }

    /// Collects the connected components of the cells of each two digits: exchanging the digits in one gives a valid grid.
    fn find_unavoidable_sets(&mut self, shape: Shape) {
        // Cell of each digit in each row, column and box.
        let mut positions = [[[0_u8; Shape::MAX_SIDE]; 3]; Shape::MAX_SIDE];
        for (index, &(houses, digit)) in (0..).zip(&self.cells) {
            for (kind, house) in houses.into_iter().enumerate() {
                positions[digit][kind][house] = index;
            }
        }
        self.unavoidable.clear();
        for a in 0..self.side {
            for b in a + 1..self.side {
                let mut rows_left = (1_u32 << self.side) - 1;
                while rows_left != 0 {
                    let mut component = 0;
                    let mut reached = 1_u32 << rows_left.trailing_zeros();
                    rows_left &= !reached;
                    while reached != 0 {
                        let row = reached.trailing_zeros() as usize;
                        reached &= reached - 1;
                        let (at, other) = (positions[a][0][row], positions[b][0][row]);
                        component |= 1 << at | 1 << other;
                        let [_, col, box_] = self.cells[usize::from(at)].0;
                        for linked in [positions[b][1][col], positions[b][2][box_]] {
                            let row = 1 << shape.row(Cell::new(usize::from(linked)));
                            reached |= rows_left & row;
                            rows_left &= !row;
                        }
                        let [_, col, box_] = self.cells[usize::from(other)].0;
                        for linked in [positions[a][1][col], positions[a][2][box_]] {
                            let row = 1 << shape.row(Cell::new(usize::from(linked)));
                            reached |= rows_left & row;
                            rows_left &= !row;
                        }
                    }
                    if Cells::count_ones(component) <= LARGEST_SET {
                        self.unavoidable.push(component);
                    }
                }
            }
        }
        self.unavoidable.sort_unstable_by_key(|set| set.count_ones());
    }

    /// Returns true if a descent whose givens at some stage are `left` fails for certain; false if that is not known.
    pub(super) fn rejects(&self, left: &[Cell]) -> bool {
        let given = left.iter().fold(0, |set, &cell| set | bit(cell));
        self.unavoidable.iter().any(|set| set & given == 0) && self.has_single(left, given)
    }

    /// Returns true if one of the givens is a naked or hidden single of the others.
    fn has_single(&self, left: &[Cell], given: Cells) -> bool {
        let mut seen = [[0_u32; Shape::MAX_SIDE]; 3];
        let mut positions = [0; Shape::MAX_SIDE];
        for &cell in left {
            let (houses, digit) = self.cells[cell.index()];
            for (kind, house) in houses.into_iter().enumerate() {
                seen[kind][house] |= 1 << digit;
            }
            positions[digit] |= bit(cell);
        }
        let all = (1_u32 << self.side) - 1;
        let naked = |cell: Cell| {
            let [row, col, box_] = self.cells[cell.index()].0;
            seen[0][row] | seen[1][col] | seen[2][box_] == all
        };
        left.iter().any(|&cell| naked(cell))
            || left.iter().any(|&cell| self.is_hidden_single(cell, given, &positions))
    }

    /// Returns true if a given is a hidden single: its digit has no other place in one of its houses.
    fn is_hidden_single(&self, cell: Cell, given: Cells, positions: &[Cells; Shape::MAX_SIDE]) -> bool {
        let mut others = positions[self.cells[cell.index()].1] & !bit(cell);
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
