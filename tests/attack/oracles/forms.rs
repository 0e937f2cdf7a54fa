//! Classes of puzzles by brute force, written apart from the program: all transforms, all relabelings, all fillings.

use crate::tools::Dice;
use std::{collections::BTreeMap, sync::Mutex};

/// Cells of a grid row by row; 0 is an empty cell.
pub(crate) type Cells = Vec<u8>;

/// Grids with square boxes of one size.
#[derive(Debug)]
pub(crate) struct Forms {
    /// Rows of a box.
    pub(crate) size: usize,
    /// Orders of rows that keep bands together.
    orders: Vec<Vec<usize>>,
    known: Mutex<BTreeMap<Cells, Cells>>,
}

impl Forms {
    /// Grids with boxes of `size` rows and columns.
    pub(crate) fn new(size: usize) -> Self {
        let orders = permutations(size);
        let mut all: Vec<Vec<usize>> = Vec::new();
        for bands in &orders {
            let mut partial: Vec<Vec<usize>> = vec![Vec::new()];
            for band in bands {
                let longer = partial.iter().flat_map(|start| {
                    orders.iter().map(move |rows| {
                        start.iter().copied().chain(rows.iter().map(|row| band * size + row)).collect()
                    })
                });
                partial = longer.collect();
            }
            all.extend(partial);
        }
        Self { size, orders: all, known: Mutex::default() }
    }

    /// Rows of a grid.
    pub(crate) const fn side(&self) -> usize {
        self.size * self.size
    }

    /// The least image of a grid under all transforms, digits numbered in the order in which they come.
    pub(crate) fn least(&self, cells: &[u8]) -> Cells {
        if let Some(known) = self.known.lock().unwrap().get(cells) {
            return known.clone();
        }
        let side = self.side();
        let transposed: Cells =
            (0..side * side).map(|cell| cells[cell % side * side + cell / side]).collect();
        let mut least = vec![u8::MAX; side * side];
        for cells in [cells, transposed.as_slice()] {
            for rows in &self.orders {
                for columns in &self.orders {
                    lower(&mut least, cells, rows, columns);
                }
            }
        }
        self.known.lock().unwrap().insert(cells.to_owned(), least.clone());
        least
    }

    /// A random image of a grid.
    pub(crate) fn image(&self, cells: &[u8], dice: &mut Dice) -> Cells {
        let side = self.side();
        let (rows, columns) = (dice.pick(&self.orders).clone(), dice.pick(&self.orders).clone());
        let mut digits: Vec<u8> = (1..).take(side).collect();
        dice.shuffle(&mut digits);
        let turned = dice.one_in(2);
        let at = |row: usize, column: usize| if turned { column * side + row } else { row * side + column };
        let moved = (0..side * side).map(|cell| cells[at(rows[cell / side], columns[cell % side])]);
        moved.map(|digit| if digit == 0 { 0 } else { digits[usize::from(digit) - 1] }).collect()
    }

    /// True if no house holds a digit twice.
    pub(crate) fn is_consistent(&self, cells: &[u8]) -> bool {
        (0..cells.len()).all(|cell| cells[cell] == 0 || self.allows(cells, cell, cells[cell]))
    }

    fn allows(&self, cells: &[u8], cell: usize, digit: u8) -> bool {
        let (side, size) = (self.side(), self.size);
        let place = |cell: usize| (cell / side, cell % side);
        let (row, column) = place(cell);
        (0..cells.len()).all(|other| {
            let (r, c) = place(other);
            let sees = r == row || c == column || (r / size, c / size) == (row / size, column / size);
            other == cell || !sees || cells[other] != digit
        })
    }

    /// Up to two solutions, digits tried in random order.
    pub(crate) fn solutions(&self, cells: &[u8], dice: &mut Dice) -> Vec<Cells> {
        let mut found = Vec::new();
        if self.is_consistent(cells) {
            self.search(&mut cells.to_owned(), &mut found, dice);
        }
        found
    }

    fn search(&self, cells: &mut Cells, found: &mut Vec<Cells>, dice: &mut Dice) {
        let side = u8::try_from(self.side()).unwrap();
        let empty = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let choices = empty.map(|cell| {
            let fit = (1..=side).filter(|&digit| self.allows(cells, cell, digit)).collect::<Vec<_>>();
            (cell, fit)
        });
        let Some((cell, mut digits)) = choices.min_by_key(|(_, digits)| digits.len()) else {
            return found.push(cells.clone());
        };
        dice.shuffle(&mut digits);
        for digit in digits {
            cells[cell] = digit;
            self.search(cells, found, dice);
            if found.len() > 1 {
                break;
            }
        }
        cells[cell] = 0;
    }
}

/// Replaces `least` by the image of `cells` in these orders, if that is less.
fn lower(least: &mut [u8], cells: &[u8], rows: &[usize], columns: &[usize]) {
    let side = rows.len();
    let (mut names, mut next, mut is_less) = ([0_u8; 17], 1, false);
    for (cell, least) in least.iter_mut().enumerate() {
        let digit = cells[rows[cell / side] * side + columns[cell % side]];
        let name = &mut names[usize::from(digit)];
        if digit != 0 && *name == 0 {
            (*name, next) = (next, next + 1);
        }
        if !is_less && *name > *least {
            return;
        }
        is_less |= *name < *least;
        *least = *name;
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let longer = shorter.iter().flat_map(|order| {
        (0..n).map(move |at| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        })
    });
    longer.collect()
}
