//! `Transform`: the transforms that keep a valid grid valid.
//!
//! ```text
//! digits       renames the digits                              9!           (numbers for 3x3 boxes)
//! rows         permutes bands, and the rows of each band       3! * 3!^3
//! columns      permutes stacks, and the columns of each stack  3! * 3!^3
//! transposed   exchanges rows and columns, as the last step    2            (boxes of r x c become c x r)
//!
//!  1 2 | 3 4      rows 2, 1, 3, 4      3 4 | 1 2      transposed      3 1 | 2 4
//!  3 4 | 1 2     ----------------->    1 2 | 3 4     ------------>    4 2 | 1 3
//!  ----+----                           ----+----                      ----+----
//!  2 1 | 4 3                           2 1 | 4 3                      1 3 | 4 2
//!  4 3 | 2 1                           4 3 | 2 1                      2 4 | 3 1
//! ```
//!
//! Every transform of a shape is one renaming, one permutation of rows, one of columns, and a transposition or none. A
//! [`Transform`] holds these four, and the module of texts writes and reads them as one word: `3x3-d314592687-r132465879-c123456789-t`.
//!
//! Source: E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006.

use crate::{Cell, Digit, Grid, Shape, Solution, grid::digits};
use std::{fmt, str::FromStr};

/// Transform of the grids of one shape to grids of the same shape or the transposed one.
///
/// Its text is one word, with all that is needed to apply it: the shape, then the target of each digit, row and column, and `t` where the
/// grid is transposed at the end. It never changes, and each transform has exactly one text.
///
/// ```text
/// 3x3-d314592687-r132465879-c123456789-t
///      |          |          |         rows and columns are exchanged at the end
///      |          |          columns stay
///      |          row 1 stays, row 2 moves to row 3, row 3 to row 2, row 5 to row 6 ...
///      digit 1 becomes 3, digit 2 becomes 1, digit 3 becomes 4 ...
/// ```
///
/// Digits, rows and columns above 9 are letters, as digits of grids are: `A` is 10, `P` is 25.
///
/// ```
/// use gridmill_board::{Grid, Transform};
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let transform: Transform = "3x3-d314592687-r132465879-c123456789-t".parse()?;
/// let image = transform.grid(&puzzle);
/// assert_eq!(image.to_string(), "9.2865...47.....2..8.........3..85..6.721.3.8..9..47.........1..2.....86...4239.7");
/// assert_eq!(transform.inverse().to_string(), "3x3-d261347985-r123456789-c132465879-t");
/// assert_eq!(transform.inverse().grid(&image), puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transform {
    shape: Shape,
    rows: Permutation,
    cols: Permutation,
    digits: Permutation,
    transposed: bool,
}

/// Permutation of up to 25 lines or digits, as the target of each. Those beyond the side are fixed.
type Permutation = [u8; Shape::MAX_SIDE];

