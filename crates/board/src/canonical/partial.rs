//! Canonical forms of 9x9 grids with empty cells.
//!
//! The form is built row by row. A [`Beginning`] is one way to begin it; all those whose rows so far are the least text are kept.
//! Each is extended by each row that may follow, in the least way, and the least of these are the beginnings of the next step.
//!
//! A beginning decides no more than it must. Columns of a stack, or stacks, that were empty in all rows so far are tied: their order
//! is still open, and the next row sorts them.
//!
//! ```text
//! row 1 of the form   000 000 001    stacks 1 and 2 are tied, and all columns of them; so are the first two of stack 3
//! next row            .5. ..3 7..    sorted:  columns ..5  ..3  7 is not tied, it stays:  . . 7 -> as row 1 has it
//! text                00n 00n ...    n is a digit without a name: greater than all with one. Equal stacks: both orders are kept.
//! ```
//!
//! Rows of a band that are empty, and empty bands, can be exchanged: one is taken, and the number of choices is kept as a weight. The
//! weights at the end, times the orders of what is still tied, add up to the number of automorphisms. So even the empty grid takes nine
//! steps.

#![expect(clippy::cast_possible_truncation, reason = "lines, labels and packed rows fit their types")]

use super::{
    Least,
    lines::{self, Line, Lines},
};

/// Label of a digit without a name: greater than all names.
const UNNAMED: u8 = 15;

/// Mask of nine lines.
const ALL_LINES: u16 = 0o777;

/// Orders of three things of which neighbours are tied: the first two (bit 0), the last two (bit 1).
const ORDERS: [&[[u8; 3]]; 4] = [
    &[[0, 1, 2]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2], [0, 2, 1]],
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
];

/// One way to begin the form.
#[derive(Clone, Copy)]
struct Beginning {
    /// New value of each digit, [`UNNAMED`] if it has none yet, and 0 for empty cells.
    labels: [u8; 16],
    /// Column of the grid at each position.
    cols: [u8; 16],
    /// Ties of neighbours in each stack, as in [`ORDERS`].
    tied_cols: [u8; 3],
    /// Ties of neighbouring stacks.
    tied_stacks: u8,
    orientation: u8,
    /// Lines placed so far.
    order: [u8; 9],
    /// Lines not yet placed.
    free: u16,
    /// Number of orders of lines that this one stands for.
    weight: u32,
}

/// Extension of a beginning by one line.
struct Extension {
    beginning: usize,
    line: u8,
    /// Number of lines that could stand in its place.
    choices: u8,
}

/// Finds the least grid among all transforms of a valid grid.
pub(super) fn least(lines: &Lines) -> Least {
    let empty = lines.0.map(|lines| empty_lines(&lines));
    let mut beginnings: Vec<Beginning> = [0, 1].map(Beginning::new).into();
    let (mut longer, mut extensions) = (Vec::with_capacity(32), Vec::with_capacity(32));
    let mut cells = Vec::with_capacity(81);
    let mut names = 0;
    for depth in 0..9 {
        let text = least_extensions(&beginnings, lines, empty, depth, &mut extensions);
        longer.clear();
        for extension in &extensions {
            let beginning = &beginnings[extension.beginning];
            let line = &lines.0[usize::from(beginning.orientation)][usize::from(extension.line)];
            beginning.extend(extension, depth, line, names, &mut longer);
        }
        std::mem::swap(&mut beginnings, &mut longer);
        for place in (0..9).rev() {
            let label = (text >> (4 * place) & 15) as u8;
            names += u8::from(label == UNNAMED);
            cells.push(if label == UNNAMED { names } else { label });
        }
    }
    let automorphisms = beginnings.iter().map(|beginning| beginning.weight * beginning.open_orders()).sum();
    let Beginning { orientation, order, cols, labels, .. } = &beginnings[0];
    let transform = lines::transform(usize::from(*orientation), order, &cols[..9], labels);
    Least { cells, transform, automorphisms }
}

