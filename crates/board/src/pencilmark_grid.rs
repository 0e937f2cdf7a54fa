//! Pencilmark grids as text: drawn, as words, or as one character for each candidate.
//!
//! ```text
//! .------------.------------.---     5 3 124 26 7 2468      .2.4.....          digits in their places,
//! | 5  3   124 | 26   7  24 | 14     6 247 247 1 9 5 ...    12.4......         or one after the other
//! | 6  247 247 | 1    9  5  | 34      |
//! drawn                              81 words               nine characters for each cell
//! ```
//!
//! Grids with a side above 9 have digits as letters, `A` for 10, or as numbers, one to a cell: `16 . 5 12 ...`.

use super::{
    Cell, Digit, DigitSet, Grid, Shape,
    grid::{digits, zero},
};

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
#[error(transparent)]
pub struct PencilmarkError(#[from] PencilmarkProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum PencilmarkProblem {
    #[error(
        "found {}; a {shape} grid of pencilmarks has {} groups of digits, or {} characters",
        found(*groups, *characters), shape.cells(), shape.cells() * shape.side()
    )]
    Length { groups: usize, characters: usize, shape: Shape },
    #[error("line {line}, column {column}: {found:?} is no candidate of a {shape} grid; allowed are {} and . or 0 for none", digits(*shape))]
    Character { line: usize, column: usize, found: char, shape: Shape },
    #[error("line {line}, column {column}: {}", no_number(found, *shape))]
    Number { line: usize, column: usize, found: String, shape: Shape },
    #[error("line {line}, column {column}: {}", zero(*shape))]
    Zero { line: usize, column: usize, shape: Shape },
    #[error("line {line}, column {column}: {cell} has the candidate {digit} twice")]
    Repeated { line: usize, column: usize, cell: String, digit: Digit },
}

fn no_number(found: &str, shape: Shape) -> String {
    let side = shape.side();
    let candidates =
        if side > 9 { ", or candidates in letters" } else { ", or several of these as candidates" };
    format!("{found} is no cell of a {shape} grid; allowed are 1 to {side}{candidates}, and . or 0 for none")
}

fn found(groups: usize, characters: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let written = format!("{characters} character{}", plural(characters));
    if groups > 1 { format!("{groups} groups of {written} together") } else { written }
}

impl PencilmarkError {
    /// Returns line and column of the error in the text, from 1, and a message without them.
    #[doc(hidden)]
    pub fn place(&self) -> (usize, usize, String) {
        match &self.0 {
            PencilmarkProblem::Length { .. } => (1, 1, self.to_string()),
            PencilmarkProblem::Character { line, column, .. }
            | PencilmarkProblem::Number { line, column, .. }
            | PencilmarkProblem::Zero { line, column, .. }
            | PencilmarkProblem::Repeated { line, column, .. } => {
                let text = self.to_string();
                (*line, *column, text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_owned()))
            }
        }
    }

    /// Returns true if a character or the length shows that the text need not be meant as pencilmarks.
    #[doc(hidden)]
    pub const fn is_other_text(&self) -> bool {
        matches!(self.0, PencilmarkProblem::Character { .. } | PencilmarkProblem::Length { .. })
    }
}

/// Character of the text with its line and column, from 1.
type Placed = (usize, usize, char);

impl PencilmarkGrid {
    /// Reads one grid: a drawing with or without frames and bars, as HoDoKu, Simple Sudoku and SudokuWiki write it; a word of digits for
    /// each cell; or as many characters for each cell as it may have candidates, 729 in a 9x9 grid.
    ///
    /// Groups end at blanks, bars and commas. In a group, `.`, `0`, `_`, `?`, `x` and dots stand for no candidate, as a group `-1`, `u5` (entered
    /// by a player) or of one mark does; the marks `*`, `#`, `@`, `+`, `-` and brackets, with which programs point at candidates of a step, are left out. Lines of
    /// three dashes or more are rules.
    ///
    /// In grids with a side above 9, groups of decimal digits alone are numbers: `16` is the digit 16, not the candidates 1 and 6.
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
    /// assert_eq!(marks.candidates[1].iter().map(|digit| digit.to_string()).collect::<String>(), "24");
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
        let is_numbers = is_numbers(&groups, shape);
        if groups.len() != shape.cells() {
            let dense: Vec<Placed> = groups.concat();
            if dense.len() != shape.cells() * shape.side() {
                return Err(PencilmarkProblem::Length { groups: groups.len(), characters, shape }.into());
            }
            groups = dense.chunks(shape.side()).map(<[Placed]>::to_vec).collect();
        }
        let mut candidates = Vec::with_capacity(groups.len());
        let mut grid = Grid::empty(shape);
        for (cell, group) in shape.all_cells().zip(&groups) {
            let of_cell = if is_numbers { number(group, shape)? } else { several(group, shape, cell)? };
            grid.set(cell, of_cell.single());
            candidates.push(of_cell);
        }
        if is_numbers {
            // The 0 of 10 is no sign.
            groups.retain(|group| group.iter().all(|&(_, _, c)| is_none(c) || is_mark(c)));
        }
        check_zeros(&groups, &candidates, shape)?;
        Ok(Self { grid, candidates })
    }
}

