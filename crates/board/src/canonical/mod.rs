//! Canonical forms: one grid that stands for all that the transforms make of it.
//!
//! ```text
//! class of a grid    all grids that a transform makes of it         (two grids of a class are "the same turned round")
//! canonical form     the least text in the class, row by row        an empty cell comes before 1, 1 before 2, ...
//!
//!  . . | . 2                       . . | . .
//!  3 . | . .     Grid::canonical   . . | . 1       digits are named in the order in which they appear;
//!  ----+----    ---------------->  ----+----       empty rows move up, empty columns to the left
//!  . . | 3 .                       . . | 2 .
//!  . . | . .                       . 1 | . .
//! ```
//!
//! The group has all transforms of a shape to itself: renamed digits, bands, stacks, rows of a band and columns of a stack in any
//! order, and transposition where boxes are square. For 9x9 that is 9! x 2 x 6^8 = 9! x 3,359,232 transforms. Two grids of a shape are
//! equivalent exactly if their forms are equal. This is the "minlex" form of the literature. The definition is a promise: a form
//! never changes.
//!
//! The number of automorphisms counts the orders of rows and columns, with transposition or not, that some renaming of digits
//! completes to a transform of the grid to itself. Digits that the grid does not have do not count: the transform of a puzzle with all
//! digits but one is still determined by its rows and columns, and the empty 9x9 grid has 3,359,232 automorphisms. The size of the class
//! is (size of the group without digits / automorphisms) x (ways to name the digits that appear).
//!
//! | grids | found by |
//! |---|---|
//! | complete, 9x9 | `complete`: the least second row by a table of pairs of rows, then third rows, then the rest |
//! | other 9x9 | `partial`: row by row, all beginnings that are least so far, undecided where the grid is empty |
//! | other shapes | `general`: row by row, all beginnings that are least so far, with columns left open until a row decides them |
//!
//! Sources: E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006 (the group, classes and automorphisms); G. Royle's list of 17-clue
//! puzzles and the programs around it made the least text the usual choice.

mod band;
#[cfg(feature = "class-id")]
mod class_id;
mod general;
mod partial;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use crate::{Digit, DigitSet, Grid, GridError, Shape, Solution, Transform};
pub use band::{BandNumber, Gangster, GridBands};
#[cfg(feature = "class-id")]
pub use class_id::ClassId;
use std::{ops::Range, sync::LazyLock};

/// Canonical form of a grid, with one transform that leads to it and the number of automorphisms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    /// Least grid of the class, in the order of texts: row by row, an empty cell before every digit.
    pub form: Grid,
    /// Transform from the grid to the form. Where several lead there, any of them.
    pub transform: Transform,
    /// Number of automorphisms, from 1 (to 3,359,232 for 9x9): orders of rows and columns, transposed or not, that with some renaming
    /// of the digits that appear take the grid to itself.
    pub automorphisms: u32,
}

/// Error: a grid without canonical form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CanonicalError {
    /// Grid larger than 9x9 with too many symmetries: more than 4,294,967,295 automorphisms, or more than 500,000 orders of lines that
    /// begin the form alike. Nearly empty grids have that many.
    #[error("too many symmetries for a canonical form: nearly empty grids beyond 9x9 have none")]
    Symmetric,
    /// Digit that appears twice in a house: [`GridError::Repeated`].
    #[error(transparent)]
    Grid(#[from] GridError),
}

/// Result of a search: the cells of the form, row by row.
struct Least {
    cells: Box<[Option<Digit>]>,
    transform: Transform,
    automorphisms: u32,
}

impl Grid {
    /// Returns the canonical form: the least grid that transforms make of this one.
    ///
    /// Takes microseconds for 9x9 and below, milliseconds for larger shapes.
    ///
    /// ```
    /// use gridmill_board::Grid;
    ///
    /// let puzzle: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let canonical = puzzle.canonical()?;
    /// let text = "........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...";
    /// assert_eq!(canonical.form.to_string(), text);
    /// assert_eq!(canonical.transform.grid(&puzzle), canonical.form);
    /// assert_eq!(canonical.automorphisms, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CanonicalError::Symmetric`] for a grid larger than 9x9 with too many symmetries, [`CanonicalError::Grid`] if a digit is repeated
    /// in a house.
    #[doc(alias = "minlex")]
    pub fn canonical(&self) -> Result<Canonical, CanonicalError> {
        canonical(self)
    }
}

