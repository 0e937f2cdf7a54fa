//! States of puzzles from other programs: as SudokuWiki packs them into links, and the lines of HoDoKu's library.
//!
//! Source: A. Stuart, "Sudoku String Definitions", sudokuwiki.org: the form of 2023, and version B, of A. Stuart and Q. May.
//!
//! ```text
//! S9B 01 0b 1f ...      S: plain Sudoku; 9: side; B: version; then two figures in base 36 for each cell
//!     |  |  `-- 51 = 18 + 33: candidates 1 and 6, the bits of 33
//!     |  `-- 11 = 9 + 2: the digit 2, placed by the player
//!     `-- 1: the given 1; 0 is a cell without anything
//!
//! 03 04 48 ...          the form of 2023: 162 figures in base 32, two for each of 81 cells
//! |  |  `-- 136 = 2 * 68: candidates 3 and 7, the bits of 68
//! |  `-- 4 = 2 * 2: the digit 2, placed by the player, or a last candidate
//! `-- 3 = 2 * 1 + 1: the given 1
//! ```

use crate::{Cell, Digit, DigitSet, Grid, Shape};

/// State of a puzzle from SudokuWiki.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WikiString {
    /// Givens: the puzzle.
    pub givens: Grid,
    /// Digits that the player placed.
    pub entries: Grid,
    /// Candidates of each cell in reading order; none for cells with a digit and for cells without notes.
    pub candidates: Vec<DigitSet>,
}

/// Error: text that is not a packed state of a plain Sudoku.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct WikiStringError(#[from] WikiStringProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum WikiStringProblem {
    #[error("no packed state: S9B and two figures for each of 81 cells, or 162 figures")]
    Form,
    #[error("it is a {name}; only plain Sudoku is read")]
    Variant { name: &'static str },
    #[error("it has {side} rows; a {shape} grid has {}", shape.side())]
    Side { side: usize, shape: Shape },
    #[error("{cell}: `{found}` is no value of a cell")]
    Value { cell: String, found: String },
}

/// Letters of the kinds of puzzles that have this form.
const VARIANTS: [(char, &str); 8] = [
    ('J', "jigsaw Sudoku"),
    ('D', "KenDoku"),
    ('K', "KenKen"),
    ('M', "killer jigsaw Sudoku"),
    ('L', "killer Sudoku"),
    ('T', "Str8ts puzzle"),
    ('X', "Sudoku X"),
    ('W', "Windoku"),
];

/// Contents of a cell.
#[derive(Clone, Copy)]
enum Content {
    Given(Digit),
    Entry(Digit),
    Candidates(DigitSet),
}

impl WikiString {
    /// Returns true if a text has the form of a packed state, of whatever kind and size. Upper and lower case are the same.
    #[doc(hidden)]
    pub fn has_form(text: &str) -> bool {
        header(text).is_some() || has_form_of_2023(text)
    }

    /// Reads a packed state.
    ///
    /// ```
    /// use gridmill_board::{Shape, WikiString};
    ///
    /// let state = WikiString::parse(Shape::new(2, 2)?, "S4B1603000000200000")?;
    /// assert_eq!(state.givens.to_string(), "1..3......2.....");
    /// assert_eq!(state.entries.givens(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WikiStringError`].
    pub fn parse(shape: Shape, text: &str) -> Result<Self, WikiStringError> {
        let side = shape.side();
        let (figures, radix, width) = match header(text) {
            Some((kind, _)) if kind != 'S' => {
                let name = VARIANTS.iter().find(|(letter, _)| *letter == kind).map(|(_, name)| *name);
                return Err(name
                    .map_or(WikiStringProblem::Form, |name| WikiStringProblem::Variant { name })
                    .into());
            }
            Some((_, found)) if found != side => {
                return Err(WikiStringProblem::Side { side: found, shape }.into());
            }
            Some(_) => (&text[3..], 36, width(side)),
            None if has_form_of_2023(text) && shape == Shape::STANDARD => (text, 32, 2),
            None => return Err(WikiStringProblem::Form.into()),
        };
        if figures.len() != width * shape.cells() || !figures.is_ascii() {
            return Err(WikiStringProblem::Form.into());
        }
        let (mut givens, mut entries) = (Grid::empty(shape), Grid::empty(shape));
        let mut candidates = vec![DigitSet::EMPTY; shape.cells()];
        for (cell, place) in shape.all_cells().zip((0..).step_by(width)) {
            let field = &figures[place..place + width];
            let value = u32::from_str_radix(field, radix).ok();
            let content =
                value.and_then(|value| if radix == 36 { version_b(value, side) } else { of_2023(value) });
            match content {
                Some(Content::Given(digit)) => drop(givens.set(cell, Some(digit))),
                Some(Content::Entry(digit)) => drop(entries.set(cell, Some(digit))),
                Some(Content::Candidates(digits)) => candidates[cell.index()] = digits,
                None => {
                    return Err(
                        WikiStringProblem::Value { cell: cell.name(shape), found: field.to_owned() }.into()
                    );
                }
            }
        }
        Ok(Self { givens, entries, candidates })
    }
}

