//! Rows of drawn grids: cells among bars, spaces or delimiters, with labels beside them or not.
//!
//! A row of groups, candidates or numbers, shows only that it is one: a whole grid of them is read by `PencilmarkGrid`.

use super::limits::shown;
use gridmill_board::{Digit, Grid, Shape};

/// Cells of a row with their columns in the line, from 1.
pub(super) type Cells = Vec<(usize, char)>;

/// A line as a row of cells, in their number or not.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) cells: Cells,
    /// The cells as groups between blanks, if some are candidates or numbers.
    pub(super) groups: Option<String>,
    /// The label before the cells: a number, or the place of a letter, from 1.
    pub(super) label: Option<usize>,
    /// True if each cell is a field of a table in text.
    pub(super) is_delimited: bool,
}

/// Dashes that make a line a rule.
const RULE_DASHES: usize = 3;

pub(super) const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '\u{2500}'..='\u{257F}')
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '=' | '–' | '—' | '─' | '━' | '═')
}

/// Signs between the cells of a row: those between the fields of a table, and that of LaTeX.
const CELL_DELIMITERS: [char; 4] = [',', ';', '\t', '&'];

/// Returns true if a line only separates bands or grids.
pub(super) fn is_rule(line: &str) -> bool {
    if ["\\hline", "\\cline", "\\midrule"].iter().any(|rule| line.trim_start().starts_with(rule)) {
        return true;
    }
    let is_part = |c: char| is_dash(c) || is_bar(c) || c.is_whitespace() || "+*.:'".contains(c);
    line.chars().filter(|&c| is_dash(c)).count() >= RULE_DASHES && line.chars().all(is_part)
}

/// Returns true for the rule below the head of a Markdown table whose rows have at least `side` cells.
pub(super) fn is_table_rule(line: &str, side: usize) -> bool {
    let is_part = |c: char| matches!(c, '|' | '-' | ':' | ' ' | '\r' | '\n');
    line.matches('|').count() >= side && is_rule(line) && line.chars().all(is_part)
}

/// Returns true for a row that has nothing but dashes, as many as it has cells: a rule, or cells in a grid whose empty cells are dashes.
pub(super) fn is_row_of_dashes(line: &str, side: usize) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    signs.clone().count() == side && signs.all(|c| c == '-')
}

/// Returns true if the dashes of a line are cells: digits are beside them, and nothing else is.
pub(super) fn has_dashes_for_cells(line: &str, side: usize) -> bool {
    let signs = || line.chars().filter(|c| !c.is_whitespace());
    let is_digit = |c: char| known_cells(std::iter::once(c), side) == 1;
    signs().count() == side && line.contains('-') && signs().all(is_digit) && signs().any(|c| c != '-')
}

/// Counts the characters that are cells of a grid with this side.
pub(super) fn known_cells(text: impl Iterator<Item = char>, side: usize) -> usize {
    let is_digit = |c: char| {
        let digit = u8::try_from(c).ok().and_then(Digit::from_ascii);
        digit.is_some_and(|digit| digit.index() < side)
    };
    text.filter(|&c| Grid::is_empty_sign(c) || is_digit(c)).count()
}

/// Reads a word as one cell of a grid with this side: a sign, a number, or what programs write for nothing. `None` for other words, and for
/// several digits that are no number up to the side.
pub(super) fn cell_of_word(word: &str, side: usize) -> Result<Option<char>, String> {
    const NOTHING: [&str; 10] = ["", "-1", "none", "null", "nil", "nan", "na", "n/a", "undefined", "<na>"];
    let mut signs = word.chars();
    if let (Some(sign), None) = (signs.next(), signs.next()) {
        return Ok(Some(sign).filter(|&sign| known_cells(std::iter::once(sign), Shape::MAX_SIDE) == 1));
    }
    if NOTHING.iter().any(|nothing| word.eq_ignore_ascii_case(nothing)) {
        return Ok(Some('.'));
    }
    // Numbers of arrays of floating point numbers end in a point, or in `.0`.
    let whole = word.split_once('.').filter(|(_, rest)| rest.bytes().all(|byte| byte == b'0'));
    let whole = whole.map_or(word, |(whole, _)| whole);
    let is_number = !whole.is_empty()
        && whole.strip_prefix('-').unwrap_or(whole).bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Ok(None);
    }
    match whole.parse::<i64>() {
        Ok(-1) => Ok(Some('.')),
        Ok(0) => Ok(Some('0')),
        Ok(value) if usize::try_from(value).is_ok_and(|value| value <= side) => {
            let digit = u8::try_from(value).ok().and_then(Digit::new);
            Ok(digit.map(|digit| char::from(digit.ascii())))
        }
        _ => Err(format!("{} is no digit; allowed are 0 (empty) to {side}", shown(word))),
    }
}

