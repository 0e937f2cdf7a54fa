//! States as text.
//!
//! ```text
//! 53..7....6..195...        a grid, row by row, with or without spaces     . 0 _ * are empty
//! 53+4.7....6..195..        a digit after + was entered
//! :0000:x:53+4.7...:113:    a line of HoDoKu's libraries: givens, entries and candidates that are gone
//! S9B0103...                a state of SudokuWiki
//! | 5 3 124 | 26 7 ...      candidates: drawn, a word a cell, or as many characters a cell as there are digits
//! ```
//!
//! A drawing of candidates does not say which digits are givens: each cell with one digit counts as one, as in HoDoKu. The candidates are part
//! of the puzzle: givens with several solutions have only those within them.

use super::ReadError;
use crate::State;
use gridmill_board::{Digit, DigitSet, Grid, LibraryLine, PencilmarkGrid, Shape, WikiString};
use gridmill_rate::Pencilmarks;

type Result<T> = std::result::Result<T, ReadError>;

/// Reads a state.
pub(super) fn read(text: &str, shape: Option<Shape>) -> Result<State> {
    if LibraryLine::is_begun_by(text) {
        let line = LibraryLine::parse(text).map_err(problem)?;
        return library_line(line);
    }
    if let Ok(state) = WikiString::parse(shape.unwrap_or(Shape::STANDARD), text) {
        let played = State::new(state.givens).with_entries(state.entries).map_err(problem)?;
        return played.with_notes(state.candidates).map_err(problem);
    }
    if let Some((cells, entered)) = entries(text) {
        return marked(&grid(&cells, shape)?, &entered);
    }
    let of = shape.or_else(|| shape_of_numbers(text)).unwrap_or(Shape::STANDARD);
    let letters = text.chars().filter(|letter| !letter.is_whitespace()).count();
    match PencilmarkGrid::parse(of, text) {
        Ok(drawn) if letters != of.cells() => {
            State::new(drawn.grid).with_candidates(drawn.candidates).map_err(problem)
        }
        Err(error) if has_groups(text, letters, of) && letters != of.cells() => Err(problem(error)),
        _ => Ok(State::new(grid(text, shape)?)),
    }
}

/// Returns true if a text with so many letters is drawn, or has as many words or letters as candidates have.
fn has_groups(text: &str, letters: usize, shape: Shape) -> bool {
    text.contains(['|', '\n'])
        || text.split_whitespace().count() == shape.cells()
        || letters == shape.cells() * shape.side()
}

/// Returns the shape of a grid with a side above 9 that is written as numbers: as many words as it has cells.
fn shape_of_numbers(text: &str) -> Option<Shape> {
    let is_number = |word: &str| matches!(word, "." | "_" | "*") || word.parse::<u8>().is_ok();
    let words = text.split_whitespace().filter(|word| word.chars().any(|c| c != '|'));
    let shape = Shape::of_cells(words.clone().take_while(|word| is_number(word)).count())?;
    (shape.side() > 9 && words.count() == shape.cells()).then_some(shape)
}

#[expect(clippy::needless_pass_by_value, reason = "the argument of `map_err`")]
fn problem(error: impl ToString) -> ReadError {
    ReadError::new(error.to_string())
}

/// Makes the state of a library's line. Candidates that are gone become notes of all that are left.
fn library_line(line: LibraryLine) -> Result<State> {
    let state = State::new(line.givens).with_entries(line.entries).map_err(problem)?;
    if line.deleted.is_empty() {
        return Ok(state);
    }
    let marks = Pencilmarks::new(&state.filled());
    let mut notes: Vec<DigitSet> = state.shape().all_cells().map(|cell| marks.candidates(cell)).collect();
    for (cell, digit) in line.deleted {
        notes[cell.index()].remove(digit);
    }
    state.with_notes(notes).map_err(problem)
}

/// Makes the state of a grid in which some digits are marked as entries.
fn marked(filled: &Grid, entered: &[bool]) -> Result<State> {
    let (mut givens, mut entries) = (filled.clone(), filled.clone());
    for (cell, &is_entered) in filled.shape().all_cells().zip(entered) {
        let gone = if is_entered { &mut givens } else { &mut entries };
        gone.set(cell, None);
    }
    State::new(givens).with_entries(entries).map_err(problem)
}

/// Separates cells from their marks `+`; `None` if there are none.
fn entries(text: &str) -> Option<(String, Vec<bool>)> {
    // Frames of drawings have the sign, too.
    if !text.contains('+') || text.contains(['|', '-']) {
        return None;
    }
    let (mut cells, mut entered, mut is_next) = (String::new(), Vec::new(), false);
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if letter == '+' {
            is_next = true;
        } else {
            cells.push(letter);
            entered.push(std::mem::take(&mut is_next));
        }
    }
    Some((cells, entered))
}

/// Reads a grid, with or without spaces.
pub(super) fn grid(text: &str, shape: Option<Shape>) -> Result<Grid> {
    let read = match shape {
        Some(shape) => {
            let cells: String = text.split_whitespace().collect();
            Grid::parse(shape, &cells)
        }
        None => text.parse(),
    };
    read.map_err(|error| ReadError::new(error.to_string()))
}