/// Returns the kind and the side that a packed state of version B begins with.
fn header(text: &str) -> Option<(char, usize)> {
    let [kind, side, b'B' | b'b', rest @ ..] = text.as_bytes() else { return None };
    let kind = char::from(kind.to_ascii_uppercase());
    let is_kind = kind == 'S' || VARIANTS.iter().any(|(letter, _)| *letter == kind);
    let side = char::from(*side).to_digit(36)? as usize;
    let is_side = (3..=Shape::MAX_SIDE).contains(&side);
    (is_kind && is_side && rest.len() >= side * side && rest.iter().all(u8::is_ascii_alphanumeric))
        .then_some((kind, side))
}

fn has_form_of_2023(text: &str) -> bool {
    text.len() == 162 && text.bytes().all(|byte| char::from(byte).is_digit(32))
}

/// Returns the figures of a cell in version B: those of the largest value.
fn width(side: usize) -> usize {
    let mut largest = (1_usize << side) - 1 + 2 * side;
    let mut figures = 0;
    while largest > 0 {
        largest /= 36;
        figures += 1;
    }
    figures
}

fn version_b(value: u32, side: usize) -> Option<Content> {
    let digit = |value: u32| Some(Digit::from_index(value as usize - 1));
    let side_value = u32::try_from(side).ok()?;
    match value {
        0 => Some(Content::Candidates(DigitSet::EMPTY)),
        given if given <= side_value => digit(given).map(Content::Given),
        entry if entry <= 2 * side_value => digit(entry - side_value).map(Content::Entry),
        packed => {
            let bits = packed - 2 * side_value;
            (bits < 1 << side).then_some(Content::Candidates(DigitSet::from_bits(bits)))
        }
    }
}

fn of_2023(value: u32) -> Option<Content> {
    let digits = DigitSet::from_bits(value >> 1);
    match (digits.single(), value % 2 == 1) {
        (Some(digit), true) => Some(Content::Given(digit)),
        (Some(digit), false) => Some(Content::Entry(digit)),
        (None, true) => None,
        (None, false) => Some(Content::Candidates(digits)).filter(|_| value >> 1 < 1 << 9),
    }
}

// Lines of HoDoKu's libraries: a puzzle, what was placed in it, and which candidates are gone.
//
// ```text
// :0201-1:347:.6+8..9...:514 728:314 714::
//  |      |   |         |       |      |  `-- the rest of the line; not read
//  |      |   |         |       |      `-- candidates that the step places
//  |      |   |         |       `-- candidates that the step eliminates: digit, row, column
//  |      |   |         `-- candidates deleted before, in the same form
//  |      |   `-- 81 cells: `.` or `0` empty, `+` before a digit that was placed, not given
//  |      `-- the digits that matter
//  `-- code of the technique, and a variant; 0000 for a puzzle alone
// ```

/// State of a 9x9 puzzle, and the step that follows, in HoDoKu's form. Fields that the line leaves out are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LibraryLine {
    /// Code of the technique with its variant, as it stands; `0000` for a puzzle alone.
    pub code: String,
    /// Digits that the technique concerns, as they stand; `x` for none.
    pub digits: String,
    /// Givens: the puzzle.
    pub givens: Grid,
    /// Digits that were placed.
    pub entries: Grid,
    /// Candidates deleted before, in the order of the line.
    pub deleted: Vec<(Cell, Digit)>,
    /// Candidates that the step eliminates.
    pub eliminations: Vec<(Cell, Digit)>,
    /// Candidates that the step places.
    pub placements: Vec<(Cell, Digit)>,
}

