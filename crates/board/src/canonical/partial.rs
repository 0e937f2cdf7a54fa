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

use super::{ALL, CanonicalError, Least, Line, Lines};
use crate::{Grid, Shape, Solution, Transform};
use std::cell::RefCell;

/// Label of a digit without a name: greater than all names.
const UNNAMED: u8 = 15;

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
    /// Ties of neighbours in each stack, as in [`ORDERS`]: bits 0 and 1 for the first stack, 2 and 3, 4 and 5.
    tied_cols: u8,
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

/// Least first row of a line, packed, by the positions of its digits.
const FIRST_ROWS: [u64; 512] = {
    let mut rows = [0; 512];
    let mut givens = 0;
    while givens < 512 {
        // Digits of each stack move to its end, and stacks are sorted.
        let mut count = 0;
        let mut filled = 0;
        while count < 4 {
            let mut stack = 0;
            while stack < 3 {
                if (givens >> (3 * stack) & 7_usize).count_ones() == count {
                    rows[givens] |= (0xfff & !(0xfff << (4 * count))) << (24 - 12 * filled);
                    filled += 1;
                }
                stack += 1;
            }
            count += 1;
        }
        givens += 1;
    }
    rows
};

/// Lists of a search, whose memory serves the next one of the thread.
#[derive(Default)]
struct Lists {
    beginnings: Vec<Beginning>,
    longer: Vec<Beginning>,
    extensions: Vec<Extension>,
}

/// Items that a list keeps its memory for, at most.
const KEPT: usize = 1 << 10;

thread_local! {
    static LISTS: RefCell<Lists> = RefCell::default();
}

/// Finds the least grid among all transforms of a valid grid.
pub(super) fn least(lines: &Lines) -> Least {
    LISTS.with_borrow_mut(|lists| {
        let least = least_in(lines, lists);
        lists.beginnings.shrink_to(KEPT);
        lists.longer.shrink_to(KEPT);
        lists.extensions.shrink_to(KEPT);
        least
    })
}

fn least_in(lines: &Lines, Lists { beginnings, longer, extensions }: &mut Lists) -> Least {
    let empty = lines.givens.map(|givens| empty_lines(&givens));
    beginnings.clear();
    beginnings.extend([0, 1].map(Beginning::new));
    let mut names = 0;
    for depth in 0..9 {
        let text = least_extensions(beginnings, lines, empty, depth, extensions);
        longer.clear();
        for extension in &*extensions {
            let beginning = &beginnings[extension.beginning];
            let line = &lines.values[usize::from(beginning.orientation & 1)][usize::from(extension.line)];
            beginning.extend(extension, depth, line, text, names, longer);
        }
        std::mem::swap(beginnings, longer);
        names += unnamed_places(text).count_ones() as u8;
    }
    let automorphisms = beginnings.iter().map(|beginning| beginning.weight * beginning.open_orders()).sum();
    let Beginning { orientation, order, cols, labels, .. } = &beginnings[0];
    lines.image(usize::from(*orientation), order, cols, labels, automorphisms)
}

