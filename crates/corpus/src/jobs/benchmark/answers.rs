//! Answers to the puzzles of a benchmark, as programs write them.
//!
//! A file is read once, so that it may be a pipe, in memory that does not grow with it: no more answers are kept than the benchmark has
//! puzzles, and of a long text only what [`Answer::read`] looks at.

use super::definition::{BENCHMARK_ROWS, BENCHMARK_STRATA};
use gridmill_board::{Digit, Grid, Shape};
use gridmill_tables::{
    Error, Result,
    format::thousands,
    read::{
        JsonLines, JsonValue, Records,
        line_end::{is_ended, read_line},
    },
    storage::StoredFile,
};
use std::{
    io::{BufRead, BufReader, Cursor, Read as _},
    path::Path,
};

/// Answers in a file, at most: one to each puzzle of the benchmark.
const MOST: u64 = BENCHMARK_ROWS * BENCHMARK_STRATA.len() as u64;

/// Bytes of a line of text, at most, as of a line of JSON or a row of CSV.
const LINE_BYTES: usize = 1 << 20;

/// Bytes of an answer that are kept as they are.
const TEXT_BYTES: usize = 4096;

/// Bytes at the beginning of a file in which its first line is looked for.
const HEAD_BYTES: usize = 1 << 20;

/// Names of the column or key with the puzzle or its id.
const KEYS: [&str; 3] = ["id", "puzzle", "question"];

/// Names of the column or key with the answer.
const ANSWERS: [&str; 4] = ["answer", "solution", "prediction", "output"];

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
    Invalid,
    /// A grid, which may have empty cells.
    Grid(Grid),
}

impl Answer {
    /// Reads a grid: its cells row by row, digits and `.`, `0` or `_` for an empty one. White space and the signs of tables, boxes and
    /// lists (`| + - , [ ] "`) are passed over. Of a response with `</think>` or `<answer>`, only what is behind the last one counts, up to
    /// `</answer>`.
    ///
    /// ```
    /// use gridmill_board::Shape;
    /// use gridmill_corpus::Answer;
    ///
    /// let shape = Shape::STANDARD;
    /// assert_eq!(Answer::read(shape, Some("  ")), Answer::Missing);
    /// assert_eq!(Answer::read(shape, Some("no solution")), Answer::Invalid);
    /// let response = format!("<think>12?</think>So:\n<answer>{}</answer>", "1".repeat(81));
    /// assert!(matches!(Answer::read(shape, Some(&response)), Answer::Grid(_)));
    /// assert!(matches!(Answer::read(shape, Some(&"[1, 2, 3, 4, 5, 6, 7, 8, 0]\n".repeat(9))), Answer::Grid(_)));
    /// ```
    pub fn read(shape: Shape, text: Option<&str>) -> Self {
        let text = text.map(|text| text.rsplit_once("</think>").map_or(text, |(_, rest)| rest));
        let text = text.map(|text| text.rsplit_once("<answer>").map_or(text, |(_, answer)| answer));
        let text = text.map(|text| text.split_once("</answer>").map_or(text, |(answer, _)| answer));
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Self::Missing };
        let mut cells = Vec::with_capacity(shape.cells());
        for letter in text.chars().filter(|&letter| !is_layout(letter)) {
            let value = match letter {
                '.' | '_' => Some(0),
                letter => letter.to_digit(10).and_then(|value| u8::try_from(value).ok()),
            };
            match value {
                Some(value) if cells.len() < shape.cells() => cells.push(value),
                _ => return Self::Invalid,
            }
        }
        let mut grid = Grid::empty(shape);
        if cells.len() != shape.cells() || grid.set_values(&cells).is_err() {
            return Self::Invalid;
        }
        Self::Grid(grid)
    }

    /// Returns the digit of a cell, if there is one.
    pub(super) fn digit(&self, cell: usize) -> Option<Digit> {
        match self {
            Self::Grid(grid) => grid.cells().get(cell).copied().flatten(),
            Self::Missing | Self::Invalid => None,
        }
    }
}

/// Returns true for the layout of tables, boxes and lists.
fn is_layout(letter: char) -> bool {
    letter.is_whitespace() || "|+-,[]\"".contains(letter)
}

/// Shortens a text to one that is the same answer. The first sign of the layout stays: a text of nothing else is not missing.
fn kept(text: &str) -> Option<String> {
    if text.len() <= TEXT_BYTES {
        return Some(text.to_owned()).filter(|text| !text.trim().is_empty());
    }
    let first = text.trim_start().chars().next()?;
    let cells = text.chars().filter(|&letter| !is_layout(letter)).take(Shape::MAX_CELLS + 1);
    Some(Some(first).filter(|&first| is_layout(first)).into_iter().chain(cells).collect())
}

/// Shortens the name of a puzzle: none is longer.
fn key(text: &str) -> String {
    text.trim().chars().take(Shape::MAX_CELLS).collect()
}

impl Answers {
    /// Reads a file of answers: CSV with a header or JSON lines, with the puzzle or its id (`id`, `puzzle` or `question`) and the answer
    /// (`answer`, `solution`, `prediction` or `output`); or text, an answer a line in the order of the benchmark.
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

    fn of_json(path: &Path, input: impl BufRead + Send + 'static) -> Result<Self> {
        let (mut lines, mut pairs, mut ordered) = (JsonLines::of_input(path, input)?, Vec::new(), Vec::new());
        while lines.read()? {
            check_number(path, pairs.len() + ordered.len())?;
            let fields = lines.fields()?.0;
            let of = |names: &[&str]| fields.iter().find(|(name, _)| names.contains(&name.as_str()));
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
        let of = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
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

/// Checks that another answer may follow this number of answers.
fn check_number(path: &Path, answers: usize) -> Result<()> {
    if (answers as u64) < MOST {
        return Ok(());
    }
    let most = thousands(MOST);
    Err(Error::corpus(path, format!("it has more than {most} answers; the benchmark has {most} puzzles")))
}

fn lacks(path: &Path, problem: &str, names: &[&str]) -> Error {
    Error::corpus(path, format!("{problem} {}", names.join(", ")))
}