/// Error: text that is not a line of a library.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct LibraryLineError(#[from] LibraryLineProblem);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum LibraryLineProblem {
    #[error("not of the form `:code:digits:cells:deleted:eliminations:placements:`")]
    Form,
    #[error("{found} cells, 81 are needed")]
    Cells { found: usize },
    #[error("column {column}: `{found}` is no cell")]
    Character { column: usize, found: char },
    #[error("`{found}` is no candidate: digit, row and column from 1 to 9")]
    Candidate { found: String },
}

impl LibraryLineError {
    /// Returns the column of the error in the line, from 1, and a message without it.
    #[doc(hidden)]
    pub fn place(&self) -> (usize, String) {
        match self.0 {
            LibraryLineProblem::Character { column, found } => (column, format!("{found:?} is no cell")),
            _ => (1, self.to_string()),
        }
    }
}

impl LibraryLine {
    /// Returns true if a text begins as a line of a library does: with a code between colons.
    #[doc(hidden)]
    pub fn is_begun_by(text: &str) -> bool {
        let code = text.strip_prefix(':').and_then(|rest| rest.split(':').next()).unwrap_or_default();
        code.len() >= 4 && code.bytes().take(4).all(|byte| byte.is_ascii_digit())
    }

    /// Reads a line. Fields after the cells may be missing.
    ///
    /// ```
    /// use gridmill_board::LibraryLine;
    ///
    /// let cells = "+53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let line = LibraryLine::parse(&format!(":0000:x:{cells}:113 413::"))?;
    /// assert_eq!((line.givens.givens(), line.entries.givens(), line.deleted.len()), (29, 1, 2));
    /// # Ok::<(), gridmill_board::LibraryLineError>(())
    /// ```
    ///
    /// # Errors
    /// [`LibraryLineError`].
    pub fn parse(line: &str) -> Result<Self, LibraryLineError> {
        let fields: Vec<&str> = line.splitn(8, ':').collect();
        let ["", code, digits, cells, rest @ ..] = &fields[..] else {
            return Err(LibraryLineProblem::Form.into());
        };
        let before = code.chars().count() + digits.chars().count() + 3;
        let (givens, entries) = read_cells(cells, before)?;
        let candidates = |field: usize| rest.get(field).map_or(Ok(Vec::new()), |text| read_candidates(text));
        Ok(Self {
            code: (*code).to_owned(),
            digits: (*digits).to_owned(),
            givens,
            entries,
            deleted: candidates(0)?,
            eliminations: candidates(1)?,
            placements: candidates(2)?,
        })
    }
}

/// Reads the givens and the digits placed; `before` characters precede the text.
fn read_cells(text: &str, before: usize) -> Result<(Grid, Grid), LibraryLineError> {
    let shape = Shape::STANDARD;
    let (mut givens, mut entries) = (Grid::empty(shape), Grid::empty(shape));
    let (mut cells, mut is_given) = (shape.all_cells(), true);
    let found = text.chars().filter(|&letter| letter != '+').count();
    for (column, letter) in (before + 1..).zip(text.chars()) {
        if letter == '+' {
            is_given = false;
            continue;
        }
        let cell = cells.next().ok_or(LibraryLineProblem::Cells { found })?;
        match letter {
            '.' | '0' => {}
            '1'..='9' => {
                let of = if is_given { &mut givens } else { &mut entries };
                of.set(cell, u8::try_from(letter).ok().and_then(Digit::from_ascii));
            }
            found => return Err(LibraryLineProblem::Character { column, found }.into()),
        }
        is_given = true;
    }
    if cells.len() == 0 { Ok((givens, entries)) } else { Err(LibraryLineProblem::Cells { found }.into()) }
}

fn read_candidates(text: &str) -> Result<Vec<(Cell, Digit)>, LibraryLineError> {
    text.split_whitespace().map(read_candidate).collect()
}