impl Solution {
    /// Returns the canonical form: the least solution that transforms make of this one. Its first row is 1, 2, 3 and so on.
    ///
    /// # Errors
    /// [`CanonicalError::Symmetric`] for a grid larger than 9x9 with too many symmetries.
    #[doc(alias = "minlex")]
    pub fn canonical(&self) -> Result<Canonical, CanonicalError> {
        canonical(&Grid::from(self))
    }
}

fn canonical(grid: &Grid) -> Result<Canonical, CanonicalError> {
    let shape = grid.shape();
    let lines = (shape == Shape::STANDARD).then(|| Lines::from_grid(grid)).flatten();
    let least = match lines {
        Some(lines) if lines.is_complete() => least(&lines),
        Some(lines) => partial::least(&lines),
        None => {
            check_houses(grid)?;
            general::least(grid)?
        }
    };
    let Least { cells, transform, automorphisms } = least;
    let form = Grid::from_cells(shape, cells);
    Ok(Canonical { form, transform, automorphisms })
}

/// Checks that no house has a digit twice.
fn check_houses(grid: &Grid) -> Result<(), GridError> {
    let shape = grid.shape();
    let full = DigitSet::full(shape.side());
    let (mut rows, mut cols, mut boxes) = ([full; 25], [full; 25], [full; 25]);
    for (cell, &digit) in shape.all_cells().zip(grid.cells()) {
        let Some(digit) = digit else { continue };
        let fresh = rows[shape.row(cell)].remove(digit)
            & cols[shape.col(cell)].remove(digit)
            & boxes[shape.box_of(cell)].remove(digit);
        if !fresh {
            return Err(GridError::Repeated { cell: cell.name(shape), digit });
        }
    }
    Ok(())
}

// The 18 lines of a 9x9 grid: rows of the grid, and rows of the transposed grid.

/// Mask of nine lines or positions.
const ALL: u16 = 0o777;

/// Values of one line at 0 to 8, 0 where it is empty. Sixteen, so that an index masked to four bits needs no check.
type Line = [u8; 16];

/// Lines of both orientations: rows at 0, columns (rows of the transposed grid) at 1.
struct Lines {
    values: [[Line; 9]; 2],
    /// Positions with a digit in each line, as bits.
    givens: [[u16; 9]; 2],
}

impl Lines {
    /// Copies a 9x9 grid. `None` if a house has a digit twice.
    fn from_grid(grid: &Grid) -> Option<Self> {
        let mut lines = Self { values: [[[0; 16]; 9]; 2], givens: [[0; 9]; 2] };
        let (mut cols, mut boxes, mut repeated) = ([0_u16; 9], [0_u16; 9], 0);
        let (rows, _) = grid.cells().as_chunks::<9>();
        for (row, cells) in rows.iter().enumerate().take(9) {
            let values = cells.map(|digit| digit.map_or(0, Digit::value) & 15);
            // Bit 0, of empty cells, is left out.
            let bits = values.map(|value| 1_u16 << value & !1);
            for col in 0..9 {
                let is_given = u16::from(values[col] > 0);
                lines.values[0][row][col] = values[col];
                lines.values[1][col][row] = values[col];
                lines.givens[0][row] |= is_given << col;
                lines.givens[1][col] |= is_given << row;
                repeated |= cols[col] & bits[col];
                cols[col] |= bits[col];
            }
            let thirds = [0, 3, 6].map(|col| bits[col] | bits[col + 1] | bits[col + 2]);
            for (number, third) in (row / 3 * 3..).zip(thirds) {
                repeated |= boxes[number] & third;
                boxes[number] |= third;
            }
            let digits = thirds[0] | thirds[1] | thirds[2];
            repeated |= u16::from(digits.count_ones() != lines.givens[0][row].count_ones());
        }
        (repeated == 0).then_some(lines)
    }

