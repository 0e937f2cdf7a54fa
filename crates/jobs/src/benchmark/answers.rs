//! Answers to the puzzles of a benchmark, as programs write them.
//!
//! A file is read once, so that it may be a pipe, in memory that does not grow with it: no more answers are kept than the benchmark has
//! puzzles, and of a long text only what [`Answer::read`] looks at.

use super::definition::BENCHMARKS;
use gridmill_board::{Digit, Grid, Shape};
use gridmill_corpus::{Sources, SplitChoice};
use gridmill_tables::{
    Error, Result,
    numbers::thousands,
    read::{
        JsonLines, JsonValue, NUMPY_MAGIC, Records, TableInput, is_stream,
        text::{is_ended, read_line},
    },
    storage::StoredFile,
};
use std::{
    io::{BufRead, BufReader, Cursor, Read as _},
    path::Path,
};

/// Bytes of a line of text, at most, as of a line of JSON or a row of CSV.
const LINE_BYTES: usize = 1 << 20;

/// Bytes of an answer that are kept as they are.
const TEXT_BYTES: usize = 4096;

/// Bytes at the beginning of a file in which its first line is looked for.
const HEAD_BYTES: usize = 1 << 20;

/// Names of the column or key with the puzzle or its id.
const KEYS: [&str; 3] = ["id", "puzzle", "question"];

/// Names of the column or key with the answer. The first that is there counts: next to a prediction, `answer` and `solution` are the right ones.
const ANSWERS: [&str; 7] =
    ["prediction", "output", "response", "completion", "generation", "answer", "solution"];

/// Answers to puzzles, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers {
    /// One for each puzzle, in the order of the benchmark; `None` or an empty text where there is none.
    InOrder(Vec<Option<String>>),
    /// Pairs of a puzzle, or its id, and the answer.
    ByKey(Vec<(String, Option<String>)>),
}

/// Answer to one puzzle, as it was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// None was given.
    Missing,
    /// The text is not a grid.
    Invalid(Fault),
    /// A grid, which may have empty cells.
    Grid {
        /// The grid.
        grid: Grid,
        /// True if other text is around it.
        has_text: bool,
    },
}

/// Reason that a text is not a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It has cells and nothing else, but another number of them.
    Length,
    /// It has other text, and no grid in it; or a digit that the grid cannot have.
    NoGrid,
}

impl Answer {
    /// Reads a grid: its cells row by row, digits and `.`, `0` or `_` for an empty one. White space and the signs of tables, boxes and
    /// lists (`| + - , [ ] "`) are passed over. Of a response with `</think>` or `<answer>`, only what is behind the last one counts, up to
    /// `</answer>`. Within other text, the last grid counts: lines one after the other with as many cells together as the grid has, or as many in a
    /// part of a line.
    ///
    /// ```
    /// use gridmill_board::Shape;
    /// use gridmill_jobs::{Answer, Fault};
    ///
    /// let shape = Shape::STANDARD;
    /// assert_eq!(Answer::read(shape, Some("  ")), Answer::Missing);
    /// assert_eq!(Answer::read(shape, Some("no solution")), Answer::Invalid(Fault::NoGrid));
    /// assert_eq!(Answer::read(shape, Some("1234")), Answer::Invalid(Fault::Length));
    /// let response = format!("<think>12?</think>So:\n<answer>{}</answer>", "1".repeat(81));
    /// assert!(matches!(Answer::read(shape, Some(&response)), Answer::Grid { has_text: false, .. }));
    /// assert!(matches!(Answer::read(shape, Some(&"[1, 2, 3, 4, 5, 6, 7, 8, 0]\n".repeat(9))), Answer::Grid { .. }));
    /// let sentence = format!("It is {}.", "1".repeat(81));
    /// assert!(matches!(Answer::read(shape, Some(&sentence)), Answer::Grid { has_text: true, .. }));
    /// ```
    pub fn read(shape: Shape, text: Option<&str>) -> Self {
        let text = text.map(|text| text.rsplit_once("</think>").map_or(text, |(_, rest)| rest));
        let text = text.map(|text| text.rsplit_once("<answer>").map_or(text, |(_, answer)| answer));
        let text = text.map(|text| text.split_once("</answer>").map_or(text, |(answer, _)| answer));
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Self::Missing };
        let grid = |cells: &[u8]| {
            let mut grid = Grid::empty(shape);
            grid.set_values(cells).is_ok().then_some(grid)
        };
        let cells: Option<Vec<u8>> = text.chars().filter(|&sign| !is_layout(sign)).map(cell).collect();
        let (cells, has_text) = match cells {
            Some(cells) if cells.len() == shape.cells() => (Some(cells), false),
            Some(_) => return Self::Invalid(Fault::Length),
            None => (last_grid(text, shape.cells()), true),
        };
        match cells.and_then(|cells| grid(&cells)) {
            Some(grid) => Self::Grid { grid, has_text },
            None => Self::Invalid(Fault::NoGrid),
        }
    }

    pub(super) fn digit(&self, cell: usize) -> Option<Digit> {
        match self {
            Self::Grid { grid, .. } => grid.cells().get(cell).copied().flatten(),
            Self::Missing | Self::Invalid(_) => None,
        }
    }
}