/// Masks the lines without digits.
fn empty_lines(lines: &[Line; 9]) -> u16 {
    let is_empty = |line: &Line| u128::from_ne_bytes(*line) == 0;
    lines.iter().enumerate().fold(0, |mask, (n, line)| mask | u16::from(is_empty(line)) << n)
}

/// Finds the least next row, packed with four bits a cell, and all ways to it.
fn least_extensions(
    beginnings: &[Beginning],
    lines: &Lines,
    empty: [u16; 2],
    depth: usize,
    extensions: &mut Vec<Extension>,
) -> u64 {
    extensions.clear();
    let mut least = u64::MAX;
    for (number, beginning) in beginnings.iter().enumerate() {
        let orientation = usize::from(beginning.orientation & 1);
        let mut candidates = beginning.candidates(depth);
        let empty = candidates & empty[orientation];
        if empty != 0 {
            if least > 0 {
                extensions.clear();
                least = 0;
            }
            for (line, choices) in exchangeable(empty) {
                extensions.push(Extension { beginning: number, line, choices });
            }
            continue;
        }
        if least == 0 {
            continue;
        }
        while candidates != 0 {
            let line = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            let text = beginning.text(&lines.0[orientation][usize::from(line)]);
            if text > least {
                continue;
            }
            if text < least {
                extensions.clear();
                least = text;
            }
            extensions.push(Extension { beginning: number, line, choices: 1 });
        }
    }
    least
}

/// Lists one of the empty lines of each band, and the number of lines that it stands for. Of several bands that are wholly empty,
/// one is listed.
fn exchangeable(empty: u16) -> impl Iterator<Item = (u8, u8)> {
    let bands = [0, 3, 6].map(|first| empty >> first & 7);
    let whole = bands.iter().filter(|&&band| band == 7).count() as u8;
    let mut taken = false;
    (0..3_u8).zip(bands).filter_map(move |(band, empty)| {
        if empty == 0 || (empty == 7 && std::mem::replace(&mut taken, true)) {
            return None;
        }
        let bands = if empty == 7 { whole } else { 1 };
        Some((3 * band + empty.trailing_zeros() as u8, empty.count_ones() as u8 * bands))
    })
}

impl Beginning {
    /// Begins without rows: everything is tied.
    fn new(orientation: u8) -> Self {
        let mut labels = [UNNAMED; 16];
        labels[0] = 0;
        Self {
            labels,
            cols: [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0],
            tied_cols: [3; 3],
            tied_stacks: 3,
            orientation,
            order: [0; 9],
            free: ALL_LINES,
            weight: 1,
        }
    }

    /// Masks the lines that may be at row `depth`: any at the start of a band, else those of the band.
    fn candidates(&self, depth: usize) -> u16 {
        if depth.is_multiple_of(3) { self.free } else { self.free & 7 << (self.order[depth - 1] / 3 * 3) }
    }

    /// Returns the label of the cell of `line` at a position.
    #[inline]
    fn label(&self, line: &Line, place: usize) -> u8 {
        self.labels[usize::from(line[usize::from(self.cols[place] & 15)] & 15)]
    }

    /// Returns the least text of `line` that the ties allow, four bits a cell.
    #[inline]
    fn text(&self, line: &Line) -> u64 {
        let stacks = self.stacks(line).map(u32::from);
        let sorted = sorted(stacks, self.tied_stacks);
        u64::from(sorted[0]) << 24 | u64::from(sorted[1]) << 12 | u64::from(sorted[2])
    }

    /// Returns the least text of each stack, in the present order.
    #[inline]
    fn stacks(&self, line: &Line) -> [u16; 3] {
        std::array::from_fn(|stack| {
            let labels = std::array::from_fn(|i| u32::from(self.label(line, 3 * stack + i)));
            let sorted = sorted(labels, self.tied_cols[stack]);
            (sorted[0] << 8 | sorted[1] << 4 | sorted[2]) as u16
        })
    }