/// Error: permutations that are not a transform of the shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct TransformError(#[from] TransformProblem);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum TransformProblem {
    #[error("the order of {0} is not a permutation of 0 to the side less one")]
    NoPermutation(&'static str),
    #[error("the order of {0} takes lines of one box to different boxes")]
    BoxTorn(&'static str),
}

impl Transform {
    /// Returns the transform that changes nothing.
    #[expect(clippy::cast_possible_truncation, reason = "below 25")]
    pub fn identity(shape: Shape) -> Self {
        let identity = std::array::from_fn(|i| i as u8);
        Self { shape, rows: identity, cols: identity, digits: identity, transposed: false }
    }

    /// Creates the transform that moves row `r` to row `rows[r]` and column `c` to `cols[c]`, replaces the digit of index `d`
    /// by that of index `digits[d]`, all from 0, then transposes the grid if `transposed` is true.
    ///
    /// # Errors
    /// [`TransformError`] if an order is not a permutation, or separates the lines of a band or stack.
    pub fn new(
        shape: Shape,
        rows: &[usize],
        cols: &[usize],
        digits: &[usize],
        transposed: bool,
    ) -> Result<Self, TransformError> {
        Ok(Self {
            shape,
            rows: lines("rows", shape, rows, shape.box_rows())?,
            cols: lines("columns", shape, cols, shape.box_cols())?,
            digits: permutation("digits", shape, digits)?,
            transposed,
        })
    }

    /// Creates a transform from permutations that are known to be one, as [`new`](Self::new) takes them. Only debug builds check.
    pub(super) fn from_valid(
        shape: Shape,
        rows: &[u8],
        cols: &[u8],
        digits: &[u8],
        transposed: bool,
    ) -> Self {
        let mut transform = Self { transposed, ..Self::identity(shape) };
        transform.rows[..rows.len()].copy_from_slice(rows);
        transform.cols[..cols.len()].copy_from_slice(cols);
        transform.digits[..digits.len()].copy_from_slice(digits);
        #[cfg(debug_assertions)]
        {
            let [rows, cols, digits] =
                [rows, cols, digits].map(|order| order.iter().copied().map(usize::from).collect::<Vec<_>>());
            assert_eq!(Self::new(shape, &rows, &cols, &digits, transposed), Ok(transform), "no transform");
        }
        transform
    }

    /// Returns the shape of the grids before the transform.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the shape of the grids after the transform.
    #[inline]
    pub const fn target(&self) -> Shape {
        if self.transposed { self.shape.transposed() } else { self.shape }
    }

    /// Returns the image of `cell`.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        let row = usize::from(self.rows[self.shape.row(cell)]);
        let col = usize::from(self.cols[self.shape.col(cell)]);
        if self.transposed { self.shape.cell(col, row) } else { self.shape.cell(row, col) }
    }

    /// Returns the image of `digit`.
    #[inline]
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(usize::from(self.digits[digit.index()]))
    }

    /// Transforms a grid.
    ///
    /// # Panics
    /// Panics if the grid has another shape.
    pub fn grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.shape(), self.shape, "a grid of another shape than the transform's");
        let mut result = Grid::empty(self.target());
        for (cell, &digit) in self.shape.all_cells().zip(grid.cells()) {
            result.set(self.cell(cell), digit.map(|digit| self.digit(digit)));
        }
        result
    }

    /// Transforms a solution, which gives a solution again.
    ///
    /// # Panics
    /// Panics if the solution has another shape.
    pub fn solution(&self, solution: &Solution) -> Solution {
        assert_eq!(solution.shape(), self.shape, "a solution of another shape than the transform's");
        let mut result: Box<[_]> = solution.cells().into();
        for (cell, &digit) in self.shape.all_cells().zip(solution.cells()) {
            result[self.cell(cell).index()] = self.digit(digit);
        }
        Solution::from_valid(self.target(), result)
    }

    /// Returns the composition: this transform, then `next`.
    ///
    /// # Panics
    /// Panics if `next` is for another shape than the target of this transform.
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.target(), next.shape, "a transform for another shape than the one before gives");
        // The rows of `next` are the columns of the grid before the transposition of this transform.
        let (rows, cols) = if self.transposed { (&next.cols, &next.rows) } else { (&next.rows, &next.cols) };
        Self {
            shape: self.shape,
            rows: composed(&self.rows, rows),
            cols: composed(&self.cols, cols),
            digits: composed(&self.digits, &next.digits),
            transposed: self.transposed != next.transposed,
        }
    }

    /// Returns the inverse transform.
    pub fn inverse(&self) -> Self {
        let (rows, cols) = if self.transposed { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        Self {
            shape: self.target(),
            rows: inverted(rows),
            cols: inverted(cols),
            digits: inverted(&self.digits),
            transposed: self.transposed,
        }
    }
}

/// Checks a permutation of rows or columns, with `per_box` of them in a box.
fn lines(
    what: &'static str,
    shape: Shape,
    targets: &[usize],
    per_box: usize,
) -> Result<Permutation, TransformError> {
    let permutation = permutation(what, shape, targets)?;
    let together = |lines: &[usize]| lines.iter().all(|line| line / per_box == lines[0] / per_box);
    if targets.chunks(per_box).all(together) {
        Ok(permutation)
    } else {
        Err(TransformProblem::BoxTorn(what).into())
    }
}

/// Checks a permutation of rows, columns or digits.
#[expect(clippy::cast_possible_truncation, reason = "below 25")]
fn permutation(what: &'static str, shape: Shape, targets: &[usize]) -> Result<Permutation, TransformError> {
    let mut taken = [false; Shape::MAX_SIDE];
    let unused = |&target: &usize| target < shape.side() && !std::mem::replace(&mut taken[target], true);
    if targets.len() != shape.side() || !targets.iter().all(unused) {
        return Err(TransformProblem::NoPermutation(what).into());
    }
    Ok(std::array::from_fn(|i| targets.get(i).map_or(i as u8, |&target| target as u8)))
}

