//! Pencilmark grids as text: drawn, as words, or as one character for each candidate.
//!
//! ```text
//! .------------.------------.---     5 3 124 26 7 2468      .2.4.....          digits in their places,
//! | 5  3   124 | 26   7  24 | 14     6 247 247 1 9 5 ...    12.4......         or one after the other
//! | 6  247 247 | 1    9  5  | 34      |
//! drawn                              81 words               nine characters for each cell
//! ```

use super::{Digit, DigitSet, Grid, Shape, grid::digits};

/// Digits and candidates of a grid, as programs write them.
///
/// A cell with one digit alone has that digit. The text does not show where it comes from: it may be a given, a digit that the player
/// placed, or the last candidate of a cell. A cell with several digits is empty, and these are its candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PencilmarkGrid {
    /// Cells that have one digit.
    pub grid: Grid,
    /// Candidates of each cell in reading order: the digit of a cell that has one, none for a cell without notes.
    pub candidates: Vec<DigitSet>,
}

/// Error: text that is not a pencilmark grid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PencilmarkError {
    /// Neither as many groups as cells, nor as many characters as candidates.
    #[error(
        "found {}; a {shape} grid of pencilmarks has {} groups of digits, or {} characters",
        found(*groups, *characters), shape.cells(), shape.cells() * shape.side()
    )]
    Length {
        /// Number of groups between blanks and bars.
        groups: usize,
        /// Number of characters in them.
        characters: usize,
        /// Shape of the grid.
        shape: Shape,
    },
    /// Character that is no candidate.
    #[error("line {line}, column {column}: {found:?} is no candidate of a {shape} grid; allowed are {} and . or 0 for none", digits(*shape))]
    Character {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the line, from 1.
        column: usize,
        /// Character found.
        found: char,
        /// Shape of the grid.
        shape: Shape,
    },
    /// Digit that a cell has twice.
    #[error("line {line}, column {column}: {cell} has the candidate {digit} twice")]
    Repeated {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the line, from 1.
        column: usize,
        /// Name of the cell.
        cell: String,
        /// Repeated digit.
        digit: Digit,
    },
}

fn found(groups: usize, characters: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let written = format!("{characters} character{}", plural(characters));
    if groups > 1 { format!("{groups} groups of {written} together") } else { written }
}

impl PencilmarkError {
    /// Returns line and column of the error in the text, from 1, and a message without them.
    pub fn place(&self) -> (usize, usize, String) {
        match self {
            Self::Length { .. } => (1, 1, self.to_string()),
            Self::Character { line, column, .. } | Self::Repeated { line, column, .. } => {
                let text = self.to_string();
                (*line, *column, text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_owned()))
            }
        }
    }
}

/// Character of the text with its line and column, from 1.
type Placed = (usize, usize, char);

