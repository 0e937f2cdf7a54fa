//! Canonical forms of complete 9x9 grids.
//!
//! ```text
//! row 1     always 123456789
//! row 2     6 bands x 6 ordered pairs of rows: a table has the least row that orders of columns make of each (`row_pairs`)
//! row 3     of the pairs and orders with the least row 2: the row left over, in the names that rows 1 and 2 give
//! row 4-9   of those with the least row 3: rows in the order of their first digits, so there is no choice left
//! ```
//!
//! The beginnings left at the end are all ways to the form. Their number is that of automorphisms.

use super::{
    super::Transform,
    Least,
    lines::{Line, Lines},
    row_pairs::{Columns, ROW_PAIRS},
};
use std::ops::Range;

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
pub(super) struct LeastBand {
    /// Class of the second row: those with less text come first.
    pub(super) second: u8,
    /// Packed third row.
    pub(super) third: u64,
}

/// Finds the least grid among all transforms of a complete valid grid.
pub(super) fn least(lines: &Lines) -> Least {
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
pub(super) fn transforms(lines: &Lines) -> Vec<Transform> {
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
pub(super) fn least_band(lines: &Lines, orientation: usize, band: usize) -> (LeastBand, usize) {
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