/// Masks the lines without digits.
fn empty_lines(givens: &[u16; 9]) -> u16 {
    givens.iter().enumerate().fold(0, |mask, (line, &givens)| mask | u16::from(givens == 0) << line)
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
            if depth.is_multiple_of(3) {
                let choices = exchangeable(empty);
                extensions.extend(choices.map(|(line, choices)| Extension {
                    beginning: number,
                    line,
                    choices,
                }));
            } else {
                let (line, choices) = (empty.trailing_zeros() as u8, empty.count_ones() as u8);
                extensions.push(Extension { beginning: number, line, choices });
            }
            continue;
        }
        if least == 0 {
            continue;
        }
        let first_stack = beginning.first_stack();
        while candidates != 0 {
            let line = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            let givens = lines.givens[orientation][usize::from(line)];
            // A digit in the first stack, where the least row has none.
            if least >> 24 == 0 && givens & first_stack != 0 {
                continue;
            }
            let text = if depth == 0 {
                FIRST_ROWS[usize::from(givens & ALL)]
            } else {
                beginning.text(&lines.values[orientation][usize::from(line)], least)
            };
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
            tied_cols: 0o77,
            tied_stacks: 3,
            orientation,
            order: [0; 9],
            free: ALL,
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

    /// Returns the least text of `line` that the ties allow, four bits a cell; any greater one if it is greater than `least`.
    #[inline]
    fn text(&self, line: &Line, least: u64) -> u64 {
        let first = self.stack(line, 0);
        if self.tied_stacks & 1 == 0 && u64::from(first) > least >> 24 {
            return u64::MAX;
        }
        let stacks = [first, self.stack(line, 1), self.stack(line, 2)];
        let sorted = if self.tied_stacks == 0 { stacks } else { sorted(stacks, self.tied_stacks) };
        u64::from(sorted[0]) << 24 | u64::from(sorted[1]) << 12 | u64::from(sorted[2])
    }

    /// Returns the least text of a stack.
    #[inline]
    fn stack(&self, line: &Line, stack: usize) -> u32 {
        let labels = std::array::from_fn(|i| u32::from(self.label(line, 3 * stack + i)));
        let sorted = sorted(labels, self.tied_cols >> (2 * stack));
        sorted[0] << 8 | sorted[1] << 4 | sorted[2]
    }

    /// Masks the columns of the first stack, none if another may take its place.
    fn first_stack(&self) -> u16 {
        if self.tied_stacks & 1 == 0 { 7 << (self.cols[0] / 3 * 3) } else { 0 }
    }

    /// Appends all beginnings that one more line makes of this one. `text` is its row, `names` the number of labels in use.
    fn extend(
        &self,
        extension: &Extension,
        depth: usize,
        line: &Line,
        text: u64,
        names: u8,
        longer: &mut Vec<Self>,
    ) {
        let start = longer.len();
        longer.push(*self);
        let next = &mut longer[start];
        next.order[depth] = extension.line;
        next.free &= !(1 << extension.line);
        next.weight *= u32::from(extension.choices);
        if text == 0 {
            return;
        }
        if self.tied_stacks != 0 {
            order_stacks(line, start, longer);
        }
        if self.tied_cols != 0 {
            for stack in 0..3 {
                // An empty stack leaves its ties.
                if text >> (24 - 12 * stack) & 0xfff != 0 {
                    order_columns(stack, line, start, longer);
                }
            }
        }
        let unnamed = unnamed_places(text);
        if unnamed != 0 {
            for beginning in &mut longer[start..] {
                beginning.name_digits(line, unnamed, names);
            }
        }
    }

    /// Names the digits that `line` is the first to have, at the places that `unnamed` has as bits.
    #[inline]
    fn name_digits(&mut self, line: &Line, mut unnamed: u64, mut names: u8) {
        while unnamed != 0 {
            let bit = unnamed.ilog2();
            unnamed &= !(1 << bit);
            let place = 8 - bit as usize / 4;
            names += 1;
            self.labels[usize::from(line[usize::from(self.cols[place] & 15)] & 15)] = names;
        }
    }

    /// Counts the orders of columns and stacks that are still tied: those without digits.
    fn open_orders(&self) -> u32 {
        let ties = [self.tied_stacks, self.tied_cols, self.tied_cols >> 2, self.tied_cols >> 4];
        ties.map(|ties| ORDERS[usize::from(ties & 3)].len() as u32).iter().product()
    }
}

/// Marks the cells of a packed row that are [`UNNAMED`], with the lowest bit of each.
#[inline]
const fn unnamed_places(text: u64) -> u64 {
    text & text >> 1 & text >> 2 & text >> 3 & 0x1_1111_1111
}