    /// Appends all beginnings that one more line makes of this one. `names` is the number of labels in use.
    fn extend(&self, extension: &Extension, depth: usize, line: &Line, names: u8, longer: &mut Vec<Self>) {
        let mut next = *self;
        next.order[depth] = extension.line;
        next.free &= !(1 << extension.line);
        next.weight *= u32::from(extension.choices);
        let stacks = self.stacks(line);
        for order in ORDERS[usize::from(self.tied_stacks & 3)] {
            let Some(tied) = tied(stacks, *order, self.tied_stacks, 0) else { continue };
            next.tied_stacks = tied;
            for (stack, &from) in order.iter().enumerate() {
                next.tied_cols[stack] = self.tied_cols[usize::from(from)];
                for i in 0..3 {
                    next.cols[3 * stack + i] = self.cols[3 * usize::from(from) + i];
                }
            }
            next.order_columns(0, line, names, longer);
        }
    }

    /// Appends all least orders of the columns from a stack on.
    fn order_columns(&self, stack: usize, line: &Line, names: u8, longer: &mut Vec<Self>) {
        let mut next = *self;
        if stack == 3 {
            next.name_digits(line, names);
            longer.push(next);
            return;
        }
        let ties = self.tied_cols[stack];
        let labels = std::array::from_fn(|i| u16::from(self.label(line, 3 * stack + i)));
        for order in ORDERS[usize::from(ties & 3)] {
            let Some(tied) = tied(labels, *order, ties, 0) else { continue };
            next.tied_cols[stack] = tied;
            for (i, &from) in order.iter().enumerate() {
                next.cols[3 * stack + i] = self.cols[3 * stack + usize::from(from)];
            }
            next.order_columns(stack + 1, line, names, longer);
        }
    }

    /// Names the digits that `line` is the first to have.
    fn name_digits(&mut self, line: &Line, mut names: u8) {
        for place in 0..9 {
            let digit = usize::from(line[usize::from(self.cols[place] & 15)] & 15);
            if self.labels[digit] == UNNAMED {
                names += 1;
                self.labels[digit] = names;
            }
        }
    }

    /// Counts the orders of columns and stacks that are still tied: those without digits.
    fn open_orders(&self) -> u32 {
        let ties = self.tied_cols.iter().chain([&self.tied_stacks]);
        ties.map(|&ties| ORDERS[usize::from(ties & 3)].len() as u32).product()
    }
}

/// Sorts three numbers as far as ties allow.
#[inline]
fn sorted(numbers: [u32; 3], ties: u8) -> [u32; 3] {
    let [mut a, mut b, mut c] = numbers;
    let exchange = |low: &mut u32, high: &mut u32, tied: bool| {
        let (less, more) = ((*low).min(*high), (*low).max(*high));
        (*low, *high) = if tied { (less, more) } else { (*low, *high) };
    };
    exchange(&mut b, &mut c, ties & 2 != 0);
    exchange(&mut a, &mut b, ties & 1 != 0);
    exchange(&mut b, &mut c, ties & 2 != 0);
    [a, b, c]
}

/// Returns the ties that are left once `order` is taken: those of neighbours without digits. `None` if the order does not sort the
/// numbers, or exchanges neighbours without digits.
#[inline]
fn tied(numbers: [u16; 3], order: [u8; 3], ties: u8, none: u16) -> Option<u8> {
    let mut left = 0;
    for i in 0..2 {
        if ties >> i & 1 == 0 {
            continue;
        }
        let (before, after) = (order[i], order[i + 1]);
        let (low, high) = (numbers[usize::from(before)], numbers[usize::from(after)]);
        if low > high || (high == none && before > after) {
            return None;
        }
        left |= u8::from(high == none) << i;
    }
    Some(left)
}
