//! Files of OpenSudoku, an app: XML with a `<game data="...">` for each puzzle.
//!
//! The data are the cells, or `version: N` and then value, notes and `1` for a cell that the player may change, each before a bar. Of the other
//! attributes and elements nothing is read.

use super::{
    LINE, Numbered,
    encoding::{TextInput, decoded},
    fields::{TextGrid, numbered, puzzle_schema},
    format::{FileReader, FormatDescription, Input, InputFormat, Rows, TableReader},
    has_known_ending,
    limits::LINE_BYTES,
    puzzle_text::{of_value, reason},
    table::TextBatch,
};
use crate::error::{Error, Result};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::{
    io::{self, BufRead as _, Read as _},
    path::PathBuf,
};

#[derive(Debug)]
pub(super) struct OpenSudoku;

impl InputFormat for OpenSudoku {
    fn description(&self) -> FormatDescription {
        FormatDescription {
            name: "OpenSudoku",
            section: "files-of-other-programs",
            endings: &["opensudoku"],
            begins: "`<opensudoku` after `<`",
            row_word: LINE,
            programs: &[("OpenSudoku", "`.opensudoku`")],
            about: "`.opensudoku`: the givens of each `<game>`; anything else is ignored.",
            example: b"<?xml version='1.0'?><opensudoku><game data=\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"/><!-- x --></opensudoku>",
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        if input.is_named_as(self) {
            return Ok(true);
        }
        if has_known_ending(input) || !input.text()?.first_line.trim_start().starts_with('<') {
            return Ok(false);
        }
        Ok(input.look_ahead(|line| line.contains("<opensudoku").then_some(()))?.is_some())
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        let (path, shape) = (input.path.clone(), input.grid_shape());
        let text = input.into_text()?;
        let (input, line) = (text.input, text.lines_before + 1);
        let mut games = Games { schema: puzzle_schema(), path, input, line, shape, next: None };
        games.next = games.next_game()?;
        if games.next.is_none() {
            return Err(Error::corpus(games.path, "there is no game in it"));
        }
        Ok(Box::new(games))
    }
}

struct Games {
    schema: SchemaRef,
    path: PathBuf,
    input: TextInput,
    /// The line of the next byte, from 1.
    line: u64,
    shape: Shape,
    /// The line and the data of a game that was read already.
    next: Option<(u64, String)>,
}

impl Games {
    /// Returns the next game, whose line and data are shown to `see`.
    fn take_game(&mut self) -> Result<Option<(u64, String)>> {
        match self.next.take() {
            Some(game) => Ok(Some(game)),
            None => self.next_game(),
        }
    }

    fn next_game(&mut self) -> Result<Option<(u64, String)>> {
        while let Some((line, tag)) = self.next_tag().map_err(Error::io("reading", &self.path))? {
            let Some(attributes) =
                tag.strip_prefix("game").filter(|rest| rest.starts_with(char::is_whitespace))
            else {
                continue;
            };
            return match attribute(attributes, "data") {
                Some(data) => Ok(Some((line, data.to_owned()))),
                None => Err(Error::corpus(self.path.clone(), format!("line {line}: the game has no data"))),
            };
        }
        Ok(None)
    }

    /// Returns what is between the next `<` and its `>`, with its line; `None` at the end. A comment is one tag.
    fn next_tag(&mut self) -> io::Result<Option<(u64, String)>> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(None);
            }
            let begin = buffer.iter().position(|&byte| byte == b'<');
            let taken = begin.map_or(buffer.len(), |begin| begin + 1);
            self.line += lines(&buffer[..taken]);
            self.input.consume(taken);
            if begin.is_some() {
                break;
            }
        }
        let (line, mut tag) = (self.line, Vec::new());
        loop {
            let room = (LINE_BYTES - tag.len()) as u64;
            let read = (&mut self.input).take(room).read_until(b'>', &mut tag)?;
            let is_comment = tag.starts_with(b"!--");
            // A > within a value ends no tag.
            let is_ended = tag.ends_with(b">")
                && if is_comment { tag.ends_with(b"-->") } else { !is_within_value(&tag) };
            if is_comment && !is_ended && tag.len() > LINE_BYTES / 2 {
                // Of a long comment, the end is all that matters.
                self.line += lines(&tag);
                tag = b"!--".to_vec();
                continue;
            }
            if is_ended || read == 0 {
                self.line += lines(&tag);
                return Ok(Some((line, decoded(tag.strip_suffix(b">").unwrap_or(&tag)).into_owned())));
            }
        }
    }
}