    /// Returns true if no cell is empty.
    fn is_complete(&self) -> bool {
        self.givens[0] == [ALL; 9]
    }

    /// Puts line `order[k]` of an orientation at row `k` and its cell `cols[p]` at column `p`, and gives the digit of value `v` the
    /// value `labels[v]`, or one of those left, in ascending order, if that is not from 1 to 9.
    fn image(
        &self,
        orientation: usize,
        order: &[u8; 9],
        cols: &Line,
        labels: &Line,
        automorphisms: u32,
    ) -> Least {
        let mut cells = Box::new([None; 81]);
        for (row, line) in cells.chunks_exact_mut(9).zip(order) {
            let line = &self.values[orientation][usize::from(*line)];
            for (cell, col) in row.iter_mut().zip(cols) {
                *cell = Digit::new(labels[usize::from(line[usize::from(col & 15)] & 15)] & 15);
            }
        }
        let taken = labels[1..=9].iter().fold(0_u32, |taken, &label| taken | 1 << label);
        let mut left = (1..=9).filter(|label| taken >> label & 1 == 0);
        let digits: [u8; 9] = std::array::from_fn(|index| match labels[index + 1] {
            label @ 1..=9 => label - 1,
            _ => left.next().map_or(0, |label: u8| label - 1),
        });
        let (lines, cols) = (targets(order), targets(&cols[..9]));
        let (rows, cols) = if orientation == 0 { (lines, cols) } else { (cols, lines) };
        let transform = Transform::from_valid(Shape::STANDARD, &rows, &cols, &digits, orientation == 1);
        Least { cells, transform, automorphisms }
    }
}

/// Turns an order of lines into the target of each line.
fn targets(order: &[u8]) -> [u8; 9] {
    let mut targets = [0; 9];
    for (target, &line) in (0..).zip(order) {
        targets[usize::from(line)] = target;
    }
    targets
}

// Second rows of complete 9x9 grids: for each pair of rows, the least second row that orders of columns make of it.
//
// With the first row named 1 to 9, the second is a permutation of columns: below column `c` stands the digit of column `next[c]` of
// the first row. Another order of columns conjugates that permutation.
//
// ```text
// first row    3 1 2 | 6 4 5 | 9 7 8
// second row   4 5 6 | 7 8 9 | 1 2 3     next = 4 5 3 | 7 8 6 | 1 2 0
// ```
//
// Of the 12,096 permutations that keep a digit out of its own box (Felgenhauer and Jarvis 2005: 56 x 216), conjugation by the
// 1,296 orders of columns makes a few classes. The table holds the class of each, in the order of the least second row, and one order
// of columns that leads to it. All others that do are this one after the orders that keep the least row (its centraliser).

/// Order of columns: the column of the grid at each position. Sixteen, so that an index masked to four bits needs no check.
type Columns = [u8; 16];

/// Table of all second rows.
struct RowPairs {
    /// Rank of the first, second and third triple of `next`, by 81, 9 and 1 times its members.
    ranks: [[u16; 729]; 3],
    /// Class of each permutation, by the sum of its ranks. Classes with less text come first.
    classes: Vec<u8>,
    /// Index into `orders` of one order of columns that leads to the least second row, by the sum of ranks.
    leads: Vec<u16>,
    orders: Vec<Columns>,
    /// Orders of columns that keep the least second row, by class.
    centralisers: Vec<Vec<Columns>>,
}

/// The table, built at first use in less than a millisecond.
static ROW_PAIRS: LazyLock<RowPairs> = LazyLock::new(RowPairs::new);