/// Returns the cells of a line of a grid with this side, in their number or not.
///
/// Bars and spaces are left out. Of two drawings side by side, the left one is read. Between bars, a space is an empty cell if the line
/// has a bar around each cell, or boxes of equal width in which each cell has its place. In a row of pencilmarks, a group of one digit is that
/// digit, and any other an empty cell. A row may have a label: `A`, `1`, `r1`, `Row 1`.
pub(super) fn row(line: &str, side: usize) -> Row {
    let found = row_without_label(line, side);
    if found.cells.len() == side {
        return found;
    }
    labelled(line, side).unwrap_or(found)
}

pub(super) fn row_without_label(line: &str, side: usize) -> Row {
    cells(line, side, false)
}

/// Returns the label of a row of fields that has one field more than cells, if its first field is one.
pub(super) fn label_of_fields(line: &str, side: usize) -> Option<usize> {
    let is_longer = CELL_DELIMITERS.into_iter().any(|delimiter| line.matches(delimiter).count() == side);
    labelled(line, side).filter(|row| is_longer && row.is_delimited)?.label
}

/// Returns the cells of a line after its label; `None` if it has no label, or not as many cells as a row.
pub(super) fn labelled(line: &str, side: usize) -> Option<Row> {
    // Quotation marks, and marks of Markdown around a label.
    let is_mark = |c: char| matches!(c, '"' | '*' | '_' | '`');
    let start = line.find(|c: char| !c.is_whitespace() && !is_bar(c) && !is_mark(c))?;
    let text = &line[start..];
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let first = word(text);
    let is_row_word = text[..first].eq_ignore_ascii_case("row") && text[first..].starts_with(' ');
    let begin = if is_row_word { first + 1 } else { 0 };
    let end = begin + word(&text[begin..]);
    let name = &text[begin..end];
    let number = name.strip_prefix(['r', 'R']).unwrap_or(name);
    let label = match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => usize::from(letter.to_ascii_lowercase() - b'a') + 1,
        _ => number.parse().ok().filter(|&label| label <= side)?,
    };
    let rest = &text[end..];
    let after = rest.trim_start_matches(|c: char| matches!(c, ':' | '.' | ')') || is_mark(c));
    let is_apart = |c: char| c.is_whitespace() || is_bar(c) || CELL_DELIMITERS.contains(&c);
    if !after.starts_with(is_apart) && after.len() == rest.len() {
        return None;
    }
    // Blanks in place of the label keep the columns of the cells.
    let blank = " ".repeat(text[..text.len() - after.len()].chars().count());
    let before = line[..start].replace(is_mark, " ");
    let found = cells(&format!("{before}{blank}{after}"), side, true);
    let is_row = found.cells.len() == side && known_cells(found.cells.iter().map(|(_, c)| *c), side) == side;
    is_row.then_some(Row { label: Some(label), ..found })
}

