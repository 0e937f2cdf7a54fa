//! Game ids of Solo, of Simon Tatham's collection: `3x3:c9b3_2_1_9...`, with letters for runs of empty cells, `a` for one, and `_` between numbers.
//!
//! The numbers before the colon are the rows and columns of a box. Letters after them are options: `x`, `j` and `k` are variants.

use super::fields::TextGrid;
use gridmill_board::{Digit, Grid, Shape};

/// Reads an id; `None` if a text is none.
pub(super) fn puzzle(shape: Shape, text: &str) -> Option<TextGrid> {
    let id = text.strip_prefix("Game ID:").map_or(text, str::trim_start);
    let before = text.chars().count() - id.chars().count();
    let end = id.find([':', '#'])?;
    let (params, description) = (&id[..end], &id[end + 1..]);
    let (rows, rest) = number(params)?;
    let (cols, options) = number(rest.strip_prefix('x')?)?;
    let is_options = options.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !is_options || description.contains(char::is_whitespace) || description.is_empty() {
        return None;
    }
    let problem = |problem: String| Some(Err((before + 1, problem)));
    if id[end..].starts_with('#') {
        return problem(
            "an id of Solo with a seed, from which only Solo makes the puzzle; give the id with its cells"
                .to_owned(),
        );
    }
    // Letters of levels and symmetries have their own letters and digits behind them.
    let variant = [('x', "diagonals"), ('j', "irregular regions"), ('k', "killer cages")];
    if let Some((_, name)) = variant.iter().find(|(letter, _)| options.starts_with(*letter)) {
        return problem(format!("the puzzle of Solo has {name}; only plain Sudoku is read"));
    }
    let of = Shape::new(rows, cols).ok();
    if of != Some(shape) {
        return problem(format!(
            "the puzzle of Solo has boxes of {rows}x{cols}, not of {shape}; give `box={rows}x{cols}`"
        ));
    }
    Some(cells(shape, description).map_err(|(column, found)| (before + end + 1 + column, found)))
}

/// Reads the number that a text begins with; returns what follows it.
fn number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn cells(shape: Shape, description: &str) -> TextGrid {
    let mut cells = String::new();
    let (mut rest, mut column) = (description, 1);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            'a'..='z' => {
                cells.extend(std::iter::repeat_n('.', (u32::from(c) - u32::from('a') + 1) as usize));
                1
            }
            '_' => 1,
            '0'..='9' => {
                let Some((value, after)) = number(rest) else {
                    return Err((column, "a number is too large".to_owned()));
                };
                let digit = Digit::new(value).filter(|digit| digit.index() < shape.side());
                let problem = || (column, format!("{value} is no digit; allowed are 1 to {}", shape.side()));
                cells.push(char::from(digit.ok_or_else(problem)?.ascii()));
                rest.len() - after.len()
            }
            other => return Err((column, format!("{other:?} is no cell of an id of Solo"))),
        };
        if cells.len() > Shape::MAX_CELLS {
            break;
        }
        rest = &rest[length..];
        column += length;
    }
    Grid::parse(shape, &cells).map_err(|error| (1, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, shape: &str) -> Option<Result<String, String>> {
        let found = puzzle(shape.parse().unwrap(), text)?;
        Some(found.map(|grid| grid.to_string()).map_err(|(column, problem)| format!("{column}: {problem}")))
    }

    #[test]
    fn ids_of_solo_hold_puzzles() {
        for (text, cells) in [
            ("2x2:1_2b3k", "12..3..........."),
            ("2x2dn:1_2b3k", "12..3..........."),
            ("Game ID: 2x2:a4_3m", ".43............."),
        ] {
            assert_eq!(read(text, "2x2"), Some(Ok(cells.to_owned())), "{text}");
        }
        assert_eq!(
            read("4x4:16_10zzzzzzzzzs_1", "4x4").map(|found| found.map(|cells| cells[..3].to_owned())),
            Some(Ok("GA.".to_owned()))
        );
        for (text, said) in [
            ("2x2:1_5b3k", "7: 5 is no digit; allowed are 1 to 4"),
            ("2x2:1_2b3j", "5: 15 cells where a 2x2 grid has 16"),
            ("2x2:1_2?3k", "8: '?' is no cell of an id of Solo"),
            ("3x3:1_2b3k", "1: the puzzle of Solo has boxes of 3x3, not of 2x2; give `box=3x3`"),
            ("2x2x:1_2b3k", "1: the puzzle of Solo has diagonals; only plain Sudoku is read"),
            ("2x2#1234", "1: an id of Solo with a seed"),
        ] {
            let found = read(text, "2x2").unwrap().unwrap_err();
            assert!(found.starts_with(said), "{text}: {found}");
        }
        for text in ["", "2x2", "1:2", "2x2:", "axb:c", "12.4x", "2x2: a b"] {
            assert!(read(text, "2x2").is_none(), "{text}");
        }
    }
}