fn cell(sign: char) -> Option<u8> {
    match sign {
        '.' | '_' => Some(0),
        sign => sign.to_digit(10).and_then(|value| u8::try_from(value).ok()),
    }
}

/// Returns true for the layout of tables, boxes and lists.
fn is_layout(sign: char) -> bool {
    sign.is_whitespace() || "|+-,[]\"".contains(sign)
}

fn last_grid(text: &str, cells: usize) -> Option<Vec<u8>> {
    // Lines with cells and layout alone, since the last line with another sign.
    let (mut block, mut found) = (Vec::new(), None);
    for line in text.lines() {
        let parts = line.split(|sign| cell(sign).is_none() && !is_layout(sign));
        let mut parts = parts.map(|part| part.chars().filter_map(cell).collect::<Vec<u8>>());
        let is_plain = line.chars().all(|sign| cell(sign).is_some() || is_layout(sign));
        if is_plain {
            block.extend(parts.next().unwrap_or_default());
        } else {
            block.clear();
            // The full stop of a sentence is the sign of an empty cell, too.
            let part = parts.rfind(|part| part.len() == cells || part.len() == cells + 1 && part[cells] == 0);
            found = part.map(|part| part[..cells].to_vec()).or(found);
        }
        if block.len() >= cells && block.len() % cells == 0 {
            found = Some(block[block.len() - cells..].to_vec());
        }
    }
    found
}

/// Shortens a text to one that is the same answer.
fn kept(text: &str) -> Option<String> {
    if text.len() <= TEXT_BYTES {
        return Some(text.to_owned()).filter(|text| !text.trim().is_empty());
    }
    match Answer::read(Shape::STANDARD, Some(text)) {
        Answer::Missing => None,
        Answer::Invalid(Fault::Length) => Some("1".to_owned()),
        Answer::Invalid(Fault::NoGrid) => Some("?".to_owned()),
        Answer::Grid { grid, has_text } => Some(format!("{}{grid}", if has_text { ":" } else { "" })),
    }
}

/// Shortens the name of a puzzle: none is longer.
fn key(text: &str) -> String {
    text.trim().chars().take(Shape::MAX_CELLS).collect()
}

impl Answers {
    /// Reads a file of answers: CSV with a header or JSON lines, with the puzzle or its id (`id`, `puzzle` or `question`), the answer
    /// (`prediction`, `output`, `response`, `completion`, `generation`, `answer` or `solution`, the first that there is) and anything else; or, in the
    /// order of the benchmark, text with an answer a line, or an array of NumPy, which a pipe cannot pass.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Corpus`] with the line that is not understood, or for more answers than the benchmark has
    /// puzzles.
    pub fn read(path: &Path) -> Result<Self> {
        let mut input = BufReader::new(StoredFile::open(path).map_err(Error::io("reading", path))?);
        let (mut head, mut start) = (Vec::new(), 0);
        let first = loop {
            let read = read_line(&mut input, HEAD_BYTES, &mut head).map_err(Error::io("reading", path))?;
            if start == 0 && head.starts_with(b"\xEF\xBB\xBF") {
                head.drain(..3);
            }
            let line = String::from_utf8_lossy(&head[start..]);
            if read == 0 || head.len() >= HEAD_BYTES || !line.trim().is_empty() {
                break line.into_owned();
            }
            start = head.len();
        };
        if head.starts_with(NUMPY_MAGIC) {
            return Self::of_numpy(path);
        }
        let input = Cursor::new(head).chain(input);
        if first.trim_start().starts_with('{') {
            return Self::of_json(path, input);
        }
        let mut header = first.split(',').map(|name| name.trim().trim_matches('"'));
        if header.any(|name| ANSWERS.contains(&name)) {
            return Self::of_csv(path, input);
        }
        Self::of_lines(path, input)
    }

