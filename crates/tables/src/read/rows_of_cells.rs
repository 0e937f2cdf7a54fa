//! Rows of drawn grids: cells among bars and spaces.
//!
//! A row of groups, candidates or numbers, shows only that it is one: a whole grid of them is read by `PencilmarkGrid`.

use gridmill_board::{Digit, Shape};

/// Cells of a row with their columns in the line, from 1.
pub(super) type Cells = Vec<(usize, char)>;

/// Dashes that make a line a rule.
const RULE_DASHES: usize = 3;

const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '\u{2500}'..='\u{257F}')
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '=' | '–' | '—' | '─' | '━' | '═')
}

fn is_empty_cell(c: char) -> bool {
    matches!(c, '.' | '0' | '_' | '*')
}

/// Returns true if a line only separates bands or grids.
pub(super) fn is_rule(line: &str) -> bool {
    let is_part = |c: char| is_dash(c) || is_bar(c) || c.is_whitespace() || "+*.:'".contains(c);
    line.chars().filter(|&c| is_dash(c)).count() >= RULE_DASHES && line.chars().all(is_part)
}

/// Counts the characters that are cells of a grid with this side.
pub(super) fn known_cells(text: impl Iterator<Item = char>, side: usize) -> usize {
    let is_digit = |c: char| {
        let digit = u8::try_from(c).ok().and_then(Digit::from_ascii);
        digit.is_some_and(|digit| digit.index() < side)
    };
    text.filter(|&c| is_empty_cell(c) || is_digit(c)).count()
}

/// Returns the cells of a line of a grid with this side, in their number or not.
///
/// Bars and spaces are left out. Of two drawings side by side, the left one is read. Between bars, a space is an empty cell if the line
/// has a bar around each cell, or boxes of equal width with exactly as many characters as the grid has columns. In a row of pencilmarks,
/// a group of one digit is that digit, and any other an empty cell.
pub(super) fn row(line: &str, side: usize) -> Cells {
    row_or_groups(line, side).0
}

/// Returns the cells of a line, and true if they are groups.
pub(super) fn row_or_groups(line: &str, side: usize) -> (Cells, bool) {
    let chars: Vec<char> = line.trim_end().chars().collect();
    let is_cell = |c: char| !c.is_whitespace() && !is_bar(c);
    let mut cells: Cells =
        (1..).zip(&chars).map(|(column, &c)| (column, c)).filter(|&(_, c)| is_cell(c)).collect();
    if cells.len() == 2 * side && are_apart(&chars[cells[side - 1].0..cells[side].0 - 1]) {
        cells.truncate(side);
    }
    if cells.len() < side
        && let Some(cells) = cells_with_spaces(&chars, side)
    {
        return (cells, false);
    }
    // Numbers of a row in which a cell is missing can have as many characters as a row has cells.
    if (cells.len() != side || side > 9)
        && let Some(groups) = pencilmarks(&chars, side)
    {
        return (groups, true);
    }
    (cells, false)
}

/// Returns the cells of a row of pencilmarks, in their number or not; `None` if a line is none. It has groups between bars and blanks, of
/// digits, of what stands for none of them, and of marks that point at candidates.
fn pencilmarks(chars: &[char], side: usize) -> Option<Cells> {
    let is_mark = |c: char| matches!(c, '*' | '@' | '+' | '-' | '(' | ')' | '{' | '}');
    let is_end = |c: char| c.is_whitespace() || is_bar(c) || matches!(c, '!' | ',');
    let (mut cells, mut lengths, mut has_several) = (Cells::new(), (usize::MAX, 0), false);
    let mut column = 1;
    for group in chars.split(|&c| is_end(c)) {
        let begin = column;
        column += group.len() + 1;
        let written = || group.iter().copied().filter(|&c| !is_mark(c));
        let (length, known) = (written().count(), known_cells(written(), side));
        if length != known {
            return None;
        }
        if length > 0 {
            let mut digits = written().filter(|&c| !is_empty_cell(c));
            let first = digits.next();
            // 10 is a number, whether or not the grid has it.
            let is_number = first.is_some() && length > 1 && group.contains(&'0');
            let is_several = digits.next().is_some() || is_number;
            has_several |= is_several;
            cells.push((begin, first.filter(|_| !is_several).unwrap_or('.')));
            lengths = (length.min(lengths.0), length.max(lengths.1));
        }
    }
    // Groups that are all as long as a row are a whole grid.
    let is_row = has_several && lengths.0 < side && lengths.1 <= side;
    (is_row && (side - 1..=side + 1).contains(&cells.len())).then_some(cells)
}

/// Returns true if one drawing ends and another begins between two cells: bar, spaces, bar.
fn are_apart(between: &[char]) -> bool {
    let bars: Vec<usize> = (0..between.len()).filter(|&place| is_bar(between[place])).collect();
    matches!(bars[..], [end, begin] if begin > end + 1)
}

/// Returns the cells of a line between bars where spaces are empty cells; `None` if they may be anything else.
fn cells_with_spaces(chars: &[char], side: usize) -> Option<Cells> {
    let start = chars.iter().position(|c| !c.is_whitespace())?;
    let [first, inner @ .., last] = &chars[start..] else { return None };
    if !is_bar(*first) || !is_bar(*last) {
        return None;
    }
    let boxes: Vec<&[char]> = inner.split(|&c| is_bar(c)).collect();
    let cell = |c: char| if c.is_whitespace() { '.' } else { c };
    let mut column = start + 2;
    let mut cells = Cells::with_capacity(side);
    if boxes.len() == side {
        for inside in boxes {
            let mut digits = (0..inside.len()).filter(|&place| !inside[place].is_whitespace());
            match (digits.next(), digits.next()) {
                (Some(place), None) => cells.push((column + place, inside[place])),
                (None, _) => cells.push((column, '.')),
                (Some(_), Some(_)) => return None,
            }
            column += inside.len() + 1;
        }
        return Some(cells);
    }
    let width = boxes[0].len();
    if boxes.len() < 2 || boxes.iter().any(|inside| inside.len() != width) || width * boxes.len() != side {
        return None;
    }
    for inside in boxes {
        cells.extend((column..).zip(inside).map(|(column, &c)| (column, cell(c))));
        column += width + 1;
    }
    Some(cells)
}