/// Orders the stacks of the beginning at `start`, and appends a copy for each further least order.
fn order_stacks(line: &Line, start: usize, longer: &mut Vec<Beginning>) {
    let beginning = longer[start];
    let stacks = [0, 1, 2].map(|stack| beginning.stack(line, stack) as u16);
    let mut end = start;
    for order in ORDERS[usize::from(beginning.tied_stacks & 3)] {
        let Some(tied) = tied(stacks, *order, beginning.tied_stacks) else { continue };
        let mut next = beginning;
        next.tied_stacks = tied;
        next.tied_cols = 0;
        for (stack, &from) in order.iter().enumerate() {
            next.tied_cols |= (beginning.tied_cols >> (2 * from) & 3) << (2 * stack);
            for i in 0..3 {
                next.cols[3 * stack + i] = beginning.cols[3 * usize::from(from) + i];
            }
        }
        put(longer, end, next);
        end += 1;
    }
}

/// Orders the columns of a stack in the beginnings from `start` on, and appends copies for further least orders.
fn order_columns(stack: usize, line: &Line, start: usize, longer: &mut Vec<Beginning>) {
    for number in start..longer.len() {
        let beginning = &mut longer[number];
        let ties = beginning.tied_cols >> (2 * stack) & 3;
        if ties == 0 {
            continue;
        }
        let labels: [u16; 3] = std::array::from_fn(|i| u16::from(beginning.label(line, 3 * stack + i)));
        if labels.iter().filter(|&&label| label == UNNAMED.into()).count() > 1 {
            order_unnamed(stack, labels, number, longer);
            continue;
        }
        // One order: columns without digit stay in theirs, because those are ascending.
        let cols = &mut beginning.cols[3 * stack..3 * stack + 3];
        let keys = std::array::from_fn(|i| u32::from(labels[i]) << 4 | u32::from(cols[i]));
        let [a, b, c] = sorted(keys, ties);
        cols.copy_from_slice(&[a, b, c].map(|key| (key & 15) as u8));
        let left = u8::from(b < 16) | u8::from(c < 16) << 1;
        beginning.tied_cols &= !(3 << (2 * stack)) | left << (2 * stack);
    }
}

/// Orders the columns of a stack with several digits that have no name: all least orders.
fn order_unnamed(stack: usize, labels: [u16; 3], number: usize, longer: &mut Vec<Beginning>) {
    let beginning = longer[number];
    let ties = beginning.tied_cols >> (2 * stack) & 3;
    let mut end = number;
    for order in ORDERS[usize::from(ties)] {
        let Some(tied) = tied(labels, *order, ties) else { continue };
        let mut next = beginning;
        next.tied_cols = beginning.tied_cols & !(3 << (2 * stack)) | tied << (2 * stack);
        for (i, &from) in order.iter().enumerate() {
            next.cols[3 * stack + i] = beginning.cols[3 * stack + usize::from(from)];
        }
        put(longer, end, next);
        end = longer.len();
    }
}