impl PencilmarkGrid {
    /// Reads one grid: a drawing with or without frames and bars, as HoDoKu, Simple Sudoku and SudokuWiki write it; a word of digits for
    /// each cell; or as many characters for each cell as it may have candidates, 729 in a 9x9 grid.
    ///
    /// Groups end at blanks, bars and commas. In a group, `.`, `0` and `_` stand for no candidate, and the marks `*`, `#`, `@`, `+`, `-`
    /// and brackets, with which programs point at candidates of a step, are left out. Lines of three dashes or more are rules.
    ///
    /// ```
    /// use gridmill_board::{PencilmarkGrid, Shape};
    ///
    /// let drawn = "
    /// .-------------.-------------.
    /// |  1     24   |  3     24   |
    /// |  234   234  |  124   12   |
    /// :-------------+-------------:
    /// |  2     134  |  14    134  |
    /// |  34    134  |  124   1234 |
    /// '-------------'-------------'";
    /// let marks = PencilmarkGrid::parse(Shape::new(2, 2)?, drawn)?;
    /// assert_eq!(marks.grid.to_string(), "1.3.....2.......");
    /// assert_eq!(marks.candidates[1].map(|digit| digit.to_string()).collect::<String>(), "24");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PencilmarkError`].
    pub fn parse(shape: Shape, text: &str) -> Result<Self, PencilmarkError> {
        let mut groups: Vec<Vec<Placed>> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if !is_rule(line) {
                add_groups(&mut groups, number, line);
            }
            if groups.len() > Shape::MAX_CELLS {
                break;
            }
        }
        let characters: usize = groups.iter().map(Vec::len).sum();
        if groups.len() != shape.cells() {
            let dense: Vec<Placed> = groups.concat();
            if dense.len() != shape.cells() * shape.side() {
                return Err(PencilmarkError::Length { groups: groups.len(), characters, shape });
            }
            groups = dense.chunks(shape.side()).map(<[Placed]>::to_vec).collect();
        }
        let mut candidates = Vec::with_capacity(groups.len());
        let mut grid = Grid::empty(shape);
        for (cell, group) in shape.all_cells().zip(&groups) {
            let mut of_cell = DigitSet::EMPTY;
            for &(line, column, found) in group {
                if is_none(found) || is_mark(found) {
                    continue;
                }
                let digit = u8::try_from(found).ok().and_then(Digit::from_ascii);
                let digit = digit.filter(|digit| digit.index() < shape.side());
                let digit = digit.ok_or(PencilmarkError::Character { line, column, found, shape })?;
                if !of_cell.insert(digit) {
                    let cell = cell.name(shape);
                    return Err(PencilmarkError::Repeated { line, column, cell, digit });
                }
            }
            grid.set(cell, of_cell.single());
            candidates.push(of_cell);
        }
        Ok(Self { grid, candidates })
    }
}

/// Returns true for a character that stands for no candidate.
const fn is_none(c: char) -> bool {
    matches!(c, '.' | '0' | '_')
}

/// Returns true for a mark that points at a candidate.
const fn is_mark(c: char) -> bool {
    matches!(c, '*' | '#' | '@' | '+' | '-' | '(' | ')' | '[' | ']' | '{' | '}')
}

/// Returns true for a character between groups.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '¦' | '!' | ',' | ':' | ';' | '\u{2500}'..='\u{257F}')
}

/// Returns true for a line without digits that separates bands.
fn is_rule(line: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '=' | '–' | '—' | '─' | '━' | '═');
    let is_part = |c: char| is_dash(c) || is_separator(c) || matches!(c, '+' | '*' | '.' | '\'' | '`');
    line.chars().filter(|&c| is_dash(c)).count() >= 3 && line.chars().all(is_part)
}