/// Returns the side of the grid of which a line is a row; `None` if it is none. The side of a known `shape` is tried first, 9 if none is
/// known.
pub(super) fn side_of_row(line: &str, shape: Option<Shape>) -> Option<usize> {
    let usual = shape.unwrap_or(Shape::STANDARD).side();
    let found = line.chars().filter(|&c| !c.is_whitespace() && !is_bar(c)).count();
    let is_side = |side: usize| Shape::of_cells(side * side).is_some();
    // A line of 16 characters is a 4x4 grid, unless rows of 16 are expected.
    let is_whole = Shape::of_cells(found).is_some() && line.trim().chars().count() == found;
    let is_row = |side: &usize| {
        let cells = row(line, *side);
        cells.len() == *side && known_cells(cells.iter().map(|(_, c)| *c), *side) == *side
    };
    // Numbers above 9, blanks between, have more characters than cells.
    let words = line.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|word| !word.is_empty()).count();
    let words = if words > Shape::STANDARD.side() { words } else { 0 };
    let others = [words, found, found / 2]
        .into_iter()
        .filter(|&side| side <= Shape::MAX_SIDE && is_side(side) && !is_whole);
    std::iter::once(usual).chain(others).find(is_row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str, side: usize) -> String {
        row(line, side).into_iter().map(|(_, c)| c).collect()
    }

    #[test]
    fn cells_stand_among_bars_and_spaces() {
        for line in [
            "53..7....",
            "| 5 3 . | . 7 . | . . . |",
            "5 3 . . 7 . . . .",
            "53.|.7.|...\r\n",
            "│53.│.7.│...│",
        ] {
            assert_eq!(text(line, 9), "53..7....", "{line}");
            assert_eq!(side_of_row(line, None), Some(9), "{line}");
        }
        assert_eq!(row("| 5 3", 9), [(3, '5'), (5, '3')]);
        let pair = "│ 5 3 . │ . 7 . │ . . . │   │ 5 3 4 │ 6 7 8 │ 9 1 2 │";
        assert_eq!((text(pair, 9).as_str(), side_of_row(pair, None)), ("53..7....", Some(9)));
        assert_eq!(side_of_row("1234341221434321", None), None);
        assert_eq!(side_of_row("1234341221434321", "2x2".parse().ok()), None);
        assert_eq!(side_of_row("1234341221434321", "4x4".parse().ok()), Some(16));
        assert_eq!(side_of_row("| 1 2 | . . |", None), Some(4));
        assert_eq!(side_of_row("Grid 01", None), None);
    }

    #[test]
    fn spaces_are_cells_only_between_bars_that_count_them() {
        assert_eq!(text("|53 | 7 |   |", 9), "53..7....");
        assert_eq!(text("| 5 | 3 |   |   | 7 |   |   |   |   |", 9), "53..7....");
        assert_eq!(row("  |53 | 7 |  1|", 9)[8], (14, '1'));
        for line in ["53  7", "|53  7|", "|53 | 7|  |", "53 | 7 |   |", "|5 3| 7 |   |1"] {
            assert!(text(line, 9).len() < 9, "{line}");
        }
    }

    #[test]
    fn groups_of_digits_are_cells() {
        for line in [
            "| 5 3 124 | 26 7 2468 | 1489 1249 248 |",
            "5 3 124 26 7 2468 1489 1249 248",
            "|  5   3   1*24 | 26 7 -2468 | (1489) {1249} 248+ |",
            "│ 5 3 124 │ 26 7 2468 │ 1489 1249 248 │\r\n",
        ] {
            assert_eq!(text(line, 9), "53..7....", "{line}");
            assert_eq!(side_of_row(line, None), Some(9), "{line}");
        }
        assert_eq!(row("| 5 3 124 | 26 7 2468 | 1489 1249 |", 9).len(), 8);
        assert_eq!(row("| 5 3 124 | 26 7 2468 | 1489 1249 1 2 |", 9).len(), 10);
        let numbers = "16 . 5 12 10 4 . . | 8 1 2 3 6 7 9 11";
        assert_eq!(side_of_row(numbers, None), Some(16));
        assert_eq!(side_of_row("10 . 5 2 1 4 . . 8 3", None), Some(10));
        // A cell is missing.
        assert_eq!(row("10 5 2 1 4 . . 8 3", 10).len(), 9);
        for line in ["5 3 124 26 7 2468 1489 1249 x", "530070000 1 2 3 4 5 6 7 1234567890", "12 3 4 5"] {
            assert_eq!(side_of_row(line, None), None, "{line}");
        }
    }

    #[test]
    fn rules_are_dashes() {
        for line in
            ["+-------+-------+", "---+---+---", "*-----------*", "├───┼───┤", ".------.------.", "==="]
        {
            assert!(is_rule(line), "{line}");
        }
        for line in ["", "|...|...|...|", ".........", "- 1 -", "_________", "-5--"] {
            assert!(!is_rule(line), "{line}");
        }
    }
}