/// Returns true if the groups are numbers, one to a cell: decimal digits alone, or no digit, in a grid with a side above 9. All its candidates
/// would have letters.
fn is_numbers(groups: &[Vec<Placed>], shape: Shape) -> bool {
    let is_number = |group: &Vec<Placed>| {
        let is_decimal = |&(_, _, c): &Placed| c.is_ascii_digit() || is_mark(c);
        group.iter().all(is_decimal) || group.iter().all(|&(_, _, c)| is_none(c) || is_mark(c))
    };
    shape.side() > 9 && groups.len() == shape.cells() && groups.iter().all(is_number)
}

/// Returns the digits of a group without marks, and its error if it is no cell.
fn written(group: &[Placed], shape: Shape) -> (String, PencilmarkError) {
    let found: String = group.iter().map(|&(_, _, c)| c).filter(|&c| !is_mark(c)).collect();
    let (line, column, _) = group.first().copied().unwrap_or((1, 1, '.'));
    let error = PencilmarkProblem::Number { line, column, found: found.clone(), shape };
    (found, error.into())
}

fn number(group: &[Placed], shape: Shape) -> Result<DigitSet, PencilmarkError> {
    let (found, error) = written(group, shape);
    let mut digits = DigitSet::EMPTY;
    if found.chars().any(|c| !is_none(c)) {
        let value = found.parse().ok().filter(|&value| usize::from(value) <= shape.side());
        digits.insert(value.and_then(Digit::new).ok_or(error)?);
    }
    Ok(digits)
}

/// Reads a group as candidates.
fn several(group: &[Placed], shape: Shape, cell: Cell) -> Result<DigitSet, PencilmarkError> {
    let mut digits = DigitSet::EMPTY;
    for &(line, column, found) in group {
        if is_none(found) || is_mark(found) {
            continue;
        }
        let digit = u8::try_from(found).ok().and_then(Digit::from_ascii);
        let digit = digit.filter(|digit| digit.index() < shape.side());
        let digit = digit.ok_or(PencilmarkProblem::Character { line, column, found, shape })?;
        if !digits.insert(digit) {
            let cell = cell.name(shape);
            return Err(PencilmarkProblem::Repeated { line, column, cell, digit }.into());
        }
    }
    // A 0 stands for a candidate that is gone only where each has its place; 10 is a number.
    let (found, error) = written(group, shape);
    let is_number = !digits.is_empty() && found.contains('0') && found.len() != shape.side();
    if is_number { Err(error) } else { Ok(digits) }
}

/// Checks that a `0` is no digit: it is the only sign for no candidate, or the greatest digit occurs.
fn check_zeros(groups: &[Vec<Placed>], candidates: &[DigitSet], shape: Shape) -> Result<(), PencilmarkError> {
    let signs = || groups.iter().flatten().filter(|&&(_, _, c)| is_none(c));
    let last = Digit::from_index(shape.side() - 1);
    match signs().find(|(_, _, c)| *c == '0') {
        Some(&(line, column, _))
            if signs().any(|(_, _, c)| *c != '0')
                && !candidates.iter().any(|digits| digits.contains(last)) =>
        {
            Err(PencilmarkProblem::Zero { line, column, shape }.into())
        }
        _ => Ok(()),
    }
}