/// Adds the groups of a line. Marks alone are no group.
fn add_groups(groups: &mut Vec<Vec<Placed>>, number: usize, line: &str) {
    let mut group = Vec::new();
    let ended = (line.chars().count() + 1, ' ');
    for (column, c) in (1..).zip(line.chars()).chain([ended]) {
        if !is_separator(c) {
            group.push((number, column, c));
        } else if group.iter().any(|(_, _, c)| !is_mark(*c)) {
            groups.push(std::mem::take(&mut group));
        } else {
            group.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Candidates that the givens leave, as text.
    fn words(puzzle: &str) -> Vec<String> {
        let grid: Grid = puzzle.parse().unwrap();
        let shape = grid.shape();
        let sees = |a: crate::Cell, b: crate::Cell| {
            shape.row(a) == shape.row(b) || shape.col(a) == shape.col(b) || shape.box_of(a) == shape.box_of(b)
        };
        let candidates = |cell| {
            let mut left = DigitSet::full(shape.side());
            for other in shape.all_cells().filter(|&other| sees(cell, other)) {
                if let Some(digit) = grid.get(other) {
                    left.remove(digit);
                }
            }
            left
        };
        let word = |cell| match grid.get(cell) {
            Some(digit) => digit.to_string(),
            None => candidates(cell).map(|digit| digit.to_string()).collect(),
        };
        shape.all_cells().map(word).collect()
    }

    /// A drawing with these rules before, between and after bands of three rows, and these bars.
    fn drawn(words: &[String], rules: [&str; 3], bars: [&str; 3]) -> String {
        let mut text = String::new();
        for (row, cells) in words.chunks(9).enumerate() {
            if row % 3 == 0 {
                text += rules[usize::from(row > 0)];
                text.push('\n');
            }
            let boxes: Vec<String> = cells
                .chunks(3)
                .map(|three| format!(" {:<5} {:<5} {:<5} ", three[0], three[1], three[2]))
                .collect();
            text += &format!("{}{}{}\n", bars[0], boxes.join(bars[1]), bars[2]);
        }
        text + rules[2] + "\n"
    }

    fn parse(text: &str) -> PencilmarkGrid {
        PencilmarkGrid::parse(Shape::STANDARD, text).unwrap()
    }

    #[test]
    fn all_forms_hold_the_same() {
        let words = words(PUZZLE);
        let expected = parse(&words.join(" "));
        assert!(
            expected.grid.is_within(
                &crate::Solution::new(
                    &"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                        .parse()
                        .unwrap()
                )
                .unwrap()
            )
        );
        for (cell, word) in words.iter().enumerate() {
            assert_eq!(expected.candidates[cell].map(|digit| digit.to_string()).collect::<String>(), *word);
        }
        let hodoku = [
            ".-----------.-----------.-----------.",
            ":-----------+-----------+-----------:",
            "'-----------'-----------'-----------'",
        ];
        let simple = [
            " *-----------------------------*",
            " |---------+---------+---------|",
            " *-----------------------------*",
        ];
        let boxes = ["┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"];
        let places = |word: &String| -> String {
            ('1'..='9').map(|digit| if word.contains(digit) { digit } else { '.' }).collect()
        };
        let dense: String = words.iter().map(places).collect();
        for text in [
            drawn(&words, hodoku, ["|", "|", "|"]),
            drawn(&words, simple, [" |", "|", "|"]),
            drawn(&words, boxes, ["│", "│", "│"]),
            drawn(&words, ["", "", ""], ["", "", ""]),
            drawn(&words, hodoku, ["|", "|", "|"]).replace(" 124 ", " 1*24-"),
            words.join(","),
            words.iter().map(|word| format!("{{{word}}}")).collect::<Vec<_>>().join("\r\n"),
            dense.clone(),
            dense.replace('.', "0"),
            words.iter().map(|word| format!("{word:.<9}")).collect(),
            words.iter().map(places).collect::<Vec<_>>().join(" "),
            dense.as_bytes().chunks(81).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect(),
        ] {
            assert_eq!(parse(&text), expected, "{text}");
        }
        // Without notes, the grid is that of the givens.
        let bare: Vec<String> = PUZZLE.chars().map(String::from).collect();
        let bare = parse(&bare.join(" "));
        assert_eq!(bare.grid.to_string(), PUZZLE);
        assert!(bare.candidates[2].is_empty());
    }

    #[test]
    fn errors_have_a_place() {
        let words = words(PUZZLE);
        let error = |text: &str| PencilmarkGrid::parse(Shape::STANDARD, text).unwrap_err();
        insta::assert_snapshot!(error("1"), @"found 1 character; a 3x3 grid of pencilmarks has 81 groups of digits, or 729 characters");
        insta::assert_snapshot!(error("12 34"), @"found 2 groups of 4 characters together; a 3x3 grid of pencilmarks has 81 groups of digits, or 729 characters");
        let lines: String = words.chunks(9).map(|row| row.join(" ") + "\n").collect();
        insta::assert_snapshot!(error(&lines.replacen("124", "1a4", 1)), @"line 1, column 6: 'a' is no candidate of a 3x3 grid; allowed are 1-9 and . or 0 for none");
        let twice = error(&lines.replacen("124", "1244", 1));
        assert_eq!(twice.place(), (1, 8, "r1c3 has the candidate 4 twice".to_owned()));
        let one_less = words[1..].join(" ");
        assert!(matches!(error(&one_less), PencilmarkError::Length { groups: 80, .. }));
        assert!(matches!(error(&"9 ".repeat(100_000)), PencilmarkError::Length { .. }));
        let small = PencilmarkGrid::parse("2x2".parse().unwrap(), &"5 ".repeat(16)).unwrap_err();
        assert!(matches!(small, PencilmarkError::Character { found: '5', .. }));
    }
}