/// Returns true if the last byte of a tag is within quotation marks.
fn is_within_value(tag: &[u8]) -> bool {
    tag.iter()
        .fold(None, |mark, &byte| match mark {
            None if matches!(byte, b'"' | b'\'') => Some(byte),
            Some(mark) if mark == byte => None,
            mark => mark,
        })
        .is_some()
}

fn lines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    loop {
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let mark = after.chars().next().filter(|&mark| mark == '"' || mark == '\'')?;
        let (value, after) = after[1..].split_once(mark)?;
        if key.trim() == name {
            return Some(value);
        }
        rest = after;
    }
}

fn puzzle(shape: Shape, data: &str) -> TextGrid {
    let Some(rest) = data.trim_start().strip_prefix("version:") else { return of_value(shape, data).grid };
    // The end of the line after the version may be written as `&#10;`.
    let cells = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let cells = cells.trim_start_matches("&#10;").trim_start_matches("&#xA;").trim();
    let parts: Vec<&str> = cells.strip_suffix('|').unwrap_or(cells).split('|').collect();
    let each = parts.len() / shape.cells();
    if !(3..=4).contains(&each) || !parts.len().is_multiple_of(shape.cells()) {
        return Err((1, format!("{} values of cells, which a {shape} grid does not have", parts.len())));
    }
    let given = |cell: &[&str]| match (cell.first(), cell.last()) {
        (Some(&value), Some(&"0")) => value.to_owned(),
        _ => ".".to_owned(),
    };
    let givens: String = parts.chunks(each).map(|cell| given(cell).replace('0', ".")).collect();
    Grid::parse(shape, &givens).map_err(|error| error.place())
}

impl TableReader for Games {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let mut batch = TextBatch::new(1);
        while !batch.is_full()
            && let Some((line, data)) = self.take_game()?
        {
            let grid = puzzle(self.shape, &data);
            let text = grid.as_ref().map_or_else(|_| data.clone(), Grid::to_string);
            batch.push_row(line, reason(grid));
            batch.push(0, Some(&text));
        }
        batch.finish(&self.path, &self.schema)
    }
}

impl FileReader for Games {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        let game = self.take_game().transpose()?;
        Some(game.and_then(|(line, data)| numbered((&self.path, LINE), line, puzzle(self.shape, &data))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_data_in_two_forms() {
        let shape: Shape = "2x2".parse().unwrap();
        let read =
            |data: &str| puzzle(shape, data).map(|grid| grid.to_string()).map_err(|(_, problem)| problem);
        let cells = "1..4........4..1";
        assert_eq!(read(&cells.replace('.', "0")).as_deref(), Ok(cells));
        let three: String = cells
            .chars()
            .map(|c| if c == '.' { "2|1,2,|1|".to_owned() } else { format!("{c}|-|0|") })
            .collect();
        for version in ["version: 1\n", "version: 3&#10;"] {
            assert_eq!(read(&format!("{version}{three}")).as_deref(), Ok(cells));
        }
        let four = three.replace("|0|", "|-|0|").replace("|1|", "|-|1|");
        assert_eq!(read(&format!("version: 4\n{four}")).as_deref(), Ok(cells));
        assert!(read("version: 1\n1|-|0|").unwrap_err().starts_with("3 values of cells"));
        assert_eq!(attribute(" a = '1' data=\"x=y\"", "data"), Some("x=y"));
        assert_eq!(attribute(" a=\"data=1\"", "data"), None);
    }
}