/// Replaces the element at `place`, or appends it there.
fn put(beginnings: &mut Vec<Beginning>, place: usize, beginning: Beginning) {
    if let Some(old) = beginnings.get_mut(place) {
        *old = beginning;
    } else {
        beginnings.push(beginning);
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
fn tied(numbers: [u16; 3], order: [u8; 3], ties: u8) -> Option<u8> {
    let mut left = 0;
    for i in 0..2 {
        if ties >> i & 1 == 0 {
            continue;
        }
        let (before, after) = (order[i], order[i + 1]);
        let (low, high) = (numbers[usize::from(before)], numbers[usize::from(after)]);
        if low > high || (high == 0 && before > after) {
            return None;
        }
        left |= u8::from(high == 0) << i;
    }
    Some(left)
}

// Puzzles within the canonical forms of their solutions.
//
// ```text
// canonical form of a puzzle         least text of all images of its givens
// within that of its solution        least text of those images of its givens whose solution is the canonical form of its solution
// ```
//
// The second has as many images to compare as the solution has automorphisms: usually one. It sorts puzzles of one solution grid next to
// each other, which is why collectors use it.

impl Solution {
    /// Returns every transform that leads to the canonical form: as many as the grid has automorphisms.
    ///
    /// # Errors
    /// [`CanonicalError::Symmetric`] for a grid larger than 9x9 with too many symmetries.
    #[doc(hidden)]
    pub fn canonical_transforms(&self) -> Result<Vec<Transform>, CanonicalError> {
        let grid = Grid::from(self);
        let lines = (self.shape() == Shape::STANDARD).then(|| super::Lines::from_grid(&grid)).flatten();
        lines.map_or_else(|| super::general::transforms(&grid), |lines| Ok(super::transforms(&lines)))
    }
}

impl Grid {
    /// Returns the form within the canonical form of `solution`: the least image among those by transforms that lead from the solution to
    /// its canonical form. Puzzles are equivalent exactly if these forms are equal, each by its own solution.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    ///
    /// let puzzle: Grid = "1...3......3..2.".parse()?;
    /// let solution = Solution::new(&"1234341221434321".parse::<Grid>()?)?;
    /// assert_eq!(solution.canonical()?.form.to_string(), "1234341221434321");
    /// assert_eq!(puzzle.canonical_within(&solution)?.to_string(), "......12.1..4...");
    /// assert_eq!(puzzle.canonical()?.form.to_string(), "......12.1..3...");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CanonicalError::Symmetric`] for a grid larger than 9x9 with too many symmetries.
    ///
    /// # Panics
    /// Panics if the solution has another shape.
    #[doc(alias = "minlex")]
    #[doc(hidden)]
    pub fn canonical_within(&self, solution: &Solution) -> Result<Self, CanonicalError> {
        let transforms = solution.canonical_transforms()?;
        let images = transforms.iter().map(|transform| transform.grid(self));
        // Empty cells are less than digits, as in texts.
        let Some(least) = images.min_by(|a, b| a.cells().cmp(b.cells())) else {
            unreachable!("a grid has a transform to its form")
        };
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::tests::{
        MAX_CANONICAL, PUZZLES, complete, kept_at_random, random_transform, shifted,
    };
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64;

    fn solution(shape: Shape, text: &str) -> Solution {
        Solution::new(&Grid::parse(shape, text).unwrap()).unwrap()
    }

    /// Lists all transforms of 4x4 grids: orders of lines, digits, transposition.
    fn all_small_transforms(shape: Shape) -> Vec<Transform> {
        let lines = crate::canonical::orders(2, 2);
        let digits = crate::canonical::orders(1, 4);
        let mut found = Vec::new();
        for (rows, cols) in lines.iter().flat_map(|rows| lines.iter().map(move |cols| (rows, cols))) {
            for digits in &digits {
                found.extend(
                    [false, true]
                        .map(|transposed| Transform::new(shape, rows, cols, digits, transposed).unwrap()),
                );
            }
        }
        found
    }

    #[test]
    fn forms_of_4x4_are_least_among_all_transforms() {
        let shape: Shape = "2x2".parse().unwrap();
        let transforms = all_small_transforms(shape);
        assert_eq!(transforms.len(), 2 * 8 * 8 * 24);
        let mut grids = Vec::new();
        complete(&mut Grid::empty(shape), &mut grids);
        let mut rng = Pcg64::seed_from_u64(1);
        for grid in grids.iter().step_by(17) {
            let solution = Solution::new(grid).unwrap();
            let form = solution.canonical().unwrap().form;
            let leading: Vec<&Transform> =
                transforms.iter().filter(|transform| transform.grid(grid) == form).collect();
            let ours = solution.canonical_transforms().unwrap();
            assert_eq!(ours.len(), leading.len());
            assert!(leading.iter().all(|transform| ours.contains(transform)));
            for givens in [2, 4, 5, 7, 11] {
                let puzzle = kept_at_random(&mut rng, &grid.to_string(), givens);
                let least = leading.iter().map(|transform| transform.grid(&puzzle).to_string());
                // A full stop is less than every digit.
                assert_eq!(puzzle.canonical_within(&solution).unwrap().to_string(), least.min().unwrap());
            }
        }
    }

    /// Checks the laws for puzzles of a solution and images of them.
    fn check(solution: &Solution, rng: &mut Pcg64) {
        let canonical = solution.canonical().unwrap();
        let transforms = solution.canonical_transforms().unwrap();
        assert_eq!(transforms.len(), usize::try_from(canonical.automorphisms).unwrap());
        let grid = Grid::from(solution);
        assert!(transforms.iter().all(|transform| transform.grid(&grid) == canonical.form));
        for (number, one) in transforms.iter().enumerate().take(20) {
            assert!(!transforms[..number].contains(one));
        }
        let cells = solution.shape().cells();
        for givens in [1, cells / 4, cells / 3, cells - 2] {
            let puzzle = kept_at_random(rng, &grid.to_string(), givens).to_string();
            let puzzle = Grid::parse(solution.shape(), &puzzle).unwrap();
            let form = puzzle.canonical_within(solution).unwrap();
            assert!(form.is_within(&canonical.transform.solution(solution)));
            assert_eq!(form.canonical().unwrap().form, puzzle.canonical().unwrap().form);
            for _ in 0..3 {
                let image = random_transform(rng, solution.shape());
                let other = image.grid(&puzzle).canonical_within(&image.solution(solution)).unwrap();
                assert_eq!(other, form, "{puzzle}");
            }
            // An automorphism takes the puzzle to another one of the same grid and the same form.
            for transform in transforms.iter().step_by(37) {
                let automorphism = transform.then(&canonical.transform.inverse());
                assert_eq!(automorphism.grid(&grid), grid);
                assert_eq!(automorphism.grid(&puzzle).canonical_within(solution).unwrap(), form);
            }
        }
    }

    #[test]
    fn images_have_one_form_within_the_canonical_grid() {
        let mut rng = Pcg64::seed_from_u64(2);
        for text in PUZZLES.iter().map(|&(_, solution)| solution).chain([MAX_CANONICAL]) {
            check(&solution(Shape::STANDARD, text), &mut rng);
        }
        for shape in ["2x2", "2x3", "3x2", "3x4"].map(|shape| shape.parse().unwrap()) {
            check(&solution(shape, &shifted(shape)), &mut rng);
        }
    }

    /// All orders of rows and columns of the grid with 648 automorphisms that lead to its canonical form, found one by one.
    #[test]
    fn form_of_a_symmetric_grid_is_least_in_the_whole_group() {
        let grid: Grid = MAX_CANONICAL.parse().unwrap();
        let solution = solution(Shape::STANDARD, MAX_CANONICAL);
        let puzzle = kept_at_random(&mut Pcg64::seed_from_u64(3), MAX_CANONICAL, 22);
        let form: Vec<u8> = solution.canonical().unwrap().form.to_string().into_bytes();
        let orders = crate::canonical::orders(3, 3);
        let (lines, givens) = (
            crate::canonical::Lines::from_grid(&grid).unwrap(),
            crate::canonical::Lines::from_grid(&puzzle).unwrap(),
        );
        let (mut ways, mut least) = (0, vec![u8::MAX; 81]);
        for (lines, givens) in lines.values.iter().zip(&givens.values) {
            for rows in &orders {
                for cols in &orders {
                    let mut names = [0_u8; 10];
                    for (name, &col) in (b'1'..).zip(cols) {
                        names[usize::from(lines[rows[0]][col])] = name;
                    }
                    let name = |row: usize, col: usize| names[usize::from(lines[rows[row]][cols[col]])];
                    if (9..81).any(|cell| name(cell / 9, cell % 9) != form[cell]) {
                        continue;
                    }
                    ways += 1;
                    let text = (0..81).map(|cell| match givens[rows[cell / 9]][cols[cell % 9]] {
                        0 => b'.',
                        value => names[usize::from(value)],
                    });
                    least = least.min(text.collect());
                }
            }
        }
        assert_eq!(ways, 648);
        assert_eq!(puzzle.canonical_within(&solution).unwrap().to_string().into_bytes(), least);
    }
}
