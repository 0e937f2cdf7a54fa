//! Answers to the puzzles of a benchmark, as programs write them.

use gridmill_board::{Digit, Grid, Shape};
use gridmill_tables::{
    Error, Result,
    files::read_whole::read_text,
    read::{JsonLines, JsonValue, Records},
};
use std::{io::Cursor, path::Path};

/// Bytes of a file of answers, at most.
const LONGEST: u64 = 256 << 20;

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
        let is_layout = |letter: char| letter.is_whitespace() || "|+-,[]\"".contains(letter);
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

impl Answers {
    /// Reads a file of answers: CSV with a header or JSON lines, with the puzzle or its id (`id`, `puzzle` or `question`) and the answer
    /// (`answer`, `solution`, `prediction` or `output`); or text, an answer a line in the order of the benchmark.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Corpus`] with the line that is not understood.
    pub fn read(path: &Path) -> Result<Self> {
        let text = read_text(path, LONGEST).map_err(Error::io("reading", path))?;
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        if first.trim_start().starts_with('{') {
            return Self::of_json_lines(path);
        }
        let header = first.split(',').map(|name| name.trim().trim_matches('"'));
        if header.clone().any(|name| ANSWERS.contains(&name)) {
            return Self::of_csv(path, text);
        }
        let line = |line: &str| Some(line.to_owned()).filter(|line| !line.trim().is_empty());
        Ok(Self::InOrder(text.lines().map(line).collect()))
    }

    fn of_json_lines(path: &Path) -> Result<Self> {
        let (mut lines, mut pairs, mut ordered) = (JsonLines::open(path)?, Vec::new(), Vec::new());
        while lines.read()? {
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
            match of(&KEYS).and_then(|(_, raw)| text(raw)) {
                Some(key) => pairs.push((key, text(answer))),
                None => ordered.push(text(answer)),
            }
        }
        match (pairs.is_empty(), ordered.is_empty()) {
            (true, _) => Ok(Self::InOrder(ordered)),
            (false, true) => Ok(Self::ByKey(pairs)),
            (false, false) => Err(lacks(path, "some objects have one of the keys, and others none:", &KEYS)),
        }
    }

    fn of_csv(path: &Path, text: &str) -> Result<Self> {
        let input = Cursor::new(text.as_bytes().to_vec());
        let mut records = Records::new(path, Box::new(input), b',', 0);
        let field = |records: &Records, place: usize| {
            String::from_utf8_lossy(records.raw(place).unwrap_or_default()).trim().to_owned()
        };
        records.read()?;
        let names: Vec<String> = (0..records.fields()).map(|place| field(&records, place)).collect();
        let of = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
        let Some(answer) = of(&ANSWERS) else {
            return Err(lacks(path, "the header has none of the columns", &ANSWERS));
        };
        let (key, mut pairs) = (of(&KEYS), Vec::new());
        while records.read()? {
            let text = field(&records, answer);
            pairs.push((key.map(|key| field(&records, key)), Some(text).filter(|text| !text.is_empty())));
        }
        Ok(match key {
            Some(_) => {
                Self::ByKey(pairs.into_iter().map(|(key, text)| (key.unwrap_or_default(), text)).collect())
            }
            None => Self::InOrder(pairs.into_iter().map(|(_, text)| text).collect()),
        })
    }
}

fn lacks(path: &Path, problem: &str, names: &[&str]) -> Error {
    Error::corpus(path, format!("{problem} {}", names.join(", ")))
}