impl RowPairs {
    #[expect(clippy::cast_possible_truncation, reason = "columns, 1296 orders and few classes")]
    fn new() -> Self {
        let orders: Vec<Columns> = orders(3, 3)
            .iter()
            .map(|order| std::array::from_fn(|place| order.get(place).map_or(0, |&col| col as u8)))
            .collect();
        let mut table = Self {
            ranks: ranks(),
            classes: vec![u8::MAX; 120 * 120 * 6],
            leads: vec![0; 120 * 120 * 6],
            orders,
            centralisers: Vec::new(),
        };
        // In ascending order, the first permutation of a class is the least.
        for least in permutations() {
            if table.classes[table.index(&least)] != u8::MAX {
                continue;
            }
            let class = table.centralisers.len() as u8;
            let mut centraliser = Vec::new();
            for lead in 0..table.orders.len() {
                let order = table.orders[lead];
                let mut next = [0; 9];
                for place in 0..9 {
                    next[usize::from(order[place])] = order[usize::from(least[place])];
                }
                let index = table.index(&next);
                table.classes[index] = class;
                table.leads[index] = lead as u16;
                if next == least {
                    centraliser.push(order);
                }
            }
            table.centralisers.push(centraliser);
        }
        table
    }

    /// Returns the least permutation of each class, in the order of classes.
    fn least_of_classes(&self) -> Vec<[u8; 9]> {
        let mut found = Vec::with_capacity(self.centralisers.len());
        for next in permutations() {
            if usize::from(self.class(self.index(&next))) == found.len() {
                found.push(next);
            }
        }
        found
    }

    /// Returns the index of a permutation.
    #[inline]
    fn index(&self, next: &[u8; 9]) -> usize {
        let rank = |triple: usize| {
            let member = |i: usize| usize::from(next[3 * triple + i]);
            usize::from(self.ranks[triple][member(0) * 81 + member(1) * 9 + member(2)])
        };
        (rank(0) * 120 + rank(1)) * 6 + rank(2)
    }

    /// Returns the class of the permutation with this index.
    #[inline]
    fn class(&self, index: usize) -> u8 {
        self.classes[index]
    }

    /// Iterates over the orders of columns that make the least second row of the permutation with this index.
    fn columns(&self, index: usize) -> impl Iterator<Item = Columns> {
        let lead = &self.orders[usize::from(self.leads[index])];
        let centraliser = &self.centralisers[usize::from(self.classes[index])];
        centraliser.iter().map(move |order| order.map(|place| lead[usize::from(place & 15)]))
    }
}

/// Ranks triples. The first two: among the 120 of 6 columns, 0 for triples that are none of them. The last: by its order alone,
/// because the others leave it one set.
#[expect(clippy::cast_possible_truncation, reason = "below 120")]
fn ranks() -> [[u16; 729]; 3] {
    let mut ranks = [[0; 729]; 3];
    for (triple, ranks) in ranks.iter_mut().enumerate() {
        let mut rank = 0;
        for (code, ranked) in ranks.iter_mut().enumerate() {
            let members = [code / 81, code / 9 % 9, code % 9];
            let distinct = members[0] != members[1] && members[0] != members[2] && members[1] != members[2];
            if distinct && members.iter().all(|col| col / 3 != triple) {
                *ranked = if triple == 2 { order_rank(members) as u16 } else { rank };
                rank += 1;
            }
        }
    }
    ranks
}

/// Ranks the order of three different numbers, 0 to 5.
fn order_rank(members: [usize; 3]) -> usize {
    let [a, b, c] = members;
    2 * (usize::from(a > b) + usize::from(a > c)) + usize::from(b > c)
}

/// Lists the permutations that keep every digit out of its own box, in ascending order.
fn permutations() -> Vec<[u8; 9]> {
    let mut found = vec![Vec::new()];
    for place in 0..9_u8 {
        found = found
            .iter()
            .flat_map(|next: &Vec<u8>| {
                let free = move |&col: &u8| col / 3 != place / 3 && !next.contains(&col);
                (0..9).filter(free).map(move |col| next.iter().copied().chain([col]).collect())
            })
            .collect();
    }
    found.iter().filter_map(|next| next.as_slice().try_into().ok()).collect()
}

// Canonical forms of complete 9x9 grids.
//
// ```text
// row 1     always 123456789
// row 2     6 bands x 6 ordered pairs of rows: a table has the least row that orders of columns make of each (`row_pairs`)
// row 3     of the pairs and orders with the least row 2: the row left over, in the names that rows 1 and 2 give
// row 4-9   of those with the least row 3: rows in the order of their first digits, so there is no choice left
// ```
//
// The beginnings left at the end are all ways to the form. Their number is that of automorphisms.

