//! Candidates of a state, as text.

use crate::{
    Result,
    board::{Cell, Digit, DigitSet, Shape},
    rate::Pencilmarks,
    tables::Error,
};

/// Removes all candidates that `text` does not list.
///
/// The text has nine characters for each of the 81 cells, of which digits count and others do not, or 81 words of digits, separated by
/// spaces or commas. Cells with a digit are not read.
///
/// # Errors
/// [`Error::Option`] for text of another form, and for an empty cell without candidates.
pub(super) fn restrict(marks: &mut Pencilmarks, text: &str) -> Result<()> {
    let problem = |problem: String| Err(Error::option(format!("--candidates: {problem}")));
    let words: Vec<&str> = text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty()).collect();
    let dense: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let cells: Vec<DigitSet> = if words.len() == 81 {
        words.iter().map(|word| digits(word.chars())).collect()
    } else if dense.len() == 729 {
        dense.chunks(9).map(|chunk| digits(chunk.iter().copied())).collect()
    } else {
        let found = if words.len() > 1 {
            format!("{} words", words.len())
        } else {
            format!("{} characters", dense.len())
        };
        return problem(format!(
            "found {found}; give 81 words of digits, or 729 characters with nine for each cell"
        ));
    };
    for (cell, &left) in Shape::STANDARD.all_cells().zip(&cells) {
        if marks.value(cell).is_some() {
            continue;
        }
        for digit in marks.candidates(cell).filter(|&digit| !left.contains(digit)) {
            marks.eliminate(cell, digit);
        }
        if marks.candidates(cell).is_empty() {
            return problem(format!("{} is empty and has no candidate that its houses allow", name(cell)));
        }
    }
    Ok(())
}

fn name(cell: Cell) -> String {
    cell.name(Shape::STANDARD)
}

fn digits(letters: impl Iterator<Item = char>) -> DigitSet {
    let mut digits = DigitSet::EMPTY;
    for value in letters.filter_map(|letter| letter.to_digit(10)).filter(|value| *value > 0) {
        digits.insert(Digit::from_index(value as usize - 1));
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;

    #[test]
    fn both_forms_leave_the_same_candidates() {
        let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
        let marks = || Pencilmarks::new(&grid);
        let full: Vec<String> = Shape::STANDARD
            .all_cells()
            .map(|cell| marks().candidates(cell).map(|digit| digit.to_string()).collect::<String>())
            .map(|digits| if digits.is_empty() { ".".to_owned() } else { digits })
            .collect();
        let mut by_words = marks();
        restrict(&mut by_words, &full.join(" ")).unwrap();
        let dense: String = full.iter().map(|digits| format!("{digits:.<9}")).collect();
        let mut by_characters = marks();
        restrict(&mut by_characters, &dense).unwrap();
        for cell in Shape::STANDARD.all_cells() {
            assert_eq!(by_words.candidates(cell), marks().candidates(cell));
            assert_eq!(by_characters.candidates(cell), marks().candidates(cell));
        }
        // One candidate less at r1c3.
        let mut less = full.clone();
        let first = less[2].remove(0);
        let mut restricted = marks();
        restrict(&mut restricted, &less.join(",")).unwrap();
        let digit = Digit::from_index(first.to_digit(10).unwrap() as usize - 1);
        assert!(marks().has(Cell::new(2), digit) && !restricted.has(Cell::new(2), digit));
        let error = |text: &str| restrict(&mut marks(), text).unwrap_err().to_string();
        assert!(error("123").contains("found 3 characters"));
        assert!(error("1 2 3").contains("found 3 words"));
        assert!(error(&".".repeat(729)).contains("r1c3 is empty"));
    }
}