/// Returns true for a character that stands for no candidate.
fn is_none(c: char) -> bool {
    Grid::is_empty_sign(c) && !is_mark(c)
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

/// Returns true for a group that is an empty cell as a whole: `-1`, one mark, or `u5`, a digit that a player of SudoCue entered.
fn is_empty_cell(group: &[Placed]) -> bool {
    matches!(group, [(_, _, '-'), (_, _, '1')] | [(_, _, '-' | '*')] | [(_, _, 'u'), (_, _, '1'..='9')])
}

/// Adds the groups of a line. Several marks alone are no group.
fn add_groups(groups: &mut Vec<Vec<Placed>>, number: usize, line: &str) {
    let mut group: Vec<Placed> = Vec::new();
    let ended = (line.chars().count() + 1, ' ');
    for (column, c) in (1..).zip(line.chars()).chain([ended]) {
        if !is_separator(c) {
            group.push((number, column, c));
        } else if is_empty_cell(&group) {
            groups.push(vec![(number, group[0].1, '.')]);
            group.clear();
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
            None => candidates(cell).iter().map(|digit| digit.to_string()).collect(),
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
            assert_eq!(
                expected.candidates[cell].iter().map(|digit| digit.to_string()).collect::<String>(),
                *word
            );
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
        // Other signs for empty: -1 is no digit 1.
        for sign in ["-1", "-", "*", "?", "x", "·"] {
            let words: Vec<String> =
                PUZZLE.chars().map(|c| if c == '.' { sign.to_owned() } else { c.into() }).collect();
            assert_eq!(parse(&words.join(" ")).grid.to_string(), PUZZLE, "{sign}");
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
        assert!(matches!(error(&one_less).0, PencilmarkProblem::Length { groups: 80, .. }));
        assert!(matches!(error(&"9 ".repeat(100_000)).0, PencilmarkProblem::Length { .. }));
        for found in ["10", "9012"] {
            let ten = error(&lines.replacen("124", found, 1)).to_string();
            let expected = format!(
                "line 1, column 5: {found} is no cell of a 3x3 grid; allowed are 1 to 9, or several of these as candidates, and . or 0 for none"
            );
            assert_eq!(ten, expected);
        }
        let small = PencilmarkGrid::parse("2x2".parse().unwrap(), &"5 ".repeat(16)).unwrap_err();
        assert!(matches!(small.0, PencilmarkProblem::Character { found: '5', .. }));
    }

    #[test]
    fn numbers_are_digits_of_grids_with_a_side_above_nine() {
        let shape: Shape = "4x4".parse().unwrap();
        let row: Vec<String> = (1..=16).map(|value: u8| value.to_string()).collect();
        let text = row.join(" ") + "\n" + &". ".repeat(240);
        let read = PencilmarkGrid::parse(shape, &text).unwrap();
        assert_eq!(read.grid.to_string(), "123456789ABCDEFG".to_owned() + &".".repeat(240));
        let zeros = text.replace('.', "0").replace(" 7 ", " 07 ");
        assert_eq!(PencilmarkGrid::parse(shape, &zeros).unwrap(), read);
        let error = |text: &str| PencilmarkGrid::parse(shape, text).unwrap_err().to_string();
        for wrong in ["17", "123", "255", "300"] {
            let found = error(&text.replacen(" 16", &format!(" {wrong}"), 1));
            assert!(
                found.starts_with(&format!(
                    "line 1, column 37: {wrong} is no cell of a 4x4 grid; allowed are 1 to 16"
                )),
                "{found}"
            );
        }
        // Numbers from 0 to 15: without 16, a 0 may be a digit.
        let from_zero = text.replacen(" 16", " 0", 1);
        assert!(error(&from_zero).starts_with("line 1, column 37: 0 occurs with another sign"));
        // Letters: groups are candidates, in which 10 is none.
        let letters = text.replacen(" 16", " G", 1).replacen(" 10 ", " 1A ", 1);
        let letters = letters.replacen("11 12 13 14 15", "B C D E F", 1);
        let read = PencilmarkGrid::parse(shape, &letters).unwrap();
        assert_eq!((read.grid.givens(), read.candidates[9].len()), (15, 2));
        assert!(error(&letters.replacen(" 1A ", " 10 ", 1)).contains("10 is no cell"));
    }
}