/// Reads notes: as many characters a cell as the grid has digits, or a word a cell.
///
/// In the first form only digits count. In the second, words stand between spaces or commas, and `.` or `0` is a cell without notes.
pub(super) fn notes(text: &str, shape: Shape) -> Result<Vec<DigitSet>> {
    let words: Vec<&str> =
        text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
    if words.len() == shape.cells() {
        // A 0 has a place of its own, or stands alone; 10 is a number.
        let is_number = |word: &&&str| {
            word.contains('0') && word.chars().any(|c| c != '0' && c != '.') && word.len() != shape.side()
        };
        if let Some(word) = words.iter().find(is_number) {
            let side = shape.side();
            return Err(ReadError::new(format!(
                "{word} is no word of digits from 1 to {side}; 10 is written A"
            )));
        }
        return words.iter().map(|word| digits(word.chars(), shape)).collect();
    }
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters.len() == shape.cells() * shape.side() {
        return letters.chunks(shape.side()).map(|cell| digits(cell.iter().copied(), shape)).collect();
    }
    let count = |number: usize, one: &str| {
        if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
    };
    let found = if words.len() > 1 { count(words.len(), "word") } else { count(letters.len(), "character") };
    let (cells, side) = (shape.cells(), shape.side());
    Err(ReadError::new(format!(
        "found {found}; give {cells} words of digits, or {} characters with {side} for each cell",
        cells * side
    )))
}

/// Reads the digits of one cell; other characters stand for digits that are not noted.
fn digits(letters: impl Iterator<Item = char>, shape: Shape) -> Result<DigitSet> {
    let mut digits = DigitSet::EMPTY;
    for letter in letters.filter(char::is_ascii_alphanumeric).filter(|&letter| letter != '0') {
        let digit = u8::try_from(letter).ok().and_then(Digit::from_ascii);
        match digit.filter(|digit| digit.index() < shape.side()) {
            Some(digit) => digits.insert(digit),
            None => return Err(ReadError::new(format!("{letter:?} is no digit of a {shape} grid"))),
        };
    }
    Ok(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Cell;

    #[test]
    fn entries_are_marked_by_plus() {
        let state = read("1+2.. .... ..3. ...+4", None).unwrap();
        assert_eq!(state.givens().to_string(), "1.........3.....");
        assert_eq!(state.entries().to_string(), ".2.............4");
        // A mark before an empty cell says nothing.
        assert_eq!(read("1+... .... ..3. ....", None).unwrap(), read("1... .... ..3. ....", None).unwrap());
    }

    #[test]
    fn numbers_above_nine_are_digits() {
        let row = "16 . 3 10 . . . . . . . . . . . 11\n".to_owned();
        let text = row + &". ".repeat(240);
        for shape in [None, Some("4x4".parse().unwrap())] {
            let state = read(&text, shape).unwrap();
            assert!(state.givens().to_string().starts_with("G.3A...........B."));
        }
        let shape = Shape::STANDARD;
        let ten = format!("10 {}", "1 ".repeat(80));
        assert!(read(&ten.replace(' ', "\n"), None).unwrap_err().to_string().contains("10 is no cell"));
        assert!(
            notes(&ten, shape).unwrap_err().to_string().starts_with("10 is no word of digits from 1 to 9")
        );
    }

    #[test]
    fn numbers_are_told_in_words() {
        let shape = Shape::STANDARD;
        let told = |text: &str| notes(text, shape).unwrap_err().to_string();
        assert!(told("7").starts_with("found 1 character; give 81 words of digits, or 729 characters"));
        assert!(told("1 2 3").starts_with("found 3 words; "));
        let small: Shape = "2x2".parse().unwrap();
        assert_eq!(notes(&"5 ".repeat(16), small).unwrap_err().to_string(), "'5' is no digit of a 2x2 grid");
    }

    #[test]
    fn states_of_other_programs_keep_entries_and_candidates() {
        let cells = "+53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let state = read(&format!(":0000:x:{cells}:213 413::"), None).unwrap();
        assert_eq!((state.givens().givens(), state.entries().givens()), (29, 1));
        let noted = |cell: usize| {
            state.notes(Cell::new(cell)).unwrap().map(|digit| digit.to_string()).collect::<String>()
        };
        // r1c3 has 1, 2 and 4 without the candidates that are gone; r1c4 has all.
        assert_eq!((noted(2), noted(3)), ("1".to_owned(), "26".to_owned()));
        let small: Shape = "2x2".parse().unwrap();
        let drawn =
            "| 1 24 | 3 24 |\n| 234 234 | 124 12 |\n|------\n| 2 134 | 14 134 |\n| 34 134 | 124 1234 |";
        let state = read(drawn, Some(small)).unwrap();
        assert_eq!(state.givens().to_string(), "1.3.....2.......");
        assert_eq!(state.notes(Cell::new(1)).unwrap().len(), 2);
        let problem = read("| 1 24 | 3 24 |\n| 234", Some(small)).unwrap_err().to_string();
        assert!(problem.starts_with("found 5 groups of 9 characters"), "{problem}");
        // As many characters as cells are a grid, whatever stands between them.
        let spaced = read("1 . 3 . . . . . 2 . . . . . . .", Some(small)).unwrap();
        assert!(!spaced.has_notes());
        assert!(read("S4B1603000000200000", Some(small)).unwrap().entries().givens() == 1);
    }
}