/// Composes two permutations.
fn composed(first: &Permutation, next: &Permutation) -> Permutation {
    first.map(|target| next[usize::from(target)])
}

#[expect(clippy::cast_possible_truncation, reason = "below 25")]
fn inverted(permutation: &Permutation) -> Permutation {
    let mut inverse = [0; Shape::MAX_SIDE];
    for (from, &to) in permutation.iter().enumerate() {
        inverse[usize::from(to)] = from as u8;
    }
    inverse
}

// Text form of a [`Transform`]: one word without spaces, commas or quotes, so that it needs no escapes in CSV, JSON and shells.
//
// ```text
// SHAPE-dDIGITS-rROWS-cCOLUMNS       the target of digit, row, column 1, 2, 3 ...; A-P stand for 10-25
// SHAPE-dDIGITS-rROWS-cCOLUMNS-t     the same, then transposed
// ```
//
// The form is a promise: it never changes, and each transform has one text. So equal texts are equal transforms, and the reader
// refuses every other spelling.

/// Error: text that is not a transform. Says where, what stands there, and what may.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct TransformTextError(#[from] TransformTextProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum TransformTextProblem {
    #[error(
        "column 1: {found:?} is no box shape; a transform begins with one, as in 3x3-d314592687-r132465879-c123456789-t"
    )]
    Shape { found: String },
    #[error(
        "column {column}: {found:?} is no order of {name}; allowed is {letter}, then each of {} once",
        digits(*shape)
    )]
    Order { column: usize, found: String, name: &'static str, letter: char, shape: Shape },
    #[error("column {column}: {source}; in {shape}, {} stay together", bands(name, *shape))]
    BoxTorn { column: usize, name: &'static str, shape: Shape, source: TransformError },
    #[error(
        "column {column}: {found:?} follows the columns; allowed is t, for a transposition, or the end of the text"
    )]
    End { column: usize, found: String },
}

/// Describes the lines that an order of rows or columns may not separate.
fn bands(name: &str, shape: Shape) -> String {
    match name {
        "rows" => format!("the {} rows of a band", shape.box_rows()),
        _ => format!("the {} columns of a stack", shape.box_cols()),
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape)?;
        for (letter, order) in [('d', &self.digits), ('r', &self.rows), ('c', &self.cols)] {
            write!(f, "-{letter}")?;
            for &target in &order[..self.shape.side()] {
                write!(f, "{}", Digit::from_index(usize::from(target)))?;
            }
        }
        if self.transposed { f.write_str("-t") } else { Ok(()) }
    }
}

impl FromStr for Transform {
    type Err = TransformTextError;

    /// Reads the text that `Display` writes, and no other.
    fn from_str(text: &str) -> Result<Self, TransformTextError> {
        let mut parts = Parts { rest: Some(text), column: 1 };
        let (_, name) = parts.next();
        // "03x3" and "+3x3" are shapes, too.
        let shape = name.parse().ok().filter(|shape: &Shape| shape.to_string() == name);
        let shape = shape.ok_or_else(|| TransformTextProblem::Shape { found: shown(name) })?;

        let mut order = |letter, name| {
            let (column, part) = parts.next();
            let found = part.strip_prefix(letter).and_then(targets);
            let no_order = || TransformTextProblem::Order { column, found: shown(part), name, letter, shape };
            let found = found.ok_or_else(no_order)?;
            let checked = match name {
                "rows" => lines(name, shape, &found, shape.box_rows()),
                "columns" => lines(name, shape, &found, shape.box_cols()),
                _ => permutation(name, shape, &found),
            };
            checked.map_err(|source| match source.0 {
                TransformProblem::NoPermutation(_) => no_order(),
                TransformProblem::BoxTorn(_) => TransformTextProblem::BoxTorn { column, name, shape, source },
            })
        };
        let digits = order('d', "digits")?;
        let rows = order('r', "rows")?;
        let cols = order('c', "columns")?;

        let end = |(column, found)| Err(TransformTextProblem::End { column, found: shown(found) }.into());
        let transposed = match parts.rest {
            None => false,
            Some("t") => true,
            Some(_) => return end((parts.column, parts.rest.unwrap_or_default())),
        };
        Ok(Self { shape, rows, cols, digits, transposed })
    }
}