/// Pair of rows that may be the first two.
#[derive(Clone, Copy)]
struct Pair {
    orientation: usize,
    first: usize,
    second: usize,
    /// Index in the table of pairs.
    index: usize,
}

/// Choice of the first three rows and the order of columns, which decides the rest.
struct Beginning {
    pair: Pair,
    third: usize,
    cols: Columns,
    /// New value of each digit.
    labels: Line,
}

/// Least text of a band, in the order of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LeastBand {
    /// Class of the second row: those with less text come first.
    second: u8,
    /// Packed third row.
    third: u64,
}

/// Finds the least grid among all transforms of a complete valid grid.
fn least(lines: &Lines) -> Least {
    let (pairs, count) = least_pairs(lines, 0..2, 0..9);
    let beginnings = least_beginnings(lines, &pairs[..count]);
    let mut least: Option<[u64; 6]> = None;
    let mut found = None;
    let mut minimisers = 0;
    for beginning in &beginnings {
        let lines = &lines.values[beginning.pair.orientation];
        let order = rest(lines, beginning);
        let text = |line: u8| row_text(&lines[usize::from(line)], beginning);
        // Most beginnings differ in the fourth row.
        if least.is_some_and(|least| least[0] < text(order[0])) {
            continue;
        }
        let texts = order.map(text);
        if least.is_none_or(|least| texts < least) {
            (least, found, minimisers) = (Some(texts), Some((beginning, order)), 0);
        }
        minimisers += u32::from(least == Some(texts));
    }
    let Some((beginning, order)) = found else { unreachable!("there is a first beginning") };
    image(lines, beginning, order, minimisers)
}

/// Finds every transform of a complete valid grid to the least one: as many as the grid has automorphisms.
fn transforms(lines: &Lines) -> Vec<Transform> {
    let (pairs, count) = least_pairs(lines, 0..2, 0..9);
    let (mut least, mut found) = ([u64::MAX; 6], Vec::new());
    for beginning in &least_beginnings(lines, &pairs[..count]) {
        let oriented = &lines.values[beginning.pair.orientation];
        let order = rest(oriented, beginning);
        let texts = order.map(|line| row_text(&oriented[usize::from(line)], beginning));
        if texts < least {
            least = texts;
            found.clear();
        }
        if texts == least {
            found.push(image(lines, beginning, order, 1).transform);
        }
    }
    found
}

/// Finds the least text of one band, of rows (`orientation` 0) or of columns (1), and the number of ways to it: orders of its rows and of
/// columns. Reads no line of another band.
fn least_band(lines: &Lines, orientation: usize, band: usize) -> (LeastBand, usize) {
    let (pairs, count) = least_pairs(lines, orientation..orientation + 1, 3 * band..3 * band + 3);
    let beginnings = least_beginnings(lines, &pairs[..count]);
    let Some(first) = beginnings.first() else { unreachable!("there is a first beginning") };
    let third = row_text(&lines.values[orientation][first.third], first);
    (LeastBand { second: ROW_PAIRS.class(first.pair.index), third }, beginnings.len())
}

/// Makes the image that a beginning and the order of the other rows give.
#[expect(clippy::cast_possible_truncation, reason = "lines, below 9")]
#[inline]
fn image(lines: &Lines, beginning: &Beginning, order: [u8; 6], automorphisms: u32) -> Least {
    let Pair { orientation, first, second, .. } = beginning.pair;
    let mut rows = [0; 9];
    for (place, line) in rows.iter_mut().zip([first, second, beginning.third]) {
        *place = line as u8;
    }
    rows[3..].copy_from_slice(&order);
    lines.image(orientation, &rows, &beginning.cols, &beginning.labels, automorphisms)
}