/// Returns the cells of a line; the first field or box is left out if it `has_label`.
fn cells(line: &str, side: usize, has_label: bool) -> Row {
    if let Some(row) = fields(line, side, has_label) {
        return row;
    }
    let line = line.trim_end();
    // The package sudoku of LaTeX ends a row with a point after its last bar.
    let line =
        line.strip_suffix('.').filter(|row| row.starts_with('|') && row.ends_with('|')).unwrap_or(line);
    let chars: Vec<char> = line.chars().collect();
    if has_bars_around_cells(&chars, side) {
        // What is between two bars is one cell, or a label.
        let cells = cells_with_spaces(&chars, side, has_label);
        let groups = || pencilmarks(&chars, side).filter(|groups| groups.len() == side);
        return match cells {
            Some(cells) => Row { cells, ..Row::default() },
            None => groups().map_or_else(Row::default, |cells| Row {
                cells,
                groups: Some(line.to_owned()),
                ..Row::default()
            }),
        };
    }
    let is_cell = |c: char| !c.is_whitespace() && !is_bar(c);
    let mut cells: Cells =
        (1..).zip(&chars).map(|(column, &c)| (column, c)).filter(|&(_, c)| is_cell(c)).collect();
    if cells.len() == 2 * side && are_apart(&chars[cells[side - 1].0..cells[side].0 - 1]) {
        cells.truncate(side);
    }
    if cells.len() < side
        && let Some(cells) = cells_with_spaces(&chars, side, has_label)
    {
        return Row { cells, ..Row::default() };
    }
    // Numbers of a row in which a cell is missing can have as many characters as a row has cells.
    if (cells.len() != side || side > 9)
        && let Some(groups) = pencilmarks(&chars, side)
    {
        return Row { cells: groups, groups: Some(line.to_owned()), ..Row::default() };
    }
    Row { cells, ..Row::default() }
}

