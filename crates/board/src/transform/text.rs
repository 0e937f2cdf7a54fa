//! Text form of a [`Transform`]: one word without spaces, commas or quotes, so that it needs no escapes in CSV, JSON and shells.
//!
//! ```text
//! SHAPE-dDIGITS-rROWS-cCOLUMNS       the target of digit, row, column 1, 2, 3 ...; A-P stand for 10-25
//! SHAPE-dDIGITS-rROWS-cCOLUMNS-t     the same, then transposed
//! ```
//!
//! The form is a promise: it never changes, and each transform has one text. So equal texts are equal transforms, and the reader
//! refuses every other spelling.

use super::{Transform, TransformError, lines, permutation};
use crate::{Digit, Shape, grid::digits};
use std::{fmt, str::FromStr};

/// Error: text that is not a transform. Says where, what stands there, and what may.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransformTextError {
    /// The text does not begin with a shape.
    #[error(
        "column 1: {found:?} is no box shape; a transform begins with one, as in 3x3-d314592687-r132465879-c123456789-t"
    )]
    Shape {
        /// First part of the text, of which at most 40 characters are kept.
        found: String,
    },
    /// A part is missing, or is not an order of digits, rows or columns.
    #[error(
        "column {column}: {found:?} is no order of {name}; allowed is {letter}, then each of {} once",
        digits(*shape)
    )]
    Order {
        /// Place of the part in the text, in characters from 1.
        column: usize,
        /// The part, of which at most 40 characters are kept.
        found: String,
        /// `digits`, `rows` or `columns`.
        name: &'static str,
        /// Letter that begins the part.
        letter: char,
        /// Shape that the text begins with.
        shape: Shape,
    },
    /// An order would separate the lines of a band or stack.
    #[error("column {column}: {source}; in {shape}, {} stay together", bands(name, *shape))]
    BoxTorn {
        /// Place of the part in the text, in characters from 1.
        column: usize,
        /// `rows` or `columns`.
        name: &'static str,
        /// Shape that the text begins with.
        shape: Shape,
        /// The error of the order.
        source: TransformError,
    },
    /// Something other than `t` follows the columns.
    #[error(
        "column {column}: {found:?} follows the columns; allowed is t, for a transposition, or the end of the text"
    )]
    End {
        /// Place in the text, in characters from 1.
        column: usize,
        /// Text found, of which at most 40 characters are kept.
        found: String,
    },
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
        let shape = shape.ok_or_else(|| TransformTextError::Shape { found: shown(name) })?;

        let mut order = |letter, name| {
            let (column, part) = parts.next();
            let found = part.strip_prefix(letter).and_then(targets);
            let no_order = || TransformTextError::Order { column, found: shown(part), name, letter, shape };
            let found = found.ok_or_else(no_order)?;
            let checked = match name {
                "rows" => lines(name, shape, &found, shape.box_rows()),
                "columns" => lines(name, shape, &found, shape.box_cols()),
                _ => permutation(name, shape, &found),
            };
            checked.map_err(|source| match source {
                TransformError::NoPermutation(_) => no_order(),
                TransformError::BoxTorn(_) => TransformTextError::BoxTorn { column, name, shape, source },
            })
        };
        let digits = order('d', "digits")?;
        let rows = order('r', "rows")?;
        let cols = order('c', "columns")?;

        let end = |(column, found)| Err(TransformTextError::End { column, found: shown(found) });
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