/// Finds the ordered pairs of rows that can have the least second row, among the lines `firsts` of `orientations`: whole bands.
#[expect(clippy::inline_always, reason = "one function for `least`, as if it were the only caller")]
#[inline(always)]
fn least_pairs(lines: &Lines, orientations: Range<usize>, firsts: Range<usize>) -> ([Pair; 36], usize) {
    let table = &*ROW_PAIRS;
    let mut pairs = [Pair { orientation: 0, first: 0, second: 0, index: 0 }; 36];
    let (mut count, mut least) = (0, u8::MAX);
    for orientation in orientations {
        let lines = &lines.values[orientation];
        for first in firsts.clone() {
            let mut col_of = [0_u8; 16];
            for col in 0..9_u8 {
                col_of[usize::from(lines[first][usize::from(col)] & 15)] = col;
            }
            let band = first / 3 * 3;
            for second in [band + (first + 1) % 3, band + (first + 2) % 3] {
                let next: [u8; 9] = std::array::from_fn(|col| col_of[usize::from(lines[second][col] & 15)]);
                let index = table.index(&next);
                let class = table.class(index);
                if class > least {
                    continue;
                }
                if class < least {
                    (count, least) = (0, class);
                }
                pairs[count] = Pair { orientation, first, second, index };
                count += 1;
            }
        }
    }
    (pairs, count)
}

/// Finds the choices of three rows and columns that have the least third row.
#[expect(clippy::inline_always, reason = "one function for `least`, as if it were the only caller")]
#[inline(always)]
fn least_beginnings(lines: &Lines, pairs: &[Pair]) -> Vec<Beginning> {
    let mut found = Vec::with_capacity(12);
    let mut least = u64::MAX;
    for &pair in pairs {
        let lines = &lines.values[pair.orientation];
        let third = pair.first / 3 * 9 + 3 - pair.first - pair.second;
        for cols in ROW_PAIRS.columns(pair.index) {
            let mut labels = [0; 16];
            for place in 0..9_u8 {
                labels[usize::from(lines[pair.first][usize::from(cols[usize::from(place)] & 15)] & 15)] =
                    place + 1;
            }
            let beginning = Beginning { pair, third, cols, labels };
            let text = row_text(&lines[third], &beginning);
            if text > least {
                continue;
            }
            if text < least {
                found.clear();
                least = text;
            }
            found.push(beginning);
        }
    }
    found
}

/// Orders the six rows after the third: the least first digit, then the rest of its band, then the other band.
#[expect(clippy::inline_always, reason = "one function for `least`, as if it were the only caller")]
#[inline(always)]
fn rest(lines: &[Line; 9], beginning: &Beginning) -> [u8; 6] {
    let col = usize::from(beginning.cols[0] & 15);
    let mut line_of = [u8::MAX; 16];
    for line in (0..9_u8).filter(|&line| usize::from(line) / 3 != beginning.third / 3) {
        let value = lines[usize::from(line)][col];
        line_of[usize::from(beginning.labels[usize::from(value & 15)] & 15)] = line;
    }
    let ascending = line_of.into_iter().filter(|&line| line != u8::MAX);
    let first_band = ascending.clone().next().map_or(0, |line| line / 3);
    let mut order = [0; 6];
    let of_first = ascending.clone().filter(|line| line / 3 == first_band);
    let of_other = ascending.filter(|line| line / 3 != first_band);
    for (place, line) in order.iter_mut().zip(of_first.chain(of_other)) {
        *place = line;
    }
    order
}

/// Packs the text of a line, four bits a cell.
#[inline]
fn row_text(line: &Line, beginning: &Beginning) -> u64 {
    let label = |&col: &u8| beginning.labels[usize::from(line[usize::from(col & 15)] & 15)];
    beginning.cols[..9].iter().fold(0, |text, col| text << 4 | u64::from(label(col)))
}

/// Lists all orders of `boxes` x `per_box` lines that keep the lines of a box together.
fn orders(boxes: usize, per_box: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for place in 0..boxes * per_box {
        let follow = |order: &Vec<usize>, line: usize| {
            let begun = !place.is_multiple_of(per_box);
            !order.contains(&line)
                && (!begun || order.last().is_some_and(|last| last / per_box == line / per_box))
        };
        // An order that begins a box twice stays without continuation, so every list has whole boxes.
        orders = orders
            .iter()
            .flat_map(|order| {
                let follow = &follow;
                (0..boxes * per_box)
                    .filter(move |&line| follow(order, line))
                    .map(move |line| order.iter().copied().chain([line]).collect())
            })
            .collect();
    }
    orders
}