/// Parts of a text between hyphens, with the place of each.
struct Parts<'a> {
    /// Text after the last part; `None` after the end.
    rest: Option<&'a str>,
    /// Place of the rest, in characters from 1.
    column: usize,
}

impl<'a> Parts<'a> {
    /// Returns the place of the next part and the part, empty after the end of the text.
    fn next(&mut self) -> (usize, &'a str) {
        let column = self.column;
        let rest = self.rest.unwrap_or_default();
        let (part, after) = match rest.split_once('-') {
            Some((part, after)) => (part, Some(after)),
            None => (rest, None),
        };
        self.rest = after;
        self.column += part.chars().count() + usize::from(after.is_some());
        (column, part)
    }
}

/// Reads an order: `1` to `9`, then `A` to `P`, as indices from 0. `None` for other characters or too many of them.
fn targets(text: &str) -> Option<Vec<usize>> {
    if text.len() > Shape::MAX_SIDE {
        return None;
    }
    let digit = |byte: u8| Digit::from_ascii(byte).filter(|_| !byte.is_ascii_lowercase());
    text.bytes().map(|byte| Some(digit(byte)?.index())).collect()
}

/// Returns the beginning of a text, for a message.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn small() -> Shape {
        "2x2".parse().unwrap()
    }

    #[test]
    fn the_example_of_the_module_holds() {
        let identity = [0, 1, 2, 3];
        let grid = Grid::parse(small(), "1234341221434321").unwrap();
        let swapped = Transform::new(small(), &[1, 0, 2, 3], &identity, &identity, false).unwrap();
        assert_eq!(swapped.grid(&grid).to_string(), "3412123421434321");
        let flipped = Transform::new(small(), &identity, &identity, &identity, true).unwrap();
        assert_eq!(flipped.grid(&swapped.grid(&grid)), swapped.then(&flipped).grid(&grid));
        assert_eq!(swapped.then(&flipped).grid(&grid).to_string(), "3124421313422431");
    }

    #[test]
    fn transposing_turns_the_boxes() {
        let tall: Shape = "2x3".parse().unwrap();
        let identity: Vec<_> = (0..6).collect();
        let flip = Transform::new(tall, &identity, &identity, &identity, true).unwrap();
        assert_eq!(flip.target().to_string(), "3x2");
        assert_eq!(flip.cell(tall.cell(1, 5)), tall.transposed().cell(5, 1));
        assert_eq!(flip.then(&flip.inverse()), Transform::identity(tall));
    }

    #[test]
    fn orders_that_are_no_transforms_are_rejected() {
        let identity = [0, 1, 2, 3];
        let with_rows = |rows: &[usize]| Transform::new(small(), rows, &identity, &identity, false);
        assert_eq!(with_rows(&[0, 2, 1, 3]), Err(TransformProblem::BoxTorn("rows").into()));
        for bad in [&[0, 1, 2][..], &[0, 1, 2, 4], &[0, 0, 2, 3], &[0, 1, 2, 3, 4]] {
            assert_eq!(with_rows(bad), Err(TransformProblem::NoPermutation("rows").into()));
        }
        assert!(with_rows(&[3, 2, 0, 1]).is_ok());
    }

    const EXAMPLE: &str = "3x3-d314592687-r132465879-c123456789-t";

    fn problem(text: &str) -> String {
        text.parse::<Transform>().unwrap_err().to_string()
    }

    #[test]
    fn every_shape_has_a_text_that_reads_back() {
        for (rows, cols) in (2..=5_u8).flat_map(|rows| (2..=5_u8).map(move |cols| (rows, cols))) {
            let shape = Shape::new(rows, cols).unwrap();
            let side = shape.side();
            // Digits reversed, bands and stacks rotated by one.
            let turned = |per_box: usize| (0..side).map(|line| (line + per_box) % side).collect::<Vec<_>>();
            let digits: Vec<usize> = (0..side).rev().collect();
            for transposed in [false, true] {
                let (rows, cols) = (turned(shape.box_rows()), turned(shape.box_cols()));
                let transform = Transform::new(shape, &rows, &cols, &digits, transposed).unwrap();
                let text = transform.to_string();
                assert_eq!(text.parse(), Ok(transform), "{text}");
                assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{text}");
                let composed = transform.then(&transform.inverse());
                assert_eq!(composed.to_string().parse(), Ok(Transform::identity(shape)));
            }
        }
    }

    /// The form is a promise.
    #[test]
    fn texts_never_change() {
        let identity = |shape: &str| Transform::identity(shape.parse().unwrap()).to_string();
        assert_eq!(identity("2x2"), "2x2-d1234-r1234-c1234");
        assert_eq!(identity("2x5"), "2x5-d123456789A-r123456789A-c123456789A");
        assert!(identity("5x5").ends_with("-c123456789ABCDEFGHIJKLMNOP"));
        let transform: Transform = EXAMPLE.parse().unwrap();
        assert_eq!(transform.to_string(), EXAMPLE);
        let digit = |value| transform.digit(Digit::new(value).unwrap()).value();
        assert_eq!([1, 2, 3, 9].map(digit), [3, 1, 4, 7]);
        let shape = Shape::STANDARD;
        assert_eq!(transform.cell(shape.cell(1, 0)), shape.cell(0, 2));
    }

    #[test]
    fn other_texts_are_refused_with_place_and_reason() {
        insta::assert_snapshot!(problem(""), @r#"column 1: "" is no box shape; a transform begins with one, as in 3x3-d314592687-r132465879-c123456789-t"#);
        insta::assert_snapshot!(problem("03x3-d1"), @r#"column 1: "03x3" is no box shape; a transform begins with one, as in 3x3-d314592687-r132465879-c123456789-t"#);
        insta::assert_snapshot!(problem("3x3"), @r#"column 4: "" is no order of digits; allowed is d, then each of 1-9 once"#);
        insta::assert_snapshot!(problem(&EXAMPLE.replace("d3", "d1")), @r#"column 5: "d114592687" is no order of digits; allowed is d, then each of 1-9 once"#);
        insta::assert_snapshot!(problem(&EXAMPLE.replace("-r", "-x")), @r#"column 16: "x132465879" is no order of rows; allowed is r, then each of 1-9 once"#);
        insta::assert_snapshot!(problem(&EXAMPLE.replace("c123456789", "c12345678A")), @r#"column 27: "c12345678A" is no order of columns; allowed is c, then each of 1-9 once"#);
        insta::assert_snapshot!(problem("3x4-d123456789ABC-r"), @r#"column 19: "r" is no order of rows; allowed is r, then each of 1-9 A-C once"#);
        insta::assert_snapshot!(problem("3x4-d123456789abc-r"), @r#"column 5: "d123456789abc" is no order of digits; allowed is d, then each of 1-9 A-C once"#);
        insta::assert_snapshot!(problem(&EXAMPLE.replace("r132465", "r432165")), @"column 16: the order of rows takes lines of one box to different boxes; in 3x3, the 3 rows of a band stay together");
        insta::assert_snapshot!(problem("2x3-d123456-r123456-c214365"), @"column 21: the order of columns takes lines of one box to different boxes; in 2x3, the 3 columns of a stack stay together");
        insta::assert_snapshot!(problem(&format!("{EXAMPLE}-")), @r#"column 38: "t-" follows the columns; allowed is t, for a transposition, or the end of the text"#);
        insta::assert_snapshot!(problem(&EXAMPLE.replace("-t", "-")), @r#"column 38: "" follows the columns; allowed is t, for a transposition, or the end of the text"#);
        insta::assert_snapshot!(problem(&format!("3x3-{}", "é".repeat(100_000))), @r#"column 5: "éééééééééééééééééééééééééééééééééééééééé…" is no order of digits; allowed is d, then each of 1-9 once"#);
    }

    proptest! {
        /// Whatever is read is written back as it was: no transform has two texts.
        #[test]
        fn damaged_texts_are_read_exactly_or_not_at_all(place in 0..40_usize, replaced in 0..3_usize, with in "[0-9A-Pa-zé, -]{0,3}") {
            let text: Vec<char> = EXAMPLE.chars().collect();
            let place = place.min(text.len());
            let end = (place + replaced).min(text.len());
            let damaged: String = text[..place].iter().copied().chain(with.chars()).chain(text[end..].iter().copied()).collect();
            if let Ok(transform) = damaged.parse::<Transform>() {
                prop_assert_eq!(transform.to_string(), damaged);
            }
        }

        #[test]
        fn no_text_panics(text in ".{0,60}") {
            prop_assert!(text.parse::<Transform>().is_err());
        }
    }
}