/// Returns the cells of a row of a table in text, a field each; `None` if a line is none.
fn fields(line: &str, side: usize, has_label: bool) -> Option<Row> {
    let line = line.trim_end_matches(['\r', '\n']);
    // In LaTeX, two backslashes end a row.
    let line = if line.contains('&') { line.split("\\\\").next().unwrap_or_default() } else { line };
    let delimiter =
        CELL_DELIMITERS.into_iter().find(|&delimiter| line.matches(delimiter).count() + 1 >= side)?;
    let mut column = 1;
    let mut words: Vec<(usize, &str)> = line
        .split(delimiter)
        .map(|field| {
            let word = (column, field.trim().trim_matches(['"', '\'']).trim());
            column += field.chars().count() + 1;
            word
        })
        .collect();
    // Columns without a value in any row.
    while words.len() > side + 1 && words.last().is_some_and(|(_, word)| word.is_empty()) {
        words.pop();
    }
    if words.len() > side + 1 {
        return None;
    }
    if words.len() > side {
        // A label, or the delimiter that ends some rows.
        match (words.first(), words.last()) {
            _ if has_label => drop(words.remove(0)),
            (_, Some((_, ""))) => drop(words.pop()),
            (Some((_, "")), _) => drop(words.remove(0)),
            _ => return None,
        }
    } else if has_label {
        return None;
    }
    let mut row = Row { is_delimited: true, ..Row::default() };
    let mut groups = Vec::with_capacity(side);
    let mut has_groups = false;
    // Fields that are all as long as a row are a whole grid.
    if words.iter().all(|(_, word)| word.chars().count() == side) {
        return None;
    }
    for (column, word) in words {
        let cell = cell_of_word(word, side).unwrap_or_default();
        let is_group = cell.is_none() && word.len() < side && word.bytes().all(|byte| byte.is_ascii_digit());
        if cell.is_none() && !is_group {
            return None;
        }
        has_groups |= is_group;
        row.cells.push((column, cell.unwrap_or('.')));
        groups.push(cell.map_or_else(|| word.to_owned(), String::from));
    }
    row.groups = has_groups.then(|| groups.join(" "));
    Some(row)
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
        // Signs of an empty cell, of which one is written like a mark and a digit, and digits that a player entered.
        if matches!(group, ['-', '1'] | ['-' | '*'] | ['u', '1'..='9']) {
            has_several |= group.len() > 1;
            cells.push((begin, '.'));
            lengths = (1, lengths.1.max(1));
            continue;
        }
        let written = || group.iter().copied().filter(|&c| !is_mark(c));
        let (length, known) = (written().count(), known_cells(written(), side));
        if length != known {
            return None;
        }
        if length > 0 {
            let mut digits = written().filter(|&c| !Grid::is_empty_sign(c));
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

/// Returns the cells of a line between bars where spaces are empty cells; `None` if they may be anything else. The first box is left out if
/// it `has_label`, or above the labels, in a head.
fn cells_with_spaces(chars: &[char], side: usize, has_label: bool) -> Option<Cells> {
    let start = chars.iter().position(|c| !c.is_whitespace())?;
    let [first, inner @ .., last] = &chars[start..] else { return None };
    if !is_bar(*first) || !is_bar(*last) {
        return None;
    }
    let mut boxes: Vec<&[char]> = inner.split(|&c| is_bar(c)).collect();
    let mut column = start + 2;
    let is_corner = |inside: &[char]| inside.iter().all(|c| c.is_whitespace());
    if boxes.len() == side + 1 && is_corner(boxes[0]) {
        column += boxes.remove(0).len() + 1;
        let cells = cells_between_bars(&boxes, column)?;
        return (has_label || is_sequence(&cells, side)).then_some(cells);
    }
    if boxes.len() == side {
        return cells_between_bars(&boxes, column);
    }
    let width = boxes[0].len();
    if boxes.len() < 2
        || boxes.iter().any(|inside| inside.len() != width)
        || !side.is_multiple_of(boxes.len())
    {
        return None;
    }
    let places = places_of_cells(&boxes, width, side / boxes.len())?;
    let mut cells = Cells::with_capacity(side);
    for inside in boxes {
        cells.extend(
            places.iter().map(|&place| {
                (column + place, if inside[place].is_whitespace() { '.' } else { inside[place] })
            }),
        );
        column += width + 1;
    }
    Some(cells)
}

/// Returns true for a line with a bar around each cell of a row, with a label or without.
fn has_bars_around_cells(chars: &[char], side: usize) -> bool {
    let begin = chars.iter().position(|c| !c.is_whitespace()).unwrap_or_default();
    let [first, inner @ .., last] = &chars[begin..] else { return false };
    let boxes = inner.split(|&c| is_bar(c));
    // Of boxes with several cells, two drawings beside each other may have as many.
    let is_one = |inside: &[char]| inside.iter().collect::<String>().split_whitespace().count() <= 1;
    is_bar(*first)
        && is_bar(*last)
        && (side..=side + 1).contains(&boxes.clone().count())
        && boxes.clone().all(is_one)
}

fn cells_between_bars(boxes: &[&[char]], start: usize) -> Option<Cells> {
    let (mut column, mut cells) = (start, Cells::with_capacity(boxes.len()));
    for inside in boxes {
        let mut digits = (0..inside.len()).filter(|&place| !inside[place].is_whitespace());
        match (digits.next(), digits.next()) {
            (Some(place), None) => cells.push((column + place, inside[place])),
            (None, _) => cells.push((column, '.')),
            (Some(_), Some(_)) => return None,
        }
        column += inside.len() + 1;
    }
    Some(cells)
}

/// Returns the places of the cells in boxes of this width: at equal distances, with equal margins, so that each digit has one. `None` if there
/// are no such places, or several.
fn places_of_cells(boxes: &[&[char]], width: usize, cells: usize) -> Option<Vec<usize>> {
    let fits = |&distance: &usize| {
        let span = (cells - 1) * distance + 1;
        let margin = width.checked_sub(span).filter(|rest| rest.is_multiple_of(2))? / 2;
        let places: Vec<usize> = (0..cells).map(|cell| margin + cell * distance).collect();
        let is_cell = |place: usize| places.contains(&place);
        let has_all =
            |inside: &&[char]| (0..width).all(|place| inside[place].is_whitespace() || is_cell(place));
        (margin <= distance && boxes.iter().all(has_all)).then_some(places)
    };
    let mut found = (1..=4).filter_map(|distance: usize| fits(&distance));
    let places = found.next()?;
    // Without a digit in it, a row is empty whichever it is.
    let is_same = |other: &Vec<usize>| {
        boxes.iter().all(|inside| places.iter().zip(other).all(|(&one, &other)| inside[one] == inside[other]))
    };
    found.all(|other| is_same(&other)).then_some(places)
}

/// Returns true for cells that count from 1 or from 0, as the head of a table does.
pub(super) fn is_sequence(cells: &Cells, side: usize) -> bool {
    let counts_from = |first: usize| {
        let digit = |place: usize| match u8::try_from(first + place).ok().and_then(Digit::new) {
            Some(digit) => char::from(digit.ascii()),
            None => '0',
        };
        (0..).zip(cells).all(|(place, (_, c))| *c == digit(place))
    };
    cells.len() == side && (counts_from(1) || counts_from(0))
}

/// Returns the side of the grid of which a line is a row; `None` if it is none. The side of a known `shape` is tried first, 9 if none is
/// known.
pub(super) fn side_of_row(line: &str, shape: Option<Shape>) -> Option<usize> {
    side_by(line, shape, row)
}

/// Returns the side of the grid of which a line is a row without a label, as [`side_of_row`] does.
pub(super) fn side_without_label(line: &str, shape: Option<Shape>) -> Option<usize> {
    side_by(line, shape, row_without_label)
}

fn side_by(line: &str, shape: Option<Shape>, row: fn(&str, usize) -> Row) -> Option<usize> {
    let usual = shape.unwrap_or(Shape::STANDARD).side();
    let found = line.chars().filter(|&c| !c.is_whitespace() && !is_bar(c)).count();
    let is_side = |side: usize| Shape::of_cells(side * side).is_some();
    // A line of 16 characters is a 4x4 grid, unless rows of 16 are expected.
    let is_whole = Shape::of_cells(found).is_some() && line.trim().chars().count() == found;
    let is_row = |side: &usize| {
        let cells = row(line, *side).cells;
        cells.len() == *side && known_cells(cells.iter().map(|(_, c)| *c), *side) == *side
    };
    // Numbers above 9, blanks between, have more characters than cells.
    let words = line.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|word| !word.is_empty()).count();
    let words = if words > Shape::STANDARD.side() { words } else { 0 };
    let fields = CELL_DELIMITERS.map(|delimiter| line.matches(delimiter).count() + 1);
    // More fields than a label or a last delimiter explains.
    let wide = fields.into_iter().filter(|&fields| shape.is_none() && fields > usual + 1);
    let is_possible = |&side: &usize| side <= Shape::MAX_SIDE && is_side(side) && !is_whole;
    let others = [words, found, found / 2].into_iter().chain(fields.into_iter().filter(|&fields| fields > 3));
    let sides = wide.filter(is_possible).chain([usual]).chain(others.filter(is_possible));
    sides.into_iter().find(is_row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str, side: usize) -> String {
        row(line, side).cells.into_iter().map(|(_, c)| c).collect()
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
        assert_eq!(row("| 5 3", 9).cells, [(3, '5'), (5, '3')]);
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
        assert_eq!(row("  |53 | 7 |  1|", 9).cells[8], (14, '1'));
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
        assert_eq!(row("| 5 3 124 | 26 7 2468 | 1489 1249 |", 9).cells.len(), 8);
        assert_eq!(row_without_label("| 5 3 124 | 26 7 2468 | 1489 1249 1 2 |", 9).cells.len(), 10);
        let numbers = "16 . 5 12 10 4 . . | 8 1 2 3 6 7 9 11";
        assert_eq!(side_of_row(numbers, None), Some(16));
        assert_eq!(side_of_row("10 . 5 2 1 4 . . 8 3", None), Some(10));
        // A cell is missing.
        assert_eq!(row("10 5 2 1 4 . . 8 3", 10).cells.len(), 9);
        for line in ["5 3 124 26 7 2468 1489 1249 w", "530070000 1 2 3 4 5 6 7 1234567890", "12 3 4 5"] {
            assert_eq!(side_of_row(line, None), None, "{line}");
        }
    }

    #[test]
    fn labels_are_no_cells() {
        for (line, label) in [
            ("A 5 3 . . 7 . . . .", 1),
            ("c | 5 3 . | . 7 . | . . . |", 3),
            ("| 2 | 5 | 3 |   |   | 7 |   |   |   |   |", 2),
            ("0 | 53. | .7. | ... |", 0),
            ("r4: 5 3 . . 7 . . . .", 4),
            ("Row 9: 53..7....", 9),
            ("| **5** | 5 | 3 |   |   | 7 |   |   |   |   |", 5),
            ("B,5,3,,,7,,,,.", 2),
            ("3;5;3;;;7;;;;.", 3),
            ("\"H\",\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\".\"", 8),
        ] {
            let found = row(line, 9);
            assert_eq!((text(line, 9).as_str(), found.label), ("53..7....", Some(label)), "{line}");
        }
        assert_eq!(row_without_label("| **2** | 6 |   |   | 1 | 9 | 5 |   |   |   |", 9).cells, []);
        for line in
            ["530070000", "A53..7....", "10 5 3 . . 7 . . . .", "AB 5 3 . . 7 . . . .", "A 5 3 . . 7 . . ."]
        {
            assert_eq!(row(line, 9).label, None, "{line}");
        }
    }

    #[test]
    fn fields_are_cells() {
        for line in [
            "5,3,,,7,,,,",
            "5;3;.;.;7;?;?;?;?\r\n",
            "5\t3\t\t\t7\t\t\t\t",
            "5,3,,,7,,,,,",
            "5.0,3.0,nan,,7.0,NaN,,-1,",
            "\"5\",\"3\",,,'7',,,,",
        ] {
            let found = row(line, 9);
            let cells: String =
                found.cells.iter().map(|&(_, c)| if c.is_ascii_digit() { c } else { '.' }).collect();
            assert_eq!((cells.as_str(), found.is_delimited), ("53..7....", true), "{line}");
            assert_eq!(side_of_row(line, None), Some(9), "{line}");
        }
        // Columns without a value in any row.
        assert_eq!(text("5,3,,,7,,,,,,,", 9), "53..7....");
        assert_eq!(text("1,,,,,,,,10,16,,,,,,", 16), "1.......AG......");
        assert_eq!(side_of_row("1,,,,,,,,10,16,,,,,,", None), Some(16));
        assert_eq!(row("5,3,12,,7,,,,", 9).groups.as_deref(), Some("5 3 12 . 7 . . . ."));
        for line in ["5,3,ab,,7,,,,", "530070000,1,2,3,4,5,6,7,1234567890"] {
            assert_eq!(side_of_row(line, None), None, "{line}");
        }
    }

    #[test]
    fn cells_keep_their_places_among_blanks() {
        for line in [
            "|53 | 7 |   |",
            "| 5 3   |   7   |       |",
            "|5 3  |  7  |     |",
            "| 5  3    |    7    |         |",
            "║5 3  ║  7  ║     ║",
        ] {
            assert_eq!(text(line, 9), "53..7....", "{line}");
        }
        assert_eq!(text("|   1 |     |", 4), ".1..");
        assert_eq!(row_without_label("|  1  |     |", 4).cells.len(), 1);
        assert_eq!(text("|   1 |     |", 6), "..1...");
    }

    #[test]
    fn heads_count() {
        let cells = |text: &str| row(text, 9).cells;
        assert!(
            is_sequence(&cells("  1 2 3 | 4 5 6 | 7 8 9"), 9) && is_sequence(&cells("0,1,2,3,4,5,6,7,8"), 9)
        );
        assert!(!is_sequence(&cells("1 2 3 4 5 6 7 8 ."), 9) && !is_sequence(&cells("1 2 3"), 9));
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