    fn of_lines(path: &Path, mut input: impl BufRead) -> Result<Self> {
        let (mut answers, mut line, mut number) = (Vec::new(), Vec::new(), 0_u64);
        while read_line(&mut input, LINE_BYTES, &mut line).map_err(Error::io("reading", path))? > 0 {
            number += 1;
            if line.len() >= LINE_BYTES && !is_ended(&line) {
                let most = thousands(LINE_BYTES as u64);
                let problem =
                    format!("line {number} has more than {most} bytes; at most that many are allowed");
                return Err(Error::corpus(path, problem));
            }
            check_number(path, answers.len())?;
            let text = String::from_utf8_lossy(&line);
            answers.push(kept(text.trim_end_matches(['\r', '\n'])));
            line.clear();
        }
        Ok(Self::InOrder(answers))
    }

    fn of_numpy(path: &Path) -> Result<Self> {
        if is_stream(path) {
            return Err(Error::corpus(path, "an array of NumPy is read from a file only, not from a pipe"));
        }
        let sources = Sources::new(vec![path.to_owned()], SplitChoice::Only);
        let (mut tables, mut answers) = (TableInput::new(sources, Shape::STANDARD)?, Vec::new());
        while let Some(rows) = tables.next_rows()? {
            for (_, grid) in rows.puzzles {
                check_number(path, answers.len())?;
                // What is no grid is no answer.
                let text = grid.map_or_else(|_| "?".to_owned(), |grid| grid.to_string());
                answers.push(Some(text).filter(|text| text.contains(|sign| sign != '.')));
            }
        }
        Ok(Self::InOrder(answers))
    }

    fn of_json(path: &Path, input: impl BufRead + Send + 'static) -> Result<Self> {
        let (mut lines, mut pairs, mut ordered) = (JsonLines::of_input(path, input)?, Vec::new(), Vec::new());
        while lines.read()? {
            check_number(path, pairs.len() + ordered.len())?;
            let fields = lines.fields()?.0;
            let of =
                |names: &[&str]| names.iter().find_map(|name| fields.iter().find(|(field, _)| field == name));
            let text = |raw| match JsonValue::of(raw) {
                None | Some(JsonValue::Null) => None,
                Some(JsonValue::Text(text)) => Some(text.into_owned()),
                Some(JsonValue::Bare(text)) => Some(text.to_owned()),
            };
            let Some((_, answer)) = of(&ANSWERS) else {
                return Err(lacks(path, "an object has none of the keys", &ANSWERS));
            };
            let answer = text(answer).and_then(|answer| kept(&answer));
            match of(&KEYS).and_then(|(_, raw)| text(raw)) {
                Some(text) => pairs.push((key(&text), answer)),
                None => ordered.push(answer),
            }
        }
        match (pairs.is_empty(), ordered.is_empty()) {
            (true, _) => Ok(Self::InOrder(ordered)),
            (false, true) => Ok(Self::ByKey(pairs)),
            (false, false) => Err(lacks(path, "some objects have one of the keys, and others none:", &KEYS)),
        }
    }

    fn of_csv(path: &Path, input: impl BufRead + Send + 'static) -> Result<Self> {
        let mut records = Records::new(path, Box::new(input), b',', 0);
        let field = |records: &Records, place: usize| {
            String::from_utf8_lossy(records.raw(place).unwrap_or_default()).trim().to_owned()
        };
        records.read()?;
        let names: Vec<String> = (0..records.fields()).map(|place| field(&records, place)).collect();
        let of = |known: &[&str]| known.iter().find_map(|known| names.iter().position(|name| name == known));
        let Some(answer) = of(&ANSWERS) else {
            return Err(lacks(path, "the header has none of the columns", &ANSWERS));
        };
        let (keys, mut pairs) = (of(&KEYS), Vec::new());
        while records.read()? {
            check_number(path, pairs.len())?;
            let key = keys.map(|keys| key(&field(&records, keys))).unwrap_or_default();
            pairs.push((key, kept(&field(&records, answer))));
        }
        Ok(match keys {
            Some(_) => Self::ByKey(pairs),
            None => Self::InOrder(pairs.into_iter().map(|(_, text)| text).collect()),
        })
    }
}

/// Checks that another answer may follow this number of answers: no benchmark has more puzzles than the largest.
fn check_number(path: &Path, answers: usize) -> Result<()> {
    let puzzles =
        BENCHMARKS.iter().map(|benchmark| benchmark.strata.iter().map(|stratum| stratum.rows).sum());
    let most: u64 = puzzles.max().unwrap_or_default();
    if (answers as u64) < most {
        return Ok(());
    }
    Err(Error::corpus(
        path,
        format!("it has more than {} answers; no benchmark has as many puzzles", thousands(most)),
    ))
}

fn lacks(path: &Path, problem: &str, names: &[&str]) -> Error {
    Error::corpus(path, format!("{problem} {}", names.join(", ")))
}