/// Reads digit, row and column, each one figure.
fn read_candidate(text: &str) -> Result<(Cell, Digit), LibraryLineError> {
    let wrong = || LibraryLineProblem::Candidate { found: text.chars().take(20).collect() };
    let &[digit @ b'1'..=b'9', row @ b'1'..=b'9', col @ b'1'..=b'9'] = text.as_bytes() else {
        return Err(wrong().into());
    };
    let cell = Shape::STANDARD.cell(usize::from(row - b'1'), usize::from(col - b'1'));
    Ok((cell, Digit::from_ascii(digit).ok_or_else(wrong)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two positions of the site with their puzzles, and the example of its page of 2023.
    const B: &str = "S9B050f2e0i46015y020466026212064i0a095u0i4601070b0d4m0f4m4a4j4q027n03bu0g06360936164a4i0o010o02474u067n07bu4q4i464i0b0u0g09064q0a4y040i0a051g5w035w01071y080u1g181609";
    const B_BEGIN: &str = "5000010240200600900017000000002030060900000102006070000000096000400500301";
    const PAIRS: &str = "S9B46090b1m4a01070e1q050v3f022iaa1q7n081n4b3f9603ea027n1m46070e0n450409060l02460r7r06b64b0g050r060907114k4b030t1n170823093m1z0b3b07191n2319031v0h090i1103082t3o1v0437";
    const PAIRS_BEGIN: &str = "0900017005002000080000302000700049602000600050697000300080900007000030090038";
    const OF_2023: &str = "vu4804032o1508g080030k10o888882647046888g06828060k10029k260b90478go003g0g95090b0b6a2c00g0bcg038ga8g9ao1506601oh847063a2ag288gg8g0626c082c2k20b159818920k9ag9462044";

    fn text(digits: DigitSet) -> String {
        digits.iter().map(|digit| digit.to_string()).collect()
    }

    #[test]
    fn examples_of_the_definitions_are_read() {
        for (packed, puzzle) in [(B, B_BEGIN), (PAIRS, PAIRS_BEGIN)] {
            let state = WikiString::parse(Shape::STANDARD, packed).unwrap();
            assert!(state.givens.to_string().replace('.', "0").starts_with(puzzle), "{}", state.givens);
            assert_eq!(WikiString::parse(Shape::STANDARD, &packed.to_lowercase()), Ok(state));
        }
        let state = WikiString::parse(Shape::STANDARD, PAIRS).unwrap();
        assert!(state.entries.to_string().starts_with("..2..."), "{}", state.entries);
        assert_eq!((text(state.candidates[0]).as_str(), text(state.candidates[3]).as_str()), ("38", "46"));
    }

    /// The form of 2023 of a position, made here by its definition.
    #[test]
    fn the_form_of_2023_is_read() {
        let state = WikiString::parse(Shape::STANDARD, PAIRS).unwrap();
        let mut packed = String::new();
        for cell in Shape::STANDARD.all_cells() {
            let only = |grid: &Grid| grid.get(cell).map(|digit| 2 * DigitSet::only(digit).bits());
            let candidates = 2 * state.candidates[cell.index()].bits();
            let given = only(&state.givens).map(|bits| bits + 1);
            let value = given.or(only(&state.entries)).unwrap_or(candidates);
            packed.extend([value / 32, value % 32].map(|figure| char::from_digit(figure, 32).unwrap()));
        }
        assert_eq!(WikiString::parse(Shape::STANDARD, &packed), Ok(state));
        // The example of the page adds the digits of givens, not 1: 2 and 1 together are then the given 2, or two candidates.
        let refused = WikiString::parse(Shape::STANDARD, OF_2023).unwrap_err();
        assert_eq!(
            refused,
            WikiStringProblem::Value { cell: "r1c6".to_owned(), found: "15".to_owned() }.into()
        );
    }

    /// Every content of a cell in every size, packed and read again.
    #[test]
    fn every_content_comes_back() {
        for shape in ["2x2", "2x3", "2x4", "3x3", "4x4", "5x5"].map(|text| text.parse::<Shape>().unwrap()) {
            let side = shape.side();
            let size = char::from_digit(u32::try_from(side).unwrap(), 36).unwrap();
            let (largest, mut seen) = ((1_u32 << side) - 1 + 2 * u32::try_from(side).unwrap(), 0);
            let steps = (0..=largest).step_by(usize::max(1, largest as usize / 5000)).collect::<Vec<_>>();
            for values in steps.chunks(shape.cells()) {
                let mut packed = format!("S{size}B");
                for cell in 0..shape.cells() {
                    let (mut value, mut field) = (values.get(cell).copied().unwrap_or(0), Vec::new());
                    for _ in 0..width(side) {
                        field.push(char::from_digit(value % 36, 36).unwrap());
                        value /= 36;
                    }
                    packed.extend(field.iter().rev());
                }
                let state = WikiString::parse(shape, &packed).unwrap();
                for (cell, &value) in shape.all_cells().zip(values) {
                    let digit = |grid: &Grid| grid.get(cell).map_or(0, |digit| u32::from(digit.value()));
                    let bits = state.candidates[cell.index()].bits();
                    let twice = 2 * u32::try_from(side).unwrap();
                    let found = match (digit(&state.givens), digit(&state.entries), bits) {
                        (0, 0, 0) => 0,
                        (given, 0, 0) => given,
                        (0, entry, 0) => entry + twice / 2,
                        (_, _, bits) => bits + twice,
                    };
                    assert_eq!(found, value, "{shape}");
                    seen += 1;
                }
            }
            assert_eq!(seen, steps.len());
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let error = |text: &str| WikiString::parse(Shape::STANDARD, text).unwrap_err();
        assert_eq!(
            error(&B.replacen('S', "J", 1)),
            WikiStringProblem::Variant { name: "jigsaw Sudoku" }.into()
        );
        assert!(matches!(
            error(&format!("S6B{}", "0".repeat(72))).0,
            WikiStringProblem::Side { side: 6, .. }
        ));
        assert!(matches!(error(&format!("S9Bzz{}", &B[5..])).0, WikiStringProblem::Value { .. }));
        for text in ["", "S9B", &B[..164], &format!("{B}0"), "S9Béééé", &OF_2023[1..]] {
            assert_eq!(error(text), WikiStringProblem::Form.into(), "{text}");
        }
        assert!(
            !WikiString::has_form(&"1".repeat(81))
                && WikiString::has_form(B)
                && WikiString::has_form(OF_2023)
        );
    }

    const CELLS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn parts_are_distinguished() {
        let line = LibraryLine::parse(&format!(
            ":0201-1:347:{}:514 728:314 714:111:a:b",
            CELLS.replace("98", "9+8")
        ))
        .unwrap();
        assert_eq!((line.code.as_str(), line.digits.as_str()), ("0201-1", "347"));
        assert_eq!(line.entries.to_string().trim_matches('.'), "8");
        assert_eq!(line.givens.givens() + 1, CELLS.bytes().filter(|&byte| byte != b'.').count());
        let name = |(cell, digit): &(Cell, Digit)| format!("{digit}{}", cell.name(Shape::STANDARD));
        assert_eq!(line.deleted.iter().map(name).collect::<Vec<_>>(), ["5r1c4", "7r2c8"]);
        assert_eq!((line.eliminations.len(), line.placements.len()), (2, 1));
        for text in [format!(":0000:x:{CELLS}"), format!(":0000:x:{CELLS}:"), format!(":0000:x:{CELLS}::::")]
        {
            let line = LibraryLine::parse(&text).unwrap();
            assert_eq!((line.givens.to_string().as_str(), line.deleted.len()), (CELLS, 0));
        }
    }

    #[test]
    fn damaged_lines_are_refused() {
        let error = |text: &str| LibraryLine::parse(text).unwrap_err().to_string();
        for text in ["", "0000", ":0000:x", "x:0000:x:y"] {
            assert_eq!(LibraryLine::parse(text), Err(LibraryLineProblem::Form.into()), "{text}");
        }
        assert_eq!(error(&format!(":0000:x:{CELLS}.:")), "82 cells, 81 are needed");
        assert_eq!(error(&format!(":0000:x:{}:", &CELLS[1..])), "80 cells, 81 are needed");
        assert_eq!(error(&format!(":0000:x:{}:", CELLS.replace('7', "a"))), "column 13: `a` is no cell");
        assert_eq!(
            error(&format!(":0000:x:{CELLS}:5a4:")),
            "`5a4` is no candidate: digit, row and column from 1 to 9"
        );
        assert!(LibraryLine::is_begun_by(":0000:") && LibraryLine::is_begun_by(":0402-1:x"));
        for text in ["", ":", "0000", ":000:", ":é000:"] {
            assert!(!LibraryLine::is_begun_by(text), "{text}");
        }
    }
}
